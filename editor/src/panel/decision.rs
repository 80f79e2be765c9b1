//! What must be decided now and by whom, with every option within reach.

use egui::text::{LayoutJob, TextFormat};
use egui::{Button, Color32, RichText, Ui};
use harena_engine::decision::{Action, Decision, Dimension, Form, Refusal};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::state::Place;
use harena_engine::view::HIDDEN;

use super::notes::{draft_notes_ui, notes_of, verb_notes};
use super::{Desk, Wish, assemble, colored, handy, spread, widgets};
use crate::command::Command;
use crate::draft::{Draft, Values, Want};
use crate::table::{Click, Focus, Situation};
use crate::{text, theme};

/// Verbs with at most so many options show them all at once.
const FEW: u64 = 6;
/// Groups with more options are not searched for those that are left.
const MOST_SEARCHED: u64 = 500;

/// Draws what can be chosen for the decision at hand.
pub fn decision_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(the_match) = desk.session.the_match() else { return };
    if let Some(outcome) = the_match.outcome() {
        // Who watches how it ended is not told before.
        if desk.table.playback.at.is_some() {
            return;
        }
        return over_ui(ui, desk, &outcome.clone());
    }
    let Some(decision) = desk.decision else { return };
    let mut keys = Keys::pressed(ui);
    let begun = !desk.table.draft.is_empty();
    let only = begun && desk.table.draft.args.is_empty() && is_only(decision);
    // What the board finishes is chosen part by part, however few the options are.
    let on_board = |verb| is_placed(decision, desk.view.game, verb);
    if super::options::options_ui(ui, desk, decision, &mut keys) {
        return;
    }
    let told_whole = only && is_few(decision) && !desk.table.draft.verb.is_some_and(on_board);
    if !begun || told_whole {
        verbs_ui(ui, desk, decision, &mut keys);
    } else {
        draft_ui(ui, desk, decision, &mut keys);
    }
}

/// Counts the options drawn, so that the keys 1 to 9 reach them.
pub struct Keys {
    pressed: Option<usize>,
    drawn: usize,
}

impl Keys {
    fn pressed(ui: &Ui) -> Keys {
        use egui::Key::{Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9};
        let digits = [Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9];
        let typing = ui.ctx().text_edit_focused();
        let pressed = ui.input(|input| {
            digits.iter().position(|key| input.key_pressed(*key) && input.modifiers.is_none())
        });
        Keys { pressed: pressed.filter(|_| !typing), drawn: 0 }
    }

    /// The number of the option drawn next, from 1.
    pub fn next(&self) -> usize {
        self.drawn + 1
    }

    /// Whether the option drawn now is the one whose key was pressed.
    pub fn hit(&mut self) -> bool {
        self.drawn += 1;
        self.pressed == Some(self.drawn - 1)
    }

    /// Draws an option; answers whether it was taken.
    fn option_ui(&mut self, ui: &mut Ui, label: &str) -> (bool, egui::Response) {
        let rank = widgets::Rank::Secondary;
        self.row_ui(ui, &Row { title: label, label, notes: &[], rank, sign: None })
    }

    /// Draws an option with what is remarked on it; whether it was taken.
    fn row_ui(&mut self, ui: &mut Ui, row: &Row) -> (bool, egui::Response) {
        let response = option_ui(ui, row, self.drawn + 1);
        (self.hit() || response.clicked(), response)
    }
}

/// An option as it is drawn.
struct Row<'a> {
    /// What is to be read.
    title: &'a str,
    /// What it is called.
    label: &'a str,
    /// What the rules remark on it.
    notes: &'a [String],
    rank: widgets::Rank,
    /// Its sign, if looks name one.
    sign: Option<char>,
}

