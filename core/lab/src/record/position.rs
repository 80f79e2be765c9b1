//! The position a match began from, in names: it is read by people, and by games whose numbers
//! have changed since.
//!
//! The form is that of the engine's own values, with names in place of numbers: cells, directions,
//! definitions, counters, statuses, markers, variables, zones (`hand`, or `hand:0` for that of the
//! first seat), moments, steps and lists. Pieces are their number and their title, as everywhere
//! in a record; seats are counted from 0. Numbers are read as well, if they stand for something.

use std::collections::BTreeMap;

use harena_engine::board::{Cell, EdgeId};
use harena_engine::game::Game;
use harena_engine::id::{Names, PieceId, Seat, ZoneId};
use harena_engine::state::ZoneList;
use harena_engine::the_match::Position;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::limits::*;
use crate::notation::{cell_name, facing_name, facing_towards, near, prototype_name, titled};

/// A position as a record holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct RecordedPosition(Value);

impl TryFrom<Value> for RecordedPosition {
    type Error = String;

    /// Takes what a record holds, if every number in it is whole: all that a position counts is.
    fn try_from(value: Value) -> Result<RecordedPosition, String> {
        match fraction(&value) {
            Some(number) => Err(format!("a position holds whole numbers, not {number}")),
            None => Ok(RecordedPosition(value)),
        }
    }
}

/// The first number that is not whole, or beyond 64 bits.
fn fraction(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) if number.is_f64() => Some(number),
        Value::Array(items) => items.iter().find_map(fraction),
        Value::Object(fields) => fields.values().find_map(fraction),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// What a number in a position stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Piece,
    Seat,
    Prototype,
    Cell,
    Edge,
    Facing,
    Counter,
    Status,
    Mark,
    Var,
    SeatVar,
    Zone,
    Moment,
    Step,
    List,
}

impl Kind {
    /// What a field of an effect stands for; none for amounts and the like.
    fn of(effect: &str, field: &str, is_seats: bool) -> Option<Kind> {
        Some(match (effect, field) {
            (_, "piece") | ("Wound", "by") | ("Mark", "on" | "source") => Kind::Piece,
            (_, "owner" | "seat" | "controller") | ("Active" | "Out", "") => Kind::Seat,
            (_, "prototype") => Kind::Prototype,
            (_, "cell" | "hole" | "from") | ("MarkSpot" | "UnmarkSpot", "Cell") => Kind::Cell,
            ("MarkSpot" | "UnmarkSpot", "Edge") => Kind::Edge,
            (_, "facing") => Kind::Facing,
            (_, "counter") => Kind::Counter,
            (_, "status") => Kind::Status,
            (_, "kind") => Kind::Mark,
            (_, "var") if is_seats => Kind::SeatVar,
            (_, "var") => Kind::Var,
            (_, "list") | ("Shuffle", "") => Kind::Zone,
            ("Expire", "") => Kind::Moment,
            _ => return None,
        })
    }

    fn word(self) -> &'static str {
        match self {
            Kind::Piece => "piece",
            Kind::Seat => "seat",
            Kind::Prototype => "definition",
            Kind::Cell => "cell",
            Kind::Edge => "edge",
            Kind::Facing => "direction",
            Kind::Counter => "counter",
            Kind::Status => "status",
            Kind::Mark => "marker",
            Kind::Var => "variable",
            Kind::SeatVar => "variable of seats",
            Kind::Zone => "zone",
            Kind::Moment => "moment",
            Kind::Step => "step",
            Kind::List => "list",
        }
    }

    /// The declared names of this kind, where they are a plain list.
    fn names(self, game: &Game) -> Option<&Names> {
        let names = &game.names;
        match self {
            Kind::Counter => Some(&names.counters),
            Kind::Status => Some(&names.statuses),
            Kind::Mark => Some(&names.marks),
            Kind::Var => Some(&names.vars),
            Kind::SeatVar => Some(&names.seat_vars),
            Kind::Moment => Some(&names.moments),
            Kind::Step => Some(&names.steps),
            Kind::List => Some(&names.lists),
            Kind::Piece
            | Kind::Seat
            | Kind::Prototype
            | Kind::Cell
            | Kind::Edge
            | Kind::Facing
            | Kind::Zone => None,
        }
    }
}

