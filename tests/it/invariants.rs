//! The promises every match keeps, whatever its game.

use std::sync::Arc;

use harena_engine::chance::Rng;
use harena_engine::game::{Game, SettingValue, Settings};
use harena_engine::hash::Digest;
use harena_engine::id::Seat;
use harena_engine::state::State;
use harena_engine::the_match::{ActError, Fault, Match, Setup, Snapshot};
use harena_engine::timeline::Timeline;
use harena_engine::view;
use harena_lab::attended::Attended;
use harena_lab::bot::{Bot, BotKind, Greedy, Mcts, Persona, Random, Roots, Thinking};
use harena_lab::guess::{Guess, guess};
use harena_lab::record::Record;
use harena_lab::replay;
use harena_lab::series::{Deaf, LineUp, Plan};
use harena_pack::Pack;
use harena_script::Host;
use harena_tests::house::{
    any_option, assembled, default_game, duel_packs, edited, games, library_with, list, load,
    packs, play_on, setup, shipped_games, table,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn state_is_plain_data() {
    fn is_plain<T: Clone + Eq + Serialize + DeserializeOwned + Send + Sync + 'static>() {}
    is_plain::<State>();
    is_plain::<Snapshot>();
    is_plain::<Setup>();
    is_plain::<Settings>();
}

/// A match of a game written down: the text of its record, and its digest at the end.
fn written(packs: &[Arc<Pack>], seed: u64) -> (String, Digest) {
    let (game, mut host) = default_game(packs);
    let setup = setup(&game, seed, 0);
    let mut attended = Attended::begin(game, setup, Vec::new(), &mut host).unwrap();
    let mut rng = Rng::seeded(seed);
    for _ in 0..60 {
        if attended.now().outcome().is_none() {
            let (seat, action) = any_option(attended.now(), &mut rng);
            attended.act(&mut host, seat, action).unwrap();
        }
    }
    (attended.record().write(), attended.now().digest())
}

#[test]
fn a_record_leads_to_the_same_digests_in_every_thread_and_machine() {
    for game in games() {
        let packs = packs(game);
        let (text, digest) = written(&packs, 7);
        let replayed = || {
            let (game, mut host) = default_game(&packs);
            replay::verify(&Record::read(&text).unwrap(), game, &mut host)
        };
        let both = std::thread::scope(|scope| {
            [scope.spawn(replayed), scope.spawn(replayed)].map(|thread| thread.join().unwrap())
        });
        for verified in both.into_iter().chain([replayed()]) {
            assert_eq!(verified.difference, None, "{game}");
            assert_eq!((verified.digest, verified.n_same), (digest, verified.n_actions), "{game}");
        }
    }
}

#[test]
fn a_series_does_not_depend_on_the_number_of_threads() {
    for game in ["kuhn_poker", "tic_tac_toe"].into_iter().chain(shipped_games()) {
        let packs = packs(game);
        let (built, _) = default_game(&packs);
        let n_matches = if built.factions.is_empty() { 200 } else { 30 };
        let line_ups = (0..3).map(|first| LineUp {
            bots: vec![BotKind::Random; usize::from(built.n_seats)],
            factions: setup(&built, 0, first).factions,
        });
        let plan = |jobs| Plan {
            n_matches,
            seed: 3,
            line_ups: line_ups.clone().collect(),
            max_decisions: 5_000,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs,
        };
        let tables = || table(&packs, &Settings::default(), built.n_seats);
        let run = |jobs| harena_lab::series::run(&plan(jobs), &tables, &Deaf).unwrap().tally;
        let (one, two) = (run(1), run(2));
        assert_eq!((one.matches, one.errors, one.capped), (n_matches, 0, 0), "{game}");
        assert_eq!((one.digest, one.decisions), (two.digest, two.decisions), "{game}");
        assert_eq!(one.by_seat, two.by_seat, "{game}");
    }
}

#[test]
fn only_what_is_offered_is_accepted() {
    for game in games() {
        let (game, mut host) = default_game(&packs(game));
        let mut the_match = Match::new(game.clone(), setup(&game, 5, 0));
        play_on(&mut the_match, &mut host, 5, 20);
        let Some(decision) = the_match.decision().cloned() else { continue };
        let before = the_match.digest();
        let (seat, mut action) = any_option(&the_match, &mut Rng::seeded(1));
        let stranger = Seat(game.n_seats);
        assert_eq!(the_match.choose(stranger, action), Err(ActError::NotAsked(stranger)));
        action.args.push(i32::MIN);
        action.args.push(i32::MIN);
        assert_eq!(decision.index_of(&action), None);
        assert_eq!(the_match.choose(seat, action), Err(ActError::NotOffered));
        assert_eq!(the_match.digest(), before, "{}", game.id);
    }
}

/// At every decision of some matches: what the seat does not see is dealt anew, and neither what
/// it sees nor its options nor what bots do for it may change. Answers how often the hidden
/// things really lay otherwise.
fn hides(packs: &[Arc<Pack>], seeds: std::ops::Range<u64>, max_moments: usize) -> usize {
    let (game, mut host) = default_game(packs);
    let mut n_different = 0;
    for seed in seeds {
        let mut the_match = Match::new(game.clone(), setup(&game, seed, seed as usize));
        let mut rng = Rng::seeded(seed);
        the_match.advance(&mut host).unwrap();
        for moment in 0..max_moments {
            if the_match.outcome().is_some() {
                break;
            }
            // Searching takes its time: every third moment.
            let n_bots = if moment % 3 == 0 { usize::MAX } else { 2 };
            n_different += look_behind(&mut the_match, &mut host, (rng.next_u64(), n_bots));
            let (seat, action) = any_option(&the_match, &mut rng);
            the_match.act(&mut host, seat, action).unwrap();
        }
    }
    n_different
}

/// One bot of each sort; those that search think of a few matches only.
fn bots(game: &Game, seed: u64) -> Vec<Box<dyn Bot>> {
    let thinking = |text: &str| text.parse::<Thinking>().unwrap();
    let mcts = |text: &str| Box::new(Mcts::seeded(thinking(text), seed));
    let mut greedy = Greedy::seeded(seed);
    greedy.at_most = 4;
    let mut bots: Vec<Box<dyn Bot>> = vec![
        Box::new(Random::seeded(seed)),
        Box::new(greedy),
        mcts("mcts:6"),
        mcts("mcts:2,depth=3,rollout=greedy"),
        Box::new(Roots::seeded(thinking("mcts:4,roots=2"), seed)),
    ];
    bots.extend(game.personas.iter().take(1).map(|persona| -> Box<dyn Bot> {
        let mut greedy = Greedy::playing(Persona::named(&persona.id), seed);
        greedy.at_most = 4;
        Box::new(greedy)
    }));
    bots
}

fn look_behind(the_match: &mut Match, host: &mut Host, (seed, n_bots): (u64, usize)) -> usize {
    let game = the_match.game.clone();
    let decision = the_match.decision().cloned().unwrap();
    let seen = view::view(&game, the_match.state(), decision.seat);
    let sample = view::sample(&game, the_match.state(), decision.seat, seed);
    assert_eq!(view::view(&game, &sample, decision.seat), seen, "{} shows what it hides", game.id);
    let mut other = match guess(the_match, host, &decision, seed).unwrap() {
        Guess::Match(other) => other,
        Guess::Leak(_) => panic!("{}: options tell what is hidden", game.id),
    };
    for (mut here, mut there) in bots(&game, seed).into_iter().zip(bots(&game, seed)).take(n_bots) {
        let chosen = here.choose(the_match, host, &decision).unwrap();
        let other = there.choose(&mut other, host, &decision).unwrap();
        assert_eq!(chosen, other, "{}: a bot knows what it cannot see", game.id);
    }
    let (there, here) = (other.state(), the_match.state());
    usize::from((&there.pieces, &there.vars) != (&here.pieces, &here.vars))
}

#[test]
fn hidden_is_hidden() {
    assert!(hides(&packs("kuhn_poker"), 0..30, 5) > 20);
    assert!(hides(&packs("leduc_poker"), 0..20, 10) > 40);
    assert!(hides(&packs("deck_duel"), 0..20, 10) > 40);
    // Its steps shuffle a deck anew, draw from it, and ask.
    assert!(hides(&packs("market"), 0..20, 30) > 40);
    for game in shipped_games() {
        assert!(hides(&packs(game), 0..4, 40) > 40, "{game}");
    }
}

/// Dice that are rolled in the step that then asks.
#[test]
fn dice_rolled_a_moment_ago_are_hidden() {
    let packs = packs("liars_dice");
    let rolls = "for other = 0, 1 do for _, die: SeatVarName in DICE do \
                 match:roll_secret(other, die) end end offer_bids(match)\n";
    let rolled = edited(&packs, "liars_dice", "game.luau", "\toffer_bids(match)\n", rolls);
    let changes = [("liars_dice", "game.luau", rolled.as_str())];
    let changed = assembled(&library_with(&packs, &changes), "liars_dice");
    assert!(hides(&changed, 0..20, 10) > 40);
}

/// A duel in which fighters may do what fails, waiting for its first decision.
fn misbehaved_duel() -> (Timeline, Host) {
    let mut host = load(&duel_packs());
    let settings = Settings::from([("misbehaved".to_owned(), SettingValue::Bool(true))]);
    let game = host.build(&settings, 2).unwrap();
    let setup = setup(&game, 1, 0);
    (Timeline::begin(game, setup, &mut host).unwrap(), host)
}

/// Takes an option without arguments by the name of its verb.
fn take(timeline: &mut Timeline, host: &mut Host, verb: &str) -> Result<(), ActError> {
    let game = timeline.now.game.clone();
    let decision = timeline.now.decision().unwrap();
    let is_meant = |action: &harena_engine::decision::Action| {
        harena_lab::notation::verb_name(&game, action.verb) == verb
    };
    let (seat, action) = (decision.seat, decision.options().find(is_meant).unwrap());
    timeline.act(host, seat, action)
}

fn fault(result: Result<(), ActError>) -> Fault {
    match result {
        Err(ActError::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_step_that_fails_is_rolled_back_and_the_match_goes_on() {
    let (mut timeline, mut host) = misbehaved_duel();
    take(&mut timeline, &mut host, "rest").unwrap();
    let (before, n_entries) = (timeline.now.digest(), timeline.now.log.entries.len());
    // Each of these is limited or fails half way through its changes; none can hide it.
    let cases = [("spin", "H0402", true), ("hoard", "H0403", true), ("stumble", "H0401", false)];
    for (verb, code, limit) in cases {
        let fault = fault(take(&mut timeline, &mut host, verb));
        assert_eq!((fault.code.as_str(), fault.limit), (code, limit), "{verb}: {fault}");
        let (file, line) = fault.place.clone().expect("a failing script has a place");
        assert!(file == "duel/rules.luau" && line > 0, "{file}:{line}");
        assert!(fault.stack.iter().any(|it| it.starts_with("duel/rules.luau:")), "{fault:?}");
        assert_eq!(timeline.now.digest(), before, "{verb} leaves something behind");
        assert_eq!(timeline.now.log.entries.len(), n_entries, "{verb} stays in the log");
    }
    take(&mut timeline, &mut host, "rest").unwrap();
    assert_eq!(timeline.n_done(), 2);
    timeline.go_to(&mut host, 1).unwrap();
    assert_eq!(timeline.now.digest(), before);
}

#[test]
fn steps_that_ask_nobody_end() {
    let packs = duel_packs();
    let from = "function rules.setup(match)\n";
    let to = format!("{from}\tif true then\n\t\treturn match:queue(\"setup\")\n\tend\n");
    let text = edited(&packs, "duel", "rules.luau", from, &to);
    let library = library_with(&packs, &[("duel", "rules.luau", &text)]);
    let mut host = Host::load(&assembled(&library, "duel")).map_err(|all| list(&all)).unwrap();
    let game = host.build(&Settings::default(), 2).unwrap();
    let fault = Match::new(game.clone(), setup(&game, 1, 0)).advance(&mut host).unwrap_err();
    assert_eq!((fault.code.as_str(), fault.limit), ("H0417", true), "{fault}");
}

#[test]
fn a_script_that_keeps_state_is_refused() {
    let packs = duel_packs();
    let kept = [
        ("local kept = 0", "kept += 1", "H0302"),
        ("local kept = {}", "kept.n = 1", "H0303"),
        ("", "kept = 1", "H0304"),
    ];
    for (declared, written, code) in kept {
        let from = "function rules.setup(match)\n";
        let to = format!("{declared}\n{from}\t{written}\n");
        let text = edited(&packs, "duel", "rules.luau", from, &to);
        let library = library_with(&packs, &[("duel", "rules.luau", &text)]);
        let problems = match Host::load(&assembled(&library, "duel")) {
            Ok(host) => host.warnings().to_vec(),
            Err(problems) => problems,
        };
        let found = problems.iter().find(|it| it.code == code);
        let found = found.unwrap_or_else(|| panic!("{written}: {problems:?}"));
        assert_eq!((found.pack.as_str(), found.path.as_str()), ("duel", "rules.luau"));
        assert!(found.line > 0 && found.column > 0 && !found.hint.is_empty(), "{found}");
    }
}

#[test]
fn state_hidden_from_the_lints_is_found_after_play() {
    let packs = duel_packs();
    let from = "function rules.setup(match)\n";
    // A counter behind two closures, which no look at the text alone can follow.
    let counter = "local function counter()\n\tlocal n = 0\n\treturn function()\n\t\tn += 1\n\
                   \t\treturn n\n\tend\nend\nlocal count = counter()\n";
    let to = format!("{counter}{from}\tcount()\n");
    let text = edited(&packs, "duel", "rules.luau", from, &to);
    let library = library_with(&packs, &[("duel", "rules.luau", &text)]);
    match Host::load(&assembled(&library, "duel")) {
        Err(problems) => assert!(problems.iter().any(|it| it.code.as_str().starts_with("H03"))),
        Ok(mut host) => {
            assert_eq!(host.hidden_state(), []);
            let game = host.build(&Settings::default(), 2).unwrap();
            let mut the_match = Match::new(game.clone(), setup(&game, 1, 0));
            play_on(&mut the_match, &mut host, 1, 3);
            let found = host.hidden_state();
            assert!(found.iter().any(|it| it.message.contains('n')), "{found:?}");
            assert_eq!(found[0].path, "rules.luau", "{found:?}");
        }
    }
}

#[test]
fn two_hosts_hash_alike() {
    for game in games() {
        let packs = packs(game);
        let digests = || {
            let (game, mut host) = default_game(&packs);
            let mut the_match = Match::new(game.clone(), setup(&game, 11, 1));
            let mut all = Vec::new();
            for part in 0..4 {
                play_on(&mut the_match, &mut host, part, 10);
                all.push(the_match.digest());
            }
            all
        };
        assert_eq!(digests(), digests(), "{game}");
    }
}
