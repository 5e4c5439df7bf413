//! A small machine: threads with programs over shared variables and locks.

use heddle_model::{
    Actor, Choice, Finding, Footprint, Place, Reducible, StepOutcome, Temporal, ThreadId, Touch,
    TransitionSystem, Violation,
};

/// An instruction. All but jumps are steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// Reads a variable into the register.
    Load(u8),
    /// Writes a number to a variable.
    Store(u8, u8),
    /// Writes the register to a variable.
    StoreRegister(u8),
    /// Adds one to a variable.
    Add(u8),
    /// Replaces the first number by the second; the register says whether that was done.
    Cas(u8, u8, u8),
    Lock(u8),
    Unlock(u8),
    /// The register says whether the lock was taken.
    TryLock(u8),
    /// Waits until a variable is not zero.
    Await(u8),
    /// Waits until one variable is not zero and another is.
    AwaitBoth(u8, u8),
    /// Waits until a variable is not zero, and makes it zero.
    Take(u8),
    /// Chooses a number below this one.
    Choose(u8),
    /// Starts the thread with this number.
    Spawn(u8),
    /// Waits for a thread to come to its end.
    Join(u8),
    /// Fails if the register is this number.
    FailIf(u8),
    /// Abandons the run if the register is this number.
    AbandonIf(u8),
    /// Ends the process.
    Exit,
    /// Enters a section in which no other thread moves.
    Begin,
    /// Leaves it.
    End,
    /// Jumps if the register is this number.
    JumpIf(u8, u8),
    /// Adds to the register.
    Increment,
}

/// Number of a program counter that is past the end.
const OVER: u32 = u32::MAX;
/// First addresses of locks and threads.
const LOCKS: u64 = 1000;
const THREADS: u64 = 2000;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Thread {
    started: bool,
    pc: u32,
    register: u8,
}

/// A violation that is told from others by a text.
fn violation(text: String) -> Violation {
    let place = Place { file: text.clone(), line: 0, column: 0, function: String::new() };
    let finding = Finding::FailedAssertion { text };
    Violation { finding, place: Some(place), thread: None, related: Vec::new() }
}

/// The machine.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    pub(crate) programs: Vec<Vec<Op>>,
    /// Threads that are there from the start; the others are spawned, in order.
    pub(crate) initial: usize,
    threads: Vec<Thread>,
    variables: Vec<u8>,
    locks: Vec<u8>,
    section: u8,
    is_over: bool,
    pub(crate) looks_for_races: bool,
    /// Each state in which nobody can move is a violation.
    pub(crate) tells_ends: bool,
    /// Some thread waits for the end of another.
    has_joins: bool,
}

pub(crate) const VARIABLES: usize = 160;
const LOCK_COUNT: usize = 64;

impl Toy {
    pub(crate) fn new(programs: Vec<Vec<Op>>) -> Toy {
        let initial = programs.len();
        Toy::spawning(programs, initial)
    }

    /// So many machines with the same program.
    pub(crate) fn siblings(&self, count: usize) -> Vec<Toy> {
        vec![self.clone(); count]
    }

    pub(crate) fn spawning(programs: Vec<Vec<Op>>, initial: usize) -> Toy {
        let mut toy = Toy {
            has_joins: programs.iter().flatten().any(|op| matches!(op, Op::Join(_))),
            programs,
            initial,
            threads: Vec::new(),
            variables: Vec::new(),
            locks: Vec::new(),
            section: 0,
            is_over: false,
            looks_for_races: false,
            tells_ends: false,
        };
        toy.reset();
        toy
    }

    fn op(&self, thread: usize) -> Option<Op> {
        self.programs[thread].get(self.threads[thread].pc as usize).copied()
    }

    /// Makes jumps, which nobody notices. A thread that only jumps is over.
    fn run_on(&mut self, thread: usize) {
        for _ in 0..100 {
            let Some(op) = self.op(thread) else { break };
            let state = &mut self.threads[thread];
            match op {
                Op::JumpIf(number, target) if state.register == number => state.pc = target.into(),
                Op::JumpIf(..) => state.pc += 1,
                Op::Increment => {
                    state.register = state.register.wrapping_add(1);
                    state.pc += 1;
                }
                _ => return,
            }
        }
        self.threads[thread].pc = OVER;
    }

