//! Looking for what goes wrong: matches driven to where few have been, and what was found made as
//! short as it can be.
//!
//! A hunter takes, of a few options, the one whose words were taken least often in the whole hunt,
//! and now and then the one that sets off the longest chain of steps. Matches are played one after
//! the other, each knowing what those before it have tried, so a hunt depends on its seed alone.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::chance::{Rng, mix};
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::game::ArgKind;
use harena_engine::id::{FactionId, PieceId, PrototypeId, Seat};
use harena_engine::the_match::{Fault, Match, Rules, Setup, Waits};

use crate::Table;
use crate::bot::below;
use crate::series::{Chronicle, unused};

mod forced;
mod shrink;

pub use forced::{Force, Forced, Looks};
use forced::{Line, Lookout};
pub use shrink::shrunk;

/// So many options are looked at before one is taken.
const TRIED: usize = 4;
/// One decision in so many is taken by chance alone.
const BY_CHANCE: u32 = 8;
/// One in so many goes where most happens.
const BY_LENGTH: u32 = 6;

/// What goes wrong in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The rules fail, or use up what a step may use: a loop without end is one of these.
    Fails(Fault),
    /// The match does not end.
    Stalls,
    /// The match is over before a seat could choose between two options.
    Decided(Seat),
    /// A piece of this sheet was made and is nowhere while somebody is asked, or at the end: neither
    /// on the board, nor in a zone, nor taken out of the match.
    Loses(PrototypeId),
    /// A seat wins whatever the others do, before everybody has chosen a few times.
    Wins(Forced),
}

impl Flaw {
    /// Whether another flaw is the same one, elsewhere.
    pub fn is_like(&self, other: &Flaw) -> bool {
        match (self, other) {
            (Flaw::Fails(one), Flaw::Fails(other)) => {
                one.code == other.code && place(one) == place(other)
            }
            (Flaw::Stalls, Flaw::Stalls) | (Flaw::Decided(_), Flaw::Decided(_)) => true,
            (Flaw::Loses(one), Flaw::Loses(other)) => one == other,
            (Flaw::Wins(one), Flaw::Wins(other)) => one.seat == other.seat,
            (Flaw::Fails(_) | Flaw::Stalls | Flaw::Decided(_), _) => false,
            (Flaw::Loses(_) | Flaw::Wins(_), _) => false,
        }
    }
}

/// What a fault says, without the numbers in it: two that differ in those are one.
fn place(fault: &Fault) -> String {
    fault.to_string().chars().filter(|it| !it.is_ascii_digit()).collect()
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What goes wrong.
    pub flaw: Flaw,
    /// How the match is set up.
    pub setup: Setup,
    /// What was done until then; and where a seat wins by force, how it goes to the end if the
    /// others hold out.
    pub line: Vec<(Seat, Action)>,
    /// How many actions it took before it was made short.
    pub n_before: usize,
    /// In how many matches of the hunt it was met.
    pub n_met: u32,
}

/// What is hunted.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// How many matches are played.
    pub n_matches: u32,
    /// From this everything follows.
    pub seed: u64,
    /// The factions of each seat, in turn. Not empty.
    pub factions: Vec<Vec<Option<FactionId>>>,
    /// A match that takes more decisions does not end.
    pub max_decisions: u32,
    /// Which wins by force are looked for.
    pub force: Force,
}

/// What a hunt has brought home.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    /// Everything that goes wrong, each once, as short as it was found.
    pub findings: Vec<Finding>,
    /// Sheets with copies that never came onto the board and that nobody chose, although others of
    /// their kind did: cards that only lie somewhere and count have no other use.
    pub dead: Vec<PrototypeId>,
    /// How many matches were played.
    pub n_matches: u32,
    /// How many decisions were taken.
    pub n_decisions: u64,
    /// Where wins by force were looked for.
    pub looks: Looks,
}

