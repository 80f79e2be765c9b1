//! Colors, letters and sizes: a lamp over a table, by day and by night.
//!
//! What stands on the table has tokens that differ between the two themes; see [`now`]. Pieces and
//! cards look the same in both.

use std::cell::Cell;

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals};

mod fonts;
mod livery;

pub use fonts::{BOLD, HEADING, ICONS, ICONS_BOLD, SERIF, family};
pub use livery::{LIVERIES, Livery, apart, called, nearest};

const fn rgb(value: u32) -> Color32 {
    Color32::from_rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
}

/// The colors of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Whether the table is dark.
    pub dark: bool,
    /// The table at its edge.
    pub table0: Color32,
    /// The table in its middle.
    pub table1: Color32,
    /// Panels.
    pub panel: Color32,
    /// Buttons and chosen rows.
    pub panel2: Color32,
    /// Sunk fields.
    pub well: Color32,
    /// Hairlines.
    pub line: Color32,
    /// The upper bevel of the board.
    pub board0: Color32,
    /// The plate of the board.
    pub board1: Color32,
    /// The thickness of the board.
    pub edge: Color32,
    /// The floor of a cell.
    pub cell: Color32,
    /// Its lower lip.
    pub cell_hi: Color32,
    /// Its upper shadow.
    pub cell_lo: Color32,
    /// Main text.
    pub ink1: Color32,
    /// Second text.
    pub ink2: Color32,
    /// Quiet text.
    pub ink3: Color32,
    /// The one thing that is to be done.
    pub accent: Color32,
    /// Text on it.
    pub on_accent: Color32,
    /// Outlines of cells that can be chosen, and their width.
    pub legal: (Color32, f32),
    /// Raised.
    pub up: Color32,
    /// Lowered, refused, dangerous.
    pub down: Color32,
    /// Helped.
    pub link: Color32,
    /// Shadows of panels.
    pub shadow: Color32,
}

/// By night.
pub const DARK: Palette = Palette {
    dark: true,
    table0: rgb(0x17120e),
    table1: rgb(0x2b2119),
    panel: rgb(0x2c241d),
    panel2: rgb(0x3b3128),
    well: rgb(0x1e1813),
    line: rgb(0x453a2f),
    board0: rgb(0x5a4c3e),
    board1: rgb(0x443930),
    edge: rgb(0x2a221b),
    cell: rgb(0x352c24),
    cell_hi: rgb(0x6b5a49),
    cell_lo: rgb(0x211a14),
    ink1: rgb(0xf5ede0),
    ink2: rgb(0xd2c5b1),
    ink3: rgb(0xa99a86),
    accent: rgb(0xf2c14e),
    on_accent: rgb(0x2a1b04),
    legal: (rgb(0xf2c14e), 1.75),
    up: rgb(0x83d3b0),
    down: rgb(0xff9482),
    link: rgb(0x5ccfc6),
    shadow: Color32::from_black_alpha(115),
};

/// By day.
pub const LIGHT: Palette = Palette {
    dark: false,
    table0: rgb(0xe9dfcd),
    table1: rgb(0xf4ecde),
    panel: rgb(0xfbf6ec),
    panel2: rgb(0xfffdf8),
    well: rgb(0xefe5d3),
    line: rgb(0xd8cab2),
    board0: rgb(0xb99e78),
    board1: rgb(0xa1855f),
    edge: rgb(0x7b6243),
    cell: rgb(0xc8b08b),
    cell_hi: rgb(0xe3d0af),
    cell_lo: rgb(0x8a7150),
    ink1: rgb(0x2a2018),
    ink2: rgb(0x54463a),
    ink3: rgb(0x6f6152),
    accent: rgb(0x8a4b00),
    on_accent: rgb(0xfff8ea),
    legal: (rgb(0x5a2a00), 2.5),
    up: rgb(0x0e6b53),
    down: rgb(0xa1261b),
    link: rgb(0x0c6660),
    shadow: Color32::from_rgba_premultiplied(22, 15, 7, 71),
};

thread_local! {
    static NOW: Cell<&'static Palette> = const { Cell::new(&DARK) };
}

