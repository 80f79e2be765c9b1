use super::*;
use crate::codes;

/// The manifest of the documentation, every key in use.
const FULL: &str = r#"
schema = 1
[pack]
id = "abyss_reborn"
version = "1.2.0"
title = "Abyss Reborn"
summary = "one line"
authors = ["Ada <ada@example.org>"]
kind = "faction"
license = "CC-BY-SA-4.0"
media-license = "CC-BY-NC-4.0"
engine = ">=0.3, <0.5"
api = 1
status = "playtest"
tags = ["asymmetric", "melee"]
content-warnings = []
ai-disclosure = "none"
repository = ""
homepage = "https://example.org"
cosmetic = true
guest = true
[games]
champion_arena = "^1"
[dependencies]
keyword_library = "^1.4"
[optional]
extra_runes = ">=0.2"
[conflicts]
abyss_classic = "*"
[entry]
init = "main.luau"
[x-editor]
anything = { goes = true }
"#;

const SMALL: &str = r#"
schema = 1
[pack]
id = "tiny"
version = "1.0.0"
title = "Tiny"
kind = "game"
api = 1
"#;

/// Checks the problems of a text as `code line:column words of the message`.
fn check_problems(text: &str, expected: &[&str]) {
    let problems = manifest("tiny", text).unwrap_err();
    let found: Vec<String> =
        problems.iter().map(|it| format!("{} {}:{}", it.code, it.line, it.column)).collect();
    assert_eq!(found, expected, "{problems:#?}");
    for problem in &problems {
        assert_eq!((problem.pack.as_str(), problem.path.as_str()), ("tiny", "pack.toml"));
        assert!(!problem.hint.is_empty() && !problem.message.ends_with('.'), "{problem}");
    }
}

/// Checks the one problem of the small manifest with one line replaced.
fn check_line(from: &str, to: &str, code: &str, hint: &str) {
    assert!(SMALL.contains(from));
    let problems = manifest("tiny", &SMALL.replace(from, to)).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(problems[0].code, code, "{}", problems[0]);
    assert!(problems[0].hint.contains(hint), "{}", problems[0]);
}

#[test]
fn every_key_of_the_documentation_is_read() {
    let read = manifest("abyss_reborn", FULL).unwrap();
    assert_eq!(read.version, Version::new(1, 2, 0));
    assert_eq!(read.title, "Abyss Reborn");
    assert_eq!(read.kind, Kind::Faction);
    assert_eq!(read.authors, ["Ada <ada@example.org>"]);
    assert_eq!(read.media_license.as_deref(), Some("CC-BY-NC-4.0"));
    assert!(read.engine.value.matches(&Version::new(0, 4, 9)));
    assert!(!read.engine.value.matches(&Version::new(0, 5, 0)));
    assert_eq!(read.api, Placed { value: 1, place: Place { line: 13, column: 7 } });
    assert_eq!(read.status, Status::Playtest);
    assert_eq!(read.tags, ["asymmetric", "melee"]);
    assert_eq!(read.homepage, "https://example.org");
    assert!(read.cosmetic && read.guest);
    assert_eq!(read.games["champion_arena"].place, Place { line: 23, column: 1 });
    let needs: Vec<&str> = read.needs().map(|(id, _)| id).collect();
    assert_eq!(needs, ["champion_arena", "keyword_library"]);
    assert!(read.optional.contains_key("extra_runes"));
    assert!(read.conflicts.contains_key("abyss_classic"));
    assert_eq!(read.entry.unwrap().value, "main.luau");
}

#[test]
fn a_small_manifest_gets_the_documented_defaults() {
    let read = manifest("tiny", SMALL).unwrap();
    assert_eq!(read.status, Status::Draft);
    assert_eq!(read.ai_disclosure, AiDisclosure::None);
    assert_eq!(read.engine.value, VersionReq::STAR);
    assert_eq!(read.entry.unwrap().value, "game.luau");
    assert!(
        !read.cosmetic && !read.guest && read.license.is_empty() && read.media_license.is_none()
    );
    let library = SMALL.replace("\"game\"", "\"library\"");
    assert_eq!(manifest("tiny", &library).unwrap().entry, None);
}

