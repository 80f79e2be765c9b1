//! What a file does, gathered in one walk: everything the lints look at.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::luau::{
    ConstAssignment, ConstFunction, IfConditionBinding, TypeInfo, TypeSpecifier,
};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::span::ContainedSpan;
use full_moon::ast::{
    AnonymousFunction, Assignment, Block, Call, CompoundAssignment, ElseIf, Expression, Field,
    FunctionArgs, FunctionBody, FunctionCall, FunctionDeclaration, GenericFor, If, Index,
    LocalAssignment, LocalFunction, NumericFor, Parameter, Prefix, Suffix, TableConstructor, UnOp,
    Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use harena_pack::Place;

use super::exports::{self, Exports};
use super::members::{self, Holds, Member};
use super::scopes::{Binding, Scopes};
use super::spoken::{self, Spoken, Told};
use crate::source::{constructor, indexed_name, place_of, string_of};

/// Library functions whose results have an order of their own.
const IN_ORDER: [&str; 3] = ["ipairs", "string.gmatch", "string.split"];

/// Library functions that change the table they are given first.
const CHANGES_ITS_TABLE: [&str; 6] =
    ["table.insert", "table.remove", "table.sort", "table.clear", "table.move", "rawset"];

/// Functions of libraries have fewer dots in their names.
const MOST_DOTS: usize = 4;

/// What one file does.
#[derive(Default)]
pub(super) struct Facts {
    /// Its declarations.
    pub scopes: Scopes,
    /// Its assignments.
    pub writes: Vec<Write>,
    /// Its loops over a table.
    pub loops: Vec<Loop>,
    /// Globals it reads, with their fields: `math.random`.
    pub globals: Vec<(String, Place)>,
    /// What it requires.
    pub requires: Vec<(String, Place)>,
    /// Where it names `__mode`.
    pub weak: Vec<Place>,
    /// Fields of one table that are written twice, with both places.
    pub twice: Vec<Twice>,
    /// Tables not yet visited whose fields define something.
    defining: BTreeSet<Place>,
    /// Words it hands to the interface.
    pub spoken: Vec<Spoken>,
    /// The tables that locals hold, by the numbers of the locals.
    tables: BTreeMap<usize, Vec<Told>>,
    /// Where it requires something while a function runs.
    pub late_requires: Vec<Place>,
    /// Its functions, by the line where their parameters begin.
    pub bodies: Vec<Body>,
    /// Keys it writes that are worked out when it runs.
    pub keys: Vec<Key>,
    /// The line of the function that is about to be visited.
    opened: Option<u32>,
    /// The functions around the place being visited, by their numbers among the bodies.
    around: Vec<usize>,
    /// The fields of tables that locals hold, by the numbers of the locals; nothing where they are
    /// worked out.
    pub shapes: BTreeMap<usize, Option<Exports>>,
    /// Members it takes of what it knows, each with the number of the local it begins with.
    pub members: Vec<(usize, Member)>,
    /// Names that hold from the beginning of a block not yet visited.
    pending: Vec<(*const Block, Vec<Binding>)>,
}

/// An assignment, or a call that changes a table.
pub(super) struct Write {
    /// The name at its root.
    pub name: String,
    pub place: Place,
    /// Whose name that is.
    pub owner: Owner,
    /// Whether a field of it is written rather than the name itself.
    pub is_field: bool,
    /// Whether this stands inside a function.
    pub in_function: bool,
}

/// Fields of a game whose own fields are definitions, each by its name.
const DEFINES: [&str; 6] = ["steps", "vars", "seat_vars", "sentences", "prompts", "reasons"];

/// A field that a table has twice.
pub(super) struct Twice {
    pub name: String,
    pub first: Place,
    pub second: Place,
    /// Whether it defines something, such as a step.
    pub defines: bool,
}

/// A function and the variables outside it that it changes, or that a function in it does.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// The line where it begins, as far as that is known, and the one where its parameters do.
    pub lines: (u32, u32),
    pub changes: Vec<(String, Place)>,
}

/// A key that is written into a table.
pub(super) struct Key {
    pub place: Place,
    /// Where it stands in the text, in bytes.
    pub range: (usize, usize),
    /// Whether it is a table or a function as far as the text tells.
    pub is_address: bool,
}

/// Who declared a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Nobody,
    Module,
    Function,
}

