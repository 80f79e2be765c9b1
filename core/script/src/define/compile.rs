//! From checked definitions to a game under one set of settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_engine::board::{Board, BoardPlan, Place as BoardPlace, Shape};
use harena_engine::combat::{Combat, Mode, Pool, Range};
use harena_engine::filter::{Filter, Relation, Whereabouts};
use harena_engine::game::*;
use harena_engine::id::*;
use harena_engine::mask::Mask;
use harena_pack::Problem;

use super::arguments::{self, Argument};
use super::menu::{list, text};
use super::reprint::Reprinted;
use super::resolve::resolve;
use super::{Declared, Definitions, boards, limits, located, personas, problem_at, sheet};
use crate::allowance::Allowance;
use crate::fit::nearest;
use crate::schema::{Value, Vocabulary as Words, check_within};
use crate::source::Sources;

/// Builds the game.
pub(crate) fn compile(
    definitions: &Definitions,
    settings: &Settings,
    n_seats: u8,
) -> Result<Arc<Game>, Vec<Problem>> {
    let mut settings = settings.clone();
    settings.insert("seats".into(), SettingValue::Int(i32::from(n_seats)));
    let allowance = Allowance::default();
    let mut sources = Sources::new(&definitions.packs, &allowance);
    let value = resolve(&definitions.game.value, &settings, &allowance);
    let words = super::forms::vocabulary_of(&value);
    let mut findings = check_within(&super::forms::game_form(), &value, &words, &allowance);
    findings.extend(limits::of_game(&value));
    findings.extend(arguments::of_game(&value));
    findings.extend(boards::of_game(&value, &allowance));
    let mut problems = located(&mut sources, &definitions.game, &findings);
    let board = board(&value).unwrap_or_else(|message| {
        let (file, line) = (&definitions.game.file, definitions.game.line);
        problems.push(problem_at(Problem::error("H0422", message), file, line));
        Board::default()
    });
    if !problems.is_empty() {
        return Err(problems);
    }
    let names = vocabulary(&value);
    let mut game = Game {
        id: text(&value, "id"),
        title: text(&value, "title"),
        n_seats,
        settings: settings.clone(),
        zones: list(&value, "zones").iter().map(|v| zone(&names, v)).collect(),
        marks: list(&value, "marks").iter().map(|v| mark(&names, v)).collect(),
        verbs: list(&value, "verbs").iter().map(|it| kinds_of(&arguments::of(it))).collect(),
        arguments: list(&value, "verbs").iter().map(|it| names_of(&arguments::of(it))).collect(),
        layers: list(&value, "layers").iter().map(|v| layer(&names, v)).collect(),
        vars: starts(&value, "vars"),
        seat_vars: starts(&value, "seat_vars"),
        board: Arc::new(board),
        combat: value.get("combat").map(|v| combat(&names, v)),
        floors: value.get("floors").map(|v| floors(&names, v)),
        secret_vars: secret_vars(&names, &value),
        secret_dice: secret_dice(&names, &value),
        concede: value
            .get("concede")
            .and_then(Value::as_text)
            .and_then(|step| names.steps.find(step))
            .map(StepId::at),
        first_step: StepId::at(find(&names.steps, &text(&value, "first_step"))),
        score_parts: list(&value, "score_parts")
            .iter()
            .filter_map(|it| it.as_text().map(str::to_owned))
            .collect(),
        names,
        ..Game::default()
    };
    let mut shop = Shop { settings: &settings, words, allowance: &allowance, sources, problems };
    add_prototypes(&mut game, definitions, &mut shop);
    for (faction, declared) in definitions.with_personas() {
        let value = resolve(&declared.value, &settings, &allowance);
        let findings = personas::add(&mut game, faction, &value);
        shop.problems.extend(located(&mut shop.sources, declared, &findings));
    }
    let mut problems = shop.problems;
    if allowance.is_spent() {
        let problem = Problem::error("H0211", "under these settings there is too much to read");
        problems.push(problem_at(problem, &definitions.game.file, definitions.game.line));
    }
    if problems.is_empty() { Ok(Arc::new(game)) } else { Err(problems) }
}

fn floors(names: &Vocabulary, value: &Value) -> FloorRule {
    FloorRule {
        kind: KindId::at(find(&names.kinds, &text(value, "kind"))),
        exits: SideStatId::at(find(&names.side_stats, &text(value, "exits"))),
    }
}

/// What sheets are made with, and what is wrong with them.
struct Shop<'a> {
    settings: &'a Settings,
    words: Words,
    allowance: &'a Allowance,
    sources: Sources<'a>,
    problems: Vec<Problem>,
}

