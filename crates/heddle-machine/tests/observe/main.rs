//! Functions of the program and expressions that are evaluated in its states, states that
//! count as one, left movers, the step cache, and inputs.

mod abstraction;
mod expressions;
mod inputs;
mod invariants;
mod kit;
mod metric;
mod movers;
mod step_cache;
mod thread_symmetry;
