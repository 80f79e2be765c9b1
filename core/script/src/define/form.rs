//! One declaration a form: from its rows come its check, its row in the reference, its Luau type
//! and the Rust struct that it is read into.
//!
//! ```text
//! form! {
//!     Zone: "a place for pieces and cards besides the board" {
//!         [
//!             needs id: Id, "its name";
//!         ]
//!         may per_seat: Flag, "whether each seat has one";
//!         may sight: One<Sight> = "all", "who sees what lies in it";
//!     }
//! }
//! ```
//!
//! What stands in brackets, or at the end in parentheses, is told to people or run by scripts; it is
//! no field of the struct. Every other row is one, and the compiler refuses a field that
//! nothing reads. A row that `may` be left out holds its default, or what its kind holds without;
//! `all` stands for all rows of another form, which are read together. Forms behind `open` are read
//! by other crates, which take them apart field by field, so that none is forgotten there either.

use std::marker::PhantomData;

use harena_engine::game::Vocabulary;
use harena_engine::mask::Mask;

use super::names::{Numbered, Sort};
use super::words::Word;
use crate::fit::{self, nearest};
use crate::schema::{Schema, Type, Value};

/// A form that is read into itself.
pub trait Form: Sized {
    /// What it may hold.
    fn schema() -> Schema;

    /// What a checked value says.
    fn read(value: &Value, names: &Vocabulary) -> Self;
}

/// What a row of a form holds.
pub trait Holds {
    /// What it is read into.
    type Out;

    /// How it is declared.
    fn declared() -> Type;

    /// What a checked value says.
    fn read(value: &Value, names: &Vocabulary) -> Self::Out;

    /// What is read where it is left out.
    fn absent() -> Self::Out;

    /// Whether a value that nobody checked is of this kind; one that is not counts as left out.
    fn fits(_value: &Value) -> bool {
        true
    }
}

macro_rules! form {
    (open $($forms:tt)*) => {
        form!(@forms (pub) $($forms)*);
    };
    (@forms ($vis:vis) $($name:ident: $about:literal {
        $(
            $([$($told:ident $told_name:ident: $told_kind:ty, $told_text:literal;)*])?
            $need:ident $row:ident: $kind:ty $(= $default:expr)?, $text:literal;
        )*
        $(($($last:ident $last_name:ident: $last_kind:ty, $last_text:literal;)*))?
    })*) => {$(
        #[doc = $about]
        #[derive(Clone, Debug)]
        $vis struct $name {
            $(
                #[doc = $text]
                $vis $row: <$kind as $crate::define::form::Holds>::Out,
            )*
        }

        impl $crate::define::form::Form for $name {
            fn schema() -> $crate::schema::Schema {
                let form = $crate::schema::Schema::new(stringify!($name)).about($about);
                $(
                    $($(let form = form!(@row form $told $told_name $told_kind, $told_text);)*)?
                    let form = form!(@row form $need $row $kind, $text $(, $default)?);
                )*
                $($(let form = form!(@row form $last $last_name $last_kind, $last_text);)*)?
                form
            }

            fn read(
                value: &$crate::schema::Value,
                names: &harena_engine::game::Vocabulary,
            ) -> $name {
                $name {
                    $($row: form!(@read value names $need $row $kind $(, $default)?),)*
                }
            }
        }
    )*};
    (@row $form:ident all $row:ident $kind:ty, $text:literal) => {
        $form.with_all(<$kind as $crate::define::form::Holds>::declared())
    };
    (@row $form:ident $need:ident $row:ident $kind:ty, $text:literal) => {
        $form.$need(
            $crate::define::form::spelled(stringify!($row)),
            <$kind as $crate::define::form::Holds>::declared(),
            $text,
        )
    };
    (@row $form:ident may $row:ident $kind:ty, $text:literal, $default:expr) => {
        $form.defaults(
            $crate::define::form::spelled(stringify!($row)),
            <$kind as $crate::define::form::Holds>::declared(),
            $default.into(),
            $text,
        )
    };
    (@read $value:ident $names:ident all $row:ident $kind:ty) => {
        <$kind as $crate::define::form::Holds>::read($value, $names)
    };
    (@read $value:ident $names:ident $need:ident $row:ident $kind:ty) => {
        $crate::define::form::read_or_absent::<$kind>($value, stringify!($row), $names)
    };
    (@read $value:ident $names:ident $need:ident $row:ident $kind:ty, $default:expr) => {
        $crate::define::form::read_or::<$kind>($value, stringify!($row), $names, || $default.into())
    };
    ($($forms:tt)*) => {
        form!(@forms (pub(crate)) $($forms)*);
    };
}
pub(crate) use form;

