//! The memory that both sides map.
//!
//! # Invariants
//! - Between an order and its reply, only the runner writes: all but [`Board::order`]. Otherwise only
//!   the supervisor does. The two counters, [`Board::orders`] and [`Board::replies`], say whose turn it
//!   is: the runner's as long as they differ.
//! - What a side has written before it counts up is seen by the other after it has seen the count:
//!   counters are written with release order, and read with acquire order.
//! - A side that finds nothing to do for a while says so ([`Board::runner_sleeps`],
//!   [`Board::supervisor_sleeps`]) before it waits at the counter as a futex; the other takes the flag
//!   back after counting up, and wakes it if it was set. Flags and counters are sequentially consistent, so that no wake-up
//!   is lost.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use crate::{Row, Step, Trouble};

/// The version of the layout. Both sides are of one build, so it only shows what went wrong.
pub const VERSION: u32 = 1;
/// Most threads of a run, those that have ended included.
pub const MOST_THREADS: usize = 512;
/// Most steps of an order.
pub const MOST_ORDERED: usize = 4096;
/// Most checkpoints at a time.
pub const MOST_CHECKPOINTS: usize = 64;
/// Most frames of a stack that is told.
pub const MOST_FRAMES: usize = 48;
/// Most places of rounds that are known at a time.
const MOST_LOOPS: usize = 256;
/// Bytes of each text, of which longer ones are cut.
pub const TEXT_BYTES: usize = 1024;

/// The way in which the library runs the threads of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Mode {
    /// As contexts of one thread of the kernel, which can be forked anywhere.
    Contexts,
    /// As threads of the kernel, one of which runs at a time.
    Threads,
}

impl Mode {
    /// The mode with this number.
    pub fn of_number(number: u32) -> Option<Mode> {
        [Mode::Contexts, Mode::Threads].get(number as usize).copied()
    }
}

/// An order of the supervisor's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Make so many steps, which are on the board.
    Run(u32),
    /// Stay here as the checkpoint of a slot, and have a fork go on.
    Checkpoint(u32),
}

/// A reply of the runner's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The steps are made; the board has the rows of all threads.
    Stands,
    /// The process has ended, with this exit code.
    Ended(u32),
    /// A run ended in trouble, which is on the board; with the stack of the thread.
    Failed,
    /// This step of the order could not be made: the run differs from the one that it was taken from.
    Diverged(u32),
}

impl Reply {
    fn to_words(self) -> [u32; 2] {
        match self {
            Reply::Stands => [0, 0],
            Reply::Ended(code) => [1, code],
            Reply::Failed => [2, 0],
            Reply::Diverged(at) => [3, at],
        }
    }

    fn from_words([kind, word]: [u32; 2]) -> Option<Reply> {
        Some(match kind {
            0 => Reply::Stands,
            1 => Reply::Ended(word),
            2 => Reply::Failed,
            3 => Reply::Diverged(word),
            _ => return None,
        })
    }
}

/// The place of a checkpoint on the board.
#[derive(Debug)]
#[repr(C)]
pub struct Slot {
    /// Counts the runners that were asked for; the checkpoint waits for it as a futex.
    pub wanted: AtomicU32,
    /// The process of the checkpoint; zero if there is none.
    pub process: AtomicU32,
}

/// The memory that both sides map; zero at first.
#[derive(Debug)]
#[repr(C)]
pub struct Board {
    /// [`VERSION`], written by the supervisor.
    pub version: AtomicU32,
    /// The number of the [`Mode`], written by the supervisor.
    pub mode: AtomicU32,
    /// Steps that are on the board from the beginning: they are made without an order.
    pub scripted: AtomicU32,
    /// Other than zero if stacks of all threads are wanted whenever they stop.
    pub wants_stacks: AtomicU32,
    /// Counts the runners that were to go back: an order is for the one of the last count.
    pub generation: AtomicU32,
    /// Counts orders.
    pub orders: AtomicU32,
    /// Counts replies.
    pub replies: AtomicU32,
    /// Other than zero if the runner waits for an order at the counter.
    pub runner_sleeps: AtomicU32,
    /// Other than zero if the supervisor waits for a reply at the counter.
    pub supervisor_sleeps: AtomicU32,
    /// The process of the runner.
    pub runner: AtomicU32,
    order: [AtomicU32; 2],
    reply: [AtomicU32; 2],
    steps: [AtomicU32; MOST_ORDERED],
    /// Sum of what the steps of the last order were about: equal runs have equal sums.
    pub digest: AtomicU64,
    /// The number of steps of the round in vain that the last step has ended: the state is the one before
    /// them. Zero if it has not.
    pub returned: AtomicU32,
    /// The number of steps of what may be such a round: it is known if the state before them is looked at,
    /// too.
    pub candidate: AtomicU32,
    /// The number of steps before a state that is to be looked at as a whole, plus one; zero if none is.
    /// Written by the supervisor.
    pub digest_at: AtomicU32,
    /// Other than zero if rounds are looked for at the end of the order: it is not followed by the rest
    /// of a run. Written by the supervisor.
    pub looks_for_rounds: AtomicU32,
    /// Places at which rounds have begun.
    loops: [AtomicU64; MOST_LOOPS],
    /// The number of rows.
    pub threads: AtomicU32,
    /// The thread that made the last step.
    pub last: AtomicU32,
    rows: [[AtomicU64; Row::WORDS]; MOST_THREADS],
    trouble: [AtomicU64; Trouble::WORDS],
    texts: [[AtomicU8; TEXT_BYTES]; 3],
    stacks: [[AtomicU64; MOST_FRAMES]; MOST_THREADS],
    /// Checkpoints.
    pub slots: [Slot; MOST_CHECKPOINTS],
}

