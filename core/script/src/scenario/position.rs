//! From what a scenario writes to the position it begins with.

use harena_engine::effect::Effect;
use harena_engine::game::{Game, Sight};
use harena_engine::id::*;
use harena_engine::log::What;
use harena_engine::state::{Mark, Place, SpotMark, State, StepCall, ZoneList};
use harena_engine::the_match::{Match, Position, Rules, Setup};

use super::drawing;
use super::script::{Script, Wrong, items_of, texts};
use super::words::{Pattern, Trait, Words, items};
use crate::schema::{Key, Value};

/// The position of a scenario, built up effect by effect.
struct Building<'a> {
    words: &'a Words<'a>,
    state: State,
    effects: Vec<Effect>,
}

/// The whole position: what the game readies, what the scenario lays out, and the step to go on
/// with.
pub(super) fn build(
    words: &Words,
    script: &Script,
    setup: &Setup,
    rules: &mut dyn Rules,
) -> Result<Position, Wrong> {
    let begin = script.begin(words)?;
    let forced = forced(script)?;
    let Some(begin) = begin else {
        let first = StepCall { step: words.game.first_step, args: [0; 4] };
        return Ok(Position { forced, agenda: vec![first], ..Position::default() });
    };
    let (effects, state) = prepared(words, script, setup, rules)?;
    let mut building = Building { words, state, effects };
    building.lay_out(script)?;
    building.set_numbers(script)?;
    let lists = building.lists(script)?;
    Ok(Position { effects: building.effects, lists, forced, agenda: vec![begin] })
}

/// Runs the step with which the game readies a match, and takes down what it does.
fn prepared(
    words: &Words,
    script: &Script,
    setup: &Setup,
    rules: &mut dyn Rules,
) -> Result<(Vec<Effect>, State), Wrong> {
    let game = words.game;
    let active = script.seat_field(words, "active")?.unwrap_or(Seat(0));
    let turn = script.number("turn").unwrap_or(1);
    let mut agenda = Vec::new();
    if let Some(name) = &words.notation.prepare {
        let step = game.names.steps.find(name).unwrap_or(0);
        let args = [i32::from(active.0), turn as i32, 0, 0];
        agenda.push(StepCall { step: StepId(step as u8), args });
    }
    let is_prepared = !agenda.is_empty();
    let position = Position { agenda, ..Position::default() };
    let setup = Setup { position: Some(position), ..setup.clone() };
    let mut scratch = Match::new(script.game.clone(), setup);
    scratch.log.on = true;
    match scratch.advance(rules) {
        Err(fault) if fault.code == "H0410" => {}
        Err(fault) => {
            return Err(Wrong::at(&[], format!("the position cannot be readied: {fault}")));
        }
        Ok(_) => return Err(Wrong::at(&[], "the step that readies a position must not ask")),
    }
    let changed = |entry: &harena_engine::log::Entry| {
        if let What::Changed(effect) = entry.what { Some(effect) } else { None }
    };
    let mut effects: Vec<Effect> = scratch.log.entries.iter().filter_map(changed).collect();
    let mut state = scratch.state().clone();
    if !is_prepared {
        let mut more = vec![Effect::Active(active)];
        more.extend((0..turn).map(|_| Effect::Turn));
        for effect in &more {
            harena_engine::effect::apply(game, &mut state, &Default::default(), effect);
        }
        effects.extend(more);
    }
    Ok((effects, state))
}

fn forced(script: &Script) -> Result<Vec<(String, Vec<u32>)>, Wrong> {
    read_forced(script.value.get("force"), &["force".into()])
}

/// Results of chance: a list for the usual stream, or lists by the names of streams.
pub(super) fn read_forced(
    value: Option<&Value>,
    path: &[Key],
) -> Result<Vec<(String, Vec<u32>)>, Wrong> {
    let number = |item: &Value| u32::try_from(item.as_int()?).ok();
    let numbers = |list: &Value| {
        let Value::List(items) = list else { return None };
        items.iter().map(number).collect::<Option<Vec<u32>>>()
    };
    let wrong = || Wrong::at(path, "results of chance are lists of whole numbers");
    match value {
        None => Ok(Vec::new()),
        Some(list @ Value::List(_)) => {
            Ok(vec![("chance".to_owned(), numbers(list).ok_or_else(wrong)?)])
        }
        Some(Value::Record(entries)) => entries
            .iter()
            .map(|(name, list)| Ok((name.clone(), numbers(list).ok_or_else(wrong)?)))
            .collect(),
        Some(_) => Err(wrong()),
    }
}

