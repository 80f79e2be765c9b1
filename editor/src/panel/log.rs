//! The log: what happened, grouped by action, a line for each hit.

use std::collections::BTreeMap;

use egui::Ui;
use harena_engine::board::Direction;
use harena_engine::decision::{Action, Listed};
use harena_engine::effect::Effect;
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::log::{Entry, Past, What};
use harena_engine::state::{Place, ZoneList};
use harena_engine::timeline::Move;
use harena_engine::view::HIDDEN;

use super::{Desk, Wish, ease, heading, widgets};
use crate::command::Command;
use crate::table::Focus;
use crate::tell::Teller;
use crate::{draw, text, theme};

mod drawn;
pub mod sums;

/// One line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogLine {
    /// What it says.
    pub text: String,
    /// Which entry it tells.
    pub entry: usize,
    /// Whether it opens an action.
    pub opens: Option<Seat>,
    /// Whether a turn begins with it.
    pub turn: bool,
    /// In which turn that was; 0 before the first, and in games that count none.
    pub nth_turn: u32,
    /// How many moves had been made then.
    pub moves: usize,
    /// What it says after the name of the seat, where that stands above it.
    pub rest: Option<String>,
    /// Whether it only says again what the action before it has said.
    pub echo: bool,
    /// Whether it tells of a hit or a fall.
    pub hot: bool,
    /// Whether a piece falls in it.
    pub falls: bool,
    /// The list that pieces went to, and the names of these.
    pub sent: Option<(ZoneList, Vec<String>)>,
    /// Those of them that were drawn into a hand, as far as it was seen what they are.
    pub drew: Option<Vec<Option<PieceId>>>,
    /// The piece it is about.
    pub piece: Option<PieceId>,
    /// Whether it is a result of chance that lies on no table as a die.
    pub chance: bool,
    /// What is said of a piece, and the name of that piece.
    pub said_of: Option<(String, String)>,
    /// How the first number of each seat stands then.
    pub standing: sums::Standing,
}

/// The lines for all entries worth telling to a seat, or to one who may read everything. Things
/// are named as they were when the entries were written. `made` are the moves they tell of, with the
/// lists from which pieces were chosen.
pub fn lines(
    teller: Teller,
    entries: &[Entry],
    reader: Option<Seat>,
    made: &[(Move, &[(usize, Listed)])],
) -> Vec<LogLine> {
    let mut past = Past::of(teller.state, reader);
    let (mut chosen, mut actor, mut nth_turn, mut struck) = (None, None, 0, None);
    let mut made = made.iter();
    let mut lie = BTreeMap::new();
    let line = |(at, entry): (usize, &Entry)| {
        let is_drawn = drawn::is_draw(teller.game, &mut lie, entry);
        nth_turn += u32::from(entry.what == What::Changed(Effect::Turn));
        let lists = lists_of(entry, &mut made);
        if !past.may_read(entry) {
            return None;
        }
        let teller = teller.at(past.at(entry));
        let text = line_of(teller, entry)?;
        let turn = matches!(entry.what, What::Changed(Effect::Active(_)));
        if turn {
            chosen = None;
        }
        let choice = choice_of(entry);
        chosen = choice.or(chosen);
        let felt = std::mem::replace(&mut struck, blow_of(entry));
        let echo = chosen.is_some_and(|action| is_echo(teller, &action, entry))
            || wound_of(entry).is_some_and(|wound| felt == Some(wound));
        let opens = opener(entry);
        actor = opens.or(actor);
        let sent = sent_to(teller, entry);
        // Definitions that were chosen are named to who chose them, and to who may read everything.
        let knows = reader.is_none() || reader == opens;
        let known = |at| listed(lists, at).filter(|it| knows || it.kind == ArgKind::Piece);
        let drew = is_drawn.then(|| drawn::seen_of(teller, entry));
        let rest = match &sent {
            Some((list, names)) if is_drawn => Some(drawn::told(teller, *list, (actor, names))),
            Some((list, names)) => zone_title(teller, *list, actor).map(|it| text::to(&it, names)),
            None => choice.map(|action| teller.action_in_brief(&action, known)),
        };
        let hot = matches!(entry.what, What::Struck(_) | What::Fell(_) | What::Ended);
        let falls = matches!(entry.what, What::Fell(_));
        let piece = piece_of(teller, entry);
        let moves = entry.action as usize;
        let told = LogLine { text, entry: at, nth_turn, moves, ..LogLine::default() };
        let chance = is_chance(teller, entry);
        let said_of = said_of(teller, entry);
        let told = LogLine { sent, drew, piece, chance, said_of, ..told };
        Some(LogLine { opens, turn, rest, echo, hot, falls, ..told })
    };
    let mut lines = listed_alike(merged(entries.iter().enumerate().filter_map(line)));
    sums::note(&mut lines, entries, (teller.game, teller.book, teller.state));
    lines
}

