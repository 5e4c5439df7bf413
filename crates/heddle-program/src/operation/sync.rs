//! Synchronization objects: mutexes, condition variables, read-write locks, semaphores,
//! barriers, spin locks, once. The address of the object is the first argument.
//!
//! # Left movers
//! Releases of locks, if all that others can do to the object is locking and unlocking it.
//! Take the operations that others make before the release, in an order that the current
//! state allows; the release must not fail there, and must lead to the same when it is made
//! first.
//! - *Unlocking a mutex* that the caller holds, or a read-write lock that it holds for writing,
//!   or a spin lock. Meanwhile others can neither lock it, since they wait, nor unlock it: that
//!   is `EPERM` or a fault before the release and after it. So the caller still holds it, and
//!   unlocking does not fail. A recursive mutex that is held more than once has its count
//!   lowered, which nobody else sees. The shares of readers are counted but have no owners:
//!   another thread may give back this one's, so these are no left movers.
//!
//!   All of this takes for granted that others who wait have done nothing yet. A thread that comes
//!   to wait in an atomic section has done what is before it, and others see that as long as it
//!   waits; if the release came first, nobody would. So nothing is a left mover that may end a wait
//!   while others can [enter a section](OpSet::SECTION).
//! - *Posting a semaphore.* A wait takes 1, a post adds 1, and a wait that can be made before a
//!   post can be made after it: they commute as numbers do, unless a post fails at the maximum.
//!   That depends on who comes first, and others may post as often as they like. So a post is
//!   taken for a left mover if the value is [below the maximum](Condition::BelowMaximum) now,
//!   on the assumption that no post of this semaphore fails in any run. It is watched: a
//!   post that fails in the search refutes it, and the search begins again without it. That the
//!   value is below the maximum spares a search that: of a semaphore whose posts all fail,
//!   nothing is assumed.
//!
//!   *Why a search notices.* Assume that some run has a post that fails, and take the shortest
//!   part of a run, from a state that the search has visited, that ends with the first such
//!   post. If the search explores its first step there, a shorter one begins where that leads.
//!   If it explores nothing but a post by a thread `t` instead, as a left mover, then this does
//!   not fail. Make it first, before all others: if `t` posts in the part, that post comes
//!   earlier, otherwise it is one more. All values up to there are higher by 1, so that either
//!   the same post fails at the end, or another one before it: a part that is no longer, and
//!   shorter if `t` posts in it. If it does not, `t` comes to an end of its posts without
//!   others (no search goes round in movers for ever), and the search makes other steps then.
//!
//! Trying a lock, destroying or initializing it, and asking for a value tell whether a release
//! came before; whoever may reach one of these is in the way of the left mover. A lock in memory
//! that can be freed could be gone. That the bytes of a lock are not used as anything else is
//! assumed and watched, too.

use heddle_model::SyncKind;

use super::row::{
    Alternatives, Blocking, ByteCount, Caching, Condition, Effect, LeftMover, Row, Visibility,
};
use super::{OpSet, family};

/// An operation on one object, of which nothing else is known: it may block.
const fn on(object: SyncKind, footprint: &'static [Effect], name: &'static str) -> Row {
    Row {
        object: Some(object),
        visibility: Visibility::Arguments(&[0]),
        footprint,
        ends_superstep: false,
        side_effect: Some("operates on a synchronization object"),
        ..Row::careful(name)
    }
}

/// An operation that can be made in one way in any state.
const fn at_once(row: Row) -> Row {
    Row { blocking: Blocking::Never, alternatives: Alternatives::One, ..row }
}

/// The same, for an operation that has the address of attributes behind that of the object.
const fn init(row: Row) -> Row {
    Row { visibility: Visibility::Arguments(&[0, 1]), ..row }
}

/// An operation that waits for something.
const fn blocks(row: Row, blocking: Blocking) -> Row {
    Row { blocking, alternatives: Alternatives::Varying, ..row }
}

/// An operation that is reached by none of the families that are asked for.
const fn plain(row: Row) -> Row {
    Row { family: OpSet::NONE, caching: Caching::Objects, ..row }
}

