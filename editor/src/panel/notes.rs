//! What the rules remark on what is offered.

use egui::{RichText, Ui};
use harena_engine::decision::{Action, Note};
use harena_engine::id::VerbId;

use super::Desk;
use crate::draft::{Draft, Want};
use crate::{text, theme};

/// What the rules remark on everything that is offered; it belongs to the question.
pub fn shared_notes(desk: &Desk) -> Vec<String> {
    // A table has columns for them.
    let asks = desk.decision.map(|decision| decision.prompt);
    if asks.is_some_and(|prompt| desk.view.book.tables.contains_key(&prompt)) {
        return Vec::new();
    }
    let mut lines: Vec<String> =
        desk.explained.notes.iter().filter(|note| is_shared(desk, note)).map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Draws them.
pub fn shared_notes_ui(ui: &mut Ui, desk: &Desk) {
    for line in shared_notes(desk) {
        ui.label(RichText::new(line).color(theme::now().ink2));
    }
}

/// What the rules remark on every option of a verb: remarks without arguments, and one remark that
/// all others repeat.
pub fn verb_notes(desk: &Desk, verb: VerbId) -> Vec<String> {
    let notes = || own_notes(desk).filter(|note| note.verb == verb);
    let general = notes().filter(|note| note.args.as_slice().is_empty());
    let mut lines: Vec<String> = general.map(line).collect();
    let first = notes().next().map(line);
    let same = |first: &String| notes().count() > 1 && notes().all(|note| line(note) == *first);
    lines.extend(first.filter(same));
    lines.dedup();
    lines
}

/// What the rules remark on an option.
pub fn notes_of(desk: &Desk, action: &Action) -> Vec<String> {
    desk.explained.notes_on(action).filter(|note| !is_shared(desk, note)).map(line).collect()
}

/// The same with what is remarked on everything else as well.
pub fn all_notes_of(desk: &Desk, action: &Action) -> Vec<String> {
    desk.explained.notes_on(action).map(line).collect()
}

/// Draws what the rules remark on everything that begins as chosen.
pub fn draft_notes_ui(ui: &mut Ui, desk: &Desk, draft: &Draft, wants: &[Want]) {
    // The chances of those who join are told beside it.
    if desk.table.several != 0 && super::odds::are_told(desk) {
        return;
    }
    let known = |verb: VerbId| match draft.verb {
        Some(chosen) => chosen == verb,
        None => wants.iter().any(|want| want.verb == verb),
    };
    for note in own_notes(desk) {
        if known(note.verb) && draft.args.starts_with(note.args.as_slice()) {
            ui.label(RichText::new(line(note)).small().color(theme::now().ink2));
        }
    }
}

fn line(note: &Note) -> String {
    text::refusal(&note.rule, &note.text)
}

/// Remarks that are not on everything that is offered.
fn own_notes<'a>(desk: &'a Desk) -> impl Iterator<Item = &'a Note> {
    desk.explained.notes.iter().filter(|note| !is_shared(desk, note))
}

/// Whether the same is remarked on every verb that is offered.
fn is_shared(desk: &Desk, note: &Note) -> bool {
    let Some(decision) = desk.decision else { return false };
    let is_general = |note: &Note| note.args.as_slice().is_empty();
    let repeats = |verb: VerbId| {
        let notes = desk.explained.notes.iter();
        notes.filter(|it| it.verb == verb && is_general(it)).any(|it| line(it) == line(note))
    };
    is_general(note) && decision.groups.iter().all(|group| repeats(group.verb))
}
