//! Which matches the battery plays of a pack.
//!
//! Of a game: the plain one with all numbers of seats, all presets, every value of every setting,
//! all factions. Of a pack that extends a game, a short series in which it takes part: the game
//! itself is checked on its own.

use std::collections::BTreeSet;

use harena_engine::game::{Game, SettingValue, Settings};
use harena_engine::id::FactionId;
use harena_engine::the_match::Setup;
use harena_lab::series::every_faction;
use harena_pack::{Kind, Pack};
use harena_script::{Menu, SettingKind};

use super::ways::{Ways, Why};
use crate::quote::shell_word;

/// A choice with more words than this is tried with some of them.
const MOST_VALUES: usize = 6;

/// With more ways to play than this, so many of them are tried.
const MOST_TRIALS: usize = 80;

/// With more ways to seat factions than this, so many of them take turns.
const MOST_WAYS: usize = 2_000;

/// So many decisions of a deep match are looked at: of the plain game, of the game in a preset or
/// with more seats, and of a pack that extends it.
const MOMENTS: (u32, u32, u32) = (400, 150, 60);

/// So many of the match with a setting that is not its default: what a setting opens or closes has
/// its reasons too.
const MOMENTS_OF_SETTING: u32 = 20;

/// One way to play the game.
#[derive(Clone)]
pub(super) struct Trial {
    pub settings: Settings,
    pub n_seats: u8,
    pub n_deep: u32,
    pub n_played: u32,
    pub max_moments: u32,
    pub way: Way,
}

/// What makes a trial different from the plain game.
#[derive(Clone)]
pub(super) enum Way {
    /// The number of seats, or nothing.
    Seats,
    /// A preset; whether it names its number of seats.
    Preset { id: String, names_seats: bool },
    /// One setting, by its name.
    Setting(String),
}

impl Trial {
    /// Its name, as `harena play` is told of it.
    pub(super) fn name(&self) -> String {
        match &self.way {
            Way::Seats => format!("--seats {}", self.n_seats),
            Way::Preset { id, .. } => format!("--preset {}", shell_word(id)),
            Way::Setting(id) => {
                let value = self.settings.get(id).map(SettingValue::to_string);
                set_flag(id, &value.unwrap_or_default())
            }
        }
    }

    /// What `harena play` must be told to play the same, with a space before each flag.
    pub(super) fn flags(&self, menu: &Menu, factions: &[Option<FactionId>]) -> String {
        let mut flags = String::new();
        if self.n_seats != menu.min_seats {
            flags += &format!(" --seats {}", self.n_seats);
        }
        let defaults = menu.defaults();
        for (name, value) in &self.settings {
            if defaults.get(name) != Some(value) {
                flags += &format!(" {}", set_flag(name, &value.to_string()));
            }
        }
        if factions.iter().any(Option::is_some) {
            let named = |id: &Option<FactionId>| {
                let entry = id.and_then(|id| menu.factions.get(id.index()));
                entry.map_or("any", |entry| entry.id.as_str())
            };
            let names: Vec<&str> = factions.iter().map(named).collect();
            flags += &format!(" --factions {}", shell_word(&names.join(",")));
        }
        flags
    }
}

fn set_flag(name: &str, value: &str) -> String {
    format!("--set {}", shell_word(&format!("{name}={value}")))
}

/// The trials of a pack; `game` is the plain game, `n_matches` is how many matches of it a game
/// gets. What is not among them, because there are too many, is noted as left out.
pub(super) fn trials(
    pack: &Pack,
    (menu, game): (&Menu, &Game),
    n_matches: u32,
    ways: &mut Ways,
) -> Vec<Trial> {
    let mut trials = match pack.manifest.kind {
        Kind::Faction | Kind::Content | Kind::Variant => {
            of_extension(pack, menu, game, n_matches.div_ceil(4))
        }
        Kind::Game | Kind::Scenario | Kind::Theme | Kind::Bot | Kind::Locale | Kind::Library => {
            of_game(menu, n_matches, ways)
        }
    };
    let mut known: BTreeSet<(u8, Vec<String>)> = BTreeSet::new();
    trials.retain(|trial| {
        let settings = trial.settings.values().map(SettingValue::to_string).collect();
        known.insert((trial.n_seats, settings))
    });
    spread(trials, MOST_TRIALS, ways)
}

/// So many trials, spread evenly; the first always.
fn spread(list: Vec<Trial>, most: usize, ways: &mut Ways) -> Vec<Trial> {
    let n = list.len().max(1);
    let slot = |at: usize| if n <= most { at } else { at * most / n };
    let is_first = |at: usize| at == 0 || slot(at) != slot(at - 1);
    let mut picked = Vec::new();
    for (at, trial) in list.into_iter().enumerate() {
        if is_first(at) {
            picked.push(trial);
        } else {
            ways.leave_out(Why::TooMany, || trial.name());
        }
    }
    picked
}

fn of_game(menu: &Menu, n_matches: u32, ways: &mut Ways) -> Vec<Trial> {
    let some = n_matches.div_ceil(6);
    let mut trials = vec![plain(menu, menu.min_seats, (2, n_matches.saturating_sub(2)), MOMENTS.0)];
    for n_seats in menu.min_seats + 1..=menu.max_seats {
        trials.push(plain(menu, n_seats, (1, some), MOMENTS.1));
    }
    trials.extend(presets(menu, (1, some), MOMENTS.1));
    for rule in &menu.settings {
        for value in other_values(&rule.kind, &rule.default) {
            trials.push(with(menu, &rule.id, value));
        }
        for word in further_words(&rule.kind, &rule.default) {
            ways.leave_out(Why::TooMany, || set_flag(&rule.id, word));
        }
    }
    trials
}

