//! The assumptions that a proof of the competition may rest on.
//!
//! Each assumption of a report is looked at, and one that is not known to be the competition's, or
//! to take nothing away, makes the verdict unknown. What the competition takes for granted:
//! sequentially consistent memory for accesses that are not atomic or ask for no less, allocations
//! that succeed, signed overflow that wraps around where it is not the question, and sources as
//! they are written, which is what `-O0` keeps to.

use heddle_engine::{Assumption, Extent, Matching, Report};
use heddle_model::{Property, PropertySet};

use super::{Ends, Evidence, Facts};
use crate::Specification;

/// The level at which the compiler takes nothing out of a program.
const AS_WRITTEN: &str = "-O0";

/// The reason why a proof is not one of the specification, if there is one.
pub(super) fn obstacle(evidence: Evidence<'_>, specification: &Specification) -> Option<String> {
    let Evidence { report, traces: _, facts, ends } = evidence;
    let properties = specification.properties();
    // A report that does not say what was looked for shows nothing.
    if !report.assumptions.iter().any(|one| matches!(one, Assumption::LookedFor(_))) {
        return Some("it is not known what was looked for".to_owned());
    }
    let mut refused =
        report.assumptions.iter().filter_map(|one| reason_against(one, properties, facts));
    if let Some(reason) = refused.next() {
        return Some(reason.to_owned());
    }
    if facts.takes_arguments {
        return Some(
            "main reads its arguments, and only runs without any were looked at".to_owned(),
        );
    }
    if !facts.allocates {
        return None;
    }
    if !specification.is_provable() {
        return Some("no memory is lost, but some may not be freed".to_owned());
    }
    match ends {
        Ends::No => Some(
            "no memory is lost where runs end, but not all do, or not by themselves".to_owned(),
        ),
        Ends::Open(reason) => Some(format!("no memory is lost where runs end: {reason}")),
        Ends::NotAsked if specification.is_about_ends() => {
            Some("no memory is lost where runs end, and nobody asked whether they do".to_owned())
        }
        Ends::NotAsked | Ends::Yes => None,
    }
}

/// The reason why a proof that all runs end is none, if there is one.
///
/// It was looked for all that can be violated in the program ([`Ends::properties`]); that a run
/// goes on for ever can be in any.
pub(super) fn obstacle_to_ends(report: &Report, facts: Facts) -> Option<&'static str> {
    let properties = PropertySet::EMPTY.with(Property::Termination);
    report.assumptions.iter().find_map(|one| reason_against(one, properties, facts))
}

/// The reason why a proof of these properties may not rest on an assumption, if it may not.
fn reason_against(
    assumption: &Assumption,
    properties: PropertySet,
    facts: Facts,
) -> Option<&'static str> {
    match assumption {
        Assumption::LookedFor(looked_for) => {
            let is_missing = |property: Property| !looked_for.contains(property);
            properties.iter().any(is_missing).then_some("not everything was looked for")
        }
        Assumption::ExplicitSearch { extent, order: _, matching } => match (extent, matching) {
            (Extent::All, Matching::Exact) => None,
            (Extent::All, Matching::ExactThenBits | Matching::Hash | Matching::Bits) => {
                Some("states were not told apart exactly")
            }
            (Extent::UntilViolation | Extent::UntilLimit, _) => Some("not all runs were looked at"),
        },
        Assumption::StatelessSearch { extent } | Assumption::RunByRun { extent } => match extent {
            Extent::All => None,
            Extent::UntilViolation | Extent::UntilLimit => Some("not all runs were looked at"),
        },
        Assumption::Sampled(_) => Some("not all runs were looked at"),
        Assumption::Unrolled { is_enough, .. } => {
            (!is_enough).then_some("loops may go round more often than was looked at")
        }
        Assumption::SwitchesEncoding { .. } => {
            Some("runs with more context switches were not looked at")
        }
        Assumption::Bounds => Some("not all runs were looked at"),
        Assumption::NarrowAddresses => {
            let is_asked = properties.contains(Property::Memory);
            is_asked.then_some("with 32-bit addresses, an access may hit another object")
        }
        Assumption::CompiledAt(level) => {
            (level != AS_WRITTEN).then_some("an optimizer may take out what goes wrong")
        }
        Assumption::WeakAtomics { .. } => Some("atomic accesses were stronger than in the source"),
        Assumption::AnyResults(_) => Some("functions that nobody defines may do more than return"),
        Assumption::NoSpuriousWakeups => {
            let reason = "condition variables did not wake up spuriously";
            facts.waits_for_conditions.then_some(reason)
        }
        Assumption::NativeCode => Some("the program was run, and not what its source means"),
        Assumption::Arguments(_) => Some("the program may have other arguments"),
        Assumption::Harness(_) => Some("the program was not run from main alone"),
        Assumption::Runs { is_fair } => is_fair.then_some("only fair runs were looked at"),
        Assumption::Abstraction { .. } => Some("states were equal that the program calls so"),
        // Rules of the competition.
        Assumption::SequentialConsistency
        | Assumption::OwnLibrary
        | Assumption::OverflowWraps
        | Assumption::MallocNeverFails
        | Assumption::AddressesAreFresh => None,
        // Ways to look that lose nothing.
        Assumption::Steps(_)
        | Assumption::RefutedLockAssumption
        | Assumption::Formula
        | Assumption::OrderEncoding
        | Assumption::FineSteps(_)
        | Assumption::OpenBranches(_)
        | Assumption::ThreadSymmetry
        | Assumption::ThreadsToldApart(_) => None,
        // About formulas of the user's, which no requirement is.
        Assumption::Formulas(_) | Assumption::InlinedCalls => None,
    }
}

#[cfg(test)]
mod tests;
