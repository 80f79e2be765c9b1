//! Matches worth a look; a click plays one again and opens its record.

use egui::{FontId, Role, Sense, Ui, pos2, vec2};

use super::{Told, boxed};
use crate::draw::{self, icon};
use crate::lab::{Found, Sort};
use crate::panel::named;
use crate::{paint, text, theme};

/// How high a row is.
const ROW: f32 = 44.0;

/// What makes a match worth a look.
fn said(sort: Sort, value: u32) -> String {
    match sort {
        Sort::Failed => text::look_failed(value),
        Sort::GivenUp => text::look_given_up(value),
        Sort::Shortest => text::look_shortest(value),
        Sort::Longest => text::look_longest(value),
        Sort::Widest => text::look_widest(value),
        Sort::Closest => text::look_closest(value),
        Sort::Turned => text::look_turned(value),
        Sort::Draw => text::look_draw(value),
    }
}

/// Draws the card.
pub fn look_card(ui: &mut Ui, told: &Told, size: (f32, f32), asked: &mut Option<u64>) {
    boxed(ui, size, (text::worth_a_look(), ""), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (sort, found) in &told.part.notable.found {
            if row_ui(ui, told, *sort, found) {
                *asked = Some(found.number);
            }
        }
    });
}

fn row_ui(ui: &mut Ui, told: &Told, sort: Sort, found: &Found) -> bool {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let title = said(sort, found.value);
    let number = text::match_number(found.number);
    let names: Vec<String> =
        found.factions.iter().flatten().map(|id| told.faction(id.index())).collect();
    let label = || [title.as_str(), &number, &text::against(&names)].join(", ");
    let response = named(response, Role::Button, true, label);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 8.0, now.panel2);
    }
    let color = if matches!(sort, Sort::Failed | Sort::GivenUp) { now.down } else { now.ink1 };
    let plain = FontId::proportional(15.0);
    let mut job = egui::text::LayoutJob::simple_singleline(title.clone(), plain.clone(), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 26.0);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(rect.left_top() + vec2(0.0, 3.0), galley, color);
    let mut x = rect.left();
    for id in found.factions.iter().flatten() {
        let at = pos2(x + 8.0, rect.top() + 32.0);
        paint::icon::seat_shape(ui.painter(), told.livery(id.index()), at, 6.5);
        x += 20.0;
    }
    let x = if x > rect.left() { x + 4.0 } else { x };
    let number = ui.painter().layout_no_wrap(number.clone(), plain, now.ink3);
    ui.painter().galley(pos2(x, rect.top() + 22.0), number, now.ink3);
    if let Some(sign) = icon("arrow-square-out") {
        let at = pos2(rect.right() - 10.0, rect.top() + 13.0);
        draw::icon_ui(ui.painter(), at, sign, 18.0, now.ink2);
    }
    response.on_hover_text(text::look_at_it()).clicked()
}
