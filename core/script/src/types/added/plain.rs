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
        let name = name.token().to_string();
        let is_constant = name.chars().all(|letter| !letter.is_ascii_lowercase());
        match value {
            Expression::TableConstructor(table) if is_constant && self.is_filter(table) => {
                self.say_behind(table, " :: Filter");
            }
            value => self.say_filter(value),
        }
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
        let verbs = verbs.into_iter().collect::<Vec<_>>().join(" | ");
        self.say_behind(table, &format!(" :: {{ {verbs} }}"));
        let is_said = generic.type_specifiers().any(|specifier| specifier.is_some());
        if let Some(item) = generic.names().iter().nth(1).filter(|_| !is_said) {
            self.said.push((item.token().end_position(), format!(": {verbs}")));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::define::{Filter, form::Form};

    /// Checks what is said in a file, where it is said.
    #[track_caller]
    fn check(code: &str, expected: &str) {
        let map = SourceMap::new("game", "game.luau", code);
        let verbs = ["pass", "swap", "hit"].map(str::to_owned).into();
        let mut said = typed(&map, &verbs, &Filter::schema());
        said.sort_by_key(|(at, _)| at.bytes());
        let mut text = code.to_owned();
        for (at, addition) in said.into_iter().rev() {
            text.insert_str(at.bytes(), &addition);
        }
        assert_eq!(text, expected);
    }

    #[test]
    fn locals_hold_names_of_verbs() {
        check("local verb = \"pass\"", "local verb: \"pass\" = \"pass\"");
        check(
            "local verb = if late then \"pass\" elseif poor then \"hit\" else \"swap\"",
            "local verb: \"hit\" | \"pass\" | \"swap\" = if late then \"pass\" elseif poor then \"hit\" else \"swap\"",
        );
        check(
            "for _, verb in { \"swap\", \"pass\" } do print(verb) end",
            "for _, verb: \"pass\" | \"swap\" in { \"swap\", \"pass\" } :: { \"pass\" | \"swap\" } do print(verb) end",
        );
    }

    #[test]
    fn what_may_be_something_else_is_left_alone() {
        for code in [
            "local verb = \"pass\" verb = \"else\"",
            "local verb = \"pass\" verb ..= \"ed\"",
            "local verb: string = \"pass\"",
            "local verb = \"nothing\"",
            "local verb = if late then \"pass\" else other",
            "for _, verb in { \"swap\", \"other\" } do print(verb) end",
            "for _, verb in {} do print(verb) end",
            "local unit = { kind = \"unit\" }",
            "local UNIT = { kind = \"unit\", title = \"Unit\" }",
            "local UNIT = table.freeze { with = { \"net\" }, 3 }",
        ] {
            check(code, code);
        }
    }

    #[test]
    fn constants_are_filters() {
        check("local OWN = { whose = \"own\" }", "local OWN = { whose = \"own\" } :: Filter");
        check(
            "local own = table.freeze { kind = \"unit\", adjacent = true }",
            "local own = table.freeze ({ kind = \"unit\", adjacent = true } :: Filter)",
        );
        check(
            "local own = table.freeze({ kind = \"unit\" })",
            "local own = table.freeze({ kind = \"unit\" } :: Filter)",
        );
    }
}
