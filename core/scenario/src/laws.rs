//! What a position must keep to be one that can come up in play.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::board::Cell;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::{Place, State, StepCall};
use harena_engine::the_match::{Match, Position, Setup};

use super::script::{Script, Wrong};
use super::tell;
use super::words::{Words, found, plain};
use harena_script::looks::OneOrOther;
use harena_script::schema::Key;
use harena_script::{Host, NumberLaw, PieceLaw, SeatNumberLaw};

/// Between which numbers a variable lies.
struct Range<'a> {
    least: Option<i32>,
    /// So many, or as many as another variable says.
    most: Option<&'a OneOrOther<i32, String>>,
}

impl Range<'_> {
    fn of_match(NumberLaw { least, most }: &NumberLaw) -> Range<'_> {
        Range { least: *least, most: most.as_ref() }
    }

    fn of_seat(SeatNumberLaw { least, most }: &SeatNumberLaw) -> Range<'_> {
        Range { least: *least, most: most.as_ref() }
    }
}

/// A piece that a scenario writes, and where.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub id: PieceId,
    pub path: Vec<Key>,
    /// It stands in a legend's list, on others.
    pub stacked: bool,
}

/// What is impossible, and where it is written.
type Broken = (Vec<Key>, String);

/// What the notation says about the kind of a definition.
fn law<'a>(words: &'a Words, id: PrototypeId) -> Option<&'a PieceLaw> {
    let kind = words.game.prototype(id).kind;
    found(&words.notation.pieces, words.game.names.kinds.name(kind.index()))
}

/// Whether pieces of this definition never lie on the board.
pub(super) fn is_off_board(words: &Words, id: PrototypeId) -> bool {
    law(words, id).is_some_and(|law| law.off_board)
}

/// The first thing in a position that cannot be.
pub(super) fn broken(words: &Words, the_match: &mut Match, laid: &[Laid]) -> Option<Broken> {
    let looking = Looking { words, laid };
    let state = the_match.state();
    let on_pieces =
        laid.iter().find_map(|it| Some((it.path.clone(), looking.misplaced(state, it)?)));
    on_pieces
        .or_else(|| looking.crowded(state))
        .or_else(|| looking.doubled(state))
        .or_else(|| looking.overdrawn(state))
        .or_else(|| looking.left_alone(state))
        .or_else(|| looking.out_of_range(state))
        .or_else(|| {
            laid.iter().find_map(|it| Some((it.path.clone(), looking.overfull(the_match, it.id)?)))
        })
}

/// What the step that the game names for this says against a position; the first sentence, at the
/// piece it names.
pub(super) fn unlawful(
    words: &Words,
    script: &Script,
    setup: Setup,
    host: &mut Host,
    laid: &[Laid],
) -> Result<Option<Broken>, Wrong> {
    let step = words.notation.lawful.as_ref().and_then(|name| words.game.names.steps.find(name));
    let Some(step) = step else { return Ok(None) };
    let call = StepCall { step: StepId(step as u8), args: [0; 4] };
    let laid_out = setup.position.unwrap_or_default();
    let position = Position { agenda: vec![call], forced: Vec::new(), ..laid_out };
    let setup = Setup { position: Some(position), ..setup };
    let mut the_match = Match::new(script.game.clone(), setup);
    the_match.log.on = true;
    let before = the_match.state().clone();
    match the_match.advance(host) {
        Err(fault) if fault.is_unfinished() => {}
        Err(fault) => {
            return Err(Wrong::at(&[], format!("the position cannot be looked at: {fault}")));
        }
        Ok(_) => return Err(Wrong::at(&[], "the step `lawful` must not ask")),
    }
    let said = |entry: &&Entry| matches!(entry.what, What::Said { .. });
    let Some(entry) = the_match.log.entries.iter().find(said) else { return Ok(None) };
    let lines = tell::log(words, before, std::slice::from_ref(entry), &|word| host.text(word));
    let about = entry.what.pieces(words.game);
    let at = laid.iter().find(|it| about.contains(&it.id));
    let path = at.map(|it| it.path.clone()).unwrap_or_default();
    Ok(lines.into_iter().next().map(|(_, sentence)| (path, sentence)))
}

struct Looking<'a> {
    words: &'a Words<'a>,
    laid: &'a [Laid],
}

