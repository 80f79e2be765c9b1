//! What a file requires.

use super::Hit;
use super::facts::Facts;
use super::scopes::Binding;
use crate::source::SourceMap;

/// H0308: a module that is required and never used.
pub(super) fn unused_modules(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let unused = facts.scopes.bindings.iter().filter(|binding| {
        binding.is_module && binding.n_uses == 0 && !binding.name.starts_with('_')
    });
    unused
        .map(|binding| Hit {
            place: binding.place,
            message: format!("`{}` is never used", binding.name),
            hint: "delete the line".into(),
        })
        .collect()
}

/// H0321: a local or a function that nothing reads. Of several names of one statement, those in
/// front of one that is read are needed.
pub(super) fn unused_locals(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let all = &facts.scopes.bindings;
    let is_meant = |it: &Binding| it.is_stated && !it.is_module && !it.name.starts_with('_');
    let is_idle = |at: usize, it: &Binding| {
        let after = all.iter().skip(at).take(it.n_after + 1);
        is_meant(it) && after.clone().all(|it| it.n_uses == 0)
    };
    let unused = all.iter().enumerate().filter(|(at, binding)| is_idle(*at, binding));
    unused
        .map(|(_, binding)| Hit {
            place: binding.place,
            message: format!("`{}` is never used", binding.name),
            hint: "delete it, or begin its name with `_` if this is meant".into(),
        })
        .collect()
}

/// H0310: a file of another pack that is not one of its doors.
pub(super) fn inner_files(source: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let hit = |(path, place): &(String, _)| {
        let (pack, file) = path.strip_prefix('@')?.split_once('/')?;
        let is_open = file == "define" || pack == source.pack() || pack == "self";
        (!is_open).then(|| Hit {
            place: *place,
            message: format!("`{file}` is an inner file of `{pack}`"),
            hint: format!("require `@{pack}` or `@{pack}/define`"),
        })
    };
    facts.requires.iter().filter_map(hit).collect()
}

/// H0315: a module that is required while a step runs, which begins anew in every machine.
pub(super) fn late_requires(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let hit = |place: &_| Hit {
        place: *place,
        message: "a module is required in a function".into(),
        hint: "require it at the top of the file".into(),
    };
    facts.late_requires.iter().map(hit).collect()
}
