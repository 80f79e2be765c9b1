//! What a module returns, as far as its text tells.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::{
    Assignment, Ast, Call, Expression, Field, FunctionArgs, FunctionCall, FunctionName, Index,
    LastStmt, Prefix, Suffix, TableConstructor, Var,
};

use super::facts::Facts;
use super::members::name_alone;
use crate::source::{indexed_name, string_of};

/// The fields of the table a module returns, each with those of the table that it holds; nothing
/// where that is worked out when it runs.
pub(crate) type Exports = BTreeMap<String, Option<BTreeSet<String>>>;

/// What a file exports; nothing if it returns no table whose fields all stand in the text.
pub(super) fn exports_of(ast: &Ast, facts: &Facts) -> Option<Exports> {
    let LastStmt::Return(returned) = ast.nodes().last_stmt()? else { return None };
    let value = returned.returns().iter().next()?;
    match table_of(value) {
        Some(table) => fields_of(table),
        None => facts.module_table(&name_alone(unfrozen(value))?.token().to_string()),
    }
}

impl Facts {
    /// The fields of the table that a local of the module holds, if nobody but the module can have
    /// written others into it.
    fn module_table(&self, name: &str) -> Option<Exports> {
        let own = |(_, it): &(usize, &super::scopes::Binding)| it.depth == 0 && it.name == name;
        let mut named = self.scopes.bindings.iter().enumerate().filter(own);
        let ((number, binding), None) = (named.next()?, named.next()) else { return None };
        // It is handed out once: to `return`.
        let is_closed = !binding.is_changed && binding.n_bare == 1;
        self.shapes.get(&number).filter(|_| is_closed)?.clone()
    }

    /// Notes the fields that are written into tables of locals.
    pub(super) fn shape(&mut self, assignment: &Assignment) {
        let mut values = assignment.expressions().iter();
        for var in assignment.variables() {
            let value = values.next();
            let Var::Expression(written) = var else { continue };
            let Prefix::Name(root) = written.prefix() else { continue };
            let mut suffixes = written.suffixes();
            let (Some(Suffix::Index(index)), rest) = (suffixes.next(), suffixes.next()) else {
                continue;
            };
            let field = match rest {
                None => indexed_name(index).map(|name| (name, value.and_then(names_in))),
                // A field of a field: it may be a table of the module whose names grow.
                Some(_) => indexed_name(index).map(|name| (name, None)),
            };
            self.shape_field(&root.token().to_string(), field);
        }
    }

    /// Notes a function that is written into the table of a local.
    pub(super) fn shape_function(&mut self, name: &FunctionName) {
        let mut names = name.names().iter().chain(name.method_name());
        let (Some(root), Some(field)) = (names.next(), names.next()) else { return };
        let field = (field.token().to_string(), None);
        self.shape_field(&root.token().to_string(), Some(field));
    }

    fn shape_field(&mut self, root: &str, field: Option<(String, Option<BTreeSet<String>>)>) {
        let Some(number) = self.scopes.number(root) else { return };
        let Some(shape) = self.shapes.get_mut(&number) else { return };
        match (field, shape.as_mut()) {
            (Some((name, names)), Some(fields)) => {
                fields.insert(name, names);
            }
            (None, _) => *shape = None,
            (Some(_), None) => {}
        }
    }
}

/// The table that a value is written as, frozen or not.
pub(super) fn table_of(value: &Expression) -> Option<&TableConstructor> {
    match value {
        Expression::TableConstructor(table) => Some(table),
        Expression::Parentheses { expression, .. }
        | Expression::TypeAssertion { expression, .. } => table_of(expression),
        Expression::FunctionCall(call) => match frozen(call)? {
            FunctionArgs::TableConstructor(table) => Some(table),
            FunctionArgs::Parentheses { arguments, .. } => table_of(arguments.iter().next()?),
            _ => None,
        },
        _ => None,
    }
}

/// What `table.freeze` is handed, or the value itself.
fn unfrozen(value: &Expression) -> &Expression {
    match value {
        Expression::FunctionCall(call) => match frozen(call) {
            Some(FunctionArgs::Parentheses { arguments, .. }) => {
                arguments.iter().next().unwrap_or(value)
            }
            _ => value,
        },
        Expression::Parentheses { expression, .. }
        | Expression::TypeAssertion { expression, .. } => unfrozen(expression),
        _ => value,
    }
}

/// The arguments of a call of `table.freeze`.
fn frozen(call: &FunctionCall) -> Option<&FunctionArgs> {
    let Prefix::Name(root) = call.prefix() else { return None };
    let mut suffixes = call.suffixes();
    let (Some(Suffix::Index(index)), Some(Suffix::Call(Call::AnonymousCall(args))), None) =
        (suffixes.next(), suffixes.next(), suffixes.next())
    else {
        return None;
    };
    let is_freeze = root.token().to_string() == "table"
        && matches!(index, Index::Dot { .. })
        && indexed_name(index).as_deref() == Some("freeze");
    is_freeze.then_some(args)
}

/// The names of a table that is written out; nothing if a key is worked out.
pub(super) fn fields_of(table: &TableConstructor) -> Option<Exports> {
    let mut found = Exports::new();
    for field in table.fields() {
        match field {
            Field::NameKey { key, value, .. } => {
                found.insert(key.token().to_string(), names_in(value));
            }
            Field::ExpressionKey { key, value, .. } => match &**key {
                Expression::String(token) => {
                    found.insert(string_of(token)?, names_in(value));
                }
                Expression::Number(_) => {}
                _ => return None,
            },
            Field::NoKey(_) => {}
            _ => return None,
        }
    }
    Some(found)
}

/// The names of the table that a value is written as.
fn names_in(value: &Expression) -> Option<BTreeSet<String>> {
    Some(fields_of(table_of(value)?)?.into_keys().collect())
}
