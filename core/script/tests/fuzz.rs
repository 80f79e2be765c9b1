//! What reads packs meets whatever there is: types of schemas, sheets and definitions, sources.
//!
//! Each target runs some hundred cases with every test. For a long run, say for how long each
//! target may take:
//!
//! ```text
//! HARENA_FUZZ_SECONDS=1200 cargo test -p harena-script --test fuzz -- --nocapture
//! ```

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../pack/tests/runner/mod.rs"]
mod runner;

use std::sync::Arc;

use harena_pack::{Library, Tree};
use harena_script::Host;
use harena_script::allowance::Allowance;
use harena_script::lint::lint;
use harena_script::schema::{Key, Schema, Value, Vocabulary, check_within};
use harena_script::source::SourceMap;
use proptest::prelude::*;
use runner::fuzz;

/// Pieces put one after the other.
fn soup(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

const TYPES: &[&str] = &[
    "any",
    "bool",
    "text",
    "id",
    "function",
    "int",
    "stat",
    "Attack",
    "Atack",
    "list of ",
    "map of ",
    " to ",
    "list 1..3 of ",
    "list",
    "1..",
    "..9",
    "int -5..5",
    "0..99999999999999999",
    "(",
    ")",
    "|",
    " | ",
    "'a'",
    "'b c'",
    "'",
    " ",
    "of",
    "list of list of ",
    "((((",
    "))))",
];

fn field(spelled: String, kind: String) -> Value {
    Value::List(vec![Value::Text(spelled), Value::Text(kind)])
}

fn notation(fields: Vec<Value>, records: Vec<Value>) -> Value {
    Value::record([
        ("name", Value::text("Sheet")),
        ("fields", Value::List(fields)),
        ("records", Value::List(records)),
    ])
}

/// Any value, mostly of names that mean something.
fn values() -> impl Strategy<Value = Value> {
    let names = || prop::sample::select(&["1", "2", "id", "name", "fields", "default", "records"]);
    let leaf = prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_map(Value::Number),
        soup(TYPES, 4).prop_map(Value::Text),
        names().prop_map(Value::text),
        Just(Value::Function(0)),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        let entry = (names().prop_map(str::to_owned), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Value::List),
            prop::collection::btree_map(entry.0, entry.1, 0..6)
                .prop_map(|entries| Value::Record(entries.into_iter().collect())),
        ]
    })
}

#[test]
fn types_of_schemas_are_read_or_refused() {
    let attack = || notation_of("Attack", vec![field("strength".into(), "int 1..9".into())]);
    let cases = (soup(TYPES, 24), values());
    fuzz("types", 400, cases, |(kind, value)| {
        let notation = notation(vec![field("it?".into(), kind.clone())], vec![attack()]);
        let Ok(schema) = Schema::from_value(&notation) else { return };
        let words = Vocabulary::default().with("stat", ["might"]);
        let sheet = Value::record([("it", value)]);
        check_within(&schema, &sheet, &words, &Allowance::default());
        assert!(!schema.luau_types().is_empty() && !schema.markdown().is_empty());
        let again = super_notation(&schema, attack());
        assert_eq!(Schema::from_value(&again).as_ref(), Ok(&schema), "{kind}");
    });
}

fn notation_of(name: &str, fields: Vec<Value>) -> Value {
    Value::record([("name", Value::text(name)), ("fields", Value::List(fields))])
}

/// The notation of a schema with one field, from how its type is displayed.
fn super_notation(schema: &Schema, record: Value) -> Value {
    let kind = schema.fields.first().map(|field| field.kind.to_string());
    notation(vec![field("it?".into(), kind.unwrap_or_default())], vec![record])
}

#[test]
fn notations_and_sheets_of_any_form_are_answered() {
    fuzz("notations", 400, (values(), values()), |(notation, sheet)| {
        let allowance = Allowance::new(20_000, 1 << 20, 20);
        if let Ok(schema) = Schema::from_value_within(&notation, &Vocabulary::open(), &allowance) {
            let findings = check_within(&schema, &sheet, &Vocabulary::default(), &allowance);
            assert!(findings.len() <= 21);
        }
    });
}

const TOKENS: &[&str] = &[
    "local ",
    "x",
    "y",
    " = ",
    "function ",
    "end ",
    "if ",
    " then ",
    "else ",
    "elseif ",
    "for ",
    "in ",
    "do ",
    "while ",
    "repeat ",
    "until ",
    "return ",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ":",
    ".",
    "..",
    "...",
    "+",
    "-",
    "*",
    "//",
    "%",
    "^",
    "#",
    "not ",
    "and ",
    "or ",
    "==",
    "~=",
    "<",
    ">",
    "\"a\"",
    "'b'",
    "`c{",
    "}`",
    "[[",
    "]]",
    "--",
    "--[[",
    "\n",
    "1",
    "0x",
    "1e",
    "nil ",
    "true ",
    "type ",
    "export ",
    "continue ",
    "break ",
    "::",
    "?",
    "|",
    "&",
    "->",
    "@",
    "require(\"./a\")",
    "match:pieces { with = \"x\" }",
    "match:has_tag(\"t\")",
    "pairs(x)",
    "a = 1 ",
    "harena.ask(match, 0, \"p\") ",
    "table.insert(x, y) ",
    "\\",
    "$",
    "\0",
    "const ",
];

