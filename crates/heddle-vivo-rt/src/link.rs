//! Orders of the supervisor's, replies, and checkpoints.
//!
//! The runner replies when the steps of an order are made, and waits for the next order wherever its
//! current thread stands. A checkpoint is the same process, forked there: its parent waits at its slot
//! of the board and forks a runner whenever one is wanted, which goes on as if the order had just been
//! carried out.

use core::sync::atomic::{AtomicU32, Ordering};

use heddle_vivo_protocol::{
    Board, MOST_ORDERED, MOST_THREADS, Order, Reply, Step, Trouble, VERSION,
};

use crate::{debugger, failure, files, system, ways, world};

/// Rounds in which an order is looked for before the runner goes to sleep.
const ROUNDS: u32 = 400;
/// Steps of the order under way.
static ORDERED: AtomicU32 = AtomicU32::new(0);
/// Steps of the order that are made.
static MADE: AtomicU32 = AtomicU32::new(0);
/// The count of the order that was replied to last.
static CARRIED_OUT: AtomicU32 = AtomicU32::new(0);
/// The generation that the process is of.
static GENERATION: AtomicU32 = AtomicU32::new(0);
/// The step that is being made.
static STEP: AtomicU32 = AtomicU32::new(0);

/// Maps the board that the supervisor has made, if there is one.
pub(crate) fn attach() -> Option<&'static Board> {
    let file = system::number_of(c"HEDDLE_VIVO_BOARD")?;
    // SAFETY: A new mapping, which nothing else is at.
    let address = unsafe {
        system::mmap(
            core::ptr::null_mut(),
            size_of::<Board>(),
            system::PROT_READ_WRITE,
            system::MAP_SHARED,
            file as i32,
            0,
        )
    };
    if address as isize == -1 {
        return None;
    }
    // SAFETY: The mapping is as large as a board, aligned to a page, and stays. It consists of atomic
    // words, for which all values are valid.
    let board = unsafe { &*address.cast::<Board>() };
    // Programs that it starts are none of ours.
    for name in [c"HEDDLE_VIVO_BOARD", c"LD_PRELOAD"] {
        // SAFETY: The name is a C string; no other thread looks at the environment.
        unsafe { system::unsetenv(name.as_ptr()) };
    }
    if board.version.load(Ordering::Relaxed) != VERSION {
        return None;
    }
    let scripted = board.scripted.load(Ordering::Relaxed).min(MOST_ORDERED as u32);
    ORDERED.store(scripted, Ordering::Relaxed);
    Some(board)
}

/// The number of steps of the order that are made, the one under way included.
pub(crate) fn count() -> u32 {
    MADE.load(Ordering::Relaxed)
}

/// The step that was chosen last.
pub(crate) fn made() -> Step {
    Step::from_word(STEP.load(Ordering::Relaxed))
}

/// The next step to make: of the order under way, or of the next one.
pub(crate) fn next_step() -> Step {
    let board = world::board();
    loop {
        let mut answer = Reply::Stands;
        let at = MADE.load(Ordering::Relaxed);
        if at < ORDERED.load(Ordering::Relaxed) {
            MADE.store(at + 1, Ordering::Relaxed);
            let step = board.step(at as usize);
            if ways::of_thread(usize::from(step.thread)) > step.alternative {
                STEP.store(step.to_word(), Ordering::Relaxed);
                return step;
            }
            answer = Reply::Diverged(at);
        }
        if board.scripted.load(Ordering::Relaxed) != 0 {
            debugger::at_end();
        }
        reply(answer);
        ORDERED.store(0, Ordering::Relaxed);
        MADE.store(0, Ordering::Relaxed);
        carry_out(board, await_order(board));
    }
}

/// True if the step that was made last is the last of its run, so that the supervisor looks at what comes.
pub(crate) fn is_last() -> bool {
    MADE.load(Ordering::Relaxed) == ORDERED.load(Ordering::Relaxed)
        && world::board().looks_for_rounds.load(Ordering::Relaxed) != 0
}

/// Memory of this module that is no part of a state.
pub(crate) fn books() -> [(u64, usize); 5] {
    [&ORDERED, &MADE, &CARRIED_OUT, &GENERATION, &STEP]
        .map(|word| (core::ptr::from_ref(word) as u64, size_of_val(word)))
}

