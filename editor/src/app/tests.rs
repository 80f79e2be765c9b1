//! The window without a display, played by accessible labels.

use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use harena_pack::{Change, Library, Source, Tree};

use super::*;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"duel\"\nversion = \"1.0.0\"\ntitle = \"Duel\"\n\
                        kind = \"game\"\napi = 1\n[dependencies]\nharena = \"^0.1\"\n";

/// Each seat in turn puts a stone on a free hex; the third stone ends the match.
const GAME: &str = r#"--!strict
-- Stones on hexes.
local harena = require("@harena")

local stone = harena.sheet {
	kind = "stone",
	schema = { name = "Stone", fields = { { "id", "id", "its name" }, { "title", "text", "for people" } } },
	make = function(fields)
		return { kind = "stone", id = fields.id, title = fields.title }
	end,
}

local FULL = harena.reason("R2", "a hex holds one stone")

local function turn(match)
	for _, piece in match:pieces({ whose = "any" }) do
		match:refuse("put", FULL, piece.cell)
	end
	match:offer("put", match:empty_cells())
	local _, cell = harena.ask(match, match.active, "put_one")
	local new = match:create(match:prototypes()[1], match.active)
	match:put(new, cell, 0)
	if match:count({ whose = "any" }) == 3 then
		match:finish({ match.active }, "three")
		return
	end
	match:activate(1 - match.active)
	match:queue("turn")
end

return harena.game {
	id = "duel",
	title = "Duel",
	summary = "Put stones",
	seats = { min = 2, max = 2 },
	board = harena.hex { radius = 1 },
	kinds = { "stone" },
	zones = {},
	verbs = { { id = "put", args = { "cell" }, title = "Put a stone on {1}" } },
	sheets = { stone },
	prototypes = { stone { id = "stone", title = "STONE" } },
	steps = { turn = turn },
	first_step = "turn",
	prompts = { put_one = "Put a stone" },
	reasons = { three = "Three stones lie" },
}
"#;

fn tree(game: &str) -> Tree {
    Tree::from_files([("pack.toml", MANIFEST), ("game.luau", game)]).unwrap()
}

fn window() -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/harena");
    let library = Library::open(&[root])
        .overlaid_with(Library::from_trees([("duel", tree(&GAME.replace("STONE", "Pebble")))]));
    let preferences = Preferences { bot_pace: Duration::ZERO, ..Preferences::default() };
    let app = App::new(in_memory(library), preferences);
    assert_eq!(app.session.troubles, []);
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run_steps(3);
    window
}

fn click(window: &mut Harness<App>, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

fn pieces(window: &Harness<App>) -> usize {
    window.state().session.the_match().unwrap().state().pieces.len()
}

#[test]
fn a_match_is_played_by_clicks_undone_and_won() {
    let mut window = window();
    click(&mut window, "cell (0,0) empty, legal");
    assert_eq!(pieces(&window), 1);
    click(&mut window, "cell (0,0) Pebble of Seat 1 facing 0");
    let complaint = &window.state().table.complaint;
    assert_eq!(complaint.iter().map(|it| it.rule.as_str()).collect::<Vec<_>>(), ["R2"]);
    click(&mut window, "Undo");
    assert_eq!(pieces(&window), 0);
    click(&mut window, "Redo");
    click(&mut window, "cell (1,0) empty, legal");
    click(&mut window, "cell (0,1) empty, legal");
    window.get_by_label("Seat 1 wins");
}

#[test]
fn a_changed_pack_is_taken_in_and_a_broken_one_is_not() {
    let mut window = window();
    click(&mut window, "cell (0,0) empty, legal");
    let send = |window: &mut Harness<App>, game: &str| {
        let change = Change {
            pack: "duel".into(),
            source: Source::Memory,
            paths: vec!["game.luau".into()],
            tree: Ok(tree(game)),
        };
        window.state().session.sender().send(change).unwrap();
        window.run_steps(3);
    };
    send(&mut window, &GAME.replace("STONE", "Boulder"));
    window.get_by_label("cell (0,0) Boulder of Seat 1 facing 0");
    send(&mut window, "return {");
    let troubles = &window.state().session.troubles;
    assert_eq!((troubles[0].pack.as_str(), troubles[0].path.as_str()), ("duel", "game.luau"));
    click(&mut window, "cell (1,0) empty, legal");
    assert_eq!(pieces(&window), 2);
    send(&mut window, &GAME.replace("STONE", "Marble"));
    assert_eq!(window.state().session.troubles, []);
    window.get_by_label("cell (0,0) Marble of Seat 1 facing 0");
}

#[test]
fn a_bot_takes_its_turn() {
    let mut window = window();
    let seat = crate::session::Player::named("random");
    window.state_mut().execute(Command::Seat(Seat(1), seat));
    click(&mut window, "cell (0,0) empty, legal");
    window.run_steps(3);
    assert_eq!(pieces(&window), 2);
}

#[test]
fn the_board_is_walked_over_by_keys() {
    let mut window = window();
    window.get_by_label_contains("Board").focus();
    window.run_steps(2);
    for key in [egui::Key::ArrowRight, egui::Key::ArrowRight, egui::Key::Enter] {
        window.key_press(key);
        window.run_steps(2);
    }
    window.get_by_label("cell (1,0) Pebble of Seat 1 facing 0");
}
