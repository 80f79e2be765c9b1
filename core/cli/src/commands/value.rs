//! `harena value`: what each sheet of a faction is worth to it.

use harena_engine::game::Game;
use harena_engine::id::PrototypeId;
use harena_lab::paired::Watcher;
use harena_lab::sequential::Test;
use harena_lab::series::{Listener, Played};
use serde_json::{Value as Json, json};

use super::ab::Set;
use super::ab::variants::{self, Variant};
use super::compare::{self, Difference, Number, Printed, Reprinted};
use super::sim::signals::Signals;
use crate::args::{Common, MatchArgs, Value as Args};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};
use crate::progress::Progress;

/// One sheet, and what it is worth.
struct Row {
    id: String,
    title: String,
    copies: u16,
    difference: Difference,
    pairs: u64,
    unlike: u64,
    failed: u64,
}

/// Leaves out sheet after sheet.
///
/// # Errors
/// No faction that can be measured, or packs that do not load.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let set = Set::of(&Variant::default(), &args.setup, (args.game.as_str(), common))?;
    set.tell(&Variant::default(), out);
    let subject = subject(args, &set)?;
    let seating = &set.seating;
    let setup = MatchArgs { seed: Some(seating.seed), ..args.setup.clone() };
    let menu = set.host.menu();
    let matches = variants::apart(Some(&subject), [seating, seating], [menu, menu])?;
    let built = set.host.build(&seating.settings, seating.n_seats);
    let game = built.map_err(|problems| Failure::Packs(problems, Box::default()))?;
    let sheets = sheets(&game, &subject);
    if sheets.is_empty() {
        return Err(Failure::usage(format!("no sheet of {subject} has copies")));
    }
    let teller = Teller::new(args.pairs.saturating_mul(sheets.len() as u64), "pairs", out)?;
    let loader = set.loader();
    let whole = Reprinted { loader: &loader, change: None };
    let mut rows = Vec::new();
    for sheet in sheets {
        let printed = Printed { sheet, number: Number::Copies };
        let without = Reprinted { loader: &loader, change: Some((printed, 0)) };
        let size = (seating.seed, args.pairs, args.effort.max_decisions);
        let jobs = args.effort.threads();
        let answer = compare::play([&whole, &without], &matches, size, jobs, &teller)?;
        if teller.signals.number().is_some() {
            break;
        }
        let prototype = game.prototype(sheet);
        rows.push(Row {
            id: prototype.id.clone(),
            title: prototype.title.clone(),
            copies: prototype.copies,
            difference: Difference::of(&answer),
            pairs: answer.test.counts().n(),
            unlike: answer.test.counts().n_unlike(),
            failed: answer.failed,
        });
    }
    teller.progress.end();
    rows.sort_by(|a, b| b.difference.worth.total_cmp(&a.difference.worth));
    let bots = matches.line_ups.first().and_then(|it| it.first());
    let bots = bots.map_or_else(Vec::new, |it| it.bots.iter().map(ToString::to_string).collect());
    match out.json {
        true => out.answer_json(&as_json((&args.game, &subject), &rows, &setup, &bots)),
        false => out.answer(&text(&subject, &rows, (&setup, &bots), out)),
    }
    Ok(teller.signals.number().map_or(Exit::Fine, Exit::Stopped))
}

/// The faction that is measured: the one named, that of the pack named, or the first that plays.
fn subject(args: &Args, set: &Set) -> Result<String, Failure> {
    let factions = &set.host.menu().factions;
    let of_pack = factions.iter().find(|it| it.pack == set.chosen.named).map(|it| it.id.clone());
    let first = set.seating.factions.first().copied().flatten();
    let first = first.and_then(|id| factions.get(id.index())).map(|it| it.id.clone());
    let found = args.of.clone().or(of_pack).or(first);
    found.ok_or_else(|| Failure::usage("name a faction with --of"))
}

/// The sheets of a faction that have copies.
fn sheets(game: &Game, faction: &str) -> Vec<PrototypeId> {
    let own = game.factions.iter().find(|it| it.id == faction);
    let all = own.map_or(&[][..], |it| it.prototypes.as_slice());
    all.iter().copied().filter(|id| game.prototype(*id).copies > 0).collect()
}

fn as_json(
    (game, faction): (&str, &str),
    rows: &[Row],
    setup: &MatchArgs,
    bots: &[String],
) -> Json {
    let row = |row: &Row| {
        json!({
            "id": row.id, "title": row.title, "copies": row.copies, "worth": row.difference.worth,
            "low": row.difference.low, "high": row.difference.high, "pairs": row.pairs,
            "unlike_pairs": row.unlike, "failed_pairs": row.failed,
        })
    };
    json!({
        "game": game,
        "faction": faction,
        "seed": setup.seed,
        "bots": bots,
        "sheets": rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn text(faction: &str, rows: &[Row], (setup, bots): (&MatchArgs, &[String]), out: &Out) -> String {
    let head = format!("what {faction} loses without a sheet, in percent of its matches");
    let mut lines = vec![out.styled(Style::Strong, &head)];
    let width = rows.iter().map(|row| row.title.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|row| row.difference.worth.abs()).fold(0.0, f64::max);
    for row in rows {
        let told = match row.pairs {
            0 => "cannot be left out: its matches fail".to_owned(),
            _ => {
                format!("{:<36}{}", row.difference.text(), compare::bar(row.difference.worth, most))
            }
        };
        lines.push(format!("  {:>2} x {:<width$}  {told}", row.copies, row.title));
    }
    let pairs = rows.iter().map(|row| row.pairs).max().unwrap_or(0);
    lines.push(format!(
        "{} each, seed {}, played by {}; of twenty such intervals one misses",
        counted(pairs, "pair"),
        setup.seed.unwrap_or(0),
        bots.join(", ")
    ));
    lines.join("\n")
}

/// Shows how far it is, and hears of signals.
pub struct Teller {
    /// How far it is.
    pub progress: Progress,
    /// The signals.
    pub signals: Signals,
}

impl Teller {
    /// Nothing was played yet.
    ///
    /// # Errors
    /// Signals cannot be heard.
    pub fn new(most: u64, thing: &'static str, out: &Out) -> Result<Teller, Failure> {
        let progress = Progress::new(most, thing, out);
        Ok(Teller { progress, signals: Signals::heard()? })
    }
}

impl Listener for Teller {
    fn played(&self, _batch: u64, matches: &[Played]) {
        self.progress.add(matches.len() as u64);
    }

    fn is_stopped(&self) -> bool {
        self.signals.number().is_some()
    }
}

impl Watcher for Teller {
    fn looked(&self, _test: &Test) {
        self.progress.add(1);
    }

    fn is_stopped(&self) -> bool {
        self.signals.number().is_some()
    }
}
