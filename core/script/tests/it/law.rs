//! Conditions say why: what is offered and what is refused come from the same lines.
//!
//! Each test is a step of the demo of the handbook. Its soldiers have the numbers 0 to 4: 0 and 3
//! are those of the seat that is asked, at (0,0) and (-1,0).

use harena_engine::decision::Explained;
use harena_engine::game::ArgKind;
use harena_engine::the_match::{Fault, Match, Setup, Waits};

use crate::handbook::{demo, load, step_file};

const HEAD: &str = r#"
local FOREIGN = harena.reason("R1", "not yours")
local HELD = harena.reason("R2", "netted")
local TAKEN = harena.reason("R3", "taken")
local FAR = harena.reason("R4", "too far")
local LATE = harena.reason("R5", "too late")
local OWN = harena.filter {
	{ kind = "unit" },
	{ whose = "own", why = FOREIGN },
	{ without = { "netted" }, why = HELD },
}
"#;

fn begun(body: &str) -> Result<(Match, Explained), Fault> {
    let text = format!("{HEAD}local function recipe(match)\n{body}\nend\n");
    let mut host = load(body, &demo(&step_file(body, &text)), &["demo"]);
    let game = host.build(&host.menu().defaults(), 2).unwrap();
    let mut the_match = Match::new(game, Setup::default());
    assert_eq!(the_match.advance(&mut host)?, Waits::ForDecisions);
    let explained = the_match.explained(&mut host)?;
    let contradiction = explained.contradiction(the_match.decision().unwrap());
    assert_eq!(contradiction, None, "{body}");
    Ok((the_match, explained))
}

/// What is refused, as `verb arguments: rule`, in any order; `...` stands for the question.
fn check(body: &str, n_options: u64, expected: &[&str]) {
    let asks = "\tharena.ask(match, match.active, \"your_turn\")";
    let (the_match, explained) = begun(&format!("{body}\n{asks}")).unwrap();
    assert_eq!(the_match.decision().unwrap().count(), n_options, "{body}");
    let game = &the_match.game;
    let told = explained.refusals.iter().map(|it| {
        let kinds = &game.verbs[it.verb.index()];
        let args = it.args.as_slice().iter().zip(kinds).map(|(value, kind)| {
            let place = usize::try_from(*value).unwrap();
            match *kind == ArgKind::Cell {
                true => format!(" {}", game.board.name(harena_engine::board::Cell::at(place))),
                false => format!(" {place}"),
            }
        });
        let verb = game.names.verbs.name(it.verb.index());
        format!("{verb}{}: {}", args.collect::<String>(), it.rule)
    });
    let mut told: Vec<String> = told.collect();
    told.sort();
    let mut expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
    expected.sort();
    assert_eq!(told, expected, "{body}");
}

