//! A decision against the clock: the moment of a key press is the answer.

use std::time::{Duration, Instant};

use egui::{Key, RichText, Ui};
use harena_engine::decision::Decision;

use super::{Desk, Wish, widgets};
use crate::command::Command;
use crate::table::Click;
use crate::{text, theme};

/// How often the clock is drawn.
const BEAT: Duration = Duration::from_millis(16);

/// Draws the clock and takes the moment at which the key or the button is pressed; at the end the
/// default is taken.
pub fn clock_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, (from, to): (i32, i32)) {
    let revision = desk.session.revision;
    let started = match desk.table.clock {
        Some((known, started)) if known == revision => started,
        Some(_) | None => {
            let now = Instant::now();
            desk.table.clock = Some((revision, now));
            now
        }
    };
    let elapsed = i32::try_from(started.elapsed().as_millis()).unwrap_or(i32::MAX);
    let now = from.saturating_add(elapsed);
    ui.ctx().request_repaint_after(BEAT);
    let left = to.saturating_sub(now).max(0);
    let seconds = text::seconds((left + 999) / 1000);
    let hurry = left < 3000;
    let color = if hurry { theme::now().down } else { theme::now().accent };
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(&seconds).font(theme::heading(36.0)).color(color));
    });
    let verb = desk.table.draft.verb.or(decision.groups.first().map(|group| group.verb));
    let label = text::now(verb.map_or("", |verb| desk.view.book.verb_title(verb)));
    let button = widgets::Action::primary("arrow-down", &label);
    let pressed = button.tall_ui(ui, 54.0).clicked()
        || ui.input(|input| input.key_pressed(Key::Space) && input.modifiers.is_none());
    if now >= to {
        let default = decision.option(decision.default);
        desk.wishes.extend(default.map(|it| Wish::Do(Command::Act(decision.seat, it))));
    } else if pressed {
        let moment = now.clamp(from, to);
        desk.click(|table, at| {
            let done = table.draft.push(moment, at.decision, at.game);
            done.map_or(Click::Drafts, Click::Acts)
        });
    }
}
