//! The host: packs loaded into one sandbox, and the rules they make.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use harena_engine::game::{Game, SettingValue, Settings};
use harena_engine::id::{Seat, StepId};
use harena_engine::state::StepCall;
use harena_engine::the_match::{self, Judgement, Match, Progress, Rules};
use harena_pack::codes;
use harena_pack::{Pack, Problem, Severity};
use mlua::IntoLua;

use crate::allowance::Allowance;
use crate::bind::{Context, Directory, Found, Lent, MATCH, Patterns, Shelf, Texts};
use crate::define::{self, Changed, Definitions, Menu, SettingKind};
use crate::facts::{self, Facts, SheetFacts};
use crate::migrate;
use crate::packs::PackModules;
use crate::raw::{self, Kept, Names};
use crate::schema::Value;
use crate::source::few;
use crate::vm::{self, Arg, ErrorKind, Fiber, Limits, ModulePath, Modules, Print, ScriptError, Vm};

mod coverage;
mod held;
mod judgement;
mod looked;
mod prints;
mod said;

use held::{Held, beside};
use looked::{Files, lint_all};

/// Packs loaded and ready to make and run games. Belongs to one thread; other threads load
/// their own from the same packs.
pub struct Host {
    definitions: Definitions,
    menu: Menu,
    warnings: Vec<Problem>,
    lent: Lent,
    shelf: Shelf,
    aside: Shelf,
    steps: Vec<Kept>,
    /// The file and line where each of them is written.
    places: Vec<(String, u32)>,
    score: Option<Kept>,
    refuses: Option<mlua::Function>,
    settings: Vec<(Settings, Kept)>,
    texts: BTreeMap<String, Kept>,
    /// Names of arguments as the VM keeps them, each list only once.
    arguments: BTreeMap<String, Kept>,
    prepared: Option<Arc<Game>>,
    live: u64,
    last_live: u64,
    fiber: Fiber,
    second: Fiber,
    /// The work of the step that waits on the fiber, since it began.
    spent: u64,
    /// The work of the steps that follow one another now without a decision.
    row: u64,
    /// Work the steps have done.
    work: u64,
    /// The work of the dearest step.
    dearest: u64,
    /// What the loader must know of the files to load them once more.
    files: Arc<Files>,
    vm: Vm,
}

/// So many problems of some packs are told: those that reading tells, and how many more there are.
const MOST_PROBLEMS: usize = 101;

/// How many times the work of one step a row of steps without a decision may take.
const LONGEST_ROW: u64 = 20;

/// Every host numbers its live runs from a start of its own.
static NEXT_HOST: AtomicU64 = AtomicU64::new(1);

/// How the machine of a host is made.
type Machine = fn(Limits, Names, Rc<dyn Modules>) -> Result<Vm, ScriptError>;

impl Host {
    /// Loads packs in their load order; exactly one of them is a game.
    ///
    /// # Errors
    /// Everything wrong with the packs, each with its place; the packs are then not usable.
    pub fn load(packs: &[Arc<Pack>]) -> Result<Host, Vec<Problem>> {
        Host::load_and(packs, |_| ()).map(|(host, ())| host)
    }

    /// As [`Host::load`]; something more is done with the host while another thread still holds the
    /// packs against what they declare.
    pub(crate) fn load_and<T>(
        packs: &[Arc<Pack>],
        more: impl FnOnce(&Host) -> T,
    ) -> Result<(Host, T), Vec<Problem>> {
        let at_hand: Vec<&Pack> = packs.iter().map(|pack| &**pack).collect();
        Host::load_all(packs, more).map_err(|problems| migrate::explained(problems, &at_hand))
    }

