use proptest::prelude::*;

use super::*;

const FACTION: &str = r#"--!strict
-- Dragons: é.
local arena = require("@champion_arena/define")

return arena.faction {
	id = "dragon",
	pieces = {
		arena.champion {
			id = "knight", -- the one with the horse
			title = "Knight \"of\" dawn",
			copies = 4,
			initiative = { 2, 1 },
			armor = { ne = 1, w = 1 },
			speed = SPEED + 1,
			keywords = { "maneuver", arena.odd(2) },
			when = { falls = { does = function(match)
				match:heal(1)
			end } },
		},
		arena.rune { id = "net", link = {} }, arena.rune { id = "charge", bonus = -2 },
	},
}
"#;

fn path(path: &str) -> Vec<Key> {
    path.split('.').map(Key::of).collect()
}

#[track_caller]
fn check_with(text: &str, (field, value): (&str, Value), expected: Result<&str, Unchanged>) {
    let page = Page::read(text);
    let order = ["id", "copies", "armor", "keywords"];
    let changed = page.with(page.sheets().len() - 1, &path(field), &value, &order);
    assert_eq!(changed.as_deref(), expected.as_ref().map(|it| *it));
}

#[track_caller]
fn check_without(text: &str, field: &str, expected: Result<&str, Unchanged>) {
    let page = Page::read(text);
    let changed = page.without(page.sheets().len() - 1, &path(field));
    assert_eq!(changed.as_deref(), expected.as_ref().map(|it| *it));
}

#[test]
fn sheets_are_found_with_what_makes_them() {
    let page = Page::read(FACTION);
    let found: Vec<(&str, &str, (u32, u32))> = page
        .sheets()
        .iter()
        .map(|it| (it.id.as_str(), it.maker.as_str(), page.lines_of(&it.span)))
        .collect();
    let expected = [
        ("dragon", "faction", (5, 22)),
        ("knight", "champion", (8, 19)),
        ("net", "rune", (20, 20)),
        ("charge", "rune", (20, 20)),
    ];
    assert_eq!(found, expected);
    assert_eq!(
        &page.text()[page.sheets()[3].span.clone()],
        "arena.rune { id = \"charge\", bonus = -2 }"
    );
}

#[test]
fn fields_say_what_they_say() {
    let page = Page::read(FACTION);
    let value = |field: &str| page.value(1, &path(field));
    assert_eq!(value("title"), Some(Value::text("Knight \"of\" dawn")));
    assert_eq!(value("initiative"), Some(Value::List(vec![2.into(), 1.into()])));
    assert_eq!(value("armor"), Some(Value::record([("ne", 1.into()), ("w", 1.into())])));
    assert_eq!(value("keywords.1"), Some(Value::text("maneuver")));
    assert_eq!(page.value(3, &path("bonus")), Some(Value::Int(-2)));
    for code in ["speed", "keywords", "keywords.2", "when", "absent"] {
        assert_eq!(value(code), None, "{code}");
    }
    assert_eq!(page.field(1, &path("speed")).unwrap().says, Says::Code);
    let line = |field: &str| page.line_of(page.field(1, &path(field)).unwrap().span.start);
    assert_eq!((line("copies"), line("armor.w"), line("when.falls.does")), (11, 13, 16));
    assert_eq!(page.byte_at(2, 14), Some(page.start_of(2).unwrap() + 14), "é takes two bytes");
}

