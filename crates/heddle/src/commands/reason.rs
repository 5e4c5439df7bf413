//! The wording of bounds and limits: the reason why a verdict is bounded or unknown, and what to
//! do about it.

use heddle_engine::{Assumption, Matching, Metric, Report, SampleMethod, Unlisted};
use heddle_model::{Bound, BoundKind, Limit, Limits, Obstacle, Omission, Unknown, Verdict};
use indicatif::HumanCount;

use super::text::place;
use crate::units;

/// One sentence on why a verdict is bounded or unknown; none if it is neither.
pub(super) fn reason(report: &Report, limits: &Limits) -> Option<String> {
    match &report.verdict {
        Verdict::Verified => None,
        Verdict::Violation(_) => unlisted(report, limits),
        Verdict::Unknown(unknown) => Some(located(unknown)),
        Verdict::Stopped(limit) => Some(stopped(*limit, limits, report)),
        Verdict::Bounded(bounds) => Some(bounded(bounds, limits, report)),
    }
}

/// The reason for which there may be more violations than were listed, if there is one.
fn unlisted(report: &Report, limits: &Limits) -> Option<String> {
    let Unlisted { bounds, obstacle: why, unreplayed } = &report.unlisted;
    let mut parts: Vec<String> = Vec::new();
    if !bounds.is_empty() {
        parts.push(bounded(bounds, limits, report));
    }
    parts.extend(why.as_ref().map(|why| match why {
        Obstacle::Limit(limit) => stopped(*limit, limits, report),
        Obstacle::Unknown(unknown) => located(unknown),
    }));
    parts.extend(unreplayed.iter().map(located));
    (!parts.is_empty()).then(|| format!("there may be more violations: {}", parts.join("; ")))
}

/// The obstacle to an answer, with its place.
fn located(unknown: &Unknown) -> String {
    format!("{}{}", place(unknown.place.as_ref()), unknown.reason)
}

/// The reason for which an engine did not go on.
pub(super) fn obstacle(obstacle: &Obstacle, limits: &Limits) -> String {
    match obstacle {
        Obstacle::Unknown(unknown) => unknown.reason.clone(),
        Obstacle::Limit(limit) => {
            let (what, hint) = limit_parts(*limit, limits);
            format!("{what}{hint}")
        }
    }
}

/// A limit that was reached, and the option that raises it.
fn limit_parts(limit: Limit, limits: &Limits) -> (String, &'static str) {
    match limit {
        Limit::Time => {
            let time = units::written_duration(limits.time.unwrap_or_default());
            (format!("the time limit of {time} was reached"), " (raise --time)")
        }
        Limit::Memory => {
            let memory = units::written_bytes(limits.memory.unwrap_or_default());
            (format!("the memory limit of {memory} was reached"), " (raise --memory)")
        }
        Limit::States => {
            let states = limits.states.unwrap_or_default();
            (format!("the limit of {states} states was reached"), " (raise --states)")
        }
        Limit::StateNumbers => ("there are more states than heddle can number".to_owned(), ""),
        Limit::SolverMemory => ("the SAT solver ran out of memory".to_owned(), ""),
        Limit::Cancelled => ("interrupted".to_owned(), ""),
    }
}

/// The limit that ended a check; if it counts states, with the number of those that are left.
fn stopped(limit: Limit, limits: &Limits, report: &Report) -> String {
    let (mut what, mut hint) = limit_parts(limit, limits);
    let figure = |metric| report.statistics.get(metric);
    let (Some(states), Some(frontier)) = (figure(Metric::States), figure(Metric::Frontier)) else {
        return format!("{what}{hint}");
    };
    let went_on = |assumption: &Assumption| match assumption {
        Assumption::ExplicitSearch { matching, .. } => *matching == Matching::ExactThenBits,
        _ => false,
    };
    match limit {
        Limit::Memory if report.assumptions.iter().any(went_on) => {
            what.push_str(", new states were kept as a few bits each, and at twice the limit the search ended");
        }
        Limit::Memory => {
            what.push_str(", and the search ended");
            hint = " (raise --memory, or go on with --on-memory-limit bitstate)";
        }
        Limit::Time
        | Limit::States
        | Limit::StateNumbers
        | Limit::SolverMemory
        | Limit::Cancelled => {}
    }
    format!("{what}: {states} states were found, {frontier} of them not yet explored{hint}")
}

/// All bounds, and how much lies beyond.
fn bounded(bounds: &[Bound], limits: &Limits, report: &Report) -> String {
    let mut parts = Vec::new();
    let (mut runs, mut flags) = (Vec::new(), Vec::new());
    for bound in bounds {
        let number = bound.number;
        let mut of_runs = |what: String, flag: &str| {
            runs.push(what);
            flags.push(flag.to_owned());
        };
        match bound.kind {
            BoundKind::Steps => of_runs(format!("at most {number} steps"), "--depth"),
            BoundKind::Supersteps => of_runs(format!("at most {number} supersteps"), "--depth"),
            BoundKind::Preemptions => {
                of_runs(format!("at most {number} preemptions"), "--context-bound");
            }
            BoundKind::SuperstepPreemptions => {
                let what = format!("at most {number} preemptions between supersteps");
                of_runs(what, "--context-bound");
            }
            BoundKind::LoopRounds => parts.push(loop_rounds(bound, report)),
            BoundKind::CallDepth => parts.push(call_depth(bound, report)),
            BoundKind::ContextSwitches => {
                parts.push(format!("at most {} (raise --context-bound)", switches(number)));
            }
            BoundKind::SpinSteps => parts.push(spin_steps(bound)),
            BoundKind::SampledRuns => parts.push(sampled_runs(number, report)),
            BoundKind::HashBits | BoundKind::FieldBits | BoundKind::LateFieldBits => {}
        }
    }
    if !runs.is_empty() {
        let figure = |metric| report.statistics.get(metric);
        let cut = figure(Metric::CutStates).zip(figure(Metric::States));
        let cut = cut.map(|(cut, all)| format!("; {cut} of {all} states can make more"));
        parts.push(format!(
            "runs of {}{} (raise {})",
            runs.join(" and "),
            cut.unwrap_or_default(),
            flags.join(" or "),
        ));
    }
    parts.extend(bounds.iter().filter_map(|bound| matched(bound, report.omission)));
    parts.extend(report.obstacle.iter().map(|reason| format!("then {}", obstacle(reason, limits))));
    parts.join("; ")
}

