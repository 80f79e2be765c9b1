//! The window on the match of a scenario.

use harena_editor::command::Command;
use harena_lab::attended::Attended;
use harena_lab::record::Record;
use harena_pack::Library;
use harena_scenario::Scenario;
use harena_script::{Host, in_load_order};

use super::Window;

impl Window {
    /// Shows the match of a scenario of the game in play, at its end.
    pub fn show_scenario(&mut self, name: &str) {
        let session = &self.app().session;
        let record = record_of(&session.library, &session.plan.game, name);
        self.execute(Command::Show(Box::new(record)));
        let notice = &self.app().session.notice;
        assert!(!notice.bad, "{name}: {}", notice.text);
    }

    /// Looks at the moments of the match one after the other until something that says this is to be
    /// read; whether there is one.
    pub fn look_for(&mut self, part: &str) -> bool {
        let timeline = self.app().session.play.as_ref().unwrap().timeline();
        let n_moves = timeline.moves().len();
        (0..=n_moves).any(|n| {
            self.execute(Command::GoTo(n));
            self.labels().iter().any(|label| label.contains(part))
        })
    }
}

/// A scenario as the record of a match.
fn record_of(library: &Library, game: &str, name: &str) -> Record {
    let factions = library.factions_of(game).into_iter().chain(library.contents_of(game));
    let ids: Vec<&str> = std::iter::once(game).chain(factions.map(|pack| pack.id())).collect();
    let packs = in_load_order(library, &ids).unwrap();
    let mut host = Host::load(&packs).unwrap();
    let mut all = harena_scenario::list(&host).into_iter();
    let scenario = all.find(|it| it.name == name);
    let scenario = scenario.unwrap_or_else(|| panic!("there is no scenario `{name}`"));
    let lesson = harena_scenario::lesson(&mut host, &scenario);
    // Where dice are fixed on the way only the end can be shown.
    let lesson = lesson.unwrap_or_else(|_| {
        let left = harena_scenario::left(&mut host, &scenario).unwrap();
        let fields = harena_scenario::moment_fields(&mut host, &left, name).unwrap();
        let moment = Scenario::of_fields(game, fields);
        harena_scenario::lesson(&mut host, &moment).unwrap()
    });
    let begun = Attended::begin(lesson.game.clone(), lesson.setup, Vec::new(), &mut host);
    let mut attended = begun.unwrap();
    for made in lesson.moves {
        attended.act(&mut host, made.seat, made.action).unwrap();
    }
    attended.record()
}
