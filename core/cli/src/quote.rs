//! Words of a command as a shell reads them back.

/// A word as it must be typed: in quotes where it holds anything a shell would take for itself.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_take_for_itself_is_quoted() {
        let check = |word: &str, expected: &str| assert_eq!(shell_word(word), expected);
        check("my_game", "my_game");
        check("../packs/my-game", "../packs/my-game");
        check("my game", "'my game'");
        check("a;b", "'a;b'");
        check("it's", "'it'\\''s'");
        check("", "''");
        check("$HOME", "'$HOME'");
        check("räuber", "'räuber'");
    }
}
