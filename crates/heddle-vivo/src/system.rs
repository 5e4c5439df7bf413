//! A native program as a transition system.
//!
//! A state is the run that leads to it, so loading one is a fork of the nearest checkpoint before it and
//! the steps from there on, which the runner makes without a word in between. Nothing is loaded before
//! it is looked at.

use std::fs::File;
use std::sync::atomic::{AtomicU32, Ordering};

use heddle_model::{
    Actor, Choice, Footprint, Place, Property, PropertySet, Reducible, SpinDeadlock, StepOutcome,
    Temporal, TransitionSystem, Unknown, Violation,
};
use heddle_vivo_protocol::{MOST_CHECKPOINTS, Mode, OperationKind, Reply, Row, Status, Step};

use crate::code::Code;
use crate::run::{Run, choice_of, step_of};
use crate::runner::{LaunchError, Lost, Program, Runner};
use crate::{findings, footprint, spinning};

/// Steps that are made again rather than have one more checkpoint.
const WORTH: usize = 48;

/// A process that stands where a run has led.
#[derive(Debug)]
struct Checkpoint {
    slot: usize,
    run: Run,
}

/// Has a process that stands before the program, where there is nothing to choose, go on to its first
/// operation.
fn enter(runner: &mut Runner, reply: Reply) -> Result<Reply, Lost> {
    let board = runner.board();
    let first = board.row(0).map(|row| row.operation.kind);
    let is_before = board.threads.load(Ordering::Relaxed) == 1
        && first == Some(OperationKind::Begin)
        && reply == Reply::Stands;
    if is_before { runner.make(&[Step { thread: 0, alternative: 0 }]) } else { Ok(reply) }
}

/// A native program, in one of its states.
#[derive(Debug)]
pub struct NativeSystem {
    runner: Runner,
    code: Code,
    /// The run that leads to the state that is wanted.
    run: Run,
    /// The steps of it that the runner has made; none if the runner cannot go on from where it is.
    made: Option<usize>,
    /// The sums that the runner had after each step of the run, as far as they were seen.
    digests: Vec<Option<u64>>,
    /// Rows of the threads, by number.
    rows: Vec<Row>,
    /// The process has ended.
    is_over: bool,
    /// The run failed before there was anything to choose: its only step is to find that.
    has_failed_at_once: bool,
    checkpoints: Vec<Checkpoint>,
    /// The reason why the run cannot be followed, where it was loaded again.
    trouble: Option<Unknown>,
    /// The first thing that has kept a run from being followed, whoever was told: it is no proof then.
    obstacle: Option<Unknown>,
    is_instrumented: bool,
    properties: PropertySet,
    program: Program,
}

impl NativeSystem {
    /// Starts a program, and waits until it has come to its first operation.
    ///
    /// # Errors
    /// If it cannot be started, or does not come under control.
    pub fn launch(program: &Program, properties: PropertySet) -> Result<NativeSystem, LaunchError> {
        NativeSystem::launch_with(program, properties, None)
    }

    /// Starts a program whose run is to be told: its output goes to a file.
    pub(crate) fn launch_with(
        program: &Program,
        properties: PropertySet,
        output: Option<&File>,
    ) -> Result<NativeSystem, LaunchError> {
        let (mut runner, reply) = Runner::launch(program, output)?;
        let lost = |lost| LaunchError::Lost { path: program.path.clone(), lost };
        let code = Code::of_process(runner.process());
        let reply = enter(&mut runner, reply).map_err(lost)?;
        let mut checkpoints = Vec::new();
        if reply == Reply::Stands
            && program.mode == Mode::Contexts
            && let Some(slot) = runner.keep().map_err(lost)?
        {
            checkpoints.push(Checkpoint { slot, run: Run::default() });
        }
        let mut system = NativeSystem {
            is_instrumented: code.is_instrumented(),
            code,
            runner,
            run: Run::default(),
            made: Some(0),
            digests: Vec::new(),
            rows: Vec::new(),
            is_over: matches!(reply, Reply::Ended(_)),
            has_failed_at_once: reply == Reply::Failed,
            checkpoints,
            trouble: None,
            obstacle: None,
            properties,
            program: program.clone(),
        };
        system.read_rows();
        Ok(system)
    }

    /// Has these properties be looked for from now on.
    pub fn look_for(&mut self, properties: PropertySet) {
        self.properties = properties;
    }

    /// Rows of the threads, by number.
    pub fn rows(&mut self) -> &[Row] {
        self.be_loaded();
        &self.rows
    }

