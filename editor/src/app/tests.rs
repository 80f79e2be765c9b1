//! The window without a display, played by accessible labels.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use harena_pack::{Change, Library, Source, Tree};

use super::*;
use crate::session::Wake;

mod amounts;
mod kept;
mod lab;
mod languages;
mod looks;
mod moving;
mod options;
mod screens;
mod table;
#[cfg(unix)]
mod typed;
mod workshop;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"duel\"\nversion = \"1.0.0\"\ntitle = \"Duel\"\n\
                        kind = \"game\"\napi = 1\n[dependencies]\nharena = \"^0.1\"\n";

/// What the games of these tests are played with.
const STONE: &str = r#"--!strict
-- Stones.
local harena = require("@harena")

return harena.sheet {
	kind = "stone",
	schema = { name = "Stone", fields = { { "id", "id", "its name" }, { "title", "text", "for people" } } },
	make = function(fields)
		return { kind = "stone", id = fields.id, title = fields.title }
	end,
}
"#;

/// Each seat in turn puts a stone on a free hex; the third stone ends the match.
const GAME: &str = r#"--!strict
-- Stones on hexes.
local harena = require("@harena")
local stone = require("./stone")

local FULL = harena.reason("R2", "a hex holds one stone")

local function turn(match)
	for _, piece in match:pieces({ whose = "any" }) do
		match:refuse("put", FULL, piece.cell)
	end
	match:offer("put", match:empty_cells())
	local _, cell = harena.ask(match, match.active, "put_one")
	local new = match:create(match:prototypes()[1], match.active)
	match:put(new, cell, 0)
	if match:count({ whose = "any" }) == 3 then
		match:finish({ match.active }, "three")
		return
	end
	match:activate(1 - match.active)
	match:queue("turn")
end

return harena.game {
	id = "duel",
	title = "Duel",
	summary = "Put stones",
	seats = { min = 2, max = 2 },
	board = harena.hex { radius = 1 },
	kinds = { "stone" },
	zones = {},
	verbs = { { id = "put", args = { "cell" }, title = "Put a stone on {1}" } },
	sheets = { stone },
	prototypes = { stone { id = "stone", title = "STONE" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { put_one = "Put a stone" },
	reasons = { three = "Three stones lie" },
}
"#;

/// Three stones lie in a row; what is asked about them is put together.
const PARTS: &str = r#"--!strict
-- Choices of several, orders and amounts.
local harena = require("@harena")
local stone = require("./stone")

local function turn(match)
	for at = 0, 2 do
		match:put(match:create(match:prototypes()[at + 1], 0), match:cell_at(at), 0)
	end
	local stones = match:pieces({ whose = "any" })
	match:offer("guard", match:several(stones, 1, 2))
	match:note("guard", "two are safer")
	harena.ask(match, 0, "guard")
	match:offer("line_up", match:order(stones))
	harena.ask(match, 0, "line_up")
	match:offer("spread", match:spread(3, { 2, 2, 2 }, stones))
	harena.ask(match, 0, "spread")
	match:finish({ 0 }, "done", { 3, 1 }, { { { "tokens", 3 } }, { { "tokens", 1 } } })
end

--- Says what is to be shown at the first cell.
local function tell(match)
	match:say("holds", match:cell_at(0), 7)
	match:say("quiet", 5)
end

return harena.game {
	id = "duel",
	title = "Parts",
	summary = "Put things together",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 3, tags = { start = { 0 } } },
	kinds = { "stone" },
	zones = {},
	verbs = {
		{ id = "guard", args = { "several" }, title = "Guard {1}" },
		{ id = "line_up", args = { "order" }, title = "Line up {1}" },
		{ id = "spread", args = { "spread" }, title = "Spread {1}" },
	},
	sheets = { stone },
	prototypes = {
		stone { id = "ash", title = "Ash" },
		stone { id = "birch", title = "Birch" },
		stone { id = "cedar", title = "Cedar" },
	},
	steps = { turn = turn, tell = tell },
	first_step = "turn",
	prompts = { guard = "Guard with", line_up = "Line them up", spread = "Spread three" },
	sentences = { holds = "{1}: holds {2}", quiet = "Only {1} left" },
	words = { "tokens" },
	reasons = { done = "All is done" },
	looks = {
		overlay = { step = "tell", title = "As it stands" },
		cells = { { tag = "start", title = "Start" } },
		glossary = { { term = "Guard", text = "Who guards stands first", rule = "R7" } },
		help = { { title = "Your turn", text = "Answer three questions" } },
	},
}
"#;

/// Each seat holds a stone that the other does not see.
fn secretive() -> String {
    let zone = r#"zones = { { id = "hand", title = "Hand", per_seat = true, sight = "owner" } }"#;
    let deal = "match:send(match:create(match:prototypes()[1], 0), \"hand\", 0)\n\
                match:send(match:create(match:prototypes()[1], 1), \"hand\", 1)\nmatch:queue(\"turn\")";
    GAME.replace("zones = {}", zone)
        .replace(
            "return harena.game {",
            &format!("local function deal(match)\n{deal}\nend\n\nreturn harena.game {{"),
        )
        .replace("steps = { turn = turn }", "steps = { turn = turn, deal = deal }")
        .replace("first_step = \"turn\"", "first_step = \"deal\"")
}

/// Whoever puts a stone alone hears of it; who gives up loses.
fn whispering() -> String {
    let whisper = "match:say_to(match.active, \"whisper\", 7)\n\tlocal new = match:create";
    let give_up =
        "local function give_up(match, seat)\n\tmatch:finish({ 1 - seat }, \"three\")\nend\n";
    GAME.replace("local new = match:create", whisper)
        .replace("return harena.game {", &format!("{give_up}\nreturn harena.game {{"))
        .replace("steps = { turn = turn }", "steps = { turn = turn, give_up = give_up }")
        .replace(
            "first_step = \"turn\",",
            "first_step = \"turn\", concede = \"give_up\", \
             sentences = { whisper = \"Only you know {1}\" },",
        )
}

fn tree(game: &str) -> Tree {
    Tree::from_files([("pack.toml", MANIFEST), ("stone.luau", STONE), ("game.luau", game)]).unwrap()
}

fn window() -> Harness<'static, App> {
    window_on(&GAME.replace("STONE", "Pebble"), Preferences::default())
}

