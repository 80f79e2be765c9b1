//! A homebrew faction of Monolith Arena, kept in memory, whose tile answers what happens.

use std::path::{Path, PathBuf};

use harena_pack::{Library, Tree};
use harena_scenario as scenario;
use harena_script::{Host, assemble};

use crate::manifest::manifest;

const FACTION: &str = r#"--!strict
-- Mourners: whoever fells one of them is wounded for it.
local arena = require("@monolith_arena/define")

local ALLIES = table.freeze { whose = "ally", anywhere = true, others = true }

local function wound_whoever_felled_it(match, mourner, event)
	if event.by then
		match:wound(event.by, 1, mourner)
	end
end

return arena.faction {
	id = "mourners",
	title = "Mourners",
	short = "MO",
	pieces = {
		arena.banner { id = "banner", title = "Banner" },
		arena.champion {
			id = "mourner",
			title = "Mourner",
			copies = 3,
			text = "When another ally falls, wound whoever felled it.",
			when = { falls = { who = ALLIES, does = wound_whoever_felled_it } },
		},
		arena.champion { id = "pilgrim", title = "Pilgrim", copies = 3 },
	},
}
"#;

/// A Spark shoots one wound to its north-east and east in phase 2, Banners strike their neighbors in
/// phase 0, and everything but a Banner has one hit point.
const SPEC: &str = r#"--!strict
-- What Mourners do in battles and in turns.
local harena = require("@harena")

local BANNERS = "MO Banner (-2,2), HF Banner (2,-2)"

return {
	harena.scenario {
		name = "A Mourner fells whoever felled its ally",
		factions = { "MO", "HF" },
		pieces = { BANNERS, "HF Spark (-1,0), MO Pilgrim (1,0), MO Mourner (0,2)" },
		steps = {
			{
				run = "battle 0",
				log = { "Phase 2", "Pilgrim (1,0) falls", "Spark (-1,0) falls" },
				expect = { "no pilgrim", "no spark", "MO Mourner (0,2) w0" },
			},
		},
	},
	harena.scenario {
		name = "Without a Mourner nobody answers",
		factions = { "MO", "HF" },
		pieces = { BANNERS, "HF Spark (-1,0), MO Pilgrim (1,0)" },
		steps = { { run = "battle 0", expect = { "no pilgrim", "HF Spark (-1,0) w0" } } },
	},
	harena.scenario {
		name = "A Mourner does not answer its own fall",
		factions = { "MO", "HF" },
		pieces = { BANNERS, "HF Spark (-1,0), MO Mourner (1,0)" },
		steps = { { run = "battle 0", expect = { "no mourner", "HF Spark (-1,0) w0" } } },
	},
	harena.scenario {
		name = "A fall among the enemies is no loss",
		factions = { "MO", "HF" },
		pieces = { BANNERS, "HF Spark (-1,2), MO Mourner (0,0)" },
		steps = { { run = "battle 0", expect = { "no spark", "MO hp 20" } } },
	},
}
"#;

fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders: Vec<PathBuf> = ["scripts", "factions"].map(|folder| root.join(folder)).into();
    let manifest = manifest("mourners", "faction", Some("monolith_arena"));
    let files = [("pack.toml", &*manifest), ("faction.luau", FACTION), ("spec/mourner.luau", SPEC)];
    let tree = Tree::from_files(files).unwrap();
    Library::open(&folders).overlaid_with(Library::from_trees([("mourners", tree)]))
}

#[test]
fn homebrew_tiles_answer_what_happens_in_battles() {
    let packs = assemble(&library(), &["monolith_arena", "forest", "mourners"]).unwrap();
    let mut host = Host::load(&packs).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let all = scenario::list(&host);
    let own: Vec<_> = all.iter().filter(|it| it.pack == "mourners").collect();
    assert_eq!(own.len(), 4);
    let failed = own.iter().filter_map(|it| scenario::run(&mut host, it).err());
    let failed: Vec<String> = failed.map(|failure| failure.to_string()).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
