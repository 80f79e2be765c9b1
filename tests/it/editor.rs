//! The window, driven without a display by what a screen reader would read.

use harena_editor::command::Command;
use harena_editor::session::Plan;
use harena_editor::tell::Teller;
use harena_editor::text;
use harena_engine::decision::Action;
use harena_engine::game::SettingValue;
use harena_engine::id::{PieceId, PrototypeId, Seat, VarId};
use harena_tests::driver::{Opening, Window};
use harena_tests::film::Film;
use harena_tests::house::{duel_packs, packs, shipped_games};
use harena_tests::matrix::{STOPS, Stop, walk};
use harena_tests::renderer::Picture;

mod shown;

#[test]
fn a_full_match_is_played_by_clicks() {
    for (packs, game) in [(duel_packs(), "duel"), (packs("tic_tac_toe"), "tic_tac_toe")] {
        let mut window = Window::open(&packs, game, 3);
        while window.outcome().is_none() {
            window.click_any_option();
        }
        window.reads(text::over());
        window.click(text::again());
        assert_eq!((window.n_done(), window.outcome()), (0, None), "{game}");
    }
}

/// No match of a game that ships takes more actions.
const MANY: usize = 2000;

/// Plays a match of a game to its end, an action after the other.
fn play_out(game: &str, seed: u64, act: impl Fn(&mut Window)) {
    let mut window = Window::open(&packs(game), game, seed);
    while window.outcome().is_none() {
        assert!(window.n_done() < MANY, "{game} does not end");
        act(&mut window);
    }
    assert!(window.app().session.faults.is_empty());
    window.reads(text::over());
    window.reads(text::again());
}

/// Plays a match of every game that ships, side by side.
fn play_out_all(seed: u64, act: impl Fn(&mut Window) + Copy + Send + Sync) {
    std::thread::scope(|scope| {
        for game in shipped_games() {
            scope.spawn(move || play_out(game, seed, act));
        }
    });
}

#[test]
fn every_game_is_played_to_its_end_by_mouse() {
    play_out_all(5, |window| drop(window.click_any_option()));
}

/// A person plays the first seat by keys, bots the others; then the next match begins, by a key.
fn play_by_keys(game: &str) {
    let mut window = Window::open(&packs(game), game, 7);
    window.sit_alone("random");
    while window.outcome().is_none() {
        assert!(window.n_done() < MANY, "{game} does not end");
        window.press_any_option();
    }
    assert!(window.app().session.faults.is_empty());
    window.reads(text::over());
    window.press("Enter");
    assert!(window.outcome().is_none() && window.n_done() < MANY, "{game}");
}

#[test]
fn every_game_is_played_to_its_end_by_keys_alone() {
    std::thread::scope(|scope| {
        for game in shipped_games() {
            scope.spawn(move || play_by_keys(game));
        }
    });
}

#[test]
fn a_new_question_is_explained_until_it_is_understood() {
    for game in shipped_games() {
        let mut window = Window::open(&packs(game), game, 5);
        let mut n_actions = 0;
        let told = loop {
            if let Some(told) = window.guide() {
                break told;
            }
            window.click_any_option();
            n_actions += 1;
            assert!(n_actions < 20, "{game}: nothing is explained");
        };
        window.reads(&told);
        window.click(text::understood());
        window.reads_not(&told);
        let understood = &window.app().preferences.understood;
        assert!(understood.iter().all(|it| it.starts_with(&format!("{game}/"))), "{understood:?}");
        window.prefer(|preferences| preferences.understood.clear());
        window.reads(&told);
        window.prefer(|preferences| preferences.guides = false);
        window.reads_not(&told);
    }
}

/// What is told of a question and cannot be read to its end, in a match of clicks at any option.
fn unread_guides(game: &str, size: [f32; 2]) -> Vec<String> {
    let mut window = Window::sized(&packs(game), game, 5, size);
    let mut found = Vec::new();
    for n in 0..40 {
        if window.outcome().is_some() {
            break;
        }
        window.click_any_option();
        let unread = window.guide().and_then(|told| window.unread(&told));
        found.extend(unread.map(|it| format!("{game} in {size:?} after {n}: {it}")));
    }
    found
}

