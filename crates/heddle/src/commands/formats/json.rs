//! The result as JSON.
//!
//! One object, as documented in `docs/json.md`. With `--all-levels` it speaks of the
//! level that is worst off, and `levels` has the others.

use std::io::Write;

use anyhow::Result;
use heddle_engine::{Assumption, Harness, Limits, Metric, Omission, Report, Turns};
use heddle_machine::{Granularity, Options, Symmetry};
use heddle_model::{Bound, BoundKind, Property, Verdict};
use serde_json::{Map, Value, json};

use super::Format;
use crate::commands::check::LevelReport;
use crate::commands::reason::{obstacle, reason};
use crate::commands::wording;
use crate::settings::{CheckSettings, CheckpointSettings};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "json",
    help: "Write the result as JSON, too; `-` is standard output, in place of the text",
    write,
    write_trace: |trace, out| {
        writeln!(out, "{:#}", heddle_trace::render::json::to_json(trace)?)?;
        Ok(())
    },
};

/// Writes the results of all levels.
fn write(reports: &[LevelReport], settings: &CheckSettings, out: &mut dyn Write) -> Result<()> {
    let rank = |told: &&LevelReport| match told.report.verdict {
        Verdict::Violation(_) => 3,
        Verdict::Unknown(_) | Verdict::Stopped(_) => 2,
        Verdict::Bounded(_) => 1,
        Verdict::Verified => 0,
    };
    // Of equals, the first.
    let Some(worst) = reports.iter().rev().max_by_key(rank) else { return Ok(()) };
    let mut object = level_report(worst, &settings.limits);
    object.insert("inputs".to_owned(), inputs(settings));
    if let Some(CheckpointSettings { file, every: _, resume }) = &settings.checkpoints {
        if let Some(resume) = resume {
            object.insert("resumed_from".to_owned(), json!(resume.to_string_lossy()));
        }
        if worst.report.checkpoint == Some(Ok(())) {
            object.insert("checkpoint".to_owned(), json!(file.to_string_lossy()));
        }
    }
    if let Some(trace) = worst.traces.first() {
        object.insert("trace".to_owned(), heddle_trace::render::json::to_json(trace)?);
    }
    if reports.len() > 1 {
        let levels = reports.iter().map(|told| Value::Object(level_report(told, &settings.limits)));
        object.insert("levels".to_owned(), levels.collect());
    }
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

fn level_report(told: &LevelReport, limits: &Limits) -> Map<String, Value> {
    let LevelReport { level, report, traces } = told;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("verdict", json!(told.word()));
    put("level", json!(level.to_string()));
    if let Verdict::Violation(_) = &report.verdict {
        let all: Vec<Value> = traces.iter().map(|trace| json!(trace.violation)).collect();
        put("violation", all.first().cloned().unwrap_or_default());
        put("violations", Value::Array(all));
    }
    let reason = reason(report, limits);
    if let Some(reason) = &reason {
        put("reason", json!(reason));
    }
    if let Some(Omission { chance, expected }) = report.omission {
        put("omission", json!({ "chance": chance, "expected": expected }));
    }
    let bounds = reason.unwrap_or_default();
    let phrases = report.assumptions.iter().flat_map(|one| wording::assumption(one, &bounds));
    put("assumptions", phrases.map(Value::String).collect());
    put("engine", json!(report.engine));
    object.extend(encoding(report, limits));
    object.insert("stats".to_owned(), Value::Object(statistics(report)));
    object
}

/// The encoding of a formula, and the bounds that were not shown to suffice.
fn encoding(report: &Report, limits: &Limits) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    for assumption in &report.assumptions {
        match assumption {
            Assumption::OrderEncoding => {
                put("encoding", json!("order"));
            }
            Assumption::SwitchesEncoding { bound, turns } => {
                put("encoding", json!("switches"));
                put("context_bound", json!(bound));
                let order = match turns {
                    Turns::Robin => "robin",
                    Turns::Free => "free",
                };
                put("threads_order", json!(order));
            }
            _ => {}
        }
    }
    if let Some(unwind) = report.statistics.get(Metric::Unwinding) {
        put("unwind", json!(unwind));
    }
    if let Verdict::Bounded(bounds) = &report.verdict {
        let bounds = bounds.iter().filter_map(bound);
        let limit =
            report.obstacle.iter().map(|reason| json!({ "limit": obstacle(reason, limits) }));
        let bounds: Vec<Value> = bounds.chain(limit).collect();
        if !bounds.is_empty() {
            put("bounds", Value::Array(bounds));
        }
    }
    object
}

