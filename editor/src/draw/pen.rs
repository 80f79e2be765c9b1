//! A pen: what it draws is a list of triangles and letters.

use egui::{Color32, Pos2, Rect, Vec2, vec2};
use harena_script::titles;

use super::outline::{bounds, circle, dashes, grown, is_clockwise, middle, rounded_rect};
use crate::theme;

/// A name so many times as wide as its room stands on two lines.
const SHRUNK: f32 = 1.25;

/// What a drawing is made of, from the lowest to the topmost.
pub type Drawing = Vec<Item>;

/// One part of a drawing.
#[derive(Clone, Debug)]
pub enum Item {
    /// Triangles.
    Fill(Fill),
    /// Letters or a sign.
    Text(Text),
}

/// Triangles with a color at each corner; with places in a texture where it has a grain.
#[derive(Clone, Debug, Default)]
pub struct Fill {
    /// Corners.
    pub points: Vec<(Pos2, Color32)>,
    /// Places in the grain, one a corner; none where it has none.
    pub grain: Vec<Pos2>,
    /// Triangles by numbers of corners.
    pub triangles: Vec<[u32; 3]>,
}

/// Which letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Without serifs.
    Plain,
    /// Bold, without serifs.
    Bold,
    /// Bold, with serifs.
    Heading,
    /// With serifs.
    Serif,
    /// Signs.
    Icon,
    /// Signs in bold lines.
    IconBold,
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The middle of what is inked.
    Middle,
    /// The middle of the line on which the letters stand.
    Baseline,
    /// The left end of the line on which the letters stand.
    Left,
}

/// Letters at a place.
#[derive(Clone, Debug)]
pub struct Text {
    /// Where.
    pub at: Pos2,
    /// Which point of it that is.
    pub anchor: Anchor,
    /// What it says.
    pub text: String,
    /// In which letters.
    pub letters: Letters,
    /// How large, in points.
    pub size: f32,
    /// In which color.
    pub color: Color32,
    /// Rotated by so many radians clockwise about its place.
    pub angle: f32,
    /// The most points it may be wide; it is made smaller to fit.
    pub room: f32,
}

/// How an outline is filled.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    /// In one color.
    Flat(Color32),
    /// From top to bottom, with colors at parts of the height.
    Down(&'a [(f32, Color32)]),
}

impl Paint<'_> {
    fn at(self, y: f32, span: (f32, f32)) -> Color32 {
        match self {
            Paint::Flat(color) => color,
            Paint::Down(stops) => {
                let part = ((y - span.0) / (span.1 - span.0).max(0.001)).clamp(0.0, 1.0);
                let after = stops.iter().position(|(stop, _)| *stop >= part);
                let after = after.unwrap_or(stops.len().saturating_sub(1));
                let (Some(b), Some(a)) = (stops.get(after), stops.get(after.saturating_sub(1)))
                else {
                    return Color32::TRANSPARENT;
                };
                theme::mix(a.1, b.1, (part - a.0) / (b.0 - a.0).max(0.001))
            }
        }
    }
}

/// Draws into a list.
#[derive(Debug)]
pub struct Pen {
    items: Drawing,
    /// Triangles that belong on top of them.
    open: Fill,
    /// How wide edges fade, in points: one pixel of the screen.
    feather: f32,
    /// Rotation of everything drawn, about a point.
    turn: Option<(Pos2, f32)>,
    opacity: f32,
    gray: f32,
}

impl Pen {
    /// A pen for a screen with so many pixels a point.
    pub fn new(pixels: f32) -> Pen {
        Pen {
            items: Vec::new(),
            open: Fill::default(),
            feather: 1.0 / pixels.max(0.1),
            turn: None,
            opacity: 1.0,
            gray: 0.0,
        }
    }

    /// What was drawn.
    pub fn done(mut self) -> Drawing {
        self.close();
        self.items
    }

    /// Puts the open triangles onto the list.
    fn close(&mut self) {
        if !self.open.triangles.is_empty() {
            self.items.push(Item::Fill(std::mem::take(&mut self.open)));
        }
    }

