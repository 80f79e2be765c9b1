//! A small game for the tests of this crate: tiles with nets and auras on nineteen hexes.

use std::sync::Arc;

use crate::board::{Board, BoardPlan, Cell, CellSet, Shape};
use crate::combat::{Combat, Mode, Pool, Range};
use crate::effect::Effect;
use crate::filter::Relation;
use crate::game::*;
use crate::id::*;
use crate::mask::Mask;
use crate::modifier::{Aura, Gift, Reach};
use crate::state::State;
use crate::the_match::{Match, Setup};

pub const NETTED: StatusId = StatusId(0);
pub const HIT_POINTS: StatId = StatId(0);
pub const STRENGTH: StatId = StatId(1);
pub const SHIFT: StatId = StatId(2);
pub const EXTRA: StatId = StatId(3);
pub const WOUNDS: CounterId = CounterId(0);
pub const DECK: ZoneId = ZoneId(0);
pub const HAND: ZoneId = ZoneId(1);
pub const DISCARD: ZoneId = ZoneId(2);
pub const BASE: KindId = KindId(1);
pub const GUARD: MarkId = MarkId(0);

fn printed(id: &str, hit_points: i16) -> Prototype {
    Prototype { id: id.into(), stats: vec![hit_points, 0, 0, 0], copies: 1, ..Prototype::default() }
}

fn aura(reach: Reach, whose: Relation, gives: Gift) -> Aura {
    Aura { reach, whose, kinds: Mask::NONE, gives, stopped_by: Mask::of(NETTED.index()) }
}

/// Prototypes: 0 fighter (melee 1 to side 1, ladder 2), 1 netter (net on side 1), 2 banner-like
/// support (+1 strength and +1 ladder to allied neighbors), 3 base (pool), 4 shooter (ranged 1 to
/// side 1, ladder 3 and 1), 5 shield (armor 1 on side 4).
fn prototypes() -> Vec<Prototype> {
    let attack = |mode| Attack { mode: ModeId(mode), side: Some(1), strength: 1 };
    let mut fighter = printed("fighter", 1);
    fighter.attacks = vec![attack(0)];
    fighter.ladder = vec![2];
    let mut netter = printed("netter", 1);
    netter.auras = vec![aura(Reach::Sides(1 << 1), Relation::Enemy, Gift::Status(NETTED))];
    let mut support = printed("support", 1);
    let adds = |stat| aura(Reach::Area(1), Relation::Ally, Gift::Stat(stat, 1));
    support.auras = vec![adds(STRENGTH), adds(SHIFT), adds(HIT_POINTS)];
    let mut base = printed("base", 0);
    base.kind = BASE;
    let mut shooter = printed("shooter", 1);
    shooter.attacks = vec![attack(1)];
    shooter.ladder = vec![3, 1];
    let mut shield = printed("shield", 1);
    shield.sides = vec![vec![0, 0, 0, 0, 1, 0]];
    vec![fighter, netter, support, base, shooter, shield]
}

fn vocabulary() -> Vocabulary {
    let names = |list: &[&str]| list.iter().copied().collect();
    Vocabulary {
        kinds: names(&["unit", "base"]),
        stats: names(&["hit_points", "strength", "shift", "extra"]),
        side_stats: names(&["armor"]),
        statuses: names(&["netted"]),
        counters: names(&["wounds"]),
        marks: names(&["guard"]),
        zones: names(&["deck", "hand", "discard"]),
        verbs: names(&["pick"]),
        steps: names(&["main", "more"]),
        vars: names(&["sum"]),
        seat_vars: names(&["pool", "holder"]),
        modes: names(&["melee", "ranged"]),
        words: names(&["", "pick"]),
        ..Vocabulary::default()
    }
}

fn combat() -> Combat {
    Combat {
        shift: Some(SHIFT),
        extra: Some(EXTRA),
        catches_up: true,
        silenced: Mask::of(NETTED.index()),
        modes: vec![
            Mode { bonus: Some(STRENGTH), ..Mode::default() },
            Mode { range: Range::Line, resisted_by: Some(SideStatId(0)), ..Mode::default() },
        ],
        spared: vec![(Mask::of(BASE.index()), Mask::of(BASE.index()))],
        wounds: WOUNDS,
        hit_points: HIT_POINTS,
        pool: Some(Pool { kinds: Mask::of(BASE.index()), left: VarId(0), holder: VarId(1) }),
        falls_to: DISCARD,
    }
}

