//! What can be written on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The game the window opens on for somebody who names none and has played none.
#[cfg(feature = "editor")]
pub const FIRST_GAME: &str = "monolith_arena";

/// Design factions and rules for arena board games, and find out whether they are any good.
#[derive(Debug, Parser)]
#[command(
    name = "harena",
    version,
    after_help = "\
Examples:
  harena                                   open the editor on a match that is ready to play
  harena play monolith_arena               play in the terminal, against a bot
  harena check my_faction                  find everything that is wrong with a pack
  harena sim monolith_arena --matches 1000 --factions all
                                           let bots find out who wins how often

Exit codes: 0 fine, 1 findings, 2 usage, 3 script error, 4 limit exceeded."
)]
pub struct Cli {
    /// What every command understands.
    #[command(flatten)]
    pub common: Common,
    /// What to do; the editor, if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// Answer as JSON with stable keys.
    #[arg(long, global = true, help_heading = "Common options")]
    pub json: bool,
    /// When to use colors.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Common options")]
    pub color: Color,
    /// Say only what was asked for: no progress, no notes.
    #[arg(long, short, global = true, help_heading = "Common options")]
    pub quiet: bool,
    /// Look for packs below this folder too; they replace built-in packs of the same name, all
    /// others stay at hand: a game of yours still meets the built-in factions made for it.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Common options")]
    pub packs: Vec<PathBuf>,
    /// Use no packs but those named with --packs and as arguments.
    #[arg(long, global = true, help_heading = "Common options")]
    pub only: bool,
    /// Where installed packs and saved matches live.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Common options")]
    pub data_dir: Option<PathBuf>,
}

/// Reads how many there are to be of something that makes no sense without any.
fn at_least_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    let number = text.parse().ok().filter(|n| *n >= N::from(1));
    number.ok_or("it takes a whole number, at least 1")
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the editor window.
    Edit(Edit),
    /// Play a match in the terminal, or let bots play one.
    Play(Play),
    /// Find everything that is wrong with packs.
    Check(Check),
    /// Run the scenarios of packs.
    Test(Test),
    /// Let bots play many matches and count.
    Sim(Sim),
    /// Let bots play each other and say how strong each is.
    Ladder(Ladder),
    /// Play a recorded match again and say where it first differs.
    Replay(Replay),
    /// Begin a pack that loads and plays at once.
    New(New),
    /// List the games and factions there are.
    List,
    /// Write support files for code editors into a pack.
    Types(Types),
    /// Show the reference of the script interface.
    Doc(Doc),
    /// Explain an error code.
    Explain(Explain),
}

/// `harena edit`.
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  harena edit                    the last game, or the first there is
  harena edit my_faction         watch this pack: what you save appears on the board")]
pub struct Edit {
    /// A game, or the folder of a pack to work on.
    pub pack: Option<String>,
    /// Draw so many frames as fast as possible, say how long they took, and close.
    #[arg(long, value_name = "N", hide = true)]
    pub measure_frames: Option<u32>,
}

/// How a match is set up; the same for every command that plays.
#[derive(Debug, Default, Clone, Args)]
pub struct MatchArgs {
    /// Who sits where: human, random, greedy; one word for all seats, or one a seat.
    #[arg(long, value_name = "BOT,..", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// The faction of each seat; `any` leaves the choice to the match.
    #[arg(long, value_name = "FACTION,..", value_delimiter = ',')]
    pub factions: Vec<String>,
    /// How many seats play.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// Change a setting; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Start from a named set of settings.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// The seed of all chance. Without it, one is made up and told.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
}

/// `harena play`.
#[derive(Debug, Args)]
#[command(after_help = "\
GAME is the name of a game, or the folder of a game or faction pack.

Examples:
  harena play monolith_arena
  harena play monolith_arena --factions dragon,abyss --bots human,greedy
  harena play monolith_arena --bots random --seed 7 --record match.hreplay
  harena play ./my_faction --bots human,human

Without --bots you sit in the first seat and greedy bots in the others. While you play, `help`
lists what you can type. With a bot in every seat the match runs on its own.")]
pub struct Play {
    /// What to play.
    pub game: String,
    /// How the match is set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// Write the match to this file, for `harena replay`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Give a match between bots up after so many decisions.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub max_decisions: u32,
}

/// `harena check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Loads each pack, lints its scripts and plays its game: options must be complete and unique,
copies, saves, undo, replays and reloads must be exact, and hidden things must stay hidden.
A game is played in all its variants, a faction or content in a short series in which it takes
part. The scenarios of the pack must come true. Types are checked if the type checker is there:
`harena-luau` beside the executable, or the program that HARENA_LUAU names (empty for none).

