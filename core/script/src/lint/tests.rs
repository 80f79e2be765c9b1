use super::*;

/// Lints a file of pack `dragon`. The codes expected on a line stand in a comment at its end.
/// Samples declare what they do not use; [`check_unused`] is for that.
fn check_file(text: &str) {
    check_codes(text, |code| code != UNUSED);
}

const UNUSED: &str = "H0321";

/// As [`check_file`], for locals that nothing reads alone.
fn check_unused(code: &str) {
    check_codes(&format!("--!strict\n-- A sample.\n{code}"), |code| code == UNUSED);
}

fn check_codes(text: &str, is_meant: impl Fn(&str) -> bool) {
    let source = SourceMap::new("dragon", "faction.luau", text);
    assert_eq!(source.syntax_problems(), [], "{text}");
    let problems = lint(&source);
    let problems = problems.iter().filter(|problem| is_meant(problem.code.as_str()));
    let found: Vec<(u32, &str)> =
        problems.map(|problem| (problem.line, problem.code.as_str())).collect();
    let expected: Vec<(u32, &str)> = (1..)
        .zip(text.lines())
        .flat_map(|(n, line)| line.split_whitespace().map(move |word| (n, word)))
        .filter(|(_, word)| word.starts_with("H03"))
        .collect();
    assert_eq!(found, expected, "{text}");
}

/// As [`check_file`], with the lines every file begins with.
fn check(code: &str) {
    check_file(&format!("--!strict\n-- A sample.\n{code}"));
}

#[test]
fn loops_over_tables_with_names() {
    check(
        r#"
local costs = { knight = 3, pikeman = 1 }
local list = { 1, 2, 3 }
for k, v in pairs(list) do print(k, v) end -- H0301
for _, v in next, list do print(v) end -- H0301
for _, cost in costs do print(cost) end -- H0301
for tile in { knight = true } do print(tile) end -- H0301
for id, tile in some_table do print(id, tile) end -- H0301
for _, v in list do print(v) end
for i, v in ipairs(list) do print(i, v) end
for id, v in ipairs(list) do print(id, v) end
for key, value in string.gmatch("a=1 b=2", "(%w)=(%w)") do print(key, value) end
for name, value in ("a=1"):gmatch("(%w)=(%w)") do print(name, value) end
for key, value in line:lower():gmatch("(%w)=(%w)") do print(key, value) end
for name in string.gmatch("a b", "%w") do print(name) end
for id, name in string.split("a b", " ") do print(id, name) end
for name, value in gmatch("a=1", "(%w)=(%w)") do print(name, value) end -- H0301
for piece in match:pieces { acting_at = 3 } do print(piece) end
local function walk(pairs)
	for a, b in pairs(list) do print(a, b) end
end
"#,
    );
}

#[test]
fn state_in_locals_of_the_module() {
    check(
        r#"
local count = 0
local total, names = 0, {}
count = 1
local function tally(x)
	count = count + 1 -- H0302
	total += x -- H0302
	x = 2
	local count = 3
	count = 4
	return function()
		x = 5
		total ..= "a" -- H0302
	end
end
for total = 1, 3 do
	local function inner() total = 2 end -- H0302
end
"#,
    );
}

#[test]
fn state_in_tables_of_the_module() {
    check(
        r#"
local battle = {}
local seen = {}
battle.first = true
function battle.resolve(match)
	seen[match] = true -- H0303
	battle.last.hit = match -- H0303
	table.insert(seen, match) -- H0303
	table.sort(battle.order) -- H0303
	function battle.again() end -- H0303
	match.x = 1
	local mine = {}
	mine.x = 1
	table.insert(mine, match)
end
function battle:step()
	self.x = 1
end
table.insert(seen, 1)
"#,
    );
}

