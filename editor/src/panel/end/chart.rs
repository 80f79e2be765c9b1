//! The number that tells who leads, turn by turn, as steps.

use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, pos2, vec2};
use harena_engine::id::Seat;

use crate::command::Command;
use crate::course::Course;
use crate::draw::{self, icon};
use crate::panel::{Desk, Wish, named};
use crate::{paint, text, theme};

/// How high a chart is, and where little room is left.
pub const HIGH: f32 = 290.0;
pub const LEAST: f32 = 190.0;

/// Where turns and values lie.
struct Axes {
    rect: Rect,
    turns: f32,
    top: i32,
    bottom: i32,
}

impl Axes {
    fn x(&self, turn: u32) -> f32 {
        self.rect.left() + self.rect.width() * turn as f32 / self.turns.max(1.0)
    }

    fn y(&self, value: i32) -> f32 {
        let part = (value - self.bottom) as f32 / (self.top - self.bottom).max(1) as f32;
        self.rect.bottom() - self.rect.height() * part
    }
}

/// Draws the chart; a click looks at that moment.
pub fn chart_ui(ui: &mut Ui, desk: &mut Desk, (course, high): (&Course, f32)) {
    let size = vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let response = named(response, Role::Image, true, || told(desk, course));
    let values = || course.steps.iter().flatten().map(|step| step.value);
    let step = step_of(values().max().unwrap_or(1).max(1) - values().min().unwrap_or(0).min(0));
    let top = (values().max().unwrap_or(1).max(1) + step - 1) / step * step;
    let bottom = values().min().unwrap_or(0).min(0).div_euclid(step) * step;
    let field = Rect::from_min_max(rect.min + vec2(36.0, 26.0), rect.max - vec2(64.0, 30.0));
    let axes = Axes { rect: field, turns: course.turns as f32, top, bottom };
    grid_ui(ui, &axes, course, step);
    for seat in (0..course.steps.len()).rev() {
        line_ui(ui, desk, &axes, course, seat);
    }
    ends_ui(ui, desk, &axes, course);
    for (at, point) in course.points.iter().enumerate() {
        mark_ui(ui, &axes, course, (at + 1, point.turn));
    }
    if let (true, Some(at)) = (response.clicked(), response.interact_pointer_pos()) {
        let part = ((at.x - field.left()) / field.width().max(1.0)).clamp(0.0, 1.0);
        let turn = (part * axes.turns).round() as u32;
        desk.wishes.push(Wish::Do(Command::GoTo(moves_at(course, turn))));
    }
    response.on_hover_text(text::click_a_point());
}

/// What a screen reader reads of it.
fn told(desk: &Desk, course: &Course) -> String {
    let line = |(seat, steps): (usize, &Vec<crate::course::Step>)| {
        let name = desk.view.teller().seat(Seat(seat as u8));
        let values: Vec<String> =
            steps.iter().map(|step| text::value_at(step.turn, step.value)).collect();
        format!("{name}: {}", values.join(", "))
    };
    course.steps.iter().enumerate().map(line).collect::<Vec<_>>().join("; ")
}

/// Moves made at the last step not after a turn.
fn moves_at(course: &Course, turn: u32) -> usize {
    let steps = course.steps.iter().flatten().filter(|step| step.turn <= turn);
    steps.map(|step| step.moves).max().unwrap_or(0)
}

/// How far apart lines of the grid are.
fn step_of(range: i32) -> i32 {
    [1, 2, 5, 10, 20, 25, 50, 100].into_iter().find(|step| range / step <= 5).unwrap_or(200)
}