    fn load_all<T>(
        packs: &[Arc<Pack>],
        more: impl FnOnce(&Host) -> T,
    ) -> Result<(Host, T), Vec<Problem>> {
        let allowance = Allowance::default();
        let (warnings, words, files) = lint_all(packs, &allowance);
        if warnings.iter().any(|problem| problem.severity == Severity::Error) {
            return Err(few(warnings, MOST_PROBLEMS));
        }
        let mut host = match Host::load_linted((packs, Vm::new), warnings, (&allowance, files)) {
            Ok(host) => host,
            Err(problems) => {
                let modules = PackModules::new(packs, Arc::default());
                let members = define::problems_of_members(None, &modules, &words);
                return Err(few(explained(problems, members), MOST_PROBLEMS));
            }
        };
        let held = || Held::of(&host.definitions, &words);
        // Looks are held here, to share out the work.
        let here = || (more(&host), define::problems_of_looks(&host.definitions));
        let (held, (more, of_looks)) = beside(held, here);
        let Held { wrong, warnings } = held;
        host.warnings.extend(of_looks);
        host.warnings.extend(warnings);
        if !wrong.is_empty() {
            return Err(few([host.warnings, wrong].concat(), MOST_PROBLEMS));
        }
        host.warnings = few(host.warnings, MOST_PROBLEMS);
        Ok((host, more))
    }

    /// The packs of this host loaded once more, into a machine of its own, without looking at
    /// their files again.
    ///
    /// # Errors
    /// As for [`Host::load`].
    pub fn load_again(&self) -> Result<Host, Vec<Problem>> {
        self.load_into(Vm::new)
    }

    fn load_into(&self, machine: Machine) -> Result<Host, Vec<Problem>> {
        let files = (&Allowance::default(), Arc::clone(&self.files));
        Host::load_linted((self.packs(), machine), Vec::new(), files)
    }

    /// Garbage is left lying meanwhile; what does not fit into memory so is loaded once more, as if
    /// for the first time, with it collected.
    fn load_linted(
        packs: (&[Arc<Pack>], Machine),
        warnings: Vec<Problem>,
        (allowance, files): (&Allowance, Arc<Files>),
    ) -> Result<Host, Vec<Problem>> {
        let is_full = |it: &Problem| it.code == ErrorKind::Memory.code();
        let at_first = (&allowance.clone(), Arc::clone(&files));
        match Host::load_tidily(false, packs, warnings.clone(), at_first) {
            Err(problems) if problems.iter().any(is_full) => {
                Host::load_tidily(true, packs, warnings, (allowance, files))
            }
            loaded => loaded,
        }
    }

    fn load_tidily(
        is_tidy: bool,
        (packs, machine): (&[Arc<Pack>], Machine),
        mut warnings: Vec<Problem>,
        (allowance, files): (&Allowance, Arc<Files>),
    ) -> Result<Host, Vec<Problem>> {
        let directory = Directory::new();
        let modules = Rc::new(PackModules::new(packs, Arc::clone(&files.guarded)));
        let failed = |error: ScriptError| vec![define::problem_of(&error)];
        let vm = machine(Limits::default(), directory.names.clone(), modules).map_err(failed)?;
        let load = || define::load(&vm, packs, allowance);
        let loaded = if is_tidy { load() } else { vm.littering(load) };
        let loaded = loaded.map_err(|mut problems| {
            problems.append(&mut warnings);
            few(problems, MOST_PROBLEMS)
        });
        let (definitions, mut read) = loaded?;
        let places = read.places(&definitions.steps);
        let (functions, fields, refuses) = (read.functions(), read.fields, read.refuses);
        let kept = |number: &u32| functions.get(*number as usize).copied();
        let steps = definitions.steps.iter().filter_map(|(_, number)| kept(number)).collect();
        let score = definitions.score.as_ref().and_then(kept);
        let (fiber, second) = (vm.fiber().map_err(failed)?, vm.fiber().map_err(failed)?);
        vm.mark_variables().map_err(failed)?;
        let kept = define::problems_of_kept(&vm.marked_variables(), &files.kept);
        if !kept.is_empty() {
            return Err(few([warnings, kept].concat(), MOST_PROBLEMS));
        }
        warnings.extend(definitions.clashes.iter().cloned());
        let tags = define::board_tags(&definitions.game.value);
        Ok(Host {
            menu: define::menu_of(&definitions),
            definitions,
            warnings,
            lent: Lent::new(directory, functions, fields, tags),
            shelf: Shelf::default(),
            aside: Shelf::default(),
            steps,
            places,
            score,
            refuses,
            settings: Vec::new(),
            texts: BTreeMap::new(),
            arguments: BTreeMap::new(),
            prepared: None,
            live: 0,
            last_live: NEXT_HOST.fetch_add(1, Ordering::Relaxed) << 40,
            fiber,
            second,
            spent: 0,
            row: 0,
            work: 0,
            dearest: 0,
            files,
            vm,
        })
    }

