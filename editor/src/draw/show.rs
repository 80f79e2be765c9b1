//! Handing a drawing to a window, and keeping what has not changed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use egui::epaint::{TextShape, Vertex, WHITE_UV};
use egui::{
    Align2, Color32, ColorImage, Context, FontFamily, FontId, Id, Mesh, Painter, Shape,
    TextureHandle, TextureId, TextureOptions,
};

use super::pen::{Anchor, Drawing, Fill, Item, Letters, Pen, Text};
use crate::theme;

/// How many texels the grain is wide and high.
pub(super) const TEXELS: f32 = 256.0;
/// What was not shown for so many frames is forgotten.
const PATIENCE: u64 = 120;

/// A part of a drawing in the form a window takes.
#[derive(Debug)]
enum Ready {
    Mesh(Arc<Mesh>),
    Text(Text),
}

#[derive(Default)]
struct Kept {
    drawings: HashMap<u64, (Arc<Vec<Ready>>, u64)>,
    frame: u64,
}

/// Shows a drawing; it is made anew only when what it depends on changes.
pub fn kept(painter: &Painter, on: impl Hash, make: impl FnOnce(&mut Pen)) {
    let ctx = painter.ctx();
    let pixels = ctx.pixels_per_point();
    let mut hasher = DefaultHasher::new();
    (on, pixels.to_bits(), theme::now().dark).hash(&mut hasher);
    let key = hasher.finish();
    let grain = grain(ctx);
    let store = ctx.data_mut(|data| {
        let fresh = Arc::<Mutex<Kept>>::default;
        data.get_temp_mut_or_insert_with(Id::unique("kept drawings"), fresh).clone()
    });
    let frame = ctx.cumulative_pass_nr();
    let found = store.lock().ok().and_then(|mut kept| {
        if kept.frame + PATIENCE < frame {
            kept.frame = frame;
            kept.drawings.retain(|_, (_, seen)| *seen + PATIENCE > frame);
        }
        let (ready, seen) = kept.drawings.get_mut(&key)?;
        *seen = frame;
        Some(ready.clone())
    });
    let ready = found.unwrap_or_else(|| {
        let mut pen = Pen::new(pixels);
        make(&mut pen);
        let ready = Arc::new(ready(pen.done(), grain.id()));
        if let Ok(mut kept) = store.lock() {
            kept.drawings.insert(key, (ready.clone(), frame));
        }
        ready
    });
    ready.iter().for_each(|item| show_item(painter, item));
}

/// Shows a drawing that changes all the time.
pub fn show(painter: &Painter, drawing: Drawing) {
    let grain = grain(painter.ctx());
    ready(drawing, grain.id()).iter().for_each(|item| show_item(painter, item));
}

fn ready(drawing: Drawing, grain: TextureId) -> Vec<Ready> {
    let item = |item| match item {
        Item::Fill(fill) => Ready::Mesh(Arc::new(mesh(&fill, grain))),
        Item::Text(text) => Ready::Text(text),
    };
    drawing.into_iter().map(item).collect()
}

fn mesh(fill: &Fill, grain: TextureId) -> Mesh {
    let texture_id = if fill.grain.is_empty() { TextureId::default() } else { grain };
    let places = fill.grain.iter().copied().chain(std::iter::repeat(WHITE_UV));
    let vertices = fill.points.iter().zip(places);
    let vertices = vertices.map(|((pos, color), uv)| Vertex { pos: *pos, uv, color: *color });
    Mesh {
        vertices: vertices.collect(),
        indices: fill.triangles.iter().flatten().copied().collect(),
        texture_id,
    }
}

fn show_item(painter: &Painter, item: &Ready) {
    match item {
        Ready::Mesh(mesh) => {
            painter.add(Shape::Mesh(mesh.clone()));
        }
        Ready::Text(text) => show_text(painter, text),
    }
}

