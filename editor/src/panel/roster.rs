//! Who stands on the board for a seat: a few pieces of squares that all have names of their own, each
//! with what it does now and its field.

use std::collections::BTreeSet;

use egui::Ui;
use harena_engine::board::BoardKind;
use harena_engine::id::*;
use harena_engine::log::sentence::Gap;
use harena_engine::view::HIDDEN;

use super::Desk;
use super::piece_row::{PieceRow, rows_ui};
use crate::book::Telling;
use crate::paint::face::{Body, body_of};
use crate::scene::View;
use crate::{text, theme};

/// How high a row is, and where that is too much, and how much of the band everything else needs.
const ROW: f32 = 22.0;
const TIGHT: f32 = 20.0;
const BESIDES: f32 = 580.0;
/// More pieces are an army, which is seen better on the board.
const MOST: usize = 8;

/// Draws the pieces of a seat; one that is pointed at is found on the board.
pub fn roster_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    if desk.view.game.board.kind() != BoardKind::Square {
        return;
    }
    let seats = (0..desk.view.game.n_seats).map(Seat);
    let n_all = seats.map(|seat| pieces(desk, seat).count()).sum();
    let Some(row_high) = row_in(n_all, ui.clip_rect().height()) else { return };
    let rows: Vec<PieceRow> = pieces(desk, seat).map(|id| row(desk, id)).collect();
    if !are_told_apart(rows.iter().map(|row| row.name.as_str())) {
        return;
    }
    rows_ui(ui, desk, &rows, (row_high, MOST));
}

/// How high the rows are with which the pieces of all seats fit a band of such a height.
fn row_in(n: usize, band: f32) -> Option<f32> {
    let fits = |row: &f32| BESIDES + n as f32 * row <= band;
    [ROW, TIGHT].into_iter().find(fits)
}

/// Whether there are a few of them, all of different names.
fn are_told_apart<'a>(names: impl Iterator<Item = &'a str> + Clone) -> bool {
    let n = names.clone().count();
    (1..=MOST).contains(&n) && names.collect::<BTreeSet<&str>>().len() == n
}

/// The tiles of a seat on the board, as far as they are seen.
fn pieces(desk: &Desk, seat: Seat) -> impl Iterator<Item = PieceId> {
    let View { game, book, shown, .. } = desk.view;
    let is_meant = move |id: &PieceId| {
        let piece = shown.state.piece(*id);
        let body = || body_of(game, book, game.prototype(piece.prototype));
        piece.owner == seat && piece.prototype != HIDDEN && body() == Body::Tile
    };
    shown.state.on_board().map(|(_, id)| id).filter(is_meant)
}

fn row(desk: &Desk, piece: PieceId) -> PieceRow {
    let teller = desk.view.teller();
    let cell = desk.view.shown.state.piece(piece).cell();
    let value = cell.map_or_else(String::new, |cell| teller.cell(cell));
    let about = role(desk, piece).map_or_else(|| status(desk, piece), str::to_owned);
    PieceRow { piece, name: teller.piece(piece), about, value, ink: theme::now().ink2 }
}

/// What it does in what the rules say goes on: who aims at whom. Of several that aim at one the
/// first attacks, and the others help.
pub fn role(desk: &Desk, piece: PieceId) -> Option<&'static str> {
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    let aims = said.filter(|(word, _)| desk.view.book.telling(*word) == Telling::Aim);
    let aims = aims.filter_map(|(_, args)| match args {
        [Gap::Piece(from), Gap::Piece(to), ..] => Some((*from, *to)),
        _ => None,
    });
    Some(match part_of(&aims.collect::<Vec<_>>(), piece)? {
        Part::Attacks => text::attacks_now(),
        Part::Helps => text::helps_now(),
        Part::IsTarget => text::is_target(),
    })
}

/// What a piece does while others are aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Attacks,
    Helps,
    IsTarget,
}

fn part_of(aims: &[(PieceId, PieceId)], piece: PieceId) -> Option<Part> {
    let own = aims.iter().position(|(from, _)| *from == piece);
    let aimed = own.and_then(|at| Some((at, aims.get(at)?.1)));
    match aimed {
        Some((at, to)) if aims.iter().take(at).any(|(_, other)| *other == to) => Some(Part::Helps),
        Some(_) => Some(Part::Attacks),
        None => aims.iter().any(|(_, to)| *to == piece).then_some(Part::IsTarget),
    }
}

/// The states it is in, by their names.
fn status(desk: &Desk, piece: PieceId) -> String {
    let statuses = desk.view.shown.scene(desk.view.game).derived.statuses(piece);
    let labels = desk.view.book.statuses.iter().enumerate();
    let on = labels.filter(|(at, label)| statuses.has(*at) && label.shown);
    let titles = on.map(|(_, label)| label);
    titles.map(|label| text::in_a_sentence(&label.title)).collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether as many pieces fit in rows of the usual height.
    fn is_room_for(n: usize, band: f32) -> bool {
        row_in(n, band) == Some(ROW)
    }

    #[test]
    fn pieces_are_listed_where_the_band_has_room_for_all_of_them() {
        assert!(is_room_for(10, 840.0) && !is_room_for(12, 840.0));
        assert!(!is_room_for(10, 750.0));
        assert_eq!(row_in(12, 840.0), Some(TIGHT), "twelve stay in rows a little lower");
        assert_eq!(row_in(14, 840.0), None);
    }

    #[test]
    fn who_aims_first_attacks_and_the_others_help() {
        let id = PieceId;
        let aims = [(id(3), id(9)), (id(4), id(9)), (id(5), id(8))];
        let part = |piece| part_of(&aims, id(piece));
        assert_eq!([part(3), part(4)], [Some(Part::Attacks), Some(Part::Helps)]);
        assert_eq!(part(5), Some(Part::Attacks), "another target is attacked by itself");
        assert_eq!([part(9), part(7)], [Some(Part::IsTarget), None]);
    }

    #[test]
    fn few_pieces_with_names_of_their_own_are_listed() {
        let check = |names: &[&str], expected| {
            assert_eq!(are_told_apart(names.iter().copied()), expected, "{names:?}");
        };
        check(&[], false);
        check(&["Lotl", "Thudra"], true);
        check(&["Pawn", "Pawn"], false);
        check(&["a", "b", "c", "d", "e", "f", "g", "h"], true);
        check(&["a", "b", "c", "d", "e", "f", "g", "h", "i"], false);
    }
}
