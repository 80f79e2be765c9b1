//! What every game must pass, whoever wrote it.
//!
//! The battery plays random matches and looks at them from all sides: loaded twice, a game plays
//! the same; matches end; options are complete, sorted and none twice; a copy, a saved and loaded
//! match, one undone and redone, one replayed from its record and one under freshly loaded rules
//! all go on exactly as the match itself; and what a seat cannot see changes neither what it may
//! do nor what a bot does for it. Whatever fails is told in a sentence with the seed.

mod law;
mod moment;
mod options;
mod secrets;
mod whole;

use std::collections::BTreeMap;

use harena_engine::chance::mix;
use harena_engine::decision::Action;
use harena_engine::id::{FactionId, Seat, StepId};
use harena_engine::the_match::{Fault, Match, Setup, Waits};
use harena_engine::{Code, codes};

pub use law::{Example, Missing, Reasons};

use crate::Table;
use crate::bot::{Bot, BotKind};

/// One thing the battery looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The rules run without a fault.
    Runs,
    /// Random matches end.
    Ends,
    /// Loaded twice, the game plays the same.
    LoadsTwiceEqual,
    /// There are options, sorted, none twice, and the default is one of them.
    Options,
    /// A copy goes on as the match does.
    Copies,
    /// So does a match saved and loaded in the middle of whatever it was doing.
    Saves,
    /// Undoing and redoing lead back to the same place.
    Undoes,
    /// The written record leads to the same match.
    Replays,
    /// The match goes on under freshly loaded rules.
    Reloads,
    /// What a seat cannot see changes neither its options nor a bot's choice.
    Hides,
    /// Judging and explaining a position leave it as it is.
    OnlyReads,
    /// What is offered is not refused.
    OneLaw,
    /// The matches of a check take no more work than a check may cost.
    Affords,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 13] = [
        Check::Runs,
        Check::Ends,
        Check::LoadsTwiceEqual,
        Check::Options,
        Check::Copies,
        Check::Saves,
        Check::Undoes,
        Check::Replays,
        Check::Reloads,
        Check::Hides,
        Check::OnlyReads,
        Check::OneLaw,
        Check::Affords,
    ];

    /// The code of a finding of this check, with a section in `docs/errors`.
    pub fn code(self) -> Code {
        match self {
            Check::Runs => codes::RULES_FAIL,
            Check::Ends => codes::NO_END,
            Check::LoadsTwiceEqual => codes::LOADED_OTHERWISE,
            Check::Options => codes::OPTIONS_UNORDERED,
            Check::Copies => codes::COPY_DIFFERS,
            Check::Saves => codes::SAVED_DIFFERS,
            Check::Undoes => codes::UNDO_DIFFERS,
            Check::Replays => codes::REPLAY_DIFFERS,
            Check::Reloads => codes::RELOAD_DIFFERS,
            Check::Hides => codes::HIDDEN_SHOWS,
            Check::OnlyReads => codes::JUDGING_CHANGES,
            Check::Affords => codes::CHECK_TOO_DEAR,
            Check::OneLaw => codes::OFFERED_AND_REFUSED,
        }
    }
}

/// Something a game does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which check.
    pub check: Check,
    /// What is wrong, one clause without a full stop.
    pub sentence: String,
    /// The seed of the match in which it was found.
    pub seed: u64,
    /// After how many actions.
    pub n_actions: u32,
    /// The factions that were named for the seats of that match; empty if none were.
    pub factions: Vec<Option<FactionId>>,
    /// The fault, if the rules failed.
    pub fault: Option<Fault>,
    /// The file and line of the mistake, or else of the step that asks where it was found.
    pub place: Option<(String, u32)>,
    /// That step.
    pub step: Option<StepId>,
}

/// How thoroughly to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// From this the seeds of the matches follow.
    pub seed: u64,
    /// Matches looked at from all sides, decision by decision.
    pub n_deep: u32,
    /// Further matches that are only played to their end.
    pub n_played: u32,
    /// A match must end within so many decisions.
    pub max_decisions: u32,
    /// In a deep match, so many decisions are looked at, spread evenly; all, if there are fewer.
    pub max_moments: u32,
    /// So much work of scripts is done, see [`Rules::work`](harena_engine::the_match::Rules::work).
    pub max_work: u64,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth {
            seed: 1,
            n_deep: 2,
            n_played: 30,
            max_decisions: 10_000,
            max_moments: 400,
            max_work: u64::MAX,
        }
    }
}

