//! Text of strangers, made fit to be shown.
//!
//! Packs, records and file names hold whatever their authors put there. A terminal obeys some of
//! it: escape sequences move the cursor, set the title of the window, hide or forge lines, and
//! signs for the direction of writing show other code than the one that runs. [`plain`] leaves
//! letters as they are and writes everything else out.

use std::borrow::Cow;

/// Whether a character does something to a terminal or a line of text other than to be seen in
/// its place: controls, signs for the direction of writing, invisible letters.
///
/// A line end and a tab are control characters too; see [`plain`] for a text of several lines.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' // soft hyphen
            | '\u{34f}' // grapheme joiner
            | '\u{61c}' // direction of writing
            | '\u{115f}'..='\u{1160}' // Hangul fillers
            | '\u{17b4}'..='\u{17b5}' // Khmer signs that are not drawn
            | '\u{180b}'..='\u{180f}' // Mongolian selectors
            | '\u{200b}'..='\u{200f}' // no width, and direction of writing
            | '\u{2028}'..='\u{202e}' // ends of lines and paragraphs, direction of writing
            | '\u{2060}'..='\u{206f}' // no width, isolates, deprecated controls
            | '\u{3164}' // Hangul filler
            | '\u{feff}' // byte order mark
            | '\u{ffa0}' // Hangul filler
            | '\u{fff0}'..='\u{fffb}' // marks of annotations
            | '\u{1bca0}'..='\u{1bca3}' // controls of shorthand
            | '\u{1d173}'..='\u{1d17a}' // controls of musical notes
            | '\u{e0000}'..='\u{e0fff}' // tags and selectors
        )
}

/// The text with every unseen character written out, such as `\u{1b}`. Ends of lines and tabs
/// stay, and so do the joiners between letters of scripts that need them and between the parts of
/// an emoji.
///
/// ```
/// use harena_pack::plain;
/// assert_eq!(plain("Ünï \u{1b}[2J\nb"), "Ünï \\u{1b}[2J\nb");
/// assert_eq!(plain("name\u{202e}txt.exe"), "name\\u{202e}txt.exe");
/// ```
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|letter| is_unseen(letter) && !is_layout(letter)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let joins = is_joiner(letter)
            && [before, letters.peek().copied()]
                .into_iter()
                .all(|it| it.is_some_and(may_be_joined));
        let ends_line = letter == '\r' && letters.peek() == Some(&'\n');
        match is_unseen(letter) && !is_layout(letter) && !joins && !ends_line {
            true => shown.extend(letter.escape_unicode()),
            false => shown.push(letter),
        }
        before = Some(letter);
    }
    Cow::Owned(shown)
}

/// The beginning of a text on one line, for a message that quotes it: unseen characters written
/// out, and cut after so many letters.
///
/// ```
/// assert_eq!(harena_pack::quoted("one\ntwo", 20), "one\\ntwo");
/// assert_eq!(harena_pack::quoted("a very long word", 6), "a very...");
/// ```
pub fn quoted(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(most) {
        match letter {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            letter if is_unseen(letter) => shown.extend(letter.escape_unicode()),
            letter => shown.push(letter),
        }
    }
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}

fn is_layout(letter: char) -> bool {
    matches!(letter, '\n' | '\t')
}

/// Joiners, and the selectors that choose between two pictures of one sign.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// Letters of scripts with joined forms, and pictures: not those that other letters imitate.
fn may_be_joined(letter: char) -> bool {
    letter >= '\u{600}' && !is_unseen(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text), expected, "{text:?}");
        check("\u{1b}]0;owned\u{7}", "\\u{1b}]0;owned\\u{7}");
        check("\u{9b}31m", "\\u{9b}31m");
        check("a\rb", "a\\u{d}b");
        check("a\r\nb\tc", "a\r\nb\tc");
        check("\u{202e}evil\u{2066}", "\\u{202e}evil\\u{2066}");
        check("ha\u{200b}rena", "ha\\u{200b}rena");
        check("ha\u{200d}rena", "ha\\u{200d}rena");
        check("\u{7f}\0", "\\u{7f}\\u{0}");
    }

    #[test]
    fn letters_of_all_scripts_stay() {
        for text in ["Grün", "Ход", "龍", "می\u{200c}خواهم", "👩\u{200d}👩\u{200d}👧", "★ → ½"]
        {
            assert_eq!(plain(text), text);
            assert!(
                matches!(plain(text), Cow::Borrowed(_)) || text.contains(['\u{200c}', '\u{200d}'])
            );
        }
    }

    #[test]
    fn a_quotation_is_one_line_of_some_letters() {
        assert_eq!(quoted("a\u{1b}b", 9), "a\\u{1b}b");
        assert_eq!(quoted("abc", 3), "abc");
        assert_eq!(quoted("abcd", 3), "abc...");
    }
}
