//! What is to be seen on a piece: printed and current values, found before anything is drawn.

use egui::Color32;
use harena_engine::combat::{self, Range};
use harena_engine::filter::Scene;
use harena_engine::game::{Game, Prototype};
use harena_engine::id::*;
use harena_engine::mask::Mask;
use harena_engine::modifier::{Aura, Gift, Reach};

use crate::book::{Book, Drawn, Label};
use crate::draw::icon;
use crate::theme::{self, Livery, paper};

/// A number with what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Number {
    /// Its value now.
    pub now: i16,
    /// Its printed value; lower or higher than now where something changed it.
    pub printed: i16,
    /// Whether it is used up.
    pub spent: bool,
}

impl Number {
    /// Green for better, red for worse, plain for unchanged, on panels.
    pub fn color(self) -> Color32 {
        let now = theme::now();
        match self.now.cmp(&self.printed) {
            std::cmp::Ordering::Greater => now.up,
            std::cmp::Ordering::Less => now.down,
            std::cmp::Ordering::Equal => now.ink1,
        }
    }

    /// The same on pieces.
    pub fn ink(self) -> Color32 {
        match self.now.cmp(&self.printed) {
            std::cmp::Ordering::Greater => paper::RAISED,
            std::cmp::Ordering::Less => paper::LOWERED,
            std::cmp::Ordering::Equal => paper::INK,
        }
    }

    /// Its value as it is written.
    pub fn text(self) -> String {
        self.now.to_string().replace('-', "\u{2212}")
    }
}

/// How an attack is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weapon {
    /// A triangle at its side.
    Blade,
    /// An arrow at its side.
    Dart,
    /// A ring with the letters of its mode.
    Other,
}

impl Weapon {
    /// Its sign in lists.
    pub fn sign(self) -> Option<char> {
        icon(match self {
            Weapon::Dart => "crosshair-simple",
            Weapon::Blade | Weapon::Other => "sword",
        })
    }
}

/// One attack on a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttackFace {
    /// The printed side; nothing for attacks without a direction.
    pub side: Option<u8>,
    /// How it is drawn.
    pub weapon: Weapon,
    /// The letters of its mode.
    pub letter: String,
    /// Its strength.
    pub strength: Number,
}

/// A stat that is written on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StatFace {
    /// Which one.
    pub stat: StatId,
    /// Its letter.
    pub letter: String,
    /// The color of its letter.
    pub color: Color32,
    /// Its sign, if its looks name one.
    pub icon: Option<char>,
    /// Its value.
    pub number: Number,
    /// Whether it is drawn as pips, and how many of them are used up.
    pub pips: Option<i16>,
}

/// A side that casts a status on the neighbor there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snare {
    /// The printed side.
    pub side: u8,
    /// The color of the status.
    pub color: Color32,
    /// Whether it takes everything from whoever it reaches.
    pub silences: bool,
}

/// What a piece is drawn as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Body {
    /// A tile that fills its cell.
    #[default]
    Tile,
    /// A disc, smaller than its cell.
    Disc,
    /// A card with text.
    Card,
    /// Ground that others stand on, with walls and openings.
    Floor,
    /// A landmark that nobody moves.
    Site,
}

impl Body {
    fn of(label: Option<&Label>) -> Body {
        match label.and_then(|label| label.drawn) {
            Some(Drawn::Disc | Drawn::Token | Drawn::Figure) => Body::Disc,
            Some(Drawn::Card) => Body::Card,
            Some(Drawn::Floor) => Body::Floor,
            Some(Drawn::Site) => Body::Site,
            Some(_) | None => Body::Tile,
        }
    }
}

/// What a badge tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadgeKind {
    /// A status.
    Status,
    /// A marker or a counter.
    Mark,
    /// A keyword; lent ones come from another piece.
    Keyword {
        /// Whether another piece lends it.
        lent: bool,
    },
}