fn grid_ui(ui: &Ui, axes: &Axes, course: &Course, step: i32) {
    let now = theme::now();
    let painter = ui.painter();
    let small = || FontId::proportional(13.0);
    let mut value = axes.bottom;
    while value <= axes.top {
        let y = axes.y(value);
        painter.hline(axes.rect.x_range(), y, Stroke::new(1.0, now.line));
        let at = pos2(axes.rect.left() - 10.0, y);
        painter.text(at, Align2::RIGHT_CENTER, text::in_column(value), small(), now.ink3);
        value += step;
    }
    for turn in &course.fights {
        let column = Rect::from_center_size(
            pos2(axes.x(*turn), axes.rect.center().y),
            vec2(9.0, axes.rect.height()),
        );
        painter.rect_filled(column, 0.0, now.ink1.gamma_multiply(0.05));
        if let Some(sword) = icon("sword") {
            let at = pos2(axes.x(*turn), axes.rect.top() - 12.0);
            draw::icon_ui(painter, at, sword, 15.0, now.ink3);
        }
    }
    let by = step_of(course.turns as i32) as u32;
    for turn in (0..=course.turns).step_by(by.max(1) as usize) {
        let at = pos2(axes.x(turn), axes.rect.bottom() + 8.0);
        painter.text(at, Align2::CENTER_TOP, turn.to_string(), small(), now.ink3);
    }
    let at = pos2(axes.rect.right() + 18.0, axes.rect.bottom() + 8.0);
    painter.text(at, Align2::LEFT_TOP, text::turn_axis(), small(), now.ink3);
}

fn line_ui(ui: &Ui, desk: &Desk, axes: &Axes, course: &Course, seat: usize) {
    let Some(steps) = course.steps.get(seat) else { return };
    let mut points: Vec<Pos2> = Vec::new();
    for step in steps {
        let at = pos2(axes.x(step.turn), axes.y(step.value));
        if let Some(last) = points.last() {
            points.push(pos2(at.x, last.y));
        }
        points.push(at);
    }
    if let Some(last) = points.last() {
        points.push(pos2(axes.x(course.turns), last.y));
    }
    let color = desk.view.color(Seat(seat as u8));
    ui.painter().add(Shape::line(points.clone(), Stroke::new(6.0, theme::now().well)));
    ui.painter().add(Shape::line(points, Stroke::new(3.2, color)));
}

/// The last values with the shapes of the seats; what would lie on another is moved away.
fn ends_ui(ui: &Ui, desk: &Desk, axes: &Axes, course: &Course) {
    let mut ends: Vec<(f32, usize, i32)> = course
        .steps
        .iter()
        .enumerate()
        .filter_map(|(seat, steps)| steps.last().map(|it| (axes.y(it.value), seat, it.value)))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = f32::NEG_INFINITY;
    for (y, seat, value) in ends {
        let seat = Seat(seat as u8);
        let x = axes.x(course.turns);
        paint::icon::seat_shape(ui.painter(), desk.view.livery(seat), pos2(x, y), 8.0);
        let label = y.max(free + 24.0);
        free = label;
        let at = pos2(x + 18.0, label);
        let font = theme::heading(22.0);
        ui.painter().text(
            at,
            Align2::LEFT_CENTER,
            text::in_column(value),
            font,
            desk.view.color(seat),
        );
    }
}

fn mark_ui(ui: &Ui, axes: &Axes, course: &Course, (number, turn): (usize, u32)) {
    let now = theme::now();
    let values = course.steps.iter().filter_map(|steps| {
        steps.iter().rev().find(|step| step.turn <= turn).map(|step| axes.y(step.value))
    });
    let (sum, n) = values.fold((0.0, 0.0), |(sum, n), y| (sum + y, n + 1.0));
    let at = pos2(axes.x(turn), if n > 0.0 { sum / n } else { axes.rect.center().y });
    disc_ui(ui, at, number, now.accent);
}

/// A number in a disc.
pub fn disc_ui(ui: &Ui, at: Pos2, number: usize, color: egui::Color32) {
    ui.painter().circle(at, 13.0, color, Stroke::new(2.0, theme::now().on_accent));
    let font = theme::bold(15.0);
    let ink = theme::now().on_accent;
    ui.painter().text(at, Align2::CENTER_CENTER, number.to_string(), font, ink);
}
