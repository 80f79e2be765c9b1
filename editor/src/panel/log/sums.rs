//! What a fight cost: how the first number of each seat stands before and after each line.

use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::Entry;
use harena_engine::state::State;
use harena_engine::view::sees_var;

use super::LogLine;
use crate::book::Book;
use crate::course::change;
use crate::panel::Desk;
use crate::text;

/// How the first number of each seat stands before something is told, and before the next thing is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    before: Vec<i32>,
    after: Vec<i32>,
}

/// The number of seats that is told first: what their pieces share, or what stands on top of their
/// panels.
pub fn first_number(game: &Game, book: &Book) -> Option<VarId> {
    let pool = game.combat.as_ref().and_then(|combat| combat.pool).map(|pool| pool.left);
    let is_shown = |at: &&usize| book.seat_vars.get(**at).is_some_and(|label| label.shown);
    let top = book.track_order.iter().find(is_shown).map(|at| VarId(*at as u8));
    pool.or(top)
}

/// Notes at each line how the first number of each seat stands.
pub fn note(lines: &mut [LogLine], entries: &[Entry], (game, book, last): (&Game, &Book, &State)) {
    let Some(var) = first_number(game, book) else { return };
    let start = game.seat_vars.get(var.index()).copied().unwrap_or(0);
    let mut values = vec![start; usize::from(last.n_seats)];
    let mut done = 0;
    let mut stand = |until: Option<usize>| {
        let told = entries.get(done..until.unwrap_or(entries.len())).unwrap_or(&[]);
        done = until.unwrap_or(done).max(done);
        for (seat, to) in told.iter().filter_map(|entry| change(game, last, (entry, var))) {
            if let Some(value) = values.get_mut(seat.index()) {
                *value = to.after(*value);
            }
        }
        values.clone()
    };
    let mut standings: Vec<Vec<i32>> = lines.iter().map(|line| stand(Some(line.entry))).collect();
    standings.push(stand(None));
    for (line, two) in lines.iter_mut().zip(standings.windows(2)) {
        if let [before, after] = two {
            line.standing = Standing { before: before.clone(), after: after.clone() };
        }
    }
}

/// What each seat won or lost from one line to another.
fn changes(first: &LogLine, last: &LogLine) -> Vec<i32> {
    let both = first.standing.before.iter().zip(&last.standing.after);
    both.map(|(before, after)| after - before).collect()
}

/// The hits and falls of some lines in one sentence, with what they cost.
pub fn told(desk: &Desk, lines: &[&LogLine]) -> String {
    let n_hits = lines.iter().filter(|line| line.hot && !line.falls).count();
    let n_falls = lines.iter().filter(|line| line.falls).count();
    let blows = text::blows(n_hits, n_falls);
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return blows };
    let (game, view) = (desk.view.game, desk.view);
    let Some(var) = first_number(game, view.book) else { return blows };
    let teller = view.teller();
    let cost = changes(first, last).into_iter().zip((0..game.n_seats).map(Seat));
    let seen = |seat: Seat| desk.sees_all || sees_var(game, desk.viewer, seat, var);
    let cost = cost.filter(|(by, seat)| *by != 0 && seen(*seat));
    let cost: Vec<String> =
        cost.map(|(by, seat)| format!("{} {}", teller.seat(seat), text::signed(by))).collect();
    if cost.is_empty() { blows } else { text::blows_and_cost(&blows, &cost.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fight_costs_what_lies_between_its_first_and_its_last_line() {
        let line = |before: [i32; 2], after: [i32; 2]| LogLine {
            standing: Standing { before: before.to_vec(), after: after.to_vec() },
            ..LogLine::default()
        };
        let (first, last) = (line([20, 17], [20, 15]), line([18, 15], [17, 15]));
        assert_eq!(changes(&first, &last), [-3, -2]);
        assert!(changes(&LogLine::default(), &last).is_empty());
    }
}
