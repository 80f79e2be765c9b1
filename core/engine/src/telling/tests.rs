//! What is told of small positions in the words of several places.

use std::sync::Arc;

use super::*;
use crate::board::{Board, BoardPlan, Cell, Shape};
use crate::decision::{Action, Decision, Dimension, Form, Group, Listed};
use crate::game::{ArgKind, Faction, Prototype};
use crate::log::sentence::Gap;
use crate::state::{Piece, Place, State};

/// Four cells in a row, and one verb with arguments of these kinds.
fn game(verb: &str, kinds: &[ArgKind], titles: &[&str]) -> Game {
    let mut game = Game { n_seats: 2, ..Game::default() };
    game.board = Arc::new(Board::build(&BoardPlan::of(Shape::Line { spaces: 4 })).unwrap());
    game.names.verbs = [verb].into_iter().collect();
    game.verbs = vec![kinds.to_vec()];
    let prototype = |title: &&str| Prototype {
        id: "rock".into(),
        title: (*title).into(),
        ..Prototype::default()
    };
    game.prototypes = titles.iter().map(prototype).collect();
    game
}

/// Pieces of these definitions on the first cells.
fn on_board(game: &Game, prototypes: &[u16]) -> State {
    let mut state = State::new(game, 1);
    let piece = |(cell, id): (u16, &u16)| Piece {
        prototype: PrototypeId(*id),
        place: Place::Board(Cell(cell)),
        ..Piece::BLANK
    };
    state.pieces = (0..).zip(prototypes).map(piece).collect();
    state
}

fn titled(game: &Game, verb: &str) -> Titles {
    Titles::of(game, |table, _| (table == Table::Verbs).then(|| verb.to_owned()))
}

fn action(args: &[i32]) -> Action {
    Action { verb: VerbId(0), args: args.iter().copied().collect() }
}

/// All options of one group, as they are told.
fn options(teller: Teller, dimensions: &[Dimension]) -> Vec<String> {
    let group = Group { verb: VerbId(0), dimensions: dimensions.to_vec() };
    let decision = Decision::of(Seat(0), WordId(0), vec![group]);
    decision.options().map(|action| teller.option(Some(&decision), &action)).collect()
}

#[test]
fn of_factions_owned_alike_the_first_declared_counts() {
    let prototype =
        |faction| Prototype { faction: Some(FactionId(faction)), ..Prototype::default() };
    let game = Game {
        factions: vec![Faction::default(); 3],
        prototypes: (0..3).map(prototype).collect(),
        ..Game::default()
    };
    let check = |owned: &[u16], expected: Option<u8>| {
        let piece =
            |id: &u16| Piece { prototype: PrototypeId(*id), owner: Seat(0), ..Piece::BLANK };
        let state = State { pieces: owned.iter().map(piece).collect(), ..State::default() };
        assert_eq!(state.faction_of(&game, Seat(0)), expected.map(FactionId), "{owned:?}");
    };
    check(&[], None);
    check(&[2, 1], Some(1));
    check(&[2, 1, 2], Some(2));
    check(&[2, 0, 1], Some(0));
}

#[test]
fn what_has_no_title_is_told_by_its_name() {
    let mut game = game("look_around", &[], &["Rock"]);
    game.names.words = ["falls", "no_name"].into_iter().collect();
    game.names.zones = ["top_deck"].into_iter().collect();
    let titles = Titles {
        words: vec!["{1} falls".into()],
        ..Titles::of(&game, |table, _| (table == Table::Zones).then(|| "Deck".to_owned()))
    };
    let state = on_board(&game, &[0]);
    let teller = Teller { game: &game, state: &state, titles: &titles, style: &TERMINAL };
    assert_eq!(teller.title(Table::Zones, 0), "Deck");
    assert_eq!(teller.title(Table::Verbs, 0), "look around");
    assert_eq!(titles.title(Table::Verbs, 0), None);
    assert_eq!(teller.word(WordId(1)), "no name");
    let gaps = [Gap::Piece(PieceId(0)), Gap::Nothing, Gap::Nothing, Gap::Nothing];
    assert_eq!(teller.sentence(WordId(0), gaps), "Rock falls");
    assert_eq!(teller.action(&action(&[]), |_| None), "look around");
    let given_up = Action { verb: CONCEDE, args: [].into_iter().collect() };
    assert_eq!(teller.option(None, &given_up), "concede");
    let hidden = Piece { prototype: PrototypeId(9), ..Piece::BLANK };
    let state = State { pieces: vec![hidden], ..State::new(&game, 1) };
    let teller = Teller { state: &state, ..teller };
    assert_eq!([PieceId(0), PieceId::NONE].map(|it| teller.piece(it)), ["hidden", "nothing"]);
}

