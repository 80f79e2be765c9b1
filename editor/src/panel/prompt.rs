//! The banner over the board: what is to be decided and by whom, and why something is refused.

use egui::{RichText, Ui, vec2};
use harena_engine::decision::{Decision, Refusal};
use harena_engine::game::ArgKind;
use harena_engine::id::PieceId;
use harena_engine::log::What;

use super::notes::{shared_notes, shared_notes_ui};
use super::widgets::{Action, card};
use super::{Desk, Dialog, Wish, colored};
use crate::book::{Label, Telling, VarPlace, without_lead};
use crate::command::Command;
use crate::draft::Draft;
use crate::draw::icon;
use crate::table::{Focus, entries_of};
use crate::{draw, text, theme};

/// How much room a disc takes, and up to how many are drawn.
const DISC: f32 = 19.0;
const MOST_DISCS: i32 = 8;

/// Draws the banner.
pub fn prompt_ui(ui: &mut Ui, desk: &mut Desk) {
    let frame = card().inner_margin(egui::Margin { left: 22, right: 14, top: 10, bottom: 10 });
    let decision = desk.decision;
    let color = decision.map_or(theme::now().line, |it| desk.view.livery(it.seat).bar());
    let response = frame.show(ui, |ui| {
        ui.set_min_size(vec2(ui.available_width(), 44.0));
        ui.spacing_mut().item_spacing.y = 2.0;
        match (decision, desk.table.playback.at) {
            (Some(decision), _) => asked_ui(ui, desk, decision),
            (None, Some(at)) => played_ui(ui, desk, at),
            (None, None) => waiting_ui(ui, desk),
        }
    });
    let rect = response.response.rect;
    let stripe = egui::CornerRadius { nw: 12, sw: 12, ne: 0, se: 0 };
    ui.painter().rect_filled(rect.with_max_x(rect.left() + 6.0), stripe, color);
}

/// Nobody here is asked.
fn waiting_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(the_match) = desk.session.the_match() else { return };
    let line = if the_match.outcome().is_some() {
        text::over().to_owned()
    } else if desk.session.bot_is_asked() {
        let rests = desk.session.bots_rest();
        (if rests { text::bot_rests() } else { text::bot_thinks() }).to_owned()
    } else if let Some(other) = the_match.decision() {
        text::decides(&desk.view.teller().seat(other.seat))
    } else {
        return;
    };
    let bot = desk.session.bot_is_asked() && !is_past(desk);
    line_ui(ui, desk, (&line, ""), |ui, desk| {
        if bot {
            bot_ui(ui, desk);
        }
    });
    signs_ui(ui, desk);
}

/// What is played back comes before everything else, even where the match is over already: the
/// phase, and how many hits and falls the instant has.
fn played_ui(ui: &mut Ui, desk: &mut Desk, at: usize) {
    let Some(now) = desk.session.the_match() else { return };
    let line = phase_at(desk, at).unwrap_or_else(|| text::watching().to_owned());
    let entries = entries_of(&now.log, &now.frames, at);
    let entries = now.log.entries.get(entries).unwrap_or(&[]).iter();
    let n = |is_meant: fn(&What) -> bool| entries.clone().filter(|it| is_meant(&it.what)).count();
    let n_hits = n(|what| matches!(what, What::Struck(_)));
    let n_falls = n(|what| matches!(what, What::Fell(_)));
    let blows = if n_hits + n_falls == 0 { String::new() } else { text::blows(n_hits, n_falls) };
    line_ui(ui, desk, (&line, &blows), |ui, desk| {
        if Action::quiet("fast-forward", text::skip_it()).ui(ui).clicked() {
            desk.table.playback.skip();
        }
    });
    signs_ui(ui, desk);
}

/// Draws a sentence with something quiet behind it, and buttons at the right.
fn line_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (line, more): (&str, &str),
    buttons: impl FnOnce(&mut Ui, &mut Desk),
) {
    ui.horizontal(|ui| {
        ui.set_min_height(44.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            buttons(ui, desk);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                told_ui(ui, desk, (line, more));
            });
        });
    });
}

/// Draws a sentence, and behind it something quiet where there is room for it.
fn told_ui(ui: &mut Ui, desk: &Desk, (line, more): (&str, &str)) {
    let now = theme::now();
    come_up(ui, desk);
    let size = fitting(ui, line);
    let line = RichText::new(line).font(theme::heading(size)).color(now.ink2);
    ui.add(egui::Label::new(line).truncate());
    if !more.is_empty() && ui.available_width() > LEAST_WORD {
        ui.add(egui::Label::new(RichText::new(more).color(now.down)).truncate());
    }
}

