//! What looks may say. Nothing in looks changes a rule, so what is wrong there is a warning: the
//! game plays on and the window leaves it out.

use std::collections::BTreeSet;

use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::forms::{name, record};
use super::names::vocabulary_of;
use super::{Declared, Definitions, eyes, located, narrow};
use crate::allowance::Allowance;
use crate::schema::{Finding, Key, Schema, Type, Value, Vocabulary, check_within};
use crate::source::{Sources, locate};

/// The file looks stand in where they have one of their own.
const FILE: &str = "looks.luau";

/// Everything wrong with the looks of a game, its factions and its contents.
pub(crate) fn problems(definitions: &Definitions) -> Vec<Problem> {
    let game = &definitions.game;
    let mut words = vocabulary_of(&game.value);
    add_tags(&game.value, &mut words);
    add_spoken(&game.value, &mut words);
    let allowance = Allowance::default();
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let mut problems = checked(&mut sources, game, &looks_form(), (&words, &allowance));
    let others = definitions.factions.iter().map(|faction| &faction.declared);
    for declared in others.chain(&definitions.contents) {
        problems.extend(checked(&mut sources, declared, &part_form(), (&words, &allowance)));
    }
    for (declared, finding) in eyes::like_factions(&definitions.factions) {
        problems.extend(placed(&mut sources, declared, vec![finding]));
    }
    problems.extend(narrow::problems(definitions, &mut sources));
    problems
}

/// The entry of a name in a table of looks, which is written by name or as a list of entries that
/// say whose they are. One that holds only at times is not its entry.
pub fn looks_entry<'a>(table: &'a serde_json::Value, name: &str) -> Option<&'a serde_json::Value> {
    let is_named = |entry: &&serde_json::Value| {
        let id = ["id", "var", "tag"].into_iter().find_map(|key| entry.get(key));
        id.and_then(serde_json::Value::as_str) == Some(name) && entry.get("when").is_none()
    };
    match table.as_array() {
        Some(list) => list.iter().find(is_named),
        None => table.get(name),
    }
}

fn checked(
    sources: &mut Sources,
    declared: &Declared,
    form: &Schema,
    (words, allowance): (&Vocabulary, &Allowance),
) -> Vec<Problem> {
    let Some(looks) = declared.value.get("looks") else { return Vec::new() };
    let mut findings = check_within(form, looks, words, allowance);
    eyes::wrong_colors(looks, &mut findings);
    eyes::unknown_icons(looks, &mut findings);
    eyes::like_seats(looks, &mut findings);
    narrow::wide_titles(looks, &mut findings);
    findings.retain(|finding| finding.code != codes::UNTOLD);
    placed(sources, declared, findings)
}

