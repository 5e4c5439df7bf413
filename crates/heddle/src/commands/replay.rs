//! `heddle replay`: shows a counterexample again.
//!
//! What is in the file is enough for that. But a run that goes on for ever is more than what
//! can be shown of it, and so are inputs: such a run is made again with the program, to see
//! that it does go on, or wrong.

use std::io::Write;

use anyhow::{Context, Result, anyhow};
use heddle_trace::render::json::from_json;
use heddle_trace::render::{self, Style, TextOptions};

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
    let result: serde_json::Value = serde_json::from_slice(&bytes)
        .with_context(|| format!("{path} is not what `heddle check --json` writes"))?;
    let Some(trace) = result.get("trace") else {
        let verdict = result.get("verdict").and_then(|verdict| verdict.as_str());
        return Err(match verdict {
            Some(verdict) => anyhow!("{path} has no counterexample: its verdict is {verdict}"),
            None => anyhow!("{path} is not what `heddle check --json` writes"),
        });
    };
    let trace =
        from_json(trace.clone()).with_context(|| format!("the trace in {path} is damaged"))?;
    let replayed = match remake::is_needed(&trace) {
        true => {
            let level = result.get("level").and_then(|level| level.as_str());
            let replayed = remake::make_again(&trace, level, environment, err);
            Some(replayed.with_context(|| format!("cannot replay {path}"))?)
        }
        false => None,
    };
    let formats = &settings.output.formats;
    for output in formats {
        output.write(out, |format, out| (format.write_trace)(&trace, out))?;
    }
    if formats.is_empty() {
        let style = if settings.output.color { Style::Ansi } else { Style::Plain };
        let options = TextOptions { width: environment.width, style, full: false };
        write!(out, "{}", render::text(&trace, &options))?;
        if let Some(replayed) = replayed {
            writeln!(out, "\nReplayed: {replayed}.")?;
        }
    }
    Ok(Exit::Fine)
}