    /// Leaves this thread, see [`Parcel`](crate::Parcel).
    pub(crate) fn leave(&self) {
        self.vm.leave();
    }

    /// Comes to this thread.
    pub(crate) fn arrive(&self) {
        self.vm.arrive();
    }

    /// What the game offers before a match.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// Everything the packs declare.
    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The packs this host was loaded from.
    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.definitions.packs
    }

    /// What the lints found, and what looks say amiss: nothing that forbids playing.
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The game under some settings, for so many seats; settings left out have their defaults.
    ///
    /// # Errors
    /// Settings the game does not take, and definitions that are wrong under these settings.
    pub fn build(&self, settings: &Settings, n_seats: u8) -> Result<Arc<Game>, Vec<Problem>> {
        let refused = |sentence: String| Problem::error(codes::SETTING_REFUSED, sentence);
        if n_seats < self.menu.min_seats || n_seats > self.menu.max_seats {
            let Menu { id, min_seats, max_seats, .. } = &self.menu;
            let sentence = format!("{id} is for {min_seats} to {max_seats} seats, not {n_seats}");
            return Err(vec![refused(sentence)]);
        }
        let settings = self
            .menu
            .complete(settings)
            .map_err(|wrong| wrong.into_iter().map(refused).collect::<Vec<_>>())?;
        if let Some(problem) = self.refusal(&settings, n_seats) {
            return Err(vec![problem]);
        }
        define::compile(&self.definitions, &settings, n_seats)
    }

    /// What the game says about settings that do not go together.
    fn refusal(&self, settings: &Settings, n_seats: u8) -> Option<Problem> {
        let refuses = self.refuses.as_ref()?;
        let mut settings = settings.clone();
        settings.insert("seats".into(), SettingValue::Int(n_seats.into()));
        let table = self.settings_table(&settings);
        let answer = table.and_then(|table| self.vm.run(|_| refuses.call::<mlua::Value>(table)));
        match answer {
            Ok(mlua::Value::Nil) => None,
            Ok(mlua::Value::String(sentence)) => {
                Some(Problem::error(codes::SETTING_REFUSED, sentence.to_string_lossy()))
            }
            Ok(_) => {
                let message = "`refuses` must answer a sentence, or nothing";
                Some(Problem::error(codes::SCRIPT_ERROR, message))
            }
            Err(error) => Some(define::problem_of(&error)),
        }
    }

    /// Variables in which scripts kept state outside the match since they were loaded.
    pub fn hidden_state(&self) -> Vec<Problem> {
        let moved = self.vm.moved_variables().unwrap_or_default();
        moved.iter().map(define::problem_of_variable).collect()
    }

    /// Lines the scripts have printed since this was last asked; see [`vm::MAX_PRINTED`].
    pub fn take_prints(&self) -> Vec<Print> {
        self.vm.take_prints()
    }

    /// The work of the step that ran last, since it began: the same however often it was resumed
    /// or run again, on every machine.
    pub fn work_of_step(&self) -> u64 {
        self.spent
    }

    /// All sheets as they are written, after all changes.
    pub fn sheets(&self) -> Vec<SheetFacts> {
        facts::sheets(&self.definitions)
    }

    /// What packs of this host changed in others, in the order in which it was done.
    pub fn changed(&self) -> &[Changed] {
        &self.definitions.changed
    }

    /// What was measured of a pack since these were loaded.
    pub fn facts(&self, pack: &str) -> Facts {
        Facts::of(pack, &self.definitions, (self.dearest, self.vm.memory()))
    }

    /// What a module returns, as plain values; it is loaded on the first request.
    ///
    /// # Errors
    /// It does not load, or returns something that is no plain value.
    pub fn read_module(&self, path: &ModulePath) -> Result<Value, ScriptError> {
        let value = self.vm.load(path)?;
        define::plain(&self.vm, &value)
    }

    fn prepare(&mut self, game: &Arc<Game>) -> Result<(), the_match::Fault> {
        if self.prepared.as_ref().is_some_and(|known| Arc::ptr_eq(known, game)) {
            return Ok(());
        }
        let known = self.settings.iter().find(|(settings, _)| *settings == game.settings);
        let kept = match known {
            Some((_, kept)) => *kept,
            None => {
                let table = self.settings_table(&game.settings);
                let kept = table.and_then(|table| self.vm.keep(table));
                let kept = kept.map_err(|e| fault_of(&e))?;
                self.settings.push((game.settings.clone(), kept));
                kept
            }
        };
        self.lent.settings = Some(kept);
        let arguments = self.names_of_arguments(game).map_err(|e| fault_of(&e))?;
        let (mut named, mut answers) = (Vec::new(), Vec::new());
        for names in &game.arguments {
            let names: Vec<&str> = std::iter::once("verb").chain(names.iter()).collect();
            named.push(self.texts(names.iter().copied())?);
            let answer = self.vm.run(|lua| raw::Template::of(lua, &names));
            answers.push(answer.map_err(|e| fault_of(&e))?);
        }
        self.lent.texts = Texts {
            verbs: self.texts(game.names.verbs.iter())?,
            arguments,
            named,
            answers,
            words: self.texts(game.names.words.iter())?,
            kinds: self.texts(game.names.kinds.iter())?,
            zones: self.texts(game.names.zones.iter())?,
            prototypes: self.texts(game.prototypes.iter().map(|it| it.id.as_str()))?,
        };
        self.lent.patterns = Patterns::default();
        self.lent.filters.clear();
        self.lent.weights.clear();
        self.lent.matchings.clear();
        self.lent.found = Found::default();
        self.prepared = Some(game.clone());
        Ok(())
    }

    /// The names of the arguments of each verb, as scripts see them. Verbs that take the same
    /// share a list.
    fn names_of_arguments(&mut self, game: &Game) -> Result<Vec<Kept>, ScriptError> {
        let mut all = Vec::new();
        for names in &game.arguments {
            let text = names.iter().collect::<Vec<_>>().join(" ");
            if let Some(kept) = self.arguments.get(&text) {
                all.push(*kept);
                continue;
            }
            let lua = self.vm.lua();
            let table = lua.create_sequence_from(names.iter()).map_err(ScriptError::from)?;
            table.set_readonly(true);
            let kept = self.vm.keep(table)?;
            self.arguments.insert(text, kept);
            all.push(kept);
        }
        Ok(all)
    }

    /// Texts as the VM keeps them, each only once.
    fn texts<'a>(
        &mut self,
        texts: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Kept>, the_match::Fault> {
        let mut all = Vec::new();
        for text in texts {
            let kept = match self.texts.get(text) {
                Some(kept) => *kept,
                None => self.vm.keep(text).map_err(|e| fault_of(&e))?,
            };
            self.texts.insert(text.to_owned(), kept);
            all.push(kept);
        }
        Ok(all)
    }

    /// Settings as scripts see them; sets are lists of words.
    fn settings_table(&self, settings: &Settings) -> Result<mlua::Table, ScriptError> {
        let is_set = |name: &str| {
            let rule = self.menu.rule(name);
            rule.is_ok_and(|rule| matches!(rule.kind, SettingKind::Set { .. }))
        };
        self.vm.run(|lua| {
            let table = lua.create_table()?;
            for (name, value) in settings {
                table.raw_set(name.as_str(), lua_setting(lua, value, is_set(name))?)?;
            }
            table.set_readonly(true);
            Ok(table)
        })
    }

    /// What the running step may still use, and whether the row of steps is what bounds it.
    fn work_left(&self) -> (u64, bool) {
        let limit = self.vm.limits().work;
        let of_step = limit.saturating_sub(self.spent);
        let of_row = (limit * LONGEST_ROW).saturating_sub(self.row);
        (of_step.min(of_row), of_row < of_step)
    }

    fn call_step(&mut self, the_match: &mut Match) -> Result<vm::Progress, ScriptError> {
        let resumes = the_match.live.0 != 0 && the_match.live.0 == self.live;
        let Some(call) = the_match.step() else {
            return Err(ScriptError::runtime("no step is running"));
        };
        if !resumes {
            // Whatever waited on this fiber does so no longer.
            self.live = 0;
            self.spent = 0;
            the_match.rewind_step();
            self.shelf.clear();
            if the_match.missed_checkpoint() {
                return Err(ScriptError::runtime("this match keeps no checkpoint to go back to"));
            }
        }
        if the_match.n_begun() <= 1 {
            self.row = 0;
        }
        let (work, of_row) = self.work_left();
        let result = self.call_fiber(the_match, call, (resumes, work));
        match result {
            Err(mut error) if of_row && error.kind == ErrorKind::Budget => {
                error.message = "steps that ask nobody take too long".into();
                Err(error)
            }
            result => result,
        }
    }

    /// Starts or resumes the step with so much work to do.
    fn call_fiber(
        &mut self,
        the_match: &mut Match,
        call: StepCall,
        (resumes, work): (bool, u64),
    ) -> Result<vm::Progress, ScriptError> {
        let Some(function) = self.steps.get(call.step.index()).copied() else {
            return Err(ScriptError::runtime("this step has no function"));
        };
        let fiber = &mut self.fiber;
        let game = &*the_match.game.clone();
        let mut ctx = Context {
            the_match,
            game,
            shelf: &mut self.shelf,
            lent: &mut self.lent,
            reads_only: false,
            owes: std::cell::Cell::default(),
        };
        let _budget = self.vm.budget_of(work);
        let result = if resumes {
            // It waited, which is one call more than where the answer is known already.
            vm::Budget::give_back(1);
            raw::enter(&mut ctx, || fiber.resume(&[]))
        } else {
            let [a, b, c, d] = call.args.map(|value| Arg::Int(value.into()));
            raw::enter(&mut ctx, || fiber.start(function, &[Arg::Handle(MATCH), a, b, c, d]))
        };
        let spent = work.saturating_sub(vm::Budget::left());
        self.spent = self.spent.saturating_add(spent);
        self.dearest = self.dearest.max(self.spent);
        self.row = self.row.saturating_add(spent);
        self.work = self.work.saturating_add(spent);
        result
    }
}

