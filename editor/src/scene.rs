//! What is shown: the game, its labels, and the state as somebody may know it.

use std::collections::BTreeMap;

use harena_engine::effect::Effect;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::{State, ZoneList};
use harena_engine::view;
use harena_script::define::all_tell_apart;

use crate::book::Book;
use crate::links::Shown;
use crate::paint::face::{self, Face};
use crate::paint::geometry::{Levels, levels_of};
use crate::tell::Teller;
use crate::theme::{self, Livery};

/// Everything panels look at while they draw.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its labels.
    pub book: &'a Book,
    /// The state as the viewer may know it.
    pub shown: &'a Shown,
    /// What each seat wears.
    pub liveries: &'a [Livery],
    /// Whether a fight is on, so that activations used up are worth showing.
    pub fights: bool,
}

impl<'a> View<'a> {
    /// For naming things.
    pub fn teller(self) -> Teller<'a> {
        Teller::of(self.game, self.book, &self.shown.state)
    }

    /// What a seat wears.
    pub fn livery(self, seat: Seat) -> Livery {
        self.liveries.get(seat.index()).copied().unwrap_or_default()
    }

    /// The color of the name of a seat.
    pub fn color(self, seat: Seat) -> egui::Color32 {
        self.livery(seat).text()
    }

    /// How high the spaces of a row stand: as the board says and as looks say of their ground. In a
    /// game with floors a space without one is not there.
    pub fn levels(self) -> Levels {
        let board = &self.game.board;
        let mut levels = levels_of(board);
        if self.game.floors.is_none() || levels.is_empty() {
            return levels;
        }
        for (cell, level) in board.cells().iter().zip(&mut levels) {
            let ground = self.shown.state.floor_at(cell);
            let sign = ground.and_then(|id| {
                let prototype = self.game.prototype(self.shown.state.piece(id).prototype);
                self.book.piece_sign(None, &prototype.id)
            });
            let raised = sign.map_or(0, |sign| sign.level);
            *level = level.filter(|_| ground.is_some()).map(|level| level + raised);
        }
        // Before anything is laid out all of them are there.
        if levels.iter().all(Option::is_none) { levels_of(board) } else { levels }
    }

    /// What a piece shows.
    pub fn face(self, id: PieceId) -> Face {
        let owner = self.shown.state.piece(id).owner;
        let mut face =
            face::of_piece(self.shown.scene(self.game), self.book, id, self.livery(owner));
        if !face.hidden {
            self.note_sides(&mut face, self.shown.state.piece(id).prototype);
        }
        if !self.fights {
            face.ladder.iter_mut().for_each(|number| number.spent = false);
        }
        face
    }

    /// Writes at the sides of a face what the sheet of a definition says of them.
    pub fn note_sides(self, face: &mut Face, id: PrototypeId) {
        let Some(sheet) = self.book.sheet(id).filter(|sheet| !sheet.sides.is_empty()) else {
            return;
        };
        let sides = (0u8..).zip(sheet.sides.iter().cloned());
        face.notes = sides.filter(|(_, text)| !matches!(text.as_str(), "" | "-")).collect();
        face.bars.clear();
        face.numbers.clear();
        face.dots.clear();
    }
}

/// Where cards lie in zones with places: one that is taken leaves its place empty until another
/// comes, then all close up.
#[derive(Clone, Debug, Default)]
pub struct Places {
    known: BTreeMap<ZoneList, Vec<Option<PieceId>>>,
}

impl Places {
    /// Notes what lies in a zone now that has so many places.
    pub fn note(&mut self, list: ZoneList, cards: &[PieceId], n: usize) {
        let old = self.known.remove(&list).unwrap_or_default();
        let mut places: Vec<Option<PieceId>> =
            old.into_iter().map(|place| place.filter(|id| cards.contains(id))).collect();
        if !places.iter().flatten().eq(cards) {
            places = cards.iter().copied().map(Some).collect();
        }
        while places.len() > n && places.last() == Some(&None) {
            places.pop();
        }
        self.known.insert(list, places);
    }

    /// The places of a zone, at least so many.
    pub fn of(&self, list: ZoneList, cards: &[PieceId], n: usize) -> Vec<Option<PieceId>> {
        let known = self.known.get(&list).filter(|places| places.iter().flatten().eq(cards));
        let mut places = match known {
            Some(places) => places.clone(),
            None => cards.iter().copied().map(Some).collect(),
        };
        places.resize(places.len().max(n), None);
        places
    }
}