/// The short series of a faction or of content. Content takes part where a setting names one of
/// its sheets, and in presets.
fn of_extension(pack: &Pack, menu: &Menu, game: &Game, n_matches: u32) -> Vec<Trial> {
    let mut trials = vec![plain(menu, menu.min_seats, (1, n_matches.saturating_sub(1)), MOMENTS.2)];
    for n_seats in menu.min_seats + 1..=menu.max_seats {
        trials.push(plain(menu, n_seats, (0, 2), 0));
    }
    if pack.manifest.kind != Kind::Content {
        return trials;
    }
    trials.extend(presets(menu, (0, 1), 0));
    let own = format!("{}/", pack.id());
    let sheets = game.prototypes.iter().filter(|it| it.source.starts_with(&own));
    let ids: BTreeSet<&str> = sheets.map(|it| it.id.as_str()).collect();
    for rule in &menu.settings {
        let (SettingKind::Choice(words) | SettingKind::Set { words, .. }) = &rule.kind else {
            continue;
        };
        let named = words.iter().filter(|word| ids.contains(word.as_str()));
        trials.extend(named.map(|word| with(menu, &rule.id, SettingValue::Text(word.clone()))));
    }
    trials
}

/// The game as it is, with so many deep and further matches.
fn plain(menu: &Menu, n_seats: u8, (n_deep, n_played): (u32, u32), max_moments: u32) -> Trial {
    let settings = menu.defaults();
    Trial { settings, n_seats, n_deep, n_played, max_moments, way: Way::Seats }
}

/// The presets, each with the number of seats it names.
fn presets(menu: &Menu, n: (u32, u32), max_moments: u32) -> impl Iterator<Item = Trial> {
    menu.presets.iter().map(move |preset| {
        let mut settings = menu.defaults();
        settings.extend(preset.settings.clone());
        let own = match settings.remove("seats") {
            Some(SettingValue::Int(n)) => u8::try_from(n).ok(),
            Some(SettingValue::Bool(_) | SettingValue::Text(_)) | None => None,
        };
        let like = plain(menu, own.unwrap_or(menu.min_seats), n, max_moments);
        let way = Way::Preset { id: preset.id.clone(), names_seats: own.is_some() };
        Trial { settings, way, ..like }
    })
}

/// One deep match with a setting that is not its default.
fn with(menu: &Menu, name: &str, value: SettingValue) -> Trial {
    let mut trial = plain(menu, menu.min_seats, (1, 0), MOMENTS_OF_SETTING);
    trial.settings.insert(name.to_owned(), value);
    Trial { way: Way::Setting(name.to_owned()), ..trial }
}

/// Values of a setting that are not its default: the ends of a range, the words of a choice, the
/// words of a set one by one and together.
fn other_values(kind: &SettingKind, default: &SettingValue) -> Vec<SettingValue> {
    let mut values: Vec<SettingValue> = match kind {
        SettingKind::Bool => [true, false].map(SettingValue::Bool).into(),
        SettingKind::Int { min, max } => [*min, *max].map(SettingValue::Int).into(),
        SettingKind::Choice(words) => {
            words.iter().take(MOST_VALUES).cloned().map(SettingValue::Text).collect()
        }
        SettingKind::Set { words, .. } => {
            let all = words.join("+");
            words.iter().take(MOST_VALUES).cloned().chain([all]).map(SettingValue::Text).collect()
        }
        SettingKind::Text => Vec::new(),
    };
    values.retain(|value| value != default);
    values
}

/// Words of a setting that are not among those values.
fn further_words<'r>(
    kind: &'r SettingKind,
    default: &'r SettingValue,
) -> impl Iterator<Item = &'r str> {
    let words: &[String] = match kind {
        SettingKind::Choice(words) | SettingKind::Set { words, .. } => words,
        SettingKind::Bool | SettingKind::Int { .. } | SettingKind::Text => &[],
    };
    let is_other = |word: &&str| !matches!(default, SettingValue::Text(text) if text == word);
    words.iter().skip(MOST_VALUES).map(String::as_str).filter(is_other)
}

/// The ways to seat factions that a faction pack is part of; and none, so that the match itself
/// lets seats choose.
pub(super) fn line_ups(pack: &Pack, menu: &Menu, n_seats: u8) -> Vec<Setup> {
    let own = menu.factions.iter().position(|it| it.pack == pack.id());
    let ways = every_faction(menu.factions.len(), n_seats);
    let is_complete = ways.n() <= MOST_WAYS as u128;
    let mut setups: Vec<Setup> = ways
        .some(MOST_WAYS)
        .into_iter()
        .zip(0_usize..)
        .filter_map(|(factions, at)| with_own(factions, own, (!is_complete).then_some(at)))
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

/// A way to seat factions, if the own one is among them; where `seat` is given, it is put there.
fn with_own(
    mut factions: Vec<Option<FactionId>>,
    own: Option<usize>,
    seat: Option<usize>,
) -> Option<Vec<Option<FactionId>>> {
    let Some(own) = own else { return Some(factions) };
    let is_own = |id: &Option<FactionId>| id.is_some_and(|id| id.index() == own);
    if factions.iter().any(is_own) {
        return Some(factions);
    }
    let n = factions.len().max(1);
    *factions.get_mut(seat? % n)? = u8::try_from(own).ok().map(FactionId);
    Some(factions)
}
