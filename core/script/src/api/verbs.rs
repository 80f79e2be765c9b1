//! The types of what speaks of verbs: for one game, a form for each list of arguments that some of
//! its verbs take.

use super::name_of;
use super::subject::typed_parameter;
use crate::bind::{Entry, Rest, rest};
use crate::define::arguments::Argument as Named;

/// Verbs that take the same arguments.
pub(crate) struct Shape {
    /// The type of these verbs.
    pub name: String,
    /// Their names.
    pub verbs: Vec<String>,
    /// The kinds of their arguments.
    args: Vec<String>,
}

/// What an argument of a kind is.
struct Argument {
    kind: &'static str,
    /// One value of it.
    one: &'static str,
    /// What it can be offered as.
    offered: &'static str,
    /// How it is written as part of a whole option.
    whole: &'static str,
}

const fn argument(kind: &'static str, one: &'static str, offered: &'static str) -> Argument {
    Argument { kind, one, offered, whole: one }
}

const fn list(kind: &'static str, whole: &'static str) -> Argument {
    Argument { kind, one: "number", offered: "Choice", whole }
}

const ARGUMENTS: [Argument; 11] = [
    argument("piece", "Piece", "Piece | { Piece } | Filter"),
    argument("cell", "Cell", "Cell | Cells | { Cell }"),
    argument("facing", "number", "number | Facings | { number }"),
    argument("number", "number", "number | Range | Choice | { number }"),
    argument("seat", "number", "number | { number }"),
    argument("word", "WordName", "WordName | { WordName }"),
    argument("faction", "Faction", "Faction | { Faction }"),
    argument("prototype", "Prototype", "Prototype | { Prototype }"),
    list("several", "{ any }"),
    list("order", "{ any }"),
    list("spread", "{ number }"),
];

/// Behind so many arguments a reason can stand each by itself; of verbs with more, arguments and
/// reasons stand in any order.
const MOST_IN_ORDER: usize = 4;

/// Verbs by the arguments they take, in the order of their declaration.
pub(super) fn shapes(verbs: impl IntoIterator<Item = (String, Vec<String>)>) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for (verb, args) in verbs {
        match shapes.iter_mut().find(|shape| shape.args == args) {
            Some(shape) => shape.verbs.push(verb),
            None => shapes.push(Shape { name: shape_name(&args), verbs: vec![verb], args }),
        }
    }
    shapes
}

/// The type of answers that are read by name: the verb, and all names that arguments have. Verbs
/// of which one calls a piece what another calls a cell share a type of both.
pub(super) fn answer(verbs: &[(String, Vec<Named>)]) -> String {
    let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
    for argument in verbs.iter().flat_map(|(_, args)| args) {
        let known = ARGUMENTS.iter().find(|it| it.kind == argument.kind.word());
        let of_value = known.map_or("any", |it| it.whole);
        match fields.iter_mut().find(|(name, _)| *name == argument.name) {
            Some((_, types)) if types.contains(&of_value) => {}
            Some((_, types)) => types.push(of_value),
            None => fields.push((&argument.name, vec![of_value])),
        }
    }
    let field = |(name, types): &(&str, Vec<&str>)| format!("\t{name}: {},\n", types.join(" | "));
    let fields: String = fields.iter().map(field).collect();
    format!("{{\n\tverb: VerbName,\n{fields}}}")
}

/// `VerbWithPieceCell`.
fn shape_name(args: &[String]) -> String {
    match args.is_empty() {
        true => "VerbAlone".into(),
        false => format!("VerbWith{}", args.iter().map(|it| capital(it)).collect::<String>()),
    }
}

/// A word with a large letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl Shape {
    /// What these verbs take, for people.
    pub fn meaning(&self) -> String {
        match &self.args[..] {
            [] => "a verb that takes nothing".into(),
            [only] => format!("a verb that takes a {only}"),
            args => format!("a verb that takes: {}", args.join(", ")),
        }
    }

    fn arguments(&self) -> Vec<&'static Argument> {
        let known = |kind: &String| ARGUMENTS.iter().find(|argument| argument.kind == kind);
        self.args.iter().filter_map(known).collect()
    }

    /// All ways to write what stands behind the verb, or behind all that stands before it.
    fn ways(&self, rest: Rest) -> Vec<String> {
        let arguments = &self.arguments()[..];
        let all = |written: fn(&Argument) -> String, from: usize| {
            vec![arguments.iter().skip(from).map(|it| written(it)).collect()]
        };
        match rest {
            Rest::Offered => offered(arguments),
            Rest::Rows => rows(arguments),
            Rest::Whole => all(|it| format!(", {}", it.whole), 0),
            Rest::First => all(|it| format!(", {}?", it.one), 0),
            Rest::Further if self.args.iter().take(LAID.len()).eq(LAID) => {
                let plain = all(|it| format!(", {}", it.one), LAID.len());
                let told = plain.iter().map(|way| format!(", {WHYS_OF_LAYING}{way}"));
                told.chain(plain.iter().cloned()).collect()
            }
            Rest::Further | Rest::Told => Vec::new(),
        }
    }
}

