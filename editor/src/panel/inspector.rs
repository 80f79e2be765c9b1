//! The inspector: printed and current values, and where each of them comes from.

use egui::{RichText, Sense, Ui, vec2};
use harena_engine::board::Cell;
use harena_engine::combat;
use harena_engine::decision::Refusal;
use harena_engine::filter::Scene;
use harena_engine::game::{ArgKind, Prototype};
use harena_engine::id::*;
use harena_engine::modifier::{Cause, Gift, Reach, ledger, status_causes};
use harena_engine::view::HIDDEN;

use super::sheet::{Row, ledger_ui, remark_ui, row_ui};
use super::{Desk, colored};
use crate::draw::{Letters, icon};
use crate::paint::board::{draw_alone, face_of_prototype, form_of, number_text};
use crate::paint::face::{Body, Face, Number, Weapon};
use crate::paint::tile::Pose;
use crate::scene::View;
use crate::table::Focus;
use crate::{text, theme};

/// What a sheet says in more letters than this is written out over several lines.
const LONG: usize = 22;

/// Draws what is known about the thing pointed at, or else about the one picked; answers how high
/// it would be with room enough.
pub fn inspector_ui(ui: &mut Ui, desk: &mut Desk) -> f32 {
    let Some(focus) = desk.table.focus() else { return 0.0 };
    let most = ui.available_height() - 48.0;
    let response = super::widgets::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        let scroll = egui::ScrollArea::vertical().id_salt("inspector").auto_shrink([false, true]);
        scroll.max_height(most).show(ui, |ui| focus_ui(ui, desk, focus, most)).content_size.y
    });
    ui.expand_to_include_rect(ui.max_rect());
    super::named(response.response, egui::Role::Pane, true, || text::inspector().to_owned());
    response.inner + 32.0
}

/// Whether anything is known about the thing pointed at, or else about the one picked: of a bare
/// cell there is nothing to tell but its name.
pub fn tells(desk: &Desk) -> bool {
    let cell = match desk.table.focus() {
        Some(Focus::Cell(cell)) => cell,
        Some(Focus::Piece(_) | Focus::Prototype(_)) => return true,
        None => return false,
    };
    let state = &desk.view.shown.state;
    let is_hole = desk.view.game.floors.is_some() && state.floor_at(cell).is_none();
    state.at(cell).or(state.floor_at(cell)).is_some()
        || is_hole
        || desk.view.game.board.level(cell) != 0
        || desk.view.book.cells.iter().any(|sign| sign.cells.contains(cell))
        || !refused(desk, &[(ArgKind::Cell, i32::from(cell.0))]).is_empty()
        || !super::outlook::sayings_at(desk, cell).is_empty()
        || desk.outlooks.hover.is_some_and(|outlook| !outlook.said.is_empty())
}

/// A face is drawn above its words only where there is so much room for both.
const PICTURED: f32 = 260.0;

fn focus_ui(ui: &mut Ui, desk: &mut Desk, focus: Focus, most: f32) {
    match focus {
        Focus::Piece(id) if desk.view.shown.state.piece(id).prototype != HIDDEN => {
            let face = desk.view.face(id);
            // A card stands in full where it lies.
            let written = super::card::is_written(desk.view, id, &face);
            let is_card = written && matches!(face.body, Body::Card | Body::Disc);
            let stands = desk.view.shown.state.piece(id).cell().is_some();
            if is_card || stands || most < PICTURED {
                return piece_ui(ui, desk, id);
            }
            beside_picture_ui(ui, desk.view, face, |ui| piece_ui(ui, desk, id));
        }
        Focus::Piece(_) => {
            ui.label(text::hidden_card());
        }
        Focus::Cell(cell) => {
            let state = &desk.view.shown.state;
            let known = |id: &PieceId| state.piece(*id).prototype != HIDDEN;
            match state.at(cell).or(state.floor_at(cell)).filter(known) {
                Some(piece) => piece_ui(ui, desk, piece),
                None => cell_ui(ui, desk, cell),
            }
        }
        Focus::Prototype(id) => {
            let face = face_of_prototype(desk.view, id);
            beside_picture_ui(ui, desk.view, face, |ui| {
                prototype_ui(ui, desk.view, desk.view.game.prototype(id));
            });
        }
    }
}

