use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Table, Value};

use super::*;
use crate::raw::{Atom, Call, Fault, Guest, Handle, Plain, enter};

/// Packs in memory; the entry of a pack is `init.luau`.
#[derive(Default)]
pub(super) struct Shelf(BTreeMap<String, Arc<str>>);

impl Shelf {
    pub(super) fn put(&mut self, path: &str, source: &str) {
        self.0.insert(path.to_owned(), source.into());
    }
}

impl Modules for Shelf {
    fn resolve(&self, from: &ModulePath, request: &str) -> Result<ModulePath, String> {
        Ok(match read_request(from, request)? {
            Request::Own(path) | Request::Pack(_, Some(path)) => path,
            Request::Pack(pack, None) => ModulePath::new(format!("{pack}/init.luau")),
        })
    }

    fn source(&self, path: &ModulePath) -> Result<Arc<str>, String> {
        self.0.get(path.as_str()).cloned().ok_or_else(|| format!("there is no {path}"))
    }

    fn is_library(&self, pack: &str) -> bool {
        pack == "harena"
    }
}

pub(super) fn vm_with(shelf: Shelf, limits: Limits) -> Vm {
    let names = Names::new(["hp", "hurt", "boom", "list", "name", "sum", "again", "refuse"]);
    Vm::new(limits, names, Rc::new(shelf)).unwrap()
}

fn vm_of(files: &[(&str, &str)]) -> Vm {
    let mut shelf = Shelf::default();
    for (path, source) in files {
        shelf.put(path, source);
    }
    vm_with(shelf, Limits::default())
}

fn printed(vm: &Vm) -> Vec<String> {
    vm.take_prints().iter().map(ToString::to_string).collect()
}

fn load(source: &str) -> (Vm, Result<Value, ScriptError>) {
    let vm = vm_of(&[("p/a.luau", source)]);
    let value = vm.load(&ModulePath::new("p/a.luau"));
    (vm, value)
}

/// The text a script returns as the first item of its table, or its error.
fn text_of(source: &str) -> String {
    let (_vm, value) = load(source);
    match value {
        Ok(Value::Table(table)) => table.raw_get::<String>(1).unwrap(),
        Ok(other) => format!("{other:?}"),
        Err(error) => error.to_string(),
    }
}

/// A piece of 7 hit points; handles of kind 2 are lists of 3.
struct Pieces {
    names: Names,
    hp: i64,
    vm: Option<Rc<Vm>>,
}

