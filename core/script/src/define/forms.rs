//! The shapes of everything a game declares: one declaration for checks, types and reference.

use crate::schema::{Schema, Type, Value, Vocabulary};

/// The vocabularies of a game and the fields that declare them.
pub(super) const NAME_LISTS: [(&str, &str); 8] = [
    ("kinds", "kind"),
    ("stats", "stat"),
    ("side_stats", "side_stat"),
    ("statuses", "status"),
    ("counters", "counter"),
    ("moments", "moment"),
    ("lists", "list"),
    ("score_parts", "score_part"),
];

/// Lists of records whose ids are vocabularies.
const ID_LISTS: [(&str, &str); 5] = [
    ("zones", "zone"),
    ("marks", "mark"),
    ("keywords", "keyword"),
    ("verbs", "verb"),
    ("settings", "setting"),
];

/// All names a game declares.
pub(crate) fn vocabulary_of(game: &Value) -> Vocabulary {
    let mut all = Vocabulary::default();
    for (field, what) in NAME_LISTS {
        for name in super::menu::list(game, field).iter().filter_map(Value::as_text) {
            all.add(what, name);
        }
    }
    for (field, what) in ID_LISTS {
        for entry in super::menu::list(game, field) {
            all.add(what, entry.get("id").and_then(Value::as_text).unwrap_or_default());
        }
    }
    for (field, what) in [("vars", "var"), ("seat_vars", "seat_var"), ("steps", "step")] {
        if let Some(Value::Record(entries)) = game.get(field) {
            entries.iter().for_each(|(name, _)| all.add(what, name));
        }
    }
    let combat = game.get("combat").map_or(&[][..], |combat| super::menu::list(combat, "modes"));
    for mode in combat {
        all.add("mode", mode.get("id").and_then(Value::as_text).unwrap_or_default());
    }
    for name in ["enters", "moves", "wounded", "falls", "leaves"] {
        all.add("event", name);
    }
    let moments: Vec<String> = all.names("moment").map(str::to_owned).collect();
    moments.iter().for_each(|name| all.add("event", name));
    all
}

pub(super) fn name(what: &str) -> Type {
    Type::Name(what.into())
}

fn names(what: &str) -> Type {
    Type::list(name(what))
}

pub(super) fn record(schema: Schema) -> Type {
    Type::Record(Box::new(schema))
}

fn records(schema: Schema) -> Type {
    Type::list(record(schema))
}

fn map(of: Type) -> Type {
    Type::Map { keys: Box::new(Type::Id), of: Box::new(of) }
}

/// A number that fits into 32 bits, as all numbers of a match do.
fn whole() -> Type {
    Type::int(i32::MIN.into(), i32::MAX.into())
}

fn small() -> Type {
    Type::int(-999, 999)
}

/// What `harena.game` takes.
pub(crate) fn game_form() -> Schema {
    let declarations = game_words(
        Schema::new("Game")
            .about("the contents page of a game")
            .needs("id", Type::Id, "the id of its pack")
            .needs("title", Type::Text, "its name for people")
            .may("summary", Type::Text, "one sentence about it")
            .needs("seats", record(seats_form()), "how many can play")
            .may("settings", records(setting_form()), "its settings")
            .may(
                "setting_groups",
                records(setting_group_form()),
                "under which heads settings stand",
            )
            .may("presets", records(preset_form()), "named sets of settings")
            .may("refuses", Type::Function, "says what is wrong with settings, or nothing")
            .needs("board", Type::Any, "its board, such as harena.hex { radius = 2 }"),
    );
    declarations
        .needs("zones", records(zone_form()), "where cards and pieces lie besides the board")
        .may("marks", records(mark_form()), "kinds of markers")
        .may("keywords", records(keyword_form()), "named abilities")
        .needs("verbs", records(verb_form()), "what options do")
        .may("layers", records(layer_form()), "the order in which statuses are worked out")
        .may("combat", record(combat_form()), "how pieces fight")
        .may("floors", record(floors_form()), "pieces that are what the cells are made of")
        .needs("steps", map(Type::Function), "the steps of its rules")
        .needs("first_step", name("step"), "the step every match begins with")
        .may("concede", name("step"), "runs when the seat that is asked gives up, given the seat")
        .may("score", Type::Function, "how well a seat stands, for bots")
        .may(
            "score_parts",
            Type::list(Type::Id),
            "what `score` is made of: it returns a number for each behind the whole",
        )
        .may("personas", records(persona_form()), "characters that bots can play with")
        .may("sentences", texts(), "what the log says, with gaps {1} to {4}")
        .may("prompts", texts(), "what decisions are called")
        .may("reasons", texts(), "why a match can end")
        .may("words", Type::list(Type::Id), "further words, such as choices")
        .may("sheets", Type::list(Type::Any), "constructors of its sheets, for reference")
        .may("totals", records(total_form()), "how many sheets a faction has")
        .may("looks", Type::Any, "colors, shapes and labels")
        .may("notation", record(notation_form()), "how scenarios write its positions")
}

