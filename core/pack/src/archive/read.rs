//! Reading an archive as an attacker's.

use std::collections::BTreeMap;
use std::path::Path;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::names::{self, Known};
use super::{CENTRAL, DEFLATED, END, LOCAL, MAX_ARCHIVE_BYTES, STORED, too_large};
use crate::codes;
use crate::manifest;
use crate::problem::Problem;
use crate::regular::read_regular;
use crate::tree::{MAX_PACK_BYTES, Tree, is_ignored, pack_too_large};

/// Most files and folders of an archive.
pub const MAX_ARCHIVE_ENTRIES: usize = 8_000;
/// A file may be so many times as large as its packed form, if it is large at all.
pub const MAX_RATIO: u64 = 100;
/// Files up to this size may be packed as tightly as can be.
const SMALL: u64 = 64 * 1024;

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpacked {
    /// The files of the pack.
    pub tree: Tree,
    /// The folder that everything in the archive lies in, if there is one; it is no part of the
    /// tree.
    pub folder: Option<String>,
}

/// Reads an archive from disk.
///
/// # Errors
/// As for [`unpack`]; `H0120` if it cannot be read.
pub fn read_archive(path: &Path) -> Result<Unpacked, Vec<Problem>> {
    let bytes = read_regular(path, MAX_ARCHIVE_BYTES).map_err(|error| {
        let message = format!("`{}` cannot be read: {error}", path.display());
        vec![Problem::error(codes::UNREADABLE, message).hint("name the file of a pack")]
    })?;
    unpack(&bytes)
}

/// The files of an archive.
///
/// Whoever made it may have meant harm, so only what can be read in one way is read at all: entries
/// that follow each other without gaps, described twice in the same words, up to the very end of
/// the file. Sizes are those that are told, and no more is unpacked than that.
///
/// # Errors
/// `H0151` for what is no such archive, or is torn; `H0152` for links, devices and paths that lead
/// out or that some machine does not have; `H0153` for names that clash; `H0154` for programs;
/// `H0155` for bombs; and all problems of the files themselves.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, Vec<Problem>> {
    if bytes.len() as u64 > MAX_ARCHIVE_BYTES {
        return Err(vec![too_large()]);
    }
    let files = files(bytes).map_err(|problem| vec![problem])?;
    let folder = enclosing(&files);
    let start = folder.as_ref().map_or(0, |folder| folder.len() + 1);
    let inside = files.into_iter().map(|(path, bytes)| (path.split_at(start).1.to_owned(), bytes));
    let tree = Tree::from_files(inside)?;
    names::check_portable(&tree)?;
    Ok(Unpacked { tree, folder })
}

/// The one folder that all files lie in, where the pack itself does not begin at the top.
fn enclosing(files: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let (folder, _) = files.keys().next()?.split_once('/')?;
    let inside = format!("{folder}/");
    let is_all = files.keys().all(|path| path.starts_with(&inside));
    let has_manifest = files.contains_key(&format!("{inside}{}", manifest::FILE_NAME));
    (is_all && has_manifest).then(|| folder.to_owned())
}

/// Numbers and bytes, one behind the other.
struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or_else(|| torn("it is cut off"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self, n_bytes: usize) -> Result<u32, Problem> {
        let bytes = self.take(n_bytes)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    fn expects(&mut self, sign: &[u8]) -> Result<(), Problem> {
        match self.take(sign.len())? == sign {
            true => Ok(()),
            false => Err(torn("something else stands where a file should be told of")),
        }
    }
}

/// What both descriptions of a file say of it.
#[derive(PartialEq, Eq)]
struct Told<'a> {
    flags: u32,
    method: u32,
    checksum: u32,
    n_packed: u32,
    n_bytes: u32,
    name: &'a [u8],
}

fn torn(why: &str) -> Problem {
    Problem::error(codes::NOT_AN_ARCHIVE, format!("this is no archive of a pack: {why}"))
        .hint("get it again, or unpack it and write it anew with `harena pack`")
}

/// How many bytes the description of the end has.
const N_END: usize = 22;