#[test]
fn broken_toml_is_told_with_its_place() {
    check_problems("schema = 1\n[pack\nid = 3\n", &["H0101 2:6"]);
    check_problems("schema = 1\nschema = 1\n", &["H0101 2:1"]);
}

#[test]
fn all_problems_come_at_once_in_reading_order() {
    let text = "schema = 1\ncolour = 1\n[pack]\nid = \"tiny\"\nversion = \"1.x\"\ntittle = \"T\"\n\
                kind = \"gmae\"\napi = \"1\"\ncosmetic = 0\ntags = [\"a\", 3]\n\
                [dependencies]\nKeyword = \"^1\"\nrunes = \"about 2\"\n";
    let expected = [
        "H0102 2:1",   // colour
        "H0104 3:1",   // no title
        "H0108 5:11",  // version
        "H0102 6:1",   // tittle
        "H0109 7:8",   // kind
        "H0103 8:7",   // api
        "H0103 9:12",  // cosmetic
        "H0103 10:14", // a tag
        "H0106 12:1",  // Keyword
        "H0108 13:9",  // range
    ];
    check_problems(text, &expected);
}

#[test]
fn missing_sections_and_keys_are_named() {
    check_problems("", &["H0104 1:1", "H0104 1:1"]);
    check_problems("schema = 1\npack = 3\n", &["H0103 2:8"]);
    check_problems("schema = 9\nfuture = true\n", &["H0105 1:10"]);
}

#[test]
fn single_lines_are_refused_with_advice() {
    check_line("title =", "sumary = \"x\"\ntitle =", "H0102", "`summary`");
    check_line("\"game\"", "\"gam\"", "H0109", "`game`");
    check_line("\"game\"", "\"weather\"", "H0109", "`faction`, `content`, `variant`");
    check_line("\"game\"", "\"faction\"", "H0111", "[games]");
    check_line("\"tiny\"", "\"Tiny\"", "H0106", "a-z");
    check_line("\"tiny\"", "\"huge\"", "H0107", "`huge`");
    check_line("\"Tiny\"", "\"\"", "H0110", "name");
    check_line("api = 1", "api = -1", "H0103", "from 0");
    check_line("api = 1", "api = 1\nhomepage = \"javascript:x\"", "H0110", "https");
    check_line("api = 1", "api = 1\nlicense = \"free for all\"", "H0110", "MIT OR Apache");
    check_line("api = 1", "api = 1\n[x-tool]\nfree = 1\n[y-tool]\na = 1", "H0102", "known keys");
    check_line("api = 1", "api = 1\n[entry]\ninit = \"main.lua\"", "H0112", ".luau");
    check_line("api = 1", "api = 1\n[entry]\nstart = \"main.luau\"", "H0102", "`init`");
}

#[test]
fn a_summary_has_at_most_160_characters() {
    let with = |length: usize| {
        SMALL.replace("api = 1", &format!("api = 1\nsummary = \"{}\"", "ü".repeat(length)))
    };
    assert!(manifest("tiny", &with(160)).is_ok());
    assert_eq!(manifest("tiny", &with(161)).unwrap_err()[0].code, codes::BAD_VALUE);
}

#[test]
fn licenses_are_spdx_expressions() {
    let check = |text, expected| assert_eq!(spdx(text).is_ok(), expected, "{text}");
    check("", true);
    check("MIT", true);
    check("MIT OR Apache-2.0", true);
    check("(MIT OR Apache-2.0) AND CC-BY-4.0", true);
    check("GPL-2.0-only WITH Classpath-exception-2.0", true);
    check("MIT Apache-2.0", false);
    check("MIT OR", false);
    check("OR", false);
    check("all rights reserved!", false);
}

#[test]
fn ids_are_plain_words_joined_by_single_underscores() {
    let check = |text: &str, expected| assert_eq!(is_id(text), expected, "{text}");
    check("abc", true);
    check("champion_arena", true);
    check("box_2", true);
    check("a1b", true);
    check("ab", false);
    check("Abc", false);
    check("1abc", false);
    check("a__b", false);
    check("_ab", false);
    check("ab_", false);
    check("a-b", false);
    check("größe", false);
    check(&"a".repeat(48), true);
    check(&"a".repeat(49), false);
}
