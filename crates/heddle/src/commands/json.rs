//! The result as JSON.
//!
//! One object, as documented in `docs/json.md`. With `--all-levels` it speaks of the
//! level that is worst off, and `levels` has the others.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use heddle_bmc::history::Turns;
use heddle_bmc::{Concurrency, Reached, Size};
use heddle_machine::{Granularity, Options, Symmetry};
use heddle_model::{Property, Unknown, Verdict};
use heddle_search::Omission;
use serde_json::{Map, Value, json};

use super::report::{FormulaWork, Outcome, SearchWork, Work};
use crate::settings::{CheckSettings, CheckpointSettings, HarnessSettings};

/// Opens a file for the result.
pub(super) fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}

/// Writes the results of all levels.
pub(super) fn write(
    outcomes: &[Outcome],
    settings: &CheckSettings,
    out: &mut dyn Write,
) -> Result<()> {
    let rank = |outcome: &&Outcome| match outcome.verdict {
        Verdict::Violation(_) => 3,
        Verdict::Unknown(_) => 2,
        Verdict::Bounded(_) => 1,
        Verdict::Verified => 0,
    };
    // Of equals, the first.
    let Some(worst) = outcomes.iter().rev().max_by_key(rank) else { return Ok(()) };
    let mut object = outcome(worst);
    object.insert("inputs".to_owned(), inputs(settings));
    if let Some(CheckpointSettings { file, every: _, resume }) = &settings.checkpoints {
        if let Some(resume) = resume {
            object.insert("resumed_from".to_owned(), json!(resume.to_string_lossy()));
        }
        if matches!(worst.work, Work::Search(SearchWork { can_go_on: true, .. })) {
            object.insert("checkpoint".to_owned(), json!(file.to_string_lossy()));
        }
    }
    if let Some(trace) = worst.traces.first() {
        object.insert("trace".to_owned(), heddle_trace::render::json::to_json(trace)?);
    }
    if outcomes.len() > 1 {
        let levels = outcomes.iter().map(|level| Value::Object(outcome(level))).collect();
        object.insert("levels".to_owned(), Value::Array(levels));
    }
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

fn outcome(outcome: &Outcome) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("verdict", json!(outcome.word()));
    put("level", json!(outcome.level.to_string()));
    match &outcome.verdict {
        Verdict::Violation(_) => {
            let all = outcome.traces.iter().map(|trace| json!(trace.violation));
            let all: Vec<Value> = all.collect();
            put("violation", all.first().cloned().unwrap_or_default());
            put("violations", Value::Array(all));
        }
        Verdict::Unknown(unknown) => {
            put("reason", json!(reason(unknown)));
        }
        Verdict::Bounded(bound) => {
            put("reason", json!(bound));
        }
        Verdict::Verified => {}
    }
    if let Work::Search(SearchWork { omission: Some(omission), .. }) = &outcome.work {
        let Omission { chance, expected } = omission;
        put("omission", json!({ "chance": chance, "expected": expected }));
    }
    put("assumptions", json!(outcome.assumptions));
    match &outcome.work {
        Work::Search(SearchWork { stats, omission: _, can_go_on: _ }) => {
            put("engine", json!("explicit"));
            put(
                "stats",
                json!({
                    "states": stats.states,
                    "transitions": stats.transitions,
                    "executions": stats.final_states,
                    "seconds": stats.seconds,
                    "peak_memory_bytes": stats.peak_bytes,
                }),
            );
        }
        Work::Formula(work) => object.extend(formula(work)),
    }
    object
}

/// What the symbolic engine did, and what it took.
fn formula(work: &FormulaWork) -> Map<String, Value> {
    let FormulaWork { concurrency, unwind, reached, size, seconds } = work;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("engine", json!("bmc"));
    match concurrency {
        Concurrency::Order => {
            put("encoding", json!("order"));
        }
        Concurrency::Switches { bound, turns } => {
            put("encoding", json!("switches"));
            put("context_bound", json!(bound));
            let order = match turns {
                Turns::Robin => "robin",
                Turns::Free => "free",
            };
            put("threads_order", json!(order));
        }
    }
    put("unwind", json!(unwind));
    if !reached.is_empty() {
        let bounds = reached.iter().map(|reached| match reached {
            Reached::Loop { name, rounds } => json!({ "loop": name, "rounds": rounds }),
            Reached::Recursion { name, depth } => json!({ "recursion": name, "depth": depth }),
            Reached::Switches { bound } => json!({ "switches": bound }),
            Reached::Limit { reason } => json!({ "limit": reason }),
        });
        put("bounds", bounds.collect());
    }
    let Size { threads, events, terms, variables, clauses, conflicts } = size;
    put(
        "stats",
        json!({
            "threads": threads,
            "events": events,
            "terms": terms,
            "variables": variables,
            "clauses": clauses,
            "conflicts": conflicts,
            "seconds": seconds,
        }),
    );
    object
}

fn reason(unknown: &Unknown) -> String {
    match &unknown.place {
        Some(place) => format!("{}:{}: {}", place.file, place.line, unknown.reason),
        None => unknown.reason.clone(),
    }
}

/// What was checked, so that it can be checked again.
pub(super) fn inputs(settings: &CheckSettings) -> Value {
    let lossy = |items: Vec<std::borrow::Cow<'_, str>>| json!(items);
    let files = settings.program.files.iter().map(|file| file.to_string_lossy()).collect();
    let flags = settings.program.flags.iter().map(|flag| flag.to_string_lossy()).collect();
    json!({
        "files": lossy(files),
        "clang_flags": lossy(flags),
        "args": settings.machine.args,
        "malloc_may_fail": settings.machine.malloc_may_fail,
        "spurious_wakeups": settings.machine.spurious_wakeups,
        "harness": harness(&settings.machine.harness),
    })
}

/// What a run was made with: [`inputs`], and those options of its machine that decide what
/// its steps are.
pub(super) fn made_with(settings: &CheckSettings, options: &Options) -> Value {
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

/// What is started and evaluated from outside, as on the command line.
fn harness(settings: &HarnessSettings) -> Value {
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
