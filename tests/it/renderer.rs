//! Pictures of the window without a graphics card: triangles filled in plain Rust.
//!
//! Give a [`Canvas`] to the harness that drives the window, and ask it for a [`Picture`] whenever
//! one is wanted.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::rc::Rc;

use egui::epaint::{ImageDelta, Primitive, Vertex};
use egui::{Color32, ColorImage, ImageData, Mesh, Pos2, Rect, TextureId, TexturesDelta};
use egui_kittest::{Harness, TestRenderer};

/// Collects the textures of a window. Copies share them: one goes to the harness, one is kept.
#[derive(Clone, Default)]
pub struct Canvas {
    textures: Rc<RefCell<HashMap<TextureId, ColorImage>>>,
}

impl TestRenderer for Canvas {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.textures.borrow_mut();
        for (id, deltas) in delta.set.drain() {
            deltas.iter().for_each(|delta| update(textures.entry(id).or_default(), delta));
        }
        for id in delta.free.drain() {
            textures.remove(&id);
        }
    }
}

fn update(texture: &mut ColorImage, delta: &ImageDelta) {
    let ImageData::Color(image) = &delta.image;
    let Some([left, top]) = delta.pos else { return *texture = (**image).clone() };
    let [width, height] = image.size;
    for row in 0..height {
        let to = (top + row) * texture.size[0] + left;
        let from = row * width;
        texture.pixels[to..to + width].copy_from_slice(&image.pixels[from..from + width]);
    }
}

impl Canvas {
    /// What the window shows after its last frame.
    pub fn picture<State>(&self, harness: &Harness<'_, State>) -> Picture {
        let (output, textures) = (harness.output(), self.textures.borrow());
        let scale = output.pixels_per_point;
        let size = harness.ctx.content_rect().size() * scale;
        let mut picture = Picture::blank(size.x.round() as usize, size.y.round() as usize);
        for primitive in harness.ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &primitive.primitive else { continue };
            let Some(texture) = textures.get(&mesh.texture_id) else { continue };
            picture.fill(mesh, texture, primitive.clip_rect, scale);
        }
        picture
    }
}

/// A picture of opaque pixels.
pub struct Picture {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// All pixels, row by row from the top.
    pub pixels: Vec<Color32>,
}

/// Corners lie on a grid this fine, so that triangles that share an edge neither overlap nor
/// leave a gap.
const GRID: f32 = 256.0;

impl Picture {
    /// A black picture.
    pub fn blank(width: usize, height: usize) -> Picture {
        Picture { width, height, pixels: vec![Color32::BLACK; width * height] }
    }

    /// The middle of the picture, so wide and high at most.
    pub fn middle(&self, width: usize, height: usize) -> Picture {
        let (left, top) =
            (self.width.saturating_sub(width) / 2, self.height.saturating_sub(height) / 2);
        self.part((left, top), (width, height))
    }

    /// A part of the picture: where it begins, and how wide and high it is at most.
    pub fn part(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> Picture {
        let (left, top) = (left.min(self.width), top.min(self.height));
        let (width, height) = (width.min(self.width - left), height.min(self.height - top));
        let row = |y: usize| {
            let start = (y + top) * self.width + left;
            self.pixels[start..start + width].iter().copied()
        };
        Picture { width, height, pixels: (0..height).flat_map(row).collect() }
    }

    /// The picture half as wide and high, in few enough colors for a small file.
    pub fn halved(&self) -> Picture {
        let (width, height) = (self.width / 2, self.height / 2);
        let mean = |x: usize, y: usize| {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| self.at(2 * x + i, 2 * y + j));
            let sum = |of: fn(&Color32) -> u8| four.iter().map(|it| u32::from(of(it))).sum::<u32>();
            let level = |sum: u32| ((sum / 4 + 3) / 6 * 6).min(255) as u8;
            Color32::from_rgb(
                level(sum(Color32::r)),
                level(sum(Color32::g)),
                level(sum(Color32::b)),
            )
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| mean(x, y))).collect();
        Picture { width, height, pixels }
    }

    /// The pixel in a column and a row.
    pub fn at(&self, x: usize, y: usize) -> Color32 {
        self.pixels[y * self.width + x]
    }

    /// How many different colors there are.
    pub fn n_colors(&self) -> usize {
        let mut colors: Vec<_> = self.pixels.iter().map(Color32::to_array).collect();
        colors.sort_unstable();
        colors.dedup();
        colors.len()
    }

    /// Writes the picture as a PNG file; the folder is made if it is not there.
    pub fn save(&self, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|it| [it.r(), it.g(), it.b()]).collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        Ok(writer.finish()?)
    }

    /// Fills the triangles of a mesh within a clip rectangle.
    fn fill(&mut self, mesh: &Mesh, texture: &ColorImage, clip: Rect, scale: f32) {
        let limit = |value: f32, max: usize| (value * scale).round().clamp(0.0, max as f32) as i64;
        let clip = Clip {
            left: limit(clip.left(), self.width),
            right: limit(clip.right(), self.width),
            top: limit(clip.top(), self.height),
            bottom: limit(clip.bottom(), self.height),
        };
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |at: usize| &mesh.vertices[corners[at] as usize];
            if let Some(triangle) = Triangle::of([corner(0), corner(1), corner(2)], scale) {
                self.fill_triangle(&triangle, texture, &clip);
            }
        }
    }

    fn fill_triangle(&mut self, triangle: &Triangle, texture: &ColorImage, clip: &Clip) {
        let ((low_x, low_y), (high_x, high_y)) = triangle.bounds();
        let (left, right) = (clip.left.max(low_x), clip.right.min(high_x + 1));
        let paint = Paint::of(triangle, texture);
        for y in clip.top.max(low_y)..clip.bottom.min(high_y + 1) {
            let row = Row { left, y, n: right - left };
            let (from, to) = triangle.covers(&row);
            if from < to {
                let start = y as usize * self.width + left as usize;
                let pixels = &mut self.pixels[start + from as usize..start + to as usize];
                paint.lay(pixels, triangle.ramp((left + from, y)), texture);
            }
        }
    }
}

