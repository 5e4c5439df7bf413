//! Settings of `heddle vivo`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use heddle_model::{Limits, PropertySet};
use heddle_stateless::Options;
use heddle_vivo::{Mode, Path as SchedulePath, Program, Question};

use super::{OutputSettings, SettingsError, output};
use crate::cli::{AskedProperties, VivoArgs};
use crate::driver::is_source;
use crate::engines::sampling;
use crate::environment::Environment;

/// Sources of a native program.
#[derive(Debug)]
pub(crate) struct Sources {
    /// Sources, objects and archives.
    pub(crate) files: Vec<PathBuf>,
    /// Flags for the compiler.
    pub(crate) flags: Vec<OsString>,
}

impl Sources {
    /// The sources and flags that words name, if the first is a source.
    fn of(words: &[OsString]) -> Option<Sources> {
        let first = Path::new(words.first()?);
        if !is_source(first) {
            return None;
        }
        let mut parts = words.splitn(2, |word| word == "--");
        let files = parts.next().unwrap_or_default().iter().map(PathBuf::from).collect();
        Some(Sources { files, flags: parts.next().unwrap_or_default().to_vec() })
    }
}

/// Settings of `heddle vivo`.
#[derive(Debug)]
pub(crate) struct VivoSettings {
    /// The program; if it is to be compiled, with no path yet.
    pub(crate) program: Program,
    /// The sources that it is to be compiled from, if it is.
    pub(crate) sources: Option<Sources>,
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
            args: own_arguments,
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
        let sources = Sources::of(&program);
        let Some(own) = shlex::split(&own_arguments) else {
            return Err(SettingsError::OpenQuote(own_arguments));
        };
        if sources.is_none() && !own.is_empty() {
            return Err(SettingsError::Idle { flag: "--args", without: "sources" });
        }
        let mut words = program.into_iter();
        let path = PathBuf::from(words.next().unwrap_or_default());
        let arguments = match &sources {
            Some(_) => own.into_iter().map(OsString::from).collect(),
            None => words.collect(),
        };
        let everything = AskedProperties { all: PropertySet::default(), named: PropertySet::EMPTY };
        let mode = if kernel_threads { Mode::Threads } else { Mode::Contexts };
        let asked = property.unwrap_or(everything);
        Ok(VivoSettings {
            program: Program { path, arguments, step_time, mode },
            sources,
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
