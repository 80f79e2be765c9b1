//! Titles, letters and colors of everything a game declares, made once for every load.
//!
//! What the looks of a game say comes first, then what its declarations say, then the declared
//! name itself in a readable form. The looks are a table of tables: `looks.<table>.<name>` is a
//! title, or `{ title, letter, text, color, icon, hide, max }`; instead of names a table may list
//! entries with an `id`. The handbook has a page on everything that looks can say.

use std::collections::BTreeMap;

use egui::Color32;
use harena_engine::board::CellSet;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::telling::{self, Table, Titles};
#[cfg(test)]
use harena_script::define::titles::{Declared, titles_of};
use harena_script::looks::{ClockLooks, PackLooks, PartLooks, PieceLooks};
pub use harena_script::looks::{Drawn, Pattern, Shape, TableSign, Telling, VarPlace, ZonePlace};
use harena_script::schema::Value;

mod read;
mod sheet;

use crate::draw::icon;
use crate::tell::hexes;
use crate::tell::sided::{Sided, sided};
use read::{article, cells, foretold, label, piece_sign, seats, signs};

/// How one declared name is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// Name shown to people.
    pub title: String,
    /// The name behind a 1, if that is another one.
    pub one: String,
    /// One to three letters for badges.
    pub letter: String,
    /// Whether the looks say so, rather than its title.
    pub own_letter: bool,
    /// What it means; empty if nobody says.
    pub text: String,
    /// Its color, if it has one.
    pub color: Option<Color32>,
    /// How it is drawn, if the looks say so.
    pub drawn: Option<Drawn>,
    /// A named drawing, such as `triangle`.
    pub icon: String,
    /// The sign of this name.
    pub sign: Option<char>,
    /// Whether it is shown at all.
    pub shown: bool,
    /// Whether the log is silent about it.
    pub quiet: bool,
    /// Whether the number of a keyword is the printed side it stands at.
    pub sided: bool,
    /// The variable that holds the most a track can be.
    pub max_var: String,
    /// The variable with what a track counts elsewhere as well.
    pub with: String,
    /// The variable of what follows from a track.
    pub beside: String,
    /// The counter that is taken off a stat drawn as pips.
    pub spent: String,
    /// The status during which nothing is left of a stat drawn as pips.
    pub none_while: String,
    /// The most it can be, for tracks; how many places there are, for zones with slots.
    pub max: Option<i32>,
    /// Values of a track at which something happens.
    pub thresholds: Vec<i32>,
    /// A value below this is a warning.
    pub warn_below: Option<i32>,
    /// The heading it stands under; for zones the field of a sheet that cards are grouped by.
    pub group: String,
    /// Where a zone lies, if the looks say so.
    pub zone_place: Option<ZonePlace>,
    /// Where a number of the match is told, if the looks say so.
    pub var_place: Option<VarPlace>,
    /// Whether the cards of a zone show only their name and signs.
    pub brief: bool,
    /// What is counted of a verb once the match is over.
    pub done: String,
    /// Whether it is told why nothing of a verb can be done now.
    pub excuse: bool,
    /// Whether sites of a kind leave again.
    pub passing: bool,
    /// Whether strikes of nobody on a piece that has such markers come of them.
    pub harms: bool,
}

impl Label {
    /// The name as it is read behind a number: "1 point", "2 points".
    pub fn title_behind(&self, number: i32) -> &str {
        if number == 1 && !self.one.is_empty() { &self.one } else { &self.title }
    }
}

/// The colors of the board that the looks of a game name; the theme has all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ground {
    /// The light on the table.
    pub background: Option<Color32>,
    /// Floors of cells.
    pub cell: Option<Color32>,
    /// The plate between the cells.
    pub line: Option<Color32>,
    /// Outlines of cells that can be chosen.
    pub legal: Option<Color32>,
    /// Names of cells.
    pub coordinates: Option<Color32>,
}

/// Whether something is good news.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mood {
    /// Neither.
    #[default]
    Plain,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
}

impl Mood {
    /// Its color on panels.
    pub fn color(self) -> Color32 {
        let now = crate::theme::now();
        match self {
            Mood::Plain => now.ink2,
            Mood::Good => now.up,
            Mood::Bad => now.down,
        }
    }

