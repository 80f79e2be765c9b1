//! `harena types`: support files for code editors.

use std::collections::BTreeSet;

use harena_pack::Library;
use harena_script::api;
use serde_json::json;

use crate::args::{Common, Types as Args};
use crate::catalog::{Catalog, game_of};
use crate::failure::{Exit, Outcome};
use crate::files;
use crate::out::Out;

/// Where the declarations are written, seen from the folder.
const STUBS: &str = ".harena/types/harena.d.luau";

/// Writes declarations and settings, so that a code editor knows the script interface: of exactly
/// the game whose packs are in the folder; of any game, if there is none or several.
/// Settings files that are there already are left alone.
///
/// # Errors
/// A file cannot be written.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut written = vec![STUBS.to_owned()];
    let stubs = stubs(args, common, out)?;
    files::write(&args.dir.join(STUBS), &stubs)?;
    let documentation = ".harena/types/harena-api.md";
    files::write(&args.dir.join(documentation), &api::reference())?;
    written.push(documentation.to_owned());
    let mut kept = Vec::new();
    for (name, text) in settings() {
        let path = args.dir.join(name);
        if path.exists() {
            kept.push(name);
        } else {
            files::write(&path, &text)?;
            written.push(name.to_owned());
        }
    }
    if out.json {
        out.answer_json(&json!({ "written": written, "kept": kept }));
        return Ok(Exit::Fine);
    }
    written.iter().for_each(|name| out.answer(&format!("wrote {name}")));
    kept.iter().for_each(|name| out.answer(&format!("kept  {name}, which was there already")));
    Ok(Exit::Fine)
}

/// The types for the packs of a folder.
fn stubs(args: &Args, common: &Common, out: &Out) -> Result<String, crate::failure::Failure> {
    let here = Library::open(&[&args.dir]);
    let games: BTreeSet<&str> = here.packs().iter().filter_map(|pack| game_of(pack)).collect();
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
    catalog.add(&args.dir);
    match catalog.load_named(game) {
        Ok((_, host)) => Ok(host.types()),
        Err(_) => {
            out.note(&format!("{game} does not load, so the types are those of any game"));
            Ok(api::stubs())
        }
    }
}

/// Settings of the Luau language itself, of its formatter, and of the usual language server.
fn settings() -> [(&'static str, String); 3] {
    let luaurc = json!({ "languageMode": "strict" });
    let code_editor = json!({
        "luau-lsp.platform.type": "standard",
        "luau-lsp.types.definitionFiles": [STUBS],
    });
    let pretty = |value| serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    let stylua = "syntax = \"Luau\"\ncolumn_width = 100\ncall_parentheses = \"NoSingleTable\"\n";
    [
        (".luaurc", pretty(luaurc)),
        ("stylua.toml", stylua.to_owned()),
        (".vscode/settings.json", pretty(code_editor)),
    ]
}
