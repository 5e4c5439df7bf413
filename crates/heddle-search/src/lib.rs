//! Exploration of all states of a [`TransitionSystem`](heddle_model::TransitionSystem).
//!
//! [`explore`] walks through every state that can be reached, in an [`Order`],
//! within [`Limits`](heddle_model::Limits), and answers with a [`Report`]; [`resume`] goes on
//! from a checkpoint that an earlier search has left. Nothing is reported as a violation that a
//! [replay](heddle_replay) does not reproduce.
//!
//! # Rooms
//! Four axes, which know nothing of each other:
//! - `superstep`: what an expansion leads to, step by step or reduced;
//! - `store`: which states were seen, exactly or by hash;
//! - `frontier`: what to expand next, and how workers share it;
//! - `measure`: what runs cost, where that is bounded.
//!
//! and what holds them together:
//! - `worker`: the one expansion loop;
//! - `search`: a search from beginning to end;
//! - `budget`: limits, and the clock; `estimate`: how far the search is;
//! - `checkpoint`: a search in a file, from which it goes on; `pause`: all workers stand still while it is;
//! - `runs`: what was explored as a graph, for those who look for infinite runs;
//! - `findings`: what went wrong or stayed open, each bug once;
//! - `path`, `minimize`, `report`: from a state back to a schedule, the simplest schedule, and
//!   the answer; `spin`: what threads that spin do for ever. Whoever shows it replays the
//!   schedule first.
//!
//! The crate knows no C and prints nothing. With one worker it gives the same answer
//! in every run: hashes have fixed seeds, and only limits on time and memory depend
//! on the machine it runs on. With several, which of several violations is found
//! first may differ; what is explored does not.

mod budget;
mod checkpoint;
mod estimate;
mod explorable;
mod findings;
mod frontier;
mod measure;
mod minimize;
mod options;
mod path;
mod pause;
mod report;
mod runs;
mod search;
mod side;
mod spin;
mod store;
mod superstep;
mod worker;

pub use checkpoint::{Aspect, CheckpointError, Checkpoints, Difference, SearchOption};
pub use estimate::Estimate;
pub use explorable::Explorable;
pub use findings::UnknownRun;
pub use minimize::preemptions;
pub use options::{Bounds, OnMemoryLimit, Options, Order, ParseOrderError, Reduction, Runs, Store};
pub use report::{Progress, Report, Statistics, StopReason};
pub use runs::{
    Edge, Graph, Interrupted, LassoRun, LivenessChecker, MayHold, Onward, Transition, Word,
};
pub use search::{explore, explore_runs, resume};
pub use store::StateId;
