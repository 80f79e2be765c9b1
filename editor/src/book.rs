//! Titles, letters and colors of everything a game declares, made once for every load.
//!
//! What the looks of a game say comes first, then what its declarations say, then the declared
//! name itself in a readable form. The looks are a table of tables: `looks.<table>.<name>` is a
//! title, or `{ title, letter, text, color, icon, hide, max }`; instead of names a table may list
//! entries with an `id`. `tracks` lists the seat variables to show, `vars` sentences that are said
//! `when` a variable has a value, `seats` shapes and colors, `forecast.step` what can be foretold.

use std::collections::BTreeMap;

use egui::Color32;
use harena_engine::game::Game;
use harena_engine::id::*;
use serde_json::Value;

use crate::theme;

/// How one declared name is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// Name shown to people.
    pub title: String,
    /// One to three letters for badges.
    pub letter: String,
    /// What it means; empty if nobody says.
    pub text: String,
    /// Its color, if it has one.
    pub color: Option<Color32>,
    /// A named drawing, such as `triangle`.
    pub icon: String,
    /// Whether it is shown at all.
    pub shown: bool,
    /// The most it can be, for tracks.
    pub max: Option<i32>,
}

/// The shape that stands for a seat, so that color is not all that tells owners apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle.
    Triangle,
    /// A star of five points.
    Star,
    /// A cross.
    Cross,
}

impl Shape {
    const ALL: [(Shape, &str); 6] = [
        (Shape::Circle, "circle"),
        (Shape::Square, "square"),
        (Shape::Diamond, "diamond"),
        (Shape::Triangle, "triangle"),
        (Shape::Star, "star"),
        (Shape::Cross, "cross"),
    ];

    /// Its name.
    pub fn word(self) -> &'static str {
        Shape::ALL.iter().find(|(shape, _)| *shape == self).map_or("", |(_, word)| word)
    }

    fn of(word: &str, seat: usize) -> Shape {
        let named = Shape::ALL.iter().find(|(_, name)| *name == word);
        named.or(Shape::ALL.get(seat)).map_or(Shape::Cross, |(shape, _)| *shape)
    }
}

/// All labels of a game.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By [`KindId`].
    pub kinds: Vec<Label>,
    /// By [`StatId`].
    pub stats: Vec<Label>,
    /// By [`SideStatId`].
    pub side_stats: Vec<Label>,
    /// By [`StatusId`].
    pub statuses: Vec<Label>,
    /// By [`CounterId`].
    pub counters: Vec<Label>,
    /// By [`MarkId`].
    pub marks: Vec<Label>,
    /// By [`KeywordId`].
    pub keywords: Vec<Label>,
    /// By [`ZoneId`].
    pub zones: Vec<Label>,
    /// By [`VerbId`].
    pub verbs: Vec<Label>,
    /// By [`VarId`], of the match.
    pub vars: Vec<Label>,
    /// By [`VarId`], of a seat.
    pub seat_vars: Vec<Label>,
    /// What is said while a variable of the match has a value.
    pub signs: Vec<(VarId, i32, String)>,
    /// By [`ModeId`].
    pub modes: Vec<Label>,
    /// Sentences by [`WordId`], with gaps such as `{1}`.
    pub words: Vec<String>,
    /// The step whose result can be foretold, if the looks name one.
    pub forecast: Option<StepId>,
    /// Whether the second seat sees the board from its own side.
    pub rotates: bool,
    seats: Vec<(Color32, Shape)>,
    factions: BTreeMap<String, Color32>,
}

/// What declarations say about a name of a table: its title and text.
pub type Declared<'a> = &'a dyn Fn(&str, &str) -> Option<(String, String)>;

