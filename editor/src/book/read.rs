//! From the looks of a game to what the window shows: each look is taken apart field by field, so
//! that a new field does not compile until it is shown.

use std::collections::BTreeMap;

use egui::Color32;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::telling::Table;
use harena_script::looks::{
    BoardLooks, CellLooks, CounterLooks, CoverLooks, KeywordLooks, KindLooks, LegendEntry, Looks,
    MarkLooks, ModeLooks, OneOrOther, PieceLooks, Previews, SeatLooks, SentenceLooks, Shape, Shown,
    SideLooks, StatLooks, StatusLooks, StepLooks, Told, TrackLooks, VarLooks, VerbLooks, ZoneLooks,
};
use harena_script::schema::Rgb;

use super::sheet::sign_of;
use super::{
    Article, CellSign, CoverSign, Foretold, Ground, Label, Meaning, Mood, Pattern, PieceSign,
    SentenceSign, Sign, initials, readable,
};
use crate::draw::icon;

/// How a name of a table is shown; `title` and `text` are what it is called and what it means as
/// far as somebody says.
pub(super) fn label(
    looks: &Looks,
    (table, name): (Table, &str),
    (title, text): (Option<&str>, &str),
) -> Label {
    let title = title.map_or_else(|| readable(name), str::to_owned);
    let look = own(looks, table, name).unwrap_or_else(|| Label { shown: true, ..Label::default() });
    let letter = if look.own_letter { look.letter } else { initials(&title) };
    Label { title, letter, text: text.to_owned(), ..look }
}

