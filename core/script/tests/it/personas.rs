//! Characters of bots, as games and factions declare them.

use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Rules, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_script::Host;

const GAME: &str = r#"--!strict
-- A game.
local harena = require("@harena")
local sign = harena.sheet {
	kind = "sign",
	schema = { name = "Sign", fields = { { "id", "id" }, { "title", "text" } } },
	make = function(fields) return { kind = "sign", id = fields.id, title = fields.title } end,
}
local function turn(match: any)
	match:offer("mark", match:empty_cells())
	harena.ask(match, 0, "mark")
	match:finish({ 0 }, "full")
end
return harena.game {
	id = "duel",
	title = "Duel",
	seats = { min = 2, max = 2 },
	board = harena.square { width = 3, height = 3 },
	kinds = { "sign" },
	zones = { { id = "bag" } },
	verbs = { { id = "mark", args = { "cell" }, title = "Mark {1}" } },
	prototypes = { sign { id = "cross", title = "Cross" } },
	steps = { turn = turn },
	first_step = "turn",
	score = function(match: any, seat: number) return RETURNS end,
	score_parts = { "ground", "safety" },
	personas = { PERSONAS },
	prompts = { mark = "Mark" },
	reasons = { full = "Full" },
}
"#;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"duel\"\nversion = \"1.0.0\"\ntitle = \"Duel\"\n\
                        kind = \"game\"\napi = 1\n";

fn host(personas: &str, returns: &str) -> Result<Host, Vec<Problem>> {
    let game = GAME.replace("PERSONAS", personas).replace("RETURNS", returns);
    let files = [("pack.toml", MANIFEST), ("game.luau", game.as_str())];
    let library = Library::from_trees([("duel", Tree::from_files(files).unwrap())]);
    let packs = harena_script::assemble(&library, &["duel"]).unwrap();
    Host::load(&packs)
}

/// Code, message and hint of everything that is wrong, when it is loaded or built.
fn wrong(personas: &str) -> Vec<String> {
    let built = |host: Host| {
        let settings = host.menu().defaults();
        host.build(&settings, 2).err().unwrap_or_default()
    };
    let problems = match host(personas, "0, 0, 0") {
        Ok(host) => built(host),
        Err(problems) => problems,
    };
    let told = |it: &Problem| format!("{} {}; {}", it.code, it.message, it.hint);
    problems.iter().map(told).collect()
}

#[test]
fn personas_are_read_with_their_weights() {
    let one =
        r#"{ id = "brave", title = "Brave", weights = { safety = 20 }, sheets = { cross = -3 } }"#;
    let host = host(one, "7, 4, 3").unwrap();
    assert_eq!(host.menu().personas[0].id, "brave");
    assert_eq!(host.menu().persona("brvae").unwrap_err(), {
        "there is no persona `brvae` among brave; did you mean brave?"
    });
    let game = host.build(&host.menu().defaults(), 2).unwrap();
    assert_eq!(game.score_parts, ["ground", "safety"]);
    let brave = game.persona("brave").unwrap();
    assert_eq!((brave.weights.as_slice(), brave.sheets.len()), (&[100, 20][..], 1));
    assert_eq!(brave.sheets[0].1, -3);
}

#[test]
fn a_judgement_has_a_number_for_each_part() {
    let judged = |returns: &str| {
        let mut host = host("", returns).unwrap();
        let game = host.build(&host.menu().defaults(), 2).unwrap();
        let mut the_match = Match::new(game, Setup::default());
        the_match.advance(&mut host).unwrap();
        let judged = host.judge(&mut the_match, Seat(0));
        let whole = host.score(&mut the_match, Seat(0));
        assert_eq!(judged.clone().ok().map(|it| it.unwrap().whole), whole.ok().flatten());
        judged.map(|it| it.unwrap().parts).map_err(|fault| fault.to_string())
    };
    assert_eq!(judged("7, 4, 3"), Ok(vec![4, 3]));
    for short in ["7", "7, 4", "7, 4, nil", "7, 4, \"x\"", "nil, 4, 3"] {
        let told = judged(short).unwrap_err();
        assert!(told.contains("one for each of its parts: ground, safety"), "{short}: {told}");
    }
}

#[test]
fn misspelt_names_are_told_with_the_nearest() {
    let check = |personas: &str, expected: &str| {
        let found = wrong(personas);
        assert!(found.len() == 1 && found[0].contains(expected), "{personas}: {found:?}");
    };
    let named = |inside: &str| format!("{{ id = \"brave\", title = \"Brave\", {inside} }}");
    check(
        &named("weights = { saftey = 20 }"),
        "unknown score_part `saftey`; did you mean `safety`?",
    );
    check(&named("weights = { safety = 2000 }"), "H0204");
    check(&named("sheets = { crosss = 3 }"), "unknown sheet `crosss`; did you mean `cross`?");
    check(&named("wieghts = { safety = 20 }"), "did you mean `weights`?");
    let twice = format!("{}, {}", named(""), named(""));
    check(&twice, "H0206");
    assert_eq!(wrong(&named("weights = { safety = 20, ground = 0 }")), Vec::<String>::new());
}