#[test]
fn a_filter_tells_the_first_condition_that_does_not_hold() {
    let refused = ["target 0: R2", "target 1: R1", "target 2: R1", "target 4: R1"];
    let net = "match:give(match:cell(0, 0).piece, \"netted\")\n";
    check(&format!("{net}match:offer(\"target\", OWN)"), 1, &refused);
    // Offered one by one, for one pair of arguments.
    let swaps = "for _, unit in match:pieces_for(\"swap\", OWN, match:cell(0, 2).piece) do
		match:offer(\"swap\", match:cell(0, 2).piece, unit)
	end";
    let refused = ["swap 4 0: R2", "swap 4 1: R1", "swap 4 2: R1", "swap 4 4: R1"];
    check(&format!("{net}{swaps}"), 1, &refused);
}

#[test]
fn every_cell_is_offered_or_refused() {
    let body = "local unit = match:cell(-1, 0).piece
	local near = match:common(match:empty_cells(), match:near(unit), FAR)
	match:offer(\"move\", unit, near, TAKEN, 0)
	harena.ask(match, match.active, \"your_turn\")";
    let (the_match, explained) = begun(body).unwrap();
    let decision = the_match.decision().unwrap();
    let (mut n_taken, mut n_far) = (0, 0);
    for cell in the_match.game.board.cells().iter() {
        let args = [3, i32::from(cell.0)].into_iter().collect();
        let verb = decision.groups[0].verb;
        let why = Match::why_not(&explained.refusals, verb, &args);
        assert_ne!(decision.begins_with(verb, &args), why.is_some(), "{cell:?}");
        let is_taken = the_match.state().at(cell).is_some();
        let Some(why) = why else { continue };
        assert_eq!(why.rule, if is_taken { "R3" } else { "R4" }, "{cell:?}");
        assert_eq!(why.culprit, the_match.state().at(cell), "who stands there");
        *(if is_taken { &mut n_taken } else { &mut n_far }) += 1;
    }
    assert_eq!((n_taken, n_far), (5, 9), "of 19 cells, 5 are free beside it");
}

#[test]
fn what_is_offered_in_another_way_is_not_refused() {
    let body = "match:offer(\"target\", match:cell(0, 0).piece, FAR)
	match:offer(\"target\", match:cell(1, 0).piece, HELD)";
    let both = ["target 2", "target 3", "target 4"];
    let both = both.map(|it| [format!("{it}: R4"), format!("{it}: R2")]).concat();
    let both: Vec<&str> = both.iter().map(String::as_str).collect();
    check(body, 2, &both);
    let otherwise = "match:otherwise(\"target\", FAR)
	match:otherwise(\"bid\", LATE)
	match:offer(\"target\", match:cell(0, 0).piece)";
    check(otherwise, 1, &["bid: R5"]);
}

#[test]
fn a_gate_refuses_what_stands_behind_it() {
    let gate = |condition: &str| {
        format!(
            "harena.gate(match, {condition}, LATE, function()
		match:offer(\"target\", OWN)
		match:offer(\"bid\", match:range(0, 1))
	end)
	if match:allows(\"pass\", {condition}, LATE) then
		match:offer(\"pass\")
	end
	match:offer(\"press\", 1)"
        )
    };
    let foreign = ["target 1: R1", "target 2: R1", "target 4: R1"];
    check(&gate("true"), 6, &foreign);
    let refused = ["bid 0: R5", "bid 1: R5", "pass: R5"];
    let targets = ["target 0: R5", "target 1: R5", "target 2: R5", "target 3: R5", "target 4: R5"];
    check(&gate("false"), 1, &[&refused[..], &targets].concat());
}

#[test]
fn reasons_of_an_offer_are_those_of_the_question_it_belongs_to() {
    let body = "for seat = 0, 1 do
		match:offer(\"bid\", match:range(0, 1))
		match:otherwise(\"target\", if seat == 0 then FAR else LATE)
		match:question(seat, \"bid\")
	end
	harena.ask_hidden(match)";
    let (_, explained) = begun(body).unwrap();
    let rules: Vec<&str> = explained.refusals.iter().map(|it| it.rule.as_str()).collect();
    assert_eq!(rules, ["R4"], "the reasons of the other seat are its own");
}

#[test]
fn slips_with_reasons_are_told() {
    let check = |body: &str, expected: &str| {
        let fault = begun(body).unwrap_err();
        assert!(fault.message.contains(expected), "{body}\n{fault}");
    };
    check(
        "match:pieces(harena.filter { { whose = \"own\" }, { whose = \"enemy\" } })",
        "two conditions of this filter say `whose` in ways that do not go together",
    );
    check("match:offer(\"target\", FAR, OWN)", "a reason stands behind the argument");
    check("match:begin_refusing(FAR)", "this is for those who ask for reasons");
}

#[test]
fn what_is_taken_without_asking_leaves_no_reasons_behind() {
    // The only option is taken, and what it left out is free when somebody is asked.
    let body = "match:refuse(\"target\", FAR, match:cell(0, 0).piece)
	match:otherwise(\"pass\", LATE)
	match:note(\"bid\", \"the first\")
	match:offer(\"bid\", 0)
	harena.ask_unless_forced(match, match.active, \"your_turn\")
	match:refuse(\"pass\", LATE)
	match:offer(\"pass\")
	match:take_default()
	match:offer(\"target\", OWN)
	match:offer(\"pass\")
	match:note(\"bid\", \"the second\")";
    check(body, 3, &["target 1: R1", "target 2: R1", "target 4: R1"]);
    let asks = "\n\tharena.ask(match, match.active, \"your_turn\")";
    let (_, explained) = begun(&format!("{body}{asks}")).unwrap();
    let notes: Vec<&str> = explained.notes.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(notes, ["the second"]);
    // What was said to a seat that is asked at the same time stays.
    let body = "match:offer(\"pass\")
	match:otherwise(\"target\", FAR)
	match:question(0, \"bid\")
	match:refuse(\"target\", LATE)
	match:offer(\"pass\")
	match:take_only()
	harena.ask_hidden(match)";
    let (_, explained) = begun(body).unwrap();
    let rules: Vec<&str> = explained.refusals.iter().map(|it| it.rule.as_str()).collect();
    assert_eq!(rules, ["R4"]);
}
