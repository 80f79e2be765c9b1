//! Definitions that must not load: each problem is written as a comment on its line.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_pack::{Pack, Problem};

use super::Scenario;
use harena_script::Host;

/// How a broken file failed to fail.
pub(super) struct Unbroken {
    pub line: u32,
    pub message: String,
    pub expected: Vec<String>,
    pub found: Vec<String>,
}

/// The comment that names the file a broken one stands in for; otherwise it is the entry.
const STANDS_FOR: &str = "-- stands for ";

/// Loads the packs with the broken file in place of the one it stands for, and compares the
/// problems of that file with those written in it.
pub(super) fn run(host: &Host, scenario: &Scenario) -> Result<(), Unbroken> {
    let unbroken = |message: &str| Unbroken {
        line: 1,
        message: message.to_owned(),
        expected: Vec::new(),
        found: Vec::new(),
    };
    let packs = host.packs();
    let pack = packs.iter().find(|pack| pack.id() == scenario.pack);
    let pack = pack.ok_or_else(|| unbroken("its pack is not loaded"))?;
    let text = pack.tree.get(&scenario.file).unwrap_or_default();
    let entry = harena_script::entry_of(pack);
    let stands_for = text.lines().find_map(|line| line.trim().strip_prefix(STANDS_FOR));
    let place = stands_for.map_or(entry, |file| file.trim().to_owned());
    let replaced = replaced(pack, &place, text).map_err(|message| unbroken(&message))?;
    let packs: Vec<Arc<Pack>> = packs
        .iter()
        .map(|other| if other.id() == pack.id() { replaced.clone() } else { other.clone() })
        .collect();
    let problems = match Host::load(&packs) {
        Ok(host) => host.warnings().to_vec(),
        Err(problems) => problems,
    };
    compare(&written(text), &found(&problems, pack.id(), &place))
}

fn replaced(pack: &Pack, place: &str, text: &str) -> Result<Arc<Pack>, String> {
    let tree = pack.tree.with(place, text.as_bytes().to_vec());
    let tree = tree.map_err(|problems| sentence(&problems))?;
    let made = Pack::from_tree(pack.id(), tree, pack.source.clone());
    made.map(Arc::new).map_err(|problems| sentence(&problems))
}

fn sentence(problems: &[Problem]) -> String {
    problems.first().map(|problem| problem.message.clone()).unwrap_or_default()
}

/// Codes written in comments, with their lines.
fn written(text: &str) -> BTreeSet<(u32, String)> {
    let mut all = BTreeSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        let comment = text.split_once("--").map_or("", |(_, comment)| comment);
        let words = comment.split(|c: char| !c.is_ascii_alphanumeric());
        let is_code = |word: &&str| {
            word.len() == 5
                && word.strip_prefix('H').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        };
        all.extend(words.filter(is_code).map(|code| (line, code.to_owned())));
    }
    all
}

fn found(problems: &[Problem], pack: &str, path: &str) -> BTreeSet<(u32, String)> {
    let own = problems.iter().filter(|problem| problem.pack == pack && problem.path == path);
    own.map(|problem| (problem.line, problem.code.to_string())).collect()
}

fn compare(
    written: &BTreeSet<(u32, String)>,
    found: &BTreeSet<(u32, String)>,
) -> Result<(), Unbroken> {
    if written == found && !written.is_empty() {
        return Ok(());
    }
    let text = |set: &BTreeSet<(u32, String)>| -> Vec<String> {
        let lines = set.iter().map(|(line, code)| format!("line {line}: {code}"));
        let all: Vec<String> = lines.collect();
        if all.is_empty() { vec!["no problem".to_owned()] } else { all }
    };
    let first = written.symmetric_difference(found).next().map_or(1, |(line, _)| *line);
    Err(Unbroken {
        line: first,
        message: "the problems are not those written in the file".to_owned(),
        expected: text(written),
        found: text(found),
    })
}
