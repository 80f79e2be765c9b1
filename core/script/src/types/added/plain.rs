//! What is plain to a reader of a file and not to the checker: that a text in a local is the name
//! of a verb, and that a constant is a filter.
//!
//! The checker takes `local verb = if late then "pass" else "swap"` for any text, and a table for
//! what its fields are. Here both are told what they are, if nothing else is ever put there.

use std::collections::BTreeSet;

use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    Assignment, Call, CompoundAssignment, Expression, Field, FunctionArgs, FunctionCall,
    GenericFor, LocalAssignment, Prefix, Suffix, TableConstructor, Var,
};
use full_moon::node::Node;
use full_moon::tokenizer::Position;
use full_moon::visitors::Visitor;

use crate::schema::Schema;
use crate::source::{SourceMap, string_of};

/// What is said in a file, and where.
pub(super) fn typed(
    map: &SourceMap,
    verbs: &BTreeSet<String>,
    filter: &Schema,
) -> Vec<(Position, String)> {
    let mut written = Written::default();
    written.visit_ast(map.ast());
    let mut plain = Plain { verbs, filter, written: written.0, said: Vec::new() };
    plain.visit_ast(map.ast());
    plain.said
}

/// The names that are given a value again somewhere in a file.
#[derive(Default)]
struct Written(BTreeSet<String>);

impl Written {
    fn note(&mut self, var: &Var) {
        if let Var::Name(name) = var {
            self.0.insert(name.token().to_string());
        }
    }
}

impl Visitor for Written {
    fn visit_assignment(&mut self, assignment: &Assignment) {
        assignment.variables().iter().for_each(|var| self.note(var));
    }

    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        self.note(assignment.lhs());
    }
}

struct Plain<'a> {
    verbs: &'a BTreeSet<String>,
    filter: &'a Schema,
    written: BTreeSet<String>,
    said: Vec<(Position, String)>,
}

impl Visitor for Plain<'_> {
    fn visit_local_assignment(&mut self, local: &LocalAssignment) {
        let (names, values) = (local.names(), local.expressions());
        let is_said = local.type_specifiers().any(|specifier| specifier.is_some());
        let (Some(name), Some(value)) = (names.iter().next(), values.iter().next()) else { return };
        if names.len() != 1 || values.len() != 1 || is_said {
            return;
        }
        let is_fixed = !self.written.contains(&name.token().to_string());
        if let Some(verbs) = self.verbs_in(value).filter(|_| is_fixed) {
            self.said.push((name.token().end_position(), format!(": {verbs}")));
        }
        self.say_filter(value);
    }

    fn visit_generic_for(&mut self, generic: &GenericFor) {
        let mut over = generic.expressions().iter();
        let (Some(Expression::TableConstructor(table)), None) = (over.next(), over.next()) else {
            return;
        };
        let items = table.fields().iter().map(|field| match field {
            Field::NoKey(item) => self.verbs_in(item),
            _ => None,
        });
        let verbs: Option<BTreeSet<String>> = items.collect();
        let Some(verbs) = verbs.filter(|verbs| !verbs.is_empty()) else { return };
        let verbs: Vec<String> = verbs.into_iter().collect();
        self.say_behind(table, &format!(" :: {{ {} }}", verbs.join(" | ")));
    }
}

impl Plain<'_> {
    /// The type of a value that is the name of a verb, or of one of several.
    fn verbs_in(&self, value: &Expression) -> Option<String> {
        let mut verbs = BTreeSet::new();
        self.gather(value, &mut verbs)?;
        Some(verbs.into_iter().map(|verb| format!("\"{verb}\"")).collect::<Vec<_>>().join(" | "))
    }

    fn gather(&self, value: &Expression, verbs: &mut BTreeSet<String>) -> Option<()> {
        match value {
            Expression::String(token) => {
                verbs.insert(string_of(token).filter(|name| self.verbs.contains(name))?);
                Some(())
            }
            Expression::IfExpression(choice) => self.gather_choice(choice, verbs),
            Expression::Parentheses { expression, .. } => self.gather(expression, verbs),
            _ => None,
        }
    }

    fn gather_choice(&self, choice: &IfExpression, verbs: &mut BTreeSet<String>) -> Option<()> {
        self.gather(choice.if_expression(), verbs)?;
        let others = choice.else_if_expressions().into_iter().flatten();
        others.map(|other| self.gather(other.expression(), verbs)).collect::<Option<()>>()?;
        self.gather(choice.else_expression(), verbs)
    }

    /// Says of a constant that it is a filter: `table.freeze { kind = "unit" }`.
    fn say_filter(&mut self, value: &Expression) {
        let Expression::FunctionCall(call) = value else { return };
        let Some(args) = frozen(call) else { return };
        match args {
            FunctionArgs::TableConstructor(table) if self.is_filter(table) => {
                let start = table.braces().tokens().0.start_position();
                self.said.extend(start.map(|start| (start, "(".to_owned())));
                self.say_behind(table, " :: Filter)");
            }
            FunctionArgs::Parentheses { arguments, .. } => {
                let mut items = arguments.iter();
                if let (Some(Expression::TableConstructor(table)), None) =
                    (items.next(), items.next())
                    && self.is_filter(table)
                {
                    self.say_behind(table, " :: Filter");
                }
            }
            _ => {}
        }
    }

    /// Whether a table says nothing but what a filter says, and whose or of what kind.
    fn is_filter(&self, table: &TableConstructor) -> bool {
        let names = table.fields().iter().map(|field| match field {
            Field::NameKey { key, .. } => Some(key.token().to_string()),
            _ => None,
        });
        let Some(names) = names.collect::<Option<BTreeSet<String>>>() else { return false };
        let is_known = |name: &String| self.filter.fields.iter().any(|it| it.name == *name);
        let tells = ["kind", "kinds", "whose", "prototype"];
        names.iter().all(is_known) && tells.iter().any(|name| names.contains(*name))
    }

    fn say_behind(&mut self, table: &TableConstructor, what: &str) {
        let end = table.braces().tokens().1.end_position();
        self.said.extend(end.map(|end| (end, what.to_owned())));
    }
}

/// What `table.freeze` is handed.
fn frozen(call: &FunctionCall) -> Option<&FunctionArgs> {
    let Prefix::Name(root) = call.prefix() else { return None };
    let suffixes: Vec<&Suffix> = call.suffixes().collect();
    match suffixes.as_slice() {
        [Suffix::Index(index), Suffix::Call(Call::AnonymousCall(args))]
            if root.token().to_string() == "table" && index.to_string().trim() == ".freeze" =>
        {
            Some(args)
        }
        _ => None,
    }
}
