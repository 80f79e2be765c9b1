//! A match of a series once more, for whoever wants to look at it.

use harena_engine::the_match::Fault;

use super::Plan;
use crate::Table;
use crate::attended::Attended;
use crate::player::Player;

/// Plays a match of a plan as one that people can attend, with its time line and its record. One
/// that fails or is given up goes as far as it went.
///
/// # Errors
/// The rules fail before the first decision.
pub fn again(plan: &Plan, number: u64, table: &mut Table) -> Result<Attended, Fault> {
    let line_up = plan.line_up_of(number);
    let players = line_up.bots.iter().map(|kind| Player::Bot(*kind)).collect();
    let setup = line_up.setup(plan.seed_of(number));
    let mut attended = Attended::begin(table.game.clone(), setup, players, &mut *table.rules)?;
    let most = plan.max_decisions as usize;
    let fault = loop {
        if attended.timeline().n_done() >= most {
            break None;
        }
        match attended.let_bot_act(&mut *table.rules) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(fault) => break Some(fault),
        }
    };
    if let Some(fault) = fault {
        attended.note(&fault.to_string());
    }
    Ok(attended)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::table;
    use crate::series::{LineUp, Listener, Played, run};

    /// Every match of a series can be looked at again: it ends where it ended.
    #[test]
    fn a_match_is_played_again_as_it_was() {
        struct All(Mutex<Vec<Played>>);
        impl Listener for All {
            fn one(&self, played: &Played) {
                self.0.lock().unwrap().push(played.clone());
            }
            fn played(&self, _batch: u64, matches: &[Played]) {
                let known = self.0.lock().unwrap();
                assert!(matches.iter().all(|it| known.contains(it)));
            }
        }
        let line_up = |bots: [BotKind; 2]| LineUp { bots: bots.into(), factions: Vec::new() };
        let (random, greedy) = (BotKind::Random, BotKind::Greedy);
        let plan = Plan {
            n_matches: 12,
            seed: 3,
            line_ups: vec![line_up([greedy, random]), line_up([random, greedy])],
            max_decisions: 1_000,
            shard: 0,
            n_shards: 1,
            stories: true,
            jobs: 2,
        };
        let all = All(Mutex::default());
        run(&plan, &|| Ok(table()), &all).unwrap();
        let all = all.0.into_inner().unwrap();
        assert_eq!(all.len(), 12);
        for played in all {
            let attended = again(&plan, played.number, &mut table()).unwrap();
            assert_eq!(attended.now().digest(), played.digest);
            assert_eq!(attended.timeline().n_done(), played.n_decisions as usize);
            assert_eq!(attended.record().header.seed, played.seed);
        }
        let short = Plan { max_decisions: 5, ..plan };
        let attended = again(&short, 0, &mut table()).unwrap();
        assert_eq!(attended.timeline().n_done(), 5);
    }
}