    fn ways(&self, thread: usize) -> u32 {
        let is_kept_out = self.section != 0 && usize::from(self.section) != thread + 1;
        if self.is_over || is_kept_out || !self.threads[thread].started {
            return 0;
        }
        let variable = |at: u8| self.variables[usize::from(at)];
        match self.op(thread) {
            None => 0,
            Some(Op::Lock(lock)) => u32::from(self.locks[usize::from(lock)] == 0),
            Some(Op::Await(at) | Op::Take(at)) => u32::from(variable(at) != 0),
            Some(Op::AwaitBoth(set, unset)) => {
                u32::from(variable(set) != 0 && variable(unset) == 0)
            }
            Some(Op::Join(other)) => u32::from(self.threads[usize::from(other)].pc == OVER),
            Some(Op::Choose(count)) => count.into(),
            Some(_) => 1,
        }
    }
}

impl TransitionSystem for Toy {
    fn reset(&mut self) {
        let count = self.programs.len();
        let thread = |at| Thread { started: at < self.initial, pc: 0, register: 0 };
        self.threads = (0..count).map(thread).collect();
        self.variables = vec![0; VARIABLES];
        self.locks = vec![0; LOCK_COUNT];
        self.section = 0;
        self.is_over = false;
        (0..count).for_each(|thread| self.run_on(thread));
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.push(0);
        for thread in &self.threads {
            words.extend([u32::from(thread.started), thread.pc, thread.register.into()]);
        }
        words.extend(self.variables.iter().chain(&self.locks).map(|&it| u32::from(it)));
        words.extend([u32::from(self.section), u32::from(self.is_over)]);
    }

    fn load(&mut self, words: &[u32]) {
        let (threads, rest) = words[1..].split_at(3 * self.programs.len());
        for (thread, words) in self.threads.iter_mut().zip(threads.chunks(3)) {
            *thread = Thread { started: words[0] != 0, pc: words[1], register: words[2] as u8 };
        }
        for (variable, &word) in self.variables.iter_mut().chain(&mut self.locks).zip(rest) {
            *variable = word as u8;
        }
        let end = rest.len();
        self.section = rest[end - 2] as u8;
        self.is_over = rest[end - 1] != 0;
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        for thread in 0..self.threads.len() {
            let id = ThreadId(thread as u32);
            choices.extend((0..self.ways(thread)).map(|way| Choice::new(id, way)));
        }
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        let is_done = |thread: &Thread| !thread.started || thread.pc == OVER;
        if !self.is_over && choices.is_empty() && !self.threads.iter().all(is_done) {
            // The place of each thread is a part of the deadlock.
            let places: Vec<u32> = self.threads.iter().map(|thread| thread.pc).collect();
            violations.push(violation(format!("deadlock {places:?}")));
        }
        if self.tells_ends && !self.is_over && choices.is_empty() {
            let (variables, locks) = (&self.variables[..4], &self.locks[..4]);
            let text = format!("end {:?} {variables:?} {locks:?}", self.threads);
            violations.push(violation(text));
        }
        if self.looks_for_races {
            let mut footprints = vec![Footprint::default(); self.threads.len()];
            for (thread, footprint) in footprints.iter_mut().enumerate() {
                self.footprint(ThreadId(thread as u32).into(), footprint);
            }
            for first in 0..self.threads.len() {
                for second in first + 1..self.threads.len() {
                    let can_move = self.ways(first) != 0 && self.ways(second) != 0;
                    if can_move && footprints[first].races(&footprints[second]) {
                        let pcs = (self.threads[first].pc, self.threads[second].pc);
                        let text = format!("race {first}:{} {second}:{}", pcs.0, pcs.1);
                        violations.push(violation(text));
                    }
                }
            }
        }
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        let thread = choice.thread().expect("there should be only threads").index();
        assert!(choice.alternative < self.ways(thread), "a step should be possible");
        let op = self.op(thread).expect("a thread that can move should have a step");
        let pc = self.threads[thread].pc;
        let state = &mut self.threads[thread];
        let register = state.register;
        state.pc += 1;
        let variables = &mut self.variables;
        match op {
            Op::Load(at) => state.register = variables[usize::from(at)],
            Op::Store(at, number) => variables[usize::from(at)] = number,
            Op::StoreRegister(at) => variables[usize::from(at)] = register,
            Op::Add(at) => variables[usize::from(at)] = (variables[usize::from(at)] + 1) % 4,
            Op::Cas(at, old, new) => {
                let variable = &mut variables[usize::from(at)];
                state.register = u8::from(*variable == old);
                if *variable == old {
                    *variable = new;
                }
            }
            Op::Lock(lock) => self.locks[usize::from(lock)] = thread as u8 + 1,
            Op::Unlock(lock) => {
                let lock = &mut self.locks[usize::from(lock)];
                if *lock == thread as u8 + 1 {
                    *lock = 0;
                }
            }
            Op::TryLock(lock) => {
                let lock = &mut self.locks[usize::from(lock)];
                state.register = u8::from(*lock == 0);
                if *lock == 0 {
                    *lock = thread as u8 + 1;
                }
            }
            Op::Await(_) | Op::AwaitBoth(..) | Op::Join(_) => {}
            Op::Take(at) => variables[usize::from(at)] = 0,
            Op::Choose(_) => state.register = choice.alternative as u8,
            Op::Spawn(other) => self.threads[usize::from(other)].started = true,
            Op::FailIf(number) if register == number => {
                violations.push(violation(format!("{thread}:{pc}")));
                return StepOutcome::Failed;
            }
            Op::AbandonIf(number) if register == number => return StepOutcome::Abandoned,
            Op::FailIf(_) | Op::AbandonIf(_) => {}
            Op::Exit => self.is_over = true,
            Op::Begin => self.section = thread as u8 + 1,
            Op::End => self.section = 0,
            Op::JumpIf(..) | Op::Increment => unreachable!("jumps should not be steps"),
        }
        self.run_on(thread);
        StepOutcome::Continues
    }

