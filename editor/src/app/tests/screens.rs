//! The screens around the table.

use super::*;
use egui_kittest::kittest::NodeT;

use crate::panel::{Screen, Skeleton};
use crate::session::Player;

/// The game of these tests at home.
fn at_home() -> Harness<'static, App> {
    let mut window = window();
    window.state_mut().go_home();
    window.run_steps(1);
    window.state_mut().home.await_all();
    window.run_steps(3);
    window
}

#[test]
fn one_click_from_home_begins_a_match_against_a_bot() {
    let mut window = at_home();
    window.get_by_label("Duel: Put stones");
    click(&mut window, text::play_a_bot());
    let app = window.state();
    assert_eq!(app.screen, Screen::Table);
    let players = &app.session.plan.players;
    assert_eq!(players[0], Player::Human);
    assert!(matches!(players[1], Player::Bot(_)), "{players:?}");
    assert_eq!(players[1], Player::named(&app.preferences.opponent));
    click(&mut window, "cell b2 empty, legal");
    bot_answers(&mut window);
    assert_eq!(pieces(&window), 2);
}

#[test]
fn the_match_in_play_is_continued_from_home() {
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, text::home());
    assert_eq!(window.state().screen, Screen::Home);
    assert_eq!(window.query_all_by_label_contains("cell b2").count(), 0);
    click(&mut window, text::continue_match());
    window.get_by_label("cell b2 Pebble of Seat 1");
}

#[test]
fn people_and_bots_sit_down_as_one_says() {
    let mut window = at_home();
    click(&mut window, text::at_one_table());
    assert_eq!(window.state().session.n_people(), 2);
    let mut window = at_home();
    click(&mut window, text::watch_bots());
    assert_eq!(window.state().session.n_people(), 0);
}

