//! Which lines of scripts ran.

use super::*;

/// A step with a function that nobody calls.
const BODY: &str = "local function never()
\t\treturn 1
\tend
\tif match.sum > 90 then
\t\tmatch.sum = never()
\tend";

/// The number of the line that holds this text.
fn line_of(text: &str) -> u32 {
    let game = GAME.replace("BODY", BODY);
    1 + game.lines().position(|line| line.contains(text)).unwrap() as u32
}

#[test]
fn lines_that_ran_are_counted_and_what_is_played_is_the_same() {
    let (plain, the_match) = begun(BODY);
    let mut counting = plain.load_counting().unwrap();
    let game = counting.build(&Default::default(), 3).unwrap();
    let mut again = Match::new(game, Setup::default());
    again.advance(&mut counting).unwrap();
    assert_eq!(again.digest(), the_match.digest());
    assert!(plain.coverage().is_empty(), "who does not count has nothing to tell");
    let files = counting.coverage();
    let file = files.iter().find(|it| it.file == "cards/game.luau").unwrap();
    let ran = |text: &str| file.lines.get(&line_of(text)).copied();
    assert_eq!(ran("if match.sum > 90"), Some(1));
    assert_eq!(ran("match.sum = never()"), Some(0));
    assert_eq!(ran("return 1"), Some(0));
    assert_eq!(ran("-- Cards for the tests"), None);
    let called = |name: &str| {
        let found = file.functions.iter().find(|it| it.name == name).unwrap();
        (found.line, found.hits)
    };
    assert_eq!(called("never"), (line_of("local function never()"), 0));
    assert_eq!(called("play"), (line_of("local function play(match)"), 1));
}