fn persona_form() -> Schema {
    let percent = Type::int(-1_000, 1_000);
    Schema::new("Persona")
        .about("a character that bots can play with: what it likes better or less than `score`")
        .needs("id", Type::Id, "its name, as in `--bots persona:NAME`")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "how it plays")
        .may(
            "weights",
            Type::map_of("score_part", percent),
            "what it weighs parts of `score` with, in percent; 100 is as it is",
        )
        .may("sheets", map(whole()), "what each own piece of a sheet on the board adds, by its id")
}

fn total_form() -> Schema {
    Schema::new("Total")
        .about("how many sheets of some kinds a faction has, copies and all; others are told")
        .may("kinds", names("kind"), "which kinds; all if left out")
        .may("least", whole(), "no fewer than this")
        .may("most", whole(), "no more than this")
        .may("title", Type::Text, "what they are called, such as tiles")
        .may("rule", Type::Text, "the rule that says so")
}

fn notation_form() -> Schema {
    let whose = Type::choice(["own", "enemy", "nobody"]);
    Schema::new("Notation")
        .about("how scenarios write positions of a game")
        .may("letters", map(Type::Id), "short letters for counters, markers and other names")
        .may("owners", Type::map_of("mark", whose), "whose markers are, seen from their piece")
        .may("seats", Type::list(Type::Text), "names of the seats, such as White and Black")
        .may("facings", Type::list(Type::int(0, 15)), "how pieces of the seats face if unsaid")
        .may("prepare", name("step"), "the step that readies a match before a position is laid out")
        .may("begin", name("step"), "the step a position goes on with")
        .may("lawful", name("step"), "the step that says what cannot come up in a position")
        .may("pieces", Type::map_of("kind", record(kind_law_form())), "what positions must keep")
        .may("limits", limits(), "the most of a counter on a piece: a number, or a stat of it")
        .may("ranges", ranges("var"), "what variables of the match can be in a position")
        .may("seat_ranges", ranges("seat_var"), "what variables of seats can be in a position")
        .may("meanings", map(Type::Text), "what variables, counters and lists are, for people")
}

fn limits() -> Type {
    Type::map_of("counter", Type::OneOf(vec![small(), name("stat")]))
}

fn ranges(what: &'static str) -> Type {
    Type::map_of(what, record(number_law_form(what)))
}

fn number_law_form(what: &'static str) -> Schema {
    let most = Type::OneOf(vec![whole(), name(what)]);
    Schema::new(if what == "var" { "NumberLaw" } else { "SeatNumberLaw" })
        .about("what a variable can be in a written position")
        .may("least", whole(), "never less than this")
        .may("most", most, "never more than this number, or than another variable")
}

fn kind_law_form() -> Schema {
    Schema::new("PieceLaw")
        .about("what a written position must keep about pieces of a kind")
        .may("off_board", Type::Bool, "they never lie on the board")
        .may("shares", Type::Bool, "several fit on one cell")
        .may("owned", Type::Bool, "each belongs to a seat")
        .may("counted", Type::Bool, "an owner has only as many as the sheet has copies")
}

fn texts() -> Type {
    map(Type::Text)
}

fn game_words(form: Schema) -> Schema {
    form.needs("kinds", Type::list(Type::Id), "kinds of pieces")
        .may("stats", Type::list(Type::Id), "numbers that modifiers change")
        .may("side_stats", Type::list(Type::Id), "numbers printed on sides")
        .may("statuses", Type::list(Type::Id), "what is on or off")
        .may("counters", Type::list(Type::Id), "numbers that pieces carry")
        .may("moments", Type::list(Type::Id), "when markers expire")
        .may("lists", Type::list(Type::Id), "named lists of numbers")
        .may("vars", map(whole()), "numbers of the match and their start")
        .may("seat_vars", map(whole()), "numbers of each seat and their start")
        .may("secret_vars", names("seat_var"), "seat variables that only their own seat sees")
        .may(
            "secret_dice",
            Type::list(record(secret_die_form())),
            "seat variables that hold a die which only their own seat sees",
        )
}

