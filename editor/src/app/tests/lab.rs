//! The lab, advice, who sits where, and being led through a match.

use super::*;

use crate::panel::Screen;
use crate::session::Player;

/// Lets frames go by until something is so.
fn until(window: &mut Harness<App>, is_so: impl Fn(&App) -> bool) {
    for _ in 0..20_000 {
        if is_so(window.state()) {
            window.run_steps(2);
            return;
        }
        window.run_steps(1);
        std::thread::yield_now();
    }
    panic!("it never came to that");
}

#[test]
fn a_series_is_played_read_and_one_of_its_matches_opened() {
    let mut window = window();
    window.state_mut().go(Screen::Lab);
    window.run_steps(1);
    window.state_mut().home.await_all();
    window.run_steps(2);
    window.get_by_label(text::lab_empty());
    window.state_mut().lab.wanted.n = 40;
    window.run_steps(2);
    click(&mut window, &text::play_matches(40));
    window.state().lab.run.as_ref().unwrap().await_end();
    window.run_steps(3);
    // The third stone wins, and who begins puts it: nothing else can happen.
    window.get_by_label(text::verdict_first_more());
    window.get_by_label(text::who_wins());
    let begins = text::share_with(text::who_begins(), "100 %", "91 %", "100 %");
    window.get_by_label(&begins);
    window.get_by_label_contains(&text::look_shortest(3));
    let shared = window.state().lab.run.as_ref().unwrap().shared().unwrap();
    assert_eq!((shared.n_played(), shared.parts[0].tally.first.wins), (40, 40));
    drop(shared);
    window.get_by_label_contains(&text::look_longest(3)).click();
    until(&mut window, |app| app.screen == Screen::Table);
    let app = window.state();
    assert_eq!(app.session.play.as_ref().unwrap().timeline().moves().len(), 3);
    assert_eq!(app.session.n_people(), 0);
    window.get_by_label("Seat 1 wins");
}

#[test]
fn values_of_a_setting_are_compared() {
    let steps = "settings = { { id = \"stones\", type = \"int\", default = 3, min = 3, max = 4, \
                 title = \"Stones\" } },\n\tsteps =";
    let game = GAME.replace("steps =", steps);
    let game = game.replace("== 3 then", "== match.settings.stones then");
    let mut window = window_on(&game, Preferences::default());
    window.state_mut().go(Screen::Lab);
    window.run_steps(1);
    window.state_mut().home.await_all();
    window.run_steps(2);
    let lab = &mut window.state_mut().lab;
    (lab.wanted.n, lab.wanted.over) = (40, Some("stones".to_owned()));
    window.run_steps(2);
    click(&mut window, &text::play_matches(40));
    window.state().lab.run.as_ref().unwrap().await_end();
    window.run_steps(3);
    let shared = window.state().lab.run.as_ref().unwrap().shared().unwrap();
    assert_eq!(shared.fault, None);
    let wins: Vec<u64> = shared.parts.iter().map(|part| part.tally.first.wins).collect();
    drop(shared);
    // With three stones who begins puts the last one, with four the other.
    assert_eq!(wins, [40, 0]);
    window.get_by_label(text::by_value());
    window.get_by_label_contains("3 100 %, 4 0 %");
}

#[test]
fn a_seat_is_given_to_somebody_else_at_the_table() {
    let mut window = window();
    click(&mut window, &text::who_plays("Seat 2", text::person()));
    click(&mut window, text::bot_hasty());
    assert!(matches!(window.state().session.plan.player(Seat(1)), Player::Bot(_)));
    click(&mut window, &text::who_plays("Seat 2", text::bot()));
    click(&mut window, text::human());
    assert_eq!(window.state().session.plan.player(Seat(1)), Player::Human);
}

#[test]
fn a_game_that_is_named_is_opened_against_a_bot() {
    let mut window = window();
    window.state_mut().sit_down(None, true);
    assert_eq!(window.state().session.n_people(), 2);
    window.state_mut().sit_down(None, false);
    let players = &window.state().session.plan.players;
    assert_eq!(players[0], Player::Human);
    assert_eq!(players[1], Player::named(&window.state().preferences.opponent));
}

#[test]
fn a_search_says_what_it_would_play() {
    let mut window = window();
    window.key_press(egui::Key::H);
    window.run_steps(2);
    window.get_by_label(text::what_would_you_play());
    until(&mut window, |app| app.session.advised().is_some());
    let advised = window.state().session.advised().cloned().unwrap();
    assert!(advised.fault.is_empty() && !advised.lines.is_empty(), "{advised:?}");
    assert_eq!(pieces(&window), 0, "nothing was played");
    let decision = window.state().session.the_match().unwrap().decision().unwrap();
    assert!(advised.lines.iter().all(|line| decision.offers(&line.action)));
    click(&mut window, text::no_advice());
    assert!(window.query_by_label(text::what_would_you_play()).is_none());
}

#[test]
fn the_story_is_read_by_turns_and_looked_at() {
    let game = GAME.replace("match:activate(1", "match:begin_turn()\n\tmatch:activate(1");
    let mut window = window_on(&game, Preferences::default());
    for cell in ["b2", "b3"] {
        click(&mut window, &format!("cell {cell} empty, legal"));
    }
    assert_eq!(window.state().session.the_match().unwrap().state().turn, 2);
    click(&mut window, &text::look_at_turn("Seat 2", 1));
    assert_eq!(window.state().session.play.as_ref().unwrap().timeline().n_done(), 1);
}

/// A match in which one is led: two moves, with what is told of them.
const FIRST_MATCH: &str = r#"--!strict
-- A first match.
local harena = require("@harena")

return {
	harena.scenario {
		name = "A first match",
		begin = "start",
		steps = {
			{ note = "Begin in the middle", act = "put (0,0)" },
			{ note = "The other one answers", act = "put (1,0)" },
			{ note = "Now go on", expect = "active Seat_0" },
		},
	},
}
"#;

#[test]
fn somebody_is_led_through_a_first_match() {
    let files = [
        ("pack.toml", MANIFEST),
        ("stone.luau", STONE),
        ("game.luau", GAME),
        ("spec/first_match.luau", FIRST_MATCH),
    ];
    let tree = Tree::from_files(files).unwrap();
    let mut window = window_of(tree, Preferences::default());
    window.state_mut().execute(Command::Lead("duel".into()));
    window.run_steps(3);
    assert_eq!(window.state().session.notice.text, "");
    window.get_by_label("Begin in the middle");
    click(&mut window, "cell c2 empty, legal");
    assert_eq!(pieces(&window), 0, "another move waits");
    click(&mut window, "cell b2 empty, legal");
    bot_answers(&mut window);
    assert_eq!(pieces(&window), 2);
    window.get_by_label("Now go on");
    click(&mut window, text::go_on_alone());
    assert!(window.query_by_label("Now go on").is_none());
    click(&mut window, "cell c2 empty, legal");
    window.get_by_label("Seat 1 wins");
}
