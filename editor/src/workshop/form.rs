//! The form of a sheet: what each field of it holds, as its game declares it, and how a hand
//! changes that. Nothing here knows a field by name.

use harena_engine::board::BoardKind;
use harena_engine::game::{Game, Prototype, Reach};
use harena_script::page::{Forms, Page, Says, WrittenSheet};
use harena_script::schema::{Field, Key, Schema, Type, Value, Vocabulary};

/// A number that is counted up and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The least; one below it where the field may be left out.
    pub min: i64,
    /// The greatest.
    pub max: i64,
    /// What it is where it is left out.
    pub unsaid: i64,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether what it is then may not be written.
    pub gap: bool,
}

/// What changes a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// A number.
    Number(Counted),
    /// Yes or no; what it is where it is left out.
    Switch(bool),
    /// One of these words; whether none is allowed.
    Choice(Vec<String>, bool),
    /// Words for people.
    Text,
    /// Some of these words, or words of one's own.
    Words(Vec<String>, bool),
    /// Numbers in a row: each of them, and the fewest and most.
    Numbers(Counted, usize, usize),
    /// A number for each of these names.
    Amounts(Vec<String>, Counted),
    /// A number for each printed side, by the names of the sides and what they mean.
    Sides(Vec<(String, String)>, Counted),
    /// A number for each printed side, one after the other.
    SideRow(usize, Counted),
    /// The one side that has it.
    OneSide(Vec<String>, bool),
    /// The sides that have it, out of all of them.
    SideSet(Vec<String>),
    /// It is written in code, or in a way for which there is nothing here.
    Code,
}

/// A row of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The field.
    pub name: String,
    /// What it means.
    pub text: String,
    /// Whether a sheet without it is wrong.
    pub needed: bool,
    /// What changes it.
    pub control: Control,
}

/// What a form is made with.
pub struct Known<'a> {
    /// What sheets of the game may hold.
    pub forms: &'a Forms,
    /// The game.
    pub game: &'a Game,
    /// The sheets of the pack, for the words they use.
    pub pages: &'a [&'a Page],
}

/// By how many sides what is written first is turned from the first direction of the board: the
/// turn under which the most rows of the sheets are what is printed on the definitions made of
/// them, as numbers of sides or as attacks. Nothing where none fits, so that nobody is shown a
/// wrong side.
pub fn turn(known: &Known, rows: &[Row], (maker, made): (&str, Made)) -> Option<usize> {
    let n = n_sides(known.game);
    let mut votes: Vec<usize> = vec![0; n];
    let sided: Vec<&Row> = rows.iter().filter(|row| row.control.is_sided()).collect();
    for page in known.pages {
        for (at, sheet) in page.sheets().iter().enumerate().filter(|(_, it)| it.maker == maker) {
            let Some(prototype) = made(sheet) else { continue };
            let printed = printed_rows(known.game, prototype, n);
            let written = sided.iter().filter_map(|row| written_row(page, at, row, n));
            written.for_each(|row| vote(&mut votes, &row, &printed));
        }
    }
    let most = votes.iter().copied().max().filter(|most| *most > 0)?;
    votes.iter().position(|n| *n == most)
}

/// The definition that a sheet made.
pub type Made<'a> = &'a dyn Fn(&WrittenSheet) -> Option<&'a Prototype>;

/// Counts the turns under which a written row is one of those that are printed.
fn vote(votes: &mut [usize], written: &[i64], printed: &[Vec<i64>]) {
    if written.iter().all(|n| *n == 0) {
        return;
    }
    let n = written.len();
    for (turn, votes) in votes.iter_mut().enumerate() {
        let is_it = |row: &Vec<i64>| (0..n).all(|at| row.get((at + turn) % n) == written.get(at));
        *votes += usize::from(printed.iter().any(is_it));
    }
}

