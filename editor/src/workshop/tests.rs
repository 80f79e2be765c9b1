use std::fs;
use std::time::Instant;

use super::history::{History, Step};
use super::*;

/// A folder of its own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("harena_shop_{name}_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder.canonicalize().unwrap())
    }

    fn file(&self, bytes: impl AsRef<[u8]>) -> OpenFile {
        fs::write(self.0.join("a.luau"), bytes).unwrap();
        OpenFile::open(&self.0, "a.luau")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.0.join("a.luau")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NOW: Duration = Duration::ZERO;

#[test]
fn a_file_is_written_as_it_was_but_for_the_change() {
    let folder = Folder::new("written");
    let cases = [
        ("f { id = \"a\", n = 1 }", "f { id = \"a\", n = 2 }"),
        ("f {\r\n\tid = \"a\",\r\n\tn = 1,\r\n}\r\n", "f {\r\n\tid = \"a\",\r\n\tn = 2,\r\n}\r\n"),
        ("-- a\r\nf {\n\tid = \"a\", n = 1 }\r", "-- a\r\nf {\n\tid = \"a\", n = 2 }\r"),
        ("\u{feff}-- é\nf { id = \"a\", n = 1 }\n\n", "\u{feff}-- é\nf { id = \"a\", n = 2 }\n\n"),
    ];
    for (before, after) in cases {
        let mut file = folder.file(before);
        file.save();
        assert_eq!(folder.bytes(), before.as_bytes(), "nothing was changed");
        let text = file.page.text().replace("n = 1", "n = 2");
        assert!(file.change(&text, NOW) && file.is_unsaved());
        assert_eq!(file.rest(), Some(NOW));
        file.save();
        assert_eq!(folder.bytes(), after.as_bytes(), "{before:?}");
        assert_eq!((file.is_unsaved(), file.rest(), &file.state), (false, None, &State::Fine));
    }
}

#[test]
fn what_is_no_text_or_too_large_or_a_link_is_never_written() {
    let folder = Folder::new("odd");
    let mut file = folder.file([0xff, 0xfe, b'a']);
    assert_eq!(file.lock, Some(Lock::NoText));
    assert!(!file.change("b", NOW));
    file.save();
    assert_eq!(folder.bytes(), [0xff, 0xfe, b'a']);
    let file = folder.file(vec![b'a'; 5 << 20]);
    assert!(matches!(file.lock, Some(Lock::Refused(_))));
    assert!(matches!(OpenFile::open(&folder.0, "absent.luau").lock, Some(Lock::Refused(_))));
    #[cfg(unix)]
    {
        let other = Folder::new("other");
        let mut target = other.file("precious");
        std::os::unix::fs::symlink(other.0.join("a.luau"), folder.0.join("b.luau")).unwrap();
        std::os::unix::fs::symlink(&other.0, folder.0.join("inner")).unwrap();
        for path in ["b.luau", "inner/a.luau"] {
            let mut file = OpenFile::open(&folder.0, path);
            assert!(matches!(file.lock, Some(Lock::Refused(_))), "{path}");
            file.change("x", NOW);
            file.save();
        }
        // A folder that becomes a link while its file is open.
        target.change("changed", NOW);
        fs::rename(&other.0, other.0.with_extension("gone")).unwrap();
        std::os::unix::fs::symlink(&folder.0, &other.0).unwrap();
        target.save();
        assert_eq!(folder.bytes().len(), 5 << 20);
        fs::remove_file(&other.0).unwrap();
        fs::rename(other.0.with_extension("gone"), &other.0).unwrap();
        assert_eq!(other.bytes(), b"precious");
    }
}

#[test]
fn nothing_is_written_over_what_another_program_wrote() {
    let folder = Folder::new("other_program");
    let mut file = folder.file("one");
    file.change("mine", NOW);
    fs::write(folder.0.join("a.luau"), "theirs").unwrap();
    file.save();
    assert_eq!((folder.bytes(), &file.state), (b"theirs".to_vec(), &State::Changed));
    assert!(!file.look());
    assert_eq!((file.page.text(), file.rest()), ("mine", None));
    file.insist();
    assert_eq!((folder.bytes(), &file.state), (b"mine".to_vec(), &State::Fine));
    fs::write(folder.0.join("a.luau"), "theirs").unwrap();
    assert!(file.look(), "nothing of one's own is lost by it");
    assert_eq!((file.page.text(), &file.state), ("theirs", &State::Fine));
    file.change("mine", NOW);
    fs::write(folder.0.join("a.luau"), "again").unwrap();
    assert!(!file.look());
    assert_eq!(file.state, State::Changed);
    file.take_disk();
    assert_eq!((file.page.text(), &file.state, file.is_unsaved()), ("again", &State::Fine, false));
    assert_eq!(file.opened.text(), "one");
    // A file that is gone is told of, and what was changed is kept.
    file.change("kept", NOW);
    fs::remove_file(folder.0.join("a.luau")).unwrap();
    file.save();
    assert!(matches!(file.state, State::Unwritten(_)) && file.is_unsaved());
    assert_eq!(file.page.text(), "kept");
}

#[test]
fn letters_of_a_line_are_one_change_and_lines_are_others() {
    let mut history = History::default();
    let start = Instant::now();
    let mut text = String::new();
    for (at, letter) in "ab\ncd".chars().enumerate() {
        let before = text.clone();
        text.push(letter);
        let step = Step { path: "a".to_owned(), before, after: text.clone(), sheet: None };
        history.note(step, true, start + Duration::from_millis(at as u64 * 100));
    }
    let mut seen = Vec::new();
    while let Some(step) = history.back() {
        seen.push(step.before);
    }
    // The end of a line begins another change.
    assert_eq!(seen, ["ab", ""]);
    assert_eq!(history.can(), (false, true));
    assert_eq!(history.again().unwrap().after, "ab");
    history.note(Step { before: "ab".to_owned(), ..Step::default() }, false, start);
    assert_eq!(history.can(), (true, false));
}

#[test]
fn every_letter_of_a_text_has_a_part() {
    let text = "--!strict\nlocal a = f { id = \"x\\\"y\", n = 0x1F, [1] = [[a\nb]] } -- é\n'open\n--[==[ ]] ]==] if `{a}`";
    let all = parts(text);
    let mut at = 0;
    for (span, _) in &all {
        assert_eq!(span.start, at);
        at = span.end;
        assert!(text.get(span.clone()).is_some());
    }
    assert_eq!(at, text.len());
    let part_of = |word: &str| {
        let at = text.find(word).unwrap();
        all.iter().find(|(span, _)| span.contains(&at)).map(|(_, part)| *part)
    };
    assert_eq!(part_of("--!strict"), Some(Part::Comment));
    assert_eq!(part_of("local"), Some(Part::Word));
    assert_eq!(part_of("f {"), Some(Part::Call));
    assert_eq!(part_of("id ="), Some(Part::Field));
    assert_eq!(part_of("\"x"), Some(Part::Text));
    assert_eq!(part_of("0x1F"), Some(Part::Number));
    assert_eq!(part_of("b]]"), Some(Part::Text));
    assert_eq!(part_of("é"), Some(Part::Comment));
    assert_eq!(part_of("'open"), Some(Part::Text));
    assert_eq!(part_of("]] ]==]"), Some(Part::Comment));
    assert_eq!(part_of("if"), Some(Part::Word));
    for (end, _) in text.char_indices() {
        let n: usize = parts(&text[..end]).iter().map(|(span, _)| span.len()).sum();
        assert_eq!(n, end);
    }
}
