//! Action lines, matched against the options that are offered.

use harena_engine::board::Cell;
use harena_engine::decision::{Action, Args, Decision, Dimension, Explained, Group, Refusal};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::state::{Place, State};

use super::hint::hint;
use super::words::{Words, plain};
use super::{listed, tell};

/// More options of a verb than this are not looked through.
const MAX_OPTIONS: u64 = 400_000;
/// So many options are looked through for one that is the same but for the order of alike things.
const MAX_SWAPPED: usize = 2_000;
/// So many alike things at most are tried in every order.
const MAX_ALIKE: usize = 4;
/// More words than this no action line needs.
const MAX_WORDS: usize = 16;
/// Words that only make a line read well.
const FILLERS: [&str; 6] = ["on", "onto", "at", "from", "and", "for"];
/// Words after which the next argument is spoken of.
const SEPARATORS: [&str; 3] = ["by", "with", "using"];

/// An action line: a verb, and words for some of its arguments in their order.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub seat: Option<Seat>,
    pub verb: VerbId,
    tokens: Vec<Token>,
}

#[derive(Clone, Debug)]
struct Token {
    word: String,
    /// The argument it names, if it does.
    at: Option<usize>,
    /// It follows `to`, so it is a cell and not a piece that stands there.
    is_target: bool,
    /// It follows `by`, so it speaks of another argument than the word before.
    is_next: bool,
    /// It names a definition, of which a piece has one.
    is_name: bool,
}

impl Token {
    /// Whether it may speak of this argument.
    fn may_stand_at(&self, at: usize) -> bool {
        self.at.is_none_or(|named| named == at)
    }
}

/// Where options are looked for.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub words: &'a Words<'a>,
    pub state: &'a State,
    pub decision: &'a Decision,
}

impl Line {
    /// Reads `place knight (0,0) f2`, or `LA: push_to (2,-1)`.
    ///
    /// # Errors
    /// A sentence about a word that is unknown or does not fit its verb.
    pub fn read(words: &Words, text: &str) -> Result<Line, String> {
        let (seat, rest) = match text.split_once(": ") {
            Some((seat, rest)) => (Some(words.need_seat(seat.trim())?), rest),
            None => (None, text),
        };
        let parts = words.split(rest);
        let Some((verb, parts)) = parts.split_first() else {
            return Err("an action line begins with a verb".into());
        };
        let verb = find_verb(words, verb)?;
        if parts.len() > 2 * MAX_WORDS {
            return Err("an action line has fewer words".into());
        }
        let mut tokens = Vec::new();
        let (mut is_target, mut is_next) = (false, false);
        for part in parts {
            let word = part.trim_end_matches(',');
            if word == "to" {
                is_target = true;
            } else if SEPARATORS.contains(&word) {
                is_next = true;
            } else if !FILLERS.contains(&word) && !word.is_empty() {
                let (at, word) = placed(words.game, verb, word);
                let is_name = !words.prototypes(word).is_empty();
                tokens.push(Token { word: word.to_owned(), at, is_target, is_next, is_name });
                (is_target, is_next) = (false, false);
            }
        }
        if tokens.len() > MAX_WORDS {
            return Err("an action line has fewer words".into());
        }
        if tokens.iter().all(|token| token.at.is_some()) {
            tokens.sort_by_key(|token| token.at);
        }
        let line = Line { seat, verb, tokens };
        line.check(words)?;
        Ok(line)
    }

    /// Whether the words could ever stand for the arguments of the verb.
    fn check(&self, words: &Words) -> Result<(), String> {
        if let Some(token) = self.tokens.iter().find(|token| !known(words, &token.word)) {
            return Err(words.unknown(&token.word));
        }
        let kinds = words.game.verbs.get(self.verb.index()).map_or(&[][..], Vec::as_slice);
        let fits = |token: &Token, at: usize| {
            token.may_stand_at(at)
                && kinds.get(at).is_some_and(|kind| could_mean(words, token, *kind))
        };
        if assigned(&self.tokens, kinds, 0, &fits) {
            return Ok(());
        }
        let verb = words.game.names.verbs.name(self.verb.index());
        Err(format!("these words do not fit the arguments of `{verb}`: {}", args_of(kinds)))
    }

