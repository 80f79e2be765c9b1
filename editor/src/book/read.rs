//! Reading the looks of a game.

use std::collections::BTreeMap;

use egui::Color32;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_script::looks_entry;
use serde_json::Value;

use super::{
    Article, CellSign, CoverSign, Foretold, Ground, Label, Meaning, Mood, Pattern, PieceSign,
    Shape, Sheet, Sign, Telling, initials, readable,
};
use crate::draw::icon;

/// How a name of a table is shown; `title` and `text` are what it is called and what it means as
/// far as somebody says.
pub(super) fn label(
    looks: &Value,
    (title, text): (Option<&str>, String),
    table: &str,
    name: &str,
) -> Label {
    let look = looks.get(table).and_then(|table| looks_entry(table, name));
    let field = |key: &str| look.and_then(|look| look.get(key)).and_then(Value::as_str);
    let title = title.map_or_else(|| readable(name), str::to_owned);
    let letter = look.and_then(letter_of);
    let flag = |key: &str| look.and_then(|look| look.get(key)).and_then(Value::as_bool);
    let number = |key: &str| look.and_then(|look| look.get(key)).and_then(number_of);
    let thresholds = look.and_then(|look| look.get("thresholds")).and_then(Value::as_array);
    Label {
        thresholds: thresholds.into_iter().flatten().filter_map(number_of).collect(),
        warn_below: number("warn_below"),
        group: field("group").unwrap_or("").to_owned(),
        at: field("at").unwrap_or("").to_owned(),
        brief: flag("brief").unwrap_or(false),
        own_letter: letter.is_some(),
        letter: letter.map_or_else(|| initials(&title), str::to_owned),
        text: field("text").map_or(text, str::to_owned),
        color: field("color").and_then(color_of),
        icon: field("as").or_else(|| field("icon")).unwrap_or("").to_owned(),
        shown: !flag("hide").unwrap_or(false) && flag("show").unwrap_or(true),
        quiet: flag("quiet").unwrap_or(false),
        sided: flag("sided").unwrap_or(false),
        spent: field("spent").unwrap_or("").to_owned(),
        none_while: field("none_while").unwrap_or("").to_owned(),
        max_var: field("max_var").unwrap_or("").to_owned(),
        with: field("with").unwrap_or("").to_owned(),
        beside: field("beside").unwrap_or("").to_owned(),
        max: number("max").or_else(|| number("n")),
        sign: field("icon").and_then(icon),
        title,
    }
}

/// The letters of a badge, by any of their names.
fn letter_of(look: &Value) -> Option<&str> {
    ["letter", "short", "glyph"].into_iter().find_map(|key| look.get(key)?.as_str())
}

/// The variables of seats: those that the looks name among the tracks.
pub(super) fn tracks(looks: &Value, labels: Vec<Label>, names: &Names) -> Vec<Label> {
    let track = |(label, name): (Label, &str)| Label {
        shown: is_bare(looks)
            || looks.get("tracks").is_some_and(|it| looks_entry(it, name).is_some()),
        ..label
    };
    labels.into_iter().zip(names.iter()).map(track).collect()
}

/// The variables of the match: those that the looks list without a `when`.
pub(super) fn vars(looks: &Value, labels: Vec<Label>, names: &Names) -> Vec<Label> {
    let var = |(label, name): (Label, &str)| {
        let named = looks.get("vars").is_some_and(|vars| looks_entry(vars, name).is_some());
        Label { shown: label.shown && (named || is_bare(looks)), ..label }
    };
    labels.into_iter().zip(names.iter()).map(var).collect()
}

/// Whether a game says nothing about its looks; then every number is shown.
fn is_bare(looks: &Value) -> bool {
    looks.as_object().is_none_or(|looks| looks.keys().all(|key| key == "factions"))
}

/// The names of a table in the order of the looks, those not listed there last.
pub(super) fn order(looks: &Value, table: &str, names: &Names) -> Vec<usize> {
    let list = looks.get(table).and_then(Value::as_array);
    let listed: Vec<&str> = list
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.get("id").or_else(|| entry.get("var"))?.as_str())
        .collect();
    let place = |name: &str| listed.iter().position(|other| *other == name);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|at| place(names.name(*at)).unwrap_or(usize::MAX));
    order
}

/// The colors of the board that the looks name.
pub(super) fn ground(looks: &Value) -> Ground {
    let color = |path: &str| looks.pointer(path).and_then(Value::as_str).and_then(color_of);
    Ground {
        background: color("/background"),
        cell: color("/board/cell"),
        line: color("/board/line"),
        legal: color("/board/legal"),
        coordinates: color("/board/coordinates"),
    }
}

