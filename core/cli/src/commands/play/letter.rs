//! Matches by letter: the record goes to and fro, and each of those who play adds their moves.
//!
//! A letter holds the whole match, with its seed and every choice: what one's seat does not see is
//! not shown, but it is in the file. What has been seen of a match is kept in the data folder, so
//! that a past that was changed on the way is told.

use std::path::{Path, PathBuf};

use harena_engine::id::Seat;
use harena_engine::telling::Titles;
use harena_lab::attended::Attended;
use harena_lab::record::{Record, RecordedMove};
use harena_pack::did_you_mean;

use crate::args::Common;
use crate::catalog::data_dir;
use crate::failure::Failure;
use crate::files;
use crate::out::Out;

/// One's own part in a match that is played by letter.
pub(super) struct Letter {
    /// The seat one plays.
    pub seat: Seat,
    /// Where the match is written.
    pub file: PathBuf,
    /// How many moves had been made when it was opened; they are not taken back.
    pub n_opened: usize,
    /// Where a copy is kept of what has been seen, if there is such a place.
    kept: Option<PathBuf>,
}

impl Letter {
    /// The part of a seat in a match, from now on.
    pub fn of(seat: Seat, file: &Path, attended: &Attended, common: &Common) -> Letter {
        let record = attended.record();
        let name = |digest| {
            let (game, seed) = (&record.header.game, record.header.seed);
            format!("{game}-{seed}-{digest}.hreplay")
        };
        let kept = data_dir(common).zip(record.header.h);
        let kept = kept.map(|(data, digest)| data.join("letters").join(name(digest)));
        Letter { seat, file: file.to_owned(), n_opened: record.moves.len(), kept }
    }

    /// Writes the match to its file, and keeps a copy.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, record: &Record) -> Result<(), Failure> {
        let text = record.write();
        files::write(&self.file, &text)?;
        self.kept.as_ref().map_or(Ok(()), |path| files::write(path, &text))
    }

    /// What is odd about a letter beside what was last seen of its match; nothing where it only
    /// goes on from there.
    pub fn changed_past(&self, record: &Record, titles: &Titles, out: &Out) -> Option<String> {
        let path = self.kept.as_ref()?;
        if !path.is_file() {
            let own = record.moves.iter().filter(|it| it.seat() == self.seat).count();
            (own > 0).then(|| {
                out.note(&format!(
                    "No copy of this match is kept here, so nothing tells whether its {own} moves \
                     of yours are those you made."
                ));
            });
            return None;
        }
        match files::read_record(path) {
            Ok(kept) => difference(&kept.moves, &record.moves, titles),
            Err(_) => {
                out.note("The copy that is kept of this match cannot be read; it is made anew.");
                None
            }
        }
    }
}

/// Where moves do not go on from those that were known.
fn difference(known: &[RecordedMove], told: &[RecordedMove], titles: &Titles) -> Option<String> {
    let same = |(a, b): &(&RecordedMove, &RecordedMove)| {
        a.seat == b.seat && a.action == b.action && a.args == b.args
    };
    let n_same = known.iter().zip(told).take_while(same).count();
    let was = known.get(n_same)?;
    let written = |it: &RecordedMove| {
        let args = it.args.iter().map(|arg| match arg.as_str() {
            Some(text) => text.to_owned(),
            None => arg.to_string(),
        });
        let words: Vec<String> = std::iter::once(it.action.clone()).chain(args).collect();
        format!("`{}` of {}", words.join(" "), titles.seat(it.seat()))
    };
    Some(match told.get(n_same) {
        Some(now) => format!(
            "move {} was {} when you last saw this match, and is {} now",
            was.n,
            written(was),
            written(now)
        ),
        None => format!(
            "this is an older letter: it ends after {n_same} moves, and you have seen {}",
            known.len()
        ),
    })
}

/// The seat of a word: its number from 1, or its name.
///
/// # Errors
/// There is no such seat.
pub(super) fn seat_of(word: &str, n_seats: u8, titles: &Titles) -> Result<Seat, Failure> {
    let names: Vec<String> = (0..n_seats).map(|seat| titles.seat(Seat(seat))).collect();
    let by_number = word.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
    let alike = |name: &String| name.to_lowercase() == word.to_lowercase();
    let by_name = names.iter().position(alike).and_then(|it| u8::try_from(it).ok());
    by_number.or(by_name).filter(|it| *it < n_seats).map(Seat).ok_or_else(|| {
        let hint = did_you_mean(word, names.iter().map(String::as_str));
        Failure::usage(format!("there is no seat `{word}`{hint}: {}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::{difference, seat_of};
    use harena_engine::id::Seat;
    use harena_engine::telling::Titles;
    use harena_lab::record::RecordedMove;

    fn moves(actions: &[&str]) -> Vec<RecordedMove> {
        let one = |(n, action): (u32, &&str)| RecordedMove {
            n,
            seat: (n % 2) as u8,
            action: (*action).to_owned(),
            args: vec!["b2".into()],
            h: None,
            line: 0,
        };
        (1..).zip(actions).map(one).collect()
    }

    #[test]
    fn a_letter_goes_on_from_what_was_seen_or_is_told() {
        let known = moves(&["put", "pass"]);
        let told = |actions: &[&str]| difference(&known, &moves(actions), &Titles::default());
        assert_eq!(told(&["put", "pass"]), None);
        assert_eq!(told(&["put", "pass", "put"]), None);
        let changed = told(&["put", "take", "put"]).unwrap();
        assert_eq!(
            changed,
            "move 2 was `pass b2` of seat 1 when you last saw this match, \
             and is `take b2` of seat 1 now"
        );
        let older = told(&["put"]).unwrap();
        assert_eq!(older, "this is an older letter: it ends after 1 moves, and you have seen 2");
    }

    #[test]
    fn seats_have_numbers_and_names() {
        let titles = Titles::default();
        let of = |word| seat_of(word, 2, &titles).map(|seat| seat.0).ok();
        assert_eq!((of("1"), of("2"), of("Seat 2")), (Some(0), Some(1), Some(1)));
        assert_eq!((of("0"), of("3"), of("Red")), (None, None, None));
        assert_eq!(seat_of("2", 2, &titles).unwrap(), Seat(1));
    }
}
