//! A match on a terminal: the board as text, what lies beside it, what may be done.

mod board;
mod choice;
mod tell;

use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{Outcome, State, ZoneList};
use harena_engine::telling::{TERMINAL, Table, Teller, Titles};
use harena_engine::the_match::Match;
use harena_engine::timeline::{Line, Timeline};
use harena_engine::view;
use harena_lab::series;

use crate::out::counted;

pub use choice::{Choice, HELP, Request, read_request};
pub use tell::told_entries;

/// What is said while a bot is asked and rests.
pub const RESTS: &str = "  A bot decided here. `redo` goes on to what came next; `go on` lets it \
decide again, on a line of its own.";

/// The lines of play, one a line, and where one is.
pub fn lines_text(timeline: &Timeline) -> String {
    let line = |line: &Line| {
        let sign = if line.is_current { "*" } else { " " };
        let from = line.from.map_or(String::new(), |(of, n)| format!(", from line {of} after {n}"));
        let at = match line.is_current && timeline.is_past() {
            true => format!(", you look at what was after {}", timeline.n_done()),
            false => String::new(),
        };
        format!("{sign} {}: {}{from}{at}", line.number, counted(line.n_moves, "choice"))
    };
    timeline.lines().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What names things on a terminal.
pub fn teller<'a>(game: &'a Game, state: &'a State, titles: &'a Titles) -> Teller<'a> {
    Teller { game, state, titles, style: &TERMINAL }
}

/// What people see of a match: the state as a seat may know it, with the numbers it now has.
pub struct Screen<'a> {
    the_match: &'a mut Match,
    titles: &'a Titles,
    seat: Seat,
    state: State,
}

