//! What a check found as SARIF 2.1.0, which code editors and reviews of changes show at its place.

use std::collections::BTreeMap;
use std::path::Path;

use harena_lab::battery::Finding;
use harena_pack::{Library, Problem, Severity};
use harena_scenario as scenario;
use serde_json::{Value, json};

use super::Verdict;
use crate::commands::explain;
use crate::files;

/// What stands for a code where a scenario does not come true.
const FAILED: &str = "scenario";

/// One result as SARIF has it.
struct Told {
    code: &'static str,
    level: &'static str,
    text: String,
    /// Path with the pack in front, line, column; 0 for what is not known.
    place: Option<(String, u32, u32)>,
}

/// The whole log of one run.
pub(super) fn log(verdicts: &[Verdict], library: &Library) -> Value {
    let told: Vec<Told> = verdicts.iter().flat_map(told_of).collect();
    let mut rules: BTreeMap<&str, Value> = BTreeMap::new();
    for code in told.iter().map(|it| it.code) {
        rules.entry(code).or_insert_with(|| {
            let title = explain::title(code);
            let help = title.map(|_| format!("harena explain {code}"));
            let title = title.unwrap_or("a scenario does not come true");
            let help = help.unwrap_or_else(|| "harena test --help".to_owned());
            json!({
                "id": code, "shortDescription": { "text": title }, "help": { "text": help },
            })
        });
    }
    let results: Vec<Value> = told.iter().map(|it| it.as_json(library)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "harena",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_values().collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn told_of(verdict: &Verdict) -> impl Iterator<Item = Told> {
    let problems = verdict.problems.iter().map(Told::of_problem);
    let findings = verdict.findings().iter().map(Told::of_finding);
    let failures = verdict.failures().iter().map(Told::of_failure);
    problems.chain(findings).chain(failures)
}

impl Told {
    fn of_problem(it: &Problem) -> Told {
        let level = match it.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let hint = if it.hint.is_empty() { String::new() } else { format!("\n{}", it.hint) };
        let path = match (it.pack.as_str(), it.path.as_str()) {
            ("", "") => None,
            (pack, "") => Some(format!("{pack}/pack.toml")),
            (pack, path) => Some(format!("{pack}/{path}")),
        };
        let place = path.map(|path| (path, it.line, it.column));
        Told { code: it.code.as_str(), level, text: format!("{}{hint}", it.message), place }
    }

    fn of_finding((it, flags): &(Finding, String)) -> Told {
        let found = format!("seed {}, after {} actions, {flags}", it.seed, it.n_actions);
        let place = it.place.clone().map(|(file, line)| (file, line, 0));
        let text = format!("{}\n{}", it.sentence, found.trim_end_matches([',', ' ']));
        Told { code: it.check.code().as_str(), level: "error", text, place }
    }

    fn of_failure(it: &scenario::Failure) -> Told {
        let place = Some((it.file.clone(), it.line, it.column));
        Told { code: FAILED, level: "error", text: it.to_string(), place }
    }

    fn as_json(&self, library: &Library) -> Value {
        let mut json = json!({
            "ruleId": self.code,
            "level": self.level,
            "message": { "text": self.text },
        });
        if let Some((path, line, column)) = &self.place {
            let mut place = json!({ "artifactLocation": { "uri": uri(path, library) } });
            if *line > 0 {
                place["region"] = json!({ "startLine": line });
            }
            if *line > 0 && *column > 0 {
                place["region"]["startColumn"] = json!(column);
            }
            json["locations"] = json!([{ "physicalLocation": place }]);
        }
        json
    }
}

/// Where a file of a pack lies, from the folder the command runs in where it lies below.
fn uri(path: &str, library: &Library) -> String {
    let Some(file) = files::of_pack(path, library) else { return encoded(path) };
    let short = files::from_here(&file);
    let scheme = if short == file { "file://" } else { "" };
    format!("{scheme}{}", encoded(&with_slashes(short)))
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A path with what an address may not hold written as percent signs and numbers.
fn encoded(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let written = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.bytes().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn addresses_hold_no_blanks() {
        assert_eq!(encoded("my packs/ö#1.luau"), "my%20packs/%C3%B6%231.luau");
    }
}