/// How a badge looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Badge {
    /// Its color.
    pub color: Color32,
    /// What it counts; 1 and less is not written.
    pub count: i32,
    /// What it tells of.
    pub kind: BadgeKind,
    /// Its sign, if its looks name one.
    pub icon: Option<char>,
}

/// Everything to be seen on a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Its name.
    pub title: String,
    /// Rotation, in steps clockwise.
    pub facing: u8,
    /// What its owner's pieces wear.
    pub livery: Livery,
    /// The color of its kind, if the looks name one.
    pub ground: Option<Color32>,
    /// Whether somebody owns it.
    pub owned: bool,
    /// Its emblem, if its looks name one.
    pub emblem: Option<char>,
    /// Its attacks.
    pub attacks: Vec<AttackFace>,
    /// What it is drawn as.
    pub body: Body,
    /// One or two letters for where there is no room for a name.
    pub letter: String,
    /// Numbers of sides drawn as bars: printed side and value.
    pub bars: Vec<(u8, i16)>,
    /// Numbers of sides that are written: what they are, printed side and value.
    pub numbers: Vec<(SideStatId, u8, Number)>,
    /// Printed sides with a dot.
    pub dots: Vec<u8>,
    /// Printed sides that are walls.
    pub walls: Vec<u8>,
    /// What is written at printed sides.
    pub notes: Vec<(u8, String)>,
    /// Printed sides that link to neighbors.
    pub links: Vec<u8>,
    /// Printed sides that cast a status on neighbors.
    pub snares: Vec<Snare>,
    /// When it acts, highest first.
    pub ladder: Vec<Number>,
    /// Hit points and the wounds taken from them.
    pub hit_points: Option<(Number, i16)>,
    /// What is left in the pool it takes wounds from.
    pub pool: Option<i32>,
    /// Stats that are written on it.
    pub stats: Vec<StatFace>,
    /// A sign of its own: in a corner of ground, in the middle of a tile with nothing else there.
    pub sign: Option<String>,
    /// Whether it lies aslant, as what is used up does.
    pub tilted: bool,
    /// Keywords that stand at a printed side.
    pub sided: Vec<(u8, String, Badge)>,
    /// Keywords, statuses, markers and counters.
    pub badges: Vec<(String, Badge)>,
    /// Whether its face is hidden.
    pub hidden: bool,
    /// Whether it is held by a net now.
    pub silenced: bool,
    /// Whether something else keeps it from striking.
    pub disarmed: bool,
    /// Whether what the rules say about it stands on it.
    pub stone_is_told: bool,
    /// Whether it is a site that leaves again.
    pub passing: bool,
    /// The printed side with which it aims at somebody now.
    pub aims: Option<u8>,
}

/// What a piece shows.
pub fn of_piece(scene: Scene, book: &Book, id: PieceId, livery: Livery) -> Face {
    let piece = scene.state.piece(id);
    let prototype = scene.game.prototype(piece.prototype);
    let mut face = of_prototype(scene.game, book, prototype, livery);
    face.hidden = piece.prototype == harena_engine::view::HIDDEN;
    let n = u16::from(scene.game.board.n_directions().max(1));
    let extra = book.facings.get(piece.owner.index()).copied().unwrap_or(0);
    face.facing = ((u16::from(piece.facing) + u16::from(extra)) % n) as u8;
    face.owned = piece.owner != Seat::NONE;
    if piece.cell().is_none() {
        return face;
    }
    face.badges = badges(scene, book, id);
    face.sided = sided_badges(scene, book, id);
    for entry in &mut face.stats {
        entry.number.now = scene.derived.stat(id, entry.stat);
        let label = book.stats.get(entry.stat.index());
        entry.pips = entry.pips.and(label).map(|label| spent(scene, label, id, entry.number.now));
    }
    let statuses = scene.derived.statuses(id);
    let tilts = |(at, label): (usize, &Label)| statuses.has(at) && label.drawn == Some(Drawn::Tilt);
    face.tilted = book.statuses.iter().enumerate().any(tilts);
    for (stat, side, number) in &mut face.numbers {
        number.now = scene.side(id, *stat, usize::from(*side));
    }
    if let Some(combat) = &scene.game.combat {
        let statuses = scene.derived.statuses(id);
        let silenced = statuses & combat.silenced;
        (face.silenced, face.disarmed) = silenced_by(book, silenced);
        for (attack, printed) in face.attacks.iter_mut().zip(&prototype.attacks) {
            let mode = combat.modes.get(printed.mode.index());
            let bonus = mode.and_then(|mode| mode.bonus);
            attack.strength.now += bonus.map_or(0, |stat| scene.derived.stat(id, stat));
        }
        face.ladder = ladder(&face.ladder, &combat::activations(scene, combat, id));
        match combat::pool_of(scene, combat, id) {
            Some((holder, pool)) => {
                face.pool = Some(scene.state.var(scene.game, Some(holder), pool.left));
                face.hit_points = None;
            }
            None => {
                let now = scene.derived.stat(id, combat.hit_points);
                let printed = printed(prototype, combat.hit_points);
                let number = Number { now, printed, spent: false };
                face.hit_points = Some((number, scene.state.counter(id, combat.wounds)));
            }
        }
    }
    face
}