/// A loop over a table.
pub(super) struct Loop {
    pub place: Place,
    /// Its first variable.
    pub key: String,
    /// Whether it goes through `pairs` or `next`.
    pub uses_pairs: bool,
    /// Whether it goes through a table that is known to have names.
    pub over_record: bool,
    /// Whether what it goes through has an order of its own: a list, or what a text holds.
    pub has_order: bool,
}

impl Facts {
    fn declare_values<'a>(
        &mut self,
        names: &Punctuated<TokenReference>,
        mut kinds: impl Iterator<Item = Option<&'a TypeSpecifier>>,
        values: &Punctuated<Expression>,
    ) {
        let mut values = values.iter();
        for (at, name) in names.iter().enumerate() {
            let value = values.next();
            let holds = match kinds.next().flatten() {
                Some(kind) => members::annotated(kind.type_info()),
                None => value.and_then(|value| self.held(value)),
            };
            let shape = value.and_then(exports::table_of).map(exports::fields_of);
            self.shapes.extend(shape.map(|shape| (self.scopes.bindings.len(), shape)));
            let told = value.and_then(spoken::told_in).filter(|told| !told.is_empty());
            self.tables.extend(told.map(|told| (self.scopes.bindings.len(), told)));
            self.scopes.declare(Binding {
                is_record: value.is_some_and(has_names),
                is_address: value.is_some_and(is_address),
                is_module: value.is_some_and(is_require),
                is_stated: true,
                n_after: names.len().saturating_sub(at + 1),
                holds,
                ..binding(name)
            });
        }
    }

    fn later(&mut self, block: &Block, names: Vec<Binding>) {
        self.pending.push((std::ptr::from_ref(block), names));
    }

    fn bind_condition(&mut self, bound: Option<&IfConditionBinding>, block: &Block) {
        if let Some(bound) = bound {
            self.later(block, vec![binding(bound.name())]);
        }
    }

    fn read(&mut self, name: &TokenReference) {
        self.scopes.count_use(&name.token().to_string());
    }

    fn write(&mut self, name: &TokenReference, is_field: bool) {
        let spelled = name.token().to_string();
        let declared_at = self.scopes.find(&spelled).map(|binding| binding.depth);
        if let (Some(depth), false) = (declared_at, is_field) {
            self.change(depth, name);
            self.scopes.find_mut(&spelled).into_iter().for_each(|it| it.is_changed = true);
        }
        let owner = match self.scopes.find(&spelled) {
            None => Owner::Nobody,
            Some(binding) if binding.depth == 0 => Owner::Module,
            Some(_) => Owner::Function,
        };
        self.writes.push(Write {
            name: spelled,
            place: place(name),
            owner,
            is_field,
            in_function: self.scopes.depth > 0,
        });
    }

    /// Notes that the functions around change a variable of the one declared at a depth.
    fn change(&mut self, depth: usize, name: &TokenReference) {
        let change = (name.token().to_string(), place(name));
        for body in self.around.iter().skip(depth) {
            let changes = self.bodies.get_mut(*body).map(|body| &mut body.changes);
            changes.into_iter().for_each(|changes| changes.push(change.clone()));
        }
    }

    fn write_var(&mut self, var: &Var) {
        match var {
            Var::Name(name) => self.write(name, false),
            Var::Expression(expression) => {
                if let Some(Suffix::Index(Index::Brackets { expression: key, brackets })) =
                    expression.suffixes().last()
                {
                    self.key(key, brackets);
                }
                let plain = expression.suffixes().all(|suffix| matches!(suffix, Suffix::Index(_)));
                if let (Prefix::Name(name), true) = (expression.prefix(), plain) {
                    self.write(name, true);
                }
            }
            _ => {}
        }
    }

    /// Notes a key that is written into a table, unless the text says that it is plain.
    fn key(&mut self, key: &Expression, brackets: &ContainedSpan) {
        if is_plain(key) {
            return;
        }
        let (open, close) = brackets.tokens();
        let range = (open.token().end_position().bytes(), close.token().start_position().bytes());
        let is_address = self.is_address(key);
        self.keys.push(Key { place: place(open), range, is_address });
    }

    fn is_address(&self, value: &Expression) -> bool {
        match value {
            Expression::Var(Var::Name(name)) => {
                self.scopes.find(&name.token().to_string()).is_some_and(|it| it.is_address)
            }
            Expression::Parentheses { expression, .. }
            | Expression::TypeAssertion { expression, .. } => self.is_address(expression),
            _ => is_address(value),
        }
    }

    /// The global that `prefix` and the dots after it name, such as `math.random`.
    fn global<'a>(
        &self,
        prefix: &Prefix,
        suffixes: impl Iterator<Item = &'a Suffix>,
    ) -> Option<(String, Place)> {
        let Prefix::Name(root) = prefix else { return None };
        let mut path = root.token().to_string();
        if self.scopes.find(&path).is_some() {
            return None;
        }
        for suffix in suffixes.take(MOST_DOTS) {
            let Suffix::Index(index) = suffix else { break };
            let Some(name) = indexed_name(index) else { break };
            path.push('.');
            path.push_str(&name);
        }
        Some((path, place(root)))
    }

    fn call(&mut self, path: &str, args: &FunctionArgs) {
        if path == "require"
            && let Some(token) = string_argument(args)
            && let Some(required) = string_of(token)
        {
            self.requires.push((required, place(token)));
            if self.scopes.depth > 0 {
                self.late_requires.push(place(token));
            }
        }
        if CHANGES_ITS_TABLE.contains(&path)
            && let FunctionArgs::Parentheses { arguments, .. } = args
            && let Some(Expression::Var(var)) = arguments.iter().next()
        {
            match var {
                Var::Name(name) => self.write(name, true),
                changed => self.write_var(changed),
            }
        }
    }

    /// Notes the words of a chain of calls.
    fn speak<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let root =
            if let Prefix::Name(name) = prefix { name.token().to_string() } else { String::new() };
        let is_module = self.scopes.find(&root).is_some_and(|binding| binding.is_module);
        let module = is_module.then_some(root.as_str());
        let known = |name: &TokenReference| {
            let number = self.scopes.number(&name.token().to_string())?;
            self.tables.get(&number).cloned()
        };
        let mut before = None;
        let mut spoken = Vec::new();
        for suffix in suffixes {
            spoken.extend(spoken::call_of(module, before, suffix, known));
            before = Some(suffix);
        }
        self.spoken.extend(spoken.into_iter().filter(Spoken::tells));
    }

    fn is_global(&self, name: &TokenReference, spelled: &str) -> bool {
        name.token().to_string() == spelled && self.scopes.find(spelled).is_none()
    }

    /// Whether a call gives one thing after the other, in the order of a list or a text.
    fn has_order(&self, over: &Expression) -> bool {
        let Expression::FunctionCall(call) = over else { return false };
        let path = self.global(call.prefix(), call.suffixes()).map(|(path, _)| path);
        let method = call.suffixes().last().and_then(|suffix| match suffix {
            Suffix::Call(Call::MethodCall(method)) => Some(method.name().token().to_string()),
            _ => None,
        });
        path.is_some_and(|path| IN_ORDER.contains(&path.as_str()))
            || method.is_some_and(|name| ["gmatch", "split"].contains(&name.as_str()))
    }

    fn over_record(&self, over: &Expression) -> bool {
        match over {
            Expression::Var(Var::Name(name)) => {
                let found = self.scopes.find(&name.token().to_string());
                found.is_some_and(|binding| binding.is_record)
            }
            Expression::TableConstructor(_) => has_names(over),
            _ => false,
        }
    }
}

