//! What a series tells of sheets and points.

use std::collections::BTreeMap;

use harena_engine::game::Game;
use harena_lab::series::{Tally, Told};
use harena_lab::statistics::Share;
use serde_json::{Value, json};

use crate::out::{Out, Style};

/// So many sheets are shown as text; all of them are in JSON.
const SHOWN: usize = 60;

/// The points of winners and of all others, with the parts they are made of; null without any.
pub fn scores(tally: &Tally, game: &Game) -> Value {
    let n = |scores: &BTreeMap<i32, u64>| scores.values().sum::<u64>();
    let (won, lost) = (n(&tally.scores_won), n(&tally.scores_lost));
    if won + lost == 0 {
        return Value::Null;
    }
    let mean = |sum: i64, of: u64| (of > 0).then(|| sum as f64 / of as f64);
    let total = |scores: &BTreeMap<i32, u64>| -> i64 {
        scores.iter().map(|(score, n)| i64::from(*score) * *n as i64).sum()
    };
    let part = |(word, sums): (&u16, &(i64, i64))| {
        let id = game.names.words.name(usize::from(*word)).to_owned();
        (id, json!({ "winners": mean(sums.0, won), "others": mean(sums.1, lost) }))
    };
    json!({
        "winners": mean(total(&tally.scores_won), won),
        "others": mean(total(&tally.scores_lost), lost),
        "parts": tally.parts.iter().map(part).collect::<BTreeMap<_, _>>(),
    })
}

/// How often each length, lead and number of points occurred, by rising size.
pub fn histograms(tally: &Tally) -> Value {
    let lists = |scores: &BTreeMap<i32, u64>| scores.iter().map(|(k, n)| (*k, *n)).collect();
    let (won, lost): (Vec<_>, Vec<_>) = (lists(&tally.scores_won), lists(&tally.scores_lost));
    json!({
        "lengths": tally.lengths.counts().collect::<Vec<_>>(),
        "margins": tally.margins.counts().collect::<Vec<_>>(),
        "lead_changes": tally.lead_changes.counts().collect::<Vec<_>>(),
        "luck": tally.chances.counts().collect::<Vec<_>>(),
        "scores_of_winners": won,
        "scores_of_others": lost,
    })
}

/// What became of each sheet that has copies or was seen; empty if nothing was told.
pub fn sheets(tally: &Tally, game: &Game) -> Value {
    rows(tally, game).iter().map(Row::as_json).collect()
}

struct Row<'a> {
    faction: Option<&'a str>,
    id: &'a str,
    title: &'a str,
    copies: u16,
    told: Told,
}

impl Row<'_> {
    fn as_json(&self) -> Value {
        let Told { entered, survived, chosen, users } = self.told;
        json!({
            "faction": self.faction, "id": self.id, "title": self.title, "copies": self.copies,
            "entered": entered, "survived": survived, "chosen": chosen, "users": users.share(),
        })
    }

    fn is_dead(&self) -> bool {
        self.told.entered + self.told.chosen == 0
    }
}

/// Every sheet, those of one faction together, the most used first.
fn rows<'a>(tally: &Tally, game: &'a Game) -> Vec<Row<'a>> {
    if tally.sheets.is_empty() {
        return Vec::new();
    }
    let played = |it: &harena_engine::game::Prototype| {
        it.faction
            .is_none_or(|id| tally.by_faction.is_empty() || tally.by_faction.contains_key(&id))
    };
    let row = |(at, sheet): (u16, &'a harena_engine::game::Prototype)| {
        let told = tally.sheets.get(&harena_engine::id::PrototypeId(at)).copied();
        let faction = sheet.faction.and_then(|id| game.factions.get(id.index()));
        let is_shown = told.is_some() || (sheet.copies > 0 && played(sheet));
        is_shown.then(|| Row {
            faction: faction.map(|it| it.id.as_str()),
            id: &sheet.id,
            title: &sheet.title,
            copies: sheet.copies,
            told: told.unwrap_or_default(),
        })
    };
    let mut rows: Vec<Row> = (0..).zip(&game.prototypes).filter_map(row).collect();
    rows.sort_by_key(|row| (row.faction, std::cmp::Reverse(row.told.entered + row.told.chosen)));
    rows
}

/// A line a sheet, and how many there were more.
pub fn lines((tally, game): (&Tally, &Game), out: &Out) -> Vec<String> {
    let rows = rows(tally, game);
    if rows.is_empty() {
        return Vec::new();
    }
    let name = |row: &Row| match row.faction {
        Some(faction) => format!("{faction}/{}", row.id),
        None => row.id.to_owned(),
    };
    let width = rows.iter().map(|row| name(row).chars().count()).max().unwrap_or(0);
    let head = format!("  {:<width$}  entered  stayed  chosen  its users win", "");
    let mut lines = vec![out.styled(Style::Strong, "what became of each sheet"), head];
    for row in rows.iter().take(SHOWN) {
        let told = &row.told;
        let stayed = match told.entered {
            0 => "-".to_owned(),
            n => format!("{:.0} %", 100.0 * told.survived as f64 / n as f64),
        };
        let users = match told.users.share() {
            Share { matches: 0, .. } => String::new(),
            share => {
                let [rate, low, high] = share.percents();
                format!("{rate:5.1} %, {low:.1} to {high:.1}")
            }
        };
        let dead = if row.is_dead() { "never seen" } else { "" };
        let line = format!(
            "  {:<width$}  {:>7}  {stayed:>6}  {:>6}  {users}{dead}",
            name(row),
            told.entered,
            told.chosen
        );
        lines.push(line.trim_end().to_owned());
    }
    if rows.len() > SHOWN {
        lines.push(format!("  and {} more, see --json", rows.len() - SHOWN));
    }
    lines
}
