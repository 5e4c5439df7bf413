//! Functions of the program and expressions that are evaluated in its states, states that
//! count as one, steps that are remembered, and inputs.

mod abstraction;
mod alike;
mod expressions;
mod inputs;
mod invariants;
mod kit;
mod metric;
mod remembered;
