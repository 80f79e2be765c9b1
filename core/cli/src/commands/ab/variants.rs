//! What `--a` and `--b` name, and the matches that compare it.

use std::path::{Path, PathBuf};

use harena_engine::id::Seat;
use harena_engine::telling::seat_number;
use harena_lab::bot::{BotKind, OUTSIDE, PERSONA};
use harena_lab::player::Player;
use harena_lab::series::LineUp;
use harena_pack::{MANIFEST_FILE, nearest};
use harena_script::Menu;

use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::seating::{self, Faction, Seating};

/// So many line-ups are played in turn.
const MOST_LINE_UPS: usize = 240;

/// One of the two that are compared, as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// The words; none for things as they are.
    pub words: Vec<String>,
    /// Who plays it.
    pub bot: Option<BotKind>,
    /// What it plays.
    pub faction: Option<String>,
    /// Settings, as `key=value`.
    pub settings: Vec<String>,
    /// A set of settings.
    pub preset: Option<String>,
    /// Folders of packs.
    pub packs: Vec<PathBuf>,
}

impl Variant {
    /// What some words stand for.
    ///
    /// # Errors
    /// A sentence about the first that stands for nothing.
    pub fn of(words: &[String], menu: &Menu) -> Result<Variant, Failure> {
        let mut variant = Variant { words: words.to_vec(), ..Variant::default() };
        for word in words {
            variant.add(word, menu)?;
        }
        Ok(variant)
    }

    fn add(&mut self, word: &str, menu: &Menu) -> Result<(), Failure> {
        let is_faction = |word: &str| menu.factions.iter().any(|it| it.id == word);
        let pair = if word.starts_with(OUTSIDE) { None } else { word.split_once('=') };
        match pair {
            Some(("bot" | "bots", name)) => self.bot = Some(bot(name, menu)?),
            Some(("faction" | "factions", name)) => self.faction = Some(name.to_owned()),
            Some(("pack" | "packs", folder)) => self.packs.push(folder.into()),
            Some(("preset", name)) => self.preset = Some(name.to_owned()),
            _ if word == "base" => {}
            _ if ["mcts", OUTSIDE, PERSONA].iter().any(|it| word.starts_with(it)) => {
                self.bot = Some(bot(word, menu)?)
            }
            None if is_folder(word) => self.packs.push(word.into()),
            Some(_) => self.settings.push(word.to_owned()),
            None if word.parse::<BotKind>().is_ok() => self.bot = Some(bot(word, menu)?),
            None if is_faction(word) => self.faction = Some(word.to_owned()),
            None if menu.presets.iter().any(|it| it.id == word) => {
                self.preset = Some(word.to_owned());
            }
            None => return Err(unknown(word, menu)),
        }
        Ok(())
    }

    /// Whether it is played at tables of its own.
    pub fn changes_the_game(&self) -> bool {
        !self.settings.is_empty() || !self.packs.is_empty() || self.preset.is_some()
    }

    /// Whether it names who sits at the table.
    fn names_a_player(&self) -> bool {
        self.bot.is_some() || self.faction.is_some()
    }

    /// How it is called in answers.
    pub fn title(&self) -> String {
        if self.words.is_empty() { "base".to_owned() } else { self.words.join(" ") }
    }

    /// How its matches are set up.
    pub fn setup(&self, setup: &MatchArgs) -> MatchArgs {
        let mut own = setup.clone();
        own.set.extend(self.settings.iter().cloned());
        own.preset = self.preset.clone().or(own.preset);
        own
    }
}

fn bot(name: &str, menu: &Menu) -> Result<BotKind, Failure> {
    let players = seating::named(&[name.to_owned()], menu).map_err(Failure::Usage)?;
    match players.as_slice() {
        [Player::Bot(kind)] => Ok(*kind),
        _ => Err(Failure::usage("people cannot play a series, name bots only")),
    }
}

fn is_folder(word: &str) -> bool {
    word.contains(['/', '\\', '.']) || Path::new(word).join(MANIFEST_FILE).is_file()
}

