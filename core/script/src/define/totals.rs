//! What the sheets of a faction must come to, as its game declares it: an army of so many tiles.

use harena_pack::{Problem, Severity};

use super::menu::{list, text};
use super::{Declared, Definitions, FactionEntryRead, located, resolve};
use crate::allowance::Allowance;
use crate::schema::{Finding, Value};
use crate::source::Sources;

/// Factions that have more or fewer than their game says, under the default settings.
pub(crate) fn problems(definitions: &Definitions) -> Vec<Problem> {
    let allowance = Allowance::default();
    let defaults = resolve::defaults(&definitions.game.value);
    let game = resolve::by_default(&definitions.game.value, &defaults, &allowance);
    let totals = list(&game, "totals");
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let mut problems = Vec::new();
    for faction in definitions.factions.iter().filter(|_| !totals.is_empty()) {
        let sheets: Vec<Value> = faction
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
fn finding(total: &Value, faction: &FactionEntryRead, sheets: &[Value]) -> Option<Finding> {
    let kinds: Vec<&str> = list(total, "kinds").iter().filter_map(Value::as_text).collect();
    let is_meant =
        |sheet: &&Value| kinds.is_empty() || kinds.contains(&text(sheet, "kind").as_str());
    let copies = |sheet: &Value| sheet.get("copies").and_then(whole).unwrap_or(1);
    let n: i64 = sheets.iter().filter(is_meant).map(copies).sum();
    let (least, most) = (total.get("least").and_then(whole), total.get("most").and_then(whole));
    let (bound, word) = match (least, most) {
        (Some(least), _) if n < least => (least, "fewer"),
        (_, Some(most)) if n > most => (most, "more"),
        _ => return None,
    };
    let what = Some(text(total, "title")).filter(|it| !it.is_empty());
    let what = what.unwrap_or_else(|| "sheets".to_owned());
    let rule = Some(text(total, "rule")).filter(|it| !it.is_empty());
    let rule = rule.map_or_else(String::new, |rule| format!(" of {rule}"));
    let title = text(&faction.declared.value, "title");
    let off = n.abs_diff(bound);
    Some(Finding {
        path: vec!["pieces".into()],
        code: "H0434",
        message: format!("{title} has {n} {what}, {off} {word} than the {bound}{rule}"),
        hint: Some("change `copies` of its sheets until they come to that".to_owned()),
        twin: None,
    })
}

fn whole(value: &Value) -> Option<i64> {
    if let Value::Int(n) = value { Some(*n) } else { None }
}
