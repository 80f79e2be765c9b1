//! The Luau host of Harena: sandbox, loading, binding, diagnostics, reload.
//!
//! A [`Host`] is a set of packs loaded into one sandboxed virtual machine. It builds
//! [`Game`](harena_engine::game::Game)s for settings and implements
//! [`Rules`](harena_engine::the_match::Rules), so the engine can run their steps. Reloading is
//! loading a second host beside the first. A tour, in reading order:
//!
//! - [`vm`] and [`raw`]: the sandbox and its limits; the one place with `unsafe`.
//! - [`allowance`]: what reading packs may cost. [`schema`], [`source`] and [`lint`]: checking
//!   definitions and files, with exact places.
//! - [`define`]: from what packs return to a game. [`bind`]: what scripts can do with a match.
//! - [`page`]: files as people write them, to be changed field by field.
//! - [`types`]: what a type checker must know. [`host`]: all of it together. [`api`]: what people are
//!   told about it.

pub mod raw;
mod raw_build;
mod raw_call;
mod raw_catch;
mod raw_fiber;
mod raw_field;
mod raw_limits;
mod raw_native;
mod raw_parcel;
mod raw_plain;
mod raw_reach;
mod raw_slot;
mod raw_text;
mod raw_tree;
pub mod vm;

pub mod allowance;
mod facts;
mod fit;
pub mod lint;
pub mod schema;
pub mod source;

pub mod api;
pub mod bind;
pub mod define;
pub mod host;
mod migrate;
mod packs;
pub mod page;
pub mod titles;
pub mod types;

pub use define::{
    Changed, Decided, Dictionary, Entry, FactionEntry, MarkEntry, Menu, Notation, NumberLaw,
    PersonaEntry, PieceLaw, Preset, SeatNumberLaw, SettingGroup, SettingKind, SettingRule,
    VerbEntry, Whose, ZoneEntry, looks,
};
pub use facts::{Facts, SheetFacts};
pub use host::Host;
pub use migrate::{Migrated, Outdated, migrate};
pub use packs::{API, Loaded, assemble, entry_of, first_fault, impostor, in_load_order, load};
pub use raw_parcel::Parcel;
pub use vm::{FileCoverage, FunctionCoverage, Print};
