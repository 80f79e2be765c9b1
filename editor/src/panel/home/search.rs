//! Finding a game, a pack or a match by its name.

use egui::{Id, Key, Modifiers, RichText, TextEdit, Ui, vec2};

use super::{Hall, head_ui, lately, packs, side_by_side};
use crate::command::Command;
use crate::draw;
use crate::panel::Wish;
use crate::{text, theme};

/// How wide the field is.
const WIDE: f32 = 200.0;
/// In a narrower window the columns of what was found stand below each other.
const BESIDE: f32 = 880.0;

fn id() -> Id {
    Id::unique("find anything")
}

/// Whether something is looked for.
pub fn is_on(hall: &Hall) -> bool {
    !hall.home.wanted.trim().is_empty()
}

/// Whether every word that is looked for occurs in one of some texts.
pub fn fits(wanted: &str, texts: &[&str]) -> bool {
    let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let wanted = wanted.to_lowercase();
    wanted.split_whitespace().all(|word| texts.iter().any(|text| text.contains(word)))
}

/// Draws the field in which a name is written; a key leads to it, and Escape empties it.
pub fn field_ui(ui: &mut Ui, hall: &mut Hall) {
    let calls = hall.keys && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::K));
    let leaves = is_on(hall) && ui.input(|input| input.key_pressed(Key::Escape));
    if leaves {
        hall.home.wanted.clear();
    }
    let hint = RichText::new(text::find_anything()).color(theme::now().ink3);
    let field = TextEdit::singleline(&mut hall.home.wanted)
        .id(id())
        .hint_text(hint)
        .desired_width(WIDE)
        .margin(egui::Margin { left: 34, right: 10, top: 8, bottom: 8 });
    let response = ui.add(field);
    let response = response.accessible_name(text::find_anything());
    if let Some(sign) = draw::icon("magnifying-glass") {
        let at = response.rect.left_center() + vec2(18.0, 0.0);
        draw::icon_ui(ui.painter(), at, sign, 18.0, theme::now().ink3);
    }
    if calls {
        response.request_focus();
    }
    response.on_hover_text(text::key_find());
}

/// Draws what was found: packs and games, and matches.
pub fn found_ui(ui: &mut Ui, hall: &mut Hall) {
    let wanted = hall.home.wanted.clone();
    let rows = packs::found(hall, &wanted);
    let kept = lately::found(hall, &wanted);
    if rows.is_empty() && kept.is_empty() {
        ui.add_space(24.0);
        let nothing = RichText::new(text::nothing_found(wanted.trim())).color(theme::now().ink2);
        ui.label(nothing);
        return;
    }
    ui.add_space(12.0);
    let mut opened = false;
    let mut packs_ui = |ui: &mut Ui, hall: &mut Hall| {
        if !rows.is_empty() {
            head_ui(ui, text::games_and_packs(), "");
        }
        for row in &rows {
            opened |= packs::pack_ui(ui, hall, row);
        }
    };
    let width = ui.available_width();
    if width < BESIDE {
        packs_ui(ui, hall);
        ui.add_space(16.0);
        matches_ui(ui, hall, &kept);
    } else {
        let left = ((width - 44.0) * 0.48).round();
        side_by_side(ui, &[left, width - 44.0 - left], 44.0, |ui, at| match at {
            0 => packs_ui(ui, hall),
            _ => matches_ui(ui, hall, &kept),
        });
    }
    if opened {
        hall.home.wanted.clear();
    }
}

/// Draws the matches of these places.
fn matches_ui(ui: &mut Ui, hall: &mut Hall, places: &[usize]) {
    if !places.is_empty() {
        head_ui(ui, text::lately(), "");
    }
    for kept in places.iter().filter_map(|at| hall.home.kept.get(*at)) {
        if lately::kept_ui(ui, kept) {
            hall.wishes.push(Wish::Do(Command::Open(kept.path.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn all_words_must_occur_wherever_they_stand() {
        let check = |wanted: &str, expected: bool| {
            assert_eq!(fits(wanted, &["Dragon Empire", "Wide Arena"]), expected, "{wanted}");
        };
        check("dragon", true);
        check("  ARENA drag ", true);
        check("dragon chess", false);
        check("", true);
    }
}
