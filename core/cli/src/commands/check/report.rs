//! What `harena check` says, for people and for programs, and how far it is.

use std::path::Path;

use harena_lab::battery::{Finding, Reasons};
use harena_pack::{Library, Pack, Severity, Source};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::Verdict;
use super::bench::Looks;
use crate::diagnostic;
use crate::files;
use crate::out::{Out, Style, counted};
use crate::quote::shell_word;

/// So many printed lines are shown of a pack.
const FEW_PRINTS: usize = 10;

/// How far the check is: a line at the bottom of the terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(n_packs: usize, out: &Out) -> Progress {
        Progress(out.progress(n_packs as u64, "{bar:32} {pos} of {len} packs, {msg}"))
    }

    /// A line that nobody sees.
    pub(super) fn hidden() -> Progress {
        Progress(ProgressBar::hidden())
    }

    /// A pack is next.
    pub(super) fn begin(&self, id: &str) {
        self.0.set_message(id.to_owned());
        self.0.tick();
    }

    /// What is done with it.
    pub(super) fn goes_on(&self, id: &str, what: &str) {
        self.0.set_message(format!("{id}: {what}"));
    }

    /// A pack is done; `tell` writes about it.
    pub(super) fn end(&self, tell: impl FnOnce()) {
        self.0.suspend(tell);
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The line of a pack, below everything that is wrong with it.
pub(super) fn tell(verdict: &Verdict, pack: &Pack, library: &Library, out: &Out) {
    if out.json {
        return;
    }
    if !verdict.problems.is_empty() {
        out.complain(&(diagnostic::all(&verdict.problems, library, out) + "\n"));
    }
    for (finding, flags) in verdict.findings() {
        out.complain(&finding_text(finding, flags, &place(pack), out));
    }
    for failure in verdict.failures() {
        out.complain(&format!("{} {failure}", out.styled_note(Style::Red, "failed")));
    }
    let prints = verdict.looks.as_ref().map_or(&[][..], |it| &it.prints);
    crate::commands::tell_lines(prints, FEW_PRINTS, out);
    for left_out in verdict.looks.iter().flat_map(Looks::left_out) {
        out.note(&format!("{} {left_out}", out.styled_note(Style::Dim, "note")));
    }
    let judged = match verdict.n_errors() {
        0 => out.styled(Style::Green, "fine"),
        n => out.styled(Style::Red, &counted(n, "error")),
    };
    let done = verdict.looks.as_ref().map_or(String::new(), |it| {
        let matches = counted(it.n_matches, "match");
        let moments = counted(it.n_moments, "decision");
        let scenarios = counted(it.n_scenarios, "scenario");
        let reasons = share(&it.reasons);
        format!(
            " ({matches}, {moments} looked at from all sides, what is refused is explained: \
             {reasons}, {scenarios})"
        )
    });
    out.answer(&format!("{:<20} {judged}{done}", pack.id()));
}

/// How much has a reason, such as `97.3 %`.
pub(super) fn share(reasons: &Reasons) -> String {
    match reasons.permille() {
        1000 => "100 %".to_owned(),
        permille => format!("{}.{} %", permille / 10, permille % 10),
    }
}

/// The end of the answer: errors and warnings of all packs, which are also returned.
pub(super) fn sum_up(
    verdicts: &[Verdict],
    library: &Library,
    seconds: f64,
    out: &Out,
) -> (usize, usize) {
    let n_errors: usize = verdicts.iter().map(Verdict::n_errors).sum();
    let n_warnings: usize = verdicts.iter().map(|it| it.count(Severity::Warning)).sum();
    if out.json {
        let packs: Vec<Value> = verdicts.iter().map(Verdict::as_json).collect();
        let (errors, warnings) = (n_errors, n_warnings);
        out.answer_json(&json!({
            "packs": packs, "errors": errors, "warnings": warnings, "seconds": seconds,
        }));
        return (n_errors, n_warnings);
    }
    if let Some(unreadable) = verdicts.iter().find(|it| it.id.is_empty()) {
        out.complain(&diagnostic::all(&unreadable.problems, library, out));
    }
    let n = verdicts.iter().filter(|it| !it.id.is_empty()).count();
    let (packs, errors) = (counted(n, "pack"), counted(n_errors, "error"));
    let warnings = counted(n_warnings, "warning");
    out.answer(&format!("{packs} checked in {seconds:.1} s: {errors}, {warnings}"));
    (n_errors, n_warnings)
}

impl Verdict {
    fn as_json(&self) -> Value {
        let findings: Vec<Value> = self.findings().iter().map(finding_json).collect();
        let battery = self.looks.as_ref().map(|it| {
            json!({
                "matches": it.n_matches,
                "decisions": it.n_decisions,
                "moments": it.n_moments,
                "work": it.work,
                "left_out": it.reasons.n_left_out,
                "explained": it.reasons.n_explained,
                "findings": findings,
                "ways": it.ways.as_json(),
                "prints": crate::commands::prints_json(&it.prints, FEW_PRINTS),
            })
        });
        let scenarios = self.looks.as_ref().map(|it| {
            let (played, unplayed) = (it.n_scenarios, it.n_unplayed);
            json!({ "played": played, "unplayed": unplayed, "failures": it.failures })
        });
        json!({
            "id": self.id,
            "ok": self.n_errors() == 0,
            "problems": self.problems,
            "battery": battery,
            "scenarios": scenarios,
        })
    }
}

impl Looks {
    /// What was not tried, a line each.
    fn left_out(&self) -> Vec<String> {
        let scenarios = match self.n_unplayed {
            0 => None,
            n => {
                let n = counted(n, "scenario");
                Some(format!("{n} left out, as {} before failed", self.failures.len()))
            }
        };
        self.ways.sentences().into_iter().chain(scenarios).collect()
    }
}

fn finding_json((finding, flags): &(Finding, String)) -> Value {
    json!({
        "code": finding.check.code(),
        "message": finding.sentence,
        "seed": finding.seed,
        "flags": flags,
        "actions": finding.n_actions,
        "file": finding.place.as_ref().map(|(file, _)| file),
        "line": finding.place.as_ref().map(|(_, line)| line),
        "fault": finding.fault,
    })
}

/// How a pack is named on the command line.
fn place(pack: &Pack) -> String {
    match &pack.source {
        Source::Memory => pack.id().to_owned(),
        Source::Folder(folder) => {
            let short = files::from_here(folder);
            if short == Path::new("") { ".".to_owned() } else { short.display().to_string() }
        }
    }
}

fn finding_text(finding: &Finding, flags: &str, place: &str, out: &Out) -> String {
    let head = out.styled_note(Style::Red, &format!("error[{}]", finding.check.code()));
    let sentence = out.styled_note(Style::Strong, &finding.sentence);
    let (seed, actions) = (finding.seed, counted(finding.n_actions, "action"));
    let at = finding.place.as_ref().map(|(file, line)| format!("  --> {file}:{line}\n"));
    let at = at.unwrap_or_default();
    let mut text = format!("{head}: {sentence}\n{at}  seed {seed}, after {actions}");
    for call in finding.fault.iter().flat_map(|fault| &fault.stack) {
        text += &format!("\n      in {call}");
    }
    let hint = out.styled_note(Style::Cyan, "hint:");
    let place = shell_word(place);
    text + &format!("\n  {hint} harena play {place} --bots random --seed {seed}{flags}\n")
}
