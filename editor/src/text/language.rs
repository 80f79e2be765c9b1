//! The languages the window speaks, and the words of each.

use std::cell::Cell;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

type Bundle = FluentBundle<FluentResource>;

struct Known {
    code: &'static str,
    title: &'static str,
    words: &'static str,
}

/// Every language; whatever one of the others does not say is said in the first.
const KNOWN: [Known; 2] = [
    Known { code: "en", title: "English", words: include_str!("../../words/en.ftl") },
    Known { code: "de", title: "Deutsch", words: include_str!("../../words/de.ftl") },
];

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::ENGLISH) };
}

/// A language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Language(usize);

impl Language {
    /// The one that everything is written in first.
    pub const ENGLISH: Language = Language(0);

    /// All of them.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..KNOWN.len()).map(Language)
    }

    /// The language of this code, such as `de`.
    pub fn named(code: &str) -> Option<Language> {
        Language::all().find(|language| language.code() == code)
    }

    /// The first language a person asked the system for that the window speaks.
    pub fn of_system() -> Language {
        Language::preferred(sys_locale::get_locales())
    }

    fn preferred(locales: impl Iterator<Item = String>) -> Language {
        let mut codes = locales.map(|locale| {
            let code = locale.split(['-', '_', '.']).next().unwrap_or("").to_lowercase();
            // What programs are told that shall not speak any language of people.
            if matches!(code.as_str(), "c" | "posix") { "en".to_owned() } else { code }
        });
        codes.find_map(|code| Language::named(&code)).unwrap_or(Language::ENGLISH)
    }

    /// Its code, such as `de`.
    pub fn code(self) -> &'static str {
        KNOWN.get(self.0).map_or("", |known| known.code)
    }

    /// What it calls itself.
    pub fn title(self) -> &'static str {
        KNOWN.get(self.0).map_or("", |known| known.title)
    }

    pub(super) fn words(self) -> &'static str {
        KNOWN.get(self.0).map_or("", |known| known.words)
    }

    fn bundle(self) -> Option<&'static Bundle> {
        static READ: [OnceLock<Bundle>; KNOWN.len()] = [const { OnceLock::new() }; KNOWN.len()];
        READ.get(self.0).map(|read| read.get_or_init(|| read_words(self)))
    }
}

/// Speaks this language from now on, in this thread: windows of several threads may differ.
pub fn speak(language: Language) {
    SPOKEN.set(language);
}

/// The language that is spoken.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// Words that are told nothing: put together once in each language.
pub(super) struct Plain {
    name: &'static str,
    said: [OnceLock<String>; KNOWN.len()],
}

impl Plain {
    pub(super) const fn named(name: &'static str) -> Plain {
        Plain { name, said: [const { OnceLock::new() }; KNOWN.len()] }
    }

    pub(super) fn get(&'static self) -> &'static str {
        let kept = self.said.get(spoken().0);
        kept.map_or(self.name, |kept| kept.get_or_init(|| said(self.name, None)))
    }
}

/// Says words of the language that is spoken.
pub(super) fn said(name: &str, told: Option<&FluentArgs>) -> String {
    let languages = [spoken(), Language::ENGLISH];
    let found = languages.into_iter().find_map(|language| said_in(language, name, told).ok());
    // A test holds that every language says everything.
    found.unwrap_or_else(|| name.to_owned())
}

/// Says words of a language.
///
/// # Errors
/// It does not know them, or they ask for what they are not told.
pub(super) fn said_in(
    language: Language,
    name: &str,
    told: Option<&FluentArgs>,
) -> Result<String, String> {
    let bundle = language.bundle().ok_or("there is no such language")?;
    let found = bundle.get_message(name).and_then(|message| message.value());
    let pattern = found.ok_or_else(|| format!("`{name}` is missing"))?;
    let mut wrong = Vec::new();
    let text = bundle.format_pattern(pattern, told, &mut wrong).into_owned();
    match wrong.first() {
        None => Ok(text),
        Some(wrong) => Err(format!("`{name}`: {wrong}")),
    }
}

fn read_words(language: Language) -> Bundle {
    let code = language.code().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![code]);
    // Marks around names would be read by tests and by screen readers.
    bundle.set_use_isolating(false);
    // Two of the same name, or a second file, are found by a test; the first one is used.
    let _ = bundle.add_function("LOWER", |positional, _| lower(positional));
    let words = FluentResource::try_new(language.words().to_owned());
    let _ = bundle.add_resource(words.unwrap_or_else(|(readable, _)| readable));
    bundle
}

/// A title in small letters, as some languages want it in a sentence.
fn lower(positional: &[FluentValue]) -> FluentValue<'static> {
    match positional {
        [FluentValue::String(text), ..] => FluentValue::String(text.to_lowercase().into()),
        _ => FluentValue::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_followed_as_far_as_its_language_is_spoken() {
        let check = |locales: &[&str], expected: &str| {
            let chosen = Language::preferred(locales.iter().map(|it| (*it).to_owned()));
            assert_eq!(chosen.code(), expected, "{locales:?}");
        };
        check(&["de-AT", "en-US"], "de");
        check(&["de_CH.UTF-8"], "de");
        check(&["tlh", "de"], "de");
        check(&["en-GB", "de"], "en");
        check(&["C", "de-DE"], "en");
        check(&["tlh"], "en");
        check(&[], "en");
    }
}
