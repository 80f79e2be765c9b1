//! A tally as plain data, so that parts of a series add up in another process to what one run
//! would have counted.

use std::collections::BTreeMap;

use harena_engine::id::{FactionId, PrototypeId, VerbId};
use harena_engine::the_match::Fault;
use serde::{Deserialize, Serialize};

use super::{Counted, Failure, LineUp, Tally, Told};
use crate::bot::{BotKind, OUTSIDE, Outside};
use crate::statistics::Histogram;

/// No part counts more than this of anything, so that sums of parts stay numbers.
const MOST: u64 = 1 << 48;

/// Everything a [`Tally`] holds, in lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    matches: u64,
    errors: u64,
    capped: u64,
    draws: u64,
    decisions: u64,
    forced: u64,
    options: u64,
    first: (u64, u64),
    margins: Vec<(u32, u64)>,
    lengths: Vec<(u32, u64)>,
    #[serde(default)]
    lead_changes: Vec<(u32, u64)>,
    #[serde(default)]
    chances: Vec<(u32, u64)>,
    by_seat: Vec<(u8, u64, u64)>,
    by_faction: Vec<(u8, u64, u64)>,
    by_bot: Vec<(String, u64, u64)>,
    matchups: Vec<(u8, u8, u64, u64)>,
    reasons: Vec<(u16, u64)>,
    #[serde(default)]
    sheets: Vec<Sheet>,
    #[serde(default)]
    verbs: Vec<(u8, u64)>,
    #[serde(default)]
    scores_won: Vec<(i32, u64)>,
    #[serde(default)]
    scores_lost: Vec<(i32, u64)>,
    #[serde(default)]
    parts: Vec<(u16, i64, i64)>,
    failures: Vec<Lost>,
    digest: String,
}

/// What became of a sheet: its number, pieces on the board, of them left, choices, users, winners.
type Sheet = (u16, u64, u64, u64, u64, u64);

/// A match that did not come to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    number: u64,
    seed: u64,
    bots: Vec<String>,
    factions: Vec<Option<u8>>,
    n_decisions: u32,
    fault: Option<Fault>,
}

impl Part {
    /// What a tally holds.
    pub fn of(tally: &Tally) -> Part {
        let lost = |(number, it): (&u64, &Failure)| Lost {
            number: *number,
            seed: it.seed,
            bots: it.line_up.bots.iter().map(ToString::to_string).collect(),
            factions: it.line_up.factions.iter().map(|it| it.map(|id| id.0)).collect(),
            n_decisions: it.n_decisions,
            fault: it.fault.clone(),
        };
        let pairs = |(pair, it): (&(FactionId, FactionId), &Counted)| {
            (pair.0.0, pair.1.0, it.wins, it.matches)
        };
        let sheet = |(id, it): (&PrototypeId, &Told)| {
            (id.0, it.entered, it.survived, it.chosen, it.users.matches, it.users.wins)
        };
        Part {
            matches: tally.matches,
            errors: tally.errors,
            capped: tally.capped,
            draws: tally.draws,
            decisions: tally.decisions,
            forced: tally.forced,
            options: tally.options,
            first: (tally.first.wins, tally.first.matches),
            margins: tally.margins.counts().collect(),
            lengths: tally.lengths.counts().collect(),
            lead_changes: tally.lead_changes.counts().collect(),
            chances: tally.chances.counts().collect(),
            by_seat: tally.by_seat.iter().map(|(at, it)| (*at, it.wins, it.matches)).collect(),
            by_faction: tally
                .by_faction
                .iter()
                .map(|(id, it)| (id.0, it.wins, it.matches))
                .collect(),
            by_bot: tally
                .by_bot
                .iter()
                .map(|(bot, it)| (bot.to_string(), it.wins, it.matches))
                .collect(),
            matchups: tally.matchups.iter().map(pairs).collect(),
            reasons: tally.reasons.iter().map(|(word, n)| (*word, *n)).collect(),
            sheets: tally.sheets.iter().map(sheet).collect(),
            verbs: tally.verbs.iter().map(|(verb, n)| (verb.0, *n)).collect(),
            scores_won: tally.scores_won.iter().map(|(score, n)| (*score, *n)).collect(),
            scores_lost: tally.scores_lost.iter().map(|(score, n)| (*score, *n)).collect(),
            parts: tally.parts.iter().map(|(word, it)| (*word, it.0, it.1)).collect(),
            failures: tally.failures.iter().map(lost).collect(),
            digest: format!("{:032x}", tally.digest),
        }
    }

