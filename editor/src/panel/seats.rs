//! Seats: who sits there, their tracks, hands, discards and stacks.

use egui::{RichText, Sense, Ui, vec2};
use harena_engine::game::Sight;
use harena_engine::id::*;
use harena_engine::state::ZoneList;

use super::counted::{self, Part};
use super::piles::pile_ui;
use super::sheet::Row;
use super::widgets::{Action, card};
use super::zones::{fitted_ui, is_folded, is_hand, tiles_ui};
use super::{Desk, Wish, colored};
use crate::book::{Drawn, Telling, VarPlace};
use crate::command::Command;
use crate::draw::{self, Letters};
use crate::paint::icon;
use crate::scene::View;
use crate::session::Player;
use crate::{text, theme};

/// Draws the shape of a seat in a line of text, so large.
pub fn shape_ui(ui: &mut Ui, view: View, seat: Seat, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    icon::seat_shape(ui.painter(), view.livery(seat), rect.center(), size * 0.40);
}

/// What the band of the seats needed in the last pass.
#[derive(Clone, Copy, Default, PartialEq)]
struct Needed {
    own: f32,
    all: f32,
}

/// Draws all seats and the shared zones: who looks on sits at the lower edge, beside the hand. Where
/// the band is too low for everything, own numbers come before what is shared. Zones that lie by
/// the board are left out.
pub fn seats_ui(ui: &mut Ui, desk: &mut Desk) {
    egui::ScrollArea::vertical().id_salt("seats").auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = if desk.view.game.n_seats > 2 { 8.0 } else { 12.0 };
        let seats = (0..desk.view.game.n_seats).map(Seat);
        let (own, others): (Vec<Seat>, Vec<Seat>) = seats.partition(|seat| *seat == desk.viewer);
        let room = ui.clip_rect();
        let id = ui.scope_id().with("band of seats");
        let before = ui.data(|data| data.get_temp::<Needed>(id)).unwrap_or_default();
        let top = ui.cursor().top();
        let mut own_height = 0.0;
        let draw_own = |ui: &mut Ui, desk: &mut Desk| {
            let top = ui.cursor().top();
            own.iter().for_each(|seat| seat_ui(ui, desk, *seat));
            ui.cursor().top() - top
        };
        let mut spare = 0.0;
        others.into_iter().for_each(|seat| seat_ui(ui, desk, seat));
        if before.all > room.height() {
            own_height = draw_own(ui, desk);
        }
        super::ribbon::ribbon_ui(ui, desk);
        super::changed::changed_ui(ui, desk);
        shared_ui(ui, desk);
        super::legend::legend_ui(ui, desk);
        if before.all <= room.height() {
            let left = room.bottom() - ui.cursor().top() - before.own - 16.0;
            if before.own > 0.0 && left > 0.0 && left < room.height() {
                ui.add_space(left);
                spare = left;
            }
            own_height = draw_own(ui, desk);
        }
        let now = Needed { own: own_height, all: ui.cursor().top() - top - spare };
        if (now.own - before.own).abs() > 0.5 || (now.all - before.all).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(id, now));
            ui.ctx().request_repaint();
        }
        ui.add_space(4.0);
    });
}

/// Draws all seats and the shared zones one below the other, as high as they are: who looks on
/// comes first.
pub fn stacked_ui(ui: &mut Ui, desk: &mut Desk) {
    let mut seats: Vec<Seat> = (0..desk.view.game.n_seats).map(Seat).collect();
    seats.sort_by_key(|seat| *seat != desk.viewer);
    seats.into_iter().for_each(|seat| seat_ui(ui, desk, seat));
    super::ribbon::ribbon_ui(ui, desk);
    super::changed::changed_ui(ui, desk);
    shared_ui(ui, desk);
    ui.add_space(10.0);
}

fn seat_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let view = desk.view;
    let state = &view.shown.state;
    let active = state.active == seat && state.outcome.is_none();
    let folds = seat != desk.viewer && super::tracks::is_long(desk);
    let id = ui.scope_id().with(("unfolded", seat.0));
    let unfolded = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let brief = folds && !unfolded;
    // Four at a table sit closer.
    let pad = if view.game.n_seats > 2 { 8 } else { 12 };
    let response = card().inner_margin(egui::Margin::symmetric(16, pad)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            shape_ui(ui, view, seat, 20.0);
            let from_the_right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(from_the_right, |ui| person_ui(ui, desk, seat));
        });
        super::tracks::tracks_ui(ui, desk, seat, brief);
        told_ui(ui, desk, seat);
        super::roster::roster_ui(ui, desk, seat);
        zones_ui(ui, desk, seat);
        if folds && Action::fold(brief).ui(ui).clicked() {
            ui.data_mut(|data| data.insert_temp(id, brief));
        }
    });
    if active {
        let rect = response.response.rect;
        let stripe = egui::CornerRadius { nw: 12, sw: 12, ne: 0, se: 0 };
        let color = view.livery(seat).bar();
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 5.0), stripe, color);
    }
}