/// What the battery did, for people who want to know how far to trust it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Everything that was found, at most once a check.
    pub findings: Vec<Finding>,
    /// Matches played.
    pub n_matches: u32,
    /// Decisions taken.
    pub n_decisions: u64,
    /// Decisions looked at from all sides.
    pub n_moments: u64,
    /// Work the scripts did.
    pub work: u64,
    /// How much of what was not offered had a reason.
    pub reasons: Reasons,
}

impl Outcome {
    fn note(&mut self, finding: Option<Finding>) {
        if let Some(finding) = finding
            && self.findings.iter().all(|other| other.check != finding.check)
        {
            self.findings.push(finding);
        }
    }

    /// Adds what was done and found elsewhere.
    pub fn merge(&mut self, other: Outcome) {
        self.n_matches += other.n_matches;
        self.n_decisions += other.n_decisions;
        self.n_moments += other.n_moments;
        self.work += other.work;
        self.reasons.merge(other.reasons);
        other.findings.into_iter().for_each(|finding| self.note(Some(finding)));
    }
}

/// After so many matches that did not come to their end no more are played: what fails is known,
/// and matches that do not end are the longest.
const MOST_UNFINISHED: u32 = 3;

/// Puts a game through the battery, at two tables that were loaded one by one. `setups` are the
/// line-ups to try in turn; their seeds are replaced.
///
/// All matches are played by [`BotKind::Random`], seated as everywhere else, so that the seed of
/// a finding is enough to see it again.
pub fn run(tables: &mut (Table, Table), setups: &[Setup], depth: &Depth) -> Outcome {
    let mut outcome = Outcome::default();
    let mut n_unfinished = 0;
    let begun = work(tables);
    let depth = &Depth { max_work: depth.max_work.saturating_add(begun), ..depth.clone() };
    for number in 0..depth.n_deep + depth.n_played {
        let seed = mix(depth.seed ^ mix(u64::from(number))) >> 11;
        let like = setups.get(number as usize % setups.len().max(1)).cloned().unwrap_or_default();
        let setup = Setup { seed, ..like };
        let Some(line) = play(&mut tables.0, &setup, depth, &mut outcome) else {
            n_unfinished += 1;
            if n_unfinished == MOST_UNFINISHED {
                break;
            }
            continue;
        };
        if number < depth.n_deep {
            moment::look(tables, &setup, &line, (depth, &mut outcome));
            outcome.note(whole::undoes(&mut tables.0, &setup, &line));
            outcome.note(whole::replays(&mut tables.1, &setup, &line));
        }
        if work(tables) > depth.max_work {
            outcome.note(Some(too_much(&Match::new(tables.0.game.clone(), setup))));
            break;
        }
    }
    outcome.work = work(tables) - begun;
    for finding in &mut outcome.findings {
        let of_step = || tables.0.rules.place(finding.step?);
        let of_fault = finding.fault.as_ref().and_then(|fault| fault.place.clone());
        finding.place = of_fault.or_else(of_step);
    }
    outcome
}

/// The work the scripts of both tables have done.
fn work(tables: &(Table, Table)) -> u64 {
    tables.0.rules.work().saturating_add(tables.1.rules.work())
}

fn too_much(the_match: &Match) -> Finding {
    let sentence = "the matches take more work than a check may cost; the rest is not played";
    finding(Check::Affords, the_match, sentence)
}

/// The actions of one match.
type Line = Vec<(Seat, Action)>;

/// Plays a random match; `None` if it did not come to its end.
fn play(table: &mut Table, setup: &Setup, depth: &Depth, outcome: &mut Outcome) -> Option<Line> {
    outcome.n_matches += 1;
    let mut the_match = Match::new(table.game.clone(), setup.clone());
    let seats = (0..table.game.n_seats).map(Seat);
    let mut bots: Vec<Box<dyn Bot>> =
        seats.map(|seat| BotKind::Random.seated(setup.seed, seat)).collect();
    let mut line = Line::new();
    loop {
        match the_match.advance(&mut *table.rules) {
            Ok(Waits::Over) => return Some(line),
            Ok(Waits::ForDecisions) => {}
            Err(fault) => {
                outcome.note(Some(fails(&the_match, "the rules fail in random play", fault)));
                return None;
            }
        }
        if line.len() >= depth.max_decisions as usize {
            let sentence = format!("a random match has not ended after {} decisions", line.len());
            outcome.note(Some(finding(Check::Ends, &the_match, sentence)));
            return None;
        }
        outcome.n_decisions += 1;
        let decision = the_match.decision()?;
        let seat = decision.seat;
        let action = bots.get_mut(seat.index())?.choose_at_once(decision)?;
        if let Err(error) = the_match.choose(seat, action) {
            let sentence = format!("an option that is offered is not accepted: {error}");
            outcome.note(Some(finding(Check::Options, &the_match, sentence)));
            return None;
        }
        line.push((seat, action));
    }
}

