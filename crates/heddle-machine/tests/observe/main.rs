//! Functions of the program that are evaluated in its states, states that count as one, and
//! steps that are remembered.

mod abstraction;
mod alike;
mod invariants;
mod kit;
mod metric;
mod remembered;
