//! What a series of matches adds up to.

use std::collections::BTreeMap;

use harena_engine::hash::{Digest, Fingerprint};
use harena_engine::id::{FactionId, PrototypeId, VerbId};
use harena_engine::state::Outcome;
use harena_engine::the_match::Fault;

use super::{Ending, LineUp, Played, Told};
use crate::bot::BotKind;
use crate::statistics::{Histogram, Share};

/// How many failures a tally keeps: those with the lowest numbers.
pub const KEPT_FAILURES: usize = 100;

/// How often somebody won, of how many matches that came to an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Matches won alone or with allies.
    pub wins: u64,
    /// Matches that ended.
    pub matches: u64,
}

impl Counted {
    /// With error bars.
    pub fn share(self) -> Share {
        Share::of(self.wins, self.matches)
    }

    pub(super) fn add(&mut self, won: bool) {
        self.wins += u64::from(won);
        self.matches += 1;
    }

    pub(super) fn merge(&mut self, other: Counted) {
        self.wins += other.wins;
        self.matches += other.matches;
    }
}

/// A match that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its seed, with which it can be played again.
    pub seed: u64,
    /// Its line-up.
    pub line_up: LineUp,
    /// After how many decisions.
    pub n_decisions: u32,
    /// What failed; `None` if it took too long.
    pub fault: Option<Fault>,
}

/// Sums over matches; two of them add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Matches begun.
    pub matches: u64,
    /// Of them: failed.
    pub errors: u64,
    /// Of them: given up after too many decisions.
    pub capped: u64,
    /// Of them: ended without one winning side, see [`super::is_draw`]; a win for nobody.
    pub draws: u64,
    /// Decisions taken in all matches.
    pub decisions: u64,
    /// Of them: left nothing to choose.
    pub forced: u64,
    /// Options of all decisions together.
    pub options: u64,
    /// Wins of the seat that decided first.
    pub first: Counted,
    /// How far the winner was ahead of the best loser, where there are scores and one winner.
    pub margins: Histogram,
    /// Decisions a match, of those that ended.
    pub lengths: Histogram,
    /// How often the lead changed in a match, of those that ended and were looked at.
    pub lead_changes: Histogram,
    /// How many results and shuffles chance gave in a match, of those that ended.
    pub chances: Histogram,
    /// By seat.
    pub by_seat: BTreeMap<u8, Counted>,
    /// By faction; a faction that plays several seats counts for each.
    pub by_faction: BTreeMap<FactionId, Counted>,
    /// By bot, likewise.
    pub by_bot: BTreeMap<BotKind, Counted>,
    /// How often the first faction won where the second sat at the same table.
    pub matchups: BTreeMap<(FactionId, FactionId), Counted>,
    /// What became of each sheet, if the plan wants it told.
    pub sheets: BTreeMap<PrototypeId, Told>,
    /// How often each verb was taken in all matches, likewise.
    pub verbs: BTreeMap<VerbId, u64>,
    /// Points of seats that won, and how often each occurred.
    pub scores_won: BTreeMap<i32, u64>,
    /// Points of all other seats, likewise.
    pub scores_lost: BTreeMap<i32, u64>,
    /// By the word for a part of the points: the sum of those that won, and of all others.
    pub parts: BTreeMap<u16, (i64, i64)>,
    /// By the word for how it ended.
    pub reasons: BTreeMap<u16, u64>,
    /// Matches that did not come to their end, by number; at most [`KEPT_FAILURES`].
    pub failures: BTreeMap<u64, Failure>,
    /// The sum of a hash of every match's number and last state: equal for equal series.
    pub digest: u128,
}

impl Tally {
    /// Counts a match.
    pub fn add(&mut self, played: &Played, line_up: &LineUp) {
        self.matches += 1;
        self.decisions += u64::from(played.n_decisions);
        self.forced += u64::from(played.n_forced);
        self.options = self.options.saturating_add(played.n_options);
        self.digest = self.digest.wrapping_add(fingerprint(played));
        for (verb, n) in &played.verbs {
            *self.verbs.entry(*verb).or_default() += u64::from(*n);
        }
        let fault = match &played.ending {
            Ending::Over(outcome) => return self.add_end(played, line_up, outcome),
            Ending::Capped => None,
            Ending::Failed(fault) => Some(fault.clone()),
        };
        self.errors += u64::from(fault.is_some());
        self.capped += u64::from(fault.is_none());
        let (seed, n_decisions, line_up) = (played.seed, played.n_decisions, line_up.clone());
        self.failures.insert(played.number, Failure { seed, line_up, n_decisions, fault });
        self.keep_first_failures();
    }

