//! Time: sleeps that only let others go first, and clocks that depend on nothing but the run.
//!
//! Each thread has a time of its own, which goes on a little whenever it looks, and by as much as it
//! sleeps or waits. Whoever meets another in an operation comes to the later time of both (L. Lamport, "Time,
//! clocks, and the ordering of events in a distributed system", 1978): time never goes back from an event to one
//! that depends on it, and operations that do not meet commute. Two events that do not depend on each other may have
//! any times.

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{MOST_THREADS, Operation, OperationKind};

use crate::cancel;
use crate::system::{self, EINVAL, failed};
use crate::world::{self, stop_before};

/// `struct timespec`; and `struct timeval`, where the second word counts microseconds.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Time {
    seconds: i64,
    part: i64,
}

const SECOND: i64 = 1_000_000_000;
/// The time at the beginning: 2020-01-01, in nanoseconds; of clocks that count from somewhere, too.
const BEGIN: i64 = 1_577_836_800 * SECOND;
/// The nanoseconds by which time goes on at a look.
const LOOK: i64 = 1_000;
/// `TIMER_ABSTIME`.
const ABSOLUTE: c_int = 1;
/// `TIME_UTC`.
const UTC: c_int = 1;
/// Most objects at which threads meet, of which times are known.
const MOST_OBJECTS: usize = 1 << 13;

/// Times, in nanoseconds since the beginning.
struct Times {
    /// True once there is a time other than zero.
    has_begun: bool,
    threads: [i64; MOST_THREADS],
    /// The address of an object, or zero; and its time. Looked for from the place on that the address says.
    objects: [(u64, i64); MOST_OBJECTS],
}

/// A cell that whoever runs may use.
struct Running(UnsafeCell<Times>);

// SAFETY: One thread runs at a time, as the invariants of `world` say.
unsafe impl Sync for Running {}

static TIMES: Running = Running(UnsafeCell::new(Times {
    has_begun: false,
    threads: [0; MOST_THREADS],
    objects: [(0, 0); MOST_OBJECTS],
}));

/// Uses the times for a moment, in which no thread stops.
fn with<R>(use_it: impl FnOnce(&mut Times) -> R) -> R {
    // SAFETY: Whoever runs is alone, and no use is within another.
    use_it(unsafe { &mut *TIMES.0.get() })
}

