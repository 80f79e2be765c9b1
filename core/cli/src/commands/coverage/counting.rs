//! Tables whose scripts count which of their lines run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use harena_engine::id::{Seat, StepId};
use harena_engine::the_match::{Fault, Judgement, Match, Progress, Rules};
use harena_lab::{Table, Tables};
use harena_script::{FileCoverage, Host, first_fault};

use crate::table::Loader;

/// What all tables counted together, by file.
type Sum = Arc<Mutex<BTreeMap<String, FileCoverage>>>;

/// Sets up tables that count; what is played at them is the same.
pub struct Counting<'a> {
    loader: &'a Loader,
    sum: Sum,
}

impl Counting<'_> {
    /// Nothing was counted yet.
    pub fn new(loader: &Loader) -> Counting<'_> {
        Counting { loader, sum: Sum::default() }
    }

    /// What ran at all tables that were put away since.
    pub fn counted(&self) -> Vec<FileCoverage> {
        self.sum.lock().map(|sum| sum.values().cloned().collect()).unwrap_or_default()
    }
}

impl Tables for Counting<'_> {
    fn set_up(&self) -> Result<Table<'static>, Fault> {
        let host = self.loader.load().and_then(|host| host.load_counting());
        let host = host.map_err(|problems| first_fault(&problems))?;
        let game = host.build(&self.loader.settings, self.loader.n_seats);
        let game = game.map_err(|problems| first_fault(&problems))?;
        Ok(Table { game, rules: Box::new(Counted { host, sum: self.sum.clone() }) })
    }
}

/// Rules that hand over what they counted when they are put away.
struct Counted {
    host: Host,
    sum: Sum,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Ok(mut sum) = self.sum.lock() else { return };
        for file in self.host.coverage() {
            match sum.get_mut(&file.file) {
                Some(known) => add(known, &file),
                None => drop(sum.insert(file.file.clone(), file)),
            }
        }
    }
}

/// Adds what another table counted of the same file.
fn add(known: &mut FileCoverage, file: &FileCoverage) {
    for (line, n) in &file.lines {
        *known.lines.entry(*line).or_default() += n;
    }
    for (known, more) in known.functions.iter_mut().zip(&file.functions) {
        known.hits += more.hits;
    }
}

impl Rules for Counted {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        self.host.run(the_match)
    }

    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
        self.host.score(the_match, seat)
    }

    fn judge(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<Judgement>, Fault> {
        self.host.judge(the_match, seat)
    }

    fn work(&self) -> u64 {
        self.host.work()
    }

    fn goes_on(&self) -> bool {
        self.host.goes_on()
    }

    fn place(&self, step: StepId) -> Option<(String, u32)> {
        self.host.place(step)
    }
}
