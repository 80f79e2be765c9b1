//! A match that waits, in the middle of whatever it was doing, is plain data.

use std::sync::Arc;

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::game::Game;
use harena_engine::hash::Digest;
use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Rules, Setup, Snapshot, Waits};
use harena_engine::timeline::Timeline;
use harena_pack::Pack;
use harena_script::Host;
use harena_tests::house::{any_option, default_game, duel_packs, games, packs, setup};

/// How many decisions of one match are looked at, spread over it.
const MAX_MOMENTS: usize = 250;

#[test]
fn every_pending_decision_survives_copy_save_load_and_reload() {
    let mut all: Vec<_> = games().into_iter().map(packs).collect();
    all.push(duel_packs());
    let mut n_in_mid_step = 0;
    for packs in all {
        n_in_mid_step += longest(&packs).look();
    }
    assert!(n_in_mid_step > 5, "only {n_in_mid_step} decisions were in the middle of a step");
}

/// Where a match stands and what it waits for.
#[derive(Debug, PartialEq)]
struct Moment {
    digest: Digest,
    decisions: Vec<Decision>,
}

impl Moment {
    fn of(the_match: &Match) -> Moment {
        Moment { digest: the_match.digest(), decisions: the_match.decisions().cloned().collect() }
    }
}

/// A match played straight through, without ever being copied.
struct Straight {
    game: Arc<Game>,
    setup: Setup,
    seed: u64,
    moments: Vec<Moment>,
    host: Host,
    /// Loaded from the same packs, and has never seen the match.
    fresh: (Arc<Game>, Host),
}

/// The longest of a few random matches of a game.
fn longest(packs: &[Arc<Pack>]) -> Straight {
    let (game, mut host) = default_game(packs);
    let played = (1..=4).map(|seed| {
        let setup = setup(&game, seed, seed as usize);
        let moments = play(&game, &setup, &mut host, seed);
        (moments, setup, seed)
    });
    let (moments, setup, seed) = played.max_by_key(|(moments, ..)| moments.len()).unwrap();
    Straight { game, setup, seed, moments, host, fresh: default_game(packs) }
}

/// A random match as its moments, the last one its end.
fn play(game: &Arc<Game>, setup: &Setup, rules: &mut dyn Rules, seed: u64) -> Vec<Moment> {
    let mut the_match = Match::new(game.clone(), setup.clone());
    let (mut rng, mut moments) = (Rng::seeded(seed), Vec::new());
    while the_match.advance(rules).unwrap() == Waits::ForDecisions {
        moments.push(Moment::of(&the_match));
        let (seat, action) = any_option(&the_match, &mut rng);
        the_match.choose(seat, action).unwrap();
    }
    moments.push(Moment::of(&the_match));
    moments
}

impl Straight {
    /// Plays the match again and takes it apart at its decisions; answers how many of them were
    /// in the middle of a step, with answers given in it.
    fn look(mut self) -> usize {
        let mut the_match = Match::new(self.game.clone(), self.setup.clone());
        let (mut rng, mut n_in_mid_step) = (Rng::seeded(self.seed), 0);
        let stride = self.moments.len().div_ceil(MAX_MOMENTS);
        for at in 0..self.moments.len() - 1 {
            the_match.advance(&mut self.host).unwrap();
            let choice = any_option(&the_match, &mut rng);
            if at % stride == 0 {
                n_in_mid_step += usize::from(!the_match.answers().is_empty());
                self.take_apart(&the_match, at, choice);
            }
            the_match.choose(choice.0, choice.1).unwrap();
        }
        the_match.advance(&mut self.host).unwrap();
        self.check(&the_match, self.moments.len() - 1);
        n_in_mid_step
    }

    /// Every copy of the match goes on as the match did.
    fn take_apart(&mut self, the_match: &Match, at: usize, (seat, action): (Seat, Action)) {
        for (mut copy, is_fresh) in self.copies(the_match, at) {
            copy.choose(seat, action).unwrap();
            let rules = if is_fresh { &mut self.fresh.1 } else { &mut self.host };
            copy.advance(rules).unwrap();
            self.check(&copy, at + 1);
        }
    }

    /// The match copied, saved and loaded, the same by a host that never saw it, and reloaded.
    /// With each, whether it goes on under the fresh host.
    fn copies(&mut self, the_match: &Match, at: usize) -> Vec<(Match, bool)> {
        let text = serde_json::to_string(&the_match.snapshot()).unwrap();
        let saved: Snapshot = serde_json::from_str(&text).unwrap();
        assert_eq!(saved, the_match.snapshot());
        let setup = the_match.setup.clone();
        let (fresh_game, fresh) = &mut self.fresh;
        let loaded = Match::at(self.game.clone(), setup.clone(), &saved, &mut self.host).unwrap();
        let elsewhere = Match::at(fresh_game.clone(), setup, &saved, fresh).unwrap();
        let mut timeline = Timeline::of(the_match.fork());
        timeline.adopt(fresh_game.clone(), fresh).unwrap();
        let copies = vec![
            (the_match.fork(), false),
            (the_match.clone(), false),
            (loaded, false),
            (elsewhere, true),
            (timeline.now, true),
        ];
        copies.iter().for_each(|(copy, _)| self.check(copy, at));
        copies
    }

    #[track_caller]
    fn check(&self, the_match: &Match, at: usize) {
        let found = Moment::of(the_match);
        assert!(found == self.moments[at], "{}, seed {}, moment {at}", self.game.id, self.seed);
    }
}
