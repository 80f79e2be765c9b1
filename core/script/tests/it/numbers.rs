//! Vocabularies as large as they may be: every name keeps to itself, and one more is refused.

use harena_engine::the_match::{Match, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

/// A game with `FIELDS` and a first step of `BODY`; `p` is a piece that is on the board.
const GAME: &str = r#"--!strict
-- Crowd: many names.
local harena = require("@harena")

local function names(n: number, named: ((string) -> any)?): { any }
	local all = {}
	for i = 1, n do
		all[i] = if named then named(`n{i}`) else `n{i}`
	end
	return all
end

local function map(n: number, of: any): { [string]: any }
	local all = {}
	for i = 1, n do
		all[`n{i}`] = of
	end
	return all
end

local function only(n: number, found: (name: string) -> boolean)
	for i = 1, n do
		if found(`n{i}`) ~= (i == n) then
			error(`n{i} is taken for n{n}, or n{n} for nothing`)
		end
	end
end

local figure = harena.sheet {
	kind = "figure",
	schema = { name = "Figure", fields = { { "id", "id", "its name" } } },
	make = function(fields)
		local made: any = { kind = "figure", id = fields.id, title = fields.id }
		SHEET
		return made
	end,
}

--- Declared by the case that needs it.
local RAN = "r" .. "an"

--- Steps that may not run, but for the last one, which ends the match.
local function steps(n: number, turn: any): any
	local all: any = { turn = turn }
	for i = 1, n - 1 do
		all[`n{i}`] = function(match)
			match:set_list(RAN, { i, table.unpack(match:list(RAN)) })
			if i == n - 1 then
				if #match:list(RAN) ~= i then
					error "each of them ran once"
				end
				match:finish({ 0 }, "over")
			end
		end
	end
	return all
end

local function turn(match: any)
	local p: any = match:create(match:prototypes()[1], 0)
	match:put(p, match:cell_at(0))
	BODY
	match:finish({ 0 }, "over")
end

local function fields(extra: any): any
	local all: any = {
		id = "crowd",
		title = "Crowd",
		seats = { min = 1, max = 1 },
		board = harena.line { spaces = 3 },
		kinds = { "figure" },
		zones = {},
		verbs = {},
		prototypes = { figure { id = "one" } },
		steps = { turn = turn },
		first_step = "turn",
		reasons = { over = "It is over" },
	}
	for field, value in extra do
		all[field] = value
	end
	return all
end

return harena.game(fields { FIELDS })
"#;

/// A vocabulary: what declares it, what the sheet says about its last name, and what must be true
/// of that name alone. `$N` stands for how many names there are.
struct Case {
    what: &'static str,
    most: usize,
    fields: &'static str,
    sheet: &'static str,
    body: &'static str,
}

const CASES: [Case; 15] = [
    Case {
        what: "kinds",
        most: 256,
        fields: "kinds = names($N)",
        sheet: "made.kind = 'n$N'",
        body: "only($N, function(name) return #match:pieces { kind = name } == 1 end)
               only($N, function(name) return p.kind == name end)",
    },
    Case {
        what: "stats",
        most: 256,
        fields: "stats = names($N)",
        sheet: "made.stats = { n$N = 7 }",
        body: "only($N, function(name) return p[name] == 7 end)",
    },
    Case {
        what: "side stats",
        most: 256,
        fields: "side_stats = names($N)",
        sheet: "made.sides = { n$N = { 5, 5 } }",
        body: "only($N, function(name) return p:side(name, 0) == 5 end)",
    },
    Case {
        what: "statuses",
        most: 256,
        fields: "statuses = names($N)",
        sheet: "made.statuses = { 'n$N' }",
        body: "only($N, function(name) return p:has(name) end)
               only($N, function(name) return #match:pieces { with = { name } } == 1 end)
               only($N, function(name) return #match:pieces { without = { name } } == 0 end)",
    },
    Case {
        what: "statuses",
        most: 256,
        fields: "statuses = names($N)",
        sheet: "",
        body: "match:give(p, 'n$N')
               only($N, function(name) return p:has(name) end)
               match:lose(p, 'n$N')
               if p:has 'n$N' then error 'a status is lost' end",
    },
    Case {
        what: "counters",
        most: 64,
        fields: "counters = names($N)",
        sheet: "",
        body: "match:add(p, 'n$N', 3) match:add(p, 'n$N', 4)
               only($N, function(name) return p[name] == 7 end)
               only($N, function(name) return #match:pieces { at_least = { [name] = 7 } } == 1 end)
               match:remove(p)
               if p.n$N ~= 0 then error 'leaving the board takes counters along' end",
    },
    Case {
        what: "moments",
        most: 256,
        fields: "moments = names($N), marks = { { id = 'last', until_moment = 'n$N' } }",
        sheet: "",
        body: "for i = 1, $N do
                   match:mark(p, 'last') match:expire(`n{i}`)
                   if (p:marks 'last' == 0) ~= (i == $N) then error(`n{i} ends it`) end
               end",
    },
    Case {
        what: "lists",
        most: 256,
        fields: "lists = names($N)",
        sheet: "",
        body: "match:set_list('n$N', { 7 })
               only($N, function(name) return match:list(name)[1] == 7 end)",
    },
    Case {
        what: "variables",
        most: 256,
        fields: "vars = map($N, 0)",
        sheet: "",
        body: "match:set('n$N', 7) only($N, function(name) return match[name] == 7 end)",
    },
    Case {
        what: "seat variables",
        most: 256,
        fields: "seat_vars = map($N, 0)",
        sheet: "",
        body: "match:set_of(0, 'n$N', 7)
               only($N, function(name) return match:of(0, name) == 7 end)",
    },
    Case {
        what: "zones",
        most: 256,
        fields: "zones = names($N, function(id) return { id = id, per_seat = true } end)",
        sheet: "",
        body: "match:send(p, 'n$N', 0)
               only($N, function(name) return #match:zone(name, 0) == 1 end)",
    },
    Case {
        what: "markers",
        most: 256,
        fields: "marks = names($N, function(id) return { id = id } end)",
        sheet: "",
        body: "match:mark(p, 'n$N') only($N, function(name) return p:marks(name) == 1 end)
               only($N, function(name) return #match:pieces { marked = name } == 1 end)",
    },
    Case {
        what: "keywords",
        most: 256,
        fields: "keywords = names($N, function(id) return { id = id, title = id, text = id } end)",
        sheet: "made.keywords = { n$N = 3 }",
        body: "only($N, function(name) return p:keyword(name) == 3 end)
               only($N, function(name) return #match:pieces { keyword = name } == 1 end)",
    },
    Case {
        what: "verbs",
        most: 255,
        fields: "verbs = names($N, function(id) return { id = id, args = {} } end)",
        sheet: "",
        body: "match:offer 'n$N'
               local taken = match:take_only()
               only($N, function(name) return taken == name end)",
    },
    Case {
        what: "steps",
        most: 256,
        fields: "steps = steps($N, turn), lists = { 'ran' }",
        sheet: "",
        body: "for i = 1, $N - 1 do match:queue(`n{i}`) end
               if true then return end",
    },
];

/// The host with the game of a case with so many names, or why there is none.
fn load(case: &Case, n: usize) -> Result<Host, Vec<Problem>> {
    let filled = |text: &str| text.replace("$N", &n.to_string());
    let game = GAME
        .replace("FIELDS", &filled(case.fields))
        .replace("SHEET", &filled(case.sheet))
        .replace("BODY", &filled(case.body));
    let manifest = manifest("crowd", "game", None);
    let files = [("pack.toml", manifest.as_str()), ("game.luau", game.as_str())];
    let library = Library::from_trees([("crowd", Tree::from_files(files).unwrap())]);
    let packs = assemble(&library, &["crowd"]).unwrap();
    Host::load(&packs)
}

#[test]
fn every_name_up_to_the_last_keeps_to_itself() {
    for case in &CASES {
        let mut host =
            load(case, case.most).unwrap_or_else(|all| panic!("{}: {all:#?}", case.what));
        let game = host.build(&Default::default(), 1).unwrap();
        let mut the_match = Match::new(game, Setup::default());
        if let Err(fault) = the_match.advance(&mut host) {
            panic!("{}: {fault}", case.what);
        }
        assert!(the_match.outcome().is_some(), "{}", case.what);
    }
}

#[test]
fn one_name_more_is_refused_where_it_is_declared() {
    for case in &CASES {
        let problems = load(case, case.most + 1).err().unwrap_or_default();
        let message = format!("{} {}, but at most {} fit", case.most + 1, case.what, case.most);
        let found = problems.iter().find(|problem| problem.code == "H0430");
        let found = found.unwrap_or_else(|| panic!("{}: {problems:#?}", case.what));
        assert_eq!((found.message.as_str(), found.path.as_str()), (&*message, "game.luau"));
    }
}

/// What a step does with numbers that do not fit, and what it is told.
const TOO_LARGE: [(&str, &str); 11] = [
    ("match:queue('turn', 2 ^ 31)", "2147483648 is beyond what a match can keep"),
    ("match:queue('turn', 0, -2 ^ 31 - 1)", "-2147483649 is beyond what a match can keep"),
    ("match:finish({ 0 }, 'over', { 2 ^ 40 })", "1099511627776 is beyond what a match can keep"),
    (
        "match:finish({ 0 }, 'over', { 1 }, { { { 'over', 2 ^ 31 } } })",
        "2147483648 is beyond what a match can keep",
    ),
    ("match:finish({ 7 }, 'over')", "there is no seat 7: scripts count them from 0 to 0"),
    ("match:set_list('n1', { 2 ^ 31 })", "2147483648 is beyond what a match can keep"),
    (
        "for i = 1, 61 do match:set_list(`n{i}`, table.create(1000, 1)) end",
        "the lists of this match are too long",
    ),
    ("match:set('v', 2 ^ 31)", "argument 2 is too large"),
    (
        "match:add(p, 'n', 30000) match:add(p, 'n', 30000)",
        "a counter holds -32768 to 32767, this makes 60000",
    ),
    ("match:range(0, 65536)", "a range lies between -30000 and 30000"),
    ("match:mark(p, 'm', nil, 33) match:set('v', p.s)", "`s` of this piece is beyond 32767"),
];

#[test]
fn numbers_that_do_not_fit_are_told() {
    for (body, message) in TOO_LARGE {
        let fields = "counters = { 'n' }, stats = { 's' }, vars = { v = 0 }, lists = names($N), \
                      marks = { { id = 'm', adds = { s = 999 } } }";
        let case = Case { what: body, most: 70, fields, sheet: "", body };
        let mut host = load(&case, 70).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let game = host.build(&Default::default(), 1).unwrap();
        let fault = Match::new(game, Setup::default()).advance(&mut host).err();
        let fault = fault.unwrap_or_else(|| panic!("{body} plays"));
        assert_eq!(fault.message, message, "{body}");
    }
}

/// More pieces are made and removed than there are numbers for, in few steps and in many; a piece
/// that a variable names is still itself at the end.
#[test]
fn twenty_thousand_pieces_come_and_go() {
    for (n_steps, per_step) in [(1000, 20), (2, 10_000)] {
        let body = format!(
            "match:remove(p)
             if match.n == 0 then match:set('kept', p.number) match:add(p, 'c', 3) end
             match:set('n', match.n + 1)
             for i = 1, {per_step} do
                 local spark = match:create(match:prototypes()[1], 0)
                 match:put(spark, match:cell_at(1))
                 match:mark(spark, 'm') match:give(spark, 's')
                 match:remove(spark)
             end
             if match.n < {n_steps} then match:queue 'turn' return end
             if match:piece(match.kept).c ~= 3 then error 'it is another piece' end"
        );
        let case = Case {
            what: "pieces",
            most: 1,
            fields: "vars = { n = 0, kept = 0 }, counters = { 'c' }, statuses = { 's' }, \
                     marks = { { id = 'm' } }",
            sheet: "",
            body: Box::leak(body.into_boxed_str()),
        };
        let mut host = load(&case, 1).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let game = host.build(&Default::default(), 1).unwrap();
        let mut digests = Vec::new();
        for _ in 0..2 {
            let mut the_match = Match::new(game.clone(), Setup::default());
            if let Err(fault) = the_match.advance(&mut host) {
                panic!("{n_steps} steps: {fault}");
            }
            assert!(the_match.outcome().is_some());
            digests.push(the_match.digest());
        }
        assert_eq!(digests[0], digests[1]);
    }
}
