//! Draws every screen of every game at every size of the window, by night and by day, and tells
//! what does not fit: `matrix FOLDER [GAME]... [NAME=VALUE]...`
//!
//! `seed=5` says which match, `scale=200` how large everything is, `stops=play,end` which screens,
//! `width=1440` which window; `pictures=no` only tells.

use std::path::Path;

use harena_editor::theme::Wish;
use harena_tests::driver::Window;
use harena_tests::house::{shipped, shipped_games};
use harena_tests::matrix::{SIZES, STOPS, Stop, walk};

const USAGE: &str = "matrix FOLDER [GAME]... [NAME=VALUE]...";

struct Wanted {
    folder: String,
    width: Option<u64>,
    scale: u32,
    draws: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rest @ ..] = arguments.as_slice() else { return println!("{USAGE}") };
    let option = |name: &str| rest.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
    let number =
        |name: &str, other: u64| option(name).and_then(|it| it.parse().ok()).unwrap_or(other);
    let wanted = Wanted {
        folder: folder.clone(),
        width: option("width").and_then(|it| it.parse().ok()),
        scale: number("scale", 100) as u32,
        draws: option("pictures") != Some("no"),
    };
    if let Err(error) = std::fs::create_dir_all(folder) {
        return println!("{folder}: {error}");
    }
    let named: Vec<&str> = rest.iter().map(String::as_str).filter(|it| !it.contains('=')).collect();
    let is_wanted = |stop: &Stop| {
        let name = format!("{stop:?}").to_lowercase();
        option("stops").is_none_or(|stops| stops.split(',').any(|it| it == name))
    };
    let stops: Vec<Stop> = STOPS.into_iter().filter(is_wanted).collect();
    let games = if named.is_empty() { shipped_games() } else { named };
    for game in games {
        let (packs, seed) = (shipped(), number("seed", 5));
        walk((&packs, game, seed), &stops, |window, stop| show(window, (game, stop), &wanted));
    }
}

/// Draws a screen at every size in both themes, and tells what does not fit there.
fn show(window: &mut Window, (game, stop): (&str, Stop), wanted: &Wanted) {
    let name = format!("{stop:?}").to_lowercase();
    let themes = [(Wish::Dark, "dark"), (Wish::Light, "light")];
    for size in SIZES.into_iter().filter(|size| wanted.width.is_none_or(|it| it == size[0] as u64))
    {
        for (theme, word) in themes.into_iter().filter(|it| wanted.draws || it.0 == Wish::Dark) {
            window.prefer(|preferences| preferences.theme = theme);
            window.resize(size, wanted.scale);
            let file = format!("{game}_{name}_{word}_{}.png", size[0]);
            if theme == Wish::Dark {
                window.misfits().iter().for_each(|it| println!("{file}: {it}"));
            }
            let path = Path::new(&wanted.folder).join(&file);
            if wanted.draws
                && let Err(error) = window.picture().save(&path)
            {
                println!("{file}: {error}");
            }
        }
    }
    window.prefer(|preferences| preferences.theme = Wish::Dark);
    window.resize([1600.0, 1000.0], 100);
}
