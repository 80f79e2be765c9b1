//! Dice that were thrown: they roll for a moment and then stay to be read.

use harena_engine::id::Seat;
use harena_engine::log::{Entry, What};

/// How long dice roll, in seconds at speed 1.
const ROLL: f32 = 0.600;
/// How long they then lie before a bot goes on, so that they can be read.
const READ: f32 = 0.700;
/// They stay until so many more actions were taken.
const STAY: u32 = 3;

/// The dice that were thrown last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// How many sides each has, and what it shows.
    pub thrown: Vec<(u32, u32)>,
    /// The action in which they were thrown.
    action: u32,
    /// Milliseconds they have rolled.
    rolled: u32,
    calm: bool,
}

impl Dice {
    /// The dice a seat may know of, with one of these numbers of sides, of the last action that
    /// threw any.
    pub fn of(entries: &[Entry], seat: Option<Seat>, sides: &[u32]) -> Dice {
        let die = |entry: &Entry| {
            let What::Rolled { sides: n, result } = entry.what else { return None };
            sides.contains(&n).then_some((n, result))
        };
        let known = || entries.iter().rev().filter(|it| seat.is_none_or(|seat| it.is_for(seat)));
        let now = entries.last().map_or(0, |entry| entry.action);
        let Some(action) = known().find(|it| die(it).is_some()).map(|it| it.action) else {
            return Dice::default();
        };
        if now > action + STAY {
            return Dice::default();
        }
        let of_action = known().take_while(|it| it.action >= action);
        let mut thrown: Vec<(u32, u32)> =
            of_action.filter(|it| it.action == action).filter_map(die).collect();
        thrown.reverse();
        Dice { thrown, action, rolled: 0, calm: false }
    }

    /// Takes the place of the dice before; those that lie there already roll no more.
    pub fn follow(mut self, before: &Dice, calm: bool) -> Dice {
        let same = self.thrown == before.thrown && self.action == before.action;
        self.rolled = if same { before.rolled } else { 0 };
        self.calm = calm;
        self
    }

    /// Lets them lie as they are, as after going to another moment.
    pub fn at_rest(mut self) -> Dice {
        self.rolled = u32::MAX / 2;
        self
    }

    /// Lets time pass; answers whether they still roll.
    pub fn pass(&mut self, seconds: f32) -> bool {
        self.rolled = self.rolled.saturating_add((seconds * 1000.0) as u32);
        self.part().is_some()
    }

    /// Which part of their way is over while they roll.
    pub fn part(&self) -> Option<f32> {
        let part = self.rolled as f32 / (ROLL * 1000.0);
        (!self.thrown.is_empty() && !self.calm && part < 1.0).then_some(part)
    }

    /// How many seconds at speed 1 are left until they have rolled and can have been read.
    pub fn unread(&self) -> Option<f32> {
        let whole = if self.calm { READ } else { ROLL + READ };
        let left = whole - self.rolled as f32 / 1000.0;
        (!self.thrown.is_empty() && left > 0.0).then_some(left)
    }

    /// What a die shows now: other faces while it rolls.
    pub fn shown(&self, at: usize) -> Option<(u32, u32)> {
        let (sides, result) = self.thrown.get(at).copied()?;
        let Some(part) = self.part() else { return Some((sides, result)) };
        let turns = (part * 9.0) as u32 + at as u32 * 3;
        Some((sides, (result + turns * 5 + turns / 2) % sides.max(1) + 1))
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::id::PieceId;

    use super::*;

    fn entry(action: u32, what: What, to: Seat) -> Entry {
        Entry { what, instant: 0, by: PieceId::NONE, action, to, seen: None }
    }

    fn roll(action: u32, sides: u32, result: u32, to: Seat) -> Entry {
        entry(action, What::Rolled { sides, result }, to)
    }

    #[test]
    fn the_last_dice_stay_for_a_while_and_what_is_no_die_is_left_out() {
        let all = Seat::NONE;
        let mut log = vec![
            roll(1, 6, 2, all),
            roll(2, 6, 5, all),
            roll(2, 30, 17, all),
            roll(2, 6, 1, Seat(1)),
            roll(2, 6, 3, all),
        ];
        let check = |log: &[Entry], seat: Option<Seat>, expected: &[(u32, u32)]| {
            assert_eq!(Dice::of(log, seat, &[6]).thrown, expected);
        };
        check(&log, Some(Seat(0)), &[(6, 5), (6, 3)]);
        check(&log, Some(Seat(1)), &[(6, 5), (6, 1), (6, 3)]);
        check(&log, None, &[(6, 5), (6, 1), (6, 3)]);
        log.push(entry(5, What::Ended, all));
        check(&log, Some(Seat(0)), &[(6, 5), (6, 3)]);
        log.push(entry(6, What::Ended, all));
        check(&log, Some(Seat(0)), &[]);
    }

    #[test]
    fn dice_roll_once_and_then_show_their_results() {
        let mut dice = Dice::of(&[roll(1, 6, 4, Seat::NONE)], None, &[6]);
        assert!(dice.pass(0.3));
        assert!((1..=6).contains(&dice.shown(0).unwrap().1));
        assert!(!dice.pass(0.3));
        assert_eq!(dice.shown(0), Some((6, 4)));
        assert!(dice.unread().is_some_and(|left| (left - 0.7).abs() < 0.01), "they are read now");
        dice.pass(0.7);
        assert_eq!(dice.unread(), None);
        let again = Dice::of(&[roll(1, 6, 4, Seat::NONE)], None, &[6]);
        assert_eq!(again.clone().follow(&dice, false).part(), None, "they lie there already");
        assert_eq!(again.follow(&Dice::default(), true).part(), None, "calm dice only lie there");
    }
}
