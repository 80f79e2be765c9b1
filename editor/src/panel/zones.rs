//! Zones: cards laid out, places that are empty, piles that open.

use egui::{Id, Painter, Rect, RichText, Role, Sense, Ui, Vec2, vec2};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::state::{Place, ZoneList};
use harena_engine::view::HIDDEN;

use super::ease::{Ease, part};
use super::{Desk, named};
use crate::book::{Drawn, Label, Mood, Telling};
use crate::draw::{self, Letters};
use crate::paint::board::{draw_alone, form_of};
use crate::paint::face::Face;
use crate::paint::geometry::Form;
use crate::paint::tile::{Pose, radius_in};
use crate::table::{Click, Focus};
use crate::{text, theme};

/// How large a card without text is drawn.
const SMALL: Vec2 = vec2(112.0, 132.0);
/// How much wider a card is at most whose text stands beside it, and at least.
const CAPTION: f32 = 148.0;
const LEAST_CAPTION: f32 = 92.0;
/// A card without text that is so much broader than high has its text beside it.
const BESIDE: f32 = 1.3;
/// Between two cards.
const GAP: f32 = 10.0;
/// How much room it takes to say below a tile what it is, and from which size on that is said.
const SORT: f32 = 17.0;
const LEAST_SORTED: f32 = 0.68;
/// What takes more letters is more than that.
const MOST_LETTERS: usize = 14;
/// How much room a heading takes.
const HEADING: f32 = 30.0;

/// Whether the cards of a zone are laid out: those one can choose from now, and small zones whose
/// looks ask for it, or that are called a hand or a row.
pub fn is_hand(desk: &Desk, zone: ZoneId, list: ZoneList) -> bool {
    let name = desk.view.game.names.zones.name(zone.index());
    let drawn = drawn(desk, zone);
    let laid_out = match drawn {
        Some(
            Drawn::Cards | Drawn::Tiles | Drawn::Row | Drawn::Slots | Drawn::Sheet | Drawn::Rows,
        ) => true,
        Some(_) | None => matches!(name, "hand" | "row"),
    };
    laid_out
        || (!matches!(drawn, Some(Drawn::Pile | Drawn::Count))
            && desk.view.shown.state.zone(list).iter().any(|id| is_legal(desk, *id)))
}

/// How a zone is drawn, if the looks say so.
fn drawn(desk: &Desk, zone: ZoneId) -> Option<Drawn> {
    desk.view.book.zones.get(zone.index())?.drawn
}

/// Whether a zone of a seat is only counted although it is laid out: cards nobody here may see,
/// and large cards of other seats.
pub fn is_folded(desk: &Desk, zone: ZoneId, list: ZoneList, seat: Seat) -> bool {
    let state = &desk.view.shown.state;
    let cards = state.zone(list);
    let hidden = |id: &PieceId| state.piece(*id).prototype == HIDDEN;
    let drawn = drawn(desk, zone);
    let written = |id: &PieceId| is_written(desk, *id, &desk.view.face(*id));
    let large = drawn == Some(Drawn::Sheet) || cards.iter().any(|id| !hidden(id) && written(id));
    let large = large && drawn != Some(Drawn::Rows);
    let sheet = large && seat != desk.viewer && !cards.iter().any(|it| is_legal(desk, *it));
    sheet || (!cards.is_empty() && cards.iter().all(hidden))
}

/// Whether a piece is drawn as a card with text where it lies.
fn is_written(desk: &Desk, id: PieceId, face: &Face) -> bool {
    let Place::Zone(list) = desk.view.shown.state.piece(id).place else {
        return super::card::is_written(desk.view, id, face);
    };
    let zone = list.parts(desk.view.game).0;
    let label = desk.view.book.zones.get(zone.index());
    label.is_none_or(|label| label.drawn != Some(Drawn::Tiles))
        && super::card::is_written(desk.view, id, face)
}

/// Whether a card shows only its name and signs where it lies.
fn is_brief(desk: &Desk, id: PieceId) -> bool {
    zone_of(desk, id).is_some_and(|label| label.brief)
}

