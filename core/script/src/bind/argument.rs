//! Reading arguments: names, pieces, cells, sets and filters.

use std::cell::{Cell as Slot, OnceCell};
use std::rc::Rc;

use harena_engine::board::{Cell, CellSet, Direction};
use harena_engine::filter::Filter;
use harena_engine::game::Vocabulary;
use harena_engine::id::*;

use harena_pack::codes;
use harena_pack::did_you_mean;

use super::{Context, Kind};
use crate::define::names::told_apart;
use crate::define::{compile_filter, condition_form};
use crate::fit::nearest;
use crate::raw::{Atom, Call, Fault, Handle, Plain, TableView};
use crate::schema::{Schema, Value, check};

/// Variables of a seat, and what one more of each is worth.
pub(crate) type Weights = Rc<[(VarId, i32)]>;

/// More compiled filters than this are not remembered.
const MAX_FILTERS: usize = 4096;

/// The number of a declared name.
pub(super) fn declared(names: &Names, what: &str, name: &str) -> Result<usize, Fault> {
    names.find(name).ok_or_else(|| unknown_word(what, name, names.iter()))
}

/// The fault of a name that means nothing here, with the nearest one that does.
pub(super) fn unknown_word<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Fault {
    let hint = did_you_mean(name, known);
    Fault::new(format!("no {what} is called `{name}`{hint}")).with_code(codes::NO_SUCH_NAME)
}

/// What names mean in the running game, by the atom they were asked for with and by the table they
/// were looked for in: 0 for what was not looked for yet, [`ABSENT`] for what is not there, else
/// one more than the number.
pub(crate) struct Found {
    names: Vec<[Slot<u16>; N_TABLES]>,
    /// What conditions of filters are held against.
    conditions: OnceCell<(Schema, crate::schema::Vocabulary)>,
}

/// The tables of declared names, and behind them the definitions.
const N_TABLES: usize = DEFINITIONS + 1;
const DEFINITIONS: usize = size_of::<Vocabulary>() / size_of::<Names>();

/// Names with higher atoms are looked for each time.
const N_ATOMS: usize = 2048;
const ABSENT: u16 = u16::MAX;

impl Default for Found {
    fn default() -> Self {
        let names = (0..N_ATOMS).map(|_| [const { Slot::new(0) }; N_TABLES]).collect();
        Found { names, conditions: OnceCell::new() }
    }
}

pub(super) fn piece(call: &Call, i: usize) -> Result<PieceId, Fault> {
    Ok(PieceId::at(call.handle(i, Kind::Piece as u8)?.id as usize))
}

pub(super) fn optional_piece(call: &Call, i: usize) -> Result<Option<PieceId>, Fault> {
    if call.is_nil(i) { Ok(None) } else { piece(call, i).map(Some) }
}

pub(super) fn cell(call: &Call, i: usize) -> Result<Cell, Fault> {
    Ok(Cell::at(call.handle(i, Kind::Cell as u8)?.id as usize))
}

/// A direction of the board; the board need not have it.
pub(super) fn direction(call: &Call, i: usize) -> Result<Direction, Fault> {
    let n = call.int(i)?;
    u8::try_from(n).map(Direction).map_err(|_| Fault::new(format!("there is no direction {n}")))
}

/// A printed side; the piece need not have it.
pub(super) fn side(call: &Call, i: usize) -> Result<u8, Fault> {
    let n = call.int(i)?;
    let side = u8::try_from(n).ok().filter(|side| *side < 16);
    side.ok_or_else(|| Fault::new(format!("there is no side {n}")))
}

/// A small whole number.
pub(super) fn small(call: &Call, i: usize) -> Result<i16, Fault> {
    i16::try_from(call.int(i)?).map_err(|_| Fault::new(format!("argument {i} is too large")))
}

pub(super) fn number(call: &Call, i: usize) -> Result<i32, Fault> {
    i32::try_from(call.int(i)?).map_err(|_| Fault::new(format!("argument {i} is too large")))
}

/// A whole number that a match keeps.
pub(super) fn kept(n: i64) -> Result<i32, Fault> {
    i32::try_from(n).map_err(|_| Fault::new(format!("{n} is beyond what a match can keep")))
}

