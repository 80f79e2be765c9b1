//! The window in another language.

use std::collections::BTreeMap;

use egui_kittest::kittest::NodeT;

use super::*;
use crate::panel::{Dialog, Screen, Wish};

/// Plain words of a file, by name.
fn plain(file: &str) -> BTreeMap<&str, &str> {
    let lines = file.lines().filter_map(|line| line.split_once(" = "));
    lines.filter(|(name, words)| !name.starts_with([' ', '#']) && !words.contains('{')).collect()
}

/// Everything that can be read in the window now.
fn labels(window: &Harness<App>) -> Vec<String> {
    let nodes = window.root().children_recursive();
    let read = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.label().or_else(|| node.value())
    };
    nodes.filter_map(read).collect()
}

/// The English words that a German window shows.
fn left_in_english(window: &Harness<App>) -> Vec<String> {
    let (english, german) = (
        plain(include_str!("../../../words/en.ftl")),
        plain(include_str!("../../../words/de.ftl")),
    );
    let differs = |(name, words): (&&str, &&str)| german.get(name).is_some_and(|it| it != words);
    let foreign: Vec<&str> =
        english.iter().filter(|it| differs(*it)).map(|(_, words)| *words).collect();
    labels(window).into_iter().filter(|label| foreign.contains(&label.as_str())).collect()
}

fn wish(window: &mut Harness<'static, App>, wish: Wish) {
    window.state_mut().carry_out(wish);
    window.run_steps(3);
}

/// Chooses in the list of this name.
fn choose(window: &mut Harness<'static, App>, list: &str, what: &str) {
    window.get_by_role_and_label(egui::accesskit::Role::ComboBox, list).click();
    window.run_steps(4);
    click(window, what);
    window.run_steps(2);
}

#[test]
fn the_language_is_chosen_in_the_middle_of_a_match() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    wish(&mut window, Wish::Toggle(Dialog::Preferences));
    choose(&mut window, "Language", "Deutsch");
    window.get_by_label("Feld b2 Pebble von Sitz 1");
    window.get_by_label_contains("Aktion 1 von 1");
    assert_eq!(window.state().preferences.language, "de");
    let kept = Preferences::read(&window.state().preferences.write());
    assert_eq!(kept.spoken(Language::ENGLISH), Language::named("de").unwrap());
    choose(&mut window, "Sprache", "English");
    window.get_by_label("cell b2 Pebble of Seat 1");
}

#[test]
fn a_window_that_is_told_nothing_follows_the_system() {
    let mut window = window();
    window.state_mut().system = Language::named("de").unwrap();
    window.run_steps(2);
    window.get_by_label("Feld b2 leer, wählbar");
    window.state_mut().preferences.language = "tlh".to_owned();
    window.run_steps(2);
    window.get_by_label("Feld b2 leer, wählbar");
    window.state_mut().preferences.language = "en".to_owned();
    window.run_steps(2);
    window.get_by_label("cell b2 empty, legal");
}

#[test]
fn no_screen_leaves_words_in_english() {
    let preferences = Preferences { language: "de".to_owned(), ..Preferences::default() };
    let mut window = window_on(GAME, preferences);
    let mut seen = 0;
    let mut check = |window: &Harness<App>, what: &str| {
        seen += labels(window).len();
        assert_eq!(left_in_english(window), Vec::<String>::new(), "{what}");
    };
    check(&window, "the table");
    for dialog in [Dialog::Preferences, Dialog::Reference, Dialog::Help] {
        wish(&mut window, Wish::Toggle(dialog));
        check(&window, "a dialog");
        wish(&mut window, Wish::Toggle(dialog));
    }
    wish(&mut window, Wish::Go(Screen::Setup));
    check(&window, "the settings");
    window.state_mut().go_home();
    window.run_steps(1);
    window.state_mut().home.await_all();
    window.run_steps(3);
    check(&window, "home");
    wish(&mut window, Wish::Go(Screen::Workshop));
    check(&window, "the workshop");
    wish(&mut window, Wish::Go(Screen::Table));
    for cell in ["b2", "b3", "c2"] {
        click(&mut window, &format!("Feld {cell} leer, wählbar"));
        check(&window, "the match");
    }
    window.get_by_label("Die Partie ist zu Ende");
    check(&window, "the end");
    wish(&mut window, Wish::Toggle(Dialog::Save));
    wish(&mut window, Wish::Toggle(Dialog::Open));
    check(&window, "dialogs that ask for a file");
    assert!(seen > 100, "{seen} labels were read");
}

#[test]
fn covers_speak_the_language_of_the_window() {
    let id = "{ \"id\", \"id\", \"its name\" }";
    let stone = STONE.replace(id, &format!("{id}, {{ \"heavy\", \"bool\", \"its weight\" }}"));
    let looks = "looks = { cards = { stone = { fields = { \"heavy\" } } } },\n\tsteps =";
    let game = GAME.replace("title = \"STONE\"", "title = \"STONE\", heavy = true");
    let game = game.replace("steps =", looks);
    let files = [("pack.toml", MANIFEST), ("stone.luau", &stone), ("game.luau", &game)];
    let mut window = window_of(Tree::from_files(files).unwrap(), Preferences::default());
    window.state_mut().go_home();
    for (language, yes) in [("en", "yes"), ("de", "ja")] {
        window.state_mut().preferences.language = language.to_owned();
        window.run_steps(2);
        window.state_mut().home.await_all();
        let cover = &window.state().home.covers["duel"];
        let sheet = cover.book.sheet(PrototypeId(0)).unwrap();
        assert_eq!(sheet.lines[0].2, yes);
    }
}
