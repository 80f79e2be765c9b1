//! Choosing from many options by typing: numbers, filters, pages.

use harena_engine::decision::{Action, Decision};
use harena_engine::game::Game;
use harena_engine::state::State;
use harena_engine::telling::Titles;

use super::teller;

/// Options on one page.
const PAGE: usize = 20;
/// Of more options than this, only so many are searched by a filter.
const MOST_SEARCHED: u64 = 100_000;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Take the option with this number, from 1.
    Take(usize),
    /// Show only options that hold all these words.
    Filter(String),
    /// The next page.
    Next,
    /// The page before.
    Back,
    /// Take back the last choice.
    Undo,
    /// Take again what was taken back.
    Redo,
    /// Go to the moment after so many choices.
    GoTo(usize),
    /// Go on from the moment one looks at, on a line of its own if choices lie beyond it.
    GoOn,
    /// All lines of play.
    Lines,
    /// Change to the line of this number.
    Line(u32),
    /// Why is something that holds these words not offered?
    Why(String),
    /// Everything that happened.
    Log,
    /// The board again.
    Board,
    /// Write a note into the record.
    Note(String),
    /// What can be typed.
    Help,
    /// Give up, where the rules say what then happens.
    Concede,
    /// Stop.
    Quit,
}

/// What can be typed.
pub const HELP: &str = "\
  a number     take that option
  words        show only options that hold them; an empty line shows all again
  next, back   turn the page
  undo         take back the last choice
  redo         take it again
  go N         look at the match as it was after N choices; nothing is lost by it
  go on        let bots decide again from there; what was played before stays
  lines        all lines of play; `line N` changes to one
  why WORDS    why something is not offered, and remarks about what is
  board, log   show them again
  note WORDS   write a note into the record
  concede      give up, where the rules allow it
  quit         stop; a record written with --record can be played again";

/// Understands a typed line.
pub fn read_request(line: &str) -> Request {
    let line = line.trim();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (first, rest.trim()) {
        ("go", "on") => Request::GoOn,
        ("lines", "") => Request::Lines,
        ("go", n) if n.parse::<usize>().is_ok() => Request::GoTo(n.parse().unwrap_or_default()),
        ("line", n) if n.parse::<u32>().is_ok() => Request::Line(n.parse().unwrap_or_default()),
        ("next" | "n", "") => Request::Next,
        ("back" | "b", "") => Request::Back,
        ("undo" | "u", "") => Request::Undo,
        ("redo" | "r", "") => Request::Redo,
        ("why" | "w", words) => Request::Why(words.to_owned()),
        ("log", "") => Request::Log,
        ("board", "") => Request::Board,
        ("note", words) if !words.is_empty() => Request::Note(words.to_owned()),
        ("help" | "h" | "?", "") => Request::Help,
        ("concede", "") => Request::Concede,
        ("quit" | "q" | "exit", "") => Request::Quit,
        _ => match line.parse() {
            Ok(number) => Request::Take(number),
            Err(_) => Request::Filter(line.trim_start_matches('/').to_owned()),
        },
    }
}

/// The options of a decision, narrowed down by typing.
pub struct Choice<'a> {
    titles: &'a Titles,
    filter: String,
    found: Option<Vec<u64>>,
    page: usize,
}

