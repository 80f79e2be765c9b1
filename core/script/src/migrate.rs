//! Packs that were made against an older version of what they require, brought to the names of
//! today: only the names change, so comments and layout stay.

mod find;

use harena_pack::{Pack, Place, Problem, Renamed, Version, earliest, renamed_by};

use crate::source::SourceMap;
use find::Found;

/// A name that a newer version of another pack calls otherwise.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Outdated {
    /// The file in the pack.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The old name.
    pub from: String,
    /// The new one.
    pub to: String,
    /// The pack that renamed it.
    pub by: String,
    /// The version of it that did.
    pub since: Version,
}

/// A file with the names of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The file in the pack.
    pub path: String,
    /// Its new text.
    pub text: String,
    /// What was changed in it, from top to bottom.
    pub changes: Vec<Outdated>,
}

/// A rename that a pack has not yet followed.
pub(crate) struct Rule {
    /// The pack that renamed it.
    pub by: String,
    pub renamed: Renamed,
}

/// Everything that packs at hand have renamed since the versions a pack was made against.
///
/// # Errors
/// A `renamed.toml` that cannot be read.
pub(crate) fn rules(pack: &Pack, at_hand: &[&Pack]) -> Result<Vec<Rule>, Problem> {
    let mut rules = Vec::new();
    for (id, range) in pack.manifest.needs() {
        let Some(owner) = at_hand.iter().find(|it| it.id() == id) else { continue };
        let made_against = earliest(&range.value);
        let new = renamed_by(owner)?.into_iter().filter(|it| it.since > made_against);
        rules.extend(new.map(|renamed| Rule { by: id.to_owned(), renamed }));
    }
    Ok(rules)
}

/// The scripts of a pack with the names of today; scripts without an old name are left out.
///
/// # Errors
/// Scripts that cannot be read, and a `renamed.toml` that cannot be.
pub fn migrate(pack: &Pack, at_hand: &[&Pack]) -> Result<Vec<Migrated>, Vec<Problem>> {
    let rules = rules(pack, at_hand).map_err(|problem| vec![problem])?;
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in pack.tree.scripts().filter(|_| !rules.is_empty()) {
        let map = SourceMap::new(pack.id(), path, pack.tree.get(path).unwrap_or_default());
        if map.syntax_problems().is_empty() {
            files.extend(file(&map, &rules));
        } else {
            problems.extend(map.syntax_problems().iter().cloned());
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

fn file(map: &SourceMap, rules: &[Rule]) -> Option<Migrated> {
    let found = find::all(map, rules);
    let mut text = map.text().to_owned();
    // From the end to the beginning, so that places in front stay what they are.
    for Found { range, rule, .. } in found.iter().rev() {
        text.replace_range(range.clone(), &rule.renamed.to);
    }
    let change = |it: &Found| Outdated {
        path: map.path().to_owned(),
        line: it.place.line,
        from: it.rule.renamed.from.clone(),
        to: it.rule.renamed.to.clone(),
        by: it.rule.by.clone(),
        since: it.rule.renamed.since.clone(),
    };
    let changes: Vec<Outdated> = found.iter().map(change).collect();
    (!changes.is_empty()).then(|| Migrated { path: map.path().to_owned(), text, changes })
}

/// Problems of packs that do not load, where an old name explains one: the hint says what it is
/// called now.
pub(crate) fn explained(problems: Vec<Problem>, packs: &[&Pack]) -> Vec<Problem> {
    let explain = |problem: Problem| {
        let pack = packs.iter().find(|it| it.id() == problem.pack);
        let rule = pack.and_then(|pack| {
            let text = pack.tree.get(&problem.path)?;
            let rules = rules(pack, packs).ok().filter(|it| !it.is_empty())?;
            let map = SourceMap::new(pack.id(), &problem.path, text);
            let found = map.syntax_problems().is_empty().then(|| find::all(&map, &rules))?;
            let here = Place { line: problem.line, column: problem.column };
            let at = found.iter().find(|it| it.place == here)?;
            Some((at.rule.by.clone(), at.rule.renamed.clone()))
        });
        match rule {
            None => problem,
            Some((by, Renamed { since, to, .. })) => {
                let hint =
                    format!("since {by} {since} it is called `{to}`; `harena migrate` says so");
                Problem { hint: hint.into(), ..problem }
            }
        }
    };
    problems.into_iter().map(explain).collect()
}

#[cfg(test)]
mod tests;
