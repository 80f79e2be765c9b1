//! The problems panel: file, line, column, code, message and hint.

use egui::{Label, RichText, Sense, Ui};

use super::widgets::Action;
use super::{Wish, code, heading};
use crate::session::{Session, Trouble, place_of};
use crate::workshop::Target;
use crate::{text, theme};

/// Draws all problems; a double click shows the line.
pub fn problems_ui(ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
    let all: Vec<&Trouble> = session.troubles.iter().chain(&session.faults).collect();
    if !all.is_empty() {
        heading(ui, &text::count(text::problems_heading(), all.len()));
    }
    let scroll = egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, true]);
    scroll.show(ui, |ui| {
        for trouble in all {
            trouble_ui(ui, trouble, wishes);
        }
        printed_ui(ui, session, wishes);
    });
}

/// Draws what scripts printed, the latest first; a click shows the line that printed it.
fn printed_ui(ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
    if session.printed.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        heading(ui, &text::count(text::printed_by_scripts(), session.printed.len()));
        if Action::quiet("x", text::clear()).ui(ui).clicked() {
            wishes.push(Wish::ClearPrinted);
        }
    });
    for print in session.printed.iter().rev() {
        ui.horizontal_wrapped(|ui| {
            let place = place_of(print);
            if ui.link(&place).clicked() {
                let (pack, path, line) = crate::session::split_place(&place);
                wishes.push(Wish::Source(pack, path, line));
            }
            let said = print.text.replace(char::is_control, " ");
            ui.label(RichText::new(said).monospace().color(theme::now().ink2));
        });
    }
}

fn trouble_ui(ui: &mut Ui, trouble: &Trouble, wishes: &mut Vec<Wish>) {
    let color = if trouble.mild { theme::now().accent } else { theme::now().down };
    let line = format!("{} {} {}", trouble.place(), trouble.code, trouble.message);
    ui.horizontal_wrapped(|ui| {
        let label = Label::new(code::plain(&line, color)).sense(Sense::click()).wrap();
        let response = ui.add(label);
        if trouble.path.is_empty() {
            return;
        }
        let (pack, path) = (trouble.pack.clone(), trouble.path.clone());
        let enter = response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        // What is to be done about it stands behind it, so that the hint below is always in sight.
        if Action::quiet("pencil-simple", text::open_in_workshop()).ui(ui).clicked() {
            wishes.push(Wish::Workshop(Target { pack, path, line: trouble.line }));
        } else if response.double_clicked() || enter {
            wishes.push(Wish::Source(pack, path, trouble.line));
        }
    });
    if !trouble.hint.is_empty() {
        code::coded_ui(ui, &format!("    {}", trouble.hint), theme::now().ink3);
    }
    for call in trouble.stack.iter().take(4) {
        ui.label(RichText::new(format!("    {call}")).small().color(theme::now().ink3));
    }
}
