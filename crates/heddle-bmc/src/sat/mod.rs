//! SAT solvers, as the rest of the crate sees them.
//!
//! [`Solver`] is all that the [blaster](crate::blast) needs: variables, clauses, solving under
//! assumptions, and what is known afterwards. [`Cadical`] is the solver in use; another one is
//! a file beside it. [`dimacs`] is the form in which any solver outside takes a formula.

mod cadical;
pub mod dimacs;
mod literal;

pub use cadical::Cadical;
pub use literal::Lit;

/// Answer of a solver about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; [`Solver::value`] tells it.
    Satisfiable,
    /// There is none under the assumptions; [`Solver::failed_assumptions`] tells which of them
    /// are enough for that.
    Unsatisfiable,
    /// The solver was told to stop before it knew.
    Interrupted,
}

/// Reasons why a solver has no answer although nobody stopped it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The formula, or what was learned of it, outgrew the memory. Not a bug.
    #[error("the SAT solver ran out of memory")]
    OutOfMemory,
    /// The solver broke its own interface: a bug of the solver's, or of the code that calls it.
    #[error("internal: the SAT solver failed: {0}")]
    Failed(String),
}

/// Counts of a solver's, since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Variables made.
    pub variables: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Literals that followed from others.
    pub propagations: u64,
}

/// A question that a solver asks from time to time while it works: whether to give up.
pub type Terminator = Box<dyn FnMut() -> bool + Send>;

/// An incremental SAT solver.
///
/// Clauses are only ever added. Between two calls of [`solve`](Self::solve) there may be any
/// number of new variables and clauses. What is known after a call, the model or the failed
/// assumptions, is known until the next clause, variable or call.
pub trait Solver {
    /// Makes a variable and returns it as a literal that is not negated. The variables of a
    /// solver have the indices 0, 1, 2 and so on.
    fn new_variable(&mut self) -> Lit;

    /// Adds a clause. A failure is remembered, and told by the next [`solve`](Self::solve).
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model of all clauses in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// If the solver failed, now or while clauses were added.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError>;

    /// Value of a literal in the model. Without a model, and for variables that no clause
    /// constrains, it is either of the two.
    fn value(&self, literal: Lit) -> bool;

    /// After [`Answer::Unsatisfiable`]: assumptions that cannot hold together, in ascending
    /// order, none of them twice. Empty if there is no model under any assumptions. After other
    /// answers empty, too.
    fn failed_assumptions(&self) -> &[Lit];

    /// Has `stop` asked from time to time during every later call of [`solve`](Self::solve),
    /// which ends soon after it said yes. Replaces what was set before.
    fn interrupt_when(&mut self, stop: Terminator);

    /// The counts so far.
    fn statistics(&self) -> Statistics;
}