/// Draws a face as it would be on the board, and something beside it.
fn beside_picture_ui(ui: &mut Ui, view: View, face: Face, beside: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 108.0), Sense::hover());
    let rect = egui::Rect::from_center_size(rect.center() - vec2(0.0, 4.0), vec2(96.0, 96.0));
    let form = (form_of(view.game.board.kind()), view.game.board.n_directions());
    draw_alone(ui.painter(), rect, form, &face, Pose::default());
    ui.vertical(beside);
}

fn cell_ui(ui: &mut Ui, desk: &Desk, cell: Cell) {
    let level = desk.view.game.board.level(cell);
    ui.label(
        RichText::new(desk.view.teller().cell(cell))
            .font(theme::heading(22.0))
            .color(theme::now().ink1),
    );
    written_place_ui(ui, desk, cell);
    if level != 0 {
        colored(ui, text::level(level), theme::now().ink3);
    }
    if desk.view.game.floors.is_some()
        && desk.view.shown.state.floor_at(cell).is_none()
        && let Some((label, _)) = &desk.view.book.hole
    {
        ui.label(&label.title);
        ui.label(RichText::new(&label.text).color(theme::now().ink3));
    }
    for sign in desk.view.book.cells.iter().filter(|sign| sign.cells.contains(cell)) {
        ui.label(&sign.label.title);
        if !sign.label.text.is_empty() {
            ui.label(RichText::new(&sign.label.text).color(theme::now().ink3));
        }
    }
    refused_ui(ui, desk, &[(ArgKind::Cell, i32::from(cell.0))]);
    super::outlook::about_ui(ui, desk, Focus::Cell(cell));
}

/// Draws how scenarios write a cell that is called otherwise here, for who makes packs.
fn written_place_ui(ui: &mut Ui, desk: &Desk, cell: Cell) {
    let written = desk.view.game.board.name(cell);
    if desk.session.test_mode && desk.view.teller().cell(cell) != written {
        colored(ui, text::in_scenarios(written), theme::now().ink3);
    }
}

/// Why a thing cannot be chosen as the next argument, as far as rules say so.
fn refused<'a>(desk: &'a Desk, about: &[(ArgKind, i32)]) -> Vec<&'a Refusal> {
    let Some(at) = desk.situation() else { return Vec::new() };
    let draft = &desk.table.draft;
    let wants = draft.wants(at.decision, at.game);
    let offered = |(kind, value): &(ArgKind, i32)| {
        wants.iter().any(|want| want.kind == *kind && want.offers(*value))
    };
    if about.iter().any(offered) {
        return Vec::new();
    }
    let place = draft.args.len();
    // What is refused only together with something else is told where that is.
    let is_told = |refusal: &&Refusal| {
        let kinds = at.game.verbs.get(refusal.verb.index());
        let kind = kinds.and_then(|kinds| kinds.get(place)).copied();
        let value = refusal.args.get(place);
        draft.verb.is_none_or(|verb| verb == refusal.verb)
            && refusal.args.as_slice().len() == place + 1
            && refusal.args.as_slice().starts_with(&draft.args)
            && kind.zip(value).is_some_and(|it| about.contains(&it))
    };
    // What is refused for the same reason in several ways is told once.
    let mut told: Vec<&Refusal> = Vec::new();
    for refusal in desk.explained.refusals.iter().filter(is_told) {
        let same = |it: &&Refusal| (&it.rule, &it.sentence) == (&refusal.rule, &refusal.sentence);
        if told.len() < 3 && !told.iter().any(same) {
            told.push(refusal);
        }
    }
    told
}

/// Draws why a thing cannot be chosen.
fn refused_ui(ui: &mut Ui, desk: &Desk, about: &[(ArgKind, i32)]) {
    for refusal in refused(desk, about) {
        let line = text::refusal(&refusal.rule, &refusal.sentence);
        let down = theme::legible(theme::now().down, theme::now().panel);
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 22.0), Sense::hover());
            if let Some(sign) = icon("prohibit") {
                crate::draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, down);
            }
            ui.add(egui::Label::new(RichText::new(line).color(down)).wrap());
        });
    }
}

/// The shape of its owner, its name, and at the right the cell it stands on.
fn name_ui(ui: &mut Ui, view: View, id: PieceId) {
    let (teller, piece, now) = (view.teller(), view.shown.state.piece(id), theme::now());
    let color = if piece.owner == Seat::NONE { now.ink1 } else { view.color(piece.owner) };
    let name = teller.piece(id);
    ui.horizontal(|ui| {
        if piece.owner != Seat::NONE {
            super::seats::shape_ui(ui, view, piece.owner, 20.0);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if let Some(cell) = piece.cell() {
                colored(ui, teller.cell(cell), now.ink3);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let size = unbroken(ui, &name);
                let name = RichText::new(name).font(theme::heading(size)).color(color);
                ui.add(egui::Label::new(name).wrap());
            });
        });
    });
}

