//! The script interface as people see it: type stubs, the reference, and hover text.
//!
//! All three are written from the declarations that also run: the entries of [`crate::bind`],
//! the forms of [`crate::define`], and the types and comments of the library `@harena`. Nothing
//! about the interface is said anywhere else.
//!
//! ```
//! let text = harena_script::api::hover("Piece", "facing").unwrap();
//! assert!(text.starts_with("piece.facing: number\n"));
//! assert!(harena_script::api::reference().contains("`piece.facing`"));
//! ```

mod examples;
mod hover;
mod library;
mod reference;
mod stubs;
mod subject;
mod verbs;

pub use hover::hover;
pub use reference::reference;
pub use stubs::stubs;
pub(crate) use stubs::{parts_of, stubs_of};
pub(crate) use subject::{Subject, name_type};

use std::collections::BTreeMap;

use crate::bind::{self, Entry, Kind};
use crate::define::{self, form::Form};
use crate::schema::Schema;

/// Everything that is written as a table: definitions, what methods take, scenarios.
pub(crate) fn forms() -> Vec<Schema> {
    let mut forms = define::all_forms();
    forms.extend(define::plan_forms());
    forms.extend(define::looks_forms());
    forms.extend([bind::Step::schema(), bind::Track::schema(), bind::matching_form()]);
    forms.push(define::scenario_form(std::iter::empty()));
    forms.push(define::scenario_step_form());
    forms
}

/// The name of a kind of handle in types and in the reference.
fn name_of(kind: Kind) -> &'static str {
    Kind::ALL.iter().find(|(known, _)| *known == kind).map_or("?", |(_, name)| name)
}

/// What a kind of handle is, one clause.
fn meaning_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Match => {
            "the match, given to every step; a variable the game declares is a field of it"
        }
        Kind::Piece => {
            "a piece or card; its counters and its stats (with modifiers) are fields of it"
        }
        Kind::Cell => "a cell of the board",
        Kind::Cells => "a set of cells, in reading order; `#set` counts it, `set[1]` is its first",
        Kind::Grant => "a keyword a piece has, and from which source; valid until its step asks",
        Kind::Strike => "one use of an attack; valid until its step ends",
        Kind::Prototype => "what is printed on a sheet",
        Kind::Faction => "a faction",
        Kind::Facings => "several facings, for offers",
        Kind::Range => "whole numbers in a row, for offers",
        Kind::Event => "something that happened, for answers of sheets",
        Kind::Choice => "several of a list, an order, amounts or a time, for offers",
    }
}

/// The names handles of a kind have beyond their entries, as a Luau indexer.
fn indexer_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Match | Kind::Piece => Some("[string]: any"),
        Kind::Cells
        | Kind::Cell
        | Kind::Grant
        | Kind::Strike
        | Kind::Prototype
        | Kind::Faction
        | Kind::Facings
        | Kind::Range
        | Kind::Event
        | Kind::Choice => None,
    }
}

/// The names that a game declares for handles of a kind: what a name that is computed must be one of.
fn declared_names(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Match => Some("VarName"),
        Kind::Piece => Some("CounterName | StatName"),
        Kind::Cells
        | Kind::Cell
        | Kind::Grant
        | Kind::Strike
        | Kind::Prototype
        | Kind::Faction
        | Kind::Facings
        | Kind::Range
        | Kind::Event
        | Kind::Choice => None,
    }
}

/// What functions of the library take that names something a game declares: by the function as it
/// is written, the places of such arguments and their vocabularies.
pub(crate) fn names_taken() -> BTreeMap<String, Vec<(usize, &'static str)>> {
    let taken = |member: library::Member| {
        (format!("harena.{}", member.name), library::names_taken(&member.kind))
    };
    library::members().into_iter().map(taken).collect()
}

/// An entry as it is written in a script: `match:count(filter: Filter?): number`.
fn spelled(entry: &Entry) -> String {
    let called = called(entry);
    match (entry.is_method, entry.gives) {
        (true, "") => format!("{called}({})", entry.takes),
        (true, gives) => format!("{called}({}): {gives}", entry.takes),
        (false, gives) => format!("{called}: {gives}"),
    }
}

/// An entry as it is named: `match:count`, `piece.owner`.
fn called(entry: &Entry) -> String {
    let sign = if entry.is_method { ':' } else { '.' };
    format!("{}{sign}{}", name_of(entry.on).to_lowercase(), entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bind::entries;

    #[test]
    fn every_entry_says_what_it_means() {
        for entry in entries() {
            let name = spelled(entry);
            assert!(!entry.text.is_empty(), "{name} has no text");
            assert!(!entry.text.ends_with('.'), "the text of {name} is one clause");
            assert!(entry.is_method || !entry.gives.is_empty(), "{name} has no type");
        }
    }

    #[test]
    fn every_plan_is_what_its_function_takes() {
        let plans = library::members().into_iter();
        let taken = |kind: &str| Some(kind.strip_prefix("(plan: ")?.split_once(')')?.0.to_owned());
        let plans: Vec<String> = plans.filter_map(|member| taken(&member.kind)).collect();
        let forms = define::plan_forms().into_iter().map(|form| form.name);
        assert_eq!(plans, forms.filter(|name| name != "GraphCell").collect::<Vec<_>>());
    }

    #[test]
    fn what_is_left_out_holds_what_its_row_takes() {
        let open = crate::schema::Vocabulary::open();
        let mut n = 0;
        for form in forms() {
            for field in form.fields.iter().filter(|field| field.default != Default::default()) {
                let found = crate::schema::check_type(&field.kind, &field.default, &open);
                assert_eq!(found, [], "{}.{}", form.name, field.name);
                n += 1;
            }
        }
        assert!(n > 5, "the defaults of forms are declared");
    }

    #[test]
    fn no_name_is_declared_twice() {
        let mut names: Vec<_> =
            entries().map(|entry| (name_of(entry.on), entry.name, entry.is_method)).collect();
        names.sort_unstable();
        let n = names.len();
        names.dedup();
        assert_eq!(names.len(), n, "an entry shadows another");
    }
}
