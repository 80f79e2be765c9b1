//! `harena fmt`: scripts laid out alike.

use std::path::{Path, PathBuf};

use harena_pack::{Pack, Problem, Source, read_regular};
use harena_script::source::SourceMap;
use serde_json::json;
use stylua_lib::{Config, OutputVerification, format_code};

use super::types::{LAYOUT, STYLUA};
use crate::args::Fmt as Args;
use crate::catalog::{all_there, at_or_below};
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};

/// Settings of a layout have at most so many bytes.
const MOST_SETTINGS: u64 = 1 << 16;
/// So often a script is laid out before it is left as it is.
const MOST_ROUNDS: usize = 8;

/// What came of all scripts.
#[derive(Default)]
struct Laid {
    /// Scripts that were not as they should be.
    changed: Vec<PathBuf>,
    n_same: usize,
    /// What keeps scripts and packs from being read.
    problems: Vec<Problem>,
    /// Scripts that can be read but not be laid out, a sentence each.
    refused: Vec<String>,
}

/// Lays out the scripts of packs.
///
/// # Errors
/// A path that is not there or has no packs, settings that cannot be read, files that cannot be
/// written. Scripts that cannot be read are findings.
pub fn run(args: &Args, out: &Out) -> Outcome {
    all_there(&args.paths)?;
    let mut laid = Laid::default();
    for path in &args.paths {
        let library = at_or_below(path)?;
        let n_known = laid.problems.len();
        laid.problems.extend(library.problems().iter().cloned());
        for pack in library.packs() {
            lay_out(pack, path, args, &mut laid)?;
        }
        let found = laid.problems.get(n_known..).unwrap_or_default();
        if !out.json && !found.is_empty() {
            out.complain(&diagnostic::all(found, &library, out));
        }
    }
    tell(&laid, args, out);
    let is_whole = laid.problems.is_empty() && laid.refused.is_empty();
    let is_fine = is_whole && (laid.changed.is_empty() || !args.check);
    Ok(if is_fine { Exit::Fine } else { Exit::Findings })
}

/// Lays out the scripts of one pack.
fn lay_out(pack: &Pack, named: &Path, args: &Args, laid: &mut Laid) -> Result<(), Failure> {
    let Source::Folder(folder) = &pack.source else { return Ok(()) };
    let root = named.canonicalize().unwrap_or_else(|_| named.to_owned());
    for path in pack.tree.scripts() {
        let text = pack.tree.get(path).unwrap_or_default();
        // What cannot be read is told with our own words, and nesting beyond all reason with it.
        let map = SourceMap::new(pack.id(), path, text);
        if let [first, ..] = map.syntax_problems() {
            laid.problems.push(first.clone());
            continue;
        }
        let file = folder.join(path);
        let settings = settings_for(&file, folder, &root)?;
        match laid_out(text, settings) {
            Ok(same) if same == text => laid.n_same += 1,
            Ok(better) => {
                if !args.check {
                    files::write(&file, &better)?;
                }
                laid.changed.push(file);
            }
            Err(error) => {
                laid.refused.push(format!("{} cannot be laid out: {error}", file.display()));
            }
        }
    }
    Ok(())
}

/// A script laid out until it stays as it is: StyLua may break a table that it has just moved to
/// the right only when it sees it again.
fn laid_out(text: &str, settings: Config) -> Result<String, stylua_lib::Error> {
    let mut text = text.to_owned();
    for _ in 0..MOST_ROUNDS {
        let better = format_code(&text, settings, None, OutputVerification::Full)?;
        if better == text {
            break;
        }
        text = better;
    }
    Ok(text)
}

/// The settings for a script: those of the nearest file, up to the folder that was named or to
/// that of the pack, whichever lies further out.
fn settings_for(script: &Path, pack: &Path, named: &Path) -> Result<Config, Failure> {
    let outermost = if pack.starts_with(named) { named } else { pack };
    let folders = script.ancestors().skip(1).take_while(|it| it.starts_with(outermost));
    let nearest = folders.map(|it| it.join(STYLUA)).find(|it| it.is_file());
    let text = match &nearest {
        Some(path) => text_of(path)?,
        None => LAYOUT.to_owned(),
    };
    toml::from_str(&text).map_err(|error| {
        let path = nearest.unwrap_or_default();
        Failure::usage(format!("{}: {error}", path.display()))
    })
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = read_regular(path, MOST_SETTINGS);
    let bytes = bytes.map_err(|error| Failure::disk("read", path, &error))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::usage(format!("{}: this is not UTF-8 text", path.display())))
}

fn tell(laid: &Laid, args: &Args, out: &Out) {
    if out.json {
        return out.answer_json(&json!({
            "changed": laid.changed,
            "same": laid.n_same,
            "written": !args.check,
            "problems": laid.problems,
            "refused": laid.refused,
        }));
    }
    laid.refused.iter().for_each(|sentence| out.complain(sentence));
    let word = if args.check { "would lay out" } else { "laid out" };
    for file in &laid.changed {
        out.answer(&format!("{word} {}", files::from_here(file).display()));
    }
    let n = laid.changed.len();
    let style = if n == 0 { Style::Green } else { Style::Strong };
    let were = if args.check { "to lay out" } else { "laid out" };
    let sum = format!("{} {were}, {} as they should be", counted(n, "script"), laid.n_same);
    out.answer(&out.styled(style, &sum));
}
