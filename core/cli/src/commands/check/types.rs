//! What the Luau type checker says about packs.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_pack::{Pack, Problem};
use harena_script::Host;
use harena_script::types::TypedPacks;
use harena_types::{Checker, VARIABLE};

use super::{Verdict, own_first};
use crate::catalog::Catalog;
use crate::failure::Failure;

/// Findings of the checker in all packs of a host; none if there is no checker.
pub(super) fn problems(host: &Host) -> Vec<Problem> {
    let Some(checker) = Checker::find() else { return Vec::new() };
    asked(&checker, &host.typed_packs())
}

fn asked(checker: &Checker, packs: &TypedPacks) -> Vec<Problem> {
    match checker.check(packs) {
        Ok(findings) => findings.into_iter().map(|finding| finding.problem).collect(),
        Err(problem) => vec![*problem],
    }
}

/// Whether a file, `pack/path`, is of one of these packs.
fn is_wanted(file: &str, packs: &[Arc<Pack>]) -> bool {
    packs.iter().any(|pack| file.split('/').next() == Some(pack.id()))
}

/// Checks the types of packs and nothing else, game by game.
///
/// # Errors
/// There is no checker.
pub(super) fn verdicts(packs: &[Arc<Pack>], catalog: &Catalog) -> Result<Vec<Verdict>, Failure> {
    let checker = Checker::find().ok_or_else(|| {
        Failure::usage(format!(
            "there is no type checker: `harena-luau` stands beside the executable, or {VARIABLE} \
             names it"
        ))
    })?;
    let mut verdicts = Vec::new();
    type Asked = Result<Vec<Problem>, Vec<Problem>>;
    let mut known: Option<(String, BTreeSet<String>, Asked)> = None;
    for (at, pack) in packs.iter().enumerate() {
        let Some(game) = pack.game() else {
            verdicts.push(Verdict { id: pack.id().to_owned(), ..Verdict::default() });
            continue;
        };
        let is_among = |known: &(String, BTreeSet<String>, Asked)| {
            known.0 == game && known.1.contains(pack.id())
        };
        if !known.as_ref().is_some_and(is_among) {
            // Homebrew joins its game where it is named.
            let mut named = vec![game, pack.id()];
            named.dedup();
            let loaded = harena_script::load(&catalog.library, &named);
            // What was found in those before is told already.
            let wanted = packs.get(at..).unwrap_or_default();
            let mut ids = BTreeSet::from([pack.id().to_owned()]);
            let typed = loaded.map(|loaded| {
                let mut typed = loaded.host.typed_packs();
                let pack_of = |name: &str| name.split('/').next().unwrap_or_default().to_owned();
                ids.extend(typed.modules.iter().map(|it| pack_of(&it.name)));
                typed.modules.iter_mut().for_each(|it| it.checked &= is_wanted(&it.name, wanted));
                asked(&checker, &typed)
            });
            known = Some((game.to_owned(), ids, typed));
        }
        let own = |it: &&Problem| it.pack == pack.id() || (it.pack.is_empty() && pack.id() == game);
        let problems = match &known {
            Some((.., Ok(all))) => all.iter().filter(own).cloned().collect(),
            Some((.., Err(broken))) => own_first(broken.clone(), pack.id()),
            None => Vec::new(),
        };
        verdicts.push(Verdict { id: pack.id().to_owned(), problems, looks: None });
    }
    Ok(verdicts)
}
