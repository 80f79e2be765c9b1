//! Files edited while a match is played.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use harena_engine::board::Cell;
use harena_engine::game::{Game, Settings};
use harena_engine::hash::Digest;
use harena_engine::id::PieceId;
use harena_engine::timeline::Timeline;
use harena_lab::notation::verb_name;
use harena_pack::{Change, Library, MemoryFolder, Problem};
use harena_script::Host;
use harena_tests::house::{default_game, duel_packs, library_with, list, packs, play_on, setup};
use harena_tests::house::{load, shipped_games};

/// A duel being played while its files are edited in memory, as the window does it.
struct Workshop {
    folders: Vec<(String, MemoryFolder)>,
    changes: Receiver<Change>,
    library: Library,
    host: Host,
    game: Arc<Game>,
    timeline: Timeline,
}

/// Reds sit first, blues second, and the bear faces the heron.
fn open() -> Workshop {
    let packs = duel_packs();
    let (sender, changes) = channel();
    let folder = |pack: &Arc<harena_pack::Pack>| {
        let folder = MemoryFolder::new(pack.id(), pack.tree.clone());
        folder.subscribe(sender.clone(), Box::new(|| {}));
        (pack.id().to_owned(), folder)
    };
    let (game, mut host) = default_game(&packs);
    let reds = game.factions.iter().position(|faction| faction.id == "reds").unwrap();
    let setup = setup(&game, 1, reds);
    let timeline = Timeline::begin(game.clone(), setup, &mut host).unwrap();
    let folders = packs.iter().map(folder).collect();
    Workshop { folders, changes, library: library_with(&packs, &[]), host, game, timeline }
}

impl Workshop {
    /// Replaces a text in a file of a pack; it must be there.
    fn edit(&self, pack: &str, path: &str, from: &str, to: &str) {
        let (_, folder) = self.folders.iter().find(|(id, _)| id == pack).unwrap();
        let text = folder.tree().get(path).unwrap().to_owned();
        assert!(text.contains(from), "{pack}/{path} does not say `{from}`");
        folder.write(path, &text.replacen(from, to, 1)).unwrap();
    }

    /// Takes in what was edited: a new host beside the old one, which replaces it if the match
    /// can go on under it. Everything stays as it is otherwise.
    fn reload(&mut self) -> Result<(), Vec<Problem>> {
        for change in self.changes.try_iter() {
            self.library.accept(&change)?;
        }
        let packs = harena_script::assemble(&self.library, &["duel"])?;
        let mut host = Host::load(&packs)?;
        let game = host.build(&Settings::default(), 2)?;
        self.timeline.adopt(game.clone(), &mut host).unwrap();
        (self.host, self.game) = (host, game);
        Ok(())
    }

    /// Takes the option of this verb with these arguments.
    fn act(&mut self, verb: &str, args: &[i32]) {
        let decision = self.timeline.now.decision().unwrap();
        let is_meant = |action: &harena_engine::decision::Action| {
            verb_name(&self.game, action.verb) == verb && action.args.as_slice() == args
        };
        let action = decision.options().find(is_meant);
        let (seat, action) = (decision.seat, action.expect("it is offered"));
        self.timeline.act(&mut self.host, seat, action).unwrap();
    }

    fn n_options(&self) -> u64 {
        self.timeline.now.decision().unwrap().count()
    }

    fn prompt(&self) -> &str {
        let prompt = self.timeline.now.decision().unwrap().prompt;
        self.game.names.words.name(prompt.index())
    }

    fn fighter(&self, cell: u16) -> PieceId {
        self.timeline.now.state().at(Cell(cell)).unwrap()
    }

    /// What the board shows of the fighter on a cell: its title and its might.
    fn shown(&mut self, cell: u16) -> (String, i16) {
        let id = self.fighter(cell);
        let might = harena_engine::id::StatId(self.stat("might"));
        let might = self.timeline.now.derived().stat(id, might);
        let prototype = self.game.prototype(self.timeline.now.state().piece(id).prototype);
        (prototype.title.clone(), might)
    }

    fn stat(&self, name: &str) -> u8 {
        let stats = &self.game.names.stats;
        (0..8).find(|at| stats.name(usize::from(*at)) == name).unwrap()
    }

    fn wounds(&self, cell: u16) -> i16 {
        self.timeline.now.state().piece(self.fighter(cell)).counters[0]
    }

    fn digest(&self) -> Digest {
        self.timeline.now.digest()
    }
}

#[test]
fn a_faction_edited_in_mid_match_shows_and_counts_at_once() {
    let mut shop = open();
    shop.act("strike", &[]);
    shop.act("aim", &[0]);
    assert_eq!((shop.shown(0), shop.wounds(1)), (("Bear".into(), 3), 3));
    shop.act("rest", &[]);
    let before = shop.digest();
    shop.edit("reds", "faction.luau", "title = \"Bear\", might = 3", "title = \"Ursa\", might = 5");
    shop.reload().unwrap();
    assert_eq!(shop.digest(), before, "the match itself stays what it was");
    assert_eq!(shop.shown(0), ("Ursa".into(), 5));
    shop.act("strike", &[]);
    shop.act("aim", &[1]);
    // Three of the first strike, then five and one for aiming high.
    assert_eq!(shop.wounds(1), 3 + 5 + 1);
    assert_eq!(shop.timeline.n_done(), 5);
}

