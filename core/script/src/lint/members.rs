//! Which members a file takes of modules and handles: `arena.champion`, `match.turn`,
//! `match:cell(2, 1).piece`. Whether they are there is known when everything is read.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{Call, Expression, FunctionCall, Index, Prefix, Suffix, Var};
use full_moon::tokenizer::TokenReference;

use super::facts::Facts;
use super::spoken::Word;
use crate::bind::{Kind, entries};
use crate::source::{place_of, string_of};

/// What a name is known to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The module of this request.
    Module(String),
    /// A handle.
    Handle(Kind),
    /// A list of handles.
    List(Kind),
    /// The settings of a match.
    Settings,
    /// A table of names that the module of this request exports under a name.
    Table(String, String),
}

/// A member that is taken of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub of: Holds,
    pub name: Word,
    /// Whether it is called with a colon.
    pub is_method: bool,
}

/// What follows a name, as far as it is known; `told` sees every member on the way.
pub(super) fn follow<'a>(
    root: Holds,
    suffixes: impl Iterator<Item = &'a Suffix>,
    mut told: impl FnMut(Member),
) -> Option<Holds> {
    let mut now = root;
    for suffix in suffixes {
        let next = match suffix {
            Suffix::Index(Index::Dot { name, .. }) => {
                let of = std::mem::replace(&mut now, Holds::Settings);
                let next = after(&of, &name.token().to_string(), false);
                told(Member { of, name: word(name), is_method: false });
                next
            }
            Suffix::Call(Call::MethodCall(call)) => {
                let of = std::mem::replace(&mut now, Holds::Settings);
                let next = after(&of, &call.name().token().to_string(), true);
                told(Member { of, name: word(call.name()), is_method: true });
                next
            }
            Suffix::Index(_) => match now {
                Holds::Handle(Kind::Cells) => Some(Holds::Handle(Kind::Cell)),
                Holds::List(kind) => Some(Holds::Handle(kind)),
                _ => None,
            },
            _ => None,
        };
        now = next?;
    }
    Some(now)
}

/// What a member of something holds or answers.
fn after(of: &Holds, name: &str, is_method: bool) -> Option<Holds> {
    let kind = match of {
        Holds::Handle(kind) => kind,
        // Tables of other modules may be anything; those of the library have their fields.
        Holds::Module(request) if request == "@harena" && !is_method => {
            return Some(Holds::Table(request.clone(), name.to_owned()));
        }
        _ => return None,
    };
    let entry = entries()
        .find(|entry| entry.on == *kind && entry.name == name && entry.is_method == is_method)?;
    held(entry.gives)
}

/// What something of a Luau type is.
fn held(kind: &str) -> Option<Holds> {
    let kind = kind.strip_suffix('?').unwrap_or(kind);
    if kind == "Settings" {
        return Some(Holds::Settings);
    }
    if let Some(of) = kind.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        return handle(of).map(Holds::List);
    }
    handle(kind).map(Holds::Handle)
}

fn handle(name: &str) -> Option<Kind> {
    Kind::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
}

impl Facts {
    /// Notes the members that a chain takes.
    pub(super) fn take<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let Some((number, root)) = self.root(prefix) else { return };
        let members = &mut self.members;
        let _ = follow(root, suffixes, |member| members.push((number, member)));
    }

    /// What a value is known to be.
    pub(super) fn held(&self, value: &Expression) -> Option<Holds> {
        let nothing = |_: Member| {};
        match value {
            Expression::FunctionCall(call) => match required(call) {
                Some(request) => Some(Holds::Module(request)),
                None => follow(self.root(call.prefix())?.1, call.suffixes(), nothing),
            },
            Expression::Var(Var::Expression(it)) => {
                follow(self.root(it.prefix())?.1, it.suffixes(), nothing)
            }
            Expression::Var(Var::Name(name)) => Some(self.named(&name.token().to_string())?.1),
            Expression::Parentheses { expression, .. } => self.held(expression),
            Expression::TypeAssertion { type_assertion, .. } => annotated(type_assertion.cast_to()),
            _ => None,
        }
    }

    fn root(&self, prefix: &Prefix) -> Option<(usize, Holds)> {
        let Prefix::Name(name) = prefix else { return None };
        self.named(&name.token().to_string())
    }

    /// The number of a local, and what it holds. A local that is known only by another one is as
    /// good as that one.
    fn named(&self, name: &str) -> Option<(usize, Holds)> {
        let holds = self.scopes.find(name).filter(|it| !it.is_changed)?.holds.clone()?;
        Some((self.scopes.number(name)?, holds))
    }

    /// The members taken of locals that always hold what they held at first.
    pub(super) fn sure_members(&mut self) -> Vec<Member> {
        let members = std::mem::take(&mut self.members);
        let is_sure = |number: &usize| {
            self.scopes.bindings.get(*number).is_some_and(|binding| !binding.is_changed)
        };
        members.into_iter().filter(|(number, _)| is_sure(number)).map(|(_, it)| it).collect()
    }
}

/// What a parameter of a usual name holds.
pub(super) fn usual(name: &str) -> Option<Holds> {
    (name == "match").then_some(Holds::Handle(Kind::Match))
}

/// What a name of a written type holds.
pub(super) fn annotated(kind: &TypeInfo) -> Option<Holds> {
    match kind {
        TypeInfo::Basic(name) => held(&name.token().to_string()),
        TypeInfo::Optional { base, .. } => annotated(base),
        TypeInfo::Array { type_info, .. } => match annotated(type_info)? {
            Holds::Handle(kind) => Some(Holds::List(kind)),
            _ => None,
        },
        _ => None,
    }
}

/// The request of a `require`.
pub(crate) fn required(call: &FunctionCall) -> Option<String> {
    let Prefix::Name(name) = call.prefix() else { return None };
    let mut suffixes = call.suffixes();
    let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next())
    else {
        return None;
    };
    let is_require = name.token().to_string() == "require";
    is_require.then(|| super::facts::string_argument(args).and_then(string_of)).flatten()
}

/// The name an expression is, and nothing else.
pub(super) fn name_alone(value: &Expression) -> Option<&TokenReference> {
    match value {
        Expression::Var(Var::Name(name)) => Some(name),
        Expression::Parentheses { expression, .. }
        | Expression::TypeAssertion { expression, .. } => name_alone(expression),
        _ => None,
    }
}

fn word(name: &TokenReference) -> Word {
    Word { text: name.token().to_string(), place: place_of(name.token().start_position()) }
}
