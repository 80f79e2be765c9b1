//! What options begin with, and what their arguments name: for reasons, which speak of first
//! arguments.

use super::{Action, Args, Asked, Decision, Dimension, Explained, Group, Refusal};
use crate::game::{ArgKind, Game};
use crate::id::{Seat, VerbId};

impl Dimension {
    /// Lends every value of one of its places that names something.
    fn each_named(&self, place: usize, visit: &mut dyn FnMut(i32)) {
        match self {
            Dimension::One(value) => visit(*value),
            Dimension::Many(values) => values.iter().copied().for_each(visit),
            Dimension::Cells(cells) => cells.iter().for_each(|cell| visit(cell.0.into())),
            Dimension::Rows { values, .. } => {
                values
                    .chunks(self.width())
                    .filter_map(|row| row.get(place).copied())
                    .for_each(visit);
            }
            Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Listed(_) => {}
        }
    }
}

impl Group {
    /// Lends the pieces, or the cells, that its options name in arguments of this kind.
    pub fn each_named(&self, game: &Game, kind: ArgKind, mut visit: impl FnMut(i32)) {
        if self.is_empty() {
            return;
        }
        let kinds = game.verbs.get(self.verb.index()).map_or(&[][..], Vec::as_slice);
        let mut before = 0;
        for dimension in &self.dimensions {
            let is_meant = |place: &usize| kinds.get(before + place) == Some(&kind);
            for place in (0..dimension.width()).filter(is_meant) {
                dimension.each_named(place, &mut visit);
            }
            before += dimension.width();
        }
    }
}

impl Decision {
    /// Whether an option of a verb begins with these arguments.
    pub fn begins_with(&self, verb: VerbId, first: &Args) -> bool {
        self.groups.iter().any(|it| it.verb == verb && it.begins_with(first.as_slice()))
    }

    /// The first option of a verb that begins with these arguments. Only for telling about it:
    /// it looks through all options.
    pub fn first_with(&self, verb: VerbId, first: &Args) -> Option<Action> {
        let fits = |it: &&Group| it.verb == verb && it.begins_with(first.as_slice());
        let group = self.groups.iter().find(fits)?;
        let mut options = (0..group.count()).filter_map(|at| group.option(at));
        options.find(|action| action.args.as_slice().starts_with(first.as_slice()))
    }
}

/// Keeps what was said before the question of a seat was put, and after that of the one before, and
/// what came after all of them; each question with how much there was then.
fn keep_own<T>(said: &mut Vec<T>, ends: impl Iterator<Item = (Seat, usize)>, seat: Seat) {
    let mut is_own = Vec::with_capacity(said.len());
    for (other, to) in ends {
        is_own.resize(to.max(is_own.len()), other == seat);
    }
    let mut is_own = is_own.into_iter();
    said.retain(|_| is_own.next().unwrap_or(true));
}

impl Explained {
    /// Drops the reasons and remarks that belong to the questions of other seats.
    pub(crate) fn keep_those_of(&mut self, seat: Seat) {
        let asked = std::mem::take(&mut self.asked);
        let ends = |end: fn(&Asked) -> usize| asked.iter().map(move |it| (it.seat, end(it)));
        keep_own(&mut self.refusals, ends(|it| it.n_refusals), seat);
        keep_own(&mut self.notes, ends(|it| it.n_notes), seat);
    }

    /// Takes down that a question is put to a seat: what was said since the one before concerns it.
    pub(crate) fn put_to(&mut self, seat: Seat) {
        let (n_refusals, n_notes) = (self.refusals.len(), self.notes.len());
        self.asked.push(Asked { seat, n_refusals, n_notes });
    }

    /// Forgets what was said since the last question was put: there is no question to it.
    pub(crate) fn forget_unasked(&mut self) {
        let last = self.asked.last();
        let (n_refusals, n_notes) = last.map_or((0, 0), |it| (it.n_refusals, it.n_notes));
        self.refusals.truncate(n_refusals);
        self.notes.truncate(n_notes);
    }

    /// A reason for something that a decision offers: the two contradict each other.
    pub fn contradiction(&self, decision: &Decision) -> Option<&Refusal> {
        self.refusals.iter().find(|it| decision.begins_with(it.verb, &it.args))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::id::WordId;

    fn check(dimensions: Vec<Dimension>, first: &[i32], expected: bool) {
        let group = Group { verb: VerbId(1), dimensions };
        assert_eq!(group.begins_with(first), expected, "{first:?}");
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let args = first.iter().copied().collect();
        let found = decision.first_with(VerbId(1), &args);
        assert_eq!(found.is_some(), expected, "{first:?}");
        let begins = |action: Action| action.args.as_slice().starts_with(first);
        assert!(found.is_none_or(begins), "{first:?}");
    }

    #[test]
    fn options_begin_with_what_some_of_them_begin_with() {
        let cells = || Dimension::Cells([3, 5].into_iter().map(Cell).collect());
        let product = || vec![Dimension::Many(vec![1, 2]), cells(), Dimension::Facings(0b101)];
        check(product(), &[], true);
        check(product(), &[2], true);
        check(product(), &[2, 5], true);
        check(product(), &[2, 5, 2], true);
        check(product(), &[2, 5, 1], false);
        check(product(), &[2, 4], false);
        check(product(), &[3], false);
        check(product(), &[1, 3, 0, 0], false);
        let rows =
            || vec![Dimension::One(7), Dimension::Rows { width: 2, values: vec![1, 2, 4, 9] }];
        check(rows(), &[7, 4], true);
        check(rows(), &[7, 4, 9], true);
        check(rows(), &[7, 4, 2], false);
        check(rows(), &[7, 2], false);
    }
}