/// What the looks say about a name, beside its title and text.
fn own(looks: &Looks, table: Table, name: &str) -> Option<Label> {
    let label = match table {
        Table::Kinds => {
            let KindLooks { told: all, r#as, passing } = looks.kinds.get(name)?;
            Label { drawn: *r#as, passing: *passing, ..told(all) }
        }
        Table::Stats => {
            let StatLooks { told: all, r#as, spent, none_while } = looks.stats.get(name)?;
            let (spent, none_while) = (spent.clone(), none_while.clone());
            Label { drawn: *r#as, spent, none_while, ..told(all) }
        }
        Table::SideStats => {
            let SideLooks { told: all, r#as, pairs: _ } = looks.side_stats.get(name)?;
            Label { drawn: *r#as, ..told(all) }
        }
        Table::Statuses => {
            let StatusLooks { told: all, r#as } = looks.statuses.get(name)?;
            Label { drawn: *r#as, ..told(all) }
        }
        Table::Counters => {
            let CounterLooks { told: all, r#as } = looks.counters.get(name)?;
            Label { drawn: *r#as, ..told(all) }
        }
        Table::Marks => {
            let MarkLooks { told: all, harms } = looks.marks.get(name)?;
            Label { harms: *harms, ..told(all) }
        }
        Table::Keywords => {
            let KeywordLooks { told: all, sided } = looks.keywords.get(name)?;
            Label { sided: *sided, ..told(all) }
        }
        Table::Modes => {
            let ModeLooks { told: all } = looks.modes.get(name)?;
            told(all)
        }
        Table::Zones => return looks.zones.get(name).map(zone),
        Table::Verbs => {
            // What its arguments are called is a part of the titles.
            let VerbLooks { told: all, args: _, unordered: _, done, excuse } =
                looks.verbs.get(name)?;
            Label { done: done.clone(), excuse: *excuse, ..told(all) }
        }
        Table::Vars => {
            let VarLooks { told: all, r#as, var: _, one, when: _, at, max, group } =
                looks.var(name)?;
            let (one, group) = (one.clone(), group.clone());
            Label { drawn: *r#as, one, var_place: *at, max: *max, group, ..told(all) }
        }
        Table::Tracks => return looks.track(name).map(track),
    };
    Some(label)
}

/// What all entries of declared names say.
fn told(look: &Told) -> Label {
    // Titles and texts were read for the whole game, together with what it declares.
    let Told { shown, text: _, hide, show, quiet } = look;
    Label { shown: *show && !hide, quiet: *quiet, ..badge(shown) }
}

/// Letters, color and drawing.
fn badge(look: &Shown) -> Label {
    let Shown { title: _, letter: _, glyph: _, short: _, color, icon: drawing } = look;
    let letter = look.letters();
    Label {
        own_letter: letter.is_some(),
        letter: letter.unwrap_or_default().to_owned(),
        color: color.map(color_of),
        icon: drawing.clone(),
        sign: icon(drawing),
        ..Label::default()
    }
}

fn zone(look: &ZoneLooks) -> Label {
    let ZoneLooks { told: all, r#as, n, brief, max, group, at } = look;
    Label {
        drawn: *r#as,
        max: max.or(*n),
        brief: *brief,
        group: group.clone(),
        zone_place: *at,
        ..told(all)
    }
}

fn track(look: &TrackLooks) -> Label {
    let TrackLooks { told: all, r#as, var: _, one, max, max_var, with, beside, .. } = look;
    let TrackLooks { thresholds, group, warn_below, .. } = look;
    Label {
        drawn: *r#as,
        one: one.clone(),
        max: *max,
        max_var: max_var.clone(),
        with: with.clone(),
        beside: beside.clone(),
        thresholds: thresholds.clone(),
        group: group.clone(),
        warn_below: *warn_below,
        ..told(all)
    }
}

/// Whether it matters that numbers of sides that touch are the same.
pub(super) fn is_paired(looks: &Looks, side_stat: &str) -> bool {
    looks.side_stats.get(side_stat).is_some_and(|it| it.pairs)
}

/// Whether the cells of a verb may be chosen in any order.
pub(super) fn is_unordered(looks: &Looks, verb: &str) -> bool {
    looks.verbs.get(verb).is_some_and(|it| it.unordered)
}

/// The names of a table in the order of the looks, those not listed there last.
pub(super) fn order(listed: &[&str], names: &Names) -> Vec<usize> {
    let place = |name: &str| listed.iter().position(|other| *other == name);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|at| place(names.name(*at)).unwrap_or(usize::MAX));
    order
}

/// What the looks say about the board.
pub(super) struct BoardSigns {
    pub ground: Ground,
    /// How a cell without ground looks.
    pub hole: Option<(Label, Pattern)>,
    /// By how many eighths of a full turn each seat sees the board rotated; half a turn or none.
    pub rotations: Vec<bool>,
    /// By how much the pieces of each seat are shown rotated, besides their own facing.
    pub facings: Vec<u8>,
}

pub(super) fn board(game: &Game, looks: &Looks) -> BoardSigns {
    let BoardLooks { rotates, facings, hole, cell, line, legal, coordinates } = &looks.board;
    let rotated = |seat: usize| match rotates {
        Some(OneOrOther::One(on)) => *on && seat == 1,
        Some(OneOrOther::Other(list)) => list.get(seat).copied().unwrap_or(false),
        None => false,
    };
    let seats = || 0..usize::from(game.n_seats);
    BoardSigns {
        ground: Ground {
            background: looks.background.map(color_of),
            cell: cell.map(color_of),
            line: line.map(color_of),
            legal: legal.map(color_of),
            coordinates: coordinates.map(color_of),
        },
        hole: hole.as_ref().map(cell_label),
        rotations: seats().map(rotated).collect(),
        facings: seats().map(|seat| facings.get(seat).copied().unwrap_or(0)).collect(),
    }
}

/// What cells are called and how they are filled; they have no letters but their own.
fn cell_label(look: &CellLooks) -> (Label, Pattern) {
    let CellLooks { shown, text, pattern } = look;
    let title = shown.title.clone().unwrap_or_default();
    (Label { title, text: text.clone(), ..badge(shown) }, *pattern)
}

/// The cells with a tag that the looks tell of, in the order of the looks.
pub(super) fn cells(game: &Game, looks: &Looks) -> Vec<CellSign> {
    let tags: BTreeMap<&str, _> = game.board.tags().collect();
    let sign = |(tag, look): (&str, &CellLooks)| {
        let cells = (*tags.get(tag)?).clone();
        let (mut label, pattern) = cell_label(look);
        label.shown = true;
        if label.title.is_empty() {
            label.title = readable(tag);
        }
        Some(CellSign { cells, label, pattern })
    };
    looks.cells.iter().filter_map(sign).collect()
}

/// How sentences about a position are told.
pub(super) fn tellings(looks: &Looks, names: &Names) -> Vec<super::Telling> {
    let telling = |name: &str| {
        let look = looks.sentences.get(name);
        look.map(|it| it.r#as).unwrap_or_default()
    };
    names.iter().map(telling).collect()
}

/// What else the looks say about sentences.
pub(super) fn sentences(looks: &Looks, names: &Names) -> BTreeMap<WordId, SentenceSign> {
    let entry = |(name, look): (&str, &SentenceLooks)| {
        let SentenceLooks { r#as: _, title, color, good } = look;
        let mood = match good {
            Some(true) => Mood::Good,
            Some(false) => Mood::Bad,
            None => Mood::Plain,
        };
        let word = WordId(u16::try_from(names.find(name)?).ok()?);
        Some((word, SentenceSign { title: title.clone(), color: color.map(color_of), mood }))
    };
    looks.sentences.iter().filter_map(entry).collect()
}

/// Questions whose remarks are columns.
pub(super) fn tables(looks: &Looks, names: &Names) -> BTreeMap<WordId, Vec<String>> {
    let table = |(name, columns): &(String, Vec<String>)| {
        Some((WordId(u16::try_from(names.find(name)?).ok()?), columns.clone()))
    };
    looks.tables.iter().filter_map(table).collect()
}

/// What a sign on the table means.
pub(super) fn meaning(looks: &Looks, entry: &LegendEntry) -> Meaning {
    let LegendEntry { r#as, sign, icon: drawing, color, text } = entry;
    let named = match sign.as_str() {
        "" => Sign::default(),
        word => sign_of(looks, word),
    };
    let own = Sign { icon: icon(drawing), ..Sign::default() };
    let sign = if named.icon.is_some() { named } else { own };
    let color = color.map(color_of).or(sign.color);
    Meaning { kind: *r#as, sign: Sign { color, ..sign }, text: text.clone() }
}

/// Words that are drawn as signs.
pub(super) fn words(looks: &Looks) -> BTreeMap<String, Sign> {
    looks.signs.iter().map(|(word, _)| (word.clone(), sign_of(looks, word))).collect()
}

/// What is told of questions, by their words.
pub(super) fn guide(looks: &Looks, names: &Names) -> BTreeMap<WordId, String> {
    let told = |(name, text): &(String, String)| {
        let word = u16::try_from(names.find(name)?).ok()?;
        Some((WordId(word), text.clone()))
    };
    looks.guide.iter().filter_map(told).collect()
}

/// What is said while a variable has a value.
pub(super) fn signs(looks: &Looks, names: &Names) -> Vec<(VarId, i32, String)> {
    let sign = |look: &VarLooks| {
        let var = u8::try_from(names.find(&look.var)?).ok()?;
        Some((VarId(var), look.when?, look.told.text.clone()?))
    };
    looks.vars.iter().filter_map(sign).collect()
}

pub(super) fn seats(game: &Game, looks: &Looks) -> Vec<(Option<Color32>, Shape)> {
    let entry = |at: usize| {
        // What seats are called is a part of the titles.
        let look = looks.seats.get(at).map(|SeatLooks { shape, color, title: _ }| (shape, color));
        let (shape, color) = look.unwrap_or((&None, &None));
        (color.map(color_of), shape.unwrap_or_else(|| Shape::of_seat(at)))
    };
    (0..usize::from(game.n_seats)).map(entry).collect()
}

pub(super) fn piece_sign(look: &PieceLooks) -> PieceSign {
    let PieceLooks { shown, level } = look;
    let Shown { title, letter: _, glyph: _, short: _, color, icon: drawing } = shown;
    PieceSign {
        title: title.clone(),
        letter: shown.letters().map(str::to_owned),
        color: color.map(color_of),
        icon: icon(drawing),
        level: *level,
    }
}

/// A step that can be foretold.
pub(super) fn foretold(game: &Game, look: Option<&StepLooks>) -> Option<Foretold> {
    let StepLooks { step, title } = look?;
    Some(Foretold { step: step_named(game, step)?, title: title.clone() })
}

/// What is said of the position after an option, and the verbs that are not tried out when they
/// are pointed at.
pub(super) fn previews(game: &Game, looks: &Previews) -> (Option<Foretold>, Vec<VerbId>) {
    let Previews { off, step } = looks;
    let after = step_named(game, step).map(|step| Foretold { step, title: String::new() });
    let verb = |name: &String| u8::try_from(game.names.verbs.find(name)?).ok().map(VerbId);
    (after, off.iter().filter_map(verb).collect())
}

fn step_named(game: &Game, name: &str) -> Option<StepId> {
    u8::try_from(game.names.steps.find(name)?).ok().map(StepId)
}

/// What stands on the cover of the game.
pub(super) fn cover(look: &CoverLooks) -> CoverSign {
    let CoverLooks { color, pieces } = look;
    CoverSign { color: color.map(color_of), pieces: pieces.clone() }
}

/// A page of help, or a term: its title or what it explains, a text and a rule.
pub(super) fn article(look: &harena_script::looks::Article) -> Article {
    let harena_script::looks::Article { title, term, text, rule, rules } = look;
    let title = if term.is_empty() { title } else { term };
    Article { title: title.clone(), text: text.clone(), rule: [rule.as_str(), rules].concat() }
}

pub(super) fn color_of([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
