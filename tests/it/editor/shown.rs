//! What single games show in the window: at the end, in hands, at home.

use harena_editor::panel::Screen;
use harena_editor::tell::Teller;
use harena_editor::text;
use harena_engine::decision::Dimension;
use harena_engine::game::SettingValue;
use harena_engine::id::{Seat, VarId, ZoneId};
use harena_engine::state::ZoneList;
use harena_tests::driver::{Opening, Window};
use harena_tests::house::{duel_packs, packs, shipped};

/// The window of the pictures.
const SIZE: [f32; 2] = [1440.0, 900.0];
/// The radius of a tile in a hand is 56 points at least.
const LEAST_TILE: f32 = 2.0 * 56.0;

/// A match in the window of the pictures, played at random until it shows something.
fn played_until(game: &str, shows: impl Fn(&Window) -> bool) -> Window {
    let played = |seed| {
        let mut window = Window::sized(&packs(game), game, seed, SIZE);
        while window.outcome().is_none() && !shows(&window) {
            window.click_any_option();
        }
        window.outcome().is_none().then_some(window)
    };
    (1..12).find_map(played).expect("one of these matches shows it")
}

/// Where a match turned is told with chances, and opens the time line there.
#[test]
fn turning_points_tell_chances_and_open_the_time_line() {
    let mut n = 0;
    for seed in 1..6 {
        let mut window = Window::open(&duel_packs(), "duel", seed);
        window.play_out("random");
        window.await_review();
        let found = window.app().session.reviewed().expect("the match was looked at").clone();
        assert_eq!(window.app().session.looks_back(), None);
        let Some(swing) = found.swings().first().cloned() else { continue };
        window.reads(text::where_it_turned());
        let [before, after] = swing.chance.map(|it| (it * 100.0).round() as i32);
        assert!(after - before >= 14, "{swing:?}");
        let told = text::chance_went("", before, after);
        let told = told.split("to win").last().unwrap();
        let label = window.labels().into_iter().find(|it| it.contains(told));
        window.click(&label.unwrap_or_else(|| panic!("no {told} in {:#?}", window.labels())));
        assert_eq!(window.n_done(), swing.from);
        n += 1;
    }
    assert!(n > 0);
}

/// Where a tile must be discarded and nothing else can be done with a hand, that stands on the
/// tiles; what was drawn is told as that.
#[test]
fn discards_stand_on_the_tiles_of_the_hand() {
    let mut window = Window::open(&packs("monolith_arena"), "monolith_arena", 3);
    let must = "A tile must be discarded first";
    while !window.labels().iter().any(|label| label.contains(must)) {
        window.click_any_option();
    }
    window.reads(text::on_your_tiles());
    let labels = window.labels();
    assert!(labels.iter().any(|label| label.starts_with("Drew: ")), "{labels:#?}");
    window.reads_not("To Hand");
    let cards: Vec<String> = labels.iter().filter(|it| it.starts_with("card ")).cloned().collect();
    assert_eq!(cards.len(), 3, "{labels:#?}");
    for card in &cards {
        let title = card.strip_prefix("card ").and_then(|it| it.split_once(" in Hand"));
        let discard = format!("Discard {}", title.unwrap().0);
        let room = window.place(card).expand(12.0);
        let buttons = window.places(&discard);
        assert!(buttons.iter().any(|it| room.contains_rect(*it)), "{buttons:?} lie on {room}");
    }
    let before = window.n_done();
    window.press("2");
    assert_eq!(window.n_done(), before + 1);
    window.reads_not(must);
    window.reads_not(text::on_your_tiles());
}

/// At home anything is found by its name; a key leads to the field and another one away.
#[test]
fn games_packs_and_matches_are_found_by_name() {
    let mut window = Window::open(&shipped(), "monolith_arena", 1);
    window.show(Screen::Home);
    window.type_into(text::find_anything(), "arena drag");
    window.reads(text::games_and_packs());
    window.reads("Dragon Empire, Monolith Arena");
    window.reads_not(text::play_a_bot());
    window.type_into(text::find_anything(), " nowhere");
    window.reads("nowhere");
    window.reads_not(text::games_and_packs());
    window.press("Escape");
    window.reads(text::play_a_bot());
}