/// Draws what the rules say of a seat: a row each, with its value at the right.
fn told_ui(ui: &mut Ui, desk: &Desk, seat: Seat) {
    let teller = desk.view.teller();
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    let of_seat = |(word, args): &(WordId, _)| {
        let told = desk.view.book.telling(*word) == Telling::Seat;
        teller.of_seat(*word, *args).filter(|(other, _)| told && *other == seat)
    };
    for (_, [title, value]) in said.filter_map(of_seat) {
        let label = if value.is_empty() { title.clone() } else { format!("{title}: {value}") };
        let parts = counted::parts(&desk.view.book.words, &value);
        let is_counted = parts.iter().any(|part| matches!(part, Part::Signs(1.., _)));
        let name = draw::width_of(ui.painter(), &title, Letters::Plain, 15.0);
        if is_counted && name + counted::width_of(ui, &parts) + 8.0 < ui.available_width() {
            counted_ui(ui, (&title, &parts), &label);
            continue;
        }
        let is_none = !parts.is_empty() && parts.iter().all(|it| matches!(it, Part::Signs(0, _)));
        let value = if is_none { "0".to_owned() } else { value };
        let color = theme::now().ink1;
        if value.is_empty() {
            colored(ui, &title, theme::now().ink3);
            continue;
        }
        super::sheet::plain_ui(ui, &Row { sign: None, title: &title, value, color, label });
    }
}

/// Draws who plays a seat at the right, and its name in the room that is left.
fn person_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let view = desk.view;
    let who = if seat == desk.viewer { text::you() } else { who_plays(desk, seat) };
    let name = view.teller().seat(seat);
    let width = |text: &str, letters, size| draw::width_of(ui.painter(), text, letters, size);
    // The name comes first: who plays stands beside it where there is room for both.
    let all = ui.available_width();
    let beside = all - width(who, Letters::Plain, 15.0) - 14.0;
    let tight = width(&name, Letters::Heading, 15.0) >= beside;
    let sign = if tight { sign_of(who) } else { "" };
    let room = if tight { all - 30.0 } else { beside };
    let fits = |size: &f32| width(&name, Letters::Heading, *size) < room;
    let size = [18.0, 17.0, 16.0, 15.0, 14.0].into_iter().find(fits).unwrap_or(13.0);
    let shown = if tight { draw::icon(sign).map(Shown::Sign) } else { Some(Shown::Word(who)) };
    if let Some(shown) = shown {
        player_ui(ui, desk, (seat, &name, who), shown);
    }
    if view.shown.state.is_out(seat) {
        colored(ui, text::is_out(), theme::now().down);
    }
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let name = RichText::new(name).font(theme::heading(size));
        ui.add(egui::Label::new(name.color(view.color(seat))).truncate());
    });
}

/// How it is shown who plays a seat.
#[derive(Clone, Copy)]
enum Shown<'a> {
    Sign(char),
    Word(&'a str),
}

/// Draws who plays a seat as something to click: from then on somebody else can play it.
fn player_ui(ui: &mut Ui, desk: &mut Desk, (seat, name, who): (Seat, &str, &str), shown: Shown) {
    let now = theme::now();
    let width = match shown {
        Shown::Sign(_) => 20.0,
        Shown::Word(word) => draw::width_of(ui.painter(), word, Letters::Plain, 15.0),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::click());
    let label = || text::who_plays(name, who);
    let response = super::named(response, egui::Role::Button, true, label);
    let hot = response.hovered() || response.has_focus();
    let ink = if hot { now.ink1 } else { now.ink3 };
    match shown {
        Shown::Sign(sign) => {
            draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, ink);
        }
        Shown::Word(word) => {
            let font = egui::FontId::proportional(15.0);
            let at = egui::Align2::LEFT_CENTER;
            ui.painter().text(rect.left_center(), at, word, font, ink);
        }
    }
    if hot {
        ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, egui::Stroke::new(1.0, ink));
    }
    let playing = desk.session.plan.player(seat);
    egui::Popup::menu(&response).show(|ui| {
        ui.label(RichText::new(text::from_now_on(name)).color(now.ink3));
        for other in Player::all() {
            let title = super::setup::player_title(other);
            if ui.selectable_label(other == playing, title).clicked() {
                desk.wishes.push(Wish::Do(Command::Seat(seat, other)));
                ui.close();
            }
        }
    });
    response.on_hover_text(label());
}

/// The sign for who plays a seat, where its word has no room.
fn sign_of(who: &str) -> &'static str {
    match who {
        who if who == text::bot() => "robot",
        who if who == text::you() => "user",
        _ => "users",
    }
}

