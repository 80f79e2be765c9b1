//! The handbook is true: its packs load and play, its recipes run, and the methods it names exist.
//!
//! A code block of the handbook is tried by what stands behind its language: a path makes it a
//! file of a pack, `recipe` a step of the demo game in `tests/it/demo`, `sheet` a sheet of it, and
//! `from` a passage of a small game.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use harena_engine::chance::Rng;
use harena_engine::id::FactionId;
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::{Kind as PackKind, Library, Pack, Problem, Tree};
use harena_scenario as scenario;
use harena_script::bind::{Kind, entries};
use harena_script::{Host, assemble};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A code block: where it stands, what it is, and its text.
struct Block {
    at: String,
    kind: String,
    text: String,
}

/// The Luau and TOML blocks of the handbook and of the front page.
fn blocks() -> Vec<Block> {
    let folder = root().join("docs/handbook");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|it| it == "md"));
    pages.push(root().join("README.md"));
    pages.sort();
    let mut found = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for part in text.split("\n```").skip(1).step_by(2) {
            let (info, text) = part.split_once('\n').unwrap_or((part, ""));
            let (language, kind) = info.split_once(' ').unwrap_or((info, ""));
            if matches!(language, "luau" | "toml") {
                let at = format!("{name}: {}", text.lines().next().unwrap_or_default());
                found.push(Block { at, kind: kind.to_owned(), text: format!("{text}\n") });
            }
        }
    }
    found
}

fn shipped() -> Library {
    Library::open(&["scripts", "factions"].map(|folder| root().join(folder)))
}

fn lines(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

pub(crate) fn load(what: &str, library: &Library, ids: &[&str]) -> Host {
    assert!(library.problems().is_empty(), "{what}\n{}", lines(library.problems()));
    let packs: Vec<Arc<Pack>> =
        assemble(library, ids).unwrap_or_else(|problems| panic!("{what}\n{}", lines(&problems)));
    Host::load(&packs).unwrap_or_else(|problems| panic!("{what}\n{}", lines(&problems)))
}

/// Plays some matches at random, with the factions named, if any.
fn play(what: &str, host: &mut Host, factions: &[&str]) {
    let seats = host.menu().min_seats;
    let game = host
        .build(&host.menu().defaults(), seats)
        .unwrap_or_else(|problems| panic!("{what}\n{}", lines(&problems)));
    let known = |id: &&str| host.menu().faction(id).unwrap_or_else(|error| panic!("{error}"));
    let factions: Vec<_> = factions.iter().map(known).map(|at| Some(FactionId(at as u8))).collect();
    for seed in 0..4 {
        let mut rng = Rng::seeded(seed);
        let setup = Setup { seed, factions: factions.clone(), ..Setup::default() };
        let mut the_match = Match::new(game.clone(), setup);
        the_match.log.on = true;
        let mut n = 0;
        loop {
            match the_match.advance(host) {
                Err(fault) => panic!("{what}\n{fault} {:?}", fault.stack),
                Ok(Waits::Over) => break,
                Ok(Waits::ForDecisions) => {}
            }
            let decision = the_match.decision().unwrap();
            let pick = u64::from(rng.below(decision.count() as u32));
            let (seat, action) = (decision.seat, decision.option(pick).unwrap());
            the_match.choose(seat, action).unwrap();
            n += 1;
            assert!(n < 5_000, "{what}\nthe match does not end");
        }
    }
    let kept = host.hidden_state();
    assert!(kept.is_empty(), "{what}\n{}", lines(&kept));
}

#[test]
fn packs_of_the_handbook_load_and_play() {
    let mut packs: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for block in blocks() {
        if let Some((pack, file)) = block.kind.split_once('/') {
            packs.entry(pack.to_owned()).or_default().push((file.to_owned(), block.text));
        }
    }
    assert!(packs.len() >= 2, "the handbook shows packs");
    for (id, files) in packs {
        let tree = Tree::from_files(files).unwrap_or_else(|p| panic!("{id}\n{}", lines(&p)));
        let own = Library::from_trees([(id.as_str(), tree)]);
        let pack = own.get(&id).unwrap_or_else(|| panic!("{}", lines(own.problems()))).clone();
        let game = pack.manifest.games.keys().next().cloned();
        let library = shipped().overlaid_with(own);
        let is_variant = pack.manifest.kind == PackKind::Variant;
        let named = game.as_deref().unwrap_or(&id);
        let ids = [named, if is_variant { &id } else { named }];
        let mut host = load(&id, &library, &ids);
        for each in scenario::list(&host).iter().filter(|each| each.pack == id) {
            scenario::run(&mut host, each).unwrap_or_else(|failure| panic!("{failure}"));
        }
        let factions = match game.is_some() && !is_variant {
            true => vec![id.as_str()],
            false => Vec::new(),
        };
        play(&id, &mut host, &factions);
    }
}

/// The demo with one more file: the recipe.
pub(crate) fn demo(recipe: &str) -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/demo");
    let file = |name: &str| (name.to_owned(), fs::read_to_string(folder.join(name)).unwrap());
    let mut files: Vec<_> = ["pack.toml", "game.luau", "define.luau"].map(file).into();
    files.push(("recipe.luau".to_owned(), recipe.to_owned()));
    Library::from_trees([("demo", Tree::from_files(files).unwrap())])
}

