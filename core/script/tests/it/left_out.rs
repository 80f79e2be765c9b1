//! What a game leaves out although it loads: told with the place where it belongs.

use harena_engine::game::Settings;
use harena_engine::the_match::{Match, Setup};
use harena_pack::codes;
use harena_pack::{Library, Problem, Severity, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

const GAME: &str = r#"--!strict
-- A game with a verb or two.
local harena = require("@harena")

local function opening(match: any)
	match:queue("turn")
end

local function turn(match: any)
	BODY
end

return harena.game {
	id = "siege",
	title = "Siege",
	seats = { min = 1, max = 1 },
	board = harena.hex { radius = 1 },
	kinds = { "tile" },
	zones = {},
	verbs = VERBS,
	looks = { verbs = { march = "March" } },
	steps = { opening = opening, turn = turn },
	first_step = "opening",
	reasons = { over = "It is over" },
}
"#;

fn host(body: &str, verbs: &str) -> Host {
    let game = GAME.replace("BODY", body).replace("VERBS", verbs);
    let manifest = manifest("siege", "game", None);
    let tree = Tree::from_files([("pack.toml", &*manifest), ("game.luau", &*game)]).unwrap();
    let library = Library::from_trees([("siege", tree)]);
    Host::load(&assemble(&library, &["siege"]).unwrap()).unwrap()
}

#[track_caller]
fn check(body: &str, verbs: &str, expected: &[&str]) {
    let host = host(body, verbs);
    assert!(host.warnings().iter().all(|it| it.severity == Severity::Warning));
    let told = |it: &Problem| format!("{}:{} {} {}", it.path, it.line, it.code, it.message);
    assert_eq!(host.warnings().iter().map(told).collect::<Vec<_>>(), expected);
}

const END: &str = "match:finish({ 0 }, 'over')";

#[test]
fn a_verb_without_a_title_is_told() {
    check(
        END,
        "{ { id = \"march\" }, { id = \"put\", args = { \"cell\" }, title = \"Put on {1}\" } }",
        &[],
    );
    check(END, "{ { id = \"march\" } }", &[]);
    let expected =
        "game.luau:20 H0431 the verb `wait` has no title, so its options are called `wait`";
    check(END, "{ { id = \"march\" }, { id = \"wait\" } }", &[expected]);
}

#[test]
fn rules_that_ask_for_factions_need_one() {
    let asks = format!("local _ = match:faction_of(0) {END}");
    let expected = "game.luau:13 H0432 its rules ask for factions, and there is none";
    check(&asks, "{ { id = \"march\" } }", &[expected]);
}

/// The last step that ran is the one that should have gone on, or ended the match.
#[test]
fn a_match_that_comes_to_nothing_tells_the_step_and_where_it_is_written() {
    let mut host = host("local _ = match.turn", "{ { id = \"march\" } }");
    let game = host.build(&Settings::default(), 1).unwrap();
    let mut the_match = Match::new(game, Setup::default());
    let fault = the_match.advance(&mut host).unwrap_err();
    assert_eq!(fault.code, codes::UNFINISHED);
    assert_eq!(fault.place, Some(("siege/game.luau".to_owned(), 9)));
    assert!(fault.message.ends_with("after the step `turn`"), "{fault}");
}
