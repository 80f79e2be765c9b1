//! How the window looks and behaves for the person before it, kept between runs.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::text::Language;
use crate::theme;

/// The file they are kept in, in the data folder.
pub const FILE: &str = "window.json";

/// The speeds at which one can watch, in steps a second.
pub const SPEEDS: [f32; 5] = [0.5, 1.0, 1.5, 2.0, 4.0];

/// How the window looks and behaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Whether resolutions are played back by themselves.
    pub plays_back: bool,
    /// How long a bot waits before it acts.
    pub bot_pace: Duration,
    /// The scale of everything, in percent.
    pub scale: u32,
    /// Whether the option under the mouse is tried out on a copy, to show what it would do.
    pub previews: bool,
    /// Whether the table is covered between two people at one window who hide cards.
    pub covers: bool,
    /// Dark or light.
    pub theme: theme::Wish,
    /// The code of the language of the window; none follows the system.
    pub language: String,
    /// Whether what happened is told at the right.
    pub story: bool,
    /// Whether things fade in place of flying about.
    pub calm: bool,
    /// How fast what happened is shown, in steps a second.
    pub speed: f32,
    /// Whether the only option of a seat is taken for it, where nothing is to be chosen.
    pub passes: bool,
    /// The bot that sits down where nobody else is named.
    pub opponent: String,
    /// Whether a game tells what a question is about, as long as that is new.
    pub guides: bool,
    /// The questions that are new no more, as `game/prompt`.
    pub understood: Vec<String>,
    /// The guests that join their games, by id.
    pub guests: Vec<String>,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            plays_back: true,
            bot_pace: Duration::from_millis(350),
            scale: 100,
            previews: true,
            covers: true,
            theme: theme::Wish::default(),
            language: String::new(),
            story: true,
            calm: false,
            speed: 1.0,
            passes: false,
            opponent: "mcts:100".to_owned(),
            guides: true,
            understood: Vec::new(),
            guests: Vec::new(),
        }
    }
}

impl Preferences {
    /// Reads what was kept; what cannot be read is as it is at first.
    pub fn read(text: &str) -> Preferences {
        let read: Preferences = serde_json::from_str(text).unwrap_or_default();
        Preferences {
            scale: read.scale.clamp(75, 200),
            speed: if read.speed.is_finite() { read.speed.clamp(0.25, 4.0) } else { 1.0 },
            bot_pace: read.bot_pace.min(Duration::from_secs(10)),
            ..read
        }
    }

    /// The language to speak, on a system of this one.
    pub fn spoken(&self, system: Language) -> Language {
        Language::named(&self.language).unwrap_or(system)
    }

    /// What is to be kept.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_nonsense_does_no_harm() {
        let changed = Preferences { calm: true, scale: 150, ..Preferences::default() };
        assert_eq!(Preferences::read(&changed.write()), changed);
        assert_eq!(Preferences::read("{"), Preferences::default());
        let wild = Preferences::read(r#"{ "scale": 9000, "speed": 1e30, "unknown": 1 }"#);
        assert_eq!((wild.scale, wild.speed), (200, 4.0));
    }
}
