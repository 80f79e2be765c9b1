//! Packs that ask for too much while they are read, and names that nobody declared: each is a
//! problem with its place.

use harena_pack::{Library, Problem, Tree};
use harena_script::Host;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"duel\"\nversion = \"1.0.0\"\ntitle = \"Duel\"\n\
                        kind = \"game\"\napi = 1\n";

/// A game; a line that holds `-- NAME` can be replaced by name.
const GAME: &str = r#"--!strict
-- A game.
local harena = require("@harena")
local t: any = nil -- TOP
local sign = harena.sheet {
	kind = "sign",
	schema = { name = "Sign", fields = { { "id", "id" }, { "title", "text" } } }, -- SCHEMA
	make = function(fields) return { kind = "sign", id = fields.id, title = fields.title } end,
}
local function turn(match)
	match:offer("mark", match:empty_cells()) -- TURN
	harena.ask(match, 0, "mark")
	match:finish({ 0 }, "full")
end
return harena.game {
	id = "duel",
	title = "Duel",
	seats = { min = 2, max = 2 },
	board = harena.square { width = 3, height = 3, tags = { throne = { 4 } } }, -- BOARD
	kinds = { "sign" }, -- KINDS
	statuses = { "netted" },
	zones = { { id = "bag" } },
	settings = { { id = "first", title = "First", type = "choice", default = "a", choices = { "a" } } },
	vars = { n = 0 }, -- VARS
	verbs = { { id = "mark", args = { "cell" }, title = "Mark {1}" } },
	prototypes = {
		sign { id = "cross", title = "Cross" },
		sign { id = "nought", title = "Nought" }, -- SHEET
	},
	steps = { turn = turn },
	first_step = "turn",
	prompts = { mark = "Mark" },
	reasons = { full = "Full" },
	looks = t,
}
"#;

fn game_with(name: &str, line: &str) -> String {
    let mark = format!(" -- {name}");
    assert_eq!(GAME.matches(&mark).count(), 1, "{name}");
    let lines = GAME.lines().map(|old| if old.ends_with(&mark) { line } else { old });
    lines.collect::<Vec<_>>().join("\n")
}

fn problems_of(game: &str) -> Vec<Problem> {
    loaded(&[("game.luau", game)]).err().unwrap_or_default()
}

fn loaded(files: &[(&str, &str)]) -> Result<Host, Vec<Problem>> {
    let files = files.iter().copied().chain([("pack.toml", MANIFEST)]);
    let library = Library::from_trees([("duel", Tree::from_files(files).unwrap())]);
    let packs = harena_script::assemble(&library, &["duel"]).unwrap();
    Host::load(&packs)
}

/// Loads the game with one line replaced; expects problems written `LINE:COLUMN CODE: MESSAGE`,
/// with their hints in brackets.
#[track_caller]
fn check(name: &str, line: &str, expected: &[&str]) {
    let told = |it: &Problem| {
        format!("{}:{} {}: {} [{}]", it.line, it.column, it.code, it.message, it.hint)
    };
    let found: Vec<String> = problems_of(&game_with(name, line)).iter().map(told).collect();
    assert_eq!(found, expected, "{line}");
}

#[test]
fn files_in_folders_are_looked_at_like_others() {
    let game = game_with("TOP", "local t: any = require(\"./rules/deep/kept\").looks");
    let file = |line: &str| {
        format!(
            "--!strict\n-- Rules.\nlocal rules = {{ n = 0 }}\nfunction rules.count()\n\t{line}\n\
             end\nreturn rules\n"
        )
    };
    let path = "rules/deep/kept.luau";
    let found = loaded(&[("game.luau", &game), (path, &file("rules.n = 1 wrong = 2"))]);
    let found = found.err().unwrap_or_default();
    let found = found.iter().map(|it| format!("{}:{} {}", it.path, it.line, it.code));
    let found: Vec<String> = found.collect();
    assert_eq!(found, [path.to_owned() + ":5 H0303", path.to_owned() + ":5 H0304"]);
    let host = loaded(&[("game.luau", &game), (path, &file("print(1)"))]).unwrap();
    assert!(host.may_print());
    assert!(host.typed_packs().modules.iter().any(|it| it.name == "duel/rules/deep/kept.luau"));
}

