//! The notation of scenarios: what it finds right, and what it says about what is wrong.

use harena_pack::{Library, Tree};
use harena_scenario::{self as scenario, Failure};
use harena_script::{Host, assemble};

use crate::manifest;

/// Fencers on a line of five: step, thrust with a die, or give up.
const GAME: &str = r#"--!strict
-- Duel: two fencers on five spaces.
-- R9 Who yields has lost.
local harena = require("@harena")

local TOO_FAR = harena.reason("R2", "the other fencer is out of reach")
local FENCERS = table.freeze { kind = "fencer", whose = "own" }

local function turn(match)
	local own = match:first(FENCERS)
	match:offer("step", own, match:empty_near(own))
	for _, other in match:pieces({ kind = "fencer", whose = "enemy", adjacent = true }, match.active, own) do
		match:offer("thrust", other)
	end
	match:refuse("thrust", TOO_FAR)
	match:offer("keep", match:zone("hand"))
	match:offer("yield")
	local verb, a, b = harena.ask(match, match.active, "turn")
	if verb == "step" then
		match:put(a, b, a.facing)
	elseif verb == "thrust" then
		match:say("thrusts", a)
		match:add(a, "hits", match:roll(6))
	elseif verb == "keep" then
		match:send(a, "pile")
	else
		return match:finish({ 1 - match.active }, "yielded")
	end
	match:activate(1 - match.active)
	match:begin_turn()
	match:queue("turn")
end

--- Cards are gathered, calls put in order and courage spread over them; all in one choice.
local function muster(match)
	local calls, cards = { "high", "low", "feint" }, match:zone("hand")
	match:offer(
		"gather",
		match:several(cards, 1, 2),
		match:order(calls),
		match:spread(3, { 2, 2, 1 }, calls)
	)
	match:prefer("gather", { cards[2] }, { "feint", "low", "high" }, { 0, 2, 1 })
	match:note("gather", "two cards cost a bout")
	local _, chosen, order, amounts = harena.ask(match, match.active, "turn")
	for _, card in chosen do
		match:send(card, "pile")
	end
	match:set("bouts", amounts[1] * 100 + amounts[2] * 10 + amounts[3])
	match:set("first_call", if order[1] == "high" then 1 elseif order[1] == "low" then 2 else 3)
	-- A seat that the rules play: the default without a question.
	match:offer("gather", match:several(cards), match:order(calls), match:spread(0, { 1 }))
	match:prefer("gather", {}, { "low", "high", "feint" }, { 0 })
	local _, none, second = match:take_default()
	match:set("second_call", if #none == 0 and second[1] == "low" then 2 else 0)
end

--- Keys are pressed while a clock runs.
local function press(match)
	local now = 0
	while match.presses < 3 do
		match:offer("press", match:clock(now, 3000))
		match:offer("yield")
		match:prefer("yield")
		local verb, at = harena.ask(match, match.active, "turn")
		if verb == "yield" then
			return
		end
		now = at + 100
		match:set("presses", match.presses + 1)
	end
end

--- A choice of two of 24 numbers, an order of twelve, and four over four slots.
local function crowd(match)
	local numbers, ranks = {}, {}
	for number = 1, 24 do
		table.insert(numbers, number)
		if number <= 12 then
			table.insert(ranks, number)
		end
	end
	match:offer("gather", match:several(numbers, 1, 2), match:order(ranks), match:spread(4, { 4, 4, 4, 4 }))
	match:offer("yield")
	harena.ask(match, match.active, "turn")
end

--- A card is made and forgotten.
local function drop(match)
	match:create(match:prototypes_of("card")[1], 0)
end

return harena.game {
	id = "duel",
	title = "Duel",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 5 },
	kinds = { "fencer", "card" },
	counters = { "hits" },
	zones = {
		{ id = "hand", per_seat = true, sight = "owner" },
		{ id = "pile", sight = "nobody" },
	},
	vars = { bouts = 3, first_call = 0, second_call = 0, presses = 0 },
	words = { "high", "low", "feint" },
	verbs = {
		{ id = "step", args = { "piece", "cell" } },
		{ id = "thrust", args = { "piece" } },
		{ id = "keep", args = { "piece" } },
		{ id = "yield", args = {} },
		{ id = "gather", args = { "several", "order", "spread" } },
		{ id = "press", args = { "number" } },
	},
	steps = { turn = turn, muster = muster, press = press, crowd = crowd, drop = drop },
	first_step = "turn",
	sentences = { thrusts = "A thrust at {1}" },
	prompts = { turn = "Your turn" },
	reasons = { yielded = "Somebody yields" },
	notation = { letters = { h = "hits" }, seats = { "Red", "Blue" }, begin = "turn" },
	prototypes = {
		harena.sheet {
			kind = "fencer",
			schema = { name = "Fencer", fields = { { "id", "id", "its name" } } },
			make = function(fields)
				return { kind = "fencer", id = fields.id, title = "Fencer" }
			end,
		} { id = "fencer" },
		harena.sheet {
			kind = "card",
			schema = { name = "Card", fields = { { "id", "id", "its name" } } },
			make = function(fields)
				return { kind = "card", id = fields.id, title = "Parry Card" }
			end,
		} { id = "parry" },
		harena.sheet {
			kind = "card",
			schema = { name = "Riposte", fields = { { "id", "id", "its name" } } },
			make = function(fields)
				return { kind = "card", id = fields.id, title = "Riposte Card" }
			end,
		} { id = "riposte" },
	},
}
"#;

