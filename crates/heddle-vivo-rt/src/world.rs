//! The threads of the program, which of them runs, and stopping before an operation.
//!
//! # Invariants
//! - One thread runs at a time: [`World::current`]. It stops in [`stop_before`], where the next one is
//!   chosen, and goes on when it is chosen itself. So whoever runs may use the [`World`], in short borrows
//!   ([`with`]) that stop nowhere.
//! - A thread that does not run is about to make the operation in its row, or has ended.
//! - Before the first thread is created, there is nothing to choose, and nobody stops unless it can never
//!   go on.
//!
//! Signal handlers are the exception: they may interrupt whoever runs. They end the process, and read
//! at most what tells how it stands.

use core::cell::UnsafeCell;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use heddle_vivo_protocol::{
    Board, MOST_THREADS, Misuse, MisuseAction, MisuseReason, Mode, ObjectKind, Operation,
    OperationKind, Row, Status, Step, Trouble,
};

use crate::instrumentation::change::Change;
use crate::memory::Hash;
use crate::rounds::{self, Rounds};
use crate::{baton, clock, context, debugger, exit, failure, link, sections, system, ways};

/// A thread of the program.
#[derive(Clone, Copy)]
pub(crate) struct Thread {
    /// Its condition and its operation. The alternatives and the holder are filled in when it is told.
    pub(crate) row: Row,
    /// It has been woken, where it waits.
    pub(crate) is_woken: bool,
    /// The number of threads that came to wait before it did.
    pub(crate) turn: u64,
    /// Its return value, once it has ended.
    pub(crate) result: u64,
    /// It was joined: its handle is nobody's any more.
    pub(crate) is_joined: bool,
    /// It is asked to end.
    pub(crate) is_asked_to_end: bool,
    /// It does not listen to that.
    pub(crate) ignores_asking: bool,
    /// The name that the program gave it.
    pub(crate) name: [u8; 16],
    /// The argument of the function that it begins with.
    pub(crate) argument: u64,
    /// The name that the C library has for it.
    pub(crate) handle: u64,
    /// Its stack, if it is a context.
    pub(crate) stack: context::Stack,
    /// Its registers, if it is a context.
    pub(crate) context: context::Context,
    /// Sections that it has begun and not ended, in which no other runs.
    pub(crate) sections: u32,
    /// The change that its operation makes to the value there, if it is an atomic access that may change it.
    pub(crate) change: Option<Change>,
}

/// The state of the library.
pub(crate) struct World {
    /// All threads, by number.
    threads: [Thread; MOST_THREADS],
    count: usize,
    /// The one that runs.
    pub(crate) current: usize,
    /// Threads that were created and not joined, but for the first one.
    unjoined: usize,
    /// Threads that have come to wait somewhere, ever.
    turns: u64,
    /// Sum of all steps so far: equal runs have equal sums.
    pub(crate) digest: u64,
    /// The sum without the last step.
    pub(crate) sum_before: u64,
    /// The number of steps so far.
    pub(crate) steps: u32,
    /// Loops that threads go round.
    pub(crate) rounds: Rounds,
}

/// A thread that is not there.
const ABSENT: Thread = Thread {
    row: Row {
        status: Status::Gone,
        is_detached: false,
        is_woken: false,
        is_in_section: false,
        changes_nothing: false,
        alternatives: 0,
        operation: Operation {
            kind: OperationKind::Begin,
            object: 0,
            second: 0,
            bytes: 0,
            site: 0,
        },
        holder: None,
        creator: 0,
        entry: 0,
    },
    is_woken: false,
    turn: 0,
    result: 0,
    is_joined: false,
    is_asked_to_end: false,
    ignores_asking: false,
    name: [0; 16],
    argument: 0,
    handle: 0,
    stack: (0, 0),
    context: context::Context::NONE,
    sections: 0,
    change: None,
};

/// A cell that whoever runs may use.
pub(crate) struct Running<T>(UnsafeCell<T>);

impl<T> Running<T> {
    pub(crate) const fn new(value: T) -> Running<T> {
        Running(UnsafeCell::new(value))
    }

    /// Uses the value for a moment, in which no thread stops and nobody else uses it.
    pub(crate) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: Whoever runs is alone, and no use of a cell is within another of the same (the closures of
        // this crate stop nowhere and call nothing of the program's).
        use_it(unsafe { &mut *self.0.get() })
    }

    /// Its address and its bytes.
    pub(crate) fn range(&self) -> (u64, usize) {
        (self.0.get() as u64, size_of::<T>())
    }
}

// SAFETY: One thread runs at a time, and hands over with a futex or on the same kernel thread; see the
// invariants of the module.
unsafe impl<T> Sync for Running<T> {}

