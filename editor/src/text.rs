//! Every word the window shows that does not come from a game.
//!
//! The words themselves stand in `editor/words`, a file a language. Here is what they are called
//! and what they are told; lists of that are in the modules below, one a theme. A function without
//! arguments answers words that were put together once, the others fill in what they are told.

use fluent_bundle::{FluentArgs, FluentValue};

/// Declares the words of a theme, as functions: `undo;` or `moves(n: usize, of: usize);`.
macro_rules! words {
    ($($name:ident $(($($argument:ident: $kind:ty),+))?;)+) => {
        $(words!(@ $name $($($argument: $kind),+)?);)+

        /// What these words are called and what each is told.
        #[cfg(test)]
        pub(super) const NAMES: &[(&str, &[&str])] =
            &[$((stringify!($name), &[$($(stringify!($argument)),+)?])),+];
    };
    (@ $name:ident) => {
        #[doc = concat!("The words `", stringify!($name), "`.")]
        pub fn $name() -> &'static str {
            static SAID: $crate::text::language::Plain =
                $crate::text::language::Plain::named(stringify!($name));
            SAID.get()
        }
    };
    (@ $name:ident $($argument:ident: $kind:ty),+) => {
        #[doc = concat!("The words `", stringify!($name), "`.")]
        pub fn $name($($argument: $kind),+) -> String {
            $crate::text::filled(stringify!($name), [$((stringify!($argument), $argument.into())),+])
        }
    };
}

mod amounts;
mod home;
mod inspector;
mod lab;
mod language;
mod log;
mod outlook;
mod table;
mod workshop;

#[cfg(test)]
mod tests;

pub use amounts::*;
pub use home::*;
pub use inspector::*;
pub use lab::*;
pub use language::{Language, speak, spoken};
pub use log::*;
pub use outlook::*;
pub use table::*;
pub use workshop::*;

fn filled<const N: usize>(name: &str, told: [(&'static str, FluentValue<'_>); N]) -> String {
    language::said(name, Some(&FluentArgs::from_iter(told)))
}
