//! House tools: `cargo xtask tidy` checks what the compiler does not, `cargo xtask plot`
//! draws what the benchmarks measure, and `cargo xtask suite` lists programs for `heddle table`.

mod plot;
mod suite;
mod tidy;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::tidy::Tree;

const USAGE: &str = "usage: cargo xtask tidy | plot ... | suite [PATHS]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<ExitCode> {
    match words.split_first() {
        Some((command, [])) if command == "tidy" => tidy(),
        Some((command, rest)) if command == "plot" => plot::run(rest).map(|()| ExitCode::SUCCESS),
        Some((command, paths)) if command == "suite" => {
            let list = suite::list(root()?, paths)?;
            std::io::stdout().write_all(list.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("{USAGE}"),
    }
}

/// The folder of the project.
fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in a folder")
}

fn tidy() -> Result<ExitCode> {
    let findings = tidy::check(&Tree::read(root()?)?);
    let mut err = std::io::stderr().lock();
    for finding in &findings {
        writeln!(err, "{finding}")?;
    }
    if findings.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(err, "tidy: {} findings", findings.len())?;
    Ok(ExitCode::FAILURE)
}
