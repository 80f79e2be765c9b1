//! Measures how cost grows, on one thread, with a game that is made for it: `growth`.
//!
//! Two seats take turns to walk one of their pieces to an empty cell beside it, on a square board.
//! One number at a time is varied: the cells of the board, the pieces, how many of them hold
//! modifiers (auras that add, nets that stop each other), the decisions of a match, the sheets of
//! the pack. Every row says what a decision took, and what it took beside the row before; the
//! fastest of five rounds counts.

use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::{Library, Problem, Tree};
use harena_script::Host;

#[path = "../tests/it/manifest.rs"]
mod manifest;

/// The game; words in capitals stand for the numbers that are varied.
const GAME: &str = r#"--!strict
-- Pieces that walk, for measuring how cost grows.
local harena = require("@harena")

local walker = harena.sheet {
	kind = "walker",
	schema = {
		name = "Walker",
		fields = {
			{ "id", "id", "its name" },
			{ "auras?", "list of any", "what it does to others" },
		},
	},
	make = function(fields)
		return {
			kind = "walker",
			id = fields.id,
			title = fields.id,
			stats = { strength = 1 },
			auras = fields.auras,
		}
	end,
}

local OWN = table.freeze { whose = "own", without = { "netted" } }
local BESIDE = table.freeze { { directions = { 0, 1, 2, 3 } } }

local function sheets()
	local list = {
		walker { id = "plain" },
		walker { id = "adder", auras = { { adjacent = true, to = "own", adds = { strength = 1 } } } },
		walker {
			id = "net",
			auras = {
				{ sides = { 0 }, to = "enemy", gives = "netted", stopped_by = { "netted" } },
			},
		},
	}
	for n = 1, SHEETS do
		table.insert(list, walker { id = `other_{n}` })
	end
	return list
end

--- Pieces lie in every second cell, then in the others; the first of them hold modifiers.
local function setup(match)
	local cells, places = match:empty_cells():list(), {}
	for first = 1, 2 do
		for at = first, #cells, 2 do
			table.insert(places, cells[at])
		end
	end
	for n = 1, PIECES do
		match:place(if n <= MODIFIERS then "SORT" else "plain", places[n], n % 2)
	end
	match:queue("turn", 0)
end

local function turn(match, seat: number)
	if match.turn == LENGTH then
		return match:finish({}, "over")
	end
	match:offer("pass")
	match:offer_steps("walk", OWN, BESIDE)
	local answer = harena.choose(match, seat, "walk")
	if answer.verb == "walk" then
		match:put(answer.piece, answer.cell)
	end
	match:next_turn("turn")
end

return harena.game {
	id = "growth",
	title = "Growth",
	seats = { min = 2, max = 2 },
	board = harena.square { width = WIDTH, height = WIDTH },
	kinds = { "walker" },
	zones = {},
	stats = { "strength" },
	statuses = { "netted" },
	layers = { { statuses = { "netted" }, cancels = true } },
	verbs = { { id = "walk", args = { "piece", "cell" } }, { id = "pass", args = {} } },
	prototypes = sheets(),
	steps = { setup = setup, turn = turn },
	first_step = "setup",
	prompts = { walk = "Walk" },
	reasons = { over = "Over" },
}
"#;

/// What is varied.
#[derive(Clone, Copy)]
struct Size {
    width: usize,
    pieces: usize,
    modifiers: usize,
    sort: &'static str,
    length: usize,
    sheets: usize,
}

const USUAL: Size =
    Size { width: 8, pieces: 24, modifiers: 0, sort: "adder", length: 200, sheets: 0 };

