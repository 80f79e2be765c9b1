//! What the cross-crate tests stand on: the packs of this repository, and pictures of the window
//! made without a graphics card.
// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod house;

#[cfg(feature = "window")]
pub mod driver;
#[cfg(feature = "window")]
pub mod film;
#[cfg(feature = "window")]
pub mod matrix;
#[cfg(feature = "window")]
pub mod renderer;
