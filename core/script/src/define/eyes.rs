//! What eyes can make of looks: whether the colors of seats can be told apart, with ordinary sight
//! and with the three common sorts of color blindness.

use std::collections::BTreeMap;

use harena_pack::codes;

use super::looks::Looks;
use crate::schema::{Finding, Key, Rgb};

/// Two colors that are nearer than this look the same at a glance (CIE76).
const LEAST_APART: f64 = 12.0;

/// Whether everybody can tell two colors apart at a glance, whatever they do not see.
#[must_use]
pub fn all_tell_apart(a: Rgb, b: Rgb) -> bool {
    blind(a, b).is_none()
}

/// The first who cannot tell two colors apart at a glance.
fn blind(a: Rgb, b: Rgb) -> Option<&'static Sight> {
    SIGHTS.iter().find(|sight| sight.apart(a, b) < LEAST_APART)
}

/// Notes seats whose colors cannot be told apart by everybody.
pub(super) fn like_seats(looks: &Looks, findings: &mut Vec<Finding>) {
    let colors: Vec<Option<Rgb>> = looks.seats.iter().take(16).map(|seat| seat.color).collect();
    for (at, own) in colors.iter().enumerate() {
        let others = colors.iter().enumerate().take(at);
        let pairs = others.filter_map(|(other, color)| Some((other, (*color)?, (*own)?)));
        for (other, a, b) in pairs {
            let Some(sight) = blind(a, b) else { continue };
            findings.push(Finding {
                path: vec![Key::of("seats"), Key::Index(at + 1), Key::of("color")],
                code: codes::COLORS_ALIKE,
                message: format!("{} tell seats {} and {} apart", sight.who, other + 1, at + 1),
                hint: Some("make one of the two colors much lighter or darker".to_owned()),
                twin: None,
            });
        }
    }
}

/// What is to be said of factions, by place, title and color, of a color that nobody can tell from
/// that of another one: by the place of each.
pub(super) fn like_factions(factions: &[(usize, String, Rgb)]) -> BTreeMap<usize, Finding> {
    let alike = |(at, _, own): &(usize, String, Rgb)| {
        let mut others = factions.iter().filter(|(other, ..)| other != at);
        let (_, title, _) = others.find(|(.., it)| SIGHTS[0].apart(*own, *it) < LEAST_APART)?;
        let finding = Finding {
            path: vec![Key::of("color")],
            code: codes::COLORS_ALIKE,
            message: format!("nobody can tell this color from that of {title}"),
            hint: Some("make it much lighter or darker, or another color".to_owned()),
            twin: None,
        };
        Some((*at, finding))
    };
    factions.iter().filter_map(alike).collect()
}

/// How somebody sees: linear red, green and blue become others.
struct Sight {
    who: &'static str,
    mix: [[f64; 3]; 3],
}

/// Ordinary sight, and the matrices of Machado, Oliveira and Fernandes (2009) for what is missing
/// wholly.
const SIGHTS: [Sight; 4] = [
    Sight { who: "nobody can", mix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] },
    Sight {
        who: "who does not see red cannot",
        mix: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    },
    Sight {
        who: "who does not see green cannot",
        mix: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    },
    Sight {
        who: "who does not see blue cannot",
        mix: [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    },
];

impl Sight {
    /// How far two colors are from each other (CIE76).
    fn apart(&self, a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (self.lab(a), self.lab(b));
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }

    /// A color as it is seen, in CIE L*a*b*.
    fn lab(&self, color: Rgb) -> [f64; 3] {
        let linear = color.map(|part| linear_of(f64::from(part) / 255.0));
        let sum =
            |row: [f64; 3], of: [f64; 3]| -> f64 { row.iter().zip(of).map(|(a, b)| a * b).sum() };
        let seen = self.mix.map(|row| sum(row, linear).clamp(0.0, 1.0));
        let to_xyz = [
            [0.412_456, 0.357_576, 0.180_437],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ];
        let [x, y, z] = to_xyz.map(|row| sum(row, seen));
        let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(cube_root_of);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

fn linear_of(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn cube_root_of(value: f64) -> f64 {
    if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
}

#[cfg(test)]
mod tests {
    use harena_engine::game::Vocabulary;

    use super::*;
    use crate::define::form::Form;
    use crate::schema::Value;

    fn seats(colors: &[&str]) -> Looks {
        let seat = |color: &&str| Value::record([("color", Value::text(color))]);
        let seats = Value::List(colors.iter().map(seat).collect());
        Looks::read(&Value::record([("seats", seats)]), &Vocabulary::default())
    }

    fn check_seats(colors: &[&str], expected: &[&str]) {
        let mut findings = Vec::new();
        like_seats(&seats(colors), &mut findings);
        let told: Vec<&str> = findings.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(told, expected, "{colors:?}");
    }

    #[test]
    fn seats_that_somebody_cannot_tell_apart_are_told() {
        check_seats(&["#4fa8ee", "#de7321", "#21704d", "#7640c4"], &[]);
        check_seats(&["#808080", "#838383"], &["nobody can tell seats 1 and 2 apart"]);
        // A red and a green of one lightness.
        check_seats(
            &["#b05a00", "#6f7a00"],
            &["who does not see red cannot tell seats 1 and 2 apart"],
        );
        check_seats(&["no color", "#ffffff"], &[]);
    }

    #[test]
    fn what_one_sort_of_eyes_cannot_tell_apart_is_alike() {
        assert!(all_tell_apart([0x4f, 0xa8, 0xee], [0xde, 0x73, 0x21]));
        assert!(!all_tell_apart([0xb0, 0x5a, 0x00], [0x6f, 0x7a, 0x00]));
        assert!(!all_tell_apart([9; 3], [9; 3]));
    }

    #[test]
    fn distances_are_those_of_the_lab_space() {
        let apart = SIGHTS[0].apart([255; 3], [0; 3]);
        assert!((apart - 100.0).abs() < 0.1, "{apart}");
        // Red and green as published: 53.2, 80.1, 67.2 and 87.7, -86.2, 83.2.
        let apart = SIGHTS[0].apart([255, 0, 0], [0, 255, 0]);
        assert!((apart - 170.6).abs() < 0.5, "{apart}");
    }
}
