//! What is kept of a match when its window is closed.

use super::*;

fn window_with(folder: &Path) -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let packs = Library::from_trees([("duel", tree(&GAME.replace("STONE", "Pebble")))]);
    let library = Library::open(&[root]).overlaid_with(packs);
    let sources = Sources { data_dir: Some(folder.to_owned()), ..in_memory(library) };
    let app = App::new(sources, Preferences::default());
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

#[test]
fn a_match_that_was_left_can_be_opened_again() {
    let folder = std::env::temp_dir().join(format!("harena_kept_{}", std::process::id()));
    let mut window = window_with(&folder);
    click(&mut window, "cell (0,0) empty, legal");
    drop(window);
    // Twice, since a window in which nothing was played must not cost the match either.
    drop(window_with(&folder));
    let mut window = window_with(&folder);
    assert_eq!(pieces(&window), 0);
    let last = folder.join("last_match.hreplay");
    window.state_mut().session.execute(Command::Open(last));
    assert_eq!(pieces(&window), 1, "{}", window.state().session.notice.text);
    assert_eq!(std::fs::read_to_string(folder.join("last_game.txt")).unwrap(), "duel");
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_path_that_does_not_do_is_asked_for_again() {
    let mut window = window();
    let command = Command::Save("/no/such/folder/match.hreplay".into());
    window.state_mut().carry_out(Wish::Do(command));
    window.run_steps(3);
    let told = window.query_all_by_label_contains("/no/such/folder/match.hreplay: ").count();
    assert_eq!(told, 2, "in the dialog and at the time line");
    let asked = window.state().dialogs.save.as_deref();
    assert_eq!(asked, Some("/no/such/folder/match.hreplay"));
}