/// Whether a card lies on the sheet of its seat: a few that are read again and again.
fn is_on_sheet(desk: &Desk, id: PieceId) -> bool {
    zone_of(desk, id).is_some_and(|label| label.drawn == Some(Drawn::Sheet))
}

/// The label of the zone in which a card lies.
fn zone_of<'a>(desk: &'a Desk, id: PieceId) -> Option<&'a Label> {
    let Place::Zone(list) = desk.view.shown.state.piece(id).place else { return None };
    desk.view.book.zones.get(list.parts(desk.view.game).0.index())
}

/// Whether a piece can be chosen now, or an answer can begin with it.
pub fn is_legal(desk: &Desk, id: PieceId) -> bool {
    let Some(at) = desk.situation() else { return false };
    let offered = |draft: &crate::draft::Draft| {
        let wants = draft.wants(at.decision, at.game);
        let part = (ArgKind::Piece, i32::from(id.0));
        wants.iter().any(|want| {
            (want.kind == ArgKind::Piece && want.offers(part.1))
                || want.parts().any(|other| other == part)
        })
    };
    offered(&desk.table.draft) || offered(&crate::draft::Draft::default())
}

/// Draws the cards of a zone in groups if the looks say by what, and empty slots where they are.
/// The text of small cards stands beside them, in so much room if there is any.
pub fn cards_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, (scale, captions): (f32, f32)) {
    let zone = list.parts(desk.view.game).0;
    let label = desk.view.book.zones.get(zone.index()).cloned().unwrap_or_default();
    let fades = desk.view.shown.state.zone(list).iter().any(|id| is_legal(desk, *id));
    if label.drawn == Some(Drawn::Rows) {
        return rows_ui(ui, desk, list, &label.title);
    }
    for (group, places) in groups_of(desk, list, &label) {
        if !group.is_empty() {
            ui.label(RichText::new(group).color(theme::now().ink3));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            for place in places {
                place_ui(ui, desk, (list, place), (scale, captions, fades), &label.title);
            }
        });
    }
}

/// Draws the cards of a zone in the panel of a seat: smaller where it is narrower than they are.
pub fn fitted_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList) {
    let cards = desk.view.shown.state.zone(list).iter();
    let widest = cards.map(|id| card_size(desk, *id, (1.0, 0.0)).x).fold(1.0, f32::max);
    let scale = (ui.available_width() / widest).min(1.0);
    cards_ui(ui, desk, list, (scale, 0.0));
}

/// Two tiles beside each other need so many points; where there is less room, tiles are rows.
const PAIR: f32 = 176.0;

/// How large tiles are drawn in a row of so many points: two beside each other.
fn tile_scale(width: f32) -> f32 {
    ((width / 2.0 - GAP) / SMALL.x).clamp(0.5, 1.0)
}

/// Draws the tiles of a seat in its band.
pub fn tiles_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, title: &str) {
    let width = ui.available_width();
    if width < PAIR {
        return rows_ui(ui, desk, list, title);
    }
    cards_ui(ui, desk, list, (tile_scale(width), 0.0));
}

/// Draws the cards of a zone one below the other, each by its name.
fn rows_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, title: &str) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for id in desk.view.shown.state.zone(list).to_vec() {
        let size = vec2(ui.available_width(), super::piles::ROW);
        card_ui(ui, desk, (id, 1.0, false), (size, title));
    }
}

/// Draws one place of a zone: its card, or that it is empty.
fn place_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (list, place): (ZoneList, Option<PieceId>),
    (scale, captions, fades): (f32, f32, bool),
    title: &str,
) {
    let Some(id) = place else { return slot_ui(ui, empty_size(desk, list, (scale, captions))) };
    let size = card_size(desk, id, (scale, captions));
    card_ui(ui, desk, (id, scale, fades), (size, title));
}

/// The cards of a zone by group, with empty places between them.
fn groups_of(desk: &Desk, list: ZoneList, label: &Label) -> Vec<(String, Vec<Option<PieceId>>)> {
    let places = desk.places.of(list, &in_order(desk, list), slots_of(label));
    let mut groups: Vec<(String, Vec<Option<PieceId>>)> = Vec::new();
    for place in places {
        let group = place.map_or_else(String::new, |id| group_of(desk, id, &label.group));
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, places)) => places.push(place),
            None => groups.push((group, vec![place])),
        }
    }
    groups
}