fn window_on(game: &str, preferences: Preferences) -> Harness<'static, App> {
    let window = window_of(tree(game), preferences);
    assert_eq!(window.state().session.troubles, []);
    window
}

fn window_of(tree: Tree, preferences: Preferences) -> Harness<'static, App> {
    let preferences = Preferences { bot_pace: Duration::ZERO, ..preferences };
    window_from(tree, ([1280.0, 800.0], preferences), |sources| sources)
}

/// A window of this size that is opened with what is made of its sources.
fn window_from(
    tree: Tree,
    (size, preferences): ([f32; 2], Preferences),
    make: impl FnOnce(Sources) -> Sources,
) -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let library = Library::open(&[root]).overlaid_with(Library::from_trees([("duel", tree)]));
    let app = App::new(make(in_memory(library)), preferences);
    let builder = Harness::builder().with_size(size);
    let mut window = builder.build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

/// What calls a window when something beside it is done, and what hears that.
fn bell() -> (Wake, Receiver<()>) {
    let (bell, woken) = channel();
    let bell = Mutex::new(bell);
    (Arc::new(move || bell.lock().unwrap().send(()).unwrap_or_default()), woken)
}

fn click(window: &mut Harness<App>, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

fn pieces(window: &Harness<App>) -> usize {
    window.state().session.the_match().unwrap().state().pieces.len()
}

#[test]
fn a_match_is_played_by_clicks_undone_and_won() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    assert_eq!(pieces(&window), 1);
    click(&mut window, "cell b2 Pebble of Seat 1");
    let complaint = &window.state().table.complaint;
    assert_eq!(complaint.iter().map(|it| it.rule.as_str()).collect::<Vec<_>>(), ["R2"]);
    click(&mut window, "Undo");
    assert_eq!(pieces(&window), 0);
    click(&mut window, "Redo");
    click(&mut window, "cell b3 empty, legal");
    click(&mut window, "cell c2 empty, legal");
    window.get_by_label("Seat 1 wins");
}

