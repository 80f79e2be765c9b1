//! The Harena window: a board, its pieces, what can be done, and why something cannot.
//!
//! The window knows no game. Everything it shows comes from the engine's [`Game`], state,
//! decision and log, and from the looks a pack declares. A tour, in reading order:
//!
//! - [`session`]: a match open in the editor; [`command`]: the only way to change it.
//! - [`draft`] and [`table`]: building an action argument by argument, what clicks mean.
//! - [`book`] and [`tell`]: titles, colors and sentences; [`links`] and [`scene`]: what is shown.
//! - [`home`], [`lab`] and [`workshop`]: what the screens around the table know.
//! - [`draw`]: a pen; [`paint`]: what it draws; [`panel`]: the parts of the window; [`app`]: all
//!   of it together.
//!
//! [`Game`]: harena_engine::game::Game

pub mod preferences;
pub mod text;
pub mod theme;

pub mod book;
pub mod course;
pub mod links;
pub mod rulebook;
pub mod scene;
pub mod tell;

pub mod draft;
pub mod table;

pub mod command;
pub mod session;

pub mod home;
pub mod lab;
pub mod workshop;

pub mod draw;
pub mod motion;
pub mod paint;
pub mod panel;

pub mod app;

pub use app::{App, Options, run};
