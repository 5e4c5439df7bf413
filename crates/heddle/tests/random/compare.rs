//! Checks a random program in every way, by the command line, and compares.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::batch::{Target, compile};
use super::{Outcome, Source, generate};
use crate::support::heddle::{Answer, Bug, Line, WAYS, same_bugs};

/// States that a search may visit. One that would visit more is left out:
/// what it did not see cannot be compared.
const STATES: u64 = 40_000;
/// Compares all ways to check the program of a seed.
pub(crate) fn compare(seed: u64) -> Result<Outcome, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    let source = folder.join(format!("program-{seed}.c"));
    let bitcode = source.with_extension("bc");
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    let program = generate(seed);
    compile(&program.text(), program.level(), Target::Wide, &source)?;
    let outcome = compare_ways(&program, &bitcode)
        .map_err(|message| format!("seed {seed}, {}: {message}", source.display()))?;
    // What differs stays behind.
    fs::remove_file(source).and(fs::remove_file(bitcode)).map_err(|error| error.to_string())?;
    Ok(outcome)
}

fn compare_ways(program: &Source, bitcode: &Path) -> Result<Outcome, String> {
    let bitcode = bitcode.display().to_string();
    let properties = program.properties();
    let mut reference: Option<(Line, Answer)> = None;
    let mut sizes = BTreeMap::new();
    let mut is_complete = true;
    for way in &WAYS {
        let line = Line::new("check")
            .with(["--json", "-", "--all-violations", "--property", properties])
            .with(["--states", &STATES.to_string(), "--minimize", "0s"])
            .with(way.arguments())
            .with([&bitcode]);
        let answer = line.answer()?;
        if answer.stats.states >= STATES {
            is_complete = false;
            continue;
        }
        let (reference, expected) = reference.get_or_insert((line.clone(), answer.clone()));
        if answer.verdict != way.verdict(&expected.verdict) {
            let (is, other) = (verdict(&answer), verdict(expected));
            let message = format!("verdict is {is}, but {other} in\n    {reference}");
            return Err(line.complaint(&message));
        }
        let (expected, bugs) = (way.bugs(&expected.bugs()), way.bugs(&answer.bugs()));
        same_bugs((reference, &expected), (&line, &bugs))?;
        if !way.is_exact {
            continue;
        }
        // Which state is visited first is no reason to visit another one.
        let states = *sizes.entry(way.reduction).or_insert(answer.stats.states);
        if answer.stats.states != states {
            let message = format!("{} states, {states} in another order", answer.stats.states);
            return Err(line.complaint(&message));
        }
    }
    let Some((_, answer)) = reference else { return Ok(Outcome::TooLarge) };
    compare_run(program.seed, &bitcode, properties, &answer)?;
    let name =
        answer.told.violation.map_or(answer.verdict, |violation| violation.kind().to_string());
    Ok(if is_complete { Outcome::Agreed(name) } else { Outcome::AgreedInPart(name) })
}

/// A single run may fail only if the search says so.
fn compare_run(seed: u64, bitcode: &str, properties: &str, answer: &Answer) -> Result<(), String> {
    // A single run does not show a race.
    let shown = properties.split(',').filter(|name| *name != "data-race");
    let shown = shown.collect::<Vec<_>>().join(",");
    let line = Line::new("run").with(["--quiet", "--time", "2s", "--property", &shown]).with([
        "--seed",
        &seed.to_string(),
        bitcode,
    ]);
    let output = line.output()?;
    let is_possible = match output.status.code() {
        // A thread that waits by looping may not get to run in time.
        Some(0 | 3) => true,
        Some(1) => answer.verdict == "violation",
        _ => false,
    };
    if is_possible {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(line.complaint(&format!("{}, but {}: {said}", output.status, verdict(answer))))
}

fn verdict(answer: &Answer) -> String {
    let bugs = answer.told.violations.iter().map(|v| format!("{}: {}", Bug::of(v), v.finding));
    let reasons: Vec<String> = bugs.chain([answer.reason.clone()]).collect();
    format!("{} ({})", answer.verdict, reasons.join("; "))
}
