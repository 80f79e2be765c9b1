//! What is pointed at, lifted or unfolded comes and goes softly, and nothing is drawn again once it
//! is there.

use std::hash::Hash;

use egui::{Context, Id, Rect, Ui, UiBuilder, vec2};

use crate::motion::Curve;

/// What comes and goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ease {
    /// The light on what is pointed at.
    Point,
    /// A card that is chosen.
    Lift,
    /// What is unfolded.
    Fold,
}

/// With calm motion nothing moves from its place, and lights fade so fast, in seconds.
const CALM: f32 = 0.080;

impl Ease {
    fn lasts(self, calm: bool) -> f32 {
        match (self, calm) {
            (Ease::Point, false) => 0.090,
            (Ease::Lift, false) => 0.140,
            (Ease::Fold, false) => 0.180,
            (Ease::Point, true) => CALM,
            (Ease::Lift | Ease::Fold, true) => 0.0,
        }
    }
}

fn calm_id() -> Id {
    Id::unique("calm motion")
}

/// Notes whether motion is calm.
pub fn set_calm(ctx: &Context, calm: bool) {
    ctx.data_mut(|data| data.insert_temp(calm_id(), calm));
}

/// Which part of it is there now. What is seen for the first time is there, or not, at once.
pub fn part(ctx: &Context, ease: Ease, of: impl Hash + std::fmt::Debug, is_on: bool) -> f32 {
    let calm = ctx.data(|data| data.get_temp(calm_id())).unwrap_or(false);
    let lasts = ease.lasts(calm);
    if lasts <= 0.0 {
        return f32::from(u8::from(is_on));
    }
    let id = Id::unique(("ease", ease as u8, of));
    ctx.animate_bool_with_time_and_easing(id, is_on, lasts, |time| Curve::OUT.at(time))
}

/// Draws what is unfolded as far as it is, from its top.
pub fn fold_ui(ui: &mut Ui, id: Id, is_open: bool, add: impl FnOnce(&mut Ui)) {
    let part = part(ui.ctx(), Ease::Fold, id, is_open);
    if part <= 0.0 {
        return;
    }
    let start = ui.cursor().min;
    let whole = Rect::from_min_size(start, vec2(ui.available_width(), ui.available_height()));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(whole).id_salt(id));
    let id_of_height = id.with("height");
    if part < 1.0 {
        let high = ui.data(|data| data.get_temp::<f32>(id_of_height)).unwrap_or(0.0);
        let seen = Rect::from_min_size(start, vec2(whole.width(), high * part));
        inner.set_clip_rect(seen.intersect(ui.clip_rect()));
        inner.multiply_opacity(part);
    }
    add(&mut inner);
    let needed = inner.min_rect();
    ui.data_mut(|data| data.insert_temp(id_of_height, needed.height()));
    let used = Rect::from_min_size(start, vec2(needed.width(), needed.height() * part));
    ui.advance_cursor_after_rect(used);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part that is there after so many milliseconds, in steps of ten.
    fn after(ctx: &Context, ease: Ease, is_on: bool, from: u32, to: u32) -> f32 {
        let mut found = 0.0;
        for at in (from..=to).step_by(10) {
            let time = Some(f64::from(at) / 1000.0);
            let input = egui::RawInput { time, predicted_dt: 0.01, ..egui::RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| found = part(ui.ctx(), ease, "it", is_on));
            output.textures_delta.clear();
        }
        found
    }

    #[test]
    fn a_light_comes_softly_and_a_calm_window_lifts_nothing() {
        let ctx = Context::default();
        assert_eq!(after(&ctx, Ease::Lift, false, 0, 50), 0.0);
        let halfway = after(&ctx, Ease::Lift, true, 60, 110);
        assert!(halfway > 0.0 && halfway < 1.0, "{halfway}");
        assert_eq!(after(&ctx, Ease::Lift, true, 120, 300), 1.0);
        set_calm(&ctx, true);
        assert_eq!(after(&ctx, Ease::Lift, false, 310, 310), 0.0);
    }
}