impl Board {
    fn loop_at(&self, site: u64) -> &AtomicU64 {
        let number = site.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.loops[number as usize % MOST_LOOPS]
    }

    /// Notes that rounds have begun at a place.
    pub fn note_loop(&self, site: u64) {
        self.loop_at(site).store(site, Ordering::Relaxed);
    }

    /// True if rounds are known to have begun at a place.
    pub fn is_loop(&self, site: u64) -> bool {
        self.loop_at(site).load(Ordering::Relaxed) == site
    }

    /// Writes an order. The steps, if it has any, are written before.
    pub fn set_order(&self, order: Order) {
        let [kind, word] = match order {
            Order::Run(count) => [0, count],
            Order::Checkpoint(slot) => [1, slot],
        };
        self.order[0].store(kind, Ordering::Relaxed);
        self.order[1].store(word, Ordering::Relaxed);
    }

    /// The order.
    pub fn order(&self) -> Option<Order> {
        let word = self.order[1].load(Ordering::Relaxed);
        match self.order[0].load(Ordering::Relaxed) {
            0 if word as usize <= MOST_ORDERED => Some(Order::Run(word)),
            1 if (word as usize) < MOST_CHECKPOINTS => Some(Order::Checkpoint(word)),
            _ => None,
        }
    }

    /// Writes a step of an order.
    pub fn set_step(&self, at: usize, step: Step) {
        self.steps[at].store(step.to_word(), Ordering::Relaxed);
    }

    /// A step of an order.
    pub fn step(&self, at: usize) -> Step {
        Step::from_word(self.steps[at].load(Ordering::Relaxed))
    }

    /// Writes a reply.
    pub fn set_reply(&self, reply: Reply) {
        let words = reply.to_words();
        self.reply[0].store(words[0], Ordering::Relaxed);
        self.reply[1].store(words[1], Ordering::Relaxed);
    }

    /// The reply.
    pub fn reply(&self) -> Option<Reply> {
        Reply::from_words([0, 1].map(|at: usize| self.reply[at].load(Ordering::Relaxed)))
    }

    /// Writes the row of a thread.
    pub fn set_row(&self, thread: usize, row: &Row) {
        for (word, value) in self.rows[thread].iter().zip(row.to_words()) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// The row of a thread, if it can be one.
    pub fn row(&self, thread: usize) -> Option<Row> {
        let words = self.rows.get(thread)?.each_ref();
        Row::from_words(words.map(|word| word.load(Ordering::Relaxed)))
    }

    /// Writes the trouble in which the run has ended.
    pub fn set_trouble(&self, trouble: Trouble) {
        for (word, value) in self.trouble.iter().zip(trouble.to_words()) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// The trouble in which the run has ended.
    pub fn trouble(&self) -> Option<Trouble> {
        Trouble::from_words(self.trouble.each_ref().map(|word| word.load(Ordering::Relaxed)))
    }

    /// Writes a text, of which only the beginning has room.
    pub fn set_text(&self, number: usize, text: &[u8]) {
        let ended = text.iter().copied().take(TEXT_BYTES - 1).chain([0]);
        for (byte, value) in self.texts[number].iter().zip(ended) {
            byte.store(value, Ordering::Relaxed);
        }
    }

    /// The bytes of a text.
    pub fn text(&self, number: usize) -> impl Iterator<Item = u8> + '_ {
        let bytes = self.texts[number].iter().map(|byte| byte.load(Ordering::Relaxed));
        bytes.take_while(|&byte| byte != 0)
    }

    /// Writes the stack of a thread: return addresses, the innermost first.
    pub fn set_stack(&self, thread: usize, frames: impl Iterator<Item = u64>) {
        let ended = frames.chain([0]);
        for (word, value) in self.stacks[thread].iter().zip(ended) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// The stack of a thread.
    pub fn stack(&self, thread: usize) -> impl Iterator<Item = u64> + '_ {
        let words = self.stacks[thread].iter().map(|word| word.load(Ordering::Relaxed));
        words.take_while(|&word| word != 0)
    }
}
