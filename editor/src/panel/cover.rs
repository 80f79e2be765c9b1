//! The cover of a game: its color, and some of its pieces as they stand on its board.

use egui::{Color32, Painter, Rect, Vec2, pos2, vec2};
use harena_engine::board::BoardKind;
use harena_engine::game::{Game, Prototype};
use harena_engine::id::Seat;

use crate::book::Book;
use crate::draw::{self, Paint, Pen, outline};
use crate::paint::board::form_of;
use crate::paint::face::{self, Body, Face};
use crate::paint::geometry::Form;
use crate::paint::tile::{self, Place, Pose};
use crate::session::Cover;
use crate::theme::{self, Livery, mix};

/// So many pieces stand on a cover.
const MOST: usize = 4;

/// A cover narrower than this is higher, and has more lines below its pieces.
pub const NARROW: f32 = 215.0;

/// The part of a cover, from its top, in which pieces stand.
pub fn art_part(rect: Rect) -> f32 {
    if rect.width() < NARROW { 0.56 } else { 0.58 }
}

/// The two colors of a cover, from its top to its bottom.
pub fn colors(id: &str, cover: Option<&Cover>) -> (Color32, Color32) {
    let own = cover.and_then(|cover| cover.book.cover.color);
    let top = own.unwrap_or_else(|| {
        let sum = id.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let hue = (sum % 360) as f32 / 360.0;
        egui::ecolor::Hsva::new(hue, 0.5, 0.40, 1.0).into()
    });
    (top, mix(top, Color32::from_rgb(10, 6, 4), 0.68))
}

/// Draws a cover without its words.
pub fn art(painter: &Painter, rect: Rect, id: &str, cover: Option<&Cover>) {
    let bits = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f32::to_bits);
    let stamp = cover.map(|cover| cover.stamp);
    draw::kept(painter, ("cover", id, bits, stamp), |pen| {
        let (top, bottom) = colors(id, cover);
        let whole = outline::rounded_rect(rect, 12.0);
        let shadow = outline::rounded_rect(rect.translate(vec2(0.0, 8.0)), 12.0);
        pen.shadow(&shadow, 26.0, Color32::from_black_alpha(120));
        pen.shape(
            &whole,
            Paint::Down(&[(0.0, top), (0.62, mix(top, bottom, 0.55)), (1.0, bottom)]),
        );
        let upper = rect.with_max_y(rect.top() + rect.height() * art_part(rect)).shrink(6.0);
        let glow = (Color32::from_white_alpha(34), Color32::TRANSPARENT);
        pen.glow(upper.center(), upper.height() * 0.55, glow);
        if let Some(cover) = cover {
            emblems(pen, upper, cover);
        }
    });
}

fn emblems(pen: &mut Pen, rect: Rect, cover: &Cover) {
    let faces = faces(cover);
    match cover.game.board.kind() {
        BoardKind::Hex => hexes(pen, rect, cover, &faces),
        BoardKind::Square => squares(pen, rect, cover, &faces),
        BoardKind::Line => lane(pen, rect, cover, &faces),
        BoardKind::Graph => fan(pen, rect, cover, &faces),
    }
}

fn place(cover: &Cover, center: egui::Pos2, radius: f32) -> Place {
    let board = &cover.game.board;
    let form = form_of(board.kind());
    Place { form, center, radius, n_directions: board.n_directions(), rotation: 0, turning: 0.0 }
}

/// Four pieces around a free hex.
fn hexes(pen: &mut Pen, rect: Rect, cover: &Cover, faces: &[Face]) {
    let r = (rect.height() / 5.15).min(rect.width() / 5.4);
    let (dx, dy) = (r * 3f32.sqrt(), r * 1.5);
    let center = rect.center();
    let spots = [vec2(-0.5, -1.0), vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 1.0)];
    let at = |spot: Vec2| center + vec2(spot.x * dx, spot.y * dy);
    for spot in [vec2(0.0, 0.0), vec2(0.5, -1.0), vec2(-0.5, 1.0)] {
        let hole = place(cover, at(spot), r * 0.94).outline(1.0);
        pen.flat(&hole, Color32::from_black_alpha(72));
    }
    for (face, spot) in faces.iter().zip(spots) {
        tile::piece(pen, place(cover, at(spot), r * 0.95), face, Pose::default());
    }
}

