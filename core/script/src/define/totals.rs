//! What the sheets of a faction must come to, as its game declares it: an army of so many tiles.

use std::borrow::Cow;

use harena_engine::game::Vocabulary;
use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::form::Form;
use super::forms::{Game, Sheet, Total};
use super::menu::text;
use super::{Declared, Definitions, FactionEntryRead, located, resolve};
use crate::allowance::Allowance;
use crate::schema::{Finding, Value};
use crate::source::Sources;

/// Factions that have more or fewer than their game says, under the default settings.
pub(crate) fn problems(definitions: &Definitions) -> Vec<Problem> {
    let allowance = Allowance::default();
    let defaults = resolve::defaults(&definitions.game.value);
    let game = resolve::by_default(&definitions.game.value, &defaults, &allowance);
    let totals = Game::read(&game, &Vocabulary::default()).totals;
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let mut problems = Vec::new();
    for faction in definitions.factions.iter().filter(|_| !totals.is_empty()) {
        let sheets: Vec<Cow<Value>> = faction
            .sheets
            .iter()
            .map(|sheet: &Declared| resolve::by_default(&sheet.value, &defaults, &allowance))
            .collect();
        let findings: Vec<Finding> =
            totals.iter().filter_map(|total| finding(total, faction, &sheets)).collect();
        problems.extend(located(&mut sources, &faction.declared, &findings));
    }
    problems.into_iter().map(|it| Problem { severity: Severity::Warning, ..it }).collect()
}

/// What is wrong with one total of a faction.
fn finding(total: &Total, faction: &FactionEntryRead, sheets: &[Cow<Value>]) -> Option<Finding> {
    let kinds = &total.kinds;
    let is_meant = |sheet: &&Cow<Value>| kinds.is_empty() || kinds.contains(&text(sheet, "kind"));
    let copies = |sheet: &Value| Sheet::read(sheet, &Vocabulary::default()).copies;
    let n: i64 = sheets.iter().filter(is_meant).map(|sheet| i64::from(copies(sheet))).sum();
    let (least, most) = (total.least.map(i64::from), total.most.map(i64::from));
    let (bound, word) = match (least, most) {
        (Some(least), _) if n < least => (least, "fewer"),
        (_, Some(most)) if n > most => (most, "more"),
        _ => return None,
    };
    let what = if total.title.is_empty() { "sheets" } else { &total.title };
    let rule = Some(&total.rule).filter(|it| !it.is_empty());
    let rule = rule.map_or_else(String::new, |rule| format!(" of {rule}"));
    let title = text(&faction.declared.value, "title");
    let off = n.abs_diff(bound);
    Some(Finding {
        path: vec!["pieces".into()],
        code: codes::WRONG_TOTAL,
        message: format!("{title} has {n} {what}, {off} {word} than the {bound}{rule}"),
        hint: Some("change `copies` of its sheets until they come to that".to_owned()),
        twin: None,
    })
}
