//! Tests that need more than one crate.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod tidy;

mod conformance;
mod invariants;
mod known_answers;
mod packs;
mod pending;
mod recipes;
mod reload;
mod scenarios;
mod timeline;

#[cfg(feature = "window")]
mod editor;
#[cfg(feature = "window")]
mod workshop;
