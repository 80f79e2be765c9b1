//! What pieces go with: how often sides won that used them, beside all sides of their faction.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, pos2, vec2};
use harena_engine::id::PrototypeId;

use super::{Told, boxed};
use crate::paint::face;
use crate::paint::geometry::Form;
use crate::panel::named;
use crate::{draw, paint, text, theme};

/// How high a row is.
const ROW: f32 = 28.0;
/// So many rows are shown, those that stand out most.
const ROWS: usize = 7;
/// A sheet that fewer sides used says nothing.
const FEWEST: u64 = 12;
/// Nor does one that nearly all of them used.
const NEARLY_ALL: f64 = 0.97;

/// How much more often than all of its faction sides won that used a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The sheet.
    pub sheet: PrototypeId,
    /// The difference, and where it may lie, as shares.
    pub by: [f64; 3],
}

/// What can be said of sheets, the best first, with as many of the best as of the worst.
pub fn worths(told: &Told, faction: Option<usize>) -> Vec<Worth> {
    let tally = &told.part.tally;
    let all = |sheet: PrototypeId| {
        let own = told.known.game.prototypes.get(sheet.index())?.faction;
        let counted = own.and_then(|id| tally.by_faction.get(&id)).copied();
        let seats =
            || tally.by_seat.values().fold((0, 0), |sum, it| (sum.0 + it.wins, sum.1 + it.matches));
        Some(counted.map_or_else(seats, |it| (it.wins, it.matches)))
    };
    let is_own = |sheet: PrototypeId| {
        let own = told.known.game.prototypes.get(sheet.index()).and_then(|it| it.faction);
        faction.is_none_or(|id| own.is_some_and(|own| own.index() == id))
    };
    let worth = |(sheet, story): (&PrototypeId, &harena_lab::series::Told)| {
        let (wins, n) = all(*sheet).filter(|(_, n)| *n > 0)?;
        let used = story.users.matches;
        let says = used >= FEWEST && (used as f64) < NEARLY_ALL * n as f64;
        let (share, usual) = (story.users.share(), wins as f64 / n as f64);
        let by = [share.rate, share.low, share.high].map(|rate| rate - usual);
        (says && is_own(*sheet)).then_some(Worth { sheet: *sheet, by })
    };
    let mut found: Vec<Worth> = tally.sheets.iter().filter_map(worth).collect();
    found.sort_by(|a, b| b.by[0].total_cmp(&a.by[0]).then(a.sheet.cmp(&b.sheet)));
    if found.len() > ROWS {
        let worst = found.split_off(found.len() - ROWS / 2);
        found.truncate(ROWS - worst.len());
        found.extend(worst);
    }
    found
}

/// Draws the card.
pub fn worth_card(ui: &mut Ui, told: &Told, faction: Option<usize>, size: (f32, f32)) {
    let of = faction.map(|at| told.faction(at)).unwrap_or_default();
    let more = if of.is_empty() { text::points_of_rate().to_owned() } else { of };
    boxed(ui, size, (text::what_a_piece_goes_with(), &more), |ui| {
        let found = worths(told, faction);
        if found.is_empty() {
            ui.label(egui::RichText::new(text::too_few_uses()).color(theme::now().ink3));
        }
        let widest = found.iter().flat_map(|it| it.by).map(f64::abs).fold(0.02, f64::max);
        ui.spacing_mut().item_spacing.y = 0.0;
        for worth in &found {
            row_ui(ui, told, worth, widest);
        }
    });
}

fn row_ui(ui: &mut Ui, told: &Told, worth: &Worth, widest: f64) {
    let now = theme::now();
    let game = &told.known.game;
    let Some(prototype) = game.prototypes.get(worth.sheet.index()) else { return };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let title = told.sheet(worth.sheet);
    let [by, low, high] = worth.by;
    let points = |by: f64| text::rate_points(100.0 * by);
    let label = || text::share_with(&title, &points(by), &points(low), &points(high));
    named(response, Role::Label, true, label).on_hover_text(label());
    let livery = prototype.faction.map_or_else(Default::default, |id| told.livery(id.index()));
    let drawn = face::of_prototype(game, &told.known.book, prototype, livery);
    let at = pos2(rect.left() + 11.0, rect.center().y);
    let bits = [at.x.to_bits(), at.y.to_bits()];
    let form = paint::board::form_of(game.board.kind());
    let form = if form == Form::Round { Form::Hex } else { form };
    draw::kept(ui.painter(), ("lab_worth", bits, &drawn), |pen| {
        paint::tile::chip(pen, (at, 11.0), &drawn, form);
    });
    let names = (rect.width() * 0.36).min(170.0);
    let mut job = egui::text::LayoutJob::simple_singleline(
        title.clone(),
        FontId::proportional(15.0),
        now.ink1,
    );
    job.wrap = egui::text::TextWrapping::truncate_at_width(names);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(
        pos2(rect.left() + 32.0, rect.center().y - galley.size().y / 2.0),
        galley,
        now.ink1,
    );
    let words = points(by);
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        words,
        theme::bold(15.0),
        now.ink1,
    );
    let axis = Rect::from_min_max(
        pos2(rect.left() + 40.0 + names, rect.top()),
        pos2(rect.right() - 54.0, rect.bottom()),
    );
    bar_ui(ui, axis, worth.by, widest);
}

fn bar_ui(ui: &Ui, axis: Rect, [by, low, high]: [f64; 3], widest: f64) {
    let now = theme::now();
    let x = |by: f64| axis.center().x + axis.width() / 2.0 * (by / widest).clamp(-1.0, 1.0) as f32;
    let y = axis.center().y;
    ui.painter().vline(x(0.0), axis.top()..=axis.bottom(), Stroke::new(1.0, now.line));
    let color = theme::LIVERIES.get(usize::from(by < 0.0)).map_or(now.ink2, |it| it.bar());
    let bar = Rect::from_x_y_ranges(x(by.min(0.0))..=x(by.max(0.0)), y - 7.0..=y + 7.0);
    ui.painter().rect_filled(bar, 3.0, color);
    ui.painter().hline(x(low)..=x(high), y, Stroke::new(2.0, now.ink1));
}