/// A new question comes up: what is drawn from here on fades in and slides to its place.
fn come_up(ui: &mut Ui, desk: &Desk) {
    let (seen, aside) = desk.asked;
    if seen < 1.0 {
        ui.multiply_opacity(seen);
        ui.add_space(aside);
    }
}

fn is_past(desk: &Desk) -> bool {
    desk.session.play.as_ref().is_some_and(|play| play.timeline().is_past())
}

/// Draws what stops a bot, lets it make one move, or hurries it.
fn bot_ui(ui: &mut Ui, desk: &mut Desk) {
    if desk.session.bots_rest() {
        if Action::quiet("play", text::go_on_here()).ui(ui).clicked() {
            desk.wishes.push(Wish::Do(Command::GoOn));
        }
        if Action::quiet("skip-forward", text::step_bot()).ui(ui).clicked() {
            desk.wishes.push(Wish::StepBot);
        }
        return;
    }
    if Action::quiet("fast-forward", text::hurry_bot()).ui(ui).clicked() {
        desk.wishes.push(Wish::HurryBot);
    }
    if Action::quiet("pause", text::stop_bot()).ui(ui).clicked() {
        desk.wishes.push(Wish::Do(Command::Rest));
    }
}

/// The sentence with which the phase began that is played back; before the first one, what the rules
/// said last.
fn phase_at(desk: &Desk, at: usize) -> Option<String> {
    let now = desk.session.the_match()?;
    let end = now.frames.get(at)?.0;
    let entries = now.log.entries.get(..end)?.iter().rev();
    let of_action = || entries.clone().take_while(|entry| entry.action == now.log.action);
    let said = || {
        of_action().filter_map(|entry| {
            let What::Said { word, args } = entry.what else { return None };
            (desk.sees_all || entry.is_for(desk.viewer)).then_some((word, args))
        })
    };
    let is_phase = |(word, _): &(_, _)| desk.view.book.telling(*word) == Telling::Phase;
    let (word, args) = said().find(is_phase).or_else(|| said().next())?;
    Some(desk.view.teller().sentence(word, args))
}

/// Words are left out where they have no more room than this.
const LEAST_WORD: f32 = 40.0;

/// Where the banner is narrower, its buttons are signs, whose words come up under the mouse.
const NARROW: f32 = 400.0;

/// So much room is left before the way of what is carried out.
const BEFORE_WAY: f32 = 20.0;

/// Draws the way of what is carried out behind the question, if it has room there.
fn way_behind_ui(ui: &mut Ui, desk: &Desk) -> bool {
    let needs = super::path::width_of(ui, desk) + 2.0 * BEFORE_WAY;
    let has_room = super::path::is_there(desk) && ui.available_width() > needs;
    if has_room {
        ui.add_space(BEFORE_WAY);
        super::path::path_ui(ui, desk);
    }
    has_room
}

/// Draws what is said while a number has a value behind the question, if it has room there.
fn signs_behind_ui(ui: &mut Ui, desk: &Desk) -> bool {
    let line = signs(desk);
    let needs = draw::width_of(ui.painter(), &line, draw::Letters::Plain, 15.0) + 2.0 * BEFORE_WAY;
    let has_room = !line.is_empty() && ui.available_width() > needs + 20.0;
    if has_room {
        ui.add_space(BEFORE_WAY);
        signs_ui(ui, desk);
    }
    has_room
}

fn asked_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision) {
    // The way of what is carried out stands behind the question where there is room for both.
    let id = ui.scope_id().with("the way stands behind the question");
    let (had_room, warned) = ui.data(|data| data.get_temp::<(bool, bool)>(id)).unwrap_or_default();
    let (mut has_room, mut warns) = (false, false);
    // A question alone stands in the middle of the banner.
    let alone = !decision.hidden
        && desk.table.complaint.is_empty()
        && (warned || signs(desk).is_empty())
        && (had_room || !super::path::is_there(desk))
        && shared_notes(desk).is_empty();
    ui.horizontal(|ui| {
        ui.set_min_height(if alone { 44.0 } else { 26.0 });
        super::seats::shape_ui(ui, desk.view, decision.seat, 24.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            buttons_ui(ui, desk, decision);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                come_up(ui, desk);
                title_ui(ui, desk, decision);
                has_room = way_behind_ui(ui, desk);
                warns = signs_behind_ui(ui, desk);
            });
        });
    });
    if (has_room, warns) != (had_room, warned) {
        ui.data_mut(|data| data.insert_temp(id, (has_room, warns)));
        ui.ctx().request_repaint();
    }
    if !has_room {
        super::path::path_ui(ui, desk);
    }
    if !warns {
        signs_ui(ui, desk);
    }
    if decision.hidden {
        colored(ui, text::secret(), theme::now().ink3);
    }
    shared_notes_ui(ui, desk);
    complaint_ui(ui, desk);
}