impl<'a> Choice<'a> {
    /// All options, first page.
    pub fn new(titles: &'a Titles) -> Choice<'a> {
        Choice { titles, filter: String::new(), found: None, page: 0 }
    }

    /// Narrows the options down to those that hold all words; no words mean all options.
    pub fn narrow(&mut self, game: &Game, seen: &State, decision: &Decision, words: &str) {
        self.filter = words.to_lowercase();
        self.page = 0;
        let wanted: Vec<&str> = self.filter.split_whitespace().collect();
        if wanted.is_empty() {
            self.found = None;
            return;
        }
        let fits = |index: &u64| {
            let action = decision.option(*index);
            let text = action.map(|it| teller(game, seen, self.titles).option(Some(decision), &it));
            let text = text.map(|text| text.to_lowercase());
            text.is_some_and(|text| wanted.iter().all(|word| text.contains(word)))
        };
        let searched = 0..decision.count().min(MOST_SEARCHED);
        self.found = Some(searched.filter(fits).collect());
    }

    /// Turns pages, as far as there are some.
    pub fn turn(&mut self, decision: &Decision, is_forward: bool) {
        let last = self.n_shown(decision).saturating_sub(1) / PAGE as u64;
        self.page = match is_forward {
            true => (self.page + 1).min(usize::try_from(last).unwrap_or(usize::MAX)),
            false => self.page.saturating_sub(1),
        };
    }

    /// The option shown under a number.
    pub fn option(&self, decision: &Decision, number: usize) -> Option<Action> {
        let at = number.checked_sub(1)?;
        let index = match &self.found {
            Some(found) => found.get(at).copied()?,
            None => at as u64,
        };
        decision.option(index)
    }

    fn n_shown(&self, decision: &Decision) -> u64 {
        self.found.as_ref().map_or_else(|| decision.count(), |found| found.len() as u64)
    }

    /// The page as text, one option a line.
    pub fn text(&self, game: &Game, seen: &State, decision: &Decision) -> String {
        let first = self.page * PAGE + 1;
        let mut lines = Vec::new();
        for number in first..first + PAGE {
            let Some(action) = self.option(decision, number) else { break };
            let text = teller(game, seen, self.titles).option(Some(decision), &action);
            lines.push(format!("{number:>5}  {text}"));
        }
        let (shown, all) = (self.n_shown(decision), decision.count());
        let last = first + lines.len() - usize::from(!lines.is_empty());
        if shown < all {
            lines.push(format!("       {shown} of {all} options hold `{}`", self.filter));
        }
        if shown > PAGE as u64 {
            let of = format!("       {first} to {last} of {shown}");
            lines.push(format!("{of}; `next` and `back` turn the page, words narrow it down"));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::decision::{Dimension, Group};
    use harena_engine::game::ArgKind;
    use harena_engine::id::{Seat, VerbId, WordId};

    #[test]
    fn typed_lines_are_understood() {
        let check =
            |line: &str, expected: Request| assert_eq!(read_request(line), expected, "{line}");
        check(" 12 ", Request::Take(12));
        check("n", Request::Next);
        check("redo", Request::Redo);
        check("go 3", Request::GoTo(3));
        check("go on", Request::GoOn);
        check("go home", Request::Filter("go home".into()));
        check("lines", Request::Lines);
        check("line 2", Request::Line(2));
        check("why place guard", Request::Why("place guard".into()));
        check("place b3", Request::Filter("place b3".into()));
        check("/next", Request::Filter("next".into()));
        check("", Request::Filter(String::new()));
        check("note a fine move", Request::Note("a fine move".into()));
    }

    #[test]
    fn options_are_paged_and_narrowed_down() {
        let mut game = Game { verbs: vec![vec![ArgKind::Number]], ..Game::default() };
        game.names.verbs = ["raise_to"].into_iter().collect();
        let group = Group { verb: VerbId(0), dimensions: vec![Dimension::Range(1, 45)] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let seen = State::default();
        let titles = Titles::default();
        let mut choice = Choice::new(&titles);
        assert!(choice.text(&game, &seen, &decision).starts_with("    1  raise to 1\n"));
        for _ in 0..9 {
            choice.turn(&decision, true);
        }
        let last = choice.text(&game, &seen, &decision);
        assert!(
            last.starts_with("   41  raise to 41\n") && last.contains("41 to 45 of 45"),
            "{last}"
        );
        choice.narrow(&game, &seen, &decision, "Raise 3");
        let taken = choice.option(&decision, 2).and_then(|it| it.args.get(0));
        assert_eq!(taken, Some(13));
        assert_eq!(choice.option(&decision, 99), None);
        assert!(choice.text(&game, &seen, &decision).contains("14 of 45 options hold `raise 3`"));
        choice.narrow(&game, &seen, &decision, "");
        assert_eq!(choice.option(&decision, 45).and_then(|it| it.args.get(0)), Some(45));
    }
}