    fn add_end(&mut self, played: &Played, line_up: &LineUp, outcome: &Outcome) {
        self.lengths.add(played.n_decisions);
        self.chances.add(u32::try_from(played.n_chances).unwrap_or(u32::MAX));
        played.lead_changes.into_iter().for_each(|it| self.lead_changes.add(it));
        *self.reasons.entry(outcome.reason.0).or_default() += 1;
        let is_draw = played.is_draw;
        self.draws += u64::from(is_draw);
        if let Some(first) = played.first {
            self.first.add(!is_draw && outcome.winners & (1 << first.0.min(15)) != 0);
        }
        margin(outcome).filter(|_| !is_draw).into_iter().for_each(|it| self.margins.add(it));
        let won = |seat: u8| !is_draw && outcome.winners & (1 << seat.min(15)) != 0;
        self.add_scores(outcome, &won);
        for ((sheet, seat), story) in &played.stories {
            let user = usize::from(seat.0) < played.factions.len();
            let told = self.sheets.entry(*sheet).or_default();
            told.add(story, user.then(|| won(seat.0)));
        }
        for (seat, faction) in (0u8..).zip(&played.factions) {
            let won = won(seat);
            self.by_seat.entry(seat).or_default().add(won);
            if let Some(bot) = line_up.bots.get(usize::from(seat)) {
                self.by_bot.entry(*bot).or_default().add(won);
            }
            let Some(faction) = faction else { continue };
            self.by_faction.entry(*faction).or_default().add(won);
            let others = (0u8..).zip(&played.factions).filter(|(other, _)| *other != seat);
            for other in others.filter_map(|(_, other)| *other) {
                self.matchups.entry((*faction, other)).or_default().add(won);
            }
        }
    }

    fn add_scores(&mut self, outcome: &Outcome, won: &impl Fn(u8) -> bool) {
        for (seat, score) in (0u8..).zip(&outcome.scores) {
            let scores = if won(seat) { &mut self.scores_won } else { &mut self.scores_lost };
            *scores.entry(*score).or_default() += 1;
        }
        for (seat, parts) in (0u8..).zip(&outcome.parts) {
            for (word, points) in parts {
                let (of_winners, of_others) = self.parts.entry(word.0).or_default();
                match won(seat) {
                    true => *of_winners += i64::from(*points),
                    false => *of_others += i64::from(*points),
                }
            }
        }
    }

    /// Adds the matches of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.matches += other.matches;
        self.errors += other.errors;
        self.capped += other.capped;
        self.draws += other.draws;
        self.decisions += other.decisions;
        self.forced += other.forced;
        self.options = self.options.saturating_add(other.options);
        self.first.merge(other.first);
        self.margins.merge(&other.margins);
        self.lengths.merge(&other.lengths);
        self.lead_changes.merge(&other.lead_changes);
        self.chances.merge(&other.chances);
        add_all(&mut self.verbs, other.verbs);
        merge_counts(&mut self.by_seat, other.by_seat);
        merge_counts(&mut self.by_faction, other.by_faction);
        merge_counts(&mut self.by_bot, other.by_bot);
        merge_counts(&mut self.matchups, other.matchups);
        add_all(&mut self.reasons, other.reasons);
        add_all(&mut self.scores_won, other.scores_won);
        add_all(&mut self.scores_lost, other.scores_lost);
        for (word, (won, lost)) in other.parts {
            let sum = self.parts.entry(word).or_default();
            *sum = (sum.0 + won, sum.1 + lost);
        }
        for (sheet, told) in other.sheets {
            self.sheets.entry(sheet).or_default().merge(told);
        }
        self.failures.extend(other.failures);
        self.keep_first_failures();
        self.digest = self.digest.wrapping_add(other.digest);
    }

    fn keep_first_failures(&mut self) {
        while self.failures.len() > KEPT_FAILURES {
            self.failures.pop_last();
        }
    }
}

/// How far the best winner was ahead of the best loser; `None` without scores, and where a loser
/// has more.
pub fn margin(outcome: &Outcome) -> Option<u32> {
    let scores = || (0u8..).zip(&outcome.scores);
    let wins = |seat: u8| outcome.winners & (1 << seat.min(15)) != 0;
    let best = |won: bool| scores().filter(|(seat, _)| wins(*seat) == won).map(|(_, it)| *it).max();
    let ahead = i64::from(best(true)?) - i64::from(best(false)?);
    u32::try_from(ahead).ok()
}

fn merge_counts<K: Ord>(into: &mut BTreeMap<K, Counted>, from: BTreeMap<K, Counted>) {
    for (key, counted) in from {
        into.entry(key).or_default().merge(counted);
    }
}

fn add_all<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, n) in from {
        *into.entry(key).or_default() += n;
    }
}

fn fingerprint(played: &Played) -> u128 {
    let Digest(state) = played.digest;
    let mut print = Fingerprint::new();
    print.write_u64(played.number).write_u64((state >> 64) as u64).write_u64(state as u64);
    print.digest().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_the_lead_over_the_best_loser() {
        let check = |winners: u16, scores: &[i32], expected: Option<u32>| {
            let outcome = Outcome {
                winners,
                scores: scores.into(),
                parts: Vec::new(),
                reason: Default::default(),
            };
            assert_eq!(margin(&outcome), expected, "{winners:b} {scores:?}");
        };
        check(0b1, &[12, 5], Some(7));
        check(0b10, &[-4, 5], Some(9));
        check(0b101, &[9, 5, 7], Some(4));
        check(0b1, &[], None);
        check(0b11, &[3, 3], None);
        check(0b1, &[2, 5], None);
        check(0b1, &[i32::MAX, i32::MIN], Some(u32::MAX));
    }
}
