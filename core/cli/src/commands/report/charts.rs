//! From the numbers of a series to pictures and tables.

use serde_json::Value;

use super::svg::{self, Bar, escaped, shade};

/// A section: its title, and what it shows; nothing if there is nothing to show.
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// A sentence about how to read it.
    pub text: &'static str,
    /// HTML.
    pub shown: String,
}

/// All sections in reading order.
pub fn sections(summary: &Value) -> Vec<Section> {
    let section = |title, text, shown| Section { title, text, shown };
    let all = vec![
        section("Ends", "How matches ended, by the reason the rules gave.", ends(summary)),
        section(
            "Factions",
            "How often each won, with an interval of 95 %.",
            wins(summary, "by_faction"),
        ),
        section("Seats", "How often each seat won.", wins(summary, "by_seat")),
        section("First to act", "How often whoever decided first won.", first(summary)),
        section("Bots", "How often each bot won.", wins(summary, "by_bot")),
        section(
            "Matchups",
            "How often the faction of a row won at a table with that of a column, in percent, with half of the interval of 95 %.",
            matrix(summary),
        ),
        section(
            "Points",
            "Points at the end: seats that won in front, all others behind.",
            points(summary),
        ),
        section(
            "Leads",
            "How far a single winner was ahead of the best loser.",
            counts(summary, "margins"),
        ),
        section(
            "Changes of the lead",
            "How often somebody else came to lead in a match, by the game's own judgement.",
            counts(summary, "lead_changes"),
        ),
        section("Length", "Decisions a match.", counts(summary, "lengths")),
        section(
            "Luck",
            "Results and shuffles that chance gave in a match.",
            counts(summary, "luck"),
        ),
        section(
            "Sheets",
            "What became of each sheet: pieces that came onto the board, the share of them there at the end, choices that named one, and how often seats won that used it. Who wins uses more of everything: compare sheets with each other.",
            sheets(summary),
        ),
        section(
            "Never reached",
            "What no match came to. What random bots never reach is rare, dead, or waits for a setting.",
            unreached(&summary["unreached"]),
        ),
        section(
            "Matches that did not end",
            "The command plays each of them again.",
            failures(summary),
        ),
    ];
    all.into_iter().filter(|section| !section.shown.is_empty()).collect()
}

