//! Tiles of a hand with which one thing can be done and nothing else: it stands on each as a button.

use egui::{Align2, Id, Rect, Role, Sense, Ui, pos2, vec2};
use harena_engine::decision::Action;
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::state::{Place, ZoneList};

use super::decision::point_at;
use super::widgets::{self, Rank};
use super::{Desk, Wish, named};
use crate::book::Drawn;
use crate::command::Command;
use crate::draft::Draft;
use crate::draw::{self, Letters};
use crate::theme;

/// More tiles than this are chosen from a list.
const MOST: usize = 6;
/// How high a button is, and how far its middle lies above the lower edge of its tile.
const HIGH: f32 = 30.0;
const RISE: f32 = 4.0;

/// What can be done with each tile of a hand that lies by the board, in the order in which they lie,
/// where that is one thing for all of them.
pub fn actions(desk: &Desk) -> Vec<(PieceId, Action)> {
    let Some(decision) = desk.decision else { return Vec::new() };
    let kinds =
        |verb: VerbId| desk.view.game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
    let mut verbs: Vec<VerbId> = decision.groups.iter().map(|group| group.verb).collect();
    verbs.dedup();
    let lone = verbs.into_iter().filter(|verb| kinds(*verb) == [ArgKind::Piece]);
    lone.map(|verb| on_tiles(desk, verb)).find(|it| !it.is_empty()).unwrap_or_default()
}

/// Whether what can be done with a tile stands on it.
pub fn is_on(desk: &Desk, id: PieceId) -> bool {
    actions(desk).iter().any(|(other, _)| *other == id)
}

/// The options of a verb, if each is about another tile of one hand with which nothing else can be
/// done.
fn on_tiles(desk: &Desk, verb: VerbId) -> Vec<(PieceId, Action)> {
    let Some(at) = desk.situation() else { return Vec::new() };
    let groups = at.decision.groups.iter().filter(|group| group.verb == verb);
    let options = groups.flat_map(|it| (0..it.count().min(8)).filter_map(|nth| it.option(nth)));
    let piece = |action: &Action| u16::try_from(*action.args.as_slice().first()?).ok().map(PieceId);
    let own: Vec<(PieceId, Action)> = options.filter_map(|it| Some((piece(&it)?, it))).collect();
    let wants = Draft::default().wants(at.decision, at.game);
    let begins = |id: PieceId| {
        let mut others = wants.iter().filter(|want| want.verb != verb);
        others.any(|want| want.kind == ArgKind::Piece && want.offers(id.0.into()))
    };
    let Some(list) = own.first().and_then(|(id, _)| hand_of(desk, *id)) else { return Vec::new() };
    let fits = |(id, _): &(PieceId, Action)| hand_of(desk, *id) == Some(list) && !begins(*id);
    if !(2..=MOST).contains(&own.len()) || !own.iter().all(fits) {
        return Vec::new();
    }
    let order = super::zones::in_order(desk, list);
    let mut own = own;
    own.sort_by_key(|(id, _)| order.iter().position(|other| other == id));
    own
}

/// The hand of tiles in which a piece lies by the board.
fn hand_of(desk: &Desk, id: PieceId) -> Option<ZoneList> {
    let Place::Zone(list) = desk.view.shown.state.pieces.get(id.index())?.place else {
        return None;
    };
    let zone = list.parts(desk.view.game).0;
    let label = desk.view.book.zones.get(zone.index())?;
    let is_hand = label.drawn == Some(Drawn::Tiles) && !super::zones::has_heading(desk, zone);
    (is_hand && desk.shelf.holds(list)).then_some(list)
}

/// Draws what can be done with a tile on its lower corner, with the key that does it.
pub fn button_ui(ui: &mut Ui, desk: &mut Desk, (id, tile): (PieceId, Rect)) {
    let all = actions(desk);
    let Some(nth) = all.iter().position(|(other, _)| *other == id) else { return };
    let (Some((_, action)), Some(decision)) = (all.get(nth).copied(), desk.decision) else {
        return;
    };
    let now = theme::now();
    let words = desk.view.book.verb_title(action.verb).to_owned();
    let label = desk.view.teller().option(Some(decision), &action);
    let wide = draw::width_of(ui.painter(), &words, Letters::Bold, 14.0) + 48.0;
    let center = pos2(tile.center().x, tile.bottom() - RISE);
    let rect = Rect::from_center_size(center, vec2(wide, HIGH));
    let response = ui.interact(rect, Id::unique(("on the tile", id.0)), Sense::click());
    let response = named(response, Role::Button, true, || label.clone());
    let key = (nth + 1).to_string();
    super::keyed(&response, &key);
    let hot = response.hovered() || response.has_focus();
    let pressed = response.is_pointer_button_down_on();
    widgets::ground(ui, rect, Rank::Secondary, (hot, pressed));
    widgets::focus_ring(ui, rect, &response);
    let at = pos2(rect.left() + 12.0, rect.center().y);
    ui.painter().text(at, Align2::LEFT_CENTER, words, theme::bold(14.0), now.ink1);
    widgets::key_cap(ui, pos2(rect.right() - 18.0, rect.center().y), &key, Rank::Secondary);
    if hot {
        point_at(desk, &action);
        desk.table.tried = Some(action);
    }
    if response.clicked() {
        desk.wishes.push(Wish::Do(Command::Act(decision.seat, action)));
    }
}
