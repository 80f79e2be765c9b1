//! Outlines: polygons with round corners, circles, hulls, dashes.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// How many points a round corner has.
const STEPS: usize = 5;

/// A polygon with its corners rounded.
pub fn rounded(corners: &[Pos2], radius: f32) -> Vec<Pos2> {
    let n = corners.len();
    let mut points = Vec::with_capacity(n * (STEPS + 1));
    for (at, corner) in corners.iter().enumerate() {
        let (Some(before), Some(after)) =
            (corners.get((at + n - 1) % n), corners.get((at + 1) % n))
        else {
            continue;
        };
        let (back, on) = (*before - *corner, *after - *corner);
        let reach = radius.min(back.length() / 2.0).min(on.length() / 2.0);
        let (start, end) = (*corner + back.normalized() * reach, *corner + on.normalized() * reach);
        for step in 0..=STEPS {
            let t = step as f32 / STEPS as f32;
            let (a, b) = (start.lerp(*corner, t), corner.lerp(end, t));
            points.push(a.lerp(b, t));
        }
    }
    points
}

/// A rectangle with round corners.
pub fn rounded_rect(rect: Rect, radius: f32) -> Vec<Pos2> {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    rounded(&corners, radius * 1.2)
}

/// A circle, or an ellipse.
pub fn ellipse(center: Pos2, radii: Vec2) -> Vec<Pos2> {
    let n = (radii.max_elem() * 1.6).clamp(14.0, 56.0) as usize;
    let at = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / n as f32;
        center + vec2(angle.cos() * radii.x, angle.sin() * radii.y)
    };
    (0..n).map(at).collect()
}

/// A circle.
pub fn circle(center: Pos2, radius: f32) -> Vec<Pos2> {
    ellipse(center, Vec2::splat(radius))
}

/// An outline moved by so much along the normals of its edges; inward for less than 0. It must be
/// clockwise on the screen.
pub fn grown(points: &[Pos2], by: f32) -> Vec<Pos2> {
    let normals = normals(points);
    points.iter().zip(normals).map(|(point, normal)| *point + normal * by).collect()
}

/// The outward direction at each point of a closed outline, longer at sharp corners.
pub fn normals(points: &[Pos2]) -> Vec<Vec2> {
    let n = points.len();
    let at = |i: usize| points.get(i % n.max(1)).copied().unwrap_or_default();
    let edge = |from: usize| {
        let way = at(from + 1) - at(from);
        vec2(way.y, -way.x).normalized()
    };
    let normal = |i: usize| {
        let (a, b) = (edge(i + n - 1), edge(i));
        let sum = a + b;
        // Between points that lie on each other there is no edge.
        if a == Vec2::ZERO || b == Vec2::ZERO {
            return sum;
        }
        let length = sum.length_sq();
        if length < 0.1 { b } else { sum * (2.0 / length).min(1.6) }
    };
    (0..n).map(normal).collect()
}

/// Whether the points go clockwise on the screen.
pub fn is_clockwise(points: &[Pos2]) -> bool {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| (b.x - a.x) * (b.y + a.y)).sum::<f32>() < 0.0
}

/// The smallest convex outline around points, clockwise.
pub fn hull(points: &[Pos2]) -> Vec<Pos2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turn = |o: Pos2, a: Pos2, b: Pos2| (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain.as_slice()
                && turn(*a, *b, point) <= 0.01
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut sorted.iter().copied());
    all.extend(half(&mut sorted.iter().rev().copied()));
    all
}

/// In how many directions the outline around points is looked for.
const AROUND: u16 = 96;

/// The outline of everything that is at most so far from the hull of points: corners are arcs.
/// Outlines of one set of points have as many points each, clockwise.
pub fn around(points: &[Pos2], by: f32) -> Vec<Pos2> {
    let farthest = |way: Vec2| {
        let along = |at: &&Pos2| at.to_vec2().dot(way);
        points.iter().max_by(|a, b| along(a).total_cmp(&along(b))).map(|at| *at + way * by)
    };
    let way = |i: u16| Vec2::angled(std::f32::consts::TAU * f32::from(i) / f32::from(AROUND));
    (0..AROUND).map(way).filter_map(farthest).collect()
}

