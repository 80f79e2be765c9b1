//! Tests of the host from outside: documents, the handbook, scenarios, homebrew packs.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod content;
mod documents;
mod ground;
mod handbook;
mod law;
mod left_out;
mod manifest;
mod members;
mod misspelt;
mod moments;
mod mourner;
mod numbers;
mod patches;
mod reading;
mod refused;
mod scenarios;
mod slips;
mod telling;
mod variant;
