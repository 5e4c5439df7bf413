//! Operations: all that library code asks of an engine.
//!
//! The C library of a checked program is C code in `runtime/`, down to a few functions that
//! nobody defines. Each of these is an [`Operation`], found by its name once, when a program is
//! linked, and kept in its [`Extern`](crate::Extern): engines never look at names.
//!
//! An operation has one [`Row`], which says all that anybody asks of it beside its effect: how
//! it may block, who may notice it, its footprint, and when it is a left mover. Footprints,
//! reductions, caches and messages read the row, so a new operation is a variant with a row in
//! the file of its family, and its effect in each engine. A variant without a row does not
//! compile, and `Row::careful` assumes the worst of whatever is not said.
//!
//! Families that engines handle together are enums of their own, so that the match over a
//! family is exhaustive in the file that executes it.

mod math;
mod memory;
mod model;
mod observe;
mod process;
mod reach;
mod row;
mod sync;
mod thread;
mod unwind;

pub use math::MathOp;
pub use memory::MemoryOp;
pub use model::ModelOp;
pub use observe::{HarnessOp, ObserveOp};
pub use process::ProcessOp;
pub use reach::OpSet;
pub use row::{
    Alternatives, Blocking, ByteCount, Caching, Condition, Effect, LeftMover, Row, Visibility,
    sync_bytes,
};
pub use sync::{BarrierOp, ConditionOp, MutexOp, OnceOp, RwlockOp, SemaphoreOp, SpinOp};
pub use thread::ThreadOp;
pub use unwind::UnwindOp;

