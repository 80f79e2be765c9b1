//! What a series leaves in its folder, so that it can go on where it was and parts add up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use harena_lab::record::RecordedPack;
use harena_lab::series::{BATCH, Part, Plan, Played, Tally};
use serde::{Deserialize, Serialize};

use super::database::{Database, Titles};
use crate::args::{MatchArgs, Sim as Args};
use crate::failure::Failure;
use crate::files;
use crate::seating::Seating;

/// The file of a part, beside its matches.
pub const PART: &str = "part.json";
/// The file with a line a match.
pub const MATCHES: &str = "matches.csv";
/// The sums of a part have at most so many bytes: tables of sheets, and matches that failed.
const MOST_SUMS: u64 = 1 << 28;
/// The lines of its matches have at most so many.
const MOST_LINES: u64 = 1 << 32;
/// So often what was played is written down.
const EVERY: Duration = Duration::from_secs(15);

/// A part of a series, and what it was a part of.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// Which series.
    pub series: Series,
    /// Which part of it, from 1.
    pub shard: u64,
    /// How many of its matches were played, in order.
    pub played: u64,
    /// How long it took.
    pub seconds: f64,
    /// What happened.
    pub tally: Part,
}

/// What decides the result of a series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Id of the game.
    pub game: String,
    /// How matches are set up, with the seed.
    pub setup: MatchArgs,
    /// How many matches all parts play together.
    pub matches: u64,
    /// A match is given up after so many decisions.
    pub max_decisions: u32,
    /// Into how many parts the series is divided.
    pub shards: u64,
    /// The packs.
    pub packs: Vec<RecordedPack>,
}

impl Series {
    /// The series that a command line asks for.
    pub fn of(args: &Args, game: &str, seating: &Seating, packs: Vec<RecordedPack>) -> Series {
        let setup = MatchArgs { seed: Some(seating.seed), ..args.setup.clone() };
        Series {
            game: game.to_owned(),
            setup,
            matches: args.matches,
            max_decisions: args.effort.max_decisions,
            shards: 1,
            packs,
        }
    }
}

/// Reads the part in a folder.
///
/// # Errors
/// It is not there, or no part.
pub fn read(folder: &Path) -> Result<Written, Failure> {
    let path = folder.join(PART);
    let text = text(&path, MOST_SUMS)?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::usage(format!("{} is no part of a series: {error}", path.display()))
    })
}

fn text(path: &Path, most: u64) -> Result<String, Failure> {
    let bytes = harena_pack::read_regular(path, most)
        .map_err(|error| Failure::disk("read", path, &error))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::usage(format!("{}: this is not UTF-8 text", path.display())))
}

/// The lines of the matches in a folder, by their numbers.
///
/// # Errors
/// They are not there, or are not what a series writes.
pub fn lines(folder: &Path) -> Result<BTreeMap<u64, String>, Failure> {
    let path = folder.join(MATCHES);
    let text = text(&path, MOST_LINES)?;
    let numbered = |line: &str| {
        let number = line.split(',').next().and_then(|it| it.parse().ok());
        number.map(|number| (number, format!("{line}\n")))
    };
    let read: Option<BTreeMap<u64, String>> = text.lines().skip(1).map(numbered).collect();
    read.ok_or_else(|| Failure::usage(format!("{}: a line without a number", path.display())))
}

/// Parts that were added up.
pub struct Merged {
    /// The series they are parts of.
    pub series: Series,
    /// What happened in all of them.
    pub tally: Tally,
    /// How long they took together.
    pub seconds: f64,
    /// Whether every part is there to its end.
    pub is_whole: bool,
    /// A line a match.
    pub lines: BTreeMap<u64, String>,
}