/// Whether it matters that numbers of sides that touch are the same.
pub(super) fn pairs(looks: &Value, names: &Names) -> Vec<bool> {
    let flag = |name: &str| {
        let look = looks.get("side_stats").and_then(|table| looks_entry(table, name));
        look.and_then(|look| look.get("pairs")).and_then(Value::as_bool).unwrap_or(false)
    };
    names.iter().map(flag).collect()
}

/// How sentences about a position are told.
pub(super) fn tellings(looks: &Value, names: &Names) -> Vec<Telling> {
    let telling = |name: &str| {
        let look = looks.get("sentences").and_then(|table| looks_entry(table, name));
        match look.and_then(|look| look.get("as")).and_then(Value::as_str) {
            Some("corner") => Telling::Corner,
            Some("phase") => Telling::Phase,
            Some("dice") => Telling::Dice,
            Some("bar") => Telling::Bar,
            Some("life") => Telling::Life,
            Some("seat") => Telling::Seat,
            Some("tint") => Telling::Tint,
            Some("mark") => Telling::Mark(mood(look)),
            Some("scale") => Telling::Scale,
            Some("path") => Telling::Path,
            Some("aim") => Telling::Aim,
            Some("doom") => Telling::Doom,
            Some("list") => Telling::List,
            Some("under") => Telling::Under,
            Some(_) | None => Telling::Plain,
        }
    };
    names.iter().map(telling).collect()
}

/// Whether what a sentence tells is good news.
fn mood(look: Option<&Value>) -> Mood {
    match look.and_then(|look| look.get("good")).and_then(Value::as_bool) {
        Some(true) => Mood::Good,
        Some(false) => Mood::Bad,
        None => Mood::Plain,
    }
}

/// Titles and colors of sentences.
pub(super) fn sentences(
    looks: &Value,
    names: &Names,
) -> BTreeMap<WordId, (String, Option<Color32>)> {
    let entry = |(at, name): (usize, &str)| {
        let look = looks.get("sentences").and_then(|table| looks_entry(table, name))?;
        let told = (text_at(look, "title").to_owned(), color_of(text_at(look, "color")));
        Some((WordId(u16::try_from(at).ok()?), told))
    };
    names.iter().enumerate().filter_map(entry).collect()
}

/// Questions whose remarks are columns.
pub(super) fn tables(looks: &Value, names: &Names) -> BTreeMap<WordId, Vec<String>> {
    let entries = looks.get("tables").and_then(Value::as_object).into_iter().flatten();
    let table = |(name, columns): (&String, &Value)| {
        let word = u16::try_from(names.find(name)?).ok()?;
        let columns = columns.as_array()?.iter().filter_map(Value::as_str);
        Some((WordId(word), columns.map(str::to_owned).collect()))
    };
    entries.filter_map(table).collect()
}

/// What signs on the table mean.
pub(super) fn legend(looks: &Value) -> Vec<Meaning> {
    let meaning = |entry: &Value| {
        let named = match text_at(entry, "sign") {
            "" => Sign::default(),
            word => sign_of(looks, &Value::from(word)),
        };
        let own = Sign { icon: icon(text_at(entry, "icon")), ..Sign::default() };
        let sign = if named.icon.is_some() { named } else { own };
        let color = color_of(text_at(entry, "color")).or(sign.color);
        Meaning {
            kind: text_at(entry, "as").to_owned(),
            sign: Sign { color, ..sign },
            text: text_at(entry, "text").to_owned(),
        }
    };
    let list = looks.get("legend").and_then(Value::as_array);
    list.into_iter().flatten().map(meaning).collect()
}

/// Words that are drawn as signs.
pub(super) fn words(looks: &Value) -> BTreeMap<String, Sign> {
    let entries = looks.get("signs").and_then(Value::as_object).into_iter().flatten();
    entries.map(|(word, _)| (word.clone(), sign_of(looks, &Value::from(word.as_str())))).collect()
}

/// What is told of questions, by their words.
pub(super) fn guide(looks: &Value, names: &Names) -> BTreeMap<WordId, String> {
    let entries = looks.get("guide").and_then(Value::as_object).into_iter().flatten();
    let told = |(name, text): (&String, &Value)| {
        let word = u16::try_from(names.find(name)?).ok()?;
        Some((WordId(word), text.as_str()?.to_owned()))
    };
    entries.filter_map(told).collect()
}

