//! Words that stand for one of a few things: each with what it means, once.

use harena_engine::combat::Range;
use harena_engine::filter::Relation;
use harena_engine::game::{EventKind, Sight};

use crate::schema::Type;

/// One of a few things that a definition names by a word.
pub trait Word: Copy + 'static {
    /// The words and what they stand for, in the order of the reference.
    const ALL: &'static [(&'static str, Self)];

    /// What is meant where no word is written.
    const ELSE: Self;

    /// The type of a field that takes one of them.
    fn choice() -> Type {
        Type::Choice(Self::ALL.iter().map(|(word, _)| (*word).to_owned()).collect())
    }

    /// What a word stands for.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, it)| *it)
    }
}

macro_rules! words {
    ($($kind:ident else $other:ident { $($word:literal $variant:ident),* $(,)? })*) => {$(
        impl $crate::define::words::Word for $kind {
            const ALL: &'static [(&'static str, $kind)] = &[$(($word, $kind::$variant)),*];
            const ELSE: $kind = $kind::$other;
        }

        // A variant without a word does not compile.
        const _: fn($kind) = |it| match it {
            $($kind::$variant => (),)*
        };
    )*};
}
pub(super) use words;

/// What a setting takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SettingSort {
    Bool,
    Int,
    Choice,
    Set,
    Text,
}

/// What happens to a piece, without the moments of a game.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    Enters,
    Moves,
    Wounded,
    Falls,
    Leaves,
}

words! {
    Relation else Any {
        "any" Any,
        "own" Own,
        "ally" Ally,
        "partner" Partner,
        "enemy" Enemy,
        "nobody" Nobody,
    }
    Sight else All { "all" All, "owner" Owner, "nobody" Nobody, "shown" Shown, "contents" Contents }
    Range else Adjacent { "adjacent" Adjacent, "line" Line, "anywhere" Anywhere }
    SettingSort else Text { "bool" Bool, "int" Int, "choice" Choice, "set" Set, "text" Text }
    Event else Enters {
        "enters" Enters,
        "moves" Moves,
        "wounded" Wounded,
        "falls" Falls,
        "leaves" Leaves,
    }
}

impl From<Event> for EventKind {
    fn from(event: Event) -> EventKind {
        match event {
            Event::Enters => EventKind::Enters,
            Event::Moves => EventKind::Moves,
            Event::Wounded => EventKind::Wounded,
            Event::Falls => EventKind::Falls,
            Event::Leaves => EventKind::Leaves,
        }
    }
}