/// Saves another text of the game, and lets the window take it in.
fn send(window: &mut Harness<App>, game: &str) {
    let change = Change {
        pack: "duel".into(),
        source: Source::Memory,
        paths: vec!["game.luau".into()],
        tree: Ok(tree(game)),
    };
    window.state().session.sender().send(change).unwrap();
    window.run_steps(3);
}

#[test]
fn a_changed_pack_is_taken_in_and_a_broken_one_is_not() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    send(&mut window, &GAME.replace("STONE", "Boulder"));
    window.get_by_label("cell b2 Boulder of Seat 1");
    send(&mut window, "return {");
    let troubles = &window.state().session.troubles;
    assert_eq!((troubles[0].pack.as_str(), troubles[0].path.as_str()), ("duel", "game.luau"));
    click(&mut window, "cell b3 empty, legal");
    assert_eq!(pieces(&window), 2);
    send(&mut window, &GAME.replace("STONE", "Marble"));
    assert_eq!(window.state().session.troubles, []);
    window.get_by_label("cell b2 Marble of Seat 1");
}

#[test]
fn a_bot_takes_its_turn() {
    let mut window = window();
    let seat = crate::session::Player::named("random");
    window.state_mut().execute(Command::Seat(Seat(1), seat));
    click(&mut window, "cell b2 empty, legal");
    bot_answers(&mut window);
    assert_eq!(pieces(&window), 2);
}

/// Waits until the bot that is asked has decided, and shows what it did.
fn bot_answers(window: &mut Harness<App>) {
    window.state_mut().session.await_bot();
    window.run_steps(3);
}

/// Where the match stands: moves before the moment, moves of the line, lines.
fn stands(window: &Harness<App>) -> (usize, usize, usize) {
    let timeline = window.state().session.play.as_ref().unwrap().timeline();
    (timeline.n_done(), timeline.moves().len(), timeline.lines().len())
}

#[test]
fn looking_at_the_past_changes_nothing_and_bots_rest() {
    let mut window = window();
    let seat = crate::session::Player::named("random");
    window.state_mut().execute(Command::Seat(Seat(1), seat));
    click(&mut window, "cell b2 empty, legal");
    bot_answers(&mut window);
    assert_eq!(stands(&window), (2, 2, 1));
    let end = window.state().session.the_match().unwrap().digest();
    window.state_mut().execute(Command::GoTo(1));
    bot_answers(&mut window);
    assert_eq!((stands(&window), pieces(&window)), ((1, 2, 1), 1));
    click(&mut window, text::to_the_end());
    assert_eq!(window.state().session.the_match().unwrap().digest(), end);
    window.state_mut().execute(Command::GoTo(1));
    window.run_steps(2);
    click(&mut window, text::go_on_from_here());
    bot_answers(&mut window);
    assert_eq!(stands(&window), (2, 2, 2), "a line of its own");
    window.state_mut().execute(Command::Line(1));
    window.run_steps(3);
    assert_eq!(window.state().session.the_match().unwrap().digest(), end, "the other one stays");
}

#[test]
fn another_choice_in_the_past_begins_a_line_and_says_so() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, "cell b3 empty, legal");
    click(&mut window, text::undo());
    click(&mut window, "cell c2 empty, legal");
    assert_eq!(stands(&window), (2, 2, 2));
    assert_eq!(window.state().session.notice.text, text::new_line(2, true));
    window.get_by_label("cell b3 empty, legal");
    window.state_mut().execute(Command::Line(1));
    window.run_steps(3);
    assert_eq!(stands(&window), (2, 2, 2));
    window.get_by_label("cell c2 empty, legal");
}

#[test]
fn a_bot_that_thinks_can_be_stopped() {
    let mut window = window();
    let seat = crate::session::Player::named("greedy");
    window.state_mut().execute(Command::Seat(Seat(1), seat));
    window.state_mut().preferences.bot_pace = Duration::from_secs(3600);
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, text::stop_bot());
    window.state_mut().preferences.bot_pace = Duration::ZERO;
    bot_answers(&mut window);
    assert_eq!((stands(&window), window.state().session.bots_rest()), ((1, 1, 1), true));
    click(&mut window, text::go_on_here());
    bot_answers(&mut window);
    assert_eq!(stands(&window), (2, 2, 1));
}

