//! Packs beside others: a broken one keeps nobody from playing, and one that takes the place of
//! another is told by whatever uses it.

use std::path::Path;

use crate::{Folder, copy};

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"ID\"\nversion = \"1.0.0\"\ntitle = \"T\"\n\
                        kind = \"KIND\"\napi = 1\n";

impl Folder {
    /// A pack of one file in a folder of its own.
    fn pack(&self, place: &str, (id, kind, game): (&str, &str, Option<&str>), text: &str) {
        let folder = self.path(place).join(id);
        std::fs::create_dir_all(&folder).unwrap();
        let games = game.map(|game| format!("[games]\n{game} = \"*\"\n")).unwrap_or_default();
        let manifest = MANIFEST.replace("ID", id).replace("KIND", kind) + &games;
        std::fs::write(folder.join("pack.toml"), manifest).unwrap();
        std::fs::write(folder.join(format!("{kind}.luau")), text).unwrap();
    }

    /// The dragons of the checkout, with a summary of their own.
    fn other_dragons(&self, place: &str) {
        let dragon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../factions/monolith_arena/dragon");
        copy(Path::new(dragon), &self.path(place).join("dragon"));
        self.change(&format!("{place}/dragon/pack.toml"), "summary = \"", "summary = \"Other: ");
    }
}

/// Whatever a faction does instead of being one, the game is played without it, and told why.
#[test]
fn a_faction_that_does_not_load_keeps_nobody_from_playing() {
    let faction = ("odd", "faction", Some("monolith_arena"));
    let define = "require(\"@monolith_arena/define\")";
    for (text, reason) in [
        ("return nil", "must return a value"),
        ("return 5", "this file must return harena.faction"),
        ("error(\"no\")", "no"),
        ("while true do end", "budget"),
        ("local all = {} while true do all[#all + 1] = table.create(1000, 1) end", "memory"),
        // What fails is a line of the game.
        (&format!("return {define}.champion(nil :: any)"), "odd"),
        (&format!("local arena = {define}\nreturn arena.champion {{ id = {{}} }}"), "odd"),
    ] {
        let folder = Folder::new();
        folder.pack("mine", faction, &format!("--!strict\n-- Odd.\n{text}\n"));
        let play = ["play", "monolith_arena", "--bots", "random", "--seed", "1", "--packs", "mine"];
        let run = folder.harena(&play).fine().complains("left out because they are broken: odd (");
        assert!(run.err.contains(reason), "{text}: {}", run.err);
        let list = folder.harena(&["list", "--packs", "mine"]).fine().says("- odd (T), broken: ");
        assert!(list.out.contains(reason), "{text}: {}", list.out);
        let json = folder.harena(&["list", "--packs", "mine", "--json"]).fine().json();
        let packs = json["packs"].as_array().unwrap();
        let broken: Vec<_> = packs.iter().filter(|pack| !pack["broken"].is_null()).collect();
        assert_eq!(broken.len(), 1, "{text}: {broken:?}");
        assert!(broken[0]["id"] == "odd" && broken[0]["broken"]["message"].is_string());
    }
}

/// One that is sound is not left out because another one is broken, whoever is named.
#[test]
fn only_those_that_are_broken_are_left_out() {
    let folder = Folder::new();
    let full = "--!strict\n-- Full.\nlocal all = {} while true do all[#all + 1] = \
                table.create(1000, 1) end\n";
    folder.pack("mine", ("a_full", "faction", Some("monolith_arena")), full);
    let new = ["new", "faction", "ashen_host", "--game", "monolith_arena"];
    folder.harena(&new).fine();
    copy(&folder.path("ashen_host"), &folder.path("mine/ashen_host"));
    let run = folder.harena(&["doc", "monolith_arena", "--packs", "mine"]).fine();
    let run = run.complains("left out because they are broken: a_full (").says("# Monolith Arena");
    assert!(!run.err.contains("ashen_host"), "{}", run.err);
    let list = folder.harena(&["list", "--packs", "mine"]).fine().says("- a_full (T), broken: ");
    let sound = list.out.lines().find(|line| line.contains("- ashen_host")).unwrap();
    assert!(!sound.contains("broken"), "{sound}");
}