/// Numbers of the match stand behind the word they belong to, on one line with it.
#[test]
fn numbers_stand_behind_their_words() {
    let window = Window::sized(&packs("pathfinder_arena"), "pathfinder_arena", 3, SIZE);
    let play = window.app().session.play.as_ref().unwrap();
    let (game, state) = (&play.game, play.now().state());
    for word in ["Bag", "Left"] {
        let place = window.place(word);
        let labels = play.book.vars.iter().enumerate().filter(|(_, it)| it.group == word);
        let told = labels.filter_map(|(at, label)| {
            let value = state.var(game, None, VarId(at as u8));
            (value > 0).then(|| text::zone(&label.title, value as usize))
        });
        let places: Vec<_> = told.map(|told| (window.place(&told), told)).collect();
        assert!(places.len() > 1, "{word}: {places:?}");
        for (other, told) in places {
            let level = (other.center().y - place.center().y).abs() < 4.0;
            assert!(level && other.left() > place.left(), "{word} {place}, {told} {other}");
        }
    }
}

/// Tiles of a hand are as large as those of the board, however many there are, and say what they
/// are: beside them or below their names.
#[test]
fn tiles_of_a_hand_are_large_and_told() {
    for n_seats in [2, 4] {
        let opening = Opening { size: SIZE, n_seats: Some(n_seats), ..Opening::default() };
        let mut window = Window::opened(&packs("monster_hex"), "monster_hex", opening);
        while window.question().as_deref() != Some("Place a tile") {
            window.click_any_option();
        }
        let cards = window.labels().into_iter().filter(|it| it.contains(" in Hand"));
        let cards: Vec<_> = cards.map(|card| (window.place(&card), card)).collect();
        assert!(cards.len() > 1, "{cards:?}");
        for (place, card) in cards {
            assert!(place.height() >= LEAST_TILE, "{n_seats} seats: {card} {place}");
        }
        assert!(window.elided().iter().all(|it| !it.starts_with("rank")), "{:?}", window.elided());
    }
}

/// What signs on the table mean is told until somebody folds it.
#[test]
fn the_legend_is_told_until_it_is_folded() {
    for game in ["chessmonsters", "monster_hex", "knockdown"] {
        let mut window = Window::sized(&packs(game), game, 2, SIZE);
        let book = &window.app().session.play.as_ref().unwrap().book;
        let meanings: Vec<String> = book.legend.iter().map(|it| it.text.clone()).collect();
        assert!(!meanings.is_empty(), "{game}");
        meanings.iter().for_each(|meaning| window.reads(meaning));
        window.click(text::fold());
        window.run(30);
        meanings.iter().for_each(|meaning| window.reads_not(meaning));
    }
}

/// While an interaction is paused the banner tells its way, and which step of it is the present one.
#[test]
fn the_banner_tells_the_way_of_what_is_paused() {
    let is_paused = |window: &Window| {
        window.question().is_some_and(|it| it.starts_with("Before this monster is attacked"))
    };
    let window = played_until("chessmonsters", is_paused);
    let way = text::way(&["declared".to_owned(), text::step_now("answers")]);
    let labels = window.labels();
    let told = labels.iter().find(|label| label.starts_with(&way));
    let told = told.unwrap_or_else(|| panic!("no {way} in {labels:#?}"));
    let steps = ["dice", "hits", "KO"].map(|step| told.find(step).expect(step));
    assert!(steps.is_sorted(), "{told}");
    let wide = window.place(text::odds()).left();
    assert!(SIZE[0] - wide > 460.0, "chances have a broad column, from {wide}");
}

