//! The workshop: a number is changed in the window, and what lies on disk, on the board and in the
//! problems is what follows from that.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use harena_editor::panel::Screen;
use harena_editor::text;
use harena_engine::game::Reach;
use harena_pack::{Pack, Source};
use harena_tests::driver::Window;
use harena_tests::house::packs;

/// A copy of a shipped pack in a folder of its own, gone with the test.
struct Own(PathBuf);

impl Own {
    fn of(name: &str, packs: &mut [Arc<Pack>], id: &str) -> Own {
        let folder = format!("harena_workshop_{name}_{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let folder = folder.canonicalize().unwrap();
        let pack = packs.iter_mut().find(|pack| pack.id() == id).expect("there is such a pack");
        for (path, content) in pack.tree.iter() {
            let place = folder.join(id).join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, content.bytes()).unwrap();
        }
        *pack = Arc::new(Pack::open(&folder.join(id)).unwrap());
        assert!(matches!(pack.source, Source::Folder(_)));
        Own(folder)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.0.join(path), text).unwrap();
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FACTION: &str = "dragon/faction.luau";

/// The Knight as it is printed: its initiative, and what it takes off on its sides.
fn knight(window: &Window) -> (Vec<i16>, Vec<i16>) {
    let game = &window.app().session.play.as_ref().unwrap().game;
    let is_it = |it: &&harena_engine::game::Prototype| it.title == "Knight";
    let knight = game.prototypes.iter().find(is_it).unwrap();
    (knight.ladder.clone(), knight.sides[0].clone())
}

fn opened(name: &str) -> (Own, Window) {
    let mut packs = packs("monolith_arena");
    let own = Own::of(name, &mut packs, "dragon");
    let mut window = Window::open(&packs, "monolith_arena", 3);
    window.show(Screen::Home);
    window.click(&format!("{}: Dragon Empire", text::open_in_workshop()));
    assert_eq!(window.app().screen, Screen::Workshop);
    window.click(&format!("Knight, {}", text::pieces(4)));
    (own, window)
}

#[test]
fn a_number_is_changed_in_the_window_and_plays_on_the_board() {
    let (own, mut window) = opened("number");
    let before = own.read(FACTION);
    assert_eq!(knight(&window), (vec![1], vec![1, 0, 0, 0, 1, 1]));
    window.click(&text::one_less("Initiative"));
    assert_eq!(own.read(FACTION), before, "it is written after a pause");
    window.click(text::save_now());
    let knights = "\t\t\tinitiative = { 1 },\n\t\t\tmelee = { nw = 2 },";
    let expected = before.replacen(knights, &knights.replace("{ 1 }", "{ 0 }"), 1);
    assert_ne!(expected, before);
    assert_eq!(own.read(FACTION), expected);
    window.hear_disk("dragon", &own.0);
    assert_eq!(knight(&window), (vec![0], vec![1, 0, 0, 0, 1, 1]));
    window.reads(&text::was_value("1"));
    // Another side gets armor: it stands behind the others of that field.
    window.click(&text::side_named("SE"));
    // Its chip is chosen by what it says now.
    window.click(&text::tool_at_side("Armor", 0));
    window.click(&text::one_more("Armor"));
    window.click(text::save_now());
    let armored = expected.replacen(
        "armor = { ne = 1, w = 1, nw = 1 },\n\t\t\ttoughness",
        "armor = { ne = 1, w = 1, nw = 1, se = 1 },\n\t\t\ttoughness",
        1,
    );
    assert_eq!(own.read(FACTION), armored);
    window.hear_disk("dragon", &own.0);
    assert_eq!(knight(&window), (vec![0], vec![1, 0, 1, 0, 1, 1]));
    // Both are taken back, one after the other.
    window.click(text::take_back_change());
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), expected);
    window.press_command("Z");
    window.press_command("S");
    assert_eq!(own.read(FACTION), before);
    window.press_command_shift("Z");
    window.press_command("S");
    assert_eq!(own.read(FACTION), expected);
}

