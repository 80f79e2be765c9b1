//! Signatures of archives: minisign's, beside the file. A key is believed on first use, then kept.

use std::path::{Path, PathBuf};

use minisign_verify::{PublicKey, Signature};

use crate::codes;
use crate::pack::Pack;
use crate::problem::Problem;
use crate::regular::read_regular;

/// The ending of signatures, behind the whole name of what is signed.
pub const SIGNATURE_ENDING: &str = ".minisig";
/// Largest signature or key file, in bytes.
const MAX_BYTES: u64 = 16 * 1024;
/// What stands before the key in the comment of a signature of ours.
const KEY_MARK: &str = "untrusted comment: signed with key ";

/// The public half of a key, as minisign writes it: 56 letters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    /// Reads a key: its letters, or a whole file of minisign with a comment above them.
    pub fn parse(text: &str) -> Option<Key> {
        let letters = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
        PublicKey::from_base64(letters).ok().map(|_| Key(letters.to_owned()))
    }

    /// Reads a key from a file.
    ///
    /// # Errors
    /// `H0159` if it cannot be read or holds none.
    pub fn read(path: &Path) -> Result<Key, Problem> {
        let text = read_text(path)?;
        Key::parse(&text).ok_or_else(|| bad(format!("`{}` holds no public key", path.display())))
    }

    /// Its letters.
    pub fn letters(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

/// What a signature that holds says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The key it was made with.
    pub key: Key,
    /// What the signer says of the file; it cannot be changed without the key.
    pub comment: String,
}

/// What a signature says of a pack, so that no signature of one version serves another.
pub fn told_comment(pack: &Pack) -> String {
    format!("harena id={} version={} tree={}", pack.id(), pack.manifest.version, pack.digest)
}

/// Checks the signature beside a file, if there is one: with `key`, or else with the key that the
/// signature itself names, which the caller must then hold against the one it knows.
///
/// # Errors
/// `H0159` if it does not hold, or nobody says with which key.
pub fn verify(file: &Path, bytes: &[u8], key: Option<&Key>) -> Result<Option<Signed>, Problem> {
    let beside = PathBuf::from(format!("{}{SIGNATURE_ENDING}", file.display()));
    if !beside.exists() {
        return Ok(None);
    }
    let text = read_text(&beside)?;
    let named = text.lines().next().and_then(|line| line.strip_prefix(KEY_MARK));
    let named = named.and_then(Key::parse);
    let key = key.cloned().or(named).ok_or_else(|| {
        bad("nobody says with which key this was signed").hint("name the key with --key")
    })?;
    let refuse = || bad(format!("the signature of `{}` does not hold", file.display()));
    let signature = Signature::decode(&text).map_err(|_| refuse())?;
    let public = PublicKey::from_base64(key.letters()).map_err(|_| refuse())?;
    public.verify(bytes, &signature, false).map_err(|_| refuse())?;
    let comment = signature.trusted_comment().to_owned();
    Ok(Some(Signed { key, comment }))
}

impl Signed {
    /// Whether the signer speaks of exactly this pack.
    ///
    /// # Errors
    /// `H0159` if the signature was made for another one.
    pub fn is_of(&self, pack: &Pack) -> Result<(), Problem> {
        if self.comment.starts_with("harena ") && self.comment != told_comment(pack) {
            return Err(bad(format!("the signature is of another pack: {}", self.comment)));
        }
        Ok(())
    }
}

fn read_text(path: &Path) -> Result<String, Problem> {
    let bytes = read_regular(path, MAX_BYTES)
        .map_err(|error| bad(format!("`{}` cannot be read: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|_| bad(format!("`{}` is no text", path.display())))
}

fn bad(message: impl Into<String>) -> Problem {
    Problem::error(codes::BAD_SIGNATURE, message)
        .hint("get the pack and its signature again, from where its author puts them")
}
