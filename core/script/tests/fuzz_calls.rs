//! Every method and field that scripts may use, called with what nobody meant: no panic inside,
//! an answer in time, and the same match when it is played again.
//!
//! Short in every run. `HARENA_FUZZ_SECONDS=1200 cargo test -p harena-script --test fuzz_calls
//! -- --nocapture` goes on for so long and prints how many games it has played.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../pack/tests/runner/mod.rs"]
mod runner;

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::{Library, Pack, Source, Tree};
use harena_script::bind::{Entry, Kind, entries};
use harena_script::{Host, assemble};
use proptest::prelude::*;
use runner::fuzz;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// So long at most may one match of this small game take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The chapters of the game, in each of which some calls are made.
const CHAPTERS: usize = 28;

/// What stands before the calls: something of every kind, alive and gone, and what is too large.
const BEGIN: &str = r#"--!strict
-- Calls that nobody meant.
local fuzz = {}

local function own(x: any): any
	return x
end

function fuzz.run(match: any, at: number)
	local OWN = table.freeze({ kind = "soldier", whose = "own" })
	local P: any, Q: any = match:first(OWN), match:first({ kind = "soldier", whose = "enemy" })
	local CARD: any = match:zone("hand", 0)[1]
	local C: any, C2: any = match:board():list()[3], match:board():list()[1]
	local S: any, PR: any = match:board(), match:prototypes()[1]
	local FA: any, G: any = P and P.faction, match:grants("venom", 0)[1]
	local GONE: any = match:create(PR, 0)
	match:remove(GONE)
	local BIG = table.create(50000, 1)
	local DEEP: any = {}
	for _ = 1, 3000 do
		DEEP = { DEEP }
	end
"#;

/// What stands where a kind of handle is called.
fn subjects(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Match => &["match"],
        Kind::Piece => &["P", "Q", "CARD", "GONE"],
        Kind::Cell => &["C", "C2"],
        Kind::Cells => &["S", "match:empty_cells()"],
        Kind::Prototype => &["PR"],
        Kind::Faction => &["FA"],
        Kind::Grant => &["G"],
        Kind::Facings | Kind::Range | Kind::Event | Kind::Choice | Kind::Strike => &["P"],
    }
}

/// What nobody means, wherever it stands.
const HOSTILE: &[&str] = &[
    "nil",
    "true",
    "-1",
    "7",
    "-2147483648",
    "2147483647",
    "2147483648",
    "1e300",
    "0/0",
    "1.5",
    "\"\"",
    "\"\\0\\255\"",
    "string.rep(\"y\", 20000)",
    "{}",
    "{ 1, 2, 3 }",
    "{ { {} } }",
    "BIG",
    "DEEP",
    "match",
    "P",
    "GONE",
    "CARD",
    "C",
    "S",
    "PR",
    "FA",
    "function() end",
    "function() return P end",
    "{ whose = \"own\", kind = \"soldier\" }",
    "{ anywhere = true, others = true }",
    "{ within = { C, 9 } }",
    "{ 1e9, -1e9 }",
    "{ P, P, GONE, CARD }",
];

/// Names that the game declares.
const NAMES: &[&str] = &[
    "soldier",
    "floor",
    "card",
    "hit_points",
    "rank",
    "strength",
    "shield",
    "exit",
    "netted",
    "brave",
    "wounds",
    "turn_start",
    "order_of_play",
    "seen",
    "countdown",
    "target",
    "gold",
    "walls",
    "die",
    "deck",
    "hand",
    "discard",
    "supply",
    "row",
    "used",
    "poison",
    "web",
    "wall",
    "venom",
    "place",
    "move",
    "bid",
    "share",
    "pass",
    "melee",
    "shot",
    "idle",
    "tower",
    "your_turn",
    "moved",
    "over",
    "pikeman",
];

/// What a parameter is meant to be given, by its type as it is written.
fn meant(parameter: &str) -> Vec<String> {
    let of = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect();
    let is = |part: &str| parameter.contains(part);
    if is("string") || is("Name") {
        return NAMES.iter().map(|name| format!("\"{name}\"")).collect();
    }
    if is("Filter") {
        return of(&[
            "OWN",
            "nil",
            "{ zone = \"hand\" }",
            "{ adjacent = true }",
            "{ anywhere = true }",
        ]);
    }
    if is("{Piece}") || is("{ Piece }") {
        return of(&["{ P, Q }", "match:pieces()", "{ CARD }", "{}"]);
    }
    if is("Cells") || is("{Cell}") {
        return of(&["S", "match:tagged(own(\"tower\"))", "S:list()", "match:empty_cells()"]);
    }
    if is("Piece") {
        return of(&["P", "Q", "CARD"]);
    }
    if is("Cell") {
        return of(&["C", "C2"]);
    }
    if is("Prototype") {
        return of(&["PR"]);
    }
    if is("boolean") {
        return of(&["true", "false"]);
    }
    of(&["0", "1", "2", "3", "5", "60"])
}

/// The parameters of an entry; commas inside of brackets part nothing.
fn parameters(takes: &str) -> Vec<String> {
    let mut depth = 0i32;
    let mut all = vec![String::new()];
    for c in takes.chars() {
        depth += i32::from("{(<".contains(c)) - i32::from("})>".contains(c));
        match all.last_mut() {
            Some(_) if c == ',' && depth == 0 => all.push(String::new()),
            Some(last) => last.push(c),
            None => {}
        }
    }
    all.retain(|it| !it.trim().is_empty());
    all
}