fn main() {
    println!("| varied | | a decision | beside the row before |\n|---|---:|---:|---:|");
    let widths = [4, 8, 16, 32];
    rows(
        "cells of the board, 8 pieces",
        widths.map(|n| (n * n, Size { width: n, pieces: 8, ..USUAL })),
    );
    let counts = [16, 64, 256];
    let wide = Size { width: 32, ..USUAL };
    rows("pieces on 1,024 cells", counts.map(|n| (n, Size { pieces: n, ..wide })));
    for (what, sort) in [("auras", "adder"), ("nets that stop each other", "net")] {
        let size = |n| Size { pieces: n, modifiers: n, sort, width: 16, ..USUAL };
        rows(&format!("{what}, one a piece, on 256 cells"), [16, 64, 128].map(|n| (n, size(n))));
    }
    rows("decisions of a match", [100, 1_000, 10_000].map(|n| (n, Size { length: n, ..USUAL })));
    let counts = [0, 400, 2_000];
    rows("further sheets", counts.map(|n| (n, Size { sheets: n, ..USUAL })));
    println!("\n| sheets of the pack | to load and build |\n|---:|---:|");
    for n in counts {
        let size = Size { sheets: n, ..USUAL };
        match fastest(|| loaded(size).map(|_| ())) {
            Ok(time) => println!("| {} | {:.1} ms |", n + 3, time.as_secs_f64() * 1e3),
            Err(problems) => problems.iter().for_each(|problem| println!("{problem}")),
        }
    }
}

/// The rows of one number that is varied.
fn rows<const N: usize>(what: &str, sizes: [(usize, Size); N]) {
    let mut before: Option<f64> = None;
    for (n, size) in sizes {
        match a_decision(size) {
            Ok(time) => {
                let now = time.as_secs_f64() * 1e6;
                let beside = before.map_or(String::new(), |before| format!("{:.2}", now / before));
                println!("| {what} | {n} | {now:.1} us | {beside} |");
                before = Some(now);
            }
            Err(problems) => problems.iter().for_each(|problem| println!("{problem}")),
        }
    }
}

/// What a decision of random matches takes.
fn a_decision(size: Size) -> Result<Duration, Vec<Problem>> {
    let (mut host, game) = loaded(size)?;
    let n_matches = (4_000 / size.length).max(1);
    let mut the_match = Match::new(game, Setup::default());
    let mut n_decisions = 0u32;
    let time = fastest(|| {
        n_decisions = 0;
        for seed in 0..n_matches as u64 {
            let mut rng = Rng::seeded(seed);
            the_match.begin_again(Setup { seed, ..Setup::default() });
            while let Ok(Waits::ForDecisions) = the_match.advance(&mut host) {
                n_decisions += u32::from(choose_any(&mut the_match, &mut rng));
            }
        }
        Ok(())
    })?;
    Ok(time / n_decisions.max(1))
}

fn choose_any(the_match: &mut Match, rng: &mut Rng) -> bool {
    let Some(decision) = the_match.decision() else { return false };
    let (seat, number) = (decision.seat, rng.next_u64() % decision.count().max(1));
    let action = decision.option(number);
    action.is_some_and(|action| the_match.choose(seat, action).is_ok())
}

/// The game of this size in a machine of its own.
fn loaded(size: Size) -> Result<(Host, std::sync::Arc<harena_engine::game::Game>), Vec<Problem>> {
    let numbers = [
        ("WIDTH", size.width),
        ("PIECES", size.pieces),
        ("MODIFIERS", size.modifiers),
        ("LENGTH", size.length),
        ("SHEETS", size.sheets),
    ];
    let filled = |text: String, (word, n): &(&str, usize)| text.replace(word, &n.to_string());
    let text = numbers.iter().fold(GAME.replace("SORT\"", &format!("{}\"", size.sort)), filled);
    let manifest = manifest::manifest("growth", "game", None);
    let files = [("pack.toml", manifest.as_str()), ("game.luau", text.as_str())];
    let Ok(tree) = Tree::from_files(files) else { return Err(Vec::new()) };
    let library = Library::from_trees([("growth", tree)]);
    let host = Host::load(&harena_script::assemble(&library, &["growth"])?)?;
    let game = host.build(&host.menu().defaults(), 2)?;
    Ok((host, game))
}

/// The fastest of five rounds.
fn fastest(mut round: impl FnMut() -> Result<(), Vec<Problem>>) -> Result<Duration, Vec<Problem>> {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        round()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}
