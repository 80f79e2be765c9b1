//! The packs of a game, loaded twice and put through their trials.

use std::sync::Arc;

use harena_engine::game::Game;
use harena_engine::the_match::{Rules, Setup};
use harena_lab::Table;
use harena_lab::battery::{self, Depth, Finding, Reasons};
use harena_pack::codes;
use harena_pack::{Pack, Problem, Severity};
use harena_scenario as scenario;
use harena_script::{Facts, Host, Print};

use super::report::{self, Progress};
use super::trials::{Trial, Way, line_ups, trials};
use super::types;
use super::ways::{Ways, Why};
use crate::args::Check as Args;
use crate::out::counted;

/// The packs of a game, loaded twice; for one pack of it after the other.
pub(super) struct Bench {
    packs: Vec<Arc<Pack>>,
    pub(super) hosts: Result<(Host, Host), Vec<Problem>>,
    /// What its packs and those that were left out declare twice.
    pub(super) clashes: Vec<Problem>,
    /// What the type checker found, once it was asked.
    typed: Option<Vec<Problem>>,
}

/// What was done with a pack, and found.
#[derive(Default)]
pub(super) struct Looks {
    /// What the battery found, at most once a check, each with the flags of `harena play` that
    /// lead to it.
    pub findings: Vec<(Finding, String)>,
    pub n_matches: u32,
    pub n_decisions: u64,
    pub n_moments: u64,
    /// Work the scripts did in the matches.
    pub work: u64,
    /// How much of what was not offered had a reason.
    pub reasons: Reasons,
    /// The ways to play that were tried, and those that were left out.
    pub ways: Ways,
    pub n_scenarios: usize,
    /// Scenarios that were not played, after so many had failed.
    pub n_unplayed: usize,
    /// What its scripts printed, the first lines.
    pub prints: Vec<Print>,
    /// What was measured meanwhile.
    pub facts: Facts,
    /// The scenarios of the pack that failed.
    pub failures: Vec<scenario::Failure>,
}

impl Looks {
    fn add(&mut self, outcome: battery::Outcome, flags: impl Fn(&Finding) -> String) {
        self.n_matches += outcome.n_matches;
        self.n_decisions += outcome.n_decisions;
        self.n_moments += outcome.n_moments;
        self.work += outcome.work;
        self.reasons.merge(outcome.reasons);
        for finding in outcome.findings {
            if self.findings.iter().all(|(other, _)| other.check != finding.check) {
                let flags = flags(&finding);
                self.findings.push((finding, flags));
            }
        }
    }
}

/// So much work of scripts is done for one pack, a multiple of what the largest games need.
const MOST_WORK: u64 = 400_000_000;

/// So many scenarios of a pack may fail before the others are left out.
const MOST_FAILURES: usize = 50;

/// After so many trials whose matches do not end, or take more than they may, no more are played.
const MOST_HOPELESS: u32 = 2;

fn is_hopeless(finding: &Finding) -> bool {
    matches!(finding.check, battery::Check::Ends | battery::Check::Affords)
        || finding.fault.as_ref().is_some_and(|it| it.limit)
}

/// Why no more trials are played, if the ones before leave no room for them.
fn hindrance(n_hopeless: u32, work: u64) -> Option<Why> {
    if n_hopeless >= MOST_HOPELESS {
        return Some(Why::Hopeless);
    }
    (work >= MOST_WORK).then_some(Why::NoWorkLeft)
}

/// A game under the settings of a trial, once from each host.
type Built = (Trial, Arc<Game>, Arc<Game>);

impl Bench {
    pub(super) fn load(packs: Vec<Arc<Pack>>) -> Bench {
        let hosts = Host::load(&packs).and_then(|host| Ok((host.load_again()?, host)));
        let hosts = hosts.map(|(again, first)| (first, again));
        Bench { packs, hosts, clashes: Vec::new(), typed: None }
    }

    /// Whether these are its packs.
    pub(super) fn is_of(&self, packs: &[Arc<Pack>]) -> bool {
        let known = self.packs.iter().map(|pack| (pack.id(), &pack.source));
        known.eq(packs.iter().map(|pack| (pack.id(), &pack.source)))
    }

