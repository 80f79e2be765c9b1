//! What can be made, and which packs there are.

use egui::{Rect, RichText, Role, Sense, Ui, vec2};
use harena_pack::{Kind, Pack};

use super::{Hall, head_ui, search};
use crate::draw::{self, icon};
use crate::paint::geometry::Form;
use crate::paint::tile;
use crate::panel::{Dialog, Skeleton, Wish, cover, named};
use crate::workshop::Target;
use crate::{text, theme};

/// How much room the sign takes that opens a pack in the workshop.
const PENCIL: f32 = 34.0;
/// So many packs are listed before one asks for all.
const FEW: usize = 6;

/// Draws what can be made.
pub fn make_ui(ui: &mut Ui, hall: &mut Hall) {
    head_ui(ui, text::make(), "");
    let kinds = [
        ("shapes", (text::make_faction(), text::make_faction_about()), Skeleton::Faction),
        (
            "arrows-left-right",
            (text::make_variant(), text::make_variant_about()),
            Skeleton::Variant,
        ),
        ("hexagon", (text::make_game(), text::make_game_about()), Skeleton::Game),
        ("package", (text::make_content(), text::make_content_about()), Skeleton::Content),
        ("puzzle-piece", (text::make_scenario(), text::make_scenario_about()), Skeleton::Scenario),
    ];
    for (sign, (title, about), kind) in kinds {
        if row_ui(ui, sign, title, about) {
            hall.wishes.push(Wish::Toggle(Dialog::Make(kind)));
        }
    }
}

/// Draws a large sign with a title and a line below it.
fn row_ui(ui: &mut Ui, sign: &str, title: &str, about: &str) -> bool {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 54.0), Sense::click());
    let response = named(response, Role::Button, true, || format!("{title}: {about}"));
    let hot = response.hovered() || response.has_focus();
    let square = Rect::from_min_size(rect.left_top() + vec2(0.0, 3.0), vec2(46.0, 46.0));
    let fill = if hot { theme::mix(now.panel2, now.ink1, 0.12) } else { now.panel2 };
    ui.painter().rect_filled(square, 12.0, fill);
    if let Some(sign) = icon(sign) {
        draw::icon_ui(ui.painter(), square.center(), sign, 26.0, now.accent);
    }
    let left = square.right() + 14.0;
    let title = ui.painter().layout_no_wrap(title.to_owned(), theme::bold(15.0), now.ink1);
    let about = about.to_owned();
    let about = ui.painter().layout_no_wrap(about, egui::FontId::proportional(15.0), now.ink2);
    ui.painter().galley(egui::pos2(left, rect.top() + 4.0), title, now.ink1);
    ui.painter().galley(egui::pos2(left, rect.top() + 25.0), about, now.ink2);
    response.clicked()
}

/// A pack as it stands in the list.
pub struct Row {
    id: String,
    title: String,
    game: String,
    state: String,
    bad: bool,
    is_faction: bool,
}

/// Draws the packs at hand; those with problems first.
pub fn packs_ui(ui: &mut Ui, hall: &mut Hall) {
    let packs = hall.session.library.packs();
    let n_games = hall.session.library.games().len();
    head_ui(ui, text::on_this_machine(), &text::packs_counted(n_games, packs.len()));
    let mut rows: Vec<Row> = broken(hall);
    let seen: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let others = packs.iter().filter(|pack| pack.manifest.kind != Kind::Library);
    let mut others: Vec<Row> =
        others.filter(|pack| !seen.contains(&pack.manifest.id)).map(|it| row(hall, it)).collect();
    let chosen = hall.home.chosen.clone();
    others.sort_by_key(|row| (row.game != chosen, !row.is_faction));
    rows.extend(others);
    let all = ui.scope_id().with("all packs");
    let shows_all = ui.data(|data| data.get_temp::<bool>(all).unwrap_or(false));
    let n = if shows_all { rows.len() } else { FEW.min(rows.len()) };
    for row in rows.iter().take(n) {
        pack_ui(ui, hall, row);
    }
    if rows.len() > FEW {
        let label = if shows_all { text::fewer_packs() } else { text::all_packs() };
        let link = RichText::new(label).color(theme::now().accent);
        if ui.add(egui::Button::new(link).frame(false)).clicked() {
            ui.data_mut(|data| data.insert_temp(all, !shows_all));
        }
    }
}

