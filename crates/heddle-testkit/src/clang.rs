//! Clang, and bitcode from it.

use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use heddle_bitcode::Module;

/// Releases of clang that heddle takes, as far as anyone can foresee.
const RELEASES: RangeInclusive<u32> = 15..=30;

/// Releases whose bitcode is tested, newest first.
pub const TESTED: [u32; 3] = [19, 16, 15];

/// The clang that heddle itself uses, with nothing on its line: the one in `$HEDDLE_CLANG`, or
/// `clang`, or the newest `clang-N`.
///
/// # Panics
/// If there is none.
pub fn command() -> Command {
    static FOUND: OnceLock<OsString> = OnceLock::new();
    let name = FOUND.get_or_init(|| find().expect("the tests need clang; ./x test installs it"));
    Command::new(name)
}

fn find() -> Option<OsString> {
    let named = std::env::var_os("HEDDLE_CLANG").filter(|name| !name.is_empty());
    let unversioned = std::iter::once(OsString::from("clang"));
    let versioned = RELEASES.rev().map(|release| OsString::from(format!("clang-{release}")));
    named.into_iter().chain(unversioned).chain(versioned).find(is_recent)
}

/// True if `name` is a clang of one of the [`RELEASES`].
fn is_recent(name: &OsString) -> bool {
    let asked = Command::new(name).arg("--version").stderr(Stdio::null()).output();
    let Ok(output) = asked else { return false };
    let banner = String::from_utf8_lossy(&output.stdout).into_owned();
    let release = banner.split_once("clang version ").map_or("", |(_, rest)| rest);
    let major = release.split('.').next().unwrap_or_default();
    major.parse().is_ok_and(|major| RELEASES.contains(&major))
}

/// The tested releases of clang that are installed, newest first.
///
/// # Panics
/// If there is none.
pub fn installed() -> Vec<String> {
    let names = TESTED.map(|release| format!("clang-{release}"));
    let found: Vec<String> =
        names.into_iter().filter(|name| is_recent(&OsString::from(name))).collect();
    assert!(!found.is_empty(), "tests need a clang of {TESTED:?}; ./x test installs them");
    found
}

/// The newest of them.
pub fn newest() -> &'static str {
    static NEWEST: OnceLock<String> = OnceLock::new();
    NEWEST.get_or_init(|| installed().remove(0))
}

/// Compiles a source of this name to bitcode, in a folder of its own.
///
/// # Panics
/// If clang refuses it.
pub fn bitcode(clang: &str, name: &str, text: &str, flags: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join(name), text).expect("a source is written");
    let mut command = emitting(clang, Path::new(name), flags);
    output_of(command.current_dir(folder.path()), &[])
}

/// Compiles a file to bitcode.
///
/// # Panics
/// If clang refuses it.
pub fn file_bitcode(clang: &str, source: &Path, flags: &[&str]) -> Vec<u8> {
    output_of(&mut emitting(clang, source, flags), &[])
}

/// The command that writes the bitcode of a source to standard output.
fn emitting(clang: &str, source: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new(clang);
    command.args(["-w", "-c", "-emit-llvm", "-o", "-"]).args(flags).arg(source);
    command
}

/// The output of a tool that reads this input.
///
/// # Panics
/// If it cannot be run, or fails.
pub fn output_of(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let output = std::thread::scope(|scope| {
        // A tool that fails may leave input behind.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the tool ends")
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    output.stdout
}

/// The same, as a module.
///
/// # Panics
/// If clang refuses it, or heddle the bitcode.
pub fn module(clang: &str, name: &str, text: &str, flags: &[&str]) -> Module {
    heddle_bitcode::read(&bitcode(clang, name, text, flags)).expect("bitcode is read")
}

/// Compiles a test's source to a module: C, or C++ if the flags ask for it.
pub fn compile_with(clang: &str, text: &str, flags: &[&str]) -> Module {
    module(clang, name_for(flags), text, flags)
}

/// The same, with the newest clang.
pub fn compile(text: &str, flags: &[&str]) -> Module {
    compile_with(newest(), text, flags)
}

/// The same, as bitcode.
pub fn compile_bytes(text: &str, flags: &[&str]) -> Vec<u8> {
    bitcode(newest(), name_for(flags), text, flags)
}

fn name_for(flags: &[&str]) -> &'static str {
    if flags.iter().any(|flag| flag.starts_with("-std=c++")) { "test.cpp" } else { "test.c" }
}
