//! The colors of a seat: a rim with its light and shade, ink for its emblems, letters for its name.

use egui::Color32;

use super::{DARK, LIGHT, legible, luminance, mix, rgb};
use crate::book::Shape;

/// What a seat and its pieces wear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Livery {
    /// The rim of its pieces.
    pub rim: Color32,
    /// The rim where light falls on it.
    pub light: Color32,
    /// The rim in the shade.
    pub dark: Color32,
    /// Emblems on pale faces.
    pub ink: Color32,
    /// Its name on dark grounds.
    pub on_dark: Color32,
    /// Its name on light grounds.
    pub on_light: Color32,
    /// The shape that stands for it.
    pub shape: Shape,
}

/// For games whose rules name no colors; told apart with any sort of eyes.
pub const LIVERIES: [Livery; 4] = [
    Livery {
        rim: rgb(0x4fa8ee),
        light: rgb(0xa4d6fb),
        dark: rgb(0x21649e),
        ink: rgb(0x134a78),
        on_dark: rgb(0x8dc8f7),
        on_light: rgb(0x1f5f9f),
        shape: Shape::Diamond,
    },
    Livery {
        rim: rgb(0xde7321),
        light: rgb(0xf8ac6c),
        dark: rgb(0x8f430e),
        ink: rgb(0x6b2f0b),
        on_dark: rgb(0xf6a066),
        on_light: rgb(0xa0480f),
        shape: Shape::Square,
    },
    Livery {
        rim: rgb(0x21704d),
        light: rgb(0x5fb58d),
        dark: rgb(0x104630),
        ink: rgb(0x0e3e2a),
        on_dark: rgb(0x7cd0ab),
        on_light: rgb(0x1b6b4b),
        shape: Shape::Triangle,
    },
    Livery {
        rim: rgb(0x7640c4),
        light: rgb(0xb38bec),
        dark: rgb(0x43207a),
        ink: rgb(0x3a1c6b),
        on_dark: rgb(0xc9a6f0),
        on_light: rgb(0x6b3ca6),
        shape: Shape::Circle,
    },
];

impl Livery {
    /// Of a color that a game names.
    pub fn of(color: Color32, shape: Shape) -> Livery {
        let depth = (0.30 + luminance(color) * 0.5).min(0.72);
        Livery {
            rim: color,
            light: mix(color, Color32::WHITE, 0.45),
            dark: mix(color, rgb(0x120a06), depth + 0.1),
            ink: legible(mix(color, rgb(0x120a06), depth + 0.15), super::paper::FACE_LOW),
            on_dark: legible(color, DARK.panel2),
            on_light: legible(color, LIGHT.well),
            shape,
        }
    }

    /// Its rim as a bar or a stripe on panels: one that would not be seen there is pushed away from
    /// their color.
    pub fn bar(self) -> Color32 {
        let now = super::now();
        super::visible(super::visible(self.rim, now.panel), now.well)
    }

    /// What belongs to nobody.
    pub fn nobody() -> Livery {
        Livery::of(rgb(0x8a7a68), Shape::Circle)
    }

    /// The color of its name in the theme of this frame.
    pub fn text(self) -> Color32 {
        if super::now().dark { self.on_dark } else { self.on_light }
    }
}

impl Default for Livery {
    fn default() -> Livery {
        Livery::nobody()
    }
}

/// The color that a seat is called by, if it is called by one: whoever is called Blue wears blue.
pub fn called(name: &str) -> Option<Color32> {
    let color = match name.to_lowercase().as_str() {
        "red" => 0xd0301f,
        "orange" => 0xde7321,
        "yellow" | "gold" => 0xd9b93b,
        "green" => 0x21704d,
        "blue" => 0x4fa8ee,
        "purple" | "violet" => 0x7640c4,
        _ => return None,
    };
    Some(rgb(color))
}

/// The liveries of seats that wish for these colors: for each the nearest that is left.
pub fn nearest(wishes: &[Option<Color32>]) -> Vec<Livery> {
    let mut free: Vec<Livery> = LIVERIES.to_vec();
    let more = [(0x3fb8b0, Shape::Star), (0xd9b93b, Shape::Cross)];
    let mut more = more.into_iter().map(|(color, shape)| Livery::of(rgb(color), shape));
    let mut pick = |wish: &Option<Color32>| {
        let at = wish.and_then(|wish| {
            let far = |(_, livery): &(usize, &Livery)| distance(livery.rim, wish);
            let best = free.iter().enumerate().min_by(|a, b| far(a).total_cmp(&far(b)));
            best.map(|(at, _)| at)
        });
        match at {
            Some(at) => free.remove(at),
            None if free.is_empty() => more.next().unwrap_or_default(),
            None => free.remove(0),
        }
    };
    wishes.iter().map(&mut pick).collect()
}

/// For more sides beside each other than sit at a table, in a lab: told apart from those of the
/// seats and from each other.
const MORE: [(Color32, Shape); 7] = [
    (rgb(0x3fb8b0), Shape::Star),
    (rgb(0xd9b93b), Shape::Cross),
    (rgb(0xe0568f), Shape::Circle),
    (rgb(0x9ccc4a), Shape::Triangle),
    (rgb(0xc8c4bc), Shape::Diamond),
    (rgb(0xa01c2c), Shape::Square),
    (rgb(0x7d4f2a), Shape::Star),
];

