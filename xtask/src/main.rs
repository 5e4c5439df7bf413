//! House tools: `cargo xtask tidy` checks what the compiler does not, and `cargo xtask plot`
//! draws what the benchmarks measure.

mod plot;
mod tidy;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::tidy::Tree;

const USAGE: &str = "usage: cargo xtask tidy | plot ...";

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
        _ => bail!("{USAGE}"),
    }
}

fn tidy() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in a folder")?;
    let findings = tidy::check(&Tree::read(root)?);
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
