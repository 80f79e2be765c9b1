//! The bar on top: menus, undo, status, view.

use egui::{ComboBox, RichText, Ui, vec2};
use harena_engine::id::Seat;

use super::widgets::Action;
use super::{Desk, Dialog, Screen, Wish};
use crate::app::Preferences;
use crate::command::Command;
use crate::session::{Player, Session};
use crate::theme::Wish as Wishes;
use crate::{draw, text, theme};

/// Who sees the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeeAs {
    /// The person who decides.
    #[default]
    Decider,
    /// One seat.
    Seat(Seat),
    /// Everything, in test mode.
    Everything,
}

/// The scales one can choose, in percent.
pub const SCALES: [u32; 9] = [75, 80, 90, 100, 115, 130, 150, 175, 200];

/// What the bar changes by itself.
pub struct View<'a> {
    /// Who sees the table.
    pub see_as: &'a mut SeeAs,
    /// How the window behaves.
    pub preferences: &'a mut Preferences,
}

/// Where the bar is narrower, its buttons are signs, whose words come up under the mouse.
const NARROW: f32 = 820.0;
/// Less room than this tells nothing.
const LEAST_WORDS: f32 = 56.0;

/// Draws the bar: where one is, and what can be done at any time.
pub fn top_ui(ui: &mut Ui, desk: &mut Desk, view: View) {
    let brief = ui.available_width() < NARROW;
    ui.horizontal_centered(|ui| {
        if Action::quiet("house-simple", text::home()).bare_ui(ui).clicked() {
            desk.wishes.push(Wish::Go(Screen::Home));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            hamburger_ui(ui, desk, view);
            let help = Action::quiet("book-open-text", text::help()).key("F1");
            if help.brief_ui(ui, brief).clicked() {
                desk.wishes.push(Wish::Toggle(Dialog::Help));
            }
            forecast_ui(ui, desk, brief);
            advice_ui(ui, desk, brief);
            steps_ui(ui, desk, brief);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                status_ui(ui, desk);
            });
        });
    });
}

/// Draws the sign that opens everything that is needed now and then.
fn hamburger_ui(ui: &mut Ui, desk: &mut Desk, view: View) {
    let sign = draw::icon("list").map_or_else(|| text::menu().to_owned(), String::from);
    let sign = RichText::new(sign).font(draw::font(draw::Letters::Icon, 22.0));
    let button = egui::Button::new(sign.color(theme::now().ink2)).frame(false);
    let menu = egui::containers::menu::MenuButton::from_button(button.min_size(vec2(36.0, 36.0)));
    let (response, _) = menu.ui(ui, |ui| {
        menu_ui(ui, desk.wishes);
        ui.separator();
        let preferences = &mut *view.preferences;
        ui.checkbox(&mut preferences.covers, text::covers());
        ui.checkbox(&mut preferences.previews, text::previews());
        ui.checkbox(&mut preferences.plays_back, text::plays_back());
        ui.separator();
        view_ui(ui, desk, view);
    });
    super::named(response, egui::Role::Button, true, || text::menu().to_owned());
}

/// Draws the switch of the forecast, in a game that has one.
fn forecast_ui(ui: &mut Ui, desk: &mut Desk, brief: bool) {
    let on = desk.table.forecast;
    let forecast = Action { on, ..Action::quiet("sword", text::forecast()) };
    if desk.view.book.forecast.is_some() && forecast.key("F").brief_ui(ui, brief).clicked() {
        desk.table.forecast = !on;
    }
}

/// Draws the button that asks a search what it would play, while a person is asked.
fn advice_ui(ui: &mut Ui, desk: &mut Desk, brief: bool) {
    let advice = Action::quiet("lightbulb", text::advice()).key("H");
    let enabled = desk.decision.is_some() && !desk.session.is_advising();
    if (Action { enabled, ..advice }).brief_ui(ui, brief).clicked() {
        desk.wishes.push(Wish::Advise(true));
    }
}

