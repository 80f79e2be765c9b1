//! A pack to begin with: files that load and play at once, ready to be changed.

use std::sync::Arc;

use crate::{Library, Pack, did_you_mean, is_id};

/// The files of a new game; `__ID__`, `__TITLE__` and `__SHORT__` stand for its names, here and in
/// what games offer to begin with.
const GAME: [(&str, &str); 4] = [
    ("pack.toml", include_str!("../templates/game/pack.toml")),
    ("game.luau", include_str!("../templates/game/game.luau")),
    ("spec/first.luau", include_str!("../templates/game/first.luau")),
    ("README.md", include_str!("../templates/game/README.md")),
];

/// A scenario that holds in any game.
const BEGINS: (&str, &str) = ("spec/first.luau", include_str!("../templates/begins.luau"));

/// What sort of pack is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skeleton {
    /// A game of its own.
    Game,
    /// A faction of a game.
    Faction,
    /// Sheets for a game that no seat plays as its side.
    Content,
    /// A difference from a game.
    Variant,
    /// Scenarios of a game.
    Scenario,
}

/// The files of a new pack: paths and texts. A faction or content names its game, unless only one
/// will do.
///
/// # Errors
/// One sentence: a name that no pack can have or that is taken, or a game that is not there.
pub fn skeleton(
    kind: Skeleton,
    name: &str,
    game: Option<&str>,
    library: &Library,
) -> Result<Vec<(String, String)>, String> {
    if !is_id(name) {
        return Err(format!(
            "`{name}` cannot be the name of a pack: use 3 to 48 small letters, digits and single \
             underscores, beginning with a letter"
        ));
    }
    if library.get(name).is_some() {
        return Err(format!("there is a pack called `{name}` already"));
    }
    let mut files = match kind {
        Skeleton::Game => Ok(GAME.map(|(path, text)| (path.to_owned(), named(text, name))).into()),
        Skeleton::Faction => faction(name, game, library),
        Skeleton::Content => content(name, game, library),
        Skeleton::Variant => variant(name, game, library),
        Skeleton::Scenario => scenario(name, game, library),
    }?;
    let papers = [
        BEGINS,
        ("README.md", include_str!("../templates/README.md")),
        ("CHANGELOG.md", include_str!("../templates/CHANGELOG.md")),
        ("LICENSE.md", include_str!("../templates/LICENSE.md")),
    ];
    for (path, text) in papers {
        // What a game offers may have scenarios of its own.
        let is_there = |(known, _): &(String, String)| {
            known == path || (path == BEGINS.0 && known.starts_with("spec/"))
        };
        if !files.iter().any(is_there) {
            files.push((path.to_owned(), named(text, name)));
        }
    }
    Ok(files)
}

/// The files of a new variant: nothing is changed yet, and how changes are written.
fn variant(
    name: &str,
    game: Option<&str>,
    library: &Library,
) -> Result<Vec<(String, String)>, String> {
    let game = game_of(game, library, |_| true)?;
    let text = named(include_str!("../templates/variant/variant.luau"), name);
    let text = text.replace("__GAME__", game.id());
    Ok(vec![("pack.toml".into(), manifest(name, "variant", &game)), ("variant.luau".into(), text)])
}

/// The files of a pack of scenarios: what a game offers to begin with, or one that holds anywhere.
fn scenario(
    name: &str,
    game: Option<&str>,
    library: &Library,
) -> Result<Vec<(String, String)>, String> {
    let game = game_of(game, library, |_| true)?;
    let mut files = vec![("pack.toml".to_owned(), manifest(name, "scenario", &game))];
    files.extend(offered(&game, "scenario", name));
    Ok(files)
}

/// What a game offers to begin a pack of some kind with: the files of its folder `start/KIND`,
/// each with `.txt` behind its name, so that they are no scripts of the game.
fn offered(game: &Pack, kind: &str, name: &str) -> Vec<(String, String)> {
    let folder = format!("start/{kind}/");
    let file = |path: &str| {
        let inside = path.strip_prefix(&folder)?.strip_suffix(".txt")?;
        Some((inside.to_owned(), named(game.tree.get(path)?, name)))
    };
    game.tree.paths().filter_map(file).collect()
}

fn named(text: &str, name: &str) -> String {
    let text = text.replace("__ID__", name).replace("__TITLE__", &title(name));
    text.replace("__SHORT__", &short(name))
}

