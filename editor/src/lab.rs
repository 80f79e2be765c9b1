//! Series of matches that bots play beside the window: what is to be played, what was played so
//! far, and what that says.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_engine::game::{Game, SettingValue};
use harena_lab::bot::BotKind;
use harena_lab::record::Record;
use harena_pack::Library;
use harena_script::{Menu, SettingKind, SettingRule};

use crate::book::Book;
use crate::session::{Plan, Wake};

mod notable;
mod run;
mod trend;
mod verdict;

pub use notable::{Found, Notable, Sort};
pub use run::{Part, Run, Shared};
pub use trend::Trend;
pub use verdict::{Verdict, verdict};

/// So many matches can be asked for.
pub const SIZES: [u64; 4] = [40, 200, 1_000, 5_000];
/// A setting is gone over in so many values at most.
const MOST_VALUES: i32 = 5;

/// What is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The game, its settings and how many play; the factions take turns.
    pub plan: Plan,
    /// Who plays every seat.
    pub bot: BotKind,
    /// How many matches, for each value.
    pub n: u64,
    /// The setting whose values are compared, by id.
    pub over: Option<String>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { plan: Plan::default(), bot: BotKind::Greedy, n: 200, over: None }
    }
}

/// What is known of the game that is played.
pub struct Known {
    /// The game.
    pub game: Arc<Game>,
    /// Its labels.
    pub book: Book,
    /// What it offers before a match.
    pub menu: Menu,
}

/// What a series is played with.
pub struct Errand {
    /// What is to be played.
    pub wanted: Wanted,
    /// All packs.
    pub library: Library,
    /// Called when there is news.
    pub wake: Option<Wake>,
    /// How many threads play.
    pub jobs: usize,
}

/// The lab as the window shows it.
#[derive(Default)]
pub struct Lab {
    /// What would be played next.
    pub wanted: Wanted,
    /// What is being played, or was played last.
    pub run: Option<Run>,
    /// Which value of those compared is looked at.
    pub at: usize,
    /// The faction whose pieces are looked at.
    pub faction: Option<usize>,
}

impl Lab {
    /// Turns to a game with its settings; what was played of it stays.
    pub fn turn_to(&mut self, plan: &Plan) {
        let before = (&self.wanted.plan.game, &self.wanted.plan.settings, self.wanted.plan.n_seats);
        if before != (&plan.game, &plan.settings, plan.n_seats) {
            self.wanted.over = None;
        }
        self.wanted.plan = plan.clone();
        if self.run.as_ref().is_some_and(|run| run.wanted.plan.game != plan.game) {
            (self.run, self.at, self.faction) = (None, 0, None);
        }
    }

    /// Begins a series.
    pub fn begin(&mut self, library: Library, wake: Option<Wake>) {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // One core is left to the window.
        let jobs = cores.saturating_sub(1).max(1);
        let wanted = self.wanted.clone();
        (self.at, self.faction) = (0, None);
        self.run = Some(Run::start(Errand { wanted, library, wake, jobs }));
    }

    /// The record of a match that was asked for, once it was played again.
    pub fn record(&mut self) -> Option<Result<Record, String>> {
        self.run.as_mut()?.record()
    }
}

/// The settings whose values can be compared.
pub fn comparable(menu: &Menu) -> impl Iterator<Item = &SettingRule> {
    menu.settings.iter().filter(|rule| values_of(rule).len() > 1)
}

/// The values of a setting that are compared: all of a few, or some between the least and the most
/// with what the rules say among them.
pub fn values_of(rule: &SettingRule) -> Vec<SettingValue> {
    match &rule.kind {
        SettingKind::Bool => vec![SettingValue::Bool(false), SettingValue::Bool(true)],
        SettingKind::Choice(words) => words.iter().cloned().map(SettingValue::Text).collect(),
        SettingKind::Int { min, max } => {
            let n = (max - min).clamp(0, MOST_VALUES - 1);
            let between = (0..=n).map(|at| min + (max - min) * at / n.max(1));
            let mut values: BTreeMap<i32, ()> = between.map(|value| (value, ())).collect();
            if let SettingValue::Int(usual) = rule.default
                && !values.contains_key(&usual)
            {
                let near = values.keys().copied().filter(|it| it != min && it != max);
                let nearest = near.min_by_key(|it| (it - usual).abs());
                nearest.and_then(|it| values.remove(&it));
                values.insert(usual, ());
            }
            values.into_keys().map(SettingValue::Int).collect()
        }
        SettingKind::Set { .. } | SettingKind::Text => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_gone_over_from_its_least_to_its_most_with_that_of_the_rules() {
        let check = |min, max, usual, expected: &[i32]| {
            let rule = SettingRule {
                id: String::new(),
                title: String::new(),
                text: String::new(),
                rule: String::new(),
                kind: SettingKind::Int { min, max },
                default: SettingValue::Int(usual),
            };
            let values = values_of(&rule);
            assert_eq!(values, expected.iter().map(|n| SettingValue::Int(*n)).collect::<Vec<_>>());
        };
        check(1, 3, 2, &[1, 2, 3]);
        check(0, 40, 20, &[0, 10, 20, 30, 40]);
        check(0, 40, 25, &[0, 10, 25, 30, 40]);
        check(7, 7, 7, &[7]);
    }
}
