//! Amounts that are dragged, and clocks.

use egui::{Event, Modifiers, PointerButton};

use super::*;

/// Two amounts at once, then a moment on a clock above blocks that move with it.
const TASKS: &str = r#"--!strict
-- Amounts over slots and a clock.
local harena = require("@harena")
local stone = require("./stone")

local function turn(match)
	for at = 0, 1 do
		match:put(match:create(match:prototypes()[at + 1], 0), match:cell_at(at), 0)
	end
	local stones = match:pieces({ whose = "any" })
	match:offer("deal", match:spread(3, { 2, 3 }, stones), match:spread(1, { 1, 1 }, stones))
	harena.ask(match, 0, "deal")
	match:offer("press", match:clock(0, 9000))
	local _, moment = harena.ask(match, 0, "press")
	match:say("pressed", moment)
	match:finish({ 0 }, "done")
end

--- The block hangs at half the time.
local function crane(match, moment)
	match:say("block", moment // 2, 1, 40)
end

return harena.game {
	id = "duel",
	title = "Tasks",
	summary = "Deal and press",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 3 },
	kinds = { "stone" },
	zones = {},
	verbs = {
		{ id = "deal", args = { "spread", "spread" }, title = "Deal {1} and {2}" },
		{ id = "press", args = { "number" }, title = "Press" },
	},
	sheets = { stone },
	prototypes = { stone { id = "ash", title = "Ash" }, stone { id = "birch", title = "Birch" } },
	steps = { turn = turn, crane = crane },
	first_step = "turn",
	prompts = { deal = "Deal them", press = "Press in time" },
	sentences = { pressed = "Pressed at {1}", block = "Hook" },
	reasons = { done = "All is done" },
	looks = {
		verbs = { deal = { args = { "Coins", "Crowns" } } },
		clock = { step = "crane", min = 0, max = 4500 },
	},
}
"#;

fn tasks() -> Harness<'static, App> {
    window_on(TASKS, Preferences::default())
}

/// Drags from one thing to another.
fn drag(window: &mut Harness<App>, from: &str, to: &str) {
    let center = |window: &Harness<App>, label: &str| {
        window.query_all_by_label(label).next().expect("it is there").rect().center()
    };
    let (start, end) = (center(window, from), center(window, to));
    let button = |pos: egui::Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.event(Event::PointerMoved(start));
    window.run_steps(2);
    window.event(button(start, true));
    window.run_steps(2);
    for part in [0.3, 0.7, 1.0] {
        window.event(Event::PointerMoved(start + (end - start) * part));
        window.run_steps(2);
    }
    window.event(button(end, false));
    window.run_steps(3);
}

#[test]
fn amounts_of_a_verb_are_one_table_and_one_answer() {
    let mut window = tasks();
    window.get_by_label("Coins: 3");
    window.get_by_label("Crowns: 1");
    // It begins with the first way to spread each: none and three, none and one.
    assert_eq!(window.state().table.amounts, [[0, 3], [0, 1]]);
    drag(&mut window, "Token of Birch", "Ash 0 / 2");
    assert_eq!(window.state().table.amounts, [[1, 2], [0, 1]]);
    click(&mut window, text::confirm());
    let rank = |total: u8, caps: &[u8], amounts: &[u8]| {
        harena_engine::decision::spread_rank(total, caps, amounts).unwrap() as i32
    };
    assert_eq!(last_args(&window), [rank(3, &[2, 3], &[1, 2]), rank(1, &[1, 1], &[0, 1])]);
}

#[test]
fn tokens_beside_must_be_given_away_first() {
    let mut window = tasks();
    let less: Vec<_> = window.query_all_by_label("One less in Birch").collect();
    less.first().expect("two rows have it").click();
    drop(less);
    window.run_steps(3);
    assert_eq!(window.state().table.amounts, [[0, 2], [0, 1]]);
    window.get_by_label("1 row is not spread whole");
    click(&mut window, text::confirm());
    assert!(window.state().session.play.as_ref().unwrap().timeline().moves().is_empty());
}

#[test]
fn a_key_stops_the_clock_and_blocks_move_with_it() {
    let mut window = tasks();
    click(&mut window, text::confirm());
    window.run_steps(2);
    window.get_by_label("9");
    window.get_by_label("Press (Space)");
    let gauge = window.state().forecaster.gauge().cloned().expect("the clock runs");
    assert_eq!((gauge.min, gauge.max), (0, 4500));
    let [block] = gauge.blocks.as_slice() else { panic!("{gauge:?}") };
    assert_eq!((block.row, block.width, block.text.as_str()), (1, 40, "Hook"));
    window.key_press(egui::Key::Space);
    window.run_steps(3);
    let moment = last_args(&window)[0];
    assert!((0..9000).contains(&moment) && block.at <= moment / 2, "{moment} {block:?}");
    window.get_by_label("Seat 1 wins");
}

#[test]
fn a_clock_that_runs_out_takes_the_default() {
    let mut window = tasks();
    click(&mut window, text::confirm());
    let (revision, start) = window.state().table.clock.expect("the clock runs");
    window.state_mut().table.clock =
        start.checked_sub(Duration::from_secs(10)).map(|it| (revision, it));
    window.run_steps(3);
    let play = window.state().session.play.as_ref().unwrap();
    assert!(play.now().outcome().is_some());
}

#[test]
fn rows_that_hold_nothing_are_told_and_a_key_confirms_them_all() {
    let first = "match:spread(0, { 0, 0 }, stones), match:spread(3, { 2, 3 }, stones)";
    let game = TASKS
        .replace("match:spread(3, { 2, 3 }, stones)", first)
        .replace("{ \"spread\", \"spread\" }", "{ \"spread\", \"spread\", \"spread\" }")
        .replace("title = \"Deal {1} and {2}\"", "title = \"Deal\"")
        .replace("\"Coins\", \"Crowns\"", "\"Gems\", \"Coins\", \"Crowns\"");
    let mut window = window_on(&game, Preferences::default());
    window.get_by_label("Gems: 0");
    window.get_by_label("Coins: 3");
    assert!(window.query_by_label("Deal no. 1").is_none());
    // The key may be let go of before the frame in which it is heard.
    let key = |pressed: bool| Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    window.event(key(true));
    window.event(key(false));
    window.run_steps(3);
    assert_eq!(last_args(&window).len(), 3);
}