    /// Its color on pieces and cards.
    pub fn ink(self) -> Color32 {
        match self {
            Mood::Plain => crate::theme::paper::INK2,
            Mood::Good => crate::theme::paper::RAISED,
            Mood::Bad => crate::theme::paper::LOWERED,
        }
    }
}

/// What the looks say about sentences of a sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentenceSign {
    /// What stands over them.
    pub title: String,
    /// The color of the cells they are about.
    pub color: Option<Color32>,
    /// Whether a mark is good news.
    pub mood: Mood,
}

/// A sign on the table and what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// A sign of the window that it is drawn as; else its icon.
    pub kind: Option<TableSign>,
    /// Its icon and its color.
    pub sign: Sign,
    /// What it means.
    pub text: String,
}

/// How the cells with a tag look.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSign {
    /// The cells.
    pub cells: CellSet,
    /// Title, text, letter and color of the tag.
    pub label: Label,
    /// How they are filled.
    pub pattern: Pattern,
}

/// What the fields of a sheet say to a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Field, title and text.
    pub lines: Vec<(String, String, String)>,
    /// What is written at each printed side.
    pub sides: Vec<String>,
    /// Squares with signs at the lower edge of its card.
    pub signs: Vec<Sign>,
    /// Such squares, each with the name of the counter that fills it.
    pub slots: Vec<(String, Sign)>,
    /// What stands in a disc in the upper right corner of its card.
    pub cost: String,
    /// What stands in the lower right corner of its card.
    pub corner: String,
    /// What stands at the right below the name on its card.
    pub right: String,
    /// What stands on its card in place of its text.
    pub brief: Option<String>,
    /// The fields that are told by these.
    pub drawn: Vec<String>,
}

/// A word of a sheet that is drawn as a sign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sign {
    /// The word.
    pub title: String,
    /// Its sign.
    pub icon: Option<char>,
    /// The color of its ground.
    pub color: Option<Color32>,
}

/// A step of the rules that can be run on a copy, to show what it says or does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foretold {
    /// The step.
    pub step: StepId,
    /// What its result is called.
    pub title: String,
}

/// What stands on the cover of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverSign {
    /// The color of the cover.
    pub color: Option<Color32>,
    /// What is shown on it: ids of definitions, or `faction/id`.
    pub pieces: Vec<String>,
}

/// A page of help, or a term that is explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// What it is about.
    pub title: String,
    /// What it says.
    pub text: String,
    /// The rules it tells of.
    pub rule: String,
}

/// What the looks say about one definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceSign {
    /// What is written on it instead of its title; may be nothing.
    pub title: Option<String>,
    /// Its letters.
    pub letter: Option<String>,
    /// Its color.
    pub color: Option<Color32>,
    /// Its emblem.
    pub icon: Option<char>,
    /// How high a space of a row stands whose ground it is.
    pub level: i16,
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
    /// By [`SideStatId`]: whether it matters that numbers that touch are the same.
    pub pairs: Vec<bool>,
    /// By [`WordId`]: how a sentence about a position is told.
    pub tellings: Vec<Telling>,
    /// What the looks say about sentences of a sort.
    pub sentences: BTreeMap<WordId, SentenceSign>,
    /// Questions whose remarks are columns, with the words these begin with.
    pub tables: BTreeMap<WordId, Vec<String>>,
    /// What signs on the table mean.
    pub legend: Vec<Meaning>,
    /// Words that are drawn as signs.
    pub words: BTreeMap<String, Sign>,
    /// How many sides the dice have that are shown when they are thrown.
    pub dice: Vec<u32>,
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
    /// What the game calls its things.
    pub titles: Titles,
    /// What is told of a question as long as it is new.
    pub guide: BTreeMap<WordId, String>,
    /// Cells that look different, by tag.
    pub cells: Vec<CellSign>,
    /// How a cell without ground looks, in games with floors.
    pub hole: Option<(Label, Pattern)>,
    /// What the looks say about single definitions, by id.
    pub pieces: BTreeMap<String, PieceSign>,
    /// Whether the cells of a verb may be chosen in any order, by [`VerbId`].
    pub unordered: Vec<bool>,
    /// What sheets say, by [`PrototypeId`].
    pub sheets: Vec<Sheet>,
    /// Whether pieces are the same on all their sides, by [`PrototypeId`].
    pub sided: Vec<Sided>,
    /// What is shown on demand.
    pub forecast: Option<Foretold>,
    /// What is shown after every change.
    pub overlay: Option<Foretold>,
    /// What is shown of the thing under the mouse.
    pub hover: Option<Foretold>,
    /// What moves while a clock runs, and the ends of the lines it moves on.
    pub clock: Option<(Foretold, i32, i32)>,
    /// What is shown of the position after an option; else [`Book::overlay`].
    pub after: Option<Foretold>,
    /// Verbs that are not tried out when they are pointed at.
    pub untried: Vec<VerbId>,
    /// What stands on the cover of the game.
    pub cover: CoverSign,
    /// Terms that are explained.
    pub glossary: Vec<Article>,
    /// Pages of help.
    pub help: Vec<Article>,
    /// Whether each seat sees the board rotated by half a turn.
    pub rotations: Vec<bool>,
    /// By how much the pieces of each seat are shown rotated, besides their own facing.
    pub facings: Vec<u8>,
    /// The colors of the board.
    pub ground: Ground,
    /// Zones in the order in which a player looks at them.
    pub zone_order: Vec<usize>,
    /// Variables of seats in the order in which they are shown.
    pub track_order: Vec<usize>,
    /// Variables of the match in the order in which they are shown.
    pub var_order: Vec<usize>,
    seats: Vec<(Option<Color32>, Shape)>,
    factions: BTreeMap<String, Color32>,
    faction_icons: BTreeMap<String, char>,
    faction_pieces: BTreeMap<(String, String), PieceSign>,
}