impl Guest for Pieces {
    fn index(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault> {
        match self.names.text(name) {
            Some("hp") => call.push_int(self.hp + i64::from(handle.id)),
            Some("name") => call.push_str("ravager"),
            _ => return Err(Fault::new(format!("a piece has no field '{}'", call.name()))),
        }
        Ok(())
    }

    fn call(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault> {
        match self.names.text(name) {
            Some("hurt") => {
                self.hp -= call.int(1)?;
                call.push_bool(self.hp <= 0);
            }
            Some("sum") => {
                let mut sum = 0;
                call.table(1)?.items(|_, item| {
                    sum += whole(item);
                    Ok(())
                })?;
                let bonus = call.table(1)?.field("bonus", whole)?;
                call.push_int(sum + bonus);
            }
            Some("list") => {
                call.push_list_of_handles((1..=3).map(|id| Handle::new(1, id)));
                call.push_list_of_ints([4, -5]);
                call.push_str("done");
            }
            Some("boom") => panic!("cannot be"),
            Some("refuse") => return Err(Fault::new("too far").with_rule("R7")),
            Some("again") => return self.call_back(handle, call),
            _ => return Err(Fault::new(format!("a piece has no method '{}'", call.name()))),
        }
        Ok(())
    }

    fn length(&mut self, handle: Handle) -> Result<usize, Fault> {
        if handle.kind == 2 { Ok(3) } else { Err("a piece has no length".into()) }
    }

    fn item(&mut self, _: Handle, number: i64, call: &mut Call) -> Result<(), Fault> {
        call.push_int(number * 10);
        Ok(())
    }

    fn describe(&mut self, handle: Handle) -> String {
        format!("piece {}", handle.id)
    }
}

fn whole(value: Plain) -> i64 {
    if let Plain::Int(n) = value { n } else { 0 }
}

impl Pieces {
    fn new() -> Self {
        let names = Names::new(["hp", "hurt", "boom", "list", "name", "sum", "again", "refuse"]);
        Self { names, hp: 7, vm: None }
    }

    /// Runs the script's global hook on this piece, either lent or (argument false) still borrowed.
    fn call_back(&mut self, handle: Handle, call: &mut Call) -> Result<(), Fault> {
        let vm = self.vm.clone().ok_or("no machine")?;
        let lend = call.boolean(1)?;
        let path = ModulePath::new("p/hook.luau");
        let run = || {
            let hook = vm.load(&path)?;
            let hook = hook.as_table().unwrap().raw_get::<Function>(1)?;
            vm.run(|_| hook.call::<i64>(handle))
        };
        let result = if lend { enter(self, run) } else { run() };
        call.push_int(result.map_err(|error| Fault::new(error.message))?);
        Ok(())
    }
}

/// Runs a script's function on piece 5 and gives its result as text.
fn ask(source: &str) -> Result<String, ScriptError> {
    let source = format!("return {{ function(piece, list) {source} end }}");
    let hook = "return { function(piece) return piece.hp * 2 end }";
    let vm = Rc::new(vm_of(&[("p/a.luau", &source), ("p/hook.luau", hook)]));
    let table = vm.load(&ModulePath::new("p/a.luau"))?;
    let function: Function = table.as_table().unwrap().raw_get(1)?;
    let mut pieces = Pieces::new();
    pieces.vm = Some(Rc::clone(&vm));
    let result: Value =
        enter(&mut pieces, || vm.run(|_| function.call((Handle::new(1, 5), Handle::new(2, 0)))))?;
    Ok(result.to_string()?)
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let found = ask(source).unwrap_or_else(|error| error.to_string());
    assert_eq!(found, expected, "{source}");
}

#[test]
fn handles_pack_and_unpack() {
    for handle in [
        Handle { kind: 0, id: 0, generation: 0 },
        Handle { kind: 255, id: u32::MAX, generation: u16::MAX },
        Handle { kind: 3, id: 77, generation: 9 },
    ] {
        assert_eq!(Handle::from_bits(handle.bits()), handle);
    }
}

#[test]
fn fields_methods_and_loops_reach_the_guest() {
    check("return piece.hp", "12"); // 7 hit points + id 5
    check("piece:hurt(3) return piece.hp", "9");
    check("return piece:hurt(7)", "true");
    check("return piece.name", "ravager");
    check("return #list", "3");
    check("return list[2]", "20");
    check("local n = 0 for i, x in ipairs(list) do n += i * x end return n", "140"); // 10 + 40 + 90
    check("return piece:sum({ 1, 2, 3, bonus = 10 })", "16");
    check("local a, b, c = piece:list() return #a .. a[2].hp .. b[2] .. c", "39-5done");
    check("return `{piece}`", "piece 5");
    check("return tostring(piece) .. string.format('%s', piece)", "piece 5piece 5");
    check("return typeof(piece)", "handle");
    check("local a = piece:list() return a[1] == piece:list()[1] and a[1] ~= a[2]", "true");
    check("local a = piece:list() local t = { [a[1]] = 1 } return t[(piece:list())[1]]", "1");
}

#[test]
fn refusals_carry_the_position_of_the_script() {
    check("return piece.hpp", "p/a.luau:1: a piece has no field 'hpp'");
    check("return piece:heal()", "p/a.luau:1: a piece has no method 'heal'");
    check(
        "piece:hurt(1.5)",
        "p/a.luau:1: argument 1 of hurt must be a whole number, not a fraction",
    );
    check("piece:hurt('1')", "p/a.luau:1: argument 1 of hurt must be a whole number, not a text");
    check("piece:hurt()", "p/a.luau:1: argument 1 of hurt must be a whole number, not nil");
    check("return #piece", "p/a.luau:1: a piece has no length");
    check(
        "piece.hp = 3",
        "p/a.luau:1: a field of the match cannot be assigned: call a method that changes it",
    );
    check("return piece:boom()", "p/a.luau:1: the engine failed: cannot be");
    let error = ask("return piece:refuse()").unwrap_err();
    assert_eq!(error.fault, Some(Box::new(Fault::new("too far").with_rule("R7"))));
    assert_eq!((error.file.as_str(), error.line, error.kind), ("p/a.luau", 1, ErrorKind::Runtime));
}

#[test]
fn memory_that_ran_out_is_known_whoever_hands_it_on() {
    let hoard = "local function hoard() local t = {} while true do t[#t + 1] = {} end end ";
    for call in [
        "hoard()",
        "local _, why = pcall(hoard) error(why, 0)",
        "pcall(hoard) while true do end",
        "pcall(pcall, hoard) for _ = 1, 9 do end",
        "xpcall(hoard, function() end) for _ = 1, 9 do end",
        "pcall(function() xpcall(hoard, print) end) for _ = 1, 9 do end",
        "pcall(table.sort, { 1, 2, 3 }, hoard) for _ = 1, 9 do end",
    ] {
        let mut shelf = Shelf::default();
        shelf.put("p/a.luau", &format!("{hoard}{call}"));
        let vm = vm_with(shelf, Limits { work: u64::MAX >> 8, memory: 8 << 20, guard: None });
        let error = vm.load(&ModulePath::new("p/a.luau")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Memory, "{call}: {error}");
    }
}

#[test]
fn who_speaks_of_memory_has_not_run_out_of_it() {
    let text = "\"not enough memory\"";
    for call in [
        format!("error({text})"),
        format!("error({text}, 0)"),
        format!("assert(false, {text})"),
        format!("local _, why = pcall(error, {text}, 0) error(why, 0)"),
        format!("local _, why = pcall(assert, false, {text}) error(why, 0)"),
        format!("xpcall(error, function(why) return why end, {text}, 0) error(\"mine\")"),
        format!("xpcall(assert, function(why) return why end, false, {text}) error(\"mine\")"),
        format!("xpcall(function() error(\"x\") end, error, {text}) error(\"mine\")"),
        format!("local t = {{ false, {text} }} pcall(table.sort, t, assert) error(\"mine\")"),
        format!("local t = {{ {text}, false }} pcall(table.sort, t, assert) error(\"mine\")"),
        format!("pcall(function() for _ in assert, false, {text} do end end) error(\"mine\")"),
        format!("pcall(pcall, assert, false, {text}) error(\"mine\")"),
        format!("for _ in assert, false, {text} do end"),
        format!("table.sort({{ {text}, false }}, assert)"),
    ] {
        let mut shelf = Shelf::default();
        shelf.put("p/a.luau", &call);
        let vm = vm_with(shelf, Limits { work: 1_000_000, memory: 8 << 20, guard: None });
        let error = vm.load(&ModulePath::new("p/a.luau")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Runtime, "{call}: {error}");
    }
}

#[test]
fn a_guest_is_borrowed_once() {
    check("return piece:again(true)", "24");
    check("return piece:again(false)", "p/a.luau:1: engine busy");
    check("pcall(function() piece:boom() end) return piece.hp", "12");
    let (_vm, value) = load("return { function(h) return h.hp end }");
    let function: Function = value.unwrap().as_table().unwrap().raw_get(1).unwrap();
    let error = _vm.run(|_| function.call::<i64>(Handle::new(1, 1))).unwrap_err();
    assert_eq!(error.message, "no match is running here");
}

/// Values with nothing after them.
#[test]
fn fibers_ask_and_start_again() {
    let source = "return { function(piece, n)
        local answer = coroutine.yield(piece, n + 1)
        return answer + piece.hp, true
    end, function() local t = nil return t.x end }";
    let vm = vm_of(&[("harena/a.luau", source)]);
    let module = vm.load(&ModulePath::new("harena/a.luau")).unwrap();
    let table: &Table = module.as_table().unwrap();
    let asks = vm.keep(table.raw_get::<Function>(1).unwrap()).unwrap();
    let fails = vm.keep(table.raw_get::<Function>(2).unwrap()).unwrap();
    let mut fiber = vm.fiber().unwrap();
    let piece = Handle::new(1, 5);
    let mut pieces = Pieces::new();
    let _budget = vm.budget();
    enter(&mut pieces, || {
        for _ in 0..3 {
            let asked = fiber.start(asks, &[piece.into(), 4.into()]).unwrap();
            assert_eq!(asked, Progress::Asked);
            assert_eq!(fiber.values(), [Arg::Handle(piece), Arg::Int(5)]);
            // Starting again abandons the question.
            fiber.start(asks, &[piece.into(), 4.into()]).unwrap();
            let done = fiber.resume(&[100.into()]).unwrap();
            assert_eq!(done, Progress::Done);
            assert_eq!(fiber.values(), [Arg::Int(112), Arg::Bool(true)]);
            assert!(fiber.resume(&[]).is_err());
            let error = fiber.start(fails, &[]).unwrap_err();
            assert_eq!(error.to_string(), "harena/a.luau:4: attempt to index nil with 'x'");
            assert_eq!(error.stack.len(), 1);
        }
    });
}

#[test]
fn errors_name_file_line_and_functions() {
    let vm = vm_of(&[
        (
            "game/turn.luau",
            "local chapter = require('./battle/hits')\nlocal function run()\n\tchapter.go()\nend\nrun()\nreturn {}",
        ),
        (
            "game/battle/hits.luau",
            "return { go = function()\n\n\tlocal t = nil\n\treturn t.hp.x\nend }",
        ),
    ]);
    let error = vm.load(&ModulePath::new("game/turn.luau")).unwrap_err();
    assert_eq!(error.to_string(), "game/battle/hits.luau:4: attempt to index nil with 'hp'");
    let places: Vec<_> = error.stack.iter().map(|f| (f.file.as_str(), f.line)).collect();
    assert_eq!(places.first(), Some(&("game/battle/hits.luau", 4)));
    assert_eq!(places.last(), Some(&("game/turn.luau", 3)));
    // The compiler inlined `run`, so its caller has no frame of its own.
    let (_vm, broken) = load("return {\n\thp = = 1,\n}");
    let broken = broken.unwrap_err();
    assert_eq!((broken.kind, broken.line), (ErrorKind::Syntax, 2));
    assert_eq!(broken.file, "p/a.luau");
}

#[test]
fn requests_stay_in_their_pack() {
    let from = ModulePath::new("orcs/units/big.luau");
    let own = |path: &str| Ok(Request::Own(ModulePath::new(path)));
    assert_eq!(read_request(&from, "./ogre"), own("orcs/units/ogre.luau"));
    assert_eq!(read_request(&from, "../faction"), own("orcs/faction.luau"));
    let define = Some(ModulePath::new("arena/define.luau"));
    assert_eq!(read_request(&from, "@arena/define"), Ok(Request::Pack("arena".into(), define)));
    assert_eq!(read_request(&from, "@arena"), Ok(Request::Pack("arena".into(), None)));
    for bad in
        ["../../x", "/x", "x", "@", "@a/../b", "./", "./a//b", "./a.b", "@a/", "..", "./../../x"]
    {
        assert!(read_request(&from, bad).is_err(), "{bad}");
    }
}

#[test]
fn modules_load_once_and_circles_are_named() {
    let vm = vm_of(&[
        ("a/one.luau", "return { require('./two'), require('./two') }"),
        ("a/two.luau", "print('two is read') return {}"),
        ("a/x.luau", "return require('./y')"),
        ("a/y.luau", "return require('./x')"),
        ("a/nothing.luau", "local x = 1"),
    ]);
    vm.load(&ModulePath::new("a/one.luau")).unwrap();
    assert_eq!(printed(&vm), ["a/two.luau:1: two is read"]);
    let circle = vm.load(&ModulePath::new("a/x.luau")).unwrap_err();
    assert!(circle.message.ends_with("in a circle: a/x.luau -> a/y.luau -> a/x.luau"), "{circle}");
    assert!(vm.load(&ModulePath::new("a/nothing.luau")).is_err());
    assert!(vm.load(&ModulePath::new("a/absent.luau")).is_err());
}

#[test]
fn everything_a_module_reaches_is_frozen() {
    let attempt = |body: &str| {
        let (vm, value) = load(&format!(
            "local hidden = {{ n = {{ 1 }} }} return {{ deep = {{ {{ 1 }} }}, go = function(t) {body} end }}"
        ));
        let table = value.unwrap();
        let table = table.as_table().unwrap();
        let go: Function = table.raw_get("go").unwrap();
        vm.run(|_| go.call::<()>(table)).map_err(|error| error.message)
    };
    let readonly = Err("attempt to modify a readonly table".to_owned());
    assert_eq!(attempt("hidden.x = 1"), readonly);
    assert_eq!(attempt("hidden.n[1] = 2"), readonly);
    assert_eq!(attempt("t.deep[1][1] = 2"), readonly);
    assert_eq!(attempt("table.insert(hidden.n, 1)"), readonly);
    assert_eq!(attempt("local fresh = {} fresh.x = 1"), Ok(()));
    let global = attempt("counter = 1").unwrap_err();
    assert_eq!(global, "global 'counter' cannot be assigned: scripts keep no state, use 'local'");
    assert_eq!(attempt("return prnt").unwrap_err(), "unknown global 'prnt'");
}

#[test]
fn changed_variables_are_reported() {
    let source = "local n, fixed = 0, 3\nlocal cache = {}\nlocal function count()\n\tn += fixed\nend\nlocal function keep()\n\tcache = {}\nend\nreturn { count = count, keep = keep }";
    let (vm, value) = load(source);
    let table = value.unwrap();
    vm.mark_variables().unwrap();
    assert_eq!(vm.moved_variables().unwrap(), []);
    for name in ["count", "keep"] {
        let function: Function = table.as_table().unwrap().raw_get(name).unwrap();
        vm.run(|_| function.call::<()>(())).unwrap();
    }
    let mut moved = vm.moved_variables().unwrap();
    moved.sort_by_key(|variable| variable.line);
    let names: Vec<_> =
        moved.iter().map(|m| (m.line, m.function.as_str(), m.variable.as_str())).collect();
    assert_eq!(names, [(3, "count", "n"), (6, "keep", "cache")]);
}

#[test]
fn no_address_reaches_a_script() {
    assert_eq!(text_of("return { tostring({}) }"), "<table>");
    assert_eq!(text_of("return { `{print}` }"), "<function>");
    assert_eq!(text_of("return { string.format('%*', {}) }"), "<table>");
    assert_eq!(text_of("return { tostring(0.1 + 0.2) }"), "0.30000000000000004");
    assert_eq!(text_of("error({})"), "p/a.luau:1: <table>");
    let (vm, _) = load("print({}, print, nil, 1) return {}");
    assert_eq!(printed(&vm), ["p/a.luau:1: <table> <function> nil 1"]);
    let (_vm, raised) = load("assert(false, {})");
    assert!(!raised.unwrap_err().message.contains("0x"));
}

#[test]
fn two_machines_agree() {
    let source = "local t = { c = 1, a = 2, b = 3 } t.z = 4 local s = '' for k, v in pairs(t) do s ..= k .. v end return { s }";
    let first = text_of(source);
    let _padding: Vec<Vec<u8>> = (0..1000).map(|n| vec![0; n]).collect();
    assert_eq!(text_of(source), first);
}

#[test]
fn budgets_are_shared_by_inner_calls_and_needed() {
    let (vm, value) = load("return { function() for i = 1, 1000 do end return 1 end }");
    let function: Function = value.unwrap().as_table().unwrap().raw_get(1).unwrap();
    assert!(function.call::<i64>(()).is_err(), "no budget is held");
    let outer = vm.budget();
    vm.run(|_| function.call::<i64>(())).unwrap();
    assert!(Budget::left() < vm.limits().work - 900);
    drop(outer);
    let flag = Arc::new(std::sync::atomic::AtomicBool::new(true));
    cancel_by(Some(flag));
    let (_vm, value) = load("while true do end");
    assert_eq!(value.unwrap_err().kind, ErrorKind::Cancelled);
    cancel_by(None);
}

#[test]
fn prints_are_bounded_and_know_their_line() {
    let (vm, value) = load(
        "local long = string.rep('a', 900)\nfor i = 1, 500 do\n\tprint(i, long)\nend\nreturn {}",
    );
    value.unwrap();
    let prints = vm.take_prints();
    assert_eq!(prints.len(), MAX_PRINTED);
    assert_eq!((prints[4].file.as_str(), prints[4].line), ("p/a.luau", 3));
    assert!(prints[4].text.starts_with("5 aaa") && prints[4].text.len() == 500);
    assert_eq!(vm.take_prints(), []);
}

#[test]
fn modules_are_not_loaded_late() {
    let vm = vm_of(&[
        ("p/a.luau", "require('./known') return { function(name) return require(name) end }"),
        ("p/late.luau", "return {}"),
        ("p/known.luau", "return {}"),
    ]);
    let module = vm.load(&ModulePath::new("p/a.luau")).unwrap();
    let go: Function = module.as_table().unwrap().raw_get(1).unwrap();
    for name in ["./late", "./known"] {
        let error = vm.run(|_| go.call::<Value>(name)).unwrap_err();
        assert!(error.message.contains("too late"), "{error}");
    }
}

#[test]
fn modules_hold_nothing_that_remembers() {
    let check = |source: &str, is_fine: bool| {
        let vm = vm_of(&[("harena/a.luau", source)]);
        let value = vm.load(&ModulePath::new("harena/a.luau"));
        assert_eq!(value.is_ok(), is_fine, "{source}: {value:?}");
    };
    check("return { next = string.gmatch('abc', '.') }", false);
    check("local it = string.gmatch('abc', '.') return { function() return it() end }", false);
    check(
        "local it = ('abc'):gmatch('.') local function g() return it() end return { function() return g() end }",
        false,
    );
    check("local it = utf8.codes('abc') return { it }", false);
    check("return { coroutine.create(function() end) }", false);
    check("return { coroutine.wrap(function() end) }", false);
    check("return setmetatable({}, { __index = string.gmatch('a', '.') })", false);
    check("return setmetatable({}, { __metatable = coroutine.create(print) })", false);
    check("local t = {} t[1] = { t, string.gmatch('a', '.') } return t", false);
    check("return { (select(2, pcall(require, './absent'))) }", false);
    check("return { string.rep, table.concat, next, pairs, ipairs, require, pcall, select }", true);
    check("return { (pairs({})), (ipairs({})), tonumber, coroutine.yield, debug.info }", true);
    check(
        "local words = {} for word in string.gmatch('a b', '%a') do words[#words + 1] = word end return words",
        true,
    );
}

#[test]
fn the_same_work_counts_the_same_in_every_machine() {
    let source = "local s = string.rep('ab', 3000) for i = 1, 50 do local t = s .. i local u = string.sub(t, 2) table.sort({ u, t }) end return {}";
    let count = |before: &str| {
        let vm = vm_of(&[("p/b.luau", before), ("p/a.luau", source)]);
        vm.load(&ModulePath::new("p/b.luau")).unwrap();
        let budget = vm.budget();
        vm.load(&ModulePath::new("p/a.luau")).unwrap();
        let left = Budget::left();
        drop(budget);
        vm.limits().work - left
    };
    // The second machine knows all these texts already, and has much to throw away.
    let garbage = format!(
        "local all = {{}} for i = 1, 20000 do all[i] = {{ i .. 'x' }} end do {} end return {{}}",
        source.replace("return {}", "")
    );
    assert_eq!(count("return {}"), count(&garbage));
    assert!(count("return {}") > 50 * 6000 / 64);
}

/// Answers fields by values where it `knows` them, and counts how often it is called instead.
struct Short {
    names: Names,
    knows: bool,
    n_calls: u32,
}

impl Short {
    fn value(&self, handle: Handle, name: Atom) -> Option<Arg> {
        Some(match self.names.text(name)? {
            "hp" => Arg::Int(-3),
            "hurt" => Arg::Bool(true),
            "list" => Arg::Handle(Handle::new(1, handle.id + 1)),
            "sum" => Arg::Nil,
            "boom" => panic!("cannot be"),
            _ => return None,
        })
    }
}

impl Guest for Short {
    fn field(&mut self, handle: Handle, name: Atom) -> Option<Arg> {
        if self.knows { self.value(handle, name) } else { None }
    }

