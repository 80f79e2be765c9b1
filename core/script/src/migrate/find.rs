//! Where a file uses names of before.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use std::collections::BTreeMap;
use std::ops::Range;

use full_moon::ast::{Call, Field, FunctionCall, Index, MethodCall, Suffix, TableConstructor};
use full_moon::node::Node;
use full_moon::tokenizer::{StringLiteralQuoteType, Token, TokenReference, TokenType};
use full_moon::visitors::Visitor;
use harena_pack::{NameSort, Place, Renamed};

use super::Rule;
use crate::bind::Kind;
use crate::lint::{self, Holds, Member};
use crate::source::{SourceMap, first_table, place_of};

/// A use of an old name.
pub(super) struct Found<'r> {
    pub place: Place,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
    pub rule: &'r Rule,
}

/// Every use of an old name in a file, from top to bottom.
pub(super) fn all<'r>(map: &SourceMap, rules: &'r [Rule]) -> Vec<Found<'r>> {
    let words = lint::look(map).words;
    let members = &words.members;
    let mut walk = Walk::new(rules, members);
    walk.visit_ast(map.ast());
    let Walk { mut found, names, texts, worded, .. } = walk;
    for member in members {
        let Some(rule) = rules.iter().find(|rule| is_renamed(rule, member)) else { continue };
        let place = member.name.place;
        found.extend(names.get(&place).map(|range| Found { place, range: range.clone(), rule }));
    }
    for Said { place, range, text } in texts {
        let around = worded.iter().filter(|(within, _)| within.contains(&range.start));
        let rule = around.map(|(_, rule)| *rule).find(|rule| rule.renamed.from == text);
        found.extend(rule.map(|rule| Found { place, range, rule }));
    }
    found.sort_by_key(|it| it.range.start);
    found.dedup_by_key(|it| it.range.start);
    found
}

/// Whether a member is one that has another name now.
fn is_renamed(rule: &Rule, member: &Member) -> bool {
    let renamed = &rule.renamed;
    if renamed.from != member.name.text {
        return false;
    }
    match (&member.of, renamed.what) {
        (Holds::Module(request), NameSort::Member) => *request == request_of(rule, &renamed.of),
        (Holds::Handle(kind), NameSort::Handle) => {
            Kind::ALL.iter().any(|(known, title)| known == kind && *title == renamed.of)
        }
        _ => false,
    }
}

/// How others require a file of a pack; the pack itself is its door.
fn request_of(rule: &Rule, file: &str) -> String {
    match file == rule.by {
        true => format!("@{file}"),
        false => format!("@{}/{file}", rule.by),
    }
}

/// A text that is written out.
struct Said {
    place: Place,
    /// Without its quotes.
    range: Range<usize>,
    text: String,
}

/// What a walk through a file gathers.
struct Walk<'w, 'r> {
    rules: &'r [Rule],
    members: &'w [Member],
    found: Vec<Found<'r>>,
    /// Names by their places.
    names: BTreeMap<Place, Range<usize>>,
    texts: Vec<Said>,
    /// The values of fields and the brackets of calls in which words have other names.
    worded: Vec<(Range<usize>, &'r Rule)>,
}

impl<'w, 'r> Walk<'w, 'r> {
    fn new(rules: &'r [Rule], members: &'w [Member]) -> Walk<'w, 'r> {
        let (found, texts, worded) = (Vec::new(), Vec::new(), Vec::new());
        Walk { rules, members, found, names: BTreeMap::new(), texts, worded }
    }

    /// The rules for the fields of what a member of a module is called with.
    fn rules_of(&self, name: &TokenReference) -> Vec<&'r Rule> {
        let Some(place) = name.start_position().map(place_of) else { return Vec::new() };
        let member = self.members.iter().find(|it| it.name.place == place);
        let is_of = |rule: &&Rule| {
            let is_its = |request: &str| {
                let rest = request.strip_prefix('@').and_then(|it| it.strip_prefix(&*rule.by));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            rule.renamed.what == NameSort::Field
                && member.is_some_and(|it| {
                    it.name.text == rule.renamed.of
                        && matches!(&it.of, Holds::Module(request) if is_its(request))
                })
        };
        self.rules.iter().filter(is_of).collect()
    }

    /// Notes the fields of a table that have other names.
    fn fields_of(&mut self, table: &TableConstructor, rules: &[&'r Rule]) {
        for field in table.fields() {
            let Field::NameKey { key, .. } = field else { continue };
            let name = key.token().to_string();
            let rule = rules.iter().find(|rule| rule.renamed.from == name);
            let at = key.start_position().map(place_of).zip(range_of(key));
            let found = rule.zip(at);
            self.found.extend(found.map(|(rule, (place, range))| Found { place, range, rule }));
        }
    }

    /// Notes where words of a field or call of this name stand.
    fn words_in(&mut self, name: &str, node: &impl Node) {
        let is_meant = |rule: &&Rule| {
            let Renamed { what, of, .. } = &rule.renamed;
            *what == NameSort::Word && (name == of || name.strip_suffix('s') == Some(of))
        };
        let range = node.start_position().zip(node.end_position());
        let Some(range) = range.map(|(start, end)| start.bytes()..end.bytes()) else { return };
        let rules = self.rules.iter().filter(is_meant);
        self.worded.extend(rules.map(|rule| (range.clone(), rule)));
    }
}

fn range_of(token: &TokenReference) -> Option<Range<usize>> {
    Some(token.token().start_position().bytes()..token.token().end_position().bytes())
}

impl Visitor for Walk<'_, '_> {
    fn visit_identifier(&mut self, token: &Token) {
        let range = token.start_position().bytes()..token.end_position().bytes();
        self.names.insert(place_of(token.start_position()), range);
    }

    fn visit_string_literal(&mut self, token: &Token) {
        let TokenType::StringLiteral { literal, quote_type, .. } = token.token_type() else {
            return;
        };
        if !matches!(quote_type, StringLiteralQuoteType::Double | StringLiteralQuoteType::Single) {
            return;
        }
        let (start, end) = (token.start_position().bytes(), token.end_position().bytes());
        let range = start + 1..end.saturating_sub(1).max(start + 1);
        let place = place_of(token.start_position());
        self.texts.push(Said { place, range, text: literal.to_string() });
    }

    fn visit_field(&mut self, field: &Field) {
        if let Field::NameKey { key, value, .. } = field {
            self.words_in(&key.token().to_string(), value);
        }
    }

    fn visit_method_call(&mut self, call: &MethodCall) {
        self.words_in(&call.name().token().to_string(), call.args());
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        let mut name = None;
        for suffix in call.suffixes() {
            match suffix {
                Suffix::Index(Index::Dot { name: dotted, .. }) => name = Some(dotted),
                Suffix::Call(Call::AnonymousCall(args)) => {
                    let rules = name.map_or_else(Vec::new, |name| self.rules_of(name));
                    let table = first_table(args);
                    table.into_iter().for_each(|table| self.fields_of(table, &rules));
                    name = None;
                }
                _ => name = None,
            }
        }
    }
}