    fn memory_used(&self) -> usize {
        0
    }
}

fn at(address: u64, writes: bool, synchronizes: bool) -> Touch {
    Touch { range: address..address + 1, writes, synchronizes }
}

impl Reducible for Toy {
    /// Threads that were not spawned yet are not there.
    fn thread_count(&self) -> usize {
        self.threads.iter().take_while(|thread| thread.started).count()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        self.ways(actor.thread().expect("there should be only threads").index())
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        footprint.clear();
        let thread = actor.thread().expect("there should be only threads").index();
        let Some(op) = self.op(thread) else { return };
        footprint.site = (thread as u64) << 32 | u64::from(self.threads[thread].pc);
        if usize::from(self.section) == thread + 1 {
            footprint.unknown = true;
            return;
        }
        let touches = &mut footprint.touches;
        match op {
            Op::Load(variable) => touches.push(at(variable.into(), false, false)),
            Op::Store(variable, _) | Op::StoreRegister(variable) => {
                touches.push(at(variable.into(), true, false));
            }
            Op::Add(variable) | Op::Cas(variable, ..) | Op::Take(variable) => {
                touches.push(at(variable.into(), true, true));
            }
            Op::Await(variable) => touches.push(at(variable.into(), false, true)),
            Op::AwaitBoth(set, unset) => {
                touches.push(at(set.into(), false, true));
                touches.push(at(unset.into(), false, true));
            }
            Op::Lock(lock) | Op::Unlock(lock) | Op::TryLock(lock) => {
                touches.push(at(LOCKS + u64::from(lock), true, true));
            }
            Op::Spawn(other) => touches.push(at(THREADS + u64::from(other), true, true)),
            Op::Join(other) => touches.push(at(THREADS + u64::from(other), false, true)),
            Op::Begin => footprint.unknown = true,
            Op::Choose(_) | Op::FailIf(_) | Op::AbandonIf(_) | Op::Exit | Op::End => {}
            Op::JumpIf(..) | Op::Increment => unreachable!("jumps should not be steps"),
        }
        // Whoever joins a thread waits for its last step, and any may be the last.
        if self.has_joins {
            footprint.touches.push(at(THREADS + thread as u64, true, true));
        }
    }

    /// An exchange that fails only reads.
    fn exact_footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        self.footprint(actor, footprint);
        let thread = actor.thread().expect("there should be only threads").index();
        if let Some(Op::Cas(variable, old, _)) = self.op(thread)
            && self.variables[usize::from(variable)] != old
            && !footprint.unknown
            && !self.looks_for_races
        {
            footprint.touches[0].writes = false;
        }
    }

    fn lasting_footprint(&mut self, actor: Actor, footprint: &mut Footprint) -> bool {
        self.footprint(actor, footprint);
        let thread = actor.thread().expect("there should be only threads").index();
        assert!(self.threads[thread].started, "a thread that is not there should not be asked for");
        !matches!(
            self.op(thread),
            None | Some(
                Op::Lock(_)
                    | Op::Await(_)
                    | Op::AwaitBoth(..)
                    | Op::Take(_)
                    | Op::Join(_)
                    | Op::Choose(_)
            )
        )
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn looks_for_races(&self) -> bool {
        self.looks_for_races
    }
}

impl Temporal for Toy {}
