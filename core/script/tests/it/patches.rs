//! Factions and content that change sheets of others, and totals that a game declares.

use harena_engine::effect::Effect;
use harena_engine::id::{PieceId, PrototypeId, Seat, StatId};
use harena_engine::modifier::{Cause, ledger};
use harena_engine::the_match::{Match, Setup};
use harena_pack::{Library, Problem, Tree};
use harena_script::{Host, assemble};

use crate::manifest::manifest;
use crate::variant::{DEFINE, GAME};

/// A pack beside the game: its id, its kind, whether it is a guest, and the fields it declares.
type Beside<'a> = (&'a str, &'a str, bool, &'a str);

fn load_with(game: &str, beside: &[Beside]) -> Result<Host, Vec<Problem>> {
    let own = manifest("cards", "game", None);
    let files = [("pack.toml", &*own), ("game.luau", game), ("define.luau", DEFINE)];
    let mut trees = vec![("cards", Tree::from_files(files).unwrap())];
    for (id, kind, is_guest, fields) in beside {
        let own = manifest(id, kind, Some("cards"));
        let own = if *is_guest { own.replace("api = 1", "api = 1\nguest = true") } else { own };
        let text = format!(
            "--!strict\n-- A pack.\nlocal harena = require(\"@harena\")\nlocal _define = \
             require(\"@cards/define\")\n\nreturn harena.{kind} {{\n\tid = \"{id}\",\n\ttitle = \
             \"{id}\",\n{fields}\n}}\n"
        );
        let files = [("pack.toml", own), (&*format!("{kind}.luau"), text)];
        trees.push((*id, Tree::from_files(files).unwrap()));
    }
    let library = Library::from_trees(trees);
    let ids: Vec<&str> =
        std::iter::once("cards").chain(beside.iter().map(|(id, ..)| *id)).collect();
    Host::load(&assemble(&library, &ids).unwrap())
}

