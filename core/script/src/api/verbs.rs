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
                all(|it| format!(", {}", it.one), LAID.len())
            }
            Rest::Further | Rest::Told => Vec::new(),
        }
    }
}

/// Verbs with the same first argument.
pub(super) struct Family {
    /// The type of these verbs.
    pub name: String,
    /// What they take first.
    first: &'static Argument,
    /// The types of these verbs by all they take.
    pub shapes: Vec<String>,
}

/// Verbs by their first argument, where several shapes share one.
pub(super) fn families(shapes: &[Shape]) -> Vec<Family> {
    let family = |first: &'static Argument| {
        let own =
            shapes.iter().filter(|shape| shape.args.first().is_some_and(|it| it == first.kind));
        let shapes: Vec<String> = own.map(|shape| shape.name.clone()).collect();
        let name = format!("VerbFrom{}", capital(first.kind));
        (shapes.len() > 1).then_some(Family { name, first, shapes })
    };
    ARGUMENTS.iter().filter_map(family).collect()
}

impl Family {
    /// What these verbs take, for people.
    pub fn meaning(&self) -> String {
        format!("a verb whose first argument is a {}", self.first.kind)
    }
}

/// What `offer_matching` lays before all further arguments.
const LAID: [&str; 3] = ["piece", "cell", "facing"];

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
        // Rules that speak of several verbs at once know their first argument.
        let of_family = |it: &Family| form((&it.name, format!(", {}?", it.first.one)));
        forms.extend(families(shapes).iter().map(of_family));
    }
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
        let args = [vec!["piece"], vec!["piece", "cell"], vec!["cell"]];
        let verb = |args: &Vec<&str>| {
            ("act".to_owned(), args.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
        };
        let families = families(&shapes(args.iter().map(verb)));
        let told: Vec<_> =
            families.iter().map(|it| (it.name.as_str(), it.shapes.join(" "))).collect();
        assert_eq!(told, [("VerbFromPiece", "VerbWithPiece VerbWithPieceCell".to_owned())]);
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
