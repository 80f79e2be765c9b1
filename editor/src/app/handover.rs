//! Several people at one window: the table is covered until the next one sits down.

use egui::{Key, Rect, RichText, Sense, Ui, UiBuilder, vec2};
use harena_engine::game::{Game, Sight};
use harena_engine::id::*;
use harena_engine::state::{State, ZoneList};

use super::App;
use crate::paint::icon::seat_shape;
use crate::panel::top::SeeAs;
use crate::panel::widgets::{Action, card};
use crate::scene::seat_liveries;
use crate::tell::Teller;
use crate::theme::Livery;
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
        let livery = self.session.play.as_ref().and_then(|play| {
            let liveries = seat_liveries(&play.game, &play.book, play.now().state());
            liveries.get(seat.index()).copied()
        });
        let mut goes_on = ui.input(|input| input.key_pressed(Key::Enter));
        let whole = ui.max_rect();
        crate::paint::plate::table(ui.painter(), whole, whole.center(), None);
        let size = vec2(460.0, 300.0).min(whole.size() - vec2(24.0, 24.0));
        let middle = Rect::from_center_size(whole.center(), size);
        let covers = &mut self.preferences.covers;
        ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
            goes_on |= sheet_ui(ui, (&game, &name), livery, covers);
        });
        if goes_on || !self.preferences.covers {
            self.handover = HandOver { looks: Some(seat), waits: None };
            self.last_change = std::time::Instant::now();
            ui.ctx().request_repaint();
        }
    }
}

/// Draws who is to sit down, and what takes the cover away; whether that was clicked.
fn sheet_ui(
    ui: &mut Ui,
    (game, name): (&str, &str),
    livery: Option<Livery>,
    covers: &mut bool,
) -> bool {
    let now = theme::now();
    let words = |ui: &mut Ui| {
        ui.label(RichText::new(game).color(now.ink3));
        let (sign, _) = ui.allocate_exact_size(vec2(48.0, 48.0), Sense::hover());
        livery.into_iter().for_each(|it| seat_shape(ui.painter(), it, sign.center(), 18.0));
        let color = livery.map_or(now.ink1, Livery::text);
        let title = RichText::new(text::pass_to(name)).font(theme::heading(24.0));
        ui.label(title.color(color));
        ui.label(RichText::new(text::covered()).color(now.ink3));
        ui.add_space(14.0);
        let button = Action::primary("play", text::go_on()).key(text::key_enter());
        let goes_on = button.wide_ui(ui).clicked();
        ui.add_space(14.0);
        ui.checkbox(covers, text::covers());
        goes_on
    };
    let sheet = card().inner_margin(24).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.vertical_centered(words).inner
    });
    sheet.inner
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
