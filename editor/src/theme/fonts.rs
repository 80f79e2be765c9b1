//! The letters and signs of the window, all from crates; no file is read.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

/// Bold letters without serifs.
pub const BOLD: &str = "bold";
/// Headings and names: bold letters with serifs.
pub const HEADING: &str = "heading";
/// Rules on cards: letters with serifs.
pub const SERIF: &str = "serif";
/// Signs, filled.
pub const ICONS: &str = "icons";
/// Signs in bold lines.
pub const ICONS_BOLD: &str = "icons_bold";

/// A family by its name.
pub fn family(name: &'static str) -> FontFamily {
    FontFamily::Name(name.into())
}

/// All families; what a font lacks comes from those that egui brings along.
pub(super) fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    // The list begins with the regular and the bold face of Libertinus Serif.
    let mut serif = typst_assets::fonts();
    let icons = |name: &str| iconflow::fonts().iter().find(|font| font.family == name);
    let faces = [
        ("sans", Some(notosans::REGULAR_TTF)),
        (BOLD, Some(notosans::BOLD_TTF)),
        (SERIF, serif.next()),
        (HEADING, serif.next()),
        (ICONS, icons("Phosphor Filled").map(|font| font.bytes)),
        (ICONS_BOLD, icons("Phosphor Bold").map(|font| font.bytes)),
    ];
    for (name, bytes) in faces {
        let Some(bytes) = bytes else { continue };
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        let family = match name {
            "sans" => FontFamily::Proportional,
            _ => FontFamily::Name(name.into()),
        };
        let list = std::iter::once(name.to_owned()).chain(fallback.iter().cloned());
        fonts.families.insert(family, list.collect());
    }
    fonts
}
