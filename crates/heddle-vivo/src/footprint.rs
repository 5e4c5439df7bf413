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
use heddle_vivo_protocol::{Operation, OperationKind};

/// Addresses that stand for threads, above all that a program can have.
const THREADS: u64 = 1 << 60;
/// The address that stands for the numbers of threads.
const NUMBERS: u64 = 1 << 61;

/// Writes what an operation touches to `footprint`, which is cleared first.
pub(crate) fn of(operation: &Operation, is_instrumented: bool, footprint: &mut Footprint) {
    footprint.clear();
    footprint.site = operation.site;
    let Operation { kind, object, second, bytes, site: _ } = *operation;
    let range = object..object + u64::from(bytes).max(1);
    let mut touch = |range: Range<u64>, writes: bool, synchronizes: bool| {
        footprint.touches.push(Touch { range, writes, synchronizes });
    };
    match kind {
        OperationKind::Begin
        | OperationKind::Fence
        | OperationKind::Choose
        | OperationKind::EndProcess => {}
        OperationKind::Create => {
            touch(NUMBERS..NUMBERS + 1, true, true);
            footprint.ends_superstep = true;
        }
        OperationKind::Exit | OperationKind::Detach | OperationKind::Cancel => {
            touch(THREADS + object..THREADS + object + 1, true, true);
        }
        OperationKind::Join | OperationKind::TryJoin | OperationKind::TimedJoin => {
            touch(THREADS + object..THREADS + object + 1, true, true);
        }
        OperationKind::Wait | OperationKind::Wake | OperationKind::TimedWake => {
            touch(range, true, true);
            touch(second..second + 1, true, true);
        }
        OperationKind::Look | OperationKind::AtomicRead | OperationKind::FutexWait => {
            touch(range, false, true);
            if kind == OperationKind::FutexWait {
                // Who waits there is asked by those who wake.
                touch(NUMBERS + object..NUMBERS + object + 1, true, true);
            }
        }
        OperationKind::FutexWoken | OperationKind::TimedFutexWoken | OperationKind::FutexWake => {
            touch(NUMBERS + object..NUMBERS + object + 1, true, true);
        }
        OperationKind::Read => touch(range, false, false),
        OperationKind::Write => touch(range, true, false),
        OperationKind::Yield | OperationKind::Sleep => footprint.unknown = !is_instrumented,
        OperationKind::Lock
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
        | OperationKind::Leave
        | OperationKind::SpinLock
        | OperationKind::TrySpinLock
        | OperationKind::SpinUnlock
        | OperationKind::Once
        | OperationKind::OnceDone
        | OperationKind::AtomicWrite
        | OperationKind::AtomicUpdate => touch(range, true, true),
    }
}

/// True if an operation can be made in one way in any state.
pub(crate) fn is_free(kind: OperationKind) -> bool {
    matches!(
        kind,
        OperationKind::Begin
            | OperationKind::Create
            | OperationKind::Exit
            | OperationKind::Fence
            | OperationKind::EndProcess
            | OperationKind::Unlock
            | OperationKind::Broadcast
            | OperationKind::Manage
            | OperationKind::Read
            | OperationKind::Write
            | OperationKind::AtomicRead
            | OperationKind::AtomicWrite
            | OperationKind::AtomicUpdate
            | OperationKind::Post
            | OperationKind::Wait
    )
}
