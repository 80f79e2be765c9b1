//! The window on a display.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use eframe::{CreationContext, Frame, NativeOptions, egui};
use harena_pack::Library;

use super::{App, Preferences, sources};
use crate::text::{self, Language};

/// What a window is opened with.
#[derive(Default)]
pub struct Options {
    /// Packs that are part of the application.
    pub built_in: Library,
    /// Folders with packs; each is watched. Packs there lie over built-in ones.
    pub roots: Vec<PathBuf>,
    /// Where records and what was played last are kept.
    pub data_dir: Option<PathBuf>,
    /// The game to begin with, by id.
    pub game: Option<String>,
    /// The pack whose faction plays in the first seat, by id.
    pub pack: Option<String>,
    /// Whether people sit in all seats of the game that was named; else bots sit in all but the
    /// first.
    pub people: bool,
    /// The game to begin with, by id, where none was named or played yet.
    pub first_game: Option<String>,
    /// A record to open instead of a new match.
    pub record: Option<PathBuf>,
    /// Draw so many frames as fast as possible, say how long they took, and close.
    pub measure_frames: Option<u32>,
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// One sentence, if there is no display.
pub fn run(options: Options) -> Result<(), String> {
    text::speak(Language::of_system());
    if !has_display() {
        return Err(text::no_display().to_owned());
    }
    let viewport = egui::ViewportBuilder::default()
        .with_title(text::title())
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([800.0, 500.0]);
    let native = NativeOptions { viewport, ..NativeOptions::default() };
    let open = |context: &CreationContext| -> Result<Box<dyn eframe::App>, _> {
        Ok(Box::new(Shell::open(options, context)))
    };
    eframe::run_native(text::title(), native, Box::new(open))
        .map_err(|error| format!("{} ({})", text::no_display(), without_place(&error.to_string())))
}

/// What went wrong, without the place in the sources of the window system at which it did.
fn without_place(error: &str) -> String {
    let Some((before, rest)) = error.split_once(".rs:") else { return error.to_owned() };
    let what = before.rsplit_once(": ").map(|(what, _)| what);
    let why = rest.split_once(": ").map(|(_, why)| why);
    what.into_iter().chain(why).collect::<Vec<&str>>().join(": ")
}

/// On systems with X11 or Wayland, whether one of them answers to a name.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

struct Shell {
    app: App,
    meter: Option<Meter>,
    /// Whether it was said once that something is not saved; whoever closes again means it.
    warned: bool,
}

impl Shell {
    fn open(options: Options, context: &CreationContext) -> Shell {
        let ctx = context.egui_ctx.clone();
        let wake = Arc::new(move || ctx.request_repaint());
        let meter = options.measure_frames.map(Meter::new);
        let record = options.record.clone();
        let (is_named, pack) = (options.game.is_some(), options.pack.clone());
        let people = options.people;
        let mut app = App::new(sources(options, wake), Preferences::default());
        app.system = Language::of_system();
        if let Some(kept) = app.session.kept_preferences() {
            app.prefer(Preferences::read(&kept));
        }
        match record {
            Some(record) => app.execute(crate::command::Command::Open(record)),
            None if !is_named => app.go_home(),
            None => app.sit_down(pack.as_deref(), people),
        }
        Shell { app, meter, warned: false }
    }
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut Frame) {
        let start = Instant::now();
        // What another program has changed meanwhile is settled before the window goes.
        let closes = ui.input(|input| input.viewport().close_requested()) && !self.warned;
        if closes && self.app.holds_unsettled() {
            self.warned = true;
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.app.go(crate::panel::Screen::Workshop);
        }
        self.app.ui(ui);
        if let Some(meter) = &mut self.meter {
            meter.note(start.elapsed().as_secs_f64() * 1000.0);
            ui.ctx().request_repaint();
            if meter.is_full() {
                meter.tell();
                ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }
}

/// Measures how long the window takes to describe a frame; what the graphics driver does with it
/// afterwards is not counted.
struct Meter {
    wanted: usize,
    millis: Vec<f64>,
}

impl Meter {
    fn new(wanted: u32) -> Meter {
        Meter { wanted: wanted.max(2) as usize, millis: Vec::new() }
    }

    fn note(&mut self, millis: f64) {
        self.millis.push(millis);
    }

    fn is_full(&self) -> bool {
        self.millis.len() >= self.wanted
    }

    fn tell(&mut self) {
        self.millis.remove(0);
        self.millis.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = (self.millis.len() as f64 * part) as usize;
            let millis = self.millis.get(place.min(self.millis.len() - 1));
            format!("{:.2}", millis.copied().unwrap_or(0.0))
        };
        println!("{}", text::frame_times(self.millis.len(), &at(0.5), &at(0.99)));
        self.millis.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::without_place;

    #[test]
    fn an_error_names_no_file_of_the_window_system() {
        let check = |error: &str, expected: &str| assert_eq!(without_place(error), expected);
        check(
            "winit EventLoopError: os error at /root/winit/src/x11/mod.rs:789: no display",
            "winit EventLoopError: no display",
        );
        check("there is no driver", "there is no driver");
        check("os error at /root/x.rs:1", "");
    }
}
