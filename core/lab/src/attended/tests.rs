//! Attended matches of the small card game.

use harena_engine::codes;

use super::*;
use crate::bot::BotKind;
use crate::sample_game::{Flaw, SETUP, flawed_table, option, table};
use crate::thinker::Thinker;
use crate::{Table, replay};

/// Seat 1 is played by a person, seat 2 by a bot.
const PLAYERS: [Player; 2] = [Player::Human, Player::Bot(BotKind::Greedy)];

fn begun(table: &mut Table, players: &[Player]) -> Attended {
    let rules = &mut *table.rules;
    Attended::begin(table.game.clone(), SETUP(3), players.to_vec(), rules).unwrap()
}

/// Takes an option for the person that is asked.
fn take(attended: &mut Attended, table: &mut Table, index: u64) -> Took {
    let (seat, action) = option(attended.now(), index);
    assert!(attended.is_person(seat));
    attended.act(&mut *table.rules, seat, action).unwrap()
}

fn let_bots_act(attended: &mut Attended, table: &mut Table) {
    while attended.let_bot_act(&mut *table.rules).unwrap() {}
}

/// Plays so many choices of the person, with what the bot answers.
fn play(attended: &mut Attended, table: &mut Table, n: usize) {
    for _ in 0..n {
        let_bots_act(attended, table);
        take(attended, table, 0);
    }
    let_bots_act(attended, table);
}

fn go_to(attended: &mut Attended, table: &mut Table, n: Option<usize>) {
    attended.go_to(&mut *table.rules, n.unwrap()).unwrap();
}

#[test]
fn bots_rest_while_one_looks_at_the_past() {
    let mut table = table();
    let mut attended = begun(&mut table, &PLAYERS);
    play(&mut attended, &mut table, 4);
    let (n, end) = (attended.timeline().moves().len(), attended.now().digest());
    for at in 0..n {
        go_to(&mut attended, &mut table, Some(at));
        assert!(attended.bots_rest() && attended.task().is_none());
        let_bots_act(&mut attended, &mut table);
        assert_eq!((attended.timeline().n_done(), attended.timeline().moves().len()), (at, n));
    }
    go_to(&mut attended, &mut table, Some(n));
    assert_eq!((attended.now().digest(), attended.bots_rest()), (end, false));
}

#[test]
fn going_on_from_the_past_is_said_and_the_other_line_stays() {
    let mut table = table();
    let mut attended = begun(&mut table, &PLAYERS);
    play(&mut attended, &mut table, 3);
    let first = attended.record();
    let of_bot = |it: &harena_engine::timeline::Move| it.seat == Seat(1);
    let at = attended.timeline().moves().iter().skip(1).position(of_bot).unwrap() + 1;
    go_to(&mut attended, &mut table, Some(at));
    assert!(matches!(attended.asked(), Asked::Bot(_)));
    attended.go_on();
    assert_eq!((attended.lines().len(), attended.bots_rest()), (2, false));
    let_bots_act(&mut attended, &mut table);
    take(&mut attended, &mut table, 1);
    assert_eq!(attended.timeline().line(), 2);
    assert!(attended.change_line(&mut *table.rules, 1).unwrap());
    assert_eq!(attended.record().moves, first.moves, "nothing of it was lost");
}

#[test]
fn a_choice_is_taken_back_and_taken_again_with_the_answers_of_bots() {
    let mut table = table();
    let mut attended = begun(&mut table, &PLAYERS);
    assert_eq!((attended.before_last_choice(), attended.after_next_choice()), (None, None));
    play(&mut attended, &mut table, 4);
    let n = attended.timeline().moves().len();
    let digest = attended.now().digest();
    let back = attended.before_last_choice();
    go_to(&mut attended, &mut table, back);
    assert_eq!(attended.asked(), Asked::Person(Seat(0)));
    assert_eq!(attended.after_next_choice(), Some(n));
    assert_eq!(take(&mut attended, &mut table, 0), Took::Again);
    go_to(&mut attended, &mut table, back);
    assert_eq!(take(&mut attended, &mut table, 1), Took::Line(2));
    assert!(attended.change_line(&mut *table.rules, 1).unwrap());
    go_to(&mut attended, &mut table, Some(n));
    assert_eq!(attended.now().digest(), digest);
}