#[test]
fn what_is_broken_in_the_text_is_told_and_the_last_good_version_plays() {
    let (own, mut window) = opened("broken");
    let before = own.read(FACTION);
    window.type_into(FACTION, "!");
    window.click(text::save_now());
    let broken = own.read(FACTION);
    assert_eq!(broken.len(), before.len() + 1);
    window.hear_disk("dragon", &own.0);
    window.reads("H0300");
    window.reads(text::mend_text_first());
    // The sheets it had before are still there to be chosen.
    window.reads(&format!("Knight, {}", text::pieces(4)));
    assert_eq!(knight(&window), (vec![1], vec![1, 0, 0, 0, 1, 1]));
    window.click(text::take_back_change());
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), before);
    window.hear_disk("dragon", &own.0);
    window.reads_not("H0300");
    window.reads_not(text::mend_text_first());
}

#[test]
fn the_word_that_is_meant_is_written_by_a_button() {
    let (own, mut window) = opened("meant");
    let before = own.read(FACTION);
    own.write(FACTION, &before.replacen("copies = 4", "copis = 4", 1));
    window.hear_disk("dragon", &own.0);
    window.reads("H0201");
    window.click(&text::use_word("copies"));
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), before);
    window.hear_disk("dragon", &own.0);
    window.reads_not("H0201");
}

#[test]
fn nothing_is_written_over_another_program_without_a_word() {
    let (own, mut window) = opened("other");
    let before = own.read(FACTION);
    window.click(&text::one_more("Toughness"));
    let theirs = before.replacen("-- Dragon Empire", "-- The Dragon Empire", 1);
    own.write(FACTION, &theirs);
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), theirs);
    window.reads(text::changed_on_disk());
    window.click(text::keep_mine());
    assert_eq!(own.read(FACTION), before.replacen("toughness = 1", "toughness = 2", 1));
    window.reads_not(text::changed_on_disk());
}

#[test]
fn the_name_of_a_sheet_tells_its_copies_among_all_pieces() {
    let mut window = Window::open(&packs("monolith_arena"), "monolith_arena", 1);
    window.show(Screen::Home);
    window.open_workshop("dragon");
    // Section 2.7 of the rules: 35 tiles an army, of the Dragon Empire four Knights and one Banner.
    window.click(&format!("Knight, {}", text::pieces(4)));
    window.reads(&text::copies_in_all(4, 35));
    window.click("Banner");
    window.reads(&text::copies_in_all(1, 35));
}

#[test]
fn packs_that_came_along_are_only_shown() {
    let mut window = Window::open(&packs("monolith_arena"), "monolith_arena", 3);
    window.show(Screen::Home);
    window.click(&format!("{}: Dragon Empire", text::open_in_workshop()));
    window.click(&format!("Knight, {}", text::pieces(4)));
    window.reads(text::built_in_only_shown());
    window.reads(text::copy_to_own_packs());
    window.reads_not(text::save_now());
}

/// The sheets of every game have a form that its game declares, and a face.
#[test]
fn sheets_of_every_game_have_forms_and_faces() {
    for game in harena_tests::house::shipped_games() {
        let all = packs(game);
        let mut window = Window::open(&all, game, 3);
        window.show(Screen::Home);
        let mut n_shown = 0;
        for pack in all.iter().filter(|pack| pack.id() != "harena") {
            window.open_workshop(pack.id());
            for sheet in window.sheets_with_forms().iter().take(8) {
                window.choose_sheet(sheet);
                window.reads_not(text::no_form());
                window.reads_not(text::no_sheet_chosen());
                n_shown += 1;
            }
        }
        assert!(n_shown >= 8, "{game} shows {n_shown}");
    }
}

/// What a game writes first is not always the first side of the board: Monster Hex begins in the
/// east, Monolith Arena in the north-east. The handles stand where the numbers are printed, also
/// while a number is another one than what is printed yet.
#[test]
fn handles_stand_where_their_numbers_are_printed() {
    for (game, pack, sheet, label, turn) in [
        ("monster_hex", "cindermaw", ("a1", "monster"), "Powers", 1),
        ("monolith_arena", "dragon", ("knight", "champion"), "Armor", 0),
    ] {
        let mut packs = packs(game);
        let own = Own::of(pack, &mut packs, pack);
        let mut window = Window::open(&packs, game, 3);
        window.show(Screen::Home);
        window.open_workshop(pack);
        let sheets = window.sheets_with_forms();
        window.choose_sheet(sheets.iter().find(|it| it.id == sheet.0).unwrap());
        if label == "Armor" {
            window.click(&text::tool_at_side(label, 1));
        }
        window.click(&text::one_more(label));
        window.run(2);
        assert_eq!(window.app().workshop.turns.get(sheet.1), Some(&turn), "{game}");
        drop(own);
    }
}

