//! The notation of scenarios under texts that nobody meant: no panic, an answer in time.
//!
//! Short in every run. `HARENA_FUZZ_SECONDS=1200 cargo test -p harena-scenario --test fuzz
//! -- --nocapture` goes on for so long and prints how many scenarios it has played.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use harena_pack::{Library, Tree};
use harena_scenario::{self as scenario, Scenario};
use harena_script::schema::Value;
use harena_script::{Host, assemble};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const GAME: &str = include_str!("it/siege.luau");
/// So long at most may one scenario of this small game take.
const PATIENCE: Duration = Duration::from_secs(10);

const MANIFEST: &str = "schema = 1\n\n[pack]\nid = \"siege\"\nversion = \"1.0.0\"\n\
    title = \"siege\"\nkind = \"game\"\napi = 1\n\n[dependencies]\nharena = \"^0.1\"\n";

/// Words that mean something in the notation or in the game, and some that mean nothing.
const WORDS: [&str; 68] = [
    "White",
    "Black",
    "nobody",
    "seat_0",
    "seat_9",
    "pike",
    "shield",
    "march",
    "halt",
    "pebble",
    "a1",
    "b2",
    "c3",
    "d9",
    "f2",
    "@1",
    "@9",
    "fN",
    "w1",
    "w99",
    "w-1",
    "n1",
    "n9:White",
    "p1:Grey",
    "net",
    "fire",
    "dust=2",
    "wounds=3",
    "not",
    "!net",
    "no",
    "none",
    "empty",
    "cell",
    "active",
    "turn",
    "round",
    "out",
    "options",
    "score",
    "walls",
    "has",
    "in order",
    "nothing",
    "hand",
    "stack",
    "row",
    "gold",
    "stones",
    "line",
    "burn",
    "pay",
    "choose",
    "throw",
    "rest",
    "default",
    "concede",
    "White:",
    "hand:",
    "row:",
    "1+2",
    "march+halt",
    "to",
    "by",
    "#3",
    "4000000000",
    "-7",
    "(0,0",
];

fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        20 => prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<i32>().prop_map(|n| n.to_string()),
    ];
    let glue = prop::sample::select(vec![" ", " ", " ", ", ", ": ", "\n"]);
    prop::collection::vec((word, glue), 0..7)
        .prop_map(|parts| parts.iter().flat_map(|(word, glue)| [word.as_str(), glue]).collect())
}

fn text() -> impl Strategy<Value = Value> {
    line().prop_map(Value::Text)
}

fn lines() -> impl Strategy<Value = Value> {
    prop_oneof![text(), prop::collection::vec(text(), 0..4).prop_map(Value::List)]
}

fn drawn() -> impl Strategy<Value = Value> {
    let tokens = vec![".", ".", "White:pike", "k", "K@2+w1", "Black:shield+n1:White", "+", "@"];
    prop::collection::vec(prop::sample::select(tokens), 0..12).prop_map(|tokens| {
        let rows: Vec<String> = tokens.chunks(3).map(|row| row.join(" ")).collect();
        Value::Text(rows.join("\n"))
    })
}

fn numbers() -> impl Strategy<Value = Value> {
    let number = prop_oneof![3 => -2i64..9, 1 => any::<i64>()].prop_map(Value::Int);
    prop::collection::vec(number, 0..4).prop_map(Value::List)
}

fn named(of: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let names = vec!["White", "Black", "gold", "stones", "line", "dice", "chance", "shuffle", "k"];
    prop::collection::vec((prop::sample::select(names), of), 0..3).prop_map(record)
}

fn record(fields: Vec<(&str, Value)>) -> Value {
    Value::Record(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A value that the field seldom takes.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_map(Value::Number),
        Just(Value::Function(0)),
        numbers(),
        lines(),
        named(lines()),
    ]
}

