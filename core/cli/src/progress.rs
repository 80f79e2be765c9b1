//! How far a series is: a bar in a terminal, a line now and then elsewhere.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use harena_lab::series::{Listener, Played};
use indicatif::{HumanDuration, ProgressBar};

use crate::out::Out;

/// So often a line is told.
const BETWEEN_LINES: Duration = Duration::from_secs(15);

/// How far a series is.
pub struct Progress {
    bar: ProgressBar,
    /// Told in lines where no bar is shown; nothing if nobody wants to be told.
    slow: Option<Mutex<Slow>>,
}

/// Progress in lines, now and then.
struct Slow {
    began: Instant,
    told: Instant,
    /// Counted before this run began.
    before: u64,
    n: u64,
    most: u64,
    thing: &'static str,
}

impl Progress {
    /// Nothing of so many things, such as `matches`, was played yet.
    pub fn new(most: u64, thing: &'static str, out: &Out) -> Progress {
        let style =
            format!("{{bar:32}} {{human_pos}} of {{human_len}} {thing}, {{per_sec}}, {{eta}} left");
        let bar = out.progress(most, &style);
        let now = Instant::now();
        let slow = Slow { began: now, told: now, before: 0, n: 0, most, thing };
        let slow = (bar.is_hidden() && !out.quiet).then(|| Mutex::new(slow));
        Progress { bar, slow }
    }

    /// So many were played before.
    #[must_use]
    pub fn from(self, before: u64) -> Progress {
        self.bar.set_position(before);
        if let Some(mut slow) = self.slow.as_ref().and_then(|slow| slow.lock().ok()) {
            (slow.before, slow.n) = (before, before);
        }
        self
    }

    /// So many more were played.
    pub fn add(&self, n: u64) {
        self.bar.inc(n);
        let slow = self.slow.as_ref().and_then(|slow| slow.lock().ok());
        if let Some(line) = slow.and_then(|mut slow| slow.count(n, Instant::now())) {
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Listener for Progress {
    fn played(&self, _batch: u64, matches: &[Played]) {
        self.add(matches.len() as u64);
    }
}

impl Slow {
    /// Counts some more; the line to be told, if it is time.
    fn count(&mut self, n: u64, now: Instant) -> Option<String> {
        self.n += n;
        if now.duration_since(self.told) < BETWEEN_LINES {
            return None;
        }
        self.told = now;
        let played = self.n.saturating_sub(self.before) as f64;
        let rate = played / now.duration_since(self.began).as_secs_f64().max(1e-9);
        let left = self.most.saturating_sub(self.n) as f64 / rate;
        let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        let (n, most, thing) = (self.n, self.most, self.thing);
        Some(format!("{n} of {most} {thing}, {rate:.1} a second, {left} left"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_tells_how_far_it_is_now_and_then() {
        let began = Instant::now();
        let check = |before: u64, expected: &str| {
            let n = before + 9;
            let mut slow = Slow { began, told: began, before, n, most: 40, thing: "pairs" };
            assert_eq!(slow.count(1, began + Duration::from_secs(14)), None);
            let told = slow.count(1, began + Duration::from_secs(22)).unwrap();
            assert_eq!(told, expected);
            assert_eq!(slow.count(1, began + Duration::from_secs(30)), None);
        };
        check(0, "11 of 40 pairs, 0.5 a second, 58 seconds left");
        // What was played before says nothing of how fast this run is.
        check(7, "18 of 40 pairs, 0.5 a second, 44 seconds left");
    }
}
