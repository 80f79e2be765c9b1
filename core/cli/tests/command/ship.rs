//! Packs that are sent and taken in: archives, feeds, versions, signatures, records.

use std::path::Path;

use crate::{Folder, copy};

/// A faction that is fit to be sent, as a designer has it after ten minutes.
fn with_faction() -> Folder {
    let folder = Folder::new();
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    folder
}

/// Packs the faction under a version; answers the name of its file.
fn packed(folder: &Folder, version: &str, out: &str) -> String {
    let text = folder.read("ashen_host/pack.toml");
    let line = text.lines().find(|line| line.starts_with("version")).unwrap().to_owned();
    folder.change("ashen_host/pack.toml", &line, &format!("version = \"{version}\""));
    folder.harena(&["pack", "ashen_host", "--out", out, "--matches", "4"]).fine();
    format!("{out}/ashen_host-{version}.harena")
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.path(name)).unwrap()
}

#[test]
fn a_pack_is_sent_in_one_file_and_plays_elsewhere() {
    let folder = with_faction();
    let file = packed(&folder, "0.1.0", "shelf");
    let first = bytes(&folder, &file);
    packed(&folder, "0.1.0", "other");
    assert_eq!(first, bytes(&folder, "other/ashen_host-0.1.0.harena"));

    let elsewhere = Folder::new();
    std::fs::write(elsewhere.path("a.harena"), &first).unwrap();
    let look = elsewhere.harena(&["add", "a.harena", "--look"]).fine();
    look.says("ashen_host 0.1.0 Ashen Host, a faction for monolith_arena, CC-BY-SA-4.0")
        .says("reaches no file, network, process or clock")
        .says("replays are stable")
        .says("not signed")
        .says("this was a look");
    elsewhere.harena(&["list", "--installed"]).fine().says("Nothing is installed");
    elsewhere.harena(&["add", "a.harena"]).fine().says("installed");
    elsewhere.harena(&["list"]).fine().says("- ashen_host");
    let play = ["play", "monolith_arena", "--factions", "ashen_host,dragon", "--bots", "random"];
    elsewhere.harena(&[&play[..], &["--seed", "1", "--quiet"]].concat()).fine();
    elsewhere.harena(&["remove", "ashen_host"]).fine().says("removed ashen_host 0.1.0");
    let list = elsewhere.harena(&["list"]).fine();
    assert!(!list.out.contains("ashen_host"), "{}", list.out);
}

#[test]
fn what_would_annoy_others_is_not_packed() {
    let folder = with_faction();
    let license = "license = \"CC-BY-SA-4.0\"\n";
    folder.change("ashen_host/pack.toml", license, "");
    folder.harena(&["pack", "ashen_host"]).ends(3).complains("error[H0157]");
    folder.change("ashen_host/pack.toml", "api = 1\n", &format!("api = 1\n{license}"));
    packed(&folder, "0.1.0", "shelf");
    let readme = folder.path("ashen_host/README.md");
    std::fs::write(&readme, "more\n").unwrap();
    let again = ["pack", "ashen_host", "--out", "shelf", "--matches", "4"];
    folder.harena(&again).ends(3).complains("error[H0156]").complains("raise `version`");
    std::fs::write(folder.path("ashen_host/run.sh"), "rm -rf").unwrap();
    folder.harena(&["pack", "ashen_host", "--out", "new"]).ends(3).complains("error[H0154]");
    std::fs::remove_file(folder.path("ashen_host/run.sh")).unwrap();
    std::fs::create_dir_all(folder.path("ashen_host/spec")).unwrap();
    std::fs::write(folder.path("ashen_host/spec/a.luau"), "return 3\n").unwrap();
    let run = folder.harena(&["pack", "ashen_host", "--out", "new", "--matches", "4"]).ends(1);
    run.complains("Nothing was written");
    assert!(!folder.path("new").exists());
}

