//! Functions of the program that are evaluated in its states, and states that count as one.

mod abstraction;
mod alike;
mod invariants;
mod kit;
mod metric;
