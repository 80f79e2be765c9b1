//! A small card game written in Rust, for tests: hidden hands, secret bids, questions in the
//! middle of a step, dice.
//!
//! Both seats bid in secret; the higher bid starts and pays. In turn a seat draws a card, lays
//! one on a free space (points as printed), then may dare a die: 4 and more wins 3 points, less
//! loses 2. The match ends when all spaces are taken.

use std::sync::Arc;

use harena_engine::board::{Board, BoardPlan, CellSet, Shape};
use harena_engine::codes;
use harena_engine::decision::{Action, Args, Decision, Dimension, Group, Note, Refusal};
use harena_engine::effect::Effect;
use harena_engine::game::{ArgKind, Faction, Game, Persona, Prototype, Sight, ZoneRule};
use harena_engine::id::*;
use harena_engine::mask::Mask;
use harena_engine::state::{Outcome, StepCall, ZoneList};
use harena_engine::the_match::{Fault, Judgement, Match, Progress, Rules, Setup, Waits};

use crate::Table;
use crate::bot::BotKind;

pub(crate) const BID: VerbId = VerbId(0);
pub(crate) const DARE: VerbId = VerbId(1);
pub(crate) const LAY: VerbId = VerbId(2);
const TAKE: VerbId = VerbId(3);
const DECK: ZoneId = ZoneId(0);
const HAND: ZoneId = ZoneId(1);
const POINTS: VarId = VarId(0);

/// What is wrong with the rules on purpose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    /// The rules remember how often they ran.
    KeepsState,
    /// Whoever is asked for reasons offers less from then on.
    Listens,
    /// What may be laid depends on the enemy's hand.
    Peeks,
    /// The bids go on for ever.
    Endless,
    /// An error strikes after the third card.
    Fails,
    /// The third card takes a copy of itself along and puts it nowhere.
    Drops,
    /// The guard of time ends a call.
    TooSlow,
    /// What is offered is refused at once.
    Contradicts,
    /// A note on an option depends on the enemy's hand.
    NotesWhatIsHidden,
    /// Whoever is asked for reasons gets a point for it, while the step explains.
    ActsToExplain,
    /// The judgement changes the match.
    ScoreWrites,
    /// A card counts once its owner has decided whether to dare.
    PaysLate,
    /// Not wrong: the deck is made, and shuffled before a card is drawn, in steps that then ask.
    ShufflesFirst,
}

pub(crate) struct Cards {
    flaw: Flaw,
    runs: i32,
    was_asked: bool,
}

#[allow(non_snake_case)]
pub(crate) fn SETUP(seed: u64) -> Setup {
    Setup { seed, ..Setup::default() }
}

pub(crate) fn table() -> Table<'static> {
    flawed_table(Flaw::None)
}

pub(crate) fn flawed_table(flaw: Flaw) -> Table<'static> {
    Table { game: game(), rules: Box::new(Cards { flaw, runs: 0, was_asked: false }) }
}

impl Table<'_> {
    /// Plays a match from its seed: at every decision, somebody looks and says what is done.
    pub(crate) fn play(
        &mut self,
        seed: u64,
        mut look: impl FnMut(&mut Match, &mut dyn Rules, &Decision) -> Action,
    ) -> Match {
        let mut the_match = Match::new(self.game.clone(), SETUP(seed));
        while self.advance(&mut the_match) {
            let decision = the_match.decision().unwrap().clone();
            let action = look(&mut the_match, &mut *self.rules, &decision);
            the_match.choose(decision.seat, action).unwrap();
        }
        the_match
    }

    /// Plays `n` matches of one bot against chance, seats swapped: the wins of each.
    pub(crate) fn won_against_chance(&mut self, clever: BotKind, n: u64) -> [u32; 2] {
        let mut won = [0; 2];
        for seed in 0..n {
            let at = (seed % 2) as u8;
            let kind = |seat| if seat == at { clever } else { BotKind::Random };
            let mut bots = [0, 1].map(|seat| kind(seat).seated(seed, Seat(seat)));
            let played = self.play(seed, |the_match, rules, decision| {
                bots[decision.seat.index()].choose(the_match, rules, decision).unwrap()
            });
            let winners = played.outcome().unwrap().winners;
            won[0] += u32::from(winners == 1 << at);
            won[1] += u32::from(winners == 1 << (1 - at));
        }
        won
    }

    /// Runs to the next decision; false when the match is over.
    pub(crate) fn advance(&mut self, the_match: &mut Match) -> bool {
        the_match.advance(&mut *self.rules).unwrap() == Waits::ForDecisions
    }
}

