//! Answers of a search, and figures.

use std::collections::BTreeSet;

use heddle_model::{Counterexample, Limit, Schedule, Unknown, UnknownKind};

use crate::Sampled;

/// A reason for which not all executions were explored, although no limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// Executions were cut off where they were too long.
    Depth,
    /// Executions were cut off where they came back to a state, after changes that others could
    /// notice.
    Cycle,
    /// As many executions were explored as were asked for.
    Executions,
    /// A step that waits depends on more events than are put into every order.
    Orders,
    /// It did not [promise](crate::Promise) enough.
    Promise,
    /// Executions were left out that have more preemptions than the bound.
    Preemptions,
}

/// A step that the system could not make, and the way there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRun {
    /// The reason.
    pub unknown: Unknown,
    /// The choices that lead there; the last one is the step itself.
    pub schedule: Schedule,
}

impl UnknownRun {
    /// True if it shows a failure, and another does not.
    pub(crate) fn is_worse_than(&self, other: &UnknownRun) -> bool {
        let is_failure = |run: &UnknownRun| run.unknown.kind == UnknownKind::Internal;
        is_failure(self) && !is_failure(other)
    }
}

/// Figures of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Executions that were followed to their end, each another trace.
    pub executions: u64,
    /// Runs that have come to an end: nobody has failed, contradicted an assumption, or goes round
    /// for ever.
    pub ended: u64,
    /// Executions that were begun and turned out to be known, or were cut off.
    pub blocked: u64,
    /// Steps that were made, but for those that only looked for a state again.
    pub steps: u64,
    /// Steps that were made again, to find out whether others can be made after them.
    pub replayed_steps: u64,
    /// Steps of the longest execution.
    pub depth: u64,
    /// The most bytes that were held.
    pub peak_bytes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Statistics {
    /// Adds the figures of another worker.
    fn add(&mut self, other: &Statistics) {
        let Statistics {
            executions,
            ended,
            blocked,
            steps,
            replayed_steps,
            depth,
            peak_bytes,
            seconds,
        } = *other;
        self.executions += executions;
        self.ended += ended;
        self.blocked += blocked;
        self.steps += steps;
        self.replayed_steps += replayed_steps;
        self.depth = self.depth.max(depth);
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
        self.seconds = self.seconds.max(seconds);
    }
}

/// The figures of a search under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Executions so far.
    pub executions: u64,
    /// The number of executions that there are, as far as the branches on the path tell.
    pub expected: f64,
    /// Steps of the execution under way.
    pub depth: u64,
    /// Executions a second.
    pub executions_per_second: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The end of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Violations, each bug once, with the shortest execution on which it was seen.
    pub violations: Vec<Counterexample>,
    /// The first step that could not be made.
    pub unknown: Option<UnknownRun>,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// True if it ended with the first violation.
    pub is_ended_by_violation: bool,
    /// The reasons for which executions may be missing.
    pub gaps: BTreeSet<Gap>,
    /// Figures.
    pub statistics: Statistics,
    /// The sample that was made, if not all executions were explored.
    pub sampled: Option<Sampled>,
}

impl Report {
    /// Adds what another worker has found, or what was found before.
    pub(crate) fn join(&mut self, other: Report) {
        let Report { violations, unknown, limit, is_ended_by_violation, gaps, statistics, sampled } =
            other;
        self.sampled = self.sampled.or(sampled);
        for found in violations {
            let is_same = |known: &&mut Counterexample| {
                known.violation.identity() == found.violation.identity()
            };
            match self.violations.iter_mut().find(is_same) {
                Some(known) if known.schedule.0.len() <= found.schedule.0.len() => {}
                Some(known) => *known = found,
                None => self.violations.push(found),
            }
        }
        if let Some(run) = unknown
            && self.unknown.as_ref().is_none_or(|known| run.is_worse_than(known))
        {
            self.unknown = Some(run);
        }
        self.limit = self.limit.or(limit);
        self.is_ended_by_violation |= is_ended_by_violation;
        self.gaps.extend(gaps);
        self.statistics.add(&statistics);
    }

    /// True if every execution was explored, up to the order of independent steps, and nothing
    /// is wrong in any of them.
    pub fn is_verified(&self) -> bool {
        let Report {
            violations,
            unknown,
            limit,
            is_ended_by_violation,
            gaps,
            statistics: _,
            sampled,
        } = self;
        violations.is_empty()
            && unknown.is_none()
            && limit.is_none()
            && !is_ended_by_violation
            && gaps.is_empty()
            && sampled.is_none()
    }
}
