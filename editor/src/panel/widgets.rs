//! Buttons, key caps and cards of the interface.

use egui::{Color32, Frame, Pos2, Rect, Response, Role, Sense, Shadow, Ui, Vec2, pos2, vec2};

use super::named;
use crate::draw::{self, Letters, icon};
use crate::{text, theme};

/// How much a button stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The one thing to do.
    Primary,
    /// One of several.
    Secondary,
    /// Sign and word without ground.
    Quiet,
}

/// A button: its word, a sign, a key, how much it stands out.
#[derive(Clone, Copy)]
pub struct Action<'a> {
    /// What it is called.
    pub label: &'a str,
    /// Its sign, by name.
    pub icon: &'a str,
    /// The key that does the same.
    pub key: &'a str,
    /// How much it stands out.
    pub rank: Rank,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is on.
    pub on: bool,
}

impl<'a> Action<'a> {
    /// A quiet button.
    pub fn quiet(icon: &'a str, label: &'a str) -> Action<'a> {
        Action { label, icon, key: "", rank: Rank::Quiet, enabled: true, on: false }
    }

    /// Unfolds what is folded, or folds it.
    pub fn fold(folded: bool) -> Action<'static> {
        match folded {
            true => Action::quiet("caret-down", text::unfold()),
            false => Action::quiet("caret-up", text::fold()),
        }
    }

    /// The primary button.
    pub fn primary(icon: &'a str, label: &'a str) -> Action<'a> {
        Action { rank: Rank::Primary, ..Action::quiet(icon, label) }
    }

    /// The same with the key that does the same.
    pub fn key(self, key: &'a str) -> Action<'a> {
        Action { key, ..self }
    }

    /// Draws it as wide as it needs.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let size = vec2(self.width(ui), self.height());
        self.sized_ui(ui, size)
    }

    /// Draws it as wide as it needs, or its sign alone where words would have no room.
    pub fn brief_ui(self, ui: &mut Ui, brief: bool) -> Response {
        if brief { self.bare_ui(ui) } else { self.ui(ui) }
    }

    /// How wide it is with its word and its key.
    pub fn width(self, ui: &Ui) -> f32 {
        let gap = if self.icon.is_empty() { 0.0 } else { 26.0 };
        let key = if self.key.is_empty() { 0.0 } else { key_width(ui, self.key) + 8.0 };
        let word = draw::width_of(ui.painter(), self.label, self.letters(), 15.0);
        let pad = if self.rank == Rank::Quiet { 6.0 } else { 14.0 };
        word + gap + key + 2.0 * pad
    }

    /// Draws its sign alone; its word comes up where the mouse rests on it.
    pub fn bare_ui(self, ui: &mut Ui) -> Response {
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(32.0, 32.0), sense);
        let response = named(response, Role::Button, self.enabled, || self.label.to_owned());
        let hot = self.enabled && (response.hovered() || response.has_focus());
        let now = theme::now();
        ground(ui, rect, Rank::Quiet, (hot, response.is_pointer_button_down_on()));
        focus_ring(ui, rect, &response);
        let ink = match (self.enabled, hot) {
            (false, _) => now.ink3.gamma_multiply(0.6),
            (true, true) => now.ink1,
            (true, false) => now.ink2,
        };
        if let Some(icon) = icon(self.icon) {
            draw::icon_ui(ui.painter(), rect.center(), icon, 20.0, ink);
        }
        response.on_hover_text(self.label)
    }

    /// Draws it over the whole width.
    pub fn wide_ui(self, ui: &mut Ui) -> Response {
        let size = vec2(ui.available_width(), self.height());
        self.sized_ui(ui, size)
    }

    /// Draws it so high: over the whole width if it is the primary one, else as wide as it needs.
    pub fn tall_ui(self, ui: &mut Ui, height: f32) -> Response {
        let word = draw::width_of(ui.painter(), self.label, self.letters(), 15.0) + 48.0;
        let width = if self.rank == Rank::Primary { ui.available_width() } else { word };
        self.sized_ui(ui, vec2(width, height))
    }

    fn height(self) -> f32 {
        match self.rank {
            Rank::Primary => 44.0,
            Rank::Secondary => 38.0,
            Rank::Quiet => 32.0,
        }
    }

    fn letters(self) -> Letters {
        if self.rank == Rank::Quiet { Letters::Plain } else { Letters::Bold }
    }

    fn sized_ui(self, ui: &mut Ui, size: Vec2) -> Response {
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let response = named(response, Role::Button, self.enabled, || self.label.to_owned());
        let hot = self.enabled && (response.hovered() || response.has_focus());
        let now = theme::now();
        let ink = match (self.enabled, self.rank) {
            (false, _) => now.ink3.gamma_multiply(0.7),
            (true, Rank::Primary) => now.on_accent,
            (true, Rank::Secondary) => now.ink1,
            (true, Rank::Quiet) if self.on => now.accent,
            (true, Rank::Quiet) => {
                if hot {
                    now.ink1
                } else {
                    now.ink2
                }
            }
        };
        ground(ui, rect, self.rank, (hot, response.is_pointer_button_down_on()));
        focus_ring(ui, rect, &response);
        let key = if self.key.is_empty() { 0.0 } else { key_width(ui, self.key) };
        let word = draw::width_of(ui.painter(), self.label, self.letters(), 15.0);
        let gap = if self.icon.is_empty() { 0.0 } else { 26.0 };
        let extra = if key > 0.0 { key + 8.0 } else { 0.0 };
        let mut x = rect.center().x - (word + gap + extra) / 2.0;
        if let Some(icon) = icon(self.icon) {
            draw::icon_ui(ui.painter(), pos2(x + 9.0, rect.center().y), icon, 19.0, ink);
        }
        x += gap;
        let font = draw::font(self.letters(), 15.0);
        let galley = ui.painter().layout_no_wrap(self.label.to_owned(), font, ink);
        ui.painter().galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, ink);
        if key > 0.0 {
            let at = pos2(x + word + 8.0 + key / 2.0, rect.center().y);
            key_cap(ui, at, self.key, self.rank);
            super::keyed(&response, self.key);
        }
        response
    }
}

