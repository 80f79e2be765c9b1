//! The log: what happened, grouped by action, a line for each hit.

use egui::{RichText, Ui};
use harena_engine::effect::Effect;
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::log::{Entry, Past, What};
use harena_engine::state::ZoneList;

use super::{Desk, heading};
use crate::table::Focus;
use crate::tell::Teller;
use crate::{text, theme};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// What it says.
    pub text: String,
    /// Which entry it tells.
    pub entry: usize,
    /// Whether it opens an action.
    pub opens: Option<Seat>,
    /// Whether it tells of a hit or a fall.
    pub hot: bool,
    /// The piece it is about.
    pub piece: Option<PieceId>,
}

/// The lines for all entries worth telling to a seat, or to one who may read everything. Things
/// are named as they were when the entries were written.
pub fn lines(teller: Teller, entries: &[Entry], reader: Option<Seat>) -> Vec<LogLine> {
    let mut past = Past::of(teller.state, reader);
    let line = |(at, entry): (usize, &Entry)| {
        if !past.may_read(entry) {
            return None;
        }
        let text = line_of(Teller { state: past.at(entry), ..teller }, entry)?;
        let opens = if let What::Chose { seat, .. } = entry.what { Some(seat) } else { None };
        let hot = matches!(entry.what, What::Struck(_) | What::Fell(_) | What::Ended);
        Some(LogLine { text, entry: at, opens, hot, piece: piece_of(entry) })
    };
    let mut lines: Vec<LogLine> = Vec::new();
    let mut times = 1;
    for next in entries.iter().enumerate().filter_map(line) {
        match lines.last_mut() {
            Some(last)
                if next.opens.is_none() && text::is_repeated(&last.text, &next.text, times) =>
            {
                times += 1;
                last.text = text::repeated(&next.text, times);
            }
            Some(_) | None => {
                times = 1;
                lines.push(next);
            }
        }
    }
    lines
}

fn piece_of(entry: &Entry) -> Option<PieceId> {
    match entry.what {
        What::Struck(strike) | What::Cancelled(strike) => Some(strike.target),
        What::Fell(id) => Some(id),
        What::Changed(effect) => harena_engine::effect::subject(&effect),
        What::Chose { .. }
        | What::Began(_)
        | What::Rolled { .. }
        | What::Said { .. }
        | What::Ended => None,
    }
}

fn line_of(teller: Teller, entry: &Entry) -> Option<String> {
    let mode = |mode: ModeId| {
        teller
            .book
            .modes
            .get(mode.index())
            .map_or_else(String::new, |label| label.title.to_lowercase())
    };
    match entry.what {
        What::Chose { seat, action } => {
            Some(format!("{}: {}", teller.seat(seat), teller.action(&action)))
        }
        What::Began(_) => None,
        What::Changed(effect) => effect_line(teller, &effect),
        What::Struck(strike) if !strike.attacker.is_some() => {
            Some(text::is_hit(&teller.piece(strike.target), strike.damage))
        }
        What::Struck(strike) => {
            let (from, to) = (teller.piece(strike.attacker), teller.piece(strike.target));
            Some(text::hits(&from, &to, strike.damage, &mode(strike.mode)))
        }
        What::Cancelled(strike) => {
            let (from, to) = (teller.piece(strike.attacker), teller.piece(strike.target));
            Some(text::cancelled(&from, &to, &mode(strike.mode)))
        }
        What::Fell(id) => Some(text::falls(&teller.piece(id))),
        What::Rolled { sides, result } => Some(text::rolled(result, sides)),
        What::Said { word, args } => Some(teller.sentence(word, args)),
        What::Ended => Some(text::OVER.to_owned()),
    }
}

