//! What the rules remark on what is offered.

use egui::{RichText, Ui};
use harena_engine::decision::Action;
use harena_engine::id::VerbId;

use super::Desk;
use crate::draft::{Draft, Want};
use crate::{text, theme};

/// Draws what the rules remark on every option of a verb: remarks without arguments, and one
/// remark that all others repeat.
pub fn verb_notes_ui(ui: &mut Ui, desk: &Desk, verb: VerbId) {
    let notes: Vec<_> = desk.explained.notes.iter().filter(|note| note.verb == verb).collect();
    let general = notes.iter().filter(|note| note.args.as_slice().is_empty());
    let mut lines: Vec<String> =
        general.map(|note| text::refusal(&note.rule, &note.text)).collect();
    let first = notes.first().map(|note| text::refusal(&note.rule, &note.text));
    let same = |line: &String| {
        notes.len() > 1 && notes.iter().all(|note| text::refusal(&note.rule, &note.text) == *line)
    };
    lines.extend(first.filter(same));
    lines.dedup();
    for line in lines {
        ui.label(RichText::new(format!("    {line}")).small().color(theme::SHIELD));
    }
}

/// Draws what the rules remark on an option.
pub fn notes_ui(ui: &mut Ui, desk: &Desk, action: &Action) {
    for note in desk.explained.notes_on(action) {
        let line = text::refusal(&note.rule, &note.text);
        ui.label(RichText::new(format!("    {line}")).small().color(theme::SHIELD));
    }
}

/// Draws what the rules remark on everything that begins as chosen.
pub fn draft_notes_ui(ui: &mut Ui, desk: &Desk, draft: &Draft, wants: &[Want]) {
    let known = |verb: VerbId| match draft.verb {
        Some(chosen) => chosen == verb,
        None => wants.iter().any(|want| want.verb == verb),
    };
    for note in &desk.explained.notes {
        if known(note.verb) && draft.args.starts_with(note.args.as_slice()) {
            let line = text::refusal(&note.rule, &note.text);
            ui.label(RichText::new(line).small().color(theme::SHIELD));
        }
    }
}