/// Whether statuses that silence are a net, or something else. One without a sign is a net.
fn silenced_by(book: &Book, statuses: Mask) -> (bool, bool) {
    let labels = book.statuses.iter().enumerate();
    let mut on = labels.filter(|(at, _)| statuses.has(*at)).map(|(_, label)| label);
    let is_net =
        |label: &Label| label.drawn.is_none() && matches!(label.icon.as_str(), "" | "lasso");
    let netted = on.clone().any(is_net);
    (netted, on.any(|label| !is_net(label)))
}

/// How much is used up of a stat of this value.
fn spent(scene: Scene, label: &Label, id: PieceId, value: i16) -> i16 {
    let names = &scene.game.names;
    let none = names.statuses.find(&label.none_while);
    if none.is_some_and(|at| scene.derived.has(id, StatusId(at as u8))) {
        return value;
    }
    let counter = names.counters.find(&label.spent);
    counter.map_or(0, |at| scene.state.counter(id, CounterId(at as u8)))
}

/// What kind of thing a definition is on the table.
pub fn body_of(game: &Game, book: &Book, prototype: &Prototype) -> Body {
    match game.floors {
        Some(rule) if rule.kind == prototype.kind => Body::Floor,
        Some(_) | None => Body::of(book.kinds.get(prototype.kind.index())),
    }
}

/// What a definition shows, as printed.
pub fn of_prototype(game: &Game, book: &Book, prototype: &Prototype, livery: Livery) -> Face {
    let shown = |id: KeywordId| book.keywords.get(id.index()).filter(|label| label.shown);
    let keyword = |(id, value): &(KeywordId, i32)| {
        let label = shown(*id).filter(|label| !label.sided)?;
        Some((label.letter.clone(), keyword_badge(label, *value, false)))
    };
    let sided = |(id, value): &(KeywordId, i32)| sided_badge(shown(*id)?, *value);
    let mut face = Face {
        title: title_of(prototype),
        livery,
        attacks: prototype.attacks.iter().map(|attack| attack_face(game, book, attack)).collect(),
        body: body_of(game, book, prototype),
        letter: letter_of(book, prototype),
        bars: marked(sides(game, book, prototype, &[None, Some(Drawn::Bars)])),
        numbers: sides(game, book, prototype, &[Some(Drawn::Number)])
            .filter(|(_, _, n)| *n != 0)
            .map(|(stat, side, n)| (stat, side, Number { now: n, printed: n, spent: false }))
            .collect(),
        dots: marked(sides(game, book, prototype, &[Some(Drawn::Dot)]))
            .iter()
            .map(|it| it.0)
            .collect(),
        walls: walls(game, prototype),
        ladder: prototype
            .ladder
            .iter()
            .map(|n| Number { now: *n, printed: *n, spent: false })
            .collect(),
        badges: prototype.keywords.iter().filter_map(keyword).collect(),
        sided: prototype.keywords.iter().filter_map(sided).collect(),
        stats: written_stats(book, prototype),
        ..Face::default()
    };
    sign_of(game, book, prototype, &mut face);
    for aura in &prototype.auras {
        cast_sides((game, book), aura, &mut face);
    }
    if let Some(combat) = &game.combat {
        let pooled = combat.pool.is_some_and(|pool| pool.kinds.has(prototype.kind.index()));
        let n = printed(prototype, combat.hit_points);
        let number = Number { now: n, printed: n, spent: false };
        face.hit_points = (!pooled && n > 0).then_some((number, 0));
    }
    face
}