/// The step of a match, as the end of a sentence.
fn in_step(the_match: &Match) -> String {
    let name = the_match.step().map(|call| the_match.game.names.steps.name(call.step.index()));
    name.map_or_else(String::new, |name| format!(", in the step `{name}`"))
}

fn finding(check: Check, the_match: &Match, sentence: impl Into<String>) -> Finding {
    let (seed, factions) = (the_match.setup.seed, the_match.setup.factions.clone());
    let n_actions = the_match.log.action;
    let (sentence, step) = (sentence.into(), the_match.step().map(|call| call.step));
    Finding { check, sentence, seed, n_actions, factions, fault: None, place: None, step }
}

fn fails(the_match: &Match, when: &str, fault: Fault) -> Finding {
    let sentence = format!("{when}: {fault}");
    Finding { fault: Some(fault), ..finding(Check::Runs, the_match, sentence) }
}

/// Findings by check, for a table of all checks.
pub fn by_check(outcome: &Outcome) -> BTreeMap<Check, Option<&Finding>> {
    let find = |check| outcome.findings.iter().find(|finding| finding.check == check);
    Check::ALL.into_iter().map(|check| (check, find(check))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, flawed_table};

    fn found(flaw: Flaw) -> (Vec<Check>, Outcome) {
        let depth = Depth { n_deep: 6, n_played: 20, max_decisions: 60, ..Depth::default() };
        let mut tables = (flawed_table(flaw), flawed_table(flaw));
        let outcome = run(&mut tables, &[], &depth);
        (outcome.findings.iter().map(|it| it.check).collect(), outcome)
    }

    #[test]
    fn a_sound_game_passes() {
        let (found, outcome) = found(Flaw::None);
        assert_eq!(found, [], "{:#?}", outcome.findings);
        assert_eq!((outcome.n_matches, outcome.n_decisions, outcome.n_moments), (26, 364, 84));
    }

    #[test]
    fn each_flaw_is_found() {
        let check = |flaw, expected| {
            let (found, outcome) = found(flaw);
            assert!(found.contains(&expected), "{:#?}", outcome.findings);
        };
        check(Flaw::Fails, Check::Runs);
        check(Flaw::Endless, Check::Ends);
        check(Flaw::Peeks, Check::Hides);
        check(Flaw::ScoreWrites, Check::OnlyReads);
        check(Flaw::KeepsState, Check::Saves);
        check(Flaw::Contradicts, Check::OneLaw);
        check(Flaw::NotesWhatIsHidden, Check::Hides);
        check(Flaw::ActsToExplain, Check::OnlyReads);
    }

    #[test]
    fn what_is_left_out_without_a_reason_is_counted_and_shown() {
        let (_, outcome) = found(Flaw::None);
        let reasons = outcome.reasons;
        assert_eq!((reasons.n_explained, reasons.permille()), (0, 0));
        assert!(reasons.n_left_out > 0);
        let (verb, lay) = reasons.worst()[0];
        assert_eq!((verb, lay.n, reasons.missing.len()), ("lay", reasons.n_left_out, 1));
        let told = lay.example.sentence.as_str();
        assert!(told.starts_with("`lay` neither takes the cell "), "{told}");
        assert!(told.ends_with(" nor says why not, in the step `turn`"), "{told}");
        let all = Reasons { n_left_out: 1000, n_explained: 999, ..Reasons::default() };
        assert_eq!(all.permille(), 999, "rounded down");
        assert_eq!(Reasons::default().permille(), 1000, "where nothing is left out");
    }

    #[test]
    fn findings_can_be_repeated_from_their_seed() {
        let (_, outcome) = found(Flaw::Fails);
        let finding = &outcome.findings[0];
        assert_eq!(finding.sentence, "the rules fail in random play: the third card fails [H0401]");
        let mut table = flawed_table(Flaw::Fails);
        let setup = Setup { seed: finding.seed, ..Setup::default() };
        let mut again = Outcome::default();
        assert!(play(&mut table, &setup, &Depth::default(), &mut again).is_none());
        assert_eq!(again.findings, std::slice::from_ref(finding));
    }
}
