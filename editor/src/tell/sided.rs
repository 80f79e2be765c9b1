//! Whether a piece is the same on all its sides.

use harena_engine::game::Prototype;
use harena_engine::modifier::Reach;

use crate::book::Label;

/// What is printed at the sides of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sided {
    /// Nothing at all.
    #[default]
    Nothing,
    /// The same at all of them.
    Alike,
    /// Not the same.
    Apart,
}

/// What is printed at the sides of a definition on a board with so many directions: attacks,
/// numbers, keywords of a side, and auras that reach through some sides. `labels` are those of
/// keywords.
pub fn sided(labels: &[Label], prototype: &Prototype, n: usize) -> Sided {
    let mut sides: Vec<Vec<(u8, usize, i32)>> = vec![Vec::new(); n];
    let mut add = |side: usize, what| sides.get_mut(side).into_iter().for_each(|it| it.push(what));
    for attack in &prototype.attacks {
        let what = (0, attack.mode.index(), i32::from(attack.strength));
        attack.side.into_iter().for_each(|side| add(usize::from(side), what));
    }
    for (stat, numbers) in prototype.sides.iter().enumerate() {
        for (side, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
            add(side, (1, stat, i32::from(*number)));
        }
    }
    for (keyword, side) in &prototype.keywords {
        let is_sided = labels.get(keyword.index()).is_some_and(|label| label.sided);
        let side = usize::try_from(*side).ok().filter(|_| is_sided);
        side.into_iter().for_each(|side| add(side, (2, keyword.index(), 0)));
    }
    for (at, aura) in prototype.auras.iter().enumerate() {
        let Reach::Sides(mask) = aura.reach else { continue };
        (0..n.min(16)).filter(|side| mask >> side & 1 == 1).for_each(|side| add(side, (3, at, 0)));
    }
    sides.iter_mut().for_each(|side| side.sort_unstable());
    match sides.split_first() {
        None => Sided::Nothing,
        Some((first, rest)) if rest.iter().any(|side| side != first) => Sided::Apart,
        Some((first, _)) if first.is_empty() => Sided::Nothing,
        Some(_) => Sided::Alike,
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::game::Attack;
    use harena_engine::id::ModeId;

    use super::*;

    fn check(attacks: &[u8], numbers: &[i16], expected: Sided) {
        let attack = |side: &u8| Attack { mode: ModeId(0), side: Some(*side), strength: 1 };
        let prototype = Prototype {
            attacks: attacks.iter().map(attack).collect(),
            sides: vec![numbers.to_vec()],
            ..Prototype::default()
        };
        assert_eq!(sided(&[], &prototype, 6), expected, "{attacks:?} {numbers:?}");
    }

    #[test]
    fn a_banner_that_strikes_to_all_sides_points_nowhere() {
        check(&[], &[], Sided::Nothing);
        check(&[], &[0; 6], Sided::Nothing);
        check(&[0, 1, 2, 3, 4, 5], &[], Sided::Alike);
        check(&[0, 1, 2, 3, 4], &[], Sided::Apart);
        check(&[], &[3; 6], Sided::Alike);
        check(&[], &[3, 3, 3, 0, 3, 3], Sided::Apart);
        check(&[0, 1, 2, 3, 4, 5], &[1, 0, 0, 0, 0, 0], Sided::Apart);
    }
}
