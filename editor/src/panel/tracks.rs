//! The tracks of a seat: bars, pips, thresholds, numbers.

use egui::{Align2, Color32, FontId, Rect, RichText, Role, Sense, Stroke, Ui, pos2, vec2};
use harena_engine::id::*;
use harena_engine::view::sees_var;

use super::{Desk, colored, named};
use crate::book::{Drawn, Label};
use crate::draw::{self, Letters};
use crate::{text, theme};

/// The most pips drawn one by one.
const MAX_PIPS: i32 = 16;
/// How much room the title of a line of pips has.
const TITLE: f32 = 100.0;

/// A value with its most and what it would change by.
#[derive(Clone, Copy)]
struct Level {
    value: i32,
    max: i32,
    by: i32,
    /// What is drawn while it changes: on its way from what it was.
    drawn: f32,
}

impl Level {
    /// How one of its dots is filled: in its color, empty, or in that of what is gained or lost.
    fn fill(self, pip: i32, (color, empty): (Color32, Color32)) -> Color32 {
        match (pip <= self.value, pip <= self.value + self.by) {
            (true, true) => color,
            (true, false) => theme::now().down,
            (false, true) => theme::now().up,
            (false, false) => empty,
        }
    }
}

/// A seat with more numbers than this has a long sheet.
const LONG: usize = 9;

/// Whether the sheet of a seat is so long that those of others are told in brief.
pub fn is_long(desk: &Desk) -> bool {
    desk.view.book.seat_vars.iter().filter(|label| label.shown).count() > LONG
}

/// Draws the variables of a seat: as a bar or pips where their most is known, else as numbers. In
/// brief, pips and what is nothing are left out.
pub fn tracks_ui(ui: &mut Ui, desk: &Desk, seat: Seat, brief: bool) {
    let (mut plain, mut group, mut heading) = (Vec::new(), "", "");
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut few: Vec<(&Label, Level, Color32)> = Vec::new();
    let (mut first, mut beside) = (true, None);
    for at in &desk.view.book.track_order {
        let Some(label) = desk.view.book.seat_vars.get(*at).filter(|label| label.shown) else {
            continue;
        };
        if !sees(desk, seat, VarId(*at as u8)) {
            plain.push((label.title.len(), format!("{} ?", label.title)));
            continue;
        }
        let (holder, level) = level_of(desk, seat, *at);
        let Level { value, max, by, .. } = level;
        if std::mem::take(&mut first) && max <= 0 && label.group.is_empty() {
            beside = headline_ui(ui, label, level);
            continue;
        }
        if brief
            && (label.drawn == Some(Drawn::Pips)
                || !label.group.is_empty()
                || (value == 0 && by == 0))
        {
            continue;
        }
        let told = label.drawn == Some(Drawn::Number) || max > 0 || value != 0 || by != 0;
        if label.group != group && told {
            plain_ui(ui, &mut plain, &mut heading);
            few_ui(ui, &mut few, &mut heading);
            group = &label.group;
            heading = group;
        }
        let color = desk.view.livery(holder).bar();
        if told && is_whole_line(label, max) {
            heading_ui(ui, &mut heading);
        }
        match label.drawn {
            Some(Drawn::Number) if label.sign.is_some() && level.by == 0 && beside.is_some() => {
                beside.take().into_iter().for_each(|room| signed_ui(ui, label, level, room));
            }
            Some(Drawn::Number) => plain.push((label.title.len(), number_text(label, level))),
            Some(Drawn::Pips) if max > 0 && max <= 2 => few.push((label, level, color)),
            Some(Drawn::Pips) if max > 0 && max <= MAX_PIPS && !label.beside.is_empty() => {
                let beside = beside_of(desk, holder, label, level);
                sheet_line_ui(ui, label, level, (beside, color));
            }
            Some(Drawn::Pips) if max > 0 && max <= MAX_PIPS => pips_ui(ui, label, level, color),
            _ if max > 0 => bar_ui(ui, label, level, color),
            _ if value != 0 || by != 0 => {
                plain.push((label.title.len(), number_text(label, level)));
            }
            _ => {}
        }
        if label.warn_below.is_some_and(|least| value < least) {
            plain_ui(ui, &mut plain, &mut heading);
            colored(ui, text::low(&label.title, value), theme::now().accent);
        }
    }
    plain_ui(ui, &mut plain, &mut heading);
    few_ui(ui, &mut few, &mut heading);
}

