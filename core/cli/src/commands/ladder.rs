//! `harena ladder`: bots play each other, and each is given a rating with an interval.

use harena_lab::bot::BotKind;
use harena_lab::ladder::{self, Pairing, Rung};
use harena_lab::player::Player;
use harena_lab::series::{self, LineUp, Plan, Tally};
use harena_script::Menu;
use serde_json::{Value, json};

use crate::args::{Common, Ladder as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};
use crate::progress::Progress;
use crate::seating::{self, Seating};
use crate::table::Loader;

/// Plays a round robin.
///
/// # Errors
/// An unknown game or bot, a game that two cannot play, or packs that do not load. A bot that is
/// not surely stronger than the one named before it is a finding, as are matches that failed.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let (chosen, host) = catalog.load(&args.game)?;
    chosen.tell(out);
    let bots = bots(&args.setup.bots, host.menu())?;
    let setup = crate::args::MatchArgs { bots: Vec::new(), seats: Some(2), ..args.setup.clone() };
    let seating = Seating::of(&setup, host.menu())?;
    let built = host.build(&seating.settings, seating.n_seats);
    built.map_err(|problems| catalog.broken(problems))?;
    let loader = Loader {
        packs: chosen.packs.clone(),
        settings: seating.settings.clone(),
        n_seats: seating.n_seats,
    };
    let factions = match seating.all_factions {
        true => super::sim::all_ways(host.menu().factions.len(), seating.n_seats)?,
        false => vec![seating.factions.clone()],
    };
    let pairs = ladder::pairs(bots.len());
    let n = args.matches.saturating_mul(pairs.len() as u64);
    let progress = Progress::new(n, "matches", out);
    let mut table = Table { bots, pairings: Vec::new(), tally: Tally::default(), seconds: 0.0 };
    for (a, b) in pairs {
        let line_ups = line_ups(&table.bots, (a, b), &factions);
        let plan = plan(args, seating.seed, line_ups);
        let report = series::run(&plan, &loader, &progress)?;
        table.add((a, b), report.tally, report.elapsed.as_secs_f64());
    }
    progress.end();
    let seed = seating.seed;
    match out.json {
        true => out.answer_json(&table.as_json(&args.game, seed)),
        false => out.answer(&table.text((&args.game, seed), out)),
    }
    Ok(if table.rises() && table.tally.errors == 0 { Exit::Fine } else { Exit::Findings })
}

/// The bots, from the weakest rung to the strongest as they are named.
fn bots(words: &[String], menu: &Menu) -> Result<Vec<BotKind>, Failure> {
    let usual = ["random", "greedy", "mcts:100", "mcts:1000"].map(str::to_owned);
    let words = if words.is_empty() { &usual } else { words };
    let bot = |player: Player| match player {
        Player::Bot(kind) => Ok(kind),
        Player::Human => Err(Failure::usage("people do not climb ladders, name bots only")),
    };
    let players = seating::named(words, menu).map_err(Failure::Usage)?;
    let bots: Vec<BotKind> = players.into_iter().map(bot).collect::<Result<_, _>>()?;
    if bots.len() < 2 {
        return Err(Failure::usage("a ladder needs two bots at least"));
    }
    match (1..bots.len()).find(|at| bots.iter().take(*at).any(|bot| Some(bot) == bots.get(*at))) {
        Some(at) => {
            let twice = bots.get(at).map(ToString::to_string).unwrap_or_default();
            Err(Failure::usage(format!("{twice} stands on the ladder twice")))
        }
        None => Ok(bots),
    }
}

fn plan(args: &Args, seed: u64, line_ups: Vec<LineUp>) -> Plan {
    Plan {
        n_matches: args.matches,
        seed,
        line_ups,
        max_decisions: args.effort.max_decisions,
        shard: 0,
        n_shards: 1,
        stories: false,
        jobs: args.effort.threads(),
    }
}

/// Two bots in both seats, with each choice of factions.
fn line_ups(
    bots: &[BotKind],
    (a, b): (usize, usize),
    factions: &[Vec<seating::Faction>],
) -> Vec<LineUp> {
    let pick =
        |order: [usize; 2]| order.into_iter().filter_map(|at| bots.get(at).copied()).collect();
    let of = |factions: &Vec<seating::Faction>| {
        [[a, b], [b, a]].map(|order| LineUp { bots: pick(order), factions: factions.clone() })
    };
    factions.iter().flat_map(of).collect()
}

