//! The keys of `pack.toml`, in the order of the documentation.

use semver::{Version, VersionReq};
use toml::de::DeTable;

use super::reader::{Reader, Refusal, Section, quoted_list};
use super::{AiDisclosure, Kind, MAX_MANIFEST_BYTES, MAX_REQUIREMENTS, MAX_SUMMARY, MAX_TITLE};
use super::{Manifest, Requirements, SCHEMA, Status};
use crate::Code;
use crate::codes;
use crate::plain::{is_unseen, quoted};
use crate::problem::{Place, Placed, Problem};
use crate::words::nearest;

pub(super) fn manifest(folder: &str, text: &str) -> Result<Manifest, Vec<Problem>> {
    let mut reader = Reader::new(folder, text);
    if text.len() as u64 > MAX_MANIFEST_BYTES {
        reader.report(Place::WHOLE_FILE, too_large(text.len()));
        return Err(reader.finished());
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let place = reader.place_of(error.span().map_or(0, |span| span.start));
        reader.report(place, not_toml(error.message()));
    }
    if reader.has_problems() {
        return Err(reader.finished());
    }
    let manifest = read_document(&mut reader, folder, document.get_ref());
    let problems = reader.finished();
    match manifest {
        Some(manifest) if problems.is_empty() => Ok(manifest),
        Some(_) | None => Err(problems),
    }
}

/// Whether a text is a pack id: `^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, 3 to 48 characters.
pub fn is_id(text: &str) -> bool {
    let is_plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    (3..=48).contains(&text.len())
        && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.split('_').all(|part| !part.is_empty() && part.bytes().all(is_plain))
}

fn read_document<'a>(
    reader: &mut Reader<'a>,
    folder: &str,
    document: &'a DeTable<'a>,
) -> Option<Manifest> {
    let mut top = Section::new("", Some(document), Place { line: 1, column: 1 });
    let schema = reader.number(&mut top, "schema");
    if let Some(schema) = schema.filter(|schema| schema.value != SCHEMA) {
        reader.report(schema.place, unknown_schema(schema.value));
        return None;
    }
    let mut pack = reader.section(&mut top, "pack", " in [pack]");
    reader.required(&top, "pack", document.get("pack"));
    let mut entry = reader.section(&mut top, "entry", " in [entry]");
    let games = requirements(reader, &mut top, "games");
    let dependencies = requirements(reader, &mut top, "dependencies");
    let optional = requirements(reader, &mut top, "optional");
    let conflicts = requirements(reader, &mut top, "conflicts");
    let init = reader.optional_text(&mut entry, "init", script_path);
    reader.finish(&top);
    reader.finish(&entry);
    if !pack.exists() {
        return None;
    }
    let manifest = read_pack(reader, folder, &mut pack)?;
    let entry = init.or_else(|| default_entry(manifest.kind));
    let manifest = Manifest { games, dependencies, optional, conflicts, entry, ..manifest };
    check_games(reader, &manifest);
    Some(manifest)
}

/// The section `[pack]`; the other sections stay empty.
fn read_pack<'a>(
    reader: &mut Reader<'a>,
    folder: &str,
    pack: &mut Section<'a>,
) -> Option<Manifest> {
    let id = reader.required_text(pack, "id", |text| id_of(text, folder));
    let version = reader.required_text(pack, "version", version);
    let title = reader.required_text(pack, "title", title);
    let kind = reader.required_text(pack, "kind", |text| word(text, Kind::ALL, Kind::word));
    let api = reader.number(pack, "api");
    let engine = reader.optional_text(pack, "engine", range);
    let status = reader.optional_text(pack, "status", |text| word(text, Status::ALL, Status::word));
    let ai_disclosure = reader.optional_text(pack, "ai-disclosure", |text| {
        word(text, AiDisclosure::ALL, AiDisclosure::word)
    });
    let mut text = |key, read: fn(&str) -> Result<String, Refusal>| {
        reader.optional_text(pack, key, read).map(|it| it.value)
    };
    let summary = text("summary", summary);
    let license = text("license", spdx);
    let media_license = text("media-license", spdx);
    let [repository, homepage, issues] =
        ["repository", "homepage", "issues"].map(|key| text(key, address).unwrap_or_default());
    let authors = reader.list(pack, "authors");
    let tags = reader.list(pack, "tags");
    let content_warnings = reader.list(pack, "content-warnings");
    let cosmetic = reader.flag(pack, "cosmetic");
    let guest = reader.flag(pack, "guest");
    reader.finish(pack);
    Some(Manifest {
        id: id?.value,
        version: version?.value,
        title: title?.value,
        summary: summary.unwrap_or_default(),
        authors,
        kind: kind?.value,
        license: license.unwrap_or_default(),
        media_license,
        engine: engine.unwrap_or(Placed { value: VersionReq::STAR, place: Place::WHOLE_FILE }),
        api: api?,
        status: status.map_or(Status::Draft, |it| it.value),
        tags,
        content_warnings,
        ai_disclosure: ai_disclosure.map_or(AiDisclosure::None, |it| it.value),
        repository,
        homepage,
        issues,
        cosmetic,
        guest,
        games: Requirements::new(),
        dependencies: Requirements::new(),
        optional: Requirements::new(),
        conflicts: Requirements::new(),
        entry: None,
    })
}