/// The pixels that may be painted, the last ones excluded.
struct Clip {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
}

/// A triangle on the grid, its corners clockwise on the screen.
struct Triangle<'a> {
    corners: [&'a Vertex; 3],
    places: [(i64, i64); 3],
    area: i64,
}

impl Triangle<'_> {
    /// The triangle of three corners; `None` if it has no area.
    fn of(mut corners: [&Vertex; 3], scale: f32) -> Option<Triangle<'_>> {
        let place = |at: Pos2| {
            let on_grid = |value: f32| (value * scale * GRID).round() as i64;
            (on_grid(at.x), on_grid(at.y))
        };
        let mut places = corners.map(|corner| place(corner.pos));
        let mut area = cross(places[0], places[1], places[2]);
        if area < 0 {
            places.swap(1, 2);
            corners.swap(1, 2);
            area = -area;
        }
        (area > 0).then_some(Triangle { corners, places, area })
    }

    /// The first and the last pixel it may touch.
    fn bounds(&self) -> ((i64, i64), (i64, i64)) {
        let grid = GRID as i64;
        let (x, y) = (self.places.map(|it| it.0), self.places.map(|it| it.1));
        let low = |all: [i64; 3]| all.into_iter().fold(i64::MAX, i64::min).div_euclid(grid);
        let high = |all: [i64; 3]| all.into_iter().fold(i64::MIN, i64::max).div_euclid(grid);
        ((low(x), low(y)), (high(x), high(y)))
    }

    /// Twice the area between the center of a pixel and each side, the first across from the first
    /// corner: positive inside. Second, by how much it grows with each pixel to the right.
    fn sides(&self, (x, y): (i64, i64)) -> [(i64, i64); 3] {
        let (grid, half) = (GRID as i64, GRID as i64 / 2);
        let center = (x * grid + half, y * grid + half);
        [(1, 2), (2, 0), (0, 1)].map(|(from, to)| {
            let (from, to) = (self.places[from], self.places[to]);
            (cross(from, to, center), (from.1 - to.1) * grid)
        })
    }

    /// The first pixel of a row whose center it covers, and the first after it that it does not.
    /// A center on an edge belongs to one of the two triangles that share it.
    fn covers(&self, row: &Row) -> (i64, i64) {
        let (mut first, mut end) = (0, row.n);
        for (at, (side, step)) in self.sides((row.left, row.y)).into_iter().enumerate() {
            let (from, to) = (self.places[(at + 1) % 3], self.places[(at + 2) % 3]);
            let is_ours = to.1 < from.1 || (to.1 == from.1 && to.0 > from.0);
            // What the side has to spare at the first pixel.
            let spare = side - i64::from(!is_ours);
            match step {
                0 if spare < 0 => return (0, 0),
                0 => {}
                1.. => {
                    first = first
                        .max((-spare).div_euclid(step) + i64::from((-spare).rem_euclid(step) > 0))
                }
                _ => end = end.min(spare.div_euclid(-step) + 1),
            }
        }
        (first, end)
    }

    /// What it looks like from the center of a pixel on.
    fn ramp(&self, pixel: (i64, i64)) -> Ramp {
        let (mut at, mut step) = ([0.0; 6], [0.0; 6]);
        for (corner, (side, by)) in self.corners.iter().zip(self.sides(pixel)) {
            let (weight, by) = (side as f32 / self.area as f32, by as f32 / self.area as f32);
            for (number, value) in traits(corner).into_iter().enumerate() {
                at[number] += value * weight;
                step[number] += value * by;
            }
        }
        Ramp { at, step }
    }
}