    /// Whether the words stand for these arguments, in order, each argument named or left out.
    fn fits(&self, offer: Offer, group: &Group, action: &Action) -> bool {
        let kinds = offer.words.game.verbs.get(self.verb.index()).map_or(&[][..], Vec::as_slice);
        let args = action.args.as_slice();
        let fits = |token: &Token, at: usize| {
            let (Some(kind), Some(arg)) = (kinds.get(at), args.get(at)) else { return false };
            token.may_stand_at(at) && means(offer, token, *kind, (group, at, *arg))
        };
        assigned(&self.tokens, kinds, 0, &fits)
    }

    /// All options that the line can mean.
    pub fn matches(&self, offer: Offer) -> Result<Vec<Action>, String> {
        let mut found = Vec::new();
        for group in self.groups(offer) {
            found.extend(self.fitting(offer, group, &self.narrowed(offer, group))?);
        }
        Ok(found)
    }

    /// An option that the line can mean, if there is one. Lists that no word of the line speaks
    /// of are not looked through: whatever is chosen there, the line means it or it does not.
    pub fn any(&self, offer: Offer) -> Result<Option<Action>, String> {
        for group in self.groups(offer) {
            let mut narrowed = self.narrowed(offer, group);
            let lists = narrowed.dimensions.iter_mut().filter(|it| it.listed().is_some());
            lists.for_each(|list| *list = first_of(list));
            if let Some(action) = self.fitting(offer, group, &narrowed)?.next() {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// An option that the line would mean if things that are alike stood in another order: those of
    /// one sort that are offered as a set, each set once.
    pub fn but_for_order(&self, offer: Offer) -> Option<Action> {
        let kinds = offer.words.game.verbs.get(self.verb.index())?.as_slice();
        let each = self.groups(offer).flat_map(|group| {
            (0..group.count()).filter_map(move |at| Some((group, group.option(at)?)))
        });
        let options: Vec<(&Group, Action)> = each.take(MAX_SWAPPED).collect();
        alike_runs(kinds).find_map(|run| {
            let is_set = options.iter().all(|(_, action)| is_set(offer, kinds, run, action));
            let fits = |(group, action): &&(&Group, Action)| {
                orders(action, run).iter().any(|other| self.fits(offer, group, other))
            };
            if !is_set || options.len() < 2 {
                return None;
            }
            options.iter().find(fits).map(|(_, action)| *action)
        })
    }

    /// The groups of its verb.
    fn groups<'a>(&self, offer: Offer<'a>) -> impl Iterator<Item = &'a Group> {
        let verb = self.verb;
        offer.decision.groups.iter().filter(move |group| group.verb == verb)
    }

    /// The options of a narrowed group that the line can mean.
    fn fitting<'a>(
        &'a self,
        offer: Offer<'a>,
        group: &'a Group,
        narrowed: &'a Group,
    ) -> Result<impl Iterator<Item = Action> + 'a, String> {
        if narrowed.count() > MAX_OPTIONS {
            return Err("there are too many options to look through".into());
        }
        let options = (0..narrowed.count()).filter_map(|i| narrowed.option(i));
        Ok(options.filter(move |action| self.fits(offer, group, action)))
    }

    /// A group with only those choices, orders and amounts that a word of the line can mean, so
    /// that large ones need not be looked through.
    fn narrowed(&self, offer: Offer, group: &Group) -> Group {
        let narrow = |dimension: &Dimension| {
            let words = self.tokens.iter().map(|token| token.word.as_str());
            let read =
                words.filter_map(|word| listed::read(offer.words, offer.state, dimension, word));
            let mut values: Vec<i32> = read.collect();
            values.sort_unstable();
            values.dedup();
            if values.is_empty() { dimension.clone() } else { Dimension::Many(values) }
        };
        Group { verb: group.verb, dimensions: group.dimensions.iter().map(narrow).collect() }
    }

    /// The one option the line means. What is left open is a facing kept as it is, or one of
    /// several cards that are all alike.
    ///
    /// # Errors
    /// What was offered instead, or which options the line could mean.
    pub fn choose(&self, offer: Offer) -> Result<Action, (String, Vec<String>)> {
        let alone = |sentence| (sentence, Vec::new());
        if self.any(offer).map_err(alone)?.is_none() {
            return Err(("this is not offered".into(), self.near(offer)));
        }
        let mut found = self.matches(offer).map_err(alone)?;
        let kept: Vec<Action> =
            found.iter().filter(|action| self.keeps_facing(offer, action)).copied().collect();
        if !kept.is_empty() {
            found = kept;
        }
        let first = alike(offer, found.first());
        if found.iter().all(|action| alike(offer, Some(action)) == first) {
            return found.first().copied().ok_or_else(|| (String::new(), Vec::new()));
        }
        let texts = found.iter().take(8).map(|action| text_of(offer, action)).collect();
        Err((format!("this can mean {} options", found.len()), texts))
    }

    /// Whether facings that the line leaves open are those that the pieces have.
    fn keeps_facing(&self, offer: Offer, action: &Action) -> bool {
        if self.tokens.iter().any(|token| offer.words.facing(&token.word).is_some()) {
            return true;
        }
        let kinds = offer.words.game.verbs.get(self.verb.index()).map_or(&[][..], Vec::as_slice);
        let of_kind = |wanted: ArgKind| {
            let args = action.args.as_slice().iter().zip(kinds);
            args.filter(move |(_, kind)| **kind == wanted).map(|(arg, _)| *arg)
        };
        let pieces = of_kind(ArgKind::Piece).map(|id| offer.state.piece(PieceId(id as u16)));
        let on_board = pieces.filter(|piece| piece.cell().is_some());
        let now = on_board.map(|piece| i32::from(piece.facing)).next().unwrap_or(0);
        of_kind(ArgKind::Facing).all(|facing| facing == now)
    }

    /// Options like the one that was asked for.
    fn near(&self, offer: Offer) -> Vec<String> {
        let mut scored: Vec<(usize, String)> = self
            .groups(offer)
            .flat_map(|group| (0..group.count().min(5000)).filter_map(|i| group.option(i)))
            .map(|action| {
                let text = text_of(offer, &action);
                let lower = plain(&text);
                let shared = |token: &&Token| lower.contains(&plain(&token.word));
                (self.tokens.iter().filter(shared).count(), text)
            })
            .collect();
        scored.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        if scored.is_empty() {
            return vec![format!("offered are {}", verbs_of(offer))];
        }
        scored.into_iter().take(6).map(|(_, text)| text).collect()
    }

    /// Whether a refusal speaks about this line: some arguments that begin as it says are meant.
    pub fn is_refused_by(&self, words: &Words, state: &State, refusal: &Refusal) -> bool {
        let kinds = words.game.verbs.get(self.verb.index()).map_or(&[][..], Vec::as_slice);
        let args = refusal.args.as_slice();
        let fits = |token: &Token, at: usize| match (kinds.get(at), args.get(at)) {
            (Some(kind), Some(arg)) => could_be(words, state, token, *kind, *arg),
            (Some(kind), None) => could_mean(words, token, *kind),
            (None, _) => false,
        };
        let fits = |token: &Token, at: usize| token.may_stand_at(at) && fits(token, at);
        refusal.verb == self.verb && assigned(&self.tokens, kinds, 0, &fits)
    }

    /// Remarks about options that the line can mean.
    pub fn notes(&self, offer: Offer, explained: &Explained) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        for action in self.matches(offer)? {
            found.extend(explained.notes_on(&action).map(|note| note.text.clone()));
        }
        Ok(found)
    }
}