/// The fields of the sheet of a definition.
pub type SheetOf<'a> = &'a dyn Fn(PrototypeId) -> Option<&'a Value>;

impl Book {
    /// The labels of a game that calls its things so.
    pub fn new(game: &Game, all: &PackLooks, titles: Titles, sheets: SheetOf) -> Book {
        let (names, looks) = (&game.names, &all.game);
        let of = |table: Table| -> Vec<Label> {
            let names = table.names(names).iter().enumerate();
            let label = |(at, name): (usize, &str)| {
                label(looks, (table, name), (titles.title(table, at), titles.text(table, at)))
            };
            names.map(label).collect()
        };
        let known = |labels: Vec<Label>, names: &Names, is_listed: &dyn Fn(&str) -> bool| {
            let label = |(label, name): (Label, &str)| {
                let listed = all.is_bare || is_listed(name);
                Label { shown: label.shown && listed, ..label }
            };
            labels.into_iter().zip(names.iter()).map(label).collect()
        };
        let sheet = |(at, prototype): (usize, &harena_engine::game::Prototype)| {
            let kind = names.kinds.name(prototype.kind.index());
            sheets(PrototypeId(at as u16))
                .map_or_else(Sheet::default, |fields| sheet::sheet(looks, kind, fields))
        };
        let (tracks, vars) = (
            looks.tracks.iter().map(|it| it.var.as_str()).collect::<Vec<_>>(),
            looks.vars.iter().map(|it| it.var.as_str()).collect::<Vec<_>>(),
        );
        let keywords = of(Table::Keywords);
        let n = usize::from(game.board.n_directions());
        Book {
            sided: game.prototypes.iter().map(|it| sided(&keywords, it, n)).collect(),
            kinds: of(Table::Kinds),
            stats: of(Table::Stats),
            side_stats: of(Table::SideStats),
            statuses: of(Table::Statuses),
            counters: of(Table::Counters),
            marks: of(Table::Marks),
            keywords,
            zones: of(Table::Zones),
            verbs: of(Table::Verbs),
            vars: known(of(Table::Vars), &names.vars, &|name| looks.var(name).is_some()),
            seat_vars: known(of(Table::Tracks), &names.seat_vars, &|name| {
                looks.track(name).is_some()
            }),
            modes: of(Table::Modes),
            sheets: game.prototypes.iter().enumerate().map(sheet).collect(),
            zone_order: read::order(&looks.zones.order(), &names.zones),
            track_order: read::order(&tracks, &names.seat_vars),
            var_order: read::order(&vars, &names.vars),
            titles: Titles { cells: hexes::names(&game.board), ..titles },
            ..Book::of_looks(game, all)
        }
    }