    /// From now on everything is rotated about a point.
    pub fn turn(&mut self, center: Pos2, angle: f32) {
        self.turn = (angle != 0.0).then_some((center, angle));
    }

    /// From now on everything is as faint as this.
    pub fn fade(&mut self, opacity: f32) {
        self.opacity = opacity;
    }

    /// From now on everything has lost this part of its color.
    pub fn gray(&mut self, part: f32) {
        self.gray = part;
    }

    fn place(&self, at: Pos2) -> Pos2 {
        match self.turn {
            Some((center, angle)) => center + egui::emath::Rot2::from_angle(angle) * (at - center),
            None => at,
        }
    }

    fn tint(&self, color: Color32) -> Color32 {
        let color = if self.gray > 0.0 { grayed(color, self.gray) } else { color };
        if self.opacity < 1.0 { color.gamma_multiply(self.opacity) } else { color }
    }

    /// Rings of points with colors, each joined to the next.
    fn rings(&mut self, rings: &[Vec<(Pos2, Color32)>], closed: bool) {
        let placed: Vec<Vec<(Pos2, Color32)>> = rings
            .iter()
            .map(|ring| ring.iter().map(|(at, c)| (self.place(*at), self.tint(*c))).collect())
            .collect();
        let n = placed.first().map_or(0, Vec::len) as u32;
        if n < 2 {
            return;
        }
        let fill = &mut self.open;
        let first = fill.points.len() as u32;
        placed.iter().for_each(|ring| fill.points.extend(ring.iter().copied()));
        let n_edges = if closed { n } else { n - 1 };
        for ring in 0..placed.len().saturating_sub(1) as u32 {
            for i in 0..n_edges {
                let (a, b) = (first + ring * n + i, first + ring * n + (i + 1) % n);
                fill.triangles.push([a, b, b + n]);
                fill.triangles.push([a, b + n, a + n]);
            }
        }
    }

    /// Fills an outline that all of it is seen from the middle of.
    pub fn shape(&mut self, outline: &[Pos2], paint: Paint) {
        let mut outline = outline.to_vec();
        if !is_clockwise(&outline) {
            outline.reverse();
        }
        let rect = bounds(&outline);
        let span = (rect.top(), rect.bottom());
        let center = middle(&outline);
        let half = self.feather / 2.0;
        let (inner, outer) = (grown(&outline, -half), grown(&outline, half));
        let colors: Vec<Color32> = outline.iter().map(|at| paint.at(at.y, span)).collect();
        let core = vec![(center, paint.at(center.y, span)); outline.len()];
        let inner = inner.into_iter().zip(colors.iter().copied()).collect();
        let outer = outer.into_iter().map(|at| (at, Color32::TRANSPARENT)).collect();
        self.rings(&[core, inner, outer], true);
    }

    /// Fills an outline in one color.
    pub fn flat(&mut self, outline: &[Pos2], color: Color32) {
        self.shape(outline, Paint::Flat(color));
    }

    /// Fills an outline from nothing at a part of the way from a center to a color at its edge.
    pub fn tinted(&mut self, outline: &[Pos2], (center, from): (Pos2, f32), color: Color32) {
        let clear = outline.iter().map(|at| (center.lerp(*at, from), Color32::TRANSPARENT));
        let edge = outline.iter().map(|at| (*at, color));
        self.rings(&[clear.collect(), edge.collect()], true);
    }

    /// A disc that fades from a color in its middle to another at its edge.
    pub fn glow(&mut self, center: Pos2, radius: f32, (inner, outer): (Color32, Color32)) {
        let ring = |part: f32| {
            let color = theme::mix(inner, outer, part);
            circle(center, radius).into_iter().map(move |at| (center.lerp(at, part), color))
        };
        let rings = [0.0, 0.35, 0.7, 1.0].map(|part| ring(part).collect::<Vec<_>>());
        self.rings(&rings, true);
    }