fn load(beside: &[Beside]) -> Host {
    load_with(GAME, beside).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn check_refused(beside: &[Beside], code: &str, text: &str) {
    let problems = load_with(GAME, beside).err().unwrap();
    let said =
        |it: &Problem| it.code == code && format!("{}: {}", it.message, it.hint).contains(text);
    assert!(problems.iter().any(said), "{code} {text}: {problems:#?}");
}

fn worth(host: &Host, id: &str) -> i16 {
    let game = host.build(&Default::default(), 2).unwrap();
    game.prototypes.iter().find(|it| it.id == id).unwrap().stats[0]
}

const RAISED: &str =
    "\tchanges = { { of = \"cards\", id = \"ace\", set = { worth = 6 }, was = { worth = 4 } } },";
const FACTION: &str = "\tshort = \"RE\",\n\tpieces = { _define.card { id = \"red_ace\" } },\n";

#[test]
fn factions_and_content_change_sheets_of_others() {
    assert_eq!(worth(&load(&[]), "ace"), 5);
    let faction = format!("{FACTION}{RAISED}");
    let host = load(&[("reds", "faction", true, &faction)]);
    assert_eq!(worth(&host, "ace"), 7);
    assert_eq!(host.changed()[0].by, "reds");
    assert_eq!(host.menu().factions.len(), 1);
    let more =
        "\tchanges = { { of = \"reds\", id = \"red_ace\", add = { tags = { \"late\" } } } },";
    let host = load(&[("reds", "faction", true, &faction), ("sleeves", "content", true, more)]);
    assert_eq!((worth(&host, "ace"), worth(&host, "red_ace")), (7, 2));
}

#[test]
fn of_a_faction_and_a_variant_that_change_one_field_both_are_told() {
    let faction = format!("{FACTION}{RAISED}");
    let other = RAISED.replace("= 6", "= 8");
    let host = load(&[("reds", "faction", true, &faction), ("tricks", "variant", false, &other)]);
    let warning = host.warnings().iter().find(|it| it.code == "H0442").unwrap();
    assert!(warning.message.contains("both change cards/ace.worth"), "{warning}");
    assert_eq!(worth(&host, "ace"), 9);
    // What the game itself is made of, a faction does not change.
    let more = format!("{FACTION}\tchanges = {{}},\n\tsteps = {{}},");
    check_refused(&[("reds", "faction", true, &more)], "H0201", "steps");
}

#[test]
fn changes_of_a_faction_are_checked_as_those_of_a_variant() {
    let check = |changes: &str, code: &str, text: &str| {
        let fields = format!("{FACTION}\tchanges = {{ {changes} }},");
        check_refused(&[("reds", "faction", true, &fields)], code, text);
    };
    check("{ of = \"cards\", id = \"acce\", add = { worth = 1 } }", "H0440", "did you mean `ace`?");
    check("{ of = \"cards\", id = \"ace\", set = { worth = 6 } }", "H0441", "worth = 4");
    check("{ of = \"cards\", id = \"ace\", add = { worth = 10 } }", "H0204", "14");
    check("{ of = \"cards\", id = \"ace\", sett = { worth = 6 } }", "H0201", "set");
}

#[test]
fn nobody_plays_by_changes_that_were_not_asked_for() {
    let faction = format!("{FACTION}{RAISED}");
    let hint = "joins every match of its game: write `guest = true`";
    check_refused(&[("reds", "faction", false, &faction)], "H0444", hint);
    check_refused(&[("sleeves", "content", false, RAISED)], "H0444", "this content changes others");
    load(&[("reds", "faction", false, FACTION)]);
}

/// The lines of the ledger of an ace on the board, each with who changed it.
fn ledger_of_the_ace(host: &Host) -> Vec<(i16, String)> {
    let game = host.build(&Default::default(), 2).unwrap();
    let ace = game.prototypes.iter().position(|it| it.id == "ace").unwrap();
    let mut the_match = Match::new(game.clone(), Setup::default());
    let (piece, cell) = (PieceId(0), game.board.cell_at(0, 0).unwrap());
    let create = Effect::Create { prototype: PrototypeId::at(ace), owner: Seat(0) };
    for effect in [create, Effect::Put { piece, cell, facing: 0 }] {
        the_match.apply(effect, PieceId::NONE);
    }
    let state = the_match.state().clone();
    let lines = ledger(&game, &state, the_match.derived(), piece, StatId(0));
    assert_eq!(
        lines.iter().map(|it| it.amount).sum::<i16>(),
        the_match.derived().stat(piece, StatId(0)),
    );
    let by = |cause: Cause| match cause {
        Cause::Reprint(at) => game.prototypes[ace].reprints[usize::from(at)].by.clone(),
        Cause::Printed => "printed".to_owned(),
        Cause::Mark(_) | Cause::Aura(_) | Cause::Effect => format!("{cause:?}"),
    };
    lines.into_iter().map(|line| (line.amount, by(line.cause))).collect()
}

#[test]
fn a_ledger_names_the_pack_that_changed_a_number() {
    let faction = format!("{FACTION}{RAISED}");
    let more = "\tchanges = { { of = \"cards\", id = \"ace\", add = { tags = { \"late\" } } } },";
    let host = load(&[("reds", "faction", true, &faction), ("tricks", "variant", false, more)]);
    let lines = ledger_of_the_ace(&host);
    let named = |amount: i16, by: &str| (amount, by.to_owned());
    assert_eq!(lines, [named(5, "printed"), named(2, "faction reds"), named(1, "variant tricks")]);
    let game = host.build(&Default::default(), 2).unwrap();
    let ace = game.prototypes.iter().find(|it| it.id == "ace").unwrap();
    let told: Vec<&str> = ace.reprints.iter().flat_map(|it| &it.told).map(String::as_str).collect();
    assert_eq!(told, ["worth 4 to 6", "tags [\"high\"] to [\"high\",\"late\"]"]);
    assert_eq!(ledger_of_the_ace(&load(&[])), [named(5, "printed")]);
}

#[test]
fn totals_that_a_game_declares_are_held_against_factions() {
    let totals = "totals = { { kinds = { \"card\" }, least = 3, most = 4, title = \"cards\", rule \
                  = \"R1\" } },\n\tprototypes = {";
    let game = GAME.replace("prototypes = {", totals);
    let told = |n: u32| -> Vec<(String, u32)> {
        let cards: String = (0..n).map(|n| format!("_define.card {{ id = \"c{n}\" }}, ")).collect();
        let fields = format!("\tshort = \"RE\",\n\tpieces = {{ {cards} }},");
        let host = load_with(&game, &[("reds", "faction", false, &fields)]).unwrap();
        let warnings = host.warnings().iter().filter(|it| it.code == "H0434");
        warnings.map(|it| (it.message.clone(), it.line)).collect()
    };
    assert_eq!(told(3), []);
    assert_eq!(told(4), []);
    assert_eq!(told(2), [("reds has 2 cards, 1 fewer than the 3 of R1".to_owned(), 10)]);
    assert_eq!(told(6), [("reds has 6 cards, 2 more than the 4 of R1".to_owned(), 10)]);
}