impl RecordedPosition {
    /// A position in names.
    pub fn of(game: &Game, position: &Position) -> RecordedPosition {
        // A position is plain data: it always has a form.
        let mut value = serde_json::to_value(position).unwrap_or_default();
        let mut namer = Namer { game, pieces: Vec::new() };
        // Writing never refuses: what has no name stays a number.
        let _ = translate(&mut value, &mut namer);
        RecordedPosition(value)
    }

    /// The position in the numbers of a game.
    ///
    /// # Errors
    /// A sentence about the first name or number that stands for nothing, or about what there is
    /// too much of.
    pub fn read(&self, game: &Game) -> Result<Position, String> {
        check_size(&self.0)?;
        let mut value = self.0.clone();
        let prototypes = (0..game.prototypes.len() as i64)
            .map(|at| (prototype_name(game, at as i32), at))
            .collect();
        let mut reader = Reader { game, n_pieces: 0, prototypes };
        translate(&mut value, &mut reader)?;
        serde_json::from_value(value).map_err(|error| format!("this is no position: {error}"))
    }
}

/// Something that replaces numbers by names, or names by numbers.
trait Translator {
    /// The other form of a value.
    ///
    /// # Errors
    /// The value stands for nothing.
    fn turn(&mut self, kind: Kind, value: &Value) -> Result<Value, String>;

    /// A piece came into being, of this definition.
    fn created(&mut self, prototype: &Value);
}

fn translate(position: &mut Value, translator: &mut dyn Translator) -> Result<(), String> {
    for effect in items(position, "effects") {
        effect_of(effect, translator)?;
    }
    for list in items(position, "lists") {
        if let Some(first) = list.as_array_mut().and_then(|pair| pair.first_mut()) {
            *first = translator.turn(Kind::List, first)?;
        }
    }
    for call in items(position, "agenda") {
        if let Some(step) = call.get_mut("step") {
            *step = translator.turn(Kind::Step, step)?;
        }
    }
    Ok(())
}

fn items<'a>(position: &'a mut Value, key: &str) -> impl Iterator<Item = &'a mut Value> {
    position.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}

fn effect_of(effect: &mut Value, translator: &mut dyn Translator) -> Result<(), String> {
    let Some((name, parts)) = effect.as_object_mut().and_then(|it| it.iter_mut().next()) else {
        return Ok(());
    };
    let name = name.clone();
    let Value::Object(fields) = parts else {
        if let Some(kind) = Kind::of(&name, "", false) {
            *parts = translator.turn(kind, parts)?;
        }
        return Ok(());
    };
    let prototype = fields.get("prototype").cloned().filter(|_| name == "Create");
    let is_seats = fields.get("seat").is_some_and(|seat| !seat.is_null());
    for (field, value) in fields.iter_mut() {
        if let Value::Object(spot) = value {
            spot_of(&name, spot, translator)?;
        } else if let Some(kind) = Kind::of(&name, field, is_seats).filter(|_| !value.is_null()) {
            *value = translator.turn(kind, value)?;
        }
    }
    if let Some(prototype) = prototype {
        translator.created(&prototype);
    }
    Ok(())
}

/// A cell or an edge that carries markers.
fn spot_of(
    effect: &str,
    spot: &mut Map<String, Value>,
    translator: &mut dyn Translator,
) -> Result<(), String> {
    for (field, value) in spot.iter_mut() {
        if let Some(kind) = Kind::of(effect, field, false) {
            *value = translator.turn(kind, value)?;
        }
    }
    Ok(())
}

/// Writes names.
struct Namer<'a> {
    game: &'a Game,
    /// What the pieces created so far are called.
    pieces: Vec<String>,
}

