//! What types are written of: any game, or exactly one with all the names it declares.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::verbs::{self, Shape, shapes};
use crate::bind::Entry;
use crate::define::arguments::Argument;
use crate::define::form::Form;
use crate::define::{self, Definitions, Menu, SettingKind, SettingRule};
use crate::schema::{Schema, Value, Vocabulary};

/// Types that stand for the names of a vocabulary: in a file for any game they are texts, in one
/// for a certain game its names and nothing else.
pub(super) const NAME_TYPES: [(&str, &str, &str); 23] = [
    ("KindName", "kind", "a kind of pieces"),
    ("StatName", "stat", "a number that modifiers change"),
    ("SideStatName", "side_stat", "a number printed on sides"),
    ("StatusName", "status", "something that is on or off"),
    ("CounterName", "counter", "a number that pieces carry"),
    ("MomentName", "moment", "a moment that passes"),
    ("ListName", "list", "a named list of numbers"),
    ("VarName", "var", "a number of the match"),
    ("SeatVarName", "seat_var", "a number of each seat"),
    ("ZoneName", "zone", "a place for pieces besides the board"),
    ("MarkName", "mark", "a kind of markers"),
    ("KeywordName", "keyword", "a named ability"),
    ("VerbName", "verb", "what an option does"),
    ("StepName", "step", "a step of the rules"),
    ("TagName", "tag", "a mark on cells of a board"),
    ("ModeName", "mode", "a kind of attack"),
    ("PromptName", "prompt", "what a decision is called"),
    ("SentenceName", "sentence", "what the log says"),
    ("ReasonName", "reason", "why a match ends"),
    ("WordName", "word", "a declared word"),
    ("PathName", "path", "how a reach goes from cell to cell"),
    ("ReachName", "reach", "how far a piece is moved at once"),
    ("ScorePartName", "score_part", "what a judgement is made of"),
];

/// Answers that are names, by their entries.
const ANSWERS: [(&str, &str); 7] = [
    ("kind", "KindName"),
    ("zone", "ZoneName?"),
    ("mode", "ModeName"),
    ("take_only", "(VerbName, ...any)"),
    ("take_default", "(VerbName, ...any)"),
    ("answer", "(VerbName, ...any)"),
    ("sheet", "AnySheet"),
];

/// A parameter as it is declared, `zone: string` or `...any`, and its type.
pub(super) fn typed_parameter(written: &str) -> (&str, String) {
    let (name, kind) = match written.strip_prefix("...") {
        Some(kind) => ("...", kind),
        None => written.split_once(": ").unwrap_or((written, "any")),
    };
    match define::named(written) {
        Some(what) => (name, kind.replace("string", name_type(what))),
        None => (name, kind.to_owned()),
    }
}

/// The type of what an entry answers.
pub(super) fn typed_answer(entry: &Entry) -> &'static str {
    let is_text = entry.gives.contains("string") || entry.name == "sheet";
    let own = ANSWERS.iter().find(|(on, _)| *on == entry.name);
    own.filter(|_| is_text).map_or(entry.gives, |(_, kind)| *kind)
}

/// The type of a name that stands in a vocabulary, in forms and sheets.
pub(crate) fn name_type(what: &str) -> &'static str {
    NAME_TYPES.iter().find(|(_, known, _)| *known == what).map_or("string", |(kind, _, _)| kind)
}

/// What types are written of.
#[derive(Default)]
pub(crate) struct Subject {
    /// Whose names they know; nothing if they are for any game.
    game: Option<Exact>,
}

/// What one game declares, as far as types tell it.
struct Exact {
    title: String,
    names: Vocabulary,
    /// Names and meanings of fields that handles have beyond their entries.
    fields: BTreeMap<&'static str, Vec<(String, String)>>,
    /// Its verbs by the kinds of their arguments.
    shapes: Vec<Shape>,
    /// The type of an answer to any question.
    answer: String,
    settings: Vec<SettingRule>,
    sheets: Vec<Arc<Schema>>,
}

