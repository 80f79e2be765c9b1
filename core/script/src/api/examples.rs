//! The examples of the reference. They are parts of packs that are checked, typed and played like
//! any other, so none of them can go out of date.
//!
//! A comment that is nothing but the name of an entry, as in `-- match:offer`, begins the example
//! of that entry. It ends with the next such comment, or where an empty line is followed by
//! something that does not belong to what has been begun.

use std::collections::BTreeMap;

/// The files that examples are taken from.
const SOURCES: [&str; 18] = [
    include_str!("../../../../tests/games/reference/cells.luau"),
    include_str!("../../../../tests/games/reference/combat.luau"),
    include_str!("../../../../tests/games/reference/decisions.luau"),
    include_str!("../../../../tests/games/reference/define.luau"),
    include_str!("../../../../tests/games/reference/effects.luau"),
    include_str!("../../../../tests/games/reference/flow.luau"),
    include_str!("../../../../tests/games/reference/game.luau"),
    include_str!("../../../../tests/games/reference/library.luau"),
    include_str!("../../../../tests/games/reference/looks.luau"),
    include_str!("../../../../tests/games/reference/parts.luau"),
    include_str!("../../../../tests/games/reference/questions.luau"),
    include_str!("../../../../tests/games/reference/sheets.luau"),
    include_str!("../../../../tests/games/reference/world.luau"),
    include_str!("../../../../tests/games/reference/spec/reference.luau"),
    include_str!("../../../../tests/games/short_run/game.luau"),
    include_str!("../../../../tests/games/hill_people/faction.luau"),
    include_str!("../../../../tests/games/copper_box/content.luau"),
    include_str!("../../../../tests/games/rich_pikemen/variant.luau"),
];

/// All examples, by the names of what they show.
pub(super) fn examples() -> BTreeMap<&'static str, String> {
    SOURCES.into_iter().flat_map(read).collect()
}

fn read(source: &str) -> Vec<(&str, String)> {
    let lines: Vec<&str> = source.lines().collect();
    let begun = lines.iter().enumerate().filter_map(|(at, line)| {
        let rest = lines.get(at + 1..).unwrap_or_default();
        Some((shown(line)?, block(rest, depth(line))))
    });
    begun.collect()
}

/// The name that a comment consists of.
fn shown(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("-- ")?;
    let is_named = name.starts_with(|first: char| first.is_ascii_uppercase())
        || name.contains(['.', ':']) && !name.ends_with(['.', ':']);
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_.:".contains(letter);
    (is_named && name.chars().all(is_plain)).then_some(name)
}

/// How many tabs a line begins with.
fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches('\t').len()
}

/// The example whose name stands so deep, as if it stood at the margin.
fn block(rest: &[&str], margin: usize) -> String {
    let (mut example, mut is_apart) = (String::new(), false);
    for line in rest {
        if line.is_empty() {
            is_apart = true;
            continue;
        }
        let is_name = shown(line).is_some();
        let is_next = is_apart || is_name && !example.is_empty();
        if depth(line) < margin || depth(line) == margin && is_next {
            break;
        }
        is_apart = false;
        if !is_name {
            example += line.get(margin..).unwrap_or_default();
            example.push('\n');
        }
    }
    example
}

#[cfg(test)]
mod tests {
    use super::super::{called, forms, library};
    use super::*;
    use crate::bind::entries;

    fn check(source: &str, expected: &[(&str, &str)]) {
        let found = read(source);
        let found: Vec<_> = found.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_example_is_what_stands_below_its_name() {
        check("-- match:a\nx\n\n-- match:b\ny\n", &[("match:a", "x\n"), ("match:b", "y\n")]);
        check("-- Mark\n-- harena.a\nx\n", &[("Mark", "x\n"), ("harena.a", "x\n")]);
        check(
            "\t-- piece.a\n\tx\n\t-- piece.b\n\ty\nend\n",
            &[("piece.a", "x\n"), ("piece.b", "y\n")],
        );
        check("-- A sentence.\n-- word\n-- Two words\nx\n", &[]);
    }

    #[test]
    fn what_stands_inside_an_example_belongs_to_it() {
        let source = "\t-- match:a\n\tfor b do\n\t\t-- b.c\n\t\tx\n\n\t\ty\n\tend\n\n\tz\n";
        check(source, &[("match:a", "for b do\n\tx\n\ty\nend\n"), ("b.c", "x\n")]);
    }

    /// Whether code names a member, not as a part of a longer name.
    fn names(code: &str, member: &str) -> bool {
        let ends =
            |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        code.match_indices(member).any(|(at, _)| ends(&code[at + member.len()..]))
    }

    #[test]
    fn every_entry_has_an_example_that_uses_it() {
        let mut examples = examples();
        let mut wrong = Vec::new();
        let mut check = |name: String, uses: &dyn Fn(&str) -> bool| {
            let example = examples.remove(name.as_str()).unwrap_or_default();
            if !uses(&example) {
                wrong.push(format!("{name}:\n{example}"));
            }
        };
        for entry in entries() {
            let sign = if entry.is_method { ':' } else { '.' };
            let member = format!("{sign}{}", entry.name);
            check(called(entry), &|code| names(code, &member));
        }
        for member in library::members() {
            let name = format!("harena.{}", member.name);
            check(name.clone(), &|code| names(code, &name));
        }
        for form in forms() {
            let is_told = |code: &str, field: &str| {
                code.contains(&format!("{field} = ")) || names(code, &format!(".{field}"))
            };
            let fields = &form.fields;
            check(form.name.clone(), &|code| fields.iter().any(|it| is_told(code, &it.name)));
        }
        assert!(wrong.is_empty(), "without an example of it:\n{}", wrong.join("\n"));
        assert!(examples.is_empty(), "examples of nothing: {:?}", examples.keys());
    }
}
