//! States that fit what a seat knows: what it does not see is dealt anew.

use super::{forget_vars, sees};
use crate::chance::{Rng, Streams};
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
    let mut dealt = state.clone();
    dealt.chance = Streams::new(seed);
    forget_vars(game, &mut dealt, seat);
    for owner in (0..state.n_seats).map(Seat).chain([Seat::NONE]) {
        deal(game, &mut dealt, (seat, owner), seed);
    }
    dealt
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
#[derive(Clone, Copy)]
struct Face {
    from: PieceId,
    piece: Piece,
    known: Known,
    among: Option<Among>,
}

fn contents_list(game: &Game, state: &State, seat: Seat, id: PieceId) -> Option<ZoneList> {
    let Place::Zone(list) = state.piece(id).place else { return None };
    let (zone, owner) = list.parts(game);
    let is_known = game.zones.get(zone.index()).is_some_and(|it| it.sight == Sight::Contents);
    (is_known && owner == seat && seat != Seat::NONE).then_some(list)
}

/// Deals the hidden faces of one owner anew, those for the most demanding zones first.
fn deal(game: &Game, state: &mut State, (seat, owner): (Seat, Seat), seed: u64) {
    let hidden: Vec<PieceId> = (0..state.pieces.len() as u16)
        .map(PieceId)
        .filter(|id| {
            let piece = state.piece(*id);
            piece.owner == owner
                && !sees(game, state, seat, piece)
                && !state.memory.of(*id).is_known_by(seat)
        })
        .collect();
    let face = |id: &PieceId| {
        let known = state.memory.of(*id);
        let list = contents_list(game, state, seat, *id).map(Among::List);
        let among = list.or_else(|| known.pool_for(seat).map(Among::Pool));
        Face { from: *id, piece: *state.piece(*id), known, among }
    };
    let mut faces: Vec<Face> = hidden.iter().map(face).collect();
    faces.sort_by_key(|Face { from, piece: face, known, among }| {
        let more: Vec<_> = state.more_of(*from).iter().map(|more| (more.what, more.n)).collect();
        let printed = (face.prototype, face.counters, face.statuses);
        let rest = (face.facing, face.shown, face.spent);
        (printed, rest, more, known.this, known.among, *among)
    });
    let salt = seed ^ (u64::from(owner.0) << 32);
    let mut rng = Rng::seeded(salt);
    rng.shuffle(&mut faces);
    let mut slots = hidden;
    slots.sort_by_key(|id| match kinds(game, state, *id).iter().count() {
        0 => usize::MAX,
        n_kinds => n_kinds,
    });
    let mut dealt = deal_known(game, state, seat, (&mut slots, &mut faces), &mut rng);
    for id in slots {
        let at = faces.iter().position(|face| fits(game, state, id, face)).unwrap_or(0);
        if at < faces.len() {
            dealt.push((id, faces.remove(at)));
        }
    }
    for (id, face) in &dealt {
        lay(state, *id, face);
    }
    state.move_more(dealt.iter().map(|(id, face)| (face.from, *id)));
}

/// Deals what the seat knows to be among some pieces to one of them each, by chance; takes it and
/// its new places out of what is left to be dealt.
fn deal_known(
    game: &Game,
    state: &State,
    seat: Seat,
    (slots, faces): (&mut Vec<PieceId>, &mut Vec<Face>),
    rng: &mut Rng,
) -> Vec<(PieceId, Face)> {
    let mut groups: Vec<Among> = faces.iter().filter_map(|face| face.among).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut dealt = Vec::new();
    for group in groups {
        let is_in = |id: &PieceId| match (contents_list(game, state, seat, *id), group) {
            (Some(list), group) => group == Among::List(list),
            (None, Among::Pool(pool)) => state.memory.of(*id).pool == pool,
            (None, Among::List(_)) => false,
        };
        let mut open: Vec<PieceId> = slots.iter().copied().filter(is_in).collect();
        rng.shuffle(&mut open);
        for face in faces.iter().filter(|face| face.among == Some(group)) {
            let at = open.iter().position(|id| fits(game, state, *id, face)).unwrap_or(0);
            if at < open.len() {
                dealt.push((open.remove(at), *face));
            }
        }
    }
    faces.retain(|face| face.among.is_none());
    slots.retain(|id| !dealt.iter().any(|(other, _)| other == id));
    dealt
}

/// The kinds that may lie where a piece lies; none at all for any.
fn kinds(game: &Game, state: &State, id: PieceId) -> Mask {
    match state.piece(id).place {
        Place::Zone(list) => {
            game.zones.get(list.parts(game).0.index()).map_or(Mask::NONE, |z| z.kinds)
        }
        Place::Away | Place::Board(_) => Mask::NONE,
    }
}

fn fits(game: &Game, state: &State, id: PieceId, face: &Face) -> bool {
    let wanted = kinds(game, state, id);
    wanted.is_empty() || wanted.has(game.prototype(face.piece.prototype).kind.index())
}

/// Lets a piece be what a face says, where it lies.
fn lay(state: &mut State, id: PieceId, face: &Face) {
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        *piece = Piece { place: piece.place, below: piece.below, ..face.piece };
    }
    let pool = state.memory.of(id).pool;
    let Known { this, among, .. } = face.known;
    state.memory.set(Known { piece: id, this, among, pool });
}
