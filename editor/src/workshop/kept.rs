//! What is worked out of texts and games once and kept until one of them changes.

use std::sync::Arc;

use egui::text::LayoutJob;
use harena_engine::id::PrototypeId;

use super::Chosen;
use super::form::Row;
use crate::paint::face::Face;

/// What a kept thing was made of; where any of it is another one, it is made anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// How often a text of the pack was changed.
    pub texts: u64,
    /// How often packs were changed.
    pub packs: u64,
    /// Which match it is.
    pub begun: u64,
    /// Which game.
    pub game: usize,
    /// Which cover of it.
    pub cover: u64,
    /// How many positions are at hand.
    pub positions: usize,
}

/// A side that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// What that means; may be empty.
    pub text: String,
    /// Whether anything stands there.
    pub used: bool,
}

impl Side {
    /// Its name as it stands on its handle.
    pub fn shown(&self) -> String {
        self.name.chars().take(3).collect::<String>().to_uppercase()
    }
}

/// The form of the chosen sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// Its rows.
    pub rows: Vec<Row>,
    /// The sides of its face; none where nobody knows where they are.
    pub sides: Vec<Side>,
    /// By how many sides what is written first is turned from the first one of the face.
    pub turn: usize,
    /// Its fields in the order in which its game declares them.
    pub order: Vec<String>,
}

/// A sheet in the list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The sheet.
    pub sheet: Chosen,
    /// What it is called.
    pub title: String,
    /// The lines in which it stands.
    pub lines: (u32, u32),
    /// How many of it there are.
    pub copies: u16,
    /// What it makes, and how that looks.
    pub made: Option<(PrototypeId, Arc<Face>)>,
}

/// A text that was laid out: its letters, the theme, and whether it is Luau.
type LaidOut = (String, usize, bool, LayoutJob);

/// Everything that is kept.
#[derive(Default)]
pub struct Kept {
    form: Option<(Made, Option<Chosen>, Option<Arc<Form>>)>,
    entries: Option<(Made, Arc<Vec<Entry>>)>,
    places: Option<(Made, Option<Chosen>, Arc<Vec<usize>>)>,
    text: Option<LaidOut>,
    /// How often something had to be made anew.
    pub n_made: u64,
}

impl Kept {
    /// The form, if it was made of this.
    pub fn form(&self, of: Made, sheet: Option<&Chosen>) -> Option<Option<Arc<Form>>> {
        let (made, chosen, form) = self.form.as_ref()?;
        (*made == of && chosen.as_ref() == sheet).then(|| form.clone())
    }

    /// Keeps a form.
    pub fn keep_form(&mut self, of: Made, sheet: Option<Chosen>, form: Option<Arc<Form>>) {
        self.n_made += 1;
        self.form = Some((of, sheet, form));
    }

    /// The sheets, if they were listed of this.
    pub fn entries(&self, of: Made) -> Option<Arc<Vec<Entry>>> {
        self.entries.as_ref().filter(|(made, _)| *made == of).map(|(_, all)| all.clone())
    }

    /// Keeps a list of sheets.
    pub fn keep_entries(&mut self, of: Made, entries: Arc<Vec<Entry>>) {
        self.n_made += 1;
        self.entries = Some((of, entries));
    }

    /// The positions in which the chosen sheet stands, if they were looked for in this.
    pub fn places(&self, of: Made, sheet: Option<&Chosen>) -> Option<Arc<Vec<usize>>> {
        let (made, chosen, places) = self.places.as_ref()?;
        (*made == of && chosen.as_ref() == sheet).then(|| places.clone())
    }

    /// Keeps them.
    pub fn keep_places(&mut self, of: Made, sheet: Option<Chosen>, places: Arc<Vec<usize>>) {
        self.places = Some((of, sheet, places));
    }

    /// The colors of a text: laid out again only where its letters, the theme or its language are
    /// other ones.
    pub fn laid_out(
        &mut self,
        text: &str,
        (theme, luau): (usize, bool),
        make: impl FnOnce() -> LayoutJob,
    ) -> LayoutJob {
        let is_it = |(known, drawn, as_luau, _): &&LaidOut| {
            (*drawn, *as_luau) == (theme, luau) && known == text
        };
        if let Some((.., job)) = self.text.as_ref().filter(is_it) {
            return job.clone();
        }
        let job = make();
        self.n_made += 1;
        self.text = Some((text.to_owned(), theme, luau, job.clone()));
        job
    }
}
