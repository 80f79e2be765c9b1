//! What verbs take: kinds of values, each under a name, as in `"pusher: piece"`.

use harena_engine::game::{ArgKind, Vocabulary};
use harena_pack::codes;
use harena_pack::nearest;

use super::form::Form;
use super::forms::Verb;
use super::menu::{list, text};
use crate::schema::{Finding, Key, Value, duplicates, is_id, luau_key};

/// The name that answers have beside their arguments.
pub(crate) const VERB: &str = "verb";

/// An argument of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// What it is called.
    pub name: String,
    /// What kind of value it is.
    pub kind: ArgKind,
}

/// The arguments of a verb in their order, as [`read`] reads them.
pub(crate) fn of(verb: &Value) -> Vec<Argument> {
    read(&Verb::read(verb, &Vocabulary::default()).args)
}

/// Arguments as a verb writes them. One without a name is called by its kind, the second of a kind
/// `piece_2`.
pub(crate) fn read(written: &[String]) -> Vec<Argument> {
    let written = written.iter().map(|it| parts(it));
    let written: Vec<(Option<&str>, &str)> = written.collect();
    let mut taken: Vec<String> =
        written.iter().filter_map(|(name, _)| name.map(str::to_owned)).collect();
    let argument = |(name, kind): (Option<&str>, &str)| {
        let of_kind = ArgKind::named(kind)?;
        let name = name.map_or_else(|| unused(kind, &taken), str::to_owned);
        taken.push(name.clone());
        Some(Argument { name, kind: of_kind })
    };
    written.into_iter().filter_map(argument).collect()
}

/// The first of `piece`, `piece_2` and so on that is not taken.
fn unused(kind: &str, taken: &[String]) -> String {
    let mut names = (2..).map(|number| format!("{kind}_{number}"));
    let is_free = |name: &String| !taken.contains(name);
    let own = Some(kind.to_owned()).filter(is_free);
    own.or_else(|| names.find(is_free)).unwrap_or_default()
}

/// The name, if one is written, and the kind.
fn parts(written: &str) -> (Option<&str>, &str) {
    let parts = written.split_once(':').map(|(name, kind)| (Some(name.trim()), kind.trim()));
    parts.unwrap_or((None, written))
}

/// What is wrong with the arguments of the verbs of a game.
pub(super) fn of_game(game: &Value) -> Vec<Finding> {
    let verbs = (1..).zip(list(game, "verbs"));
    let inside = |at: usize, path: Vec<Key>| -> Vec<Key> {
        ["verbs".into(), Key::Index(at), "args".into()].into_iter().chain(path).collect()
    };
    let wrong = |(at, verb): (usize, &Value)| {
        let written = (1..).zip(list(verb, "args"));
        let mut findings: Vec<Finding> = written
            .filter_map(|(place, it)| unreadable(it, inside(at, vec![Key::Index(place)])))
            .collect();
        let names = list(verb, "args").iter().map(|it| parts(it.as_text()?).0);
        findings.extend(duplicates("argument", names).map(|finding| Finding {
            path: inside(at, finding.path),
            twin: finding.twin.map(|path| inside(at, path)),
            ..finding
        }));
        findings
    };
    verbs.flat_map(wrong).collect()
}

/// Why an argument cannot be read.
fn unreadable(written: &Value, path: Vec<Key>) -> Option<Finding> {
    let (name, kind) = parts(written.as_text()?);
    let wrong = |message: String, hint: String| {
        Some(Finding { path, code: codes::UNDECLARED, message, hint: Some(hint), twin: None })
    };
    if ArgKind::named(kind).is_none() {
        let known = ArgKind::NAMED.map(|(name, _)| name);
        let hint = match nearest(kind, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        return wrong(format!("there is no kind of argument `{kind}`"), hint);
    }
    let is_good = |name: &str| is_id(name) && luau_key(name) == name && name != VERB;
    let name = name.filter(|name| !is_good(name))?;
    let hint = "write it as in `to: cell`, with small letters, digits and `_`".to_owned();
    wrong(format!("an argument cannot be called `{name}`"), hint)
}

/// Gives the gaps of titles that name arguments their numbers: `Move to {to}` becomes
/// `Move to {1}`.
pub(super) fn number_titles(game: &mut Value) {
    let verbs: Vec<(String, Vec<Argument>)> =
        list(game, "verbs").iter().map(|verb| (text(verb, "id"), of(verb))).collect();
    let Value::Record(fields) = game else { return };
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("verbs", Value::List(all)) => {
                all.iter_mut().zip(&verbs).for_each(|(verb, (_, args))| number_title(verb, args));
            }
            ("looks", looks) => number_looks(looks, &verbs),
            _ => {}
        }
    }
}

