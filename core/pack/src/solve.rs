//! Choosing versions that fit together, and saying in sentences why none do.

use std::collections::{BTreeMap, BTreeSet};

use semver::{Version, VersionReq};

use crate::codes;
use crate::problem::Problem;
use crate::words::{did_you_mean, some_of};

/// A version of a pack that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Id of the pack.
    pub id: String,
    /// The version.
    pub version: Version,
    /// What it needs.
    pub needs: Vec<(String, VersionReq)>,
    /// Whether it is at hand already; then it is taken before newer ones that are not.
    pub at_hand: bool,
}

/// A pack somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// Its id.
    pub id: String,
    /// The versions that will do.
    pub range: VersionReq,
}

/// So many choices are tried: feeds come from strangers, who may tangle them.
const MOST_TRIES: u32 = 50_000;
/// So many needs are followed one after the other.
const MOST_NEEDS: usize = 1_000;
/// So many reasons are told.
const MOST_REASONS: usize = 8;

/// One version of each pack wanted and of each they need, so that all needs are met: the newest of
/// what is wanted, what is at hand of the others where it will do, else the newest.
///
/// # Errors
/// `H0161` with the sentences that say which needs cannot be met.
///
/// ```
/// use harena_pack::{Candidate, Version, Wish, solve};
/// let candidate = |id: &str, version: Version| {
///     Candidate { id: id.into(), version, needs: Vec::new(), at_hand: false }
/// };
/// let all = [candidate("dragon", Version::new(1, 0, 0)), candidate("dragon", Version::new(1, 2, 0))];
/// let wish = Wish { id: "dragon".into(), range: "^1".parse().unwrap() };
/// assert_eq!(solve(&all, &[wish]).unwrap()[0].version, Version::new(1, 2, 0));
/// ```
pub fn solve(candidates: &[Candidate], wishes: &[Wish]) -> Result<Vec<Candidate>, Problem> {
    let mut by_id: BTreeMap<&str, Vec<&Candidate>> = BTreeMap::new();
    for candidate in candidates {
        by_id.entry(&candidate.id).or_default().push(candidate);
    }
    for (id, versions) in &mut by_id {
        let is_wanted = wishes.iter().any(|wish| wish.id == **id);
        versions.sort_by(|a, b| {
            let preferred = |it: &Candidate| it.at_hand && !is_wanted;
            (preferred(b), &b.version).cmp(&(preferred(a), &a.version))
        });
    }
    let needs = wishes.iter().map(|wish| Need { by: None, id: &wish.id, range: &wish.range });
    let needs: Vec<Need> = needs.collect();
    let mut search = Search { by_id, reasons: BTreeSet::new(), n_tries: 0 };
    let mut chosen = BTreeMap::new();
    match search.meet(&needs, 0, &mut chosen) {
        true => Ok(chosen.into_values().map(|(candidate, _)| candidate.clone()).collect()),
        false => Err(search.refusal()),
    }
}

/// Something that must be there.
#[derive(Clone, Copy)]
struct Need<'a> {
    /// Who needs it; whoever asked, if nobody.
    by: Option<&'a Candidate>,
    id: &'a str,
    range: &'a VersionReq,
}

impl std::fmt::Display for Need<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let range = match self.range.comparators.is_empty() {
            true => String::new(),
            false => format!(" {}", self.range),
        };
        match self.by {
            Some(by) => write!(f, "`{}` {} needs `{}`{range}", by.id, by.version, self.id),
            None => write!(f, "`{}`{range} is wanted", self.id),
        }
    }
}

/// What was chosen so far: each with the need it was chosen for.
type Chosen<'a> = BTreeMap<&'a str, (&'a Candidate, Need<'a>)>;

struct Search<'a> {
    by_id: BTreeMap<&'a str, Vec<&'a Candidate>>,
    reasons: BTreeSet<String>,
    n_tries: u32,
}

impl<'a> Search<'a> {
    /// Meets all needs from `next` on; on failure nothing is chosen for them.
    fn meet(&mut self, needs: &[Need<'a>], next: usize, chosen: &mut Chosen<'a>) -> bool {
        self.n_tries += 1;
        if self.n_tries > MOST_TRIES || needs.len() > MOST_NEEDS {
            return false;
        }
        let Some(need) = needs.get(next) else { return true };
        if let Some((candidate, first)) = chosen.get(need.id) {
            if need.range.matches(&candidate.version) {
                return self.meet(needs, next + 1, chosen);
            }
            let version = &candidate.version;
            self.reason(format!("{need}, but {first}, for which {version} was chosen"));
            return false;
        }
        let all = self.by_id.get(need.id).cloned().unwrap_or_default();
        let fitting: Vec<&Candidate> =
            all.iter().filter(|it| need.range.matches(&it.version)).copied().collect();
        if fitting.is_empty() {
            let reason = self.missing(need, &all);
            self.reason(reason);
        }
        for candidate in fitting {
            let own = candidate.needs.iter();
            let own = own.map(|(id, range)| Need { by: Some(candidate), id, range });
            let more: Vec<Need> = needs.iter().copied().chain(own).collect();
            chosen.insert(need.id, (candidate, *need));
            if self.meet(&more, next + 1, chosen) {
                return true;
            }
            chosen.remove(need.id);
        }
        false
    }

    fn reason(&mut self, reason: String) {
        if self.reasons.len() < MOST_REASONS {
            self.reasons.insert(reason);
        }
    }

    fn missing(&self, need: &Need, all: &[&Candidate]) -> String {
        if all.is_empty() {
            let ids: Vec<&str> = self.by_id.keys().copied().collect();
            let near = did_you_mean(need.id, ids.iter().copied());
            return match near.is_empty() && !ids.is_empty() {
                true => format!("{need}, which is nowhere: there are {}", some_of(&ids)),
                false => format!("{need}, which is nowhere{near}"),
            };
        }
        let mut versions: Vec<&Version> = all.iter().map(|it| &it.version).collect();
        versions.sort();
        versions.dedup();
        let versions: Vec<String> =
            versions.into_iter().rev().take(5).map(Version::to_string).collect();
        format!("{need}, but there is only {}", versions.join(", "))
    }

    fn refusal(self) -> Problem {
        let reasons: Vec<String> = self.reasons.into_iter().collect();
        let why = match reasons.is_empty() {
            true => "the needs of these packs are too tangled to be followed".to_owned(),
            false => reasons.join("; "),
        };
        Problem::error(codes::NO_SOLUTION, why)
            .hint("ask for other versions, or for those of an author whose packs fit together")
    }
}

#[cfg(test)]
mod tests;