static WORLD: Running<World> = Running::new(World {
    threads: [ABSENT; MOST_THREADS],
    count: 1,
    current: 0,
    unjoined: 0,
    turns: 0,
    digest: 0,
    sum_before: 0,
    steps: 0,
    rounds: Rounds::NONE,
});

/// The address to which the call returns that the thread which runs has made last.
pub(crate) static SITE: AtomicU64 = AtomicU64::new(0);
/// The registers of that call which the caller expects to keep: the stack pointer, RBX, RBP, R12 to R15, and how
/// floating-point numbers are rounded.
pub(crate) static CALLER: [AtomicU64; 8] = [const { AtomicU64::new(0) }; 8];
/// The board, once it is there.
static BOARD: AtomicU64 = AtomicU64::new(0);
/// The number of the mode.
static MODE: AtomicU32 = AtomicU32::new(0);
/// True from the call that creates the first thread on.
static HAS_THREADS: AtomicBool = AtomicBool::new(false);

/// Uses the world for a moment, in which no thread stops.
pub(crate) fn with<R>(use_it: impl FnOnce(&mut World) -> R) -> R {
    WORLD.with(use_it)
}

/// The board. Attaches to it first, if need be.
pub(crate) fn board() -> &'static Board {
    let address = BOARD.load(Ordering::Relaxed) as *const Board;
    // SAFETY: What was stored there is the mapping of a board, which stays.
    unsafe { address.as_ref() }.unwrap_or_else(attach)
}

#[cold]
fn attach() -> &'static Board {
    let Some(board) = link::attach() else { failure::unattended() };
    BOARD.store(core::ptr::from_ref(board) as u64, Ordering::Relaxed);
    MODE.store(board.mode.load(Ordering::Relaxed), Ordering::Relaxed);
    let handle = context::own_handle();
    with(|world| {
        let main = &mut world.threads[0];
        main.row.status = Status::Active;
        main.handle = handle;
    });
    system::find_kernel_notes(handle);
    failure::watch();
    exit::prepare();
    board
}

/// The way in which threads run.
pub(crate) fn mode() -> Mode {
    board();
    Mode::of_number(MODE.load(Ordering::Relaxed)).unwrap_or(Mode::Contexts)
}

/// The registers of a call into the library: see [`CALLER`].
#[derive(Clone, Copy)]
pub(crate) struct Caller(pub(crate) [u64; 8]);

impl Caller {
    /// Takes those of the call that came last; the stack pointer is zero if they were taken before.
    fn take() -> Caller {
        let caller = Caller(CALLER.each_ref().map(|word| word.load(Ordering::Relaxed)));
        CALLER[0].store(0, Ordering::Relaxed);
        caller
    }

    /// The stack pointer; zero if it is not known.
    pub(crate) fn stack(&self) -> u64 {
        self.0[0]
    }
}

/// Memory of this module that is no part of a state, but for what [`World::add_to`] tells of it.
pub(crate) fn books() -> [(u64, usize); 3] {
    let site = (core::ptr::from_ref(&SITE) as u64, size_of_val(&SITE));
    let caller = (core::ptr::from_ref(&CALLER) as u64, size_of_val(&CALLER));
    [WORLD.range(), site, caller]
}

/// The address of the board, which is no part of a state.
pub(crate) fn board_address() -> u64 {
    BOARD.load(Ordering::Relaxed)
}

/// The place of the call that came into the library.
pub(crate) fn site() -> u64 {
    SITE.load(Ordering::Relaxed)
}

/// An operation on an object, by the call that came into the library.
pub(crate) fn on<T>(kind: OperationKind, object: *const T) -> Operation {
    Operation::on(kind, object as u64, size_of::<T>() as u32, site())
}

impl Thread {
    /// True if it has come to its end.
    pub(crate) fn has_ended(&self) -> bool {
        self.row.status != Status::Active || self.row.operation.kind == OperationKind::Outlive
    }

    /// True if it is to end at its next cancellation point.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_asked_to_end && !self.ignores_asking
    }
}

impl World {
    /// All threads.
    pub(crate) fn threads(&self) -> &[Thread] {
        &self.threads[..self.count]
    }

    /// A thread.
    pub(crate) fn thread(&mut self, number: usize) -> &mut Thread {
        &mut self.threads[..self.count][number]
    }

    /// The thread that runs.
    pub(crate) fn own(&mut self) -> &mut Thread {
        self.thread(self.current)
    }

