//! Bounded model checking: programs as formulas, and a SAT solver that looks for their models.
//!
//! The floors, from below: [`sat`] is what a solver is, [`term`] what a formula is made of, and
//! [`blast`] the way from one to the other.
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
pub mod history;
mod question;
pub mod sat;
mod symbolic;
pub mod term;

pub use question::{
    Answer, CheckError, Concurrency, Limits, Options, Progress, Reached, Report, Size, Turn,
    Unwind, Witness,
};

/// Checks a program.
///
/// `progress` is called now and then, and says whether to go on.
///
/// # Errors
///
/// If what is asked makes no sense.
pub fn check(
    _program: &heddle_program::Program,
    _options: &Options,
    _progress: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Report, CheckError> {
    let unknown = heddle_model::Unknown {
        kind: heddle_model::UnknownKind::Unsupported,
        reason: "the engine is not there".to_owned(),
        place: None,
    };
    Ok(Report { answer: Answer::Unknown(unknown), unwind: 0, size: Size::default() })
}
