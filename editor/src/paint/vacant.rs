//! Room that is left beside what lies on the table.

use egui::{Pos2, Rect, Vec2, vec2};

/// How far apart the places are that are tried.
const STEP: f32 = 6.0;

/// A convex outline, ready to be held against many rectangles.
struct Outline {
    /// The directions across its edges, each with how far it reaches along them.
    reaches: Vec<(Vec2, f32, f32)>,
}

impl Outline {
    fn of(points: &[Pos2]) -> Outline {
        let next = points.iter().cycle().skip(1);
        let across = points.iter().zip(next).map(|(a, b)| (*b - *a).rot90());
        let upright = [vec2(1.0, 0.0), vec2(0.0, 1.0)];
        let reach = |way: Vec2| {
            let along = points.iter().map(|at| at.to_vec2().dot(way));
            let (least, most) =
                along.fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)));
            (way, least, most)
        };
        Outline { reaches: upright.into_iter().chain(across).map(reach).collect() }
    }

    /// Whether a rectangle has a point in common with it. Two that have none lie on both sides of a
    /// line along one of their edges.
    fn touches(&self, rect: Rect) -> bool {
        let (center, half) = (rect.center().to_vec2(), rect.size() / 2.0);
        self.reaches.iter().all(|(way, least, most)| {
            let (at, reach) = (center.dot(*way), half.dot(way.abs()));
            at - reach <= *most && *least <= at + reach
        })
    }
}

/// The first rectangle of this size, from the upper left corner of a room on, that touches none of
/// some convex outlines.
pub fn find(room: Rect, size: Vec2, taken: &[Vec<Pos2>]) -> Option<Rect> {
    let spare = room.size() - size;
    if spare.x < 0.0 || spare.y < 0.0 {
        return None;
    }
    let taken: Vec<Outline> = taken.iter().map(|points| Outline::of(points)).collect();
    let steps = |length: f32| (0..=(length / STEP) as u16).map(|at| f32::from(at) * STEP);
    let places = steps(spare.y).flat_map(|y| steps(spare.x).map(move |x| vec2(x, y)));
    let mut places = places.map(|at| Rect::from_min_size(room.min + at, size));
    places.find(|place| !taken.iter().any(|outline| outline.touches(*place)))
}

/// Whether a rectangle and a convex outline have a point in common.
#[cfg(test)]
pub fn touches(rect: Rect, outline: &[Pos2]) -> bool {
    Outline::of(outline).touches(rect)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn what_lies_beside_a_slanting_edge_does_not_touch_it() {
        let triangle = [pos2(0.0, 100.0), pos2(50.0, 0.0), pos2(100.0, 100.0)];
        let check = |x: f32, y: f32, expected: bool| {
            let rect = Rect::from_min_size(pos2(x, y), vec2(20.0, 20.0));
            assert_eq!(touches(rect, &triangle), expected, "{rect}");
        };
        // Its left edge is at 25 where it is 50 high: the corner of a square at 20 lies outside.
        check(0.0, 0.0, false);
        check(10.0, 40.0, true);
        check(0.0, 30.0, false);
        check(40.0, 40.0, true);
        check(101.0, 80.0, false);
        assert!(!touches(Rect::from_min_size(Pos2::ZERO, vec2(9.0, 9.0)), &[]));
    }

    #[test]
    fn the_first_place_that_is_free_is_found() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(100.0, 60.0));
        let left = vec![pos2(0.0, 0.0), pos2(40.0, 0.0), pos2(40.0, 60.0), pos2(0.0, 60.0)];
        let found = find(room, vec2(30.0, 30.0), std::slice::from_ref(&left)).unwrap();
        assert_eq!(found.min, pos2(42.0, 0.0), "the first multiple of 6 behind 40");
        assert_eq!(find(room, vec2(70.0, 30.0), &[left]), None);
        assert_eq!(find(room, vec2(30.0, 70.0), &[]), None);
    }
}
