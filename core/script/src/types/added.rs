//! What a file gets so that the checker knows more of it: types of modules and of sheets.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

mod plain;

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{
    Call, Expression, Field, FunctionArgs, FunctionCall, LocalAssignment, Stmt, Suffix,
    TableConstructor,
};
use full_moon::node::Node;
use full_moon::tokenizer::Position;
use full_moon::visitors::Visitor;

use super::RETURNED;
use crate::api;
use crate::define::{self, form::Form};
use crate::schema::{Schema, Type};
use crate::source::{SourceMap, constructor, field_of, first_table, string_of};

/// A local that is required.
pub(super) struct Required {
    /// Where its statement ends.
    end: Position,
    /// Its name.
    name: String,
    /// What is required.
    pub request: String,
}

impl Required {
    /// What gives it the type of its module, and where.
    pub fn typed(&self) -> (Position, String) {
        let name = &self.name;
        (self.end, format!(" local {name}: {name}.{RETURNED} = {name}"))
    }
}

/// The locals of a module that are required.
pub(super) fn requires(map: &SourceMap) -> Vec<Required> {
    let required = |statement: &Stmt| {
        let Stmt::LocalAssignment(local) = statement else { return None };
        let (name, value) = (local.names().iter().next()?, local.expressions().iter().next()?);
        let Expression::FunctionCall(call) = value else { return None };
        let is_one = local.names().len() == 1 && local.expressions().len() == 1;
        let request = crate::lint::required(call).filter(|_| is_one)?;
        Some(Required { end: statement.end_position()?, name: name.token().to_string(), request })
    };
    map.ast().nodes().stmts().filter_map(required).collect()
}

/// What tables are handed to, by its name: `game`, or a constructor of sheets such as `champion`.
pub(super) struct Makers<'a> {
    /// What sheets may hold, by the names of their schemas.
    sheets: &'a BTreeMap<String, Schema>,
    /// What such a table may hold; nothing where several schemas have such a constructor.
    forms: BTreeMap<String, Option<Schema>>,
    /// The verbs of the game.
    names: BTreeSet<String>,
    /// What a filter can say.
    filter: Schema,
    /// All forms, by their names.
    named: BTreeMap<String, Type>,
}

impl<'a> Makers<'a> {
    /// Everything that takes tables in some files.
    pub fn of<'b>(
        maps: impl Iterator<Item = &'b SourceMap>,
        sheets: &'a BTreeMap<String, Schema>,
        names: BTreeSet<String>,
    ) -> Makers<'a> {
        let forms = define::declared_forms().map(|(name, form)| (name.to_owned(), Some(form)));
        let filter = define::Filter::schema();
        let record = |form: Schema| (form.name.clone(), Type::Record(Box::new(form)));
        let named = api::forms().into_iter().map(record).collect();
        let mut makers = Makers { sheets, forms: forms.into(), names, filter, named };
        for made in maps.flat_map(constructors) {
            let form = sheets.get(&made.schema).cloned();
            let known = makers.forms.entry(made.name).or_insert_with(|| form.clone());
            *known = known.take().filter(|known| Some(known) == form.as_ref());
        }
        makers
    }

    /// What is said of types in a file, and where: behind constructors of sheets what they take,
    /// behind lists in what they are handed what these hold.
    pub fn typed(&self, map: &SourceMap) -> Vec<(Position, String)> {
        let takes = |made: Made| {
            let sheet = self.sheets.get(&made.schema).filter(|_| !made.is_typed)?;
            Some((made.end, format!(" :: ({}) -> Declaration", sheet.name)))
        };
        let mut said = Said { makers: self, said: Vec::new() };
        said.visit_ast(map.ast());
        let plain = plain::typed(map, &self.names, &self.filter);
        let made = constructors(map).into_iter().filter_map(takes);
        made.chain(said.said).chain(plain).collect()
    }
}

/// A constructor of sheets.
pub(super) struct Made {
    /// What it is called.
    pub name: String,
    /// The name of its schema.
    pub schema: String,
    /// Where it ends.
    end: Position,
    /// Whether it says itself what it takes.
    is_typed: bool,
}

/// The constructors of sheets that a file makes: `define.tile = harena.sheet { ... }`.
pub(super) fn constructors(map: &SourceMap) -> Vec<Made> {
    let made = |statement: &Stmt| {
        let (name, value) = match statement {
            Stmt::LocalAssignment(local) => {
                let name = local.names().iter().next()?.token().to_string();
                (name, local.expressions().iter().next()?)
            }
            Stmt::Assignment(assigned) => {
                let name = last_name(&assigned.variables().to_string())?;
                (name, assigned.expressions().iter().next()?)
            }
            _ => return None,
        };
        let (value, is_typed) = match value {
            Expression::TypeAssertion { expression, .. } => (&**expression, true),
            value => (value, false),
        };
        let Expression::FunctionCall(call) = value else { return None };
        let schema = schema_name(call)?;
        Some(Made { name, schema, end: statement.end_position()?, is_typed })
    };
    map.ast().nodes().stmts().filter_map(made).collect()
}

