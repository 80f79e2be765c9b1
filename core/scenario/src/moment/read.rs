//! From the text of a moment to the position it says.

use std::collections::BTreeMap;

use harena_engine::board::Cell;
use harena_engine::chance::Streams;
use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::state::{MAX_PIECES, Mark, SpotMark, StepCall, ZoneList};
use harena_engine::the_match::Position;

use super::*;
use crate::script::step_call;

/// No match has more turns or rounds that are counted one by one.
const MOST_TURNS: usize = 100_000;
/// At the end of a zone.
const LAST: u16 = u16::MAX;

/// The position that a text says; `seed` is that of its match.
///
/// # Errors
/// A sentence about the first line that says nothing.
pub(crate) fn read(words: &Words, text: &str, seed: u64) -> Result<Position, String> {
    let mut reading = Reading::of(words);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        reading.line(line).map_err(|sentence| format!("`{line}`: {sentence}"))?;
    }
    reading.position(seed)
}

struct Reading<'a> {
    words: &'a Words<'a>,
    /// What each piece is, and whose.
    made: BTreeMap<u16, (PrototypeId, Seat)>,
    effects: Vec<Effect>,
    lists: Vec<(u8, Vec<i32>)>,
    chance: Vec<&'a str>,
    /// The steps behind the next one, the first to run first.
    then: Vec<StepCall>,
    next: Option<StepCall>,
}

