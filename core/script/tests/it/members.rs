//! Names that are not there, found where they stand before anything runs.

use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

const GAME: &str = r#"--!strict
-- A game with a variable, a stat, a counter and a setting.
local harena = require("@harena")
local words = require("./words")

local sheet = harena.sheet {
	kind = "tile",
	schema = { name = "Tile", fields = { { "id", "id" } } },
	make = function(fields)
		return { kind = "tile", id = fields.id, title = "Tile", stats = { strength = 1 } }
	end,
}

local function turn(match)
	BODY
	match:finish({ 0 }, "over")
end

return harena.game {
	id = "siege",
	title = "Siege",
	seats = { min = 1, max = 1 },
	settings = { { id = "length", title = "Length", type = "int", min = 1, max = 3, default = 1 } },
	board = harena.hex { radius = 1 },
	kinds = { "tile" },
	stats = { "strength" },
	counters = { "wounds" },
	vars = { countdown = 3 },
	zones = { { id = "deck" } },
	verbs = { { id = "put", args = { "cell" }, title = "Put on {1}" } },
	prototypes = { sheet { id = "tile" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { put = "Put it" },
	reasons = { over = words.over },
}
"#;

const WORDS: &str = r#"--!strict
-- Words of the game.
local words = {}

words.over = "It is over"

function words.told(n: number): string
	return `{n}`
end

return table.freeze(words)
"#;

/// What is wrong with the game whose step does this, each as its place and what is said.
fn problems(body: &str) -> Vec<String> {
    problems_in(&GAME.replace("BODY", body), WORDS)
}

fn problems_in(game: &str, words: &str) -> Vec<String> {
    let manifest = manifest("siege", "game", None);
    let files = [("pack.toml", &*manifest), ("game.luau", game), ("words.luau", words)];
    let library = Library::from_trees([("siege", Tree::from_files(files).unwrap())]);
    let told = |it: &Problem| {
        format!("{}:{}:{} {} {}; {}", it.path, it.line, it.column, it.code, it.message, it.hint)
    };
    match Host::load(&assemble(&library, &["siege"]).unwrap()) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(told).collect(),
    }
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    assert_eq!(problems(body), expected, "{body}");
}

#[test]
fn what_is_there_may_be_taken() {
    check("print(match.turn, match.countdown, match.settings.length, match.settings.seats)", &[]);
    check("for _, piece in match:pieces() do print(piece.strength, piece.wounds) end", &[]);
    check("local cell = match:cell(0, 0) if cell then print(cell.name, words.told(1)) end", &[]);
    check("print(harena.side.ne, math.max(1, 2), string.format(\"%d\", 1), #match:board())", &[]);
}

#[test]
fn members_of_modules_are_known() {
    check(
        "print(words.tolt(1))",
        &["game.luau:15:14 H0318 `./words` has no `tolt`; did you mean `told`?"],
    );
    check(
        "harena.aks(match, 0, \"put\")",
        &["game.luau:15:9 H0318 `@harena` has no `aks`; did you mean `ask`?"],
    );
    check(
        "local ask = harena.asks print(ask, harena.side.nee)",
        &[
            "game.luau:15:21 H0318 `@harena` has no `asks`; did you mean `ask`?",
            "game.luau:15:49 H0318 `side` of `@harena` has no `nee`; did you mean `ne`?",
        ],
    );
}

#[test]
fn members_that_are_missing_when_a_file_runs_are_told_by_name() {
    let game = GAME.replace("words.over", "words.ovre()").replace("BODY", "");
    let place = "game.luau:35:27 H0318 `./words` has no `ovre`; did you mean `over`?";
    assert_eq!(problems_in(&game, WORDS), [place]);
}

#[test]
fn modules_that_fill_their_table_when_they_run_are_left_alone() {
    let filled = WORDS
        .replace("return table", "for _, n in { \"a\", \"b\" } do words[n] = n end\nreturn table");
    assert_eq!(problems_in(&GAME.replace("BODY", "print(words.a)"), &filled), [""; 0]);
    let given = WORDS.replace("return table", "local also = words\nalso.a = 1\nreturn table");
    assert_eq!(problems_in(&GAME.replace("BODY", "print(words.a)"), &given), [""; 0]);
}

#[test]
fn fields_and_methods_of_handles_are_known() {
    let cases = [
        ("print(match.trun)", "15:14 H0318 a Match has no field `trun`; did you mean `turn`?"),
        (
            "print(match.countdwon)",
            "15:14 H0318 a Match has no field `countdwon`; did you mean `countdown`?",
        ),
        (
            "match:shufle(\"deck\")",
            "15:8 H0318 a Match has no method `shufle`; did you mean `shuffle`?",
        ),
        (
            "match.shuffle(match, \"deck\")",
            "15:8 H0318 a Match has no field `shuffle`; it is a method: write `:shuffle(...)`",
        ),
        (
            "print(match:turn())",
            "15:14 H0318 a Match has no method `turn`; it is a field: write `.turn`",
        ),
        (
            "print(match.settings.lenght)",
            "15:23 H0318 the game has no setting `lenght`; did you mean `length`?",
        ),
        (
            "local m = match print(m.trun)",
            "15:26 H0318 a Match has no field `trun`; did you mean `turn`?",
        ),
        (
            "print(match:cell(0, 0).pice)",
            "15:25 H0318 a Cell has no field `pice`; did you mean `piece`?",
        ),
        (
            "local c = match:first().cell print(c.nam)",
            "15:39 H0318 a Cell has no field `nam`; did you mean `name`?",
        ),
        (
            "for _, it in match:pieces() do print(it.strenght) end",
            "15:42 H0318 a Piece has no field `strenght`; did you mean `strength`?",
        ),
        (
            "local f = function(it: Piece?) return it.wunds end print(f)",
            "15:43 H0318 a Piece has no field `wunds`; did you mean `wounds`?",
        ),
    ];
    for (body, expected) in cases {
        check(body, &[&format!("game.luau:{expected}")]);
    }
}

#[test]
fn what_may_be_something_else_is_left_alone() {
    check("local cell = match:cell(0, 0) cell = { nam = 1 } print(cell.nam)", &[]);
    check("local f = function(match: { trun: number }) return match.trun end print(f)", &[]);
    check("local match = { trun = 1 } print(match.trun)", &[]);
    check("local words = { tolt = 1 } print(words.tolt)", &[]);
}

#[test]
fn names_that_nobody_declares_are_told() {
    check(
        "print(countdwon, math.flor(1.5), tostrin(1))",
        &[
            "game.luau:15:8 H0317 unknown name `countdwon`; declare it with `local countdwon`, or \
             require the module that has it",
            "game.luau:15:19 H0317 `math` has no `flor`; did you mean `floor`?",
            "game.luau:15:35 H0317 unknown name `tostrin`; did you mean `tostring`?",
        ],
    );
}

#[test]
fn types_are_of_exactly_this_game() {
    let game = GAME.replace("BODY", "");
    let manifest = manifest("siege", "game", None);
    let files = [("pack.toml", &*manifest), ("game.luau", &*game), ("words.luau", WORDS)];
    let library = Library::from_trees([("siege", Tree::from_files(files).unwrap())]);
    let types = Host::load(&assemble(&library, &["siege"]).unwrap()).unwrap().types();
    let block = |name: &str| {
        let start = types.find(&format!("declare extern type {name} with\n")).expect(name);
        types[start..].split("\nend\n").next().unwrap().to_owned()
    };
    let (of_match, of_piece) = (block("Match"), block("Piece"));
    for line in [
        "\n\tcountdown: number\n",
        "\n\t[VarName]: number\n",
        "\n\toffer: ((Match, VerbWithCell, Cell | Cells | { Cell }, Reason?) -> number)\n",
    ] {
        assert!(format!("{of_match}\n").contains(line), "{line}");
    }
    let is_open = |block: &str| block.contains("\n\t[string]");
    assert!(!is_open(&of_match) && !is_open(&of_piece));
    assert!(of_piece.contains("\n\t[CounterName | StatName]: number\n"));
    assert!(of_piece.contains("\n\tstrength: number") && of_piece.contains("\n\twounds: number"));
    for line in [
        "\nexport type ZoneName = \"deck\"\n",
        "\nexport type VerbWithCell = \"put\"\n",
        "\nexport type StatName = \"strength\"\n",
        "\nexport type StatusName = never\n",
        "\nexport type ReasonName = \"over\"\n",
        "\n\tlength: number,\n",
        "\nexport type Tile = {\n\tid: string,\n}\n",
        "\nexport type TileSheet = Tile\n",
        "\nexport type AnySheet = Tile\n",
    ] {
        assert!(types.contains(line), "{line}\n{types}");
    }
}
