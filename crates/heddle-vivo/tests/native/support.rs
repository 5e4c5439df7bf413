//! Programs to explore: C sources are compiled without special flags, or so that their accesses to memory are
//! operations.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_dpor::{Options, Report};
use heddle_model::{Property, PropertySet};
use heddle_vivo::{Compilation, CompileError, Instrumented, Mode, NativeSystem, Program};
use tempfile::TempDir;

/// Compilers that instrument, of which some are there.
const COMPILERS: [&str; 6] = ["clang-15", "clang-16", "clang-17", "clang-18", "clang-19", "gcc"];

/// An executable in a folder of its own.
pub(crate) struct Executable {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

/// Compiles a C program with these flags.
pub(crate) fn compile(source: &str, flags: &[&str]) -> Executable {
    compile_by("cc", "program.c", source, flags)
}

/// Compiles a program with a compiler.
pub(crate) fn compile_by(compiler: &str, name: &str, source: &str, flags: &[&str]) -> Executable {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join(name);
    fs::write(&file, source).expect("a source can be written");
    let path = folder.path().join("program");
    let mut command = Command::new(compiler);
    run(command.arg("-g").arg("-pthread").arg(&file).args(flags).arg("-o").arg(&path));
    Executable { _folder: folder, path }
}

pub(crate) fn run(command: &mut Command) {
    let status = command.status().expect("the compiler can be started");
    assert!(status.success(), "the program should compile");
}

/// The oldest and the newest clang that are there, and gcc.
pub(crate) fn compilers() -> Vec<&'static str> {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let mut found: Vec<&str> = COMPILERS.into_iter().filter(is_there).collect();
    assert!(found.len() > 1 && found.ends_with(&["gcc"]), "compilers should be there: {found:?}");
    if found.len() > 3 {
        found.drain(1..found.len() - 2);
    }
    found
}

/// A program without arguments.
pub(crate) fn program(path: &Path) -> Program {
    let step_time = Duration::from_secs(10);
    Program { path: path.to_owned(), arguments: Vec::new(), step_time, mode: Mode::Contexts }
}

/// All executions of an executable, up to the first violation.
pub(crate) fn explore_executable(executable: &Executable) -> Report {
    explore_program(&program(&executable.path))
}

fn explore_program(program: &Program) -> Report {
    let system = NativeSystem::launch(program, PropertySet::default()).expect("it should start");
    let options = Options { stop_at_first: true, ..Options::default() };
    heddle_dpor::explore(&mut [system], &options, &mut |_| {})
}

/// All executions of a C program, up to the first violation.
pub(crate) fn explore(source: &str) -> Report {
    explore_in(Mode::Contexts, source)
}

/// All executions of a C program whose threads run in this way, up to the first violation.
pub(crate) fn explore_in(mode: Mode, source: &str) -> Report {
    let executable = compile(source, &[]);
    explore_program(&Program { mode, ..program(&executable.path) })
}

/// The headers that most programs need, and their `main` with threads that run functions without arguments.
const PRELUDE: &str = "
    #define _GNU_SOURCE
    #include <assert.h>
    #include <errno.h>
    #include <limits.h>
    #include <pthread.h>
    #include <semaphore.h>
    #include <stdlib.h>
    #include <string.h>
    #include <threads.h>
    #include <time.h>
    #include <unistd.h>
    #define LENGTH(array) (sizeof(array) / sizeof *(array))
    typedef void *function(void *);
    static pthread_t started[8];
    static void start(int count, function **functions)
    {
        for (int i = 0; i < count; i++)
            assert(!pthread_create(&started[i], 0, functions[i], 0));
    }
    static void finish(int count)
    {
        for (int i = 0; i < count; i++)
            assert(!pthread_join(started[i], 0));
    }
    #define RUN(...)                                                                               \
        do {                                                                                       \
            function *functions[] = {__VA_ARGS__};                                                 \
            start(LENGTH(functions), functions);                                                   \
            finish(LENGTH(functions));                                                             \
        } while (0)
    static const struct timespec soon = {1, 0};
";

/// A C program with the usual headers.
fn with_prelude(source: &str) -> String {
    format!("{PRELUDE}\n{source}")
}

/// All executions of a C program with the usual headers, up to the first violation.
pub(crate) fn explore_c(source: &str) -> Report {
    explore(&with_prelude(source))
}

/// Makes sure that nothing is wrong with a C program whose threads run as threads of the kernel, and that it has so
/// many executions.
#[track_caller]
pub(crate) fn assert_executions_by_kernel(source: &str, executions: u64) {
    let report = explore_in(Mode::Threads, &with_prelude(source));
    assert!(report.is_verified(), "{report:?}");
    assert_eq!(report.statistics.executions, executions, "{report:?}");
}

/// Makes sure that nothing is wrong with a C program, and that it has so many executions.
#[track_caller]
pub(crate) fn assert_executions(source: &str, executions: u64) {
    let report = explore_c(source);
    assert!(report.is_verified(), "{report:?}");
    assert_eq!(report.statistics.executions, executions, "{report:?}");
}

/// The first thing that is wrong with a C program.
#[track_caller]
pub(crate) fn violation(source: &str) -> String {
    let report = explore_c(source);
    message(&report)
}

/// The first thing that is wrong in a report.
#[track_caller]
pub(crate) fn message(report: &Report) -> String {
    assert_eq!(report.violations.len(), 1, "{report:?}");
    report.violations[0].violation.message()
}

/// The reason why nothing is said of a C program.
#[track_caller]
pub(crate) fn reason(source: &str) -> String {
    let report = explore_c(source);
    report.unknown.expect("something should be unknown").unknown.reason
}

/// Compiles sources, by name, so that their accesses are operations. Sources may ask for `heddle.h`.
pub(crate) fn instrument(
    sources: &[(&str, &str)],
    compiler: &str,
    flags: &[&str],
) -> Result<Instrumented, CompileError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let inputs: Vec<PathBuf> = sources.iter().map(|(name, _)| folder.path().join(name)).collect();
    for (input, (_, source)) in inputs.iter().zip(sources) {
        fs::write(input, source).expect("a source can be written");
    }
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
    let compiler = compiler.as_ref();
    Compilation { compiler, inputs: &inputs, flags: &flags, headers: Some(&runtime) }.make()
}

/// All executions of an executable; data races are violations if they are asked for.
pub(crate) fn explore_all(executable: &Path, looks_for_races: bool) -> Report {
    let default = PropertySet::default();
    let properties = if looks_for_races { default.with(Property::DataRace) } else { default };
    let system = NativeSystem::launch(&program(executable), properties).expect("it should start");
    heddle_dpor::explore(&mut [system], &Options::default(), &mut |_| {})
}

/// All executions of a C program whose accesses are operations.
pub(crate) fn explore_accesses(source: &str, compiler: &str) -> Report {
    let executable = instrument(&[("program.c", source)], compiler, &[]);
    explore_all(executable.expect("it should compile").path(), false)
}

/// The messages of what was found.
pub(crate) fn messages(report: &Report) -> Vec<String> {
    report.violations.iter().map(|found| found.violation.message()).collect()
}
