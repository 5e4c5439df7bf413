//! The commands, what they share, and the wording of what they report.

mod accounts;
pub(crate) mod check;
pub(crate) mod checkpoint;
mod dump;
mod exercise;
pub(crate) mod explain;
mod formats;
mod install;
mod ltl;
mod paths;
pub(crate) mod program;
mod progress;
mod reason;
pub(crate) mod remake;
mod replay;
mod result;
mod run;
mod sources;
mod table;
mod task;
mod text;
mod vivo;
mod witness;
mod wording;

pub(crate) use formats::{FormatArgs, Output, Target, fail_early};

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use crate::cli::Command;
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::{CheckSettings, DumpSettings, ReplaySettings, RunSettings, VivoSettings};

/// The ways in which heddle ends, for scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Verified, or nothing found within the bounds.
    Fine,
    /// A violation was found.
    Violation,
    /// Bad input, or a program that does not compile.
    BadInput,
    /// No answer.
    Unknown,
    /// The program that was run has ended with this exit code.
    Program(u8),
}

impl Exit {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Violation => 1,
            Exit::BadInput => 2,
            Exit::Unknown => 3,
            Exit::Program(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
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
            let outputs = args.output.formats.0.clone();
            // From the first moment on, Ctrl-C ends a check with an answer in its files.
            interrupt::flag();
            formats::answering(&outputs, out, |out| match task::is_asked_for(&args) {
                true => task::check(&args, environment, out, err),
                false => {
                    let settings = CheckSettings::resolve(*args, environment)?;
                    check::check(&settings, environment, out, err)
                }
            })
        }
        Command::Vivo(args) => {
            let outputs = args.output.formats.0.clone();
            interrupt::flag();
            formats::answering(&outputs, out, |out| {
                let mut settings = VivoSettings::resolve(*args, environment)?;
                vivo::vivo(&mut settings, environment, out)
            })
        }
        Command::Run(args) => {
            let settings = RunSettings::resolve(*args, environment)?;
            run::run(&settings, environment, out, err)
        }
        Command::Dump(args) => {
            let settings = DumpSettings::resolve(args, environment);
            formats::unless_closed(dump::dump(&settings, environment, out, err))?;
            Ok(Exit::Fine)
        }
        Command::InstallFiles { prefix } => {
            install::install_files(&prefix)?;
            Ok(Exit::Fine)
        }
        Command::Ltl(args) => {
            formats::unless_closed(ltl::ltl(&args, out))?;
            Ok(Exit::Fine)
        }
        Command::Exercise(args) => {
            interrupt::flag();
            exercise::exercise(args, environment, out, err)
        }
        Command::Table(args) => {
            interrupt::flag();
            table::table(&args, environment, out, err)
        }
        Command::Replay(args) => {
            let settings = ReplaySettings::resolve(args, environment)?;
            formats::answering(&settings.output.formats, out, |out| {
                replay::replay(&settings, environment, out, err)
            })
        }
    }
}
