//! Writing to the terminal: answers to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

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

    /// A part of the answer. A reader that went away is no error.
    pub fn answer(&self, text: &str) {
        let mut stdout = std::io::stdout().lock();
        let _ = writeln!(stdout, "{text}");
        let _ = stdout.flush();
    }

    /// The answer as JSON, indented.
    pub fn answer_json(&self, value: &Value) {
        self.answer(&serde_json::to_string_pretty(value).unwrap_or_default());
    }

    /// Something worth knowing that is not the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// Something that must be known, even by those who want quiet.
    pub fn complain(&self, text: &str) {
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }

    /// A text in a style, for answers.
    pub fn styled(&self, style: Style, text: &str) -> String {
        styled(self.answers, style, text)
    }

    /// A text in a style, for notes and complaints.
    pub fn styled_note(&self, style: Style, text: &str) -> String {
        styled(self.notes, style, text)
    }

    /// Whether a progress bar makes sense.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && !self.json && std::io::stderr().is_terminal()
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

fn styled(is_on: bool, style: Style, text: &str) -> String {
    let code = match style {
        Style::Strong => "1",
        Style::Dim => "2",
        Style::Red => "1;31",
        Style::Yellow => "1;33",
        Style::Green => "32",
        Style::Cyan => "36",
    };
    if is_on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
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
}