#[test]
fn a_field_is_set_and_all_else_stays() {
    let page = Page::read(FACTION);
    let with = |field: &str, value: Value| page.with(1, &path(field), &value, &[]);
    let changed = |from: &str, to: &str| Ok(FACTION.replacen(from, to, 1));
    assert_eq!(with("copies", 3.into()), changed("copies = 4", "copies = 3"));
    assert_eq!(with("armor.w", 12.into()), changed("w = 1 }", "w = 12 }"));
    assert_eq!(with("initiative.2", 0.into()), changed("{ 2, 1 }", "{ 2, 0 }"));
    assert_eq!(with("initiative.3", 0.into()), changed("{ 2, 1 }", "{ 2, 1, 0 }"));
    assert_eq!(with("armor.se", 2.into()), changed("w = 1 }", "w = 1, se = 2 }"));
    let title = Value::text("A \"b\"\n\\c");
    let written = "title = \"A \\\"b\\\"\\n\\\\c\"";
    assert_eq!(with("title", title), changed("title = \"Knight \\\"of\\\" dawn\"", written));
    assert_eq!(with("speed", 1.into()), Err(Unchanged::Code));
    assert_eq!(with("keywords.2", Value::text("x")), Err(Unchanged::Code));
    assert_eq!(with("initiative.5", 0.into()), Err(Unchanged::Unwritable));
    assert_eq!(with("copies", Value::Function(0)), Err(Unchanged::Unwritable));
    assert_eq!(with("title", Value::text("\u{7}")), Err(Unchanged::Unwritable));
    assert_eq!(page.with(9, &path("id"), &1.into(), &[]), Err(Unchanged::Absent));
}

#[test]
fn a_field_is_added_where_it_belongs() {
    let two = || ("copies", Value::Int(2));
    check_with("f { id = \"a\" }", two(), Ok("f { id = \"a\", copies = 2 }"));
    check_with("f { id = \"a\", }", two(), Ok("f { id = \"a\", copies = 2 }"));
    check_with("f { id = \"a\", x = 1 }", two(), Ok("f { id = \"a\", copies = 2, x = 1 }"));
    check_with(
        "f {\n\tid = \"a\", -- first\n\tkeywords = {},\n}",
        two(),
        Ok("f {\n\tid = \"a\", -- first\n\tcopies = 2,\n\tkeywords = {},\n}"),
    );
    check_with("f {\n  id = \"a\"\n}", two(), Ok("f {\n  id = \"a\",\n  copies = 2\n}"));
    check_with(
        "f {\r\n\tid = \"a\" -- x\r\n}\r\n",
        two(),
        Ok("f {\r\n\tid = \"a\", -- x\r\n\tcopies = 2\r\n}\r\n"),
    );
    let side = || ("armor.w", Value::Int(1));
    check_with("f { id = \"a\" }", side(), Ok("f { id = \"a\", armor = { w = 1 } }"));
    check_with("f { id = \"a\", armor = {} }", side(), Ok("f { id = \"a\", armor = { w = 1 } }"));
    check_with(
        "f {\n\tid = \"a\",\n\tarmor = {\n\t},\n}",
        side(),
        Ok("f {\n\tid = \"a\",\n\tarmor = {\n\t\tw = 1,\n\t},\n}"),
    );
    check_with(
        "f { id = \"a\", keywords = {--[[none]] } }",
        ("keywords.1", Value::text("x")),
        Ok("f { id = \"a\", keywords = {--[[none]] \"x\" } }"),
    );
    check_with("f { id = \"a\", armor = 2 }", side(), Err(Unchanged::Absent));
    // Behind this comma a comment begins that ends elsewhere: there is no safe place.
    check_with("f {\n\tid = \"a\", --[[\n\t]]\n}", two(), Err(Unchanged::Unwritable));
}

#[test]
fn a_field_is_left_out() {
    check_without("f { id = \"a\", b = 1 }", "b", Ok("f { id = \"a\" }"));
    check_without("f { id = \"a\", b = 1, }", "b", Ok("f { id = \"a\", }"));
    check_without("f { id = \"a\", b = 1, c = 2 }", "b", Ok("f { id = \"a\", c = 2 }"));
    check_without("f { id = \"a\", b = { 1 } }", "b.1", Ok("f { id = \"a\", b = {} }"));
    check_without(
        "f {\n\tid = \"a\",\n\t-- why\n\tb = {\n\t\t1,\n\t},\n\tc = 2,\n}",
        "b",
        Ok("f {\n\tid = \"a\",\n\t-- why\n\tc = 2,\n}"),
    );
    check_without(
        "f {\n\tid = \"a\",\n\tb = 1, -- why\n\tc = 2,\n}",
        "b",
        Ok("f {\n\tid = \"a\",\n\t -- why\n\tc = 2,\n}"),
    );
    check_without("f { id = \"a\" }", "b", Err(Unchanged::Absent));
    check_without("f { id = \"a\", b = x.y }", "b", Ok("f { id = \"a\" }"));
}

