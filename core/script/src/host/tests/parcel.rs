//! Hosts that are loaded on one thread and play on another.

use std::sync::mpsc::channel;

use harena_engine::game::Settings;
use harena_pack::{Pack, Problem};

use super::*;
use crate::Parcel;

/// The packs of a match that takes one step, which adds so much to `sum`.
fn adds(more: i32) -> Vec<Arc<Pack>> {
    packs(&format!("match:set(\"sum\", match.sum + {more})"))
}

/// Packs loaded on another thread, which is over when they arrive.
fn sent(packs: Vec<Arc<Pack>>) -> Result<Parcel, Vec<Problem>> {
    let (outbox, inbox) = channel();
    let made = move || Parcel::build(&packs, &Settings::default(), 3);
    let load = move || outbox.send(made()).is_ok();
    assert!(std::thread::spawn(load).join().unwrap());
    inbox.recv().unwrap()
}

/// What the match comes to.
fn sum(parcel: Parcel) -> i32 {
    let (mut host, game) = parcel.open();
    let mut the_match = Match::new(game.unwrap(), Setup::default());
    the_match.advance(&mut host).unwrap();
    var(&the_match, "sum")
}

#[test]
fn a_host_plays_on_another_thread_than_it_was_loaded_on() {
    // The names of fields and methods are asked for there for the first time.
    let body = "match:set(\"sum\", match.sum + match.asked + 7)";
    assert_eq!(sum(sent(packs(body)).unwrap()), 7);
}

#[test]
fn hosts_come_to_one_thread_and_leave_it() {
    let [first, second] = [1, 2].map(|more| sent(adds(more)).unwrap());
    // One that is never opened goes where it is.
    drop(sent(adds(3)).unwrap());
    assert_eq!((sum(second), sum(first)), (2, 1));
    assert_eq!(sum(sent(adds(4)).unwrap()), 4);
}

#[test]
fn what_is_wrong_is_told() {
    let problems = sent(packs("match:set(\"sum\" = 1)")).err().unwrap();
    assert_eq!(problems.first().map(|it| it.code), Some(harena_pack::codes::SYNTAX));
}