impl Subject {
    /// Exactly this game.
    pub fn of(definitions: &Definitions, menu: &Menu) -> Subject {
        let game = &definitions.game.value;
        let names = define::vocabulary(definitions);
        let notation = game.get("notation").unwrap_or(&Value::Nil);
        let meanings =
            define::Notation::read(notation, &harena_engine::game::Vocabulary::default()).meanings;
        let meaning = |name: &str, else_: &str| {
            let told = meanings.iter().find(|(known, _)| known == name);
            told.map_or(else_, |(_, told)| told).to_owned()
        };
        let named = |what: &str, else_: &str| -> Vec<(String, String)> {
            names.names(what).map(|name| (name.to_owned(), meaning(name, else_))).collect()
        };
        let counters = named("counter", "a counter of it");
        let stats = named("stat", "with all modifiers");
        let fields = BTreeMap::from([
            ("Match", named("var", "a variable of the match")),
            ("Piece", [counters, stats].concat()),
        ]);
        let taken = |verb: &Value| (define::text(verb, "id"), define::arguments::of(verb));
        let all: Vec<(String, Vec<Argument>)> =
            define::list(game, "verbs").iter().map(taken).collect();
        let kinds = |(verb, args): &(String, Vec<Argument>)| {
            (verb.clone(), args.iter().map(|it| it.kind.word().to_owned()).collect())
        };
        let shapes = shapes(all.iter().map(kinds));
        let answer = verbs::answer(&all);
        let (settings, sheets) = (menu.settings.clone(), definitions.schemas.clone());
        let title = menu.title.clone();
        Subject { game: Some(Exact { title, names, fields, shapes, answer, settings, sheets }) }
    }

    /// What the file is about, for its head.
    pub fn title(&self) -> Option<&str> {
        self.game.as_ref().map(|game| game.title.as_str())
    }

    /// Fields of a kind of handle that the game declares, with their meanings; nothing if the
    /// game is not known.
    pub fn fields(&self, kind: &str) -> Option<&[(String, String)]> {
        let game = self.game.as_ref()?;
        Some(game.fields.get(kind).map_or(&[], Vec::as_slice))
    }

    /// The names of a vocabulary as a type.
    pub fn names(&self, what: &str) -> String {
        let Some(game) = &self.game else { return "string".into() };
        let names = game.names.names(what).filter(|name| !name.is_empty());
        let words: Vec<String> = names.map(|name| format!("{name:?}")).collect();
        match words.is_empty() {
            true => "never".into(),
            false => words.join(" | "),
        }
    }

    /// The type of the settings.
    pub fn settings(&self) -> String {
        let Some(game) = &self.game else { return "{ [string]: any }".into() };
        let field = |rule: &SettingRule| {
            let about = if rule.text.is_empty() { &rule.title } else { &rule.text };
            let about = about.replace('\n', " ");
            format!("\t--- {about}\n\t{}: {},\n", rule.id, setting_type(&rule.kind))
        };
        let fields: String = game.settings.iter().map(field).collect();
        format!("{{\n{fields}\t--- how many seats play\n\tseats: number,\n}}")
    }

    /// The game's verbs by what they take; none if the game is not known.
    pub fn shapes(&self) -> &[Shape] {
        self.game.as_ref().map_or(&[], |game| &game.shapes)
    }

    /// The type of an answer to any question of the game.
    pub fn answer(&self) -> &str {
        self.game.as_ref().map_or("{ [string]: any }", |game| &game.answer)
    }

