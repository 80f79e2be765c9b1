//! How the scenarios of the pack fare, in the bar.

use egui::{RichText, Role, Sense, Ui};

use super::Bench;
use crate::draw::icon;
use crate::panel::named;
use crate::panel::widgets::sign_ui;
use crate::{text, theme};

/// Draws how many scenarios hold and how many do not; of those that are still played, that they are.
/// Where none were played there is nothing to tell.
pub fn counts_ui(ui: &mut Ui, bench: &Bench, brief: bool) {
    let now = theme::now();
    let proofs = bench.session.proofs();
    let Some(score) = &proofs.score else {
        if proofs.is_busy() {
            sign_ui(ui, icon("hourglass-medium"), 18.0, now.ink3);
            if !brief {
                ui.label(RichText::new(text::tests_run()).color(now.ink3));
            }
        }
        return;
    };
    let (n_passed, n_failed) = (score.n_passed, score.failed.len());
    if n_passed + n_failed == 0 {
        return;
    }
    let told = match n_failed {
        0 => text::tests_passed(n_passed),
        _ => format!("{}, {}", text::tests_passed(n_passed), text::tests_failed(n_failed)),
    };
    let drawn = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // From the right.
        if n_failed > 0 {
            let words = if brief { n_failed.to_string() } else { text::tests_failed(n_failed) };
            ui.label(RichText::new(words).font(theme::bold(15.0)).color(now.down));
            sign_ui(ui, icon("x-circle"), 17.0, now.down);
            ui.add_space(4.0);
        }
        let words = if brief { n_passed.to_string() } else { text::tests_passed(n_passed) };
        ui.label(RichText::new(words).color(now.ink1));
        sign_ui(ui, icon("check-circle"), 17.0, now.up);
    });
    let rect = drawn.response.rect;
    let whole = ui.interact(rect, ui.scope_id().with("tests"), Sense::hover());
    named(whole, Role::Label, true, || told.clone()).on_hover_text(text::tests_about());
}
