//! `heddle vivo`: checks a native program as it is.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use heddle_engine::{CancelToken, Channel, Progress, Report};
use heddle_model::{Supervisor, Unknown, UnknownKind, Verdict};
use heddle_portfolio::News;
use heddle_trace::render::{self, TextOptions};
use heddle_trace::result::{CheckResult, HarnessInputs, Inputs, UndefinedFunctions, Version};
use heddle_trace::{NativeRun, Trace};
use heddle_vivo::{
    Compilation, Debugger, Instrumented, Mode, NAME, Path as SchedulePath, Program, StoryError,
};

use super::formats::unless_closed;
use super::progress::Ticker;
use super::sources::Files;
use super::text::{self, Telling};
use super::{Exit, Target, result};
use crate::driver::{Clang, user_header};
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::{Sources, VivoSettings};

/// The time for a step of a run that is made again.
const STEP_TIME: Duration = Duration::from_secs(60);
/// The level of optimization of a program that is there already.
const LEVEL: &str = "native";

/// Checks a native program.
pub(super) fn vivo(
    settings: &mut VivoSettings,
    environment: &Environment,
    out: &mut dyn Write,
) -> Result<Exit> {
    // It is there until the end of the command.
    let _compiled = match &settings.sources {
        Some(sources) => {
            let compiled = compile(sources, environment)?;
            compiled.path().clone_into(&mut settings.program.path);
            Some(compiled)
        }
        None => None,
    };
    let settings = &*settings;
    if let Some(path) = &settings.path {
        return match &settings.debugger {
            Some(commands) => debug(&settings.program, path, commands),
            None => replay(settings, path, environment.width, out),
        };
    }
    let visible = environment.progress && !settings.output.quiet;
    let mut ticker = Ticker::new(visible, &settings.question.limits);
    let user: Arc<dyn Supervisor> = Arc::new(CancelToken::from(interrupt::flag()));
    let mut tick = |progress: &Progress<'_>| ticker.tick(NAME, News::Progress(progress));
    let mut channel = Channel::new(user, &mut tick);
    let checked =
        heddle_vivo::check(&settings.program, &settings.question, settings.named, &mut channel);
    ticker.finish();
    let mut report = checked?;
    let traces = tell(&settings.program, &mut report, settings)?;
    write(&report, &traces, settings, environment.width, out)?;
    Ok(match report.verdict {
        Verdict::Bounded(_) if settings.is_strict => Exit::Unknown,
        Verdict::Verified | Verdict::Bounded(_) => Exit::Fine,
        Verdict::Violation(_) => Exit::Violation,
        Verdict::Unknown(_) | Verdict::Stopped(_) => Exit::Unknown,
    })
}

/// Compiles sources so that accesses to memory are operations.
fn compile(sources: &Sources, environment: &Environment) -> Result<Instrumented> {
    let clang = Clang::find(environment)?;
    let headers = tempfile::tempdir().context("cannot prepare to compile")?;
    let (name, text) = user_header();
    std::fs::write(headers.path().join(name), text).context("cannot prepare to compile")?;
    let compilation = Compilation {
        compiler: clang.program(),
        inputs: &sources.files,
        flags: &sources.flags,
        headers: Some(headers.path()),
    };
    Ok(compilation.make()?)
}

/// Makes one run, and tells it.
fn replay(
    settings: &VivoSettings,
    path: &SchedulePath,
    width: usize,
    out: &mut dyn Write,
) -> Result<Exit> {
    let properties = settings.question.properties;
    let mut sources = Files::default();
    let trace = match heddle_vivo::tell_path(&settings.program, &path.0, properties, &mut sources) {
        Err(StoryError::NothingWrong) => {
            unless_closed(writeln!(out, "{}", StoryError::NothingWrong).map_err(Into::into))?;
            return Ok(Exit::Fine);
        }
        trace => trace?,
    };
    let style = settings.output.style;
    let written = match settings.output.quiet {
        true => text::write_violation(&trace.violation, style, out),
        false => {
            let options = TextOptions { width, style, full: settings.output.full };
            write!(out, "{}", render::text(&trace, &options))
        }
    };
    unless_closed(written.map_err(Into::into))?;
    Ok(Exit::Violation)
}

