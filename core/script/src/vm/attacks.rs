//! Scripts that try to escape, to hang or to remember: none may succeed, and the VM must go on.

use std::time::{Duration, Instant};

use super::tests::{Shelf, vm_with};
use super::{ErrorKind, Limits, ModulePath, Vm};

/// What an attack must come to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    /// Stopped by a limit, whichever comes first.
    Stopped,
    /// Stopped because the work is counted, not because of the clock.
    Counted,
    /// Refused with an error.
    Refused,
    /// Any end is fine, in time: the attack is harmless.
    Any,
}
use End::{Any, Counted, Refused, Stopped};

const LOOPS: [(End, &str); 20] = [
    (Stopped, "while true do end"),
    (Stopped, "repeat until false"),
    (Stopped, "for i = 1, math.huge do end"),
    (Refused, "local function f() return f() end f()"),
    (Stopped, "while true do pcall(function() while true do end end) end"),
    (
        Stopped,
        "while true do xpcall(function() while true do end end, function() while true do end end) end",
    ),
    (Stopped, "pcall(function() while true do end end) return 1"),
    (Stopped, "xpcall(function() while true do end end, function() return 1 end) return 1"),
    (Stopped, "local ok = pcall(function() while true do end end) return { ok = ok }"),
    (
        Refused,
        "while true do coroutine.wrap(function() pcall(function() while true do end end) end)() end",
    ),
    (
        Refused,
        "local c = coroutine.create(function() while true do end end) coroutine.resume(c) return 1",
    ),
    (
        Refused,
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
    ),
    (Stopped, "for x in function() return 1 end do end"),
    (
        Stopped,
        "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end",
    ),
    (
        Stopped,
        "local t = {} for i = 1, 100 do t[i] = i end while true do table.sort(t, function(a, b) return a < b end) end",
    ),
    (
        Stopped,
        "while true do string.gsub(string.rep('a', 1000), 'a', function() return 'b' end) end",
    ),
    (
        Stopped,
        "local t = setmetatable({}, { __iter = function() return function() return 1 end end }) for _ in t do end",
    ),
    (
        Stopped,
        "local t = setmetatable({}, { __eq = function() while true do end end }) return t == setmetatable({}, getmetatable(t))",
    ),
    (
        Stopped,
        "local t = setmetatable({}, { __tostring = function() while true do end end }) return tostring(t)",
    ),
    (
        Stopped,
        "return string.format('%s', setmetatable({}, { __tostring = function() while true do end end }))",
    ),
];

const BOMBS: [(End, &str); 24] = [
    (Refused, "return string.rep('a', 1e9)"),
    (Refused, "local s = 'a' while true do s = s .. s end"),
    (Stopped, "local t = {} while true do t[#t + 1] = string.rep('a', 1000) .. #t end"),
    (
        Stopped,
        "local t = {} while true do pcall(function() t[#t + 1] = string.rep('a', 100000) .. #t end) end",
    ),
    (
        Stopped,
        "local t = {} while true do xpcall(function() t[#t + 1] = string.rep('a', 100000) .. #t end, function() end) end",
    ),
    (
        Refused,
        "local t = {} while true do coroutine.resume(coroutine.create(function() t[#t + 1] = string.rep('a', 100000) .. #t end)) end",
    ),
    (Refused, "return table.create(1e9, 1)"),
    (Refused, "return buffer.create(1e9)"),
    (Refused, "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end"),
    (Stopped, "local t = {} while true do t = { t } end"),
    (Refused, "local function f() return 1 + f() end f()"),
    (Refused, "local function f() return coroutine.wrap(f)() end f()"),
    (Any, "local function f() return pcall(f) end f()"),
    (
        Refused,
        "local t = setmetatable({}, { __index = function(t, k) return t[k] end }) return t.x",
    ),
    (Refused, "return { string.rep('ab', 1e6) }"),
    (Refused, "return table.move({}, 1, 2 ^ 31, 2)"),
    (Refused, "return table.move({}, 0 / 0, 2 ^ 31, 2)"),
    (Refused, "return table.unpack({}, 1, 1e8)"),
    (Any, "return table.concat({}, 'x', 1, 2 ^ 31)"),
    (Any, "return string.rep('', 2 ^ 31)"),
    (Refused, "return string.rep('a', 10, string.rep('b', 1e6))"),
    (Stopped, "local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end"),
    (Refused, "local t = table.create(5e5, 1) table.sort(t)"),
    (Refused, "return select('#', string.byte(string.rep('a', 1e6), 1, -1))"),
];

