//! Toy systems, and what is true about them.

mod counters;
mod graph;
mod philosophers;
mod reference;
mod threads;
mod track;

pub(crate) use counters::Counters;
pub(crate) use graph::{Edge, Effect, Graph, GraphSystem, bug, graphs};
pub(crate) use philosophers::Philosophers;
pub(crate) use reference::Expected;
pub(crate) use threads::{Instruction, ThreadProgram, ThreadSystem, programs};
pub(crate) use track::{End, Track};
