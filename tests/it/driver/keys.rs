//! The same window with a hand that has no mouse: digits, arrows, Tab, Enter and Space.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use harena_editor::panel::decision::{is_few, is_placed, whole};
use harena_editor::panel::spread::rows;
use harena_editor::table::Situation;
use harena_editor::tell::Teller;
use harena_editor::text;
use harena_engine::board::Cell;
use harena_engine::decision::{Decision, Form, Listed, Values};
use harena_engine::game::ArgKind;
use harena_engine::id::VerbId;

use super::{Window, amount, below};

/// What the hand does next.
enum Stroke {
    /// Takes the option or the row with a number.
    Digit(usize),
    /// Goes over the board to a cell and takes it.
    Cell(Cell),
    /// Confirms what was put together.
    Confirm,
    /// Goes to a widget by Tab and presses it.
    Widget(String),
    /// Presses when the clock shows the moment.
    Now,
}

impl Window {
    /// Takes any option by keys alone.
    #[track_caller]
    pub fn press_any_option(&mut self) {
        let before = self.n_done();
        for _ in 0..60 {
            match self.next_stroke() {
                Stroke::Digit(n) => self.press(&n.to_string()),
                Stroke::Cell(cell) => self.walk_to(cell),
                Stroke::Confirm => self.press_with(Modifiers::COMMAND, Key::Enter),
                Stroke::Widget(label) => self.tab_to(&label),
                Stroke::Now => self.press("Space"),
            }
            assert!(self.app().session.faults.is_empty(), "{:?}", self.app().session.faults);
            if self.n_done() > before {
                return;
            }
        }
        panic!("no key leads on from here: {:#?}", self.labels());
    }

    fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    fn next_stroke(&mut self) -> Stroke {
        let app = self.harness.state();
        let (play, table) = (app.session.play.as_ref().unwrap(), &app.table);
        let now = play.now();
        let decision = now.decision().expect("the match waits for a decision");
        let rng = &mut self.rng;
        let any = |rng: &mut harena_engine::chance::Rng, n: usize| {
            Stroke::Digit(1 + below(rng, n.clamp(1, 9)))
        };
        let on_board = |verb: VerbId| is_placed(decision, &play.game, verb);
        let told_whole = table.draft.args.is_empty()
            && is_few(decision)
            && !table.draft.verb.is_some_and(on_board);
        if table.draft.is_empty() || told_whole {
            return any(rng, n_rows(decision));
        }
        if !table.draft.complete(decision).is_empty() {
            return Stroke::Digit(1);
        }
        if rows(&table.draft, decision).is_some() {
            return Stroke::Confirm;
        }
        let (game, unordered) = (&*play.game, &play.book.unordered[..]);
        let at = Situation { game, state: now.state(), decision, unordered };
        if let Some(cells) = table.loose_cells(at) {
            let cells: Vec<Cell> = cells.iter().collect();
            return Stroke::Cell(cells[below(rng, cells.len())]);
        }
        let wants = table.draft.wants(decision, &play.game);
        if let Some(actions) = whole(&table.draft, decision, &wants) {
            return any(rng, actions.len());
        }
        let Some(want) = wants.first() else { return any(rng, 9) };
        if table.draft.verb.is_none() && wants.iter().any(|other| other.verb != want.verb) {
            return any(rng, 4);
        }
        match &want.values {
            Values::Clock(..) => Stroke::Now,
            Values::Listed(listed) => {
                let teller = Teller { game: &play.game, book: &play.book, state: now.state() };
                next_part(listed, table, teller)
            }
            Values::List(list) => {
                let value = list[below(rng, list.len())];
                match (want.kind, u16::try_from(value)) {
                    (ArgKind::Cell, Ok(cell)) => Stroke::Cell(Cell(cell)),
                    (ArgKind::Facing | ArgKind::Number, _) => {
                        let teller =
                            Teller { game: &play.game, book: &play.book, state: now.state() };
                        Stroke::Widget(teller.arg(want.kind, value))
                    }
                    _ => any(rng, list.len()),
                }
            }
        }
    }

