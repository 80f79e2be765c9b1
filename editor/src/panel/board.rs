//! The board: drawn, clicked, walked over by keys, read aloud.

use egui::{Color32, Event, EventFilter, Id, Key, PointerButton, Rect, Response, Role, Sense, Ui};
use harena_engine::board::{Cell, CellSet};
use harena_engine::id::*;
use harena_engine::log::Entry;
use harena_engine::log::sentence::{Gap, Gaps};

use super::ease::{Ease, part};
use super::{Desk, Outlooks, named};
use crate::book::Telling;
use crate::draw::Pen;
use crate::links::Shown;
use crate::paint::board::{Canvas, CellLook, lit_cells};
use crate::paint::geometry::{Layout, around, without_margin};
use crate::scene::View;
use crate::table::{Click, Focus, Situation};
use crate::tell::last_number;
use crate::text;

mod walk;

use walk::{Walk, Way};

/// What the board is known by, for whoever gives it the keyboard.
pub const BOARD: &str = "board";

/// What the playback shows besides the state.
pub struct Instant<'a> {
    /// What happened.
    pub entries: &'a [Entry],
    /// How things were before.
    pub before: &'a Shown,
}

/// Draws the board and takes in clicks and keys.
pub fn board_ui(ui: &mut Ui, desk: &mut Desk, turned: bool, instant: Option<Instant>) {
    let whole = ui.available_rect_before_wrap();
    let rect = whole.with_max_y(whole.bottom() - desk.shelf.height);
    let game = desk.view.game;
    let layout = layout_in(ui, desk, (rect, turned));
    let id = Id::unique(BOARD);
    let response = ui.interact(rect, id, Sense::click());
    ui.advance_cursor_after_rect(whole);
    let lit = desk.situation().map_or_else(CellSet::default, |at| {
        let in_order = || lit_cells(desk.view, &desk.table.draft.wants(at.decision, at.game));
        desk.table.loose_cells(at).unwrap_or_else(in_order)
    });
    let clicked = cells_ui(ui, desk, &layout, &lit);
    let over = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.contains_pointer());
    let pointed = over.and_then(|at| layout.cell_from_screen(&game.board, at));
    if let Some(cell) = pointed {
        let here = desk.view.shown.state.at(cell);
        desk.table.pointed = Some(here.map_or(Focus::Cell(cell), Focus::Piece));
    }
    // Keys make a click too, which is none of the mouse.
    let by_mouse = response.clicked_by(PointerButton::Primary);
    let clicked = clicked.or_else(|| pointed.filter(|_| by_mouse));
    foresee(desk, pointed.or(desk.table.cursor.filter(|_| response.has_focus())));
    if over.is_some() {
        wheel(ui, desk);
    }
    let by_key = keys(ui, desk, (&layout, &lit), &response);
    name_board(desk, &response, &lit);
    draw(
        ui,
        desk,
        Scenery { layout: &layout, lit: &lit, pointed, focused: response.has_focus() },
        instant,
    );
    super::dice::dice_ui(ui, desk, rect, &layout);
    super::shelf::shelf_ui(ui, desk, whole.with_min_y(rect.bottom()));
    desk.gauge.into_iter().for_each(|gauge| super::tower::tower_ui(ui, gauge, whole));
    if let Some(cell) = clicked.or(by_key) {
        desk.table.cursor = Some(cell);
        desk.table.playback.skip();
        desk.click(|table, at| table.click_cell(at, cell));
    } else if by_mouse {
        desk.table.clear();
    }
}

/// Where the board lies in a part of the screen: it fills it, but for what dice need beside it.
fn layout_in(ui: &Ui, desk: &Desk, (rect, turned): (Rect, bool)) -> Layout {
    let fitted = |rect: Rect| {
        Layout::on(&desk.view.game.board, without_margin(rect), turned, desk.view.levels())
    };
    let layout = fitted(rect);
    if !super::dice::wants_strip(ui, desk, (&layout, rect)) {
        return layout;
    }
    fitted(rect.with_min_y(rect.top() + super::dice::STRIP))
}

/// Puts a clickable node on every cell, for pointers, screen readers and tests.
fn cells_ui(ui: &Ui, desk: &Desk, layout: &Layout, lit: &CellSet) -> Option<Cell> {
    let board = &desk.view.game.board;
    let teller = desk.view.teller();
    let mut clicked = None;
    for cell in board.cells().iter().filter(|cell| layout.has(*cell)) {
        let center = layout.screen_from_cell(board, cell);
        let rect = around(center, layout.unit * 0.92, layout.unit * 0.8);
        let response = ui.interact(rect, Id::unique(("cell", cell.0)), Sense::CLICK);
        let legal = lit.contains(cell);
        let response = named(response, Role::Button, true, || teller.cell_label(cell, legal));
        let about = |node: &mut egui::accesskit::Node| node.set_description(told_at(desk, cell));
        ui.ctx().accesskit_node_builder(response.id, about);
        if response.hovered() {
            let at = desk.situation();
            let excuses = at.map(|at| desk.excuses(&desk.table.foresee_cell(at, cell)));
            let sayings = super::outlook::sayings_at(desk, cell);
            super::tip(&response, &excuses.unwrap_or_default(), &sayings);
        }
        if response.clicked() {
            clicked = Some(cell);
        }
    }
    clicked
}

