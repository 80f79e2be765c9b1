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
    fn check_knows_the_names_of_all_signs() {
        let known = include_str!("../../../core/script/src/define/icons.txt");
        let mut signs: Vec<&str> = iconflow::list(Pack::Phosphor)
            .iter()
            .filter_map(|it| it.strip_suffix("-fill"))
            .collect();
        signs.sort_unstable();
        assert_eq!(known.lines().collect::<Vec<&str>>(), signs);
    }

    #[test]
    fn signs_are_found_by_name() {
        for name in ["sword", "hand-fist", "crosshair_simple", "skull", "horse", "push-pin"] {
            assert!(icon(name).is_some(), "{name}");
        }
        assert_eq!(icon("no such sign"), None);
    }
}