    /// The number of steps of the run that leads to the state.
    pub(crate) fn length(&self) -> usize {
        self.run.len()
    }

    /// Names and places of addresses.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// True if accesses to memory are operations.
    pub fn is_instrumented(&self) -> bool {
        self.is_instrumented
    }

    /// Reads the board after a reply. Where the last step has ended a round in vain, the state is the one before
    /// the round; where that may be, the steps are made again, and looked at.
    fn note_state(&mut self) -> Result<(), Box<Unknown>> {
        let told = |word: &AtomicU32| word.load(Ordering::Relaxed) as usize;
        let mut returned = told(&self.runner.board().returned);
        let candidate = told(&self.runner.board().candidate);
        if candidate != 0 && candidate <= self.run.len() {
            self.make_again_from(self.run.len() - candidate)?;
            returned = told(&self.runner.board().returned);
        }
        if returned != 0 {
            let length = self.run.len().saturating_sub(returned);
            self.run.truncate(length);
            self.digests.truncate(length + 1);
            self.made = Some(length);
        }
        self.read_rows();
        Ok(())
    }

    /// Makes the run again, and has the state after so many of its steps be compared with the last one.
    fn make_again_from(&mut self, compared: usize) -> Result<(), Box<Unknown>> {
        self.made = None;
        let from = self.go_back(compared)?;
        self.runner.board().digest_at.store(compared as u32 + 1, Ordering::Relaxed);
        let reply = self.runner.make(&self.run.steps()[from..]).map_err(|lost| self.lost(lost))?;
        self.runner.board().digest_at.store(0, Ordering::Relaxed);
        if reply != Reply::Stands {
            return Err(Box::new(findings::does_not_repeat(None)));
        }
        self.made = Some(self.run.len());
        Ok(())
    }

