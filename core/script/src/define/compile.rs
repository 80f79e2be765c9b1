//! From checked definitions to a game under one set of settings.

use std::borrow::Cow;
use std::sync::Arc;

use harena_engine::board::Board;
use harena_engine::combat::{Combat, Mode, Pool};
use harena_engine::filter::{Filter, Whereabouts};
use harena_engine::game::*;
use harena_engine::id::*;
use harena_engine::mask::Mask;
use harena_pack::Problem;
use harena_pack::codes;

use super::arguments::{self, Argument};
use super::form::Form;
use super::forms as written;
use super::menu::text;
use super::reprint::Reprinted;
use super::resolve::resolve;
use super::{Declared, Definitions, boards, limits, located, personas, problem_at, sheet, titles};
use crate::allowance::Allowance;
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
    let words = super::names::vocabulary_of(&value);
    let mut findings = check_within(&written::game_form(), &value, &words, &allowance);
    findings.extend(limits::of_game(&value));
    findings.extend(arguments::of_game(&value));
    let names = super::names::compiled(&value);
    let written = written::Game::read(&value, &names);
    findings.extend(boards::of_plan(&written.board, &allowance));
    let mut problems = located(&mut sources, &definitions.game, &findings);
    let board = boards::board(&written.board).unwrap_or_else(|message| {
        let (file, line) = (&definitions.game.file, definitions.game.line);
        problems.push(problem_at(Problem::error(codes::BAD_BOARD, message), file, line));
        Board::default()
    });
    if !problems.is_empty() {
        return Err(problems);
    }
    let declared = titles::Declared::of(&written);
    let mut game = game(written, board, names);
    game.titles = titles::titles_of(&game, &definitions.looks.game, &declared);
    game.n_seats = n_seats;
    game.settings = settings.clone();
    let mut shop = Shop { settings: &settings, words, allowance: &allowance, sources, problems };
    add_prototypes(&mut game, definitions, &mut shop);
    for (faction, declared) in definitions.with_personas() {
        let value = resolve(&declared.value, &settings, &allowance);
        let findings = personas::add(&mut game, faction, &value);
        shop.problems.extend(located(&mut shop.sources, declared, &findings));
    }
    let mut problems = shop.problems;
    if allowance.is_spent() {
        let problem = Problem::error(
            codes::TOO_MUCH_TO_READ,
            "under these settings there is too much to read",
        );
        problems.push(problem_at(problem, &definitions.game.file, definitions.game.line));
    }
    if problems.is_empty() { Ok(Arc::new(game)) } else { Err(problems) }
}

