//! The answer, and how it is put together.

use heddle_model::{
    Bound, BoundKind, Counterexample, Limit, Omission, Unknown, UnknownKind, Verdict,
};

use crate::store::HASHES;
use crate::{Bounds, Estimate, Options, Reduction, Store, UnknownRun};

/// Answer and figures of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// Statistics.
    pub stats: Statistics,
    /// The reason for an end before everything was explored; none if everything was.
    pub stop: Option<StopReason>,
    /// The limit that ended the search, if one did, whatever the verdict.
    pub limit: Option<Limit>,
    /// The bounds that have left out something, whatever the verdict.
    pub bounds: Vec<Bound>,
    /// The first run that heddle could not follow, whatever the verdict.
    pub unknown: Option<UnknownRun>,
    /// States with choices that a bound has left out.
    pub cut_states: u64,
    /// An estimate of what was missed; none if nothing can be.
    pub omission: Option<Omission>,
    /// True if everything was explored again, since an assumption had turned out false.
    pub have_assumptions_failed: bool,
    /// True if everything was explored again with threads told apart, since threads that had
    /// changed places may not.
    pub has_symmetry_failed: bool,
    /// True if the file for [`Checkpoints`](crate::Checkpoints) has all that is known now,
    /// or why it could not be written. None if the search is over, and there is none.
    pub checkpoint: Option<Result<(), String>>,
}

/// A reason for an end before everything was explored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// A violation was found, and one was enough.
    FirstViolation,
    /// The limit on time was reached.
    Time,
    /// The limit on memory was reached.
    Memory,
    /// There are more states than the limit allows.
    States,
    /// Someone asked for it.
    Interrupted,
    /// An assumption is false: the search begins again.
    Refuted,
}

impl StopReason {
    /// True if more time, memory or states would let the search go on.
    pub(crate) fn is_limit(self) -> bool {
        !matches!(self, StopReason::FirstViolation | StopReason::Refuted)
    }

    const ALL: [StopReason; 6] = [
        StopReason::FirstViolation,
        StopReason::Time,
        StopReason::Memory,
        StopReason::States,
        StopReason::Interrupted,
        StopReason::Refuted,
    ];

    /// A number for each, from one on.
    pub(crate) fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The reason that a number stands for.
    pub(crate) fn from_number(number: u8) -> Option<StopReason> {
        StopReason::ALL.into_iter().find(|stop| stop.number() == number)
    }
}

/// Figures of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Distinct states found.
    pub states: u64,
    /// Steps or supersteps made. Under a bound, some are made more than once.
    pub transitions: u64,
    /// Steps of the longest run that was followed.
    pub max_depth: u64,
    /// States without a choice, deadlocks included.
    pub final_states: u64,
    /// States that violate [`Property::Deadlock`](heddle_model::Property).
    pub deadlocks: u64,
    /// Steps that ended in a failure, with a violation or (if its property is
    /// not asked for) without.
    pub failed_runs: u64,
    /// Steps that contradict an assumption.
    pub abandoned_runs: u64,
    /// Steps that heddle could not make.
    pub unknown_steps: u64,
    /// States known when the search ended but not, or not fully, explored.
    pub frontier: u64,
    /// The most bytes held at a time, by the search and by the system.
    pub peak_bytes: u64,
    /// Wall-clock time, that of searches included from which this one went on.
    pub seconds: f64,
}

impl Statistics {
    /// Adds what another worker has seen.
    pub(crate) fn add(&mut self, other: &Statistics) {
        let Statistics {
            states,
            transitions,
            max_depth,
            final_states,
            deadlocks,
            failed_runs,
            abandoned_runs,
            unknown_steps,
            frontier,
            peak_bytes,
            seconds,
        } = *other;
        self.states += states;
        self.transitions += transitions;
        self.max_depth = self.max_depth.max(max_depth);
        self.final_states += final_states;
        self.deadlocks += deadlocks;
        self.failed_runs += failed_runs;
        self.abandoned_runs += abandoned_runs;
        self.unknown_steps += unknown_steps;
        self.frontier += frontier;
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
        self.seconds = self.seconds.max(seconds);
    }
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Distinct states found.
    pub states: u64,
    /// Steps made.
    pub transitions: u64,
    /// States known but not, or not fully, explored.
    pub frontier: u64,
    /// Steps of the run in hand.
    pub depth: u64,
    /// States found a second since the last report.
    pub states_per_second: f64,
    /// Wall-clock time since the beginning.
    pub seconds: f64,
    /// An estimate of the whole, if there is one.
    pub estimate: Option<Estimate>,
}