const PATTERNS: [(End, &str); 8] = [
    (
        Refused,
        "return string.find(string.rep('a', 1000), string.rep('a?', 1000) .. string.rep('a', 1000))",
    ),
    (Refused, "return string.match(string.rep('a', 2000), '(.-)(.-)(.-)(.-)(.-)b')"),
    (Refused, "return string.gsub(string.rep('a', 2000), '.-.-.-.-b', '')"),
    (Refused, "for x in string.gmatch(string.rep('a', 2000), '.-.-.-.-b') do end"),
    (Refused, "return string.find(string.rep('a', 9e5), string.rep('a', 5e5) .. 'b', 1, true)"),
    (Refused, "return (string.rep('ab', 4e5)):split(string.rep('a', 1000))"),
    (Refused, "return string.match('a', string.rep('(', 100))"),
    (Any, "return string.find('a', '%f')"),
];

/// Texts that built-in functions would read as numbers, and numbers that take long to print.
const NUMERALS: [(End, &str); 22] = [
    (Refused, "return math.floor(string.rep('9', 9e5))"),
    (Refused, "return math.max(1, string.rep('9', 9e5))"),
    (Refused, "return math.clamp(1, 2, string.rep('9', 9e5))"),
    (Refused, "return string.rep('a', string.rep('0', 9e5) .. '1')"),
    (Refused, "return string.sub('a', string.rep('0', 9e5) .. '1')"),
    (Refused, "return string.byte('a', string.rep('0', 9e5) .. '1')"),
    (Refused, "return string.char(string.rep('0', 9e5) .. '65')"),
    (Refused, "return table.create(string.rep('0', 9e5) .. '1')"),
    (Refused, "return table.insert({}, string.rep('0', 9e5) .. '1', 1)"),
    (Refused, "return table.concat({ 'a' }, '', string.rep('0', 9e5) .. '1')"),
    (Refused, "return table.unpack({ 'a' }, string.rep('0', 9e5) .. '1')"),
    (Refused, "return select(string.rep('0', 9e5) .. '1', 1)"),
    (Refused, "return string.rep('a', '30000000')"),
    (Refused, "return string.rep('a', '10', string.rep('b', 1e6))"),
    (Counted, "local s = string.rep('9', 900) while true do math.floor(s) end"),
    (Counted, "local s = string.rep('9', 9e5) while true do pcall(math.floor, s) end"),
    (Counted, "local s = string.rep('0', 9e5) while true do string.find('a', 'a', s) end"),
    (Counted, "local s = string.rep('0', 9e5) while true do string.gsub('a', 'a', 'a', s) end"),
    (Counted, "local s = string.rep('0', 9e5) while true do string.format('%d', s) end"),
    (Counted, "while true do string.format('%.99f%.99f', 1e308, 1.7e308) end"),
    (Counted, "while true do string.format('%.99e%.99g%g', 1e-308, 1e308, 1e308) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do string.split(s, '') end"),
];

