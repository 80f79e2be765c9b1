//! The pages of the handbook about recipes, from the folders below `tests/recipes`: a folder a
//! group, in it a folder a recipe.

use std::fs;
use std::path::Path;

use harena_tests::house::{Source, root, sources};

/// Where recipes lie.
const FOLDER: &str = "tests/recipes";

/// Where their pictures lie, as seen from their pages.
const PICTURES: &str = "../../pictures/recipes";

/// A pack that shows how something is done.
pub(super) struct Recipe {
    /// The id of its pack, which is the name of its folder.
    pub(super) id: String,
    /// The name of its group's folder.
    group: String,
    /// What somebody wants who looks for it.
    pub(super) want: String,
    /// What there is to say about it.
    text: String,
}

/// The first line of a page without its mark, and the rest.
fn headed(path: &Path) -> (String, String) {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
    (head.trim_start_matches("# ").to_owned(), rest.trim().to_owned())
}

/// The folders in a folder, by name.
fn folders(of: &Path) -> Vec<String> {
    let entries = fs::read_dir(of).unwrap().map(|entry| entry.unwrap());
    let is_folder = |path: &Path| path.is_dir();
    let mut names: Vec<String> = entries
        .filter(|entry| is_folder(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The folders of groups: those that are no packs themselves.
fn groups() -> Vec<String> {
    let folder = root().join(FOLDER);
    let mut names = folders(&folder);
    names.retain(|name| !folder.join(name).join("pack.toml").exists());
    names
}

/// All recipes, group by group.
pub(super) fn recipes() -> Vec<Recipe> {
    groups().iter().flat_map(|group| recipes_of(group)).collect()
}

fn recipes_of(group: &str) -> Vec<Recipe> {
    let folder = root().join(FOLDER).join(group);
    let recipe = |id: String| {
        let (want, text) = headed(&folder.join(&id).join("README.md"));
        Recipe { id, group: group.to_owned(), want, text }
    };
    folders(&folder).into_iter().map(recipe).collect()
}

/// Every page with its name: one a group, and the index.
pub(super) fn written() -> Vec<(String, String)> {
    let mut pages = vec![("README.md".to_owned(), index())];
    pages.extend(groups().iter().map(|group| (format!("{group}.md"), page(group))));
    pages
}

fn index() -> String {
    let (title, text) = headed(&root().join(FOLDER).join("README.md"));
    let mut page = format!("# {title}\n\n{text}\n");
    for group in groups() {
        let (title, _) = headed(&root().join(FOLDER).join(&group).join("README.md"));
        page += &format!("\n## {title}\n\n| what | for |\n|---|---|\n");
        for recipe in recipes_of(&group) {
            let anchor = anchor(&recipe.want);
            page += &format!("| [{}]({group}.md#{anchor}) | {} |\n", recipe.want, game_of(&recipe));
        }
    }
    page
}

fn page(group: &str) -> String {
    let (title, text) = headed(&root().join(FOLDER).join(group).join("README.md"));
    let mut page = format!("# {title}\n\n{text}\n");
    recipes_of(group).iter().for_each(|recipe| page += &section(recipe));
    page
}

/// What a recipe is, its code, and the scenario that shows it.
fn section(recipe: &Recipe) -> String {
    let Recipe { id, group, want, text } = recipe;
    let folder = format!("{FOLDER}/{group}/{id}");
    let mut section = format!("\n## {want}\n\n{text}\n\nFor {}: ", game_of(recipe));
    section += &format!("[`{folder}`](../../../{folder})\n\n");
    section += &format!("![{want}]({PICTURES}/{id}.png)\n");
    let mut files = sources(&folder, ".luau");
    files.sort_by_key(|file| (file.path.contains("/spec/"), file.path.clone()));
    for Source { path, text } in files {
        let name = path.strip_prefix(&format!("{folder}/")).unwrap_or(&path);
        section +=
            &format!("\n```luau\n-- {name}\n{}```\n", text.trim_start_matches("--!strict\n"));
    }
    section
}

/// The game a recipe is for, by its name for people.
fn game_of(recipe: &Recipe) -> String {
    let manifest = root().join(FOLDER).join(&recipe.group).join(&recipe.id).join("pack.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let games = manifest.split_once("[games]\n").map(|(_, rest)| rest);
    let id = games.and_then(|rest| rest.split_once(" = ")).map(|(id, _)| id);
    let Some(id) = id else { return "a game of its own".to_owned() };
    let words = id.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect::<Vec<_>>().join(" ")
}

/// Where a heading is found on its page.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

#[test]
fn anchors_are_those_of_the_page() {
    assert_eq!(anchor("I want A, b-c; d's"), "i-want-a-b-c-ds");
}
