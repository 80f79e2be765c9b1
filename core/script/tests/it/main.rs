//! Tests of the host from outside: documents, the handbook, homebrew packs.
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
mod mourner;
mod numbers;
mod patches;
mod personas;
mod reading;
mod refused;
mod telling;
mod variant;