/// The largest letters in which no word of a name has to be broken.
fn unbroken(ui: &Ui, name: &str) -> f32 {
    let room = ui.available_width() - 1.0;
    let width = |word, size| crate::draw::width_of(ui.painter(), word, Letters::Heading, size);
    let fits = |size: &f32| name.split_whitespace().all(|word| width(word, *size) <= room);
    [22.0, 20.0, 18.0, 16.5].into_iter().find(fits).unwrap_or(15.0)
}

/// What kind of piece it is, whose, and where its front points if pieces of the game are rotated.
fn place_of(view: View, id: PieceId) -> String {
    let (teller, piece) = (view.teller(), view.shown.state.piece(id));
    let prototype = view.game.prototype(piece.prototype);
    let kind = view.book.kinds.get(prototype.kind.index()).map_or("", |label| label.title.as_str());
    let facing = piece.cell().filter(|_| teller.points(piece)).map(|_| {
        text::faces(view.game.board.direction_name(harena_engine::board::Direction(piece.facing)))
    });
    let owner = (piece.owner != Seat::NONE).then(|| teller.seat(piece.owner));
    let parts = std::iter::once(kind.to_owned()).chain(owner).chain(facing);
    parts.filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
}

fn piece_ui(ui: &mut Ui, desk: &mut Desk, id: PieceId) {
    let view = desk.view;
    let piece = view.shown.state.piece(id);
    let prototype = view.game.prototype(piece.prototype);
    name_ui(ui, view, id);
    colored(ui, place_of(view, id), theme::now().ink3);
    piece.cell().into_iter().for_each(|cell| written_place_ui(ui, desk, cell));
    super::outlook::about_ui(ui, desk, Focus::Piece(id));
    if !prototype.text.is_empty() {
        ui.label(&prototype.text);
    }
    sheet_ui(ui, view, piece.prototype);
    also_here_ui(ui, desk, id);
    let scene = view.shown.scene(view.game);
    combat_ui(ui, view, scene, id);
    sides_ui(ui, view, scene, id);
    auras_ui(ui, view, prototype);
    stats_ui(ui, view, scene, id);
    counters_ui(ui, view, id);
    statuses_ui(ui, view, scene, id);
    keywords_ui(ui, view, scene, id);
    marks_ui(ui, view, id);
    let cell = piece.cell().map(|cell| (ArgKind::Cell, i32::from(cell.0)));
    let about: Vec<(ArgKind, i32)> =
        std::iter::once((ArgKind::Piece, i32::from(id.0))).chain(cell).collect();
    refused_ui(ui, desk, &about);
    reprints_ui(ui, prototype);
    source_ui(ui, desk, &prototype.source.clone());
}

/// Says which packs changed what in a sheet.
fn reprints_ui(ui: &mut Ui, prototype: &Prototype) {
    for reprint in &prototype.reprints {
        for told in &reprint.told {
            let line = text::reprinted(told, &reprint.by);
            ui.label(RichText::new(line).small().color(theme::now().ink3));
        }
    }
}

/// Draws what the sheet says in the fields that the looks name.
fn sheet_ui(ui: &mut Ui, view: View, id: PrototypeId) {
    let now = theme::now();
    for (_, title, text) in view.book.sheet(id).iter().flat_map(|sheet| &sheet.lines) {
        let label = format!("{title}  {text}");
        if title.is_empty() || text.chars().count() > LONG {
            ui.label(RichText::new(label).color(now.ink2));
            continue;
        }
        row_ui(ui, &Row { sign: None, title, value: text.clone(), color: now.ink1, label });
    }
}

fn also_here_ui(ui: &mut Ui, desk: &Desk, id: PieceId) {
    let state = &desk.view.shown.state;
    let Some(cell) = state.piece(id).cell() else { return };
    let others = crate::paint::board::stack(state, cell).into_iter().filter(|other| *other != id);
    let names: Vec<String> = others.map(|other| desk.view.teller().piece_in_full(other)).collect();
    if !names.is_empty() {
        let line = text::also_here(&names.join(", "));
        ui.label(RichText::new(line).color(theme::now().ink3));
    }
}