/// The lists from which a move chose pieces, if an entry tells of the next move.
fn lists_of<'l>(
    entry: &Entry,
    made: &mut std::slice::Iter<(Move, &'l [(usize, Listed)])>,
) -> &'l [(usize, Listed)] {
    let What::Chose { seat, action } = entry.what else { return &[] };
    let next = made.next().filter(|(it, _)| (it.seat, it.action) == (seat, action));
    next.map_or(&[], |(_, lists)| lists)
}

/// The list of the argument at a place.
fn listed(lists: &[(usize, Listed)], at: usize) -> Option<&Listed> {
    lists.iter().find(|(place, _)| *place == at).map(|(_, listed)| listed)
}

/// Lines of which some are told as one: pieces that go to one list, and what happens several times
/// in a row.
fn merged(told: impl Iterator<Item = LogLine>) -> Vec<LogLine> {
    let mut lines: Vec<LogLine> = Vec::new();
    let mut times = 1;
    for next in told {
        if lines.last_mut().is_some_and(|last| joined(last, &next)) {
            continue;
        }
        let is_plain = next.opens.is_none() && !next.chance;
        let repeated =
            |last: &&mut LogLine| is_plain && text::is_repeated(&last.text, &next.text, times);
        match lines.last_mut().filter(repeated) {
            Some(last) => {
                times += 1;
                last.text = text::repeated(&next.text, times);
            }
            None => {
                times = 1;
                lines.push(next);
            }
        }
    }
    lines
}

/// So many pieces of which the same is said are told in one line.
const MOST_ALIKE: usize = 3;

/// What is said of several pieces one after the other is told once, with all their names.
fn listed_alike(lines: Vec<LogLine>) -> Vec<LogLine> {
    let of = |line: &LogLine| line.said_of.as_ref().map(|(said, _)| said.clone());
    let is_alike = |a: &LogLine, b: &LogLine| {
        of(a).is_some() && of(a) == of(b) && (a.moves, a.echo) == (b.moves, b.echo)
    };
    let mut told = Vec::new();
    for run in lines.chunk_by(is_alike) {
        let first = run.first().filter(|_| run.len() >= MOST_ALIKE);
        let Some((first, said)) = first.and_then(|it| Some((it, of(it)?))) else {
            told.extend(run.iter().cloned());
            continue;
        };
        let names = run.iter().filter_map(|line| Some(line.said_of.as_ref()?.1.clone()));
        let names: Vec<String> = names.collect();
        let text = run.iter().map(|line| line.text.as_str()).collect::<Vec<&str>>().join("; ");
        let rest = Some(text::titled(&crate::book::readable(&said), &names));
        told.push(LogLine { text, rest, piece: None, ..first.clone() });
    }
    told
}

/// What an entry says of a piece, where its sentence begins with that, and the name of the piece.
fn said_of(teller: Teller, entry: &Entry) -> Option<(String, String)> {
    let What::Said { word, args } = entry.what else { return None };
    let (Some(Focus::Piece(id)), said) = teller.saying(word, args) else { return None };
    let starts = teller.book.word(word).starts_with("{1}");
    (starts && !said.is_empty()).then(|| (said, teller.piece(id)))
}

/// Whether an entry is a result of chance that no die shows.
fn is_chance(teller: Teller, entry: &Entry) -> bool {
    matches!(entry.what, What::Rolled { sides, .. } if !teller.book.dice.contains(&sides))
}

