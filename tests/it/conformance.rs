//! Every game passes the battery, and plays to its end with every faction, setting and number of
//! seats. Long series are the business of `harena sim`.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_engine::game::{Game, SettingValue, Settings};
use harena_engine::the_match::{Match, Setup};
use harena_lab::battery::{self, Depth};
use harena_pack::Pack;
use harena_script::{Host, Menu, SettingKind};
use harena_tests::house::{
    default_game, duel_packs, games, list, load, packs, play_on, setup, table,
};

/// No match of any game here takes longer.
const MAX_DECISIONS: usize = 5_000;

/// The packs of every game, those of the tests included.
fn every_game() -> Vec<Vec<Arc<Pack>>> {
    let mut all: Vec<_> = games().into_iter().map(packs).collect();
    all.push(duel_packs());
    all
}

#[test]
fn every_game_passes_the_battery() {
    let mut found = Vec::new();
    for packs in every_game() {
        let (game, host) = default_game(&packs);
        let setups = [setup(&game, 0, 0), setup(&game, 0, 1)];
        let seats = host.menu().min_seats;
        let depth = Depth { n_deep: 1, n_played: 6, max_moments: 40, ..Depth::default() };
        let set_up = || table(&packs, &Settings::default(), seats).unwrap();
        let outcome = battery::run(&mut (set_up(), set_up()), &setups, &depth);
        assert!(outcome.n_moments > 0, "{}: nothing was looked at", game.id);
        let told = outcome.findings.iter().map(|it| {
            let stack = it.fault.iter().flat_map(|fault| &fault.stack).cloned();
            let stack = stack.collect::<Vec<_>>().join("\n    ");
            format!(
                "{}, seed {}, action {}: {}\n    {stack}",
                game.id, it.seed, it.n_actions, it.sentence
            )
        });
        found.extend(told);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_setting_ends_and_replays() {
    for packs in every_game() {
        let (mut one, mut two) = (load(&packs), load(&packs));
        for (number, (settings, n_seats)) in variants(one.menu()).into_iter().enumerate() {
            let game = one.build(&settings, n_seats);
            let game = game.unwrap_or_else(|all| panic!("{settings:?}: {}", list(&all)));
            let setup = setup(&game, 1_000 + number as u64, number);
            ends_and_replays(&game, setup, &mut one, &mut two);
        }
    }
}

#[test]
fn every_pair_of_factions_ends_and_replays() {
    for packs in every_game() {
        let (game, mut one) = default_game(&packs);
        let mut two = load(&packs);
        let n = game.factions.len();
        let met: BTreeSet<_> = (0..n * n)
            .filter(|pair| pair / n != pair % n)
            .map(|pair| {
                let mut setup = setup(&game, 1 + pair as u64, pair / n);
                let (first, second) = ((pair / n) as u8, (pair % n) as u8);
                let pair = [first, second].map(harena_engine::id::FactionId);
                for (seat, faction) in setup.factions.iter_mut().zip(pair) {
                    *seat = Some(faction);
                }
                ends_and_replays(&game, setup, &mut one, &mut two);
                (first, second)
            })
            .collect();
        assert_eq!(met.len(), n * n.saturating_sub(1), "{}", game.id);
    }
}

/// Plays a match at random, then its actions again under other rules: the same digest at the end.
fn ends_and_replays(game: &Arc<Game>, setup: Setup, one: &mut Host, two: &mut Host) {
    let what = format!("{} {setup:?} {:?}", game.id, game.settings);
    let mut the_match = Match::new(game.clone(), setup.clone());
    the_match.log.on = true;
    play_on(&mut the_match, one, setup.seed, MAX_DECISIONS);
    assert!(the_match.outcome().is_some(), "does not end: {what}");
    let mut again = Match::new(game.clone(), setup);
    for entry in &the_match.log.entries {
        if let harena_engine::log::What::Chose { seat, action } = entry.what {
            again.advance(two).unwrap();
            again.choose(seat, action).unwrap_or_else(|error| panic!("{error}: {what}"));
        }
    }
    again.advance(two).unwrap();
    assert_eq!(again.digest(), the_match.digest(), "plays otherwise the second time: {what}");
}

/// The defaults for each number of seats, every preset, and every setting at each of its choices
/// or limits, with the number of seats going round.
fn variants(menu: &Menu) -> Vec<(Settings, u8)> {
    let seats: Vec<u8> = (menu.min_seats..=menu.max_seats).collect();
    let mut all: Vec<_> = seats.iter().map(|n| (Settings::new(), *n)).collect();
    let presets = menu.presets.iter().map(|preset| preset.settings.clone());
    let single = menu.settings.iter().flat_map(|rule| {
        let values = match &rule.kind {
            SettingKind::Bool => [true, false].map(SettingValue::Bool).to_vec(),
            SettingKind::Int { min, max } => [*min, *max].map(SettingValue::Int).to_vec(),
            SettingKind::Choice(words) => words.iter().cloned().map(SettingValue::Text).collect(),
            SettingKind::Set { words, .. } => {
                words.iter().cloned().chain([words.join("+")]).map(SettingValue::Text).collect()
            }
            SettingKind::Text => Vec::new(),
        };
        let others = values.into_iter().filter(|value| *value != rule.default);
        others.map(|value| Settings::from([(rule.id.clone(), value)]))
    });
    // A game that misbehaves on purpose is for other tests.
    let is_sound = |settings: &Settings| !settings.contains_key("misbehaved");
    let variants: Vec<_> = presets.chain(single).filter(is_sound).collect();
    all.extend(variants.into_iter().zip(seats.into_iter().cycle()));
    all
}