#[test]
fn a_record_keeps_every_line_and_its_notes() {
    let mut table = table();
    let mut attended = begun(&mut table, &[]);
    attended.note("here it begins");
    for index in [0, 1, 3, 0, 2] {
        take(&mut attended, &mut table, index);
    }
    attended.note("this was the mistake");
    for (at, index) in [(2, 0), (3, 1), (1, 0)] {
        go_to(&mut attended, &mut table, Some(at));
        take(&mut attended, &mut table, index);
        attended.note("another try");
        take(&mut attended, &mut table, 0);
    }
    let record = attended.record();
    assert_eq!((record.lines.len(), record.notes.len()), (3, 2));
    let text = record.write();
    let read = Record::read(&text).unwrap();
    let verified = replay::verify(&read, table.game.clone(), &mut *table.rules);
    assert_eq!(verified.difference, None, "{text}");
    let rules = &mut *table.rules;
    let (opened, difference) = Attended::open(&read, table.game.clone(), rules).unwrap();
    assert_eq!((difference, opened.now().digest()), (None, attended.now().digest()));
    assert_eq!(opened.record().write(), text, "written as it was read");
    assert_eq!(opened.now().log.entries, attended.now().log.entries);
    let mut wrong = read.clone();
    wrong.lines[1].moves[0].h = Some(harena_engine::hash::Digest(7));
    let verified = replay::verify(&wrong, table.game.clone(), rules);
    let at = wrong.lines[1].moves[0].line;
    assert_eq!(verified.difference.map(|it| it.line), Some(at), "other lines are verified too");
}

#[test]
fn a_record_that_differs_is_opened_as_far_as_it_goes() {
    let mut table = table();
    let mut attended = begun(&mut table, &PLAYERS);
    play(&mut attended, &mut table, 5);
    let mut fails = flawed_table(Flaw::Fails);
    let (opened, difference) =
        Attended::open(&attended.record(), fails.game.clone(), &mut *fails.rules).unwrap();
    let difference = difference.unwrap();
    assert_eq!(difference.action as usize, opened.timeline().n_done() + 1);
    assert!(difference.what.contains("the third card fails"), "{difference}");
    assert_eq!((opened.player(Seat(0)), opened.player(Seat(1))), (PLAYERS[0], PLAYERS[1]));
}

#[test]
fn a_bot_thinks_the_same_in_a_thread_of_its_own() {
    let mut table = table();
    let mut attended = begun(&mut table, &[PLAYERS[1]; 2]);
    let tables = || Ok(crate::sample_game::table());
    let mut thinker = Thinker::start(tables, || {});
    while let Some(task) = attended.task() {
        thinker.think(task);
        let (seat, choice) = thinker.await_choice().unwrap();
        let here = attended.choose(&mut *table.rules).unwrap().unwrap();
        assert_eq!((seat, choice.unwrap()), here);
        attended.act(&mut *table.rules, here.0, here.1).unwrap();
    }
    assert_eq!(attended.asked(), Asked::Nobody);
    assert!(attended.record().result.is_some());
}

#[test]
fn a_bot_that_is_stopped_is_not_heard() {
    let mut table = table();
    let mut attended = begun(&mut table, &[PLAYERS[1]; 2]);
    let mut thinker = Thinker::start(|| Ok(crate::sample_game::table()), || {});
    thinker.think(attended.task().unwrap());
    thinker.stop();
    assert_eq!((thinker.thinks_for(), thinker.await_choice()), (None, None));
    attended.rest();
    assert!(attended.task().is_none());
    attended.go_on();
    let task = attended.task().unwrap();
    let seat = task.seat;
    thinker.think(task);
    assert_eq!(thinker.await_choice().unwrap().0, seat, "only the second choice comes");
    let mut broken = Thinker::start(|| Err(Fault::new(codes::SYNTAX, "it does not load")), || {});
    broken.think(attended.task().unwrap());
    assert_eq!(broken.await_choice().unwrap().1.unwrap_err().code, "H0300");
}

/// The log of a match does not tell how it was played.
#[test]
fn the_log_is_the_same_however_a_match_was_played() {
    let mut table = table();
    let mut attended = begun(&mut table, &[PLAYERS[1]; 2]);
    let mut line = Vec::new();
    while let Some((seat, action)) = attended.choose(&mut *table.rules).unwrap() {
        attended.explained(&mut *table.rules).unwrap();
        attended.act(&mut *table.rules, seat, action).unwrap();
        line.push((seat, action));
    }
    let mut straight = Match::new(table.game.clone(), SETUP(3));
    straight.log.on = true;
    straight.advance(&mut *table.rules).unwrap();
    for (seat, action) in line {
        straight.act(&mut *table.rules, seat, action).unwrap();
    }
    assert_eq!(attended.now().log.entries, straight.log.entries);
}
