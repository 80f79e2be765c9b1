//! Which packs load for a match, and in which order.

use std::collections::BTreeMap;
use std::sync::Arc;

use semver::{Version, VersionReq};

use crate::Code;
use crate::codes;
use crate::library::Library;
use crate::manifest::FILE_NAME;
use crate::pack::Pack;
use crate::problem::{Place, Placed, Problem};
use crate::renamed::earliest;
use crate::words::{natural_order, nearest};

/// The application that is going to load the packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its version, which a manifest's `engine` must allow.
    pub engine: Version,
    /// Major version of its script interface, which a manifest's `api` must equal.
    pub api: u32,
}

/// The packs asked for and all they need, in load order: a pack after those it needs (and after
/// its optional ones that are present), otherwise by the depth of its needs, then by id in
/// natural order.
///
/// # Errors
/// All refusals at once, each at the line of the manifest that asks for what cannot be had:
/// `H0140` to `H0146`.
pub fn resolve(
    library: &Library,
    requested: &[&str],
    host: &Host,
) -> Result<Vec<Arc<Pack>>, Vec<Problem>> {
    let mut problems = Vec::new();
    let selected = select(library, requested, &mut problems);
    for pack in selected.values() {
        check_host(pack, host, &mut problems);
        check_companions(pack, &selected, &mut problems);
    }
    let order = load_order(&selected).map_err(|cycle| problems.push(cycle));
    problems.sort();
    problems.dedup();
    order.ok().filter(|_| problems.is_empty()).ok_or(problems)
}

type Selection = BTreeMap<String, Arc<Pack>>;

/// The packs asked for, and whatever they need that can be found.
fn select(library: &Library, requested: &[&str], problems: &mut Vec<Problem>) -> Selection {
    let mut selected = Selection::new();
    let mut waiting = Vec::new();
    for id in requested {
        match library.get(id) {
            Some(pack) => waiting.push(pack),
            None => problems.push(unknown_pack(library, id)),
        }
    }
    while let Some(pack) = waiting.pop() {
        if selected.insert(pack.id().to_owned(), Arc::clone(pack)).is_some() {
            continue;
        }
        for (id, range) in pack.manifest.needs() {
            match library.get(id) {
                None => problems.push(missing_pack(library, pack, id, range)),
                Some(needed) => {
                    problems.extend(wrong_version(pack, needed, range));
                    waiting.push(needed);
                }
            }
        }
    }
    selected
}

fn check_host(pack: &Pack, host: &Host, problems: &mut Vec<Problem>) {
    let Placed { value: range, place } = &pack.manifest.engine;
    if !range.matches(&host.engine) {
        let message =
            format!("`{}` is made for Harena {range}, this is {}", pack.id(), host.engine);
        let hint = "use another version of the pack or of Harena, or widen `engine`";
        problems.push(refuse(pack, codes::WRONG_ENGINE, message, *place).hint(hint));
    }
    let Placed { value: api, place } = pack.manifest.api;
    if api != host.api {
        let message =
            format!("`{}` is made for script interface {api}, this is {}", pack.id(), host.api);
        let hint = match api < host.api {
            true => "`harena migrate` brings it to this one",
            false => "update Harena",
        };
        problems.push(refuse(pack, codes::WRONG_API, message, place).hint(hint));
    }
}

/// Packs that this one does not need but has an opinion on.
fn check_companions(pack: &Pack, selected: &Selection, problems: &mut Vec<Problem>) {
    for (id, range) in &pack.manifest.optional {
        if let Some(other) = selected.get(id) {
            problems.extend(wrong_version(pack, other, range));
        }
    }
    for (id, Placed { value: range, place }) in &pack.manifest.conflicts {
        let Some(other) = selected.get(id).filter(|it| range.matches(&it.manifest.version)) else {
            continue;
        };
        let version = &other.manifest.version;
        let message = format!("`{}` cannot be loaded with `{id}` {version}", pack.id());
        let hint = format!("leave out `{}` or `{id}`", pack.id());
        problems.push(refuse(pack, codes::CONFLICT, message, *place).hint(hint));
    }
}

