//! Functions of the program that are evaluated in its states, and steps that are
//! remembered.

mod abstraction;
mod invariants;
mod kit;
mod metric;
mod remembered;
