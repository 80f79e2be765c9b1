//! What strikes and falls in an instant that is played back: each blow with its line and number.

use egui::{Color32, Pos2, vec2};
use harena_engine::combat::Strike;
use harena_engine::id::PieceId;
use harena_engine::log::{Entry, What};

use super::board::Canvas;
use super::icon;
use crate::draw::Pen;
use crate::links::Shown;
use crate::theme::paper;

/// How far two who strike each other keep their lines apart, in radii.
const APART: f32 = 0.13;
/// Where the number of a blow stands on its line.
const ALONG: f32 = 0.62;

/// All blows of one piece against another in an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Blow {
    attacker: PieceId,
    target: PieceId,
    cancelled: bool,
    damage: Vec<i16>,
}

/// The blows of an instant, those between the same two together.
fn blows(entries: &[Entry]) -> Vec<Blow> {
    let mut blows: Vec<Blow> = Vec::new();
    for entry in entries {
        let cancelled = matches!(entry.what, What::Cancelled(_));
        let (What::Struck(strike) | What::Cancelled(strike)) = entry.what else { continue };
        let Strike { attacker, target, damage, .. } = strike;
        let same = |it: &&mut Blow| {
            (it.attacker, it.target, it.cancelled) == (attacker, target, cancelled)
        };
        match blows.iter_mut().find(same) {
            Some(blow) => blow.damage.push(damage),
            None => blows.push(Blow { attacker, target, cancelled, damage: vec![damage] }),
        }
    }
    blows
}

impl Blow {
    /// Whether somebody strikes back at once.
    fn is_answered(&self, all: &[Blow]) -> bool {
        all.iter().any(|it| (it.attacker, it.target) == (self.target, self.attacker))
    }

    /// What it costs, each strike for itself.
    fn told(&self) -> String {
        let told = self.damage.iter().filter(|n| **n > 0 && !self.cancelled);
        told.map(|n| format!("\u{2212}{n}")).collect::<Vec<String>>().join(" ")
    }
}

impl Canvas<'_> {
    /// Draws the strikes and falls of an instant of the playback: the lines shoot out to whom they
    /// hit, and then their numbers come up.
    pub fn draw_instant(&self, pen: &mut Pen, entries: &[Entry], before: &Shown) {
        let place = |id: PieceId| {
            let now = self.view.shown.state.piece(id).cell();
            now.or_else(|| before.state.piece(id).cell()).map(|cell| self.center(cell))
        };
        let all = blows(entries);
        for blow in &all {
            let (from, Some(to)) = (place(blow.attacker), place(blow.target)) else { continue };
            let from = from.unwrap_or(to);
            let aside = if blow.is_answered(&all) { APART } else { 0.0 };
            let way = (to - from).normalized();
            let aside = vec2(-way.y, way.x) * aside * self.layout.radius();
            self.draw_blow(pen, (from + aside, to + aside), blow);
        }
        for entry in entries {
            if let What::Fell(id) = entry.what {
                place(id).into_iter().for_each(|at| self.draw_fall(pen, at));
            }
        }
    }

    /// Draws an arrow from attacker to target, where both have a place, and the damage.
    fn draw_blow(&self, pen: &mut Pen, (from, to): (Pos2, Pos2), blow: &Blow) {
        let (way, number) = self.lately.motion.blow();
        let color = if blow.cancelled { paper::USED } else { paper::DANGER };
        let r = self.layout.radius();
        if from != to {
            icon::strike(pen, from, from + (to - from) * (0.75 + 0.25 * way), r, color);
        }
        let text = blow.told();
        if text.is_empty() || number == 0.0 {
            return;
        }
        // What nobody on the board does is told below the numbers of the piece it is done to.
        let at = if from == to { to + vec2(0.0, 0.57 * r) } else { from + (to - from) * ALONG };
        self.draw_number(pen, at, &text, (number, paper::DANGER));
    }

    /// Draws a number that comes up.
    fn draw_number(&self, pen: &mut Pen, at: Pos2, text: &str, (part, color): (f32, Color32)) {
        let size = (self.layout.radius() * 0.22).clamp(12.0, 17.0);
        icon::pill(pen, self.painter, at, (text, size * (0.6 + 0.4 * part), color));
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::id::{ModeId, Seat};

    use super::*;

    fn strike(attacker: u16, target: u16, damage: i16) -> Strike {
        let (attacker, target) = (PieceId(attacker), PieceId(target));
        let (owner, mode, attack, cancelled) = (Seat(0), ModeId(0), 0, false);
        Strike { attacker, owner, target, mode, attack, damage, cancelled }
    }

    #[test]
    fn blows_between_the_same_two_are_told_together_and_answers_apart() {
        let (struck, by) = (What::Struck, PieceId::NONE);
        let what = [
            struck(strike(1, 2, 3)),
            struck(strike(2, 1, 1)),
            What::Fell(PieceId(1)),
            struck(strike(1, 2, 1)),
            What::Cancelled(strike(4, 2, 2)),
        ];
        let entry = |what| Entry { what, instant: 1, by, action: 1, to: Seat::NONE, seen: None };
        let blows = blows(&what.map(entry));
        let told: Vec<(u16, u16, String, bool)> = blows
            .iter()
            .map(|it| (it.attacker.0, it.target.0, it.told(), it.is_answered(&blows)))
            .collect();
        let expected = [
            (1, 2, "\u{2212}3 \u{2212}1".to_owned(), true),
            (2, 1, "\u{2212}1".to_owned(), true),
            (4, 2, String::new(), false),
        ];
        assert_eq!(told, expected, "what is cancelled costs nothing");
    }
}
