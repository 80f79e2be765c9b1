//! What can be written on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use harena_lab::sequential::Verdict;
use serde::{Deserialize, Serialize};

mod lab;
mod make;
mod ship;

pub use lab::{Coverage, Envelope, Hunt, Report, Watch};
pub use make::{Doc, Explain, Fmt, Migrate, New, NewKind, Types};
pub use ship::{
    Add, Diff, Index, Label, List, Pack as PackArgs, Remove, Sign, Tree, Update, Verify,
};

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
  harena ab monolith_arena --a dragon --b abyss
                                           say which of two is stronger

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
#[derive(Clone, Debug, Args)]
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
    /// Let these variants and guests join their game: names, or folders of packs.
    #[arg(long, global = true, value_name = "PACK,..", value_delimiter = ',')]
    #[arg(help_heading = "Common options")]
    pub with: Vec<String>,
    /// Use this installed version of a pack, as ID@1.2.0 or ID@^1; may be given several times.
    #[arg(long = "use", global = true, value_name = "PACK@VERSION")]
    #[arg(help_heading = "Common options")]
    pub versions: Vec<String>,
    /// Use exactly the packs of this harena.lock.
    #[arg(long, global = true, value_name = "FILE", help_heading = "Common options")]
    pub lock: Option<PathBuf>,
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
    /// Say which of two bots, factions, packs or settings does better.
    Ab(Ab),
    /// Say what each sheet of a faction is worth.
    Value(Value),
    /// Try a number over a range.
    Sweep(Sweep),
    /// Let bots play each other and say how strong each is.
    Ladder(Ladder),
    /// Write a series as one page with plots.
    Report(Report),
    /// Look for what goes wrong, and write it down as short as it can be.
    Hunt(Hunt),
    /// Say which scripts, rules and verbs matches or scenarios never reach.
    Coverage(Coverage),
    /// Lay a faction beside the others before any match.
    Envelope(Envelope),
    /// Play matches again whenever a pack is saved.
    Watch(Watch),
    /// Play a recorded match again and say where it first differs.
    Replay(Replay),
    /// Begin a pack that loads and plays at once.
    New(New),
    /// Lay out the scripts of packs as everybody's are laid out.
    Fmt(Fmt),
    /// Bring packs made against older versions to the names of today.
    Migrate(Migrate),
    /// List the games and factions there are, or what is installed.
    List(List),
    /// Show the packs of a game, what they change in each other, and who wins.
    Tree(Tree),
    /// Say what a player would notice between two packs.
    Diff(Diff),
    /// Write a pack into one file, fit to be sent.
    Pack(PackArgs),
    /// Install packs from a file, a folder or a feed.
    Add(Add),
    /// Remove an installed pack, or one version of it.
    Remove(Remove),
    /// Take newer versions of what is installed from a feed.
    Update(Update),
    /// List the archives of a folder, so that it is a feed.
    Index(Index),
    /// Sign an archive, or make a key to sign with.
    Sign(Sign),
    /// Read an archive and check its signature.
    Verify(Verify),
    /// Try packs and write what was measured, for `harena add`.
    #[command(hide = true)]
    Label(Label),
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
  harena edit monolith_arena     a match against a bot
  harena edit my_faction         watch this pack: what you save appears on the board")]
pub struct Edit {
    /// A game, or the folder of a pack to work on.
    pub pack: Option<String>,
    /// Seat people everywhere; else bots sit in all seats but the first.
    #[arg(long, requires = "pack")]
    pub people: bool,
    /// Draw so many frames as fast as possible, say how long they took, and close.
    #[arg(long, value_name = "N", hide = true)]
    pub measure_frames: Option<u32>,
}

/// How much is played at once, and how long a match may be.
#[derive(Clone, Copy, Debug, Args)]
pub struct Effort {
    /// How many threads play; all cores, if nothing is said.
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Give a match up after so many decisions, and count it apart.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = at_least_one::<u32>)]
    pub max_decisions: u32,
}

/// What becomes of matches that are given up where two things are compared.
const AS_A_DRAW: &str = "Give a match up after so many decisions, and count it as a draw";

impl Effort {
    /// How many threads play.
    pub fn threads(self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
    }
}

