//! Allocation.
//!
//! Numbers of new objects depend on the order of steps, but nothing that a program does
//! depends on numbers, so allocation touches nothing.

use super::family;
use super::row::{Alternatives, Effect, Row, Visibility};

family! {
    /// Operations on the heap.
    MemoryOp {
        /// Allocates.
        Malloc = Row {
            side_effect: Some("allocates memory"),
            ..Row::private("__heddle_malloc")
        },
        /// Allocates as `new` or, if the third argument is not 0, as `new[]` does.
        New = Row {
            side_effect: Some("allocates memory"),
            ..Row::private("__heddle_new")
        },
        /// Chooses if an allocation shall fail.
        MallocMayFail = Row {
            alternatives: Alternatives::Varying,
            side_effect: Some("allocates memory"),
            ..Row::private("__heddle_malloc_may_fail")
        },
        /// Frees an object.
        Free = Row {
            visibility: Visibility::Arguments(&[0]),
            footprint: &[Effect::WholeObject { argument: 0, writes: true }],
            side_effect: Some("frees memory"),
            ..Row::private("__heddle_free")
        },
        /// Frees an object as `delete` or, if the second argument is not 0, as `delete[]` does.
        Delete = Row {
            visibility: Visibility::Arguments(&[0]),
            footprint: &[Effect::WholeObject { argument: 0, writes: true }],
            side_effect: Some("frees memory"),
            ..Row::private("__heddle_delete")
        },
        /// Tells if a function of the runtime was replaced by one of the program.
        IsReplaced = Row::private("__heddle_is_replaced"),
        /// Returns the size of an object.
        ObjectSize = Row {
            visibility: Visibility::Arguments(&[0]),
            footprint: &[Effect::WholeObject { argument: 0, writes: false }],
            side_effect: Some("asks for the size of a heap object"),
            ..Row::private("__heddle_object_size")
        },
    }
}