impl<'a> Reading<'a> {
    fn of(words: &'a Words<'a>) -> Reading<'a> {
        Reading {
            words,
            made: BTreeMap::new(),
            effects: Vec::new(),
            lists: Vec::new(),
            chance: Vec::new(),
            then: Vec::new(),
            next: None,
        }
    }

    fn position(self, seed: u64) -> Result<Position, String> {
        let next = self.next.ok_or("no line says which step is `next`")?;
        if self.made.keys().copied().ne((0..).take(self.made.len())) {
            return Err("pieces are numbered from #0 without a gap".to_owned());
        }
        let create = |(prototype, owner)| Effect::Create { prototype, owner };
        let effects = self.made.into_values().map(create).chain(self.effects).collect();
        let chance = Streams::continued(seed, self.chance);
        let chance = chance.ok_or("how far chance is cannot be read")?;
        let agenda = self.then.into_iter().rev().chain([next]).collect();
        let (lists, forced) = (self.lists, Vec::new());
        Ok(Position { effects, lists, forced, agenda, chance: Some(chance) })
    }

    fn line(&mut self, line: &'a str) -> Result<(), String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = rest.split_whitespace().collect();
        match (first, parts.as_slice()) {
            (ACTIVE, [seat]) => self.effects.push(Effect::Active(self.seat(seat)?)),
            (OUT, [seat]) => self.effects.push(Effect::Out(self.words.need_seated(seat)?)),
            (TEAM, [seat, team]) => {
                let (seat, team) = (self.words.need_seated(seat)?, number(team)?);
                self.effects.push(Effect::Team { seat, team });
            }
            (TURN, [n]) => self.repeat(Effect::Turn, n)?,
            (ROUND, [n]) => self.repeat(Effect::Round, n)?,
            (VAR, [name, value]) => self.var(None, name, value)?,
            (VAR, [seat, name, value]) => {
                self.var(Some(self.words.need_seated(seat)?), name, value)?;
            }
            (LIST, [name, numbers @ ..]) => {
                let list = found("list", &self.words.game.names.lists, name)?;
                let numbers: Result<Vec<i32>, String> = numbers.iter().map(|n| number(n)).collect();
                self.lists.push((fit(list)?, numbers?));
            }
            (MARK, [spot, kind, n, rest @ ..]) => self.mark(spot, (kind, n), rest)?,
            (CHANCE, _) => self.chance.push(rest),
            (THEN, _) => self.then.push(step_call(self.words, rest)?),
            (NEXT, _) if self.next.is_none() => self.next = Some(step_call(self.words, rest)?),
            (piece, [owner, name, rest @ ..]) if piece.starts_with('#') => {
                self.piece(piece, (owner, name), rest)?;
            }
            _ => return Err("no line of a moment is like this".to_owned()),
        }
        Ok(())
    }

    fn seat(&self, word: &str) -> Result<Seat, String> {
        self.words.need_seat(word)
    }

    fn repeat(&mut self, effect: Effect, n: &str) -> Result<(), String> {
        let n: usize = number(n)?;
        if n > MOST_TURNS {
            return Err(format!("a match has {MOST_TURNS} turns at most"));
        }
        self.effects.extend(std::iter::repeat_n(effect, n));
        Ok(())
    }

    fn var(&mut self, seat: Option<Seat>, name: &str, value: &str) -> Result<(), String> {
        let names = &self.words.game.names;
        let table = if seat.is_some() { &names.seat_vars } else { &names.vars };
        let var = VarId::at(found("variable", table, name)?);
        self.effects.push(Effect::Var { seat, var, value: number(value)? });
        Ok(())
    }

    fn piece(
        &mut self,
        piece: &str,
        (owner, name): (&str, &str),
        rest: &[&str],
    ) -> Result<(), String> {
        let (piece, owner) = (numbered(piece)?, self.seat(owner)?);
        let prototype = match self.words.prototypes(name).as_slice() {
            [only] => *only,
            [] => return Err(format!("nothing is called `{name}`")),
            _ => return Err(format!("several definitions are called `{name}`")),
        };
        if self.made.insert(piece.0, (prototype, owner)).is_some() {
            return Err(format!("#{} stands there twice", piece.0));
        }
        let traits = match rest {
            ["at", cell, facing, rest @ ..] => {
                let no_facing = || format!("`{facing}` is no facing");
                let facing = facing.strip_prefix('f').and_then(|n| n.parse().ok());
                let (cell, facing) = (self.cell(cell)?, facing.ok_or_else(no_facing)?);
                self.effects.push(Effect::Put { piece, cell, facing });
                rest
            }
            ["in", zone, rest @ ..] => self.send(piece, zone, rest)?,
            rest => rest,
        };
        traits.iter().try_for_each(|word| self.carried(piece, word))
    }

    /// Sends a piece to a zone and answers what is said behind that.
    fn send<'w, 'r>(
        &mut self,
        piece: PieceId,
        zone: &str,
        rest: &'r [&'w str],
    ) -> Result<&'r [&'w str], String> {
        let game = self.words.game;
        let zone = ZoneId::at(found("zone", &game.names.zones, zone)?);
        let per_seat = game.zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
        let (seat, rest) = match rest {
            [seat, rest @ ..] if per_seat => (self.words.need_seated(seat)?, rest),
            [] if per_seat => return Err("whose is it?".to_owned()),
            rest => (Seat::NONE, rest),
        };
        self.effects.push(Effect::Send { piece, list: ZoneList::of(game, zone, seat), at: LAST });
        Ok(rest)
    }

    fn carried(&mut self, piece: PieceId, word: &str) -> Result<(), String> {
        let names = &self.words.game.names;
        if let Some(seat) = word.strip_prefix(CONTROLLED) {
            self.effects.push(Effect::Control { piece, seat: self.seat(seat)? });
        } else if word == SHOWN {
            self.effects.push(Effect::Show { piece });
        } else if let Some(used) = word.strip_prefix(USED) {
            used.split(',').try_for_each(|n| self.spent(piece, number(n)?))?;
        } else if let Some((name, n)) = word.split_once('=') {
            let counter = CounterId::at(found("counter", &names.counters, name)?);
            self.effects.push(Effect::Count { piece, counter, by: number(n)? });
        } else {
            let status = StatusId::at(found("status", &names.statuses, word)?);
            self.effects.push(Effect::Status { piece, status, on: true });
        }
        Ok(())
    }

    fn spent(&mut self, piece: PieceId, number: u8) -> Result<(), String> {
        if number >= N_USED {
            return Err(format!("no piece has an activation {number}"));
        }
        self.effects.push(Effect::Spend { piece, number });
        Ok(())
    }

    fn mark(&mut self, spot: &str, (kind, n): (&str, &str), rest: &[&str]) -> Result<(), String> {
        let kind = MarkId::at(found("marker", &self.words.game.names.marks, kind)?);
        let n = number(n)?;
        let (owner, source) = match rest {
            [owner] => (self.seat(owner)?, PieceId::NONE),
            [owner, "from", source] => (self.seat(owner)?, self.piece_named(source)?),
            _ => return Err("say whose this marker is".to_owned()),
        };
        let effect = match spot.starts_with('#') {
            true => Effect::Mark(Mark { kind, on: self.piece_named(spot)?, owner, source, n }),
            false => {
                let spot = match spot.starts_with("cell:") {
                    true => Spot::Cell(self.cell(spot)?),
                    false => self.words.spot(spot)?,
                };
                Effect::MarkSpot(SpotMark { kind, spot, owner, n })
            }
        };
        self.effects.push(effect);
        Ok(())
    }

    /// A piece that a line before has written.
    fn piece_named(&self, word: &str) -> Result<PieceId, String> {
        let id = numbered(word)?;
        match self.made.contains_key(&id.0) {
            true => Ok(id),
            false => Err(format!("no line before says what {word} is")),
        }
    }

    fn cell(&self, word: &str) -> Result<Cell, String> {
        let board = &self.words.game.board;
        let by_place = word.strip_prefix("cell:").and_then(|at| at.parse().ok()).map(Cell);
        let cell = by_place.filter(|cell| board.contains(*cell)).or_else(|| self.words.cell(word));
        cell.ok_or_else(|| self.words.no_cell(word))
    }
}

fn numbered(word: &str) -> Result<PieceId, String> {
    let number = word.strip_prefix('#').and_then(|n| n.parse().ok());
    let number = number.filter(|n| usize::from(*n) < MAX_PIECES).map(PieceId);
    number.ok_or_else(|| format!("`{word}` is no number of a piece"))
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number that fits here"))
}

fn found(what: &str, names: &Names, name: &str) -> Result<usize, String> {
    let near = || crate::hint::hint(name, names.iter());
    names.find(name).ok_or_else(|| format!("there is no {what} `{name}`{}", near()))
}

fn fit(at: usize) -> Result<u8, String> {
    u8::try_from(at).map_err(|_| format!("there is no list {at}"))
}
