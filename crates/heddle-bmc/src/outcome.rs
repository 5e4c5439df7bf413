//! Results of a check, and its state on the way.

use std::path::PathBuf;

use heddle_engine::{Caveat, Claim, HarnessError, Witness};
use heddle_model::Place;

/// The state of a check that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    /// Rounds that loops are unrolled to.
    pub(crate) unwind: u32,
    /// The formula so far.
    pub(crate) size: Size,
}

/// The size of a formula, and of the effort to solve it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    /// Threads that are created in some run.
    pub(crate) threads: u32,
    /// Accesses to what threads share.
    pub(crate) events: u64,
    /// Terms.
    pub(crate) terms: u64,
    /// Variables of the solver.
    pub(crate) variables: u64,
    /// Clauses.
    pub(crate) clauses: u64,
    /// Conflicts.
    pub(crate) conflicts: u64,
}

/// The result of a check, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// The claim that the formula allows.
    pub(crate) claim: Claim,
    /// Rounds that loops were unrolled to.
    pub(crate) unwind: u32,
    /// The formula.
    pub(crate) size: Size,
    /// Places of branches that go several ways, in runs that were looked at.
    pub(crate) open_branches: Vec<Option<Place>>,
    /// Notes on a proof.
    pub(crate) notes: ProofNotes,
}

/// Notes on a proof, for whoever reads it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ProofNotes {
    /// The caveat of a proof that is about no run that ends.
    pub(crate) vacuity: Option<Caveat>,
    /// A run with a data race that nobody asked for.
    pub(crate) race: Option<Witness>,
}

/// A question that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A limit is given for a loop that does not exist.
    #[error("there is no loop '{name}'; {}", loops_there_are(loops))]
    NoSuchLoop {
        /// The name that was given.
        name: String,
        /// The names of the loops that exist.
        loops: Vec<String>,
    },
    /// A function that is to be started does not exist, or cannot be.
    #[error(transparent)]
    Harness(#[from] HarnessError),
    /// The formula cannot be written.
    #[error("cannot write {}", path.display())]
    Dump {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

fn loops_there_are(loops: &[String]) -> String {
    match loops {
        [] => "the program has none".to_owned(),
        _ => format!("the loops are {}", loops.join(", ")),
    }
}