/// Adds up the parts in some folders.
///
/// # Errors
/// A folder without a part, parts of different series, or the same part twice.
pub fn merge(folders: &[PathBuf]) -> Result<Merged, Failure> {
    let mut found: BTreeMap<u64, &PathBuf> = BTreeMap::new();
    let mut merged: Option<Merged> = None;
    let mut all_there = true;
    for folder in folders {
        let part = read(folder)?;
        let shown = folder.display();
        if part.shard == 0 || part.shard > part.series.shards {
            return Err(Failure::usage(format!("{shown} is no part of its series")));
        }
        if let Some(other) = found.insert(part.shard, folder) {
            let other = other.display();
            return Err(Failure::usage(format!("{other} and {shown} are the same part")));
        }
        let of = part.tally.tally();
        let tally = of.map_err(|why| Failure::usage(format!("{shown}: {why}")))?;
        all_there &= tally.matches == n_here(&part.series, part.shard);
        let sum = merged.get_or_insert_with(|| Merged {
            series: part.series.clone(),
            tally: Tally::default(),
            seconds: 0.0,
            is_whole: false,
            lines: BTreeMap::new(),
        });
        if sum.series != part.series {
            let (what, first) = (differs(&sum.series, &part.series), found.values().next());
            let first = first.map(|it| it.display().to_string()).unwrap_or_default();
            return Err(Failure::usage(format!(
                "{shown} is of another series than {first}: {what}"
            )));
        }
        sum.tally.merge(tally);
        sum.seconds += part.seconds;
        sum.lines.extend(lines(folder)?);
    }
    let mut merged = merged.ok_or_else(|| Failure::usage("there is no part to merge"))?;
    merged.is_whole = all_there && found.len() as u64 == merged.series.shards;
    Ok(merged)
}

/// How many matches a part has.
fn n_here(series: &Series, shard: u64) -> u64 {
    series.matches.saturating_sub(shard - 1).div_ceil(series.shards.max(1))
}

/// In what two series differ.
fn differs(one: &Series, other: &Series) -> &'static str {
    match () {
        () if one.game != other.game => "it plays another game",
        () if one.setup.seed != other.setup.seed => {
            "its seed is another one (name one with --seed)"
        }
        () if one.setup != other.setup => "its matches are set up otherwise",
        () if one.packs != other.packs => "its packs are others",
        () if one.shards != other.shards => "it has another number of parts",
        () => "it is of another size",
    }
}

/// What was played so far, in order, and how it is written down.
pub struct Kept {
    folder: PathBuf,
    series: Series,
    shard: u64,
    began: Instant,
    plan: Plan,
    titles: Titles,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The batch to come next.
    next: u64,
    waiting: BTreeMap<u64, (Tally, String, Vec<Played>)>,
    tally: Tally,
    lines: String,
    /// What the database does not hold yet.
    rows: Vec<Played>,
    database: Option<Database>,
    /// How long it took before this run.
    seconds: f64,
    written: Instant,
}

impl Kept {
    /// Nothing yet, to be kept in a folder; nothing is written before [`Kept::begin`] or
    /// [`Kept::resume`].
    pub fn new(folder: &Path, series: Series, plan: &Plan, titles: Titles) -> Kept {
        let inner = Inner {
            next: 0,
            waiting: BTreeMap::new(),
            tally: Tally::default(),
            lines: String::new(),
            rows: Vec::new(),
            database: None,
            seconds: 0.0,
            written: Instant::now(),
        };
        Kept {
            folder: folder.to_owned(),
            series: Series { shards: plan.n_shards, ..series },
            shard: plan.shard + 1,
            began: Instant::now(),
            plan: plan.clone(),
            titles,
            inner: Mutex::new(inner),
        }
    }