/// Pieces of a line, closed or not: so much drawn, so much left out.
pub fn dashes(points: &[Pos2], closed: bool, (on, off): (f32, f32)) -> Vec<Vec<Pos2>> {
    let n = points.len();
    let ends = points.iter().copied().zip(points.iter().copied().cycle().skip(1));
    let segments = ends.take(if closed { n } else { n.saturating_sub(1) });
    let (mut all, mut open, mut left, mut drawn) = (Vec::new(), Vec::new(), on, true);
    for (start, end) in segments {
        let length = start.distance(end);
        let mut done = 0.0;
        if drawn && open.is_empty() {
            open.push(start);
        }
        while length - done > left {
            done += left;
            let at = start.lerp(end, done / length);
            if drawn {
                open.push(at);
                all.push(std::mem::take(&mut open));
            } else {
                open.push(at);
            }
            drawn = !drawn;
            left = if drawn { on } else { off };
        }
        left -= length - done;
        if drawn {
            open.push(end);
        }
    }
    if open.len() > 1 {
        all.push(open);
    }
    all
}

/// The box around points.
pub fn bounds(points: &[Pos2]) -> Rect {
    points.iter().fold(Rect::NOTHING, |rect, point| rect.union(Rect::from_pos(*point)))
}

/// The middle of points.
pub fn middle(points: &[Pos2]) -> Pos2 {
    let sum = points.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
    let n = points.len().max(1) as f32;
    pos2(sum.x / n, sum.y / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Pos2> {
        vec![pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0), pos2(0.0, 10.0)]
    }

    #[test]
    fn outlines_grow_and_shrink_by_so_much() {
        assert!(is_clockwise(&square()));
        let (out, inside) = (bounds(&grown(&square(), 2.0)), bounds(&grown(&square(), -2.0)));
        assert_eq!((out.width(), inside.width()), (14.0, 6.0));
        let round = bounds(&grown(&circle(Pos2::ZERO, 20.0), 3.0));
        assert!((round.width() - 46.0).abs() < 0.3, "{round:?}");
    }

    #[test]
    fn corners_that_meet_in_the_middle_of_an_edge_grow_like_others() {
        let round = rounded(&square(), 50.0);
        let grown = bounds(&grown(&round, 2.0));
        assert!((grown.width() - 14.0).abs() < 0.1 && (grown.height() - 14.0).abs() < 0.1);
    }

    #[test]
    fn what_is_around_points_is_round_and_clockwise() {
        let outline = around(&square(), 6.0);
        assert!(is_clockwise(&outline));
        let far = |at: &Pos2| at.distance(at.clamp(pos2(0.0, 0.0), pos2(10.0, 10.0)));
        assert!(outline.iter().all(|at| (far(at) - 6.0).abs() < 0.01), "{outline:?}");
    }

    #[test]
    fn a_hull_leaves_out_what_lies_inside() {
        let mut points = square();
        points.push(pos2(5.0, 5.0));
        let hull = hull(&points);
        assert_eq!(hull.len(), 4);
        assert!(is_clockwise(&hull));
    }

    #[test]
    fn dashes_cover_their_share_of_a_line() {
        let length = |dash: &Vec<Pos2>| -> f32 {
            dash.iter().zip(dash.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum()
        };
        let all = dashes(&square(), true, (3.0, 2.0));
        assert_eq!((all.len(), all.iter().map(length).sum::<f32>().round()), (8, 24.0));
    }

    #[test]
    fn round_corners_stay_within() {
        let round = rounded(&square(), 3.0);
        assert!(round.len() > 12 && bounds(&round) == bounds(&square()));
    }
}
