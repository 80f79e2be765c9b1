//! Room that is left beside what lies on the table.

use egui::{Pos2, Rect, Vec2, vec2};

/// How far apart the places are that are tried.
const STEP: f32 = 6.0;

/// The first rectangle of this size, from the upper left corner of a room on, that touches none of
/// some convex outlines.
pub fn find(room: Rect, size: Vec2, taken: &[Vec<Pos2>]) -> Option<Rect> {
    let spare = room.size() - size;
    if spare.x < 0.0 || spare.y < 0.0 {
        return None;
    }
    let steps = |length: f32| (0..=(length / STEP) as u16).map(|at| f32::from(at) * STEP);
    let places = steps(spare.y).flat_map(|y| steps(spare.x).map(move |x| vec2(x, y)));
    let mut places = places.map(|at| Rect::from_min_size(room.min + at, size));
    places.find(|place| !taken.iter().any(|outline| touches(*place, outline)))
}

/// Whether a rectangle and a convex outline have a point in common.
pub fn touches(rect: Rect, outline: &[Pos2]) -> bool {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    let ways = |points: &[Pos2]| -> Vec<Vec2> {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| (*b - *a).rot90()).collect()
    };
    let span = |points: &[Pos2], way: Vec2| {
        let along = points.iter().map(|at| at.to_vec2().dot(way));
        along.fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)))
    };
    // Two that have nothing in common lie on both sides of a line along one of their edges.
    let meets = |way: Vec2| {
        let (one, other) = (span(&corners, way), span(outline, way));
        one.0 <= other.1 && other.0 <= one.1
    };
    !outline.is_empty() && ways(&corners).into_iter().chain(ways(outline)).all(meets)
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
        assert!(!touches(Rect::EVERYTHING, &[]));
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