/// A sample of so many runs, and its guarantee.
fn sampled_runs(runs: u64, report: &Report) -> String {
    let sample = report.assumptions.iter().find_map(|assumption| match assumption {
        Assumption::Sampled(sample) => Some(sample),
        _ => None,
    });
    let chance = sample.and_then(|sample| Some((sample.chance_of_missing()?, sample.method)));
    let chance = chance.map(|(chance, method)| {
        let depth = match method {
            SampleMethod::Pct { depth } => format!(" of depth {depth}"),
            SampleMethod::Random | SampleMethod::Pos => String::new(),
        };
        format!(
            "; the chance to miss a bug{depth} is {} at most, as far as is known",
            rounded_up(chance)
        )
    });
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    format!("a random sample of {runs} (raise --runs){}", chance.unwrap_or_default())
}

/// A chance that is one at most, to three digits.
pub(super) fn rounded_up(chance: f64) -> String {
    format!("{:.3}", (chance * 1000.0).ceil() / 1000.0)
}

/// A bound on how states are told apart, with the chance that something was missed. `None` for
/// other bounds.
fn matched(bound: &Bound, omission: Option<Omission>) -> Option<String> {
    let how = match bound.kind {
        BoundKind::HashBits => {
            format!("states were told apart by {} bits of hash (--store hash64)", bound.number)
        }
        BoundKind::FieldBits => {
            let bits = spelled(bound.number);
            format!("states were told apart by {bits} bits each (--store bitstate)")
        }
        BoundKind::LateFieldBits => format!(
            "the memory limit was reached, and states found after that were told apart by {} bits \
             each (--on-memory-limit bitstate)",
            spelled(bound.number)
        ),
        BoundKind::LoopRounds
        | BoundKind::CallDepth
        | BoundKind::ContextSwitches
        | BoundKind::Steps
        | BoundKind::Supersteps
        | BoundKind::Preemptions
        | BoundKind::SuperstepPreemptions
        | BoundKind::SampledRuns
        | BoundKind::SpinSteps => return None,
    };
    let chance = omission.map(|Omission { chance, expected }| {
        format!(
            ": the chance that at least one was missed is {chance:.2e} \
             ({expected:.2e} missed on average)"
        )
    });
    Some(format!("{how}{}", chance.unwrap_or_default()))
}

/// A small number as a word.
fn spelled(number: u64) -> String {
    match number {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        other => other.to_string(),
    }
}

/// The unrolling of an engine: rounds, the limit that was asked for, and those of single loops.
fn unrolling(report: &Report) -> (u64, Option<u64>, &[(String, u32)]) {
    let unrolled = report.assumptions.iter().find_map(|assumption| match assumption {
        Assumption::Unrolled { rounds, limit, loops, is_enough: _ } => {
            Some((u64::from(*rounds), limit.map(u64::from), &loops[..]))
        }
        _ => None,
    });
    unrolled.unwrap_or_default()
}

/// A bound on the rounds of a loop, and what to do about it.
fn loop_rounds(bound: &Bound, report: &Report) -> String {
    let (rounds, limit, loops) = unrolling(report);
    let Bound { kind: _, place, number } = bound;
    let name = place.as_deref().unwrap_or_default();
    let given = loops.iter().find(|(given, _)| given == name);
    let given = given.map(|(_, limit)| u64::from(*limit));
    let hint = match (given, limit) {
        (Some(given), _) if given == *number => " (raise --unwind-loop)",
        (None, Some(given)) if given == *number => " (raise --unwind)",
        (None, None) if *number == rounds => " (--unwind K looks further)",
        // More is not looked at, whatever is asked.
        _ => "",
    };
    format!("at most {} of the loop {name}{hint}", counted(*number, "round"))
}

/// A bound on calls of a function within itself, and what to do about it.
fn call_depth(bound: &Bound, report: &Report) -> String {
    let (_, limit, _) = unrolling(report);
    let Bound { kind: _, place, number } = bound;
    let name = place.as_deref().unwrap_or_default();
    let hint = match limit {
        Some(given) if given == *number => " (raise --unwind)",
        Some(_) => "",
        None => " (--unwind K looks further)",
    };
    format!("at most {} of {name} within itself{hint}", counted(*number, "call"))
}

/// A bound on the steps in which a thread may spin.
fn spin_steps(bound: &Bound) -> String {
    let Bound { kind: _, place, number } = bound;
    let place = place.as_deref().unwrap_or("a place that is not known");
    let steps = counted(*number, "step");
    format!(
        "a thread at {place} may spin for ever: it was followed for {steps}, or waits for a clock, \
         and clocks stand still (leave spin-deadlock out of --property, and it is not asked)"
    )
}

/// So many of what has a regular plural.
pub(super) fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", HumanCount(count))
}

/// So many context switches.
pub(super) fn switches(count: u64) -> String {
    let what = if count == 1 { "context switch" } else { "context switches" };
    format!("{count} {what}")
}
