//! What tells options apart that would read the same.

use std::collections::BTreeSet;

use harena_engine::decision::{Action, Decision};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::state::Place;
use harena_lab::apart::{Which, apart, told_places, which_piece};

use super::Teller;
use crate::text;

/// So many values of a list are compared with each other.
const MOST_LISTED: usize = 60;

impl Teller<'_> {
    /// What stands behind an option because another one would read the same: arguments that its
    /// sentence leaves out, and which of several things of one name is meant.
    pub(super) fn apart(&self, decision: &Decision, action: &Action) -> Vec<String> {
        let args = action.args.as_slice();
        let told = told_places(self.book.verb(action.verb), args.len());
        let kinds = self.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let kind = |at: usize| kinds.get(at).copied().unwrap_or(ArgKind::Number);
        let is_namesake = |at: usize, a: i32, b: i32| self.is_namesake(kind(at), a, b);
        let places = apart(decision, action, &told, is_namesake).unwrap_or_default();
        let part = |(at, values): (usize, BTreeSet<i32>)| {
            self.which(action.verb, (at, kind(at)), *args.get(at)?, &values)
        };
        places.into_iter().filter_map(part).collect()
    }

    /// A value among others of a list, with what tells it from those of the same name.
    pub fn choice(&self, kind: ArgKind, list: &[i32], value: i32) -> String {
        let name = self.arg(kind, value);
        let is_same = |other: &&i32| **other == value || self.is_namesake(kind, **other, value);
        let same: BTreeSet<i32> = list.iter().take(MOST_LISTED).filter(is_same).copied().collect();
        match self.which_piece(kind, value, &same) {
            Some(which) => text::apart(&name, &[which]),
            None => name,
        }
    }

    /// Whether two values of an argument are different things of one name.
    fn is_namesake(&self, kind: ArgKind, a: i32, b: i32) -> bool {
        matches!(kind, ArgKind::Piece | ArgKind::Prototype)
            && self.arg(kind, a) == self.arg(kind, b)
    }

    /// Which of some values of an argument is meant, with the name of the argument if it has one.
    fn which(
        &self,
        verb: VerbId,
        (at, kind): (usize, ArgKind),
        own: i32,
        values: &BTreeSet<i32>,
    ) -> Option<String> {
        let word = self.arg(kind, own);
        if values.iter().any(|value| *value != own && self.is_namesake(kind, *value, own)) {
            return self.which_piece(kind, own, values);
        }
        let names = self.book.arg_names.get(verb.index());
        let name = names.and_then(|names| names.get(at)).map_or("", String::as_str);
        Some(text::argument(name, &word))
    }

    /// Which of several pieces of one name is meant; nothing if they do not differ at all.
    fn which_piece(&self, kind: ArgKind, own: i32, values: &BTreeSet<i32>) -> Option<String> {
        if kind != ArgKind::Piece {
            return None;
        }
        let alike = |a: Place, b: Place| self.place_in_full(a) == self.place_in_full(b);
        Some(match which_piece(self.state, own, values, alike)? {
            Which::At(place) => self.place_in_full(place),
            Which::Nth(rank) => text::ordinal(rank as u8),
        })
    }

    /// The name of the place of a piece: a cell, or a zone and whose it is.
    fn place_in_full(&self, place: Place) -> String {
        match place {
            Place::Board(cell) => self.cell(cell),
            Place::Away | Place::Gone => String::new(),
            Place::Zone(list) => {
                let (zone, seat) = list.parts(self.game);
                let title = self.book.zones.get(zone.index()).map_or("", |it| it.title.as_str());
                match seat {
                    Seat::NONE => title.to_owned(),
                    seat => text::piece_of(title, &self.seat(seat)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::decision::{Dimension, Group};
    use harena_engine::game::Game;
    use harena_engine::state::{Piece, State};
    use serde_json::{Value, json};

    use super::*;
    use crate::book::Book;

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
        let declared =
            |table: &str, _: &str| (table == "verbs").then(|| (title.to_owned(), String::new()));
        let book = Book::new(&game, looks, &declared, &|_| Value::Null);
        let mut state = State::new(&game, 1);
        state.pieces = [0, 1].map(|at| Piece { prototype: PrototypeId(at), ..Piece::BLANK }).into();
        let lines = || Dimension::Many(vec![1, 2]);
        let group =
            Group { verb: VerbId(0), dimensions: vec![Dimension::Many(vec![0, 1]), lines()] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let teller = Teller { game: &game, book: &book, state: &state };
        let told: Vec<String> =
            decision.options().map(|action| teller.option(&decision, &action)).collect();
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
}
