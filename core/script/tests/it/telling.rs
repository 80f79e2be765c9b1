//! What scripts say, hide and send: the log names things as they were, and mistakes are told.

use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, told};
use harena_engine::log::{Past, What};
use harena_engine::state::State;
use harena_engine::the_match::{Fault, Match, Setup};
use harena_engine::view;
use harena_pack::{Library, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

/// A game of one step; `BODY` stands for what the step does.
const GAME: &str = r#"--!strict
-- Units that avenge themselves, and a market of cards.
local harena = require("@harena")

local function avenge(match, piece, event)
	match:set("answers", match.answers + 1)
	if event.by then
		match:set("blamed", event.by.number)
		match:wound(event.by, 1, piece)
	end
end

local sheet = harena.sheet {
	kind = "sheet",
	schema = {
		name = "Sheet",
		fields = { { "id", "id", "its name" }, { "kind", "text", "its kind" }, { "when?", "any", "its answers" } },
	},
	make = function(fields)
		return {
			kind = fields.kind,
			id = fields.id,
			title = fields.id,
			stats = { hit_points = 1 },
			when = fields.when,
		}
	end,
}

local function play(match)
	BODY
	match:finish({ 0 }, "done")
end

return harena.game {
	id = "telling",
	title = "Telling",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 4, tags = { throne = { 0 } } },
	kinds = { "unit", "card" },
	stats = { "hit_points" },
	counters = { "wounds" },
	zones = {
		{ id = "deck", per_seat = true, sight = "nobody" },
		{ id = "hand", per_seat = true, sight = "shown" },
		{ id = "discard", per_seat = true },
		{ id = "market" },
	},
	combat = {
		modes = { { id = "melee", range = "adjacent" } },
		wounds = "wounds",
		hit_points = "hit_points",
		falls_to = "discard",
	},
	vars = { answers = 0, blamed = -1, n = 0 },
	verbs = { { id = "pass", args = {} } },
	prototypes = {
		sheet { id = "avenger", kind = "unit", when = { falls = { by = { whose = "enemy" }, does = avenge } } },
		sheet { id = "apple", kind = "card" },
		sheet { id = "field", kind = "card" },
	},
	steps = { play = play },
	first_step = "play",
	prompts = { turn = "Your turn" },
	sentences = { buys = "{1:seat} buys {2} at {3}", points = "{1} points", short = "{1} hits {2}" },
	reasons = { done = "Done" },
}
"#;

fn begun(body: &str) -> (Host, Match, Option<Fault>) {
    let game = GAME.replace("BODY", body);
    let files = [("pack.toml", &*manifest("telling", "game", None)), ("game.luau", &*game)];
    let library = Library::from_trees([("telling", Tree::from_files(files).unwrap())]);
    let packs = assemble(&library, &["telling"]).unwrap();
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let game = host.build(&Default::default(), 2).unwrap();
    let mut the_match = Match::new(game, Setup::default());
    the_match.log.on = true;
    let fault = the_match.advance(&mut host).err();
    (host, the_match, fault)
}

fn played(body: &str) -> Match {
    let (_, the_match, fault) = begun(body);
    assert_eq!(fault, None);
    the_match
}

fn refused(body: &str, code: &str, expected: &str) {
    let fault = begun(body).2.unwrap_or_else(|| panic!("nothing is wrong with {body}"));
    assert!(fault.message.contains(expected) && fault.code == code, "{body}: {fault}");
}

