//! A first match that somebody is led through: a scenario of the game, move by move.

use std::collections::BTreeMap;

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_lab::attended::Attended;
use harena_lab::bot::BotKind;
use harena_scenario::Lesson;

use super::bots::Thinking;
use super::load::{book_of, recorded};
use super::{Plan, Play, Player, Session, Trouble};

/// Where somebody is in a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Led<'a> {
    /// What is told now.
    pub told: &'a str,
    /// The move that comes next, unless all were made.
    pub next: Option<(Seat, Action)>,
    /// How many moves were made.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

impl Play {
    /// Where somebody is in the lesson of this match; nothing once it went elsewhere.
    pub fn led(&self) -> Option<Led<'_>> {
        let lesson = self.lesson.as_ref()?;
        let of = lesson.moves.len();
        // What is told at the end stands until it is put away, whatever is played meanwhile.
        let done = self.timeline().n_done().min(of);
        let made = self.timeline().moves().iter().take(done);
        let is_own = |(made, own): (&harena_engine::timeline::Move, &harena_scenario::Move)| {
            (made.seat, made.action) == (own.seat, own.action)
        };
        if !made.zip(&lesson.moves).all(is_own) {
            return None;
        }
        let notes = lesson.moves.iter().take(done + 1).map(|it| it.note.as_str());
        let told = if done == of { lesson.end.as_str() } else { "" };
        let last = notes.rev().find(|note| !note.is_empty()).unwrap_or_default();
        let next = lesson.moves.get(done).map(|it| (it.seat, it.action));
        Some(Led { told: if told.is_empty() { last } else { told }, next, done, of })
    }
}

impl Session {
    /// Where somebody is in the lesson of the match in play.
    pub fn led(&self) -> Option<Led<'_>> {
        self.play.as_ref()?.led()
    }

    /// Goes on without being led.
    pub fn leave_lesson(&mut self) {
        if let Some(play) = &mut self.play {
            play.lesson = None;
        }
        self.revision += 1;
    }

    /// Begins the first match that a game leads through; bots sit where no person does.
    pub(super) fn begin_lesson(&mut self, game: &str) {
        match self.loaded_lesson(game) {
            Ok((plan, play)) => {
                self.begun(plan, Ok(play));
            }
            Err(sentence) => self.complain(sentence),
        }
    }

    fn loaded_lesson(&mut self, game: &str) -> Result<(Plan, Play), String> {
        let broken = |troubles: Vec<Trouble>| {
            troubles.first().map_or_else(String::new, |trouble| trouble.message.clone())
        };
        let (mut host, packs, _) = self.rules(game).map_err(broken)?;
        let scenario = harena_scenario::first_match(&host, game);
        let scenario = scenario.ok_or_else(|| crate::text::no_first_match().to_owned())?;
        let lesson = harena_scenario::lesson(&mut host, &scenario);
        let lesson: Lesson = lesson.map_err(|failure| failure.to_string())?;
        let menu = host.menu().clone();
        let first = lesson.moves.first().map_or(Seat(0), |it| it.seat);
        let player = |seat: u8| match seat == first.0 {
            true => Player::Human,
            false => Player::Bot(BotKind::Greedy),
        };
        let players: Vec<Player> = (0..lesson.game.n_seats).map(player).collect();
        let factions = lesson.setup.factions.iter();
        let named = |id: &Option<harena_engine::id::FactionId>| {
            id.and_then(|id| lesson.game.factions.get(id.index())).map(|it| it.id.clone())
        };
        let plan = Plan {
            game: game.to_owned(),
            n_seats: lesson.game.n_seats,
            settings: lesson.game.settings.clone(),
            factions: factions.map(named).collect(),
            players: players.clone(),
            seed: lesson.setup.seed,
        };
        let built = lesson.game.clone();
        let begun = Attended::begin(built.clone(), lesson.setup.clone(), players, &mut host);
        let mut attended = begun.map_err(|fault| fault.to_string())?;
        attended.header.engine = env!("CARGO_PKG_VERSION").to_owned();
        (attended.header.api, attended.header.packs) = (harena_script::API, recorded(&packs));
        let mut book = book_of(&host, &built);
        book.titles.factions.clone_from(&attended.now().setup.factions);
        let thinking = Thinking::default();
        let (game, lesson, chosen) = (built, Some(lesson), BTreeMap::new());
        let play = Play { book, menu, host, game, attended, thinking, lesson, chosen };
        Ok((plan, play))
    }
}