/// Takes over what the looks say of a definition: its color, its emblem, its title and letter.
fn sign_of(game: &Game, book: &Book, prototype: &Prototype, face: &mut Face) {
    let kind = book.kinds.get(prototype.kind.index());
    if let Some(color) = kind.and_then(|label| label.color) {
        face.ground = Some(color);
    }
    face.passing = kind.is_some_and(|label| label.passing);
    let faction = prototype.faction.and_then(|id| game.factions.get(id.index()));
    if let Some(sign) = book.piece_sign(faction.map(|it| it.id.as_str()), &prototype.id) {
        face.emblem = sign.icon;
        if sign.title.as_ref().is_some_and(String::is_empty) {
            face.letter.clear();
        }
        face.title = sign.title.clone().unwrap_or_else(|| std::mem::take(&mut face.title));
        face.letter = sign.letter.clone().unwrap_or_else(|| std::mem::take(&mut face.letter));
        face.ground = sign.color.or(face.ground);
        face.sign.clone_from(&sign.letter);
    }
}

fn title_of(prototype: &Prototype) -> String {
    if prototype.title.is_empty() {
        return crate::book::readable(&prototype.id);
    }
    prototype.title.clone()
}

/// The stats that the looks want on pieces, as printed; those that are 0 are left out.
fn written_stats(book: &Book, prototype: &Prototype) -> Vec<StatFace> {
    let labels = (0..=u8::MAX).map(StatId).zip(&book.stats);
    let is_written = |it: &Label| matches!(it.drawn, Some(Drawn::Number | Drawn::Pips));
    let labels = labels.filter(|(_, it)| it.shown && is_written(it));
    let entry = |(stat, label): (StatId, &Label)| {
        let n = printed(prototype, stat);
        (n != 0).then(|| StatFace {
            stat,
            letter: label.letter.clone(),
            color: label.color.unwrap_or(paper::INK2),
            icon: label.sign,
            number: Number { now: n, printed: n, spent: false },
            pips: (label.drawn == Some(Drawn::Pips)).then_some(0),
        })
    };
    labels.filter_map(entry).collect()
}

fn printed(prototype: &Prototype, stat: StatId) -> i16 {
    prototype.stats.get(stat.index()).copied().unwrap_or(0)
}

fn attack_face(game: &Game, book: &Book, attack: &harena_engine::game::Attack) -> AttackFace {
    let mode = game.combat.as_ref().and_then(|combat| combat.modes.get(attack.mode.index()));
    let label = book.modes.get(attack.mode.index());
    let range = mode.map(|mode| mode.range).unwrap_or_default();
    let weapon = weapon(label.map_or("", |label| label.icon.as_str()), range);
    AttackFace {
        side: attack.side,
        weapon,
        letter: label.map_or_else(String::new, |label| label.letter.clone()),
        strength: Number { now: attack.strength, printed: attack.strength, spent: false },
    }
}

/// How attacks of a mode are drawn: as its looks say, else by how far they reach.
pub fn weapon(icon: &str, range: Range) -> Weapon {
    match (icon, range) {
        ("triangle" | "wedge" | "blade", _) | ("", Range::Adjacent) => Weapon::Blade,
        ("arrow" | "dart", _) | ("", Range::Line) => Weapon::Dart,
        _ => Weapon::Other,
    }
}

