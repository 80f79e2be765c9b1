use super::*;
use crate::tree::Tree;

/// Packs as short lines: `id version | sections`, such as `box 1.0.0 | dependencies core ^1`.
/// The words of `[pack]` may be given as a section too: `app 1.0.0 | engine >=2`.
fn library(lines: &[&str]) -> Library {
    Library::from_trees(lines.iter().map(|line| {
        let mut parts = line.split(" | ");
        let (id, version) = parts.next().unwrap().split_once(' ').unwrap();
        let mut text = format!(
            "schema = 1\n[pack]\nid = \"{id}\"\nversion = \"{version}\"\ntitle = \"T\"\n\
             kind = \"library\"\n"
        );
        let mut api = "api = 1\n".to_owned();
        let mut sections = String::new();
        for part in parts {
            let words: Vec<&str> = part.splitn(3, ' ').collect();
            match words[..] {
                ["api", number] => api = format!("api = {number}\n"),
                ["engine", range] => text += &format!("engine = \"{range}\"\n"),
                [section, id, range] => sections += &format!("[{section}]\n{id} = \"{range}\"\n"),
                _ => panic!("{part}"),
            }
        }
        text += &api;
        text += &sections;
        (id.to_owned(), Tree::from_files([("pack.toml", text)]).unwrap())
    }))
}

fn host() -> Host {
    Host { engine: Version::new(0, 3, 1), api: 1 }
}

fn check_order(lines: &[&str], requested: &[&str], expected: &[&str]) {
    let library = library(lines);
    assert_eq!(library.problems(), []);
    let packs = resolve(&library, requested, &host()).unwrap();
    let order: Vec<&str> = packs.iter().map(|pack| pack.id()).collect();
    assert_eq!(order, expected);
}

fn check_refused(lines: &[&str], requested: &[&str], expected: &[&str]) {
    let problems = resolve(&library(lines), requested, &host()).unwrap_err();
    let found: Vec<String> =
        problems.iter().map(|it| format!("{} {}; {}", it.code, it.message, it.hint)).collect();
    assert_eq!(found, expected);
}

#[test]
fn needs_come_first_then_ids_in_natural_order() {
    let lines = [
        "arena 1.0.0 | dependencies core ^1",
        "core 1.4.2",
        "box_10 1.0.0 | games arena ^1",
        "box_2 1.0.0 | games arena ^1 | dependencies words *",
        "words 0.1.0",
        "unasked 1.0.0",
    ];
    let expected = ["core", "words", "arena", "box_2", "box_10"];
    check_order(&lines, &["box_10", "box_2"], &expected);
    check_order(&lines, &["box_2", "box_10", "box_2"], &expected);
    check_order(&lines, &["words"], &["words"]);
    check_order(&lines, &[], &[]);
}

#[test]
fn a_pack_shared_by_two_paths_loads_once_at_its_greatest_depth() {
    let lines = [
        "top 1.0.0 | dependencies aaa ^1",
        "aaa 1.0.0 | dependencies bbb ^1",
        "bbb 1.0.0 | dependencies ccc ^1",
        "ccc 1.0.0",
        "two 1.0.0 | dependencies ccc ^1",
    ];
    check_order(&lines, &["top", "two"], &["ccc", "bbb", "two", "aaa", "top"]);
}

#[test]
fn optional_packs_order_but_are_never_pulled_in() {
    let lines = ["aaa 1.0.0 | optional zzz ^1", "zzz 1.0.0"];
    check_order(&lines, &["aaa"], &["aaa"]);
    check_order(&lines, &["aaa", "zzz"], &["zzz", "aaa"]);
    let old = ["aaa 1.0.0 | optional zzz ^2", "zzz 1.0.0"];
    check_order(&old, &["aaa"], &["aaa"]);
    let sentence = "H0142 `aaa` needs `zzz` ^2, but 1.0.0 is there; \
                    use a version of `zzz` in that range, or change the range";
    check_refused(&old, &["aaa", "zzz"], &[sentence]);
}

#[test]
fn what_is_missing_is_named_with_who_needs_it() {
    let lines = ["box 1.0.0 | games arena ^1 | dependencies keywords ^2", "keyword 2.0.0"];
    let expected = [
        "H0141 `box` needs `arena` ^1, which is not there; \
         add the pack `arena`, or remove this line",
        "H0141 `box` needs `keywords` ^2, which is not there; did you mean `keyword`?",
    ];
    check_refused(&lines, &["box"], &expected);
    check_refused(&lines, &["bix"], &["H0140 there is no pack `bix`; did you mean `box`?"]);
    check_refused(&lines, &["weather"], &["H0140 there is no pack `weather`; check its name"]);
}

#[test]
fn a_broken_pack_is_not_called_missing() {
    let lines = ["box 1.0.0 | games arena ^1", "arena one"];
    let sentence = "H0141 `box` needs `arena` ^1, which is not there; \
                    `arena` was found but is broken, mend it first";
    check_refused(&lines, &["box"], &[sentence]);
}

#[test]
fn refusals_stand_at_the_line_that_asks() {
    let lines = ["box 1.0.0 | games arena ^1", "arena 2.0.0"];
    let problems = resolve(&library(&lines), &["box"], &host()).unwrap_err();
    assert_eq!(problems[0].location(), "box/pack.toml:9:1");
    assert_eq!(problems[0].message, "`box` needs `arena` ^1, but 2.0.0 is there");
}

#[test]
fn circles_are_shown_whole() {
    let lines = [
        "aaa 1.0.0 | dependencies bbb ^1",
        "bbb 1.0.0 | dependencies ccc ^1",
        "ccc 1.0.0 | dependencies bbb ^1",
        "own 1.0.0 | dependencies own ^1",
    ];
    let hint = "remove this line, or one of the others";
    let circle = "packs need each other in a circle: bbb -> ccc -> bbb";
    check_refused(&lines, &["aaa"], &[&format!("H0143 {circle}; {hint}")]);
    check_refused(&lines, &["own"], &[&format!("H0143 `own` needs itself; {hint}")]);
}

#[test]
fn conflicts_count_only_for_versions_in_their_range() {
    let lines = |version| [format!("new 1.0.0 | conflicts old <{version}"), "old 1.5.0".to_owned()];
    let check = |version, refused: bool| {
        let lines = lines(version);
        let library = library(&[&lines[0], &lines[1]]);
        assert_eq!(resolve(&library, &["new", "old"], &host()).is_err(), refused, "{version}");
        assert!(resolve(&library, &["new"], &host()).is_ok());
    };
    check("1.5.0", false);
    check("1.5.1", true);
    let sentence = "H0144 `new` cannot be loaded with `old` 1.5.0; leave out `new` or `old`";
    let [new, old] = lines("2.0.0");
    check_refused(&[&new, &old], &["new", "old"], &[sentence]);
}

#[test]
fn packs_made_for_another_harena_are_refused() {
    let engine = "H0145 `app` is made for Harena >=0.4, this is 0.3.1; \
                  use another version of the pack or of Harena, or widen `engine`";
    check_refused(&["app 1.0.0 | engine >=0.4"], &["app"], &[engine]);
    check_order(&["app 1.0.0 | engine >=0.3,<0.4"], &["app"], &["app"]);
    let api = |number, hint| {
        format!("H0146 `app` is made for script interface {number}, this is 1; {hint}")
    };
    check_refused(&["app 1.0.0 | api 2"], &["app"], &[&api(2, "update Harena")]);
    check_refused(
        &["app 1.0.0 | api 0"],
        &["app"],
        &[&api(0, "`harena migrate` brings it to this one")],
    );
}