/// Verbs that begin with the same arguments.
pub(super) struct Family {
    /// The type of these verbs.
    pub name: String,
    /// What they take first.
    first: Vec<&'static Argument>,
    /// The types of these verbs by all they take.
    pub shapes: Vec<String>,
}

/// By so many first arguments verbs are gathered.
const MOST_IN_COMMON: usize = 2;

/// Verbs by their first argument, and by their first two, where several shapes share them.
pub(super) fn families(shapes: &[Shape]) -> Vec<Family> {
    let mut found: Vec<Family> = Vec::new();
    for n in 1..=MOST_IN_COMMON {
        for shape in shapes {
            let arguments = shape.arguments();
            let Some(first) = arguments.get(..n) else { continue };
            let kinds: String = first.iter().map(|it| capital(it.kind)).collect();
            let name = format!("VerbFrom{kinds}");
            match found.iter_mut().find(|known| known.name == name) {
                Some(known) => known.shapes.push(shape.name.clone()),
                None => {
                    let shapes = vec![shape.name.clone()];
                    found.push(Family { name, first: first.to_vec(), shapes });
                }
            }
        }
    }
    found.retain(|family| family.shapes.len() > 1);
    found
}

impl Family {
    /// What these verbs take, for people.
    pub fn meaning(&self) -> String {
        let kinds: Vec<&str> = self.first.iter().map(|it| it.kind).collect();
        match &kinds[..] {
            [only] => format!("a verb whose first argument is a {only}"),
            kinds => format!("a verb whose first arguments are: {}", kinds.join(", ")),
        }
    }

    /// What stands behind the verb where only its first arguments are named.
    fn way(&self) -> String {
        self.first.iter().map(|it| format!(", {}?", it.one)).collect()
    }
}

/// Verbs that begin alike and go on with one, two or more arguments of one kind, such as those that
/// are paid for with so many cards.
pub(super) struct Series {
    /// The type of these verbs.
    pub name: String,
    /// What they all begin with.
    stem: Vec<&'static Argument>,
    /// What they take any number of behind it.
    more: &'static Argument,
    /// The types of these verbs by all they take.
    pub shapes: Vec<String>,
}

/// Verbs that differ in nothing but how many arguments of one kind stand at their end.
pub(super) fn series(shapes: &[Shape]) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    for shape in shapes {
        let arguments = shape.arguments();
        let Some(&more) = arguments.last().filter(|last| last.offered != "Choice") else {
            continue;
        };
        let n_more = arguments.iter().rev().take_while(|it| it.kind == more.kind).count();
        let stem = arguments.get(..arguments.len() - n_more).unwrap_or_default();
        let kinds: Vec<&str> = stem.iter().chain([&more]).map(|it| it.kind).collect();
        let name = format!("VerbWith{}s", kinds.into_iter().map(capital).collect::<String>());
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => known.shapes.push(shape.name.clone()),
            None => {
                let shapes = vec![shape.name.clone()];
                found.push(Series { name, stem: stem.to_vec(), more, shapes });
            }
        }
    }
    found.retain(|series| series.shapes.len() > 1);
    found
}

impl Series {
    /// What these verbs take, for people.
    pub fn meaning(&self) -> String {
        let stem: Vec<&str> = self.stem.iter().map(|it| it.kind).collect();
        let more = self.more.kind;
        match &stem[..] {
            [] => format!("a verb that takes one {more} or several"),
            stem => format!("a verb that takes: {}, and one {more} or several", stem.join(", ")),
        }
    }

    /// What stands behind the verb, or behind all that stands before it; nothing where how many
    /// there are decides what may stand.
    fn way(&self, rest: Rest) -> Option<String> {
        let stem = |written: fn(&Argument) -> String| -> String {
            self.stem.iter().map(|it| written(it)).collect()
        };
        let more = self.more;
        match rest {
            Rest::Offered => {
                let stem = stem(|it| format!(", {}", it.offered));
                Some(format!("{stem}, ...({} | Reason)", more.offered))
            }
            Rest::Whole => Some(format!("{}, ...{}", stem(|it| format!(", {}", it.one)), more.one)),
            Rest::First => {
                Some(format!("{}, ...{}", stem(|it| format!(", {}?", it.one)), more.one))
            }
            Rest::Rows | Rest::Further | Rest::Told => None,
        }
    }
}

