//! The command as people use it: started as a program, judged by what it writes and returns.

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

mod ab;
mod begin;
mod beside;
mod lab;
mod ladder;
mod letters;
mod make;
mod migrate;
mod packs;
mod personas;
mod play;
mod program;
mod ship;
mod sim;
mod strangers;
mod tutorials;
mod value;
mod variants;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder of its own, gone at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("harena_cli_{}_{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A folder with the game that `harena new` begins.
    fn with_game() -> Folder {
        let folder = Folder::new();
        folder.harena(&["new", "game", "pebbles"]).fine();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn change(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} holds no `{old}`");
        std::fs::write(self.path(name), text.replace(old, new)).unwrap();
    }

    fn harena(&self, args: &[&str]) -> Run {
        self.harena_typing(args, "")
    }

    /// Runs the command in this folder, with some lines typed.
    fn harena_typing(&self, args: &[&str], typed: &str) -> Run {
        run(&self.0, args, typed)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run wrote and returned.
struct Run {
    args: String,
    code: i32,
    out: String,
    err: String,
}

fn run(folder: &Path, args: &[&str], typed: &str) -> Run {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_harena"))
        .env("HARENA_LUAU", "")
        .args(args)
        .current_dir(folder)
        .env("HARENA_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that ends early closes its input; what was typed then goes nowhere.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Run {
        args: args.join(" "),
        code: status.code().unwrap(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

impl Run {
    fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, code, "{}\n{}\n{}", self.args, self.out, self.err);
        self
    }

    fn fine(self) -> Run {
        self.ends(0)
    }

    fn says(self, text: &str) -> Run {
        assert!(self.out.contains(text), "{} lacks `{text}`:\n{}", self.args, self.out);
        self
    }

    fn complains(self, text: &str) -> Run {
        assert!(self.err.contains(text), "{} lacks `{text}`:\n{}", self.args, self.err);
        self
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Copies a folder and everything below it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(std::fs::copy(&from, &to).unwrap()),
        }
    }
}
