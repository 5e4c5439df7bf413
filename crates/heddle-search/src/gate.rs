//! The gate before a report.

use heddle_model::{Counterexample, TransitionSystem, Unknown, UnknownKind, Violation};
use heddle_replay::replay;

/// Lets a counterexample pass if its schedule reproduces its violation.
pub(crate) fn gate<S: TransitionSystem>(
    system: &mut S,
    found: &Counterexample,
) -> Result<(), Unknown> {
    let why = match replay(system, &found.schedule) {
        Ok(again) if again.iter().any(|other| other.identity() == found.violation.identity()) => {
            return Ok(());
        }
        Ok(_) => "the run ends without it".to_owned(),
        Err(error) => error.to_string(),
    };
    let Violation { finding, place, .. } = &found.violation;
    let kind = found.violation.kind();
    let reason = format!("a violation was found but its replay fails ({kind}: {finding}): {why}");
    Err(Unknown { kind: UnknownKind::Internal, reason, place: place.clone() })
}
