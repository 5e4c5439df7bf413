//! A run from a file that is made again: one that goes on for ever, or has inputs.
//!
//! The program is compiled and linked as it was when the run was found, and a machine makes
//! all choices again, with the inputs of then: of a run that goes on for ever the stem, and
//! once round the cycle.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use heddle_engine::{Harness, ThreadStart, World};
use heddle_machine::{Granularity, Machine, Options, Symmetry};
use heddle_model::PropertySet;
use heddle_trace::Trace;
use serde::Deserialize;

use super::program;
use super::sources::Files;
use crate::cli::thread_start;
use crate::deadline::Deadline;
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::settings::{MachineSettings, ProgramSettings, definition};

/// What a run was made with, as [`made_with`](super::formats::json::made_with) has written it.
#[derive(Debug, Deserialize)]
struct MadeWith {
    files: Vec<PathBuf>,
    clang_flags: Vec<String>,
    args: Vec<String>,
    malloc_may_fail: bool,
    spurious_wakeups: bool,
    harness: MadeHarness,
    properties: Vec<String>,
    definitions: Vec<String>,
    granularity: String,
    symmetry: String,
    #[serde(default)]
    thread_inputs: Option<Vec<Vec<u64>>>,
}

#[derive(Debug, Deserialize)]
struct MadeHarness {
    init: Option<String>,
    threads: Vec<String>,
    invariants: Vec<String>,
}

/// Whether there is more to a trace than what can be shown of it.
pub(crate) fn is_needed(trace: &Trace) -> bool {
    trace.lasso.is_some() || trace.inputs.get("thread_inputs").is_some()
}

/// Replays the run of a trace with the program that it is a run of. Returns what was seen, for
/// a sentence.
pub(crate) fn make_again(
    trace: &Trace,
    level: Option<&str>,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<&'static str> {
    let level = level.and_then(OptLevel::of_flag).ok_or_else(|| anyhow!("it names no level"))?;
    let made: MadeWith = serde_json::from_value(trace.inputs.clone())
        .context("it does not say what the run was made with")?;
    let (program_settings, machine_settings) = settings(&made)?;
    let linked = program::load(&program_settings, &level, environment, &Deadline::new(None), err)?;
    let properties = program::properties(&machine_settings, &level)?;
    let world = &machine_settings.world;
    let options = world.machine_options(properties, granularity(&made.granularity)?, &linked)?;
    let names = trace.lasso.as_ref().map_or(&[][..], |lasso| &lasso.propositions);
    let definitions = made.definitions.iter().map(|text| definition(text));
    let definitions = definitions.collect::<Result<Vec<_>, _>>()?;
    let propositions = heddle_explicit::resolve_propositions(names, &definitions, &linked)?;
    let options = Options {
        symmetry: symmetry(&made.symmetry)?,
        inputs: made.thread_inputs,
        propositions,
        ..options
    };
    let mut machine = Machine::new(&linked, options)?;
    heddle_trace::retell(&mut machine, trace, &mut Files::default())?;
    let Some(lasso) = &trace.lasso else {
        return Ok("the same goes wrong with these inputs");
    };
    let names = lasso.propositions.len();
    let is_cyclic = lasso.first_step.is_some();
    let are_known = names != 0 && names == machine.options().propositions.len();
    Ok(match (is_cyclic, are_known) {
        (true, true) => "the cycle closes, and the propositions hold as recorded",
        (true, false) => "the cycle closes",
        (false, true) => "the run ends, and the propositions hold as recorded",
        (false, false) => "the run ends",
    })
}

fn settings(made: &MadeWith) -> Result<(ProgramSettings, MachineSettings)> {
    let MadeHarness { init, threads, invariants } = &made.harness;
    let start = |text: &String| thread_start(text).map_err(|error| anyhow!(error));
    let harness = Harness {
        init: init.clone(),
        threads: threads.iter().map(start).collect::<Result<Vec<ThreadStart>>>()?,
        invariants: invariants.clone(),
    };
    let program = ProgramSettings {
        files: made.files.clone(),
        flags: made.clang_flags.iter().map(OsString::from).collect(),
        color: false,
        main: harness.main(),
    };
    let properties: PropertySet = made.properties.join(",").parse()?;
    let world = World {
        name: program.name(),
        args: made.args.clone(),
        malloc_may_fail: made.malloc_may_fail,
        spurious_wakeups: made.spurious_wakeups,
        harness,
    };
    Ok((program, MachineSettings { world, properties, named: PropertySet::EMPTY }))
}

fn granularity(name: &str) -> Result<Granularity> {
    match name {
        "none" => Ok(Granularity::None),
        "tau" => Ok(Granularity::Tau),
        "global" => Ok(Granularity::Global),
        _ => Err(anyhow!("there is no granularity '{name}'")),
    }
}

fn symmetry(name: &str) -> Result<Symmetry> {
    match name {
        "none" => Ok(Symmetry::None),
        "heap" => Ok(Symmetry::Heap),
        "threads" => Ok(Symmetry::Threads),
        _ => Err(anyhow!("there is no symmetry '{name}'")),
    }
}
