//! What a save changes in matches like the one that is played, told where notices stand.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_engine::id::FactionId;
use harena_lab::Tables;
use harena_lab::pins::Again;
use harena_lab::saved::{Edit, Looking, Touched};
use harena_lab::sequential::{Test, Verdict};

use super::{Play, Session};
use crate::text;

/// Rules of their own for whoever plays beside the window.
pub(super) type Shared = Arc<dyn Tables + Send + Sync>;

/// A save that was played before and after, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Whose victories are counted.
    pub subject: String,
    /// How often that side won after the save and before it.
    pub rates: [f64; 2],
    /// The mean of all pairs by then, after so many of them: above one half it did better after.
    pub course: Vec<(u64, f64)>,
    /// How many decisions half of the matches took at most, after the save and before it.
    pub lengths: [u32; 2],
    /// What the pairs say.
    pub verdict: Verdict,
    /// How often packs that play alike look as different as this, at most.
    pub p: f64,
}

impl Compared {
    /// How many pairs were played.
    pub fn n_pairs(&self) -> u64 {
        self.course.last().map_or(0, |(n, _)| *n)
    }
}

/// What is found out about the last save.
#[derive(Default)]
pub(super) struct Saved {
    looking: Option<Looking>,
    /// Whose victories are counted.
    subject: String,
    /// What came of it, once pairs were played.
    compared: Option<Compared>,
    /// What was said of the save before that: nothing newer is talked over.
    said: String,
}

impl Session {
    /// Begins to find out what a save of some packs changes. Where nobody can be told, nothing is
    /// played.
    pub(super) fn look_at_save(&mut self, before: Shared, packs: &BTreeSet<String>) {
        self.saved = Saved::default();
        let (Some(play), Some(wake)) = (&self.play, self.wake.clone()) else { return };
        let mut factions = play.now().setup.factions.clone();
        factions.resize(usize::from(play.game.n_seats), None);
        let is_meant = |id: &Option<FactionId>| id.is_some_and(|id| play.is_of(id, packs));
        let subject = factions.iter().position(is_meant).unwrap_or(0);
        let title = factions.get(subject).copied().flatten().and_then(|id| play.title_of(id));
        self.saved.subject = title.unwrap_or_else(|| text::nth_player(1));
        self.saved.said.clone_from(&self.notice.text);
        let edit = Edit { before, after: Arc::new(play.tables()), factions, subject };
        self.saved.looking = Some(Looking::at(edit, move || wake()));
    }

    /// Says what the last save changes, once that is known; whether it is.
    pub fn poll_saved(&mut self) -> bool {
        let Some(answer) = self.saved.looking.as_ref().and_then(Looking::answer) else {
            return false;
        };
        self.saved.looking = None;
        // Packs that fail are told of elsewhere.
        let Ok(touched) = answer else { return false };
        if let Some(test) = touched.test.as_ref().filter(|test| test.counts().n() > 0) {
            self.saved.compared = Some(Compared {
                subject: self.saved.subject.clone(),
                rates: touched.rates,
                course: touched.course.clone(),
                lengths: touched.lengths,
                verdict: test.verdict(),
                p: test.p(),
            });
        }
        let is_free = self.notice.text.is_empty() || self.notice.text == self.saved.said;
        if is_free && !self.notice.bad {
            self.say(sentence(&touched, &self.saved.subject));
        }
        is_free
    }
}

impl Session {
    /// What came of the last save in pairs of matches after and before it, if any were played.
    pub fn compared(&self) -> Option<&Compared> {
        self.saved.compared.as_ref()
    }
}

impl Play {
    /// Whether a faction comes from one of some packs.
    fn is_of(&self, id: FactionId, packs: &BTreeSet<String>) -> bool {
        let faction = self.game.factions.get(id.index());
        let named = |name: &str| self.menu.factions.iter().find(|it| it.id == name);
        faction.and_then(|it| named(&it.id)).is_some_and(|it| packs.contains(&it.pack))
    }

    fn title_of(&self, id: FactionId) -> Option<String> {
        self.game.factions.get(id.index()).map(|it| it.title.clone())
    }
}

/// As "13 matches unchanged, match 4 differs at choice 23; Reds: weaker by 4.1 % ± 2.0 (214 pairs)".
fn sentence(touched: &Touched, subject: &str) -> String {
    let mut parts = vec![text::matches_unchanged(touched.again.n_same())];
    parts.extend(touched.again.others().next().map(|(number, again)| match again {
        Again::Differs(at) => text::match_differs(number, at),
        Again::Same | Again::Fails(_) => text::match_fails(number),
    }));
    let told = parts.join(", ");
    match touched.test.as_ref().filter(|test| test.counts().n() > 0) {
        Some(test) => format!("{told}; {}", compared(test, subject)),
        None => told,
    }
}

fn compared(test: &Test, subject: &str) -> String {
    let ((low, high), n) = (test.counts().interval(), test.counts().n());
    // A pair tells half the difference of two scores.
    let by = format!("{:.1}", 200.0 * (test.counts().mean() - 0.5).abs());
    let margin = format!("{:.1}", 100.0 * (high - low));
    match test.verdict() {
        Verdict::Stronger => text::saved_stronger(subject, &by, &margin, n),
        Verdict::Weaker => text::saved_weaker(subject, &by, &margin, n),
        Verdict::Same | Verdict::Undecided => text::saved_alike(subject, n),
    }
}
