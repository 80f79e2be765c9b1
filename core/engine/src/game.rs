//! The definitions of one game under one set of settings: what scripts declare and Rust runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::id::*;
use crate::mask::Mask;

mod auras;
mod conditions;
mod fights;
mod titles;

pub use auras::{Aura, Gift, Reach};
pub use conditions::{Filter, Relation, Whereabouts};
pub use fights::{Combat, Mode, Pool, Range};
pub use titles::{Table, Titles};

/// A game, its factions and its settings, ready to be played.
///
/// Built once by a loader and shared by all matches; holds nothing that changes during a match.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Pack id, such as `tic_tac_toe`.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// How many seats play this match.
    pub n_seats: u8,
    /// The settings this game was built with.
    pub settings: Settings,
    /// All declared names.
    pub names: Vocabulary,
    /// What people call the things that have these names.
    pub titles: Titles,
    /// Factions in the order of their packs.
    pub factions: Vec<Faction>,
    /// Zones by [`ZoneId`].
    pub zones: Vec<ZoneRule>,
    /// Marker kinds by [`MarkId`].
    pub marks: Vec<MarkRule>,
    /// Verbs by [`VerbId`]: the kinds of their arguments.
    pub verbs: Vec<Vec<ArgKind>>,
    /// What the arguments of each verb are called, by [`VerbId`].
    pub arguments: Vec<Names>,
    /// Layers in which statuses are worked out, see [`crate::modifier`].
    pub layers: Vec<Layer>,
    /// Starting values of match variables by [`VarId`].
    pub vars: Vec<i32>,
    /// Starting values of the variables of one seat by [`VarId`].
    pub seat_vars: Vec<i32>,
    /// Definitions by [`PrototypeId`].
    pub prototypes: Vec<Prototype>,
    /// The board of this match.
    pub board: Arc<Board>,
    /// How pieces fight, if they do.
    pub combat: Option<Combat>,
    /// What the cells are made of, if that can change.
    pub floors: Option<FloorRule>,
    /// Variables that only their own seat sees.
    pub secret_vars: Vec<VarId>,
    /// Those of them that hold a die, with its sides: others imagine it rolled anew.
    pub secret_dice: Vec<(VarId, u16)>,
    /// The step every match starts with.
    pub first_step: StepId,
    /// The step that runs when the seat that is asked gives up, if it can; it is given the seat.
    pub concede: Option<StepId>,
    /// Whether any prototype answers events.
    pub has_triggers: bool,
    /// What the judgement of its rules is made of, see [`Judgement::parts`].
    ///
    /// [`Judgement::parts`]: crate::the_match::Judgement::parts
    pub score_parts: Vec<String>,
    /// Characters that bots can play with.
    pub personas: Vec<Persona>,
}

/// A character that a bot can play with: what it likes better, or less, than its game does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persona {
    /// Its name, by which it is chosen.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it weighs parts of the judgement with, in percent, in the order of
    /// [`Game::score_parts`]; what is missing counts as it is.
    pub weights: Vec<i32>,
    /// What each piece of a sheet that its seat has on the board adds to the judgement.
    pub sheets: Vec<(PrototypeId, i32)>,
}

/// Setting values by name; fixed for a match and part of its record.
pub type Settings = BTreeMap<String, SettingValue>;

/// The value of one setting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// A switch.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// One of the declared choices, or a text.
    Text(String),
}

impl std::fmt::Display for SettingValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SettingValue::Bool(value) => write!(f, "{value}"),
            SettingValue::Int(value) => write!(f, "{value}"),
            SettingValue::Text(value) => write!(f, "{value}"),
        }
    }
}

/// All names a game declares, each table in its order of declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Piece kinds.
    pub kinds: Names,
    /// Stats.
    pub stats: Names,
    /// Numbers per side.
    pub side_stats: Names,
    /// Statuses.
    pub statuses: Names,
    /// Counters on pieces.
    pub counters: Names,
    /// Marker kinds.
    pub marks: Names,
    /// Keywords.
    pub keywords: Names,
    /// Zone kinds.
    pub zones: Names,
    /// Verbs of options.
    pub verbs: Names,
    /// Steps.
    pub steps: Names,
    /// Match variables.
    pub vars: Names,
    /// Variables each seat has.
    pub seat_vars: Names,
    /// Modes of attack.
    pub modes: Names,
    /// Moments of expiry.
    pub moments: Names,
    /// Lists of numbers a match keeps, such as a turn order.
    pub lists: Names,
    /// Prompts, reasons, log entries and choices.
    pub words: Names,
}