/// The name of a row as packs write it: some are keywords of Rust.
pub(crate) fn spelled(row: &'static str) -> &'static str {
    row.strip_prefix("r#").unwrap_or(row)
}

/// The value of a row, or what its kind holds without.
pub(crate) fn read_or_absent<H: Holds>(
    value: &Value,
    row: &'static str,
    names: &Vocabulary,
) -> H::Out {
    held::<H>(value, row).map_or_else(H::absent, |it| H::read(it, names))
}

/// The value of a row, or its default.
pub(crate) fn read_or<H: Holds>(
    value: &Value,
    row: &'static str,
    names: &Vocabulary,
    default: impl FnOnce() -> Value,
) -> H::Out {
    held::<H>(value, row).map_or_else(|| H::read(&default(), names), |it| H::read(it, names))
}

/// What stands in a row, if it is of its kind.
fn held<'a, H: Holds>(value: &'a Value, row: &'static str) -> Option<&'a Value> {
    value.get(spelled(row)).filter(|it| **it != Value::Nil && H::fits(it))
}

/// `true` or `false`; not so where it is left out.
pub struct Flag;
/// Words for people.
pub struct Text;
/// The name a definition gives itself.
pub struct Id;
/// A Luau function, by its number.
pub struct Function;
/// Anything at all, as it is.
pub struct Anything;
/// A whole number within limits.
pub struct Int<N, const MIN: i64, const MAX: i64>(PhantomData<N>);
/// A number such as is printed on sheets.
pub type Small = Int<i16, -999, 999>;
/// A number that fits into 32 bits, as all numbers of a match do.
pub type Whole = Int<i32, { i32::MIN as i64 }, { i32::MAX as i64 }>;
/// One of a few words.
pub struct One<W>(PhantomData<W>);
/// A name of the game, as its number.
pub struct Name<S>(PhantomData<S>);
/// Names of the game, as a mask.
pub struct Many<S>(PhantomData<S>);
/// A number for each of some names of the game.
pub struct Amounts<S>(PhantomData<S>);
/// A name of the game, as it is written.
pub struct Named<S>(PhantomData<S>);
/// Values under names of the game.
pub struct Under<S, H>(PhantomData<(S, H)>);
/// Values under names of one's own.
pub struct Map<H>(PhantomData<H>);
/// Values under any texts.
pub struct Texts<H>(PhantomData<H>);
/// Values one after the other.
pub struct List<H>(PhantomData<H>);
/// A table with the rows of a form.
pub struct Rec<F>(PhantomData<F>);
/// A table with the rows of a form that is checked and read elsewhere, as it is.
pub struct Apart<F>(PhantomData<F>);
/// Something that can be left out, and is looked at for that.
pub struct Opt<H>(PhantomData<H>);
/// All rows of a form, among those of another.
pub struct All<F>(PhantomData<F>);
/// Something of one kind, or else of another.
pub struct Either<A, B>(PhantomData<(A, B)>);

impl Holds for Flag {
    type Out = bool;

    fn declared() -> Type {
        Type::Bool
    }

    fn read(value: &Value, _names: &Vocabulary) -> bool {
        *value == Value::Bool(true)
    }

    fn absent() -> bool {
        false
    }

    fn fits(value: &Value) -> bool {
        matches!(value, Value::Bool(_))
    }
}

impl Holds for Text {
    type Out = String;

    fn declared() -> Type {
        Type::Text
    }

    fn read(value: &Value, _names: &Vocabulary) -> String {
        value.as_text().unwrap_or_default().to_owned()
    }

    fn absent() -> String {
        String::new()
    }

    fn fits(value: &Value) -> bool {
        value.as_text().is_some()
    }
}

impl Holds for Id {
    type Out = String;

    fn declared() -> Type {
        Type::Id
    }

    fn read(value: &Value, names: &Vocabulary) -> String {
        Text::read(value, names)
    }

    fn absent() -> String {
        String::new()
    }
}

impl Holds for Function {
    type Out = Option<u32>;

    fn declared() -> Type {
        Type::Function
    }

    fn read(value: &Value, _names: &Vocabulary) -> Option<u32> {
        if let Value::Function(number) = value { Some(*number) } else { None }
    }

    fn absent() -> Option<u32> {
        None
    }
}

impl Holds for Anything {
    type Out = Value;

    fn declared() -> Type {
        Type::Any
    }

    fn read(value: &Value, _names: &Vocabulary) -> Value {
        value.clone()
    }

    fn absent() -> Value {
        Value::Nil
    }
}

impl<F: Form> Holds for Apart<F> {
    type Out = Value;

    fn declared() -> Type {
        Type::Apart(Box::new(F::schema()))
    }

    fn read(value: &Value, names: &Vocabulary) -> Value {
        Anything::read(value, names)
    }

    fn absent() -> Value {
        Value::Nil
    }
}

impl<N: fit::Whole, const MIN: i64, const MAX: i64> Holds for Int<N, MIN, MAX> {
    type Out = N;

    fn declared() -> Type {
        Type::int(MIN, MAX)
    }

    fn read(value: &Value, _names: &Vocabulary) -> N {
        nearest(value.as_int().unwrap_or(0).clamp(MIN, MAX))
    }

    fn absent() -> N {
        nearest(0_i64.clamp(MIN, MAX))
    }

    fn fits(value: &Value) -> bool {
        value.as_int().is_some()
    }
}

impl<W: Word> Holds for One<W> {
    type Out = W;

    fn declared() -> Type {
        W::choice()
    }

    fn read(value: &Value, _names: &Vocabulary) -> W {
        value.as_text().and_then(W::named).unwrap_or(W::ELSE)
    }

    fn absent() -> W {
        W::ELSE
    }

    fn fits(value: &Value) -> bool {
        value.as_text().and_then(W::named).is_some()
    }
}

impl<S: Numbered> Holds for Name<S> {
    type Out = S::Id;

    fn declared() -> Type {
        Type::Name(S::WHAT.into())
    }

    fn read(value: &Value, names: &Vocabulary) -> S::Id {
        value.as_text().and_then(|name| S::names(names).find(name)).map(S::at).unwrap_or_default()
    }

    fn absent() -> S::Id {
        S::Id::default()
    }
}

impl<S: Numbered> Holds for Many<S> {
    type Out = Mask;

    fn declared() -> Type {
        Type::list(Type::Name(S::WHAT.into()))
    }

    fn read(value: &Value, names: &Vocabulary) -> Mask {
        let items = if let Value::List(items) = value { items.as_slice() } else { &[] };
        let all = items.iter().filter_map(Value::as_text);
        all.filter_map(|name| S::names(names).find(name)).collect()
    }

    fn absent() -> Mask {
        Mask::NONE
    }
}

impl<S: Numbered> Holds for Amounts<S> {
    type Out = Vec<(S::Id, i16)>;

    fn declared() -> Type {
        Type::map_of(S::WHAT, Small::declared())
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        let Value::Record(entries) = value else { return Vec::new() };
        let amount = |(name, n): &(String, Value)| {
            let place = S::names(names).find(name)?;
            Some((S::at(place), Small::read(n, names)))
        };
        entries.iter().filter_map(amount).collect()
    }

    fn absent() -> Self::Out {
        Vec::new()
    }
}

impl<S: Sort> Holds for Named<S> {
    type Out = String;

    fn declared() -> Type {
        Type::Name(S::WHAT.into())
    }

    fn read(value: &Value, names: &Vocabulary) -> String {
        Text::read(value, names)
    }

    fn absent() -> String {
        String::new()
    }

    fn fits(value: &Value) -> bool {
        Text::fits(value)
    }
}

impl<S: Sort, H: Holds> Holds for Under<S, H> {
    type Out = Vec<(String, H::Out)>;

    fn declared() -> Type {
        Type::map_of(S::WHAT, H::declared())
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        Map::<H>::read(value, names)
    }

    fn absent() -> Self::Out {
        Vec::new()
    }
}

impl<H: Holds> Holds for Map<H> {
    type Out = Vec<(String, H::Out)>;

    fn declared() -> Type {
        Type::Map { keys: Box::new(Type::Id), of: Box::new(H::declared()) }
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        let Value::Record(entries) = value else { return Vec::new() };
        let fitting = entries.iter().filter(|(_, it)| H::fits(it));
        fitting.map(|(name, it)| (name.clone(), H::read(it, names))).collect()
    }

    fn absent() -> Self::Out {
        Vec::new()
    }
}

impl<H: Holds> Holds for Texts<H> {
    type Out = Vec<(String, H::Out)>;

    fn declared() -> Type {
        Type::Map { keys: Box::new(Type::Text), of: Box::new(H::declared()) }
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        Map::<H>::read(value, names)
    }

    fn absent() -> Self::Out {
        Vec::new()
    }
}

impl<H: Holds> Holds for List<H> {
    type Out = Vec<H::Out>;

    fn declared() -> Type {
        Type::list(H::declared())
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        let items = if let Value::List(items) = value { items.as_slice() } else { &[] };
        items.iter().filter(|it| H::fits(it)).map(|it| H::read(it, names)).collect()
    }

    fn absent() -> Self::Out {
        Vec::new()
    }

    fn fits(value: &Value) -> bool {
        matches!(value, Value::List(_))
    }
}

impl<F: Form> Holds for Rec<F> {
    type Out = F;

    fn declared() -> Type {
        Type::Record(Box::new(F::schema()))
    }

    fn read(value: &Value, names: &Vocabulary) -> F {
        F::read(value, names)
    }

    fn absent() -> F {
        // Of a record that must be there, each row is what it is without.
        F::read(&Value::Nil, &Vocabulary::default())
    }

    fn fits(value: &Value) -> bool {
        value.is_table()
    }
}

impl<H: Holds> Holds for Opt<H> {
    type Out = Option<H::Out>;

    fn declared() -> Type {
        H::declared()
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        Some(H::read(value, names))
    }

    fn absent() -> Self::Out {
        None
    }

    fn fits(value: &Value) -> bool {
        H::fits(value)
    }
}

impl<F: Form> Holds for All<F> {
    type Out = F;

    fn declared() -> Type {
        Rec::<F>::declared()
    }

    fn read(value: &Value, names: &Vocabulary) -> F {
        Rec::<F>::read(value, names)
    }

    fn absent() -> F {
        Rec::<F>::absent()
    }
}

/// What is read from a row that holds something of one kind, or else of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneOrOther<A, B> {
    /// It is of the first kind.
    One(A),
    /// It is of the second kind.
    Other(B),
}

