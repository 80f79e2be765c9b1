//! Which position it is, whatever the numbers of the pieces in it.

use super::{Piece, State};
use crate::hash::{Digest, Fingerprint};
use crate::id::PieceId;

impl State {
    /// The same 128 bits for the same position: who is active, and what stands and lies on the
    /// cells with all it carries, whatever numbers the pieces have. What is in zones, variables and
    /// chance are no part of it, nor is where markers come from.
    pub fn position_digest(&self) -> Digest {
        let mut print = Fingerprint::with_room(64 + 48 * self.pieces.len());
        print.write_u8(self.active.0);
        for (_, id) in self.on_board() {
            Piece { below: PieceId::NONE, ..*self.piece(id) }.print(&mut print);
            for more in self.more_of(id) {
                print.write_bytes(&more.what.code()).write_u16(more.n as u16);
            }
            let marks = self.marks.iter().filter(|mark| mark.on == id);
            let mut marks: Vec<[u8; 4]> = marks
                .map(|mark| {
                    let [high, low] = mark.n.to_be_bytes();
                    [mark.kind.0, mark.owner.0, high, low]
                })
                .collect();
            marks.sort_unstable();
            print.write_bytes(&marks.concat());
        }
        self.spots.iter().for_each(|mark| mark.print(&mut print));
        print.digest()
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Cell;
    use crate::effect::Effect;
    use crate::id::*;
    use crate::sample::*;
    use crate::state::Mark;

    #[test]
    fn a_position_is_known_by_what_lies_where() {
        let twins = [(0, 0, (0, 0), 0), (0, 0, (1, 0), 0), (1, 1, (0, 1), 0)];
        let mut the_match = position(&twins);
        let [a, b, other] = [0, 1, 2].map(PieceId);
        let [left, right, below, free] =
            [(0, 0), (1, 0), (0, 1), (-1, 0)].map(|(q, r)| cell(&the_match, q, r));
        let put = |piece: PieceId, cell: Cell| Effect::Put { piece, cell, facing: 0 };
        let first = the_match.state().position_digest();
        let mut after = |effects: &[Effect]| {
            for effect in effects {
                the_match.apply(*effect, PieceId::NONE);
            }
            the_match.state().position_digest()
        };
        assert_ne!(first, after(&[put(a, free)]), "one stands elsewhere");
        assert_eq!(first, after(&[put(b, left), put(a, right)]), "twins have changed places");
        assert_ne!(first, after(&[put(a, free), put(other, right), put(a, below)]), "others have");
        assert_eq!(first, after(&[put(a, free), put(other, below), put(a, right)]));
        let guard = Mark { kind: GUARD, on: a, owner: Seat(0), source: b, n: 1 };
        let marked = after(&[Effect::Mark(guard)]);
        assert_ne!(first, marked, "a marker lies on one");
        assert_ne!(marked, after(&[Effect::Active(Seat(1))]), "another seat is active");
    }
}
