use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use harena_engine::game::SettingValue;
use harena_pack::Source;

use super::*;
use crate::command::Command;
use crate::session::Sources;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

const BEAR: &str = "title = \"Bear\", might = 3";

/// A duel in which the bear of the reds stands first, and the names of the threads that wake it.
fn duel() -> (Session, Receiver<String>) {
    duel_of(Vec::new())
}

/// As [`duel`], with packs in folders that are watched over those at hand.
fn duel_of(roots: Vec<PathBuf>) -> (Session, Receiver<String>) {
    let (bell, woken) = channel();
    let bell = Mutex::new(bell);
    let wake: Wake = Arc::new(move || {
        let name = std::thread::current().name().unwrap_or_default().to_owned();
        bell.lock().unwrap().send(name).unwrap_or_default();
    });
    let built_in = Library::open(&[folder("scripts/harena"), folder("tests/it/packs")]);
    let game = Some("duel".to_owned());
    let wake = Some(wake);
    (Session::open(Sources { built_in, roots, game, wake, ..Sources::default() }), woken)
}

/// Saves the reds with this in place of the title and the might of the bear.
fn save(session: &Session, bear: &str) {
    let path = "faction.luau";
    let text = std::fs::read_to_string(folder("tests/it/packs/reds").join(path)).unwrap();
    assert!(text.contains(BEAR));
    let tree = &session.library.get("reds").unwrap().tree;
    let tree = Ok(tree.with(path, text.replace(BEAR, bear)).unwrap());
    let paths = vec![path.to_owned()];
    let change = Change { pack: "reds".to_owned(), source: Source::Memory, paths, tree };
    session.sender().send(change).unwrap();
}

/// Waits until what was saved is taken in.
fn settle(session: &mut Session, woken: &Receiver<String>) {
    while !session.poll_changes() {
        let thread = woken.recv_timeout(Duration::from_secs(60)).unwrap();
        // What an earlier save changed may be told meanwhile.
        let is_beside = ["rules", "saved"].contains(&thread.as_str());
        assert!(is_beside, "packs are loaded beside the window's thread: {thread}");
    }
}

/// Lets an attempt be under way; what is sent is its outcome.
fn held_up(session: &Session) -> Sender<Tried> {
    let (late, inbox) = channel();
    lock(&session.attempt.desk).inbox = Some(inbox);
    late
}

fn bear(session: &Session) -> &str {
    let game = &session.play.as_ref().unwrap().game;
    &game.prototypes.iter().find(|it| it.id == "bear").unwrap().title
}

fn act(session: &mut Session) {
    let decision = session.the_match().unwrap().decision().unwrap();
    let (seat, action) = (decision.seat, decision.options().next().unwrap());
    session.execute(Command::Act(seat, action));
    assert_eq!(session.faults, []);
}

fn n_moves(session: &Session) -> usize {
    session.play.as_ref().unwrap().timeline().moves().len()
}

#[test]
fn the_match_goes_on_as_it_was_until_the_newest_packs_are_proven() {
    let (mut session, woken) = duel();
    // An attempt is under way that takes as long as this test wants.
    let late = held_up(&session);
    let packs = standing(&session.library, "duel");
    let revision = session.revision;
    save(&session, "title = \"Ursa\", might = 4");
    assert!(!session.poll_changes());
    save(&session, "title = \"Grizzly\", might = 5");
    assert!(!session.poll_changes());
    assert_eq!((bear(&session), session.revision, session.n_reloads), ("Bear", revision, 0));
    act(&mut session);
    assert_eq!((n_moves(&session), bear(&session)), (1, "Bear"));
    // What it found out is of packs that are no more: it counts for nothing, good or bad.
    let loaded = Err(vec![Problem::error(harena_pack::codes::SYNTAX, "an old mistake")]);
    late.send(Tried { plan: session.plan.clone(), packs, loaded }).unwrap();
    settle(&mut session, &woken);
    assert_eq!((n_moves(&session), bear(&session), session.n_reloads), (1, "Grizzly", 1));
    assert_eq!(session.troubles, []);
    act(&mut session);
}

#[test]
fn broken_packs_are_told_and_the_match_goes_on_until_they_are_mended() {
    let (mut session, woken) = duel();
    save(&session, "title = \"Ursa\", mihgt = 4");
    settle(&mut session, &woken);
    let told = session.troubles.iter().map(|it| (it.path.as_str(), it.line, it.code.as_str()));
    assert_eq!(told.collect::<Vec<_>>(), [("faction.luau", 10, "H0201")]);
    assert!(session.notice.bad && bear(&session) == "Bear");
    act(&mut session);
    save(&session, "title = \"Ursa\", might = 4");
    settle(&mut session, &woken);
    assert_eq!((n_moves(&session), bear(&session)), (1, "Ursa"));
    assert!(!session.notice.bad && session.troubles.is_empty());
}

