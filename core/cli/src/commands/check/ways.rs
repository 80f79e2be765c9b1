//! How many of the ways to play a pack were tried, and which were left out.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::out::counted;

/// So many ways of one sort that were left out are named; the others are counted.
const MOST_NAMED: usize = 5;

/// Why a way to play was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Why {
    /// There were too many, and it was none of those picked.
    TooMany,
    /// The game says that these settings do not go together.
    Refused,
    /// The matches before it took all the work that a check may cost.
    NoWorkLeft,
    /// The matches before it did not end, or took more than they may.
    Hopeless,
}

/// The ways to play a pack: those that were tried and those that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    /// How many were tried.
    pub n_tried: usize,
    left_out: BTreeMap<Why, LeftOut>,
}

/// Ways that were left out for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LeftOut {
    n: usize,
    /// The first of them.
    named: Vec<String>,
}

impl Why {
    /// As in JSON.
    fn word(self) -> &'static str {
        match self {
            Why::TooMany => "too_many",
            Why::Refused => "refused",
            Why::NoWorkLeft => "no_work_left",
            Why::Hopeless => "hopeless",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Why::TooMany => "there are too many",
            Why::Refused => "the game refuses them",
            Why::NoWorkLeft => "others took all the work that a check may cost",
            Why::Hopeless => "matches before them did not end within their limits",
        }
    }
}

impl Ways {
    /// Leaves a way out.
    pub(super) fn leave_out(&mut self, why: Why, way: impl FnOnce() -> String) {
        let left_out = self.left_out.entry(why).or_default();
        left_out.n += 1;
        if left_out.named.len() < MOST_NAMED {
            left_out.named.push(way());
        }
    }

    /// How many ways there are.
    pub(super) fn n_all(&self) -> usize {
        self.n_tried + self.left_out.values().map(|it| it.n).sum::<usize>()
    }

    /// What was left out and why, in a line each; nothing if all were tried.
    pub(super) fn sentences(&self) -> Vec<String> {
        let (n_tried, all) = (self.n_tried, counted(self.n_all(), "way"));
        let head = format!("{n_tried} of {all} to play tried");
        let line = |(why, it): (&Why, &LeftOut)| {
            let named = it.named.iter().map(|way| format!("`{way}`")).collect::<Vec<_>>();
            let rest = match it.n - it.named.len() {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            format!("{head}; left out, as {}: {}{rest}", why.sentence(), named.join(", "))
        };
        self.left_out.iter().map(line).collect()
    }

    /// For programs.
    pub(super) fn as_json(&self) -> Value {
        let left_out = self
            .left_out
            .iter()
            .map(|(why, it)| json!({ "why": why.word(), "ways": it.n, "first": it.named }));
        let left_out: Vec<Value> = left_out.collect();
        json!({ "all": self.n_all(), "tried": self.n_tried, "left_out": left_out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_were_left_out_are_named_and_the_others_counted() {
        let mut ways = Ways { n_tried: 80, ..Ways::default() };
        assert_eq!(ways.sentences(), Vec::<String>::new());
        for n in 0..7 {
            ways.leave_out(Why::TooMany, || format!("--preset p{n}"));
        }
        ways.leave_out(Why::Refused, || "--set fog=on".to_owned());
        let head = "80 of 88 ways to play tried; left out, as";
        let expected = [
            format!(
                "{head} there are too many: `--preset p0`, `--preset p1`, `--preset p2`, \
                 `--preset p3`, `--preset p4` and 2 more"
            ),
            format!("{head} the game refuses them: `--set fog=on`"),
        ];
        assert_eq!(ways.sentences(), expected);
        let json = ways.as_json();
        assert_eq!((&json["all"], &json["tried"]), (&json!(88), &json!(80)));
        assert_eq!(json["left_out"][0]["ways"], json!(7));
        assert_eq!(
            json["left_out"][1],
            json!({
                "why": "refused", "ways": 1, "first": ["--set fog=on"],
            })
        );
    }
}
