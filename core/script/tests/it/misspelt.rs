//! Words that mean nothing, wherever a script can say one: told at load where the word is written
//! out, told by the step where it is worked out, each time with the nearest name.

use harena_engine::game::Settings;
use harena_engine::the_match::{Fault, Match, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

const GAME: &str = r#"--!strict
-- Echo: one step that says one thing.
local harena = require("@harena")
local FAR: any = table.freeze { "WORD" }
local kit = harena.sheet {
	kind = "figure",
	schema = { name = "Figure", fields = { { "id", "id", "its name" } } },
	make = function(fields)
		return { kind = "figure", id = fields.id, title = fields.id, stats = { strength = 1 } }
	end,
}
local function opening(match: any)
	local piece: any = match:create(match:prototypes()[1], 0)
	match:put(piece, match:cell_at(0))
	local cell: any = match:cell_at(1)
	local all: any = match:empty_cells()
	CALL
end
return harena.game {
	id = "echo",
	title = "Echo",
	seats = { min = 1, max = 1 },
	board = harena.square { width = 3, height = 3, tags = { throne = { 4 } } },
	kinds = { "figure", "floortile" },
	stats = { "strength" },
	side_stats = { "doorway" },
	statuses = { "netted" },
	counters = { "wounds" },
	moments = { "sunrise" },
	lists = { "losses" },
	keywords = { { id = "charge", title = "Charge", text = "It goes far" } },
	marks = { { id = "burning" } },
	zones = { { id = "drawpile" } },
	floors = { kind = "floortile", exits = "doorway" },
	combat = {
		modes = { { id = "ranged", range = "line" } },
		wounds = "wounds",
		hit_points = "strength",
		falls_to = "drawpile",
	},
	vars = { tension = 0 },
	seat_vars = { glory = 0 },
	verbs = { { id = "attack", args = { "cell" } }, { id = "declare", args = { "word" } } },
	prototypes = { kit { id = "soldier" } },
	steps = { opening = opening },
	first_step = "opening",
	words = { "crimson" },
	prompts = { question = "A question" },
	sentences = { shouted = "Somebody shouts" },
	reasons = { victory = "It is over" },
}
"#;

/// A call with the word of a sort in the place of `$`, and the word that would be right.
const CALLS: [(&str, &str); 69] = [
    ("match:offer($, cell)", "attack"),
    ("match:offer_rows($, { { cell } })", "attack"),
    ("match:prefer($, cell)", "attack"),
    ("match:refuse($, harena.reason('R1', 'No'), cell)", "attack"),
    ("match:refuse_by($, harena.reason('R1', 'No'), piece, cell)", "attack"),
    ("match:allows($, true, harena.reason('R1', 'No'))", "attack"),
    ("match:pieces_for($, {})", "attack"),
    ("match:offer('declare', $)", "crimson"),
    ("match:prefer('declare', $)", "crimson"),
    ("match:say('shouted', $)", "crimson"),
    ("match:queue($)", "opening"),
    ("match:cancel_steps($)", "opening"),
    ("match:say($)", "shouted"),
    ("match:say_to(0, $)", "shouted"),
    ("match:fight(9, $)", "shouted"),
    ("match:fight(9, 'shouted', $)", "charge"),
    ("match:finish({ 0 }, $)", "victory"),
    ("match:question(0, $)", "question"),
    ("harena.ask(match, 0, $)", "question"),
    ("harena.choose(match, 0, $)", "question"),
    ("match:offer('attack', all) harena.choose_unless_forced(match, 0, $)", "question"),
    ("match:offer('attack', all) harena.ask_unless_forced(match, 0, $)", "question"),
    ("harena.draw_each(match, $, 'drawpile', { seat = 0, n = 1 })", "drawpile"),
    ("match:zone($)", "drawpile"),
    ("match:zone_count($)", "drawpile"),
    ("match:top($)", "drawpile"),
    ("match:shuffle($)", "drawpile"),
    ("match:send(piece, $)", "drawpile"),
    ("match:place($, cell)", "soldier"),
    ("match:draw($, 'drawpile', 0, 1)", "drawpile"),
    ("match:draw('drawpile', $, 0, 1)", "drawpile"),
    ("match:create_all(nil, 0, $)", "drawpile"),
    ("harena.cut(match, $, 0, 1)", "drawpile"),
    ("match:grants($)", "charge"),
    ("piece:keyword($)", "charge"),
    ("piece:has($)", "netted"),
    ("match:give(piece, $)", "netted"),
    ("match:lose(piece, $)", "netted"),
    ("match:add(piece, $, 1)", "wounds"),
    ("piece:printed($)", "strength"),
    ("match:mark(piece, $)", "burning"),
    ("match:mark(cell, $)", "burning"),
    ("match:unmark(piece, $)", "burning"),
    ("match:mark_edge(cell, 1, $)", "burning"),
    ("match:unmark_edge(cell, 1, $)", "burning"),
    ("match:marked_cells($)", "burning"),
    ("match:marks_left($, 0)", "burning"),
    ("piece:marks($)", "burning"),
    ("piece:marks_from($, piece)", "burning"),
    ("cell:edge_marks(1, $)", "burning"),
    ("match:expire($)", "sunrise"),
    ("match:raise($)", "sunrise"),
    ("match:set($, 1)", "tension"),
    ("match:of(0, $)", "glory"),
    ("match:set_of(0, $, 1)", "glory"),
    ("match:list($)", "losses"),
    ("match:set_list($, { 1 })", "losses"),
    ("match:tagged($)", "throne"),
    ("cell:has_tag($)", "throne"),
    ("match:joins(cell, $, all)", "throne"),
    ("match:joins(cell, all, $)", "throne"),
    ("piece:side($, 0)", "doorway"),
    ("piece:on_side($, 0)", "doorway"),
    ("match:facing_sides(cell, $)", "doorway"),
    ("match:side_cells(piece, $)", "doorway"),
    ("match:reaching(cell, $)", "doorway"),
    ("match:reach_distance(cell, cell, $)", "curve"),
    ("match:offer_relocations('attack', piece, {}, $)", "anywhere"),
    ("match:striking_facings(piece, cell, $)", "ranged"),
];

/// As [`CALLS`], but for words in tables that filters and the like are written as.
const TABLES: [(&str, &str); 10] = [
    ("match:count { kind = $ }", "figure"),
    ("match:count { kinds = { $ } }", "figure"),
    ("match:count { with = { $ } }", "netted"),
    ("match:count { without = { $ } }", "netted"),
    ("match:count { keyword = $ }", "charge"),
    ("match:count { marked = $ }", "burning"),
    ("match:count { unmarked = $ }", "burning"),
    ("match:count { zone = $ }", "drawpile"),
    ("match:matching_facings(piece, cell, { side = $ })", "doorway"),
    ("match:run_target({ direction = 0, waiting = $ }, piece, 1)", "drawpile"),
];

fn load(call: &str, far: &str) -> Result<Host, Vec<Problem>> {
    let game = GAME.replace("WORD", far).replace("CALL", call);
    let (manifest, game) = (manifest("echo", "game", None), game);
    let files = [("pack.toml", manifest.as_str()), ("game.luau", &game)];
    let library = Library::from_trees([("echo", Tree::from_files(files).unwrap())]);
    // Each call uses only some of what the game declares.
    let is_used = |problem: &Problem| problem.code != "H0321";
    let host = Host::load(&assemble(&library, &["echo"]).unwrap());
    host.map_err(|problems| problems.into_iter().filter(is_used).collect())
}

fn play(mut host: Host) -> Result<(), Fault> {
    let game = host.build(&Settings::default(), 1).unwrap();
    Match::new(game, Setup::default()).advance(&mut host).map(drop)
}

/// The word with a letter too many.
fn misspelt(word: &str) -> String {
    format!("{}z{}", &word[..2], &word[2..])
}

fn calls() -> impl Iterator<Item = (&'static str, &'static str)> {
    CALLS.into_iter().chain(TABLES)
}

#[test]
fn a_misspelt_word_that_is_written_out_is_told_at_load() {
    for (call, right) in calls() {
        let wrong = misspelt(right);
        let problems = load(&call.replace('$', &format!("\"{wrong}\"")), "").err();
        let problems = problems.unwrap_or_else(|| panic!("{call} with `{wrong}` loads"));
        let told: Vec<_> =
            problems.iter().map(|it| (it.code.as_str(), it.line, &*it.hint)).collect();
        assert_eq!(told, [("H0205", 17, &*format!("did you mean `{right}`?"))], "{call}");
        assert!(problems[0].message.contains(&format!("`{wrong}`")), "{problems:?}");
        if let Err(problems) = load(&call.replace('$', &format!("\"{right}\"")), "") {
            panic!("{call} with `{right}`: {problems:#?}");
        }
    }
}

#[test]
fn a_misspelt_word_that_is_worked_out_is_told_by_the_step() {
    // Refusals are listened to only while somebody asks for reasons.
    for (call, right) in calls().filter(|(call, _)| !call.contains("refuse")) {
        let wrong = misspelt(right);
        let host = load(&call.replace('$', "FAR[1]"), &wrong);
        let host = host.unwrap_or_else(|all| panic!("{call}: {all:#?}"));
        let fault = play(host).err().unwrap_or_else(|| panic!("{call} plays with `{wrong}`"));
        let near = format!("did you mean `{right}`?");
        assert!(matches!(fault.code.as_str(), "H0409" | "H0205"), "{call}: {fault:#?}");
        assert!(fault.message.contains(&near) || fault.hint.contains(&near), "{call}: {fault:#?}");
    }
}

#[test]
fn an_argument_too_many_is_told_at_load() {
    let told = |call: &str| {
        let problems = load(call, "").err().unwrap_or_default();
        problems.iter().map(|it| (it.line, it.message.clone())).collect::<Vec<_>>()
    };
    assert_eq!(told("match:offer('attack', cell, 2)"), []);
    assert_eq!(told("match:offer('attack', 1)"), []);
    let many = told("match:offer('attack', 1, harena.reason('R1', 'No'), 2)");
    assert_eq!(many, [(17, "`attack` takes 1 arguments, not 2".to_owned())]);
    let word = told("match:offer('declare', 'crimson', 'crimson')");
    assert_eq!(word, [(17, "`declare` takes 1 arguments, not 2".to_owned())]);
}

#[test]
fn ids_of_sheets_of_packs_that_may_be_missing_are_left_to_the_step() {
    assert!(load("match:place('wyvern', cell)", "").is_ok());
    assert!(load("match:place('solder', cell)", "").is_err());
}

#[test]
fn names_of_cells_and_fields_are_told_too() {
    let problems = load("match:cell_named(\"a9\")", "").err().unwrap_or_default();
    let told: Vec<_> = problems.iter().map(|it| (it.code.as_str(), &*it.message)).collect();
    assert_eq!(told, [("H0205", "unknown cell `a9`")]);
    assert!(load("match:cell_named(\"b2\")", "").is_ok());
    assert!(load("match:cell_named(\" b 2 \")", "").is_ok());
    for (call, near) in [("piece.wouds", "wounds"), ("piece.strenth", "strength")] {
        let fault = play(load(&format!("print({call})"), "").unwrap()).unwrap_err();
        assert!(fault.message.contains(&format!("did you mean `{near}`?")), "{fault:#?}");
    }
    let fault = play(load("print(match.tensoin)", "").unwrap()).unwrap_err();
    assert!(fault.message.contains("did you mean `tension`?"), "{fault:#?}");
}

/// What does not fit is refused, not brought to the nearest number that does.
#[test]
fn numbers_that_do_not_fit_are_refused() {
    for (call, told) in [
        ("match:mark(piece, 'burning', 0, 1000)", "0 to 999 markers can be put at once, not 1000"),
        ("match:mark(cell, 'burning', 0, -1)", "0 to 999 markers can be put at once, not -1"),
        ("match:mark_edge(cell, 1, 'burning', 0, 1000)", "0 to 999 markers"),
        ("match:join_team(0, 16)", "a team is a number from 0 to 15, not 16"),
        ("cell:neighbor(-1)", "there is no direction -1"),
        ("match:line(cell, 256)", "there is no direction 256"),
        ("piece:at_side(16)", "there is no side 16"),
        ("piece:on_side('doorway', -1)", "there is no side -1"),
        ("match:queue('opening', 1, 2, 3, 4, 5)", "a step takes at most 4 values"),
    ] {
        let fault = play(load(call, "").unwrap()).err();
        let fault = fault.unwrap_or_else(|| panic!("{call} plays"));
        assert!(fault.message.contains(told), "{call}: {}", fault.message);
    }
}

/// A board on which every cell is beside every other has more triples than a list can hold.
#[test]
fn triples_of_a_dense_board_are_bounded() {
    let board = "harena.square { width = 3, height = 3, tags = { throne = { 4 } } }";
    let dense = "(function(): any
		local cells: any, names: any = {}, { 'throne' }
		for i = 2, 120 do names[i] = `c{i}` end
		for i, name in names do
			local links: any = {}
			for j, other in names do if i < j then table.insert(links, other) end end
			cells[i] = { name = name, links = links }
		end
		return harena.graph { cells = cells, tags = { throne = { 0 } } }
	end)()";
    let floors = "floors = { kind = \"floortile\", exits = \"doorway\" },";
    assert!(GAME.contains(board) && GAME.contains(floors));
    let game = GAME.replace(board, dense).replace(floors, "");
    let game = game.replace("CALL", "match:triangles()");
    let manifest = manifest("echo", "game", None);
    let files = [("pack.toml", manifest.as_str()), ("game.luau", &game)];
    let library = Library::from_trees([("echo", Tree::from_files(files).unwrap())]);
    let host = Host::load(&assemble(&library, &["echo"]).unwrap());
    let fault = match host {
        Ok(host) => play(host).unwrap_err(),
        Err(problems) => panic!("{problems:#?}"),
    };
    assert!(fault.limit && fault.message.contains("more than 30000 triples"), "{fault:#?}");
}