/// A dimension with nothing but its first value, if it has one.
fn first_of(dimension: &Dimension) -> Dimension {
    let mut first = Args::default();
    if !dimension.is_empty() {
        dimension.write(0, &mut first);
    }
    Dimension::Many(first.as_slice().to_vec())
}

/// A word that names its argument, as `to=b3`: where that stands, and the rest of the word.
fn placed<'w>(game: &Game, verb: VerbId, word: &'w str) -> (Option<usize>, &'w str) {
    let named = word.split_once('=').and_then(|(name, rest)| {
        let at = game.arguments.get(verb.index())?.find(name)?;
        (!rest.is_empty()).then_some((Some(at), rest))
    });
    named.unwrap_or((None, word))
}

pub(super) fn find_verb(words: &Words, word: &str) -> Result<VerbId, String> {
    let verbs = &words.game.names.verbs;
    let found = verbs.iter().position(|name| plain(name) == plain(word));
    let unknown = || format!("there is no action `{word}`{}", hint(word, verbs.iter()));
    found.map(|at| VerbId(at as u8)).ok_or_else(unknown)
}

fn known(words: &Words, word: &str) -> bool {
    words.knows(word)
        || word == "none"
        || word.starts_with('#')
        || listed::could_be_listed(words, word)
}

/// Whether every token has its argument: the order is kept, a piece can take several tokens but
/// only one name.
fn assigned(
    tokens: &[Token],
    kinds: &[ArgKind],
    from: usize,
    fits: &dyn Fn(&Token, usize) -> bool,
) -> bool {
    let Some((token, rest)) = tokens.split_first() else { return true };
    let stays = rest.first().is_some_and(|next| !next.is_next && (!token.is_name || !next.is_name));
    (from..kinds.len()).any(|at| {
        let next = if stays && kinds.get(at) == Some(&ArgKind::Piece) { at } else { at + 1 };
        fits(token, at) && assigned(rest, kinds, next, fits)
    })
}

