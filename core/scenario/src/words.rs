//! What the words of a scenario mean in one game.

use std::collections::BTreeSet;

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{Spot, State};
use harena_engine::telling::Titles;
use harena_script::{Notation, Whose};

use super::hint::hint;

/// Something a piece can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trait {
    Counter(CounterId),
    Mark(MarkId),
    Stat(StatId),
    Status(StatusId),
    Keyword(KeywordId),
    Pool(VarId),
}

/// A trait as written: `w1`, `net`, `not netted`, `p2:LA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub what: Trait,
    /// How much; `None` if no number was written.
    pub n: Option<i32>,
    pub negated: bool,
    pub owner: Option<Seat>,
}

/// A piece as written: `DE Knight (0,0) f2 w1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    pub owner: Option<Seat>,
    /// What it can be; empty for anything.
    pub prototypes: Vec<PrototypeId>,
    pub cell: Option<Cell>,
    pub facing: Option<u8>,
    pub traits: Vec<Written>,
}

/// Whether two words say something else of one thing, or the same twice. Of what it is not, one
/// can say more than one.
fn collides(one: &Written, other: &Written) -> bool {
    let is_apart = one.negated && other.negated && one.n != other.n;
    one.what == other.what && one.owner == other.owner && !is_apart
}

/// All names of a game under one scenario.
pub(super) struct Words<'a> {
    pub game: &'a Game,
    pub notation: Notation,
    factions: Vec<Option<FactionId>>,
    titles: Titles,
    shorts: Vec<Vec<String>>,
    names: BTreeSet<String>,
    longest: usize,
}

/// What a game says under a name.
pub(super) fn found<'a, T>(all: &'a [(String, T)], name: &str) -> Option<&'a T> {
    all.iter().find(|(known, _)| known == name).map(|(_, it)| it)
}

/// A name as it is compared: small letters, underscores as spaces.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