    fn index(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault> {
        self.n_calls += 1;
        match self.value(handle, name) {
            Some(value) => call.push_arg(value),
            None if self.names.text(name) == Some("name") => call.push_str("ravager"),
            None => return Err(Fault::new("unknown")),
        }
        Ok(())
    }

    fn call(&mut self, _: Handle, _: Atom, _: &mut Call) -> Result<(), Fault> {
        Err(Fault::new("unknown"))
    }
}

/// What a script reads from a guest, how often the guest was called, and the work it took.
fn read_from(knows: bool, source: &str) -> (String, u32, u64) {
    let (vm, value) = load(&format!("return {{ function(piece) {source} end }}"));
    let function: Function = value.unwrap().as_table().unwrap().raw_get(1).unwrap();
    let mut guest = Short { names: vm.names().clone(), knows, n_calls: 0 };
    let budget = vm.budget();
    let before = Budget::left();
    let read = enter(&mut guest, || vm.run(|_| function.call::<Value>(Handle::new(1, 5))));
    let work = before - Budget::left();
    drop(budget);
    let told = read.map_or_else(|error| error.to_string(), |value| value.to_string().unwrap());
    (told, guest.n_calls, work)
}

#[test]
fn fields_are_read_without_a_call_where_they_need_no_memory() {
    let all = "local n = 0 for _ = 1, 50 do n += piece.hp end \
        return `{n} {piece.hurt} {piece.list.hp} {piece.sum} {piece['list'] == piece.list}`";
    assert_eq!(read_from(true, all).0, "-150 true -3 nil true");
    assert_eq!(read_from(true, all).1, 0, "the loop of Luau knows the short way");
    let (name, n_calls, _) = read_from(true, "return piece.name");
    assert_eq!((name.as_str(), n_calls), ("ravager", 1));
}

#[test]
fn the_short_way_tells_and_costs_what_the_long_one_does() {
    for source in [
        "local n = 0 for _ = 1, 50 do n += piece.hp end return n",
        "return piece.list.list.name",
        "return piece.nothing",
        "pcall(function() return piece.boom end) return piece.hp",
        "return piece.boom",
        "local field = 'hp' return piece[field]",
    ] {
        let ((short, _, work), (long, n_calls, work_of_long)) =
            (read_from(true, source), read_from(false, source));
        assert_eq!((short, work), (long, work_of_long), "{source}");
        assert!(n_calls > 0, "{source}");
    }
}