/// Draws the menu of the match.
pub fn menu_ui(ui: &mut Ui, wishes: &mut Vec<Wish>) {
    if ui.button(text::lab()).clicked() {
        wishes.push(Wish::Go(Screen::Lab));
        ui.close();
    }
    if ui.button(text::workshop()).clicked() {
        wishes.push(Wish::Go(Screen::Workshop));
        ui.close();
    }
    for (label, dialog) in [
        (text::new_match(), Dialog::NewMatch),
        (text::open_record(), Dialog::Open),
        (text::save_record(), Dialog::Save),
        (text::reference(), Dialog::Reference),
        (text::preferences_title(), Dialog::Preferences),
    ] {
        if ui.button(label).clicked() {
            wishes.push(Wish::Toggle(dialog));
            ui.close();
        }
    }
}

fn steps_ui(ui: &mut Ui, desk: &mut Desk, brief: bool) {
    let Some(play) = &desk.session.play else { return };
    let (done, all) = (play.timeline().n_done(), play.timeline().moves().len());
    let redo = Action { enabled: done < all, ..Action::quiet("arrow-u-up-right", text::redo()) };
    if redo.bare_ui(ui).clicked() {
        desk.wishes.push(Wish::Do(Command::Redo));
    }
    let undo = Action { enabled: done > 0, ..Action::quiet("arrow-u-up-left", text::undo()) };
    if undo.key(text::key_undo()).brief_ui(ui, brief).clicked() {
        desk.wishes.push(Wish::Do(Command::Undo));
    }
}

fn status_ui(ui: &mut Ui, desk: &Desk) {
    let now = theme::now();
    let state = &desk.view.shown.state;
    let active = desk.view.teller().seat(state.active);
    let title = RichText::new(&desk.view.game.title).font(theme::heading(20.0)).color(now.ink1);
    ui.add(egui::Label::new(title).truncate());
    let line = text::turn(state.turn, state.round, &active);
    if ui.available_width() < LEAST_WORDS {
        return;
    }
    ui.add(egui::Label::new(RichText::new(line).color(now.ink2)).truncate());
}

fn view_ui(ui: &mut Ui, desk: &mut Desk, view: View) {
    let scale_now = &mut view.preferences.scale;
    let shown = format!("{scale_now} %");
    let combo = ComboBox::from_id_salt("scale").selected_text(shown).width(64.0);
    let response = combo.show_ui(ui, |ui| {
        for scale in SCALES {
            ui.selectable_value(scale_now, scale, format!("{scale} %"));
        }
    });
    response.response.accessible_name(text::scale());
    let wish = &mut view.preferences.theme;
    ui.horizontal(|ui| {
        ui.label(text::theme());
        for other in [Wishes::System, Wishes::Dark, Wishes::Light] {
            ui.selectable_value(wish, other, text::theme_titled(other));
        }
    });
    ui.checkbox(&mut view.preferences.story, text::show_story());
    let mut test_mode = desk.session.test_mode;
    if ui
        .checkbox(&mut test_mode, text::test_mode())
        .on_hover_text(text::test_mode_hint())
        .changed()
    {
        desk.wishes.push(Wish::Do(Command::TestMode(test_mode)));
    }
    see_as_ui(ui, desk.session, desk.view, view.see_as);
}

/// Whether somebody at this window may look on as a seat: people must not see the cards of bots.
fn may_see_as(session: &Session, seat: Seat) -> bool {
    let is_person = |player: &Player| *player == Player::Human;
    session.test_mode
        || is_person(&session.plan.player(seat))
        || !session.plan.players.iter().any(is_person)
}

fn see_as_ui(ui: &mut Ui, session: &Session, view: crate::scene::View, see_as: &mut SeeAs) {
    let title = |see_as: SeeAs| match see_as {
        SeeAs::Decider => text::who_decides().to_owned(),
        SeeAs::Seat(seat) => view.teller().seat(seat),
        SeeAs::Everything => text::everything().to_owned(),
    };
    let combo =
        ComboBox::from_id_salt("see as").selected_text(title(*see_as)).width(110.0).truncate();
    let response = combo.show_ui(ui, |ui| {
        ui.selectable_value(see_as, SeeAs::Decider, title(SeeAs::Decider));
        for seat in (0..view.game.n_seats).map(Seat).filter(|seat| may_see_as(session, *seat)) {
            ui.selectable_value(see_as, SeeAs::Seat(seat), title(SeeAs::Seat(seat)));
        }
        if session.test_mode {
            ui.selectable_value(see_as, SeeAs::Everything, title(SeeAs::Everything));
        }
    });
    response.response.accessible_name(text::see_as());
}
