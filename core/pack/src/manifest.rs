//! `pack.toml`: who a pack is and what it needs.

mod read;
mod reader;

use std::collections::BTreeMap;

use semver::{Version, VersionReq};
use serde::Serialize;

use crate::problem::{Placed, Problem};

pub use read::is_id;

/// The name of every manifest.
pub const FILE_NAME: &str = "pack.toml";
/// The manifest schema this application reads.
pub const SCHEMA: u32 = 1;
/// Largest manifest, in bytes (64 KB).
pub const MAX_MANIFEST_BYTES: u64 = 64 * 1024;
/// Most packs that one section of a manifest may name.
pub const MAX_REQUIREMENTS: usize = 256;
/// Most texts in one list of a manifest, such as its authors.
pub const MAX_LISTED: usize = 64;
/// Longest title, in characters; also of an author, a tag, or another text of a list.
pub const MAX_TITLE: usize = 160;
/// Longest summary, in characters.
pub const MAX_SUMMARY: usize = 160;

/// Packs by id, each with the versions that will do.
pub type Requirements = BTreeMap<String, Placed<VersionReq>>;

/// Declares an enum of words as they stand in manifests.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The word for it in a manifest.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

words! {
    /// What a pack is for.
    Kind {
        /// The rules of a game.
        Game = "game",
        /// A side to play in a game.
        Faction = "faction",
        /// Sheets for a game that belong to no faction.
        Content = "content",
        /// A difference from a game: settings and replaced definitions.
        Variant = "variant",
        /// A prepared position or puzzle.
        Scenario = "scenario",
        /// Looks only.
        Theme = "theme",
        /// A player of its own.
        Bot = "bot",
        /// Texts in a language.
        Locale = "locale",
        /// Code for other packs.
        Library = "library",
    }
}

words! {
    /// How finished its author holds a pack.
    Status {
        /// Being written.
        Draft = "draft",
        /// Being tried out.
        Playtest = "playtest",
        /// Complete, perhaps not balanced.
        Beta = "beta",
        /// Done.
        Stable = "stable",
        /// No longer kept up.
        Deprecated = "deprecated",
    }
}

words! {
    /// How much of a pack was made by a machine.
    AiDisclosure {
        /// Nothing.
        None = "none",
        /// Parts, under a person's hand.
        Assisted = "assisted",
        /// Most of it.
        Generated = "generated",
    }
}

/// A manifest that passed every check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The pack's name for ever, equal to its folder; see [`is_id`].
    pub id: String,
    /// Version of the content.
    pub version: Version,
    /// Name shown to people.
    pub title: String,
    /// One line, at most [`MAX_SUMMARY`] characters; may be empty.
    pub summary: String,
    /// Such as `Ada <ada@example.org>`.
    pub authors: Vec<String>,
    /// What it is for.
    pub kind: Kind,
    /// SPDX expression for data and scripts; may be empty.
    pub license: String,
    /// SPDX expression for pictures, if it differs.
    pub media_license: Option<String>,
    /// Versions of the application it is made for; any, if nothing is said.
    pub engine: Placed<VersionReq>,
    /// Major version of the script interface it is made for.
    pub api: Placed<u32>,
    /// How finished it is; a draft, if nothing is said.
    pub status: Status,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// What players may want to know beforehand.
    pub content_warnings: Vec<String>,
    /// How much of it a machine made; nothing, if nothing is said.
    pub ai_disclosure: AiDisclosure,
    /// Address of its source; may be empty, as may the next two.
    pub repository: String,
    /// Address of its page.
    pub homepage: String,
    /// Address for reports.
    pub issues: String,
    /// Whether it is no part of a replay's identity.
    pub cosmetic: bool,
    /// Whether it joins its games only where it is named, as homebrew does: matches and scenarios
    /// of the game alone go on as they were.
    pub guest: bool,
    /// Games it extends; they are dependencies too.
    pub games: Requirements,
    /// Packs it needs.
    pub dependencies: Requirements,
    /// Packs it loads after if they are there, but does not need.
    pub optional: Requirements,
    /// Packs it cannot be loaded with.
    pub conflicts: Requirements,
    /// The file the loader starts with, by default `game.luau`, `faction.luau` or
    /// `variant.luau` for those kinds; other kinds may have none.
    pub entry: Option<Placed<String>>,
}

impl Manifest {
    /// Reads the text of a `pack.toml`. `folder` is the name of the pack's folder, which its id
    /// must equal; problems name it as their pack.
    ///
    /// # Errors
    /// The first problems, in reading order (`H0101` to `H0111`), and how many more there are.
    ///
    /// ```
    /// use harena_pack::Manifest;
    /// let problems = Manifest::parse("dragon", "schema = 1\n[pack]\nid = \"Dragon\"\ntittle = 3\n");
    /// let codes: Vec<_> = problems.unwrap_err().iter().map(|problem| problem.code).collect();
    /// assert_eq!(codes, ["H0104", "H0104", "H0104", "H0104", "H0106", "H0102"]);
    /// ```
    pub fn parse(folder: &str, text: &str) -> Result<Manifest, Vec<Problem>> {
        read::manifest(folder, text)
    }

    /// Packs that must be there: the games it extends, then its dependencies.
    pub fn needs(&self) -> impl Iterator<Item = (&str, &Placed<VersionReq>)> {
        self.games.iter().chain(&self.dependencies).map(|(id, range)| (id.as_str(), range))
    }
}