/// Begins to carry out an order.
fn carry_out(board: &Board, order: Order) {
    world::with(|world| (world.rounds.returned, world.rounds.candidate) = (0, 0));
    match order {
        Order::Run(count) => ORDERED.store(count, Ordering::Relaxed),
        Order::Checkpoint(slot) => {
            let slot = &board.slots[slot as usize];
            slot.process.store(system::process(), Ordering::Relaxed);
            files::note();
            let mut seen = slot.wanted.load(Ordering::SeqCst);
            while !be_forked() {
                while slot.wanted.load(Ordering::SeqCst) == seen {
                    system::futex_wait(&slot.wanted, seen);
                }
                seen = slot.wanted.load(Ordering::SeqCst);
            }
        }
    }
}

/// Forks the process; returns true to the child, which is the runner then.
fn be_forked() -> bool {
    match system::fork() {
        0 => {}
        forked if forked > 0 => return false,
        _ => {
            world::board().set_text(0, b"no process could be forked");
            fail(Trouble::Limit)
        }
    }
    system::end_with_parent();
    files::go_back();
    let board = world::board();
    GENERATION.store(board.generation.load(Ordering::SeqCst), Ordering::Relaxed);
    true
}

/// Waits for an order.
fn await_order(board: &Board) -> Order {
    let done = CARRIED_OUT.load(Ordering::Relaxed);
    let mut round = 0;
    while board.orders.load(Ordering::SeqCst) == done {
        round += 1;
        if round < ROUNDS {
            core::hint::spin_loop();
            continue;
        }
        board.runner_sleeps.store(1, Ordering::SeqCst);
        if board.orders.load(Ordering::SeqCst) == done {
            system::futex_wait(&board.orders, done);
        }
    }
    if board.generation.load(Ordering::SeqCst) != GENERATION.load(Ordering::Relaxed) {
        // It was ended, and has not noticed yet.
        system::end_process(0);
    }
    match board.order() {
        Some(order) => order,
        None => failure::unattended(),
    }
}

/// Tells the supervisor how the threads stand.
fn reply(reply: Reply) {
    let board = world::board();
    let count = world::with(|world| world.threads().len()).min(MOST_THREADS);
    let wants_stacks = board.wants_stacks.load(Ordering::Relaxed) != 0;
    for number in 0..count {
        let (alternatives, holder) = ways::of_row(number);
        let changes_nothing = ways::changes_nothing(number);
        let row = world::with(|world| {
            let thread = world.thread(number);
            let row = &mut thread.row;
            row.is_woken = thread.is_woken;
            row.alternatives = alternatives;
            row.holder = holder;
            row.changes_nothing = changes_nothing;
            *row
        });
        board.set_row(number, &row);
    }
    if wants_stacks {
        let current = world::with(|world| world.current);
        failure::tell_stack(current);
    }
    let (digest, last) = world::with(|world| (world.digest, world.current));
    let (returned, candidate) =
        world::with(|world| (world.rounds.returned, world.rounds.candidate));
    board.returned.store(returned, Ordering::Relaxed);
    board.candidate.store(candidate, Ordering::Relaxed);
    board.digest.store(digest, Ordering::Relaxed);
    board.threads.store(count as u32, Ordering::Relaxed);
    board.last.store(last as u32, Ordering::Relaxed);
    world::note_process();
    board.set_reply(reply);
    let carried_out = board.orders.load(Ordering::SeqCst);
    CARRIED_OUT.store(carried_out, Ordering::Relaxed);
    board.replies.store(carried_out, Ordering::SeqCst);
    if board.supervisor_sleeps.swap(0, Ordering::SeqCst) != 0 {
        system::futex_wake(&board.replies);
    }
}

/// Tells that the process has ended, and waits for nothing.
pub(crate) fn end(code: i32) -> ! {
    reply(Reply::Ended(code as u32));
    system::end_process(code)
}

/// Tells what goes wrong, with the stack, and ends the run.
pub(crate) fn fail(trouble: Trouble) -> ! {
    let board = world::board();
    if board.scripted.load(Ordering::Relaxed) != 0 {
        debugger::at_end();
    }
    board.set_trouble(trouble);
    let current = world::with(|world| world.current);
    failure::tell_stack(current);
    reply(Reply::Failed);
    system::end_process(1)
}