/// What these do in one call takes long, so that calls alone must not be what counts.
const NATIVES: [(End, &str); 40] = [
    (Counted, "local s = string.rep('9', 900) while true do tonumber(s) end"),
    (Counted, "local s = string.rep('9', 90000) while true do pcall(tonumber, s) end"),
    (Stopped, "local s = string.rep('9', 490000) for i = 1, 5 do s = s .. s end while true do end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s .. 'b' end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = `{s}b` end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = string.sub(s, 2) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s:sub(2) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s:upper() end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s:lower() end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s:reverse() end"),
    (Counted, "local s = string.rep('a', 9e4) while true do local x = s:rep(1) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do string.format('%s', s) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do utf8.len(s) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do utf8.offset(s, 8e4) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do pcall(utf8.codepoint, s, 1, 7000) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do pcall(string.byte, s, 1, 7000) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do s:find('b', 1, true) end"),
    (Counted, "local s = string.rep('x', 6e5) while true do s:find('%bxy') end"),
    (Counted, "local s = string.rep('x', 6e5) s:gsub('%bxy', '')"),
    (Counted, "local s = string.rep('x', 6e5) for w in s:gmatch('%bxy') do end"),
    (Counted, "local s = string.rep('x', 6e5) while true do for w in s:gmatch('.*') do end end"),
    (Counted, "local s = string.rep('a,', 2e5) while true do s:split(',') end"),
    (Counted, "local t = table.create(1e6, 0) while true do table.find(t, 1) end"),
    (Counted, "local t = table.create(1e6, 0) while true do table.clear(t) end"),
    (
        Counted,
        "local t = {} for i = 1, 1e5 do t['k' .. i] = i end while true do table.clear(t) end",
    ),
    (Stopped, "local t = table.create(1e5, 0) while true do table.clone(t) end"),
    (Stopped, "while true do table.create(1e5, 0) end"),
    (Counted, "local t = table.create(1e6, 0) while true do for k in pairs(t) do break end end"),
    (Counted, "local t = table.create(1e6, 0) while true do next(t) end"),
    (Counted, "local t = table.create(1e6) t[1] = 1 while true do next(t, 1) end"),
    (
        Counted,
        "local t = table.create(9e4, 0) while true do table.insert(t, 1, 0) table.remove(t, 1) end",
    ),
    (Counted, "local t = table.create(9e4, 0) while true do table.move(t, 1, 9e4, 2) end"),
    (Counted, "local t = table.create(9e4, 0) while true do table.concat(t, '') end"),
    (Counted, "local t = table.create(5000, 0) while true do select('#', table.unpack(t)) end"),
    (Stopped, "local t = table.create(5000, 0) while true do local u = { unpack(t) } end"),
    (Counted, "local t = {} for i = 1, 9e4 do t[i] = i % 1000 end while true do table.sort(t) end"),
    (
        Counted,
        "local s = string.rep('a', 5e5) local t = {} for i = 1, 20 do t[i] = s .. i end local u = {} for i = 1, 9e4 do u[i] = t[i % 20 + 1] end table.sort(u)",
    ),
    (Counted, "local s = string.rep('a', 9e4) while true do pcall(error, s) end"),
    (Counted, "local s = string.rep('a', 9e4) while true do print(s .. 'b') end"),
    (Stopped, "local t = table.create(1e5, 0) while true do table.freeze(table.clone(t)) end"),
];

const TAMPERING: [(End, &str); 26] = [
    (Refused, "string.rep = nil"),
    (Refused, "math.floor = function() return 1 end"),
    (Refused, "table.insert(string, 1)"),
    (Refused, "rawset(string, 'x', 1)"),
    (Refused, "rawset(math, 'x', 1)"),
    (Refused, "getmetatable('').__index = {}"),
    (Refused, "getmetatable('').__index.rep = 1"),
    (Refused, "setmetatable(string, {})"),
    (Refused, "setmetatable(table, { __index = {} })"),
    (Refused, "x = 1"),
    (Refused, "function print() end"),
    (Refused, "return _G.x"),
    (Refused, "_G.x = 1"),
    (Refused, "getfenv(print).x = 1"),
    (Refused, "setfenv(1, {})"),
    (Refused, "loadstring('return 1')()"),
    (Refused, "return load('return 1')"),
    (Refused, "return newproxy(true)"),
    (Refused, "return collectgarbage('count')"),
    (Refused, "return gcinfo()"),
    (Refused, "return os.time()"),
    (Refused, "return os.clock()"),
    (Refused, "return io.open('/etc/passwd')"),
    (Refused, "return math.random(6)"),
    (Refused, "return setmetatable({}, { __mode = 'k' })"),
    (Refused, "local m = {} local t = setmetatable({}, m) m.__mode = 'k'"),
];

