//! What hexes are called: rows have letters from the top, and in its row a hex has a number from the
//! left. The letters stand on the plate, so that a story and the board find each other.

use harena_engine::board::{Board, BoardKind, Cell};

/// The rows of a board of hexes that have no names of their own, from the top, each from the left.
pub fn rows(board: &Board) -> Vec<Vec<Cell>> {
    let numbered = |cell| {
        let place = board.coordinates(cell);
        place.is_some_and(|(q, r)| board.name(cell) == format!("({q},{r})"))
    };
    if board.kind() != BoardKind::Hex || !board.cells().iter().all(numbered) {
        return Vec::new();
    }
    let mut cells: Vec<Cell> = board.cells().iter().collect();
    let row_of = |cell: &Cell| board.coordinates(*cell).map(|(q, r)| (r, q));
    cells.sort_by_key(row_of);
    let same = |a: &Cell, b: &Cell| row_of(a).map(|it| it.0) == row_of(b).map(|it| it.0);
    cells.chunk_by(same).map(<[Cell]>::to_vec).collect()
}

/// What all cells are called, by their numbers; nothing where the rules name them.
pub fn names(board: &Board) -> Vec<String> {
    let mut named = Vec::new();
    for (nth, row) in rows(board).into_iter().enumerate() {
        let letter = letter(nth);
        named.extend(row.into_iter().zip(1..).map(|(cell, at)| (cell, format!("{letter}{at}"))));
    }
    named.sort_by_key(|(cell, _): &(Cell, String)| cell.0);
    named.into_iter().map(|(_, name)| name).collect()
}

/// The letters of a row: a to z, then aa, ab and so on.
pub fn letter(row: usize) -> String {
    let last = char::from(b'a' + (row % 26) as u8);
    match row / 26 {
        0 => last.to_string(),
        more => letter(more - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::board::{BoardPlan, Shape};

    use super::*;

    #[test]
    fn hexes_are_counted_in_their_row() {
        let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap();
        let names = names(&board);
        let name = |cell: &str| names[board.cell_named(cell).unwrap().index()].as_str();
        assert_eq!([name("(0,-1)"), name("(1,-1)")], ["a1", "a2"]);
        assert_eq!([name("(-1,0)"), name("(0,0)"), name("(1,0)")], ["b1", "b2", "b3"]);
        assert_eq!([name("(-1,1)"), name("(0,1)")], ["c1", "c2"]);
    }

    #[test]
    fn what_rules_name_keeps_its_name() {
        let board = Board::build(&BoardPlan::of(Shape::Line { spaces: 4 })).unwrap();
        assert!(names(&board).is_empty());
    }

    #[test]
    fn rows_beyond_z_have_two_letters() {
        assert_eq!([0, 25, 26, 27, 52].map(letter), ["a", "z", "aa", "ab", "ba"]);
    }
}
