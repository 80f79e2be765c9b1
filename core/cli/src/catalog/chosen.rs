//! Versions that were asked for by name, by a lock or by a record.

use std::sync::Arc;

use harena_lab::record::RecordedPack;
use harena_pack::{Digest, Library, Lock, Pack, Problem, Store, codes};

use super::data_dir;
use crate::args::Common;
use crate::commands::add::wish;
use crate::failure::Failure;

/// Puts the versions that `--use` and `--lock` ask for in the place of others.
///
/// # Errors
/// They are not installed.
pub(super) fn versions(library: &mut Library, common: &Common) -> Result<(), Failure> {
    let store = data_dir(common).map(Store::at);
    for word in &common.versions {
        let wish = wish(word)?;
        let at_hand = library.get(&wish.id).filter(|it| wish.range.matches(&it.manifest.version));
        let installed = || store.as_ref()?.version(&wish.id, &wish.range);
        let pack = installed().or_else(|| at_hand.cloned());
        let pack = pack.ok_or_else(|| {
            Failure::usage(format!(
                "`{word}` is not installed; `harena list --installed` shows what is"
            ))
        })?;
        *library = std::mem::take(library).with_pack(pack);
    }
    let Some(path) = &common.lock else { return Ok(()) };
    let lock = Lock::read(path).map_err(|it| Failure::Packs(vec![it], Box::default()))?;
    let mut missing = Vec::new();
    for locked in &lock.packs {
        match find(library, store.as_ref(), &locked.id, &locked.tree) {
            Some(pack) => *library = std::mem::take(library).with_pack(pack),
            None => missing.push(
                Problem::error(
                    codes::MISSING_PACK,
                    format!(
                        "the lock asks for `{}` {} of tree {}, which is not here",
                        locked.id, locked.version, locked.tree
                    ),
                )
                .hint(format!("it came from {}", locked.source)),
            ),
        }
    }
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Failure::Packs(missing, Box::default())),
    }
}

/// Puts the exact packs of a record in the place of others, where they are installed.
pub fn exact(library: &mut Library, packs: &[RecordedPack], common: &Common) {
    let store = data_dir(common).map(Store::at);
    for recorded in packs {
        let Ok(tree) = recorded.tree.parse::<Digest>() else { continue };
        if let Some(pack) = find(library, store.as_ref(), &recorded.id, &tree) {
            *library = std::mem::take(library).with_pack(pack);
        }
    }
}

/// Says of recorded packs where they came from, as far as they were installed.
pub fn tell_sources(packs: &mut [RecordedPack], common: &Common) {
    let installed = data_dir(common).and_then(|data| Store::at(data).installed().ok());
    for it in installed.unwrap_or_default() {
        let same = |pack: &&mut RecordedPack| pack.id == it.id && pack.tree == it.tree.to_string();
        if let Some(pack) = packs.iter_mut().find(same) {
            pack.source = it.source;
        }
    }
}

/// The pack of exactly this content, at hand, built in or installed.
fn find(library: &Library, store: Option<&Store>, id: &str, tree: &Digest) -> Option<Arc<Pack>> {
    let is_it = |pack: &&Arc<Pack>| pack.digest == *tree;
    let at_hand = library.get(id).filter(is_it).cloned();
    let built_in = || crate::built_in::library().get(id).filter(is_it).cloned();
    at_hand.or_else(|| store?.exact(id, tree)).or_else(built_in)
}
