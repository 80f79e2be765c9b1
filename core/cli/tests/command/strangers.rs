//! Packs, records and folders of people who mean no good, or made a mistake.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Folder, Run, copy};

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"ID\"\nversion = \"1.0.0\"\ntitle = \"T\"\n\
                        kind = \"faction\"\napi = 1\n[games]\npebbles = \"^0\"\n";

impl Folder {
    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Runs the command with another standard output than one that is read.
    #[cfg(target_os = "linux")]
    fn harena_into(&self, args: &[&str], output: Stdio) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harena"));
        command.args(args).current_dir(&self.0).env("HARENA_DATA", self.path("data"));
        let mut child = command.stdout(output).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
    }

    fn pipe(&self, name: &str) {
        assert!(Command::new("mkfifo").arg(self.path(name)).status().unwrap().success());
    }
}

/// The terminal may be told nothing but colors, and those only by Harena.
fn check_plain(run: &Run, allowed: &[&str]) {
    for text in [&run.out, &run.err] {
        let bare = allowed.iter().fold(text.clone(), |text, it| text.replace(it, ""));
        let unseen = |letter: char| harena_pack::is_unseen(letter) && letter != '\n';
        assert!(!bare.contains(unseen), "{}\n{bare:?}", run.args);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let folder = Folder::with_game();
    let full = || Stdio::from(std::fs::File::create("/dev/full").unwrap());
    for args in [&["list"][..], &["--help"], &["explain"], &["sim", "pebbles", "--matches", "2"]] {
        let (code, err) = folder.harena_into(args, full());
        assert!(code == 2 && !err.contains("panicked"), "{args:?}: {code}\n{err}");
    }
    assert!(folder.harena_into(&["list"], full()).1.contains("cannot write the answer"));
    // A reader that went away needs no word.
    let (code, err) = folder.harena_into(&["doc"], Stdio::piped());
    assert_eq!((code, err.as_str()), (2, ""));
}

/// A terminal that is closed takes nothing away: the series tells and keeps what it has.
#[cfg(target_os = "linux")]
#[test]
fn a_series_outlives_its_terminal() {
    let folder = Folder::with_game();
    let args = ["sim", "pebbles", "--matches", "100000000", "--out", "kept"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_harena"))
        .args(args)
        .current_dir(&folder.0)
        .env("HARENA_DATA", folder.path("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Under `nohup` the end of a terminal is ignored, here as in the series.
    let masks = |id: u32, line: &str| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let mask = status.lines().find_map(|it| it.strip_prefix(line)).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap()
    };
    let is_ignored = masks(std::process::id(), "SigIgn:") & 1 == 1;
    let (signal, number) = if is_ignored { ("-TERM", 15) } else { ("-HUP", 1) };
    while masks(child.id(), "SigCgt:") >> (number - 1) & 1 == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let done = child.wait_with_output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(128 + number), "{out}");
    assert!(out.contains("stopped early: 100000000 were planned"), "{out}");
    assert!(folder.read("kept/matches.csv").starts_with("match,"), "{out}");
    assert!(folder.read("kept/summary.json").contains("\"matches\""), "{out}");
}

#[test]
fn text_of_packs_and_records_does_not_reach_the_terminal_raw() {
    let folder = Folder::with_game();
    let evil = "\\27[2J\\27]0;owned\\7\\27[31m\\u{202e}\\u{9b}31m";
    let text = folder.read("pebbles/game.luau");
    let spoilt = text.replace("title = \"", &format!("title = \"{evil}"));
    assert_ne!(spoilt, text);
    folder.write("pebbles/game.luau", &spoilt);
    let play = ["play", "pebbles", "--bots", "random", "--seed", "1", "--record", "m.hreplay"];
    check_plain(&folder.harena(&play).fine(), &[]);
    check_plain(&folder.harena(&["replay", "m.hreplay", "--packs", ".", "--step"]).fine(), &[]);
    check_plain(&folder.harena(&["sim", "pebbles", "--matches", "2"]).fine(), &[]);
    let typed = "help\nboard\nwhy\nlog\n1\nquit\n";
    let play = ["play", "pebbles", "--bots", "human,random", "--seed", "1"];
    check_plain(&folder.harena_typing(&play, typed).fine(), &[]);
    let play = ["--color", "always", "play", "pebbles", "--bots", "human,random", "--seed", "1"];
    let own = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m", "\u{1b}[0m"];
    check_plain(&folder.harena_typing(&play, typed).fine().says("\u{1b}[1m"), &own);

    // A line that is quoted, and names of files.
    let raw = "\u{1b}[2J\u{7}\u{202e}";
    folder.write("pebbles/game.luau", &format!("{text}\nlocal x = = \"{raw}\"\n"));
    check_plain(&folder.harena(&["check", "pebbles"]).ends(1).complains("\\u{1b}[2J"), &[]);
    folder.write("pebbles/game.luau", &text);
    folder.write(&format!("pebbles/a{raw}.luau"), "return {}");
    check_plain(&folder.harena(&["check", "pebbles"]).ends(1).complains("error[H0121]"), &[]);
    check_plain(&folder.harena(&["play", &format!("./no{raw}")]).ends(2), &[]);
    check_plain(&folder.harena(&[&format!("no{raw}")]).ends(2), &[]);
    folder.write("bad.hreplay", &format!("{{\"harena\":\"replay\",\"format\":\"{raw}\"}}"));
    check_plain(&folder.harena(&["replay", "bad.hreplay"]).ends(2), &[]);
}

/// Of many failed scenarios the first are told, and the others counted.
#[test]
fn the_first_of_many_failures_are_told() {
    let folder = Folder::with_game();
    let spec = r#"--!strict
-- Many.
local harena = require("@harena")
local all = {}
for n = 1, 250 do
	all[n] = harena.scenario { name = `n{n}`, steps = { { act = "put z9" } } }
end
return all
"#;
    folder.write("pebbles/spec/many.luau", spec);
    let run = folder.harena(&["test", "pebbles", "--filter", "many"]).ends(1);
    let run = run.says("0 passed, 250 failed").complains("... and 150 more scenarios failed");
    assert_eq!(run.err.matches("pebbles/spec/many.luau:").count(), 100, "{}", run.err);
    let json = folder.harena(&["test", "pebbles", "--filter", "many", "--json"]).ends(1).json();
    let n_told = json["failures"].as_array().map(Vec::len);
    assert_eq!((json["failed"].as_u64(), n_told), (Some(250), Some(100)));
}

/// What a check does not try, it says.
#[test]
fn a_check_says_what_it_left_out() {
    let folder = Folder::with_game();
    let run = folder.harena(&["check", "pebbles"]).fine();
    assert!(!run.err.contains("left out"), "{}", run.err);
    let words: Vec<String> = (0..9).map(|n| format!("\"w{n}\"")).collect();
    let preset = |n: u32| {
        format!(r#"{{ id = "p{n}", title = "P", text = "T", settings = {{ shade = {n} }} }}"#)
    };
    let presets: Vec<String> = (6..96).map(preset).collect();
    let setting = |fields: &str| format!("\t\t{{ title = \"T\", text = \"X\", {fields} }},\n");
    let settings = [
        setting(&format!(
            r#"id = "word", type = "choice", choices = {{ {} }}, default = "w0""#,
            words.join(", ")
        )),
        setting(r#"id = "size", type = "int", min = 1, max = 4000, default = 5"#),
        setting(r#"id = "shade", type = "int", min = 0, max = 1000, default = 500"#),
    ];
    let refuses = r#"function(settings)
		return if settings.word == "w1" then "w1 goes with none" else nil
	end"#;
    let (presets, settings) = (presets.join(", "), settings.concat());
    let with =
        format!("presets = {{ {presets} }},\n\trefuses = {refuses},\n\tsettings = {{\n{settings}");
    folder.change("pebbles/game.luau", "settings = {\n", &with);
    std::fs::remove_dir_all(folder.path("pebbles/spec")).unwrap();
    let board = r#"harena.square { width = harena.setting("size"), height = 3 }"#;
    folder.change("pebbles/game.luau", "harena.hex { radius = 3 }", board);
    let run = folder.harena(&["check", "pebbles", "--matches", "6"]).fine();
    let run = run.complains("ways to play tried; left out, as there are too many: `--set word=w6`");
    let run =
        run.complains("`--set word=w8`, `--preset p").complains("left out, as the game refuses");
    // What the game offers and cannot build is told with the line that is at fault.
    run.complains("warning[H0422]").complains("it comes with `--set size=4000`");
    let json = folder.harena(&["check", "pebbles", "--matches", "6", "--json"]).fine().json();
    let ways = &json["packs"][0]["battery"]["ways"];
    let left_out = ways["left_out"].as_array().unwrap();
    let n_left_out: u64 = left_out.iter().map(|it| it["ways"].as_u64().unwrap()).sum();
    assert_eq!(left_out[1]["first"][0].as_str(), Some("--set word=w1"));
    let n = |key: &str| ways[key].as_u64().unwrap();
    // The plain game, 90 presets, 8 words, 2 ends of each of 3 numbers, of which one is no game.
    assert_eq!((n("all"), n("all") - n("tried")), (1 + 90 + 8 + 6 - 1, n_left_out), "{ways}");
}

#[cfg(unix)]
#[test]
fn only_files_are_written_over() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with_game();
    folder.pipe("pipe");
    folder.write("elsewhere/precious", "old");
    symlink(folder.path("elsewhere/precious"), folder.path("link")).unwrap();
    std::fs::create_dir(folder.path("out")).unwrap();
    symlink(folder.path("elsewhere/precious"), folder.path("out/matches.csv")).unwrap();
    let record = |name: &str| {
        folder.harena(&["play", "pebbles", "--bots", "random", "--record", name]).ends(2)
    };
    record("pipe").complains("cannot write pipe: it is a pipe, not a file");
    record("pebbles").complains("cannot write pebbles: it is a folder, not a file");
    record("link").complains("it is a link to another place");
    record("/dev/null").complains("it is a device, not a file");
    let sim = ["sim", "pebbles", "--matches", "2", "--out"];
    folder.harena(&[&sim[..], &["out"]].concat()).ends(2).complains("link to another place");
    // It is told before the series is played, not behind it.
    let long = ["sim", "pebbles", "--matches", "1000000000", "--out", "out"];
    folder.harena(&long).ends(2).complains("link to another place");
    folder.harena(&[&sim[..], &["elsewhere/precious"]].concat()).ends(2).complains("precious");
    assert_eq!(folder.read("elsewhere/precious"), "old");
}

#[cfg(unix)]
#[test]
fn types_are_not_written_through_linked_folders() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with_game();
    std::fs::create_dir(folder.path("elsewhere")).unwrap();
    for linked in [".harena", ".vscode"] {
        let _made_with_the_game = std::fs::remove_dir_all(folder.path("pebbles").join(linked));
        symlink(folder.path("elsewhere"), folder.path("pebbles").join(linked)).unwrap();
        folder.harena(&["types", "pebbles"]).ends(2).complains("is a link to another place");
        assert_eq!(std::fs::read_dir(folder.path("elsewhere")).unwrap().count(), 0, "{linked}");
        std::fs::remove_file(folder.path("pebbles").join(linked)).unwrap();
    }
    folder.harena(&["types", "pebbles"]).fine();
}

#[test]
fn sums_of_a_series_that_are_mostly_a_hole_are_refused_at_once() {
    let folder = Folder::with_game();
    std::fs::create_dir(folder.path("part")).unwrap();
    let sums = std::fs::File::create(folder.path("part/part.json")).unwrap();
    sums.set_len(3 << 30).unwrap();
    let run = folder.harena(&["sim", "pebbles", "--merge", "part"]).ends(2);
    run.complains("part.json").complains("larger than 256 MiB");
}

#[test]
fn one_sheet_of_two_packs_is_an_error_with_both_places() {
    let folder = Folder::new();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    for (pack, name) in
        [("reference", "reference"), ("copper_box", "copper_box"), ("copper_box", "silver_box")]
    {
        copy(&games.join(pack), &folder.path(name));
    }
    for file in ["pack.toml", "content.luau"] {
        folder.change(&format!("silver_box/{file}"), "copper_box", "silver_box");
    }
    let _ = std::fs::remove_dir_all(folder.path("reference/spec"));
    let run = folder.harena(&["check", ".", "--matches", "1"]).ends(1);
    run.complains("duplicate sheet `copper`").complains("the other stands at");
    let play = ["play", "reference", "--packs", ".", "--bots", "random", "--seed", "1"];
    folder.harena(&play).fine().complains("left out").complains("the other stands at");
}

#[test]
fn a_record_names_its_game_and_no_path() {
    let folder = Folder::with_game();
    folder.harena(&["play", "pebbles", "--bots", "random", "--record", "m.hreplay"]).fine();
    let text = folder.read("m.hreplay");
    let path = folder.path("pebbles").display().to_string();
    for game in [path.as_str(), "./pebbles", "../x/pebbles"] {
        folder.write("evil.hreplay", &text.replace("\"pebbles\"", &format!("{game:?}")));
        let run = folder.harena(&["replay", "evil.hreplay"]).ends(2);
        run.complains("is not the name of a game");
    }
    // Even where a folder of that name is at hand, only known packs are loaded.
    let run = folder.harena(&["replay", "m.hreplay"]).ends(2);
    run.complains("there is no game `pebbles`");
}

#[test]
fn a_record_without_digests_says_that_it_proves_nothing() {
    let folder = Folder::with_game();
    folder.harena(&["play", "pebbles", "--bots", "random", "--record", "m.hreplay"]).fine();
    let bare: Vec<String> = folder.read("m.hreplay").lines().map(without_digest).collect();
    folder.write("bare.hreplay", &(bare.join("\n") + "\n"));
    let replay = ["replay", "bare.hreplay", "--packs", "."];
    folder.harena(&replay).ends(1).says("it proves nothing");
    let report = folder.harena(&[&replay[..], &["--json"]].concat()).ends(1).json();
    assert_eq!((&report["exact"], report["proved"].as_u64()), (&false.into(), Some(0)));
    let cut: Vec<&str> = bare.iter().take(3).map(String::as_str).collect();
    folder.write("cut.hreplay", &(cut.join("\n") + "\n"));
    folder.harena(&["replay", "cut.hreplay", "--packs", "."]).complains("may have been cut off");
}

fn without_digest(line: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
    value.as_object_mut().unwrap().remove("h");
    value.to_string()
}

#[cfg(unix)]
#[test]
fn a_record_is_a_file_of_some_size() {
    let folder = Folder::new();
    folder.pipe("pipe");
    folder.harena(&["replay", "pipe"]).ends(2).complains("it is a pipe, not a file");
    folder.harena(&["replay", "/dev/zero"]).ends(2).complains("it is a device, not a file");
    folder.harena(&["replay", "."]).ends(2).complains("it is a folder, not a file");
    std::fs::File::create(folder.path("hole")).unwrap().set_len(1 << 40).unwrap();
    folder.harena(&["replay", "hole"]).ends(2).complains("it is larger than 32 MiB");
    std::fs::write(folder.path("latin"), b"{}\n\xff").unwrap();
    folder.harena(&["replay", "latin"]).ends(2).complains("latin:2: this is not UTF-8 text");
}

#[test]
fn a_broken_pack_blocks_nobody_and_is_told() {
    let folder = Folder::with_game();
    let faction = |id: &str, more: &str, script: &str| {
        folder.write(&format!("data/packs/{id}/pack.toml"), &(MANIFEST.replace("ID", id) + more));
        folder.write(&format!("data/packs/{id}/faction.luau"), script);
    };
    copy(&folder.path("pebbles"), &folder.path("data/packs/pebbles"));
    faction("needy", "[dependencies]\nabsent = \"^1\"\n", "return {}");
    // Two that need each other, and one that wants nobody.
    faction("ring", "[dependencies]\nround = \"^1\"\n", "return {}");
    faction("round", "[dependencies]\nring = \"^1\"\n", "return {}");
    faction("loner", "[conflicts]\npebbles = \"*\"\n", "return {}");
    faction("newer", "[dependencies]\nharena = \"^99\"\n", "return {}");
    faction("torn", "", "return = {");
    faction("odd", "", "return 3");
    folder.write("data/packs/garbled/pack.toml", "schema = ");
    folder.write("data/packs/more/torn/pack.toml", &MANIFEST.replace("ID", "torn"));
    folder.write("data/packs/more/torn/faction.luau", "return {}");
    let play = ["play", "pebbles", "--bots", "random", "--seed", "1"];
    let run = folder.harena(&play).fine().complains("left out because they are broken");
    for id in ["needy", "newer", "torn", "odd", "ring", "round", "loner"] {
        assert!(run.err.contains(id), "{}", run.err);
    }
    folder.harena(&["sim", "pebbles", "--matches", "2"]).fine();
    folder.harena(&["check", "data/packs/pebbles", "--matches", "1"]).fine();
    folder.harena(&["play", "monolith_arena", "--bots", "random", "--seed", "1"]).fine();
    let list = folder.harena(&["list"]).fine().says("monolith_arena").says("pebbles");
    let list = list.says("broken: `needy` needs `absent` ^1, which is not there");
    let list = list.says("garbled            broken: not valid TOML");
    list.says("torn               broken: two packs are called `torn`");
    let list = folder.harena(&["list", "--json"]).fine().json();
    let needy = list["packs"].as_array().unwrap().iter().find(|it| it["id"] == "needy").unwrap();
    assert_eq!(needy["broken"]["code"], "H0141");
    // Asked for by its name, it is told in full.
    folder.harena(&["play", "torn"]).ends(3).complains("error[H0421]");
}

#[test]
fn what_stands_in_the_place_of_a_built_in_pack_is_told() {
    let folder = Folder::new();
    let factions = concat!(env!("CARGO_MANIFEST_DIR"), "/../../factions/monolith_arena");
    copy(Path::new(factions), &folder.path("mine"));
    let args = ["--packs", "mine", "monolith_arena", "--bots", "random"];
    let play = [&["play"][..], &args, &["--record", "m.hreplay", "--seed", "1"]].concat();
    // The same files are the same pack, wherever they are.
    assert!(!folder.harena(&play).fine().err.contains("replaced"));
    folder.write("mine/dragon/notes.txt", "mine");
    let told = "the built-in dragon is replaced by the pack in";
    folder.harena(&play).fine().complains(told);
    folder.harena(&[&["sim", "--matches", "1"][..], &args].concat()).fine().complains(told);
    folder.harena(&["replay", "m.hreplay", "--packs", "mine"]).fine().complains(told);
    folder.harena(&["check", "mine/dragon", "--matches", "1"]).complains(told);
    folder.harena(&["test", "mine/dragon"]).complains(told);
    folder.harena(&["list", "--packs", "mine"]).fine().says(", replaces the built-in one: folder:");
    let sim = ["sim", "--json", "--matches", "1"];
    let report = folder.harena(&[&sim[..], &args].concat()).fine().json();
    assert_eq!(report["packs"]["replaced"][0]["id"], "dragon");
}

#[test]
fn nobody_takes_the_place_of_the_library() {
    let folder = Folder::with_game();
    let manifest = MANIFEST.replace("ID", "harena").replace("faction", "library");
    let manifest = manifest.replace("[games]\npebbles = \"^0\"\n", "");
    folder.write("evil/harena/pack.toml", &manifest);
    folder.write("evil/harena/harena.luau", "print(debug.info(1, 's'))\nreturn {}");
    for place in ["evil", "evil/harena"] {
        let play = ["play", "./pebbles", "--bots", "random", "--packs", place];
        folder.harena(&play).fine();
        let list = folder.harena(&["list", "--packs", place]).fine();
        list.says("broken: the library `harena` is part of the program");
    }
    folder.harena(&["check", "evil/harena"]).ends(1).complains("error[H0134]");
    folder.write("evil/Harena/pack.toml", &manifest.replace("\"harena\"", "\"Harena\""));
    folder.harena(&["check", "evil/Harena"]).ends(1).complains("error[H0106]");
    let look = "h\u{430}rena";
    folder.write(
        &format!("evil/{look}/pack.toml"),
        &manifest.replace("\"harena\"", &format!("{look:?}")),
    );
    folder.harena(&["check", &format!("evil/{look}")]).ends(1).complains("error[H0106]");
}