/// What a field says of each side; nothing where it is not written out in numbers.
fn written_row(page: &Page, at: usize, row: &Row, n: usize) -> Option<Vec<i64>> {
    let path = [Key::Name(row.name.clone())];
    let value = page.value(at, &path)?;
    let number = |value: Option<&Value>| value.map_or(Some(0), Value::as_int);
    if let Control::Sides(names, _) = &row.control {
        return names.iter().map(|(name, _)| number(value.get(name))).collect();
    }
    if let Control::SideSet(names) = &row.control {
        let named = texts_of(&value);
        return Some(names.iter().map(|name| i64::from(named.contains(name))).collect());
    }
    (1..=n).map(|side| number(value.at(side))).collect()
}

/// What is printed on the sides of a definition: rows of numbers, the strengths of attacks, and the
/// sides on which others are reached.
fn printed_rows(game: &Game, prototype: &Prototype, n: usize) -> Vec<Vec<i64>> {
    let numbers = prototype.sides.iter();
    let mut rows: Vec<Vec<i64>> =
        numbers.map(|row| row.iter().map(|n| i64::from(*n)).collect()).collect();
    for mode in 0..game.names.modes.len() {
        let mut row = vec![0; n];
        for attack in prototype.attacks.iter().filter(|it| it.mode.index() == mode) {
            let slot = attack.side.and_then(|side| row.get_mut(usize::from(side)));
            slot.into_iter().for_each(|slot| *slot += i64::from(attack.strength));
        }
        rows.push(row);
    }
    let reached = |mask: u16| (0..n).map(|side| i64::from(mask >> side & 1)).collect();
    rows.extend(prototype.auras.iter().filter_map(|aura| match aura.reach {
        Reach::Sides(mask) => Some(reached(mask)),
        Reach::Area(_) | Reach::Board | Reach::Itself => None,
    }));
    rows
}

/// The form of a sheet; nothing where the game declares none for it.
pub fn rows(known: &Known, page: &Page, at: usize) -> Option<Vec<Row>> {
    let sheet = page.sheets().get(at)?;
    let schema = known.forms.makers.get(&sheet.maker)?;
    let sides = side_names(known.forms, schema, n_sides(known.game));
    let row = |field: &Field| {
        let path = [Key::Name(field.name.clone())];
        let says = page.field(at, &path).map(|field| &field.says);
        let asked = Asked { known, field, maker: &sheet.maker, sides: &sides };
        let fits = says.is_none_or(|says| matches!(says, Says::Code) || asked.fits(says));
        let control = if fits { asked.control(says) } else { Control::Code };
        let (name, text) = (field.name.clone(), field.text.clone());
        Row { name, text, needed: field.required, control }
    };
    let mut rows: Vec<Row> = schema.fields.iter().map(row).collect();
    rows.sort_by_key(|row| row.control.rank());
    Some(rows)
}

/// The fields of a sheet in the order in which its game declares them.
pub fn order(forms: &Forms, maker: &str) -> Vec<String> {
    let schema = forms.makers.get(maker);
    let fields = schema.into_iter().flat_map(|schema| &schema.fields);
    fields.map(|field| field.name.clone()).collect()
}

impl Control {
    /// Whether it tells of one side at a time.
    pub fn is_sided(&self) -> bool {
        match self {
            Control::Sides(..)
            | Control::SideRow(..)
            | Control::OneSide(..)
            | Control::SideSet(_) => true,
            Control::Number(_)
            | Control::Switch(_)
            | Control::Choice(..)
            | Control::Text
            | Control::Words(..)
            | Control::Numbers(..)
            | Control::Amounts(..)
            | Control::Code => false,
        }
    }

    /// Where it stands in a form: numbers first, words for people last.
    fn rank(&self) -> u8 {
        match self {
            Control::Sides(..)
            | Control::SideRow(..)
            | Control::OneSide(..)
            | Control::SideSet(_) => 0,
            Control::Number(_) | Control::Numbers(..) => 1,
            Control::Switch(_) | Control::Choice(..) => 2,
            Control::Words(..) | Control::Amounts(..) => 3,
            Control::Text => 4,
            Control::Code => 5,
        }
    }
}

/// How many sides the pieces of a game have; none on boards without directions.
pub fn n_sides(game: &Game) -> usize {
    match game.board.kind() {
        BoardKind::Hex | BoardKind::Square => usize::from(game.board.n_directions()),
        BoardKind::Line | BoardKind::Graph => 0,
    }
}

