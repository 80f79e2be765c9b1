//! Harena script.
