//! Functions of the program and expressions that are evaluated in its states, states that
//! count as one, left movers, spin deadlocks, the step cache, stretches, and inputs.

mod abstraction;
mod expressions;
mod hand_over;
mod inputs;
mod invariants;
mod kit;
mod metric;
mod movers;
mod spin;
mod step_cache;
mod stretch;
mod thread_symmetry;
