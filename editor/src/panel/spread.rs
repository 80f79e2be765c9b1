//! Amounts over slots: tokens that are dragged from slot to slot, a table of them where a verb
//! takes several.

use egui::{Button, Color32, Id, Rect, RichText, Sense, Stroke, Ui, vec2};
use harena_engine::decision::{
    Action, Args, Decision, Form, Listed, Values, spread_count, spread_from_rank, spread_rank,
};
use harena_engine::game::ArgKind;

use super::assemble::{button_info, confirm_ui, confirms_by_key};
use super::{Desk, Wish, widgets};
use crate::command::Command;
use crate::draft::Draft;
use crate::{text, theme};

pub mod picker;

/// Amounts to be spread, all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    total: u8,
    caps: Vec<u8>,
    of: Vec<i32>,
    kind: ArgKind,
}

impl Row {
    fn of(values: &Values) -> Option<Row> {
        let Values::Listed(Listed { of, kind, form }) = values else { return None };
        let Form::Spread { total, caps } = form else { return None };
        Some(Row { total: *total, caps: caps.clone(), of: of.clone(), kind: *kind })
    }

    /// Whether there is only one way to spread them.
    fn is_settled(&self) -> bool {
        spread_count(self.total, &self.caps) == 1
    }

    fn rank(&self, amounts: &[u8]) -> Option<i32> {
        i32::try_from(spread_rank(self.total, &self.caps, amounts)?).ok()
    }
}

/// Where a token lies: in which row, and there in a slot or beside them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token {
    row: usize,
    slot: Option<usize>,
}

/// Draws amounts that are one argument.
pub fn one_ui(ui: &mut Ui, desk: &mut Desk, values: &Values) {
    let Some(row) = Row::of(values) else { return };
    let sum: u32 = desk.table.spread.iter().map(|n| u32::from(*n)).sum();
    let rank = row.rank(&desk.table.spread);
    confirm_ui(ui, desk, &text::sum_of(sum, row.total), rank);
    if picker::picked(desk).is_some() {
        // They lie on the table instead.
        ui.label(RichText::new(text::picker_hint()).color(theme::now().ink3));
        return;
    }
    ui.label(RichText::new(text::spread_hint()).small().color(theme::now().ink3));
    let mut amounts = vec![desk.table.spread.clone()];
    let first = desk.table.draft.args.len();
    rows_ui(ui, desk, (first, &[row]), &mut amounts);
    desk.table.spread = amounts.pop().unwrap_or_default();
}

/// The last arguments of a draft, where they are several amounts: the place of the first of them,
/// and all of them. Amounts that leave no choice are among them.
pub fn rows(draft: &Draft, decision: &Decision) -> Option<(usize, Vec<Row>)> {
    let verb = draft.verb?;
    let mut groups =
        decision.groups.iter().filter(|it| it.verb == verb && it.begins_with(&draft.args));
    let (Some(group), None) = (groups.next(), groups.next()) else { return None };
    let row = |args: &[i32]| group.next_values(args).as_ref().and_then(Row::of);
    let mut first = draft.args.len();
    while let Some(before) = first.checked_sub(1) {
        if !draft.args.get(..before).and_then(row).is_some_and(|row| row.is_settled()) {
            break;
        }
        first = before;
    }
    let mut args = draft.args.get(..first)?.to_vec();
    let mut rows = Vec::new();
    while let Some(values) = group.next_values(&args) {
        rows.push(Row::of(&values)?);
        args.push(0);
    }
    (rows.len() > 1).then_some((first, rows))
}

/// Draws all amounts of a verb as one table, with one button for them all.
pub fn table_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, (first, rows): (usize, &[Row])) {
    if desk.table.rows != rows {
        desk.table.rows = rows.to_vec();
        desk.table.amounts = first_amounts(desk, decision, (first, rows));
    }
    let mut amounts = std::mem::take(&mut desk.table.amounts);
    let action =
        action_of(desk, (first, rows), &amounts).filter(|it| decision.index_of(it).is_some());
    let n_open = rows.iter().zip(&amounts).filter(|(row, it)| row.rank(it).is_none()).count();
    let keys = action.is_some() && confirms_by_key(ui);
    // The warning stands beside the button, so that the rows below stay where they are.
    let clicked = ui.horizontal(|ui| {
        let confirm = widgets::Action {
            enabled: action.is_some(),
            ..widgets::Action::primary("check", text::confirm())
        };
        let response = confirm.ui(ui);
        if n_open > 0 {
            ui.label(RichText::new(text::rows_open(n_open)).small().color(theme::now().accent));
        }
        response.clicked()
    });
    ui.label(RichText::new(text::spread_hint()).small().color(theme::now().ink3));
    rows_ui(ui, desk, (first, rows), &mut amounts);
    desk.table.amounts = amounts;
    if let Some(action) = action {
        // What it would change is shown while it is put together.
        desk.table.tried = desk.table.tried.or(Some(action));
        if clicked.inner || keys {
            desk.wishes.push(Wish::Do(Command::Act(decision.seat, action)));
        }
    }
}

