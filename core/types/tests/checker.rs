//! The checker itself, on a small game and on those of this repository.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::time::Duration;

use harena_pack::{Library, Tree};
use harena_script::Host;
use harena_types::{Checker, Finding};

const MANIFEST: &str = r#"schema = 1
[pack]
id = "siege"
version = "0.1.0"
title = "Siege"
summary = "A game for tests"
kind = "game"
license = "CC0-1.0"
api = 1
[dependencies]
harena = "^0.1"
"#;

const GAME: &str = r#"--!strict
-- A game with a bit of everything that types tell.
local harena = require("@harena")
local words = require("./words")

local tile = harena.sheet {
	kind = "tile",
	schema = {
		name = "Tile",
		fields = {
			{ "id", "id" },
			{ "power", "int 0..9", default = 1 },
			{ "attacks?", "list of Attack" },
			{ "armor?", "Armor" },
			{ "kinds?", "list of kind" },
		},
		records = {
			{ name = "Attack", fields = { { "sides?", "list of int 0..5" }, { "reach?", "int" } } },
			{ name = "Armor", fields = { { "front?", "int", default = 0 } } },
		},
	},
	make = function(fields: Tile)
		return { kind = "tile", id = fields.id, title = "Tile", stats = { strength = fields.power } }
	end,
}

local WHY = harena.reason("R1", "A tile lies there")
local FREE = harena.filter { { whose = "own" }, { without = { "netted" }, why = WHY } }
local OWN = table.freeze({ whose = "own", without = { "netted" } } :: Filter)

local function turn(match: Match)
	match:offer("put", match:empty_cells(), match:facings())
	match:offer("pass")
	match:offer("hit", FREE)
	local answer = harena.choose(match, match.active, "put")
	local cell: Cell, facing: number = answer.cell, answer.facing
	BODY
	match:finish({ 0 }, "over")
	print(cell.name, facing, OWN)
end

return harena.game {
	id = "siege",
	title = "Siege",
	seats = { min = 1, max = 1 },
	settings = {
		{ id = "length", title = "Length", type = "int", min = 1, max = 3, default = 1 },
		{ id = "wind", title = "Wind", type = "choice", choices = { "weak", "strong" }, default = "weak" },
	},
	board = harena.hex { radius = 1 },
	kinds = { "tile" },
	stats = { "strength" },
	statuses = { "netted" },
	counters = { "wounds" },
	vars = { countdown = 3 },
	zones = { { id = "deck" } },
	verbs = {
		{ id = "put", args = { "cell", "facing" }, title = "Put on {1}" },
		{ id = "pass", args = {}, title = "Pass" },
		{ id = "hit", args = { "piece" }, title = "Hit {1}" },
		{ id = "fell", args = { "piece" }, title = "Fell {1}" },
		{ id = "deal", args = { "piece", "number" }, title = "Deal {1} {2}" },
	},
	prototypes = {
		tile { id = "tile", attacks = { { sides = { 1 } }, { reach = 2 } }, armor = { front = 1 } },
		tile { id = "other", kinds = { "tile" }, power = 2 },
		PROTOTYPE
	},
	steps = { turn = turn },
	first_step = "turn",
	prompts = { put = "Put it" },
	reasons = { over = words.over },
}
"#;

const WORDS: &str =
    "--!strict\n-- Words.\nlocal words = { over = \"It is over\" }\nreturn table.freeze(words)\n";

/// Where in it a step says something.
const LINE: u32 = 37;

fn checker() -> Checker {
    Checker::at(env!("CARGO_BIN_EXE_harena-luau"))
}

fn host(body: &str) -> Host {
    host_with(body, "")
}

