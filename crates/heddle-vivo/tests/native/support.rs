//! Programs to explore: C sources are compiled without special flags.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_dpor::{Options, Report};
use heddle_model::PropertySet;
use heddle_vivo::{Mode, NativeSystem, Program};
use tempfile::TempDir;

/// An executable in a folder of its own.
pub(crate) struct Executable {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

/// Compiles a C program with these flags.
pub(crate) fn compile(source: &str, flags: &[&str]) -> Executable {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("program.c");
    fs::write(&file, source).expect("a source can be written");
    let path = folder.path().join("program");
    run(Command::new("cc").arg("-g").arg("-pthread").args(flags).arg(&file).arg("-o").arg(&path));
    Executable { _folder: folder, path }
}

fn run(command: &mut Command) {
    let status = command.status().expect("the compiler can be started");
    assert!(status.success(), "the program should compile");
}

/// A program without arguments.
pub(crate) fn program(path: &Path) -> Program {
    let step_time = Duration::from_secs(10);
    Program { path: path.to_owned(), arguments: Vec::new(), step_time, mode: Mode::Contexts }
}

/// All executions of a C program.
pub(crate) fn explore(source: &str) -> Report {
    explore_in(Mode::Contexts, source)
}

/// All executions of a C program whose threads run in this way.
pub(crate) fn explore_in(mode: Mode, source: &str) -> Report {
    let executable = compile(source, &[]);
    let program = Program { mode, ..program(&executable.path) };
    let system = NativeSystem::launch(&program, PropertySet::default()).expect("it should start");
    let options = Options { stop_at_first: true, ..Options::default() };
    heddle_dpor::explore(&mut [system], &options, &mut |_| {})
}
