//! Reading arguments: names, pieces, cells, sets and filters.

use std::cell::Cell as Slot;
use std::rc::Rc;

use harena_engine::board::{Cell, CellSet};
use harena_engine::filter::Filter;
use harena_engine::id::*;

use super::{Context, Kind};
use crate::define::{compile_filter, filter_form};
use crate::raw::{Call, Fault, Plain, TableView};
use crate::schema::{Value, check};

/// More compiled filters than this are not remembered.
const MAX_FILTERS: usize = 4096;

/// The number of a declared name.
pub(super) fn declared(names: &Names, what: &str, name: &str) -> Result<usize, Fault> {
    names.find(name).ok_or_else(|| {
        let near = harena_pack::nearest(name, names.iter());
        let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        Fault::new(format!("no {what} is called `{name}`{hint}")).with_code("H0409")
    })
}

/// Where names were found before, by the address of the text they were asked for with, so that
/// they are not looked for each time. What is found is compared: a stale place does no harm.
pub(crate) struct Found([Slot<u16>; N_FOUND]);

const N_FOUND: usize = 256;

impl Default for Found {
    fn default() -> Self {
        Found([const { Slot::new(0) }; N_FOUND])
    }
}

pub(super) fn piece(call: &Call, i: usize) -> Result<PieceId, Fault> {
    Ok(PieceId(call.handle(i, Kind::Piece as u8)?.id as u16))
}

pub(super) fn optional_piece(call: &Call, i: usize) -> Result<Option<PieceId>, Fault> {
    if call.is_nil(i) { Ok(None) } else { piece(call, i).map(Some) }
}

pub(super) fn cell(call: &Call, i: usize) -> Result<Cell, Fault> {
    Ok(Cell(call.handle(i, Kind::Cell as u8)?.id as u16))
}

/// A small whole number.
pub(super) fn small(call: &Call, i: usize) -> Result<i16, Fault> {
    i16::try_from(call.int(i)?).map_err(|_| Fault::new(format!("argument {i} is too large")))
}

pub(super) fn number(call: &Call, i: usize) -> Result<i32, Fault> {
    i32::try_from(call.int(i)?).map_err(|_| Fault::new(format!("argument {i} is too large")))
}

impl Context<'_> {
    /// The number of a declared name given as an argument.
    pub(super) fn named(
        &self,
        call: &Call,
        i: usize,
        names: &Names,
        what: &str,
    ) -> Result<usize, Fault> {
        let text = call.bytes(i)?;
        let mix = (text.as_ptr().addr() >> 4) ^ (std::ptr::from_ref(names).addr() >> 3);
        let place = self.lent.found.0.get(mix % N_FOUND);
        let known = place.map_or(0, |place| usize::from(place.get()));
        if names.name(known).as_bytes() == text && known < names.len() {
            return Ok(known);
        }
        let number = declared(names, what, call.str(i)?)?;
        if let (Some(place), Ok(number)) = (place, u16::try_from(number)) {
            place.set(number);
        }
        Ok(number)
    }

    pub(super) fn seat(&self, call: &Call, i: usize) -> Result<Seat, Fault> {
        let n = call.int(i)?;
        match u8::try_from(n) {
            Ok(seat) if seat < self.the_match.state().n_seats => Ok(Seat(seat)),
            _ => Err(Fault::new(format!("there is no seat {n}"))),
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
        let handle = call.any_handle(i)?;
        if handle.kind == Kind::Cell as u8 {
            return Ok(Cell(handle.id as u16));
        }
        if handle.kind == Kind::Piece as u8 {
            let cell = self.the_match.state().piece(PieceId(handle.id as u16)).cell();
            return cell.ok_or_else(|| Fault::new("this piece is not on the board"));
        }
        Err(Fault::new(format!("argument {i} of {} must be a cell", call.name())))
    }

    pub(super) fn word(&self, call: &Call, i: usize) -> Result<WordId, Fault> {
        let names = &self.the_match.game.names.words;
        Ok(WordId(self.named(call, i, names, "word")? as u16))
    }

    pub(super) fn zone(&self, call: &Call, i: usize) -> Result<ZoneId, Fault> {
        let names = &self.the_match.game.names.zones;
        Ok(ZoneId(self.named(call, i, names, "zone")? as u8))
    }

    pub(super) fn keyword(&self, call: &Call, i: usize) -> Result<KeywordId, Fault> {
        let names = &self.the_match.game.names.keywords;
        Ok(KeywordId(self.named(call, i, names, "keyword")? as u8))
    }

    pub(super) fn status(&self, call: &Call, i: usize) -> Result<StatusId, Fault> {
        let names = &self.the_match.game.names.statuses;
        Ok(StatusId(self.named(call, i, names, "status")? as u8))
    }

    pub(super) fn moment(&self, call: &Call, i: usize) -> Result<MomentId, Fault> {
        let names = &self.the_match.game.names.moments;
        Ok(MomentId(self.named(call, i, names, "moment")? as u8))
    }

    pub(super) fn side_stat(&self, call: &Call, i: usize) -> Result<SideStatId, Fault> {
        let names = &self.the_match.game.names.side_stats;
        Ok(SideStatId(self.named(call, i, names, "side stat")? as u8))
    }

    pub(super) fn mark(&self, call: &Call, i: usize) -> Result<MarkId, Fault> {
        let names = &self.the_match.game.names.marks;
        Ok(MarkId(self.named(call, i, names, "mark")? as u8))
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
        let words = &vocabulary(&game.names);
        match check(&filter_form(), &value, words).first() {
            None => Ok(compile_filter(game, &value)),
            Some(finding) => {
                let hint = finding.hint.as_ref().map(|h| format!(", {h}")).unwrap_or_default();
                Err(Fault::new(format!("in this filter: {}{hint}", finding.message))
                    .with_code(finding.code))
            }
        }
    }
}

pub(super) fn vocabulary(names: &harena_engine::game::Vocabulary) -> crate::schema::Vocabulary {
    let mut all = crate::schema::Vocabulary::default();
    let tables = [
        ("kind", &names.kinds),
        ("status", &names.statuses),
        ("keyword", &names.keywords),
        ("mark", &names.marks),
        ("zone", &names.zones),
        ("counter", &names.counters),
    ];
    for (what, table) in tables {
        table.iter().for_each(|name| all.add(what, name));
    }
    all
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