/// Draws all verbs that are offered.
fn verbs_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, keys: &mut Keys) {
    let mut verbs: Vec<VerbId> = decision.groups.iter().map(|group| group.verb).collect();
    verbs.dedup();
    // The first that goes to a cell stands out among other things that can be done.
    let goes = |verb: &&VerbId| {
        let kinds = desk.view.game.verbs.get(verb.index());
        kinds.is_some_and(|kinds| kinds.contains(&ArgKind::Cell))
    };
    let first = verbs.iter().find(goes).copied().filter(|_| verbs.len() > 1);
    let on_tiles = handy::actions(desk);
    if !on_tiles.is_empty() {
        ui.label(RichText::new(text::on_your_tiles()).color(theme::now().ink2));
    }
    for (_, action) in &on_tiles {
        if keys.hit() {
            desk.wishes.push(Wish::Do(Command::Act(decision.seat, *action)));
        }
    }
    let is_there = |verb: &VerbId| on_tiles.iter().any(|(_, action)| action.verb == *verb);
    for verb in verbs.into_iter().filter(|verb| !is_there(verb)) {
        let count: u64 =
            decision.groups.iter().filter(|group| group.verb == verb).map(|g| g.count()).sum();
        let plain = |group: &harena_engine::decision::Group| {
            group.dimensions.iter().all(|it| it.listed().is_none() && !is_timed(it))
        };
        let all_plain = decision.groups.iter().filter(|group| group.verb == verb).all(plain);
        let listed =
            (all_plain || is_one_set(decision, verb)) && !is_placed(decision, desk.view.game, verb);
        if (count <= FEW || is_few(decision)) && listed {
            let options = decision.groups.iter().filter(|group| group.verb == verb);
            let mut actions: Vec<Action> =
                options.flat_map(|g| (0..g.count()).filter_map(|i| g.option(i))).collect();
            sort_by_place(desk, &mut actions);
            let leads = first == Some(verb);
            for action in actions {
                action_ui(ui, desk, decision, (action, leads), keys);
            }
            continue;
        }
        let title = desk.view.book.verb_title(verb).to_owned();
        let label = text::verb_count(&title, count);
        // Something on the table finishes it.
        let notes = verb_notes(desk, verb);
        let rank = if first == Some(verb) { widgets::Rank::Primary } else { widgets::Rank::Quiet };
        let sign = sign_of(desk, verb);
        let row = Row { title: &title, label: &label, notes: &notes, rank, sign };
        if keys.row_ui(ui, &row).0 {
            desk.click(|table, at| table.choose_verb(at, verb));
        }
    }
    excuses_ui(ui, desk, decision);
}

/// In lower windows there is no room for what cannot be done.
const ROOMY: f32 = 760.0;

/// Verbs of which nothing is offered now, each with the reason, as far as looks want that told. What
/// the table plays without is no news.
fn excuses<'d>(desk: &'d Desk, decision: &Decision) -> Vec<(VerbId, &'d Refusal)> {
    let settings = desk.session.play.as_ref().map(|play| &play.menu.settings);
    let is_of_table = |refusal: &Refusal| {
        settings.is_some_and(|all| all.iter().any(|setting| setting.rule == refusal.rule))
    };
    let labels = desk.view.book.verbs.iter().enumerate().filter(|(_, label)| label.excuse);
    let verbs = labels.map(|(at, _)| VerbId(at as u8));
    let idle = verbs.filter(|verb| decision.groups.iter().all(|group| group.verb != *verb));
    let excuse = |verb: VerbId| {
        let mut refusals = desk.explained.refusals.iter();
        let whole = refusals.find(|it| it.verb == verb && it.args.as_slice().is_empty())?;
        (!is_of_table(whole)).then_some((verb, whole))
    };
    idle.filter_map(excuse).collect()
}

/// Draws what cannot be done now, and below it why.
fn excuses_ui(ui: &mut Ui, desk: &Desk, decision: &Decision) {
    if ui.ctx().content_rect().height() < ROOMY {
        return;
    }
    let now = theme::now();
    ui.spacing_mut().item_spacing.y = 2.0;
    for (verb, refusal) in excuses(desk, decision) {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            widgets::sign_ui(ui, sign_of(desk, verb), 18.0, now.ink3);
            ui.label(RichText::new(desk.view.book.verb_title(verb)).color(now.ink3));
        });
        let why = text::refusal(&refusal.rule, &refusal.sentence);
        let margin = egui::Margin { left: 36, ..egui::Margin::ZERO };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.label(RichText::new(why).size(14.0).color(now.ink3));
        });
    }
}

/// Whether the options of a verb are finished on the board: by a cell among several.
pub fn is_placed(decision: &Decision, game: &harena_engine::game::Game, verb: VerbId) -> bool {
    let kinds = game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
    let mut groups = decision.groups.iter().filter(|group| group.verb == verb);
    let count: u64 = groups.clone().map(|group| group.count()).sum();
    kinds.contains(&ArgKind::Cell) && (count > 1 || groups.any(|group| group.count() > 1))
}