/// Pixels of one row that a triangle may touch: the first, and how many.
struct Row {
    left: i64,
    y: i64,
    n: i64,
}

/// The color of a corner, with premultiplied alpha from 0 to 255, and its place in the texture.
fn traits(corner: &Vertex) -> [f32; 6] {
    let [r, g, b, a] = corner.color.to_array().map(f32::from);
    [r, g, b, a, corner.uv.x, corner.uv.y]
}

/// Color and place in the texture at a pixel, and by how much they change with each to the right.
struct Ramp {
    at: [f32; 6],
    step: [f32; 6],
}

/// What of a triangle is alike everywhere. Most of a window is of one color.
enum Paint {
    /// All of it.
    Plain([f32; 4]),
    /// The texel.
    Tinted([f32; 4]),
    /// Nothing.
    Textured,
}

impl Paint {
    fn of(triangle: &Triangle, texture: &ColorImage) -> Paint {
        let [first, others @ ..] = triangle.corners;
        if others.iter().any(|it| it.uv != first.uv) {
            return Paint::Textured;
        }
        let texel = sample(texture, first.uv.x, first.uv.y);
        if others.iter().any(|it| it.color != first.color) {
            return Paint::Tinted(texel);
        }
        let [r, g, b, a, ..] = traits(first);
        Paint::Plain(tinted([r, g, b, a], texel))
    }

    /// Lays it over pixels that lie side by side. Written without iterators, which the profile for
    /// tests leaves as calls: nothing here runs as often.
    fn lay(&self, pixels: &mut [Color32], ramp: Ramp, texture: &ColorImage) {
        let Ramp { mut at, step } = ramp;
        let mut x = 0;
        while x < pixels.len() {
            let color = match self {
                Paint::Plain(color) => *color,
                Paint::Tinted(texel) => tinted([at[0], at[1], at[2], at[3]], *texel),
                Paint::Textured => {
                    tinted([at[0], at[1], at[2], at[3]], sample(texture, at[4], at[5]))
                }
            };
            pixels[x] = over(color, pixels[x]);
            let mut number = 0;
            while number < 6 {
                at[number] += step[number];
                number += 1;
            }
            x += 1;
        }
    }
}

/// A color seen through a texel.
fn tinted(color: [f32; 4], texel: [f32; 4]) -> [f32; 4] {
    let part = |at: usize| color[at] * texel[at] / 255.0;
    [part(0), part(1), part(2), part(3)]
}

/// Twice the area of a triangle; positive if its corners lie clockwise on the screen.
fn cross(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// A texture between its texels.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, right) = between(u, width);
    let (y, down) = between(v, height);
    let texel = |column: usize, row: usize| texture.pixels[row * width + column].to_array();
    let corners = [texel(x[0], y[0]), texel(x[1], y[0]), texel(x[0], y[1]), texel(x[1], y[1])];
    let shares =
        [(1.0 - right) * (1.0 - down), right * (1.0 - down), (1.0 - right) * down, right * down];
    let mut sum = [0.0; 4];
    let mut at = 0;
    while at < 16 {
        sum[at % 4] += f32::from(corners[at / 4][at % 4]) * shares[at / 4];
        at += 1;
    }
    sum
}

/// The two texels of so many between which a place from 0 to 1 lies, and how far it is from the
/// first to the second.
fn between(part: f32, n: usize) -> ([usize; 2], f32) {
    // A grain is repeated; places in the letters lie within.
    let part = if (0.0..=1.0).contains(&part) { part } else { part.rem_euclid(1.0) };
    let place = part * n as f32 - 0.5;
    let (first, last) = (place.floor(), n as f32 - 1.0);
    let texel = |at: f32| at.max(0.0).min(last) as usize;
    ([texel(first), texel(first + 1.0)], place - first)
}

/// A color with premultiplied alpha laid over an opaque one.
fn over(color: [f32; 4], under: Color32) -> Color32 {
    let rest = 1.0 - color[3] / 255.0;
    let [r, g, b, _] = under.to_array();
    let part = |at: usize, under: u8| (color[at] + f32::from(under) * rest + 0.5) as u8;
    Color32::from_rgb(part(0, r), part(1, g), part(2, b))
}
