//! A card game in memory that uses what the library offers for cards and interrupts.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::id::{PieceId, Seat, VerbId};
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::{Code, Library, Tree};

use super::Host;
use manifest::manifest;

mod coverage;
#[path = "../../tests/it/manifest.rs"]
mod manifest;
mod options;
mod parcel;
mod straight;
mod tables;

/// A game of one step; `BODY` stands for what the step does.
const GAME: &str = r#"--!strict
-- Cards for the tests of the library.
local harena = require("@harena")

local card = harena.sheet {
	kind = "card",
	schema = { name = "Card", fields = { { "id", "id", "its name" }, { "copies", "int 0..9", "how many" } } },
	make = function(fields)
		return { kind = "card", id = fields.id, title = fields.id, copies = fields.copies, stats = { worth = 1 } }
	end,
}

local function play(match)
	match:create_all(nil, 0, "deck")
	BODY
	match:finish({ 0 }, "done")
end

return harena.game {
	id = "cards",
	title = "Cards",
	seats = { min = 3, max = 3 },
	board = harena.line { spaces = 1 },
	kinds = { "card" },
	stats = { "worth" },
	zones = {
		{ id = "deck", per_seat = true, sight = "nobody" },
		{ id = "hand", per_seat = true, sight = "owner" },
		{ id = "aside", per_seat = true, sight = "all" },
	},
	verbs = { { id = "pass", args = {} }, { id = "answer", args = { "number" } }, { id = "pick", args = { "several", "order" } } },
	vars = { sum = 0, asked = 0 },
	prototypes = { card { id = "ace", copies = 1 }, card { id = "bee", copies = 1 }, card { id = "candle", copies = 2 } },
	steps = { play = play },
	first_step = "play",
	prompts = { interrupt = "Answer or pass", secret = "Choose in secret" },
	reasons = { done = "Done" },
}
"#;

/// The packs of the game whose step does this.
fn packs(body: &str) -> Vec<Arc<harena_pack::Pack>> {
    packs_of(&GAME.replace("BODY", body))
}

fn packs_of(game: &str) -> Vec<Arc<harena_pack::Pack>> {
    let tree =
        Tree::from_files([("pack.toml", &*manifest("cards", "game", None)), ("game.luau", game)])
            .unwrap();
    let library = Library::from_trees([("cards", tree)]);
    crate::assemble(&library, &["cards"]).unwrap()
}

fn begun(body: &str) -> (Host, Match) {
    begun_with(&GAME.replace("BODY", body))
}

fn begun_with(game: &str) -> (Host, Match) {
    let packs = packs_of(game);
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let game = host.build(&Default::default(), 3).unwrap();
    let mut the_match = Match::new(game, Setup::default());
    the_match.advance(&mut host).unwrap();
    (host, the_match)
}

fn var(the_match: &Match, name: &str) -> i32 {
    let at = the_match.game.names.vars.find(name).unwrap() as u8;
    the_match.state().var(&the_match.game, None, harena_engine::id::VarId(at))
}

/// The ids of a zone of seat 0 from bottom to top.
fn zone(the_match: &Match, name: &str) -> Vec<String> {
    let game = &the_match.game;
    let zone = harena_engine::id::ZoneId(game.names.zones.find(name).unwrap() as u8);
    let list = harena_engine::state::ZoneList::of(game, zone, Seat(0));
    let id = |piece: &PieceId| game.prototype(the_match.state().piece(*piece).prototype).id.clone();
    the_match.state().zone(list).iter().map(id).collect()
}

fn act(host: &mut Host, the_match: &mut Match, verb: u8, args: &[i32]) -> Waits {
    let seat = the_match.decision().unwrap().seat;
    let action = Action { verb: VerbId(verb), args: args.iter().copied().collect() };
    the_match.act(host, seat, action).unwrap()
}