/// Whether a verb is offered in one way, for one set of things: there is nothing to put together,
/// so that it is told whole.
pub fn is_one_set(decision: &Decision, verb: VerbId) -> bool {
    let mut groups = decision.groups.iter().filter(|group| group.verb == verb);
    let (Some(group), None) = (groups.next(), groups.next()) else { return false };
    let is_told = |it: &Dimension| {
        it.listed().is_none_or(|listed| matches!(listed.form, Form::Several { .. }))
    };
    group.count() == 1 && group.dimensions.iter().all(|it| is_told(it) && !is_timed(it))
}

/// Whether only one verb is offered.
pub fn is_only(decision: &Decision) -> bool {
    let mut verbs = decision.groups.iter().map(|group| group.verb);
    let first = verbs.next();
    verbs.all(|verb| Some(verb) == first)
}

/// Whether all options of a decision are told as whole sentences.
pub fn is_few(decision: &Decision) -> bool {
    let plain = |it: &Dimension| it.listed().is_none() && !is_timed(it);
    let on_board = |it: &Dimension| matches!(it, Dimension::Cells(_) | Dimension::Facings(_));
    let dimensions = || decision.groups.iter().flat_map(|group| &group.dimensions);
    decision.count() <= FEW + 2 && dimensions().all(plain) && !dimensions().any(on_board)
}

/// Draws an option over the whole width, with its key at the right and below its name what is
/// remarked on it.
fn option_ui(ui: &mut Ui, row: &Row, number: usize) -> egui::Response {
    let now = theme::now();
    let width = ui.available_width();
    let indent = if row.sign.is_some() { 28.0 } else { 0.0 };
    let key = if number <= 9 { 30.0 } else { 0.0 } + indent;
    let (font, ink, least) = match row.rank {
        widgets::Rank::Primary => (theme::bold(15.0), now.on_accent, 44.0),
        widgets::Rank::Secondary => (egui::FontId::proportional(15.0), now.ink1, 38.0),
        widgets::Rank::Quiet => (egui::FontId::proportional(15.0), now.ink2, 34.0),
    };
    let text = ui.painter().layout(row.title.to_owned(), font, ink, width - 24.0 - key);
    let quiet = if row.rank == widgets::Rank::Primary { ink } else { now.ink2 };
    let below = |note: &String| {
        let shown = text::unparted(note);
        let loud = if row.rank == widgets::Rank::Primary { ink } else { now.ink1 };
        // The key stands beside the name, so that remarks have the whole width.
        ui.painter().layout_job(now_and_then(&shown, (quiet, loud), width - 24.0 - indent))
    };
    let notes: Vec<_> = row.notes.iter().map(below).collect();
    let high = text.size().y + notes.iter().map(|note| note.size().y).sum::<f32>();
    let size = egui::vec2(width, (high + 14.0).max(least));
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let response = super::named(response, egui::Role::Button, true, || row.label.to_owned());
    let hot = response.hovered() || response.has_focus();
    let pressed = response.is_pointer_button_down_on();
    widgets::ground(ui, rect, row.rank, (hot, pressed));
    widgets::focus_ring(ui, rect, &response);
    let mut at = egui::pos2(rect.left() + 14.0 + indent, rect.center().y - high / 2.0);
    if let Some(sign) = row.sign {
        let middle = egui::pos2(rect.left() + 24.0, at.y + text.size().y / 2.0);
        crate::draw::icon_ui(ui.painter(), middle, sign, 20.0, ink);
    }
    let beside = at.y + text.size().y / 2.0;
    at.y += text.size().y;
    ui.painter().galley(at - egui::vec2(0.0, text.size().y), text, ink);
    for (place, (note, words)) in notes.into_iter().zip(row.notes).enumerate() {
        let field = egui::Rect::from_min_size(at, note.size());
        let told = ui.interact(field, response.id.with(("note", place)), egui::Sense::hover());
        super::named(told, egui::Role::Label, true, || words.clone());
        at.y += note.size().y;
        ui.painter().galley(field.min, note, quiet);
    }
    if number <= 9 {
        widgets::key_cap(
            ui,
            egui::pos2(rect.right() - 20.0, beside),
            &number.to_string(),
            row.rank,
        );
        super::keyed(&response, &number.to_string());
    }
    response
}

/// What stands between what is now and what would be then.
const THEN: &str = " \u{2192} ";

