//! A trace for programs, and to be shown again.

use serde::de::Error as _;
use serde_json::Value;

use crate::model::{Effect, Lasso, Trace};

/// The trace as JSON. All that [`from_json`] needs is in it.
///
/// # Errors
/// None that a trace could cause: keys are strings and numbers are finite.
pub fn to_json(trace: &Trace) -> Result<Value, serde_json::Error> {
    serde_json::to_value(trace)
}

/// The trace that JSON describes.
///
/// # Errors
/// If it is not what [`to_json`] makes, or its parts do not fit together.
pub fn from_json(value: Value) -> Result<Trace, serde_json::Error> {
    let trace: Trace = serde_json::from_value(value)?;
    match what_is_damaged(&trace) {
        Some(damage) => Err(serde_json::Error::custom(damage)),
        None => Ok(trace),
    }
}

/// What does not fit together in a trace.
fn what_is_damaged(trace: &Trace) -> Option<String> {
    let names = trace.lasso.as_ref().map_or(&[][..], |lasso| &lasso.propositions);
    let effects = trace.steps.iter().flat_map(|step| &step.effects);
    let changed = effects.filter_map(|effect| match effect {
        Effect::Valuation { changes } => Some(changes.keys()),
        _ => None,
    });
    let initial = trace.lasso.as_ref().map(|lasso| lasso.initial.keys());
    let mut told = changed.flatten().chain(initial.into_iter().flatten());
    if let Some(name) = told.find(|name| !names.contains(name)) {
        return Some(format!("it tells of '{name}', which is not among the propositions"));
    }
    let Lasso { cycle, first_step, initial, .. } = trace.lasso.as_ref()?;
    if let Some(name) = names.iter().find(|name| !initial.contains_key(*name)) {
        return Some(format!("it does not tell whether '{name}' holds at the start"));
    }
    let (choices, steps) = (trace.schedule.0.len(), trace.steps.len());
    match first_step {
        _ if *cycle > choices => {
            Some(format!("the cycle begins with choice {cycle}, but there are {choices}"))
        }
        None if *cycle < choices => Some("the cycle begins with no step".to_owned()),
        Some(_) if *cycle == choices => {
            Some("the run ends with the last choice, but has a cycle".to_owned())
        }
        Some(step) if *step > steps => {
            Some(format!("the cycle begins with step {step}, but there are {steps}"))
        }
        _ => None,
    }
}
