//! Choosing versions: what is chosen, and what is said when nothing fits.

use super::*;

/// Packs as `id version: needs`, a line each; `*` before one says that it is at hand.
fn candidates(text: &str) -> Vec<Candidate> {
    let line = |line: &str| {
        let (head, needs) = line.trim().split_once(':').unwrap();
        let (at_hand, head) = (head.starts_with('*'), head.trim_start_matches('*'));
        let (id, version) = head.split_once(' ').unwrap();
        let need = |it: &str| {
            let (id, range) = it.trim().split_once(' ').unwrap();
            (id.to_owned(), range.parse().unwrap())
        };
        let needs = needs.split(';').filter(|it| !it.trim().is_empty()).map(need).collect();
        Candidate { id: id.into(), version: version.parse().unwrap(), needs, at_hand }
    };
    text.lines().filter(|it| !it.trim().is_empty()).map(line).collect()
}

fn solved(text: &str, wishes: &[(&str, &str)]) -> Result<String, String> {
    let wish =
        |(id, range): &(&str, &str)| Wish { id: (*id).into(), range: range.parse().unwrap() };
    let wishes: Vec<Wish> = wishes.iter().map(wish).collect();
    let all = solve(&candidates(text), &wishes).map_err(|problem| problem.message)?;
    Ok(all.iter().map(|it| format!("{} {}", it.id, it.version)).collect::<Vec<_>>().join(", "))
}

const SHELF: &str = "
    a 1.0.0: lib ^1
    a 2.0.0: lib ^2
    b 1.0.0: lib ^1
    lib 1.0.0:
    lib 1.4.0:
    lib 2.1.0:
";

#[test]
fn the_newest_that_fits_is_chosen() {
    assert_eq!(solved(SHELF, &[("a", "*")]).unwrap(), "a 2.0.0, lib 2.1.0");
    assert_eq!(solved(SHELF, &[("a", "^1")]).unwrap(), "a 1.0.0, lib 1.4.0");
}

#[test]
fn an_older_one_is_chosen_where_only_that_fits_beside_others() {
    assert_eq!(solved(SHELF, &[("a", "*"), ("b", "*")]).unwrap(), "a 1.0.0, b 1.0.0, lib 1.4.0");
    assert_eq!(solved(SHELF, &[("b", "*"), ("a", "*")]).unwrap(), "a 1.0.0, b 1.0.0, lib 1.4.0");
}

#[test]
fn what_is_at_hand_is_kept_unless_it_was_asked_for() {
    let shelf = SHELF.replace("lib 1.0.0", "*lib 1.0.0");
    assert_eq!(solved(&shelf, &[("b", "*")]).unwrap(), "b 1.0.0, lib 1.0.0");
    assert_eq!(solved(&shelf, &[("b", "*"), ("lib", "^1")]).unwrap(), "b 1.0.0, lib 1.4.0");
}

#[test]
fn a_refusal_says_who_needs_what() {
    let check = |wishes: &[(&str, &str)], expected: &str| {
        let why = solved(SHELF, wishes).unwrap_err();
        assert!(why.contains(expected), "{why}");
    };
    check(&[("a", "^2"), ("b", "*")], "`b` 1.0.0 needs `lib` ^1, but");
    check(&[("a", "^2"), ("b", "*")], "`a` 2.0.0 needs `lib` ^2");
    check(&[("a", "^3")], "`a` ^3 is wanted, but there is only 2.0.0, 1.0.0");
    check(&[("lob", "*")], "which is nowhere, did you mean `lib`?");
    check(&[("quarry", "*")], "`quarry` is wanted, which is nowhere: there are a, b, ");
}

#[test]
fn circles_are_met_and_tangles_end() {
    assert_eq!(solved("a 1.0.0: b *\nb 1.0.0: a *", &[("a", "*")]).unwrap(), "a 1.0.0, b 1.0.0");
    // Twenty packs of ten versions, each needing what the next cannot give.
    let mut tangle = String::new();
    for pack in 0..20 {
        for version in 0..10 {
            let next = (pack + 1) % 20;
            tangle += &format!("p{pack} 1.{version}.0: p{next} *; last ={version}.0.0\n");
        }
    }
    assert!(solved(&tangle, &[("p0", "*")]).is_err());
}