/// What a seat, or somebody who may read everything, reads of the sentences of a match.
fn read(host: &Host, the_match: &Match, reader: Option<Seat>) -> Vec<String> {
    let game = &the_match.game;
    let seen = match reader {
        Some(seat) => view::view(game, the_match.state(), seat),
        None => the_match.state().clone(),
    };
    let mut past = Past::of(&seen, reader);
    let name = |state: &State, number: i32| {
        let piece = state.piece(PieceId(number as u16));
        match piece.prototype {
            view::HIDDEN => "a card".to_owned(),
            known => game.prototype(known).title.clone(),
        }
    };
    let mut lines = Vec::new();
    for entry in &the_match.log.entries {
        let What::Said { word, args } = entry.what else { continue };
        if !past.may_read(entry) {
            continue;
        }
        let state = past.at(entry);
        let template = host.text(game.names.words.name(word.index()));
        lines.push(told(&template, &args, |kind, number| {
            if kind == harena_engine::game::ArgKind::Piece {
                return name(state, number);
            }
            let cell = harena_engine::board::Cell(number as u16);
            let is_cell = kind == harena_engine::game::ArgKind::Cell;
            if is_cell { game.board.name(cell).to_owned() } else { number.to_string() }
        }));
    }
    lines
}

fn var(the_match: &Match, name: &str) -> i32 {
    let at = the_match.game.names.vars.find(name).unwrap();
    the_match.state().var(&the_match.game, None, VarId(at as u8))
}

#[test]
fn what_is_bought_keeps_its_name_when_it_is_shuffled() {
    let body = r#"for _, id in { "apple", "field" } do
		for seat = 0, 1 do
			match:send(match:create(match:prototypes()[if id == "apple" then 2 else 3], seat), "deck", 0)
		end
	end
	for _ = 1, 4 do
		local card = match:top("deck", 0)
		match:send(card, "market")
		match:say("buys", 1, card, match:cell_at(2))
		match:send(card, "deck", 0, 0)
	end
	match:shuffle("deck", 0)"#;
    let (host, the_match, fault) = begun(body);
    assert_eq!(fault, None);
    let bought = ["field", "field", "apple", "apple"].map(|card| format!("1 buys {card} at 2"));
    for reader in [None, Some(Seat(0)), Some(Seat::NONE)] {
        assert_eq!(read(&host, &the_match, reader), bought, "{reader:?}");
    }
}

#[test]
fn what_a_seat_did_not_see_it_does_not_read_later() {
    let body = r#"local card = match:create(match:prototypes()[2], 0)
	match:send(card, "deck", 0)
	match:send(card, "hand", 0)
	match:say("buys", 0, card, match:cell_at(0))
	match:offer("pass")
	harena.ask(match, 0, "turn")
	match:show(card)
	match:say("buys", 1, card, match:cell_at(0))
	match:offer("pass")
	harena.ask(match, 0, "turn")
	match:hide(card)
	match:say("buys", 0, card, match:cell_at(0))"#;
    let (mut host, mut the_match, fault) = begun(body);
    assert_eq!(fault, None);
    for _ in 0..2 {
        let action = the_match.decision().unwrap().option(0).unwrap();
        the_match.act(&mut host, Seat(0), action).unwrap();
    }
    assert!(the_match.outcome().is_some());
    let lines = |reader| read(&host, &the_match, reader);
    let all = ["0 buys apple at 0", "1 buys apple at 0", "0 buys apple at 0"];
    assert_eq!(lines(Some(Seat(0))), all);
    assert_eq!(lines(Some(Seat(1))), ["0 buys a card at 0", all[1], "0 buys a card at 0"]);
}

