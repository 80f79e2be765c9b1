//! What a file holds and where: constructors, calls and functions.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use std::collections::BTreeMap;

use full_moon::ast::luau::ConstFunction;
use full_moon::ast::{
    AnonymousFunction, Ast, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall,
    FunctionDeclaration, Index as Indexing, LocalAssignment, LocalFunction, Prefix, Suffix,
    TableConstructor, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::{Position, TokenReference, TokenType};
use full_moon::visitors::Visitor;
use harena_pack::Place;

use crate::schema::Key;

/// The constructors, calls and functions of one file. Constructors are known by their place.
#[derive(Default)]
pub(super) struct Index {
    tables: BTreeMap<Place, Vec<Entry>>,
    calls: Vec<CallPlace>,
    functions: Vec<Function>,
    names: BTreeMap<Place, String>,
}

/// Where a field stands.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The key, or the value where there is no key.
    pub key: Place,
    /// The value.
    pub value: Place,
}

struct Entry {
    key: Key,
    spot: Spot,
    /// The constructor that makes the value.
    table: Option<Place>,
}

struct CallPlace {
    /// The line the Luau machine tells: where the name of what is called ends.
    line: u32,
    start: Place,
    table: Option<Place>,
}

struct Function {
    name: Option<String>,
    first: u32,
    last: u32,
}

impl Index {
    pub fn of(ast: &Ast) -> Index {
        let mut index = Index::default();
        index.visit_ast(ast);
        index
    }

    pub fn call(&self, line: u32) -> Option<Place> {
        self.calls.iter().find(|call| call.line == line).map(|call| call.start)
    }

    pub fn function(&self, line: u32) -> Option<&str> {
        let around = |function: &&Function| (function.first..=function.last).contains(&line);
        self.functions.iter().rfind(around)?.name.as_deref()
    }

    pub fn spot(&self, line: u32, path: &[Key]) -> Option<Spot> {
        let called = self.calls.iter().filter(|call| call.line == line);
        let called = called.filter_map(|call| Some((call.start, call.table?)));
        let line_start = Place { line, column: 0 };
        let begun = self.tables.range(line_start..).map(|(&open, _)| (open, open));
        let here = begun.clone().take_while(|(open, _)| open.line == line);
        let (_, spot) = called
            .chain(here)
            .map(|(start, table)| self.follow(start, table, path))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .or_else(|| begun.clone().next().map(|(open, _)| self.follow(open, open, path)))?;
        Some(spot)
    }

    /// The line on which the table begins in which the most of a path is found.
    pub fn line_of(&self, path: &[Key]) -> Option<u32> {
        let tables = self.tables.keys().map(|open| (*open, self.follow(*open, *open, path).0));
        let best = tables.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.filter(|(_, depth)| *depth > 0).map(|(open, _)| open.line)
    }

    /// How many steps of the path were found, and where the last of them stands.
    fn follow(&self, start: Place, table: Place, path: &[Key]) -> (usize, Spot) {
        let mut spot = Spot { key: start, value: table };
        let mut table = Some(table);
        for (depth, key) in path.iter().enumerate() {
            let entries = table.and_then(|table| self.tables.get(&table));
            let Some(entry) = entries.and_then(|entries| entries.iter().find(|e| e.key == *key))
            else {
                return (depth, spot);
            };
            spot = entry.spot;
            table = entry.table;
        }
        (path.len(), spot)
    }

    fn add_calls<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let Some(start) = prefix.start_position().map(place_of) else { return };
        let mut end = prefix.end_position();
        for suffix in suffixes {
            let (name_end, args) = match suffix {
                Suffix::Call(Call::AnonymousCall(args)) => (end, Some(args.as_ref())),
                Suffix::Call(Call::MethodCall(call)) => {
                    (call.name().end_position(), Some(call.args()))
                }
                _ => (None, None),
            };
            if let (Some(name_end), Some(args)) = (name_end, args) {
                let table = first_table(args).and_then(opening);
                self.calls.push(CallPlace { line: place_of(name_end).line, start, table });
            }
            end = suffix.end_position();
        }
    }

    fn add_function(&mut self, name: Option<String>, start: Option<Position>, body: &FunctionBody) {
        let (Some(start), Some(end)) = (start, body.end_token().end_position()) else { return };
        self.functions.push(Function {
            name,
            first: place_of(start).line,
            last: place_of(end).line,
        });
    }

    fn name_function(&mut self, name: &TokenReference, value: &Expression) {
        if let Expression::Function(function) = value
            && let Some(start) = function.function_token().start_position()
        {
            self.names.insert(place_of(start), name.token().to_string());
        }
    }
}

