//! Records nobody would write, by the thousand, and the positions they begin with.
//!
//! A few hundred in every run of the tests. For longer:
//! `HARENA_FUZZ_SECONDS=1200 cargo test -p harena-lab --test fuzz -- --nocapture`.

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../pack/tests/runner/mod.rs"]
mod runner;

use std::sync::Arc;
use std::time::{Duration, Instant};

use harena_engine::board::{Board, BoardPlan, Shape};
use harena_engine::game::{ArgKind, Faction, Game, Prototype, Sight, ZoneRule};
use harena_engine::mask::Mask;
use harena_engine::the_match::Match;
use harena_lab::record::{MAX_SEATS, MAX_SETTINGS, MAX_WARNINGS, Record};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use runner::fuzz;

/// A game with one of everything that a position can name.
fn game() -> Arc<Game> {
    let mut game = Game { id: "cards".into(), n_seats: 2, ..Game::default() };
    let names = |list: &[&'static str]| list.iter().copied().collect();
    game.names.kinds = names(&["card"]);
    game.names.zones = names(&["deck", "hand"]);
    game.names.verbs = names(&["lay", "take"]);
    game.names.steps = names(&["setup", "turn"]);
    game.names.vars = names(&["round"]);
    game.names.seat_vars = names(&["points"]);
    game.names.counters = names(&["wounds"]);
    game.names.statuses = names(&["netted"]);
    game.names.marks = names(&["fire"]);
    game.names.moments = names(&["dusk"]);
    game.names.lists = names(&["order"]);
    game.names.words = names(&["full"]);
    let zone = |per_seat, sight| ZoneRule { per_seat, sight, kinds: Mask::NONE };
    game.zones = vec![zone(false, Sight::Nobody), zone(true, Sight::Owner)];
    game.marks = vec![Default::default()];
    game.verbs = vec![vec![ArgKind::Piece, ArgKind::Cell], vec![ArgKind::Prototype]];
    (game.vars, game.seat_vars) = (vec![0], vec![0]);
    let card = |id: &str| Prototype { id: id.into(), title: id.into(), ..Prototype::BLANK };
    game.prototypes = ["one", "two"].map(card).into();
    game.factions = vec![Faction { id: "red".into(), ..Faction::default() }];
    let shape = Shape::Square { width: 3, height: 2, diagonals: true, without: Vec::new() };
    game.board = Arc::new(Board::build(&BoardPlan::of(shape)).unwrap());
    Arc::new(game)
}

const HEADER: &str = r#"{"harena":"replay","format":1,"engine":"0.1.0","api":1,"game":"cards","packs":[{"id":"cards","version":"1.0.0","tree":"00"}],"settings":{"row":3,"quick":true},"n_seats":2,"seats":["human","random"],"seed":7,"factions":["red",null],"h":"00000000000000000000000000000001"}"#;

const SAMPLE: &str = r#"
{"n":1,"seat":0,"action":"lay","args":["0 one","b2"],"h":"00000000000000000000000000000002"}
{"note":"between"}
{"n":2,"seat":1,"action":"take","args":["two"]}
{"n":3,"seat":1,"action":"concede","args":[]}
{"result":{"winners":[0],"scores":[3,-1],"parts":[[["full",3]],[]],"reason":"full"}}
{"end":3}
"#;

const POSITION: &str = r#""position":{"effects":[{"Create":{"prototype":"one","owner":0}},{"Put":{"piece":"0 one","cell":"a1","facing":"N"}},{"Create":{"prototype":1,"owner":255}},{"Send":{"piece":1,"list":"hand:1","at":0}},{"Mark":{"kind":"fire","on":"0 one","owner":0,"source":65535,"n":2}},{"MarkSpot":{"kind":"fire","spot":{"Cell":"b1"},"owner":1,"n":1}},{"Var":{"seat":0,"var":"points","value":5}},{"Expire":"dusk"},{"Active":1},"Turn"],"lists":[["order",[1,0]]],"forced":[["dice",[3]]],"agenda":[{"step":"turn","args":[0,0,0,0]}]},"#;

fn samples() -> Vec<String> {
    let placed = HEADER.replacen("\"factions\"", &format!("{POSITION}\"factions\""), 1);
    assert_ne!(placed, HEADER);
    vec![format!("{HEADER}{SAMPLE}"), format!("{placed}{SAMPLE}"), placed]
}

const WORDS: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "0",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "-32768",
    "99999999999999999999",
    "1e400",
    "\n",
    "\r\n",
    "\u{0}",
    "\u{1b}[2J",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "{\"note\":\"x\"}\n",
    "{\"end\":0}\n",
    "\"position\":{},",
    "\"a1\"",
    "\"0 one\"",
    "\"hand:9\"",
    "\"../cards\"",
    "{\"Shuffle\":\"deck\"},",
    "\"Round\",",
    "{\"Slide\":{\"hole\":0,\"from\":1}},",
    "{\"Wound\":{\"piece\":0,\"n\":-32768,\"by\":0}},",
    "{\"Team\":{\"seat\":1,\"team\":255}},",
    "{\"Out\":1},",
    "{\"Remove\":{\"piece\":0}},",
];

