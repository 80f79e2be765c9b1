//! What the packs of a host say, as plain data: for people, the window and scenarios.

use harena_engine::game::Settings;
use harena_engine::id::PrototypeId;
use serde_json::{Map, Value as Json};

use super::Host;
use crate::allowance::Allowance;
use crate::define;
use crate::schema::{Schema, Value};

impl Host {
    /// The forms of the sheets that the packs declare.
    pub fn schemas(&self) -> impl Iterator<Item = &Schema> {
        self.definitions.schemas.iter().map(std::rc::Rc::as_ref)
    }

    /// The scenarios of others that a variant says no longer hold, by name, and the line from 1 of
    /// what declares the variant.
    pub fn out_of_date(&self, variant: &str) -> (u32, Vec<&str>) {
        let declared = self.definitions.variants.iter().find(|it| it.pack == variant);
        let listed = declared.and_then(|it| it.declared.value.get("out_of_date"));
        let names = match listed {
            Some(Value::Record(entries)) => entries.iter().map(|(name, _)| name.as_str()).collect(),
            _ => Vec::new(),
        };
        (declared.map_or(1, |it| it.declared.line), names)
    }

    /// What the packs say about their looks: the game's `looks`, with `factions` by id.
    pub fn looks(&self) -> Json {
        let mut looks = self
            .definitions
            .game
            .value
            .get("looks")
            .map_or_else(|| Json::Object(Map::new()), Json::from);
        let faction = |read: &define::FactionEntryRead| {
            let id = read.declared.value.get("id")?.as_text()?.to_owned();
            Some((id, Json::from(read.declared.value.get("looks")?)))
        };
        let factions: Map<_, _> = self.definitions.factions.iter().filter_map(faction).collect();
        let content = |declared: &define::Declared| {
            let id = declared.value.get("id")?.as_text()?.to_owned();
            Some((id, Json::from(declared.value.get("looks")?)))
        };
        let contents: Map<_, _> = self.definitions.contents.iter().filter_map(content).collect();
        if let Json::Object(looks) = &mut looks {
            if !contents.is_empty() {
                looks.insert("contents".into(), Json::Object(contents));
            }
            looks.insert("factions".into(), Json::Object(factions));
        }
        looks
    }

    /// The fields of the sheet a definition was made from, as they are written, with the texts that
    /// its constructor told in those that were left out.
    pub fn sheet(&self, prototype: PrototypeId) -> Json {
        let written = self.definitions.written.get(prototype.index());
        let mut sheet = written.map_or(Json::Null, Json::from);
        let added = self.definitions.added.get(prototype.index()).into_iter().flatten();
        if let Json::Object(fields) = &mut sheet {
            fields.extend(added.map(|(name, text)| (name.clone(), text.as_str().into())));
        }
        sheet
    }

    /// A part of what `game.luau` declares, as plain data: sentences, prompts, verbs and so on.
    pub fn declared(&self, field: &str) -> Json {
        self.definitions.game.value.get(field).map_or(Json::Null, Json::from)
    }

    /// The same as it is under some settings.
    pub fn declared_under(&self, field: &str, settings: &Settings) -> Json {
        let declared = self.definitions.game.value.get(field);
        let under = |value: &Value| define::under(value, settings, &Allowance::default());
        declared.map_or(Json::Null, |value| (&under(value)).into())
    }

    /// The text for a declared word: its sentence, prompt or reason; the word itself otherwise.
    pub fn text(&self, word: &str) -> String {
        let game = &self.definitions.game.value;
        let found = ["sentences", "prompts", "reasons"]
            .iter()
            .find_map(|field| game.get(field)?.get(word)?.as_text());
        found.map_or_else(|| word.replace('_', " "), str::to_owned)
    }

    /// What decisions are called in this game.
    pub fn prompts(&self) -> Vec<String> {
        match self.definitions.game.value.get("prompts") {
            Some(Value::Record(entries)) => entries.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        }
    }
}
