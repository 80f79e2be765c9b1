//! What can stand at a side of a piece, as chips: the chosen one is changed below them. A key of
//! each sets it at the chosen side, and with Shift takes it away.

use egui::{Key, Modifiers, Rect, Sense, Ui, pos2, vec2};

use super::Bench;
use super::controls::Entry;
use super::form::{change, sign_of};
use crate::book::readable;
use crate::draw::{self, Letters};
use crate::panel::{keyed, widgets::focus_ring};
use crate::workshop::form::Row;
use crate::{text, theme};

/// How large a chip is, and how narrow where many stand in a row.
const CHIP: egui::Vec2 = vec2(62.0, 66.0);
const LEAST: f32 = 50.0;
/// Between two of them.
const GAP: f32 = 4.0;
/// Keys that mean something else on the page.
const TAKEN: [Key; 1] = [super::positions::KEY];

/// Draws the chips; which row is chosen.
pub fn tools_ui(ui: &mut Ui, bench: &mut Bench, rows: &[&Row], order: &[String]) -> Option<usize> {
    let chosen = rows.iter().position(|row| row.name == bench.workshop.tool);
    let chosen = chosen.unwrap_or(0).min(rows.len().checked_sub(1)?);
    let keys = keys_of(rows.iter().map(|row| readable(&row.name)));
    let is_open = bench.workshop.shown().is_some_and(|file| file.lock.is_none());
    if bench.keys && !bench.workshop.typing && is_open {
        by_key(ui, bench, (rows, &keys, order), chosen);
    }
    if rows.len() == 1 {
        return Some(0);
    }
    let mut chosen_now = chosen;
    let width = (ui.available_width() + GAP) / rows.len() as f32 - GAP;
    let size = vec2(width.floor().clamp(LEAST, CHIP.x), CHIP.y);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for (at, row) in rows.iter().enumerate() {
            let key = keys.get(at).copied().flatten();
            if chip_ui(ui, bench, (row, key), (size, at == chosen)) {
                chosen_now = at;
                bench.workshop.tool.clone_from(&row.name);
            }
        }
    });
    Some(chosen_now)
}

/// A key for each field: the first letter of its name that no other one has.
fn keys_of(names: impl Iterator<Item = String>) -> Vec<Option<Key>> {
    let mut taken = TAKEN.to_vec();
    let key = |name: String| {
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        let mut keys =
            letters.filter_map(|it| Key::from_name(&it.to_ascii_uppercase().to_string()));
        let key = keys.find(|key| !taken.contains(key))?;
        taken.push(key);
        Some(key)
    };
    names.map(key).collect()
}

/// Sets what keys ask for at the chosen side: a letter one more of its field, with Shift one less,
/// a digit so many of the chosen one.
fn by_key(
    ui: &Ui,
    bench: &mut Bench,
    (rows, keys, order): (&[&Row], &[Option<Key>], &[String]),
    chosen: usize,
) {
    const DIGITS: [Key; 10] = [
        Key::Num0,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let pressed = |modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    for (row, key) in rows.iter().zip(keys) {
        let Some(key) = key else { continue };
        // What is asked for with Shift would be taken for the key alone.
        let by = match (pressed(Modifiers::SHIFT, *key), pressed(Modifiers::NONE, *key)) {
            (true, _) => -1,
            (false, true) => 1,
            (false, false) => continue,
        };
        bench.workshop.tool.clone_from(&row.name);
        let now = entry_of(bench, row, |entry| entry.at_side());
        now.into_iter().for_each(|now| set(bench, row, now + by, order));
    }
    let digit = DIGITS.iter().position(|digit| pressed(Modifiers::NONE, *digit));
    if let (Some(n), Some(row)) = (digit, rows.get(chosen)) {
        set(bench, row, n as i64, order);
    }
}

fn set(bench: &mut Bench, row: &Row, n: i64, order: &[String]) {
    if let Some(wished) = entry_of(bench, row, |entry| entry.with_side(n)) {
        change(bench, row, wished, order);
    }
}

/// Asks the field of a row something.
fn entry_of<T>(bench: &Bench, row: &Row, ask: impl FnOnce(&Entry) -> Option<T>) -> Option<T> {
    let (page, at) = bench.workshop.written()?;
    let says = page.field(at, &[row.name.as_str().into()]).map(|field| &field.says);
    ask(&Entry { row, label: "", sign: None, says, side: bench.workshop.side })
}

/// Draws a chip; whether it was chosen.
fn chip_ui(
    ui: &mut Ui,
    bench: &Bench,
    (row, key): (&Row, Option<Key>),
    (size, chosen): (egui::Vec2, bool),
) -> bool {
    let now = theme::now();
    let label = readable(&row.name);
    let n = entry_of(bench, row, |entry| entry.at_side());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let told = match n {
        Some(n) => text::tool_at_side(&label, n),
        None => label.clone(),
    };
    let role = egui::Role::RadioButton;
    response.widget_info(|| egui::WidgetInfo::selected(role, true, chosen, &told));
    let hot = response.hovered() || response.has_focus();
    let fill = match (chosen, hot) {
        (true, _) => now.panel2,
        (false, true) => theme::mix(now.table0, now.panel2, 0.7),
        (false, false) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 8.0, fill);
    if chosen {
        let stroke = egui::Stroke::new(2.0, now.accent);
        ui.painter().rect_stroke(rect, 8.0, stroke, egui::StrokeKind::Inside);
    }
    focus_ring(ui, rect, &response);
    let ink = if n.is_some_and(|n| n != 0) { now.ink1 } else { now.ink3 };
    let middle = pos2(rect.center().x, rect.top() + 16.0);
    // Where there is no sign, the number stands in its place.
    let number = n.map_or_else(|| "?".to_owned(), |n| n.to_string());
    match sign_of(bench, row) {
        Some(sign) => {
            draw::icon_ui(ui.painter(), middle, sign, 19.0, ink);
            if n.is_none_or(|n| n != 0) {
                let at = pos2(rect.right() - 9.0, rect.top() + 11.0);
                line(ui, (at, 30.0), &number, (Letters::Bold, 13.0, now.ink1));
            }
        }
        None => line(ui, (middle, 40.0), &number, (Letters::Bold, 17.0, ink)),
    }
    let room = rect.width() - 6.0;
    line(ui, (pos2(rect.center().x, rect.top() + 37.0), room), &label, (Letters::Plain, 13.0, ink));
    if let Some(key) = key {
        let at = pos2(rect.center().x, rect.top() + 54.0);
        line(ui, (at, room), key.name(), (Letters::Plain, 13.0, now.ink3));
        keyed(&response, key.name());
    }
    response.clicked()
}

/// Writes a line around a point, as much of it as there is room for.
fn line(
    ui: &Ui,
    (at, room): (egui::Pos2, f32),
    words: &str,
    (letters, size, ink): (Letters, f32, egui::Color32),
) {
    let font = draw::font(letters, size);
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    let rect = Rect::from_center_size(at, galley.size());
    ui.painter().galley(rect.min, galley, ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_has_a_key_of_its_own() {
        let check = |names: &[&str], expected: &str| {
            let keys = keys_of(names.iter().map(|name| (*name).to_owned()));
            let shown = keys.iter().map(|key| key.map_or("-", |key| key.name()));
            assert_eq!(shown.collect::<String>(), expected);
        };
        check(&["Melee", "Ranged", "Armor", "Net", "Link"], "MRANL");
        check(&["Attack", "Armor", "Aura"], "ARU");
        // P shows another position.
        check(&["Power", "Pace"], "OA");
        check(&["A", "A", "\u{e9}"], "A--");
    }
}
