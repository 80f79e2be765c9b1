//! Scenarios: positions written as text, what is done in them, and what must come of it.
//!
//! Files in the folder `spec` of a pack return scenarios made with `harena.scenario`. [`list`]
//! reads them, [`run`] plays one. The notation knows no game: pieces, cells, verbs and numbers are
//! named as the game declares them, and short letters come from its `notation`.
//!
//! Files in `spec/broken` are definitions that must not load; see [`Scenario::is_broken`].

mod amount;
mod bounds;
mod broken;
mod drawing;
mod expect;
mod forced;
mod glossary;
mod heard;
mod hint;
mod laws;
mod lesson;
mod listed;
mod matching;
mod moment;
mod option;
mod play;
mod position;
mod script;
mod sources;
mod tell;
mod words;
mod write;

use std::fmt;
use std::sync::Arc;

use harena_engine::the_match::Match;
use harena_pack::{Kind, Pack, Place, beginning};
use serde::Serialize;

pub use glossary::glossary;
pub use lesson::{FIRST_MATCH, Lesson, Move, first_match, has_first_match, lesson};
pub use write::{Found, fields, luau, moment_fields};

use harena_script::Host;
use harena_script::schema::{Key, Value};
use harena_script::source::SourceMap;
use harena_script::vm::ModulePath;
use sources::Sources;

/// So many lines of what was found are told.
const MOST_LINES: usize = 40;
/// So many letters of a line are told.
const MOST_LETTERS: usize = 1_000;

/// One scenario of a pack.
#[derive(Clone, Debug, Serialize)]
pub struct Scenario {
    /// What it shows.
    pub name: String,
    /// The rules it shows, such as `R71`.
    pub rules: Vec<String>,
    /// The pack it belongs to.
    pub pack: String,
    /// Its file inside that pack.
    pub file: String,
    /// The line where it begins.
    pub line: u32,
    /// Whether a helper function made it.
    #[serde(skip)]
    is_helped: bool,
    #[serde(skip)]
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// Its fields, and what the files of its packs name.
    Fields(Value, Arc<Sources>),
    /// A file that must not load.
    Broken,
    /// A scenario of another pack that a variant says no longer holds.
    Outdated(Box<Content>),
    /// A file that should have returned scenarios: why it does not.
    Unreadable(String),
}

impl Scenario {
    /// A scenario from its fields, such as one that another tool has made. What is wrong with the
    /// fields is said when it is played.
    pub fn of_fields(pack: &str, fields: Value) -> Scenario {
        let name = fields.get("name").and_then(Value::as_text).unwrap_or_default().to_owned();
        Scenario {
            name,
            rules: Vec::new(),
            pack: pack.to_owned(),
            file: String::new(),
            line: 0,
            is_helped: false,
            content: Content::Fields(fields, Arc::default()),
        }
    }

    /// Whether it is a definition that must fail, with the codes written on its lines.
    pub fn is_broken(&self) -> bool {
        matches!(self.content, Content::Broken)
    }
}

/// Why a scenario failed. Displays as a text of several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The name of the scenario.
    pub scenario: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// The file it stands in, with the id of its pack.
    pub file: String,
    /// The line of what did not come true, from 1.
    pub line: u32,
    /// Its column, from 1; 0 if it is not known.
    pub column: u32,
    /// What is the matter; empty if that is plain from the rest.
    pub message: String,
    /// What was expected.
    pub expected: Vec<String>,
    /// What was found instead.
    pub found: Vec<String>,
    /// The board before the latest action.
    pub before: String,
    /// The board after it.
    pub after: String,
    /// What happened in between.
    pub log: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        let rules = if self.rules.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.rules.join(", "))
        };
        writeln!(f, ": {}{rules}", beginning(&self.scenario, MOST_LETTERS))?;
        if !self.message.is_empty() {
            writeln!(f, "  {}", beginning(&self.message, MOST_LETTERS))?;
        }
        labeled(f, "expected", &self.expected)?;
        labeled(f, "found", &self.found)?;
        if self.before == self.after {
            block(f, "board", self.after.lines())?;
        } else {
            block(f, "before", self.before.lines())?;
            block(f, "after", self.after.lines())?;
        }
        block(f, "what happened", self.log.iter().map(String::as_str))
    }
}

fn labeled(f: &mut fmt::Formatter<'_>, label: &str, lines: &[String]) -> fmt::Result {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    lines
        .iter()
        .zip(labels)
        .try_for_each(|(line, label)| writeln!(f, "  {label:<9} {}", beginning(line, MOST_LETTERS)))
}