/// How good the card is that a bot lays, at each seat, among that seat's own: 1 for the best, -1
/// for the worst and 0 for others; in so many matches, while so many spaces are free at least, and
/// nothing where all cards are alike.
pub(crate) fn laid(flaw: Flaw, kind: BotKind, (n, free): (u64, usize)) -> Vec<i32> {
    let mut laid = Vec::new();
    for seed in 0..n {
        let mut bots = [0, 1].map(|seat| kind.seated(seed, Seat(seat)));
        flawed_table(flaw).play(seed, |the_match, rules, decision| {
            let bot = &mut bots[decision.seat.index()];
            let action = bot.choose(the_match, rules, decision).unwrap();
            let worth = |it: &Action| printed(the_match, PieceId(it.args.get(0).unwrap() as u16));
            let lays: Vec<i32> =
                decision.options().filter(|it| it.verb == LAY).map(|it| worth(&it)).collect();
            let (least, most) = (lays.iter().min(), lays.iter().max());
            let is = |it: Option<&i32>| i32::from(it == Some(&worth(&action)));
            let n_free = the_match.game.board.n_cells() - the_match.state().occupied.count();
            laid.extend((least != most && n_free >= free).then(|| is(most) - is(least)));
            action
        });
    }
    laid
}

fn names(list: &[&'static str]) -> Names {
    list.iter().copied().collect()
}

fn game() -> Arc<Game> {
    let mut game =
        Game { id: "cards".into(), title: "Cards".into(), n_seats: 2, ..Game::default() };
    game.names.kinds = names(&["card"]);
    game.names.zones = names(&["deck", "hand"]);
    game.names.verbs = names(&["bid", "dare", "lay", "take"]);
    game.names.steps = names(&["setup", "bids", "turn"]);
    game.names.seat_vars = names(&["points"]);
    game.names.words = names(&["what_to_do", "full"]);
    let zone = |per_seat, sight| ZoneRule { per_seat, sight, kinds: Mask::NONE };
    game.zones = vec![zone(false, Sight::Nobody), zone(true, Sight::Owner)];
    game.verbs = vec![vec![ArgKind::Number], vec![], vec![ArgKind::Piece, ArgKind::Cell], vec![]];
    game.seat_vars = vec![0];
    let titles = ["One", "Two", "Three", "Four", "Five", "Six"];
    game.prototypes = titles.iter().enumerate().map(|(at, title)| card(at, title)).collect();
    game.factions = ["red", "blue"].map(faction).into();
    game.score_parts = ["own", "enemy"].map(str::to_owned).into();
    // One who wants nothing for itself, and one who does not care for what the enemy has.
    let weighs = |id: &str, weights: &[i32]| Persona {
        id: id.into(),
        weights: weights.into(),
        ..Persona::default()
    };
    game.personas = vec![weighs("humble", &[-100, 100]), weighs("calm", &[100])];
    let shape = Shape::Square { width: 3, height: 2, diagonals: false, without: Vec::new() };
    game.board = Arc::new(Board::build(&BoardPlan::of(shape)).unwrap());
    Arc::new(game)
}

fn card(at: usize, title: &str) -> Prototype {
    let id = title.to_lowercase();
    Prototype { id, title: title.into(), stats: vec![at as i16 + 1], ..Prototype::BLANK }
}

fn faction(id: &str) -> Faction {
    Faction { id: id.into(), title: id.into(), ..Faction::default() }
}

impl Rules for Cards {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        the_match.rewind_step();
        self.runs += 1;
        let call = the_match.step().unwrap();
        match call.step.0 {
            0 => self.set_up(the_match),
            1 => self.bids(the_match),
            _ => self.turn(the_match, Seat(call.args[0] as u8)),
        }
    }

    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
        if self.flaw == Flaw::ScoreWrites {
            add_points(the_match, seat, 1);
        }
        Ok(Some(i64::from(points(the_match, seat) - points(the_match, Seat(1 - seat.0)))))
    }

    fn judge(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<Judgement>, Fault> {
        let parts = [seat, Seat(1 - seat.0)].map(|seat| i64::from(points(the_match, seat)));
        Ok(self.score(the_match, seat)?.map(|whole| Judgement { whole, parts: parts.into() }))
    }
}