    /// What the looks say beside labels.
    fn of_looks(game: &Game, all: &PackLooks) -> Book {
        let (names, looks) = (&game.names, &all.game);
        let board = read::board(game, looks);
        let (after, untried) = read::previews(game, &looks.previews);
        let clock = looks.clock.as_ref().and_then(|ClockLooks { step, min, max }| {
            Some((foretold(game, Some(step))?, *min, *max))
        });
        let mut parts = Book::default();
        let signs_of = |pieces: &[(String, PieceLooks)]| -> Vec<(String, PieceSign)> {
            pieces.iter().map(|(id, look)| (id.clone(), piece_sign(look))).collect()
        };
        parts.pieces.extend(signs_of(&looks.pieces));
        for (faction, PartLooks { color, emblem, pieces }) in &all.factions {
            parts.factions.extend(color.map(|color| (faction.clone(), read::color_of(color))));
            parts.faction_icons.extend(icon(emblem).map(|emblem| (faction.clone(), emblem)));
            for (id, sign) in signs_of(pieces) {
                parts.faction_pieces.insert((faction.clone(), id.clone()), sign.clone());
                parts.pieces.insert(id, sign);
            }
        }
        // Packs of content have no color and no emblem in the window.
        for PartLooks { color: _, emblem: _, pieces } in &all.contents {
            parts.pieces.extend(signs_of(pieces));
        }
        Book {
            pairs: names.side_stats.iter().map(|it| read::is_paired(looks, it)).collect(),
            unordered: names.verbs.iter().map(|it| read::is_unordered(looks, it)).collect(),
            tellings: read::tellings(looks, &names.words),
            sentences: read::sentences(looks, &names.words),
            tables: read::tables(looks, &names.words),
            legend: looks.legend.iter().map(|entry| read::meaning(looks, entry)).collect(),
            words: read::words(looks),
            dice: looks.dice.clone(),
            signs: signs(looks, &names.vars),
            guide: read::guide(looks, &names.words),
            cells: cells(game, looks),
            hole: board.hole,
            forecast: foretold(game, looks.forecast.as_ref()),
            overlay: foretold(game, looks.overlay.as_ref()),
            hover: foretold(game, looks.hover.as_ref()),
            clock,
            after,
            untried,
            cover: read::cover(&looks.cover),
            glossary: looks.glossary.iter().map(article).collect(),
            help: looks.help.iter().map(article).collect(),
            rotations: board.rotations,
            facings: board.facings,
            ground: board.ground,
            seats: seats(game, looks),
            ..parts
        }
    }

    /// What a definition's sheet says.
    pub fn sheet(&self, id: PrototypeId) -> Option<&Sheet> {
        self.sheets.get(id.index())
    }

    /// Whether a piece of a definition is the same on all its sides.
    pub fn sided(&self, id: PrototypeId) -> Sided {
        self.sided.get(id.index()).copied().unwrap_or_default()
    }

    /// Whether a seat sees the board rotated by half a turn.
    pub fn is_turned(&self, seat: Seat) -> bool {
        self.rotations.get(seat.index()).copied().unwrap_or(false)
    }

    /// The color that the looks name for a seat.
    pub fn seat_color(&self, seat: Seat) -> Option<Color32> {
        self.seats.get(seat.index()).and_then(|(color, _)| *color)
    }

    /// The shape of a seat.
    pub fn seat_shape(&self, seat: Seat) -> Shape {
        let own = self.seats.get(seat.index()).map(|(_, shape)| *shape);
        own.unwrap_or_else(|| Shape::of_seat(seat.index()))
    }

    /// The emblem of a faction, if its looks name one.
    pub fn faction_icon(&self, id: &str) -> Option<char> {
        self.faction_icons.get(id).copied()
    }

    /// What the looks say about a definition: those of its faction first.
    pub fn piece_sign(&self, faction: Option<&str>, id: &str) -> Option<&PieceSign> {
        let own = faction.and_then(|it| self.faction_pieces.get(&(it.to_owned(), id.to_owned())));
        own.or_else(|| self.pieces.get(id))
    }

    /// The color of a faction, if its looks name one.
    pub fn faction_color(&self, id: &str) -> Option<Color32> {
        self.factions.get(id).copied()
    }

    /// How a sentence about a position is told.
    pub fn telling(&self, word: WordId) -> Telling {
        self.tellings.get(word.index()).copied().unwrap_or_default()
    }