impl Building<'_> {
    fn game(&self) -> &Game {
        self.words.game
    }

    fn change(&mut self, effect: Effect) {
        harena_engine::effect::apply(
            self.words.game,
            &mut self.state,
            &Default::default(),
            &effect,
        );
        self.effects.push(effect);
    }

    fn lay_out(&mut self, script: &Script) -> Result<(), Wrong> {
        if let Some(Value::Text(text)) = script.value.get("floors") {
            for cell in self.state.floored {
                let floor = self.state.floor_at(cell);
                floor.into_iter().for_each(|piece| self.change(Effect::Remove { piece }));
            }
            self.draw(script, text, "floors")?;
        }
        if let Some(Value::Text(text)) = script.value.get("board") {
            self.draw(script, text, "board")?;
        }
        let marks = script.value.get("cell_marks");
        for (line, path) in marks.map(|v| items_of(v, &["cell_marks".into()])).unwrap_or_default() {
            self.cell_mark(&line).map_err(|sentence| Wrong::at(&path, sentence))?;
        }
        let pieces = script.value.get("pieces").map(|value| items_of(value, &["pieces".into()]));
        for (line, path) in pieces.unwrap_or_default() {
            let pattern =
                self.words.pattern(&line).map_err(|sentence| Wrong::at(&path, sentence))?;
            self.piece(&pattern, None).map_err(|sentence| Wrong::at(&path, sentence))?;
        }
        let zones: Vec<String> = self.game().names.zones.iter().map(str::to_owned).collect();
        for (number, name) in zones.iter().enumerate() {
            if let Some(value) = script.value.get(name) {
                self.zones(ZoneId(number as u8), value, &[name.as_str().into()])?;
            }
        }
        Ok(())
    }

    /// `b3 burning 2`, `b3/N wall:Red`: markers on a cell or an edge.
    fn cell_mark(&mut self, line: &str) -> Result<(), String> {
        let (place, rest) = line.split_once(' ').ok_or("write a cell and what lies on it")?;
        let spot = self.words.spot(place)?;
        for written in self.words.pattern(rest)?.traits {
            let Trait::Mark(kind) = written.what else {
                return Err("cells and edges carry nothing but markers".into());
            };
            let owner = written.owner.unwrap_or(Seat::NONE);
            let n = written.n.unwrap_or(1) as i16;
            self.change(Effect::MarkSpot(SpotMark { kind, spot, owner, n }));
        }
        Ok(())
    }

    fn draw(&mut self, script: &Script, text: &str, field: &str) -> Result<(), Wrong> {
        let path = [Key::from(field)];
        let tokens = drawing::read(&self.words.game.board, text)
            .map_err(|sentence| Wrong::at(&path, sentence))?;
        for (cell, token) in tokens {
            for line in script.drawn(token) {
                let wrong = |sentence| Wrong::at(&path, format!("`{token}`: {sentence}"));
                let mut pattern = self.words.pattern(&line).map_err(wrong)?;
                pattern.cell = Some(cell);
                self.piece(&pattern, None).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Brings a piece into being and puts it where it is written, or into a zone.
    fn piece(&mut self, pattern: &Pattern, list: Option<ZoneList>) -> Result<(), String> {
        let owner = match (pattern.owner, list) {
            (Some(owner), _) => owner,
            (None, Some(list)) => list.parts(self.game()).1,
            (None, None) => Seat::NONE,
        };
        let prototype = self.prototype(pattern, owner)?;
        let id = PieceId(self.state.pieces.len() as u16);
        self.change(Effect::Create { prototype, owner });
        match (list, pattern.cell) {
            (Some(list), _) => self.change(Effect::Send { piece: id, list, at: u16::MAX }),
            (None, Some(cell)) => {
                let facing = pattern.facing.unwrap_or_else(|| self.words.facing_of(owner));
                self.change(Effect::Put { piece: id, cell, facing });
            }
            (None, None) => return Err("this piece has no cell".into()),
        }
        for written in &pattern.traits {
            let n = written.n.unwrap_or(1);
            let effect = match written.what {
                Trait::Counter(counter) => Effect::Count { piece: id, counter, by: n as i16 },
                Trait::Status(status) => Effect::Status { piece: id, status, on: !written.negated },
                Trait::Mark(kind) => {
                    let usual = self.words.mark_owner(&self.state, kind, owner);
                    let owner = written.owner.unwrap_or(usual);
                    let source = PieceId::NONE;
                    Effect::Mark(Mark { kind, on: id, owner, source, n: n as i16 })
                }
                Trait::Pool(var) => {
                    Effect::Var { seat: Some(self.holder(owner, var)), var, value: n }
                }
                Trait::Stat(_) | Trait::Keyword(_) => {
                    return Err("stats and keywords come from sheets, not from positions".into());
                }
            };
            self.change(effect);
        }
        Ok(())
    }

    fn holder(&self, seat: Seat, var: VarId) -> Seat {
        holder(self.words.game, &self.state, seat, var)
    }

    /// The definition a piece line means: of the faction of its owner if that has one.
    fn prototype(&self, pattern: &Pattern, owner: Seat) -> Result<PrototypeId, String> {
        let all = &pattern.prototypes;
        let own = self.words.faction_of(owner);
        let of_owner = all.iter().find(|id| self.game().prototype(**id).faction == own);
        match (of_owner, all.as_slice()) {
            (Some(id), _) | (None, [id]) => Ok(*id),
            (None, []) => Err("this line names no piece".into()),
            (None, _) => Err("several factions have such a piece; write faction/id".into()),
        }
    }

    fn zones(&mut self, zone: ZoneId, value: &Value, path: &[Key]) -> Result<(), Wrong> {
        let per_seat = self.game().zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
        let Value::Record(entries) = value else {
            if per_seat && !matches!(value, Value::List(items) if items.is_empty()) {
                return Err(Wrong::at(path, "each seat has one: write { SEAT = \"...\" }"));
            }
            return self.zone(ZoneList::of(self.game(), zone, Seat::NONE), value, path);
        };
        for (label, value) in entries {
            let path: Vec<Key> = path.iter().cloned().chain([Key::of(label)]).collect();
            let seat =
                self.words.need_seat(label).map_err(|sentence| Wrong::at(&path, sentence))?;
            self.zone(ZoneList::of(self.game(), zone, seat), value, &path)?;
        }
        Ok(())
    }

    /// Fills a zone list: what lay there is gone. Face-down zones are listed from the top.
    fn zone(&mut self, list: ZoneList, value: &Value, path: &[Key]) -> Result<(), Wrong> {
        for id in self.state.zone(list).to_vec() {
            self.change(Effect::Remove { piece: id });
        }
        let (zone, _) = list.parts(self.game());
        let sight = self.game().zones.get(zone.index()).map(|rule| rule.sight);
        let from_top = matches!(sight, Some(Sight::Nobody | Sight::Contents));
        let mut lines = items_of(value, path);
        if from_top {
            lines.reverse();
        }
        for (line, path) in lines {
            let wrong = |sentence| Wrong::at(&path, sentence);
            let (n, rest) = counted(&line);
            let pattern = self.words.pattern(rest).map_err(wrong)?;
            for _ in 0..n {
                self.piece(&pattern, Some(list)).map_err(wrong)?;
            }
        }
        Ok(())
    }

    fn set_numbers(&mut self, script: &Script) -> Result<(), Wrong> {
        for (name, n, path) in script.numbers("vars")? {
            let var = script.find(&self.game().names.vars, "variable", &name, &path)?;
            self.change(Effect::Var { seat: None, var: VarId(var), value: n });
        }
        if let Some(Value::Record(seats)) = script.value.get("seat_vars") {
            seats.iter().try_for_each(|(label, _)| self.set_numbers_of(script, label))?;
        }
        for (label, path) in texts(script.value.get("out"), &["out".into()]) {
            let seat =
                self.words.need_seat(&label).map_err(|sentence| Wrong::at(&path, sentence))?;
            self.change(Effect::Out(seat));
        }
        for _ in 0..script.number("round").unwrap_or(0) {
            self.change(Effect::Round);
        }
        Ok(())
    }

    fn set_numbers_of(&mut self, script: &Script, label: &str) -> Result<(), Wrong> {
        let path = [Key::from("seat_vars"), Key::of(label)];
        let seat = self.words.need_seat(label).map_err(|sentence| Wrong::at(&path, sentence))?;
        for (name, n, path) in script.numbers_at(&path)? {
            let names = &self.game().names.seat_vars;
            let var = VarId(script.find(names, "seat variable", &name, &path)?);
            self.change(Effect::Var { seat: Some(seat), var, value: n });
        }
        Ok(())
    }

    /// The named lists: as the game readied them, or as the scenario writes them.
    fn lists(&self, script: &Script) -> Result<Vec<(u8, Vec<i32>)>, Wrong> {
        let mut lists = Vec::new();
        for (at, name) in self.game().names.lists.iter().enumerate() {
            let path = [Key::from("lists"), Key::from(name)];
            let written = script.value.get("lists").and_then(|lists| lists.get(name));
            let numbers = match written {
                Some(value) => items_of(value, &path)
                    .iter()
                    .map(|(item, path)| number_or_seat(self.words, item, path))
                    .collect::<Result<Vec<i32>, Wrong>>()?,
                None => self.state.lists.get(at).to_vec(),
            };
            if !numbers.is_empty() {
                lists.push((at as u8, numbers));
            }
        }
        Ok(lists)
    }
}

fn number_or_seat(words: &Words, item: &str, path: &[Key]) -> Result<i32, Wrong> {
    let number = item.parse().ok().or_else(|| words.seat(item).map(|seat| i32::from(seat.0)));
    number.ok_or_else(|| Wrong::at(path, format!("`{item}` is neither a number nor a seat")))
}

/// `3 knight` is three knights.
pub(super) fn counted(line: &str) -> (usize, &str) {
    let Some((n, rest)) = line.split_once(' ') else { return (1, line) };
    n.parse().map_or((1, line), |n| (n, rest.trim()))
}

/// Whose pool a seat variable means: that of the holder if it is what pieces lose wounds from.
pub(super) fn holder(game: &Game, state: &State, seat: Seat, var: VarId) -> Seat {
    let pool = game.combat.as_ref().and_then(|combat| combat.pool);
    match pool.filter(|pool| pool.left == var) {
        Some(pool) => Seat(state.var(game, Some(seat), pool.holder) as u8),
        None => seat,
    }
}

/// The pieces of a list written in a scenario, as patterns.
pub(super) fn patterns(words: &Words, text: &str) -> Result<Vec<Pattern>, String> {
    let mut all = Vec::new();
    for item in items(text).into_iter().filter(|item| *item != "nothing") {
        let (n, rest) = counted(item);
        let pattern = words.pattern(rest)?;
        all.extend(std::iter::repeat_n(pattern, n));
    }
    Ok(all)
}

/// Whether a piece is as a pattern says. Names that several definitions share fit each of them.
pub(super) fn is_like(
    words: &Words,
    the_match: &mut Match,
    id: PieceId,
    pattern: &Pattern,
) -> bool {
    let piece = *the_match.state().piece(id);
    pattern.owner.is_none_or(|owner| owner == piece.owner)
        && (pattern.prototypes.is_empty() || pattern.prototypes.contains(&piece.prototype))
        && pattern.cell.is_none_or(|cell| piece.place == Place::Board(cell))
        && pattern.facing.is_none_or(|facing| facing == piece.facing)
        && pattern.traits.iter().all(|written| has(words, the_match, id, written))
}

fn has(words: &Words, the_match: &mut Match, id: PieceId, written: &super::words::Written) -> bool {
    let game = words.game;
    let now = the_match.derived();
    let derived = match written.what {
        Trait::Status(status) => i32::from(now.has(id, status)),
        Trait::Stat(stat) => i32::from(now.stat(id, stat)),
        Trait::Keyword(keyword) => {
            i32::from(now.grants().iter().any(|g| g.piece == id && g.keyword == keyword))
        }
        Trait::Counter(_) | Trait::Mark(_) | Trait::Pool(_) => 0,
    };
    let state = the_match.state();
    let piece = state.piece(id);
    let n = match written.what {
        Trait::Counter(counter) => i32::from(state.counter(id, counter)),
        Trait::Mark(kind) => {
            let of = |m: &&Mark| {
                m.on == id && m.kind == kind && written.owner.is_none_or(|owner| owner == m.owner)
            };
            state.marks.iter().filter(of).map(|m| i32::from(m.n)).sum()
        }
        Trait::Stat(_) | Trait::Status(_) | Trait::Keyword(_) => derived,
        Trait::Pool(var) => state.var(game, Some(holder(game, state, piece.owner, var)), var),
    };
    let fits = written.n.map_or(n != 0, |wanted| wanted == n);
    fits != written.negated
}