/// Numbers of all sides whose looks are one of these; exits of floors are none of them.
fn sides<'a>(
    game: &'a Game,
    book: &'a Book,
    prototype: &'a Prototype,
    ways: &'a [Option<Drawn>],
) -> impl Iterator<Item = (SideStatId, u8, i16)> + 'a {
    let exits = game.floors.map(|rule| rule.exits);
    let stats = (0..=u8::MAX).map(SideStatId);
    let rows = prototype.sides.iter().zip(&book.side_stats).zip(stats);
    let rows =
        rows.filter(move |((_, label), stat)| ways.contains(&label.drawn) && exits != Some(*stat));
    rows.flat_map(|((row, _), stat)| (0u8..).zip(row).map(move |(side, n)| (stat, side, *n)))
}

/// The sides with a number.
fn marked(sides: impl Iterator<Item = (SideStatId, u8, i16)>) -> Vec<(u8, i16)> {
    sides.filter(|(_, _, n)| *n != 0).map(|(_, side, n)| (side, n)).collect()
}

/// The sides of a floor that no way leads out of.
fn walls(game: &Game, prototype: &Prototype) -> Vec<u8> {
    let rule = game.floors.filter(|rule| rule.kind == prototype.kind);
    let row = rule.and_then(|rule| prototype.sides.get(rule.exits.index()));
    let sides = row.into_iter().flat_map(|row| (0u8..).zip(row));
    sides.filter(|(_, n)| **n == 0).map(|(side, _)| side).collect()
}

/// The letters of a definition: those of its looks, else those its title begins with.
fn letter_of(book: &Book, prototype: &Prototype) -> String {
    let kind = book.kinds.get(prototype.kind.index());
    let own = kind.filter(|label| label.own_letter).map(|label| label.letter.clone());
    own.unwrap_or_else(|| crate::book::initials(&title_of(prototype)))
}

/// Notes which sides an aura goes out from. An aura that gives a status to others than friends
/// is a snare; everything else is a link.
fn cast_sides((game, book): (&Game, &Book), aura: &Aura, face: &mut Face) {
    use harena_engine::filter::Relation;
    let Reach::Sides(mask) = aura.reach else { return };
    let friendly = matches!(aura.whose, Relation::Own | Relation::Ally | Relation::Partner);
    let status = match aura.gives {
        Gift::Status(status) => Some(status).filter(|_| !friendly),
        Gift::Stat(..) | Gift::Side(..) | Gift::Keyword(..) => None,
    };
    let silenced = game.combat.as_ref().map_or(Mask::NONE, |combat| combat.silenced);
    for side in (0..game.board.n_directions().min(16)).filter(|side| mask & (1 << side) != 0) {
        let Some(status) = status else {
            if !face.links.contains(&side) {
                face.links.push(side);
            }
            continue;
        };
        let color = book.statuses.get(status.index()).and_then(|label| label.color);
        let silences = silenced.has(status.index());
        if face.snares.iter().all(|snare| snare.side != side) {
            face.snares.push(Snare { side, color: color.unwrap_or(paper::MAGENTA), silences });
        }
    }
}

fn ladder(printed: &[Number], now: &[(i16, bool)]) -> Vec<Number> {
    let mut printed: Vec<i16> = printed.iter().map(|n| n.printed).collect();
    printed.sort_unstable_by(|a, b| b.cmp(a));
    let entry = |(i, (value, spent)): (usize, &(i16, bool))| Number {
        now: *value,
        printed: printed.get(i).copied().unwrap_or(value.saturating_sub(1)),
        spent: *spent,
    };
    now.iter().enumerate().map(entry).collect()
}

