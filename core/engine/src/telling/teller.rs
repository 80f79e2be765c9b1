//! Naming the things of a match.

use std::collections::BTreeSet;

use super::style::{Placing, Style};
use super::{Table, Titles, Which, apart, readable, told_places, which_piece};
use crate::board::{Cell, Direction};
use crate::decision::{Action, CONCEDE, Decision, Form, Listed};
use crate::game::{ArgKind, Game};
use crate::id::*;
use crate::log::sentence::{Gaps, fill_gaps, told};
use crate::state::{Place, State, ZoneList};

/// So many values of a list are compared with each other.
const MOST_LISTED: usize = 60;

/// An argument and what it is.
type Typed = (ArgKind, i32);

/// What is needed to name things.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The game.
    pub game: &'a Game,
    /// The state in which things are named, as whoever reads may know it.
    pub state: &'a State,
    /// What the game calls its things.
    pub titles: &'a Titles,
    /// How they are put.
    pub style: &'a Style,
}

/// The lists that arguments of an action of a decision are put together from, by their places.
pub fn lists_of<'d>(
    decision: Option<&'d Decision>,
    action: &Action,
) -> impl Fn(usize) -> Option<&'d Listed> + use<'d> {
    let group = decision.and_then(|it| it.groups.iter().find(|g| g.contains(action)));
    move |at| group?.dimension_at(at)?.listed()
}

impl<'a> Teller<'a> {
    /// The title of a name of a table; one without a title is told as it is written.
    pub fn title(&self, table: Table, at: usize) -> String {
        let name = || (self.style.readable)(table.names(&self.game.names).name(at));
        self.titles.title(table, at).map_or_else(name, str::to_owned)
    }

    /// The name of a definition.
    pub fn definition(&self, id: PrototypeId) -> String {
        let prototype = self.game.prototype(id);
        match (prototype.title.as_str(), prototype.id.as_str()) {
            ("", "") => (self.style.hidden)().to_owned(),
            ("", name) => (self.style.readable)(name),
            (title, _) => title.to_owned(),
        }
    }

    /// The name of a piece.
    pub fn piece(&self, id: PieceId) -> String {
        if !id.is_some() {
            return (self.style.no_piece)().to_owned();
        }
        self.definition(self.state.piece(id).prototype)
    }

    /// The name of a piece with the place it is at, where this style tells it outside actions.
    pub fn piece_there(&self, id: PieceId) -> String {
        self.piece_in(id, None)
    }

    /// The same in an action; `args` are what else it names.
    fn piece_in(&self, id: PieceId, args: Option<&[Typed]>) -> String {
        let name = self.piece(id);
        if !id.is_some() {
            return name;
        }
        let piece = self.state.piece(id);
        let cell = piece.cell().map(|cell| (cell, self.cell_name(cell)));
        match self.style.place {
            Placing::InActions => match (args, cell) {
                (Some(args), Some((cell, at))) if !names_cell(args, cell) => {
                    format!("{name} at {at}")
                }
                _ => name,
            },
            Placing::AmongNamesakes => match cell {
                Some((_, at)) if self.has_namesake(id) => format!("{name} {at}"),
                _ => name,
            },
            Placing::BehindOwners => {
                let owner = Some(piece.owner).filter(|owner| *owner != Seat::NONE);
                let owner = owner.map(|owner| self.seat(owner));
                let at = cell.map(|(_, at)| at.to_owned());
                let parts: Vec<String> = owner.into_iter().chain([name]).chain(at).collect();
                parts.join(" ")
            }
        }
    }

    /// Whether another piece on the board has the name of this one, or both have none.
    fn has_namesake(&self, id: PieceId) -> bool {
        let title = |id: PieceId| &self.game.prototype(self.state.piece(id).prototype).title;
        let own = title(id);
        own.is_empty() || self.state.on_board().any(|(_, it)| it != id && title(it) == own)
    }

