//! What no match of a series came to: verbs, keywords and sheets.

use std::collections::BTreeSet;

use harena_engine::game::{Game, Prototype};
use harena_engine::id::{FactionId, KeywordId, PrototypeId, VerbId};
use harena_engine::modifier::Gift;
use harena_lab::series::{Tally, unused};
use serde_json::{Value, json};

use crate::out::{Out, Style};

/// What nobody came to, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreached {
    /// Verbs that nobody chose.
    pub verbs: Vec<String>,
    /// Keywords of no piece or card that was used, though of one that might have been, or of none.
    pub keywords: Vec<String>,
    /// Sheets with copies that never came onto the board and that nobody chose, of kinds that
    /// otherwise do.
    pub sheets: Vec<String>,
}

impl Unreached {
    /// What a series did not come to; nothing if its stories were not told.
    pub fn of(tally: &Tally, game: &Game) -> Option<Unreached> {
        if tally.verbs.is_empty() && tally.decisions > 0 {
            return None;
        }
        let mut factions: BTreeSet<FactionId> = tally.by_faction.keys().copied().collect();
        if factions.is_empty() {
            factions = (0u8..).zip(&game.factions).map(|(at, _)| FactionId(at)).collect();
        }
        let is_used = |it: &&PrototypeId| {
            tally.sheets.get(it).is_some_and(|told| told.entered + told.chosen > 0)
        };
        let used: BTreeSet<PrototypeId> = tally.sheets.keys().filter(is_used).copied().collect();
        let verbs = (0u8..).zip(game.names.verbs.iter());
        let verbs = verbs.filter(|(at, _)| !tally.verbs.contains_key(&VerbId(*at)));
        let sheets = unused(game, &used, &factions);
        Some(Unreached {
            verbs: verbs.map(|(_, name)| name.to_owned()).collect(),
            keywords: keywords(game, &used, &factions),
            sheets: sheets.into_iter().map(|id| sheet_name(game, id)).collect(),
        })
    }

    /// Under keys that stay.
    pub fn as_json(&self) -> Value {
        json!({ "verbs": self.verbs, "keywords": self.keywords, "sheets": self.sheets })
    }

    /// A paragraph for each sort of which there is something.
    pub fn lines(&self, out: &Out) -> Vec<String> {
        let sorts = [
            ("verbs nobody chose", &self.verbs),
            ("keywords that never came into play", &self.keywords),
            ("sheets nobody used", &self.sheets),
        ];
        let told = sorts.into_iter().filter(|(_, names)| !names.is_empty());
        told.flat_map(|(head, names)| {
            [out.styled(Style::Strong, head), format!("  {}", names.join(", "))]
        })
        .collect()
    }
}

/// Keywords that no sheet in use has or gives, unless only those of factions that stayed away do.
fn keywords(
    game: &Game,
    used: &BTreeSet<PrototypeId>,
    factions: &BTreeSet<FactionId>,
) -> Vec<String> {
    let sheets = || (0u16..).zip(&game.prototypes).map(|(at, it)| (PrototypeId(at), it));
    let has = |sheet: &Prototype, keyword: KeywordId| {
        let gives = |gift: &Gift| matches!(gift, Gift::Keyword(id, _) if *id == keyword);
        sheet.keyword(keyword).is_some() || sheet.auras.iter().any(|aura| gives(&aura.gives))
    };
    let plays = |sheet: &Prototype| sheet.faction.is_none_or(|id| factions.contains(&id));
    let is_missed = |keyword: KeywordId| {
        let mut with = sheets().filter(|(_, sheet)| has(sheet, keyword)).peekable();
        let is_nowhere = with.peek().is_none();
        let mut could = with.filter(|(_, sheet)| plays(sheet)).map(|(id, _)| id).peekable();
        is_nowhere || (could.peek().is_some() && could.all(|id| !used.contains(&id)))
    };
    let named = (0u8..).zip(game.names.keywords.iter());
    let missed = named.filter(|(at, _)| is_missed(KeywordId(*at)));
    missed.map(|(_, name)| name.to_owned()).collect()
}

/// How a sheet is called: with its faction, if it has one.
pub fn sheet_name(game: &Game, id: PrototypeId) -> String {
    let sheet = game.prototype(id);
    let faction = sheet.faction.and_then(|id| game.factions.get(id.index()));
    faction.map_or_else(|| sheet.id.clone(), |it| format!("{}/{}", it.id, sheet.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::game::Faction;
    use harena_engine::id::KindId;
    use harena_lab::series::{Counted, Told};

    /// Two factions of which the first plays. Its wolf was used, its bear not; the dragon of the
    /// second could not be. Keyword 0 is the wolf's, 1 the bear's, 2 the dragon's, 3 nobody's.
    #[test]
    fn only_what_could_have_been_reached_was_missed() {
        let sheet = |id: &str, faction: u8, keyword: u8| Prototype {
            id: id.into(),
            faction: Some(FactionId(faction)),
            kind: KindId(0),
            copies: 1,
            keywords: vec![(KeywordId(keyword), 0)],
            ..Prototype::default()
        };
        let faction = |id: &str| Faction { id: id.into(), ..Faction::default() };
        let mut game = Game {
            factions: vec![faction("north"), faction("south")],
            prototypes: vec![sheet("wolf", 0, 0), sheet("bear", 0, 1), sheet("dragon", 1, 2)],
            ..Game::default()
        };
        game.names.keywords = ["howl", "sleep", "fire", "song"].into_iter().collect();
        game.names.verbs = ["move", "rest"].into_iter().collect();
        let mut tally = Tally { decisions: 7, ..Tally::default() };
        assert_eq!(Unreached::of(&tally, &game), None, "nobody looked");
        tally.by_faction.insert(FactionId(0), Counted { wins: 1, matches: 2 });
        tally.sheets.insert(PrototypeId(0), Told { entered: 3, ..Told::default() });
        tally.verbs.insert(VerbId(1), 7);
        let words = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let missed = Unreached::of(&tally, &game).unwrap();
        assert_eq!(missed.verbs, words(&["move"]));
        assert_eq!(missed.keywords, words(&["sleep", "song"]));
        assert_eq!(missed.sheets, words(&["north/bear"]));
        tally.sheets.insert(PrototypeId(1), Told { chosen: 1, ..Told::default() });
        let missed = Unreached::of(&tally, &game).unwrap();
        assert_eq!((missed.keywords, missed.sheets), (words(&["song"]), Vec::new()));
    }
}
