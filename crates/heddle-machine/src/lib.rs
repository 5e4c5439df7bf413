//! The semantics: threads, memory, steps.
//!
//! A [`Machine`] executes a [`Program`](heddle_program::Program), one step of one
//! thread at a time, as a [`TransitionSystem`](heddle_model::TransitionSystem). All
//! nondeterminism goes through [`Choice`](heddle_model::Choice), so a schedule
//! reproduces a run. It opens no file, spawns no thread and reads no clock.
//!
//! # Semantics in short
//! - Sequentially consistent interleaving of the threads' instructions.
//! - Signed overflow wraps around unless overflow is looked for.
//! - `undef`, `poison` and memory nobody wrote are undefined bits. They are copied
//!   and computed with, and what is computed from them is undefined where it can
//!   depend on them (exactly for bitwise operations, as a whole for arithmetic). A
//!   branch or an address that depends on one is a violation of `uninitialized`, or
//!   else leaves the verdict open: a run never goes on with a made-up value.
//! - `freeze` keeps its operand undefined, which is what every use of the frozen
//!   value is judged by: conservative, since a frozen value is some fixed value.
//! - A weak compare-exchange fails only if the values differ, as on the hardware
//!   that clang compiled for.

mod codec;
mod exec;
mod fault;
mod image;
mod machine;
mod observe;
mod options;
mod properties;
mod races;
mod record;
mod reduction;
mod shims;
mod spin;
mod state;
mod system;
mod value;
mod view;

pub use image::{StartError, SymmetryObstacle};
pub use machine::Machine;
pub use observe::{
    Abstraction, ChangesAt, EvaluationError, EvaluationFailure, MOST_OBSERVED_THREADS,
    MOST_PROPOSITIONS, Proposition, is_file,
};
pub use options::{ALWAYS_HELD, Granularity, Harness, HarnessThread, Options, Symmetry};
pub use record::event::{Event, Recording};
pub use record::noted_race::NotedRace;
pub use reduction::heap_symmetry::Renames;
pub use spin::LONGEST_ROUND;
pub use state::process::ExitCode;
pub use state::thread::{Frame, Status, Thread, Wait};
pub use system::{Advance, StepCursor};
pub use value::Word;
pub use view::ObjectView;
