//! One match of a series.

use std::collections::BTreeMap;

use harena_engine::codes;
use harena_engine::decision::Action;
use harena_engine::hash::Digest;
use harena_engine::id::{FactionId, PrototypeId, Seat, VerbId};
use harena_engine::state::Outcome;
use harena_engine::telling::seat_number;
use harena_engine::the_match::{ActError, Fault, Match, Waits};

use super::Plan;
use super::lead::Leads;
use super::story::{Chronicle, Story};
use crate::Table;
use crate::bot::Bot;

/// How a match of a series ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Over(Outcome),
    /// It was given up after too many decisions.
    Capped,
    /// The rules failed.
    Failed(Fault),
}

/// One match of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the series.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// How many decisions were taken.
    pub n_decisions: u32,
    /// Of them: left nothing to choose.
    pub n_forced: u32,
    /// How many options all decisions had together; of one decision a million count at most.
    pub n_options: u64,
    /// How many results and shuffles chance gave, those of the setup among them.
    pub n_chances: u64,
    /// How often the lead went over to another side; `None` if nobody looked or could say.
    pub lead_changes: Option<u32>,
    /// Who decided first.
    pub first: Option<Seat>,
    /// The faction of each seat, where it has one.
    pub factions: Vec<Option<FactionId>>,
    /// How it ended.
    pub ending: Ending,
    /// Whether it ended without one winning side, see [`is_draw`].
    pub is_draw: bool,
    /// What became of each sheet, by sheet and seat, if the plan wants it told.
    pub stories: BTreeMap<(PrototypeId, Seat), Story>,
    /// How often each verb was taken, likewise.
    pub verbs: BTreeMap<VerbId, u32>,
    /// The digest of its last state; of the state before the fault, if it failed.
    pub digest: Digest,
}

impl Played {
    /// A match of which nothing was played.
    fn begun(number: u64, seed: u64) -> Played {
        Played {
            number,
            seed,
            n_decisions: 0,
            n_forced: 0,
            n_options: 0,
            n_chances: 0,
            lead_changes: None,
            first: None,
            factions: Vec::new(),
            ending: Ending::Capped,
            is_draw: false,
            stories: BTreeMap::new(),
            verbs: BTreeMap::new(),
            digest: Digest(0),
        }
    }
}

/// More options of one decision than this tell no more of how wide a game is.
const MOST_OPTIONS: u64 = 1_000_000;

/// One match in so many is played twice: its steps, run again, must lead to the same place.
pub const VERIFIED: u64 = 64;
/// While a match is played again, every so many actions the rules are also asked for reasons, and
/// every so many the match goes on as a copy, whose steps begin anew.
const DETOURS: usize = 8;

/// Whether a match of a plan is played twice: one in so many, and the first of each shard.
fn is_verified(plan: &Plan, number: u64) -> bool {
    number.is_multiple_of(VERIFIED) || number == plan.shard
}

/// Plays one match of a plan in the memory of a match that was played before. Every so often it
/// is played again with the same actions, to see whether the rules keep anything in mind. `None`
/// if it was to stop before the match came to its end.
pub fn play(
    (plan, number): (&Plan, u64),
    table: &mut Table,
    the_match: &mut Match,
    stops: &dyn Fn() -> bool,
) -> Option<Played> {
    let mut line = Vec::new();
    let mut played = play_once((plan, number), (table, the_match), stops, &mut line)?;
    if is_verified(plan, number)
        && matches!(played.ending, Ending::Over(_))
        && let Some(fault) = verify(&played, plan, (table, the_match), &line)
    {
        (played.ending, played.is_draw) = (Ending::Failed(fault), false);
    }
    Some(played)
}

