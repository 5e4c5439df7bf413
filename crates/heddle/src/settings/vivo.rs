//! Settings of `heddle vivo`.

use std::path::PathBuf;

use heddle_model::{Limits, PropertySet};
use heddle_stateless::Options;
use heddle_vivo::{Mode, Path as SchedulePath, Program, Question};

use super::{OutputSettings, SettingsError, output};
use crate::cli::{AskedProperties, VivoArgs};
use crate::engines::sampling;
use crate::environment::Environment;

/// Settings of `heddle vivo`.
#[derive(Debug)]
pub(crate) struct VivoSettings {
    /// The program.
    pub(crate) program: Program,
    /// The question.
    pub(crate) question: Question,
    /// The properties that were asked for by name.
    pub(crate) named: PropertySet,
    /// The one run to make, if one was given.
    pub(crate) path: Option<SchedulePath>,
    /// Commands for GDB, if the run is to be made there; its user gives them if there are none.
    pub(crate) debugger: Option<Vec<String>>,
    /// True if only proofs are fine.
    pub(crate) is_strict: bool,
    /// The output.
    pub(crate) output: OutputSettings,
}

impl VivoSettings {
    /// Resolves the arguments of `heddle vivo`.
    pub(crate) fn resolve(
        args: VivoArgs,
        environment: &Environment,
    ) -> Result<VivoSettings, SettingsError> {
        let VivoArgs {
            program,
            property,
            all_violations,
            strict,
            context_bound,
            sample,
            runs,
            bug_depth,
            seed,
            time,
            depth,
            step_time,
            kernel_threads,
            path: schedule,
            gdb,
            gdb_command,
            output: outputs,
        } = args;
        let sampling = sampling(sample, runs, bug_depth, seed, context_bound)?;
        let mut words = program.into_iter();
        let path = PathBuf::from(words.next().unwrap_or_default());
        let everything = AskedProperties { all: PropertySet::default(), named: PropertySet::EMPTY };
        let mode = if kernel_threads { Mode::Threads } else { Mode::Contexts };
        let asked = property.unwrap_or(everything);
        Ok(VivoSettings {
            program: Program { path, arguments: words.collect(), step_time, mode },
            question: Question {
                properties: asked.all,
                all_violations,
                limits: Limits { time, ..Limits::default() },
                options: Options {
                    depth,
                    preemptions: context_bound,
                    sampling,
                    is_companion: false,
                },
            },
            named: asked.named,
            path: schedule,
            debugger: gdb.then_some(gdb_command),
            is_strict: strict,
            output: output(outputs, environment),
        })
    }
}
