//! Answers that are put together: a choice of several, an order, amounts over slots, a moment.

use egui::{Button, Color32, Id, Rect, RichText, Sense, Stroke, Ui, vec2};
use harena_engine::decision::{Action, Decision, Values, order_rank, spread_rank};
use harena_engine::game::ArgKind;

use super::{Desk, colored};
use crate::table::{Click, Situation, Table};
use crate::{text, theme};

/// Draws what puts the next argument together; answers whether these values are put together.
pub fn assemble_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, values: &Values) -> bool {
    begin(desk.table, decision, values);
    match values {
        Values::List(_) => return false,
        Values::Several { of, kind, min, max } => several_ui(ui, desk, (*kind, of), (*min, *max)),
        Values::Order { of, kind } => order_ui(ui, desk, (*kind, of)),
        Values::Spread { total, caps, of, kind } => {
            spread_ui(ui, desk, (*kind, of), (*total, caps));
        }
        Values::Clock(from, to) => super::clock::clock_ui(ui, desk, decision, (*from, *to)),
    }
    true
}

/// Begins with what the default says, where it fits what is chosen already.
pub fn begin(table: &mut Table, decision: &Decision, values: &Values) {
    if table.assembled.as_ref() == Some(values) {
        return;
    }
    table.assembled = Some(values.clone());
    let value = default_value(table, decision);
    let written = |value: i32| -> Option<Vec<i32>> {
        let args = table.draft.args.as_slice();
        let groups = decision.groups.iter().filter(|group| group.begins_with(args));
        groups.filter_map(|group| group.dimension_at(args.len())?.written_out(value)).next()
    };
    match values {
        Values::List(_) | Values::Clock(..) => {}
        Values::Several { .. } => {
            // The first option is the default where the rules prefer none.
            let preferred = value.filter(|_| decision.default > 0);
            table.several = preferred.map_or(0, |mask| mask as u32);
        }
        Values::Order { of, .. } => {
            let wished = value.and_then(written).unwrap_or_else(|| of.clone());
            let place = |it: &i32| of.iter().position(|other| other == it).map(|at| at as u8);
            table.order = wished.iter().filter_map(place).collect();
        }
        Values::Spread { caps, .. } => {
            let wished = value.and_then(written).unwrap_or_default();
            table.spread = wished.iter().map(|n| *n as u8).collect();
            table.spread.resize(caps.len(), 0);
        }
    }
}

/// What the default of the decision says at this place, if it fits what is chosen already.
fn default_value(table: &Table, decision: &Decision) -> Option<i32> {
    let action: Action = decision.option(decision.default)?;
    let args = table.draft.args.as_slice();
    let fits = action.args.as_slice().starts_with(args)
        && table.draft.verb.is_none_or(|verb| verb == action.verb);
    action.args.get(args.len()).filter(|_| fits)
}

fn several_ui(ui: &mut Ui, desk: &mut Desk, (kind, of): (ArgKind, &[i32]), bounds: (u8, u8)) {
    let (min, max) = bounds;
    let n = desk.table.several.count_ones();
    let fits = (u32::from(min)..=u32::from(max)).contains(&n);
    let so_far = text::between(n, min, max);
    confirm_ui(ui, desk, &so_far, fits.then_some(desk.table.several as i32));
    for (bit, value) in of.iter().enumerate().take(30) {
        let mut on = desk.table.several & (1 << bit) != 0;
        let full = desk.table.several.count_ones() >= u32::from(max);
        let label = desk.view.teller().arg(kind, *value);
        let response = ui.add_enabled(on || !full, egui::Checkbox::new(&mut on, label));
        if response.hovered() || response.has_focus() {
            desk.table.pointed = super::decision::focus_of(kind, *value).or(desk.table.pointed);
        }
        if response.changed() {
            desk.table.several ^= 1 << bit;
        }
    }
}

fn order_ui(ui: &mut Ui, desk: &mut Desk, (kind, of): (ArgKind, &[i32])) {
    let order = desk.table.order.clone();
    let rank = order_rank(&order).filter(|_| order.len() == of.len());
    confirm_ui(ui, desk, "", rank.and_then(|rank| i32::try_from(rank).ok()));
    ui.label(RichText::new(text::ORDER_HINT).small().color(theme::WEAK));
    let mut moves: Option<(usize, usize)> = None;
    for (place, item) in order.iter().enumerate() {
        let value = of.get(usize::from(*item)).copied().unwrap_or(0);
        let name = desk.view.teller().arg(kind, value);
        let row = ui.horizontal(|ui| {
            let up = ui.add_enabled(place > 0, Button::new("Up").small());
            let down = ui.add_enabled(place + 1 < order.len(), Button::new("Down").small());
            up.widget_info(|| button_info(text::move_up(&name)));
            down.widget_info(|| button_info(text::move_down(&name)));
            if up.clicked() {
                moves = Some((place, place - 1));
            } else if down.clicked() {
                moves = Some((place, place + 1));
            }
            let id = Id::unique(("order", *item));
            let line = text::in_place(place + 1, &name);
            ui.dnd_drag_source(id, place, |ui| ui.label(line)).response
        });
        if row.response.contains_pointer() {
            desk.table.pointed = super::decision::focus_of(kind, value).or(desk.table.pointed);
        }
        if row.response.dnd_hover_payload::<usize>().is_some() {
            ui.painter().rect_stroke(
                row.response.rect,
                3.0,
                Stroke::new(1.0, theme::LIT),
                egui::StrokeKind::Outside,
            );
        }
        if let Some(from) = row.response.dnd_release_payload::<usize>() {
            moves = Some((*from, place));
        }
    }
    if let Some((from, to)) = moves
        && from < desk.table.order.len()
    {
        let item = desk.table.order.remove(from);
        desk.table.order.insert(to.min(desk.table.order.len()), item);
    }
}

