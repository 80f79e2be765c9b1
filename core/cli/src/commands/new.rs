//! `harena new`: a pack that loads and plays at once.

use std::io::{BufRead, StdinLock};
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use harena_pack::{Library, Pack, Skeleton, did_you_mean, is_id, skeleton};
use serde_json::json;

use crate::args::{Common, New as Args, NewKind};
use crate::catalog::Catalog;
use crate::commands::types;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style};
use crate::quote::shell_word;

/// Begins a pack.
///
/// # Errors
/// A name that no pack can have, a folder that is there already, a game that is not, or something
/// left open that nobody answers.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let catalog = Catalog::open(common)?;
    let wish = Wish::of(args, &catalog.library, out)?;
    let name = wish.name.as_str();
    let folder = args.dir.join(name);
    if is_id(name) && folder.exists() {
        return Err(Failure::usage(format!("`{}` is there already", folder.display())));
    }
    let begun = skeleton(wish.kind.skeleton(), name, wish.game.as_deref(), &catalog.library);
    let begun = begun.map_err(Failure::usage)?;
    for (path, text) in &begun {
        files::write(&folder.join(path), text)?;
    }
    let mut paths: Vec<&str> = begun.iter().map(|(path, _)| path.as_str()).collect();
    paths.extend(types::write(&folder, common, out)?.written);
    tell(&folder, &paths, wish.kind, out);
    Ok(Exit::Fine)
}

impl NewKind {
    fn skeleton(self) -> Skeleton {
        match self {
            NewKind::Game => Skeleton::Game,
            NewKind::Faction => Skeleton::Faction,
            NewKind::Content => Skeleton::Content,
            NewKind::Variant => Skeleton::Variant,
            NewKind::Scenario => Skeleton::Scenario,
        }
    }

    /// Its word on the command line.
    fn word(self) -> String {
        self.to_possible_value().map(|it| it.get_name().to_owned()).unwrap_or_default()
    }
}

/// What is to be begun.
struct Wish {
    kind: NewKind,
    name: String,
    game: Option<String>,
}

impl Wish {
    /// What the command line says; what it leaves open is asked for.
    fn of(args: &Args, library: &Library, out: &Out) -> Result<Wish, Failure> {
        if let (Some(kind), Some(name)) = (args.kind, &args.name) {
            return Ok(Wish { kind, name: name.clone(), game: args.game.clone() });
        }
        let mut asking = Asking { lines: std::io::stdin().lock(), out };
        let kind = match args.kind {
            Some(kind) => kind,
            None => asking.kind()?,
        };
        let game = match (&args.game, kind) {
            (Some(game), _) => Some(game.clone()),
            (None, NewKind::Game) => None,
            (None, _) => Some(asking.game(library)?),
        };
        let name = match &args.name {
            Some(name) => name.clone(),
            None => asking.name(library, &args.dir)?,
        };
        Ok(Wish { kind, name, game })
    }
}

/// Questions to whoever sits at the terminal, until there is an answer that will do.
struct Asking<'a> {
    lines: StdinLock<'a>,
    out: &'a Out,
}

impl Asking<'_> {
    /// One answer, without blanks around it.
    fn answer(&mut self, question: &str) -> Result<String, Failure> {
        self.out.complain(&self.out.styled_note(Style::Strong, question));
        let mut line = String::new();
        let n_bytes = self.lines.read_line(&mut line);
        match n_bytes.map_err(|error| Failure::Disk(format!("cannot read the answer: {error}")))? {
            0 => Err(Failure::usage(
                "nobody answers; say what to begin and its name, such as `harena new game pebbles`",
            )),
            _ => Ok(line.trim().to_owned()),
        }
    }

    /// One of several words, by itself or by its number.
    fn one_of(&mut self, question: &str, choices: &[(String, String)]) -> Result<usize, Failure> {
        for (number, (word, what)) in (1..).zip(choices) {
            self.out.complain(&format!("  {number:>2}  {word:<20} {what}"));
        }
        loop {
            let answer = self.answer(question)?;
            let by_number = answer.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            let found = choices.iter().position(|(word, _)| *word == answer).or(by_number);
            if let Some(found) = found.filter(|it| *it < choices.len()) {
                return Ok(found);
            }
            let hint = did_you_mean(&answer, choices.iter().map(|(word, _)| word.as_str()));
            self.out.complain(&format!("there is no `{answer}` among them{hint}"));
        }
    }

    fn kind(&mut self) -> Result<NewKind, Failure> {
        let kinds = NewKind::value_variants();
        let choices: Vec<(String, String)> = kinds
            .iter()
            .filter_map(NewKind::to_possible_value)
            .map(|it| {
                let what = it.get_help().map(ToString::to_string).unwrap_or_default();
                (it.get_name().to_owned(), what)
            })
            .collect();
        let chosen = self.one_of("What do you want to begin?", &choices)?;
        Ok(kinds.get(chosen).copied().unwrap_or(NewKind::Game))
    }

    fn game(&mut self, library: &Library) -> Result<String, Failure> {
        let games = library.games();
        let told = |it: &&Arc<Pack>| (it.id().to_owned(), it.manifest.title.clone());
        let choices: Vec<(String, String)> = games.iter().map(told).collect();
        let chosen = self.one_of("For which game?", &choices)?;
        Ok(choices.into_iter().nth(chosen).map(|(id, _)| id).unwrap_or_default())
    }

    fn name(&mut self, library: &Library, dir: &Path) -> Result<String, Failure> {
        loop {
            let question = "What is its name? (small letters, digits and underscores)";
            let name = self.answer(question)?;
            let folder = dir.join(&name);
            if !is_id(&name) {
                let sentence = "a name has 3 to 48 small letters, digits and single underscores, \
                                and begins with a letter";
                self.out.complain(sentence);
            } else if library.get(&name).is_some() {
                self.out.complain(&format!("there is a pack called `{name}` already"));
            } else if folder.exists() {
                self.out.complain(&format!("`{}` is there already", folder.display()));
            } else {
                return Ok(name);
            }
        }
    }
}

fn tell(folder: &Path, paths: &[&str], kind: NewKind, out: &Out) {
    let place = folder.display();
    if out.json {
        return out.answer_json(&json!({ "folder": folder, "kind": kind.word(), "files": paths }));
    }
    paths.iter().for_each(|path| out.answer(&format!("wrote {place}/{path}")));
    let place = shell_word(&place.to_string());
    let then = if kind == NewKind::Scenario { "test" } else { "play" };
    out.answer(&format!("\nNext:\n  harena check {place}\n  harena {then} {place}"));
}