#[test]
fn a_game_and_a_guest_that_do_not_load_are_marked() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "return harena.game", "return nil, harena.game");
    folder.pack("mine", ("visitor", "variant", Some("knockdown")), "return 3\n");
    let packs = ["list", "--packs", "pebbles", "--packs", "mine"];
    let list = folder.harena(&packs).fine();
    let of = |id: &str| list.out.lines().find(|line| line.contains(id)).unwrap().to_owned();
    assert!(of("pebbles").contains("broken: "), "{}", list.out);
    assert!(of("visitor").contains("broken: "), "{}", list.out);
    assert!(!of("knockdown ").contains("broken: "), "{}", list.out);
}

#[test]
fn what_replaces_a_built_in_pack_is_told_by_every_command_that_uses_it() {
    let folder = Folder::new();
    folder.other_dragons("mine");
    let abyss = concat!(env!("CARGO_MANIFEST_DIR"), "/../../factions/monolith_arena/abyss");
    copy(Path::new(abyss), &folder.path("abyss"));
    let note = "the built-in dragon is replaced by the pack in ";
    for args in [
        &["doc", "monolith_arena"][..],
        &["sim", "monolith_arena", "--matches", "1"],
        &["diff", "dragon", "abyss"],
        &["check", "abyss", "--matches", "1"],
        &["pack", "abyss", "--out", "out", "--matches", "1"],
        &["tree", "monolith_arena"],
        &["test", "abyss", "--filter", "abyss"],
    ] {
        let run = folder.harena(&[args, &["--packs", "mine"]].concat());
        assert_eq!(run.err.matches(note).count(), 1, "{}: {}", run.args, run.err);
    }
}

#[test]
fn a_pack_of_another_kind_that_takes_a_name_is_told() {
    let folder = Folder::with_game();
    std::fs::create_dir(folder.path("mine")).unwrap();
    std::fs::rename(folder.path("pebbles"), folder.path("mine/dragon")).unwrap();
    folder.change("mine/dragon/pack.toml", "id = \"pebbles\"", "id = \"dragon\"");
    let sim = ["sim", "monolith_arena", "--matches", "1", "--packs", "mine"];
    let note = "the built-in faction dragon is replaced by the game in ";
    folder.harena(&sim).fine().complains(note).complains("mine/dragon");
    let json = folder.harena(&[&sim[..], &["--json"]].concat()).fine().json();
    assert_eq!(json["packs"]["replaced"][0]["id"], "dragon", "{json}");
}

#[test]
fn nobody_takes_the_name_of_the_library() {
    let folder = Folder::with_game();
    std::fs::create_dir(folder.path("mine")).unwrap();
    std::fs::rename(folder.path("pebbles"), folder.path("mine/harena")).unwrap();
    folder.change("mine/harena/pack.toml", "id = \"pebbles\"", "id = \"harena\"");
    let reason = "mine/harena is not used";
    let check = folder.harena(&["check", "mine/harena"]).ends(1).complains(reason);
    assert!(!check.err.contains("replaced"), "{}", check.err);
    assert!(!check.err.contains("no game is among"), "{}", check.err);
    let list = folder.harena(&["list", "--packs", "mine"]).fine().says(reason);
    assert!(!list.out.contains("replaces the built-in one"), "{}", list.out);
    let sim = ["sim", "tic_tac_toe", "--matches", "1", "--packs", "mine"];
    let here = env!("CARGO_MANIFEST_DIR");
    let games = format!("{here}/../../tests/games");
    folder.harena(&[&sim[..], &["--packs", &games]].concat()).fine().complains(reason);
}

#[cfg(unix)]
#[test]
fn a_lock_is_a_file_of_a_reasonable_size() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap();
    assert!(made.success());
    std::fs::File::create(folder.path("sparse")).unwrap().set_len(1 << 40).unwrap();
    let lock = |path: &str| folder.harena(&["list", "--lock", path]).ends(3);
    lock("pipe").complains("it is a pipe, not a file");
    lock("/dev/zero").complains("it is a device, not a file");
    lock("sparse").complains("it is larger than 2 MiB");
}
