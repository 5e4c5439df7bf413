//! The ways in which a thread can make its operation now, and who keeps it from making it.

use heddle_vivo_protocol::{Operation, OperationKind, Status};

use crate::condition::SLEEPERS;
use crate::instrumentation::atomic;
use crate::world::{Thread, World};
use crate::{condition, mutex, once, rwlock, sections, semaphore, spin, threads, world};

/// The number of ways in which a thread can make its operation now.
pub(crate) fn of_thread(number: usize) -> u16 {
    let is_there = world::with(|world| number < world.threads().len());
    if is_there { of_row(number).0 } else { 0 }
}

/// True if the operation of a thread would leave what it writes as it is now.
pub(crate) fn changes_nothing(number: usize) -> bool {
    let thread = world::with(|world| *world.thread(number));
    let Operation { kind, object, bytes, .. } = thread.row.operation;
    let changes = [OperationKind::AtomicWrite, OperationKind::AtomicUpdate];
    match thread.change {
        Some(change) if thread.row.status == Status::Active && changes.contains(&kind) => {
            let value = atomic::value_at(object, bytes);
            change.of(value, bytes) == value
        }
        _ => false,
    }
}

/// The number of ways in which a thread can make its operation now, and the thread that keeps it from
/// making it.
pub(crate) fn of_row(number: usize) -> (u16, Option<u16>) {
    let (row, is_woken) = world::with(|world| {
        let thread = world.thread(number);
        (thread.row, thread.is_woken)
    });
    if row.status != Status::Active || sections::keep_out(number) {
        return (0, None);
    }
    let Operation { kind, object, second, .. } = row.operation;
    let open = |is_open: bool| (u16::from(is_open), None);
    match kind {
        OperationKind::Lock => mutex::ways_to_lock(object, number),
        OperationKind::LockAgain => mutex::ways_to_lock_again(object, number),
        OperationKind::Wake | OperationKind::TimedWake => {
            condition::ways_to_wake(&row.operation, number)
        }
        OperationKind::Join => threads::ways_to_join(number, object as usize),
        OperationKind::Signal => {
            let sleepers = |world: &mut World| world.sleepers(object, SLEEPERS).count();
            (world::with(sleepers).max(1) as u16, None)
        }
        OperationKind::ReadLock | OperationKind::WriteLock => {
            rwlock::ways_to_lock(object, number, kind)
        }
        OperationKind::Take => open(semaphore::can_go_on(object, number)),
        OperationKind::SpinLock => spin::ways_to_lock(object),
        OperationKind::Once => open(once::is_idle(object, row.operation.bytes)),
        OperationKind::Leave | OperationKind::FutexWoken => open(is_woken),
        OperationKind::Outlive => open(world::with(|world| {
            let others = world.threads().iter().skip(1);
            others.into_iter().all(Thread::has_ended)
        })),
        OperationKind::Choose => (second as u16, None),
        OperationKind::Begin
        | OperationKind::Create
        | OperationKind::Exit
        | OperationKind::TryJoin
        | OperationKind::TimedJoin
        | OperationKind::Detach
        | OperationKind::TryLock
        | OperationKind::TimedLock
        | OperationKind::Unlock
        | OperationKind::Manage
        | OperationKind::Wait
        | OperationKind::Broadcast
        | OperationKind::TryReadLock
        | OperationKind::TimedReadLock
        | OperationKind::TryWriteLock
        | OperationKind::TimedWriteLock
        | OperationKind::ReadWriteUnlock
        | OperationKind::TryTake
        | OperationKind::TimedTake
        | OperationKind::Post
        | OperationKind::Look
        | OperationKind::Arrive
        | OperationKind::TrySpinLock
        | OperationKind::SpinUnlock
        | OperationKind::OnceDone
        | OperationKind::FutexWait
        | OperationKind::TimedFutexWoken
        | OperationKind::FutexWake
        | OperationKind::Yield
        | OperationKind::Sleep
        | OperationKind::Cancel
        | OperationKind::TestCancel
        | OperationKind::Read
        | OperationKind::Write
        | OperationKind::AtomicRead
        | OperationKind::AtomicWrite
        | OperationKind::AtomicUpdate
        | OperationKind::Update
        | OperationKind::Copy
        | OperationKind::Section
        | OperationKind::Fence
        | OperationKind::EndProcess => open(true),
    }
}
