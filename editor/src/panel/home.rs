//! The home: covers of games, the match one would begin, the one that was left, and below it what
//! can be made, which packs there are, and what was played lately.

use egui::{ComboBox, Key, RichText, ScrollArea, Ui, vec2};

use super::widgets::{Action, Rank, card};
use super::{Dialog, Screen, Wish};
use crate::command::Command;
use crate::draw::{self, Letters};
use crate::home::{Company, Home};
use crate::preferences::Preferences;
use crate::session::{Player, Session};
use crate::theme::Livery;
use crate::{text, theme};

mod covers;
mod lately;
mod packs;
mod search;

/// What the home is given.
pub struct Hall<'a> {
    /// The session.
    pub session: &'a Session,
    /// What is shown.
    pub home: &'a mut Home,
    /// How the window behaves; which bot plays is chosen here.
    pub preferences: &'a mut Preferences,
    /// Whether keys mean this page.
    pub keys: bool,
    /// What is wished for.
    pub wishes: &'a mut Vec<Wish>,
}

impl Hall<'_> {
    /// Begins the match that is chosen.
    fn begin(&mut self, company: Company) {
        if let Some(plan) = self.home.plan_for(company, self.preferences) {
            self.wishes.push(Wish::Do(Command::Begin(plan)));
        }
    }

    /// Whether the chosen game can be begun.
    fn is_ready(&self) -> bool {
        self.home.covers.contains_key(&self.home.chosen)
    }
}

/// Draws the home.
pub fn home_ui(ui: &mut Ui, hall: &mut Hall) {
    let whole = ui.max_rect();
    crate::paint::plate::table(ui.painter(), whole, whole.center_top() + vec2(0.0, 320.0), None);
    let side = if whole.width() >= 1000.0 { 48.0 } else { 20.0 };
    let room = whole.shrink2(vec2(side, 0.0));
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room));
    let ui = &mut inner;
    top_ui(ui, hall);
    ScrollArea::vertical().id_salt("home").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if search::is_on(hall) {
            search::found_ui(ui, hall);
            return;
        }
        covers::covers_ui(ui, hall);
        ui.add_space(20.0);
        begin_ui(ui, hall);
        ui.add_space(24.0);
        rest_ui(ui, hall);
        ui.add_space(24.0);
    });
    let enter = ui.input(|input| input.key_pressed(Key::Enter) && input.modifiers.is_none());
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    let searches = search::is_on(hall);
    if enter && is_free && !searches && hall.keys && !egui::Popup::is_any_open(ui.ctx()) {
        hall.begin(Company::Bots);
    }
}

fn top_ui(ui: &mut Ui, hall: &mut Hall) {
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        ui.set_min_height(52.0);
        mark_ui(ui);
        ui.label(RichText::new(text::title()).font(theme::heading(32.0)).color(theme::now().ink1));
        let notice = &hall.session.notice;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if Action::quiet("gear-six", text::preferences()).ui(ui).clicked() {
                hall.wishes.push(Wish::Toggle(Dialog::Preferences));
            }
            if Action::quiet("folder-open", text::open_record()).ui(ui).clicked() {
                hall.wishes.push(Wish::Toggle(Dialog::Open));
            }
            if Action::quiet("chart-line", text::lab()).ui(ui).clicked() {
                hall.wishes.push(Wish::Go(Screen::Lab));
            }
            let color = if notice.bad { theme::now().down } else { theme::now().ink3 };
            search::field_ui(ui, hall);
            super::code::brief_ui(ui, &notice.text, color);
        });
    });
}

/// Draws the mark of the application: a hexagon with a hole and a core.
fn mark_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(38.0, 38.0), egui::Sense::hover());
    let now = theme::now();
    draw::kept(ui.painter(), ("mark", rect.center().to_vec2().x.to_bits()), |pen| {
        let hex = |r: f32| crate::paint::geometry::Form::Hex.corners(rect.center(), r);
        pen.flat(&draw::outline::rounded(&hex(18.0), 2.0), now.accent);
        pen.flat(&hex(11.0), now.table0);
        pen.disc(rect.center(), 4.5, now.accent);
    });
}

/// Draws the match one would begin, and beside it the one that was left.
fn begin_ui(ui: &mut Ui, hall: &mut Hall) {
    let (width, gap) = (ui.available_width(), 20.0);
    if width < 880.0 {
        play_ui(ui, hall, width);
        ui.add_space(16.0);
        lately::last_ui(ui, hall, width);
        return;
    }
    let left = ((width - gap) * 0.605).round();
    side_by_side(ui, &[left, width - gap - left], gap, |ui, at| match at {
        0 => play_ui(ui, hall, left),
        _ => lately::last_ui(ui, hall, width - gap - left),
    });
}

