//! Harena lab.
