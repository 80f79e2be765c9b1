//! What a log can say at all.

use std::collections::BTreeSet;

use super::hint::hint;
use super::tell;
use super::words::{Words, plain};
use crate::Host;

/// The words of the lines that every game has.
const USUAL: &str = "hits is hit for cancelled falls of the match ends rotates to moves comes goes \
                     removed no more on floors slide from shuffled active out turn";

/// A sentence about a part of a log line that no line of this game can hold, whatever happens.
pub(super) fn never(words: &Words, host: &Host, part: &str) -> Option<String> {
    let said = Said::of(words, host);
    let part = part.to_lowercase();
    unheard(words, &said, &part).or_else(|| {
        let holds = |line: &String| Part { text: &part, said: &said }.is_held_by(line);
        let is_held = said.lines.iter().any(holds);
        (!is_held).then(|| {
            format!(
                "no line of this game's log can hold `{part}`; what is chosen is no part of the \
                 log: say what must not come of it"
            )
        })
    })
}

/// A sentence about a word that nothing in this game is called and no sentence holds.
fn unheard(words: &Words, said: &Said, part: &str) -> Option<String> {
    let ids = words.game.prototypes.iter().map(|it| it.id.to_lowercase());
    let known: Vec<String> =
        said.names().chain(&said.lines).cloned().chain(ids).chain([USUAL.to_owned()]).collect();
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '\'';
    let mut parts = part.split(|letter| !is_letter(letter)).filter(|word| word.len() > 2);
    let unheard = parts.find(|word| !known.iter().any(|text| text.contains(word)))?;
    let heard = known.iter().flat_map(|text| text.split(|letter| !is_letter(letter)));
    let near = hint(unheard, heard.filter(|word| word.len() > 2));
    Some(format!("no line of this game's log can hold `{unheard}`{near}"))
}

/// The lines of a game with their gaps, and what can fill those; all in small letters.
struct Said {
    lines: Vec<String>,
    /// Owners before the name of a piece, each with a space.
    owners: Vec<String>,
    titles: Vec<String>,
    /// Cells behind the name of a piece, each with a space.
    at: Vec<String>,
    cells: Vec<String>,
    /// Directions behind a cell.
    edges: Vec<String>,
    others: Vec<String>,
}

impl Said {
    fn of(words: &Words, host: &Host) -> Said {
        let (game, board) = (words.game, &words.game.board);
        let small = |texts: Vec<String>| -> Vec<String> {
            let mut texts: Vec<String> = texts.into_iter().map(|it| it.to_lowercase()).collect();
            texts.retain(|text| !text.is_empty());
            texts
        };
        let names = &game.names;
        let cells: Vec<String> =
            board.cells().iter().map(|cell| board.name(cell).to_owned()).collect();
        let edges = (0..board.n_directions()).map(harena_engine::board::Direction);
        let facings = (0..board.n_directions()).flat_map(|n| [format!("f{n}"), format!("@{n}")]);
        let tables = [&names.words, &names.marks, &names.zones];
        let titled = tables.iter().flat_map(|table| table.iter());
        let mut others: Vec<String> = titled.flat_map(|it| [it.to_owned(), plain(it)]).collect();
        others.extend(game.factions.iter().map(|it| it.title.clone()));
        others.extend(words.labels().iter().cloned());
        others.extend(facings.chain(["nobody".to_owned(), "nothing".to_owned()]));
        let mut lines: Vec<String> = tell::LINES.map(str::to_owned).to_vec();
        lines.extend(names.words.iter().map(|word| host.text(word)));
        let prototypes = game.prototypes.iter();
        Said {
            lines: small(lines),
            owners: small(words.labels().iter().map(|it| format!("{it} ")).collect()),
            titles: small(prototypes.flat_map(|it| [it.title.clone(), it.id.clone()]).collect()),
            at: small(cells.iter().map(|it| format!(" {it}")).collect()),
            edges: small(edges.map(|it| format!("/{}", board.direction_name(it))).collect()),
            cells: small(cells),
            others: small(others),
        }
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        [&self.titles, &self.others, &self.cells].into_iter().flatten()
    }
}

/// How far into a text one comes.
#[derive(Clone, Default)]
struct Reach {
    at: BTreeSet<usize>,
    /// To its end.
    is_done: bool,
}

impl Reach {
    fn or(mut self, other: Reach) -> Reach {
        self.at.extend(other.at);
        Reach { is_done: self.is_done || other.is_done, at: self.at }
    }
}

