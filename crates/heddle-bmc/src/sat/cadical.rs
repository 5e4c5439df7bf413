//! CaDiCaL, through the `rustsat` crates.
//!
//! Variables keep their numbers: CaDiCaL would make variables of its own only with the option
//! `factor`, which is off in the library.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustsat::OutOfMemory;
use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, Solve};
use rustsat::solvers::{SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit as BackendLit, TernaryVal};

use super::{Answer, Lit, Solver, SolverError, Statistics, Terminator};

/// Callback for progress, and the number of conflicts between two calls.
struct Progress {
    conflicts: u32,
    report: Box<dyn FnMut(Statistics) + Send>,
}

/// The solver CaDiCaL.
pub struct Cadical {
    backend: rustsat_cadical::CaDiCaL<'static, 'static>,
    variables: u32,
    clauses: u64,
    /// A clause as the back end wants it.
    clause: Vec<BackendLit>,
    failed_assumptions: Vec<Lit>,
    /// The first failure while clauses were added.
    failure: Option<SolverError>,
    /// Set when the question of [`Solver::interrupt_when`] was answered with yes, which tells
    /// that end of a search from the end of a slice.
    stopped: Arc<AtomicBool>,
    progress: Option<Progress>,
}

impl Cadical {
    /// A solver without clauses.
    pub fn new() -> Self {
        let mut backend = rustsat_cadical::CaDiCaL::default();
        // CaDiCaL would try to make all variables alike first, which hardly ever satisfies the formula of
        // a program, and asks so rarely meanwhile whether to end that seconds pass.
        backend.set_option("lucky", 0).expect("CaDiCaL should have this option");
        Cadical {
            backend,
            variables: 0,
            clauses: 0,
            clause: Vec::new(),
            failed_assumptions: Vec::new(),
            failure: None,
            stopped: Arc::default(),
            progress: None,
        }
    }

    /// Has `report` called with the counts after every so many conflicts of a search.
    ///
    /// The search is cut into slices for that, and CaDiCaL begins each of them with some
    /// housekeeping: with fewer than some ten thousand conflicts, it gets slower.
    pub fn report_progress(
        &mut self,
        conflicts: u32,
        report: impl FnMut(Statistics) + Send + 'static,
    ) {
        self.progress = Some(Progress { conflicts: conflicts.max(1), report: Box::new(report) });
    }

    /// Searches to the end, or to the end of a slice.
    fn search(&mut self, assumptions: &[BackendLit]) -> Result<SolverResult, SolverError> {
        if let Some(progress) = &self.progress {
            let conflicts = progress.conflicts.min(i32::MAX as u32);
            self.backend.limit_conflicts(Some(conflicts)).map_err(failure)?;
        }
        self.backend.solve_assumps(assumptions).map_err(failure)
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

/// The literal as the back end has it.
fn backend_literal(literal: Lit) -> BackendLit {
    BackendLit::new(literal.variable(), literal.is_negated())
}

/// Sorts out an error of the back end's.
fn failure(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> SolverError {
    let error = error.into();
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error.as_ref());
    while let Some(this) = cause {
        if this.is::<OutOfMemory>() {
            return SolverError::OutOfMemory;
        }
        cause = this.source();
    }
    SolverError::Failed(error.to_string())
}

impl Solver for Cadical {
    fn new_variable(&mut self) -> Lit {
        let variable = Lit::new(self.variables, false);
        self.variables += 1;
        variable
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(backend_literal));
        if let Err(error) = self.backend.add_clause_ref(Cl::new(&self.clause)) {
            self.failure.get_or_insert(failure(error));
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.failed_assumptions.clear();
        self.stopped.store(false, Ordering::Relaxed);
        let assumptions: Vec<_> = assumptions.iter().copied().map(backend_literal).collect();
        loop {
            match self.search(&assumptions)? {
                SolverResult::Sat => return Ok(Answer::Satisfiable),
                SolverResult::Unsat => {
                    // The back end tells the clause that follows: the negations.
                    let core = self.backend.core().map_err(failure)?;
                    let assumption = |&l: &BackendLit| Lit::new(l.vidx32(), l.is_pos());
                    self.failed_assumptions.extend(core.iter().map(assumption));
                    self.failed_assumptions.sort_unstable();
                    self.failed_assumptions.dedup();
                    return Ok(Answer::Unsatisfiable);
                }
                SolverResult::Interrupted => {
                    let statistics = self.statistics();
                    match &mut self.progress {
                        Some(progress) if !self.stopped.load(Ordering::Relaxed) => {
                            (progress.report)(statistics);
                        }
                        _ => return Ok(Answer::Interrupted),
                    }
                }
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        // Variables that no clause mentions have no value, and without a model none has.
        let value = self.backend.lit_val(backend_literal(literal)).unwrap_or(TernaryVal::DontCare);
        match value {
            TernaryVal::True => true,
            TernaryVal::False => false,
            TernaryVal::DontCare => literal.is_negated(),
        }
    }

    fn failed_assumptions(&self) -> &[Lit] {
        &self.failed_assumptions
    }

    fn interrupt_when(&mut self, mut stop: Terminator) {
        let stopped = Arc::clone(&self.stopped);
        self.backend.attach_terminator(move || {
            if stopped.load(Ordering::Relaxed) || stop() {
                stopped.store(true, Ordering::Relaxed);
                ControlSignal::Terminate
            } else {
                ControlSignal::Continue
            }
        });
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            variables: u64::from(self.variables),
            clauses: self.clauses,
            conflicts: self.backend.conflicts() as u64,
            decisions: self.backend.decisions() as u64,
            propagations: self.backend.propagations() as u64,
        }
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}
