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
        let (low, high) = triangle.bounds();
        let columns = clip.left.max(low.0)..clip.right.min(high.0 + 1);
        for y in clip.top.max(low.1)..clip.bottom.min(high.1 + 1) {
            let inside = columns.clone().filter_map(|x| Some((x, triangle.weights(x, y)?)));
            for (x, weights) in inside {
                let at = y as usize * self.width + x as usize;
                self.pixels[at] = over(triangle.color(weights, texture), self.pixels[at]);
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

    /// How much each corner counts at the center of a pixel; `None` outside. A center on an edge
    /// belongs to one of the two triangles that share it.
    fn weights(&self, x: i64, y: i64) -> Option<[f32; 3]> {
        let (grid, half) = (GRID as i64, GRID as i64 / 2);
        let center = (x * grid + half, y * grid + half);
        let mut weights = [0.0; 3];
        for (at, weight) in weights.iter_mut().enumerate() {
            let (from, to) = (self.places[(at + 1) % 3], self.places[(at + 2) % 3]);
            let side = cross(from, to, center);
            let is_ours = to.1 < from.1 || (to.1 == from.1 && to.0 > from.0);
            if side < 0 || (side == 0 && !is_ours) {
                return None;
            }
            *weight = side as f32 / self.area as f32;
        }
        Some(weights)
    }

    /// Its color where the corners count so much, with premultiplied alpha from 0 to 255.
    fn color(&self, weights: [f32; 3], texture: &ColorImage) -> [f32; 4] {
        let (mut color, mut u, mut v) = ([0.0; 4], 0.0, 0.0);
        for (corner, weight) in self.corners.iter().zip(weights) {
            (u, v) = (u + corner.uv.x * weight, v + corner.uv.y * weight);
            for (sum, part) in color.iter_mut().zip(corner.color.to_array()) {
                *sum += f32::from(part) * weight;
            }
        }
        let texel = sample(texture, u, v);
        [0, 1, 2, 3].map(|at| color[at] * texel[at] / 255.0)
    }
}

/// Twice the area of a triangle; positive if its corners lie clockwise on the screen.
fn cross(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// A texture between its texels.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    // A grain is repeated; places in the letters lie within.
    let within = |part: f32| if (0.0..=1.0).contains(&part) { part } else { part.rem_euclid(1.0) };
    let (x, y) = (within(u) * width as f32 - 0.5, within(v) * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let texel = |right: f32, down: f32| {
        let column = (left + right).clamp(0.0, width as f32 - 1.0) as usize;
        let row = (top + down).clamp(0.0, height as f32 - 1.0) as usize;
        texture.pixels[row * width + column].to_array().map(f32::from)
    };
    let (right, down) = (x - left, y - top);
    let corners = [texel(0.0, 0.0), texel(1.0, 0.0), texel(0.0, 1.0), texel(1.0, 1.0)];
    let shares =
        [(1.0 - right) * (1.0 - down), right * (1.0 - down), (1.0 - right) * down, right * down];
    [0, 1, 2, 3]
        .map(|at| corners.iter().zip(shares).map(|(corner, share)| corner[at] * share).sum())
}

/// A color with premultiplied alpha laid over an opaque one.
fn over(color: [f32; 4], under: Color32) -> Color32 {
    let rest = 1.0 - color[3] / 255.0;
    let under = under.to_array().map(f32::from);
    let [r, g, b] = [0, 1, 2].map(|at| (color[at] + under[at] * rest).round() as u8);
    Color32::from_rgb(r, g, b)
}