/// All files that belong to the pack, unpacked.
fn files(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, Problem> {
    let at = bytes.len().checked_sub(N_END).ok_or_else(|| torn("it is too short"))?;
    let (before, end) = bytes.split_at_checked(at).ok_or_else(|| torn("it is too short"))?;
    let mut end = Cursor { rest: end };
    end.expects(END).map_err(|_| torn("its end is missing, or something follows it"))?;
    let (disk, first_disk) = (end.number(2)?, end.number(2)?);
    let (n_here, n_entries) = (end.number(2)?, end.number(2)?);
    let (n_central, central_at) = (end.number(4)? as usize, end.number(4)? as usize);
    if disk != 0 || first_disk != 0 || n_here != n_entries || end.number(2)? != 0 {
        return Err(torn("it has several parts, or a comment"));
    }
    if n_entries as usize > MAX_ARCHIVE_ENTRIES {
        return Err(crate::tree::too_many_files());
    }
    if central_at.checked_add(n_central) != Some(before.len()) {
        return Err(torn("it has gaps"));
    }
    let (local, central) =
        before.split_at_checked(central_at).ok_or_else(|| torn("it has gaps"))?;
    let mut reading = Reading {
        local: Cursor { rest: local },
        n_local: local.len(),
        central: Cursor { rest: central },
        known: Known::default(),
        n_bytes: 0,
        files: BTreeMap::new(),
    };
    for _ in 0..n_entries {
        reading.entry()?;
    }
    match reading.local.rest.is_empty() && reading.central.rest.is_empty() {
        true => Ok(reading.files),
        false => Err(torn("it has gaps")),
    }
}

struct Reading<'a> {
    local: Cursor<'a>,
    n_local: usize,
    central: Cursor<'a>,
    known: Known,
    n_bytes: u64,
    files: BTreeMap<String, Vec<u8>>,
}

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    File,
    Folder,
}

impl<'a> Reading<'a> {
    fn entry(&mut self) -> Result<(), Problem> {
        let (told, attributes, at) = self.central()?;
        if at as usize != self.n_local - self.local.rest.len() {
            return Err(torn("files lie upon each other, or in gaps"));
        }
        if self.local()? != told {
            return Err(torn("it tells two things of one file"));
        }
        let packed = self.local.take(told.n_packed as usize)?;
        let path = std::str::from_utf8(told.name).map_err(|_| torn("a name is no text"))?;
        let sort = sort_of(path, attributes)?;
        let path = path.strip_suffix('/').unwrap_or(path);
        names::check_path(path)?;
        if sort == Sort::Folder {
            return match told.n_bytes {
                0 => self.known.add(path, true),
                _ => Err(torn("a folder has a content")),
            };
        }
        self.known.add_new(path)?;
        self.n_bytes += u64::from(told.n_bytes);
        if self.n_bytes > MAX_PACK_BYTES {
            return Err(pack_too_large());
        }
        check_ratio(path, &told)?;
        let content = content(&told, packed)?;
        if !is_ignored(path) {
            self.files.insert(path.to_owned(), content);
        }
        Ok(())
    }

    /// The next description of the list at the end: the file, its attributes, where it lies.
    fn central(&mut self) -> Result<(Told<'a>, u32, u32), Problem> {
        let cursor = &mut self.central;
        cursor.expects(CENTRAL)?;
        let made_by = cursor.number(2)?;
        let (told, n_name, n_extra) = told(cursor)?;
        let n_comment = cursor.number(2)? as usize;
        let disk = cursor.number(2)?;
        cursor.number(2)?;
        let attributes = cursor.number(4)?;
        let at = cursor.number(4)?;
        let name = cursor.take(n_name)?;
        cursor.take(n_extra)?;
        cursor.take(n_comment)?;
        if disk != 0 {
            return Err(torn("it has several parts"));
        }
        let system = made_by >> 8;
        // Only where it was made on a system with modes do the upper bits say what a file is; a
        // mode that stands there anyway is believed, too.
        let attributes =
            if system == 3 || attributes >> 16 != 0 { attributes } else { attributes & 0xffff };
        Ok((Told { name, ..told }, attributes, at))
    }

    /// The next description in front of a content.
    fn local(&mut self) -> Result<Told<'a>, Problem> {
        let cursor = &mut self.local;
        cursor.expects(LOCAL)?;
        let (told, n_name, n_extra) = told(cursor)?;
        let name = cursor.take(n_name)?;
        cursor.take(n_extra)?;
        Ok(Told { name, ..told })
    }
}