impl Bag {
    /// Adds what went wrong in a match, made short if nothing like it is known.
    fn add(&mut self, found: Finding, table: &mut Table, hunt: &Hunt) {
        match self.findings.iter_mut().find(|it| it.flaw.is_like(&found.flaw)) {
            Some(known) => known.n_met += 1,
            None => self.findings.push(shrunk(found, table, hunt.max_decisions)),
        }
    }
}

/// Hunts, until everything is played or `stops` says so.
///
/// # Errors
/// A match that the guard of time ended: nothing follows from a clock.
pub fn hunt(hunt: &Hunt, table: &mut Table, stops: &dyn Fn(u32) -> bool) -> Result<Bag, Fault> {
    let mut bag = Bag::default();
    let mut so_far = SoFar { taken: Taken::default(), lookout: Lookout::new(hunt.force) };
    let (mut used, mut factions) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..hunt.n_matches {
        if stops(number) {
            break;
        }
        let at = number as usize % hunt.factions.len().max(1);
        let seed = mix(hunt.seed ^ mix(u64::from(number) + 1)) >> 11;
        let setup = Setup {
            seed,
            factions: hunt.factions.get(at).cloned().unwrap_or_default(),
            ..Setup::default()
        };
        factions.extend(setup.factions.iter().copied().flatten());
        let chased = chase(table, (&setup, hunt.max_decisions), &mut so_far);
        bag.n_matches += 1;
        bag.n_decisions += chased.line.len() as u64;
        used.extend(chased.used);
        if let Some((forced, line)) = chased.forced {
            let (flaw, setup, n_before) = (Flaw::Wins(forced), setup.clone(), line.len());
            bag.add(Finding { flaw, setup, line, n_before, n_met: 1 }, table, hunt);
        }
        let Some(flaw) = chased.flaw else { continue };
        if let Flaw::Fails(fault) = &flaw
            && fault.is_undecided()
        {
            return Err(fault.clone());
        }
        let (n_before, line) = (chased.line.len(), chased.line);
        bag.add(Finding { flaw, setup, line, n_before, n_met: 1 }, table, hunt);
    }
    bag.looks = so_far.lookout.looks;
    bag.dead = unused(&table.game, &used, &factions);
    Ok(bag)
}

/// What the matches of a hunt know of those before them.
struct SoFar {
    taken: Taken,
    lookout: Lookout,
}

/// How often options with each word were taken.
#[derive(Debug, Default)]
struct Taken(BTreeMap<(u16, u16, u8, i32), u32>);

impl Taken {
    /// The words of an option: pieces count as their sheets, so that it does not matter which.
    fn words(
        the_match: &Match,
        decision: &Decision,
        action: &Action,
    ) -> impl Iterator<Item = (u16, u16, u8, i32)> {
        let verb = u16::from(action.verb.0);
        let prompt = decision.prompt.0;
        let kinds = the_match.game.verbs.get(action.verb.index()).cloned().unwrap_or_default();
        let state = the_match.state();
        let args: Vec<i32> = action.args.as_slice().to_vec();
        let word = move |(at, arg): (usize, i32)| {
            let is_piece = kinds.get(at) == Some(&ArgKind::Piece);
            let piece = PieceId::read(arg).filter(|_| is_piece);
            let arg = piece.map_or(arg, |id| i32::from(state.piece(id).prototype.0));
            (prompt, verb, at as u8 + 1, arg)
        };
        std::iter::once((prompt, verb, 0, 0)).chain(args.into_iter().enumerate().map(word))
    }

    /// How well known an option is: the seldomest of its words counts.
    fn known(&self, the_match: &Match, decision: &Decision, action: &Action) -> u32 {
        let counts = Taken::words(the_match, decision, action);
        counts.map(|word| self.0.get(&word).copied().unwrap_or(0)).min().unwrap_or(0)
    }

    fn note(&mut self, the_match: &Match, decision: &Decision, action: &Action) {
        for word in Taken::words(the_match, decision, action) {
            *self.0.entry(word).or_default() += 1;
        }
    }
}

