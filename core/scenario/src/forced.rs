//! Results of chance that a scenario fixes, and which of them were used.

use harena_engine::effect::SHUFFLE;
use harena_engine::state::State;

use super::hint::hint;
use super::script::Wrong;
use harena_script::schema::{Key, Value};

/// The stream that is meant where none is named.
const USUAL: &str = "chance";

/// Results of chance: a list for the usual stream, or lists by the names of streams.
///
/// # Errors
/// Something else than that, or nothing.
pub(super) fn read(value: Option<&Value>, path: &[Key]) -> Result<Vec<(String, Vec<u32>)>, Wrong> {
    let numbers = |list: &Value| {
        let Value::List(items) = list else { return None };
        let number = |item: &Value| u32::try_from(item.as_int()?).ok();
        items.iter().map(number).collect::<Option<Vec<u32>>>().filter(|list| !list.is_empty())
    };
    let wrong = || Wrong::at(path, "results of chance are lists of whole numbers from 0 up");
    let named = |(stream, list): &(String, Value)| {
        if stream == SHUFFLE {
            return Err(Wrong::at(path, "shuffles take no results: lay the cards out in order"));
        }
        Ok((stream.clone(), numbers(list).ok_or_else(wrong)?))
    };
    match value {
        None => Ok(Vec::new()),
        Some(list @ Value::List(_)) => {
            Ok(vec![(USUAL.to_owned(), numbers(list).ok_or_else(wrong)?)])
        }
        Some(Value::Record(entries)) => entries.iter().map(named).collect(),
        Some(_) => Err(wrong()),
    }
}

/// Results fixed at one place.
#[derive(Clone, Debug)]
struct Fixed {
    stream: String,
    results: Vec<u32>,
    path: Vec<Key>,
    /// How many of them were used, in the match itself or aside.
    n_used: usize,
}

/// All results that a scenario fixes, and those that wait in the match at hand.
#[derive(Default)]
pub(super) struct Ledger {
    all: Vec<Fixed>,
    /// Those fixed in this line of play, by their place.
    here: Vec<usize>,
}

impl Ledger {
    pub fn add(&mut self, fixed: &[(String, Vec<u32>)], path: &[Key]) {
        for (stream, results) in fixed {
            self.here.push(self.all.len());
            let (stream, results) = (stream.clone(), results.clone());
            self.all.push(Fixed { stream, results, path: path.to_vec(), n_used: 0 });
        }
    }

    /// What waits here, for [`Ledger::go_back`].
    pub fn mark(&self) -> usize {
        self.here.len()
    }

    /// Forgets what was fixed since, at the end of what is done aside.
    pub fn go_back(&mut self, mark: usize) {
        self.here.truncate(mark);
    }

    /// Takes down what a match has used by now: the first results of each stream.
    pub fn take_down(&mut self, state: &State) {
        if self.here.is_empty() {
            return;
        }
        let mut chance = state.chance.clone();
        let mut streams: Vec<String> =
            self.here.iter().filter_map(|at| Some(self.all.get(*at)?.stream.clone())).collect();
        streams.sort_unstable();
        streams.dedup();
        for stream in streams {
            let left = chance.stream(&stream).forced().count();
            self.take_down_of(&stream, left);
        }
    }

    fn take_down_of(&mut self, stream: &str, mut left: usize) {
        for at in self.here.iter().rev() {
            let Some(fixed) = self.all.get_mut(*at).filter(|fixed| fixed.stream == stream) else {
                continue;
            };
            let n = fixed.results.len();
            fixed.n_used = fixed.n_used.max(n - left.min(n));
            left = left.saturating_sub(n);
        }
    }

    /// Results that nothing has used.
    pub fn unused(&self, streams: &[String]) -> Option<Wrong> {
        let fixed = self.all.iter().find(|fixed| fixed.n_used < fixed.results.len())?;
        let left = fixed.results.get(fixed.n_used..).unwrap_or(&[]);
        let left: Vec<String> = left.iter().map(u32::to_string).collect();
        let (stream, left) = (&fixed.stream, left.join(", "));
        let near = match streams.contains(stream) {
            true => String::new(),
            false => {
                let known = streams.iter().map(String::as_str);
                format!("; no roll names this stream{}", hint(stream, known))
            }
        };
        let message = format!("nothing has used these results of `{stream}`: {left}{near}");
        Some(Wrong::at(&fixed.path, message))
    }
}
