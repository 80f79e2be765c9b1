//! What the packs of a host say, as plain data: for people, the window and scenarios.

use harena_engine::game::{Settings, Vocabulary};
use harena_engine::id::PrototypeId;

use super::Host;
use crate::allowance::Allowance;
use crate::define::form::Form;
use crate::define::looks::PackLooks;
use crate::define::{self, Dictionary, Notation};
use crate::schema::{Schema, Value};

impl Host {
    /// The forms of the sheets that the packs declare.
    pub fn schemas(&self) -> impl Iterator<Item = &Schema> {
        self.definitions.schemas.iter().map(std::sync::Arc::as_ref)
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

    /// What the packs say about how they are shown.
    pub fn looks(&self) -> &PackLooks {
        &self.definitions.looks
    }

    /// The fields of the sheet a definition was made from, as they are written, with the texts that
    /// its constructor told in those that were left out.
    pub fn sheet(&self, prototype: PrototypeId) -> Option<&Value> {
        let told = self.definitions.told.get(prototype.index())?;
        told.as_ref().or_else(|| self.definitions.written.get(prototype.index()))
    }

    /// How scenarios write positions of the game under some settings.
    pub fn notation(&self, settings: &Settings) -> Notation {
        let declared = self.definitions.game.value.get("notation");
        let under =
            |value: &Value| define::under(value, settings, &Allowance::default()).into_owned();
        Notation::read(&declared.map_or(Value::Nil, under), &Vocabulary::default())
    }

    /// What the names of the game stand for.
    pub fn dictionary(&self) -> Dictionary {
        Dictionary::of(&self.definitions.game.value)
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
