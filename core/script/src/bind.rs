//! What scripts can do with a match: one declaration for binding, types and reference.
//!
//! [`entries`] lists everything; a context that the host lends to the scripts answers the calls.
//! Lists reach scripts as Luau tables of handles; sets of cells stay in Rust and are handles
//! themselves.

#![deny(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of packs fit or are refused"
)]

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use harena_engine::board::{Cell, CellSet};
use harena_engine::decision::{Action, Decision, Dimension, Group};
use harena_engine::effect::Event;
use harena_engine::filter::Filter;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::modifier::Grant;
use harena_engine::the_match::Match;
use harena_pack::codes;

use crate::fit;
use crate::raw::{Atom, Call, Fault, Guest, Handle, Kept, Names, Template};
use crate::raw_limits::spend;
use crate::vm::Arg;

pub(crate) use argument::{Found, Weights};
use cost::Cost;
use options::Options;
use reasons::Reasons;

/// The match of a context, for a look at what modifiers come to: the next change has them worked
/// out anew, and costs what that takes.
macro_rules! looked {
    ($ctx:expr) => {{
        $ctx.owes.set(false);
        &mut *$ctx.the_match
    }};
}

mod argument;
mod combat;
mod cost;
mod effects;
mod fields;
mod flow;
mod ground;
mod listed;
mod offer;
mod options;
mod pattern;
mod payment;
mod query;
mod reasons;
mod relocation;
mod rest;
mod routes;
mod sets;
mod sides;
mod spots;

pub(crate) use ground::PATHS;
pub(crate) use pattern::{Patterns, Step, Track};
pub(crate) use relocation::REACHES;
pub(crate) use rest::{RESTS, Rest, rest};
pub(crate) use sides::{MatchBy, matching_form};

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The match.
    Match = 1,
    /// A piece or card.
    Piece = 2,
    /// A cell.
    Cell = 3,
    /// A set of cells.
    Cells = 4,
    /// A keyword a piece has from a source.
    Grant = 5,
    /// One use of an attack.
    Strike = 6,
    /// A definition.
    Prototype = 7,
    /// A faction.
    Faction = 8,
    /// Several facings.
    Facings = 9,
    /// Several whole numbers in a row.
    Range = 10,
    /// Something that happened.
    Event = 11,
    /// What one argument of an offer ranges over.
    Choice = 12,
}

/// How many kinds of handles there are, counted from 0.
const N_KINDS: usize = 13;

impl Kind {
    /// All kinds with their names in types and reference.
    pub const ALL: [(Kind, &'static str); 12] = [
        (Kind::Match, "Match"),
        (Kind::Piece, "Piece"),
        (Kind::Cell, "Cell"),
        (Kind::Cells, "Cells"),
        (Kind::Grant, "Grant"),
        (Kind::Strike, "Strike"),
        (Kind::Prototype, "Prototype"),
        (Kind::Faction, "Faction"),
        (Kind::Facings, "Facings"),
        (Kind::Range, "Range"),
        (Kind::Event, "Event"),
        (Kind::Choice, "Choice"),
    ];

    fn name(number: u8) -> &'static str {
        Kind::ALL.iter().find(|(kind, _)| *kind as u8 == number).map_or("?", |(_, name)| name)
    }
}

/// The handle of the match.
pub(crate) const MATCH: Handle = Handle::new(Kind::Match as u8, 0);

/// A method or field of a kind of handle.
pub struct Entry {
    /// Whose it is.
    pub on: Kind,
    /// Its name.
    pub name: &'static str,
    /// Its parameters as Luau types, such as `piece: Piece, n: number`; empty for a field.
    pub takes: &'static str,
    /// What it answers as a Luau type; empty for nothing.
    pub gives: &'static str,
    /// What it means.
    pub text: &'static str,
    /// Whether it is called with a colon.
    pub is_method: bool,
    way: Way,
}

/// How an entry is answered.
#[derive(Clone, Copy)]
enum Way {
    /// By a call that reads arguments and pushes results.
    Call(Run),
    /// By one value, for fields.
    Value(Read),
}

