//! What the words of a game mean in scenarios, from what the game declares.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::sources::Sources;
use super::words::found;
use harena_script::looks::OneOrOther;
use harena_script::{Host, Notation, PieceLaw, Whose};

/// One page about the notation of a game: its seats, letters, counters, markers, variables, zones,
/// actions, steps and streams, each with what its declaration says about it.
pub fn glossary(host: &Host) -> String {
    let menu = host.menu();
    let text = format!("# {} in scenarios\n", menu.title);
    let mut page = Page { text, host, notation: host.notation(&menu.defaults()) };
    page.seats();
    page.letters();
    page.names("Counters", "counters", "a number that a piece carries");
    page.marks();
    page.names("Statuses", "statuses", "on or off");
    page.names("Stats", "stats", "printed, and changed by modifiers");
    page.numbers("Variables of the match", "vars", "NAME");
    page.numbers("Variables of each seat", "seat_vars", "SEAT NAME");
    page.names("Lists", "lists", "numbers or seats in an order");
    page.zones();
    page.actions();
    page.texts("Questions", "prompts", "asks = \"SEAT NAME\"");
    page.texts("Ends", "reasons", "outcome = \"SEAT: NAME\"");
    page.steps();
    page.laws();
    page.sheets();
    page.text
}

struct Page<'a> {
    text: String,
    host: &'a Host,
    notation: Notation,
}

/// Bars would end the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn text_of<'j>(value: &'j Json, field: &str) -> &'j str {
    value.get(field).and_then(Json::as_str).unwrap_or("")
}

/// A value as a game declares it: a number, or what a setting makes of it.
fn value_of(value: &Json) -> String {
    match value.get("setting").or_else(|| value.get("by")).and_then(Json::as_str) {
        Some(setting) => format!("by the setting `{setting}`"),
        None => value.to_string(),
    }
}

