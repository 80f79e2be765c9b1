//! What the judgement of a game answers: a whole number, and one for each part it declares.

use harena_engine::game::Game;
use harena_engine::the_match::{Fault, Judgement};
use harena_pack::codes;

use crate::vm::Arg;

/// The whole of what was answered.
pub(super) fn whole(values: &[Arg], game: &Game) -> Result<i64, Fault> {
    match values {
        [Arg::Int(whole), parts @ ..] if fits(parts, game) => Ok(*whole),
        _ => Err(wrong(game)),
    }
}

/// Everything that was answered.
pub(super) fn of(values: &[Arg], game: &Game) -> Result<Judgement, Fault> {
    let whole = whole(values, game)?;
    let number = |value: &Arg| if let Arg::Int(number) = value { Some(*number) } else { None };
    let parts = values.iter().skip(1).filter_map(number).take(game.score_parts.len()).collect();
    Ok(Judgement { whole, parts })
}

/// Whether each part has its number; what stands behind them is nobody's.
fn fits(parts: &[Arg], game: &Game) -> bool {
    let own = parts.get(..game.score_parts.len());
    own.is_some_and(|own| own.iter().all(|part| matches!(part, Arg::Int(_))))
}

fn wrong(game: &Game) -> Fault {
    match game.score_parts.as_slice() {
        [] => Fault::new(codes::NO_SCORE, "score must return a whole number"),
        parts => {
            let told = format!(
                "score must return a whole number, then one for each of its parts: {}",
                parts.join(", ")
            );
            Fault::new(codes::NO_SCORE, told)
        }
    }
}
