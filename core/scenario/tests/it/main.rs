//! Tests of scenarios from outside: the notation, what is wrong with it, and moments of matches.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod moments;
mod scenarios;
mod slips;

/// The manifest of a game that lives in a test.
fn manifest(id: &str) -> String {
    format!(
        "schema = 1\n\n[pack]\nid = \"{id}\"\nversion = \"1.0.0\"\ntitle = \"{id}\"\n\
         kind = \"game\"\napi = 1\n\n[dependencies]\nharena = \"^0.1\"\n"
    )
}
