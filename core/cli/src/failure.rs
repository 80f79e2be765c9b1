//! How a command ends: exit codes, and what is said when it cannot do what was asked.

use std::process::ExitCode;

use harena_engine::the_match::Fault;
use harena_pack::{Library, Problem};
use serde_json::json;

use crate::diagnostic;
use crate::out::{Out, Style};

/// What a command ends with if it could do what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Fine,
    /// Something was found.
    Findings,
    /// Rules failed, as was told already.
    Failed,
    /// Rules exceeded a limit, as was told already.
    OverLimit,
    /// A signal of this number ended it early; what there was by then was told.
    Stopped(u8),
}

/// Why a command could not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that does not exist or fit.
    Usage(String),
    /// Packs cannot be loaded; the library holds their texts.
    Packs(Vec<Problem>, Box<Library>),
    /// The rules failed.
    Script(Fault),
    /// A file or folder cannot be read or written.
    Disk(String),
}

/// The result of a command.
pub type Outcome = Result<Exit, Failure>;

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Script(fault)
    }
}

impl Failure {
    /// A usage failure from a sentence.
    pub fn usage(sentence: impl Into<String>) -> Failure {
        Failure::Usage(sentence.into())
    }

    /// A disk failure: what was tried with which file, and why it failed.
    pub fn disk(what: &str, path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure::Disk(format!("cannot {what} {}: {error}", path.display()))
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Disk(_) => 2,
            Failure::Packs(..) => 3,
            Failure::Script(fault) if fault.limit => 4,
            Failure::Script(_) => 3,
        }
    }
}

/// Says why a command failed, if it did, and answers its exit code.
pub fn finish(result: Outcome, out: &Out) -> ExitCode {
    let failure = match result {
        Ok(Exit::Fine) => return ExitCode::from(0),
        Ok(Exit::Findings) => return ExitCode::from(1),
        Ok(Exit::Failed) => return ExitCode::from(3),
        Ok(Exit::OverLimit) => return ExitCode::from(4),
        // As shells say it.
        Ok(Exit::Stopped(signal)) => return ExitCode::from(signal.saturating_add(128)),
        Err(failure) => failure,
    };
    if out.json {
        out.answer_json(&json!({ "error": as_json(&failure) }));
    } else {
        out.complain(&as_text(&failure, out));
    }
    ExitCode::from(failure.code())
}

fn as_text(failure: &Failure, out: &Out) -> String {
    let error = out.styled_note(Style::Red, "error");
    match failure {
        Failure::Usage(sentence) | Failure::Disk(sentence) => format!("{error}: {sentence}"),
        Failure::Packs(problems, library) => diagnostic::all(problems, library, out),
        Failure::Script(fault) => diagnostic::fault(fault, out),
    }
}

fn as_json(failure: &Failure) -> serde_json::Value {
    match failure {
        Failure::Usage(sentence) => json!({ "kind": "usage", "message": sentence }),
        Failure::Disk(sentence) => json!({ "kind": "disk", "message": sentence }),
        Failure::Packs(problems, _) => json!({ "kind": "packs", "problems": problems }),
        Failure::Script(fault) => json!({ "kind": "script", "fault": fault }),
    }
}