#[test]
fn a_match_begun_meanwhile_is_not_taken_for_the_one_that_changed() {
    let (mut session, woken) = duel();
    let now = session.plan.clone();
    let other_game = Plan { game: "another".to_owned(), ..now.clone() };
    let other_seats = Plan { n_seats: now.n_seats + 1, ..now.clone() };
    let mut other_settings = now.clone();
    other_settings.settings.insert("other".to_owned(), SettingValue::Int(1));
    for plan in [other_game, other_seats, other_settings] {
        let late = held_up(&session);
        let packs = standing(&session.library, "duel");
        late.send(Tried { plan, packs, loaded: Err(Vec::new()) }).unwrap();
        settle(&mut session, &woken);
        assert_eq!((bear(&session), session.troubles.len()), ("Bear", 0));
        assert!(!session.notice.bad);
    }
}

#[test]
fn what_is_seen_on_disk_is_tried_before_the_window_is_woken() {
    let roots = std::env::temp_dir().join(format!("harena_door_{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&roots);
    let reds = roots.join("reds");
    std::fs::create_dir_all(&reds).unwrap();
    for file in std::fs::read_dir(folder("tests/it/packs/reds")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), reds.join(file.file_name())).unwrap();
    }
    let (mut session, woken) = duel_of(vec![roots.clone()]);
    let path = reds.join("faction.luau");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace(BEAR, "title = \"Ursa\", might = 4")).unwrap();
    let thread = woken.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(thread, "rules");
    // What woke the window is the outcome: nothing is left to wait for.
    assert!(session.poll_changes());
    assert_eq!((bear(&session), session.troubles.len(), session.n_reloads), ("Ursa", 0, 1));
    let _ = std::fs::remove_dir_all(&roots);
}

#[test]
fn what_a_match_needs_is_loaded_beside_the_window() {
    let (mut session, woken) = duel();
    let plan = session.plan.clone();
    assert!(!session.fetch("duel"));
    assert!(!session.fetch("duel"), "once is enough");
    assert_eq!(session.notice.text, text::being_loaded("Duel"));
    assert_eq!(woken.recv_timeout(Duration::from_secs(60)).unwrap(), "rules");
    assert!(session.fetch("duel"));
    // A page of settings and the match after it share what was loaded.
    assert!(session.menu_of("duel").is_some());
    session.execute(Command::Begin(plan.clone()));
    assert_eq!((session.n_begun, session.faults.len()), (1, 0));
    assert!(session.ahead.is_empty());
    // Of packs that are no more nothing is used.
    assert!(!session.fetch("duel"));
    assert_eq!(woken.recv_timeout(Duration::from_secs(60)).unwrap(), "rules");
    save(&session, "title = \"Ursa\", might = 4");
    settle(&mut session, &woken);
    session.execute(Command::Begin(plan));
    assert_eq!((bear(&session), session.n_begun), ("Ursa", 2));
}

#[test]
fn a_game_that_does_not_load_is_told_and_the_match_stays() {
    let (mut session, woken) = duel();
    let plan = Plan { game: "nowhere".to_owned(), ..session.plan.clone() };
    assert!(!session.fetch("nowhere"));
    assert_eq!(woken.recv_timeout(Duration::from_secs(60)).unwrap(), "rules");
    assert!(session.fetch("nowhere"));
    session.execute(Command::Begin(plan));
    assert_eq!((session.n_begun, session.plan.game.as_str()), (0, "duel"));
    assert!(session.notice.bad && !session.troubles.is_empty());
}

/// What the notice says once it is known what the last save changes.
fn told(session: &mut Session, woken: &Receiver<String>) -> String {
    while !session.poll_saved() {
        woken.recv_timeout(Duration::from_secs(120)).unwrap();
    }
    session.notice.text.clone()
}

#[test]
fn what_a_save_changes_is_told() {
    let (mut session, woken) = duel();
    save(&session, "title = \"Bear\", might = 5");
    settle(&mut session, &woken);
    assert!(session.notice.text.starts_with("Reloaded"));
    // Some blow of the bear falls in every match, and two points more make the reds win more often.
    let stronger = told(&mut session, &woken);
    assert!(stronger.contains("Reds: stronger by"), "{stronger}");
    save(&session, "title = \"Grizzly\", might = 5");
    settle(&mut session, &woken);
    // A title is no part of a match.
    assert_eq!(told(&mut session, &woken), text::matches_unchanged(14));
}
