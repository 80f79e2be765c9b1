//! Ids that are easily taken for each other.

/// The first of some ids that a reader may take for this one, although it is another.
///
/// ```
/// use harena_pack::look_alike;
/// assert_eq!(look_alike("moor_fort", ["dragon", "rnoor_fort"]), Some("rnoor_fort"));
/// assert_eq!(look_alike("dragon", ["dragon", "wagon"]), None);
/// ```
pub fn look_alike<'a>(id: &str, others: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let seen = as_seen(id);
    others.into_iter().find(|other| *other != id && as_seen(other) == seen)
}

/// An id as it looks at a glance: letters that many typefaces draw alike are one.
fn as_seen(id: &str) -> String {
    let letters = id.replace('_', "").replace("rn", "m").replace("vv", "w").replace("cl", "d");
    let seen = letters.chars().map(|letter| match letter {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '5' => 's',
        '2' => 'z',
        '8' => 'b',
        '9' => 'g',
        letter => letter,
    });
    seen.collect()
}

#[cfg(test)]
mod tests {
    use super::look_alike;

    #[test]
    fn ids_that_look_the_same_are_found_and_others_are_not() {
        let check = |id: &str, other: &str, is_alike: bool| {
            assert_eq!(look_alike(id, [other]).is_some(), is_alike, "{id} {other}");
        };
        check("dragon", "drag0n", true);
        check("hill_fort", "hi1l_fort", true);
        check("hill_fort", "hillfort", true);
        check("wenna", "vvenna", true);
        check("abyss", "aby55", true);
        check("cloud", "doud", true);
        check("dragon", "dragon", false);
        check("dragon", "dragons", false);
        check("box_1", "box_2", false);
    }
}
