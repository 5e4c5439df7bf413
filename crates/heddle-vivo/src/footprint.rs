//! Footprints of operations.
//!
//! Footprints last: what an operation touches follows from what its thread is about to do, and not
//! from where others are.
//!
//! # What is not seen
//! Between two operations a thread runs natively, and what it does to memory there is not in its
//! footprint. If the program is compiled so that accesses are operations, there is nothing of that
//! kind. If it is not, heddle looks at orders of operations only: a program whose threads access
//! memory only under locks has no others. [`OperationKind::Yield`] marks such accesses by hand, as in Cooperman and
//! Quinson, "Sthread" (2020, section 4), so it may touch anything.

use std::ops::Range;

use heddle_model::{Footprint, Touch};
use heddle_vivo_protocol::{Operation, OperationKind, Row};

/// Addresses that stand for threads, above all that a program can have.
const THREADS: u64 = 1 << 60;
/// Addresses that stand for what threads are asked to do: to end.
const REQUESTS: u64 = 1 << 61;
/// Addresses that stand for those who wait at a futex: that of the futex, and this.
const QUEUES: u64 = 1 << 62;
/// The address that stands for the numbers of threads.
const NUMBERS: u64 = 1 << 63;

/// Writes what an operation of a thread touches to `footprint`, which is cleared first.
pub(crate) fn of(
    operation: &Operation,
    thread: usize,
    is_instrumented: bool,
    footprint: &mut Footprint,
) {
    footprint.clear();
    footprint.site = operation.site;
    let Operation { kind, object, second, bytes, site: _ } = *operation;
    let range = object..object + u64::from(bytes).max(1);
    let one = |address: u64| address..address + 1;
    if is_cancellation_point(kind) {
        let range = one(REQUESTS + thread as u64);
        footprint.touches.push(Touch { range, writes: false, synchronizes: true });
    }
    let mut touch = |range: Range<u64>, writes: bool| {
        footprint.touches.push(Touch { range, writes, synchronizes: true });
    };
    match kind {
        OperationKind::Begin
        | OperationKind::Fence
        | OperationKind::Choose
        | OperationKind::EndProcess
        | OperationKind::TestCancel => {}
        OperationKind::Create => {
            touch(one(NUMBERS), true);
            footprint.ends_superstep = true;
        }
        // What joins and detaches is one at a time; whether it has ended is seen by who joins.
        OperationKind::Exit
        | OperationKind::Detach
        | OperationKind::Join
        | OperationKind::TryJoin
        | OperationKind::TimedJoin => touch(one(THREADS + object), true),
        OperationKind::Cancel => {
            touch(one(THREADS + object), true);
            touch(one(REQUESTS + object), true);
        }
        // All others have ended, and none comes in addition.
        OperationKind::Outlive => {
            touch(THREADS..REQUESTS, false);
            touch(one(NUMBERS), false);
        }
        OperationKind::Wait | OperationKind::Wake | OperationKind::TimedWake => {
            touch(range, true);
            touch(one(second), true);
        }
        OperationKind::Look | OperationKind::AtomicRead | OperationKind::Leave => {
            touch(range, false);
        }
        OperationKind::FutexWait => {
            touch(range, false);
            touch(one(QUEUES + object), true);
            // The word is written by accesses that may not be seen.
            footprint.unknown = !is_instrumented;
        }
        OperationKind::FutexWoken | OperationKind::TimedFutexWoken | OperationKind::FutexWake => {
            touch(one(QUEUES + object), true);
        }
        OperationKind::Copy => {
            footprint.touches.push(plain(range, true));
            footprint.touches.push(plain(second..second + u64::from(bytes), false));
        }
        OperationKind::AtomicUpdate => {
            touch(range, true);
            if second != 0 {
                // What is expected is read, and written if it is not what is there.
                footprint.touches.push(plain(second..second + u64::from(bytes), true));
            }
        }
        OperationKind::Section => footprint.unknown = true,
        OperationKind::Read => footprint.touches.push(plain(range, false)),
        OperationKind::Write | OperationKind::Update => footprint.touches.push(plain(range, true)),
        OperationKind::Yield | OperationKind::Sleep => footprint.unknown = !is_instrumented,
        OperationKind::Lock
        | OperationKind::LockAgain
        | OperationKind::TryLock
        | OperationKind::TimedLock
        | OperationKind::Unlock
        | OperationKind::Manage
        | OperationKind::Signal
        | OperationKind::Broadcast
        | OperationKind::ReadLock
        | OperationKind::TryReadLock
        | OperationKind::TimedReadLock
        | OperationKind::WriteLock
        | OperationKind::TryWriteLock
        | OperationKind::TimedWriteLock
        | OperationKind::ReadWriteUnlock
        | OperationKind::Take
        | OperationKind::TryTake
        | OperationKind::TimedTake
        | OperationKind::Post
        | OperationKind::Arrive
        | OperationKind::SpinLock
        | OperationKind::TrySpinLock
        | OperationKind::SpinUnlock
        | OperationKind::Once
        | OperationKind::OnceDone
        | OperationKind::AtomicWrite => touch(range, true),
    }
}

/// The touch of a plain access.
fn plain(range: Range<u64>, writes: bool) -> Touch {
    Touch { range, writes, synchronizes: false }
}

/// Writes what the operation of a thread touches in any state to `footprint`, which is cleared first.
pub(crate) fn of_row(row: &Row, thread: usize, is_instrumented: bool, footprint: &mut Footprint) {
    of(&row.operation, thread, is_instrumented, footprint);
    // The rest of a section comes with whatever it goes on with.
    footprint.unknown |= row.is_in_section;
}

/// Writes what the operation of a thread touches in the state that it is in to `footprint`, which is cleared
/// first.
pub(crate) fn exact(row: &Row, thread: usize, is_instrumented: bool, footprint: &mut Footprint) {
    of_row(row, thread, is_instrumented, footprint);
    if row.changes_nothing {
        // The other touch, if there is one, is of what the thread compares with.
        footprint.touches[0].writes = false;
    }
}

/// True if a thread that is asked to end does so at an operation.
fn is_cancellation_point(kind: OperationKind) -> bool {
    matches!(
        kind,
        OperationKind::Join
            | OperationKind::TimedJoin
            | OperationKind::Wait
            | OperationKind::Wake
            | OperationKind::TimedWake
            | OperationKind::Take
            | OperationKind::TimedTake
            | OperationKind::Sleep
            | OperationKind::TestCancel
    )
}

/// True if an operation can be made in one way in any state.
pub(crate) fn is_free(kind: OperationKind) -> bool {
    !matches!(
        kind,
        OperationKind::Join
            | OperationKind::Lock
            | OperationKind::LockAgain
            | OperationKind::Wake
            | OperationKind::TimedWake
            | OperationKind::Signal
            | OperationKind::ReadLock
            | OperationKind::WriteLock
            | OperationKind::Take
            | OperationKind::Leave
            | OperationKind::SpinLock
            | OperationKind::Once
            | OperationKind::FutexWoken
            | OperationKind::Outlive
            | OperationKind::Choose
            | OperationKind::Section
    )
}
