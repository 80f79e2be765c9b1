//! Scenarios that test nothing, or stand on a position that cannot be, fail and say so.

use harena_pack::{Library, Tree};
use harena_scenario::{self as scenario, Failure, Scenario};
use harena_script::schema::Value;
use harena_script::{Host, assemble};

use crate::manifest;

/// A small game with what scenarios can be wrong about.
fn game() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/siege.luau");
    std::fs::read_to_string(path).unwrap()
}

fn host() -> Host {
    let (manifest, game) = (manifest("siege"), game());
    let files = [("pack.toml", &*manifest), ("game.luau", &*game)];
    let library = Library::from_trees([("siege", Tree::from_files(files).unwrap())]);
    Host::load(&assemble(&library, &["siege"]).unwrap()).unwrap()
}

/// What comes of the scenarios of a file.
fn play_file(spec: &str) -> Vec<Result<(), Box<Failure>>> {
    play_in(&game(), spec)
}

fn play_in(game: &str, spec: &str) -> Vec<Result<(), Box<Failure>>> {
    let manifest = manifest("siege");
    let files = [("pack.toml", &*manifest), ("game.luau", game), ("spec/one.luau", spec)];
    let library = Library::from_trees([("siege", Tree::from_files(files).unwrap())]);
    let packs = assemble(&library, &["siege"]).unwrap();
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:?}"));
    scenario::list(&host).iter().map(|each| scenario::run(&mut host, each)).collect()
}

fn file_of(fields: &str) -> String {
    format!(
        "--!strict\n-- One scenario.\nlocal harena = require(\"@harena\")\n\n\
         return harena.scenario {{ name = \"one\", {fields} }}\n"
    )
}

fn play(fields: &str) -> Result<(), Box<Failure>> {
    play_file(&file_of(fields)).remove(0)
}

/// A scenario with these fields holds.
#[track_caller]
fn holds(fields: &str) {
    if let Err(failure) = play(fields) {
        panic!("{failure}");
    }
}

/// A scenario with these fields fails, and says this.
#[track_caller]
fn fails(fields: &str, part: &str) {
    let failure = play(fields).expect_err(fields).to_string();
    assert!(failure.contains(part), "{part}\n{failure}");
    let same = failure.split("did you mean `").skip(1).any(|rest| {
        let name = rest.split('`').next().unwrap();
        failure.split("; did you mean").next().unwrap().contains(&format!("`{name}`"))
    });
    assert!(!same, "the same word is no hint: {failure}");
}

/// A step of a scenario with a usual position fails, and says this.
#[track_caller]
fn step_fails(step: &str, part: &str) {
    fails(&format!("{POSITION} steps = {{ {step} }},"), part);
}

#[track_caller]
fn step_holds(step: &str) {
    holds(&format!("{POSITION} steps = {{ {step} }},"));
}

const POSITION: &str = r#"pieces = "White pike a1 n1, Black shield c3 w2","#;