/// What comes of a scenario with these fields.
fn play(fields: &str) -> Result<(), Box<Failure>> {
    let spec = format!(
        "--!strict\n-- One scenario.\nlocal harena = require(\"@harena\")\n\n\
         return harena.scenario {{\n\tname = \"one\",\n{fields}\n}}\n"
    );
    let manifest = manifest("duel");
    let files = [("pack.toml", &*manifest), ("game.luau", GAME), ("spec/one.luau", &spec)];
    let library = Library::from_trees([("duel", Tree::from_files(files).unwrap())]);
    let packs = assemble(&library, &["duel"]).unwrap();
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:?}"));
    let all = scenario::list(&host);
    assert_eq!(all.len(), 1);
    scenario::run(&mut host, &all[0])
}

const APART: &str = "\tboard = [[ Red:fencer . . . Blue:fencer ]],\n";
const CLOSE: &str = "\tboard = [[ . Red:fencer Blue:fencer+h2 . . ]],\n";

fn holds(position: &str, steps: &str) {
    if let Err(failure) = play(&format!("{position}\tsteps = {{ {steps} }},")) {
        panic!("{failure}");
    }
}

/// A scenario fails where this part of its steps begins, and says this.
fn fails(position: &str, steps: &str, at: &str, part: &str) {
    let failure = play(&format!("{position}\tsteps = {{ {steps} }},")).unwrap_err();
    let text = failure.to_string();
    assert!(text.contains(part), "{text}");
    let column = "\tsteps = { ".len() + steps.find(at).unwrap() + 1;
    assert_eq!((failure.line, failure.column), (8, column as u32), "{text}");
}

