//! Packs that come along in a record: written into it, and taken from it as a stranger's.

use std::sync::Arc;

use ct_codecs::{Base64, Decoder, Encoder};
use harena_lab::record::{CarriedPack, MAX_CARRIED, MAX_LINE_BYTES, Record};
use harena_pack::{Digest, Pack, Problem, Source, archive, unpack};

use super::add::{Leave, one, store_of, tried, vet};
use crate::args::Common;
use crate::catalog::{Catalog, differs};
use crate::failure::Failure;
use crate::out::{Out, Style};

/// Room for the rest of a line that holds an archive.
const AROUND: usize = 1_000;

/// The packs of a match that others may lack, fit to come along.
///
/// # Errors
/// One that is too large for it, or cannot be put into an archive.
pub(super) fn of(packs: &[Arc<Pack>]) -> Result<Vec<CarriedPack>, Failure> {
    let own: Vec<&Arc<Pack>> = packs.iter().filter(|pack| differs(pack)).collect();
    if own.len() > MAX_CARRIED {
        let n = own.len();
        let sentence = format!("a record carries {MAX_CARRIED} packs at most, and here are {n}");
        return Err(Failure::usage(sentence));
    }
    own.into_iter().map(|pack| written(pack)).collect()
}

fn written(pack: &Pack) -> Result<CarriedPack, Failure> {
    let bytes = archive(&pack.tree);
    let bytes = bytes.map_err(|problems| Failure::Packs(problems, Box::default()))?;
    let text = Base64::encode_to_string(&bytes).unwrap_or_default();
    if text.len() + AROUND > MAX_LINE_BYTES {
        return Err(Failure::usage(format!(
            "`{}` is too large to come along in a record; send it as a file of its own, see \
             `harena pack`",
            pack.id()
        )));
    }
    Ok(CarriedPack { pack: pack.id().to_owned(), archive: text })
}

/// Puts the packs that come along in a record in their places, for this once, where exactly they
/// are not at hand. They are tried in a process of their own before anything of them runs here.
/// Answers whether the record may be played: not if they were found wanting, which was told.
///
/// # Errors
/// Whatever is wrong with them: what is no archive or another pack than the record names, and what
/// takes the place or the looks of others.
pub(super) fn take(
    record: &Record,
    catalog: &mut Catalog,
    anyway: bool,
    (common, out): (&Common, &Out),
) -> Result<bool, Failure> {
    let mut packs = Vec::new();
    for carried in &record.carried {
        let recorded = record.header.packs.iter().find(|it| it.id == carried.pack);
        let Some(tree) = recorded.and_then(|it| it.tree.parse::<Digest>().ok()) else { continue };
        let is_here = catalog.library.get(&carried.pack).is_some_and(|it| it.digest == tree);
        if !is_here {
            let pack = read(carried, &tree)?;
            vet(&pack, catalog, Leave::default()).map_err(one)?;
            packs.push(pack);
        }
    }
    if packs.is_empty() {
        return Ok(true);
    }
    let labels = tried(&packs.iter().collect::<Vec<_>>(), catalog, &store_of(common)?, common)?;
    let mut is_wanting = false;
    for (pack, label) in packs.iter().zip(&labels) {
        is_wanting |= label.n_errors > 0;
        let head = format!("{} {} comes along in the record", pack.id(), pack.manifest.version);
        out.note(&out.styled_note(Style::Strong, &head));
        label.lines().iter().for_each(|line| out.note(&format!("  {line}")));
    }
    if is_wanting && !anyway {
        out.complain("Nothing of it is used; --anyway takes what was found wanting.");
    }
    Ok(!is_wanting || anyway)
}

/// The pack of an archive, if it is what the record names.
fn read(carried: &CarriedPack, tree: &Digest) -> Result<Pack, Failure> {
    let bad =
        |what: &str| Failure::usage(format!("the pack `{}` in the record {what}", carried.pack));
    let bytes = Base64::decode_to_vec(&carried.archive, None);
    let bytes = bytes.map_err(|_| bad("is no archive"))?;
    let broken = |problems: Vec<Problem>| Failure::Packs(problems, Box::default());
    let unpacked = unpack(&bytes).map_err(broken)?;
    let pack = Pack::from_archive(&unpacked.tree, Source::Memory).map_err(broken)?;
    match pack.id() == carried.pack && pack.digest == *tree {
        true => Ok(pack),
        false => Err(bad("is another than its first line says")),
    }
}
