//! From the parsed file to the sheets in it.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use std::ops::Range;

use full_moon::ast::{
    Call, Expression, Field, FunctionCall, Prefix, Suffix, TableConstructor, VarExpression,
};
use full_moon::node::Node;
use full_moon::visitors::Visitor;

use super::{Says, WrittenField, WrittenSheet, WrittenTable, said};
use crate::schema::{Key, Value};
use crate::source::{SourceMap, first_table, indexed_name};

/// The sheets of a file, in its order.
pub(super) fn sheets(map: &SourceMap) -> Vec<WrittenSheet> {
    let mut found = Found { text: map.text(), sheets: Vec::new(), items: Vec::new() };
    found.visit_ast(map.ast());
    for sheet in &mut found.sheets {
        let item = found.items.iter().find(|(span, _)| *span == sheet.span);
        sheet.item = item.map(|(_, comma)| comma.clone());
    }
    found.sheets.sort_by_key(|sheet| (sheet.span.start, std::cmp::Reverse(sheet.span.end)));
    found.sheets
}

struct Found<'a> {
    text: &'a str,
    sheets: Vec<WrittenSheet>,
    /// The items of all lists, each with what parts it from the next one.
    items: Vec<(Range<usize>, Option<Range<usize>>)>,
}

impl Visitor for Found<'_> {
    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.add(call.prefix(), call.suffixes());
    }

    fn visit_table_constructor(&mut self, table: &TableConstructor) {
        for pair in table.fields().pairs() {
            if let (Field::NoKey(_), Some(span)) = (pair.value(), span_of(pair.value())) {
                self.items.push((span, pair.punctuation().and_then(span_of)));
            }
        }
    }

    fn visit_var_expression(&mut self, expression: &VarExpression) {
        self.add(expression.prefix(), expression.suffixes());
    }
}

impl Found<'_> {
    /// Notes every call that is handed a table with an id.
    fn add<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let Some(start) = prefix.start_position() else { return };
        let mut maker = match prefix {
            Prefix::Name(name) => name.token().to_string(),
            _ => String::new(),
        };
        for suffix in suffixes {
            let args = match suffix {
                Suffix::Index(index) => {
                    maker = indexed_name(index).unwrap_or_default();
                    continue;
                }
                Suffix::Call(Call::AnonymousCall(args)) => args,
                Suffix::Call(Call::MethodCall(call)) => {
                    maker = call.name().token().to_string();
                    call.args()
                }
                _ => continue,
            };
            let sheet = || {
                let span = start.bytes()..suffix.end_position()?.bytes();
                let table = table_of(self.text, first_table(args)?)?;
                let id = id_of(&table)?;
                Some(WrittenSheet { id, maker: maker.clone(), span, table, item: None })
            };
            self.sheets.extend(sheet());
        }
    }
}

/// The id that a table says.
fn id_of(table: &WrittenTable) -> Option<String> {
    match &table.get(&"id".into())?.says {
        Says::Plain(Value::Text(id)) => Some(id.clone()),
        Says::Plain(_) | Says::Table(_) | Says::Code => None,
    }
}

/// The bytes of a part of the file.
fn span_of(node: &impl Node) -> Option<Range<usize>> {
    Some(node.start_position()?.bytes()..node.end_position()?.bytes())
}

fn table_of(text: &str, table: &TableConstructor) -> Option<WrittenTable> {
    let span = span_of(table)?;
    let mut position = 0;
    let mut fields = Vec::new();
    for pair in table.fields().pairs() {
        let (key, value) = match pair.value() {
            Field::NoKey(value) => {
                position += 1;
                (Key::Index(position), value)
            }
            Field::NameKey { key, value, .. } => (Key::Name(key.token().to_string()), &**value),
            Field::ExpressionKey { key, value, .. } => (key_of(text, key)?, &**value),
            _ => return None,
        };
        let span = span_of(pair.value())?;
        let value_span = span_of(value)?;
        let comma = pair.punctuation().and_then(span_of);
        let says = says(text, value, &value_span);
        fields.push(WrittenField { key, span, value: value_span, comma, says });
    }
    Some(WrittenTable { span, fields })
}

/// A key in brackets, if it is written out.
fn key_of(text: &str, key: &Expression) -> Option<Key> {
    match said::read(text.get(span_of(key)?)?)? {
        Value::Text(name) => Some(Key::Name(name)),
        Value::Int(at) => usize::try_from(at).ok().map(Key::Index),
        _ => None,
    }
}

fn says(text: &str, value: &Expression, span: &Range<usize>) -> Says {
    if let Expression::TableConstructor(table) = value {
        return table_of(text, table).map_or(Says::Code, Says::Table);
    }
    let plain = text.get(span.clone()).and_then(said::read);
    plain.map_or(Says::Code, Says::Plain)
}
