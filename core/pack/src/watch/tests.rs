use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::Receiver;

use super::*;
use crate::codes;
use crate::save::write_atomically;
use crate::test_folder::TestFolder;

/// Long enough for any machine; a test that waits for it has failed.
const PATIENCE: Duration = Duration::from_secs(20);

struct Post {
    folder: TestFolder,
    changes: Receiver<Change>,
    wakes: Arc<AtomicU32>,
    _watcher: Watcher,
}

/// Two packs, `one` and `two`, being watched from the folder `packs` above them.
fn post() -> Post {
    let folder = TestFolder::new("watch");
    for pack in ["one", "two"] {
        folder.write(&format!("packs/{pack}/pack.toml"), "schema = 1");
        folder.write(&format!("packs/{pack}/game.luau"), "return 1");
    }
    let (sender, changes) = mpsc::channel();
    let wakes = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&wakes);
    let wake = Box::new(move || {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let watcher = Watcher::new(&[folder.join("packs")], DEBOUNCE, sender, wake).unwrap();
    Post { folder, changes, wakes, _watcher: watcher }
}

impl Post {
    /// Waits until a change of the pack satisfies the test; earlier ones may show a save halfway.
    fn wait_for(&self, pack: &str, wanted: impl Fn(&Change) -> bool) -> Change {
        loop {
            let change = self.changes.recv_timeout(PATIENCE).expect("no such change");
            assert_eq!(change.source, Source::Folder(self.folder.join("packs").join(&change.pack)));
            if change.pack == pack && wanted(&change) {
                return change;
            }
        }
    }

    fn wait_for_text(&self, pack: &str, path: &str, text: &str) -> Change {
        self.wait_for(pack, |change| {
            change.tree.as_ref().is_ok_and(|tree| tree.get(path) == Some(text))
        })
    }
}

#[test]
fn a_plain_save_and_an_atomic_save_are_noticed() {
    let post = post();
    post.folder.write("packs/one/game.luau", "return 2");
    let change = post.wait_for_text("one", "game.luau", "return 2");
    assert_eq!(change.paths, ["game.luau"]);
    write_atomically(&post.folder.join("packs/one/game.luau"), b"return 3").unwrap();
    let change = post.wait_for_text("one", "game.luau", "return 3");
    assert_eq!(change.paths, ["game.luau"]);
    assert!(change.tree.unwrap().contains("pack.toml"));
}

#[test]
fn readers_are_woken_after_the_change_is_there() {
    let post = post();
    let (sender, changes) = mpsc::channel();
    let (woken, wakes) = mpsc::channel();
    let wake = Box::new(move || woken.send(()).unwrap());
    let _watcher = Watcher::new(&[post.folder.join("packs")], DEBOUNCE, sender, wake).unwrap();
    write_atomically(&post.folder.join("packs/two/game.luau"), b"return 2").unwrap();
    wakes.recv_timeout(PATIENCE).unwrap();
    assert_eq!(changes.try_recv().unwrap().pack, "two");
}

#[test]
fn what_leaves_the_content_as_it_was_is_not_reported() {
    let post = post();
    write_atomically(&post.folder.join("packs/one/game.luau"), b"return 1").unwrap();
    post.folder.write("packs/one/.game.luau.swp", "editor's own");
    fs::read(post.folder.join("packs/one/game.luau")).unwrap();
    // A true change of the other pack shows that the silent ones have been passed over.
    write_atomically(&post.folder.join("packs/two/game.luau"), b"return 2").unwrap();
    assert_eq!(post.changes.recv_timeout(PATIENCE).unwrap().pack, "two");
    assert!(post.wakes.load(Ordering::SeqCst) <= 1);
}

#[test]
fn a_pack_may_go_and_come_back() {
    let post = post();
    fs::remove_dir_all(post.folder.join("packs/one")).unwrap();
    let gone = post.wait_for("one", |change| {
        change.tree.as_ref().is_err_and(|problems| problems[0].code == codes::PACK_GONE)
    });
    assert_eq!(gone.paths, Vec::<String>::new());
    post.folder.write("packs/one/pack.toml", "schema = 1");
    post.folder.write("packs/one/game.luau", "return 9");
    post.wait_for_text("one", "game.luau", "return 9");
    post.folder.write("packs/one/spec/new.luau", "return 10");
    post.wait_for_text("one", "spec/new.luau", "return 10");
}

#[test]
fn the_watched_folder_itself_may_go_and_come_back() {
    let post = post();
    fs::rename(post.folder.join("packs"), post.folder.join("away")).unwrap();
    post.wait_for("two", |change| change.tree.is_err());
    fs::rename(post.folder.join("away"), post.folder.join("packs")).unwrap();
    post.wait_for("two", |change| change.tree.is_ok());
    write_atomically(&post.folder.join("packs/two/game.luau"), b"return 5").unwrap();
    post.wait_for_text("two", "game.luau", "return 5");

    fs::remove_dir_all(post.folder.join("packs")).unwrap();
    post.wait_for("one", |change| change.tree.is_err());
    post.folder.write("packs/one/pack.toml", "schema = 1");
    post.folder.write("packs/one/game.luau", "return 6");
    post.wait_for_text("one", "game.luau", "return 6");
}

#[test]
fn a_new_pack_is_reported_with_all_its_files() {
    let post = post();
    post.folder.write("packs/three/pack.toml", "schema = 1");
    post.folder.write("packs/three/game.luau", "return 3");
    post.wait_for_text("three", "game.luau", "return 3");
}

#[test]
fn a_file_that_no_pack_may_hold_is_told_and_mended() {
    let post = post();
    post.folder.write("packs/one/game.luau", [0xff]);
    let broken = post.wait_for("one", |change| change.tree.is_err());
    assert_eq!(broken.tree.unwrap_err()[0].code, codes::NOT_UTF8);
    // Mended to what it was: the files are as before, yet the problem is gone.
    write_atomically(&post.folder.join("packs/one/game.luau"), b"return 1").unwrap();
    post.wait_for_text("one", "game.luau", "return 1");
}

#[test]
fn a_folder_that_does_not_exist_cannot_be_watched() {
    let folder = TestFolder::new("watch");
    let (sender, _changes) = mpsc::channel();
    let refused = Watcher::new(&[folder.join("absent")], DEBOUNCE, sender, Box::new(|| {}));
    assert_eq!(refused.unwrap_err().code, codes::NOT_WATCHED);
}

#[test]
fn a_memory_folder_tells_its_readers_of_true_changes_only() {
    let tree = Tree::from_files([("game.luau", "return 1")]).unwrap();
    let folder = MemoryFolder::new("one", tree.clone());
    let (sender, changes) = mpsc::channel();
    folder.subscribe(sender, Box::new(|| {}));
    folder.write("game.luau", "return 1").unwrap();
    folder.remove("absent.luau");
    assert!(changes.try_recv().is_err());

    folder.clone().write("looks.luau", "return 2").unwrap();
    let change = changes.try_recv().unwrap();
    assert_eq!((change.pack.as_str(), change.source), ("one", Source::Memory));
    assert_eq!(change.paths, ["looks.luau"]);
    assert_eq!(change.tree.unwrap(), folder.tree());

    folder.remove("looks.luau");
    assert_eq!(changes.try_recv().unwrap().paths, ["looks.luau"]);
    assert_eq!(folder.tree(), tree);

    let refused = folder.write("../escape.luau", "").unwrap_err();
    assert_eq!((refused.code, refused.pack.as_str()), (codes::BAD_PATH, "one"));
    assert_eq!(folder.tree(), tree);
    drop(changes);
    folder.write("game.luau", "return 3").unwrap();
}