fn add_prototypes(game: &mut Game, definitions: &Definitions, shop: &mut Shop) {
    let form = super::forms::sheet_form();
    let mut add = |game: &mut Game, entry: &Declared, faction: Option<FactionId>| {
        let value = resolve(&entry.value, shop.settings, shop.allowance);
        let made = Declared { value, ..entry.clone() };
        let mut findings = check_within(&form, &made.value, &shop.words, shop.allowance);
        findings.extend(limits::of_sheet(&made.value));
        shop.problems.extend(located(&mut shop.sources, &made, &findings));
        if findings.is_empty() {
            let mut prototype = sheet::prototype(game, &made, faction);
            let reprints = definitions.reprints.get(game.prototypes.len()).into_iter().flatten();
            let under = |it: &Value| resolve(it, shop.settings, shop.allowance);
            let reprint = |it: &Reprinted| it.compiled(game, &under);
            prototype.reprints = reprints.map(reprint).collect();
            game.has_triggers |= !prototype.triggers.is_empty();
            game.prototypes.push(prototype);
        }
    };
    for entry in &definitions.sheets {
        add(game, entry, None);
    }
    for (number, read) in definitions.factions.iter().enumerate() {
        let first = game.prototypes.len();
        for entry in &read.sheets {
            add(game, entry, Some(FactionId::at(number)));
        }
        let value = &read.declared.value;
        let prototypes = (first..game.prototypes.len()).map(PrototypeId::at).collect();
        let (id, title, short) = (text(value, "id"), text(value, "title"), text(value, "short"));
        game.factions.push(Faction { id, title, short, prototypes });
    }
}

pub(super) fn find(names: &Names, name: &str) -> usize {
    names.find(name).unwrap_or(0)
}

pub(super) fn mask(names: &Names, value: &Value, field: &str) -> Mask {
    let all = list(value, field).iter().filter_map(Value::as_text);
    all.filter_map(|name| names.find(name)).collect()
}

pub(super) fn int(value: &Value, field: &str, other: i64) -> i64 {
    match value.get(field) {
        Some(Value::Int(n)) => *n,
        _ => other,
    }
}

pub(super) fn flag(value: &Value, field: &str) -> bool {
    matches!(value.get(field), Some(Value::Bool(true)))
}

/// The entries of a map, as names and whole numbers.
pub(super) fn amounts<'a>(value: &'a Value, field: &str) -> Vec<(&'a str, i16)> {
    let Some(Value::Record(entries)) = value.get(field) else { return Vec::new() };
    let amount = |(name, v): &'a (String, Value)| Some((name.as_str(), nearest(v.as_int()?)));
    entries.iter().filter_map(amount).collect()
}

fn vocabulary(value: &Value) -> Vocabulary {
    let plain =
        |field: &str| list(value, field).iter().filter_map(Value::as_text).collect::<Names>();
    let ids = |field: &str| {
        list(value, field).iter().filter_map(|v| v.get("id")?.as_text()).collect::<Names>()
    };
    let keys = |field: &str| match value.get(field) {
        Some(Value::Record(entries)) => entries.iter().map(|(name, _)| name.as_str()).collect(),
        _ => Names::default(),
    };
    let modes = value.get("combat").map_or(&[][..], |combat| list(combat, "modes"));
    let mut words = Names::default();
    words.add("");
    for field in ["prompts", "sentences", "reasons", "words"] {
        keys(field).iter().for_each(|name| {
            words.add(name);
        });
    }
    plain("words").iter().for_each(|name| {
        words.add(name);
    });
    Vocabulary {
        kinds: plain("kinds"),
        stats: plain("stats"),
        side_stats: plain("side_stats"),
        statuses: plain("statuses"),
        counters: plain("counters"),
        marks: ids("marks"),
        keywords: ids("keywords"),
        zones: ids("zones"),
        verbs: ids("verbs"),
        steps: keys("steps"),
        vars: keys("vars"),
        seat_vars: keys("seat_vars"),
        modes: modes.iter().filter_map(|v| v.get("id")?.as_text()).collect(),
        moments: plain("moments"),
        lists: plain("lists"),
        words,
    }
}

fn starts(value: &Value, field: &str) -> Vec<i32> {
    match value.get(field) {
        Some(Value::Record(entries)) => entries
            .iter()
            .map(|(_, v)| if let Value::Int(n) = v { nearest(*n) } else { 0 })
            .collect(),
        _ => Vec::new(),
    }
}

