//! What can be written behind the commands with which a pack is made and looked up.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `harena new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena new                                            asks for everything
  harena new game pebbles
  harena new faction ashen_host --game monolith_arena
  harena new content house_box --game knockdown
  harena new variant long_siege --game monolith_arena
  harena new scenario siege_drills --game monolith_arena

A faction or content begins with what its game offers to begin with. Content is for sheets that no
seat plays as its side: monsters, maps, cards. A variant says what it changes in its game. Scenarios
are positions and what must come of them.")]
pub struct New {
    /// What to begin; asked for if it is not said.
    pub kind: Option<NewKind>,
    /// Its name: small letters, digits and underscores; asked for if it is not said.
    pub name: Option<String>,
    /// The game that a faction, content, variant or scenario belongs to.
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
    /// A difference from a game.
    Variant,
    /// Scenarios of a game: positions and what must come of them.
    Scenario,
}

/// `harena fmt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena fmt                   the packs below the folder you are in
  harena fmt my_faction
  harena fmt --check scripts   only say what would change; 1 if anything would

Luau is laid out by StyLua, with the settings of the nearest stylua.toml of the pack or of the folder
it is named by (`harena types` writes one), else with those that `harena types` would write. A
script that cannot be read is told and left as it is.")]
pub struct Fmt {
    /// Folders of packs, or folders that hold some.
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Write nothing, only say which scripts would change.
    #[arg(long)]
    pub check: bool,
}

/// `harena migrate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena migrate               the packs below the folder you are in
  harena migrate my_faction
  harena migrate --check .     only say what would change; 1 if anything would

Games and libraries say in renamed.toml what they have renamed, and since which version. Old names in
scripts are replaced where they stand, and pack.toml asks for the versions of today; everything else
stays as it is, comments and layout too.")]
pub struct Migrate {
    /// Folders of packs, or folders that hold some.
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Write nothing, only say what would change.
    #[arg(long)]
    pub check: bool,
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
  harena doc monolith_arena pikeman --with hedge_of_pikes
                               one sheet, and which pack changed what in it
  harena doc --out api.md      into a file")]
pub struct Doc {
    /// A game, for its words in scenarios; or show only sections that mention this.
    pub topic: Option<String>,
    /// With a game: one of its sheets, by id or title, or as `pack/id`.
    pub sheet: Option<String>,
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
