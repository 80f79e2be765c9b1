//! What went wrong in a script, with its place in the pack.

use std::fmt;

use harena_pack::{Code, codes};

use crate::raw::{Fault, take_fault};
use crate::raw_limits::{Budget, Stop};

/// What sort of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The source does not parse.
    Syntax,
    /// The script raised an error, or the engine refused something.
    Runtime,
    /// The safepoint budget ran out.
    Budget,
    /// The memory limit was hit.
    Memory,
    /// The script ran past the deadline.
    WallClock,
    /// The host cancelled.
    Cancelled,
}

impl ErrorKind {
    /// The stable code that it is told under.
    pub fn code(self) -> Code {
        match self {
            ErrorKind::Syntax => codes::SYNTAX,
            ErrorKind::Runtime => codes::SCRIPT_ERROR,
            ErrorKind::Budget => codes::TOO_MANY_STEPS,
            ErrorKind::Memory => codes::OUT_OF_MEMORY,
            ErrorKind::WallClock => codes::UNDECIDED,
            ErrorKind::Cancelled => codes::STOPPED,
        }
    }

    /// Whether a limit was exceeded rather than a mistake made.
    pub fn is_limit(self) -> bool {
        match self {
            ErrorKind::Syntax | ErrorKind::Runtime => false,
            ErrorKind::Budget | ErrorKind::Memory | ErrorKind::WallClock | ErrorKind::Cancelled => {
                true
            }
        }
    }
}

/// One script function on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Pack-relative file.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Name of the function; empty for one without, and for the file itself.
    pub function: String,
}

/// A failed script call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// What sort of failure it is.
    pub kind: ErrorKind,
    /// The message without position.
    pub message: String,
    /// Pack-relative file; empty if unknown.
    pub file: String,
    /// Line, counted from 1; 0 if unknown.
    pub line: u32,
    /// Script functions on the stack, the innermost first.
    pub stack: Vec<Frame>,
    /// The refusal of the engine that caused it, if one did.
    pub fault: Option<Box<Fault>>,
}

const TRACEBACK: &str = "\nstack traceback:";

/// The file of our own functions; what fails there is told where the pack called it.
const OURS: &str = "prelude";

impl ScriptError {
    /// An error raised while running, from a message that may begin with `file:line:`.
    pub fn runtime(text: &str) -> Self {
        let (text, traceback) = text.split_once(TRACEBACK).unwrap_or((text, ""));
        let (file, line, message) = split_position(text);
        let mut error = Self {
            kind: ErrorKind::Runtime,
            message: without_addresses(message),
            file: file.to_owned(),
            line,
            stack: Vec::new(),
            fault: None,
        };
        error.set_stack(parse_traceback(traceback));
        error.classify();
        error
    }

    fn syntax(text: &str) -> Self {
        Self { kind: ErrorKind::Syntax, ..Self::runtime(text) }
    }

    /// Replaces the stack, leaving out our own functions, and fills in the place if it is unknown.
    pub(crate) fn set_stack(&mut self, stack: Vec<Frame>) {
        self.stack = stack;
        self.stack.retain(|frame| frame.file != OURS);
        self.place_by_stack();
    }

    fn place_by_stack(&mut self) {
        if (self.file.is_empty() || self.file == OURS)
            && let Some(frame) = self.stack.first()
        {
            self.file.clone_from(&frame.file);
            self.line = frame.line;
        }
    }

    /// Sorts by what the host knows. A stop is sticky. What a script catches and raises
    /// again comes from Luau as a text and no more: a refusal is quoted in the message of the error
    /// it raised. Tests fail where Luau chooses other words.
    fn classify(&mut self) {
        match Budget::stopped() {
            Some(Stop::Steps | Stop::NoBudget) => self.kind = ErrorKind::Budget,
            Some(Stop::Clock) => self.kind = ErrorKind::WallClock,
            Some(Stop::Cancelled) => self.kind = ErrorKind::Cancelled,
            Some(Stop::Memory) => self.kind = ErrorKind::Memory,
            None => {
                let caused = |fault: &Fault| self.message.contains(&fault.message);
                self.fault = take_fault().filter(caused).map(Box::new);
            }
        }
    }
}

impl From<mlua::Error> for ScriptError {
    fn from(error: mlua::Error) -> Self {
        if let Some(known) = error.downcast_ref::<Self>() {
            return known.clone();
        }
        if let mlua::Error::SyntaxError { message, .. } = &error {
            return Self::syntax(message);
        }
        if let mlua::Error::RuntimeError(message) = &error {
            return Self::runtime(message);
        }
        if let mlua::Error::MemoryError(message) = &error {
            return Self { kind: ErrorKind::Memory, ..Self::runtime(message) };
        }
        if let mlua::Error::CallbackError { traceback, cause } = &error {
            let mut inner = Self::from((**cause).clone());
            if inner.stack.is_empty() {
                inner.set_stack(parse_traceback(traceback));
            }
            return inner;
        }
        Self::runtime(&error.to_string())
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:{}: ", self.file, self.line)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}

/// Splits `file:line: message`; without a position the file is empty and the line 0.
fn split_position(text: &str) -> (&str, u32, &str) {
    let whole = ("", 0, text);
    let Some((place, message)) = text.split_once(": ") else { return whole };
    let Some((file, line)) = place.rsplit_once(':') else { return whole };
    line.parse().map_or(whole, |line| (file, line, message))
}

/// Reads lines such as `turn.luau:12: in function 'advance'`, leaving out native functions.
fn parse_traceback(text: &str) -> Vec<Frame> {
    text.lines().filter_map(parse_frame).take(32).collect()
}

fn parse_frame(line: &str) -> Option<Frame> {
    let (place, what) = line.trim().split_once(" in ")?;
    let (file, line) = place.trim_end_matches(':').rsplit_once(':')?;
    let line = line.parse().ok()?;
    let name = what.strip_prefix("function '").and_then(|rest| rest.strip_suffix('\''));
    Some(Frame { file: file.to_owned(), line, function: name.unwrap_or_default().to_owned() })
}

/// Addresses differ between runs; a message must not.
fn without_addresses(message: &str) -> String {
    let mut parts = message.split("0x");
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        let n_digits = part.len() - rest.len();
        clean.push_str(if n_digits >= 8 { "?" } else { "0x" });
        clean.push_str(if n_digits >= 8 { rest } else { part });
    }
    clean
}
