//! What it costs to cross between scripts and Rust: `cargo run --release --example vm_bench`.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use mlua::FromLua;

use harena_script::raw::{Atom, Call, Fault, Guest, Handle, Names, enter};
use harena_script::vm::{Arg, Limits, ModulePath, Modules, ScriptError, Vm};

const SCRIPT: &str = "
return {
	field = function(piece, n) local s = 0 for i = 1, n do s += piece.hp end return s end,
	method = function(piece, n) local s = 0 for i = 1, n do s += piece:add(i, 2) end return s end,
	empty = function(piece, n) local s = 0 for i = 1, n do s += i end return s end,
	step = function(piece, n) return coroutine.yield(n) end,
}";

struct OneFile;

impl Modules for OneFile {
    fn resolve(&self, _: &ModulePath, request: &str) -> Result<ModulePath, String> {
        Err(format!("there is no {request}"))
    }

    fn source(&self, _: &ModulePath) -> Result<Arc<str>, String> {
        Ok(SCRIPT.into())
    }

    fn is_library(&self, pack: &str) -> bool {
        pack == "harena"
    }
}

struct Piece {
    hp: i64,
}

impl Guest for Piece {
    fn index(&mut self, _: Handle, _: Atom, call: &mut Call) -> Result<(), Fault> {
        call.push_int(self.hp);
        Ok(())
    }

    fn call(&mut self, _: Handle, _: Atom, call: &mut Call) -> Result<(), Fault> {
        let sum = call.int(1)? + call.int(2)?;
        call.push_int(sum);
        Ok(())
    }
}

fn report(name: &str, turns: u32, began: Instant) {
    println!("{name:<28}{:>8.1} ns", began.elapsed().as_nanos() as f64 / f64::from(turns));
}

fn main() -> Result<(), ScriptError> {
    let turns = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2_000_000);
    let limits = Limits { work: u64::MAX, guard: None, ..Limits::default() };
    let began = Instant::now();
    let vm = Vm::new(limits, Names::new(["hp", "add"]), Rc::new(OneFile))?;
    println!("{:<28}{:>8.1} us", "new machine", began.elapsed().as_nanos() as f64 / 1000.0);
    let module = vm.load(&ModulePath::new("harena/bench.luau"))?;
    let table = mlua::Table::from_lua(module, vm.lua())?;
    let piece = Handle::new(1, 5);
    let mut guest = Piece { hp: 3 };
    let step = vm.keep(table.raw_get::<mlua::Function>("step")?)?;
    let mut fiber = vm.fiber()?;
    enter(&mut guest, || {
        for name in ["empty", "field", "method"] {
            let function: mlua::Function = table.raw_get(name)?;
            let began = Instant::now();
            vm.run(|_| function.call::<f64>((piece, turns)))?;
            report(name, turns, began);
        }
        let _budget = vm.budget();
        let began = Instant::now();
        for _ in 0..turns {
            fiber.start(step, &[piece.into(), Arg::Int(4)])?;
            fiber.resume(&[Arg::Int(1)])?;
        }
        report("fiber: start, ask, end", turns, began);
        let function: mlua::Function = table.raw_get("empty")?;
        let began = Instant::now();
        for _ in 0..turns {
            vm.run(|_| function.call::<f64>((piece, 0)))?;
        }
        report("Rust calls a script", turns, began);
        Ok(())
    })
}
