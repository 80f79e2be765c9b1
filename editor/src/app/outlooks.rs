//! What would happen, worked out anew only when what it depends on changes.

use std::time::{Duration, Instant};

use egui::Context;
use harena_engine::decision::{Action, Dimension};
use harena_engine::id::*;
use harena_engine::state::StepCall;

use super::App;
use crate::panel::Outlooks;
use crate::session::{Gauge, Outlook};
use crate::table::Focus;

/// An option that took longer than this to try out waits for the mouse to rest.
const SLOW: Duration = Duration::from_millis(20);
/// How long the mouse must rest then.
const REST: Duration = Duration::from_millis(400);

/// An outlook with what it was worked out for.
struct Kept<Key> {
    key: Option<Key>,
    outlook: Option<Outlook>,
}

impl<Key> Default for Kept<Key> {
    fn default() -> Kept<Key> {
        Kept { key: None, outlook: None }
    }
}

impl<Key: PartialEq> Kept<Key> {
    /// Works it out if it is wanted for something else than before.
    fn refresh(&mut self, key: Option<Key>, work_out: impl FnOnce(&Key) -> Option<Outlook>) {
        if self.key != key {
            self.outlook = key.as_ref().and_then(work_out);
            self.key = key;
        }
    }
}

/// All outlooks of a window.
#[derive(Default)]
pub(super) struct Forecaster {
    forecast: Kept<(u64, Seat)>,
    overlay: Kept<(u64, Seat)>,
    hover: Kept<(u64, Seat, [i32; 4])>,
    preview: Kept<(u64, Seat, Action)>,
    /// The option under the mouse, and since when.
    tried: Option<(Action, Instant)>,
    slow: Vec<VerbId>,
    gauge: Option<Gauge>,
}

impl Forecaster {
    /// What moves while a clock runs.
    pub fn gauge(&self) -> Option<&Gauge> {
        self.gauge.as_ref()
    }

    /// What the rules say of the position as it is, whatever is tried out.
    pub fn settled(&self) -> Option<&Outlook> {
        self.overlay.outlook.as_ref()
    }

    /// What is shown now.
    pub fn outlooks(&self) -> Outlooks<'_> {
        // While an option is tried out, the position is told as it would be.
        let preview = self.preview.outlook.as_ref();
        let position = preview.and_then(|outlook| outlook.position.as_deref());
        Outlooks {
            preview: self.preview.outlook.as_ref(),
            forecast: self.forecast.outlook.as_ref(),
            overlay: position.or(self.overlay.outlook.as_ref()),
            hover: self.hover.outlook.as_ref(),
        }
    }
}

impl App {
    /// Works out what is to be shown, from what the mouse was over in the last frame.
    pub(super) fn refresh_outlooks(&mut self, ctx: &Context) {
        let (viewer, revision) = (self.scenery.viewer, self.session.revision);
        let Some(play) = &self.session.play else { return };
        let step = |it: &Option<crate::book::Foretold>| it.as_ref().map(|it| it.step);
        let book = &play.book;
        let steps = (step(&book.forecast), step(&book.overlay), step(&book.hover));
        let over = play.now().outcome().is_some();
        let n_rolled = play.n_rolled();
        let shows_now = self.table.playback.at.is_none() && !over;
        let (session, forecaster) = (&mut self.session, &mut self.forecaster);
        let key = Some((revision, viewer)).filter(|_| shows_now);
        let settled = Some((revision, viewer)).filter(|_| self.table.playback.at.is_none());
        let mut foretell = |step: Option<StepId>, args: [i32; 4]| {
            step.and_then(|step| session.foretell(viewer, StepCall { step, args }))
        };
        let wanted = key.filter(|_| self.table.forecast);
        forecaster.forecast.refresh(wanted, |_| foretell(steps.0, [0; 4]));
        let seat = i32::from(viewer.0);
        forecaster.overlay.refresh(settled, |_| foretell(steps.1, [seat, n_rolled, 0, 0]));
        let pointed = self.table.pointed.or(self.table.picked);
        let place = pointed.and_then(|focus| hover_args(&self.scenery.shown.state, focus, seat));
        let wanted = place.zip(key).filter(|_| steps.2.is_some());
        let wanted = wanted.map(|(args, (revision, seat))| (revision, seat, args));
        forecaster.hover.refresh(wanted, |(_, _, args)| foretell(steps.2, *args));
        self.refresh_preview(ctx, shows_now);
        self.refresh_gauge();
    }

