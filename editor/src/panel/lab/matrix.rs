//! Who beats whom: a field for each pair of factions, or a bar for each seat where there are none.

use egui::{Align2, Color32, FontId, Rect, Role, Sense, Stroke, Ui, pos2, vec2};
use harena_engine::id::FactionId;
use harena_lab::series::Counted;

use super::{Told, boxed};
use crate::paint::geometry::Form;
use crate::panel::named;
use crate::{draw, paint, text, theme};

/// How high a row is.
const ROW: f32 = 62.0;
/// How much room names of factions have.
const NAMES: f32 = 190.0;
/// How much room the last column has.
const ALL: f32 = 64.0;
/// A share so far from what is fair has the full color.
const FULL: f64 = 0.25;

/// How high the card is without its heading.
pub fn high(told: &Told) -> f32 {
    let n = factions(told).len();
    let rows = if n > 1 { n as f32 * (ROW + 4.0) + 34.0 } else { 5.0 * 40.0 };
    rows.max(250.0) + 28.0
}

/// The factions that played.
fn factions(told: &Told) -> Vec<usize> {
    told.part.tally.by_faction.keys().map(|id| id.index()).collect()
}

/// Draws the card; a click on a faction looks at its pieces.
pub fn matrix_card(ui: &mut Ui, told: &Told, chosen: &mut Option<usize>, width: f32) {
    let factions = factions(told);
    if factions.len() < 2 {
        boxed(ui, (width, high(told)), (text::who_wins(), text::interval_of_95()), |ui| {
            seats_ui(ui, told);
        });
        return;
    }
    boxed(ui, (width, high(told)), (text::who_beats_whom(), text::won_by_row()), |ui| {
        let size = vec2(ui.available_width(), factions.len() as f32 * (ROW + 4.0) + 30.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let wide = ((rect.width() - NAMES - ALL) / factions.len() as f32).clamp(24.0, 118.0);
        let x = |at: usize| rect.left() + NAMES + wide * at as f32;
        for (at, faction) in factions.iter().enumerate() {
            chip(ui, told, *faction, pos2(x(at) + wide / 2.0, rect.top() + 13.0));
        }
        let all = pos2(x(factions.len()) + ALL / 2.0, rect.top() + 13.0);
        let plain = FontId::proportional(15.0);
        ui.painter().text(all, Align2::CENTER_CENTER, text::whole_row(), plain, theme::now().ink3);
        for (row, faction) in factions.iter().enumerate() {
            let top = rect.top() + 30.0 + (ROW + 4.0) * row as f32;
            head_ui(ui, told, *faction, (pos2(rect.left(), top), chosen));
            for (column, other) in factions.iter().enumerate() {
                let place = Rect::from_min_size(pos2(x(column), top), vec2(wide, ROW));
                cell_ui(ui, told, (*faction, *other), place.shrink2(vec2(2.0, 1.0)));
            }
            let share = told.part.tally.by_faction.get(&id(*faction)).map(|it| it.share());
            let words = share.map_or_else(String::new, |it| whole(it.rate));
            let at = pos2(x(factions.len()) + ALL / 2.0, top + ROW / 2.0);
            let font = theme::heading(22.0);
            ui.painter().text(at, Align2::CENTER_CENTER, words, font, theme::now().ink1);
        }
    });
}

fn id(faction: usize) -> FactionId {
    FactionId(u8::try_from(faction).unwrap_or(u8::MAX))
}

/// A share in whole per cents, without their sign.
fn whole(rate: f64) -> String {
    format!("{}", (100.0 * rate).round())
}

/// The emblem of a faction.
fn chip(ui: &Ui, told: &Told, faction: usize, at: egui::Pos2) {
    let Some(entry) = told.known.menu.factions.get(faction) else { return };
    let face = crate::panel::cover::emblem(&told.known.game, &told.known.book, &entry.id);
    let Some(face) = face else { return };
    let bits = [at.x.to_bits(), at.y.to_bits()];
    draw::kept(ui.painter(), ("lab_chip", bits, &face), |pen| {
        paint::tile::chip(pen, (at, 13.0), &face, Form::Hex);
    });
}

fn head_ui(
    ui: &mut Ui,
    told: &Told,
    faction: usize,
    (at, chosen): (egui::Pos2, &mut Option<usize>),
) {
    let now = theme::now();
    let rect = Rect::from_min_size(at, vec2(NAMES - 8.0, ROW));
    let name = told.faction(faction);
    let response = ui.interact(rect, ui.scope_id().with(("faction", faction)), Sense::click());
    let response = named(response, Role::Button, true, || text::pieces_of(&name));
    let is_chosen = *chosen == Some(faction);
    if response.hovered() || response.has_focus() || is_chosen {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 8.0, now.panel2);
    }
    chip(ui, told, faction, pos2(at.x + 14.0, rect.center().y));
    let galley = ui.painter().layout(name, FontId::proportional(15.0), now.ink1, NAMES - 48.0);
    let place = pos2(at.x + 36.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(place, galley, now.ink1);
    if response.clicked() {
        *chosen = if is_chosen { None } else { Some(faction) };
    }
}

/// The color of a share: blue above what is fair, orange below, the stronger the further.
fn tint(rate: f64, fair: f64) -> Color32 {
    let strength = (((rate - fair).abs() / FULL).min(1.0) * 0.6) as f32;
    let [blue, orange] =
        [0, 1].map(|at| theme::LIVERIES.get(at).map_or(Color32::GRAY, |it| it.rim));
    theme::mix(theme::now().well, if rate >= fair { blue } else { orange }, strength)
}

fn cell_ui(ui: &Ui, told: &Told, (row, column): (usize, usize), rect: Rect) {
    let now = theme::now();
    let counted = told.part.tally.matchups.get(&(id(row), id(column)));
    let Some(counted) = counted.filter(|it| it.matches > 0) else {
        ui.painter().rect_filled(rect, 6.0, now.well);
        return;
    };
    let (share, fair) = (counted.share(), told.fair());
    ui.painter().rect_filled(rect, 6.0, tint(share.rate, fair));
    let label = || {
        let [low, high] = [share.low, share.high].map(text::percents);
        let (one, other) = (told.faction(row), told.faction(column));
        text::beats(&one, &other, &text::percents(share.rate), &low, &high)
    };
    let response = ui.interact(rect, ui.scope_id().with(("cell", row, column)), Sense::hover());
    named(response, Role::Label, true, label).on_hover_text(label());
    let at = pos2(rect.center().x, rect.top() + 22.0);
    ui.painter().text(at, Align2::CENTER_CENTER, whole(share.rate), theme::heading(22.0), now.ink1);
    let axis = Rect::from_center_size(
        pos2(rect.center().x, rect.bottom() - 14.0),
        vec2(rect.width() * 0.74, 4.0),
    );
    interval(ui, axis, *counted, fair);
}

/// An interval on an axis a quarter to either side of what is fair.
fn interval(ui: &Ui, axis: Rect, counted: Counted, fair: f64) {
    let now = theme::now();
    let share = counted.share();
    let x = |rate: f64| {
        let part = ((rate - fair) / (2.0 * FULL) + 0.5).clamp(0.0, 1.0);
        axis.left() + axis.width() * part as f32
    };
    let y = axis.center().y;
    ui.painter().hline(axis.x_range(), y, Stroke::new(1.5, now.ink1.gamma_multiply(0.35)));
    let mark = pos2(x(fair), y);
    ui.painter().vline(mark.x, y - 5.0..=y + 5.0, Stroke::new(1.0, now.ink1.gamma_multiply(0.6)));
    ui.painter().hline(x(share.low)..=x(share.high), y, Stroke::new(4.0, now.ink1));
}

/// Draws how often each seat won, and who began.
fn seats_ui(ui: &mut Ui, told: &Told) {
    let tally = &told.part.tally;
    row_ui(ui, told, text::who_begins(), tally.first);
    for (seat, counted) in &tally.by_seat {
        row_ui(ui, told, &text::nth_seat(usize::from(*seat) + 1), *counted);
    }
    let draws = Counted { wins: tally.draws, matches: tally.lengths.n() };
    row_ui(ui, told, text::draws(), draws);
}

fn row_ui(ui: &mut Ui, told: &Told, title: &str, counted: Counted) {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
    let share = counted.share();
    let label = || {
        let [rate, low, high] = [share.rate, share.low, share.high].map(text::percents);
        text::share_with(title, &rate, &low, &high)
    };
    named(response, Role::Label, true, label);
    let plain = FontId::proportional(15.0);
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, title, plain, now.ink1);
    let at = pos2(rect.right(), rect.center().y);
    let words = text::percents(share.rate);
    ui.painter().text(at, Align2::RIGHT_CENTER, words, theme::bold(15.0), now.ink1);
    let axis = Rect::from_min_max(
        pos2(rect.left() + 150.0, rect.center().y - 2.0),
        pos2(rect.right() - 64.0, rect.center().y + 2.0),
    );
    interval(ui, axis, counted, told.fair());
}