const SETTINGS: &str = "settings = {
\t\t{ id = \"wild\", type = \"bool\", default = false, title = \"Wild\", rule = \"R2\", text = \"Anything goes\" },
\t\t{ id = \"stones\", type = \"int\", default = 3, min = 1, max = 9, title = \"Stones\" },
\t},
\tsetting_groups = { { title = \"Table\", settings = { \"stones\" } } },
\tpresets = { { id = \"mad\", title = \"Mad\", text = \"All of it\", settings = { wild = true } } },
\tsteps =";

#[test]
fn settings_are_changed_taken_back_and_played() {
    let game = GAME.replace("steps =", SETTINGS);
    let mut window = window_on(&game, Preferences::default());
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::N);
    window.run_steps(3);
    assert_eq!(window.state().screen, Screen::Setup);
    window.get_by_label(&text::count("Table", 1));
    window.get_by_label(text::all_fits());
    click(&mut window, "Mad: All of it");
    window.get_by_label("was off, comes with Mad");
    click(&mut window, &text::take_back("Wild"));
    assert!(window.query_by_label_contains("was off").is_none());
    click(&mut window, &text::one_more("Stones"));
    assert_eq!(window.query_all_by_label("was 3").count(), 2, "above, and where it stands");
    click(&mut window, text::start());
    let app = window.state();
    assert_eq!(app.screen, Screen::Table);
    let settings: Vec<(String, String)> =
        app.session.plan.settings.iter().map(|(id, it)| (id.to_string(), it.to_string())).collect();
    assert_eq!(settings, [("stones".to_owned(), "4".to_owned())]);
}

#[test]
fn a_rule_number_opens_its_rule_beside_the_match() {
    let game =
        GAME.replace("local function turn", "--- R2 A hex holds one stone.\nlocal function turn");
    let mut window = window_on(&game, Preferences::default());
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, "cell b2 STONE of Seat 1");
    assert!(window.query_by_label("A hex holds one stone.").is_none());
    let is_link =
        |it: &egui_kittest::Node<'_>| it.accesskit_node().role() == egui::accesskit::Role::Link;
    let link = window.query_all_by_label("R2: a hex holds one stone").find(is_link);
    link.expect("the refusal names its rule").click();
    window.run_steps(3);
    window.get_by_label("A hex holds one stone.");
    window.get_by_label("cell b2 STONE of Seat 1");
}

#[test]
fn the_end_is_told_and_the_table_is_a_click_away() {
    let mut window = window();
    for cell in ["b2", "b3", "c2"] {
        click(&mut window, &format!("cell {cell} empty, legal"));
    }
    window.get_by_label("Seat 1 wins");
    window.get_by_label(text::played());
    assert_eq!(window.query_all_by_label_contains("cell b2").count(), 0);
    click(&mut window, text::open_time_line());
    window.get_by_label("cell b2 Pebble of Seat 1");
    click(&mut window, text::again());
    assert_eq!(pieces(&window), 0);
}

/// After each stone nothing is to be chosen.
fn waiting() -> String {
    GAME.replace("verbs = {", "verbs = { { id = \"rest\", args = {}, title = \"Rest\" },")
        .replace("match:queue(\"turn\")", "match:queue(\"pause\")")
        .replace("steps = { turn = turn }", "steps = { turn = turn, pause = pause }")
        .replace(
            "return harena.game {",
            "local function pause(match)\n\tmatch:offer(\"rest\")\n\t\
             harena.ask(match, match.active, \"put_one\")\n\tmatch:queue(\"turn\")\nend\n\n\
             return harena.game {",
        )
}

#[test]
fn the_only_option_is_taken_by_itself_where_one_wishes_so() {
    let moves = |window: &Harness<App>| stands(window).0;
    for (passes, n) in [(false, 1), (true, 2)] {
        let preferences = Preferences { passes, ..Preferences::default() };
        let mut window = window_on(&waiting(), preferences);
        click(&mut window, "cell b2 empty, legal");
        window.state_mut().last_change -= Duration::from_secs(5);
        window.run_steps(3);
        assert_eq!(moves(&window), n);
    }
}

#[test]
fn passing_is_offered_where_there_is_nothing_else_to_do() {
    let mut window = window_on(&waiting(), Preferences::default());
    assert!(window.query_by_label(text::pass_for_me()).is_none());
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, text::pass_for_me());
    window.state_mut().last_change -= Duration::from_secs(5);
    window.run_steps(3);
    assert_eq!(stands(&window).0, 2);
    assert!(window.state().preferences.passes);
}

#[test]
fn bots_make_one_move_at_a_time_or_hurry() {
    let mut window = window();
    for seat in [Seat(0), Seat(1)] {
        window.state_mut().execute(Command::Seat(seat, Player::named("random")));
    }
    window.state_mut().preferences.bot_pace = Duration::from_secs(3600);
    window.run_steps(2);
    click(&mut window, text::stop_bot());
    click(&mut window, text::step_bot());
    window.state_mut().preferences.bot_pace = Duration::ZERO;
    bot_answers(&mut window);
    assert_eq!((stands(&window).0, window.state().session.bots_rest()), (1, true));
    window.state_mut().preferences.bot_pace = Duration::from_secs(3600);
    click(&mut window, text::go_on_here());
    click(&mut window, text::hurry_bot());
    for _ in 0..2 {
        bot_answers(&mut window);
    }
    window.get_by_label(text::over());
}

fn window_in(folder: &Path) -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let packs = Library::from_trees([("duel", tree(&GAME.replace("STONE", "Pebble")))]);
    let library = Library::open(&[root]).overlaid_with(packs);
    let sources = Sources { data_dir: Some(folder.to_owned()), ..in_memory(library) };
    let app = App::new(sources, Preferences::default());
    let size = [1440.0, 900.0];
    let mut window =
        Harness::builder().with_size(size).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

#[test]
fn what_is_made_is_there_at_once_and_preferences_and_matches_are_kept() {
    let folder = std::env::temp_dir().join(format!("harena_made_{}", std::process::id()));
    let mut window = window_in(&folder);
    click(&mut window, "cell b2 empty, legal");
    click(&mut window, text::home());
    window.state_mut().preferences.calm = true;
    window.state_mut().carry_out(Wish::Toggle(Dialog::Make(Skeleton::Game)));
    window.state_mut().dialogs.making.as_mut().unwrap().name = "new_game".to_owned();
    window.run_steps(3);
    click(&mut window, text::make_it());
    window.run_steps(3);
    window.state_mut().home.await_all();
    window.run_steps(3);
    assert!(folder.join("packs/new_game/pack.toml").is_file());
    window.get_by_label_contains("New Game: ");
    click(&mut window, text::play_a_bot());
    drop(window);
    let kept = std::fs::read_to_string(folder.join(crate::preferences::FILE)).unwrap();
    assert!(Preferences::read(&kept).calm);
    let window = window_in(&folder);
    let recent = window.state().session.recent_records();
    assert_eq!(recent.len(), 1, "{recent:?}");
    assert_eq!(window.state().session.kept_preferences(), Some(kept));
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_scripts_print_is_shown_with_its_place_and_once() {
    let game = GAME.replace(
        "match:put(new, cell, 0)\n",
        "match:put(new, cell, 0)\n\tprint(\"a stone lies\")\n",
    );
    let line = game.lines().position(|line| line.contains("print(")).unwrap() + 1;
    let mut window = window_on(&game, Preferences::default());
    assert!(window.query_by_label_contains(text::printed_by_scripts()).is_none());
    click(&mut window, "cell b2 empty, legal");
    window.get_by_label(&text::count(text::printed_by_scripts(), 1));
    window.get_by_label("a stone lies");
    // Trying out an option tells nothing.
    hover(&mut window, "cell b3 empty, legal");
    window.get_by_label(&text::count(text::printed_by_scripts(), 1));
    click(&mut window, &format!("duel/game.luau:{line}"));
    assert!(window.state().dialogs.source.is_some());
    click(&mut window, text::clear());
    assert!(window.query_by_label_contains(text::printed_by_scripts()).is_none());
}

#[test]
fn printed_lines_are_bounded() {
    let game = GAME.replace(
        "match:put(new, cell, 0)\n",
        "match:put(new, cell, 0)\n\tfor n = 1, 5000 do print(n) end\n",
    );
    let mut window = window_on(&game, Preferences::default());
    for cell in ["b2", "b3"] {
        click(&mut window, &format!("cell {cell} empty, legal"));
    }
    assert_eq!(window.state().session.printed.len(), 200);
}

const GUEST: &str = "schema = 1\n[pack]\nid = \"cobbles\"\nversion = \"1.0.0\"\n\
                     title = \"Cobble Folk\"\nsummary = \"Homebrew: flat stones\"\n\
                     kind = \"faction\"\napi = 1\nguest = true\n[games]\nduel = \"^1\"\n\
                     [dependencies]\nharena = \"^0.1\"\n";

const COBBLES: &str = "--!strict\n-- Flat stones.\nlocal harena = require(\"@harena\")\n\n\
                       return harena.faction { id = \"cobbles\", title = \"Cobble Folk\", short = \"CF\", \
                       looks = {}, pieces = {} }\n";

/// A window on the game of these tests and a faction that joins where it is wanted.
fn with_a_guest() -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let guest = Tree::from_files([("pack.toml", GUEST), ("faction.luau", COBBLES)]).unwrap();
    let duel = tree(&GAME.replace("STONE", "Pebble"));
    let packs = Library::from_trees([("duel", duel), ("cobbles", guest)]);
    let library = Library::open(&[root]).overlaid_with(packs);
    let app = App::new(in_memory(library), Preferences::default());
    let size = [1440.0, 900.0];
    let mut window =
        Harness::builder().with_size(size).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

#[test]
fn a_guest_joins_where_it_is_wanted_and_plays_in_the_first_seat() {
    let mut window = with_a_guest();
    assert_eq!(window.state().session.troubles, []);
    window.state_mut().carry_out(Wish::Toggle(Dialog::NewMatch));
    window.run_steps(3);
    click(&mut window, "Cobble Folk");
    let app = window.state();
    assert_eq!(app.setup.as_ref().unwrap().plan.factions[0].as_deref(), Some("cobbles"));
    assert_eq!(app.preferences.guests, ["cobbles"]);
    click(&mut window, text::start());
    let app = window.state();
    assert_eq!(app.screen, Screen::Table, "{:?}", app.session.troubles);
    assert_eq!(app.session.plan.factions[0].as_deref(), Some("cobbles"));
    assert!(window.query_all_by_label("Cobble Folk").count() > 0);
    // A guest that plays stays to the end of its match.
    click(&mut window, "cell b2 empty, legal");
    window.state_mut().carry_out(Wish::Join("cobbles".to_owned(), false));
    assert_eq!(window.state().session.notice.text, text::guest_plays());
    assert_eq!(window.state().preferences.guests, ["cobbles"]);
}

#[test]
fn a_guest_that_leaves_again_gives_its_seat_back() {
    let mut window = with_a_guest();
    window.state_mut().carry_out(Wish::Toggle(Dialog::NewMatch));
    window.run_steps(3);
    for expected in [Some("cobbles"), None] {
        click(&mut window, "Cobble Folk");
        let plan = &window.state().setup.as_ref().unwrap().plan;
        assert_eq!(plan.factions[0].as_deref(), expected);
    }
    assert!(window.state().preferences.guests.is_empty());
}

#[test]
fn settings_are_kept_as_a_preset_and_forgotten() {
    let game = GAME.replace("steps =", SETTINGS);
    let mut window = window_on(&game, Preferences::default());
    window.state_mut().carry_out(Wish::Toggle(Dialog::NewMatch));
    window.run_steps(3);
    click(&mut window, &text::one_more("Stones"));
    click(&mut window, text::keep_preset());
    window.get_by_label(text::preset_name()).type_text("Long");
    window.run_steps(3);
    // The key that takes the name begins no match.
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert_eq!(window.state().screen, Screen::Setup);
    click(&mut window, text::back_to_rules());
    assert!(window.state().setup.as_ref().unwrap().plan.settings.is_empty());
    click(&mut window, "Long: Kept by you");
    let settings = window.state().setup.as_ref().unwrap().plan.settings.clone();
    assert_eq!(settings["stones"].to_string(), "4");
    click(&mut window, &text::forget_preset("Long"));
    assert!(window.query_by_label("Long: Kept by you").is_none());
    assert_eq!(window.state().session.own_presets("duel"), []);
}

#[test]
fn a_match_begins_when_its_rules_are_there_and_the_window_goes_on_until_then() {
    let (wake, woken) = bell();
    let game = tree(&GAME.replace("STONE", "Pebble"));
    let mut window = window_from(game, ([1280.0, 800.0], Preferences::default()), |sources| {
        Sources { wake: Some(wake), ..sources }
    });
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::N);
    window.run_steps(3);
    window.get_by_label(text::start()).click();
    window.step();
    assert_eq!((window.state().screen, window.state().session.n_begun), (Screen::Setup, 0));
    while window.state().session.n_begun == 0 {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        window.step();
    }
    window.run_steps(3);
    assert_eq!(window.state().screen, Screen::Table);
    assert_eq!(window.state().session.faults, []);
}