fn source_ui(ui: &mut Ui, desk: &mut Desk, source: &str) {
    if source.is_empty() {
        return;
    }
    // Who plays has no need of it; who writes finds it.
    let written = text::written_at(source);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
        if super::widgets::Action::quiet("code", &written).bare_ui(ui).clicked() {
            desk.show_source(source);
        }
        let change = super::widgets::Action::quiet("pencil-simple", text::change_it());
        if change.bare_ui(ui).clicked() {
            let (pack, path, line) = crate::session::split_place(source);
            desk.wishes.push(super::Wish::Workshop(crate::workshop::Target { pack, path, line }));
        }
    });
}

/// Attacks that differ only in the side they go to.
struct Volley {
    mode: ModeId,
    weapon: Weapon,
    strength: Number,
    sides: Vec<&'static str>,
}

fn combat_ui(ui: &mut Ui, view: View, scene: Scene, id: PieceId) {
    let face = view.face(id);
    let board = &view.game.board;
    let n = board.n_directions().max(1);
    let mut volleys: Vec<Volley> = Vec::new();
    let printed = &view.game.prototype(scene.state.piece(id).prototype).attacks;
    for (attack, printed) in face.attacks.iter().zip(printed) {
        let to = attack.side.map(|side| harena_engine::board::Direction((side + face.facing) % n));
        let to = to.map_or("", |direction| board.direction_name(direction));
        let alike = volleys.iter_mut().find(|volley| {
            let same = (volley.mode, volley.strength) == (printed.mode, attack.strength);
            same && !to.is_empty() && !volley.sides.contains(&"")
        });
        match alike {
            Some(volley) => volley.sides.push(to),
            None => volleys.push(Volley {
                mode: printed.mode,
                weapon: attack.weapon,
                strength: attack.strength,
                sides: vec![to],
            }),
        }
    }
    for volley in volleys {
        let mode =
            view.book.modes.get(volley.mode.index()).map_or("", |label| label.title.as_str());
        let to = match volley.sides.len() {
            all if all > 2 && all == usize::from(n) => text::all_sides().to_owned(),
            few if few < 4 => volley.sides.join(", "),
            many => text::n_sides(many),
        };
        let title = if to.is_empty() { mode.to_owned() } else { format!("{mode}, {to}") };
        let sides = volley.sides.join(", ");
        let label = format!("{mode} {sides} {}", number_text(volley.strength));
        let (value, color) = (volley.strength.text(), volley.strength.color());
        row_ui(ui, &Row { sign: volley.weapon.sign(), title: &title, value, color, label });
    }
    if scene.game.combat.is_none() || face.ladder.is_empty() {
        return;
    }
    let mark = |number: &Number| {
        let text = number_text(*number);
        if number.spent { format!("{text}*") } else { text }
    };
    let ladder: Vec<String> = face.ladder.iter().map(mark).collect();
    let value = ladder.join(", ");
    let label = format!("{}: {value}", text::acts_at());
    let color = face.ladder.first().map_or(theme::now().ink1, |number| number.color());
    row_ui(ui, &Row { sign: icon("lightning"), title: text::acts_at(), value, color, label });
}

/// Draws the numbers of the sides, with where each side points on the board.
fn sides_ui(ui: &mut Ui, view: View, scene: Scene, id: PieceId) {
    let piece = scene.state.piece(id);
    let prototype = view.game.prototype(piece.prototype);
    let exits = view.game.floors.map(|rule| rule.exits);
    let labels = (0..=u8::MAX).map(SideStatId).zip(&view.book.side_stats);
    for (stat, label) in labels.filter(|(stat, label)| label.shown && exits != Some(*stat)) {
        let row = prototype.sides.get(stat.index()).map_or(&[][..], Vec::as_slice);
        let number = |(side, printed): (usize, &i16)| {
            let on_board = piece.cell().is_some();
            let now = if on_board { scene.side(id, stat, side) } else { *printed };
            let number = Number { now, printed: *printed, spent: false };
            let told = now != 0 || *printed != 0;
            told.then(|| format!("{} {}", side_name(view, side, piece.facing), number_text(number)))
        };
        let numbers: Vec<String> = row.iter().enumerate().filter_map(number).collect();
        if !numbers.is_empty() {
            ui.label(format!("{}: {}", label.title, numbers.join(", ")));
        }
    }
}

/// Where a printed side points.
fn side_name(view: View, side: usize, facing: u8) -> &'static str {
    let n = view.game.board.n_directions().max(1);
    let direction = (side as u16 + u16::from(facing)) % u16::from(n);
    view.game.board.direction_name(harena_engine::board::Direction(direction as u8))
}

