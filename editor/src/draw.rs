//! Drawings as plain geometry: triangles with colors, and letters.
//!
//! A [`Pen`] makes a [`Drawing`], a list that knows nothing of a window; [`show`] hands it to one.
//! Triangles of what has not changed are kept, see [`kept`].

mod icons;
pub mod outline;
mod pen;
mod show;

pub use icons::icon;
pub use pen::{Anchor, Drawing, Fill, Item, Letters, Paint, Pen, Text};
pub use show::{font, icon_ui, kept, show, width_of};
