//! Patterns for paths.

/// Whether `path` matches `pattern`, name by name.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    names_match(&pattern, &path)
}

fn names_match(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**", rest @ ..], []) => names_match(rest, path),
        (["**", rest @ ..], [_, below @ ..]) => {
            names_match(rest, path) || names_match(pattern, below)
        }
        ([part, pattern @ ..], [name, path @ ..]) => {
            name_matches(part, name) && names_match(pattern, path)
        }
        ([], [_, ..]) | ([_, ..], []) => false,
    }
}

fn name_matches(part: &str, name: &str) -> bool {
    let Some((start, rest)) = part.split_once('*') else { return part == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let end = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some((_, after)) = name.split_once(piece) else { return false };
        name = after;
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stay_inside_a_name_and_double_stars_cross_folders() {
        let check = |pattern, path, expected| {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        };
        check("spec/*.luau", "spec/moves.luau", true);
        check("spec/*.luau", "spec/broken/moves.luau", false);
        check("spec/*.luau", "spec/moves.lua", false);
        check("spec/**/*.luau", "spec/moves.luau", true);
        check("spec/**/*.luau", "spec/a/b/moves.luau", true);
        check("**/*.ftl", "locale/en/main.ftl", true);
        check("**", "anything/at/all", true);
        check("*_*_spec.luau", "a_b_spec.luau", true);
        check("*_*_spec.luau", "a_spec.luau", false);
        check("a*a", "a", false);
        check("pack.toml", "pack.toml", true);
        check("pack.toml", "sub/pack.toml", false);
        check("*", "ü", true);
    }
}
