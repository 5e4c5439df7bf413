//! The answer, and how it is put together.

use heddle_model::{Counterexample, Unknown, UnknownKind, Verdict};

use crate::{Limits, UnknownRun};

/// What a search has to say.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What it took.
    pub stats: Statistics,
    /// Why the search ended before everything was explored; none if it did not.
    pub stop: Option<Stop>,
    /// The first run that heddle could not follow, whatever the verdict.
    pub unknown: Option<UnknownRun>,
}

/// Why a search ended before everything was explored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
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
}

/// Figures of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Distinct states found.
    pub states: u64,
    /// Steps made. Under a depth bound, depth-first search makes some of them
    /// more than once.
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
    /// Wall-clock time.
    pub seconds: f64,
}

/// How far a search has come.
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
}

/// The verdict, from the strongest statement that can be made down to the
/// weakest: one real bug is an answer whatever else is open; a step that heddle
/// lacks stays open however much time it is given; a search that was cut short
/// knows nothing about the rest.
pub(crate) fn verdict(
    counterexamples: Vec<Counterexample>,
    unknown: Option<&Unknown>,
    stop: Option<Stop>,
    cut_states: u64,
    limits: &Limits,
    stats: &Statistics,
) -> Verdict {
    if !counterexamples.is_empty() {
        return Verdict::Violation(counterexamples);
    }
    if let Some(unknown) = unknown.filter(|unknown| unknown.kind != UnknownKind::Limit) {
        return Verdict::Unknown(unknown.clone());
    }
    if let Some(stop) = stop {
        let reason = stop_reason(stop, limits, stats);
        return Verdict::Unknown(Unknown { kind: UnknownKind::Limit, reason, place: None });
    }
    if let Some(unknown) = unknown {
        return Verdict::Unknown(unknown.clone());
    }
    if cut_states > 0 {
        return Verdict::Bounded(format!(
            "runs of at most {} steps; {cut_states} of {} states can make more (raise --depth)",
            limits.depth.unwrap_or(u64::MAX),
            stats.states,
        ));
    }
    Verdict::Verified
}

/// One sentence on why the search was cut short, what is left, and what to do.
fn stop_reason(stop: Stop, limits: &Limits, stats: &Statistics) -> String {
    let (what, option) = match stop {
        Stop::FirstViolation => ("stopped at the first violation".to_owned(), None),
        Stop::Time => {
            let limit = limits.time.unwrap_or_default();
            (format!("the time limit of {limit:?} was reached"), Some("--time"))
        }
        Stop::Memory => {
            let limit = limits.memory.unwrap_or_default();
            (format!("the memory limit of {limit} bytes was reached"), Some("--memory"))
        }
        Stop::States => match limits.states {
            Some(limit) => (format!("the limit of {limit} states was reached"), Some("--states")),
            None => ("there are more states than heddle can number".to_owned(), None),
        },
        Stop::Interrupted => ("interrupted".to_owned(), None),
    };
    let Statistics { states, frontier, .. } = stats;
    let hint = option.map(|option| format!(" (raise {option})")).unwrap_or_default();
    format!("{what}: {states} states were found, {frontier} of them not yet explored{hint}")
}
