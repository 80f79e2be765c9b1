//! What a series says, as text and as JSON.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::game::{Game, Settings};
use harena_engine::id::{FactionId, Seat};
use harena_engine::telling;
use harena_lab::series::{Counted, Failure, Plan, Report};
use harena_lab::statistics::{Histogram, Share, Summary};
use serde_json::{Value, json};

use super::{seat_number, stories};
use crate::catalog::Chosen;
use crate::out::{Out, Style, counted};
use crate::quote::shell_word;
use crate::seating::Seating;

use super::super::coverage::PackReached;
use super::super::unreached::Unreached;

/// A matrix of more factions than this does not fit a terminal.
const MOST_COLUMNS: usize = 10;

/// Failures shown as text.
const SHOWN: usize = 5;

/// A series that was played, with everything needed to tell of it.
pub struct Results<'a> {
    /// What happened.
    pub report: &'a Report,
    /// What was planned.
    pub plan: &'a Plan,
    /// The game.
    pub game: &'a Game,
    /// How matches were set up.
    pub seating: &'a Seating,
    /// What the settings are if nothing is said.
    pub defaults: &'a Settings,
    /// How the game was named on the command line.
    pub typed: &'a str,
    /// The packs.
    pub chosen: &'a Chosen,
    /// The text for a declared word.
    pub text_of: &'a dyn Fn(&str) -> String,
    /// How much of the scripts ran, if that was counted.
    pub reached: Option<&'a [PackReached]>,
}

