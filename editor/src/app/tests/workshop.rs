//! The workshop of a pack that came along, copied to the packs of a person and changed there.

use egui::{Key, Modifiers};
use harena_lab::sequential::Verdict;

use super::*;
use crate::panel::Screen;
use crate::workshop::Target;

const SIZE: [f32; 2] = [1440.0, 900.0];

fn window_with(folder: &Path) -> Harness<'static, App> {
    window_from(tree(GAME), (SIZE, Preferences::default()), |sources| Sources {
        data_dir: Some(folder.to_owned()),
        ..sources
    })
}

#[test]
fn a_pack_that_came_along_is_copied_and_changed() {
    let folder = std::env::temp_dir().join(format!("harena_shop_copy_{}", std::process::id()));
    let mut window = window_with(&folder);
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(2);
    assert_eq!(window.state().screen, Screen::Workshop);
    assert_eq!(window.state().workshop.pack, "duel");
    window.state_mut().workshop.file = "game.luau".to_owned();
    window.state_mut().workshop.type_text("-- nothing");
    assert!(!window.state().workshop.is_unsaved(), "it is only shown");
    click(&mut window, text::copy_to_own_packs());
    assert!(window.state().workshop.is_own());
    let copy = folder.join("packs/duel");
    assert_eq!(std::fs::read_to_string(copy.join("game.luau")).unwrap(), GAME);
    assert_eq!(std::fs::read_to_string(copy.join("stone.luau")).unwrap(), STONE);
    let changed = GAME.replace("STONE", "Boulder");
    window.state_mut().workshop.type_text(&changed);
    window.run_steps(1);
    click(&mut window, text::save_now());
    assert_eq!(std::fs::read_to_string(copy.join("game.luau")).unwrap(), changed);
    // A copy is not made twice.
    assert!(window.state_mut().session.copy_pack("duel").is_err());
    // What was changed and not yet saved is saved as one leaves.
    window.state_mut().workshop.type_text(GAME);
    window.run_steps(1);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert_ne!(window.state().screen, Screen::Workshop);
    assert_eq!(std::fs::read_to_string(copy.join("game.luau")).unwrap(), GAME);
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_text_that_waits_for_a_word_is_not_lost_to_another_pack() {
    let folder = std::env::temp_dir().join(format!("harena_shop_wait_{}", std::process::id()));
    let mut window = window_with(&folder);
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(2);
    click(&mut window, text::copy_to_own_packs());
    let file = folder.join("packs/duel/game.luau");
    let (mine, theirs) = (GAME.replace("STONE", "Mine"), GAME.replace("STONE", "Theirs"));
    window.state_mut().workshop.file = "game.luau".to_owned();
    window.state_mut().workshop.type_text(&mine);
    std::fs::write(&file, &theirs).unwrap();
    let other = Target { pack: "harena".to_owned(), ..Target::default() };
    window.state_mut().open_workshop(&other);
    let shop = &mut window.state_mut().workshop;
    assert_eq!((shop.pack.as_str(), shop.file.as_str()), ("duel", "game.luau"));
    assert_eq!(shop.page().unwrap().text(), mine);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), theirs);
    shop.settle("game.luau", true);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), mine);
    window.state_mut().open_workshop(&other);
    assert_eq!(window.state().workshop.pack, "harena");
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn escape_leaves_the_text_before_it_leaves_the_workshop() {
    let folder = std::env::temp_dir().join(format!("harena_shop_esc_{}", std::process::id()));
    let mut window = window_with(&folder);
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(2);
    click(&mut window, text::copy_to_own_packs());
    window.state_mut().workshop.file = "game.luau".to_owned();
    window.run_steps(2);
    window.get_by_label("duel/game.luau").focus();
    window.run_steps(2);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert_eq!(window.state().screen, Screen::Workshop);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert_ne!(window.state().screen, Screen::Workshop);
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Who puts the third stone is who put the first one. They win, and after the save the other one
/// does: always, then never.
#[test]
fn a_save_is_compared_with_what_was_before_it() {
    let (wake, woken) = bell();
    let mut window = window_from(tree(GAME), (SIZE, Preferences::default()), |sources| Sources {
        wake: Some(wake),
        ..sources
    });
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(2);
    assert_eq!(window.state().screen, Screen::Workshop);
    let other = GAME.replace("finish({ match.active }", "finish({ 1 - match.active }");
    assert_ne!(other, GAME);
    send(&mut window, &other);
    while window.state().session.compared().is_none() {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        window.step();
    }
    window.run_steps(3);
    let compared = window.state().session.compared().unwrap();
    assert_eq!((compared.rates, compared.lengths), ([0.0, 1.0], [3, 3]));
    assert_eq!(compared.verdict, Verdict::Weaker);
    assert!(compared.course.iter().all(|(_, mean)| *mean == 0.0), "{:?}", compared.course);
    let (n, p) = (compared.n_pairs(), text::chance_of(compared.p));
    let subject = text::nth_player(1);
    for label in [
        text::against_last_save(&subject),
        text::percents(1.0),
        text::percents(0.0),
        text::length_in_decisions(3),
        format!("{}, {}", text::verdict_weaker(), text::pairs_and_p(n, &p)),
    ] {
        assert!(window.query_all_by_label(&label).count() > 0, "nothing is called {label}");
    }
}
