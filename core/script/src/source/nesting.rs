//! A guard before the parser: it descends into nested code, so a file made of nothing but
//! brackets would exhaust its stack. The tokens alone tell how deep it would have to go.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use full_moon::LuaVersion;
use full_moon::tokenizer::{
    InterpolatedStringKind, Lexer, LexerResult, Symbol, TokenReference, TokenType,
};
use harena_pack::Place;

use super::place_of;

/// Brackets, blocks and operators that may be open at one place.
const DEEPEST: usize = 200;

/// What a token does to the depth.
#[derive(Clone, Copy)]
enum Step {
    /// Opens a bracket or block.
    Open,
    /// Closes one.
    Close,
    /// Adds to an expression.
    Deepen,
    /// An `if` that is a value; it has no `end`.
    ValueIf,
    /// Begins a branch of an `if`.
    Branch,
    /// Begins a new expression.
    Restart,
    /// Nothing.
    Stay,
}

/// One open bracket or block.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The depth where it was opened.
    opened: usize,
    /// The depth reached in it.
    depth: usize,
    /// Whether the expression at hand holds an `if`, so that a branch does not end it.
    value_if: bool,
}

/// How much there is to parse in a text.
#[derive(Default)]
pub(super) struct Extent {
    /// How many tokens there are, up to the place where it goes too deep.
    pub n_tokens: u64,
    /// The place where it first goes too deep for the parser.
    pub too_deep: Option<Place>,
    /// The first signs that belong to no token; the parser stumbles over them.
    pub unreadable: Vec<(Place, String)>,
}

/// So many signs that belong to no token are enough.
const MOST_UNREADABLE: usize = 100;

/// Goes through the tokens of a text.
pub(super) fn extent_of(text: &str) -> Extent {
    let mut lexer = Lexer::new(text, LuaVersion::luau());
    let mut outer: Vec<Level> = Vec::new();
    let mut level = Level::default();
    let mut after_operator = false;
    let mut extent = Extent::default();
    while let Some(result) = lexer.consume() {
        let token = match result {
            LexerResult::Ok(token) | LexerResult::Recovered(token, _) => token,
            LexerResult::Fatal(errors) => {
                let first = errors.first();
                let told = first.map(|it| (place_of(it.range().0), it.error().to_string()));
                extent.unreadable.extend(told);
                if extent.unreadable.len() >= MOST_UNREADABLE {
                    return extent;
                }
                continue;
            }
        };
        match step_of(&token, after_operator) {
            Step::Open => {
                outer.push(level);
                let depth = level.depth + 1;
                level = Level { opened: depth, depth, value_if: false };
            }
            Step::Close => level = outer.pop().unwrap_or_default(),
            Step::Deepen => level.depth += 1,
            Step::ValueIf => level = Level { depth: level.depth + 1, value_if: true, ..level },
            Step::Branch if level.value_if => {}
            Step::Branch | Step::Restart => {
                level = Level { depth: level.opened, value_if: false, ..level };
            }
            Step::Stay => {}
        }
        extent.n_tokens += 1;
        if level.depth > DEEPEST {
            extent.too_deep = Some(place_of(token.token().start_position()));
            return extent;
        }
        after_operator = expects_value(&token);
    }
    extent
}

fn step_of(token: &TokenReference, after_operator: bool) -> Step {
    match token.token().token_type() {
        TokenType::Symbol { symbol: Symbol::If } if after_operator => Step::ValueIf,
        TokenType::Symbol { symbol } => step_of_symbol(*symbol),
        TokenType::InterpolatedString { kind: InterpolatedStringKind::Begin, .. } => Step::Open,
        TokenType::InterpolatedString { kind: InterpolatedStringKind::End, .. } => Step::Close,
        _ => Step::Stay,
    }
}

fn step_of_symbol(symbol: Symbol) -> Step {
    match symbol {
        Symbol::LeftParen | Symbol::LeftBrace | Symbol::LeftBracket => Step::Open,
        Symbol::Function | Symbol::Do | Symbol::Repeat | Symbol::If => Step::Open,
        Symbol::RightParen | Symbol::RightBrace | Symbol::RightBracket => Step::Close,
        Symbol::End | Symbol::Until => Step::Close,
        Symbol::Then | Symbol::Else | Symbol::ElseIf => Step::Branch,
        Symbol::Comma | Symbol::Semicolon | Symbol::Equal | Symbol::Return => Step::Restart,
        Symbol::Local | Symbol::For | Symbol::While | Symbol::Break => Step::Restart,
        Symbol::True | Symbol::False | Symbol::Nil | Symbol::Dot | Symbol::Colon => Step::Stay,
        Symbol::In | Symbol::Ellipsis => Step::Stay,
        _ => Step::Deepen, // operators
    }
}

/// Whether only a value can follow this token, never a statement.
fn expects_value(token: &TokenReference) -> bool {
    let TokenType::Symbol { symbol } = token.token().token_type() else {
        return matches!(token.token().token_type(), TokenType::InterpolatedString { .. });
    };
    match step_of_symbol(*symbol) {
        Step::Deepen => true,
        Step::Open => !matches!(symbol, Symbol::Function | Symbol::Do | Symbol::Repeat),
        Step::Restart => {
            matches!(symbol, Symbol::Comma | Symbol::Equal | Symbol::Return | Symbol::While)
        }
        Step::Branch => *symbol == Symbol::ElseIf,
        Step::Close => *symbol == Symbol::Until,
        Step::Stay => *symbol == Symbol::In,
        Step::ValueIf => true,
    }
}
