//! Packs that come along in a record: read as a stranger's, and held in memory as long as the
//! window is open. Nothing that is at hand gives way to them.

use std::sync::Arc;

use ct_codecs::{Base64, Decoder};
use harena_lab::record::{CarriedPack, Record};
use harena_pack::{Digest, Library, Pack, Problem, Source, look_alike, unpack};

use crate::text;

/// The packs of a record that are not at hand.
///
/// # Errors
/// A sentence about one that is broken, is another than the record names, or would take the place
/// or the looks of a pack that is at hand.
pub(super) fn taken(record: &Record, library: &Library) -> Result<Vec<Arc<Pack>>, String> {
    let mut packs = Vec::new();
    for carried in &record.carried {
        let named = record.header.packs.iter().find(|it| it.id == carried.pack);
        let Some(tree) = named.and_then(|it| it.tree.parse::<Digest>().ok()) else { continue };
        match library.get(&carried.pack) {
            Some(own) if own.digest == tree => {}
            Some(_) => return Err(text::another_is_at_hand(&carried.pack)),
            None => packs.push(Arc::new(read(carried, &tree, library)?)),
        }
    }
    Ok(packs)
}

/// The pack of an archive, if it is what the record names and looks like no other.
fn read(carried: &CarriedPack, tree: &Digest, library: &Library) -> Result<Pack, String> {
    let id = &carried.pack;
    let bytes = Base64::decode_to_vec(&carried.archive, None);
    let bytes = bytes.map_err(|_| text::broken_inside(id, text::no_archive()))?;
    let first = |problems: Vec<Problem>| {
        let told = problems.first().map(|problem| problem.message.clone());
        text::broken_inside(id, &told.unwrap_or_else(|| text::no_archive().to_owned()))
    };
    let unpacked = unpack(&bytes).map_err(first)?;
    let pack = Pack::from_archive(&unpacked.tree, Source::Memory).map_err(first)?;
    if pack.id() != id || pack.digest != *tree {
        return Err(text::broken_inside(id, text::another_pack()));
    }
    if let Some(problem) = harena_script::impostor(&pack) {
        return Err(text::broken_inside(id, &problem.message));
    }
    let known = library.packs();
    match look_alike(pack.id(), known.iter().map(|it| it.id())) {
        Some(other) => Err(text::broken_inside(id, &text::looks_like(other))),
        None => Ok(pack),
    }
}