/// A bound, if it is one on what was unrolled or encoded; the others are in the reason.
fn bound(bound: &Bound) -> Option<Value> {
    let Bound { kind, place, number } = bound;
    match kind {
        BoundKind::LoopRounds => Some(json!({ "loop": place, "rounds": number })),
        BoundKind::CallDepth => Some(json!({ "recursion": place, "depth": number })),
        BoundKind::ContextSwitches => Some(json!({ "switches": number })),
        BoundKind::Steps
        | BoundKind::Supersteps
        | BoundKind::Preemptions
        | BoundKind::SuperstepPreemptions
        | BoundKind::HashBits
        | BoundKind::FieldBits
        | BoundKind::LateFieldBits => None,
    }
}

fn statistics(report: &Report) -> Map<String, Value> {
    let mut object = Map::new();
    for &(metric, figure) in &report.statistics.figures {
        let key = match metric {
            Metric::States => "states",
            Metric::Transitions => "transitions",
            Metric::FinalStates => "executions",
            Metric::Threads => "threads",
            Metric::SharedEvents => "events",
            Metric::Terms => "terms",
            Metric::Variables => "variables",
            Metric::Clauses => "clauses",
            Metric::Conflicts => "conflicts",
            // These are in the reason, beside the statistics, or come last.
            Metric::Depth
            | Metric::Frontier
            | Metric::CutStates
            | Metric::StatesPerSecond
            | Metric::Unwinding
            | Metric::PeakMemory => continue,
        };
        object.insert(key.to_owned(), json!(figure));
    }
    object.insert("seconds".to_owned(), json!(report.statistics.seconds));
    if let Some(bytes) = report.statistics.get(Metric::PeakMemory) {
        object.insert("peak_memory_bytes".to_owned(), json!(bytes));
    }
    object
}

/// The program and its world, so that it can be checked again.
fn inputs(settings: &CheckSettings) -> Value {
    let lossy = |items: Vec<std::borrow::Cow<'_, str>>| json!(items);
    let files = settings.program.files.iter().map(|file| file.to_string_lossy()).collect();
    let flags = settings.program.flags.iter().map(|flag| flag.to_string_lossy()).collect();
    json!({
        "files": lossy(files),
        "clang_flags": lossy(flags),
        "args": settings.machine.world.args,
        "malloc_may_fail": settings.machine.world.malloc_may_fail,
        "spurious_wakeups": settings.machine.world.spurious_wakeups,
        "harness": harness(&settings.machine.world.harness),
    })
}

/// The conditions of a run: [`inputs`], and those options of its machine that decide what its
/// steps are.
pub(crate) fn made_with(settings: &CheckSettings, options: &Options) -> Value {
    let mut inputs = inputs(settings);
    let properties = options.properties;
    let names: Vec<&str> = properties.iter().map(Property::name).collect();
    inputs["properties"] = json!(names);
    let definitions = settings.liveness.definitions.iter();
    let definitions = definitions.map(|(name, text)| format!("{name} = {text}"));
    inputs["definitions"] = json!(definitions.collect::<Vec<String>>());
    inputs["granularity"] = json!(match options.granularity {
        Granularity::None => "none",
        Granularity::Tau => "tau",
        Granularity::Global => "global",
        Granularity::Run => "run",
    });
    inputs["symmetry"] = json!(match options.symmetry {
        Symmetry::None => "none",
        Symmetry::Heap => "heap",
        Symmetry::Threads => "threads",
    });
    if let Some(given) = &options.inputs {
        inputs["thread_inputs"] = json!(given);
    }
    inputs
}

/// The functions that are started and evaluated from outside, as on the command line.
fn harness(settings: &Harness) -> Value {
    let threads = settings.threads.iter().map(|start| match start.argument {
        Some(argument) => format!("{}={argument}", start.function),
        None => start.function.clone(),
    });
    json!({
        "init": settings.init,
        "threads": threads.collect::<Vec<String>>(),
        "invariants": settings.invariants,
    })
}
