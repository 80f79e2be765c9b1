//! What stands on a table: boards, pieces, figures, stones. No picture files are needed.

pub mod geometry;

pub mod icon;

pub mod face;
pub mod tile;

mod edges;
pub mod figure;
mod ground;
mod hex;
mod middle;
mod sides;
mod square;

mod battle;
pub mod moving;
mod pairs;
mod ruler;
mod sayings;

mod lane;

pub mod board;
pub mod outlook;
pub mod plate;
pub mod spots;
pub mod vacant;