    /// The name of a seat.
    pub fn seat(&self, seat: Seat) -> String {
        if seat == Seat::NONE {
            return (self.style.nobody)().to_owned();
        }
        let name = self.seat_name(seat);
        let (Some(of_faction), Some(faction)) = (self.style.of_faction, self.faction_of(seat))
        else {
            return name;
        };
        let mut others = (0..self.game.n_seats).map(Seat).filter(|other| *other != seat);
        let is_alone = others.all(|other| self.faction_of(other) != Some(faction));
        let faction = self.faction(faction);
        if is_alone { faction } else { of_faction(&faction, &name) }
    }

    /// The name of a seat without its faction.
    pub fn seat_name(&self, seat: Seat) -> String {
        let name = self.titles.seats.get(seat.index());
        name.map_or_else(|| (self.style.numbered)(seat), String::clone)
    }

    /// The faction a seat was given before the match, else the one most of its pieces belong to.
    pub fn faction_of(&self, seat: Seat) -> Option<FactionId> {
        let given = self.titles.factions.get(seat.index()).copied().flatten();
        given.or_else(|| self.state.faction_of(self.game, seat))
    }

    /// The name of a faction.
    pub fn faction(&self, id: FactionId) -> String {
        self.game.factions.get(id.index()).map_or_else(String::new, |it| it.title.clone())
    }

    /// The name of a cell.
    pub fn cell(&self, cell: Cell) -> String {
        self.cell_name(cell).to_owned()
    }

    fn cell_name(&self, cell: Cell) -> &str {
        let title = self.titles.cells.get(cell.index());
        title.map_or_else(|| self.game.board.name(cell), String::as_str)
    }

    /// The name of a facing.
    pub fn facing(&self, facing: u8) -> String {
        (self.style.facing)(facing, self.game.board.direction_name(Direction(facing)))
    }

    /// A word of the rules as people read it.
    pub fn word(&self, word: WordId) -> String {
        self.titles.word(self.game, word)
    }

    /// The name of a zone, and whose it is.
    pub fn zone(&self, list: ZoneList) -> String {
        let (zone, seat) = list.parts(self.game);
        let title = self.title(Table::Zones, zone.index());
        if seat == Seat::NONE { title } else { (self.style.whose)(&title, &self.seat(seat)) }
    }

    /// The name of a place: a cell, or a zone and whose it is.
    fn place(&self, place: Place) -> String {
        match place {
            Place::Board(cell) => self.cell(cell),
            Place::Away | Place::Gone => String::new(),
            Place::Zone(list) => self.zone(list),
        }
    }

    /// A single value; what was put together from a list cannot be written out.
    pub fn value(&self, kind: ArgKind, value: i32) -> String {
        self.value_in((kind, value), None)
    }

    fn value_in(&self, (kind, value): Typed, args: Option<&[Typed]>) -> String {
        let at = u16::try_from(value).unwrap_or(u16::MAX);
        let or_number = |name: &str| match name {
            "" => value.to_string(),
            name => name.to_owned(),
        };
        match kind {
            ArgKind::Piece => self.piece_in(PieceId::read(value).unwrap_or(PieceId::NONE), args),
            ArgKind::Cell => or_number(self.cell_name(Cell(at))),
            ArgKind::Facing => {
                u8::try_from(value).map_or_else(|_| value.to_string(), |it| self.facing(it))
            }
            ArgKind::Number => value.to_string(),
            ArgKind::Seat => self.seat(u8::try_from(value).map_or(Seat::NONE, Seat)),
            ArgKind::Word => self.word(WordId(at)),
            ArgKind::Faction => {
                let faction = self.game.factions.get(usize::from(at));
                or_number(faction.map_or("", |it| &it.title))
            }
            ArgKind::Prototype => self.definition(PrototypeId(at)),
            ArgKind::Several | ArgKind::Order | ArgKind::Spread => {
                (self.style.unlisted)(kind, value)
            }
        }
    }

    /// The arguments of an action with what they are; those not declared are numbers.
    fn typed(&self, verb: VerbId, args: &[i32]) -> Vec<Typed> {
        let kinds = self.game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
        let kinds = kinds.iter().copied().chain(std::iter::repeat(ArgKind::Number));
        kinds.zip(args.iter().copied()).collect()
    }

