//! The competition's verdict that a report amounts to.
//!
//! Nothing is claimed that the report does not show of exactly what the property file requires:
//! a bound, a limit, another violation than one of the requirements, and proofs that rest on less
//! than the requirement ([`grounds`]) are `unknown`.

mod grounds;

use heddle_engine::Report;
use heddle_model::{Finding, Property, PropertySet, Unasked, Verdict};
use heddle_trace::{ThreadEnding, Trace};

use crate::{Requirement, Specification, TaskVerdict};

/// A verdict, and why it is unknown where the report alone would not tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: TaskVerdict,
    /// The reason why it is unknown, if the report does not tell it.
    pub reason: Option<String>,
}

/// Facts about a program that decide which assumptions matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// True if code that may be executed allocates.
    pub allocates: bool,
    /// True if code that may be executed waits for condition variables.
    pub waits_for_conditions: bool,
    /// True if `main` reads its parameters.
    pub takes_arguments: bool,
}

impl Facts {
    /// The facts of a program of which nothing is known.
    pub const WORST: Facts =
        Facts { allocates: true, waits_for_conditions: true, takes_arguments: true };
}

/// The ends of a program's runs, as far as they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ends {
    /// It was not asked.
    NotAsked,
    /// All runs end, and by themselves.
    Yes,
    /// Some run does not.
    No,
    /// There is no answer, for this reason.
    Open(String),
}

impl Ends {
    /// The properties that all runs have if they end by themselves: neither does a run go on for
    /// ever, nor is it cut off where one of them is violated that nobody asked for.
    ///
    /// A property that comes later is one of them, unless it is named here as one that is only
    /// watched: where nobody asks for it, its violation does nothing to a run.
    pub fn properties() -> PropertySet {
        let is_watched = |property: Property| {
            matches!(
                property,
                Property::DataRace
                    | Property::Invariant
                    | Property::Ltl
                    | Property::Livelock
                    | Property::Leak
                    // It wraps around. The division that traps is a matter of `crash`, too.
                    | Property::Overflow
            )
        };
        let all = Property::ALL.iter().copied();
        let cutting = all.filter(|one| one.unasked() == Unasked::EndsRun && !is_watched(*one));
        cutting.fold(PropertySet::EMPTY, PropertySet::with)
    }

    /// The answer of a report on these properties, which is believed on the same grounds as any
    /// other.
    pub fn of(report: &Report, facts: Facts) -> Ends {
        match &report.verdict {
            Verdict::Verified => match grounds::obstacle_to_ends(report, facts) {
                Some(reason) => Ends::Open(reason.to_owned()),
                None => Ends::Yes,
            },
            Verdict::Violation(_) => Ends::No,
            Verdict::Bounded(_) | Verdict::Unknown(_) | Verdict::Stopped(_) => {
                Ends::Open("whether all runs end is not known".to_owned())
            }
        }
    }
}

/// Everything that is known of a program after a check.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The report.
    pub report: &'a Report,
    /// The story of each violation.
    pub traces: &'a [Trace],
    /// Facts about the program.
    pub facts: Facts,
    /// The ends of its runs.
    pub ends: &'a Ends,
}

impl Answer {
    /// The answer to a specification that there is evidence for.
    pub fn of(evidence: Evidence<'_>, specification: &Specification) -> Answer {
        match &evidence.report.verdict {
            Verdict::Violation(found) => {
                let mut violations = found.iter().map(|found| &found.violation);
                let broken = violations.find_map(|violation| specification.broken(violation));
                let termination = Requirement::Termination;
                match broken {
                    Some(requirement) => Answer::broken(requirement),
                    None if specification.requires(&termination)
                        && evidence.traces.iter().any(stands_still) =>
                    {
                        Answer::broken(&termination)
                    }
                    None => {
                        let name = specification.name();
                        Answer::open(format!("what goes wrong is not a matter of {name}"))
                    }
                }
            }
            Verdict::Verified => match grounds::obstacle(evidence, specification) {
                Some(reason) => Answer::open(reason),
                None => Answer { verdict: TaskVerdict::True, reason: None },
            },
            Verdict::Bounded(_) => Answer::open("not all runs were looked at".to_owned()),
            Verdict::Unknown(_) | Verdict::Stopped(_) => {
                Answer { verdict: TaskVerdict::Unknown, reason: None }
            }
        }
    }

    fn broken(requirement: &Requirement) -> Answer {
        let name = Some(requirement.name().to_owned());
        Answer { verdict: TaskVerdict::False(name), reason: None }
    }

    fn open(reason: String) -> Answer {
        Answer { verdict: TaskVerdict::Unknown, reason: Some(reason) }
    }
}

/// True if no thread can move at the end of a run: a deadlock of some threads alone need not keep
/// the program from ending.
fn stands_still(trace: &Trace) -> bool {
    let can_move = |thread: &ThreadEnding| !thread.exited && thread.waits.is_none();
    matches!(trace.violation.finding, Finding::Deadlock { .. })
        && !trace.end.threads.iter().any(can_move)
}

#[cfg(test)]
mod tests;
