//! What looks may say. Nothing in looks changes a rule, so what is wrong there is a warning: the
//! game plays on and the window leaves it out.
//!
//! Each field stands once, in a row of its form: from there come its check, its type and its row in
//! the reference, and what the window reads.

mod entries;
mod forms;
mod words;

pub(crate) use entries::Drawing;
pub use entries::Table;
pub use forms::*;
pub use words::{CardPlace, Drawn, Pattern, Shape, TableSign, Telling, VarPlace, ZonePlace};

pub use super::form::OneOrOther;

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::game::Vocabulary as Names;
use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::form::Form;
use super::names::vocabulary_of;
use super::{Declared, Definitions, FactionEntryRead, eyes, located, narrow};
use crate::allowance::Allowance;
use crate::schema::{Finding, Key, Schema, Value, Vocabulary, check_within};
use crate::source::{Sources, locate};

/// The file looks stand in where they have one of their own.
const FILE: &str = "looks.luau";

/// What some packs say about how they are shown.
#[derive(Clone, Debug)]
pub struct PackLooks {
    /// What the game says.
    pub game: Looks,
    /// Whether it says nothing at all.
    pub is_bare: bool,
    /// What factions say, by their ids.
    pub factions: Vec<(String, PartLooks)>,
    /// What packs of content say.
    pub contents: Vec<PartLooks>,
}

impl Default for PackLooks {
    fn default() -> PackLooks {
        PackLooks::of(&Value::Nil)
    }
}

impl PackLooks {
    /// The looks of a game alone.
    pub fn of(looks: &Value) -> PackLooks {
        let is_bare = !matches!(looks, Value::Record(fields) if !fields.is_empty());
        let game = Looks::read(looks, &Names::default());
        PackLooks { game, is_bare, factions: Vec::new(), contents: Vec::new() }
    }

    /// The same with the looks of a faction.
    #[must_use]
    pub fn with_faction(mut self, id: &str, looks: &Value) -> PackLooks {
        self.factions.push((id.to_owned(), PartLooks::read(looks, &Names::default())));
        self
    }

    /// All looks of some packs.
    pub(crate) fn read(
        game: &Declared,
        factions: &[FactionEntryRead],
        contents: &[Declared],
    ) -> PackLooks {
        let mut all = PackLooks::of(game.value.get("looks").unwrap_or(&Value::Nil));
        for FactionEntryRead { declared, .. } in factions {
            let id = declared.value.get("id").and_then(Value::as_text);
            if let (Some(id), Some(looks)) = (id, declared.value.get("looks")) {
                all = all.with_faction(id, looks);
            }
        }
        let contents = contents.iter().filter_map(|it| it.value.get("looks"));
        all.contents = contents.map(|it| PartLooks::read(it, &Names::default())).collect();
        all
    }

    /// What a faction says.
    pub fn faction(&self, id: &str) -> Option<&PartLooks> {
        self.factions.iter().find(|(known, _)| known == id).map(|(_, looks)| looks)
    }
}

/// Everything wrong with the looks of a game, its factions and its contents.
pub(crate) fn problems(definitions: &Definitions) -> Vec<Problem> {
    let game = &definitions.game;
    let mut words = vocabulary_of(&game.value);
    add_tags(&game.value, &mut words);
    add_spoken(&game.value, &mut words);
    let allowance = Allowance::default();
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let mut problems = Vec::new();
    let mut tell = |declared: &Declared, form: &Schema, more: Vec<Finding>| {
        let Some(looks) = declared.value.get("looks") else { return };
        let mut findings = check_within(form, looks, &words, &allowance);
        findings.extend(more);
        findings.retain(|finding| finding.code != codes::UNTOLD);
        problems.extend(placed(&mut sources, declared, findings));
    };
    let mut more = narrow::wide_titles(&definitions.looks.game.pieces);
    eyes::like_seats(&definitions.looks.game, &mut more);
    tell(game, &Looks::schema(), more);
    let mut alike = alike(definitions);
    let of_part = PartLooks::schema();
    for (at, faction) in definitions.factions.iter().enumerate() {
        let id = faction.declared.value.get("id").and_then(Value::as_text).unwrap_or_default();
        let pieces = definitions.looks.faction(id).map(|it| it.pieces.as_slice());
        let mut more = narrow::wide_titles(pieces.unwrap_or_default());
        more.extend(alike.remove(&at));
        tell(&faction.declared, &of_part, more);
    }
    for declared in &definitions.contents {
        let looks = declared.value.get("looks");
        let looks = looks.map(|it| PartLooks::read(it, &Names::default()));
        let more = looks.map(|it| narrow::wide_titles(&it.pieces));
        tell(declared, &of_part, more.unwrap_or_default());
    }
    problems.extend(narrow::problems(definitions, &mut sources));
    problems
}