fn badges(scene: Scene, book: &Book, id: PieceId) -> Vec<(String, Badge)> {
    let mut badges = Vec::new();
    let statuses = scene.derived.statuses(id);
    let shown = |label: &Label| label.shown && label.drawn != Some(Drawn::Tilt);
    for (at, label) in book.statuses.iter().enumerate().filter(|(_, label)| shown(label)) {
        if statuses.has(at) {
            let color = label.color.unwrap_or(paper::MAGENTA);
            badges.push((label.letter.clone(), badge_of(label, color, 1, BadgeKind::Status)));
        }
    }
    for (at, label) in book.marks.iter().enumerate().filter(|(_, label)| label.shown) {
        let count = scene.state.marks_on(id, MarkId(at as u8));
        if count != 0 {
            let color = label.color.unwrap_or(paper::INK2);
            badges.push((label.letter.clone(), badge_of(label, color, count, BadgeKind::Mark)));
        }
    }
    badges.extend(counter_badges(scene, book, id));
    badges.extend(keyword_badges(scene, book, id));
    badges
}

/// One badge for each counter above 0 that the looks give a letter; wounds are drawn otherwise.
/// A counter shown as `number` is the number alone, one shown as `count` says also that it is 1.
fn counter_badges(scene: Scene, book: &Book, id: PieceId) -> Vec<(String, Badge)> {
    let wounds = scene.game.combat.as_ref().map(|combat| combat.wounds);
    let labels = (0..=u8::MAX).map(CounterId).zip(&book.counters);
    let labels =
        labels.filter(|(at, label)| label.shown && label.own_letter && wounds != Some(*at));
    let badge = |(at, label): (CounterId, &Label)| {
        let count = i32::from(scene.state.counter(id, at));
        let color = label.color.unwrap_or(paper::INK2);
        let (text, count) = match label.drawn {
            Some(Drawn::Number) => (count.to_string(), count.min(1)),
            Some(Drawn::Count) => (format!("{} {count}", label.letter), count.min(1)),
            Some(_) | None => (label.letter.clone(), count),
        };
        (count > 0).then(|| (text, badge_of(label, color, count, BadgeKind::Mark)))
    };
    labels.filter_map(badge).collect()
}

/// One badge for each keyword, counting the sources that grant it. It is hollow once it was used
/// from every source, as far as markers on the piece tell.
fn keyword_badges(scene: Scene, book: &Book, id: PieceId) -> Vec<(String, Badge)> {
    let mut badges: Vec<(KeywordId, String, Badge)> = Vec::new();
    for grant in scene.derived.grants().iter().filter(|grant| grant.piece == id) {
        let label = book.keywords.get(grant.keyword.index());
        let Some(label) = label.filter(|label| label.shown && !label.sided) else { continue };
        match badges.iter_mut().find(|(keyword, ..)| *keyword == grant.keyword) {
            Some((_, _, badge)) => badge.count += 1,
            None => {
                let badge = keyword_badge(label, 1, grant.source != id);
                badges.push((grant.keyword, label.letter.clone(), badge));
            }
        }
    }
    badges.into_iter().map(|(_, letter, badge)| (letter, badge)).collect()
}

fn keyword_badge(label: &Label, count: i32, lent: bool) -> Badge {
    badge_of(label, label.color.unwrap_or(paper::INK2), count, BadgeKind::Keyword { lent })
}

fn badge_of(label: &Label, color: Color32, count: i32, kind: BadgeKind) -> Badge {
    Badge { color, count, kind, icon: label.sign }
}

/// The keywords that stand at a side of a piece.
fn sided_badges(scene: Scene, book: &Book, id: PieceId) -> Vec<(u8, String, Badge)> {
    let grants = scene.derived.grants().iter().filter(|grant| grant.piece == id);
    let badge = |grant: &harena_engine::modifier::Grant| {
        let label = book.keywords.get(grant.keyword.index()).filter(|label| label.shown)?;
        sided_badge(label, grant.value)
    };
    grants.filter_map(badge).collect()
}

