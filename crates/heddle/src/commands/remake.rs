//! A run from a file that is made again: one that goes on for ever, or has inputs.
//!
//! The program is compiled and linked as it was when the run was found, and a machine makes
//! all choices again, with the inputs of then: of a run that goes on for ever the stem, and
//! once round the cycle.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use heddle_bitcode::Cancel;
use heddle_engine::{Harness, ThreadStart, World};
use heddle_machine::{Machine, Options};
use heddle_model::{Property, PropertySet};
use heddle_program::Undefined;
use heddle_svcomp::witness::Run;
use heddle_trace::result::{HarnessInputs, Inputs, RunInputs, UndefinedFunctions};
use heddle_trace::{Propositions, Trace};

use super::explain::question_error;
use super::program;
use super::sources::Files;
use crate::cli::thread_start;
use crate::driver::{GivenFiles, Messages, OptLevel};
use crate::environment::Environment;
use crate::settings::{MachineSettings, ProgramSettings, definition};

/// True if there is more to a trace than what can be shown of it.
pub(crate) fn is_needed(trace: &Trace) -> bool {
    let has_inputs = |made: &RunInputs| made.thread_inputs.is_some();
    trace.lasso.is_some() || trace.inputs.as_ref().is_some_and(has_inputs)
}

/// Replays the run of a trace with the program that it is a run of. Returns what was seen, for
/// a sentence.
pub(crate) fn make_again(
    trace: &Trace,
    level: &str,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<&'static str> {
    let made = trace.inputs.as_ref();
    let made = made.ok_or_else(|| anyhow!("it does not say what the run was made with"))?;
    let names = trace.lasso.as_ref().map_or(&[][..], |lasso| &lasso.propositions);
    let known = with_machine(made, level, names, environment, err, |machine| {
        heddle_trace::retell(machine, trace, &mut Files::default())?;
        Ok(machine.options().propositions.len())
    })?;
    let Some(lasso) = &trace.lasso else {
        return Ok("the same goes wrong with these inputs");
    };
    let names = lasso.propositions.len();
    let is_cyclic = lasso.first_step.is_some();
    let are_known = names != 0 && names == known;
    Ok(match (is_cyclic, are_known) {
        (true, true) => "the cycle closes, and the propositions hold as recorded",
        (true, false) => "the cycle closes",
        (false, true) => "the run ends, and the propositions hold as recorded",
        (false, false) => "the run ends",
    })
}

/// Replays the run of a witness with the program that it is a run of, and tells its story.
pub(crate) fn tell_again(
    run: &Run,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Trace> {
    let names = &run.propositions;
    with_machine(&run.inputs, &run.level, names, environment, err, |machine| {
        let propositions = Propositions { names };
        let mut sources = Files::default();
        let counterexample = run.counterexample();
        let told =
            heddle_trace::tell_counterexample(machine, &counterexample, propositions, &mut sources);
        Ok(told?)
    })
}

/// Gives `use_machine` a machine as the one that a run was made on, in its initial state and with
/// the propositions of these names.
fn with_machine<R>(
    made: &RunInputs,
    level: &str,
    names: &[String],
    environment: &Environment,
    err: &mut dyn Write,
    use_machine: impl FnOnce(&mut Machine<'_>) -> Result<R>,
) -> Result<R> {
    let level = OptLevel::of_flag(level).ok_or_else(|| anyhow!("it names no level"))?;
    if let Some(missing) = made.check.files.iter().find(|file| !Path::new(file).exists()) {
        let file = Path::new(missing).display();
        return Err(anyhow!(
            "there is no {file} here, which this run has to be made again with: files have the names \
             that the check was given, so replay it from the folder in which it was called"
        ));
    }
    let (program_settings, machine_settings) = settings(made)?;
    let linked = program::load(&program_settings, &level, environment, Cancel::NEVER, err)?;
    let properties = program::properties(&machine_settings, &level)?;
    let world = &machine_settings.world;
    let options = world.machine_options(properties, made.granularity, &linked);
    let options = options.map_err(question_error)?;
    let definitions = made.definitions.iter().map(|text| definition(text));
    let definitions = definitions.collect::<Result<Vec<_>, _>>()?;
    let propositions = heddle_explicit::resolve_propositions(names, &definitions, &linked);
    let propositions = propositions.map_err(question_error)?;
    let options = Options {
        symmetry: made.symmetry,
        inputs: made.thread_inputs.clone(),
        propositions,
        ..options
    };
    let mut machine = Machine::new(&linked, options)?;
    use_machine(&mut machine)
}

fn settings(made: &RunInputs) -> Result<(ProgramSettings, MachineSettings)> {
    let RunInputs { check, properties, .. } = made;
    let Inputs {
        files,
        clang_flags,
        undefined,
        args,
        given_files,
        stdin,
        malloc_may_fail,
        spurious_wakeups,
        harness,
    } = check;
    let HarnessInputs { init, threads, invariants } = harness;
    let start = |text: &String| thread_start(text).map_err(|error| anyhow!(error));
    let harness = Harness {
        init: init.clone(),
        threads: threads.iter().map(start).collect::<Result<Vec<ThreadStart>>>()?,
        invariants: invariants.clone(),
    };
    let properties: PropertySet = properties.join(",").parse()?;
    let program = ProgramSettings {
        files: files.iter().map(PathBuf::from).collect(),
        flags: clang_flags.iter().map(OsString::from).collect(),
        messages: Messages::default(),
        given: GivenFiles {
            files: given_files.iter().map(PathBuf::from).collect(),
            stdin: stdin.as_ref().map(PathBuf::from),
        },
        undefined: match undefined {
            UndefinedFunctions::Refuse => Undefined::Refuse,
            UndefinedFunctions::Any => Undefined::Any,
        },
        main: harness.main(),
        named: harness.names().map(str::to_owned).collect(),
        keep_variables: properties.contains(Property::Leak),
    };
    let world = World {
        name: program.name(),
        args: args.clone(),
        malloc_may_fail: *malloc_may_fail,
        spurious_wakeups: *spurious_wakeups,
        harness,
    };
    Ok((program, MachineSettings { world, properties, named: PropertySet::EMPTY }))
}
