//! `harena new`: a pack that loads and plays at once.

use std::path::Path;

use harena_pack::{Skeleton, is_id, skeleton};
use serde_json::json;

use crate::args::{Common, New as Args, NewKind};
use crate::catalog::Catalog;
use crate::commands::types;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;
use crate::quote::shell_word;

/// Begins a pack.
///
/// # Errors
/// A name that no pack can have, a folder that is there already, or a game that is not.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let name = args.name.as_str();
    let folder = args.dir.join(name);
    if is_id(name) && folder.exists() {
        return Err(Failure::usage(format!("`{}` is there already", folder.display())));
    }
    let catalog = Catalog::open(common)?;
    let kind = match args.kind {
        NewKind::Game => Skeleton::Game,
        NewKind::Faction => Skeleton::Faction,
        NewKind::Content => Skeleton::Content,
        NewKind::Variant => Skeleton::Variant,
    };
    let begun = skeleton(kind, name, args.game.as_deref(), &catalog.library);
    let begun = begun.map_err(Failure::usage)?;
    for (path, text) in &begun {
        files::write(&folder.join(path), text)?;
    }
    let mut paths: Vec<&str> = begun.iter().map(|(path, _)| path.as_str()).collect();
    paths.extend(types::write(&folder, common, out)?.written);
    tell(&folder, &paths, out);
    Ok(Exit::Fine)
}

fn tell(folder: &Path, paths: &[&str], out: &Out) {
    let place = folder.display();
    if out.json {
        return out.answer_json(&json!({ "folder": folder, "files": paths }));
    }
    paths.iter().for_each(|path| out.answer(&format!("wrote {place}/{path}")));
    let place = shell_word(&place.to_string());
    out.answer(&format!("\nNext:\n  harena check {place}\n  harena play {place}"));
}
