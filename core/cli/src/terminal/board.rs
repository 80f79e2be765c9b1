//! A board of any shape as lines of text.

use std::collections::BTreeMap;

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::{MarkId, PieceId, Seat};
use harena_engine::state::{Spot, State};
use harena_lab::notation::piece_title;

/// One unit of a board: the distance between two cells side by side.
const UNIT: i32 = 1_000;

/// The board as seen: cells by name, pieces by seat and short title, all where they lie.
/// Boards of one cell are not worth drawing.
pub fn text(game: &Game, state: &State) -> String {
    let board = &game.board;
    if board.n_cells() < 2 {
        return String::new();
    }
    let shorts = short_titles(game);
    let labels: Vec<(Cell, String)> =
        board.cells().iter().map(|cell| (cell, label(game, state, &shorts, cell))).collect();
    let width = labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(1);
    let mut rows: BTreeMap<i32, Vec<(i32, &str)>> = BTreeMap::new();
    for (cell, label) in &labels {
        let (x, y) = board.center(*cell).unwrap_or_default();
        rows.entry(y).or_default().push((x, label));
    }
    let left = rows.values().flatten().map(|(x, _)| *x).min().unwrap_or(0);
    let lines = rows.values_mut().map(|row| {
        row.sort_unstable();
        line(row, left, width)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// One row of cells: each label at its column, or pushed to the right where there is no room.
fn line(row: &[(i32, &str)], left: i32, width: usize) -> String {
    let pitch = width as i64 + 2;
    let mut text = String::from("  ");
    let mut at = 0;
    for (x, label) in row {
        let column = i64::from(x - left) * pitch / i64::from(UNIT);
        let gap = usize::try_from(column).unwrap_or(0).saturating_sub(at);
        text += &" ".repeat(gap);
        text += label;
        let used = label.chars().count();
        at += gap + used;
        if used < width {
            text += &" ".repeat(width - used);
            at += width - used;
        }
        text.push(' ');
        at += 1;
    }
    text.trim_end().to_owned()
}

fn label(game: &Game, state: &State, shorts: &BTreeMap<u16, String>, cell: Cell) -> String {
    top_label(game, state, shorts, cell) + &markers(game, state, cell)
}

/// The markers on a cell: `(4)`, or `(4s 2f)` in a game with several kinds.
fn markers(game: &Game, state: &State, cell: Cell) -> String {
    let mut lying: BTreeMap<MarkId, i32> = BTreeMap::new();
    for mark in state.spots.iter().filter(|mark| mark.spot == Spot::Cell(cell)) {
        *lying.entry(mark.kind).or_default() += i32::from(mark.n);
    }
    let told = lying.into_iter().filter(|(_, n)| *n != 0).map(|(kind, n)| {
        let letter = game.names.marks.name(kind.index()).chars().next();
        let letter = letter.filter(|_| game.names.marks.len() > 1).map(String::from);
        format!("{n}{}", letter.unwrap_or_default())
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("({})", told.join(" ")) }
}

fn top_label(game: &Game, state: &State, shorts: &BTreeMap<u16, String>, cell: Cell) -> String {
    let Some(id) = state.at(cell) else { return game.board.name(cell).to_owned() };
    let piece = state.piece(id);
    let short = shorts.get(&piece.prototype.0).cloned();
    let short = short.unwrap_or_else(|| initials(&piece_title(game, state, id)));
    let pile = if piece.below == PieceId::NONE { "" } else { "+" };
    let owner = match piece.owner {
        Seat::NONE => String::new(),
        Seat(seat) => format!("{}", seat + 1),
    };
    format!("[{owner}{short}{pile}]")
}

/// A short title for each definition, as short as keeps those of one faction apart. A game with
/// a single definition needs none: whose piece it is says all.
fn short_titles(game: &Game) -> BTreeMap<u16, String> {
    let titles: Vec<String> = game.prototypes.iter().map(|it| initials(&it.title)).collect();
    let is_one = game.prototypes.len() == 1;
    (0u16..)
        .zip(titles)
        .map(|(id, title)| (id, if is_one { String::new() } else { title }))
        .collect()
}

/// The first letters of a title's words: `Mist Walker` is `MiW`, `Guard` is `Gua`.
fn initials(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    match words.as_slice() {
        [] => "?".to_owned(),
        [one] => one.chars().take(3).collect(),
        [first, rest @ ..] => {
            let others = rest.iter().filter_map(|word| word.chars().next()).take(2);
            first.chars().take(2).chain(others).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::board::{Board, BoardPlan, Shape};
    use harena_engine::effect::{Effect, apply};
    use harena_engine::game::Prototype;
    use harena_engine::id::PrototypeId;
    use harena_engine::modifier::Derived;
    use harena_engine::state::SpotMark;
    use std::sync::Arc;

    fn game(shape: Shape, titles: &[&str]) -> Game {
        let prototype = |title: &&str| Prototype { title: (*title).into(), ..Prototype::BLANK };
        Game {
            n_seats: 2,
            board: Arc::new(Board::build(&BoardPlan::of(shape)).unwrap()),
            prototypes: titles.iter().map(prototype).collect(),
            ..Game::default()
        }
    }

    fn drawn(game: &Game, pieces: &[(u16, u8, &str)]) -> String {
        let mut state = State::new(game, 0);
        for (at, (prototype, owner, cell)) in (0..).zip(pieces) {
            let cell = game.board.cell_named(cell).unwrap();
            let create = Effect::Create { prototype: PrototypeId(*prototype), owner: Seat(*owner) };
            let put = Effect::Put { piece: PieceId(at), cell, facing: 0 };
            for effect in [create, put] {
                apply(game, &mut state, &Derived::default(), &effect);
            }
        }
        text(game, &state)
    }

    #[test]
    fn squares_stand_in_columns() {
        let shape = Shape::Square { width: 3, height: 2, diagonals: false, without: Vec::new() };
        let game = game(shape, &["Stone"]);
        let expected = "  a2   b2   [2]\n  [1]  b1   c1";
        assert_eq!(drawn(&game, &[(0, 1, "c2"), (0, 0, "a1")]), expected);
    }

    #[test]
    fn markers_are_counted_on_their_cells() {
        let mut game = game(Shape::Line { spaces: 3 }, &["Stone"]);
        let text_with = |game: &Game, marks: &[(u8, u16, i16)]| {
            let mut state = State::new(game, 0);
            for (kind, cell, n) in marks {
                let spot = Spot::Cell(Cell(*cell));
                state.spots.push(SpotMark { kind: MarkId(*kind), spot, owner: Seat::NONE, n: *n });
            }
            text(game, &state)
        };
        game.names.marks = ["seed"].into_iter().collect();
        assert_eq!(text_with(&game, &[(0, 0, 4), (0, 0, 1), (0, 2, 0)]), "  0(5)  1     2");
        game.names.marks = ["seed", "fire"].into_iter().collect();
        assert_eq!(text_with(&game, &[(0, 1, 4), (1, 1, 2)]), "  0         1(4s 2f)  2");
    }

    #[test]
    fn hexes_are_shifted_by_half() {
        let game = game(Shape::Hex { radius: 1 }, &["Mist Walker", "Guard"]);
        let expected = "      (0,-1)  (1,-1)
  (-1,0)  [1MiW]  (1,0)
      (-1,1)  [2Gua]";
        let drawn = drawn(&game, &[(0, 0, "(0,0)"), (1, 1, "(0,1)")]);
        assert_eq!(drawn, expected, "\n{drawn}");
    }
}