    /// The arguments of an action, one word or a few for each; `listed` gives the lists that
    /// arguments are put together from.
    pub fn args<'l>(
        &self,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> Vec<String> {
        let args = self.typed(action.verb, action.args.as_slice());
        let word = |(at, arg): (usize, &Typed)| match listed(at) {
            Some(listed) => self.listed(listed, *arg),
            None => self.value_in(*arg, Some(&args)),
        };
        args.iter().enumerate().map(word).collect()
    }

    /// What was put together from a list, written out: `a + b`, `a, b`, `2 a + 1 b`.
    fn listed(&self, listed: &Listed, (kind, value): Typed) -> String {
        let Some(values) = listed.written_out(value) else {
            return (self.style.unlisted)(kind, value);
        };
        let name = |value: &i32| self.value_in((listed.kind, *value), Some(&[]));
        let words: Vec<String> = match listed.form {
            Form::Spread { .. } if listed.of.is_empty() => {
                values.iter().map(i32::to_string).collect()
            }
            Form::Spread { .. } => {
                let amounts = listed.of.iter().zip(&values).filter(|(_, n)| **n != 0);
                amounts.map(|(slot, n)| (self.style.amount)(&name(slot), *n)).collect()
            }
            Form::Several { .. } | Form::Order => values.iter().map(name).collect(),
        };
        match words.is_empty() {
            true => (self.style.empty)().to_owned(),
            false => words.join(if listed.form == Form::Order { self.style.then } else { " + " }),
        }
    }

    /// An action in words: the title of its verb with its gaps filled; without gaps its arguments
    /// follow it.
    pub fn action<'l>(
        &self,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> String {
        self.with_words(action.verb, &self.args(action, listed))
    }

    /// A verb with the arguments chosen so far.
    pub fn verb_with(&self, verb: VerbId, args: &[i32]) -> String {
        let args = self.typed(verb, args);
        let words: Vec<String> = args.iter().map(|arg| self.value_in(*arg, Some(&args))).collect();
        self.with_words(verb, &words)
    }

    /// A verb with words for its arguments; gaps that no word is there for stay open.
    pub fn with_words(&self, verb: VerbId, words: &[String]) -> String {
        if verb == CONCEDE {
            return (self.style.concedes)().to_owned();
        }
        let title = self.title(Table::Verbs, verb.index());
        if title.contains('{') {
            let word = |at: usize| words.get(at).cloned();
            let open = || (self.style.open)().to_owned();
            return fill_gaps(&title, |at, _| Some(word(at).unwrap_or_else(open)));
        }
        if words.is_empty() { title } else { format!("{title} {}", words.join(self.style.and)) }
    }

    /// An option of a decision in words, with choices, orders and amounts written out. Where
    /// another option would read the same, what tells them apart stands behind it.
    pub fn option(&self, decision: Option<&Decision>, action: &Action) -> String {
        let words = self.args(action, lists_of(decision, action));
        let text = self.with_words(action.verb, &words);
        let parts = decision.map_or_else(Vec::new, |it| self.apart(it, action, &words));
        bracketed(text, &parts)
    }

    /// A value among others of a list, with what tells it from those of the same name.
    pub fn choice(&self, kind: ArgKind, list: &[i32], value: i32) -> String {
        let is_same =
            |other: &&i32| **other == value || self.is_namesake(kind, (**other, value), &[]);
        let same: BTreeSet<i32> = list.iter().take(MOST_LISTED).filter(is_same).copied().collect();
        let which = if same.len() > 1 { self.which((kind, value), &same) } else { None };
        bracketed(self.value_in((kind, value), Some(&[])), which.as_slice())
    }

    /// A declared sentence with its gaps filled.
    pub fn sentence(&self, word: WordId, gaps: Gaps) -> String {
        told(&self.word(word), &gaps, |kind, value| self.value(kind, value))
    }
}

