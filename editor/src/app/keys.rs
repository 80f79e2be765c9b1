//! Keys that work everywhere in the window.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::App;
use crate::command::Command;
use crate::panel::board::BOARD;
use crate::panel::timeline::toggle;
use crate::panel::top::SCALES;
use crate::panel::{Dialog, Screen, Wish};

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

impl App {
    /// Takes in keys that mean the same on every screen.
    pub(super) fn window_keys(&mut self, ctx: &Context) {
        let pressed =
            |shortcut: &KeyboardShortcut| ctx.input_mut(|input| input.consume_shortcut(shortcut));
        for (key, by) in [(Key::Plus, 1), (Key::Equals, 1), (Key::Minus, -1)] {
            if pressed(&ctrl(key)) {
                self.rescale(by);
            }
        }
        if self.screen != Screen::Workshop && pressed(&ctrl(Key::E)) {
            self.carry_out(Wish::Go(Screen::Workshop));
        }
        if ctx.input(|input| input.key_pressed(Key::F1)) {
            self.carry_out(Wish::Toggle(Dialog::Help));
        }
        let escape = ctx.input(|input| input.key_pressed(Key::Escape));
        if self.screen != Screen::Table
            && escape
            && !ctx.text_edit_focused()
            && !self.dialogs.close_one()
        {
            self.go_back();
        }
    }

    /// Takes in keys that no widget has a claim to.
    pub(super) fn shortcuts(&mut self, ctx: &Context) {
        self.window_keys(ctx);
        let pressed =
            |shortcut: &KeyboardShortcut| ctx.input_mut(|input| input.consume_shortcut(shortcut));
        let redo = KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        if pressed(&redo) || pressed(&ctrl(Key::Y)) {
            self.execute(Command::Redo);
        }
        if pressed(&ctrl(Key::Z)) {
            self.execute(Command::Undo);
        }
        if pressed(&ctrl(Key::N)) {
            self.carry_out(Wish::Toggle(Dialog::NewMatch));
        }
        if pressed(&ctrl(Key::G)) {
            self.carry_out(Wish::Toggle(Dialog::Concede));
        }
        let n = self.session.the_match().map_or(0, |the_match| the_match.frames.len());
        for (key, by) in [(Key::ArrowLeft, -1), (Key::ArrowRight, 1)] {
            if pressed(&ctrl(key)) {
                self.table.playback.runs = false;
                self.table.playback.step(by, n);
            }
        }
        if pressed(&ctrl(Key::Space)) {
            toggle(&mut self.table.playback, n);
        }
        if !ctx.text_edit_focused() {
            self.letters(ctx);
        }
    }

    fn letters(&mut self, ctx: &Context) {
        let (escape, forecast, board, advice, rotation) = ctx.input(|input| {
            let plain = !input.modifiers.command && !input.modifiers.alt;
            let pressed = |key: Key| plain && input.key_pressed(key);
            let by_r = if input.modifiers.shift { -1 } else { 1 };
            let ways = [(Key::R, by_r), (Key::Q, -1), (Key::E, 1)];
            let rotation = ways.into_iter().find(|(key, _)| pressed(*key)).map(|(_, by)| by);
            let letters = [Key::F, Key::B, Key::H].map(pressed);
            let [forecast, board, advice] = letters;
            (pressed(Key::Escape), forecast, board, advice, rotation)
        });
        if escape && !self.dialogs.close_one() {
            self.table.clear();
            self.table.playback.skip();
        }
        if forecast {
            self.table.forecast = !self.table.forecast;
        }
        if advice && !self.session.is_advising() {
            self.session.ask_advice();
        }
        if board {
            // Tab leads there as well, through everything that lies before it.
            ctx.memory_mut(|memory| memory.request_focus(egui::Id::unique(BOARD)));
        }
        if let (Some(by), Some(play)) = (rotation, &self.session.play) {
            let game = play.game.clone();
            self.table.rotate(&game, by);
        }
    }

    fn rescale(&mut self, by: i32) {
        let at = SCALES.iter().position(|scale| *scale >= self.preferences.scale).unwrap_or(2);
        let next = usize::try_from(at as i32 + by).unwrap_or(0);
        if let Some(scale) = SCALES.get(next) {
            self.preferences.scale = *scale;
        }
    }
}