/// Takes the same actions again, on other ways through the steps; why the match does not end where
/// it did.
fn verify(
    played: &Played,
    plan: &Plan,
    (table, the_match): (&mut Table, &mut Match),
    line: &[(Seat, Action)],
) -> Option<Fault> {
    the_match.begin_again(plan.line_up_of(played.number).setup(played.seed));
    let again = line.iter().enumerate().try_for_each(|(at, (seat, action))| {
        the_match.advance(&mut *table.rules)?;
        if at % DETOURS == DETOURS / 2 {
            the_match.explained(&mut *table.rules)?;
        } else if at % DETOURS == 1 {
            *the_match = the_match.fork();
        }
        take(the_match, *seat, *action)
    });
    let again = again.and_then(|()| the_match.advance(&mut *table.rules).map(|_| ()));
    let told = match again {
        Ok(()) if the_match.digest() == played.digest => return None,
        Ok(()) => "it ends elsewhere".to_owned(),
        Err(fault) if fault.is_undecided() => return Some(fault),
        Err(fault) => fault.to_string(),
    };
    let message = format!("played again with the same actions, the match differs: {told}");
    let hint = "`harena check` looks for what the rules keep in mind".into();
    Some(Fault { hint, ..Fault::new(codes::PLAYED_OTHERWISE, message) })
}

/// Plays a match once; without checkpoints where no bot goes back, and with them if that was not
/// enough.
fn play_once(
    (plan, number): (&Plan, u64),
    (table, the_match): (&mut Table, &mut Match),
    stops: &dyn Fn() -> bool,
    line: &mut Vec<(Seat, Action)>,
) -> Option<Played> {
    let (line_up, seed) = (plan.line_up_of(number), plan.seed_of(number));
    let mut bots = line_up.seated(seed);
    the_match.begin_again(line_up.setup(seed));
    if table.rules.goes_on() && bots.iter().all(|bot| bot.plays_straight()) {
        the_match.play_straight();
        let played = play_on((plan, number), (table, the_match, &mut bots), stops, line)?;
        if !the_match.missed_checkpoint() {
            return Some(played);
        }
        line.clear();
        bots = line_up.seated(seed);
        the_match.begin_again(line_up.setup(seed));
    }
    play_on((plan, number), (table, the_match, &mut bots), stops, line)
}

fn play_on(
    (plan, number): (&Plan, u64),
    (table, the_match, bots): (&mut Table, &mut Match, &mut [Box<dyn Bot>]),
    stops: &dyn Fn() -> bool,
    line: &mut Vec<(Seat, Action)>,
) -> Option<Played> {
    let (is_verified, seed) = (is_verified(plan, number), plan.seed_of(number));
    let (mut n_decisions, mut n_forced, mut n_options, mut first) = (0, 0, 0, None);
    let mut chronicle = plan.stories.then(Chronicle::default);
    let is_watched = plan.stories || !bots.iter().all(|bot| bot.plays_straight());
    let mut leads = is_watched.then(Leads::default);
    let ending = loop {
        match the_match.advance(&mut *table.rules) {
            Err(fault) => break Ending::Failed(fault),
            Ok(Waits::Over) => break over(the_match),
            Ok(Waits::ForDecisions) => {}
        }
        if n_decisions >= plan.max_decisions {
            break Ending::Capped;
        }
        if stops() {
            return None;
        }
        if let Some(Err(fault)) = leads.as_mut().map(|it| it.look(the_match, &mut *table.rules)) {
            break Ending::Failed(fault);
        }
        n_decisions += 1;
        if let Some(decision) = the_match.decision() {
            let n = decision.count();
            n_forced += u32::from(n == 1);
            n_options += n.min(MOST_OPTIONS);
            first = first.or(Some(decision.seat));
        }
        match decide(the_match, table, bots, chronicle.as_mut()) {
            Ok(taken) if is_verified => line.extend(taken),
            Ok(_) => {}
            Err(fault) => break Ending::Failed(fault),
        }
    };
    let factions = factions(the_match);
    let is_draw = the_match.outcome().is_some_and(|it| is_draw(it, &the_match.state().teams));
    let digest = the_match.digest();
    let n_chances = the_match.state().chance.taken();
    let lead_changes = leads.and_then(|it| it.n_changes());
    let mut chronicle = chronicle.unwrap_or_default();
    let verbs = std::mem::take(&mut chronicle.verbs);
    let stories = if plan.stories { chronicle.end(the_match.state()) } else { BTreeMap::new() };
    let told = Played { stories, verbs, n_chances, lead_changes, ..Played::begun(number, seed) };
    let counted = Played { n_decisions, n_forced, n_options, first, ..told };
    Some(Played { factions, ending, is_draw, digest, ..counted })
}

