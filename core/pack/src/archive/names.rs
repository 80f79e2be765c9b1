//! Which paths and files an archive may hold, so that it means the same on every machine.

use std::collections::BTreeMap;

use crate::codes;
use crate::problem::{Place, Problem, first_few};
use crate::tree::Tree;

/// Longest path in an archive, in bytes.
pub const MAX_PATH: usize = 200;

/// Names that some systems keep for devices, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Devices that are numbered.
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Endings of files that some system runs when they are opened.
const PROGRAMS: [&str; 30] = [
    "exe", "dll", "com", "bat", "cmd", "msi", "scr", "pif", "ps1", "vbs", "js", "jse", "wsf",
    "hta", "lnk", "url", "reg", "cpl", "jar", "sh", "bash", "command", "desktop", "app", "so",
    "dylib", "elf", "bin", "apk", "appimage",
];

/// How programs begin, whatever they are called.
const BEGINNINGS: [&[u8]; 8] = [
    b"\x7fELF",
    b"MZ",
    b"#!",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
];

/// Whether all files can be taken to any machine: plain paths, each different in more than the
/// size of its letters, no file where another needs a folder, no programs.
///
/// # Errors
/// All of them: `H0152`, `H0153`, `H0154`.
pub fn check_portable(tree: &Tree) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    let mut known = Known::default();
    for (path, content) in tree.iter() {
        problems.extend(check_path(path).err());
        problems.extend(known.add(path, false).err());
        problems.extend(program(path, content.bytes()));
    }
    if problems.is_empty() { Ok(()) } else { Err(first_few(problems)) }
}

/// A path of plain names in letters that every machine writes alike.
pub(crate) fn check_path(path: &str) -> Result<(), Problem> {
    let why = match path {
        path if path.len() > MAX_PATH => "it is too long",
        path if !path.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => {
            "it has letters that not every machine writes alike"
        }
        path if path.contains(['\\', ':', '*', '?', '"', '<', '>', '|']) => {
            "it has signs that not every machine allows"
        }
        path => match path.split('/').find_map(why_no_name) {
            Some(why) => why,
            None => return Ok(()),
        },
    };
    let shown = crate::plain::quoted(path, MAX_PATH);
    Err(Problem::error(codes::BAD_ENTRY, format!("`{shown}` cannot stand in an archive: {why}"))
        .hint("use relative paths of letters, digits, `-`, `_` and `.`, divided by `/`"))
}

fn why_no_name(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default().trim_end();
    let is_device = DEVICES.contains(&stem)
        || NUMBERED.iter().any(|device| {
            stem.strip_prefix(device).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
        });
    match name {
        "" => Some("it is absolute, or has a name without letters"),
        "." | ".." => Some("it climbs out of its folder"),
        name if name.ends_with(['.', ' ']) || name.starts_with(' ') => {
            Some("a name begins or ends with what some machines drop")
        }
        _ if is_device => Some("a name is that of a device"),
        _ => None,
    }
}

/// Paths met so far, and the folders they need, as a machine sees them that does not tell large
/// letters from small ones.
#[derive(Default)]
pub(super) struct Known(BTreeMap<String, (String, bool)>);

impl Known {
    /// Takes in a path.
    ///
    /// # Errors
    /// `H0153` if another path would be the same file, or is a folder where this is a file.
    pub(super) fn add(&mut self, path: &str, is_folder: bool) -> Result<(), Problem> {
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        let all = folders.map(|folder| (folder, true)).chain([(path, is_folder)]);
        for (path, is_folder) in all {
            let entry = (path.to_owned(), is_folder);
            match self.0.get(&path.to_ascii_lowercase()) {
                Some(first) if *first != entry => return Err(clash(&first.0, path)),
                Some(_) => {}
                None => drop(self.0.insert(path.to_ascii_lowercase(), entry)),
            }
        }
        Ok(())
    }

    /// Takes in a file that must not have been there before.
    ///
    /// # Errors
    /// As for [`Known::add`], and if there is such a file already.
    pub(super) fn add_new(&mut self, path: &str) -> Result<(), Problem> {
        match self.0.contains_key(&path.to_ascii_lowercase()) {
            true => Err(clash(path, path)),
            false => self.add(path, false),
        }
    }
}

fn clash(first: &str, second: &str) -> Problem {
    let message = match first == second {
        true => format!("`{first}` is there twice"),
        false => format!("`{first}` and `{second}` are the same name on some machines"),
    };
    Problem::error(codes::SAME_NAME, message).hint("keep one of them, or rename it")
}

/// What is wrong with a file that some system would run.
pub(super) fn program(path: &str, bytes: &[u8]) -> Option<Problem> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_program = PROGRAMS.contains(&ending.as_str()) && name.contains('.');
    let begins = BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning));
    (is_program || begins).then(|| {
        Problem::error(codes::PROGRAM, "this is a program, or looks like one to some system")
            .at(path, Place::WHOLE_FILE)
            .hint("packs hold scripts, texts and pictures; move it elsewhere")
    })
}
