//! The run that a witness of heddle's carries beside what its format has words for.

use heddle_model::{Counterexample, Schedule, Violation};
use heddle_trace::Trace;
use heddle_trace::result::RunInputs;
use serde::{Deserialize, Serialize};

use super::Metadata;

/// A run, with all that it takes to make it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The task and the tool, as the witness has them.
    pub metadata: Metadata,
    /// The optimization level, such as `-O0`.
    pub level: String,
    /// The violation at its end.
    pub violation: Violation,
    /// Its choices.
    pub schedule: Schedule,
    /// The choice with which its cycle begins, of a run that goes on for ever.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cycle: Option<usize>,
    /// Names of the propositions that its formula is made of.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub propositions: Vec<String>,
    /// The program and the options that it was made with.
    pub inputs: RunInputs,
}

impl Run {
    /// The run of a trace, if that says what it was made with.
    pub(super) fn of(metadata: &Metadata, level: &str, trace: &Trace) -> Option<Run> {
        let lasso = trace.lasso.as_ref();
        Some(Run {
            metadata: metadata.clone(),
            level: level.to_owned(),
            violation: trace.violation.clone(),
            schedule: trace.schedule.clone(),
            cycle: lasso.map(|lasso| lasso.cycle),
            propositions: lasso.map_or_else(Vec::new, |lasso| lasso.propositions.clone()),
            inputs: trace.inputs.clone()?,
        })
    }

    /// The violation with the schedule that leads to it.
    pub fn counterexample(&self) -> Counterexample {
        Counterexample {
            violation: self.violation.clone(),
            schedule: self.schedule.clone(),
            cycle: self.cycle,
        }
    }

    /// The run as one line of text.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("a run should be plain data")
    }
}
