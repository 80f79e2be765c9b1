//! Zones that lie by the board: shared ones and those of who looks on, where the board leaves room.

use egui::{Rect, Ui, UiBuilder, Vec2, vec2};
use harena_engine::board::BoardKind;
use harena_engine::id::*;
use harena_engine::state::ZoneList;

use super::Desk;
use super::zones::{
    caption_in, cards_ui, has_heading, heading_ui, is_folded, is_hand, room_of, stretch_in,
};
use crate::book::{Drawn, ZonePlace};
use crate::paint::geometry::height_for;

/// Cards are drawn as large as one of these allows.
const SCALES: [f32; 8] = [1.2, 1.1, 1.0, 0.94, 0.87, 0.8, 0.74, 0.68];
/// So large they are at least where the text of tiles stands beside them.
const LEAST_TOLD: f32 = 0.87;
/// Zones that the looks want by the board take at most this part of its room.
const MOST: f32 = 0.42;
/// As long as everything fits into this part of the room, or into so many points, the board is
/// not made smaller for larger cards.
const MODEST: (f32, f32) = (0.22, 160.0);
/// Around the shelf.
const MARGIN: f32 = 10.0;
/// Between two zones.
const GAP: f32 = 12.0;

/// The zones that lie under the board.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Each zone with its place, and in how much room the text of its cards stands beside them.
    zones: Vec<(ZoneList, Rect, f32)>,
    scale: f32,
    /// How much of the room of the board it takes.
    pub height: f32,
    /// Zones that lie over what happened instead.
    over_story: Vec<ZoneList>,
}

impl Shelf {
    /// Whether a zone lies there.
    pub fn holds(&self, list: ZoneList) -> bool {
        self.zones.iter().any(|(other, ..)| *other == list) || self.over_story.contains(&list)
    }
}

/// A zone that may lie by the board.
struct Wanted {
    list: ZoneList,
    /// Whether the looks want it there even where the board must shrink.
    surely: bool,
    /// Whether it is shared.
    shared: bool,
    /// Whether the looks want it over what happened.
    over_story: bool,
}

/// Where there is room besides that under the board.
#[derive(Clone, Copy)]
pub struct Around {
    /// The board lies elsewhere.
    pub elsewhere: bool,
    /// The column of what happened is there, and high.
    pub story: bool,
}

/// What lies by a board that has so much room: as much as the board leaves free, in the largest
/// cards with which everything fits. A board that lies elsewhere leaves all of it.
pub fn plan(desk: &Desk, room: Vec2, around: Around) -> Shelf {
    let width = room.x - 2.0 * MARGIN;
    let Around { elsewhere, story } = around;
    let board = match elsewhere {
        true => 0.0,
        false => height_for(&desk.view.game.board, &desk.view.levels(), width),
    };
    let spare = room.y - MARGIN - board;
    let space = Space { width, spare, most: spare.max(room.y * MOST) };
    let (over_story, wanted): (Vec<Wanted>, Vec<Wanted>) =
        wanted(desk).into_iter().partition(|it| story && it.over_story);
    let mut shelves = SCALES.map(|scale| packed(desk, &wanted, space, scale));
    shelves.iter_mut().for_each(|shelf| stretch(desk, shelf, width));
    if !elsewhere {
        shelves.iter_mut().for_each(|shelf| center(shelf, width));
    }
    let modest = spare.max(room.y * MODEST.0).max(MODEST.1);
    let mut whole = shelves.iter().filter(|shelf| shelf.zones.len() == wanted.len());
    // Tiles a little smaller whose text stands beside them say more than larger ones.
    let is_told = |shelf: &&Shelf| {
        let has_text = shelf.zones.iter().any(|(.., captions)| *captions > 0.0);
        has_text && shelf.scale >= LEAST_TOLD && shelf.height <= modest
    };
    let usual = whole.clone().find(|shelf| shelf.height <= modest);
    let whole = whole.clone().find(is_told).or(usual).or_else(|| whole.next());
    let most = || shelves.iter().rev().max_by_key(|shelf| shelf.zones.len());
    // One's own come first.
    let (own, shared): (Vec<Wanted>, Vec<Wanted>) =
        over_story.into_iter().partition(|it| !it.shared);
    let over_story = own.into_iter().chain(shared).map(|it| it.list).collect();
    Shelf { over_story, ..whole.or_else(most).cloned().unwrap_or_default() }
}

/// How much room there is.
#[derive(Clone, Copy)]
struct Space {
    width: f32,
    /// The height that the board leaves free.
    spare: f32,
    /// The height for zones that the looks want by the board.
    most: f32,
}

