//! Telling the story of a counterexample.
//!
//! [`tell()`] replays a [`Schedule`](heddle_model::Schedule) on a machine and watches;
//! what it saw is a [`Trace`]: steps in terms of the source, with the values they
//! read and wrote, and where every thread stood at the end. A trace is data, and
//! [`render`] makes text of it.
//!
//! # Rooms
//! - `model`: the story as data;
//! - `tell`: replaying, and from instructions to steps;
//! - `frames`, `names`, `path`, `types`, `value`: the loaded state in terms of the
//!   source;
//! - `render`: the story for people;
//! - `result`: everything that a check gives, as JSON.
//!
//! A run that cannot be replayed is not told: [`TraceError`] says why.

mod frames;
mod model;
mod names;
mod path;
pub mod render;
pub mod result;
mod source;
mod tell;
mod types;
mod value;

pub use model::{
    Effect, Ending, Excerpt, FrameView, GlobalChange, InfiniteRun, NativeRun, Part, Step,
    ThreadEnding, ThreadInCycle, ThreadInfo, Trace, Valuation, VariableView,
};
pub use source::{NoSource, SourceText, excerpts};
pub use tell::{Propositions, TraceError, retell, tell, tell_counterexample};
