//! What the type checker says of packs while somebody writes them: asked beside the window's
//! thread after each change that loads, for the packs that were changed.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use harena_pack::{Library, Problem};
use harena_types::Checker;

use super::load::load_host;
use super::{Session, Trouble, Wake};

/// The checker, if there is one, and what it is asked.
#[derive(Default)]
pub(super) struct Types {
    checker: Option<Checker>,
    /// The answer that is waited for.
    inbox: Option<Receiver<Vec<Problem>>>,
    /// Packs were changed since it was asked.
    is_old: bool,
}

impl Types {
    pub fn by(checker: Option<Checker>) -> Types {
        Types { checker, ..Types::default() }
    }
}

/// What the checker is asked about.
struct Question {
    checker: Checker,
    library: Library,
    game: String,
    /// The packs whose types are of interest.
    packs: BTreeSet<String>,
    wake: Option<Wake>,
}

impl Question {
    /// Findings in the packs of interest. Packs that do not load are told of elsewhere.
    fn answer(&self) -> Vec<Problem> {
        let Ok((host, ..)) = load_host(&self.library, &self.game) else { return Vec::new() };
        let mut typed = host.typed_packs();
        for module in &mut typed.modules {
            let pack = module.name.split('/').next().unwrap_or_default();
            module.checked &= self.packs.contains(pack);
        }
        match self.checker.check(&typed) {
            Ok(findings) => findings.into_iter().map(|finding| finding.problem).collect(),
            Err(problem) => vec![*problem],
        }
    }
}

impl Session {
    /// Asks what is wrong with the types of the packs that were changed. One question at a time:
    /// what changes meanwhile is asked about when the answer is there.
    pub(super) fn ask_types(&mut self) {
        let Some(checker) = self.types.checker.clone() else { return };
        if self.types.inbox.is_some() {
            self.types.is_old = true;
            return;
        }
        let question = Question {
            checker,
            library: self.library.clone(),
            game: self.plan.game.clone(),
            packs: self.latest.keys().cloned().collect(),
            wake: self.wake.clone(),
        };
        let (outbox, inbox) = channel();
        let run = move || {
            // Nobody waits any more when the window is closed.
            let _ = outbox.send(question.answer());
            if let Some(wake) = &question.wake {
                wake();
            }
        };
        let thread = std::thread::Builder::new().name("types".to_owned()).spawn(run);
        self.types.inbox = thread.is_ok().then_some(inbox);
    }

    /// Takes in what the checker found; whether that is anything new.
    pub fn poll_types(&mut self) -> bool {
        let Some(inbox) = &self.types.inbox else { return false };
        let problems = match inbox.try_recv() {
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Vec::new(),
            Ok(problems) => problems,
        };
        self.types.inbox = None;
        if std::mem::take(&mut self.types.is_old) {
            self.ask_types();
            return false;
        }
        let told = problems.iter().map(Trouble::of_problem);
        let new: Vec<Trouble> = told.filter(|it| !self.troubles.contains(it)).collect();
        let found = !new.is_empty();
        self.troubles.extend(new);
        found
    }
}