/// The font of letters of a size.
pub fn font(letters: Letters, size: f32) -> FontId {
    let family = match letters {
        Letters::Plain => FontFamily::Proportional,
        Letters::Bold => theme::family(theme::BOLD),
        Letters::Heading => theme::family(theme::HEADING),
        Letters::Serif => theme::family(theme::SERIF),
        Letters::Icon => theme::family(theme::ICONS),
        Letters::IconBold => theme::family(theme::ICONS_BOLD),
    };
    FontId::new(size, family)
}

fn show_text(painter: &Painter, text: &Text) {
    let lay =
        |size: f32| painter.layout_no_wrap(text.text.clone(), font(text.letters, size), text.color);
    let mut galley = lay(text.size);
    if galley.size().x > text.room {
        galley = lay((text.size * text.room / galley.size().x).max(5.0));
    }
    let inked = galley.mesh_bounds;
    let whole = galley.rect;
    let baseline = galley
        .rows
        .first()
        .and_then(|row| row.glyphs.first())
        .map_or_else(|| whole.bottom(), |glyph| glyph.pos.y);
    let offset = match text.anchor {
        Anchor::Middle if inked.is_finite() && inked.is_positive() => inked.center().to_vec2(),
        Anchor::Middle => whole.center().to_vec2(),
        Anchor::Baseline => egui::vec2(whole.center().x, baseline),
        Anchor::Left => egui::vec2(whole.left(), baseline),
    };
    let turned = egui::emath::Rot2::from_angle(text.angle) * offset;
    let shape = TextShape::new(text.at - turned, galley, text.color);
    painter.add(Shape::Text(TextShape { angle: text.angle, ..shape }));
}

/// The grain of wood: long streaks, made once.
fn grain(ctx: &Context) -> TextureHandle {
    let id = Id::unique("grain");
    if let Some(handle) = ctx.data(|data| data.get_temp::<TextureHandle>(id)) {
        return handle;
    }
    let size = TEXELS as usize;
    let alpha = |x: usize, y: usize| {
        let coarse = noise(x as u32 / 2, y as u32 / 2, 1);
        let fine = noise(x as u32, y as u32, 2);
        let n = coarse * 0.5 + fine * 0.5;
        ((n - 0.42).max(0.0) * 2.2).min(1.0)
    };
    let pixel = |at: usize| Color32::from_white_alpha((alpha(at % size, at / size) * 255.0) as u8);
    let image = ColorImage::new([size, size], (0..size * size).map(pixel).collect());
    let options =
        TextureOptions { wrap_mode: egui::TextureWrapMode::Repeat, ..TextureOptions::LINEAR };
    let handle = ctx.load_texture("grain", image, options);
    ctx.data_mut(|data| data.insert_temp(id, handle.clone()));
    handle
}

/// A number from 0 to 1 that looks random, the same everywhere.
fn noise(x: u32, y: u32, salt: u32) -> f32 {
    let mut n = x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263) ^ salt.wrapping_mul(97);
    n = (n ^ (n >> 13)).wrapping_mul(1_274_126_177);
    f32::from(((n ^ (n >> 16)) & 0xffff) as u16) / 65535.0
}

/// The width of a line of letters, in points.
pub fn width_of(painter: &Painter, text: &str, letters: Letters, size: f32) -> f32 {
    painter.layout_no_wrap(text.to_owned(), font(letters, size), Color32::WHITE).size().x
}

