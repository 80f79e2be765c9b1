//! The Harena editor window.