impl Looking<'_> {
    fn game(&self) -> &Game {
        self.words.game
    }

    fn law(&self, id: PrototypeId) -> Option<&PieceLaw> {
        law(self.words, id)
    }

    /// A piece where its kind cannot be, or without an owner.
    fn misplaced(&self, state: &State, laid: &Laid) -> Option<String> {
        let piece = state.piece(laid.id);
        let (game, title) = (self.game(), tell::title(self.words, piece));
        let prototype = game.prototype(piece.prototype);
        let kind = game.names.kinds.name(prototype.kind.index()).replace('_', " ");
        let law = self.law(piece.prototype);
        let is_owned = law.map_or(prototype.faction.is_some(), |law| law.owned);
        let is_on_board = piece.cell().is_some();
        if is_on_board && law.is_some_and(|law| law.off_board) {
            return Some(format!("{title} never lies on the board: it is of kind `{kind}`"));
        }
        if is_on_board && is_owned && piece.owner == Seat::NONE {
            return Some(format!("{title} needs an owner: write SEAT before it"));
        }
        let Place::Zone(list) = piece.place else { return None };
        let (zone, _) = list.parts(game);
        let kinds = game.zones.get(zone.index()).map(|rule| rule.kinds)?;
        let fits = kinds.is_empty() || kinds.has(prototype.kind.index());
        let name = game.names.zones.name(zone.index());
        (!fits).then(|| format!("{title} never lies in `{name}`: it is of kind `{kind}`"))
    }

    /// Two pieces on a cell that has room for one.
    fn crowded(&self, state: &State) -> Option<Broken> {
        let mut seen: BTreeMap<(Cell, bool), Vec<&Laid>> = BTreeMap::new();
        for it in self.laid {
            let piece = state.piece(it.id);
            if let Place::Board(cell) = piece.place {
                seen.entry((cell, self.game().is_floor(piece.prototype))).or_default().push(it);
            }
        }
        let mut crowds = seen.into_iter().filter_map(|((cell, is_floor), all)| {
            let alone = |it: &&&Laid| {
                let law = self.law(state.piece(it.id).prototype);
                is_floor || law.map_or(!it.stacked, |law| !law.shares)
            };
            let last = all.iter().filter(alone).nth(1)?;
            Some((last.path.clone(), cell))
        });
        let (path, cell) = crowds.next()?;
        let name = self.game().board.name(cell);
        Some((path, format!("{name} has room for one piece, and two are written there")))
    }

    /// A piece in two places: more copies than there are, though nowhere are more of them together.
    /// Drills with one tile many times on the board, or in one hand, are left alone.
    fn doubled(&self, state: &State) -> Option<Broken> {
        let mut copies: BTreeMap<(PrototypeId, Seat), Vec<&Laid>> = BTreeMap::new();
        for it in self.laid {
            let piece = state.piece(it.id);
            let law = self.law(piece.prototype);
            if law.is_some_and(|law| law.counted) {
                copies.entry((piece.prototype, piece.owner)).or_default().push(it);
            }
        }
        let place = |it: &&Laid| match state.piece(it.id).place {
            Place::Zone(list) => Some(list.index()),
            Place::Board(_) | Place::Away | Place::Gone => None,
        };
        let mut doubled = copies.into_iter().filter_map(|((prototype, _), all)| {
            let most = usize::from(self.game().prototype(prototype).copies);
            let in_place = |at: &Option<usize>| all.iter().filter(|it| place(it) == *at).count();
            let is_drill = all.iter().any(|it| in_place(&place(it)) > most);
            let last = all.last().filter(|_| most > 0 && all.len() > most && !is_drill)?;
            let title = tell::title(self.words, state.piece(last.id));
            let there = if most == 1 { "is one".to_owned() } else { format!("are {most}") };
            let lie = format!("{title} lies in {} places, and there {there}", all.len());
            Some((last.path.clone(), lie))
        });
        doubled.next()
    }

    /// More markers than their owner has.
    fn overdrawn(&self, state: &State) -> Option<Broken> {
        let carried = state.marks.iter().map(|mark| (mark.kind, mark.owner));
        let lying = state.spots.iter().map(|mark| (mark.kind, mark.owner));
        let kinds: BTreeSet<(MarkId, Seat)> = carried.chain(lying).collect();
        let mut lacking = kinds.into_iter().filter_map(|(kind, owner)| {
            let left = state.marks_left(self.game(), kind, owner).filter(|left| *left < 0)?;
            let name = self.game().names.marks.name(kind.index());
            let supply = self.game().marks.get(kind.index()).map_or(0, |rule| rule.supply);
            let owner = self.words.seat_label(owner);
            let more = supply as i32 - left;
            Some((kind, format!("{owner} has {supply} `{name}` in all, and {more} are laid out")))
        });
        let (kind, sentence) = lacking.next()?;
        let carries = |it: &&Laid| state.marks_on(it.id, kind) != 0;
        let path = self.laid.iter().rfind(carries).map(|it| it.path.clone());
        Some((path.unwrap_or_else(|| vec!["cell_marks".into()]), sentence))
    }

    /// Nobody is left, or the turn is that of somebody who is out.
    fn left_alone(&self, state: &State) -> Option<Broken> {
        if (0..state.n_seats).all(|seat| state.is_out(Seat(seat))) {
            return Some((vec!["out".into()], "everybody is out".to_owned()));
        }
        let label = self.words.seat_label(state.active);
        let sentence = format!("{label} is out, and it is not the turn of who is out");
        state.is_out(state.active).then(|| (vec!["out".into()], sentence))
    }

    /// A variable of the match, or of a seat, that is none of what the game says it can be.
    fn out_of_range(&self, state: &State) -> Option<Broken> {
        let (notation, names) = (&self.words.notation, &self.game().names);
        let shared = notation.ranges.iter().find_map(|(name, law)| {
            let var = (None, names.vars.find(name)?, name.as_str());
            let sentence = self.strays(state, var, &Range::of_match(law))?;
            Some((vec!["vars".into(), Key::of(name)], sentence))
        });
        let seats = || (0..state.n_seats).map(Seat);
        let of_seat = |name: &str, law: &SeatNumberLaw, seat: Seat| {
            let var = (Some(seat), names.seat_vars.find(name)?, name);
            let sentence = self.strays(state, var, &Range::of_seat(law))?;
            let label = Key::of(self.words.seat_label(seat));
            Some((vec!["seat_vars".into(), label, Key::of(name)], sentence))
        };
        let mut of_seats = notation.seat_ranges.iter();
        shared.or_else(|| {
            of_seats.find_map(|(name, law)| seats().find_map(|seat| of_seat(name, law, seat)))
        })
    }

    /// A sentence about a variable beyond its range.
    fn strays(
        &self,
        state: &State,
        (seat, var, name): (Option<Seat>, usize, &str),
        range: &Range,
    ) -> Option<String> {
        let game = self.game();
        let value = |var: usize| state.var(game, seat, VarId(var as u8));
        let n = value(var);
        let owner = seat.map(|seat| format!("{} ", self.words.seat_label(seat)));
        let what = format!("{}{} cannot be {n}", owner.unwrap_or_default(), plain(name));
        if let Some(least) = range.least.filter(|least| n < *least) {
            return Some(format!("{what}: the least is {least}"));
        }
        let table = if seat.is_some() { &game.names.seat_vars } else { &game.names.vars };
        let (most, of) = match range.most? {
            OneOrOther::One(most) => (*most, "the most is".to_owned()),
            OneOrOther::Other(name) => {
                (value(table.find(name)?), format!("its {} is", plain(name)))
            }
        };
        (n > most).then(|| format!("{what}: {of} {most}"))
    }

    /// More of a counter than a piece can carry.
    fn overfull(&self, the_match: &mut Match, id: PieceId) -> Option<String> {
        let names = &self.game().names;
        let title = tell::title(self.words, the_match.state().piece(id));
        for (at, name) in names.counters.iter().enumerate() {
            let n = i32::from(the_match.state().counter(id, CounterId(at as u8)));
            let Some((most, of)) = self.most(the_match, id, CounterId(at as u8), name) else {
                continue;
            };
            if n > most || n < 0 {
                let name = plain(name);
                return Some(format!("{title} cannot have {name} {n}: {of} {most}"));
            }
        }
        None
    }

    /// The most of a counter that a piece carries, and in words whence that comes.
    fn most(
        &self,
        the_match: &mut Match,
        id: PieceId,
        counter: CounterId,
        name: &str,
    ) -> Option<(i32, String)> {
        let game = self.words.game;
        let of_stat = |the_match: &mut Match, stat: StatId| {
            let title = plain(game.names.stats.name(stat.index()));
            (i32::from(the_match.derived().stat(id, stat)), format!("its {title} are"))
        };
        match found(&self.words.notation.limits, name) {
            Some(OneOrOther::One(most)) => {
                return Some((i32::from(*most), "the most is".to_owned()));
            }
            Some(OneOrOther::Other(stat)) => {
                let stat = game.names.stats.find(stat)?;
                return Some(of_stat(the_match, StatId(stat as u8)));
            }
            None => {}
        }
        let combat = game.combat.as_ref().filter(|combat| combat.wounds == counter)?;
        let on_board = the_match.state().piece(id).cell().is_some();
        let kind = game.prototype(the_match.state().piece(id).prototype).kind;
        let is_pooled = combat.pool.is_some_and(|pool| pool.kinds.has(kind.index()));
        (on_board && !is_pooled).then(|| of_stat(the_match, combat.hit_points))
    }
}