/// What only its own seat sees: the variables that say so, and dice.
fn secret_vars(names: &Vocabulary, value: &Value) -> Vec<VarId> {
    let named = list(value, "secret_vars").iter();
    let named = named.filter_map(|v| names.seat_vars.find(v.as_text()?)).map(VarId::at);
    let mut all: Vec<VarId> = named.collect();
    for (die, _) in secret_dice(names, value) {
        if !all.contains(&die) {
            all.push(die);
        }
    }
    all
}

fn secret_dice(names: &Vocabulary, value: &Value) -> Vec<(VarId, u16)> {
    let die = |v: &Value| {
        let var = names.seat_vars.find(&text(v, "var"))?;
        Some((VarId::at(var), nearest(int(v, "sides", 2))))
    };
    list(value, "secret_dice").iter().filter_map(die).collect()
}

fn zone(names: &Vocabulary, value: &Value) -> ZoneRule {
    let sight = match text(value, "sight").as_str() {
        "owner" => Sight::Owner,
        "nobody" => Sight::Nobody,
        "shown" => Sight::Shown,
        "contents" => Sight::Contents,
        _ => Sight::All,
    };
    ZoneRule { per_seat: flag(value, "per_seat"), sight, kinds: mask(&names.kinds, value, "kinds") }
}

fn mark(names: &Vocabulary, value: &Value) -> MarkRule {
    let adds = amounts(value, "adds");
    let until = value.get("until_moment").and_then(Value::as_text);
    MarkRule {
        gives: mask(&names.statuses, value, "gives"),
        adds: adds.iter().map(|(stat, n)| (StatId::at(find(&names.stats, stat)), *n)).collect(),
        adds_sides: amounts(value, "adds_sides")
            .iter()
            .map(|(stat, n)| (SideStatId::at(find(&names.side_stats, stat)), *n))
            .collect(),
        until: until.map(|name| MomentId::at(find(&names.moments, name))),
        falls_off: value.get("falls_off") != Some(&Value::Bool(false)),
        supply: nearest(int(value, "supply", 0).clamp(0, 9999)),
        adds_up: flag(value, "adds_up"),
    }
}

fn kinds_of(arguments: &[Argument]) -> Vec<ArgKind> {
    arguments.iter().map(|argument| argument.kind).collect()
}

fn names_of(arguments: &[Argument]) -> Names {
    arguments.iter().map(|argument| argument.name.as_str()).collect()
}

fn layer(names: &Vocabulary, value: &Value) -> Layer {
    Layer { statuses: mask(&names.statuses, value, "statuses"), cancels: flag(value, "cancels") }
}

fn combat(names: &Vocabulary, value: &Value) -> Combat {
    let stat = |field: &str| {
        let name = value.get(field).and_then(Value::as_text)?;
        names.stats.find(name).map(StatId::at)
    };
    let pool = value.get("pool").map(|v| Pool {
        kinds: mask(&names.kinds, v, "kinds"),
        left: VarId::at(find(&names.seat_vars, &text(v, "left"))),
        holder: VarId::at(find(&names.seat_vars, &text(v, "holder"))),
    });
    Combat {
        shift: stat("shift"),
        extra: stat("extra"),
        catches_up: flag(value, "catches_up"),
        silenced: mask(&names.statuses, value, "silenced"),
        modes: list(value, "modes").iter().map(|v| mode(names, v)).collect(),
        spared: list(value, "spared")
            .iter()
            .map(|v| (mask(&names.kinds, v, "from"), mask(&names.kinds, v, "to")))
            .collect(),
        wounds: CounterId::at(find(&names.counters, &text(value, "wounds"))),
        hit_points: stat("hit_points").unwrap_or_default(),
        pool,
        falls_to: ZoneId::at(find(&names.zones, &text(value, "falls_to"))),
    }
}

fn mode(names: &Vocabulary, value: &Value) -> Mode {
    let name = |field: &str| value.get(field).and_then(Value::as_text);
    Mode {
        range: match name("range") {
            Some("line") => Range::Line,
            Some("anywhere") => Range::Anywhere,
            _ => Range::Adjacent,
        },
        bonus: name("bonus").map(|n| StatId::at(find(&names.stats, n))),
        resisted_by: name("resisted_by").map(|n| SideStatId::at(find(&names.side_stats, n))),
        pierces: mask(&names.statuses, value, "pierces"),
        blocked_by_friends: flag(value, "blocked_by_friends"),
    }
}

pub(crate) fn relation(value: &Value, field: &str) -> Relation {
    match value.get(field).and_then(Value::as_text) {
        Some("own") => Relation::Own,
        Some("ally") => Relation::Ally,
        Some("partner") => Relation::Partner,
        Some("enemy") => Relation::Enemy,
        Some("nobody") => Relation::Nobody,
        _ => Relation::Any,
    }
}