/// The game that a definition describes, without its sheets.
fn game(written: written::Game, board: Board, names: Vocabulary) -> Game {
    let starts = |vars: &[(String, i32)]| vars.iter().map(|(_, start)| *start).collect();
    let arguments: Vec<Vec<Argument>> =
        written.verbs.iter().map(|verb| arguments::read(&verb.args)).collect();
    let dice: Vec<(VarId, u16)> = written.secret_dice.iter().map(|it| (it.var, it.sides)).collect();
    Game {
        id: written.offered.id,
        title: written.offered.title,
        zones: written.zones.into_iter().map(zone).collect(),
        marks: written.marks.into_iter().map(mark).collect(),
        verbs: arguments.iter().map(|it| kinds_of(it)).collect(),
        arguments: arguments.iter().map(|it| names_of(it)).collect(),
        layers: written.layers.into_iter().map(layer).collect(),
        vars: starts(&written.vars),
        seat_vars: starts(&written.seat_vars),
        board: Arc::new(board),
        combat: written.combat.map(combat),
        floors: written.floors.map(|it| FloorRule { kind: it.kind, exits: it.exits }),
        secret_vars: secret_vars(written.secret_vars, &dice),
        secret_dice: dice,
        concede: written.concede,
        first_step: written.first_step,
        score_parts: written.score_parts,
        names,
        ..Game::default()
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
    let form = written::Sheet::schema();
    let mut add = |game: &mut Game, entry: &Declared, faction: Option<FactionId>| {
        let made = match resolve(&entry.value, shop.settings, shop.allowance) {
            Cow::Borrowed(_) => Cow::Borrowed(entry),
            Cow::Owned(value) => {
                Cow::Owned(Declared { file: entry.file.clone(), line: entry.line, value })
            }
        };
        let mut findings = check_within(&form, &made.value, &shop.words, shop.allowance);
        findings.extend(limits::of_sheet(&made.value));
        findings.extend(sheet::reaches(&made.value));
        shop.problems.extend(located(&mut shop.sources, &made, &findings));
        if findings.is_empty() {
            let mut prototype = sheet::prototype(game, &made, faction);
            let reprints = definitions.reprints.get(game.prototypes.len()).into_iter().flatten();
            let under = |it: &Value| resolve(it, shop.settings, shop.allowance).into_owned();
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

/// What only its own seat sees: the variables that say so, and dice.
fn secret_vars(mut all: Vec<VarId>, dice: &[(VarId, u16)]) -> Vec<VarId> {
    for (die, _) in dice {
        if !all.contains(die) {
            all.push(*die);
        }
    }
    all
}

fn zone(written: written::Zone) -> ZoneRule {
    ZoneRule { per_seat: written.per_seat, sight: written.sight, kinds: written.kinds }
}

fn mark(written: written::Mark) -> MarkRule {
    MarkRule {
        gives: written.gives,
        adds: written.adds,
        adds_sides: written.adds_sides,
        until: written.until_moment,
        falls_off: written.falls_off,
        supply: written.supply,
        adds_up: written.adds_up,
    }
}

fn kinds_of(arguments: &[Argument]) -> Vec<ArgKind> {
    arguments.iter().map(|argument| argument.kind).collect()
}

fn names_of(arguments: &[Argument]) -> Names {
    arguments.iter().map(|argument| argument.name.as_str()).collect()
}

fn layer(written: written::Layer) -> Layer {
    Layer { statuses: written.statuses, cancels: written.cancels }
}

fn combat(written: written::Combat) -> Combat {
    Combat {
        shift: written.shift,
        extra: written.extra,
        catches_up: written.catches_up,
        silenced: written.silenced,
        modes: written.modes.into_iter().map(mode).collect(),
        spared: written.spared.into_iter().map(|it| (it.from, it.to)).collect(),
        wounds: written.wounds,
        hit_points: written.hit_points,
        pool: written.pool.map(|it| Pool { kinds: it.kinds, left: it.left, holder: it.holder }),
        falls_to: written.falls_to,
    }
}

fn mode(written: written::Mode) -> Mode {
    Mode {
        range: written.range,
        bonus: written.bonus,
        resisted_by: written.resisted_by,
        pierces: written.pierces,
        blocked_by_friends: written.blocked_by_friends,
    }
}

/// A filter that passed the check.
pub(crate) fn compile_filter(game: &Game, value: &Value) -> Filter {
    filter(game, written::Filter::read(value, &game.names))
}

/// The filter that a written one describes.
pub(super) fn filter(game: &Game, written: written::Filter) -> Filter {
    let zone = written.zone.map(Whereabouts::Zone);
    let anywhere = written.anywhere.then_some(Whereabouts::Anywhere);
    let prototype =
        |id: String| game.find_prototype(None, &id).unwrap_or(PrototypeId(u16::MAX - 1));
    Filter {
        kinds: written.kind.map_or(Mask::NONE, |kind| Mask::of(kind.index())) | written.kinds,
        whose: written.whose,
        with: written.with,
        without: written.without,
        keyword: written.keyword,
        prototype: written.prototype.map(prototype),
        at_least: written.at_least.first().copied(),
        marked: written.marked,
        unmarked: written.unmarked,
        place: anywhere.or(zone).unwrap_or_default(),
        adjacent: written.adjacent,
        others: written.others,
    }
}
