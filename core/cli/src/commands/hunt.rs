//! `harena hunt`: what goes wrong in a game, made short and written down.

use std::path::Path;
use std::sync::Arc;

use harena_engine::game::Game;
use harena_engine::telling::seat_number;
use harena_lab::hunt::{self, Bag, Finding, Flaw, Force, Forced, Hunt, Looks};
use harena_lab::notation;
use harena_lab::series;
use harena_lab::{Table, Tables};
use harena_scenario::{self as scenario, Scenario};
use harena_script::Host;
use serde_json::{Value, json};

use super::sim::signals::Signals;
use super::unreached::sheet_name;
use crate::args::{Common, Hunt as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};
use crate::seating::{self, Seating};
use crate::table::Loader;

/// So many ways to seat factions are hunted in, one after the other.
const MOST_WAYS: usize = 5_000;
/// So many actions of a finding are shown.
const SHOWN: usize = 12;

/// Hunts.
///
/// # Errors
/// Packs that do not load. What goes wrong in matches is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let (chosen, mut host) = catalog.load(&args.game)?;
    chosen.tell(out);
    let seating = Seating::of(&args.setup, host.menu())?;
    let built = host.build(&seating.settings, seating.n_seats);
    let game = built.map_err(|problems| catalog.broken(problems))?;
    let plan = Hunt {
        n_matches: args.matches,
        seed: seating.seed,
        factions: factions(&seating, &host),
        max_decisions: args.max_decisions,
        force: Force { n_choices: args.choices, opening: args.opening },
    };
    let loader = Loader {
        packs: chosen.packs.clone(),
        settings: seating.settings.clone(),
        n_seats: seating.n_seats,
    };
    let mut table: Table = loader.set_up()?;
    let signals = Signals::heard()?;
    let bar = out
        .progress(args.matches.into(), "{bar:32} {human_pos} of {human_len} matches, {eta} left");
    let stops = |number: u32| {
        bar.set_position(number.into());
        signals.number().is_some()
    };
    let bag = hunt::hunt(&plan, &mut table, &stops)?;
    bar.finish_and_clear();
    let told = Told { game: &game, bag: &bag, seed: seating.seed, pack: &chosen.game };
    let kept = told.keep(args.out.as_deref(), &mut host)?;
    match out.json {
        true => out.answer_json(&told.as_json(&kept)),
        false => out.answer(&told.text(&kept, out)),
    }
    let is_sound = bag.findings.is_empty() && bag.dead.is_empty();
    Ok(match signals.number() {
        Some(signal) if bag.n_matches < args.matches => Exit::Stopped(signal),
        Some(_) | None if is_sound => Exit::Fine,
        Some(_) | None => Exit::Findings,
    })
}

/// The factions of each seat: those that are named, else all of them in turn.
fn factions(seating: &Seating, host: &Host) -> Vec<Vec<seating::Faction>> {
    let n = host.menu().factions.len();
    match seating.factions.is_empty() && n > 0 {
        true => series::every_faction(n, seating.n_seats).some(MOST_WAYS),
        false => vec![seating.factions.clone()],
    }
}

/// What was found, with everything needed to tell of it.
struct Told<'a> {
    game: &'a Arc<Game>,
    bag: &'a Bag,
    seed: u64,
    pack: &'a str,
}

/// What became of a finding as a scenario.
struct Kept {
    /// Where it was written, if it was.
    file: Option<String>,
    /// Why it could not be, if it could not.
    why: Option<String>,
}

