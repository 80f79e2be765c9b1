//! What a game leaves out although it plays: a title that people would read, a faction to play.

use std::sync::Arc;

use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::menu::{list, text};
use super::{Definitions, located};
use crate::allowance::Allowance;
use crate::lint::{FileWords, Spoken};
use crate::schema::{Finding, Key};
use crate::source::Sources;

/// Warnings about what is left out.
pub(crate) fn problems(definitions: &Definitions, files: &[Arc<FileWords>]) -> Vec<Problem> {
    let mut findings = untitled(definitions);
    let mut spoken = files.iter().flat_map(|file| &file.spoken);
    if definitions.factions.is_empty() && spoken.any(Spoken::asks_for_factions) {
        let game = text(&definitions.game.value, "id");
        findings.push(Finding {
            path: Vec::new(),
            code: codes::NO_FACTION,
            message: "its rules ask for factions, and there is none".to_owned(),
            hint: Some(format!("begin one: harena new faction NAME --game {game}")),
            twin: None,
        });
    }
    let allowance = Allowance::default();
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let problems = located(&mut sources, &definitions.game, &findings);
    let totals = super::problems_of_totals(definitions);
    let problems = problems.into_iter().chain(totals);
    problems.map(|it| Problem { severity: Severity::Warning, ..it }).collect()
}

/// Verbs without a title: their options would be called by their ids.
fn untitled(definitions: &Definitions) -> Vec<Finding> {
    let game = &definitions.game.value;
    let looks = &definitions.looks.game.verbs;
    let is_titled = |id: &str| looks.get(id).is_some_and(|it| it.told.shown.title.is_some());
    let verbs = (1..).zip(list(game, "verbs"));
    verbs
        .filter(|(_, verb)| verb.get("title").is_none())
        .map(|(at, verb)| (at, text(verb, "id")))
        .filter(|(_, id)| !is_titled(id))
        .map(|(at, id)| Finding {
            path: vec!["verbs".into(), Key::Index(at)],
            code: codes::UNTITLED_VERB,
            message: format!("the verb `{id}` has no title, so its options are called `{id}`"),
            hint: Some("say what it does: title = \"Move {1} to {2}\"".to_owned()),
            twin: None,
        })
        .collect()
}