/// A filter that passed the check.
pub(crate) fn compile_filter(game: &Game, value: &Value) -> Filter {
    let names = &game.names;
    let name = |field: &str| value.get(field).and_then(Value::as_text);
    let kind = name("kind").and_then(|n| names.kinds.find(n)).map_or(Mask::NONE, Mask::of);
    let at_least = amounts(value, "at_least");
    let zone = name("zone").map(|n| Whereabouts::Zone(ZoneId::at(find(&names.zones, n))));
    let anywhere = flag(value, "anywhere").then_some(Whereabouts::Anywhere);
    Filter {
        kinds: kind | mask(&names.kinds, value, "kinds"),
        whose: relation(value, "whose"),
        with: mask(&names.statuses, value, "with"),
        without: mask(&names.statuses, value, "without"),
        keyword: name("keyword").map(|n| KeywordId::at(find(&names.keywords, n))),
        prototype: name("prototype")
            .map(|n| game.find_prototype(None, n).unwrap_or(PrototypeId(u16::MAX - 1))),
        at_least: at_least
            .first()
            .map(|(n, least)| (CounterId::at(find(&names.counters, n)), *least)),
        marked: name("marked").map(|n| MarkId::at(find(&names.marks, n))),
        unmarked: name("unmarked").map(|n| MarkId::at(find(&names.marks, n))),
        place: anywhere.or(zone).unwrap_or_default(),
        adjacent: flag(value, "adjacent"),
        others: flag(value, "others"),
    }
}

/// The board of a game's definitions.
pub(super) fn board(value: &Value) -> Result<Board, String> {
    let plan = value.get("board").ok_or("the game has no board")?;
    let shape = shape(plan)?;
    let tags = match plan.get("tags") {
        Some(Value::Record(entries)) => {
            entries.iter().map(|(name, v)| (name.clone(), places(v))).collect()
        }
        _ => BTreeMap::new(),
    };
    let level = |v: &Value| {
        let n = v.as_int().unwrap_or(0);
        i16::try_from(n).map_err(|_| format!("the level {n} is too large"))
    };
    let levels = list(plan, "levels").iter().map(level).collect::<Result<_, _>>()?;
    Board::build(&BoardPlan { shape, levels, tags }).map_err(|e| e.to_string())
}

fn shape(plan: &Value) -> Result<Shape, String> {
    let size = |field: &str| {
        u16::try_from(int(plan, field, -1)).map_err(|_| format!("the board needs `{field}`"))
    };
    Ok(match text(plan, "kind").as_str() {
        "hex" => Shape::Hex { radius: size("radius")? },
        "hex_cells" => Shape::HexCells { cells: pairs(plan, "cells") },
        "square" => Shape::Square {
            width: size("width")?,
            height: size("height")?,
            diagonals: flag(plan, "diagonals"),
            without: pairs(plan, "without"),
        },
        "line" => Shape::Line { spaces: size("spaces")? },
        "graph" => Shape::Graph { cells: list(plan, "cells").iter().map(graph_cell).collect() },
        _ => {
            return Err(
                "the board must be one of harena.hex, hex_cells, square, line, graph".into()
            );
        }
    })
}

fn graph_cell(value: &Value) -> harena_engine::board::GraphCell {
    let links = list(value, "links").iter().filter_map(Value::as_text);
    harena_engine::board::GraphCell {
        name: text(value, "name"),
        links: links.map(str::to_owned).collect(),
        center: value.get("center").and_then(pair),
    }
}

fn pair(value: &Value) -> Option<(i32, i32)> {
    match (value.at(1), value.at(2)) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => Some((nearest(*a), nearest(*b))),
        _ => None,
    }
}

fn pairs(value: &Value, field: &str) -> Vec<(i32, i32)> {
    list(value, field).iter().filter_map(pair).collect()
}

fn places(value: &Value) -> Vec<BoardPlace> {
    let Value::List(items) = value else { return Vec::new() };
    let place = |item: &Value| match item {
        Value::Int(index) => u16::try_from(*index).ok().map(BoardPlace::Index),
        Value::Text(name) => Some(BoardPlace::Name(name.clone())),
        Value::List(_) | Value::Record(_) => pair(item).map(|(a, b)| BoardPlace::At(a, b)),
        Value::Nil | Value::Bool(_) | Value::Number(_) | Value::Function(_) => None,
    };
    items.iter().filter_map(place).collect()
}
