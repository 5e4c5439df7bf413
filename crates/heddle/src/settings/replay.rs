//! Settings of `heddle replay`.

use std::path::PathBuf;

use super::{OutputSettings, SettingsError, output};
use crate::cli::ReplayArgs;
use crate::commands::{Output, Target};
use crate::environment::Environment;

/// Ways to make the run of a native program again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NativeReplay {
    /// From beginning to end.
    Plain,
    /// Under GDB.
    Debugger,
}

impl NativeReplay {
    /// The way that options ask for.
    pub(super) fn asked(native: bool, gdb: bool) -> Option<NativeReplay> {
        match (native, gdb) {
            (_, true) => Some(NativeReplay::Debugger),
            (true, false) => Some(NativeReplay::Plain),
            (false, false) => None,
        }
    }
}

/// Settings of `heddle replay`.
#[derive(Debug)]
pub(crate) struct ReplaySettings {
    /// The file to read.
    pub(crate) trace: PathBuf,
    /// The files of the program, if they are given.
    pub(crate) files: Vec<PathBuf>,
    /// The way in which the run is made again with the native program, if it is.
    pub(crate) native: Option<NativeReplay>,
    /// The output.
    pub(crate) output: OutputSettings,
}

impl ReplaySettings {
    /// Resolves the arguments of `heddle replay`.
    pub(crate) fn resolve(
        args: ReplayArgs,
        environment: &Environment,
    ) -> Result<ReplaySettings, SettingsError> {
        let ReplayArgs { trace, files, native, gdb, output: outputs } = args;
        let read = trace.canonicalize().ok();
        let is_read = |output: &Output| match &output.target {
            Target::File(file) => read.is_some() && file.canonicalize().ok() == read,
            Target::Stdout => false,
        };
        if outputs.formats.0.iter().any(is_read) {
            return Err(SettingsError::ReadAndWritten(trace));
        }
        let native = NativeReplay::asked(native, gdb);
        Ok(ReplaySettings { trace, files, native, output: output(outputs, environment) })
    }
}