impl Results<'_> {
    /// Everything, under keys that stay.
    pub fn as_json(&self) -> Value {
        let tally = &self.report.tally;
        let seconds = self.report.elapsed.as_secs_f64();
        let shares = |counts: BTreeMap<String, Share>| json!(counts);
        let by_seat = tally.by_seat.iter().map(|(seat, it)| (seat_number(*seat), it.share()));
        let by_bot = tally.by_bot.iter().map(|(bot, it)| (bot.to_string(), it.share()));
        json!({
            "game": self.game.id,
            "seed": self.plan.seed,
            "seats": self.game.n_seats,
            "settings": self.game.settings,
            "packs": self.chosen.as_json(),
            "bots": self.bots(),
            "stopped": self.report.is_stopped,
            "jobs": (self.plan.jobs > 0).then_some(self.plan.jobs),
            "shard": format!("{}/{}", self.plan.shard + 1, self.plan.n_shards),
            "matches": tally.matches,
            "errors": tally.errors,
            "capped": tally.capped,
            "draws": tally.draws,
            "decisions": tally.decisions,
            "forced": share_of(tally.forced, tally.decisions),
            "options_per_decision": share_of(tally.options, tally.decisions),
            "first_to_act": tally.first.share(),
            "margins": (tally.margins.n() > 0).then(|| tally.margins.summary()),
            "seconds": seconds,
            "matches_per_second": self.report.per_second(tally.matches),
            "decisions_per_second": self.report.per_second(tally.decisions),
            "wins": {
                "by_faction": shares(self.by_faction().collect()),
                "by_seat": shares(by_seat.collect()),
                "by_bot": shares(by_bot.collect()),
            },
            "matchups": self.matchups(),
            "lengths": tally.lengths.summary(),
            "lead_changes": (tally.lead_changes.n() > 0).then(|| tally.lead_changes.summary()),
            "luck": tally.chances.summary(),
            "unreached": self.unreached(),
            "scores": stories::scores(tally, self.game),
            "sheets": stories::sheets(tally, self.game),
            "histograms": stories::histograms(tally),
            "reasons": self.reasons(),
            "failures": tally.failures.iter().map(|(n, it)| self.failure(*n, it)).collect::<Vec<_>>(),
            "digest": format!("{:032x}", tally.digest),
        })
    }

    /// What nobody came to, with what of the scripts never ran if that was counted.
    fn unreached(&self) -> Value {
        let unreached = Unreached::of(&self.report.tally, self.game);
        let Some(mut json) = unreached.map(|it| it.as_json()) else { return Value::Null };
        let packs = self.reached.map(|it| it.iter().map(PackReached::as_json).collect::<Vec<_>>());
        json["packs"] = json!(packs);
        json
    }

    /// Who won how often, how long it took, and what went wrong.
    pub fn text(&self, out: &Out) -> String {
        let tally = &self.report.tally;
        let seconds = self.report.elapsed.as_secs_f64();
        let mut lines = vec![format!(
            "{} of {} in {seconds:.2} s ({} matches/s, {} decisions/s), seed {}",
            counted(tally.matches, "match"),
            self.game.id,
            rate(self.report.per_second(tally.matches)),
            rate(self.report.per_second(tally.decisions)),
            self.plan.seed
        )];
        if self.report.is_stopped {
            let head = format!("stopped early: {} were planned", self.plan.n_here());
            lines.push(out.styled(Style::Yellow, &head));
        }
        lines.push(format!("played by {}", self.bots().join(", ")));
        lines.extend(self.course_lines());
        let ended = tally.matches - tally.errors - tally.capped;
        lines.push(format!(
            "draws: {}",
            percent(Counted { wins: tally.draws, matches: ended }.share())
        ));
        lines.extend(self.ending_lines(ended, out));
        lines.extend(section("wins by faction", self.by_faction(), out));
        lines.extend(self.matrix(out));
        let seat = |seat: u8| telling::seat_number(Seat(seat));
        let by_seat = tally.by_seat.iter().map(|(at, it)| (seat(*at), it.share()));
        lines.extend(section("wins by seat", by_seat, out));
        let first = std::iter::once(("first to act".to_owned(), tally.first.share()));
        lines.extend(section("wins by turn order", first.filter(|it| it.1.matches > 0), out));
        if tally.by_bot.len() > 1 {
            let by_bot = tally.by_bot.iter().map(|(bot, it)| (bot.to_string(), it.share()));
            lines.extend(section("wins by bot", by_bot, out));
        }
        lines.extend(stories::lines((tally, self.game), out));
        if let Some(packs) = self.reached {
            let unreached = Unreached::of(tally, self.game).unwrap_or_default();
            lines.extend(unreached.lines(out));
            lines.push(out.styled(Style::Strong, "how much of the scripts ran"));
            lines.extend(packs.iter().map(PackReached::text));
        }
        lines.push(format!("digest {:032x}", tally.digest));
        lines.extend(self.failure_lines(out));
        lines.join("\n")
    }

    /// How matches went: lengths, choices, leads and luck.
    fn course_lines(&self) -> Vec<String> {
        let tally = &self.report.tally;
        let Summary { mean, min, max, median, .. } = tally.lengths.summary();
        let lengths = format!(
            "decisions a match: {mean:.1} on average, {min} to {max}, half of them up to {median}"
        );
        let options = format!(
            "options a decision: {:.1} on average; {:.1} % of decisions left nothing to choose",
            share_of(tally.options, tally.decisions),
            100.0 * share_of(tally.forced, tally.decisions)
        );
        let told = |what: &str, it: &Histogram| {
            let Summary { mean, median, max, .. } = it.summary();
            format!("{what}: {mean:.1} on average, half of them up to {median}, {max} at most")
        };
        let counts = [
            ("the winner's lead", &tally.margins),
            ("changes of the lead", &tally.lead_changes),
            ("results of chance a match", &tally.chances),
        ];
        let counts = counts.into_iter().filter(|(_, it)| it.n() > 0);
        [lengths, options].into_iter().chain(counts.map(|(what, it)| told(what, it))).collect()
    }

    /// How matches ended, by the reason the rules gave, most often first.
    fn ending_lines(&self, ended: u64, out: &Out) -> Vec<String> {
        let mut reasons: Vec<(&str, u64)> = self.reasons().into_iter().collect();
        reasons.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let rows = reasons.into_iter().map(|(word, n)| {
            let text = match word {
                "" | "?" => "no reason given".to_owned(),
                word => (self.text_of)(word),
            };
            (text, Counted { wins: n, matches: ended }.share())
        });
        section("ended by", rows, out)
    }

    /// The bots that play, one a seat, as they sit in the first match.
    fn bots(&self) -> Vec<String> {
        self.plan.line_up_of(0).bots.iter().map(ToString::to_string).collect()
    }

    fn failure_lines(&self, out: &Out) -> Vec<String> {
        let tally = &self.report.tally;
        if tally.errors + tally.capped == 0 {
            return Vec::new();
        }
        let (errors, capped) = (tally.errors, tally.capped);
        let were = if capped == 1 { "was" } else { "were" };
        let failed = counted(errors, "match");
        let head = format!("{failed} failed, {capped} {were} given up as too long");
        let mut lines = vec![out.styled(Style::Red, &head)];
        for lost in tally.failures.values().take(SHOWN) {
            let why = lost.fault.as_ref().map_or("too long".to_owned(), ToString::to_string);
            lines.push(format!("  after {}: {why}", counted(lost.n_decisions, "decision")));
            lines.push(format!("    {}", self.command(lost)));
        }
        lines
    }

    fn failure(&self, number: u64, lost: &Failure) -> Value {
        json!({
            "match": number,
            "seed": lost.seed,
            "decisions": lost.n_decisions,
            "fault": lost.fault,
            "command": self.command(lost),
        })
    }

    /// The command that plays a failed match again.
    fn command(&self, lost: &Failure) -> String {
        let bots: Vec<String> = lost.line_up.bots.iter().map(ToString::to_string).collect();
        let bots = shell_word(&bots.join(","));
        let mut text = format!("harena play {} --bots {bots}", shell_word(self.typed));
        if !lost.line_up.factions.is_empty() {
            let factions = lost.line_up.factions.iter().map(|it| self.faction(*it));
            let factions = factions.collect::<Vec<_>>().join(",");
            text += &format!(" --factions {}", shell_word(&factions));
        }
        let is_changed = |name: &String| self.defaults.get(name) != self.seating.settings.get(name);
        let changed = self.seating.settings.iter().filter(|(name, _)| is_changed(name));
        for (name, value) in changed.filter(|(name, _)| *name != "seats") {
            text += &format!(" --set {}", shell_word(&format!("{name}={value}")));
        }
        text + &format!(" --seed {}", lost.seed)
    }

    fn faction(&self, id: Option<FactionId>) -> &str {
        id.and_then(|id| self.game.factions.get(id.index())).map_or("any", |it| &it.id)
    }

    fn by_faction(&self) -> impl Iterator<Item = (String, Share)> + '_ {
        let counts = self.report.tally.by_faction.iter();
        counts.map(|(id, it)| (self.faction(Some(*id)).to_owned(), it.share()))
    }

    /// How often each faction won at a table with each other, with the interval of 95 %.
    fn matrix(&self, out: &Out) -> Vec<String> {
        let pairs = &self.report.tally.matchups;
        let ids: BTreeSet<FactionId> = pairs.keys().flat_map(|(a, b)| [*a, *b]).collect();
        if !(3..=MOST_COLUMNS).contains(&ids.len()) {
            return Vec::new();
        }
        let name = |id: &FactionId| self.faction(Some(*id)).to_owned();
        let width = ids.iter().map(|id| name(id).chars().count()).max().unwrap_or(0).max(14);
        let head: String = ids.iter().map(|id| format!("  {:>width$}", name(id))).collect();
        let mut lines = vec![out.styled(
            Style::Strong,
            "wins of a row against a column, in percent, with intervals of 95 %",
        )];
        lines.push(format!("  {:<width$}{head}", ""));
        for row in &ids {
            let cell = |column: &FactionId| match pairs.get(&(*row, *column)) {
                Some(counted) => {
                    let [rate, low, high] = counted.share().percents();
                    format!("{rate:.0} ({low:.0} to {high:.0})")
                }
                None => "-".to_owned(),
            };
            let cells: String = ids.iter().map(|id| format!("  {:>width$}", cell(id))).collect();
            lines.push(format!("  {:<width$}{cells}", name(row)));
        }
        lines
    }

    fn matchups(&self) -> Value {
        let mut table: BTreeMap<&str, BTreeMap<&str, Share>> = BTreeMap::new();
        for ((one, other), counted) in &self.report.tally.matchups {
            let row = table.entry(self.faction(Some(*one))).or_default();
            row.insert(self.faction(Some(*other)), counted.share());
        }
        json!(table)
    }

    fn reasons(&self) -> BTreeMap<&str, u64> {
        let words = &self.game.names.words;
        self.report
            .tally
            .reasons
            .iter()
            .map(|(word, n)| (words.name(usize::from(*word)), *n))
            .collect()
    }
}

