//! What the table says and offers while nothing, or something, is chosen.

use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

use super::*;
use crate::panel::Wish;

#[test]
fn cancel_is_offered_once_something_is_chosen() {
    let window = window();
    assert!(window.query_by_label(text::cancel()).is_none(), "the only verb is begun by itself");
    let mut window = window_on(PARTS, Preferences::default());
    assert!(window.query_by_label(text::cancel()).is_none());
    click(&mut window, "Ash");
    click(&mut window, text::cancel());
    assert_eq!(window.state().table.several, 0);
    assert!(window.query_by_label(text::cancel()).is_none());
}

/// Who joins in something whose dice a game tells is switched on a panel of its own: one or two of
/// three stones.
#[test]
fn who_joins_is_switched_on_a_panel() {
    let dice = "dice = { 6 },\n\t\tsentences = { holds = { as = \"dice\" } },\n\t\tglossary";
    let mut window = window_on(&PARTS.replacen("glossary", dice, 1), Preferences::default());
    window.get_by_label(text::who_joins());
    window.get_by_label(&text::join_in(0, 3));
    let is_row = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == Role::CheckBox;
    let switch = |window: &mut Harness<App>, name: &str| {
        window.query_all_by_label(name).find(is_row).expect("it has a row").click();
        window.run_steps(3);
    };
    switch(&mut window, "Ash");
    window.get_by_label(&text::join_in(1, 3));
    switch(&mut window, "Ash");
    switch(&mut window, "Cedar");
    switch(&mut window, "Birch");
    window.get_by_label(&text::join_in(2, 3));
    let ash = window.query_all_by_label("Ash").find(is_row).expect("it has a row");
    assert!(ash.accesskit_node().is_disabled(), "two are the most");
    click(&mut window, text::confirm());
    let play = window.state().session.play.as_ref().unwrap();
    assert_eq!(play.timeline().n_done(), 1);
    window.get_by_label("Line them up");
}

#[test]
fn facings_are_told_where_somebody_chooses_them() {
    let mut plain = window();
    click(&mut plain, "cell b2 empty, legal");
    plain.get_by_label("cell b2 Pebble of Seat 1");
    let aim = "verbs = { { id = \"aim\", args = { \"facing\" }, title = \"Aim {1}\" },";
    let game = GAME.replace("verbs = {", aim).replace("STONE", "Pebble");
    let mut rotated = window_on(&game, Preferences::default());
    click(&mut rotated, "cell b2 empty, legal");
    rotated.get_by_label("cell b2 Pebble of Seat 1 facing NE");
}

#[test]
fn what_is_played_back_is_told_before_the_end() {
    let mut window = window();
    for cell in ["b2", "b3", "c2"] {
        click(&mut window, &format!("cell {cell} empty, legal"));
    }
    window.state_mut().carry_out(Wish::SeeTable);
    window.run_steps(2);
    let told = |window: &Harness<App>| window.query_all_by_label(text::over()).count();
    let before = told(&window);
    window.state_mut().table.playback.at = Some(0);
    window.run_steps(2);
    assert_eq!(told(&window), before - 1, "the banner tells of something else");
    window.get_by_label(text::watching());
}

#[test]
fn scenarios_are_begun_at_home_too() {
    let mut window = window();
    window.state_mut().go_home();
    window.run_steps(1);
    window.state_mut().home.await_all();
    window.run_steps(3);
    let row = format!("{}: {}", text::make_scenario(), text::make_scenario_about());
    window.get_by_label(&row).click_accesskit();
    window.run_steps(3);
    assert!(window.query_all_by_label(text::pack_name()).count() > 0);
}

/// Each seat takes three of two sorts before anything lies on the board.
const TEAM: &str = "local function turn(match)\n\
    \tmatch:offer(\"take\", match:spread(3, { 2, 2 }, match:prototypes()))\n\
    \tharena.ask(match, 0, \"put_one\")\n\tmatch:finish({ 0 }, \"three\")\nend\n\nreturn harena.game {";

#[test]
fn sheets_are_taken_from_the_table_by_clicks() {
    let (head, tail) = GAME.split_once("local function turn").unwrap();
    let (_, rest) = tail.split_once("return harena.game {").unwrap();
    let verbs = "verbs = { { id = \"take\", args = { \"spread\" }, title = \"Take {1}\" },";
    let sheets =
        "stone { id = \"stone\", title = \"Pebble\" }, stone { id = \"b\", title = \"Gem\" }";
    let rest = rest
        .replace("verbs = {", verbs)
        .replace("stone { id = \"stone\", title = \"STONE\" }", sheets);
    let head = head.split_once("local FULL").unwrap().0;
    let mut window = window_on(&format!("{head}{TEAM}{rest}"), Preferences::default());
    assert_eq!(window.state().table.spread, [1, 2]);
    assert_eq!(window.query_all_by_label_contains("cell b2").count(), 0, "the board waits");
    click(&mut window, &text::one_less("Gem"));
    click(&mut window, &text::one_less("Gem"));
    assert_eq!(window.state().table.spread, [1, 0]);
    click(&mut window, &text::one_more("Pebble"));
    click(&mut window, &text::one_more("Gem"));
    assert_eq!(window.state().table.spread, [2, 1]);
    click(&mut window, text::confirm());
    window.get_by_label("Seat 1 wins");
}