impl Book {
    /// The labels of a game. `declared` answers title and text of a name of a table, such as
    /// `keywords`; for the table `words` the title is the whole sentence.
    pub fn new(game: &Game, looks: &Value, declared: Declared) -> Book {
        let names = &game.names;
        let of = |table: &str, names: &Names| -> Vec<Label> {
            names.iter().map(|name| label(looks, declared, table, name)).collect()
        };
        let sentence =
            |word: &str| declared("words", word).map_or_else(|| readable(word), |(title, _)| title);
        let forecast = looks.pointer("/forecast/step").and_then(Value::as_str);
        Book {
            kinds: of("kinds", &names.kinds),
            stats: of("stats", &names.stats),
            side_stats: of("side_stats", &names.side_stats),
            statuses: of("statuses", &names.statuses),
            counters: of("counters", &names.counters),
            marks: of("marks", &names.marks),
            keywords: of("keywords", &names.keywords),
            zones: of("zones", &names.zones),
            verbs: of("verbs", &names.verbs),
            vars: vars(looks, declared, &names.vars),
            seat_vars: tracks(looks, declared, &names.seat_vars),
            signs: signs(looks, &names.vars),
            modes: of("modes", &names.modes),
            words: names.words.iter().map(sentence).collect(),
            forecast: forecast
                .and_then(|step| names.steps.find(step))
                .and_then(|at| u8::try_from(at).ok())
                .map(StepId),
            rotates: looks.pointer("/board/rotates").and_then(Value::as_bool).unwrap_or(false),
            seats: seats(game, looks),
            factions: faction_colors(looks),
        }
    }

    /// The color of a seat.
    pub fn seat_color(&self, seat: Seat) -> Color32 {
        let own = self.seats.get(seat.index()).map(|(color, _)| *color);
        own.unwrap_or_else(|| theme::seat_color(seat.index()))
    }

    /// The shape of a seat.
    pub fn seat_shape(&self, seat: Seat) -> Shape {
        let own = self.seats.get(seat.index()).map(|(_, shape)| *shape);
        own.unwrap_or_else(|| Shape::of("", seat.index()))
    }

    /// The color of a faction, if its looks name one.
    pub fn faction_color(&self, id: &str) -> Option<Color32> {
        self.factions.get(id).copied()
    }

    /// A sentence by number.
    pub fn word(&self, word: WordId) -> &str {
        self.words.get(word.index()).map_or("", String::as_str)
    }

    /// The title of a verb, which may have gaps for its arguments.
    pub fn verb(&self, verb: VerbId) -> &str {
        self.verbs.get(verb.index()).map_or("", |label| &label.title)
    }

    /// The title of a verb up to its first gap.
    pub fn verb_title(&self, verb: VerbId) -> &str {
        let title = self.verb(verb);
        title.split_once('{').map_or(title, |(before, _)| before).trim_end()
    }
}

fn label(looks: &Value, declared: Declared, table: &str, name: &str) -> Label {
    let look = looks.get(table).and_then(|table| entry_of(table, name));
    let field = |key: &str| look.and_then(|look| look.get(key)).and_then(Value::as_str);
    let (title, text) = declared(table, name).unwrap_or_default();
    let chosen = field("title").or_else(|| look.and_then(Value::as_str)).unwrap_or(&title);
    let title = if chosen.is_empty() { readable(name) } else { chosen.to_owned() };
    let letter = field("letter").or_else(|| field("short")).or_else(|| field("glyph"));
    let flag = |key: &str| look.and_then(|look| look.get(key)).and_then(Value::as_bool);
    let max = look.and_then(|look| look.get("max")).and_then(Value::as_i64);
    Label {
        letter: letter.map_or_else(|| initials(&title), str::to_owned),
        text: field("text").map_or(text, str::to_owned),
        color: field("color").and_then(color_of),
        icon: field("icon").or_else(|| field("as")).unwrap_or("").to_owned(),
        shown: !flag("hide").unwrap_or(false) && flag("show").unwrap_or(true),
        max: max.and_then(|max| i32::try_from(max).ok()),
        title,
    }
}

/// The entry of a name in a table of looks, written by name or as a list of entries with an id.
fn entry_of<'a>(table: &'a Value, name: &str) -> Option<&'a Value> {
    let is_named = |entry: &&Value| {
        let id = entry.get("id").or_else(|| entry.get("var"));
        id.and_then(Value::as_str) == Some(name)
    };
    match table.as_array() {
        Some(list) => list.iter().find(is_named),
        None => table.get(name),
    }
}

/// The variables of seats: where the looks name tracks, those and no others.
fn tracks(looks: &Value, declared: Declared, names: &Names) -> Vec<Label> {
    let Some(tracks) = looks.get("tracks") else {
        return names.iter().map(|name| label(looks, declared, "seat_vars", name)).collect();
    };
    let track = |name: &str| Label {
        shown: entry_of(tracks, name).is_some(),
        ..label(looks, declared, "tracks", name)
    };
    names.iter().map(track).collect()
}

