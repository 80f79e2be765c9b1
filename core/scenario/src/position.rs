//! From what a scenario writes to the position it begins with.

use harena_engine::effect::Effect;
use harena_engine::game::{Game, Sight};
use harena_engine::id::*;
use harena_engine::log::What;
use harena_engine::state::{Mark, Place, SpotMark, State, StepCall, ZoneList};
use harena_engine::the_match::{Match, Position, Rules, Setup};

use super::drawing;
use super::forced;
use super::hint::hint;
use super::laws::{self, Laid};
use super::moment;
use super::script::{Script, Wrong, check_legend, items_of, texts};
use super::words::{Pattern, Trait, Words, items, plain};
use harena_script::Host;
use harena_script::schema::{Key, Value};

/// More of one thing than this are not laid out at once.
const MAX_COPIES: usize = 999;
/// More pieces than this are not laid out in all.
const MAX_LAID: usize = 4_000;
/// What a position says and the start of a match does not heed.
const LAID_OUT: [&str; 14] = [
    "board",
    "legend",
    "floors",
    "cell_marks",
    "pieces",
    "vars",
    "seat_vars",
    "lists",
    "taken_from",
    "out",
    "active",
    "turn",
    "round",
    "impossible",
];

/// The position of a scenario, built up effect by effect.
struct Building<'a> {
    words: &'a Words<'a>,
    state: State,
    effects: Vec<Effect>,
    /// What the scenario itself has written.
    laid: Vec<Laid>,
    /// Where cards of a zone, of `board` or `pieces` are taken from.
    taken_from: Vec<(String, ZoneId)>,
}

/// Where a piece of a scenario is written.
#[derive(Clone, Copy)]
struct Written<'a> {
    path: &'a [Key],
    /// The field: `board`, `pieces`, or a zone.
    field: &'a str,
    stacked: bool,
}

/// The whole position: what the game readies, what the scenario lays out, and the step to go on
/// with.
pub(super) fn build(
    words: &Words,
    script: &Script,
    setup: &Setup,
    host: &mut Host,
) -> Result<Position, Wrong> {
    if let Some(text) = script.value.get("moment").and_then(Value::as_text) {
        return of_moment(words, script, text, setup.seed);
    }
    let begin = script.begin(words)?;
    let forced = forced::read(script.value.get("force"), &["force".into()])?;
    let Some(begin) = begin else {
        never_laid_out(words, script)?;
        let first = StepCall { step: words.game.first_step, args: [0; 4] };
        return Ok(Position { forced, agenda: vec![first], ..Position::default() });
    };
    let (effects, state) = prepared(words, script, setup, host)?;
    let taken_from = taken_from(words, script)?;
    let mut building = Building { words, state, effects, laid: Vec::new(), taken_from };
    building.lay_out(script)?;
    building.set_numbers(script)?;
    let lists = building.lists(script)?;
    let Building { effects, laid, .. } = building;
    let position = Position { effects, lists, ..Position::default() };
    if script.value.get("impossible") != Some(&Value::Bool(true)) {
        let setup = Setup { position: Some(position.clone()), ..setup.clone() };
        let mut the_match = Match::new(script.game.clone(), setup.clone());
        let found = match laws::broken(words, &mut the_match, &laid) {
            None => laws::unlawful(words, script, setup, host, &laid)?,
            broken => broken,
        };
        if let Some((path, sentence)) = found {
            let message = format!("{sentence}; write `impossible = true` if that is meant");
            return Err(Wrong::at(&path, message));
        }
    }
    Ok(Position { forced, agenda: vec![begin], ..position })
}

/// A moment says everything: what else a scenario lays out would be forgotten.
fn of_moment(words: &Words, script: &Script, text: &str, seed: u64) -> Result<Position, Wrong> {
    let zones = words.game.names.zones.iter();
    let mut fields = LAID_OUT.into_iter().chain(["begin"]).chain(zones);
    if let Some(field) = fields.find(|field| script.value.get(field).is_some()) {
        let message = format!("`{field}` is never laid out: the `moment` says everything");
        return Err(Wrong::at(&[field.into()], message));
    }
    let forced = forced::read(script.value.get("force"), &["force".into()])?;
    let position = moment::read(words, text, seed);
    let position = position.map_err(|sentence| Wrong::at(&["moment".into()], sentence))?;
    Ok(Position { forced, ..position })
}