/// Pieces on a board of squares, or on floors where the game has floors.
fn squares(pen: &mut Pen, rect: Rect, cover: &Cover, faces: &[Face]) {
    let (columns, rows) = (4usize, 3usize);
    let c = (rect.width() / (columns as f32 + 0.8)).min(rect.height() / (rows as f32 + 0.4));
    let corner = rect.center() - vec2(columns as f32, rows as f32) * c / 2.0;
    let middle = |x: usize, y: usize| corner + vec2(x as f32 + 0.5, y as f32 + 0.5) * c;
    let floors = floors(cover);
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        let at = y * columns + x;
        if floors.is_empty() {
            let pale = if (x + y) % 2 == 0 { 150 } else { 42 };
            let cell = Rect::from_center_size(middle(x, y), Vec2::splat(c - 2.0));
            pen.rect(cell, 3.0, Color32::from_white_alpha(pale));
        } else if at == 6 {
            let cell = Rect::from_center_size(middle(x, y), Vec2::splat(c - 3.0));
            pen.rect(cell, 5.0, Color32::from_rgb(8, 7, 8));
        } else if let Some(floor) = floors.get(at * 7 % floors.len()) {
            let place = place(cover, middle(x, y), c * 0.69);
            let facing = (at * 3 % usize::from(cover.game.board.n_directions().max(1))) as u8;
            tile::piece(pen, place, &Face { facing, ..floor.clone() }, Pose::default());
        }
    }
    let spots = if floors.is_empty() {
        [(1, 2), (2, 0), (0, 0), (3, 2)]
    } else {
        [(1, 1), (3, 0), (0, 2), (3, 2)]
    };
    let size = if floors.is_empty() { 0.66 } else { 0.72 };
    for (face, (x, y)) in faces.iter().zip(spots) {
        tile::piece(pen, place(cover, middle(x, y), c * size), face, Pose::default());
    }
}

/// Two fighters on a row of spaces.
fn lane(pen: &mut Pen, rect: Rect, cover: &Cover, faces: &[Face]) {
    let n = 7usize;
    let w = rect.width() * 0.92 / n as f32;
    let left = rect.center().x - w * n as f32 / 2.0;
    let floor = rect.bottom() - rect.height() * 0.16;
    for at in 0..n {
        let high = if at.abs_diff(n / 2) <= 1 { 12.0 } else { 0.0 };
        let top = pos2(left + at as f32 * w + 1.5, floor - high);
        let space = Rect::from_min_max(top, pos2(top.x + w - 3.0, floor + 14.0));
        pen.rect(space, 3.0, Color32::from_black_alpha(110));
        let edge = space.with_max_y(space.top() + 4.0);
        pen.rect(edge, 2.0, Color32::from_white_alpha(60));
    }
    let r = rect.height() * 0.34;
    for (face, side) in faces.iter().zip([-1.0f32, 1.0]) {
        let center = pos2(rect.center().x + side * rect.width() * 0.22, floor - r * 0.86);
        tile::piece(pen, place(cover, center, r), face, Pose::default());
    }
}

/// Pieces side by side, where the board says nothing about how they would stand.
fn fan(pen: &mut Pen, rect: Rect, cover: &Cover, faces: &[Face]) {
    let r = rect.height() * 0.24;
    for (at, face) in faces.iter().take(3).enumerate() {
        let x = rect.center().x + (at as f32 - 1.0) * r * 1.9;
        let place = Place { form: Form::Hex, ..place(cover, pos2(x, rect.center().y), r) };
        tile::piece(pen, place, face, Pose::default());
    }
}