    /// Adds a thread that is about to begin; none if there are too many.
    pub(crate) fn add(&mut self, entry: u64, argument: u64, is_detached: bool) -> Option<usize> {
        let number = self.count;
        let thread = self.threads.get_mut(number)?;
        let operation = Operation::on(OperationKind::Begin, number as u64, 0, entry);
        thread.row = Row {
            status: Status::Active,
            is_detached,
            is_woken: false,
            is_in_section: false,
            changes_nothing: false,
            alternatives: 0,
            operation,
            holder: None,
            creator: self.current as u16,
            entry,
        };
        thread.argument = argument;
        self.count += 1;
        self.unjoined += 1;
        Some(number)
    }

    /// Takes the last thread away again, which could not be made.
    pub(crate) fn remove_last(&mut self) {
        self.count -= 1;
        self.unjoined -= 1;
        self.threads[self.count] = ABSENT;
    }

    /// Counts a thread that was joined, so that all it did comes before what others do from now on.
    pub(crate) fn note_join(&mut self, number: usize) {
        if number != 0 {
            self.unjoined -= 1;
        }
    }

    /// The number of the thread with this handle.
    pub(crate) fn of_handle(&self, handle: u64) -> Option<usize> {
        let is_it = |thread: &Thread| thread.handle == handle;
        self.threads().iter().position(is_it)
    }

    /// The numbers of the threads that wait for a wake-up at an object, who came first before the
    /// others.
    pub(crate) fn sleepers(
        &self,
        object: u64,
        kinds: [OperationKind; 2],
    ) -> impl Iterator<Item = usize> {
        let sleeps = move |thread: &Thread| {
            let Row { status, operation, .. } = &thread.row;
            *status == Status::Active
                && operation.object == object
                && kinds.contains(&operation.kind)
                && !thread.is_woken
        };
        let turn = |number: usize| self.threads[number].turn;
        let mut after = None;
        core::iter::from_fn(move || {
            let numbers = (0..self.count).filter(|&number| sleeps(&self.threads[number]));
            let next = numbers.filter(|&number| after.is_none_or(|last| turn(number) > last));
            let next = next.min_by_key(|&number| turn(number))?;
            after = Some(turn(next));
            Some(next)
        })
    }

    /// Wakes the thread that waits at an object with so many before it; returns false if there is none.
    pub(crate) fn wake(&mut self, object: u64, kinds: [OperationKind; 2], before: usize) -> bool {
        let sleeper = self.sleepers(object, kinds).nth(before);
        if let Some(sleeper) = sleeper {
            self.threads[sleeper].is_woken = true;
        }
        sleeper.is_some()
    }

    /// The thread that runs comes to wait for a wake-up.
    pub(crate) fn fall_asleep(&mut self) {
        self.turns += 1;
        let turn = self.turns;
        let own = self.own();
        own.turn = turn;
        own.is_woken = false;
    }

    /// Adds what the library knows of the threads to a digest, but for how far they have come and what follows
    /// from that.
    pub(crate) fn add_to(&self, hash: &mut Hash) {
        hash.add(self.count as u64);
        hash.add(self.current as u64);
        hash.add(self.unjoined as u64);
        hash.add(self.turns);
        for thread in self.threads() {
            let Thread {
                row,
                is_woken,
                turn,
                result,
                is_joined,
                is_asked_to_end,
                ignores_asking,
                name,
                argument,
                handle,
                stack: _,
                context: _,
                sections,
                change: _,
            } = *thread;
            let Row { status, is_detached, operation, .. } = row;
            let Operation { kind, object, second, bytes, site } = operation;
            let flags = [is_detached, is_woken, is_joined, is_asked_to_end, ignores_asking];
            let flags = flags.iter().fold(status as u64, |sum, &flag| sum << 1 | u64::from(flag));
            let kind = u64::from(kind.number()) | u64::from(bytes) << 32;
            for word in [flags, kind, object, second, site, turn, result, argument, handle] {
                hash.add(word);
            }
            let name = u128::from_le_bytes(name);
            for word in [sections.into(), name as u64, (name >> 64) as u64] {
                hash.add(word);
            }
        }
    }

    /// The address from which on a mapping is in use, if it is the stack of a thread: the one that the kernel has made for
    /// the first, or one that begins where the mapping does. The stack pointer of the thread
    /// that runs is given.
    pub(crate) fn stack_in(
        &self,
        range: Range<u64>,
        own: u64,
        is_first_stack: bool,
    ) -> Option<u64> {
        let in_use = |number: usize| {
            let context = &self.threads[number].context;
            let pointer = if number == self.current { own } else { context.stack() };
            let is_its = match number {
                0 => is_first_stack,
                _ => {
                    let (floor, bytes) = self.threads[number].stack;
                    floor == range.start && pointer < floor + bytes
                }
            };
            (is_its && range.contains(&pointer)).then_some(pointer)
        };
        (0..self.count).find_map(in_use)
    }

