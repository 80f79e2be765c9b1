//! Floors, sides, groups and markers on cells, as scripts use them.

use harena_engine::id::VarId;
use harena_pack::{Library, Tree};
use harena_scenario as scenario;
use harena_script::{Host, assemble};

use crate::manifest::manifest;

/// Heroes on floors of four by three squares; the numbers on a hero are 1 to 4 from north on.
const GAME: &str = r#"--!strict
-- Maze: heroes on floors that slide.
local harena = require("@harena")

local HEROES = table.freeze { kind = "hero" }
local STONES = table.freeze { kind = "stone" }
local CORNER = harena.reason("R1", "nothing is laid in the corner")
local UNLAID = table.freeze {
	differs = harena.reason("R2", "it shows no number that it touches"),
	alone = harena.reason("R3", "there is nothing beside it"),
}
local UNREACHED = table.freeze {
	taken = harena.reason("R4", "somebody stands in the way"),
	far = harena.reason("R5", "no step leads there"),
}
local NEAR = table.freeze { kind = "hero", adjacent = true, others = true }

local function sheet(kind, fields, make)
	return harena.sheet {
		kind = kind,
		schema = { name = kind == "tile" and "Tile" or "Figure", fields = fields },
		make = make,
	}
end

local tile = sheet("tile", { { "id", "id", "its name" }, { "exits", "list of int", "ways out" } }, function(fields)
	return { kind = "tile", id = fields.id, title = fields.id, sides = { exit = fields.exits } }
end)

local function count(n)
	return function(match, _, event)
		match:set("n", match.n + n)
		match:set("at", event.cell and event.cell.index or -1)
	end
end

local figure = sheet("hero", { { "id", "id", "its name" }, { "kind", "id", "its kind" } }, function(fields)
	return {
		kind = fields.kind,
		id = fields.id,
		title = fields.id,
		stats = { hit_points = 1 },
		sides = { power = { 1, 2, 3, 4 } },
		when = if fields.id == "watcher"
			then {
				falls = { who = NEAR, does = count(1) },
				dawn = { who = NEAR, does = count(10) },
			}
			else nil,
	}
end)

local function push(match)
	match:offer("push", match:slides())
	local _, cell = harena.ask(match, 0, "turn")
	match:slide(cell)
	match:set("at", (match:hole() :: any).index)
end