/// `ashen_host` is `Ashen Host`.
fn title(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `ashen_host` is `AH`, `ashen` is `AS`.
fn short(name: &str) -> String {
    let firsts: String = name.split('_').filter_map(|word| word.chars().next()).take(2).collect();
    let letters = if firsts.len() < 2 { name.chars().take(2).collect() } else { firsts };
    letters.to_uppercase()
}

/// The files of a new faction: what its game offers to begin with. Where it offers nothing, those of
/// its first faction under another name, ready to be changed.
fn faction(
    name: &str,
    game: Option<&str>,
    library: &Library,
) -> Result<Vec<(String, String)>, String> {
    let game = game_of(game, library, |id| !library.factions_of(id).is_empty())?;
    let mut files = vec![("pack.toml".to_owned(), manifest(name, "faction", &game))];
    let own = offered(&game, "faction", name);
    if !own.is_empty() {
        files.extend(own);
        return Ok(files);
    }
    let factions = library.factions_of(game.id());
    let model =
        factions.first().ok_or_else(|| format!("`{}` has no faction to begin from", game.id()))?;
    let texts = model.tree.paths().filter_map(|path| Some((path, model.tree.get(path)?)));
    for (path, text) in texts.filter(|(path, _)| path.ends_with(".luau") && !path.contains('/')) {
        let is_entry = model.manifest.entry.as_ref().is_some_and(|it| it.value == path);
        let text = if is_entry { renamed(text, name) } else { text.to_owned() };
        files.push((path.to_owned(), unsaid(&text, name)));
    }
    Ok(files)
}

/// The files of new content: what its game offers to begin with, or no sheet yet.
fn content(
    name: &str,
    game: Option<&str>,
    library: &Library,
) -> Result<Vec<(String, String)>, String> {
    let game = game_of(game, library, |_| true)?;
    let mut files = vec![("pack.toml".to_owned(), manifest(name, "content", &game))];
    files.extend(offered(&game, "content", name));
    if files.len() == 1 {
        let text = named(include_str!("../templates/content/content.luau"), name);
        files.push(("content.luau".to_owned(), text.replace("__GAME__", game.id())));
    }
    Ok(files)
}

/// The game a pack is for: the one named, or the only one that will do.
fn game_of(
    wanted: Option<&str>,
    library: &Library,
    will_do: impl Fn(&str) -> bool,
) -> Result<Arc<Pack>, String> {
    let mut games = library.games();
    games.retain(|game| will_do(game.id()));
    let names: Vec<&str> = games.iter().map(|game| game.id()).collect();
    match (wanted, games.as_slice()) {
        (Some(wanted), _) => library.game(wanted).cloned().ok_or_else(|| {
            let hint = did_you_mean(wanted, names.iter().copied());
            format!("there is no game `{wanted}`{hint}")
        }),
        (None, [only]) => Ok(Arc::clone(only)),
        (None, _) => Err(format!("name its game with --game: {}", names.join(", "))),
    }
}

fn manifest(name: &str, kind: &str, game: &Pack) -> String {
    let (id, major) = (game.id(), game.manifest.version.major);
    let range = if major == 0 { game.manifest.version.to_string() } else { major.to_string() };
    format!(
        "schema = 1\n\n[pack]\nid = \"{name}\"\nversion = \"0.1.0\"\ntitle = \"{}\"\n\
         summary = \"Made for {}\"\nkind = \"{kind}\"\nlicense = \"CC-BY-SA-4.0\"\napi = 1\n\
         status = \"draft\"\n\n[games]\n{id} = \"^{range}\"\n\n[dependencies]\nharena = \"^0.1\"\n",
        title(name),
        game.manifest.title
    )
}

/// The entry file of a faction with another id, title and short mark. Each stands on a line of
/// its own; the first of its kind is that of the faction itself.
fn renamed(text: &str, name: &str) -> String {
    let mut text = text.to_owned();
    let new = [("id", name.to_owned()), ("title", title(name)), ("short", short(name))];
    for (field, value) in new {
        let marker = format!("\t{field} = \"");
        let Some(start) = text.find(&marker).map(|at| at + marker.len()) else { continue };
        let Some(len) = text.get(start..).and_then(|rest| rest.find('"')) else { continue };
        text.replace_range(start..start + len, &value);
    }
    text
}

/// A copied file without what it said about somebody else: its comments, and the sentence that
/// stands below the names of a faction.
fn unsaid(text: &str, name: &str) -> String {
    let head =
        format!("-- {}: copied, to be changed; its pieces want names of their own.", title(name));
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        let is_below = lines.last().is_some_and(|last| {
            ["\ttitle = \"", "\tshort = \""].iter().any(|field| last.starts_with(field))
        });
        let is_sentence = is_below && line.starts_with("\ttext = \"") && line.ends_with("\",");
        let code = uncommented(line);
        if !is_sentence && (!code.trim().is_empty() || line.is_empty()) {
            lines.push(code);
        }
    }
    let at = usize::from(lines.first().is_some_and(|line| line.starts_with("--!")));
    lines.insert(at, &head);
    lines.join("\n") + "\n"
}

/// A line without its comment; what may be a text or a long comment is left alone.
fn uncommented(line: &str) -> &str {
    let begins = line.match_indices("--").find(|(at, _)| {
        let code = line.get(..*at).unwrap_or_default();
        code.trim().is_empty() || code.ends_with(' ') && code.matches('"').count() % 2 == 0
    });
    match begins {
        Some((at, _)) if !line.starts_with("--!") && !line.contains("[[") => {
            line.get(..at).unwrap_or_default().trim_end()
        }
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::{short, title, unsaid};

    #[test]
    fn names_become_titles_and_marks() {
        assert_eq!(
            (title("ashen_host").as_str(), short("ashen_host").as_str()),
            ("Ashen Host", "AH")
        );
        assert_eq!((title("ashen").as_str(), short("ashen").as_str()), ("Ashen", "AS"));
        assert_eq!(title("box_of_3"), "Box Of 3");
    }

    #[test]
    fn what_is_copied_says_nothing_about_others() {
        let text = "--!strict\n-- The hill people.\nlocal a = \"x -- y\" -- they throw\n\n\
                    \t--- They are proud.\n\tshort = \"AH\",\n\ttext = \"Proud.\",\n\tpieces = {\n\
                    \t\ttext = \"It throws.\",\n";
        let head = "-- Ashen Host: copied, to be changed; its pieces want names of their own.";
        let expected = format!(
            "--!strict\n{head}\nlocal a = \"x -- y\"\n\n\tshort = \"AH\",\n\tpieces = {{\n\
             \t\ttext = \"It throws.\",\n"
        );
        assert_eq!(unsaid(text, "ashen_host"), expected);
    }
}
