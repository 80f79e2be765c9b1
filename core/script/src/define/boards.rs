//! What the plan of a board may hold and what board it is, and settings that cannot be.

use std::collections::BTreeMap;

use harena_engine::board::{Board, BoardPlan, GraphCell as Cell, Place, Shape};
use harena_engine::game::Vocabulary;
use harena_pack::codes;

use super::Menu;
use super::form::{Flag, Form, Holds, Int, List, Opt, Rec, Text, Texts, Whole, form};
use crate::allowance::Allowance;
use crate::schema::{Field, Finding, Key, Schema, Type, Value, Vocabulary as Words, check_within};

/// Two whole numbers: the coordinates of a cell, or where it is drawn.
pub(crate) struct Pair;
/// A cell: its number, its name, or its coordinates.
pub(crate) struct Spot;
/// How large a board is.
type Size = Int<u16, 0, { u16::MAX as i64 }>;
/// How high a cell lies.
type Level = Int<i16, { i16::MIN as i64 }, { i16::MAX as i64 }>;

form! {
    HexPlan: "a hexagon of hexes; `radius` 2 has 19" {
        needs radius: Size, "how far it reaches";
    }

    HexCellsPlan: "hexes given one by one" {
        needs cells: List<Pair>, "its cells, as pairs of axial coordinates";
    }

    SquarePlan: "a square grid of columns and rows" {
        needs width: Size, "its columns";
        needs height: Size, "its rows";
        may diagonals: Flag, "whether there are eight directions instead of four";
        may without: List<Pair>, "cells that are not there, as { column, row }";
    }

    LinePlan: "spaces in a row" {
        needs spaces: Size, "how long it is";
    }

    GraphPlan: "named cells with links, each named once" {
        needs cells: List<Rec<GraphCell>>, "its cells";
    }

    GraphCell: "a named cell" {
        needs name: Text, "its name";
        may links: List<Text>, "those it is linked with; each link is named once";
        may center: Opt<Pair>, "where it is drawn, in thousandths of a cell";
    }

    AnyPlan: "what every plan may say" {
        may levels: List<Level>, "levels of cells";
        may tags: Texts<List<Spot>>, "cells by their tag: numbers, names, or pairs of coordinates";
    }
}

/// The plan of a board, by its kind.
struct Plan {
    kind: &'static str,
    form: fn() -> Schema,
    shape: fn(&Value) -> Shape,
}

/// All kinds of plans.
const PLANS: [Plan; 5] = [
    Plan {
        kind: "hex",
        form: HexPlan::schema,
        shape: |plan| Shape::Hex { radius: said::<HexPlan>(plan).radius },
    },
    Plan {
        kind: "hex_cells",
        form: HexCellsPlan::schema,
        shape: |plan| Shape::HexCells { cells: known(said::<HexCellsPlan>(plan).cells) },
    },
    Plan {
        kind: "square",
        form: SquarePlan::schema,
        shape: |plan| {
            let SquarePlan { width, height, diagonals, without } = said(plan);
            Shape::Square { width, height, diagonals, without: known(without) }
        },
    },
    Plan {
        kind: "line",
        form: LinePlan::schema,
        shape: |plan| Shape::Line { spaces: said::<LinePlan>(plan).spaces },
    },
    Plan {
        kind: "graph",
        form: GraphPlan::schema,
        shape: |plan| {
            let cells = said::<GraphPlan>(plan).cells.into_iter();
            let cell = |it: GraphCell| {
                let center = it.center.flatten();
                Cell { name: it.name, links: it.links, center }
            };
            Shape::Graph { cells: cells.map(cell).collect() }
        },
    },
];

impl Plan {
    /// What it may hold: its own rows, and those of every plan.
    fn schema(&self) -> Schema {
        let own = (self.form)();
        let fields = own.fields.into_iter().chain(AnyPlan::schema().fields).collect();
        Schema { fields, ..own }
    }

    /// The same as it is checked: spots are held to what they can be, and the functions of the
    /// library write down which plan it is.
    fn checked(&self) -> Schema {
        let spot = Type::OneOf(vec![Size::declared(), Type::Text, Pair::declared()]);
        let own = self.schema();
        let fine = |field: Field| match field.kind == Texts::<List<Spot>>::declared() {
            true => Field {
                kind: Type::Map {
                    keys: Box::new(Type::Text),
                    of: Box::new(Type::list(spot.clone())),
                },
                ..field
            },
            false => field,
        };
        let fields = own.fields.into_iter().map(fine).collect();
        Schema { fields, ..own }.needs("kind", Type::Text, "which plan it is")
    }
}

