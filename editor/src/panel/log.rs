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
        let opens = match entry.what {
            What::Chose { seat, .. } | What::Changed(Effect::Active(seat)) => Some(seat),
            What::Changed(_)
            | What::Began(_)
            | What::Struck(_)
            | What::Cancelled(_)
            | What::Fell(_)
            | What::Rolled { .. }
            | What::Said { .. }
            | What::Ended => None,
        };
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
        Some(if seat == Seat::NONE { title } else { text::zone_of(&title, &teller.seat(seat)) })
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

/// So many lines are drawn; what is older is told by the time line.
const MOST: usize = 160;

/// Draws the story: the newest block first, in each block from its beginning. Entries of the
/// instant played back are lit.
pub fn log_ui(ui: &mut Ui, desk: &mut Desk, lines: &[LogLine], lit: std::ops::Range<usize>) {
    heading(ui, text::STORY);
    ui.add_space(4.0);
    let scroll = egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        let end = lines.iter().rposition(|line| lit.contains(&line.entry));
        let shown = lines.get(..end.map_or(lines.len(), |end| end + 1)).unwrap_or(lines);
        let shown = shown.get(shown.len().saturating_sub(MOST)..).unwrap_or(shown);
        let blocks = shown.chunk_by(|_, next| next.opens.is_none());
        for block in blocks.collect::<Vec<_>>().into_iter().rev() {
            block_ui(ui, desk, block, &lit);
        }
    });
}

/// What one seat did and what came of it, behind a bar in its color.
fn block_ui(ui: &mut Ui, desk: &mut Desk, lines: &[LogLine], lit: &std::ops::Range<usize>) {
    let seat = lines.first().and_then(|line| line.opens);
    let color = seat.map_or(theme::now().line, |seat| desk.view.livery(seat).rim);
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 13, ..Default::default() });
    let response = frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        lines.iter().for_each(|line| line_ui(ui, desk, line, lit.contains(&line.entry)));
    });
    let bar = response.response.rect;
    ui.painter().rect_filled(bar.with_max_x(bar.left() + 3.0), 1.5, color);
    ui.add_space(8.0);
}

fn line_ui(ui: &mut Ui, desk: &mut Desk, line: &LogLine, lit: bool) {
    let now = theme::now();
    let color = match (lit, line.opens, line.hot) {
        (true, ..) => now.accent,
        (false, Some(seat), _) => desk.view.color(seat),
        (false, None, true) => now.down,
        (false, None, false) => now.ink2,
    };
    let mut text = RichText::new(line.text.as_str()).color(color);
    if line.opens.is_some() {
        text = text.font(theme::bold(15.0));
    }
    let response = ui.add(egui::Label::new(text).wrap());
    if response.hovered()
        && let Some(id) = line.piece
    {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}