impl Translator for Namer<'_> {
    fn turn(&mut self, kind: Kind, value: &Value) -> Result<Value, String> {
        let game = self.game;
        let Some(number) = value.as_i64() else { return Ok(value.clone()) };
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let arg = i32::try_from(number).unwrap_or(-1);
        let name = match kind {
            Kind::Piece => self.pieces.get(at).map(|title| titled(number, title)),
            Kind::Prototype => Some(prototype_name(game, arg)),
            Kind::Cell => Some(cell_name(game, arg).to_owned()),
            Kind::Edge => edge_name(game, arg),
            Kind::Facing => Some(facing_name(game, arg).to_owned()),
            Kind::Zone => zone_name(game, number),
            Kind::Seat => None,
            Kind::Counter
            | Kind::Status
            | Kind::Mark
            | Kind::Var
            | Kind::SeatVar
            | Kind::Moment
            | Kind::Step
            | Kind::List => kind.names(game).map(|names| names.name(at).to_owned()),
        };
        let name = name.filter(|name| !name.is_empty() && name != "?");
        Ok(name.map_or_else(|| value.clone(), Value::from))
    }

    fn created(&mut self, prototype: &Value) {
        let at = prototype.as_u64().and_then(|at| usize::try_from(at).ok());
        let name = at.and_then(|at| self.game.prototypes.get(at)).map(|it| it.name().to_owned());
        self.pieces.push(name.unwrap_or_default());
    }
}

/// Reads names, and numbers that stand for something.
struct Reader<'a> {
    game: &'a Game,
    n_pieces: i64,
    prototypes: BTreeMap<String, i64>,
}

impl Reader<'_> {
    /// Numbers of a kind are below this; one more number may stand for nobody.
    fn bounds(&self, kind: Kind) -> (i64, Option<i64>) {
        let game = self.game;
        let board = &game.board;
        let n = |n: usize| i64::try_from(n).unwrap_or(0);
        match kind {
            Kind::Piece => (self.n_pieces, Some(PieceId::NONE.0.into())),
            Kind::Seat => (game.n_seats.into(), Some(Seat::NONE.0.into())),
            Kind::Prototype => (n(game.prototypes.len()), None),
            Kind::Cell => (n(board.n_cells()), None),
            Kind::Edge => (n(board.n_edges()), None),
            Kind::Facing => (i64::from(board.n_directions()).max(1), None),
            Kind::Zone => (n(game.n_zone_lists()), None),
            Kind::Counter
            | Kind::Status
            | Kind::Mark
            | Kind::Var
            | Kind::SeatVar
            | Kind::Moment
            | Kind::Step
            | Kind::List => (n(kind.names(game).map_or(0, Names::len)), None),
        }
    }

    fn find(&self, kind: Kind, text: &str) -> Option<i64> {
        let game = self.game;
        match kind {
            Kind::Piece => text.split(' ').next()?.parse().ok(),
            Kind::Seat => text.parse().ok(),
            Kind::Prototype => self.prototypes.get(text).copied(),
            Kind::Cell => game.board.cell_named(text).map(|cell| i64::from(cell.0)),
            Kind::Edge => edge_named(game, text),
            Kind::Facing => {
                game.board.direction_named(text).map(|it| i64::from(facing_towards(game, it)))
            }
            Kind::Zone => zone_named(game, text),
            Kind::Counter
            | Kind::Status
            | Kind::Mark
            | Kind::Var
            | Kind::SeatVar
            | Kind::Moment
            | Kind::Step
            | Kind::List => i64::try_from(kind.names(game)?.find(text)?).ok(),
        }
    }

    fn unknown(&self, kind: Kind, text: &str) -> String {
        let hint = match kind.names(self.game) {
            Some(names) => near(text, names.iter()),
            None if kind == Kind::Prototype => near(text, self.prototypes.keys().map(|it| &**it)),
            None if kind == Kind::Zone => near(text, self.game.names.zones.iter()),
            None => String::new(),
        };
        let text: String = text.chars().take(MAX_NAME).flat_map(char::escape_debug).collect();
        format!(
            "the position names a {} `{text}`, which this game does not have{hint}",
            kind.word()
        )
    }
}

