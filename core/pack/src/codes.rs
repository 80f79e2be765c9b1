//! The codes of this crate, `H0101` to `H0199`. A code never changes its meaning.
//!
//! Each code has a section of the same name in `docs/errors/H01.md`; a test holds the two
//! together.

/// `pack.toml` is not valid TOML.
pub const NOT_TOML: &str = "H0101";
/// A key that no manifest has.
pub const UNKNOWN_KEY: &str = "H0102";
/// A value of the wrong type, such as a number where text is due.
pub const WRONG_TYPE: &str = "H0103";
/// A key that every manifest needs is absent.
pub const MISSING_KEY: &str = "H0104";
/// A manifest schema this application does not read.
pub const UNKNOWN_SCHEMA: &str = "H0105";
/// An id that breaks the spelling rule.
pub const BAD_ID: &str = "H0106";
/// The id differs from the name of the folder.
pub const ID_IS_NOT_FOLDER: &str = "H0107";
/// A version or a range of versions that cannot be read.
pub const BAD_VERSION: &str = "H0108";
/// A word outside the list of words a key takes.
pub const UNKNOWN_WORD: &str = "H0109";
/// A text, number or address that its key does not accept.
pub const BAD_VALUE: &str = "H0110";
/// A faction, content, variant or scenario that names no game.
pub const NO_GAME: &str = "H0111";
/// The entry file is not in the pack.
pub const NO_ENTRY: &str = "H0112";
/// The folder has no `pack.toml`.
pub const NO_MANIFEST: &str = "H0113";
/// More problems in a manifest than are listed.
pub const MORE_PROBLEMS: &str = "H0114";

/// A file or folder could not be read.
pub const UNREADABLE: &str = "H0120";
/// A file path that no pack may hold.
pub const BAD_PATH: &str = "H0121";
/// A link that leaves the pack, leads nowhere, or stands for a folder.
pub const BAD_LINK: &str = "H0122";
/// A script, manifest or other text that is not UTF-8.
pub const NOT_UTF8: &str = "H0123";
/// A file over its size limit.
pub const FILE_TOO_LARGE: &str = "H0124";
/// More files than a pack may have.
pub const TOO_MANY_FILES: &str = "H0125";
/// More bytes than a pack may have.
pub const PACK_TOO_LARGE: &str = "H0126";
/// A pipe, a device or a socket where a file should be.
pub const NO_FILE: &str = "H0127";

/// Two folders hold packs of one id.
pub const DUPLICATE_PACK: &str = "H0130";
/// A pack being watched is no longer there.
pub const PACK_GONE: &str = "H0131";
/// A folder that cannot be watched for changes.
pub const NOT_WATCHED: &str = "H0132";
/// More packs, or more folders to look for them, than are searched.
pub const TOO_MANY_PACKS: &str = "H0133";
/// A pack that calls itself as the library of the application does.
pub const RESERVED_ID: &str = "H0134";

/// A pack was asked for that nobody has.
pub const UNKNOWN_PACK: &str = "H0140";
/// A pack needs another that is not there.
pub const MISSING_PACK: &str = "H0141";
/// A pack needs another version of a pack that is there.
pub const WRONG_VERSION: &str = "H0142";
/// Packs that need each other in a circle.
pub const CYCLE: &str = "H0143";
/// Two packs that cannot be loaded together.
pub const CONFLICT: &str = "H0144";
/// The pack is made for other versions of the application.
pub const WRONG_ENGINE: &str = "H0145";
/// The pack is made for another script interface.
pub const WRONG_API: &str = "H0146";

/// A lock file that cannot be read.
pub const BAD_LOCK: &str = "H0150";

/// A file that is no archive of a pack, or a torn one.
pub const NOT_AN_ARCHIVE: &str = "H0151";
/// A link, a device or a path in an archive that not every machine has.
pub const BAD_ENTRY: &str = "H0152";
/// Two names in an archive that are one on some machines.
pub const SAME_NAME: &str = "H0153";
/// A program among the files of a pack.
pub const PROGRAM: &str = "H0154";
/// A file that unpacks to far more than its size.
pub const BOMB: &str = "H0155";
/// Another content under a version that is known.
pub const CHANGED_VERSION: &str = "H0156";
/// A pack without a licence, which nobody may pass on.
pub const NO_LICENSE: &str = "H0157";
/// A feed that cannot be read, or that tells what is not so.
pub const BAD_FEED: &str = "H0158";
/// A signature that does not hold.
pub const BAD_SIGNATURE: &str = "H0159";
/// A pack that is not signed with the key it was signed with before.
pub const OTHER_KEY: &str = "H0160";
/// No choice of versions fits together.
pub const NO_SOLUTION: &str = "H0161";
/// An id that is easily taken for another.
pub const LOOK_ALIKE: &str = "H0162";
/// An installed pack that is not as it was installed, or a place that is taken.
pub const BAD_STORE: &str = "H0163";
/// A list of renamed names that is not as it should be.
pub const BAD_RENAMED: &str = "H0164";

/// Every code of this crate, ascending.
pub const ALL: [&str; 49] = [
    NOT_TOML,
    UNKNOWN_KEY,
    WRONG_TYPE,
    MISSING_KEY,
    UNKNOWN_SCHEMA,
    BAD_ID,
    ID_IS_NOT_FOLDER,
    BAD_VERSION,
    UNKNOWN_WORD,
    BAD_VALUE,
    NO_GAME,
    NO_ENTRY,
    NO_MANIFEST,
    MORE_PROBLEMS,
    UNREADABLE,
    BAD_PATH,
    BAD_LINK,
    NOT_UTF8,
    FILE_TOO_LARGE,
    TOO_MANY_FILES,
    PACK_TOO_LARGE,
    NO_FILE,
    DUPLICATE_PACK,
    PACK_GONE,
    NOT_WATCHED,
    TOO_MANY_PACKS,
    RESERVED_ID,
    UNKNOWN_PACK,
    MISSING_PACK,
    WRONG_VERSION,
    CYCLE,
    CONFLICT,
    WRONG_ENGINE,
    WRONG_API,
    BAD_LOCK,
    NOT_AN_ARCHIVE,
    BAD_ENTRY,
    SAME_NAME,
    PROGRAM,
    BOMB,
    CHANGED_VERSION,
    NO_LICENSE,
    BAD_FEED,
    BAD_SIGNATURE,
    OTHER_KEY,
    NO_SOLUTION,
    LOOK_ALIKE,
    BAD_STORE,
    BAD_RENAMED,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_code_has_its_section_in_the_docs_and_no_section_lacks_a_code() {
        let page = include_str!("../../../docs/errors/H01.md");
        let sections: Vec<&str> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .filter_map(|title| title.split_whitespace().next())
            .collect();
        assert_eq!(sections, ALL);
    }
}