/// Who plays a seat.
fn who_plays(desk: &Desk, seat: Seat) -> &'static str {
    match desk.session.plan.player(seat) {
        Player::Human => text::person(),
        Player::Bot(_) => text::bot(),
    }
}

/// Draws the zones of a seat: hands as cards, the others as counts that open.
fn zones_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let game = desk.view.game;
    let mut counts = Vec::new();
    let order = desk.view.book.zone_order.clone();
    let zones = order.into_iter().filter_map(|at| Some((at, game.zones.get(at)?)));
    for (at, rule) in zones.filter(|(_, rule)| rule.per_seat) {
        let zone = ZoneId(at as u8);
        let list = ZoneList::of(game, zone, seat);
        let n = desk.view.shown.state.zone(list).len();
        let label = desk.view.book.zones.get(at);
        let slots = label.is_some_and(|label| label.max.is_some());
        let empty = n == 0 && !matches!(rule.sight, Sight::Nobody | Sight::Contents) && !slots;
        if label.is_none_or(|label| !label.shown) || empty || desk.shelf.holds(list) {
            continue;
        }
        if is_hand(desk, zone, list) && !is_folded(desk, zone, list, seat) {
            let label = label.cloned().unwrap_or_default();
            // The tiles of others lie there in small.
            let chosen_from =
                desk.view.shown.state.zone(list).iter().any(|id| super::zones::is_legal(desk, *id));
            if label.drawn == Some(Drawn::Tiles) && seat != desk.viewer && !slots && !chosen_from {
                counts.push((zone, list));
                continue;
            }
            if super::zones::has_heading(desk, zone) {
                super::heading(ui, &label.title);
            }
            match label.drawn {
                Some(Drawn::Tiles) => tiles_ui(ui, desk, list, &label.title),
                Some(_) | None => fitted_ui(ui, desk, list),
            }
        } else {
            counts.push((zone, list));
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (zone, list) in counts {
            pile_ui(ui, desk, (zone, list), false);
        }
    });
}

/// Draws the numbers of the match itself.
fn numbers_ui(ui: &mut Ui, desk: &Desk) {
    let (state, book) = (&desk.view.shown.state, desk.view.book);
    let vars = book.var_order.iter().filter_map(|at| Some((*at, book.vars.get(*at)?)));
    let aside =
        |label: &crate::book::Label| label.shown && label.var_place != Some(VarPlace::Prompt);
    let mut shown = vars.filter(|(_, label)| aside(label)).peekable();
    if shown.peek().is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
        // Words stand on the line of the signs beside them.
        ui.spacing_mut().interact_size.y = super::piles::ROW;
        let mut group = "";
        for (at, label) in shown {
            let value = state.var(desk.view.game, None, VarId(at as u8));
            if value == 0 {
                continue;
            }
            if label.group != group {
                group = &label.group;
                ui.end_row();
                ui.label(RichText::new(group).color(theme::now().ink3));
            }
            if label.sign.is_some() {
                super::piles::number_ui(ui, label, value);
            } else {
                super::tracks::number_ui(
                    ui,
                    label.title.len(),
                    &format!("{} {value}", label.title),
                );
            }
        }
    });
}

fn shared_ui(ui: &mut Ui, desk: &mut Desk) {
    numbers_ui(ui, desk);
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 2.0);
    let game = desk.view.game;
    let order = desk.view.book.zone_order.clone();
    let shared = |at: &usize| game.zones.get(*at).is_some_and(|rule| !rule.per_seat);
    for at in order.into_iter().filter(shared) {
        let list = ZoneList::of(game, ZoneId(at as u8), Seat::NONE);
        let label = desk.view.book.zones.get(at).cloned().unwrap_or_default();
        let n = desk.view.shown.state.zone(list).len();
        if (n == 0 && label.max.is_none()) || !label.shown || desk.shelf.holds(list) {
            continue;
        }
        if is_hand(desk, ZoneId(at as u8), list) {
            super::heading(ui, &label.title);
            fitted_ui(ui, desk, list);
        } else {
            pile_ui(ui, desk, (ZoneId(at as u8), list), true);
        }
    }
    ui.spacing_mut().item_spacing.y = gap;
}

/// Draws a row whose value is counted in signs.
fn counted_ui(ui: &mut Ui, (title, parts): (&str, &[Part]), label: &str) {
    let size = vec2(ui.available_width(), 22.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    super::named(response, egui::Role::Label, true, || label.to_owned());
    let (font, ink) = (egui::FontId::proportional(15.0), theme::now().ink2);
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, title, font, ink);
    let middle = rect.right() - counted::width_of(ui, parts) / 2.0;
    counted::parts_ui(ui, parts, egui::pos2(middle, rect.center().y));
}