/// The liveries of sides that stand beside each other and wish for these colors: each what it would
/// wear at a table as long as nobody before it wears that, then the nearest of the others that is
/// left, then its own color. Who wishes for none wears nobody's.
pub fn apart(wishes: &[Option<Color32>]) -> Vec<Livery> {
    let mut worn: Vec<Livery> = Vec::new();
    for wish in wishes {
        let Some(wish) = *wish else {
            worn.push(Livery::nobody());
            continue;
        };
        let far = |a: &Livery, b: &Livery| distance(a.rim, wish).total_cmp(&distance(b.rim, wish));
        let at_a_table = LIVERIES.into_iter().min_by(far);
        let more = MORE.into_iter().map(|(color, shape)| Livery::of(color, shape));
        let more = more.filter(|it| !worn.contains(it)).min_by(far);
        let first = at_a_table.filter(|it| !worn.contains(it));
        worn.push(first.or(more).unwrap_or_else(|| Livery::of(wish, Shape::Circle)));
    }
    worn
}

/// How far two colors are apart, by hue first.
fn distance(a: Color32, b: Color32) -> f32 {
    let hue = |color: Color32| {
        let [r, g, b] = [color.r(), color.g(), color.b()].map(f32::from);
        let middle = (r + g + b) / 3.0;
        let spread = [r - middle, g - middle, b - middle];
        let length = spread.iter().map(|x| x * x).sum::<f32>().sqrt().max(1.0);
        spread.map(|x| x / length)
    };
    hue(a).iter().zip(hue(b)).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{contrast, paper};

    #[test]
    fn whoever_is_called_by_a_color_wears_the_nearest() {
        let check = |names: &[&str], expected: &[usize]| {
            let wishes: Vec<_> = names.iter().map(|name| called(name)).collect();
            let worn: Vec<Shape> = nearest(&wishes).into_iter().map(|it| it.shape).collect();
            let expected: Vec<Shape> = expected.iter().map(|at| LIVERIES[*at].shape).collect();
            assert_eq!(worn, expected, "{names:?}");
        };
        check(&["Red", "Blue"], &[1, 0]);
        check(&["Blue", "Red"], &[0, 1]);
        check(&["green", "Violet", "Blue"], &[2, 3, 0]);
        check(&["North", "South"], &[0, 1]);
    }

    #[test]
    fn a_faction_gets_the_nearest_livery_that_is_left() {
        let wishes = [Some(rgb(0xa56be0)), Some(rgb(0xd8543f)), Some(rgb(0xd8543f)), None];
        let shapes: Vec<Shape> = nearest(&wishes).into_iter().map(|it| it.shape).collect();
        assert_eq!(shapes[..2], [Shape::Circle, Shape::Square]);
        let mut unlike = shapes.clone();
        unlike.sort_by_key(|shape| shape.word());
        unlike.dedup();
        assert_eq!(unlike.len(), 4, "two seats never look the same: {shapes:?}");
    }

    /// Five sides, of which two would wear the same at a table.
    #[test]
    fn sides_in_a_lab_never_share_a_color() {
        let colors = [0xd8543f, 0xe08a3a, 0xa56be0, 0x4fa8ee, 0x4a9ad8].map(|it| Some(rgb(it)));
        let worn = apart(&colors);
        assert_eq!(worn[0], LIVERIES[1], "the first one wears what it wears at a table");
        let many = apart(&[Some(rgb(0x4fa8ee)); 8]);
        for worn in [worn, many] {
            for (at, one) in worn.iter().enumerate().skip(1) {
                assert!(worn[..at].iter().all(|other| other.rim != one.rim), "{worn:?}");
            }
        }
        assert_eq!(apart(&[None, None]), [Livery::nobody(); 2]);
    }

    #[test]
    fn bars_and_shapes_are_seen_by_day_and_by_night() {
        let grounds = [DARK.panel, DARK.well, LIGHT.panel, LIGHT.well];
        for color in [0xe9e4d4, 0x3a3852, 0xffffff, 0x101010, 0xe8604a, 0x5fa0f0] {
            for ground in grounds {
                let shown = super::super::visible(rgb(color), ground);
                assert!(contrast(shown, ground) >= 2.0, "{color:x}");
            }
        }
        let orange = LIVERIES[1].rim;
        assert_eq!(super::super::visible(orange, DARK.panel), orange, "what is seen stays");
    }

    #[test]
    fn names_and_emblems_read_well_whatever_color_a_game_names() {
        let named = [0xe9e4d4, 0x7d86c9, 0xe0674f, 0xe2bd4b, 0x101010, 0xffffff, 0x00ff00];
        let named = named.map(|color| Livery::of(rgb(color), Shape::Circle));
        for livery in named.into_iter().chain(LIVERIES) {
            assert!(contrast(livery.on_dark, DARK.panel2) >= 4.4, "{livery:?}");
            assert!(contrast(livery.on_light, LIGHT.well) >= 4.4, "{livery:?}");
            assert!(contrast(livery.ink, paper::FACE_LOW) >= 4.4, "{livery:?}");
        }
    }
}