fn play_ui(ui: &mut Ui, hall: &mut Hall, width: f32) {
    card().inner_margin(egui::Margin::symmetric(24, 18)).show(ui, |ui| {
        ui.set_width(width - 48.0);
        ui.set_min_height(102.0);
        let wide = width > 760.0;
        let room = if wide { width - 48.0 - 240.0 } else { width - 48.0 };
        let chooses = |ui: &mut Ui, hall: &mut Hall| {
            ui.horizontal_wrapped(|ui| seats_ui(ui, hall));
            ui.add_space(10.0);
            ui.horizontal_wrapped(|ui| others_ui(ui, hall));
        };
        if wide {
            side_by_side(ui, &[room - 24.0, 240.0], 24.0, |ui, at| match at {
                0 => chooses(ui, hall),
                _ => primary_ui(ui, hall),
            });
        } else {
            primary_ui(ui, hall);
            ui.add_space(10.0);
            chooses(ui, hall);
        }
    });
}

/// Draws the one button that begins, and below it which bot plays everywhere else.
fn primary_ui(ui: &mut Ui, hall: &mut Hall) {
    let enabled = hall.is_ready();
    let button = Action { enabled, ..Action::primary("play", text::play_a_bot()) };
    if button.key(text::key_enter()).tall_ui(ui, 64.0).clicked() {
        hall.begin(Company::Bots);
    }
    ui.add_space(8.0);
    let cover = hall.home.covers.get(&hall.home.chosen);
    let players = cover.map(|it| text::players(it.menu.min_seats, it.menu.max_seats));
    ui.horizontal(|ui| {
        bot_ui(ui, hall);
        let players = RichText::new(players.unwrap_or_default()).color(theme::now().ink3);
        ui.add(egui::Label::new(players).truncate());
    });
}

/// Draws whom one plays, and against whom.
fn seats_ui(ui: &mut Ui, hall: &mut Hall) {
    ui.spacing_mut().interact_size.y = 40.0;
    let factions = hall.home.covers.get(&hall.home.chosen).map(|it| it.menu.factions.clone());
    let factions = factions.unwrap_or_default();
    if !factions.is_empty() {
        let cover = hall.home.covers.get(&hall.home.chosen);
        let worn = cover.map(|it| it.liveries(&hall.home.plan.factions)).unwrap_or_default();
        for at in 0..hall.home.plan.factions.len().min(2) {
            let who = if at == 0 { text::you_play() } else { text::opponent() };
            let worn = worn.get(at).copied().flatten();
            faction_ui(ui, hall, (at, who, worn), &factions);
        }
    }
}

/// Draws the choice of the bot that plays everywhere else.
fn bot_ui(ui: &mut Ui, hall: &mut Hall) {
    let mut player = Player::named(&hall.preferences.opponent);
    let combo = ComboBox::from_id_salt("opponent").width(132.0).selected_text(title_of(player));
    let response = combo.show_ui(ui, |ui| {
        for other in Player::all() {
            let Player::Bot(kind) = other else { continue };
            let response = ui.selectable_value(&mut player, other, title_of(other));
            response.on_hover_text(text::bot_text(kind));
        }
    });
    response.response.accessible_name(text::opponent());
    hall.preferences.opponent = player.word();
}

fn title_of(player: Player) -> String {
    let title = super::setup::player_title(player);
    let (first, rest) = title.split_at(title.len().min(1));
    first.to_uppercase() + rest
}

fn faction_ui(
    ui: &mut Ui,
    hall: &mut Hall,
    (at, who, worn): (usize, &str, Option<Livery>),
    factions: &[harena_script::FactionEntry],
) {
    let Some(chosen) = hall.home.plan.factions.get_mut(at) else { return };
    let entry = factions.iter().find(|it| Some(&it.id) == chosen.as_ref());
    let title = entry.map_or(text::faction_later(), |entry| entry.title.as_str());
    let shown = RichText::new(beside_shape(worn, &format!("{who}   {title}")));
    let combo =
        ComboBox::from_id_salt(("faction", at)).selected_text(shown).width(232.0).truncate();
    let outside = hall.home.guests.iter().filter(|guest| guest.is_faction && !guest.joins);
    let mut invited = None;
    let response = combo.show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, text::faction_later());
        for entry in factions {
            ui.selectable_value(chosen, Some(entry.id.clone()), &entry.title);
        }
        for guest in outside {
            let label = ui.selectable_label(false, text::guest(&guest.title));
            if label.on_hover_text(&guest.summary).clicked() {
                invited = Some(guest.pack.clone());
                ui.close();
            }
        }
    });
    shape_on(ui, &response.response, worn);
    response.response.accessible_name(text::faction_of_seat(at));
    if let Some(pack) = invited {
        hall.wishes.push(Wish::Join(pack.clone(), true));
        hall.home.awaited = Some((at, pack));
    }
}