/// The seat of which an entry opens what it does.
fn opener(entry: &Entry) -> Option<Seat> {
    match entry.what {
        What::Chose { seat, .. } | What::Changed(Effect::Active(seat)) => Some(seat),
        What::Changed(_)
        | What::Began(_)
        | What::Struck(_)
        | What::Cancelled(_)
        | What::Fell(_)
        | What::Rolled { .. }
        | What::Said { .. }
        | What::Ended => None,
    }
}

/// What somebody chose to do.
fn choice_of(entry: &Entry) -> Option<Action> {
    if let What::Chose { action, .. } = entry.what { Some(action) } else { None }
}

/// Whom a strike hits, and how hard.
fn blow_of(entry: &Entry) -> Option<(PieceId, i16)> {
    if let What::Struck(strike) = entry.what { Some((strike.target, strike.damage)) } else { None }
}

/// Who is wounded, and how much: right after a strike that did it, that has been told.
fn wound_of(entry: &Entry) -> Option<(PieceId, i16)> {
    let What::Changed(Effect::Wound { piece, n, .. }) = entry.what else { return None };
    Some((piece, n))
}

/// Joins pieces that go to one list, one after the other; whether it could.
fn joined(last: &mut LogLine, next: &LogLine) -> bool {
    let same_way = last.drew.is_some() == next.drew.is_some();
    let same_action = next.opens.is_none() && last.echo == next.echo && same_way;
    let (Some((list, names)), Some((other, more))) = (&mut last.sent, &next.sent) else {
        return false;
    };
    if list != other || !same_action {
        return false;
    }
    names.extend(more.iter().cloned());
    if let (Some(drew), Some(more)) = (&mut last.drew, &next.drew) {
        drew.extend(more.iter().copied());
    }
    last.text = format!("{}; {}", last.text, next.text);
    let title = last.rest.as_deref().and_then(|rest| rest.split_once(':'));
    last.rest = title.map(|(title, _)| text::titled(title, names));
    true
}

/// The list that an entry sends a piece to, with the name of the piece, where that is told.
fn sent_to(teller: Teller, entry: &Entry) -> Option<(ZoneList, Vec<String>)> {
    let What::Changed(Effect::Send { piece, list, .. }) = entry.what else { return None };
    Some((list, vec![teller.piece(piece)]))
}

/// What a list is called for who acts: its seat is not named where it is that one.
fn zone_title(teller: Teller, list: ZoneList, actor: Option<Seat>) -> Option<String> {
    let (zone, seat) = list.parts(teller.game);
    let label = teller.book.zones.get(zone.index())?;
    let own = seat == Seat::NONE || Some(seat) == actor;
    Some(if own { label.title.clone() } else { text::zone_of(&label.title, &teller.seat(seat)) })
}

/// Whether an entry says no more than the action that led to it: a piece stands where it was put.
fn is_echo(teller: Teller, action: &Action, entry: &Entry) -> bool {
    let kinds = teller.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let has = |kind: ArgKind, id: u16| {
        let mut args = action.args.as_slice().iter().zip(kinds);
        args.any(|(value, other)| *other == kind && *value == i32::from(id))
    };
    if let What::Changed(Effect::Put { piece, cell, .. }) = entry.what {
        let known = has(ArgKind::Piece, piece.0) || !kinds.contains(&ArgKind::Piece);
        return has(ArgKind::Cell, cell.0) && known;
    }
    // What is done with a piece and nothing else says where it goes.
    let What::Changed(Effect::Send { piece, .. }) = entry.what else { return false };
    has(ArgKind::Piece, piece.0) && kinds.len() == 1
}

fn piece_of(teller: Teller, entry: &Entry) -> Option<PieceId> {
    match entry.what {
        What::Struck(strike) | What::Cancelled(strike) => Some(strike.target),
        What::Fell(id) => Some(id),
        What::Changed(effect) => harena_engine::effect::subject(&effect),
        What::Chose { action, .. } => {
            let kinds = teller.game.verbs.get(action.verb.index())?;
            let mut args = action.args.as_slice().iter().zip(kinds);
            let piece = args.find(|(_, kind)| **kind == ArgKind::Piece)?.0;
            u16::try_from(*piece).ok().map(PieceId)
        }
        What::Began(_) | What::Rolled { .. } | What::Said { .. } | What::Ended => None,
    }
}

