//! What sheets may hold, by what makes them, as the packs of a game declare it.

use std::collections::BTreeMap;

use harena_pack::Pack;

use crate::Host;
use crate::define::names::vocabulary_of;
use crate::schema::{Schema, Vocabulary};
use crate::source::SourceMap;
use crate::types::constructors;

/// What the sheets of a game may hold: nobody keeps a list of that besides the game.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// What a constructor takes, by its last name, such as `champion`. Where two constructors of
    /// one name take different things, neither is told of.
    pub makers: BTreeMap<String, Schema>,
    /// The names that the game declares.
    pub vocabulary: Vocabulary,
}

impl Host {
    /// What the sheets of this game may hold.
    pub fn forms(&self) -> Forms {
        let definitions = self.definitions();
        let schemas: BTreeMap<&str, &Schema> =
            self.schemas().map(|schema| (schema.name.as_str(), schema)).collect();
        let mut makers: BTreeMap<String, Option<Schema>> = BTreeMap::new();
        for (name, schema) in definitions.packs.iter().flat_map(|pack| made_by(pack)) {
            let form = schemas.get(schema.as_str()).map(|form| (*form).clone());
            let known = makers.entry(name).or_insert_with(|| form.clone());
            *known = known.take().filter(|known| Some(known) == form.as_ref());
        }
        let makers = makers.into_iter().filter_map(|(name, form)| Some((name, form?))).collect();
        Forms { makers, vocabulary: vocabulary_of(&definitions.game.value) }
    }
}

/// The constructors of sheets of a pack, with the names of their schemas.
fn made_by(pack: &Pack) -> Vec<(String, String)> {
    let text = |path: &&str| pack.tree.get(path).unwrap_or_default();
    // Most files make none, and need not be parsed.
    let makers = pack.tree.scripts().filter(|path| text(path).contains(".sheet"));
    let made = |path: &str| constructors(&SourceMap::new(pack.id(), path, text(&path)));
    makers.flat_map(made).collect()
}
