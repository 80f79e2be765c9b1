//! What lints and the loader know of the files of packs, remembered from load to load: a file whose
//! text is the same is not looked at again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use harena_pack::codes;
use harena_pack::{Pack, Place, Problem, Severity};

use crate::allowance::Allowance;
use crate::lint::{self, FileWords, Looked};
use crate::packs;
use crate::source::SourceMap;

/// Files are looked at until there are so many problems.
const ENOUGH_PROBLEMS: usize = 2_000;
/// So many bytes of sources are remembered with what was found in them.
const MOST_REMEMBERED: usize = 16 << 20;

/// What lints and the loader know of the files of some packs, by `pack/path`.
#[derive(Default)]
pub(super) struct Files {
    pub kept: BTreeMap<String, Arc<lint::Kept>>,
    pub guarded: Arc<BTreeMap<String, Arc<str>>>,
}

/// What a look at a file found, and in which text. The whole text is compared: what guards the
/// sandbox follows from it, so no two texts may be taken for one.
struct Seen {
    text: Box<str>,
    work: u64,
    syntax: Vec<Problem>,
    looked: Looked,
}

/// The files that were looked at last, by pack and path.
#[derive(Default)]
struct Memory {
    files: BTreeMap<(String, String), Arc<Seen>>,
    bytes: usize,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory { files: BTreeMap::new(), bytes: 0 });

impl Memory {
    fn find(&self, (pack, path): (&str, &str), text: &str) -> Option<Arc<Seen>> {
        let known = self.files.get(&(pack.to_owned(), path.to_owned()))?;
        (*known.text == *text).then(|| Arc::clone(known))
    }

    fn remember(&mut self, (pack, path): (&str, &str), seen: &Arc<Seen>) {
        if self.bytes + seen.text.len() > MOST_REMEMBERED {
            *self = Memory::default();
        }
        self.bytes += seen.text.len();
        let old = self.files.insert((pack.to_owned(), path.to_owned()), Arc::clone(seen));
        self.bytes -= old.map_or(0, |old| old.text.len());
    }
}

/// What is known of a file, which costs the same whether it was looked at before or not; nothing
/// if the allowance does not reach so far.
fn seen(at: (&str, &str), text: &str, allowance: &Allowance) -> Option<Arc<Seen>> {
    // A memory that broke under another thread is none; then every file is looked at.
    let known = MEMORY.lock().ok().and_then(|memory| memory.find(at, text));
    if let Some(known) = known {
        return allowance.spend(known.work).then_some(known);
    }
    let map = SourceMap::new(at.0, at.1, text);
    let work = map.work();
    if !allowance.spend(work) {
        return None;
    }
    let (syntax, looked) = (map.syntax_problems().to_vec(), lint::look(&map));
    let seen = Arc::new(Seen { text: text.into(), work, syntax, looked });
    if let Ok(mut memory) = MEMORY.lock() {
        memory.remember(at, &seen);
    }
    Some(seen)
}

/// What the lints find in the files of packs, as far as the allowance reaches; the words that are
/// to be held against what the game declares; and what the loader must know.
pub(super) fn lint_all(
    packs: &[Arc<Pack>],
    allowance: &Allowance,
) -> (Vec<Problem>, Vec<Arc<FileWords>>, Arc<Files>) {
    let (mut problems, mut words) = (Vec::new(), Vec::new());
    let (mut kept, mut guarded) = (BTreeMap::new(), BTreeMap::new());
    problems.extend(packs.iter().filter_map(|pack| packs::impostor(pack)));
    words.extend(packs::own_words());
    for pack in packs.iter().filter(|pack| !packs::is_own(pack)) {
        for path in pack.tree.scripts().filter(|path| !path.starts_with("spec/")) {
            let text = pack.tree.get(path).unwrap_or_default();
            let Some(seen) = seen((pack.id(), path), text, allowance) else {
                let problem =
                    Problem::error(codes::TOO_MUCH_LUAU, "these packs hold more Luau than is read")
                        .hint("this file is where it became too much");
                let map = SourceMap::new(pack.id(), path, text);
                problems.push(map.problem_at(Place::WHOLE_FILE, problem));
                return (problems, words, Arc::default());
            };
            problems.extend(seen.syntax.iter().cloned());
            // Where much is amiss, only what forbids playing is still of interest.
            let is_full = problems.len() > ENOUGH_PROBLEMS;
            let counts = |it: &&Problem| !is_full || it.severity == Severity::Error;
            problems.extend(seen.looked.problems.iter().filter(counts).cloned());
            words.push(Arc::clone(&seen.looked.words));
            let name = format!("{}/{path}", pack.id());
            if let Some(text) = &seen.looked.guarded {
                guarded.insert(name.clone(), Arc::clone(text));
            }
            kept.insert(name, Arc::clone(&seen.looked.kept));
            if problems.len() > 2 * ENOUGH_PROBLEMS {
                return (problems, words, Arc::default());
            }
        }
    }
    (problems, words, Arc::new(Files { kept, guarded: Arc::new(guarded) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: (&str, &str) = ("looked_at", "rules.luau");

    #[test]
    fn a_file_is_looked_at_again_when_its_text_is_another() {
        let allowance = Allowance::default();
        let code = |code: &str| -> Vec<String> {
            let seen = seen(AT, code, &allowance).unwrap();
            seen.looked.problems.iter().map(|it| it.code.to_string()).collect()
        };
        let (sound, wrong) = ("--!strict\n-- Rules.\nreturn {}\n", "--!strict\n-- Rules.\nx = 1\n");
        assert_eq!(code(sound), Vec::<String>::new());
        assert_eq!(code(wrong), ["H0304"]);
        assert_eq!(code(wrong), ["H0304"]);
        assert_eq!(code(sound), Vec::<String>::new());
    }

    #[test]
    fn what_is_remembered_costs_what_it_cost() {
        let code = "--!strict\n-- Costs.\nreturn { 1, 2, 3 }\n";
        let at = ("costly", "rules.luau");
        let spent = || {
            let allowance = Allowance::default();
            let seen = seen(at, code, &allowance).unwrap();
            (seen, allowance)
        };
        let ((first, one), (second, two)) = (spent(), spent());
        assert!(Arc::ptr_eq(&first, &second), "the second time it is known");
        assert_eq!(one.left(), two.left());
        assert!(one.left() < Allowance::default().left());
    }

    #[test]
    fn so_much_is_remembered_and_not_more() {
        let mut memory = Memory::default();
        let seen = |n: usize| {
            let text = "x".repeat(n).into_boxed_str();
            Arc::new(Seen { text, work: 0, syntax: Vec::new(), looked: Looked::default() })
        };
        for (at, name) in ["a", "b", "a", "c"].into_iter().enumerate() {
            memory.remember((name, "f"), &seen(1000 + at));
        }
        assert_eq!((memory.files.len(), memory.bytes), (3, 1001 + 1002 + 1003));
        memory.remember(("d", "f"), &seen(MOST_REMEMBERED));
        assert_eq!((memory.files.len(), memory.bytes), (1, MOST_REMEMBERED));
    }
}