impl Visitor for Facts {
    fn visit_block(&mut self, block: &Block) {
        self.scopes.enter();
        let this = std::ptr::from_ref(block);
        if let Some(found) = self.pending.iter().rposition(|(pending, _)| *pending == this) {
            let (_, names) = self.pending.swap_remove(found);
            names.into_iter().for_each(|name| self.scopes.declare(name));
        }
    }

    fn visit_block_end(&mut self, _block: &Block) {
        self.scopes.leave();
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        let line = line_of(body);
        let lines = (self.opened.take().unwrap_or(line), line);
        self.around.push(self.bodies.len());
        self.bodies.push(Body { lines, ..Body::default() });
        self.scopes.depth += 1;
        self.scopes.enter();
        self.scopes.declare(Binding { name: "self".into(), ..Binding::default() });
        let mut kinds = body.type_specifiers();
        for parameter in body.parameters() {
            let kind = kinds.next().flatten();
            if let Parameter::Name(name) = parameter {
                let holds = match kind {
                    Some(kind) => members::annotated(kind.type_info()),
                    None => members::usual(&name.token().to_string()),
                };
                self.scopes.declare(Binding { holds, ..binding(name) });
            }
        }
    }

    fn visit_function_body_end(&mut self, _body: &FunctionBody) {
        self.scopes.leave();
        self.scopes.depth -= 1;
        self.around.pop();
    }

