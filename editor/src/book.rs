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
use serde_json::Value;

mod read;

use read::{
    articles, cells, faction_colors, foretold, label, rotations, seats, sheet, signs, tracks,
    untried, vars,
};

/// How one declared name is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// Name shown to people.
    pub title: String,
    /// One to three letters for badges.
    pub letter: String,
    /// Whether the looks say so, rather than its title.
    pub own_letter: bool,
    /// What it means; empty if nobody says.
    pub text: String,
    /// Its color, if it has one.
    pub color: Option<Color32>,
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
    /// Where a zone lies, if the looks say so: `board` or `side`; where a number is told.
    pub at: String,
    /// Whether the cards of a zone show only their name and signs.
    pub brief: bool,
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

/// How a sentence about a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// In words at its place.
    #[default]
    Plain,
    /// Its last number is a threat and stands in a corner of its cell.
    Corner,
    /// It begins a phase of what follows.
    Phase,
    /// A die: how many faces succeed, up to which one, and how likely that is.
    Dice,
    /// A bar of a chart: a number, how likely it is, and whether that is bad.
    Bar,
    /// A piece with what is left of its life.
    Life,
    /// In words in the panel of the seat that is its first number.
    Seat,
    /// In the color of a seat or of its own on its cell.
    Tint,
    /// In a few words at the foot of the card that it is about.
    Mark(Mood),
    /// A step of a scale: a number, how likely what it stands for is, and whether that is to be
    /// noted.
    Scale,
    /// A step of what is being carried out: done, now or yet to come, by its last number.
    Path,
    /// An arrow from a piece to the one it aims at.
    Aim,
    /// On a piece, how likely the worst is for it.
    Doom,
    /// In words in a list with its own heading, wherever it is about.
    List,
    /// In words in the row of its piece among those with their lives.
    Under,
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

/// A sign on the table and what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// What it is drawn as: a sign of the window, or nothing for an icon.
    pub kind: String,
    /// Its icon and its color.
    pub sign: Sign,
    /// What it means.
    pub text: String,
}

/// How the ground of a cell is filled, so that color is not all that tells cells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// In one color.
    #[default]
    Plain,
    /// With slanted lines.
    Stripes,
    /// With dots.
    Dots,
    /// With crossing lines.
    Checks,
}

impl Pattern {
    fn of(word: &str) -> Pattern {
        match word {
            "stripes" => Pattern::Stripes,
            "dots" => Pattern::Dots,
            "checks" => Pattern::Checks,
            _ => Pattern::Plain,
        }
    }
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

/// The shape that stands for a seat, so that color is not all that tells owners apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// By [`SideStatId`]: whether it matters that numbers that touch are the same.
    pub pairs: Vec<bool>,
    /// By [`WordId`]: how a sentence about a position is told.
    pub tellings: Vec<Telling>,
    /// What stands over sentences of a sort, and the color of the cells they are about.
    pub sentences: BTreeMap<WordId, (String, Option<Color32>)>,
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
pub type SheetOf<'a> = &'a dyn Fn(PrototypeId) -> Value;

/// What declarations say about a name of a table, such as `keywords`; empty if they say nothing.
pub type TextOf<'a> = &'a dyn Fn(&str, &str) -> String;

impl Book {
    /// The labels of a game that calls its things so.
    pub fn new(game: &Game, looks: &Value, titles: Titles, texts: TextOf, sheets: SheetOf) -> Book {
        let names = &game.names;
        let of = |table: Table| -> Vec<Label> {
            let names = table.names(names).iter().enumerate();
            let label = |(at, name): (usize, &str)| {
                let told = (titles.title(table, at), texts(table.word(), name));
                label(looks, told, table.word(), name)
            };
            names.map(label).collect()
        };
        let sheet = |(at, it): (usize, &harena_engine::game::Prototype)| {
            sheet(looks, names.kinds.name(it.kind.index()), &sheets(PrototypeId(at as u16)))
        };
        Book {
            kinds: of(Table::Kinds),
            stats: of(Table::Stats),
            side_stats: of(Table::SideStats),
            pairs: read::pairs(looks, &names.side_stats),
            tellings: read::tellings(looks, &names.words),
            sentences: read::sentences(looks, &names.words),
            tables: read::tables(looks, &names.words),
            legend: read::legend(looks),
            words: read::words(looks),
            dice: read::dice(looks),
            statuses: of(Table::Statuses),
            counters: of(Table::Counters),
            marks: of(Table::Marks),
            keywords: of(Table::Keywords),
            zones: of(Table::Zones),
            verbs: of(Table::Verbs),
            vars: vars(looks, of(Table::Vars), &names.vars),
            seat_vars: tracks(looks, of(Table::Tracks), &names.seat_vars),
            signs: signs(looks, &names.vars),
            modes: of(Table::Modes),
            guide: read::guide(looks, &names.words),
            cells: cells(game, looks),
            hole: read::hole(looks),
            pieces: read::pieces(looks),
            unordered: names.verbs.iter().map(|verb| read::unordered(looks, verb)).collect(),
            sheets: game.prototypes.iter().enumerate().map(sheet).collect(),
            forecast: foretold(game, looks, "forecast"),
            overlay: foretold(game, looks, "overlay"),
            hover: foretold(game, looks, "hover"),
            clock: read::clock(game, looks),
            after: foretold(game, looks, "previews"),
            untried: untried(game, looks),
            cover: read::cover(looks),
            glossary: articles(looks, "glossary"),
            help: articles(looks, "help"),
            rotations: rotations(game, looks),
            facings: read::facings(game, looks),
            ground: read::ground(looks),
            zone_order: read::order(looks, "zones", &names.zones),
            track_order: read::order(looks, "tracks", &names.seat_vars),
            var_order: read::order(looks, "vars", &names.vars),
            seats: seats(game, looks),
            factions: faction_colors(looks),
            faction_icons: read::faction_icons(looks),
            faction_pieces: read::faction_pieces(looks),
            titles,
        }
    }