impl Teller<'_> {
    /// What stands behind an option because another one would read the same: arguments that its
    /// title leaves out, and which of several things of one name is meant. All that is left out
    /// where there are too many options to compare.
    fn apart(&self, decision: &Decision, action: &Action, words: &[String]) -> Vec<String> {
        if action.verb == CONCEDE {
            return Vec::new();
        }
        let args = self.typed(action.verb, action.args.as_slice());
        let told = told_places(&self.title(Table::Verbs, action.verb.index()), args.len());
        let is_namesake = |at: usize, a: i32, b: i32| {
            args.get(at).is_some_and(|(kind, _)| self.is_namesake(*kind, (a, b), &args))
        };
        let left_out = |at: usize| {
            let names = self.titles.arguments.get(action.verb.index());
            let name = names.and_then(|names| names.get(at)).filter(|name| !name.is_empty());
            let word = words.get(at)?;
            Some(name.map_or_else(|| word.clone(), |name| format!("{name} {word}")))
        };
        let Some(places) = apart(decision, action, &told, is_namesake) else {
            return (0..args.len()).filter(|at| !told.contains(at)).filter_map(left_out).collect();
        };
        let part = |(at, values): (usize, BTreeSet<i32>)| {
            let (kind, own) = *args.get(at)?;
            match values.iter().any(|it| *it != own && is_namesake(at, *it, own)) {
                true => self.which((kind, own), &values),
                false => left_out(at),
            }
        };
        places.into_iter().filter_map(part).collect()
    }

    /// Whether two values of an argument are different things of one name.
    fn is_namesake(&self, kind: ArgKind, (a, b): (i32, i32), args: &[Typed]) -> bool {
        let name = |value: i32| self.value_in((kind, value), Some(args));
        match kind {
            ArgKind::Piece
            | ArgKind::Seat
            | ArgKind::Word
            | ArgKind::Faction
            | ArgKind::Prototype => name(a) == name(b),
            ArgKind::Cell
            | ArgKind::Facing
            | ArgKind::Number
            | ArgKind::Several
            | ArgKind::Order
            | ArgKind::Spread => false,
        }
    }

    /// Which of several things of one name is meant; nothing if they do not differ at all.
    fn which(&self, (kind, own): Typed, values: &BTreeSet<i32>) -> Option<String> {
        let at = usize::try_from(own).ok()?;
        match kind {
            ArgKind::Piece => self.which_piece(own, values),
            ArgKind::Prototype => {
                let faction =
                    |value: i32| self.game.prototypes.get(usize::try_from(value).ok()?)?.faction;
                let mut others = values.iter().filter(|value| **value != own);
                match faction(own).filter(|it| others.all(|other| faction(*other) != Some(*it))) {
                    Some(faction) => Some(self.faction(faction)),
                    None => Some(readable(&self.game.prototypes.get(at)?.id)),
                }
            }
            ArgKind::Word => Some(readable(self.game.names.words.name(at))),
            ArgKind::Faction => Some(readable(&self.game.factions.get(at)?.id)),
            ArgKind::Seat => Some((self.style.numbered)(Seat(u8::try_from(own).ok()?))),
            ArgKind::Cell
            | ArgKind::Facing
            | ArgKind::Number
            | ArgKind::Several
            | ArgKind::Order
            | ArgKind::Spread => None,
        }
    }

    /// Which of several pieces of one name is meant; nothing if they do not differ at all.
    fn which_piece(&self, own: i32, values: &BTreeSet<i32>) -> Option<String> {
        let alike = |a: Place, b: Place| self.place(a) == self.place(b);
        Some(match which_piece(self.state, own, values, alike)? {
            Which::At(place) => self.place(place),
            Which::Nth(rank) => (self.style.nth)(rank),
        })
    }
}

fn names_cell(args: &[Typed], cell: Cell) -> bool {
    args.iter().any(|(kind, arg)| *kind == ArgKind::Cell && *arg == i32::from(cell.0))
}

/// A text, with what tells it from others that read the same.
fn bracketed(text: String, parts: &[String]) -> String {
    if parts.is_empty() { text } else { format!("{text} ({})", parts.join(", ")) }
}
