//! The dice that were thrown last, beside the board.

use egui::{Color32, Context, Id, Pos2, Rect, Role, Sense, Ui, Vec2, pos2, vec2};
use harena_engine::board::BoardKind;
use harena_engine::id::Seat;

use super::{Desk, named};
use crate::book::Telling;
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::paint::geometry::Layout;
use crate::paint::plate::outline_of;
use crate::paint::vacant;
use crate::text;
use crate::theme::{self, mix, paper};

/// How large a die may be, the largest first, and how far one is from the next, in sizes.
const SIZES: [f32; 8] = [44.0, 40.0, 36.0, 32.0, 28.0, 24.0, 20.0, 16.0];
const GAP: f32 = 0.23;
/// How far from the rim of their room they stay.
const MARGIN: f32 = 8.0;
/// At most so many are drawn.
const MOST: usize = 12;
/// A board that leaves no room for so many dice of such a size makes some, so high.
const USUAL: (usize, f32) = (3, 28.0);
/// So high is that room.
pub const STRIP: f32 = 48.0;
/// What stands on a row of spaces reaches so far to both sides and up, and what is told over it so
/// much farther, in distances between two spaces.
const REACH: (f32, f32, f32) = (0.9, 0.82, 0.36);

/// Where dice lie: their size, and the rectangle in which they stand in lines.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    rect: Rect,
    size: f32,
    in_line: usize,
}

impl Spot {
    /// The middle of a die.
    fn center(self, at: usize) -> Pos2 {
        let (column, line) = (at % self.in_line, at / self.in_line);
        let step = self.size * (1.0 + GAP);
        self.rect.min + Vec2::splat(self.size / 2.0) + vec2(column as f32, line as f32) * step
    }
}

/// Where so many dice find room: as large as they can be, in as few lines as they can stand.
fn spot(room: Rect, n: usize, taken: &[Vec<Pos2>]) -> Option<Spot> {
    let lines = if n > 2 { vec![n, n.div_ceil(2), 1] } else { vec![n, 1] };
    SIZES.into_iter().find_map(|size| {
        let long = |n: usize| (n as f32 * (1.0 + GAP) - GAP) * size;
        lines.iter().find_map(|in_line| {
            let extent = vec2(long(*in_line), long(n.div_ceil(*in_line)));
            let rect = vacant::find(room.shrink(MARGIN), extent, taken)?;
            Some(Spot { rect, size, in_line: *in_line })
        })
    })
}

/// What is asked of [`spot`].
type Asked = (Rect, usize, Vec<Vec<Pos2>>);

/// The same as in the frame before, as long as the same is asked: many places are tried.
fn kept_spot(ctx: &Context, name: &str, asked: Asked) -> Option<Spot> {
    let id = Id::unique(("spot of dice", name));
    let known = ctx.data(|data| data.get_temp::<(Asked, Option<Spot>)>(id));
    if let Some((_, spot)) = known.filter(|(before, _)| *before == asked) {
        return spot;
    }
    let spot = spot(asked.0, asked.1, &asked.2);
    ctx.data_mut(|data| data.insert_temp(id, (asked, spot)));
    spot
}

/// Whether the board must leave room for dice that are thrown beside it.
pub fn wants_strip(ui: &Ui, desk: &Desk, (layout, room): (&Layout, Rect)) -> bool {
    let board = &desk.view.game.board;
    if desk.view.book.dice.is_empty() || board.kind() == BoardKind::Line {
        return false;
    }
    let found = kept_spot(ui.ctx(), "usual", (room, USUAL.0, vec![outline_of(board, layout)]));
    found.is_none_or(|spot| spot.size < USUAL.1)
}

/// What dice must not lie on: the plate, or who stands on a row of spaces and what is told there.
fn taken(desk: &Desk, layout: &Layout) -> Vec<Vec<Pos2>> {
    let board = &desk.view.game.board;
    if board.kind() != BoardKind::Line {
        return vec![outline_of(board, layout)];
    }
    let (unit, (aside, up, over)) = (layout.unit, REACH);
    let centers = board.cells().iter().filter(|it| layout.has(*it));
    let ground = centers.map(|cell| layout.screen_from_cell(board, cell));
    let field = Vec2::splat(unit);
    let mut rects: Vec<Rect> = ground
        .map(|at| Rect::from_min_size(at - vec2(0.5, 0.1) * unit, field * vec2(1.0, 2.0)))
        .collect();
    let stands = desk.view.shown.state.on_board().filter(|(cell, _)| layout.has(*cell));
    let owned = stands.filter(|(_, id)| desk.view.shown.state.piece(*id).owner != Seat::NONE);
    let figures: Vec<Pos2> = owned.map(|(cell, _)| layout.screen_from_cell(board, cell)).collect();
    let figure =
        |at: &Pos2| Rect::from_min_max(*at - vec2(aside, up) * unit, *at + vec2(aside, 0.5) * unit);
    rects.extend(figures.iter().map(figure));
    let between = figures.iter().fold(Rect::NOTHING, |all, at| all.union(Rect::from_pos(*at)));
    if between.is_finite() {
        let top = between.top() - (up + over) * unit;
        rects.push(between.with_min_y(top).with_max_y(top + over * unit));
    }
    let corners = |it: Rect| vec![it.min, pos2(it.right(), it.top()), it.max, it.left_bottom()];
    rects.into_iter().map(corners).collect()
}

