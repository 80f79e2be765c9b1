//! The subcommands, one file each.

pub mod check;
pub mod doc;
pub mod edit;
pub mod explain;
pub mod ladder;
pub mod list;
pub mod new;
pub mod play;
pub mod replay;
pub mod sim;
pub mod test;
pub mod types;