/// A text in small letters that a line may hold somewhere.
struct Part<'a> {
    text: &'a str,
    said: &'a Said,
}

impl Part<'_> {
    /// Whether a line with its gaps filled somehow can hold the text.
    fn is_held_by(&self, line: &str) -> bool {
        let pieces = pieces(line);
        (0..pieces.len()).any(|first| {
            let mut rest = pieces.get(first..).unwrap_or(&[]).iter();
            let begun = rest.next().map(|piece| match piece {
                Some(text) => self.within(&[*text]),
                None => self.within_gap(),
            });
            let end = rest.fold(begun.unwrap_or_default(), |reach, piece| match piece {
                Some(text) => self.through(&reach, &[*text]),
                None => self.through_gap(&reach),
            });
            end.is_done || end.at.contains(&self.text.len())
        })
    }

    /// Begins somewhere inside one of some texts.
    fn within<T: AsRef<str>>(&self, texts: &[T]) -> Reach {
        let mut reach = Reach::default();
        for text in texts.iter().map(AsRef::as_ref) {
            reach.is_done |= text.contains(self.text);
            let ends = text.char_indices().filter_map(|(from, _)| text.get(from..));
            let begun = ends.filter(|end| self.text.starts_with(end)).map(str::len);
            reach.at.extend(begun);
        }
        reach
    }

    /// Goes on through one of some texts.
    fn through<T: AsRef<str>>(&self, reach: &Reach, texts: &[T]) -> Reach {
        let mut next = Reach { is_done: reach.is_done, at: BTreeSet::new() };
        for from in &reach.at {
            let rest = self.text.get(*from..).unwrap_or_default();
            let texts = || texts.iter().map(AsRef::as_ref);
            next.is_done |= texts().any(|text: &str| text.starts_with(rest));
            let begun = texts().filter(|text| rest.starts_with(text));
            next.at.extend(begun.map(|text| from + text.len()));
        }
        next
    }

    fn perhaps<T: AsRef<str>>(&self, reach: Reach, texts: &[T]) -> Reach {
        self.through(&reach, texts).or(reach)
    }

    fn through_number(&self, reach: &Reach) -> Reach {
        let mut next = Reach { is_done: reach.is_done, at: BTreeSet::new() };
        for from in &reach.at {
            let rest = self.text.get(*from..).unwrap_or_default();
            let digits = rest.strip_prefix('-').unwrap_or(rest);
            let begin = from + rest.len() - digits.len();
            let n = digits.bytes().take_while(u8::is_ascii_digit).count();
            next.is_done |= n == digits.len();
            next.at.extend((1..=n).map(|n| begin + n));
        }
        next
    }

    fn through_gap(&self, reach: &Reach) -> Reach {
        if reach.at.is_empty() {
            return reach.clone();
        }
        let said = self.said;
        let owned = self.perhaps(reach.clone(), &said.owners);
        let piece = self.perhaps(self.through(&owned, &said.titles), &said.at);
        let spot = self.perhaps(self.through(reach, &said.cells), &said.edges);
        let other = self.through(reach, &said.others);
        piece.or(spot).or(other).or(self.through_number(reach))
    }

    fn within_gap(&self) -> Reach {
        let said = self.said;
        let titles = self.through(&self.within(&said.owners), &said.titles);
        let piece = self.perhaps(titles.or(self.within(&said.titles)), &said.at);
        let spot = self.perhaps(self.within(&said.cells), &said.edges);
        let others = self.within(&said.others).or(self.within(&said.at));
        let number = self.through_number(&Reach { at: BTreeSet::from([0]), is_done: false });
        piece.or(spot).or(others).or(self.within(&said.edges)).or(number)
    }
}

/// What stands between the gaps of a line; nothing for a gap.
fn pieces(line: &str) -> Vec<Option<&str>> {
    let (mut pieces, mut rest) = (Vec::new(), line);
    let is_gap = |inner: &str| {
        let number = inner.split(':').next().unwrap_or_default();
        !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
    };
    while let Some((before, (inner, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        if is_gap(inner) {
            pieces.extend([(!before.is_empty()).then_some(Some(before)), Some(None)]);
            rest = after;
        } else {
            // A brace that opens no gap: what follows it is looked at as a line of its own.
            let end = before.len() + 1;
            pieces.push(rest.get(..end).map(Some));
            rest = rest.get(end..).unwrap_or_default();
        }
    }
    pieces.push((!rest.is_empty()).then_some(Some(rest)));
    pieces.into_iter().flatten().collect()
}