/// So much of the room beside the banner what the game tells of a question may take before its sign
/// moves beside it, and so much before it is scrolled.
const PART_OF_GUIDE: [f32; 2] = [0.34, 0.5];
/// So many lines of it are in sight even where there is hardly room for anything.
const LEAST_LINES: f32 = 3.0;

/// Draws what the game tells of the question, with what puts it away. It stands beside the banner,
/// so that the board keeps its room; where `most` is little, it is scrolled.
pub fn guide_ui(ui: &mut Ui, desk: &mut Desk, most: f32) {
    let Some(told) = desk.guide else { return };
    let now = theme::now();
    let led = desk.session.led();
    if led.is_none() && brief_guide_ui(ui, desk, told, most) {
        return;
    }
    let understood = match led {
        Some(_) => Action::quiet("x", text::go_on_alone()),
        None => Action::quiet("check", text::understood()),
    };
    card().inner_margin(egui::Margin::symmetric(14, 10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal_top(|ui| {
            super::widgets::sign_ui(ui, icon("lightbulb"), 18.0, now.accent);
            ui.add(egui::Label::new(RichText::new(told).color(now.ink2)).wrap());
        });
        let next = led.and_then(|led| led.next);
        if let Some((asked, (_, action))) = desk.decision.zip(next) {
            let option = desk.view.teller().option(Some(asked), &action);
            let line = RichText::new(text::now_do(&option)).font(theme::bold(15.0));
            let response = ui.add(egui::Label::new(line.color(now.ink1)).wrap());
            if response.hovered() {
                super::decision::point_at(desk, &action);
                desk.table.tried = Some(action);
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            if understood.ui(ui).clicked() {
                let leaves = led.as_ref().map_or(Wish::Understand, |_| Wish::LeaveLesson);
                desk.wishes.push(leaves);
            }
            if let Some(led) = led {
                ui.label(RichText::new(text::sum_of_moves(led.done, led.of)).color(now.ink3));
            }
        });
    });
    ui.add_space(10.0);
}

/// Draws what the game tells with a sign beside it that puts it away, and scrolls it if even that
/// has no room; whether that had to be.
fn brief_guide_ui(ui: &mut Ui, desk: &mut Desk, told: &str, most: f32) -> bool {
    let now = theme::now();
    let font = egui::FontId::proportional(15.0);
    let width = ui.available_width() - 54.0;
    let whole = ui.painter().layout(told.to_owned(), font.clone(), now.ink2, width);
    if whole.size().y + 34.0 <= most * PART_OF_GUIDE[0] {
        return false;
    }
    let row = ui.text_style_height(&egui::TextStyle::Body).max(20.0);
    let room = (most * PART_OF_GUIDE[1]).max(LEAST_LINES * row);
    card().inner_margin(egui::Margin { left: 14, right: 8, top: 8, bottom: 8 }).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            super::widgets::sign_ui(ui, icon("lightbulb"), 18.0, now.accent);
            ui.spacing_mut().item_spacing.x = 4.0;
            let text_room = ui.available_width() - 32.0;
            let scroll = egui::ScrollArea::vertical().id_salt("guide").max_height(room);
            let scroll = scroll.max_width(text_room).auto_shrink([false, true]);
            scroll.show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(told).font(font).color(now.ink2)).wrap());
            });
            let understood = Action::quiet("check", text::understood());
            if understood.bare_ui(ui).clicked() {
                desk.wishes.push(Wish::Understand);
            }
        });
    });
    ui.add_space(10.0);
    true
}