    /// Plays the trials and the scenarios of a pack. Answers the warnings of all packs, and what
    /// was found.
    ///
    /// # Errors
    /// Everything that keeps the packs from being loaded.
    pub(super) fn look(
        &mut self,
        pack: &Pack,
        args: &Args,
        progress: &Progress,
    ) -> Result<(Vec<Problem>, Looks), Vec<Problem>> {
        let (first, second) = self.hosts.as_mut().map_err(|problems| problems.clone())?;
        let menu = first.menu().clone();
        let mut looks = Looks::default();
        let (games, ill) = built(pack, (first, second), args.matches, &mut looks.ways)?;
        let mut n_hopeless = 0;
        for (number, trial) in (1..).zip(&games) {
            if let Some(why) = hindrance(n_hopeless, looks.work) {
                looks.ways.leave_out(why, || trial.0.name());
                continue;
            }
            looks.ways.n_tried += 1;
            progress.goes_on(pack.id(), &format!("trial {number} of {}", games.len()));
            let depth = Depth {
                seed: args.seed.wrapping_add(number),
                n_deep: trial.0.n_deep,
                n_played: trial.0.n_played,
                max_moments: trial.0.max_moments,
                max_work: MOST_WORK.saturating_sub(looks.work),
                ..Depth::default()
            };
            let setups = line_ups(pack, &menu, trial.0.n_seats);
            let outcome = play(trial, (first, second), &setups, &depth);
            n_hopeless += u32::from(outcome.findings.iter().any(is_hopeless));
            looks.add(outcome, |finding| trial.0.flags(&menu, &finding.factions));
        }
        progress.goes_on(pack.id(), "scenarios");
        for each in scenario::list_of(first, pack.id()) {
            if looks.failures.len() >= MOST_FAILURES {
                looks.n_unplayed += 1;
                continue;
            }
            looks.n_scenarios += 1;
            looks.failures.extend(scenario::run(first, &each).err().map(|failure| *failure));
        }
        looks.facts = first.facts(pack.id());
        looks.prints = first.take_prints();
        let mut problems = first.warnings().to_vec();
        problems.extend(first.hidden_state());
        problems.extend(ill);
        problems.extend(unexplained(pack, &looks.reasons));
        let typed = self.typed.get_or_insert_with(|| types::problems(first));
        problems.extend(typed.iter().cloned());
        // A checker that cannot be asked is told once.
        typed.retain(|it| !it.pack.is_empty());
        problems.sort();
        Ok((problems, looks))
    }
}

/// How bad it is that something is left out without a reason.
const UNEXPLAINED: Severity = Severity::Warning;

/// So many verbs that leave things without a reason are named.
const MOST_VERBS: usize = 8;

/// What is not offered without a reason, with the verbs that leave most and an example.
fn unexplained(pack: &Pack, reasons: &Reasons) -> Option<Problem> {
    let worst = reasons.worst();
    let (_, first) = worst.first()?;
    let n = reasons.n_left_out - reasons.n_explained;
    let share = report::share(reasons);
    let message =
        format!("what is not offered has a reason in {share} of the cases, {n} have none");
    let verbs = worst.iter().take(MOST_VERBS).map(|(verb, it)| format!("`{verb}` {}", it.n));
    let verbs = verbs.collect::<Vec<_>>().join(", ");
    let (seed, actions) = (first.example.seed, counted(first.example.n_actions, "action"));
    let example = &first.example.sentence;
    let hint = format!("{verbs}; {example}: seed {seed}, after {actions}");
    Some(Problem::new(UNEXPLAINED, codes::UNEXPLAINED, message).in_pack(pack.id()).hint(hint))
}

/// The games of all trials of a pack, and what is wrong with ways to play that the game offers and
/// that cannot be played. Settings that the game refuses in words are left out.
fn built(
    pack: &Pack,
    (first, second): (&Host, &Host),
    n_matches: u32,
    ways: &mut Ways,
) -> Result<(Vec<Built>, Vec<Problem>), Vec<Problem>> {
    let menu = first.menu();
    let plain = first.build(&menu.defaults(), menu.min_seats)?;
    let (mut games, mut ill) = (Vec::new(), Vec::new());
    for trial in trials(pack, (menu, &plain), n_matches, ways) {
        let problems = match fitting(first, trial.clone()) {
            Ok((trial, one)) => {
                let other = second.build(&trial.settings, trial.n_seats)?;
                games.push((trial, one, other));
                continue;
            }
            Err(problems) => problems,
        };
        let is_refused = problems.iter().all(|it| it.code == codes::SETTING_REFUSED);
        match &trial.way {
            Way::Setting(_) if is_refused => ways.leave_out(Why::Refused, || trial.name()),
            Way::Setting(_) => ill.extend(offered(problems, &trial, Severity::Warning)),
            Way::Preset { .. } | Way::Seats => {
                ill.extend(offered(problems, &trial, Severity::Error));
            }
        }
    }
    Ok((games, ill))
}

/// What is wrong with a way to play that the game offers.
fn offered(
    problems: Vec<Problem>,
    trial: &Trial,
    severity: Severity,
) -> impl Iterator<Item = Problem> {
    let hint = format!("it comes with `{}`, which the game offers", trial.name());
    problems.into_iter().map(move |problem| Problem { severity, ..problem }.hint(hint.clone()))
}

/// The game of a trial. A preset that does not say how many seats it is for is tried with each
/// number, until one fits.
fn fitting(host: &Host, trial: Trial) -> Result<(Trial, Arc<Game>), Vec<Problem>> {
    let problems = match host.build(&trial.settings, trial.n_seats) {
        Ok(game) => return Ok((trial, game)),
        Err(problems) => problems,
    };
    if matches!(trial.way, Way::Preset { names_seats: false, .. }) {
        for n_seats in trial.n_seats + 1..=host.menu().max_seats {
            if let Ok(game) = host.build(&trial.settings, n_seats) {
                return Ok((Trial { n_seats, ..trial }, game));
            }
        }
    }
    Err(problems)
}

fn play(
    (_, one, other): &Built,
    (first, second): (&mut Host, &mut Host),
    setups: &[Setup],
    depth: &Depth,
) -> battery::Outcome {
    fn table<'r>(game: &Arc<Game>, rules: &'r mut dyn Rules) -> Table<'r> {
        Table { game: game.clone(), rules: Box::new(rules) }
    }
    battery::run(&mut (table(one, first), table(other, second)), setups, depth)
}
