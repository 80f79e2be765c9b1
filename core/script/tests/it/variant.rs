//! Variants: what they change, what they may not, and who wins where two change one thing.

use harena_engine::the_match::{Match, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_scenario as scenario;
use harena_script::{Host, assemble};

use crate::manifest::manifest;

pub const DEFINE: &str = r#"--!strict
-- The constructors of the game.
local harena = require("@harena")

local define = {}

define.card = harena.sheet {
	kind = "card",
	schema = {
		name = "Card",
		fields = {
			{ "id", "id", "its name" },
			{ "worth?", "int 0..9", "its worth", default = 1 },
			{ "tags?", "list of text", "what it is" },
			{ "prices?", "map of text to int 0..99", "what it costs" },
		},
	},
	make = function(fields)
		local worth = fields.worth + #(fields.tags or {})
		return { kind = "card", id = fields.id, title = fields.id, stats = { worth = worth } }
	end,
}

define.content = harena.content

return table.freeze(define)
"#;

pub const GAME: &str = r#"--!strict
-- Cards that are worth something.
local harena = require("@harena")
local define = require("./define")

local function turn(match)
	match:set("turns", match.turns + 1)
	match:offer("wait")
	harena.ask(match, 0, "turn")
	match:say("waited")
	match:finish({ 0 }, "over")
end

return harena.game {
	id = "cards",
	title = "Cards",
	seats = { min = 2, max = 2 },
	settings = {
		{ id = "trump", title = "Trump", type = "int", min = 0, max = 9, default = 3 },
	},
	board = harena.line { spaces = 3 },
	kinds = { "card" },
	stats = { "worth" },
	zones = { { id = "hand", per_seat = true, sight = "owner" } },
	vars = { turns = 0 },
	verbs = { { id = "wait", args = {} } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { turn = "Your turn" },
	sentences = { waited = "Waited" },
	reasons = { over = "Over" },
	notation = { begin = "turn", seats = { "Red", "Blue" } },
	prototypes = {
		define.card { id = "ace", worth = 4, tags = { "high" }, prices = { gold = 5 } },
		define.card { id = "deuce" },
	},
}
"#;

const SPEC: &str = r#"--!strict
-- What cards are worth.
local harena = require("@harena")

local function worth(name: string, expected: string)
	return harena.scenario { name = name, pieces = "Red ace 0", steps = { { expect = expected } } }
end

return { worth("An ace is worth five", "Red ace 0 worth=5"), worth("An ace lies on its cell", "Red ace 0") }
"#;

fn variant(id: &str, fields: &str) -> (String, String, String) {
    let text = format!(
        "--!strict\n-- A variant.\nlocal harena = require(\"@harena\")\nlocal _define = \
         require(\"@cards/define\")\n\nreturn harena.variant {{\n\tid = \"{id}\",\n\ttitle = \
         \"{id}\",\n{fields}\n}}\n"
    );
    (id.to_owned(), manifest(id, "variant", Some("cards")), text)
}

fn load(variants: &[(String, String, String)]) -> Result<Host, Vec<Problem>> {
    let game_manifest = manifest("cards", "game", None);
    let game = [
        ("pack.toml", game_manifest.as_str()),
        ("game.luau", GAME),
        ("define.luau", DEFINE),
        ("spec/one.luau", SPEC),
    ];
    let mut trees = vec![("cards", Tree::from_files(game).unwrap())];
    for (id, manifest, text) in variants {
        let files = [("pack.toml", manifest.as_str()), ("variant.luau", text.as_str())];
        trees.push((id, Tree::from_files(files).unwrap()));
    }
    let library = Library::from_trees(trees);
    let mut ids = vec!["cards"];
    ids.extend(variants.iter().map(|(id, _, _)| id.as_str()));
    Host::load(&assemble(&library, &ids).unwrap())
}

fn one(fields: &str) -> Host {
    load(&[variant("other", fields)]).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The problems of a variant: codes, messages and lines of it.
fn refused(fields: &str) -> Vec<(&'static str, String, u32)> {
    let problems = load(&[variant("other", fields)]).err().unwrap();
    assert!(problems.iter().all(|it| it.pack == "other"), "{problems:#?}");
    problems
        .into_iter()
        .map(|it| (it.code.as_str(), it.message + ": " + &it.hint, it.line))
        .collect()
}

fn check_refused(fields: &str, code: &str, text: &str) {
    let found = refused(fields);
    let is_it = |it: &(&str, String, u32)| it.0 == code && it.1.contains(text) && it.2 >= 9;
    assert!(found.iter().any(is_it), "{code} {text}: {found:#?}");
}

fn worth(host: &Host, id: &str) -> i16 {
    let game = host.build(&Default::default(), 2).unwrap();
    let card = game.prototypes.iter().find(|it| it.id == id).unwrap();
    card.stats[0]
}

const CHANGE: &str = "\tchanges = { { of = \"cards\", id = \"ace\", WHAT } },";

fn change(what: &str) -> String {
    CHANGE.replace("WHAT", what)
}

#[test]
fn fields_are_set_added_and_removed() {
    let check = |what: &str, expected: i16| assert_eq!(worth(&one(&change(what)), "ace"), expected);
    check("set = { worth = 7 }, was = { worth = 4 }", 8);
    check("add = { worth = 2 }", 7);
    check("add = { tags = { \"red\", \"late\" } }", 7);
    check("remove = { tags = { \"high\" } }", 4);
    check("remove = { worth = true }, was = { worth = 4 }", 2);
    check("set = { [\"prices.gold\"] = 7 }, was = { [\"prices.gold\"] = 5 }", 5);
    let host = one(&change("set = { [\"prices.gold\"] = 7 }, was = { [\"prices.gold\"] = 5 }"));
    let ace = host.sheets().into_iter().find(|it| it.id == "ace").unwrap();
    assert_eq!(ace.fields["prices"]["gold"], 7);
    let changed = &host.changed()[0];
    assert_eq!((changed.by.as_str(), changed.what.as_str()), ("other", "cards/ace.prices.gold"));
    assert_eq!((changed.from.as_str(), changed.to.as_str()), ("5", "7"));
}

#[test]
fn nothing_is_changed_that_its_author_has_not_seen() {
    check_refused(&change("set = { worth = 7 }, was = { worth = 3 }"), "H0441", "is 4, not 3");
    check_refused(&change("set = { worth = 7 }"), "H0441", "write worth = 4 into `was`");
    check_refused(&change("remove = { worth = true }"), "H0441", "worth = 4");
    check_refused(&change("set = { tags = {} }, was = { tags = { \"low\" } }"), "H0441", "high");
    // What is not there needs no `was`.
    let deuce = "\tchanges = { { of = \"cards\", id = \"deuce\", set = { worth = 5 } } },";
    assert_eq!(worth(&one(deuce), "deuce"), 5);
}

#[test]
fn a_change_of_what_is_gone_names_what_is_there() {
    check_refused(
        "\tchanges = { { of = \"cards\", id = \"acce\", add = { worth = 1 } } },",
        "H0440",
        "there is no sheet `acce` in `cards`: did you mean `ace`?",
    );
    check_refused(
        "\tchanges = { { of = \"card\", id = \"ace\", add = { worth = 1 } } },",
        "H0440",
        "the pack `card` is not here: did you mean `cards`?",
    );
    check_refused(
        "\tchanges = { { of = \"cards\", kind = \"tile\", id = \"ace\", add = { worth = 1 } } },",
        "H0440",
        "`ace` of `cards` is no `tile`",
    );
    check_refused(&change("remove = { tags = { \"low\" } }"), "H0440", "does not hold \"low\"");
    check_refused("\tsentences = { wated = \"W\" },", "H0440", "did you mean `waited`?");
    check_refused("\tsettings = { trumpf = 3 },", "H0440", "there is no setting `trumpf`");
    check_refused(
        "\tnew = { sentences = { waited = \"W\" } },",
        "H0443",
        "write it under `sentences`",
    );
}

#[test]
fn a_change_is_held_to_the_rules_of_the_sheet() {
    check_refused(&change("set = { worth = 70 }, was = { worth = 4 }"), "H0204", "");
    check_refused(&change("set = { wort = 7 }"), "H0201", "worth");
}

#[test]
fn of_two_changes_one_counts_and_both_are_told() {
    let set = |id: &str, worth: u32, more: &str| {
        variant(id, &change(&format!("set = {{ worth = {worth} }}, was = {{ worth = 4 }}{more}")))
    };
    let host = load(&[set("early", 6, ""), set("late", 7, "")]).unwrap();
    assert_eq!(worth(&host, "ace"), 8);
    let warning = host.warnings().iter().find(|it| it.code == "H0442").unwrap();
    assert!(
        warning.message.contains("`early` and `late` both change cards/ace.worth"),
        "{warning}"
    );
    assert_eq!(host.changed()[0].lost_to.as_deref(), Some("late"));
    let host = load(&[set("early", 6, ", priority = 1"), set("late", 7, "")]).unwrap();
    assert_eq!(worth(&host, "ace"), 7);
    // What is added comes to both.
    let more = variant("more", &change("add = { tags = { \"red\" } }"));
    let host = load(&[set("early", 6, ""), more]).unwrap();
    assert_eq!(worth(&host, "ace"), 8);
    assert!(host.warnings().iter().all(|it| it.code != "H0442"));
}

#[test]
fn settings_words_and_sheets_are_those_of_the_variant() {
    let host = one(
        "\tsettings = { trump = 5 },\n\tprompts = { turn = \"Go\" },\n\tnew = { settings = { { id = \
         \"rows\", title = \"Rows\", type = \"int\", default = 2 } } },\n\tpieces = { _define.card { \
         id = \"king\" } },",
    );
    let defaults = host.menu().defaults();
    assert_eq!(defaults["trump"].to_string(), "5");
    assert_eq!(defaults["rows"].to_string(), "2");
    assert_eq!(host.text("turn"), "Go");
    assert_eq!(worth(&host, "king"), 1);
    // Without the variant, nothing of it.
    let host = load(&[]).unwrap();
    assert_eq!(host.menu().defaults()["trump"].to_string(), "3");
    assert!(host.changed().is_empty() && host.menu().rule("rows").is_err());
}

const AROUND: &str = r#"	steps = {
		turn = function(match: Match, original: (Match) -> ())
			match:set("turns", match.turns + 10)
			match:offer("wait")
			harena.ask(match, 1, "turn")
			original(match)
		end,
	},"#;

#[test]
fn a_step_runs_around_the_step_as_it_was_and_both_may_ask() {
    let mut host = one(AROUND);
    let game = host.build(&Default::default(), 2).unwrap();
    let mut the_match = Match::new(game.clone(), Setup::default());
    the_match.advance(&mut host).unwrap();
    for seat in [1, 0] {
        let decision = the_match.decision().unwrap().clone();
        assert_eq!(decision.seat.0, seat);
        let action = decision.option(0).unwrap();
        the_match.choose(decision.seat, action).unwrap();
        the_match.advance(&mut host).unwrap();
    }
    assert!(the_match.outcome().is_some());
}

#[test]
fn scenarios_of_the_game_are_played_under_the_variant() {
    let run = |fields: &str| -> Vec<String> {
        let mut host = one(fields);
        let all = scenario::list_of(&host, "other");
        assert!(all.len() >= 2);
        let failed = all.iter().filter_map(|it| scenario::run(&mut host, it).err());
        failed.map(|it| format!("{}: {}", it.scenario, it.message)).collect()
    };
    let more = change("add = { worth = 2 }");
    assert_eq!(run(&more).len(), 1);
    let told = "\tout_of_date = { [\"An ace is worth five\"] = \"it is worth seven\" },";
    assert_eq!(run(&format!("{more}\n{told}")), Vec::<String>::new());
    let holds = "\tout_of_date = { [\"An ace lies on its cell\"] = \"no\" },";
    assert!(run(holds)[0].contains("holds all the same"));
    let gone = "\tout_of_date = { [\"An ace is worth six\"] = \"no\" },";
    assert!(run(gone)[0].contains("did you mean `An ace is worth five`?"));
}