/// A remark in small letters; where it tells what becomes of something, what would be stands out.
fn now_and_then(note: &str, (quiet, loud): (Color32, Color32), room: f32) -> LayoutJob {
    let small = egui::FontId::proportional(13.0);
    let Some((now, then)) = note.split_once(THEN) else {
        return LayoutJob::simple(note.to_owned(), small, quiet, room);
    };
    let mut job = LayoutJob::default();
    job.wrap.max_width = room;
    job.append(now, 0.0, TextFormat::simple(small.clone(), quiet));
    job.append(THEN, 0.0, TextFormat::simple(small, quiet));
    job.append(then, 0.0, TextFormat::simple(theme::bold(15.0), loud));
    job
}

/// The sign of a verb, if looks name one.
fn sign_of(desk: &Desk, verb: VerbId) -> Option<char> {
    desk.view.book.verbs.get(verb.index()).and_then(|label| label.sign)
}

fn is_timed(dimension: &Dimension) -> bool {
    matches!(dimension, Dimension::Clock(..))
}

/// Draws an option; one that leads stands out.
fn action_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    decision: &Decision,
    (action, leads): (Action, bool),
    keys: &mut Keys,
) {
    let label = desk.view.teller().option(Some(decision), &action);
    // What is the only thing to do, and what was put together on the table, stands out.
    let is_last = decision.count() == 1 || !desk.table.draft.args.is_empty();
    let is_one = decision.count() == 1 || desk.table.draft.complete(decision).len() == 1;
    let rank = if leads || (is_last && is_one) {
        widgets::Rank::Primary
    } else {
        widgets::Rank::Secondary
    };
    let notes = notes_of(desk, &action);
    let sign = sign_of(desk, action.verb);
    let row = Row { title: &label, label: &label, notes: &notes, rank, sign };
    let (taken, response) = keys.row_ui(ui, &row);
    if response.hovered() || response.has_focus() {
        point_at(desk, &action);
        desk.table.tried = Some(action);
    }
    if taken {
        desk.wishes.push(Wish::Do(Command::Act(decision.seat, action)));
    }
}

/// Shows on the board and in the inspector what an option is about.
pub fn point_at(desk: &mut Desk, action: &Action) {
    let kinds = desk.view.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let args = action.args.as_slice().iter().zip(kinds).rev();
    let things = args.filter(|(_, kind)| matches!(kind, ArgKind::Piece | ArgKind::Prototype));
    let mut things = things.filter_map(|(value, kind)| focus_of(*kind, *value));
    desk.table.pointed = things.next().or(desk.table.pointed);
}

/// Draws what is chosen so far and what may come next.
fn draft_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, keys: &mut Keys) {
    let draft = desk.table.draft.clone();
    let rows = spread::rows(&draft, decision);
    let wants = draft.wants(decision, desk.view.game);
    draft_notes_ui(ui, desk, &draft, &wants);
    if let Some((first, rows)) = rows {
        spread::table_ui(ui, desk, decision, (first, &rows));
        return;
    }
    if let Some(actions) = whole(&draft, decision, &wants) {
        for action in actions {
            action_ui(ui, desk, decision, (action, false), keys);
        }
        return;
    }
    for action in draft.complete(decision) {
        action_ui(ui, desk, decision, (action, false), keys);
    }
    let many =
        wants.iter().map(|want| want.verb).collect::<std::collections::BTreeSet<_>>().len() > 1;
    for want in &wants {
        if many && draft.verb.is_none() {
            verb_of_draft_ui(ui, desk, want, keys);
        } else {
            want_ui(ui, desk, want, keys);
        }
    }
    let rotates = |want: &Want| {
        let kinds = desk.view.game.verbs.get(want.verb.index());
        kinds.is_some_and(|kinds| kinds.contains(&ArgKind::Facing))
            && matches!(want.kind, ArgKind::Cell | ArgKind::Facing)
    };
    if wants.iter().any(rotates) {
        rotate_ui(ui, desk);
    }
}

/// The options that begin as chosen, where they are few and the board could not tell them apart:
/// they are told as whole sentences then.
pub fn whole(draft: &Draft, decision: &Decision, wants: &[Want]) -> Option<Vec<Action>> {
    let told = |want: &Want| {
        matches!(want.values, Values::List(_))
            && !matches!(want.kind, ArgKind::Cell | ArgKind::Facing)
    };
    let groups = || decision.groups.iter().filter(|group| group.begins_with(&draft.args));
    // What a cell or a facing completes is completed on the board.
    let plain = |it: &Dimension| {
        let on_board = matches!(it, Dimension::Cells(_) | Dimension::Facings(_));
        it.listed().is_none() && !is_timed(it) && !on_board
    };
    let fits = !wants.is_empty()
        && wants.iter().all(told)
        && groups()
            .all(|group| group.count() <= MOST_SEARCHED && group.dimensions.iter().all(plain));
    if !fits {
        return None;
    }
    let begun = |action: &Action| {
        draft.verb.is_none_or(|verb| verb == action.verb)
            && action.args.as_slice().starts_with(&draft.args)
    };
    let options = groups().flat_map(|group| (0..group.count()).filter_map(|at| group.option(at)));
    let mut actions: Vec<Action> = options.filter(begun).take(FEW as usize + 3).collect();
    actions.dedup();
    (actions.len() <= FEW as usize + 2).then_some(actions)
}