/// The cards of a zone in the order in which they lie: those that show only their name and signs by
/// their signs, all others as the rules have them.
pub fn in_order(desk: &Desk, list: ZoneList) -> Vec<PieceId> {
    let mut cards = desk.view.shown.state.zone(list).to_vec();
    let zone = list.parts(desk.view.game).0;
    if desk.view.book.zones.get(zone.index()).is_some_and(|label| label.brief) {
        let signs = |id: &PieceId| {
            let sheet = desk.view.book.sheet(desk.view.shown.state.piece(*id).prototype);
            let signs = sheet.iter().flat_map(|sheet| &sheet.signs);
            signs.map(|sign| sign.title.clone()).collect::<Vec<String>>()
        };
        cards.sort_by_cached_key(signs);
    }
    cards
}

/// How many places a zone has at least.
pub fn slots_of(label: &Label) -> usize {
    label.max.and_then(|n| usize::try_from(n).ok()).unwrap_or(0).min(24)
}

/// Whether a zone is called by its name: a hand needs none, unless more is said of it.
pub fn has_heading(desk: &Desk, zone: ZoneId) -> bool {
    let is_told = desk.view.book.zones.get(zone.index()).is_some_and(|it| !it.text.is_empty());
    is_told || !desk.view.game.names.zones.name(zone.index()).ends_with("hand")
}

/// Draws what a zone is called, and behind it what its cards are for, where that has room.
pub fn heading_ui(ui: &mut Ui, desk: &Desk, zone: ZoneId, room: f32) {
    let Some(label) = desk.view.book.zones.get(zone.index()) else { return };
    let now = theme::now();
    let width = |text: &str, letters, size| draw::width_of(ui.painter(), text, letters, size);
    let title = width(&label.title, Letters::Heading, super::HEADING);
    let fits = title + 12.0 + width(&label.text, Letters::Plain, 15.0) <= room;
    ui.horizontal(|ui| {
        super::heading(ui, &label.title);
        if fits && !label.text.is_empty() {
            ui.label(RichText::new(&label.text).color(now.ink3));
        }
    });
}

/// How much room there is beside each card of a zone for its text, in a row of so many points; none
/// where that is too little, or where the text stands on the card.
pub fn caption_in(desk: &Desk, list: ZoneList, (width, scale): (f32, f32)) -> f32 {
    let cards = desk.view.shown.state.zone(list);
    if cards.iter().any(|id| is_written(desk, *id, &desk.view.face(*id))) {
        return 0.0;
    }
    let n = cards.len().max(1);
    let room = (width / n as f32).floor() - SMALL.x * scale - GAP - 1.0;
    if room < LEAST_CAPTION { 0.0 } else { room.min(CAPTION) }
}

/// How large a zone is when it is laid out in a row of so many points: its cards and its heading.
pub fn room_of(desk: &Desk, list: ZoneList, (width, scale): (f32, f32), captions: f32) -> Vec2 {
    let zone = list.parts(desk.view.game).0;
    let label = desk.view.book.zones.get(zone.index()).cloned().unwrap_or_default();
    let mut room = vec2(0.0, if has_heading(desk, zone) { HEADING } else { 6.0 });
    for (group, places) in groups_of(desk, list, &label) {
        let one = places.iter().map(|place| match place {
            Some(id) => card_size(desk, *id, (scale, captions)),
            None => empty_size(desk, list, (scale, captions)),
        });
        let one = one.fold(Vec2::ZERO, Vec2::max) + Vec2::splat(GAP);
        let n_columns = ((width / one.x) as usize).clamp(1, places.len().max(1));
        let n_rows = places.len().div_ceil(n_columns);
        // No row is much shorter than the others.
        let n_columns = places.len().div_ceil(n_rows.max(1)).max(1);
        let heading = if group.is_empty() { 0.0 } else { HEADING };
        room.x = room.x.max(n_columns as f32 * one.x);
        room.y += n_rows as f32 * one.y + heading;
    }
    room
}

/// How much wider cards with text are at most where their row has room left, in parts of their
/// width.
const STRETCH: f32 = 0.3;