/// One way to spoil a text.
#[derive(Clone, Debug)]
enum Change {
    Cut(Index, Index),
    Repeat(Index, Index, u16),
    Insert(Index, &'static str),
    Letter(Index, char),
    /// Replaces the n-th word or number.
    Swap(Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        1 => (at(), at()).prop_map(|(from, to)| Change::Cut(from, to)),
        1 => (at(), at(), 2..300u16).prop_map(|(from, to, n)| Change::Repeat(from, to, n)),
        1 => (at(), select(&WORDS[..])).prop_map(|(at, word)| Change::Insert(at, word)),
        1 => (at(), any::<char>()).prop_map(|(at, letter)| Change::Letter(at, letter)),
        3 => (at(), select(&WORDS[7..18])).prop_map(|(at, word)| Change::Swap(at, word)),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let place = |at: &Index| text.floor_char_boundary(at.index(text.len() + 1));
    let span = |from: &Index, to: &Index| {
        let (from, to) = (place(from), place(to));
        (from.min(to), from.max(to).min(text.floor_char_boundary(from.min(to) + 120)))
    };
    let around = |from: usize, middle: &str, to: usize| {
        [text.get(..from).unwrap(), middle, text.get(to..).unwrap()].concat()
    };
    match change {
        Change::Cut(from, to) => {
            let (from, to) = span(from, to);
            around(from, "", to)
        }
        Change::Repeat(from, to, n) => {
            let (from, to) = span(from, to);
            around(from, &text.get(from..to).unwrap().repeat(usize::from(*n)), to)
        }
        Change::Insert(at, word) => around(place(at), word, place(at)),
        Change::Letter(at, letter) => around(place(at), &letter.to_string(), place(at)),
        Change::Swap(at, word) => {
            let starts: Vec<usize> = text.match_indices(':').map(|(at, _)| at + 1).collect();
            let Some(start) = starts.get(at.index(starts.len().max(1))).copied() else {
                return text.to_owned();
            };
            let rest = text.get(start..).unwrap();
            let end = rest.find([',', '}', ']']).map_or(text.len(), |n| start + n);
            around(start, word, end)
        }
    }
}

/// A record that was spoilt in a few places.
fn spoilt() -> impl Strategy<Value = String> {
    (select(samples()), vec(change(), 0..5))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, it| changed(&text, it)))
}

/// A position of effects with fields of every kind, right and wrong.
fn grown() -> impl Strategy<Value = String> {
    let number = prop_oneof![-3..9i64, Just(255), Just(65_535), any::<i64>()];
    let value = prop_oneof![
        3 => number.prop_map(|it| it.to_string()),
        3 => select(&[
            "\"one\"", "\"two\"", "\"0 one\"", "\"1 two\"", "\"a1\"", "\"c2\"", "\"N\"", "\"fire\"",
            "\"deck\"", "\"hand:0\"", "\"netted\"", "\"wounds\"", "\"round\"", "\"points\"",
            "\"a1|b1\"", "null", "true", "false", "{\"Cell\":\"a1\"}", "{\"Edge\":\"a1|b1\"}",
        ][..]).prop_map(str::to_owned),
    ];
    let effects: [(&str, &[&str]); 18] = [
        ("Create", &["prototype", "owner"]),
        ("Put", &["piece", "cell", "facing"]),
        ("Send", &["piece", "list", "at"]),
        ("Remove", &["piece"]),
        ("Count", &["piece", "counter", "by"]),
        ("Wound", &["piece", "n", "by"]),
        ("Status", &["piece", "status", "on"]),
        ("Spend", &["piece", "number"]),
        ("Mark", &["kind", "on", "owner", "source", "n"]),
        ("Unmark", &["kind", "piece"]),
        ("MarkSpot", &["kind", "spot", "owner", "n"]),
        ("UnmarkSpot", &["kind", "spot"]),
        ("Slide", &["hole", "from"]),
        ("Show", &["piece"]),
        ("Control", &["piece", "seat"]),
        ("Var", &["seat", "var", "value"]),
        ("Team", &["seat", "team"]),
        ("Shuffle", &[]),
    ];
    let effect = (select(effects.to_vec()), vec(value, 5)).prop_map(|((name, fields), values)| {
        let pairs = fields.iter().zip(&values).map(|(field, value)| format!("\"{field}\":{value}"));
        match fields.is_empty() {
            true => format!("{{\"{name}\":{}}}", values[0]),
            false => format!("{{\"{name}\":{{{}}}}}", pairs.collect::<Vec<_>>().join(",")),
        }
    });
    let sound = select(
        &[
            "{\"Create\":{\"prototype\":\"one\",\"owner\":0}}",
            "{\"Put\":{\"piece\":0,\"cell\":\"b2\",\"facing\":\"N\"}}",
            "{\"Send\":{\"piece\":0,\"list\":\"deck\",\"at\":9}}",
            "{\"Shuffle\":\"deck\"}",
            "\"Turn\"",
        ][..],
    );
    let effect = prop_oneof![3 => effect, 2 => sound.prop_map(str::to_owned)];
    vec(effect, 0..12).prop_map(|effects| {
        let create = "{\"Create\":{\"prototype\":0,\"owner\":1}}";
        let list = [&[create.to_owned()], effects.as_slice()].concat().join(",");
        let position = format!("\"position\":{{\"effects\":[{list}],\"agenda\":[]}},");
        HEADER.replacen("\"factions\"", &format!("{position}\"factions\""), 1) + "\n{\"end\":0}\n"
    })
}

