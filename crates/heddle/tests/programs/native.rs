//! The native run of a program, and that of `heddle run`, which must print the same.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use super::directives::Directives;
use crate::support::heddle::Line;
use crate::support::root;
use heddle_testkit::clang;

/// The folder of heddle.h.
const INCLUDE: &str = "runtime";

/// Compiles and runs a program natively, and compares with `heddle run`.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = folder.path().join("program");
    compile(path, directives, &binary)?;
    let native = Command::new("timeout")
        .arg("20")
        .arg(&binary)
        .args(arguments(directives)?)
        .current_dir(root())
        .stdin(standard_input(directives)?)
        .output()
        .map_err(|error| format!("the native program does not run: {error}"))?;

    let line = Line::new("run")
        .with(["--quiet", "--time", "60s"])
        .with(&directives.options)
        .with([path, "--"])
        .with(&directives.clang);
    let heddle = line.output()?;
    let said = String::from_utf8_lossy(&heddle.stderr);
    if heddle.status.code() != native.status.code() {
        let (ours, theirs) = (heddle.status, native.status);
        return Err(line.complaint(&format!("{ours}, but natively {theirs}\n{said}")));
    }
    if heddle.stdout != native.stdout {
        let difference = first_difference(&heddle.stdout, &native.stdout);
        return Err(line.complaint(&format!("prints something else: {difference}\n{said}")));
    }
    Ok(())
}

fn compile(path: &str, directives: &Directives, binary: &Path) -> Result<(), String> {
    let mut clang = clang::command();
    clang.current_dir(root());
    if path.ends_with(".cpp") {
        clang.arg("--driver-mode=g++");
    }
    clang.arg("-w").arg("-I").arg(INCLUDE).args(&directives.clang);
    clang.arg(path).arg("-o").arg(binary).args(["-pthread", "-lm"]);
    let output = clang.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{clang:?} fails\n{said}"))
}

/// The word after an option of the directives.
fn option<'d>(directives: &'d Directives, name: &str) -> Option<&'d str> {
    let mut options = directives.options.iter().skip_while(|option| *option != name).skip(1);
    options.next().map(String::as_str)
}

/// The file that `--stdin` names, or nothing.
fn standard_input(directives: &Directives) -> Result<Stdio, String> {
    let Some(path) = option(directives, "--stdin") else { return Ok(Stdio::null()) };
    let file = File::open(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    Ok(file.into())
}

/// The program's own arguments.
fn arguments(directives: &Directives) -> Result<Vec<String>, String> {
    let line = option(directives, "--args").unwrap_or_default();
    shlex::split(line).ok_or_else(|| format!("--args '{line}' is badly quoted"))
}

/// The first line in which two outputs differ.
fn first_difference(ours: &[u8], theirs: &[u8]) -> String {
    let (ours, theirs) = (String::from_utf8_lossy(ours), String::from_utf8_lossy(theirs));
    let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
    for number in 1.. {
        match (ours.next(), theirs.next()) {
            (None, None) => break,
            (ours, theirs) if ours == theirs => {}
            (ours, theirs) => return format!("line {number} is {ours:?}, natively {theirs:?}"),
        }
    }
    "the ends of lines".to_owned()
}
