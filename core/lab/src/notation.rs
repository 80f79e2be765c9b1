//! Actions as words: cells, words, factions and definitions by name, pieces by number and title.

use std::borrow::Cow;
use std::collections::BTreeMap;

use harena_engine::board::{Cell, Direction, Facing, Side};
use harena_engine::decision::{Action, Args, CONCEDE, Decision, MAX_ARGS};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::state::State;
use harena_engine::telling::{CONCEDES, RECORD, Teller, Titles, lists_of};
use serde_json::Value;

use crate::record::RecordedMove;

pub use harena_engine::telling::verb_name;

/// The title of a piece, or `hidden` for one whose face is not known in this state.
pub fn piece_title(game: &Game, state: &State, piece: PieceId) -> String {
    let name = game.prototype(state.piece(piece).prototype).name();
    if name.is_empty() { (RECORD.hidden)().to_owned() } else { name.to_owned() }
}

/// What the arguments of a verb are; those not declared are numbers.
fn kinds(game: &Game, verb: VerbId) -> impl Iterator<Item = ArgKind> {
    let declared = game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
    declared.iter().copied().chain(std::iter::repeat(ArgKind::Number))
}

/// The arguments of an action as a record holds them.
///
/// A piece is its number, a space and its title; only the number counts when it is read again.
pub fn write_args(game: &Game, state: &State, action: &Action) -> Vec<Value> {
    let args = action.args.as_slice().iter();
    args.zip(kinds(game, action.verb))
        .map(|(arg, kind)| write_arg(game, state, kind, *arg))
        .collect()
}

/// A piece as records hold it: its number, and of its title as much as a reader needs.
pub(crate) fn titled(number: i64, title: &str) -> String {
    const MOST: usize = 60;
    format!("{number} {}", title.chars().take(MOST).collect::<String>())
}

fn write_arg(game: &Game, state: &State, kind: ArgKind, arg: i32) -> Value {
    let named = |name: &str| match name {
        "" | "?" => Value::from(arg),
        name => Value::from(name),
    };
    match kind {
        ArgKind::Piece => match u16::try_from(arg) {
            Ok(id) => Value::from(titled(id.into(), &piece_title(game, state, PieceId(id)))),
            Err(_) => Value::from(arg),
        },
        ArgKind::Cell => named(cell_name(game, arg)),
        ArgKind::Facing => named(facing_name(game, arg)),
        ArgKind::Word => named(game.names.words.name(index(arg))),
        ArgKind::Faction => named(game.factions.get(index(arg)).map_or("", |it| &it.id)),
        ArgKind::Prototype => named(&prototype_name(game, arg)),
        ArgKind::Number | ArgKind::Seat | ArgKind::Several | ArgKind::Order | ArgKind::Spread => {
            Value::from(arg)
        }
    }
}

fn index(arg: i32) -> usize {
    usize::try_from(arg).unwrap_or(usize::MAX)
}

pub(crate) fn cell_name(game: &Game, arg: i32) -> &str {
    u16::try_from(arg).map_or("", |cell| game.board.name(Cell(cell)))
}

pub(crate) fn facing_name(game: &Game, arg: i32) -> &'static str {
    let Ok(facing) = u8::try_from(arg) else { return "" };
    if facing >= game.board.n_directions() {
        return "";
    }
    game.board.direction_name(game.board.direction_of(Side(0), Facing(facing)))
}

pub(crate) fn prototype_name(game: &Game, arg: i32) -> String {
    let Some(prototype) = game.prototypes.get(index(arg)) else { return String::new() };
    match prototype.faction.and_then(|id| game.factions.get(id.index())) {
        Some(faction) => format!("{}/{}", faction.id, prototype.id),
        None => prototype.id.clone(),
    }
}

/// What the arguments of verbs are called, by verb; verbs that take nothing are left out.
pub fn argument_names(game: &Game) -> BTreeMap<String, Vec<String>> {
    let names = game.names.verbs.iter().zip(&game.arguments);
    let named = names.filter(|(_, args)| args.iter().next().is_some());
    named.map(|(verb, args)| (verb.to_owned(), args.iter().map(str::to_owned).collect())).collect()
}