fn button_info(label: String) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, label)
}

/// Where a token is dragged from: a slot, or those that lie beside.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Token(Option<usize>);

fn spread_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (kind, of): (ArgKind, &[i32]),
    (total, caps): (u8, &[u8]),
) {
    let sum: u32 = desk.table.spread.iter().map(|n| u32::from(*n)).sum();
    let left = u32::from(total).saturating_sub(sum) as usize;
    let mut moved: Option<(Token, Token)> = None;
    let rank = spread_rank(total, caps, &desk.table.spread);
    let rank = rank.and_then(|rank| i32::try_from(rank).ok());
    confirm_ui(ui, desk, &text::sum_of(sum, total), rank);
    ui.label(RichText::new(text::SPREAD_HINT).small().color(theme::WEAK));
    slot_ui(ui, (text::BESIDE, left, None), Token(None), &mut moved);
    for (slot, cap) in caps.iter().enumerate() {
        let name = match of.get(slot) {
            Some(value) => desk.view.teller().arg(kind, *value),
            None => text::ordinal(slot as u8),
        };
        let n = desk.table.spread.get(slot).copied().unwrap_or(0);
        let place = (name.as_str(), usize::from(n), Some(usize::from(*cap)));
        let response = slot_ui(ui, place, Token(Some(slot)), &mut moved);
        if response.contains_pointer()
            && let Some(value) = of.get(slot)
        {
            desk.table.pointed = super::decision::focus_of(kind, *value).or(desk.table.pointed);
        }
    }
    if let Some((from, to)) = moved {
        move_token(desk.table, caps, left, (from, to));
    }
}

/// Draws a slot with its tokens; a token dragged onto it, or its buttons, move one.
fn slot_ui(
    ui: &mut Ui,
    (name, n, cap): (&str, usize, Option<usize>),
    slot: Token,
    moved: &mut Option<(Token, Token)>,
) -> egui::Response {
    let row = ui.horizontal_wrapped(|ui| {
        if let Some(cap) = cap {
            let less = ui.add_enabled(n > 0, Button::new("-").small());
            let more = ui.add_enabled(n < cap, Button::new("+").small());
            less.widget_info(|| button_info(text::one_less(name)));
            more.widget_info(|| button_info(text::one_more(name)));
            if less.clicked() {
                *moved = Some((slot, Token(None)));
            } else if more.clicked() {
                *moved = Some((Token(None), slot));
            }
        }
        let amount = cap.map_or_else(|| n.to_string(), |cap| format!("{n} / {cap}"));
        ui.label(format!("{name} {amount}"));
        for at in 0..n.min(24) {
            let id = Id::unique(("token", slot.0, at));
            ui.dnd_drag_source(id, slot, |ui| dot_ui(ui, theme::LIT));
        }
        let n_free = cap.filter(|cap| *cap <= 16).map_or(0, |cap| cap.saturating_sub(n));
        for _ in 0..n_free {
            dot_ui(ui, theme::CELL_EDGE);
        }
    });
    let response = row.response;
    if response.dnd_hover_payload::<Token>().is_some() {
        let edge = Stroke::new(1.0, theme::LIT);
        ui.painter().rect_stroke(response.rect, 3.0, edge, egui::StrokeKind::Outside);
    }
    if let Some(from) = response.dnd_release_payload::<Token>() {
        *moved = Some((*from, slot));
    }
    response
}

fn dot_ui(ui: &mut Ui, color: Color32) {
    let (rect, _): (Rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    ui.painter().circle(rect.center(), 5.5, color, Stroke::new(1.0, theme::FACE));
}

/// Moves one token within the limits. A slot takes one from elsewhere if none lies beside.
fn move_token(table: &mut Table, caps: &[u8], left: usize, (from, to): (Token, Token)) {
    let room = |at: usize| table.spread.get(at) < caps.get(at);
    if from == to || to.0.is_some_and(|at| !room(at)) {
        return;
    }
    match from.0 {
        None if left == 0 => return,
        None => {}
        Some(at) => match table.spread.get_mut(at).filter(|n| **n > 0) {
            Some(n) => *n -= 1,
            None => return,
        },
    }
    if let Some(n) = to.0.and_then(|at| table.spread.get_mut(at)) {
        *n += 1;
    }
}

/// Draws the button on top, so that it is in sight however long the list is.
fn confirm_ui(ui: &mut Ui, desk: &mut Desk, so_far: &str, value: Option<i32>) {
    let keys = ui.input(|input| input.modifiers.command && input.key_pressed(egui::Key::Enter));
    let row = ui.horizontal(|ui| {
        let response = ui.add_enabled(value.is_some(), Button::new(text::CONFIRM));
        ui.label(so_far);
        response
    });
    let response = row.inner;
    let Some(value) = value else { return };
    let near = response.hovered() || response.has_focus() || response.contains_pointer();
    if let Some(at) = desk.situation().filter(|_| near)
        && let Click::Acts(action) = settle(&mut desk.table.clone(), at, value)
    {
        desk.table.tried = Some(action);
    }
    if response.clicked() || keys {
        desk.click(|table, at| settle(table, at, value));
    }
}

/// Takes a value that was put together.
fn settle(table: &mut Table, at: Situation, value: i32) -> Click {
    table.drop_assembled();
    table.draft.push(value, at.decision, at.game).map_or(Click::Drafts, Click::Acts)
}

/// Says what is put together while something else is chosen, such as pieces on the board.
pub fn hint_ui(ui: &mut Ui, values: &Values) {
    if matches!(values, Values::Several { kind: ArgKind::Piece | ArgKind::Cell, .. }) {
        colored(ui, text::SEVERAL_HINT, theme::WEAK);
    }
}
