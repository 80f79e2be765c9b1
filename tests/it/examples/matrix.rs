//! Draws every screen of every game at every size of the window, by night and by day, and tells
//! what does not fit: `matrix FOLDER [GAME]... [NAME=VALUE]...`
//!
//! `seed=5` says which match, `scale=200` how large everything is, `stops=play,end` which screens;
//! `pictures=no` only tells.

use std::path::Path;

use harena_editor::theme::Wish;
use harena_tests::driver::Window;
use harena_tests::house::shipped_games;
use harena_tests::matrix::{SIZES, Stop, walk};

const USAGE: &str = "matrix FOLDER [GAME]... [NAME=VALUE]...";

struct Wanted {
    folder: String,
    stops: Option<String>,
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
        stops: option("stops").map(str::to_owned),
        scale: number("scale", 100) as u32,
        draws: option("pictures") != Some("no"),
    };
    if let Err(error) = std::fs::create_dir_all(folder) {
        return println!("{folder}: {error}");
    }
    let named: Vec<&str> = rest.iter().map(String::as_str).filter(|it| !it.contains('=')).collect();
    let games = if named.is_empty() { shipped_games() } else { named };
    for game in games {
        walk(game, number("seed", 5), |window, stop| show(window, (game, stop), &wanted));
    }
}

/// Draws a screen at every size in both themes, and tells what does not fit there.
fn show(window: &mut Window, (game, stop): (&str, Stop), wanted: &Wanted) {
    let name = format!("{stop:?}").to_lowercase();
    if wanted.stops.as_ref().is_some_and(|stops| !stops.split(',').any(|it| it == name)) {
        return;
    }
    for size in SIZES {
        for (theme, word) in [(Wish::Dark, "dark"), (Wish::Light, "light")] {
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