/// A match from its start lays itself out: what a scenario says about a position is forgotten.
fn never_laid_out(words: &Words, script: &Script) -> Result<(), Wrong> {
    let zones = words.game.names.zones.iter();
    let mut fields = LAID_OUT.into_iter().chain(zones);
    match fields.find(|field| script.value.get(field).is_some()) {
        None => Ok(()),
        Some(field) => {
            let message = format!(
                "`{field}` is never laid out: a match from its start readies itself; say with \
                 `begin` at which step this position goes on"
            );
            Err(Wrong::at(&[field.into()], message))
        }
    }
}

/// The zones out of which cards are taken, by the field in which those cards are written.
fn taken_from(words: &Words, script: &Script) -> Result<Vec<(String, ZoneId)>, Wrong> {
    let Some(Value::Record(entries)) = script.value.get("taken_from") else {
        return Ok(Vec::new());
    };
    let zones = &words.game.names.zones;
    let mut all = Vec::new();
    for (field, from) in entries {
        let path = [Key::from("taken_from"), Key::of(field)];
        let is_place = field == "board" || field == "pieces" || zones.find(field).is_some();
        if !is_place || script.value.get(field).is_none() {
            let fields = zones.iter().chain(["board", "pieces"]);
            let message = format!("this scenario lays out no `{field}`{}", hint(field, fields));
            return Err(Wrong::at(&path, message));
        }
        let from = from.as_text().unwrap_or_default();
        let zone = script.find(zones, "zone", from, &path)?;
        all.push((field.clone(), ZoneId(zone)));
    }
    Ok(all)
}

