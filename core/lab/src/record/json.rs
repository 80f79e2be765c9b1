//! Reading JSON that strangers wrote, with words for people where it is none.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::limits::short;

/// A value in which no name stands twice beside itself: of two, nobody knows which one is meant.
pub(super) struct Plain(pub Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Plain, D::Error> {
        from.deserialize_any(Reader).map(Plain)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Plain(item)) = from.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut entries = Map::new();
        while let Some((key, Plain(value))) = from.next_entry::<String, Plain>()? {
            if entries.contains_key(&key) {
                return Err(A::Error::custom(format!("`{}` stands here twice", short(&key))));
            }
            entries.insert(key, value);
        }
        Ok(Value::Object(entries))
    }
}

/// What is wrong with a text or a value, in words for people and without the place, which is that
/// of a line read by itself.
pub(super) fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.rfind(" at line ").and_then(|at| text.get(..at)).unwrap_or(&text);
    match error.classify() {
        serde_json::error::Category::Data => short(&plain(text)),
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof
        | serde_json::error::Category::Io => short(&format!("this is no JSON: {text}")),
    }
}

/// How the reader of values begins to speak of a choice whose kinds have no names.
const NO_VARIANT: &str = "data did not match any variant of untagged enum ";

/// What the reader of values says, without the words of those who program it.
fn plain(text: &str) -> String {
    if text.starts_with(NO_VARIANT) {
        let what = if text.ends_with("SettingValue") { "a setting" } else { "this value" };
        return format!("{what} is a whole number, a word, or true or false");
    }
    let between = |begin: &str, middle: &str| -> Option<(String, String)> {
        let (found, expected) = text.strip_prefix(begin)?.split_once(middle)?;
        Some((found.to_owned(), expected.to_owned()))
    };
    if let Some((found, _)) = between("unknown variant ", ", expected") {
        return format!("{found} is none of the words that can stand here");
    }
    if let Some((found, _)) = between("unknown field ", ", expected") {
        return format!("{found} means nothing here");
    }
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    let odd = between("invalid type: ", ", expected ");
    let odd = odd.or_else(|| between("invalid value: ", ", expected "));
    let odd = odd.or_else(|| between("invalid length ", ", expected ").map(of_length));
    match odd {
        Some((found, expected)) => {
            format!("{} stands where {} is due", kind_of(&found), expected_of(&expected))
        }
        None => text.to_owned(),
    }
}

fn of_length((n, expected): (String, String)) -> (String, String) {
    (format!("a list of {n}"), expected)
}

/// What was found, as people call it.
fn kind_of(found: &str) -> String {
    let names = [
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("string ", "the text "),
        ("unit value", "nothing"),
        ("null", "nothing"),
        ("sequence", "a list"),
        ("map", "a table"),
    ];
    let renamed = names.into_iter().find_map(|(name, plain)| {
        let rest = found.strip_prefix(name)?;
        Some(format!("{plain}{rest}"))
    });
    renamed.unwrap_or_else(|| found.to_owned())
}

/// What is due, as people call it.
fn expected_of(expected: &str) -> String {
    let unsigned = |bits: &str| {
        let most = bits.parse::<u32>().ok().and_then(|bits| 1u128.checked_shl(bits));
        most.map(|most| format!("a whole number from 0 to {}", most.saturating_sub(1)))
    };
    let signed = |bits: &str| {
        let half = bits.parse::<u32>().ok()?.checked_sub(1)?;
        let most = 1i128.checked_shl(half)?.saturating_sub(1);
        Some(format!("a whole number from {} to {most}", -most - 1))
    };
    let number = expected.strip_prefix('u').and_then(unsigned);
    let number = number.or_else(|| expected.strip_prefix('i').and_then(signed));
    number.unwrap_or_else(|| match expected {
        "usize" => "a whole number from 0 up".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.contains("enum") || expected.contains("variant") => "a word".to_owned(),
        other => other.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_of_values_still_says_what_is_put_in_other_words() {
        fn said<T: serde::de::DeserializeOwned>(value: Value) -> String {
            in_words(&serde_json::from_value::<T>(value).err().unwrap())
        }
        let number = "the number `1000` stands where a whole number from 0 to 255 is due";
        assert_eq!(said::<u8>(Value::from(1000)), number);
        assert_eq!(said::<Vec<u8>>(Value::from("x")), "the text \"x\" stands where a list is due");
        assert_eq!(
            said::<bool>(Value::from(1)),
            "the number `1` stands where true or false is due"
        );
    }

    #[test]
    fn errors_of_values_speak_to_people() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text), expected);
        check(
            "data did not match any variant of untagged enum SettingValue",
            "a setting is a whole number, a word, or true or false",
        );
        check(
            "invalid value: integer `1000000000`, expected u8",
            "the number `1000000000` stands where a whole number from 0 to 255 is due",
        );
        check(
            "invalid type: boolean `true`, expected i32",
            "`true` stands where a whole number from -2147483648 to 2147483647 is due",
        );
        check(
            "invalid type: string \"two\", expected u64",
            "the text \"two\" stands where a whole number from 0 to 18446744073709551615 is due",
        );
        check("invalid type: map, expected a sequence", "a table stands where a list is due");
        check("invalid type: null, expected struct Header", "nothing stands where a table is due");
        check(
            "invalid length 3, expected a tuple of size 2",
            "a list of 3 stands where a tuple of size 2 is due",
        );
        check(
            "unknown variant `put`, expected one of `Create`, `Put`",
            "`put` is none of the words that can stand here",
        );
        check("missing field `seed`", "`seed` is missing");
    }

    #[test]
    fn a_name_stands_only_once() {
        let read = |text: &str| serde_json::from_str::<Plain>(text).map(|it| it.0);
        let text = r#"{"a":[1,-2,0.5,null,true,"x"],"b":{"a":{}}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        for text in [r#"{"game":"a","game":"b"}"#, r#"[{"b":{"game":1,"game":1}}]"#] {
            assert_eq!(in_words(&read(text).map(drop).unwrap_err()), "`game` stands here twice");
        }
        assert!(in_words(&read("{").unwrap_err()).starts_with("this is no JSON: "));
    }
}