/// What a box says in which the shape of a seat is drawn: it leaves room for it.
pub fn beside_shape(worn: Option<Livery>, shown: &str) -> String {
    let room = if worn.is_some() { "      " } else { "" };
    format!("{room}{shown}")
}

/// Draws the shape of a seat at the left in a box.
pub fn shape_on(ui: &Ui, response: &egui::Response, worn: Option<Livery>) {
    if let Some(worn) = worn {
        let at = response.rect.left_center() + vec2(19.0, 0.0);
        crate::paint::icon::seat_shape(ui.painter(), worn, at, 7.5);
    }
}

/// Draws the other ways to begin.
fn others_ui(ui: &mut Ui, hall: &mut Hall) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let enabled = hall.is_ready();
    let quiet = |icon, label| Action { enabled, ..Action::quiet(icon, label) };
    if quiet("users", text::at_one_table()).ui(ui).clicked() {
        hall.begin(Company::People);
    }
    if quiet("robot", text::watch_bots()).ui(ui).clicked() {
        hall.begin(Company::Nobody);
    }
    if quiet("sliders-horizontal", text::match_settings()).ui(ui).clicked() {
        hall.wishes.push(Wish::Go(Screen::Setup));
    }
    let pack = hall.session.library.get(&hall.home.chosen);
    if pack.is_some_and(|pack| harena_scenario::has_first_match(pack))
        && quiet("student", text::first_match()).ui(ui).clicked()
    {
        hall.wishes.push(Wish::Do(Command::Lead(hall.home.chosen.clone())));
    }
}

/// Draws what can be made, which packs there are, and what was played lately.
fn rest_ui(ui: &mut Ui, hall: &mut Hall) {
    let (width, gap) = (ui.available_width(), 44.0);
    if width < 880.0 {
        lately::lately_ui(ui, hall);
        ui.add_space(20.0);
        packs::packs_ui(ui, hall);
        ui.add_space(20.0);
        packs::make_ui(ui, hall);
        return;
    }
    let make = (width * 0.25).min(340.0);
    let packs = ((width - make - 2.0 * gap) * 0.445).round();
    let lately = width - make - packs - 2.0 * gap;
    side_by_side(ui, &[make, packs, lately], gap, |ui, at| match at {
        0 => packs::make_ui(ui, hall),
        1 => packs::packs_ui(ui, hall),
        _ => lately::lately_ui(ui, hall),
    });
}

/// Lays columns of these widths side by side.
pub fn side_by_side(ui: &mut Ui, widths: &[f32], gap: f32, mut add: impl FnMut(&mut Ui, usize)) {
    let start = ui.cursor().min;
    let (mut x, mut bottom) = (start.x, start.y);
    for (at, width) in widths.iter().enumerate() {
        let rect = egui::Rect::from_min_size(
            egui::pos2(x, start.y),
            vec2(*width, ui.available_height().max(10.0)),
        );
        let layout = egui::Layout::top_down(egui::Align::Min);
        let builder = egui::UiBuilder::new().max_rect(rect).layout(layout).id_salt(("column", at));
        let mut column = ui.new_child(builder);
        add(&mut column, at);
        bottom = column.min_rect().bottom().max(bottom);
        x += width + gap;
    }
    let used = egui::Rect::from_min_max(start, egui::pos2(x - gap, bottom));
    ui.advance_cursor_after_rect(used);
}

/// A heading over a part of the page, with something quiet at its right.
fn head_ui(ui: &mut Ui, title: &str, more: &str) {
    let width = |text, letters, size| draw::width_of(ui.painter(), text, letters, size);
    let needed = width(title, Letters::Heading, 22.0) + width(more, Letters::Plain, 15.0) + 16.0;
    let fits = needed < ui.available_width();
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).font(theme::heading(22.0)).color(theme::now().ink1));
        if !more.is_empty() && fits {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(more).color(theme::now().ink3));
            });
        }
    });
    ui.add_space(6.0);
}

/// A button of the second rank.
fn secondary<'a>(icon: &'a str, label: &'a str) -> Action<'a> {
    Action { rank: Rank::Secondary, ..Action::quiet(icon, label) }
}