/// Findings in the looks of a pack as warnings, where those are written.
fn placed(sources: &mut Sources, declared: &Declared, findings: Vec<Finding>) -> Vec<Problem> {
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

fn lines() -> Type {
    Type::list(Type::Text)
}

/// Entries by declared name: titles or records, as a table by name or as a list with ids.
fn table(what: &str, entry: Schema) -> Type {
    let listed = entry.clone().needs("id", name(what), "which one");
    Type::OneOf(vec![
        Type::map_of(what, Type::OneOf(vec![Type::Text, record(entry)])),
        Type::list(record(listed)),
    ])
}

/// What everything that is drawn may say.
fn drawn(title: &str) -> Schema {
    Schema::new(title)
        .about("how one declared name is shown")
        .may("title", Type::Text, "its name for people")
        .may("letter", Type::Text, "one to three letters for badges")
        .may("glyph", Type::Text, "the same as letter")
        .may("short", Type::Text, "the same as letter")
        .may("color", Type::Text, "its color, such as #e8b04a")
        .may("icon", Type::Text, "a named drawing")
}

/// What every entry of a declared name may say.
fn entry(title: &str) -> Schema {
    drawn(title)
        .may("text", Type::Text, "what it means")
        .may("hide", Type::Bool, "whether it is not shown at all")
        .may("show", Type::Bool, "whether it is shown")
        .may("quiet", Type::Bool, "whether the log is silent about it")
}

fn with_as<const N: usize>(entry: Schema, words: [&str; N]) -> Schema {
    entry.may("as", Type::choice(words), "how it is drawn")
}

fn kind_entry() -> Schema {
    let words = ["tile", "disc", "token", "figure", "card", "site", "floor"];
    with_as(entry("KindLooks"), words)
}

fn zone_entry() -> Schema {
    let words = ["cards", "tiles", "row", "rows", "slots", "sheet", "pile", "count"];
    with_as(entry("ZoneLooks"), words)
        .may("n", Type::int(0, 99), "how many places it shows")
        .may("brief", Type::Bool, "whether its cards show only their name and signs")
        .may("max", Type::int(0, 99), "the same as n")
        .may("group", Type::Text, "the field of a sheet that cards are grouped by")
        .may("at", Type::choice(["board", "side"]), "where it lies")
}

fn stat_entry() -> Schema {
    with_as(entry("StatLooks"), ["number", "pips"])
        .may("spent", name("counter"), "the counter that is taken off it")
        .may("none_while", name("status"), "the status during which nothing of it is left")
}

fn counter_entry() -> Schema {
    with_as(entry("CounterLooks"), ["number", "count", "badge"])
}

fn keyword_entry() -> Schema {
    let sided = "whether its number is the printed side it stands at";
    entry("KeywordLooks").may("sided", Type::Bool, sided)
}

fn track_entry() -> Schema {
    with_as(entry("TrackLooks"), ["bar", "pips", "number"])
        .needs("var", name("seat_var"), "which variable of a seat")
        .may("max", Type::INT, "the most it can be")
        .may("max_var", name("seat_var"), "the variable that holds the most it can be")
        .may("with", name("seat_var"), "the same number with what lies elsewhere, as squares")
        .may("beside", name("seat_var"), "what follows from it, at the end of its line")
        .may("thresholds", Type::list(Type::INT), "values at which something happens")
        .may("group", Type::Text, "the heading it stands under")
        .may("warn_below", Type::INT, "a value below this is a warning")
}

fn var_entry() -> Schema {
    with_as(entry("VarLooks"), ["number"])
        .needs("var", name("var"), "which variable of the match")
        .may("when", Type::INT, "the value while which the text stands")
        .may("at", Type::choice(["prompt", "side"]), "where it is told")
        .may("max", Type::INT, "the most it can be")
        .may("group", Type::Text, "the heading it stands under")
}

fn sentence_entry() -> Schema {
    let ways = [
        "corner", "phase", "dice", "bar", "life", "seat", "tint", "mark", "scale", "path", "aim",
        "doom", "list", "under",
    ];
    Schema::new("SentenceLooks")
        .about("how a sentence about a position is told")
        .may("as", Type::choice(ways), "how it is drawn")
        .may("title", Type::Text, "what stands over such sentences")
        .may("color", Type::Text, "the color of the cell it is about")
        .may("good", Type::Bool, "whether a mark is good news or bad")
}

fn cell_entry() -> Schema {
    let patterns = Type::choice(["plain", "stripes", "dots", "checks"]);
    drawn("CellLooks").may("text", Type::Text, "what it means").may(
        "pattern",
        patterns,
        "how it is filled",
    )
}

fn verb_entry() -> Schema {
    entry("VerbLooks").may("args", lines(), "what its arguments are called").may(
        "unordered",
        Type::Bool,
        "whether its cells may be chosen in any order",
    )
}

fn card_entry() -> Schema {
    let places = ["line", "signs", "cost", "corner", "right"];
    let field = Schema::new("CardField")
        .needs("field", Type::Text, "a field of the sheet; dots lead into records")
        .may("title", Type::Text, "its name for people")
        .may("as", Type::choice(places), "where it stands on a card");
    let sides = Schema::new("CardSides")
        .needs("field", Type::Text, "a field with one entry a side")
        .may("names", lines(), "names of the sides, for a record");
    Schema::new("CardLooks")
        .about("which fields of a sheet are written")
        .may("fields", Type::list(Type::OneOf(vec![Type::Text, record(field)])), "in order")
        .may("sides", Type::OneOf(vec![Type::Text, record(sides)]), "what stands at the sides")
        .may("text", Type::Text, "the field that stands on the card in place of its text")
}

fn board_form() -> Schema {
    let hole = cell_entry();
    Schema::new("BoardLooks")
        .about("how the board is shown")
        .may(
            "rotates",
            Type::OneOf(vec![Type::Bool, Type::list(Type::Bool)]),
            "whether a seat sees it from the other side",
        )
        .may("facings", Type::list(Type::int(0, 15)), "how pieces of seats are shown rotated")
        .may("hole", record(hole), "a cell without ground")
        .may("cell", Type::Text, "the color of cells")
        .may("line", Type::Text, "the color of the plate between cells")
        .may("legal", Type::Text, "the color of the outline of cells that can be chosen")
        .may("coordinates", Type::Text, "the color of the names of cells")
}

fn seat_entry() -> Schema {
    let shapes = ["circle", "square", "diamond", "triangle", "star", "cross"];
    Schema::new("SeatLooks")
        .may("shape", Type::choice(shapes), "the shape that stands for it")
        .may("color", Type::Text, "its color")
        .may("title", Type::Text, "its name for people")
}

fn step_entry() -> Schema {
    Schema::new("StepLooks")
        .about("a step that is run only to show what it says")
        .needs("step", name("step"), "which step")
        .may("title", Type::Text, "what its result is called")
        .may("min", Type::INT, "the left end of the lines")
        .may("max", Type::INT, "the right end of the lines")
}

fn article() -> Schema {
    Schema::new("Article")
        .may("title", Type::Text, "what it is about")
        .may("term", Type::Text, "the term it explains")
        .needs("text", Type::Text, "what it says")
        .may("rule", Type::Text, "the rule it tells of")
        .may("rules", Type::Text, "the rules it tells of")
}

/// What `looks` of a game may hold.
pub(crate) fn looks_form() -> Schema {
    let previews = Schema::new("Previews")
        .may("off", Type::list(name("verb")), "verbs that are not tried out")
        .may("step", name("step"), "what is said of the position after an option");
    let form = Schema::new("Looks")
        .about("how a game is shown")
        .may("background", Type::Text, "the color behind the board")
        .may("board", record(board_form()), "how the board is shown")
        .may("seats", Type::list(record(seat_entry())), "a shape and a color for each seat")
        .may("kinds", table("kind", kind_entry()), "kinds of pieces")
        .may("stats", table("stat", stat_entry()), "stats");
    let same = "whether it matters that numbers that touch are the same";
    let sides = with_as(entry("SideLooks"), ["bars", "number", "dot"]);
    let sides = sides.may("pairs", Type::Bool, same);
    let statuses = with_as(entry("StatusLooks"), ["tilt"]);
    form.may("side_stats", table("side_stat", sides), "numbers on sides")
        .may("statuses", table("status", statuses), "what is on or off")
        .may("counters", table("counter", counter_entry()), "numbers that pieces carry")
        .may("marks", table("mark", entry("MarkLooks")), "markers")
        .may("keywords", table("keyword", keyword_entry()), "named abilities")
        .may("modes", table("mode", entry("ModeLooks")), "kinds of attack")
        .may("verbs", table("verb", verb_entry()), "what options do")
        .may("zones", table("zone", zone_entry()), "places besides the board")
        .may("tracks", Type::list(record(track_entry())), "numbers of a seat")
        .may("vars", Type::list(record(var_entry())), "numbers of the match")
        .may("cells", tags(), "cells by their tag")
        .may("cards", Type::map_of("kind", record(card_entry())), "what is written on cards")
        .may("signs", words(), "words of sheets that are drawn as signs")
        .may("pieces", pieces(), "single definitions")
        .may("forecast", record(step_entry()), "shown on demand")
        .may("overlay", record(step_entry()), "shown after every change")
        .may("hover", record(step_entry()), "shown of the thing under the mouse")
        .may("clock", record(step_entry()), "shown while a clock runs")
        .may("previews", record(previews), "what is shown of options")
        .may("sentences", table("sentence", sentence_entry()), "sentences about a position")
        .may("dice", Type::list(Type::int(2, 1000)), "sides of dice that are shown when thrown")
        .may("cover", record(cover_entry()), "how the game is shown before it is played")
        .may("glossary", Type::list(record(article())), "terms")
        .may("help", Type::list(record(article())), "pages of help")
        .may("guide", Type::map_of("prompt", Type::Text), "what is told where a question is new")
        .may("tables", Type::map_of("prompt", lines()), "questions whose remarks are columns")
        .may("legend", Type::list(record(legend_entry())), "what signs on the table mean")
}

fn legend_entry() -> Schema {
    let signs = ["moves", "strikes", "both", "tilt", "pair", "no_pair", "counts"];
    Schema::new("LegendEntry")
        .about("a sign and what it means")
        .may("as", Type::choice(signs), "a sign of the window")
        .may("sign", Type::Text, "a word that `signs` draws")
        .may("icon", Type::Text, "a named drawing")
        .may("color", Type::Text, "its color, such as #e8b04a")
        .needs("text", Type::Text, "what it means")
}

fn cover_entry() -> Schema {
    Schema::new("CoverLooks")
        .about("what stands on the cover of a game")
        .may("color", Type::Text, "the color of the cover")
        .may("pieces", Type::list(Type::Text), "what is shown on it, such as `dragon/knight`")
}

fn tags() -> Type {
    let listed = cell_entry().needs("tag", name("tag"), "which cells");
    Type::OneOf(vec![Type::map_of("tag", record(cell_entry())), Type::list(record(listed))])
}

fn words() -> Type {
    let sign = Schema::new("SignLooks")
        .about("how a word of a sheet is drawn")
        .may("title", Type::Text, "its name for people")
        .may("color", Type::Text, "its color, such as #e8b04a")
        .may("icon", Type::Text, "a named drawing");
    Type::Map { keys: Box::new(Type::Id), of: Box::new(record(sign)) }
}

fn pieces() -> Type {
    let level = "how high a space of a row stands whose ground it is";
    let piece = drawn("PieceLooks").may("level", Type::int(0, 4), level);
    Type::Map { keys: Box::new(Type::Id), of: Box::new(record(piece)) }
}

/// What `looks` of a faction or of content may hold.
fn part_form() -> Schema {
    Schema::new("PartLooks")
        .about("how a faction is shown")
        .may("color", Type::Text, "its color")
        .may("emblem", Type::Text, "a named drawing")
        .may("pieces", pieces(), "single definitions")
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
        let mut findings = check(&looks_form(), looks, &known());
        eyes::wrong_colors(looks, &mut findings);
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
            let findings = check(&looks_form(), &unread, &known());
            let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
            assert_eq!(codes, ["H0201"], "{unread}");
        }
        for unread in ["ink", "tile"] {
            let part = Value::record([(unread, Value::text("#f4efe4"))]);
            let codes: Vec<_> =
                check(&part_form(), &part, &known()).iter().map(|it| it.code).collect();
            assert_eq!(codes, ["H0201"], "{unread}");
        }
    }

    #[test]
    fn a_guide_speaks_of_questions_that_are_asked() {
        let known = Vocabulary::default().with("prompt", ["your_turn"]);
        let check = |name: &str, expected: &[&str]| {
            let guide = Value::record([(name, Value::text("Play what you like"))]);
            let findings = check(&looks_form(), &looks("guide", guide), &known);
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
