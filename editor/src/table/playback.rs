//! Playing back what happened, instant by instant.

use harena_engine::log::{Log, What};
use harena_engine::state::State;

/// How long an instant is shown, in seconds at speed 1.
const INSTANT: f32 = 0.7;

/// Playing back the instants of the last action.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The instant shown; nothing while the match itself is shown.
    pub at: Option<usize>,
    /// Whether it runs by itself.
    pub runs: bool,
    /// How many times as fast as usual, for everything that moves.
    pub speed: f32,
    /// Seconds since the instant shown began.
    pub since: f32,
}

impl Default for Playback {
    fn default() -> Playback {
        Playback { at: None, runs: false, speed: 1.0, since: 0.0 }
    }
}

impl Playback {
    /// Starts at the first instant, if there are any.
    pub fn start(&mut self, n_frames: usize) {
        self.at = (n_frames > 0).then_some(0);
        (self.runs, self.since) = (self.at.is_some(), 0.0);
    }

    /// Steps on or back; past the last instant the match itself is shown again.
    pub fn step(&mut self, by: i32, n_frames: usize) {
        let at = self.at.unwrap_or(n_frames) as i32 + by;
        self.at = usize::try_from(at.max(0)).ok().filter(|at| *at < n_frames);
        self.since = 0.0;
        self.runs &= self.at.is_some();
    }

    /// Shows the match itself.
    pub fn skip(&mut self) {
        (self.at, self.runs) = (None, false);
    }

    /// Lets time pass. Answers in how many seconds something will change, if it runs.
    pub fn pass(&mut self, seconds: f32, n_frames: usize) -> Option<f32> {
        if !self.runs || self.at.is_none() {
            return None;
        }
        self.since += seconds.min(0.25);
        let lasts = INSTANT / self.speed.max(0.1);
        if self.since >= lasts {
            self.step(1, n_frames);
        }
        self.runs.then_some(lasts - self.since)
    }
}

/// The log entries of an instant of the playback: those since the instant before.
pub fn entries_of(log: &Log, frames: &[(usize, State)], at: usize) -> std::ops::Range<usize> {
    let end = frames.get(at).map_or(0, |(end, _)| *end);
    let start = match at.checked_sub(1).and_then(|before| frames.get(before)) {
        Some((start, _)) => *start,
        None => log.entries.partition_point(|entry| entry.action < log.action),
    };
    start.min(end)..end
}

/// Whether something was struck in the last action, so that playing it back is worth while.
pub fn worth_playing(log: &Log, frames: &[(usize, State)]) -> bool {
    let entries = log.entries.iter().rev().take_while(|entry| entry.action == log.action);
    !frames.is_empty() && entries.into_iter().any(|entry| matches!(entry.what, What::Struck(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playback_steps_and_ends_at_the_match_itself() {
        let mut playback = Playback::default();
        playback.start(2);
        assert_eq!(playback.at, Some(0));
        assert!((playback.pass(0.2, 2).unwrap() - 0.5).abs() < 0.001);
        for _ in 0..2 {
            playback.pass(0.25, 2);
        }
        assert_eq!(playback.at, Some(1));
        playback.step(1, 2);
        assert_eq!((playback.at, playback.runs), (None, false));
        playback.step(-1, 2);
        assert_eq!(playback.at, Some(1));
    }
}
