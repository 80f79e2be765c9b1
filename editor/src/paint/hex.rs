//! A tile that shows what it is: rim, emblem, name, what it can do, and what it is left with.

use super::face::Face;
use super::middle;
use super::sides;
use super::tile::{Place, Pose, body, owner};
use crate::draw::Pen;
use crate::paint::geometry::Form;

/// Draws a tile.
pub(super) fn tile(pen: &mut Pen, place: Place, face: &Face, pose: Pose) {
    body(pen, place, face.livery, (0.855, pose));
    let r = place.radius;
    if r < 28.0 {
        return middle::emblem(pen, place, face, (0.0, 1.0));
    }
    if face.is_rune() && r >= 40.0 {
        middle::dashed_ring(pen, place, face);
    }
    sides::draw(pen, place, face);
    middle::draw(pen, place, face);
    if face.owned {
        let up = if place.form == Form::Round { 0.90 } else { 0.835 };
        owner(pen, place.at(0.0, -up), 0.112 * r, face.livery);
    }
}