--- Everything that can be asked about passages, seen from the first hero.
local function look(match)
	local hero = match:first(HEROES)
	match:set("ways", #match:ways(hero))
	match:set("line", #match:reach(hero, "line", 0, 9))
	match:set("curve", #match:reach(hero, "curve", 0, 9))
	match:set("diagonal", #match:reach(hero, "diagonal", 1, 9))
	match:set("through", #match:reach(hero, "through", 1, 9))
	match:set("blocked", #match:reach(hero, "line", 0, 9, match:cell_named("b3")))
	match:set("far", match:reach_distance(hero, match:cell_named("c1"), "curve"))
	match:set("steps", #match:way(hero, match:cell_named("c1"), "curve"))
	match:set("east", #match:floor_line(hero, 1, "line"))
	match:set("south", #match:floor_line(hero, 2, "through"))
	match:set("n", #match:standing(hero.cell) * 10 + #match:standing(match:board(), HEROES))
	match:set("at", if match:is_way(hero, match:cell_named("b3")) then 1 else 0)
	if #match:in_reach(hero, "curve", 1, 9, HEROES) ~= 1 or #match:in_reach(hero, "line", 1, 9) ~= 0 then
		error("the other hero is in reach along a curve only")
	end
	if hero.cell.floor.kind ~= "tile" or hero.cell.piece ~= hero then
		error("a floor lies under its hero")
	end
end

local function sides(match)
	local hero = match:first(HEROES)
	local spot = match:cell_named("b3")
	local pieces, numbers = match:facing_sides(spot, "power", HEROES)
	match:set("n", #pieces * 10 + numbers[1])
	match:set("at", hero:side("power", 1) * 10 + hero:on_side("power", 0))
	match:set("ways", #match:reaching(spot, "power", HEROES))
	match:set("line", #match:side_cells(hero, "power"))
end

local function lay(match)
	local cells = match:without(match:empty_cells(), match:cell_named("a1"), CORNER)
	match:offer_matching("lay", match:zone("hand", 0), cells, { side = "power", among = HEROES }, UNLAID)
	match:offer("pass")
	local _, piece, cell, facing = harena.ask(match, 0, "turn")
	match:put(piece, cell, facing)
end

local function go(match)
	match:offer_steps("go", HEROES, { { directions = { 0 }, reach = 0 }, { directions = { 1 } } }, nil, UNREACHED)
	harena.ask(match, 0, "turn")
end

local function groups(match)
	local cells = match:cells_of(HEROES)
	match:set("n", #match:groups(cells) * 10 + #match:groups(cells, 2))
	match:set("ways", #match:surrounded(STONES, HEROES))
	local regions, worths = match:groups(cells, 2), {}
	for place in regions do
		worths[place] = place
	end
	local sum, chosen = match:best_packing(regions, worths)
	match:set("line", sum)
	match:set("curve", #chosen)
end

local function burn(match)
	local cell = match:cell_named("b2")
	match:set("n", match:mark(cell, "fire", 0, 2) * 10 + match:mark(cell, "fire", 0, 2))
	match:set("at", match:marks_left("fire", 0) + #match:marked_cells("fire") * 10)
	match:mark_edge(cell, 0, "wall")
	match:set("ways", match:cell_named("b3"):edge_marks(2, "wall"))
	match:say("burns", cell, "high")
end

local function cool(match)
	match:expire("dawn")
	match:unmark_edge(match:cell_named("b3"), 2, "wall")
	match:set("n", match:cell_named("b2"):marks("fire", 0))
end

local function fell(match)
	for _, hero in match:pieces({ prototype = "rogue" }) do
		match:wound(hero, 1)
	end
	match:settle()
	harena.answer_triggers(match)
end

local function wake(match)
	match:raise("dawn", match:first({ prototype = "rogue" }))
	harena.answer_triggers(match)
end

local function count_up(match)
	match:finish({ 0 }, "over", { 7, 3 }, { { { "gems", 5 }, { "high", 2 } }, { { "gems", 3 } } })
end

return harena.game {
	id = "maze",
	title = "Maze",
	seats = { min = 2, max = 2 },
	settings = { { id = "open", title = "Open scores", type = "bool", default = false } },
	board = harena.square { width = 4, height = 3 },
	kinds = { "tile", "hero", "stone" },
	stats = { "hit_points" },
	side_stats = { "exit", "power" },
	counters = { "wounds" },
	moments = { "dawn" },
	marks = {
		{ id = "fire", supply = 3, adds_up = true, until_moment = "dawn" },
		{ id = "wall" },
		{ id = "charm", adds_sides = { power = 1 } },
	},
	floors = { kind = "tile", exits = "exit" },
	combat = { modes = {}, wounds = "wounds", hit_points = "hit_points", falls_to = "pile" },
	zones = { { id = "hand", per_seat = true }, { id = "pile" } },
	vars = {
		n = 0, at = 0, ways = 0, line = 0, curve = 0, diagonal = 0, through = 0, blocked = 0,
		far = 0, steps = 0, east = 0, south = 0,
	},
	seat_vars = { glory = 0, gems = 4 },
	secret_vars = harena.by("open", { ["true"] = {}, ["false"] = { "gems" } }),
	verbs = {
		{ id = "push", args = { "cell" } },
		{ id = "lay", args = { "piece", "cell", "facing" } },
		{ id = "go", args = { "piece", "cell" } },
		{ id = "pass", args = {} },
	},
	steps = {
		push = push, look = look, sides = sides, lay = lay, groups = groups, burn = burn,
		cool = cool, fell = fell, wake = wake, count_up = count_up, go = go,
	},
	first_step = "push",
	prompts = { turn = "Your turn" },
	sentences = { burns = "{1} burns {2}" },
	reasons = { over = "It is over" },
	words = { "gems", "high" },
	notation = { begin = "look", seats = { "Red", "Blue" } },
	prototypes = {
		tile { id = "cross", exits = { 1, 1, 1, 1 } },
		tile { id = "straight", exits = { 1, 0, 1, 0 } },
		tile { id = "corner", exits = { 1, 1, 0, 0 } },
		figure { id = "knight", kind = "hero" },
		figure { id = "rogue", kind = "hero" },
		figure { id = "watcher", kind = "hero" },
		figure { id = "pillar", kind = "stone" },
	},
}
"#;

fn host(spec: &str) -> Host {
    let files = [
        ("pack.toml", &*manifest("maze", "game", None)),
        ("game.luau", GAME),
        ("spec/one.luau", spec),
    ];
    let library = Library::from_trees([("maze", Tree::from_files(files).unwrap())]);
    let packs = assemble(&library, &["maze"]).unwrap();
    Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The hole is c2; a2 leads north and south, c3 east and west, b1 south and west.
const FLOORS: &str = "floors = [[
	cross    cross    straight@1 cross
	straight cross    .          cross
	cross    corner@2 cross      cross
]]";

/// Plays a scenario with these pieces and steps on the floors above.
fn holds(pieces: &str, steps: &str) {
    let spec = format!(
        "--!strict\n-- One scenario.\nlocal harena = require(\"@harena\")\n\n\
         return harena.scenario {{ name = \"one\", {FLOORS}, {pieces}, steps = {{ {steps} }} }}\n"
    );
    let mut host = host(&spec);
    let all = scenario::list(&host);
    if let Err(failure) = scenario::run(&mut host, &all[0]) {
        panic!("{failure}");
    }
}

/// From a3: straight on lie b3, c3, d3 and a2, a1; all 11 floors are joined; c1 lies six steps
/// away over d1. Across corners lie b2 and c1.
#[test]
fn passages_are_seen_from_a_hero() {
    holds(
        r#"pieces = "Red knight a3, Blue rogue d1""#,
        r#"{ expect = { "ways 2", "line 6", "curve 11", "diagonal 2", "through 5", "blocked 4", "far 6", "steps 7", "east 3", "south 2", "n 12", "at 1", "straight c3 @1" } }"#,
    );
}

/// Five floors lie in line with the hole. Two move: those of b2 and a2, with the knight.
#[test]
fn floors_slide_with_what_stands_on_them() {
    holds(
        r#"pieces = "Red knight a2, Blue rogue a1", begin = "push""#,
        r#"{ legal_only = { "push a2", "push b2", "push d2", "push c3", "push c1" } }, { act = "push a2", expect = { "Red knight b2", "Blue rogue a1", "straight b2", "cross c2", "at 4", "8 cross" }, log = "floors slide from a2 to c2" }, { run = "push", legal_only = { "push a1", "push a3", "push b2", "push c2", "push d2" }, illegal = "push b1" }"#,
    );
}

/// The knight in a3 shows 2 to the east; a charm adds one to every side. North of a3 and west of
/// it lies nothing.
#[test]
fn sides_show_numbers_with_modifiers() {
    holds(
        r#"pieces = "Red knight a3", begin = "sides""#,
        r#"{ expect = { "n 12", "at 21", "ways 1", "line 2" } }"#,
    );
    holds(
        r#"pieces = "Red knight a3 charm", begin = "sides""#,
        r#"{ expect = { "n 13", "at 32", "ways 1" } }"#,
    );
    holds(r#"pieces = "Red knight a3 @1", begin = "sides""#, r#"{ expect = { "n 11", "at 11" } }"#);
}

/// North of b2 the knight shows 1: what is laid there must show its 1 to the south, half around.
#[test]
fn pieces_are_laid_where_sides_match() {
    holds(
        r#"pieces = "Red knight b2", hand = { Red = "rogue" }, begin = "lay""#,
        r#"{ expect = "options lay 4", legal = { "lay rogue b3 @2", "lay rogue c2 @2" }, illegal = { "lay rogue b3 @1", "lay rogue a3 @2" } }, { act = "default", expect = "Red rogue b3 @2" }"#,
    );
}

/// Facings that do not fit, cells beside nobody and a cell that is left out say why; where nothing
/// fits at all, only the last does.
#[test]
fn pieces_say_why_they_are_not_laid() {
    holds(
        r#"pieces = "Red knight b2", hand = { Red = "rogue" }, begin = "lay""#,
        r#"{ illegal = { "lay rogue b3 @1: R2", "lay rogue a1: R1", "lay rogue a3: R3", "lay rogue d1 @2: R3" } }"#,
    );
    let steps = r#"{ legal_only = "pass", illegal = { "lay rogue a1: R1", "lay rogue a3", "lay rogue b3" } }"#;
    holds(r#"hand = { Red = "rogue" }, begin = "lay""#, steps);
}

/// The knight slides to a2, and steps to b1; the rogue in a3 stops it, and hides nothing behind.
#[test]
fn steps_tell_who_is_met_from_what_is_far() {
    holds(
        r#"pieces = "Red knight a1, Blue rogue a3", begin = "go""#,
        r#"{ legal_only = { "go knight to a2", "go knight to b1", "go rogue to b3" }, illegal = { "go knight to a3: R4", "go knight to c1: R5", "go knight to a1: R5", "go rogue to d3: R5" } }"#,
    );
}

/// Heroes on a2, b1, b2: one group of three with two pairs (a2 b2, b1 b2), which share b2; and c3
/// alone. The pillar in the corner a1 is surrounded.
#[test]
fn groups_are_found_surrounded_and_packed() {
    holds(
        r#"pieces = "knight a2, knight b1, knight b2, knight c3, pillar a1, pillar d1", begin = "groups""#,
        r#"{ expect = { "n 22", "ways 1", "line 2", "curve 1" } }"#,
    );
}

#[test]
fn cells_and_edges_carry_markers() {
    holds(
        r#"begin = "burn", cell_marks = "a1 fire:Blue, a1/E wall 2""#,
        r#"{ expect = { "n 21", "at 20", "ways 1", "cell b2 fire 3", "cell b3/S wall", "cell b2/N wall 1", "cell a1 fire:Blue not fire:Red", "cell b1/W wall 2", "cell c1 not fire" }, log = "b2 burns high" }, { run = "cool", expect = { "n 0", "cell b2 not fire", "cell b2/N not wall", "cell a1/E wall" } }"#,
    );
}

/// Only the rogue beside the watcher counts, and floors do not fall for want of hit points.
#[test]
fn a_neighbor_falls_and_moments_come() {
    holds(
        r#"pieces = "Red watcher b2, Blue rogue b3, Blue rogue d1", begin = "fell""#,
        r#"{ expect = { "no rogue", "n 1", "at 1", "8 cross" } }"#,
    );
    holds(
        r#"pieces = "Red watcher b2, Blue rogue b1", begin = "wake""#,
        r#"{ expect = { "n 10", "at 9" } }"#,
    );
    holds(r#"pieces = "Red watcher b2, Blue rogue d1", begin = "wake""#, r#"{ expect = "n 0" }"#);
}

#[test]
fn scores_say_what_they_are_made_of_and_numbers_can_be_secret() {
    let spec = "--!strict\n-- None.\nreturn {}\n";
    let mut host = host(spec);
    let game = host.build(&Default::default(), 2).unwrap();
    let gems = VarId(game.names.seat_vars.find("gems").unwrap() as u8);
    assert_eq!(game.secret_vars, [gems]);
    let open = [("open".to_owned(), harena_engine::game::SettingValue::Bool(true))];
    assert_eq!(host.build(&open.into_iter().collect(), 2).unwrap().secret_vars, []);
    let step = game.names.steps.find("count_up").unwrap() as u8;
    let call = harena_engine::state::StepCall {
        step: harena_engine::id::StepId(step),
        ..Default::default()
    };
    let position = harena_engine::the_match::Position { agenda: vec![call], ..Default::default() };
    let setup = harena_engine::the_match::Setup { position: Some(position), ..Default::default() };
    let mut the_match = harena_engine::the_match::Match::new(game.clone(), setup);
    the_match.advance(&mut host).unwrap();
    let outcome = the_match.outcome().unwrap();
    let named = |parts: &Vec<(harena_engine::id::WordId, i32)>| -> Vec<(String, i32)> {
        parts.iter().map(|(w, n)| (game.names.words.name(w.index()).to_owned(), *n)).collect()
    };
    let parts: Vec<_> = outcome.parts.iter().map(named).collect();
    let part = |word: &str, n| (word.to_owned(), n);
    assert_eq!(parts, [vec![part("gems", 5), part("high", 2)], vec![part("gems", 3)]]);
}
