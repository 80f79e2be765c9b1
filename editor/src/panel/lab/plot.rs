//! Shares of victories as lines: match by match, or value by value of a setting.

use egui::{Align2, Color32, FontId, Pos2, Role, Stroke, Ui, pos2, vec2};
use egui_plot::{GridMark, HLine, Line, Plot, PlotPoint, PlotResponse, Points};
use harena_engine::id::FactionId;
use harena_lab::statistics::Share;

use super::{Told, boxed};
use crate::lab::Part;
use crate::panel::{named, widgets};
use crate::{text, theme};

/// How high the card is, without its heading.
pub const HIGH: f32 = 236.0;
/// How much of the width is left for names at the ends of lines.
const FOR_NAMES: f64 = 0.38;

/// One line: what it is called, its color, and where it goes, with error bars where it has any.
struct Course {
    name: String,
    color: Color32,
    points: Vec<[f64; 2]>,
    bars: Vec<[f64; 3]>,
}

/// Draws the card.
pub fn lines_card(ui: &mut Ui, told: &Told, chosen: &mut (usize, Option<usize>), width: f32) {
    let compares = told.part.value.is_some();
    let (title, more) = match compares {
        true => (text::by_value(), text::click_a_value()),
        false => (text::who_leads(), ""),
    };
    boxed(ui, (width, HIGH), (title, more), |ui| {
        let courses = if compares { by_value(told) } else { by_match(told) };
        let values: Vec<String> = told.parts.iter().filter_map(value_of).collect();
        let response = lines_ui(ui, told, &courses, (compares, &values));
        let clicked = response.response.clicked().then(|| response.response.interact_pointer_pos());
        if let (true, Some(at)) = (compares, clicked.flatten()) {
            let x = response.transform.value_from_position(at).x.round().max(0.0) as usize;
            chosen.0 = x.min(told.parts.len().saturating_sub(1));
        }
        ends_ui(ui, &courses, &response);
        named(response.response, Role::Image, true, || read(&courses, &values));
    });
}

fn value_of(part: &Part) -> Option<String> {
    part.value.as_ref().map(|value| crate::book::readable(&value.to_string()))
}

