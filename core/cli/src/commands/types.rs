//! `harena types`: support files for code editors.

use std::collections::BTreeSet;
use std::path::Path;

use harena_pack::Library;
use harena_script::api;
use serde_json::json;

use crate::args::{Common, Types as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;

/// Where the declarations are written, seen from the folder.
const STUBS: &str = ".harena/types/harena.d.luau";
/// Where the reference is written.
const DOCUMENTATION: &str = ".harena/types/harena-api.md";

/// Writes declarations and settings, so that a code editor knows the script interface: of exactly
/// the game whose packs are in the folder; of any game, if there is none or several.
/// Settings files that are there already are left alone.
///
/// # Errors
/// A file cannot be written.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let Support { written, kept } = write(&args.dir, common, out)?;
    if out.json {
        out.answer_json(&json!({ "written": written, "kept": kept }));
        return Ok(Exit::Fine);
    }
    written.iter().for_each(|name| out.answer(&format!("wrote {name}")));
    kept.iter().for_each(|name| out.answer(&format!("kept  {name}, which was there already")));
    Ok(Exit::Fine)
}

/// The support files of a folder: those written, and those that were there already.
pub struct Support {
    /// Files written, seen from the folder.
    pub written: Vec<&'static str>,
    /// Settings left as they were.
    pub kept: Vec<&'static str>,
}

/// Writes the support files of a folder.
///
/// # Errors
/// A file cannot be written.
pub fn write(dir: &Path, common: &Common, out: &Out) -> Result<Support, Failure> {
    let mut support = Support { written: vec![STUBS, DOCUMENTATION], kept: Vec::new() };
    files::write_inside(dir, STUBS, &stubs(dir, common, out)?)?;
    files::write_inside(dir, DOCUMENTATION, &api::reference())?;
    for (name, text) in settings() {
        if dir.join(name).exists() {
            support.kept.push(name);
        } else {
            files::write_inside(dir, name, &text)?;
            support.written.push(name);
        }
    }
    Ok(support)
}

/// The types for the packs of a folder.
fn stubs(dir: &Path, common: &Common, out: &Out) -> Result<String, Failure> {
    let here = Library::open(&[dir]);
    let games: BTreeSet<&str> = here.packs().iter().filter_map(|pack| pack.game()).collect();
    let Some(game) = games.first().filter(|_| games.len() == 1) else {
        if games.len() > 1 {
            out.note(&format!(
                "packs of {} games are here, so the types are those of any game: write them in \
                 the folder of one",
                games.len()
            ));
        }
        return Ok(api::stubs());
    };
    let mut catalog = Catalog::open(common)?;
    catalog.add(dir);
    match catalog.load_named(game) {
        Ok((chosen, host)) => {
            chosen.tell(out);
            Ok(host.types())
        }
        Err(_) => {
            out.note(&format!("{game} does not load, so the types are those of any game"));
            Ok(api::stubs())
        }
    }
}

/// The settings of the formatter, in the folder of a pack or of several.
pub(super) const STYLUA: &str = "stylua.toml";

/// How scripts are laid out where nobody says otherwise.
pub(super) const LAYOUT: &str =
    "syntax = \"Luau\"\ncolumn_width = 100\ncall_parentheses = \"NoSingleTable\"\n";

/// Settings of the Luau language itself, of its formatter, and of the usual language server.
fn settings() -> [(&'static str, String); 3] {
    let luaurc = json!({ "languageMode": "strict" });
    let code_editor = json!({
        "luau-lsp.platform.type": "standard",
        "luau-lsp.types.definitionFiles": [STUBS],
    });
    let pretty = |value| serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    [
        (".luaurc", pretty(luaurc)),
        (STYLUA, LAYOUT.to_owned()),
        (".vscode/settings.json", pretty(code_editor)),
    ]
}
