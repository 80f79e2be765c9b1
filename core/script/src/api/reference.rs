//! The reference of the interface, as Markdown.

use std::collections::BTreeMap;

use super::examples::examples;
use super::{called, forms, library, meaning_of, name_of, spelled};
use crate::bind::{Entry, Kind, RESTS, chapters};

const HEAD: &str = "\
# Script interface

Written by `harena doc` from the declarations that also run; change those instead.
The handbook says how to use it; this page says what there is.

Seats, facings, sides, directions and turns are whole numbers, all counted from 0; turns and rounds
are counted from 1. A type that ends in `?` may be `nil`, and a parameter of such a type may be left
out. Texts name what the game declares: a zone, a counter, a word. Lists are ordinary tables.

Below each table stands an example of each of its entries. The examples are parts of small packs in
`tests/games`, `reference` above all, which are checked, typed and played like any other.

";

/// Examples by what they show.
type Examples = BTreeMap<&'static str, String>;

/// Every member of the library, every field and method of every handle, and every form.
pub fn reference() -> String {
    let (mut out, examples) = (HEAD.to_owned(), examples());
    out += "## The library `@harena`\n\n| member | type | meaning |\n|---|---|---|\n";
    for member in library::members() {
        out += &row(&format!("harena.{}", member.name), &member.kind, &member.text);
    }
    let members = library::members().into_iter().map(|member| format!("harena.{}", member.name));
    out += &fence(&examples, members);
    out += "\nIts types:\n\n| type | is | meaning |\n|---|---|---|\n";
    for exported in library::types() {
        out += &row(&exported.name, &exported.kind, &exported.text);
    }
    out += "\nWhat stands for any number of arguments:\n\n| type | meaning |\n|---|---|\n";
    for (_, name, meaning) in RESTS {
        out += &format!("| `{name}` | {meaning} |\n");
    }
    for (kind, name) in Kind::ALL {
        out += &format!("\n## {name}\n\n{}\n", sentence(meaning_of(kind)));
        out += &tables(kind, &examples);
    }
    out +=
        "\n## Forms\n\nWhat definitions may hold. Anything else is reported when it is loaded.\n";
    for form in forms() {
        let example = examples.get(form.name.as_str()).map(String::as_str).unwrap_or_default();
        out += &format!("\n{}\n```luau\n{example}```\n", form.section());
    }
    out
}

/// What a kind of handle offers, one table a chapter.
fn tables(kind: Kind, examples: &Examples) -> String {
    let mut out = String::new();
    for (title, entries) in chapters() {
        let own: Vec<&Entry> = entries.iter().filter(|entry| entry.on == kind).collect();
        if own.is_empty() {
            continue;
        }
        out += &format!("\n### {}: {}\n\n", name_of(kind), title.to_lowercase());
        out += "| written | answers | meaning |\n|---|---|---|\n";
        out.extend(own.iter().map(|entry| entry_row(entry)));
        out += &fence(examples, own.into_iter().map(called));
    }
    out
}

/// The examples of some entries, each below its name.
fn fence(examples: &Examples, names: impl Iterator<Item = String>) -> String {
    let shown = |name: String| Some(format!("-- {name}\n{}", examples.get(name.as_str())?));
    let shown: Vec<String> = names.filter_map(shown).collect();
    format!("\n```luau\n{}```\n", shown.join("\n"))
}

fn entry_row(entry: &Entry) -> String {
    let whole = spelled(entry);
    let written = match entry.gives {
        "" => whole.as_str(),
        gives => whole.strip_suffix(&format!(": {gives}")).unwrap_or(&whole),
    };
    row(written, entry.gives, entry.text)
}

fn row(written: &str, kind: &str, text: &str) -> String {
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    let cell = |text: String| text.replace('|', "\\|");
    format!("| {} | {} | {} |\n", cell(code(written)), cell(code(kind)), cell(text.to_owned()))
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}{}.", first.map(String::from).unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bind::entries;

    #[test]
    fn every_entry_and_every_form_has_a_row() {
        let reference = reference();
        for entry in entries() {
            assert!(reference.contains(&entry_row(entry)), "{} is missing", spelled(entry));
        }
        for form in forms() {
            assert!(reference.contains(&format!("\n### {}\n", form.name)), "{}", form.name);
            for field in &form.fields {
                assert!(!field.text.is_empty(), "{}.{} has no meaning", form.name, field.name);
            }
        }
        for member in library::members() {
            assert!(reference.contains(&format!("| `harena.{}` |", member.name)));
        }
    }

    #[test]
    fn bars_do_not_break_tables() {
        assert_eq!(row("a", "b | c", "d"), "| `a` | `b \\| c` | d |\n");
        assert_eq!(sentence("the match"), "The match.");
    }
}