/// Draws what a definition does to others, or to itself, all the time.
fn auras_ui(ui: &mut Ui, view: View, prototype: &Prototype) {
    let name = |list: &[crate::book::Label], at: usize| {
        list.get(at).map_or_else(String::new, |label| label.title.clone())
    };
    let mut lines: Vec<String> = Vec::new();
    for aura in &prototype.auras {
        let gift = match aura.gives {
            Gift::Stat(stat, by) => text::gift(&name(&view.book.stats, stat.index()), by),
            Gift::Side(stat, by) => text::gift(&name(&view.book.side_stats, stat.index()), by),
            Gift::Status(status) => name(&view.book.statuses, status.index()),
            Gift::Keyword(keyword, _) => name(&view.book.keywords, keyword.index()),
        };
        let whom = text::whom(aura.whose);
        let line = match aura.reach {
            Reach::Sides(mask) => text::to_sides(&gift, whom, mask.count_ones()),
            Reach::Area(n) => text::up_to(&gift, whom, n),
            Reach::Board => text::everywhere(&gift, whom),
            Reach::Itself => text::itself(&gift),
        };
        if !gift.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.into_iter().for_each(|line| drop(colored(ui, line, theme::now().link)));
}

fn stats_ui(ui: &mut Ui, view: View, scene: Scene, id: PieceId) {
    let prototype = view.game.prototype(scene.state.piece(id).prototype);
    for (at, label) in view.book.stats.iter().enumerate().filter(|(_, label)| label.shown) {
        let stat = StatId(at as u8);
        let printed = prototype.stats.get(at).copied().unwrap_or(0);
        let on_board = scene.state.piece(id).cell().is_some();
        let now = if on_board { scene.derived.stat(id, stat) } else { printed };
        if now == 0 && printed == 0 {
            continue;
        }
        let number = Number { now, printed, spent: false };
        let row = Row {
            sign: label.sign,
            title: &label.title,
            value: number.text(),
            color: number.color(),
            label: format!("{} {}", label.title, number_text(number)),
        };
        let lines = ledger(scene.game, scene.state, scene.derived, id, stat);
        let is_reprinted = lines.iter().any(|line| matches!(line.cause, Cause::Reprint(_)));
        if now == printed && !is_reprinted {
            row_ui(ui, &row);
            continue;
        }
        let cause = |cause: Cause| cause_text(view, prototype, cause);
        let lines = lines.into_iter().map(|line| (line.amount, cause(line.cause)));
        ledger_ui(ui, &row, number, &lines.collect::<Vec<_>>());
    }
}

fn cause_text(view: View, prototype: &Prototype, cause: Cause) -> String {
    match cause {
        Cause::Reprint(at) => {
            prototype.reprints.get(usize::from(at)).map_or_else(String::new, |it| it.by.clone())
        }
        Cause::Printed => text::printed().to_owned(),
        Cause::Effect => text::by_effect().to_owned(),
        Cause::Mark(mark) => {
            let label = view.book.marks.get(mark.index());
            text::by_mark(label.map_or("", |label| label.title.as_str()))
        }
        Cause::Aura(source) => text::by_piece(&view.teller().piece_there(source)),
    }
}

fn counters_ui(ui: &mut Ui, view: View, id: PieceId) {
    for (at, label) in view.book.counters.iter().enumerate().filter(|(_, label)| label.shown) {
        let n = view.shown.state.counter(id, CounterId(at as u8));
        if n != 0 {
            let label_of = format!("{} {n}", label.title);
            let (value, color) = (n.to_string(), theme::now().ink1);
            row_ui(
                ui,
                &Row { sign: label.sign, title: &label.title, value, color, label: label_of },
            );
        }
    }
}

fn statuses_ui(ui: &mut Ui, view: View, scene: Scene, id: PieceId) {
    for (at, label) in view.book.statuses.iter().enumerate() {
        let status = StatusId(at as u8);
        if !label.shown || !scene.derived.has(id, status) {
            continue;
        }
        let causes = status_causes(scene.game, scene.state, scene.derived, id, status);
        let prototype = view.game.prototype(scene.state.piece(id).prototype);
        let causes = causes.into_iter().map(|it| cause_text(view, prototype, it));
        let causes: Vec<String> = causes.collect();
        let (color, sign) = (theme::now().down, label.sign);
        let (title, value) = (label.title.as_str(), text::on().to_owned());
        row_ui(ui, &Row { sign, title, value, color, label: label.title.clone() });
        remark_ui(ui, &causes.join(", "));
    }
}

fn keywords_ui(ui: &mut Ui, view: View, scene: Scene, id: PieceId) {
    let printed = view.game.prototype(scene.state.piece(id).prototype);
    let grants = scene.derived.grants().iter().filter(|grant| grant.piece == id);
    let mut keywords: Vec<(KeywordId, i32, Option<PieceId>)> = grants
        .map(|it| (it.keyword, it.value, Some(it.source).filter(|source| *source != id)))
        .collect();
    if scene.state.piece(id).cell().is_none() {
        keywords = printed.keywords.iter().map(|(keyword, n)| (*keyword, *n, None)).collect();
    }
    for (keyword, value, source) in keywords {
        let Some(label) = view.book.keywords.get(keyword.index()) else { continue };
        let from = source.map_or_else(String::new, |source| {
            format!(" ({})", text::by_piece(&view.teller().piece_there(source)))
        });
        let board = &view.game.board;
        let to = u8::try_from(value).ok().filter(|_| label.sided).map_or("", |side| {
            let n = u16::from(board.n_directions().max(1));
            let to = (u16::from(side) + u16::from(scene.state.piece(id).facing)) % n;
            board.direction_name(harena_engine::board::Direction(to as u8))
        });
        let line = format!("{} {to}{from}", label.title).replace("  ", " ");
        let (sign, color, value) = (label.sign, theme::now().ink1, String::new());
        let title = line.trim_end();
        row_ui(ui, &Row { sign, title, value, color, label: title.to_owned() });
        // A text that says it already does not say it twice.
        if !label.text.is_empty() && !printed.text.contains(label.text.as_str()) {
            remark_ui(ui, &label.text);
        }
    }
}

fn marks_ui(ui: &mut Ui, view: View, id: PieceId) {
    for mark in view.shown.state.marks.iter().filter(|mark| mark.on == id) {
        let Some(label) = view.book.marks.get(mark.kind.index()).filter(|label| label.shown) else {
            continue;
        };
        let owner =
            if mark.owner == Seat::NONE { String::new() } else { view.teller().seat(mark.owner) };
        let line = format!("{} {} {owner}", label.title, mark.n);
        let title = if owner.is_empty() {
            label.title.clone()
        } else {
            format!("{}, {owner}", label.title)
        };
        let (value, color) = (mark.n.to_string(), theme::now().ink1);
        let label_of = line.trim_end().to_owned();
        row_ui(ui, &Row { sign: label.sign, title: &title, value, color, label: label_of });
    }
}

/// Draws what is printed on a definition.
pub fn prototype_ui(ui: &mut Ui, view: View, prototype: &Prototype) {
    let kind = view.book.kinds.get(prototype.kind.index()).map_or("", |label| label.title.as_str());
    ui.label(RichText::new(prototype.name()).font(theme::heading(18.0)).color(theme::now().ink1));
    colored(ui, text::copies(kind, prototype.copies), theme::now().ink3);
    if !prototype.text.is_empty() {
        ui.label(&prototype.text);
    }
    let at = view.game.prototypes.iter().position(|other| std::ptr::eq(other, prototype));
    if let Some(at) = at {
        sheet_ui(ui, view, PrototypeId(at as u16));
    }
    let numbers = printed_numbers(view, prototype);
    if !numbers.is_empty() {
        ui.label(RichText::new(numbers.join(" · ")).small());
    }
    for (keyword, _) in &prototype.keywords {
        let Some(label) = view.book.keywords.get(keyword.index()) else { continue };
        let line = format!("{} {}", label.title, label.text);
        ui.label(RichText::new(line).color(theme::now().ink3));
    }
    reprints_ui(ui, prototype);
}

fn printed_numbers(view: View, prototype: &Prototype) -> Vec<String> {
    let mut numbers = Vec::new();
    if !prototype.ladder.is_empty() {
        let ladder: Vec<String> = prototype.ladder.iter().map(i16::to_string).collect();
        numbers.push(format!("{} {}", text::acts_at(), ladder.join(", ")));
    }
    for (label, n) in view.book.stats.iter().zip(&prototype.stats) {
        if !label.shown || *n == 0 {
            continue;
        }
        numbers.push(format!("{} {n}", label.title));
    }
    let hit_points = view.game.combat.as_ref().map(|combat: &combat::Combat| combat.hit_points);
    let n_attacks = prototype.attacks.len();
    if n_attacks > 0 && hit_points.is_some() {
        numbers.push(text::attacks(n_attacks));
    }
    numbers
}
