//! `harena migrate`: packs made against older versions, brought to the names of today.

use harena_pack::{Library, MANIFEST_FILE, Pack, Problem, Source, rebased};
use harena_script::{API, Outdated};
use serde_json::json;

use crate::args::{Common, Migrate as Args};
use crate::catalog::{Catalog, all_there, at_or_below};
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};

/// What became of some packs.
#[derive(Default)]
struct Done {
    /// Names in scripts, each with its pack.
    names: Vec<(String, Outdated)>,
    /// Keys of manifests: the pack, the key, what it was and what it is.
    keys: Vec<[String; 4]>,
    problems: Vec<Problem>,
    n_packs: usize,
}

/// Brings packs to the names of today.
///
/// # Errors
/// A path that is not there or has no packs, files that cannot be written. Scripts and lists of
/// names that cannot be read are findings, and their packs stay as they are.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    all_there(&args.paths)?;
    let mut catalog = Catalog::open(common)?;
    args.paths.iter().for_each(|path| catalog.add(path));
    let mut done = Done::default();
    for path in &args.paths {
        let library = at_or_below(path)?;
        done.problems.extend(library.problems().iter().cloned());
        for pack in library.packs() {
            bring(pack, &catalog.library, args, &mut done)?;
        }
    }
    tell(&done, &catalog.library, args, out);
    let is_behind = !done.names.is_empty() || !done.keys.is_empty();
    let is_fine = done.problems.is_empty() && !(args.check && is_behind);
    Ok(if is_fine { Exit::Fine } else { Exit::Findings })
}

/// Brings one pack to the names of today.
fn bring(pack: &Pack, library: &Library, args: &Args, done: &mut Done) -> Result<(), Failure> {
    let Source::Folder(folder) = &pack.source else { return Ok(()) };
    let at_hand: Vec<&Pack> = library.packs().into_iter().map(|pack| &**pack).collect();
    let read = rebased(pack, &at_hand, API).map_err(|problem| vec![problem]);
    let read = read.and_then(|manifest| Ok((manifest, harena_script::migrate(pack, &at_hand)?)));
    let (manifest, scripts) = match read {
        Ok(read) => read,
        Err(problems) => {
            done.problems.extend(problems);
            return Ok(());
        }
    };
    done.n_packs += usize::from(manifest.is_some() || !scripts.is_empty());
    for script in scripts {
        if !args.check {
            files::write(&folder.join(&script.path), &script.text)?;
        }
        done.names.extend(script.changes.into_iter().map(|it| (pack.id().to_owned(), it)));
    }
    // The manifest is last: if a script cannot be written, the next run begins again.
    let Some(manifest) = manifest else { return Ok(()) };
    if !args.check {
        files::write(&folder.join(MANIFEST_FILE), &manifest.text)?;
    }
    let keys = manifest.changes.into_iter();
    done.keys.extend(keys.map(|(key, from, to)| [pack.id().to_owned(), key, from, to]));
    Ok(())
}

fn tell(done: &Done, library: &Library, args: &Args, out: &Out) {
    if out.json {
        let names = done.names.iter().map(|(pack, it)| json!({ "pack": pack, "name": it }));
        let keys = done.keys.iter().map(
            |[pack, key, from, to]| json!({ "pack": pack, "key": key, "from": from, "to": to }),
        );
        return out.answer_json(&json!({
            "names": names.collect::<Vec<_>>(),
            "manifests": keys.collect::<Vec<_>>(),
            "written": !args.check,
            "problems": done.problems,
        }));
    }
    if !done.problems.is_empty() {
        out.complain(&diagnostic::all(&done.problems, library, out));
    }
    for (pack, it) in &done.names {
        let Outdated { path, line, from, to, by, since } = it;
        out.answer(&format!("{pack}/{path}:{line}: `{from}` is `{to}` since {by} {since}"));
    }
    for [pack, key, from, to] in &done.keys {
        out.answer(&format!("{pack}/{MANIFEST_FILE}: {key} {from} to {to}"));
    }
    let n = done.names.len() + done.keys.len();
    let sum = match (n, args.check) {
        (0, _) => "Nothing to bring up to date".to_owned(),
        (n, true) => format!("{} to bring up to date", counted(n, "place")),
        (n, false) => {
            let (places, packs) = (counted(n, "place"), counted(done.n_packs, "pack"));
            format!("{places} brought up to date in {packs}; see with `harena check`")
        }
    };
    out.answer(&out.styled(if n == 0 { Style::Green } else { Style::Strong }, &sum));
}