/// How many sides the dice have that are shown.
pub(super) fn dice(looks: &Value) -> Vec<u32> {
    let list = looks.get("dice").and_then(Value::as_array).into_iter().flatten();
    list.filter_map(number_of).filter_map(|n| u32::try_from(n).ok()).collect()
}

/// By how much the pieces of each seat are shown rotated, besides their own facing.
pub(super) fn facings(game: &Game, looks: &Value) -> Vec<u8> {
    let list = looks.pointer("/board/facings").and_then(Value::as_array);
    let of = |seat: usize| list.and_then(|list| list.get(seat)).and_then(number_of).unwrap_or(0);
    (0..usize::from(game.n_seats)).map(|seat| of(seat).clamp(0, 15) as u8).collect()
}

/// What is said while a variable has a value.
pub(super) fn signs(looks: &Value, names: &Names) -> Vec<(VarId, i32, String)> {
    let sign = |entry: &Value| {
        let var = names.find(entry.get("var")?.as_str()?)?;
        let when = i32::try_from(entry.get("when")?.as_i64()?).ok()?;
        Some((VarId(u8::try_from(var).ok()?), when, entry.get("text")?.as_str()?.to_owned()))
    };
    let list = looks.get("vars").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(sign).collect()
}

pub(super) fn seats(game: &Game, looks: &Value) -> Vec<(Option<Color32>, Shape)> {
    let entry = |seat: usize| {
        let look = looks.get("seats").and_then(|seats| seats.get(seat)).unwrap_or(&Value::Null);
        (color_of(text_at(look, "color")), Shape::of(text_at(look, "shape"), seat))
    };
    (0..usize::from(game.n_seats)).map(entry).collect()
}

pub(super) fn faction_colors(looks: &Value) -> BTreeMap<String, Color32> {
    let Some(factions) = looks.get("factions").and_then(Value::as_object) else {
        return BTreeMap::new();
    };
    let color = |look: &Value| color_of(text_at(look, "color"));
    factions.iter().filter_map(|(id, look)| Some((id.clone(), color(look)?))).collect()
}

/// The emblems of factions.
pub(super) fn faction_icons(looks: &Value) -> BTreeMap<String, char> {
    let factions = looks.get("factions").and_then(Value::as_object);
    let emblem = |look: &Value| look.get("emblem").and_then(Value::as_str).and_then(icon);
    let entries = factions.into_iter().flatten();
    entries.filter_map(|(id, look)| Some((id.clone(), emblem(look)?))).collect()
}

/// What the looks of factions say about their own definitions.
pub(super) fn faction_pieces(looks: &Value) -> BTreeMap<(String, String), PieceSign> {
    let mut all = BTreeMap::new();
    let factions = looks.get("factions").and_then(Value::as_object);
    for (faction, look) in factions.into_iter().flatten() {
        let table = look.get("pieces").and_then(Value::as_object);
        for (id, look) in table.into_iter().flatten() {
            all.insert((faction.clone(), id.clone()), piece_sign(look));
        }
    }
    all
}

/// A color written as `#rrggbb`.
pub(super) fn color_of(text: &str) -> Option<Color32> {
    let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    let byte = |shift: u32| (number >> shift & 0xff) as u8;
    (text.len() == 7).then(|| Color32::from_rgb(byte(16), byte(8), byte(0)))
}

fn number_of(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|number| i32::try_from(number).ok())
}

fn text_at<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The cells with a tag that the looks tell of, in the order of the looks.
pub(super) fn cells(game: &Game, looks: &Value) -> Vec<CellSign> {
    let tags: BTreeMap<&str, _> = game.board.tags().collect();
    let sign = |tag: &str| {
        let cells = (*tags.get(tag)?).clone();
        let look = looks.get("cells").and_then(|table| looks_entry(table, tag));
        let pattern = look.map_or(Pattern::Plain, |look| Pattern::of(text_at(look, "pattern")));
        let own = look.is_some_and(|look| letter_of(look).is_some());
        let title = look.and_then(|look| look.as_str().or_else(|| look.get("title")?.as_str()));
        let title = title.filter(|title| !title.is_empty());
        let mut label = label(looks, (title, String::new()), "cells", tag);
        if !own {
            label.letter.clear();
        }
        Some(CellSign { cells, label, pattern })
    };
    let order: Vec<String> = match looks.get("cells") {
        Some(Value::Array(list)) => {
            let tag = |entry: &Value| entry.get("tag")?.as_str().map(str::to_owned);
            list.iter().filter_map(tag).collect()
        }
        Some(Value::Object(table)) => table.keys().cloned().collect(),
        Some(_) | None => Vec::new(),
    };
    order.iter().filter_map(|tag| sign(tag)).collect()
}

