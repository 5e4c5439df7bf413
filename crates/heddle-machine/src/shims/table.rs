//! The shims by name.

use super::math::MathShim;
use super::sync::SyncOp;
use crate::observe::RegisterOp;

/// A function of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shim {
    /// Ends the process.
    Exit,
    /// Ends the process as a crash.
    Abort,
    /// An assertion failed.
    AssertFail,
    /// Only runs with a true argument count.
    Assume,
    /// A nondeterministic choice.
    Choose,
    /// Enters an atomic section.
    AtomicBegin,
    /// Leaves it.
    AtomicEnd,
    /// Lets others run.
    Yield,
    /// Writes to a stream.
    Output,
    /// `vsnprintf`.
    Format,
    /// `vprintf` to a stream.
    Print,
    /// Leaves a message in the trace.
    Trace,
    /// An input that is left open.
    Nondet,
    /// `strtod`.
    Strtod,
    /// A clock that stands still.
    Clock,
    /// Allocates.
    Malloc,
    /// Whether an allocation shall fail.
    MallocMayFail,
    /// Frees.
    Free,
    /// Size of a heap object.
    ObjectSize,
    /// Creates a thread.
    ThreadCreate,
    /// Ends the calling thread.
    ThreadExit,
    /// Number of the calling thread.
    ThreadSelf,
    /// Waits for a thread to end.
    ThreadJoin,
    /// Nobody will wait for a thread.
    ThreadDetach,
    /// Asks a thread to end.
    ThreadCancel,
    /// Whether the calling thread was asked to end.
    ThreadCancelled,
    /// Whether the calling thread listens to that.
    SetCancelState,
    /// An operation on a synchronization object.
    Sync(SyncOp),
    /// A function of `<math.h>`.
    Math(MathShim),
    /// Something that the program tells heddle.
    Register(RegisterOp),
    /// What the harness is to call first.
    HarnessInit,
    /// That has returned.
    HarnessReady,
    /// How many threads it is to start.
    HarnessCount,
    /// What one of them runs.
    HarnessFunction,
    /// With which argument.
    HarnessArgument,
}

impl Shim {
    /// The shim of that name.
    pub(crate) fn named(name: &str) -> Option<Shim> {
        Some(match name {
            "__heddle_exit" => Shim::Exit,
            "__heddle_abort" => Shim::Abort,
            "__heddle_assert_fail" => Shim::AssertFail,
            "__heddle_assume" => Shim::Assume,
            "__heddle_choose" => Shim::Choose,
            "__heddle_atomic_begin" => Shim::AtomicBegin,
            "__heddle_atomic_end" => Shim::AtomicEnd,
            "__heddle_yield" => Shim::Yield,
            "__heddle_output" => Shim::Output,
            "__heddle_format" => Shim::Format,
            "__heddle_print" => Shim::Print,
            "__heddle_trace" => Shim::Trace,
            "__heddle_nondet" => Shim::Nondet,
            "__heddle_strtod" => Shim::Strtod,
            "__heddle_clock" => Shim::Clock,
            "__heddle_malloc" => Shim::Malloc,
            "__heddle_malloc_may_fail" => Shim::MallocMayFail,
            "__heddle_free" => Shim::Free,
            "__heddle_object_size" => Shim::ObjectSize,
            "__heddle_thread_create" => Shim::ThreadCreate,
            "__heddle_thread_exit" => Shim::ThreadExit,
            "__heddle_thread_self" => Shim::ThreadSelf,
            "__heddle_thread_join" => Shim::ThreadJoin,
            "__heddle_thread_detach" => Shim::ThreadDetach,
            "__heddle_thread_cancel" => Shim::ThreadCancel,
            "__heddle_thread_cancelled" => Shim::ThreadCancelled,
            "__heddle_thread_setcancelstate" => Shim::SetCancelState,
            "__heddle_harness_init" => Shim::HarnessInit,
            "__heddle_harness_ready" => Shim::HarnessReady,
            "__heddle_harness_count" => Shim::HarnessCount,
            "__heddle_harness_function" => Shim::HarnessFunction,
            "__heddle_harness_argument" => Shim::HarnessArgument,
            name => {
                let sync = SyncOp::named(name).map(Shim::Sync);
                let sync = sync.or_else(|| RegisterOp::named(name).map(Shim::Register));
                return sync.or_else(|| MathShim::named(name).map(Shim::Math));
            }
        })
    }

    /// Whether it can always be made, in just one way.
    pub(crate) fn is_deterministic(self) -> bool {
        !matches!(self, Shim::Choose | Shim::MallocMayFail | Shim::ThreadJoin | Shim::Sync(_))
    }

    /// What a function that must change nothing would do by calling it, if anything.
    pub(crate) fn side_effect(self) -> Option<&'static str> {
        Some(match self {
            Shim::AssertFail
            | Shim::AtomicBegin
            | Shim::AtomicEnd
            | Shim::Format
            | Shim::Strtod
            | Shim::Clock
            | Shim::HarnessInit
            | Shim::HarnessCount
            | Shim::HarnessFunction
            | Shim::HarnessArgument
            | Shim::Math(_) => return None,
            Shim::Exit | Shim::Abort => "ends the process",
            Shim::Assume => "makes an assumption",
            Shim::Choose | Shim::Nondet => "makes a choice",
            Shim::Output | Shim::Print | Shim::Trace => "prints something",
            Shim::Malloc | Shim::MallocMayFail => "allocates memory",
            Shim::Free => "frees memory",
            Shim::ObjectSize => "asks for the size of a heap object",
            Shim::Yield
            | Shim::ThreadCreate
            | Shim::ThreadExit
            | Shim::ThreadSelf
            | Shim::ThreadJoin
            | Shim::ThreadDetach
            | Shim::ThreadCancel
            | Shim::ThreadCancelled
            | Shim::SetCancelState => "operates on threads",
            Shim::Sync(_) => "operates on a synchronization object",
            Shim::Register(_) | Shim::HarnessReady => "tells heddle what to observe",
        })
    }
}
