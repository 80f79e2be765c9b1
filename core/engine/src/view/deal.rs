//! States that fit what a seat knows: what it does not see is dealt anew.

use super::{forget_vars, sees};
use crate::chance::{Rng, Streams, mix};
use crate::game::{Game, Sight};
use crate::id::*;
use crate::mask::Mask;
use crate::state::{Known, Piece, Place, State, ZoneList};

/// A state a seat cannot tell from the true one: what it does not see is dealt anew from what it
/// knows to be hidden, and chance starts from `seed`.
///
/// What the seat knows stays: a card that it saw and that was not shuffled since stays where it
/// is; one that was shuffled stays among those it was shuffled with; what lies in a zone whose
/// contents it knows stays in that zone. The result depends on what the seat knows and the seed
/// only, not on how things really lie.
pub fn sample(game: &Game, state: &State, seat: Seat, seed: u64) -> State {
    Unseen::of(game, state, seat).sample(game, state, seed)
}

/// What a seat does not see of a state, to be dealt anew many times.
pub struct Unseen {
    seat: Seat,
    /// The hidden pieces of each owner, and of nobody.
    hidden: Vec<Hidden>,
}

impl Unseen {
    /// What is hidden from a seat.
    pub fn of(game: &Game, now: &State, seat: Seat) -> Unseen {
        let owners = (0..now.n_seats).map(Seat).chain([Seat::NONE]);
        let hidden = owners.map(|owner| Hidden::of(game, now, (seat, owner))).collect();
        Unseen { seat, hidden }
    }

    /// The state, of which this is what is hidden, dealt as [`sample`] does.
    pub fn sample(&self, game: &Game, now: &State, seed: u64) -> State {
        let mut dealt = now.clone();
        dealt.chance = Streams::new(seed);
        self.deal_onto((game, now), &mut dealt, seed);
        dealt
    }

    /// Deals what is hidden now anew, as [`sample`] does, and lets the pieces of an earlier state
    /// of the same match be what they were dealt: chance is left alone.
    pub fn deal_onto(&self, (game, now): (&Game, &State), earlier: &mut State, seed: u64) {
        let rolled = rolled(game, earlier, self.seat);
        forget_vars(game, earlier, self.seat);
        for (owner, die, sides) in rolled {
            let salt = mix(seed ^ mix(u64::from(die.0) << 8 | u64::from(owner.0)));
            let result = Rng::seeded(salt).below(sides.into());
            earlier.set_var(game, Some(owner), die, i32::try_from(result + 1).unwrap_or(1));
        }
        let mut moves = Vec::with_capacity(self.hidden.iter().map(|it| it.slots.len()).sum());
        self.hidden.iter().for_each(|hidden| hidden.deal(seed, &mut moves));
        let known: Vec<Known> = moves.iter().map(|(from, _)| earlier.memory.of(*from)).collect();
        for ((from, to), known) in moves.iter().zip(known) {
            if let Some(piece) = earlier.pieces.get_mut(to.index()) {
                *piece = Piece { place: piece.place, below: piece.below, ..*now.piece(*from) };
            }
            let there = earlier.memory.of(*to);
            earlier.memory.set(Known { this: known.this, among: known.among, ..there });
        }
        earlier.move_more(moves);
    }
}

/// The secret dice of other seats that were rolled, with their sides.
fn rolled(game: &Game, state: &State, viewer: Seat) -> Vec<(Seat, VarId, u16)> {
    let mut all = Vec::new();
    for (die, sides) in &game.secret_dice {
        let start = game.seat_vars.get(die.index()).copied().unwrap_or(0);
        let others = (0..state.n_seats).map(Seat).filter(|seat| *seat != viewer);
        let others = others.filter(|seat| state.var(game, Some(*seat), *die) != start);
        all.extend(others.map(|seat| (seat, *die, *sides)));
    }
    all
}

/// The pieces among which a seat knows something to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Among {
    /// Those of a zone whose contents it knows.
    List(ZoneList),
    /// Those that were shuffled together.
    Pool(u16),
}

/// What a hidden piece is, apart from where it lies.
struct Face {
    from: PieceId,
    kind: usize,
    among: Option<Among>,
}

/// A place where a hidden piece lies.
struct Slot {
    id: PieceId,
    /// The kinds that may lie there; none at all for any.
    kinds: Mask,
    /// The zone whose contents the seat knows, if it lies in one.
    list: Option<Among>,
    /// The pieces it was shuffled with.
    pool: u16,
}

impl Slot {
    fn fits(&self, face: &Face) -> bool {
        self.kinds.is_empty() || self.kinds.has(face.kind)
    }

    /// Whether a face may lie here as far as the seat knows.
    fn may_hold(&self, face: &Face) -> bool {
        let is_among = match (self.list, face.among) {
            (Some(list), among) => among == Some(list),
            (None, Some(Among::Pool(pool))) => self.pool == pool,
            (None, Some(Among::List(_))) => false,
            (None, None) => true,
        };
        is_among && self.fits(face)
    }
}

fn contents_list(game: &Game, state: &State, seat: Seat, id: PieceId) -> Option<ZoneList> {
    let Place::Zone(list) = state.piece(id).place else { return None };
    let (zone, owner) = list.parts(game);
    let is_known = game.zones.get(zone.index()).is_some_and(|it| it.sight == Sight::Contents);
    (is_known && owner == seat && seat != Seat::NONE).then_some(list)
}

