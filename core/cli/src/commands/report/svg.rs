//! Pictures as text: bars with intervals, histograms and a matrix, as inline SVG.

use std::fmt::Write;

/// How wide a picture is, in its own units.
const WIDTH: f64 = 680.0;
/// The room for names beside bars.
const NAMES: f64 = 190.0;
/// The room for numbers behind bars.
const NUMBERS: f64 = 130.0;
/// How high a row is.
const ROW: f64 = 22.0;
/// More bars than this stand in groups.
const MOST_BARS: usize = 60;
/// How high a histogram is.
const HIGH: f64 = 160.0;

/// A text as HTML holds it, without what would be unseen.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in harena_pack::plain(text).chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            letter => safe.push(letter),
        }
    }
    safe
}

/// A share with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is of.
    pub name: String,
    /// From 0 to 1.
    pub rate: f64,
    /// The ends of the interval.
    pub ends: Option<(f64, f64)>,
    /// What stands behind it.
    pub told: String,
}

/// Bars from 0 to 100 percent, with whiskers and a line at `mark`.
pub fn bars(bars: &[Bar], mark: Option<f64>) -> String {
    let height = ROW * bars.len() as f64 + 8.0;
    let room = WIDTH - NAMES - NUMBERS;
    let x = |share: f64| NAMES + room * share.clamp(0.0, 1.0);
    let mut svg = head(height, "bars with intervals");
    for (at, bar) in (0u32..).zip(bars) {
        let middle = ROW * (f64::from(at) + 0.5) + 2.0;
        let (top, name) = (middle - 7.0, escaped(&bar.name));
        let text_at = middle + 4.0;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{text_at:.1}\" class=\"name\">{name}</text>",
            NAMES - 8.0
        );
        let _ = write!(
            svg,
            "<rect x=\"{NAMES}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"14\" class=\"bar\"/>",
            room * bar.rate.clamp(0.0, 1.0)
        );
        if let Some((low, high)) = bar.ends {
            let (low, high) = (x(low), x(high));
            let _ = write!(
                svg,
                "<path d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {0:.1}v8M{high:.1} {0:.1}v8\" class=\"ends\"/>",
                middle - 4.0
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{text_at:.1}\" class=\"told\">{}</text>",
            NAMES + room + 10.0,
            escaped(&bar.told)
        );
    }
    if let Some(mark) = mark {
        let _ = write!(svg, "<path d=\"M{:.1} 0V{height:.1}\" class=\"mark\"/>", x(mark));
    }
    svg + "</svg>"
}

/// How often each number occurred; two rows stand behind each other.
pub fn histogram(rows: &[(&str, &[(i64, u64)])]) -> String {
    let all = || rows.iter().flat_map(|(_, counts)| counts.iter());
    let (Some(low), Some(high)) = (all().map(|it| it.0).min(), all().map(|it| it.0).max()) else {
        return String::new();
    };
    let span = high.saturating_sub(low).saturating_add(1);
    let width = span.unsigned_abs().div_ceil(MOST_BARS as u64).max(1) as i64;
    let n = span.unsigned_abs().div_ceil(width.unsigned_abs()) as usize;
    let grouped: Vec<(&str, Vec<u64>)> =
        rows.iter().map(|(name, counts)| (*name, grouped(counts, (low, width, n)))).collect();
    let most = grouped.iter().flat_map(|(_, it)| it.iter()).copied().max().unwrap_or(1).max(1);
    let step = (WIDTH - 40.0) / n as f64;
    let mut svg = head(HIGH + 36.0, "a histogram");
    for (row, (name, counts)) in grouped.iter().enumerate() {
        for (at, count) in (0u32..).zip(counts).filter(|(_, count)| **count > 0) {
            let tall = HIGH * *count as f64 / most as f64;
            let from = low + width * i64::from(at);
            let range = match width {
                1 => from.to_string(),
                _ => format!("{from} to {}", from + width - 1),
            };
            let _ = write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" class=\"of{row}\">\
                 <title>{}{range}: {count}</title></rect>",
                20.0 + step * f64::from(at) + 0.5,
                4.0 + HIGH - tall,
                (step - 1.0).max(0.5),
                if name.is_empty() { String::new() } else { format!("{}, ", escaped(name)) },
            );
        }
    }
    let foot = HIGH + 20.0;
    let _ = write!(svg, "<text x=\"20\" y=\"{foot}\">{low}</text>");
    let _ = write!(svg, "<text x=\"{}\" y=\"{foot}\" class=\"name\">{high}</text>", WIDTH - 20.0);
    svg + "</svg>"
}

/// Counts in groups of so many numbers.
fn grouped(counts: &[(i64, u64)], (low, width, n): (i64, i64, usize)) -> Vec<u64> {
    let mut groups = vec![0u64; n];
    for (number, count) in counts {
        let at = usize::try_from(number.saturating_sub(low) / width).unwrap_or(usize::MAX);
        if let Some(group) = groups.get_mut(at) {
            *group += count;
        }
    }
    groups
}

fn head(height: f64, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{label}\" \
         xmlns=\"http://www.w3.org/2000/svg\">"
    )
}

/// The color of a share: from one side of even to the other.
pub fn shade(rate: f64) -> String {
    let away = ((rate - 0.5).abs() * 2.0).clamp(0.0, 1.0);
    let hue = if rate >= 0.5 { 210 } else { 20 };
    format!("background:hsl({hue} 70% 50% / {:.2})", 0.75 * away)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_strangers_stays_text() {
        assert_eq!(escaped("<b a='\"'>&\u{202e}"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\\u{202e}");
        let bar = Bar { name: "<x>".into(), rate: 0.5, ends: None, told: "</svg>".into() };
        let svg = bars(&[bar], None);
        assert!(!svg.contains("<x>") && svg.matches("</svg>").count() == 1, "{svg}");
    }

    /// Half of a bar of which the whole is 360 wide; whiskers at a fourth and three fourths.
    #[test]
    fn bars_are_as_long_as_they_say() {
        let bar =
            Bar { name: "a".into(), rate: 0.5, ends: Some((0.25, 0.75)), told: String::new() };
        let svg = bars(&[bar], Some(0.5));
        assert!(svg.contains("x=\"190\" y=\"6.0\" width=\"180.0\""), "{svg}");
        assert!(svg.contains("M280.0 13.0H460.0"), "{svg}");
        assert!(svg.contains("M370.0 0V30.0"), "{svg}");
    }

    #[test]
    fn histograms_count_everything_once() {
        let counts: Vec<(i64, u64)> = (-100..100).map(|n| (n, 2)).collect();
        assert_eq!(grouped(&counts, (-100, 4, 50)), vec![8; 50]);
        let svg = histogram(&[("", &counts)]);
        // 200 numbers in groups of 4 are 50 bars.
        assert_eq!(svg.matches("<rect").count(), 50, "{svg}");
        assert!(svg.contains("-100 to -97: 8") && svg.contains("96 to 99: 8"), "{svg}");
        assert_eq!(histogram(&[("", &[])]), "");
        let far = [(i64::MIN, 1), (i64::MAX, 1)];
        assert_eq!(histogram(&[("", &far)]).matches("<rect").count(), 2);
    }

    #[test]
    fn even_is_without_color() {
        assert_eq!(shade(0.5), "background:hsl(210 70% 50% / 0.00)");
        assert_eq!(shade(0.0), "background:hsl(20 70% 50% / 0.75)");
    }
}
