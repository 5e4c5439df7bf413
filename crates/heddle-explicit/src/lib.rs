//! The search through states as an engine.
//!
//! The machine gives a program its states, the search explores them, and automata look at the
//! runs between them. This crate puts the three together, and decides what may be combined: how
//! fine steps have to be for a formula (`requirements`), which stores and orders keep what
//! formulas need (`conflicts`), and when threads may not change places (`engine`).

mod conflicts;
mod engine;
mod options;
mod propositions;
mod requirements;

pub use conflicts::{Conflict, FormulaOption, PartialOption};
pub use engine::Explicit;
pub use options::{Options, Reduction};
pub use propositions::{PropositionError, resolve_all as resolve_propositions};
pub use requirements::FormulaError;