fn unknown(word: &str, menu: &Menu) -> Failure {
    let presets = menu.presets.iter().map(|it| it.id.as_str());
    let known = menu.factions.iter().map(|it| it.id.as_str()).chain(presets);
    let near = nearest(word, known.chain(["random", "greedy", "base"]));
    let hint = near.map_or_else(|| ".".to_owned(), |it| format!("; did you mean {it}?"));
    Failure::usage(format!(
        "`{word}` is no bot, faction or preset of {}, and no folder of a pack{hint} A setting is \
         written as KEY=VALUE",
        menu.id
    ))
}

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Bots or factions that sit at one table.
    AtOneTable,
    /// Settings or packs: the same matches under one and under the other.
    Apart,
}

impl Way {
    /// How two variants are compared.
    ///
    /// # Errors
    /// A sentence if they are alike, or of different sorts.
    pub fn of(a: &Variant, b: &Variant) -> Result<Way, Failure> {
        let players = a.names_a_player() || b.names_a_player();
        let games = a.changes_the_game() || b.changes_the_game();
        match (players, games) {
            (true, true) => Err(Failure::usage(
                "compare bots and factions at one table, or settings and packs apart, not both: \
                 --bots and --factions say who plays in both",
            )),
            (false, false) if a.words.is_empty() && b.words.is_empty() => {
                Err(Failure::usage("say what to compare with what: --a and --b"))
            }
            (false, _) => Ok(Way::Apart),
            (true, false) if a.faction.is_some() != b.faction.is_some() => {
                Err(Failure::usage("a faction is compared with a faction: name one on each side"))
            }
            (true, false) => Ok(Way::AtOneTable),
        }
    }
}

/// Who plays the matches of both variants, and which seat counts in each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// Line-ups of the two variants, match by match.
    pub line_ups: [Vec<LineUp>; 2],
    /// The seat that counts.
    pub seats: Vec<Seat>,
    /// Who that is, for people: a faction, a bot, a seat.
    pub subject: String,
}

/// Bots that play where nothing is said.
pub const USUAL: BotKind = BotKind::Greedy;

/// The bots of all seats.
pub fn bots(seating: &Seating) -> Result<Vec<BotKind>, Failure> {
    let bot = |player: &Player| match player {
        Player::Bot(kind) => Ok(*kind),
        Player::Human => Err(Failure::usage("people cannot play a series, name bots only")),
    };
    let bots: Vec<BotKind> = seating.players.iter().map(bot).collect::<Result<_, _>>()?;
    Ok(if bots.is_empty() { vec![USUAL; usize::from(seating.n_seats)] } else { bots })
}

/// Every seat in turn is taken by one variant among players of the other.
///
/// # Errors
/// A faction nobody knows, or people among the players.
pub fn at_one_table(
    sides: [&Variant; 2],
    seating: &Seating,
    menu: &Menu,
) -> Result<Matches, Failure> {
    let bots = bots(seating)?;
    let usual = bots.first().copied().unwrap_or(USUAL);
    let faction = |side: &Variant| match &side.faction {
        Some(id) => faction(id, menu).map(Some),
        None => Ok(None),
    };
    let factions = [faction(sides[0])?, faction(sides[1])?];
    let ways = match seating.all_factions && factions[0].is_none() {
        true => super::super::sim::all_ways(menu.factions.len(), seating.n_seats)?,
        false => vec![seating.factions.clone()],
    };
    let n_seats = usize::from(seating.n_seats);
    let mut matches = Matches { subject: sides[0].title(), ..Matches::default() };
    // With side `one` in a seat, and the other side in all others.
    let line_up = |way: &Vec<_>, (seat, one): (usize, usize)| {
        let who = |at: usize| if at == seat { one } else { 1 - one };
        let bot = |at: usize| {
            let named = sides.get(who(at)).and_then(|side| side.bot);
            named.or(bots.get(at).copied()).unwrap_or(usual)
        };
        let named = |at: usize| factions.get(who(at)).copied().flatten();
        let factions = match factions[0].is_some() {
            true => (0..n_seats).map(named).collect(),
            false => way.clone(),
        };
        LineUp { bots: (0..n_seats).map(bot).collect(), factions }
    };
    for (way, seat) in ways.iter().flat_map(|way| (0..n_seats).map(move |seat| (way, seat))) {
        let [first, second] = &mut matches.line_ups;
        first.push(line_up(way, (seat, 0)));
        second.push(line_up(way, (seat, 1)));
        matches.seats.push(Seat::at(seat));
    }
    Ok(matches)
}