#[test]
fn positions_actions_and_expectations_are_read() {
    holds(CLOSE, r#"{ expect = { "Blue fencer 2 h2", "Red fencer 1 h0", "none 0", "2 pieces" } }"#);
    holds(CLOSE, r#"{ expect = { "no Red fencer 0", "active Red", "turn 1", "bouts 3" } }"#);
    holds(
        CLOSE,
        r#"{ act = "step to 0", board = "Red:fencer . Blue:fencer+h2 . .", asks = "Blue" }"#,
    );
    holds(
        APART,
        r#"{ legal_only = "step to 1", illegal = { "thrust", "thrust: R2", "step to 2" } }"#,
    );
    holds(
        CLOSE,
        r#"{ force = { 5 }, act = "thrust", expect = "Blue fencer h7", log = "A thrust at Blue Fencer 2" }"#,
    );
    holds(CLOSE, r#""yield", { outcome = "Blue: yielded", asks = "nobody" }"#);
}

#[test]
fn drawings_can_be_letters() {
    let position =
        "\tboard = \".rb..\",\n\tlegend = { r = \"Red fencer\", b = \"Blue fencer h1\" },\n";
    holds(
        position,
        r#"{ expect = { "Red fencer 1", "Blue fencer 2 h1" }, board = ".rb..", legend = { r = "Red fencer", b = "Blue fencer h1" } }"#,
    );
}

#[test]
fn zones_are_laid_out_and_cards_that_are_alike_are_one() {
    let position = format!("{CLOSE}\thand = {{ Red = \"2 parry\" }},\n\tpile = \"parry\",\n");
    holds(
        &position,
        r#"{ given = { "Red hand: 2 parry_card", "Blue hand 0", "pile 1" }, act = "keep parry", expect = { "Red hand: parry", "pile: 2 parry", "pile: has parry" } }"#,
    );
}

/// Of two cards one or two (3 choices), 6 orders, and three over slots of 2, 2 and 1: 0+2+1,
/// 1+1+1, 1+2+0, 2+0+1, 2+1+0.
#[test]
fn what_is_nowhere_is_named() {
    let position = format!("{APART}\thand = {{ Red = \"parry\" }},\n");
    holds(&position, r#"{ expect = "nowhere: nothing" }"#);
    let lost = r#"{ run = "drop", expect = "nowhere: nothing" }"#;
    fails(&position, lost, "\"nowhere", "found     nowhere: Red Parry Card");
    holds(&position, r#"{ run = "drop", expect = { "nowhere: parry", "Red hand: parry" } }"#);
    fails(&position, r#"{ expect = "Red nowhere: nothing" }"#, "\"Red", "no zone and no list");
}

#[test]
fn lists_are_chosen_by_names_places_and_amounts() {
    let position = format!("{CLOSE}\thand = {{ Red = \"parry, riposte\" }},\n");
    let muster = |step: &str| holds(&position, &format!("{{ run = \"muster\" }}, {step}"));
    muster(r#"{ expect = "options gather 90", noted = "gather: cost a bout" }"#);
    muster(
        r#"{ act = "gather riposte low+high+feint 1+2+0", expect = { "pile: riposte", "Red hand: parry", "bouts 120", "first_call 2", "second_call 2" } }"#,
    );
    muster(
        r#"{ act = "gather 1+2 1+2+3 2+0+1", expect = { "pile: parry, riposte", "bouts 201", "first_call 1" } }"#,
    );
    muster(
        r#"{ act = "default", expect = { "pile: riposte", "Red hand: parry", "bouts 21", "first_call 3" } }"#,
    );
    muster(r#"{ illegal = { "gather none 1+2+3 2+0+1", "gather parry 1+2+3 3+0+0" } }"#);
    muster(r#"{ illegal = "gather parry high+low 2+0+1" }"#);
}

#[test]
fn times_are_answers_too() {
    let run = "{ run = \"press\", expect = \"options press 3001\" }";
    holds(
        CLOSE,
        &format!(
            "{run}, {{ act = {{ \"press 275\", \"press 773\" }}, expect = {{ \"presses 2\", \"options press 2128\" }}, illegal = \"press 872\" }}, {{ act = \"default\", asks = \"nobody\", expect = \"presses 2\" }}"
        ),
    );
}

/// 300 choices, 12! orders and 35 spreads: lines are checked without looking through them,
/// whatever they leave out.
#[test]
fn lines_about_huge_lists_are_checked_at_once() {
    let run = "{ run = \"crowd\" }, ";
    let crowd = |step: &str| holds(CLOSE, &format!("{run}{step}"));
    crowd(
        r#"{ legal = { "gather", "gather 1+2", "gather 1+2 12+1+2+3+4+5+6+7+8+9+10+11 4+0+0+0" } }"#,
    );
    crowd(r#"{ illegal = { "gather 1+2+3 none", "gather 1+1", "gather 31", "gather 1+2 4+4" } }"#);
    crowd(r#"{ illegal = "gather none 12+11+10+9+8+7+6+5+4+3+2" }"#);
    crowd(r#"{ legal_only = "yield" }"#);
}

/// Words for one piece: owner, cell and one name. Two names are two pieces.
#[test]
fn a_piece_has_one_name() {
    let hand = "hand = { Red = \"parry, riposte\" },\n";
    let position = CLOSE.replace(",\n", &format!(", {hand}"));
    holds(&position, r#"{ legal = { "keep parry", "keep Red parry" } }"#);
    fails(&position, r#"{ legal = "keep parry riposte" }"#, "\"keep", "do not fit the arguments");
}

#[test]
fn forced_results_survive_an_aside_and_a_reason() {
    holds(
        CLOSE,
        r#"{ illegal = "thrust Red: R2" }, { aside = { "yield" } }, { force = { 5 }, illegal = "thrust Red: R2", aside = { "yield" } }, { act = "thrust", expect = "Blue fencer h7" }"#,
    );
}

#[test]
fn what_is_done_aside_is_forgotten() {
    holds(
        CLOSE,
        r#"{ aside = { "step to 0", { expect = "Red fencer 0" } } }, { expect = "Red fencer 1" }"#,
    );
}

#[test]
fn steps_can_be_run_in_place_of_what_was_to_come() {
    holds(CLOSE, r#"{ run = "turn", asks = "Red turn", expect = "options 3" }"#);
}

#[test]
fn failures_say_what_was_found_and_where() {
    fails(CLOSE, r#"{ expect = "Blue fencer 2 h3" }"#, "\"Blue", "found     Blue Fencer 2 f0 h2");
    fails(APART, r#""thrust""#, "\"thrust", "offered are step, yield");
    fails(APART, r#"{ illegal = "step to 1" }"#, "\"step", "this is offered");
    fails(APART, r#"{ illegal = "thrust: R9" }"#, "\"thrust", "R2: the other fencer");
    fails(CLOSE, r#"{ act = "yield", outcome = "Red" }"#, "\"Red", "Blue: yielded");
    fails(APART, r#"{ expect = "2 fencer h1" }"#, "\"2", "there are 0");
    fails(APART, r#"{ legal_only = "step to 2" }"#, "\"step", "not offered");
    fails(CLOSE, r#"{ act = "step to 0", no_log = "moves to 0" }"#, "\"moves", "this happened");
    fails(APART, r#"{ noted = "step to 1: free" }"#, "\"step", "remark: free");
    fails(CLOSE, r#"{ act = "yield", log = { "ends", "turn" } }"#, "\"turn", "not in this order");
}

#[test]
fn slips_of_the_pen_are_named() {
    fails(APART, r#""thurst""#, "\"thurst", "did you mean `thrust`?");
    fails(APART, r#"{ expct = "none 0" }"#, "\"none", "expect");
    fails(APART, r#"{ expect = "Red fencr 0" }"#, "\"Red", "did you mean `fencer`?");
    fails(
        APART,
        r#"{ illegal = "step to 1 2 3" }"#,
        "\"step",
        "do not fit the arguments of `step`",
    );
    let crooked = "\tboard = \"Red:fencer . .\",\n\tsteps = { \"yield\" },\n";
    let failure = play(crooked).unwrap_err();
    assert!(failure.message.contains("row 1 has 5 cells, but 3 are drawn"), "{failure}");
    let failure = play("\tbord = \".\",\n\tsteps = { \"yield\" },\n").unwrap_err();
    assert!(failure.message.contains("board"), "{failure}");
}

/// The constructor of fencers refuses a name; the line of the refusal is that of the sheet.
#[test]
fn a_constructor_that_refuses_a_sheet_is_counted_among_broken_definitions() {
    let refusing = "make = function(fields)\n\t\t\t\tif fields.id == \"coward\" then\n\t\t\t\t\t\
                    error(\"a coward does not fence\", 0)\n\t\t\t\tend";
    let game = GAME.replacen("make = function(fields)", refusing, 1);
    let broken = |sheet: &str, note: &str| {
        let written = format!("}} {{ id = \"fencer\" }},{note}");
        game.replacen("} { id = \"fencer\" },", &written.replace("fencer", sheet), 1)
    };
    let manifest = manifest("duel");
    let run = |note: &str| {
        let broken = broken("coward", note);
        let files =
            [("pack.toml", &*manifest), ("game.luau", &game), ("spec/broken/coward.luau", &broken)];
        let library = Library::from_trees([("duel", Tree::from_files(files).unwrap())]);
        let mut host = Host::load(&assemble(&library, &["duel"]).unwrap()).unwrap();
        let all = scenario::list_of(&host, "duel");
        (broken, scenario::run(&mut host, &all[0]))
    };
    let (_, result) = run(" -- H0424");
    assert_eq!(result, Ok(()));
    let (text, result) = run("");
    let line = 1 + text.lines().position(|line| line.contains("\"coward\" }")).unwrap();
    assert_eq!(result.unwrap_err().found, [format!("line {line}: H0424")]);
    let tree = Tree::from_files([("pack.toml", &*manifest), ("game.luau", &text)]).unwrap();
    let packs = assemble(&Library::from_trees([("duel", tree)]), &["duel"]).unwrap();
    let problems = Host::load(&packs).err().unwrap();
    let raised = 1 + text.lines().position(|line| line.contains("does not fence")).unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].line as usize, line);
    assert_eq!(problems[0].message, "a coward does not fence");
    assert!(problems[0].hint.ends_with(&format!("duel/game.luau:{raised}")), "{problems:?}");
}
