//! Several people at one window: the table is covered until the next one sits down.

use egui::{CentralPanel, Key, RichText, Ui};
use harena_engine::game::{Game, Sight};
use harena_engine::id::*;
use harena_engine::state::{State, ZoneList};

use super::App;
use crate::panel::top::SeeAs;
use crate::scene::seat_liveries;
use crate::tell::Teller;
use crate::{text, theme};

/// Who looks at the table, and who is to look next.
#[derive(Default)]
pub(super) struct HandOver {
    looks: Option<Seat>,
    waits: Option<Seat>,
}

impl HandOver {
    /// The seat the window is to be passed to, while the table is covered.
    pub fn waits_for(&self) -> Option<Seat> {
        self.waits
    }
}

impl App {
    /// Covers the table when somebody else is to look at it who has something to hide.
    pub(super) fn watch_seats(&mut self) {
        let next = match self.see_as {
            SeeAs::Decider | SeeAs::Everything => self.session.viewer(),
            SeeAs::Seat(seat) => seat,
        };
        let shared = self.is_shared();
        let Some(the_match) = self.session.the_match() else { return };
        let asked_in_secret = the_match.decision().is_some_and(|decision| decision.hidden);
        let game = &*the_match.game;
        let hides = asked_in_secret
            || [Some(next), self.handover.looks].into_iter().flatten().any(|seat| {
                hides_something(game, the_match.state(), seat)
                    || the_match.log.entries.iter().any(|entry| entry.to == seat)
            });
        let other = self.handover.looks != Some(next);
        let over = the_match.outcome().is_some();
        if shared && other && hides && !over {
            self.handover.waits = Some(next);
        } else {
            self.handover = HandOver { looks: Some(next), waits: None };
        }
    }

    /// Whether several people at this window must not see each other's cards.
    pub(super) fn is_shared(&self) -> bool {
        self.preferences.covers && !self.session.test_mode && self.session.n_people() > 1
    }

    /// Draws the cover; a click or Enter takes it away.
    pub(super) fn cover_ui(&mut self, ui: &mut Ui, seat: Seat) {
        let (game, name) = self.session.play.as_ref().map_or_else(Default::default, |play| {
            let state = play.now().state();
            let teller = Teller::of(&play.game, &play.book, state);
            (play.game.title.clone(), teller.seat(seat))
        });
        let color = self.session.play.as_ref().and_then(|play| {
            let liveries = seat_liveries(&play.game, &play.book, play.now().state());
            liveries.get(seat.index()).map(|livery| livery.text())
        });
        let mut goes_on = ui.input(|input| input.key_pressed(Key::Enter));
        CentralPanel::default().show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(ui.available_height() * 0.35);
                ui.label(RichText::new(game).size(16.0).color(theme::now().ink3));
                let title = RichText::new(text::pass_to(&name)).size(24.0).strong();
                ui.label(title.color(color.unwrap_or(theme::now().ink2)));
                ui.label(RichText::new(text::covered()).color(theme::now().ink3));
                ui.add_space(12.0);
                goes_on |= ui.button(RichText::new(text::go_on()).size(16.0)).clicked();
                ui.add_space(24.0);
                ui.checkbox(&mut self.preferences.covers, text::covers());
            });
        });
        if goes_on || !self.preferences.covers {
            self.handover = HandOver { looks: Some(seat), waits: None };
            self.last_change = std::time::Instant::now();
            ui.ctx().request_repaint();
        }
    }
}

/// Whether a seat holds cards or numbers that others do not see.
fn hides_something(game: &Game, state: &State, seat: Seat) -> bool {
    let secret = |var: &VarId| state.var(game, Some(seat), *var) != 0;
    if game.secret_vars.iter().any(secret) {
        return true;
    }
    game.zones.iter().enumerate().any(|(at, rule)| {
        let list = ZoneList::of(game, ZoneId(at as u8), seat);
        rule.per_seat
            && matches!(rule.sight, Sight::Owner | Sight::Shown)
            && !state.zone(list).is_empty()
    })
}
