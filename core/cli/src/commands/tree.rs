//! `harena tree`: which packs make a game, what they change in each other, and who wins.

use harena_pack::codes;
use harena_pack::{Kind, Lock, Pack};
use harena_script::Changed;
use serde_json::json;

use crate::args::{Common, Tree as Args};
use crate::catalog::{Catalog, Chosen};
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};

/// Shows the packs of a game.
///
/// # Errors
/// There is no such pack, or its packs do not load.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let Some(wanted) = &args.pack else { return all(&catalog, args, out) };
    let (chosen, host) = catalog.load(wanted)?;
    chosen.tell(out);
    let changed = host.changed().to_vec();
    let clashes: Vec<_> =
        host.warnings().iter().filter(|it| it.code == codes::CHANGED_TWICE).cloned().collect();
    if let Some(path) = &args.lock_to {
        let lock = Lock::of(chosen.packs.iter().map(|pack| &**pack));
        lock.write(path).map_err(super::add::one)?;
        out.note(&format!("wrote {}", path.display()));
    }
    if out.json {
        let packs: Vec<_> = chosen.packs.iter().map(|pack| as_json(pack, &changed)).collect();
        out.answer_json(&json!({ "game": chosen.game, "packs": packs, "clashes": clashes }));
        return Ok(Exit::Fine);
    }
    tell(&chosen, &changed, out);
    if !clashes.is_empty() {
        out.answer("");
        out.answer(&diagnostic::all(&clashes, &catalog.library, out));
    }
    Ok(Exit::Fine)
}

/// Every game with what extends it.
fn all(catalog: &Catalog, args: &Args, out: &Out) -> Outcome {
    if args.lock_to.is_some() {
        return Err(Failure::usage("name the pack whose packs are to be locked"));
    }
    let packs = catalog.library.packs();
    if out.json {
        let packs: Vec<_> = packs.into_iter().map(|pack| as_json(pack, &[])).collect();
        out.answer_json(&json!({ "packs": packs }));
        return Ok(Exit::Fine);
    }
    for game in catalog.library.games() {
        out.answer(&head(game, out));
        for pack in &packs {
            if pack.manifest.games.contains_key(game.id()) {
                out.answer(&format!("  {}", head(pack, out)));
            }
        }
    }
    Ok(Exit::Fine)
}

fn head(pack: &Pack, out: &Out) -> String {
    let manifest = &pack.manifest;
    let name = out.styled(Style::Strong, &format!("{} {}", pack.id(), manifest.version));
    let joins = match manifest.guest || manifest.kind == Kind::Variant {
        true => ", joins where it is named",
        false => "",
    };
    format!("{name} {}, a {}{joins}", manifest.title, manifest.kind)
}

fn tell(chosen: &Chosen, changed: &[Changed], out: &Out) {
    for pack in &chosen.packs {
        let needs: Vec<String> =
            pack.manifest.needs().map(|(id, range)| format!("{id} {}", range.value)).collect();
        let needs = match needs.is_empty() {
            true => String::new(),
            false => format!("; needs {}", needs.join(", ")),
        };
        out.answer(&format!("{}{needs}", head(pack, out)));
        for it in changed.iter().filter(|it| it.by == pack.id()) {
            let lost = match &it.lost_to {
                Some(other) => out.styled(Style::Yellow, &format!(" (that of {other} counts)")),
                None => String::new(),
            };
            out.answer(&format!("  {}{lost}", line(it)));
        }
    }
}

/// A change in one line.
fn line(changed: &Changed) -> String {
    let Changed { what, from, to, .. } = changed;
    match (from.as_str(), to.as_str()) {
        ("", "") => format!("changes {what}"),
        ("", to) => format!("{what}: {to}, which was not there"),
        (from, "") => format!("{what}: {from} is taken away"),
        (from, to) => format!("{what}: {from} to {to}"),
    }
}

fn as_json(pack: &Pack, changed: &[Changed]) -> serde_json::Value {
    let needs = pack.manifest.needs().map(|(id, range)| (id, range.value.to_string()));
    let needs: std::collections::BTreeMap<_, _> = needs.collect();
    let own: Vec<_> = changed.iter().filter(|it| it.by == pack.id()).collect();
    json!({
        "id": pack.id(),
        "version": pack.manifest.version.to_string(),
        "kind": pack.manifest.kind,
        "tree": pack.digest.to_string(),
        "source": pack.source.to_string(),
        "needs": needs,
        "changes": own,
    })
}