/// The arguments of an action in the order in which the game has them now; `names` are those under
/// which they were written, if they had any.
///
/// # Errors
/// A name that this verb does not have any more, or one that it has since.
pub fn in_order<'a>(
    game: &Game,
    recorded: &'a RecordedMove,
    names: Option<&[String]>,
) -> Result<Cow<'a, [Value]>, String> {
    let verb = game.names.verbs.find(&recorded.action);
    let (Some(names), Some(now)) = (names, verb.and_then(|verb| game.arguments.get(verb))) else {
        return Ok(Cow::Borrowed(&recorded.args));
    };
    if now.iter().eq(names.iter().map(String::as_str)) {
        return Ok(Cow::Borrowed(&recorded.args));
    }
    let action = recorded.action.escape_debug();
    if let Some(gone) = names.iter().find(|name| now.find(name).is_none()) {
        let (gone, hint) = (gone.escape_debug(), near(gone, now.iter()));
        return Err(format!("`{action}` has no argument `{gone}` any more{hint}"));
    }
    let place = |name: &str| names.iter().position(|other| other == name);
    let value = |name: &str| place(name).and_then(|at| recorded.args.get(at)).cloned();
    let lacks = |name: &str| format!("`{action}` lacks its argument `{name}`");
    let values = now.iter().map(|name| value(name).ok_or_else(|| lacks(name)));
    values.collect::<Result<Vec<Value>, String>>().map(Cow::Owned)
}

/// Reads a verb and arguments as [`write_args`] wrote them.
///
/// # Errors
/// A sentence saying which word is unknown to this game.
pub fn read_action(game: &Game, verb: &str, args: &[Value]) -> Result<Action, String> {
    let verb = match game.names.verbs.find(verb).map(u8::try_from) {
        Some(Ok(verb)) => VerbId(verb),
        None if verb == CONCEDES && game.concede.is_some() => CONCEDE,
        Some(Err(_)) | None => {
            let hint = near(verb, game.names.verbs.iter());
            return Err(format!("this game has no action `{}`{hint}", verb.escape_debug()));
        }
    };
    if args.len() > MAX_ARGS {
        return Err(format!("an action has at most {MAX_ARGS} arguments, not {}", args.len()));
    }
    let args = args.iter().zip(kinds(game, verb)).map(|(arg, kind)| read_arg(game, kind, arg));
    Ok(Action { verb, args: args.collect::<Result<Args, String>>()? })
}

fn read_arg(game: &Game, kind: ArgKind, arg: &Value) -> Result<i32, String> {
    if let Some(number) = arg.as_i64() {
        return i32::try_from(number).map_err(|_| format!("the number {number} is too large"));
    }
    let Some(text) = arg.as_str() else {
        return Err(format!("`{arg}` is neither a word nor a number"));
    };
    let found = match kind {
        ArgKind::Piece => text.split(' ').next().and_then(|id| id.parse().ok()),
        ArgKind::Cell => game.board.cell_named(text).map(|cell| i32::from(cell.0)),
        ArgKind::Facing => game.board.direction_named(text).map(|it| facing_towards(game, it)),
        ArgKind::Word => game.names.words.find(text).map(|at| at as i32),
        ArgKind::Faction => game.factions.iter().position(|it| it.id == text).map(|at| at as i32),
        ArgKind::Prototype => {
            (0..game.prototypes.len() as i32).find(|at| prototype_name(game, *at) == text)
        }
        ArgKind::Number | ArgKind::Seat | ArgKind::Several | ArgKind::Order | ArgKind::Spread => {
            text.parse().ok()
        }
    };
    found.ok_or_else(|| {
        let hint = match kind {
            ArgKind::Word => near(text, game.names.words.iter()),
            ArgKind::Faction => near(text, game.factions.iter().map(|it| it.id.as_str())),
            ArgKind::Prototype => {
                let names: Vec<String> =
                    (0..game.prototypes.len() as i32).map(|at| prototype_name(game, at)).collect();
                near(text, names.iter().map(String::as_str))
            }
            ArgKind::Piece
            | ArgKind::Cell
            | ArgKind::Facing
            | ArgKind::Number
            | ArgKind::Seat
            | ArgKind::Several
            | ArgKind::Order
            | ArgKind::Spread => String::new(),
        };
        format!("this game has no {} `{}`{hint}", kind_name(kind), text.escape_debug())
    })
}