    fn visit_local_assignment_end(&mut self, local: &LocalAssignment) {
        self.declare_values(local.names(), local.type_specifiers(), local.expressions());
    }

    fn visit_const_assignment_end(&mut self, local: &ConstAssignment) {
        self.declare_values(local.names(), local.type_specifiers(), local.expressions());
    }

    fn visit_anonymous_function(&mut self, function: &AnonymousFunction) {
        self.opened = Some(line_of(function));
    }

    fn visit_local_function(&mut self, function: &LocalFunction) {
        self.opened = Some(line_of(function));
        self.scopes.declare(stated_function(function.name()));
    }

    fn visit_const_function(&mut self, function: &ConstFunction) {
        self.opened = Some(line_of(function));
        self.scopes.declare(stated_function(function.name()));
    }

    fn visit_numeric_for(&mut self, numeric: &NumericFor) {
        self.later(numeric.block(), vec![binding(numeric.index_variable())]);
    }

    fn visit_generic_for(&mut self, generic: &GenericFor) {
        let items = match generic.expressions().iter().next().and_then(|over| self.held(over)) {
            Some(Holds::List(kind)) => Some(Holds::Handle(kind)),
            _ => None,
        };
        let is_list = items.is_some();
        let mut names: Vec<Binding> = generic.names().iter().map(binding).collect();
        names.get_mut(1).into_iter().for_each(|second| second.holds = items.clone());
        self.later(generic.block(), names);
        let mut over = generic.expressions().iter();
        let (Some(key), Some(first)) = (generic.names().iter().next(), over.next()) else { return };
        let called = match first {
            Expression::FunctionCall(call) => match call.prefix() {
                Prefix::Name(name) => self.is_global(name, "pairs"),
                _ => false,
            },
            Expression::Var(Var::Name(name)) => self.is_global(name, "next"),
            _ => false,
        };
        self.loops.push(Loop {
            place: place(generic.for_token()),
            key: key.token().to_string(),
            uses_pairs: called,
            over_record: self.over_record(first),
            has_order: is_list || self.has_order(first),
        });
    }

    fn visit_if(&mut self, node: &If) {
        self.bind_condition(node.binding(), node.block());
    }

    fn visit_else_if(&mut self, node: &ElseIf) {
        self.bind_condition(node.binding(), node.block());
    }

