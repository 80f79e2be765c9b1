//! Settings somebody keeps under a name, beside the presets of a game.

use harena_engine::game::Settings;
use harena_script::Preset;
use serde::{Deserialize, Serialize};

use super::{Session, saver};
use crate::text;

/// The file they are kept in, in the data folder.
pub const FILE: &str = "presets.json";
/// So many are kept.
const MOST: usize = 200;
/// So many letters a name has at most.
pub const LONGEST: usize = 40;
/// How the ids of kept presets begin; those of packs are plain words.
const OWN: &str = "own: ";

/// Settings kept under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPreset {
    /// The id of the game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The settings that differ from the rules as they stand.
    pub settings: Settings,
}

impl KeptPreset {
    fn as_preset(&self) -> Preset {
        Preset {
            id: format!("{OWN}{}", self.title),
            title: self.title.clone(),
            text: text::own_preset().to_owned(),
            settings: self.settings.clone(),
        }
    }
}

/// Whether a preset was kept by somebody, rather than named by its game.
pub fn is_own(preset: &Preset) -> bool {
    preset.id.starts_with(OWN)
}

/// Reads what was kept; what cannot be read is nothing.
pub(super) fn read(text: &str) -> Vec<KeptPreset> {
    let mut read: Vec<KeptPreset> = serde_json::from_str(text).unwrap_or_default();
    read.truncate(MOST);
    read
}

impl Session {
    /// The presets kept for a game, in the order in which they were kept.
    pub fn own_presets(&self, game: &str) -> Vec<Preset> {
        self.presets.iter().filter(|it| it.game == game).map(KeptPreset::as_preset).collect()
    }

    /// Keeps settings under a name; others of that name give way.
    pub fn keep_preset(&mut self, preset: KeptPreset) {
        self.forget_preset(&preset.game, &preset.title);
        if self.presets.len() < MOST {
            self.presets.push(preset);
        }
        self.write_presets();
    }

    /// Forgets the settings kept under a name.
    pub fn forget_preset(&mut self, game: &str, title: &str) {
        self.presets.retain(|it| it.game != game || it.title != title);
        self.write_presets();
    }

    fn write_presets(&self) {
        if let (Some(saver), Some(folder)) = (&self.saver, &self.data_dir) {
            let text = serde_json::to_string_pretty(&self.presets).unwrap_or_default();
            saver.save(folder.join(FILE), text);
        }
    }

    /// Takes in what was kept between runs.
    pub(super) fn read_presets(&mut self) {
        let path = self.data_dir.as_ref().map(|folder| folder.join(FILE));
        let text = path.and_then(|path| saver::kept_text(&path, saver::MOST_BYTES));
        self.presets = text.map(|text| read(&text)).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_nonsense_is_nothing() {
        let settings: Settings =
            [("wild".to_owned(), harena_engine::game::SettingValue::Bool(true))].into();
        let kept = KeptPreset { game: "duel".to_owned(), title: "Mine".to_owned(), settings };
        let text = serde_json::to_string(&[&kept]).unwrap();
        assert_eq!(read(&text), std::slice::from_ref(&kept));
        assert!(is_own(&kept.as_preset()));
        assert_eq!(read("[1]"), []);
    }
}
