//! What happens between two frames: changed packs, bots, playback.

use std::time::{Duration, Instant};

use egui::Context;

use harena_engine::decision::Action;
use harena_engine::id::Seat;

use super::{App, Tempo};
use crate::command::Command;
use crate::table::worth_playing;

/// How long the only option is to be seen before it is taken by itself.
const PASSES_AFTER: Duration = Duration::from_millis(500);
/// When to look again whether a bot has decided.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Whether a key is pressed that takes an option: what is played back never stands in its way.
fn hurries(ctx: &Context) -> bool {
    use egui::Key::{Enter, Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9, Space};
    let keys = [Enter, Space, Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9];
    let pressed = |input: &egui::InputState| {
        input.modifiers.is_none() && keys.iter().any(|key| input.key_pressed(*key))
    };
    !ctx.text_edit_focused() && ctx.input(pressed)
}

impl App {
    /// Takes in changed packs, lets bots act and time pass.
    pub(super) fn advance(&mut self, ctx: &Context) {
        self.session.poll_saver();
        if self.session.poll_changes() {
            self.begin_decision();
            ctx.request_repaint();
        }
        let told = self.session.poll_advice() | self.session.poll_review();
        if told | self.session.poll_types() | self.session.poll_saved() {
            ctx.request_repaint();
        }
        if self.handover.waits_for().is_none() {
            self.pass_time(ctx);
        }
        self.let_bots_act(ctx);
        self.pass_by_itself(ctx);
    }

    fn pass_time(&mut self, ctx: &Context) {
        let n = self.session.the_match().map_or(0, |the_match| the_match.frames.len());
        let seconds = ctx.input(|input| input.stable_dt);
        self.scenery.pass(seconds.min(0.25) * self.table.playback.speed);
        if self.table.playback.at.is_some() && hurries(ctx) {
            self.table.playback.skip();
        }
        if let Some(rest) = self.table.playback.pass(seconds, n) {
            ctx.request_repaint_after(Duration::from_secs_f32(rest.clamp(0.01, 0.25)));
        }
    }

    fn let_bots_act(&mut self, ctx: &Context) {
        if !self.session.let_bot_think() || self.table.playback.at.is_some() {
            return;
        }
        let hurries = self.tempo == Tempo::Hurry;
        if let Some(rest) = self.rest_of_pace().filter(|_| !hurries) {
            return ctx.request_repaint_after(rest);
        }
        if !self.session.bot_move() {
            // The bot wakes the window; this is for windows that cannot be woken.
            return ctx.request_repaint_after(LOOK_AGAIN);
        }
        self.last_change = Instant::now();
        if self.tempo == Tempo::Step {
            self.session.execute(Command::Rest);
        }
        self.begin_decision();
        if hurries && self.session.bot_is_asked() {
            return ctx.request_repaint();
        }
        self.tempo = Tempo::Usual;
        self.start_playback();
        ctx.request_repaint();
    }

    /// How long a bot still waits, so that what happened before can be seen and dice be read; one
    /// without a pace does not wait.
    fn rest_of_pace(&self) -> Option<Duration> {
        let pace = self.preferences.bot_pace;
        if pace.is_zero() {
            return None;
        }
        let rest = pace.saturating_sub(self.last_change.elapsed());
        let speed = self.table.playback.speed.max(0.1);
        let unread = self.scenery.dice.unread().map(|left| left / speed);
        let moves = self.moves().then_some(0.01);
        let shown = unread.or(moves).map_or(Duration::ZERO, Duration::from_secs_f32);
        // What stands still does not count time by itself.
        Some(rest.max(shown)).filter(|rest| !rest.is_zero())
    }

    /// Takes the only option of a person for it, where that is wished for and nothing else can be
    /// done.
    fn pass_by_itself(&mut self, ctx: &Context) {
        let is_shown = self.table.playback.at.is_none() && self.handover.waits_for().is_none();
        if !self.preferences.passes || !is_shown || self.session.bot_is_asked() {
            return;
        }
        let Some((seat, action)) = self.only_option() else { return };
        let waited = self.last_change.elapsed();
        if waited < PASSES_AFTER {
            return ctx.request_repaint_after(PASSES_AFTER - waited);
        }
        self.execute(Command::Act(seat, action));
    }

    /// The option of a person who has no other one, if it needs no further choice.
    fn only_option(&self) -> Option<(Seat, Action)> {
        let play = self.session.play.as_ref().filter(|play| !play.timeline().is_past())?;
        let decision = play.now().decision().filter(|decision| decision.count() == 1)?;
        let group = decision.groups.iter().find(|group| group.count() == 1)?;
        let is_plain = group.dimensions.is_empty();
        Some((decision.seat, group.option(0).filter(|_| is_plain)?))
    }

    /// Plays back what just happened, if there was a fight and that is wished for.
    pub(super) fn start_playback(&mut self) {
        let Some(the_match) = self.session.the_match() else { return };
        if self.preferences.plays_back && worth_playing(&the_match.log, &the_match.frames) {
            let n = the_match.frames.len();
            self.table.playback.start(n);
        }
    }
}
