//! Bounded model checking: programs as formulas, and a SAT solver that looks for their models.
//!
//! The floors, from below: [`sat`] is what a solver is, [`term`] what a formula is made of, and
//! [`blast`] the way from one to the other. `symbolic` executes each thread of a program on terms,
//! [`history`] says which of the accesses to shared memory can find what, `formula` what is asked,
//! and `decode` tells a model as a run. `check` asks the solver, and [`Bmc`] is all of it as
//! an engine.
//!
//! ```
//! use heddle_bmc::blast::Blaster;
//! use heddle_bmc::sat::{Answer, Cadical};
//! use heddle_bmc::term::Terms;
//!
//! // Is there a number whose square ends in 17, modulo 256?
//! let mut terms = Terms::new();
//! let x = terms.variable(8);
//! let square = terms.mul(x, x);
//! let wanted = terms.constant(8, 17);
//! let found = terms.eq(square, wanted);
//!
//! let mut blaster = Blaster::new(Cadical::new());
//! blaster.assert(&terms, found);
//! assert_eq!(blaster.solve(&terms, &[])?, Answer::Satisfiable);
//! let x = blaster.value(&terms, x).expect("x is part of the formula");
//! assert_eq!(x * x % 256, 17);
//! # Ok::<(), heddle_bmc::sat::SolverError>(())
//! ```

pub mod blast;
mod check;
mod decode;
mod engine;
mod formula;
pub mod history;
mod loops;
mod options;
mod outcome;
mod races;
pub mod sat;
mod simplify;
mod symbolic;
pub mod term;

pub use engine::Bmc;
pub use options::{Concurrency, Options, Unwind};
pub use outcome::CheckError;
