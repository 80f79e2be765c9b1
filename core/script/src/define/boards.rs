//! What the plan of a board may hold, and settings that cannot be.

use super::Menu;
use super::forms::record;
use crate::allowance::Allowance;
use crate::schema::{Finding, Key, Schema, Type, Value, Vocabulary, check_within};

/// Everything wrong with the plan of the board, with paths from the game.
pub(super) fn of_game(game: &Value, allowance: &Allowance) -> Vec<Finding> {
    let Some(plan) = game.get("board") else { return Vec::new() };
    let form = plan.get("kind").and_then(Value::as_text).and_then(plan_form);
    let Some(form) = form else { return Vec::new() };
    let findings = check_within(&form, plan, &Vocabulary::default(), allowance);
    let inside = |path: Vec<Key>| [vec!["board".into()], path].concat();
    let placed = |finding: Finding| Finding { path: inside(finding.path), ..finding };
    findings.into_iter().map(placed).collect()
}

/// Defaults and presets that the settings they belong to do not take, and fewer seats than the
/// least.
pub(super) fn of_settings(game: &Value, menu: &Menu) -> Vec<Finding> {
    let finding = |path: Vec<Key>, message: String| Finding {
        path,
        code: "H0423",
        message,
        ..Finding::default()
    };
    let mut findings = Vec::new();
    for (rule, at) in menu.settings.iter().zip(1_usize..) {
        let path = |field: &str| vec!["settings".into(), at.into(), field.into()];
        if rule.id == "seats" {
            let message = "`seats` is the number of seats, and no setting of a game".to_owned();
            findings.push(finding(path("id"), message));
        }
        findings.extend(
            menu.read(&rule.id, &rule.default.to_string())
                .err()
                .map(|sentence| finding(path("default"), sentence)),
        );
    }
    for (preset, at) in menu.presets.iter().zip(1_usize..) {
        let path = || vec!["presets".into(), at.into(), "settings".into()];
        let wrong = menu.complete(&preset.settings).err().unwrap_or_default();
        findings.extend(wrong.into_iter().map(|sentence| finding(path(), sentence)));
    }
    let seats = |name: &str| game.get("seats")?.get(name)?.as_int();
    if let (Some(min), Some(max)) = (seats("min"), seats("max"))
        && min > max
    {
        let message = format!("at least {min} seats and at most {max}");
        findings.push(finding(vec!["seats".into(), "max".into()], message));
    }
    findings
}

fn plan_form(kind: &str) -> Option<Schema> {
    let size = || Type::int(0, u16::MAX.into());
    let form = match kind {
        "hex" => Schema::new("HexPlan").needs("radius", size(), "how far it reaches"),
        "hex_cells" => Schema::new("HexCellsPlan").needs("cells", pairs(), "its cells"),
        "square" => Schema::new("SquarePlan")
            .needs("width", size(), "its columns")
            .needs("height", size(), "its rows")
            .may("diagonals", Type::Bool, "whether there are eight directions")
            .may("without", pairs(), "cells that are not there, as { column, row }"),
        "line" => Schema::new("LinePlan").needs("spaces", size(), "how long it is"),
        "graph" => Schema::new("GraphPlan").needs("cells", Type::list(cell()), "its cells"),
        _ => return None,
    };
    let level = Type::int(i16::MIN.into(), i16::MAX.into());
    let tags = Type::Map { keys: Box::new(Type::Text), of: Box::new(Type::list(place())) };
    let form = form.needs("kind", Type::Text, "which plan it is");
    Some(form.may("levels", Type::list(level), "levels of cells").may("tags", tags, "tagged cells"))
}

fn whole() -> Type {
    Type::int(i32::MIN.into(), i32::MAX.into())
}

fn pair() -> Type {
    Type::List { of: Box::new(whole()), min: 2, max: 2 }
}

fn pairs() -> Type {
    Type::list(pair())
}

fn cell() -> Type {
    record(
        Schema::new("GraphCell")
            .needs("name", Type::Text, "its name")
            .may("links", Type::list(Type::Text), "its neighbors")
            .may("center", pair(), "where it is drawn"),
    )
}

fn place() -> Type {
    Type::OneOf(vec![Type::int(0, u16::MAX.into()), Type::Text, pair()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(extra: &[(&str, Value)]) -> Value {
        let fields = [("kind", Value::text("square")), ("width", 3.into()), ("height", 3.into())];
        let all = fields.iter().chain(extra);
        let board = all.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Value::record([("board", Value::Record(board))])
    }

    impl From<i64> for Value {
        fn from(number: i64) -> Value {
            Value::Int(number)
        }
    }

    #[track_caller]
    fn check(extra: &[(&str, Value)], expected: &[(&str, &str)]) {
        let findings = of_game(&square(extra), &Allowance::default());
        let found: Vec<(&str, String)> =
            findings.iter().map(|it| (it.code, it.hint.clone().unwrap_or_default())).collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(code, hint)| (*code, &**hint)).collect();
        assert_eq!(found, expected);
        assert!(findings.iter().all(|it| it.path.first() == Some(&"board".into())));
    }

    #[test]
    fn plans_hold_what_they_can_hold() {
        let pair = |x: i64, y: i64| Value::List(vec![x.into(), y.into()]);
        check(&[("without", Value::List(vec![pair(0, 1)]))], &[]);
        check(&[("witout", Value::List(vec![]))], &[("H0201", "did you mean `without`?")]);
        let named = Value::List(vec![Value::text("a1")]);
        check(&[("without", named)], &[("H0203", "put it in braces")]);
        let far = Value::List(vec![pair(0, 1 << 40)]);
        check(&[("without", far)], &[("H0204", "allowed is int -2147483648..2147483647")]);
        let tags = Value::record([("start", Value::List(vec![3.into(), Value::text("a1")]))]);
        check(&[("tags", tags), ("levels", Value::List(vec![0.into()]))], &[]);
    }
}
