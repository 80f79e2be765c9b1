//! The fields of looks, each once.

use super::entries::{As, Color, Drawing, Entries, Entry};
use super::words::{
    CardPlace, Counters, Kinds, Pattern, Shape, Sides, Stats, Statuses, TableSign, Telling, Tracks,
    VarPlace, Vars, ZonePlace, Zones,
};
use crate::define::form::{
    All, Either, Flag, Int, List, Map, Named, One, Opt, Rec, Text, Under, Whole, form,
};
use crate::define::names::{Prompt, Sentence, Tag, sort};

/// So many places of a zone.
type Places = Int<i32, 0, 99>;

form! { open
    Shown: "how one declared name is shown" {
        may title: Opt<Text>, "its name for people";
        may letter: Opt<Text>, "one to three letters for badges";
        may glyph: Opt<Text>, "the same as letter";
        may short: Opt<Text>, "the same as letter";
        may color: Color, "its color, such as #e8b04a";
        may icon: Drawing, "a named drawing";
    }

    Told: "what is told of one declared name" {
        all shown: All<Shown>, "how it is shown";
        may text: Opt<Text>, "what it means";
        may hide: Flag, "whether it is not shown at all";
        may show: Flag = true, "whether it is shown";
        may quiet: Flag, "whether the log is silent about it";
    }

    KindLooks: "how pieces of a kind are shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Kinds>, "how it is drawn";
        may passing: Flag, "whether such a site leaves again: its edge is dashed";
    }

    ZoneLooks: "how a zone is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Zones>, "how it is drawn";
        may n: Opt<Places>, "how many places it shows";
        may brief: Flag, "whether its cards show only their name and signs";
        may max: Opt<Places>, "the same as n";
        may group: Text, "the field of a sheet that cards are grouped by";
        may at: Opt<One<ZonePlace>>, "where it lies";
    }

    StatLooks: "how a stat is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Stats>, "how it is drawn";
        may spent: Named<sort::Counter>, "the counter that is taken off it";
        may none_while: Named<sort::Status>, "the status during which nothing of it is left";
    }

    SideLooks: "how a number on sides is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Sides>, "how it is drawn";
        may pairs: Flag, "whether it matters that numbers that touch are the same";
    }

    StatusLooks: "how a status is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Statuses>, "how it is drawn";
    }

    CounterLooks: "how a number that pieces carry is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Counters>, "how it is drawn";
    }

    MarkLooks: "how a kind of markers is shown" {
        all told: All<Told>, "what is told of it";
        may harms: Flag, "whether strikes of nobody on a piece that has them come of them";
    }

    KeywordLooks: "how a named ability is shown" {
        all told: All<Told>, "what is told of it";
        may sided: Flag, "whether its number is the printed side it stands at";
    }

    ModeLooks: "how a kind of attack is shown" {
        all told: All<Told>, "what is told of it";
    }

    VerbLooks: "how options of a verb are shown" {
        all told: All<Told>, "what is told of it";
        may args: List<Text>, "what its arguments are called";
        may unordered: Flag, "whether its cells may be chosen in any order";
        may done: Text, "what is counted of it once the match is over";
        may excuse: Flag, "whether it is told why nothing of it can be done now";
    }

    TrackLooks: "how a number of a seat is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Tracks>, "how it is drawn";
        needs var: Named<sort::SeatVar>, "which variable of a seat";
        may one: Text, "its title behind a 1";
        may max: Opt<Whole>, "the most it can be";
        may max_var: Named<sort::SeatVar>, "the variable that holds the most it can be";
        may with: Named<sort::SeatVar>, "the same number with what lies elsewhere, as squares";
        may beside: Named<sort::SeatVar>, "what follows from it, at the end of its line";
        may thresholds: List<Whole>, "values at which something happens";
        may group: Text, "the heading it stands under";
        may warn_below: Opt<Whole>, "a value below this is a warning";
    }

    VarLooks: "how a number of the match is shown" {
        all told: All<Told>, "what is told of it";
        may r#as: As<Vars>, "how it is drawn";
        needs var: Named<sort::Var>, "which variable of the match";
        may one: Text, "its title behind a 1";
        may when: Opt<Whole>, "the value while which the text stands";
        may at: Opt<One<VarPlace>>, "where it is told";
        may max: Opt<Whole>, "the most it can be";
        may group: Text, "the heading it stands under";
    }

    SentenceLooks: "how a sentence about a position is told" {
        may r#as: One<Telling>, "how it is drawn";
        may title: Text, "what stands over such sentences";
        may color: Color, "the color of the cell it is about";
        may good: Opt<Flag>, "whether what is told is good news or bad";
    }

    CellLooks: "how cells are shown" {
        all shown: All<Shown>, "how they are shown";
        may text: Text, "what it means";
        may pattern: One<Pattern>, "how it is filled";
    }

    PieceLooks: "how a single definition is shown" {
        all shown: All<Shown>, "how it is shown";
        may level: Int<i16, 0, 4>, "how high a space of a row stands whose ground it is";
    }

    CardField: "a field of a sheet that is written on its card" {
        needs field: Text, "a field of the sheet; dots lead into records";
        may title: Text, "its name for people";
        may r#as: One<CardPlace>, "where it stands on a card";
    }

    CardSides: "what stands at the sides of a card" {
        needs field: Text, "a field with one entry a side";
        may names: List<Text>, "names of the sides, for a record";
    }

    CardLooks: "which fields of a sheet are written" {
        may fields: List<Either<Text, Rec<CardField>>>, "in order";
        may sides: Opt<Either<Text, Rec<CardSides>>>, "what stands at the sides";
        may text: Text, "the field that stands on the card in place of its text";
    }

    BoardLooks: "how the board is shown" {
        may rotates: Opt<Either<Flag, List<Flag>>>, "whether a seat sees it from the other side";
        may facings: List<Int<u8, 0, 15>>, "how pieces of seats are shown rotated";
        may hole: Opt<Rec<CellLooks>>, "a cell without ground";
        may cell: Color, "the color of cells";
        may line: Color, "the color of the plate between cells";
        may legal: Color, "the color of the outline of cells that can be chosen";
        may coordinates: Color, "the color of the names of cells";
    }

    SeatLooks: "how a seat is shown" {
        may shape: Opt<One<Shape>>, "the shape that stands for it";
        may color: Color, "its color";
        may title: Opt<Text>, "its name for people";
    }

    StepLooks: "a step that is run only to show what it says" {
        needs step: Named<sort::Step>, "which step";
        may title: Text, "what its result is called";
    }

    ClockLooks: "a step that says what moves while a clock runs" {
        all step: All<StepLooks>, "which step";
        may min: Whole = -100, "the left end of the lines";
        may max: Whole = 100, "the right end of the lines";
    }

    Previews: "what is shown of options that are pointed at" {
        may off: List<Named<sort::Verb>>, "verbs that are not tried out";
        may step: Named<sort::Step>, "what is said of the position after an option";
    }

    SignLooks: "how a word of a sheet is drawn" {
        may title: Text, "its name for people";
        may color: Color, "its color, such as #e8b04a";
        may icon: Drawing, "a named drawing";
    }

    LegendEntry: "a sign and what it means" {
        may r#as: Opt<One<TableSign>>, "a sign of the window";
        may sign: Text, "a word that `signs` draws";
        may icon: Drawing, "a named drawing";
        may color: Color, "its color, such as #e8b04a";
        needs text: Text, "what it means";
    }

    CoverLooks: "what stands on the cover of a game" {
        may color: Color, "the color of the cover";
        may pieces: List<Text>, "what is shown on it, such as `dragon/knight`";
    }

    Article: "a page of help, or a term that is explained" {
        may title: Text, "what it is about";
        may term: Text, "the term it explains";
        needs text: Text, "what it says";
        may rule: Text, "the rule it tells of";
        may rules: Text, "the rules it tells of";
    }

    Looks: "how a game is shown" {
        may background: Color, "the color behind the board";
        may board: Rec<BoardLooks>, "how the board is shown";
        may seats: List<Rec<SeatLooks>>, "a shape and a color for each seat";
        may kinds: Entries<sort::Kind, KindLooks>, "kinds of pieces";
        may stats: Entries<sort::Stat, StatLooks>, "stats";
        may side_stats: Entries<sort::SideStat, SideLooks>, "numbers on sides";
        may statuses: Entries<sort::Status, StatusLooks>, "what is on or off";
        may counters: Entries<sort::Counter, CounterLooks>, "numbers that pieces carry";
        may marks: Entries<sort::Mark, MarkLooks>, "markers";
        may keywords: Entries<sort::Keyword, KeywordLooks>, "named abilities";
        may modes: Entries<sort::Mode, ModeLooks>, "kinds of attack";
        may verbs: Entries<sort::Verb, VerbLooks>, "what options do";
        may zones: Entries<sort::Zone, ZoneLooks>, "places besides the board";
        may tracks: List<Rec<TrackLooks>>, "numbers of a seat";
        may vars: List<Rec<VarLooks>>, "numbers of the match";
        may cells: Entries<Tag, CellLooks>, "cells by their tag";
        may cards: Under<sort::Kind, Rec<CardLooks>>, "what is written on cards";
        may signs: Map<Rec<SignLooks>>, "words of sheets that are drawn as signs";
        may pieces: Map<Rec<PieceLooks>>, "single definitions";
        may forecast: Opt<Rec<StepLooks>>, "shown on demand";
        may overlay: Opt<Rec<StepLooks>>, "shown after every change";
        may hover: Opt<Rec<StepLooks>>, "shown of the thing under the mouse";
        may clock: Opt<Rec<ClockLooks>>, "shown while a clock runs";
        may previews: Rec<Previews>, "what is shown of options";
        may sentences: Entries<Sentence, SentenceLooks>, "sentences about a position";
        may dice: List<Int<u32, 2, 1000>>, "sides of dice that are shown when thrown";
        may cover: Rec<CoverLooks>, "how the game is shown before it is played";
        may glossary: List<Rec<Article>>, "terms";
        may help: List<Rec<Article>>, "pages of help";
        may guide: Under<Prompt, Text>, "what is told where a question is new";
        may tables: Under<Prompt, List<Text>>, "questions whose remarks are columns";
        may legend: List<Rec<LegendEntry>>, "what signs on the table mean";
    }

    PartLooks: "how a faction or a pack of content is shown" {
        may color: Color, "its color";
        may emblem: Drawing, "a named drawing";
        may pieces: Map<Rec<PieceLooks>>, "single definitions";
    }
}

impl Shown {
    /// The letters of its badge, by any of their names.
    pub fn letters(&self) -> Option<&str> {
        [&self.letter, &self.short, &self.glyph].into_iter().find_map(|it| it.as_deref())
    }
}

impl Looks {
    /// What is said about a variable of the match at all times.
    pub fn var(&self, name: &str) -> Option<&VarLooks> {
        self.vars.iter().find(|it| it.var == name && it.when.is_none())
    }

    /// What is said about a variable of a seat.
    pub fn track(&self, name: &str) -> Option<&TrackLooks> {
        self.tracks.iter().find(|it| it.var == name)
    }
}

impl Entry for KindLooks {}
impl Entry for ZoneLooks {}
impl Entry for StatLooks {}
impl Entry for SideLooks {}
impl Entry for StatusLooks {}
impl Entry for CounterLooks {}
impl Entry for MarkLooks {}
impl Entry for KeywordLooks {}
impl Entry for ModeLooks {}
impl Entry for VerbLooks {}
impl Entry for SentenceLooks {
    const BRIEF: bool = false;
}
impl Entry for CellLooks {
    const ID: &'static str = "tag";
    const BRIEF: bool = false;
}