/// A faction: a named part of the prototypes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faction {
    /// Id within the game, such as `dragon`.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// Short mark for notation, such as `DE`.
    pub short: String,
    /// Its prototypes in the order of its sheet.
    pub prototypes: Vec<PrototypeId>,
}

/// Who sees what lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sight {
    /// Everybody sees the pieces.
    All,
    /// Only the seat that owns the zone sees them; others see how many there are.
    Owner,
    /// Nobody sees them; everybody sees how many there are.
    Nobody,
    /// The owner always; others only those that were shown once (see [`crate::state::Piece::shown`]).
    Shown,
    /// Nobody sees which is which, but the owner knows what lies in it: a deck put together by its
    /// player.
    Contents,
}

/// What a zone is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneRule {
    /// Whether each seat has one of its own.
    pub per_seat: bool,
    /// Who sees the pieces in it.
    pub sight: Sight,
    /// Kinds it may hold; none at all means any.
    pub kinds: Mask,
}

/// Pieces that other pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorRule {
    /// Their kind.
    pub kind: KindId,
    /// The number on a side that is not 0 where the side leads out.
    pub exits: SideStatId,
}

/// What a marker kind is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkRule {
    /// Statuses it gives to the piece that carries it.
    pub gives: Mask,
    /// What it adds to stats of the piece that carries it.
    pub adds: Vec<(StatId, i16)>,
    /// What it adds to the numbers on all sides of the piece that carries it.
    pub adds_sides: Vec<(SideStatId, i16)>,
    /// The moment at which it expires, besides the piece leaving the board.
    pub until: Option<MomentId>,
    /// Whether it goes when its piece leaves the board.
    pub falls_off: bool,
    /// How many an owner has in all; 0 means as many as needed.
    pub supply: u16,
    /// Whether every copy lies apart (uses) or copies of one owner add up.
    pub adds_up: bool,
}

impl MarkRule {
    /// Whether a marker changes statuses or numbers of the piece that carries it.
    pub fn modifies(&self) -> bool {
        !self.gives.is_empty() || !self.adds.is_empty() || !self.adds_sides.is_empty()
    }
}

/// What one argument of a verb is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArgKind {
    /// A piece or card.
    Piece,
    /// A cell of the board.
    Cell,
    /// A facing.
    Facing,
    /// A whole number.
    Number,
    /// A seat.
    Seat,
    /// A declared word.
    Word,
    /// A faction.
    Faction,
    /// A definition.
    Prototype,
    /// A choice of several from a list, as a bit mask over that list.
    Several,
    /// An order of a list, as a rank.
    Order,
    /// Amounts over slots that add up to a total, as a rank.
    Spread,
}

impl ArgKind {
    /// All kinds by the names that packs know them by.
    pub const NAMED: [(&str, ArgKind); 11] = [
        ("piece", ArgKind::Piece),
        ("cell", ArgKind::Cell),
        ("facing", ArgKind::Facing),
        ("number", ArgKind::Number),
        ("seat", ArgKind::Seat),
        ("word", ArgKind::Word),
        ("faction", ArgKind::Faction),
        ("prototype", ArgKind::Prototype),
        ("several", ArgKind::Several),
        ("order", ArgKind::Order),
        ("spread", ArgKind::Spread),
    ];

    /// The name that packs know it by.
    pub fn word(self) -> &'static str {
        ArgKind::NAMED.iter().find(|(_, kind)| *kind == self).map_or("number", |(name, _)| name)
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<ArgKind> {
        ArgKind::NAMED.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// One layer of the modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Statuses worked out in this layer.
    pub statuses: Mask,
    /// Whether sources stopped by these very statuses settle by cancelling cycles.
    pub cancels: bool,
}

/// One attack printed on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// How it reaches.
    pub mode: ModeId,
    /// The printed side it leaves through; `None` for attacks without a direction.
    pub side: Option<u8>,
    /// Printed strength.
    pub strength: i16,
}

/// What happens to pieces that triggers can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EventKind {
    /// A piece came onto the board.
    Enters,
    /// A piece changed its cell or facing.
    Moves,
    /// A piece took wounds.
    Wounded,
    /// A piece fell.
    Falls,
    /// A piece left the board in any way.
    Leaves,
    /// A moment passed, such as the end of a battle; the number says which.
    Moment(MomentId),
}

/// An answer to an event, declared on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Which event.
    pub on: EventKind,
    /// Whether it must happen to the piece that answers.
    pub itself: bool,
    /// Which piece it must happen to, seen from the piece that answers.
    pub who: Filter,
    /// Which piece must have caused it; `None` means it does not matter.
    pub by: Option<Filter>,
    /// Number of the script function that answers.
    pub does: u32,
}

