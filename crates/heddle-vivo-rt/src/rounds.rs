//! Rounds in vain: a thread that goes round a loop which changes nothing comes back to a state.
//!
//! States of native programs are not kept, so it takes some care to know that two are the same. What a thread
//! has since made steps while all others stood still is looked at for coming back:
//! 1. To the same place, with the same registers and the same stack nearby, and with what its steps have written as it was:
//!    that is cheap, and is asked at each step. It says where a round may be.
//! 2. With the same memory, all of it that can be written ([`memory`]), at both ends of the round;
//!    and without a system call in between ([`calls`]), whose effects are not in
//!    memory.
//!
//! A digest of all memory is taken where the supervisor asks for it, or where a round may begin
//! at a place that has had one. So it takes a run that is made a second time to recognize the first round of a loop, and
//! whether one is recognized does not depend on what was explored before.
//!
//! A thread that is back in a state goes on from there in the books: steps and their sum are
//! those of the first time.
//!
//! # What this rests on
//! Digests of 64 bits do not collide, and the program has no other way to keep something in mind: it does not ask the
//! processor for the time or for random numbers.

use core::sync::atomic::Ordering;

use heddle_vivo_protocol::{Board, Mode, Operation, OperationKind};

use crate::instrumentation::change::Change;
use crate::memory::{self, Hash};
use crate::world::{self, Caller};
use crate::{calls, link};

/// Most states of a stretch of steps that are remembered: longer rounds are not recognized.
const MOST: usize = 64;
/// Bytes of the stack that belong to the place.
const NEARBY: u64 = 1024;
const PAGE: u64 = 4096;
/// Most bytes of what a step writes that are compared: where it writes more, no round is looked for.
const COMPARED: usize = 64;

/// A state in which a thread was about to make a step.
#[derive(Clone, Copy)]
struct Visit {
    /// Steps before it.
    steps: u32,
    /// The sum of their operations.
    sum: u64,
    /// Place, registers, stack, and what was written since the stretch began.
    place: u64,
    /// All of the state, if it was looked at.
    whole: Option<u64>,
}

const NEVER: Visit = Visit { steps: 0, sum: 0, place: 0, whole: None };

/// The stretch of steps of one thread that is under way.
pub(crate) struct Rounds {
    thread: usize,
    visits: [Visit; MOST],
    count: usize,
    /// The differences between what was written in the stretch and what was there before.
    written: u64,
    /// The memory that is about to be written, as it is before.
    before: Memory,
    /// Steps of the round in vain that the last step has ended.
    pub(crate) returned: u32,
    /// Steps of what may be one, if that is not known.
    pub(crate) candidate: u32,
}

/// A few bytes that a step may write.
#[derive(Clone, Copy)]
struct Memory {
    address: u64,
    count: usize,
    bytes: [u8; COMPARED],
}

impl Memory {
    const NONE: Memory = Memory { address: 0, count: 0, bytes: [0; COMPARED] };

    /// The memory that an operation may write; none if that is too much.
    fn of(operation: &Operation) -> Option<Memory> {
        let Operation { kind, object, bytes, .. } = *operation;
        let mut memory = Memory { address: object, count: bytes as usize, ..Memory::NONE };
        let reads = [OperationKind::Read, OperationKind::AtomicRead];
        if bytes == 0 || reads.contains(&kind) {
            return Some(Memory::NONE);
        }
        // Whose comparison fails writes to a second place.
        let is_one = kind != OperationKind::AtomicUpdate || operation.second == 0;
        if !is_one || memory.count > COMPARED {
            return None;
        }
        memory.read();
        Some(memory)
    }

    fn read(&mut self) {
        for (at, byte) in (0..).zip(&mut self.bytes[..self.count]) {
            // SAFETY: The thread is about to write there, or just has.
            *byte = unsafe { ((self.address + at) as *const u8).read() };
        }
    }

    /// The differences to what is there now: each is the opposite of the way back.
    fn difference(&self) -> u64 {
        let mut now = *self;
        now.read();
        let bytes = self.bytes.iter().zip(&now.bytes).take(self.count);
        (self.address..).zip(bytes).fold(0, |sum, (address, (old, new))| {
            let of = |byte: u8| {
                let mut hash = Hash::new();
                hash.add(address);
                hash.add(byte.into());
                hash.value()
            };
            if old == new { sum } else { sum ^ of(*old) ^ of(*new) }
        })
    }
}

impl Rounds {
    pub(crate) const NONE: Rounds = Rounds {
        thread: 0,
        visits: [NEVER; MOST],
        count: 0,
        written: 0,
        before: Memory::NONE,
        returned: 0,
        candidate: 0,
    };

    fn visits(&mut self) -> &mut [Visit] {
        &mut self.visits[..self.count]
    }

    fn note(&mut self, visit: Visit) {
        if self.count == MOST {
            self.visits.copy_within(1.., 0);
            self.count -= 1;
        }
        self.visits[self.count] = visit;
        self.count += 1;
    }
}

