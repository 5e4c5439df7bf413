//! `heddle replay`: shows a counterexample again.
//!
//! What is in the file is enough for that. But a run that goes on for ever is more than what
//! can be shown of it, and so are inputs: such a run is made again with the program, to see
//! that it does go on, or wrong.

use std::io::Write;

use anyhow::{Context, Result, anyhow};
use heddle_trace::render::{self, TextOptions};
use heddle_trace::result::{CheckResult, ReadError};

use super::{Exit, remake};
use crate::environment::Environment;
use crate::settings::ReplaySettings;

/// Shows the counterexample in a file that `heddle check --json` wrote.
pub(super) fn replay(
    settings: &ReplaySettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let path = settings.trace.display();
    let bytes = std::fs::read(&settings.trace).with_context(|| format!("cannot read {path}"))?;
    let result = CheckResult::read(&bytes).map_err(|error| match error {
        ReadError::NotAResult(error) => {
            anyhow!(error).context(format!("{path} is not what `heddle check --json` writes"))
        }
        ReadError::OtherVersion(error) => anyhow!(error).context(format!("cannot read {path}")),
        ReadError::Damaged(damage) => anyhow!("the trace in {path} is damaged: {damage}"),
    })?;
    let Some(trace) = &result.trace else {
        let verdict = result.answer.verdict.name();
        return Err(anyhow!("{path} has no counterexample: its verdict is {verdict}"));
    };
    let replayed = match remake::is_needed(trace) {
        true => {
            let replayed = remake::make_again(trace, &result.answer.level, environment, err);
            Some(replayed.with_context(|| format!("cannot replay {path}"))?)
        }
        false => None,
    };
    let formats = &settings.output.formats;
    for output in formats {
        output.write(out, |format, out| (format.write_result)(&result, out))?;
    }
    if formats.is_empty() {
        let style = settings.output.style;
        let options = TextOptions { width: environment.width, style, full: false };
        write!(out, "{}", render::text(trace, &options))?;
        if let Some(replayed) = replayed {
            writeln!(out, "\nReplayed: {replayed}.")?;
        }
    }
    Ok(Exit::Fine)
}