    fn visit_assignment(&mut self, assignment: &Assignment) {
        assignment.variables().iter().for_each(|var| self.write_var(var));
        self.shape(assignment);
    }

    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        self.write_var(assignment.lhs());
    }

    fn visit_function_declaration(&mut self, function: &FunctionDeclaration) {
        self.opened = Some(line_of(function));
        let name = function.name();
        if let Some(root) = name.names().iter().next() {
            let is_field = name.names().len() > 1 || name.method_name().is_some();
            self.write(root, is_field);
            self.read(root);
            self.shape_function(name);
        }
    }

    fn visit_var(&mut self, var: &Var) {
        let Var::Name(name) = var else { return };
        self.read(name);
        let spelled = name.token().to_string();
        self.scopes.find_mut(&spelled).into_iter().for_each(|it| it.n_bare += 1);
        if self.scopes.find(&spelled).is_none() {
            self.globals.push((spelled, place(name)));
        }
    }

    fn visit_prefix(&mut self, prefix: &Prefix) {
        if let Prefix::Name(name) = prefix {
            self.read(name);
        }
    }

    fn visit_var_expression(&mut self, expression: &VarExpression) {
        self.take(expression.prefix(), expression.suffixes());
        self.speak(expression.prefix(), expression.suffixes());
        let global = self.global(expression.prefix(), expression.suffixes());
        self.globals.extend(global);
    }

    fn visit_table_constructor(&mut self, table: &TableConstructor) {
        let open = table.braces().tokens().0;
        let defines = self.defining.remove(&place(open));
        let mut known: BTreeMap<String, Place> = BTreeMap::new();
        for field in table.fields() {
            let Field::NameKey { key, value, .. } = field else { continue };
            let (name, second) = (key.token().to_string(), place(key));
            if DEFINES.contains(&name.as_str())
                && let Some(inner) = constructor(value)
            {
                self.defining.insert(place(inner.braces().tokens().0));
            }
            if let Some(&first) = known.get(&name) {
                self.twice.push(Twice { name, first, second, defines });
            } else {
                known.insert(name, second);
            }
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.take(call.prefix(), call.suffixes());
        self.speak(call.prefix(), call.suffixes());
        let Some((path, place)) = self.global(call.prefix(), call.suffixes()) else { return };
        let called = call.suffixes().find_map(|suffix| match suffix {
            Suffix::Call(Call::AnonymousCall(args)) => Some(args),
            _ => None,
        });
        if let Some(args) = called {
            self.call(&path, args);
        }
        self.globals.push((path, place));
    }

    fn visit_type_info(&mut self, info: &TypeInfo) {
        if let TypeInfo::Module { module, .. } = info {
            self.read(module);
        }
    }

    fn visit_field(&mut self, field: &Field) {
        if let Field::ExpressionKey { key, brackets, .. } = field {
            self.key(key, brackets);
        }
        let (name, start) = match field {
            Field::NameKey { key, .. } => (Some(key.token().to_string()), key.start_position()),
            Field::ExpressionKey { key, .. } => match &**key {
                Expression::String(token) => (string_of(token), token.start_position()),
                _ => return,
            },
            _ => return,
        };
        if name.as_deref() == Some("__mode") {
            self.weak.extend(start.map(place_of));
        }
    }

    fn visit_index(&mut self, index: &Index) {
        if indexed_name(index).as_deref() == Some("__mode") {
            self.weak.extend(index.start_position().map(place_of));
        }
    }
}

fn stated_function(name: &TokenReference) -> Binding {
    Binding { is_address: true, is_stated: true, ..binding(name) }
}

fn binding(name: &TokenReference) -> Binding {
    Binding { name: name.token().to_string(), place: place(name), ..Binding::default() }
}

fn place(name: &TokenReference) -> Place {
    place_of(name.token().start_position())
}

fn line_of(node: &impl Node) -> u32 {
    node.start_position().map_or(0, |start| start.line() as u32)
}

fn is_require(value: &Expression) -> bool {
    let Expression::FunctionCall(call) = value else { return false };
    matches!(call.prefix(), Prefix::Name(name) if name.token().to_string() == "require")
}

/// Whether a value can be nothing but a text or a number.
fn is_plain(value: &Expression) -> bool {
    match value {
        Expression::String(_) | Expression::Number(_) => true,
        Expression::UnaryOperator { unop, .. } => matches!(unop, UnOp::Hash(_)),
        Expression::BinaryOperator { lhs, rhs, .. } => is_plain(lhs) && is_plain(rhs),
        _ => false,
    }
}

/// Whether a value is written as a table or a function.
fn is_address(value: &Expression) -> bool {
    match value {
        Expression::TableConstructor(_) | Expression::Function(_) => true,
        Expression::Parentheses { expression, .. }
        | Expression::TypeAssertion { expression, .. } => is_address(expression),
        Expression::FunctionCall(call) => makes_a_table(call),
        _ => false,
    }
}

/// Whether a call is one of `table.freeze`, `table.clone` and their like, or `setmetatable`.
fn makes_a_table(call: &FunctionCall) -> bool {
    let Prefix::Name(root) = call.prefix() else { return false };
    match root.token().to_string().as_str() {
        "setmetatable" => true,
        "table" => call.suffixes().next().is_some_and(|suffix| match suffix {
            Suffix::Index(index) => indexed_name(index)
                .is_some_and(|name| ["freeze", "clone", "create", "pack"].contains(&name.as_str())),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether a value is written as a table with named fields.
fn has_names(value: &Expression) -> bool {
    constructor(value).is_some_and(|table| {
        table.fields().iter().any(|field| match field {
            Field::NameKey { .. } => true,
            Field::ExpressionKey { key, .. } => matches!(**key, Expression::String(_)),
            _ => false,
        })
    })
}

pub(super) fn string_argument(args: &FunctionArgs) -> Option<&TokenReference> {
    match args {
        FunctionArgs::String(token) => Some(token),
        FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next()? {
            Expression::String(token) => Some(token),
            _ => None,
        },
        _ => None,
    }
}