fn line_of(teller: Teller, entry: &Entry) -> Option<String> {
    let mode = |mode: ModeId| {
        teller
            .book
            .modes
            .get(mode.index())
            .map_or_else(String::new, |label| text::in_a_sentence(&label.title))
    };
    match entry.what {
        What::Chose { seat, action } => {
            Some(format!("{}: {}", teller.seat(seat), teller.action(&action, |_| None)))
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
        What::Rolled { sides, result } if teller.book.dice.contains(&sides) => {
            Some(text::die_shows(result))
        }
        What::Rolled { sides, result } => Some(text::rolled(result, sides)),
        What::Said { word, args } => Some(teller.sentence(word, args)),
        What::Ended => Some(text::over().to_owned()),
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
            // What slid or was rotated is said by who did that.
            let prototype = teller.game.prototype(teller.state.piece(piece).prototype);
            if teller.game.floors.as_ref().is_some_and(|rule| rule.kind == prototype.kind) {
                return None;
            }
            let points = teller.points(teller.state.piece(piece));
            let side = teller.game.board.direction_name(Direction(facing));
            let side = if points { side } else { "" };
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
            Some(text::status(&teller.piece(piece), &title, on))
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
    heading(ui, text::story());
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
        // What sets the table is told as one, whoever is named in it.
        let opens = line.opens.filter(|_| line.moves > 0);
        let other = opens.is_some() && opens != seat;
        if (other || (line.turn && line.moves > 0)) && at > start {
            blocks.extend(lines.get(start..at).map(|block| (seat, block)));
            start = at;
        }
        seat = opens.or(seat);
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
    let color = seat.map_or(theme::now().line, |seat| desk.view.livery(seat).bar());
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 13, ..Default::default() });
    let response = frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if let Some((seat, first)) = seat.zip(lines.first()) {
            head_ui(ui, desk, seat, first);
        }
        let told: Vec<&LogLine> = lines.iter().filter(|it| !it.turn && !it.echo).collect();
        for part in told.chunk_by(|a, b| a.opens.is_none() && b.opens.is_none()) {
            part_ui(ui, desk, part, lit);
        }
    });
    let bar = response.response.rect;
    ui.painter().rect_filled(bar.with_max_x(bar.left() + 3.0), 1.5, color);
    ui.add_space(10.0);
}