/// The floors of a game, some of them.
fn floors(cover: &Cover) -> Vec<Face> {
    let Some(rule) = &cover.game.floors else { return Vec::new() };
    let floors = cover.game.prototypes.iter().filter(|it| it.kind == rule.kind).take(12);
    floors.map(|it| face::of_prototype(&cover.game, &cover.book, it, Livery::nobody())).collect()
}

/// What stands on the cover: what the looks name, else the first pieces of different factions.
pub fn faces(cover: &Cover) -> Vec<Face> {
    let shown = shown(cover);
    let factions: Vec<_> = shown
        .iter()
        .map(|prototype| {
            let faction = cover.game.factions.get(prototype.faction?.index())?;
            cover.book.faction_color(&faction.id)
        })
        .collect();
    let mut distinct: Vec<_> = factions.clone();
    distinct.dedup();
    let liveries = theme::nearest(&distinct);
    let livery = |at: usize| {
        let own = factions.get(at).copied().flatten();
        let seat = cover.book.seat_color(Seat((at % 2) as u8));
        match (own, seat) {
            (Some(_), None) => {
                let place = distinct.iter().position(|other| *other == own);
                place.and_then(|at| liveries.get(at)).copied().unwrap_or_default()
            }
            (Some(color), Some(_)) => Livery::of(color, cover.book.seat_shape(Seat(at as u8))),
            (None, Some(color)) => Livery::of(color, cover.book.seat_shape(Seat((at % 2) as u8))),
            (None, None) => theme::LIVERIES.get(at % 4).copied().unwrap_or_default(),
        }
    };
    let face = |(at, prototype): (usize, &&Prototype)| Face {
        owned: true,
        ..face::of_prototype(&cover.game, &cover.book, prototype, livery(at))
    };
    shown.iter().enumerate().map(face).collect()
}

fn shown(cover: &Cover) -> Vec<&Prototype> {
    let all = || cover.game.prototypes.iter();
    let named = cover.book.cover.pieces.iter();
    let named: Vec<&Prototype> =
        named.filter_map(|name| all().find(|it| is_named(cover, it, name))).take(MOST).collect();
    if !named.is_empty() {
        return named;
    }
    let stands = |prototype: &&Prototype| {
        let face = face::of_prototype(&cover.game, &cover.book, prototype, Livery::nobody());
        matches!(face.body, Body::Tile | Body::Disc)
            && (face.emblem.is_some() || !face.title.is_empty())
    };
    let mut found: Vec<&Prototype> = Vec::new();
    for prototype in all().filter(stands) {
        let is_new = found.iter().all(|other| other.faction != prototype.faction);
        if found.len() < MOST && (is_new || prototype.faction.is_none()) {
            found.push(prototype);
        }
    }
    found
}

/// Whether a definition is meant by `id` or `faction/id`.
fn is_named(cover: &Cover, prototype: &Prototype, name: &str) -> bool {
    match name.split_once('/') {
        None => prototype.id == name,
        Some((faction, id)) => {
            let own = prototype.faction.and_then(|own| cover.game.factions.get(own.index()));
            prototype.id == id && own.is_some_and(|own| own.id == faction)
        }
    }
}

/// The face of the first piece of a faction, as a chip in a list.
pub fn emblem_of(cover: &Cover, faction: &str) -> Option<Face> {
    emblem(&cover.game, &cover.book, faction)
}

/// The same of a game and its labels.
pub fn emblem(game: &Game, book: &Book, faction: &str) -> Option<Face> {
    let at = game.factions.iter().position(|it| it.id == faction)?;
    let is_own = |it: &&Prototype| it.faction.is_some_and(|own| own.index() == at);
    let prototype = game.prototypes.iter().find(is_own)?;
    let color = book.faction_color(faction);
    let livery = color.map_or_else(Livery::nobody, |color| {
        theme::nearest(&[Some(color)]).first().copied().unwrap_or_default()
    });
    let mut face = face::of_prototype(game, book, prototype, livery);
    face.emblem = book.faction_icon(faction).or(face.emblem);
    Some(face)
}