/// True if the thread has come to an operation by a call whose registers are known: not from within the library.
fn is_called(caller: &Caller, kind: OperationKind) -> bool {
    caller.stack() != 0
        && !matches!(
            kind,
            OperationKind::Exit
                | OperationKind::Manage
                | OperationKind::Outlive
                | OperationKind::LockAgain
                | OperationKind::Wake
                | OperationKind::TimedWake
                | OperationKind::OnceDone
                | OperationKind::Leave
                | OperationKind::FutexWoken
                | OperationKind::TimedFutexWoken
        )
}

/// A digest of what is nearby when a thread comes to an operation.
fn place_of(caller: &Caller, operation: &Operation) -> u64 {
    let mut hash = Hash::new();
    for &register in &caller.0 {
        hash.add(register);
    }
    let Operation { kind, object, second, bytes, site } = *operation;
    let (written, change) = world::with(|world| (world.rounds.written, world.own().change));
    // Values that the call hands over may be in no register that is kept, and nowhere else.
    for word in change.map_or([0; 5], Change::words) {
        hash.add(word);
    }
    for word in [kind.number().into(), object, second, bytes.into(), site, written] {
        hash.add(word);
    }
    let stack = caller.stack();
    // The page that the stack pointer is in is there.
    hash.add_memory(stack, (stack + NEARBY).min((stack | (PAGE - 1)) + 1));
    hash.value()
}

/// All of the state in which the thread that runs is about to make an operation.
fn whole(caller: &Caller, place: u64) -> Option<u64> {
    let mut hash = Hash::new();
    hash.add(place);
    world::with(|world| world.add_to(&mut hash));
    memory::add_all(&mut hash, caller.stack())?;
    Some(hash.value())
}

/// Looks whether the thread that runs, which comes to an operation, was there before.
pub(crate) fn come_to(caller: &Caller, operation: &Operation) {
    calls::allow();
    let is_there = world::with(|world| {
        let own = world.current;
        let rounds = &mut world.rounds;
        (rounds.returned, rounds.candidate) = (0, 0);
        if rounds.thread != own || calls::were_made() {
            rounds.count = 0;
        }
        if rounds.count > 0 {
            rounds.written ^= rounds.before.difference();
        }
        rounds.count > 0
    });
    // Where the supervisor does not look, it is of no use to know.
    if !is_there || !link::is_last() || !is_called(caller, operation.kind) {
        return;
    }
    let place = place_of(caller, operation);
    let found = world::with(|world| {
        let mut visits = world.rounds.visits().iter().rev();
        visits.find(|visit| visit.place == place).copied()
    });
    let Some(visit) = found else { return };
    let Some(before) = visit.whole else {
        world::with(|world| world.rounds.candidate = world.steps - visit.steps);
        return;
    };
    world::board().note_loop(operation.site);
    if whole(caller, place) == Some(before) {
        world::with(|world| {
            let round = world.steps - visit.steps;
            (world.steps, world.digest) = (visit.steps, visit.sum);
            let rounds = &mut world.rounds;
            rounds.returned = round;
            let kept = rounds.visits().iter().take_while(|other| other.steps < visit.steps);
            rounds.count = kept.count();
        });
    }
}

/// Notes that the thread that runs is about to make an operation.
pub(crate) fn set_off(caller: &Caller, operation: &Operation) {
    let before = Memory::of(operation).filter(|_| world::mode() == Mode::Contexts);
    let Some(before) = before else {
        world::with(|world| world.rounds.count = 0);
        return;
    };
    world::with(|world| {
        let own = world.current;
        let rounds = &mut world.rounds;
        if rounds.thread != own || rounds.count == 0 {
            (rounds.thread, rounds.count, rounds.written) = (own, 0, 0);
            calls::forget();
        }
        rounds.before = before;
    });
    if is_called(caller, operation.kind) {
        note_visit(caller, operation);
    }
    let is_known = |visit: &Visit| visit.whole.is_some();
    let is_watched = world::with(|world| world.rounds.visits().iter().any(is_known));
    if is_watched && !calls::watch() {
        // A system without the means to see calls: nothing is claimed.
        world::with(|world| world.rounds.count = 0);
    }
}

/// Notes the state in which the thread that runs is about to make an operation.
fn note_visit(caller: &Caller, operation: &Operation) {
    let place = place_of(caller, operation);
    // The step was counted already.
    let (steps, sum) = world::with(|world| (world.steps - 1, world.sum_before));
    let is_wanted = is_wanted(world::board(), steps, operation.site);
    let whole = is_wanted.then(|| whole(caller, place)).flatten();
    world::with(|world| world.rounds.note(Visit { steps, sum, place, whole }));
}

/// True if a state is to be looked at as a whole.
fn is_wanted(board: &Board, steps: u32, site: u64) -> bool {
    board.digest_at.load(Ordering::Relaxed) == steps + 1 || link::is_last() && board.is_loop(site)
}
