//! How long matches take, and how they end.

use egui::{RichText, Role, Ui};
use egui_plot::{Bar, BarChart, GridMark, VLine};
use harena_engine::id::WordId;
use harena_lab::statistics::Histogram;

use super::{Told, boxed};
use crate::panel::{named, widgets};
use crate::{text, theme};

/// So many bars at most.
const BARS: u32 = 24;
/// So many reasons are named.
const REASONS: usize = 4;

/// Bars of equal width: where each begins, and how many matches it holds.
pub fn bars(lengths: &Histogram) -> (u32, Vec<(u32, u64)>) {
    let (low, high) = (lengths.quantile(0.0), lengths.quantile(1.0));
    let wide = (high - low) / BARS + 1;
    let mut bars: Vec<(u32, u64)> =
        (0..=(high - low) / wide).map(|at| (low + at * wide, 0)).collect();
    for (length, n) in lengths.counts() {
        if let Some(bar) = bars.get_mut(((length - low) / wide) as usize) {
            bar.1 += n;
        }
    }
    (wide, bars)
}

/// Draws the card.
pub fn lengths_card(ui: &mut Ui, told: &Told, size: (f32, f32)) {
    let lengths = &told.part.tally.lengths;
    let now = theme::now();
    boxed(ui, size, (text::how_long(), ""), |ui| {
        if lengths.n() == 0 {
            return;
        }
        let middle = lengths.quantile(0.5);
        ui.horizontal_wrapped(|ui| {
            let number = RichText::new(middle.to_string()).font(theme::heading(34.0));
            ui.label(number.color(now.ink1));
            ui.label(RichText::new(text::decisions_in_the_middle()).color(now.ink2));
        });
        let (low, high) = (lengths.quantile(0.05), lengths.quantile(0.95));
        let between = text::nine_in_ten(low, high);
        ui.label(RichText::new(&between).color(now.ink2));
        chart_ui(ui, lengths, middle, &between);
        ui.spacing_mut().item_spacing.y = 2.0;
        reasons_ui(ui, told);
    });
}

fn chart_ui(ui: &mut Ui, lengths: &Histogram, middle: u32, between: &str) {
    let now = theme::now();
    let (wide, bars) = bars(lengths);
    let half = f64::from(wide) / 2.0;
    let bar = |(from, n): &(u32, u64)| {
        let bar = Bar::new(f64::from(*from) + half, *n as f64).width(f64::from(wide) * 0.86);
        bar.fill(theme::mix(now.panel, now.ink2, 0.8)).stroke(egui::Stroke::NONE)
    };
    let chart = BarChart::new(text::how_long(), bars.iter().map(bar).collect()).allow_hover(false);
    ui.visuals_mut().override_text_color = Some(now.ink3);
    let drawn = widgets::still_plot("lab_lengths", 92.0)
        .show_grid(false)
        .show_axes([true, false])
        .x_axis_formatter(|mark: GridMark, _: &std::ops::RangeInclusive<f64>| {
            format!("{}", mark.value.round())
        })
        .show(ui, |plot| {
            plot.bar_chart(chart);
            let line = VLine::new(text::decisions_in_the_middle(), f64::from(middle) + 0.5);
            plot.vline(line.stroke(egui::Stroke::new(2.0, now.accent)).allow_hover(false));
        });
    ui.visuals_mut().override_text_color = None;
    let told = format!("{middle} {}, {between}", text::decisions_in_the_middle());
    named(drawn.response, Role::Image, true, || told.clone());
}

/// Draws how matches end, the most frequent first, and who wins them.
fn reasons_ui(ui: &mut Ui, told: &Told) {
    let tally = &told.part.tally;
    let n = tally.matches.max(1) as f64;
    let mut reasons: Vec<(String, f64)> = tally
        .reasons
        .iter()
        .map(|(word, count)| (told.known.book.word(WordId(*word)).to_owned(), *count as f64 / n))
        .collect();
    if tally.capped > 0 {
        reasons.push((text::given_up().to_owned(), tally.capped as f64 / n));
    }
    reasons.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Less than half of one in a hundred would read as never.
    reasons.retain(|(_, rate)| *rate >= 0.005);
    reasons.truncate(REASONS);
    reasons.push((text::who_begins().to_owned(), tally.first.share().rate));
    for (title, rate) in reasons {
        line_ui(ui, &title, &text::percents(rate));
    }
}

/// Draws a value at the right, and its title before it, over two lines where it is long.
fn line_ui(ui: &mut Ui, title: &str, value: &str) {
    let now = theme::now();
    let room = (ui.available_width() - 52.0).max(60.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.scope(|ui| {
            ui.set_width(room);
            ui.add(egui::Label::new(RichText::new(title).color(now.ink2)).wrap());
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            ui.label(RichText::new(value).font(theme::bold(15.0)).color(now.ink1));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_match_once() {
        let mut lengths = Histogram::default();
        [10, 10, 11, 60, 129].into_iter().for_each(|length| lengths.add(length));
        let (wide, bars) = bars(&lengths);
        // 120 numbers in bars of five or more: 24 bars of five hold 10 to 129.
        assert_eq!((wide, bars.len()), (5, 24));
        assert_eq!(bars.iter().map(|(_, n)| n).sum::<u64>(), 5);
        let filled: Vec<(u32, u64)> = bars.into_iter().filter(|(_, n)| *n > 0).collect();
        assert_eq!(filled, [(10, 3), (60, 1), (125, 1)]);
    }
}