/// `n` of so many; nothing of nothing.
fn share_of(n: u64, of: u64) -> f64 {
    n as f64 / of.max(1) as f64
}

fn section(title: &str, shares: impl Iterator<Item = (String, Share)>, out: &Out) -> Vec<String> {
    let rows: Vec<String> =
        shares.map(|(name, share)| format!("  {name:<18} {}", percent(share))).collect();
    match rows.is_empty() {
        true => Vec::new(),
        false => std::iter::once(out.styled(Style::Strong, title)).chain(rows).collect(),
    }
}

/// So many a second, with as many digits as tell something.
fn rate(per_second: f64) -> String {
    let digits = match per_second {
        n if n >= 10.0 => 0,
        n if n >= 1.0 => 1,
        n if n >= 0.1 => 2,
        _ => 3,
    };
    format!("{per_second:.digits$}")
}

fn percent(share: Share) -> String {
    let ([rate, low, high], Share { wins, matches, .. }) = (share.percents(), share);
    format!("{rate:5.1} %  ({wins} of {matches}, between {low:.1} and {high:.1} %)")
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn a_slow_series_has_a_rate_too() {
        let check = |n: f64, expected: &str| assert_eq!(rate(n), expected);
        check(1234.5, "1234");
        check(12.3, "12");
        check(3.21, "3.2");
        check(0.42, "0.42");
        check(0.0213, "0.021");
    }
}
