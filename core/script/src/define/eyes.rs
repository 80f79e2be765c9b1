//! What eyes can make of looks: whether named drawings and colors are any, and whether the colors of seats can
//! be told apart, with ordinary sight and with the three common sorts of color blindness.

use std::sync::LazyLock;

use harena_pack::codes;
use harena_pack::nearest;

use super::{Declared, FactionEntryRead};
use crate::schema::{Finding, Key, Value};

/// The names of all drawings, one a line: those of Phosphor.
const ICONS: &str = include_str!("icons.txt");
/// The same, to be looked up.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<&str> = ICONS.lines().collect();
    names.sort_unstable();
    names
});
/// Drawings of attacks that are no signs.
const WEAPONS: [&str; 4] = ["wedge", "blade", "arrow", "dart"];
/// Fields that name a drawing.
const DRAWINGS: [&str; 2] = ["icon", "emblem"];
/// Fields that hold a color.
const COLORS: [&str; 6] = ["color", "background", "cell", "line", "legal", "coordinates"];
/// So many wrong texts of one sort are enough to be told of.
const MOST: usize = 100;
/// Two colors that are nearer than this look the same at a glance (CIE76).
const LEAST_APART: f64 = 12.0;

/// Whether a drawing of this name exists.
pub(crate) fn is_icon(name: &str) -> bool {
    let name = name.replace('_', "-");
    WEAPONS.contains(&name.as_str()) || NAMES.binary_search(&name.as_str()).is_ok()
}

/// Notes every named drawing that does not exist.
pub(super) fn unknown_icons(looks: &Value, findings: &mut Vec<Finding>) {
    note_texts(looks, &DRAWINGS, findings, &|name| {
        let near = || nearest(&name.replace('_', "-"), ICONS.lines());
        let told = || Told {
            message: format!("there is no drawing `{name}`"),
            hint: near().map(|near| format!("did you mean `{near}`?")),
        };
        (!is_icon(name)).then(told)
    });
}

/// Notes every text that should be a color and is none.
pub(super) fn wrong_colors(looks: &Value, findings: &mut Vec<Finding>) {
    note_texts(looks, &COLORS, findings, &|text| {
        let told = || Told {
            message: format!("`{text}` is no color"),
            hint: Some("write it as `#rrggbb`, such as `#e8b04a`".to_owned()),
        };
        rgb_of(text).is_none().then(told)
    });
}

/// What is wrong with a text.
struct Told {
    message: String,
    hint: Option<String>,
}

/// Notes what is wrong with the texts of some fields, wherever in the looks they stand.
fn note_texts(
    looks: &Value,
    fields: &[&str],
    findings: &mut Vec<Finding>,
    wrong: &dyn Fn(&str) -> Option<Told>,
) {
    let most = findings.len() + MOST;
    let mut open: Vec<(Vec<Key>, &Value)> = vec![(Vec::new(), looks)];
    while let Some((path, value)) = open.pop() {
        let named = matches!(path.last(), Some(Key::Name(name)) if fields.contains(&name.as_str()));
        let told = value.as_text().filter(|_| named && findings.len() < most).and_then(wrong);
        findings.extend(told.map(|Told { message, hint }| Finding {
            path: path.clone(),
            code: codes::UNDECLARED,
            message,
            hint,
            twin: None,
        }));
        let inner = |key: Key| path.iter().cloned().chain([key]).collect();
        let from = open.len();
        if let Value::Record(entries) = value {
            open.extend(entries.iter().map(|(name, it)| (inner(Key::of(name)), it)));
        } else if let Value::List(items) = value {
            open.extend((1..).zip(items).map(|(at, it)| (inner(Key::Index(at)), it)));
        }
        open[from..].reverse();
    }
}

/// Whether everybody can tell two colors apart at a glance, whatever they do not see. Colors are
/// red, green and blue, from 0 to 255.
#[must_use]
pub fn all_tell_apart(a: [u8; 3], b: [u8; 3]) -> bool {
    let [a, b] = [a, b].map(|color| color.map(|part| f64::from(part) / 255.0));
    SIGHTS.iter().all(|sight| sight.apart(a, b) >= LEAST_APART)
}