#[test]
fn numbers_are_numbers_and_what_is_missing_is_nothing() {
    let (host, the_match, fault) =
        begun(r#"match:say("points", 100007) match:say("short", 7, nil)"#);
    assert_eq!(fault, None);
    assert_eq!(read(&host, &the_match, None), ["100007 points", "7 hits nothing"]);
    let said = the_match.log.entries.iter().find_map(|entry| {
        let What::Said { args, .. } = entry.what else { return None };
        Some(args[0])
    });
    assert_eq!(said, Some(Gap::Number(100_007)));
    refused(r#"match:say("points", {})"#, "H0401", "cannot stand in a sentence");
    refused(r#"match:say("points", 0.5)"#, "H0401", "cannot stand in a sentence");
    refused(r#"match:say("points", 1, 2, 3, 4, 5)"#, "H0401", "a sentence has 4 gaps");
    refused(r#"match:say("pin" .. "ts", 1)"#, "H0409", "did you mean `points`?");
}

#[test]
fn the_log_of_one_action_is_bounded_kept_or_not() {
    let body = r#"for i = 1, 400000 do match:say("points", i) end"#;
    refused(body, "H0418", "too much happened");
    let (_, mut the_match, fault) = begun(r#"match:set("n", 1)"#);
    assert_eq!(fault, None);
    the_match.log.on = false;
    the_match.log.n_written = harena_engine::log::MAX_OF_MATCH;
    assert!(the_match.log.is_full());
    let again = Match::new(the_match.game.clone(), Setup::default());
    assert!(!again.log.on && !again.log.is_full());
    let quiet = GAME.replace("BODY", body);
    let files = [("pack.toml", &*manifest("telling", "game", None)), ("game.luau", &*quiet)];
    let library = Library::from_trees([("telling", Tree::from_files(files).unwrap())]);
    let mut host = Host::load(&assemble(&library, &["telling"]).unwrap()).unwrap();
    let game = host.build(&Default::default(), 2).unwrap();
    let fault = Match::new(game, Setup::default()).advance(&mut host).unwrap_err();
    assert!(fault.code == "H0418" && fault.limit, "{fault}");
}

#[test]
fn a_piece_of_nobody_needs_a_seat_for_a_zone_of_seats() {
    let make = "local card = match:create(match:prototypes()[2])\n\t";
    refused(&format!(r#"{make}match:send(card, "hand")"#), "H0409", "name the seat");
    played(&format!(r#"{make}match:send(card, "hand", 1)"#));
    played(&format!(r#"{make}match:send(card, "market")"#));
}

#[test]
fn a_tag_that_no_board_has_is_told_with_the_nearest() {
    played(r#"if not match:cell_at(0):has_tag("throne") then error("no throne") end"#);
    let nearest = "no cell has the tag `thron`, did you mean `throne`?";
    // Where the word is written in a file, it is told when the file is loaded.
    refused(r#"match:cell_at(0):has_tag("thr" .. "on")"#, "H0409", nearest);
    refused(r#"match:tagged("thr" .. "on")"#, "H0409", nearest);
}

/// The first falls after its wound was answered; the second is felled by one that has fallen.
#[test]
fn vengeance_answers_vengeance() {
    let the_match = played(
        r#"local a = match:place("avenger", match:cell_at(0), 0)
	local b = match:place("avenger", match:cell_at(1), 1)
	match:wound(a, 1, b)
	harena.answer_triggers(match)
	repeat match:settle() until not harena.answer_triggers(match)"#,
    );
    assert_eq!(var(&the_match, "answers"), 2);
    assert_eq!(var(&the_match, "blamed"), 0, "the second was felled by the first");
}

#[test]
fn remarks_are_those_of_the_question_that_is_asked() {
    let body = r#"for i = 1, 2 do
		match:note("pass", if i == 1 then "first" else "second")
		match:offer("pass")
		harena.ask(match, 0, "turn")
	end"#;
    let (mut host, mut the_match, fault) = begun(body);
    assert_eq!(fault, None);
    for expected in ["first", "second"] {
        let notes = the_match.explained(&mut host).unwrap().notes;
        assert_eq!(notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(), [expected]);
        let action = the_match.decision().unwrap().option(0).unwrap();
        the_match.act(&mut host, Seat(0), action).unwrap();
    }
    refused(r#"match:note("pass", string.rep("x", 1001))"#, "H0419", "at most 1000 bytes");
}

#[test]
fn reasons_and_remarks_are_bounded() {
    let body = r#"for _ = 1, 30000 do match:note("pass", "again") end
	match:offer("pass")
	harena.ask(match, 0, "turn")"#;
    let (mut host, the_match, fault) = begun(body);
    assert_eq!(fault, None);
    let notes = the_match.explained(&mut host).unwrap().notes;
    assert_eq!(notes.len(), 10_000);
}
