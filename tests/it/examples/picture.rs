//! Draws the window on a match in play, without a display:
//! `picture GAME FILE.png [ACTIONS [SEED [WIDTH HEIGHT [PACK/PATH FROM TO]...]]]`
//!
//! Each `PACK/PATH FROM TO` saves a file of a pack with a text in it replaced, before the picture
//! is taken and after all actions.

use std::path::Path;

use harena_tests::driver::Window;
use harena_tests::house::packs;

const USAGE: &str = "picture GAME FILE.png [ACTIONS [SEED [WIDTH HEIGHT [PACK/PATH FROM TO]...]]]";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(file)) = (arguments.first(), arguments.get(1)) else {
        println!("{USAGE}");
        return;
    };
    let number = |at: usize, other: u64| {
        arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(other)
    };
    let size = [number(4, 1280) as f32, number(5, 800) as f32];
    let mut window = Window::sized(&packs(game), game, number(3, 1), size);
    for _ in 0..number(2, 12) {
        if window.outcome().is_none() {
            window.click_any_option();
        }
    }
    for edit in arguments.get(6..).unwrap_or_default().chunks(3) {
        let [place, from, to] = edit else { return println!("{USAGE}") };
        let Some((pack, path)) = place.split_once('/') else { return println!("{USAGE}") };
        window.edit(pack, path, from, to);
    }
    match window.picture().save(Path::new(file)) {
        Ok(()) => println!("{file}"),
        Err(error) => println!("{file}: {error}"),
    }
}