/// The forms of all plans, as they are handed to the functions of the library.
pub(crate) fn plan_forms() -> Vec<Schema> {
    PLANS.iter().map(Plan::schema).chain([GraphCell::schema()]).collect()
}

fn plan_of(value: &Value) -> Option<&'static Plan> {
    let kind = value.get("kind")?.as_text()?;
    PLANS.iter().find(|plan| plan.kind == kind)
}

fn said<F: Form>(plan: &Value) -> F {
    F::read(plan, &Vocabulary::default())
}

fn known(pairs: Vec<Option<(i32, i32)>>) -> Vec<(i32, i32)> {
    pairs.into_iter().flatten().collect()
}

/// The board that a plan describes.
///
/// # Errors
/// A sentence that says why there is none.
pub(super) fn board(value: &Value) -> Result<Board, String> {
    if *value == Value::Nil {
        return Err("the game has no board".to_owned());
    }
    let plan = plan_of(value).ok_or_else(|| {
        let kinds: Vec<&str> = PLANS.iter().map(|plan| plan.kind).collect();
        format!("the board must be one of harena.{}", kinds.join(", "))
    })?;
    let AnyPlan { levels, tags } = said(value);
    let places = |all: Vec<Option<Place>>| all.into_iter().flatten().collect();
    let tags: BTreeMap<String, Vec<Place>> =
        tags.into_iter().map(|(tag, all)| (tag, places(all))).collect();
    let shape = (plan.shape)(value);
    Board::build(&BoardPlan { shape, levels, tags }).map_err(|e| e.to_string())
}

impl Holds for Pair {
    type Out = Option<(i32, i32)>;

    fn declared() -> Type {
        Type::List { of: Box::new(Whole::declared()), min: 2, max: 2 }
    }

    fn read(value: &Value, names: &Vocabulary) -> Option<(i32, i32)> {
        Some((Whole::read(value.at(1)?, names), Whole::read(value.at(2)?, names)))
    }

    fn absent() -> Option<(i32, i32)> {
        None
    }
}

impl Holds for Spot {
    type Out = Option<Place>;

    /// For types, anything: a list of one sort in a constant is no list of several to a checker.
    fn declared() -> Type {
        Type::Any
    }

    fn read(value: &Value, names: &Vocabulary) -> Option<Place> {
        match value {
            Value::Int(index) => u16::try_from(*index).ok().map(Place::Index),
            Value::Text(name) => Some(Place::Name(name.clone())),
            Value::List(_) | Value::Record(_) => {
                Pair::read(value, names).map(|(a, b)| Place::At(a, b))
            }
            Value::Nil | Value::Bool(_) | Value::Number(_) | Value::Function(_) => None,
        }
    }

    fn absent() -> Option<Place> {
        None
    }
}

/// Everything wrong with the plan of the board, with paths from the game.
pub(super) fn of_plan(plan: &Value, allowance: &Allowance) -> Vec<Finding> {
    let Some(of_kind) = plan_of(plan) else { return Vec::new() };
    let form = of_kind.checked();
    let findings = check_within(&form, plan, &Words::default(), allowance);
    let inside = |path: Vec<Key>| [vec!["board".into()], path].concat();
    let placed = |finding: Finding| Finding { path: inside(finding.path), ..finding };
    findings.into_iter().map(placed).collect()
}

/// Defaults and presets that the settings they belong to do not take, and fewer seats than the
/// least.
pub(super) fn of_settings(game: &Value, menu: &Menu) -> Vec<Finding> {
    let finding = |path: Vec<Key>, message: String| Finding {
        path,
        code: codes::SETTING_REFUSED,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn square(extra: &[(&str, Value)]) -> Value {
        let fields = [("kind", Value::text("square")), ("width", 3.into()), ("height", 3.into())];
        let all = fields.iter().chain(extra);
        let board = all.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Value::Record(board)
    }

    #[track_caller]
    fn check(extra: &[(&str, Value)], expected: &[(&str, &str)]) {
        let findings = of_plan(&square(extra), &Allowance::default());
        let hint = |it: &Finding| it.hint.clone().unwrap_or_default();
        let found: Vec<_> = findings.iter().map(|it| (it.code.as_str(), hint(it))).collect();
        let found: Vec<_> = found.iter().map(|(code, hint)| (*code, hint.as_str())).collect();
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
        let tags = Value::record([("start", Value::List(vec![Value::Bool(true)]))]);
        let findings = of_plan(&square(&[("tags", tags)]), &Allowance::default());
        assert!(!findings.is_empty(), "a tag holds spots");
    }
}
