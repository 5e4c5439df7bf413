//! Random C++ programs with exceptions, which are run natively, run by heddle, and checked.
//!
//! What a program does is known from its native run: what it prints does not depend on the order
//! in which its threads run. So heddle must print the same and end in the same way; and when all
//! interleavings are checked, what was said must add up to the same sum in each of them.

mod classes;
mod program;
mod statement;
mod throwing;
mod world;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::Outcome;
use crate::support::heddle::Line;
use heddle_testkit::clang;

/// Programs of a file, which have the same level.
pub(crate) const AT_ONCE: u64 = 8;
/// Levels of optimization, in turn.
const LEVELS: [&str; 5] = ["-O0", "-O2", "-O0", "-O1", "-O3"];
const LIMITS: [&str; 4] = ["--time", "20s", "--memory", "2G"];
/// The exit status of `timeout`, if it was one.
const OUT_OF_TIME: i32 = 124;

/// Compares heddle with native runs on the programs of some seeds.
pub(crate) fn compare_cxx(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    let mut outcomes = Vec::new();
    let mut first = seeds.start;
    while first < seeds.end {
        let end = seeds.end.min((first / AT_ONCE + 1) * AT_ONCE);
        outcomes.extend(compare_file(first..end)?);
        first = end;
    }
    Ok(outcomes)
}

fn compare_file(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    fs::create_dir_all(&folder).map_err(failed)?;
    let source = folder.join(format!("programs-{}.cpp", seeds.start));
    let programs: String = seeds.clone().map(program::generate).collect();
    let text = format!("{}{programs}{}", program::PRELUDE, program::main(seeds.clone()));
    fs::write(&source, text).map_err(failed)?;
    let level = LEVELS[(seeds.start / AT_ONCE % LEVELS.len() as u64) as usize];
    let files = Files { bitcode: source.with_extension("bc"), binary: source.with_extension("") };
    compile(&source, level, &files)?;
    let complain = |seed, message| format!("seed {seed}, {}: {message}", source.display());
    let outcomes: Vec<Result<Outcome, String>> = seeds
        .map(|seed| compare(seed, &files).map_err(|message| complain(seed, message)))
        .collect();
    fs::remove_file(&files.binary).map_err(failed)?;
    // What differs stays behind.
    if outcomes.iter().all(Result::is_ok) {
        fs::remove_file(&source).and(fs::remove_file(&files.bitcode)).map_err(failed)?;
    }
    Ok(outcomes)
}

/// The files that are made of a source.
struct Files {
    bitcode: PathBuf,
    binary: PathBuf,
}

/// Compiles a source to bitcode, and that to a native program.
fn compile(source: &Path, level: &str, files: &Files) -> Result<(), String> {
    let to_bitcode = ["-g", "-fstandalone-debug", "-Xclang", "-disable-O0-optnone"];
    clang([
        &["-std=c++17", "-w", level, "-c", "-emit-llvm"],
        &to_bitcode[..],
        &["-o", &files.bitcode.display().to_string(), &source.display().to_string()],
    ])?;
    clang([
        &["-w", level, "-pthread"],
        &["-o", &files.binary.display().to_string()],
        &[&files.bitcode.display().to_string()],
    ])
}

fn clang(arguments: [&[&str]; 3]) -> Result<(), String> {
    let mut clang = clang::command();
    clang.arg("--driver-mode=g++").args(arguments.concat());
    let output = clang.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{clang:?} fails\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Compares the runs of a program, and checks it.
fn compare(seed: u64, files: &Files) -> Result<Outcome, String> {
    let native = Command::new("timeout")
        .arg("20")
        .arg(&files.binary)
        .arg(seed.to_string())
        .output()
        .map_err(|error| format!("the native program does not run: {error}"))?;
    if native.status.code() == Some(OUT_OF_TIME) {
        return Err("the native program takes too long".to_owned());
    }
    let bitcode = files.bitcode.display().to_string();
    let run = Line::new("run").with(["--quiet", "--args", &seed.to_string()]).with(LIMITS);
    let run = run.with([&*bitcode]);
    let ours = run.output()?;
    if String::from_utf8_lossy(&ours.stderr).contains("limit") {
        return Ok(Outcome::TooLarge);
    }
    is_like(&native, &ours).map_err(|message| run.complaint(&message))?;

    let said = String::from_utf8_lossy(&native.stdout);
    let sum = said.lines().find_map(|line| line.strip_prefix("sum ")).unwrap_or_default();
    // What a program has allocated that ends in the middle is not lost.
    let is_whole = native.status.code() == Some(0);
    let properties = if is_whole { "default,data-race,leak" } else { "default,data-race" };
    let check = Line::new("check")
        .with(["--json", "-", "--property", properties, "--minimize", "0s"])
        .with(["--args", &format!("{seed} {sum}")])
        .with(LIMITS)
        .with([&*bitcode]);
    let answer = check.answer()?;
    let expected = if native.status.code().is_some() { "verified" } else { "violation" };
    if answer.verdict == "unknown" && answer.reason.contains("limit") {
        return Ok(Outcome::TooLarge);
    }
    let kind = answer.told.violation.as_ref().map(|violation| violation.kind().to_string());
    let is_right = answer.verdict == expected
        && kind.as_deref().is_none_or(|kind| ["uncaught-exception", "crash"].contains(&kind));
    if !is_right {
        let what = kind.unwrap_or(answer.reason);
        let status = native.status;
        return Err(check.complaint(&format!("{} ({what}), natively {status}", answer.verdict)));
    }
    Ok(Outcome::Agreed(kind.unwrap_or(answer.verdict)))
}

/// Compares what was printed. A program that is ended by an exception may say more natively, since
/// it runs destructors on the way to a function that must not throw.
fn is_like(native: &Output, ours: &Output) -> Result<(), String> {
    let is_ended = native.status.code().is_none();
    let status = if is_ended { Some(1) } else { native.status.code() };
    let said = String::from_utf8_lossy(&ours.stderr);
    if ours.status.code() != status {
        return Err(format!("{}, but natively {}: {said}", ours.status, native.status));
    }
    let is_same = match is_ended {
        true => native.stdout.starts_with(&ours.stdout),
        false => native.stdout == ours.stdout,
    };
    if is_same {
        return Ok(());
    }
    let (native, ours) =
        (String::from_utf8_lossy(&native.stdout), String::from_utf8_lossy(&ours.stdout));
    let differs = native.lines().zip(ours.lines()).position(|(native, ours)| native != ours);
    let at = differs.unwrap_or(native.lines().count().min(ours.lines().count()));
    let line = |text: &str| text.lines().nth(at).unwrap_or("the end").to_owned();
    Err(format!("line {} is {:?}, natively {:?}\n{said}", at + 1, line(&ours), line(&native)))
}