/// What a game calls the sides of the pieces of a sort: the fields of the first record that has a
/// number for each of them, or else what it calls them for another sort.
fn side_names(forms: &Forms, schema: &Schema, n: usize) -> Vec<(String, String)> {
    let sides = |field: &Field| sides_of(&field.kind, n).map(|(names, _)| names);
    let of = |schema: &Schema| schema.fields.iter().find_map(sides);
    of(schema).or_else(|| forms.makers.values().find_map(of)).unwrap_or_default()
}

/// The names of a record with a number for each side.
fn sides_of(kind: &Type, n: usize) -> Option<(Vec<(String, String)>, Counted)> {
    let (Type::Record(record) | Type::Apart(record)) = kind else { return None };
    if n == 0 || record.fields.len() != n {
        return None;
    }
    let (min, max) = record
        .fields
        .iter()
        .map(|field| whole(&field.kind))
        .try_fold((i64::MIN, i64::MAX), |(min, max), limits| {
            limits.map(|(low, high)| (min.max(low), max.min(high)))
        })?;
    let names = record.fields.iter().map(|it| (it.name.clone(), it.text.clone())).collect();
    Some((names, counted(min, max, None, true)))
}

/// The limits of a whole number, also where something else may stand instead of it.
fn whole(kind: &Type) -> Option<(i64, i64)> {
    match kind {
        Type::Int { min, max } => Some((*min, *max)),
        Type::OneOf(kinds) => kinds.iter().find_map(whole),
        Type::Any
        | Type::Bool
        | Type::Text
        | Type::Id
        | Type::Choice(_)
        | Type::Name(_)
        | Type::List { .. }
        | Type::Map { .. }
        | Type::Record(_)
        | Type::Apart(_)
        | Type::Function => None,
    }
}

fn counted(min: i64, max: i64, default: Option<i64>, optional: bool) -> Counted {
    let gap = optional && default.is_none() && min > 0;
    let min = if gap { min - 1 } else { min };
    let unsaid = default.unwrap_or(min.max(0));
    Counted { min, max, unsaid, optional, gap }
}

/// Whether something is so of all items of a list.
fn each(value: &Value, is_so: impl Fn(&Value) -> bool) -> bool {
    if let Value::List(items) = value { items.iter().all(is_so) } else { false }
}

/// The texts of a list.
fn texts_of(value: &Value) -> Vec<String> {
    let Value::List(items) = value else { return Vec::new() };
    items.iter().filter_map(|item| item.as_text().map(str::to_owned)).collect()
}

/// One field, and what it is asked with.
struct Asked<'a> {
    known: &'a Known<'a>,
    field: &'a Field,
    maker: &'a str,
    sides: &'a [(String, String)],
}

