//! Pieces in a row, each with what is left of its life: who acts in which order.

use egui::{Align2, FontId, Pos2, Rect, Response, Role, Sense, Ui, Vec2, pos2, vec2};
use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, Gaps};

use super::{Desk, named, ribbon};
use crate::book::Telling;
use crate::draw::{self, Letters, Pen, icon};
use crate::paint::board::form_of;
use crate::paint::face::Body;
use crate::paint::tile::{self, Pose};
use crate::session::Outlook;
use crate::table::Focus;
use crate::theme::{self, paper};

/// How high a row is, how far its words are from its left, and how far a heart is from the next.
const ROW: f32 = 46.0;
const LEFT: f32 = 56.0;
const HEART: f32 = 18.0;
/// More hearts than this are written as numbers.
const MOST: i32 = 10;

/// One row.
struct Life {
    piece: PieceId,
    /// Its place in the order, if the sentence begins with one.
    order: Option<i32>,
    left: i32,
    of: i32,
    label: String,
    /// What is told of it below.
    under: Vec<String>,
}

/// Draws what is told as lives, if anything is; a row that is pointed at points at its piece.
pub fn lives_ui(ui: &mut Ui, desk: &mut Desk, outlook: &Outlook) {
    let is_life = |word: WordId| desk.view.book.telling(word) == Telling::Life;
    let said = outlook.said.iter().filter(|(word, _)| is_life(*word));
    let teller = desk.view.teller();
    let lives = said.filter_map(|(word, args)| life(*args, teller.sentence(*word, *args)));
    let lives: Vec<Life> = lives
        .map(|life| {
            let under = outlook.said.iter().filter(|(word, args)| {
                let is_under = desk.view.book.telling(*word) == Telling::Under;
                is_under && args[0] == Gap::Piece(life.piece)
            });
            let under = under.map(|(word, args)| teller.saying(*word, *args).1).collect();
            Life { under, ..life }
        })
        .collect();
    if lives.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let word = outlook.said.iter().map(|(word, _)| *word).find(|word| is_life(*word));
    let sign = word.and_then(|word| desk.view.book.sentences.get(&word));
    if let Some(sign) = sign.filter(|sign| !sign.title.is_empty()) {
        super::heading(ui, &sign.title);
    }
    super::widgets::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        for life in &lives {
            if life_ui(ui, desk, life).hovered() {
                desk.table.pointed = Some(Focus::Piece(life.piece));
            }
        }
    });
}

/// What a sentence says: the piece, and of its numbers the last two.
fn life(args: Gaps, label: String) -> Option<Life> {
    let piece =
        args.iter().find_map(|gap| if let Gap::Piece(id) = gap { Some(*id) } else { None })?;
    let number = |gap: &Gap| if let Gap::Number(number) = gap { Some(*number) } else { None };
    let numbers: Vec<i32> = args.iter().filter_map(number).collect();
    let order = number(&args[0]).filter(|_| numbers.len() > 2);
    let [.., left, of] = numbers.as_slice() else { return None };
    Some(Life { piece, order, left: *left, of: *of, label, under: Vec::new() })
}

fn life_ui(ui: &mut Ui, desk: &Desk, life: &Life) -> Response {
    let now = theme::now();
    let mut under = Vec::new();
    for line in &life.under {
        let font = FontId::proportional(14.0);
        under.push(ui.painter().layout(line.clone(), font, now.ink2, ui.available_width() - LEFT));
    }
    let more: f32 = under.iter().map(|line| line.size().y).sum();
    let size = vec2(ui.available_width(), ROW + more);
    let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
    let rect = whole.with_max_y(whole.top() + ROW);
    let label = || [std::slice::from_ref(&life.label), &life.under].concat().join(", ");
    let response = named(response, Role::Label, true, label);
    if response.hovered() {
        ui.painter().rect_filled(whole, 8.0, now.panel2);
    }
    let mut at = pos2(rect.left() + LEFT, rect.bottom() - 2.0);
    for line in under {
        let high = line.size().y;
        ui.painter().galley(at, line, now.ink2);
        at.y += high;
    }
    figure_ui(ui, desk, (life.piece, rect.with_max_x(rect.left() + LEFT - 8.0)));
    let left = rect.left() + LEFT;
    let name = desk.view.teller().piece(life.piece);
    let mut at = pos2(left, rect.top() + 13.0);
    if let Some(order) = life.order {
        order_ui(ui, at + vec2(10.0, 0.0), order);
        at.x += 28.0;
    }
    ui.painter().text(at, Align2::LEFT_CENTER, name, draw::font(Letters::Heading, 18.0), now.ink1);
    let y = rect.top() + 33.0;
    if life.of > MOST {
        let text = format!("{} / {}", life.left, life.of);
        let font = FontId::proportional(15.0);
        ui.painter().text(pos2(left, y), Align2::LEFT_CENTER, text, font, now.ink2);
        return response;
    }
    for at in 0..life.of {
        let (sign, color) = match at < life.left {
            true => ("heart", now.down),
            false => ("heart-break", now.ink3),
        };
        if let Some(sign) = icon(sign) {
            let x = left + HEART * (at as f32 + 0.45);
            draw::icon_ui(ui.painter(), pos2(x, y), sign, 16.0, color);
        }
    }
    response
}

/// Draws a piece as it stands on the board, without what lies upon it.
fn figure_ui(ui: &Ui, desk: &Desk, (piece, rect): (PieceId, Rect)) {
    let mut face = desk.view.face(piece);
    if face.body != Body::Disc {
        let mut pen = Pen::new(ui.ctx().pixels_per_point());
        ribbon::chip(&mut pen, desk.view, piece, rect.center());
        return draw::show(ui.painter(), pen.done());
    }
    face.badges.clear();
    let square = Rect::from_center_size(rect.center(), Vec2::splat(rect.width()));
    let form = (form_of(desk.view.game.board.kind()), desk.view.game.board.n_directions());
    tile::alone(ui.painter(), square, form, &face, Pose::default());
}

/// Draws a place in an order in a disc.
fn order_ui(ui: &Ui, at: Pos2, order: i32) {
    ui.painter().circle_filled(at, 10.0, paper::HALO);
    let font = draw::font(Letters::Bold, 14.0);
    ui.painter().text(at, Align2::CENTER_CENTER, order.to_string(), font, paper::INK);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_numbers_are_the_life_and_a_first_one_the_order() {
        let (piece, n) = (Gap::Piece(PieceId(7)), Gap::Number);
        let check = |args: Gaps, expected: Option<(Option<i32>, i32, i32)>| {
            let found = life(args, String::new());
            assert_eq!(found.map(|it| (it.order, it.left, it.of)), expected);
        };
        check([n(2), piece, n(3), n(5)], Some((Some(2), 3, 5)));
        check([piece, n(3), n(5), Gap::Nothing], Some((None, 3, 5)));
        check([n(1), n(3), n(5), Gap::Nothing], None);
        check([piece, n(3), Gap::Nothing, Gap::Nothing], None);
    }
}
