//! `syscall`: futexes, on which C++ waits for atomics, and a few others that must not see the kernel.
//!
//! Who waits at an address is said by the rows of the threads. The value there is compared in the
//! operation itself.

use core::ffi::{c_int, c_long};
use core::sync::atomic::{AtomicU32, Ordering};

use heddle_vivo_protocol::{Operation, OperationKind};

use crate::clock::{self, Time};
use crate::system::{self, EAGAIN, EINVAL, ETIMEDOUT, failed};
use crate::world::{self, stop_before};
use crate::{identity, random, threads};

/// The kinds of threads that wait at one.
const SLEEPERS: [OperationKind; 2] = [OperationKind::FutexWoken, OperationKind::TimedFutexWoken];

const WAIT: c_int = 0;
const WAKE: c_int = 1;
const WAIT_BITSET: c_int = 9;
const WAKE_BITSET: c_int = 10;
/// Flags of the operation: between threads of one process, and by which clock.
const FLAGS: c_int = 128 | 256;
const ALL_BITS: u32 = u32::MAX;

const SYS_SCHED_YIELD: c_long = 24;
const SYS_GETPPID: c_long = 110;
const SYS_GETTID: c_long = 186;
const SYS_GETRANDOM: c_long = 318;
const SYS_CLONE: c_long = 56;
const SYS_FORK: c_long = 57;
const SYS_VFORK: c_long = 58;
const SYS_EXECVE: c_long = 59;
const SYS_EXIT: c_long = 60;
const SYS_EXECVEAT: c_long = 322;
const SYS_CLONE3: c_long = 435;

/// A word that threads wait for.
type Word = AtomicU32;

/// Waits until it is woken, if the word has a value; returns an error otherwise.
fn wait(word: *const Word, value: u32, most: *const Time) -> c_int {
    let is_timed = !most.is_null();
    if is_timed && !clock::is_valid(most) {
        return EINVAL;
    }
    // The value is a part of it: the same call with another one waits for something else.
    let operation = world::on(OperationKind::FutexWait, word);
    stop_before(Operation { second: value.into(), ..operation });
    // SAFETY: The program says that there is a word.
    if unsafe { &*word }.load(Ordering::SeqCst) != value {
        return EAGAIN;
    }
    world::with(world::World::fall_asleep);
    let [woken, timed] = SLEEPERS;
    stop_before(world::on(if is_timed { timed } else { woken }, word));
    if world::with(|world| core::mem::take(&mut world.own().is_woken)) { 0 } else { ETIMEDOUT }
}

/// Wakes as many as are wanted, who came first before the others; returns how many there were.
fn wake(word: *const Word, most: u32) -> c_long {
    stop_before(world::on(OperationKind::FutexWake, word));
    world::with(|world| {
        let count = (0..most).take_while(|_| world.wake(word as u64, SLEEPERS, 0)).count();
        count as c_long
    })
}

fn operate(
    word: *const Word,
    operation: c_int,
    value: u32,
    until: *const Time,
    bits: u32,
) -> c_long {
    match operation & !FLAGS {
        WAIT => {}
        WAIT_BITSET if bits == ALL_BITS => {}
        WAKE => return wake(word, value),
        WAKE_BITSET if bits == ALL_BITS => return wake(word, value),
        WAIT_BITSET | WAKE_BITSET => world::refuse(b"a futex with a bit set"),
        _ => world::refuse(b"a futex operation other than to wait and to wake"),
    }
    let result = wait(word, value, until);
    match result {
        // A wait with a bit set is told when to end, and the other how long to take.
        ETIMEDOUT if operation & !FLAGS == WAIT => clock::pass(until),
        ETIMEDOUT => clock::come_to(until),
        _ => {}
    }
    match result {
        0 => 0,
        error => failed(error).into(),
    }
}

/// Takes the place of `syscall`.
pub(crate) extern "C" fn system_call(
    number: c_long,
    a: c_long,
    b: c_long,
    c: c_long,
    d: c_long,
    e: c_long,
    f: c_long,
) -> c_long {
    match number {
        system::SYS_FUTEX => {
            operate(a as *const Word, b as c_int, c as u32, d as *const Time, f as u32)
        }
        SYS_SCHED_YIELD => threads::yield_own().into(),
        system::SYS_GETPID => identity::process().into(),
        SYS_GETPPID => identity::parent().into(),
        SYS_GETTID => identity::thread().into(),
        SYS_GETRANDOM => random::get_random(a as *mut _, b as usize, c as u32) as c_long,
        SYS_CLONE | SYS_FORK | SYS_VFORK | SYS_CLONE3 => {
            world::refuse(b"a system call that makes a process")
        }
        SYS_EXECVE | SYS_EXECVEAT => world::refuse(b"a system call that starts a program"),
        SYS_EXIT => world::refuse(b"a system call that ends a thread"),
        system::SYS_EXIT_GROUP => crate::process::exit_at_once(a as c_int),
        system::SYS_KILL => identity::kill(a as c_int, b as c_int).into(),
        // SAFETY: It is what the program asks for.
        _ => match unsafe { system::raw([number, a, b, c, d, e, f]) } {
            error @ -4095..=-1 => failed(-error as c_int).into(),
            result => result,
        },
    }
}