/// What an effect is told as; bookkeeping is not told.
fn effect_line(teller: Teller, effect: &Effect) -> Option<String> {
    let label = |list: &[crate::book::Label], at: usize| {
        list.get(at).filter(|label| label.shown && !label.quiet).map(|label| label.title.clone())
    };
    let zone = |list: ZoneList| {
        let (zone, seat) = list.parts(teller.game);
        let title = label(&teller.book.zones, zone.index())?;
        Some(if seat == Seat::NONE {
            title
        } else {
            text::zone_of(&title, &teller.seat_name(seat))
        })
    };
    match *effect {
        Effect::Put { piece, cell, facing } => {
            let rotates = teller.game.verbs.iter().flatten().any(|kind| *kind == ArgKind::Facing);
            let facing = rotates.then_some(facing);
            Some(text::put(&teller.piece(piece), &teller.cell(cell), facing))
        }
        Effect::Send { piece, list, .. } => Some(text::sent(&teller.piece(piece), &zone(list)?)),
        Effect::Count { piece, counter, by } => {
            let title = label(&teller.book.counters, counter.index())?;
            Some(text::counted(&teller.piece(piece), &title, by))
        }
        Effect::Wound { piece, n, .. } => Some(text::wounded(&teller.piece(piece), n)),
        Effect::Status { piece, status, on } => {
            let title = label(&teller.book.statuses, status.index())?;
            Some(text::status(&teller.piece(piece), &title.to_lowercase(), on))
        }
        Effect::Mark(mark) => {
            let title = label(&teller.book.marks, mark.kind.index())?;
            Some(text::marked(&teller.piece(mark.on), &title, mark.n))
        }
        Effect::Unmark { kind, piece } => {
            let title = label(&teller.book.marks, kind.index())?;
            Some(text::unmarked(&teller.piece(piece), &title))
        }
        Effect::Shuffle(list) => Some(text::shuffled(&zone(list)?)),
        Effect::Active(seat) => Some(text::turn_of(&teller.seat(seat))),
        Effect::Out(seat) => Some(text::out(&teller.seat(seat))),
        Effect::Create { .. }
        | Effect::Remove { .. }
        | Effect::Spend { .. }
        | Effect::MarkSpot(_)
        | Effect::UnmarkSpot { .. }
        | Effect::Slide { .. }
        | Effect::Expire(_)
        | Effect::Show { .. }
        | Effect::Hide { .. }
        | Effect::Control { .. }
        | Effect::Var { .. }
        | Effect::Turn
        | Effect::Round
        | Effect::Team { .. } => None,
    }
}

/// Draws the log; entries of the instant played back are lit.
pub fn log_ui(ui: &mut Ui, desk: &mut Desk, lines: &[LogLine], lit: std::ops::Range<usize>) {
    heading(ui, text::LOG);
    let height = ui.text_style_height(&egui::TextStyle::Small) + 2.0;
    let mut scroll = egui::ScrollArea::vertical()
        .id_salt("log")
        .auto_shrink([false, false])
        .stick_to_bottom(true);
    if let Some(first) = lines.iter().position(|line| lit.contains(&line.entry)) {
        let row = height + ui.spacing().item_spacing.y;
        scroll = scroll.vertical_scroll_offset((first as f32 - 2.0).max(0.0) * row);
    }
    scroll.show_rows(ui, height, lines.len(), |ui, rows| {
        for line in lines.get(rows).unwrap_or(&[]) {
            line_ui(ui, desk, line, lit.contains(&line.entry));
        }
    });
}

fn line_ui(ui: &mut Ui, desk: &mut Desk, line: &LogLine, lit: bool) {
    let color = match (lit, line.opens, line.hot) {
        (true, ..) => theme::LIT,
        (false, Some(seat), _) => desk.view.color(seat),
        (false, None, true) => theme::WORSE,
        (false, None, false) => theme::TEXT,
    };
    let indent = if line.opens.is_some() { "" } else { "   " };
    let mut text = RichText::new(format!("{indent}{}", line.text)).small().color(color);
    if line.opens.is_some() {
        text = text.strong();
    }
    let response = ui.add(egui::Label::new(text).truncate());
    if response.hovered()
        && let Some(id) = line.piece
    {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}
