//! What a match tells of itself does not depend on how it was played.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::Game;
use harena_engine::id::Seat;
use harena_engine::log::{Entry, What};
use harena_engine::the_match::{Match, Setup};
use harena_engine::timeline::Timeline;
use harena_lab::attended::Attended;
use harena_lab::bot::{Bot, Greedy};
use harena_lab::record::Record;
use harena_pack::Pack;
use harena_script::Host;
use harena_tests::house::{default_game, games, packs, setup};

/// So many decisions of each game are played.
const MOST: usize = 45;

type Line = Vec<(Seat, Action)>;

/// A match played by bots that try options out, and with reasons asked for at every decision.
fn by_bots(game: &Arc<Game>, setup: &Setup, host: &mut Host) -> (Line, Vec<Entry>) {
    let mut timeline = Timeline::begin(game.clone(), setup.clone(), host).unwrap();
    let mut bot = Greedy::seeded(5);
    bot.at_most = 3;
    let mut line = Line::new();
    while let Some(decision) = timeline.now.decision().cloned().filter(|_| line.len() < MOST) {
        timeline.now.explained(host).unwrap();
        let action = bot.choose(&mut timeline.now, host, &decision).unwrap();
        timeline.act(host, decision.seat, action).unwrap();
        line.push((decision.seat, action));
    }
    (line, timeline.now.log.entries)
}

fn straight(game: &Arc<Game>, setup: &Setup, line: &Line, host: &mut Host) -> Vec<Entry> {
    let mut the_match = Match::new(game.clone(), setup.clone());
    the_match.log.on = true;
    the_match.advance(host).unwrap();
    for (seat, action) in line {
        the_match.act(host, *seat, *action).unwrap();
    }
    the_match.log.entries
}

/// Back and forth, off to another line and back; the log at every stop is a part of the whole.
fn with_undo(game: &Arc<Game>, setup: &Setup, line: &Line, host: &mut Host) -> Vec<Entry> {
    let mut timeline = Timeline::begin(game.clone(), setup.clone(), host).unwrap();
    for (at, (seat, action)) in line.iter().enumerate() {
        timeline.act(host, *seat, *action).unwrap();
        if at % 7 == 6 {
            let whole = timeline.now.log.entries.clone();
            timeline.go_to(host, at - 4).unwrap();
            assert!(whole.starts_with(&timeline.now.log.entries), "{} {at}", game.id);
            let decision = timeline.now.decision().unwrap().clone();
            let other = decision.option(decision.count() - 1).unwrap();
            // Rules may fail on what a bot would not choose; then there is no other line.
            let _ = timeline.act(host, decision.seat, other);
            timeline.change_to(host, 1).unwrap();
            let end = timeline.moves().len();
            timeline.go_to(host, end).unwrap();
            assert_eq!(timeline.now.log.entries, whole, "{} {at}", game.id);
        }
    }
    timeline.now.log.entries
}

fn with_reloads(packs: &[Arc<Pack>], (setup, line): (&Setup, &Line), mut host: Host) -> Vec<Entry> {
    let (game, _) = default_game(packs);
    let mut timeline = Timeline::begin(game, setup.clone(), &mut host).unwrap();
    for (at, (seat, action)) in line.iter().enumerate() {
        timeline.act(&mut host, *seat, *action).unwrap();
        if at % 15 == 3 {
            let (game, fresh) = default_game(packs);
            host = fresh;
            timeline.adopt(game, &mut host).unwrap();
        }
    }
    timeline.now.log.entries
}

fn recorded(game: &Arc<Game>, setup: &Setup, line: &Line, host: &mut Host) -> Vec<Entry> {
    let mut attended = Attended::begin(game.clone(), setup.clone(), Vec::new(), host).unwrap();
    for (seat, action) in line {
        attended.act(host, *seat, *action).unwrap();
    }
    let record = Record::read(&attended.record().write()).unwrap();
    let (opened, difference) = Attended::open(&record, game.clone(), host).unwrap();
    assert_eq!(difference, None, "{}", game.id);
    opened.now().log.entries.clone()
}

#[test]
fn the_log_is_the_same_however_a_match_was_played() {
    for id in games() {
        let packs = packs(id);
        let (game, mut host) = default_game(&packs);
        let mut setup = setup(&game, 11, 0);
        // As a record will say: nobody is named, so nobody is a person.
        setup.persons = 0;
        let (line, by_bots) = by_bots(&game, &setup, &mut host);
        let straight = straight(&game, &setup, &line, &mut host);
        let chosen = straight.iter().filter(|it| matches!(it.what, What::Chose { .. })).count();
        assert_eq!(chosen, line.len(), "{id}: every choice stands in the log");
        let same = |other: &[Entry], how: &str| {
            let first = straight.iter().zip(other).position(|(a, b)| a != b);
            let n = (straight.len(), other.len());
            assert!(straight == other, "{id} {how}: differs at {first:?} of {n:?}");
        };
        same(&by_bots, "by bots that try things out, and explained");
        same(&with_undo(&game, &setup, &line, &mut host), "with undo, redo and other lines");
        same(&recorded(&game, &setup, &line, &mut host), "opened from a record");
        same(&with_reloads(&packs, (&setup, &line), host), "with reloads");
    }
}
