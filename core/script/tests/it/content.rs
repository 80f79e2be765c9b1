//! Packs of content, people at the table, sentences for one seat, and giving up.

use harena_engine::game::SettingValue;
use harena_engine::id::{Seat, VarId};
use harena_engine::log::What;
use harena_engine::the_match::{Match, Setup};
use harena_pack::{Library, Tree};
use harena_script::{Host, SettingKind, assemble, scenario};

const GAME_MANIFEST: &str = r#"
schema = 1

[pack]
id = "cards"
version = "1.0.0"
title = "Cards"
kind = "game"
api = 1

[dependencies]
harena = "^0.1"
"#;

const CONTENT_MANIFEST: &str = r#"
schema = 1

[pack]
id = "second_box"
version = "1.0.0"
title = "Second box"
kind = "content"
api = 1

[games]
cards = "^1"

[dependencies]
harena = "^0.1"
"#;

const DEFINE: &str = r#"--!strict
-- The constructors of the game.
local harena = require("@harena")

local define = {}

define.card = harena.sheet {
	kind = "card",
	schema = { name = "Card", fields = { { "id", "id", "its name" } } },
	make = function(fields)
		return { kind = "card", id = fields.id, title = fields.id }
	end,
}

define.content = harena.content

return table.freeze(define)
"#;

const GAME: &str = r#"--!strict
-- Cards from several boxes.
local harena = require("@harena")
local define = require("./define")

local function turn(match)
	for _, prototype in match:prototypes() do
		if prototype.pack == "second_box" then
			match:set("found", match.found + 1)
		end
	end
	match:say_to(1, "peeks", match:prototypes()[1])
	local low, high, last = match:cell_at(0), match:cell_at(1), match:cell_at(2)
	if low.level ~= 0 or high.level ~= 1 or match:is_level(low, high) or match:is_level(low, last) then
		error("the middle space is one higher")
	end
	if low.center_rank ~= 1 or high.center_rank ~= 0 then
		error("ranks count from the middle")
	end
	for seat = 0, 1 do
		match:set("people", match.people * 2 + (if match:is_person(seat) then 1 else 0))
	end
	match:offer("wait")
	harena.ask(match, 1, "turn")
	match:finish({ 0 }, "over")
end

local function give_up(match, seat)
	match:finish({ 1 - seat }, "gave_up")
end

return harena.game {
	id = "cards",
	title = "Cards",
	seats = { min = 2, max = 2 },
	settings = {
		{ id = "trump", title = "Trump", type = "choice", choices = { "none" }, sheets = "card", default = "none" },
	},
	board = harena.line { spaces = 3, levels = { 0, 1, 0 } },
	kinds = { "card" },
	zones = { { id = "hand", per_seat = true, sight = "owner" } },
	vars = { found = 0, people = 0 },
	verbs = { { id = "wait", args = {} } },
	steps = { turn = turn, give_up = give_up },
	first_step = "turn",
	concede = "give_up",
	prompts = { turn = "Your turn" },
	sentences = { peeks = "You see {1}" },
	reasons = { over = "Over", gave_up = "Somebody gave up" },
	notation = { begin = "turn", seats = { "Red", "Blue" }, facings = { 0, 1 } },
	prototypes = { define.card { id = "ace" } },
}
"#;

const CONTENT: &str = r#"--!strict
-- A second box.
local harena = require("@harena")
local define = require("@cards/define")

return harena.content {
	id = "second_box",
	title = "Second box",
	pieces = { define.card { id = "bee" }, define.card { id = "cat" } },
}
"#;

const SPEC: &str = r#"--!strict
-- Giving up, and how pieces face.
local harena = require("@harena")

return {
	harena.scenario {
		name = "A seat that is asked gives up",
		pieces = "Red ace 0, Blue bee 2",
		steps = {
			{ expect = { "found 2", "people 0", "Red ace 0 @0", "Blue bee 2 @1", "options 1" }, log = "You see ace" },
			{ aside = { { act = "Blue: concede", outcome = "Red: gave_up" } } },
			{ act = "wait", outcome = "Red: over" },
		},
	},
	harena.scenario {
		name = "Nobody else gives up",
		steps = { "Red: concede" },
	},
}
"#;

fn host() -> Host {
    let game = [
        ("pack.toml", GAME_MANIFEST),
        ("game.luau", GAME),
        ("define.luau", DEFINE),
        ("spec/one.luau", SPEC),
    ];
    let content = [("pack.toml", CONTENT_MANIFEST), ("content.luau", CONTENT)];
    let library = Library::from_trees([
        ("cards", Tree::from_files(game).unwrap()),
        ("second_box", Tree::from_files(content).unwrap()),
    ]);
    let packs = assemble(&library, &["cards"]).unwrap();
    Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn content_at_hand_joins_the_game() {
    let host = host();
    let rule = host.menu().rule("trump").unwrap();
    let choices = ["none", "ace", "bee", "cat"].map(str::to_owned).to_vec();
    assert_eq!(rule.kind, SettingKind::Choice(choices));
    let trump = [("trump".to_owned(), SettingValue::Text("cat".into()))];
    let game = host.build(&trump.into_iter().collect(), 2).unwrap();
    let ids: Vec<&str> = game.prototypes.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["ace", "bee", "cat"]);
    assert!(game.prototypes.iter().all(|it| it.faction.is_none()));
}

#[test]
fn people_are_known_and_some_sentences_are_for_one_seat() {
    let mut host = host();
    let game = host.build(&Default::default(), 2).unwrap();
    let setup = Setup { persons: 0b10, ..Setup::default() };
    let mut the_match = Match::new(game.clone(), setup);
    the_match.log.on = true;
    the_match.advance(&mut host).unwrap();
    let people = VarId(game.names.vars.find("people").unwrap() as u8);
    assert_eq!(the_match.state().var(&game, None, people), 0b01, "seat 1 is a person, seat 0 none");
    let said = the_match.log.entries.iter().find(|it| matches!(it.what, What::Said { .. }));
    let said = said.unwrap();
    assert_eq!([0, 1].map(|seat| said.is_for(Seat(seat))), [false, true]);
    assert!(!said.is_for(Seat::NONE), "nor does a spectator read it");
}

#[test]
fn a_seat_gives_up_in_a_scenario() {
    let mut host = host();
    let all = scenario::list(&host);
    scenario::run(&mut host, &all[0]).unwrap_or_else(|failure| panic!("{failure}"));
    let failure = scenario::run(&mut host, &all[1]).unwrap_err();
    assert!(failure.message.contains("cannot give up now"), "{failure}");
}
