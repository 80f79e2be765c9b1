//! The lab gives the answers that are known beforehand.

use std::sync::Arc;

use harena_engine::game::Settings;
use harena_engine::id::{FactionId, Seat};
use harena_lab::bot::BotKind;
use harena_lab::paired::{Answer, Contest, Unwatched, Variant, run};
use harena_lab::sequential::{Question, Verdict};
use harena_lab::series::{LineUp, Plan};
use harena_pack::Pack;
use harena_tests::house::{assembled, duel_packs, edited, library_with, table};

/// Asks whether one faction does better under some packs than under the others, in a duel.
fn asked(packs: [&[Arc<Pack>]; 2], faction: u8, (seed, margin): (u64, f64)) -> Answer {
    let factions = [faction, 1 - faction].map(|id| Some(FactionId(id)));
    let line_up = |turned: bool| {
        let mut factions = factions.to_vec();
        factions.rotate_left(usize::from(turned));
        LineUp { bots: vec![BotKind::Random; 2], factions }
    };
    let plan = Plan {
        n_matches: 0,
        seed,
        line_ups: vec![line_up(false), line_up(true)],
        max_decisions: 1_000,
        shard: 0,
        n_shards: 1,
        stories: false,
        jobs: 1,
    };
    let tables = packs.map(|packs| move || table(packs, &Settings::default(), 2));
    let contest = Contest {
        variants: [
            Variant { plan: plan.clone(), tables: &tables[0] },
            Variant { plan, tables: &tables[1] },
        ],
        share_tables: false,
        seats: vec![Seat(0), Seat(1)],
        question: Some(Question { margin, ..Question::default() }),
        most_pairs: 5_000,
        jobs: 2,
    };
    let answer = run(&contest, &Unwatched).unwrap();
    assert_eq!(answer.failed, 0);
    answer
}

/// The packs of the duel with a text of one file replaced.
fn changed(id: &str, path: &str, from: &str, to: &str) -> Vec<Arc<Pack>> {
    let packs = duel_packs();
    let text = edited(&packs, id, path, from, to);
    assembled(&library_with(&packs, &[(id, path, &text)]), "duel")
}

/// The same rules with two verbs in another order: random bots play other matches, and neither
/// side gains by it. Of a hundred tests five may say otherwise; twelve would be seen in four of a
/// thousand such hundreds.
#[test]
fn equal_packs_are_seldom_called_different() {
    let packs = duel_packs();
    let swapped = changed(
        "duel",
        "game.luau",
        "plain(\"rest\", \"Rest\"),\n\t\tplain(\"strike\", \"Strike\"),",
        "plain(\"strike\", \"Strike\"),\n\t\tplain(\"rest\", \"Rest\"),",
    );
    let (mut different, mut unlike) = (0, 0);
    for seed in 0..100 {
        let answer = asked([&packs, &swapped], 0, (seed, 0.15));
        different += u32::from(answer.verdict() != Verdict::Same);
        unlike += answer.test.counts().n_unlike();
    }
    assert!(different < 12, "{different} of 100");
    assert!(unlike > 500, "the matches differ: {unlike}");
}

#[test]
fn a_pack_is_the_same_as_itself() {
    let packs = duel_packs();
    let answer = asked([&packs, &packs], 0, (7, 0.02));
    assert_eq!((answer.verdict(), answer.test.counts().n_unlike()), (Verdict::Same, 0));
}

/// One point of might more or less for one fighter of the reds or the blues.
#[test]
fn a_planted_point_is_found_with_the_right_sign() {
    let packs = duel_packs();
    for (pack, from, to, expected) in [
        ("reds", "might = 3", "might = 4", Verdict::Stronger),
        ("reds", "might = 3", "might = 2", Verdict::Weaker),
        ("blues", "might = 2", "might = 3", Verdict::Stronger),
    ] {
        let other = changed(pack, "faction.luau", from, to);
        let faction = if pack == "blues" { 0 } else { 1 };
        for seed in [1, 2, 3] {
            let answer = asked([&other, &packs], faction, (seed, 0.05));
            assert_eq!(answer.verdict(), expected, "{pack} {to} {:?}", answer.test.counts());
        }
    }
}