impl Times {
    /// The time of an object; none if there are too many.
    fn of_object(&mut self, object: u64) -> Option<&mut i64> {
        let first = (object.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        let places = (0..MOST_OBJECTS).map(|at| (first + at) % MOST_OBJECTS);
        let mut free =
            places.skip_while(|&at| self.objects[at].0 != 0 && self.objects[at].0 != object);
        let entry = &mut self.objects[free.next()?];
        entry.0 = object;
        Some(&mut entry.1)
    }

    /// Has a thread and an object come to the later time of both; returns false if there are too many.
    fn meet(&mut self, thread: usize, object: u64) -> bool {
        let own = self.threads[thread];
        let Some(time) = self.of_object(object) else { return false };
        let latest = own.max(*time);
        *time = latest;
        self.threads[thread] = latest;
        true
    }
}

/// The thread that runs is about to make an operation.
pub(crate) fn meet(operation: &Operation) {
    let own = world::with(|world| world.current);
    let met = with(|times| {
        if !times.has_begun {
            return true;
        }
        let Operation { kind, object, second, .. } = *operation;
        // Objects that are numbers of threads are below all addresses.
        let object = object + 1;
        match kind {
            OperationKind::Begin | OperationKind::Yield | OperationKind::Sleep => true,
            OperationKind::Choose | OperationKind::Fence | OperationKind::EndProcess => true,
            OperationKind::Create | OperationKind::Outlive => true,
            OperationKind::Wait | OperationKind::Wake | OperationKind::TimedWake => {
                times.meet(own, object) && times.meet(own, second + 1)
            }
            _ => times.meet(own, object),
        }
    });
    if !met {
        world::limit(b"a program that looks at clocks has too many synchronization objects");
    }
}

/// A thread is created by the one that runs.
pub(crate) fn begin(thread: usize) {
    let own = world::with(|world| world.current);
    with(|times| times.threads[thread] = times.threads[own]);
}

/// Moves the time of the thread that runs; returns where it comes to, in nanoseconds.
fn advance(by: i64) -> i64 {
    let own = world::with(|world| world.current);
    with(|times| {
        let time = &mut times.threads[own];
        *time = time.saturating_add(by).min(i64::MAX / 2);
        times.has_begun |= *time != 0;
        BEGIN + *time
    })
}

/// A point of time, or none.
fn read(time: *const Time) -> Option<Time> {
    // SAFETY: The program says that a time is there, if it gives an address.
    unsafe { time.as_ref() }.copied()
}

/// True if a point of time is one.
pub(crate) fn is_valid(time: *const Time) -> bool {
    read(time).is_some_and(|time| (0..SECOND).contains(&time.part))
}

impl Time {
    fn nanoseconds(self) -> i64 {
        self.seconds.saturating_mul(SECOND).saturating_add(self.part)
    }
}

/// The thread that runs has waited until a point of time.
pub(crate) fn come_to(until: *const Time) {
    if let Some(until) = read(until) {
        let now = advance(0);
        advance(until.nanoseconds().saturating_sub(now).max(0));
    }
}

/// The thread that runs has waited for a time.
pub(crate) fn pass(time: *const Time) {
    advance(read(time).map_or(0, Time::nanoseconds).max(0));
}

/// Looks at the clock.
fn look() -> i64 {
    world::board();
    advance(LOOK)
}

fn write(to: *mut Time, nanoseconds: i64, unit: i64) {
    // SAFETY: The program says that there is room, if it gives an address.
    if let Some(to) = unsafe { to.as_mut() } {
        *to = Time { seconds: nanoseconds / SECOND, part: nanoseconds % SECOND / unit };
    }
}

pub(crate) extern "C" fn get_time(_clock: c_int, to: *mut Time) -> c_int {
    write(to, look(), 1);
    0
}

pub(crate) extern "C" fn get_time_of_day(to: *mut Time, _zone: *mut u8) -> c_int {
    write(to, look(), 1_000);
    0
}

pub(crate) extern "C" fn time(to: *mut i64) -> i64 {
    let seconds = look() / SECOND;
    // SAFETY: The program says that there is room, if it gives an address.
    if let Some(to) = unsafe { to.as_mut() } {
        *to = seconds;
    }
    seconds
}

pub(crate) extern "C" fn get_time_c11(to: *mut Time, base: c_int) -> c_int {
    if base != UTC {
        return 0;
    }
    write(to, look(), 1);
    base
}

/// Processor time, in microseconds.
pub(crate) extern "C" fn processor_time() -> i64 {
    (look() - BEGIN) / 1_000
}

/// Lets others go first. Returns true if the thread is to end.
fn sleep_a_while(nanoseconds: i64) -> bool {
    let own = world::with(|world| world.current);
    stop_before(Operation::on(OperationKind::Sleep, own as u64, 0, world::site()));
    advance(nanoseconds.max(0));
    cancel::is_due()
}

/// Sleeps for a time; returns an error if it is none.
pub(crate) fn sleep_for(time: *const Time) -> c_int {
    let Some(time) = read(time).filter(|time| time.seconds >= 0 && is_valid(time)) else {
        return EINVAL;
    };
    if sleep_a_while(time.nanoseconds()) { cancel::leave() } else { 0 }
}

pub(crate) extern "C" fn sleep(seconds: u32) -> u32 {
    if sleep_a_while(i64::from(seconds) * SECOND) {
        cancel::leave();
    }
    0
}

pub(crate) extern "C" fn sleep_microseconds(microseconds: u32) -> c_int {
    if sleep_a_while(i64::from(microseconds) * 1_000) { cancel::leave() } else { 0 }
}

pub(crate) extern "C" fn sleep_nanoseconds(time: *const Time, _left: *mut Time) -> c_int {
    match sleep_for(time) {
        0 => 0,
        error => failed(error),
    }
}

pub(crate) extern "C" fn sleep_by_clock(
    _clock: c_int,
    flags: c_int,
    time: *const Time,
    _left: *mut Time,
) -> c_int {
    if flags & ABSOLUTE == 0 {
        return sleep_for(time);
    }
    if !is_valid(time) {
        return EINVAL;
    }
    let due = sleep_a_while(0);
    come_to(time);
    if due { cancel::leave() } else { 0 }
}

/// `poll` of the C library.
type Poll = unsafe extern "C" fn(*mut c_void, u64, c_int) -> c_int;
/// `select` of the C library.
type Select =
    unsafe extern "C" fn(c_int, *mut c_void, *mut c_void, *mut c_void, *mut Time) -> c_int;

/// Without files, it is a sleep. With some, the files say when it ends.
pub(crate) extern "C" fn poll(files: *mut c_void, count: u64, milliseconds: c_int) -> c_int {
    if count == 0 && milliseconds >= 0 {
        if sleep_a_while(i64::from(milliseconds) * 1_000_000) {
            cancel::leave();
        }
        return 0;
    }
    let next = system::next(c"poll");
    // SAFETY: The function is the C library's, and the arguments are the program's.
    unsafe { core::mem::transmute::<*mut c_void, Poll>(next)(files, count, milliseconds) }
}

/// As [`poll`].
pub(crate) extern "C" fn select(
    count: c_int,
    to_read: *mut c_void,
    to_write: *mut c_void,
    special: *mut c_void,
    most: *mut Time,
) -> c_int {
    if count == 0
        && let Some(most) = read(most)
    {
        if sleep_a_while(most.seconds.saturating_mul(SECOND).saturating_add(most.part * 1_000)) {
            cancel::leave();
        }
        return 0;
    }
    let next = system::next(c"select");
    // SAFETY: The function is the C library's, and the arguments are the program's.
    unsafe {
        let next = core::mem::transmute::<*mut c_void, Select>(next);
        next(count, to_read, to_write, special, most)
    }
}

/// Refuses what has a signal come later.
pub(crate) extern "C" fn refuse_timer() {
    world::refuse(b"a timer that sends a signal");
}