/// Draws the dice beside the board.
pub fn dice_ui(ui: &Ui, desk: &Desk, room: Rect, layout: &Layout) {
    let dice = desk.dice;
    if dice.thrown.is_empty() {
        return;
    }
    let n = dice.thrown.len().min(MOST);
    let results: Vec<u32> = dice.thrown.iter().map(|(_, result)| *result).collect();
    let sum = sum_of(desk, &results);
    let asked = (room, n + usize::from(sum.is_some()), taken(desk, layout));
    let Some(spot) = kept_spot(ui.ctx(), "thrown", asked) else { return };
    let response = ui.interact(spot.rect, Id::unique("dice"), Sense::hover());
    named(response, Role::Label, true, || text::dice(&results, sum));
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    for at in 0..n {
        let Some((sides, shown)) = dice.shown(at) else { continue };
        let part = dice.part().unwrap_or(1.0);
        let left = (1.0 - part) * (1.0 - part);
        let jump = (part * std::f32::consts::PI * 3.0).sin().abs() * left * spot.size * 0.4;
        let center = spot.center(at) - vec2(0.0, jump);
        pen.turn(center, left * (3.0 + at as f32));
        die(&mut pen, (center, spot.size), sides, shown);
        pen.turn(center, 0.0);
    }
    // What they come to is known once they lie still.
    if let Some(sum) = sum.filter(|_| dice.part().is_none_or(|part| part >= 1.0)) {
        let how = (Letters::Heading, spot.size * 0.8, theme::now().ink1);
        pen.word(spot.center(n), sum.to_string(), how);
    }
    draw::show(ui.painter(), pen.done());
}

/// What dice come to where that counts: in games that weigh sums on a scale.
fn sum_of(desk: &Desk, results: &[u32]) -> Option<u32> {
    let weighs = desk.view.book.tellings.contains(&Telling::Scale);
    (weighs && (2..=MOST).contains(&results.len())).then(|| results.iter().sum())
}

/// Draws a die: pips on one with six sides, else its number.
pub fn die(pen: &mut Pen, (center, size): (Pos2, f32), sides: u32, shown: u32) {
    let rect = Rect::from_center_size(center, Vec2::splat(size));
    let body = outline::rounded_rect(rect, size * 0.18);
    let shadow: Vec<Pos2> = body.iter().map(|at| *at + vec2(0.0, size * 0.12)).collect();
    pen.shadow(&shadow, size * 0.25, Color32::from_black_alpha(120));
    pen.shape(&body, Paint::Down(&[(0.0, paper::HALO), (1.0, paper::FACE_LOW)]));
    pen.line(&body, true, (1.0, mix(paper::FACE_LOW, paper::INK, 0.35)));
    if sides != 6 {
        let how = (Letters::Bold, size * 0.5, paper::INK);
        return pen.word(center, shown.to_string(), how);
    }
    for (x, y) in pips(shown) {
        pen.disc(center + vec2(*x, *y) * size * 0.26, size * 0.085, paper::INK);
    }
}

/// Where the pips of a number stand.
fn pips(n: u32) -> &'static [(f32, f32)] {
    match n {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::board::{Board, BoardPlan, Shape};

    use super::*;
    use crate::paint::geometry::without_margin;

    /// Dice beside a board in a room of this size: those of one throw lie apart from each other and
    /// from the board, and within the room.
    fn check(shape: Shape, size: Vec2, n: usize) {
        let board = Board::build(&BoardPlan::of(shape)).unwrap();
        let mut room = Rect::from_min_size(pos2(250.0, 110.0), size);
        let fitted = |room: Rect| Layout::fit(&board, without_margin(room), false);
        let whole = room;
        let plate = |layout: &Layout| outline_of(&board, layout);
        let wants = spot(room, USUAL.0, &[plate(&fitted(room))]);
        if wants.is_none_or(|it| it.size < USUAL.1) {
            room.min.y += STRIP;
        }
        let outline = plate(&fitted(room));
        let spot = spot(whole, n, std::slice::from_ref(&outline)).unwrap();
        assert!(spot.size >= 16.0 && whole.contains_rect(spot.rect), "{spot:?}");
        let body = |at| Rect::from_center_size(spot.center(at), Vec2::splat(spot.size));
        for at in 0..n {
            assert!(!vacant::touches(body(at), &outline), "die {at} of {n} in {size}");
            assert!(whole.contains_rect(body(at)), "die {at} of {n} in {size}");
            assert!((0..at).all(|other| !body(other).intersects(body(at))));
        }
    }

    #[test]
    fn dice_never_lie_on_the_board() {
        let shapes = || {
            let without = Vec::new;
            let square = |width, height| Shape::Square {
                width,
                height,
                diagonals: false,
                without: without(),
            };
            [Shape::Hex { radius: 2 }, Shape::Hex { radius: 4 }, square(6, 6), square(9, 3)]
        };
        let rooms = [(384.0, 470.0), (640.0, 760.0), (640.0, 640.0), (1100.0, 800.0)];
        for (width, height) in rooms {
            for n in [1, 3, 6, 12] {
                shapes().into_iter().for_each(|shape| check(shape, vec2(width, height), n));
            }
        }
    }
}
