use super::*;

fn champion() -> Schema {
    let attack = Schema::new("Attack").needs("strength", Type::int(1, 9), "").may(
        "side",
        Type::Name("side".into()),
        "",
    );
    let part = Schema::new("Part").needs("id", Type::Id, "");
    Schema::new("Champion")
        .needs("id", Type::Id, "its name")
        .may("initiative", Type::List { of: Box::new(Type::int(0, 9)), min: 1, max: 3 }, "")
        .may("attacks", Type::list(Type::Record(Box::new(attack))), "")
        .may("rank", Type::choice(["common", "elite"]), "")
        .may("bonus", Type::map_of("stat", Type::INT), "")
        .may("strength", Type::OneOf(vec![Type::int(0, 9), Type::choice(["all"])]), "")
        .may("parts", Type::list(Type::Record(Box::new(part))), "")
        .may("does", Type::Function, "")
        .may("flies", Type::Bool, "")
        .may("text", Type::Text, "")
}

/// Adds `fields` to a sheet with an id and expects findings written `CODE path: hint`.
fn check_fields<const N: usize>(fields: [(&str, Value); N], expected: &[&str]) {
    let mut entries = vec![("id".to_string(), Value::text("knight"))];
    entries.extend(fields.map(|(name, value)| (name.to_string(), value)));
    check_sheet(Value::Record(entries), expected);
}

fn check_sheet(sheet: Value, expected: &[&str]) {
    let vocabulary = Vocabulary::default().with("side", ["front", "rear"]).with("stat", ["armor"]);
    let found: Vec<String> = check(&champion(), &sheet, &vocabulary)
        .into_iter()
        .map(|f| format!("{} {}: {}", f.code, path_text(&f.path), f.hint.unwrap_or_default()))
        .collect();
    assert_eq!(found, expected, "{sheet}");
}

fn list<const N: usize>(items: [Value; N]) -> Value {
    Value::List(items.to_vec())
}

#[test]
fn a_good_sheet_has_no_findings() {
    check_fields([], &[]);
    check_fields(
        [
            ("initiative", list([Value::Int(3), Value::Int(1)])),
            ("attacks", list([Value::record([("strength", Value::Int(2))])])),
            ("rank", Value::text("elite")),
            ("bonus", Value::record([("armor", Value::Int(-1))])),
            ("strength", Value::text("all")),
            ("does", Value::Function(7)),
            ("flies", Value::Bool(true)),
            ("text", Value::text("")),
        ],
        &[],
    );
    check_fields([("bonus", list([])), ("attacks", list([]))], &[]);
}

#[test]
fn fields_must_be_known_and_there() {
    check_fields([("initative", list([]))], &["H0201 initative: did you mean `initiative`?"]);
    check_sheet(list([]), &["H0202 : add `id = ...` (id)"]);
    check_fields(
        [("attacks", list([Value::record([("strenght", Value::Int(1))])]))],
        // That `strength` is missing is said by that: it is there under another name.
        &["H0201 attacks[1].strenght: did you mean `strength`?"],
    );
    let positions = Value::record([("1", Value::Int(4)), ("id", Value::text("knight"))]);
    let known = "`id`, `initiative`, `attacks`, `rank`, `bonus`, `strength`, `parts`, `does`, \
                 `flies`, `text`";
    check_sheet(positions, &[&format!("H0201 [1]: known here: {known}")]);
}

#[test]
fn types_must_fit() {
    check_fields([("flies", Value::Int(1))], &["H0203 flies: "]);
    check_fields([("initiative", Value::Int(1))], &["H0203 initiative: put it in braces"]);
    check_fields([("text", Value::Int(4))], &["H0203 text: write \"4\""]);
    check_fields([("does", Value::text("x"))], &["H0203 does: "]);
    check_fields([("strength", Value::Bool(true))], &["H0203 strength: "]);
    check_sheet(Value::Int(3), &["H0203 : "]);
}