impl Cards {
    fn set_up(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        let deck = ZoneList::of(&the_match.game, DECK, Seat::NONE);
        for at in 0..12u16 {
            let prototype = PrototypeId(at % 6);
            the_match.apply(Effect::Create { prototype, owner: Seat::NONE }, PieceId::NONE);
            send(the_match, PieceId(at), deck);
        }
        the_match.apply(Effect::Shuffle(deck), PieceId::NONE);
        for seat in [Seat(0), Seat(1), Seat(0), Seat(1)] {
            draw(the_match, seat);
        }
        if self.flaw == Flaw::ShufflesFirst && the_match.next_answer().is_none() {
            return ask_whether(the_match, Seat(0), WordId(0));
        }
        the_match.queue(StepCall { step: StepId(1), args: [0; 4] });
        Ok(Progress::Done)
    }

    fn bids(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        let (Some(a), Some(b)) = (the_match.next_answer(), the_match.next_answer()) else {
            let range = || vec![Group { verb: BID, dimensions: vec![Dimension::Range(0, 2)] }];
            let bid = |seat| Decision { hidden: true, ..question(seat, range()) };
            the_match.ask(vec![bid(0), bid(1)])?;
            return Ok(Progress::Asks);
        };
        let first = u8::from(b.args.get(0) > a.args.get(0));
        let paid = [a, b][usize::from(first)].args.get(0).unwrap();
        add_points(the_match, Seat(first), -paid);
        let next = if self.flaw == Flaw::Endless { StepId(1) } else { StepId(2) };
        the_match.queue(StepCall { step: next, args: [i32::from(first), 0, 0, 0] });
        Ok(Progress::Done)
    }

    fn turn(&mut self, the_match: &mut Match, seat: Seat) -> Result<Progress, Fault> {
        the_match.apply(Effect::Active(seat), PieceId::NONE);
        if self.flaw == Flaw::ShufflesFirst {
            let deck = ZoneList::of(&the_match.game, DECK, Seat::NONE);
            the_match.apply(Effect::Shuffle(deck), PieceId::NONE);
        }
        draw(the_match, seat);
        let Some(laid) = the_match.next_answer() else { return self.ask_lay(the_match, seat) };
        let card = PieceId(laid.args.get(0).unwrap() as u16);
        let cell = harena_engine::board::Cell(laid.args.get(1).unwrap() as u16);
        the_match.apply(Effect::Put { piece: card, cell, facing: 0 }, PieceId::NONE);
        if self.flaw == Flaw::TooSlow && the_match.state().on_board().count() == 3 {
            return Err(Fault { limit: true, ..Fault::new(codes::UNDECIDED, "too slow") });
        }
        if self.flaw == Flaw::Fails && the_match.state().on_board().count() == 3 {
            return Err(Fault::new(codes::SCRIPT_ERROR, "the third card fails"));
        }
        if self.flaw == Flaw::Drops && the_match.state().on_board().count() == 3 {
            let prototype = the_match.state().piece(card).prototype;
            the_match.apply(Effect::Create { prototype, owner: seat }, PieceId::NONE);
        }
        let is_late = self.flaw == Flaw::PaysLate;
        if !is_late {
            add_points(the_match, seat, printed(the_match, card));
        }
        let Some(choice) = the_match.next_answer() else {
            if is_late && the_match.needs_no_options(true) {
                the_match.ask_without_options(seat, WordId(1), None);
                return Ok(Progress::Asks);
            }
            return ask_whether(the_match, seat, WordId(u16::from(is_late)));
        };
        if is_late {
            add_points(the_match, seat, printed(the_match, card));
        }
        if choice.verb == DARE {
            let roll = the_match.state_mut().chance.stream("dice").roll(6).unwrap();
            add_points(the_match, seat, if roll >= 4 { 3 } else { -2 });
        }
        self.next_turn(the_match, seat);
        Ok(Progress::Done)
    }

