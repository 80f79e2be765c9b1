//! Names and sentences about a match, for people and for screen readers.

use std::ops::Deref;

use harena_engine::board::Cell;
use harena_engine::decision::{Action, Listed};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, Gaps, told};
use harena_engine::state::{Piece, State};
use harena_engine::telling::{self, Placing, Style, Table};

use crate::book::{Book, readable};
use crate::table::Focus;
use crate::text;

pub mod hexes;
pub mod sided;

use sided::Sided;

/// How the window puts what it tells, in the language that is spoken.
const WINDOW: Style = Style {
    readable,
    hidden: text::hidden_card,
    no_piece: text::nobody,
    nobody: text::nobody,
    numbered: |seat| text::seat_number(seat.index()),
    of_faction: Some(text::seat),
    place: Placing::AmongNamesakes,
    facing: text::facing,
    whose: text::piece_of,
    unlisted: |kind, value| {
        if kind == ArgKind::Several { text::several(value.count_ones()) } else { text::rank(value) }
    },
    amount: |slot, n| format!("{slot} {n}"),
    empty: text::none,
    then: " + ",
    and: ", ",
    open: text::open_gap,
    concedes: text::concedes,
    nth: |rank| text::ordinal(u8::try_from(rank).unwrap_or(u8::MAX)),
};

/// Names things as the window does, and knows the labels of the game.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The labels of the game.
    pub book: &'a Book,
    names: telling::Teller<'a>,
}

impl<'a> Deref for Teller<'a> {
    type Target = telling::Teller<'a>;

    fn deref(&self) -> &telling::Teller<'a> {
        &self.names
    }
}

impl<'a> Teller<'a> {
    /// For naming things of a game, in a state as the viewer may know it.
    pub fn of(game: &'a Game, book: &'a Book, state: &'a State) -> Teller<'a> {
        let names = telling::Teller { game, state, titles: &book.titles, style: &WINDOW };
        Teller { book, names }
    }

    /// The same in another state.
    pub fn at<'b>(self, state: &'b State) -> Teller<'b>
    where
        'a: 'b,
    {
        Teller { book: self.book, names: telling::Teller { state, ..self.names } }
    }
}