fn faction(id: &str, menu: &Menu) -> Result<harena_engine::id::FactionId, Failure> {
    let at = menu.faction(id).map_err(Failure::Usage)?;
    Ok(harena_engine::id::FactionId(at as u8))
}

/// The same players under both variants; what counts is a seat, or the seat of a faction.
///
/// # Errors
/// A faction or seat nobody knows, or people among the players.
pub fn apart(
    subject: Option<&str>,
    seatings: [&Seating; 2],
    menus: [&Menu; 2],
) -> Result<Matches, Failure> {
    let (seating, menu) = (seatings[0], menus[0]);
    let bots = bots(seating)?;
    let seat = subject.and_then(|it| it.parse::<u8>().ok());
    let counts = match (subject, seat) {
        (_, Some(seat)) if (1..=seating.n_seats).contains(&seat) => Subject::Seat(Seat(seat - 1)),
        (_, Some(seat)) => {
            return Err(Failure::usage(format!("there is no seat {seat}, they count from 1")));
        }
        (Some(id), None) => Subject::Faction(Some(faction(id, menu)?)),
        (None, None) => Subject::Seat(Seat(0)),
    };
    let mut matches = Matches { subject: counts.title(menu), ..Matches::default() };
    for way in ways(&counts, seating, menu)? {
        let seat = match &counts {
            Subject::Seat(seat) => *seat,
            Subject::Faction(id) => Seat(way.iter().position(|it| it == id).unwrap_or(0) as u8),
        };
        let by_name = |it: &Faction| match it {
            Some(id) => {
                let name = menu.factions.get(id.index()).map_or("", |it| it.id.as_str());
                faction(name, menus[1]).map(Some)
            }
            None => Ok(None),
        };
        let other: Vec<Faction> = way.iter().map(by_name).collect::<Result<_, _>>()?;
        for (factions, into) in [way, other].into_iter().zip(&mut matches.line_ups) {
            into.push(LineUp { bots: bots.clone(), factions });
        }
        matches.seats.push(seat);
    }
    Ok(matches)
}

/// What counts where variants are played apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Seat(Seat),
    Faction(Faction),
}

impl Subject {
    fn title(&self, menu: &Menu) -> String {
        let name = |id: &Faction| id.and_then(|id| menu.factions.get(id.index()));
        match self {
            Subject::Seat(seat) => seat_number(*seat),
            Subject::Faction(id) => name(id).map_or_else(String::new, |it| it.id.clone()),
        }
    }
}

/// The factions of the seats, match by match.
fn ways(counts: &Subject, seating: &Seating, menu: &Menu) -> Result<Vec<Vec<Faction>>, Failure> {
    let all = seating.all_factions || seating.factions.is_empty();
    let ways = match (all, counts) {
        (true, Subject::Faction(_)) => {
            super::super::sim::all_ways(menu.factions.len(), seating.n_seats)?
        }
        (true, Subject::Seat(_)) if seating.all_factions => {
            super::super::sim::all_ways(menu.factions.len(), seating.n_seats)?
        }
        (true, Subject::Seat(_)) => vec![Vec::new()],
        (false, _) => rotations(&seating.factions),
    };
    let plays = |way: &Vec<Faction>| match counts {
        Subject::Seat(_) => true,
        Subject::Faction(id) => way.contains(id),
    };
    let ways: Vec<Vec<Faction>> = ways.into_iter().filter(plays).take(MOST_LINE_UPS).collect();
    match ways.is_empty() {
        true => Err(Failure::usage(format!(
            "{} does not play: name it in --factions",
            counts.title(menu)
        ))),
        false => Ok(ways),
    }
}

/// Everybody at the table in every seat, in the same round.
fn rotations(factions: &[Faction]) -> Vec<Vec<Faction>> {
    let mut ways: Vec<Vec<Faction>> = Vec::new();
    for by in 0..factions.len() {
        let mut way = factions.to_vec();
        way.rotate_left(by);
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}
