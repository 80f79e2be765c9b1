//! How wide titles are, and how they stand on a tile: one law for the check, which tells of those
//! that do not fit, and for the window, which draws them.

/// The widest line of a title on a tile, in ems of the letters of headings: the width inside the
/// rim of a tile in the hand (1.34 of a radius of 56 points) in letters of 9 points, the smallest
/// that are read at arm's length.
pub const TILE: f32 = 8.3;
/// The widest title of a faction, in ems: a line beside its seat, in letters of 15 points.
pub const SEAT: f32 = 14.0;
/// The width of letters that are not listed, in thousandths of an em.
const OTHER: u16 = 600;
/// The widths of the printable letters of ASCII in Libertinus Serif Bold, from the space on, in
/// thousandths of an em.
const WIDTHS: [u16; 95] = [
    250, 266, 376, 514, 514, 637, 729, 215, 315, 315, 433, 537, 244, 358, 244, 316, 514, 514, 514,
    514, 514, 514, 514, 514, 514, 514, 256, 256, 512, 551, 512, 430, 988, 740, 654, 706, 734, 609,
    545, 732, 817, 367, 373, 736, 577, 899, 740, 730, 614, 730, 716, 504, 652, 732, 700, 1028, 718,
    624, 624, 397, 307, 397, 518, 486, 392, 506, 542, 456, 561, 489, 391, 521, 619, 322, 312, 613,
    325, 905, 616, 551, 581, 573, 428, 427, 358, 598, 529, 777, 561, 558, 452, 307, 220, 307, 473,
];

/// How wide a text is in the letters of headings, in ems: times their size it is in points.
#[must_use]
pub fn width(text: &str) -> f32 {
    let of = |letter: char| {
        let at = u32::from(letter).checked_sub(u32::from(' ')).map(|at| at as usize);
        at.and_then(|at| WIDTHS.get(at)).copied().unwrap_or(OTHER)
    };
    text.chars().map(|letter| f32::from(of(letter))).sum::<f32>() / 1000.0
}

/// The one or two lines a title stands on: one where it is no wider than so many ems or has no
/// space, else two, broken where the wider of them is narrowest.
#[must_use]
pub fn lines(title: &str, room: f32) -> (&str, Option<&str>) {
    let wider = |(a, b): &(&str, &str)| width(a).max(width(b));
    let breaks = title.match_indices(' ').map(|(at, _)| {
        let (first, second) = title.split_at(at);
        (first, second.trim_start())
    });
    match breaks.min_by(|a, b| wider(a).total_cmp(&wider(b))) {
        Some((first, second)) if width(title) > room => (first, Some(second)),
        _ => (title, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_broken_where_its_lines_are_most_even() {
        assert_eq!(lines("Pikeman", TILE), ("Pikeman", None));
        let long = "Rune of Greater Acceleration";
        assert_eq!(lines(long, TILE), ("Rune of Greater", Some("Acceleration")));
        assert_eq!(lines(long, 20.0), (long, None));
        assert_eq!(lines("Unbreakableandendless", 2.0), ("Unbreakableandendless", None));
        assert_eq!(lines("", 2.0), ("", None));
    }

    #[test]
    fn wide_letters_are_wider() {
        assert!(width("WWW") > 2.0 * width("iii"));
        assert!((width("ÄÖ") - 1.2).abs() < 1e-6, "{}", width("ÄÖ"));
    }
}