/// The state of a match as a seat may know it; [`Seat::NONE`] together with `all` sees everything.
pub fn shown_to(game: &Game, state: &State, seat: Seat, all: bool) -> Shown {
    let state = if all { state.clone() } else { view::view(game, state, seat) };
    Shown::of(game, state)
}

/// Whether something was struck or spent in the step that runs now.
pub fn fights(entries: &[Entry]) -> bool {
    let step = entries.iter().rev().take_while(|entry| !matches!(entry.what, What::Began(_)));
    step.into_iter().any(|entry| {
        matches!(entry.what, What::Struck(_) | What::Changed(Effect::Spend { number: 0..16, .. }))
    })
}

/// What each seat wears. Where the looks name a color for every seat, it is just that, or that of
/// its faction as long as everybody can tell all seats apart; else the faction picks the nearest of
/// those that anybody can tell apart, or a color that the seat is called by.
pub fn seat_liveries(game: &Game, book: &Book, state: &State) -> Vec<Livery> {
    let teller = Teller::of(game, book, state);
    let faction = |seat: Seat| {
        let faction = game.factions.get(teller.faction_of(seat)?.index())?;
        book.faction_color(&faction.id)
    };
    let wished: Vec<Option<_>> = (0..game.n_seats).map(|seat| faction(Seat(seat))).collect();
    liveries_of(book, &wished)
}

/// The same where it is known which color the faction of each seat has.
pub fn liveries_of(book: &Book, wished: &[Option<egui::Color32>]) -> Vec<Livery> {
    let seats: Vec<Seat> = (0..).map(Seat).take(wished.len()).collect();
    let named: Option<Vec<_>> = seats.iter().map(|seat| book.seat_color(*seat)).collect();
    let Some(named) = named.filter(|named| !named.is_empty()) else {
        let called =
            |seat: &Seat| book.titles.seats.get(seat.index()).and_then(|it| theme::called(it));
        let wishes = seats.iter().zip(wished).map(|(seat, wish)| wish.or_else(|| called(seat)));
        return theme::nearest(&wishes.collect::<Vec<_>>());
    };
    let worn: Vec<egui::Color32> =
        wished.iter().zip(&named).map(|(wish, named)| wish.unwrap_or(*named)).collect();
    let worn = if all_differ(&worn) { worn } else { named };
    seats.iter().zip(worn).map(|(seat, color)| Livery::of(color, book.seat_shape(*seat))).collect()
}

/// Whether everybody can tell all these colors apart.
fn all_differ(colors: &[egui::Color32]) -> bool {
    let parts = |color: &egui::Color32| [color.r(), color.g(), color.b()];
    let differs = |(at, color): (usize, &egui::Color32)| {
        colors.iter().take(at).all(|other| all_tell_apart(parts(color), parts(other)))
    };
    colors.iter().enumerate().all(differs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_that_one_sort_of_eyes_cannot_tell_apart_are_not_worn_side_by_side() {
        let rgb = egui::Color32::from_rgb;
        assert!(all_differ(&[rgb(0xe0, 0x70, 0x3a), rgb(0x5f, 0xc4, 0xd8)]));
        // Two fighters in much the same yellow.
        assert!(!all_differ(&[rgb(0xe8, 0xd0, 0x5a), rgb(0xd9, 0xc9, 0x58)]));
        assert!(!all_differ(&[rgb(0xb0, 0x5a, 0x00), rgb(0, 0, 0), rgb(0x6f, 0x7a, 0x00)]));
    }

    #[test]
    fn a_card_that_is_taken_leaves_its_place_until_another_comes() {
        let list = ZoneList(3);
        let mut places = Places::default();
        let mut check = |cards: &[u16], expected: &[Option<u16>]| {
            let cards: Vec<PieceId> = cards.iter().copied().map(PieceId).collect();
            places.note(list, &cards, 4);
            let found: Vec<Option<u16>> =
                places.of(list, &cards, 4).into_iter().map(|it| it.map(|id| id.0)).collect();
            assert_eq!(found, expected);
        };
        check(&[5, 6, 7, 8], &[Some(5), Some(6), Some(7), Some(8)]);
        check(&[5, 7, 8], &[Some(5), None, Some(7), Some(8)]);
        check(&[5, 7], &[Some(5), None, Some(7), None]);
        check(&[5, 7, 9], &[Some(5), Some(7), Some(9), None]);
        check(&[], &[None; 4]);
    }
}