#[test]
fn versions_stand_side_by_side_and_a_record_finds_its_own() {
    let folder = with_faction();
    let old = packed(&folder, "0.1.0", "shelf");
    folder.change("ashen_host/faction.luau", "copies = 5", "copies = 6");
    let new = packed(&folder, "0.2.0", "shelf");
    let elsewhere = Folder::new();
    copy(&folder.path("shelf"), &elsewhere.path("shelf"));
    elsewhere.harena(&["add", &old]).fine();
    let play = |args: &[&str]| {
        let game = ["play", "monolith_arena", "--factions", "ashen_host,dragon"];
        let run = ["--bots", "random", "--seed", "3", "--json"];
        elsewhere.harena(&[&game[..], &run[..], args].concat()).fine().json()
    };
    let before = play(&["--record", "old.hreplay"]);
    let header = elsewhere.read("old.hreplay");
    assert!(header.contains("\"source\":\"ashen_host-0.1.0.harena\""), "{header}");
    elsewhere.harena(&["update", "shelf"]).fine().says("ashen_host 0.2.0");
    assert_ne!(before["digest"], play(&[])["digest"]);
    assert_eq!(before["digest"], play(&["--use", "ashen_host@0.1.0"])["digest"]);
    // The record was played with the version that is no longer used.
    elsewhere.harena(&["replay", "old.hreplay"]).fine().says("the record is exact");
    elsewhere.harena(&["remove", "ashen_host@0.1.0"]).fine();
    let run = elsewhere.harena(&["replay", "old.hreplay"]);
    run.complains("it was 0.1.0, which came from ashen_host-0.1.0.harena");
    elsewhere.harena(&["add", &new]).fine();
    elsewhere.harena(&["update", "shelf"]).fine().says("as new as the feed has it");
    elsewhere.harena(&["play", "monolith_arena", "--use", "ashen_host@9.0.0"]).ends(2);
}

#[test]
fn a_feed_is_a_folder_and_brings_what_is_needed() {
    let folder = with_faction();
    let library = "schema = 1\n[pack]\nid = \"keyword_shelf\"\nversion = \"1.0.0\"\n\
                   title = \"Keywords\"\nkind = \"library\"\nlicense = \"MIT\"\napi = 1\n";
    std::fs::create_dir_all(folder.path("keyword_shelf")).unwrap();
    std::fs::write(folder.path("keyword_shelf/pack.toml"), library).unwrap();
    std::fs::write(folder.path("keyword_shelf/keyword_shelf.luau"), "return {}\n").unwrap();
    folder.harena(&["pack", "keyword_shelf", "--out", "shelf"]).fine();
    folder.change(
        "ashen_host/pack.toml",
        "[dependencies]\n",
        "[dependencies]\nkeyword_shelf = \"^1\"\n",
    );
    let pack =
        ["pack", "ashen_host", "--out", "shelf", "--matches", "4", "--packs", "keyword_shelf"];
    folder.harena(&pack).fine();
    folder.harena(&["index", "shelf"]).fine().says("2 packs");
    folder.harena(&["index", "shelves"]).ends(2).complains("there is no folder `shelves`");
    folder.harena(&["index", "ashen_host"]).ends(2).complains("there is no archive in");
    assert!(!folder.path("ashen_host/index.toml").exists());
    let index = folder.read("shelf/index.toml");
    folder.harena(&["index", "shelf"]).fine();
    assert_eq!(index, folder.read("shelf/index.toml"));
    // A list that cannot be read is not written over: it says what a version held.
    std::fs::write(folder.path("shelf/index.toml"), "garbage = [").unwrap();
    folder.harena(&["index", "shelf"]).ends(3).complains("put it right or take it away");
    assert_eq!(folder.read("shelf/index.toml"), "garbage = [");
    std::fs::write(folder.path("shelf/index.toml"), &index).unwrap();

    let elsewhere = Folder::new();
    copy(&folder.path("shelf"), &elsewhere.path("shelf"));
    let run = elsewhere.harena(&["add", "shelf", "ashen_host@^0.1"]).fine();
    run.says("ashen_host 0.1.0").says("keyword_shelf 1.0.0").says("installed");
    let run = elsewhere.harena(&["add", "shelf", "ashen_host@^3"]).ends(3);
    run.complains("error[H0161]").complains("but there is only 0.1.0");
    let run = elsewhere.harena(&["add", "shelf", "ashen_hots"]).ends(3);
    run.complains("did you mean `ashen_host`?");
    // A file that is not what the list says.
    let file = elsewhere.path("shelf/keyword_shelf-1.0.0.harena");
    let mut changed = std::fs::read(&file).unwrap();
    *changed.last_mut().unwrap() ^= 1;
    std::fs::write(&file, changed).unwrap();
    let clean = ["add", "shelf/index.toml", "keyword_shelf", "--data-dir", "clean"];
    elsewhere.harena(&clean).ends(3).complains("error[H0158]");
    let path = folder.path("shelf/index.toml");
    std::fs::write(&path, index.replace("file = \"ashen", "file = \"../ashen")).unwrap();
    folder.harena(&["add", "shelf"]).ends(3).complains("does not lie beside the list");
}

