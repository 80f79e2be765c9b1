//! Further sheets of a pack: copies, and bare ones.

use std::collections::BTreeSet;

use harena_script::page::Unchanged;

use super::{Chosen, FORM_PAUSE, Told, Workshop};
use crate::book::readable;

impl Workshop {
    /// Whether another sheet can be put behind the chosen one.
    pub fn can_add(&self) -> bool {
        let is_open = |path: &str| self.file(path).is_some_and(|file| file.lock.is_none());
        let own = self.sheet.as_ref().is_some_and(|sheet| is_open(&sheet.path));
        own && self.written().is_some_and(|(page, at)| page.is_listed(at))
    }

    /// Puts a copy of the chosen sheet behind it, or with `kept` a new one that says these fields
    /// only, and chooses it.
    ///
    /// # Errors
    /// Why the text stays as it is.
    pub fn add_sheet(&mut self, kept: Option<&[&str]>) -> Result<(), Unchanged> {
        let chosen = self.sheet.clone().ok_or(Unchanged::Absent)?;
        let (page, at) = self.written().ok_or(Unchanged::Absent)?;
        let base = match kept {
            Some(_) => format!("new_{}", chosen.maker),
            None => chosen.id.clone(),
        };
        let taken: BTreeSet<&str> = self.sheets().map(|(_, sheet)| sheet.id.as_str()).collect();
        let (id, n) = free_id(&base, &taken);
        let title = page.value(at, &["title".into()]).filter(|_| kept.is_none());
        let title = title.as_ref().and_then(|it| it.as_text().map(str::to_owned));
        let title = match title {
            Some(title) => format!("{title} {n}"),
            None => readable(&id),
        };
        let text = match kept {
            Some(kept) => page.with_new(at, (&id, &title), kept)?,
            None => page.with_copy(at, &id, &title)?,
        };
        self.take(&chosen.path, &text, FORM_PAUSE, false);
        self.choose(Chosen { id, ..chosen });
        self.told = Some(Told { what: title, from: String::new(), to: String::new() });
        Ok(())
    }
}

/// An id that is not taken: this one with a number behind it, and the number.
fn free_id(base: &str, taken: &BTreeSet<&str>) -> (String, usize) {
    let digits = |it: &str| !it.is_empty() && it.chars().all(|letter| letter.is_ascii_digit());
    let stem = base.rsplit_once('_').filter(|(_, end)| digits(end)).map_or(base, |(stem, _)| stem);
    let ids = (2..).map(|n| (format!("{stem}_{n}"), n));
    let mut ids = ids.filter(|(id, _)| !taken.contains(id.as_str()));
    ids.next().unwrap_or_else(|| (base.to_owned(), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_id_has_the_next_number() {
        let check = |base: &str, taken: &[&str], expected: &str| {
            let taken = taken.iter().copied().collect();
            assert_eq!(free_id(base, &taken).0, expected);
        };
        check("knight", &["knight"], "knight_2");
        check("knight", &["knight", "knight_2"], "knight_3");
        check("knight_2", &["knight", "knight_2"], "knight_3");
        check("new_rune", &[], "new_rune_2");
        check("sea_horse", &["sea_horse"], "sea_horse_2");
    }
}
