//! What scenarios may hold: the forms that packs write them in. They are read and played elsewhere.

use crate::schema::{Schema, Type};

fn lines() -> Type {
    Type::OneOf(vec![Type::Text, Type::list(Type::Text)])
}

/// Values under names, whatever the names are.
fn named(of: Type) -> Type {
    Type::Map { keys: Box::new(Type::Text), of: Box::new(of) }
}

fn number_or_flag() -> Type {
    Type::OneOf(vec![Type::int(i32::MIN.into(), i32::MAX.into()), Type::Bool])
}

fn numbers() -> Type {
    Type::list(Type::int(i32::MIN.into(), i32::MAX.into()))
}

fn numbers_or_lines() -> Type {
    Type::OneOf(vec![numbers(), Type::Text, Type::list(Type::Text)])
}

/// Results of chance: a list, or lists by the names of streams.
fn forced() -> Type {
    Type::OneOf(vec![numbers(), named(numbers())])
}

/// What a scenario can say; `zones` are the zones of its game.
pub fn scenario_form<'z>(zones: impl Iterator<Item = &'z str>) -> Schema {
    let form = Schema::new("Scenario")
        .about("a position, what is done, and what must come of it")
        .needs("name", Type::Text, "what it shows")
        .may("rules", Type::list(Type::Text), "the numbers of the rules it shows")
        .may("text", Type::Text, "a remark")
        .may("seats", Type::OneOf(vec![Type::INT, Type::list(Type::Text)]), "how many, or names")
        .may("factions", Type::list(Type::Text), "the factions of the seats")
        .may("people", lines(), "seats where people sit; in the others bots do")
        .may("preset", Type::Text, "a preset of the game")
        .may("settings", named(Type::Any), "settings by name")
        .may("seed", Type::INT, "the seed of chance")
        .may("moment", Type::Text, "a position to the last detail, in place of all that follow")
        .may("board", Type::Text, "the board as it is drawn")
        .may("legend", named(lines()), "what letters of the drawing stand for")
        .may("floors", Type::Text, "the floors as they are drawn, in place of those laid before")
        .may("cell_marks", lines(), "markers on cells and edges, one place a line")
        .may("pieces", lines(), "pieces, one a line")
        .may("vars", named(number_or_flag()), "variables of the match")
        .may("seat_vars", named(named(number_or_flag())), "variables of seats")
        .may("lists", named(numbers_or_lines()), "named lists of numbers")
        .may("taken_from", named(Type::Text), "zones out of which cards of others are taken")
        .may("out", lines(), "seats that are out")
        .may("active", Type::OneOf(vec![Type::INT, Type::Text]), "the active seat")
        .may("turn", Type::int(0, 999), "the number of the turn")
        .may("round", Type::int(0, 999), "the number of the round")
        .may("force", forced(), "results chance gives first")
        .may("begin", Type::Text, "the step to begin with, or `start`")
        .may("impossible", Type::Bool, "the position cannot come up in play and is laid out still")
        .needs("steps", Type::list(Type::Any), "what is done and what must come of it");
    let lying = || Type::OneOf(vec![Type::Text, Type::list(Type::Text), named(lines())]);
    zones.fold(form, |form, zone| form.may(zone, lying(), "what lies there"))
}

/// What a step of a scenario can say.
pub fn scenario_step_form() -> Schema {
    Schema::new("ScenarioStep")
        .about("something that is done in a scenario, and what must come of it")
        .may("note", Type::Text, "a remark")
        .may("given", lines(), "what must hold before that is done")
        .may("force", forced(), "results chance gives first")
        .may("act", lines(), "options that are taken")
        .may("run", lines(), "steps of the game that are run at once")
        .may("log", lines(), "what must have happened in this step, in this order")
        .may("no_log", lines(), "what must not have happened in this step")
        .may("expect", lines(), "what must hold now")
        .may("board", Type::Text, "the whole board as it must be")
        .may("legend", named(lines()), "what letters of the drawing stand for")
        .may("asks", lines(), "who is asked what")
        .may("legal", lines(), "what must be offered")
        .may("illegal", lines(), "what must not be offered")
        .may("legal_only", lines(), "all that is offered with these verbs")
        .may("noted", lines(), "remarks on what is offered: an action, a colon, part of the remark")
        .may("outcome", Type::Text, "who has won, and why")
        .may("aside", Type::Any, "steps done on a copy")
}