/// What a screen reader reads of a cell besides its label: what the piece there would strike now,
/// and what the rules say of the place.
pub fn told_at(desk: &Desk, cell: Cell) -> String {
    let teller = desk.view.teller();
    let scene = desk.view.shown.scene(desk.view.game);
    let strikes = desk.view.shown.state.at(cell).map(|id| crate::links::strikes_of(scene, id));
    let mut targets: Vec<String> =
        strikes.into_iter().flatten().map(|strike| teller.piece_in_full(strike.target)).collect();
    targets.dedup();
    let threat = (!targets.is_empty()).then(|| text::threatens(&targets.join(", ")));
    let sayings = super::outlook::sayings_at(desk, cell);
    threat.into_iter().chain(sayings).collect::<Vec<String>>().join("; ")
}

/// Notes the option that a click would take.
fn foresee(desk: &mut Desk, cell: Option<Cell>) {
    let click = cell.zip(desk.situation()).map(|(cell, at)| desk.table.foresee_cell(at, cell));
    if let Some(Click::Acts(action)) = click {
        desk.table.tried = Some(action);
    }
}

fn name_board(desk: &Desk, response: &Response, lit: &CellSet) {
    let teller = desk.view.teller();
    let cursor = desk.table.cursor;
    let label = || match cursor {
        Some(cell) => format!("{}, {}", text::board(), teller.cell_label(cell, lit.contains(cell))),
        None => text::board().to_owned(),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Pane, true, label()));
}

fn wheel(ui: &Ui, desk: &mut Desk) {
    let turned = ui.input(|input| {
        let notches = input.events.iter().filter_map(|event| {
            let Event::MouseWheel { delta, .. } = event else { return None };
            (delta.y != 0.0).then_some(delta.y.signum() as i32)
        });
        notches.sum::<i32>()
    });
    if turned != 0 {
        desk.table.rotate(desk.view.game, -turned.signum());
    }
}

/// Moves the cursor over the board; answers the cell confirmed by a key.
fn keys(
    ui: &Ui,
    desk: &mut Desk,
    (layout, lit): (&Layout, &CellSet),
    response: &Response,
) -> Option<Cell> {
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    let ways = [
        (Key::ArrowLeft, Way::Left),
        (Key::ArrowRight, Way::Right),
        (Key::ArrowUp, Way::Up),
        (Key::ArrowDown, Way::Down),
    ];
    let way = ways.into_iter().find(|(key, _)| pressed(*key)).map(|(_, way)| way);
    if !response.has_focus() {
        // Where nothing else has the keyboard, an arrow is meant for the board.
        let is_free = ui.memory(|memory| memory.focused().is_none());
        if way.is_none() || !is_free || egui::Popup::is_any_open(ui.ctx()) {
            return None;
        }
        response.request_focus();
        // The arrow has been heard; it does not lead on to what lies beside the board.
        ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    }
    if way.is_some() || response.gained_focus() {
        // Keys are the board's from the next frame on; it must not wait for the next key.
        ui.ctx().request_repaint();
    }
    let walk = Walk::of(layout, &desk.view.game.board);
    let next = match (way, desk.table.cursor) {
        (Some(way), Some(from)) => walk.step(from, way),
        (Some(_), None) => walk.first(lit),
        (None, from) => tabbed(ui, &walk, (from, lit), response),
    };
    if let Some(next) = next {
        desk.table.cursor = Some(next);
        let here = desk.view.shown.state.at(next);
        desk.table.picked = Some(here.map_or(Focus::Cell(next), Focus::Piece));
    }
    // Past the last cell that can be chosen, Tab leads on to what follows the board.
    let back = ui.input(|input| input.modifiers.shift);
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        tab: walk.next(lit, desk.table.cursor, back).is_some(),
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let confirmed = pressed(Key::Enter) || pressed(Key::Space);
    desk.table.cursor.filter(|_| confirmed)
}