#[test]
fn seats_are_told_by_name_number_or_faction() {
    let mut game = game("pass", &[], &["Rock", "Leaf"]);
    game.factions =
        ["Stone", "Wood"].map(|it| Faction { title: it.into(), ..Faction::default() }).into();
    for (at, prototype) in (0..).zip(&mut game.prototypes) {
        prototype.faction = Some(FactionId(at));
    }
    let titles = Titles { seats: vec!["Red".into()], ..Titles::NONE };
    let by_faction =
        Style { of_faction: Some(|faction, seat| format!("{faction}/{seat}")), ..RECORD };
    let check = |style: &Style, owned: [u16; 2], expected: [&str; 2]| {
        let mut state = on_board(&game, &owned);
        (0..).map(Seat).zip(&mut state.pieces).for_each(|(seat, piece)| piece.owner = seat);
        let teller = Teller { game: &game, state: &state, titles: &titles, style };
        assert_eq!([0, 1].map(|seat| teller.seat(Seat(seat))), expected, "{owned:?}");
        assert_eq!(teller.seat(Seat::NONE), "nobody");
    };
    check(&RECORD, [0, 1], ["Red", "seat 2"]);
    check(&by_faction, [0, 1], ["Stone", "Wood"]);
    check(&by_faction, [1, 1], ["Wood/Red", "Wood/seat 2"]);
    check(&by_faction, [9, 1], ["Red", "Wood"]);
}

#[test]
fn a_piece_is_told_with_its_cell_whatever_its_number() {
    let game = game("push", &[ArgKind::Piece, ArgKind::Cell, ArgKind::Seat], &["Rock"]);
    let state = on_board(&game, &[0, 0]);
    let titles = Titles { seats: vec!["Red".into()], ..Titles::NONE };
    let teller = Teller { game: &game, state: &state, titles: &titles, style: &RECORD };
    let check = |args: [i32; 3], expected: &str| {
        assert_eq!(teller.action(&action(&args), |_| None), expected);
    };
    // The number of the piece is that of its cell; the seat has that number too.
    check([0, 1, 0], "push Rock at 0 1 Red");
    check([1, 1, 1], "push Rock 1 seat 2");
    check([1, 0, 0], "push Rock at 1 0 Red");
}

#[test]
fn cells_stand_where_a_style_wants_them() {
    let game = game("take", &[ArgKind::Piece], &["Rock", "Leaf"]);
    let mut state = on_board(&game, &[0, 0, 1]);
    for piece in &mut state.pieces {
        piece.owner = Seat(0);
    }
    // Which pieces lie on the board is known to the state by what was put there.
    let state = {
        let mut laid = State::new(&game, 1);
        for (at, piece) in (0..).map(PieceId).zip(&state.pieces) {
            use crate::effect::{Effect, apply};
            let Place::Board(cell) = piece.place else { continue };
            let create = Effect::Create { prototype: piece.prototype, owner: piece.owner };
            for effect in [create, Effect::Put { piece: at, cell, facing: 0 }] {
                apply(&game, &mut laid, &crate::modifier::Derived::default(), &effect);
            }
        }
        laid
    };
    let check = |place: Placing, expected: [&str; 3]| {
        let style = Style { place, ..RECORD };
        let teller = Teller { game: &game, state: &state, titles: &Titles::NONE, style: &style };
        assert_eq!([0, 1, 2].map(|it| teller.action(&action(&[it]), |_| None)), expected);
    };
    check(Placing::InActions, ["take Rock at 0", "take Rock at 1", "take Leaf at 2"]);
    check(Placing::AmongNamesakes, ["take Rock 0", "take Rock 1", "take Leaf"]);
    check(
        Placing::BehindOwners,
        ["take seat 1 Rock 0", "take seat 1 Rock 1", "take seat 1 Leaf 2"],
    );
}

#[test]
fn choices_orders_and_amounts_are_written_out() {
    let check = |of: &[i32], form: Form, arg: i32, expected: [&str; 2]| {
        let kind = if of.is_empty() { ArgKind::Number } else { ArgKind::Word };
        let mut game = game("lay", &[ArgKind::Several], &[]);
        game.names.words = ["a", "b", "c"].into_iter().collect();
        let listed = Listed { of: of.to_vec(), kind, form };
        let state = State::new(&game, 1);
        let other = Style { then: " > ", amount: |slot, n| format!("{slot} {n}"), ..RECORD };
        let told = [&RECORD, &other].map(|style| {
            let teller = Teller { game: &game, state: &state, titles: &Titles::NONE, style };
            teller.action(&action(&[arg]), |_| Some(&listed))
        });
        assert_eq!(told, expected.map(|it| format!("lay {it}")));
    };
    let several = Form::Several { min: 0, max: 3 };
    check(&[0, 1, 2], several.clone(), 0b110, ["b + c"; 2]);
    check(&[0, 1, 2], several, 0, ["nothing"; 2]);
    check(&[0, 1, 2], Form::Order, 5, ["c, b, a", "c > b > a"]);
    let spread = Form::Spread { total: 3, caps: vec![2, 3, 3] };
    check(&[0, 1, 2], spread, 0, ["3 c", "c 3"]);
    check(&[], Form::Spread { total: 3, caps: vec![1, 2] }, 0, ["1 + 2"; 2]);
}