/// The name of the last function of a block that takes a match.
fn step_name(text: &str) -> Option<&str> {
    let named = text.lines().filter_map(|line| line.strip_prefix("local function "));
    named.filter_map(|line| line.split_once("(match")).map(|(name, _)| name).next_back()
}

const HEAD: &str = "--!strict
-- A recipe of the handbook.
local harena = require(\"@harena\")
local _used = harena.side
";

/// A file that runs a recipe as a step.
pub(crate) fn step_file(at: &str, text: &str) -> String {
    let step = step_name(text).unwrap_or_else(|| panic!("{at}: no step"));
    let sheets = "local function sheets(_define)\n\treturn {}\nend\n";
    format!("{HEAD}{text}{sheets}return table.freeze {{ run = {step}, sheets = sheets }}\n")
}

/// What is done with a sheet: a unit of it is placed, and then one unit falls.
const FALL: &str = "local function run(match)
	for _, of in match:prototypes() do
		if of.kind == \"unit\" then
			match:place(of, match:empty_cells():first())
		end
	end
	match:wound(match:first { kind = \"unit\" }, 9)
	match:settle()
end
";

/// A file that adds a sheet to the demo.
fn sheet_file(text: &str) -> String {
    let sheets = format!(
        "local function sheets(define)\n\tlocal unit = define.unit\n\treturn {{\n{text}}}\nend\n"
    );
    format!("{HEAD}{sheets}{FALL}return table.freeze {{ run = run, sheets = sheets }}\n")
}

#[test]
fn recipes_run() {
    let mut n = 0;
    for Block { at, kind, text } in blocks() {
        let file = match kind.as_str() {
            "recipe" => step_file(&at, &text),
            "sheet" => sheet_file(&text),
            _ => continue,
        };
        let mut host = load(&format!("{at}\n{file}"), &demo(&file), &["demo"]);
        play(&at, &mut host, &[]);
        n += 1;
    }
    assert!(n > 20, "the handbook shows {n} recipes");
}

#[test]
fn passages_stand_word_for_word_in_their_games() {
    let mut shown = std::collections::BTreeSet::new();
    for Block { at, kind, text } in blocks() {
        let Some(game) = kind.strip_prefix("from ") else { continue };
        let file = root().join("tests/games").join(game).join("game.luau");
        let whole = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert!(whole.contains(&text), "{at}: not in {game}");
        shown.insert(game.to_owned());
    }
    let games = ["crazy_eights", "draughts", "liars_dice", "market", "nine_mens_morris"];
    assert!(shown.iter().eq(games), "{shown:?}");
}

#[test]
fn methods_named_in_the_docs_exist() {
    let known: Vec<&str> = entries()
        .filter(|entry| entry.on == Kind::Match && entry.is_method)
        .map(|e| e.name)
        .collect();
    let mut pages = vec![root().join("README.md"), root().join("ARCHITECTURE.md")];
    for folder in ["docs/handbook", "docs/errors", "docs/decisions"] {
        pages.extend(fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    pages.retain(|page| page.extension().is_some_and(|it| it == "md"));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for name in text.split("match:").skip(1).map(leading_name) {
            // The page on errors shows a slip.
            let is_slip = name == "cout" && page.ends_with("H04.md");
            let fits = known.contains(&name) || name.is_empty() || is_slip;
            assert!(fits, "{}: match:{name} does not exist", page.display());
        }
    }
}

/// The name a text begins with.
fn leading_name(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_lowercase() && c != '_').next().unwrap_or_default()
}

#[test]
fn every_block_is_luau() {
    for block in blocks() {
        if block.kind.ends_with(".toml") {
            continue;
        }
        // Parts of a table are shown without the table.
        let whole = [
            block.text.clone(),
            format!("return {{ {} }}", block.text),
            format!("return {}", block.text),
        ];
        let ok = whole.iter().any(|text| full_moon::parse(text).is_ok());
        assert!(ok, "{}\n{}", block.at, block.text);
    }
}
