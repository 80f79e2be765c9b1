//! Bytecode of scripts, remembered for all machines of a process: a text is compiled once, however
//! often packs are loaded.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua, Table};

use super::REPLACED;

/// So many bytes of texts and of what they were compiled to are remembered.
const MOST_REMEMBERED: usize = 32 << 20;

/// How the scripts of a machine are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Compiling {
    /// To be run.
    Plain,
    /// To count how often each line runs. Functions are not put in the place of their calls, so
    /// that every line stays where it is written.
    Counting,
}

/// Texts that were compiled, each in every way that somebody wanted. The whole text is compared:
/// no two may be taken for one.
#[derive(Default)]
struct Memory {
    compiled: BTreeMap<(Compiling, Arc<str>), Arc<[u8]>>,
    bytes: usize,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory { compiled: BTreeMap::new(), bytes: 0 });

impl Memory {
    fn remember(&mut self, (compiling, text): (Compiling, Arc<str>), compiled: &Arc<[u8]>) {
        let bytes = text.len() + compiled.len();
        if self.bytes + bytes > MOST_REMEMBERED {
            *self = Memory::default();
        }
        if self.compiled.insert((compiling, text), Arc::clone(compiled)).is_none() {
            self.bytes += bytes;
        }
    }
}

impl Compiling {
    /// The compiler itself.
    pub fn compiler(self) -> Compiler {
        let compiler = Compiler::new()
            .set_optimization_level(2)
            .set_debug_level(2)
            .set_type_info_level(1)
            .set_disabled_builtins(REPLACED);
        match self {
            Compiling::Plain => compiler,
            Compiling::Counting => compiler.set_optimization_level(1).set_coverage_level(1),
        }
    }

    /// The function that a script is, under the name that its errors tell and with what it finds
    /// without requiring it: `None` for what the machine itself has.
    ///
    /// # Errors
    /// The script is no Luau, or does not fit into the machine.
    pub fn function(
        self,
        lua: &Lua,
        text: &Arc<str>,
        (name, globals): (String, Option<Table>),
    ) -> mlua::Result<Function> {
        let compiled = self.compiled(text);
        let chunk = match &compiled {
            Some(compiled) => lua.load(&**compiled).set_mode(ChunkMode::Binary),
            // The machine says what is wrong with it.
            None => lua.load(&**text).set_mode(ChunkMode::Text),
        };
        let chunk = chunk.set_name(name);
        match globals {
            Some(globals) => chunk.set_environment(globals).into_function(),
            None => chunk.into_function(),
        }
    }

    /// The bytecode of a text, unless it is no Luau.
    fn compiled(self, text: &Arc<str>) -> Option<Arc<[u8]>> {
        let key = (self, Arc::clone(text));
        // A memory that broke under another thread is none; then every text is compiled.
        let known = MEMORY.lock().ok().and_then(|memory| memory.compiled.get(&key).cloned());
        if known.is_some() {
            return known;
        }
        let compiled: Arc<[u8]> = self.compiler().compile(&**text).ok()?.into();
        if let Ok(mut memory) = MEMORY.lock() {
            memory.remember(key, &compiled);
        }
        Some(compiled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_compiled_once_in_each_way() {
        let text = |code: &str| -> Arc<str> { code.into() };
        let once = |compiling: Compiling, code: &str| compiling.compiled(&text(code)).unwrap();
        let (one, other) = ("return 'once'", "return 'once '");
        let plain = once(Compiling::Plain, one);
        assert!(Arc::ptr_eq(&plain, &once(Compiling::Plain, one)), "the second time it is known");
        assert_ne!(plain, once(Compiling::Plain, other));
        assert_ne!(plain, once(Compiling::Counting, one), "lines are counted otherwise");
        assert!(Arc::ptr_eq(&plain, &once(Compiling::Plain, one)));
        assert_eq!(Compiling::Plain.compiled(&text("return return")), None);
    }

    #[test]
    fn each_function_is_made_of_its_own_text() {
        let lua = Lua::new();
        let run = |code: &str| -> mlua::Result<i64> {
            let text: Arc<str> = code.into();
            Compiling::Plain.function(&lua, &text, ("=a".to_owned(), None))?.call(())
        };
        for _ in 0..2 {
            assert_eq!(run("return 17").unwrap(), 17);
            assert_eq!(run("return 71").unwrap(), 71);
            let error = run("return return").unwrap_err().to_string();
            assert!(error.contains("a:1:"), "{error}");
        }
    }

    #[test]
    fn so_much_is_remembered_and_not_more() {
        let mut memory = Memory::default();
        let compiled: Arc<[u8]> = vec![0; 100].into();
        let mut remember = |name: &str, n: usize| {
            let key = (Compiling::Plain, Arc::from(name.repeat(n)));
            memory.remember(key, &compiled);
            (memory.compiled.len(), memory.bytes)
        };
        assert_eq!(remember("a", 1000), (1, 1100));
        assert_eq!(remember("b", 1000), (2, 2200));
        assert_eq!(remember("a", 1000), (2, 2200));
        assert_eq!(remember("c", MOST_REMEMBERED - 2000), (1, MOST_REMEMBERED - 1900));
    }
}
