//! `harena envelope`: a faction beside the others of its game, before any match.

use std::collections::BTreeMap;

use harena_engine::game::{Game, Prototype};
use harena_engine::id::FactionId;
use serde_json::{Value, json};

use crate::args::{Common, Envelope as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};
use crate::seating::Seating;

/// Measures.
///
/// # Errors
/// No faction that can be measured, or packs that do not load.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let (chosen, host) = catalog.load(&args.game)?;
    chosen.tell(out);
    let menu = host.menu();
    let seating = Seating::of(&args.setup, menu)?;
    let built = host.build(&seating.settings, seating.n_seats);
    let game = built.map_err(|problems| catalog.broken(problems))?;
    let of_pack = menu.factions.iter().position(|it| it.pack == chosen.named);
    let at = match &args.of {
        Some(name) => menu.faction(name).map_err(Failure::Usage)?,
        None => of_pack.ok_or_else(|| Failure::usage("name a faction with --of"))?,
    };
    if game.factions.len() < 2 {
        return Err(Failure::usage("there is no other faction to lay beside it"));
    }
    let rows = rows(&game, at);
    let faction = game.factions.get(at).map(|it| it.id.clone()).unwrap_or_default();
    match out.json {
        true => out.answer_json(&as_json(&game, &faction, &rows)),
        false => out.answer(&text(&game, &faction, &rows, out)),
    }
    Ok(Exit::Fine)
}

/// A number of a faction beside that of the others.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    own: f64,
    /// Those of the others, by rising size.
    others: Vec<f64>,
}

/// Where a number lies among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    Within,
    Above,
    Below,
}

impl Row {
    fn ends(&self) -> (f64, f64) {
        let (first, last) = (self.others.first(), self.others.last());
        (first.copied().unwrap_or(0.0), last.copied().unwrap_or(0.0))
    }

    fn lies(&self) -> Lies {
        let (low, high) = self.ends();
        match self.own {
            own if own > high + 1e-9 => Lies::Above,
            own if own < low - 1e-9 => Lies::Below,
            _ => Lies::Within,
        }
    }

    fn sentence(&self) -> Option<String> {
        let (low, high) = self.ends();
        let (own, name) = (shown(self.own), &self.name);
        match self.lies() {
            Lies::Within => None,
            Lies::Above => Some(format!("{name}: {own}, the others have {} at most", shown(high))),
            Lies::Below => Some(format!("{name}: {own}, the others have {} at least", shown(low))),
        }
    }
}

/// A number with no more digits than it needs.
fn shown(number: f64) -> String {
    if number.fract().abs() < 1e-9 { format!("{number:.0}") } else { format!("{number:.2}") }
}

/// Every number that any faction has.
fn rows(game: &Game, at: usize) -> Vec<Row> {
    let measured: Vec<BTreeMap<(usize, String), f64>> =
        (0..game.factions.len()).map(|at| measure(game, FactionId(at as u8))).collect();
    let mut names: Vec<&(usize, String)> = measured.iter().flat_map(|it| it.keys()).collect();
    names.sort();
    names.dedup();
    let row = |name: &&(usize, String)| {
        let of = |it: &BTreeMap<(usize, String), f64>| it.get(*name).copied().unwrap_or(0.0);
        let mut others: Vec<f64> =
            measured.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, it)| of(it)).collect();
        others.sort_by(f64::total_cmp);
        let own = measured.get(at).map_or(0.0, of);
        Row { name: name.1.clone(), own, others }
    };
    // What nobody has tells nothing.
    let is_nothing = |row: &Row| row.own == 0.0 && row.ends() == (0.0, 0.0);
    names.iter().map(row).filter(|row| !is_nothing(row)).collect()
}

/// The numbers of a faction, each under its place in the order of telling. Every copy counts.
fn measure(game: &Game, id: FactionId) -> BTreeMap<(usize, String), f64> {
    let own = game.factions.get(id.index()).map_or(&[][..], |it| it.prototypes.as_slice());
    let sheets: Vec<&Prototype> = own.iter().map(|id| game.prototype(*id)).collect();
    let mut told = BTreeMap::new();
    let mut add = |order: usize, name: String, by: f64| {
        *told.entry((order, name)).or_insert(0.0) += by;
    };
    for sheet in sheets {
        let copies = f64::from(sheet.copies);
        let kind = game.names.kinds.name(sheet.kind.index());
        add(0, "different sheets".to_owned(), 1.0);
        add(1, "copies".to_owned(), copies);
        add(2, format!("copies of {kind}"), copies);
        for value in &sheet.ladder {
            add(3, format!("copies that act at {value:>2}"), copies);
        }
        for (stat, value) in sheet.stats.iter().enumerate().filter(|(_, value)| **value != 0) {
            let name = game.names.stats.name(stat);
            add(4, format!("{name} on all copies together"), copies * f64::from(*value));
        }
        for attack in &sheet.attacks {
            add(5, "attacks on all copies together".to_owned(), copies);
            add(
                6,
                "strength of all attacks together".to_owned(),
                copies * f64::from(attack.strength),
            );
        }
        for (stat, sides) in sheet.sides.iter().enumerate() {
            let name = game.names.side_stats.name(stat);
            let sum: f64 = sides.iter().map(|it| f64::from(*it)).sum();
            if sum != 0.0 {
                add(7, format!("{name} on all sides of all copies"), copies * sum);
            }
        }
        for (keyword, _) in &sheet.keywords {
            let name = game.names.keywords.name(keyword.index());
            add(8, format!("copies with {name}"), copies);
        }
        let n = copies * (sheet.auras.len() + sheet.triggers.len()) as f64;
        if n > 0.0 {
            add(9, "modifiers and answers on all copies".to_owned(), n);
        }
    }
    told
}