impl Visitor for Index {
    fn visit_table_constructor(&mut self, table: &TableConstructor) {
        let Some(open) = opening(table) else { return };
        let mut position = 0;
        let mut entries = Vec::new();
        for field in table.fields() {
            let value = match field {
                Field::NoKey(value) => {
                    position += 1;
                    value
                }
                Field::NameKey { value, .. } | Field::ExpressionKey { value, .. } => value,
                _ => continue,
            };
            let Some(key) = key_of(field, position) else { continue };
            let (Some(at), Some(start)) = (field.start_position(), value.start_position()) else {
                continue;
            };
            let spot = Spot { key: place_of(at), value: place_of(start) };
            entries.push(Entry { key, spot, table: constructor(value).and_then(opening) });
        }
        self.tables.insert(open, entries);
    }

    fn visit_field(&mut self, field: &Field) {
        if let Field::NameKey { key, value, .. } = field {
            self.name_function(key, value);
        }
    }

    fn visit_local_assignment(&mut self, local: &LocalAssignment) {
        for (name, value) in local.names().iter().zip(local.expressions()) {
            self.name_function(name, value);
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.add_calls(call.prefix(), call.suffixes());
    }

    fn visit_var_expression(&mut self, expression: &VarExpression) {
        self.add_calls(expression.prefix(), expression.suffixes());
    }

    fn visit_function_declaration(&mut self, function: &FunctionDeclaration) {
        let name = function.name().to_string().trim().to_string();
        let start = function.function_token().start_position();
        self.add_function(Some(name), start, function.body());
    }

    fn visit_local_function(&mut self, function: &LocalFunction) {
        let name = function.name().token().to_string();
        self.add_function(Some(name), function.local_token().start_position(), function.body());
    }

    fn visit_const_function(&mut self, function: &ConstFunction) {
        let name = function.name().token().to_string();
        self.add_function(Some(name), function.const_token().start_position(), function.body());
    }

    fn visit_anonymous_function(&mut self, function: &AnonymousFunction) {
        let start = function.function_token().start_position();
        let name = start.and_then(|start| self.names.remove(&place_of(start)));
        self.add_function(name, start, function.body());
    }
}

/// A position of the parser as a place.
pub(crate) fn place_of(position: Position) -> Place {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Place { line: count(position.line()), column: count(position.character()) }
}

/// The table constructor that makes this value: itself, or the first table handed to the call
/// that makes it, as in `arena.melee { ... }`.
pub(crate) fn constructor(value: &Expression) -> Option<&TableConstructor> {
    match value {
        Expression::TableConstructor(table) => Some(table),
        Expression::Parentheses { expression, .. }
        | Expression::TypeAssertion { expression, .. } => constructor(expression),
        Expression::FunctionCall(call) => match call.suffixes().last()? {
            Suffix::Call(Call::AnonymousCall(args)) => first_table(args),
            Suffix::Call(Call::MethodCall(call)) => first_table(call.args()),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a field with a name.
pub(crate) fn field_of<'a>(table: &'a TableConstructor, name: &str) -> Option<&'a Expression> {
    table.fields().iter().find_map(|field| match field {
        Field::NameKey { key, value, .. } if key.token().to_string() == name => Some(&**value),
        _ => None,
    })
}

/// The first table among the arguments of a call.
pub(crate) fn first_table(args: &FunctionArgs) -> Option<&TableConstructor> {
    match args {
        FunctionArgs::TableConstructor(table) => Some(table),
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().find_map(constructor),
        _ => None,
    }
}

fn opening(table: &TableConstructor) -> Option<Place> {
    table.braces().tokens().0.start_position().map(place_of)
}

fn key_of(field: &Field, position: usize) -> Option<Key> {
    match field {
        Field::NameKey { key, .. } => Some(Key::Name(key.token().to_string())),
        Field::NoKey(_) => Some(Key::Index(position)),
        Field::ExpressionKey { key, .. } => match &**key {
            Expression::String(token) => string_of(token).map(Key::Name),
            Expression::Number(token) => token.token().to_string().parse().ok().map(Key::Index),
            _ => None,
        },
        _ => None,
    }
}

/// What a string literal says.
pub(crate) fn string_of(token: &TokenReference) -> Option<String> {
    match token.token().token_type() {
        TokenType::StringLiteral { literal, .. } => Some(literal.to_string()),
        _ => None,
    }
}

/// The name that an indexing with a dot, or with a literal string, asks for.
pub(crate) fn indexed_name(indexing: &Indexing) -> Option<String> {
    match indexing {
        Indexing::Dot { name, .. } => Some(name.token().to_string()),
        Indexing::Brackets { expression, .. } => match &**expression {
            Expression::String(token) => string_of(token),
            _ => None,
        },
        _ => None,
    }
}
