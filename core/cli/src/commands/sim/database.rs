//! A series in SQLite: a row a match, a row a seat, and what became of each sheet.

use std::path::{Path, PathBuf};

use harena_engine::game::Game;
use harena_lab::series::{Ending, LineUp, Plan, Played};
use rusqlite::{Connection, OpenFlags, Transaction, params};

use crate::failure::Failure;

/// The file, beside the others.
pub const DATABASE: &str = "series.sqlite";

/// The tables. A column is never renamed, and never means something else.
const TABLES: &str = "
create table if not exists sheets (
    sheet integer primary key, faction text, id text not null, title text not null);
create table if not exists matches (
    number integer primary key, seed integer not null, ending text not null, reason text,
    is_draw integer not null, decisions integer not null, forced integer not null,
    options integer not null, first_seat integer, digest text not null,
    lead_changes integer, luck integer);
create table if not exists seats (
    number integer not null, seat integer not null, bot text not null, faction text,
    won integer, score integer, primary key (number, seat)) without rowid;
create table if not exists stories (
    number integer not null, seat integer not null, sheet integer not null,
    entered integer not null, survived integer not null, chosen integer not null,
    primary key (number, seat, sheet)) without rowid;
";

/// Columns that files written before they were there lack, in their order behind the others.
const LATER: [&str; 2] = ["lead_changes", "luck"];

/// The columns of matches from the beginning.
const FIRST: &str =
    "number, seed, ending, reason, is_draw, decisions, forced, options, first_seat, digest";

/// The tables that hold something of matches.
const OF_MATCHES: [&str; 3] = ["matches", "seats", "stories"];

/// The words for numbers of a game.
#[derive(Clone, Debug, Default)]
pub struct Titles {
    factions: Vec<String>,
    reasons: Vec<String>,
    /// Faction, id and title.
    sheets: Vec<(Option<String>, String, String)>,
}

impl Titles {
    /// Those of a game.
    pub fn of(game: &Game) -> Titles {
        let faction = |at: usize| game.factions.get(at).map(|it| it.id.clone());
        let sheet = |it: &harena_engine::game::Prototype| {
            (it.faction.and_then(|id| faction(id.index())), it.id.clone(), it.title.clone())
        };
        Titles {
            factions: game.factions.iter().map(|it| it.id.clone()).collect(),
            reasons: game.names.words.iter().map(str::to_owned).collect(),
            sheets: game.prototypes.iter().map(sheet).collect(),
        }
    }
}

/// An open database.
pub struct Database {
    path: PathBuf,
    connection: Connection,
    titles: Titles,
}

impl Database {
    /// Opens the database of a folder, or begins one.
    ///
    /// # Errors
    /// It cannot be written, or is none.
    pub fn open(folder: &Path, titles: Titles) -> Result<Database, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::disk("create", folder, &error))?;
        let path = folder.join(DATABASE);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NOFOLLOW
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // A folder is looked at with its links followed, the file is not.
        let real = folder.canonicalize().map_err(|error| Failure::disk("open", folder, &error))?;
        let opened = Connection::open_with_flags(real.join(DATABASE), flags);
        let connection = opened.map_err(|error| wrong(&path, &error))?;
        let mut database = Database { path, connection, titles };
        database.begin().map_err(|error| wrong(&database.path, &error))?;
        Ok(database)
    }

    fn begin(&mut self) -> rusqlite::Result<()> {
        // What a file of somebody else declares is not run.
        self.connection
            .execute_batch("pragma trusted_schema = off; pragma journal_mode = delete;")?;
        let work = self.connection.transaction()?;
        work.execute_batch(TABLES)?;
        for column in LATER {
            if !has_column(&work, "main", column)? {
                work.execute_batch(&format!("alter table matches add column {column} integer"))?;
            }
        }
        for (number, (faction, id, title)) in (0i64..).zip(&self.titles.sheets) {
            work.prepare_cached("insert or replace into sheets values (?1, ?2, ?3, ?4)")?
                .execute(params![number, faction, id, title])?;
        }
        work.commit()
    }

    /// Forgets everything but the matches of a part that were played before.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, plan: &Plan, played: u64) -> Result<(), Failure> {
        let n_shards = plan.n_shards.max(1);
        let first = integer(played.saturating_mul(n_shards).saturating_add(plan.shard));
        let forget = |connection: &mut Connection| -> rusqlite::Result<()> {
            let work = connection.transaction()?;
            for table in OF_MATCHES {
                let sql = format!("delete from {table} where number >= ?1 or number % ?2 <> ?3");
                work.execute(&sql, params![first, integer(n_shards), integer(plan.shard)])?;
            }
            work.commit()
        };
        forget(&mut self.connection).map_err(|error| wrong(&self.path, &error))
    }

    /// Adds matches, all or none of them.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn add(&mut self, plan: &Plan, matches: &[Played]) -> Result<(), Failure> {
        let titles = &self.titles;
        let write = |connection: &mut Connection| -> rusqlite::Result<()> {
            let work = connection.transaction()?;
            for played in matches {
                add_match(&work, titles, played)?;
                add_seats(&work, titles, (played, plan.line_up_of(played.number)))?;
                add_stories(&work, played)?;
            }
            work.commit()
        };
        write(&mut self.connection).map_err(|error| wrong(&self.path, &error))
    }

    /// Adds everything that the database of another folder holds.
    ///
    /// # Errors
    /// It is not there or is none, or it cannot be written.
    pub fn add_all_of(&mut self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(DATABASE);
        let file = std::fs::symlink_metadata(&path);
        let is_file = file.map_err(|error| Failure::disk("read", &path, &error))?.is_file();
        if !is_file {
            return Err(Failure::usage(format!("{} is no regular file", path.display())));
        }
        let copy = |connection: &Connection| -> rusqlite::Result<()> {
            connection.execute("attach ?1 as part", params![path.to_string_lossy()])?;
            let copied = copy_part(connection);
            connection.execute_batch("detach part")?;
            copied
        };
        copy(&self.connection).map_err(|error| wrong(&path, &error))
    }
}