fn block<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        writeln!(f, "  {title}")?;
    }
    lines.try_for_each(|line| writeln!(f, "    {line}"))
}

impl std::error::Error for Failure {}

/// All scenarios of the packs of a host, pack by pack and file by file. A file that cannot be
/// read is listed as a scenario that fails.
pub fn list(host: &Host) -> Vec<Scenario> {
    host.packs().iter().flat_map(|pack| of_pack(host, pack)).collect()
}

/// The scenarios of one pack of a host, by its id; see [`list`].
pub fn list_of(host: &Host, id: &str) -> Vec<Scenario> {
    let own = host.packs().iter().filter(|pack| pack.id() == id);
    let mut all: Vec<Scenario> = own.clone().flat_map(|pack| of_pack(host, pack)).collect();
    let variants = own.filter(|pack| pack.manifest.kind == Kind::Variant);
    all.extend(variants.flat_map(|pack| under_variant(host, pack)).collect::<Vec<_>>());
    all
}

/// The scenarios of the packs that a variant may change, as it says they are: those that no longer
/// hold must fail, all others must hold as before.
fn under_variant(host: &Host, variant: &Arc<Pack>) -> Vec<Scenario> {
    let (line, mut names) = host.out_of_date(variant.id());
    let is_changed = |kind: Kind| matches!(kind, Kind::Game | Kind::Faction | Kind::Content);
    let others = host.packs().iter().filter(|pack| is_changed(pack.manifest.kind));
    let mut all: Vec<Scenario> = others.flat_map(|pack| of_pack(host, pack)).collect();
    all.retain(|it| !it.is_broken());
    let known: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
    for scenario in &mut all {
        if names.contains(&scenario.name.as_str()) {
            let content = std::mem::replace(&mut scenario.content, Content::Broken);
            scenario.content = Content::Outdated(Box::new(content));
        }
    }
    names.retain(|name| known.iter().all(|it| it != name));
    all.extend(names.into_iter().map(|name| {
        let hint = harena_pack::did_you_mean(name, known.iter().map(String::as_str));
        let message = format!("`out_of_date` names a scenario that is not there{hint}");
        let place = (name.to_owned(), line);
        named(variant, "variant.luau", place, Content::Unreadable(message))
    }));
    all
}

fn of_pack(host: &Host, pack: &Arc<Pack>) -> Vec<Scenario> {
    let mut files = pack.tree.matching("spec/*.luau").peekable();
    let sources = files.peek().map(|_| Sources::of(host.packs()));
    let sources = Arc::new(sources.unwrap_or_default());
    let mut all: Vec<Scenario> =
        files.flat_map(|path| read_file(host, pack, (path, &sources))).collect();
    for path in pack.tree.matching("spec/broken/*.luau") {
        let name = format!("{path} does not load");
        all.push(named(pack, path, (name, 1), Content::Broken));
    }
    all
}

fn named(pack: &Pack, path: &str, (name, line): (String, u32), content: Content) -> Scenario {
    let (pack, file) = (pack.id().to_owned(), path.to_owned());
    Scenario { name, rules: Vec::new(), pack, file, line, is_helped: false, content }
}

/// The scenarios of one file.
fn read_file(
    host: &Host,
    pack: &Arc<Pack>,
    (path, sources): (&str, &Arc<Sources>),
) -> Vec<Scenario> {
    let unreadable = |line: u32, message: String| {
        vec![named(pack, path, (path.to_owned(), line), Content::Unreadable(message))]
    };
    let value = match host.read_module(&ModulePath::new(format!("{}/{path}", pack.id()))) {
        Ok(value) => value,
        Err(error) => return unreadable(error.line.max(1), error.message),
    };
    let items = if let Value::List(items) = value { items } else { vec![value] };
    let mut all = Vec::new();
    for item in items {
        match scenario_of(pack, path, (item, sources)) {
            Some(scenario) => all.push(scenario),
            None => {
                all.extend(unreadable(1, "this file returns something else than scenarios".into()))
            }
        }
    }
    all
}