fn text() -> impl Strategy<Value = String> {
    let soup =
        vec(select(&WORDS[..]), 0..120).prop_map(|words| format!("{HEADER}\n{}", words.concat()));
    prop_oneof![4 => spoilt(), 4 => grown(), 1 => soup, 1 => any::<String>()]
}

/// Whatever the text: an answer in time and in words; what is read can be written and read again,
/// and set up without harm.
fn holds(game: &Arc<Game>, text: &str) {
    let start = Instant::now();
    let answer = Record::read(text);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    let record = match answer {
        Ok(record) => record,
        Err(error) => {
            let n_lines = text.lines().count().max(1) as u32;
            assert!((1..=n_lines).contains(&error.line), "{error}");
            assert!(error.message.len() < 4_000 && !error.message.contains(char::is_control));
            return;
        }
    };
    let header = &record.header;
    assert!((1..=MAX_SEATS).contains(&usize::from(header.n_seats)));
    assert!(header.settings.len() <= MAX_SETTINGS && record.warnings.len() <= MAX_WARNINGS + 1);
    assert!(record.moves.iter().all(|it| it.seat < header.n_seats));
    let mut again = Record::read(&record.write()).unwrap();
    again.moves.iter_mut().zip(&record.moves).for_each(|(it, was)| it.line = was.line);
    again.warnings.clone_from(&record.warnings);
    assert_eq!(again, record);
    match header.setup(game) {
        Ok(setup) => {
            let the_match = Match::new(game.clone(), setup);
            let twice = Match::new(game.clone(), (*the_match.setup).clone());
            assert_eq!(the_match.digest(), twice.digest());
            let named = harena_lab::record::Header::of(&the_match);
            assert_eq!(named.setup(game).unwrap().position, the_match.setup.position);
        }
        Err(sentence) => assert!(sentence.len() < 4_000, "{sentence}"),
    }
    for recorded in &record.moves {
        if let Err(sentence) = recorded.action(header, game) {
            assert!(sentence.len() < 8_000 && !sentence.contains(char::is_control), "{sentence}");
        }
    }
}

#[test]
fn records() {
    let game = game();
    fuzz("records", 400, text(), |text| holds(&game, &text));
}

#[test]
fn samples_are_read_and_their_position_is_set_up() {
    let game = game();
    for text in samples() {
        let record = Record::read(&text).unwrap();
        let setup = record.header.setup(&game).unwrap();
        let n_pieces = if setup.position.is_some() { 2 } else { 0 };
        assert_eq!(Match::new(game.clone(), setup).state().pieces.len(), n_pieces);
        holds(&game, &text);
    }
}

#[test]
fn repetition_ends_in_time() {
    let game = game();
    for word in WORDS {
        holds(&game, &format!("{HEADER}\n{}", word.repeat(2_000_000 / word.len())));
        holds(&game, &HEADER.replacen("\"seed\"", &format!("\"x\":{}", word.repeat(50_000)), 1));
    }
    let create = "{\"Create\":{\"prototype\":\"one\",\"owner\":0}}";
    let send = "{\"Send\":{\"piece\":\"0 one\",\"list\":\"deck\",\"at\":0}}";
    let lists = [vec![create; 5_000], vec![send; 100], vec!["{\"Shuffle\":\"deck\"}"; 4_000]];
    let position =
        format!("\"position\":{{\"effects\":[{}],\"agenda\":[]}},", lists.concat().join(","));
    holds(&game, &HEADER.replacen("\"factions\"", &format!("{position}\"factions\""), 1));
}
