//! The shapes of everything a game declares: one declaration for checks, types and reference.

use super::form::{
    All, Anything, Apart, Form, Function, Holds, Id, List, Map, Name, Opt, Rec, Small, Text, Whole,
    form,
};
use super::looks::{Looks, PartLooks};
use super::names::sort;
use crate::schema::{Schema, Type};

mod menus;
mod notation;
mod rules;
mod sheets;

pub(super) use menus::*;
pub use notation::{Notation, NumberLaw, PieceLaw, SeatNumberLaw, Whose};
pub(super) use rules::*;
pub(crate) use sheets::*;

pub(super) fn record(schema: Schema) -> Type {
    Type::Record(Box::new(schema))
}

fn records(schema: Schema) -> Type {
    Type::list(record(schema))
}

fn map(of: Type) -> Type {
    Type::Map { keys: Box::new(Type::Id), of: Box::new(of) }
}

fn whole() -> Type {
    Whole::declared()
}

fn small() -> Type {
    Small::declared()
}

form! {
    Offered: "what a game offers before a match" {
        needs id: Id, "the id of its pack";
        needs title: Text, "its name for people";
        may summary: Text, "one sentence about it";
        needs seats: Rec<Seats>, "how many can play";
        may settings: List<Rec<Setting>>, "its settings";
        may setting_groups: List<Rec<SettingGroup>>, "under which heads settings stand";
        may presets: List<Rec<Preset>>, "named sets of settings";
    }
    Game: "the contents page of a game" {
        all offered: All<Offered>, "what it offers before a match";
        [
            may refuses: Function, "says what is wrong with settings, or nothing";
        ]
        needs board: Anything, "its board, such as harena.hex { radius = 2 }";
        [
            needs kinds: List<Id>, "kinds of pieces";
            may stats: List<Id>, "numbers that modifiers change";
            may side_stats: List<Id>, "numbers printed on sides";
            may statuses: List<Id>, "what is on or off";
            may counters: List<Id>, "numbers that pieces carry";
            may moments: List<Id>, "when markers expire";
            may lists: List<Id>, "named lists of numbers";
        ]
        may vars: Map<Whole>, "numbers of the match and their start";
        may seat_vars: Map<Whole>, "numbers of each seat and their start";
        may secret_vars: List<Name<sort::SeatVar>>, "seat variables that only their own seat sees";
        may secret_dice: List<Rec<SecretDie>>,
            "seat variables that hold a die which only their own seat sees";
        needs zones: List<Rec<Zone>>, "where cards and pieces lie besides the board";
        may marks: List<Rec<Mark>>, "kinds of markers";
        may keywords: List<Rec<Keyword>>, "named abilities";
        needs verbs: List<Rec<Verb>>, "what options do";
        may layers: List<Rec<Layer>>, "the order in which statuses are worked out";
        may combat: Opt<Rec<Combat>>, "how pieces fight";
        may floors: Opt<Rec<Floors>>, "pieces that are what the cells are made of";
        [
            needs steps: Map<Function>, "the steps of its rules";
        ]
        needs first_step: Name<sort::Step>, "the step every match begins with";
        may concede: Opt<Name<sort::Step>>,
            "runs when the seat that is asked gives up, given the seat";
        [
            may score: Function, "how well a seat stands, for bots";
        ]
        may score_parts: List<Id>,
            "what `score` is made of: it returns a number for each behind the whole";
        [
            may personas: List<Rec<Persona>>, "characters that bots can play with";
        ]
        may sentences: Map<Text>, "what the log says, with gaps {1} to {4}";
        may prompts: Map<Text>, "what decisions are called";
        may reasons: Map<Text>, "why a match can end";
        [
            may words: List<Id>, "further words, such as choices";
            may sheets: List<Anything>, "constructors of its sheets, for reference";
        ]
        may totals: List<Rec<Total>>, "how many sheets a faction has";
        [
            may looks: Apart<Looks>, "colors, shapes and labels";
        ]
        may notation: Rec<Notation>, "how scenarios write its positions";
    }
}

/// What `harena.game` takes.
pub(crate) fn game_form() -> Schema {
    Game::schema()
}

fn looks_of_part() -> Type {
    Apart::<PartLooks>::declared()
}

fn texts() -> Type {
    map(Type::Text)
}

/// What `harena.faction` takes.
pub(crate) fn faction_form() -> Schema {
    Schema::new("FactionFile")
        .about("a faction of a game: what faction.luau returns")
        .needs("id", Type::Id, "its id within the game")
        .needs("title", Type::Text, "its name for people")
        .needs("short", Type::Text, "its short mark in notation, such as DE")
        .may("text", Type::Text, "a sentence about it")
        .may("personas", List::<Rec<Persona>>::declared(), "characters that bots can play it with")
        .may("changes", records(change_form()), "what it changes in sheets of others, as a guest")
        .may("looks", looks_of_part(), "its colors and shape")
}

/// What `harena.content` takes.
pub(crate) fn content_form() -> Schema {
    Schema::new("ContentFile")
        .about("sheets for a game that belong to no faction: what content.luau returns")
        .needs("id", Type::Id, "its id within the game")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "a sentence about it")
        .may("changes", records(change_form()), "what it changes in sheets of others, as a guest")
        .may("looks", looks_of_part(), "its colors and shapes")
}

