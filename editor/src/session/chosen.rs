//! What moves chose from lists: a record holds only places in a list that the question had, so that
//! the question is asked again. Lists of definitions are told to who chose alone: nobody else may
//! know them where the choice was a secret.

use harena_engine::decision::Listed;
use harena_engine::game::ArgKind;
use harena_engine::id::VerbId;
use harena_engine::telling::Table;
use harena_engine::timeline::{Move, Timeline};

use super::{Play, Session};

/// The lists from which a move chose pieces or definitions, with the places of the arguments that
/// did.
pub type Chosen = Vec<(usize, Listed)>;

impl Session {
    /// Looks up the lists from which moves chose several things, where that was not done yet.
    pub fn note_chosen(&mut self) {
        if self.play.as_mut().is_some_and(Play::note_chosen) {
            self.unhear();
        }
    }
}

impl Play {
    /// Asks the questions again that are answered with several things; whether there were any.
    fn note_chosen(&mut self) -> bool {
        let timeline = self.attended.timeline();
        let moments = timeline.moments_of(timeline.line());
        let moves = timeline.moves().iter().zip(moments).enumerate();
        let is_new = |(_, (it, moment)): &(usize, (&Move, usize))| {
            self.takes_several(it.action.verb) && !self.chosen.contains_key(moment)
        };
        let new: Vec<(usize, Move, usize)> =
            moves.filter(is_new).map(|(n, (it, moment))| (n, *it, moment)).collect();
        if new.is_empty() {
            return false;
        }
        let mut other = timeline.clone();
        for (n, made, moment) in new {
            let went = other.go_to(&mut self.host, n).is_ok();
            let lists = if went { lists_at(&other, &made) } else { Chosen::new() };
            self.chosen.insert(moment, lists);
        }
        true
    }

    /// Whether a verb takes several things, or amounts of them that the story tells.
    fn takes_several(&self, verb: VerbId) -> bool {
        let title = self.book.titles.title(Table::Verbs, verb.index()).unwrap_or_default();
        let kinds = self.game.verbs.get(verb.index());
        kinds.is_some_and(|kinds| {
            let spreads = kinds.contains(&ArgKind::Spread) && title.contains('{');
            kinds.contains(&ArgKind::Several) || spreads
        })
    }

    /// The lists from which the moves before the moment one looks at chose, in their order.
    pub fn chosen(&self) -> Vec<(Move, &[(usize, Listed)])> {
        let timeline = self.timeline();
        let moments = timeline.moments_of(timeline.line());
        let moves = timeline.moves().iter().zip(moments).take(timeline.n_done());
        let lists = |moment: usize| self.chosen.get(&moment).map_or(&[][..], Vec::as_slice);
        moves.map(|(it, moment)| (*it, lists(moment))).collect()
    }
}

/// The lists of pieces and definitions in the question that a move answered.
fn lists_at(timeline: &Timeline, made: &Move) -> Chosen {
    let mut asked = timeline.now.decisions().filter(|decision| decision.seat == made.seat);
    let group = asked.find_map(|it| it.groups.iter().find(|group| group.contains(&made.action)));
    let Some(group) = group else { return Chosen::new() };
    let is_told = |it: &&Listed| matches!(it.kind, ArgKind::Piece | ArgKind::Prototype);
    let listed = |at| group.dimension_at(at)?.listed().filter(is_told);
    let places = 0..made.action.args.as_slice().len();
    places.filter_map(|at| Some((at, listed(at)?.clone()))).collect()
}