/// How a match is set up; the same for every command that plays.
#[derive(Debug, Default, Clone, PartialEq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchArgs {
    /// Who sits where: human, random, greedy, or mcts:N, which plays N matches on in its mind
    /// before each choice (mcts:1000; mcts:200ms for so long), or program:COMMAND; one word for
    /// all seats, or one a seat; `*` for the bot a seat gets if nothing is said.
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
  harena play knockdown --bots human,mcts:1000
  harena play monolith_arena --bots random --seed 7 --record match.hreplay
  harena play ./my_faction --bots human,human
  harena play chessmonsters --as 1 --record ours.hreplay     begin a match by letter
  harena play --continue ours.hreplay                        your turn; then send it back

Without --bots you sit in the first seat and greedy bots in the others. A bot that searches can be
told more: mcts:1000,depth=30,rollout=greedy plays 30 decisions on behind what it knows, as a greedy
bot would. While you play, `help` lists what you can type. With a bot in every seat the match runs on its own.")]
pub struct Play {
    /// What to play.
    #[arg(required_unless_present = "letter")]
    pub game: Option<String>,
    /// How the match is set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// Write the match to this file, for `harena replay`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play only this seat, by its number or name, and stop where another person is to choose: a
    /// match by letter. It needs --record or --continue.
    #[arg(long = "as", value_name = "SEAT")]
    pub seat: Option<String>,
    /// Go on with the match of a record, and write to the same file unless --record says another.
    /// Without --as you play the seat that is to choose.
    #[arg(long = "continue", value_name = "FILE", conflicts_with = "game")]
    #[arg(conflicts_with_all = ["factions", "seats", "set", "preset", "seed", "bots"])]
    pub letter: Option<PathBuf>,
    /// Put the packs that are not part of the program into the record, for whoever lacks them.
    #[arg(long)]
    pub with_packs: bool,
    /// Go on although the past of the match is not what you saw last, or packs that came along in
    /// the record were found wanting.
    #[arg(long, requires = "letter")]
    pub anyway: bool,
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
  harena check scripts/monolith_arena --matches 500
  harena check my_faction --sarif found.sarif")]
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
    /// Write what was found to this file as well, as SARIF, for code editors and reviews of changes.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
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
    "Who plays: random, greedy, persona:NAME, or mcts:N, which plays N matches on in its mind \
     before each choice (mcts:1000; mcts:200ms for so long), or program:COMMAND; one word for all \
     seats, or one a seat"
)))]
#[command(after_help = "\
Examples:
  harena sim monolith_arena --matches 10000 --factions all --seed 1
  harena sim monolith_arena --bots greedy,random --matches 200
  harena sim knockdown --bots mcts:200 --matches 50
  harena sim breakthrough --packs tests/games --jobs 1 --json
  harena sim monolith_arena --matches 100000 --seed 1 --shard 2/8 --out part2
  harena sim monolith_arena --merge part1,part2,part3
  harena sim monolith_arena --matches 100000 --seed 1 --out results --resume

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
    /// Tell what became of each sheet: how often it came onto the board, stayed and was chosen; and
    /// how often the lead changed, where only random bots play. Implied by --out.
    #[arg(long)]
    pub sheets: bool,
    /// Tell what no match came to: verbs, keywords, sheets, numbered rules, and how much of the
    /// scripts ran, of what is played in this run; see `harena coverage` for more.
    #[arg(long)]
    pub coverage: bool,
    /// Write `matches.csv`, `summary.json`, `series.sqlite` and the records of failed matches into
    /// this folder, and `part.json`, from which a series goes on and is added up; see `harena report`.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the series that the folder of --out holds, where it was.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Play nothing: add up the parts that other runs wrote with --out.
    #[arg(long, value_name = "DIR,..", value_delimiter = ',', conflicts_with_all = ["shard", "resume", "coverage"])]
    pub merge: Vec<PathBuf>,
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
}

/// `harena ab`.
#[derive(Debug, Args)]
#[command(mut_arg("max_decisions", |it| it.help(AS_A_DRAW)))]
#[command(mut_arg("bots", |it| it.help(
    "Who plays, unless bots are compared: random, greedy, persona:NAME, mcts:N [default: greedy]"
)))]
#[command(after_help = "\
Examples:
  harena ab monolith_arena --a greedy --b random              two bots
  harena ab monolith_arena --a dragon --b abyss               two factions
  harena ab monolith_arena --a drafts/dragon               a draft beside the pack at hand
  harena ab monolith_arena --a banner_hp=20 --b banner_hp=25  a setting
  harena ab my_game --a new/my_game --b old/my_game --expect same
                                                              for scripts

A side names a bot, a faction, a preset, KEY=VALUE of a setting, or the folder of a pack; nothing,
or `base`, is everything as it is. Bots and factions sit at one table and change seats. Settings and
packs are played apart: the same seeds with and without, and what counts is how one faction, or the
first seat, does under each.