/// A tower of a test stands in the place of the row, in cubes that can be seen.
#[test]
fn a_tower_has_the_place_of_the_row() {
    let by_tower = ("test".to_owned(), SettingValue::Text("stack".to_owned()));
    let opening = Opening { size: SIZE, settings: [by_tower].into(), ..Opening::default() };
    let mut window = Window::opened(&packs("knockdown"), "knockdown", opening);
    // A cube hangs from the crane.
    let hanging = |window: &mut Window| {
        window.run(4);
        window.labels().into_iter().find(|label| label.split(", ").any(|block| block == "next"))
    };
    let is_timed = |window: &Window| {
        let play = window.app().session.play.as_ref().unwrap();
        let groups = play.now().decision().into_iter().flat_map(|it| &it.groups);
        let mut dimensions = groups.flat_map(|group| &group.dimensions);
        dimensions.any(|it| matches!(it, Dimension::Clock(..)))
    };
    let mut told = None;
    while told.is_none() && window.outcome().is_none() {
        told = if is_timed(&window) { hanging(&mut window) } else { None };
        if told.is_none() {
            window.click_any_option();
        }
    }
    let place = window.place(&told.expect("somebody builds a tower"));
    assert!(place.width() > 400.0 && place.height() > 150.0, "{place}");
}

/// What seldom happens is said in the window when it does: scenario, what is to be read then.
#[test]
fn what_seldom_happens_is_told() {
    let check = |game: &str, scenario: &str, told: &[&str]| {
        let opening = Opening { size: SIZE, ..Opening::default() };
        let mut window = Window::opened(&packs(game), game, opening);
        window.show_scenario(scenario);
        for part in told {
            assert!(window.look_for(part), "{game}, {scenario}: `{part}` is never to be read");
        }
    };
    let lock = "S33 The Battle lock holds for the drawer and for everyone else";
    check("monolith_arena", lock, &["A stack is empty: no more Battle tiles"]);
    let level = "Learning: cards of the level that begins, tokens with room on their track";
    let learn = "Learn a card and take an ability token";
    check("pathfinder_arena", level, &[learn, "Cleaving Arc", "Driving Step", "Braced Stance"]);
    let stone = "A temporary stone takes a cell and matches nothing";
    check("monster_hex", stone, &["Temporary Stone"]);
    let row = "KD-51 The deck runs out in mid-turn";
    check("knockdown", row, &["The next row cannot be filled"]);
}

/// A Recovery that is due stands in the banner until it comes, and then in the story.
#[test]
fn a_recovery_is_told_before_and_after_it_comes() {
    let reads = |window: &Window, part: &str| window.labels().iter().any(|it| it.contains(part));
    let is_due = |window: &Window| reads(window, "monsters are exhausted: Recovery after");
    let mut window = played_until("chessmonsters", is_due);
    while !reads(&window, "Recovery: the monsters wake") {
        window.click_any_option();
    }
}

/// A pile whose tiles may be seen opens and tells them by their names.
#[test]
fn a_pile_that_lies_open_can_be_looked_through() {
    let mut window = Window::sized(&packs("monolith_arena"), "monolith_arena", 3, SIZE);
    let pile = |window: &Window| -> Option<String> {
        let piles = window.labels().into_iter().filter(|it| it.starts_with("Discard pile "));
        piles.into_iter().find(|it| it.ends_with(" 3"))
    };
    while pile(&window).is_none() {
        window.click_any_option();
    }
    let names = |window: &Window| {
        let play = window.app().session.play.as_ref().unwrap();
        let (game, state) = (&play.game, play.now().state());
        let zone = ZoneId(game.names.zones.find("discard").unwrap() as u8);
        let lists = (0..game.n_seats).map(|seat| ZoneList::of(game, zone, Seat(seat)));
        let open = lists.map(|list| state.zone(list)).find(|cards| cards.len() == 3).unwrap();
        let teller = Teller::of(game, &play.book, state);
        open.iter().map(|id| teller.piece(*id)).collect::<Vec<String>>()
    };
    let (pile, mut names) = (pile(&window).unwrap(), names(&window));
    window.click(&pile);
    window.run(4);
    // The names stand below the pile, the uppermost first.
    names.reverse();
    let labels = window.labels();
    let at = labels.iter().position(|label| *label == pile).unwrap() + 1;
    assert_eq!(labels[at..at + names.len()], names, "{labels:#?}");
}