/// The last name of `define.tile`.
fn last_name(written: &str) -> Option<String> {
    let last = written.trim().rsplit(['.', ':']).next()?.trim();
    let is_name = last.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_name && !last.is_empty()).then(|| last.to_owned())
}

/// The name of the schema in `harena.sheet { schema = { name = "Tile", ... }, ... }`.
fn schema_name(call: &FunctionCall) -> Option<String> {
    let mut suffixes = call.suffixes();
    let (Some(Suffix::Index(index)), Some(Suffix::Call(Call::AnonymousCall(args))), None) =
        (suffixes.next(), suffixes.next(), suffixes.next())
    else {
        return None;
    };
    let is_sheet = index.to_string().trim() == ".sheet";
    let schema = constructor(field_of(first_table(args).filter(|_| is_sheet)?, "schema")?)?;
    let Expression::String(name) = field_of(schema, "name")? else { return None };
    string_of(name)
}

/// What is said behind lists.
struct Said<'a> {
    makers: &'a Makers<'a>,
    said: Vec<(Position, String)>,
}

impl Visitor for Said<'_> {
    fn visit_local_assignment(&mut self, local: &LocalAssignment) {
        let mut kinds = local.type_specifiers();
        let (Some(Some(kind)), Some(Expression::TableConstructor(value))) =
            (kinds.next(), local.expressions().iter().next())
        else {
            return;
        };
        self.say_as(value, kind.type_info());
    }

    fn visit_expression(&mut self, expression: &Expression) {
        if let Expression::TypeAssertion { expression, type_assertion } = expression
            && let Expression::TableConstructor(value) = &**expression
        {
            self.say_as(value, type_assertion.cast_to());
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        let (name, args) = match &suffixes[..] {
            [Suffix::Call(Call::AnonymousCall(args))] => (call.prefix().to_string(), args),
            [Suffix::Index(index), Suffix::Call(Call::AnonymousCall(args))] => {
                (index.to_string(), args)
            }
            _ => return,
        };
        let form = last_name(&name).and_then(|name| self.makers.forms.get(&name)?.as_ref());
        if let (Some(form), FunctionArgs::TableConstructor(table)) = (form, &**args) {
            self.say_in(table, form);
        }
    }
}

impl Said<'_> {
    /// Says what stands in a table of which the author says that it is of some form: `Mark`,
    /// `{ Mark }` or `{ [string]: Mark }`.
    fn say_as(&mut self, table: &TableConstructor, kind: &TypeInfo) {
        let written = kind.to_string();
        let name = written.trim().trim_matches(['{', '}', ' ']).trim_start_matches("[string]: ");
        let Some(form) = self.makers.named.get(name) else { return };
        match kind {
            TypeInfo::Array { .. } => self.say_of(table, &Type::list(form.clone())),
            TypeInfo::Table { .. } => self.say_of(table, &Type::map_of("", form.clone())),
            _ => self.say_of(table, form),
        }
    }

    fn say_in(&mut self, table: &TableConstructor, form: &Schema) {
        for field in &form.fields {
            let Some(Expression::TableConstructor(value)) = field_of(table, &field.name) else {
                continue;
            };
            let kind = meant(&field.kind, value);
            self.say_of(value, kind);
            let is_unheard = field.is_open_list() || !field.required && kind.is_heard_of_alone();
            if is_unheard && let Some(end) = value.braces().tokens().1.end_position() {
                self.said.push((end, format!(" :: {}", kind.luau_written())));
            }
        }
    }

    /// Says what lists inside a value hold.
    fn say_of(&mut self, table: &TableConstructor, kind: &Type) {
        let values = table.fields().iter().filter_map(|field| match field {
            Field::NoKey(value) => Some(value),
            Field::NameKey { value, .. } | Field::ExpressionKey { value, .. } => Some(&**value),
            _ => None,
        });
        let tables = values.filter_map(|value| match value {
            Expression::TableConstructor(table) => Some(table),
            _ => None,
        });
        if let Type::Record(form) | Type::Apart(form) = kind {
            self.say_in(table, form);
        } else if let Some(of) = kind.held() {
            tables.for_each(|table| self.say_of(table, meant(of, table)));
        }
    }
}

/// Which of several types a table is meant to have: what stands in a row makes a list of it.
fn meant<'a>(kind: &'a Type, table: &TableConstructor) -> &'a Type {
    let Type::OneOf(kinds) = kind else { return kind };
    let is_row = table.fields().iter().next().is_some_and(|it| matches!(it, Field::NoKey(_)));
    let fits = |kind: &&Type| match kind {
        Type::List { .. } => is_row,
        Type::Record(_) | Type::Map { .. } | Type::Apart(_) => !is_row,
        _ => false,
    };
    kinds.iter().find(fits).unwrap_or(kind)
}
