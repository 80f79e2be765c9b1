//! `harena add`: packs of strangers, read as an attacker's, tried apart, installed whole.

use std::sync::Arc;

use harena_pack::{Key, Origin, Pack, Problem, Store, codes, look_alike};
use serde_json::json;

use super::label::{self, Label};
use crate::args::{Add as Args, Common};
use crate::built_in;
use crate::catalog::{Catalog, data_dir};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};

mod fetch;

pub(crate) use fetch::{Fetched, Wanted, feed_at, fetch, fetch_from_feed, wish};

/// What whoever asks will put up with.
#[derive(Clone, Copy, Default)]
pub(crate) struct Leave {
    /// Only look.
    pub look: bool,
    /// Another key than before, or none.
    pub any_key: bool,
    /// Ids that look alike, and the places of built-in packs.
    pub alike: bool,
    /// Rules that were found wanting.
    pub anyway: bool,
}

/// Installs packs from a file, a folder or a feed.
///
/// # Errors
/// Whatever is wrong with what was found there; a pack that was found wanting is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let store = store_of(common)?;
    let key = args.key.as_deref().map(key_named).transpose()?;
    let wanted = Wanted { packs: &args.wanted, key: key.as_ref() };
    let fetched = fetch(&args.from, &wanted, &catalog)?;
    let Args { look, any_key, alike, anyway, .. } = *args;
    take(fetched, &mut catalog, &store, (Leave { look, any_key, alike, anyway }, common, out))
}

/// The store of the data folder.
///
/// # Errors
/// There is no home to put one.
pub(crate) fn store_of(common: &Common) -> Result<Store, Failure> {
    data_dir(common)
        .map(Store::at)
        .ok_or_else(|| Failure::usage("there is no data folder, name one with --data-dir"))
}

/// A public key as it is named on the command line: its letters, or its file.
///
/// # Errors
/// There is no such key.
pub(crate) fn key_named(word: &str) -> Result<Key, Failure> {
    match Key::parse(word) {
        Some(key) => Ok(key),
        None => Key::read(word.as_ref()).map_err(one),
    }
}

/// A failure of one problem.
pub(crate) fn one(problem: Problem) -> Failure {
    Failure::Packs(vec![problem], Box::default())
}

/// Tries and installs packs that were fetched.
///
/// # Errors
/// Whatever is wrong with them.
pub(crate) fn take(
    fetched: Vec<Fetched>,
    catalog: &mut Catalog,
    store: &Store,
    (leave, common, out): (Leave, &Common, &Out),
) -> Outcome {
    for it in &fetched {
        vet(&it.pack, catalog, leave).map_err(one)?;
        it.notes.iter().for_each(|note| out.note(note));
    }
    let packs: Vec<&Pack> = fetched.iter().map(|it| &*it.pack).collect();
    let labels = tried(&packs, catalog, store, common)?;
    let is_wanting = labels.iter().any(|it| it.n_errors > 0);
    let is_refused = is_wanting && !leave.anyway;
    if !is_refused && !leave.look {
        for Fetched { pack, source, key, .. } in &fetched {
            let origin =
                Origin { source: source.clone(), key: key.clone(), any_key: leave.any_key };
            let installed = store.install(pack, &origin);
            installed.map_err(|problems| Failure::Packs(problems, Box::default()))?;
        }
    }
    tell(&fetched, &labels, (leave, is_refused), out);
    Ok(if is_refused { Exit::Findings } else { Exit::Fine })
}

/// Puts packs aside, where the catalog uses them from now on, and tries them in a process of its
/// own before anything of them runs here.
///
/// # Errors
/// They cannot be written, or what they need is not at hand.
pub(super) fn tried(
    packs: &[&Pack],
    catalog: &mut Catalog,
    store: &Store,
    common: &Common,
) -> Result<Vec<Label>, Failure> {
    let aside = store.aside(packs).map_err(one)?;
    catalog.add(aside.path());
    let ids: Vec<&str> = packs.iter().map(|pack| pack.id()).collect();
    for id in &ids {
        let order = harena_script::in_load_order(&catalog.library, &[id]);
        order.map_err(|problems| catalog.broken(problems))?;
    }
    let labels = label::tried(aside.path(), &ids, common);
    catalog.keep(aside);
    labels
}

/// Refuses packs that take the place or the looks of others.
pub(crate) fn vet(pack: &Pack, catalog: &Catalog, leave: Leave) -> Result<(), Problem> {
    if let Some(impostor) = harena_script::impostor(pack) {
        return Err(impostor);
    }
    if leave.alike {
        return Ok(());
    }
    let refuse = |message: String, hint: &str| {
        Err(Problem::error(codes::LOOK_ALIKE, message).in_pack(pack.id()).hint(hint))
    };
    let built_in = built_in::library();
    if built_in.get(pack.id()).is_some_and(|own| own.digest != pack.digest) {
        let message = format!("`{}` would stand in the place of the built-in pack", pack.id());
        return refuse(message, "--alike takes it all the same; every command then tells of it");
    }
    let known = catalog.library.packs();
    match look_alike(pack.id(), known.iter().map(|it| it.id())) {
        None => Ok(()),
        Some(other) => {
            let message = format!("`{}` looks like `{other}`, which is another pack", pack.id());
            refuse(message, "--alike takes it all the same")
        }
    }
}

fn tell(fetched: &[Fetched], labels: &[Label], (leave, refused): (Leave, bool), out: &Out) {
    let is_installed = !refused && !leave.look;
    if out.json {
        let packs = fetched.iter().zip(labels).map(|(it, label)| {
            json!({
                "id": it.pack.id(),
                "version": it.pack.manifest.version.to_string(),
                "tree": it.pack.digest.to_string(),
                "license": it.pack.manifest.license,
                "source": it.source,
                "key": it.key.as_ref().map(Key::letters),
                "label": label,
            })
        });
        let packs: Vec<_> = packs.collect();
        return out.answer_json(&json!({ "installed": is_installed, "packs": packs }));
    }
    for (it, label) in fetched.iter().zip(labels) {
        out.answer(&head(&it.pack, out));
        label.lines().iter().for_each(|line| out.answer(&format!("  {line}")));
        let signed = match &it.key {
            Some(key) => format!("signed with key {key}"),
            None => "not signed".to_owned(),
        };
        out.answer(&format!("  {signed}; from {}", it.source));
    }
    match (is_installed, refused) {
        (true, _) => out.answer(&out.styled(Style::Green, "installed")),
        (false, true) => {
            out.complain("Nothing was installed; --anyway takes what was found wanting.");
        }
        (false, false) => out.answer("Nothing was installed: this was a look."),
    }
}

/// Who a pack says it is.
fn head(pack: &Arc<Pack>, out: &Out) -> String {
    let manifest = &pack.manifest;
    let name = out.styled(Style::Strong, &format!("{} {}", pack.id(), manifest.version));
    let games: Vec<&str> = manifest.games.keys().map(String::as_str).collect();
    let of = if games.is_empty() { String::new() } else { format!(" for {}", games.join(", ")) };
    let license = match manifest.license.as_str() {
        "" => "no licence",
        license => license,
    };
    format!("{name} {}, a {}{of}, {license}", manifest.title, manifest.kind)
}
