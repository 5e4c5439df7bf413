//! Threads that share variables and locks, in a language small enough to be
//! generated at random: what reductions are tested on.

use heddle_model::{
    AccessKind, Actor, ActorKind, Choice, Finding, Footprint, Guided, InternalId, Matchable,
    Misuse, Persistent, Place, RacingAccess, Reducible, Related, Role, StepOutcome, Temporal,
    ThreadId, Touch, TransitionSystem, Violation, WaitsFor,
};
use proptest::prelude::*;

/// One step of a thread. Registers are the thread's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    /// Reads a variable into the register.
    Load(usize),
    /// Writes the register to a variable.
    Store(usize),
    /// Adds to a variable and leaves what was there in the register, atomically.
    AtomicAdd(usize, u32),
    /// The register becomes a number.
    Set(u32),
    /// Adds to the register.
    Add(u32),
    /// The register becomes a number below.
    Choose(u32),
    /// Waits for a lock and takes it.
    Lock(usize),
    /// Takes a lock if it is free; the register tells.
    TryLock(usize),
    /// Gives a lock back.
    Unlock(usize),
    /// Goes on elsewhere if the register is zero.
    JumpIfZero(usize),
    /// Fails if the register is this.
    AssertIsNot(u32),
    /// The run does not count if the register is this.
    AssumeIsNot(u32),
    /// Writes the register to the thread's buffer, once it is empty. An internal action moves
    /// it from there to a variable.
    Delay(usize),
    /// Lets the last thread begin, if it has not.
    Start,
}
use Instruction::*;

/// The instructions of all threads; the last one may have to be started.
#[derive(Clone, Debug)]
pub(crate) struct ThreadProgram {
    pub(crate) threads: Vec<Vec<Instruction>>,
    /// True if the last thread must be started.
    pub(crate) last_waits: bool,
    /// True if races are looked for.
    pub(crate) races: bool,
}

const VARIABLES: usize = 3;
const LOCKS: usize = 2;
/// Variables hold numbers below.
const RANGE: u32 = 3;

/// Addresses in footprints.
const LOCK_AT: u64 = 100;
const START_AT: u64 = 200;
const BUFFER_AT: u64 = 300;

/// A program as a system.
#[derive(Clone)]
pub(crate) struct ThreadSystem {
    program: ThreadProgram,
    /// Variables, owners of locks plus one, whether the last thread has begun; then
    /// the place and register of each thread; then the buffer of each, zero if it is empty.
    state: Vec<u32>,
}

impl ThreadSystem {
    pub(crate) fn new(program: &ThreadProgram) -> ThreadSystem {
        let mut system = ThreadSystem { program: program.clone(), state: Vec::new() };
        system.reset();
        system
    }

    fn pc(&self, t: usize) -> usize {
        self.state[VARIABLES + LOCKS + 1 + 2 * t] as usize
    }

    fn register(&self, t: usize) -> u32 {
        self.state[VARIABLES + LOCKS + 2 + 2 * t]
    }

    fn set_register(&mut self, t: usize, value: u32) {
        self.state[VARIABLES + LOCKS + 2 + 2 * t] = value % RANGE;
    }

    /// Index of a thread's buffer in the state.
    fn buffer_at(&self, t: usize) -> usize {
        VARIABLES + LOCKS + 1 + 2 * self.program.threads.len() + t
    }

    /// The variable and value in a thread's buffer.
    fn buffered(&self, t: usize) -> Option<(usize, u32)> {
        let content = self.state[self.buffer_at(t)].checked_sub(1)?;
        Some(((content / RANGE) as usize, content % RANGE))
    }

    /// True if nothing but the buffer of a thread touches a variable.
    fn is_only_buffered(&self, variable: usize, t: usize) -> bool {
        let touches = |instruction: &Instruction, by: usize| match *instruction {
            Load(v) | Store(v) | AtomicAdd(v, _) => v == variable,
            Delay(v) => v == variable && by != t,
            Set(_) | Add(_) | Choose(_) | Lock(_) | TryLock(_) | Unlock(_) | JumpIfZero(_)
            | AssertIsNot(_) | AssumeIsNot(_) | Start => false,
        };
        let mut threads = self.program.threads.iter().enumerate();
        !threads.any(|(by, thread)| thread.iter().any(|i| touches(i, by)))
    }

    fn has_begun(&self, t: usize) -> bool {
        t + 1 < self.program.threads.len() || self.state[VARIABLES + LOCKS] != 0
    }

    fn next(&self, t: usize) -> Option<Instruction> {
        self.program.threads[t].get(self.pc(t)).copied()
    }

    fn place(&self, t: usize) -> Place {
        let (file, function) = (format!("thread {t}"), String::new());
        Place { file, line: self.pc(t) as u32 + 1, column: 1, function }
    }