/// What both descriptions have in the same order: all but the name itself, and how long name and
/// extra field are.
fn told<'a>(cursor: &mut Cursor<'a>) -> Result<(Told<'a>, usize, usize), Problem> {
    cursor.number(2)?;
    let (flags, method) = (cursor.number(2)?, cursor.number(2)?);
    cursor.number(4)?;
    let (checksum, n_packed, n_bytes) = (cursor.number(4)?, cursor.number(4)?, cursor.number(4)?);
    let (n_name, n_extra) = (cursor.number(2)? as usize, cursor.number(2)? as usize);
    // How hard it was packed (bits 1 and 2), and that names are UTF-8 (bit 11), may be said.
    if flags & !0x0806 != 0 {
        return Err(torn("it is locked, or was written by a program that says sizes afterwards"));
    }
    if ![STORED, DEFLATED].map(u32::from).contains(&method) {
        return Err(torn("it is packed in a way that is not read here"));
    }
    if n_packed == u32::MAX || n_bytes == u32::MAX {
        return Err(torn("it is larger than can be"));
    }
    let told = Told { flags, method, checksum, n_packed, n_bytes, name: &[] };
    Ok((told, n_name, n_extra))
}

/// Whether an entry is a file or a folder; anything else is refused.
fn sort_of(path: &str, attributes: u32) -> Result<Sort, Problem> {
    let mode = attributes >> 16;
    let is_folder = path.ends_with('/');
    let what = match (mode & 0o170_000, is_folder) {
        (0 | 0o100_000, false) => return plain_bits(path, attributes, Sort::File),
        (0 | 0o040_000, true) => return plain_bits(path, attributes, Sort::Folder),
        (0o120_000, _) => "a link",
        (0o010_000, _) => "a pipe",
        (0o140_000, _) => "a socket",
        (0o020_000 | 0o060_000, _) => "a device",
        _ => "neither a file nor a folder",
    };
    Err(odd(path, what))
}

/// Whoever runs an unpacker as somebody mighty must not get what acts in his name.
fn plain_bits(path: &str, attributes: u32, sort: Sort) -> Result<Sort, Problem> {
    let (mode, is_label) = (attributes >> 16, attributes & 0x08 != 0);
    match is_label || mode & 0o7000 != 0 {
        true => Err(odd(path, "a file with special rights")),
        false => Ok(sort),
    }
}

fn odd(path: &str, what: &str) -> Problem {
    let path = crate::plain::quoted(path, names::MAX_PATH);
    Problem::error(codes::BAD_ENTRY, format!("`{path}` is {what}"))
        .hint("packs hold files and folders only")
}

/// Whether a file of so many bytes may be packed into so few.
pub(super) fn fits_ratio(packed: u64, bytes: u64) -> bool {
    bytes <= SMALL || bytes <= packed.saturating_mul(MAX_RATIO)
}

fn check_ratio(path: &str, told: &Told) -> Result<(), Problem> {
    if fits_ratio(told.n_packed.into(), told.n_bytes.into()) {
        return Ok(());
    }
    let message = format!("`{path}` would unpack to more than {MAX_RATIO} times its size");
    Err(Problem::error(codes::BOMB, message).hint("no file of a pack is like that: do not use it"))
}

/// The content of a file: exactly as many bytes as are told, and exactly those.
fn content(told: &Told, packed: &[u8]) -> Result<Vec<u8>, Problem> {
    let content = match told.method == u32::from(STORED) {
        true => packed.to_vec(),
        false => inflated(packed, told.n_bytes as usize)?,
    };
    let is_told =
        content.len() == told.n_bytes as usize && crc32fast::hash(&content) == told.checksum;
    if is_told { Ok(content) } else { Err(torn("a file is not what is told of it")) }
}

fn inflated(packed: &[u8], n_bytes: usize) -> Result<Vec<u8>, Problem> {
    let mut content = Vec::new();
    content.try_reserve_exact(n_bytes).map_err(|_| pack_too_large())?;
    content.resize(n_bytes, 0);
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = DecompressorOxide::new();
    let (status, n_read, n_written) = decompress(&mut state, packed, &mut content, 0, flags);
    let is_whole = status == TINFLStatus::Done && n_read == packed.len() && n_written == n_bytes;
    if is_whole { Ok(content) } else { Err(torn("a file is not what is told of it")) }
}