fn requirements<'a>(
    reader: &mut Reader<'a>,
    top: &mut Section<'a>,
    key: &'static str,
) -> Requirements {
    let section = reader.section(top, key, "");
    let mut requirements = Requirements::new();
    for (at, (name, value)) in section.entries().enumerate() {
        if at == MAX_REQUIREMENTS {
            let place = reader.place(name);
            reader.report(place, too_many_packs(key));
            break;
        }
        let id: &str = name.get_ref();
        let place = reader.place(name);
        if !is_id(id) {
            reader.report(place, bad_id(id));
        }
        if let Some(range) = reader.text(value, id, range) {
            requirements.insert(id.to_owned(), Placed { value: range.value, place });
        }
    }
    requirements
}

fn default_entry(kind: Kind) -> Option<Placed<String>> {
    let file = match kind {
        Kind::Game => "game.luau",
        Kind::Faction => "faction.luau",
        Kind::Content => "content.luau",
        Kind::Variant => "variant.luau",
        Kind::Scenario | Kind::Theme | Kind::Bot | Kind::Locale | Kind::Library => return None,
    };
    Some(Placed { value: file.to_owned(), place: Place::WHOLE_FILE })
}

fn check_games(reader: &mut Reader<'_>, manifest: &Manifest) {
    let needs_game = match manifest.kind {
        Kind::Faction | Kind::Content | Kind::Variant | Kind::Scenario => true,
        Kind::Game | Kind::Theme | Kind::Bot | Kind::Locale | Kind::Library => false,
    };
    if needs_game && manifest.games.is_empty() {
        let message = format!("this {} names no game", manifest.kind);
        let hint = "add a section [games] with a line such as `champion_arena = \"^1\"`".to_owned();
        reader.report(Place::WHOLE_FILE, Refusal { code: codes::NO_GAME, message, hint });
    }
}

fn refusal(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into(), hint: hint.into() }
}

fn not_toml(message: &str) -> Refusal {
    refusal(codes::NOT_TOML, format!("not valid TOML: {message}"), "mend this line first")
}

fn too_large(bytes: usize) -> Refusal {
    let (size, limit) = (bytes.div_ceil(1024), MAX_MANIFEST_BYTES / 1024);
    let message = format!("a manifest of {size} KB is over the limit of {limit} KB");
    refusal(codes::FILE_TOO_LARGE, message, "move long texts to README.md")
}

fn too_many_packs(section: &str) -> Refusal {
    let message = format!("[{section}] names more than {MAX_REQUIREMENTS} packs");
    bad_value(message, "name only those it needs itself")
}

fn unknown_schema(found: u32) -> Refusal {
    let message = format!("schema {found} is not known to this version of Harena");
    refusal(codes::UNKNOWN_SCHEMA, message, format!("write `schema = {SCHEMA}`, or update Harena"))
}

fn bad_id(text: &str) -> Refusal {
    let message = format!("`{}` is not a pack id", quoted(text, 60));
    let hint = "use 3 to 48 of a-z, 0-9 and single `_`, beginning with a letter";
    refusal(codes::BAD_ID, message, hint)
}

fn bad_value(message: impl Into<String>, hint: impl Into<String>) -> Refusal {
    refusal(codes::BAD_VALUE, message, hint)
}