#[test]
fn amounts_need_a_name_a_seat_and_a_number() {
    step_holds(r#"{ expect = { "White gold 0", "stones 3", "White stack 3", "row 0" } }"#);
    step_fails(r#"{ expect = "White gold" }"#, "say how much: `White gold 3`");
    step_fails(r#"{ expect = "stones" }"#, "say how much: `stones 3`");
    step_fails(r#"{ expect = "gold 0" }"#, "each seat has its own `gold`");
    step_fails(r#"{ expect = "stack 0" }"#, "each seat has its own `stack`");
    step_fails(r#"{ expect = "stack: nothing" }"#, "each seat has its own `stack`");
    step_fails(r#"{ expect = "nobody gold 0" }"#, "nobody has no `gold`");
    step_fails(r#"{ expect = "White stones 3" }"#, "belongs to the match");
    step_fails(r#"{ expect = "White row 0" }"#, "one `row` for all");
    step_fails(r#"{ expect = "White gold two" }"#, "`two` is no number");
    step_fails(r#"{ expect = "White glod 0" }"#, "did you mean `gold`?");
    step_fails(r#"{ expect = "White gold 4" }"#, "found     White gold 0");
    step_fails(r#"{ expect = "turn" }"#, "say which: `turn 2`");
    step_fails(r#"{ expect = "active" }"#, "say who");
    step_fails(r#"{ expect = "no" }"#, "say what there is none of");
    step_fails(r#"{ expect = "2" }"#, "say of what");
}

#[test]
fn options_are_counted_by_verbs_that_are_there() {
    step_holds(r#"{ expect = { "options throw 1", "options pay 0" } }"#);
    step_fails(r#"{ expect = "options thorw 0" }"#, "there is no action `thorw`; did you mean");
    step_fails(r#"{ expect = "options throw" }"#, "say how many");
    step_fails(r#"{ expect = "options throw 3" }"#, "found     options throw 1");
}

#[test]
fn zones_can_be_expected_in_order() {
    let row = r#"row = "march, halt","#;
    let with = |step: &str| format!("{POSITION} {row} steps = {{ {step} }},");
    holds(&with(
        r#"{ expect = { "row: halt, march", "row: in order march, halt", "row: has halt" } }"#,
    ));
    fails(
        &with(r#"{ expect = "row: in order halt, march" }"#),
        "found     row: in order march, halt",
    );
    fails(&with(r#"{ expect = "row: in order march" }"#), "row: in order march, halt");
    fails(&with(r#"{ expect = "row: has nothing" }"#), "say which cards lie there");
    fails(&with(r#"{ expect = "row:" }"#), "say what lies there");
    fails(&with(r#"{ expect = "row: has 0 halt" }"#), "says nothing");
    fails(&with(r#"{ expect = "rwo: halt" }"#), "no zone and no list `rwo`; did you mean `row`?");
}

/// Of the cards that a line names, none takes the only one that fits another.
#[test]
fn cards_that_are_alike_are_matched_in_any_order() {
    let fields = r#"row = "pike w1, pike", steps = { { expect = "row: pike, pike w1" } },"#;
    holds(&format!("{POSITION} {fields}"));
    let hand = r#"hand = { White = "march, halt" },"#;
    let illegal = r#"steps = { { illegal = "choose White+march" } },"#;
    fails(&format!("{POSITION} {hand} {illegal}"), "this is offered");
}

#[test]
fn rules_are_those_the_game_names() {
    holds(&format!(r#"{POSITION} rules = {{ "R1", "S7" }}, steps = {{ "rest" }},"#));
    fails(
        &format!(r#"{POSITION} rules = {{ "R999" }}, steps = {{ "rest" }},"#),
        "names a rule `R999`",
    );
    for rules in [r#""banana""#, r#""S7""#, r#""R1", "12""#] {
        let told =
            if rules.contains("S7") { "names a rule `S7`" } else { "is no number of a rule" };
        fails(&format!(r#"{POSITION} rules = {{ {rules} }}, steps = {{ "rest" }},"#), told);
    }
    let none = game().replace("R1 ", "").replace("R2 ", "").replace("R3 ", "");
    let shown = file_of(&format!(r#"{POSITION} rules = {{ "R999" }}, steps = {{ "rest" }},"#));
    let failure = play_in(&none, &shown).remove(0).unwrap_err().to_string();
    assert!(failure.contains("no file of the game names a rule `R999`"), "{failure}");
    fails(&format!(r#"{POSITION} rules = {{ "R12" }}, steps = {{ "rest" }},"#), "did you mean `R");
    step_fails(r#"{ illegal = "pay: R99" }"#, "names a rule `R99`");
}

#[test]
fn forced_results_are_used() {
    let force =
        |force: &str, steps: &str| format!("{POSITION} force = {force}, steps = {{ {steps} }},");
    holds(&force("{ dice = { 4 } }", r#"{ act = "throw", log = "A die shows 4" }"#));
    fails(
        &force("{ dice = { 4, 2 } }", r#""throw""#),
        "nothing has used these results of `dice`: 2",
    );
    fails(
        &force("{ dcie = { 4 } }", r#""throw""#),
        "no roll names this stream; did you mean `dice`?",
    );
    fails(&force("{ dice = {} }", r#""throw""#), "results of chance are lists");
    fails(&force("{ shuffle = { 1 } }", r#""throw""#), "shuffles take no results");
    step_fails(r#""throw", { force = { dice = { 3 } }, act = "rest" }"#, "of `dice`: 3");
    step_fails(r#"{ aside = { { force = { dice = { 3 } }, act = "rest" } } }"#, "of `dice`: 3");
    let aside = r#"{ force = { dice = { 3 } }, aside = { { act = "throw", log = "shows 3" } } }"#;
    step_holds(aside);
}

/// What stands in `log` and `no_log` speaks of all actions of its step.
#[test]
fn logs_speak_of_all_actions_of_a_step() {
    step_holds(r#"{ act = { "rest", "throw" }, log = { "White rests", "A die shows" } }"#);
    step_fails(r#"{ act = { "rest", "throw" }, no_log = "rests" }"#, "this happened");
    step_holds(r#""rest", { act = "throw", no_log = "rests" }"#);
    step_fails(
        r#"{ act = "throw", no_log = "White retsts" }"#,
        "can hold `retsts`; did you mean `rests`?",
    );
}

#[test]
fn questions_are_those_of_the_game() {
    step_holds(r#"{ asks = { "White", "White your_turn", "White your turn" } }"#);
    step_fails(r#"{ asks = "White yuor_turn" }"#, "did you mean `your_turn`?");
    step_fails(r#"{ asks = "White walls" }"#, "asks White your_turn");
}

#[test]
fn the_order_of_alike_things_makes_no_line_illegal() {
    step_fails(r#"{ illegal = "burn c1 b1 a2" }"#, "alike things in another order");
    step_fails(r#"{ illegal = "burn a2 b1 c1" }"#, "this is offered");
    step_holds(r#"{ illegal = { "burn a1 b1 c1", "burn b1 b1 c1" } }"#);
    let hand = r#"hand = { White = "march, halt" },"#;
    let with = |step: &str| format!("{POSITION} {hand} steps = {{ {step} }},");
    holds(&with(r#"{ legal = "pay march halt", illegal = "pay march march" }"#));
}

#[test]
fn every_scenario_and_every_step_says_something() {
    fails(&format!("{POSITION} steps = {{}},"), "without a step a scenario tests nothing");
    fails(POSITION, "steps");
    step_fails("{}", "does nothing and looks at nothing");
    step_fails(r#"{ note = "all is well" }"#, "does nothing and looks at nothing");
    step_fails("{ expect = {}, log = {} }", "does nothing and looks at nothing");
    step_fails(r#"{ illegal = "" }"#, "`illegal` is empty");
    step_fails(r#"{ act = "rest", aside = {} }"#, "without a step");
    step_fails(r#"{ run = "turn 1 2 3 4 5" }"#, "four numbers at most");
    step_fails(r#"{ run = "trun" }"#, "did you mean `turn`?");
}

#[test]
fn a_position_that_is_never_laid_out_is_refused() {
    let without = game().replace("\t\tbegin = \"turn\",\n", "");
    let play = |fields: &str| play_in(&without, &file_of(fields)).remove(0);
    let failure = play(&format!(r#"{POSITION} steps = {{ "rest" }},"#)).unwrap_err().to_string();
    assert!(failure.contains("`pieces` is never laid out"), "{failure}");
    let failure = play(r#"active = "Black", steps = { "rest" },"#).unwrap_err().to_string();
    assert!(failure.contains("`active` is never laid out"), "{failure}");
    assert_eq!(play(r#"steps = { "rest" },"#), Ok(()));
    fails(&format!(r#"{POSITION} begin = "start", steps = {{ "rest" }},"#), "never laid out");
}

#[test]
fn impossible_positions_are_refused_unless_they_are_meant() {
    let check = |fields: &str, part: &str| {
        let steps = r#"steps = { { expect = "turn 1" } },"#;
        fails(&format!("{fields} {steps}"), part);
        fails(&format!("{fields} {steps}"), "write `impossible = true` if that is meant");
        holds(&format!("{fields} impossible = true, {steps}"));
    };
    check(r#"pieces = "White pike a1, Black pike a1","#, "a1 has room for one piece");
    check(r#"pieces = "White pike a1 n2, White shield b1 n1","#, "Black has 2 `net` in all, and 3");
    let spots = r#"pieces = "White pike a1 fire:White", cell_marks = "b1 fire:White","#;
    check(spots, "White has 1 `fire` in all, and 2 are laid out");
    check(r#"pieces = "White pike a1 w3","#, "cannot have wounds 3: its hit points are 2");
    check(
        r#"hand = { White = "halt" }, row = "White halt","#,
        "halt lies in 2 places, and there is one",
    );
    check(r#"pieces = "pike a1","#, "pike needs an owner");
    check(r#"pieces = "White march a1","#, "march never lies on the board");
    check(r#"hand = { White = "pike" },"#, "pike never lies in `hand`");
    holds(r#"pieces = "pebble a1, pebble a1, White pike a1", steps = { "rest" },"#);
    fails(r#"pieces = "White pike d9", steps = { "rest" },"#, "`d9` means nothing here");
    fails(r#"cell_marks = "d9 fire", steps = { "rest" },"#, "the board has no cell `d9`");
}

#[test]
fn words_of_actions_can_name_their_arguments() {
    let game = game().replace(
        r#"{ id = "burn", args = { "cell", "cell", "cell" } }"#,
        r#"{ id = "burn", args = { "first: cell", "second: cell", "third: cell" } }"#,
    );
    let play = |act: &str| {
        let fields =
            format!("{POSITION} steps = {{ {{ act = {act:?}, log = \"Three cells burn\" }} }},");
        play_in(&game, &file_of(&fields)).remove(0).map_err(|failure| failure.to_string())
    };
    assert_eq!(play("burn a3 b3 a2"), Ok(()));
    assert_eq!(play("burn third=a2 first=a3 second=b3"), Ok(()));
    assert!(play("burn first=b3 second=a3 third=a2").unwrap_err().contains("not offered"));
    assert!(play("burn fourth=a3").unwrap_err().contains("`fourth=a3`"));
}

#[test]
fn a_game_can_say_itself_what_cannot_be() {
    let look = "local function look(match)\n\tfor _, guard in match:pieces(GUARDS) do\n\t\tif \
        guard.wounds > match.stones then\n\t\t\tmatch:say(\"too_many\", guard, \
        match.stones)\n\t\tend\n\tend\n\tmatch:set(\"given\", 7)\nend\n\nlocal function score";
    let game = game()
        .replacen("local function score", look, 1)
        .replace("turn = turn,", "turn = turn, look = look,")
        .replace("begin = \"turn\",", "begin = \"turn\", lawful = \"look\",")
        .replace("sentences = {", "sentences = { too_many = \"{1} has more wounds than {2}\",");
    let play = |fields: &str| play_in(&game, &file_of(fields)).remove(0);
    let steps = "steps = { { expect = \"given 0\" } },";
    let wounded = |stones: i32| {
        format!(
            "pieces = \"White pike a1, Black pike b1 w1\", vars = {{ stones = {stones} }}, {steps}"
        )
    };
    assert_eq!(play(&wounded(1)), Ok(()));
    let failure = play(&wounded(0)).unwrap_err().to_string();
    assert!(failure.contains("Black pike b1 has more wounds than 0"), "{failure}");
    assert!(failure.contains("write `impossible = true`"), "{failure}");
    assert_eq!(play(&format!("{} impossible = true,", wounded(0))), Ok(()));
}

/// What is chosen is no part of the log: a line about it could never fail.
#[test]
fn what_no_log_can_hold_is_refused() {
    let check = |part: &str, told: &str| {
        step_fails(&format!(r#"{{ act = "rest", no_log = "{part}" }}"#), told);
    };
    let possible = [
        "Black rests",
        "A die shows 6",
        "shows 12",
        "White pike a1 falls",
        "pike a1 fa",
        "Black shield is hit for 2",
        "net 1 on",
        "goes to White hand",
        "Three cells burn",
        "turn 3",
        "moves to b2 f1",
        "Black is active",
        "fire 1 on b3/N",
    ];
    for part in possible {
        step_holds(&format!(r#"{{ act = "rest", no_log = "{part}" }}"#));
    }
    check("White rests", "this happened");
    check("rest ", "no line of this game's log can hold `rest `");
    // Names and places stand where a line has a gap for them, and nowhere else.
    for part in ["Rest b2", "pike hand", "march net", "hand 1 on", "N comes to", "a1 f1 "] {
        check(part, "no line of this game's log can hold");
    }
    // Prompts and reasons are no lines of the log.
    for part in ["The last stone is placed", "stone is pla"] {
        check(part, "no line of this game's log can hold");
    }
    check("burn a1", "what is chosen is no part of the log");
    check("Pay march", "no line of this game's log can hold");
    check("White burns", "no line of this game's log can hold `burns`; did you mean `burn");
}

#[test]
fn what_no_drawing_uses_is_told() {
    let drawn = "board = \"P . .\\n. . .\\n. . .\",";
    let with = |legend: &str, drawn: &str| {
        format!(r#"legend = {{ {legend} }}, {drawn} steps = {{ "rest" }},"#)
    };
    holds(&with(r#"P = "White pike""#, drawn));
    holds(&with(r#"P = "White pike""#, "board = \"P..\\n...\\n...\","));
    holds(&with(r#"P = "White pike", Q = "White pike""#, drawn));
    fails(&with(r#"P = "White pike", ["."] = "White pike""#, drawn), "`.` is an empty cell");
    fails(&with(r#"P = "White pike""#, ""), "draw a `board`");
    let floors = "floors = \". . .\\n. . .\\n. . .\", steps = { \"rest\" },";
    fails(floors, "this game has no floors");
    fails(r#"settings = { seats = 3 }, steps = { "rest" },"#, "write `seats` outside");
}

#[test]
fn what_is_said_of_a_piece_is_said_once() {
    let fields = r#"pieces = "White pike a1 w1 w2", steps = { "rest" },"#;
    fails(fields, "`w2` is said of one piece twice");
    step_fails(r#"{ expect = "no pike netted not netted" }"#, "means nothing here");
    step_fails(r#"{ expect = "no pike n1 not n1" }"#, "`n1` is said of one piece twice");
    step_holds(r#"{ expect = "pike a1 not w1 not w2" }"#);
}

#[test]
fn a_position_without_anybody_whose_turn_it_is_cannot_be() {
    let check = |fields: &str, part: &str| {
        fails(&format!("{fields} steps = {{ {{ expect = \"turn 1\" }} }},"), part);
    };
    check(r#"out = { "White" }, active = "White","#, "White is out");
    check(r#"out = { "White" },"#, "White is out");
    check(r#"out = { "White", "Black" },"#, "everybody is out");
    holds(r#"out = { "White" }, active = "Black", steps = { { expect = "out White" } },"#);
}

#[test]
fn numbers_keep_to_what_the_game_says_of_them() {
    let laws = "begin = \"turn\", ranges = { stones = { least = 0, most = 9 } }, \
                seat_ranges = { gold = { least = 0, most = \"purse\" } },";
    let game = game()
        .replace("begin = \"turn\",", laws)
        .replace("seat_vars = { gold = 0 }", "seat_vars = { gold = 0, purse = 4 }");
    let play = |fields: &str| {
        let fields = format!("{fields} steps = {{ {{ expect = \"turn 1\" }} }},");
        play_in(&game, &file_of(&fields)).remove(0).map_err(|failure| failure.to_string())
    };
    let check = |fields: &str, part: &str| {
        let failure = play(fields).unwrap_err();
        assert!(failure.contains(part) && failure.contains("`impossible = true`"), "{failure}");
        assert_eq!(play(&format!("{fields} impossible = true,")), Ok(()));
    };
    check("vars = { stones = 77 },", "stones cannot be 77: the most is 9");
    check("vars = { stones = -1 },", "stones cannot be -1: the least is 0");
    check("seat_vars = { Black = { gold = 5 } },", "Black gold cannot be 5: its purse is 4");
    check("seat_vars = { Black = { gold = -5 } },", "Black gold cannot be -5: the least is 0");
    assert_eq!(play("vars = { stones = 9 }, seat_vars = { Black = { gold = 4 } },"), Ok(()));
    assert_eq!(play("seat_vars = { Black = { gold = 7, purse = 7 } },"), Ok(()));
}

#[test]
fn what_is_missing_or_misspelt_is_told() {
    step_fails(r#"{ expect = "White supply fire" }"#, "say how many are left");
    step_fails(r#"{ expect = "White supply" }"#, "say of which marker");
    step_fails(r#"{ expect = "pike a1 !fier" }"#, "did you mean `fire`?");
    step_fails(r#"{ expect = "pike a1 fier2:White" }"#, "did you mean `fire`?");
    step_fails(r#"{ asks = "Whyte" }"#, "did you mean `White`?");
    step_fails(r#"{ act = "rest", outcome = "draww" }"#, "did you mean `draw`?");
    step_fails(r#"{ act = "rest", outcome = "nobdy" }"#, "did you mean `nobody`?");
    let drawn = "board = \"? . .\\n. . .\\n. . .\", steps = { \"rest\" },";
    let failure = play(drawn).unwrap_err().to_string();
    assert!(
        failure.contains("means nothing here") && !failure.contains("did you mean"),
        "{failure}"
    );
}

#[test]
fn every_word_of_a_position_is_known() {
    let check = |fields: &str, part: &str| {
        fails(&format!("{fields} steps = {{ \"rest\" }},"), part);
    };
    check(r#"lists = { lien = "White" },"#, "did you mean `line`?");
    check(r#"vars = { stnoes = 1 },"#, "did you mean `stones`?");
    check(r#"vars = { stones = 3000000000 },"#, "vars.stones");
    check(r#"seat_vars = { Whit = { gold = 1 } },"#, "did you mean `White`?");
    check(r#"seat_vars = { White = { gld = 1 } },"#, "did you mean `gold`?");
    check(r#"active = 5,"#, "there is no seat 5");
    check(r#"active = "Grey","#, "no seat is called `Grey`");
    check(r#"out = "nobody","#, "sits at no seat");
    check(r#"seats = 258,"#, "258");
    check(r#"seats = { "A", "A" },"#, "two seats are called `a`");
    check(r#"row = { White = "halt" },"#, "one `row` for all");
    check(r#"hand = { White = "halt a1" },"#, "no cell and no facing");
    check(r#"hand = { White = "halt", Wihte = "halt" },"#, "did you mean `White`?");
    check(r#"hand = { White = "5000 halt" },"#, "the most is 999");
    check(r#"begin = "trun","#, "did you mean `turn`?");
    check(r#"preset = "quick","#, "there is no preset `quick`");
    check(r#"settings = { fast = true },"#, "fast");
    check(r#"piecs = "White pike a1","#, "pieces");
    check(r#"cell_marks = "b1 White fire","#, "as `marker:SEAT`");
    check(r#"pieces = "White pike a1 not n","#, "says what is there");
    check(r#"pieces = "White pike a1 w1:Black","#, "only markers belong to a seat");
    check(r#"legend = { k = 5 },"#, "legend");
    check(r#"taken_from = { hand = "stack" },"#, "lays out no `hand`");
}

#[test]
fn scores_and_their_parts_can_be_expected() {
    let scored = |line: &str| format!(r#"{{ run = "score", expect = "{line}" }}"#);
    for line in ["score White 12", "score White walls 7", "score Black 3", "score Black walls 3"] {
        step_holds(&scored(line));
    }
    step_fails(&scored("score White 11"), "found     score White 12");
    step_fails(&scored("score White 11"), "score White towers 5");
    step_fails(&scored("score White towres 5"), "did you mean `towers`?");
    step_fails(&scored("score White"), "say how many points");
    step_fails(r#"{ expect = "score White 12" }"#, "the match has not ended");
    step_holds(r#"{ run = "score", outcome = "White: last_stone" }"#);
    step_fails(r#"{ run = "score", outcome = "White: lsat_stone" }"#, "did you mean `last_stone`?");
    step_fails(r#"{ run = "score", outcome = "Wihte" }"#, "did you mean `White`?");
}

#[test]
fn a_remark_may_hold_a_colon() {
    step_holds(
        r#"{ noted = { "rest: hint: sleep", "rest: 50 %", "White: rest: hint: sleep, 50 %" } }"#,
    );
    step_fails(r#"{ noted = "rest: hint: wake" }"#, "remark: hint: wake");
}

/// What was found can be written into the scenario as it stands.
#[test]
fn what_was_found_can_be_written_back() {
    let position = r#"pieces = "White pike a1 net=1:White dust=2", cell_marks = "b1 fire:Black","#;
    let with = |step: &str| format!("{position} steps = {{ {step} }},");
    fails(&with(r#"{ expect = "White pike a1 w1" }"#), "White pike a1 f0 n1:White dust=2");
    holds(&with(r#"{ expect = "White pike a1 @0 n1:White dust=2" }"#));
    fails(&with(r#"{ expect = "cell b1 dust" }"#), "found     cell b1 fire=1:Black");
    holds(&with(r#"{ expect = "cell b1 fire=1:Black" }"#));
    fails(&with(r#"{ expect = "cell b1" }"#), "say which markers lie there");
    fails(&with(r#"{ expect = "Black supply net 1" }"#), "found     Black supply net 2");
    fails(&with(r#"{ expect = "Black supply fire 1" }"#), "found     Black supply fire 0");
    fails(&with(r#"{ expect = "supply net 1" }"#), "each owner has a supply");
    fails(&with(r#"{ expect = "White supply dust 1" }"#), "as many `dust` as needed");
}

#[test]
fn what_never_lies_on_the_board_is_not_looked_for_there() {
    step_fails(r#"{ expect = "no march" }"#, "never lie on the board");
    step_fails(r#"{ expect = "no gold" }"#, "names no piece");
    step_holds(r#"{ expect = { "no pebble", "no White shield" } }"#);
}

/// A card that a hand is given is not in its deck any more.
#[test]
fn cards_of_a_hand_are_taken_out_of_a_deck() {
    let hand = |hand: &str| {
        format!(r#"{POSITION} hand = {{ White = "{hand}" }}, taken_from = {{ hand = "stack" }},"#)
    };
    let steps = r#"steps = { { expect = { "White stack: 2 march", "White hand: halt" } } },"#;
    holds(&format!("{} {steps}", hand("halt")));
    fails(&format!("{} steps = {{ \"rest\" }},", hand("2 halt")), "White stack holds no `halt`");
    let both = format!(r#"{} stack = {{ White = "halt" }},"#, hand("halt"));
    holds(&format!(r#"{both} steps = {{ {{ expect = "White stack: nothing" }} }},"#));
}

#[test]
fn the_step_that_begins_is_given_the_active_seat() {
    let fields = format!(r#"{POSITION} active = "Black", begin = "turn","#);
    holds(&format!(r#"{fields} steps = {{ {{ asks = "Black", expect = "given 1" }} }},"#));
    let fields = format!(r#"{POSITION} active = "Black", begin = "turn 0","#);
    holds(&format!(r#"{fields} steps = {{ {{ asks = "Black", expect = "given 0" }} }},"#));
}

/// Each scenario of a helper fails where the helper is called for it.
#[test]
fn scenarios_of_a_helper_tell_their_own_place() {
    let spec = "--!strict\n-- Made by a function.\nlocal harena = require(\"@harena\")\n\n\
                local function gold(n: number)\n\treturn harena.scenario {\n\t\tname = `gold {n}`,\n\
                \t\tsteps = { { expect = `White gold {n}` } },\n\t}\nend\n\n\
                local function with(fields)\n\tfields.name = \"with\"\n\
                \treturn harena.scenario(fields)\nend\n\n\
                return {\n\tgold(0),\n\tgold(1),\n\tgold(2),\n\twith {\n\
                \t\tsteps = { { expect = \"White gold 3\" } },\n\t},\n}\n";
    let found = play_file(spec);
    let lines: Vec<Option<u32>> =
        found.iter().map(|it| it.as_ref().err().map(|it| it.line)).collect();
    assert_eq!(lines, [None, Some(19), Some(20), Some(22)]);
}

/// What a game does to ready itself is no part of a failure before the first action.
#[test]
fn failures_before_the_first_action_are_short() {
    let failure =
        play(&format!(r#"{POSITION} steps = {{ {{ expect = "turn 9" }} }},"#)).unwrap_err();
    assert_eq!(failure.log, [""; 0]);
    let failure =
        play(&format!(r#"{POSITION} steps = {{ {{ act = "rest", expect = "turn 9" }} }},"#));
    assert_eq!(failure.unwrap_err().log, ["White rests"]);
}

/// A scenario comes from somebody else: it may not be as large as it likes.
#[test]
fn scenarios_are_bounded() {
    let nested = |n: usize| format!("{}\"rest\"{}", "{ aside = { ".repeat(n), " } }".repeat(n));
    step_holds(&nested(9));
    step_fails(&nested(40), "tables inside each other");
    let mut deep = Value::text("rest");
    for _ in 0..40 {
        deep = Value::List(vec![Value::record([("aside", deep)])]);
    }
    let mut host = host();
    let fields = Value::record([("name", Value::text("deep")), ("steps", deep)]);
    let failure = scenario::run(&mut host, &Scenario::of_fields("siege", fields)).unwrap_err();
    assert!(failure.to_string().contains("too large to read"), "{failure}");
    let file = |body: &str| {
        format!(
            "--!strict\n-- Large.\nlocal harena = require(\"@harena\")\nlocal steps = {{}}\n\
             {body}\nreturn harena.scenario {{ name = \"large\", steps = steps }}\n"
        )
    };
    let many = file("for n = 1, 30000 do\n\tsteps[n] = \"rest\"\nend");
    let failure = play_file(&many).remove(0).unwrap_err().to_string();
    assert!(failure.contains("too large to read"), "{failure}");
    let long = file("steps[1] = string.rep(\"rest \", 300000)");
    let failure = play_file(&long).remove(0).unwrap_err().to_string();
    assert!(failure.contains("too large"), "{failure}");
}

/// The page says what each letter, variable and zone of the game means.
#[test]
fn a_page_tells_the_words_of_a_game() {
    let page = scenario::glossary(&host());
    for line in [
        "| `w` | `wounds` | how often a guard was hit |",
        "| `n` | `net` | Net |",
        "| `gold` | coins of a seat | 0 |",
        "| `stack` | Covered orders | each seat has one | nobody |",
        "| `burn` | cell, cell, cell |",
        "| `net` | Net | enemy | 2 |",
        "For `force`: `chance`, `dice`.",
        "| `order` | never on the board; each belongs to a seat; an owner has as many as the sheet has copies |",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
}

/// The pages of the shipped games leave no letter, counter, status, variable or list unexplained.
#[test]
fn the_words_of_shipped_games_are_all_explained() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = Library::open(&[root.join("scripts"), root.join("factions")]);
    let games: Vec<String> = library.games().iter().map(|game| game.id().to_owned()).collect();
    assert!(games.len() >= 5, "{games:?}");
    for game in games {
        let host = Host::load(&assemble(&library, &[&game]).unwrap()).unwrap();
        let page = scenario::glossary(&host);
        let rows = page.lines().filter(|line| line.starts_with("| `"));
        let silent: Vec<&str> = rows.filter(|line| line.contains("` |  |")).collect();
        assert!(silent.is_empty(), "{game}: {silent:#?}");
        let actions = page.split("\n## Actions\n").nth(1).unwrap_or_default();
        let actions = actions.split("\n## ").next().unwrap_or_default();
        assert!(actions.contains('{') && !actions.contains("{1}"), "{game}: {actions}");
        assert!(page.contains("\n## Sheets\n") && page.contains("\n### "), "{game}");
    }
}

#[test]
fn seats_are_called_so_that_lines_can_name_them() {
    let check = |names: &str, part: &str| {
        fails(&format!("seats = {names}, steps = {{ \"rest\" }},"), part);
    };
    check(r#"{ "none", "Black" }"#, "it means that there is nobody");
    check(r#"{ "No", "Black" }"#, "it means that there is nobody");
    check(r#"{ "seat_1", "seat_0" }"#, "is another seat: this one is seat_0");
    check(r#"{ "\27[31m", "Black" }"#, "is no name of a seat");
    check(r#"{ "", "Black" }"#, "is no name of a seat");
    check(r#"{ "A,B", "Black" }"#, "is no name of a seat");
    check(r#"{ "Red", "red" }"#, "two seats are called `red`");
    check("-1", "there cannot be -1 seats");
    holds(r#"seats = { "Seat_0", "Mother's_side" }, steps = { "rest" },"#);
}

#[test]
fn what_is_written_in_the_wrong_place_says_where_it_belongs() {
    let check = |fields: &str, part: &str| {
        fails(&format!("{fields} steps = {{ \"rest\" }},"), part);
    };
    check("vars = { gold = 1 },", "a variable of each seat: write it in `seat_vars`");
    check("seat_vars = { White = { stones = 1 } },", "a variable of the match: write it in `vars`");
    check(r#"factions = { "DE" },"#, "has no factions");
    step_fails(r#"{ no_log = "net" }"#, "nothing has happened yet");
}