/// The theme of the frame that is drawn; windows of several threads may differ.
pub fn now() -> &'static Palette {
    NOW.get()
}

/// Which theme a person wishes for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// That of the system.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl Wish {
    fn preference(self) -> egui::ThemePreference {
        match self {
            Wish::System => egui::ThemePreference::System,
            Wish::Dark => egui::ThemePreference::Dark,
            Wish::Light => egui::ThemePreference::Light,
        }
    }
}

/// Colors on pieces and cards, the same by day and by night.
pub mod paper {
    use super::{Color32, rgb};

    /// The face at its top.
    pub const FACE: Color32 = rgb(0xf8f1e3);
    /// The face at its bottom.
    pub const FACE_LOW: Color32 = rgb(0xe6d9c2);
    /// Ink.
    pub const INK: Color32 = rgb(0x2b2018);
    /// Ink of lesser weight.
    pub const INK2: Color32 = rgb(0x6a5947);
    /// Used up.
    pub const USED: Color32 = rgb(0x8a7862);
    /// Raised.
    pub const RAISED: Color32 = rgb(0x0e6b53);
    /// Lowered.
    pub const LOWERED: Color32 = rgb(0xa1261b);
    /// Danger.
    pub const DANGER: Color32 = rgb(0xb4261c);
    /// Armor.
    pub const STEEL: Color32 = rgb(0x5e6e7e);
    /// Its light edge.
    pub const STEEL_LIGHT: Color32 = rgb(0xc9d5df);
    /// Its outline.
    pub const STEEL_DARK: Color32 = rgb(0x2e3a46);
    /// Ranged attacks.
    pub const OCHRE: Color32 = rgb(0xa86200);
    /// Links.
    pub const TEAL: Color32 = rgb(0x1f9a93);
    /// Links that harm, and the disarmed.
    pub const MAGENTA: Color32 = rgb(0x9b2f6b);
    /// Nets.
    pub const NET: Color32 = rgb(0x54506a);
    /// Around what lies over a piece.
    pub const HALO: Color32 = rgb(0xfff9ec);
}

/// A color between two, `part` of the way from the first to the second.
pub fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part.clamp(0.0, 1.0))
}

/// Dark or light ink, whichever reads better on a color.
pub fn ink_on(fill: Color32) -> Color32 {
    let light =
        0.299 * f32::from(fill.r()) + 0.587 * f32::from(fill.g()) + 0.114 * f32::from(fill.b());
    if light > 140.0 { paper::INK } else { paper::HALO }
}

/// Relative luminance after WCAG 2.
pub fn luminance(color: Color32) -> f32 {
    let part = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(color.r()) + 0.7152 * part(color.g()) + 0.0722 * part(color.b())
}

/// The contrast of two colors after WCAG 2, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A color pushed toward black or white until it reads on a ground.
pub fn legible(color: Color32, ground: Color32) -> Color32 {
    pushed(color, ground, 4.9)
}

/// A color pushed toward black or white until a bar or a shape of it is seen on a ground.
pub fn visible(color: Color32, ground: Color32) -> Color32 {
    pushed(color, ground, 2.0)
}

fn pushed(color: Color32, ground: Color32, least: f32) -> Color32 {
    let far = if luminance(ground) < 0.2 { Color32::WHITE } else { Color32::BLACK };
    let steps = (0..=20u8).map(|step| mix(color, far, f32::from(step) / 20.0));
    steps.into_iter().find(|color| contrast(*color, ground) >= least).unwrap_or(far)
}