/// Runs the step with which the game readies a match, and takes down what it does.
fn prepared(
    words: &Words,
    script: &Script,
    setup: &Setup,
    rules: &mut dyn Rules,
) -> Result<(Vec<Effect>, State), Wrong> {
    let game = words.game;
    let active = script.active(words)?.unwrap_or(Seat(0));
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
        Err(fault) if fault.is_unfinished() => {}
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
        let drawn = ["board", "floors"].map(|field| script.value.get(field)?.as_text());
        let drawn: Vec<&str> = drawn.into_iter().flatten().collect();
        check_legend(script.value.get("legend"), &drawn, &["legend".into()])?;
        if script.value.get("floors").is_some() && self.game().floors.is_none() {
            return Err(Wrong::at(&["floors".into()], "this game has no floors"));
        }
        if let Some(Value::Text(text)) = script.value.get("floors") {
            for cell in self.state.floored.clone() {
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
        let (sources, others) = self.zones_in_order();
        self.lay_zones(script, &sources)?;
        let pieces = script.value.get("pieces").map(|value| items_of(value, &["pieces".into()]));
        for (line, path) in pieces.unwrap_or_default() {
            let wrong = |sentence| Wrong::at(&path, sentence);
            let pattern = self.words.pattern(&line).map_err(wrong)?;
            let written = Written { path: &path, field: "pieces", stacked: false };
            self.piece(&pattern, None, written).map_err(wrong)?;
        }
        self.lay_zones(script, &others)
    }

    /// All zones: first those out of which cards of others are taken.
    fn zones_in_order(&self) -> (Vec<ZoneId>, Vec<ZoneId>) {
        let all = (0..self.game().zones.len()).map(|number| ZoneId(number as u8));
        all.partition(|zone| self.taken_from.iter().any(|(_, from)| from == zone))
    }

    fn lay_zones(&mut self, script: &Script, zones: &[ZoneId]) -> Result<(), Wrong> {
        for zone in zones {
            let name = self.game().names.zones.name(zone.index()).to_owned();
            if let Some(value) = script.value.get(&name) {
                self.zones(*zone, value, &[name.as_str().into()])?;
            }
        }
        Ok(())
    }

    /// `b3 burning 2`, `b3/N wall:Red`: markers on a cell or an edge.
    fn cell_mark(&mut self, line: &str) -> Result<(), String> {
        let (place, rest) = line.split_once(' ').ok_or("write a cell and what lies on it")?;
        let spot = self.words.spot(place)?;
        for (kind, written) in self.words.spot_marks(rest)? {
            let owner = written.owner.unwrap_or(Seat::NONE);
            let n = laid_amount(&written)?;
            self.change(Effect::MarkSpot(SpotMark { kind, spot, owner, n }));
        }
        Ok(())
    }

    fn draw(&mut self, script: &Script, text: &str, field: &str) -> Result<(), Wrong> {
        let path = [Key::from(field)];
        let tokens = drawing::read(&self.words.game.board, text)
            .map_err(|sentence| Wrong::at(&path, sentence))?;
        for (cell, token) in tokens {
            for (at, line) in script.drawn(token).into_iter().enumerate() {
                let wrong = |sentence| Wrong::at(&path, format!("`{token}`: {sentence}"));
                let mut pattern = self.words.drawn_pattern(&line).map_err(wrong)?;
                pattern.cell = Some(cell);
                let written = Written { path: &path, field, stacked: at > 0 };
                self.piece(&pattern, None, written).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Brings a piece into being and puts it where it is written, or into a zone.
    fn piece(
        &mut self,
        pattern: &Pattern,
        list: Option<ZoneList>,
        written: Written,
    ) -> Result<(), String> {
        let owner = match (pattern.owner, list) {
            (Some(owner), _) => owner,
            (None, Some(list)) => list.parts(self.game()).1,
            (None, None) => Seat::NONE,
        };
        let prototype = self.prototype(pattern, owner)?;
        let id = self.made(prototype, owner, written.field)?;
        match (list, pattern.cell) {
            (Some(_), cell) if cell.is_some() || pattern.facing.is_some() => {
                return Err("what lies in a zone has no cell and no facing".into());
            }
            (Some(list), _) => self.change(Effect::Send { piece: id, list, at: u16::MAX }),
            (None, Some(cell)) => {
                let facing = pattern.facing.unwrap_or_else(|| self.words.facing_of(owner));
                self.change(Effect::Put { piece: id, cell, facing });
            }
            (None, None) => return Err("this piece has no cell".into()),
        }
        for written in &pattern.traits {
            let effect = self.carried(id, owner, written)?;
            self.change(effect);
        }
        self.laid.retain(|earlier| earlier.id != id);
        self.laid.push(Laid { id, path: written.path.to_vec(), stacked: written.stacked });
        Ok(())
    }

    /// A new piece, or one that is taken out of a zone where the scenario says so.
    fn made(
        &mut self,
        prototype: PrototypeId,
        owner: Seat,
        field: &str,
    ) -> Result<PieceId, String> {
        let from = self.taken_from.iter().find(|(name, _)| name == field).map(|(_, zone)| *zone);
        let Some(zone) = from else {
            if self.laid.len() >= MAX_LAID {
                return Err(format!("a position lays out {MAX_LAID} pieces at most"));
            }
            let id = PieceId(self.state.pieces.len() as u16);
            self.change(Effect::Create { prototype, owner });
            return Ok(id);
        };
        let list = ZoneList::of(self.game(), zone, owner);
        let lying = self.state.zone(list).iter().rev().copied();
        let mut fitting = lying.filter(|id| self.state.piece(*id).prototype == prototype);
        fitting.next().ok_or_else(|| {
            let zone = self.game().names.zones.name(zone.index());
            let id = &self.game().prototype(prototype).id;
            format!("{} {zone} holds no `{id}` that could be taken", self.words.seat_label(owner))
        })
    }

    /// What a word about a written piece changes.
    fn carried(
        &self,
        id: PieceId,
        owner: Seat,
        written: &super::words::Written,
    ) -> Result<Effect, String> {
        Ok(match written.what {
            Trait::Status(status) => Effect::Status { piece: id, status, on: !written.negated },
            _ if written.negated => {
                return Err("a position says what is there, not what is missing".into());
            }
            Trait::Counter(counter) => {
                let by = i16::try_from(written.n.unwrap_or(1));
                let by = by.map_err(|_| "that is more than a counter holds".to_owned())?;
                Effect::Count { piece: id, counter, by }
            }
            Trait::Mark(kind) => {
                let usual = self.words.mark_owner(&self.state, kind, owner);
                let owner = written.owner.unwrap_or(usual);
                let (source, n) = (PieceId::NONE, laid_amount(written)?);
                Effect::Mark(Mark { kind, on: id, owner, source, n })
            }
            Trait::Pool(var) => {
                let value = written.n.ok_or("say how much: a number after the name")?;
                Effect::Var { seat: Some(self.holder(owner, var)), var, value }
            }
            Trait::Stat(_) | Trait::Keyword(_) => {
                return Err("stats and keywords come from sheets, not from positions".into());
            }
        })
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
            let wrong = |sentence| Wrong::at(&path, sentence);
            if !per_seat {
                let name = self.game().names.zones.name(zone.index());
                return Err(wrong(format!("there is one `{name}` for all: write no seat")));
            }
            let seat = self.words.need_seated(label).map_err(wrong)?;
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
            let (n, rest) = counted(&line).map_err(wrong)?;
            let pattern = self.words.pattern(rest).map_err(wrong)?;
            let field = self.game().names.zones.name(zone.index()).to_owned();
            let written = Written { path: &path, field: &field, stacked: false };
            for _ in 0..n {
                self.piece(&pattern, Some(list), written).map_err(wrong)?;
            }
        }
        Ok(())
    }

    fn set_numbers(&mut self, script: &Script) -> Result<(), Wrong> {
        for (name, n, path) in script.numbers("vars")? {
            let names = &self.game().names;
            let kin = (&names.vars, &names.seat_vars);
            let var =
                variable(script, kin, (&name, &path), ("variable", "each seat", "seat_vars"))?;
            self.change(Effect::Var { seat: None, var, value: n });
        }
        if let Some(Value::Record(seats)) = script.value.get("seat_vars") {
            seats.iter().try_for_each(|(label, _)| self.set_numbers_of(script, label))?;
        }
        for (label, path) in texts(script.value.get("out"), &["out".into()]) {
            let seat =
                self.words.need_seated(&label).map_err(|sentence| Wrong::at(&path, sentence))?;
            self.change(Effect::Out(seat));
        }
        for _ in 0..script.number("round").unwrap_or(0) {
            self.change(Effect::Round);
        }
        Ok(())
    }

    fn set_numbers_of(&mut self, script: &Script, label: &str) -> Result<(), Wrong> {
        let path = [Key::from("seat_vars"), Key::of(label)];
        let seat = self.words.need_seated(label).map_err(|sentence| Wrong::at(&path, sentence))?;
        for (name, n, path) in script.numbers_at(&path)? {
            let names = &self.game().names;
            let kin = (&names.seat_vars, &names.vars);
            let var =
                variable(script, kin, (&name, &path), ("seat variable", "the match", "vars"))?;
            self.change(Effect::Var { seat: Some(seat), var, value: n });
        }
        Ok(())
    }

    /// The named lists: as the game readied them, or as the scenario writes them.
    fn lists(&self, script: &Script) -> Result<Vec<(u8, Vec<i32>)>, Wrong> {
        if let Some(Value::Record(entries)) = script.value.get("lists") {
            for (name, _) in entries {
                let path = [Key::from("lists"), Key::of(name)];
                script.find(&self.game().names.lists, "list", name, &path)?;
            }
        }
        let mut lists = Vec::new();
        for (at, name) in self.game().names.lists.iter().enumerate() {
            let path = [Key::from("lists"), Key::from(name)];
            let written = script.value.get("lists").and_then(|lists| entry_of(lists, name));
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

/// The entry of a table under a name in large or small letters.
fn entry_of<'v>(table: &'v Value, name: &str) -> Option<&'v Value> {
    let Value::Record(entries) = table else { return None };
    entries.iter().find(|(key, _)| plain(key) == plain(name)).map(|(_, value)| value)
}

/// How many markers a position lays down.
fn laid_amount(written: &super::words::Written) -> Result<i16, String> {
    let n = written.n.unwrap_or(1);
    if written.negated || n < 1 {
        return Err("a position says what is there, not what is missing".into());
    }
    i16::try_from(n).map_err(|_| format!("{n} markers are more than a place holds"))
}

/// `3 knight` is three knights.
pub(super) fn counted(line: &str) -> Result<(usize, &str), String> {
    let Some((n, rest)) = line.split_once(' ') else { return Ok((1, line)) };
    let Ok(n) = n.parse::<usize>() else { return Ok((1, line)) };
    match n {
        0 => Err(format!("`{line}` says nothing: none of them")),
        1..=MAX_COPIES => Ok((n, rest.trim())),
        _ => Err(format!("{n} are more than can lie there; the most is {MAX_COPIES}")),
    }
}

/// A variable by its name, or whose it is if it is none of these.
fn variable(
    script: &Script,
    (names, others): (&Names, &Names),
    (name, path): (&str, &[Key]),
    (what, whose, field): (&str, &str, &str),
) -> Result<VarId, Wrong> {
    let found = script.find(names, what, name, path).map(VarId);
    found.map_err(|wrong| match others.iter().any(|other| plain(other) == plain(name)) {
        true => {
            Wrong::at(path, format!("`{name}` is a variable of {whose}: write it in `{field}`"))
        }
        false => wrong,
    })
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
        let (n, rest) = counted(item)?;
        let pattern = words.pattern(rest)?;
        if all.len() + n > MAX_COPIES {
            return Err(format!("more than {MAX_COPIES} cards lie in no zone"));
        }
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