/// Options about cards stand in the order in which the cards lie.
fn sort_by_place(desk: &Desk, actions: &mut [Action]) {
    actions.sort_by_cached_key(|action| {
        let kinds = desk.view.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let pieces = action.args.as_slice().iter().zip(kinds);
        let pieces = pieces.filter(|(_, kind)| **kind == ArgKind::Piece);
        pieces.map(|(value, _)| place_in_zone(desk, *value)).collect::<Vec<usize>>()
    });
}

/// The place of a card in its zone; 0 for everything else.
fn place_in_zone(desk: &Desk, value: i32) -> usize {
    let Ok(id) = u16::try_from(value).map(PieceId) else { return 0 };
    match desk.view.shown.state.pieces.get(id.index()).map(|piece| piece.place) {
        Some(Place::Zone(list)) => {
            let cards = super::zones::in_order(desk, list);
            cards.iter().position(|other| *other == id).unwrap_or(0)
        }
        Some(Place::Board(_) | Place::Away | Place::Gone) | None => 0,
    }
}

/// Several verbs begin as chosen: each can be named.
fn verb_of_draft_ui(ui: &mut Ui, desk: &mut Desk, want: &Want, keys: &mut Keys) {
    let label = format!("{} …", desk.view.book.verb_title(want.verb));
    if keys.option_ui(ui, &label).0 {
        desk.table.draft.verb = Some(want.verb);
        let value = None;
        desk.click(|table, at| settle(table, at, value));
    }
}

fn settle(table: &mut crate::table::Table, at: Situation, value: Option<i32>) -> Click {
    let draft = &mut table.draft;
    let done = match value {
        Some(value) => draft.push(value, at.decision, at.game),
        None => draft.settle(at.decision, at.game),
    };
    done.map_or(Click::Drafts, Click::Acts)
}

fn want_ui(ui: &mut Ui, desk: &mut Desk, want: &Want, keys: &mut Keys) {
    if desk.situation().is_some_and(|at| desk.table.loose_cells(at).is_some()) {
        let names = desk.table.loose.iter().map(|cell| desk.view.teller().value(want.kind, *cell));
        let names = names.collect::<Vec<String>>();
        ui.label(text::loose_hint());
        colored(ui, names.join(", "), theme::now().accent);
        return;
    }
    match (&want.values, desk.decision) {
        (Values::List(list), _) => list_ui(ui, desk, want.kind, list, keys),
        (values, Some(decision)) => {
            assemble::hint_ui(ui, values);
            assemble::assemble_ui(ui, desk, (decision, values), keys);
        }
        (_, None) => {}
    }
}

/// Draws values as buttons: small ones in rows where the board shows them too.
fn list_ui(ui: &mut Ui, desk: &mut Desk, kind: ArgKind, list: &[i32], keys: &mut Keys) {
    if kind == ArgKind::Cell {
        // The board shows them, outlined, and is walked over by keys.
        ui.label(RichText::new(text::on_the_board()).color(theme::now().ink2));
        return;
    }
    let small = matches!(kind, ArgKind::Facing | ArgKind::Number);
    let mut chosen = None;
    if small {
        let clicked = ui.horizontal_wrapped(|ui| {
            let clicked = list.iter().copied().filter(|value| small_ui(ui, desk, kind, *value));
            clicked.collect::<Vec<i32>>()
        });
        chosen = clicked.inner.first().copied();
    } else {
        let mut list = list.to_vec();
        if kind == ArgKind::Piece {
            list.sort_by_key(|value| place_in_zone(desk, *value));
        }
        for value in &list {
            let label = desk.view.teller().choice(kind, &list, *value);
            let notes = text_of(desk, kind, *value);
            let rank = widgets::Rank::Secondary;
            let row = Row { title: &label, label: &label, notes: &notes, rank, sign: None };
            let (taken, response) = keys.row_ui(ui, &row);
            if response.hovered() || response.has_focus() {
                desk.table.pointed = focus_of(kind, *value).or(desk.table.pointed);
                foresee(desk, kind, *value);
            }
            if taken {
                chosen = Some(*value);
            }
        }
    }
    if let Some(value) = chosen {
        desk.click(|table, at| table.choose(at, kind, value));
    }
}