/// What is decided: the question, or what is begun.
fn title_ui(ui: &mut Ui, desk: &Desk, decision: &Decision) {
    let now = theme::now();
    let mut prompt = desk.view.book.word(decision.prompt).to_owned();
    if let Some(asker) = decision.asker {
        prompt = format!("{prompt} \u{2013} {}", desk.view.teller().piece_there(asker));
    }
    // What is still open is asked, not written as a gap.
    let crumbs = crumbs(desk, decision);
    let crumbs = crumbs.split(text::open_gap()).next().unwrap_or("");
    let crumbs = without_lead(crumbs.trim_end_matches([' ', ':', ','])).to_owned();
    let crumbs = if desk.table.draft.args.is_empty() { String::new() } else { crumbs };
    let title = if crumbs.is_empty() { prompt.clone() } else { crumbs.clone() };
    let more = match (decision.count(), crumbs.is_empty()) {
        (1, _) => text::forced(),
        (_, true) => "",
        (_, false) => prompt.as_str(),
    };
    if is_too_long(ui, desk, (&title, more)) {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.horizontal(|ui| {
                name_ui(ui, &title, fitting(ui, &title).min(20.0));
                counts_ui(ui, desk);
            });
            ui.add(egui::Label::new(RichText::new(more).color(now.ink3)).truncate());
        });
        return;
    }
    let size = fitting(ui, &title);
    name_ui(ui, &title, size);
    counts_ui(ui, desk);
    let who = text::decides(&desk.view.teller().seat(decision.seat));
    let rest = if more.is_empty() { 0.0 } else { width_of(ui, more) + BETWEEN };
    // The shape at the left says it as well.
    if width_of(ui, &who) + rest < ui.available_width() {
        ui.label(RichText::new(who).color(now.ink3));
    }
    if ui.available_width() > 90.0 && !more.is_empty() {
        ui.add(egui::Label::new(RichText::new(more).color(now.ink3)).truncate());
    }
}

/// Between two words of the banner.
const BETWEEN: f32 = 10.0;

fn width_of(ui: &Ui, word: &str) -> f32 {
    draw::width_of(ui.painter(), word, draw::Letters::Plain, 15.0)
}

/// Whether what is decided and what is said behind it have no room in one line.
fn is_too_long(ui: &Ui, desk: &Desk, (title, more): (&str, &str)) -> bool {
    let title = draw::width_of(ui.painter(), title, draw::Letters::Heading, 22.0);
    let counts: f32 = counts(desk)
        .iter()
        .map(|(value, most, word)| {
            let discs = if *most <= MOST_DISCS { DISC * *most as f32 } else { 0.0 };
            discs + width_of(ui, &text::so_many(*value, word)) + 2.0 * BETWEEN
        })
        .sum();
    !more.is_empty() && title + counts + BETWEEN + width_of(ui, more) > ui.available_width()
}

fn name_ui(ui: &mut Ui, title: &str, size: f32) {
    let title = RichText::new(title).font(theme::heading(size)).color(theme::now().ink1);
    ui.add(egui::Label::new(title).truncate());
}

/// Numbers of the match that belong to what is decided: so many of so many, and what they are.
fn counts<'a>(desk: &Desk<'a>) -> Vec<(i32, i32, &'a str)> {
    let (state, book) = (&desk.view.shown.state, desk.view.book);
    let vars = book.var_order.iter().filter_map(|at| Some((*at, book.vars.get(*at)?)));
    let told = vars.filter(|(_, it)| it.shown && it.var_place == Some(VarPlace::Prompt));
    let count = |(at, label): (usize, &'a Label)| {
        let var = harena_engine::id::VarId(at as u8);
        let value = state.var(desk.view.game, None, var).max(0);
        (value, label.max.unwrap_or(0).max(value), label.title_behind(value))
    };
    told.map(count).collect()
}

/// Draws them, as discs where they are few.
fn counts_ui(ui: &mut Ui, desk: &Desk) {
    for (value, most, title) in counts(desk) {
        if most <= MOST_DISCS {
            discs_ui(ui, value, most);
        }
        if ui.available_width() > LEAST_WORD {
            let word = RichText::new(text::so_many(value, title)).color(theme::now().ink2);
            ui.add(egui::Label::new(word).truncate());
        }
    }
}

/// Draws so many of so many as discs.
fn discs_ui(ui: &mut Ui, value: i32, most: i32) {
    let now = theme::now();
    let size = vec2(DISC * most as f32, 24.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    for i in 0..most {
        let at = rect.left_center() + vec2(DISC * (i as f32 + 0.5), 0.0);
        let fill = if i < value { now.accent } else { now.well };
        ui.painter().circle(at, 6.5, fill, egui::Stroke::new(1.5, now.accent));
    }
}

/// What is said while a number of the match has a value.
fn signs(desk: &Desk) -> String {
    let state = &desk.view.shown.state;
    let signs = desk.view.book.signs.iter();
    let said = signs.filter(|(var, when, _)| state.var(desk.view.game, None, *var) == *when);
    said.map(|(.., text)| text.clone()).collect::<Vec<String>>().join(" \u{b7} ")
}

fn signs_ui(ui: &mut Ui, desk: &Desk) {
    let line = signs(desk);
    if line.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 22.0), egui::Sense::hover());
        if let Some(sign) = icon("warning") {
            draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, theme::now().accent);
        }
        let line = RichText::new(line).color(theme::now().ink1);
        ui.add(egui::Label::new(line).truncate());
    });
}