/// What `offer_matching` lays before all further arguments.
const LAID: [&str; 3] = ["piece", "cell", "facing"];

/// The reasons by name that it takes before them.
const WHYS_OF_LAYING: &str = "{ differs: Reason, alone: Reason } | { differs: Reason } | \
                              { alone: Reason }";

fn offered(arguments: &[&Argument]) -> Vec<String> {
    match arguments {
        [] => vec![String::new()],
        [lead @ .., last] if lead.len() < MOST_IN_ORDER => {
            let last = format!(", {}, Reason?", last.offered);
            with_reasons(lead).into_iter().map(|lead| lead + &last).collect()
        }
        _ => vec![format!(", ...({} | Reason)", any_of(arguments))],
    }
}

fn rows(arguments: &[&Argument]) -> Vec<String> {
    if arguments.len() > MOST_IN_ORDER {
        return vec![format!(", ...({} | Reason | {{ any }})", any_of(arguments))];
    }
    let leads = (0..arguments.len()).filter_map(|n| arguments.get(..n));
    let ways = leads.flat_map(with_reasons);
    ways.map(|lead| format!("{lead}, {{ any }}, Reason?")).collect()
}

/// Arguments in order, each with a reason behind it and without.
fn with_reasons(arguments: &[&Argument]) -> Vec<String> {
    let mut ways = vec![String::new()];
    for argument in arguments {
        let plain = ways.iter().map(|way| format!("{way}, {}", argument.offered));
        let told = ways.iter().map(|way| format!("{way}, {}, Reason", argument.offered));
        ways = plain.chain(told).collect();
    }
    ways
}

/// Everything that some argument can be offered as.
fn any_of(arguments: &[&Argument]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for kind in arguments.iter().flat_map(|argument| argument.offered.split(" | ")) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.join(" | ")
}