/// What a screen reader reads: where each line ends, or each of its values.
fn read(courses: &[Course], values: &[String]) -> String {
    let line = |course: &Course| {
        let told: Vec<String> = match values {
            [] => {
                course.points.last().map(|[_, y]| text::percents(y / 100.0)).into_iter().collect()
            }
            values => {
                let point = |[x, y]: &[f64; 2]| {
                    let value = values.get(*x as usize).map_or("", String::as_str);
                    format!("{value} {}", text::percents(y / 100.0))
                };
                course.points.iter().map(point).collect()
            }
        };
        format!("{}: {}", course.name, told.join(", "))
    };
    courses.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn by_match(told: &Told) -> Vec<Course> {
    let points = &told.part.trend.points;
    let n = points.first().map_or(0, |(_, shares)| shares.len());
    let course = |at: usize| {
        let of = |(n, shares): &(u64, Vec<f64>)| {
            let share = shares.get(at).copied().filter(|it| it.is_finite())?;
            Some([*n as f64, 100.0 * share])
        };
        let (name, color) = called(told, at);
        Course { name, color, points: points.iter().filter_map(of).collect(), bars: Vec::new() }
    };
    (0..n).map(course).filter(|course| !course.points.is_empty()).collect()
}

/// The name and the color of a faction, or of who begins where there are none.
fn called(told: &Told, at: usize) -> (String, Color32) {
    match told.known.menu.factions.is_empty() {
        true => (text::who_begins().to_owned(), theme::now().ink1),
        false => (told.faction(at), told.livery(at).text()),
    }
}

fn by_value(told: &Told) -> Vec<Course> {
    let n = told.known.menu.factions.len();
    let own = |at: usize| {
        let id = FactionId(u8::try_from(at).unwrap_or(u8::MAX));
        move |part: &Part| part.tally.by_faction.get(&id).map(|it| it.share())
    };
    let mut courses: Vec<Course> = match n {
        0 => Vec::new(),
        n => (0..n).map(|at| over_values(told, called(told, at), own(at))).collect(),
    };
    let first = (text::who_begins().to_owned(), theme::now().ink1);
    let begins = |part: &Part| Some(part.tally.first.share());
    courses.push(over_values(told, first, begins));
    courses.retain(|course| !course.points.is_empty());
    courses
}

fn over_values(
    told: &Told,
    (name, color): (String, Color32),
    share: impl Fn(&Part) -> Option<Share>,
) -> Course {
    let shares = told.parts.iter().enumerate().filter_map(|(at, part)| {
        share(part).filter(|share| share.matches > 0).map(|share| (at as f64, share.percents()))
    });
    let all: Vec<(f64, [f64; 3])> = shares.collect();
    Course {
        name,
        color,
        points: all.iter().map(|(x, [rate, ..])| [*x, *rate]).collect(),
        bars: all.iter().map(|(x, [_, low, high])| [*x, *low, *high]).collect(),
    }
}

/// How far the axis goes up and down around what would be fair: the beginning of a series, in which
/// shares jump, is cut off.
fn range(courses: &[Course], fair: f64, compares: bool) -> (f64, f64) {
    let late = |course: &Course| {
        let skipped = if compares { 0 } else { course.points.len() / 8 };
        course.points.iter().skip(skipped).map(|[_, y]| (y - fair).abs()).collect::<Vec<_>>()
    };
    let most = courses.iter().flat_map(late).fold(8.0, f64::max) + 3.0;
    ((fair - most).max(-2.0), (fair + most).min(102.0))
}

fn lines_ui(
    ui: &mut Ui,
    told: &Told,
    courses: &[Course],
    (compares, values): (bool, &[String]),
) -> PlotResponse<()> {
    let now = theme::now();
    let fair = 100.0 * told.fair();
    let (low, high) = range(courses, fair, compares);
    let last = courses.iter().flat_map(|it| &it.points).map(|[x, _]| *x).fold(1.0, f64::max);
    let (left, right) =
        if compares { (-0.3, last * (1.0 + FOR_NAMES)) } else { (0.0, last * (1.0 + FOR_NAMES)) };
    let names = values.to_vec();
    let x_word = move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| match names.is_empty() {
        true if mark.value > last => String::new(),
        true => format!("{}", mark.value.round()),
        false if mark.value < 0.0 || mark.value.fract().abs() > 1e-6 => String::new(),
        false => names.get(mark.value as usize).cloned().unwrap_or_default(),
    };
    let y_word =
        |mark: GridMark, _: &std::ops::RangeInclusive<f64>| text::percents(mark.value / 100.0);
    ui.visuals_mut().override_text_color = Some(now.ink3);
    let plot = still(compares).x_axis_formatter(x_word).y_axis_formatter(y_word);
    plot.show(ui, |plot| {
        plot.set_plot_bounds_x(left..=right);
        plot.set_plot_bounds_y(low..=high);
        plot.hline(
            HLine::new(text::fair_share(), fair)
                .stroke(Stroke::new(1.0, now.ink3))
                .style(egui_plot::LineStyle::dashed_dense()),
        );
        for course in courses {
            for [x, low, high] in &course.bars {
                let bar = vec![[*x, *low], [*x, *high]];
                plot.line(
                    Line::new("", bar)
                        .stroke(Stroke::new(1.5, course.color.gamma_multiply(0.6)))
                        .allow_hover(false),
                );
            }
            let line = Line::new(course.name.clone(), course.points.clone());
            plot.line(line.stroke(Stroke::new(2.6, course.color)));
            if compares {
                let points = Points::new(course.name.clone(), course.points.clone());
                plot.points(points.radius(4.0).color(course.color));
            }
        }
    })
}

fn still<'a>(compares: bool) -> Plot<'a> {
    let id = if compares { "lab_values" } else { "lab_lines" };
    let plot = widgets::still_plot(id, HIGH - 34.0)
        .show_crosshair(false)
        .grid_color(theme::now().line)
        .y_axis_min_width(38.0);
    match compares {
        true => plot.x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [1.0, 1.0, 1.0])),
        false => plot,
    }
}

/// Writes names at the ends of lines; what would lie on another is moved down.
fn ends_ui(ui: &Ui, courses: &[Course], response: &PlotResponse<()>) {
    let end = |course: &Course| -> Option<(Pos2, String, Color32)> {
        let [x, y] = *course.points.last()?;
        let at = response.transform.position_from_point(&PlotPoint::new(x, y));
        let share = text::percents(y / 100.0);
        Some((at, [share.as_str(), &course.name].join(" "), course.color))
    };
    let mut ends: Vec<(Pos2, String, Color32)> = courses.iter().filter_map(end).collect();
    ends.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let frame = response.response.rect;
    let mut free = frame.top();
    let below = |left: usize| frame.bottom() - 20.0 * left as f32;
    let n = ends.len();
    for (at, (point, words, color)) in ends.into_iter().enumerate() {
        let y = (point.y - 9.0).max(free).min(below(n - at)).max(frame.top());
        free = y + 19.0;
        let color = theme::legible(color, theme::now().panel);
        let place = pos2(point.x + 8.0, y);
        let room = frame.right() - place.x;
        let mut job =
            egui::text::LayoutJob::simple_singleline(words, FontId::proportional(14.0), color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = ui.painter().layout_job(job);
        let rect = Align2::LEFT_TOP.anchor_size(place, galley.size());
        // No line of the chart goes through it.
        ui.painter().rect_filled(rect.expand2(vec2(3.0, 0.0)), 4.0, theme::now().panel);
        ui.painter().galley(rect.min, galley, color);
    }
}
