//! Moving pictures: the frames of one PNG file, of which each holds only what has changed.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use crate::renderer::Picture;

/// Frames, each with how long it stays in milliseconds.
#[derive(Default)]
pub struct Film {
    frames: Vec<(Picture, u16)>,
}

/// A part of a picture: left, top, width and height.
type Part = [usize; 4];

impl Film {
    /// Adds a frame; one like the last only lets that stay longer.
    pub fn take(&mut self, picture: Picture, millis: u16) {
        match self.frames.last_mut() {
            Some((last, stays)) if last.pixels == picture.pixels => *stays += millis,
            Some(_) | None => self.frames.push((picture, millis)),
        }
    }

    /// How many frames differ from the one before.
    pub fn n_frames(&self) -> usize {
        self.frames.len()
    }

    /// Writes the film as an animated PNG that begins anew when it is over.
    pub fn save(&self, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let Some((first, _)) = self.frames.first() else { return Ok(()) };
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, first.width as u32, first.height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(self.frames.len() as u32, 0)?;
        let mut writer = encoder.write_header()?;
        let mut before: Option<&Picture> = None;
        for (picture, millis) in &self.frames {
            let whole = [0, 0, picture.width, picture.height];
            let part = before.map_or(whole, |before| changed(before, picture));
            let [left, top, width, height] = part.map(|length| length as u32);
            writer.reset_frame_position()?;
            writer.set_frame_dimension(width, height)?;
            writer.set_frame_position(left, top)?;
            writer.set_frame_delay(*millis, 1000)?;
            // What has not changed is left out, as if it were glass.
            writer.set_blend_op(png::BlendOp::Over)?;
            writer.write_image_data(&bytes(before, picture, part))?;
            before = Some(picture);
        }
        Ok(writer.finish()?)
    }
}

/// The smallest part that holds everything in which two pictures of one size differ.
fn changed(before: &Picture, after: &Picture) -> Part {
    let width = after.width;
    let differs: Vec<usize> =
        (0..after.pixels.len()).filter(|at| before.pixels[*at] != after.pixels[*at]).collect();
    let (Some(first), Some(last)) = (differs.first(), differs.last()) else { return [0, 0, 1, 1] };
    let left = differs.iter().map(|at| at % width).min().unwrap_or(0);
    let right = differs.iter().map(|at| at % width).max().unwrap_or(0);
    [left, first / width, right - left + 1, last / width - first / width + 1]
}

fn bytes(before: Option<&Picture>, picture: &Picture, [left, top, width, height]: Part) -> Vec<u8> {
    let pixel = |at: usize| {
        let now = picture.pixels[at];
        let stays = before.is_some_and(|before| before.pixels[at] == now);
        if stays { [0; 4] } else { [now.r(), now.g(), now.b(), 255] }
    };
    let row = |y: usize| {
        let start = y * picture.width + left;
        (start..start + width).flat_map(pixel)
    };
    (top..top + height).flat_map(row).collect()
}