Examples:
  harena check my_faction
  harena check scripts factions --json
  harena check scripts/monolith_arena --matches 500")]
pub struct Check {
    /// Folders of packs, or folders that hold some.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// How many random matches to play of each game; a fourth of them of what extends one.
    #[arg(long, value_name = "N", default_value_t = 24)]
    pub matches: u32,
    /// The seed of the matches.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Treat warnings as errors.
    #[arg(long)]
    pub strict: bool,
    /// Only check types; there must be a type checker.
    #[arg(long)]
    pub types: bool,
}

/// `harena test`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena test scripts/monolith_arena
  harena test my_faction --filter venom")]
pub struct Test {
    /// Folders of packs, or folders that hold some.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Run only scenarios whose name or file holds this text; large and small letters are alike.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
}

/// `harena sim`.
#[derive(Debug, Args)]
#[command(mut_arg("bots", |it| it.help(
    "Who plays: random, greedy; one word for all seats, or one a seat"
)))]
#[command(after_help = "\
Examples:
  harena sim monolith_arena --matches 10000 --factions all --seed 1
  harena sim monolith_arena --bots greedy,random --matches 200
  harena sim breakthrough --packs tests/games --jobs 1 --json
  harena sim monolith_arena --matches 100000 --shard 2/8 --out results

The result depends on the seed and the settings, not on --jobs. Bots that name fewer seats than
there are play all of them; bots and factions change seats from match to match.")]
pub struct Sim {
    /// What to play.
    pub game: String,
    /// How many matches, all shards together.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub matches: u64,
    /// How the matches are set up. `--factions all` plays every faction against every other.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// Play only a part of the series: part I of N.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write `matches.csv`, `summary.json` and the records of failed matches into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How many threads play; all cores, if nothing is said.
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Give a match up after so many decisions, and count it apart.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub max_decisions: u32,
}

/// `harena ladder`.
#[derive(Debug, Args)]
#[command(mut_arg("bots", |it| it.help(
    "The bots from the weakest to the strongest [default: random,greedy,mcts:100,mcts:1000]"
)))]
#[command(mut_arg("seats", |it| it.hide(true)))]
#[command(after_help = "\
Examples:
  harena ladder monolith_arena
  harena ladder connect_four --packs tests/games --bots random,mcts:50,mcts:500 --matches 100
  harena ladder monolith_arena --factions all --json

Every bot plays every other, two at a table, with seats swapped. Ratings are in the points of Elo:
400 more are ten victories for each defeat. The exit code is 0 if each bot is stronger than the one
named before it with a certainty of 95 %, else 1.")]
pub struct Ladder {
    /// What to play.
    pub game: String,
    /// How many matches each pair of bots plays.
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub matches: u64,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// How many threads play; all cores, if nothing is said.
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Give a match up after so many decisions, and count it apart.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub max_decisions: u32,
}

/// `harena replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena replay match.hreplay                play it again, compare every position
  harena replay match.hreplay --step         walk through it, with the board
  harena replay match.hreplay --under packs  play it under the packs of another folder")]
pub struct Replay {
    /// The record.
    pub file: PathBuf,
    /// Show each action and the board after it.
    #[arg(long)]
    pub step: bool,
    /// Play it under the packs below this folder.
    #[arg(long, value_name = "DIR")]
    pub under: Option<PathBuf>,
}

/// `harena new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena new game pebbles
  harena new faction ashen_host --game monolith_arena
  harena new content house_box --game knockdown

A new faction begins as a copy of an existing one, ready to be changed. Content is for sheets that
no seat plays as its side: monsters, maps, cards.")]
pub struct New {
    /// What to begin.
    pub kind: NewKind,
    /// Its name: small letters, digits and underscores.
    pub name: String,
    /// The game that a faction or content belongs to.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Where to put the folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// What `harena new` can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NewKind {
    /// A game of its own.
    Game,
    /// A faction for a game.
    Faction,
    /// Sheets for a game that no seat plays as its side: monsters, maps, cards.
    Content,
}

/// `harena types`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena types                 into the folder you are in
  harena types my_faction")]
pub struct Types {
    /// The folder of a pack or of several.
    #[arg(default_value = ".")]
    pub dir: PathBuf,
}

/// `harena doc`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena doc                   the whole reference
  harena doc offer             the parts that mention `offer`
  harena doc monolith_arena    what the words of a game mean in scenarios
  harena doc --out api.md      into a file")]
pub struct Doc {
    /// A game, for its words in scenarios; or show only sections that mention this.
    pub topic: Option<String>,
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `harena explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena explain H0102
  harena explain               list all codes")]
pub struct Explain {
    /// A code such as H0102.
    pub code: Option<String>,
}
