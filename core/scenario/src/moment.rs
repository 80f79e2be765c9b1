//! A moment between two steps as text, exact and readable: everything that its fingerprint holds,
//! one thing a line.
//!
//! ```text
//! active LA
//! turn 12
//! var stage 1
//! var LA hp 14
//! list turn_order 1 0
//! #3 DE knight at (0,0) f2 wounds=1 netted
//! #9 LA lancer in hand LA
//! mark #3 net 1 LA from #9
//! mark (0,-1) fire 2 nobody
//! chance 84d1c0a5ff17e5b2 7 81...
//! then end_turn 0
//! next turn 1
//! ```
//!
//! Pieces have their numbers, and lie in zones and stacks in the order of their lines, bottom
//! first. What is not said is as it is when a match begins. What seats remember of cards that they
//! no longer see is no part of a fingerprint, and not written.

mod read;

use std::sync::Arc;

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{Piece, Place, Spot, State, StepCall, ZoneList};
use harena_engine::the_match::{Match, Position, Setup};

use super::words::Words;

pub(super) use read::read;

/// The words that begin a line.
const ACTIVE: &str = "active";
const TURN: &str = "turn";
const ROUND: &str = "round";
const OUT: &str = "out";
const TEAM: &str = "team";
const VAR: &str = "var";
const LIST: &str = "list";
const MARK: &str = "mark";
const CHANCE: &str = "chance";
const THEN: &str = "then";
const NEXT: &str = "next";

/// Who decides for a piece, if that is not its owner.
const CONTROLLED: &str = "by:";
/// What everybody was shown.
const SHOWN: &str = "face:up";
/// The activations that were used.
const USED: &str = "used:";
/// How many activations can be used.
const N_USED: u8 = 16;

/// A state and the step that is run next, as text, and the position it is read as.
///
/// # Errors
/// A sentence about what cannot be said.
pub(super) fn write(
    words: &Words,
    game: &Arc<Game>,
    (setup, state, next): (&Setup, &State, StepCall),
) -> Result<(String, Position), String> {
    let writer = Writer { words, state };
    let text = writer.lines(next)?.join("\n") + "\n";
    let position = read(words, &text, setup.seed)?;
    let laid = Setup { position: Some(position.clone()), ..setup.clone() };
    let laid = Match::new(game.clone(), laid);
    let mut wanted = state.clone();
    wanted.agenda.push(next);
    match laid.state().digest() == wanted.digest() {
        true => Ok((text, position)),
        false => Err("this moment holds something that has no words".to_owned()),
    }
}

struct Writer<'a> {
    words: &'a Words<'a>,
    state: &'a State,
}