    /// The shadow of an outline: full within, fading over a width.
    pub fn shadow(&mut self, outline: &[Pos2], blur: f32, color: Color32) {
        let mut outline = outline.to_vec();
        if !is_clockwise(&outline) {
            outline.reverse();
        }
        let center = middle(&outline);
        let least = outline.iter().map(|at| at.distance(center)).fold(f32::INFINITY, f32::min);
        let inward = (blur / 2.0).min(least * 0.9);
        let mut rings = vec![vec![(center, color); outline.len()]];
        for (by, part) in
            [(-inward, 1.0), (-inward * 0.3, 0.72), (blur * 0.15, 0.28), (blur / 2.0, 0.0)]
        {
            let ring = grown(&outline, by).into_iter();
            rings.push(ring.map(|at| (at, color.gamma_multiply(part))).collect());
        }
        self.rings(&rings, true);
    }

    /// The shadow of all that is at most so far from the hull of points; it never folds over.
    pub fn shadow_around(&mut self, points: &[Pos2], (by, blur): (f32, f32), color: Color32) {
        let inner = (by - blur / 2.0).max(0.0);
        let center = middle(points);
        let outer = by + blur / 2.0;
        let ring = |part: f32, alpha: f32| -> Vec<(Pos2, Color32)> {
            let outline = super::outline::around(points, inner + (outer - inner) * part);
            outline.into_iter().map(|at| (at, color.gamma_multiply(alpha))).collect()
        };
        let first = ring(0.0, 1.0);
        let core = first.iter().map(|_| (center, color)).collect();
        self.rings(&[core, first, ring(0.3, 0.72), ring(0.62, 0.28), ring(1.0, 0.0)], true);
    }

    /// A line along points.
    pub fn line(&mut self, points: &[Pos2], closed: bool, (width, color): (f32, Color32)) {
        if points.len() < 2 {
            return;
        }
        let along = across(points, closed);
        let clear = color.gamma_multiply(0.0);
        let half = width.max(self.feather) / 2.0;
        let color =
            if width < self.feather { color.gamma_multiply(width / self.feather) } else { color };
        let soft = self.feather / 2.0;
        let ring = |by: f32, color: Color32| -> Vec<(Pos2, Color32)> {
            points.iter().zip(&along).map(|(at, normal)| (*at + *normal * by, color)).collect()
        };
        let rings = [
            ring(-half - soft, clear),
            ring(-(half - soft).max(0.0), color),
            ring((half - soft).max(0.0), color),
            ring(half + soft, clear),
        ];
        self.rings(&rings, closed);
    }

    /// A straight line with round ends.
    pub fn cord(&mut self, from: Pos2, to: Pos2, (width, color): (f32, Color32)) {
        self.line(&[from, to], false, (width, color));
        if width > 3.0 {
            self.disc(from, width / 2.0, color);
            self.disc(to, width / 2.0, color);
        }
    }

    /// A dashed line: so much drawn, so much left out.
    pub fn dashed(
        &mut self,
        points: &[Pos2],
        closed: bool,
        dash: (f32, f32),
        (width, color): (f32, Color32),
    ) {
        for part in dashes(points, closed, dash) {
            self.line(&part, false, (width, color));
        }
    }

    /// A disc.
    pub fn disc(&mut self, center: Pos2, radius: f32, color: Color32) {
        self.flat(&circle(center, radius), color);
    }

    /// A circle.
    pub fn ring(&mut self, center: Pos2, radius: f32, stroke: (f32, Color32)) {
        self.line(&circle(center, radius), true, stroke);
    }

    /// A disc with a line around it.
    pub fn token(&mut self, center: Pos2, radius: f32, color: Color32, edge: (f32, Color32)) {
        self.disc(center, radius + edge.0 / 2.0, edge.1);
        self.disc(center, radius - edge.0 / 2.0, color);
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, rect: Rect, radius: f32, color: Color32) {
        self.flat(&rounded_rect(rect, radius), color);
    }

