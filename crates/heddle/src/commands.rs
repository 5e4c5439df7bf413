//! What the commands do.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use crate::cli::Command;
use crate::driver::{Bitcode, Clang, OptLevel};
use crate::environment::Environment;
use crate::settings::{CheckSettings, DumpSettings, ProgramSettings, ReplaySettings, RunSettings};

/// How heddle ends, for scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Verified, or nothing found within the bounds.
    Fine,
    /// A violation was found.
    #[expect(dead_code, reason = "no engine is connected yet")]
    Violation,
    /// Bad input, or a program that does not compile.
    BadInput,
    /// No answer.
    Unknown,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Violation => 1,
            Exit::BadInput => 2,
            Exit::Unknown => 3,
        })
    }
}

/// Does what `command` asks for. An error is the input's fault.
pub(crate) fn run(
    command: Command,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    match command {
        Command::Check(args) => {
            let settings = CheckSettings::resolve(args, environment)?;
            for level in &settings.levels {
                report(&compile(&settings.program, level, environment, err)?, level, out)?;
            }
        }
        Command::Run(args) => {
            let settings = RunSettings::resolve(args, environment)?;
            let modules = compile(&settings.program, &settings.level, environment, err)?;
            report(&modules, &settings.level, out)?;
        }
        Command::Dump(args) => {
            let settings = DumpSettings::resolve(args, environment);
            let modules = compile(&settings.program, &settings.level, environment, err)?;
            report(&modules, &settings.level, out)?;
        }
        Command::Replay(args) => {
            let settings = ReplaySettings::resolve(args, environment);
            writeln!(out, "would replay {}", settings.trace.display())?;
        }
    }
    writeln!(err, "internal: no engine is connected yet")?;
    Ok(Exit::Unknown)
}

/// Compiles a program and the runtime for it.
fn compile(
    program: &ProgramSettings,
    level: &OptLevel,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Vec<Bitcode>> {
    let clang = Clang::find(environment)?;
    let options = program.compile_options(level);
    let mut modules = clang.compile(&program.files, &options, err)?;
    modules.extend(clang.runtime(&options, err)?);
    Ok(modules)
}

/// Lists what was compiled.
fn report(modules: &[Bitcode], level: &OptLevel, out: &mut dyn Write) -> Result<()> {
    for module in modules {
        writeln!(out, "{level} {}: {} bytes", module.name, module.bytes.len())?;
    }
    Ok(())
}
