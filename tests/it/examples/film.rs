//! Films a battle or a live edit: `film GAME FILE.png [NAME=VALUE]...`
//!
//! As in `picture`, `actions=60` are taken at random from `seed=5`, `size=960x640` and
//! `theme=light` say how the window looks. Then `bots=greedy` play until an action has led to
//! `hits=1`, and what that action did is filmed, for `seconds=8` at most.
//! With `edit=PACK/PATH|FROM|TO` that text of a file of a pack is replaced instead, and back again;
//! `until=WORD` first goes on until a label says so, and each `click=LABEL` clicks something before.

use std::path::Path;

use harena_editor::command::Command;
use harena_tests::driver::{Opening, Window};
use harena_tests::film::Film;
use harena_tests::house::packs;

/// Frames a second; steps of the window are a fiftieth.
const EVERY: usize = 4;
/// So many moves bots make before one gives up waiting for a battle.
const MOST_MOVES: usize = 400;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, file, options @ ..] = arguments.as_slice() else {
        return println!("film GAME FILE.png [NAME=VALUE]...");
    };
    let option = |name: &str| {
        let found = options.iter().find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
        found.map(str::to_owned)
    };
    let number =
        |name: &str, other: u64| option(name).and_then(|value| value.parse().ok()).unwrap_or(other);
    let size = option("size").unwrap_or_else(|| "960x640".to_owned());
    let (width, height) = size.split_once('x').unwrap_or(("960", "640"));
    let points = |text: &str| text.parse().unwrap_or(800.0);
    let light = option("theme").is_some_and(|theme| theme == "light");
    let opening = Opening {
        seed: number("seed", 5),
        size: [points(width), points(height)],
        light,
        ..Opening::default()
    };
    let mut window = Window::opened(&packs(game), game, opening);
    let before = number("actions", 0);
    (0..before).for_each(|_| drop(window.click_any_option()));
    if let Some(word) = option("until") {
        go_on_until(&mut window, &word);
    }
    let clicks = options.iter().filter_map(|option| option.strip_prefix("click="));
    clicks.for_each(|label| window.click(label));
    let bots = option("bots").unwrap_or_else(|| "greedy".to_owned());
    let film = match option("edit") {
        Some(edit) => edited(&mut window, &edit),
        None if window.await_battle(&bots, number("hits", 1) as usize) => {
            Some(filmed(&mut window, number("seconds", 8) as usize))
        }
        None => None,
    };
    let Some(film) = film else { return println!("there is nothing to film") };
    match film.save(Path::new(file)) {
        Ok(()) => println!("{file}: {} frames", film.n_frames()),
        Err(error) => println!("{file}: {error}"),
    }
}

/// Takes options at random until something on the screen says this, or for long enough.
fn go_on_until(window: &mut Window, word: &str) {
    for _ in 0..MOST_MOVES {
        if window.outcome().is_some() || window.labels().iter().any(|it| it.contains(word)) {
            return;
        }
        window.click_any_option();
    }
}

/// Saves a file of a pack with a text in it replaced, and the old one again, as
/// `PACK/PATH|FROM|TO` says.
fn edited(window: &mut Window, edit: &str) -> Option<Film> {
    let mut parts = edit.splitn(3, '|');
    let (place, from, to) = (parts.next()?, parts.next()?, parts.next()?);
    let (pack, path) = place.split_once('/')?;
    let mut film = Film::default();
    film.take(window.picture(), 1800);
    for (from, to) in [(from, to), (to, from)] {
        window.edit(pack, path, from, to);
        for _ in 0..10 {
            film.take(window.snapshot(), 20 * EVERY as u16);
            window.run(EVERY);
        }
        film.take(window.picture(), 1800);
    }
    Some(film)
}

/// Plays back what happened last, frame by frame.
fn filmed(window: &mut Window, seconds: usize) -> Film {
    let mut film = Film::default();
    window.execute(Command::Rest);
    window.play_back();
    for _ in 0..seconds * 50 / EVERY {
        film.take(window.snapshot(), 20 * EVERY as u16);
        window.run(EVERY);
        if !window.plays_back() {
            break;
        }
    }
    film.take(window.picture(), 1500);
    film
}