/// Whether a number takes a line of its own.
fn is_whole_line(label: &Label, max: i32) -> bool {
    let is_few = label.drawn == Some(Drawn::Pips) && max <= 2;
    label.drawn != Some(Drawn::Number) && max > 0 && !is_few
}

/// Draws the heading of what comes next, once.
fn heading_ui(ui: &mut Ui, heading: &mut &str) {
    let heading = std::mem::take(heading);
    if !heading.is_empty() {
        ui.label(RichText::new(heading).color(theme::now().ink3));
    }
}

/// Draws numbers of one or two pips side by side, behind their heading.
fn few_ui(ui: &mut Ui, few: &mut Vec<(&Label, Level, Color32)>, heading: &mut &str) {
    if few.is_empty() {
        return;
    }
    // Signs say what they are.
    if few.iter().all(|(label, ..)| label.sign.is_some()) {
        *heading = "";
    }
    ui.horizontal_wrapped(|ui| {
        heading_ui(ui, heading);
        for (label, level, color) in few.drain(..) {
            match label.sign {
                Some(_) => sign_ui(ui, label, level),
                None => pips_ui(ui, label, level, color),
            }
        }
    });
}

/// Whether who looks on may know a number of a seat.
fn sees(desk: &Desk, seat: Seat, var: VarId) -> bool {
    desk.sees_all || sees_var(desk.view.game, desk.viewer, seat, var)
}

/// Whose number a track shows, and how it stands.
fn level_of(desk: &Desk, seat: Seat, at: usize) -> (Seat, Level) {
    let view = desk.view;
    let var = VarId(at as u8);
    let of = |seat: Seat, var: VarId| view.shown.state.var(view.game, Some(seat), var);
    let pool = view.game.combat.as_ref().and_then(|combat| combat.pool);
    let pooled = pool.filter(|pool| pool.left == var);
    let holder = pooled.map_or(seat, |pool| Seat(of(seat, pool.holder) as u8));
    let value = of(holder, var);
    let start = view.game.seat_vars.get(at).copied().unwrap_or(0);
    let label = view.book.seat_vars.get(at);
    let most = label.and_then(|it| view.game.names.seat_vars.find(&it.max_var));
    let most = most.map(|at| of(holder, VarId(at as u8)));
    let max = most.or_else(|| label.and_then(|it| it.max));
    let is_bar = label.is_some_and(|label| label.drawn == Some(Drawn::Bar));
    let from_start = pooled.is_some() || (is_bar && start > 0);
    let max = max.or_else(|| from_start.then_some(start.max(value)));
    let outlook = desk.outlooks.drawn();
    let changes = outlook.iter().flat_map(|outlook| &outlook.seat_vars);
    let by = changes.filter(|(s, v, _)| *s == holder && *v == var).map(|(_, _, by)| *by).sum();
    // The state before belongs to the same match as long as anything moves.
    let moves =
        desk.lately.motion.moves() && usize::from(desk.lately.past.state.n_seats) > holder.index();
    let before = moves.then(|| desk.lately.past.state.var(view.game, Some(holder), var));
    let drawn = desk.lately.motion.number(before.unwrap_or(value), value);
    (holder, Level { value, max: max.unwrap_or(0), by, drawn })
}

fn number_text(label: &Label, level: Level) -> String {
    let of = if level.max > 0 { format!(" / {}", level.max) } else { String::new() };
    let by = (level.by != 0).then(|| format!(" ({})", text::signed(level.by)));
    let change = by.unwrap_or_default();
    format!("{} {}{of}{change}", label.title, level.value)
}

/// Draws numbers side by side, each with its name, behind their heading.
fn plain_ui(ui: &mut Ui, plain: &mut Vec<(usize, String)>, heading: &mut &str) {
    if plain.is_empty() {
        return;
    }
    ui.spacing_mut().interact_size.y = 20.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
        heading_ui(ui, heading);
        plain.drain(..).for_each(|(title, line)| number_ui(ui, title, &line));
    });
}