/// How a cell without ground looks.
pub(super) fn hole(looks: &Value) -> Option<(Label, Pattern)> {
    let look = looks.pointer("/board/hole")?;
    let label = Label {
        title: text_at(look, "title").to_owned(),
        text: text_at(look, "text").to_owned(),
        letter: letter_of(look).unwrap_or("").to_owned(),
        color: color_of(text_at(look, "color")),
        sign: icon(text_at(look, "icon")),
        ..Label::default()
    };
    Some((label, Pattern::of(text_at(look, "pattern"))))
}

/// What the looks of the game, its factions and its contents say about single definitions.
pub(super) fn pieces(looks: &Value) -> BTreeMap<String, PieceSign> {
    let parts = ["factions", "contents"].into_iter().filter_map(|key| looks.get(key)?.as_object());
    let all = std::iter::once(looks).chain(parts.flat_map(|part| part.values()));
    let tables = all.filter_map(|looks| looks.get("pieces")?.as_object());
    tables.flatten().map(|(id, look)| (id.clone(), piece_sign(look))).collect()
}

fn piece_sign(look: &Value) -> PieceSign {
    let field = |key: &str| look.get(key).and_then(Value::as_str).map(str::to_owned);
    let color = field("color").and_then(|color| color_of(&color));
    PieceSign {
        title: field("title"),
        letter: letter_of(look).map(str::to_owned),
        color,
        icon: field("icon").and_then(|name| icon(&name)),
        level: look.get("level").and_then(number_of).unwrap_or(0).clamp(0, 4) as i16,
    }
}

/// Whether the cells of a verb may be chosen in any order.
pub(super) fn unordered(looks: &Value, verb: &str) -> bool {
    let look = looks.get("verbs").and_then(|table| looks_entry(table, verb));
    look.and_then(|look| look.get("unordered")).and_then(Value::as_bool).unwrap_or(false)
}

/// The steps that can be foretold.
pub(super) fn foretold(game: &Game, looks: &Value, key: &str) -> Option<Foretold> {
    let entry = looks.get(key)?;
    let step = game.names.steps.find(text_at(entry, "step"))?;
    let title = text_at(entry, "title").to_owned();
    Some(Foretold { step: StepId(u8::try_from(step).ok()?), title })
}

/// The step that says what moves while a clock runs, and the ends of its lines.
pub(super) fn clock(game: &Game, looks: &Value) -> Option<(Foretold, i32, i32)> {
    let end = |key: &str| looks.get("clock")?.get(key).and_then(number_of);
    let ends = (end("min").unwrap_or(-100), end("max").unwrap_or(100));
    Some((foretold(game, looks, "clock")?, ends.0, ends.1))
}

/// Verbs that are not tried out when they are pointed at.
pub(super) fn untried(game: &Game, looks: &Value) -> Vec<VerbId> {
    let list = looks.pointer("/previews/off").and_then(Value::as_array);
    let names = list.into_iter().flatten().filter_map(Value::as_str);
    let verb = |name: &str| u8::try_from(game.names.verbs.find(name)?).ok().map(VerbId);
    names.filter_map(verb).collect()
}

/// What stands on the cover of the game.
pub(super) fn cover(looks: &Value) -> CoverSign {
    let color = looks.pointer("/cover/color").and_then(Value::as_str).and_then(color_of);
    let pieces = looks.pointer("/cover/pieces").and_then(Value::as_array);
    let ids = pieces.into_iter().flatten().filter_map(Value::as_str);
    CoverSign { color, pieces: ids.map(str::to_owned).collect() }
}

/// Pages of help: a list of entries with a title (or term), a text and a rule.
pub(super) fn articles(looks: &Value, key: &str) -> Vec<Article> {
    let article = |entry: &Value| {
        let title = ["term", "title"].map(|key| text_at(entry, key));
        Article {
            title: title.into_iter().find(|title| !title.is_empty()).unwrap_or("").to_owned(),
            text: text_at(entry, "text").to_owned(),
            rule: [text_at(entry, "rule"), text_at(entry, "rules")].concat(),
        }
    };
    let list = looks.get(key).and_then(Value::as_array);
    list.into_iter().flatten().map(article).collect()
}