/// What is told of factions whose colors are alike, by their places.
fn alike(definitions: &Definitions) -> BTreeMap<usize, Finding> {
    let shown = |(at, read): (usize, &FactionEntryRead)| {
        let value = &read.declared.value;
        let title = value.get("title").and_then(Value::as_text).unwrap_or(&read.pack);
        let id = value.get("id").and_then(Value::as_text)?;
        Some((at, title.to_owned(), definitions.looks.faction(id)?.color?))
    };
    let shown: Vec<_> = definitions.factions.iter().enumerate().filter_map(shown).collect();
    eyes::like_factions(&shown)
}

/// Findings in the looks of a pack as warnings, where those are written.
fn placed(sources: &mut Sources, declared: &Declared, findings: Vec<Finding>) -> Vec<Problem> {
    if findings.is_empty() {
        return Vec::new();
    }
    let (pack, _) = declared.file.split_once('/').unwrap_or(("", &declared.file));
    let found = match sources.text(pack, FILE) {
        Some(_) => {
            let map = sources.file(&format!("{pack}/{FILE}"));
            let place = |finding: &Finding| {
                let line = map.line_of(&finding.path).unwrap_or(1);
                locate(std::slice::from_ref(finding), map, line)
            };
            findings.iter().flat_map(place).collect()
        }
        None => located(sources, declared, &inside_looks(findings)),
    };
    found.into_iter().map(|it| Problem { severity: Severity::Warning, ..it }).collect()
}

fn inside_looks(findings: Vec<Finding>) -> Vec<Finding> {
    let inside = |finding: Finding| Finding {
        path: std::iter::once(Key::of("looks")).chain(finding.path).collect(),
        ..finding
    };
    findings.into_iter().map(inside).collect()
}

/// The sentences, which looks may tell in another way, and the questions, which they may explain.
fn add_spoken(value: &Value, words: &mut Vocabulary) {
    for (field, what) in [("sentences", "sentence"), ("prompts", "prompt")] {
        if let Some(Value::Record(entries)) = value.get(field) {
            entries.iter().for_each(|(name, _)| words.add(what, name));
        }
    }
}

/// The tags of the cells, on whichever board a setting chooses.
pub(super) fn add_tags(value: &Value, words: &mut Vocabulary) {
    board_tags(value).iter().for_each(|tag| words.add("tag", tag));
}