/// Copies what the attached database `part` holds of matches.
fn copy_part(connection: &Connection) -> rusqlite::Result<()> {
    for table in OF_MATCHES {
        let columns = match (table, has_column(connection, "part", LATER[0])?) {
            ("matches", true) => format!("{FIRST}, {}", LATER.join(", ")),
            ("matches", false) => FIRST.to_owned(),
            _ => "*".to_owned(),
        };
        let into = if columns == "*" { String::new() } else { format!(" ({columns})") };
        let sql =
            format!("insert or replace into main.{table}{into} select {columns} from part.{table}");
        connection.execute(&sql, [])?;
    }
    Ok(())
}

/// Whether the table of matches of a database has a column.
fn has_column(connection: &Connection, database: &str, column: &str) -> rusqlite::Result<bool> {
    let sql = "select count(*) from pragma_table_info('matches', ?1) where name = ?2";
    let n: i64 = connection.query_row(sql, [database, column], |row| row.get(0))?;
    Ok(n > 0)
}

fn add_match(work: &Transaction, titles: &Titles, played: &Played) -> rusqlite::Result<()> {
    let (ending, reason) = match &played.ending {
        Ending::Over(outcome) => ("over", titles.reasons.get(outcome.reason.index())),
        Ending::Capped => ("capped", None),
        Ending::Failed(_) => ("failed", None),
    };
    let sql = "insert or replace into matches values \
               (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
    let first = played.first.map(|seat| u32::from(seat.0) + 1);
    work.prepare_cached(sql)?
        .execute(params![
            integer(played.number),
            integer(played.seed),
            ending,
            reason,
            played.is_draw,
            played.n_decisions,
            played.n_forced,
            integer(played.n_options),
            first,
            played.digest.to_string(),
            played.lead_changes,
            integer(played.n_chances),
        ])
        .map(|_| ())
}

fn add_seats(
    work: &Transaction,
    titles: &Titles,
    (played, line_up): (&Played, &LineUp),
) -> rusqlite::Result<()> {
    let outcome = if let Ending::Over(outcome) = &played.ending { Some(outcome) } else { None };
    for (at, bot) in line_up.bots.iter().enumerate() {
        let won = outcome.map(|it| !played.is_draw && it.winners & (1 << at.min(15)) != 0);
        let score = outcome.and_then(|it| it.scores.get(at));
        let faction = played.factions.get(at).copied().flatten();
        let faction = faction.and_then(|id| titles.factions.get(id.index()));
        work.prepare_cached("insert or replace into seats values (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![
                integer(played.number),
                integer(at as u64 + 1),
                bot.to_string(),
                faction,
                won,
                score,
            ])?;
    }
    Ok(())
}

/// The stories of a match; what belongs to nobody has seat 0.
fn add_stories(work: &Transaction, played: &Played) -> rusqlite::Result<()> {
    for ((sheet, seat), story) in &played.stories {
        let is_seat = seat.index() < played.factions.len();
        let seat = if is_seat { u32::from(seat.0) + 1 } else { 0 };
        let sql = "insert or replace into stories values (?1, ?2, ?3, ?4, ?5, ?6)";
        work.prepare_cached(sql)?.execute(params![
            integer(played.number),
            seat,
            sheet.0,
            story.entered,
            story.survived,
            story.chosen,
        ])?;
    }
    Ok(())
}

/// SQLite counts with a sign; nothing here comes near it.
fn integer(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn wrong(path: &Path, error: &rusqlite::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
