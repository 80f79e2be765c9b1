//! Answers that are put together: a choice of several, an order, amounts over slots, a moment.

use egui::{Button, Id, RichText, Stroke, Ui};
use harena_engine::decision::{Action, Decision, Form, Listed, Values, order_rank};
use harena_engine::game::ArgKind;

use super::decision::Keys;
use super::{Desk, colored, joining, spread, widgets};
use crate::table::{Click, Situation, Table};
use crate::{text, theme};

/// Draws what puts the next argument together.
pub fn assemble_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (decision, values): (&Decision, &Values),
    keys: &mut Keys,
) {
    begin(desk.table, decision, values);
    match values {
        Values::List(_) => {}
        Values::Listed(Listed { of, kind, form }) => match form {
            Form::Several { min, max } => {
                several_ui(ui, desk, (*kind, of), ((*min, *max), keys));
            }
            Form::Order => order_ui(ui, desk, (*kind, of)),
            Form::Spread { .. } => spread::one_ui(ui, desk, values),
        },
        Values::Clock(from, to) => super::clock::clock_ui(ui, desk, decision, (*from, *to)),
    }
}

/// Begins with what the default says, where it fits what is chosen already.
pub fn begin(table: &mut Table, decision: &Decision, values: &Values) {
    if table.assembled.as_ref() == Some(values) {
        return;
    }
    table.assembled = Some(values.clone());
    let Values::Listed(listed) = values else { return };
    let value = default_value(table, decision);
    let wished = value.and_then(|value| listed.written_out(value));
    match &listed.form {
        Form::Several { .. } => {
            // The first option is the default where the rules prefer none.
            let preferred = value.filter(|_| decision.default > 0);
            table.several = preferred.map_or(0, |mask| mask as u32);
        }
        Form::Order => {
            let wished = wished.unwrap_or_else(|| listed.of.clone());
            let place =
                |it: &i32| listed.of.iter().position(|other| other == it).map(|at| at as u8);
            table.order = wished.iter().filter_map(place).collect();
        }
        Form::Spread { caps, .. } => {
            let wished = wished.unwrap_or_default();
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

fn several_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (kind, of): (ArgKind, &[i32]),
    ((min, max), keys): ((u8, u8), &mut Keys),
) {
    let n = desk.table.several.count_ones();
    let fits = (u32::from(min)..=u32::from(max)).contains(&n);
    let so_far = text::between(n, min, max);
    if joining::is_joined(desk, kind, of) {
        return joining_ui(ui, desk, of, ((n, max, fits), keys));
    }
    confirm_ui(ui, desk, &so_far, fits.then_some(desk.table.several as i32));
    set_notes_ui(ui, desk);
    for (bit, value) in of.iter().enumerate().take(30) {
        let mut on = desk.table.several & (1 << bit) != 0;
        let full = desk.table.several.count_ones() >= u32::from(max);
        let label = desk.view.teller().choice(kind, of, *value);
        let response = ui.add_enabled(on || !full, egui::Checkbox::new(&mut on, label));
        if response.hovered() || response.has_focus() {
            desk.table.pointed = super::decision::focus_of(kind, *value).or(desk.table.pointed);
        }
        let by_key = keys.hit() && (on || !full);
        if response.changed() || by_key {
            desk.table.several ^= 1 << bit;
        }
    }
}

/// The same for pieces that join in something: what would come of those that are chosen now is
/// shown without pointing at anything.
fn joining_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    of: &[i32],
    ((n, max, fits), keys): ((u32, u8, bool), &mut Keys),
) {
    let mask = desk.table.several as i32;
    let is_full = n >= u32::from(max);
    let mut switched = joining::joining_ui(ui, desk, of, is_full, |ui, desk| {
        confirm_ui(ui, desk, "", fits.then_some(mask));
        set_notes_ui(ui, desk);
    });
    for bit in 0..of.len().min(30) {
        let on = desk.table.several & (1 << bit) != 0;
        switched = switched.or((keys.hit() && (on || !is_full)).then_some(bit));
    }
    if let Some(bit) = switched {
        desk.table.several ^= 1 << bit;
    }
    if let Some(at) = desk.situation().filter(|_| fits)
        && let Click::Acts(action) = settle(&mut desk.table.clone(), at, mask)
    {
        desk.table.tried = desk.table.tried.or(Some(action));
    }
}

/// Draws what the rules remark on exactly the set that is checked now.
fn set_notes_ui(ui: &mut Ui, desk: &Desk) {
    let draft = &desk.table.draft;
    let mask = desk.table.several as i32;
    for note in &desk.explained.notes {
        let known = draft.verb.is_none_or(|verb| verb == note.verb);
        let (args, n) = (note.args.as_slice(), draft.args.len());
        if known
            && args.len() == n + 1
            && args.starts_with(&draft.args)
            && args.last() == Some(&mask)
        {
            let line = text::refusal(&note.rule, &note.text);
            ui.label(RichText::new(line).small().color(theme::now().ink2));
        }
    }
}

fn order_ui(ui: &mut Ui, desk: &mut Desk, (kind, of): (ArgKind, &[i32])) {
    let order = desk.table.order.clone();
    let rank = order_rank(&order).filter(|_| order.len() == of.len());
    confirm_ui(ui, desk, "", rank.and_then(|rank| i32::try_from(rank).ok()));
    ui.label(RichText::new(text::order_hint()).small().color(theme::now().ink3));
    let mut moves: Option<(usize, usize)> = None;
    for (place, item) in order.iter().enumerate() {
        let value = of.get(usize::from(*item)).copied().unwrap_or(0);
        let name = desk.view.teller().choice(kind, of, value);
        let row = ui.horizontal(|ui| {
            let up = ui.add_enabled(place > 0, Button::new(text::up()).small());
            let down = ui.add_enabled(place + 1 < order.len(), Button::new(text::down()).small());
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
                Stroke::new(1.0, theme::now().accent),
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

/// What a screen reader says of a button.
pub fn button_info(label: String) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, label)
}

/// Draws the button on top, so that it is in sight however long the list is.
pub fn confirm_ui(ui: &mut Ui, desk: &mut Desk, so_far: &str, value: Option<i32>) {
    let keys = value.is_some() && confirms_by_key(ui);
    let row = ui.horizontal(|ui| {
        let confirm = widgets::Action {
            enabled: value.is_some(),
            ..widgets::Action::primary("check", text::confirm())
        };
        let response = confirm.ui(ui);
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

/// Whether Ctrl+Enter was pressed; whatever has the focus hears nothing of it then.
pub fn confirms_by_key(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, egui::Key::Enter))
}

/// Takes a value that was put together.
fn settle(table: &mut Table, at: Situation, value: i32) -> Click {
    table.drop_assembled();
    table.draft.push(value, at.decision, at.game).map_or(Click::Drafts, Click::Acts)
}

/// Says what is put together while something else is chosen, such as pieces on the board.
pub fn hint_ui(ui: &mut Ui, values: &Values) {
    let Values::Listed(listed) = values else { return };
    let is_on_board = matches!(listed.kind, ArgKind::Piece | ArgKind::Cell);
    if is_on_board && matches!(listed.form, Form::Several { .. }) {
        colored(ui, text::several_hint(), theme::now().ink3);
    }
}
