//! Operations on the process: its ends, assertions, choices, inputs and output.
//!
//! The end of the process touches nothing: what other threads could have done before it, they
//! also do when they go first, and after it nothing is checked any more.

use super::family;
use super::row::{Alternatives, ByteCount, Effect, Row, Visibility};

/// Ends the process.
const fn end(name: &'static str) -> Row {
    Row { side_effect: Some("ends the process"), ..Row::private(name) }
}

/// Reads and writes what it is told to, as it finds out while it is made.
const fn text(name: &'static str) -> Row {
    Row { visibility: Visibility::WhileMade, footprint: &[Effect::FoundOut], ..Row::private(name) }
}

/// Begins or ends a section of which nothing is known beforehand.
const fn section(name: &'static str, visibility: Visibility) -> Row {
    Row { visibility, footprint: &[Effect::Everything], ..Row::private(name) }
}

family! {
    /// Operations on the process.
    ProcessOp {
        /// Ends the process.
        Exit = Row {
            visibility: Visibility::Always,
            footprint: &[Effect::EverythingForLeaks],
            ..end("__heddle_exit")
        },
        /// Ends the process as a crash.
        Abort = end("__heddle_abort"),
        /// Reports a failed assertion.
        AssertFail = Row::private("__heddle_assert_fail"),
        /// Reports the call of an error function, by its name.
        ErrorCall = Row::private("__heddle_error_call"),
        /// Reports an exception that ends the program, by the name of its type and the way in
        /// which it escapes.
        UncaughtException = end("__heddle_uncaught_exception"),
        /// Ends the process as `std::terminate` does without an exception.
        Terminate = end("__heddle_terminate"),
        /// Refuses a run that needs the file with this name, or standard input if there is none.
        RefuseFile = Row::private("__heddle_refuse_file"),
        /// Abandons runs in which the argument is 0.
        Assume = Row {
            side_effect: Some("makes an assumption"),
            ..Row::private("__heddle_assume")
        },
        /// Chooses a number below the argument.
        Choose = Row {
            alternatives: Alternatives::Varying,
            side_effect: Some("makes a choice"),
            ..Row::private("__heddle_choose")
        },
        /// Takes an input, which may be left open.
        Nondet = Row { side_effect: Some("makes a choice"), ..Row::private("__heddle_nondet") },
        /// Takes an input of so many bits, from some value on one of so many: the second and the third
        /// argument.
        NarrowInput = Row {
            alternatives: Alternatives::Varying,
            side_effect: Some("makes a choice"),
            ..Row::private("__heddle_narrow_input")
        },
        /// Enters an atomic section.
        AtomicBegin = section("__heddle_atomic_begin", Visibility::Always),
        /// Leaves it.
        AtomicEnd = section("__heddle_atomic_end", Visibility::Never),
        /// Writes bytes to a stream.
        Output = Row {
            visibility: Visibility::Arguments(&[1]),
            footprint: &[Effect::Read { argument: 1, bytes: ByteCount::Argument(2) }],
            side_effect: Some("prints something"),
            ..Row::private("__heddle_output")
        },
        /// Leaves a message in the trace.
        Trace = Row {
            visibility: Visibility::Arguments(&[0]),
            footprint: &[Effect::Read { argument: 0, bytes: ByteCount::Argument(1) }],
            side_effect: Some("prints something"),
            ..Row::private("__heddle_trace")
        },
        /// `vsnprintf`.
        Format = text("__heddle_format"),
        /// `vprintf` to a stream.
        Print = Row { side_effect: Some("prints something"), ..text("__heddle_print") },
        /// `strtod`.
        Strtod = text("__heddle_strtod"),
        /// Reads a clock that stands still.
        Clock = Row::private("__heddle_clock"),
    }
}