/// The next cell that can be chosen, by Tab, or the one before, with Shift. Whoever comes to the
/// board so finds the first of them.
fn tabbed(
    ui: &Ui,
    walk: &Walk,
    (cursor, lit): (Option<Cell>, &CellSet),
    response: &Response,
) -> Option<Cell> {
    let (tab, back) = ui.input(|input| (input.key_pressed(Key::Tab), input.modifiers.shift));
    if !tab {
        return None;
    }
    if response.gained_focus() {
        return walk.next(lit, None, false).filter(|_| cursor.is_none());
    }
    walk.next(lit, cursor, back)
}

struct Scenery<'a> {
    layout: &'a Layout,
    lit: &'a CellSet,
    pointed: Option<Cell>,
    focused: bool,
}

fn draw(ui: &Ui, desk: &Desk, scenery: Scenery, instant: Option<Instant>) {
    let painter = ui.painter_at(ui.clip_rect());
    let told = told_cells(desk);
    let (layout, view, lately) = (scenery.layout, desk.view, desk.lately);
    let (tints, aims) = (tinted_cells(desk), aims(desk));
    let coming = coming(desk, &scenery);
    let tried = desk.outlooks.preview.filter(|outlook| outlook.position.is_some());
    let then = tried.map(|outlook| View { shown: &outlook.after, ..view });
    let canvas =
        Canvas { painter: &painter, layout, view, told, lately, tints, aims, coming, then };
    let culprits: Vec<PieceId> = desk.table.complaint.iter().filter_map(|it| it.culprit).collect();
    let subject = desk.situation().and_then(|at| desk.table.ghost(at));
    let picked = subject.or(match desk.table.picked {
        Some(Focus::Piece(id)) => Some(id),
        Some(Focus::Cell(_) | Focus::Prototype(_)) | None => None,
    });
    let look = |cell: Cell| CellLook {
        lit: scenery.lit.contains(cell),
        pointed: part(ui.ctx(), Ease::Point, cell.0, scenery.pointed == Some(cell)),
        cursor: scenery.focused && desk.table.cursor == Some(cell),
        culprit: desk.view.shown.state.at(cell).is_some_and(|id| culprits.contains(&id)),
        chosen: is_chosen(desk, cell),
        picked: picked.is_some() && desk.view.shown.state.at(cell) == picked,
    };
    canvas.draw_ground(look);
    canvas.draw_pieces();
    canvas.draw_frames(look);
    let show = |draw: &dyn Fn(&mut Pen)| {
        let mut pen = Pen::new(ui.ctx().pixels_per_point());
        draw(&mut pen);
        crate::draw::show(&painter, pen.done());
    };
    show(&|pen| {
        if desk.view.game.floors.is_some() {
            canvas.draw_trail(pen);
        }
        canvas.draw_spots(pen);
        for (_, id) in desk.view.shown.state.on_board() {
            canvas.draw_links(pen, desk.view.shown, id, (false, false));
        }
        canvas.draw_aims(pen);
        measured(desk).into_iter().for_each(|id| canvas.draw_ruler(pen, id));
    });
    if let Some(instant) = instant {
        show(&|pen| canvas.draw_instant(pen, instant.entries, instant.before));
    } else {
        draw_ghost(&canvas, desk, &scenery, &show);
        let Outlooks { overlay, hover, .. } = desk.outlooks;
        overlay.into_iter().for_each(|outlook| canvas.draw_sayings(outlook, false));
        hover.into_iter().for_each(|outlook| canvas.draw_sayings(outlook, true));
        if let Some(outlook) = desk.outlooks.drawn() {
            canvas.draw_outlook(outlook, desk.table.draft.args.iter().copied());
        }
    }
}

/// The figure from which distances are told: the one pointed at, else that of who decides.
fn measured(desk: &Desk) -> Option<PieceId> {
    let state = &desk.view.shown.state;
    let owned = |id: &PieceId| state.piece(*id).owner != Seat::NONE;
    let on_board = |id: &PieceId| state.piece(*id).cell().is_some();
    let pointed = match desk.table.pointed.or(desk.table.picked) {
        Some(Focus::Piece(id)) => Some(id),
        Some(Focus::Cell(_) | Focus::Prototype(_)) | None => None,
    };
    let seat = desk.decision.map_or(state.active, |decision| decision.seat);
    let own = || state.on_board().map(|(_, id)| id).find(|id| state.piece(*id).owner == seat);
    pointed.filter(|id| owned(id) && on_board(id)).or_else(own)
}

/// The cells that the rules color, each in the color of its sentence, or of the seat it names.
fn tinted_cells(desk: &Desk) -> Vec<(Cell, Color32)> {
    let said = desk.outlooks.telling().flat_map(|outlook| &outlook.said);
    let tint = |(word, args): &(WordId, Gaps)| {
        let Gap::Cell(cell) = args[0] else { return None };
        let own = desk.view.book.sentences.get(word).and_then(|sign| sign.color);
        let is_tint = desk.view.book.telling(*word) == Telling::Tint;
        let seat = last_number(*args).and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        let worn = || seat.filter(|_| is_tint).map(|seat| desk.view.livery(seat).rim);
        own.or_else(worn).map(|color| (cell, color))
    };
    said.filter_map(tint).collect()
}

