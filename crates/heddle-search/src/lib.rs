//! Exploration of all states of a [`TransitionSystem`](heddle_model::TransitionSystem).
//!
//! [`explore`] walks through every state that can be reached, in an [`Order`],
//! within [`Limits`], and answers with a [`Report`]. [`replay()`] makes the
//! choices of one schedule again; nothing is reported as a violation that a
//! replay does not reproduce.
//!
//! # Rooms
//! - `store`: which states were seen ([`VisitedStore`]);
//! - `order`: what to expand next, and how the run led there;
//! - `explorer`: the one expansion loop, for every order and store;
//! - `depth`, `budget`: bounds and limits, and the clock;
//! - `findings`: what went wrong or stayed open, each bug once;
//! - `replay`, `report`: the gate before an answer, and the answer.
//!
//! The crate knows no C, prints nothing, and gives the same answer in every
//! run: hashes have fixed seeds, and only limits on time and memory depend on
//! the machine it runs on.

mod budget;
mod depth;
mod explorer;
mod findings;
mod options;
mod order;
mod replay;
mod report;
mod store;

pub use explorer::{explore, explore_in};
pub use findings::{UnknownRun, is_same_bug};
pub use options::{Limits, Options, Order, ParseOrderError};
pub use replay::{ReplayError, replay};
pub use report::{Progress, Report, Statistics, Stop};
pub use store::{ExactStore, PlainStore, StateIndex, VisitedStore};