impl Told<'_> {
    /// Writes every finding as a scenario that fails.
    fn keep(&self, folder: Option<&Path>, host: &mut Host) -> Result<Vec<Kept>, Failure> {
        let kept = |(at, finding): (usize, &Finding)| -> Result<Kept, Failure> {
            let Some(folder) = folder else { return Ok(Kept { file: None, why: None }) };
            match self.scenario(finding, host) {
                Err(why) => Ok(Kept { file: None, why: Some(why) }),
                Ok(text) => {
                    let path = folder.join(format!("found_{}_{}.luau", self.seed, at + 1));
                    files::write(&path, &text)?;
                    Ok(Kept { file: Some(path.display().to_string()), why: None })
                }
            }
        };
        self.bag.findings.iter().enumerate().map(kept).collect()
    }

    /// The file of a scenario that was seen to fail.
    fn scenario(&self, finding: &Finding, host: &mut Host) -> Result<String, String> {
        let must = match finding.flaw {
            Flaw::Fails(_) => None,
            Flaw::Loses(_) => Some(("expect", "nowhere: nothing")),
            Flaw::Stalls => Some(("asks", "nobody")),
            Flaw::Decided(_) | Flaw::Wins(_) => Some(("outcome", "none")),
        };
        let name = format!("A hunt found: {}", flaw(&finding.flaw, self.game));
        let found =
            scenario::Found { name: &name, setup: &finding.setup, actions: &finding.line, must };
        let fields = scenario::fields(host, self.game, &found)?;
        let scenario = Scenario::of_fields(self.pack, fields.clone());
        match scenario::run(host, &scenario) {
            Err(_) => {
                let n = counted(finding.line.len(), "action");
                let remark = format!("Found by `harena hunt --seed {}`, after {n}.", self.seed);
                Ok(scenario::luau(&fields, &remark))
            }
            Ok(()) => Err("as a scenario it does not fail".to_owned()),
        }
    }

    /// Sheets nobody used: how each is called, and its title.
    fn dead(&self) -> impl Iterator<Item = (String, &str)> {
        let of = |id: &harena_engine::id::PrototypeId| {
            (sheet_name(self.game, *id), self.game.prototype(*id).title.as_str())
        };
        self.bag.dead.iter().map(of)
    }

    fn action(
        &self,
        action: &(harena_engine::id::Seat, harena_engine::decision::Action),
    ) -> String {
        let (seat, action) = action;
        // Pieces are told by number: where they are changes with every action.
        let args: Vec<String> = action.args.as_slice().iter().map(i32::to_string).collect();
        let verb = notation::verb_name(self.game, action.verb);
        format!("{}: {verb} {}", seat_number(*seat), args.join(" "))
    }

    fn as_json(&self, kept: &[Kept]) -> Value {
        let finding = |(it, kept): (&Finding, &Kept)| {
            let fault = if let Flaw::Fails(fault) = &it.flaw { Some(fault) } else { None };
            let forced =
                if let Flaw::Wins(forced) = &it.flaw { Some(by_force(forced)) } else { None };
            json!({
                "flaw": flaw(&it.flaw, self.game), "fault": fault, "forced": forced,
                "matches": it.n_met,
                "seed": it.setup.seed, "actions": it.line.len(), "actions_before": it.n_before,
                "line": it.line.iter().map(|it| self.action(it)).collect::<Vec<_>>(),
                "scenario": kept.file, "unwritten": kept.why,
            })
        };
        let looks = &self.bag.looks;
        json!({
            "game": self.game.id,
            "seed": self.seed,
            "matches": self.bag.n_matches,
            "decisions": self.bag.n_decisions,
            "looks": { "positions": looks.n, "open": looks.n_open, "left_out": looks.n_left_out },
            "findings": self.bag.findings.iter().zip(kept).map(finding).collect::<Vec<_>>(),
            "dead_sheets": self.dead().map(|(name, _)| name).collect::<Vec<_>>(),
        })
    }

    fn text(&self, kept: &[Kept], out: &Out) -> String {
        let (n, decisions) = (counted(self.bag.n_matches, "match"), self.bag.n_decisions);
        let mut lines =
            vec![format!("hunted through {n} and {decisions} decisions, seed {}", self.seed)];
        lines.extend(looked(&self.bag.looks));
        for (finding, kept) in self.bag.findings.iter().zip(kept) {
            lines.push(out.styled(Style::Red, &flaw(&finding.flaw, self.game)));
            lines.push(format!(
                "  in {}; {}, {} before it was made short",
                counted(finding.n_met, "match"),
                counted(finding.line.len(), "action"),
                finding.n_before
            ));
            lines.extend(
                finding.line.iter().take(SHOWN).map(|it| format!("    {}", self.action(it))),
            );
            if finding.line.len() > SHOWN {
                lines.push(format!("    and {} more", finding.line.len() - SHOWN));
            }
            lines.extend(kept.file.iter().map(|file| format!("  written to {file}")));
            lines.extend(kept.why.iter().map(|why| format!("  not written: {why}")));
        }
        if !self.bag.dead.is_empty() {
            lines.push(out.styled(Style::Yellow, "sheets that nobody ever used"));
            lines.extend(self.dead().map(|(name, title)| format!("  {name} ({title})")));
        }
        if self.bag.findings.is_empty() && self.bag.dead.is_empty() {
            lines.push(out.styled(Style::Green, "nothing goes wrong"));
        }
        lines.join("\n")
    }
}

/// Where wins by force were looked for, as a sentence.
fn looked(looks: &Looks) -> Option<String> {
    let Looks { n, n_open, n_left_out } = *looks;
    let mut told = format!("looked for wins by force in {}", counted(n, "position"));
    if n_open > 0 {
        told += &format!(", {n_open} of them too wide to look through");
    }
    if n_left_out > 0 {
        told += &format!("; {n_left_out} more were left out");
    }
    (n > 0).then_some(told)
}

fn by_force(forced: &Forced) -> Value {
    let Forced { seat, n_choices, n_dealt, after } = *forced;
    json!({
        "seat": usize::from(seat.0) + 1, "choices": n_choices, "dealt": n_dealt, "after": after,
    })
}

/// What goes wrong, as a sentence.
fn flaw(flaw: &Flaw, game: &Game) -> String {
    match flaw {
        Flaw::Fails(fault) if fault.limit => format!("a step does not end: {fault}"),
        Flaw::Fails(fault) => format!("the rules fail: {fault}"),
        Flaw::Stalls => "the match does not end".to_owned(),
        Flaw::Decided(seat) => {
            format!("it is over before seat {} can choose", usize::from(seat.0) + 1)
        }
        Flaw::Wins(Forced { seat, n_choices, n_dealt, after }) => {
            let seat = usize::from(seat.0) + 1;
            let choices = counted(*n_choices, "choice");
            let when = counted(*after, "action");
            let how = format!("seat {seat} wins by force with {choices}, after {when}");
            match n_dealt {
                0 => how,
                n => format!("{how}, in each of {n} matches dealt"),
            }
        }
        Flaw::Loses(sheet) => {
            format!(
                "a piece of {} is neither on the board nor anywhere else",
                sheet_name(game, *sheet)
            )
        }
    }
}
