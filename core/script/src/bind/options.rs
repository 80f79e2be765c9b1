//! Options that are put together only where somebody looks at them.
//!
//! What a turn offers is most of the work of many games. A bot that tries an option runs the step
//! once more to the question it was taken from, and then up to the next one, only to see how the
//! match stands there: it needs the options of neither. `harena.options` tells the engine where
//! options are put together, and that this does nothing else.

use harena_engine::id::PieceId;
use harena_pack::codes;

use super::argument::optional_piece;
use super::{Context, Entry, Kind, method};
use crate::raw::{Call, Fault};

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "begin_options",
        ("if_any: boolean?", "boolean"),
        "whether somebody looks at the options of the next question, which may not come at all if \
         `if_any` says so; until `end_options` nothing can be changed, see `harena.options`",
        |ctx, _, call| {
            ctx.may_offer()?;
            ctx.may_change()?;
            let sure = !call.optional_boolean(1)?.unwrap_or(false);
            let is_free = ctx.shelf.answers.is_empty() && ctx.shelf.questions.is_empty();
            let left_out = ctx.the_match.needs_no_options(sure) && is_free;
            let options =
                if left_out { Options::LeftOut { sure } } else { Options::Begun { sure } };
            ctx.shelf.options = options;
            call.push_bool(!left_out);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "end_options",
        ("", ""),
        "ends what `begin_options` began: what was offered can now only be asked for",
        |ctx, _, _| {
            let Options::Begun { sure } = ctx.shelf.options else {
                return Err(Fault::new("no options were begun, see `harena.options`"));
            };
            ctx.shelf.options = Options::Ended { sure };
            Ok(())
        },
    ),
];

/// How far the options of the next question are put together; `sure` if it comes in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Options {
    /// Anyhow: the script offers as it goes.
    #[default]
    Open,
    /// A function that only offers is running.
    Begun { sure: bool },
    /// It has run.
    Ended { sure: bool },
    /// It is not run, for nobody looks.
    LeftOut { sure: bool },
}

impl Context<'_> {
    /// Nothing can be added to options that may be left out.
    pub(super) fn may_offer(&self) -> Result<(), Fault> {
        match self.shelf.options {
            Options::Open | Options::Begun { .. } => Ok(()),
            Options::Ended { .. } | Options::LeftOut { .. } => Err(only_asked()),
        }
    }

    /// What is known of options that are left out because one of them was taken; nothing if they
    /// are there to be looked at.
    pub(super) fn known_of_options(&self) -> Result<Option<()>, Fault> {
        match self.shelf.options {
            Options::Open | Options::Begun { .. } | Options::Ended { sure: false } => Ok(None),
            Options::LeftOut { sure: false } => Ok(Some(())),
            Options::Ended { sure: true } | Options::LeftOut { sure: true } => Err(only_asked()),
        }
    }

    /// Options can be taken without asking if they are there.
    pub(super) fn take_options(&mut self) -> Result<(), Fault> {
        match std::mem::take(&mut self.shelf.options) {
            Options::Open | Options::Ended { sure: false } => {
                self.the_match.close_options();
                Ok(())
            }
            Options::Begun { .. } | Options::Ended { .. } | Options::LeftOut { .. } => {
                Err(only_asked())
            }
        }
    }

    /// Whether anything is offered; if not, the options are over.
    pub(super) fn has_options(&mut self) -> Result<bool, Fault> {
        if self.known_of_options()?.is_some() || !self.shelf.groups.is_empty() {
            return Ok(true);
        }
        if matches!(self.shelf.options, Options::Ended { .. }) {
            self.shelf.options = Options::Open;
            self.the_match.close_options();
        }
        Ok(false)
    }

    /// Nothing must be taken, told or moved while a function only offers.
    pub(super) fn is_not_offering(&self) -> Result<(), Fault> {
        match self.shelf.options {
            Options::Begun { .. } => {
                let told = "nothing can be changed while `harena.options` offers";
                Err(Fault::new(told).with_code(codes::ONLY_READS))
            }
            Options::Open | Options::Ended { .. } | Options::LeftOut { .. } => Ok(()),
        }
    }

    /// Puts the question whose options were left out, or takes its answer; whether it is known.
    pub(super) fn ask_left_out(&mut self, call: &Call) -> Result<bool, Fault> {
        let (seat, prompt) = (self.seat(call, 1)?, self.word(call, 2)?);
        let asker: Option<PieceId> = optional_piece(call, 3)?;
        self.owes.set(false);
        self.shelf.groups.clear();
        self.shelf.preferred = None;
        self.shelf.asked.clear();
        self.shelf.asked.push_back(Vec::new());
        if let Some(answer) = self.the_match.next_answer() {
            self.shelf.answers.push_back(answer);
            return Ok(true);
        }
        self.the_match.ask_without_options(seat, prompt, asker);
        Ok(false)
    }
}

fn only_asked() -> Fault {
    Fault::new(
        "what `harena.options` has offered can only be asked for with `harena.choose` or `harena.ask`",
    )
}
