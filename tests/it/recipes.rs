//! Every recipe is a pack that loads, plays and shows its effect in a scenario; the pages of the
//! handbook are written from them.

mod pages;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

use harena_engine::game::Settings;
use harena_engine::id::FactionId;
use harena_engine::the_match::Setup;
use harena_lab::battery::{self, Depth};
use harena_pack::{Kind, Library, Pack};
use harena_scenario as scenario;
use harena_script::{Host, assemble};
use harena_tests::house::{list, load, root, table};

use pages::Recipe;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    Library::open(&["scripts", "factions", "tests/recipes"].map(|folder| root().join(folder)))
});

/// The pack of a recipe.
fn pack_of(recipe: &Recipe) -> &'static Arc<Pack> {
    let id = &recipe.id;
    LIBRARY.get(id).unwrap_or_else(|| panic!("{id}\n{}", list(LIBRARY.problems())))
}

/// A recipe with its game, and with no other recipe.
fn packs_of(recipe: &Recipe) -> Vec<Arc<Pack>> {
    let pack = pack_of(recipe);
    let game = pack.manifest.games.keys().next().map_or(recipe.id.as_str(), String::as_str);
    let packs = assemble(&LIBRARY, &[game, &recipe.id]);
    packs.unwrap_or_else(|problems| panic!("{}\n{}", recipe.id, list(&problems)))
}

/// What is wrong with each recipe, looked at by several threads.
fn wrong(look: impl Fn(&Recipe) -> Vec<String> + Sync) -> String {
    let (recipes, next) = (pages::recipes(), AtomicUsize::new(0));
    let some = || {
        let mut found = Vec::new();
        while let Some(recipe) = recipes.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(look(recipe).iter().map(|it| format!("{}: {it}", recipe.id)));
        }
        found
    };
    let found: Vec<String> = thread::scope(|threads| {
        let running: Vec<_> = (0..4).map(|_| threads.spawn(some)).collect();
        running.into_iter().flat_map(|it| it.join().unwrap()).collect()
    });
    found.join("\n\n")
}

#[test]
fn every_recipe_shows_its_effect() {
    let found = wrong(|recipe| {
        let mut host = load(&packs_of(recipe));
        let own = scenario::list_of(&host, &recipe.id);
        let none = own.is_empty().then(|| "no scenario shows it".to_owned());
        let failed = own.iter().filter_map(|it| scenario::run(&mut host, it).err());
        none.into_iter().chain(failed.map(|it| it.to_string())).collect()
    });
    assert!(found.is_empty(), "{found}");
}

/// Who plays a recipe: a faction sits in the first seat, with another one against it.
fn setup_of(recipe: &Recipe, host: &Host, seed: u64) -> Setup {
    if pack_of(recipe).manifest.kind != Kind::Faction {
        return Setup { seed, ..Setup::default() };
    }
    // A faction may have another name than its pack, but not another file.
    let text = pack_of(recipe).tree.get("faction.luau").unwrap();
    let id = text.lines().find_map(|line| line.strip_prefix("\tid = \"")).unwrap();
    let own = host.menu().faction(id.trim_end_matches("\",")).unwrap();
    let seats = usize::from(host.menu().min_seats);
    let sides = [own, usize::from(own == 0)].into_iter().take(seats);
    let factions = sides.map(|at| Some(FactionId(u8::try_from(at).unwrap()))).collect();
    Setup { seed, factions, ..Setup::default() }
}

#[test]
fn every_recipe_passes_the_battery() {
    let found = wrong(|recipe| {
        let packs = packs_of(recipe);
        let host = load(&packs);
        let seats = host.menu().min_seats;
        let setups = [setup_of(recipe, &host, 1), setup_of(recipe, &host, 2)];
        let depth = Depth { n_deep: 1, n_played: 2, max_moments: 10, ..Depth::default() };
        let set_up = || table(&packs, &Settings::default(), seats).unwrap();
        let outcome = battery::run(&mut (set_up(), set_up()), &setups, &depth);
        let none = (outcome.n_moments == 0).then(|| "nothing was looked at".to_owned());
        let told = outcome.findings.iter().map(|it| format!("seed {}: {}", it.seed, it.sentence));
        none.into_iter().chain(told).collect()
    });
    assert!(found.is_empty(), "{found}");
}

#[test]
fn recipes_are_many_and_each_is_wanted() {
    let mut wants: Vec<String> = pages::recipes().into_iter().map(|it| it.want).collect();
    assert!(wants.len() >= 40, "there are {} recipes", wants.len());
    assert!(wants.iter().all(|it| it.starts_with("I want ")), "{wants:#?}");
    let n = wants.len();
    wants.sort();
    wants.dedup();
    assert_eq!(wants.len(), n, "two recipes for one wish");
}

/// `cargo run -p harena-tests --example recipe_pictures docs/pictures/recipes` draws them.
#[test]
fn every_recipe_has_a_picture_and_every_picture_a_recipe() {
    let folder = root().join("docs/pictures/recipes");
    let drawn = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    let mut drawn: Vec<String> = drawn.map(|it| it.into_string().unwrap()).collect();
    let mut wanted: Vec<String> =
        pages::recipes().iter().map(|recipe| format!("{}.png", recipe.id)).collect();
    drawn.sort();
    wanted.sort();
    assert_eq!(drawn, wanted);
}

#[test]
fn the_pages_of_recipes_are_up_to_date() {
    let folder = root().join("docs/handbook/recipes");
    let pages = pages::written();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(&folder).unwrap();
        pages.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }
    let is = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let stale: Vec<&str> =
        pages.iter().filter(|(name, text)| is(name) != *text).map(|(name, _)| &**name).collect();
    let known = |path: &Path| pages.iter().any(|(name, _)| path.ends_with(name));
    let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let left: Vec<_> = left.filter(|path| !known(path)).collect();
    assert!(
        stale.is_empty() && left.is_empty(),
        "out of date: {stale:?}, of no group: {left:?}\n\
         UPDATE_GOLDEN=1 cargo test -p harena-tests --test it recipes"
    );
}