/// The packs whose names or games hold all words that are looked for, games first.
pub fn found(hall: &Hall, wanted: &str) -> Vec<Row> {
    let mut rows = broken(hall);
    let seen: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let packs = hall.session.library.packs();
    let others = packs.iter().filter(|pack| pack.manifest.kind != Kind::Library);
    rows.extend(others.filter(|pack| !seen.contains(&pack.manifest.id)).map(|it| row(hall, it)));
    let game = |row: &Row| {
        let pack = hall.session.library.get(&row.game);
        pack.map_or_else(String::new, |pack| pack.manifest.title.clone())
    };
    rows.retain(|row| search::fits(wanted, &[&row.title, &row.id, &game(row)]));
    rows.sort_by_key(|row| (row.id != row.game, row.title.clone()));
    rows
}

/// The packs that something is wrong with.
fn broken(hall: &Hall) -> Vec<Row> {
    let troubles = || hall.home.troubles.iter().chain(&hall.session.troubles);
    let mut ids: Vec<&str> = troubles().map(|trouble| trouble.pack.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let one = |id: &str| {
        let mut own: Vec<_> = troubles().filter(|trouble| trouble.pack == id).collect();
        own.sort_by_key(|it| (it.path.clone(), it.line, it.message.clone()));
        own.dedup();
        let known = hall.session.library.get(id);
        Row {
            id: id.to_owned(),
            title: known.map_or(id, |pack| pack.manifest.title.as_str()).to_owned(),
            game: known.and_then(|pack| pack.game()).unwrap_or_default().to_owned(),
            state: text::problems(own.len()),
            bad: true,
            is_faction: known.is_some_and(|pack| pack.manifest.kind == Kind::Faction),
        }
    };
    ids.into_iter().filter(|id| !id.is_empty()).map(one).collect()
}

fn row(hall: &Hall, pack: &Pack) -> Row {
    let game = pack.game().unwrap_or_default().to_owned();
    let cover = hall.home.covers.get(&game);
    let n = cover.map(|cover| {
        let menu = cover.menu.factions.iter().find(|it| it.pack == pack.manifest.id);
        let faction =
            menu.and_then(|entry| cover.game.factions.iter().position(|it| it.id == entry.id));
        let is_own = |it: &&harena_engine::game::Prototype| {
            faction.is_some() && it.faction.map(|own| own.index()) == faction
        };
        let own = cover.game.prototypes.iter().filter(is_own);
        own.map(|it| usize::from(it.copies.max(1))).sum::<usize>()
    });
    Row {
        id: pack.manifest.id.clone(),
        title: pack.manifest.title.clone(),
        game,
        state: n.filter(|n| *n > 0).map_or_else(String::new, text::pieces),
        bad: false,
        is_faction: pack.manifest.kind == Kind::Faction,
    }
}

/// Draws a pack; whether it was chosen.
pub fn pack_ui(ui: &mut Ui, hall: &mut Hall, row: &Row) -> bool {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::click());
    let game = hall.session.library.get(&row.game).map(|it| it.manifest.title.clone());
    let game = game.filter(|title| *title != row.title).unwrap_or_default();
    let label = [row.title.as_str(), &game, &row.state].join(", ");
    let response = named(response, Role::Button, true, || label.clone());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 8.0, now.panel2);
    }
    let center = egui::pos2(rect.left() + 13.0, rect.center().y);
    sign_ui(ui, hall, row, center);
    let plain = egui::FontId::proportional(15.0);
    let color = if row.bad { now.down } else { now.ink3 };
    let state = ui.painter().layout_no_wrap(row.state.clone(), plain.clone(), color);
    let right = rect.right() - state.size().x - PENCIL;
    let middle = |galley: &egui::Galley| rect.center().y - galley.size().y / 2.0;
    let title = ui.painter().layout_no_wrap(row.title.clone(), plain.clone(), now.ink1);
    let next = rect.left() + 38.0 + title.size().x + 10.0;
    let at = egui::pos2(rect.left() + 38.0, middle(&title));
    ui.painter().galley(at, title, now.ink1);
    let game = ui.painter().layout_no_wrap(game, plain, now.ink3);
    if next + game.size().x < right - 10.0 {
        let at = egui::pos2(next, middle(&game));
        ui.painter().galley(at, game, now.ink3);
    }
    // Where a long title leaves no room for it, how much is in a pack is not told.
    if row.bad || next <= right {
        ui.painter().galley(egui::pos2(right, middle(&state)), state, color);
    }
    let pencil = Rect::from_min_max(egui::pos2(rect.right() - PENCIL + 4.0, rect.top()), rect.max);
    let chosen = response.clicked();
    if chosen {
        choose(hall, row);
    }
    pencil_ui(ui, hall, row, pencil);
    chosen
}

