//! Which matches the battery plays of a pack: the plain game, all numbers of seats, all presets,
//! every value of every setting, all factions.

use std::sync::Arc;

use harena_engine::game::{Game, SettingValue, Settings};
use harena_engine::the_match::Setup;
use harena_lab::Table;
use harena_lab::battery::{self, Depth};
use harena_pack::{Kind, Pack, Problem};
use harena_script::{Host, Menu, SettingKind};

use crate::args::Check as Args;
use crate::seating::every_faction;

/// A choice with more words than this is tried with some of them.
const MOST_VALUES: usize = 6;

/// One way to play the game.
struct Trial {
    settings: Settings,
    n_seats: u8,
    n_deep: u32,
    n_played: u32,
    /// Whether settings that do not fit together are to be expected.
    may_not_fit: bool,
}

/// Loads the packs twice and plays. Answers the warnings and what the battery says.
///
/// # Errors
/// Everything that keeps the packs from being loaded.
pub(super) fn run(
    pack: &Pack,
    packs: &[Arc<Pack>],
    args: &Args,
) -> Result<(Vec<Problem>, battery::Outcome), Vec<Problem>> {
    let (first, second) = (Host::load(packs)?, Host::load(packs)?);
    let menu = first.menu().clone();
    let mut games = Vec::new();
    for trial in trials(pack, &menu, args.matches) {
        match (
            first.build(&trial.settings, trial.n_seats),
            second.build(&trial.settings, trial.n_seats),
        ) {
            (Ok(one), Ok(other)) => games.push((trial, one, other)),
            (Err(_), _) | (_, Err(_)) if trial.may_not_fit => {}
            (Err(problems), _) | (_, Err(problems)) => return Err(problems),
        }
    }
    let mut problems = first.warnings().to_vec();
    let Some((_, one, other)) = games.first() else {
        return Ok((problems, battery::Outcome::default()));
    };
    let mut tables = (table(one, first), table(other, second));
    let mut outcome = battery::Outcome::default();
    for (number, (trial, one, other)) in (1..).zip(&games) {
        (tables.0.game, tables.1.game) = (one.clone(), other.clone());
        let depth = Depth {
            seed: args.seed.wrapping_add(number),
            n_deep: trial.n_deep,
            n_played: trial.n_played,
            ..Depth::default()
        };
        let mut found = battery::run(&mut tables, &setups(pack, &menu, trial.n_seats), &depth);
        let unusual = unusual(&menu, trial);
        found.findings.iter_mut().for_each(|it| it.sentence += &unusual);
        outcome.merge(found);
    }
    problems.sort();
    Ok((problems, outcome))
}

fn table(game: &Arc<Game>, host: Host) -> Table {
    Table { game: game.clone(), rules: Box::new(host) }
}

/// What was unusual about a trial, for the end of a sentence.
fn unusual(menu: &Menu, trial: &Trial) -> String {
    let defaults = menu.defaults();
    let changed = trial.settings.iter().filter(|(name, value)| defaults.get(*name) != Some(value));
    let mut words: Vec<String> =
        changed.map(|(name, value)| format!("--set {name}={value}")).collect();
    if trial.n_seats != menu.min_seats {
        words.insert(0, format!("--seats {}", trial.n_seats));
    }
    if words.is_empty() { String::new() } else { format!(" (with {})", words.join(" ")) }
}

fn trials(pack: &Pack, menu: &Menu, n_matches: u32) -> Vec<Trial> {
    let defaults = menu.defaults();
    let some = n_matches.div_ceil(6);
    let plain = |settings: Settings, n_seats, n_deep, n_played| Trial {
        settings,
        n_seats,
        n_deep,
        n_played,
        may_not_fit: false,
    };
    let mut trials = vec![plain(defaults.clone(), menu.min_seats, 2, n_matches.saturating_sub(2))];
    for n_seats in menu.min_seats + 1..=menu.max_seats {
        trials.push(plain(defaults.clone(), n_seats, 1, some));
    }
    if matches!(pack.manifest.kind, Kind::Faction | Kind::Content) {
        return trials;
    }
    for preset in &menu.presets {
        let mut settings = defaults.clone();
        settings.extend(preset.settings.clone());
        let own = match settings.remove("seats") {
            Some(SettingValue::Int(n)) => u8::try_from(n).ok(),
            Some(SettingValue::Bool(_) | SettingValue::Text(_)) | None => None,
        };
        let n_seats = own.unwrap_or(menu.min_seats);
        trials.push(Trial { may_not_fit: own.is_none(), ..plain(settings, n_seats, 1, some) });
    }
    for rule in &menu.settings {
        for value in other_values(&rule.kind, &rule.default) {
            let settings = with(&defaults, &rule.id, value);
            trials.push(Trial { may_not_fit: true, ..plain(settings, menu.min_seats, 0, 1) });
        }
    }
    trials
}

fn with(settings: &Settings, name: &str, value: SettingValue) -> Settings {
    let mut settings = settings.clone();
    settings.insert(name.to_owned(), value);
    settings
}

/// Values of a setting that are not its default: the ends of a range, the words of a choice.
fn other_values(kind: &SettingKind, default: &SettingValue) -> Vec<SettingValue> {
    let mut values: Vec<SettingValue> = match kind {
        SettingKind::Bool => [true, false].map(SettingValue::Bool).into(),
        SettingKind::Int { min, max } => [*min, *max].map(SettingValue::Int).into(),
        SettingKind::Choice(words) => {
            words.iter().take(MOST_VALUES).cloned().map(SettingValue::Text).collect()
        }
        SettingKind::Text => Vec::new(),
    };
    values.retain(|value| value != default);
    values
}

/// Line-ups: all ways to seat factions that a faction pack is part of; and none, so that the
/// match itself lets seats choose.
fn setups(pack: &Pack, menu: &Menu, n_seats: u8) -> Vec<Setup> {
    let own = menu.factions.iter().position(|it| it.pack == pack.id());
    let is_own = |id: &Option<harena_engine::id::FactionId>| {
        own.is_none_or(|own| id.is_some_and(|id| id.index() == own))
    };
    let mut setups: Vec<Setup> = every_faction(menu.factions.len(), n_seats)
        .into_iter()
        .filter(|factions| own.is_none() || factions.iter().any(is_own))
        .map(|factions| Setup { factions, ..Setup::default() })
        .collect();
    if pack.manifest.kind != Kind::Faction || setups.is_empty() {
        setups.insert(0, Setup::default());
    }
    // Neighbors in the list differ little; a stride meets many factions in few matches.
    let stride = if setups.len().is_multiple_of(5) { 7 } else { 5 };
    let n = setups.len();
    (0..n).filter_map(|at| setups.get(at * stride % n).cloned()).collect()
}
