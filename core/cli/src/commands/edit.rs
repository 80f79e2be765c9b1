//! `harena edit`: the editor window.

use crate::args::{Common, Edit as Args};
use crate::failure::Outcome;
use crate::out::Out;

/// Opens the editor.
///
/// # Errors
/// There is no display, or this build has no editor.
#[cfg(feature = "editor")]
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    use harena_pack::Library;

    use crate::args::FIRST_GAME;
    use crate::catalog::{Catalog, data_dir};
    use crate::failure::{Exit, Failure};

    let mut catalog = Catalog::open(common)?;
    let chosen = args.pack.as_ref().map(|pack| catalog.load(pack)).transpose()?;
    let chosen = chosen.map(|(chosen, _)| chosen);
    chosen.iter().for_each(|chosen| chosen.tell(out));
    out.note("Opening the editor.");
    let options = harena_editor::Options {
        built_in: if common.only { Library::default() } else { crate::built_in::library() },
        roots: catalog.folders,
        data_dir: data_dir(common),
        pack: chosen.as_ref().map(|chosen| chosen.named.clone()),
        game: chosen.map(|chosen| chosen.game),
        people: args.people,
        first_game: Some(FIRST_GAME.to_owned()),
        measure_frames: args.measure_frames,
        ..harena_editor::Options::default()
    };
    harena_editor::run(options).map_err(Failure::usage)?;
    Ok(Exit::Fine)
}

/// Says that this build has no editor.
///
/// # Errors
/// Always.
#[cfg(not(feature = "editor"))]
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    use crate::failure::Failure;

    let _ = (common, out);
    let game = args.pack.as_deref().unwrap_or("GAME");
    Err(Failure::usage(format!(
        "this harena was built without the editor; to play in the terminal: harena play {game}"
    )))
}