    /// Presses Tab until the widget of a label has the keyboard, then Enter.
    #[track_caller]
    fn tab_to(&mut self, label: &str) {
        for _ in 0..2000 {
            self.harness.key_press(Key::Tab);
            self.harness.run_steps(1);
            if self.has_keyboard(label) {
                return self.press("Enter");
            }
        }
        panic!("Tab does not lead to `{label}`: {:#?}", self.labels());
    }

    fn has_keyboard(&self, label: &str) -> bool {
        let mut nodes = self.harness.query_all_by_label(label);
        nodes.any(|node| node.accesskit_node().is_focused())
    }

    /// Goes to the board by its key, over it by the arrows, and takes a cell.
    #[track_caller]
    fn walk_to(&mut self, target: Cell) {
        self.press("B");
        for _ in 0..160 {
            match self.app().table.cursor {
                Some(cell) if cell == target => return self.press("Enter"),
                Some(cell) => {
                    let way = self.way(cell, target);
                    self.harness.key_press(way);
                }
                None => self.harness.key_press(Key::ArrowRight),
            }
            self.harness.run_steps(1);
        }
        let (game, at) = (&self.app().session.plan.game, self.app().table.cursor);
        panic!("{game}: the arrows lead to {at:?}, not {target:?}");
    }

    /// The arrow that leads nearer to a cell; now and then another one, around holes.
    fn way(&mut self, from: Cell, to: Cell) -> Key {
        let offset = self.place_of(to) - self.place_of(from);
        let sideways = (offset.x > 0.0, Key::ArrowRight, Key::ArrowLeft);
        let upright = (offset.y > 0.0, Key::ArrowDown, Key::ArrowUp);
        let wide = offset.x.abs() > offset.y.abs();
        let other = self.rng.below(5) == 0;
        let (ahead, one, another) = if wide == other { upright } else { sideways };
        if ahead { one } else { another }
    }

    /// Where a cell lies in the window.
    fn place_of(&self, cell: Cell) -> egui::Pos2 {
        let play = self.app().session.play.as_ref().unwrap();
        let state = &self.app().session.the_match().unwrap().state();
        let teller = Teller { game: &play.game, book: &play.book, state };
        let labels = [true, false].map(|legal| teller.cell_label(cell, legal));
        let found = labels.iter().find_map(|label| self.harness.query_all_by_label(label).next());
        let node = found.unwrap_or_else(|| panic!("no cell is called one of {labels:?}"));
        node.rect().center()
    }
}

/// So many rows the first options take at most: one a verb, or one an option.
fn n_rows(decision: &Decision) -> usize {
    usize::try_from(decision.count()).unwrap_or(9)
}

/// What comes next where something is put together: one part more, or to confirm it.
fn next_part(listed: &Listed, table: &harena_editor::table::Table, teller: Teller) -> Stroke {
    let Listed { of, kind, form } = listed;
    match form {
        Form::Several { min, .. } if table.several.count_ones() < u32::from(*min) => {
            let open = (0..of.len()).find(|at| table.several & (1 << at) == 0).unwrap_or(0);
            Stroke::Digit(open + 1)
        }
        Form::Spread { total, caps } if amount(table) < u32::from(*total) => {
            let given = |at: usize| table.spread.get(at).copied().unwrap_or(0);
            let open = (0..caps.len()).find(|at| given(*at) < caps[*at]).unwrap_or(0);
            let slot = of.get(open).map(|value| teller.choice(*kind, of, *value));
            Stroke::Widget(text::one_more(&slot.unwrap_or_else(|| text::ordinal(open as u8))))
        }
        Form::Several { .. } | Form::Order | Form::Spread { .. } => Stroke::Confirm,
    }
}
