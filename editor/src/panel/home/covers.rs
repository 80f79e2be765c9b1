//! The covers of all games, side by side.

use egui::{Color32, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::Hall;
use crate::home::Company;
use crate::panel::{cover, named};
use crate::{text, theme};

/// Between two covers.
const GAP: f32 = 20.0;
/// How much the cover that is chosen is raised.
const RAISED: f32 = 8.0;

/// Draws all covers; the first click chooses, the second begins.
pub fn covers_ui(ui: &mut Ui, hall: &mut Hall) {
    let games: Vec<(String, String, String)> = hall
        .session
        .library
        .games()
        .iter()
        .map(|pack| {
            let manifest = &pack.manifest;
            (manifest.id.clone(), manifest.title.clone(), manifest.summary.clone())
        })
        .collect();
    if games.is_empty() {
        ui.add_space(20.0);
        ui.label(text::no_packs());
        return;
    }
    let n = games.len() as f32;
    let room = ui.available_width();
    let width = ((room - GAP * (n - 1.0)) / n).floor().clamp(168.0, 300.0);
    // Covers are never so high that nothing else is to be seen.
    let most = (ui.ctx().content_rect().height() * 0.42).max(150.0);
    let shape = match width {
        narrow if narrow < cover::NARROW => 1.42,
        wide if wide > 280.0 => 1.12,
        _ => 1.22,
    };
    let size = vec2(width, (width * shape).min(most));
    let scroll = ScrollArea::horizontal().id_salt("covers").auto_shrink([false, true]);
    scroll.show(ui, |ui| {
        // Room for the ring around the cover that is chosen.
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for game in &games {
                cover_ui(ui, hall, game, size);
            }
        });
    });
}

fn cover_ui(
    ui: &mut Ui,
    hall: &mut Hall,
    (id, title, summary): &(String, String, String),
    size: egui::Vec2,
) {
    let (rect, response) = ui.allocate_exact_size(size + vec2(0.0, RAISED + 10.0), Sense::click());
    let known = hall.home.covers.get(id);
    let summary = known.map_or(summary.as_str(), |cover| cover.menu.summary.as_str()).to_owned();
    let response = named(response, Role::RadioButton, true, || text::cover(title, &summary));
    let chosen = hall.home.chosen == *id;
    let raised = if chosen { 0.0 } else { RAISED };
    let rect = Rect::from_min_size(pos2(rect.left(), rect.top() + raised), size);
    cover::art(ui.painter(), rect, id, known);
    words_ui(ui, rect, title, &summary);
    let now = theme::now();
    let stroke = match (chosen, response.has_focus(), response.hovered()) {
        (true, false, _) => Some(Stroke::new(3.0, now.accent)),
        (_, true, _) => Some(Stroke::new(4.0, now.accent)),
        (false, false, true) => Some(Stroke::new(2.0, now.ink2)),
        (false, false, false) => None,
    };
    if let Some(stroke) = stroke {
        ui.painter().rect_stroke(rect.expand(1.0), 13.0, stroke, StrokeKind::Outside);
    }
    if response.double_clicked() {
        hall.home.choose(id);
        hall.begin(Company::Bots);
    } else if response.clicked() {
        hall.home.choose(id);
    }
}

/// Title and what the game is, on the lower part of a cover: as many lines as have room there.
fn words_ui(ui: &Ui, rect: Rect, title: &str, summary: &str) {
    let pale = Color32::from_rgb(0xfb, 0xf3, 0xe4);
    let narrow = rect.width() < cover::NARROW;
    let (side, size, line) = if narrow { (12.0, 19.0, 14.0) } else { (18.0, 23.0, 15.0) };
    let width = rect.width() - 2.0 * side;
    let title = ui.painter().layout(title.to_owned(), theme::heading(size), pale, width);
    let mut job = egui::text::LayoutJob::simple(
        summary.to_owned(),
        FontId::proportional(line),
        Color32::from_rgb(0xe2, 0xd3, 0xbf),
        width,
    );
    let room = rect.height() * (1.0 - cover::art_part(rect)) - 14.0 - title.size().y;
    job.wrap.max_rows = ((room / (line * 1.34)) as usize).clamp(1, 4);
    let summary = ui.painter().layout_job(job);
    let top = rect.bottom() - 14.0 - summary.size().y - title.size().y - 2.0;
    let left = rect.left() + side;
    let below = pos2(left, top + title.size().y + 2.0);
    ui.painter().galley(pos2(left, top), title, pale);
    ui.painter().galley(below, summary, pale);
}