/// The release of a lock by its holder.
const fn release(row: Row, rest: OpSet) -> Row {
    Row {
        left_mover: Some(LeftMover {
            conditions: &[Condition::CallerHoldsLock, Condition::StaticObject],
            unless_reachable: rest.with(OpSet::SECTION),
        }),
        ..row
    }
}

/// A change of an object at the first argument. All operations are taken for cancellation
/// points.
const fn change(object: SyncKind) -> [Effect; 2] {
    [Effect::Synchronize { argument: 0, object, writes: true }, Effect::LookForCancellation]
}

/// An operation on mutexes.
const fn mutex(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Mutex);
    Row { family: OpSet::MUTEX_REST, ..on(SyncKind::Mutex, FOOTPRINT, name) }
}

family! {
    /// Operations on mutexes.
    MutexOp {
        /// Initializes it by its attributes.
        Init = Row {
            footprint: &[
                Effect::Synchronize { argument: 0, object: SyncKind::Mutex, writes: true },
                Effect::Read { argument: 1, bytes: ByteCount::Fixed(4) },
                Effect::LookForCancellation,
            ],
            ..init(at_once(mutex("pthread_mutex_init")))
        },
        /// Destroys it.
        Destroy = at_once(mutex("pthread_mutex_destroy")),
        /// Locks it.
        Lock = plain(blocks(mutex("pthread_mutex_lock"), Blocking::Lock)),
        /// Locks it, or times out.
        TimedLock = Row { caching: Caching::Objects, ..at_once(mutex("__heddle_mutex_timedlock")) },
        /// Locks it if it is free.
        TryLock = Row { caching: Caching::Objects, ..at_once(mutex("pthread_mutex_trylock")) },
        /// Unlocks it.
        Unlock = release(plain(at_once(mutex("pthread_mutex_unlock"))), OpSet::MUTEX_REST),
    }
}

/// An operation on condition variables.
const fn condition(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Condition);
    Row { family: OpSet::NONE, ..on(SyncKind::Condition, FOOTPRINT, name) }
}

family! {
    /// Operations on condition variables.
    ConditionOp {
        /// Initializes it.
        Init = init(at_once(condition("pthread_cond_init"))),
        /// Destroys it.
        Destroy = at_once(condition("pthread_cond_destroy")),
        /// Unlocks a mutex, the second argument, waits to be woken, and locks it again.
        Wait = Row {
            visibility: Visibility::Arguments(&[0, 1]),
            footprint: &[
                Effect::Synchronize { argument: 0, object: SyncKind::Condition, writes: true },
                Effect::Synchronize { argument: 1, object: SyncKind::Mutex, writes: true },
                Effect::LookForCancellation,
            ],
            caching: Caching::Objects,
            ..at_once(condition("__heddle_cond_wait"))
        },
        /// Wakes one of the threads that wait, if there is any.
        Signal = Row {
            alternatives: Alternatives::Varying,
            caching: Caching::ObjectsUnlessAwaited,
            ..at_once(condition("pthread_cond_signal"))
        },
        /// Wakes all.
        Broadcast = Row {
            caching: Caching::ObjectsUnlessAwaited,
            ..at_once(condition("pthread_cond_broadcast"))
        },
    }
}

/// An operation on read-write locks.
const fn rwlock(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Rwlock);
    Row { family: OpSet::RWLOCK_REST, ..on(SyncKind::Rwlock, FOOTPRINT, name) }
}

family! {
    /// Operations on read-write locks.
    RwlockOp {
        /// Initializes it.
        Init = init(at_once(rwlock("pthread_rwlock_init"))),
        /// Destroys it.
        Destroy = at_once(rwlock("pthread_rwlock_destroy")),
        /// Locks it for reading.
        Read = plain(blocks(rwlock("pthread_rwlock_rdlock"), Blocking::Lock)),
        /// Locks it for writing.
        Write = plain(blocks(rwlock("pthread_rwlock_wrlock"), Blocking::Lock)),
        /// Locks it for reading if no one writes.
        TryRead = Row { caching: Caching::Objects, ..at_once(rwlock("pthread_rwlock_tryrdlock")) },
        /// Locks it for writing if it is free.
        TryWrite = Row { caching: Caching::Objects, ..at_once(rwlock("pthread_rwlock_trywrlock")) },
        /// Locks it for reading or, if the second argument says so, for writing, or times out.
        Timed = Row { caching: Caching::Objects, ..at_once(rwlock("__heddle_rwlock_timed")) },
        /// Gives it back.
        Unlock = release(plain(at_once(rwlock("pthread_rwlock_unlock"))), OpSet::RWLOCK_REST),
    }
}