impl<'a> Screen<'a> {
    /// The match as a seat sees it; [`Seat::NONE`] stands for a spectator.
    pub fn of(the_match: &'a mut Match, titles: &'a Titles, seat: Seat) -> Screen<'a> {
        let state = view::view(&the_match.game, the_match.state(), seat);
        Screen { the_match, titles, seat, state }
    }

    /// What names the things of this match as they are seen.
    fn teller(&self) -> Teller<'_> {
        teller(&self.the_match.game, &self.state, self.titles)
    }

    /// The state as it is seen.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Board, pieces, zones and numbers.
    pub fn text(&mut self) -> String {
        let mut parts = vec![board::text(&self.the_match.game, &self.state)];
        parts.push(self.pieces());
        parts.push(self.zones());
        parts.push(self.numbers());
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }

    /// The pieces on the board, one a line.
    fn pieces(&mut self) -> String {
        let ids: Vec<PieceId> = self.state.on_board().map(|(_, id)| id).collect();
        let alike = ids.iter().all(|id| self.detail(*id).is_empty());
        if alike {
            return String::new();
        }
        ids.into_iter().map(|id| self.piece_line(id)).collect::<Vec<_>>().join("\n")
    }

    fn piece_line(&mut self, id: PieceId) -> String {
        let game = &self.the_match.game;
        let piece = self.state.piece(id);
        let cell = piece.cell().map_or("", |cell| game.board.name(cell));
        let owner = match piece.owner {
            Seat::NONE => "-".to_owned(),
            Seat(seat) => (seat + 1).to_string(),
        };
        let head = format!("  {cell:<7} {owner} {:<18}", self.teller().piece(id));
        format!("{head} {}", self.detail(id)).trim_end().to_owned()
    }

    /// Facing, stats, counters and marks of a piece, as far as it has any.
    fn detail(&mut self, id: PieceId) -> String {
        let game = self.the_match.game.clone();
        let piece = *self.state.piece(id);
        let mut words = Vec::new();
        if game.board.n_directions() > 0 && game.verbs.iter().flatten().any(is_facing) {
            let front = game.board.direction_of(
                harena_engine::board::Side(0),
                harena_engine::board::Facing(piece.facing),
            );
            words.push(game.board.direction_name(front).to_owned());
        }
        let teller = teller(&game, &self.state, self.titles);
        let derived = self.the_match.derived();
        let numbers = |names: &Names| (0..=u8::MAX).take(names.len());
        for stat in numbers(&game.names.stats).map(StatId) {
            let value = derived.stat(id, stat);
            if value != 0 {
                words.push(format!("{} {value}", teller.title(Table::Stats, stat.index())));
            }
        }
        for status in numbers(&game.names.statuses).map(StatusId) {
            if derived.has(id, status) {
                words.push(teller.title(Table::Statuses, status.index()));
            }
        }
        for counter in numbers(&game.names.counters).map(CounterId) {
            let value = self.state.counter(id, counter);
            if value != 0 {
                words.push(format!("{} {value}", teller.title(Table::Counters, counter.index())));
            }
        }
        for mark in numbers(&game.names.marks).map(MarkId) {
            let n = self.state.marks_on(id, mark);
            if n != 0 {
                words.push(format!("{} x{n}", teller.title(Table::Marks, mark.index())));
            }
        }
        words.join(", ")
    }

    /// What lies beside the board, one zone a line.
    fn zones(&self) -> String {
        let game = &self.the_match.game;
        let zones = (0..=u8::MAX).take(game.names.zones.len()).map(ZoneId);
        let lines = zones.flat_map(|zone| {
            let is_lane = game.zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
            let lanes = (0..game.n_seats).map(Seat).filter(move |_| is_lane);
            let shared = std::iter::once(Seat::NONE).filter(move |_| !is_lane);
            lanes.chain(shared).filter_map(move |seat| self.zone(zone, seat))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// One zone, unless it is empty.
    fn zone(&self, zone: ZoneId, seat: Seat) -> Option<String> {
        let list = ZoneList::of(&self.the_match.game, zone, seat);
        let cards = self.state.zone(list);
        (!cards.is_empty())
            .then(|| format!("  {}: {}", self.teller().zone(list), self.cards(cards)))
    }

    fn cards(&self, cards: &[PieceId]) -> String {
        let teller = self.teller();
        let is_seen = |id: &&PieceId| self.state.piece(**id).prototype != view::HIDDEN;
        let titles: Vec<String> =
            cards.iter().filter(is_seen).map(|id| teller.piece(*id)).collect();
        match (titles.len(), cards.len()) {
            (0, n) => format!("{n} face down"),
            (seen, n) if seen == n => titles.join(", "),
            (seen, n) => format!("{}, and {} face down", titles.join(", "), n - seen),
        }
    }

    /// The turn, and those variables of match and seats that have a title and are not 0.
    fn numbers(&self) -> String {
        let game = &self.the_match.game;
        let mut words = Vec::new();
        if self.state.turn > 0 {
            words.push(format!("turn {}", self.state.turn));
        }
        for var in (0..=u8::MAX).take(game.names.vars.len()) {
            let value = self.state.var(game, None, VarId(var));
            let title = self.titles.title(Table::Vars, var.into()).filter(|_| value != 0);
            words.extend(title.map(|title| format!("{title} {value}")));
        }
        for var in (0..=u8::MAX).take(game.names.seat_vars.len()) {
            let Some(title) = self.titles.title(Table::Tracks, var.into()) else { continue };
            let seats = (0..game.n_seats).map(Seat);
            let value = |seat: Seat| {
                let is_seen = view::sees_var(game, self.seat, seat, VarId(var));
                is_seen.then(|| self.state.var(game, Some(seat), VarId(var)))
            };
            let values: Vec<Option<i32>> = seats.map(value).collect();
            if values.iter().any(|value| *value != Some(0)) {
                let shown = values.iter().map(|it| it.map_or("?".to_owned(), |it| it.to_string()));
                words.push(format!("{title} {}", shown.collect::<Vec<_>>().join(":")));
            }
        }
        if words.is_empty() { String::new() } else { format!("  {}", words.join("   ")) }
    }
}

fn is_facing(kind: &harena_engine::game::ArgKind) -> bool {
    *kind == harena_engine::game::ArgKind::Facing
}

/// What the points of each seat are made of, one seat a line; nothing if the rules do not say.
pub fn parts_lines(outcome: &Outcome, (game, titles): (&Game, &Titles)) -> Vec<String> {
    let line = |(seat, parts): (Seat, &Vec<(WordId, i32)>)| {
        let parts = parts.iter().map(|(word, n)| format!("{} {n}", titles.word(game, *word)));
        format!("  {}: {}", titles.seat(seat), parts.collect::<Vec<_>>().join(", "))
    };
    (0..).map(Seat).zip(&outcome.parts).map(line).collect()
}

/// How a match ended, in one line.
pub fn result_line(the_match: &Match, titles: &Titles, outcome: &Outcome) -> String {
    let reason = titles.word(&the_match.game, outcome.reason);
    let n_seats = the_match.game.n_seats;
    let winners: Vec<String> = (0..n_seats)
        .filter(|seat| outcome.winners & (1 << seat) != 0)
        .map(|seat| titles.seat(Seat(seat)))
        .collect();
    let is_draw = series::is_draw(outcome, &the_match.state().teams);
    let mut text = match winners.len() {
        0 => "nobody wins".to_owned(),
        n if is_draw && n == usize::from(n_seats) => "the match is drawn".to_owned(),
        _ if is_draw => format!("the match is drawn between {}", winners.join(" and ")),
        1 => format!("{} wins", winners.concat()),
        _ => format!("{} win", winners.join(" and ")),
    };
    if !reason.is_empty() {
        text += &format!(" ({reason})");
    }
    if !outcome.scores.is_empty() {
        let scores: Vec<String> = outcome.scores.iter().map(i32::to_string).collect();
        text += &format!(", score {}", scores.join(":"));
    }
    text
}