#[test]
fn the_game_itself_is_fine() {
    assert_eq!(problems_of(GAME), []);
}

#[test]
fn what_is_shared_counts_wherever_it_stands() {
    let too_much = "34:10 H0211: there is more in the definitions than is read \
                    [a table or text that is shared counts wherever it stands]";
    let tables = "local t: any = { 1 } for i = 1, 20 do t = { t, t, t, t } end";
    check("TOP", tables, &[too_much]);
    let names = "local t: any = { a = 1 } for i = 1, 20 do t = { a = t, b = t, c = t } end";
    check("TOP", names, &[too_much]);
    let texts = "local t: any = table.create(4000, string.rep(\"x\", 20000))";
    check("TOP", texts, &[too_much]);
    let keys = "local t: any = {} for i = 1, 9000 do t[i] = { [string.rep(\"x\", 1000)] = 1 } end";
    check("TOP", keys, &[too_much]);
}

#[test]
fn tables_that_hold_themselves_are_told() {
    let deep =
        "34:10 H0210: tables inside each other more than 24 deep [does a table hold itself?]";
    check("TOP", "local t: any = {} t.again = t", &[deep]);
    check("TOP", "local t: any = {} t[1] = t", &[deep]);
}

#[test]
fn types_that_grow_are_refused() {
    let at =
        |kind: &str| format!("schema = {{ name = \"S\", fields = {{ {{ \"f\", {kind} }} }} }},");
    let hint = "give the parts names of their own under `records`";
    let long = format!("7:43 H0211: a type this long is not read [{hint}]");
    check("SCHEMA", &format!("\t{}", at("string.rep(\"list of \", 2400) .. \"int\"")), &[&long]);
    let deep = format!("7:43 H0211: a type nested this deeply is not read [{hint}]");
    check("SCHEMA", &format!("\t{}", at("string.rep(\"list of \", 40) .. \"int\"")), &[&deep]);
    let records = "\tschema = (function() local r = { { name = \"R0\", fields = { { \"f\", \"int\" } } } } \
                   for i = 1, 30 do local b = \"R\" .. i - 1 \
                   r[i + 1] = { name = \"R\" .. i, fields = { { \"a\", b }, { \"b\", b } } } end \
                   return { name = \"S\", fields = {}, records = r } end)(),";
    let found = problems_of(&game_with("SCHEMA", records));
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["H0211"], "{found:#?}");
}

#[test]
fn two_of_one_name_are_told_with_both_places() {
    let other = |at: &str| format!("the other stands at duel/game.luau:{at}");
    let sheet = format!("28:15 H0206: duplicate sheet `cross` [{}]", other("27:15"));
    check("SHEET", "\t\tsign { id = \"cross\", title = \"Other\" },", &[&sheet]);
    let kind = format!("20:20 H0206: duplicate kind `sign` [{}]", other("20:12"));
    check("KINDS", "\tkinds = { \"sign\", \"sign\" },", &[&kind]);
    let var = "24:18 H0314: `n` is defined twice [the other stands at line 24, column 11]";
    check("VARS", "\tvars = { n = 0, n = 1 },", &[var]);
    let verbs = "\tvars = {}, layers = {}, marks = { { id = \"fire\" }, { id = \"fire\" } },";
    let mark = format!("24:60 H0206: duplicate id `fire` [{}]", other("24:43"));
    check("VARS", verbs, &[&mark]);
}