#[test]
fn a_cut_puts_the_upper_pieces_below_in_their_order() {
    // Created in the order of the sheets: ace, bee, candle, candle; the last lies on top.
    let (_, the_match) = begun(r#"harena.cut(match, "deck", 0, 3)"#);
    assert_eq!(zone(&the_match, "deck"), ["bee", "candle", "candle", "ace"]);
}

#[test]
fn a_draw_can_be_intercepted_card_by_card() {
    let (_, the_match) = begun(
        r#"local drawn = harena.draw_each(match, "deck", "hand", { seat = 0, n = 3, meet = function(m, found)
		if found.id == "candle" then
			m:send(found, "aside", 0)
			return true
		end
		return false
	end })
	match:set("sum", drawn)"#,
    );
    assert_eq!(zone(&the_match, "aside"), ["candle", "candle"]);
    assert_eq!(zone(&the_match, "hand"), ["bee", "ace"], "and then the deck was empty");
    assert_eq!(var(&the_match, "sum"), 2);
}

/// Seats 1 and 2 may each answer once with a number; three in all close the window.
const WINDOW: &str = r#"harena.window(match, { 1, 2 }, "interrupt", {
		offer = function(m, seat)
			m:set("asked", m.asked + 1)
			if m.sum < 10 * seat then
				m:offer("answer", m:range(1, 9))
			end
		end,
		take = function(m, seat, answer)
			m:set("sum", m.sum + answer.number * seat)
			return m.sum < 30
		end,
	})"#;

#[test]
fn a_window_opens_again_after_every_answer_and_asks_by_priority() {
    let (mut host, mut the_match) = begun(WINDOW);
    let seat = |the_match: &Match| the_match.decision().map(|decision| decision.seat.0);
    assert_eq!(seat(&the_match), Some(1));
    act(&mut host, &mut the_match, 0, &[]);
    assert_eq!(seat(&the_match), Some(2), "the first seat passed");
    act(&mut host, &mut the_match, 1, &[3]);
    assert_eq!(seat(&the_match), Some(1), "after an answer the first seat is asked again");
    act(&mut host, &mut the_match, 1, &[4]);
    assert_eq!(var(&the_match, "sum"), 10);
    assert_eq!(seat(&the_match), Some(2), "seat 1 has nothing to offer any more");
    act(&mut host, &mut the_match, 0, &[]);
    assert!(the_match.outcome().is_some(), "all passed");
}