fn argument(parameter: &str) -> BoxedStrategy<String> {
    let one = prop_oneof![
        2 => prop::sample::select(meant(parameter)),
        1 => prop::sample::select(HOSTILE).prop_map(str::to_owned),
    ];
    // Through a function, so that the file is not refused for what stands in it.
    let one = one.prop_map(|it| format!("own({it})"));
    match parameter.trim_start().starts_with("...") {
        true => prop::collection::vec(one, 0..7).prop_map(|it| it.join(", ")).boxed(),
        false => one.boxed(),
    }
}

/// One use of an entry, whole or with arguments left out or added.
fn call(entry: &'static Entry) -> BoxedStrategy<String> {
    let subject = prop_oneof![
        30 => prop::sample::select(subjects(entry.on)),
        1 => prop::sample::select(HOSTILE),
    ];
    if !entry.is_method {
        return subject.prop_map(|it| format!("local _ = own({it}).{}", entry.name)).boxed();
    }
    let args: Vec<_> = parameters(entry.takes).iter().map(|it| argument(it)).collect();
    let n = args.len();
    let more = prop::collection::vec(prop::sample::select(HOSTILE), 0..30);
    (subject, args, 0..8usize, more)
        .prop_map(move |(subject, mut args, odd, more)| {
            match odd {
                0 => args.truncate(n / 2),
                1 => args.extend(more.into_iter().map(|it| format!("own({it})"))),
                _ => {}
            }
            args.retain(|it| !it.is_empty());
            format!("local _ = own({subject}):{}({})", entry.name, args.join(", "))
        })
        .boxed()
}

/// The calls of one game, each with the chapter it is made in.
fn calls() -> impl Strategy<Value = Vec<(usize, String)>> {
    // What ends the match would end the calls as well.
    let used: Vec<&'static Entry> = entries().filter(|it| it.name != "finish").collect();
    let call = (0..used.len()).prop_flat_map(move |at| call(used[at]));
    prop::collection::vec((1..=CHAPTERS, call), 1..112)
}

/// The game of examples, whose chapters make calls in place of what they show.
struct Bench {
    packs: Vec<Arc<Pack>>,
    game: Tree,
}

impl Bench {
    fn new() -> Bench {
        let roots = ["scripts", "tests/games"].map(|it| format!("{ROOT}/{it}"));
        let mut packs = assemble(&Library::open(&roots), &["reference"]).unwrap();
        let at = packs.iter().position(|pack| pack.id() == "reference").unwrap();
        let reference = packs.remove(at);
        let text = reference.tree.get("game.luau").unwrap();
        let changed = text
            .replace("--!strict\n", "--!strict\nlocal fuzz = require(\"./fuzz\")\n")
            .replace("CHAPTERS[at](match)", "fuzz.run(match, at)");
        assert_ne!(text, changed);
        let specs: Vec<String> = reference.tree.below("spec/").map(str::to_owned).collect();
        let bare = specs.iter().fold(reference.tree.clone(), |tree, path| tree.without(path));
        Bench { packs, game: bare.with("game.luau", changed).unwrap() }
    }

    /// Loads the game with these calls, plays it, and answers where it ended and what was printed.
    fn play(&self, source: &str) -> (String, Vec<String>) {
        let tree = self.game.with("fuzz.luau", source).unwrap();
        let pack = Pack::from_tree("reference", tree, Source::Memory).unwrap();
        let packs: Vec<_> = self.packs.iter().cloned().chain([Arc::new(pack)]).collect();
        let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:?}"));
        let game = host.build(&host.menu().defaults(), 2).unwrap();
        let mut the_match = Match::new(game, Setup { seed: 1, ..Setup::default() });
        let (mut rng, mut faults) = (Rng::seeded(1), Vec::new());
        for _ in 0..300 {
            match the_match.advance(&mut host) {
                Ok(Waits::ForDecisions) => {}
                Ok(_) => break,
                Err(fault) => {
                    faults.push(fault.to_string());
                    break;
                }
            }
            let decision = the_match.decision().unwrap();
            let action = decision.option(rng.next_u64() % decision.count()).unwrap();
            let seat = decision.seat;
            the_match.choose(seat, action).unwrap();
        }
        let printed = host.take_prints().into_iter().map(|it| it.to_string());
        (format!("{:?}", the_match.digest()), printed.chain(faults).collect())
    }
}

fn source_of(calls: &[(usize, String)]) -> String {
    let line = |(at, call): &(usize, String)| {
        format!(
            "\tif at == {at} then\n\t\tlocal ok, why = pcall(function()\n\t\t\t{call}\n\t\tend)\n\
             \t\tif not ok then\n\t\t\tprint(why)\n\t\tend\n\tend\n"
        )
    };
    let lines: String = calls.iter().map(line).collect();
    format!("{BEGIN}{lines}end\n\nreturn fuzz\n")
}

#[test]
fn whatever_is_called_is_answered() {
    let bench = Bench::new();
    let (n_calls, n_refused) = (Cell::new(0), Cell::new(0));
    fuzz("games of hostile calls", 12, calls(), |calls| {
        let source = source_of(&calls);
        let begun = Instant::now();
        let (digest, told) = bench.play(&source);
        assert!(begun.elapsed() < PATIENCE, "{:?}\n{source}", begun.elapsed());
        let broken = told.iter().find(|it| it.contains("the engine failed"));
        assert!(broken.is_none(), "{broken:?}\n{source}");
        n_calls.set(n_calls.get() + calls.len());
        n_refused.set(n_refused.get() + told.len());
        assert_eq!(bench.play(&source), (digest, told), "{source}");
    });
    let (n_calls, n_refused) = (n_calls.get(), n_refused.get());
    println!("{n_calls} calls, {n_refused} refused");
    assert!(n_refused * 10 < n_calls * 9, "hardly a call is answered");
}