impl Rules for Host {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, the_match::Fault> {
        self.prepare(&the_match.game)?;
        let row = if the_match.n_begun() <= 1 { 0 } else { self.row };
        let mut result = self.call_step(the_match);
        if result.as_ref().is_err_and(|error| error.kind == ErrorKind::Memory) {
            // What earlier steps left behind must not decide: once more, in a clean machine.
            (self.live, the_match.live.0) = (0, 0);
            self.row = row;
            result = match self.vm.reclaim() {
                Ok(()) => self.call_step(the_match),
                Err(error) => Err(error),
            };
        }
        match result {
            Ok(vm::Progress::Done) => {
                the_match.live.0 = 0;
                Ok(Progress::Done)
            }
            Ok(vm::Progress::Asked) => {
                self.last_live += 1;
                self.live = self.last_live;
                the_match.live.0 = self.live;
                Ok(Progress::Asks)
            }
            Err(error) => {
                self.live = 0;
                the_match.live.0 = 0;
                if error.kind == ErrorKind::Memory {
                    let _kept_running = self.vm.reclaim();
                }
                Err(fault_of(&error))
            }
        }
    }

    fn score(
        &mut self,
        the_match: &mut Match,
        seat: Seat,
    ) -> Result<Option<i64>, the_match::Fault> {
        let values = self.judged(the_match, seat)?;
        values.map(|values| judgement::whole(values, &the_match.game)).transpose()
    }

