//! Primitives of the symbolic engine: what the C models in `runtime/bmc` are made of, which it
//! executes in the place of threads' and synchronization objects' operations. Other engines
//! refuse them. `runtime/bmc/model.h` says what each does.

use super::family;
use super::row::Row;

family! {
    /// Primitives of the symbolic engine.
    ModelOp {
        /// A step of the machine begins.
        Begin = Row::careful("__heddle_bmc_begin"),
        /// It ends.
        End = Row::careful("__heddle_bmc_end"),
        /// The step can be made only under a condition.
        Wait = Row::careful("__heddle_bmc_wait"),
        /// Reports misuse of a lock.
        Misuse = Row::careful("__heddle_bmc_misuse"),
        /// Chooses one of the alternatives of the step.
        Alternative = Row::careful("__heddle_bmc_alternative"),
        /// Returns the index of the calling thread.
        Number = Row::careful("__heddle_bmc_self"),
        /// Returns the index of the thread with a number.
        Thread = Row::careful("__heddle_bmc_thread"),
        /// Returns the number of threads.
        Count = Row::careful("__heddle_bmc_count"),
        /// Tells if waits may end for no reason.
        Spurious = Row::careful("__heddle_bmc_spurious"),
        /// All that a thread did comes before.
        Joined = Row::careful("__heddle_bmc_joined"),
        /// Tells if memory was never written.
        IsUndefined = Row::careful("__heddle_bmc_is_undefined"),
        /// Announces a write that can race.
        WillStore = Row::careful("__heddle_bmc_will_store"),
        /// Makes a write that can race.
        StoreInt = Row::careful("__heddle_bmc_store_int"),
    }
}