fn could_mean(words: &Words, token: &Token, kind: ArgKind) -> bool {
    let word = token.word.as_str();
    let is_cell = words.cell(word).is_some();
    match kind {
        ArgKind::Piece => {
            !token.is_target
                && (is_cell
                    || word.starts_with('#')
                    || words.seat(word).is_some()
                    || !words.prototypes(word).is_empty())
        }
        ArgKind::Cell => is_cell,
        ArgKind::Facing => words.facing(word).is_some(),
        ArgKind::Seat => words.seat(word).is_some(),
        ArgKind::Number => word.parse::<i32>().is_ok(),
        ArgKind::Word => words.game.names.words.iter().any(|name| plain(name) == plain(word)),
        ArgKind::Faction => words.game.factions.iter().any(|f| names_faction(f, word)),
        ArgKind::Prototype => !words.prototypes(word).is_empty(),
        ArgKind::Several | ArgKind::Order | ArgKind::Spread => {
            word == "none" || listed::could_be_listed(words, word)
        }
    }
}

fn names_faction(faction: &harena_engine::game::Faction, word: &str) -> bool {
    [&faction.id, &faction.short, &faction.title].iter().any(|name| plain(name) == plain(word))
}

fn means(
    offer: Offer,
    token: &Token,
    kind: ArgKind,
    (group, at, arg): (&Group, usize, i32),
) -> bool {
    if matches!(kind, ArgKind::Several | ArgKind::Order | ArgKind::Spread) {
        let dimension = group.dimension_at(at);
        let read = dimension.and_then(|d| listed::read(offer.words, offer.state, d, &token.word));
        return read == Some(arg);
    }
    could_be(offer.words, offer.state, token, kind, arg)
}

/// Whether a word names an argument.
fn could_be(words: &Words, state: &State, token: &Token, kind: ArgKind, arg: i32) -> bool {
    let is_piece = kind == ArgKind::Piece;
    !(is_piece && token.is_target) && names(words, state, &token.word, kind, arg)
}

/// Whether a word names a value of a kind.
pub(super) fn names(words: &Words, state: &State, word: &str, kind: ArgKind, arg: i32) -> bool {
    let index = usize::try_from(arg).unwrap_or(usize::MAX);
    match kind {
        ArgKind::Piece => is_piece(words, state, word, arg),
        ArgKind::Cell => words.cell(word) == Some(Cell(arg as u16)),
        ArgKind::Facing => words.facing(word).map(i32::from) == Some(arg),
        ArgKind::Seat => words.seat(word).map(|seat| i32::from(seat.0)) == Some(arg),
        ArgKind::Number => word.parse() == Ok(arg),
        ArgKind::Word => plain(words.game.names.words.name(index)) == plain(word),
        ArgKind::Faction => words.game.factions.get(index).is_some_and(|f| names_faction(f, word)),
        ArgKind::Prototype => words.prototypes(word).contains(&PrototypeId(arg as u16)),
        ArgKind::Several | ArgKind::Order | ArgKind::Spread => false,
    }
}

fn is_piece(words: &Words, state: &State, word: &str, arg: i32) -> bool {
    let piece = state.piece(PieceId(arg as u16));
    if let Some(number) = word.strip_prefix('#') {
        return number.parse() == Ok(arg);
    }
    let cell = words.cell(word);
    words.seat(word) == Some(piece.owner)
        || words.prototypes(word).contains(&piece.prototype)
        || (cell.is_some() && cell == piece.cell())
}