    /// Lays a grain over an outline; `scale` is how many points a texel of it is wide and high.
    pub fn grain(&mut self, outline: &[Pos2], scale: Vec2, color: Color32) {
        let center = middle(outline);
        let at = |point: Pos2| {
            let uv = point.to_vec2() / scale / super::show::TEXELS;
            (self.place(point), self.tint(color), uv.to_pos2())
        };
        let all: Vec<_> = std::iter::once(center).chain(outline.iter().copied()).map(at).collect();
        let n = outline.len() as u32;
        let triangles = (0..n).map(|i| [0, i + 1, (i + 1) % n + 1]).collect();
        self.close();
        self.items.push(Item::Fill(Fill {
            points: all.iter().map(|(at, color, _)| (*at, *color)).collect(),
            grain: all.iter().map(|(.., uv)| *uv).collect(),
            triangles,
        }));
    }

    /// Letters.
    pub fn text(&mut self, text: Text) {
        let angle = text.angle + self.turn.map_or(0.0, |(_, angle)| angle);
        let (at, color) = (self.place(text.at), self.tint(text.color));
        if !text.text.is_empty() {
            self.close();
            self.items.push(Item::Text(Text { at, color, angle, ..text }));
        }
    }

    /// A word or number about a middle.
    pub fn word(&mut self, at: Pos2, text: impl Into<String>, how: (Letters, f32, Color32)) {
        let (letters, size, color) = how;
        let (text, anchor, room) = (text.into(), Anchor::Middle, f32::INFINITY);
        self.text(Text { at, anchor, text, letters, size, color, angle: 0.0, room });
    }

    /// A name on a line, centered, in at most so much room; on two about it where one would be
    /// much smaller.
    pub fn name(&mut self, at: Pos2, text: &str, how: (Letters, f32, Color32), room: f32) {
        let (letters, size, color) = how;
        let (first, second) = titles::lines(text, SHRUNK * room / size);
        let mut line = |text: &str, (at, size): (Pos2, f32)| {
            let (text, anchor) = (text.to_owned(), Anchor::Baseline);
            self.text(Text { at, anchor, text, letters, size, color, angle: 0.0, room });
        };
        let Some(second) = second else { return line(first, (at, size)) };
        let widest = titles::width(first).max(titles::width(second));
        let size = size.min(room / widest);
        line(first, (at - vec2(0.0, 0.48 * size), size));
        line(second, (at + vec2(0.0, 0.42 * size), size));
    }

    /// A sign about a middle.
    pub fn icon(&mut self, at: Pos2, icon: char, size: f32, color: Color32) {
        self.word(at, icon, (Letters::Icon, size, color));
    }

    /// Adds a drawing made before.
    pub fn add(&mut self, drawing: Drawing) {
        self.close();
        self.items.extend(drawing);
    }
}

/// A color that has lost a part of what is not gray in it.
fn grayed(color: Color32, part: f32) -> Color32 {
    let [r, g, b, a] = color.to_array();
    let light = 0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b);
    let gray = light.round() as u8;
    color.lerp_to_gamma(Color32::from_rgba_premultiplied(gray, gray, gray, a), part)
}

/// The direction across a line at each of its points.
fn across(points: &[Pos2], closed: bool) -> Vec<Vec2> {
    if closed {
        return super::outline::normals(points);
    }
    let way = |from: usize| {
        let (a, b) = (points.get(from), points.get(from + 1));
        let way = a.zip(b).map_or(Vec2::ZERO, |(a, b)| (*b - *a).normalized());
        vec2(way.y, -way.x)
    };
    let last = points.len() - 1;
    let at = |i: usize| match i {
        0 => way(0),
        i if i == last => way(i - 1),
        i => {
            let sum = way(i - 1) + way(i);
            let length = sum.length_sq();
            if length < 0.1 { way(i) } else { sum * (2.0 / length).min(1.6) }
        }
    };
    (0..points.len()).map(at).collect()
}