    /// What a definition's sheet says.
    pub fn sheet(&self, id: PrototypeId) -> Option<&Sheet> {
        self.sheets.get(id.index())
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
        own.unwrap_or_else(|| Shape::of("", seat.index()))
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

    /// A sentence by number.
    pub fn word(&self, word: WordId) -> &str {
        self.titles.words.get(word.index()).map_or("", String::as_str)
    }

    /// The title of a verb up to its first gap.
    pub fn verb_title(&self, verb: VerbId) -> &str {
        let title = self.verbs.get(verb.index()).map_or("", |label| &label.title);
        title.split_once('{').map_or(title, |(before, _)| before).trim_end()
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn labels_say_what_looks_declarations_and_names_say() {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.keywords = ["venom", "long_reach", "guard"].into_iter().collect();
        let looks = json!({
            "keywords": { "venom": { "letter": "V", "color": "#80ff00" }, "guard": "Shield wall" },
            "seats": [{ "color": "#112233", "shape": "star" }],
        });
        let declared = |part: &str| match part {
            "keywords" => json!([{ "id": "venom", "title": "Venom!" }]),
            _ => Value::Null,
        };
        let titles = harena_script::titles_of(&game, &looks, declared);
        let text_of = |table: &str, name: &str| format!("{table} {name}");
        let book = Book::new(&game, &looks, titles, &text_of, &|_| Value::Null);
        let found: Vec<_> =
            book.keywords.iter().map(|l| (l.title.as_str(), l.letter.as_str())).collect();
        assert_eq!(found, [("Venom!", "V"), ("Long reach", "Lr"), ("Shield wall", "Sw")]);
        assert_eq!(book.keywords[0].text, "keywords venom");
        assert_eq!(book.keywords[0].color, Some(Color32::from_rgb(0x80, 0xff, 0)));
        assert_eq!(book.seat_color(Seat(0)), Some(Color32::from_rgb(0x11, 0x22, 0x33)));
        assert_eq!(book.seat_color(Seat(1)), None);
        assert_eq!(
            (book.seat_shape(Seat(0)), book.seat_shape(Seat(1))),
            (Shape::Star, Shape::Square)
        );
    }

    #[test]
    fn colors_are_six_digits() {
        assert_eq!(read::color_of("#0a0B0c"), Some(Color32::from_rgb(10, 11, 12)));
        for wrong in ["0a0b0c", "#fff", "#12345g", ""] {
            assert_eq!(read::color_of(wrong), None, "{wrong}");
        }
    }
}
