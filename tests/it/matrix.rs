//! Every screen of a game, one after the other, at every size of the window.

use std::sync::Arc;

use harena_editor::panel::Screen;
use harena_pack::Pack;

use crate::driver::Window;

/// A screen of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The covers of all games.
    Home,
    /// The settings of a match.
    Setup,
    /// The first question of a match.
    Start,
    /// A match in play.
    Play,
    /// The rules beside it.
    Rules,
    /// A later moment.
    Later,
    /// The match is over.
    End,
}

/// All of them, in the order in which a match comes to them.
pub const STOPS: [Stop; 7] =
    [Stop::Start, Stop::Play, Stop::Rules, Stop::Later, Stop::End, Stop::Setup, Stop::Home];

/// The sizes of the window.
pub const SIZES: [[f32; 2]; 3] = [[1000.0, 700.0], [1440.0, 900.0], [1920.0, 1080.0]];

/// Leads a match of a game through some screens; each is handed on as it is reached.
pub fn walk(
    (packs, game, seed): (&[Arc<Pack>], &str, u64),
    stops: &[Stop],
    mut at: impl FnMut(&mut Window, Stop),
) {
    let mut window = Window::open(packs, game, seed);
    for stop in stops.iter().copied() {
        lead(&mut window, stop);
        at(&mut window, stop);
        if stop == Stop::Rules {
            window.press("F1");
        }
    }
}

fn lead(window: &mut Window, stop: Stop) {
    match stop {
        Stop::Start => {}
        Stop::Play => act(window, 24),
        Stop::Rules => window.press("F1"),
        Stop::Later => act(window, 40),
        Stop::End => window.play_out("random"),
        Stop::Setup => window.show(Screen::Setup),
        Stop::Home => window.show(Screen::Home),
    }
}

fn act(window: &mut Window, n: usize) {
    for _ in 0..n {
        if window.outcome().is_none() {
            window.click_any_option();
        }
    }
}
