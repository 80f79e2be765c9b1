//! How the side whose pack was saved fares after the save beside how it fared before: pair by pair
//! of matches, as they were played.

use egui::{RichText, Role, Sense, Stroke, Ui, vec2};
use egui_plot::{HLine, Line};
use harena_lab::sequential::Verdict;

use crate::draw::icon;
use crate::panel::{named, widgets};
use crate::session::Compared;
use crate::{text, theme};

/// How high the chart is.
pub const HIGH: f32 = 104.0;
/// How wide the numbers beside it are.
const ROWS: f32 = 172.0;

/// Draws the chart and, at its right, the two shares of victories.
pub fn chart_ui(ui: &mut Ui, compared: &Compared) {
    let now = theme::now();
    ui.horizontal(|ui| {
        let width = (ui.available_width() - ROWS - 20.0).max(120.0);
        ui.allocate_ui(vec2(width, HIGH), |ui| line_ui(ui, compared));
        ui.vertical(|ui| {
            ui.add_space(6.0);
            let [after, before] = compared.rates;
            row_ui(ui, text::share_before(), &text::percents(before), now.ink1);
            let ink = if after < before { now.down } else { now.up };
            row_ui(ui, text::share_now(), &text::percents(after), ink);
            let [length, was] = compared.lengths;
            let value = text::length_in_decisions(length);
            row_ui(ui, text::length_of_match(), &value, now.ink1)
                .on_hover_text(text::length_about(was));
        });
    });
    let label = RichText::new(text::against_last_save(&compared.subject)).small().color(now.ink3);
    ui.add(egui::Label::new(label).truncate());
}

fn row_ui(ui: &mut Ui, title: &str, value: &str, ink: egui::Color32) -> egui::Response {
    let row = ui.horizontal(|ui| {
        ui.set_width(ROWS);
        ui.label(RichText::new(title).color(theme::now().ink2));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(value).font(theme::bold(15.0)).color(ink))
        })
    });
    row.inner.inner
}

/// Draws in the bar what the pairs say, and how sure that is; nothing before any were played.
pub fn verdict_ui(ui: &mut Ui, compared: &Compared, brief: bool) {
    let now = theme::now();
    let (word, sign, ink) = match compared.verdict {
        Verdict::Stronger => (text::verdict_stronger(), "trend-up", now.up),
        Verdict::Weaker => (text::verdict_weaker(), "trend-down", now.down),
        Verdict::Same => (text::no_difference(), "equals", now.ink2),
        Verdict::Undecided => (text::verdict_open(), "question", now.ink2),
    };
    let sure = text::pairs_and_p(compared.n_pairs(), &text::chance_of(compared.p));
    let told = format!("{word}, {sure}");
    let drawn = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // From the right.
        if !brief {
            ui.label(RichText::new(&sure).color(now.ink2));
        }
        ui.label(RichText::new(word).font(theme::bold(15.0)).color(ink));
        widgets::sign_ui(ui, icon(sign), 17.0, ink);
    });
    let whole = ui.interact(drawn.response.rect, ui.scope_id().with("verdict"), Sense::hover());
    let about = text::against_last_save(&compared.subject);
    named(whole, Role::Label, true, || told.clone()).on_hover_text(about);
}

fn line_ui(ui: &mut Ui, compared: &Compared) {
    let now = theme::now();
    let points: Vec<[f64; 2]> =
        compared.course.iter().map(|(n, mean)| [*n as f64, 100.0 * mean]).collect();
    let last = points.last().map_or(1.0, |[x, _]| *x);
    // The first few pairs jump.
    let late = points.iter().skip(points.len() / 8).map(|[_, y]| (y - 50.0).abs());
    let most = late.fold(6.0, f64::max) + 2.0;
    let plot = widgets::still_plot("saved_course", HIGH)
        .show_crosshair(false)
        .show_axes([false, false])
        .show_grid([false, false]);
    let color = match points.last() {
        Some([_, y]) if *y < 50.0 => now.down,
        Some(_) | None => now.up,
    };
    let response = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(0.0..=last.max(1.0));
        plot.set_plot_bounds_y((50.0 - most)..=(50.0 + most));
        let fair = HLine::new(text::no_difference(), 50.0).stroke(Stroke::new(1.0, now.ink3));
        plot.hline(fair.style(egui_plot::LineStyle::dashed_dense()));
        plot.line(Line::new("", points.clone()).stroke(Stroke::new(2.4, color)).allow_hover(false));
    });
    let told = text::against_last_save(&compared.subject);
    named(response.response, Role::Image, true, || told.clone());
}