#[test]
fn words_are_checked_wherever_they_are_written() {
    let turn = |call: &str, expected: &str| check("TURN", &format!("\t{call}"), &[expected]);
    turn(
        "match:cell_at(1):has_tag(\"thron\")",
        "11:27 H0205: unknown tag `thron` [did you mean `throne`?]",
    );
    turn("match:tagged \"trone\"", "11:15 H0205: unknown tag `trone` [did you mean `throne`?]");
    turn(
        "match:pieces { witout = { \"netted\" } }",
        "11:17 H0201: unknown field `witout` of Filter [did you mean `without`?]",
    );
    turn(
        "match:count { without = { \"neted\" } }",
        "11:28 H0205: unknown status `neted` [did you mean `netted`?]",
    );
    turn(
        "local F = table.freeze { kind = \"sing\" } match:count(F)",
        "11:34 H0205: unknown kind `sing` [did you mean `sign`?]",
    );
    turn(
        "harena.ask(match, 0, \"marck\")",
        "11:23 H0205: the game has no prompt `marck` [did you mean `mark`?]",
    );
    turn("match:queue(\"trun\")", "11:14 H0205: unknown step `trun` [did you mean `turn`?]");
    check("TURN", "\tmatch:pieces { kind = \"sign\", others = true }", &[]);
    check("TURN", "\tlocal words: any = { has_tag = 1 } print(words.has_tag)", &[]);
}

#[test]
fn plans_of_boards_are_checked() {
    let board = |plan: &str, expected: &[&str]| {
        check(
            "BOARD",
            &format!("\tboard = harena.square {{ width = 3, height = 3, {plan} }},"),
            expected,
        );
    };
    board(
        "witout = { { 0, 0 } }",
        &["19:49 H0201: unknown field `witout` of SquarePlan [did you mean `without`?]"],
    );
    board(
        "without = { \"a1\" }",
        &["19:61 H0203: `without[1]` is a text, not list 2 of int -2147483648..2147483647 \
           [put it in braces]"],
    );
    let far = "19:66 H0204: `without[1][2]` is out of range: 1099511627776 \
               [allowed is int -2147483648..2147483647]";
    board("without = { { 0, 2 ^ 40 } }", &[far]);
}

#[test]
fn numbers_beyond_32_bits_and_defaults_nobody_takes_are_refused() {
    let far = "24:15 H0204: `vars.n` is out of range: 4294967296 \
               [allowed is int -2147483648..2147483647]";
    check("VARS", "\tvars = { n = 2 ^ 32 },", &[far]);
    let presets =
        "\tvars = {}, presets = { { id = \"p\", title = \"P\", settings = { first = \"b\" } } },";
    let wrong = problems_of(&game_with("VARS", presets));
    assert_eq!(wrong.iter().map(|it| it.code).collect::<Vec<_>>(), ["H0423"], "{wrong:#?}");
}

#[test]
fn what_is_no_sheet_is_told_and_not_passed_over() {
    let no_sheet = "28:3 H0426: this is no sheet \
                    [make it with a constructor that `harena.sheet` returned]";
    check("SHEET", "\t\t{ id = \"nought\" } :: any,", &[no_sheet]);
}

#[test]
fn ten_thousand_problems_are_counted() {
    let sheets = "\t\ttable.unpack((function() local all = {} for i = 1, 3000 do \
                  all[i] = sign { id = \"A\" .. i } end return all end)()),";
    let found = problems_of(&game_with("SHEET", sheets));
    assert!(found.len() <= 101, "{}", found.len());
    let last = found.iter().find(|it| it.code == "H0212").expect("the rest is counted");
    assert!(last.message.contains("more problems are not listed"), "{last}");
}

#[test]
fn constructors_share_one_budget() {
    let make = "\t\tsign { id = \"nought\", title = \"N\" }, table.unpack((function() \
                local slow = harena.sheet { kind = \"sign\", \
                schema = { name = \"S\", fields = { { \"id\", \"id\" } } }, \
                make = function(f) for _ = 1, 3000000 do end \
                return { kind = \"sign\", id = f.id, title = f.id } end } \
                local all = {} for i = 1, 100 do all[i] = slow { id = \"s\" .. i } end \
                return all end)()),";
    let found = problems_of(&game_with("SHEET", make));
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["H0402"], "{found:#?}");
}