impl Page<'_> {
    /// What the notation says a name means.
    fn meaning(&self, name: &str) -> String {
        found(&self.notation.meanings, name).cloned().unwrap_or_default()
    }

    /// A table with a heading, if it has rows.
    fn table(&mut self, heading: &str, about: &str, columns: &[&str], rows: Vec<Vec<String>>) {
        if rows.is_empty() {
            return;
        }
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        self.text.push_str(&format!("\n## {heading}\n\n"));
        if !about.is_empty() {
            self.text.push_str(&format!("{about}\n\n"));
        }
        self.text.push_str(&line(columns.iter().map(|it| (*it).to_owned()).collect()));
        self.text.push_str(&line(columns.iter().map(|_| "---".to_owned()).collect()));
        for row in rows {
            self.text.push_str(&line(row.iter().map(|it| cell(it)).collect()));
        }
    }

    fn seats(&mut self) {
        let menu = self.host.menu().clone();
        let Notation { seats: named, begin, prepare, .. } = &self.notation;
        let by_name = match named.is_empty() {
            true => "called by the marks of their factions, or `seat_0`, `seat_1`".to_owned(),
            false => format!("called {}, or by the marks of their factions", named.join(", ")),
        };
        let (fewest, most) = (menu.min_seats, menu.max_seats);
        let seats = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        let about = format!(
            "{seats} seats, {by_name}. A position goes on with the step `{}`, after `{}` has readied \
             the match.",
            begin.as_deref().unwrap_or("none: write `begin`"),
            prepare.as_deref().unwrap_or("nothing"),
        );
        let rows = menu.factions.iter();
        let rows = rows.map(|it| vec![format!("`{}`", it.short), it.id.clone(), it.title.clone()]);
        let rows: Vec<Vec<String>> = rows.collect();
        self.text.push_str(&format!("\n{about}\n"));
        self.table("Factions", "", &["mark", "id", "title"], rows);
    }

    fn letters(&mut self) {
        let rows = self.notation.letters.iter().map(|(letter, name)| {
            vec![format!("`{letter}`"), format!("`{name}`"), self.meaning_of_thing(name)]
        });
        let rows = rows.collect();
        self.table("Letters", "`w2` is short for `wounds=2`.", &["letter", "name", "means"], rows);
    }

    /// What a counter, marker or status is: what the notation says, or its own title and text.
    fn meaning_of_thing(&self, name: &str) -> String {
        let said = self.meaning(name);
        if !said.is_empty() {
            return said;
        }
        let marks = self.host.declared("marks");
        let mark = marks.as_array().into_iter().flatten().find(|mark| text_of(mark, "id") == name);
        mark.map(titled).unwrap_or_default()
    }

    fn names(&mut self, heading: &str, field: &str, about: &str) {
        let names = self.host.declared(field);
        let names = names.as_array().into_iter().flatten().filter_map(Json::as_str);
        let rows = names.map(|name| vec![format!("`{name}`"), self.meaning(name)]).collect();
        self.table(heading, &format!("Each is {about}."), &["name", "means"], rows);
    }

    fn marks(&mut self) {
        let marks = self.host.declared("marks");
        let rows = marks.as_array().into_iter().flatten().map(|mark| {
            let name = text_of(mark, "id");
            let owner = match found(&self.notation.owners, name) {
                Some(Whose::Nobody) => "nobody",
                Some(Whose::Enemy) => "enemy",
                Some(Whose::Own) | None => "own",
            };
            let supply = mark.get("supply").map_or_else(|| "any".to_owned(), value_of);
            vec![format!("`{name}`"), self.meaning_of_thing(name), owner.into(), supply]
        });
        let rows = rows.collect();
        let about = "Unless a position says `marker:SEAT`, a marker belongs to the owner of its \
                     piece (own), to an enemy, or to nobody.";
        self.table("Markers", about, &["name", "means", "whose", "how many"], rows);
    }

    fn numbers(&mut self, heading: &str, field: &str, written: &str) {
        let vars = self.host.declared(field);
        let entries = vars.as_object().into_iter().flatten();
        let rows = entries
            .map(|(name, start)| vec![format!("`{name}`"), self.meaning(name), value_of(start)]);
        let rows = rows.collect();
        let about = format!("Expected as `{written} NUMBER`, laid out in `{field}`.");
        self.table(heading, &about, &["name", "means", "at the start"], rows);
    }

    fn zones(&mut self) {
        let zones = self.host.declared("zones");
        let rows = zones.as_array().into_iter().flatten().map(|zone| {
            let per_seat = zone.get("per_seat").and_then(Json::as_bool).unwrap_or(false);
            let whose = if per_seat { "each seat has one" } else { "one for all" };
            let sight = zone.get("sight").map_or_else(
                || "all".to_owned(),
                |sight| sight.as_str().map_or_else(|| value_of(sight), str::to_owned),
            );
            vec![format!("`{}`", text_of(zone, "id")), titled(zone), whose.into(), sight]
        });
        let rows = rows.collect();
        self.table("Zones", "", &["name", "means", "whose", "seen by"], rows);
    }

    fn actions(&mut self) {
        let verbs = self.host.declared("verbs");
        let rows = verbs.as_array().into_iter().flatten().map(|verb| {
            let args = verb.get("args").and_then(Json::as_array).into_iter().flatten();
            let args: Vec<&str> = args.filter_map(Json::as_str).collect();
            let title = named(&titled(verb), &args);
            let args = if args.is_empty() { "none".to_owned() } else { args.join(", ") };
            vec![format!("`{}`", text_of(verb, "id")), args, title]
        });
        let rows = rows.collect();
        self.table("Actions", "", &["verb", "words after it", "means"], rows);
    }

    fn texts(&mut self, heading: &str, field: &str, written: &str) {
        let texts = self.host.declared(field);
        let entries = texts.as_object().into_iter().flatten();
        let rows = entries
            .map(|(name, text)| vec![format!("`{name}`"), text.as_str().unwrap_or("").to_owned()]);
        let rows = rows.collect();
        self.table(heading, &format!("Written `{written}`."), &["name", "means"], rows);
    }

    fn steps(&mut self) {
        let steps = self.host.declared("steps");
        let names = steps.as_object().into_iter().flatten();
        let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            self.text.push_str(&format!("\n## Steps\n\nFor `begin` and `run`: {names}.\n"));
        }
        let streams = Sources::of(self.host.packs()).streams;
        let streams: Vec<String> = streams.iter().map(|name| format!("`{name}`")).collect();
        let streams = streams.join(", ");
        self.text.push_str(&format!("\n## Streams of chance\n\nFor `force`: {streams}.\n"));
    }

    /// What its sheets may hold: each record once, before those inside it.
    fn sheets(&mut self) {
        let records =
            self.host.schemas().flat_map(|schema| schema.named_records().into_iter().rev());
        let mut told = BTreeSet::new();
        let sections: Vec<String> = records
            .filter(|record| told.insert(record.name.as_str()))
            .map(|record| format!("\n{}", record.section()))
            .collect();
        if !sections.is_empty() {
            self.text.push_str("\n## Sheets\n\nWhat is written for each sort of sheet.\n");
            self.text.push_str(&sections.concat());
        }
    }

    fn laws(&mut self) {
        let rows = self.notation.pieces.iter().map(|(kind, law)| {
            let PieceLaw { off_board, shares, owned, counted } = *law;
            let said = [
                (off_board, "never on the board"),
                (!off_board && shares, "several fit on a cell"),
                (!off_board && !shares, "one fits on a cell"),
                (owned, "each belongs to a seat"),
                (counted, "an owner has as many as the sheet has copies"),
            ];
            let said = said.iter().filter(|(holds, _)| *holds).map(|(_, text)| *text);
            vec![format!("`{kind}`"), said.collect::<Vec<_>>().join("; ")]
        });
        let rows = rows.collect();
        let about = "What a position must keep, unless it says `impossible = true`.";
        self.table("Pieces", about, &["kind", "law"], rows);
        let Notation { ranges, seat_ranges, .. } = &self.notation;
        let shared = ranges
            .iter()
            .map(|(name, law)| vec![format!("`{name}`"), ends(law.least, law.most.as_ref())]);
        let of_seats = seat_ranges
            .iter()
            .map(|(name, law)| vec![format!("`SEAT {name}`"), ends(law.least, law.most.as_ref())]);
        let rows = shared.chain(of_seats).collect();
        self.table("What variables can be", about, &["name", "range"], rows);
    }
}

/// Between which numbers a variable lies.
fn ends(least: Option<i32>, most: Option<&OneOrOther<i32, String>>) -> String {
    let least = least.map(|least| format!("at least {least}"));
    let most = most.map(|most| match most {
        OneOrOther::One(number) => format!("at most {number}"),
        OneOrOther::Other(name) => format!("at most {name}"),
    });
    least.into_iter().chain(most).collect::<Vec<_>>().join(", ")
}

/// A title with its arguments by name: definitions are read with numbers in their place.
fn named(title: &str, args: &[&str]) -> String {
    let mut title = title.to_owned();
    for (place, arg) in (1..).zip(args) {
        let name = arg.split_once(':').map_or(*arg, |(name, _)| name);
        title = title.replace(&format!("{{{place}}}"), &format!("{{{name}}}"));
    }
    title
}

/// The title of something declared, with its text.
fn titled(declared: &Json) -> String {
    let (title, text) = (text_of(declared, "title"), text_of(declared, "text"));
    match (title.is_empty(), text.is_empty()) {
        (_, true) => title.to_owned(),
        (true, false) => text.to_owned(),
        (false, false) => format!("{title}: {text}"),
    }
}