impl Asked<'_> {
    fn vocabulary(&self) -> &Vocabulary {
        &self.known.forms.vocabulary
    }

    /// Whether what is written can be shown by what its type asks for.
    fn fits(&self, says: &Says) -> bool {
        let control = self.control(Some(says));
        let is_number = |value: &Value| value.as_int().is_some();
        let value = says.value();
        match (control, says) {
            (Control::Number(_), Says::Plain(value)) => is_number(value),
            (Control::Switch(_), Says::Plain(value)) => matches!(value, Value::Bool(_)),
            (Control::Choice(..) | Control::OneSide(..) | Control::Text, Says::Plain(value)) => {
                value.as_text().is_some()
            }
            (Control::SideSet(words), Says::Table(table)) => {
                let named = value.as_ref().map_or_else(Vec::new, texts_of);
                named.len() == table.fields.len() && named.iter().all(|name| words.contains(name))
            }
            (Control::Words(..), Says::Table(_)) => {
                value.as_ref().is_some_and(|it| each(it, |item| item.as_text().is_some()))
            }
            (Control::Numbers(..), Says::Table(_)) => {
                value.as_ref().is_some_and(|it| each(it, is_number))
            }
            (Control::SideRow(n, _), Says::Table(table)) => table.fields.len() == n,
            (Control::Sides(..) | Control::Amounts(..), Says::Table(_)) => true,
            _ => false,
        }
    }

    fn control(&self, says: Option<&Says>) -> Control {
        if matches!(says, Some(Says::Code)) {
            return Control::Code;
        }
        self.of_type(&self.field.kind, says)
    }

    fn of_type(&self, kind: &Type, says: Option<&Says>) -> Control {
        let optional = !self.field.required;
        let default = &self.field.default;
        match kind {
            Type::Int { min, max } => {
                Control::Number(counted(*min, *max, default.as_int(), optional))
            }
            Type::Bool => Control::Switch(*default == Value::Bool(true)),
            Type::Text => Control::Text,
            Type::Choice(words) => {
                let is_side = |word: &String| self.sides.iter().any(|(name, _)| name == word);
                match !words.is_empty() && words.iter().all(is_side) {
                    true => Control::OneSide(words.clone(), optional),
                    false => Control::Choice(words.clone(), optional),
                }
            }
            Type::Name(what) => Control::Choice(self.names(what), optional),
            Type::List { of, min, max } => self.list(of, (*min, *max)),
            Type::Map { keys, of } => match whole(of) {
                Some((min, max)) => {
                    let names = self.keys(keys);
                    Control::Amounts(names, counted(min, max, None, true))
                }
                None => Control::Code,
            },
            Type::Record(_) | Type::Apart(_) => match sides_of(kind, n_sides(self.known.game)) {
                Some((names, counted)) => Control::Sides(names, counted),
                None => Control::Code,
            },
            Type::OneOf(kinds) => self.one_of(kinds, says),
            // Others know a sheet by its id: it is changed where it is written.
            Type::Id | Type::Any | Type::Function => Control::Code,
        }
    }

    /// Of several types the first for which there is something that fits what is written.
    fn one_of(&self, kinds: &[Type], says: Option<&Says>) -> Control {
        let fits = |kind: &&Type| {
            let field = Field { kind: (*kind).clone(), ..self.field.clone() };
            let alone = Asked { field: &field, ..*self };
            alone.control(None) != Control::Code && says.is_none_or(|says| alone.fits(says))
        };
        kinds.iter().find(fits).map_or(Control::Code, |kind| self.of_type(kind, says))
    }

    fn list(&self, of: &Type, (min, max): (usize, usize)) -> Control {
        let n = n_sides(self.known.game);
        if let Type::Choice(words) = of {
            let is_side = |word: &String| self.sides.iter().any(|(name, _)| name == word);
            return match n > 0 && words.len() == n && words.iter().all(is_side) {
                true => Control::SideSet(words.clone()),
                false => Control::Words(words.clone(), false),
            };
        }
        if let Type::Name(what) = of {
            return Control::Words(self.names(what), false);
        }
        if matches!(of, Type::Text | Type::Id) {
            return Control::Words(self.used(), true);
        }
        match whole(of) {
            Some((low, high)) if n > 0 && min == n && max == n => {
                Control::SideRow(n, counted(low, high, None, false))
            }
            Some((low, high)) => {
                Control::Numbers(counted(low, high, None, false), min, max.min(12))
            }
            None => Control::Code,
        }
    }

    fn names(&self, what: &str) -> Vec<String> {
        self.vocabulary().names(what).map(str::to_owned).collect()
    }

    fn keys(&self, keys: &Type) -> Vec<String> {
        if let Type::Name(what) = keys {
            return self.names(what);
        }
        if let Type::Choice(words) = keys { words.clone() } else { Vec::new() }
    }

    /// The words that other sheets of this sort have in this field.
    fn used(&self) -> Vec<String> {
        let path = [Key::Name(self.field.name.clone())];
        let mut words: Vec<String> = Vec::new();
        let is_alike = |page: &Page, at: &usize| {
            page.sheets().get(*at).is_some_and(|sheet| sheet.maker == self.maker)
        };
        for page in self.known.pages {
            let alike = (0..page.sheets().len()).filter(|at| is_alike(page, at));
            let lists = alike.filter_map(|at| page.value(at, &path));
            words.extend(lists.flat_map(|list| texts_of(&list)));
        }
        words.sort();
        words.dedup();
        words
    }
}