#[test]
fn keys_set_what_stands_at_the_chosen_side() {
    let (own, mut window) = opened("keys");
    let before = own.read(FACTION);
    let knights = "armor = { ne = 1, w = 1, nw = 1 },\n\t\t\ttoughness";
    let with = |armor: &str| {
        before.replacen(knights, &knights.replacen("{ ne = 1, w = 1, nw = 1 }", armor, 1), 1)
    };
    window.click(&text::side_named("SE"));
    window.press("A");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), with("{ ne = 1, w = 1, nw = 1, se = 1 }"));
    window.press("2");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), with("{ ne = 1, w = 1, nw = 1, se = 2 }"));
    window.press("0");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), before);
}

/// Nets and links lie on sides of the face like attacks: a key puts one there, and with Shift it
/// goes. A Knight that nets its south-east and its east reaches those two sides.
#[test]
fn nets_and_links_are_set_at_the_sides_of_the_face() {
    let (own, mut window) = opened("nets");
    let before = own.read(FACTION);
    let knights = "armor = { ne = 1, w = 1, nw = 1 },\n\t\t\ttoughness";
    let with = |net: &str| {
        let armor = "armor = { ne = 1, w = 1, nw = 1 },";
        before.replacen(knights, &format!("{armor}\n\t\t\tnet = {net},\n\t\t\ttoughness"), 1)
    };
    window.click(&text::side_named("SE"));
    window.press("N");
    window.click(&text::side_named("E"));
    window.press("N");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), with("{ \"se\", \"e\" }"));
    window.hear_disk("dragon", &own.0);
    let reaches = |window: &Window, title: &str| {
        let game = &window.app().session.play.as_ref().unwrap().game;
        let is_it = |it: &&harena_engine::game::Prototype| {
            it.title == title && it.source.starts_with("dragon/")
        };
        let piece = game.prototypes.iter().find(is_it).unwrap();
        piece.auras.iter().map(|aura| aura.reach).collect::<Vec<Reach>>()
    };
    assert_eq!(reaches(&window, "Knight"), [Reach::Sides(0b110)]);
    window.click(&text::side_named("SE"));
    window.press_shift("N");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), with("{ \"e\" }"));
    window.click(&text::side_named("E"));
    window.press_shift("N");
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), before);
    // A rune has links and nothing else at its sides.
    let sheets = window.sheets_with_forms();
    window.choose_sheet(sheets.iter().find(|it| it.id == "rune_strength").unwrap());
    window.click(&text::side_named("W"));
    window.press("L");
    window.click(text::save_now());
    let links = "link = { \"e\", \"se\", \"sw\" }";
    let more = "link = { \"e\", \"se\", \"sw\", \"w\" }";
    assert_eq!(own.read(FACTION), before.replacen(links, more, 1));
    window.hear_disk("dragon", &own.0);
    assert_eq!(reaches(&window, "Rune of Strength"), [Reach::Sides(0b11110)]);
}

#[test]
fn a_sheet_is_copied_and_taken_back_in_one_step() {
    let (own, mut window) = opened("copied");
    let before = own.read(FACTION);
    window.click(text::copy_sheet());
    window.click(text::save_now());
    let start = before.find("\t\tarena.champion {\n\t\t\tid = \"knight\"").unwrap();
    let end = start + before[start..].find("\n\t\t},\n").unwrap() + "\n\t\t},\n".len();
    let copy = before[start..end].replace("\"knight\"", "\"knight_2\"");
    let copy = copy.replace("\"Knight\"", "\"Knight 2\"");
    assert_eq!(own.read(FACTION), format!("{}{copy}{}", &before[..end], &before[end..]));
    window.click(text::take_back_change());
    window.click(text::new_sheet());
    window.click(text::save_now());
    let new = own.read(FACTION);
    assert!(new.starts_with(&before[..end]) && new.ends_with(&before[end..]));
    assert!(new[end..].starts_with("\t\tarena.champion {\n\t\t\tid = \"new_champion_2\",\n"));
    window.press_command("Z");
    window.press_command("S");
    assert_eq!(own.read(FACTION), before);
}