/// What the default says, where it fits, else the first way to spread each.
fn first_amounts(desk: &Desk, decision: &Decision, (first, rows): (usize, &[Row])) -> Vec<Vec<u8>> {
    let draft = &desk.table.draft;
    let chosen = draft.args.get(..first).unwrap_or(&[]);
    let default = decision.option(decision.default).filter(|action| {
        Some(action.verb) == draft.verb && action.args.as_slice().starts_with(chosen)
    });
    let rank = |at: usize| {
        let value = default.as_ref().and_then(|action| action.args.get(first + at));
        value.and_then(|rank| u64::try_from(rank).ok()).unwrap_or(0)
    };
    let amounts = |(at, row): (usize, &Row)| spread_from_rank(row.total, &row.caps, rank(at));
    rows.iter().enumerate().map(amounts).collect()
}

fn action_of(desk: &Desk, (first, rows): (usize, &[Row]), amounts: &[Vec<u8>]) -> Option<Action> {
    let draft = &desk.table.draft;
    let ranks: Option<Vec<i32>> = rows.iter().zip(amounts).map(|(row, it)| row.rank(it)).collect();
    let args: Args = draft.args.iter().copied().take(first).chain(ranks?).collect();
    Some(Action { verb: draft.verb?, args })
}

/// Draws rows of slots; tokens are dragged from slot to slot of a row.
fn rows_ui(ui: &mut Ui, desk: &mut Desk, (first, rows): (usize, &[Row]), amounts: &mut [Vec<u8>]) {
    let mut moved: Option<(Token, Token)> = None;
    let many = rows.len() > 1;
    for (at, (row, amounts)) in rows.iter().zip(amounts.iter()).enumerate() {
        if many {
            let name = row_name(desk, first + at);
            let heading = RichText::new(text::row_of(&name, row.total)).color(theme::now().accent);
            if row.is_settled() {
                settled_ui(ui, desk, heading, (row, amounts));
                continue;
            }
            ui.label(heading);
        }
        row_ui(ui, desk, (at, row, amounts), &mut moved);
    }
    let Some((from, to)) = moved.filter(|(from, to)| from.row == to.row) else { return };
    if let (Some(row), Some(amounts)) = (rows.get(from.row), amounts.get_mut(from.row)) {
        move_token(row, amounts, (from.slot, to.slot));
    }
}

/// Draws amounts that leave no choice in a line.
fn settled_ui(ui: &mut Ui, desk: &Desk, heading: RichText, (row, amounts): (&Row, &[u8])) {
    let names = row.of.iter().map(|value| desk.view.teller().choice(row.kind, &row.of, *value));
    let parts = names.zip(amounts).filter(|(_, n)| **n > 0);
    let parts: Vec<String> = parts.map(|(name, n)| format!("{name} {n}")).collect();
    ui.horizontal_wrapped(|ui| {
        ui.label(heading);
        ui.label(RichText::new(text::listed(&parts)).small().color(theme::now().ink3));
    });
}

/// What an argument is called: as the looks say, else by its number.
fn row_name(desk: &Desk, at: usize) -> String {
    let verb = desk.table.draft.verb;
    let names = verb.and_then(|verb| desk.view.book.titles.arguments.get(verb.index()));
    let name = names.and_then(|names| names.get(at)).cloned();
    name.unwrap_or_else(|| text::ordinal(at as u8))
}

fn row_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (at, row, amounts): (usize, &Row, &[u8]),
    moved: &mut Option<(Token, Token)>,
) {
    let sum: u32 = amounts.iter().map(|n| u32::from(*n)).sum();
    let left = u32::from(row.total).saturating_sub(sum) as usize;
    if left > 0 {
        slot_ui(ui, (text::beside(), left, None), Token { row: at, slot: None }, moved);
    }
    for (slot, cap) in row.caps.iter().enumerate() {
        let name = match row.of.get(slot) {
            Some(value) => desk.view.teller().choice(row.kind, &row.of, *value),
            None => text::ordinal(slot as u8),
        };
        let n = amounts.get(slot).copied().unwrap_or(0);
        let place = (name.as_str(), usize::from(n), Some(usize::from(*cap)));
        let response = slot_ui(ui, place, Token { row: at, slot: Some(slot) }, moved);
        if response.contains_pointer()
            && let Some(value) = row.of.get(slot)
        {
            let focus = super::decision::focus_of(row.kind, *value);
            desk.table.pointed = focus.or(desk.table.pointed);
        }
    }
}