/// Draws whose block it is and in which turn; a click looks at the table as it was then.
fn head_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat, first: &LogLine) {
    let now = theme::now();
    let name = desk.view.teller().seat(seat);
    let size = egui::vec2(ui.available_width(), 22.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let turn = if first.nth_turn > 0 { first.nth_turn.to_string() } else { String::new() };
    let label = || text::look_at_turn(&name, first.nth_turn);
    let response = super::named(response, egui::Role::Button, true, label);
    let hot = response.hovered() || response.has_focus();
    if hot {
        ui.painter().rect_filled(rect.expand2(egui::vec2(4.0, 1.0)), 6.0, now.panel2);
    }
    let shape = egui::pos2(rect.left() + 9.0, rect.center().y);
    crate::paint::icon::seat_shape(ui.painter(), desk.view.livery(seat), shape, 7.2);
    let plain = egui::FontId::proportional(15.0);
    let turn = ui.painter().layout_no_wrap(turn, plain, now.ink3);
    let room = rect.width() - 26.0 - turn.size().x - 8.0;
    let at = egui::pos2(rect.right() - turn.size().x, rect.center().y - turn.size().y / 2.0);
    ui.painter().galley(at, turn, now.ink3);
    let color = desk.view.color(seat);
    let mut job = egui::text::LayoutJob::simple_singleline(name, theme::heading(16.0), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let name = ui.painter().layout_job(job);
    let at = egui::pos2(rect.left() + 24.0, rect.center().y - name.size().y / 2.0);
    ui.painter().galley(at, name, color);
    if response.clicked() {
        desk.wishes.push(Wish::Do(Command::GoTo(first.moves)));
    }
}

/// A turn in brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTold {
    /// Its number.
    pub nth: u32,
    /// Who acted first in it.
    pub seat: Option<Seat>,
    /// How many moves had been made then.
    pub moves: usize,
}

/// The turns that are told, the newest first.
pub fn turns(lines: &[LogLine]) -> Vec<TurnTold> {
    let mut turns: Vec<TurnTold> = Vec::new();
    for (seat, block) in blocks(lines).into_iter().rev() {
        let Some(first) = block.first() else { continue };
        match turns.last_mut() {
            Some(last) if last.nth == first.nth_turn => {
                (last.seat, last.moves) = (seat.or(last.seat), first.moves);
            }
            Some(_) | None => {
                turns.push(TurnTold { nth: first.nth_turn, seat, moves: first.moves });
            }
        }
    }
    turns
}

/// A resolution with more blows than this is told in one line until somebody asks for more.
const MOST_BLOWS: usize = 4;
/// So is what was done before the first move, where it takes more lines than this.
const MOST_SET: usize = 3;

/// Draws what came of an action: hit by hit, or in one line where there are many. What chance gave
/// besides dice is folded.
fn part_ui(ui: &mut Ui, desk: &mut Desk, part: &[&LogLine], lit: &std::ops::Range<usize>) {
    let n_blows = part.iter().filter(|line| line.hot).count();
    let first = part.first().map_or(0, |line| line.entry);
    let sets = part.len() > MOST_SET && part.iter().all(|line| line.moves == 0);
    let fold = if sets {
        fold_ui(ui, ("setup", first), text::table_is_set())
    } else if n_blows > MOST_BLOWS {
        let plays = part.iter().any(|line| lit.contains(&line.entry));
        let (id, is_open) = fold_ui(ui, ("blows", first), &sums::told(desk, part));
        (id, is_open || plays)
    } else {
        return runs_ui(ui, desk, part, lit);
    };
    ease::fold_ui(ui, fold.0, fold.1, |ui| runs_ui(ui, desk, part, lit));
}

/// Draws lines one below the other, what chance gave folded.
fn runs_ui(ui: &mut Ui, desk: &mut Desk, part: &[&LogLine], lit: &std::ops::Range<usize>) {
    for run in part.chunk_by(|a, b| a.chance == b.chance) {
        let first = run.first().map_or(0, |line| line.entry);
        let mut lines_ui = |ui: &mut Ui| {
            run.iter().for_each(|line| line_ui(ui, desk, line, lit.contains(&line.entry)));
        };
        if run.first().is_some_and(|line| line.chance) {
            let (id, is_open) = fold_ui(ui, ("chance", first), &text::chance_decides(run.len()));
            ease::fold_ui(ui, id, is_open, lines_ui);
        } else {
            lines_ui(ui);
        }
    }
}

/// Draws what some lines say in brief; a click unfolds them. What they are known by, and whether
/// they are unfolded.
fn fold_ui(ui: &mut Ui, of: (&str, usize), brief: &str) -> (egui::Id, bool) {
    let id = ui.scope_id().with(of);
    let unfolded = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    if brief_ui(ui, if unfolded { "caret-up" } else { "caret-down" }, brief).clicked() {
        ui.data_mut(|data| data.insert_temp(id, !unfolded));
    }
    (id, unfolded)
}

/// Draws a sign and what is said in brief, over several lines where the column is narrow.
fn brief_ui(ui: &mut Ui, sign: &str, brief: &str) -> egui::Response {
    let now = theme::now();
    let room = ui.available_width();
    let plain = egui::FontId::proportional(15.0);
    let galley = ui.painter().layout(brief.to_owned(), plain, now.ink2, (room - CHIP).max(40.0));
    let size = egui::vec2(room, galley.size().y.max(20.0) + 6.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let response = super::named(response, egui::Role::Button, true, || brief.to_owned());
    let ink = if response.hovered() || response.has_focus() { now.ink1 } else { now.ink2 };
    widgets::focus_ring(ui, rect, &response);
    if let Some(sign) = draw::icon(sign) {
        draw::icon_ui(ui.painter(), rect.left_top() + egui::vec2(10.0, 13.0), sign, 16.0, ink);
    }
    ui.painter().galley_with_override_text_color(
        rect.left_top() + egui::vec2(CHIP, 3.0),
        galley,
        ink,
    );
    response
}

/// How much room the picture of a piece takes before its sentence.
const CHIP: f32 = 24.0;

fn line_ui(ui: &mut Ui, desk: &mut Desk, line: &LogLine, lit: bool) {
    let now = theme::now();
    let color = match (lit, line.opens, line.hot) {
        (true, ..) => now.accent,
        (false, Some(_), _) => now.ink1,
        (false, None, true) => now.down,
        (false, None, false) => now.ink3,
    };
    let text = line.rest.as_deref().unwrap_or(&line.text);
    if let Some(tiles) = drawn::tiles(desk, line) {
        return drawn::tiles_ui(ui, desk, (text, color), &tiles);
    }
    let shown = line.piece.filter(|id| line.sent.is_none() && is_drawn(desk, *id));
    let space = if shown.is_some() { CHIP } else { 0.0 };
    let mut job = egui::text::LayoutJob::default();
    let plain = egui::FontId::proportional(15.0);
    job.append(text, space, egui::TextFormat::simple(plain, color));
    let response = ui.add(egui::Label::new(job).wrap());
    if let Some(id) = shown.filter(|_| ui.is_rect_visible(response.rect)) {
        let at = response.rect.left_top() + egui::vec2(10.0, 10.5);
        let form = crate::paint::board::form_of(desk.view.game.board.kind());
        let mut pen = draw::Pen::new(ui.ctx().pixels_per_point());
        crate::paint::tile::chip(&mut pen, (at, 10.0), &desk.view.face(id), form);
        draw::show(ui.painter(), pen.done());
    }
    if response.hovered()
        && let Some(id) = line.piece
    {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}

/// Whether a piece can be drawn in small: it is in the match and its face is known.
fn is_drawn(desk: &Desk, id: PieceId) -> bool {
    let piece = desk.view.shown.state.piece(id);
    let is_here = !matches!(piece.place, Place::Gone | Place::Away);
    is_here && piece.owner != Seat::NONE && piece.prototype != HIDDEN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(list: u16, name: &str) -> LogLine {
        LogLine {
            text: format!("{name} goes to Hand"),
            rest: Some(text::to("Hand", &[name.to_owned()])),
            sent: Some((ZoneList(list), vec![name.to_owned()])),
            ..LogLine::default()
        }
    }

    #[test]
    fn turns_are_told_once_with_who_acted_first() {
        let line = |nth_turn, seat: Option<u8>, (turn, moves)| LogLine {
            opens: seat.map(Seat),
            nth_turn,
            turn,
            moves,
            ..LogLine::default()
        };
        let lines = [
            line(0, None, (false, 0)),
            line(1, Some(0), (true, 2)),
            line(1, Some(1), (false, 3)),
            line(1, Some(0), (false, 4)),
            line(2, Some(1), (true, 6)),
            line(2, None, (false, 6)),
        ];
        let told = |nth, seat: Option<u8>, moves| TurnTold { nth, seat: seat.map(Seat), moves };
        assert_eq!(turns(&lines), [told(2, Some(1), 6), told(1, Some(0), 2), told(0, None, 0)]);
    }

    #[test]
    fn the_same_of_several_pieces_is_told_once() {
        let line = |name: &str, said: &str| LogLine {
            text: format!("{name} {said}"),
            said_of: Some((said.to_owned(), name.to_owned())),
            ..LogLine::default()
        };
        let wakes = ["Lotl", "Jumo", "Thudra"].map(|name| line(name, "is active again"));
        let lines = listed_alike(wakes.to_vec());
        let told: Vec<Option<&str>> = lines.iter().map(|line| line.rest.as_deref()).collect();
        assert_eq!(told, [Some("Is active again: Lotl, Jumo, Thudra")]);
        let two = [line("Lotl", "waits"), line("Jumo", "waits"), line("Jumo", "rests")].to_vec();
        assert_eq!(listed_alike(two.clone()), two);
    }

    #[test]
    fn pieces_that_go_to_one_list_are_told_together() {
        let mut first = sent(3, "Knight");
        assert!(joined(&mut first, &sent(3, "Move")) && joined(&mut first, &sent(3, "Net")));
        assert_eq!(first.rest.as_deref(), Some("To Hand: Knight, Move, Net"));
        assert_eq!(first.text, "Knight goes to Hand; Move goes to Hand; Net goes to Hand");
        let before = first.clone();
        let opens = LogLine { opens: Some(Seat(0)), ..sent(3, "Pikeman") };
        assert!(!joined(&mut first, &sent(4, "Pikeman")) && !joined(&mut first, &opens));
        assert_eq!(first, before);
    }
}
