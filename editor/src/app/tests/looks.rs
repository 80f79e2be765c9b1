//! Looks that are misspelt.

use super::*;

const LOOKS: &str = "--!strict
-- How it looks.
return table.freeze {
\tkinds = { stnoe = { as = \"disc\" } },
\tboard = {
\t\tcell = \"#22\",
\t},
}
";

#[test]
fn what_is_misspelt_is_told_with_its_line_and_the_match_goes_on() {
    let game = GAME.replace("reasons =", "looks = require(\"./looks\"),\n\treasons =");
    let files = [
        ("pack.toml", MANIFEST),
        ("stone.luau", STONE),
        ("game.luau", &game),
        ("looks.luau", LOOKS),
    ];
    let mut window = window_of(Tree::from_files(files).unwrap(), Preferences::default());
    let troubles = &window.state().session.troubles;
    let found: Vec<_> = troubles
        .iter()
        .map(|it| (it.path.as_str(), it.line, it.message.as_str(), it.hint.as_str(), it.mild))
        .collect();
    let hint = "did you mean `stone`?";
    let color = "write it as `#rrggbb`, such as `#e8b04a`";
    let expected = [
        ("looks.luau", 4, "unknown kind `stnoe`", hint, true),
        ("looks.luau", 6, "`#22` is no color", color, true),
    ];
    assert_eq!(found, expected);
    click(&mut window, "cell b2 empty, legal");
    assert_eq!(pieces(&window), 1);
}

#[test]
fn looks_inside_the_file_of_the_game_are_found_there() {
    let looks = "looks = {\n\t\tseats = { { shpae = \"star\" } },\n\t},\n\treasons =";
    let game = GAME.replace("reasons =", looks);
    let window = window_of(tree(&game), Preferences::default());
    let [trouble] = window.state().session.troubles.as_slice() else { panic!("one is wrong") };
    let line = 1 + game.lines().position(|line| line.contains("shpae")).unwrap() as u32;
    assert_eq!((trouble.path.as_str(), trouble.line), ("game.luau", line));
    assert_eq!(trouble.hint, "did you mean `shape`?");
}

/// A game that tells of the second seat, and of steps that are left.
const TOLD: &str = r#"vars = { steps_left = 3 },
	sentences = { holds = "{1:seat}: stands: {2} %" },
	looks = {
		overlay = { step = "tell" },
		sentences = { holds = { as = "seat" } },
		vars = { { var = "steps_left", title = "Steps", at = "prompt", max = 4 } },
	},
	reasons ="#;

#[test]
fn what_is_told_of_a_seat_stands_in_its_panel_and_numbers_in_the_banner() {
    let tell = "local function tell(match)\n\tmatch:say(\"holds\", 1, 40)\nend\n\n";
    let game = GAME
        .replace("reasons =", TOLD)
        .replace("steps = { turn = turn }", "steps = { turn = turn, tell = tell }")
        .replace("return harena.game", &format!("{tell}return harena.game"));
    let window = window_of(tree(&game), Preferences::default());
    window.get_by_label("stands: 40 %");
    window.get_by_label("3 steps");
    assert!(window.query_by_label("Seat 2: stands: 40 %").is_none());
}
