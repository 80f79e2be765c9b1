//! `harena sweep`: a number over a range, and how often somebody wins with each value.

use harena_engine::game::Game;
use harena_lab::paired::Watcher;
use serde_json::{Value as Json, json};

use super::ab::Set;
use super::ab::variants::{self, Matches, Variant};
use super::compare::{self, Difference, Printed, Reprinted};
use super::value::Teller;
use crate::args::{Common, MatchArgs, Sweep as Args};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};

mod seats;

/// So many values are swept at most.
const MOST_VALUES: usize = 100;

/// One value, and what came of it.
struct Row {
    value: String,
    rate: f64,
    difference: Difference,
    pairs: u64,
    failed: u64,
}

/// Sweeps.
///
/// # Errors
/// A number there is not, or a range that is none.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let (name, values) = range(&args.over)?;
    if name == "seats" {
        return seats::run(args, &values, common, out);
    }
    let base = Set::of(&Variant::default(), &args.setup, (args.game.as_str(), common))?;
    base.tell(&Variant::default(), out);
    let setup = MatchArgs { seed: Some(base.seating.seed), ..args.setup.clone() };
    let built = base.host.build(&base.seating.settings, base.seating.n_seats);
    let game = built.map_err(|problems| Failure::Packs(problems, Box::default()))?;
    let is_setting = base.host.menu().settings.iter().any(|rule| rule.id == name);
    let printed = if is_setting { None } else { Some(Printed::of(name, &game)?) };
    let subject = args.of.clone().or_else(|| subject(&base, printed, &game));
    let teller = Teller::new(args.pairs.saturating_mul(values.len() as u64), "pairs", out)?;
    let (mut rows, mut who, mut bots) = (Vec::new(), String::new(), Vec::new());
    for value in &values {
        let words = if is_setting { vec![format!("{name}={value}")] } else { Vec::new() };
        let variant = Variant { settings: words, ..Variant::default() };
        let set = Set::of(&variant, &setup, (args.game.as_str(), common))?;
        let change = match printed {
            Some(printed) => Some((printed, number(value)?)),
            None => None,
        };
        let loaders = [set.loader(), base.loader()];
        let changed = Reprinted { loader: &loaders[0], change };
        let plain = Reprinted { loader: &loaders[1], change: None };
        let (seatings, menus) =
            ([&set.seating, &base.seating], [set.host.menu(), base.host.menu()]);
        let matches = variants::apart(subject.as_deref(), seatings, menus)?;
        let size = (base.seating.seed, args.pairs, args.effort.max_decisions);
        let jobs = args.effort.threads();
        let answer = compare::play([&changed, &plain], &matches, size, jobs, &teller)?;
        if teller.is_stopped() {
            break;
        }
        rows.push(Row {
            value: value.clone(),
            rate: answer.rate(0),
            difference: Difference::of(&answer),
            pairs: answer.test.counts().n(),
            failed: answer.failed,
        });
        (who, bots) = (matches.subject.clone(), names(&matches));
    }
    teller.progress.end();
    let told = Told { args, name, who: &who, bots: &bots, rows: &rows, seed: base.seating.seed };
    match out.json {
        true => out.answer_json(&told.as_json()),
        false => out.answer(&told.text(out)),
    }
    Ok(teller.signals.number().map_or(Exit::Fine, Exit::Stopped))
}

fn names(matches: &Matches) -> Vec<String> {
    let first = matches.line_ups.first().and_then(|it| it.first());
    first.map_or_else(Vec::new, |it| it.bots.iter().map(ToString::to_string).collect())
}

/// The faction of the sheet that is changed, or the first that is named.
fn subject(set: &Set, printed: Option<Printed>, game: &Game) -> Option<String> {
    let of_sheet = printed.and_then(|it| game.prototype(it.sheet).faction);
    let id = of_sheet.or(set.seating.factions.first().copied().flatten())?;
    set.host.menu().factions.get(id.index()).map(|it| it.id.clone())
}

/// A name and its values: `banner_hp=15..25:5`, `mode=duel,alliance`.
fn range(text: &str) -> Result<(&str, Vec<String>), Failure> {
    let wrong = || {
        Failure::usage(format!(
            "`--over {text}` is not NAME=LOW..HIGH, NAME=LOW..HIGH:STEP or NAME=A,B"
        ))
    };
    let (name, values) = text.split_once('=').ok_or_else(wrong)?;
    let Some((low, rest)) = values.split_once("..") else {
        let values: Vec<String> = values.split(',').map(|it| it.trim().to_owned()).collect();
        return match values.iter().any(String::is_empty) {
            true => Err(wrong()),
            false => Ok((name, values)),
        };
    };
    let (high, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| wrong());
    let (low, high, step) = (number(low)?, number(high)?, number(step)?);
    if step < 1 || low > high {
        return Err(wrong());
    }
    let values: Vec<String> = (low..=high)
        .step_by(step.unsigned_abs() as usize)
        .take(MOST_VALUES + 1)
        .map(|it| it.to_string())
        .collect();
    match values.len() > MOST_VALUES {
        true => Err(Failure::usage(format!("`--over {text}` has more than {MOST_VALUES} values"))),
        false => Ok((name, values)),
    }
}

fn number(text: &str) -> Result<i32, Failure> {
    text.parse().map_err(|_| Failure::usage(format!("this takes numbers, not `{text}`")))
}

/// Everything needed to tell what was found.
struct Told<'a> {
    args: &'a Args,
    name: &'a str,
    who: &'a str,
    bots: &'a [String],
    rows: &'a [Row],
    seed: u64,
}

impl Told<'_> {
    fn as_json(&self) -> Json {
        let row = |row: &Row| {
            json!({
                "value": row.value, "win_rate": row.rate, "difference": row.difference,
                "pairs": row.pairs, "failed_pairs": row.failed,
            })
        };
        json!({
            "game": self.args.game,
            "over": self.name,
            "subject": self.who,
            "seed": self.seed,
            "bots": self.bots,
            "values": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    fn text(&self, out: &Out) -> String {
        let head = format!("how often {} wins, and more or less than as it is", self.who);
        let mut lines = vec![out.styled(Style::Strong, &head)];
        let width = self.rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0);
        for row in self.rows {
            let line = format!("#{}", "#".repeat((row.rate * 24.0).round() as usize));
            let told = match row.pairs {
                0 => "its matches fail".to_owned(),
                _ => format!("{:>5.1} %  {:<36}{line}", 100.0 * row.rate, row.difference.text()),
            };
            lines.push(format!("  {} {:>width$}  {told}", self.name, row.value));
        }
        let pairs = self.rows.iter().map(|row| row.pairs).max().unwrap_or(0);
        let (pairs, seed) = (counted(pairs, "pair"), self.seed);
        lines.push(format!("{pairs} each, seed {seed}, played by {}", self.bots.join(", ")));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_are_read() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(
                range(text).unwrap(),
                ("a", expected.iter().map(|it| (*it).to_owned()).collect())
            );
        };
        check("a=1..3", &["1", "2", "3"]);
        check("a=-5..5:5", &["-5", "0", "5"]);
        check("a=duel,all", &["duel", "all"]);
        for wrong in ["a", "a=", "a=3..1", "a=1..x", "a=1..9:0", "a=0..2147483647", "a=1,,2"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
