//! The library `@harena` as it declares itself.
//!
//! The file that runs is also the declaration: the comments above its members, the types of its
//! functions, and the type a member is cast to with `::`.

use super::subject::NAME_TYPES;

/// The sources of the library.
const SOURCES: [&str; 2] = [
    include_str!("../../../../scripts/harena/harena.luau"),
    include_str!("../../../../scripts/harena/asking.luau"),
];
/// What the first of them takes over from the second.
const TAKEN_OVER: &str = "asking.";

/// Something the library offers.
pub(super) struct Member {
    /// Its name.
    pub name: String,
    /// Its Luau type.
    pub kind: String,
    /// What it means; sentences.
    pub text: String,
}

/// Everything the library offers, in the order of its file.
pub(super) fn members() -> Vec<Member> {
    read(member)
}

/// The types the library exports, as written, with their comments.
pub(super) fn types() -> Vec<Member> {
    read(exported_type)
}

fn read(declared: fn(&str) -> Option<(&str, String)>) -> Vec<Member> {
    SOURCES.iter().flat_map(|source| read_file(source, declared)).collect()
}

fn read_file(source: &str, declared: fn(&str) -> Option<(&str, String)>) -> Vec<Member> {
    let mut found = Vec::new();
    let mut text = String::new();
    let joined = source.replace("(\n\t", "(").replace(",\n\t", ", ");
    let joined = joined.replace("\n): ", "): ").replace("\n)\n", ")\n");
    for line in joined.lines() {
        if let Some(comment) = line.strip_prefix("--- ") {
            text = if text.is_empty() { comment.to_owned() } else { format!("{text} {comment}") };
            continue;
        }
        let about = std::mem::take(&mut text);
        if let Some((name, kind)) = declared(line) {
            found.push(Member { name: name.to_owned(), kind, text: about });
        }
    }
    found
}

/// What names something a game declares in the type of a function: by the place of the argument,
/// its vocabulary.
pub(super) fn names_taken(kind: &str) -> Vec<(usize, &'static str)> {
    let takes = kind.strip_prefix('(').and_then(|rest| rest.rsplit_once(") -> "));
    let (mut place, mut depth, mut found) = (0, 0, Vec::new());
    for part in takes.map_or("", |(takes, _)| takes).split(", ") {
        let named = if depth == 0 { vocabulary(part) } else { None };
        found.extend(named.map(|what| (place, what)));
        depth += part.matches(['{', '(']).count();
        depth = depth.saturating_sub(part.matches(['}', ')']).count());
        place += usize::from(depth == 0);
    }
    found
}

/// `prompt: PromptName`.
fn vocabulary(parameter: &str) -> Option<&'static str> {
    let (_, kind) = parameter.split_once(": ")?;
    let kind = kind.trim_end_matches('?');
    NAME_TYPES.iter().find(|(name, _, _)| *name == kind).map(|(_, what, _)| *what)
}

/// `function harena.ask(match: Match): string` or `harena.side = ... :: Sides`.
fn member(line: &str) -> Option<(&str, String)> {
    let functions = ["function harena.", "function asking."];
    if let Some(function) = functions.iter().find_map(|prefix| line.strip_prefix(prefix)) {
        let (name, rest) = function.split_once('(')?;
        let (takes, gives) = match rest.rsplit_once("): ") {
            Some(parts) => parts,
            None => (rest.strip_suffix(')')?, "()"),
        };
        return Some((name, format!("({takes}) -> {gives}")));
    }
    let (name, value) = line.strip_prefix("harena.")?.split_once(" = ")?;
    if value.starts_with(TAKEN_OVER) {
        return None;
    }
    let kind = value.rsplit_once(" :: ").map_or("any", |(_, kind)| kind);
    Some((name, kind.to_owned()))
}

/// `export type Reason = { ... }`.
fn exported_type(line: &str) -> Option<(&str, String)> {
    let (name, kind) = line.strip_prefix("export type ")?.split_once(" = ")?;
    Some((name, kind.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_the_library_has_a_type_and_a_text() {
        let members = members();
        assert!(members.iter().any(|member| member.name == "ask"));
        for Member { name, kind, text } in members.iter().chain(&types()) {
            assert_ne!(kind, "any", "harena.{name} has no type");
            assert!(text.ends_with('.'), "harena.{name} is not described: {text}");
        }
    }

    #[test]
    fn names_are_found_at_their_places() {
        let check = |kind, expected: &[(usize, &str)]| assert_eq!(names_taken(kind), expected);
        check("(match: Match, seats: { number }, prompt: PromptName) -> ()", &[(2, "prompt")]);
        check("(a: { b: X, c: Y }, from: ZoneName?, to: (X, Y) -> ()) -> number", &[(1, "zone")]);
        check("(from: ZoneName, to: ZoneName) -> number", &[(0, "zone"), (1, "zone")]);
        check("Sides", &[]);
    }

    #[test]
    fn no_member_is_overlooked() {
        let [library, asking] = SOURCES;
        let declared = library
            .lines()
            .filter(|line| line.starts_with("harena.") || line.starts_with("function harena."));
        assert_eq!(members().len(), declared.count(), "declare each member on a line of its own");
        let taken_over = library.lines().filter(|line| line.contains(" = asking."));
        let functions = asking.lines().filter(|line| line.starts_with("function asking."));
        assert_eq!(taken_over.count(), functions.count(), "the library hands on all of them");
    }
}