#[test]
fn numbers_must_be_whole_and_in_range() {
    let initiative = |value| ("initiative", list([value]));
    check_fields([initiative(Value::Int(10))], &["H0204 initiative[1]: allowed is int 0..9"]);
    let whole = "H0207 initiative[1]: rules count in whole numbers";
    check_fields([initiative(Value::Number(0.5))], &[whole]);
    check_fields([("strength", Value::Int(12))], &["H0204 strength: allowed is int 0..9"]);
}

#[test]
fn of_two_fields_of_one_name_the_one_that_is_read_is_checked() {
    let twice = [("strength", Value::Int(10_000)), ("strength", Value::Int(3))];
    let mut entries = vec![("id".to_owned(), Value::text("knight"))];
    entries.extend(twice.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!(check(&champion(), &Value::Record(entries), &Vocabulary::default()).len(), 1);
}

#[test]
fn names_must_be_declared() {
    let attack = Value::record([("strength", Value::Int(1)), ("side", Value::text("frnt"))]);
    check_fields([("attacks", list([attack]))], &["H0205 attacks[1].side: did you mean `front`?"]);
    check_fields([("rank", Value::text("hero"))], &["H0205 rank: known here: `common`, `elite`"]);
    let bonus = Value::record([("armour", Value::Int(1))]);
    check_fields([("bonus", bonus)], &["H0205 bonus.armour: did you mean `armor`?"]);
}

#[test]
fn lists_have_lengths_and_ids_are_unique() {
    check_fields([("initiative", list([]))], &["H0208 initiative: allowed is 1..3"]);
    let part = || Value::record([("id", Value::text("wing"))]);
    check_fields(
        [("parts", list([part(), part()]))],
        &["H0206 parts[2].id: number 1 of this list has it already"],
    );
}

#[test]
fn ids_are_spelled_one_way() {
    let good = |id: &str| check_sheet(Value::record([("id", Value::text(id))]), &[]);
    let bad = |id: &str, hint: &str| {
        let expected = format!("H0209 id: {hint}");
        check_sheet(Value::record([("id", Value::text(id))]), &[&expected]);
    };
    good("dragon_rider");
    good("rune2");
    bad("Dragon Rider", "write `dragon_rider`");
    bad("dragonRider", "write `dragon_rider`");
    bad("dragon--rider_", "write `dragon_rider`");
    bad("2nd", "use small letters, digits and `_`, a letter first");
    bad("", "use small letters, digits and `_`, a letter first");
}

#[test]
fn every_code_has_its_section_in_the_docs() {
    let page = include_str!("../../../../docs/errors/H02.md");
    for n in 1..=9 {
        assert!(page.contains(&format!("\n## H020{n} ")), "{n}");
    }
}

#[test]
fn what_is_told_in_sentences_is_short() {
    let form = Schema::new("Told").may("title", Type::Text, "").may("text", Type::Text, "").may(
        "sentences",
        Type::Map { keys: Box::new(Type::Id), of: Box::new(Type::Text) },
        "",
    );
    let told = |title: usize, sentence: usize| {
        let sentences = Value::record([("hello", Value::Text("\u{e9}".repeat(sentence)))]);
        let title = Value::Text("\u{e9}".repeat(title));
        let text = Value::Text("a".repeat(9_000));
        let sheet = Value::record([("title", title), ("text", text), ("sentences", sentences)]);
        let found = check(&form, &sheet, &Vocabulary::default());
        found.into_iter().map(|it| (it.code.as_str(), it.message)).collect::<Vec<_>>()
    };
    assert_eq!(told(200, 500), []);
    let title = ("H0214", "`title` has 201 characters".to_owned());
    let sentence = ("H0214", "`sentences.hello` has 501 characters".to_owned());
    assert_eq!(told(201, 501), [title, sentence]);
    let gap = Value::record([("hello", Value::text("{1} greets {5}"))]);
    let sheet = Value::record([("text", Value::text("{5}")), ("sentences", gap)]);
    let found = check(&form, &sheet, &Vocabulary::default());
    let found: Vec<_> = found.iter().map(|it| (it.code.as_str(), it.message.as_str())).collect();
    assert_eq!(found, [("H0215", "nothing fills the gap `{5}`")]);
}
