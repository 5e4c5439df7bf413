//! Engines as the command line makes them, and what becomes of their answers.

mod choice;
mod gate;
mod kit;
mod limits;
mod refusals;
mod reports;