/// The items of a list separated by commas or ends of lines; commas in brackets belong to their
/// item.
pub(super) fn items(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' | '\n' if depth == 0 => {
                parts.push(text.get(start..at).unwrap_or("").trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or("").trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// A line cut at spaces; what stands in brackets is one word without spaces.
fn cut(text: &str) -> Vec<String> {
    let (mut words, mut word, mut depth) = (Vec::new(), String::new(), 0);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if !letter.is_whitespace() {
            word.push(letter);
        } else if depth == 0 && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

impl<'a> Words<'a> {
    /// `labels` are names of the seats given by the scenario, `factions` those of the seats.
    pub fn new(
        game: &'a Game,
        notation: Notation,
        labels: &[String],
        factions: &[Option<FactionId>],
    ) -> Words<'a> {
        let mut shorts = vec![Vec::new(); usize::from(game.n_seats)];
        for (seat, own) in shorts.iter_mut().enumerate() {
            let faction = factions.get(seat).copied().flatten();
            let shared = factions.iter().filter(|f| **f == faction).count() > 1;
            if let Some(faction) = faction.and_then(|id| game.factions.get(id.index()))
                && !shared
            {
                own.extend([plain(&faction.short), plain(&faction.id)]);
            }
        }
        let named = if labels.is_empty() { notation.seats.clone() } else { labels.to_vec() };
        let labels = (0..usize::from(game.n_seats)).map(|seat| {
            let faction = factions.get(seat).copied().flatten();
            let short = faction.and_then(|id| game.factions.get(id.index())).map(|f| &f.short);
            let unique = shorts.get(seat).is_some_and(|own| !own.is_empty());
            named.get(seat).cloned().unwrap_or_else(|| match short {
                Some(short) if unique => short.clone(),
                _ => format!("seat_{seat}"),
            })
        });
        let titles = Titles { seats: labels.collect(), ..Titles::NONE };
        let names = all_names(game, &titles.seats);
        let longest = names.iter().map(|name| name.split(' ').count()).max().unwrap_or(1);
        let factions = factions.to_vec();
        Words { game, notation, factions, titles, shorts, names, longest }
    }

    /// The words of a line; names of several words are one.
    pub fn split(&self, text: &str) -> Vec<String> {
        let raw = cut(text);
        let (mut words, mut at) = (Vec::new(), 0);
        while at < raw.len() {
            let far = self.longest.min(raw.len() - at);
            let joined = (2..=far).rev().find_map(|n| {
                let name = raw.get(at..at + n)?.join(" ");
                self.names.contains(&plain(&name)).then_some((n, name))
            });
            let (n, word) = joined.unwrap_or_else(|| (1, raw.get(at).cloned().unwrap_or_default()));
            words.push(word);
            at += n;
        }
        words
    }

    /// What the seats are called.
    pub fn labels(&self) -> &[String] {
        &self.titles.seats
    }

    /// What things are called besides their names: the seats.
    pub fn titles(&self) -> &Titles {
        &self.titles
    }

    /// The name of a seat as scenarios write it.
    pub fn seat_label(&self, seat: Seat) -> &str {
        self.titles.seats.get(seat.index()).map_or("nobody", String::as_str)
    }

    pub fn seat(&self, word: &str) -> Option<Seat> {
        let wanted = plain(word);
        if wanted == "nobody" {
            return Some(Seat::NONE);
        }
        let by_label = self.titles.seats.iter().position(|label| plain(label) == wanted);
        let by_short = || self.shorts.iter().position(|own| own.contains(&wanted));
        let by_number = || {
            let n: usize = wanted.strip_prefix("seat ")?.parse().ok()?;
            (n < self.titles.seats.len()).then_some(n)
        };
        by_label.or_else(by_short).or_else(by_number).map(|seat| Seat(seat as u8))
    }

    /// The seat a word must name.
    pub fn need_seat(&self, word: &str) -> Result<Seat, String> {
        self.seat(word).ok_or_else(|| {
            let near = hint(word, self.titles.seats.iter().map(String::as_str));
            format!("no seat is called `{word}`; there are {}{near}", self.titles.seats.join(", "))
        })
    }

    /// The seat at the table that a word must name: not nobody.
    pub fn need_seated(&self, word: &str) -> Result<Seat, String> {
        match self.need_seat(word)? {
            Seat::NONE => Err(format!("`{word}` sits at no seat; name one that does")),
            seat => Ok(seat),
        }
    }

    /// A sentence for the field that a variable, a zone or another name should be.
    pub fn no_such(&self, what: &str, name: &str, table: &Names) -> String {
        format!("there is no {what} `{name}`{}", hint(name, table.iter()))
    }

    /// All definitions a word can mean: an id, a title, or `faction/id`.
    pub fn prototypes(&self, word: &str) -> Vec<PrototypeId> {
        let (faction, name) = match word.split_once('/') {
            Some((faction, name)) => (Some(plain(faction)), plain(name)),
            None => (None, plain(word)),
        };
        let fits = |p: &harena_engine::game::Prototype| {
            let of = p.faction.and_then(|id| self.game.factions.get(id.index()));
            let faction_fits = faction.as_ref().is_none_or(|wanted| {
                of.is_some_and(|f| plain(&f.id) == *wanted || plain(&f.short) == *wanted)
            });
            faction_fits && (plain(&p.id) == name || plain(&p.title) == name)
        };
        let all = self.game.prototypes.iter().enumerate();
        all.filter(|(_, p)| fits(p)).map(|(i, _)| PrototypeId(i as u16)).collect()
    }

    pub fn cell(&self, word: &str) -> Option<Cell> {
        self.game.board.cell_named(word)
    }

    /// A cell, or as `b3/N` the edge of a cell in a direction.
    pub fn spot(&self, word: &str) -> Result<Spot, String> {
        let board = &self.game.board;
        let no_cell = |name: &str| self.no_cell(name);
        let Some((cell, direction)) = word.split_once('/') else {
            return self.cell(word).map(Spot::Cell).ok_or_else(|| no_cell(word));
        };
        let at = self.cell(cell).ok_or_else(|| no_cell(cell))?;
        let edge = board.direction_named(direction).and_then(|d| board.edge(at, d));
        edge.map(Spot::Edge).ok_or_else(|| format!("{cell} has no edge `{direction}`"))
    }

    /// A sentence about a cell that is not there.
    pub fn no_cell(&self, name: &str) -> String {
        let cells = self.game.board.cells().iter().map(|cell| self.game.board.name(cell));
        format!("the board has no cell `{name}`{}", hint(name, cells))
    }

    /// `f2`, `@2`, `fNE` or `@NE`: so many steps clockwise, or the direction of the first side.
    pub fn facing(&self, word: &str) -> Option<u8> {
        let rest = word.strip_prefix('@').or_else(|| word.strip_prefix('f'))?;
        if self.cell(word).is_some() {
            return None;
        }
        let n = self.game.board.n_directions();
        if let Ok(facing) = rest.parse::<u8>() {
            return (facing < n).then_some(facing);
        }
        let direction = self.game.board.direction_named(rest)?;
        Some(self.game.board.compass().facing_towards(harena_engine::board::Side(0), direction).0)
    }

    /// Something a piece has: `w1`, `wounds=1`, `netted`, `!netted`, `p1:LA`.
    pub fn written(&self, word: &str) -> Option<Written> {
        let (word, owner) = match word.split_once(':') {
            Some((word, owner)) => (word, Some(self.seat(owner)?)),
            None => (word, None),
        };
        let (word, negated) = match word.strip_prefix('!') {
            Some(word) => (word, true),
            None => (word, false),
        };
        if let Some(what) = self.named_trait(word) {
            return Some(Written { what, n: None, negated, owner });
        }
        let digits = word.find(|c: char| c.is_ascii_digit() || c == '-')?;
        let (name, n) = word.split_at_checked(digits)?;
        let what = self.named_trait(name.trim_end_matches('='))?;
        Some(Written { what, n: Some(n.parse().ok()?), negated, owner })
    }

    fn named_trait(&self, word: &str) -> Option<Trait> {
        let name = found(&self.notation.letters, word).map_or(word, String::as_str);
        let name = name.to_lowercase().replace(' ', "_");
        let names = &self.game.names;
        let in_table = |table: &Names| table.find(&name).map(|at| at as u8);
        in_table(&names.counters)
            .map(|id| Trait::Counter(CounterId(id)))
            .or_else(|| in_table(&names.marks).map(|id| Trait::Mark(MarkId(id))))
            .or_else(|| in_table(&names.stats).map(|id| Trait::Stat(StatId(id))))
            .or_else(|| in_table(&names.statuses).map(|id| Trait::Status(StatusId(id))))
            .or_else(|| in_table(&names.keywords).map(|id| Trait::Keyword(KeywordId(id))))
            .or_else(|| in_table(&names.seat_vars).map(|id| Trait::Pool(VarId(id))))
    }

    /// The short letter of a counter or marker, or its name.
    pub fn short_of(&self, name: &str) -> String {
        let found = self.notation.letters.iter().find(|(_, long)| *long == name);
        found.map_or_else(|| name.to_owned(), |(letter, _)| letter.clone())
    }

    /// Whose marker of a kind lies on a piece of `owner` unless something else is written.
    pub fn mark_owner(&self, state: &State, kind: MarkId, owner: Seat) -> Seat {
        let name = self.game.names.marks.name(kind.index());
        let is_enemy = |seat: &Seat| !state.allied(*seat, owner);
        match found(&self.notation.owners, name) {
            Some(Whose::Nobody) => Seat::NONE,
            Some(Whose::Enemy) => (0..state.n_seats).map(Seat).find(is_enemy).unwrap_or(Seat::NONE),
            Some(Whose::Own) | None => owner,
        }
    }

    /// How a piece faces if a position does not say.
    pub fn facing_of(&self, owner: Seat) -> u8 {
        self.notation.facings.get(owner.index()).copied().unwrap_or(0)
    }

    /// The faction of a seat, if the scenario names it.
    pub fn faction_of(&self, seat: Seat) -> Option<FactionId> {
        self.factions.get(seat.index()).copied().flatten()
    }

    /// A piece as written.
    pub fn pattern(&self, text: &str) -> Result<Pattern, String> {
        let words = self.split(text);
        let mut pattern = Pattern::default();
        let mut negated = false;
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            if word == "not" {
                negated = true;
                continue;
            }
            if self.add_word(&mut pattern, word) {
                continue;
            }
            let mut written = self.trait_of(word)?;
            if written.n.is_none()
                && let Some(n) = rest.peek().and_then(|next| next.parse().ok())
            {
                written.n = Some(n);
                rest.next();
            }
            written.negated |= std::mem::take(&mut negated);
            if pattern.traits.iter().any(|other| collides(other, &written)) {
                return Err(format!("`{word}` is said of one piece twice"));
            }
            pattern.traits.push(written);
        }
        if negated {
            return Err("`not` says nothing without a word after it".into());
        }
        Ok(pattern)
    }

    /// A piece as it is drawn: its place is that of the drawing.
    pub fn drawn_pattern(&self, text: &str) -> Result<Pattern, String> {
        let pattern = self.pattern(text)?;
        match pattern.cell {
            None => Ok(pattern),
            Some(_) => Err("a drawn piece stands where it is drawn".into()),
        }
    }

    /// What a word of a piece line says about the piece.
    fn trait_of(&self, word: &str) -> Result<Written, String> {
        if let Some((_, owner)) = word.split_once(':') {
            self.need_seat(owner)?;
        }
        let written = self.written(word).ok_or_else(|| self.unknown(word))?;
        match written.owner.is_none() || matches!(written.what, Trait::Mark(_)) {
            true => Ok(written),
            false => Err(format!("`{word}`: only markers belong to a seat of their own")),
        }
    }

    /// What lies on a cell or an edge: nothing but markers.
    pub fn spot_marks(&self, text: &str) -> Result<Vec<(MarkId, Written)>, String> {
        let only = "cells and edges carry nothing but markers";
        let pattern = self.pattern(text)?;
        if (Pattern { traits: Vec::new(), ..pattern.clone() }) != Pattern::default() {
            return Err(format!("{only}; write whose they are as `marker:SEAT`"));
        }
        if pattern.traits.is_empty() {
            return Err("say which markers lie there".into());
        }
        let mark = |written: Written| {
            let Trait::Mark(kind) = written.what else { return Err(only.to_owned()) };
            Ok((kind, written))
        };
        pattern.traits.into_iter().map(mark).collect()
    }

    /// Takes a word for owner, definition, cell or facing; answers whether it was one.
    fn add_word(&self, pattern: &mut Pattern, word: &str) -> bool {
        if pattern.owner.is_none()
            && pattern.prototypes.is_empty()
            && let Some(seat) = self.seat(word)
        {
            pattern.owner = Some(seat);
            return true;
        }
        if pattern.prototypes.is_empty() {
            pattern.prototypes = self.prototypes(word);
            if !pattern.prototypes.is_empty() {
                return true;
            }
        }
        if pattern.cell.is_none() {
            pattern.cell = self.cell(word);
            if pattern.cell.is_some() {
                return true;
            }
        }
        if pattern.facing.is_none() {
            pattern.facing = self.facing(word);
            return pattern.facing.is_some();
        }
        false
    }

    /// A sentence about a word that nobody knows, or that is something else than what is wanted.
    pub fn unknown(&self, word: &str) -> String {
        if word.parse::<i32>().is_ok() {
            return format!("`{word}` is a number, and nothing before it takes one");
        }
        if let Some(what) = self.what_is(word) {
            return format!("`{word}` is {what}, which cannot stand here");
        }
        let cells = self.game.board.cells().iter().map(|cell| self.game.board.name(cell));
        let names = self.names.iter().map(String::as_str).chain(cells);
        // Of `!fier2:White` only the name can be misspelt.
        let name = word.split(':').next().unwrap_or(word).trim_start_matches('!');
        let name = name.trim_end_matches(|it: char| it.is_ascii_digit() || matches!(it, '=' | '-'));
        format!("`{word}` means nothing here{}", hint(name, names))
    }

    /// What a known word is.
    fn what_is(&self, word: &str) -> Option<&'static str> {
        if self.seat(word).is_some() {
            return Some("a seat");
        }
        if self.cell(word).is_some() {
            return Some("a cell");
        }
        if !self.prototypes(word).is_empty() {
            return Some("a piece");
        }
        let names = &self.game.names;
        let tables: [(&Names, &str); 12] = [
            (&names.zones, "a zone"),
            (&names.vars, "a variable of the match"),
            (&names.seat_vars, "a variable of each seat"),
            (&names.counters, "a counter"),
            (&names.marks, "a marker"),
            (&names.stats, "a stat"),
            (&names.statuses, "a status"),
            (&names.keywords, "a keyword"),
            (&names.lists, "a list"),
            (&names.verbs, "an action"),
            (&names.kinds, "a kind of pieces"),
            (&names.words, "a word"),
        ];
        let is_in = |table: &Names| table.iter().any(|name| plain(name) == plain(word));
        tables.into_iter().find(|(table, _)| is_in(table)).map(|(_, what)| what)
    }

    /// Whether a word is known at all.
    pub fn knows(&self, word: &str) -> bool {
        self.names.contains(&plain(word))
            || self.seat(word).is_some()
            || self.cell(word).is_some()
            || self.facing(word).is_some()
            || word.parse::<i32>().is_ok()
            || !self.prototypes(word).is_empty()
    }
}

fn all_names(game: &Game, labels: &[String]) -> BTreeSet<String> {
    let names = &game.names;
    let tables = [
        &names.kinds,
        &names.stats,
        &names.statuses,
        &names.counters,
        &names.marks,
        &names.keywords,
        &names.zones,
        &names.verbs,
        &names.vars,
        &names.seat_vars,
        &names.lists,
        &names.words,
    ];
    let declared = tables.into_iter().flat_map(|table| table.iter().map(plain));
    let sheets = game.prototypes.iter().flat_map(|p| [plain(&p.id), plain(&p.title)]);
    let factions =
        game.factions.iter().flat_map(|f| [plain(&f.id), plain(&f.title), plain(&f.short)]);
    let seats = labels.iter().map(|label| plain(label));
    declared.chain(sheets).chain(factions).chain(seats).filter(|name| !name.is_empty()).collect()
}