    /// Whether what a sentence tells is good news.
    pub fn mood(&self, word: WordId) -> Mood {
        self.sentences.get(&word).map_or(Mood::Plain, |sign| sign.mood)
    }

    /// A sentence by number.
    pub fn word(&self, word: WordId) -> &str {
        self.titles.words.get(word.index()).map_or("", String::as_str)
    }

    /// The title of a verb up to its first gap, without the word that leads to what fills it.
    pub fn verb_title(&self, verb: VerbId) -> &str {
        let title = self.verbs.get(verb.index()).map_or("", |label| &label.title);
        let Some((before, _)) = title.split_once('{') else { return title };
        without_lead(before)
    }
}

/// A beginning of a sentence without words at its end that only lead on to what is not there yet.
pub fn without_lead(begins: &str) -> &str {
    closed(begins.trim_end(), crate::text::joining_words())
}

/// A beginning of a sentence without words at its end that only lead on.
fn closed<'a>(begins: &'a str, joining: &str) -> &'a str {
    let leads_on = |word: &str| joining.split(' ').any(|other| other == word);
    match begins.rsplit_once(' ') {
        Some((before, word)) if leads_on(word) => closed(before.trim_end(), joining),
        Some(_) | None => begins,
    }
}

/// `end_turn` as `End turn`.
pub fn readable(name: &str) -> String {
    let spaced = telling::readable(name);
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

/// Looks as a test writes them.
#[cfg(test)]
pub(crate) fn looks_of(looks: &serde_json::Value) -> PackLooks {
    let none = serde_json::Map::new();
    let factions = looks.get("factions").and_then(|it| it.as_object()).unwrap_or(&none);
    let game = PackLooks::of(&value_of(looks));
    factions.iter().fold(game, |all, (id, looks)| all.with_faction(id, &value_of(looks)))
}

/// The book of a game that declares nothing for people, as these looks show it.
#[cfg(test)]
pub(crate) fn book_of(game: &Game, looks: &serde_json::Value) -> Book {
    let looks = looks_of(looks);
    let titles = titles_of(game, &looks.game, &Declared::default());
    Book::new(game, &looks, titles, &|_| None)
}

#[cfg(test)]
fn value_of(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(flag) => Value::Bool(*flag),
        serde_json::Value::Number(number) => Value::number(number.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Value::text(text),
        serde_json::Value::Array(list) => Value::List(list.iter().map(value_of).collect()),
        serde_json::Value::Object(all) => {
            Value::Record(all.iter().map(|(name, it)| (name.clone(), value_of(it))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_actions_do_not_end_in_words_that_lead_on() {
        let joining = crate::text::joining_words();
        let check = |begins, expected| assert_eq!(closed(begins, joining), expected);
        check("Stride to", "Stride");
        check("Put the Net on", "Put the Net");
        check("Look out of", "Look out");
        check("Rotate", "Rotate");
        check("to", "to");
        check("", "");
    }

    #[test]
    fn labels_say_what_looks_and_names_say() {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.keywords = ["venom", "long_reach", "guard"].into_iter().collect();
        let looks = looks_of(&json!({
            "keywords": { "venom": { "letter": "V", "color": "#80ff00" }, "guard": "Shield wall" },
            "seats": [{ "color": "#112233", "shape": "star" }],
        }));
        let mut titles = titles_of(&game, &looks.game, &Declared::default());
        titles.tables[Table::Keywords as usize][0] = "Venom!".into();
        titles.texts[Table::Keywords as usize][0] = "It stings".into();
        let book = Book::new(&game, &looks, titles, &|_| None);
        let found: Vec<_> =
            book.keywords.iter().map(|l| (l.title.as_str(), l.letter.as_str())).collect();
        assert_eq!(found, [("Venom!", "V"), ("Long reach", "Lr"), ("Shield wall", "Sw")]);
        assert_eq!(book.keywords[0].text, "It stings");
        assert_eq!(book.keywords[0].color, Some(Color32::from_rgb(0x80, 0xff, 0)));
        assert_eq!(book.seat_color(Seat(0)), Some(Color32::from_rgb(0x11, 0x22, 0x33)));
        assert_eq!(book.seat_color(Seat(1)), None);
        assert_eq!(
            (book.seat_shape(Seat(0)), book.seat_shape(Seat(1))),
            (Shape::Star, Shape::Square)
        );
    }
}