#[test]
fn lists_that_are_gone_stay_open_in_the_terminal() {
    let game = game("lay", &[ArgKind::Word, ArgKind::Several], &[]);
    let state = State::new(&game, 1);
    let titles = Titles { words: vec!["on a starting hex".into()], ..Titles::NONE };
    let told = |style: &Style| {
        let teller = Teller { game: &game, state: &state, titles: &titles, style };
        teller.action(&action(&[0, 14116]), |_| None)
    };
    assert_eq!(told(&TERMINAL), "lay on a starting hex …");
    assert_eq!(told(&RECORD), "lay on a starting hex 14116");
}

#[test]
fn gaps_are_filled_in_their_order() {
    let check = |title: &str, words: &[&str], expected: &str| {
        let game = game("put", &[], &[]);
        let (titles, state) = (titled(&game, title), State::new(&game, 1));
        let teller = Teller { game: &game, state: &state, titles: &titles, style: &TERMINAL };
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(teller.with_words(VerbId(0), &words), expected, "{title}");
    };
    check("Put {1} on {2}", &["Spike", "b3"], "Put Spike on b3");
    check("On {2}: {1}", &["Spike", "b3"], "On b3: Spike");
    check("On {2}", &["Spike", "b3"], "On b3");
    check("Put", &["Spike", "b3"], "Put Spike b3");
    check("End the turn", &[], "End the turn");
    check("Put {1} on {2}", &["Spike"], "Put Spike on …");
}

#[test]
fn what_a_title_leaves_out_is_told_where_it_tells_options_apart() {
    let game = game("put", &[ArgKind::Number; 3], &[]);
    let (titles, state) = (titled(&game, "Put {1}"), State::new(&game, 1));
    let named = Titles {
        arguments: vec![vec!["Card".into(), String::new(), "line".into()]],
        ..titles.clone()
    };
    let check = |titles: &Titles, dimensions: [Dimension; 3], expected: &[&str]| {
        let teller = Teller { game: &game, state: &state, titles, style: &TERMINAL };
        let told = options(teller, &dimensions);
        assert_eq!(told.get(..expected.len()).unwrap(), expected);
    };
    use Dimension::{One, Range};
    check(&titles, [Range(1, 3), One(5), One(6)], &["Put 1", "Put 2", "Put 3"]);
    check(&titles, [One(1), One(5), Range(6, 7)], &["Put 1 (6)", "Put 1 (7)"]);
    check(&titles, [One(1), Range(4, 5), Range(6, 7)], &["Put 1 (4, 6)", "Put 1 (4, 7)"]);
    check(&named, [One(1), One(5), Range(6, 7)], &["Put 1 (line 6)", "Put 1 (line 7)"]);
    // Too many to compare: all that is left out is told.
    check(&titles, [Range(1, 501), One(5), One(6)], &["Put 1 (5, 6)"]);
}

#[test]
fn pieces_of_one_name_are_told_apart_once() {
    let check = |title: &str, style: &Style, is_laid: bool, expected: &[&str]| {
        let game = game("take", &[ArgKind::Piece, ArgKind::Number], &["Bow", "Bow"]);
        let titles = titled(&game, title);
        let mut state = on_board(&game, &[0, 1]);
        if !is_laid {
            state.pieces.iter_mut().for_each(|piece| piece.place = Place::Away);
        }
        let teller = Teller { game: &game, state: &state, titles: &titles, style };
        let dimensions = [Dimension::Many(vec![0, 1]), Dimension::Many(vec![1, 2])];
        assert_eq!(options(teller, &dimensions), expected);
    };
    let all = ["Bow (no. 1, 1)", "Bow (no. 1, 2)", "Bow (no. 2, 1)", "Bow (no. 2, 2)"];
    check("{1}", &TERMINAL, false, &all);
    let all = ["Bow by 1 (no. 1)", "Bow by 2 (no. 1)", "Bow by 1 (no. 2)", "Bow by 2 (no. 2)"];
    check("{1} by {2}", &TERMINAL, false, &all);
    // Where the cell stands in the text already, it does not stand behind it again.
    let all = ["Bow at 0 (1)", "Bow at 0 (2)", "Bow at 1 (1)", "Bow at 1 (2)"];
    check("{1}", &TERMINAL, true, &all);
}