/// Who falls has won: what was good for the stronger side is bad for it, and the other way round.
#[test]
fn a_rule_that_is_turned_is_found_with_the_right_sign() {
    let packs = duel_packs();
    let (from, to) =
        ("match:finish({ 1 - seat }, \"wounds\")", "match:finish({ seat }, \"wounds\")");
    let turned = changed("duel", "rules.luau", from, to);
    for (faction, expected) in [(1, Verdict::Weaker), (0, Verdict::Stronger)] {
        for seed in [1, 2, 3] {
            let answer = asked([&turned, &packs], faction, (seed, 0.05));
            assert_eq!(answer.verdict(), expected, "{faction} {:?}", answer.test.counts());
        }
    }
}

/// How likely it is that two fighters have so many wounds, below twelve each.
type Likely = [[f64; 12]; 12];

/// What a turn makes of that: who has it rests or strikes, each in one turn of two, and strikes
/// high or low, each in one strike of two. Answers how likely the twelfth wound falls, too.
fn turn(likely: &Likely, (is_own, might): (bool, usize)) -> (Likely, f64) {
    let (mut next, mut over) = ([[0.0; 12]; 12], 0.0);
    let places = (0..144).map(|at| (at / 12, at % 12));
    for (own, other) in places {
        let chance = likely[own][other];
        next[own][other] += chance / 2.0;
        for wounds in [might, might + 1] {
            let (own, other) = if is_own { (own, other + wounds) } else { (own + wounds, other) };
            match next.get_mut(own).and_then(|row| row.get_mut(other)) {
                Some(place) => *place += chance / 4.0,
                None => over += chance / 4.0,
            }
        }
    }
    (next, over)
}

/// What random bots score with a fighter of some might against another, by the rules, in either
/// seat: twelve wounds win, and after thirty turns nobody has won.
fn score(own: usize, other: usize) -> f64 {
    let mut sum = 0.0;
    for first in [0, 1] {
        let (mut likely, mut won, mut lost) = ([[0.0; 12]; 12], 0.0, 0.0);
        likely[0][0] = 1.0;
        for number in 0..30 {
            let is_own = number % 2 == first;
            let (next, over) = turn(&likely, (is_own, if is_own { own } else { other }));
            likely = next;
            *(if is_own { &mut won } else { &mut lost }) += over;
        }
        sum += won + (1.0 - won - lost) / 2.0;
    }
    sum / 2.0
}

/// A difference as large as the margin is to be found in nineteen tests of twenty. Of forty, eight or
/// more missed would be seen in one of fourteen hundred such forties; a wrong sign in none.
#[test]
fn a_planted_difference_is_found_at_the_stated_power() {
    let packs = duel_packs();
    for (to, might, expected) in
        [("might = 4", 4, Verdict::Stronger), ("might = 2", 2, Verdict::Weaker)]
    {
        let other = changed("reds", "faction.luau", "might = 3", to);
        // A pair tells the difference of two scores, around a half.
        let margin = (score(might, 2) - score(3, 2)).abs() / 2.0;
        assert!((0.01..0.3).contains(&margin), "{margin}");
        let mut found = 0;
        for seed in 100..140 {
            match asked([&other, &packs], 1, (seed, margin)).verdict() {
                verdict if verdict == expected => found += 1,
                Verdict::Same | Verdict::Undecided => {}
                Verdict::Stronger | Verdict::Weaker => panic!("{to}: the wrong sign, seed {seed}"),
            }
        }
        assert!(found > 32, "{to}: {found} of 40 with a margin of {margin}");
    }
}
