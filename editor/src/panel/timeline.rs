//! The time line and the playback of the last action.

use egui::{ComboBox, RichText, Slider, Ui, vec2};

use harena_engine::timeline::Timeline;

use super::widgets::Action;
use super::{Desk, Wish, code};
use crate::command::Command;
use crate::{text, theme};

/// The least width of a slider that one can drag, in points.
const LEAST_SLIDER: f32 = 36.0;
/// The width of the number beside it.
const NUMBER: f32 = 60.0;

/// A bar narrower than this has room for the time line or for what else stands in it, not for both.
const NARROW: f32 = 520.0;

/// Draws playback controls, the time line and the latest notice.
pub fn timeline_ui(ui: &mut Ui, desk: &mut Desk) {
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        steps_ui(ui, desk);
        if narrow {
            return moves_ui(ui, desk);
        }
        speed_ui(ui, &mut desk.table.playback.speed);
        instant_ui(ui, desk);
        ui.separator();
        moves_ui(ui, desk);
        going_on_ui(ui, desk);
        ui.separator();
        let notice = &desk.session.notice;
        let color = if notice.bad { theme::now().down } else { theme::now().ink3 };
        code::brief_ui(ui, &notice.text, color);
    });
}

/// Draws the same in a narrow column, in lines one below the other.
pub fn narrow_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
    let notice = &desk.session.notice;
    if !notice.text.is_empty() {
        let color = if notice.bad { theme::now().down } else { theme::now().ink3 };
        code::coded_ui(ui, &notice.text, color);
    }
    ui.horizontal_wrapped(|ui| going_on_ui(ui, desk));
    ui.horizontal(|ui| moves_ui(ui, desk));
    ui.horizontal(|ui| {
        steps_ui(ui, desk);
        speed_ui(ui, &mut desk.table.playback.speed);
        instant_ui(ui, desk);
    });
}

/// Draws what steps through the last action and plays it back.
fn steps_ui(ui: &mut Ui, desk: &mut Desk) {
    let n = desk.session.the_match().map_or(0, |the_match| the_match.frames.len());
    let playback = &mut desk.table.playback;
    let shown = playback.at.is_some();
    let sign = |icon, label, enabled| Action { enabled, ..Action::quiet(icon, label) };
    if sign("skip-back", text::step_back(), n > 0).bare_ui(ui).clicked() {
        playback.runs = false;
        playback.step(-1, n);
    }
    let (icon, label) = match (shown, playback.runs) {
        (true, true) => ("pause", text::pause()),
        (true, false) => ("play", text::play()),
        (false, _) => ("play", text::replay()),
    };
    if sign(icon, label, n > 0).bare_ui(ui).clicked() {
        toggle(playback, n);
    }
    if sign("skip-forward", text::step(), shown).bare_ui(ui).clicked() {
        playback.runs = false;
        playback.step(1, n);
    }
    if sign("fast-forward", text::skip(), shown).bare_ui(ui).clicked() {
        playback.skip();
    }
}

/// Draws at which instant the playback is.
fn instant_ui(ui: &mut Ui, desk: &Desk) {
    let n = desk.session.the_match().map_or(0, |the_match| the_match.frames.len());
    if let Some(at) = desk.table.playback.at {
        ui.label(text::instant(at + 1, n));
    }
}

/// Draws how fast things move; where there is no room for the number, it is told under the pointer.
fn speed_ui(ui: &mut Ui, speed: &mut f32) {
    let room = ui.available_width();
    let told = room >= LEAST_SLIDER + NUMBER;
    let width = if told { room - NUMBER } else { room };
    ui.spacing_mut().slider_width = width.clamp(8.0, 70.0);
    let at = text::times(f64::from(*speed));
    let slider = Slider::new(speed, 0.5..=4.0).step_by(0.5).show_value(told);
    let response = ui.add(slider.custom_formatter(|speed, _| text::times(speed)));
    response.on_hover_text(format!("{} {at}", text::speed())).accessible_name(text::speed());
}

/// Starts, pauses or goes on.
pub fn toggle(playback: &mut crate::table::Playback, n_frames: usize) {
    match playback.at {
        None => playback.start(n_frames),
        Some(_) => playback.runs = !playback.runs,
    }
}

fn moves_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(play) = &desk.session.play else { return };
    let (done, all) = (play.timeline().n_done(), play.timeline().moves().len());
    lines_ui(ui, play.timeline(), desk.wishes);
    let mut at = done;
    let told = text::moves(done, all);
    let wide = crate::draw::width_of(ui.painter(), &told, crate::draw::Letters::Plain, 15.0);
    ui.spacing_mut().slider_width = (ui.available_width() - wide - 16.0).clamp(40.0, 160.0);
    let slider = Slider::new(&mut at, 0..=all.max(1)).show_value(false);
    let response = ui.add_enabled(all > 0, slider).on_hover_text(text::time_line());
    if response.accessible_name(text::time_line()).changed() && at != done {
        desk.wishes.push(Wish::Do(Command::GoTo(at.min(all))));
    }
    let moves = RichText::new(told).color(theme::now().ink3);
    ui.add(egui::Label::new(moves).truncate());
}

/// Draws the choice between lines, if there are several.
fn lines_ui(ui: &mut Ui, timeline: &Timeline, wishes: &mut Vec<Wish>) {
    let lines = timeline.lines();
    if lines.len() < 2 {
        return;
    }
    let mut number = timeline.line();
    let combo = ComboBox::from_id_salt("lines").selected_text(text::line(number)).width(70.0);
    let response = combo.show_ui(ui, |ui| {
        for line in &lines {
            let title = text::line_in_full(line.number, line.from, line.n_moves);
            ui.selectable_value(&mut number, line.number, title);
        }
    });
    response.response.accessible_name(text::lines());
    if number != timeline.line() {
        wishes.push(Wish::Do(Command::Line(number)));
    }
}

/// Draws what goes on from the moment looked at.
fn going_on_ui(ui: &mut Ui, desk: &mut Desk) {
    let session = desk.session;
    let Some(play) = &session.play else { return };
    let all = play.timeline().moves().len();
    let mut wish = |command| desk.wishes.push(Wish::Do(command));
    if play.timeline().is_past() {
        if ui.button(text::to_the_end()).clicked() {
            wish(Command::GoTo(all));
        }
        let response = ui.button(text::go_on_from_here()).on_hover_text(text::go_on_hint());
        if response.clicked() {
            wish(Command::GoOn);
        }
    }
}