/// The type of an entry that speaks of verbs, with a form for each shape; nothing for all others,
/// and where nothing is known of verbs.
pub(super) fn exact(entry: &Entry, shapes: &[Shape]) -> Option<String> {
    let (before, last) = entry.takes.rsplit_once(", ")?;
    let (rest, gives) = (rest(last)?, if entry.gives.is_empty() { "()" } else { entry.gives });
    let form = |(verbs, way): (&str, String)| {
        let takes = before.split(", ").map(typed_parameter);
        let takes: Vec<String> = takes
            .map(|(name, kind)| if name == "verb" { verbs.to_owned() } else { kind })
            .collect();
        format!("(({}, {}{way}) -> {gives})", name_of(entry.on), takes.join(", "))
    };
    let of_shape = |shape: &Shape| -> Vec<String> {
        shape.ways(rest).into_iter().map(|way| form((&shape.name, way))).collect()
    };
    let mut forms: Vec<String> = shapes.iter().flat_map(of_shape).collect();
    if rest == Rest::First {
        // Rules that speak of several verbs at once know their first arguments.
        let of_family = |it: &Family| form((&it.name, it.way()));
        forms.extend(families(shapes).iter().map(of_family));
    }
    let of_series = |it: &Series| it.way(rest).map(|way| form((&it.name, way)));
    forms.extend(series(shapes).iter().filter_map(of_series));
    (!forms.is_empty()).then(|| forms.join("\n\t\t& "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bind::entries;
    use harena_engine::game::ArgKind;

    fn shape(args: &[&str]) -> Shape {
        let args = args.iter().map(|it| (*it).to_owned()).collect();
        shapes([("act".to_owned(), args)]).remove(0)
    }

    #[test]
    fn every_kind_of_argument_has_a_type() {
        for (name, _) in ArgKind::NAMED {
            assert!(ARGUMENTS.iter().any(|argument| argument.kind == name), "{name}");
        }
    }

    #[test]
    fn verbs_that_take_the_same_have_one_type() {
        let verb = |name: &str, args: &[&str]| {
            (name.to_owned(), args.iter().map(|it| (*it).to_owned()).collect())
        };
        let all = [verb("a", &["piece"]), verb("b", &[]), verb("c", &["piece"])];
        let told: Vec<_> = shapes(all).into_iter().map(|it| (it.name, it.verbs)).collect();
        let names = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let expected = [("VerbWithPiece", names(&["a", "c"])), ("VerbAlone", names(&["b"]))];
        assert_eq!(told, expected.map(|(name, verbs)| (name.to_owned(), verbs)));
    }

    #[test]
    fn answers_have_the_names_of_all_arguments() {
        let named = |name: &str, kind| Named { name: name.to_owned(), kind };
        let push = vec![named("pusher", ArgKind::Piece), named("to", ArgKind::Cell)];
        let all = [
            ("push".to_owned(), push.clone()),
            ("stay".to_owned(), Vec::new()),
            ("name".to_owned(), vec![named("to", ArgKind::Word), named("pusher", ArgKind::Piece)]),
        ];
        let expected = "{\n\tverb: VerbName,\n\tpusher: Piece,\n\tto: Cell | WordName,\n}";
        assert_eq!(answer(&all), expected);
    }

    #[test]
    fn verbs_that_begin_alike_have_a_type_too() {
        let args = [
            vec!["piece"],
            vec!["piece", "cell"],
            vec!["cell"],
            vec!["piece", "cell", "number", "word"],
            vec!["piece", "cell", "number"],
        ];
        let verb = |args: &Vec<&str>| {
            ("act".to_owned(), args.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
        };
        let families = families(&shapes(args.iter().map(verb)));
        let told: Vec<_> =
            families.iter().map(|it| (it.name.as_str(), it.shapes.join(" "))).collect();
        let more = "VerbWithPieceCell VerbWithPieceCellNumberWord VerbWithPieceCellNumber";
        let expected = [
            ("VerbFromPiece", format!("VerbWithPiece {more}")),
            ("VerbFromPieceCell", more.to_owned()),
        ];
        assert_eq!(told, expected);
        assert_eq!(families[1].way(), ", Piece?, Cell?");
    }

    #[test]
    fn verbs_that_differ_in_how_many_they_take_have_a_type_too() {
        let args = [
            &["piece"][..],
            &["piece", "piece"],
            &["number", "piece"],
            &["number", "piece", "piece", "piece"],
            &["cell"],
            &["several"],
            &["several", "several"],
        ];
        let verb = |args: &&[&str]| {
            ("act".to_owned(), args.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
        };
        let shapes = shapes(args.iter().map(verb));
        let told: Vec<_> =
            series(&shapes).iter().map(|it| (it.name.clone(), it.shapes.join(" "))).collect();
        let expected = [
            ("VerbWithPieces", "VerbWithPiece VerbWithPiecePiece"),
            ("VerbWithNumberPieces", "VerbWithNumberPiece VerbWithNumberPiecePiecePiece"),
        ];
        assert_eq!(told, expected.map(|(name, shapes)| (name.to_owned(), shapes.to_owned())));
        let ways: Vec<_> = [Rest::Offered, Rest::Whole, Rest::First, Rest::Rows]
            .into_iter()
            .map(|rest| series(&shapes)[1].way(rest).unwrap_or_default())
            .collect();
        let expected = [
            ", number | Range | Choice | { number }, ...(Piece | { Piece } | Filter | Reason)",
            ", number, ...Piece",
            ", number?, ...Piece",
            "",
        ];
        assert_eq!(ways, expected);
    }

    #[test]
    fn reasons_stand_behind_every_argument_or_none() {
        assert_eq!(shape(&[]).ways(Rest::Offered), [""]);
        let seats = shape(&["seat", "seat"]).ways(Rest::Offered);
        let seat = "number | { number }";
        let expected =
            [format!(", {seat}, {seat}, Reason?"), format!(", {seat}, Reason, {seat}, Reason?")];
        assert_eq!(seats, expected);
        let rows = shape(&["seat", "seat"]).ways(Rest::Rows);
        let expected = [
            ", { any }, Reason?".to_owned(),
            format!(", {seat}, {{ any }}, Reason?"),
            format!(", {seat}, Reason, {{ any }}, Reason?"),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn everything_that_speaks_of_arguments_of_verbs_knows_them() {
        let all = [shape(&[]), shape(&["piece", "cell", "facing", "word"])];
        for entry in entries().filter(|entry| entry.takes.contains("verb: ")) {
            if !entry.takes.contains("...") || entry.takes.contains("...number") {
                continue;
            }
            let told = exact(entry, &all).unwrap_or_default();
            assert!(told.contains("VerbWithPieceCellFacingWord"), "{}", entry.name);
            let parsed = full_moon::parse(&format!("type T = {told}\n"));
            assert!(parsed.is_ok(), "{told}: {:?}", parsed.err());
        }
    }
}