/// How much wider each card of a zone may be that lies in a row of so many points alone and takes
/// so many of them; nothing for cards without text.
pub fn stretch_in(desk: &Desk, list: ZoneList, (width, taken): (f32, f32), scale: f32) -> f32 {
    let cards = desk.view.shown.state.zone(list).iter();
    let stretches =
        |id: &PieceId| is_written(desk, *id, &desk.view.face(*id)) && !is_brief(desk, *id);
    let sizes = cards.filter(|id| stretches(id)).map(|id| card_size(desk, *id, (scale, 0.0)).x);
    let widest = sizes.fold(0.0, f32::max);
    if widest == 0.0 {
        return 0.0;
    }
    let n_columns = (taken / (widest + GAP)).round().max(1.0);
    // A hair less, so that as many cards lie in the row as before.
    ((width - taken) / n_columns - 0.5).floor().clamp(0.0, widest * STRETCH)
}

fn card_size(desk: &Desk, id: PieceId, (scale, captions): (f32, f32)) -> Vec2 {
    if !is_written(desk, id, &desk.view.face(id)) {
        let told = captions == 0.0 && scale >= LEAST_SORTED && are_sorted(desk, id);
        return SMALL * scale + vec2(captions, if told { SORT } else { 0.0 });
    }
    let size = match () {
        () if is_brief(desk, id) => return super::card::BRIEF * scale,
        () if is_on_sheet(desk, id) => super::card::ON_SHEET,
        () => super::card::SIZE,
    };
    size * scale + vec2(captions, 0.0)
}

/// An empty place is as large as what may lie there.
fn empty_size(desk: &Desk, list: ZoneList, (scale, captions): (f32, f32)) -> Vec2 {
    let first = desk.view.shown.state.zone(list).first();
    let zone = list.parts(desk.view.game).0;
    let size = if drawn(desk, zone) == Some(Drawn::Tiles) { SMALL } else { super::card::SIZE };
    first.map_or(size * scale, |id| card_size(desk, *id, (scale, captions)))
}

/// What the sheet of a card says in the field that its zone is grouped by.
fn group_of(desk: &Desk, id: PieceId, field: &str) -> String {
    if field.is_empty() {
        return String::new();
    }
    let sheet = desk.view.book.sheet(desk.view.shown.state.piece(id).prototype);
    let line = sheet.and_then(|sheet| sheet.lines.iter().find(|(name, ..)| name == field));
    line.map_or_else(String::new, |(_, _, text)| text.clone())
}

fn slot_ui(ui: &mut Ui, size: Vec2) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let points = draw::outline::rounded_rect(rect.shrink(1.0), 10.0);
    let mut pen = draw::Pen::new(ui.ctx().pixels_per_point());
    pen.dashed(&points, true, (6.0, 5.0), (1.5, theme::now().line));
    draw::show(ui.painter(), pen.done());
}

/// Draws a card; a click chooses it.
fn card_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (id, scale, fades): (PieceId, f32, bool),
    (size, zone): (Vec2, &str),
) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, Id::unique(("card", id.0)), Sense::click());
    let legal = is_legal(desk, id);
    let chosen = desk.table.draft.args.contains(&i32::from(id.0))
        || desk.table.is_assembled(ArgKind::Piece, i32::from(id.0));
    let title = desk.view.teller().piece(id);
    let label = || {
        let card = text::card(&title, zone, legal);
        match mark_of(desk, id) {
            Some((mark, _)) => format!("{card}; {mark}"),
            None => card,
        }
    };
    let response = named(response, Role::Button, true, label);
    let hot = response.hovered() || response.has_focus();
    if hot {
        desk.table.pointed = Some(Focus::Piece(id));
        foresee(desk, &response, id);
    }
    let faint = fades && !legal && !chosen;
    let up = part(ui.ctx(), Ease::Lift, ("card", id.0), chosen);
    let light = part(ui.ctx(), Ease::Point, ("card", id.0), hot);
    let covered = super::handy::is_on(desk, id);
    draw_card(ui, desk, id, CardLook { rect, scale, faint, chosen, hot, covered, up, light });
    if response.clicked() {
        desk.click(|table, at| table.click_card(at, id));
    }
    let tile = tile_in(rect, form_of(desk.view.game.board.kind())).0;
    super::handy::button_ui(ui, desk, (id, tile));
}

