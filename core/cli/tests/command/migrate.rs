//! Packs made against an older version of their game.

use crate::Folder;

const GAME: &str = r#"--!strict
-- Cards that are worth something.
local harena = require("@harena")
local define = require("./define")

local function turn(match: Match)
	match:offer("wait")
	harena.choose(match, 0, "turn")
	match:finish({ 0 }, "over")
end

return harena.game {
	id = "cards",
	title = "Cards",
	seats = { min = 2, max = 2 },
	board = harena.line { spaces = 3 },
	kinds = { "card" },
	stats = { "worth" },
	zones = { { id = "hand", per_seat = true, sight = "owner" } },
	keywords = { { id = "trump", title = "Trump", text = "Beats all others." } },
	verbs = { { id = "wait", title = "Wait" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { turn = "Your turn" },
	reasons = { over = "Over" },
	prototypes = { define.card { id = "ace", worth = 4 } },
}
"#;

const DEFINE: &str = r#"--!strict
-- The constructors of the game.
local harena = require("@harena")

local define = {}

define.card = harena.sheet {
	kind = "card",
	schema = {
		name = "Card",
		fields = {
			{ "id", "id", "its name" },
			{ "worth?", "int 0..9", "its worth", default = 1 },
			{ "keywords?", "list of keyword", "what it can do" },
		},
	},
	make = function(fields)
		local stats = { worth = fields.worth }
		return { kind = "card", id = fields.id, title = fields.id, stats = stats, keywords = fields.keywords }
	end,
}

return table.freeze(define)
"#;

const RENAMED: &str = r#"# What cards were called before.
[[renamed]]
since = "1.1.0"
what = "field"
of = "card"
from = "value"
to = "worth"

[[renamed]]
since = "1.2.0"
what = "word"
of = "keyword"
from = "joker"
to = "trump"
"#;

const MANIFEST: &str = r#"# Ours.
schema = 1

[pack]
id = "sleeves"
version = "0.1.0"
title = "Sleeves"
kind = "content"
license = "CC0-1.0"
api = 1

[games]
cards = "^1"  # since the first day

[dependencies]
harena = "^0.1"
"#;

const CONTENT: &str = r#"--!strict
-- Sleeves: cards of great value.
local cards = require("@cards/define")
local harena = require("@harena")

return harena.content {
	id = "sleeves",
	title = "Sleeves",
	pieces = {
		cards.card { id = "king",   value = 5 }, -- its value, and no less
		cards.card { id = "fool", keywords = { "joker" } },
	},
}
"#;

fn with_packs() -> Folder {
    let folder = Folder::new();
    let game = "schema = 1\n\n[pack]\nid = \"cards\"\nversion = \"1.2.0\"\ntitle = \"Cards\"\nkind \
                = \"game\"\napi = 1\n\n[dependencies]\nharena = \"^0.1\"\n";
    let files = [
        ("cards/pack.toml", game),
        ("cards/game.luau", GAME),
        ("cards/define.luau", DEFINE),
        ("cards/renamed.toml", RENAMED),
        ("sleeves/pack.toml", MANIFEST),
        ("sleeves/content.luau", CONTENT),
    ];
    for (path, text) in files {
        let path = folder.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn an_old_pack_explains_itself_and_is_brought_to_the_names_of_today() {
    let folder = with_packs();
    let run = folder.harena(&["check", "sleeves", "--packs", "."]).ends(1);
    run.complains("since cards 1.1.0 it is called `worth`; `harena migrate` says so");
    let check = folder.harena(&["migrate", "--check", "sleeves", "--packs", "."]).ends(1);
    check
        .says("sleeves/content.luau:10: `value` is `worth` since cards 1.1.0")
        .says("sleeves/content.luau:11: `joker` is `trump` since cards 1.2.0")
        .says("sleeves/pack.toml: cards ^1 to ^1.2.0");
    assert_eq!(folder.read("sleeves/content.luau"), CONTENT, "a look changes nothing");
    folder.harena(&["migrate", "sleeves", "--packs", "."]).fine().says("3 places brought up to");
    let expected = CONTENT
        .replace("\"king\",   value = 5", "\"king\",   worth = 5")
        .replace("\"joker\"", "\"trump\"");
    assert_eq!(folder.read("sleeves/content.luau"), expected);
    assert_eq!(folder.read("sleeves/pack.toml"), MANIFEST.replace("\"^1\"", "\"^1.2.0\""));
    folder.harena(&["check", "sleeves", "--packs", ".", "--matches", "4"]).fine();
    let again = folder.harena(&["migrate", "sleeves", "--packs", ".", "--json"]).fine().json();
    assert_eq!((again["names"].as_array().unwrap().len(), &again["written"]), (0, &true.into()));
}

#[test]
fn mistakes_with_old_packs_are_told_and_change_nothing() {
    let folder = with_packs();
    folder.harena(&["migrate", "nowhere"]).ends(3).complains("error[H0120]");
    std::fs::create_dir_all(folder.path("empty")).unwrap();
    folder.harena(&["migrate", "empty"]).ends(2).complains("there is no pack at or below");
    folder.change("sleeves/content.luau", "pieces = {", "pieces = {{");
    let run = folder.harena(&["migrate", "sleeves", "--packs", "."]).ends(1);
    run.complains("error[H0300]").complains("sleeves/content.luau");
    assert_eq!(folder.read("sleeves/pack.toml"), MANIFEST);
    folder.change("cards/renamed.toml", "what = \"word\"", "what = \"wort\"");
    let run = folder.harena(&["migrate", "sleeves", "--packs", "."]).ends(1);
    run.complains("error[H0164]").complains("cards/renamed.toml:11");
    folder.harena(&["check", "cards", "--matches", "2"]).ends(1).complains("error[H0164]");
}

#[test]
fn a_pack_for_another_version_says_what_to_do() {
    let folder = with_packs();
    folder.change("sleeves/pack.toml", "cards = \"^1\"", "cards = \"^0.9\"");
    let run = folder.harena(&["check", "sleeves", "--packs", "."]).ends(1);
    run.complains("`sleeves` needs `cards` ^0.9, but 1.2.0 is there").complains("harena migrate");
    folder.harena(&["migrate", "sleeves", "--packs", "."]).fine().says("cards ^0.9 to ^1.2.0");
    folder.harena(&["check", "sleeves", "--packs", ".", "--matches", "2"]).fine();
    folder.change("sleeves/pack.toml", "api = 1", "api = 0");
    let run = folder.harena(&["check", "sleeves", "--packs", "."]).ends(1);
    run.complains("`sleeves` is made for script interface 0, this is 1").complains("migrate");
    folder.harena(&["migrate", "sleeves", "--packs", "."]).fine().says("api 0 to 1");
}
