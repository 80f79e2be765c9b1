//! Options are put together only where somebody looks at them, and nobody can tell.

use harena_engine::decision::{Action, Args};
use harena_engine::id::{Seat, VerbId};
use harena_engine::the_match::Match;

use super::{Host, act, begun, fault_of_step, var};

/// Two questions whose options take long to put together.
const DEAR: &str = r#"local function offer(m, most)
		for _ = 1, 5000 do end
		m:offer("pass")
		m:offer("answer", m:range(1, most))
	end
	for round = 1, 2 do
		harena.options(match, offer, 8 + round)
		local verb, n = harena.ask(match, 1, "interrupt")
		if verb == "answer" then
			match:set("sum", match.sum + n)
		end
	end"#;

fn answer(n: i32) -> Action {
    Action { verb: VerbId(1), args: [n].into_iter().collect() }
}

/// The match after an option was taken in a copy laid at the begin of the step, and what the step
/// cost there.
fn copied(host: &mut Host, the_match: &Match, action: Action, judged: bool) -> (Match, u64) {
    let mut copy = the_match.fork();
    the_match.fork_with(&mut copy, Seat(1), action).unwrap();
    if judged {
        copy.leave_out_options();
    }
    copy.advance(host).unwrap();
    (copy, host.work_of_step())
}

#[test]
fn options_are_left_out_where_nobody_looks() {
    let (mut host, mut the_match) = begun(DEAR);
    for n in [3, 4] {
        let (copy, work) = copied(&mut host, &the_match, answer(n), false);
        let (judged, of_judged) = copied(&mut host, &the_match, answer(n), true);
        let whole = the_match.fork();
        act(&mut host, &mut the_match, 1, &[n]);
        let mut run_again = whole;
        run_again.act(&mut host, Seat(1), answer(n)).unwrap();
        let by_all = host.work_of_step();
        assert_eq!((copy.digest(), judged.digest()), (the_match.digest(), the_match.digest()));
        assert!(copy.decisions().eq(the_match.decisions()), "what is asked next is whole");
        assert!(work + 4500 < by_all, "{work} against {by_all}");
        assert!(of_judged < 2000, "{of_judged}");
        let n_options: Vec<u64> = judged.decisions().map(|it| it.count()).collect();
        assert!(n_options.iter().all(|n| *n == 0), "{n_options:?}");
        // A copy of a copy knows as much.
        if n == 3 {
            let (again, less) = copied(&mut host, &copy, answer(4), false);
            assert!(again.outcome().is_some() && less < 2000, "{less}");
            assert_eq!(var(&again, "sum"), 7);
        }
    }
    assert_eq!(var(&the_match, "sum"), 7);
}

#[test]
fn whoever_asks_for_reasons_gets_options() {
    let (mut host, the_match) = begun(DEAR);
    let (mut copy, _) = copied(&mut host, &the_match, answer(3), false);
    copy.leave_out_options();
    let explained = copy.explained(&mut host).unwrap();
    assert_eq!(explained.contradiction(copy.decision().unwrap()), None);
    assert_eq!(host.work_of_step() / 5000, 2, "both were put together");
}

/// A question that does not come, one that is forced, one that is asked, and one of the old sort.
const SOMETIMES: &str = r#"local function offer(m, most)
		for _ = 1, 5000 do end
		if most > 0 then
			m:offer("answer", m:range(1, most))
		end
	end
	for most = 0, 2 do
		harena.options_if_any(match, offer, most)
		if match:has_offers() then
			local _, n = harena.ask_unless_forced(match, 1, "interrupt")
			match:set("sum", 10 * match.sum + n)
		end
	end
	match:offer("answer", match:range(1, 9))
	local _, n = harena.ask(match, 1, "interrupt")
	match:set("sum", 10 * match.sum + n)
	match:offer("pass")
	harena.ask(match, 1, "interrupt")"#;

#[test]
fn questions_that_come_or_not_are_told_apart() {
    let (mut host, mut the_match) = begun(SOMETIMES);
    let (copy, work) = copied(&mut host, &the_match, answer(2), false);
    assert!((10_000..15_000).contains(&work), "only the options of the answer: {work}");
    assert_eq!(var(&copy, "sum"), 12);
    // Judged, a question that may not come must be looked at.
    let (judged, _) = copied(&mut host, &the_match, answer(2), true);
    assert_eq!(judged.decisions().map(|it| it.count()).collect::<Vec<_>>(), [9]);
    act(&mut host, &mut the_match, 1, &[2]);
    assert_eq!(copy.digest(), the_match.digest());
    let (copy, _) = copied(&mut host, &the_match, answer(7), false);
    assert_eq!(var(&copy, "sum"), 127);
    let pass = Action { verb: VerbId(0), args: Args::default() };
    let (copy, _) = copied(&mut host, &copy, pass, false);
    assert!(copy.outcome().is_some());
}

/// An answer that is a list is read with what it was chosen from.
#[test]
fn lists_are_read_as_they_were_offered() {
    let body = r#"harena.options(match, function(m)
		m:offer("pick", m:several({ 4, 5, 6 }), m:order({ 1, 2 }))
	end)
	local _, chosen: { number }, order: { number } = harena.ask(match, 1, "interrupt")
	match:set("sum", 100 * #chosen + 10 * chosen[1] + order[1])
	match:offer("pass")
	harena.ask(match, 1, "interrupt")"#;
    let (mut host, the_match) = begun(body);
    let pick = Action { verb: VerbId(2), args: [0b110, 1].into_iter().collect() };
    let (copy, _) = copied(&mut host, &the_match, pick, false);
    assert_eq!(var(&copy, "sum"), 252);
}

#[test]
fn a_function_that_offers_changes_nothing() {
    let check = |body: &str, code: &str, told: &str| {
        let (found, message) = fault_of_step(body);
        assert_eq!(found, code, "{body}: {message}");
        assert!(message.contains(told), "{body}: {message}");
    };
    for change in [
        "m:set(\"sum\", 1)",
        "m:random(6)",
        "m:shuffle(\"deck\", 0)",
        "m:say(({ \"done\" })[1])",
        "m:queue(\"play\")",
        "m:answer()",
        "m:offer(\"pass\") harena.ask(m, 1, \"interrupt\")",
        "harena.options(m, function() end)",
        "m:offer(\"pass\") m:question(1, \"secret\")",
        "m:next_trigger()",
    ] {
        let body = format!("harena.options(match, function(m: any) {change} end)");
        check(&body, "H0407", "offers");
    }
    let offers = "harena.options(match, function(m) m:offer(\"pass\") end)";
    for look in
        ["offer(\"pass\")", "prefer(\"pass\")", "has_offers()", "is_forced()", "take_only()"]
    {
        check(&format!("{offers} match:{look}"), "H0401", "harena.ask");
    }
    check(&format!("{offers} {offers}"), "H0401", "harena.ask");
    check("match:end_options()", "H0401", "harena.options");
}
