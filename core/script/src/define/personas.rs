//! Characters of bots: what games and factions declare, as bots work with it.

use std::collections::BTreeSet;

use harena_engine::game::{Game, Persona};
use harena_engine::id::{FactionId, PrototypeId};
use harena_pack::codes;

use super::form::Form;
use super::forms as written;
use super::menu::list;
use super::{Declared, Definitions};
use crate::schema::{Finding, Key, Value, hint};

/// Counts as it is.
const AS_IT_IS: i32 = 100;

impl Definitions {
    /// What declares personas, and the faction it is: the game first.
    pub(super) fn with_personas(&self) -> impl Iterator<Item = (Option<FactionId>, &Declared)> {
        let faction = |(at, it)| (Some(FactionId::at(at)), it);
        let factions = self.factions.iter().map(|it| &it.declared).enumerate().map(faction);
        std::iter::once((None, &self.game)).chain(factions)
    }

    /// All personas as declared.
    pub(super) fn personas(&self) -> impl Iterator<Item = &Value> {
        self.with_personas().flat_map(|(_, declared)| list(&declared.value, "personas"))
    }
}

/// Puts the personas of a declaration to those of the game; what is wrong with them.
pub(super) fn add(game: &mut Game, faction: Option<FactionId>, declaring: &Value) -> Vec<Finding> {
    let known: BTreeSet<String> = game.personas.iter().map(|it| it.id.clone()).collect();
    let mut findings = Vec::new();
    for (value, at) in list(declaring, "personas").iter().zip(1..) {
        let inside = |keys: Vec<Key>| {
            ["personas".into(), Key::Index(at)].into_iter().chain(keys).collect::<Vec<Key>>()
        };
        let written = written::Persona::read(value, &game.names);
        let id = written.id;
        if known.contains(&id) {
            findings.push(Finding {
                path: inside(vec!["id".into()]),
                code: codes::DECLARED_TWICE,
                message: format!("duplicate persona `{id}`"),
                hint: Some("another part of the game has one of this name".to_owned()),
                twin: None,
            });
        }
        let mut persona = Persona {
            id,
            title: written.title,
            weights: weights(game, &written.weights),
            sheets: Vec::new(),
        };
        for (sheet, points) in &written.sheets {
            let found = sheets_of(game, faction, sheet);
            if found.is_empty() {
                let path = inside(vec!["sheets".into(), sheet.as_str().into()]);
                findings.push(unknown(game, faction, sheet, path));
            }
            persona.sheets.extend(found.into_iter().map(|id| (id, *points)));
        }
        game.personas.push(persona);
    }
    findings
}

/// The percent of each part of the judgement.
fn weights(game: &Game, said: &[(String, i32)]) -> Vec<i32> {
    let of = |part: &String| said.iter().find(|(name, _)| name == part).map(|it| it.1);
    game.score_parts.iter().map(|part| of(part).unwrap_or(AS_IT_IS)).collect()
}

/// Sheets that personas of a faction, or of the game, can name.
fn own(
    game: &Game,
    faction: Option<FactionId>,
) -> impl Iterator<Item = (PrototypeId, &str)> + Clone {
    let ids = game.prototypes.iter().enumerate();
    ids.filter(move |(_, it)| it.faction.is_none() || it.faction == faction)
        .map(|(at, it)| (PrototypeId::at(at), it.id.as_str()))
}

fn sheets_of(game: &Game, faction: Option<FactionId>, id: &str) -> Vec<PrototypeId> {
    own(game, faction).filter(|(_, known)| *known == id).map(|(at, _)| at).collect()
}

fn unknown(game: &Game, faction: Option<FactionId>, sheet: &str, path: Vec<Key>) -> Finding {
    let whose = if faction.is_some() { "the faction or its game" } else { "the game itself" };
    Finding {
        path,
        code: codes::UNDECLARED,
        message: format!("unknown sheet `{sheet}`"),
        hint: hint(sheet, own(game, faction).map(|(_, id)| id))
            .or_else(|| Some(format!("name a sheet of {whose}"))),
        twin: None,
    }
}