/// Draws what opens a pack in the workshop.
fn pencil_ui(ui: &mut Ui, hall: &mut Hall, row: &Row, rect: Rect) {
    let response = ui.interact(rect, ui.scope_id().with(("pencil", &row.id)), Sense::click());
    let label = format!("{}: {}", text::open_in_workshop(), row.title);
    let response = named(response, Role::Button, true, || label.clone());
    let now = theme::now();
    let hot = response.hovered() || response.has_focus();
    if let Some(sign) = icon("pencil-simple") {
        let color = if hot { now.ink1 } else { now.ink3 };
        draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, color);
    }
    if response.on_hover_text(text::open_in_workshop()).clicked() {
        let target = Target { pack: row.id.clone(), ..Target::default() };
        hall.wishes.push(Wish::Workshop(target));
    }
}

/// The emblem of a faction, or the sign of another pack.
fn sign_ui(ui: &Ui, hall: &Hall, row: &Row, center: egui::Pos2) {
    let now = theme::now();
    let cover = hall.home.covers.get(&row.game);
    let entry = cover.and_then(|it| it.menu.factions.iter().find(|it| it.pack == row.id));
    let face = cover.zip(entry).and_then(|(cover, entry)| cover::emblem_of(cover, &entry.id));
    match face {
        Some(face) => {
            let bits = [center.x.to_bits(), center.y.to_bits()];
            draw::kept(ui.painter(), ("chip", bits, &face), |pen| {
                tile::chip(pen, (center, 13.0), &face, Form::Hex);
            });
        }
        None => {
            let name = if row.bad { "warning-circle" } else { "package" };
            let color = if row.bad { now.down } else { now.ink3 };
            if let Some(sign) = icon(name) {
                draw::icon_ui(ui.painter(), center, sign, 20.0, color);
            }
        }
    }
}

/// A click on a pack chooses what it is for; a broken one shows what is wrong.
fn choose(hall: &mut Hall, row: &Row) {
    if row.bad {
        let all = hall.home.troubles.iter().chain(&hall.session.troubles);
        let first = all.into_iter().find(|it| it.pack == row.id && !it.path.is_empty());
        if let Some(it) = first {
            hall.wishes.push(Wish::Source(it.pack.clone(), it.path.clone(), it.line));
        }
        return;
    }
    hall.home.choose(&row.game);
    let outside = hall.session.library.guests_of(&row.game);
    if outside.iter().any(|pack| pack.id() == row.id) {
        hall.wishes.push(Wish::Join(row.id.clone(), true));
        hall.home.awaited = Some((0, row.id.clone()));
        return;
    }
    let cover = hall.home.covers.get(&row.game);
    let faction = cover.and_then(|it| it.menu.factions.iter().find(|it| it.pack == row.id));
    if let Some(id) = faction.map(|entry| entry.id.clone()) {
        hall.home.plan.take_faction(&id);
    }
}
