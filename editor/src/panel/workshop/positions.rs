//! Boards on which pieces of the chosen sheet stand: that of the match, and those that scenarios of
//! the pack leave.

use std::sync::Arc;

use egui::Key;
use harena_engine::board::Cell;

use super::Bench;
use crate::paint::moving::Lately;
use crate::scene::View;
use crate::session::Position;

/// Shows another position.
pub const KEY: Key = Key::P;

/// The scenarios that leave a piece of the chosen sheet on a board, by their places.
pub fn places(bench: &mut Bench) -> Arc<Vec<usize>> {
    let made = bench.made();
    let sheet = bench.workshop.sheet.clone();
    if let Some(places) = bench.workshop.kept.places(made, sheet.as_ref()) {
        return places;
    }
    let positions = &bench.session.proofs().positions;
    let stand =
        |(at, it): (usize, &Position)| (!standing(bench, it.view()).is_empty()).then_some(at);
    let places: Arc<Vec<usize>> =
        Arc::new(positions.iter().enumerate().filter_map(stand).collect());
    bench.workshop.kept.keep_places(made, sheet, places.clone());
    places
}

/// The cells on which pieces of the chosen sheet stand.
pub fn standing(bench: &Bench, view: View) -> Vec<Cell> {
    let Some(sheet) = &bench.workshop.sheet else { return Vec::new() };
    let Some(made) = bench.prototype(view, &sheet.path, &sheet.id) else { return Vec::new() };
    let own = view.shown.state.pieces.iter().filter(|piece| piece.prototype == made);
    own.filter_map(|piece| piece.cell()).collect()
}

/// Shows the next position.
pub fn next(bench: &mut Bench) {
    let places = places(bench);
    let n = places.len() + usize::from(bench.view.is_some());
    bench.workshop.position = (place(bench, &places) + 1).checked_rem(n).unwrap_or(0);
}

/// Which position is shown: that of the match comes first. As long as none of the sheet stands
/// there, a scenario with one is more to look at.
fn place(bench: &Bench, places: &[usize]) -> usize {
    match bench.view {
        Some((view, _)) if bench.workshop.position == 0 && !places.is_empty() => {
            usize::from(standing(bench, view).is_empty())
        }
        _ => bench.workshop.position,
    }
}

/// What is shown: the match, or the end of a scenario with its name.
pub fn shown<'a>(
    bench: &Bench<'a>,
    places: &[usize],
) -> Option<(View<'a>, Lately<'a>, Option<&'a str>)> {
    let own = bench.view.map(|(view, lately)| (view, lately, None));
    let of_match = usize::from(own.is_some());
    let at = place(bench, places);
    let ended = || {
        let place = at.checked_sub(of_match).and_then(|at| places.get(at))?;
        let position = bench.session.proofs().positions.get(*place)?;
        Some((position.view(), bench.still, Some(position.name.as_str())))
    };
    ended().or(own)
}