#[test]
fn what_cannot_be_read_is_not_changed() {
    let broken = Page::read("f { id = \"a\" b = 1 }");
    assert!(!broken.problems().is_empty() && broken.sheets().is_empty());
    assert_eq!(broken.with(0, &path("b"), &2.into(), &[]), Err(Unchanged::Broken));
    let large = format!("f {{ id = \"a\" }}{}", " ".repeat(MOST_BYTES));
    assert!(Page::read(&large).sheets().is_empty());
    assert_eq!(Page::read("").n_lines(), 1);
    for (end, _) in FACTION.char_indices() {
        let page = Page::read(&FACTION[..end]);
        assert_eq!(page.text(), &FACTION[..end]);
        let _ = page.with(0, &path("copies"), &2.into(), &[]);
    }
}

#[test]
fn a_second_change_is_made_to_the_first() {
    let mut text = FACTION.to_owned();
    for n in 1..40 {
        text = Page::read(&text).with(1, &path("copies"), &n.into(), &[]).unwrap();
    }
    assert_eq!(text, FACTION.replace("copies = 4", "copies = 39"));
    for side in ["ne", "w"] {
        text = Page::read(&text).without(1, &path(&format!("armor.{side}"))).unwrap();
    }
    assert!(text.contains("armor = {},"), "{text}");
}

/// Something between two things, as people write it.
fn gap() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            Just(" ".to_owned()),
            Just("\t".to_owned()),
            Just("\n".to_owned()),
            Just("\r\n".to_owned()),
            Just("-- a, b = { 1 } \"é\n".to_owned()),
            Just("--[[ }, ]]".to_owned()),
        ],
        0..3,
    )
    .prop_map(|parts| parts.concat())
}

fn plain() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|n| Value::Int(n.into())),
        any::<bool>().prop_map(Value::Bool),
        "[ -~é\n\t]{0,8}".prop_map(|text| Value::text(&text)),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(Value::List),
            prop::collection::btree_map("[a-z]{1,4}", inner, 1..3)
                .prop_map(|entries| Value::Record(entries.into_iter().collect())),
        ]
    })
}

/// A sheet with these fields and gaps between all its parts.
fn laid_out(fields: &[(String, Value)], gaps: &[String], trailing: bool) -> String {
    let mut gaps = gaps.iter().cycle();
    let mut gap = || gaps.next().cloned().unwrap_or_default();
    let mut text = format!("-- é\nreturn f {{{}id{}={}\"a\"", gap(), gap(), gap());
    for (name, value) in fields {
        let value = literal(value).unwrap();
        text += &format!("{},{}{name}{}={}{value}", gap(), gap(), gap(), gap());
    }
    let comma = if trailing { "," } else { "" };
    text + &format!("{}{comma}{}}}{}", gap(), gap(), gap())
}

/// Whether all bytes of one text stand in another, in the same order.
fn is_within(text: &str, longer: &str) -> bool {
    let mut rest = longer.bytes();
    text.bytes().all(|byte| rest.any(|other| other == byte))
}