/// What was played.
struct Table {
    bots: Vec<BotKind>,
    pairings: Vec<Pairing>,
    tally: Tally,
    seconds: f64,
}

impl Table {
    fn add(&mut self, (a, b): (usize, usize), tally: Tally, seconds: f64) {
        let wins = |at: usize| {
            let bot = self.bots.get(at).and_then(|bot| tally.by_bot.get(bot));
            bot.map_or(0, |counted| counted.wins)
        };
        let (wins, losses, draws) = (wins(a), wins(b), tally.draws);
        self.pairings.push(Pairing { a, b, wins, losses, draws });
        self.tally.merge(tally);
        self.seconds += seconds;
    }

    /// What every bot did against the one named before it.
    fn steps(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(|it| it.a == it.b + 1)
    }

    /// Whether every bot is surely stronger than the one before.
    fn rises(&self) -> bool {
        self.steps().all(Pairing::is_surely_stronger)
    }

    fn rungs(&self) -> Vec<Rung> {
        ladder::rate(&self.bots, &self.pairings)
    }

    fn name(&self, at: usize) -> String {
        self.bots.get(at).map(ToString::to_string).unwrap_or_default()
    }

    fn as_json(&self, game: &str, seed: u64) -> Value {
        let rung = |rung: &Rung| json!({ "bot": rung.bot.to_string(), "rating": rung.rating, "margin": rung.margin });
        let pairing = |it: &Pairing| {
            json!({
                "a": self.name(it.a), "b": self.name(it.b),
                "wins": it.wins, "losses": it.losses, "draws": it.draws,
                "decided": it.decided(), "verdict": verdict(it),
            })
        };
        json!({
            "game": game,
            "seed": seed,
            "matches": self.tally.matches,
            "errors": self.tally.errors,
            "capped": self.tally.capped,
            "seconds": self.seconds,
            "rises": self.rises(),
            "ratings": self.rungs().iter().map(rung).collect::<Vec<_>>(),
            "pairings": self.pairings.iter().map(pairing).collect::<Vec<_>>(),
        })
    }

    fn text(&self, (game, seed): (&str, u64), out: &Out) -> String {
        let mut lines = vec![format!(
            "{} of {game} in {:.1} s, seed {seed}",
            counted(self.tally.matches, "match"),
            self.seconds
        )];
        let width = self.bots.iter().map(|bot| bot.to_string().chars().count()).max().unwrap_or(0);
        lines.push(out.styled(Style::Strong, "ratings, the first bot is 0"));
        for rung in self.rungs().iter().rev() {
            let margin =
                if rung.margin > 0.0 { format!(" +- {:.0}", rung.margin) } else { String::new() };
            lines.push(format!("  {:<width$}  {:>6.0}{margin}", rung.bot.to_string(), rung.rating));
        }
        lines.push(out.styled(Style::Strong, "each against the one before"));
        for step in self.steps() {
            let share = step.decided();
            let [rate, low, high] = share.percents();
            let draws = if step.draws > 0 {
                format!(", {}", counted(step.draws, "draw"))
            } else {
                String::new()
            };
            lines.push(format!(
                "  {:<width$} beats {:<width$}  {rate:>5.1} % ({low:.1} to {high:.1}) of {} decided{draws}: {}",
                self.name(step.a),
                self.name(step.b),
                share.matches,
                verdict(step)
            ));
        }
        let (errors, capped) = (self.tally.errors, self.tally.capped);
        if errors + capped > 0 {
            let told =
                format!("{} failed, {capped} given up as too long", counted(errors, "match"));
            lines.push(out.styled(Style::Red, &told));
        }
        lines.push(match self.rises() {
            true => "the ladder rises: each bot is surely stronger than the one before".to_owned(),
            false => "the ladder does not surely rise; --matches plays more".to_owned(),
        });
        lines.join("\n")
    }
}

/// Whether the first of a pair is the stronger one, with a certainty of 95 %.
fn verdict(pairing: &Pairing) -> &'static str {
    match pairing {
        it if it.is_surely_stronger() => "stronger",
        it if it.is_surely_weaker() => "weaker",
        _ => "undecided",
    }
}
