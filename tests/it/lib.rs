//! Tests that need more than one crate; see `main.rs`.
