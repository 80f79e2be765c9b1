//! Drawing with egui's painter: no picture files are needed.

pub mod geometry;

pub mod icon;
pub mod lettering;

pub mod face;
pub mod middle;
pub mod tile;

pub mod board;
pub mod outlook;
pub mod spots;