impl Translator for Reader<'_> {
    fn turn(&mut self, kind: Kind, value: &Value) -> Result<Value, String> {
        let number = match value.as_str() {
            Some(text) => self.find(kind, text),
            None => value.as_i64(),
        };
        let (end, nobody) = self.bounds(kind);
        let fits = |number: &i64| (0..end).contains(number) || Some(*number) == nobody;
        let plain = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        number.filter(fits).map(Value::from).ok_or_else(|| self.unknown(kind, &plain()))
    }

    fn created(&mut self, _prototype: &Value) {
        self.n_pieces += 1;
    }
}

/// An edge as the two cells it lies between, or as a cell and the direction beyond which nothing
/// is.
fn edge_name(game: &Game, edge: i32) -> Option<String> {
    let board = &game.board;
    let edge = board.edge_cells(EdgeId(u16::try_from(edge).ok()?))?;
    let cell = board.name(edge.cell);
    match (edge.beyond, edge.direction) {
        (Some(beyond), _) => Some(format!("{cell}|{}", board.name(beyond))),
        (None, Some(direction)) => Some(format!("{cell}|{}", board.direction_name(direction))),
        (None, None) => None,
    }
}

fn edge_named(game: &Game, text: &str) -> Option<i64> {
    let board = &game.board;
    let (cell, other) = text.split_once('|')?;
    let cell: Cell = board.cell_named(cell)?;
    let edge = match board.cell_named(other) {
        Some(other) => board.edge_between(cell, other),
        None => board.edge(cell, board.direction_named(other)?),
    };
    edge.map(|edge| i64::from(edge.0))
}

fn zone_name(game: &Game, list: i64) -> Option<String> {
    let list = ZoneList(u16::try_from(list).ok().filter(|_| game.n_seats > 0)?);
    let (zone, seat) = list.parts(game);
    let name = game.names.zones.name(zone.index());
    Some(if seat == Seat::NONE { name.to_owned() } else { format!("{name}:{}", seat.0) })
}

fn zone_named(game: &Game, text: &str) -> Option<i64> {
    let (name, seat) = match text.split_once(':') {
        Some((name, seat)) => (name, Some(seat.parse::<u8>().ok()?)),
        None => (text, None),
    };
    let zone = game.names.zones.find(name)?;
    let zone = (0..).map(ZoneId).nth(zone)?;
    let lists = ZoneList::all_of(game, zone);
    let lane = seat.map_or(Some(0), |seat| (seat < game.n_seats).then(|| usize::from(seat) + 1))?;
    lists.map(|list| i64::from(list.0)).nth(lane)
}

/// Whether there is not too much of anything.
fn check_size(position: &Value) -> Result<(), String> {
    let n = |key: &str| position.get(key).and_then(Value::as_array).map_or(0, Vec::len);
    let numbers = |key: &str| {
        let pairs = position.get(key).and_then(Value::as_array).into_iter().flatten();
        let lists = pairs.filter_map(|pair| pair.get(1).and_then(Value::as_array));
        lists.map(Vec::len).sum::<usize>()
    };
    let check = |what: &str, n: usize, most: usize| match n <= most {
        true => Ok(()),
        false => Err(format!("the position has {n} {what}, {most} are allowed")),
    };
    check("effects", n("effects"), MAX_POSITION_EFFECTS)?;
    check("steps", n("agenda"), MAX_POSITION_STEPS)?;
    check("lists", n("lists"), MAX_POSITION_STEPS)?;
    check("streams of chance", n("forced"), MAX_STREAMS)?;
    check("numbers in lists", numbers("lists"), MAX_POSITION_NUMBERS)?;
    check("forced results", numbers("forced"), MAX_POSITION_NUMBERS)
}

#[cfg(test)]
mod tests;