impl Context<'_> {
    /// The number of a declared name given as an argument.
    #[inline]
    pub(super) fn named(
        &self,
        call: &Call,
        i: usize,
        names: &Names,
        what: &str,
    ) -> Result<usize, Fault> {
        let atom = call.atom(i);
        match atom.and_then(|atom| self.found_before(atom, names)).flatten() {
            Some(number) => Ok(number),
            None => self.named_anew(call, (i, atom), names, what),
        }
    }

    /// As [`Context::named`] for a name that was not found before.
    #[cold]
    fn named_anew(
        &self,
        call: &Call,
        (i, atom): (usize, Option<Atom>),
        names: &Names,
        what: &str,
    ) -> Result<usize, Fault> {
        let find = |atom| self.found(atom, names, |names| names.find(call.str(i).ok()?));
        match atom.and_then(find) {
            Some(number) => Ok(number),
            None => declared(names, what, call.str(i)?),
        }
    }

    /// The number of a name in one of the tables of the game, found once and remembered.
    #[inline]
    pub(super) fn found(
        &self,
        atom: Atom,
        names: &Names,
        find: impl FnOnce(&Names) -> Option<usize>,
    ) -> Option<usize> {
        self.remembered(atom, self.table(names), || find(names))
    }

    /// As [`Context::found`] for a name that was looked for before; nothing if it was not.
    #[inline]
    pub(super) fn found_before(&self, atom: Atom, names: &Names) -> Option<Option<usize>> {
        let slot = self.lent.found.names.get(atom.index()?)?.get(self.table(names))?;
        match slot.get() {
            0 => None,
            ABSENT => Some(None),
            number => Some(Some(usize::from(number) - 1)),
        }
    }

    /// Which of the tables of declared names this is: its place in the vocabulary, which is
    /// nothing but such tables.
    #[inline]
    fn table(&self, names: &Names) -> usize {
        let first = std::ptr::from_ref(&self.game.names).addr();
        std::ptr::from_ref(names).addr().wrapping_sub(first) / size_of::<Names>()
    }

    fn remembered(
        &self,
        atom: Atom,
        table: usize,
        find: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        let row = atom.index().and_then(|at| self.lent.found.names.get(at));
        let Some(slot) = row.and_then(|row| row.get(table)) else { return find() };
        match slot.get() {
            0 => {
                let number = find().and_then(|number| u16::try_from(number).ok());
                slot.set(number.map_or(ABSENT, |number| number + 1));
                number.map(usize::from)
            }
            ABSENT => None,
            number => Some(usize::from(number) - 1),
        }
    }

    /// The cells with a tag given as an argument. A tag may be that of another board of the
    /// game; one that no board has is a mistake.
    pub(super) fn tagged(&self, call: &Call, i: usize) -> Result<&CellSet, Fault> {
        let (tag, board) = (call.str(i)?, &self.game.board);
        if let Some(cells) = board.find_tagged(tag) {
            return Ok(cells);
        }
        if self.lent.tags.contains(tag) {
            return Ok(board.tagged(tag));
        }
        let all = board.tags().map(|(known, _)| known);
        let hint = did_you_mean(tag, all.chain(self.lent.tags.iter().map(String::as_str)));
        Err(Fault::new(format!("no cell has the tag `{tag}`{hint}")).with_code(codes::NO_SUCH_NAME))
    }

    /// The definition with an id given as a text.
    pub(super) fn definition(&self, call: &Call, i: usize) -> Result<PrototypeId, Fault> {
        let find = || self.game.find_prototype(None, call.str(i).ok()?).map(PrototypeId::index);
        let atom = call.atom(i).unwrap_or(Atom::UNKNOWN);
        if let Some(number) = self.remembered(atom, DEFINITIONS, find) {
            return Ok(PrototypeId::at(number));
        }
        let id = call.str(i)?;
        let hint = did_you_mean(id, self.game.prototypes.iter().map(|p| p.id.as_str()));
        Err(Fault::new(format!("nothing is called `{id}`{hint}")).with_code(codes::NO_SUCH_NAME))
    }

    pub(super) fn seat(&self, call: &Call, i: usize) -> Result<Seat, Fault> {
        let n = call.int(i)?;
        match u8::try_from(n) {
            Ok(seat) if seat < self.the_match.state().n_seats => Ok(Seat(seat)),
            _ => {
                let last = self.the_match.state().n_seats.saturating_sub(1);
                Err(Fault::new(format!(
                    "there is no seat {n}: scripts count them from 0 to {last}"
                )))
            }
        }
    }

    pub(super) fn seat_or_active(&self, call: &Call, i: usize) -> Result<Seat, Fault> {
        if call.is_nil(i) { Ok(self.the_match.state().active) } else { self.seat(call, i) }
    }

    /// A cell, the cell of a piece, or a set of cells.
    pub(super) fn cells(&self, call: &Call, i: usize) -> Result<CellSet, Fault> {
        let handle = call.any_handle(i)?;
        match handle.kind {
            kind if kind == Kind::Cells as u8 => self.set(handle),
            _ => Ok(std::iter::once(self.spot(call, i)?).collect()),
        }
    }

    /// A cell, or the cell of a piece.
    pub(super) fn spot(&self, call: &Call, i: usize) -> Result<Cell, Fault> {
        let spot = self.spot_of(call.any_handle(i)?)?;
        spot.ok_or_else(|| Fault::new(format!("argument {i} of {} must be a cell", call.name())))
    }

    /// The cells of a list of cells and pieces.
    pub(super) fn spots(&self, call: &Call, i: usize) -> Result<Vec<Cell>, Fault> {
        let mut spots = Vec::new();
        call.table(i)?.items(|_, item| {
            let Plain::Handle(handle) = item else { return Err(no_spot()) };
            spots.push(self.spot_of(handle)?.ok_or_else(no_spot)?);
            Ok(())
        })?;
        Ok(spots)
    }

    /// The cell a handle means; `None` if it means neither a cell nor a piece.
    fn spot_of(&self, handle: Handle) -> Result<Option<Cell>, Fault> {
        if handle.kind == Kind::Cell as u8 {
            return Ok(Some(Cell::at(handle.id as usize)));
        }
        if handle.kind == Kind::Piece as u8 {
            let cell = self.the_match.state().piece(PieceId::at(handle.id as usize)).cell();
            return cell.map(Some).ok_or_else(|| Fault::new("this piece is not on the board"));
        }
        Ok(None)
    }

    /// A piece, or the pieces of a list.
    pub(super) fn one_or_more(&self, call: &Call, i: usize) -> Result<Vec<PieceId>, Fault> {
        if let Plain::Table(table) = call.argument(i) {
            pieces_in(table)
        } else {
            Ok(vec![piece(call, i)?])
        }
    }

    pub(super) fn word(&self, call: &Call, i: usize) -> Result<WordId, Fault> {
        let names = &self.the_match.game.names.words;
        Ok(WordId::at(self.named(call, i, names, "word")?))
    }

    pub(super) fn zone(&self, call: &Call, i: usize) -> Result<ZoneId, Fault> {
        let names = &self.the_match.game.names.zones;
        Ok(ZoneId::at(self.named(call, i, names, "zone")?))
    }

    pub(super) fn kind(&self, call: &Call, i: usize) -> Result<KindId, Fault> {
        let names = &self.the_match.game.names.kinds;
        Ok(KindId::at(self.named(call, i, names, "kind")?))
    }

    pub(super) fn keyword(&self, call: &Call, i: usize) -> Result<KeywordId, Fault> {
        let names = &self.the_match.game.names.keywords;
        Ok(KeywordId::at(self.named(call, i, names, "keyword")?))
    }

    pub(super) fn status(&self, call: &Call, i: usize) -> Result<StatusId, Fault> {
        let names = &self.the_match.game.names.statuses;
        Ok(StatusId::at(self.named(call, i, names, "status")?))
    }

    pub(super) fn moment(&self, call: &Call, i: usize) -> Result<MomentId, Fault> {
        let names = &self.the_match.game.names.moments;
        Ok(MomentId::at(self.named(call, i, names, "moment")?))
    }

    pub(super) fn side_stat(&self, call: &Call, i: usize) -> Result<SideStatId, Fault> {
        let names = &self.the_match.game.names.side_stats;
        Ok(SideStatId::at(self.named(call, i, names, "side stat")?))
    }

    pub(super) fn mark(&self, call: &Call, i: usize) -> Result<MarkId, Fault> {
        let names = &self.the_match.game.names.marks;
        Ok(MarkId::at(self.named(call, i, names, "mark")?))
    }

    /// A filter; frozen tables are compiled once.
    pub(super) fn filter(&mut self, call: &mut Call, i: usize) -> Result<Rc<Filter>, Fault> {
        if call.is_nil(i) {
            return Ok(Rc::default());
        }
        let table = call.table(i)?;
        let (identity, frozen) = (table.identity(), table.is_frozen());
        if frozen && let Some(known) = self.lent.filters.get(&identity) {
            return Ok(known.clone());
        }
        let filter = Rc::new(self.compile(table)?);
        if frozen && self.lent.filters.len() < MAX_FILTERS {
            call.keep_argument(i);
            self.lent.filters.insert(identity, filter.clone());
        }
        Ok(filter)
    }

    /// What variables of a seat are weighed by.
    pub(super) fn weights(&mut self, call: &mut Call, i: usize) -> Result<Weights, Fault> {
        let table = call.table(i)?;
        let (identity, frozen) = (table.identity(), table.is_frozen());
        if frozen && let Some(known) = self.lent.weights.get(&identity) {
            return Ok(known.clone());
        }
        let (names, mut weights) = (&self.the_match.game.names.seat_vars, Vec::new());
        table.each(|name, weight| {
            let (Plain::Text(name), Plain::Int(weight)) = (name, weight) else {
                return Err(Fault::new("weights are whole numbers by variables of a seat"));
            };
            let var = VarId::at(declared(names, "seat variable", name)?);
            weights.push((var, nearest(weight)));
            Ok(())
        })?;
        let weights = Weights::from(weights);
        if frozen && self.lent.weights.len() < MAX_FILTERS {
            call.keep_argument(i);
            self.lent.weights.insert(identity, weights.clone());
        }
        Ok(weights)
    }

    /// A filter inside another table; nil means every piece.
    pub(super) fn filter_of(&self, value: Plain) -> Result<Rc<Filter>, Fault> {
        let Plain::Table(table) = value else { return Ok(Rc::default()) };
        let known = self.lent.filters.get(&table.identity()).filter(|_| table.is_frozen());
        match known {
            Some(known) => Ok(known.clone()),
            None => self.compile(table).map(Rc::new),
        }
    }

    fn compile(&self, table: TableView) -> Result<Filter, Fault> {
        let game = &self.the_match.game;
        let value = plain_value(Plain::Table(table))?;
        if value == Value::List(Vec::new()) {
            return Ok(Filter::default());
        }
        let conditions = &self.lent.found.conditions;
        let (form, words) = conditions.get_or_init(|| (condition_form(), told_apart(&game.names)));
        let one = std::slice::from_ref(&value);
        let conditions = if let Value::List(items) = &value { items.as_slice() } else { one };
        let mut whole = Filter::default();
        for condition in conditions {
            if let Some(finding) = check(form, condition, words).first() {
                let hint = finding.hint.as_ref().map(|h| format!(", {h}")).unwrap_or_default();
                let message = format!("in this filter: {}{hint}", finding.message);
                return Err(Fault::new(message).with_code(finding.code));
            }
            whole = whole.and(&compile_filter(game, condition)).map_err(|what| {
                let told = "two conditions of this filter say";
                Fault::new(format!("{told} `{what}` in ways that do not go together"))
            })?;
        }
        Ok(whole)
    }
}