#[test]
fn a_broken_file_is_reported_and_the_old_rules_play_on_until_it_is_mended() {
    let mut shop = open();
    shop.act("strike", &[]);
    let before = shop.digest();
    let check = |shop: &mut Workshop, from: &str, to: &str, code: &str, line: u32, hint: &str| {
        shop.edit("reds", "faction.luau", from, to);
        let problems = shop.reload().unwrap_err();
        let first = &problems[0];
        let place = (first.pack.as_str(), first.path.as_str(), first.line, first.code.as_str());
        assert_eq!(place, ("reds", "faction.luau", line, code), "{}", list(&problems));
        assert!(first.hint.contains(hint) && first.column > 0, "{}", list(&problems));
        assert_eq!(shop.digest(), before);
        assert_eq!(shop.shown(0), ("Bear".into(), 3), "the last good version is shown");
        shop.edit("reds", "faction.luau", to, from);
    };
    // The bear stands in line 10 of the file.
    check(&mut shop, "might = 3", "mihgt = 3", "H0201", 10, "might");
    check(&mut shop, "might = 3", "might = \"much\"", "H0203", 10, "");
    check(&mut shop, "might = 3 }", "might = 3", "H0300", 14, "");
    shop.edit("reds", "faction.luau", "might = 3", "mihgt = 3");
    shop.reload().unwrap_err();
    shop.act("aim", &[0]);
    assert_eq!(shop.wounds(1), 3, "the match goes on under the old rules");
    shop.edit("reds", "faction.luau", "mihgt = 3", "might = 4");
    shop.reload().unwrap();
    assert_eq!(shop.shown(0), ("Bear".into(), 4));
    shop.act("strike", &[]);
    shop.act("aim", &[0]);
    assert_eq!(shop.wounds(0), 2, "the heron strikes back");
}

#[test]
fn rules_edited_in_mid_step_take_over_at_the_pending_question() {
    let mut shop = open();
    shop.act("strike", &[]);
    assert_eq!((shop.prompt(), shop.n_options()), ("aim", 2));
    shop.edit("duel", "rules.luau", "match:range(0, 1)", "match:range(0, 3)");
    shop.reload().unwrap();
    assert_eq!((shop.prompt(), shop.n_options()), ("aim", 4));
    shop.act("aim", &[3]);
    assert_eq!(shop.wounds(1), 6);
}

#[test]
fn a_step_whose_answers_no_longer_apply_begins_again() {
    let mut shop = open();
    shop.act("strike", &[]);
    shop.edit("duel", "rules.luau", "match:offer(\"strike\")", "");
    shop.reload().unwrap();
    assert_eq!((shop.prompt(), shop.n_options()), ("turn", 1));
    shop.act("rest", &[]);
    assert_eq!(shop.wounds(1), 0);
}

#[test]
fn what_was_done_can_be_undone_after_a_reload() {
    let mut shop = open();
    let start = shop.digest();
    shop.act("strike", &[]);
    shop.act("aim", &[1]);
    shop.edit("blues", "faction.luau", "might = 2", "might = 7");
    shop.reload().unwrap();
    shop.timeline.go_to(&mut shop.host, 0).unwrap();
    assert_eq!(shop.digest(), start);
    assert_eq!((shop.wounds(1), shop.shown(1)), (0, ("Heron".into(), 7)));
}

#[test]
fn shipped_games_go_on_under_files_that_say_the_same() {
    for id in shipped_games() {
        let packs = packs(id);
        let (game, mut host) = default_game(&packs);
        let mut the_match = harena_engine::the_match::Match::new(game.clone(), setup(&game, 3, 0));
        play_on(&mut the_match, &mut host, 3, 30);
        let (digest, decisions) = (the_match.digest(), the_match.decisions().count());
        let longer: Vec<_> = packs
            .iter()
            .flat_map(|pack| pack.tree.matching("*.luau").map(move |path| (pack, path)))
            .map(|(pack, path)| (pack.id(), path, pack.tree.get(path).unwrap().to_owned() + "\n"))
            .collect();
        let changes: Vec<_> = longer.iter().map(|(id, path, text)| (*id, *path, &**text)).collect();
        let library = library_with(&packs, &changes);
        let mut next = load(&harena_script::assemble(&library, &[id]).unwrap());
        let game = next.build(&Settings::default(), game.n_seats).unwrap();
        let mut timeline = Timeline::of(the_match);
        timeline.adopt(game, &mut next).unwrap();
        assert_eq!(timeline.now.digest(), digest, "{id}");
        assert_eq!(timeline.now.decisions().count(), decisions, "{id}");
        play_on(&mut timeline.now, &mut next, 4, 10);
    }
}