    fn judge(
        &mut self,
        the_match: &mut Match,
        seat: Seat,
    ) -> Result<Option<Judgement>, the_match::Fault> {
        let values = self.judged(the_match, seat)?;
        values.map(|values| judgement::of(values, &the_match.game)).transpose()
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn place(&self, step: StepId) -> Option<(String, u32)> {
        self.places.get(step.index()).filter(|(file, _)| !file.is_empty()).cloned()
    }
}

impl Host {
    /// What the judgement of the game answers; nothing if it has none.
    fn judged(
        &mut self,
        the_match: &mut Match,
        seat: Seat,
    ) -> Result<Option<&[Arg]>, the_match::Fault> {
        let Some(score) = self.score else { return Ok(None) };
        self.prepare(&the_match.game)?;
        self.aside.clear();
        let fiber = &mut self.second;
        let game = &*the_match.game.clone();
        let mut ctx = Context {
            the_match,
            game,
            shelf: &mut self.aside,
            lent: &mut self.lent,
            reads_only: true,
            owes: std::cell::Cell::default(),
        };
        let _budget = self.vm.budget();
        let allowed = vm::Budget::left();
        let arguments = [Arg::Handle(MATCH), Arg::Int(seat.0.into())];
        let progress = raw::enter(&mut ctx, || fiber.start(score, &arguments));
        self.work += allowed.saturating_sub(vm::Budget::left());
        match progress {
            Ok(vm::Progress::Done) => Ok(Some(fiber.values())),
            Ok(_) => Ok(Some(&[])),
            Err(error) => Err(fault_of(&error)),
        }
    }
}

/// The value of a setting as scripts see it.
fn lua_setting(lua: &mlua::Lua, value: &SettingValue, is_set: bool) -> mlua::Result<mlua::Value> {
    match value {
        SettingValue::Bool(value) => value.into_lua(lua),
        SettingValue::Int(value) => value.into_lua(lua),
        SettingValue::Text(value) if is_set => {
            let words = value.split('+').filter(|word| !word.is_empty());
            let words = lua.create_sequence_from(words)?;
            words.set_readonly(true);
            words.into_lua(lua)
        }
        SettingValue::Text(value) => value.as_str().into_lua(lua),
    }
}

/// Problems of loading together with members that are missing: where one stands in the line of the
/// other, it says why.
fn explained(problems: Vec<Problem>, members: Vec<Problem>) -> Vec<Problem> {
    let place = |it: &Problem| (it.pack.clone(), it.path.clone(), it.line);
    let is_said = |it: &Problem| {
        it.code == ErrorKind::Runtime.code()
            && members.iter().any(|member| place(member) == place(it))
    };
    let others = problems.into_iter().filter(|it| !is_said(it));
    let mut all: Vec<Problem> = others.chain(members.iter().cloned()).collect();
    all.sort();
    all
}

/// A failed script call as a fault of the match.
fn fault_of(error: &ScriptError) -> the_match::Fault {
    let refusal = error.fault.as_ref();
    let place = (!error.file.is_empty()).then(|| (error.file.clone(), error.line));
    let frame = |f: &vm::Frame| format!("{}:{} {}", f.file, f.line, f.function);
    the_match::Fault {
        code: refusal.and_then(|f| f.code).unwrap_or(error.kind.code()).to_owned(),
        message: refusal.map_or_else(|| error.message.clone(), |f| f.message.clone()),
        place,
        stack: error.stack.iter().map(frame).collect(),
        hint: String::new(),
        limit: error.kind.is_limit() || refusal.is_some_and(|f| f.limit),
    }
}

#[cfg(test)]
mod tests;
