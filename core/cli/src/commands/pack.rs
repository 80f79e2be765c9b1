//! `harena pack`: a pack in one file, fit to be sent.

use std::path::Path;
use std::sync::Arc;

use harena_pack::{
    Digest, FEED_FILE, Feed, Pack, Problem, Store, archive, archive_name, codes, read_archive,
};
use serde_json::json;

use super::check;
use super::label::Label;
use crate::args::{Common, PackArgs as Args};
use crate::catalog::{Catalog, data_dir, replacements};
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style};

/// Writes the archive of a pack.
///
/// # Errors
/// No pack, or one that would annoy others: no licence, another content under a known version,
/// files that not every machine can hold. A check that fails is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let id = catalog.add_pack(&args.dir)?;
    let pack = catalog.library.get(&id).map(Arc::clone);
    let pack = pack.ok_or_else(|| Failure::usage(format!("there is no pack `{id}`")))?;
    let refuse = |problems: Vec<Problem>| catalog.broken(problems);
    let mut others = catalog.replacing(pack.game().as_slice(), &[]);
    others.retain(|it| it.id() != id);
    replacements(&others).iter().for_each(|sentence| out.note(sentence));
    fit_to_be_sent(&pack).map_err(|problem| refuse(vec![problem]))?;
    let bytes = archive(&pack.tree).map_err(refuse)?;
    let path = args.out.join(archive_name(&pack));
    is_known(&pack, &args.out, common).map_err(|problem| refuse(vec![problem]))?;
    let examined = check::examine(&pack, &catalog, args.matches);
    let label = Label::of(&pack, &examined);
    if examined.n_errors > 0 {
        if out.json {
            out.answer_json(&json!({ "written": null, "label": label }));
        } else {
            examined.told.iter().for_each(|it| out.complain(it));
            out.complain(&diagnostic::all(&examined.found, &catalog.library, out));
            out.complain("\nNothing was written: `harena check` must be content first.");
        }
        return Ok(Exit::Findings);
    }
    files::write_bytes(&path, &bytes)?;
    tell(&path, &bytes, (&pack, &label), out);
    Ok(Exit::Fine)
}

fn fit_to_be_sent(pack: &Pack) -> Result<(), Problem> {
    if !pack.manifest.license.trim().is_empty() {
        return Ok(());
    }
    let message = format!("`{}` has no licence, so nobody may pass it on", pack.id());
    Err(Problem::error(codes::NO_LICENSE, message)
        .in_pack(pack.id())
        .at(harena_pack::MANIFEST_FILE, harena_pack::Place::WHOLE_FILE)
        .hint("write one into [pack], such as license = \"CC-BY-SA-4.0\""))
}

/// Refuses another content under a version that is in the folder, in its feed, or installed.
fn is_known(pack: &Pack, out: &Path, common: &Common) -> Result<(), Problem> {
    let (id, version) = (pack.id(), &pack.manifest.version);
    let mut known: Vec<(String, Digest)> = Vec::new();
    let there = out.join(archive_name(pack));
    if let Ok(unpacked) = read_archive(&there) {
        known.push((there.display().to_string(), unpacked.tree.digest()));
    }
    if let Ok(feed) = Feed::read(&out.join(FEED_FILE)) {
        let same = feed.packs.iter().filter(|it| it.id == id && it.version == *version);
        known.extend(same.map(|it| (out.join(FEED_FILE).display().to_string(), it.tree)));
    }
    let installed = data_dir(common).and_then(|data| Store::at(data).installed().ok());
    let installed = installed.unwrap_or_default();
    let same = installed.iter().filter(|it| it.id == id && it.version == *version);
    known.extend(same.map(|it| ("what is installed".to_owned(), it.tree)));
    match known.iter().find(|(_, tree)| *tree != pack.digest) {
        None => Ok(()),
        Some((place, _)) => {
            let message = format!("`{id}` {version} is known with another content: {place}");
            Err(Problem::error(codes::CHANGED_VERSION, message)
                .in_pack(id)
                .hint("a version names one content for ever: raise `version` in pack.toml"))
        }
    }
}

fn tell(path: &Path, bytes: &[u8], (pack, label): (&Pack, &Label), out: &Out) {
    if out.json {
        return out.answer_json(&json!({
            "written": path,
            "id": pack.id(),
            "version": pack.manifest.version.to_string(),
            "tree": pack.digest.to_string(),
            "sha256": Digest::of_bytes(bytes).to_string(),
            "bytes": bytes.len(),
            "label": label,
        }));
    }
    let kb = bytes.len().div_ceil(1024);
    let head = format!("wrote {} ({kb} KB)", path.display());
    out.answer(&out.styled(Style::Strong, &head));
    label.lines().iter().for_each(|line| out.answer(&format!("  {line}")));
    out.answer(&format!("  tree {}", pack.digest));
}
