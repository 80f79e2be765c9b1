//! Every language says everything, asks for nothing it is not told, and leaves out nothing.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentArgs, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::{Language, cancel, language, n_changes, speak, status, times, undo, wins};
use super::{amounts, home, inspector, lab, log, outlook, table, workshop};

type Names = &'static [(&'static str, &'static [&'static str])];

/// What each word is told, by its name.
fn declared() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let themes: [Names; 8] = [
        table::NAMES,
        amounts::NAMES,
        home::NAMES,
        inspector::NAMES,
        lab::NAMES,
        log::NAMES,
        outlook::NAMES,
        workshop::NAMES,
    ];
    let all = themes.into_iter().flatten();
    all.map(|(name, told)| (*name, told.iter().copied().collect())).collect()
}

/// What each word of a file asks for, and what is wrong with the file.
fn written(words: &str) -> (BTreeMap<String, BTreeSet<String>>, Vec<String>) {
    let (read, mut wrong) = match fluent_syntax::parser::parse(words) {
        Ok(read) => (read, Vec::new()),
        Err((read, errors)) => (read, errors.iter().map(ToString::to_string).collect()),
    };
    let mut found = BTreeMap::new();
    for entry in &read.body {
        match entry {
            Entry::Message(message) => {
                let name = message.id.name.to_owned();
                let mut asked = BTreeSet::new();
                match &message.value {
                    Some(pattern) => note(pattern, &mut asked),
                    None => wrong.push(format!("`{name}` says nothing")),
                }
                if !message.attributes.is_empty() {
                    wrong.push(format!("nothing asks for the attributes of `{name}`"));
                }
                if found.insert(name.clone(), asked).is_some() {
                    wrong.push(format!("`{name}` is written twice"));
                }
            }
            Entry::Junk { content } => wrong.push(format!("cannot be read: {content}")),
            Entry::Term(_)
            | Entry::Comment(_)
            | Entry::GroupComment(_)
            | Entry::ResourceComment(_) => {}
        }
    }
    (found, wrong)
}

fn note(pattern: &Pattern<&str>, asked: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => note_inline(inline, asked),
            Expression::Select { selector, variants } => {
                note_inline(selector, asked);
                variants.iter().for_each(|variant| note(&variant.value, asked));
            }
        }
    }
}

fn note_inline(inline: &InlineExpression<&str>, asked: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            asked.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().for_each(|argument| note_inline(argument, asked));
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inline) = &**expression {
                note_inline(inline, asked);
            }
        }
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}

/// What is missing in a file, what nobody asks it for, and what it asks for in vain.
fn flaws(words: &str) -> Vec<String> {
    let (written, mut wrong) = written(words);
    let declared = declared();
    for (name, told) in &declared {
        let Some(asked) = written.get(*name) else {
            wrong.push(format!("`{name}` is missing"));
            continue;
        };
        let told: BTreeSet<String> = told.iter().map(|name| (*name).to_owned()).collect();
        let in_vain = asked.difference(&told).map(|it| format!("`{name}` is not told `${it}`"));
        let left_out = told.difference(asked).map(|it| format!("`{name}` leaves out `${it}`"));
        wrong.extend(in_vain.chain(left_out));
    }
    let known = |name: &&String| declared.contains_key(name.as_str());
    wrong
        .extend(written.keys().filter(|name| !known(name)).map(|it| format!("nobody says `{it}`")));
    wrong
}

#[test]
fn every_language_says_everything_and_nothing_else() {
    for language in Language::all() {
        let flaws = flaws(language.words());
        assert!(flaws.is_empty(), "{}:\n  {}", language.title(), flaws.join("\n  "));
    }
}

#[test]
fn flaws_of_a_language_are_found() {
    let english = Language::ENGLISH.words();
    let check = |from: &str, to: &str, expected: &str| {
        assert!(english.contains(from), "{from}");
        let flaws = flaws(&english.replacen(from, to, 1));
        assert_eq!(flaws, [expected]);
    };
    check("\nundo = Undo\n", "\n", "`undo` is missing");
    check("\nundo = Undo\n", "\nundo = Undo\nundoes = Undoes\n", "nobody says `undoes`");
    check("\nundo = Undo\n", "\nundo = Undo { $n }\n", "`undo` is not told `$n`");
    check("{ $seat } decides", "somebody decides", "`decides` leaves out `$seat`");
    check("\nundo = Undo\n", "\nundo = Undo\nundo = Back\n", "`undo` is written twice");
}

#[test]
fn words_are_said_with_any_number() {
    let numbers = [0_u32, 1, 2, 3, 5, 11, 21, 100];
    for (language, (name, told)) in
        Language::all().flat_map(|it| declared().into_iter().map(move |word| (it, word)))
    {
        for n in numbers {
            let value = |argument: &'static str| match argument {
                "n" => (argument, FluentValue::from(n)),
                _ => (argument, FluentValue::from(argument)),
            };
            let args = FluentArgs::from_iter(told.iter().copied().map(value));
            let said = language::said_in(language, name, Some(&args)).unwrap();
            assert!(!said.is_empty() && !said.contains(['{', '\u{2068}']), "{name}: {said}");
        }
    }
}

#[test]
fn what_is_said_follows_the_language_at_once() {
    let german = Language::named("de").unwrap();
    let both = |of: fn() -> String| {
        let english = of();
        speak(german);
        let told = of();
        speak(Language::ENGLISH);
        (english, told)
    };
    let check = |of: fn() -> String, english: &str, german: &str| {
        assert_eq!(both(of), (english.to_owned(), german.to_owned()));
        assert_eq!(of(), english);
    };
    check(|| cancel().to_owned(), "Cancel", "Abbrechen");
    check(|| n_changes(1), "1 change", "1 Änderung");
    check(|| n_changes(2), "2 changes", "2 Änderungen");
    check(|| status("Knight", "Netted", true), "Knight is netted", "Knight: Netted");
    check(|| times(1.5), "1.5×", "1,5×");
    check(
        || wins(&["A".into(), "B".into()]),
        "A and B share first place",
        "A und B teilen sich den ersten Platz",
    );
}

#[test]
fn words_without_arguments_are_put_together_once() {
    assert!(std::ptr::eq(undo(), undo()));
    let elsewhere = std::thread::spawn(|| undo().as_ptr() as usize).join().unwrap();
    assert_eq!(elsewhere, undo().as_ptr() as usize);
}
