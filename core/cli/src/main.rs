//! The `harena` command.
fn main() {}