/// Declares a family of operations: an enum whose variants have a row each, by position.
macro_rules! family {
    (
        $(#[$attribute:meta])*
        $name:ident { $($(#[$documentation:meta])* $operation:ident = $row:expr,)+ }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$documentation])* $operation,)+ }

        impl $name {
            /// All operations of the family.
            pub const ALL: &[$name] = &[$($name::$operation,)+];

            /// Returns the operation's row.
            #[inline]
            pub fn row(self) -> &'static $crate::operation::Row {
                static ROWS: [$crate::operation::Row; $name::ALL.len()] = [$($row,)+];
                &ROWS[self as usize]
            }
        }
    };
}
use family;

/// A function that engines implement themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Ends of the process, assertions, choices, output.
    Process(ProcessOp),
    /// Allocation.
    Memory(MemoryOp),
    /// Threads.
    Thread(ThreadOp),
    /// Unwinding the stack.
    Unwind(UnwindOp),
    /// Mutexes.
    Mutex(MutexOp),
    /// Condition variables.
    Condition(ConditionOp),
    /// Read-write locks.
    Rwlock(RwlockOp),
    /// Semaphores.
    Semaphore(SemaphoreOp),
    /// Barriers.
    Barrier(BarrierOp),
    /// Spin locks.
    Spin(SpinOp),
    /// `pthread_once_t`.
    Once(OnceOp),
    /// Functions of `<math.h>`.
    Math {
        /// The function.
        function: MathOp,
        /// True for the variant on `float`, whose name ends in `f`.
        single: bool,
    },
    /// Calls with which a program tells heddle something.
    Observe(ObserveOp),
    /// The driver of programs without `main`.
    Harness(HarnessOp),
    /// Primitives of the symbolic engine, which only its C models call.
    Model(ModelOp),
}

impl Operation {
    /// Returns the operation of a function's name.
    pub fn named(name: &str) -> Option<Operation> {
        None.or_else(|| find(ProcessOp::ALL, ProcessOp::row, name).map(Operation::Process))
            .or_else(|| find(MemoryOp::ALL, MemoryOp::row, name).map(Operation::Memory))
            .or_else(|| find(ThreadOp::ALL, ThreadOp::row, name).map(Operation::Thread))
            .or_else(|| find(UnwindOp::ALL, UnwindOp::row, name).map(Operation::Unwind))
            .or_else(|| find(MutexOp::ALL, MutexOp::row, name).map(Operation::Mutex))
            .or_else(|| find(ConditionOp::ALL, ConditionOp::row, name).map(Operation::Condition))
            .or_else(|| find(RwlockOp::ALL, RwlockOp::row, name).map(Operation::Rwlock))
            .or_else(|| find(SemaphoreOp::ALL, SemaphoreOp::row, name).map(Operation::Semaphore))
            .or_else(|| find(BarrierOp::ALL, BarrierOp::row, name).map(Operation::Barrier))
            .or_else(|| find(SpinOp::ALL, SpinOp::row, name).map(Operation::Spin))
            .or_else(|| find(OnceOp::ALL, OnceOp::row, name).map(Operation::Once))
            .or_else(|| find(ObserveOp::ALL, ObserveOp::row, name).map(Operation::Observe))
            .or_else(|| find(HarnessOp::ALL, HarnessOp::row, name).map(Operation::Harness))
            .or_else(|| find(ModelOp::ALL, ModelOp::row, name).map(Operation::Model))
            .or_else(|| {
                let function = find(MathOp::ALL, MathOp::row, name)?;
                Some(Operation::Math { function, single: false })
            })
            .or_else(|| {
                let function = find(MathOp::ALL, MathOp::row, name.strip_suffix('f')?)?;
                Some(Operation::Math { function, single: true })
            })
    }

    /// Returns the operation's row.
    #[inline]
    pub fn row(self) -> &'static Row {
        match self {
            Operation::Process(op) => op.row(),
            Operation::Memory(op) => op.row(),
            Operation::Thread(op) => op.row(),
            Operation::Unwind(op) => op.row(),
            Operation::Mutex(op) => op.row(),
            Operation::Condition(op) => op.row(),
            Operation::Rwlock(op) => op.row(),
            Operation::Semaphore(op) => op.row(),
            Operation::Barrier(op) => op.row(),
            Operation::Spin(op) => op.row(),
            Operation::Once(op) => op.row(),
            Operation::Math { function, single: _ } => function.row(),
            Operation::Observe(op) => op.row(),
            Operation::Harness(op) => op.row(),
            Operation::Model(op) => op.row(),
        }
    }
}

/// The operation of a family that has a name.
fn find<T: Copy>(all: &[T], row: fn(T) -> &'static Row, name: &str) -> Option<T> {
    all.iter().copied().find(|&op| row(op).name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations, those on `float` aside.
    fn all() -> Vec<Operation> {
        fn family<T: Copy>(all: &[T], wrap: fn(T) -> Operation) -> Vec<Operation> {
            all.iter().map(|&op| wrap(op)).collect()
        }
        [
            family(ProcessOp::ALL, Operation::Process),
            family(MemoryOp::ALL, Operation::Memory),
            family(ThreadOp::ALL, Operation::Thread),
            family(UnwindOp::ALL, Operation::Unwind),
            family(MutexOp::ALL, Operation::Mutex),
            family(ConditionOp::ALL, Operation::Condition),
            family(RwlockOp::ALL, Operation::Rwlock),
            family(SemaphoreOp::ALL, Operation::Semaphore),
            family(BarrierOp::ALL, Operation::Barrier),
            family(SpinOp::ALL, Operation::Spin),
            family(OnceOp::ALL, Operation::Once),
            family(MathOp::ALL, |function| Operation::Math { function, single: false }),
            family(ObserveOp::ALL, Operation::Observe),
            family(HarnessOp::ALL, Operation::Harness),
            family(ModelOp::ALL, Operation::Model),
        ]
        .concat()
    }

    #[test]
    fn every_operation_is_found_by_its_name() {
        for op in all() {
            assert_eq!(Operation::named(op.row().name), Some(op));
        }
        assert_eq!(Operation::named("pthread_mutex_lock"), Some(Operation::Mutex(MutexOp::Lock)));
        assert_eq!(Operation::named("strlen"), None);
    }

    #[test]
    fn functions_on_float_end_in_f() {
        let sine = |single| Some(Operation::Math { function: MathOp::Sin, single });
        assert_eq!(Operation::named("sin"), sine(false));
        assert_eq!(Operation::named("sinf"), sine(true));
        assert_eq!(Operation::named("sinff"), None);
    }

    #[test]
    fn rows_agree_with_themselves() {
        for op in all() {
            let row = op.row();
            let synchronizes = |object| {
                row.footprint.iter().any(|effect| {
                    matches!(effect, Effect::Synchronize { argument: 0, object: other, .. }
                        if *other == object)
                })
            };
            let is_cacheable = |effect: &Effect| {
                matches!(effect, Effect::Synchronize { .. } | Effect::LookForCancellation)
            };
            // Otherwise no engine asks if it blocks.
            assert!(row.blocking == Blocking::Never || row.alternatives == Alternatives::Varying);
            assert!(row.object.is_none_or(synchronizes), "{op:?}");
            assert!(row.caching == Caching::Never || row.footprint.iter().all(is_cacheable));
        }
    }

    #[test]
    fn an_operation_that_varies_is_no_left_mover_unless_it_joins() {
        // A left mover must be enabled whatever others do; a join waits, and its row asks for
        // a thread that has exited.
        for op in all() {
            let row = op.row();
            let is_fixed = row.alternatives == Alternatives::One || row.blocking == Blocking::Exit;
            assert!(row.left_mover.is_none() || is_fixed, "{op:?}");
        }
    }
}
