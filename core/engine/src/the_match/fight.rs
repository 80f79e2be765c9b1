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
        let due = self.due_to_strike(combat, level, strikes);
        self.spend(due);
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
    /// leaves to the rules, because a piece that strikes or is struck in it has one of the keywords
    /// or because sheets may answer what happens; nothing once no level is left.
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
            if self.game.has_triggers {
                return Some(level);
            }
            strikes.clear();
            let due = self.due_to_strike(combat, level, &mut strikes);
            let derived = &self.worked_out.derived;
            let is_special = |id| left_to_rules.iter().any(|it| derived.grant(id, *it).is_some());
            if strikes.iter().any(|it| is_special(it.attacker) || is_special(it.target)) {
                return Some(level);
            }
            self.spend(due);
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

    /// The activations due at a level; adds all their strikes on the position now.
    fn due_to_strike(
        &mut self,
        combat: &Combat,
        level: i16,
        strikes: &mut Vec<Strike>,
    ) -> Vec<(PieceId, u8)> {
        let scene = self.scene();
        let due = combat::due(scene, combat, level);
        for (piece, _) in &due {
            combat::strikes(scene, combat, *piece, strikes);
        }
        due
    }

    fn spend(&mut self, due: Vec<(PieceId, u8)>) {
        for (piece, number) in due {
            self.apply(Effect::Spend { piece, number }, PieceId::NONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::game::Game;
    use crate::id::*;
    use crate::sample::*;

    const SPECIAL: KeywordId = KeywordId(0);

    /// The level of a fight that is left to rules which look after one keyword, and the wounds of
    /// the piece in front, where a fighter strikes it at level 2 and another piece stands apart.
    /// The keyword is printed on one of the three.
    fn fought(who: usize) -> (Option<i16>, i32) {
        // 0 fighter, 5 shield in front of it, 1 netter far away, which nets nobody.
        let (striker, struck, bystander) = (0, 5, 1);
        let mut game: Game = (*game()).clone();
        let prototype = [striker, struck, bystander][who];
        game.prototypes[prototype].keywords = vec![(SPECIAL, 1)];
        game.prototypes[struck].stats[HIT_POINTS.index()] = 3;
        let pieces = [(striker, 0, (0, 0)), (struck, 1, (1, 0)), (bystander, 1, (0, -2))];
        let put = pieces.map(|(prototype, seat, at)| (prototype as u16, seat, at, 0));
        let mut the_match = position_in(Arc::new(game), &put);
        let combat = the_match.game.combat.clone().unwrap();
        let left = the_match.fight(&combat, 9, &[SPECIAL], WordId(1));
        (left, the_match.state().counter(PieceId(1), WOUNDS).into())
    }

    #[test]
    fn a_level_is_left_to_the_rules_where_a_keyword_strikes_or_is_struck() {
        assert_eq!(fought(0), (Some(2), 0), "the one that strikes has it");
        assert_eq!(fought(1), (Some(2), 0), "the one that is struck has it");
        assert_eq!(fought(2), (None, 1), "one that only stands there has it");
    }
}
