//! `harena ab`: which of two variants does better, in no more pairs of matches than it takes.

use harena_engine::the_match::Fault;
use harena_lab::paired::{self, Answer, Contest, Watcher};
use harena_lab::sequential::{Question, Test, Verdict};
use harena_lab::series::{LineUp, Plan};
use harena_script::Host;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::sim::signals::Signals;
use crate::args::{Ab as Args, Common};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};
use crate::seating::Seating;
use crate::table::Loader;

mod guests;
pub mod variants;

use variants::{Matches, Variant, Way};

/// Compares.
///
/// # Errors
/// Something that is no variant, or packs that do not load. A verdict that was not expected, or
/// none, is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let asked = question(args)?;
    let base = Catalog::open(common)?.load(&args.game)?;
    let menu = base.1.menu();
    let mut sides = [Variant::of(&args.a, menu)?, Variant::of(&args.b, menu)?];
    let common = &guests::seated(&mut sides, (&args.game, &base.1, common))?;
    let way = Way::of(&sides[0], &sides[1])?;
    let setup = crate::args::MatchArgs { seed: Some(seed(args, menu)?), ..args.setup.clone() };
    let [a, b] = &sides;
    let (at, setup) = ((args.game.as_str(), common), &setup);
    let sets = [Set::of(a, setup, at)?, Set::of(b, setup, at)?];
    sets.iter().zip(&sides).for_each(|(set, side)| set.tell(side, out));
    let (seating, menu) = (&sets[0].seating, sets[0].host.menu());
    let matches = match way {
        Way::AtOneTable => variants::at_one_table([a, b], seating, menu)?,
        Way::Apart => {
            let subject = args.of.clone().or_else(|| subject(&sides, &sets));
            let menus = [menu, sets[1].host.menu()];
            variants::apart(subject.as_deref(), [seating, &sets[1].seating], menus)?
        }
    };
    let asker = Asker::new(args.pairs, out)?;
    let answer = play(args, &sets, (way, &matches), (asked, &asker))?;
    asker.bar.finish_and_clear();
    let told = Told { args, sides: &sides, way, matches: &matches, answer: &answer, seating };
    match out.json {
        true => out.answer_json(&told.as_json()),
        false => out.answer(&told.text(out)),
    }
    Ok(match asker.signals.number() {
        Some(signal) if answer.verdict() == Verdict::Undecided => Exit::Stopped(signal),
        Some(_) | None => told.exit(),
    })
}

fn question(args: &Args) -> Result<Question, Failure> {
    let margin = args.margin / 100.0;
    match (0.001..=0.4).contains(&margin) {
        true => Ok(Question { margin, ..Question::default() }),
        false => Err(Failure::usage("--margin takes a number of percent from 0.1 to 40")),
    }
}

/// One seed for both variants, also if it is made up.
fn seed(args: &Args, menu: &harena_script::Menu) -> Result<u64, Failure> {
    Ok(Seating::of(&args.setup, menu)?.seed)
}

/// The packs of a variant, loaded, and how its matches are set up.
pub struct Set {
    /// The packs.
    pub chosen: Chosen,
    /// The packs, loaded.
    pub host: Host,
    /// How its matches are set up.
    pub seating: Seating,
}

impl Set {
    /// Loads a variant of a game.
    ///
    /// # Errors
    /// Packs that do not load, or a setup that the game does not know.
    pub fn of(
        side: &Variant,
        setup: &crate::args::MatchArgs,
        (game, common): (&str, &Common),
    ) -> Result<Set, Failure> {
        let mut catalog = Catalog::open(common)?;
        // The pack that is named as the game comes first: those of the variant replace it.
        let (chosen, _) = catalog.load(game)?;
        for folder in &side.packs {
            let id = catalog.add_pack(folder)?;
            catalog.library.invite(&id);
        }
        let (chosen, host) = catalog.load_named(&chosen.named)?;
        let seating = Seating::of(&side.setup(setup), host.menu())?;
        let built = host.build(&seating.settings, seating.n_seats);
        built.map_err(|problems| catalog.broken(problems))?;
        Ok(Set { chosen, host, seating })
    }

