//! Harena pack.