/// Notes the option that a click on a card would take, or says why there is none.
fn foresee(desk: &mut Desk, response: &egui::Response, id: PieceId) {
    let Some(click) = desk.situation().map(|at| desk.table.foresee_card(at, id)) else { return };
    super::tip(response, &desk.excuses(&click), &[]);
    if let Click::Acts(action) = click {
        desk.table.tried = Some(action);
    }
}

struct CardLook {
    rect: Rect,
    scale: f32,
    /// Others beside it can be chosen, and it cannot.
    faint: bool,
    chosen: bool,
    hot: bool,
    /// A button lies where its name would stand below it.
    covered: bool,
    /// How far it is lifted, and how much light is on it: none to all of it.
    up: f32,
    light: f32,
}

fn draw_card(ui: &Ui, desk: &Desk, id: PieceId, look: CardLook) {
    let face = desk.view.face(id);
    let faint = look.faint;
    if look.rect.height() <= super::piles::ROW {
        super::piles::draw_row(ui.painter(), desk.view, (id, &face), (look.rect, look.hot));
    } else if is_written(desk, id, &face) {
        let brief = is_brief(desk, id);
        let mark = mark_of(desk, id);
        let how = super::card::Look { scale: look.scale, faint, brief, mark };
        let rect = look.rect.translate(vec2(0.0, -6.0 * look.up));
        super::card::draw(ui.painter(), desk.view, (id, &face), (rect, how));
        rings(ui, &look, draw::outline::rounded_rect(rect, 10.0));
    } else {
        let mut dimmed = ui.painter().clone();
        if faint {
            dimmed.set_opacity(0.55);
        }
        draw_small(ui, &dimmed, desk, (id, face), &look);
    }
}

/// What the rules say of a card at its foot, and whether that is good news.
fn mark_of(desk: &Desk, id: PieceId) -> Option<(String, Mood)> {
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    said.into_iter().find_map(|(word, args)| {
        if desk.view.book.telling(*word) != Telling::Mark {
            return None;
        }
        let mood = desk.view.book.mood(*word);
        let (place, text) = desk.view.teller().saying(*word, *args);
        (place == Some(Focus::Piece(id))).then_some((text, mood))
    })
}

/// The rings of what is chosen or pointed at.
fn rings(ui: &Ui, look: &CardLook, outline: Vec<egui::Pos2>) {
    let mut pen = draw::Pen::new(ui.ctx().pixels_per_point());
    if look.chosen {
        let around = draw::outline::grown(&outline, 3.0);
        pen.line(&around, true, (3.0, theme::now().accent));
    } else if look.light > 0.0 {
        let around = draw::outline::grown(&outline, 3.0);
        let white = if theme::now().dark { egui::Color32::WHITE } else { theme::now().ink1 };
        pen.line(&around, true, (2.0, white.gamma_multiply(look.light)));
    }
    draw::show(ui.painter(), pen.done());
}

/// Draws the name of a card and what it does, beside it.
fn caption(painter: &Painter, desk: &Desk, id: PieceId, room: Rect) {
    let now = theme::now();
    let prototype = desk.view.game.prototype(desk.view.shown.state.piece(id).prototype);
    let written = |text: String, font, ink, rows| {
        let mut job = egui::text::LayoutJob::simple(text, font, ink, room.width());
        job.wrap.max_rows = rows;
        painter.layout_job(job)
    };
    let name = desk.view.teller().piece(id);
    let wide = |word, size| draw::width_of(painter, word, Letters::Heading, size);
    let is_whole = |size: &f32| name.split(' ').all(|word| wide(word, *size) < room.width());
    let size = [16.0, 15.0, 14.0, 13.0].into_iter().find(is_whole).unwrap_or(12.0);
    let name = written(name, theme::heading(size), now.ink1, 2);
    // As many lines as there is room for beside the piece, a little smaller before any is left out.
    let text = |size: f32| {
        let plain = egui::FontId::proportional(size);
        let row = painter.fonts_mut(|fonts| fonts.row_height(&plain));
        let n_rows = ((room.height() - name.size().y) / row) as usize;
        written(prototype.text.clone(), plain, now.ink2, n_rows.clamp(3, 7))
    };
    let whole = [14.0, 13.0].into_iter().map(text).find(|galley| !galley.elided);
    let text = whole.unwrap_or_else(|| text(13.0));
    let top = room.center().y - (name.size().y + text.size().y) / 2.0;
    let below = egui::pos2(room.left(), top + name.size().y + 2.0);
    painter.galley(egui::pos2(room.left(), top), name, now.ink1);
    painter.galley(below, text, now.ink2);
}

