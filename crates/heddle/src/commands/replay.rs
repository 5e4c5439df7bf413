//! `heddle replay`: shows a counterexample again.
//!
//! What is in the file is enough for that. But a run that goes on for ever is more than what
//! can be shown of it, and so are inputs: such a run is made again with the program, to see
//! that it does go on, or wrong. A witness has less to show, and is always made again.

use std::io::{self, Write};

use anyhow::{Context, Result, anyhow};
use heddle_model::{Counterexample, PropertySet};
use heddle_trace::Trace;
use heddle_trace::render::{self, TextOptions};
use heddle_trace::result::{CheckResult, ReadError};

use super::formats::unless_closed;
use super::sources::{Files, has_changed};
use super::{Exit, Target, remake, text, vivo, witness};
use crate::environment::Environment;
use crate::settings::{NativeReplay, ReplaySettings};

/// Shows the counterexample in a file that `heddle check --json` wrote.
pub(super) fn replay(
    settings: &ReplaySettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let path = settings.trace.display();
    let bytes = std::fs::read(&settings.trace).with_context(|| format!("cannot read {path}"))?;
    if let Some(text) = witness_text(&bytes) {
        return replay_witness(text, settings, environment, out, err);
    }
    if let Some(file) = settings.files.first() {
        let file = file.display();
        return Err(anyhow!(
            "{path} is no witness, and names its program itself; leave out {file}"
        ));
    }
    let result = CheckResult::read(&bytes).map_err(|error| match error {
        ReadError::NotAResult(error) => {
            anyhow!(error).context(format!("{path} is not what `heddle check --json` writes"))
        }
        ReadError::OtherVersion(error) => anyhow!(error).context(format!("cannot read {path}")),
        ReadError::Failed(error) => anyhow!("{path} has no counterexample: it says '{error}'"),
        ReadError::Damaged(damage) => anyhow!("the trace in {path} is damaged: {damage}"),
    })?;
    let Some(trace) = &result.trace else {
        let verdict = result.answer.verdict.name();
        return Err(anyhow!("{path} has no counterexample: its verdict is {verdict}"));
    };
    for source in trace.inputs.iter().flat_map(|made| &made.sources) {
        if has_changed(source) {
            let file = &source.file;
            writeln!(err, "warning: {file} is not what it was when this run was found")?;
        }
    }
    if let Some(native) = settings.native {
        let run = trace.native.as_ref();
        let run = run.ok_or_else(|| anyhow!("{path} is not the run of a native program"))?;
        let (program, schedule) = vivo::program_of(run)?;
        if native == NativeReplay::Debugger {
            return vivo::debug(&program, &schedule, &[]);
        }
        let found = Counterexample {
            violation: trace.violation.clone(),
            schedule: schedule.0,
            cycle: None,
        };
        let properties = PropertySet::EMPTY.with(trace.violation.property());
        heddle_vivo::tell(&program, &found, properties, &mut Files::default())
            .with_context(|| format!("cannot replay {path}"))?;
    }
    let replayed = match remake::is_needed(trace) {
        true => {
            let replayed = remake::make_again(trace, &result.answer.level, environment, err);
            Some(replayed.with_context(|| format!("cannot replay {path}"))?)
        }
        false if settings.native.is_some() => Some("the same goes wrong in the native program"),
        false => None,
    };
    let formats = &settings.output.formats;
    if !formats.iter().any(|output| output.target == Target::Stdout) {
        let written = write_text(trace, replayed, settings, environment.width, out);
        unless_closed(written.map_err(Into::into))?;
    }
    for output in formats {
        output.write(out, |format, out| (format.write_result)(&result, out))?;
    }
    Ok(Exit::Violation)
}

/// The text of a file that is meant to be a witness: one that is not JSON, as far as its first
/// character tells.
fn witness_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    text.trim_start().starts_with(['<', '#', '-']).then_some(text)
}

/// Makes the run of a witness again, and shows it.
fn replay_witness(
    text: &str,
    settings: &ReplaySettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let path = settings.trace.display();
    if !settings.output.formats.is_empty() {
        return Err(anyhow!("{path} is a witness, which is not written in other formats again"));
    }
    let trace = witness::replay(text, &settings.files, environment, err)
        .with_context(|| format!("cannot replay {path}"))?;
    let replayed = Some("the run goes wrong as the witness says, along the path that it tells");
    let written = write_text(&trace, replayed, settings, environment.width, out);
    unless_closed(written.map_err(Into::into))?;
    Ok(Exit::Violation)
}

/// Writes the story of a run, and what was seen when it was made again.
fn write_text(
    trace: &Trace,
    replayed: Option<&str>,
    settings: &ReplaySettings,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let style = settings.output.style;
    if settings.output.quiet {
        return text::write_violation(&trace.violation, style, out);
    }
    let options = TextOptions { width, style, full: settings.output.full };
    write!(out, "{}", render::text(trace, &options))?;
    if let Some(replayed) = replayed {
        writeln!(out, "\nReplayed: {replayed}.")?;
    }
    Ok(())
}
