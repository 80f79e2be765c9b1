//! Signs by name: those of Phosphor.

use iconflow::{Pack, Size, Style, try_icon};

/// The letter of a sign, such as `sword`; `None` if there is none of this name.
pub fn icon(name: &str) -> Option<char> {
    let name = name.replace('_', "-");
    let name = format!("{name}-fill");
    let found = try_icon(Pack::Phosphor, &name, Style::Filled, Size::Regular).ok()?;
    char::from_u32(found.codepoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_found_by_name() {
        for name in ["sword", "hand-fist", "crosshair_simple", "skull", "horse", "push-pin"] {
            assert!(icon(name).is_some(), "{name}");
        }
        assert_eq!(icon("no such sign"), None);
    }
}
