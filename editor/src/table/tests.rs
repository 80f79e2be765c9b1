//! What clicks lead to.

use super::*;
use harena_engine::board::{Board, BoardPlan, Shape};
use harena_engine::decision::{Dimension, Group};
use harena_engine::state::{Piece, Place};
use std::sync::Arc;

const PLACE: VerbId = VerbId(0);
const ROTATE: VerbId = VerbId(1);

/// Card 0 in hand can be placed on cells 1 and 2; piece 1 on cell 5 can be rotated.
fn example() -> (Game, State, Decision) {
    use ArgKind::{Cell as C, Facing as F, Piece as P};
    let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap();
    let verbs = vec![vec![P, C, F], vec![P, F]];
    let game = Game { n_seats: 2, board: Arc::new(board), verbs, ..Game::default() };
    let mut state = State::new(&game, 1);
    state.pieces =
        vec![Piece::BLANK, Piece { place: Place::Board(Cell(5)), facing: 2, ..Piece::BLANK }];
    state.cells[5] = PieceId(1);
    let cells = Dimension::Cells([Cell(1), Cell(2)].into_iter().collect());
    let groups = vec![
        Group { verb: PLACE, dimensions: vec![Dimension::One(0), cells, Dimension::Facings(63)] },
        Group { verb: ROTATE, dimensions: vec![Dimension::One(1), Dimension::Facings(0b111011)] },
    ];
    let decision = Decision::of(Seat(0), WordId(0), groups);
    (game, state, decision)
}

fn acts(click: Click) -> Vec<i32> {
    match click {
        Click::Acts(action) => action.args.as_slice().to_vec(),
        other @ (Click::Drafts | Click::Refused(_)) => panic!("{other:?}"),
    }
}

#[test]
fn two_clicks_place_a_card_as_it_was_rotated() {
    let (game, state, decision) = example();
    let at = Situation { game: &game, state: &state, decision: &decision, unordered: &[] };
    let mut table = Table::default();
    assert_eq!(table.click_card(at, PieceId(0)), Click::Drafts);
    table.rotate(&game, -1);
    assert_eq!(table.ghost_facing(at, Cell(2)), 5);
    assert_eq!(acts(table.click_cell(at, Cell(2))), [0, 2, 5]);
}

#[test]
fn a_piece_is_rotated_on_its_cell_and_takes_the_next_facing_allowed() {
    let (game, state, decision) = example();
    let at = Situation { game: &game, state: &state, decision: &decision, unordered: &[] };
    let mut table = Table::default();
    assert_eq!(table.click_cell(at, Cell(5)), Click::Drafts);
    assert_eq!((table.facing, table.ghost_cell(at)), (2, Some(Cell(5))));
    assert_eq!(table.ghost_facing(at, Cell(5)), 3);
    table.rotate(&game, 2);
    assert_eq!(acts(table.click_cell(at, Cell(5))), [1, 4]);
}

#[test]
fn what_is_not_offered_says_what_was_tried() {
    let (game, state, decision) = example();
    let at = Situation { game: &game, state: &state, decision: &decision, unordered: &[] };
    let mut table = Table::default();
    table.click_card(at, PieceId(0));
    let tried = vec![(PLACE, [0, 3].into_iter().collect())];
    assert_eq!(table.click_cell(at, Cell(3)), Click::Refused(tried));
    assert_eq!(table.click_cell(at, Cell(5)), Click::Drafts);
    assert_eq!(table.draft.verb, Some(ROTATE));
}

#[test]
fn cells_of_some_verbs_are_chosen_in_any_order() {
    use ArgKind::Cell as C;
    let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap();
    let game =
        Game { n_seats: 2, board: Arc::new(board), verbs: vec![vec![C, C, C]], ..Game::default() };
    let state = State::new(&game, 1);
    let rows = Dimension::Rows { width: 3, values: vec![0, 1, 2, 0, 3, 4] };
    let group = Group { verb: PLACE, dimensions: vec![rows] };
    let decision = Decision { groups: vec![group], ..example().2 };
    let at = Situation { game: &game, state: &state, decision: &decision, unordered: &[true] };
    let mut table = Table { draft: Draft::of_verb(PLACE), ..Table::default() };
    let lit = |table: &Table| {
        let cells = table.loose_cells(at).unwrap();
        cells.iter().map(|cell| cell.0).collect::<Vec<u16>>()
    };
    assert_eq!(lit(&table), [0, 1, 2, 3, 4]);
    assert_eq!(table.click_cell(at, Cell(4)), Click::Drafts);
    assert_eq!(lit(&table), [0, 3]);
    assert_eq!(table.click_cell(at, Cell(4)), Click::Drafts, "taken back");
    assert_eq!(table.click_cell(at, Cell(2)), Click::Drafts);
    assert_eq!(table.click_cell(at, Cell(1)), Click::Drafts);
    assert_eq!(acts(table.click_cell(at, Cell(0))), [0, 1, 2]);
    let strict = Situation { unordered: &[false], ..at };
    assert_eq!(Table { loose: Vec::new(), ..table }.loose_cells(strict), None);
}
