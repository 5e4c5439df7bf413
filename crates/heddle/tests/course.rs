//! The course: solutions meet every requirement, and each requirement is missed by some program that
//! is wrong in a way that students get it wrong.
//!
//! Beside the program to begin with, which is always wrong, `tests/course/EXERCISE/` has solutions and
//! attempts. An attempt begins with `//@ fails:` and the numbers of the requirements that it does not meet.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use support::root;

fn main() {
    let mut folders = entries(&root().join("course"));
    folders.retain(|folder| folder.is_dir());
    let trial = |folder: PathBuf| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_').to_owned();
        Trial::test(name.clone(), move || check(&name, &folder))
    };
    libtest_mimic::run(&Arguments::from_args(), folders.into_iter().map(trial).collect()).exit();
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn check(exercise: &str, folder: &Path) -> Result<(), Failed> {
    let requirements = entries(folder).iter().filter(|file| is_requirement(file)).count() as u64;
    let mut missed = not_met(exercise, &folder.join("start.c"))?;
    if missed.is_empty() {
        return Err("there is nothing to mend in start.c".into());
    }
    let mut solutions = 0;
    for file in entries(&root().join("tests/course").join(exercise)) {
        let text = fs::read_to_string(&file)?;
        let said = text.lines().find_map(|line| line.strip_prefix("//@ fails: "));
        let said: BTreeSet<u64> = said
            .unwrap_or_default()
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect();
        let found = not_met(exercise, &file)?;
        if found != said {
            let file = file.display();
            return Err(format!("{file} should not meet {said:?}, and does not {found:?}").into());
        }
        solutions += usize::from(found.is_empty());
        missed.extend(found);
    }
    if solutions == 0 {
        return Err("there is no solution".into());
    }
    let all: BTreeSet<u64> = (1..=requirements).collect();
    if missed != all {
        return Err(format!("of {all:?}, only {missed:?} are ever missed").into());
    }
    Ok(())
}

/// True for files named `NUMBER_...c`.
fn is_requirement(file: &Path) -> bool {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    name.starts_with(|c: char| c.is_ascii_digit())
}

/// The requirements that a program does not meet. That of all others is known that they are met.
fn not_met(exercise: &str, file: &Path) -> Result<BTreeSet<u64>, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(["exercise", "check", exercise, "--json", "-"]).arg(file);
    let output = command.output()?;
    let grade: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let mut missed = BTreeSet::new();
    for mark in grade["requirements"].as_array().unwrap() {
        match mark["standing"].as_str().unwrap() {
            "met" => {}
            "not-met" => {
                missed.insert(mark["number"].as_u64().unwrap());
            }
            other => return Err(format!("{}: {other}: {mark:#}", file.display()).into()),
        }
    }
    let passed = grade["error"].is_null() && missed.is_empty();
    if grade["passed"] != passed || output.status.success() != passed {
        return Err(format!("{}: {grade:#}", file.display()).into());
    }
    match grade["error"].as_str() {
        Some(error) => Err(error.into()),
        None => Ok(missed),
    }
}