type Read = fn(&mut Context<'_>, Handle) -> Result<Arg, Fault>;
type Run = fn(&mut Context<'_>, Handle, &mut Call) -> Result<(), Fault>;

/// Declares a method.
const fn method(
    on: Kind,
    name: &'static str,
    (takes, gives): (&'static str, &'static str),
    text: &'static str,
    run: Run,
) -> Entry {
    Entry { on, name, takes, gives, text, is_method: true, way: Way::Call(run) }
}

/// Declares a field.
const fn field(
    on: Kind,
    name: &'static str,
    gives: &'static str,
    text: &'static str,
    read: Read,
) -> Entry {
    Entry { on, name, takes: "", gives, text, is_method: false, way: Way::Value(read) }
}

/// Declares a field whose value is made anew: a text the VM does not keep.
const fn made_field(
    on: Kind,
    name: &'static str,
    gives: &'static str,
    text: &'static str,
    run: Run,
) -> Entry {
    Entry { on, name, takes: "", gives, text, is_method: false, way: Way::Call(run) }
}

/// Everything scripts can use on handles, in titled chapters.
pub fn chapters() -> impl Iterator<Item = (&'static str, &'static [Entry])> {
    const CHAPTERS: &[(&str, &[Entry])] = &[
        ("Fields", fields::ENTRIES),
        ("Questions", query::ENTRIES),
        ("Cells", sets::ENTRIES),
        ("Ways and rows of cells", routes::ENTRIES),
        ("Floors", ground::ENTRIES),
        ("Sides and groups", sides::ENTRIES),
        ("Effects", effects::ENTRIES),
        ("Markers on cells and edges", spots::ENTRIES),
        ("Combat", combat::ENTRIES),
        ("Decisions", offer::ENTRIES),
        ("Reasons", reasons::ENTRIES),
        ("Options where they are looked at", options::ENTRIES),
        ("Choices and remarks", listed::ENTRIES),
        ("Patterns", pattern::ENTRIES),
        ("Sums and payments", payment::ENTRIES),
        ("Relocations", relocation::ENTRIES),
        ("Flow and triggers", flow::ENTRIES),
    ];
    CHAPTERS.iter().copied()
}

/// Everything scripts can use on handles, chapter by chapter.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    chapters().flat_map(|(_, entries)| entries)
}

/// Entries found by name and kind of handle.
pub(crate) struct Directory {
    /// The names of all entries.
    pub names: Names,
    methods: Vec<Row<(Run, Cost)>>,
    fields: Vec<Row<Way>>,
}

impl Directory {
    pub(crate) fn new() -> Directory {
        let names = Names::new(entries().map(|entry| entry.name));
        let n = names.iter().count();
        let (mut methods, mut fields) = (vec![[None; N_KINDS]; n], vec![[None; N_KINDS]; n]);
        for entry in entries() {
            let at = (names.atom(entry.name), entry.on as usize);
            if let (Way::Call(run), true) = (entry.way, entry.is_method) {
                put(&mut methods, at, (run, Cost::of(entry)));
            } else {
                put(&mut fields, at, entry.way);
            }
        }
        Directory { names, methods, fields }
    }

    /// The entry of a name on a kind of handle. A name without a number has no row: its number as
    /// an index lies beyond all of them.
    #[inline]
    fn find<T: Copy>(table: &[Row<T>], kind: u8, name: Atom) -> Option<T> {
        *table.get(usize::from(name.0.cast_unsigned()))?.get(usize::from(kind))?
    }
}

fn put<T>(table: &mut [Row<T>], (name, kind): (Atom, usize), entry: T) {
    let row = name.index().and_then(|at| table.get_mut(at));
    if let Some(slot) = row.and_then(|row| row.get_mut(kind)) {
        *slot = Some(entry);
    }
}

/// What answers to one name, by kind of handle.
type Row<T> = [Option<T>; N_KINDS];

/// Something by the identity of a table, which is an address and needs no other hash.
pub(crate) type Identities<T> = HashMap<usize, T, BuildHasherDefault<Address>>;

/// Spreads an address over the bits of a hash.
#[derive(Default)]
pub(crate) struct Address(u64);

impl Hasher for Address {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, word: usize) {
        self.0 = (self.0 ^ word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// Where the sets, grants and strikes of the running step live. Cleared when a step begins.
#[derive(Default)]
pub(crate) struct Shelf {
    pub sets: Vec<CellSet>,
    pub grants: Vec<Grant>,
    pub strikes: Vec<harena_engine::combat::Strike>,
    pub events: Vec<Event>,
    pub generation: u16,
    pub choices: Vec<Dimension>,
    pub groups: Vec<Group>,
    pub preferred: Option<Action>,
    /// Whether the options of the next question are put together at all.
    pub options: Options,
    pub questions: Vec<Decision>,
    pub bundle: Vec<Action>,
    pub answers: std::collections::VecDeque<Action>,
    /// For each answer still to come or to be taken, the options whose arguments are lists.
    pub asked: std::collections::VecDeque<Vec<Group>>,
    pub triggers: std::collections::VecDeque<(u32, PieceId, u32)>,
    /// What is left out of the next question, while somebody asks for reasons.
    pub reasons: Reasons,
    /// Room for the pieces one question finds.
    pub found: Vec<PieceId>,
}

impl Shelf {
    /// Empties everything; handles to what lay here no longer mean anything.
    pub fn clear(&mut self) {
        self.sets.clear();
        self.grants.clear();
        self.strikes.clear();
        self.events.clear();
        self.choices.clear();
        self.groups.clear();
        self.preferred = None;
        self.options = Options::Open;
        self.questions.clear();
        self.bundle.clear();
        self.answers.clear();
        self.asked.clear();
        self.triggers.clear();
        self.reasons.clear();
        self.generation = self.generation.wrapping_add(1);
    }
}

/// Names of a game as texts of the VM, by number.
#[derive(Default)]
pub(crate) struct Texts {
    pub verbs: Vec<Kept>,
    /// The names of the arguments of each verb, a frozen list each.
    pub arguments: Vec<Kept>,
    /// The same names one by one, behind the name of the verb itself.
    pub named: Vec<Vec<Kept>>,
    /// The tables in which scripts get the answers of each verb.
    pub answers: Vec<Template>,
    pub words: Vec<Kept>,
    pub kinds: Vec<Kept>,
    pub zones: Vec<Kept>,
    /// The ids of definitions.
    pub prototypes: Vec<Kept>,
}

/// The text with a number, to be given to a script.
fn text(texts: &[Kept], at: usize) -> Arg {
    texts.get(at).map_or(Arg::Nil, |text| (*text).into())
}

/// What the host lends to the scripts of one game.
pub(crate) struct Lent {
    /// Entries by name.
    pub directory: Directory,
    /// Functions of sheets and steps, by number.
    pub functions: Vec<Kept>,
    /// What designers wrote, by prototype.
    pub fields: Vec<Kept>,
    /// The settings table of the running game.
    pub settings: Option<Kept>,
    /// Where names used before were found.
    pub found: Found,
    /// Names of the running game.
    pub texts: Texts,
    /// The tags of all boards the game may be played on.
    pub tags: BTreeSet<String>,
    /// Compiled filters by the table they were written as.
    pub filters: Identities<Rc<Filter>>,
    /// Weights of variables of a seat by the table they were written as; good for one game.
    pub weights: Identities<Weights>,
    /// How pieces match by the table it was written as; good for one game.
    pub matchings: Identities<MatchBy>,
    /// Compiled steps and tracks by the table they were written as; good for one game.
    pub patterns: Patterns,
}

impl Lent {
    /// What a host lends before any game is built.
    pub fn new(
        directory: Directory,
        functions: Vec<Kept>,
        fields: Vec<Kept>,
        tags: BTreeSet<String>,
    ) -> Lent {
        Lent {
            directory,
            functions,
            fields,
            settings: None,
            found: Found::default(),
            texts: Texts::default(),
            tags,
            filters: Identities::default(),
            weights: Identities::default(),
            matchings: Identities::default(),
            patterns: Patterns::default(),
        }
    }
}

/// A match while its script runs.
pub(crate) struct Context<'a> {
    pub the_match: &'a mut Match,
    /// The game of the match.
    pub game: &'a Game,
    pub shelf: &'a mut Shelf,
    pub lent: &'a mut Lent,
    /// Whether only reading is allowed.
    pub reads_only: bool,
    /// Whether a change was charged for working out modifiers anew, and nobody has looked at them
    /// since: they are worked out once, when somebody does.
    pub owes: std::cell::Cell<bool>,
}

impl Context<'_> {
    /// A handle of something on the shelf.
    fn shelved(&self, kind: Kind, id: usize) -> Handle {
        Handle { kind: kind as u8, id: fit::place(id), generation: self.shelf.generation }
    }

    fn fresh(&self, handle: Handle) -> Result<usize, Fault> {
        if handle.generation == self.shelf.generation {
            return Ok(handle.id as usize);
        }
        let name = Kind::name(handle.kind);
        Err(Fault::new(format!("this {name} belonged to a step that is over"))
            .with_code(codes::STALE_HANDLE))
    }

    /// A set of cells as a handle.
    fn push_set(&mut self, call: &mut Call, set: CellSet) {
        self.shelf.sets.push(set);
        call.push_handle(self.shelved(Kind::Cells, self.shelf.sets.len() - 1));
    }

    fn set(&self, handle: Handle) -> Result<CellSet, Fault> {
        let at = self.fresh(handle)?;
        self.shelf.sets.get(at).cloned().ok_or_else(|| Fault::new("no such set of cells"))
    }

    fn push_pieces(&self, call: &mut Call, pieces: &[PieceId]) {
        call.push_list_of_handles(pieces.iter().map(|id| piece_handle(*id)));
    }

    fn push_piece(&mut self, call: &mut Call, piece: Option<PieceId>) {
        call.push_optional_handle(piece.map(piece_handle));
    }

    /// What a call costs now.
    #[inline]
    fn work_of(&self, cost: Cost) -> u64 {
        if cost == Cost::Usual {
            return cost::USUAL;
        }
        let n_pieces = self.the_match.state().pieces.len();
        let n_pieces = if cost == Cost::Change && self.owes.replace(true) { 0 } else { n_pieces };
        cost.work(self.game.board.n_cells(), n_pieces)
    }

    fn may_change(&self) -> Result<(), Fault> {
        if self.reads_only {
            return Err(
                Fault::new("nothing can be changed here, only read").with_code(codes::ONLY_READS)
            );
        }
        self.has_room()
    }

    /// What one action, or a match, can write into the log is bounded, kept or not.
    fn has_room(&self) -> Result<(), Fault> {
        self.is_not_offering()?;
        match self.the_match.log.is_full() {
            false => Ok(()),
            true => Err(Fault::new(harena_engine::the_match::TOO_MUCH)
                .with_code(codes::TOO_MUCH_HAPPENED)
                .as_limit()),
        }
    }
}

/// The handle of a piece.
pub(crate) fn piece_handle(id: PieceId) -> Handle {
    Handle::new(Kind::Piece as u8, u32::from(id.0))
}

/// The handle of a cell.
pub(crate) fn cell_handle(cell: Cell) -> Handle {
    Handle::new(Kind::Cell as u8, u32::from(cell.0))
}

impl Guest for Context<'_> {
    fn index(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault> {
        let value = match Directory::find(&self.lent.directory.fields, handle.kind, name) {
            Some(Way::Call(run)) => return run(self, handle, call),
            Some(Way::Value(read)) => read(self, handle)?,
            None => fields::declared(self, handle, name, call)?,
        };
        call.push_arg(value);
        Ok(())
    }

    fn field(&mut self, handle: Handle, name: Atom) -> Option<Arg> {
        match Directory::find(&self.lent.directory.fields, handle.kind, name) {
            Some(Way::Value(read)) => read(self, handle).ok(),
            Some(Way::Call(_)) => None,
            None => fields::declared_before(self, handle, name),
        }
    }

    fn call(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault> {
        match Directory::find(&self.lent.directory.methods, handle.kind, name) {
            Some((run, cost)) => {
                spend(self.work_of(cost))?;
                run(self, handle, call)
            }
            None => Err(self.unknown(handle, call, true)),
        }
    }

    fn length(&mut self, handle: Handle) -> Result<usize, Fault> {
        match handle.kind {
            kind if kind == Kind::Cells as u8 => Ok(self.set(handle)?.count()),
            _ => Err(Fault::new(format!("a {} has no length", Kind::name(handle.kind)))),
        }
    }

    fn item(&mut self, handle: Handle, number: i64, call: &mut Call) -> Result<(), Fault> {
        if handle.kind != Kind::Cells as u8 {
            return Err(Fault::new(format!("a {} has no items", Kind::name(handle.kind))));
        }
        let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let cell = self.set(handle)?.nth(at.unwrap_or(usize::MAX));
        call.push_optional_handle(cell.map(cell_handle));
        Ok(())
    }

    fn describe(&mut self, handle: Handle) -> String {
        let game = &self.the_match.game;
        match handle.kind {
            kind if kind == Kind::Piece as u8 => {
                let piece = self.the_match.state().piece(PieceId::at(handle.id as usize));
                game.prototype(piece.prototype).title.clone()
            }
            kind if kind == Kind::Cell as u8 => {
                game.board.name(Cell::at(handle.id as usize)).to_owned()
            }
            kind => format!("<{}>", Kind::name(kind)),
        }
    }
}

impl Context<'_> {
    fn unknown(&self, handle: Handle, call: &Call, is_method: bool) -> Fault {
        let of_kind =
            |entry: &&Entry| entry.on as u8 == handle.kind && entry.is_method == is_method;
        let names = &self.game.names;
        let own = entries().filter(of_kind).map(|entry| entry.name);
        let declared: Vec<&str> = match handle.kind {
            _ if is_method => Vec::new(),
            kind if kind == Kind::Match as u8 => names.vars.iter().collect(),
            kind if kind == Kind::Piece as u8 => {
                names.counters.iter().chain(names.stats.iter()).collect()
            }
            _ => Vec::new(),
        };
        let hint = harena_pack::did_you_mean(call.name(), own.chain(declared));
        let sort = if is_method { "method" } else { "field" };
        let owner = Kind::name(handle.kind);
        Fault::new(format!("a {owner} has no {sort} `{}`{hint}", call.name()))
            .with_code(codes::NO_SUCH_MEMBER)
    }
}
