//! Matches by letter: two people with folders of their own send a record to and fro.

use std::path::Path;

use crate::{Folder, run};

/// Two people who have the same game.
fn two() -> (Folder, Folder) {
    (Folder::with_game(), Folder::with_game())
}

const BEGIN: [&str; 9] =
    ["play", "pebbles", "--as", "1", "--seed", "4", "--record", "m.hreplay", "--quiet"];
const GO_ON: [&str; 5] = ["play", "--continue", "m.hreplay", "--packs", "."];

fn send(from: &Folder, to: &Folder) {
    std::fs::write(to.path("m.hreplay"), from.read("m.hreplay")).unwrap();
}

fn n_moves(folder: &Folder) -> usize {
    folder.read("m.hreplay").lines().filter(|it| it.starts_with("{\"n\":")).count()
}

#[test]
fn two_people_play_by_sending_the_record_to_and_fro() {
    let (ann, ben) = two();
    let begun = ann.harena_typing(&BEGIN, "1\n").fine();
    begun.says("It is the turn of seat 2.").says("harena play --continue m.hreplay");
    assert_eq!(n_moves(&ann), 1);
    let mut both = [&ben, &ann].into_iter().cycle();
    let mut from = &ann;
    let mut is_over = false;
    for _ in 0..40 {
        let to = both.next().unwrap();
        send(from, to);
        let before = n_moves(to);
        let answer = to.harena_typing(&GO_ON, "1\n").fine();
        assert_eq!(n_moves(to), before + 1, "{}", answer.out);
        from = to;
        if !answer.out.contains("It is the turn of") {
            is_over = true;
            break;
        }
    }
    assert!(is_over);
    let replay = ["replay", "m.hreplay", "--packs", "."];
    from.harena(&replay).fine().says("the record is exact");
}

#[test]
fn nobody_moves_for_somebody_else() {
    let (ann, ben) = two();
    ann.harena_typing(&BEGIN, "1\n2\n3\n").fine();
    assert_eq!(n_moves(&ann), 1, "what is typed behind one's turn moves nobody");
    ann.harena_typing(&[&GO_ON[..], &["--as", "1"]].concat(), "1\n").fine().says("seat 2");
    assert_eq!(n_moves(&ann), 1);
    send(&ann, &ben);
    // What was sent is not taken back by the one who receives it.
    let run = ben.harena_typing(&GO_ON, "undo\ngo 0\n1\nquit\n").fine();
    run.says("There is nothing to take back.").says("This was played and sent");
    assert_eq!(n_moves(&ben), 1);
}

#[test]
fn a_past_that_was_changed_on_the_way_is_told() {
    let (ann, ben) = two();
    ann.harena_typing(&BEGIN, "1\n").fine();
    send(&ann, &ben);
    ben.harena_typing(&GO_ON, "1\n").fine();
    // Ben begins a match of the same seed anew and lets Ann have moved elsewhere.
    let forged = ["play", "pebbles", "--as", "1", "--seed", "4", "--record", "f.hreplay"];
    ben.harena_typing(&forged, "5\n").fine();
    let go_on = ["play", "--continue", "f.hreplay", "--packs", ".", "--data-dir", "other"];
    ben.harena_typing(&go_on, "1\n").fine();
    std::fs::write(ann.path("m.hreplay"), ben.read("f.hreplay")).unwrap();
    let refused = ann.harena_typing(&GO_ON, "1\n").ends(1);
    refused.complains("move 1 was `put").complains("when you last saw this match");
    assert_eq!(n_moves(&ann), 2, "nothing is written");
    ann.harena_typing(&[&GO_ON[..], &["--anyway"]].concat(), "1\n").fine();
    assert_eq!(n_moves(&ann), 3);
}

#[test]
fn an_older_letter_and_a_broken_one_are_told() {
    let (ann, ben) = two();
    ann.harena_typing(&BEGIN, "1\n").fine();
    let first = ann.read("m.hreplay");
    send(&ann, &ben);
    ben.harena_typing(&GO_ON, "1\n").fine();
    send(&ben, &ann);
    ann.harena_typing(&GO_ON, "1\n").fine();
    std::fs::write(ann.path("m.hreplay"), &first).unwrap();
    ann.harena_typing(&GO_ON, "1\n").ends(1).complains("this is an older letter");
    let spoilt = ben.read("m.hreplay").replacen("\"seed\":4", "\"seed\":5", 1);
    std::fs::write(ben.path("m.hreplay"), spoilt).unwrap();
    ben.harena_typing(&GO_ON, "1\n").ends(1).complains("the match is not what its file says");
}

