//! Tree hashes: one number for the whole content of a pack.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::tree::Tree;

/// SHA-256 of a pack's content, written as 64 lower-case hexadecimal digits.
///
/// It is the SHA-256 of the sorted lines `hex(sha256(file))  path\n`, hence the same for a
/// folder, for memory and for an archive, on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The hash of a tree.
    pub fn of(tree: &Tree) -> Digest {
        let mut lines: Vec<String> = tree
            .iter()
            .map(|(path, content)| format!("{}  {path}\n", Digest::of_bytes(content.bytes())))
            .collect();
        lines.sort();
        Digest::of_bytes(lines.concat().as_bytes())
    }

    /// The plain SHA-256 of some bytes, such as one file.
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADigest;

impl fmt::Display for NotADigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tree hash is 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for NotADigest {}

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Digest, NotADigest> {
        let digit = |letter: u8| match letter {
            b'0'..=b'9' => Ok(letter - b'0'),
            b'a'..=b'f' => Ok(letter - b'a' + 10),
            _ => Err(NotADigest),
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let bytes: Vec<u8> = pairs
            .iter()
            .map(|[high, low]| Ok(digit(*high)? * 16 + digit(*low)?))
            .collect::<Result<_, _>>()?;
        let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| NotADigest)?;
        if rest.is_empty() { Ok(Digest(bytes)) } else { Err(NotADigest) }
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn tree(files: &[(&str, &str)]) -> Tree {
        Tree::from_files(files.iter().map(|(path, text)| (*path, *text))).unwrap()
    }

    #[test]
    fn the_hash_is_that_of_the_sorted_lines() {
        // The published SHA-256 of "abc" and of nothing; "b..." sorts before "e...", whatever
        // the paths say.
        let lines = format!("{ABC}  z.txt\n{EMPTY}  a.txt\n");
        let expected = Digest::of_bytes(lines.as_bytes());
        assert_eq!(Digest::of(&tree(&[("a.txt", ""), ("z.txt", "abc")])), expected);
        assert_eq!(Digest::of(&tree(&[])).to_string(), EMPTY);
    }

    #[test]
    fn contents_and_paths_count_and_order_does_not() {
        let one = Digest::of(&tree(&[("a.luau", "1"), ("b.luau", "2")]));
        assert_eq!(one, Digest::of(&tree(&[("b.luau", "2"), ("a.luau", "1")])));
        assert_ne!(one, Digest::of(&tree(&[("a.luau", "2"), ("b.luau", "1")])));
        assert_ne!(one, Digest::of(&tree(&[("a.luau", "1"), ("c.luau", "2")])));
    }

    #[test]
    fn memory_and_disk_agree() {
        let files = [("pack.toml", "schema = 1\r\n"), ("spec/deep/one.luau", "return {}")];
        let folder = TestFolder::new("digest");
        for (path, text) in files {
            folder.write(path, text);
        }
        folder.write(".git/config", "not part of the pack");
        assert_eq!(Digest::of(&Tree::read(folder.path()).unwrap()), Digest::of(&tree(&files)));
    }

    #[test]
    fn a_digest_reads_back_and_nothing_else_does() {
        assert_eq!(ABC.parse::<Digest>().unwrap().to_string(), ABC);
        for wrong in ["", "ab", &ABC.to_uppercase(), &ABC[1..], &format!("{ABC}0")] {
            assert_eq!(wrong.parse::<Digest>(), Err(NotADigest), "{wrong}");
        }
    }
}
