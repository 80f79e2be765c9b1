//! `harena report`: a series as one page that needs nothing else.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::args::Report as Args;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;

mod charts;
mod page;
mod svg;

/// A summary is not larger than this.
const MOST_BYTES: u64 = 1 << 28;
/// What a series writes of itself.
const SUMMARY: &str = "summary.json";

/// Writes the page.
///
/// # Errors
/// The folder holds no series, or the page cannot be written.
pub fn run(args: &Args, out: &Out) -> Outcome {
    let summary = read(&args.series)?;
    let folder =
        if args.series.is_dir() { Some(args.series.as_path()) } else { args.series.parent() };
    let beside = || folder.unwrap_or(Path::new(".")).join("report.html");
    let path = args.to.clone().unwrap_or_else(beside);
    files::write(&path, &page::page(&summary))?;
    match out.json {
        true => out.answer_json(&json!({ "report": path.display().to_string() })),
        false => out.answer(&format!("wrote {}", path.display())),
    }
    Ok(Exit::Fine)
}

/// The summary in a folder, or the one that is named itself.
fn read(series: &Path) -> Result<Value, Failure> {
    let path: PathBuf = if series.is_dir() { series.join(SUMMARY) } else { series.to_owned() };
    let bytes = harena_pack::read_regular(&path, MOST_BYTES)
        .map_err(|error| Failure::disk("read", &path, &error))?;
    let none = |why: String| Failure::usage(format!("{} is no series: {why}", path.display()));
    let summary: Value = serde_json::from_slice(&bytes).map_err(|error| none(error.to_string()))?;
    match summary.get("digest").is_some() && summary.get("wins").is_some() {
        true => Ok(summary),
        false => Err(none("it tells of no matches".to_owned())),
    }
}