fn load_order(selected: &Selection) -> Result<Vec<Arc<Pack>>, Problem> {
    let mut depths = BTreeMap::new();
    for id in selected.keys() {
        depth(id, selected, &mut depths, &mut Vec::new())?;
    }
    let mut order: Vec<Arc<Pack>> = selected.values().cloned().collect();
    order.sort_by(|a, b| {
        let by_depth = depths.get(a.id()).cmp(&depths.get(b.id()));
        by_depth.then_with(|| natural_order(a.id(), b.id()))
    });
    Ok(order)
}

/// How many packs the longest chain of needs below this one has; `path` leads from the first
/// pack to this one.
fn depth<'a>(
    id: &'a str,
    selected: &'a Selection,
    depths: &mut BTreeMap<&'a str, u32>,
    path: &mut Vec<&'a str>,
) -> Result<u32, Problem> {
    if let Some(known) = depths.get(id) {
        return Ok(*known);
    }
    let Some(pack) = selected.get(id) else { return Ok(0) };
    path.push(id);
    let mut deepest = 0;
    for (needed, range) in pack.manifest.needs().chain(optional(pack)) {
        if let Some(start) = path.iter().position(|earlier| *earlier == needed) {
            return Err(cycle(pack, path.get(start..).unwrap_or_default(), range.place));
        }
        if selected.contains_key(needed) {
            deepest = deepest.max(depth(needed, selected, depths, path)? + 1);
        }
    }
    path.pop();
    depths.insert(id, deepest);
    Ok(deepest)
}

fn optional(pack: &Pack) -> impl Iterator<Item = (&str, &Placed<VersionReq>)> {
    pack.manifest.optional.iter().map(|(id, range)| (id.as_str(), range))
}

fn refuse(pack: &Pack, code: Code, message: String, place: Place) -> Problem {
    Problem::error(code, message).in_pack(pack.id()).at(FILE_NAME, place)
}

fn unknown_pack(library: &Library, id: &str) -> Problem {
    Problem::error(codes::UNKNOWN_PACK, format!("there is no pack `{}`", id.escape_debug()))
        .hint(where_to_find(library, id).unwrap_or_else(|| "check its name".to_owned()))
}

fn missing_pack(library: &Library, pack: &Pack, id: &str, range: &Placed<VersionReq>) -> Problem {
    let message = format!("`{}` needs `{id}` {}, which is not there", pack.id(), range.value);
    let hint = where_to_find(library, id);
    refuse(pack, codes::MISSING_PACK, message, range.place)
        .hint(hint.unwrap_or_else(|| format!("add the pack `{id}`, or remove this line")))
}

/// Why a pack may be missing after all: it is there but broken, or spelt otherwise.
fn where_to_find(library: &Library, id: &str) -> Option<String> {
    if library.problems().iter().any(|problem| problem.pack == id) {
        return Some(format!("`{id}` was found but is broken, mend it first"));
    }
    let packs = library.packs();
    let near = nearest(id, packs.iter().map(|pack| pack.id()))?;
    Some(format!("did you mean `{near}`?"))
}

fn wrong_version(pack: &Pack, needed: &Pack, range: &Placed<VersionReq>) -> Option<Problem> {
    let (id, version) = (needed.id(), &needed.manifest.version);
    if range.value.matches(version) {
        return None;
    }
    let message = format!("`{}` needs `{id}` {}, but {version} is there", pack.id(), range.value);
    let hint = match earliest(&range.value) < *version {
        true => format!(
            "it was made against an older `{id}`: use that, or bring it to this one with `harena \
             migrate`"
        ),
        false => format!("use a version of `{id}` in that range, or change the range"),
    };
    Some(refuse(pack, codes::WRONG_VERSION, message, range.place).hint(hint))
}

fn cycle(pack: &Pack, circle: &[&str], place: Place) -> Problem {
    let first = circle.first().copied().unwrap_or_default();
    let message = match circle {
        [_] => format!("`{first}` needs itself"),
        _ => format!("packs need each other in a circle: {} -> {first}", circle.join(" -> ")),
    };
    refuse(pack, codes::CYCLE, message, place).hint("remove this line, or one of the others")
}

#[cfg(test)]
mod tests;
