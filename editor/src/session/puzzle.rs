//! Moments of a match that are kept as puzzles: scenarios in a pack of the person.

use std::path::{Path, PathBuf};

use harena_pack::{Change, Kind, Pack, Skeleton, Source, Tree, skeleton};
use harena_scenario::{Scenario, luau, moment_fields};
use harena_script::schema::Value;

use super::making::write;
use super::{Play, Session};
use crate::text;

/// So many names are tried for a pack or a file whose name is taken.
const MOST_NAMES: usize = 99;

impl Session {
    /// Writes the moment after so many moves as a scenario into a pack of the person, which is made
    /// if there is none for this game. Answers the file.
    ///
    /// # Errors
    /// One sentence: there is no place for it, or something of this moment has no words.
    pub fn make_puzzle(&mut self, moves: usize, turn: u32) -> Result<PathBuf, String> {
        let root = self.packs_folder().ok_or(text::no_place())?;
        let play = self.play.as_mut().ok_or(text::no_place())?;
        let name = text::puzzle_name(&play.game.title, turn);
        let fields = play.moment_as_scenario(moves, &name);
        self.unhear();
        let text = luau(&fields?, &name);
        let (id, folder) = self.puzzle_pack(&root)?;
        let files = (1..=MOST_NAMES).map(|n| folder.join("spec").join(file_name(turn, n)));
        let file = files.into_iter().find(|file| !file.exists()).ok_or(text::no_place())?;
        write(&file, &text)?;
        let paths = file.strip_prefix(&folder).ok().map(slashed).into_iter().collect();
        let (source, tree) = (Source::Folder(folder.clone()), Tree::read(&folder));
        // The receiver is this session itself.
        let _ = self.outbox.send(Change { pack: id, source, paths, tree });
        Ok(file)
    }

    /// The pack into which puzzles of the game in play go, with its folder.
    fn puzzle_pack(&self, root: &Path) -> Result<(String, PathBuf), String> {
        let game = &self.plan.game;
        let holds = |pack: &Pack| {
            pack.manifest.kind == Kind::Scenario && pack.game() == Some(game.as_str())
        };
        let own = self.library.packs().into_iter().find_map(|pack| {
            let Source::Folder(folder) = &pack.source else { return None };
            let is_own = folder.starts_with(root.canonicalize().ok()?);
            (holds(pack) && is_own).then(|| (pack.id().to_owned(), folder.clone()))
        });
        // One that was just made is not at hand yet.
        let made = || {
            let packs = (1..=MOST_NAMES).map(|n| Pack::open(&root.join(pack_name(game, n))));
            let made = packs.map_while(Result::ok).find(|pack| holds(pack))?;
            let folder = root.join(made.id());
            Some((made.id().to_owned(), folder.canonicalize().unwrap_or(folder)))
        };
        if let Some(own) = own.or_else(made) {
            return Ok(own);
        }
        let is_free = |id: &String| self.library.get(id).is_none() && !root.join(id).exists();
        let names = (1..=MOST_NAMES).map(|n| pack_name(game, n));
        let id = names.into_iter().find(is_free).ok_or(text::no_place())?;
        let files = skeleton(Skeleton::Scenario, &id, Some(game), &self.library)?;
        for (path, text) in &files {
            write(&root.join(&id).join(path), text)?;
        }
        let folder = root.join(&id);
        Ok((id, folder.canonicalize().unwrap_or(folder)))
    }
}

impl Play {
    /// A moment of the match as the fields of a scenario that holds.
    fn moment_as_scenario(&mut self, moves: usize, name: &str) -> Result<Value, String> {
        let Play { host, attended, .. } = self;
        let looked_at = attended.timeline().n_done();
        let went = attended.go_to(host, moves).map_err(|fault| fault.to_string());
        let fields = went.and_then(|()| moment_fields(host, attended.now(), name));
        let back = attended.go_to(host, looked_at).map_err(|fault| fault.to_string());
        let fields = back.and(fields)?;
        let scenario = Scenario::of_fields(&attended.now().game.id, fields.clone());
        let holds = harena_scenario::run(host, &scenario);
        holds.map_err(|failure| failure.to_string())?;
        Ok(fields)
    }
}

/// The name of a pack of puzzles of a game; the second and all later ones have numbers.
fn pack_name(game: &str, n: usize) -> String {
    let game = game.get(..game.len().min(36)).unwrap_or(game).trim_end_matches('_');
    if n > 1 { format!("{game}_puzzles_{n}") } else { format!("{game}_puzzles") }
}

fn file_name(turn: u32, n: usize) -> String {
    if n > 1 { format!("turn_{turn}_{n}.luau") } else { format!("turn_{turn}.luau") }
}

/// A path inside a pack as packs write it.
fn slashed(path: &Path) -> String {
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.collect::<Vec<String>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_of_puzzles_have_names_that_packs_may_have() {
        assert_eq!(pack_name("duel", 1), "duel_puzzles");
        assert_eq!(pack_name("duel", 2), "duel_puzzles_2");
        let long = pack_name(&"a_".repeat(24), MOST_NAMES);
        assert!(long.len() <= 48 && !long.contains("__"), "{long}");
        assert_eq!(slashed(&Path::new("spec").join(file_name(7, 3))), "spec/turn_7_3.luau");
    }
}