    /// Says which packs are not those one may expect, unless the variant names them.
    pub fn tell(&self, side: &Variant, out: &Out) {
        if side.packs.is_empty() {
            self.chosen.tell(out);
        }
    }

    /// What sets up its tables.
    pub fn loader(&self) -> Loader {
        Loader {
            packs: self.chosen.packs.clone(),
            settings: self.seating.settings.clone(),
            n_seats: self.seating.n_seats,
        }
    }
}

/// The faction that a changed pack brings, or the one that is named first.
fn subject(sides: &[Variant; 2], sets: &[Set; 2]) -> Option<String> {
    let changed = |set: &Set, other: &Set| {
        let differs = |id: &str| {
            let of =
                |set: &Set| set.chosen.packs.iter().find(|it| it.id() == id).map(|it| it.digest);
            of(set) != of(other)
        };
        let factions = &set.host.menu().factions;
        factions.iter().find(|it| differs(&it.pack)).map(|it| it.id.clone())
    };
    let [a, b] = sets;
    let by_pack = match sides.iter().any(|side| !side.packs.is_empty()) {
        true => changed(a, b).or_else(|| changed(b, a)),
        false => None,
    };
    let named = || a.seating.factions.first().copied().flatten();
    let named = || named().and_then(|id| a.host.menu().factions.get(id.index()));
    by_pack.or_else(|| named().map(|it| it.id.clone()))
}

fn play(
    args: &Args,
    sets: &[Set; 2],
    (way, matches): (Way, &Matches),
    (asked, asker): (Question, &Asker),
) -> Result<Answer, Fault> {
    let loaders = [sets[0].loader(), sets[1].loader()];
    let plan = |line_ups: &[LineUp]| Plan {
        n_matches: args.pairs,
        seed: sets[0].seating.seed,
        line_ups: line_ups.to_vec(),
        max_decisions: args.effort.max_decisions,
        shard: 0,
        n_shards: 1,
        stories: false,
        jobs: 1,
    };
    let variant = |at: usize| paired::Variant {
        plan: plan(matches.line_ups.get(at).map_or(&[], Vec::as_slice)),
        tables: if at == 0 { &loaders[0] } else { &loaders[1] },
    };
    let contest = Contest {
        variants: [variant(0), variant(1)],
        share_tables: way == Way::AtOneTable,
        seats: matches.seats.clone(),
        question: Some(asked),
        most_pairs: args.pairs,
        jobs: args.effort.threads(),
    };
    paired::run(&contest, asker)
}

/// Shows how far it is, and hears of signals.
struct Asker {
    bar: ProgressBar,
    signals: Signals,
}

impl Asker {
    fn new(most: u64, out: &Out) -> Result<Asker, Failure> {
        let style = "{human_pos} pairs, {per_sec}, {msg}";
        let bar = out.progress(most, style);
        Ok(Asker { bar, signals: Signals::heard()? })
    }
}

impl Watcher for Asker {
    fn looked(&self, test: &Test) {
        self.bar.set_position(test.counts().n());
        if test.counts().n().is_multiple_of(8) && !self.bar.is_hidden() {
            let left = test.pairs_left().map_or(String::new(), |n| format!(", about {n} more"));
            self.bar.set_message(format!("{}{left}", rate(test)));
        }
    }

    fn is_stopped(&self) -> bool {
        self.signals.number().is_some()
    }
}

/// How often the first variant did better, such as `47.9 % +- 1.1`.
fn rate(test: &Test) -> String {
    let (low, high) = test.counts().interval();
    format!("{:.1} % +- {:.1}", 100.0 * test.counts().mean(), 50.0 * (high - low))
}

/// Everything needed to tell what was found.
struct Told<'a> {
    args: &'a Args,
    sides: &'a [Variant; 2],
    way: Way,
    matches: &'a Matches,
    answer: &'a Answer,
    seating: &'a Seating,
}

