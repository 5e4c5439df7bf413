//! Bounded model checking: programs as formulas, and a SAT solver that looks for their models.
//!
//! The floors, from below: [`sat`] is what a solver is, [`term`] what a formula is made of.

pub mod sat;
pub mod term;