fn args_of(kinds: &[ArgKind]) -> String {
    let names: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect();
    if names.is_empty() { "it has none".to_owned() } else { names.join(", ") }
}

/// An option in words.
pub(super) fn text_of(offer: Offer, action: &Action) -> String {
    let mut groups = offer.decision.groups.iter();
    let group = groups.find(|group| group.index_of(action).is_some());
    group.map_or_else(String::new, |group| tell::option(offer.words, offer.state, group, action))
}

/// The verbs that are offered, each once.
pub(super) fn verbs_of(offer: Offer) -> String {
    let mut names: Vec<&str> = Vec::new();
    for group in &offer.decision.groups {
        let name = offer.words.game.names.verbs.name(group.verb.index());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// Runs of arguments of one sort, as their first and the one after their last.
fn alike_runs(kinds: &[ArgKind]) -> impl Iterator<Item = (usize, usize)> {
    let can_be_alike = |kind: &ArgKind| {
        matches!(kind, ArgKind::Piece | ArgKind::Cell | ArgKind::Word | ArgKind::Prototype)
    };
    let starts = (0..kinds.len()).filter(move |at| kinds.get(*at).is_some_and(can_be_alike));
    starts.flat_map(move |from| {
        let kind = kinds.get(from);
        let end = (from..kinds.len()).find(|at| kinds.get(*at) != kind).unwrap_or(kinds.len());
        (from + 2..=end.min(from + MAX_ALIKE)).rev().map(move |to| (from, to))
    })
}

/// Whether these arguments of an option rise, and pieces among them lie together.
fn is_set(offer: Offer, kinds: &[ArgKind], (from, to): (usize, usize), action: &Action) -> bool {
    let run = action.args.as_slice().get(from..to).unwrap_or(&[]);
    let place = |id: &i32| {
        let piece = offer.state.piece(PieceId(*id as u16));
        let place = if piece.cell().is_some() { None } else { Some(piece.place) };
        (piece.owner, offer.words.game.prototype(piece.prototype).kind, place)
    };
    let together = |pair: &[i32]| match pair {
        [a, b] => kinds.get(from) != Some(&ArgKind::Piece) || place(a) == place(b),
        _ => true,
    };
    run.len() >= 2 && run.windows(2).all(|pair| pair.is_sorted() && together(pair))
}

/// An option with some of its arguments in every other order.
fn orders(action: &Action, (from, to): (usize, usize)) -> Vec<Action> {
    let args = action.args.as_slice();
    let run = args.get(from..to).unwrap_or(&[]).to_vec();
    let mut all = Vec::new();
    each_order(&run, &mut Vec::new(), &mut |order| {
        let mut changed = Args::default();
        let before = args.get(..from).unwrap_or(&[]).iter();
        let after = args.get(to..).unwrap_or(&[]).iter();
        before.chain(order).chain(after).for_each(|arg| changed.push(*arg));
        all.push(Action { verb: action.verb, args: changed });
    });
    all
}

fn each_order(left: &[i32], taken: &mut Vec<i32>, found: &mut dyn FnMut(&[i32])) {
    if left.is_empty() {
        return found(taken);
    }
    for (at, value) in left.iter().enumerate() {
        let mut rest = left.to_vec();
        rest.remove(at);
        taken.push(*value);
        each_order(&rest, taken, found);
        taken.pop();
    }
}

/// What tells an option apart from others: cards are alike if they are the same and lie together.
fn alike(offer: Offer, action: Option<&Action>) -> Option<(Args, Vec<(PrototypeId, Place)>)> {
    let action = action?;
    let kinds = offer.words.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let (mut args, mut cards) = (Args::default(), Vec::new());
    for (at, arg) in action.args.as_slice().iter().enumerate() {
        let piece = offer.state.piece(PieceId(*arg as u16));
        if kinds.get(at) == Some(&ArgKind::Piece) && piece.cell().is_none() {
            cards.push((piece.prototype, piece.place));
            args.push(-1);
        } else {
            args.push(*arg);
        }
    }
    Some((args, cards))
}
