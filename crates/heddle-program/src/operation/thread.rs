//! Threads: creation, exit, join, detaching, cancellation.
//!
//! # Left movers
//! *Create*, by a thread while no other may create: the new thread gets the same number, and
//! its identifier is stored where nobody else looks. Before it exists, its number is not that
//! of a thread, which others could notice by joining, detaching or cancelling that number; so
//! none may reach these. It fails only if there are too many threads, which no one else adds.
//! Where numbers are used again, none may be free, and none may become free: a thread that ended
//! frees its number if it is detached, or by being joined or detached.
//! *Join* of a thread that has exited, while no other may join, detach or cancel: so nobody
//! can make it fail before, and nobody can notice that the thread was joined.
//! *Exit* of a thread that is not the last, as long as others notice it by nothing but a join
//! that waits for it. It cannot fail. Detaching and cancelling do not tell if it came before:
//! both succeed in either case. A request to a thread that has exited is not kept, as one that
//! came before is forgotten at the exit, and a thread that is detached has no value.
//!
//! If leaks are looked for, the end of the process tells more. An identifier may be stored over
//! the last pointer to an object, and an exit ends variables that have one: there are more
//! leaks after these steps than before. A join makes them fewer: until then, the value of the
//! thread is known to nobody.

use super::row::{
    Alternatives, Blocking, ByteCount, Condition, Effect, LeftMover, Row, Visibility,
};
use super::{OpSet, family};

/// An operation on threads that can be made in one way in any state, and that no thread needs to
/// know of beforehand. Its footprint is its own.
const fn thread(name: &'static str) -> Row {
    Row {
        blocking: Blocking::Never,
        alternatives: Alternatives::One,
        ends_superstep: false,
        side_effect: Some("operates on threads"),
        family: OpSet::NONE,
        ..Row::careful(name)
    }
}

/// Joins a thread.
const fn join(name: &'static str) -> Row {
    Row {
        alternatives: Alternatives::Varying,
        footprint: &[
            Effect::Thread { argument: 0 },
            Effect::Write { argument: 1, bytes: ByteCount::Pointer },
            Effect::LookForCancellation,
        ],
        family: OpSet::JOIN,
        left_mover: Some(LeftMover {
            conditions: &[
                Condition::TargetExited(0),
                Condition::PrivateAddress(1),
                Condition::NoLeakOfValue(0),
            ],
            unless_reachable: OpSet::JOIN.with(OpSet::CANCEL),
        }),
        ..thread(name)
    }
}

family! {
    /// Operations on threads.
    ThreadOp {
        /// Creates a thread.
        Create = Row {
            footprint: &[
                Effect::NewThread,
                Effect::Write { argument: 3, bytes: ByteCount::Pointer },
            ],
            ends_superstep: true,
            family: OpSet::CREATE,
            left_mover: Some(LeftMover {
                conditions: &[
                    Condition::CallerMayTerminate,
                    Condition::FreshNumber,
                    Condition::NoLeakCheck,
                    Condition::PrivateAddress(3),
                ],
                unless_reachable: OpSet::CREATE.with(OpSet::JOIN).with(OpSet::CANCEL),
            }),
            ..thread("__heddle_thread_create")
        },
        /// Ends the calling thread.
        Exit = Row {
            footprint: &[Effect::OwnThread, Effect::ThreadCount, Effect::EndOwnVariables],
            family: OpSet::THREAD_EXIT,
            left_mover: Some(LeftMover {
                conditions: &[
                    Condition::MainOutlives,
                    Condition::NoLeakCheck,
                    Condition::PrivateVariables,
                ],
                unless_reachable: OpSet::TRY_JOIN.with(OpSet::SECTION),
            }),
            ..thread("__heddle_thread_exit")
        },
        /// Returns the number of the calling thread.
        Number = Row {
            visibility: Visibility::Never,
            footprint: &[],
            family: OpSet::SELF,
            ..thread("__heddle_thread_self")
        },
        /// Waits for a thread to exit.
        Join = Row { blocking: Blocking::Exit, ..join("__heddle_thread_join") },
        /// Joins a thread, or fails if it has not exited.
        TryJoin = Row {
            alternatives: Alternatives::One,
            family: OpSet::JOIN.with(OpSet::TRY_JOIN),
            ..join("__heddle_thread_tryjoin")
        },
        /// Waits for a thread to exit, or times out.
        TimedJoin = Row {
            alternatives: Alternatives::One,
            family: OpSet::JOIN.with(OpSet::TRY_JOIN),
            ..join("__heddle_thread_timedjoin")
        },
        /// Detaches a thread.
        Detach = Row {
            footprint: &[Effect::Thread { argument: 0 }],
            family: OpSet::JOIN,
            ..thread("__heddle_thread_detach")
        },
        /// Requests that a thread ends.
        Cancel = Row {
            footprint: &[
                Effect::Thread { argument: 0 },
                Effect::RequestCancellation { argument: 0 },
            ],
            family: OpSet::CANCEL,
            ..thread("__heddle_thread_cancel")
        },
        /// Looks whether that was requested of the calling thread.
        TestCancel = Row {
            footprint: &[Effect::LookForCancellation],
            ..thread("__heddle_thread_cancelled")
        },
        /// Says whether the calling thread listens to that.
        SetCancelState = Row {
            visibility: Visibility::Never,
            footprint: &[],
            ..thread("__heddle_thread_setcancelstate")
        },
        /// Lets others run.
        Yield = Row { footprint: &[], ..thread("__heddle_yield") },
    }
}
