//! Writing to the terminal: answers to standard output, everything else to standard error.
//!
//! This is the one place through which text reaches a terminal. Packs, records and file names hold
//! what their authors put there; whatever a terminal would obey is written out instead of sent.

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher};
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

use harena_pack::{is_unseen, plain};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::args::{Color, Common};

/// Where and how to write.
pub struct Out {
    /// Whether answers are JSON.
    pub json: bool,
    /// Whether notes and progress are left out.
    pub quiet: bool,
    answers: bool,
    notes: bool,
}

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Stands out.
    Strong,
    /// Stands back.
    Dim,
    /// An error.
    Red,
    /// A warning.
    Yellow,
    /// Something good.
    Green,
    /// A place or a name.
    Cyan,
}

impl Out {
    /// As the common flags ask for.
    pub fn new(common: &Common) -> Out {
        let wanted = |is_terminal: bool| match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                is_terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
            }
        };
        Out {
            json: common.json,
            quiet: common.quiet,
            answers: wanted(std::io::stdout().is_terminal()) && !common.json,
            notes: wanted(std::io::stderr().is_terminal()),
        }
    }

    /// A part of the answer. If nobody can take it, the command ends here: what it would go on to
    /// say is lost.
    pub fn answer(&self, text: &str) {
        say(&shown(text));
    }

    /// The answer as JSON, indented.
    pub fn answer_json(&self, value: &Value) {
        say(&escaped(&serde_json::to_string_pretty(value).unwrap_or_default()));
    }

    /// Something worth knowing that is not the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// Something that must be known, even by those who want quiet.
    pub fn complain(&self, text: &str) {
        let _ = writeln!(std::io::stderr().lock(), "{}", shown(text));
    }

    /// A text in a style, for answers.
    pub fn styled(&self, style: Style, text: &str) -> String {
        styled(self.answers, style, text)
    }

    /// A text in a style, for notes and complaints.
    pub fn styled_note(&self, style: Style, text: &str) -> String {
        styled(self.notes, style, text)
    }

    /// A progress bar up to `n`, in the template of `indicatif`; it is hidden where it makes no
    /// sense.
    pub fn progress(&self, n: u64, template: &str) -> ProgressBar {
        if self.quiet || self.json || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(n);
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}

/// So many of something, such as `1 match` and `2 matches`.
pub fn counted<N: Display + PartialEq + From<u8>>(n: N, thing: &str) -> String {
    let ending = match thing {
        _ if n == N::from(1) => "",
        thing if thing.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{n} {thing}{ending}")
}

/// The exit code of a command whose answer cannot be written, as for any other file.
const NOT_WRITTEN: i32 = 2;

/// Writes to standard output, or ends the process: with a word if the disk is full, without one
/// if the reader went away, who needs none.
fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
    let Err(error) = written else { return };
    if error.kind() != ErrorKind::BrokenPipe {
        let error = format!("error: cannot write the answer: {error}");
        let _ = writeln!(std::io::stderr().lock(), "{}", plain(&error));
    }
    std::process::exit(NOT_WRITTEN);
}

/// A text in a style: between marks that [`shown`] turns into what the terminal understands.
fn styled(is_on: bool, style: Style, text: &str) -> String {
    let code = match style {
        Style::Strong => 's',
        Style::Dim => 'd',
        Style::Red => 'r',
        Style::Yellow => 'y',
        Style::Green => 'g',
        Style::Cyan => 'c',
    };
    let mark = mark();
    if is_on { format!("{mark}{code}{text}{mark}.") } else { text.to_owned() }
}

/// What stands before our own signs for styles: a character for private use that no pack can
/// guess, as it is another one in each process.
fn mark() -> char {
    static MARK: OnceLock<char> = OnceLock::new();
    *MARK.get_or_init(|| {
        let number = RandomState::new().build_hasher().finish() % 0xfffe;
        char::from_u32(0x10_0000 + number as u32).unwrap_or('\u{100000}')
    })
}

/// A text as it goes to a terminal: ours and that of strangers, of which only letters remain.
fn shown(text: &str) -> String {
    let mut parts = text.split(mark());
    let mut shown = plain(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let mut letters = part.chars();
        let code = match letters.next() {
            Some('s') => "1",
            Some('d') => "2",
            Some('r') => "1;31",
            Some('y') => "1;33",
            Some('g') => "32",
            Some('c') => "36",
            _ => "0",
        };
        shown += &format!("\u{1b}[{code}m{}", plain(letters.as_str()));
    }
    shown
}

/// JSON with every unseen character written as JSON writes it: it stands in a text, and means the
/// same.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_unseen(letter) && letter != '\n' {
            true => {
                let units = letter.encode_utf16(&mut [0; 2]).to_vec();
                text.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
            }
            false => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_as_one() {
        let check =
            |n: u32, thing: &str, expected: &str| assert_eq!(counted(n, thing), expected, "{n}");
        check(0, "error", "0 errors");
        check(1, "error", "1 error");
        check(2, "error", "2 errors");
        check(1, "match", "1 match");
        check(21, "match", "21 matches");
    }

    #[test]
    fn text_of_strangers_cannot_steer_a_terminal() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text), expected, "{text:?}");
        check("a\u{1b}[31mb", "a\\u{1b}[31mb");
        check("\u{9b}2J\u{7}\r", "\\u{9b}2J\\u{7}\\u{d}");
        check("one\n\ttwo", "one\n\ttwo");
        let red = styled(true, Style::Red, "x\u{1b}[0my");
        check(&format!("a {red} b"), "a \u{1b}[1;31mx\\u{1b}[0my\u{1b}[0m b");
        assert_eq!(styled(false, Style::Red, "x"), "x");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = serde_json::json!({ "a\u{9b}": "\u{1b}\u{202e}\u{e0041}\u{7f}é\n" });
        let text = escaped(&serde_json::to_string_pretty(&value).unwrap_or_default());
        assert!(!text.contains(|letter| is_unseen(letter) && letter != '\n'), "{text}");
        assert!(text.contains("\\u202e\\udb40\\udc41\\u007fé\\n"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
    }
}