    /// Reads the rows of threads from the board, and compares the run with what is known of it.
    fn read_rows(&mut self) {
        let board = self.runner.board();
        let count = board.threads.load(Ordering::Relaxed) as usize;
        self.rows.clear();
        self.rows.extend((0..count).map_while(|number| board.row(number)));
        // Where threads stand is a part of it: what leads elsewhere may do so in the last step.
        let words = self.rows.iter().flat_map(Row::to_words);
        let digest = words.fold(board.digest.load(Ordering::Relaxed), |sum, word| {
            (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
        });
        let length = self.run.len();
        self.digests.resize(self.digests.len().max(length + 1), None);
        match self.digests[length] {
            Some(known) if known != digest => {
                let unknown = findings::does_not_repeat(None);
                self.note_obstacle(&unknown);
                self.trouble.get_or_insert(unknown);
            }
            _ => self.digests[length] = Some(digest),
        }
    }

    /// Takes note of what keeps a run from being followed: whoever looks ahead may pass over it.
    fn note_obstacle(&mut self, unknown: &Unknown) {
        self.obstacle.get_or_insert_with(|| unknown.clone());
    }

    /// Has the runner come to the state that is wanted.
    fn be_loaded(&mut self) {
        if self.made == Some(self.run.len()) {
            return;
        }
        if let Err(unknown) = self.come_along() {
            self.note_obstacle(&unknown);
            self.rows.clear();
            self.trouble = Some(*unknown);
            self.made = None;
        }
    }

    fn come_along(&mut self) -> Result<(), Box<Unknown>> {
        let from = match self.made {
            Some(made) => made,
            None => self.go_back(self.run.len())?,
        };
        let steps = &self.run.steps()[from..];
        let reply = self.runner.make(steps).map_err(|lost| self.lost(lost))?;
        self.made = Some(self.run.len());
        match reply {
            Reply::Stands => self.note_state()?,
            Reply::Ended(_) => {
                self.is_over = true;
                self.read_rows();
            }
            Reply::Diverged(_) | Reply::Failed => {
                return Err(Box::new(findings::does_not_repeat(None)));
            }
        }
        let is_far = self.run.len() - from > WORTH && self.program.mode == Mode::Contexts;
        if reply == Reply::Stands && is_far {
            self.keep()?;
        }
        Ok(())
    }

    /// Goes back to the last checkpoint on the run that is after so many steps at most; returns the number of steps before
    /// it.
    fn go_back(&mut self, most: usize) -> Result<usize, Box<Unknown>> {
        if self.program.mode == Mode::Threads {
            return self.begin_again();
        }
        let run = &self.run;
        let is_on_the_way = |point: &&Checkpoint| point.run.len() <= most && point.run.begins(run);
        let on_the_way = self.checkpoints.iter().filter(is_on_the_way);
        let last = on_the_way.max_by_key(|point| point.run.len());
        let Some(Checkpoint { slot, run }) = last else {
            return Err(Box::new(findings::no_checkpoint()));
        };
        let (slot, length) = (*slot, run.len());
        let reply = self.runner.go_back(slot).map_err(|lost| self.lost(lost))?;
        self.is_over = false;
        match reply {
            Reply::Stands => Ok(length),
            _ => Err(Box::new(findings::does_not_repeat(None))),
        }
    }

    /// Starts the program again: threads of the kernel are not there after a fork.
    fn begin_again(&mut self) -> Result<usize, Box<Unknown>> {
        let begun = Runner::launch(&self.program, None);
        let (mut runner, reply) = begun.map_err(|error| Box::new(findings::not_again(&error)))?;
        match enter(&mut runner, reply).map_err(|lost| self.lost(lost))? {
            Reply::Stands => {
                self.runner = runner;
                self.is_over = false;
                Ok(0)
            }
            _ => Err(Box::new(findings::does_not_repeat(None))),
        }
    }

    /// Has a checkpoint stay where the runner stands.
    fn keep(&mut self) -> Result<(), Box<Unknown>> {
        if self.checkpoints.len() == MOST_CHECKPOINTS {
            // The longest that is not on the run, or else the last but one of those.
            let run = &self.run;
            let is_off = |point: &&Checkpoint| !point.run.begins(run);
            let off = self.checkpoints.iter().filter(is_off).map(|point| point.slot).next_back();
            let dropped = off.unwrap_or(self.checkpoints[MOST_CHECKPOINTS - 1].slot);
            self.runner.drop_checkpoint(dropped);
            self.checkpoints.retain(|point| point.slot != dropped);
        }
        if let Some(slot) = self.runner.keep().map_err(|lost| self.lost(lost))? {
            self.checkpoints.push(Checkpoint { slot, run: self.run.clone() });
        }
        Ok(())
    }

    /// Drops the checkpoints that are on no way from or to the run.
    fn forget_others(&mut self) {
        let run = &self.run;
        let (kept, dropped) = std::mem::take(&mut self.checkpoints)
            .into_iter()
            .partition(|point: &Checkpoint| point.run.begins(run) || run.begins(&point.run));
        self.checkpoints = kept;
        for Checkpoint { slot, .. } in dropped {
            self.runner.drop_checkpoint(slot);
        }
    }

    /// Adds what has gone wrong in a step, as the board tells it.
    fn tell_trouble(&self, violations: &mut Vec<Violation>) -> StepOutcome {
        let before = violations.len();
        let outcome = findings::trouble(self.runner.board(), &self.code, violations);
        self.leave_out_unasked(before, violations);
        outcome
    }

    /// Takes back violations of properties that are not looked for, from the `first` on.
    fn leave_out_unasked(&self, first: usize, violations: &mut Vec<Violation>) {
        let new = violations.split_off(first);
        let is_asked = |found: &Violation| self.properties.contains(found.property());
        violations.extend(new.into_iter().filter(is_asked));
    }

    /// The thread that has moved last.
    pub(crate) fn last_thread(&self) -> usize {
        self.runner.board().last.load(Ordering::Relaxed) as usize
    }

    /// The places on the stack of a thread that has moved last, in code whose sources are there: the
    /// innermost first.
    pub(crate) fn stack(&self, thread: usize) -> Vec<Place> {
        findings::stack(self.runner.board(), thread, &self.code)
    }

    fn lost(&self, lost: Lost) -> Box<Unknown> {
        Box::new(findings::lost(lost))
    }

    fn row(&mut self, actor: Actor) -> Option<Row> {
        self.be_loaded();
        let thread = actor.thread()?;
        self.rows.get(thread.index()).copied()
    }
}

impl TransitionSystem for NativeSystem {
    fn reset(&mut self) {
        self.load(&[1]);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        self.run.write(words);
    }