    /// The tally again.
    ///
    /// # Errors
    /// A sentence about what no tally holds.
    pub fn tally(self) -> Result<Tally, String> {
        let mut failures = BTreeMap::new();
        for lost in self.failures {
            let bots = lost.bots.iter().map(|it| bot(it)).collect::<Result<_, _>>()?;
            let factions = lost.factions.iter().map(|it| it.map(FactionId)).collect();
            let line_up = LineUp { bots, factions };
            let (seed, n_decisions, fault) = (lost.seed, lost.n_decisions, lost.fault);
            failures.insert(lost.number, Failure { seed, line_up, n_decisions, fault });
        }
        let mut by_bot = BTreeMap::new();
        for (words, wins, matches) in self.by_bot {
            by_bot.insert(bot(&words)?, counted(wins, matches)?);
        }
        let digest = u128::from_str_radix(&self.digest, 16);
        Ok(Tally {
            matches: bounded(self.matches)?,
            errors: bounded(self.errors)?,
            capped: bounded(self.capped)?,
            draws: bounded(self.draws)?,
            decisions: bounded(self.decisions)?,
            forced: bounded(self.forced)?,
            options: self.options,
            first: counted(self.first.0, self.first.1)?,
            margins: histogram(self.margins)?,
            lengths: histogram(self.lengths)?,
            lead_changes: histogram(self.lead_changes)?,
            chances: histogram(self.chances)?,
            by_seat: all(self.by_seat, |(seat, wins, matches)| {
                Ok((seat, counted(wins, matches)?))
            })?,
            by_faction: all(self.by_faction, |(id, wins, matches)| {
                Ok((FactionId(id), counted(wins, matches)?))
            })?,
            by_bot,
            matchups: all(self.matchups, |(one, other, wins, matches)| {
                Ok(((FactionId(one), FactionId(other)), counted(wins, matches)?))
            })?,
            reasons: all(self.reasons, |(word, n)| Ok((word, bounded(n)?)))?,
            sheets: all(self.sheets, sheet)?,
            verbs: all(self.verbs, |(verb, n)| Ok((VerbId(verb), bounded(n)?)))?,
            scores_won: all(self.scores_won, |(score, n)| Ok((score, bounded(n)?)))?,
            scores_lost: all(self.scores_lost, |(score, n)| Ok((score, bounded(n)?)))?,
            parts: all(self.parts, |(word, won, lost)| Ok((word, (sum(won)?, sum(lost)?))))?,
            failures,
            digest: digest.map_err(|_| "its digest is no number".to_owned())?,
        })
    }
}

/// A bot that played; none is started by what a file says.
fn bot(words: &str) -> Result<BotKind, String> {
    match words.starts_with(OUTSIDE) {
        true => Ok(BotKind::Outside(Outside::absent(words))),
        false => words.parse(),
    }
}

fn histogram(counts: Vec<(u32, u64)>) -> Result<Histogram, String> {
    let mut histogram = Histogram::default();
    for (number, n) in counts {
        histogram.add_many(number, bounded(n)?);
    }
    Ok(histogram)
}

fn all<T, K: Ord, V>(
    list: Vec<T>,
    of: impl Fn(T) -> Result<(K, V), String>,
) -> Result<BTreeMap<K, V>, String> {
    list.into_iter().map(of).collect()
}

fn counted(wins: u64, matches: u64) -> Result<Counted, String> {
    match wins <= matches {
        true => Ok(Counted { wins: bounded(wins)?, matches: bounded(matches)? }),
        false => Err(format!("{wins} of {matches} matches were won")),
    }
}

fn sheet(
    (id, entered, survived, chosen, matches, wins): Sheet,
) -> Result<(PrototypeId, Told), String> {
    let told = Told {
        entered: bounded(entered)?,
        survived: bounded(survived)?,
        chosen: bounded(chosen)?,
        users: counted(wins, matches)?,
    };
    match survived <= entered {
        true => Ok((PrototypeId(id), told)),
        false => Err(format!("{survived} of {entered} pieces were left")),
    }
}

/// A sum of points, which may be below nothing.
fn sum(points: i64) -> Result<i64, String> {
    bounded(points.unsigned_abs()).map(|_| points)
}

fn bounded(n: u64) -> Result<u64, String> {
    if n <= MOST { Ok(n) } else { Err(format!("{n} is more than anybody counts")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, flawed_table};
    use crate::series::{Deaf, Plan, run};

    fn played(shard: u64, n_shards: u64, flaw: Flaw) -> Tally {
        let line_up = |bots: [BotKind; 2]| LineUp {
            bots: bots.into(),
            factions: [0, 1].map(|id| Some(FactionId(id))).into(),
        };
        let (random, greedy) = (BotKind::Random, BotKind::Greedy);
        let plan = Plan {
            n_matches: 90,
            seed: 5,
            line_ups: vec![line_up([greedy, random]), line_up([random, greedy])],
            max_decisions: if flaw == Flaw::Endless { 12 } else { 60 },
            shard,
            n_shards,
            stories: true,
            jobs: 2,
        };
        run(&plan, &|| Ok(flawed_table(flaw)), &Deaf).unwrap().tally
    }

    /// Parts that were written and read add up to one run, with all their failures.
    #[test]
    fn parts_that_were_written_add_up_to_the_whole() {
        for flaw in [Flaw::None, Flaw::Fails, Flaw::Endless] {
            let mut sum = Tally::default();
            for shard in 0..4 {
                let text = serde_json::to_string(&Part::of(&played(shard, 4, flaw))).unwrap();
                let part: Part = serde_json::from_str(&text).unwrap();
                sum.merge(part.tally().unwrap());
            }
            let ended = sum.matches > sum.errors + sum.capped;
            assert_eq!((sum.sheets.is_empty(), sum.scores_won.is_empty()), (!ended, !ended));
            assert_eq!((sum.verbs.is_empty(), sum.lead_changes.n() > 0), (false, ended));
            assert_eq!(sum, played(0, 1, flaw));
        }
    }

    #[test]
    fn what_no_tally_holds_is_refused() {
        let part = Part::of(&played(0, 1, Flaw::None));
        let check = |change: &dyn Fn(&mut Part), expected: &str| {
            let mut part = part.clone();
            change(&mut part);
            assert_eq!(part.tally().unwrap_err(), expected);
        };
        check(&|part| part.matches = u64::MAX, "18446744073709551615 is more than anybody counts");
        check(&|part| part.by_seat = vec![(0, 3, 2)], "3 of 2 matches were won");
        check(&|part| part.sheets = vec![(0, 3, 4, 0, 0, 0)], "4 of 3 pieces were left");
        check(&|part| part.digest = "x".into(), "its digest is no number");
    }
}
