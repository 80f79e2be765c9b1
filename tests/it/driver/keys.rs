//! A hand on the keyboard: whatever the mouse does, keys do too, as they are written on the caps.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use harena_editor::text;
use harena_engine::chance::Rng;

use super::{Window, below};

/// Nothing is farther away than this many presses of Tab.
const MOST_TABS: usize = 160;
/// No cell is farther away than this many arrows.
const MOST_ARROWS: usize = 200;

/// Something on the screen, as a screen reader finds it.
struct Found {
    key: Option<String>,
    rect: egui::Rect,
}

impl Window {
    /// Lets bots of a kind play all seats but the first, at once.
    pub fn sit_alone(&mut self, bot: &str) {
        self.seat_bots(1, bot);
    }

    /// Takes any option by keys alone, once the bots have acted; the mouse is not touched.
    #[track_caller]
    pub fn press_any_option(&mut self) {
        while self.outcome().is_none() && self.app().session.bot_is_asked() {
            self.harness.state_mut().session.await_bot();
            self.harness.run_steps(1);
        }
        if self.outcome().is_some() {
            return;
        }
        let (before, mut pressed) = (self.n_done(), Vec::new());
        while self.n_done() == before {
            let (_, labels) = self.next_click();
            let label = labels.iter().find(|label| self.try_press(label));
            let Some(label) = label else {
                panic!(
                    "no key leads to {labels:?} after {pressed:?}; {:?} has the keyboard; there is {:#?}",
                    self.focused(),
                    self.labels()
                );
            };
            pressed.push(label.clone());
            assert!(pressed.len() < 30, "this leads nowhere: {pressed:?}");
            assert!(self.app().session.faults.is_empty(), "{:?}", self.app().session.faults);
        }
    }

    /// Does by keys what a click on something called exactly so would do.
    fn try_press(&mut self, label: &str) -> bool {
        let Some(found) = self.found(label) else { return false };
        if label == text::confirm() {
            self.press_with(Modifiers::COMMAND, Key::Enter);
            return true;
        }
        let digit = found.key.filter(|key| key.len() == 1).and_then(|key| Key::from_name(&key));
        if let Some(key) = digit {
            self.press_with(Modifiers::NONE, key);
            return true;
        }
        let there =
            if label.starts_with("cell ") { self.walk_to(label) } else { self.tab_to(label) };
        if there {
            self.press_with(Modifiers::NONE, Key::Enter);
        }
        there
    }

    fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(if key == Key::Tab { 1 } else { 2 });
    }

    fn found(&self, label: &str) -> Option<Found> {
        let is_meant = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.role() != Role::Label && !node.is_disabled()
        };
        let node = self.harness.query_all_by_label(label).find(is_meant)?;
        let key = node.accesskit_node().data().keyboard_shortcut().map(str::to_owned);
        Some(Found { key, rect: node.rect() })
    }

    /// Tab, until what is called so has the keyboard.
    fn tab_to(&mut self, label: &str) -> bool {
        for _ in 0..MOST_TABS {
            if self.focused().is_some_and(|it| it == label) {
                return true;
            }
            self.press_with(Modifiers::NONE, Key::Tab);
        }
        false
    }

    /// What has the keyboard.
    pub fn focused(&self) -> Option<String> {
        let nodes = self.harness.query_all(By::new().recursive(true));
        let mut focused = nodes.filter(|node| node.accesskit_node().is_focused());
        focused.next()?.accesskit_node().label()
    }

    /// The cell under the cursor of the board, while that has the keyboard.
    fn cursor(&self) -> Option<String> {
        let label = self.focused()?;
        label.strip_prefix(text::board())?.strip_prefix(", ").map(str::to_owned)
    }

    /// Leads the cursor to a cell: by Tab as long as cells that can be chosen follow, or by arrows.
    fn walk_to(&mut self, label: &str) -> bool {
        if self.focused().is_some_and(|it| !it.starts_with(text::board())) {
            self.press("B");
        }
        if coin(&mut self.rng) && self.tab_over(label) {
            return true;
        }
        if self.focused().is_some_and(|it| !it.starts_with(text::board())) {
            self.press("B");
        }
        self.arrows_to(label)
    }

    fn tab_over(&mut self, label: &str) -> bool {
        self.press("B");
        for _ in 0..MOST_TABS {
            match self.cursor() {
                Some(cell) if cell == label => return true,
                None if self.focused().is_none_or(|it| it != text::board()) => return false,
                Some(_) | None => self.press_with(Modifiers::NONE, Key::Tab),
            }
        }
        false
    }

    /// Arrows toward where a cell is seen; somebody who goes round in circles tries another way.
    fn arrows_to(&mut self, label: &str) -> bool {
        for n in 0..MOST_ARROWS {
            let here = self.cursor();
            if here.as_deref() == Some(label) {
                return true;
            }
            let place = |label: &str| Some(self.found(label)?.rect.center());
            let Some(target) = place(label) else { return false };
            let key = match here.as_deref().and_then(place) {
                None => Key::ArrowRight,
                Some(_) if n > 12 && coin(&mut self.rng) => ARROWS[below(&mut self.rng, 4)],
                Some(at) => toward(target - at),
            };
            self.press_with(Modifiers::NONE, key);
        }
        false
    }
}

const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];

fn coin(rng: &mut Rng) -> bool {
    below(rng, 2) == 0
}

/// The arrow a person would press to go this way.
fn toward(way: egui::Vec2) -> Key {
    match (way.x.abs() > way.y.abs(), way.x > 0.0, way.y > 0.0) {
        (true, true, _) => Key::ArrowRight,
        (true, false, _) => Key::ArrowLeft,
        (false, _, true) => Key::ArrowDown,
        (false, _, false) => Key::ArrowUp,
    }
}
