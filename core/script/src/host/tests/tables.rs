//! Tables of Luau as definitions read them.

use harena_pack::Library;

use super::*;
use crate::schema::Value;
use crate::vm::ModulePath;

/// What a module of the game returns, as plain values.
fn read(module: &str) -> Result<Value, String> {
    let tree = |it: &Arc<harena_pack::Pack>| {
        let tree = it.tree.with("odd.luau", format!("--!strict\n-- Odd tables.\n{module}\n"));
        (it.id().to_owned(), tree.unwrap())
    };
    let packs = packs("");
    let changed: Vec<_> = packs.iter().filter(|it| it.id() == "cards").map(tree).collect();
    let library = packs.iter().fold(Library::default(), |all, it| all.with_pack(it.clone()));
    let library = library.overlaid_with(Library::from_trees(changed));
    let host = Host::load(&crate::in_load_order(&library, &["cards"]).unwrap()).unwrap();
    host.read_module(&ModulePath::new("cards/odd.luau")).map_err(|error| error.message)
}

fn list(items: &[i64]) -> Value {
    Value::List(items.iter().map(|item| Value::Int(*item)).collect())
}

#[test]
fn items_are_read_up_to_the_first_that_is_missing() {
    // Written in any order, they lie beside the list part of a table.
    assert_eq!(read("return { [3] = 30, [2] = 20, [1] = 10 }"), Ok(list(&[10, 20, 30])));
    assert_eq!(read("local t = { 1, 2 }\nt[4] = 4\nt[3] = 3\nreturn t"), Ok(list(&[1, 2, 3, 4])));
    let holed = Value::record([("1", Value::Int(1)), ("3", Value::Int(3))]);
    assert_eq!(read("return { 1, nil, 3 }"), Ok(holed));
    let beside = Value::record([("1", Value::Int(7)), ("name", Value::text("x"))]);
    assert_eq!(read("return { 7, name = \"x\" }"), Ok(beside));
    assert_eq!(
        read("return { {}, { {} } }"),
        Ok(Value::List(vec![list(&[]), { Value::List(vec![list(&[])]) }]))
    );
}

#[test]
fn keys_are_spelled_as_they_are_written() {
    let odd = Value::record([
        ("-1", Value::Int(1)),
        ("0", Value::Int(2)),
        ("0.5", Value::Int(3)),
        ("true", Value::Int(4)),
        ("z", Value::Bool(false)),
    ]);
    let text = "return { [true] = 4, z = false, [0.5] = 3, [0] = 2, [-1] = 1 }";
    assert_eq!(read(text), Ok(odd));
}

#[test]
fn numbers_are_whole_where_luau_has_them_whole() {
    let numbers = [Value::Int(-2), Value::Int(1 << 53), Value::Number(2.5), Value::Int(0)];
    let text = "return { -2, 9007199254740992, 2.5, -0.0 }";
    assert_eq!(read(text), Ok(Value::List(numbers.to_vec())));
    let Ok(Value::List(large)) = read("return { 1e300, math.huge }") else { panic!("a list") };
    assert_eq!(large, [Value::Number(1e300), Value::Number(f64::INFINITY)]);
}

#[test]
fn texts_are_told_in_unicode_and_have_an_end() {
    assert_eq!(read("return \"a\\xffb\""), Ok(Value::text("a\u{fffd}b")));
    let error = read("return { string.rep(\"a\", 20001) }").unwrap_err();
    assert_eq!(error, "a text of 20001 bytes, 20000 are allowed");
    let error = read("local t = {}\nfor _ = 1, 30 do\n\tt = { t }\nend\nreturn t").unwrap_err();
    assert_eq!(error, "tables inside each other more than 24 deep");
    let circle = read("local t: any = {}\nt.t = t\nreturn t").unwrap_err();
    assert_eq!(circle, "tables inside each other more than 24 deep");
}
