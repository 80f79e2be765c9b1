//! What a scenario expects, checked against a match.

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::SpotMark;
use harena_engine::the_match::Match;

use super::amount;
use super::drawing;
use super::hint::hint;
use super::matching::matched;
use super::option::find_verb;
use super::position::{is_like, patterns};
use super::script::{Wrong, drawn};
use super::tell;
use super::words::{Pattern, Trait, Words, items, plain};
use harena_script::schema::{Key, Value};

/// What is neither on the board nor in a zone, nor taken out of the match, lies here; a zone or list
/// of that name comes before it.
const NOWHERE: &str = "nowhere";

/// A match and the words to speak about it.
pub(super) struct View<'a> {
    pub words: &'a Words<'a>,
    pub the_match: &'a mut Match,
}

/// Whether a line holds: if not, what is there instead.
pub(super) type Verdict = Result<Result<(), Vec<String>>, String>;

pub(super) fn verdict(holds: bool, found: impl FnOnce() -> Vec<String>) -> Verdict {
    Ok(if holds { Ok(()) } else { Err(found()) })
}

impl View<'_> {
    fn game(&self) -> &Game {
        self.words.game
    }

    /// Checks one line of `expect`.
    pub fn expect(&mut self, line: &str, path: &[Key]) -> Result<(), Wrong> {
        match self.judge(line.trim()) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(found)) => Err(Wrong::at(path, "").expected(line).found(found)),
            Err(sentence) => Err(Wrong::at(path, sentence)),
        }
    }

    fn judge(&mut self, line: &str) -> Verdict {
        let words = self.words.split(line);
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (first.as_str(), rest),
            None => return Err("this line is empty".into()),
        };
        let after_first = line.strip_prefix(first).unwrap_or(line).trim();
        match (first, rest) {
            ("none" | "empty", [cell]) => self.is_empty(cell),
            ("cell", [place, ..]) => {
                let rest = after_first.strip_prefix(place.as_str()).unwrap_or("").trim();
                self.cell_marks(place, rest)
            }
            ("no", []) => Err("say what there is none of".into()),
            ("no", _) => self.count(0, after_first),
            ("active", [seat]) => {
                let seat = self.words.need_seat(seat)?;
                let active = self.the_match.state().active;
                verdict(seat == active, || vec![format!("active {}", self.label(active))])
            }
            ("turn" | "round", [n]) => self.clock(first, n),
            ("turn" | "round", []) => Err(format!("say which: `{first} 2`")),
            ("active" | "out", []) => Err(format!("say who: `{first} SEAT`")),
            ("out", [seat]) => {
                let seat = self.words.need_seat(seat)?;
                verdict(self.the_match.state().is_out(seat), || vec![self.out()])
            }
            ("options", _) => self.options(rest),
            ("score", [seat, rest @ ..]) if self.words.seat(seat).is_some() => {
                self.score(seat, rest)
            }
            _ if first.parse::<usize>().is_ok() => {
                self.count(first.parse().unwrap_or(0), after_first)
            }
            _ => self.number_or_piece(line, &words),
        }
    }

    fn label(&self, seat: Seat) -> &str {
        self.words.seat_label(seat)
    }

    fn is_empty(&mut self, cell: &str) -> Verdict {
        let at = self.words.cell(cell).ok_or_else(|| self.words.no_cell(cell))?;
        let state = self.the_match.state();
        let there = state.at(at).map(|id| tell::piece(self.words, state, id));
        verdict(there.is_none(), || there.into_iter().collect())
    }

    /// `cell b3 burning 2`, `cell b3/N not wall`: the markers on a cell or an edge.
    fn cell_marks(&mut self, place: &str, marks: &str) -> Verdict {
        let spot = self.words.spot(place)?;
        let state = self.the_match.state();
        for (kind, written) in self.words.spot_marks(marks)? {
            let fits = |mark: &&SpotMark| {
                mark.kind == kind
                    && mark.spot == spot
                    && written.owner.is_none_or(|owner| owner == mark.owner)
            };
            let n: i32 = state.spots.iter().filter(fits).map(|mark| i32::from(mark.n)).sum();
            if written.n.map_or(n != 0, |wanted| wanted == n) == written.negated {
                return Ok(Err(vec![tell::spot_marks(self.words, state, place, spot)]));
            }
        }
        Ok(Ok(()))
    }

    /// The seats that are out, as one would write it.
    fn out(&self) -> String {
        let state = self.the_match.state();
        let seats = (0..state.n_seats).map(Seat).filter(|seat| state.is_out(*seat));
        let names: Vec<&str> = seats.map(|seat| self.label(seat)).collect();
        if names.is_empty() { "nobody is out".into() } else { format!("out {}", names.join(", ")) }
    }

    fn clock(&self, what: &str, n: &str) -> Verdict {
        let state = self.the_match.state();
        let now = if what == "turn" { state.turn } else { state.round };
        let wanted: u32 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
        verdict(wanted == now, || vec![format!("{what} {now}")])
    }

    fn options(&self, rest: &[String]) -> Verdict {
        let (verb, n) = match rest {
            [n] if n.parse::<u64>().is_ok() => (None, n),
            [] | [_] => return Err("say how many: `options N` or `options VERB N`".into()),
            [verb, n] => (Some(find_verb(self.words, verb)?), n),
            _ => return Err("write `options N` or `options VERB N`".into()),
        };
        let wanted: u64 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
        let Some(decision) = self.the_match.decision() else {
            return Ok(Err(vec!["nothing is asked".into()]));
        };
        let groups = decision.groups.iter();
        let groups = groups.filter(|group| verb.is_none_or(|verb| verb == group.verb));
        let now: u64 = groups.map(|group| group.count()).sum();
        verdict(wanted == now, || match verb {
            Some(verb) => {
                vec![format!("options {} {now}", self.game().names.verbs.name(verb.index()))]
            }
            None => vec![format!("options {now}")],
        })
    }

    /// So many pieces on the board are like this, no more and no fewer.
    fn count(&mut self, wanted: usize, pattern: &str) -> Verdict {
        let pattern = match pattern {
            "" => return Err("say of what there are so many".into()),
            "pieces" => Pattern::default(),
            text => self.on_board_pattern(text)?,
        };
        let found = self.on_board(&pattern);
        verdict(found.len() == wanted, || {
            let state = self.the_match.state();
            let mut lines: Vec<String> =
                found.iter().map(|id| tell::piece(self.words, state, *id)).collect();
            lines.insert(0, format!("there are {}", found.len()));
            lines
        })
    }

    fn on_board(&mut self, pattern: &Pattern) -> Vec<PieceId> {
        let all: Vec<PieceId> = self.the_match.state().on_board().map(|(_, id)| id).collect();
        all.into_iter().filter(|id| is_like(self.words, self.the_match, *id, pattern)).collect()
    }

    fn number_or_piece(&mut self, line: &str, words: &[String]) -> Verdict {
        if let Some((left, right)) = line.split_once(':')
            && (right.is_empty() || right.starts_with(' '))
        {
            return self.list(left.trim(), right.trim());
        }
        match amount::judge(self.words, self.the_match.state(), words) {
            Some(verdict) => verdict,
            None => self.piece(line),
        }
    }

    /// Pieces on the board as a line writes them.
    ///
    /// # Errors
    /// The line names nothing that could ever stand there.
    fn on_board_pattern(&self, text: &str) -> Result<Pattern, String> {
        let pattern = self.words.pattern(text)?;
        let all = &pattern.prototypes;
        if !all.is_empty() && all.iter().all(|id| super::laws::is_off_board(self.words, *id)) {
            return Err("such cards never lie on the board; name the zone they are in".into());
        }
        let is_pool = |what: &Trait| matches!(what, Trait::Pool(_));
        let only_pools = pattern.traits.iter().all(|written| is_pool(&written.what));
        if only_pools && !pattern.traits.is_empty() && all.is_empty() && pattern.cell.is_none() {
            return Err("this names no piece; for a variable write `SEAT name NUMBER`".into());
        }
        Ok(pattern)
    }

    /// `DE hand: knight, move`, `DE discard has move`, `turn_order: 0, 1`, `nowhere: nothing`.
    fn list(&mut self, left: &str, right: &str) -> Verdict {
        let words = self.words.split(left);
        let (seat, name) = match words.as_slice() {
            [name] => (None, name),
            [seat, name] => (Some(self.words.need_seat(seat)?), name),
            _ => return Err(format!("`{left}` is no zone and no list")),
        };
        let id = plain(name).replace(' ', "_");
        if right.is_empty() {
            return Err(format!("say what lies there: `{left}: nothing` if nothing does"));
        }
        if let Some(list) = self.game().names.lists.find(&id).filter(|_| seat.is_none()) {
            return self.numbers(list, right);
        }
        let lying: Vec<PieceId> = match self.game().names.zones.find(&id) {
            Some(zone) => {
                let list = amount::zone_list(self.words, ZoneId(zone as u8), seat)?;
                self.the_match.state().zone(list).to_vec()
            }
            None if id == NOWHERE && seat.is_none() => self.the_match.state().lost().collect(),
            None => {
                let names = &self.game().names;
                let near = hint(name, names.zones.iter().chain(names.lists.iter()));
                return Err(format!("there is no zone and no list `{name}`{near}"));
            }
        };
        self.lie(left, right, &lying)
    }

    /// Whether what lies in one place is what a line says.
    fn lie(&mut self, left: &str, right: &str, lying: &[PieceId]) -> Verdict {
        let (some, in_order) = (right.strip_prefix("has "), right.strip_prefix("in order "));
        let wanted = patterns(self.words, some.or(in_order).unwrap_or(right))?;
        if wanted.is_empty() && (some.is_some() || in_order.is_some()) {
            return Err("say which cards lie there".into());
        }
        let whole = some.is_none();
        let n = wanted.len();
        let is_so_many = if whole { n == lying.len() } else { n <= lying.len() };
        let wanted = if is_so_many { wanted } else { Vec::new() };
        let fits: Vec<Vec<usize>> = wanted.iter().map(|it| self.places_of(it, lying)).collect();
        let holds = is_so_many
            && match in_order {
                Some(_) => fits.iter().enumerate().all(|(place, fits)| fits.contains(&place)),
                None => matched(&fits, lying.len()),
            };
        verdict(holds, || {
            let order = if in_order.is_some() { "in order " } else { "" };
            let there = tell::zone(self.words, self.the_match.state(), lying);
            vec![format!("{left}: {order}{there}")]
        })
    }

    /// The places in a zone of the cards that a pattern can mean.
    fn places_of(&mut self, pattern: &Pattern, lying: &[PieceId]) -> Vec<usize> {
        let places = lying.iter().enumerate();
        let fitting = places.filter(|(_, id)| is_like(self.words, self.the_match, **id, pattern));
        fitting.map(|(place, _)| place).collect()
    }

    fn numbers(&self, list: usize, right: &str) -> Verdict {
        let number = |item: &&str| {
            let seat = || self.words.seat(item).map(|seat| i32::from(seat.0));
            item.parse().ok().or_else(seat).ok_or_else(|| self.words.unknown(item))
        };
        let written = if right == "nothing" { Vec::new() } else { items(right) };
        let wanted = written.iter().map(number).collect::<Result<Vec<i32>, String>>()?;
        let now = self.the_match.state().lists.get(list);
        verdict(now == wanted.as_slice(), || {
            let numbers: Vec<String> = now.iter().map(i32::to_string).collect();
            let there = if now.is_empty() { "nothing".to_owned() } else { numbers.join(", ") };
            vec![format!("{}: {there}", self.game().names.lists.name(list))]
        })
    }

    /// `score Red 12`, or of one part `score Red kings 5`.
    fn score(&self, seat: &str, rest: &[String]) -> Verdict {
        let seat = self.words.need_seated(seat)?;
        let (n, part) = match rest {
            [n] => (n, None),
            [part, n] => {
                let names = &self.game().names.words;
                let found = names.iter().position(|name| plain(name) == plain(part));
                let unknown = || self.words.no_such("part of a score", part, names);
                (n, Some(WordId(found.ok_or_else(unknown)? as u16)))
            }
            _ => return Err("say how many points: `score SEAT 12` or `score SEAT part 5`".into()),
        };
        let wanted: i32 = n.parse().map_err(|_| format!("`{n}` is no number of points"))?;
        let Some(outcome) = self.the_match.outcome() else {
            return Ok(Err(vec!["the match has not ended".into()]));
        };
        let total = outcome.scores.get(seat.index()).copied();
        let parts = outcome.parts.get(seat.index()).map_or(&[][..], Vec::as_slice);
        let now = match part {
            None => total,
            Some(part) => parts.iter().find(|(word, _)| *word == part).map(|(_, n)| *n),
        };
        verdict(now == Some(wanted), || {
            let label = self.label(seat);
            let name = |word: &WordId| self.game().names.words.name(word.index());
            let total = total.map(|n| format!("score {label} {n}"));
            let each = parts.iter().map(|(word, n)| format!("score {label} {} {n}", name(word)));
            let lines: Vec<String> = total.into_iter().chain(each).collect();
            if lines.is_empty() { vec!["this match counts no points".into()] } else { lines }
        })
    }

    fn piece(&mut self, line: &str) -> Verdict {
        let pattern = self.on_board_pattern(line)?;
        let found = self.on_board(&pattern);
        if !found.is_empty() {
            return Ok(Ok(()));
        }
        let looser = [
            Pattern { facing: None, traits: Vec::new(), ..pattern.clone() },
            Pattern { cell: pattern.cell, ..Pattern::default() },
            Pattern { cell: None, facing: None, traits: Vec::new(), ..pattern },
        ];
        for pattern in looser.iter().filter(|pattern| **pattern != Pattern::default()) {
            let near = self.on_board(pattern);
            if !near.is_empty() {
                return Ok(Err(near.into_iter().map(|id| self.described(id)).collect()));
            }
        }
        Ok(Err(vec!["no such piece is on the board".into()]))
    }

    /// A piece with the statuses and stats it has now.
    fn described(&mut self, id: PieceId) -> String {
        let game = self.words.game;
        let mut text = tell::piece(self.words, self.the_match.state(), id);
        let now = self.the_match.derived();
        for (at, name) in game.names.statuses.iter().enumerate() {
            if now.has(id, StatusId(at as u8)) {
                text.push_str(&format!(" {name}"));
            }
        }
        for (at, name) in game.names.stats.iter().enumerate() {
            let n = now.stat(id, StatId(at as u8));
            if n != 0 {
                text.push_str(&format!(" {name}={n}"));
            }
        }
        text
    }

    /// Checks a whole board as drawn: who stands where, and every counter and marker.
    pub fn board(&mut self, text: &str, legend: Option<&Value>, path: &[Key]) -> Result<(), Wrong> {
        let tokens = drawing::read(&self.game().board, text)
            .map_err(|sentence| Wrong::at(path, sentence))?;
        let cells: Vec<_> = self.game().board.cells().iter().collect();
        for cell in cells {
            let token = tokens.iter().find(|(at, _)| *at == cell).map(|(_, token)| *token);
            self.drawn_cell(cell, token, legend, path)?;
        }
        Ok(())
    }

    /// Checks one cell of a drawn board.
    fn drawn_cell(
        &mut self,
        cell: Cell,
        token: Option<&str>,
        legend: Option<&Value>,
        path: &[Key],
    ) -> Result<(), Wrong> {
        let state = self.the_match.state();
        let there = state.at(cell);
        let fits = match (token, there) {
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
            (Some(token), Some(id)) => {
                let line = drawn(legend, token).pop().unwrap_or_default();
                let wrong = |sentence| Wrong::at(path, format!("`{token}`: {sentence}"));
                let pattern = self.words.pattern(&line).map_err(wrong)?;
                is_like(self.words, self.the_match, id, &pattern) && !has_more(self, id, &pattern)
            }
        };
        if fits {
            return Ok(());
        }
        let found = there.map(|id| tell::token(self.words, self.the_match.state(), id));
        let expected = format!("{} {}", self.game().board.name(cell), token.unwrap_or("."));
        Err(Wrong::at(path, "").expected(expected).found(vec![found.unwrap_or_else(|| ".".into())]))
    }

    /// The seat that has won, if the word is none of those for all, or for none.
    fn winner(&self, name: &str) -> Result<Seat, String> {
        let unknown = match self.words.need_seated(name) {
            Ok(seat) => return Ok(seat),
            Err(sentence) => sentence,
        };
        match hint(name, ["none", "draw", "nobody"]) {
            near if near.is_empty() || self.words.seat(name).is_some() => Err(unknown),
            near => Err(format!("no seat is called `{name}`{near}")),
        }
    }

    /// Checks who has won: `DE`, `DE, GR: reason`, `draw`, or `none`.
    pub fn outcome(&self, text: &str, path: &[Key]) -> Result<(), Wrong> {
        let (winners, reason) = match text.split_once(':') {
            Some((winners, reason)) => (winners.trim(), Some(reason.trim())),
            None => (text.trim(), None),
        };
        let n_seats = self.game().n_seats;
        if reason == Some("") || (winners.is_empty() && reason.is_none()) {
            let message = "write `none`, `draw`, `nobody`, or who wins, and perhaps `: reason`";
            return Err(Wrong::at(path, message));
        }
        if let Some(reason) = reason {
            let names = &self.game().names.words;
            if !names.iter().any(|name| plain(name) == plain(reason)) {
                return Err(Wrong::at(path, self.words.no_such("reason", reason, names)));
            }
        }
        let wanted = match winners {
            "none" if reason.is_some() => {
                return Err(Wrong::at(path, "a match that goes on has no reason to end"));
            }
            "none" => None,
            "" | "nobody" => Some(0),
            "draw" => Some(u16::MAX.checked_shr(16u32.saturating_sub(n_seats.into())).unwrap_or(0)),
            list => {
                let mut mask = 0u16;
                for name in items(list) {
                    let seat = self.winner(name).map_err(|m| Wrong::at(path, m))?;
                    mask |= 1 << seat.0;
                }
                Some(mask)
            }
        };
        let outcome = self.the_match.outcome();
        let word = outcome.map_or("", |o| self.game().names.words.name(o.reason.index()));
        let now = outcome.map(|outcome| outcome.winners);
        if now == wanted && reason.is_none_or(|reason| plain(reason) == plain(word)) {
            return Ok(());
        }
        let found = match now {
            None => "none".to_owned(),
            Some(mask) => {
                let seats = (0..n_seats).filter(|seat| mask & (1 << seat) != 0);
                let names: Vec<&str> = seats.map(|seat| self.label(Seat(seat))).collect();
                let names = if names.is_empty() { "nobody".into() } else { names.join(", ") };
                format!("{names}: {word}")
            }
        };
        Err(Wrong::at(path, "").expected(format!("outcome {text}")).found(vec![found]))
    }
}

/// Whether a piece carries a counter or marker that a drawn cell does not show.
fn has_more(view: &View, id: PieceId, pattern: &Pattern) -> bool {
    let state = view.the_match.state();
    let names = &view.words.game.names;
    let shown = |what: Trait| pattern.traits.iter().any(|written| written.what == what);
    let counters = (0..names.counters.len()).map(|at| CounterId(at as u8));
    let marks = (0..names.marks.len()).map(|at| MarkId(at as u8));
    counters.into_iter().any(|id_of| state.counter(id, id_of) != 0 && !shown(Trait::Counter(id_of)))
        || marks.into_iter().any(|kind| state.marks_on(id, kind) != 0 && !shown(Trait::Mark(kind)))
}