const REACHING: [(End, &str); 12] = [
    (Refused, "return require('/etc/passwd')"),
    (Refused, "return require('../../secret')"),
    (Refused, "return require('../other/inner')"),
    (Refused, "return require('./../other/inner')"),
    (Refused, "return require('./a/../../other/inner')"),
    (Refused, "return require('@other/../secret')"),
    (Refused, "return require('C:\\\\secret')"),
    (Refused, "return require('')"),
    (Any, "return { pcall(require, './attack') }"),
    (Refused, "return require('./attack')"),
    (Refused, "return { [{}] = 1 }"),
    (Refused, "local t = {} t[t] = 1 for k in pairs(t) do return { k } end"),
];

fn tight() -> Limits {
    Limits { work: 2_000_000, memory: 24 << 20, guard: Some(Duration::from_secs(20)) }
}

fn attack(vm: &Vm, path: &str, end: End) {
    let began = Instant::now();
    let result = vm.load(&ModulePath::new(path));
    assert!(began.elapsed() < Duration::from_secs(20), "{path} took too long");
    let kind = result.as_ref().err().map(|error| error.kind);
    match end {
        Any => {}
        Counted => assert_eq!(kind, Some(ErrorKind::Budget), "{path}: {result:?}"),
        Refused => assert!(kind.is_some(), "{path}: {result:?}"),
        Stopped => assert!(
            matches!(kind, Some(ErrorKind::Budget | ErrorKind::Memory | ErrorKind::WallClock)),
            "{path}: {result:?}"
        ),
    }
}

/// Every script of the table ends as it must, and the same machine still runs healthy ones.
#[track_caller]
fn check_all(attacks: &[(End, &str)]) {
    for (i, (end, source)) in attacks.iter().enumerate() {
        let mut shelf = Shelf::default();
        shelf.put("harena/attack.luau", source);
        shelf.put("harena/healthy.luau", "local n = 0 for i = 1, 1000 do n += i end return { n }");
        shelf.put("other/inner.luau", "return {}");
        let vm = vm_with(shelf, tight());
        println!("attack {i}: {source}");
        attack(&vm, "harena/attack.luau", *end);
        let healthy = vm.load(&ModulePath::new("harena/healthy.luau"));
        assert!(healthy.is_ok(), "after {source}: {healthy:?}");
    }
}

#[test]
fn loops_end() {
    check_all(&LOOPS);
}

#[test]
fn floods_of_lines_are_counted() {
    check_all(&[(Counted, "for i = 1, 20000 do print(i) end return {}")]);
}

#[test]
fn bombs_fizzle() {
    check_all(&BOMBS);
}

#[test]
fn natives_count_what_they_do() {
    check_all(&NATIVES);
}

#[test]
fn texts_that_are_numbers_count() {
    check_all(&NUMERALS);
}

/// What is written in a row, without a call or a turn of a loop between, is counted as well: the
/// header of Luau's loop sees to it.
#[test]
fn long_operations_in_a_row_count() {
    let long = "local s = string.rep('9', 900000) local a, c, b = s .. '1', s .. '2', false";
    let full = "local t = {} for i = 1, 2 ^ 17 do t[i + 0.5] = true end local b = true";
    let named = "local t = {} for i = 1, 2 ^ 16 do t['k' .. i] = true end local b = true";
    let given = "local t = table.create(90000, 1) local b = (function(...) local b";
    let rows = [
        (Counted, long, "b = a < c "),
        (Counted, long, "b = a <= c "),
        (Counted, long, "b = not (a > c) "),
        (Counted, long, "if a >= c then b = true end "),
        (Stopped, long, "b = a .. 'x' "),
        (Counted, full, "t[1.5] = nil t[-0.5] = b t[-0.5] = nil t[1.5] = b "),
        (Counted, named, "t.k1 = nil t.z = b t.z = nil t.k1 = b "),
        (Stopped, given, "b = { ... } "),
    ];
    for (end_of_row, setup, operation) in rows {
        let end = if operation.contains("...") { "end)(table.unpack(t))" } else { "" };
        let row = operation.repeat(200_000 / operation.len());
        let source = format!("{setup} {row} {end} return {{ b }}");
        check_all(&[(end_of_row, &source)]);
    }
}