/// Draws a number with its sign at the right end of some room.
fn signed_ui(ui: &Ui, label: &Label, level: Level, room: Rect) {
    let now = theme::now();
    let line = number_text(label, level);
    let field = room.with_min_x(room.right() - SIGNED);
    let response = ui.interact(field, ui.scope_id().with(("signed", &label.title)), Sense::hover());
    named(response, Role::Label, true, || line.clone()).on_hover_text(line.clone());
    let foot = pos2(room.right(), room.bottom() - 4.0);
    let number = level.value.to_string();
    let font = theme::bold(15.0);
    let at = ui.painter().text(foot, Align2::RIGHT_BOTTOM, number, font, now.ink1);
    if let Some(sign) = label.sign {
        let center = pos2(at.left() - 14.0, at.center().y);
        draw::icon_ui(ui.painter(), center, sign, 18.0, now.ink3);
    }
}

/// So much room a number with its sign needs.
const SIGNED: f32 = 48.0;

/// Draws the first number of a seat, which is what it plays for: large, with what it would become.
/// Answers the room that is left at its right, if something fits there.
fn headline_ui(ui: &mut Ui, label: &Label, level: Level) -> Option<Rect> {
    let now = theme::now();
    let line = number_text(label, level);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 38.0), Sense::hover());
    named(response, Role::Label, true, || line.clone());
    let put = |at, anchor, text: String, font, ink| ui.painter().text(at, anchor, text, font, ink);
    let foot = pos2(rect.left(), rect.bottom());
    let value = level.drawn.round().to_string();
    let number = put(foot, Align2::LEFT_BOTTOM, value, theme::heading(32.0), now.ink1);
    let mut end = rect.right();
    if level.by != 0 {
        let (ink, then) = (if level.by < 0 { now.down } else { now.up }, level.value + level.by);
        let at = pos2(rect.right(), rect.bottom() - 4.0);
        let then = format!("\u{2192} {then}");
        end = put(at, Align2::RIGHT_BOTTOM, then, theme::bold(15.0), ink).left() - 8.0;
    }
    let at = pos2(number.right() + 8.0, rect.bottom() - 4.0);
    let title = text::in_a_sentence(label.title_behind(level.value));
    let title = fitting(ui, [title, String::new()], end - at.x);
    let title = put(at, Align2::LEFT_BOTTOM, title, FontId::proportional(15.0), now.ink3);
    let free = rect.with_min_x(title.right() + 8.0);
    (level.by == 0 && free.width() >= SIGNED).then_some(free)
}

/// The longer of two texts if there is room for it, else the shorter one.
fn fitting(ui: &Ui, [long, short]: [String; 2], room: f32) -> String {
    let width = draw::width_of(ui.painter(), &long, Letters::Plain, 15.0);
    if width <= room { long } else { short }
}

/// Draws a name of so many bytes and its number, which stands out.
pub fn number_ui(ui: &mut Ui, title: usize, line: &str) {
    let now = theme::now();
    let (name, number) = line.split_at_checked(title).unwrap_or((line, ""));
    let mut job = egui::text::LayoutJob::default();
    let quiet = egui::TextFormat::simple(FontId::proportional(15.0), now.ink2);
    let bold = egui::TextFormat::simple(theme::bold(15.0), now.ink1);
    job.append(name, 0.0, quiet);
    job.append(number, 0.0, bold);
    ui.add(egui::Label::new(job).extend());
}

