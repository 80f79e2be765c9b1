//! Where a match turned that is over: it is played again beside the thread of the window.

use harena_engine::id::Seat;
use harena_lab::review::{Past, Progress, Review, Reviewed};

use super::{Player, Session};

/// What is known of where the match turned.
#[derive(Default)]
pub struct Reviewing {
    /// Which match, and after how many moves on which line it ended.
    of: Option<(u64, u32, usize)>,
    review: Option<Review>,
    found: Option<Reviewed>,
    fault: String,
}

impl Session {
    /// Begins to look where the match turned that is over now, unless that is known. Where nobody
    /// can be told, nobody looks.
    pub fn look_back(&mut self) {
        if self.wake.is_some() && self.review.of != self.ended() {
            self.look_back_now();
        }
    }

    /// Which match has ended at the moment one looks at.
    fn ended(&self) -> Option<(u64, u32, usize)> {
        let play = self.play.as_ref().filter(|play| play.is_over())?;
        Some((self.n_begun, play.timeline().line(), play.timeline().n_done()))
    }

    /// The same in any case.
    pub fn look_back_now(&mut self) {
        self.review = Reviewing { of: self.ended(), ..Reviewing::default() };
        let Some(play) = self.play.as_ref().filter(|play| play.is_over()) else { return };
        let people = (0..self.plan.n_seats).map(Seat);
        let people = people.filter(|seat| self.plan.player(*seat) == Player::Human).collect();
        let done = play.timeline().moves().iter().take(play.timeline().n_done());
        let moves = done.map(|it| (it.seat, it.action)).collect();
        let past = Past { setup: play.now().setup.clone(), moves, people };
        let wake = self.wake.clone();
        let wake = move || wake.iter().for_each(|wake| wake());
        self.review.review = Some(Review::begin(play.tables(), past, wake));
    }

    /// Takes in what is known by now; whether that is anything new.
    pub fn poll_review(&mut self) -> bool {
        if self.review.of.is_some_and(|(n_begun, ..)| n_begun != self.n_begun) {
            self.review = Reviewing::default();
        }
        let Some(review) = &mut self.review.review else { return false };
        let before = review.progress();
        let Some(answer) = review.answer() else { return review.progress() != before };
        self.take_review(answer);
        true
    }

    /// Waits until everything is known.
    pub fn await_review(&mut self) {
        if let Some(review) = &mut self.review.review {
            let answer = review.wait();
            self.take_review(answer);
        }
    }

    fn take_review(&mut self, answer: Result<Reviewed, harena_engine::the_match::Fault>) {
        self.review.review = None;
        // What is drawn of the match is worked out anew.
        self.revision += 1;
        match answer {
            Ok(found) => self.review.found = Some(found),
            Err(fault) => self.review.fault = fault.to_string(),
        }
    }

    /// Looks no further where the match turned.
    pub fn stop_looking_back(&mut self) {
        self.review.review = None;
    }

    /// How far one is that looks where the match turned.
    pub fn looks_back(&self) -> Option<Progress> {
        self.review.review.as_ref().map(Review::progress)
    }

    /// What was found out about the end one looks at.
    pub fn reviewed(&self) -> Option<&Reviewed> {
        self.review.found.as_ref().filter(|_| self.review.of == self.ended())
    }
}
