//! Patterns that many games share, each asked about in one question.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use harena_engine::board::{Board, CellSet, Direction};
use harena_engine::decision::{Args, Dimension};
use harena_engine::effect::Effect;
use harena_engine::filter::{Filter, Relation};
use harena_engine::id::*;
use harena_engine::pattern::{self, Fall, Onto, Step as Way, Steps, Track as Route};
use harena_engine::state::{StepCall, ZoneList};

use super::argument::{cell, piece, plain_value};
use super::reasons::{Sort, Whys, reason_at};
use super::routes::{with_directions, with_lines};
use super::{Context, Entry, Identities, Kind, cell_handle, method, piece_handle};
use crate::define::form::{Flag, Form, Holds, Int, List, Name, Named, One, Opt, Rec, form};
use crate::define::names::{Tag, sort, told_apart};
use crate::fit::nearest;
use crate::raw::{Call, Fault, Plain, TableView};
use crate::schema::{Schema, Type, Value, Vocabulary as Words, check};

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "place",
        ("prototype: Prototype | string, cell: Cell, seat: number?, facing: number?", "Piece"),
        "makes a piece on a cell, for the active seat unless another is named",
        |ctx, _, call| {
            let (prototype, cell) = (ctx.prototype(call, 1)?, cell(call, 2)?);
            let owner = ctx.seat_or_active(call, 3)?;
            let facing = if call.is_nil(4) { 0 } else { ctx.facing(call, 4)? };
            let piece = super::effects::create(ctx, prototype, owner)?;
            ctx.check_floor(piece, cell)?;
            ctx.change(Effect::Put { piece, cell, facing }, PieceId::NONE)?;
            call.push_handle(piece_handle(piece));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "next_turn",
        ("step: string", ""),
        "begins the turn of the next seat that is not out with this step, which is given the seat",
        |ctx, _, call| {
            let step = ctx.step(call)?;
            let state = ctx.the_match.state();
            let (n, now) = (u16::from(state.n_seats).max(1), u16::from(state.active.0));
            let seats = (1..=n).map(|i| Seat(nearest((now + i) % n)));
            let next = seats.into_iter().find(|seat| !state.is_out(*seat));
            let next = next.ok_or_else(|| Fault::new("every seat is out"))?;
            ctx.change(Effect::Active(next), PieceId::NONE)?;
            ctx.change(Effect::Turn, PieceId::NONE)?;
            ctx.the_match.queue(StepCall { step, args: [next.0.into(), 0, 0, 0] });
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_steps",
        (
            "verb: string, filter: Filter, steps: {Step}, seat: number?, \
             why: (Reason | {[string]: Reason})?",
            "number",
        ),
        "offers a verb with piece and cell for each step the pieces meant can make; answers how \
         many; `why` says of all other cells why none of these steps leads there, or by name: \
         `taken` where a piece is met that stands in the way, `barred` where none of these steps \
         may end, `far` of all others",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let (filter, steps) = (ctx.filter(call, 2)?, ctx.steps(call, 3)?);
            let seat = ctx.seat_or_active(call, 4)?;
            let mut rows = Vec::new();
            pattern::step_rows(looked!(ctx).scene_for(&filter), seat, &filter, &steps, &mut rows);
            if ctx.the_match.is_explaining() {
                ctx.doubt_unmet(call, (2, &filter), verb, &Args::default())?;
                let whys = ctx.whys_of_steps(call, 5)?;
                ctx.doubt_steps((verb, &rows), (&filter, seat), &steps, &whys);
            }
            ctx.offer_pairs(call, verb, rows)
        },
    ),
    method(
        Kind::Match,
        "offer_runs",
        ("verb: string, track: Track, ...number | Reason", "number"),
        "offers a verb with piece and pips for each run of the active seat with which the most of \
         these dice can be used, 0 meaning no die; answers how many; a reason behind the dice says \
         why the other pieces do not run",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let track = ctx.track(call, 2)?;
            let mut dice = Vec::with_capacity(4);
            let is_reason = Sort::of(call, call.n_args())? == Sort::Reason;
            let n = call.n_args() - usize::from(is_reason);
            for i in 3..=n {
                dice.push(pips(call, i)?);
            }
            if dice.len() > 6 {
                return Err(Fault::new("there are too many dice"));
            }
            let state = ctx.the_match.state();
            let (board, seat) = (&ctx.the_match.game.board, state.active);
            let mut rows = Vec::new();
            pattern::run_rows(board, state, (seat, &track), &dice, &mut rows);
            if is_reason && ctx.the_match.is_explaining() {
                let why = reason_at(call, call.n_args())?;
                let all: Vec<PieceId> = state.on_board().map(|(_, id)| id).collect();
                for id in all {
                    ctx.doubt(verb, std::iter::once(id.0.into()).collect(), &why);
                }
            }
            ctx.offer_pairs(call, verb, rows)
        },
    ),
    method(
        Kind::Match,
        "run_target",
        ("track: Track, piece: Piece, pips: number", "Cell?"),
        "where a piece of the active seat comes to with so many pips; nil if it leaves the track",
        |ctx, _, call| {
            let track = ctx.track(call, 1)?;
            let (piece, pips) = (piece(call, 2)?, pips(call, 3)?);
            let target = track.target(ctx.the_match.state(), piece, pips);
            call.push_optional_handle(target.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "row_length",
        ("cell: Cell", "number"),
        "how many pieces of one owner stand in the longest straight row through a cell",
        |ctx, _, call| {
            let (cell, the_match) = (cell(call, 1)?, &ctx.the_match);
            with_lines(&the_match.game.board)?;
            let length = pattern::row_length(&the_match.game.board, the_match.state(), cell);
            call.push_int(length as i64);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "group",
        ("cell: Cell", "Cells"),
        "the cells joined to a cell by pieces of the owner of the one on it",
        |ctx, _, call| {
            let (cell, the_match) = (cell(call, 1)?, &ctx.the_match);
            let group = pattern::group(&the_match.game.board, the_match.state(), cell);
            ctx.push_set(call, group);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "joins",
        ("cell: Cell, a: Cells | string, b: Cells | string", "boolean"),
        "whether the group of a cell has a cell in each of two sets, or with each of two tags",
        |ctx, _, call| {
            let cell = cell(call, 1)?;
            let (a, b) = (ctx.cells_or_tag(call, 2)?, ctx.cells_or_tag(call, 3)?);
            let the_match = &ctx.the_match;
            let joins = pattern::joins(&the_match.game.board, the_match.state(), cell, &a, &b);
            call.push_bool(joins);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "resting_cells",
        ("direction: number", "Cells"),
        "the empty cells on which something that falls in a direction comes to rest",
        |ctx, _, call| {
            let direction = u8::try_from(call.int(1)?).unwrap_or(u8::MAX);
            let board = &ctx.the_match.game.board;
            with_directions(board)?;
            let falls = &mut ctx.lent.patterns.falls;
            let fall =
                falls.entry(direction).or_insert_with(|| Fall::of(board, Direction(direction)));
            let cells = fall.resting_cells(ctx.the_match.state());
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
];

/// The pips of a die.
fn pips(call: &Call, i: usize) -> Result<u8, Fault> {
    let n = call.int(i)?;
    u8::try_from(n).map_err(|_| Fault::new(format!("a die shows 0 to 255, not {n}")))
}

/// Compiled patterns by the frozen tables they were written as; good for one game.
#[derive(Default)]
pub(crate) struct Patterns {
    steps: Identities<Rc<Steps>>,
    tracks: HashMap<(usize, Seat), Rc<Route>>,
    falls: BTreeMap<u8, Fall>,
    /// What patterns are held against.
    words: OnceCell<Words>,
}

/// More compiled patterns than this are not remembered.
const MAX_PATTERNS: usize = 1024;

/// A number that fits into a byte.
type Byte = Int<u8, 0, 255>;
/// How many there are, at least one.
type Count = Int<u8, 1, 255>;

form! {
    Step: "a way to move: straight on over empty cells, or around corners" {
        may directions: Opt<List<Int<u8, 0, 15>>>,
            "absolute directions of the board; all if left out, on a graph along its links";
        may reach: Opt<Byte>, "how many cells far; 1 if left out, 0 for any number";
        may walk: Opt<Count>, "over how many cells it walks, around corners";
        may captures: Opt<One<Relation>>, "whose pieces it may end on";
        may only_captures: Flag, "whether it cannot end on an empty cell";
        may over: Opt<One<Relation>>,
            "whose piece beside it it jumps over, to the cell behind";
        may barred: List<Named<Tag>>, "tags of cells it may not enter";
        may passes_barred: Flag, "whether it goes over these cells, and only not onto them";
    }

    Track: "how the pieces of a seat run along a line of spaces by the pips of dice" {
        needs direction: Int<u8, 0, 1>, "0 to run up, 1 to run down";
        may waiting: Opt<Name<sort::Zone>>, "where pieces wait to enter";
        may closed_by: Opt<Count>, "so many pieces of others close a space";
        may home: Byte, "how many last spaces are home, from which pieces leave";
    }
}

impl Context<'_> {
    /// A definition, or the id of one.
    fn prototype(&self, call: &Call, i: usize) -> Result<PrototypeId, Fault> {
        if call.atom(i).is_some() {
            return self.definition(call, i);
        }
        Ok(PrototypeId::at(call.handle(i, Kind::Prototype as u8)?.id as usize))
    }

    fn cells_or_tag(&self, call: &Call, i: usize) -> Result<CellSet, Fault> {
        if let Plain::Text(_) = call.argument(i) {
            return self.tagged(call, i).cloned();
        }
        self.cells(call, i)
    }

    /// Why steps do not lead somewhere: one reason for all cells, or several by name.
    fn whys_of_steps(&self, call: &Call, i: usize) -> Result<Whys, Fault> {
        let names = ["taken", "far", "barred"];
        match Sort::of(call, i)? == Sort::Reason {
            true => Ok(Whys::one_for(&names, &reason_at(call, i)?)),
            false => self.whys(call, i, &names),
        }
    }

    /// Notes for each piece meant the cells to which no step leads.
    fn doubt_steps(
        &mut self,
        (verb, rows): (VerbId, &[i32]),
        (filter, seat): (&Filter, Seat),
        steps: &Steps,
        whys: &Whys,
    ) {
        let all = self.the_match.game.board.cells().clone();
        let tells_barred = whys.get("barred").is_some();
        let mut doubts = Vec::new();
        for id in self.meant_by(filter, seat) {
            let state = self.the_match.state();
            let met = state.piece(id).cell().map(|from| steps.met(state, from)).unwrap_or_default();
            let name =
                |cell| match (tells_barred && steps.barred().contains(cell), met.contains(cell)) {
                    (true, _) => "barred",
                    (false, true) => "taken",
                    (false, false) => "far",
                };
            doubts.extend(all.iter().map(|cell| ([id.0.into(), cell.0.into()], name(cell))));
        }
        let is_led = |step: &[i32; 2]| rows.chunks(2).any(|row| row == step);
        for (step, name) in doubts.into_iter().filter(|(step, _)| !is_led(step)) {
            let Some(why) = whys.get(name) else { continue };
            self.doubt(verb, step.into_iter().collect(), why);
        }
    }

    fn offer_pairs(
        &mut self,
        call: &mut Call,
        verb: VerbId,
        values: Vec<i32>,
    ) -> Result<(), Fault> {
        let count = self.add_group(verb, vec![Dimension::Rows { width: 2, values }])?;
        call.push_int(i64::try_from(count).unwrap_or(i64::MAX));
        Ok(())
    }

    fn steps(&mut self, call: &mut Call, i: usize) -> Result<Rc<Steps>, Fault> {
        let table = call.table(i)?;
        let (identity, frozen) = (table.identity(), table.is_frozen());
        if let Some(known) = self.lent.patterns.steps.get(&identity).filter(|_| frozen) {
            return Ok(known.clone());
        }
        let value = self.checked(table, &List::<Rec<Step>>::declared(), "these steps")?;
        let written = List::<Rec<Step>>::read(&value, &self.the_match.game.names);
        let board = &self.the_match.game.board;
        let steps = written.into_iter().map(|written| step(board, written));
        let steps = Rc::new(Steps::of(board, &steps.collect::<Result<Vec<_>, _>>()?));
        if frozen && self.lent.patterns.steps.len() < MAX_PATTERNS {
            call.keep_argument(i);
            self.lent.patterns.steps.insert(identity, steps.clone());
        }
        Ok(steps)
    }

    fn track(&mut self, call: &mut Call, i: usize) -> Result<Rc<Route>, Fault> {
        let table = call.table(i)?;
        let (key, frozen) = ((table.identity(), self.the_match.state().active), table.is_frozen());
        if let Some(known) = self.lent.patterns.tracks.get(&key).filter(|_| frozen) {
            return Ok(known.clone());
        }
        let value = self.checked(table, &Rec::<Track>::declared(), "this track")?;
        let game = &self.the_match.game;
        let written = Track::read(&value, &game.names);
        let mut route: Vec<_> = game.board.cells().iter().collect();
        if written.direction == 1 {
            route.reverse();
        }
        let track = Rc::new(Route {
            route,
            waiting: written.waiting.map(|zone| ZoneList::of(game, zone, key.1)),
            closed_by: written.closed_by.unwrap_or(u8::MAX),
            home: written.home,
        });
        if frozen && self.lent.patterns.tracks.len() < MAX_PATTERNS {
            call.keep_argument(i);
            self.lent.patterns.tracks.insert(key, track.clone());
        }
        Ok(track)
    }

    fn checked(&self, table: TableView, form: &Type, what: &str) -> Result<Value, Fault> {
        let value = plain_value(Plain::Table(table))?;
        let form = Schema::new("Pattern").needs("it", form.clone(), "");
        let sheet = Value::record([("it", value.clone())]);
        let words = self.lent.patterns.words.get_or_init(|| self.words());
        match check(&form, &sheet, words).first() {
            None => Ok(value),
            Some(finding) => {
                let hint = finding.hint.as_ref().map(|h| format!(", {h}")).unwrap_or_default();
                let message = format!("in {what}: {}{hint}", finding.message);
                Err(Fault::new(message).with_code(finding.code))
            }
        }
    }

    /// The names that a pattern can mean.
    fn words(&self) -> Words {
        let mut words = told_apart(&self.the_match.game.names);
        self.the_match.game.board.tags().for_each(|(tag, _)| words.add("tag", tag));
        words
    }
}

/// A way to move that passed the check.
fn step(board: &Board, written: Step) -> Result<Way, Fault> {
    let directions = written.directions.map(|all| all.into_iter().map(Direction).collect());
    let tags = written.barred.iter();
    let step = Way {
        directions,
        reach: written.reach.unwrap_or(1),
        walk: written.walk.unwrap_or(0),
        onto: Onto { empty: !written.only_captures, pieces: written.captures },
        over: written.over,
        barred: tags.fold(CellSet::EMPTY, |all, tag| all | board.tagged(tag)),
        passes_barred: written.passes_barred,
    };
    if step.walk > 0 && (written.reach.is_some() || step.over.is_some()) {
        return Err(Fault::new("a step with `walk` has no `reach`, and jumps over nothing"));
    }
    if step.directions.is_some() {
        with_directions(board)?;
    }
    if step.walk == 0 && (step.reach != 1 || step.over.is_some()) {
        with_lines(board)?;
    }
    Ok(step)
}
