//! How fast the window is, without a display: the first frame, later ones while the mouse moves
//! over the board, whether any is drawn while nothing moves, and how long a saved file takes to be
//! seen.
//!
//! `cargo run --release -p harena-editor --example frames -- GAME`

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use harena_editor::App;
use harena_editor::app::Preferences;
use harena_editor::panel::Screen;
use harena_editor::session::Sources;
use harena_editor::workshop::Target;

const SIZE: [f32; 2] = [1280.0, 800.0];
const N_FRAMES: usize = 600;
const N_RELOADS: usize = 8;
/// Frames until everything has come to rest, and frames after that.
const N_SETTLING: usize = 200;
const N_STILL: usize = 200;

/// Nothing goes on beside a window that nobody wakes for so long.
const REST: Duration = Duration::from_secs(3);

type Window = Harness<'static, App>;
type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    let game = std::env::args().nth(1).unwrap_or_else(|| "monolith_arena".to_owned());
    let folder = std::env::temp_dir().join(format!("harena_frames_{}", std::process::id()));
    let result = measure(&game, &folder);
    fs::remove_dir_all(&folder)?;
    result
}

fn measure(game: &str, folder: &Path) -> Done {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let roots = ["scripts", "factions"].map(|name| (root.join(name), folder.join(name)));
    for (from, to) in &roots {
        copy(from, to)?;
    }
    let (wake, woken) = channel();
    let start = Instant::now();
    let sources = Sources {
        roots: roots.iter().map(|(_, to)| to.clone()).collect(),
        game: Some(game.to_owned()),
        wake: Some(Arc::new(move || wake.send(()).unwrap_or_default())),
        ..Sources::default()
    };
    let app = App::new(sources, Preferences { covers: false, ..Preferences::default() });
    let loaded = start.elapsed();
    let mut window: Window =
        Harness::builder().with_size(SIZE).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    println!("packs read and loaded in {loaded:.0?}, first frame after {:.0?}", start.elapsed());
    tell("frames while the mouse moves", frames(&mut window));
    println!("of {N_STILL} frames while nothing moves, {} want another", restless(&mut window));
    workshop(&mut window, game);
    let file = folder.join("scripts").join(game).join("looks.luau");
    let [seen, longest, told] = reloads(&mut window, &file, &woken)?;
    tell("from a saved file to its frame", seen);
    tell("the longest frame on the way", longest);
    tell("from the change being seen to the rules being in force", told);
    Ok(())
}

/// Frames of the workshop, with a pack of the game that has the most to draw: one of a faction.
fn workshop(window: &mut Window, game: &str) {
    let library = &window.state().session.library;
    let faction = library.factions_of(game).first().map(|pack| pack.id().to_owned());
    let pack = faction.unwrap_or_else(|| game.to_owned());
    window.state_mut().open_workshop(&Target { pack, ..Target::default() });
    window.run_steps(N_SETTLING);
    tell("frames of the workshop while the mouse moves", frames(window));
    let made = window.state().workshop.kept.n_made;
    let n = restless(window);
    let anew = window.state().workshop.kept.n_made - made;
    println!("of {N_STILL} of its frames at rest, {n} want another; {anew} things were made anew");
    window.state_mut().screen = Screen::Table;
    window.run_steps(N_SETTLING);
}

/// Frames while the mouse goes over the window, with their triangles.
fn frames(window: &mut Window) -> Vec<Duration> {
    let frame = |at: usize| {
        let part = at as f32 / N_FRAMES as f32;
        let way = egui::vec2((part * 37.0).sin(), (part * 23.0).cos()) * 0.45;
        let middle = egui::vec2(SIZE[0], SIZE[1]) * 0.5;
        window.hover_at((middle + way * egui::vec2(SIZE[0], SIZE[1])).to_pos2());
        let start = Instant::now();
        window.step();
        let output = window.output();
        let triangles = window.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        drop(triangles);
        start.elapsed()
    };
    (0..N_FRAMES).map(frame).collect()
}

/// How many frames want to be followed by another although nothing moves and no mouse is there.
fn restless(window: &mut Window) -> usize {
    window.hover_at(egui::pos2(-9.0, -9.0));
    window.run_steps(N_SETTLING);
    let wants = |_: &usize| {
        window.step();
        window.ctx.has_requested_repaint()
    };
    (0..N_STILL).filter(wants).count()
}

/// Saves a file again and again; the watcher sees it, the window has it tried, takes it in and
/// draws. Answers how long each save took to be seen, the longest frame on the way, and how long it
/// took from the change being seen to the rules being in force, as the window says.
fn reloads(
    window: &mut Window,
    file: &Path,
    woken: &Receiver<()>,
) -> Result<[Vec<Duration>; 3], Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let mut times = [const { Vec::new() }; 3];
    for n in 0..N_RELOADS {
        // What the save before changed in matches is found out first: it takes a core for itself.
        rest(window, woken);
        while woken.try_recv().is_ok() {}
        let (before, mut longest) = (window.state().session.n_reloads, Duration::ZERO);
        fs::write(file, format!("{text}\n-- saved {n}\n"))?;
        let start = Instant::now();
        while window.state().session.n_reloads == before {
            woken.recv_timeout(Duration::from_secs(10))?;
            let frame = Instant::now();
            window.step();
            longest = longest.max(frame.elapsed());
        }
        times[0].push(start.elapsed());
        times[1].push(longest);
        let told = &window.state().session.notice.text;
        let millis: String = told.chars().filter(char::is_ascii_digit).collect();
        times[2].push(Duration::from_millis(millis.parse()?));
    }
    Ok(times)
}

/// Lets the window run until nobody has woken it for so long.
fn rest(window: &mut Window, woken: &Receiver<()>) {
    while woken.recv_timeout(REST).is_ok() {
        window.step();
    }
}

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: f64| {
        let place = (times.len() as f64 * part) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let (median, slow) = (at(0.5), at(0.99));
    println!("{what}: median {median:.2?}, 99th percentile {slow:.2?}, of {}", times.len());
}

fn copy(from: &Path, to: &PathBuf) -> Done {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
