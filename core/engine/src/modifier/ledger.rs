//! Where a number or a status comes from.

use serde::{Deserialize, Serialize};

use super::{Aura, Derived, Gift, each_target};
use crate::game::{Game, Prototype, Reprint};
use crate::id::*;
use crate::state::State;

/// What a line of a ledger comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// It is printed on the piece.
    Printed,
    /// A marker on the piece.
    Mark(MarkId),
    /// An aura of this piece.
    Aura(PieceId),
    /// An effect set it on the piece.
    Effect,
    /// A pack changed what is printed: the one with this number among
    /// [`Prototype::reprints`](crate::game::Prototype::reprints).
    Reprint(u8),
}

/// One line of the ledger of a stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it adds.
    pub amount: i16,
    /// Where it comes from.
    pub cause: Cause,
}

/// The base of a stat and everything that changes it now; the amounts add up to
/// [`Derived::stat`].
pub fn ledger(
    game: &Game,
    state: &State,
    derived: &Derived,
    id: PieceId,
    stat: StatId,
) -> Vec<Line> {
    let prototype = game.prototype(state.piece(id).prototype);
    let printed = prototype.stats.get(stat.index()).copied().unwrap_or(0);
    let mut lines = printed_lines(prototype, printed, |it| it.stats.get(stat.index()).copied());
    for mark in state.marks.iter().filter(|mark| mark.on == id) {
        let Some(rule) = game.marks.get(mark.kind.index()) else { continue };
        for (_, amount) in rule.adds.iter().filter(|(which, _)| *which == stat) {
            let amount = amount.saturating_mul(mark.n);
            lines.push(Line { amount, cause: Cause::Mark(mark.kind) });
        }
    }
    each_aura_on(game, state, derived, id, |source, aura| {
        if let Gift::Stat(which, amount) = aura.gives
            && which == stat
        {
            lines.push(Line { amount, cause: Cause::Aura(source) });
        }
    });
    lines
}

/// What is printed now: what its own pack prints, and what others added to it.
fn printed_lines(
    prototype: &Prototype,
    printed: i16,
    added: impl Fn(&Reprint) -> Option<i16>,
) -> Vec<Line> {
    let of_packs = (0..=u8::MAX).zip(&prototype.reprints).filter_map(|(n, it)| {
        let amount = added(it).filter(|amount| *amount != 0)?;
        Some(Line { amount, cause: Cause::Reprint(n) })
    });
    let mut lines: Vec<Line> = of_packs.collect();
    let own = lines.iter().fold(printed, |left, line| left.saturating_sub(line.amount));
    lines.insert(0, Line { amount: own, cause: Cause::Printed });
    lines
}

/// As [`ledger`] for a number on a printed side: the amounts add up to
/// [`Scene::side`](crate::filter::Scene::side).
pub fn side_ledger(
    game: &Game,
    state: &State,
    derived: &Derived,
    id: PieceId,
    (stat, side): (SideStatId, usize),
) -> Vec<Line> {
    let prototype = game.prototype(state.piece(id).prototype);
    let changed =
        |it: &'_ Reprint| it.sides.get(stat.index()).and_then(|row| row.get(side)).copied();
    let mut lines = printed_lines(prototype, prototype.side(stat, side), changed);
    for mark in state.marks.iter().filter(|mark| mark.on == id) {
        let Some(rule) = game.marks.get(mark.kind.index()) else { continue };
        for (_, amount) in rule.adds_sides.iter().filter(|(which, _)| *which == stat) {
            let amount = amount.saturating_mul(mark.n);
            lines.push(Line { amount, cause: Cause::Mark(mark.kind) });
        }
    }
    each_aura_on(game, state, derived, id, |source, aura| {
        if let Gift::Side(which, amount) = aura.gives
            && which == stat
        {
            lines.push(Line { amount, cause: Cause::Aura(source) });
        }
    });
    lines
}

/// Everything that gives a piece a status now; empty if it does not have it.
pub fn status_causes(
    game: &Game,
    state: &State,
    derived: &Derived,
    id: PieceId,
    status: StatusId,
) -> Vec<Cause> {
    let bit = status.index();
    if !derived.has(id, status) {
        return Vec::new();
    }
    let mut causes = Vec::new();
    if game.prototype(state.piece(id).prototype).statuses.has(bit) {
        causes.push(Cause::Printed);
    }
    if state.statuses(id).has(bit) {
        causes.push(Cause::Effect);
    }
    let gives = |kind: MarkId| game.marks.get(kind.index()).is_some_and(|m| m.gives.has(bit));
    let marks = state.marks.iter().filter(|mark| mark.on == id && gives(mark.kind));
    causes.extend(marks.map(|mark| Cause::Mark(mark.kind)));
    each_aura_on(game, state, derived, id, |source, aura| {
        if aura.gives == Gift::Status(status) {
            causes.push(Cause::Aura(source));
        }
    });
    causes
}

fn each_aura_on(
    game: &Game,
    state: &State,
    derived: &Derived,
    id: PieceId,
    mut found: impl FnMut(PieceId, &Aura),
) {
    for source in derived.present() {
        let stopped = |aura: &&Aura| derived.statuses(source.id).meets(aura.stopped_by);
        let auras = &game.prototype(state.piece(source.id).prototype).auras;
        for aura in auras.iter().filter(|aura| !stopped(aura)) {
            let mut reached = false;
            each_target(game, state, (source.id, source.cell), aura, |t| reached |= t == id);
            if reached {
                found(source.id, aura);
            }
        }
    }
}