fn sided_badge(label: &Label, side: i32) -> Option<(u8, String, Badge)> {
    let side = u8::try_from(side).ok().filter(|_| label.sided)?;
    let color = label.color.unwrap_or(paper::DANGER);
    Some((side, label.letter.clone(), badge_of(label, color, 1, BadgeKind::Mark)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use harena_engine::board::{Board, BoardPlan, Cell, Shape};
    use harena_engine::state::{Piece, Place, State};
    use serde_json::{Value, json};

    use super::*;
    use crate::links::Shown;

    /// One piece on a hex board, asleep, with four counters, a breath of 3 and two keywords, as
    /// these looks show it.
    fn face(looks: &Value) -> Face {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.board = Arc::new(Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap());
        game.names.counters = ["wounds", "place", "luck", "notes"].into_iter().collect();
        game.names.keywords = ["kill", "guard"].into_iter().collect();
        game.names.kinds = ["unit"].into_iter().collect();
        game.names.stats = ["breath"].into_iter().collect();
        game.names.statuses = ["awake", "asleep"].into_iter().collect();
        let keywords = vec![(KeywordId(0), 5), (KeywordId(1), 1)];
        let stats = vec![3];
        let hunter = Prototype { id: "hunter".into(), keywords, stats, ..Prototype::default() };
        game.prototypes = vec![hunter];
        let book = crate::book::book_of(&game, looks);
        let mut state = State::new(&game, 1);
        let mut piece = Piece { place: Place::Board(Cell(3)), ..Piece::BLANK };
        piece.prototype = PrototypeId(0);
        piece.statuses = 0b10;
        for (counter, n) in [(0, 4), (1, 1), (2, 1), (3, 2)] {
            piece.counters[counter] = n;
        }
        state.pieces = vec![piece];
        state.cells[3] = PieceId(0);
        state.occupied.insert(Cell(3));
        let shown = Shown::of(&game, state);
        of_piece(shown.scene(&game), &book, PieceId(0), Livery::default())
    }

    #[test]
    fn counters_are_badges_as_the_looks_want_them() {
        let face = face(&json!({ "counters": {
            "wounds": { "letter": "W" },
            "place": { "letter": "#", "as": "number" },
            "luck": { "letter": "L", "as": "count" },
            "notes": { "letter": "N", "hide": true },
        }, "keywords": { "guard": { "hide": true }, "kill": { "hide": true } },
            "statuses": { "asleep": { "hide": true } },
        }));
        let badges: Vec<(&str, i32)> =
            face.badges.iter().map(|(text, badge)| (text.as_str(), badge.count)).collect();
        assert_eq!(badges, [("W", 4), ("1", 1), ("L 1", 1)]);
    }

    #[test]
    fn a_keyword_may_stand_at_the_side_its_number_names() {
        let face = face(&json!({
            "keywords": { "kill": { "letter": "K", "sided": true } },
            "statuses": { "asleep": { "hide": true } },
        }));
        let sided: Vec<(u8, &str)> =
            face.sided.iter().map(|(side, text, _)| (*side, text.as_str())).collect();
        assert_eq!(sided, [(5, "K")]);
        assert_eq!(face.badges.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["Gu"]);
    }

    #[test]
    fn looks_of_a_faction_come_before_those_of_the_game() {
        let face = face(&json!({
            "pieces": { "hunter": { "title": "Hunters", "letter": "H" } },
            "factions": { "wood": { "pieces": { "hunter": { "title": "", "letter": "W" } } } },
        }));
        assert_eq!((face.title.as_str(), face.letter.as_str()), ("", "W"));
        assert_eq!(face.sign.as_deref(), Some("W"));
    }

    #[test]
    fn pips_are_used_up_by_a_counter_or_all_by_a_status() {
        let check = |with: &Value, expected: Option<i16>| {
            let mut breath = json!({ "as": "pips", "spent": "place" });
            breath.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
            let face = face(&json!({ "stats": { "breath": breath } }));
            assert_eq!(face.stats[0].pips, expected, "{with}");
        };
        check(&json!({}), Some(1));
        check(&json!({ "none_while": "awake" }), Some(1));
        check(&json!({ "none_while": "asleep" }), Some(3));
    }
}