/// Notes seats whose colors cannot be told apart by everybody.
pub(super) fn like_seats(looks: &Value, findings: &mut Vec<Finding>) {
    let Some(Value::List(seats)) = looks.get("seats") else { return };
    let color = |seat: &Value| rgb_of(seat.get("color")?.as_text()?);
    let colors: Vec<Option<[f64; 3]>> = seats.iter().take(16).map(color).collect();
    for (at, own) in colors.iter().enumerate() {
        let others = colors.iter().enumerate().take(at);
        let pairs = others.filter_map(|(other, color)| Some((other, (*color)?, (*own)?)));
        for (other, a, b) in pairs {
            let Some(sight) = SIGHTS.iter().find(|sight| sight.apart(a, b) < LEAST_APART) else {
                continue;
            };
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

/// Notes factions of a color that nobody can tell from that of another one, at each of them.
pub(super) fn like_factions(factions: &[FactionEntryRead]) -> Vec<(&Declared, Finding)> {
    let color =
        |it: &FactionEntryRead| rgb_of(it.declared.value.get("looks")?.get("color")?.as_text()?);
    let colors: Vec<Option<[f64; 3]>> = factions.iter().map(color).collect();
    let mut findings = Vec::new();
    for (at, (faction, own)) in factions.iter().zip(&colors).enumerate() {
        let alike = |other: &Option<[f64; 3]>| match (other, own) {
            (Some(a), Some(b)) => SIGHTS[0].apart(*a, *b) < LEAST_APART,
            _ => false,
        };
        let mut others = colors.iter().enumerate().filter(|(other, _)| *other != at);
        let Some((other, _)) = others.find(|(_, it)| alike(it)) else { continue };
        let title = |it: &FactionEntryRead| {
            it.declared.value.get("title").and_then(Value::as_text).unwrap_or(&it.pack).to_owned()
        };
        let other = factions.get(other).map(title).unwrap_or_default();
        let finding = Finding {
            path: vec![Key::of("color")],
            code: codes::COLORS_ALIKE,
            message: format!("nobody can tell this color from that of {other}"),
            hint: Some("make it much lighter or darker, or another color".to_owned()),
            twin: None,
        };
        findings.push((&faction.declared, finding));
    }
    findings
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
    fn apart(&self, a: [f64; 3], b: [f64; 3]) -> f64 {
        let (a, b) = (self.lab(a), self.lab(b));
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }

    /// A color as it is seen, in CIE L*a*b*.
    fn lab(&self, color: [f64; 3]) -> [f64; 3] {
        let linear = color.map(linear_of);
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

/// Red, green and blue of `#rrggbb`, from 0 to 1.
fn rgb_of(text: &str) -> Option<[f64; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(digits)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some([16, 8, 0].map(|shift| f64::from((number >> shift) & 255) / 255.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(colors: &[&str]) -> Value {
        let seat = |color: &&str| Value::record([("color", Value::Text((*color).to_owned()))]);
        Value::record([("seats", Value::List(colors.iter().map(seat).collect()))])
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
        let white = [1.0; 3];
        let apart = SIGHTS[0].apart(white, [0.0; 3]);
        assert!((apart - 100.0).abs() < 0.1, "{apart}");
        // Red and green as published: 53.2, 80.1, 67.2 and 87.7, -86.2, 83.2.
        let apart = SIGHTS[0].apart([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        assert!((apart - 170.6).abs() < 0.5, "{apart}");
    }

    #[test]
    fn drawings_that_do_not_exist_are_told_with_the_nearest_one() {
        let named = |name: &str| Value::record([("icon", Value::Text(name.to_owned()))]);
        let looks = Value::record([("stats", Value::record([("might", named("swordd"))]))]);
        let mut findings = Vec::new();
        unknown_icons(&looks, &mut findings);
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(finding.hint.as_deref(), Some("did you mean `sword`?"));
        for name in ["sword", "hand_fist", "hand-fist", "wedge"] {
            assert!(is_icon(name), "{name}");
        }
    }
}
