//! Pieces, options and the log in the words of a scenario.

use std::collections::BTreeMap;

use harena_engine::board::Cell;
use harena_engine::combat::Strike;
use harena_engine::decision::{Action, Dimension, Form, Group};
use harena_engine::effect::Effect;
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::log::sentence::told;
use harena_engine::log::{Entry, What};
use harena_engine::state::{Piece, Place, Spot, State};
use harena_engine::telling::{Placing, RECORD, Style, Teller};

use super::words::Words;

/// What a piece is called.
pub(super) fn title(words: &Words, piece: &Piece) -> String {
    words.game.prototype(piece.prototype).name().to_owned()
}

/// A name by which a piece line finds the definition of a piece again.
fn written_name(words: &Words, piece: &Piece) -> String {
    let title = title(words, piece);
    let is_read = |name: &str| {
        let found = words.pattern(name).map(|pattern| pattern.prototypes).unwrap_or_default();
        found.contains(&piece.prototype)
    };
    if is_read(&title) { title } else { words.game.prototype(piece.prototype).id.clone() }
}

fn signs(words: &Words, state: &State, id: PieceId) -> Vec<String> {
    let names = &words.game.names;
    let mut signs = Vec::new();
    for (at, name) in names.counters.iter().enumerate() {
        let n = state.counter(id, CounterId(at as u8));
        if n != 0 {
            signs.push(signed(&words.short_of(name), n.into()));
        }
    }
    for (at, name) in names.marks.iter().enumerate() {
        let kind = MarkId(at as u8);
        let usual = words.mark_owner(state, kind, state.piece(id).owner);
        let mut owners: BTreeMap<Seat, i32> = BTreeMap::new();
        for mark in state.marks.iter().filter(|mark| mark.on == id && mark.kind == kind) {
            *owners.entry(mark.owner).or_default() += i32::from(mark.n);
        }
        for (owner, n) in owners.into_iter().filter(|(_, n)| *n != 0) {
            let sign = signed(&words.short_of(name), n);
            let of = if owner == usual { String::new() } else { owned(words, owner) };
            signs.push(format!("{sign}{of}"));
        }
    }
    signs
}

/// Whose a marker is, as it is written behind it.
fn owned(words: &Words, owner: Seat) -> String {
    format!(":{}", words.seat_label(owner).replace(' ', "_"))
}

/// The markers on a cell or an edge, as an expectation writes them.
pub(super) fn spot_marks(words: &Words, state: &State, place: &str, spot: Spot) -> String {
    let here = state.spots.iter().filter(|mark| mark.spot == spot && mark.n != 0);
    let marks: Vec<String> = here
        .map(|mark| {
            let sign = signed(words.game.names.marks.name(mark.kind.index()), mark.n.into());
            let of =
                if mark.owner == Seat::NONE { String::new() } else { owned(words, mark.owner) };
            format!("{sign}{of}")
        })
        .collect();
    let there = if marks.is_empty() { "no markers".to_owned() } else { marks.join(" ") };
    format!("cell {place} {there}")
}

fn signed(name: &str, n: i32) -> String {
    if name.chars().count() == 1 { format!("{name}{n}") } else { format!("{name}={n}") }
}

/// A piece as a scenario writes it: `DE Knight (0,0) f2 w1`.
pub(super) fn piece(words: &Words, state: &State, id: PieceId) -> String {
    let piece = state.piece(id);
    let mut parts = vec![words.seat_label(piece.owner).to_owned(), written_name(words, piece)];
    if let Some(cell) = piece.cell() {
        parts.push(words.game.board.name(cell).to_owned());
        parts.push(facing(words, piece.facing));
    }
    parts.extend(signs(words, state, id));
    parts.join(" ")
}

fn facing(words: &Words, facing: u8) -> String {
    let short = format!("f{facing}");
    if words.facing(&short).is_some() { short } else { format!("@{facing}") }
}

/// A piece as a drawn cell: `DE:knight@2+w1`.
pub(super) fn token(words: &Words, state: &State, id: PieceId) -> String {
    let piece = state.piece(id);
    let owner = words.seat_label(piece.owner);
    let mut token = format!("{owner}:{}", words.game.prototype(piece.prototype).id);
    if piece.facing != 0 {
        token.push_str(&format!("@{}", piece.facing));
    }
    for sign in signs(words, state, id) {
        token.push('+');
        token.push_str(&sign);
    }
    token
}

