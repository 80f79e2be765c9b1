//! `harena list`: the games and factions there are.

use serde_json::json;

use crate::args::Common;
use crate::catalog::Catalog;
use crate::diagnostic;
use crate::failure::{Exit, Outcome};
use crate::out::{Out, Style};

/// Lists games with their factions.
///
/// # Errors
/// A folder named with `--packs` is not there; packs that cannot be read are told.
pub fn run(common: &Common, out: &Out) -> Outcome {
    let catalog = Catalog::open(common)?;
    let library = &catalog.library;
    if out.json {
        let packs: Vec<_> = library.packs().iter().map(|pack| as_json(pack)).collect();
        out.answer_json(&json!({ "packs": packs, "problems": library.problems() }));
        return Ok(Exit::Fine);
    }
    for game in library.games() {
        let manifest = &game.manifest;
        let id = out.styled(Style::Strong, &format!("{:<18}", game.id()));
        out.answer(&format!("{id} {} {}", manifest.title, manifest.version));
        if !manifest.summary.is_empty() {
            out.answer(&format!("{:<18} {}", "", manifest.summary));
        }
        for faction in library.factions_of(game.id()) {
            let title = &faction.manifest.title;
            out.answer(&format!("{:<18} - {} ({title})", "", faction.id()));
        }
    }
    if !library.problems().is_empty() {
        out.complain(&diagnostic::all(library.problems(), library, out));
    }
    Ok(Exit::Fine)
}

fn as_json(pack: &harena_pack::Pack) -> serde_json::Value {
    let manifest = &pack.manifest;
    json!({
        "id": pack.id(),
        "version": manifest.version.to_string(),
        "title": manifest.title,
        "summary": manifest.summary,
        "kind": manifest.kind,
        "games": manifest.games.keys().collect::<Vec<_>>(),
        "tree": pack.digest.to_string(),
        "source": pack.source.to_string(),
    })
}