/// Who aims at whom, as the rules say.
fn aims(desk: &Desk) -> Vec<(PieceId, PieceId)> {
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    let told = said.filter(|(word, _)| desk.view.book.telling(*word) == Telling::Aim);
    let aim = |(_, args): &(WordId, Gaps)| match args {
        [Gap::Piece(from), Gap::Piece(to), ..] => Some((*from, *to)),
        _ => None,
    };
    told.filter_map(aim).collect()
}

/// Where the piece to be placed and those that an option would move come to stand.
fn coming(desk: &Desk, scenery: &Scenery) -> Vec<Cell> {
    let ghost = desk.situation().and_then(|at| ghost_at(desk, at, scenery));
    let changes = desk.outlooks.drawn().into_iter().flat_map(|outlook| &outlook.changes);
    let moved = changes.filter(|change| change.from != change.to).filter_map(|change| change.to);
    ghost.map(|(_, cell)| cell).into_iter().chain(moved).collect()
}

/// The cells about which the rules say something on the board.
fn told_cells(desk: &Desk) -> CellSet {
    let teller = desk.view.teller();
    let mut cells = CellSet::default();
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    for (word, args) in said {
        let cell = match teller.saying(*word, *args).0 {
            Some(Focus::Cell(cell)) => Some(cell),
            Some(Focus::Piece(id)) => desk.view.shown.state.piece(id).cell(),
            Some(Focus::Prototype(_)) | None => None,
        };
        cell.into_iter().for_each(|cell| {
            cells.insert(cell);
        });
    }
    cells
}

/// Shows what is drawn with a pen.
type Show<'a> = dyn Fn(&dyn Fn(&mut Pen)) + 'a;

fn is_chosen(desk: &Desk, cell: Cell) -> bool {
    use harena_engine::game::ArgKind;
    let here = desk.view.shown.state.at(cell);
    desk.table.loose.contains(&i32::from(cell.0))
        || desk.table.is_assembled(ArgKind::Cell, i32::from(cell.0))
        || here.is_some_and(|id| desk.table.is_assembled(ArgKind::Piece, i32::from(id.0)))
}

/// Draws the piece to be placed with its links and lines of fire, or those of the piece pointed at.
fn draw_ghost(canvas: &Canvas, desk: &Desk, scenery: &Scenery, show: &Show) {
    let hovered = match desk.table.pointed.or(desk.table.picked) {
        Some(Focus::Piece(id)) => Some(id),
        Some(Focus::Cell(_) | Focus::Prototype(_)) | None => None,
    };
    let ghost = desk.situation().and_then(|at| ghost_at(desk, at, scenery));
    match (ghost, hovered) {
        (Some((id, cell)), _) => {
            let Some(at) = desk.situation() else { return };
            let facing = desk.table.ghost_facing(at, cell);
            let shown = desk.view.shown.with(desk.view.game, id, cell, facing);
            let view = View { shown: &shown, ..desk.view };
            canvas.draw_ghost(cell, &view.face(id));
            show(&|pen| {
                canvas.draw_links(pen, &shown, id, (true, true));
                canvas.draw_fire(pen, &shown, id);
                canvas.draw_pairs(pen, view, cell, &view.face(id));
            });
            if let Some(preview) = desk.outlooks.preview {
                canvas.draw_gains(preview, cell);
            }
        }
        (None, Some(id)) => {
            show(&|pen| {
                canvas.draw_links(pen, desk.view.shown, id, (true, false));
                canvas.draw_fire(pen, desk.view.shown, id);
            });
        }
        (None, None) => {}
    }
}

/// The piece to be placed and the cell it would stand on.
fn ghost_at(desk: &Desk, at: Situation, scenery: &Scenery) -> Option<(PieceId, Cell)> {
    use harena_engine::game::ArgKind;
    let id = desk.table.ghost(at)?;
    let wants = desk.table.draft.wants(at.decision, at.game);
    let cursor = desk.table.cursor.filter(|_| scenery.focused);
    if wants.iter().any(|want| want.kind == ArgKind::Cell) {
        let offered = |cell: &Cell| wants.iter().any(|want| want.cells().contains(*cell));
        let cell = scenery.pointed.filter(offered).or(cursor.filter(offered))?;
        return Some((id, cell));
    }
    let rotates = wants.iter().any(|want| want.kind == ArgKind::Facing);
    desk.table.ghost_cell(at).filter(|_| rotates).map(|cell| (id, cell))
}