/// The largest letters in which a title fits the room that is left.
fn fitting(ui: &Ui, title: &str) -> f32 {
    let room = ui.available_width();
    let fits =
        |size: &f32| draw::width_of(ui.painter(), title, draw::Letters::Heading, *size) < room;
    [22.0, 20.0, 18.0, 16.5].into_iter().find(fits).unwrap_or(15.0)
}

/// Whether something was chosen that can be taken back: what the window begins by itself is not.
fn has_chosen(desk: &Desk, decision: &Decision) -> bool {
    let (table, draft) = (&desk.table, &desk.table.draft);
    let by_itself = super::decision::is_only(decision);
    !draft.args.is_empty()
        || !table.loose.is_empty()
        || (draft.verb.is_some() && !by_itself)
        || (table.several, table.order.len()) != (0, 0)
}

fn buttons_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision) {
    let brief = ui.available_width() < NARROW;
    let cancel = Action::quiet("x", text::cancel()).key(text::key_escape());
    if has_chosen(desk, decision) && cancel.brief_ui(ui, brief).clicked() {
        desk.table.clear();
    }
    let pass = Action::quiet("fast-forward", text::pass_for_me());
    if decision.count() == 1 && pass.brief_ui(ui, brief).clicked() {
        desk.wishes.push(Wish::PassForMe);
    }
    let may_concede = desk.session.the_match().is_some_and(|it| it.may_concede(decision.seat));
    if may_concede && Action::quiet("flag", text::concede()).brief_ui(ui, brief).clicked() {
        desk.wishes.push(Wish::Toggle(Dialog::Concede));
    }
}

/// What is chosen so far, in words.
fn crumbs(desk: &Desk, decision: &Decision) -> String {
    let draft = &desk.table.draft;
    if draft.is_empty() {
        return String::new();
    }
    let rows = super::spread::rows(draft, decision);
    let n_chosen = rows.as_ref().map_or(draft.args.len(), |(first, _)| *first);
    let args: Vec<i32> = draft.args.iter().copied().take(n_chosen).collect();
    crumbs_of(desk, &Draft { args, ..draft.clone() })
}

fn crumbs_of(desk: &Desk, draft: &Draft) -> String {
    let teller = desk.view.teller();
    match draft.verb {
        Some(verb) => teller.verb_with(verb, &draft.args),
        None => {
            let piece = draft.args.first().and_then(|id| u16::try_from(*id).ok());
            piece.map_or_else(String::new, |id| teller.piece_there(PieceId(id)))
        }
    }
}

/// Why the last thing tried is refused, with what stands in the way and the rule.
fn complaint_ui(ui: &mut Ui, desk: &mut Desk) {
    let complaint = desk.table.complaint.clone();
    for refusal in complaint.iter().take(2) {
        refusal_ui(ui, desk, refusal);
    }
}

fn refusal_ui(ui: &mut Ui, desk: &mut Desk, refusal: &Refusal) {
    let now = theme::now();
    ui.horizontal_wrapped(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 22.0), egui::Sense::hover());
        if let Some(sign) = icon("prohibit") {
            draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, now.down);
        }
        colored(ui, text::why_not(), now.down);
        let why = text::refusal(&refusal.rule, &refusal.sentence);
        let why = RichText::new(why).color(theme::legible(now.down, now.panel));
        if refusal.rule.is_empty() {
            ui.label(why);
        } else if ui.add(egui::Link::new(why)).clicked() {
            desk.wishes.push(Wish::Rule(refusal.rule.clone()));
        }
        if let Some(culprit) = refusal.culprit {
            let name = desk.view.teller().piece_there(culprit);
            if ui.link(text::by_piece(&name)).clicked() {
                desk.table.picked = Some(Focus::Piece(culprit));
            }
        }
        let written = text::written_at(&refusal.source);
        if !refusal.source.is_empty() && Action::quiet("code", &written).bare_ui(ui).clicked() {
            desk.show_source(&refusal.source);
        }
    });
}

/// Whether a verb asks for a facing.
pub fn rotates(desk: &Desk, verb: harena_engine::id::VerbId) -> bool {
    let kinds = desk.view.game.verbs.get(verb.index());
    kinds.is_some_and(|kinds| kinds.contains(&ArgKind::Facing))
}
