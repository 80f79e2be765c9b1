//! The types of the interface, for the type checkers and completion of editors.

use super::{forms, indexer_of, library, meaning_of, name_of};
use crate::bind::{Entry, Kind, entries};

/// No comment and no method is wider than this, with four columns for each tab.
const WIDTH: usize = 100;

const HEAD: &str = "\
--!strict
-- Types of the script interface, written by `harena types`; change the declarations instead.

--- the values of all settings, and `seats`
export type Settings = { [string]: any }
";

/// A complete `harena.d.luau`: every kind of handle, every form, and the library `@harena` as the
/// type `Harena`.
pub fn stubs() -> String {
    let mut out = HEAD.to_owned();
    for (kind, _) in Kind::ALL {
        out += &handle(kind);
    }
    for form in forms() {
        out += "\n";
        out += &form.luau_type();
    }
    for exported in library::types() {
        out += &format!(
            "\n{}export type {} = {}\n",
            comment(&exported.text, ""),
            exported.name,
            exported.kind
        );
    }
    out + &library_type()
}

/// A kind of handle as an extern type.
fn handle(kind: Kind) -> String {
    let mut lines = Vec::new();
    for entry in entries().filter(|entry| entry.on == kind) {
        lines.push(format!("{}\t{}\n", comment(entry.text, "\t"), property(entry)));
    }
    if kind == Kind::Cells {
        lines.push("\tfunction __len(self): number\n".to_owned());
    }
    lines.extend(indexer_of(kind).map(|indexer| format!("\t{indexer}\n")));
    let (about, name) = (comment(meaning_of(kind), ""), name_of(kind));
    format!("\n{about}declare extern type {name} with\n{}end\n", lines.concat())
}

fn property(entry: &Entry) -> String {
    if !entry.is_method {
        return format!("{}: {}", entry.name, entry.gives);
    }
    let gives = if entry.gives.is_empty() { "()" } else { entry.gives };
    let separator = if entry.takes.is_empty() { "" } else { ", " };
    let takes = entry.takes.replace("...", "...: ");
    let line = format!("function {}(self{separator}{takes}): {gives}", entry.name);
    if line.len() <= WIDTH - 4 {
        return line;
    }
    let takes = takes.replace(", ", ",\n\t\t");
    format!("function {}(\n\t\tself,\n\t\t{takes}\n\t): {gives}", entry.name)
}

fn library_type() -> String {
    let member = |member: library::Member| {
        format!("{}\t{}: {},\n", comment(&member.text, "\t"), member.name, member.kind)
    };
    let members: String = library::members().into_iter().map(member).collect();
    format!("\n--- what `require(\"@harena\")` answers\nexport type Harena = {{\n{members}}}\n")
}

/// A comment in front of what it is about, broken into lines.
fn comment(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() && line.len() + word.len() + 1 > WIDTH - 4 * indent.len() - 4 {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.iter().map(|line| format!("{indent}--- {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Luau's `declare` is for stubs only, so each signature is tried as an ordinary type.
    fn check_type(kind: &str) {
        let text = format!("type T = {kind}\n");
        let parsed = full_moon::parse(&text);
        assert!(parsed.is_ok(), "{text}: {:?}", parsed.err());
    }

    #[test]
    fn every_signature_is_a_luau_type() {
        for entry in entries() {
            let gives = Some(entry.gives).filter(|gives| !gives.is_empty()).unwrap_or("()");
            match entry.is_method {
                true => check_type(&format!("({}) -> {gives}", entry.takes)),
                false => check_type(gives),
            }
        }
        for member in library::members().iter().chain(&library::types()) {
            check_type(&member.kind);
        }
    }

    #[test]
    fn every_form_is_a_luau_type_and_every_record_is_a_form() {
        let forms = forms();
        for form in &forms {
            let text = form.luau_type();
            assert!(full_moon::parse(&text).is_ok(), "{text}");
            for record in form.named_records() {
                let known = forms.iter().any(|form| form.name == record.name);
                assert!(known, "{} is not among the forms", record.name);
            }
        }
    }

    #[test]
    fn every_entry_stands_in_the_stubs() {
        let stubs = stubs();
        for (kind, name) in Kind::ALL {
            let start = stubs.find(&format!("declare extern type {name} with\n")).expect(name);
            let block = stubs[start..].split("\nend\n").next().unwrap_or_default();
            for entry in entries().filter(|entry| entry.on == kind) {
                let line = format!("\t{}\n", property(entry));
                assert!(format!("{block}\n").contains(&line), "{name}.{}", entry.name);
            }
        }
    }

    #[test]
    fn methods_keep_to_the_width_and_no_type_is_declared_twice() {
        let stubs = stubs();
        for line in stubs.lines().filter(|line| line.contains("function ") || line.contains("---"))
        {
            assert!(line.replace('\t', "    ").chars().count() <= WIDTH, "too wide: {line}");
        }
        let declared = |line: &str| {
            let rest =
                line.strip_prefix("export type ").or(line.strip_prefix("declare extern type "));
            rest.and_then(|rest| rest.split(' ').next()).map(str::to_owned)
        };
        let mut names: Vec<String> = stubs.lines().filter_map(declared).collect();
        names.sort();
        let n = names.len();
        names.dedup();
        assert_eq!(names.len(), n);
    }

    #[test]
    fn every_type_named_is_declared() {
        let stubs = stubs();
        let code = stubs.lines().filter(|line| !line.trim_start().starts_with("--"));
        let capital = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
        for line in code {
            let bare: String = line.split('"').step_by(2).collect();
            let words = bare.split(|c: char| !c.is_alphanumeric() && c != '_');
            for name in words.filter(capital) {
                let known = stubs.contains(&format!("type {name} "));
                assert!(known, "{name} is not declared: {line}");
            }
        }
    }
}