/// A definition: what is printed on a tile, card or sheet.
#[derive(Clone, Debug, Default)]
pub struct Prototype {
    /// Id within its faction or game.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// Rule text shown to people.
    pub text: String,
    /// Its faction, if it belongs to one.
    pub faction: Option<FactionId>,
    /// Its kind.
    pub kind: KindId,
    /// How many copies a set holds.
    pub copies: u16,
    /// Printed stats by [`StatId`].
    pub stats: Vec<i16>,
    /// Printed values on the initiative ladder, highest first.
    pub ladder: Vec<i16>,
    /// Printed attacks.
    pub attacks: Vec<Attack>,
    /// Numbers per side by [`SideStatId`], each with one entry a printed side: as many as the
    /// board has directions.
    pub sides: Vec<Vec<i16>>,
    /// Modifiers it casts while on the board.
    pub auras: Vec<Aura>,
    /// Keywords printed on it, with one parameter each.
    pub keywords: Vec<(KeywordId, i32)>,
    /// Statuses printed on it.
    pub statuses: Mask,
    /// Answers to events.
    pub triggers: Vec<Trigger>,
    /// Where it is written, as `pack/file.luau:line`.
    pub source: String,
    /// What other packs changed in what is printed, in their order.
    pub reprints: Vec<Reprint>,
}

/// What a pack changed in what another one printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reprint {
    /// Who changed it, for people: `variant hedge_of_pikes`.
    pub by: String,
    /// What it changed, for people: `initiative [2] to [3]`.
    pub told: Vec<String>,
    /// How much it added to each printed stat.
    pub stats: Vec<i16>,
    /// How much it added to each number on each printed side.
    pub sides: Vec<Vec<i16>>,
}

impl Prototype {
    /// What it is called: its title, else its id; empty for what is not known.
    pub fn name(&self) -> &str {
        if self.title.is_empty() { &self.id } else { &self.title }
    }

    /// The printed parameter of a keyword, if the keyword is printed here.
    pub fn keyword(&self, keyword: KeywordId) -> Option<i32> {
        self.keywords.iter().find(|(id, _)| *id == keyword).map(|(_, value)| *value)
    }

    /// A number printed on a side; 0 if nothing is printed.
    pub fn side(&self, stat: SideStatId, side: usize) -> i16 {
        self.sides.get(stat.index()).and_then(|row| row.get(side)).copied().unwrap_or(0)
    }
}

impl Game {
    /// The definition with this number.
    ///
    /// Numbers come from the loader; an unknown one answers the first definition of the game.
    #[inline]
    pub fn prototype(&self, id: PrototypeId) -> &Prototype {
        const BLANK: &Prototype = &Prototype::BLANK;
        self.prototypes.get(id.index()).unwrap_or(BLANK)
    }

    /// Whether pieces of this definition lie under all others, see [`FloorRule`].
    pub fn is_floor(&self, id: PrototypeId) -> bool {
        self.floors.is_some_and(|floors| self.prototype(id).kind == floors.kind)
    }

    /// How many lists of zones a state of this game holds.
    pub fn n_zone_lists(&self) -> usize {
        self.zones.len() * (usize::from(self.n_seats) + 1)
    }

    /// The persona of this name.
    pub fn persona(&self, id: &str) -> Option<&Persona> {
        self.personas.iter().find(|persona| persona.id == id)
    }

    /// Finds a definition by `faction/id`, or by `id` alone where it is unique enough.
    pub fn find_prototype(&self, faction: Option<FactionId>, id: &str) -> Option<PrototypeId> {
        let fits = |p: &&Prototype| p.id == id && (faction.is_none() || p.faction == faction);
        let at = self.prototypes.iter().position(|p| fits(&p))?;
        u16::try_from(at).ok().map(PrototypeId)
    }
}

impl Prototype {
    /// What an unknown piece looks like.
    pub const BLANK: Prototype = Prototype {
        id: String::new(),
        title: String::new(),
        text: String::new(),
        faction: None,
        kind: KindId(0),
        copies: 0,
        stats: Vec::new(),
        ladder: Vec::new(),
        attacks: Vec::new(),
        sides: Vec::new(),
        auras: Vec::new(),
        keywords: Vec::new(),
        statuses: Mask::NONE,
        triggers: Vec::new(),
        source: String::new(),
        reprints: Vec::new(),
    };
}