/// An operation on semaphores.
const fn semaphore(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Semaphore);
    Row { family: OpSet::SEMAPHORE_REST, ..on(SyncKind::Semaphore, FOOTPRINT, name) }
}

family! {
    /// Operations on semaphores.
    SemaphoreOp {
        /// Initializes it with a value.
        Init = at_once(semaphore("__heddle_sem_init")),
        /// Destroys it.
        Destroy = at_once(semaphore("__heddle_sem_destroy")),
        /// Takes 1, once it is not 0.
        Wait = plain(blocks(semaphore("__heddle_sem_wait"), Blocking::Post)),
        /// Takes 1, or times out.
        TimedWait = Row { caching: Caching::Objects, ..at_once(semaphore("__heddle_sem_timedwait")) },
        /// Takes 1 if it is not 0.
        TryWait = Row { caching: Caching::Objects, ..at_once(semaphore("__heddle_sem_trywait")) },
        /// Adds 1; fails at the maximum.
        Post = Row {
            left_mover: Some(LeftMover {
                conditions: &[Condition::BelowMaximum, Condition::StaticObject],
                unless_reachable: OpSet::SEMAPHORE_REST.with(OpSet::SECTION),
            }),
            ..plain(at_once(semaphore("__heddle_sem_post")))
        },
        /// Stores the value at the second argument.
        GetValue = Row {
            visibility: Visibility::Arguments(&[0, 1]),
            footprint: &[
                Effect::Synchronize { argument: 0, object: SyncKind::Semaphore, writes: false },
                Effect::Write { argument: 1, bytes: ByteCount::Fixed(4) },
                Effect::LookForCancellation,
            ],
            ..at_once(semaphore("__heddle_sem_getvalue"))
        },
    }
}

/// An operation on barriers.
const fn barrier(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Barrier);
    Row { family: OpSet::NONE, ..on(SyncKind::Barrier, FOOTPRINT, name) }
}

family! {
    /// Operations on barriers.
    BarrierOp {
        /// Initializes it with a number of threads.
        Init = init(at_once(barrier("pthread_barrier_init"))),
        /// Destroys it.
        Destroy = at_once(barrier("pthread_barrier_destroy")),
        /// Waits for as many threads.
        Wait = at_once(barrier("pthread_barrier_wait")),
    }
}

/// An operation on spin locks.
const fn spin(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Spinlock);
    Row { family: OpSet::SPIN_REST, ..on(SyncKind::Spinlock, FOOTPRINT, name) }
}

family! {
    /// Operations on spin locks.
    SpinOp {
        /// Initializes it.
        Init = at_once(spin("pthread_spin_init")),
        /// Destroys it.
        Destroy = at_once(spin("pthread_spin_destroy")),
        /// Locks it.
        Lock = plain(blocks(spin("pthread_spin_lock"), Blocking::Lock)),
        /// Locks it if it is free.
        TryLock = Row { caching: Caching::Objects, ..at_once(spin("pthread_spin_trylock")) },
        /// Unlocks it.
        Unlock = release(plain(at_once(spin("pthread_spin_unlock"))), OpSet::SPIN_REST),
    }
}

/// An operation on `pthread_once_t`.
const fn once(name: &'static str) -> Row {
    const FOOTPRINT: &[Effect] = &change(SyncKind::Once);
    Row { family: OpSet::NONE, ..on(SyncKind::Once, FOOTPRINT, name) }
}

family! {
    /// Operations on `pthread_once_t`.
    OnceOp {
        /// Tells if the initializer is to be run; waits while another thread runs it.
        Enter = blocks(once("__heddle_once_enter"), Blocking::Object),
        /// The initializer has run.
        Leave = at_once(once("__heddle_once_leave")),
    }
}
