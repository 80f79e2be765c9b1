//! The types of the interface, for the type checkers and completion of editors.

use std::collections::BTreeSet;

use super::subject::{NAME_TYPES, SheetTypes, Subject, typed_answer, typed_parameter};
use super::{forms, indexer_of, library, meaning_of, name_of, verbs};
use crate::bind::{Entry, Kind, RESTS, entries};
use crate::schema::luau_key;

/// No comment and no method is wider than this, with four columns for each tab.
const WIDTH: usize = 100;

/// A complete `harena.d.luau` for any game: every kind of handle, every form, and the library
/// `@harena` as the type `Harena`. Names are texts in it.
pub fn stubs() -> String {
    stubs_of(&Subject::default())
}

/// The same for what it is written of.
pub(crate) fn stubs_of(subject: &Subject) -> String {
    let (text, sheets) = parts_of(subject);
    text + &sheets.text
}

/// The same in two parts: all but the types of sheets, and these.
pub(crate) fn parts_of(subject: &Subject) -> (String, SheetTypes) {
    let mut out = head(subject);
    for (kind, _) in Kind::ALL {
        out += &handle(kind, subject);
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
    out += &library_type();
    let sheets = subject.sheets(&declared_types(&out));
    (out, sheets)
}

/// What stands before the handles: the settings, and types for the names of a game.
fn head(subject: &Subject) -> String {
    let of_what = match subject.title() {
        Some(title) => {
            format!("-- Types of the script interface for exactly this game: {title}.\n")
        }
        None => "-- Types of the script interface.\n".into(),
    };
    let settings = subject.settings();
    let mut out = format!(
        "--!strict\n{of_what}-- Written by `harena types`; change the declarations instead.\n\n\
         --- the values of all settings, and `seats`\nexport type Settings = {settings}\n"
    );
    for (name, what, meaning) in NAME_TYPES {
        out += &format!("\n--- {meaning}\nexport type {name} = {}\n", subject.names(what));
    }
    for shape in subject.shapes() {
        let verbs: Vec<String> = shape.verbs.iter().map(|verb| format!("{verb:?}")).collect();
        let about = comment(&shape.meaning(), "");
        out += &format!("\n{about}export type {} = {}\n", shape.name, verbs.join(" | "));
    }
    out += &format!(
        "\n--- an answer: its verb, and the arguments of that verb by their names\n\
         export type Answer = {}\n",
        subject.answer()
    );
    for family in verbs::families(subject.shapes()) {
        let about = comment(&family.meaning(), "");
        out += &format!("\n{about}export type {} = {}\n", family.name, family.shapes.join(" | "));
    }
    for (_, name, meaning) in RESTS {
        out += &format!("\n{}export type {name} = any\n", comment(meaning, ""));
    }
    out
}

/// The names of all types that some declarations declare, and of those of Luau itself.
fn declared_types(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let rest =
            line.strip_prefix("export type ").or(line.strip_prefix("declare extern type "))?;
        rest.split(' ').next().map(str::to_owned)
    };
    text.lines().filter_map(name).collect()
}

/// A kind of handle as an extern type.
fn handle(kind: Kind, subject: &Subject) -> String {
    let mut lines = Vec::new();
    let own = subject.fields(name_of(kind)).unwrap_or_default();
    let mut known = BTreeSet::new();
    for entry in entries().filter(|entry| entry.on == kind) {
        known.insert(entry.name);
        let line = match verbs::exact(entry, subject.shapes()) {
            Some(forms) => format!("{}: {forms}", entry.name),
            // A variable of the name of a method is both.
            None if entry.is_method && own.iter().any(|(field, _)| field == entry.name) => {
                format!("{}: ({}) & number", entry.name, function(entry))
            }
            // Only tables have a length and items.
            None if kind == Kind::Cells => set_property(entry),
            None => property(entry),
        };
        lines.push(format!("{}\t{line}\n", comment(entry.text, "\t")));
    }
    let (about, name) = (comment(meaning_of(kind), ""), name_of(kind));
    match subject.fields(name) {
        Some(fields) => {
            let new = fields.iter().filter(|(field, _)| known.insert(field));
            lines.extend(new.map(|(field, meaning)| {
                format!("{}\t{}: number\n", comment(meaning, "\t"), luau_key(field))
            }));
        }
        None => lines.extend(indexer_of(kind).map(|indexer| format!("\t{indexer}\n"))),
    }
    let declared = |name: &str| format!("declare extern type {name} with\n{}end\n", lines.concat());
    match kind {
        Kind::Cells => {
            format!("\n{about}export type {name} = {{\n\t[number]: Cell,\n{}}}\n", lines.concat())
        }
        Kind::Match
        | Kind::Piece
        | Kind::Cell
        | Kind::Grant
        | Kind::Strike
        | Kind::Prototype
        | Kind::Faction
        | Kind::Facings
        | Kind::Range
        | Kind::Event
        | Kind::Choice => format!("\n{about}{}", declared(name)),
    }
}

/// A method as the type of a function.
fn function(entry: &Entry) -> String {
    let (owner, gives) = (name_of(entry.on), typed_answer(entry));
    let written = entry.takes.split(", ").filter(|it| !it.is_empty());
    let takes = written.map(|it| match typed_parameter(it) {
        ("...", kind) => format!(", ...{kind}"),
        (name, kind) => format!(", {name}: {kind}"),
    });
    let gives = if gives.is_empty() { "()" } else { gives };
    format!("(self: {owner}{}) -> {gives}", takes.collect::<String>())
}

/// A method of a set, which is a table.
fn set_property(entry: &Entry) -> String {
    format!("{}: {},", entry.name, function(entry))
}

fn property(entry: &Entry) -> String {
    let gives = typed_answer(entry);
    if !entry.is_method {
        return format!("{}: {gives}", entry.name);
    }
    let gives = if gives.is_empty() { "()" } else { gives };
    let mut takes = vec!["self".to_owned()];
    let written = entry.takes.split(", ").filter(|it| !it.is_empty());
    takes.extend(written.map(|it| {
        let (name, kind) = typed_parameter(it);
        format!("{name}: {kind}")
    }));
    let line = format!("function {}({}): {gives}", entry.name, takes.join(", "));
    if line.len() <= WIDTH - 4 {
        return line;
    }
    format!("function {}(\n\t\t{}\n\t): {gives}", entry.name, takes.join(",\n\t\t"))
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
            let is_set = kind == Kind::Cells;
            let start = match is_set {
                true => format!("export type {name} = {{\n"),
                false => format!("declare extern type {name} with\n"),
            };
            let start = stubs.find(&start).expect(name);
            let end = if is_set { "\n}\n" } else { "\nend\n" };
            let block = stubs[start..].split(end).next().unwrap_or_default();
            let told = if is_set { set_property } else { property };
            for entry in entries().filter(|entry| entry.on == kind) {
                let line = format!("\t{}\n", told(entry));
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