/// Draws a large number, what it would become, and a bar whose loss is hatched.
fn bar_ui(ui: &mut Ui, label: &Label, level: Level, color: Color32) {
    let Level { value, max, by, drawn } = level;
    let now = theme::now();
    let line = number_text(label, level);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
    named(response, Role::Label, true, || line.clone());
    let painter = ui.painter();
    let put = |at, anchor, text: String, font, ink| painter.text(at, anchor, text, font, ink);
    let foot = pos2(rect.left(), rect.top() + 36.0);
    let shown = drawn.round().to_string();
    let number = put(foot, Align2::LEFT_BOTTOM, shown, theme::heading(34.0), now.ink1);
    let mut end = rect.right();
    if by != 0 {
        let (ink, then) = (if by < 0 { now.down } else { now.up }, value + by);
        let at = pos2(rect.right(), rect.top() + 33.0);
        let then = format!("\u{2192} {then}");
        end = put(at, Align2::RIGHT_BOTTOM, then, theme::bold(15.0), ink).left() - 8.0;
    }
    let at = pos2(number.right() + 8.0, rect.top() + 33.0);
    let short = text::of_so_many(max, "").trim_end().to_owned();
    let of = fitting(ui, [text::of_so_many(max, &label.title), short], end - at.x);
    put(at, Align2::LEFT_BOTTOM, of, FontId::proportional(15.0), now.ink3);
    let bar =
        Rect::from_min_max(pos2(rect.left(), rect.bottom() - 16.0), rect.max - vec2(0.0, 2.0));
    let at = |n: f32| bar.left() + bar.width() * (n.clamp(0.0, max as f32) / max.max(1) as f32);
    let part = |n: i32| at(n as f32);
    painter.rect_filled(bar, 7.0, now.well);
    painter.rect_filled(bar.with_max_x(at(drawn)), 7.0, color);
    let (from, to) = (part(value.min(value + by)), part(value.max(value + by)));
    if by != 0 {
        let ink = if by < 0 { now.down } else { now.up };
        let field = bar.with_min_x(from).with_max_x(to);
        painter.rect_filled(field, 2.0, theme::mix(color, now.well, 0.6));
        let clipped = painter.with_clip_rect(field.intersect(painter.clip_rect()));
        let mut x = field.left() - bar.height();
        while x < field.right() {
            let ends = [pos2(x, bar.bottom()), pos2(x + bar.height(), bar.top())];
            clipped.line_segment(ends, Stroke::new(3.0, ink));
            x += 7.0;
        }
    }
    for threshold in &label.thresholds {
        let x = part(*threshold);
        let ink = if value >= *threshold { now.accent } else { now.ink3 };
        painter.line_segment([pos2(x, bar.top()), pos2(x, bar.bottom())], Stroke::new(2.0, ink));
    }
}

/// What stands in the line of a number: squares for those that lie elsewhere, and what follows.
#[derive(Clone, Default)]
struct Beside {
    elsewhere: i32,
    /// The title of what follows and its number.
    follows: Option<(String, i32)>,
}

/// What a track counts elsewhere, and what follows from it.
fn beside_of(desk: &Desk, seat: Seat, label: &Label, level: Level) -> Beside {
    let view = desk.view;
    let number = |name: &str| {
        let at = view.game.names.seat_vars.find(name).filter(|_| !name.is_empty())?;
        let value = view.shown.state.var(view.game, Some(seat), VarId(at as u8));
        Some((view.book.seat_vars.get(at)?.title.clone(), value))
    };
    let elsewhere = number(&label.with).map_or(0, |(_, all)| (all - level.value).max(0));
    Beside { elsewhere, follows: number(&label.beside) }
}

