//! Installing, side by side, and what is never written over.

use super::*;
use crate::archive::archive;
use crate::pack::Source;
use crate::test_folder::TestFolder;
use crate::tree::Tree;
use crate::{Code, codes};

fn pack(version: &str, text: &str) -> Pack {
    let manifest = format!(
        "schema = 1\n[pack]\nid = \"tiny\"\nversion = \"{version}\"\ntitle = \"T\"\n\
         kind = \"library\"\napi = 1\n"
    );
    let tree = Tree::from_files([("pack.toml", manifest.as_str()), ("a/b.luau", text)]).unwrap();
    Pack::from_tree("tiny", tree, Source::Memory).unwrap()
}

fn store(folder: &TestFolder) -> Store {
    Store::at(folder.join("data"))
}

fn versions(store: &Store) -> Vec<String> {
    let told = |it: &InstalledPack| format!("{}{}", it.version, if it.in_use { "*" } else { "" });
    store.installed().unwrap().iter().map(told).collect()
}

fn code(result: Result<(), Vec<Problem>>) -> Code {
    result.unwrap_err()[0].code
}

#[test]
fn two_versions_stand_side_by_side_and_the_last_installed_is_used() {
    let folder = TestFolder::new("store");
    let store = store(&folder);
    let (old, new) = (pack("1.0.0", "return 1"), pack("1.1.0", "return 2"));
    store.install(&new, &Origin::default()).unwrap();
    store.install(&old, &Origin::default()).unwrap();
    assert_eq!(versions(&store), ["1.1.0", "1.0.0*"]);
    assert_eq!(Pack::open(&store.packs().join("tiny")).unwrap().digest, old.digest);
    assert_eq!(store.exact("tiny", &new.digest).unwrap().tree, new.tree);
    assert_eq!(store.version("tiny", &VersionReq::STAR).unwrap().digest, new.digest);
    store.remove("tiny", Some(&Version::new(1, 0, 0))).unwrap();
    assert_eq!(versions(&store), ["1.1.0*"]);
    assert_eq!(Pack::open(&store.packs().join("tiny")).unwrap().digest, new.digest);
    store.remove("tiny", None).unwrap();
    assert!(!store.packs().join("tiny").exists() && store.exact("tiny", &new.digest).is_none());
    assert_eq!(store.remove("tiny", None).unwrap_err().code, codes::BAD_STORE);
}

#[test]
fn a_version_names_one_content() {
    let folder = TestFolder::new("store");
    let store = store(&folder);
    store.install(&pack("1.0.0", "return 1"), &Origin::default()).unwrap();
    store.install(&pack("1.0.0", "return 1"), &Origin::default()).unwrap();
    let changed = store.install(&pack("1.0.0", "return 2"), &Origin::default());
    assert_eq!(code(changed), codes::CHANGED_VERSION);
}

#[test]
fn what_is_somebodys_own_is_never_written_over() {
    let folder = TestFolder::new("store");
    let store = store(&folder);
    folder.write("data/packs/tiny/notes.txt", "mine");
    let refused = store.install(&pack("1.0.0", "return 1"), &Origin::default());
    assert_eq!(code(refused), codes::BAD_STORE);
    fs::remove_dir_all(store.packs()).unwrap();
    store.install(&pack("1.0.0", "return 1"), &Origin::default()).unwrap();
    folder.write("data/packs/tiny/a/b.luau", "return 3");
    let refused = store.install(&pack("1.1.0", "return 1"), &Origin::default());
    assert_eq!(code(refused), codes::BAD_STORE);
    assert_eq!(store.remove("tiny", None).unwrap_err().code, codes::BAD_STORE);
    assert_eq!(fs::read_to_string(folder.join("data/packs/tiny/a/b.luau")).unwrap(), "return 3");
}

#[test]
fn a_key_is_kept_and_another_refused() {
    let folder = TestFolder::new("store");
    let store = store(&folder);
    let key = |text: &str| Key::parse(text).unwrap();
    let first = key("RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3");
    let second = key("RWSVoi5XPwLDyrkMTzJ2IlE2yCDNaB8pgj5LwKlMM4vLYkzQAjkPGBJo");
    let origin =
        |key: Option<&Key>, any_key| Origin { key: key.cloned(), any_key, ..Origin::default() };
    store.install(&pack("1.0.0", "1"), &origin(Some(&first), false)).unwrap();
    assert_eq!(store.key_of("tiny").unwrap(), Some(first.clone()));
    assert_eq!(code(store.install(&pack("1.1.0", "1"), &origin(None, false))), codes::OTHER_KEY);
    let other = store.install(&pack("1.1.0", "1"), &origin(Some(&second), false));
    assert_eq!(code(other), codes::OTHER_KEY);
    store.install(&pack("1.1.0", "1"), &origin(Some(&first), false)).unwrap();
    // Removing a pack does not make its key forgotten.
    store.remove("tiny", None).unwrap();
    assert_eq!(code(store.install(&pack("1.2.0", "1"), &origin(None, false))), codes::OTHER_KEY);
    store.install(&pack("1.2.0", "1"), &origin(Some(&second), true)).unwrap();
    assert_eq!(store.key_of("tiny").unwrap(), Some(second));
}

#[test]
fn what_is_installed_packs_into_the_same_bytes() {
    let folder = TestFolder::new("store");
    let store = store(&folder);
    let made = pack("1.0.0", "return 1");
    store.install(&made, &Origin::default()).unwrap();
    let installed = Pack::open(&store.packs().join("tiny")).unwrap();
    assert_eq!(archive(&installed.tree).unwrap(), archive(&made.tree).unwrap());
}

#[test]
fn a_list_that_is_no_list_is_told() {
    let folder = TestFolder::new("store");
    folder.write("data/installed.toml", "[[pack]]\nid = \"../x\"\n");
    assert_eq!(store(&folder).installed().unwrap_err().code, codes::BAD_STORE);
}
