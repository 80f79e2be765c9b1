//! Names that no game declares, since everybody knows them: colors and drawings.

use std::sync::LazyLock;

use harena_pack::nearest;

/// What a type calls the names of colors.
pub(crate) const COLOR: &str = "color";
/// What a type calls the names of drawings.
pub(crate) const DRAWING: &str = "drawing";

/// The names of all drawings, one a line: those of Phosphor.
const ICONS: &str = include_str!("../define/icons.txt");
/// The same, to be looked up.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<&str> = ICONS.lines().collect();
    names.sort_unstable();
    names
});
/// Drawings of attacks that are no signs.
const WEAPONS: [&str; 4] = ["wedge", "blade", "arrow", "dart"];

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Whether names of this sort need no game; then what is wrong with one, and what to do about it.
pub(super) fn wrong(what: &str, name: &str) -> Option<Option<(String, Option<String>)>> {
    let told = match what {
        COLOR => rgb_of(name).is_none().then(|| {
            let hint = "write it as `#rrggbb`, such as `#e8b04a`".to_owned();
            (format!("`{name}` is no color"), Some(hint))
        }),
        DRAWING => (!is_icon(name)).then(|| {
            let near = nearest(&name.replace('_', "-"), ICONS.lines());
            let hint = near.map(|near| format!("did you mean `{near}`?"));
            (format!("there is no drawing `{name}`"), hint)
        }),
        _ => return None,
    };
    Some(told)
}

/// Whether a drawing of this name exists.
fn is_icon(name: &str) -> bool {
    let name = name.replace('_', "-");
    WEAPONS.contains(&name.as_str()) || NAMES.binary_search(&name.as_str()).is_ok()
}

/// A color written as `#rrggbb`.
pub(crate) fn rgb_of(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(digits)?;
    let [_, rgb @ ..] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some(rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_have_six_digits() {
        assert_eq!(rgb_of("#0a0B0c"), Some([10, 11, 12]));
        for wrong in ["0a0b0c", "#fff", "#12345g", "#+12345", ""] {
            assert_eq!(rgb_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn drawings_that_do_not_exist_are_told_with_the_nearest_one() {
        let told = wrong(DRAWING, "swordd").flatten();
        assert_eq!(told.and_then(|(_, hint)| hint).as_deref(), Some("did you mean `sword`?"));
        for name in ["sword", "hand_fist", "hand-fist", "wedge"] {
            assert!(is_icon(name), "{name}");
        }
        assert!(wrong("stat", "swordd").is_none());
    }
}
