//! Unwinding the stack, on which the runtime builds C++ exceptions.
//!
//! Calls that exceptions may end at a landing pad of their caller are numbered from the innermost
//! on, in the stack as it is. Which of them an exception ends is decided by C code, which looks at
//! the tables of their landing pads first and then has the stack unwound, one pad at a time.
//!
//! The end of calls is noticed by those who know their variables, as that of one is when a
//! function returns.

use super::row::{Effect, Row, Visibility};
use super::{OpSet, family};

family! {
    /// Operations on the stack of the calling thread.
    UnwindOp {
        /// Returns the table of the landing pad of a call under way, by number, or null.
        Pad = Row::private("__heddle_pad"),
        /// Ends all calls above a landing pad, by number, and goes on there.
        Unwind = Row {
            visibility: Visibility::EndedVariables,
            footprint: &[Effect::EndCalls],
            family: OpSet::UNWIND,
            ..Row::private("__heddle_unwind")
        },
    }
}