impl<A: Holds, B: Holds> Holds for Either<A, B> {
    type Out = OneOrOther<A::Out, B::Out>;

    fn declared() -> Type {
        Type::OneOf(vec![A::declared(), B::declared()])
    }

    fn read(value: &Value, names: &Vocabulary) -> Self::Out {
        match A::fits(value) {
            true => OneOrOther::One(A::read(value, names)),
            false => OneOrOther::Other(B::read(value, names)),
        }
    }

    fn absent() -> Self::Out {
        OneOrOther::One(A::absent())
    }

    fn fits(value: &Value) -> bool {
        A::fits(value) || B::fits(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::define::names::sort;

    form! {
        Wagon: "what rolls" {
            [
                needs id: Id, "its name";
            ]
            needs kind: Name<sort::Kind>, "of which kind";
            may r#type: Text = "open", "what sort of wagon";
            may wheels: Int<u8, 1, 8> = 4, "how many wheels";
            may load: Opt<Rec<Load>>, "what lies on it";
            may adds: Amounts<sort::Stat>, "what it adds";
            (
                may text: Text, "a remark";
            )
        }

        Load: "what is carried" {
            may heavy: Flag, "whether it slows down";
            may weights: List<Small>, "what each piece weighs";
        }
    }

    fn names() -> Vocabulary {
        let kinds = ["cart", "sled"].into_iter().collect();
        let stats = ["speed", "room"].into_iter().collect();
        Vocabulary { kinds, stats, ..Vocabulary::default() }
    }

    #[test]
    fn rows_are_declared_in_their_order() {
        let form = Wagon::schema();
        let rows: Vec<&str> = form.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(rows, ["id", "kind", "type", "wheels", "load", "adds", "text"]);
        let needed = form.fields.iter().filter(|field| field.required);
        assert_eq!(needed.map(|field| field.name.as_str()).collect::<Vec<_>>(), ["id", "kind"]);
        assert_eq!(form.field("wheels").map(|field| &field.default), Some(&Value::Int(4)));
    }

    #[test]
    fn rows_are_read_where_they_are_written_and_hold_their_default_elsewhere() {
        let load = Value::record([("weights", Value::List(vec![3.into(), (-999).into()]))]);
        let wagon = Value::record([
            ("kind", "sled".into()),
            ("type", "closed".into()),
            ("load", load),
            ("adds", Value::record([("room", 2.into())])),
        ]);
        let Wagon { kind, r#type, wheels, load, adds } = Wagon::read(&wagon, &names());
        assert_eq!((kind.0, r#type.as_str(), wheels), (1, "closed", 4));
        assert_eq!(adds.iter().map(|(stat, n)| (stat.0, *n)).collect::<Vec<_>>(), [(1, 2)]);
        let load = load.map(|Load { heavy, weights }| (heavy, weights));
        assert_eq!(load, Some((false, vec![3, -999])));
        let Wagon { kind, r#type, wheels, load, adds } =
            Wagon::read(&Value::List(Vec::new()), &names());
        assert_eq!((kind.0, r#type.as_str(), wheels), (0, "open", 4));
        assert!(load.is_none() && adds.is_empty());
    }
}