impl Writer<'_> {
    fn game(&self) -> &Game {
        self.words.game
    }

    fn lines(&self, next: StepCall) -> Result<Vec<String>, String> {
        let state = self.state;
        if state.pieces.iter().any(Piece::is_free) {
            return Err("numbers of pieces that are gone wait to be given anew".to_owned());
        }
        let mut lines = vec![format!("{ACTIVE} {}", self.seat(state.active))];
        for (word, n) in [(TURN, state.turn), (ROUND, state.round)] {
            lines.extend((n > 0).then(|| format!("{word} {n}")));
        }
        let seats = || (0..state.n_seats).map(Seat);
        lines.extend(
            seats().filter(|it| state.is_out(*it)).map(|it| format!("{OUT} {}", self.seat(it))),
        );
        for (seat, team) in seats().zip(&state.teams).filter(|(seat, team)| seat.0 != **team) {
            lines.push(format!("{TEAM} {} {team}", self.seat(seat)));
        }
        lines.extend(self.vars());
        for (at, name) in self.game().names.lists.iter().enumerate() {
            let numbers = state.lists.get(at);
            if !numbers.is_empty() {
                lines.push(format!("{LIST} {name}{}", spaced(numbers)));
            }
        }
        lines.extend(self.pieces()?);
        lines.extend(self.marks()?);
        lines.extend(state.chance.lines().into_iter().map(|line| format!("{CHANCE} {line}")));
        lines.extend(state.agenda.iter().rev().map(|call| self.call(THEN, call)));
        lines.push(self.call(NEXT, &next));
        Ok(lines)
    }

    fn seat(&self, seat: Seat) -> String {
        let label = self.words.seat_label(seat).replace(' ', "_");
        match self.words.seat(&label) == Some(seat) {
            true => label,
            false => format!("seat_{}", seat.0),
        }
    }

    fn call(&self, word: &str, call: &StepCall) -> String {
        let n_args = call.args.iter().rposition(|arg| *arg != 0).map_or(0, |at| at + 1);
        let name = self.game().names.steps.name(call.step.index());
        format!("{word} {name}{}", spaced(call.args.get(..n_args).unwrap_or_default()))
    }

    /// The variables that have changed since the match began.
    fn vars(&self) -> Vec<String> {
        let (game, state) = (self.game(), self.state);
        let fresh = State::new(game, 0);
        let changed = |seat: Option<Seat>, at: usize| {
            let var = VarId::at(at);
            let value = state.var(game, seat, var);
            (value != fresh.var(game, seat, var)).then_some(value)
        };
        let mut lines = Vec::new();
        for (at, name) in game.names.vars.iter().enumerate() {
            lines.extend(changed(None, at).map(|value| format!("{VAR} {name} {value}")));
        }
        for seat in (0..state.n_seats).map(Seat) {
            let label = self.seat(seat);
            for (at, name) in game.names.seat_vars.iter().enumerate() {
                let value = changed(Some(seat), at);
                lines.extend(value.map(|value| format!("{VAR} {label} {name} {value}")));
            }
        }
        lines
    }

    /// All pieces: cell by cell, zone by zone, each from the bottom, then those that are nowhere.
    fn pieces(&self) -> Result<Vec<String>, String> {
        let state = self.state;
        let mut lines = Vec::new();
        for cell in (&state.occupied | &state.floored).iter() {
            let mut here: Vec<PieceId> = state.standing(cell).collect();
            here.extend(state.floor_at(cell));
            for id in here.into_iter().rev() {
                let facing = state.piece(id).facing;
                lines.push(self.piece(id, &format!(" at {} f{facing}", self.cell(cell)))?);
            }
        }
        for list in (0..self.game().n_zone_lists()).map(|at| ZoneList(at as u16)) {
            let (zone, seat) = list.parts(self.game());
            let name = self.game().names.zones.name(zone.index());
            let of =
                if seat == Seat::NONE { String::new() } else { format!(" {}", self.seat(seat)) };
            for id in state.zone(list) {
                lines.push(self.piece(*id, &format!(" in {name}{of}"))?);
            }
        }
        for (piece, id) in state.pieces.iter().zip((0..).map(PieceId)) {
            if matches!(piece.place, Place::Away | Place::Gone) {
                lines.push(self.piece(id, "")?);
            }
        }
        Ok(lines)
    }

    fn piece(&self, id: PieceId, place: &str) -> Result<String, String> {
        let piece = self.state.piece(id);
        let names = &self.game().names;
        let name = self.definition(piece.prototype)?;
        let mut line = format!("#{} {} {name}{place}", id.0, self.seat(piece.owner));
        if piece.controller != piece.owner {
            line += &format!(" {CONTROLLED}{}", self.seat(piece.controller));
        }
        if piece.shown {
            line += &format!(" {SHOWN}");
        }
        let used: Vec<String> =
            (0..N_USED).filter(|n| piece.spent & (1 << n) != 0).map(|n| n.to_string()).collect();
        if !used.is_empty() {
            line += &format!(" {USED}{}", used.join(","));
        }
        for (at, name) in names.counters.iter().enumerate() {
            let n = self.state.counter(id, CounterId::at(at));
            line += &if n == 0 { String::new() } else { format!(" {name}={n}") };
        }
        let statuses = self.state.statuses(id);
        for (_, name) in names.statuses.iter().enumerate().filter(|(at, _)| statuses.has(*at)) {
            line += &format!(" {name}");
        }
        Ok(line)
    }

    /// A name that means this definition and no other.
    fn definition(&self, id: PrototypeId) -> Result<String, String> {
        let prototype = self.game().prototype(id);
        let faction = prototype.faction.and_then(|it| self.game().factions.get(it.index()));
        let whole = faction.map(|faction| format!("{}/{}", faction.id, prototype.id));
        let names = [Some(prototype.id.clone()), whole];
        let means = |name: &String| self.words.prototypes(name) == [id];
        let found = names.into_iter().flatten().find(means);
        found.ok_or_else(|| format!("no name means the `{}` that is there alone", prototype.id))
    }

    /// A cell by its name, or by its place where that is no single word.
    fn cell(&self, cell: Cell) -> String {
        let name = self.game().board.name(cell);
        match name.contains(char::is_whitespace) {
            false => name.to_owned(),
            true => format!("cell:{}", cell.0),
        }
    }

    fn marks(&self) -> Result<Vec<String>, String> {
        let names = &self.game().names.marks;
        let mut lines = Vec::new();
        for mark in &self.state.marks {
            let (kind, owner) = (names.name(mark.kind.index()), self.seat(mark.owner));
            let from = match mark.source.is_some() {
                true => format!(" from #{}", mark.source.0),
                false => String::new(),
            };
            lines.push(format!("{MARK} #{} {kind} {} {owner}{from}", mark.on.0, mark.n));
        }
        for mark in &self.state.spots {
            let (kind, owner) = (names.name(mark.kind.index()), self.seat(mark.owner));
            let spot = self.spot(mark.spot).ok_or("a marker lies on a link without a name")?;
            lines.push(format!("{MARK} {spot} {kind} {} {owner}", mark.n));
        }
        Ok(lines)
    }

    fn spot(&self, spot: Spot) -> Option<String> {
        let board = &self.game().board;
        match spot {
            Spot::Cell(cell) => Some(self.cell(cell)),
            Spot::Edge(id) => {
                let edge = board.edge_cells(id)?;
                let direction = board.direction_name(edge.direction?);
                Some(format!("{}/{direction}", self.cell(edge.cell)))
            }
        }
    }
}

fn spaced(numbers: &[i32]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}
