//! `heddle vivo`, as a user sees it: an executable, its verdict, its story, and the run again.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_trace::result::{CheckResult, VerdictName};
use tempfile::TempDir;

use support::heddle::Line;

/// A folder with the executable of an example.
fn example(name: &str, flags: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let compiled = Command::new("cc")
        .args(["-g", "-pthread"])
        .args(flags)
        .arg(source.with_extension("c"))
        .arg("-o")
        .arg(&path)
        .status()
        .unwrap();
    assert!(compiled.success(), "{name} should compile");
    (folder, path)
}

/// The output of `heddle vivo`, and its exit code.
fn vivo(options: &[&str], program: &Path) -> (String, Option<i32>) {
    let line = Line::new("vivo").with(options.iter().copied()).with([program.to_str().unwrap()]);
    let output = line.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

#[test]
fn a_deadlock_of_an_executable_is_told_with_its_lines() {
    let (_folder, program) = example("deadly_embrace", &[]);
    let (text, code) = vivo(&[], &program);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("violation: deadlock: T1 waits for paper, held by T2;"), "{text}");
    for told in [":25:5", "locks pen", "creates T2 juliet", "\u{2717} waits for T1 to exit"] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn a_run_is_made_again_by_its_path_and_its_file() {
    let (folder, program) = example("deadly_embrace", &[]);
    let file = folder.path().join("trace.json");
    let (text, _) = vivo(&["--json", file.to_str().unwrap()], &program);
    let result = CheckResult::read(&std::fs::read(&file).unwrap()).expect(&text);
    assert_eq!(result.answer.verdict, VerdictName::Violation);
    let trace = result.trace.expect("a violation has a story");
    let run = trace.native.expect("a native run says how it is made");
    assert!(text.contains(&format!("--path '{}'", run.path)), "{text}");
    let (again, code) = vivo(&["--quiet", "--path", &run.path], &program);
    assert_eq!((code, again.lines().count()), (Some(1), 1), "{again}");
    let replayed = Line::new("replay").with(["--native", file.to_str().unwrap()]).output().unwrap();
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    assert!(replayed.contains("the same goes wrong in the native program"), "{replayed}");
    std::fs::write(&program, "").unwrap();
    let refused = Line::new("replay").with(["--native", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn ordered_philosophers_are_verified() {
    let (_folder, program) = example("philosophers_ordered", &["-DN=4"]);
    let (text, code) = vivo(&[], &program);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\n14 executions,"), "{text}");
    assert!(text.contains("steps end at calls of the library of threads"), "{text}");
}

#[test]
fn what_cannot_be_run_is_said() {
    let (folder, program) = example("deadly_embrace", &["-static"]);
    let (text, code) = vivo(&[], &program);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("it is linked statically"), "{text}");
    let (text, code) = vivo(&[], &folder.path().join("gone"));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cannot run"), "{text}");
    let (text, code) = vivo(&["--path", "1;x"], &program);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("'x' is no step of a path"), "{text}");
    let (_folder, program) = example("deadly_embrace", &[]);
    let (text, code) = vivo(&["--path", "7"], &program);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("thread T7"), "{text}");
}

#[test]
fn sources_have_their_accesses_as_steps() {
    let check = |name: &str, options: &[&str]| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
        vivo(options, &source)
    };
    let (text, code) = check("peterson_wrong_flag.c", &["--property", "assertion"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("assertion failed: balance == 2"), "{text}");
    let (text, code) = check("simple_race.c", &["--quiet", "--property", "data-race"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("data race"), "{text}");
    let (text, code) = check("gone.c", &[]);
    assert_eq!(code, Some(2), "{text}");
}
