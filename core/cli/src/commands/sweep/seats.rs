//! How often somebody wins with each number of seats.
//!
//! There is nothing to pair: with another seat at the table other matches are played. So a share
//! stands beside what it would be if all seats did alike.

use harena_lab::series::{self, Plan};
use harena_lab::statistics::Share;
use serde_json::{Value as Json, json};

use super::super::ab::Set;
use super::super::ab::variants::{self, Variant};
use super::super::value::Teller;
use super::{names, number};
use crate::args::{Common, MatchArgs, Sweep as Args};
use crate::failure::{Exit, Outcome};
use crate::out::{Out, Style};

/// One number of seats, and what came of it.
struct Row {
    n_seats: u8,
    share: Share,
    failed: u64,
}

/// Sweeps the number of seats.
///
/// # Errors
/// A number of seats that the game is not for, or packs that do not load.
pub fn run(args: &Args, values: &[String], common: &Common, out: &Out) -> Outcome {
    let teller = Teller::new(args.pairs.saturating_mul(values.len() as u64), "matches", out)?;
    let (mut rows, mut who, mut bots) = (Vec::new(), String::new(), Vec::new());
    let mut setup = args.setup.clone();
    for value in values {
        let n_seats = u8::try_from(number(value)?).unwrap_or(0);
        setup.seats = Some(n_seats);
        let set = Set::of(&Variant::default(), &setup, (args.game.as_str(), common))?;
        if rows.is_empty() {
            set.tell(&Variant::default(), out);
        }
        // A seed that was made up is that of all rows.
        setup.seed = Some(set.seating.seed);
        let menu = set.host.menu();
        let named = set.seating.factions.first().copied().flatten();
        let named = named.and_then(|id| menu.factions.get(id.index())).map(|it| it.id.clone());
        let subject = args.of.clone().or(named);
        let both = ([&set.seating, &set.seating], [menu, menu]);
        let matches = variants::apart(subject.as_deref(), both.0, both.1)?;
        let plan = Plan {
            n_matches: args.pairs,
            seed: set.seating.seed,
            line_ups: matches.line_ups[0].clone(),
            max_decisions: args.effort.max_decisions,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs: args.effort.threads(),
        };
        let tally = series::run(&plan, &set.loader(), &teller)?.tally;
        let faction = menu.factions.iter().position(|it| it.id == matches.subject);
        let counted = match faction {
            Some(at) => tally.by_faction.iter().find(|(id, _)| id.index() == at).map(|it| *it.1),
            None => matches.seats.first().and_then(|seat| tally.by_seat.get(&seat.0).copied()),
        };
        let failed = tally.errors + tally.capped;
        rows.push(Row { n_seats, share: counted.unwrap_or_default().share(), failed });
        (bots, who) = (names(&matches), matches.subject);
        if teller.signals.number().is_some() {
            break;
        }
    }
    teller.progress.end();
    match out.json {
        true => out.answer_json(&as_json(args, (&who, &bots), &rows, &setup)),
        false => out.answer(&text((&who, &bots), &rows, &setup, out)),
    }
    Ok(teller.signals.number().map_or(Exit::Fine, Exit::Stopped))
}

fn as_json(args: &Args, (who, bots): (&str, &[String]), rows: &[Row], setup: &MatchArgs) -> Json {
    let row = |row: &Row| {
        json!({
            "value": row.n_seats.to_string(), "win_rate": row.share.rate, "low": row.share.low,
            "high": row.share.high, "even": even(row), "matches": row.share.matches,
            "failed": row.failed,
        })
    };
    json!({
        "game": args.game,
        "over": "seats",
        "subject": who,
        "seed": setup.seed,
        "bots": bots,
        "values": rows.iter().map(row).collect::<Vec<_>>(),
    })
}

/// What the share would be if all seats did alike, and none of them shared a victory.
fn even(row: &Row) -> f64 {
    1.0 / f64::from(row.n_seats.max(1))
}

fn text((who, bots): (&str, &[String]), rows: &[Row], setup: &MatchArgs, out: &Out) -> String {
    let head = format!("how often {who} wins");
    let mut lines = vec![out.styled(Style::Strong, &head)];
    for row in rows {
        let [rate, low, high] = row.share.percents();
        let bar = "#".repeat((row.share.rate * 24.0).round() as usize);
        lines.push(format!(
            "  seats {:>2}  {rate:>5.1} %  ({low:.1} to {high:.1} of {}; even were {:.1})  {bar}",
            row.n_seats,
            row.share.matches,
            100.0 * even(row)
        ));
        if row.failed > 0 {
            lines.push(out.styled(Style::Red, &format!("    {} did not end", row.failed)));
        }
    }
    lines.push(format!("seed {}, played by {}", setup.seed.unwrap_or(0), bots.join(", ")));
    lines.join("\n")
}