fn field(names: &'static [&'static str]) -> impl Strategy<Value = (&'static str, Value)> {
    prop::sample::select(names.to_vec()).prop_flat_map(|name| {
        let usual = match name {
            "board" | "floors" => drawn().boxed(),
            "force" => prop_oneof![numbers(), named(numbers())].boxed(),
            "vars" | "lists" => named(odd()).boxed(),
            "seat_vars" => named(named(odd())).boxed(),
            "hand" | "stack" | "legend" | "taken_from" => named(lines()).boxed(),
            "turn" | "round" | "seed" | "seats" => (-1i64..1200).prop_map(Value::Int).boxed(),
            _ => lines().boxed(),
        };
        (Just(name), prop_oneof![12 => usual, 1 => odd()])
    })
}

const POSITION: [&str; 21] = [
    "board",
    "legend",
    "pieces",
    "pieces",
    "hand",
    "stack",
    "row",
    "cell_marks",
    "vars",
    "seat_vars",
    "lists",
    "out",
    "active",
    "turn",
    "round",
    "seed",
    "force",
    "begin",
    "seats",
    "taken_from",
    "impossible",
];
const STEP: [&str; 17] = [
    "act",
    "act",
    "run",
    "given",
    "expect",
    "expect",
    "log",
    "no_log",
    "board",
    "legend",
    "asks",
    "legal",
    "illegal",
    "legal_only",
    "noted",
    "outcome",
    "force",
];

fn steps() -> impl Strategy<Value = Value> {
    let step = prop_oneof![text(), prop::collection::vec(field(&STEP), 0..4).prop_map(record)];
    let steps = prop::collection::vec(step, 0..4).prop_map(Value::List);
    steps.prop_recursive(3, 12, 3, |inner| {
        let aside = inner.prop_map(|steps| record(vec![("aside", steps)]));
        prop::collection::vec(aside, 1..3).prop_map(Value::List)
    })
}

fn fields() -> impl Strategy<Value = Value> {
    (prop::collection::vec(field(&POSITION), 0..5), steps()).prop_map(|(mut fields, steps)| {
        fields.push(("name", Value::text("any")));
        fields.push(("steps", steps));
        record(fields)
    })
}

fn host() -> Host {
    let tree = Tree::from_files([("pack.toml", MANIFEST), ("game.luau", GAME)]).unwrap();
    let library = Library::from_trees([("siege", tree)]);
    Host::load(&assemble(&library, &["siege"]).unwrap()).unwrap()
}

/// A scenario that never ends is printed, and ends the run.
fn watched() -> Sender<String> {
    let (begun, heard) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        let mut playing = String::new();
        loop {
            match heard.recv_timeout(PATIENCE) {
                Ok(next) => playing = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("no end after {PATIENCE:?}: {playing}");
                    std::process::exit(101);
                }
            }
        }
    });
    begun
}

#[test]
fn whatever_a_scenario_says_it_is_answered() {
    let seconds = std::env::var("HARENA_FUZZ_SECONDS").ok().and_then(|it| it.parse().ok());
    let limit = Duration::from_secs(seconds.unwrap_or(2));
    let seed = [if seconds.is_some() { 7 } else { 1 }; 32];
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (start, mut host) = (Instant::now(), host());
    let (mut n_held, mut n_failed, mut slowest) = (0u64, 0u64, Duration::ZERO);
    let begun = watched();
    while start.elapsed() < limit {
        let fields = fields().new_tree(&mut runner).unwrap().current();
        let each = Scenario::of_fields("siege", fields.clone());
        let began = Instant::now();
        begun.send(format!("{fields:?}")).unwrap();
        match scenario::run(&mut host, &each) {
            Ok(()) => n_held += 1,
            Err(failure) => {
                n_failed += 1;
                let told = failure.to_string();
                assert!(told.len() < 200_000, "{} bytes about {fields:?}", told.len());
            }
        }
        slowest = slowest.max(began.elapsed());
        assert!(began.elapsed() < PATIENCE, "{:?} for {fields:?}", began.elapsed());
    }
    println!(
        "{} scenarios: {n_held} held, {n_failed} failed; slowest {slowest:?}",
        n_held + n_failed
    );
    assert!(n_failed > 0);
}