#[test]
fn the_board_is_walked_over_by_keys() {
    let mut window = window();
    window.get_by_label_contains("Board").focus();
    window.run_steps(2);
    for key in [egui::Key::ArrowRight, egui::Key::ArrowRight, egui::Key::Enter] {
        window.key_press(key);
        window.run_steps(2);
    }
    window.get_by_label("cell b3 Pebble of Seat 1");
}

/// The arguments of the last action.
fn last_args(window: &Harness<App>) -> Vec<i32> {
    let play = window.state().session.play.as_ref().unwrap();
    play.timeline().moves().last().unwrap().action.args.as_slice().to_vec()
}

fn hover(window: &mut Harness<App>, label: &str) {
    window.get_by_label(label).hover();
    window.run_steps(40);
}

#[test]
fn an_option_says_what_it_would_do_before_it_is_taken() {
    let mut window = window();
    assert!(window.query_by_label(text::preview()).is_none());
    hover(&mut window, "cell b3 empty, legal");
    window.get_by_label(text::preview());
    window.get_by_label("Pebble goes to b3");
    assert_eq!(pieces(&window), 0, "nothing has happened yet");
    window.state_mut().preferences.previews = false;
    hover(&mut window, "cell c2 empty, legal");
    assert!(window.query_by_label(text::preview()).is_none());
}

#[test]
fn a_tip_says_why_something_cannot_be_chosen() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    hover(&mut window, "cell b2 Pebble of Seat 1");
    // The inspector says it as well.
    assert_eq!(window.query_all_by_label("R2: a hex holds one stone").count(), 2);
}

#[test]
fn several_an_order_and_amounts_are_put_together() {
    let mut window = window_on(PARTS, Preferences::default());
    window.get_by_label("two are safer");
    click(&mut window, "Ash");
    click(&mut window, "cell 2 Cedar of Seat 1, legal");
    window.get_by_label("2, from 1 to 2");
    click(&mut window, text::confirm());
    assert_eq!(last_args(&window), [0b101]);
    click(&mut window, "Move Birch up");
    click(&mut window, text::confirm());
    // Birch, Ash, Cedar is the third of the six orders.
    assert_eq!(last_args(&window), [2]);
    // It begins with the first way to spread them: none, one and two.
    window.get_by_label("3 of 3");
    click(&mut window, "One less in Birch");
    window.get_by_label("2 of 3");
    click(&mut window, "One more in Ash");
    click(&mut window, text::confirm());
    let rank = harena_engine::decision::spread_rank(3, &[2, 2, 2], &[1, 0, 2]).unwrap();
    assert_eq!(last_args(&window), [rank as i32]);
    // In the ranking, as the part they are made of, and as their sum.
    window.get_by_label("2.");
    for row in ["Seat 1: 3", "Seat 2: 1", "Tokens: 3, 1", "Total: 3, 1"] {
        assert_eq!(window.query_all_by_label(row).count(), 1, "{row}");
    }
}

#[test]
fn what_the_rules_say_about_the_position_is_shown_at_its_place() {
    let mut window = window_on(PARTS, Preferences::default());
    window.get_by_label("As it stands");
    window.get_by_label("Only 5 left");
    click(&mut window, "cell 0 Ash of Seat 1, legal");
    // The inspector says it, and so does a tip.
    assert!(window.query_all_by_label("holds 7").count() > 0);
}

#[test]
fn help_explains_terms_and_finds_them() {
    let mut window = window_on(PARTS, Preferences::default());
    click(&mut window, text::help());
    window.get_by_label("Who guards stands first");
    window.get_by_label("Answer three questions");
    window.get_by_label(text::look_up()).focus();
    window.state_mut().dialogs.help.as_mut().unwrap().wanted = "guards".to_owned();
    window.run_steps(3);
    window.get_by_label("Who guards stands first");
    assert!(window.query_by_label("Answer three questions").is_none());
}