The test stops as soon as it knows. It calls equal variants different at most once in 20 times, and
as seldom misses a difference as large as --margin. 50 % is no difference. The exit code is 0 for an
answer, 1 for none or for one that was not expected.")]
pub struct Ab {
    /// What to play.
    pub game: String,
    /// One variant; may be given several times.
    #[arg(long, value_name = "WHAT")]
    pub a: Vec<String>,
    /// The other.
    #[arg(long, value_name = "WHAT")]
    pub b: Vec<String>,
    /// Whose victories count where settings or packs are compared: a faction, or the number of a
    /// seat. Without it, the faction of the pack that differs, else the first seat.
    #[arg(long, value_name = "WHO")]
    pub of: Option<String>,
    /// Differences of fewer percent do not matter.
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    pub margin: f64,
    /// Give up after so many pairs.
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub pairs: u64,
    /// End with 1 if the answer is another one.
    #[arg(long, value_name = "ANSWER")]
    pub expect: Option<Expected>,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
}

/// What `harena ab` is expected to find of the first variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expected {
    /// It is stronger.
    Stronger,
    /// It is weaker.
    Weaker,
    /// There is no difference that matters.
    Same,
    /// It is stronger, or there is no difference.
    NotWeaker,
}

impl Expected {
    /// Whether a verdict is what was expected.
    pub fn is_met_by(self, verdict: Verdict) -> bool {
        match self {
            Expected::Stronger => verdict == Verdict::Stronger,
            Expected::Weaker => verdict == Verdict::Weaker,
            Expected::Same => verdict == Verdict::Same,
            Expected::NotWeaker => matches!(verdict, Verdict::Stronger | Verdict::Same),
        }
    }
}

/// `harena value`.
#[derive(Debug, Args)]
#[command(mut_arg("max_decisions", |it| it.help(AS_A_DRAW)))]
#[command(mut_arg("bots", |it| it.help("Who plays [default: greedy]")))]
#[command(after_help = "\
Examples:
  harena value monolith_arena --of dragon
  harena value ./my_faction --pairs 1000 --bots random

Plays the same matches with and without each sheet, against every other faction, or against those
of --factions. What is told is by how many percent of its matches the faction wins more often with
all copies of the sheet than with none.")]
pub struct Value {
    /// What to play; a faction's folder stands for its game and names the faction.
    pub game: String,
    /// The faction.
    #[arg(long, value_name = "FACTION")]
    pub of: Option<String>,
    /// How many pairs of matches are played for each sheet.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub pairs: u64,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
}

/// `harena sweep`.
#[derive(Debug, Args)]
#[command(mut_arg("max_decisions", |it| it.help(AS_A_DRAW)))]
#[command(mut_arg("bots", |it| it.help("Who plays [default: greedy]")))]
#[command(after_help = "\
Examples:
  harena sweep monolith_arena --over banner_hp=10..30:5
  harena sweep monolith_arena --over dragon/pikeman.copies=0..6 --bots random
  harena sweep my_game --over mode=duel,feud --of 1
  harena sweep monster_hex --over seats=2..4

Sweeps a setting, the copies of a sheet, or a stat printed on it: the same matches with each value and
with the value as it is; or the number of seats, each for itself. Told is how often the faction of the
sheet wins, else the first of --factions, else the first seat; --of names another.")]
pub struct Sweep {
    /// What to play.
    pub game: String,
    /// What to change, and over which values.
    #[arg(long, value_name = "NAME=VALUES")]
    pub over: String,
    /// Whose victories count: a faction, or the number of a seat.
    #[arg(long, value_name = "WHO")]
    pub of: Option<String>,
    /// How many pairs of matches are played for each value.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = at_least_one::<u64>)]
    pub pairs: u64,
    /// How the matches are set up.
    #[command(flatten)]
    pub setup: MatchArgs,
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
}

/// `harena ladder`.
#[derive(Debug, Args)]
#[command(mut_arg("bots", |it| it.help(
    "The bots from the weakest to the strongest; mcts:N plays N matches on in its mind before each \
     choice [default: random,greedy,mcts:100,mcts:1000]"
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
    /// How much is played at once, and how long a match may be.
    #[command(flatten)]
    pub effort: Effort,
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
    /// Use packs that come along in the record although they were found wanting.
    #[arg(long)]
    pub anyway: bool,
    /// Write the moment after so many actions as a scenario, to the last detail.
    #[arg(long, value_name = "N", conflicts_with = "step")]
    pub moment: Option<u32>,
}
