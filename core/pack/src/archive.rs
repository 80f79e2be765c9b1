//! A pack in one file: `id-version.harena`.
//!
//! It is a plain zip, so any unpacker opens it, written in one way only: entries sorted by path,
//! one fixed time, one fixed mode, one fixed compression, no extra fields. The same files give the
//! same bytes on every machine. [`read`] accepts what other programs write too, as long as nothing
//! in it can be read in two ways: see there for what is refused.

mod names;
mod read;

use miniz_oxide::deflate::compress_to_vec;

use crate::codes;
use crate::pack::Pack;
use crate::problem::Problem;
use crate::tree::Tree;

pub(crate) use names::check_path as is_portable;
pub use names::{MAX_PATH, check_portable};
pub use read::{MAX_ARCHIVE_ENTRIES, MAX_RATIO, Unpacked, read_archive, unpack};

/// The ending of archives.
pub const ARCHIVE_ENDING: &str = ".harena";
/// Largest archive, in bytes (128 MiB).
pub const MAX_ARCHIVE_BYTES: u64 = 128 * 1024 * 1024;

/// The level of compression, part of the format: another one would give other bytes.
const LEVEL: u8 = 9;
/// Made as on Unix, by version 2.0 of the format, which is needed to read it.
const MADE_BY: u16 = 3 << 8 | 20;
const NEEDS: u16 = 20;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The first day that the format knows, at midnight.
const DAY: u16 = 1 << 5 | 1;
/// A regular file that its owner may write and everybody may read.
const MODE: u32 = 0o100_644 << 16;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";

/// The name of the archive of a pack.
pub fn archive_name(pack: &Pack) -> String {
    format!("{}-{}{ARCHIVE_ENDING}", pack.id(), pack.manifest.version)
}

/// The archive of some files: the same bytes on every machine.
///
/// ```
/// use harena_pack::{Tree, archive, unpack};
/// let tree = Tree::from_files([("pack.toml", "schema = 1"), ("spec/a.luau", "return {}")])?;
/// let bytes = archive(&tree)?;
/// assert_eq!(bytes, archive(&tree)?);
/// assert_eq!(unpack(&bytes)?.tree, tree);
/// # Ok::<(), Vec<harena_pack::Problem>>(())
/// ```
///
/// # Errors
/// Paths that some machine cannot hold, or holds only one of (`H0152`, `H0153`), programs
/// (`H0154`), and archives over their limit (`H0126`).
pub fn archive(tree: &Tree) -> Result<Vec<u8>, Vec<Problem>> {
    check_portable(tree)?;
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    let mut n_entries: u16 = 0;
    for (path, content) in tree.iter() {
        let entry = Entry::of(path, content.bytes(), bytes.len());
        bytes.extend_from_slice(LOCAL);
        entry.put_shared(&mut bytes);
        bytes.extend_from_slice(&0u16.to_le_bytes());
        bytes.extend_from_slice(path.as_bytes());
        bytes.extend_from_slice(entry.packed.as_deref().unwrap_or(content.bytes()));
        central.extend_from_slice(CENTRAL);
        central.extend_from_slice(&MADE_BY.to_le_bytes());
        entry.put_shared(&mut central);
        // No extra field, no comment, the first disk, nothing known of what is inside.
        central.extend_from_slice(&[0; 8]);
        central.extend_from_slice(&MODE.to_le_bytes());
        central.extend_from_slice(&entry.at.to_le_bytes());
        central.extend_from_slice(path.as_bytes());
        n_entries += 1;
    }
    if (bytes.len() + central.len()) as u64 > MAX_ARCHIVE_BYTES {
        return Err(vec![too_large()]);
    }
    let at = bytes.len();
    bytes.extend_from_slice(&central);
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&n_entries.to_le_bytes());
    bytes.extend_from_slice(&n_entries.to_le_bytes());
    bytes.extend_from_slice(&size(central.len()));
    bytes.extend_from_slice(&size(at));
    bytes.extend_from_slice(&[0; 2]);
    Ok(bytes)
}

/// A size as the format holds it; the limits keep it within 32 bits.
fn size(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

/// What both descriptions of a file say of it.
struct Entry {
    /// Its content packed, unless that would be no smaller, or so small that readers fear a bomb.
    packed: Option<Vec<u8>>,
    checksum: u32,
    n_packed: [u8; 4],
    n_bytes: [u8; 4],
    n_path: u16,
    at: u32,
}

impl Entry {
    fn of(path: &str, content: &[u8], at: usize) -> Entry {
        let packed = compress_to_vec(content, LEVEL);
        let (n_packed, n_bytes) = (packed.len(), content.len());
        let serves = n_packed < n_bytes && read::fits_ratio(n_packed as u64, n_bytes as u64);
        let packed = serves.then_some(packed);
        Entry {
            checksum: crc32fast::hash(content),
            n_packed: size(packed.as_ref().map_or(content.len(), Vec::len)),
            n_bytes: size(content.len()),
            n_path: u16::try_from(path.len()).unwrap_or(u16::MAX),
            at: u32::try_from(at).unwrap_or(u32::MAX),
            packed,
        }
    }

    fn put_shared(&self, bytes: &mut Vec<u8>) {
        let method = if self.packed.is_some() { DEFLATED } else { STORED };
        for number in [NEEDS, 0, method, 0, DAY] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.checksum.to_le_bytes());
        bytes.extend_from_slice(&self.n_packed);
        bytes.extend_from_slice(&self.n_bytes);
        bytes.extend_from_slice(&self.n_path.to_le_bytes());
    }
}

fn too_large() -> Problem {
    let limit = MAX_ARCHIVE_BYTES / (1024 * 1024);
    Problem::error(codes::PACK_TOO_LARGE, format!("an archive has at most {limit} MiB"))
        .hint("make the pictures smaller, or move them elsewhere")
}

#[cfg(test)]
mod tests;
