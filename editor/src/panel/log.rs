//! The log: what happened, grouped by action, a line for each hit.

use egui::{RichText, Ui};
use harena_engine::board::Direction;
use harena_engine::decision::Action;
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
    /// Whether a turn begins with it.
    pub turn: bool,
    /// What it says after the name of the seat, where that stands above it.
    pub rest: Option<String>,
    /// Whether it only says again what the action before it has said.
    pub echo: bool,
    /// Whether it tells of a hit or a fall.
    pub hot: bool,
    /// The piece it is about.
    pub piece: Option<PieceId>,
}

/// The lines for all entries worth telling to a seat, or to one who may read everything. Things
/// are named as they were when the entries were written.
pub fn lines(teller: Teller, entries: &[Entry], reader: Option<Seat>) -> Vec<LogLine> {
    let mut past = Past::of(teller.state, reader);
    let mut chosen = None;
    let line = |(at, entry): (usize, &Entry)| {
        if !past.may_read(entry) {
            return None;
        }
        let teller = Teller { state: past.at(entry), ..teller };
        let text = line_of(teller, entry)?;
        let turn = matches!(entry.what, What::Changed(Effect::Active(_)));
        if turn {
            chosen = None;
        }
        let choice = if let What::Chose { action, .. } = entry.what { Some(action) } else { None };
        chosen = choice.or(chosen);
        let rest = choice.map(|action| teller.action(&action));
        let echo = chosen.is_some_and(|action| is_echo(teller, &action, entry));
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
        let piece = piece_of(entry);
        Some(LogLine { text, entry: at, opens, turn, rest, echo, hot, piece })
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

/// Whether an entry says no more than the action that led to it: a piece stands where it was put.
fn is_echo(teller: Teller, action: &Action, entry: &Entry) -> bool {
    let What::Changed(Effect::Put { piece, cell, .. }) = entry.what else { return false };
    let kinds = teller.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let has = |kind: ArgKind, id: u16| {
        let mut args = action.args.as_slice().iter().zip(kinds);
        args.any(|(value, other)| *other == kind && *value == i32::from(id))
    };
    has(ArgKind::Cell, cell.0) && (has(ArgKind::Piece, piece.0) || !kinds.contains(&ArgKind::Piece))
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
            let side = teller.game.board.direction_name(Direction(facing));
            let side = if rotates { side } else { "" };
            Some(text::put(&teller.piece(piece), &teller.cell(cell), side))
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
        for (seat, block) in blocks(shown).into_iter().rev() {
            block_ui(ui, desk, (seat, block), &lit);
        }
    });
}

/// The lines of one seat after the other; a turn begins anew.
fn blocks(lines: &[LogLine]) -> Vec<(Option<Seat>, &[LogLine])> {
    let mut blocks: Vec<(Option<Seat>, &[LogLine])> = Vec::new();
    let (mut start, mut seat) = (0, None);
    for (at, line) in lines.iter().enumerate() {
        let other = line.opens.is_some() && line.opens != seat;
        if (other || line.turn) && at > start {
            blocks.extend(lines.get(start..at).map(|block| (seat, block)));
            start = at;
        }
        seat = line.opens.or(seat);
    }
    blocks.extend(lines.get(start..).filter(|it| !it.is_empty()).map(|block| (seat, block)));
    blocks
}

/// What one seat did and what came of it, behind a bar in its color.
fn block_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (seat, lines): (Option<Seat>, &[LogLine]),
    lit: &std::ops::Range<usize>,
) {
    let color = seat.map_or(theme::now().line, |seat| desk.view.livery(seat).rim);
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 13, ..Default::default() });
    let response = frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if let Some(seat) = seat {
            ui.horizontal(|ui| {
                super::seats::shape_ui(ui, desk.view, seat, 18.0);
                let name = RichText::new(desk.view.teller().seat(seat)).font(theme::heading(16.0));
                ui.add(egui::Label::new(name.color(desk.view.color(seat))).truncate());
            });
        }
        let told = lines.iter().filter(|line| !line.turn && !line.echo);
        told.for_each(|line| line_ui(ui, desk, line, lit.contains(&line.entry)));
    });
    let bar = response.response.rect;
    ui.painter().rect_filled(bar.with_max_x(bar.left() + 3.0), 1.5, color);
    ui.add_space(10.0);
}

fn line_ui(ui: &mut Ui, desk: &mut Desk, line: &LogLine, lit: bool) {
    let now = theme::now();
    let color = match (lit, line.opens, line.hot) {
        (true, ..) => now.accent,
        (false, Some(_), _) => now.ink1,
        (false, None, true) => now.down,
        (false, None, false) => now.ink3,
    };
    let text = line.rest.as_deref().unwrap_or(&line.text);
    let response = ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
    if response.hovered()
        && let Some(id) = line.piece
    {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}