fn secret_die_form() -> Schema {
    Schema::new("SecretDie")
        .about("a die of each seat that only this seat sees; others imagine it rolled anew")
        .needs("var", name("seat_var"), "the seat variable that holds it; its start until rolled")
        .needs("sides", Type::int(2, 1000), "how many sides it has")
}

/// What `harena.faction` takes.
pub(crate) fn faction_form() -> Schema {
    Schema::new("FactionFile")
        .about("a faction of a game: what faction.luau returns")
        .needs("id", Type::Id, "its id within the game")
        .needs("title", Type::Text, "its name for people")
        .needs("short", Type::Text, "its short mark in notation, such as DE")
        .may("text", Type::Text, "a sentence about it")
        .may("personas", records(persona_form()), "characters that bots can play it with")
        .may("changes", records(change_form()), "what it changes in sheets of others, as a guest")
        .may("looks", Type::Any, "its colors and shape")
}

/// What `harena.content` takes.
pub(crate) fn content_form() -> Schema {
    Schema::new("ContentFile")
        .about("sheets for a game that belong to no faction: what content.luau returns")
        .needs("id", Type::Id, "its id within the game")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "a sentence about it")
        .may("changes", records(change_form()), "what it changes in sheets of others, as a guest")
        .may("looks", Type::Any, "its colors and shapes")
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
        .may("looks", Type::Any, "looks laid over those of the game")
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

fn new_form() -> Schema {
    Schema::new("NewParts")
        .about("parts that a variant adds to its game; none of them may be there already")
        .may("settings", records(setting_form()), "settings")
        .may("presets", records(preset_form()), "named sets of settings")
        .may("personas", records(persona_form()), "characters that bots can play with")
        .may("zones", records(zone_form()), "where cards and pieces lie besides the board")
        .may("marks", records(mark_form()), "kinds of markers")
        .may("keywords", records(keyword_form()), "named abilities")
        .may("verbs", records(verb_form()), "what options do")
        .may("words", Type::list(Type::Id), "further words, such as choices")
        .may("steps", map(Type::Function), "steps")
        .may("vars", map(whole()), "numbers of the match and their start")
        .may("seat_vars", map(whole()), "numbers of each seat and their start")
        .may("sentences", texts(), "what the log says, with gaps {1} to {4}")
        .may("prompts", texts(), "what decisions are called")
        .may("reasons", texts(), "why a match can end")
}

fn seats_form() -> Schema {
    Schema::new("Seats")
        .about("how many can play")
        .needs("min", Type::int(1, 16), "fewest seats")
        .needs("max", Type::int(1, 16), "most seats")
}

fn setting_form() -> Schema {
    Schema::new("Setting")
        .about("something a table may play differently")
        .needs("id", Type::Id, "its name")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "what it changes")
        .may("rule", Type::Text, "the rule it touches")
        .needs(
            "type",
            Type::choice(["bool", "int", "choice", "set", "text"]),
            "what values it takes",
        )
        .needs("default", Type::Any, "its value unless somebody says otherwise")
        .may("min", whole(), "the least value, or the fewest of a set")
        .may("max", whole(), "the greatest value, or the most of a set")
        .may("choices", Type::list(Type::Text), "its values, for a choice or a set")
        .may("sheets", name("kind"), "adds the ids of all sheets of this kind to the choices")
}

fn setting_group_form() -> Schema {
    Schema::new("SettingGroup")
        .about("settings that stand together where a match is set up; others stand under Rules")
        .needs("title", Type::Text, "its head")
        .needs("settings", names("setting"), "its settings")
}

fn preset_form() -> Schema {
    Schema::new("Preset")
        .about("a named set of settings")
        .needs("id", Type::Id, "its name")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "what it is for")
        .needs("settings", Type::map_of("setting", Type::Any), "the settings it changes")
}