    fn violation(&self, finding: Finding, threads: &[usize]) -> Violation {
        let related = threads.iter().map(|&t| {
            let role = Role::Waits { waits: WaitsFor::Turn };
            Related { role, thread: ThreadId(t as u32), place: self.place(t) }
        });
        Violation { related: related.collect(), ..Violation::of_run(finding) }
    }

    /// True if locks are only waited for and given back.
    fn locks_are_simple(&self) -> bool {
        !self.program.threads.iter().flatten().any(|i| matches!(i, TryLock(_)))
    }
}

impl TransitionSystem for ThreadSystem {
    fn reset(&mut self) {
        self.state = vec![0; VARIABLES + LOCKS + 1 + 3 * self.program.threads.len()];
        self.state[VARIABLES + LOCKS] = u32::from(!self.program.last_waits);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.push(0);
        words.extend_from_slice(&self.state);
    }

    fn load(&mut self, words: &[u32]) {
        self.state.copy_from_slice(&words[1..]);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        for t in 0..self.program.threads.len() {
            let thread = ThreadId(t as u32);
            let alternatives = self.alternatives(thread.into());
            choices.extend((0..alternatives).map(|alternative| Choice::new(thread, alternative)));
        }
        let full = (0..self.program.threads.len()).filter(|&t| self.buffered(t).is_some());
        choices.extend(full.map(|t| Choice::of(InternalId(t as u32))));
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        let threads = 0..self.program.threads.len();
        let stuck: Vec<usize> =
            threads.filter(|&t| self.has_begun(t) && self.next(t).is_some()).collect();
        if choices.is_empty() && !stuck.is_empty() {
            violations.push(self.violation(Finding::Deadlock { threads: Vec::new() }, &stuck));
        }
        if !self.program.races {
            return;
        }
        let mut next = [Footprint::default(), Footprint::default()];
        for (i, &one) in stuck.iter().enumerate() {
            for &other in &stuck[i + 1..] {
                self.footprint(ThreadId(one as u32).into(), &mut next[0]);
                self.footprint(ThreadId(other as u32).into(), &mut next[1]);
                if next[0].races(&next[1]) {
                    let access = |t: usize| RacingAccess {
                        thread: ThreadId(t as u32),
                        access: AccessKind::Access,
                        line: None,
                    };
                    let (first, second) = (access(one), access(other));
                    let finding = Finding::DataRace { first, second, object: String::new() };
                    violations.push(self.violation(finding, &[one, other]));
                }
            }
        }
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        let t = match choice.actor().kind() {
            ActorKind::Thread(thread) => thread.index(),
            ActorKind::Internal(action) => {
                let t = action.index();
                let (v, value) = self.buffered(t).expect("only enabled choices should be made");
                self.state[v] = value;
                let buffer = self.buffer_at(t);
                self.state[buffer] = 0;
                return StepOutcome::Continues;
            }
        };
        let instruction = self.next(t).expect("only enabled choices should be made");
        let register = self.register(t);
        let mut target = self.pc(t) + 1;
        match instruction {
            Load(v) => self.set_register(t, self.state[v]),
            Store(v) => self.state[v] = register,
            AtomicAdd(v, by) => {
                self.set_register(t, self.state[v]);
                self.state[v] = (self.state[v] + by) % RANGE;
            }
            Set(value) => self.set_register(t, value),
            Add(by) => self.set_register(t, register + by),
            Choose(_) => self.set_register(t, choice.alternative),
            Lock(l) => self.state[VARIABLES + l] = t as u32 + 1,
            TryLock(l) => {
                let is_free = self.state[VARIABLES + l] == 0;
                if is_free {
                    self.state[VARIABLES + l] = t as u32 + 1;
                }
                self.set_register(t, is_free.into());
            }
            Unlock(l) if self.state[VARIABLES + l] == t as u32 + 1 => {
                self.state[VARIABLES + l] = 0;
            }
            Unlock(_) => {
                let finding = Finding::LockMisuse(Misuse::Uninitialized);
                violations.push(self.violation(finding, &[t]));
                return StepOutcome::Failed;
            }
            JumpIfZero(elsewhere) if register == 0 => target = elsewhere,
            JumpIfZero(_) => {}
            AssertIsNot(value) if register == value => {
                let finding = Finding::FailedAssertion { text: String::new() };
                violations.push(self.violation(finding, &[t]));
                return StepOutcome::Failed;
            }
            AssumeIsNot(value) if register == value => return StepOutcome::Abandoned,
            AssertIsNot(_) | AssumeIsNot(_) => {}
            Delay(v) => {
                let buffer = self.buffer_at(t);
                self.state[buffer] = 1 + v as u32 * RANGE + register;
            }
            Start => self.state[VARIABLES + LOCKS] = 1,
        }
        self.state[VARIABLES + LOCKS + 1 + 2 * t] = target as u32;
        StepOutcome::Continues
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for ThreadSystem {
    fn thread_count(&self) -> usize {
        self.program.threads.len()
    }

    fn internal_count(&self) -> usize {
        self.program.threads.len()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        let t = match actor.kind() {
            ActorKind::Thread(thread) => thread.index(),
            ActorKind::Internal(action) => return self.buffered(action.index()).is_some().into(),
        };
        if !self.has_begun(t) {
            return 0;
        }
        match self.next(t) {
            None => 0,
            Some(Lock(l)) => u32::from(self.state[VARIABLES + l] == 0),
            Some(Delay(_)) => u32::from(self.buffered(t).is_none()),
            Some(Choose(n)) => n,
            Some(_) => 1,
        }
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        footprint.clear();
        let touch =
            |at: u64, writes, synchronizes| Touch { range: at..at + 1, writes, synchronizes };
        let t = match actor.kind() {
            ActorKind::Thread(thread) => thread.index(),
            ActorKind::Internal(action) => {
                let t = action.index();
                footprint.site = (10_000 + t) as u64;
                footprint.touches.push(touch(BUFFER_AT + t as u64, true, true));
                let variable = self.buffered(t).map(|(v, _)| touch(v as u64, true, true));
                footprint.touches.extend(variable);
                return;
            }
        };
        if !self.has_begun(t) {
            return;
        }
        footprint.site = (t * 100 + self.pc(t)) as u64;
        footprint.in_hand = self.register(t).into();
        match self.next(t) {
            Some(Load(v)) => footprint.touches.push(touch(v as u64, false, false)),
            Some(Store(v)) => footprint.touches.push(touch(v as u64, true, false)),
            Some(AtomicAdd(v, _)) => footprint.touches.push(touch(v as u64, true, true)),
            Some(Lock(l) | TryLock(l) | Unlock(l)) => {
                footprint.touches.push(touch(LOCK_AT + l as u64, true, true));
            }
            Some(Delay(_)) => footprint.touches.push(touch(BUFFER_AT + t as u64, true, true)),
            Some(Start) => {
                footprint.touches.push(touch(START_AT, true, true));
                footprint.ends_superstep = true;
            }
            _ => {}
        }
    }

    fn looks_for_races(&self) -> bool {
        self.program.races
    }

    fn is_left_mover(&mut self, actor: Actor) -> bool {
        let t = match actor.kind() {
            ActorKind::Thread(thread) => thread.index(),
            ActorKind::Internal(action) => {
                let t = action.index();
                return self.buffered(t).is_some_and(|(v, _)| self.is_only_buffered(v, t));
            }
        };
        match self.next(t) {
            Some(Unlock(l)) if self.has_begun(t) => {
                self.locks_are_simple() && self.state[VARIABLES + l] == t as u32 + 1
            }
            _ => false,
        }
    }
}

impl Matchable for ThreadSystem {}
impl Temporal for ThreadSystem {}
impl Guided for ThreadSystem {}
impl Persistent for ThreadSystem {}

/// Random programs.
pub(crate) fn programs() -> impl Strategy<Value = ThreadProgram> {
    let instruction = prop_oneof![
        4 => (0..VARIABLES).prop_map(Load),
        4 => (0..VARIABLES).prop_map(Store),
        2 => (0..VARIABLES, 1..RANGE).prop_map(|(v, by)| AtomicAdd(v, by)),
        2 => (0..RANGE).prop_map(Set),
        1 => (1..RANGE).prop_map(Add),
        1 => (1u32..3).prop_map(Choose),
        3 => (0..LOCKS).prop_map(Lock),
        3 => (0..LOCKS).prop_map(Unlock),
        2 => (0usize..7).prop_map(JumpIfZero),
        2 => (0..RANGE).prop_map(AssertIsNot),
        1 => (0..RANGE).prop_map(AssumeIsNot),
        2 => (0..VARIABLES).prop_map(Delay),
        1 => Just(Start),
    ];
    let try_lock = (0..LOCKS).prop_map(TryLock);
    let thread = prop::collection::vec(instruction, 1..7);
    let threads = prop::collection::vec(thread, 2..4);
    let trying = prop::option::weighted(0.2, (try_lock, 0usize..3, 0usize..6));
    (threads, trying, prop::bool::weighted(0.3), any::<bool>()).prop_map(
        |(mut threads, trying, last_waits, races)| {
            if let Some((instruction, thread, at)) = trying {
                let thread = thread % threads.len();
                let at = at % threads[thread].len();
                threads[thread][at] = instruction;
            }
            for thread in &mut threads {
                let length = thread.len();
                for instruction in thread {
                    if let JumpIfZero(target) = instruction {
                        *target %= length + 1;
                    }
                }
            }
            ThreadProgram { threads, last_waits, races }
        },
    )
}
