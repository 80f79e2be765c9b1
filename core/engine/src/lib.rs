//! Harena engine.
