//! What a scenario expects, checked against a match.

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{SpotMark, ZoneList};
use harena_engine::the_match::Match;

use super::drawing;
use super::position::{holder, is_like, patterns};
use super::script::{Wrong, drawn};
use super::tell;
use super::words::{Pattern, Trait, Words, items, plain};
use crate::schema::{Key, Value};

/// A match and the words to speak about it.
pub(super) struct View<'a> {
    pub words: &'a Words<'a>,
    pub the_match: &'a mut Match,
}

/// Whether a line holds: if not, what is there instead.
type Verdict = Result<Result<(), Vec<String>>, String>;

fn verdict(holds: bool, found: impl FnOnce() -> Vec<String>) -> Verdict {
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
            ("no", _) => self.count(0, after_first),
            ("active", [seat]) => {
                let seat = self.words.need_seat(seat)?;
                let active = self.the_match.state().active;
                verdict(seat == active, || vec![format!("active {}", self.label(active))])
            }
            ("turn" | "round", [n]) => self.clock(first, n),
            ("out", [seat]) => {
                let seat = self.words.need_seat(seat)?;
                verdict(self.the_match.state().is_out(seat), || vec!["it is not out".into()])
            }
            ("options", _) => self.options(rest),
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
        let Some(at) = self.words.cell(cell) else {
            return Err(format!("the board has no cell `{cell}`"));
        };
        let state = self.the_match.state();
        let there = state.at(at).map(|id| tell::piece(self.words, state, id));
        verdict(there.is_none(), || there.into_iter().collect())
    }

    /// `cell b3 burning 2`, `cell b3/N not wall`: the markers on a cell or an edge.
    fn cell_marks(&mut self, place: &str, marks: &str) -> Verdict {
        let spot = self.words.spot(place)?;
        let state = self.the_match.state();
        for written in self.words.pattern(marks)?.traits {
            let Trait::Mark(kind) = written.what else {
                return Err("cells and edges carry nothing but markers".into());
            };
            let fits = |mark: &&SpotMark| {
                mark.kind == kind
                    && mark.spot == spot
                    && written.owner.is_none_or(|owner| owner == mark.owner)
            };
            let n: i32 = state.spots.iter().filter(fits).map(|mark| i32::from(mark.n)).sum();
            if written.n.map_or(n != 0, |wanted| wanted == n) == written.negated {
                let name = self.game().names.marks.name(kind.index());
                return Ok(Err(vec![format!("cell {place} {name} {n}")]));
            }
        }
        Ok(Ok(()))
    }

    fn clock(&self, what: &str, n: &str) -> Verdict {
        let state = self.the_match.state();
        let now = if what == "turn" { state.turn } else { state.round };
        let wanted: u32 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
        verdict(wanted == now, || vec![format!("{what} {now}")])
    }

    fn options(&self, rest: &[String]) -> Verdict {
        let Some(decision) = self.the_match.decision() else {
            return Ok(Err(vec!["nothing is asked".into()]));
        };
        let (verb, n) = match rest {
            [n] => (None, n),
            [verb, n] => (Some(plain(verb)), n),
            _ => return Err("write `options N` or `options VERB N`".into()),
        };
        let wanted: u64 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
        let name = |verb: VerbId| plain(self.game().names.verbs.name(verb.index()));
        let fits = |verb_id: VerbId| verb.as_ref().is_none_or(|verb| *verb == name(verb_id));
        let groups = decision.groups.iter().filter(|group| fits(group.verb));
        let now: u64 = groups.map(|group| group.count()).sum();
        verdict(wanted == now, || vec![format!("there are {now}")])
    }

    /// So many pieces on the board are like this, no more and no fewer.
    fn count(&mut self, wanted: usize, pattern: &str) -> Verdict {
        let pattern = match pattern {
            "" | "pieces" => Pattern::default(),
            text => self.words.pattern(text)?,
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
        let seat = words.first().and_then(|word| self.words.seat(word));
        let rest = if seat.is_some() { words.get(1..).unwrap_or(&[]) } else { words };
        let after: Vec<&str> = rest.iter().skip(1).map(String::as_str).collect();
        if let Some(name) = rest.first()
            && let Some(verdict) = self.number_of(seat, name, &after)
        {
            return verdict;
        }
        self.piece(line)
    }

    /// `LA hp 16`, `must_discard 1`, `DE hand 3`, `DE supply net 1`.
    fn number_of(&mut self, seat: Option<Seat>, name: &str, rest: &[&str]) -> Option<Verdict> {
        let names = self.game().names.clone();
        let id = plain(name).replace(' ', "_");
        let n = match rest {
            [n] => n.parse::<i32>().ok()?,
            [mark, n] if id == "supply" => {
                let n = n.parse::<i32>().ok()?;
                return Some(self.supply(seat, mark, n));
            }
            _ => return None,
        };
        let state = self.the_match.state();
        let now = if let Some(zone) = names.zones.find(&id) {
            let list = ZoneList::of(self.game(), ZoneId(zone as u8), seat.unwrap_or(Seat::NONE));
            state.zone(list).len() as i32
        } else if let (Some(seat), Some(var)) = (seat, names.seat_vars.find(&id)) {
            let var = VarId(var as u8);
            let seat = holder(self.game(), state, seat, var);
            state.var(self.game(), Some(seat), var)
        } else if let (None, Some(var)) = (seat, names.vars.find(&id)) {
            state.var(self.game(), None, VarId(var as u8))
        } else {
            return None;
        };
        Some(verdict(now == n, || vec![format!("{id} {now}")]))
    }

    fn supply(&self, seat: Option<Seat>, mark: &str, n: i32) -> Verdict {
        let state = self.the_match.state();
        let name = plain(mark).replace(' ', "_");
        let Some(kind) = self.game().names.marks.find(&name) else {
            return Err(self.words.unknown(mark));
        };
        let supply = self.game().marks.get(kind).map_or(0, |rule| i32::from(rule.supply));
        let of = |m: &&harena_engine::state::Mark| {
            m.kind.index() == kind && seat.is_none_or(|seat| seat == m.owner)
        };
        let used: i32 = state.marks.iter().filter(of).map(|m| i32::from(m.n)).sum();
        verdict(supply - used == n, || vec![format!("{} left", supply - used)])
    }

    /// `DE hand: knight, move`, `DE discard has move`, `turn_order: 0, 1`.
    fn list(&mut self, left: &str, right: &str) -> Verdict {
        let words = self.words.split(left);
        let (seat, name) = match words.as_slice() {
            [name] => (Seat::NONE, name),
            [seat, name] => (self.words.need_seat(seat)?, name),
            _ => return Err(format!("`{left}` is no zone and no list")),
        };
        let id = plain(name).replace(' ', "_");
        if let Some(list) = self.game().names.lists.find(&id) {
            return self.numbers(list, right);
        }
        let Some(zone) = self.game().names.zones.find(&id) else {
            return Err(self.words.unknown(name));
        };
        let list = ZoneList::of(self.game(), ZoneId(zone as u8), seat);
        let (wanted, whole) = match right.strip_prefix("has ") {
            Some(some) => (patterns(self.words, some)?, false),
            None => (patterns(self.words, right)?, true),
        };
        let mut left: Vec<PieceId> = self.the_match.state().zone(list).to_vec();
        let all = left.clone();
        let mut missing = false;
        for pattern in &wanted {
            let at = left.iter().position(|id| is_like(self.words, self.the_match, *id, pattern));
            match at {
                Some(at) => {
                    left.remove(at);
                }
                None => missing = true,
            }
        }
        verdict(!missing && (!whole || left.is_empty()), || {
            vec![tell::zone(self.words, self.the_match.state(), &all)]
        })
    }

    fn numbers(&self, list: usize, right: &str) -> Verdict {
        let number = |item: &&str| {
            let seat = || self.words.seat(item).map(|seat| i32::from(seat.0));
            item.parse().ok().or_else(seat).ok_or_else(|| self.words.unknown(item))
        };
        let wanted = items(right).iter().map(number).collect::<Result<Vec<i32>, String>>()?;
        let now = self.the_match.state().lists.get(list);
        verdict(now == wanted.as_slice(), || {
            vec![now.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")]
        })
    }

    fn piece(&mut self, line: &str) -> Verdict {
        let pattern = self.words.pattern(line)?;
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

    /// Checks who has won: `DE`, `DE, GR: reason`, `draw`, or `none`.
    pub fn outcome(&self, text: &str, path: &[Key]) -> Result<(), Wrong> {
        let (winners, reason) = match text.split_once(':') {
            Some((winners, reason)) => (winners.trim(), Some(reason.trim())),
            None => (text.trim(), None),
        };
        let n_seats = self.game().n_seats;
        let wanted = match winners {
            "none" => None,
            "draw" => Some((1u16 << n_seats) - 1),
            list => {
                let mut mask = 0u16;
                for name in items(list) {
                    let seat = self.words.need_seat(name).map_err(|m| Wrong::at(path, m))?;
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
                format!("{}: {word}", names.join(", "))
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
