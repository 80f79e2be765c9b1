//! Draws the table of every recipe as its first scenario begins, for the pages of the handbook: `recipe_pictures FOLDER [RECIPE]`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use harena_editor::command::Command;
use harena_lab::record::{Header, Record, RecordedPack};
use harena_pack::{Library, Pack, Source};
use harena_scenario as scenario;
use harena_script::{Host, assemble};
use harena_tests::driver::{Opening, Window};
use harena_tests::house::{load, root};

/// Where the middle of the table lies in the window: from the left, from above, width and height.
const MIDDLE: [usize; 4] = [165, 28, 508, 644];

const USAGE: &str = "recipe_pictures FOLDER [RECIPE]";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, wanted @ ..] = arguments.as_slice() else { return println!("{USAGE}") };
    let recipes = root().join("tests/recipes");
    let roots = ["scripts", "factions", "tests/recipes"].map(|it| root().join(it));
    let library = Library::open(&roots);
    for pack in library.packs() {
        let is_recipe = matches!(&pack.source, Source::Folder(it) if it.starts_with(&recipes));
        let is_wanted = wanted.is_empty() || wanted.iter().any(|it| it == pack.id());
        if is_recipe && is_wanted && pack.id() != "skirmish" {
            let file = Path::new(folder).join(format!("{}.png", pack.id()));
            match draw(pack, &library, &file) {
                Ok(()) => println!("{}", file.display()),
                Err(why) => println!("{}: {why}", pack.id()),
            }
        }
    }
}

/// Draws one recipe.
fn draw(pack: &Arc<Pack>, library: &Library, file: &Path) -> Result<(), String> {
    let game = pack.manifest.games.keys().next().map_or(pack.id(), String::as_str);
    let packs = assemble(library, &[game, pack.id()]).map_err(|it| format!("{it:?}"))?;
    let mut host = load(&packs);
    let header = shown(&mut host, pack.id(), &packs)?;
    let record = Record { header, ..Record::default() };
    let letter: PathBuf = std::env::temp_dir().join(format!("{}.hreplay", pack.id()));
    std::fs::write(&letter, record.write()).map_err(|error| error.to_string())?;
    let opening = Opening { size: [1000.0, 700.0], scale: 75, ..Opening::default() };
    let mut window = Window::opened(&packs, game, opening);
    window.execute(Command::Open(letter.clone()));
    std::fs::remove_file(&letter).map_err(|error| error.to_string())?;
    let play = window.app().session.play.as_ref();
    let has_board = play.is_some_and(|play| play.game.board.cells().iter().count() > 2);
    // The question, the board and the hand; without a board everything else tells more.
    let [left, top, width, height] = if has_board { MIDDLE } else { [0, 0, 1000, 700] };
    let picture = window.picture().part((left, top), (width, height)).halved();
    picture.save(file).map_err(|error| error.to_string())
}

/// The match of the first scenario of a pack, as it is before anything is done in it.
fn shown(host: &mut Host, id: &str, packs: &[Arc<Pack>]) -> Result<Header, String> {
    let own = scenario::list_of(host, id);
    let first = own.iter().find(|it| !it.is_broken()).ok_or("no scenario shows it")?;
    let left = scenario::left(host, first).map_err(|failure| failure.to_string())?;
    let recorded = |pack: &Arc<Pack>| RecordedPack {
        id: pack.id().to_owned(),
        version: pack.manifest.version.to_string(),
        tree: pack.digest.to_string(),
        ..RecordedPack::default()
    };
    let packs = packs.iter().map(recorded).collect();
    Ok(Header { h: None, packs, ..Header::of(&left) })
}