    fn load(&mut self, words: &[u32]) {
        let run = Run::read(words);
        let common = self.run.common(&run);
        self.digests.truncate(common + 1);
        let can_go_on = self.made.is_some_and(|made| made <= common) && !self.is_over;
        if run != self.run || self.made.is_none() {
            self.trouble = None;
            self.run = run;
            if !can_go_on {
                self.made = None;
            }
            self.forget_others();
        }
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        self.be_loaded();
        if self.is_over {
            return;
        }
        if self.trouble.is_some() {
            // Whoever makes it is told.
            choices.push(choice_of(Step { thread: 0, alternative: 0 }));
            return;
        }
        for (thread, row) in (0..).zip(&self.rows) {
            let ways =
                (0..row.alternatives).map(|alternative| choice_of(Step { thread, alternative }));
            choices.extend(ways);
        }
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        self.be_loaded();
        if self.is_over || self.trouble.is_some() {
            return;
        }
        let before = violations.len();
        violations.extend(findings::deadlock(&self.rows, choices.is_empty(), &self.code));
        if self.looks_for_races() {
            findings::races(&self.rows, &self.code, violations);
        }
        self.leave_out_unasked(before, violations);
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        let outcome = self.make_step(choice, violations);
        if let StepOutcome::Unknown(unknown) = &outcome {
            self.note_obstacle(unknown);
        }
        outcome
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for NativeSystem {
    fn thread_count(&self) -> usize {
        self.rows.len()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        // It says whether the run is over once it is loaded.
        let row = self.row(actor);
        if self.is_over { 0 } else { row.map_or(0, |row| row.alternatives.into()) }
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        match (self.row(actor), actor.thread()) {
            (Some(row), Some(thread)) if row.status == Status::Active => {
                footprint::of_row(&row, thread.index(), self.is_instrumented, footprint);
            }
            _ => footprint.clear(),
        }
    }

    fn exact_footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        match (self.row(actor), actor.thread()) {
            (Some(row), Some(thread)) if row.status == Status::Active => {
                footprint::exact(&row, thread.index(), self.is_instrumented, footprint);
            }
            _ => footprint.clear(),
        }
    }

    fn lasting_footprint(&mut self, actor: Actor, footprint: &mut Footprint) -> bool {
        self.footprint(actor, footprint);
        self.row(actor)
            .is_some_and(|row| footprint::is_free(row.operation.kind) && !row.is_in_section)
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn looks_for_races(&self) -> bool {
        self.properties.contains(Property::DataRace)
    }
}

impl Temporal for NativeSystem {
    fn spin_deadlock(&mut self) -> Option<SpinDeadlock> {
        let is_asked = self.properties.contains(Property::SpinDeadlock);
        is_asked.then(|| spinning::find(self)).flatten()
    }
}

impl NativeSystem {
    /// The first thing that has kept a run from being followed, if there is any.
    pub(crate) fn obstacle(&self) -> Option<&Unknown> {
        self.obstacle.as_ref()
    }

    /// True if a choice begins an atomic section: accesses in there are made without a stop.
    fn is_section(&self, choice: Choice) -> bool {
        let row = choice.thread().and_then(|thread| self.rows.get(thread.index()));
        row.is_some_and(|row| row.operation.kind == OperationKind::Section)
    }

    /// Makes a step of the state that is wanted.
    fn make_step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        if let Some(trouble) = self.trouble.take() {
            return StepOutcome::Unknown(Box::new(trouble));
        }
        if self.has_failed_at_once {
            return self.tell_trouble(violations);
        }
        let from = match self.made.map_or_else(|| self.go_back(self.run.len()), Ok) {
            Ok(from) => from,
            Err(unknown) => return StepOutcome::Unknown(unknown),
        };
        if self.looks_for_races() && self.is_section(choice) {
            return StepOutcome::Unknown(Box::new(findings::races_in_a_section()));
        }
        self.run.push(step_of(choice));
        let steps = &self.run.steps()[from..];
        let reply = match self.runner.make(steps) {
            Ok(reply) => reply,
            Err(lost) => {
                self.made = None;
                return StepOutcome::Unknown(self.lost(lost));
            }
        };
        self.made = Some(self.run.len());
        match reply {
            Reply::Stands => {
                if let Err(unknown) = self.note_state() {
                    self.made = None;
                    return StepOutcome::Unknown(unknown);
                }
            }
            Reply::Ended(_) => {
                self.read_rows();
                self.is_over = true;
            }
            Reply::Failed => {
                self.made = None;
                return self.tell_trouble(violations);
            }
            Reply::Diverged(_) => {
                self.made = None;
                return StepOutcome::Unknown(Box::new(findings::does_not_repeat(None)));
            }
        }
        match self.trouble.take() {
            Some(trouble) => StepOutcome::Unknown(Box::new(trouble)),
            None => StepOutcome::Continues,
        }
    }
}
