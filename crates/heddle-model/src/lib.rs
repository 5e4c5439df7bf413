//! The vocabulary in which heddle's engines meet.
//!
//! A [`Choice`] is one decision (which thread, which of its alternatives); a
//! [`Schedule`] is the list of choices of a run; a [`Violation`] is what a run
//! did wrong; a [`Verdict`] is the answer. [`TransitionSystem`] is what a
//! search explores. Nothing in this crate knows about C, memory or files.

mod choice;
mod footprint;
mod property;
mod system;
mod verdict;
mod violation;

pub use choice::{Choice, Schedule, ThreadId};
pub use footprint::{Footprint, Touch};
pub use property::{ParsePropertyError, Property, PropertySet};
pub use system::{
    Guided, Matchable, Persistent, Reducible, StepOutcome, Temporal, TransitionSystem,
};
pub use verdict::{Counterexample, Unknown, UnknownKind, Verdict};
pub use violation::{Place, Violation};
