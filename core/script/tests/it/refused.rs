//! What would be kept otherwise than it was said is refused: numbers beyond what fits, ends
//! that do not fit the table, texts that nobody could read.

use harena_engine::the_match::{Fault, Match, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;

/// A game of one step of `BODY` on four squares, where `p` is a piece and `a` the first cell.
const GAME: &str = r#"--!strict
-- Squares: one step.
local harena = require("@harena")

local sheet = harena.sheet {
	kind = "unit",
	schema = { name = "Unit", fields = { { "id", "id", "its name" }, { "title", "text", "its title" } } },
	make = function(fields)
		return { kind = "unit", id = fields.id, title = fields.title }
	end,
}

local function play(match)
	local a = match:cell_at(0)
	local p = match:create(match:prototypes()[1], 0)
	BODY
end

local function done(match)
	match:finish({ 0 }, "done")
end

return harena.game {
	id = "squares",
	title = "Squares",
	seats = { min = 2, max = 2 },
	board = harena.square { width = 2, height = 2 },
	kinds = { "unit" },
	zones = { { id = "bag" } },
	marks = { { id = "fire" } },
	statuses = { "wet" },
	verbs = { { id = "pass", args = {} } },
	prototypes = { sheet { id = "one", title = "TITLE" } },
	steps = { play = play, done = done },
	first_step = "play",
	prompts = { turn = "Your turn" },
	sentences = { hello = "SENTENCE" },
	reasons = { done = "Done", full = "Full" },
	TABLE
}
"#;

fn load(game: &str) -> Result<Host, Vec<Problem>> {
    let files = [("pack.toml", &*manifest("squares", "game", None)), ("game.luau", game)];
    let library = Library::from_trees([("squares", Tree::from_files(files).unwrap())]);
    Host::load(&assemble(&library, &["squares"]).unwrap())
}

fn game(body: &str, title: &str, sentence: &str, table: &str) -> String {
    let told = GAME.replace("TITLE", title).replace("SENTENCE", sentence);
    told.replace("TABLE", table).replace("BODY", body)
}

fn begun(body: &str) -> (Match, Option<Fault>) {
    let mut host = load(&game(body, "One", "Hello", "")).unwrap_or_else(|it| panic!("{it:#?}"));
    let mut the_match = Match::new(host.build(&Default::default(), 2).unwrap(), Setup::default());
    let fault = the_match.advance(&mut host).err();
    (the_match, fault)
}

#[track_caller]
fn plays(body: &str) -> Match {
    let (the_match, fault) = begun(body);
    assert_eq!(fault, None, "{body}");
    the_match
}

#[track_caller]
fn fails(body: &str, part: &str) {
    let told = begun(body).1.unwrap_or_else(|| panic!("{body} plays")).to_string();
    assert!(told.contains(part), "{body}: {told}");
}

#[test]
fn facings_are_those_of_the_board() {
    plays("match:put(p, a, 3) match:put(p, a, 0) match:finish({ 0 }, 'done')");
    plays("match:place('one', a, 0, 3) match:facings_but(3) match:finish({ 0 }, 'done')");
    for wrong in ["4", "-1", "300", "2 ^ 40"] {
        let told = "there is no facing";
        fails(&format!("match:put(p, a, {wrong})"), told);
        fails(&format!("match:place('one', a, 0, {wrong})"), told);
        fails(&format!("match:facings_but({wrong})"), told);
    }
    fails("match:put(p, a, 4)", "they go from 0 to 3");
}

#[test]
fn places_in_a_zone_are_those_it_has() {
    let two = "local q = match:place('one', a) match:send(q, 'bag')";
    plays(&format!("{two} match:send(p, 'bag', nil, 0) match:finish({{ 0 }}, 'done')"));
    plays(&format!("{two} match:send(p, 'bag', nil, 1) match:finish({{ 0 }}, 'done')"));
    for wrong in ["2", "-1", "65535", "2 ^ 32"] {
        fails(&format!("{two} match:send(p, 'bag', nil, {wrong})"), "in a zone of 1");
    }
}

#[test]
fn a_match_ends_once_with_a_score_for_each_seat() {
    plays("match:finish({ 0 }, 'done', { 3, 4 }, { { { 'done', 3 } }, {} })");
    fails("match:finish({ 0 }, 'done', { 1, 2, 3, 4 })", "4 scores for 2 seats");
    fails("match:finish({ 0 }, 'done', { 1 })", "1 scores for 2 seats");
    fails("match:finish({ 0 }, 'done', { 1, 2 }, { {} })", "1 lists of parts for 2 seats");
    let twice = "match:finish({ 0 }, 'done') match:finish({ 1 }, 'full')";
    fails(twice, "the match has ended already (`done`)");
}

#[test]
fn pieces_are_counted_that_are_there() {
    let churn = "for i = 1, 20000 do
            local q = match:place('one', a)
            match:remove(q)
        end
        match:put(p, a)
        match:place('one', match:cell_at(1))
        match:queue('done')";
    let the_match = plays(churn);
    assert_eq!(the_match.state().on_board().count(), 2);
    // A change costs what working out modifiers takes only if somebody looks at them in between.
    let longer = "for i = 1, 20000 do
            local q = match:place('one', match:cell_at(i % 3))
            match:mark(q, 'fire')
            match:send(q, 'bag')
            match:remove(q)
        end
        match:queue('done')";
    plays(longer);
    let looked = "for i = 1, 30000 do
            local q = match:place('one', a)
            if q:has('wet') then
                match:remove(p)
            end
            match:remove(q)
        end
        match:queue('done')";
    fails(looked, "script budget exhausted");
    let crowd = "for i = 1, 4001 do match:create(match:prototypes()[1], 0) end match:queue('done')";
    fails(crowd, "more than 4000 pieces are in the match");
}

#[track_caller]
fn too_long(game: &str, words: &str, line: &str) {
    let problems = load(game).map(drop).expect_err(words);
    let found = problems.iter().find(|it| it.code == "H0214");
    let found = found.unwrap_or_else(|| panic!("{problems:#?}"));
    assert!(found.message.contains(words), "{found:?}");
    let (at, _) = game.split_once(line).unwrap();
    let expected = at.lines().count();
    assert_eq!((found.path.as_str(), found.line as usize), ("game.luau", expected), "{found:?}");
}

#[test]
fn texts_for_people_are_short_enough_to_be_read() {
    let fits = game("match:finish({ 0 }, 'done')", &"a".repeat(200), &"{1}".repeat(166), "");
    assert!(load(&fits).is_ok());
    let long = "a".repeat(201);
    too_long(&game("", &long, "", ""), "`title` has 201 characters", "sheet { id");
    let sentence = "b".repeat(501);
    too_long(&game("", "", &sentence, ""), "`sentences.hello` has 501 characters", "hello =");
    let text = "c".repeat(20_001);
    let table = format!("summary = \"{text}\",");
    too_long(&game("", "", "", &table), "a text of 20001 bytes, 20000 are allowed", "summary");
    let name = format!("meanings = {{ {} = \"x\" }},", "d".repeat(1_001));
    too_long(&game("", "", "", &name), "a text of 1001 bytes, 1000 are allowed", "meanings");
}
