//! Packs of content, people at the table, sentences for one seat, and giving up.

use harena_engine::game::SettingValue;
use harena_engine::id::{Seat, VarId};
use harena_engine::log::What;
use harena_engine::the_match::{Match, Setup};
use harena_pack::{Library, Tree};
use harena_scenario as scenario;
use harena_script::{Host, SettingKind, assemble};

use crate::manifest::manifest;

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
	harena.scenario {
		name = "A person sits at Red, a bot at Blue",
		people = "Red",
		pieces = "Red ace 0",
		steps = { { expect = "people 2" } },
	},
	harena.scenario {
		name = "Only seats of the game can have people",
		people = { "Red", "Green" },
		steps = {},
	},
}
"#;

fn host() -> Host {
    host_of(GAME)
}

/// The game of this text, with the second box.
fn host_of(game: &str) -> Host {
    let game = [
        ("pack.toml", &*manifest("cards", "game", None)),
        ("game.luau", game),
        ("define.luau", DEFINE),
        ("spec/one.luau", SPEC),
    ];
    let second = manifest("second_box", "content", Some("cards"));
    let content = [("pack.toml", &*second), ("content.luau", CONTENT)];
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
    scenario::run(&mut host, &all[2]).unwrap_or_else(|failure| panic!("{failure}"));
    let failure = scenario::run(&mut host, &all[3]).unwrap_err();
    assert!(failure.message.contains("no seat is called `Green`"), "{failure}");
}

/// A set takes words of its own and sheets of every box, from one to three of the four: `wild`,
/// `ace`, `bee`, `cat`. Rules see it as a list in that order.
#[test]
fn a_setting_can_be_a_set_of_sheets() {
    let set = "{ id = \"suits\", title = \"Suits\", type = \"set\", choices = { \"wild\" }, \
               sheets = \"card\", min = 1, max = 3, default = { \"bee\", \"wild\" } },";
    let found = "for at, id in { \"wild\", \"bee\" } do\n\t\tif match.settings.suits[at] ~= id or \
                 #match.settings.suits ~= 2 then\n\t\t\terror(\"not the suits\")\n\t\tend\n\tend\n\t\
                 match:offer(\"wait\")";
    let game = GAME.replacen("settings = {", &format!("settings = {{ {set}"), 1);
    let mut host = host_of(&game.replacen("match:offer(\"wait\")", found, 1));
    let menu = host.menu().clone();
    assert_eq!(menu.defaults()["suits"], SettingValue::Text("wild+bee".into()));
    let read = |text: &str| menu.read("suits", text).map(|value| value.to_string());
    assert_eq!(read("cat+ace"), Ok("ace+cat".into()));
    assert_eq!(read(" cat, wild "), Ok("wild+cat".into()));
    let wanted = "suits takes 1 to 3 of wild, ace, bee, cat, joined by +, not";
    for wrong in ["", "none", "all", "ace+dog"] {
        assert_eq!(read(wrong), Err(format!("{wanted} `{wrong}`")));
    }
    let game = host.build(&Default::default(), 2).unwrap();
    let mut the_match = Match::new(game, Setup::default());
    the_match.advance(&mut host).unwrap();
    assert!(the_match.decision().is_some());
}

#[test]
fn a_game_refuses_settings_that_do_not_go_together() {
    let refuses = "refuses = function(settings)\n\t\tif settings.trump == \"cat\" then\n\t\t\t\
                   return `{settings.seats} seats cannot share a cat`\n\t\tend\n\t\t\
                   return if settings.trump == \"bee\" then 3 else nil\n\tend,\n\tkinds = {";
    let host = host_of(&GAME.replacen("kinds = {", refuses, 1));
    let told = |trump: &str| {
        let settings = [("trump".to_owned(), SettingValue::Text(trump.into()))];
        let built = host.build(&settings.into_iter().collect(), 2);
        built.map(|_| ()).map_err(|problems| problems[0].to_string())
    };
    assert_eq!(told("ace"), Ok(()));
    assert_eq!(told("cat"), Err("error H0423: 2 seats cannot share a cat".into()));
    let wrong = "error H0401: `refuses` must answer a sentence, or nothing";
    assert_eq!(told("bee"), Err(wrong.into()));
}