#[test]
fn sources_of_any_form_are_read() {
    let cases = (soup(TOKENS, 120), any::<u8>(), any::<usize>());
    fuzz("sources", 500, cases, |(text, line, at)| {
        let map = SourceMap::new("fuzz", "a.luau", &text);
        let n_syntax = map.syntax_problems().len();
        assert!(n_syntax <= 31 && lint(&map).len() <= 31);
        let path = [Key::Name("with".into()), Key::Index(at)];
        let line = u32::from(line % 8);
        let _places = (map.field_place(line, &path), map.call_place(line), map.line_of(&path));
        let _function = (map.function_at(line), map.excerpt(line));
    });
}

const GAME: &str = r##"--!strict
-- A game.
local harena = require("@harena")
local sign = harena.sheet {
	kind = "sign",
	schema = { name = "Sign", fields = { { "id", "id" }, { "title", "text" }, { "n?", "int 0..9" } } },
	make = function(fields)
		return { kind = "sign", id = fields.id, title = fields.title, stats = { might = 3 } }
	end,
}
local function turn(match)
	if match:offer("mark", match:empty_cells()) == 0 then
		return match:finish({ 0, 1 }, "full")
	end
	harena.ask(match, 0, "mark")
	match:finish({ 0 }, "full")
end
return harena.game {
	id = "fuzz",
	title = "Fuzz",
	seats = { min = 2, max = 2 },
	board = harena.square { width = 3, height = 3, diagonals = true, tags = { home = { 1, "a1" } } },
	kinds = { "sign" },
	stats = { "might" },
	zones = { { id = "bag", sight = "all", kinds = { "sign" } } },
	settings = { { id = "s", title = "S", type = "choice", default = "a", choices = { "a", "b" } } },
	presets = { { id = "p", title = "P", settings = { s = "b" } } },
	vars = { n = 0 },
	verbs = { { id = "mark", args = { "cell" }, title = "Mark {1}" } },
	prototypes = { sign { id = "cross", title = "Cross", n = 1 }, sign { id = "nought", title = "O" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { mark = "Mark" },
	reasons = { full = "Full" },
	looks = { kinds = { sign = { as = "disc" } }, background = "#ffffff" },
}
"##;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"fuzz\"\nversion = \"1.0.0\"\ntitle = \"Fuzz\"\n\
                        kind = \"game\"\napi = 1\n";

const PARTS: &[&str] = &[
    "nil",
    "true",
    "0",
    "-1",
    "2.5",
    "1e300",
    "0/0",
    "{}",
    "{ 1, 2 }",
    "{ a = 1 }",
    "\"a\"",
    "\"cross\"",
    "\"sign\"",
    "\"might\"",
    "\"\\0\"",
    "turn",
    "sign",
    "harena.setting(\"s\")",
    "harena.by(\"s\", { a = 1, b = {} })",
    "harena.by(\"x\", {})",
    "string.rep(\"x\", 9000)",
    "{ { { { 1 } } } }",
    "2^31",
    "2^53",
    "\"list of list of int\"",
    "sign { id = \"cross\" }",
    "table.create(300, \"a\")",
    "{ [0] = 1, [2.5] = 2, [true] = 3 }",
    "function() end",
    "harena.hex { radius = 2 }",
    "harena.line { spaces = 9 }",
    "harena.graph { cells = {} }",
    "\"int | 'a'\"",
    "{ id = \"x\", title = \"X\" }",
    "math.huge",
    "\"Ünï\"",
];

/// The game with some of its words, numbers and tables replaced.
fn games() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), prop::sample::select(PARTS));
    prop::collection::vec(change, 1..4).prop_map(|changes| {
        let mut text = GAME.to_owned();
        for (at, part) in changes {
            let values = values_in(&text);
            if !values.is_empty() {
                let (from, to) = values[at.index(values.len())];
                text.replace_range(from..to, part);
            }
        }
        text
    })
}

/// Where values begin and end: texts, numbers, truth values, names after `=`, and tables.
fn values_in(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, letter)) = rest.next() {
        match letter {
            '{' => open.push(at),
            '}' => found.extend(open.pop().map(|from| (from, at + 1))),
            '"' => {
                while rest.next_if(|(_, letter)| *letter != '"').is_some() {}
                found.extend(rest.next().map(|(end, _)| (at, end + 1)));
            }
            '0'..='9' => found.push((at, at + 1)),
            _ => {}
        }
    }
    found
}

#[test]
fn definitions_of_any_form_are_read_or_refused() {
    fuzz("definitions", 100, games(), |text| {
        let files = [("pack.toml", MANIFEST), ("game.luau", text.as_str())];
        let library = Library::from_trees([("fuzz", Tree::from_files(files).unwrap())]);
        let packs = harena_script::assemble(&library, &["fuzz"]).unwrap();
        match Host::load(&packs) {
            Ok(host) => {
                let menu = host.menu().clone();
                let _game: Result<Arc<_>, _> = host.build(&menu.defaults(), menu.min_seats);
                let _shown = (host.looks(), host.dictionary(), host.warnings().len());
            }
            Err(problems) => {
                // 101 are told, and one more counts the rest.
                assert!(!problems.is_empty() && problems.len() <= 102);
                assert!(problems.iter().all(|problem| problem.message.len() < 700));
            }
        }
    });
}
