//! The tracks of a seat: bars, pips, thresholds, numbers.

use egui::{Align2, Color32, FontId, Rect, RichText, Role, Sense, Stroke, Ui, pos2, vec2};
use harena_engine::id::*;
use harena_engine::view::sees_var;

use super::{Desk, colored, named};
use crate::book::Label;
use crate::theme;

/// The most pips drawn one by one.
const MAX_PIPS: i32 = 16;
/// How much room the title of a line of pips has.
const TITLE: f32 = 92.0;

/// A value with its most and what it would change by.
#[derive(Clone, Copy)]
struct Level {
    value: i32,
    max: i32,
    by: i32,
}

/// Draws the variables of a seat: as a bar or pips where their most is known, else as numbers.
pub fn tracks_ui(ui: &mut Ui, desk: &Desk, seat: Seat) {
    let (mut plain, mut group) = (Vec::new(), "");
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut few: Vec<(&Label, Level, Color32)> = Vec::new();
    for at in &desk.view.book.track_order {
        let Some(label) = desk.view.book.seat_vars.get(*at).filter(|label| label.shown) else {
            continue;
        };
        if !sees(desk, seat, VarId(*at as u8)) {
            plain.push(format!("{} ?", label.title));
            continue;
        }
        let (holder, level) = level_of(desk, seat, *at);
        let Level { value, max, by } = level;
        let told = label.icon == "number" || max > 0 || value != 0 || by != 0;
        if label.group != group && told {
            plain_ui(ui, &mut plain);
            few_ui(ui, &mut few);
            group = &label.group;
            ui.label(RichText::new(group).small().color(theme::WEAK));
        }
        let color = desk.view.color(holder);
        match label.icon.as_str() {
            "number" => plain.push(number_text(label, level)),
            "pips" if max > 0 && max <= 2 => few.push((label, level, color)),
            "pips" if max > 0 && max <= MAX_PIPS => pips_ui(ui, label, level, color),
            _ if max > 0 => bar_ui(ui, label, level, color),
            _ if value != 0 || by != 0 => plain.push(number_text(label, level)),
            _ => {}
        }
        if label.warn_below.is_some_and(|least| value < least) {
            plain_ui(ui, &mut plain);
            colored(ui, crate::text::low(&label.title, value), theme::WARN);
        }
    }
    plain_ui(ui, &mut plain);
    few_ui(ui, &mut few);
}

/// Draws numbers of one or two pips side by side.
fn few_ui(ui: &mut Ui, few: &mut Vec<(&Label, Level, Color32)>) {
    if few.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        few.drain(..).for_each(|(label, level, color)| pips_ui(ui, label, level, color));
    });
}

/// Whether who looks on may know a number of a seat.
fn sees(desk: &Desk, seat: Seat, var: VarId) -> bool {
    desk.sees_all || sees_var(desk.view.game, desk.viewer, seat, var)
}

/// Whose number a track shows, and how it stands.
fn level_of(desk: &Desk, seat: Seat, at: usize) -> (Seat, Level) {
    let view = desk.view;
    let var = VarId(at as u8);
    let of = |seat: Seat, var: VarId| view.shown.state.var(view.game, Some(seat), var);
    let pool = view.game.combat.as_ref().and_then(|combat| combat.pool);
    let pooled = pool.filter(|pool| pool.left == var);
    let holder = pooled.map_or(seat, |pool| Seat(of(seat, pool.holder) as u8));
    let value = of(holder, var);
    let start = view.game.seat_vars.get(at).copied().unwrap_or(0);
    let label = view.book.seat_vars.get(at);
    let most = label.and_then(|it| view.game.names.seat_vars.find(&it.max_var));
    let most = most.map(|at| of(holder, VarId(at as u8)));
    let max = most.or_else(|| label.and_then(|it| it.max));
    let max = max.or_else(|| pooled.map(|_| start.max(value)));
    let outlook = desk.outlooks.drawn();
    let changes = outlook.iter().flat_map(|outlook| &outlook.seat_vars);
    let by = changes.filter(|(s, v, _)| *s == holder && *v == var).map(|(_, _, by)| *by).sum();
    (holder, Level { value, max: max.unwrap_or(0), by })
}

fn number_text(label: &Label, level: Level) -> String {
    let of = if level.max > 0 { format!(" / {}", level.max) } else { String::new() };
    let change = if level.by == 0 { String::new() } else { format!(" ({:+})", level.by) };
    format!("{} {}{of}{change}", label.title, level.value)
}

fn plain_ui(ui: &mut Ui, plain: &mut Vec<String>) {
    if !plain.is_empty() {
        ui.label(RichText::new(plain.join(" · ")).small());
        plain.clear();
    }
}

fn bar_ui(ui: &mut Ui, label: &Label, level: Level, color: Color32) {
    let Level { value, max, by } = level;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    let part = |n: i32| rect.width() * (n.clamp(0, max) as f32 / max as f32);
    let to = |n: i32| Rect::from_min_size(rect.min, vec2(part(n), rect.height()));
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::FACE);
    painter.rect_filled(to(value), 4.0, theme::mix(theme::FACE, color, 0.6));
    if by < 0 {
        let lost = Rect::from_min_max(to(value + by).right_top(), to(value).right_bottom());
        painter.rect_filled(lost, 0.0, theme::BAD);
    } else if by > 0 {
        let won = Rect::from_min_max(to(value).right_top(), to(value + by).right_bottom());
        painter.rect_filled(won, 0.0, theme::BETTER);
    }
    for threshold in &label.thresholds {
        let x = rect.left() + part(*threshold);
        let ink = if value >= *threshold { theme::LIT } else { theme::WEAK };
        painter.line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], Stroke::new(2.0, ink));
    }
    let line = number_text(label, level);
    let font = FontId::proportional(12.0);
    painter.text(rect.center(), Align2::CENTER_CENTER, &line, font, theme::INK);
    named(response, Role::Label, true, || line.clone());
}

/// Draws a small number as dots in one line, those at a threshold larger.
fn pips_ui(ui: &mut Ui, label: &Label, level: Level, color: Color32) {
    let line = number_text(label, level);
    let font = FontId::proportional(11.5);
    let title = ui.painter().layout_no_wrap(label.title.clone(), font, theme::TEXT);
    let room = (ui.available_width() - TITLE).max(40.0);
    let single = level.max <= 2;
    let step = (room / level.max.max(1) as f32).min(13.0);
    let pips = step * level.max as f32;
    let width = if single { title.size().x + pips + 8.0 } else { ui.available_width() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 15.0), Sense::hover());
    named(response, Role::Label, true, || line.clone());
    let painter = ui.painter();
    let first = if single { title.size().x + 4.0 } else { TITLE };
    painter.galley(rect.left_center() - vec2(0.0, title.size().y / 2.0), title, theme::TEXT);
    for pip in 1..=level.max {
        let radius: f32 = if label.thresholds.contains(&pip) { 5.0 } else { 3.8 };
        let then = level.value + level.by;
        let fill = match (pip <= level.value, pip <= then) {
            (true, true) => color,
            (true, false) => theme::BAD,
            (false, true) => theme::BETTER,
            (false, false) => theme::FACE,
        };
        let at = rect.left_center() + vec2(first + step * (pip as f32 - 0.5), 0.0);
        painter.circle(at, radius.min(step / 2.0), fill, Stroke::new(1.0, color));
    }
}