/// A match of the hunt.
struct Chased {
    flaw: Option<Flaw>,
    /// The first win by force, and what is done until then and to the end.
    forced: Option<(Forced, Line)>,
    line: Line,
    used: Vec<PrototypeId>,
}

fn chase(table: &mut Table, (setup, most): (&Setup, u32), so_far: &mut SoFar) -> Chased {
    let SoFar { taken, lookout } = so_far;
    let mut the_match = Match::new(table.game.clone(), setup.clone());
    let mut rng = Rng::seeded(mix(setup.seed ^ 0x4075));
    let mut chronicle = Chronicle::default();
    let (mut line, mut forced) = (Line::new(), None);
    let mut chosen = vec![0u32; usize::from(table.game.n_seats)];
    let flaw = loop {
        match the_match.advance(&mut *table.rules) {
            Err(fault) => break Some(Flaw::Fails(fault)),
            Ok(Waits::Over) => break lost(&the_match).or_else(|| decided(&the_match, &chosen)),
            Ok(Waits::ForDecisions) => {}
        }
        if let Some(flaw) = lost(&the_match) {
            break Some(flaw);
        }
        if line.len() >= most as usize {
            break Some(Flaw::Stalls);
        }
        let Some(decision) = the_match.decision().cloned() else { break None };
        chronicle.look(the_match.state());
        if forced.is_none() {
            let found = lookout.look((&the_match, &decision), &mut *table.rules, &chosen);
            forced = found
                .map(|(it, end)| (Forced { after: line.len(), ..it }, [&line[..], &end].concat()));
        }
        count(&mut chosen, &decision);
        let Some(action) = choose((&mut the_match, &decision), table, taken, &mut rng) else {
            break None;
        };
        taken.note(&the_match, &decision, &action);
        chronicle.heed(&the_match, &decision, &action);
        line.push((decision.seat, action));
        if let Err(error) = the_match.choose(decision.seat, action) {
            break Some(Flaw::Fails(Fault::new(codes::NOT_OFFERED, error.to_string())));
        }
    };
    let used = chronicle.end(the_match.state()).into_keys().map(|(sheet, _)| sheet).collect();
    Chased { flaw, forced, line, used }
}

/// The first piece that is nowhere.
fn lost(the_match: &Match) -> Option<Flaw> {
    let state = the_match.state();
    state.lost().next().map(|id| Flaw::Loses(state.piece(id).prototype))
}

/// The first seat that never had a choice in a match that somebody won.
fn decided(the_match: &Match, chosen: &[u32]) -> Option<Flaw> {
    let is_won = the_match.outcome().is_some_and(|it| it.winners != 0);
    let idle = chosen.iter().position(|n| *n == 0);
    idle.filter(|_| is_won && chosen.len() > 1).map(|seat| Flaw::Decided(Seat(seat as u8)))
}

/// Counts a choice of the seat that decides, if it has one.
fn count(chosen: &mut [u32], decision: &Decision) {
    if let Some(n) = chosen.get_mut(decision.seat.index()) {
        *n += u32::from(decision.count() > 1);
    }
}

fn choose(
    (the_match, decision): (&mut Match, &Decision),
    table: &mut Table,
    taken: &Taken,
    rng: &mut Rng,
) -> Option<Action> {
    let any = |rng: &mut Rng| decision.option(below(rng, decision.count()));
    if decision.count() == 1 || rng.below(BY_CHANCE) == 0 {
        return any(rng);
    }
    let options: Vec<Action> = (0..TRIED).filter_map(|_| any(rng)).collect();
    if rng.below(BY_LENGTH) > 0 {
        return options.into_iter().min_by_key(|it| taken.known(the_match, decision, it));
    }
    let mut longest: Option<(u32, Action)> = None;
    for option in options {
        let length = length_of((the_match, decision.seat), &mut *table.rules, option);
        if longest.is_none_or(|(most, _)| length > most) {
            longest = Some((length, option));
        }
    }
    longest.map(|(_, option)| option)
}