/// Titles of verbs that the looks give, by name or as a list.
fn number_looks(looks: &mut Value, verbs: &[(String, Vec<Argument>)]) {
    let of_name = |id: &str| verbs.iter().find(|(verb, _)| verb == id).map(|(_, args)| args);
    let Value::Record(fields) = looks else { return };
    let Some((_, table)) = fields.iter_mut().find(|(name, _)| name == "verbs") else { return };
    if let Value::Record(entries) = table {
        let entries = entries.iter_mut().filter_map(|(id, it)| Some((of_name(id)?, it)));
        entries.for_each(|(args, entry)| number_title(entry, args));
    } else if let Value::List(entries) = table {
        let entries = entries.iter_mut().filter_map(|it| Some((of_name(&text(it, "id"))?, it)));
        entries.for_each(|(args, entry)| number_title(entry, args));
    }
}

/// Numbers the gaps of a title, which stands alone or in a record.
fn number_title(entry: &mut Value, args: &[Argument]) {
    if let Value::Text(title) = entry {
        for (number, argument) in (1..).zip(args) {
            let gap = format!("{{{}}}", argument.name);
            *title = title.replace(&gap, &format!("{{{number}}}"));
        }
    } else if let Value::Record(fields) = entry {
        let title = fields.iter_mut().find(|(name, _)| name == "title");
        title.into_iter().for_each(|(_, title)| number_title(title, args));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(args: &[&str]) -> Value {
        let args = args.iter().map(|it| Value::text(it)).collect();
        Value::record([("id", Value::text("push")), ("args", Value::List(args))])
    }

    fn game(args: &[&str]) -> Value {
        Value::record([("verbs", Value::List(vec![verb(args)]))])
    }

    #[test]
    fn arguments_are_called_as_they_are_written_or_by_their_kinds() {
        let names = |args: &[&str]| -> Vec<String> {
            of(&verb(args)).into_iter().map(|it| it.name).collect()
        };
        assert_eq!(names(&["pusher: piece", "to:cell"]), ["pusher", "to"]);
        assert_eq!(
            names(&["piece", "piece", "cell", "piece"]),
            ["piece", "piece_2", "cell", "piece_3"]
        );
        assert_eq!(names(&["piece", "piece: cell"]), ["piece_2", "piece"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let told = |args: &[&str]| -> Vec<String> {
            of_game(&game(args)).into_iter().map(|it| it.message).collect()
        };
        assert_eq!(told(&["pusher: piece", "to: cell", "number"]), [""; 0]);
        assert_eq!(told(&["pusher: peice"]), ["there is no kind of argument `peice`"]);
        assert_eq!(told(&["Pusher: piece"]), ["an argument cannot be called `Pusher`"]);
        assert_eq!(told(&["end: cell"]), ["an argument cannot be called `end`"]);
        assert_eq!(told(&["verb: piece"]), ["an argument cannot be called `verb`"]);
        let twice = of_game(&game(&["to: piece", "to: cell"]));
        assert_eq!(twice.len(), 1, "{twice:?}");
        let path = ["verbs".into(), Key::Index(1), "args".into(), Key::Index(2)];
        assert_eq!(twice[0].path, path);
    }

    #[test]
    fn titles_name_arguments() {
        let mut game = game(&["pusher: piece", "to: cell"]);
        let title = || Value::text("Push {pusher} to {to}, {1}");
        if let Value::Record(fields) = &mut game {
            let looks = Value::record([("verbs", Value::record([("push", title())]))]);
            fields.push(("looks".to_owned(), looks));
        }
        number_titles(&mut game);
        let looks = game.get("looks").and_then(|it| it.get("verbs")).and_then(|it| it.get("push"));
        assert_eq!(looks, Some(&Value::text("Push {1} to {2}, {1}")));
    }
}