pub fn game() -> Arc<Game> {
    let zone = |sight| ZoneRule { per_seat: true, sight, kinds: Mask::NONE };
    Arc::new(Game {
        id: "sample".into(),
        n_seats: 2,
        names: vocabulary(),
        zones: vec![zone(Sight::Nobody), zone(Sight::Owner), zone(Sight::All)],
        marks: vec![MarkRule {
            adds: vec![(HIT_POINTS, 2)],
            falls_off: true,
            adds_up: true,
            ..MarkRule::default()
        }],
        verbs: vec![vec![ArgKind::Number]],
        layers: vec![Layer { statuses: Mask::of(NETTED.index()), cancels: true }],
        vars: vec![0],
        seat_vars: vec![5, 0],
        prototypes: prototypes(),
        board: Arc::new(Board::build(&BoardPlan::of(Shape::Hex { radius: 2 })).unwrap()),
        combat: Some(combat()),
        ..Game::default()
    })
}

/// A match with pieces put as `(prototype, owner, (q, r), facing)`.
pub fn position(pieces: &[(u16, u8, (i32, i32), u8)]) -> Match {
    position_in(game(), pieces)
}

/// As [`position`], in another game.
pub fn position_in(game: Arc<Game>, pieces: &[(u16, u8, (i32, i32), u8)]) -> Match {
    let mut the_match = Match::new(game, Setup::default());
    the_match.apply(Effect::Var { seat: Some(Seat(1)), var: VarId(1), value: 1 }, PieceId::NONE);
    for (number, (prototype, owner, (q, r), facing)) in pieces.iter().enumerate() {
        let cell = cell(&the_match, *q, *r);
        let (prototype, owner) = (PrototypeId(*prototype), Seat(*owner));
        the_match.apply(Effect::Create { prototype, owner }, PieceId::NONE);
        let piece = PieceId(number as u16);
        the_match.apply(Effect::Put { piece, cell, facing: *facing }, PieceId::NONE);
    }
    the_match
}

pub fn cell(the_match: &Match, q: i32, r: i32) -> Cell {
    the_match.game.board.cell_at(q, r).unwrap()
}

/// Everything a state must keep true.
pub fn check_state(state: &State) {
    let mut seen = 0;
    for (number, piece) in state.pieces.iter().enumerate() {
        let id = PieceId(number as u16);
        match piece.place {
            crate::state::Place::Board(cell) => {
                assert!(state.on_board().any(|found| found == (cell, id)), "{id:?} is on {cell:?}");
                seen += 1;
            }
            crate::state::Place::Zone(list) => assert!(state.zone(list).contains(&id)),
            crate::state::Place::Away | crate::state::Place::Gone => {
                assert!(state.on_board().all(|(_, other)| other != id));
            }
        }
    }
    assert_eq!(state.on_board().count(), seen);
    let filled = (0..state.cells.len()).filter(|i| state.at(Cell(*i as u16)).is_some()).count();
    assert_eq!(state.occupied.count(), filled);
    for (owner, bit) in [(Seat(0), 0), (Seat(1), 1), (Seat::NONE, 31)] {
        let standing = state.on_board().filter(|(cell, id)| state.floor_at(*cell) != Some(*id));
        let own = standing.filter(|(_, id)| state.piece(*id).owner == owner);
        let cells: CellSet = own.map(|(cell, _)| cell).collect();
        assert_eq!(state.held.of(1 << bit).unwrap_or_else(|| cells.clone()), cells, "{owner:?}");
    }
    let zoned: usize = (0..state.zones.n_lists()).map(|list| state.zones.get(list).len()).sum();
    let in_zones = |p: &&crate::state::Piece| matches!(p.place, crate::state::Place::Zone(_));
    assert_eq!(zoned, state.pieces.iter().filter(in_zones).count());
}