#[test]
fn who_plays_by_letter_says_where_it_is_written_and_which_seat() {
    let folder = Folder::with_game();
    folder.harena(&["play", "pebbles", "--as", "1"]).ends(2).complains("see --record");
    let with = |seat: &str| {
        let args = ["play", "pebbles", "--record", "m.hreplay", "--as", seat];
        folder.harena_typing(&args, "1\n")
    };
    with("3").ends(2).complains("there is no seat `3`: seat 1, seat 2");
    with("seat 2").fine().says("It is the turn of seat 1.");
    folder.harena(&["play"]).ends(2).complains("<GAME>");
    folder.harena(&["play", "--continue", "m.hreplay", "--seed", "3"]).ends(2);
    run(Path::new(&folder.0), &["play", "--continue", "no.hreplay"], "").ends(2);
}

/// Two people of whom only the first has the game.
fn one_with_the_game() -> (Folder, Folder) {
    (Folder::with_game(), Folder::new())
}

fn begin_with_packs(ann: &Folder) {
    ann.harena_typing(&[&BEGIN[..], &["--with-packs"]].concat(), "1\n").fine();
}

#[test]
fn a_record_brings_its_packs_along() {
    let (ann, ben) = one_with_the_game();
    ann.harena_typing(&BEGIN, "1\n").fine();
    send(&ann, &ben);
    let without = ["play", "--continue", "m.hreplay"];
    ben.harena_typing(&without, "1\n").ends(2);
    begin_with_packs(&ann);
    send(&ann, &ben);
    let run = ben.harena_typing(&without, "1\n").fine().says("It is the turn of seat 1.");
    run.complains("pebbles 0.1.0 comes along in the record").complains("replays are stable");
    assert_eq!(n_moves(&ben), 2);
    assert!(!ben.path("pebbles").exists() && !ben.path("data/packs").exists());
    // It still comes along on the way back.
    assert!(ben.read("m.hreplay").contains("\"archive\":"));
    ben.harena(&["replay", "m.hreplay"]).fine().says("the record is exact");
    let left = std::fs::read_dir(ben.path("data/store")).map(|it| it.count()).unwrap_or(0);
    assert_eq!(left, 0, "what was unpacked is gone");
}

#[test]
fn what_comes_along_is_read_as_a_strangers() {
    let (ann, ben) = one_with_the_game();
    begin_with_packs(&ann);
    let sound = ann.read("m.hreplay");
    let line = sound.lines().find(|it| it.contains("\"archive\":")).unwrap();
    let archive = line.split('"').nth(7).unwrap();
    let go_on = ["play", "--continue", "m.hreplay"];
    let tried = |text: String| {
        std::fs::write(ben.path("m.hreplay"), text).unwrap();
        ben.harena_typing(&go_on, "1\n")
    };
    tried(sound.replace(archive, "####")).ends(2).complains("is no archive");
    tried(sound.replace(archive, &archive[..400])).ends(3).complains("H0151");
    let renamed = line.replace("\"pack\":\"pebbles\"", "\"pack\":\"../pebbles\"");
    tried(sound.replace(line, &renamed)).ends(2).complains("is not the name of a pack");
    tried(sound.replace(line, &format!("{line}\n{line}"))).ends(2).complains("twice");
    // Another pack than the first line names.
    ann.change("pebbles/game.luau", "radius = 3", "radius = 2");
    begin_with_packs(&ann);
    let other = ann.read("m.hreplay");
    let other = other.lines().find(|it| it.contains("\"archive\":")).unwrap();
    tried(sound.replace(line, other)).ends(2).complains("is another than its first line says");
    tried(sound.clone()).fine();
}

#[test]
fn rules_that_are_found_wanting_do_not_come_along_unasked() {
    let (ann, ben) = one_with_the_game();
    ann.change("pebbles/spec/first.luau", "settings = { row = 3 }", "settings = { row = 4 }");
    begin_with_packs(&ann);
    send(&ann, &ben);
    let go_on = ["play", "--continue", "m.hreplay"];
    ben.harena_typing(&go_on, "1\n").ends(1).complains("--anyway");
    assert_eq!(n_moves(&ben), 1);
    ben.harena_typing(&[&go_on[..], &["--anyway"]].concat(), "1\n").fine();
    assert_eq!(n_moves(&ben), 2);
}
