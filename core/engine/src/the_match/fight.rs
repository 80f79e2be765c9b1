//! Levels of a combat, one after the other.

use super::Match;
use crate::combat::{self, Combat, Strike};
use crate::effect::Effect;
use crate::id::*;
use crate::log::What;
use crate::log::sentence::Gap;

impl Match {
    /// Spends the activations due at a level; adds all their strikes on the position now.
    pub fn strike_level(&mut self, combat: &Combat, level: i16, strikes: &mut Vec<Strike>) {
        let due = combat::due(self.scene(), combat, level);
        for (piece, _) in &due {
            combat::strikes(self.scene(), combat, *piece, strikes);
        }
        for (piece, number) in due {
            self.apply(Effect::Spend { piece, number }, PieceId::NONE);
        }
    }

    /// Deals the wounds of all strikes that are aimed and not cancelled; answers how many hit.
    pub fn land(&mut self, strikes: &[Strike]) -> usize {
        let hits =
            |strike: &&Strike| !strike.cancelled && strike.target.is_some() && strike.damage > 0;
        for hit in strikes.iter().filter(hits) {
            self.write(What::Struck(*hit), hit.attacker);
            let (piece, n, by) = (hit.target, hit.damage, hit.attacker);
            self.apply(Effect::Wound { piece, n, by }, by);
        }
        strikes.iter().filter(hits).count()
    }

    /// Runs levels from `at_most` down: at each the due strike together, the sentence is said with
    /// the level, the strikes land, and what falls is removed. Answers the first level that it
    /// leaves to the rules, because a piece on the board has one of the keywords or because sheets
    /// may answer what happens; nothing once no level is left.
    pub fn fight(
        &mut self,
        combat: &Combat,
        mut at_most: i16,
        left_to_rules: &[KeywordId],
        sentence: WordId,
    ) -> Option<i16> {
        let mut strikes = Vec::new();
        while at_most >= 0 {
            let scene = self.scene();
            let level = combat::next_level(scene, combat, at_most).filter(|level| *level >= 0)?;
            let mut grants = scene.derived.grants().iter();
            let is_special = grants.any(|grant| left_to_rules.contains(&grant.keyword));
            if is_special || self.game.has_triggers {
                return Some(level);
            }
            strikes.clear();
            self.strike_level(combat, level, &mut strikes);
            if !strikes.is_empty() {
                let args = [Gap::Number(level.into()), Gap::Nothing, Gap::Nothing, Gap::Nothing];
                self.write(What::Said { word: sentence, args }, PieceId::NONE);
                self.land(&strikes);
                self.end_instant();
                self.settle();
            }
            at_most = level - 1;
        }
        None
    }
}