fn as_json(game: &Game, faction: &str, rows: &[Row]) -> Value {
    let row = |row: &Row| {
        let (low, high) = row.ends();
        let lies = match row.lies() {
            Lies::Within => "within",
            Lies::Above => "above",
            Lies::Below => "below",
        };
        json!({ "name": row.name, "own": row.own, "low": low, "high": high, "lies": lies })
    };
    json!({
        "game": game.id,
        "faction": faction,
        "others": game.factions.len() - 1,
        "numbers": rows.iter().map(row).collect::<Vec<_>>(),
        "outliers": rows.iter().filter_map(Row::sentence).collect::<Vec<_>>(),
    })
}

fn text(game: &Game, faction: &str, rows: &[Row], out: &Out) -> String {
    let n = game.factions.len() - 1;
    let head = format!("{faction} beside {n} other faction{}", if n == 1 { "" } else { "s" });
    let mut lines = vec![out.styled(Style::Strong, &head)];
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    for row in rows {
        let (low, high) = row.ends();
        let mark = match row.lies() {
            Lies::Within => "",
            Lies::Above => "  more than any",
            Lies::Below => "  less than any",
        };
        let name = &row.name;
        let (own, low, high) = (shown(row.own), shown(low), shown(high));
        lines.push(format!("  {name:<width$}  {own:>7}  of {low:>7} to {high:>7}{mark}"));
    }
    let outliers: Vec<String> = rows.iter().filter_map(Row::sentence).collect();
    if outliers.is_empty() {
        lines.push("nothing lies outside what the others have".to_owned());
    } else {
        lines.push(out.styled(Style::Strong, "outside what the others have"));
        lines.extend(outliers.into_iter().map(|it| format!("  {it}")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::game::Faction;
    use harena_engine::id::PrototypeId;

    /// Three factions of one sheet each, with so many copies that act so early.
    fn game(of: [(u16, i16); 3]) -> Game {
        let sheet =
            |(copies, at): (u16, i16)| Prototype { copies, ladder: vec![at], ..Prototype::BLANK };
        let faction = |at: u16| Faction {
            id: format!("f{at}"),
            prototypes: vec![PrototypeId(at)],
            ..Faction::default()
        };
        Game {
            prototypes: of.map(sheet).to_vec(),
            factions: (0..3).map(faction).collect(),
            ..Game::default()
        }
    }

    #[test]
    fn what_no_other_has_is_told() {
        let game = game([(5, 2), (3, 2), (4, 1)]);
        let told = |at: usize| -> Vec<String> {
            rows(&game, at).iter().filter_map(Row::sentence).collect()
        };
        assert_eq!(
            told(0),
            [
                "copies: 5, the others have 4 at most",
                "copies of ?: 5, the others have 4 at most",
                "copies that act at  2: 5, the others have 3 at most",
            ]
        );
        assert_eq!(
            told(1),
            ["copies: 3, the others have 4 at least", "copies of ?: 3, the others have 4 at least",]
        );
        assert_eq!(
            told(2),
            [
                "copies that act at  1: 4, the others have 0 at most",
                "copies that act at  2: 0, the others have 3 at least",
            ]
        );
    }

    /// What no faction has gets no row, also where the numbers of sheets cancel each other.
    #[test]
    fn what_nobody_has_is_no_row() {
        let mut game = game([(2, 1), (2, 1), (2, 1)]);
        game.prototypes.iter_mut().for_each(|sheet| sheet.copies = 0);
        let names: Vec<String> = rows(&game, 0).into_iter().map(|row| row.name).collect();
        assert_eq!(names, ["different sheets"]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!((shown(3.0), shown(2.5)), ("3".to_owned(), "2.50".to_owned()));
    }
}
