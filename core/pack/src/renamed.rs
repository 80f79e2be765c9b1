//! What a pack that others require has renamed since an earlier version: its `renamed.toml`.

use semver::{Op, Version, VersionReq};
use serde::Deserialize;

use crate::codes;
use crate::pack::Pack;
use crate::problem::{Place, Problem};

/// The file of a game or library that says what it has renamed.
pub const RENAMED_FILE: &str = "renamed.toml";
/// Most names of one pack.
const MAX_RENAMED: usize = 1_000;

/// What sort of name has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameSort {
    /// A member of one of its modules: `arena.fighter`; `of` is the file, such as `define`.
    Member,
    /// A field of the table that a member is called with; `of` is that member.
    Field,
    /// A field or method of a handle; `of` is the handle, such as `Piece`.
    Handle,
    /// A word in texts: what fields and calls named `of` hold.
    Word,
}

/// One name that is another one now.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// The version of the pack that brought the new name.
    pub since: Version,
    /// What sort of name.
    pub what: NameSort,
    /// What it is a name of.
    pub of: String,
    /// The old name.
    pub from: String,
    /// The new one.
    pub to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    renamed: Vec<Renamed>,
}

/// What a pack says it has renamed; nothing, if it has no such file.
///
/// # Errors
/// `H0164` at the first line that is not as it should be.
pub fn renamed_by(pack: &Pack) -> Result<Vec<Renamed>, Problem> {
    let Some(text) = pack.tree.get(RENAMED_FILE) else { return Ok(Vec::new()) };
    let wrong = |message: String, place: Place| {
        let hint = "each [[renamed]] says `since`, `what`, `of`, `from` and `to`";
        let problem = Problem::error(codes::BAD_RENAMED, message).hint(hint);
        problem.in_pack(pack.id()).at(RENAMED_FILE, place)
    };
    let list: List = toml::from_str(text).map_err(|error| {
        let start = error.span().map(|span| Place::of_offset(text, span.start));
        wrong(error.message().to_owned(), start.unwrap_or(Place::WHOLE_FILE))
    })?;
    let tell = |message: String| Err(wrong(message, Place::WHOLE_FILE));
    if list.renamed.len() > MAX_RENAMED {
        return tell(format!("more than {MAX_RENAMED} names are listed"));
    }
    for it in &list.renamed {
        if !is_name(&it.from) || !is_name(&it.to) || !is_name(&it.of) || it.from == it.to {
            return tell(format!("`{}` to `{}` of `{}` are no two names", it.from, it.to, it.of));
        }
        if it.since > pack.manifest.version {
            let now = &pack.manifest.version;
            return tell(format!("`{}` is said to come with {}, this is {now}", it.to, it.since));
        }
    }
    Ok(list.renamed)
}

fn is_name(text: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !text.is_empty() && !text.starts_with(|it: char| it.is_ascii_digit()) && text.chars().all(fits)
}

/// A manifest that asks for the versions of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebased {
    /// Its new text.
    pub text: String,
    /// What was changed: a key, what it was and what it is.
    pub changes: Vec<(String, String, String)>,
}

/// The manifest of a pack made against older versions of the packs at hand, brought to those; `api`
/// is the interface of today. Nothing, if it is up to date.
pub fn rebased(pack: &Pack, at_hand: &[&Pack], api: u32) -> Result<Option<Rebased>, Problem> {
    let mut lines: Vec<String> = Vec::new();
    let text = pack.tree.get(crate::manifest::FILE_NAME).unwrap_or_default();
    lines.extend(text.split_inclusive('\n').map(str::to_owned));
    let mut changes = Vec::new();
    let mut change = |place: Place, key: &str, (from, to): (String, String)| {
        let line = place.line.checked_sub(1).and_then(|at| lines.get_mut(at as usize));
        let Some(line) = line else { return };
        let Some(after) = line.find('=').map(|at| at + 1) else { return };
        if let Some(start) = line.get(after..).and_then(|rest| rest.find(&from)) {
            let start = after + start;
            line.replace_range(start..start + from.len(), &to);
            changes.push((key.to_owned(), from, to));
        }
    };
    for (id, range) in pack.manifest.needs() {
        let Some(owner) = at_hand.iter().find(|it| it.id() == id) else { continue };
        let (version, made_against) = (&owner.manifest.version, earliest(&range.value));
        let renamed = renamed_by(owner)?;
        let is_behind = renamed.iter().any(|it| it.since > made_against);
        if (is_behind || !range.value.matches(version)) && made_against < *version {
            let from = written(text, range.place).unwrap_or_else(|| range.value.to_string());
            change(range.place, id, (from, format!("^{version}")));
        }
    }
    let made = &pack.manifest.api;
    if made.value < api {
        change(made.place, "api", (made.value.to_string(), api.to_string()));
    }
    let text = lines.concat();
    Ok((!changes.is_empty()).then_some(Rebased { text, changes }))
}