#[test]
fn signatures_hold_and_a_key_is_kept() {
    let folder = with_faction();
    let file = packed(&folder, "0.1.0", "shelf");
    folder.harena(&["verify", &file]).ends(1).says("there is no signature");
    folder.harena(&["sign", "--new-key", "ada.key"]).fine().says("keep it to yourself");
    folder.harena(&["sign", "--new-key", "ada.key"]).ends(2);
    folder.harena(&["sign", "--new-key", "eve.key"]).fine();
    folder.harena(&["sign", &file, "--key", "ada.key"]).fine();
    folder.harena(&["verify", &file]).fine().says("which nobody vouches for yet");
    folder.harena(&["verify", &file, "--key", "ada.key.pub"]).fine().says("the known key");
    folder.harena(&["verify", &file, "--key", "eve.key.pub"]).ends(3).complains("error[H0159]");
    folder.harena(&["add", &file]).fine().says("signed with key RW");

    // Another version, signed by somebody else, or by nobody.
    let next = packed(&folder, "0.2.0", "shelf");
    folder.harena(&["add", &next]).ends(3).complains("error[H0160]").complains("is not signed");
    folder.harena(&["sign", &next, "--key", "eve.key"]).fine();
    folder.harena(&["add", &next]).ends(3).complains("error[H0160]");
    folder.harena(&["sign", &next, "--key", "ada.key"]).fine();
    folder.harena(&["add", &next]).fine();

    // The signature of one version does not serve another, nor a changed file.
    let signature = bytes(&folder, &format!("{file}.minisig"));
    std::fs::write(folder.path(&format!("{next}.minisig")), signature).unwrap();
    folder.harena(&["verify", &next]).ends(3).complains("error[H0159]");
    folder.harena(&["sign", &next, "--key", "nowhere.key"]).ends(2);
}

#[test]
fn what_is_no_archive_is_refused_and_nothing_is_left_behind() {
    let folder = with_faction();
    let file = packed(&folder, "0.1.0", "shelf");
    let sound = bytes(&folder, &file);
    std::fs::write(folder.path("torn.harena"), &sound[..sound.len() - 9]).unwrap();
    folder.harena(&["add", "torn.harena"]).ends(3).complains("error[H0151]");
    folder.harena(&["add", "nowhere.harena"]).ends(2).complains("there is no `nowhere.harena`");
    std::fs::create_dir_all(folder.path("empty")).unwrap();
    folder.harena(&["add", "empty"]).ends(2).complains("there is no pack in `empty`");
    assert!(!folder.path("data/packs").exists());
    // A name that looks like another, and the place of a built-in pack.
    std::fs::rename(folder.path("ashen_host"), folder.path("drag0n")).unwrap();
    folder.change("drag0n/pack.toml", "ashen_host", "drag0n");
    folder.change("drag0n/faction.luau", "\"ashen_host\"", "\"drag0n\"");
    folder.harena(&["add", "drag0n"]).ends(3).complains("error[H0162]").complains("`dragon`");
    let dragon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../factions/monolith_arena/dragon");
    copy(Path::new(dragon), &folder.path("dragon"));
    std::fs::write(folder.path("dragon/NOTES.md"), "mine").unwrap();
    folder.harena(&["add", "dragon"]).ends(3).complains("error[H0162]");
    let left: Vec<_> = std::fs::read_dir(folder.path("data/store"))
        .map(|entries| entries.flatten().map(|it| it.file_name()).collect())
        .unwrap_or_default();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn rules_that_are_found_wanting_are_not_installed() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "match:next_turn(\"turn\")", "error(\"no more stones\")");
    let run = folder.harena(&["add", "pebbles"]).ends(1);
    run.says("it was found wanting").says("no more stones").complains("Nothing was installed");
    folder.harena(&["list", "--installed"]).fine().says("Nothing is installed");
    folder.harena(&["add", "pebbles", "--anyway"]).fine().says("installed");
}

#[test]
fn help_of_the_new_commands_teaches_by_example() {
    let folder = Folder::new();
    for command in ["pack", "add", "remove", "update", "list", "index", "sign", "verify"] {
        let help = folder.harena(&[command, "--help"]).fine();
        help.says("Examples:").says(&format!("harena {command}"));
    }
    let help = folder.harena(&["--help"]).fine();
    assert!(!help.out.contains("label"), "{}", help.out);
}