/// Shared zones first, then those of who looks on, each in the order of the looks.
fn wanted(desk: &Desk) -> Vec<Wanted> {
    let game = desk.view.game;
    let mut wanted = Vec::new();
    for at in &desk.view.book.zone_order {
        let zone = ZoneId(*at as u8);
        let (Some(rule), Some(label)) = (game.zones.get(*at), desk.view.book.zones.get(*at)) else {
            continue;
        };
        let seat = if rule.per_seat { desk.viewer } else { Seat::NONE };
        if (rule.per_seat && seat == Seat::NONE) || !label.shown || is_aside(label) {
            continue;
        }
        let list = ZoneList::of(game, zone, seat);
        let empty = desk.view.shown.state.zone(list).is_empty() && label.max.is_none();
        let folded = rule.per_seat && is_folded(desk, zone, list, seat);
        if !empty && !folded && is_hand(desk, zone, list) {
            let surely = label.zone_place == Some(ZonePlace::Board) || rule.per_seat;
            let over_story = label.zone_place == Some(ZonePlace::Story);
            wanted.push(Wanted { list, surely, shared: !rule.per_seat, over_story });
        }
    }
    wanted.sort_by_key(|it| !it.shared);
    wanted
}

/// Whether a zone stays at the side.
fn is_aside(label: &crate::book::Label) -> bool {
    label.zone_place == Some(ZonePlace::Side) || label.drawn == Some(Drawn::Rows)
}

/// Lays zones side by side in lines, as far as there is room.
fn packed(desk: &Desk, wanted: &[Wanted], space: Space, scale: f32) -> Shelf {
    let mut shelf = Shelf { scale, ..Shelf::default() };
    let (mut corner, mut bottom, mut shared) = (Vec2::ZERO, 0.0_f32, true);
    let mut left_out = Vec::new();
    for zone in wanted {
        let room = (space.width, scale);
        let narrow = room_of(desk, zone.list, room, 0.0);
        // Beside the cards of a hand their text is read, where they still lie in one line.
        let captions = caption_in(desk, zone.list, room);
        let wide = room_of(desk, zone.list, room, captions);
        let fits = !zone.shared && wide.x <= space.width && wide.y <= narrow.y;
        let (size, captions) = if fits { (wide, captions) } else { (narrow, 0.0) };
        let full = corner.x + size.x > space.width;
        let new_line = corner.x > 0.0 && (full || zone.shared != shared);
        let start = if new_line { vec2(0.0, bottom + GAP / 2.0) } else { corner };
        let ends = bottom.max(start.y + size.y);
        if ends + MARGIN > if zone.surely { space.most } else { space.spare } {
            left_out.push((zone.list, narrow));
            continue;
        }
        shelf.zones.push((zone.list, Rect::from_min_size(start.to_pos2(), size), captions));
        corner = start + vec2(size.x + GAP, 0.0);
        (bottom, shared) = (ends, zone.shared);
    }
    // What costs the board nothing lies behind the last line.
    for (list, size) in left_out {
        if corner.x > 0.0 && corner.x + size.x <= space.width && corner.y + size.y <= bottom {
            shelf.zones.push((list, Rect::from_min_size(corner.to_pos2(), size), 0.0));
            corner.x += size.x + GAP;
        }
    }
    shelf.height = if shelf.zones.is_empty() { 0.0 } else { bottom + MARGIN };
    shelf
}

/// Lets cards with text be wider where their line has room left; zones of one line share it.
fn stretch(desk: &Desk, shelf: &mut Shelf, width: f32) {
    for at in 0..shelf.zones.len() {
        let Some((list, rect, captions)) = shelf.zones.get(at).copied() else { continue };
        let line = shelf.zones.iter().skip(at).filter(|(_, other, _)| other.top() == rect.top());
        let n = line.clone().count().max(1);
        let right = line.map(|(_, other, _)| other.right()).fold(0.0, f32::max);
        let most = rect.width() + (width - right).max(0.0) / n as f32;
        let by = stretch_in(desk, list, (most, rect.width()), shelf.scale);
        let wider = room_of(desk, list, (most, shelf.scale), by);
        if captions > 0.0 || by <= 0.0 || wider.y > rect.height() || wider.x > most {
            continue;
        }
        for (place, (_, other, captions)) in shelf.zones.iter_mut().enumerate().skip(at) {
            if place == at {
                *captions = by;
                other.set_width(wider.x);
            } else if other.top() == rect.top() {
                *other = other.translate(vec2(wider.x - rect.width(), 0.0));
            }
        }
    }
}

