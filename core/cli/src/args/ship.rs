//! What can be written behind the commands that send packs and take them in.

use std::path::PathBuf;

use clap::Args;

/// `harena pack`.
#[derive(Debug, Args)]
#[command(after_help = "\
Checks the pack, then writes ID-VERSION.harena: one file, the same bytes on every machine. It is
a plain zip; whoever has Harena says `harena add FILE`.

Refused is what would annoy others: no `license` in pack.toml, a check that fails, and another
content under a version that is in the folder, in its index.toml, or installed.

Examples:
  harena pack my_faction
  harena pack my_faction --out shelf
  harena pack my_faction --out shelf && harena index shelf")]
pub struct Pack {
    /// The folder of the pack.
    pub dir: PathBuf,
    /// Where to put the file.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// How many random matches the check plays of a game; a fourth of them of what extends one.
    #[arg(long, value_name = "N", default_value_t = 24)]
    pub matches: u32,
}

/// `harena add`.
#[derive(Debug, Args)]
#[command(after_help = "\
FROM is the file of a pack, the folder of one, or a feed: a folder with archives, or its
index.toml. Of a feed, PACK says what is wanted, with a version or a range if need be; what that
needs comes along, in versions that fit together.

Before anything is installed, the rules are tried in a process of their own, and what was measured
is shown. Nothing is fetched by itself, and nothing of yours is written over. Versions stand side by
side: the one added last is used, --use ID@VERSION takes another for once, and a record finds the
exact packs it was played with.

Examples:
  harena add ashen_host-1.2.0.harena
  harena add /media/stick/shelf
  harena add /media/stick/shelf ashen_host
  harena add shelf/index.toml ashen_host@^1 moors@2.0.0
  harena add ashen_host-1.2.0.harena --look")]
pub struct Add {
    /// The file of a pack, the folder of one, or a feed.
    pub from: PathBuf,
    /// Packs of the feed; all of them that can be had, if none is named.
    #[arg(value_name = "PACK")]
    pub wanted: Vec<String>,
    /// Only look: read it, try its rules, show what was measured, install nothing.
    #[arg(long)]
    pub look: bool,
    /// The public key it must be signed with: a file, or its letters.
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    /// Take it although it is signed with another key than before, or no longer signed.
    #[arg(long)]
    pub any_key: bool,
    /// Take it although its id looks like that of another pack, or stands in the place of a
    /// built-in one.
    #[arg(long)]
    pub alike: bool,
    /// Take it although its rules were found wanting.
    #[arg(long)]
    pub anyway: bool,
}

/// `harena remove`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  harena remove ashen_host
  harena remove ashen_host@1.1.0      only this version; the newest of the others is used")]
pub struct Remove {
    /// The pack, or one version of it.
    #[arg(value_name = "PACK")]
    pub pack: String,
}

/// `harena update`.
#[derive(Debug, Args)]
#[command(after_help = "\
Takes from a feed the newest version of what is installed, where there is a newer one.

Examples:
  harena update /media/stick/shelf
  harena update shelf ashen_host")]
pub struct Update {
    /// The feed: a folder with archives, or its index.toml.
    pub from: PathBuf,
    /// Installed packs; all of them, if none is named.
    #[arg(value_name = "PACK")]
    pub wanted: Vec<String>,
}

/// `harena list`.
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  harena list                  the games and factions there are
  harena list --installed      every installed version, and where it came from")]
pub struct List {
    /// List what was installed, every version of it.
    #[arg(long)]
    pub installed: bool,
}

/// `harena index`.
#[derive(Debug, Args)]
#[command(after_help = "\
Writes DIR/index.toml, which lists the archives in DIR. The folder is then a feed: put it on a
stick, into a shared folder or on any web space; whoever has it says `harena add DIR`.

Examples:
  harena index shelf")]
pub struct Index {
    /// A folder with archives.
    pub dir: PathBuf,
}

/// `harena sign`.
#[derive(Debug, Args)]
#[command(after_help = "\
Writes FILE.minisig beside an archive. A signature says that whoever has the key looked at exactly
this file, no more. Who installs it keeps your key in mind and is warned of another one.

Examples:
  harena sign --new-key ada.key                    make a key, once; keep ada.key to yourself
  harena sign ashen_host-1.2.0.harena --key ada.key")]
pub struct Sign {
    /// The archive.
    #[arg(required_unless_present = "new_key")]
    pub file: Option<PathBuf>,
    /// The file of the secret key.
    #[arg(long, value_name = "FILE", required_unless_present = "new_key")]
    pub key: Option<PathBuf>,
    /// Make a new key: the secret half goes into this file, the public one into FILE.pub.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "key"])]
    pub new_key: Option<PathBuf>,
}

/// `harena verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Reads an archive as `harena add` does and checks its signature against --key, or the key known of
that pack, or else the one it names itself. Nothing is run and nothing is installed.

Examples:
  harena verify ashen_host-1.2.0.harena
  harena verify ashen_host-1.2.0.harena --key ada.key.pub")]
pub struct Verify {
    /// The archive.
    pub file: PathBuf,
    /// The public key: a file, or its letters.
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
}

/// `harena tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Shows the packs of a game in the order in which they load, what each changes in others, and where
two change one thing, who wins. `--with` lets variants and guests join.

Examples:
  harena tree                                every game with what extends it
  harena tree hedge_of_pikes
  harena tree monolith_arena --with hedge_of_pikes,saltmarsh
  harena tree monolith_arena --lock-to harena.lock   write down the exact packs, for --lock")]
pub struct Tree {
    /// A game, or a pack that extends one.
    pub pack: Option<String>,
    /// Write the exact packs, by the hash of their files, into this file.
    #[arg(long, value_name = "FILE")]
    pub lock_to: Option<PathBuf>,
}

/// `harena diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
A and B are folders, archives, packs at hand, or installed versions (ID@1.0.0). Told is what a
player would notice: sheet by sheet, setting by setting, rule by rule.

Examples:
  harena diff dragon ./dragon
  harena diff shelf/ashen_host-1.0.0.harena ./ashen_host --markdown
  harena diff ashen_host@1.0.0 ashen_host@1.1.0 --json
  harena diff monolith_arena hedge_of_pikes")]
pub struct Diff {
    /// How it was.
    pub a: String,
    /// How it is.
    pub b: String,
    /// Write a part of a changelog.
    #[arg(long)]
    pub markdown: bool,
}

/// `harena label`, which other commands start in a process of its own.
#[derive(Debug, Args)]
pub struct Label {
    /// The packs to try.
    #[arg(required = true)]
    pub ids: Vec<String>,
}