    /// Begins anew, whatever the folder holds.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn begin(&self) -> Result<(), Failure> {
        match self.inner.lock() {
            Ok(mut inner) => self.open(&mut inner, 0),
            Err(_) => Ok(()),
        }
    }

    /// Opens the database, which then holds so many matches.
    fn open(&self, inner: &mut Inner, played: u64) -> Result<(), Failure> {
        for name in [PART, MATCHES, super::SUMMARY] {
            files::may_be_written(&self.folder.join(name))?;
        }
        let mut database = Database::open(&self.folder, self.titles.clone())?;
        database.keep(&self.plan, played)?;
        inner.database = Some(database);
        Ok(())
    }

    /// Goes on where the part in the folder was; how many batches there are already. A folder
    /// without a part begins anew.
    ///
    /// # Errors
    /// The folder holds a part of another series, or cannot be read.
    pub fn resume(&self, plan: &Plan) -> Result<u64, Failure> {
        if !self.folder.join(PART).is_file() {
            return self.begin().map(|()| 0);
        }
        let part = read(&self.folder)?;
        let shown = self.folder.display();
        if part.series != self.series || part.shard != self.shard {
            let what = match part.series != self.series {
                true => differs(&part.series, &self.series),
                false => "it is another part",
            };
            return Err(Failure::usage(format!("{shown} holds another series: {what}")));
        }
        let tally = part.tally.tally();
        let tally = tally.map_err(|why| Failure::usage(format!("{shown}: {why}")))?;
        if tally.matches != part.played || part.played > plan.n_here() {
            return Err(Failure::usage(format!("{shown}: its matches do not add up")));
        }
        // An end that is no whole batch is the end of the part.
        let is_whole = part.played % BATCH == 0 || part.played == plan.n_here();
        if !is_whole {
            return Err(Failure::usage(format!("{shown}: its matches do not add up")));
        }
        let of_part = |number: &u64| number % plan.n_shards.max(1) == plan.shard;
        let all = lines(&self.folder)?;
        let own = all.iter().filter(|(number, _)| of_part(number)).take(part.played as usize);
        let lines: Vec<&str> = own.map(|(_, line)| line.as_str()).collect();
        if lines.len() as u64 != part.played {
            return Err(Failure::usage(format!("{shown}: {MATCHES} lacks matches")));
        }
        let batches = part.played.div_ceil(BATCH);
        if let Ok(mut inner) = self.inner.lock() {
            inner.next = batches;
            (inner.tally, inner.lines, inner.seconds) = (tally, lines.concat(), part.seconds);
            self.open(&mut inner, part.played)?;
        }
        Ok(batches)
    }

    /// Keeps a batch; one that was broken off is played again another time.
    ///
    /// # Errors
    /// What was played cannot be written down.
    pub fn add(
        &self,
        batch: u64,
        matches: &[Played],
        plan: &Plan,
        lines: String,
    ) -> Result<(), Failure> {
        let of_batch = plan.n_here().saturating_sub(batch.saturating_mul(BATCH)).min(BATCH);
        let Ok(mut inner) = self.inner.lock() else { return Ok(()) };
        if matches.len() as u64 != of_batch {
            return Ok(());
        }
        let mut tally = Tally::default();
        matches.iter().for_each(|it| tally.add(it, plan.line_up_of(it.number)));
        inner.waiting.insert(batch, (tally, lines, matches.to_vec()));
        loop {
            let next = inner.next;
            let Some((tally, lines, rows)) = inner.waiting.remove(&next) else { break };
            inner.tally.merge(tally);
            inner.lines += &lines;
            inner.rows.extend(rows);
            inner.next += 1;
        }
        match inner.written.elapsed() > EVERY {
            true => self.write_down(&mut inner),
            false => Ok(()),
        }
    }

    /// Writes everything down; what there is, and how long it took.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end(&self) -> Result<(Tally, Duration), Failure> {
        let Ok(mut inner) = self.inner.lock() else { return Ok(Default::default()) };
        self.write_down(&mut inner)?;
        let before = Duration::from_secs_f64(inner.seconds.clamp(0.0, 1e12));
        Ok((inner.tally.clone(), before + self.began.elapsed()))
    }

    fn write_down(&self, inner: &mut Inner) -> Result<(), Failure> {
        let part = Written {
            series: self.series.clone(),
            shard: self.shard,
            played: inner.tally.matches,
            seconds: inner.seconds + self.began.elapsed().as_secs_f64(),
            tally: Part::of(&inner.tally),
        };
        // The matches first: a part never counts more than there are rows and lines.
        let rows = std::mem::take(&mut inner.rows);
        if let Some(database) = &mut inner.database {
            database.add(&self.plan, &rows)?;
        }
        files::write(&self.folder.join(MATCHES), &(super::HEAD.to_owned() + &inner.lines))?;
        let json = serde_json::to_string(&part).unwrap_or_default();
        files::write(&self.folder.join(PART), &(json + "\n"))?;
        inner.written = Instant::now();
        Ok(())
    }
}