#[test]
fn answers_are_read_by_the_names_of_their_arguments() {
    let body = r#"match:offer("answer", match:range(1, 9))
	match:offer("pick", match:several(match:zone("deck", 0), 1, 1), match:order({ 7, 8 }))
	local answer = harena.choose(match, 0, "interrupt")
	if answer.verb == "answer" then
		match:set("sum", answer.number)
	else
		match:set("sum", #answer.several * 10 + answer.order[1])
	end
	match:set("asked", if answer.number == nil then 1 else 0)"#;
    let (mut host, mut the_match) = begun(body);
    let mut other = the_match.fork();
    act(&mut host, &mut the_match, 1, &[4]);
    assert_eq!((var(&the_match, "sum"), var(&the_match, "asked")), (4, 0));
    act(&mut host, &mut other, 2, &[0b10, 1]);
    assert_eq!((var(&other, "sum"), var(&other, "asked")), (18, 1));
    let named =
        body.replace("answer.number", "answer.by").replace("answer.several", "answer.cards");
    let named = named.replace("answer.order", "answer.order_of_all");
    let game = GAME.replace("BODY", &named);
    let game = game.replace("{ \"number\" }", "{ \"by: number\" }");
    let game = game
        .replace("{ \"several\", \"order\" }", "{ \"cards: several\", \"order_of_all: order\" }");
    let (mut host, mut the_match) = begun_with(&game);
    act(&mut host, &mut the_match, 2, &[0b10, 1]);
    assert_eq!((var(&the_match, "sum"), var(&the_match, "asked")), (18, 1));
}

/// Each counts as its place and its copies, one digit each.
#[test]
fn definitions_are_listed_by_their_kind() {
    let body = r#"for at, card in match:prototypes_of("card") do
		match:set("sum", match.sum * 10 + at + card.copies)
	end
	match:set("asked", #match:prototypes(nil, "card"))"#;
    let (_, the_match) = begun(body);
    assert_eq!((var(&the_match, "sum"), var(&the_match, "asked")), (235, 3));
    let (code, message) = fault_of_step(r#"match:prototypes_of(("ca" .. "rt") :: any)"#);
    assert_eq!((code.as_str(), message.contains("did you mean `card`")), ("H0409", true));
}

#[test]
fn a_window_in_mid_step_survives_a_copy() {
    let (mut host, mut the_match) = begun(WINDOW);
    act(&mut host, &mut the_match, 0, &[]);
    act(&mut host, &mut the_match, 1, &[3]);
    let mut copy = the_match.fork();
    for (which, n) in [(&mut copy, 1), (&mut the_match, 1)] {
        act(&mut host, which, 1, &[n]);
    }
    assert_eq!(copy.digest(), the_match.digest());
}

/// Two seats pick from the deck in secret; then the first puts in order what was picked.
const PICKS: &str = r#"local deck = match:zone("deck", 0)
	for seat = 0, 1 do
		match:offer("pick", match:several(deck, 2, 2), match:order({ 7, 8 }))
		match:question(seat, "secret")
	end
	harena.ask_hidden(match)
	for seat = 0, 1 do
		local _, picked, order = match:answer()
		match:set("sum", match.sum * 100 + order[1] * 10 + #picked)
	end
	match:offer("pick", match:several(deck, 1, 1), match:order({ 1, 2, 3 }))
	local _, one, order = harena.ask(match, 0, "secret")
	match:set("asked", order[1] * 100 + order[2] * 10 + order[3])
	match:send(one[1], "aside")"#;

#[test]
fn lists_in_secret_and_restored_in_mid_step_reach_the_script() {
    let (mut host, mut the_match) = begun(PICKS);
    let pick =
        |mask: i32, rank: i32| Action { verb: VerbId(2), args: [mask, rank].into_iter().collect() };
    the_match.act(&mut host, Seat(1), pick(0b1001, 1)).unwrap();
    the_match.act(&mut host, Seat(0), pick(0b0011, 0)).unwrap();
    assert_eq!(var(&the_match, "sum"), 7282, "in the order of the questions");
    let snapshot = the_match.snapshot();
    let text = serde_json::to_string(&snapshot).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    let (game, setup) = (the_match.game.clone(), the_match.setup.clone());
    let mut restored = Match::at(game, setup, &read, &mut host).unwrap();
    // Rank 3 of the orders of three: 2, 3, 1; the third place of the deck is the first candle.
    for which in [&mut the_match, &mut restored] {
        which.act(&mut host, Seat(0), pick(0b0100, 3)).unwrap();
        assert_eq!(var(which, "asked"), 231);
        assert_eq!(zone(which, "aside"), ["candle"]);
    }
    assert_eq!(the_match.digest(), restored.digest());
}

#[test]
fn lists_stand_where_verbs_declare_them() {
    let fault = |body: &str| {
        let game = GAME.replace("BODY", body);
        let tree = Tree::from_files([
            ("pack.toml", &*manifest("cards", "game", None)),
            ("game.luau", game.as_str()),
        ])
        .unwrap();
        let library = Library::from_trees([("cards", tree)]);
        let packs = crate::assemble(&library, &["cards"]).unwrap();
        let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let game = host.build(&Default::default(), 3).unwrap();
        Match::new(game, Setup::default()).advance(&mut host).unwrap_err().message
    };
    let check = |body: &str, expected: &str| assert_eq!(fault(body), expected, "{body}");
    check(
        r#"match:offer("answer", match:several({ 1, 2 }))"#,
        "argument 1 of `answer` takes plain values, not match:several",
    );
    check(
        r#"match:offer("pick", { 1 }, match:order({ 1, 2 }))"#,
        "argument 1 of `pick` takes match:several, not plain values",
    );
    check(r#"match:order({ 4, 4 })"#, "a value stands twice in this list");
    check(r#"match:several({ 4, "done" })"#, "the values of a list must be of one sort");
    check(r#"match:spread(3, { 1, 2 }, { 5 })"#, "there are 2 limits but 1 slots");
    check(
        r#"local n = {} for i = 1, 13 do n[i] = i end match:order(n)"#,
        "order takes a list of at most 12, not of 13",
    );
    check(
        r#"match:prefer("pick", { 1 }, { 2 })"#,
        "what is preferred with a list must have been offered before",
    );
    check(r#"match:take_default()"#, "nothing is offered");
}

#[test]
fn secret_answers_are_known_only_when_all_are_there() {
    let (mut host, mut the_match) = begun(
        r#"for seat = 0, 2 do
		match:offer("answer", match:range(1, 9))
		match:question(seat, "secret")
	end
	harena.ask_hidden(match)
	for _ = 0, 2 do
		local _, n = match:answer()
		match:set("sum", match.sum * 10 + n)
	end"#,
    );
    let answer = |n: i32| Action { verb: VerbId(1), args: [n].into_iter().collect() };
    for (seat, n) in [(2, 7), (0, 5)] {
        assert_eq!(the_match.act(&mut host, Seat(seat), answer(n)), Ok(Waits::ForDecisions));
        assert_eq!(var(&the_match, "sum"), 0);
    }
    the_match.act(&mut host, Seat(1), answer(6)).unwrap();
    assert_eq!(var(&the_match, "sum"), 567, "in the order of the questions");
}

#[test]
fn the_same_packs_load_into_the_same_game_twice() {
    let (mut first, a) = begun(WINDOW);
    let (mut second, b) = begun(WINDOW);
    assert_eq!(a.digest(), b.digest());
    let games = [&a, &b].map(|m| Arc::clone(&m.game));
    assert_eq!(games[0].names.words, games[1].names.words);
    let score = |host: &mut Host, m: &Match| {
        harena_engine::the_match::Rules::score(host, &mut m.fork(), Seat(0)).unwrap()
    };
    assert_eq!((score(&mut first, &a), score(&mut second, &b)), (None, None));
}

/// What is wrong with the game when its step does this and its file begins with that.
fn refused(before: &str, body: &str) -> Vec<Code> {
    let game = GAME
        .replace("BODY", body)
        .replace("local function play", &format!("{before}\nlocal function play"));
    let tree = Tree::from_files([
        ("pack.toml", &*manifest("cards", "game", None)),
        ("game.luau", game.as_str()),
        ("late.luau", "--!strict\n-- Late.\nreturn {}\n"),
    ])
    .unwrap();
    let library = Library::from_trees([("cards", tree)]);
    let packs = crate::assemble(&library, &["cards"]).unwrap();
    let problems = Host::load(&packs).err().unwrap_or_default();
    let errors = problems.iter().filter(|it| it.severity == harena_pack::Severity::Error);
    errors.map(|problem| problem.code).collect()
}

/// The code and message of the fault that a step ends with.
fn fault_of_step(body: &str) -> (String, String) {
    let packs = packs(body);
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let game = host.build(&Default::default(), 3).unwrap();
    let fault = Match::new(game, Setup::default()).advance(&mut host).unwrap_err();
    (fault.code.to_string(), fault.message)
}

#[test]
fn closures_that_keep_state_are_refused() {
    let counter = "local function counter()\n\tlocal n = 0\n\treturn function()\n\t\tn += 1\n\t\treturn n\n\tend\nend\n";
    let check = |before: &str, body: &str, expected: &[&str]| {
        assert_eq!(refused(before, body), expected, "{before}{body}");
    };
    check(&format!("{counter}local tick = counter()"), "match:set(\"sum\", tick())", &["H0302"]);
    check(
        &format!("{counter}local all = {{ deep = {{ counter() }} }}"),
        "all.deep[1]()",
        &["H0302"],
    );
    check(
        "local tick = (function() local n = 0 return function\n() n = n + 1 return n end end)()",
        "tick()",
        &["H0302"],
    );
    check(
        "local tick = (function() local n = 0 local function up() n += 1 end return function() up() end end)()",
        "tick()",
        &["H0302"],
    );
    check(
        "local tick = (function() local t = { 0 } return function() local u = t t = { u[1] + 1 } end end)()",
        "tick()",
        &["H0302"],
    );
    // What begins and ends with the step is nobody's business.
    check(counter, "local tick = counter() tick() match:set(\"sum\", tick())", &[]);
    check("", "local n = 0 local function add() n += 1 end add() match:set(\"sum\", n)", &[]);
    check(
        "local function each(list, act) for _, x in ipairs(list) do act(x) end end\nlocal function total(list) local n = 0 each(list, function(x) n += x end) return n end",
        "match:set(\"sum\", total { 1, 2 })",
        &[],
    );
    check(
        "local loop\nloop = function(n: number): number return if n == 0 then 0 else loop(n - 1) end",
        "loop(3)",
        &[],
    );
}

#[test]
fn modules_required_in_a_function_are_refused() {
    assert_eq!(refused("", "require(\"./late\")"), ["H0315"]);
    assert_eq!(refused("local late = require(\"./late\")", "match:set(\"sum\", #late)"), [""; 0]);
    let (_, message) = fault_of_step("local load = require load(\"./game\")");
    assert!(message.contains("too late"), "{message}");
    let (_, message) =
        fault_of_step("local _, told = pcall(require, \"./\" .. \"game\") error(told)");
    assert!(message.contains("too late") || message.contains("script itself"), "{message}");
}

#[test]
fn keys_that_are_addresses_are_told_by_the_text() {
    let check = |body: &str| assert_eq!(refused("", body), ["H0316"], "{body}");
    check("local t = {} t[function() end] = 1");
    check("local t = {} t[{}] = 1");
    check("local t = { [{}] = 1 }");
    check("local t, key = {}, {} t[key] = 1");
    check("local t = {} local function key() end t[key] = 1");
    check("local t, key = {}, table.freeze { 1 } t[key] = 1");
    check("local t, key = {}, setmetatable({}, {}) t[(key)] = 1");
    check("local t, key = {}, {} t.deep = {} t.deep[key] = 1");
    check("local t, key = {}, {} local x = 1 x, t[key] = 1, 2");
}

#[test]
fn keys_are_checked_when_they_are_written() {
    let check = |body: &str| {
        let (code, message) = fault_of_step(body);
        assert_eq!(code, "H0401", "{body}: {message}");
        assert!(message.contains("has no order"), "{body}: {message}");
    };
    let make = "local function make(n) return if n == 1 then {} else print end ";
    for write in [
        "local t = {} t[make(1)] = 1",
        "local t = {} t[make(2)] = 1",
        "local t = { [make(1)] = 1 }",
        "local t, x = {}, 0 x, t[make(1)] = 1, 2",
        "local t = { a = {} } t.a[make(2)] = 1",
        "local t = setmetatable({}, { __index = function() return 0 end }) t[make(1)] += 1",
        "local t = {} for _, key in { make(1) } do t[key] = 1 end",
        "local t, key = {}, nil key = make(1) t[key] = 1",
        "local t = {} rawset(t, make(1), 1)",
        "local t, set = {}, rawset set(t, make(2), 1)",
        "local t = {} t[\n\tmake(1)\n] = 1",
        "local t = setmetatable({}, { __newindex = {} }) t[make(1)] = 1",
        "local one = setmetatable({}, { __add = function() return {} end }) local t = {} t[one + 1] = 1",
    ] {
        check(&format!("{make}{write}"));
    }
    let (_, the_match) = begun(
        "local t = {} for i = 1, 3 do t[i] = i * 2 t[`n{i}`] = i t[#t] = 0 end t[match:first() or 0] = 7 t[true] = 1 for _, n in ipairs(t) do match:set(\"sum\", match.sum + n) end \
         local m = { { 1 }, \"b]\" } t[m[1][1]] = 2 t[ ({ \"x\" })[1] --[[ here ]] ] = 3 t[m[2]], t[`{m[2]}]`] = 4, { [m[1][1]] = 5 } \
         t[-- a key\n\t1 + 1] = 6 t[m[1][1]] += 10 match:set(\"asked\", t[1] * 100 + t.x * 10 + t[2])",
    );
    assert_eq!(var(&the_match, "sum"), 0);
    assert_eq!(var(&the_match, "asked"), 1236);
}

/// A step that does much before, between and after its questions.
const BUSY: &str = r#"local function busy(n)
		local t = {}
		for i = 1, n do
			t[#t + 1] = match:count() .. "x"
		end
		return #table.concat(t)
	end
	busy(100)
	match:offer("answer", match:range(1, 9))
	local _, n = harena.ask(match, 1, "interrupt")
	busy(100 * n)
	match:offer("pick", match:several({ 1, 2 }, 1, 1), match:order({ 1, 2 }))
	local _, _, order = harena.ask(match, 2, "secret")
	busy(#order)
	for seat = 0, 2 do
		match:offer("answer", match:range(1, 9))
		match:question(seat, "secret")
	end
	harena.ask_hidden(match)
	for _ = 0, 2 do
		match:answer()
	end
	match:offer("pass")
	match:offer("answer", match:range(1, 2))
	harena.ask(match, 0, "interrupt")
	busy(50)"#;

#[test]
fn a_step_costs_the_same_however_it_comes_by_its_answers() {
    let (mut host, mut the_match) = begun(BUSY);
    let answers: [(u8, &[i32]); 6] =
        [(1, &[3]), (2, &[1, 0]), (1, &[2]), (1, &[2]), (1, &[2]), (0, &[])];
    let mut copies = Vec::new();
    for (verb, args) in answers {
        copies.push(the_match.fork());
        act(&mut host, &mut the_match, verb, args);
    }
    assert!(the_match.outcome().is_some());
    let by_hand = host.work_of_step();
    assert!(by_hand > 3000, "{by_hand}");
    for (at, mut copy) in copies.into_iter().enumerate() {
        for (verb, args) in answers.iter().skip(at) {
            act(&mut host, &mut copy, *verb, args);
        }
        assert_eq!(host.work_of_step(), by_hand, "run again after {at} answers");
        assert_eq!(copy.digest(), the_match.digest());
    }
}

#[test]
fn a_step_has_one_budget_however_often_it_asks() {
    // Each part is well below the limit, all of them are not.
    let (mut host, mut the_match) = begun(
        r#"for round = 1, 10 do
		for i = 1, 700_000 do end
		match:offer("answer", match:range(1, 9))
		harena.ask(match, 1, "interrupt")
	end"#,
    );
    let answer = Action { verb: VerbId(1), args: [1].into_iter().collect() };
    let mut n = 0;
    let mut copy = the_match.fork();
    while the_match.act(&mut host, Seat(1), answer).is_ok() {
        copy = the_match.fork();
        n += 1;
    }
    assert!((5..8).contains(&n), "{n}");
    let again = copy.act(&mut host, Seat(1), answer).unwrap_err().to_string();
    assert!(again.contains("budget"), "{again}");
}

#[test]
fn questions_to_the_engine_are_counted() {
    let check = |body: &str| {
        let (code, message) = fault_of_step(body);
        assert_eq!(code, "H0402", "{body}: {message}");
    };
    check("while true do match:count() end");
    check("while true do local _ = match.sum end");
    check("while true do pcall(function() match:set(\"sm\" .. \"u\", 1) end) end");
    check("local m: any = match while true do pcall(function() local _ = m.smu end) end");
    check("while true do match:union(match:board(), match:board()) end");
    check(
        "local n = {} for i = 1, 9000 do n[i] = i end while true do match:offer(\"answer\", n) match:take_default() end",
    );
    check(
        "local t: any = {} for _ = 1, 7 do local u = {} for i = 1, 100 do u[i] = t end t = u end while true do pcall(function() match:count(t) end) end",
    );
    check(
        "local s = string.rep(\"a\", 500000) while true do pcall(function() match:set(s, 1) end) end",
    );
    check("while true do pcall(function() match:best_packing({ match:board() }, { 1 }) end) end");
    check("while true do match:groups(match:board(), 1) end");
    check(
        "for i = 1, 20 do match:create_all(nil, 0, \"deck\") end while true do match:payments(match:zone(\"deck\", 0), { \"worth\" }, { 40 }) end",
    );
    check("while true do match:offer(\"answer\", 1) match:is_forced() match:take_default() end");
    check(
        "for i = 1, 200 do match:create_all(nil, 0, \"deck\") end while true do match:sums(match:zone(\"deck\", 0), { \"worth\" }) end",
    );
    let (code, _) = fault_of_step("while true do match:queue(\"play\") end");
    assert_eq!(code, "H0413");
    let (_, message) = fault_of_step("for i = 1, 1000 do match:random(6, `s{i}`) end");
    assert!(message.contains("streams"), "{message}");
    let (_, message) = fault_of_step("match:random(6, string.rep(\"s\", 101))");
    assert!(message.contains("has at most 100 bytes"), "{message}");
    let (_, message) =
        fault_of_step("for i = 1, 100 do match:offer(\"pass\") match:question(0, \"secret\") end");
    assert!(message.contains("questions"), "{message}");
}

#[test]
fn payments_that_cannot_be_read_are_refused_in_words() {
    let refused = |call: &str| {
        let (_, message) = fault_of_step(&format!("local all = match:zone(\"deck\", 0) {call}"));
        message
    };
    let message = refused("match:payments({ all[1], all[1] }, { \"worth\" }, { 1 })");
    assert!(message.contains("stands twice"), "{message}");
    let message = refused("match:payments(all, { \"wroth\" }, { 1 })");
    assert!(
        message.contains("no stat is called `wroth`") && message.contains("worth"),
        "{message}"
    );
    let message = refused("match:payments(all, { \"worth\" }, { 1, 2, 3 })");
    assert!(message.contains("a number for each of 1 stats"), "{message}");
    let message = refused("match:sums({ 1 } :: any, { \"worth\" })");
    assert!(message.contains("these must be pieces"), "{message}");
    let message = refused(
        "local stats: any = {} for i = 1, 101 do stats[i] = \"worth\" end match:sums(all, stats)",
    );
    assert!(message.contains("at most 100 stats"), "{message}");
    let many = "for i = 1, 30 do match:create_all(nil, 0, \"deck\") end \
                match:payments(match:zone(\"deck\", 0), { \"worth\" }, { 1 })";
    assert!(refused(many).contains("at most 100"));
}

/// The sum of what variables of a seat are, each times its weight, whoever wrote the table and
/// however it is kept.
#[test]
fn variables_of_a_seat_are_weighed() {
    let game = GAME.replace("vars = {", "seat_vars = { gold = 0, glory = 2 },\n\tvars = {");
    let game = game.replace(
        "local function play",
        "local WORTH = table.freeze { gold = 10, glory = -1 }\n\nlocal function play",
    );
    let body = "match:set_of(0, \"gold\", 5) match:set_of(1, \"gold\", -3) \
                match:set(\"sum\", match:weighed(0, WORTH)) \
                match:set(\"asked\", match:weighed(1, WORTH) * 1000 + match:weighed(0, WORTH) \
                + match:weighed(0, {}) + match:weighed(0, { glory = 7 }))";
    let (_, the_match) = begun_with(&game.replace("BODY", body));
    assert_eq!(var(&the_match, "sum"), 5 * 10 - 2);
    assert_eq!(var(&the_match, "asked"), (-3 * 10 - 2) * 1000 + (5 * 10 - 2) + 2 * 7);
    let (_, message) = fault_of_step("match:weighed(0, { glod = 1 })");
    assert!(message.contains("no seat variable is called `glod`"), "{message}");
    for wrong in ["{ 1 }", "{ gold = true }", "{ gold = 0.5 }"] {
        let packs = packs_of(&game.replace("BODY", &format!("match:weighed(0, {wrong} :: any)")));
        let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let built = host.build(&Default::default(), 3).unwrap();
        let fault = Match::new(built, Setup::default()).advance(&mut host).unwrap_err();
        assert!(fault.message.contains("weights are whole numbers"), "{wrong}: {}", fault.message);
    }
}

#[test]
fn memory_left_behind_by_others_decides_nothing() {
    // Each step leaves much behind; none of them needs more than it may have.
    let body = "local all = {} for i = 1, 30 do all[i] = string.rep(\"a\", 900000) .. i end match:set(\"sum\", #all)";
    for _ in 0..3 {
        let (mut host, the_match) = begun(body);
        assert_eq!(var(&the_match, "sum"), 30);
        let mut second = Match::new(the_match.game.clone(), Setup::default());
        second.advance(&mut host).unwrap();
        assert_eq!(second.digest(), the_match.digest());
    }
}

#[test]
fn garbage_of_a_load_does_not_count_and_what_is_kept_does() {
    let loaded = |lines: &str| {
        let game = GAME.replace("local card", &format!("{lines}\nlocal card"));
        Host::load(&packs_of(&game.replace("BODY", "match:set(\"sum\", #LEFT)")))
    };
    // Both make about 135 MB, twice of what a machine may hold.
    let heap = "for i = 1, 150 do LEFT[KEY] = string.rep(\"a\", 900000) .. i end";
    let lines = |key: &str| format!("local LEFT = {{}}\n{}", heap.replace("KEY", key));
    assert!(loaded(&lines("1")).is_ok());
    let problems = loaded(&lines("i")).err().unwrap();
    assert_eq!(problems.iter().map(|it| it.code.to_string()).collect::<Vec<_>>(), ["H0403"]);
}
