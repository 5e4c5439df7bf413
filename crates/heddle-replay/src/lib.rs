//! Making the choices of a schedule again, on any
//! [`TransitionSystem`](heddle_model::TransitionSystem).
//!
//! Whoever has a schedule and wants its run goes through [`Replay`]: the gate before a
//! report, minimization, infinite runs, and the stories that are told. It checks that each
//! choice is enabled when its turn comes, and a [`ReplayObserver`] sees the run from inside.
//! [`replay`] is the whole of it for a schedule and its violations.

mod driver;
mod error;
mod observer;

pub use driver::{Replay, replay};
pub use error::ReplayError;
pub use observer::{ReplayObserver, ReplayedStep, Unobserved};
