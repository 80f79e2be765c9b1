//! What moves, and that the window rests when nothing does.

use super::*;

/// A window whose frames are short.
fn slow_window(preferences: Preferences) -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let game = tree(&GAME.replace("STONE", "Pebble"));
    let library = Library::open(&[root]).overlaid_with(Library::from_trees([("duel", game)]));
    let app = App::new(in_memory(library), preferences);
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(0.01);
    let mut window = builder.build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

/// How many frames of a hundredth of a second something moves after a click.
fn n_moving(window: &mut Harness<App>, label: &str) -> usize {
    window.get_by_label(label).click();
    let frame = |window: &mut Harness<App>| {
        window.step();
        usize::from(window.state().moves())
    };
    (0..60).map(|_| frame(window)).sum()
}

#[test]
fn a_stone_that_is_put_down_moves_and_then_the_window_rests() {
    let mut window = slow_window(Preferences::default());
    assert!(!window.state().moves());
    let n = n_moving(&mut window, "cell b2 empty, legal");
    assert!((18..=26).contains(&n), "22 hundredths of a second, not {n}");
    window.run_steps(60);
    assert!(!window.ctx.has_requested_repaint(), "{:?}", window.ctx.repaint_causes());
}

#[test]
fn calm_motion_is_short_and_speed_holds_for_all_of_it() {
    let calm = Preferences { calm: true, ..Preferences::default() };
    let n = n_moving(&mut slow_window(calm), "cell b2 empty, legal");
    assert!((5..=11).contains(&n), "8 hundredths of a second, not {n}");
    let mut window = slow_window(Preferences::default());
    window.state_mut().table.playback.speed = 0.5;
    let n = n_moving(&mut window, "cell b2 empty, legal");
    assert!((40..=48).contains(&n), "44 hundredths of a second, not {n}");
}