/// The hidden pieces of one owner.
struct Hidden {
    owner: Seat,
    /// In an order that tells nothing of how they lie.
    faces: Vec<Face>,
    /// Those of the most demanding zones first.
    slots: Vec<Slot>,
}

impl Hidden {
    fn of(game: &Game, state: &State, (seat, owner): (Seat, Seat)) -> Hidden {
        let is_hidden = |id: &PieceId| {
            let is_own = state.piece(*id).owner == owner;
            is_own && !sees(game, state, seat, *id) && !state.memory.of(*id).is_known_by(seat)
        };
        let all = (0..state.pieces.len()).map(PieceId::at);
        let hidden: Vec<PieceId> = all.filter(is_hidden).collect();
        let list = |id: PieceId| contents_list(game, state, seat, id).map(Among::List);
        let face = |id: &PieceId| {
            let pool = || state.memory.of(*id).pool_for(seat).map(Among::Pool);
            let kind = game.prototype(state.piece(*id).prototype).kind.index();
            Face { from: *id, kind, among: list(*id).or_else(pool) }
        };
        let mut faces: Vec<Face> = hidden.iter().map(face).collect();
        faces.sort_by_cached_key(|Face { from, among, .. }| {
            let (face, known) = (state.piece(*from), state.memory.of(*from));
            let more: Vec<_> =
                state.more_of(*from).iter().map(|more| (more.what, more.n)).collect();
            let printed = (face.prototype, face.counters, face.statuses);
            let rest = (face.facing, face.shown, face.spent);
            (printed, rest, more, known.this, known.among, *among)
        });
        let slot = |id: PieceId| {
            let pool = state.memory.of(id).pool;
            Slot { id, kinds: kinds(game, state, id), list: list(id), pool }
        };
        let mut slots: Vec<Slot> = hidden.into_iter().map(slot).collect();
        slots.sort_by_key(|slot| match slot.kinds.count() {
            0 => usize::MAX,
            n_kinds => n_kinds,
        });
        Hidden { owner, faces, slots }
    }

    /// Deals them anew: adds which piece each face comes from and to which it goes.
    fn deal(&self, seed: u64, moves: &mut Vec<(PieceId, PieceId)>) {
        let mut rng = Rng::seeded(seed ^ (u64::from(self.owner.0) << 32));
        let mut faces: Vec<&Face> = self.faces.iter().collect();
        rng.shuffle(&mut faces);
        if self.faces.iter().any(|face| face.among.is_some()) {
            let mut slots: Vec<&Slot> = self.slots.iter().collect();
            rng.shuffle(&mut slots);
            return moves.extend(dealt_where_known(&slots, &faces));
        }
        for slot in &self.slots {
            let at = faces.iter().position(|face| slot.fits(face)).unwrap_or(0);
            if at < faces.len() {
                moves.push((faces.remove(at).from, slot.id));
            }
        }
    }
}

/// Deals faces of which the seat knows some to be among certain pieces. As things really lie in
/// one such way, there is one.
fn dealt_where_known(slots: &[&Slot], faces: &[&Face]) -> Vec<(PieceId, PieceId)> {
    let may_lie = |face: usize, at: usize| match (faces.get(face), slots.get(at)) {
        (Some(face), Some(slot)) => slot.may_hold(face),
        _ => false,
    };
    let mut taken: Vec<Option<usize>> = vec![None; slots.len()];
    let (bound, free): (Vec<usize>, Vec<usize>) =
        (0..faces.len()).partition(|at| faces.get(*at).is_some_and(|it| it.among.is_some()));
    let mut tried = vec![false; slots.len()];
    for face in bound.into_iter().chain(free) {
        tried.fill(false);
        find_room(face, &may_lie, &mut taken, &mut tried);
    }
    let pairs = slots.iter().zip(&taken);
    pairs.filter_map(|(slot, face)| Some((faces.get((*face)?)?.from, slot.id))).collect()
}

/// Finds a place for a face, if need be by moving others on; whether there is one.
fn find_room(
    face: usize,
    may_lie: &dyn Fn(usize, usize) -> bool,
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    let is_open = |taken: &[Option<usize>], at: usize| taken.get(at) == Some(&None);
    let open = (0..taken.len()).find(|at| is_open(taken, *at) && may_lie(face, *at));
    let mut place = open;
    for at in 0..taken.len() {
        let is_new = tried.get(at) == Some(&false);
        if place.is_some() || !is_new || !may_lie(face, at) {
            continue;
        }
        if let Some(tried) = tried.get_mut(at) {
            *tried = true;
        }
        let other = taken.get(at).copied().flatten();
        if other.is_some_and(|other| find_room(other, may_lie, taken, tried)) {
            place = Some(at);
        }
    }
    if let Some(slot) = place.and_then(|at| taken.get_mut(at)) {
        *slot = Some(face);
    }
    place.is_some()
}

/// The kinds that may lie where a piece lies; none at all for any.
fn kinds(game: &Game, state: &State, id: PieceId) -> Mask {
    match state.piece(id).place {
        Place::Zone(list) => {
            game.zones.get(list.parts(game).0.index()).map_or(Mask::NONE, |z| z.kinds)
        }
        Place::Away | Place::Gone | Place::Board(_) => Mask::NONE,
    }
}
