//! Positions in names.

use harena_engine::chance::Streams;
use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::state::StepCall;
use harena_engine::the_match::{Match, Setup};
use serde_json::json;

use super::*;
use crate::sample_game::table;

fn sample() -> Position {
    let piece = PieceId(0);
    Position {
        effects: vec![
            Effect::Create { prototype: PrototypeId(3), owner: Seat(1) },
            Effect::Put { piece, cell: Cell(2), facing: 0 },
            Effect::Create { prototype: PrototypeId(1), owner: Seat::NONE },
            Effect::Send { piece: PieceId(1), list: ZoneList(5), at: 0 },
            Effect::Var { seat: Some(Seat(0)), var: VarId(0), value: 7 },
            Effect::Shuffle(ZoneList(0)),
            Effect::Active(Seat(1)),
            Effect::Turn,
        ],
        lists: Vec::new(),
        forced: vec![("dice".to_owned(), vec![4, 1])],
        agenda: vec![StepCall { step: StepId(1), args: [0; 4] }],
        chance: Streams::continued(3, [format!("2a 1 {}", "7".repeat(64)).as_str()]),
    }
}

#[test]
fn a_position_is_written_in_names_and_read_again() {
    let game = table().game;
    let recorded = RecordedPosition::of(&game, &sample());
    let text = serde_json::to_string(&recorded).unwrap();
    let name = |at: i32| prototype_name(&game, at);
    let title = crate::notation::piece_title;
    let the_match =
        Match::new(game.clone(), Setup { position: Some(sample()), ..Setup::default() });
    let piece = format!("0 {}", title(&game, the_match.state(), PieceId(0)));
    let cell = game.board.name(Cell(2));
    let step = game.names.steps.name(1);
    let said = [
        format!("{:?}", name(3)),
        format!("{piece:?}"),
        format!("{cell:?}"),
        format!("{step:?}"),
        "\"list\":\"hand:1\"".to_owned(),
        "\"Shuffle\":\"deck\"".to_owned(),
    ];
    for said in said {
        assert!(text.contains(&said), "{said} is not in {text}");
    }
    assert!(!text.contains("\"prototype\":3") && !text.contains("\"piece\":0"), "{text}");
    assert_eq!(recorded.read(&game), Ok(sample()));
}

#[test]
fn a_position_in_numbers_is_read_if_they_stand_for_something() {
    let game = table().game;
    let old = RecordedPosition(serde_json::to_value(sample()).unwrap());
    assert_eq!(old.read(&game), Ok(sample()));
    let check = |effect: Value, expected: &str| {
        let create = json!({ "Create": { "prototype": 0, "owner": 255 } });
        let position = json!({ "effects": [create, effect], "agenda": [] });
        let found = RecordedPosition(position).read(&game).unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    };
    let put =
        |piece: Value, cell: Value| json!({ "Put": { "piece": piece, "cell": cell, "facing": 0 } });
    check(put(json!(1), json!(0)), "the position names a piece `1`, which this game does not have");
    check(put(json!("7 Ace"), json!(0)), "the position names a piece `7 Ace`");
    check(put(json!(0), json!(999)), "the position names a cell `999`");
    check(put(json!(0), json!("z99")), "the position names a cell `z99`");
    check(put(json!(-1), json!(0)), "the position names a piece `-1`");
    check(put(json!([0]), json!(0)), "the position names a piece `[0]`");
    check(json!({ "Status": { "piece": 0, "status": 40, "on": true } }), {
        "the position names a status `40`"
    });
    check(json!({ "Count": { "piece": 0, "counter": 17, "by": 1 } }), {
        "the position names a counter `17`"
    });
    check(json!({ "Out": 2 }), "the position names a seat `2`");
    check(json!({ "Shuffle": "hnad" }), {
        "the position names a zone `hnad`, which this game does not have; did you mean hand?"
    });
    check(json!({ "Explode": { "piece": 0 } }), "this is no position: unknown variant `Explode`");
    check(json!(3), "this is no position");
}

#[test]
fn positions_have_limits() {
    let game = table().game;
    let check = |position: Value, expected: &str| {
        assert_eq!(RecordedPosition(position).read(&game).unwrap_err(), expected);
    };
    check(json!({ "effects": vec!["Turn"; 10_001], "agenda": [] }), {
        "the position has 10001 effects, 10000 are allowed"
    });
    let streams: Vec<Value> = (0..65).map(|n| json!([n.to_string(), [1]])).collect();
    check(json!({ "effects": [], "agenda": [], "forced": streams }), {
        "the position has 65 streams of chance, 64 are allowed"
    });
    check(json!({ "effects": [], "agenda": [], "forced": [["a", vec![1; 10_001]]] }), {
        "the position has 10001 forced results, 10000 are allowed"
    });
}
