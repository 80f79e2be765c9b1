//! What signs on the table mean, until a person folds it.

use egui::{Pos2, Role, Sense, Ui, pos2, vec2};

use super::widgets::Action;
use super::{Desk, named};
use crate::book::{Meaning, TableSign};
use crate::draw::{self, Letters, Pen, icon, outline};
use crate::paint::{figure, icon as signs};
use crate::text;
use crate::theme::{self, paper};

/// How high a row is, and how large a sign.
const ROW: f32 = 23.0;
const SIGN: f32 = 19.0;

/// Draws it, if the looks say what signs mean.
pub fn legend_ui(ui: &mut Ui, desk: &Desk) {
    let legend = &desk.view.book.legend;
    if legend.is_empty() {
        return;
    }
    let id = ui.scope_id().with("folded legend");
    let folded = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    ui.horizontal(|ui| {
        super::heading(ui, text::legend());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if Action::fold(folded).bare_ui(ui).clicked() {
                ui.data_mut(|data| data.insert_temp(id, !folded));
            }
        });
    });
    super::ease::fold_ui(ui, id, !folded, |ui| {
        legend.iter().for_each(|meaning| meaning_ui(ui, meaning));
    });
    ui.spacing_mut().item_spacing.y = gap;
}

fn meaning_ui(ui: &mut Ui, meaning: &Meaning) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    named(response, Role::Label, true, || meaning.text.clone());
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    draw_sign(&mut pen, meaning, pos2(rect.left() + 14.0, rect.center().y));
    draw::show(ui.painter(), pen.done());
    let now = theme::now();
    let room = rect.width() - 36.0;
    let font = egui::FontId::proportional(14.0);
    let mut job = egui::text::LayoutJob::simple(meaning.text.clone(), font, now.ink2, room);
    job.wrap.max_rows = 1;
    let galley = ui.painter().layout_job(job);
    let at = pos2(rect.left() + 34.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, now.ink2);
}

/// Draws a sign as it lies on the table.
fn draw_sign(pen: &mut Pen, meaning: &Meaning, at: Pos2) {
    let color = meaning.sign.color.unwrap_or(paper::INK);
    match meaning.kind {
        Some(TableSign::Moves) => arrow(pen, at),
        Some(TableSign::Strikes) => accuracy(pen, at),
        Some(TableSign::Both) => {
            arrow(pen, at + vec2(4.0, 0.0));
            accuracy(pen, at - vec2(2.0, 0.0));
        }
        Some(TableSign::Tilt) => {
            pen.token(at, SIGN * 0.46, paper::INK, (1.5, paper::HALO));
            if let Some(moon) = icon("moon") {
                pen.icon(at, moon, SIGN * 0.6, paper::HALO);
            }
        }
        Some(TableSign::Pair) => pair(pen, at, ("=", paper::RAISED)),
        Some(TableSign::NoPair) => pair(pen, at, ("\u{2260}", paper::INK)),
        Some(TableSign::Counts) => {
            let ends = (at - vec2(9.0, 0.0), at + vec2(9.0, 0.0));
            signs::strike(pen, ends.0, ends.1, 0.0, theme::now().accent);
        }
        None if figure::is_cube(meaning.sign.icon) => {
            figure::cube(pen, at, SIGN * 0.5, color);
        }
        None => square(pen, meaning, at),
    }
}

fn square(pen: &mut Pen, meaning: &Meaning, at: Pos2) {
    let color = meaning.sign.color.unwrap_or(paper::INK2);
    let field = egui::Rect::from_center_size(at, vec2(SIGN, SIGN));
    pen.flat(&outline::rounded_rect(field, 5.0), color);
    if let Some(sign) = meaning.sign.icon {
        pen.icon(at, sign, SIGN * 0.68, theme::ink_on(color));
    }
}

fn accuracy(pen: &mut Pen, at: Pos2) {
    pen.token(at, SIGN * 0.42, paper::INK, (1.5, paper::HALO));
    pen.word(at, "4", (Letters::Bold, SIGN * 0.62, egui::Color32::WHITE));
}

fn arrow(pen: &mut Pen, at: Pos2) {
    let point = |x: f32, y: f32| at + vec2(x, y) * SIGN;
    let shape = [point(-0.42, -0.42), point(0.55, 0.0), point(-0.42, 0.42), point(-0.16, 0.0)];
    pen.flat(&shape, paper::HALO);
    pen.line(&shape, true, (1.0, paper::INK2));
}

fn pair(pen: &mut Pen, at: Pos2, (sign, color): (&str, egui::Color32)) {
    pen.token(at, 8.5, color, (1.5, paper::HALO));
    pen.word(at, sign, (Letters::Bold, 14.0, egui::Color32::WHITE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_drawn() {
        use TableSign::{Both, Counts, Moves, NoPair, Pair, Strikes, Tilt};
        let kinds = [Moves, Strikes, Both, Tilt, Pair, NoPair, Counts].map(Some);
        for kind in kinds.into_iter().chain([None]) {
            let mut pen = Pen::new(1.0);
            let meaning = Meaning { kind, ..Meaning::default() };
            draw_sign(&mut pen, &meaning, Pos2::ZERO);
            assert!(!pen.done().is_empty(), "{kind:?}");
        }
    }
}