    /// The types of the game's sheets, and what `sheet()` answers.
    pub fn sheets(&self, taken: &BTreeSet<String>) -> SheetTypes {
        let mut shelf = Shelf { taken: taken.clone(), known: Vec::new(), written: BTreeMap::new() };
        let mut out = String::new();
        let mut names: Vec<String> = Vec::new();
        let mut written: BTreeMap<String, Option<Schema>> = BTreeMap::new();
        let sheets = self.game.as_ref().map_or(&[][..], |game| &game.sheets);
        for declared in sheets {
            let (sheet, new) = shelf.renamed(declared);
            let records = sheet.named_records().into_iter();
            let new: Vec<&Schema> = records.filter(|it| new.contains(&it.name)).collect();
            let read = |record: &&Schema| match record.name == sheet.name {
                true => record.luau_type_as_read(),
                false => record.luau_type_inside(),
            };
            out.extend(new.iter().map(|record| format!("\n{}", read(record))));
            for record in new.iter().filter(|record| record.is_filled()) {
                let name = shelf.free(format!("{}Sheet", record.name));
                shelf.written.insert(record.name.clone(), name);
            }
            out.extend(new.iter().filter_map(|record| shelf.written_form(record, &sheet.name)));
            let of_sheet = sheet.renamed(&shelf.written);
            let same =
                |known: &mut Option<Schema>| *known = known.take().filter(|it| *it == of_sheet);
            let known = written.entry(declared.name.clone()).and_modify(same);
            known.or_insert(Some(of_sheet.clone()));
            if !names.contains(&sheet.name) {
                names.push(sheet.name.clone());
            }
        }
        let any = if names.is_empty() { "any".to_owned() } else { names.join(" | ") };
        out += &format!("\n--- what the designer wrote on a sheet\nexport type AnySheet = {any}\n");
        let written = written.into_iter().filter_map(|(name, written)| Some((name, written?)));
        SheetTypes { text: out, written: written.collect() }
    }
}

/// The types of the sheets of a game.
pub(crate) struct SheetTypes {
    /// Their declarations.
    pub text: String,
    /// What sheets may hold, with the names of types as they are written, by the names of their
    /// schemas; without schemas that have a name in common and nothing else.
    pub written: BTreeMap<String, Schema>,
}

fn setting_type(kind: &SettingKind) -> String {
    let words = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
        if words.is_empty() { "string".to_owned() } else { words.join(" | ") }
    };
    match kind {
        SettingKind::Bool => "boolean".into(),
        SettingKind::Int { .. } => "number".into(),
        SettingKind::Choice(choices) => words(choices),
        SettingKind::Set { words: choices, .. } => format!("{{ {} }}", words(choices)),
        SettingKind::Text => "string".into(),
    }
}

/// The names of types that are given already.
struct Shelf {
    taken: BTreeSet<String>,
    /// Records that have a type, and its name: one that several sheets have is written once.
    known: Vec<(Schema, String)>,
    /// Records that are read with more than is written, and the names of their types as written.
    written: BTreeMap<String, String>,
}

impl Shelf {
    /// The type of a record as it is written in a sheet, if it has one of its own.
    fn written_form(&mut self, record: &Schema, sheet: &str) -> Option<String> {
        if let Some(name) = self.written.get(&record.name) {
            let written = record.renamed(&self.written);
            let written = Schema { name: name.clone(), ..written };
            return Some(format!("\n{}", written.luau_type()));
        }
        let name = format!("{}Sheet", record.name);
        let is_new = record.name == sheet && self.taken.insert(name.clone());
        is_new.then(|| format!("\nexport type {name} = {sheet}\n"))
    }

    /// The schema with names that nothing else has, and those of them that are new.
    fn renamed(&mut self, schema: &Schema) -> (Schema, BTreeSet<String>) {
        let (mut names, mut new) = (BTreeMap::new(), BTreeSet::new());
        for record in schema.named_records() {
            let known = self.known.iter().find(|(known, _)| known == record);
            let name = match known.map(|(_, name)| name.clone()) {
                Some(name) => name,
                None => {
                    let name = self.name_of(record, schema);
                    self.known.push((record.clone(), name.clone()));
                    new.insert(name.clone());
                    name
                }
            };
            names.insert(record.name.clone(), name);
        }
        (schema.renamed(&names), new)
    }

    /// A name for a record of a sheet: its own, if nothing else has it.
    fn name_of(&mut self, record: &Schema, schema: &Schema) -> String {
        let own = as_type_name(&record.name);
        let of_other = self.known.iter().any(|(_, known)| *known == own);
        let name = match (self.taken.contains(&own), of_other && record.name != schema.name) {
            (false, _) => own,
            (true, false) => format!("{own}Fields"),
            (true, true) => as_type_name(&schema.name) + &own,
        };
        self.free(name)
    }

    /// A name that nothing else has, taken.
    fn free(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// A name as a type can have it.
fn as_type_name(name: &str) -> String {
    let plain = name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_');
    let plain: String = plain.collect();
    match plain.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        true => plain,
        false => format!("Sheet{plain}"),
    }
}
