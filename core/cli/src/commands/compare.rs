//! What comparing commands share: a game as it is, and the same game with one number changed.

use std::sync::Arc;

use harena_engine::game::Game;
use harena_engine::id::PrototypeId;
use harena_engine::the_match::Fault;
use harena_lab::paired::{self, Answer, Contest, Watcher};
use harena_lab::series::Plan;
use harena_lab::{Table, Tables};

use super::ab::variants::Matches;
use crate::failure::Failure;
use crate::table::Loader;

/// A number of a sheet that the engine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// How many copies a set holds.
    Copies,
    /// A stat, by its place.
    Stat(usize),
}

/// A sheet with a number on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The sheet.
    pub sheet: PrototypeId,
    /// Which number.
    pub number: Number,
}

impl Printed {
    /// What a text such as `dragon/mourner.copies` names; the faction may be left out.
    ///
    /// # Errors
    /// A sentence about what there is not.
    pub fn of(text: &str, game: &Game) -> Result<Printed, Failure> {
        let (path, number) = text.rsplit_once('.').unwrap_or((text, "copies"));
        let (faction, id) = match path.split_once('/') {
            Some((faction, id)) => (Some(faction), id),
            None => (None, path),
        };
        let no_faction = || Failure::usage(format!("there is no faction in `{text}`"));
        let faction = match faction {
            Some(name) => {
                let at =
                    game.factions.iter().position(|it| it.id == name).ok_or_else(no_faction)?;
                Some(harena_engine::id::FactionId(at as u8))
            }
            None => None,
        };
        let sheet = game.find_prototype(faction, id).ok_or_else(|| {
            Failure::usage(format!("there is neither a setting nor a sheet `{path}`"))
        })?;
        let number = match number {
            "copies" => Number::Copies,
            stat => match game.names.stats.find(stat) {
                Some(at) => Number::Stat(at),
                None => {
                    let stats: Vec<&str> = game.names.stats.iter().collect();
                    let known = stats.join(", ");
                    return Err(Failure::usage(format!(
                        "a sheet has no number `{stat}` that can be changed, only copies, {known}"
                    )));
                }
            },
        };
        Ok(Printed { sheet, number })
    }

    /// Prints another value; what is no such number is left alone.
    fn print(self, game: &mut Game, value: i32) {
        let Some(sheet) = game.prototypes.get_mut(self.sheet.index()) else { return };
        match self.number {
            Number::Copies => sheet.copies = u16::try_from(value).unwrap_or(0),
            Number::Stat(at) => {
                let clamped = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                if let Some(stat) = sheet.stats.get_mut(at) {
                    *stat = clamped;
                }
            }
        }
    }
}

/// Tables of a game with other numbers printed on a sheet.
pub struct Reprinted<'l> {
    /// The game as it is.
    pub loader: &'l Loader,
    /// What is changed, and to which value.
    pub change: Option<(Printed, i32)>,
}

impl Tables for Reprinted<'_> {
    fn set_up(&self) -> Result<Table<'static>, Fault> {
        let mut table = self.loader.set_up()?;
        if let Some((printed, value)) = self.change {
            printed.print(Arc::make_mut(&mut table.game), value);
        }
        Ok(table)
    }
}

/// Plays so many pairs of the same matches at two sorts of tables.
///
/// # Errors
/// As [`paired::run`].
pub fn play(
    tables: [&dyn Tables; 2],
    matches: &Matches,
    (seed, pairs, max_decisions): (u64, u64, u32),
    jobs: usize,
    watcher: &dyn Watcher,
) -> Result<Answer, Fault> {
    let plan = |at: usize| Plan {
        n_matches: pairs,
        seed,
        line_ups: matches.line_ups.get(at).cloned().unwrap_or_default(),
        max_decisions,
        shard: 0,
        n_shards: 1,
        stories: false,
        jobs: 1,
    };
    let [a, b] = tables;
    let contest = Contest {
        variants: [
            paired::Variant { plan: plan(0), tables: a },
            paired::Variant { plan: plan(1), tables: b },
        ],
        share_tables: false,
        seats: matches.seats.clone(),
        question: None,
        most_pairs: pairs,
        jobs,
    };
    paired::run(&contest, watcher)
}

/// The difference of two shares of victories, with an interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Difference {
    /// The share under the first less that under the second, from -1 to 1.
    pub worth: f64,
    /// Lower end of the interval of 95 %.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Difference {
    /// What some pairs tell.
    pub fn of(answer: &Answer) -> Difference {
        let counts = answer.test.counts();
        let (low, high) = counts.interval();
        let scaled = |mean: f64| 2.0 * (mean - 0.5);
        Difference { worth: scaled(counts.mean()), low: scaled(low), high: scaled(high) }
    }

    /// In percent, such as `+3.2 (-0.4 to +6.8)`.
    pub fn text(&self) -> String {
        let percent = |share: f64| format!("{:+.1}", 100.0 * share);
        format!("{:>6} ({} to {})", percent(self.worth), percent(self.low), percent(self.high))
    }
}

/// A bar from the middle, to the right for more than nothing.
pub fn bar(share: f64, most: f64) -> String {
    const HALF: usize = 12;
    let length = ((share.abs() / most.max(1e-9)) * HALF as f64).round().min(HALF as f64) as usize;
    match share < 0.0 {
        true => format!("{:>HALF$}|", "#".repeat(length)),
        false => format!("{:>HALF$}|{}", "", "#".repeat(length)),
    }
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_grow_from_the_middle() {
        assert_eq!(bar(0.0, 0.1), "            |");
        assert_eq!(bar(0.1, 0.1), "            |############");
        assert_eq!(bar(-0.05, 0.1), "      ######|");
    }
}
