//! How options are told: apart from each other, with what is at stake and what they surely cost.

use super::*;

/// Two bows of one name that shoot in two ways each; a shot costs a coin before a die is rolled.
const RANGE: &str = r#"--!strict
-- A shooting range.
local harena = require("@harena")
local bow = require("./stone")

local function turn(match)
	for _, prototype in match:prototypes() do
		match:send(match:create(prototype, 0), "hand", 0)
	end
	match:offer("shoot", match:zone("hand", 0), { 1, 2 })
	match:offer("wait")
	match:note("shoot", "The target moves")
	match:note("wait", "The target moves")
	match:note("shoot", "Loud")
	local verb = harena.ask(match, 0, "act")
	if verb == "shoot" then
		match:set("coins", match.coins - 1)
		match:set("coins", match.coins + match:roll(6))
	end
	match:finish({ 0 }, "done")
end

return harena.game {
	id = "duel",
	title = "Range",
	summary = "Shoot",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 3 },
	kinds = { "stone" },
	zones = { { id = "hand", title = "Hand", per_seat = true, sight = "all" } },
	vars = { coins = 3 },
	verbs = {
		{ id = "shoot", args = { "piece", "number" }, title = "Shoot with {1}" },
		{ id = "wait", args = {}, title = "Wait" },
	},
	sheets = { bow },
	prototypes = { bow { id = "long_bow", title = "Bow" }, bow { id = "ash_bow", title = "Bow" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { act = "Shoot or wait" },
	reasons = { done = "All is done" },
	looks = {
		verbs = { shoot = { args = { "bow", "arrow" } } },
		vars = { { var = "coins", title = "Coins" } },
	},
}
"#;

#[test]
fn options_of_the_same_words_say_what_differs() {
    let mut window = window_on(RANGE, Preferences::default());
    window.get_by_label("Shoot with Bow (no. 1, arrow 1)");
    window.get_by_label("Wait");
    click(&mut window, "Shoot with Bow (no. 2, arrow 1)");
    assert_eq!(last_args(&window), [1, 1]);
}

#[test]
fn what_is_remarked_on_everything_stands_once_by_the_question() {
    let window = window_on(RANGE, Preferences::default());
    window.get_by_label("The target moves");
    assert_eq!(window.query_all_by_label("Loud").count(), 4);
}

#[test]
fn what_is_sure_before_chance_decides_is_told() {
    let mut window = window_on(RANGE, Preferences::default());
    hover(&mut window, "Shoot with Bow (no. 1, arrow 1)");
    window.get_by_label("Coins \u{2212}1");
    window.get_by_label(text::outlook_uncertain());
    assert!(window.query_by_label(text::outlook_quiet()).is_none());
}

#[test]
fn an_empty_inspector_leaves_its_room_to_the_decision() {
    let mut window = window_on(RANGE, Preferences::default());
    let shut = |window: &Harness<App>| window.query_by_label(text::inspector()).is_none();
    assert!(shut(&window));
    hover(&mut window, "Shoot with Bow (no. 1, arrow 1)");
    let top = window.get_by_label(text::inspector()).rect().top();
    assert!(top < 700.0, "the bow is shown: {top}");
    hover(&mut window, "Wait");
    assert!(shut(&window));
}