impl Told<'_> {
    fn exit(&self) -> Exit {
        if self.answer.failed > 0 {
            return Exit::Failed;
        }
        let verdict = self.answer.verdict();
        let is_met = self.args.expect.is_none_or(|expected| expected.is_met_by(verdict));
        match is_met && verdict != Verdict::Undecided {
            true => Exit::Fine,
            false => Exit::Findings,
        }
    }

    fn as_json(&self) -> Value {
        let test = &self.answer.test;
        let (low, high) = test.counts().interval();
        let side = |at: usize| {
            let tally = self.answer.tallies.get(at);
            json!({
                "what": self.sides.get(at).map(Variant::title),
                "win_rate": self.answer.rate(at),
                "matches": tally.map(|it| it.matches),
                "draws": tally.map(|it| it.draws),
                "errors": tally.map(|it| it.errors),
                "capped": tally.map(|it| it.capped),
                "mean_decisions": tally.map(|it| it.lengths.summary().mean),
            })
        };
        json!({
            "game": self.args.game,
            "a": side(0),
            "b": side(1),
            "at_one_table": self.way == Way::AtOneTable,
            "subject": self.matches.subject,
            "verdict": self.answer.verdict(),
            "win_rate": test.counts().mean(),
            "interval": [low, high],
            "p": test.p(),
            "pairs": test.counts().n(),
            "unlike_pairs": test.counts().n_unlike(),
            "counts": test.counts(),
            "pairs_left": test.pairs_left(),
            "margin": test.question().margin,
            "false_alarms": test.question().false_alarms,
            "misses": test.question().misses,
            "failed_pairs": self.answer.failed,
            "seed": self.seating.seed,
            "seats": self.seating.n_seats,
            "bots": self.bots(),
            "seconds": self.answer.elapsed.as_secs_f64(),
        })
    }

    /// The bots of the first match.
    fn bots(&self) -> Vec<String> {
        let first = self.matches.line_ups.first().and_then(|it| it.first());
        first.map_or_else(Vec::new, |it| it.bots.iter().map(ToString::to_string).collect())
    }

    fn text(&self, out: &Out) -> String {
        let test = &self.answer.test;
        let (pairs, rate) = (counted(test.counts().n(), "pair"), rate(test));
        let seconds = format!("{:.1} s", self.answer.elapsed.as_secs_f64());
        let margin = 100.0 * test.question().margin;
        let verdict = match self.answer.verdict() {
            Verdict::Undecided => {
                let left = test.pairs_left().map_or_else(
                    || "it lies between a difference and none".to_owned(),
                    |n| format!("about {} more", counted(n, "pair")),
                );
                out.styled(Style::Yellow, &format!("not yet: {rate}, {pairs}, {seconds}; {left}"))
            }
            Verdict::Same => out.styled(
                Style::Strong,
                &format!("no difference above {margin} %: {rate}, {pairs}, {seconds}"),
            ),
            it @ (Verdict::Stronger | Verdict::Weaker) => {
                out.styled(Style::Strong, &format!("{}: {rate}, {pairs}, {seconds}", it.word()))
            }
        };
        let [a, b] = self.sides;
        let mut lines = vec![verdict, self.what(a, b)];
        let unlike = test.counts().n_unlike();
        lines.push(format!(
            "{} of {pairs} ended differently, seed {}, played by {}",
            unlike,
            self.seating.seed,
            self.bots().join(", ")
        ));
        let capped: u64 = self.answer.tallies.iter().map(|it| it.capped).sum();
        if self.answer.failed + capped > 0 {
            let failed = counted(self.answer.failed, "pair");
            let told =
                format!("{failed} failed; {} given up as too long", counted(capped, "match"));
            lines.push(out.styled(Style::Red, &told));
        }
        lines.join("\n")
    }

    /// What the share is one of.
    fn what(&self, a: &Variant, b: &Variant) -> String {
        match self.way {
            Way::AtOneTable => format!("{} against {}", a.title(), b.title()),
            Way::Apart => format!(
                "{} wins {:.1} % with {} and {:.1} % with {}",
                self.matches.subject,
                100.0 * self.answer.rate(0),
                a.title(),
                100.0 * self.answer.rate(1),
                b.title()
            ),
        }
    }
}