proptest! {
    #[test]
    fn what_is_set_is_read_and_nothing_else_changes(
        names in prop::collection::btree_map("x[a-z]{1,4}", plain(), 1..4),
        gaps in prop::collection::vec(gap(), 7..13),
        (which, trailing) in (any::<prop::sample::Index>(), any::<bool>()),
        value in plain(),
    ) {
        let fields: Vec<(String, Value)> = names.into_iter().collect();
        let text = laid_out(&fields, &gaps, trailing);
        let page = Page::read(&text);
        prop_assert_eq!(page.sheets().len(), 1, "{:?}", text);
        let (name, old) = &fields[which.index(fields.len())];
        let at = [Key::Name(name.clone())];
        prop_assert_eq!(page.value(0, &at), Some(old.clone()));
        let span = page.field(0, &at).unwrap().value.clone();
        let changed = page.with(0, &at, &value, &[]).unwrap();
        prop_assert_eq!(&changed[..span.start], &text[..span.start]);
        prop_assert!(changed.ends_with(&text[span.end..]));
        let read = Page::read(&changed);
        for (other, said) in &fields {
            let said = if other == name { &value } else { said };
            prop_assert_eq!(read.value(0, &[Key::Name(other.clone())]), Some(said.clone()));
        }
    }

    #[test]
    fn what_is_added_is_read_and_taken_out_again(
        names in prop::collection::btree_map("x[a-z]{1,4}", plain(), 0..4),
        gaps in prop::collection::vec(gap(), 7..13),
        (trailing, value) in (any::<bool>(), plain()),
    ) {
        let fields: Vec<(String, Value)> = names.into_iter().collect();
        let text = laid_out(&fields, &gaps, trailing);
        let page = Page::read(&text);
        let at = [Key::Name("new".to_owned())];
        if let Ok(changed) = page.with(0, &at, &value, &["id", "new"]) {
            // Nothing that stood there is gone.
            prop_assert!(is_within(&text, &changed), "{:?} {:?}", text, changed);
            let read = Page::read(&changed);
            prop_assert_eq!(read.value(0, &at), Some(value));
            let without = read.without(0, &at).unwrap();
            let again = Page::read(&without);
            for (name, said) in &fields {
                let at = [Key::Name(name.clone())];
                prop_assert_eq!(again.value(0, &at), Some(said.clone()));
            }
            let comments = |text: &str| text.matches("--").count();
            prop_assert_eq!(comments(&without), comments(&text));
        }
    }
}

#[test]
fn a_copy_stands_behind_its_sheet_under_a_name_of_its_own() {
    let page = Page::read(FACTION);
    let at = page.find("knight", "champion").unwrap();
    let copied = page.with_copy(at, "knight_2", "Knight 2").unwrap();
    let start = FACTION.find("\t\tarena.champion").unwrap();
    let end = FACTION.find("\t\tarena.rune").unwrap();
    let copy = FACTION[start..end].replacen("\"knight\"", "\"knight_2\"", 1).replacen(
        "\"Knight \\\"of\\\" dawn\"",
        "\"Knight 2\"",
        1,
    );
    assert_eq!(copied, format!("{}{copy}{}", &FACTION[..end], &FACTION[end..]));
    // What holds others, or is no item of a list, is not copied.
    assert_eq!(page.with_copy(0, "dragon_2", ""), Err(Unchanged::Unwritable));
    let check = |text: &str, expected: Result<&str, Unchanged>| {
        let copied = Page::read(text).with_copy(0, "b", "B");
        assert_eq!(copied.as_deref(), expected.as_ref().map(|it| *it), "{text}");
    };
    check("return { f { id = \"a\" } }", Ok("return { f { id = \"a\" }, f { id = \"b\" } }"));
    check("return { f { id = \"a\" }, 1 }", Ok("return { f { id = \"a\" }, f { id = \"b\" }, 1 }"));
    check(
        "return {\r\n\tf { id = \"a\", title = T } -- one\r\n}",
        Ok(
            "return {\r\n\tf { id = \"a\", title = T }, -- one\r\n\tf { id = \"b\", title = T },\r\n}",
        ),
    );
    check("return f { id = \"a\" }", Err(Unchanged::Unwritable));
    check("return g(f { id = \"a\" }, 1)", Err(Unchanged::Unwritable));
    check("return { f { id = \"a\" } } }", Err(Unchanged::Broken));
}

#[test]
fn a_new_sheet_says_what_it_must_and_no_more() {
    let page = Page::read(FACTION);
    let at = page.find("knight", "champion").unwrap();
    let new = page.with_new(at, ("squire", "Squire"), &["title", "armor"]).unwrap();
    let expected = FACTION.replacen(
        "\t\tarena.rune",
        "\t\tarena.champion {\n\t\t\tid = \"squire\",\n\t\t\ttitle = \"Squire\",\n\
         \t\t\tarmor = { ne = 1, w = 1 },\n\t\t},\n\t\tarena.rune",
        1,
    );
    assert_eq!(new, expected);
    let at = page.find("charge", "rune").unwrap();
    let new = page.with_new(at, ("rest", "Rest"), &[]).unwrap();
    let after = Page::read(&new);
    let found = after.find("rest", "rune").unwrap();
    assert_eq!(after.sheets()[found].table.fields.len(), 1);
    assert_eq!(after.sheets().len(), 5);
}
