//! Colors and sizes: one dark theme with good contrast.

use egui::{Color32, CornerRadius, FontId, Stroke, TextStyle, Visuals};

/// Behind everything.
pub const BACKGROUND: Color32 = Color32::from_rgb(0x14, 0x17, 0x1d);
/// Panels at the sides.
pub const PANEL: Color32 = Color32::from_rgb(0x1b, 0x1f, 0x27);
/// Boxes inside panels.
pub const CARD: Color32 = Color32::from_rgb(0x24, 0x29, 0x33);
/// An empty cell.
pub const CELL: Color32 = Color32::from_rgb(0x2a, 0x30, 0x3b);
/// The border of a cell.
pub const CELL_EDGE: Color32 = Color32::from_rgb(0x45, 0x4e, 0x5e);
/// What can be chosen now.
pub const LIT: Color32 = Color32::from_rgb(0xff, 0xd1, 0x66);
/// What is chosen or under the cursor.
pub const CURSOR: Color32 = Color32::from_rgb(0xff, 0xff, 0xff);
/// Ordinary text.
pub const TEXT: Color32 = Color32::from_rgb(0xe8, 0xea, 0xee);
/// Text of lesser weight.
pub const WEAK: Color32 = Color32::from_rgb(0xa3, 0xac, 0xba);
/// Better than printed.
pub const BETTER: Color32 = Color32::from_rgb(0x7d, 0xe0, 0x8a);
/// Worse than printed.
pub const WORSE: Color32 = Color32::from_rgb(0xff, 0x8a, 0x7a);
/// Errors and wounds.
pub const BAD: Color32 = Color32::from_rgb(0xff, 0x6b, 0x5e);
/// Warnings.
pub const WARN: Color32 = Color32::from_rgb(0xff, 0xb8, 0x4d);
/// The face of a tile.
pub const FACE: Color32 = Color32::from_rgb(0x1a, 0x1d, 0x24);
/// Symbols on a tile.
pub const INK: Color32 = Color32::from_rgb(0xf2, 0xf0, 0xe6);
/// Armor and other numbers of a side.
pub const SHIELD: Color32 = Color32::from_rgb(0x9f, 0xb8, 0xd6);
/// Links to other pieces.
pub const LINK: Color32 = Color32::from_rgb(0x86, 0xe3, 0xce);
/// Sides that cast a status.
pub const SNARE: Color32 = Color32::from_rgb(0xd8, 0x9c, 0xf0);
/// Lines of fire.
pub const FIRE: Color32 = Color32::from_rgb(0xff, 0x9f, 0x5a);

const SEATS: [Color32; 6] = [
    Color32::from_rgb(0x5a, 0xa9, 0xff),
    Color32::from_rgb(0xff, 0x7f, 0x50),
    Color32::from_rgb(0x8f, 0xd1, 0x4f),
    Color32::from_rgb(0xc9, 0x8b, 0xff),
    Color32::from_rgb(0xf2, 0xd0, 0x4b),
    Color32::from_rgb(0x4f, 0xd6, 0xc9),
];

/// The color of a seat whose looks say nothing; gray for nobody.
pub fn seat_color(seat: usize) -> Color32 {
    SEATS.get(seat).copied().unwrap_or(Color32::from_rgb(0x9a, 0xa0, 0xab))
}

/// A color between two, `part` of the way from the first to the second.
pub fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part.clamp(0.0, 1.0))
}

/// Black or white, whichever reads better on a color.
pub fn ink_on(fill: Color32) -> Color32 {
    let light =
        0.299 * f32::from(fill.r()) + 0.587 * f32::from(fill.g()) + 0.114 * f32::from(fill.b());
    if light > 140.0 { Color32::from_rgb(0x10, 0x12, 0x16) } else { INK }
}

/// Sets colors, fonts and spacing once.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(|style| {
        style.visuals = visuals();
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.interaction.tooltip_delay = 0.25;
        style.interaction.selectable_labels = false;
        for (kind, size) in [
            (TextStyle::Small, 11.5),
            (TextStyle::Body, 13.5),
            (TextStyle::Button, 13.5),
            (TextStyle::Heading, 17.0),
        ] {
            style.text_styles.insert(kind, FontId::proportional(size));
        }
        style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.5));
    });
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.extreme_bg_color = BACKGROUND;
    visuals.faint_bg_color = CARD;
    visuals.override_text_color = Some(TEXT);
    visuals.weak_text_color = Some(WEAK);
    visuals.warn_fg_color = WARN;
    visuals.error_fg_color = BAD;
    visuals.window_stroke = Stroke::new(1.0, CELL_EDGE);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.selection.bg_fill = Color32::from_rgb(0x2f, 0x5d, 0x8f);
    visuals.selection.stroke = Stroke::new(1.5, LIT);
    visuals.widgets.noninteractive.bg_stroke =
        Stroke::new(1.0, Color32::from_rgb(0x33, 0x3a, 0x46));
    visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(0x32, 0x39, 0x46);
    visuals.widgets.inactive.bg_fill = Color32::from_rgb(0x32, 0x39, 0x46);
    visuals.widgets.hovered.weak_bg_fill = Color32::from_rgb(0x41, 0x4b, 0x5c);
    visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, LIT);
    visuals.widgets.active.bg_stroke = Stroke::new(1.5, LIT);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance after WCAG 2.
    fn luminance(color: Color32) -> f64 {
        let part = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(color.r()) + 0.7152 * part(color.g()) + 0.0722 * part(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_reads_well_on_every_ground() {
        for ground in [BACKGROUND, PANEL, CARD, FACE] {
            for text in [TEXT, WEAK, BETTER, WORSE, BAD, WARN] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}");
            }
        }
        for seat in 0..6 {
            assert!(contrast(seat_color(seat), BACKGROUND) >= 4.5, "{seat}");
            assert!(contrast(ink_on(seat_color(seat)), seat_color(seat)) >= 4.5, "{seat}");
        }
    }
}