    /// Counts a step that is about to be made.
    fn count_in(&mut self, step: Step) {
        self.steps += 1;
        self.sum_before = self.digest;
        let Operation { kind, object, second, bytes, site } =
            self.threads[usize::from(step.thread)].row.operation;
        let words =
            [u64::from(step.to_word()), kind.number().into(), object, second, bytes.into(), site];
        for word in words {
            self.digest = (self.digest ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
    }
}

/// From now on, there is something to choose.
pub(crate) fn have_threads() {
    HAS_THREADS.store(true, Ordering::Relaxed);
}

/// Stops the thread that runs before an operation, until it is chosen to make it; returns the
/// alternative to take.
pub(crate) fn stop_before(operation: Operation) -> u16 {
    board();
    if failure::is_walking() {
        return 0;
    }
    let own = with(|world| {
        world.own().row.operation = operation;
        world.current
    });
    let is_choice = operation.kind == OperationKind::Choose;
    if !HAS_THREADS.load(Ordering::Relaxed) && !is_choice && ways::of_thread(own) > 0 {
        return 0;
    }
    if sections::goes_on(own) {
        return 0;
    }
    if sections::waits_among_several(own) {
        refuse(b"waiting in an atomic section while several others run");
    }
    stop(&operation, own)
}

/// Stops before the program begins, so that the supervisor may look at the process. If libraries have begun
/// threads before, or a run is made again, there is no such stop.
pub(crate) fn stop_at_beginning() {
    let is_scripted = board().scripted.load(Ordering::Relaxed) != 0;
    if !HAS_THREADS.load(Ordering::Relaxed) && !is_scripted {
        let operation = Operation::on(OperationKind::Begin, 0, 0, 0);
        let own = with(|world| {
            world.own().row.operation = operation;
            world.current
        });
        stop(&operation, own);
        // Runs are counted from here on.
        with(|world| world.steps = 0);
    }
}

/// Stops the thread that runs, until it is chosen.
fn stop(operation: &Operation, own: usize) -> u16 {
    let caller = Caller::take();
    rounds::come_to(&caller, operation);
    let step = next_step();
    if usize::from(step.thread) != own {
        go_on_with(usize::from(step.thread));
    }
    rounds::set_off(&caller, operation);
    if board().scripted.load(Ordering::Relaxed) != 0 {
        debugger::at_step();
    }
    // Others have called meanwhile.
    SITE.store(operation.site, Ordering::Relaxed);
    clock::meet(operation);
    // Whoever handed over has left the step there.
    link::made().alternative
}

/// True if all that other threads have done comes before what the thread that runs does next, and there
/// are none but those that it will create.
pub(crate) fn is_alone() -> bool {
    !HAS_THREADS.load(Ordering::Relaxed) || with(|world| world.unjoined == 0)
}

/// Has others go on; the thread that runs has ended, or ends as soon as it is left alone.
pub(crate) fn leave() {
    let next = usize::from(next_step().thread);
    let own = with(|world| core::mem::replace(&mut world.current, next));
    match mode() {
        Mode::Contexts => context::switch(own, next),
        Mode::Threads => baton::give(next),
    }
}

/// The next step, as the supervisor orders.
fn next_step() -> Step {
    let step = link::next_step();
    with(|world| {
        world.count_in(step);
        // It makes it now.
        world.thread(usize::from(step.thread)).row.holder = None;
    });
    step
}

/// Has another thread run; comes back when this one is chosen.
fn go_on_with(thread: usize) {
    let own = with(|world| core::mem::replace(&mut world.current, thread));
    match mode() {
        Mode::Contexts => context::switch(own, thread),
        Mode::Threads => baton::pass(own, thread),
    }
}

/// Says that something goes wrong, and ends the run.
pub(crate) fn fail(trouble: Trouble) -> ! {
    link::fail(trouble)
}

/// Says that an object is used against its contract, and ends the run.
pub(crate) fn misuse<T>(
    action: MisuseAction,
    object: *const T,
    kind: ObjectKind,
    reason: MisuseReason,
    number: usize,
) -> ! {
    let misuse = Misuse { action, kind, reason, number: number as u32 };
    fail(Trouble::Misuse { misuse, object: object as u64 })
}

/// Says that a limit is reached, and ends the run.
pub(crate) fn limit(which: &[u8]) -> ! {
    board().set_text(0, which);
    fail(Trouble::Limit)
}

/// Says that something is called that cannot be followed, and ends the run.
pub(crate) fn refuse(name: &[u8]) -> ! {
    board().set_text(0, name);
    fail(Trouble::Unsupported)
}

/// The process of the runner, for orders that fork.
pub(crate) fn note_process() {
    board().runner.store(system::process(), Ordering::Relaxed);
}