/// Whether a match ended without one winning side: nobody wins, or seats that are no allies share
/// the first place. A draw is a win for nobody, however many seats play and share it; allies who
/// win together win, even if that is everybody at the table.
pub fn is_draw(outcome: &Outcome, teams: &[u8]) -> bool {
    let is_winner = |seat: usize| outcome.winners & 1u16.checked_shl(seat as u32).unwrap_or(0) != 0;
    let mut sides = teams.iter().enumerate().filter(|(seat, _)| is_winner(*seat));
    match sides.next() {
        Some((_, first)) => sides.any(|(_, side)| side != first),
        None => true,
    }
}

fn over(the_match: &Match) -> Ending {
    match the_match.outcome() {
        Some(outcome) => Ending::Over(outcome.clone()),
        None => {
            Ending::Failed(Fault::new(codes::UNFINISHED, "the match is over without an outcome"))
        }
    }
}

/// Lets a bot answer the first decision waited for; what it took.
fn decide(
    the_match: &mut Match,
    table: &mut Table,
    bots: &mut [Box<dyn Bot>],
    chronicle: Option<&mut Chronicle>,
) -> Result<Option<(Seat, Action)>, Fault> {
    let Some(decision) = the_match.decision() else { return Ok(None) };
    let seat = decision.seat;
    let nobody = || Fault::new(codes::NOBODY_PLAYS, format!("nobody plays {}", seat_number(seat)));
    let bot = bots.get_mut(seat.index()).ok_or_else(nobody)?;
    let action = match bot.choose_at_once(decision) {
        Some(action) => action,
        None => {
            let decision = decision.clone();
            bot.choose(the_match, &mut *table.rules, &decision)?
        }
    };
    if let (Some(chronicle), Some(decision)) = (chronicle, the_match.decision()) {
        chronicle.look(the_match.state());
        chronicle.heed(the_match, decision, &action);
    }
    take(the_match, seat, action)?;
    Ok(Some((seat, action)))
}

fn take(the_match: &mut Match, seat: Seat, action: Action) -> Result<(), Fault> {
    the_match.choose(seat, action).map_err(|error| match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new(codes::NOT_OFFERED, format!("a bot took what is not offered: {other}"))
        }
    })
}

/// The faction of each seat: that of the setup, else that of most pieces it owns.
fn factions(the_match: &Match) -> Vec<Option<FactionId>> {
    let game = &the_match.game;
    if game.factions.is_empty() {
        return vec![None; usize::from(game.n_seats)];
    }
    let fixed = |seat: u8| the_match.setup.factions.get(usize::from(seat)).copied().flatten();
    let owned = |seat: u8| the_match.state().faction_of(game, Seat(seat));
    (0..game.n_seats).map(|seat| fixed(seat).or_else(|| owned(seat))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_a_match_without_one_winning_side() {
        let check = |winners: u16, teams: &[u8], expected: bool| {
            let outcome = Outcome {
                winners,
                scores: Vec::new(),
                parts: Vec::new(),
                reason: Default::default(),
            };
            assert_eq!(is_draw(&outcome, teams), expected, "{winners:b} {teams:?}");
        };
        check(0, &[0, 1], true);
        check(0b01, &[0, 1], false);
        check(0b11, &[0, 1], true);
        check(0b011, &[0, 1, 2], true);
        check(0b111, &[0, 1, 2], true);
        check(0b100, &[0, 1, 2], false);
        check(0b0101, &[0, 1, 0, 1], false);
        check(0b1111, &[0, 1, 0, 1], true);
        check(0b11, &[0, 0], false);
        check(0, &[0, 0], true);
    }
}