fn zone_form() -> Schema {
    let sights = Type::choice(["all", "owner", "nobody", "shown", "contents"]);
    Schema::new("Zone")
        .about("a place for pieces and cards besides the board")
        .needs("id", Type::Id, "its name")
        .may("title", Type::Text, "its name for people")
        .may("per_seat", Type::Bool, "whether each seat has one")
        .may("sight", sights, "who sees what lies in it")
        .may("kinds", names("kind"), "what may lie in it; anything if left out")
}

fn mark_form() -> Schema {
    Schema::new("Mark")
        .about("a kind of marker")
        .needs("id", Type::Id, "its name")
        .may("title", Type::Text, "its name for people")
        .may("text", Type::Text, "what it means")
        .may("gives", names("status"), "statuses of the piece that carries it")
        .may("adds", Type::map_of("stat", small()), "what it adds to stats of that piece")
        .may("adds_sides", side_amounts(), "what it adds to numbers on all its sides")
        .may("until_moment", name("moment"), "when it expires")
        .may("falls_off", Type::Bool, "whether it goes when its piece leaves the board")
        .may("supply", Type::int(0, 9999), "how many an owner has; 0 for any number")
        .may("adds_up", Type::Bool, "whether copies of one owner are counted together")
}

fn keyword_form() -> Schema {
    Schema::new("Keyword")
        .about("a named ability")
        .needs("id", Type::Id, "its name")
        .needs("title", Type::Text, "its name for people")
        .needs("text", Type::Text, "what it does")
        .may("rule", Type::Text, "the rule that says so")
}

fn verb_form() -> Schema {
    Schema::new("Verb")
        .about("what options of one sort do")
        .needs("id", Type::Id, "its name")
        .may("title", Type::Text, "what people read, with gaps {1} and so on")
        .may(
            "args",
            Type::list(Type::Text),
            "what it takes: kinds, with names as in `to: cell`; nothing if left out",
        )
}

fn layer_form() -> Schema {
    Schema::new("Layer")
        .about("statuses that are worked out together")
        .needs("statuses", names("status"), "what is worked out here")
        .may("cancels", Type::Bool, "whether sources that stop each other in a circle cancel")
}

fn combat_form() -> Schema {
    Schema::new("Combat")
        .about("how pieces fight")
        .may("shift", name("stat"), "added to every value of the ladder")
        .may("extra", name("stat"), "additional activations below the lowest")
        .may("catches_up", Type::Bool, "whether missed activations are made up for")
        .may("silenced", names("status"), "statuses that waste an activation")
        .needs("modes", records(mode_form()), "kinds of attack")
        .may("spared", records(spared_form()), "who never wounds whom")
        .needs("wounds", name("counter"), "the counter of wounds")
        .needs("hit_points", name("stat"), "how many wounds fell a piece")
        .may("pool", record(pool_form()), "pieces whose wounds come off a pool")
        .needs("falls_to", name("zone"), "where fallen pieces go")
}

fn mode_form() -> Schema {
    Schema::new("Mode")
        .about("a kind of attack")
        .needs("id", Type::Id, "its name")
        .may("title", Type::Text, "its name for people")
        .needs("range", Type::choice(["adjacent", "line", "anywhere"]), "how far it goes")
        .may("bonus", name("stat"), "added to its strength")
        .may("resisted_by", name("side_stat"), "taken off on the side it enters")
        .may("pierces", names("status"), "statuses that let it hit all in its line")
        .may("blocked_by_friends", Type::Bool, "whether friends stop it too")
}

fn spared_form() -> Schema {
    Schema::new("Spared")
        .about("kinds that never wound other kinds")
        .needs("from", names("kind"), "the kinds that strike")
        .needs("to", names("kind"), "the kinds that are spared")
}

fn pool_form() -> Schema {
    Schema::new("Pool")
        .about("pieces that share what wounds take")
        .needs("kinds", names("kind"), "whose wounds come off it")
        .needs("left", name("seat_var"), "the seat variable that holds what is left")
        .needs("holder", name("seat_var"), "the seat variable that names whose pool it is")
}