/// Makes one run under GDB. It ends as GDB does.
pub(super) fn debug(program: &Program, path: &SchedulePath, commands: &[String]) -> Result<Exit> {
    let mut debugger = Debugger::new(program, &path.0, commands)?;
    let status = debugger.run().context("cannot start gdb; install it, or leave out --gdb")?;
    Ok(if status.success() { Exit::Fine } else { Exit::BadInput })
}

/// The native program of a trace, and the path of its run.
pub(super) fn program_of(run: &NativeRun) -> Result<(Program, SchedulePath)> {
    let program = Program {
        path: PathBuf::from(&run.executable),
        arguments: run.arguments.iter().map(OsString::from).collect(),
        step_time: STEP_TIME,
        mode: Mode::Contexts,
    };
    Ok((program, run.path.parse()?))
}

/// Tells the stories of the counterexamples of a report. Only what can be told is reported.
fn tell(program: &Program, report: &mut Report, settings: &VivoSettings) -> Result<Vec<Trace>> {
    let Verdict::Violation(found) = &mut report.verdict else { return Ok(Vec::new()) };
    let (mut traces, mut untold) = (Vec::new(), Vec::new());
    let mut sources = Files::default();
    found.retain(|found| {
        let properties = settings.question.properties;
        match heddle_vivo::tell(program, found, properties, &mut sources) {
            Ok(trace) => {
                traces.push(trace);
                true
            }
            Err(error) => {
                let (kind, reason) = (UnknownKind::Internal, error.to_string());
                untold.push(Unknown { kind, reason, place: None });
                false
            }
        }
    });
    match untold.first() {
        Some(first) if traces.is_empty() => report.verdict = Verdict::Unknown(first.clone()),
        Some(_) | None => report.unlisted.unreplayed.extend(untold),
    }
    Ok(traces)
}

/// Writes the report as text, unless something else is to go to standard output, and in the formats that were
/// asked for.
fn write(
    report: &Report,
    traces: &[Trace],
    settings: &VivoSettings,
    width: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let limits = &settings.question.limits;
    let formats = &settings.output.formats;
    if !formats.iter().any(|output| output.target == Target::Stdout) {
        let telling = Telling {
            output: &settings.output,
            limits,
            is_list: settings.question.all_violations,
            checkpoint: None,
            hint: &|_, _| None,
            width,
        };
        let written = text::write_report(report, &[], traces, &telling, out)
            .and_then(|()| write_paths(traces, settings, out));
        unless_closed(written.map_err(Into::into))?;
    }
    let answer = result::answer(report, &[], traces, LEVEL.to_owned(), limits);
    let result = CheckResult {
        version: Version,
        answer,
        inputs: inputs(&settings.program),
        resumed_from: None,
        checkpoint: None,
        // A program that was compiled here is not there any more when somebody replays it.
        trace: traces.first().cloned().map(|trace| Trace {
            native: trace.native.clone().filter(|_| settings.sources.is_none()),
            ..trace
        }),
        levels: Vec::new(),
    };
    for output in formats {
        output.write(out, |format, out| (format.write_result)(&result, out))?;
    }
    Ok(())
}

/// Writes the paths of the runs that were told.
fn write_paths(traces: &[Trace], settings: &VivoSettings, out: &mut dyn Write) -> io::Result<()> {
    if settings.output.quiet {
        return Ok(());
    }
    for run in traces.iter().filter_map(|trace| trace.native.as_ref()) {
        writeln!(out, "Again, or step by step: heddle vivo --path '{}' [--gdb] ...", run.path)?;
    }
    Ok(())
}

/// The program, so that it can be checked again.
fn inputs(program: &Program) -> Inputs {
    let arguments = program.arguments.iter().map(|word| word.to_string_lossy().into_owned());
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    Inputs {
        files: vec![name(&program.path)],
        clang_flags: Vec::new(),
        undefined: UndefinedFunctions::Refuse,
        args: arguments.collect(),
        given_files: Vec::new(),
        stdin: None,
        malloc_may_fail: false,
        spurious_wakeups: false,
        harness: HarnessInputs { init: None, threads: Vec::new(), invariants: Vec::new() },
    }
}
