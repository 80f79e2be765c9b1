//! What is kept of a match when its window is closed.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use ct_codecs::{Base64, Encoder};
use harena_lab::record::{CarriedPack, Record};

use super::*;
use crate::session::Wake;

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
    click(&mut window, "cell b2 empty, legal");
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
fn a_moment_is_kept_as_a_puzzle_that_holds() {
    let folder = std::env::temp_dir().join(format!("harena_puzzle_{}", std::process::id()));
    let mut window = window_with(&folder);
    for cell in ["b2", "b3", "b1"] {
        click(&mut window, &format!("cell {cell} empty, legal"));
    }
    let session = &mut window.state_mut().session;
    assert!(session.play.as_ref().unwrap().is_over());
    let files = [(1, 2), (1, 2), (2, 3)].map(|(n, turn)| session.make_puzzle(n, turn).unwrap());
    assert_eq!(session.play.as_ref().unwrap().timeline().n_done(), 3, "one looks where one did");
    window.run_steps(3);
    let library = &window.state().session.library;
    let packs = harena_script::in_load_order(library, &["duel", "duel_puzzles"]).unwrap();
    let mut host = harena_script::Host::load(&packs).unwrap();
    let all = harena_scenario::list_of(&host, "duel_puzzles");
    let own: Vec<_> = all.iter().filter(|it| it.file.starts_with("spec/turn_")).collect();
    assert_eq!(own.len(), files.len(), "{files:?}");
    for scenario in own {
        harena_scenario::run(&mut host, scenario).unwrap();
    }
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

/// A record of one move in the game of these tests, which comes along in it.
fn letter(folder: &Path) -> (PathBuf, Record) {
    let path = folder.join("letter.hreplay");
    let mut window = window();
    click(&mut window, "cell b2 empty, legal");
    window.state_mut().session.execute(Command::Save(path.clone()));
    let mut record = Record::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let archive = harena_pack::archive(&tree(&GAME.replace("STONE", "Pebble"))).unwrap();
    let archive = Base64::encode_to_string(archive).unwrap();
    record.carried.push(CarriedPack { pack: "duel".to_owned(), archive });
    (path, record)
}

/// A window that has another game only.
fn elsewhere() -> Harness<'static, App> {
    elsewhere_with(None)
}

/// The same, which threads can wake.
fn elsewhere_with(wake: Option<Wake>) -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let mut other = tree(&GAME.replace("\"duel\"", "\"lonely\""));
    other = other.with("pack.toml", MANIFEST.replace("\"duel\"", "\"lonely\"")).unwrap();
    let packs = Library::from_trees([("lonely", other)]);
    let sources = in_memory(Library::open(&[root]).overlaid_with(packs));
    let app = App::new(Sources { wake, ..sources }, Preferences::default());
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

#[derive(Debug)]
struct File(PathBuf);

impl egui::DroppedFile for File {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_on(window: &mut Harness<App>, path: &Path) {
    window.input_mut().dropped_files.push(Arc::new(File(path.to_owned())));
    window.run_steps(3);
}

#[test]
fn a_letter_dropped_on_the_window_is_opened_with_the_packs_inside() {
    let folder = std::env::temp_dir().join(format!("harena_letter_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, record) = letter(&folder);
    std::fs::write(&path, record.write()).unwrap();
    let mut window = elsewhere();
    drop_on(&mut window, &path);
    let app = window.state();
    assert_eq!(app.session.plan.game, "duel", "{}", app.session.notice.text);
    assert_eq!(app.session.notice.text, text::came_along(&["duel".to_owned()]));
    assert_eq!(pieces(&window), 1);
    click(&mut window, "cell b3 empty, legal");
    assert_eq!(pieces(&window), 2);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_packs_inside_a_letter_are_loaded_beside_the_window() {
    let folder = std::env::temp_dir().join(format!("harena_beside_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, record) = letter(&folder);
    std::fs::write(&path, record.write()).unwrap();
    let (bell, woken) = channel();
    let bell = Mutex::new(bell);
    let mut window = elsewhere_with(Some(Arc::new(move || {
        let name = std::thread::current().name().unwrap_or_default().to_owned();
        bell.lock().unwrap().send(name).unwrap_or_default();
    })));
    window.input_mut().dropped_files.push(Arc::new(File(path)));
    window.step();
    let app = window.state();
    assert_eq!(app.session.plan.game, "lonely", "nobody waited for packs");
    assert!(app.session.library.get("duel").is_none(), "nothing has come along yet");
    while woken.recv_timeout(Duration::from_secs(60)).unwrap() != "rules" {}
    window.run_steps(3);
    let app = window.state();
    assert_eq!(app.session.plan.game, "duel", "{}", app.session.notice.text);
    assert_eq!(app.session.notice.text, text::came_along(&["duel".to_owned()]));
    assert_eq!(pieces(&window), 1);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_pack_in_a_letter_that_is_not_what_it_says_is_not_used() {
    let folder = std::env::temp_dir().join(format!("harena_forged_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, record) = letter(&folder);
    let forged = harena_pack::archive(&tree(&GAME.replace("STONE", "Rock"))).unwrap();
    let forged = Base64::encode_to_string(forged).unwrap();
    let broken = "AAAA".to_owned();
    let said = [
        (forged, text::broken_inside("duel", text::another_pack())),
        (String::from("?"), text::broken_inside("duel", text::no_archive())),
        (broken, "the pack `duel` in it is not used: ".to_owned()),
    ];
    for (archive, expected) in said {
        let mut record = record.clone();
        record.carried[0].archive = archive;
        std::fs::write(&path, record.write()).unwrap();
        let mut window = elsewhere();
        drop_on(&mut window, &path);
        let app = window.state();
        assert_eq!(app.session.plan.game, "lonely");
        assert!(app.session.library.get("duel").is_none());
        assert!(app.session.notice.text.contains(&expected), "{}", app.session.notice.text);
    }
    std::fs::remove_dir_all(folder).unwrap();
}
