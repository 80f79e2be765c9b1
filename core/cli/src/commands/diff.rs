//! `harena diff`: what a player would notice between two packs.

use std::path::Path;
use std::sync::Arc;

use harena_pack::{Kind, Pack, Source};
use harena_script::{Changed, SheetFacts};
use serde_json::json;

use super::add::wish;
use crate::args::{Common, Diff as Args};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};

mod rules;
mod sheets;

use sheets::{Entry, Note};

/// Compares two packs.
///
/// # Errors
/// One of them is not there or does not load.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let (a, b) = (Side::open(&args.a, common)?, Side::open(&args.b, common)?);
    tell(&a, &b, out);
    let entries = differences(&a, &b);
    let title = match a.pack.id() == b.pack.id() {
        true => format!(
            "{} {} to {}",
            b.pack.manifest.title, a.pack.manifest.version, b.pack.manifest.version
        ),
        false => format!(
            "{} {} to {} {}",
            a.pack.id(),
            a.pack.manifest.version,
            b.pack.id(),
            b.pack.manifest.version
        ),
    };
    if out.json {
        out.answer_json(&json!({
            "a": side_json(&a), "b": side_json(&b), "same": entries.is_empty(), "differences": entries,
        }));
    } else if args.markdown {
        out.answer(&markdown(&b, &entries));
    } else {
        out.answer(&out.styled(Style::Strong, &title));
        entries.iter().for_each(|it| out.answer(&it.sentence()));
        if entries.is_empty() {
            out.answer("A player would notice nothing.");
        }
    }
    Ok(Exit::Fine)
}

/// One of the two packs, with the game it takes part in.
struct Side {
    pack: Arc<Pack>,
    sheets: Vec<SheetFacts>,
    settings: Vec<(String, String)>,
    keywords: Vec<harena_script::Entry>,
    /// What its packs change in the game itself.
    changed: Vec<Changed>,
    /// The packs it was loaded with, if any.
    chosen: Option<Chosen>,
}

impl Side {
    /// Reads a folder, an archive, a pack at hand, or an installed version of one.
    fn open(word: &str, common: &Common) -> Result<Side, Failure> {
        let mut catalog = Catalog::open(common)?;
        let id = match Path::new(word) {
            path if path.is_dir() => catalog.add_pack(path)?,
            path if path.is_file() => {
                let pack = harena_pack::read_archive(path)
                    .and_then(|it| Pack::from_archive(&it.tree, Source::Memory));
                let pack = pack.map_err(|it| Failure::Packs(it, Box::default()))?;
                let id = pack.id().to_owned();
                catalog.library = std::mem::take(&mut catalog.library).with_pack(Arc::new(pack));
                id
            }
            _ => named(word, &mut catalog, common)?,
        };
        let missing = || Failure::usage(format!("there is no pack `{word}`"));
        let pack = catalog.library.get(&id).cloned().ok_or_else(missing)?;
        if pack.game().is_none() {
            let (sheets, settings) = (Vec::new(), Vec::new());
            let (keywords, changed) = (Vec::new(), Vec::new());
            return Ok(Side { pack, sheets, settings, keywords, changed, chosen: None });
        }
        let (mut chosen, host) = catalog.load_named(&id)?;
        // A folder or an archive was named: that this pack is not the built-in one is no news.
        let is_named = Path::new(word).exists();
        chosen.replaced.retain(|it| !is_named || it.id() != id);
        let defaults = host.menu().defaults();
        Ok(Side {
            pack,
            sheets: host.sheets(),
            settings: defaults.into_iter().map(|(id, value)| (id, value.to_string())).collect(),
            keywords: host.dictionary().keywords,
            changed: host.changed().to_vec(),
            chosen: Some(chosen),
        })
    }
}

/// Says which packs the two were loaded with, where they are not those one may expect.
fn tell(a: &Side, b: &Side, out: &Out) {
    let mut told = Vec::new();
    for chosen in [a, b].into_iter().filter_map(|side| side.chosen.as_ref()) {
        let notes = chosen.notes().into_iter().filter(|it| !told.contains(it));
        let notes: Vec<String> = notes.collect();
        notes.iter().for_each(|sentence| out.note(sentence));
        told.extend(notes);
    }
}

/// A pack at hand, or an installed version of it.
fn named(word: &str, catalog: &mut Catalog, common: &Common) -> Result<String, Failure> {
    let wish = wish(word)?;
    if word.contains('@') {
        let pack = super::add::store_of(common)?.version(&wish.id, &wish.range);
        let pack = pack.ok_or_else(|| {
            Failure::usage(format!("`{word}` is not installed, see `harena list --installed`"))
        })?;
        catalog.library = std::mem::take(&mut catalog.library).with_pack(pack);
    }
    Ok(wish.id)
}

fn differences(a: &Side, b: &Side) -> Vec<Entry> {
    // Of a game and something for it, what the game holds is the same on both sides.
    let is_game = |side: &Side| side.pack.manifest.kind == Kind::Game;
    let own = |side: &'_ Side| match is_game(a) == is_game(b) {
        true => side.pack.id().to_owned(),
        false => String::new(),
    };
    let mut entries = sheets::compared((&a.sheets, &own(a)), (&b.sheets, &own(b)));
    entries.extend(sheets::settings(&a.settings, &b.settings));
    entries.extend(sheets::keywords(&a.keywords, &b.keywords));
    entries.extend(rules::of_changes(&a.changed, &b.changed));
    // What stands where sheets are written is told by the sheets.
    let files = |side: &Side| -> Vec<String> {
        let own = side.sheets.iter().filter(|it| it.pack == side.pack.id());
        own.map(|it| it.path.clone()).collect()
    };
    let mut told = files(a);
    told.extend(files(b));
    if a.pack.id() == b.pack.id() {
        entries.extend(rules::compared(&a.pack.tree, &b.pack.tree, &told));
    }
    entries
}

fn side_json(side: &Side) -> serde_json::Value {
    json!({
        "id": side.pack.id(),
        "version": side.pack.manifest.version.to_string(),
        "tree": side.pack.digest.to_string(),
    })
}

/// The differences as a part of a changelog.
fn markdown(b: &Side, entries: &[Entry]) -> String {
    let mut text = format!("## {}\n", b.pack.manifest.version);
    for (head, note) in [("Added", Note::New), ("Balance", Note::Changed), ("Removed", Note::Gone)]
    {
        let own: Vec<&Entry> = entries.iter().filter(|it| it.note == note).collect();
        if own.is_empty() {
            continue;
        }
        text += &format!("\n### {head}\n\n");
        own.into_iter().for_each(|it| text += &format!("- {}\n", it.sentence()));
    }
    if entries.is_empty() {
        text += "\nNothing a player would notice.\n";
    }
    text.trim_end().to_owned()
}
