//! The answer where no engine is named: that of the best, and none that another contradicts.

use heddle_model::{Unknown, UnknownKind};

use super::directives::{Directives, Symbolic};
use super::{symbolic, verdicts};
use crate::support::heddle::Bug;

/// Ways to ask all engines: side by side, and in turns.
const WAYS: [&[&str]; 2] = [&["--workers", "2"], &["--workers", "1"]];

/// Checks a program as a user would.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    if directives.options.iter().any(|option| option == "--engine") {
        return Ok(());
    }
    // Where there are no threads, taking turns makes no difference that is worth the time.
    let ways = if directives.is_concurrent { &WAYS[..] } else { &WAYS[..1] };
    for way in ways {
        let line = verdicts::line_of_any(path, directives, way);
        let answer = line.answer()?;
        let is_refused = answer.told.unknown.as_ref().is_some_and(is_refusal);
        let is_expected = match best(directives) {
            // Whoever tells heddle what it cannot take should know, whatever else is shown.
            _ if is_refused => directives.verdict == "unknown",
            "violation" => match &answer.told.violation {
                Some(found) if verdicts::is_expected(found, path, directives) => true,
                // The symbolic engine may have come to another one.
                Some(found) if directives.is_violation() => {
                    verdicts::all_bugs(path, directives)?.contains(&Bug::of(found))
                }
                Some(found) => match symbolic::expected(directives) {
                    Some(Symbolic::Says(_, part)) => symbolic::is_declared(found, &part),
                    _ => false,
                },
                None => false,
            },
            // Of several engines that do not know, one may know more than the others.
            "unknown" => matches!(answer.verdict.as_str(), "unknown" | "bounded"),
            best => answer.verdict == best,
        };
        if !is_expected {
            let message =
                format!("{} ({}), expected {}", answer.verdict, answer.reason, best(directives));
            return Err(line.complaint(&message));
        }
        verdicts::require_note(&answer, &line, directives)?;
    }
    Ok(())
}

/// True if heddle refuses what the program tells it.
fn is_refusal(unknown: &Unknown) -> bool {
    matches!(unknown.kind, UnknownKind::Refused | UnknownKind::Evaluation)
}

/// The best that an engine says.
fn best(directives: &Directives) -> &str {
    match symbolic::expected(directives) {
        Some(Symbolic::Says(verdict, _)) if is_better(&verdict, &directives.verdict) => {
            if verdict == "verified" { "verified" } else { "violation" }
        }
        _ => &directives.verdict,
    }
}

/// True if a verdict says more than another.
fn is_better(verdict: &str, other: &str) -> bool {
    let is_decided = |verdict: &str| matches!(verdict, "verified" | "violation");
    is_decided(verdict) && !is_decided(other)
}
