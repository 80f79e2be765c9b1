//! Names and sentences about a match, for people and for screen readers.

use harena_engine::board::{Cell, Direction};
use harena_engine::decision::{Action, CONCEDE, Decision, Form, Listed};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, Gaps, fill_gaps, told};
use harena_engine::state::{Place, State};

use crate::book::{Book, readable};
use crate::table::Focus;
use crate::text;

mod apart;

/// What is needed to name something: the game, its labels, and the state as it is shown.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its labels.
    pub book: &'a Book,
    /// The state as the viewer may know it.
    pub state: &'a State,
}

impl Teller<'_> {
    /// The name of a definition.
    pub fn prototype(&self, id: PrototypeId) -> String {
        let prototype = self.game.prototype(id);
        match (prototype.title.is_empty(), prototype.id.is_empty()) {
            (false, _) => prototype.title.clone(),
            (true, false) => readable(&prototype.id),
            (true, true) => text::hidden_card().to_owned(),
        }
    }

    /// The name of a piece.
    pub fn piece(&self, id: PieceId) -> String {
        if !id.is_some() {
            return text::nobody().to_owned();
        }
        self.prototype(self.state.piece(id).prototype)
    }

    /// The name of a piece with its faction or owner.
    pub fn piece_in_full(&self, id: PieceId) -> String {
        let piece = self.state.piece(id);
        let faction = self.game.prototype(piece.prototype).faction;
        match faction.and_then(|id| self.game.factions.get(id.index())) {
            Some(faction) => text::piece_of(&self.piece(id), &faction.title),
            None if piece.owner == Seat::NONE => self.piece(id),
            None => text::piece_of(&self.piece(id), &self.seat(piece.owner)),
        }
    }

    /// The name of a piece with the place it is at, where names alone would not do.
    pub fn piece_there(&self, id: PieceId) -> String {
        let Place::Board(cell) = self.state.piece(id).place else { return self.piece(id) };
        let title = |id: PieceId| &self.game.prototype(self.state.piece(id).prototype).title;
        let own = title(id);
        let mut namesakes = self.state.on_board().map(|(_, other)| other);
        let is_alone = !own.is_empty() && namesakes.all(|other| other == id || title(other) != own);
        if is_alone {
            return self.piece(id);
        }
        format!("{} {}", self.piece(id), self.cell(cell))
    }

    /// The name of a seat: its faction if it plays one alone, else its number.
    pub fn seat(&self, seat: Seat) -> String {
        if seat == Seat::NONE {
            return text::nobody().to_owned();
        }
        let Some(faction) = self.faction_of(seat) else { return self.seat_name(seat) };
        let others = (0..self.game.n_seats).map(Seat).filter(|other| *other != seat);
        let is_alone = others.into_iter().all(|other| self.faction_of(other) != Some(faction));
        let faction = self.faction(faction);
        if is_alone { faction } else { text::seat(&faction, &self.seat_name(seat)) }
    }

    /// The name of a seat without its faction.
    pub fn seat_name(&self, seat: Seat) -> String {
        let name = self.book.seat_names.get(seat.index());
        name.map_or_else(|| text::seat_number(seat.index()), String::clone)
    }

    /// The faction a seat was given before the match, else the one most of its pieces belong to.
    pub fn faction_of(&self, seat: Seat) -> Option<FactionId> {
        if let Some(Some(faction)) = self.book.seat_factions.get(seat.index()) {
            return Some(*faction);
        }
        let mut counts = vec![0usize; self.game.factions.len()];
        for piece in self.state.pieces.iter().filter(|piece| piece.owner == seat) {
            let faction = self.game.prototype(piece.prototype).faction;
            if let Some(count) = faction.and_then(|id| counts.get_mut(id.index())) {
                *count += 1;
            }
        }
        let best =
            counts.iter().enumerate().rev().max_by_key(|(_, n)| **n).filter(|(_, n)| **n > 0)?;
        u8::try_from(best.0).ok().map(FactionId)
    }

    /// The name of a faction.
    pub fn faction(&self, id: FactionId) -> String {
        self.game.factions.get(id.index()).map_or_else(String::new, |it| it.title.clone())
    }

    /// The name of a cell.
    pub fn cell(&self, cell: Cell) -> String {
        self.game.board.name(cell).to_owned()
    }

    /// The name of a facing: its number, and where the front of a piece then points.
    pub fn facing(&self, facing: u8) -> String {
        text::facing(facing, self.game.board.direction_name(Direction(facing)))
    }

    /// Whether anybody chooses how pieces of the game are rotated.
    pub fn rotates(&self) -> bool {
        self.game.verbs.iter().flatten().any(|kind| *kind == ArgKind::Facing)
    }

    /// The accessible label of a cell.
    pub fn cell_label(&self, cell: Cell, legal: bool) -> String {
        let name = self.cell(cell);
        let label = match self.state.at(cell) {
            None => text::empty_cell(&name),
            Some(id) => {
                let (piece, facing) = (self.piece_in_full(id), self.state.piece(id).facing);
                match self.rotates() {
                    true => text::occupied_cell(&name, &piece, facing),
                    false => text::held_cell(&name, &piece),
                }
            }
        };
        if legal { text::legal(&label) } else { label }
    }

    /// The name of an argument of a verb.
    pub fn arg(&self, kind: ArgKind, value: i32) -> String {
        let index = usize::try_from(value).unwrap_or(usize::MAX);
        let small = u16::try_from(value).unwrap_or(u16::MAX);
        match kind {
            ArgKind::Piece => self.piece_there(PieceId(small)),
            ArgKind::Cell => self.cell(Cell(small)),
            ArgKind::Facing => self.facing(value as u8),
            ArgKind::Number => value.to_string(),
            ArgKind::Seat => self.seat(u8::try_from(value).map_or(Seat::NONE, Seat)),
            ArgKind::Word => {
                let text = self.book.word(WordId(small));
                if text.is_empty() { value.to_string() } else { text.to_owned() }
            }
            ArgKind::Faction => {
                let faction = self.game.factions.get(index);
                faction.map_or_else(|| value.to_string(), |it| it.title.clone())
            }
            ArgKind::Prototype => self.prototype(PrototypeId(small)),
            ArgKind::Several => text::several(value.count_ones()),
            ArgKind::Order | ArgKind::Spread => text::rank(value),
        }
    }

    /// An action in words.
    pub fn action(&self, action: &Action) -> String {
        self.verb_with(action.verb, action.args.as_slice())
    }

    /// An action in words as a story tells it: without what was put together from lists, which
    /// only the question it answered could write out.
    pub fn action_in_brief(&self, action: &Action) -> String {
        let kinds = self.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let told = |kind: &ArgKind| !matches!(kind, ArgKind::Order | ArgKind::Spread);
        let title = self.book.verb(action.verb);
        if title.contains('{') || kinds.iter().all(told) {
            return self.action(action);
        }
        let args = action.args.as_slice().iter().zip(kinds).filter(|(_, kind)| told(kind));
        let words: Vec<String> = args.map(|(value, kind)| self.arg(*kind, *value)).collect();
        self.with_words(action.verb, &words)
    }

    /// An option of a decision in words, with choices, orders and amounts written out. Where
    /// another option would read the same, what tells them apart stands behind it.
    pub fn option(&self, decision: &Decision, action: &Action) -> String {
        text::apart(&self.sentence_of(decision, action), &self.apart(decision, action))
    }

    fn sentence_of(&self, decision: &Decision, action: &Action) -> String {
        let group = decision.groups.iter().find(|group| group.contains(action));
        self.choice_made(action, |place| group?.dimension_at(place)?.listed())
    }

    /// An action in words; `listed` gives the lists that arguments were put together from.
    pub fn choice_made<'l>(
        &self,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> String {
        let kinds = self.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let kinds = kinds.iter().copied().chain(std::iter::repeat(ArgKind::Number));
        let args = action.args.as_slice().iter().zip(kinds).enumerate();
        let words = args.map(|(place, (value, kind))| {
            let written = listed(place).and_then(|listed| self.listed(listed, *value));
            written.unwrap_or_else(|| self.arg(kind, *value))
        });
        self.with_words(action.verb, &words.collect::<Vec<String>>())
    }

    /// What was put together from a list; nothing for what cannot be.
    fn listed(&self, listed: &Listed, value: i32) -> Option<String> {
        let written = listed.written_out(value)?;
        let name = |value: &i32| self.arg(listed.kind, *value);
        let words: Vec<String> = match listed.form {
            Form::Several { .. } | Form::Order => written.iter().map(name).collect(),
            Form::Spread { .. } if listed.of.is_empty() => {
                written.iter().map(i32::to_string).collect()
            }
            Form::Spread { .. } => {
                let amounts = listed.of.iter().zip(&written).filter(|(_, n)| **n != 0);
                amounts.map(|(slot, n)| format!("{} {n}", name(slot))).collect()
            }
        };
        Some(if words.is_empty() { text::none().to_owned() } else { words.join(" + ") })
    }

    /// A verb with the arguments chosen so far.
    pub fn verb_with(&self, verb: VerbId, args: &[i32]) -> String {
        let kinds = self.game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
        let kinds = kinds.iter().copied().chain(std::iter::repeat(ArgKind::Number));
        let words: Vec<String> =
            args.iter().zip(kinds).map(|(v, kind)| self.arg(kind, *v)).collect();
        self.with_words(verb, &words)
    }

    /// The same, with the shapes of seats instead of their names; see [`shape_of_seat`].
    pub fn saying_in_shapes(&self, word: WordId, args: Gaps) -> (Option<Focus>, String) {
        self.say_at_place(word, args, |kind, value| {
            if kind == ArgKind::Seat {
                let seat = u8::try_from(value).map(Seat);
                seat.map_or(NOBODY_SHAPE, shape_of_seat).into()
            } else if kind == ArgKind::Faction {
                self.shape_of_faction(value).into()
            } else if kind == ArgKind::Number {
                value.to_string().replace('-', "\u{2212}")
            } else {
                self.arg(kind, value)
            }
        })
    }

    fn shape_of_faction(&self, value: i32) -> char {
        let plays = |seat: &Seat| self.faction_of(*seat).is_some_and(|it| i32::from(it.0) == value);
        let mut seats = (0..self.game.n_seats).map(Seat).filter(plays);
        seats.next().map_or(NOBODY_SHAPE, shape_of_seat)
    }

    fn with_words(&self, verb: VerbId, words: &[String]) -> String {
        if verb == CONCEDE {
            return text::concedes().to_owned();
        }
        let title = self.book.verb(verb);
        if title.contains('{') {
            return fill_gaps(title, |at, _| {
                Some(words.get(at).map_or_else(|| text::open_gap().to_owned(), String::clone))
            });
        }
        if words.is_empty() { title.to_owned() } else { format!("{title} {}", words.join(", ")) }
    }

    /// A declared sentence with its gaps filled.
    pub fn sentence(&self, word: WordId, args: Gaps) -> String {
        told(self.book.word(word), &args, |kind, value| self.arg(kind, value))
    }

    /// A sentence of a foretold step, with the place it is about if its first number is a cell or
    /// a piece; then it leaves that place out where it begins with it.
    pub fn saying(&self, word: WordId, args: Gaps) -> (Option<Focus>, String) {
        self.say_at_place(word, args, |kind, value| self.arg(kind, value))
    }

    /// A sentence whose first gap is a seat or the faction of one: that seat, and the sentence
    /// without it where it begins with it.
    pub fn of_seat(&self, word: WordId, args: Gaps) -> Option<(Seat, String)> {
        let seat = match args[0] {
            Gap::Number(number) => u8::try_from(number).ok().map(Seat)?,
            Gap::Faction(id) => {
                let plays = |seat: &Seat| self.faction_of(*seat) == Some(id);
                (0..self.game.n_seats).map(Seat).find(plays)?
            }
            Gap::Nothing | Gap::Piece(_) | Gap::Cell(_) | Gap::Word(_) | Gap::Prototype(_) => {
                return None;
            }
        };
        let template = self.book.word(word);
        let rest = template.split_once('}').filter(|(gap, _)| gap.starts_with("{1"));
        let rest = rest.map_or(template, |(_, rest)| rest.trim_start_matches([':', ',', ' ']));
        Some((seat, told(rest, &args, |kind, value| self.arg(kind, value))))
    }

    fn say_at_place(
        &self,
        word: WordId,
        args: Gaps,
        name: impl Fn(ArgKind, i32) -> String,
    ) -> (Option<Focus>, String) {
        let template = self.book.word(word);
        let place = match args[0] {
            Gap::Piece(id) => Some(Focus::Piece(id)),
            Gap::Cell(cell) => Some(Focus::Cell(cell)),
            Gap::Nothing | Gap::Number(_) | Gap::Faction(_) | Gap::Word(_) | Gap::Prototype(_) => {
                None
            }
        };
        let rest = template.split_once('}').filter(|(gap, _)| gap.starts_with("{1"));
        let template = match (place, rest) {
            (Some(_), Some((_, rest))) => rest.trim_start_matches([':', ',', ' ']),
            _ => template,
        };
        (place, told(template, &args, name))
    }
}

/// What stands in a drawn sentence for what nobody plays.
pub const NOBODY_SHAPE: char = '\u{e0ff}';
/// The first of the signs that stand for seats.
const FIRST_SHAPE: u32 = 0xe000;

/// The sign that stands in a drawn sentence for the shape of a seat.
pub fn shape_of_seat(seat: Seat) -> char {
    char::from_u32(FIRST_SHAPE + u32::from(seat.0.min(200))).unwrap_or(NOBODY_SHAPE)
}

/// The seat whose shape a sign of a drawn sentence stands for.
pub fn seat_of_shape(sign: char) -> Option<Seat> {
    let number = u32::from(sign).checked_sub(FIRST_SHAPE).filter(|number| *number <= 200)?;
    u8::try_from(number).ok().map(Seat)
}

/// The last plain number of a sentence.
pub fn last_number(args: Gaps) -> Option<i32> {
    args.iter().rev().find_map(|gap| match gap {
        Gap::Number(number) => Some(*number),
        Gap::Nothing
        | Gap::Piece(_)
        | Gap::Cell(_)
        | Gap::Faction(_)
        | Gap::Word(_)
        | Gap::Prototype(_) => None,
    })
}
