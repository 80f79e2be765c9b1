//! Pieces whose edge numbers are other than printed: which ones, by what, and by how much.

use egui::Ui;
use harena_engine::id::*;

use super::Desk;
use super::piece_row::{PieceRow, rows_ui};
use crate::book::{Drawn, Label};
use crate::paint::face::Number;
use crate::{text, theme};

/// How high a row is.
const ROW: f32 = 28.0;
/// The most rows that are drawn.
const MOST: usize = 12;

/// The differences of some numbers from what is printed, each once.
fn differences<'a>(numbers: impl Iterator<Item = &'a Number>) -> Vec<i16> {
    let by = numbers.map(|it| it.now - it.printed).filter(|by| *by != 0);
    let mut by: Vec<i16> = by.collect();
    by.sort_unstable();
    by.dedup();
    by
}

fn row(desk: &Desk, piece: PieceId) -> Option<PieceRow> {
    let view = desk.view;
    let face = view.face(piece);
    let by = differences(face.numbers.iter().map(|(.., number)| number));
    if by.is_empty() || face.hidden {
        return None;
    }
    let marks = view.shown.state.marks.iter().filter(|mark| mark.on == piece);
    let labels = marks.filter_map(|mark| view.book.marks.get(mark.kind.index()));
    let titles = labels.filter(|label| label.shown);
    let mut titles: Vec<String> = titles.map(|label| text::in_a_sentence(&label.title)).collect();
    titles.dedup();
    let name = view.teller().piece(piece);
    let ink = if by.iter().all(|by| *by > 0) { theme::now().up } else { theme::now().down };
    let by: Vec<String> = by.into_iter().map(|by| text::signed(i32::from(by))).collect();
    Some(PieceRow { piece, name, about: titles.join(", "), value: by.join(", "), ink })
}

/// Draws them, if there are any; one that is pointed at is found on the board.
pub fn changed_ui(ui: &mut Ui, desk: &mut Desk) {
    let is_number = |label: &Label| label.drawn == Some(Drawn::Number);
    if !desk.view.book.side_stats.iter().any(is_number) {
        return;
    }
    let pieces = desk.view.shown.state.on_board().map(|(_, id)| id);
    let rows: Vec<PieceRow> = pieces.filter_map(|id| row(desk, id)).collect();
    if rows.is_empty() {
        return;
    }
    super::heading(ui, text::changed_numbers());
    rows_ui(ui, desk, &rows, (ROW, MOST));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_is_told_once_and_what_is_as_printed_not_at_all() {
        let check = |numbers: &[(i16, i16)], expected: &[i16]| {
            let numbers: Vec<Number> = numbers
                .iter()
                .map(|(now, printed)| Number { now: *now, printed: *printed, spent: false })
                .collect();
            assert_eq!(differences(numbers.iter()), expected);
        };
        check(&[(1, 1), (5, 5)], &[]);
        check(&[(1, 3), (3, 5), (0, 2)], &[-2]);
        check(&[(4, 3), (2, 2), (3, 5)], &[-2, 1]);
    }
}
