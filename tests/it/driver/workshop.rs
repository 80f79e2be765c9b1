//! The workshop by hand: keys, letters, and a disk that is heard of.

use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use harena_editor::workshop::{Chosen, Target};
use harena_pack::{Change, Source, Tree};

use super::Window;

impl Window {
    /// Presses a key together with Ctrl.
    pub fn press_command(&mut self, key: &str) {
        self.press_both(Modifiers::COMMAND, key);
    }

    /// Presses a key together with Ctrl and Shift.
    pub fn press_command_shift(&mut self, key: &str) {
        self.press_both(Modifiers::COMMAND | Modifiers::SHIFT, key);
    }

    /// Presses a key together with Shift.
    pub fn press_shift(&mut self, key: &str) {
        self.press_both(Modifiers::SHIFT, key);
    }

    fn press_both(&mut self, modifiers: Modifiers, key: &str) {
        let key = Key::from_name(key).expect("there is such a key");
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    /// Types into what is called exactly so.
    #[track_caller]
    pub fn type_into(&mut self, label: &str, letters: &str) {
        let node = self.harness.get_by_label(label);
        node.focus();
        self.harness.run_steps(2);
        let event = egui::Event::Text(letters.to_owned());
        self.harness.event(event);
        self.harness.run_steps(3);
    }

    /// The window hears what lies in the folder of a pack now, as from what watches it.
    pub fn hear_disk(&mut self, pack: &str, root: &Path) {
        let folder = root.join(pack);
        let tree = Tree::read(&folder);
        let source = Source::Folder(folder);
        let change = Change { pack: pack.to_owned(), source, paths: Vec::new(), tree };
        self.app().session.sender().send(change).unwrap();
        self.harness.run_steps(4);
    }

    /// The same, and waits until matches after it were compared with those before it.
    pub fn hear_and_compare(&mut self, pack: &str, root: &Path) {
        let (bell, woken) = channel();
        let bell = Mutex::new(bell);
        let wake = move || bell.lock().unwrap().send(()).unwrap_or_default();
        self.harness.state_mut().session.be_woken_by(Arc::new(wake));
        self.hear_disk(pack, root);
        while self.app().session.compared().is_none() {
            if woken.recv_timeout(Duration::from_secs(60)).is_err() {
                return;
            }
            self.harness.run_steps(1);
        }
        self.harness.run_steps(3);
    }

    /// Opens a pack in the workshop.
    pub fn open_workshop(&mut self, pack: &str) {
        let target = Target { pack: pack.to_owned(), ..Target::default() };
        self.harness.state_mut().open_workshop(&target);
        self.harness.run_steps(2);
    }

    /// What has the keyboard, one after the other, while Tab is pressed so often.
    pub fn tabbed(&mut self, n: usize) -> Vec<String> {
        let mut one = || {
            self.harness.key_press(Key::Tab);
            self.harness.run_steps(1);
            self.focused().unwrap_or_default()
        };
        (0..n).map(|_| one()).collect()
    }

    /// Waits until all scenarios of the pack that is changed were played.
    pub fn await_proofs(&mut self) {
        let pack = self.app().workshop.pack.clone();
        let session = &mut self.harness.state_mut().session;
        session.prove_now(&pack);
        session.await_proofs();
        self.harness.run_steps(2);
    }

    /// The sheets for which its game declares a form: their files and ids.
    pub fn sheets_with_forms(&self) -> Vec<Chosen> {
        let app = self.app();
        let known =
            |maker: &str| app.home.covers.values().any(|it| it.forms.makers.contains_key(maker));
        let sheets = app.workshop.sheets().filter(|(_, sheet)| known(&sheet.maker));
        sheets.map(|(path, sheet)| Chosen::of(path, sheet)).collect()
    }

    /// Chooses a sheet there.
    pub fn choose_sheet(&mut self, sheet: &Chosen) {
        self.harness.state_mut().workshop.choose(sheet.clone());
        self.harness.run_steps(2);
    }
}