/// A match with nothing to hide is never covered, see the other tests.
#[test]
fn the_table_is_covered_until_the_next_one_sits_down() {
    let mut window = window_on(&secretive(), Preferences::default());
    window.get_by_label("Pass to Seat 1");
    click(&mut window, text::go_on());
    click(&mut window, "cell b2 empty, legal");
    window.get_by_label("Pass to Seat 2");
    assert_eq!(
        window.query_all_by_label_contains("cell b2").count(),
        0,
        "nothing else is to be seen"
    );
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    click(&mut window, "cell b3 empty, legal");
    click(&mut window, text::go_on());
    assert!(window.query_all_by_label_contains("cell b3").count() > 0);
    window.state_mut().preferences.covers = false;
    click(&mut window, "cell c2 empty, legal");
    assert!(window.query_by_label(text::go_on()).is_none());
}

#[test]
fn nobody_reads_what_was_said_to_another() {
    let open = Preferences { covers: false, ..Preferences::default() };
    let mut window = window_on(&whispering(), open);
    let n_read =
        |window: &Harness<App>| window.query_all_by_label_contains("Only you know 7").count();
    click(&mut window, "cell b2 empty, legal");
    assert_eq!(n_read(&window), 0, "seat 2 looks on");
    click(&mut window, "cell b3 empty, legal");
    assert_eq!(n_read(&window), 1, "seat 1 looks on");
    window.state_mut().see_as = SeeAs::Seat(Seat(1));
    window.run_steps(3);
    assert_eq!(n_read(&window), 1, "what was said to seat 2");
    window.state_mut().see_as = SeeAs::Everything;
    window.run_steps(3);
    assert_eq!(n_read(&window), 0, "not in test mode");
    window.state_mut().execute(Command::TestMode(true));
    window.run_steps(3);
    assert_eq!(n_read(&window), 2);
    window.state_mut().see_as = SeeAs::Decider;
    window.state_mut().execute(Command::GoTo(1));
    window.run_steps(3);
    assert_eq!(n_read(&window), 0, "seat 2 looks on again");
}

#[test]
fn who_was_told_something_alone_is_covered_too() {
    let mut window = window_on(&whispering(), Preferences::default());
    click(&mut window, "cell b2 empty, legal");
    window.get_by_label("Pass to Seat 2");
    assert_eq!(window.query_all_by_label_contains("Only you know").count(), 0);
}

#[test]
fn a_seat_gives_up_only_after_it_is_asked_again() {
    let open = Preferences { covers: false, ..Preferences::default() };
    let mut window = window_on(&whispering(), open);
    let outcome =
        |window: &Harness<App>| window.state().session.the_match().unwrap().outcome().cloned();
    click(&mut window, text::concede());
    click(&mut window, text::play_on());
    assert!(window.query_by_label(text::concedes_now()).is_none());
    click(&mut window, "cell b2 empty, legal");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::G);
    window.run_steps(3);
    window.get_by_label("Seat 2 gives up?");
    assert_eq!(outcome(&window), None);
    click(&mut window, text::concedes_now());
    assert_eq!(outcome(&window).unwrap().winners, 0b01);
    window.get_by_label("Seat 1 wins");
    click(&mut window, text::open_time_line());
    assert!(window.query_all_by_label("concedes").count() > 0);
    click(&mut window, text::undo());
    assert_eq!((outcome(&window), pieces(&window)), (None, 1));
}

#[test]
fn games_without_a_rule_for_it_have_no_button_to_give_up() {
    let mut window = window();
    assert!(window.query_by_label(text::concede()).is_none());
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::G);
    window.run_steps(3);
    assert!(window.query_by_label(text::concedes_now()).is_none());
}

#[test]
fn another_seat_is_looked_at_only_from_under_a_cover() {
    let mut window = window_on(&secretive(), Preferences::default());
    click(&mut window, text::go_on());
    window.get_by_label("Seat 1 decides");
    window.state_mut().see_as = SeeAs::Seat(Seat(1));
    window.run_steps(3);
    window.get_by_label("Pass to Seat 2");
    assert_eq!(window.query_all_by_label_contains("card STONE").count(), 0);
    click(&mut window, text::go_on());
    // Who looks on now is not asked, so nothing can be chosen.
    window.get_by_label("Seat 1 decides");
    assert_eq!(window.query_all_by_label_contains(", legal").count(), 0);
    window.state_mut().see_as = SeeAs::Decider;
    window.run_steps(3);
    click(&mut window, text::go_on());
    click(&mut window, "cell b2 empty, legal");
    assert_eq!(pieces(&window), 3);
}