/// How many steps an option sets off; one that fails is the longest.
fn length_of((the_match, seat): (&Match, Seat), rules: &mut dyn Rules, action: Action) -> u32 {
    let mut copy = the_match.fork();
    match copy.choose(seat, action).is_ok() {
        true => copy.advance(rules).map_or(u32::MAX, |_| copy.n_begun()),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::game::{Game, Prototype};
    use harena_engine::id::KindId;

    use crate::sample_game::{Flaw as Planted, flawed_table};

    const FORCE: Force = Force { n_choices: 2, opening: 2 };

    fn bag(flaw: Planted, n_matches: u32) -> Bag {
        let factions = vec![[0, 1].map(|id| Some(FactionId(id))).to_vec()];
        let plan = Hunt { n_matches, seed: 4, factions, max_decisions: 60, force: FORCE };
        hunt(&plan, &mut flawed_table(flaw), &|_| false).unwrap()
    }

    #[test]
    fn a_sound_game_has_no_flaw() {
        let bag = bag(Planted::None, 30);
        assert_eq!((bag.n_matches, bag.findings.len(), bag.dead.len()), (30, 0, 0), "{bag:?}");
    }

    /// The third card fails: two bids, and two turns with their dares before it. The last action
    /// is the third card itself, so no list of fewer than seven gets there.
    #[test]
    fn a_fault_is_found_once_and_made_short() {
        let bag = bag(Planted::Fails, 12);
        let [finding] = bag.findings.as_slice() else { panic!("{bag:?}") };
        assert!(matches!(&finding.flaw, Flaw::Fails(fault) if fault.code == "H0401"));
        assert_eq!((finding.line.len(), finding.n_met), (7, 12));
    }

    /// Two bids, and two turns with their dares before the third card, which is the seventh action.
    #[test]
    fn pieces_that_are_nowhere_are_found() {
        let bag = bag(Planted::Drops, 12);
        assert!(!bag.findings.is_empty(), "{bag:?}");
        for finding in &bag.findings {
            assert!(matches!(finding.flaw, Flaw::Loses(_)), "{finding:?}");
            assert_eq!(finding.line.len(), 7, "{finding:?}");
        }
    }

    #[test]
    fn matches_that_do_not_end_are_found() {
        let bag = bag(Planted::Endless, 3);
        assert_eq!(bag.findings.len(), 1);
        assert_eq!((&bag.findings[0].flaw, bag.findings[0].line.len()), (&Flaw::Stalls, 60));
    }

    #[test]
    fn sheets_are_dead_beside_others_of_their_kind() {
        let sheet = |kind: u8, copies, faction: Option<u8>| Prototype {
            kind: KindId(kind),
            copies,
            faction: faction.map(FactionId),
            ..Prototype::default()
        };
        let sheets = [
            sheet(0, 2, None),
            sheet(0, 2, None),
            sheet(0, 0, None),
            sheet(0, 1, Some(3)),
            sheet(1, 4, None),
        ];
        let game = Game { prototypes: sheets.to_vec(), ..Game::default() };
        let of = |used: &[u16]| {
            let used = used.iter().copied().map(PrototypeId).collect();
            let dead = unused(&game, &used, &BTreeSet::from([FactionId(1)]));
            dead.into_iter().map(|it| it.0).collect::<Vec<_>>()
        };
        assert_eq!(of(&[0]), [1], "no copies, a faction that stays away, a kind without a use");
        assert_eq!(of(&[0, 4]), [1]);
        assert_eq!(of(&[0, 1]), [0; 0]);
    }

    #[test]
    fn a_clock_finds_nothing() {
        let factions = vec![[0, 1].map(|id| Some(FactionId(id))).to_vec()];
        let plan = Hunt { n_matches: 3, seed: 4, factions, max_decisions: 60, force: FORCE };
        let fault = hunt(&plan, &mut flawed_table(Planted::TooSlow), &|_| false).unwrap_err();
        assert!(fault.is_undecided());
    }
}