/// Puts each line of zones into the middle.
fn center(shelf: &mut Shelf, width: f32) {
    let right_of = |shelf: &Shelf, top: f32| {
        let line = shelf.zones.iter().filter(|(_, rect, _)| rect.top() == top);
        line.map(|(_, rect, _)| rect.right()).fold(0.0, f32::max)
    };
    let shifts: Vec<f32> = shelf
        .zones
        .iter()
        .map(|(_, rect, _)| ((width - right_of(shelf, rect.top())) / 2.0).max(0.0))
        .collect();
    for ((_, rect, _), shift) in shelf.zones.iter_mut().zip(shifts) {
        *rect = rect.translate(vec2(shift, 0.0));
    }
}

/// Beside a hand of tiles there is room for a pile of so many points.
const PILE: f32 = 58.0;
/// How high it is with its count, and how far from the corner it lies otherwise.
const HEAP: f32 = 106.0;
const CORNER: f32 = 8.0;

/// Draws the piles that a hand of tiles is drawn from and goes to at its sides.
fn beside_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, hand: Rect) {
    let (zone, seat) = list.parts(desk.view.game);
    let label = desk.view.book.zones.get(zone.index());
    let is_hand =
        !has_heading(desk, zone) && label.is_some_and(|it| it.drawn == Some(Drawn::Tiles));
    let room = ui.max_rect();
    if seat == Seat::NONE || !is_hand {
        return;
    }
    let beside = hand.left() - room.left() >= PILE + MARGIN;
    // The corners of a board of hexes are free.
    let above = desk.view.game.board.kind() == BoardKind::Hex && !desk.staged;
    let (out, y) = match (beside, above) {
        (true, _) => (MARGIN + PILE / 2.0, hand.center().y),
        (false, true) => (-PILE / 2.0 - CORNER, hand.top() - HEAP / 2.0 - CORNER),
        (false, false) => return,
    };
    let (left, right) =
        if beside { (hand.left(), hand.right()) } else { (room.left(), room.right()) };
    for (drawn, x) in [(Drawn::Count, left - out), (Drawn::Pile, right + out)] {
        let zones = desk.view.book.zone_order.iter().copied();
        let is_meant = |at: &usize| {
            let rule = desk.view.game.zones.get(*at);
            let label = desk.view.book.zones.get(*at);
            rule.is_some_and(|it| it.per_seat)
                && label.is_some_and(|it| it.shown && it.drawn == Some(drawn))
        };
        let Some(at) = zones.clone().find(is_meant) else { continue };
        let list = ZoneList::of(desk.view.game, ZoneId(at as u8), seat);
        let place = Rect::from_center_size(egui::pos2(x, y), vec2(PILE, HEAP));
        super::piles::heap_ui(ui, desk, list, place);
    }
}

/// Cards over what happened are so large, and take at most this part of the column.
const STORY_SCALE: f32 = 0.88;
const MOST_OF_STORY: f32 = 0.68;

/// Draws what lies over what happened, one card below the other over the whole breadth.
pub fn over_story_ui(ui: &mut Ui, desk: &mut Desk) {
    let lists = desk.shelf.over_story.clone();
    if lists.is_empty() {
        return;
    }
    let most = ui.available_height() * MOST_OF_STORY;
    let scroll = egui::ScrollArea::vertical().id_salt("over the story").max_height(most);
    scroll.auto_shrink([false, true]).show(ui, |ui| {
        let spare = ui.available_width() - super::card::SIZE.x * STORY_SCALE - 2.0;
        for list in lists {
            let zone = list.parts(desk.view.game).0;
            if has_heading(desk, zone) {
                heading_ui(ui, desk, zone, ui.available_width());
            }
            cards_ui(ui, desk, list, (STORY_SCALE, spare.max(0.0)));
            ui.add_space(GAP);
        }
    });
    ui.add_space(4.0);
}

/// Draws what lies under the board, in a part of the screen as high as the plan says.
pub fn shelf_ui(ui: &mut Ui, desk: &mut Desk, room: Rect) {
    let shelf = desk.shelf.clone();
    let origin = room.left_top() + vec2(MARGIN, 0.0);
    for (list, rect, captions) in &shelf.zones {
        let rect = rect.translate(origin.to_vec2());
        let place = UiBuilder::new().max_rect(rect).id_salt(("shelf", list.0));
        ui.scope_builder(place, |ui| {
            let zone = list.parts(desk.view.game).0;
            if has_heading(desk, zone) {
                heading_ui(ui, desk, zone, rect.width());
            }
            cards_ui(ui, desk, *list, (shelf.scale, *captions));
        });
        beside_ui(ui, desk, *list, rect);
    }
}