fn id_of(text: &str, folder: &str) -> Result<String, Refusal> {
    if !is_id(text) {
        return Err(bad_id(text));
    }
    if text != folder {
        let message = format!("the id `{text}` is not the name of the folder `{folder}`");
        let hint = format!("rename the folder to `{text}`, or the id to `{folder}`");
        return Err(refusal(codes::ID_IS_NOT_FOLDER, message, hint));
    }
    Ok(text.to_owned())
}

fn version(text: &str) -> Result<Version, Refusal> {
    Version::parse(text).map_err(|error| {
        let message = format!("`{}` is not a version: {error}", quoted(text, 60));
        refusal(codes::BAD_VERSION, message, "write three numbers, such as `1.2.0`")
    })
}

fn range(text: &str) -> Result<VersionReq, Refusal> {
    VersionReq::parse(text).map_err(|error| {
        let message = format!("`{}` is not a range of versions: {error}", quoted(text, 60));
        let hint = "write `^1.2`, `>=0.3, <0.5` or `*`, for example";
        refusal(codes::BAD_VERSION, message, hint)
    })
}

fn word<T: Copy>(text: &str, all: &[T], word_of: fn(T) -> &'static str) -> Result<T, Refusal> {
    if let Some(found) = all.iter().find(|it| word_of(**it) == text) {
        return Ok(*found);
    }
    let words: Vec<&str> = all.iter().map(|it| word_of(*it)).collect();
    let hint = match nearest(text, words.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("known words are {}", quoted_list(&words)),
    };
    let message = format!("`{}` is not a word for this key", quoted(text, 60));
    Err(refusal(codes::UNKNOWN_WORD, message, hint))
}

/// One line that people read: neither long nor with characters that cannot be seen.
pub(super) fn line(text: &str) -> Result<String, Refusal> {
    let length = text.chars().count();
    if length > MAX_TITLE {
        let message = format!("this text has {length} characters, {MAX_TITLE} are allowed");
        return Err(bad_value(message, "move the rest to README.md"));
    }
    check_seen(text)?;
    Ok(text.to_owned())
}

fn check_seen(text: &str) -> Result<(), Refusal> {
    match text.chars().find(|letter| is_unseen(*letter)) {
        Some('\n') => Err(bad_value("this text must be one line", "move the rest to README.md")),
        Some(letter) => {
            let message = format!("the character {} cannot be seen", letter.escape_unicode());
            Err(bad_value(message, "remove it"))
        }
        None => Ok(()),
    }
}

fn title(text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() {
        return Err(bad_value("the title must be one line of text", "write the name players read"));
    }
    line(text)
}

fn summary(text: &str) -> Result<String, Refusal> {
    let length = text.chars().count();
    if length > MAX_SUMMARY {
        let message = format!("the summary has {length} characters, {MAX_SUMMARY} are allowed");
        return Err(bad_value(message, "keep one sentence, and move the rest to README.md"));
    }
    check_seen(text)?;
    Ok(text.to_owned())
}

/// Checks the shape of an SPDX expression, not whether its licenses exist.
fn spdx(text: &str) -> Result<String, Refusal> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-.+:() ".contains(letter);
    let bare = text.replace(['(', ')'], " ");
    let words: Vec<&str> = bare.split_whitespace().collect();
    let joins = |word: &str| matches!(word, "AND" | "OR" | "WITH");
    let alternates = words.iter().enumerate().all(|(index, word)| joins(word) == (index % 2 == 1));
    let complete = alternates && words.len() % 2 == 1;
    if text.is_empty() || (complete && text.chars().all(allowed)) {
        return Ok(text.to_owned());
    }
    let message = format!("`{}` is not an SPDX license expression", quoted(text, 60));
    Err(bad_value(message, "write `CC-BY-SA-4.0` or `MIT OR Apache-2.0`, for example"))
}

fn address(text: &str) -> Result<String, Refusal> {
    if text.is_empty() || text.starts_with("https://") || text.starts_with("http://") {
        return Ok(text.to_owned());
    }
    let message = format!("`{}` is not a web address", quoted(text, 60));
    Err(bad_value(message, "begin it with `https://`, or leave it empty"))
}

fn script_path(text: &str) -> Result<String, Refusal> {
    if text.ends_with(".luau") {
        return Ok(text.to_owned());
    }
    let message = format!("`{}` is not a script", quoted(text, 60));
    Err(refusal(codes::NO_ENTRY, message, "name a `.luau` file of this pack"))
}

#[cfg(test)]
mod tests;