/// Sets fonts once, colors and spacing of both themes.
pub fn apply(ctx: &egui::Context, wish: Wish) {
    ctx.set_fonts(fonts::definitions());
    ctx.set_theme(wish.preference());
    for (theme, palette) in [(egui::Theme::Dark, &DARK), (egui::Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(palette);
            style.spacing.item_spacing = egui::vec2(8.0, 6.0);
            style.spacing.button_padding = egui::vec2(10.0, 5.0);
            style.spacing.window_margin = Margin::same(20);
            style.spacing.menu_margin = Margin::same(8);
            style.spacing.interact_size.y = 28.0;
            style.spacing.scroll = egui::style::ScrollStyle::thin();
            style.interaction.tooltip_delay = 0.25;
            style.interaction.selectable_labels = false;
            for (kind, size) in
                [(TextStyle::Small, 13.0), (TextStyle::Body, 15.0), (TextStyle::Button, 15.0)]
            {
                style.text_styles.insert(kind, FontId::proportional(size));
            }
            style.text_styles.insert(TextStyle::Heading, FontId::new(18.0, family(HEADING)));
            style.text_styles.insert(TextStyle::Monospace, FontId::monospace(14.0));
        });
    }
}

/// Takes the theme that holds in this frame; a wish may have changed.
pub fn begin_frame(ctx: &egui::Context, wish: Wish) {
    if ctx.options(|options| options.theme_preference) != wish.preference() {
        ctx.set_theme(wish.preference());
    }
    NOW.set(match ctx.theme() {
        egui::Theme::Dark => &DARK,
        egui::Theme::Light => &LIGHT,
    });
}

/// How large a design point is in a window of this size, in points of the system: everything grows
/// with the window, and shrinks with it only a little.
pub fn unit(window: egui::Vec2) -> f32 {
    (window.x / 1440.0).min(window.y / 900.0).clamp(0.867, 3.0)
}

/// Headings: serif and bold.
pub fn heading(size: f32) -> FontId {
    FontId::new(size, family(HEADING))
}

/// Bold text.
pub fn bold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

fn visuals(palette: &Palette) -> Visuals {
    let mut visuals = if palette.dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = palette.table0;
    visuals.window_fill = palette.panel;
    visuals.extreme_bg_color = palette.well;
    visuals.faint_bg_color = palette.panel2;
    visuals.code_bg_color = palette.well;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.ink3);
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.accent;
    visuals.error_fg_color = palette.down;
    visuals.window_stroke = Stroke::NONE;
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.menu_corner_radius = CornerRadius::same(10);
    let shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: palette.shadow };
    (visuals.window_shadow, visuals.popup_shadow) = (shadow, shadow);
    visuals.selection.bg_fill = mix(palette.panel2, palette.accent, 0.35);
    visuals.selection.stroke = Stroke::new(1.5, palette.ink1);
    visuals.slider_trailing_fill = true;
    visuals.striped = false;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.ink2);
    let states = [
        (&mut widgets.inactive, palette.panel2),
        (&mut widgets.hovered, mix(palette.panel2, palette.ink1, 0.08)),
        (&mut widgets.active, mix(palette.panel2, palette.ink1, 0.14)),
        (&mut widgets.open, mix(palette.panel2, palette.ink1, 0.08)),
    ];
    for (state, fill) in states {
        (state.weak_bg_fill, state.bg_fill) = (fill, fill);
        state.bg_stroke = Stroke::NONE;
        state.fg_stroke = Stroke::new(1.5, palette.ink1);
        state.corner_radius = CornerRadius::same(8);
        state.expansion = 0.0;
    }
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_well_on_every_ground() {
        let check = |theme: &Palette, ground: Color32| {
            let texts = [theme.ink1, theme.ink2, theme.ink3, theme.accent, theme.up, theme.down];
            for text in texts {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}");
            }
            assert!(contrast(theme.link, ground) >= 4.4, "{ground:?}");
        };
        for theme in [DARK, LIGHT] {
            for ground in [theme.table0, theme.table1, theme.panel, theme.panel2, theme.well] {
                check(&theme, ground);
            }
            assert!(contrast(theme.on_accent, theme.accent) >= 4.5);
        }
        let faces = [paper::FACE, paper::FACE_LOW];
        let inks = [paper::INK, paper::INK2, paper::RAISED, paper::LOWERED, paper::DANGER];
        for (face, ink) in faces.iter().flat_map(|face| inks.map(|ink| (*face, ink))) {
            assert!(contrast(ink, face) >= 4.5, "{ink:?} on {face:?}");
        }
    }
}