/// The cards of a zone list, as scenarios list them.
pub(super) fn zone(words: &Words, state: &State, pieces: &[PieceId]) -> String {
    let names: Vec<String> = pieces
        .iter()
        .map(|id| {
            let mut parts = vec![words.game.prototype(state.piece(*id).prototype).id.clone()];
            parts.extend(signs(words, state, *id));
            parts.join(" ")
        })
        .collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// An option as an action line.
pub(super) fn option(words: &Words, state: &State, group: &Group, action: &Action) -> String {
    let game = words.game;
    let mut parts = vec![game.names.verbs.name(action.verb.index()).to_owned()];
    let kinds = game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    for (at, arg) in action.args.as_slice().iter().enumerate() {
        let kind = kinds.get(at).copied().unwrap_or(ArgKind::Number);
        parts.push(argument(words, state, kind, (group, at, *arg)));
    }
    parts.join(" ")
}

/// An argument of an option in words.
pub(super) fn argument(
    words: &Words,
    state: &State,
    kind: ArgKind,
    (group, at, arg): (&Group, usize, i32),
) -> String {
    let game = words.game;
    let index = usize::try_from(arg).unwrap_or(usize::MAX);
    match kind {
        ArgKind::Piece => {
            let piece = state.piece(PieceId(arg as u16));
            match piece.cell() {
                Some(cell) => {
                    let owner = words.seat_label(piece.owner);
                    format!("{owner} {} {}", title(words, piece), game.board.name(cell))
                }
                None => game.prototype(piece.prototype).id.clone(),
            }
        }
        ArgKind::Cell => game.board.name(Cell(arg as u16)).to_owned(),
        ArgKind::Facing => facing(words, arg as u8),
        ArgKind::Seat => words.seat_label(Seat(arg as u8)).to_owned(),
        ArgKind::Word => game.names.words.name(index).to_owned(),
        ArgKind::Faction => game.factions.get(index).map_or("?".into(), |f| f.id.clone()),
        ArgKind::Prototype => game.prototypes.get(index).map_or("?".into(), |p| p.id.clone()),
        ArgKind::Several | ArgKind::Order | ArgKind::Spread => {
            spelled(words, state, group, (at, arg))
        }
        ArgKind::Number => arg.to_string(),
    }
}

/// A choice of several or an order as names joined by `+`, amounts as numbers joined by `+`.
fn spelled(words: &Words, state: &State, group: &Group, (at, arg): (usize, i32)) -> String {
    let listed = group.dimension_at(at).and_then(Dimension::listed);
    let written = listed.and_then(|listed| Some((listed, listed.written_out(arg)?)));
    let Some((listed, values)) = written else { return arg.to_string() };
    let kind = listed.kind;
    let is_spread = matches!(listed.form, Form::Spread { .. });
    let name = |value: &i32| {
        if is_spread {
            return value.to_string();
        }
        if kind != ArgKind::Piece {
            return argument(words, state, kind, (group, at, *value));
        }
        let piece = state.piece(PieceId(*value as u16));
        let id = || words.game.prototype(piece.prototype).id.clone();
        piece.cell().map_or_else(id, |cell| words.game.board.name(cell).to_owned())
    };
    match values.is_empty() {
        true => "none".to_owned(),
        false => values.iter().map(name).collect::<Vec<_>>().join("+"),
    }
}

/// What happened, line by line, each with the number of its block: strikes that follow each other
/// are one block, as they land together. `state` is the one before the first entry.
pub(super) fn log(
    words: &Words,
    mut state: State,
    entries: &[Entry],
    sentence: &dyn Fn(&str) -> String,
) -> Vec<(usize, String)> {
    let (mut lines, mut block, mut was_strike) = (Vec::new(), 0, false);
    for entry in entries {
        let is_strike = matches!(entry.what, What::Struck(_) | What::Cancelled(_));
        if let Some(line) = line(words, &state, &entry.what, sentence) {
            block += usize::from(!(is_strike && was_strike));
            was_strike = is_strike;
            lines.push((block, line));
        }
        if let What::Changed(effect) = &entry.what {
            harena_engine::effect::apply(words.game, &mut state, &Default::default(), effect);
        }
    }
    lines
}

/// The lines that every game has, with gaps where they name something.
pub(super) const LINES: [&str; 19] = [
    "{1:piece} hits {2:piece} for {3:number}",
    "{1:piece} is hit for {2:number}",
    "cancelled: {1:piece} hits {2:piece} for {3:number}",
    "cancelled: {1:piece} is hit for {2:number}",
    "{1:piece} falls",
    "{1:number} of {2:number}",
    "the match ends",
    "{1:piece} rotates to {2:facing}",
    "{1:piece} moves to {2:cell} {3:facing}",
    "{1:piece} comes to {2:cell} {3:facing}",
    "{1:piece} goes to {2:seat} {3:zone}",
    "{1:piece} is removed",
    "{1:mark} {2:number} on {3:target}",
    "no more {1:mark} on {2:target}",
    "floors slide from {1:cell} to {2:cell}",
    "shuffled",
    "{1:seat} is active",
    "{1:seat} is out",
    "turn {1:number}",
];

/// How scenarios tell what happened: pieces with their owners and cells, without facing and signs.
const LOG: Style = Style { place: Placing::BehindOwners, ..RECORD };

/// What names things in log lines.
fn teller<'a>(words: &'a Words, state: &'a State) -> Teller<'a> {
    Teller { game: words.game, state, titles: words.titles(), style: &LOG }
}

/// A piece in a log line.
fn named(words: &Words, state: &State, id: PieceId) -> String {
    teller(words, state).piece_there(id)
}

fn struck(words: &Words, state: &State, strike: &Strike) -> String {
    let target = named(words, state, strike.target);
    match strike.attacker.is_some() {
        true => {
            format!("{} hits {target} for {}", named(words, state, strike.attacker), strike.damage)
        }
        false => format!("{target} is hit for {}", strike.damage),
    }
}

fn line(
    words: &Words,
    state: &State,
    what: &What,
    sentence: &dyn Fn(&str) -> String,
) -> Option<String> {
    Some(match what {
        What::Chose { .. } | What::Began(_) => return None,
        What::Changed(effect) => return changed(words, state, effect),
        What::Struck(strike) => struck(words, state, strike),
        What::Cancelled(strike) => format!("cancelled: {}", struck(words, state, strike)),
        What::Fell(id) => format!("{} falls", named(words, state, *id)),
        What::Rolled { sides, result } => format!("{result} of {sides}"),
        What::Said { word, args } => {
            let template = sentence(words.game.names.words.name(word.index()));
            told(&template, args, |kind, arg| said(words, state, kind, arg))
        }
        What::Ended => "the match ends".to_owned(),
    })
}

/// What fills a gap of a sentence: see `match:say`.
fn said(words: &Words, state: &State, kind: ArgKind, arg: i32) -> String {
    match u8::try_from(arg) {
        Ok(it) if kind == ArgKind::Facing => facing(words, it),
        _ => teller(words, state).value(kind, arg),
    }
}

/// A cell, or the edge of one.
fn spot(game: &harena_engine::game::Game, spot: Spot) -> String {
    match spot {
        Spot::Cell(cell) => game.board.name(cell).to_owned(),
        Spot::Edge(edge) => game.board.edge_cells(edge).map_or("?".into(), |edge| {
            let towards = edge.direction.map_or("", |d| game.board.direction_name(d));
            format!("{}/{towards}", game.board.name(edge.cell))
        }),
    }
}

fn changed(words: &Words, state: &State, effect: &Effect) -> Option<String> {
    let (game, name) = (words.game, |id: PieceId| named(words, state, id));
    Some(match *effect {
        Effect::Put { piece, cell, facing: to } => {
            let (to, at) = (facing(words, to), game.board.name(cell));
            match state.piece(piece).place {
                Place::Board(from) if from == cell => format!("{} rotates to {to}", name(piece)),
                Place::Board(_) => format!("{} moves to {at} {to}", name(piece)),
                Place::Away | Place::Gone | Place::Zone(_) => {
                    format!("{} comes to {at} {to}", name(piece))
                }
            }
        }
        Effect::Send { piece, list, .. } => {
            let (zone, seat) = list.parts(game);
            let zone = game.names.zones.name(zone.index());
            format!("{} goes to {} {zone}", name(piece), words.seat_label(seat))
        }
        Effect::Remove { piece } => format!("{} is removed", name(piece)),
        Effect::Mark(mark) => {
            let kind = game.names.marks.name(mark.kind.index());
            format!("{kind} {} on {}", mark.n, name(mark.on))
        }
        Effect::Unmark { kind, piece } => {
            format!("no more {} on {}", game.names.marks.name(kind.index()), name(piece))
        }
        Effect::MarkSpot(mark) => {
            let kind = game.names.marks.name(mark.kind.index());
            format!("{kind} {} on {}", mark.n, spot(game, mark.spot))
        }
        Effect::UnmarkSpot { kind, spot: at } => {
            format!("no more {} on {}", game.names.marks.name(kind.index()), spot(game, at))
        }
        Effect::Slide { hole, from } => {
            format!("floors slide from {} to {}", game.board.name(from), game.board.name(hole))
        }
        Effect::Shuffle(_) => "shuffled".to_owned(),
        Effect::Active(seat) => format!("{} is active", words.seat_label(seat)),
        Effect::Out(seat) => format!("{} is out", words.seat_label(seat)),
        Effect::Turn => format!("turn {}", state.turn + 1),
        Effect::Create { .. }
        | Effect::Count { .. }
        | Effect::Wound { .. }
        | Effect::Status { .. }
        | Effect::Spend { .. }
        | Effect::Expire(_)
        | Effect::Show { .. }
        | Effect::Hide { .. }
        | Effect::Control { .. }
        | Effect::Var { .. }
        | Effect::Round
        | Effect::Team { .. } => return None,
    })
}