/// By how many eighths of a full turn each seat sees the board rotated; half a turn or none.
pub(super) fn rotations(game: &Game, looks: &Value) -> Vec<bool> {
    let rotates = looks.pointer("/board/rotates");
    let of = |seat: usize| match rotates {
        Some(Value::Bool(on)) => *on && seat == 1,
        Some(Value::Array(list)) => list.get(seat).and_then(Value::as_bool).unwrap_or(false),
        Some(_) | None => false,
    };
    (0..usize::from(game.n_seats)).map(of).collect()
}

/// What the fields of a sheet say, as the looks of its kind of card ask for.
pub(super) fn sheet(looks: &Value, kind: &str, fields: &Value) -> Sheet {
    let Some(plan) = looks.get("cards").and_then(|cards| looks_entry(cards, kind)) else {
        return Sheet::default();
    };
    let line = |entry: &Value| {
        let field = entry.as_str().unwrap_or_else(|| text_at(entry, "field"));
        let title = match text_at(entry, "title") {
            "" if entry.is_string() => readable(field.rsplit('.').next().unwrap_or(field)),
            title => title.to_owned(),
        };
        let text = text_of(field_of(fields, field)?);
        (!text.is_empty()).then(|| (field.to_owned(), title, text))
    };
    let list = || plan.get("fields").and_then(Value::as_array).into_iter().flatten();
    let sides = plan.get("sides").map_or_else(Vec::new, |sides| side_texts(sides, fields));
    let lines = list().filter_map(line).collect();
    let brief = Some(text_at(plan, "text")).filter(|field| !field.is_empty());
    let brief = brief.and_then(|field| field_of(fields, field)).and_then(Value::as_str);
    let brief = brief.map(str::to_owned);
    let mut sheet = Sheet { lines, sides, brief, ..Sheet::default() };
    for entry in list() {
        draw_field(looks, entry, fields, &mut sheet);
    }
    sheet
}

/// Notes a field that its card does not write but draw.
fn draw_field(looks: &Value, entry: &Value, fields: &Value, sheet: &mut Sheet) {
    let field = text_at(entry, "field");
    let Some(value) = field_of(fields, field) else { return };
    match text_at(entry, "as") {
        "signs" => match value {
            Value::Array(list) => sheet.signs.extend(list.iter().map(|it| sign_of(looks, it))),
            Value::String(_) => sheet.signs.push(sign_of(looks, value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return,
        },
        "cost" => sheet.cost = text_of(value),
        "right" => sheet.right = value.as_str().map_or_else(|| text_of(value), str::to_owned),
        "corner" => {
            let text = text_of(value);
            let title = text_at(entry, "title");
            let number = value.is_number() && !title.is_empty();
            let text = if number { format!("{} {text}", title.to_lowercase()) } else { text };
            sheet.corner = text.to_lowercase();
        }
        _ => return,
    }
    sheet.drawn.push(field.to_owned());
}

/// A word as a sign, as the looks say.
fn sign_of(looks: &Value, word: &Value) -> Sign {
    let word = word.as_str().unwrap_or("");
    let look = looks.get("signs").and_then(|table| table.get(word)).unwrap_or(&Value::Null);
    let title = text_at(look, "title");
    Sign {
        title: if title.is_empty() { readable(word) } else { title.to_owned() },
        icon: icon(text_at(look, "icon")),
        color: color_of(text_at(look, "color")),
    }
}

/// A field of a sheet; dots lead into records.
fn field_of<'a>(fields: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(fields, |value, part| value.get(part))
}

/// One text a side: from a list in the order of the sides, or from a record by names of sides.
fn side_texts(plan: &Value, fields: &Value) -> Vec<String> {
    let field = plan.as_str().unwrap_or_else(|| text_at(plan, "field"));
    match (field_of(fields, field), plan.get("names").and_then(Value::as_array)) {
        (Some(Value::Array(list)), _) => list.iter().map(text_of).collect(),
        (Some(record), Some(names)) => {
            let text = |name: &Value| {
                name.as_str().and_then(|name| record.get(name)).map_or_else(String::new, text_of)
            };
            names.iter().map(text).collect()
        }
        (Some(_) | None, _) => Vec::new(),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => String::new(),
        Value::Bool(true) => crate::text::yes().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => readable(text),
        Value::Array(list) => list.iter().map(text_of).collect::<Vec<_>>().join(", "),
        Value::Object(record) => {
            let entry = |(name, value): (&String, &Value)| match value {
                Value::Null | Value::Bool(false) => None,
                Value::Bool(true) => Some(readable(name)),
                Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                    Some(format!("{} {}", readable(name), text_of(value)))
                }
            };
            record.iter().filter_map(entry).collect::<Vec<_>>().join(", ")
        }
    }
}
