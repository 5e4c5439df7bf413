//! Figures of what a check took, or has taken so far.

/// A quantity that engines count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Distinct states found.
    States,
    /// Steps or supersteps made.
    Transitions,
    /// Steps of the longest run that was followed.
    Depth,
    /// States without a successor.
    FinalStates,
    /// States that are known and not yet explored.
    Frontier,
    /// States with choices that a bound has left out.
    CutStates,
    /// States found a second.
    StatesPerSecond,
    /// Executions that were followed to their end.
    Executions,
    /// Executions that were begun in vain, or cut off.
    BlockedExecutions,
    /// A guess of how many executions there are.
    ExpectedExecutions,
    /// Executions a second.
    ExecutionsPerSecond,
    /// Threads that are created in some run.
    Threads,
    /// Accesses to what threads share.
    SharedEvents,
    /// Rounds up to which loops and recursion were unrolled.
    Unwinding,
    /// Terms of a formula.
    Terms,
    /// Variables of a solver.
    Variables,
    /// Clauses of a solver.
    Clauses,
    /// Conflicts that a solver met.
    Conflicts,
    /// The most bytes held at a time.
    PeakMemory,
}

/// Figures of a check that has ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// The figures, in the order in which they are shown.
    pub figures: Vec<(Metric, u64)>,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Statistics {
    /// Returns the figure of a metric, if it was counted.
    pub fn get(&self, metric: Metric) -> Option<u64> {
        self.figures.iter().find(|(other, _)| *other == metric).map(|(_, figure)| *figure)
    }
}
