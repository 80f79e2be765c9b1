//! What a log can say at all.

use std::collections::BTreeSet;

use harena_engine::log::sentence::NOTHING;

use super::hint::hint;
use super::tell;
use super::words::{Words, plain};
use harena_script::{Dictionary, Host};

/// The words of the lines that every game has.
const USUAL: &str = "hits is hit for cancelled falls of the match ends rotates to moves comes goes \
                     removed no more on floors slide from shuffled active out turn";

/// A sentence about a part of a log line that no line of this game can hold, whatever happens.
pub(super) fn never(words: &Words, host: &Host, part: &str) -> Option<String> {
    let said = Said::of(words, host);
    let part = part.to_lowercase();
    unheard(words, &said, &part).or_else(|| {
        let whole = Part { text: &part, said: &said };
        let is_held = said.lines.iter().any(|line| whole.is_held_by(line));
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
        said.names().chain(said.texts()).cloned().chain(ids).chain([USUAL.to_owned()]).collect();
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '\'';
    let mut parts = part.split(|letter| !is_letter(letter)).filter(|word| word.len() > 2);
    let unheard = parts.find(|word| !known.iter().any(|text| text.contains(word)))?;
    let heard = known.iter().flat_map(|text| text.split(|letter| !is_letter(letter)));
    let near = hint(unheard, heard.filter(|word| word.len() > 2));
    Some(format!("no line of this game's log can hold `{unheard}`{near}"))
}

/// What can fill a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filler {
    /// A piece: whose it is, what it is, where it stands; or a definition.
    Piece,
    /// A cell, or the edge of one.
    Spot,
    Number,
    /// A declared word, a faction, or that there is nothing.
    Word,
    Seat,
    Facing,
    Mark,
    Zone,
}

/// What a script can give for a gap. Seats and facings are numbers to it: the gap says that it
/// means them.
const GIVEN: [Filler; 4] = [Filler::Piece, Filler::Spot, Filler::Number, Filler::Word];

impl Filler {
    /// What fills a gap of a line that every game has.
    fn of_usual(kind: &str) -> Vec<Filler> {
        match kind {
            "piece" => vec![Filler::Piece],
            "cell" => vec![Filler::Spot],
            "target" => vec![Filler::Piece, Filler::Spot],
            "number" => vec![Filler::Number],
            "seat" => vec![Filler::Seat],
            "facing" => vec![Filler::Facing],
            "mark" => vec![Filler::Mark],
            "zone" => vec![Filler::Zone],
            _ => GIVEN.to_vec(),
        }
    }

    /// What fills a gap of a sentence of the game.
    fn of_sentence(kind: &str) -> Vec<Filler> {
        let numbers = [("seat", Filler::Seat), ("facing", Filler::Facing)];
        let more = numbers.into_iter().find(|(name, _)| *name == kind).map(|(_, filler)| filler);
        GIVEN.into_iter().chain(more).collect()
    }
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Bit {
    /// What stands there, in small letters.
    Text(String),
    Gap(Vec<Filler>),
}

/// The lines of a game with their gaps, and what can fill those; all in small letters.
struct Said {
    lines: Vec<Vec<Bit>>,
    /// Owners before the name of a piece, each with a space.
    owners: Vec<String>,
    titles: Vec<String>,
    /// Cells behind the name of a piece, each with a space.
    at: Vec<String>,
    cells: Vec<String>,
    /// Directions behind a cell.
    edges: Vec<String>,
    words: Vec<String>,
    seats: Vec<String>,
    facings: Vec<String>,
    marks: Vec<String>,
    zones: Vec<String>,
}

impl Said {
    fn of(words: &Words, host: &Host) -> Said {
        let (game, board) = (words.game, &words.game.board);
        let small = |texts: Vec<String>| -> Vec<String> {
            let mut texts: Vec<String> = texts.into_iter().map(|it| it.to_lowercase()).collect();
            texts.retain(|text| !text.is_empty());
            texts
        };
        let named = |table: &harena_engine::id::Names| -> Vec<String> {
            small(table.iter().flat_map(|it| [it.to_owned(), plain(it)]).collect())
        };
        let names = &game.names;
        let cells: Vec<String> =
            board.cells().iter().map(|cell| board.name(cell).to_owned()).collect();
        let edges = (0..board.n_directions()).map(harena_engine::board::Direction);
        let facings = (0..board.n_directions()).flat_map(|n| [format!("f{n}"), format!("@{n}")]);
        let factions = game.factions.iter().map(|it| it.title.to_lowercase());
        let usual = tell::LINES.iter().map(|line| bits(line, Filler::of_usual));
        let own = said_by(host, names.words.iter());
        let own = own.iter().map(|sentence| bits(sentence, Filler::of_sentence));
        let prototypes = game.prototypes.iter();
        Said {
            lines: usual.chain(own).collect(),
            owners: small(words.labels().iter().map(|it| format!("{it} ")).collect()),
            titles: small(prototypes.flat_map(|it| [it.title.clone(), it.id.clone()]).collect()),
            at: small(cells.iter().map(|it| format!(" {it}")).collect()),
            edges: small(edges.map(|it| format!("/{}", board.direction_name(it))).collect()),
            cells: small(cells),
            words: named(&names.words)
                .into_iter()
                .chain(factions)
                .chain([NOTHING.into()])
                .collect(),
            seats: small(words.labels().iter().cloned().chain(["nobody".to_owned()]).collect()),
            facings: small(facings.collect()),
            marks: named(&names.marks),
            zones: named(&names.zones),
        }
    }

    /// All that can stand in gaps.
    fn names(&self) -> impl Iterator<Item = &String> {
        let Said { titles, cells, words, seats, facings, marks, zones, .. } = self;
        [titles, cells, words, seats, facings, marks, zones].into_iter().flatten()
    }

    /// All that stands between gaps.
    fn texts(&self) -> impl Iterator<Item = &String> {
        self.lines.iter().flatten().filter_map(|bit| match bit {
            Bit::Text(text) => Some(text),
            Bit::Gap(_) => None,
        })
    }

    /// What a filler that is one of some names can be.
    fn list(&self, filler: Filler) -> &[String] {
        match filler {
            Filler::Word => &self.words,
            Filler::Seat => &self.seats,
            Filler::Facing => &self.facings,
            Filler::Mark => &self.marks,
            Filler::Zone => &self.zones,
            Filler::Piece | Filler::Spot | Filler::Number => &[],
        }
    }
}

/// What `match:say` can tell: sentences, and further words themselves. Prompts and reasons are no
/// lines of the log.
fn said_by<'w>(host: &Host, words: impl Iterator<Item = &'w str>) -> Vec<String> {
    let Dictionary { sentences, words: further, .. } = host.dictionary();
    let sentences = sentences.iter().map(|(name, _)| name.as_str());
    let told: BTreeSet<&str> = sentences.chain(further.iter().map(String::as_str)).collect();
    words.filter(|word| told.contains(word)).map(|word| host.text(word)).collect()
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
    fn is_held_by(&self, line: &[Bit]) -> bool {
        (0..line.len()).any(|first| {
            let mut rest = line.get(first..).unwrap_or(&[]).iter();
            let begun = rest.next().map(|bit| match bit {
                Bit::Text(text) => self.within(&[text]),
                Bit::Gap(fillers) => self.within_gap(fillers),
            });
            let end = rest.fold(begun.unwrap_or_default(), |reach, bit| match bit {
                Bit::Text(text) => self.through(&reach, &[text]),
                Bit::Gap(fillers) => self.through_gap(&reach, fillers),
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

    fn through_gap(&self, reach: &Reach, fillers: &[Filler]) -> Reach {
        let done = Reach { is_done: reach.is_done, at: BTreeSet::new() };
        if reach.at.is_empty() {
            return done;
        }
        fillers.iter().fold(done, |all, filler| all.or(self.through_filler(reach, *filler)))
    }

    fn through_filler(&self, reach: &Reach, filler: Filler) -> Reach {
        let said = self.said;
        match filler {
            Filler::Piece => {
                let owned = self.perhaps(reach.clone(), &said.owners);
                self.perhaps(self.through(&owned, &said.titles), &said.at)
            }
            Filler::Spot => self.perhaps(self.through(reach, &said.cells), &said.edges),
            Filler::Number => self.through_number(reach),
            Filler::Word | Filler::Seat | Filler::Facing | Filler::Mark | Filler::Zone => {
                self.through(reach, said.list(filler))
            }
        }
    }

    fn within_gap(&self, fillers: &[Filler]) -> Reach {
        let none = Reach::default();
        fillers.iter().fold(none, |all, filler| all.or(self.within_filler(*filler)))
    }

    fn within_filler(&self, filler: Filler) -> Reach {
        let said = self.said;
        match filler {
            Filler::Piece => {
                let titles = self.through(&self.within(&said.owners), &said.titles);
                let piece = self.perhaps(titles.or(self.within(&said.titles)), &said.at);
                piece.or(self.within(&said.at))
            }
            Filler::Spot => {
                let spot = self.perhaps(self.within(&said.cells), &said.edges);
                spot.or(self.within(&said.edges))
            }
            Filler::Number => {
                self.through_number(&Reach { at: BTreeSet::from([0]), is_done: false })
            }
            Filler::Word | Filler::Seat | Filler::Facing | Filler::Mark | Filler::Zone => {
                self.within(said.list(filler))
            }
        }
    }
}

/// The texts and gaps of a line; `fillers` says what fills a gap of a kind.
fn bits(line: &str, fillers: fn(&str) -> Vec<Filler>) -> Vec<Bit> {
    let line = line.to_lowercase();
    let (mut bits, mut text, mut rest) = (Vec::new(), String::new(), line.as_str());
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        rest = after;
        let gap = after.split_once('}').and_then(|(gap, after)| Some((kind_of(gap)?, after)));
        let Some((kind, after)) = gap else {
            text.push('{');
            continue;
        };
        bits.extend([Bit::Text(std::mem::take(&mut text)), Bit::Gap(fillers(kind))]);
        rest = after;
    }
    bits.push(Bit::Text(text + rest));
    bits.retain(|bit| !matches!(bit, Bit::Text(text) if text.is_empty()));
    bits
}

/// What a gap says its number is, or nothing if it is no gap.
fn kind_of(gap: &str) -> Option<&str> {
    let (number, kind) = gap.split_once(':').unwrap_or((gap, ""));
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    is_number.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let given = || Bit::Gap(GIVEN.to_vec());
        let text = |text: &str| Bit::Text(text.to_owned());
        let check = |line: &str, expected: &[Bit]| {
            assert_eq!(bits(line, Filler::of_sentence), expected, "{line}");
        };
        check("The deck is empty", &[text("the deck is empty")]);
        check("{1} buys {2}", &[given(), text(" buys "), given()]);
        check("{1}{2}", &[given(), given()]);
        check("a {brace} and {1}", &[text("a {brace} and "), given()]);
        check("open {", &[text("open {")]);
        let seat = Bit::Gap([&GIVEN[..], &[Filler::Seat]].concat());
        check("{12:Seat} wins", &[seat, text(" wins")]);
    }

    /// A gap that says nothing of itself never means a seat: the usual lines say what all theirs
    /// are.
    #[test]
    fn every_gap_of_the_usual_lines_says_what_fills_it() {
        for line in tell::LINES {
            for bit in bits(line, Filler::of_usual) {
                assert_ne!(bit, Bit::Gap(GIVEN.to_vec()), "{line}");
            }
        }
    }
}
