//! The vocabulary in which heddle's engines meet.
//!
//! A [`Choice`] is one decision (which actor, which of its alternatives); a
//! [`Schedule`] is the list of choices of a run; a [`Finding`] is something that a run does
//! wrong, and a [`Violation`] is a finding with its places; a [`Verdict`] is the answer.
//! [`TransitionSystem`] is what a search explores. Nothing in this crate knows how programs
//! are executed, or files.

mod choice;
mod coverage;
mod finding;
mod footprint;
mod identity;
mod property_set;
mod supervisor;
mod sync_event;
mod system;
mod verdict;
mod violation;

pub use choice::{Actor, ActorKind, Choice, InternalId, Schedule, ThreadId};
pub use coverage::{Bound, BoundKind, Limit, Limits, Obstacle, Omission};
pub use finding::{
    AccessKind, Allocator, Arithmetic, Crash, Detail, Escape, Finding, FreeingCall, Holder,
    HolderState, MemoryError, Misuse, MisuseReason, ObjectName, ObserverKind, Overflow, Property,
    RacingAccess, SyncAction, SyncKind, Unasked, Waiting, WaitsFor,
};
pub use footprint::{Footprint, Touch};
pub use identity::Identity;
pub use property_set::{ParsePropertyError, PropertySet};
pub use supervisor::Supervisor;
pub use sync_event::{LockMode, SyncEvent};
pub use system::{
    Guided, Matchable, Persistent, Reducible, SpinDeadlock, StepOutcome, Temporal,
    TransitionSystem, fairness_bit,
};
pub use verdict::{Counterexample, Unknown, UnknownKind, Verdict};
pub use violation::{Place, Related, Role, Violation};