/// Draws a small number of a sheet: its sign and name, at the right what follows from it, and below
/// them a dot for each, a square for each that lies elsewhere, and a stroke after each threshold.
fn sheet_line_ui(ui: &mut Ui, label: &Label, level: Level, (beside, color): (Beside, Color32)) {
    let now = theme::now();
    let line = match &beside.follows {
        Some((title, value)) => format!("{}, {title} {value}", number_text(label, level)),
        None => number_text(label, level),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 42.0), Sense::hover());
    named(response, Role::Label, true, || line.clone());
    let painter = ui.painter();
    let y = rect.top() + 12.0;
    let mut left = rect.left();
    if let Some(sign) = label.sign {
        draw::icon_ui(painter, pos2(left + 9.0, y), sign, 18.0, now.ink3);
        left += 25.0;
    }
    let put = |at, anchor, text: &str, font, ink| painter.text(at, anchor, text, font, ink);
    let plain = || FontId::proportional(15.0);
    put(pos2(left, y), Align2::LEFT_CENTER, &label.title, plain(), now.ink1);
    if let Some((title, value)) = &beside.follows {
        let ink = if *value == 0 { now.ink3 } else { now.ink1 };
        let at = pos2(rect.right(), y);
        let text = value.to_string();
        let end = put(at, Align2::RIGHT_CENTER, &text, theme::bold(15.0), ink).left() - 6.0;
        put(pos2(end, y), Align2::RIGHT_CENTER, title, plain(), now.ink3);
    }
    let step = (rect.width() / level.max.max(1) as f32).min(16.0);
    let radius = (step * 0.36).min(5.6);
    let y = rect.top() + 31.0;
    for pip in 1..=level.max {
        let at = pos2(rect.left() + step * (pip as f32 - 0.5), y);
        let fill = level.fill(pip, (color, Color32::TRANSPARENT));
        let is_elsewhere = pip > level.value && pip <= level.value + beside.elsewhere;
        if is_elsewhere {
            let field = Rect::from_center_size(at, vec2(radius, radius) * 1.9);
            let edge = Stroke::new(2.0, color);
            painter.rect_stroke(field, 2.0, edge, egui::StrokeKind::Inside);
        } else {
            let edge = if pip <= level.value { color } else { now.ink3 };
            painter.circle(at, radius, fill, Stroke::new(1.4, edge));
        }
        if label.thresholds.contains(&pip) && pip < level.max {
            let x = at.x + step / 2.0;
            let ink = if pip <= level.value { color } else { now.ink3 };
            painter.line_segment([pos2(x, y - 7.0), pos2(x, y + 7.0)], Stroke::new(1.0, ink));
        }
    }
}

/// Draws numbers of at most one that have signs: lit discs for those that are there.
fn sign_ui(ui: &mut Ui, label: &Label, level: Level) {
    let Some(sign) = label.sign else { return };
    let (rect, response) = ui.allocate_exact_size(vec2(34.0, 30.0), Sense::hover());
    let line = number_text(label, level);
    named(response, Role::Label, true, || line.clone()).on_hover_text(line.clone());
    let now = theme::now();
    let color = label.color.unwrap_or(now.ink2);
    let corners = crate::paint::geometry::Form::Hex.corners(rect.center(), 15.0);
    let mut pen = draw::Pen::new(ui.ctx().pixels_per_point());
    if level.value > 0 {
        pen.flat(&corners, color);
        pen.line(&corners, true, (1.5, theme::paper::HALO));
        pen.icon(rect.center(), sign, 17.0, theme::ink_on(color));
    } else {
        pen.dashed(&corners, true, (3.0, 3.0), (1.2, now.ink3));
        pen.icon(rect.center(), sign, 15.0, now.ink3);
    }
    if level.value > 1 {
        let at = rect.center() + vec2(11.0, 9.0);
        pen.disc(at, 7.0, theme::paper::HALO);
        pen.word(at, level.value.to_string(), (Letters::Bold, 12.0, theme::paper::INK));
    }
    draw::show(ui.painter(), pen.done());
}

/// Draws a small number as dots in one line, those at a threshold larger.
fn pips_ui(ui: &mut Ui, label: &Label, level: Level, color: Color32) {
    let line = number_text(label, level);
    let font = FontId::proportional(14.0);
    let title = ui.painter().layout_no_wrap(label.title.clone(), font, theme::now().ink2);
    let room = (ui.available_width() - TITLE).max(40.0);
    let single = level.max <= 2;
    let step = (room / level.max.max(1) as f32).min(13.0);
    let pips = step * level.max as f32;
    let width = if single { title.size().x + pips + 8.0 } else { ui.available_width() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
    named(response, Role::Label, true, || line.clone());
    let painter = ui.painter();
    let first = if single { title.size().x + 4.0 } else { TITLE };
    painter.galley(rect.left_center() - vec2(0.0, title.size().y / 2.0), title, theme::now().ink2);
    for pip in 1..=level.max {
        let radius: f32 = if label.thresholds.contains(&pip) { 5.0 } else { 3.8 };
        let fill = level.fill(pip, (color, theme::now().well));
        let at = rect.left_center() + vec2(first + step * (pip as f32 - 0.5), 0.0);
        painter.circle(at, radius.min(step / 2.0), fill, Stroke::new(1.0, color));
    }
}