#[test]
fn long_texts_are_no_numbers() {
    let of = |n: usize, use_it: &str| format!("local a = string.rep('0', {n}) .. '7' {use_it}");
    for use_it in [
        "return { a + 0 }",
        "return { 1 - a }",
        "return { a * a }",
        "return { a / 2, a // 2 }",
        "return { 9 % a }",
        "return { a ^ 2 }",
        "return { -a }",
        "local n = 0 n += a return { n }",
        "for i = a, 9 do return { i } end",
        "for i = 1, a do return { i } end",
        "for i = 1, 9, a do return { i } end",
    ] {
        check_all(&[(Refused, &of(1_000, use_it))]);
        let mut shelf = Shelf::default();
        shelf.put("harena/short.luau", &of(999, use_it));
        let vm = vm_with(shelf, tight());
        let result = vm.load(&ModulePath::new("harena/short.luau"));
        assert!(result.is_ok(), "{use_it}: {result:?}");
    }
}

#[test]
fn patterns_end() {
    check_all(&PATTERNS);
}

#[test]
fn libraries_stay_whole() {
    check_all(&TAMPERING);
}

#[test]
fn nothing_outside_is_reached() {
    check_all(&REACHING);
}

#[test]
fn sources_that_would_break_the_compiler_are_refused() {
    let many = |part: &str, n: usize| part.repeat(n);
    let sources = [
        format!("return {}1{}", many("(", 100_000), many(")", 100_000)),
        format!("return {}{}", many("{", 100_000), many("}", 100_000)),
        format!("return {}true", many("not ", 50_000)),
        format!("return {}1", many("-", 100_001).replace("--", "- -")),
        format!("return {} 1 {}", many("function() return ", 5_000), many(" end", 5_000)),
        format!("return 'a'{}", many(" .. 'a'", 20_000)),
        format!("return 1{}", many(" + 1", 50_000)),
        format!("if 1 then {} end", many("elseif 1 then ", 15_000)),
        format!("local x: {}number{} = 1 return x", many("{", 50_000), many("}", 50_000)),
        format!("local x: {}number = 1 return x", many("() -> ", 40_000)),
        format!("return {{ {} }}", many("1,", 200_000)),
        "\u{1b}Lua".to_owned(),
        "\u{6}\u{3}\u{0}\u{0}".to_owned(),
    ];
    for source in &sources {
        let mut shelf = Shelf::default();
        shelf.put("a/bomb.luau", source);
        shelf.put("a/fine.luau", "return {}");
        let vm = vm_with(shelf, tight());
        attack(&vm, "a/bomb.luau", Refused);
        assert!(vm.load(&ModulePath::new("a/fine.luau")).is_ok());
    }
}

/// Where the count would never end a call, the guard does: in a loop, and in the middle of a native.
#[test]
fn the_guard_ends_a_call_even_inside_a_native() {
    const CALLS: [&str; 3] = [
        "while true do end",
        "return { string.find(string.rep('a', 60), string.rep('.-', 20) .. 'b') }",
        "local list = {} for i = 1, 200 do list[i] = i end\n\
         table.sort(list, function(a, b) while true do end return a < b end) return list",
    ];
    for source in CALLS {
        let mut shelf = Shelf::default();
        shelf.put("p/long.luau", source);
        shelf.put("p/healthy.luau", "return {}");
        let guard = Some(Duration::from_millis(300));
        let vm = vm_with(shelf, Limits { work: u64::MAX >> 8, memory: 24 << 20, guard });
        let error = vm.load(&ModulePath::new("p/long.luau")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::WallClock, "{source}: {error}");
        assert!(vm.load(&ModulePath::new("p/healthy.luau")).is_ok(), "after {source}");
    }
}