#[test]
fn what_is_told_of_a_question_is_read_to_its_end() {
    let found: Vec<String> = std::thread::scope(|scope| {
        let read = |game: &str| {
            let sizes = WINDOWS.iter().filter(|(_, scale)| *scale == 100);
            sizes.flat_map(|(size, _)| unread_guides(game, *size)).collect::<Vec<_>>()
        };
        let games = shipped_games().into_iter().map(|game| scope.spawn(move || read(game)));
        let games = games.collect::<Vec<_>>();
        games.into_iter().flat_map(|found| found.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// The first attack of a team that is offered, with the names of whom it names.
fn team_attack(window: &Window) -> Option<(Seat, Action, String)> {
    let play = window.app().session.play.as_ref()?;
    let verb = play.game.names.verbs.find("team_attack")?;
    let decision = play.now().decision()?;
    let group = decision.groups.iter().find(|group| group.verb.index() == verb)?;
    let teller = Teller::of(&play.game, &play.book, play.now().state());
    let name = |id: i32| teller.piece(PieceId(u16::try_from(id).unwrap()));
    let listed = group.dimension_at(1)?.listed()?;
    let helpers: Vec<String> = listed.of.iter().map(|id| name(*id)).collect();
    let all = i32::try_from((1u32 << helpers.len()) - 1).unwrap();
    let mut options = decision.options().filter(|it| it.verb.index() == verb);
    let action = options.find(|it| it.args.as_slice()[1] == all)?;
    let told = format!("Attack {} with {}", name(action.args.as_slice()[0]), helpers.join(" + "));
    Some((decision.seat, action, told))
}

#[test]
fn the_story_names_who_helps_in_an_attack() {
    let mut window = Window::open(&packs("chessmonsters"), "chessmonsters", 9);
    let (seat, action, told) = loop {
        if let Some(found) = team_attack(&window) {
            break found;
        }
        assert!(window.outcome().is_none(), "no team could attack");
        window.click_any_option();
    };
    window.execute(Command::Act(seat, action));
    let offered = team_attack(&window).map(|(.., offered)| offered);
    assert_ne!(offered.as_ref(), Some(&told), "only the story tells of it now");
    assert!(window.labels().contains(&told), "{told} is not in {:#?}", window.labels());
    window.reads_not("1 chosen");
}

/// What was chosen in secret from a list is told by name to who chose it, and to nobody else.
#[test]
fn decks_are_named_to_who_chose_them() {
    let mut window = Window::open(&packs("chessmonsters"), "chessmonsters", 3);
    while window.n_done() < 6 {
        window.click_any_option();
    }
    let play = window.app().session.play.as_ref().unwrap();
    let viewer = play.now().decision().unwrap().seat;
    let teller = Teller::of(&play.game, &play.book, play.now().state());
    let labels = window.labels();
    let count = |told: &str| labels.iter().filter(|label| *label == told).count();
    let (mut n_own, mut n_other) = (0, 0);
    for (it, lists) in play.chosen().into_iter().filter(|(_, lists)| !lists.is_empty()) {
        let listed = |at| lists.iter().find(|(place, _)| *place == at).map(|(_, list)| list);
        let whole = teller.action(&it.action, listed);
        let names = whole.split(" + ").count();
        assert!(names > 3 && !whole.contains("chosen"), "{whole}");
        let told = teller.action_in_brief(&it.action, |_| None);
        let own = it.seat == viewer;
        // Both may have chosen the same: that of the other is not told.
        assert!(count(&whole) == 1 || (!own && count(&whole) == 0), "{whole}");
        assert_eq!(count(&told), 1, "{told}");
        *if own { &mut n_own } else { &mut n_other } += 1;
    }
    assert_eq!((n_own, n_other), (2, 2), "a team and a deck of each: {labels:#?}");
}

/// Beside the dice of an attack stands who cannot help, and why.
#[test]
fn who_does_not_help_is_told_with_the_reason() {
    let mut window = Window::open(&packs("chessmonsters"), "chessmonsters", 9);
    let mut reasons = std::collections::BTreeSet::new();
    let all = ["exhausted, cannot help", "has no attack that way", "could help, stays out"];
    for _ in 0..MANY {
        let labels = window.labels();
        let ended = all.iter().filter(|it| labels.iter().any(|label| label.ends_with(*it)));
        reasons.extend(ended.copied());
        if reasons.len() > 1 || window.outcome().is_some() {
            break;
        }
        window.click_any_option();
    }
    assert!(reasons.len() > 1, "only {reasons:?} were told");
}

/// Cards of the looks that lie over the story leave the board its room, and are read whole.
#[test]
fn objectives_lie_over_the_story() {
    let opening = |size| Opening {
        seed: 4,
        size,
        n_seats: Some(3),
        settings: [("objectives".to_owned(), SettingValue::Bool(true))].into(),
        ..Opening::default()
    };
    let board = |size| {
        let window = Window::opened(&packs("monster_hex"), "monster_hex", opening(size));
        let heading = window.place("Private Objectives");
        let story = window.place(text::story());
        assert!(heading.bottom() <= story.top() || size[1] < 800.0, "{heading} {story}");
        let cards = window.labels().into_iter().filter(|label| label.contains("Objectives;"));
        let cards: Vec<String> = cards.collect();
        assert_eq!(cards.len(), 3, "{cards:?}");
        (heading.left() >= story.left() - 4.0, window)
    };
    let (is_over, window) = board([1440.0, 900.0]);
    assert!(is_over);
    // Names may be shortened; what is to be read may not.
    let cut: Vec<String> = window.elided().into_iter().filter(|it| it.len() > 40).collect();
    assert!(cut.is_empty(), "{cut:?} end in dots");
    assert!(!board([1300.0, 600.0]).0, "a low window has no room for them there");
}

/// The end of a match counts what the pack names, and accounts for what strikes took.
#[test]
fn the_end_accounts_for_hit_points() {
    let mut window = Window::open(&packs("monolith_arena"), "monolith_arena", 5);
    window.play_out("greedy");
    for told in ["How the hit points went", "Tiles placed", "stood for"] {
        window.reads(told);
    }
    window.reads_not("Place \u{2026}");
    let number = |told: &str| told.replace('\u{2212}', "-").trim().parse::<i32>().unwrap();
    let row = |title: &str| -> Option<Vec<i32>> {
        let labels = window.labels();
        let told = labels.iter().find_map(|it| it.strip_prefix(&format!("{title}: ")))?;
        Some(told.split(',').map(number).collect())
    };
    let sum = |rows: &[&str]| -> Vec<i32> {
        let rows: Vec<Vec<i32>> = rows.iter().filter_map(|title| row(title)).collect();
        (0..2).map(|seat| rows.iter().map(|row| row[seat]).sum()).collect()
    };
    // What the numbers went by stands between their start and what is left.
    let labels = window.labels();
    let at = |title: &str| labels.iter().position(|it| it.starts_with(&format!("{title}: ")));
    let (first, last) = (at(text::at_the_start()).unwrap(), at(text::is_left()).unwrap());
    let all: Vec<&str> =
        labels[first..last].iter().filter_map(|it| Some(it.split_once(": ")?.0)).collect();
    assert!(all.contains(&"Melee") && !all.contains(&text::otherwise()), "{all:?}");
    assert_eq!(Some(sum(&all)), row(text::is_left()));
}

/// Who has placed a tile for every round while rounds are left is told to skip its turns.
#[test]
fn skipped_turns_are_told_at_the_seat() {
    let told = |window: &Window| window.labels().iter().any(|it| it.contains("skips its turns"));
    let has_placed_all = |window: &Window| {
        let play = window.app().session.play.as_ref().unwrap();
        let (game, state) = (&play.game, play.now().state());
        let seat_var = |name| VarId(game.names.seat_vars.find(name).unwrap() as u8);
        let rounds = VarId(game.names.vars.find("rounds").unwrap() as u8);
        let rounds = state.var(game, None, rounds);
        let seats = (0..game.n_seats).map(Seat);
        let mut placed = seats.map(|seat| state.var(game, Some(seat), seat_var("placed")));
        state.round < rounds.unsigned_abs() && placed.any(|n| n >= rounds)
    };
    for seed in 1..20 {
        let settings = [("abilities".to_owned(), SettingValue::Bool(true))].into();
        let opening = Opening { seed, n_seats: Some(4), settings, ..Opening::default() };
        let mut window = Window::opened(&packs("monster_hex"), "monster_hex", opening);
        while window.outcome().is_none() {
            window.click_any_option();
            if window.outcome().is_none() && has_placed_all(&window) {
                assert!(told(&window), "seed {seed}: {:#?}", window.labels());
                return;
            }
        }
    }
    panic!("nobody placed all tiles early");
}

/// What a hero cannot do now stands below what it can, with the reason; what the table plays without
/// is not told.
#[test]
fn what_cannot_be_done_says_why() {
    let mut window = Window::open(&packs("pathfinder_arena"), "pathfinder_arena", 3);
    while window.question().as_deref() != Some("Your actions") {
        window.click_any_option();
    }
    let offered = |window: &Window, verb: &str| {
        let play = window.app().session.play.as_ref().unwrap();
        let verb = play.game.names.verbs.find(verb).unwrap();
        let decision = play.now().decision().unwrap();
        decision.groups.iter().any(|group| group.verb.index() == verb)
    };
    assert!(!offered(&window, "strike"));
    window.reads("R47: ");
    let window = Window::open(&packs("monolith_arena"), "monolith_arena", 3);
    window.reads_not("Unfold the Monolith");
}

/// Cards show slots for tokens and points in a disc instead of a price in brackets.
#[test]
fn cards_have_slots_for_tokens() {
    let window = Window::open(&packs("pathfinder_arena"), "pathfinder_arena", 3);
    let play = window.app().session.play.as_ref().unwrap();
    let sheet = |id: &str| {
        let at = play.game.prototypes.iter().position(|it| it.id == id).unwrap();
        let title = play.game.prototypes[at].text.clone();
        (title, play.book.sheet(PrototypeId(u16::try_from(at).unwrap())).unwrap().clone())
    };
    let (text, verse) = sheet("mercy_verse");
    assert!(text.starts_with("[1 Wis + 2 AP] "), "{text}");
    assert_eq!(verse.brief.as_deref(), text.strip_prefix("[1 Wis + 2 AP] "));
    let slots: Vec<&str> = verse.slots.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((slots, verse.cost.as_str()), (vec!["wis"], "2"));
    let (_, armor) = sheet("mage_armor");
    assert_eq!((armor.slots.len(), armor.cost.as_str()), (2, ""));
    let told = armor.lines.iter().find(|(_, title, _)| title == "Slots").map(|it| it.2.as_str());
    assert_eq!(told, Some("Intelligence, Intelligence"));
    // R135 The item of the lowest priority is lost first, so it stays on its card.
    let (_, item) = sheet("hingewood_staff");
    assert!(item.lines.iter().any(|(field, title, _)| field == "priority" && title == "Priority"));
    assert!(!item.drawn.contains(&"priority".to_owned()));
}

/// While an attack of a team is pointed at, the dice beside the board are those of who attacks.
#[test]
fn the_odds_of_a_team_are_those_of_who_attacks() {
    let mut window = Window::open(&packs("chessmonsters"), "chessmonsters", 9);
    let (action, told) = loop {
        let found = team_attack(&window).map(|(_, action, told)| (action, told));
        if let Some(found) = found.filter(|(_, told)| window.labels().contains(told)) {
            break found;
        }
        assert!(window.outcome().is_none(), "no team could attack");
        window.click_any_option();
    };
    window.hover(&told);
    let play = window.app().session.play.as_ref().unwrap();
    let decision = play.now().decision().unwrap();
    let group = decision.groups.iter().find(|group| group.contains(&action)).unwrap();
    let helpers = group.dimension_at(1).unwrap().listed().unwrap();
    let helpers = helpers.written_out(action.args.as_slice()[1]).unwrap();
    let teller = Teller::of(&play.game, &play.book, play.now().state());
    let helpers = helpers.into_iter().map(|id| PieceId(u16::try_from(id).unwrap()));
    let mut names: Vec<String> =
        decision.asker.into_iter().chain(helpers).map(|id| teller.piece(id)).collect();
    let labels = window.labels();
    let dice = labels.iter().filter(|it| it.contains(" in 6, "));
    let mut thrown: Vec<&str> = dice.filter_map(|it| it.split(':').next()).collect();
    names.sort();
    thrown.sort_unstable();
    assert_eq!(thrown, names, "{labels:#?}");
}

/// Ways to block are a table that is read without scrolling.
#[test]
fn a_block_is_chosen_from_a_table_in_sight() {
    let mut most = 0;
    for seed in 1..4 {
        let size = [1440.0, 900.0];
        let mut window = Window::sized(&packs("knockdown"), "knockdown", seed, size);
        while window.outcome().is_none() && most < 6 {
            window.click_any_option();
            let Some(play) = window.app().session.play.as_ref() else { break };
            let Some(decision) = play.now().decision() else { break };
            let n = usize::try_from(decision.count()).unwrap();
            let is_block = play.game.names.words.name(decision.prompt.index()) == "block";
            if !is_block || n > 7 || n <= most {
                continue;
            }
            let teller = Teller::of(&play.game, &play.book, play.now().state());
            let rows = decision.options().map(|it| teller.option(Some(decision), &it));
            let rows: Vec<String> = rows.collect();
            window.hover(text::home());
            let unseen: Vec<&String> = rows.iter().filter(|row| !window.sees(row)).collect();
            assert!(unseen.is_empty(), "seed {seed}, of {n} ways: {unseen:?}");
            most = n;
        }
    }
    assert!(most > 5, "at most {most} ways to block");
}

#[test]
fn undo_and_redo_are_a_click_away() {
    let mut window = Window::open(&duel_packs(), "duel", 3);
    let start = window.digest();
    window.click_option("Strike");
    window.click_option("Aim 1");
    let after = window.digest();
    window.click(text::undo());
    window.click(text::undo());
    assert_eq!((window.n_done(), window.digest()), (0, start));
    window.click(text::redo());
    window.click(text::redo());
    assert_eq!((window.n_done(), window.digest()), (2, after));
}

#[test]
fn a_file_edited_during_a_match_changes_the_board() {
    let mut window = Window::open(&duel_packs(), "duel", 3);
    window.click_option("Strike");
    window.reads("Bear");
    let bear = "title = \"Bear\", might = 3";
    window.edit("reds", "faction.luau", bear, "title = \"Ursa\", might = 5");
    window.reads("cell 0 Ursa");
    window.reads_not("Bear");
    assert!(window.app().session.notice.text.starts_with("Reloaded in "));
    assert_eq!(window.n_done(), 1, "the match goes on where it was");
    window.click_option("Aim 0");
    assert_eq!(window.wounds("Heron"), 5);
}

#[test]
fn a_broken_file_is_told_and_shown_until_it_is_mended() {
    let mut window = Window::open(&duel_packs(), "duel", 3);
    window.edit("reds", "faction.luau", "might = 3", "mihgt = 3");
    window.reads(text::kept_last_good());
    let problem = "reds/faction.luau:10";
    window.reads(problem);
    window.reads("did you mean might?");
    let labels = window.labels();
    let line = labels.iter().find(|it| it.contains(problem)).expect("it is told");
    let (line, button) = (window.place(line), window.place(text::open_in_workshop()));
    assert!(line.y_range().intersects(button.y_range()), "the hint comes before anything else");
    window.reads("cell 0 Bear");
    window.click_option("Strike");
    window.click_option("Aim 0");
    assert_eq!((window.n_done(), window.wounds("Heron")), (2, 3), "the match goes on");
    window.double_click(problem);
    window.reads("  10          duel.fighter { id = \"bear\", title = \"Bear\", mihgt = 3 },");
    window.edit("reds", "faction.luau", "mihgt = 3", "might = 4");
    window.reads_not(problem);
    assert!(window.app().session.troubles.is_empty());
    assert_eq!(window.n_done(), 2);
}

#[test]
fn rules_that_fail_are_told_and_taken_back() {
    let mut window = Window::open(&duel_packs(), "duel", 3);
    let settings = [("misbehaved".to_owned(), SettingValue::Bool(true))];
    let plan = Plan { settings: settings.into(), ..window.app().session.plan.clone() };
    window.execute(Command::Begin(plan));
    let before = window.digest();
    window.click_failing_option("Stumble");
    assert_eq!((window.digest(), window.n_done()), (before, 0));
    window.reads("duel/rules.luau:");
    window.reads("over its own feet");
    window.click_option("Rest");
    assert_eq!(window.n_done(), 1);
}

#[test]
fn every_cell_and_card_can_be_read() {
    for game in shipped_games() {
        let mut window = Window::open(&packs(game), game, 5);
        (0..12).for_each(|_| drop(window.click_any_option()));
        let the_match = window.app().session.the_match().unwrap();
        let n_cells = the_match.game.board.n_cells();
        let read = window.labels().iter().filter(|label| label.starts_with("cell ")).count();
        assert_eq!(read, n_cells, "{game}");
    }
}

#[test]
fn the_window_is_drawn_at_both_usual_sizes() {
    for game in shipped_games() {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut window = Window::sized(&packs(game), game, 5, size);
            (0..10).for_each(|_| drop(window.click_any_option()));
            let picture = window.picture();
            assert_eq!([picture.width as f32, picture.height as f32], size);
            assert!(picture.n_colors() > 200, "{game}: {} colors", picture.n_colors());
        }
    }
}

/// The windows of the matrix: how large they are, and in percent everything in them.
const WINDOWS: [([f32; 2], u32); 4] = [
    ([1000.0, 700.0], 100),
    ([1440.0, 900.0], 100),
    ([1920.0, 1080.0], 100),
    ([1000.0, 700.0], 200),
];

/// What does not fit on any screen of a game, in any window.
fn misfits(game: &str) -> Vec<String> {
    let stops = STOPS.into_iter().filter(|stop| *stop != Stop::Later).collect::<Vec<_>>();
    let mut found = Vec::new();
    walk((&packs(game), game, 5), &stops, |window, stop| {
        for (size, scale) in WINDOWS {
            window.resize(size, scale);
            let mut wrong = window.misfits();
            if stop == Stop::Setup && !window.sees(text::start()) {
                wrong.push("nobody sees the button that starts the match".to_owned());
            }
            let place = format!("{game}, {stop:?} in {size:?} at {scale} %");
            found.extend(wrong.into_iter().map(|it| format!("{place}: {it}")));
        }
        window.resize([1600.0, 1000.0], 100);
    });
    found
}

#[test]
fn nothing_is_cut_off_on_any_screen_at_any_size() {
    let found: Vec<String> = std::thread::scope(|scope| {
        let games = shipped_games().into_iter().map(|game| scope.spawn(move || misfits(game)));
        let games = games.collect::<Vec<_>>();
        games.into_iter().flat_map(|found| found.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// How many points of the interface a cell of the board is wide.
fn width_of_cells(window: &Window) -> f32 {
    let labels = window.labels();
    let cell = labels.iter().find(|it| it.starts_with("cell ")).expect("a board");
    window.place(cell).width()
}

#[test]
fn the_board_keeps_its_room_in_small_windows() {
    let mut window = Window::sized(&packs("chessmonsters"), "chessmonsters", 5, [1000.0, 700.0]);
    for _ in 0..24 {
        window.click_any_option();
    }
    assert!(window.guide().is_some(), "something is explained");
    let guided = width_of_cells(&window);
    window.prefer(|preferences| preferences.guides = false);
    assert_eq!(guided, width_of_cells(&window), "what is explained stands beside the board");
    assert!(guided > 64.0, "cells of {guided} points are too small to play on");
}

#[test]
fn a_column_stays_as_broad_as_it_is_whatever_it_holds() {
    let mut window = Window::sized(&packs("monolith_arena"), "monolith_arena", 27, [1280.0, 800.0]);
    let mut seen = Vec::new();
    for _ in 0..48 {
        window.click_any_option();
        if window.labels().iter().any(|it| it == text::inspector()) {
            seen.push(window.place(text::inspector()).width());
        }
    }
    assert!(seen.len() > 20, "things are pointed at: {seen:?}");
    let widest = seen.iter().copied().fold(0.0, f32::max);
    let narrowest = seen.iter().copied().fold(f32::MAX, f32::min);
    assert!(widest < narrowest + 2.0, "from {narrowest} to {widest} points");
}

#[test]
fn a_film_holds_only_what_has_changed() {
    let first = || Picture::blank(8, 6);
    let mut second = first();
    second.pixels[2 * 8 + 3] = egui::Color32::WHITE;
    second.pixels[4 * 8 + 1] = egui::Color32::WHITE;
    let mut film = Film::default();
    film.take(first(), 40);
    film.take(first(), 40);
    film.take(second, 20);
    assert_eq!(film.n_frames(), 2, "frames that are alike are one");
    let path = std::env::temp_dir().join(format!("harena_film_{}.png", std::process::id()));
    film.save(&path).unwrap();
    let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut seen = Vec::new();
    let mut room = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..2 {
        let frame = reader.next_frame(&mut room).unwrap();
        let control = reader.info().frame_control.unwrap();
        seen.push((control.x_offset, control.y_offset, frame.width, frame.height));
        assert_eq!(control.delay_num, if seen.len() == 1 { 80 } else { 20 });
    }
    std::fs::remove_file(path).unwrap();
    assert_eq!(seen, [(0, 0, 8, 6), (1, 2, 3, 3)]);
    assert_eq!(room[8..12], [255; 4], "the right upper corner of what has changed");
    assert_eq!(room[..4], [0; 4], "what has not changed is left out");
}

/// Whoever does what a first match says comes to its end, and the match goes on from there.
#[test]
fn first_matches_are_led_to_their_first_blow() {
    for (game, says) in [("monolith_arena", "That was a battle"), ("chessmonsters", "A hit takes")]
    {
        let mut window = Window::open(&packs(game), game, 1);
        let (done, of, told) = window.be_led(game);
        assert_eq!(done, of, "{game}");
        assert!(done <= 12 && told.starts_with(says), "{game}: {told}");
        assert!(window.outcome().is_none(), "{game}");
        if game == "monolith_arena" {
            is_played_back(&mut window);
        }
    }
}

/// In Knockdown the line below the lane says how full the own hand is, and each card of the row
/// whether the own fighter reaches the other from where it stands; screen readers read both.
#[test]
fn hands_tell_their_limit_and_cards_what_reaches() {
    let mut window = Window::sized(&packs("knockdown"), "knockdown", 7, [1440.0, 900.0]);
    window.prefer(|preferences| preferences.previews = false);
    let mut fullest = 0;
    for _ in 0..40 {
        window.click_any_option();
        let n_held = window
            .labels()
            .iter()
            .filter(|it| it.starts_with("card ") && it.contains(" in Hand"))
            .count();
        window.reads(&format!("Your hand: {n_held} of "));
        fullest = fullest.max(n_held);
        let row = window.labels().into_iter().filter(|it| it.contains(" in Attack Row"));
        for card in row {
            assert!(["; in range", "; too far"].iter().any(|it| card.ends_with(it)), "{card}");
        }
    }
    assert!((3..=6).contains(&fullest), "{fullest}");
}

/// The battle is told blow by blow while it is played back, and no key has to wait for it.
fn is_played_back(window: &mut Window) {
    window.reads_not(text::blow_by_blow());
    window.play_back();
    window.click(text::pause());
    window.click(text::step_back());
    window.reads(text::skip_it());
    while window.labels().iter().all(|label| label != text::blow_by_blow()) {
        assert!(window.app().table.playback.at.is_some(), "no instant tells a blow");
        window.click(text::step());
    }
    window.press("Space");
    assert_eq!(window.app().table.playback.at, None, "a key that takes an option ends it");
    window.reads_not(text::blow_by_blow());
}
