//! What the author of a broken pack is told, from the files to the sentence.

use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};
use harena_tests::house::{duel_packs, edited, library_with, list};

/// The problems of the duel with some texts replaced: pack, file, what stood there, what stands
/// there now.
fn broken(edits: &[(&str, &str, &str, &str)]) -> Vec<Problem> {
    let packs = duel_packs();
    let texts: Vec<_> = edits
        .iter()
        .map(|(id, path, from, to)| (*id, *path, edited(&packs, id, path, from, to)))
        .collect();
    let changes: Vec<_> = texts.iter().map(|(id, path, text)| (*id, *path, &**text)).collect();
    let library = library_with(&packs, &changes);
    let loaded = assemble(&library, &["duel"]).and_then(|packs| {
        let host = Host::load(&packs)?;
        host.build(&host.menu().defaults(), 2).map(|_| ())
    });
    loaded.expect_err("it is broken")
}

/// What a broken duel must say, somewhere among its problems: the place and the code of one, and
/// what its sentence and its hint name.
#[track_caller]
fn check(edit: (&str, &str, &str, &str), place: &str, says: &str, hints: &str) {
    let problems = broken(&[edit]);
    let text = list(&problems);
    let found = problems.iter().find(|it| it.to_string().starts_with(place));
    let found = found.unwrap_or_else(|| panic!("nothing at {place}:\n{text}"));
    assert!(found.message.contains(says), "`{says}` is not said:\n{text}");
    assert!(found.hint.contains(hints), "`{hints}` is no hint:\n{text}");
}

#[test]
fn a_misspelt_field_names_its_place_and_the_nearest_name() {
    let misspelt = ("reds", "faction.luau", "might = 3", "mihgt = 3");
    check(misspelt, "reds/faction.luau:10:47: error H0201", "mihgt", "might");
}

#[test]
fn definitions_that_do_not_fit_are_told_by_line_and_column() {
    let bear = |from, to| ("reds", "faction.luau", from, to);
    check(bear("might = 3", "might = 10"), "reds/faction.luau:10:", "10", "");
    check(bear(", might = 3", ""), "reds/faction.luau:10:3: error H0202", "might", "");
    check(bear("copies = 2", "copies = \"two\""), "reds/faction.luau:11:", "copies", "");
    let game = |from, to| ("duel", "game.luau", from, to);
    check(game("summary =", "sumary ="), "duel/game.luau:", "sumary", "summary");
    check(game("kinds =", "sorts ="), "duel/game.luau:25:2: error H0201", "sorts", "");
    check(game("falls_to = \"hand\"", "falls_to = \"hnad\""), "duel/game.luau:", "hnad", "hand");
    check(
        game("first_step = \"setup\"", "first_step = \"stup\""),
        "duel/game.luau:",
        "stup",
        "setup",
    );
}

#[test]
fn files_that_do_not_run_are_told_by_line() {
    let rules = |from, to| ("duel", "rules.luau", from, to);
    check(rules("local rules = {}", "local rules ="), "duel/rules.luau:5:13: error H0300", "", "");
    check(
        rules("local rules = {}", "local rules = {} error(\"no\")"),
        "duel/rules.luau:5:",
        "no",
        "",
    );
    check(
        rules("require(\"@harena\")", "require(\"@harenna\")"),
        "duel/rules.luau:3:",
        "harenna",
        "",
    );
    let game = ("duel", "game.luau", "require(\"./rules\")", "require(\"./rulse\")");
    check(game, "duel/game.luau:4:", "rulse", "");
}

#[test]
fn all_problems_are_told_at_once() {
    let problems = broken(&[
        ("reds", "faction.luau", "might = 3", "mihgt = 3"),
        ("reds", "faction.luau", "short = \"R\"", "shot = \"R\""),
        ("blues", "faction.luau", "might = 1", "might = -1"),
    ]);
    let text = list(&problems);
    // The last edit of a file counts, so the first one was undone by the second.
    assert!(text.contains("shot") && text.contains("short"), "{text}");
    assert!(problems.iter().any(|it| it.pack == "blues" && it.line == 11), "{text}");
    let packs = duel_packs();
    let both = edited(&packs, "reds", "faction.luau", "might = 3", "mihgt = 3");
    let both =
        both.replace("might = 2", "might = 99").replace("title = \"Boar\"", "titel = \"Boar\"");
    let library = library_with(&packs, &[("reds", "faction.luau", &both)]);
    let problems = Host::load(&assemble(&library, &["duel"]).unwrap()).err().unwrap();
    let text = list(&problems);
    for (line, word) in [(10, "mihgt"), (11, "99"), (11, "titel")] {
        let is_told = |it: &Problem| it.line == line && it.message.contains(word);
        assert!(problems.iter().any(is_told), "{word} in line {line} is not told:\n{text}");
    }
    assert!(problems.iter().all(|it| it.pack == "reds" && it.path == "faction.luau"), "{text}");
}

/// A library of packs without scripts, each with what follows its `[pack]` table.
fn bare(packs: &[(&str, &str)]) -> Library {
    Library::from_trees(packs.iter().map(|(id, more)| {
        let manifest = format!(
            "schema = 1\n\n[pack]\nid = \"{id}\"\nversion = \"1.0.0\"\ntitle = \"{id}\"\n\
             kind = \"library\"\napi = 1\n\n{more}\n"
        );
        let entry = format!("{id}.luau");
        let files = [("pack.toml", &*manifest), (&*entry, "--!strict\nreturn {}\n")];
        (*id, Tree::from_files(files).unwrap())
    }))
}

#[track_caller]
fn check_needs(packs: &[(&str, &str)], asked: &str, expected: &[&str]) {
    let problems = assemble(&bare(packs), &[asked]).unwrap_err();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_missing_pack_is_asked_for_at_the_line_that_needs_it() {
    let needs = ("tower", "[dependencies]\nbrikcs = \"^1\"");
    check_needs(
        &[needs, ("bricks", "")],
        "tower",
        &["tower/pack.toml:11:1: error H0141: `tower` needs `brikcs` ^1, which is not there\n  \
         did you mean `bricks`?"],
    );
    check_needs(
        &[("tower", "")],
        "towr",
        &["error H0140: there is no pack `towr`\n  did you mean `tower`?"],
    );
    check_needs(
        &[("tower", "[dependencies]\nbricks = \"^2\""), ("bricks", "")],
        "tower",
        &["tower/pack.toml:11:1: error H0142: `tower` needs `bricks` ^2, but 1.0.0 is there\n  \
         use a version of `bricks` in that range, or change the range"],
    );
}

#[test]
fn packs_that_need_each_other_are_told_as_a_circle() {
    let packs = [
        ("north", "[dependencies]\neast = \"^1\""),
        ("east", "[dependencies]\nsouth = \"^1\""),
        ("south", "[dependencies]\nnorth = \"^1\""),
    ];
    check_needs(
        &packs,
        "north",
        &["north/pack.toml:11:1: error H0143: packs need each other in a circle: \
           east -> south -> north -> east\n  \
         remove this line, or one of the others"],
    );
}

#[test]
fn a_faction_without_its_game_says_so() {
    let packs = duel_packs();
    let library = Library::from_trees(
        packs.iter().filter(|it| it.id() == "reds").map(|it| (it.id().to_owned(), it.tree.clone())),
    );
    let problems = assemble(&library, &["reds"]).unwrap_err();
    let text = list(&problems);
    assert!(problems.iter().any(|it| it.pack == "reds" && it.line > 0), "{text}");
    assert!(text.contains("`duel`"), "{text}");
}
