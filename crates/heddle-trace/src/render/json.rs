//! A trace for programs, and to be shown again.

use serde_json::Value;

use crate::model::Trace;

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
/// If it is not what [`to_json`] makes.
pub fn from_json(value: Value) -> Result<Trace, serde_json::Error> {
    serde_json::from_value(value)
}