/// The tags of the cells of all boards a game declares.
pub(crate) fn board_tags(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Value> = value.get("board").into_iter().collect();
    while let Some(value) = open.pop() {
        if let Value::List(items) = value {
            open.extend(items);
        }
        let Value::Record(entries) = value else { continue };
        for (name, value) in entries {
            if name == "tags"
                && let Value::Record(tags) = value
            {
                found.extend(tags.iter().map(|(tag, _)| tag.clone()));
            } else {
                open.push(value);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::check;

    fn known() -> Vocabulary {
        Vocabulary::default()
            .with("stat", ["might"])
            .with("zone", ["hand"])
            .with("tag", ["start"])
            .with("seat_var", ["points"])
    }

    fn looks(table: &str, value: Value) -> Value {
        Value::record([(table, value)])
    }

    #[track_caller]
    fn check_looks(looks: &Value, expected: &[(&str, &str)]) {
        let findings = check(&Looks::schema(), looks, &known());
        let found: Vec<(String, String)> =
            findings.into_iter().map(|it| (it.message, it.hint.unwrap_or_default())).collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(message, hint)| (message.as_str(), hint.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_and_keys_that_do_not_exist_are_told_with_the_nearest() {
        let title = || Value::record([("title", Value::text("Might"))]);
        check_looks(&looks("stats", Value::record([("might", title())])), &[]);
        check_looks(&looks("stats", Value::record([("might", Value::text("Might"))])), &[]);
        check_looks(
            &looks("stats", Value::record([("mihgt", title())])),
            &[("unknown stat `mihgt`", "did you mean `might`?")],
        );
        check_looks(
            &looks("stast", Value::record([("might", title())])),
            &[("unknown field `stast` of Looks", "did you mean `stats`?")],
        );
        let track = |field: &str| {
            let entries = [("var", Value::text("points")), (field, Value::Int(3))];
            looks("tracks", Value::List(vec![Value::record(entries)]))
        };
        check_looks(&track("max"), &[]);
        check_looks(
            &track("maxx"),
            &[("unknown field `maxx` of TrackLooks", "did you mean `max`?")],
        );
    }

    #[test]
    fn what_nothing_reads_is_no_look() {
        let piece = |field: &str, value: Value| {
            looks("pieces", Value::record([("knight", Value::record([(field, value)]))]))
        };
        for field in ["letter", "glyph", "short"] {
            check_looks(&piece(field, Value::text("K")), &[]);
        }
        let sign = |field: &str| {
            looks("signs", Value::record([("any", Value::record([(field, Value::text("A"))]))]))
        };
        check_looks(&sign("title"), &[]);
        let hole = |field: &str, value: Value| {
            looks("board", Value::record([("hole", Value::record([(field, value)]))]))
        };
        check_looks(&hole("short", Value::text("O")), &[]);
        for unread in [
            piece("quiet", Value::Bool(true)),
            piece("text", Value::text("a knight")),
            sign("letter"),
            hole("hide", Value::Bool(true)),
        ] {
            let findings = check(&Looks::schema(), &unread, &known());
            let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
            assert_eq!(codes, ["H0201"], "{unread}");
        }
        for unread in ["ink", "tile"] {
            let part = Value::record([(unread, Value::text("#f4efe4"))]);
            let codes: Vec<_> =
                check(&PartLooks::schema(), &part, &known()).iter().map(|it| it.code).collect();
            assert_eq!(codes, ["H0201"], "{unread}");
        }
    }

    #[test]
    fn a_guide_speaks_of_questions_that_are_asked() {
        let known = Vocabulary::default().with("prompt", ["your_turn"]);
        let check = |name: &str, expected: &[&str]| {
            let guide = Value::record([(name, Value::text("Play what you like"))]);
            let findings = check(&Looks::schema(), &looks("guide", guide), &known);
            let told: Vec<String> = findings.into_iter().map(|it| it.message).collect();
            assert_eq!(told, expected);
        };
        check("your_turn", &[]);
        check("your_trun", &["unknown prompt `your_trun`"]);
    }

    #[test]
    fn lists_with_ids_are_checked_too() {
        let zone = |id: &str| {
            let entries = [("id", Value::text(id)), ("as", Value::text("cards"))];
            looks("zones", Value::List(vec![Value::record(entries)]))
        };
        check_looks(&zone("hand"), &[]);
        check_looks(&zone("hnad"), &[("unknown zone `hnad`", "did you mean `hand`?")]);
    }

    #[test]
    fn colors_have_six_digits() {
        let seat = |color: &str| {
            let entry = Value::record([("color", Value::text(color))]);
            looks("seats", Value::List(vec![entry]))
        };
        check_looks(&seat("#e8b04a"), &[]);
        let hint = "write it as `#rrggbb`, such as `#e8b04a`";
        check_looks(&seat("red"), &[("`red` is no color", hint)]);
        check_looks(&seat("#fff"), &[("`#fff` is no color", hint)]);
    }
}
