//! Harena script.
pub mod lint;
pub mod schema;
pub mod source;
pub mod raw;
mod raw_call;
mod raw_fiber;
mod raw_limits;
mod raw_reach;
mod raw_text;
pub mod vm;