/// What stands on a card that is not to be seen on the table, so that it is read before it is chosen.
fn text_of(desk: &Desk, kind: ArgKind, value: i32) -> Vec<String> {
    let state = &desk.view.shown.state;
    let prototype = match focus_of(kind, value) {
        Some(Focus::Prototype(id)) => Some(id),
        Some(Focus::Piece(id)) => {
            let piece = state.pieces.get(id.index());
            piece.filter(|piece| !is_in_sight(desk, piece.place)).map(|piece| piece.prototype)
        }
        Some(Focus::Cell(_)) | None => None,
    };
    let known = prototype.filter(|id| *id != HIDDEN);
    let text = known.map(|id| desk.view.game.prototype(id).text.clone());
    text.into_iter().filter(|text| !text.is_empty()).collect()
}

/// Whether what lies there is seen as a whole.
fn is_in_sight(desk: &Desk, place: Place) -> bool {
    match place {
        Place::Board(_) => true,
        Place::Zone(list) => {
            let zone = list.parts(desk.view.game).0;
            desk.shelf.holds(list) || super::zones::is_hand(desk, zone, list)
        }
        Place::Away | Place::Gone => false,
    }
}

/// Draws a small button; answers whether it was clicked.
fn small_ui(ui: &mut Ui, desk: &mut Desk, kind: ArgKind, value: i32) -> bool {
    let label = desk.view.teller().value(kind, value);
    let response = ui.add(Button::new(&label).small());
    if response.hovered() || response.has_focus() {
        if kind == ArgKind::Facing {
            desk.table.facing = value as u8;
        }
        foresee(desk, kind, value);
    }
    response.clicked()
}

/// Notes the option that a value would complete.
fn foresee(desk: &mut Desk, kind: ArgKind, value: i32) {
    let Some(at) = desk.situation() else { return };
    if let Click::Acts(action) = desk.table.clone().choose(at, kind, value) {
        desk.table.tried = Some(action);
    }
}

/// What a value is, as something that can be pointed at.
pub fn focus_of(kind: ArgKind, value: i32) -> Option<Focus> {
    let id = u16::try_from(value).ok()?;
    match kind {
        ArgKind::Piece => Some(Focus::Piece(PieceId(id))),
        ArgKind::Prototype => Some(Focus::Prototype(PrototypeId(id))),
        ArgKind::Cell => Some(Focus::Cell(harena_engine::board::Cell(id))),
        ArgKind::Facing
        | ArgKind::Number
        | ArgKind::Seat
        | ArgKind::Word
        | ArgKind::Faction
        | ArgKind::Several
        | ArgKind::Order
        | ArgKind::Spread => None,
    }
}

fn rotate_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        for (label, steps) in [(text::rotate_left(), -1), (text::rotate_right(), 1)] {
            if ui.button(label).clicked() {
                desk.table.rotate(desk.view.game, steps);
            }
        }
        ui.label(desk.view.teller().facing(desk.table.facing));
    });
}

fn over_ui(ui: &mut Ui, desk: &mut Desk, outcome: &harena_engine::state::Outcome) {
    let teller = desk.view.teller();
    let seats = (0..desk.view.game.n_seats).map(Seat);
    let winners: Vec<String> = seats
        .filter(|seat| super::scores::wins(outcome, *seat))
        .map(|seat| teller.seat(seat))
        .collect();
    let everybody = winners.len() > 1 && winners.len() == usize::from(desk.view.game.n_seats);
    let result = text::wins(if everybody { &[] } else { &winners });
    ui.label(RichText::new(result).font(theme::heading(28.0)).color(theme::now().ink1));
    colored(ui, desk.view.book.word(outcome.reason), theme::now().ink2);
    super::scores::scores_ui(ui, desk.view, outcome);
    ui.add_space(8.0);
    if widgets::Action::primary("arrow-clockwise", text::again()).wide_ui(ui).clicked() {
        let plan =
            crate::session::Plan { seed: desk.session.plan.seed + 1, ..desk.session.plan.clone() };
        desk.wishes.push(Wish::Do(Command::Begin(plan)));
    }
}
