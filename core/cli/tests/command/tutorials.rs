//! The tutorials of the handbook, followed word for word in an empty folder.
//!
//! Their blocks are carried out one after the other: `console` lines are commands, a `text` block
//! below holds lines of what the last of them answered, `luau PATH` and `toml PATH` are whole
//! files, and `diff PATH` changes one. A `console` block marked `fails` holds a command that must.

use std::path::Path;

use crate::{Folder, Run};

/// A block of a page: what stands behind its fence, and its lines.
struct Block<'p> {
    info: &'p str,
    text: &'p str,
}

/// The blocks of a page, in their order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let parts = page.split("\n```").skip(1).step_by(2);
    parts
        .filter_map(|part| part.split_once('\n'))
        .map(|(info, text)| Block { info, text })
        .collect()
}

/// Somebody who follows a page.
struct Reader {
    folder: Folder,
    /// What the last command answered, both ways.
    answer: String,
    n_commands: usize,
}

impl Reader {
    fn follow(&mut self, block: &Block) {
        let (what, more) = block.info.split_once(' ').unwrap_or((block.info, ""));
        match what {
            "console" => block.text.lines().for_each(|line| self.run(line, more == "fails")),
            "text" => block.text.lines().for_each(|line| self.must_have_read(line)),
            "luau" | "toml" => self.write(more, &format!("{}\n", block.text)),
            "diff" => self.change(more, block.text),
            other => panic!("a reader can do nothing with a block `{other}`"),
        }
    }

    fn run(&mut self, line: &str, fails: bool) {
        let words = line.strip_prefix("harena ").unwrap_or_else(|| panic!("`{line}`"));
        let args: Vec<&str> = words.split(' ').collect();
        // Who plays by hand has seen enough at once.
        let Run { code, out, err, .. } = self.folder.harena_typing(&args, "quit\n");
        assert_eq!(code != 0, fails, "`{line}` ends with {code}:\n{out}\n{err}");
        self.answer = format!("{out}\n{err}");
        self.n_commands += 1;
    }

    /// A line of an answer; blanks at its ends and dots for what is left out do not matter.
    fn must_have_read(&self, line: &str) {
        let told = line.trim().trim_end_matches("...").trim_end();
        assert!(self.answer.contains(told), "`{told}` is not told:\n{}", self.answer);
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Lines with `-` go, lines with `+` come, all others stay.
    fn change(&self, path: &str, diff: &str) {
        let side = |leaves_out: char| {
            let kept = diff.lines().filter(|line| !line.starts_with(leaves_out));
            kept.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect::<String>()
        };
        let (old, new) = (side('+'), side('-'));
        let text = self.folder.read(path);
        assert_eq!(text.matches(&old).count(), 1, "{path} has not once\n{old}");
        self.write(path, &text.replacen(&old, &new, 1));
    }
}

/// Follows a page of the handbook.
fn follow(name: &str) -> Reader {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/handbook/tutorials");
    let page = std::fs::read_to_string(Path::new(folder).join(name)).unwrap();
    let mut reader = Reader { folder: Folder::new(), answer: String::new(), n_commands: 0 };
    blocks(&page).iter().for_each(|block| reader.follow(block));
    assert!(reader.n_commands >= 5, "{name} has {} commands", reader.n_commands);
    reader
}

#[test]
fn the_first_faction_is_made_in_ten_minutes() {
    let reader = follow("first_faction.md");
    reader.folder.harena(&["check", "--strict", "ashen_host", "--matches", "4"]).fine();
}

#[test]
fn the_first_variant_is_made_in_five() {
    let reader = follow("first_variant.md");
    reader.folder.harena(&["check", "--strict", "stone_stance", "--matches", "2"]).fine();
}

#[test]
fn a_small_game_is_made_from_nothing() {
    let reader = follow("first_game.md");
    reader.folder.harena(&["check", "--strict", "frog_pond", "--matches", "8"]).fine();
}

#[test]
fn every_tutorial_is_followed_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/handbook/tutorials");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|it| it.to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["first_faction.md", "first_game.md", "first_variant.md"]);
}

#[test]
fn a_slip_in_a_page_is_noticed() {
    let page = "# A\n\n```console\nharena a\nharena b\n```\n\n```diff a/b.luau\n-x\n+y\n```\n";
    let found: Vec<(&str, &str)> = blocks(page).iter().map(|it| (it.info, it.text)).collect();
    assert_eq!(found, [("console", "harena a\nharena b"), ("diff a/b.luau", "-x\n+y")]);
    let reader = Reader { folder: Folder::new(), answer: "fine\n".into(), n_commands: 0 };
    reader.must_have_read("  fine ...");
    reader.write("a/b.luau", "w\nx\nz\n");
    reader.change("a/b.luau", " w\n-x\n+y\n z");
    assert_eq!(reader.folder.read("a/b.luau"), "w\ny\nz\n");
    let unread = std::panic::AssertUnwindSafe(|| reader.must_have_read("bad"));
    assert!(std::panic::catch_unwind(unread).is_err());
}
