//! Telling again what was recorded, and comparing.

use heddle_machine::Machine;
use heddle_model::Counterexample;

use super::{Propositions, TraceError, tell_counterexample};
use crate::model::{Effect, InfiniteRun, Step, Trace, Valuation, changes_text};
use crate::source::SourceText;

/// Replays the schedule of a trace that was recorded, and tells its story anew.
///
/// Values of propositions are compared only if the machine has those of the trace; one that
/// has another number of them is not asked.
///
/// # Errors
/// Those of [`tell_counterexample`], and if other propositions hold than were recorded.
pub fn retell(
    machine: &mut Machine,
    recorded: &Trace,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    let names = recorded.lasso.as_ref().map_or(&[][..], |lasso| &lasso.propositions);
    let are_known = machine.options().propositions.len() == names.len();
    let propositions = Propositions { names: if are_known { names } else { &[] } };
    let counterexample = Counterexample {
        violation: recorded.violation.clone(),
        schedule: recorded.schedule.clone(),
        cycle: recorded.lasso.as_ref().map(|lasso| lasso.cycle),
    };
    let trace = tell_counterexample(machine, &counterexample, propositions, sources)?;
    match difference(&trace, recorded).filter(|_| are_known) {
        Some(difference) => Err(TraceError::OtherValuation(difference)),
        None => Ok(trace),
    }
}

/// The first difference between the propositions of two stories of a run.
fn difference(trace: &Trace, recorded: &Trace) -> Option<String> {
    let initial = |lasso: &Option<InfiniteRun>| {
        lasso.as_ref().map_or_else(Valuation::new, |lasso| lasso.initial.clone())
    };
    let (mut here, mut there) = (initial(&trace.lasso), initial(&recorded.lasso));
    if here != there {
        let common = here.clone();
        here.retain(|name, holds| there.get(name) != Some(holds));
        there.retain(|name, holds| common.get(name) != Some(holds));
        let (here, there) = (changes_text(&here), changes_text(&there));
        return Some(format!("at the start: {here} where {there} was recorded"));
    }
    let text = |step: Option<&Step>| {
        let effects = step.into_iter().flat_map(|step| &step.effects);
        let changes = effects.filter_map(|effect| match effect {
            Effect::Valuation { changes } => Some(changes_text(changes)),
            _ => None,
        });
        let changes: Vec<String> = changes.collect();
        if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") }
    };
    (0..trace.steps.len().max(recorded.steps.len())).find_map(|i| {
        let (here, there) = (text(trace.steps.get(i)), text(recorded.steps.get(i)));
        (here != there).then(|| format!("at step {}: {here} where {there} was recorded", i + 1))
    })
}
