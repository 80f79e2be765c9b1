use super::*;
use crate::schema::{Schema, Type, Value, Vocabulary, check};

const FACTION: &str = r#"--!strict
-- The dragon empire.
local arena = require("@champion_arena/define")

local function strike_back(match)
	match:wound(1)
end

return arena.faction {
	id = "dragon",
	tiles = {
		arena.champion {
			id = "knight",
			attacks = { arena.melee(2, "front"), { strength = 1 } },
			when = {
				falls = { does = function(match)
					match:heal(1)
				end },
			},
			["odd name"] = 3,
		},
		arena.rune { id = "charge", text = "é", link = { "front" } }, arena.rune { id = "net" },
	},
}
"#;

fn map() -> SourceMap {
    SourceMap::new("dragon", "faction.luau", FACTION)
}

/// Writes a path as keys: numbers are positions.
fn keys(path: &str) -> Vec<Key> {
    path.split('.').filter(|key| !key.is_empty()).map(Key::of).collect()
}

fn check_place(line: u32, path: &str, expected: (u32, u32)) {
    let place = map().field_place(line, &keys(path)).expect("a constructor");
    assert_eq!((place.line, place.column), expected, "{line} {path}");
}

#[test]
fn fields_are_found_in_the_constructor_of_a_line() {
    check_place(12, "id", (13, 4));
    check_place(12, "attacks", (14, 4));
    check_place(12, "attacks.1", (14, 16));
    check_place(12, "attacks.2.strength", (14, 43));
    check_place(12, "when.falls.does", (16, 15));
    check_place(12, "odd name", (20, 4));
    check_place(9, "tiles.1.attacks.2", (14, 41));
    check_place(9, "id", (10, 2));
}

#[test]
fn what_is_not_there_is_as_near_as_can_be() {
    check_place(12, "", (12, 3));
    check_place(12, "wings", (12, 3));
    check_place(12, "attacks.1.strength", (14, 16));
    check_place(10, "id", (11, 10));
    assert_eq!(map().field_place(99, &[]), None);
}

#[test]
fn several_constructors_of_a_line_are_told_apart_by_their_fields() {
    check_place(22, "link.1", (22, 52));
    check_place(22, "id", (22, 16));
    check_place(22, "", (22, 3));
}

#[test]
fn values_have_places_of_their_own() {
    let place = map().value_place(12, &keys("attacks"));
    assert_eq!(place, Some(Place { line: 14, column: 14 }));
    let place = map().value_place(12, &keys("attacks.2"));
    assert_eq!(place, Some(Place { line: 14, column: 41 }));
}

#[test]
fn calls_and_functions_of_a_line() {
    assert_eq!(map().call_place(6), Some(Place { line: 6, column: 2 }));
    assert_eq!(map().call_place(12), Some(Place { line: 12, column: 3 }));
    assert_eq!(map().call_place(5), None);
    assert_eq!(map().function_at(6), Some("strike_back"));
    assert_eq!(map().function_at(17), Some("does"));
    assert_eq!(map().function_at(12), None);
    assert_eq!(map().excerpt(10), Some("\tid = \"dragon\","));
    assert_eq!(map().excerpt(0), None);
}

fn check_syntax(text: &str, expected: &[&str]) {
    let map = SourceMap::new("dragon", "a.luau", text);
    let found: Vec<String> = map
        .syntax_problems()
        .iter()
        .map(|p| format!("{}:{} {}", p.line, p.column, p.code))
        .collect();
    assert_eq!(found, expected, "{:?}", map.syntax_problems());
}

#[test]
fn all_syntax_errors_are_told_at_once() {
    check_syntax(FACTION, &[]);
    check_syntax("local x = \nlocal y = 1\nlocal = 2\n", &["1:9 H0300", "3:7 H0300"]);
    let missing = "return {\n\ta = 1\n\tb = 2,\n\tc = { d = 3 },\n}\n";
    check_syntax(missing, &["3:2 H0300"]);
}

#[test]
fn a_broken_file_never_stops_the_parser() {
    for (end, _) in FACTION.char_indices() {
        let map = SourceMap::new("dragon", "a.luau", &FACTION[..end]);
        map.syntax_problems();
    }
}

#[test]
fn bombs_are_refused_before_they_are_parsed() {
    let deep = |part: &str| {
        let text = format!("return {}", part.repeat(20_000));
        let map = SourceMap::new("dragon", "bomb.luau", &text);
        let problems = map.syntax_problems();
        assert!(problems.iter().any(|problem| problem.code == "H0311"), "{part}");
    };
    for part in ["(", "{", "not ", "- ", "a .. ", "1 + ", "function() ", "-if a then ", "f(not "] {
        deep(part);
    }
    deep("if a then b elseif ");
    let honest = "local x = if a then b + c else d\nif x == 1 then f() elseif x > 2 then g() end\n";
    check_syntax(&honest.repeat(500), &[]);
    let near = format!("local x = {}1{}", "{".repeat(199), "}".repeat(199));
    check_syntax(&near, &[]);
}

#[test]
fn signs_that_belong_to_no_token_never_reach_the_parser() {
    check_syntax("@\u{e000}", &["1:2 H0300"]);
    check_syntax("local x = 1\nlocal function $() end\n@$ x", &["2:16 H0300", "3:2 H0300"]);
}

#[test]
fn findings_become_problems_of_the_file() {
    let attack = Schema::new("Attack").needs("strength", Type::int(1, 9), "");
    let schema = Schema::new("Champion")
        .needs("id", Type::Id, "")
        .needs("copies", Type::INT, "")
        .may("attacks", Type::list(Type::Record(Box::new(attack))), "");
    let attacks = vec![
        Value::record([("strength", Value::Int(2))]),
        Value::record([("strength", Value::Int(12))]),
    ];
    let sheet = Value::record([
        ("id", Value::text("knight")),
        ("attacks", Value::List(attacks)),
        ("when", Value::List(vec![])),
    ]);
    let findings = check(&schema, &sheet, &Vocabulary::default());
    let found: Vec<String> = locate(&findings, &map(), 12)
        .iter()
        .map(|problem| format!("{} {}", problem.location(), problem.code))
        .collect();
    assert_eq!(
        found,
        [
            "dragon/faction.luau:15:4 H0201",
            "dragon/faction.luau:12:3 H0202",
            "dragon/faction.luau:14:54 H0204",
        ]
    );
}

#[test]
fn a_missing_comma_is_guessed_and_what_follows_it_is_left_out() {
    let text = "return {\n\ta = 1\n\tb = { 2 },\n\tc = 3 3,\n}\n";
    let map = SourceMap::new("duel", "game.luau", text);
    let told: Vec<_> = map.syntax_problems().iter().map(|it| (it.line, &*it.hint)).collect();
    assert_eq!(told, [(3, COMMA_HINT)]);
}