/// Draws a slot with its tokens; a token dragged onto it, or its buttons, move one.
fn slot_ui(
    ui: &mut Ui,
    (name, n, cap): (&str, usize, Option<usize>),
    place: Token,
    moved: &mut Option<(Token, Token)>,
) -> egui::Response {
    let beside = Token { slot: None, ..place };
    let row = ui.horizontal_wrapped(|ui| {
        if let Some(cap) = cap {
            let less = ui.add_enabled(n > 0, Button::new("\u{2212}").small());
            let more = ui.add_enabled(n < cap, Button::new("+").small());
            less.widget_info(|| button_info(text::one_less(name)));
            more.widget_info(|| button_info(text::one_more(name)));
            if less.clicked() {
                *moved = Some((place, beside));
            } else if more.clicked() {
                *moved = Some((beside, place));
            }
        }
        let amount = cap.map_or_else(|| n.to_string(), |cap| format!("{n} / {cap}"));
        ui.label(format!("{name} {amount}"));
        for at in 0..n.min(24) {
            let id = Id::unique(("token", place.row, place.slot, at));
            let dragged = ui.dnd_drag_source(id, place, |ui| dot_ui(ui, theme::now().accent));
            dragged.response.widget_info(|| button_info(text::token_of(name)));
        }
        let n_free = cap.filter(|cap| *cap <= 16).map_or(0, |cap| cap.saturating_sub(n));
        for _ in 0..n_free {
            dot_ui(ui, theme::now().line);
        }
    });
    let response = row.response;
    if response.dnd_hover_payload::<Token>().is_some_and(|from| from.row == place.row) {
        let edge = Stroke::new(1.0, theme::now().accent);
        ui.painter().rect_stroke(response.rect, 3.0, edge, egui::StrokeKind::Outside);
    }
    if let Some(from) = response.dnd_release_payload::<Token>() {
        *moved = Some((*from, place));
    }
    response
}

fn dot_ui(ui: &mut Ui, color: Color32) {
    let (rect, _): (Rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    ui.painter().circle(rect.center(), 5.5, color, Stroke::new(1.0, theme::now().well));
}

/// Moves one token within the limits; tokens beside all slots have no number.
fn move_token(row: &Row, amounts: &mut [u8], (from, to): (Option<usize>, Option<usize>)) {
    let sum: u32 = amounts.iter().map(|n| u32::from(*n)).sum();
    let left = u32::from(row.total).saturating_sub(sum);
    let full = to.is_some_and(|at| amounts.get(at) >= row.caps.get(at));
    // With nothing beside, the slot that has most gives one.
    let richest = || {
        let others = (0..amounts.len()).filter(|at| Some(*at) != to);
        others.max_by_key(|at| (amounts.get(*at).copied(), std::cmp::Reverse(*at)))
    };
    let from = if from.is_none() && left == 0 { richest() } else { from };
    let bare = match from {
        None => left == 0,
        Some(at) => amounts.get(at).is_none_or(|n| *n == 0),
    };
    if from == to || full || bare {
        return;
    }
    if let Some(n) = from.and_then(|at| amounts.get_mut(at)) {
        *n -= 1;
    }
    if let Some(n) = to.and_then(|at| amounts.get_mut(at)) {
        *n += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_move_within_the_limits() {
        let row = Row { total: 3, caps: vec![2, 2, 1], of: Vec::new(), kind: ArgKind::Number };
        let check = |before: [u8; 3], from: Option<usize>, to: Option<usize>, after: [u8; 3]| {
            let mut amounts = before;
            move_token(&row, &mut amounts, (from, to));
            assert_eq!(amounts, after, "{before:?} {from:?} {to:?}");
        };
        check([1, 1, 0], None, Some(0), [2, 1, 0]);
        check([2, 1, 0], None, Some(2), [1, 1, 1]);
        check([1, 2, 0], None, Some(1), [1, 2, 0]);
        check([2, 1, 0], Some(0), Some(1), [1, 2, 0]);
        check([1, 2, 0], Some(0), Some(1), [1, 2, 0]);
        check([1, 1, 1], Some(2), None, [1, 1, 0]);
        check([1, 1, 0], Some(2), Some(0), [1, 1, 0]);
    }
}