/// What `harena.variant` takes.
pub(crate) fn variant_form() -> Schema {
    Schema::new("VariantFile")
        .about("a difference from a game: what variant.luau returns")
        .needs("id", Type::Id, "the id of its pack")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "a sentence about it")
        .may("settings", Type::map_of("setting", Type::Any), "other defaults of settings")
        .may("changes", records(change_form()), "what it changes in sheets")
        .may(
            "steps",
            Type::map_of("step", Type::Function),
            "steps in place of the game's: called with the match, the step as it was, arguments",
        )
        .may("sentences", texts(), "other words for sentences of the log")
        .may("prompts", texts(), "other words for decisions")
        .may("reasons", texts(), "other words for reasons of an end")
        .may("vars", Type::map_of("var", whole()), "other starts of numbers of the match")
        .may("looks", Apart::<Looks>::declared(), "looks laid over those of the game")
        .may("new", record(new_form()), "what the game does not have yet")
        .may(
            "out_of_date",
            Type::Map { keys: Box::new(Type::Text), of: Box::new(Type::Text) },
            "scenarios of other packs that no longer hold, by name, and why",
        )
}

fn change_form() -> Schema {
    let fields = || Type::Map { keys: Box::new(Type::Text), of: Box::new(Type::Any) };
    Schema::new("Change")
        .about("a change of the fields of one sheet; a dot leads into a field")
        .needs("of", Type::Text, "the pack the sheet belongs to")
        .may("kind", Type::Text, "the kind of the sheet, to be sure")
        .needs("id", Type::Text, "the id of the sheet")
        .may("set", fields(), "new values of fields")
        .may("was", fields(), "what the fields that are set or removed are without the change")
        .may("add", fields(), "more of a number, further items of a list")
        .may("remove", fields(), "items taken from a list; true takes the field away")
        .may("priority", small(), "of two changes of one field the higher counts, else the later")
        .may("why", Type::Text, "a remark")
}

pub(super) fn new_form() -> Schema {
    Schema::new("NewParts")
        .about("parts that a variant adds to its game; none of them may be there already")
        .may("settings", List::<Rec<Setting>>::declared(), "settings")
        .may("presets", List::<Rec<Preset>>::declared(), "named sets of settings")
        .may("personas", List::<Rec<Persona>>::declared(), "characters that bots can play with")
        .may("zones", List::<Rec<Zone>>::declared(), "where cards and pieces lie besides the board")
        .may("marks", List::<Rec<Mark>>::declared(), "kinds of markers")
        .may("keywords", List::<Rec<Keyword>>::declared(), "named abilities")
        .may("verbs", List::<Rec<Verb>>::declared(), "what options do")
        .may("words", Type::list(Type::Id), "further words, such as choices")
        .may("steps", map(Type::Function), "steps")
        .may("vars", map(whole()), "numbers of the match and their start")
        .may("seat_vars", map(whole()), "numbers of each seat and their start")
        .may("sentences", texts(), "what the log says, with gaps {1} to {4}")
        .may("prompts", texts(), "what decisions are called")
        .may("reasons", texts(), "why a match can end")
}

/// A filter as rules write it: with the reason that what does not fit is refused for.
pub(crate) fn condition_form() -> Schema {
    let filter = Filter::schema();
    let fields = filter.fields.into_iter();
    let form = Schema::new("Condition").about("one condition of a filter, which may say why");
    let form = Schema { fields: fields.collect(), ..form };
    form.may("why", record(reason_form()), "the reason that what does not fit is refused for")
}

/// What `harena.reason` makes.
fn reason_form() -> Schema {
    Schema::new("Reason")
        .about("why something is refused; made by harena.reason")
        .needs("rule", Type::Text, "the number of the rule")
        .needs("sentence", Type::Text, "what the rule says to those who ask")
        .needs("at", Type::Text, "where it is declared")
}

/// What functions of the library take that make declarations, by their names.
pub(crate) fn declared_forms() -> [(&'static str, Schema); 3] {
    [("game", game_form()), ("faction", faction_form()), ("content", content_form())]
}

/// All forms in the order of the reference, as designers write them: with the lists of sheets,
/// which are read apart from the rest.
pub(crate) fn all_forms() -> Vec<Schema> {
    let sheets = || Type::list(Type::Any);
    vec![
        game_form().may("prototypes", sheets(), "sheets that belong to no faction"),
        faction_form().may("pieces", sheets(), "its sheets, made by constructors of its game"),
        content_form().may("pieces", sheets(), "its sheets, made by constructors of its game"),
        variant_form().may("pieces", sheets(), "new sheets that no seat plays as its side"),
        change_form(),
        new_form(),
        Seats::schema(),
        Setting::schema(),
        SettingGroup::schema(),
        Preset::schema(),
        Persona::schema(),
        Total::schema(),
        Zone::schema(),
        SecretDie::schema(),
        Mark::schema(),
        Keyword::schema(),
        Verb::schema(),
        Layer::schema(),
        Combat::schema(),
        Mode::schema(),
        Spared::schema(),
        Pool::schema(),
        Floors::schema(),
        Sheet::schema(),
        Attack::schema(),
        Aura::schema(),
        Trigger::schema(),
        Filter::schema(),
        condition_form(),
        reason_form(),
        Notation::schema(),
        PieceLaw::schema(),
        NumberLaw::schema(),
        SeatNumberLaw::schema(),
    ]
}

/// All forms of looks, outer ones first.
pub(crate) fn looks_forms() -> Vec<Schema> {
    let mut forms: Vec<Schema> = Vec::new();
    for whole in [Looks::schema(), PartLooks::schema()] {
        for form in whole.named_records().into_iter().rev() {
            if !forms.iter().any(|known| known.name == form.name) {
                forms.push(form.clone());
            }
        }
    }
    forms
}