#[test]
fn locals_that_nothing_reads() {
    check_unused(
        r#"
local lonely = 3 -- H0321
local read, _meant = 1, 2
local first, second = pair()
local third, fourth = pair() -- H0321
local fifth, sixth = pair() -- H0321 H0321
local function idle(match) -- H0321
	local inner = read -- H0321
	for key, value in second do print(value) end
	if local bound = match then print(third) end
end
local function called() end
local changed = 0
changed = 1
local types = {}
type Sheet = typeof(types)
print(called)
local lonely = read -- H0321
do
	local lonely = 1
	print(lonely)
end
"#,
    );
}

#[test]
fn globals() {
    check(
        r#"
score = 1 -- H0304
local function f(x)
	score += x -- H0304
	_G.score = x -- H0304
	if local y = x then
		y = 2
	end
end
function g() end -- H0304
x.y = 1
"#,
    );
}

#[test]
fn removed_functions() {
    check(
        r#"
local random = math.random -- H0305
local n = math.random(6) + math.floor(2.5) -- H0305
print(os.time(), debug.traceback()) -- H0305 H0305
local f = loadstring("return 1") -- H0305
collectgarbage() -- H0305
getfenv(1).x = 1 -- H0305
local time = 3
print(time)
local function g(os) return os.time() end
local odd = oslo, match.os, { os = 1 }
"#,
    );
}

#[test]
fn weak_tables() {
    check(
        r#"
local weak = setmetatable({}, { __mode = "k" }) -- H0306
local other = { ["__mode"] = "v" } -- H0306
local meta = {}
meta.__mode = "k" -- H0306
meta.__index = meta
"#,
    );
}

#[test]
fn beginnings() {
    check_file("local x = 1 -- H0307 H0309\n");
    check_file("--!strict\n\nlocal x = 1 -- H0309\n");
    check_file("-- A comment, and no more: H0307\nlocal x = 1\n");
    check_file("--!strict\n--[[ A long comment. ]]\nlocal x = 1\n");
}

#[test]
fn required_modules() {
    check(
        r#"
local arena = require("@champion_arena/define")
local unused = require("@harena") -- H0308
local types = require("@harena")
local _effect = require("./effect")
local inner = require("@champion_arena/battle") -- H0308 H0310
local own = require "@dragon/tiles"
local near = require("./near")
local function f(match: types.Match) return arena, near.x end
own.step(f)
print(require("@abyss/tiles")) -- H0310
"#,
    );
}

#[test]
fn fields_that_are_written_twice() {
    check("local turns = { turn = 1, fight = 2, turn = 3 } -- H0313\n");
    check("return { steps = { turn = 1, turn = 3 } } -- H0314\n");
    check("local steps = { turn = { n = 1 }, fight = { n = 2 }, [1] = 1, 5 }\n");
}

#[test]
fn a_line_that_is_wrong_everywhere_is_told_in_a_few_words() {
    let source = SourceMap::new("dragon", "faction.luau", &"a=a ".repeat(20_000));
    let problems = lint(&source);
    assert_eq!(problems.len(), 31);
    assert_eq!([30, 0].map(|at| problems[at].code), ["H0212", "H0304"]);
    let rest = "19972 more problems are not listed, 19970 of them errors";
    assert_eq!(problems[30].message, rest);
    let source = SourceMap::new("dragon", "faction.luau", &"$\n".repeat(20_000));
    assert_eq!(source.syntax_problems().len(), 31);
    let dots = format!("--!strict\n-- dots\nreturn a{}", ".a".repeat(80_000));
    assert!(lint(&SourceMap::new("dragon", "faction.luau", &dots)).is_empty());
}

#[test]
fn a_file_with_syntax_errors_is_not_linted() {
    let source = SourceMap::new("dragon", "faction.luau", "x = = 1");
    assert!(lint(&source).is_empty());
    assert!(!source.syntax_problems().is_empty());
}

#[test]
fn every_code_has_its_section_in_the_docs() {
    let page = include_str!("../../../../docs/errors/H03.md");
    for code in LINTS.iter().map(|lint| lint.code.as_str()).chain(["H0300", "H0311", "H0312"]) {
        assert!(page.contains(&format!("\n## {code} ")), "{code}");
    }
}
