//! Matches that keep no checkpoints.

use harena_engine::the_match::ActError;

use super::*;

const ASKS: &str = r#"
	match:offer("answer", 7)
	harena.ask(match, 0, "interrupt")
	match:set("sum", match.sum + 1)
	match:offer("answer", 7)
	harena.ask(match, 0, "interrupt")
	match:set("sum", match.sum + 1)"#;

fn straight(host: &mut Host, the_match: &Match) -> Match {
    let mut second = Match::new(the_match.game.clone(), Setup::default());
    second.play_straight();
    second.advance(host).unwrap();
    second
}

#[test]
fn a_match_played_straight_on_ends_where_others_do() {
    let (mut host, mut the_match) = begun(ASKS);
    let mut second = straight(&mut host, &the_match);
    for _ in 0..2 {
        act(&mut host, &mut second, 1, &[7]);
    }
    for _ in 0..2 {
        act(&mut host, &mut the_match, 1, &[7]);
    }
    assert!(second.outcome().is_some() && !second.missed_checkpoint());
    assert_eq!((var(&second, "sum"), second.digest()), (2, the_match.digest()));
}

#[test]
fn a_match_played_straight_on_says_that_it_cannot_go_back() {
    let (mut host, the_match) = begun(ASKS);
    let mut second = straight(&mut host, &the_match);
    act(&mut host, &mut second, 1, &[7]);
    // Another match runs in between: what waited does so no longer.
    let _other = straight(&mut host, &the_match);
    let (seat, action) = (Seat(0), second.decision().and_then(|it| it.option(0)).unwrap());
    let told = second.act(&mut host, seat, action);
    assert!(matches!(told, Err(ActError::Fault(_))), "{told:?}");
    assert!(second.missed_checkpoint());
    // Neither can a copy.
    let mut third = straight(&mut host, &the_match);
    act(&mut host, &mut third, 1, &[7]);
    let mut copy = third.fork();
    assert!(copy.act(&mut host, seat, action).is_err() && copy.missed_checkpoint());
    third.begin_again(Setup::default());
    third.advance(&mut host).unwrap();
    act(&mut host, &mut third, 1, &[7]);
    let mut copy = third.fork();
    act(&mut host, &mut copy, 1, &[7]);
    assert_eq!(var(&copy, "sum"), 2);
}