/// The end of a sentence about an unknown name: the known name nearest to it, if one is near.
pub(crate) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const LONGEST: usize = 200;
    if word.len() > LONGEST {
        return String::new();
    }
    let limit = (word.chars().count() / 3).max(1);
    let distances = known.into_iter().map(|name| (strsim::osa_distance(word, name), name));
    let nearest = distances.filter(|(distance, _)| *distance <= limit).min();
    nearest.map_or(String::new(), |(_, name)| format!("; did you mean {name}?"))
}

pub(crate) fn facing_towards(game: &Game, direction: Direction) -> i32 {
    i32::from(game.board.compass().facing_towards(Side(0), direction).0)
}

fn kind_name(kind: ArgKind) -> &'static str {
    match kind {
        ArgKind::Piece => "piece",
        ArgKind::Cell => "cell",
        ArgKind::Facing => "facing",
        ArgKind::Number => "number",
        ArgKind::Seat => "seat",
        ArgKind::Word => "word",
        ArgKind::Faction => "faction",
        ArgKind::Prototype => "definition",
        ArgKind::Several => "choice",
        ArgKind::Order => "order",
        ArgKind::Spread => "spread",
    }
}

/// An action as people read it, such as `place Warrior b3 NE`.
///
/// `state` decides what can be named: give the view of whoever reads. With the decision the
/// action is taken from, choices of several, orders and spreads are written out.
pub fn describe(
    game: &Game,
    state: &State,
    decision: Option<&Decision>,
    action: &Action,
) -> String {
    let teller = Teller { game, state, titles: &Titles::NONE, style: &RECORD };
    teller.action(action, lists_of(decision, action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{SETUP, table};
    use harena_engine::the_match::Match;

    #[test]
    fn what_is_written_is_read_again() {
        let mut table = table();
        let mut the_match = Match::new(table.game.clone(), SETUP(3));
        while table.advance(&mut the_match) {
            let decision = the_match.decision().unwrap().clone();
            for action in decision.options() {
                let verb = verb_name(&table.game, action.verb);
                let args = write_args(&table.game, the_match.state(), &action);
                assert_eq!(read_action(&table.game, verb, &args), Ok(action));
            }
            the_match.choose(decision.seat, decision.option(0).unwrap()).unwrap();
        }
    }

    #[test]
    fn recorded_arguments_go_where_their_names_stand_now() {
        let game = Game {
            arguments: vec![["to", "pusher", "power"].into_iter().collect()],
            names: harena_engine::game::Vocabulary {
                verbs: ["push"].into_iter().collect(),
                ..Default::default()
            },
            ..Game::default()
        };
        let check = |names: Option<&[&str]>, expected: Result<&[&str], &str>| {
            let args = ["4 Ram", "b2", "7"].map(Value::from).to_vec();
            let recorded =
                RecordedMove { n: 1, seat: 0, action: "push".into(), args, h: None, line: 1 };
            let names: Option<Vec<String>> =
                names.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
            let found = in_order(&game, &recorded, names.as_deref());
            let found = found.map(Cow::into_owned);
            let expected = expected.map(|args| args.iter().map(|arg| Value::from(*arg)).collect());
            assert_eq!(found, expected.map_err(str::to_owned), "{names:?}");
        };
        check(None, Ok(&["4 Ram", "b2", "7"]));
        check(Some(&["to", "pusher", "power"]), Ok(&["4 Ram", "b2", "7"]));
        check(Some(&["pusher", "to", "power"]), Ok(&["b2", "4 Ram", "7"]));
        let gone = "`push` has no argument `pushr` any more; did you mean pusher?";
        check(Some(&["pushr", "to", "power"]), Err(gone));
        check(Some(&["pusher", "to"]), Err("`push` lacks its argument `power`"));
    }

    #[test]
    fn unknown_words_are_named() {
        let table = table();
        let check = |verb, args: Value, expected: &str| {
            let args = args.as_array().unwrap().clone();
            assert_eq!(read_action(&table.game, verb, &args).unwrap_err(), expected);
        };
        check("fly", serde_json::json!([]), "this game has no action `fly`");
        check("lay", serde_json::json!(["0 Stone", "z9"]), "this game has no cell `z9`");
        check("lay", serde_json::json!([true]), "`true` is neither a word nor a number");
    }
}