/// A sign in a line of text of the interface.
pub fn icon_ui(painter: &Painter, at: egui::Pos2, icon: char, size: f32, color: Color32) {
    let galley = painter.layout_no_wrap(icon.to_string(), font(Letters::Icon, size), color);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, pos2, vec2};

    use super::*;
    use crate::draw::{Item, Paint, outline};

    /// How often a drawing is made that is asked for with these keys one after the other.
    fn n_made(keys: &[u32]) -> usize {
        let mut n = 0;
        egui::__run_test_ui(|ui| {
            let mut draw = |pen: &mut Pen| {
                n += 1;
                pen.disc(Pos2::ZERO, 5.0, Color32::WHITE);
            };
            keys.iter().for_each(|key| kept(ui.painter(), ("test", key), &mut draw));
        });
        n
    }

    #[test]
    fn what_has_not_changed_is_not_drawn_anew() {
        assert_eq!((n_made(&[1, 1, 1]), n_made(&[4, 5, 4, 5])), (1, 2));
    }

    #[test]
    fn a_drawing_is_triangles_below_letters_in_the_order_of_the_pen() {
        let mut pen = Pen::new(2.0);
        pen.disc(Pos2::ZERO, 5.0, Color32::WHITE);
        pen.rect(egui::Rect::from_min_size(Pos2::ZERO, vec2(9.0, 4.0)), 1.0, Color32::RED);
        pen.word(pos2(3.0, 3.0), "7", (Letters::Bold, 12.0, Color32::BLACK));
        pen.grain(&outline::circle(Pos2::ZERO, 4.0), vec2(1.0, 9.0), Color32::BLACK);
        pen.shape(&outline::circle(Pos2::ZERO, 4.0), Paint::Flat(Color32::BLUE));
        let kinds: Vec<&str> = pen
            .done()
            .iter()
            .map(|item| match item {
                Item::Fill(fill) if fill.grain.is_empty() => "triangles",
                Item::Fill(_) => "grain",
                Item::Text(_) => "letters",
            })
            .collect();
        assert_eq!(kinds, ["triangles", "letters", "grain", "triangles"]);
    }

    /// Triangles end within half a pixel of the outline, and no corner lies outside of the list.
    #[test]
    fn shapes_end_at_their_outlines() {
        let mut pen = Pen::new(1.0);
        pen.flat(&outline::circle(pos2(50.0, 50.0), 20.0), Color32::WHITE);
        let drawing = pen.done();
        let Some(Item::Fill(fill)) = drawing.first() else { panic!("there are triangles") };
        let far = fill.points.iter().map(|(at, _)| at.distance(pos2(50.0, 50.0)));
        assert!((far.fold(0.0, f32::max) - 20.5).abs() < 0.1);
        let n = fill.points.len() as u32;
        assert!(fill.triangles.iter().flatten().all(|at| *at < n));
    }

    #[test]
    fn the_law_of_titles_knows_the_letters_of_headings() {
        let ctx = Context::default();
        theme::apply(&ctx, theme::Wish::Dark);
        let mut widest = 0.0_f32;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            for letter in (' '..='~').map(String::from) {
                let font = font(Letters::Heading, 100.0);
                let galley = ui.painter().layout_no_wrap(letter.clone(), font, Color32::WHITE);
                let drawn = galley.size().x / 100.0;
                widest = widest.max((drawn - harena_script::titles::width(&letter)).abs());
            }
        });
        output.textures_delta.clear();
        assert!(widest < 0.02, "{widest}");
    }

    #[test]
    fn a_long_name_stands_on_two_lines_of_one_size() {
        let lines = |name: &str| -> Vec<(String, f32, f32)> {
            let mut pen = Pen::new(1.0);
            pen.name(pos2(0.0, 50.0), name, (Letters::Heading, 10.0, Color32::BLACK), 70.0);
            let texts = pen.done().into_iter().filter_map(|item| match item {
                Item::Text(text) => Some((text.text, text.at.y, text.size)),
                Item::Fill(_) => None,
            });
            texts.collect()
        };
        assert_eq!(lines("Pikeman"), [("Pikeman".to_owned(), 50.0, 10.0)]);
        let two = lines("Rune of Greater Acceleration");
        let [(first, above, size), (second, below, same)] = two.as_slice() else {
            panic!("{two:?}")
        };
        assert_eq!((first.as_str(), second.as_str()), ("Rune of Greater", "Acceleration"));
        assert!(size == same && *above < 50.0 && *below > 50.0, "{two:?}");
        assert!((9.0..=10.0).contains(size), "{two:?}");
        assert_eq!(lines("Unbreakableandendlessone").len(), 1);
    }
}