/// What the `make` of a sheet returns.
pub(crate) fn sheet_form() -> Schema {
    Schema::new("Sheet")
        .about("what the engine is told about a piece")
        .needs("kind", name("kind"), "its kind")
        .needs("id", Type::Id, "its name")
        .needs("title", Type::Text, "its name for people")
        .may("text", Type::Text, "its rule text")
        .may("copies", Type::int(0, 999), "how many a set holds")
        .may("stats", Type::map_of("stat", small()), "printed numbers")
        .may("ladder", Type::list(small()), "initiative values")
        .may("attacks", records(attack_form()), "printed attacks")
        .may("sides", Type::map_of("side_stat", Type::Any), "numbers on sides")
        .may("auras", records(aura_form()), "what it does to others all the time")
        .may("keywords", Type::Any, "its keywords, plain or with a number")
        .may("statuses", names("status"), "statuses it always has")
        .may("when", Type::map_of("event", record(trigger_form())), "answers to events")
}

fn attack_form() -> Schema {
    Schema::new("Attack")
        .about("an attack that is printed on a piece")
        .needs("mode", name("mode"), "the kind of attack")
        .may("side", Type::int(0, 15), "the printed side it leaves through")
        .needs("strength", small(), "its printed strength")
}

fn aura_form() -> Schema {
    Schema::new("Aura")
        .about("what a piece does to others, or to itself, while it is on the board")
        .may("sides", Type::list(Type::int(0, 15)), "reaches the neighbors on these sides")
        .may("adjacent", Type::Bool, "reaches all neighbors")
        .may("area", Type::int(1, 9), "reaches so far")
        .may("board", Type::Bool, "reaches everything")
        .may("itself", Type::Bool, "reaches only itself")
        .may("to", relation(), "whose pieces")
        .may("kinds", names("kind"), "which kinds")
        .may("adds", Type::map_of("stat", small()), "what it adds to stats")
        .may("adds_sides", side_amounts(), "what it adds to numbers on all sides")
        .may("gives", name("status"), "the status it gives")
        .may("grants", name("keyword"), "the keyword it grants")
        .may("value", small(), "the number of that keyword")
        .may("stopped_by", names("status"), "statuses of the source that switch it off")
}

fn side_amounts() -> Type {
    Type::map_of("side_stat", small())
}

/// What a game says about its floors.
fn floors_form() -> Schema {
    Schema::new("Floors")
        .about("pieces that lie under all others, with exits; a cell without one is a hole")
        .needs("kind", name("kind"), "the kind of these pieces")
        .needs("exits", name("side_stat"), "not 0 on the sides that lead out")
}

fn relation() -> Type {
    Type::choice(["any", "own", "ally", "partner", "enemy", "nobody"])
}

/// What a filter can say.
pub(crate) fn filter_form() -> Schema {
    Schema::new("Filter")
        .about("which pieces are meant; everything on the board if nothing is said")
        .may("kind", name("kind"), "of this kind")
        .may("kinds", names("kind"), "of one of these kinds")
        .may("whose", relation(), "whose, seen from the seat that asks")
        .may("with", names("status"), "with all these statuses")
        .may("without", names("status"), "with none of these")
        .may("keyword", name("keyword"), "with this keyword, printed or granted")
        .may("prototype", Type::Text, "with this definition")
        .may("at_least", Type::map_of("counter", small()), "with at least so much")
        .may("marked", name("mark"), "carrying this marker")
        .may("unmarked", name("mark"), "not carrying it")
        .may("zone", name("zone"), "in this zone instead of on the board")
        .may("anywhere", Type::Bool, "wherever it is")
        .may("adjacent", Type::Bool, "next to the piece that asks")
        .may("others", Type::Bool, "other than the piece that asks")
}

/// A filter as rules write it: with the reason that what does not fit is refused for.
pub(crate) fn condition_form() -> Schema {
    let filter = filter_form();
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

fn trigger_form() -> Schema {
    Schema::new("Trigger")
        .about("an answer to something that happens")
        .may("who", record(filter_form()), "to whom it must happen; itself if left out")
        .may("by", record(filter_form()), "who must have caused it")
        .needs("does", Type::Function, "what is done: function(match, piece, event)")
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
        seats_form(),
        setting_form(),
        setting_group_form(),
        preset_form(),
        total_form(),
        zone_form(),
        secret_die_form(),
        mark_form(),
        keyword_form(),
        verb_form(),
        layer_form(),
        combat_form(),
        mode_form(),
        spared_form(),
        pool_form(),
        floors_form(),
        sheet_form(),
        attack_form(),
        aura_form(),
        trigger_form(),
        filter_form(),
        condition_form(),
        reason_form(),
        notation_form(),
        kind_law_form(),
        number_law_form("var"),
        number_law_form("seat_var"),
    ]
}