/// A game with this in its step and this sheet.
fn host_with(body: &str, prototype: &str) -> Host {
    let game = GAME.replace("BODY", body).replace("PROTOTYPE", prototype);
    let files = [("pack.toml", MANIFEST), ("game.luau", &*game), ("words.luau", WORDS)];
    let library = Library::from_trees([("siege", Tree::from_files(files).unwrap())]);
    let packs = harena_script::assemble(&library, &["siege"]).unwrap();
    Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn findings(body: &str) -> Vec<Finding> {
    checker().check(&host(body).typed_packs()).unwrap()
}

/// The step with this one line in it is found to be wrong there, and something says this. (Of a
/// call that could be meant in several ways the checker says several things.)
#[track_caller]
fn finds(body: &str, part: &str) {
    let found = findings(body);
    assert!(found.iter().any(|it| it.problem.message.contains(part)), "{body}: {found:#?}");
    for finding in found {
        assert_eq!(
            (finding.problem.code.as_str(), finding.problem.line),
            ("H0319", LINE),
            "{body}"
        );
    }
}

#[test]
fn what_fits_is_clean() {
    assert_eq!(findings(""), []);
    let body = "
        for _, piece in match:pieces(OWN) do
            if piece:has(\"netted\") and piece.strength > piece.wounds then
                match:send(piece, \"deck\")
            end
            local power: number = piece:sheet().power
            match:set(\"countdown\", match.countdown - power)
        end
        local wind: \"weak\" | \"strong\" = match.settings.wind
        print(#match:board(), match:board()[1].name, wind, match.settings.length + 1)";
    assert_eq!(findings(body), []);
}

#[test]
fn the_checker_knows_exactly_this_game() {
    // Names written in a call are found as the pack is loaded; here are those that are computed.
    finds("local it: StatusName = \"nettet\" print(it)", "\"netted\"");
    finds("local it: ZoneName = \"dekc\" print(it)", "\"deck\"");
    finds("local it: VarName = \"countdwon\" print(it)", "\"countdown\"");
    finds("local it: VerbName = \"putt\" print(it)", "\"put\"");
    finds("local it: ReasonName = \"ovre\" print(it)", "\"over\"");
    finds("match:zone(match.settings.wind)", "\"deck\"");
    finds("local _, far = harena.ask(match, 0, \"put\") print(far)", "only returns 1 value");
    finds("match:offer(\"put\", cell)", "");
    finds("match:offer(\"put\", facing, cell)", "");
    finds("match:offer(\"pass\", cell)", "");
    finds("local n: string = match.countdown print(n)", "'string'");
    finds("local n: boolean = match.settings.length print(n)", "'boolean'");
    finds("local n: number = assert(cell.piece):sheet().id print(n)", "'number'");
    finds("print(cell.piece.strength)", "could be nil");
}

#[test]
fn looks_are_typed_where_they_are_written() {
    let body = "
        local looks: Looks = {
            kinds = { tile = { as = \"tile\" } },
            stats = { { id = \"strength\", letter = \"S\" }, { id = \"strength\", as = \"pips\" } },
            zones = { deck = \"Deck\" },
            signs = { sun = { icon = \"sun\" }, rain = { title = \"Rain\" } },
            help = { { text = \"Go.\" }, { title = \"End\", text = \"Stop.\" } },
        }
        print(looks)";
    assert_eq!(findings(body), []);
    finds("local it: Looks = { kinds = { tile = { as = \"tiel\" } } } print(it)", "\"tiel\"");
    finds("local it: Looks = { statuses = { { id = \"nettet\" } } } print(it)", "\"netted\"");
    finds("local all = { { var = \"countdwon\" } } :: { VarLooks } print(all)", "\"countdown\"");
}

#[test]
fn reasons_stand_wherever_they_can() {
    let clean = "
        match:offer(\"put\", match:empty_cells(), WHY, match:facings(), WHY)
        match:offer(\"put\", match:empty_cells(), match:facings(), WHY)
        match:offer(\"hit\", { whose = \"enemy\" }, WHY)
        match:offer_rows(\"put\", { cell, 1 } :: { any }, WHY)
        match:offer_rows(\"put\", cell, WHY, { 1, 2 }, WHY)
        if match:allows(\"hit\", match.countdown > 0, WHY) then
            for _, piece in match:pieces_for(\"hit\", FREE) do
                match:offer(\"hit\", piece)
                match:prefer(\"hit\", piece)
                match:refuse_by(\"deal\", WHY, piece, piece, 1)
                match:note(\"hit\", \"it hurts\", piece)
            end
        end
        match:otherwise(\"put\", WHY, cell)
        match:otherwise(\"pass\", WHY)
        match:refuse(\"put\", WHY, cell, 1)
        match:pieces(FREE)
        local near = match:without(match:common(match:near(cell), match:board(), WHY), cell, WHY)
        harena.gate(match, match.countdown > 0, WHY, function(it: Match)
            it:offer(\"put\", near, WHY, it:facings())
        end)";
    assert_eq!(findings(clean), []);
    finds("match:offer(\"pass\", WHY)", "");
    finds("match:offer(\"put\", WHY, cell, 1)", "");
    finds("match:otherwise(\"put\", cell)", "Reason");
    finds("match:refuse(\"put\", WHY, assert(cell.piece))", "");
    finds("harena.filter { { whose = \"own\", why = \"no\" } }", "why: string");
}

#[test]
fn verbs_that_take_the_same_can_be_put_into_a_variable() {
    let body = "
        local verb: VerbWithPiece = if facing == 1 then \"hit\" else \"fell\"
        match:offer(verb, match:pieces())
        local other: VerbFromPiece = if facing == 1 then \"hit\" else \"deal\"
        match:otherwise(other, WHY, assert(cell.piece))";
    assert_eq!(findings(body), []);
    finds("local verb: VerbWithPiece = \"put\" print(verb)", "\"fell\"");
}

#[test]
fn what_is_plain_to_a_reader_needs_no_type() {
    let body = "
        local verb = if facing == 1 then \"hit\" else \"fell\"
        match:offer(verb, match:pieces())
        for _, name in { \"hit\", \"fell\" } do match:otherwise(name, WHY) end
        local THEIRS = table.freeze { whose = \"enemy\", without = { \"netted\" } }
        local mine = table.freeze({ whose = \"own\" })
        print(match:count(THEIRS) + match:count(mine))";
    assert_eq!(findings(body), []);
    finds(
        "local verb = if facing == 1 then \"hit\" else \"put\" match:offer(verb, match:pieces())",
        "",
    );
}

#[test]
fn variables_and_counters_can_be_named_by_a_variable() {
    let body = "
        local var: VarName = \"countdown\"
        local n: number = match[var]
        local stat: StatName = \"strength\"
        n += assert(cell.piece)[stat]
        print(n)";
    assert_eq!(findings(body), []);
    finds("local name = \"count\" .. \"down\" print(match[name])", "\"countdown\"");
    finds("print(match[\"countdwon\" :: string])", "\"countdown\"");
}

#[test]
fn sheets_are_what_their_schema_says() {
    let of = |sheet: &str| checker().check(&host_with("", sheet).typed_packs()).unwrap();
    let honest = "tile { id = \"third\", attacks = { {}, { sides = {}, reach = 1 } } },";
    assert_eq!(of(honest), []);
}

#[test]
fn loops_over_one_list_or_another_are_fine() {
    assert_eq!(findings("for _, n in if facing == 1 then { 1 } else {} do print(n) end"), []);
}

#[test]
fn places_have_a_beginning_and_an_end() {
    let found = findings("print(cell.piece.strength)");
    let problem = &found[0].problem;
    let place = (problem.pack.as_str(), problem.path.as_str(), problem.line, problem.column);
    assert_eq!(place, ("siege", "game.luau", LINE, 8));
    assert_eq!((found[0].end.line, found[0].end.column), (LINE, 18));
}

#[test]
fn a_checker_that_takes_too_long_is_ended() {
    let told = checker().patient(Duration::ZERO).check(&host("").typed_packs()).unwrap_err();
    assert!(told.message.contains("it took more than"), "{told}");
}

#[test]
fn files_that_are_meant_to_be_slow_are_ended_or_answered() {
    let nested = "typeof(".repeat(150) + "1" + &")".repeat(150);
    let grown: String = (0..24)
        .map(|n| format!("type T{} = {{ a: T{n}, b: T{n}, c: T{n} }} & {{ d: T{n} }}\n", n + 1))
        .collect();
    for types in [format!("local x: {nested} = 1 print(x)"), grown] {
        let packs = host(&format!("do\ntype T0 = number\n{types}\nend")).typed_packs();
        // Whatever comes of it comes in time.
        let start = std::time::Instant::now();
        let _ = checker().patient(Duration::from_secs(5)).check(&packs);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn the_types_of_every_game_of_this_repository_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["scripts", "factions", "tests/games"].map(|name| root.join(name));
    let library = Library::open(&folders);
    let games: Vec<&str> = library.games().iter().map(|pack| pack.id()).collect();
    assert!(games.len() >= 12, "{games:?}");
    for game in games {
        let loaded = harena_script::load(&library, &[game]).unwrap_or_else(|it| panic!("{it:#?}"));
        let mut packs = loaded.host.typed_packs();
        packs.modules.iter_mut().for_each(|module| module.checked = false);
        assert_eq!(checker().check(&packs), Ok(Vec::new()), "{game}");
    }
}