/// The ground of a button.
pub fn ground(ui: &Ui, rect: Rect, rank: Rank, (hot, down): (bool, bool)) {
    let now = theme::now();
    let fill = match rank {
        Rank::Primary => now.accent,
        Rank::Secondary => now.panel2,
        Rank::Quiet => Color32::TRANSPARENT,
    };
    let fill = match (hot, rank) {
        (true, Rank::Quiet) => now.panel2,
        (true, _) => theme::mix(fill, now.ink1, 0.10),
        (false, _) => fill,
    };
    let painter = ui.painter();
    if rank == Rank::Primary {
        let lower = rect.translate(vec2(0.0, 2.0));
        painter.rect_filled(lower, 10.0, theme::mix(now.accent, Color32::BLACK, 0.45));
    }
    let rect = if down { rect.translate(vec2(0.0, 1.0)) } else { rect };
    painter.rect_filled(rect, 10.0, fill);
}

/// A line around what has the keyboard.
pub fn focus_ring(ui: &Ui, rect: Rect, response: &Response) {
    if response.has_focus() {
        let stroke = egui::Stroke::new(2.0, theme::now().accent);
        ui.painter().rect_stroke(rect.expand(2.0), 11.0, stroke, egui::StrokeKind::Outside);
    }
}

/// How wide the cap of a key is.
pub fn key_width(ui: &Ui, key: &str) -> f32 {
    draw::width_of(ui.painter(), key, Letters::Plain, 13.0) + 12.0
}

/// Draws the cap of a key around a point.
pub fn key_cap(ui: &Ui, at: Pos2, key: &str, rank: Rank) {
    let now = theme::now();
    let size = vec2(key_width(ui, key).max(20.0), 20.0);
    let (fill, ink) = match rank {
        Rank::Primary => (now.on_accent.gamma_multiply(0.14), now.on_accent),
        Rank::Secondary => (now.well.gamma_multiply(0.6), now.ink3),
        Rank::Quiet => (now.panel2.gamma_multiply(0.8), now.ink3),
    };
    ui.painter().rect_filled(Rect::from_center_size(at, size), 4.0, fill);
    let font = draw::font(Letters::Plain, 13.0);
    let galley = ui.painter().layout_no_wrap(key.to_owned(), font, ink);
    ui.painter().galley(at - galley.size() / 2.0, galley, ink);
}

/// A panel on the table: no border, a soft shadow.
pub fn card() -> Frame {
    let now = theme::now();
    let shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: now.shadow };
    Frame::new().fill(now.panel).corner_radius(12).inner_margin(16).shadow(shadow)
}

/// A sunk field in a panel.
pub fn well() -> Frame {
    Frame::new().fill(theme::now().well).corner_radius(8).inner_margin(10)
}

/// A sign in a row of the interface.
pub fn sign_ui(ui: &mut Ui, sign: Option<char>, size: f32, color: Color32) {
    if let Some(sign) = sign {
        let (rect, _) = ui.allocate_exact_size(vec2(size + 2.0, size + 4.0), Sense::hover());
        draw::icon_ui(ui.painter(), rect.center(), sign, size, color);
    }
}

/// A plot that neither zooms nor moves: the page it stands on scrolls.
pub fn still_plot<'a>(id: &str, height: f32) -> egui_plot::Plot<'a> {
    egui_plot::Plot::new(id)
        .height(height)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .show_x(false)
        .show_y(false)
}
