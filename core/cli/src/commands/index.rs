//! `harena index`: a folder of archives becomes a feed.

use harena_pack::{FEED_FILE, Feed, Library};
use serde_json::json;

use super::add::one;
use crate::args::{Common, Index as Args};
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, counted};

/// Writes the list of a folder.
///
/// # Errors
/// The folder is not there, cannot be read or holds no archive, an earlier list cannot be read, or
/// a version has another content than it says. Files that are left out are findings.
pub fn run(args: &Args, _common: &Common, out: &Out) -> Outcome {
    if !args.dir.is_dir() {
        return Err(Failure::usage(format!("there is no folder `{}`", args.dir.display())));
    }
    let (feed, problems) = Feed::of_folder(&args.dir).map_err(one)?;
    let path = args.dir.join(FEED_FILE);
    if feed.packs.is_empty() && problems.is_empty() && !path.exists() {
        let folder = args.dir.display();
        let sentence = format!("there is no archive in `{folder}`; `harena pack` writes them");
        return Err(Failure::usage(sentence));
    }
    if path.exists() {
        let hint = "put it right or take it away: it tells whether a version has kept its content";
        let earlier = Feed::read(&path).map_err(|problem| one(problem.hint(hint)))?;
        let changed = feed.changed_since(&earlier);
        if !changed.is_empty() {
            return Err(Failure::Packs(changed, Box::default()));
        }
    }
    files::write(&path, &feed.to_toml().map_err(one)?)?;
    if out.json {
        let packs = serde_json::to_value(&feed.packs).unwrap_or_default();
        out.answer_json(&json!({ "written": path, "packs": packs, "problems": problems }));
    } else {
        for it in &feed.packs {
            out.answer(&format!("{:<24} {:<10} {}", it.id, it.version.to_string(), it.title));
        }
        out.answer(&format!("wrote {}: {}", path.display(), counted(feed.packs.len(), "pack")));
        if !problems.is_empty() {
            out.complain(&diagnostic::all(&problems, &Library::default(), out));
        }
    }
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Findings })
}
