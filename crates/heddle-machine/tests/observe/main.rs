//! Functions of the program and expressions that are evaluated in its states, states that
//! count as one, and steps that are remembered.

mod abstraction;
mod alike;
mod expressions;
mod invariants;
mod kit;
mod metric;
mod remembered;