/// The results from which a verdict follows.
pub(crate) struct Results {
    /// Violations, with the runs to them.
    pub(crate) counterexamples: Vec<Counterexample>,
    /// A step that heddle could not make.
    pub(crate) unknown: Option<Unknown>,
    /// The reason for an early end, if there is one.
    pub(crate) stop: Option<StopReason>,
    /// States with choices that a bound has left out.
    pub(crate) cut_states: u64,
    /// An estimate of the states that were missed.
    pub(crate) omission: Option<Omission>,
}

/// The verdict, from the strongest statement that can be made down to the
/// weakest: one real bug is an answer whatever else is open; a step that heddle
/// lacks stays open however much time it is given; a search that was cut short
/// knows nothing about the rest.
pub(crate) fn verdict(outcome: Results, options: &Options) -> Verdict {
    let Results { counterexamples, unknown, stop, cut_states, omission } = outcome;
    if !counterexamples.is_empty() {
        return Verdict::Violation(counterexamples);
    }
    if let Some(unknown) = unknown.as_ref().filter(|unknown| unknown.kind != UnknownKind::Limit) {
        return Verdict::Unknown(unknown.clone());
    }
    if let Some(stop) = stop {
        return stopped(stop, options);
    }
    if let Some(unknown) = unknown {
        return Verdict::Unknown(unknown);
    }
    let bounds = bounds(cut_states, omission, options);
    match bounds.is_empty() {
        true => Verdict::Verified,
        false => Verdict::Bounded(bounds),
    }
}

/// The bounds that have left out something.
pub(crate) fn bounds(cut_states: u64, omission: Option<Omission>, options: &Options) -> Vec<Bound> {
    let mut bounds = Vec::new();
    if cut_states > 0 {
        bounds.extend(bounds_of_runs(options));
    }
    bounds.extend(omission.map(|_| bound_of_matching(options)));
    bounds
}

/// The limit for which a search has ended, if it is one.
pub(crate) fn limit(stop: Option<StopReason>, options: &Options) -> Option<Limit> {
    match stop? {
        StopReason::Time => Some(Limit::Time),
        StopReason::Memory => Some(Limit::Memory),
        StopReason::States if options.limits.states.is_some() => Some(Limit::States),
        StopReason::States => Some(Limit::StateNumbers),
        StopReason::Interrupted => Some(Limit::Cancelled),
        StopReason::FirstViolation | StopReason::Refuted => None,
    }
}

/// Bounds on the runs that were explored.
fn bounds_of_runs(options: &Options) -> Vec<Bound> {
    let (steps, preemptions) = match options.reduction {
        Reduction::Steps => (BoundKind::Steps, BoundKind::Preemptions),
        Reduction::Supersteps => (BoundKind::Supersteps, BoundKind::SuperstepPreemptions),
    };
    let Bounds { depth, preemptions: most, superstep: _ } = options.bounds;
    let depth = depth.map(|depth| Bound::of_runs(steps, depth));
    let most = most.map(|most| Bound::of_runs(preemptions, most.into()));
    depth.into_iter().chain(most).collect()
}

/// The number of bits by which states were told apart, where that is not all of them.
fn bound_of_matching(options: &Options) -> Bound {
    match options.store {
        Store::Hash64 => Bound::of_runs(BoundKind::HashBits, 64),
        Store::Bitstate { .. } => Bound::of_runs(BoundKind::FieldBits, HASHES),
        Store::Exact | Store::Plain => Bound::of_runs(BoundKind::LateFieldBits, HASHES),
    }
}

/// The verdict of a search that was cut short.
fn stopped(stop: StopReason, options: &Options) -> Verdict {
    let internal = |reason: &str| {
        let reason = reason.to_owned();
        Verdict::Unknown(Unknown { kind: UnknownKind::Internal, reason, place: None })
    };
    match limit(Some(stop), options) {
        Some(limit) => Verdict::Stopped(limit),
        None if stop == StopReason::Refuted => {
            internal("the search has to begin again, and did not")
        }
        None => internal("a violation ended the search and is not there"),
    }
}
