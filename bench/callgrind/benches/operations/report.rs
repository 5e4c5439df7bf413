//! The table: instructions an operation.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use crate::OPERATIONS;
use crate::bitcode::Model;

/// Rows of the table: a name, the group and the benchmark.
const ROWS: [(&str, &str, &str); 6] = [
    ("load a state", "machine", "load"),
    ("make a step", "machine", "step"),
    ("save a state", "machine", "save"),
    ("insert a known row", "store", "known_row"),
    ("insert a new row", "store", "new_row"),
    ("intern known bytes", "store", "known_bytes"),
];

/// Prints the table of what was counted last.
pub(crate) fn print() -> ExitCode {
    match write_table(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_table(out: &mut impl Write) -> io::Result<()> {
    write!(out, "\n{:<26}", "instructions an operation")?;
    for model in Model::ALL {
        write!(out, " {:>26}", format!("{} {}", model.name(), model.flag()))?;
    }
    writeln!(out)?;
    for (name, group, benchmark) in ROWS {
        write!(out, "{name:<26}")?;
        for model in Model::ALL {
            let count = total(&profile(group, benchmark, model))?;
            write!(out, " {:>26.1}", count as f64 / OPERATIONS as f64)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The file in which gungraun has put callgrind's output.
fn profile(group: &str, benchmark: &str, model: Model) -> PathBuf {
    let beside = || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("gungraun");
    let home = env::var_os("GUNGRAUN_HOME").map_or_else(beside, PathBuf::from);
    let name = format!("{benchmark}.{}", model.name());
    home.join(env!("CARGO_PKG_NAME"))
        .join("operations/harness")
        .join(group)
        .join(&name)
        .join(format!("callgrind.{name}.out"))
}

/// The instructions that a profile speaks of.
fn total(profile: &Path) -> io::Result<u64> {
    let bad = |why: String| io::Error::other(format!("{}: {why}", profile.display()));
    let text = fs::read_to_string(profile).map_err(|error| bad(error.to_string()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals:"));
    let count = total.and_then(|total| total.trim().parse().ok());
    match count {
        Some(0) => Err(bad("nothing was counted".to_owned())),
        Some(count) => Ok(count),
        None => Err(bad("there is no total".to_owned())),
    }
}
