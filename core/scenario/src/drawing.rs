//! Boards drawn as text: read from a scenario, and written for people.

use harena_engine::board::{Board, Cell};
use harena_engine::state::State;

use super::tell;
use super::words::Words;

/// The cells of a board in rows as they are drawn, each row from left to right.
pub(super) fn rows(board: &Board) -> Vec<Vec<Cell>> {
    let mut cells: Vec<((i32, i32), Cell)> = board
        .cells()
        .iter()
        .map(|cell| {
            let (x, y) = board.center(cell).unwrap_or_default();
            ((y, x), cell)
        })
        .collect();
    cells.sort();
    let mut rows: Vec<(i32, Vec<Cell>)> = Vec::new();
    for ((y, _), cell) in cells {
        match rows.last_mut().filter(|(row, _)| *row == y) {
            Some((_, row)) => row.push(cell),
            None => rows.push((y, vec![cell])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The drawn cells that are not empty, each with its token.
///
/// # Errors
/// A sentence about a row that does not fit the board.
pub(super) fn read<'t>(board: &Board, text: &'t str) -> Result<Vec<(Cell, &'t str)>, String> {
    let rows = rows(board);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() != rows.len() {
        return Err(format!("the board has {} rows, but {} are drawn", rows.len(), lines.len()));
    }
    let mut found = Vec::new();
    for (n, (line, row)) in lines.iter().zip(&rows).enumerate() {
        let mut tokens: Vec<&str> = line.split_whitespace().collect();
        if let [only] = tokens.as_slice()
            && row.len() > 1
            && only.chars().count() == row.len()
        {
            tokens = letters(only);
        }
        if tokens.len() != row.len() {
            let (has, drawn) = (row.len(), tokens.len());
            return Err(format!("row {} has {has} cells, but {drawn} are drawn", n + 1));
        }
        let filled = row.iter().copied().zip(tokens);
        found.extend(filled.filter(|(_, token)| *token != "."));
    }
    Ok(found)
}

fn letters(word: &str) -> Vec<&str> {
    let ends = word.char_indices().map(|(at, letter)| (at, at + letter.len_utf8()));
    ends.filter_map(|(start, end)| word.get(start..end)).collect()
}

/// A drawn cell as a piece line: `DE:knight@2+w1` is `DE knight @2 w1`.
pub(super) fn line_of(token: &str) -> String {
    let (who, signs) = token.split_once('+').unwrap_or((token, ""));
    let (name, facing) = who.split_once('@').unwrap_or((who, ""));
    let mut line = name.replacen(':', " ", 1);
    if !facing.is_empty() {
        line.push_str(&format!(" @{facing}"));
    }
    for sign in signs.split('+').filter(|sign| !sign.is_empty()) {
        line.push(' ');
        line.push_str(sign);
    }
    line
}

/// A legend letter with what is written after it: `K@2+w1` is `K` and `@2+w1`.
pub(super) fn legend_key(token: &str) -> (&str, &str) {
    let end = token.find(['@', '+']).unwrap_or(token.len());
    token.split_at(end)
}

/// The board with all pieces, as a scenario could draw it.
pub(super) fn write(words: &Words, state: &State) -> String {
    let board = &words.game.board;
    let rows = rows(board);
    let token = |cell: Cell| {
        state.at(cell).map_or_else(|| ".".to_owned(), |id| tell::token(words, state, id))
    };
    let widest = board.cells().iter().map(|cell| token(cell).chars().count()).max().unwrap_or(1);
    let (left, step) = (leftmost(board), widest + 1);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for cell in row {
            let (x, _) = board.center(cell).unwrap_or_default();
            let column = usize::try_from(x - left).unwrap_or(0) * step / 1000;
            while line.chars().count() < column {
                line.push(' ');
            }
            line.push_str(&token(cell));
            line.push(' ');
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn leftmost(board: &Board) -> i32 {
    board.cells().iter().filter_map(|cell| board.center(cell)).map(|(x, _)| x).min().unwrap_or(0)
}
