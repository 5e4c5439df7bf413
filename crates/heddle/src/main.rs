//! The command line of heddle, a model checker for multi-threaded C and C++.
//!
//! It compiles, chooses engines and prints; it holds no algorithm. Flags are
//! parsed into plain values ([`cli`]), resolved ([`settings`]), and then acted on
//! ([`commands`]).

mod cli;
mod commands;
mod course;
mod driver;
mod engines;
mod environment;
mod interrupt;
mod settings;
mod units;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use crate::commands::Exit;
use crate::environment::Environment;

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let words: Vec<OsString> = env::args_os().collect();
    let cli = match cli::parse(&words) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way, too, and are no errors.
            let is_error = error.use_stderr();
            if is_error {
                commands::fail_early(&words, &error.to_string(), &mut out);
            }
            let _ = error.print();
            return if is_error { Exit::BadInput } else { Exit::Fine }.into();
        }
    };
    // Not locked: progress is shown by the thread of an engine.
    let mut err = io::stderr();
    let environment = Environment::read();
    // A failure of heddle's is no answer, and must not look like one.
    let run = AssertUnwindSafe(|| commands::run(cli.command, &environment, &mut out, &mut err));
    let exit = match catch_unwind(run) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            let _ = writeln!(err, "error: {error:#}");
            Exit::BadInput
        }
        Err(_) => {
            let _ = writeln!(
                err,
                "unknown: heddle failed, which is a bug of heddle: please report it with the program"
            );
            Exit::Unknown
        }
    };
    exit.into()
}