fn scenario_of(
    pack: &Pack,
    path: &str,
    (item, sources): (Value, &Arc<Sources>),
) -> Option<Scenario> {
    let is_scenario = item.get("declares").and_then(Value::as_text) == Some("scenario");
    let place = |field: &str| item.get(field).and_then(Value::as_text);
    let made = place("at").map(harena_script::define::split_place)?;
    let called = place("called").map(harena_script::define::split_place);
    let is_helped = called.as_ref().is_some_and(|called| *called != made);
    let (_, line) = called.filter(|_| is_helped).unwrap_or(made);
    let fields = item.get("fields").filter(|_| is_scenario)?.clone();
    let rules = match fields.get("rules") {
        Some(Value::List(list)) => {
            list.iter().filter_map(Value::as_text).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    let name = fields.get("name").and_then(Value::as_text).unwrap_or("a scenario without a name");
    let scenario = named(
        pack,
        path,
        (name.to_owned(), line),
        Content::Fields(fields.clone(), sources.clone()),
    );
    Some(Scenario { rules, is_helped, ..scenario })
}

/// The match as a scenario leaves it, once all its steps are done.
///
/// # Errors
/// What did not come true, or what is wrong with the scenario itself. A definition that must fail
/// leaves no match.
pub fn left(host: &mut Host, scenario: &Scenario) -> Result<Match, Box<Failure>> {
    let failure = |message: String| {
        Box::new(Failure { scenario: scenario.name.clone(), message, ..Failure::default() })
    };
    match &scenario.content {
        Content::Fields(value, sources) => {
            play::play(host, value, sources).map_err(|report| failure(report.wrong.message))
        }
        Content::Broken | Content::Outdated(_) | Content::Unreadable(_) => {
            Err(failure("this scenario leaves no match".to_owned()))
        }
    }
}

/// Plays a scenario.
///
/// # Errors
/// What did not come true, or what is wrong with the scenario itself.
pub fn run(host: &mut Host, scenario: &Scenario) -> Result<(), Box<Failure>> {
    let failure = Failure {
        scenario: scenario.name.clone(),
        rules: scenario.rules.clone(),
        file: format!("{}/{}", scenario.pack, scenario.file),
        line: scenario.line,
        ..Failure::default()
    };
    match &scenario.content {
        Content::Unreadable(message) => {
            Err(Box::new(Failure { message: message.clone(), ..failure }))
        }
        Content::Outdated(content) => {
            let content = (**content).clone();
            match run(host, &Scenario { content, ..scenario.clone() }) {
                Err(_) => Ok(()),
                Ok(()) => {
                    let message = "this scenario holds all the same: take it off `out_of_date`";
                    Err(Box::new(Failure { message: message.to_owned(), ..failure }))
                }
            }
        }
        Content::Broken => broken::run(host, scenario).map_err(|wrong| {
            let broken::Unbroken { line, message, expected, found } = wrong;
            Box::new(Failure { line, message, expected, found, ..failure })
        }),
        Content::Fields(value, sources) => {
            play::play(host, value, sources).map(drop).map_err(|report| {
                let Place { line, column } = place_of(host, scenario, &report.wrong.path);
                let play::Report { wrong, before, after, log } = *report;
                let message = beginning(&wrong.message, MOST_LETTERS).into_owned();
                let (expected, found) = (told(&wrong.expected), told(&wrong.found));
                Box::new(Failure {
                    line,
                    column,
                    message,
                    expected,
                    found,
                    before,
                    after,
                    log,
                    ..failure
                })
            })
        }
    }
}

/// As many lines of what was expected or found as anybody reads.
fn told(lines: &[String]) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_LINES);
    let lines = lines.iter().take(MOST_LINES);
    let mut told: Vec<String> = lines.map(|it| beginning(it, MOST_LETTERS).into_owned()).collect();
    if more > 0 {
        told.push(format!("... and {more} more"));
    }
    told
}

/// Where a field of a scenario is written. Of a scenario that a helper function makes, this is
/// inside the call of the helper, or the line of that call: what stands in the helper stands there
/// once for all that it makes.
fn place_of(host: &Host, scenario: &Scenario, path: &[Key]) -> Place {
    let pack = host.packs().iter().find(|pack| pack.id() == scenario.pack);
    let text = pack.and_then(|pack| pack.tree.get(&scenario.file)).unwrap_or_default();
    let map = SourceMap::new(&scenario.pack, &scenario.file, text);
    let begin = Place { line: scenario.line, column: 0 };
    if path.is_empty() {
        return begin;
    }
    let call = map.field_place(scenario.line, &[]).filter(|call| call.line == scenario.line);
    let table = map.value_place(scenario.line, &[]);
    let found = map.value_place(scenario.line, path).filter(|found| {
        !scenario.is_helped || (call.is_some() && table.is_none_or(|table| table != *found))
    });
    found.unwrap_or(begin)
}