/// Where the tile of a card without text lies in its place, and whether its text stands beside it:
/// as large as it can be then. A hexagon is less broad than high.
fn tile_in(rect: Rect, form: Form) -> (Rect, bool) {
    let beside = rect.width() > rect.height() * BESIDE;
    let breadth = breadth_of(form);
    let high = rect.height().min((rect.width() - LEAST_CAPTION - 8.0) / breadth);
    let side = (if beside { high } else { rect.width() }) - 6.0;
    let below = if beside { (rect.height() - high) / 2.0 } else { 0.0 };
    let aside = if beside { side * (1.0 - breadth) / 2.0 } else { 0.0 };
    let corner = rect.min + vec2(3.0 - aside, 3.0 + below);
    (Rect::from_min_size(corner, Vec2::splat(side)), beside)
}

/// How broad a tile is beside its height.
fn breadth_of(form: Form) -> f32 {
    if form == Form::Hex { 0.88 } else { 1.0 }
}

/// Draws a card without text: its piece and its name.
fn draw_small(
    ui: &Ui,
    painter: &Painter,
    desk: &Desk,
    (id, mut face): (PieceId, Face),
    look: &CardLook,
) {
    let title = face.title.clone();
    let form = form_of(desk.view.game.board.kind());
    let (tile, beside) = tile_in(look.rect, form);
    let aside = if beside { tile.width() * (1.0 - breadth_of(form)) / 2.0 } else { 0.0 };
    let tile = tile.translate(vec2(0.0, -4.0 * look.up));
    face.owned = true;
    let pose = Pose { lifted: look.chosen, ..Pose::default() };
    draw_alone(painter, tile, (form, desk.view.game.board.n_directions()), &face, pose);
    rings(ui, look, form.corners(tile.center(), radius_in(tile, form)));
    if beside {
        return caption(painter, desk, id, look.rect.with_min_x(tile.right() - aside + 7.0));
    }
    if look.covered {
        return;
    }
    let font = theme::heading(14.0 * look.scale.clamp(0.9, 1.1));
    let ink = theme::now().ink1;
    let mut job = egui::text::LayoutJob::simple(title, font, ink, look.rect.width() + 6.0);
    job.halign = egui::Align::Center;
    job.wrap.max_rows = 1;
    let galley = painter.layout_job(job);
    let below = tile.bottom() + 2.0 + galley.size().y;
    painter.galley(egui::pos2(look.rect.center().x, tile.bottom() + 2.0), galley, ink);
    if let Some(sort) = sort_of(desk, id).filter(|_| below + SORT < look.rect.bottom() + 4.0) {
        let at = egui::pos2(look.rect.center().x, below);
        let small = egui::FontId::proportional(13.0);
        painter.text(at, egui::Align2::CENTER_TOP, sort, small, theme::now().ink2);
    }
}

/// Whether of all tiles that lie with one it is said what they are: they lie in one line.
fn are_sorted(desk: &Desk, id: PieceId) -> bool {
    let Place::Zone(list) = desk.view.shown.state.piece(id).place else { return false };
    desk.view.shown.state.zone(list).iter().all(|other| sort_of(desk, *other).is_some())
}

/// What a tile is, in one or two words, as its text begins: "rank C".
fn sort_of<'d>(desk: &'d Desk, id: PieceId) -> Option<&'d str> {
    let prototype = desk.view.shown.state.piece(id).prototype;
    if prototype == HIDDEN {
        return None;
    }
    let (sort, _) = desk.view.game.prototype(prototype).text.split_once(',')?;
    (sort.chars().count() <= MOST_LETTERS).then_some(sort)
}
