//! What any number of arguments are at the end of the parameters of an entry, such as
//! `verb: string, ...Offered`: checks, types and reference follow from it.

/// What stands at the end of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// All arguments of a verb, as they are offered.
    Offered,
    /// The same with rows at the end.
    Rows,
    /// All arguments of a verb, one value each.
    Whole,
    /// Some of the first arguments of a verb, one value each.
    First,
    /// Perhaps reasons by name, then the arguments of a verb behind a piece, a cell and a facing,
    /// one value each.
    Further,
    /// Anything a sentence tells of.
    Told,
}

/// All of these, as they are written in parameters, and what they mean.
pub(crate) const RESTS: [(Rest, &str, &str); 6] = [
    (
        Rest::Offered,
        "Offered",
        "what an argument of a verb is offered as: one value, many, or a filter, and behind it \
         perhaps the reason that nothing else stands there",
    ),
    (
        Rest::Rows,
        "OfferedRows",
        "as Offered, and at the end a list of rows and perhaps the reason that nothing else stands \
         in any",
    ),
    (
        Rest::Whole,
        "Whole",
        "an argument of an option, one value; a list for several, an order, amounts",
    ),
    (Rest::First, "First", "one of the first arguments of a verb, one value"),
    (
        Rest::Further,
        "Further",
        "reasons by name, then arguments of a verb behind its piece, cell and facing, one value",
    ),
    (Rest::Told, "Told", "something that a sentence tells of"),
];

/// What a parameter such as `...Offered` stands for.
pub(crate) fn rest(written: &str) -> Option<Rest> {
    let name = written.strip_prefix("...")?;
    RESTS.iter().find(|(_, known, _)| *known == name).map(|(rest, ..)| *rest)
}
