//! `harena list`: the games and factions there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::{Library, Pack, Problem, Severity};
use serde_json::json;

use super::add::{one, store_of};
use crate::args::{Common, List as Args};
use crate::catalog::{Catalog, differs, replaces};
use crate::diagnostic;
use crate::failure::{Exit, Outcome};
use crate::out::{Out, Style};

/// Lists games with their factions, and what cannot be used.
///
/// # Errors
/// A folder named with `--packs` is not there; packs that cannot be read are told.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    if args.installed {
        return installed(common, out);
    }
    let catalog = Catalog::open(common)?;
    let library = &catalog.library;
    let broken = Broken::of(library);
    if out.json {
        let packs = library.packs();
        let packs: Vec<_> = packs.into_iter().map(|pack| as_json(pack, &broken)).collect();
        out.answer_json(&json!({ "packs": packs, "problems": library.problems() }));
        return Ok(Exit::Fine);
    }
    for game in library.games() {
        let manifest = &game.manifest;
        let id = out.styled(Style::Strong, &format!("{:<18}", game.id()));
        let remarks = broken.remarks(game, out);
        out.answer(&format!("{id} {} {}{remarks}", manifest.title, manifest.version));
        if !manifest.summary.is_empty() {
            out.answer(&format!("{:<18} {}", "", manifest.summary));
        }
        let content = library.contents_of(game.id());
        let content = content.iter().filter(|pack| !broken.remarks(pack, out).is_empty());
        for pack in library.factions_of(game.id()).iter().chain(content) {
            let (title, remarks) = (&pack.manifest.title, broken.remarks(pack, out));
            out.answer(&format!("{:<18} - {} ({title}){remarks}", "", pack.id()));
        }
        for pack in library.guests_of(game.id()) {
            let (title, remarks) = (&pack.manifest.title, broken.remarks(pack, out));
            let line = format!("- {} ({title}), joins where it is named{remarks}", pack.id());
            out.answer(&format!("{:<18} {line}", ""));
        }
        for pack in library.variants_of(game.id()) {
            let (title, remarks) = (&pack.manifest.title, broken.remarks(pack, out));
            let line = format!("- {} ({title}), a variant{remarks}", pack.id());
            out.answer(&format!("{:<18} {line}", ""));
        }
    }
    broken.tell_unread(library, out);
    if !library.problems().is_empty() {
        out.note(&diagnostic::all(library.problems(), library, out));
    }
    Ok(Exit::Fine)
}

/// Lists every installed version, with the one in use.
fn installed(common: &Common, out: &Out) -> Outcome {
    let packs = store_of(common)?.installed().map_err(one)?;
    if out.json {
        out.answer_json(&json!({ "installed": packs }));
        return Ok(Exit::Fine);
    }
    for it in &packs {
        let used = if it.in_use { out.styled(Style::Green, "used") } else { "    ".to_owned() };
        let tree: String = it.tree.to_string().chars().take(12).collect();
        out.answer(&format!(
            "{:<24} {:<10} {used} {tree} from {}",
            it.id,
            it.version.to_string(),
            it.source
        ));
    }
    if packs.is_empty() {
        out.answer("Nothing is installed.");
    }
    Ok(Exit::Fine)
}

/// Packs that were read but cannot be loaded, with the first reason.
struct Broken(BTreeMap<String, Problem>);

impl Broken {
    fn of(library: &Library) -> Broken {
        let reason = |pack: &Arc<Pack>| {
            if let Some(impostor) = harena_script::impostor(pack) {
                return Some((pack.id().to_owned(), impostor));
            }
            let problems = harena_script::in_load_order(library, &[pack.id()]).err()?;
            Some((pack.id().to_owned(), problems.into_iter().next()?))
        };
        let mut broken = Broken(library.packs().into_iter().filter_map(reason).collect());
        library.games().iter().for_each(|game| broken.load(library, game.id()));
        broken
    }

    /// Loads a game as it is played, and with each pack that joins it only where it is named, for
    /// those packs that do not load. What came with the program loads.
    fn load(&mut self, library: &Library, game: &str) {
        let own: Vec<&Arc<Pack>> =
            library.packs().into_iter().filter(|pack| pack.game() == Some(game)).collect();
        let (named, usual): (Vec<&Arc<Pack>>, Vec<&Arc<Pack>>) =
            own.into_iter().partition(|pack| pack.joins_where_named());
        if usual.iter().any(|pack| differs(pack)) {
            self.try_out(library, &[game]);
        }
        for pack in named.into_iter().filter(|pack| differs(pack)) {
            self.try_out(library, &[game, pack.id()]);
        }
    }

    /// Loads packs, and takes in what is wrong: with the last of them, if they do not load at all.
    fn try_out(&mut self, library: &Library, ids: &[&str]) {
        let Some(last) = ids.last() else { return };
        let found: Vec<(String, Problem)> = match harena_script::load(library, ids) {
            Ok(loaded) => loaded.left_out.into_iter().map(|it| (it.pack.clone(), it)).collect(),
            Err(problems) => {
                let own = problems.iter().find(|it| it.pack == **last && is_error(it));
                let first = own.or_else(|| problems.iter().find(|it| is_error(it)));
                first.map(|it| ((*last).to_owned(), it.clone())).into_iter().collect()
            }
        };
        for (id, problem) in found {
            self.0.entry(id).or_insert(problem);
        }
    }

    /// What to know of a pack, behind its title.
    fn remarks(&self, pack: &Pack, out: &Out) -> String {
        let mut text = String::new();
        if replaces(pack) {
            text += &format!(", replaces the built-in one: {}", pack.source);
        }
        if let Some(problem) = self.0.get(pack.id()) {
            text += &out.styled(Style::Red, &format!(", broken: {}", problem.message));
        }
        text
    }

    /// The packs that could not be read at all, and those that belong to no game.
    fn tell_unread(&self, library: &Library, out: &Out) {
        let read = library.packs();
        let homeless = read.iter().filter(|pack| match pack.game() {
            Some(game) => library.game(game).is_none(),
            None => true,
        });
        let homeless = homeless.filter_map(|pack| self.0.get(pack.id()));
        let mut last = None;
        for problem in library.problems().iter().chain(homeless) {
            if last.replace(&problem.pack) != Some(&problem.pack) {
                let id = out.styled(Style::Red, &format!("{:<18}", problem.pack));
                out.answer(&format!("{id} broken: {}", problem.message));
            }
        }
    }
}

fn is_error(problem: &Problem) -> bool {
    problem.severity == Severity::Error
}

fn as_json(pack: &Pack, broken: &Broken) -> serde_json::Value {
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
        "replaces_built_in": replaces(pack),
        "broken": broken.0.get(pack.id()),
    })
}