/// A number of a summary, 0 if there is none.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share as bars hold it.
fn bar(name: &str, share: &Value) -> Bar {
    let (rate, ends) = (number(&share["rate"]), (number(&share["low"]), number(&share["high"])));
    let told = format!("{} of {}", percent(rate), share["matches"]);
    Bar { name: name.to_owned(), rate, ends: Some(ends), told }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn wins(summary: &Value, by: &str) -> String {
    let bars: Vec<Bar> =
        entries(&summary["wins"][by]).map(|(name, share)| bar(name, share)).collect();
    let seats = number(&summary["seats"]).max(1.0);
    if bars.len() < 2 { String::new() } else { svg::bars(&bars, Some(1.0 / seats)) }
}

fn first(summary: &Value) -> String {
    let share = &summary["first_to_act"];
    match share["matches"].as_u64() {
        None | Some(0) => String::new(),
        Some(_) => {
            let seats = number(&summary["seats"]).max(1.0);
            svg::bars(&[bar("first to act", share)], Some(1.0 / seats))
        }
    }
}

fn ends(summary: &Value) -> String {
    let all: f64 = entries(&summary["reasons"]).map(|(_, n)| number(n)).sum();
    let mut bars: Vec<Bar> = entries(&summary["reasons"])
        .map(|(word, n)| {
            let name =
                if word.is_empty() || word == "?" { "no reason given" } else { word.as_str() };
            let rate = number(n) / all.max(1.0);
            let told = format!("{} ({n})", percent(rate));
            Bar { name: name.replace('_', " "), rate, ends: None, told }
        })
        .collect();
    bars.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    if bars.is_empty() { String::new() } else { svg::bars(&bars, None) }
}

fn matrix(summary: &Value) -> String {
    let table = &summary["matchups"];
    let mut names: Vec<&String> = entries(table).map(|(name, _)| name).collect();
    names.sort();
    if names.len() < 2 {
        return String::new();
    }
    let head: String = names.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let cell = |share: &Value| match share["matches"].as_u64() {
        None | Some(0) => "<td>-</td>".to_owned(),
        Some(n) => {
            let (rate, half) =
                (number(&share["rate"]), (number(&share["high"]) - number(&share["low"])) / 2.0);
            let style = shade(rate);
            format!(
                "<td style=\"{style}\" title=\"{n} matches\">{:.0} <small>&plusmn; {:.0}</small></td>",
                100.0 * rate,
                100.0 * half
            )
        }
    };
    let row = |row: &&String| {
        let cells: String =
            names.iter().map(|column| cell(&table[row.as_str()][column.as_str()])).collect();
        format!("<tr><th>{}</th>{cells}</tr>", escaped(row))
    };
    let rows: String = names.iter().map(row).collect();
    format!("<table class=\"matrix\"><tr><th></th>{head}</tr>{rows}</table>")
}

/// The pairs of a histogram of the summary.
fn pairs(value: &Value) -> Vec<(i64, u64)> {
    let pair = |it: &Value| Some((it.get(0)?.as_i64()?, it.get(1)?.as_u64()?));
    value.as_array().into_iter().flatten().filter_map(pair).collect()
}

fn counts(summary: &Value, name: &str) -> String {
    let counts = pairs(&summary["histograms"][name]);
    let told = &summary[name];
    if counts.is_empty() {
        return String::new();
    }
    let words = format!(
        "<p>Mean {:.1}, half of them up to {}, nine of ten up to {}.</p>",
        number(&told["mean"]),
        number(&told["median"]),
        number(&told["most"])
    );
    words + &svg::histogram(&[("", &counts)])
}

fn points(summary: &Value) -> String {
    let of = |name: &str| pairs(&summary["histograms"][name]);
    let (won, lost) = (of("scores_of_winners"), of("scores_of_others"));
    if won.is_empty() && lost.is_empty() {
        return String::new();
    }
    let mean = |value: &Value| value.as_f64().map_or("-".to_owned(), |it| format!("{it:.1}"));
    let row = |name: &str, it: &Value| {
        let (winners, others) = (mean(&it["winners"]), mean(&it["others"]));
        format!("<tr><th>{}</th><td>{winners}</td><td>{others}</td></tr>", escaped(name))
    };
    let scores = &summary["scores"];
    let parts: String =
        entries(&scores["parts"]).map(|(name, it)| row(&name.replace('_', " "), it)).collect();
    let head = "<tr><th></th><th>who won</th><th>all others</th></tr>";
    let table = format!("<table>{head}{}{parts}</table>", row("points on average", scores));
    svg::histogram(&[("all others", &lost), ("who won", &won)]) + &table
}

fn sheets(summary: &Value) -> String {
    let rows: String = summary["sheets"].as_array().into_iter().flatten().map(sheet).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = "<tr><th>faction</th><th>sheet</th><th>copies</th><th>entered</th><th>stayed</th>\
                <th>chosen</th><th>users win</th></tr>";
    format!("<table class=\"sheets\">{head}{rows}</table>")
}

fn sheet(it: &Value) -> String {
    let (entered, users) = (number(&it["entered"]), &it["users"]);
    let is_dead = entered + number(&it["chosen"]) == 0.0;
    let stayed =
        if entered > 0.0 { percent(number(&it["survived"]) / entered) } else { "-".to_owned() };
    let (rate, half) =
        (number(&users["rate"]), (number(&users["high"]) - number(&users["low"])) / 2.0);
    let won = match users["matches"].as_u64() {
        None | Some(0) => "<td>-</td>".to_owned(),
        Some(n) => format!(
            "<td title=\"{n} users\">{:.1} <small>&plusmn; {:.1}</small></td>",
            100.0 * rate,
            100.0 * half
        ),
    };
    let title = if text(&it["title"]).is_empty() { text(&it["id"]) } else { text(&it["title"]) };
    format!(
        "<tr{}><td>{}</td><td title=\"{}\">{}</td><td>{}</td><td>{}</td><td>{stayed}</td><td>{}</td>{won}</tr>",
        if is_dead { " class=\"dead\"" } else { "" },
        escaped(text(&it["faction"])),
        escaped(text(&it["id"])),
        escaped(title),
        it["copies"].as_u64().unwrap_or(0),
        entered,
        number(&it["chosen"]),
    )
}

/// A line for each sort of things that no match came to.
fn unreached(value: &Value) -> String {
    let words = |value: &Value| {
        let words = value.as_array().into_iter().flatten().map(|it| escaped(text(it)));
        words.collect::<Vec<_>>().join(", ")
    };
    let line = |what: &str, told: String| match told.is_empty() {
        true => String::new(),
        false => format!("<p>{what}: {told}.</p>"),
    };
    let sorts = [("verbs", "Verbs"), ("keywords", "Keywords"), ("sheets", "Sheets")];
    let mut lines: String =
        sorts.iter().map(|(key, what)| line(what, words(&value[*key]))).collect();
    for pack in value["packs"].as_array().into_iter().flatten() {
        let share = number(&pack["ran"]) / number(&pack["lines"]).max(1.0);
        let told = format!("{} of the lines of {} ran", percent(share), escaped(text(&pack["id"])));
        lines += &format!("<p>{told}.</p>{}", line("Rules", words(&pack["rules"])));
    }
    lines
}

fn failures(summary: &Value) -> String {
    let row = |it: &Value| {
        let why = it["fault"]["message"].as_str().unwrap_or("it took too long");
        let after = it["decisions"].as_u64().unwrap_or(0);
        format!(
            "<li>after {after} decisions: {}<br><code>{}</code></li>",
            escaped(why),
            escaped(text(&it["command"]))
        )
    };
    let rows: String = summary["failures"].as_array().into_iter().flatten().map(row).collect();
    if rows.is_empty() { rows } else { format!("<ul>{rows}</ul>") }
}
