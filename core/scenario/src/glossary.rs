//! What the words of a game mean in scenarios, from what the game declares.

use std::collections::BTreeSet;

use super::sources::Sources;
use super::words::found;
use harena_script::looks::OneOrOther;
use harena_script::{Decided, Dictionary, Entry, Host, Notation, PieceLaw, Whose};

/// One page about the notation of a game: its seats, letters, counters, markers, variables, zones,
/// actions, steps and streams, each with what its declaration says about it.
pub fn glossary(host: &Host) -> String {
    let menu = host.menu();
    let text = format!("# {} in scenarios\n", menu.title);
    let told = host.dictionary();
    let mut page = Page { text, host, told: &told, notation: host.notation(&menu.defaults()) };
    page.seats();
    page.letters();
    page.names("Counters", &told.counters, "a number that a piece carries");
    page.marks();
    page.names("Statuses", &told.statuses, "on or off");
    page.names("Stats", &told.stats, "printed, and changed by modifiers");
    page.numbers("Variables of the match", ("vars", "NAME"), &told.vars);
    page.numbers("Variables of each seat", ("seat_vars", "SEAT NAME"), &told.seat_vars);
    page.names("Lists", &told.lists, "numbers or seats in an order");
    page.zones();
    page.actions();
    page.texts("Questions", &told.prompts, "asks = \"SEAT NAME\"");
    page.texts("Ends", &told.reasons, "outcome = \"SEAT: NAME\"");
    page.steps();
    page.laws();
    page.sheets();
    page.text
}

struct Page<'a> {
    text: String,
    host: &'a Host,
    told: &'a Dictionary,
    notation: Notation,
}

/// Bars would end the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A value as a game declares it, or what decides it.
fn told<T: ToString>(value: &Decided<T>) -> String {
    match value {
        Decided::Is(value) => value.to_string(),
        Decided::By(setting) => format!("by the setting `{setting}`"),
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
        let mark = self.told.marks.iter().find(|mark| mark.entry.id == name);
        mark.map(|mark| titled(&mark.entry)).unwrap_or_default()
    }

    fn names(&mut self, heading: &str, names: &[String], about: &str) {
        let row = |name: &String| vec![format!("`{name}`"), self.meaning(name)];
        let rows = names.iter().map(row).collect();
        self.table(heading, &format!("Each is {about}."), &["name", "means"], rows);
    }

    fn marks(&mut self) {
        let rows = self.told.marks.iter().map(|mark| {
            let name = mark.entry.id.as_str();
            let owner = match found(&self.notation.owners, name) {
                Some(Whose::Nobody) => "nobody",
                Some(Whose::Enemy) => "enemy",
                Some(Whose::Own) | None => "own",
            };
            let supply = mark.supply.as_ref().map_or_else(|| "any".to_owned(), told);
            vec![format!("`{name}`"), self.meaning_of_thing(name), owner.into(), supply]
        });
        let rows = rows.collect();
        let about = "Unless a position says `marker:SEAT`, a marker belongs to the owner of its \
                     piece (own), to an enemy, or to nobody.";
        self.table("Markers", about, &["name", "means", "whose", "how many"], rows);
    }

    fn numbers(
        &mut self,
        heading: &str,
        (field, written): (&str, &str),
        starts: &[(String, Decided<i32>)],
    ) {
        let rows = starts
            .iter()
            .map(|(name, start)| vec![format!("`{name}`"), self.meaning(name), told(start)]);
        let rows = rows.collect();
        let about = format!("Expected as `{written} NUMBER`, laid out in `{field}`.");
        self.table(heading, &about, &["name", "means", "at the start"], rows);
    }

    fn zones(&mut self) {
        let rows = self.told.zones.iter().map(|zone| {
            let whose = if zone.per_seat { "each seat has one" } else { "one for all" };
            let id = format!("`{}`", zone.entry.id);
            vec![id, titled(&zone.entry), whose.into(), told(&zone.sight)]
        });
        let rows = rows.collect();
        self.table("Zones", "", &["name", "means", "whose", "seen by"], rows);
    }

    fn actions(&mut self) {
        let rows = self.told.verbs.iter().map(|verb| {
            let args: Vec<&str> = verb.args.iter().map(String::as_str).collect();
            let title = named(&titled(&verb.entry), &args);
            let args = if args.is_empty() { "none".to_owned() } else { args.join(", ") };
            vec![format!("`{}`", verb.entry.id), args, title]
        });
        let rows = rows.collect();
        self.table("Actions", "", &["verb", "words after it", "means"], rows);
    }

    fn texts(&mut self, heading: &str, texts: &[(String, String)], written: &str) {
        let rows = texts.iter().map(|(name, text)| vec![format!("`{name}`"), text.clone()]);
        let rows = rows.collect();
        self.table(heading, &format!("Written `{written}`."), &["name", "means"], rows);
    }

    fn steps(&mut self) {
        let names: Vec<String> = self.told.steps.iter().map(|it| format!("`{it}`")).collect();
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
fn titled(Entry { title, text, .. }: &Entry) -> String {
    match (title.is_empty(), text.is_empty()) {
        (_, true) => title.clone(),
        (true, false) => text.clone(),
        (false, false) => format!("{title}: {text}"),
    }
}