impl Teller<'_> {
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

    /// Whether it matters where the front of a piece points: somebody chooses how pieces of the
    /// game are rotated, and this one is not the same on all its sides. One without anything at
    /// its sides may still mean something by its front, as long as it is somebody's.
    pub fn points(&self, piece: &Piece) -> bool {
        let game = self.game;
        if !game.verbs.iter().flatten().any(|kind| *kind == ArgKind::Facing) {
            return false;
        }
        match self.book.sided(piece.prototype) {
            Sided::Nothing => piece.owner != Seat::NONE,
            Sided::Alike => false,
            Sided::Apart => true,
        }
    }

    /// The accessible label of a cell.
    pub fn cell_label(&self, cell: Cell, legal: bool) -> String {
        let name = self.cell(cell);
        let label = match self.state.at(cell) {
            None => text::empty_cell(&name),
            Some(id) => {
                let (name_of, piece) = (self.piece_in_full(id), self.state.piece(id));
                match self.points(piece) {
                    true => text::occupied_cell(&name, &name_of, &self.facing(piece.facing)),
                    false => text::held_cell(&name, &name_of),
                }
            }
        };
        if legal { text::legal(&label) } else { label }
    }

    /// An action in words as a story tells it: pieces that were chosen from a list by their names,
    /// if it is known which; without what else was put together from lists, which only the question
    /// it answered could write out.
    pub fn action_in_brief<'l>(
        &self,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> String {
        let kinds = self.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let is_list = |kind| matches!(kind, ArgKind::Several | ArgKind::Order | ArgKind::Spread);
        let told = |(at, kind): (usize, &ArgKind)| !is_list(*kind) || listed(at).is_some();
        let title = self.title(Table::Verbs, action.verb.index());
        if kinds.iter().enumerate().all(&told) {
            return self.action(action, listed);
        }
        let args = self.args(action, &listed).into_iter().zip(kinds.iter().enumerate());
        if title.contains('{') {
            // Of several it is at least told how many they are.
            let is_told = |arg: (usize, &ArgKind)| told(arg) || *arg.1 == ArgKind::Several;
            let word = |(word, arg)| if is_told(arg) { word } else { text::open_gap().to_owned() };
            return self.with_words(action.verb, &args.map(word).collect::<Vec<String>>());
        }
        let words: Vec<String> = args.filter(|(_, arg)| told(*arg)).map(|(word, _)| word).collect();
        self.with_words(action.verb, &words)
    }

    /// [`Teller::saying`] with the shapes of seats instead of their names; see [`shape_of_seat`].
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
                self.value(kind, value)
            }
        })
    }

    fn shape_of_faction(&self, value: i32) -> char {
        let plays = |seat: &Seat| self.faction_of(*seat).is_some_and(|it| i32::from(it.0) == value);
        let mut seats = (0..self.game.n_seats).map(Seat).filter(plays);
        seats.next().map_or(NOBODY_SHAPE, shape_of_seat)
    }

    /// A sentence of a foretold step, with the place it is about if its first number is a cell or
    /// a piece; then it leaves that place out where it begins with it.
    pub fn saying(&self, word: WordId, args: Gaps) -> (Option<Focus>, String) {
        self.say_at_place(word, args, |kind, value| self.value(kind, value))
    }

    /// A sentence whose first gap is a seat or the faction of one: that seat, and the sentence
    /// without it where it begins with it, in two halves: what stands behind the last colon that
    /// the game wrote is a value.
    pub fn of_seat(&self, word: WordId, args: Gaps) -> Option<(Seat, [String; 2])> {
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
        let is_gap = |rest: &str| rest.split_once('}').is_some_and(|(gap, _)| !gap.contains('{'));
        let halves = rest.rsplit_once(": ").filter(|(_, value)| !is_gap(value));
        let (title, value) = halves.unwrap_or((rest, ""));
        let fill = |template| told(template, &args, |kind, value| self.value(kind, value));
        Some((seat, [title, value].map(fill)))
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

#[cfg(test)]
mod tests {
    use harena_engine::decision::{Decision, Dimension, Group};
    use serde_json::{Value, json};

    use super::*;

    /// Two options to shoot with pieces 0 and 1, of two definitions of one title, by one of two
    /// lines each.
    fn check(looks: &Value, title: &str, expected: &[&str]) {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.verbs = ["shoot"].into_iter().collect();
        game.verbs = vec![vec![ArgKind::Piece, ArgKind::Number]];
        let bow = |id: &str| harena_engine::game::Prototype {
            id: id.into(),
            title: "Bow".into(),
            ..harena_engine::game::Prototype::default()
        };
        game.prototypes = vec![bow("long"), bow("short")];
        let mut book = crate::book::book_of(&game, looks);
        book.titles.tables[Table::Verbs as usize] = vec![title.to_owned()];
        let mut state = State::new(&game, 1);
        state.pieces = [0, 1].map(|at| Piece { prototype: PrototypeId(at), ..Piece::BLANK }).into();
        let lines = || Dimension::Many(vec![1, 2]);
        let group =
            Group { verb: VerbId(0), dimensions: vec![Dimension::Many(vec![0, 1]), lines()] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let teller = Teller::of(&game, &book, &state);
        let told: Vec<String> =
            decision.options().map(|action| teller.option(Some(&decision), &action)).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn what_a_sentence_leaves_out_stands_behind_it_where_it_matters() {
        let all = ["Bow (no. 1, 1)", "Bow (no. 1, 2)", "Bow (no. 2, 1)", "Bow (no. 2, 2)"];
        check(&json!({}), "{1}", &all);
        let named = json!({ "verbs": { "shoot": { "args": ["Card", "line"] } } });
        let all = [
            "Bow (no. 1, line 1)",
            "Bow (no. 1, line 2)",
            "Bow (no. 2, line 1)",
            "Bow (no. 2, line 2)",
        ];
        check(&named, "{1}", &all);
        let all = ["Bow by 1 (no. 1)", "Bow by 2 (no. 1)", "Bow by 1 (no. 2)", "Bow by 2 (no. 2)"];
        check(&json!({}), "{1} by {2}", &all);
    }

    #[test]
    fn what_the_game_wrote_divides_a_row_and_not_what_things_are_called() {
        let game = Game { n_seats: 2, ..Game::default() };
        let seats = json!({ "seats": [{ "title": "Red" }, { "title": "Blue: the late" }] });
        let mut book = crate::book::book_of(&game, &seats);
        let words = ["", "{1:seat}: beats {2:seat}", "{1:seat}: owns: {2} of {3:piece|pieces}"];
        book.titles.words = words.map(str::to_owned).to_vec();
        let state = State::new(&game, 1);
        let teller = Teller::of(&game, &book, &state);
        let number = |n| Gap::Number(n);
        let check = |word: u16, args: Gaps, expected: [&str; 2]| {
            let (seat, halves) = teller.of_seat(WordId(word), args).unwrap();
            assert_eq!((seat, halves.each_ref().map(String::as_str)), (Seat(0), expected));
        };
        let other = [number(0), number(1), Gap::Nothing, Gap::Nothing];
        check(1, other, ["beats Blue: the late", ""]);
        let count = [number(0), number(2), number(1), Gap::Nothing];
        check(2, count, ["owns", "2 of piece"]);
    }
}