#[test]
fn a_folded_text_is_that_of_the_sheet_and_nothing_else_is_lost() {
    let (own, mut window) = opened("folded");
    let before = own.read(FACTION);
    window.click(text::only_this_sheet());
    window.type_into(FACTION, "-- folded\n");
    window.click(text::save_now());
    let after = own.read(FACTION);
    assert_eq!(after.replacen("-- folded\n", "", 1), before);
    let at = after.find("-- folded").unwrap();
    let knight = before.find("\t\tarena.champion {\n\t\t\tid = \"knight\"").unwrap();
    let end = knight + before[knight..].find("\n\t\t},").unwrap() + "\n\t\t},".len();
    assert!((knight..=end).contains(&at), "{at} is not in {knight}..{end}");
    window.click(text::whole_file());
    window.click(text::take_back_change());
    window.click(text::save_now());
    assert_eq!(own.read(FACTION), before);
}

#[test]
fn scenarios_are_counted_and_boards_they_leave_are_shown() {
    let (own, mut window) = opened("proven");
    window.await_proofs();
    let n = window.app().session.proofs().score.as_ref().unwrap().n_passed;
    assert!(n > 0);
    window.reads(&text::tests_passed(n));
    // One scenario that cannot hold is told of.
    let folder = own.0.join("dragon/spec");
    let wrong = r#"--!strict
local harena = require("@harena")

return {
	harena.scenario {
		name = "A banner has three hit points",
		factions = { "DE", "LA" },
		pieces = "DE Banner (0,0), LA Banner (2,-1)",
		steps = { { run = "battle 0", expect = "LA hp 3" } },
	},
}
"#;
    fs::write(folder.join("wrong.luau"), wrong).unwrap();
    window.hear_disk("dragon", &own.0);
    window.await_proofs();
    window.reads(&text::test_failed("A banner has three hit points"));
    fs::remove_file(folder.join("wrong.luau")).unwrap();
    window.hear_disk("dragon", &own.0);
    window.await_proofs();
    window.reads_not(&text::test_failed("A banner has three hit points"));
    // Where the match has no knight, a scenario with one is shown, and then the next one.
    let first = "Two riders in one battle strike at different phases, both spurred by the Banner";
    let next = "Battle/Charge is a battle or a charge, and a Move can bring the rider there first";
    window.reads(&text::after_scenario(first));
    window.press("P");
    window.reads(&text::after_scenario(next));
}

/// Tab alone leads to everything, and through the text to what stands behind it.
#[test]
fn everything_on_the_page_is_reached_by_tab() {
    let (_own, mut window) = opened("tab");
    window.await_proofs();
    let reached = window.tabbed(170);
    let wanted = [
        format!("Knight, {}", text::pieces(4)),
        text::new_sheet().to_owned(),
        text::copy_sheet().to_owned(),
        "faction.luau".to_owned(),
        text::side_named("NW"),
        text::tool_at_side("Armor", 1),
        text::one_more("Initiative"),
        text::only_this_sheet().to_owned(),
        text::source_of("dragon", "faction.luau"),
        text::another_position().to_owned(),
        text::play_it().to_owned(),
        text::home().to_owned(),
    ];
    let missed: Vec<&String> = wanted.iter().filter(|it| !reached.contains(it)).collect();
    assert!(missed.is_empty(), "{missed:?} are not among {reached:#?}");
}

/// At rest nothing is worked out anew: the form, the list of sheets and the colors of the text are
/// kept until a text or the theme changes.
#[test]
fn a_page_at_rest_is_worked_out_once() {
    let (_own, mut window) = opened("kept");
    window.run(3);
    let before = window.app().workshop.kept.n_made;
    window.run(30);
    assert_eq!(window.app().workshop.kept.n_made, before);
    window.click(&text::one_more("Toughness"));
    window.run(3);
    let after = window.app().workshop.kept.n_made;
    // The form, the list and the text, once more each; the list as often as the match changes.
    assert!(after > before && after <= before + 6, "{before} {after}");
}
