//! Functions of the program that are evaluated in its states.

mod abstraction;
mod invariants;
mod kit;
mod metric;