    fn ask_lay(&mut self, the_match: &mut Match, seat: Seat) -> Result<Progress, Fault> {
        let hand = |seat| ZoneList::of(&the_match.game, HAND, seat);
        let mut cards: Vec<i32> =
            the_match.state().zone(hand(seat)).iter().map(|id| i32::from(id.0)).collect();
        cards.sort_unstable();
        let enemy = the_match.state().zone(hand(Seat(1 - seat.0)));
        if self.flaw == Flaw::Peeks && enemy.iter().any(|id| printed(the_match, *id) > 3) {
            cards.truncate(1);
        }
        if self.flaw == Flaw::KeepsState && self.runs % 5 == 0 {
            cards.truncate(1);
        }
        self.was_asked |= the_match.is_explaining();
        if self.flaw == Flaw::Listens && self.was_asked {
            cards.truncate(1);
        }
        let mut free = CellSet::first_cells(the_match.game.board.n_cells());
        the_match.state().occupied.iter().for_each(|cell| {
            free.remove(cell);
        });
        if self.flaw == Flaw::NotesWhatIsHidden {
            let best = enemy.iter().map(|id| printed(the_match, *id)).max().unwrap_or(0);
            the_match.note(|| note(best));
        }
        if self.flaw == Flaw::ActsToExplain && the_match.is_explaining() {
            add_points(the_match, seat, 1);
        }
        if self.flaw == Flaw::Contradicts {
            the_match.refuse(|| refusal(cards[0]));
        }
        let dimensions = vec![Dimension::Many(cards), Dimension::Cells(free)];
        the_match.ask(vec![question(seat.0, vec![Group { verb: LAY, dimensions }])])?;
        Ok(Progress::Asks)
    }

    fn next_turn(&mut self, the_match: &mut Match, seat: Seat) {
        if the_match.state().occupied.count() < the_match.game.board.n_cells() {
            let args = [i32::from(1 - seat.0), 0, 0, 0];
            return the_match.queue(StepCall { step: StepId(2), args });
        }
        let scores = vec![points(the_match, Seat(0)), points(the_match, Seat(1))];
        let best = scores.iter().max().copied().unwrap();
        let winners = (0..2u16).filter(|at| scores[usize::from(*at)] == best).map(|at| 1 << at);
        let parts = Vec::new();
        the_match.end(Outcome { winners: winners.sum(), scores, parts, reason: WordId(1) });
    }
}

fn ask_whether(the_match: &mut Match, seat: Seat, prompt: WordId) -> Result<Progress, Fault> {
    let one = |verb| Group { verb, dimensions: Vec::new() };
    let question = question(seat.0, vec![one(DARE), one(TAKE)]);
    the_match.ask(vec![Decision { prompt, ..question }])?;
    Ok(Progress::Asks)
}

pub(crate) fn points(the_match: &Match, seat: Seat) -> i32 {
    the_match.state().var(&the_match.game, Some(seat), POINTS)
}

fn add_points(the_match: &mut Match, seat: Seat, by: i32) {
    let value = points(the_match, seat) + by;
    the_match.apply(Effect::Var { seat: Some(seat), var: POINTS, value }, PieceId::NONE);
}

pub(crate) fn printed(the_match: &Match, card: PieceId) -> i32 {
    let prototype = the_match.game.prototype(the_match.state().piece(card).prototype);
    i32::from(prototype.stats.first().copied().unwrap_or(0))
}

fn send(the_match: &mut Match, piece: PieceId, list: ZoneList) {
    the_match.apply(Effect::Send { piece, list, at: u16::MAX }, PieceId::NONE);
}

fn draw(the_match: &mut Match, seat: Seat) {
    let deck = ZoneList::of(&the_match.game, DECK, Seat::NONE);
    if let Some(card) = the_match.state().zone(deck).last().copied() {
        let hand = ZoneList::of(&the_match.game, HAND, seat);
        send(the_match, card, hand);
    }
}

fn refusal(card: i32) -> Refusal {
    Refusal {
        verb: LAY,
        args: std::iter::once(card).collect(),
        rule: "R7".into(),
        sentence: "this card is not laid".into(),
        culprit: None,
        source: String::new(),
    }
}

fn note(best: i32) -> Note {
    let text = format!("against a {best}");
    Note { verb: LAY, args: Args::default(), rule: String::new(), text, source: String::new() }
}

fn question(seat: u8, groups: Vec<Group>) -> Decision {
    let prompt = WordId(0);
    Decision::of(Seat(seat), prompt, groups)
}

/// The action that takes an option of the decision waited for.
pub(crate) fn option(the_match: &Match, index: u64) -> (Seat, Action) {
    let decision = the_match.decision().unwrap();
    (decision.seat, decision.option(index).unwrap())
}