/// What stands between the quotes behind the key at a place.
fn written(text: &str, place: Place) -> Option<String> {
    let line = text.lines().nth(place.line.checked_sub(1)? as usize)?;
    let (_, value) = line.split_once('=')?;
    let quote = value.trim_start().chars().next().filter(|it| matches!(it, '"' | '\''))?;
    value.split(quote).nth(1).map(str::to_owned)
}

/// The earliest version that a range allows: what a pack with this range was made against.
pub fn earliest(range: &VersionReq) -> Version {
    let least = range.comparators.iter().filter(|it| match it.op {
        Op::Exact | Op::Greater | Op::GreaterEq | Op::Tilde | Op::Caret | Op::Wildcard => true,
        Op::Less | Op::LessEq => false,
        _ => false,
    });
    let version =
        least.map(|it| Version::new(it.major, it.minor.unwrap_or(0), it.patch.unwrap_or(0)));
    version.max().unwrap_or(Version::new(0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Source;
    use crate::tree::Tree;

    const MANIFEST: &str = "schema = 1\n[pack]\nid = \"tiny\"\nversion = \"1.2.0\"\n\
                            title = \"Tiny\"\nkind = \"game\"\napi = 1\n";

    fn read(text: &str) -> Result<Vec<Renamed>, (u32, String)> {
        let files = [("pack.toml", MANIFEST), ("game.luau", ""), (RENAMED_FILE, text)];
        let tree = Tree::from_files(files).unwrap();
        let pack = Pack::from_tree("tiny", tree, Source::Memory).unwrap();
        renamed_by(&pack).map_err(|it| (it.line, format!("{} {}", it.code, it.message)))
    }

    fn entry(since: &str, from: &str) -> String {
        format!(
            "[[renamed]]\nsince = \"{since}\"\nwhat = \"field\"\nof = \"unit\"\nfrom = \
             \"{from}\"\nto = \"might\"\n"
        )
    }

    #[test]
    fn names_are_read_and_what_cannot_be_is_told() {
        let read_one = read(&entry("1.1.0", "power")).unwrap();
        assert_eq!((read_one[0].what, read_one[0].to.as_str()), (NameSort::Field, "might"));
        assert_eq!(read(""), Ok(Vec::new()));
        let told = |text: &str| read(text).unwrap_err();
        assert!(told(&entry("1.3.0", "power")).1.contains("is said to come with 1.3.0"));
        assert!(told(&entry("1.1.0", "might")).1.contains("are no two names"));
        assert!(told(&entry("1.1.0", "a b")).1.starts_with("H0164"));
        assert_eq!(told(&entry("1.1.0", "power").replace("what", "waht")).0, 3);
        assert_eq!(told(&entry("1.1.0", "power").replace("field", "feild")).0, 3);
    }

    #[test]
    fn a_manifest_is_brought_to_the_versions_of_today_and_keeps_its_comments() {
        let game = |list: &str| {
            let files = [("pack.toml", MANIFEST), ("game.luau", ""), (RENAMED_FILE, list)];
            Pack::from_tree("tiny", Tree::from_files(files).unwrap(), Source::Memory).unwrap()
        };
        let faction = |range: &str| {
            let text = format!(
                "# mine\nschema = 1\n[pack]\nid = \"reds\"\nversion = \"0.1.0\"\ntitle = \
                 \"Reds\"\nkind = \"faction\"\napi = 1 # of 1\n[games]\ntiny = \"{range}\" # \
                 \"played\"\n"
            );
            let tree = Tree::from_files([("pack.toml", &*text), ("faction.luau", "")]).unwrap();
            (Pack::from_tree("reds", tree, Source::Memory).unwrap(), text)
        };
        let check = |range: &str, list: &str, api: u32, expected: &[(&str, &str)]| {
            let ((pack, mut text), game) = (faction(range), game(list));
            let rebased = rebased(&pack, &[&game], api).unwrap();
            for (from, to) in expected {
                text = text.replacen(from, to, 1);
            }
            let expected = (!expected.is_empty()).then_some(text);
            assert_eq!(rebased.map(|it| it.text), expected, "{range}");
        };
        let list = entry("1.1.0", "power");
        check("^1", &list, 1, &[("^1\"", "^1.2.0\"")]);
        check("^1", "", 1, &[]);
        check("^1.1", &list, 1, &[]);
        check("0.9", "", 1, &[("\"0.9", "\"^1.2.0")]);
        check(">=0.5, <0.9", "", 1, &[(">=0.5, <0.9", "^1.2.0")]);
        check("^2", &list, 1, &[]);
        check("^1.2", &list, 2, &[("api = 1", "api = 2")]);
    }

    #[test]
    fn a_range_says_what_it_was_made_against() {
        let of = |range: &str| earliest(&range.parse().unwrap()).to_string();
        assert_eq!(of("^1"), "1.0.0");
        assert_eq!(of(">=0.3, <0.5"), "0.3.0");
        assert_eq!(of("~1.4.2"), "1.4.2");
        assert_eq!(of("*"), "0.0.0");
        assert_eq!(of("<2"), "0.0.0");
        assert_eq!(of("1.*"), "1.0.0");
    }
}
