//! The command line of heddle, a model checker for multi-threaded C and C++.
//!
//! It compiles, chooses engines and prints; it holds no algorithm. Flags are
//! parsed into plain values ([`cli`]), resolved ([`settings`]), and then acted on
//! ([`commands`]).

mod cli;
mod commands;
mod driver;
mod environment;
mod interrupt;
mod settings;
mod units;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Exit;
use crate::environment::Environment;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way, too, and are no errors.
            let _ = error.print();
            return if error.use_stderr() { Exit::BadInput } else { Exit::Fine }.into();
        }
    };
    let mut out = io::stdout().lock();
    let mut err = io::stderr().lock();
    let exit = commands::run(cli.command, &Environment::read(), &mut out, &mut err);
    let exit = exit.unwrap_or_else(|error| {
        let _ = writeln!(err, "error: {error:#}");
        Exit::BadInput
    });
    exit.into()
}