    fn refresh_gauge(&mut self) {
        let running = self.table.clock.filter(|(known, _)| *known == self.session.revision);
        let from = self.clock_start();
        self.forecaster.gauge = running.zip(from).and_then(|((_, started), from)| {
            let elapsed = i32::try_from(started.elapsed().as_millis()).unwrap_or(i32::MAX);
            self.session.gauge(self.scenery.viewer, from.saturating_add(elapsed))
        });
    }

    /// Where the clock of the decision at hand begins, if it has one.
    fn clock_start(&self) -> Option<i32> {
        let decision = self.session.the_match()?.decision()?;
        let dimensions = decision.groups.iter().flat_map(|group| &group.dimensions);
        dimensions.into_iter().find_map(|dimension| match dimension {
            Dimension::Clock(from, _) => Some(*from),
            Dimension::One(_)
            | Dimension::Many(_)
            | Dimension::Cells(_)
            | Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Rows { .. }
            | Dimension::Listed(_) => None,
        })
    }

    fn refresh_preview(&mut self, ctx: &Context, shows_now: bool) {
        let Some(play) = &self.session.play else { return };
        let tried = self.table.tried.filter(|_| shows_now && self.preferences.previews);
        let tried = tried.filter(|action| !play.book.untried.contains(&action.verb));
        let forecaster = &mut self.forecaster;
        if forecaster.tried.map(|(action, _)| action) != tried {
            forecaster.tried = tried.map(|action| (action, Instant::now()));
        }
        let Some((action, since)) = forecaster.tried else {
            return forecaster.preview.refresh(None, |_| None);
        };
        let rested = since.elapsed();
        let key = (self.session.revision, self.scenery.viewer, action);
        let is_new = forecaster.preview.key.as_ref() != Some(&key);
        if is_new && forecaster.slow.contains(&action.verb) && rested < REST {
            ctx.request_repaint_after(REST - rested);
            return forecaster.preview.refresh(None, |_| None);
        }
        let start = Instant::now();
        let session = &mut self.session;
        forecaster.preview.refresh(Some(key), |(_, seat, action)| session.try_out(*seat, *action));
        if is_new && start.elapsed() > SLOW && !forecaster.slow.contains(&action.verb) {
            forecaster.slow.push(action.verb);
        }
    }

    /// Asks for another frame if the mouse is over something else than before.
    pub(super) fn chase_mouse(&self, ctx: &Context) {
        let tried = self.forecaster.tried.map(|(action, _)| action);
        let book = self.session.play.as_ref().map(|play| &play.book);
        let untried = |action: &Action| book.is_some_and(|it| it.untried.contains(&action.verb));
        let wanted = self.table.tried.filter(|it| self.preferences.previews && !untried(it));
        let seat = i32::from(self.scenery.viewer.0);
        let pointed = self.table.pointed.or(self.table.picked);
        let place = pointed.and_then(|it| hover_args(&self.scenery.shown.state, it, seat));
        let hovers = book.is_some_and(|it| it.hover.is_some());
        let shown = self.forecaster.hover.key.as_ref().map(|(_, _, args)| *args);
        let shows_now = self.table.playback.at.is_none();
        let news = tried != wanted || (hovers && shown != place);
        if (shows_now && news) || self.table.pointed != self.table.seen {
            ctx.request_repaint();
        }
    }
}

/// What the step for the thing under the mouse is given: piece, cell (-1 for none) and viewer.
fn hover_args(state: &harena_engine::state::State, focus: Focus, viewer: i32) -> Option<[i32; 4]> {
    match focus {
        Focus::Piece(id) => {
            let piece = state.pieces.get(id.index())?;
            if piece.prototype == harena_engine::view::HIDDEN {
                return None;
            }
            let cell = piece.cell().map_or(-1, |cell| i32::from(cell.0));
            Some([i32::from(id.0), cell, viewer, 0])
        }
        Focus::Cell(cell) => Some([-1, i32::from(cell.0), viewer, 0]),
        Focus::Prototype(_) => None,
    }
}