/// The pieces of a list, in its order.
pub(super) fn pieces_in(table: TableView) -> Result<Vec<PieceId>, Fault> {
    let mut all = Vec::new();
    table.items(|_, item| {
        let Plain::Handle(handle) = item else { return Err(no_piece()) };
        if handle.kind != Kind::Piece as u8 {
            return Err(no_piece());
        }
        all.push(PieceId::at(handle.id as usize));
        Ok(())
    })?;
    Ok(all)
}

fn no_piece() -> Fault {
    Fault::new("these must be pieces")
}

fn no_spot() -> Fault {
    Fault::new("these must be cells, or pieces on the board")
}

pub(super) fn plain_value(value: Plain) -> Result<Value, Fault> {
    Ok(match value {
        Plain::Nil | Plain::Function | Plain::Handle(_) | Plain::Other(_) => Value::Nil,
        Plain::Bool(value) => Value::Bool(value),
        Plain::Int(value) => Value::Int(value),
        Plain::Fraction(value) => Value::Number(value),
        Plain::Text(value) => Value::text(value),
        Plain::Table(table) if table.is_empty() => {
            let mut entries = Vec::new();
            table.each(|key, value| {
                if let Plain::Text(key) = key {
                    entries.push((key.to_owned(), plain_value(value)?));
                }
                Ok(())
            })?;
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            if entries.is_empty() { Value::List(Vec::new()) } else { Value::Record(entries) }
        }
        Plain::Table(table) => {
            let mut items = Vec::new();
            table.items(|_, value| {
                items.push(plain_value(value)?);
                Ok(())
            })?;
            Value::List(items)
        }
    })
}
