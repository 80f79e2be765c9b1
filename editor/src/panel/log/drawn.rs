//! What seats drew: told as that, with the tiles in small where they were seen.

use std::collections::BTreeMap;

use egui::{Color32, Ui};
use harena_engine::effect::Effect;
use harena_engine::game::{Game, Sight};
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::ZoneList;
use harena_engine::view::HIDDEN;

use super::LogLine;
use crate::book::Drawn;
use crate::panel::Desk;
use crate::tell::Teller;
use crate::text;

/// More tiles that were drawn at once are told by their names.
const MOST_TILES: usize = 5;

/// Whether an entry tells of a draw: a piece goes from where nobody sees it into a hand. Notes where
/// pieces lie.
pub fn is_draw(game: &Game, lie: &mut BTreeMap<PieceId, ZoneList>, entry: &Entry) -> bool {
    let What::Changed(effect) = entry.what else { return false };
    let Effect::Send { piece, list, .. } = effect else {
        if let Effect::Put { piece, .. } | Effect::Remove { piece } = effect {
            lie.remove(&piece);
        }
        return false;
    };
    let from = lie.insert(piece, list);
    let is_hand = game.names.zones.name(list.parts(game).0.index()).ends_with("hand");
    let is_dark = |from: ZoneList| {
        let rule = game.zones.get(from.parts(game).0.index());
        rule.is_some_and(|rule| matches!(rule.sight, Sight::Nobody | Sight::Contents))
    };
    is_hand && from.is_some_and(is_dark)
}

/// The piece that was drawn, if the reader saw what it is.
pub fn seen_of(teller: Teller, entry: &Entry) -> Vec<Option<PieceId>> {
    let What::Changed(Effect::Send { piece, .. }) = entry.what else { return Vec::new() };
    let is_seen = teller.state.piece(piece).prototype != HIDDEN;
    vec![is_seen.then_some(piece)]
}

/// Who drew what; who acts is not named.
pub fn told(teller: Teller, list: ZoneList, (actor, names): (Option<Seat>, &[String])) -> String {
    let seat = list.parts(teller.game).1;
    let own = seat == Seat::NONE || Some(seat) == actor;
    let who = if own { text::drew().to_owned() } else { text::drew_of(&teller.seat(seat)) };
    text::titled(&who, names)
}

/// The tiles that a line says were drawn, where all were seen and can be shown in small.
pub fn tiles(desk: &Desk, line: &LogLine) -> Option<Vec<PieceId>> {
    let (drew, (list, _)) = (line.drew.as_ref()?, line.sent.as_ref()?);
    let zone = list.parts(desk.view.game).0;
    let is_tiles = desk.view.book.zones.get(zone.index())?.drawn == Some(Drawn::Tiles);
    let all: Option<Vec<PieceId>> = drew.iter().copied().collect();
    all.filter(|ids| {
        is_tiles && ids.len() <= MOST_TILES && ids.iter().all(|id| super::is_drawn(desk, *id))
    })
}

/// Draws who drew, and the tiles behind it; the whole sentence is read.
pub fn tiles_ui(ui: &mut Ui, desk: &mut Desk, (text, color): (&str, Color32), drawn: &[PieceId]) {
    let who = text.split_once(':').map_or(text, |(who, _)| who).to_owned();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 0.0);
        let response = ui.label(egui::RichText::new(who).color(color));
        crate::panel::named(response, egui::Role::Label, true, || text.to_owned());
        drawn.iter().for_each(|id| crate::panel::piles::chip_ui(ui, desk, *id));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::game::ZoneRule;
    use harena_engine::mask::Mask;

    fn game() -> Game {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.zones = ["deck", "hand", "discard"].into_iter().collect();
        let zone = |sight| ZoneRule { per_seat: false, sight, kinds: Mask::NONE };
        game.zones = [Sight::Nobody, Sight::Owner, Sight::All].map(zone).into();
        game
    }

    fn sent(zone: u8) -> Entry {
        let list = ZoneList::of(&game(), ZoneId(zone), Seat::NONE);
        let effect = Effect::Send { piece: PieceId(3), list, at: 0 };
        let (to, seen) = (Seat::NONE, None);
        Entry { what: What::Changed(effect), instant: 0, by: PieceId::NONE, action: 0, to, seen }
    }

    #[test]
    fn only_what_comes_from_where_nobody_sees_it_is_drawn() {
        let (game, mut lie) = (game(), BTreeMap::new());
        let mut check = |zone: u8, expected: bool| {
            assert_eq!(is_draw(&game, &mut lie, &sent(zone)), expected, "{zone}");
        };
        for (zone, expected) in [(1, false), (0, false), (1, true), (2, false), (1, false)] {
            check(zone, expected);
        }
    }
}
