//! What can be written behind the commands that ask questions about games.

use std::path::PathBuf;

use clap::Args;

use super::{Effort, MatchArgs, at_least_one};

/// `harena report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena sim monolith_arena --factions all --matches 2000 --bots greedy --out results
  harena report results
  harena report results --to balance.html

One page with plots that needs no other file and fetches nothing: ends, factions, seats, who acts
first, matchups with intervals, points, leads and how often they changed, lengths, luck, what became
of each sheet, and what no match came to.")]
pub struct Report {
    /// The folder of a series, or its `summary.json`.
    pub series: PathBuf,
    /// Where to write the page [default: report.html in that folder].
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
}

/// `harena hunt`.
#[derive(Debug, Args)]
#[command(mut_arg("bots", |it| it.hide(true)))]
#[command(after_help = "\
Examples:
  harena hunt ./my_game
  harena hunt monolith_arena --matches 2000 --seed 1 --out found

Drives matches to where few have been and where steps set off most, and tells what goes wrong:
rules that fail or loop, matches that do not end, pieces that are nowhere, matches decided before
somebody could choose, wins in the opening that nobody can prevent, sheets that nobody ever uses.
Each finding is made as short as it can be;
--out writes it as a scenario that fails, for the folder `spec` of the pack. The exit code is 1 if
there is a finding.")]
pub struct Hunt {
    /// What to play.
    pub game: String,
    /// How many matches.
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub matches: u32,
    /// A match that takes more decisions does not end.
    #[arg(long, value_name = "N", default_value_t = 1_900)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_900))]
    pub max_decisions: u32,
    /// Look for wins by force that take the winner so many choices or fewer; 0 looks for none.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u8).range(..=9))]
    pub choices: u8,
    /// Look for them until every seat has chosen so often between two options.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening: u32,
    /// Write each finding as a scenario into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How the matches are set up; without --factions all of them meet.
    #[command(flatten)]
    pub setup: MatchArgs,
}

/// `harena coverage`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena coverage monolith_arena
  harena coverage ./my_faction --bots greedy --matches 50
  harena coverage ./my_game --scenarios
  harena coverage ./my_game --lcov lcov.info

Plays matches, or with --scenarios the scenarios of the packs, and counts which lines of their scripts
run. Functions that are never called are named with the rules that the comment above them names; of
matches also the verbs that nobody ever chose, the keywords that never came into play and the sheets
that nobody used. Random bots reach most; what they never reach is rare,
dead, or waits for a setting. Without --factions all of them meet.")]
pub struct Coverage {
    /// What to play.
    pub game: String,
    /// How many matches.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub matches: u64,
    /// Play the scenarios of the packs in place of matches.
    #[arg(long, conflicts_with_all = ["matches", "bots", "factions", "seats", "set", "preset", "seed"])]
    pub scenarios: bool,
    /// Write what ran to this file as well, in the format of lcov, for code editors.
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Give a match up after so many decisions.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub max_decisions: u32,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
}

/// `harena envelope`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena envelope ./my_faction
  harena envelope monolith_arena --of dragon

Lays the sheets of a faction beside those of all others of its game, before any match: how many
copies, how stats spread over them, attacks, numbers on sides, abilities. What no other faction has
as much or as little of is said in words. That is no verdict: see `harena ab` for one.")]
pub struct Envelope {
    /// A game, or the folder of a faction, which is then the one that is looked at.
    pub game: String,
    /// The faction.
    #[arg(long, value_name = "FACTION")]
    pub of: Option<String>,
    /// How the matches are set up: settings and presets can change sheets.
    #[command(flatten)]
    pub setup: MatchArgs,
}

/// `harena watch`.
#[derive(Debug, Args)]
#[command(mut_arg("bots", |it| it.help("Who plays [default: greedy]")))]
#[command(after_help = "\
Examples:
  harena watch ./my_faction
  harena watch ./my_game --matches 30 --pairs 400 --bots random

Plays some matches, then waits. Whenever a file of the pack is saved they are played again with the
same choices, and it is told which of them the change touches and from which choice on; then pairs
of matches with and without the change say whether it makes the faction, or the first seat, better.
The end comes with Ctrl-C.")]
pub struct Watch {
    /// The folder of the pack you work on.
    pub pack: PathBuf,
    /// How many matches are played again.
    #[arg(long, value_name = "N", default_value_t = 14)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub matches: u64,
    /// How many pairs are played after each save; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub pairs: u64,
    /// End after so many saves.
    #[arg(long, value_name = "N")]
    pub times: Option<u64>,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
}