/// The variables of the match: where the looks list signs, these speak for them.
fn vars(looks: &Value, declared: Declared, names: &Names) -> Vec<Label> {
    let signs = looks.get("vars").is_some_and(Value::is_array);
    let var = |name: &str| {
        let label = label(looks, declared, "vars", name);
        Label { shown: label.shown && !signs, ..label }
    };
    names.iter().map(var).collect()
}

/// What is said while a variable has a value.
fn signs(looks: &Value, names: &Names) -> Vec<(VarId, i32, String)> {
    let sign = |entry: &Value| {
        let var = names.find(entry.get("var")?.as_str()?)?;
        let when = i32::try_from(entry.get("when")?.as_i64()?).ok()?;
        Some((VarId(u8::try_from(var).ok()?), when, entry.get("text")?.as_str()?.to_owned()))
    };
    let list = looks.get("vars").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(sign).collect()
}

fn seats(game: &Game, looks: &Value) -> Vec<(Color32, Shape)> {
    let entry = |seat: usize| {
        let look = looks.get("seats").and_then(|seats| seats.get(seat));
        let shapes = looks.get("shapes").or_else(|| looks.get("shape"));
        let shape = look
            .and_then(|look| look.get("shape"))
            .or_else(|| shapes.and_then(|shapes| shapes.get(seat)))
            .and_then(Value::as_str)
            .or_else(|| look.and_then(Value::as_str));
        let color = look.and_then(|look| look.get("color")).and_then(Value::as_str);
        let color = color.and_then(color_of).unwrap_or_else(|| theme::seat_color(seat));
        (color, Shape::of(shape.unwrap_or(""), seat))
    };
    (0..usize::from(game.n_seats)).map(entry).collect()
}

fn faction_colors(looks: &Value) -> BTreeMap<String, Color32> {
    let Some(factions) = looks.get("factions").and_then(Value::as_object) else {
        return BTreeMap::new();
    };
    let color = |look: &Value| {
        let text = look.get("color").and_then(Value::as_str).or_else(|| look.as_str());
        text.and_then(color_of)
    };
    factions.iter().filter_map(|(id, look)| Some((id.clone(), color(look)?))).collect()
}

/// A color written as `#rrggbb`.
fn color_of(text: &str) -> Option<Color32> {
    let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    let byte = |shift: u32| (number >> shift & 0xff) as u8;
    (text.len() == 7).then(|| Color32::from_rgb(byte(16), byte(8), byte(0)))
}

/// `end_turn` as `End turn`.
pub fn readable(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => spaced,
    }
}

/// The first letters of the words of a title.
pub fn initials(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    match words.as_slice() {
        [one] => one.chars().take(2).collect(),
        several => several.iter().filter_map(|word| word.chars().next()).take(2).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn looks_come_before_declarations_and_these_before_names() {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.keywords = ["venom", "long_reach", "guard"].into_iter().collect();
        let looks = json!({
            "keywords": { "venom": { "letter": "V", "color": "#80ff00" }, "guard": "Shield wall" },
            "seats": [{ "color": "#112233", "shape": "star" }],
        });
        let declared = |table: &str, name: &str| {
            let known = table == "keywords" && name == "venom";
            known.then(|| ("Venom!".to_owned(), "Poisons".to_owned()))
        };
        let book = Book::new(&game, &looks, &declared);
        let found: Vec<_> =
            book.keywords.iter().map(|l| (l.title.as_str(), l.letter.as_str())).collect();
        assert_eq!(found, [("Venom!", "V"), ("Long reach", "Lr"), ("Shield wall", "Sw")]);
        assert_eq!(book.keywords[0].color, Some(Color32::from_rgb(0x80, 0xff, 0)));
        assert_eq!(book.seat_color(Seat(0)), Color32::from_rgb(0x11, 0x22, 0x33));
        assert_eq!(
            (book.seat_shape(Seat(0)), book.seat_shape(Seat(1))),
            (Shape::Star, Shape::Square)
        );
    }

    #[test]
    fn colors_are_six_digits() {
        assert_eq!(color_of("#0a0B0c"), Some(Color32::from_rgb(10, 11, 12)));
        for wrong in ["0a0b0c", "#fff", "#12345g", ""] {
            assert_eq!(color_of(wrong), None, "{wrong}");
        }
    }
}
