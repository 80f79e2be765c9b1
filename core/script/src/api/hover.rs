//! What an editor shows when the pointer rests on a name.

use super::{forms, library, meaning_of, spelled};
use crate::bind::{Kind, entries};

/// What a name means: its declaration on the first line, its meaning on those that follow.
///
/// `kind` is what the name belongs to: a kind of handle (`Match`, or `match` as it is written in
/// scripts), a form (`Sheet`), or `harena` for the library. An empty `name` asks about the kind
/// itself. `None` if there is no such name.
pub fn hover(kind: &str, name: &str) -> Option<String> {
    if kind == "harena" {
        let members = library::members();
        let member = members.iter().find(|member| member.name == name)?;
        return Some(format!("harena.{name}: {}\n{}", member.kind, member.text));
    }
    of_handle(kind, name).or_else(|| of_form(kind, name))
}

fn of_handle(kind: &str, name: &str) -> Option<String> {
    let (kind, title) = Kind::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(kind))?;
    if name.is_empty() {
        return Some(format!("{title}\n{}", meaning_of(*kind)));
    }
    let entry = entries().find(|entry| entry.on == *kind && entry.name == name)?;
    Some(format!("{}\n{}", spelled(entry), entry.text))
}

fn of_form(kind: &str, name: &str) -> Option<String> {
    let forms = forms();
    let form = forms.iter().find(|form| form.name == kind)?;
    if name.is_empty() {
        return Some(format!("{kind}\n{}", form.text));
    }
    let field = form.field(name)?;
    let mark = if field.required { "" } else { "?" };
    Some(format!("{name}{mark}: {}\n{}", field.kind, field.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &str, name: &str, expected: Option<&str>) {
        assert_eq!(hover(kind, name).as_deref(), expected, "{kind} {name}");
    }

    #[test]
    fn names_are_explained_where_they_belong() {
        let turn = "match.turn: number\nturns begun so far";
        check("Match", "turn", Some(turn));
        check("match", "turn", Some(turn));
        check("Piece", "turn", None);
        check("Filter", "kind", Some("kind?: kind\nof this kind"));
        check("Cell", "", Some("Cell\na cell of the board"));
        check("nothing", "turn", None);
        assert!(hover("harena", "ask").is_some_and(|text| text.starts_with("harena.ask: (")));
    }

    #[test]
    fn everything_has_hover_text() {
        for entry in entries() {
            let (_, kind) = Kind::ALL.iter().find(|(kind, _)| *kind == entry.on).expect("a kind");
            let text = hover(kind, entry.name).expect(entry.name);
            assert!(text.lines().count() == 2, "{text}");
        }
        for form in forms() {
            for field in &form.fields {
                assert!(hover(&form.name, &field.name).is_some(), "{}.{}", form.name, field.name);
            }
        }
    }
}
