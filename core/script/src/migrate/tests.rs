use harena_pack::codes;
use harena_pack::{Source, Tree};

use super::*;

const RENAMED: &str = r#"
[[renamed]]
since = "1.1.0"
what = "field"
of = "unit"
from = "power"
to = "might"

[[renamed]]
since = "1.2.0"
what = "member"
of = "define"
from = "fighter"
to = "unit"

[[renamed]]
since = "1.2.0"
what = "word"
of = "keyword"
from = "dash"
to = "charge"

[[renamed]]
since = "1.2.0"
what = "handle"
of = "Piece"
from = "place"
to = "cell"
"#;

fn pack(id: &str, files: &[(&str, &str)], manifest: &str) -> Pack {
    let head = format!(
        "schema = 1\n[pack]\nid = \"{id}\"\nversion = \"1.2.0\"\ntitle = \"{id}\"\napi = 1\n"
    );
    let manifest = head + manifest;
    let files = files.iter().copied().chain([("pack.toml", &*manifest)]);
    Pack::from_tree(id, Tree::from_files(files).unwrap(), Source::Memory).unwrap()
}

fn game() -> Pack {
    pack("duel", &[("game.luau", ""), ("renamed.toml", RENAMED)], "kind = \"game\"\n")
}

/// A faction made against a version of the game, with its text and what is expected of it.
fn check(made_against: &str, text: &str, expected: &str) {
    let manifest = format!("kind = \"faction\"\n[games]\nduel = \"{made_against}\"\n");
    let faction = pack("reds", &[("faction.luau", text)], &manifest);
    let game = game();
    let files = migrate(&faction, &[&game, &faction]).unwrap();
    let text = files.first().map_or(text, |it| it.text.as_str());
    assert_eq!(text, expected);
}

const OLD: &str = r#"--!strict
-- The reds: power to the "dash".
local duel = require("@duel/define")

local power = 3 -- a power of mine

local function strike(match: Match, piece: Piece)
	local at = piece.place -- the place
	if piece:keyword("dash") > 0 then
		match:say('dash', at)
	end
end

return duel.faction {
	pieces = {
		duel.unit { id = "dash", power = power, keywords = { "dash", "slow" } },
		duel.unit({ id = "power", power = 2, inner = { power = 1 }, keywords = {}, }),
		other.unit { power = 1, when = { falls = { does = strike } } },
	},
}
"#;

#[test]
fn only_names_change_and_only_those_of_newer_versions() {
    let first = OLD
        .replace("duel.unit { id = \"dash\", power =", "duel.unit { id = \"dash\", might =")
        .replace("id = \"power\", power =", "id = \"power\", might =");
    let all = first
        .replace("piece.place -- the", "piece.cell -- the")
        .replace(":keyword(\"dash\")", ":keyword(\"charge\")")
        .replace("keywords = { \"dash\",", "keywords = { \"charge\",");
    check("^1", OLD, &all);
    check("^1.1", OLD, &all.replace("might =", "power ="));
    check("^1.2", OLD, OLD);
    check("^1", &all, &all);
}

#[test]
fn members_of_a_module_are_renamed_where_it_is_that_module() {
    let old = "local duel = require(\"@duel/define\")\nlocal mine = { fighter = 1 }\nreturn { \
               duel.fighter { id = \"fighter\" }, mine.fighter }\n";
    check("^1", old, &old.replace("duel.fighter", "duel.unit"));
    let shadowed = "local duel = require(\"@duel/define\")\nreturn function(duel)\n\treturn \
                    duel.fighter\nend\n";
    check("^1", shadowed, shadowed);
}

#[test]
fn problems_that_an_old_name_explains_say_so() {
    let manifest = "kind = \"faction\"\n[games]\nduel = \"^1\"\n";
    let faction = pack("reds", &[("faction.luau", OLD)], manifest);
    let game = game();
    let at = |line: u32, column: u32| {
        let problem = Problem::error(codes::UNKNOWN_FIELD, "unknown field `power`")
            .hint("did you mean `id`?");
        problem.in_pack("reds").at("faction.luau", Place { line, column })
    };
    let line = OLD.lines().nth(15).unwrap();
    let column = line.find("power =").unwrap() as u32 + 1;
    let told = explained(vec![at(16, column), at(16, column + 1)], &[&game, &faction]);
    let hint = "since duel 1.1.0 it is called `might`; `harena migrate` says so";
    assert_eq!(&*told[0].hint, hint);
    assert_eq!(&*told[1].hint, "did you mean `id`?");
}

#[test]
fn a_script_that_cannot_be_read_keeps_the_pack_as_it_is() {
    let manifest = "kind = \"faction\"\n[games]\nduel = \"^1\"\n";
    let faction = pack("reds", &[("faction.luau", "return {")], manifest);
    let problems = migrate(&faction, &[&game()]).unwrap_err();
    assert_eq!(problems[0].code, "H0300");
}
