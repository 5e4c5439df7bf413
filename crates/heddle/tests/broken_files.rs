//! Files that were damaged: truncated and altered bitcode, sources with a byte
//! flipped. heddle answers or refuses, and says why: it never panics, never runs
//! into a signal, never hangs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use fastrand::Rng;
use heddle_testkit::clang;
use tempfile::TempDir;

/// A program with a little of everything.
const SOURCE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair { int first; char second; };
static struct pair shared = {1, 'x'};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument)
{
    int *times = argument;
    for (int i = 0; i < *times; i++) {
        pthread_mutex_lock(&lock);
        shared.first += shared.second == 'x' ? 1 : 2;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(void)
{
    pthread_t thread;
    int *times = malloc(sizeof *times);
    *times = 2;
    pthread_create(&thread, NULL, worker, times);
    pthread_join(thread, NULL);
    free(times);
    assert(shared.first == 3);
    return 0;
}
"#;

/// Time that a run may take; heddle is told to give up before.
const PATIENCE: &str = "60";
/// Number of damaged files of each sort that are tried.
const TRIES: u64 = 10;

/// Checks a file as a user would.
fn check(file: &Path) -> Output {
    let mut command = Command::new("timeout");
    command.args([PATIENCE, env!("CARGO_BIN_EXE_heddle"), "check", "--quiet", "--time", "5s"]);
    command.arg("--states=100000").arg(file).env_remove("HEDDLE_CLANG").output().unwrap()
}

/// The bitcode of the program, as heddle itself has clang make it.
fn bitcode(folder: &TempDir) -> Vec<u8> {
    let (source, target) = (folder.path().join("whole.c"), folder.path().join("whole.bc"));
    fs::write(&source, SOURCE).unwrap();
    let clang =
        clang::command().args(["-g", "-c", "-emit-llvm", "-o"]).args([&target, &source]).status();
    assert!(clang.unwrap().success());
    let output = check(&target);
    assert_eq!(output.status.code(), Some(0), "undamaged: {output:?}");
    fs::read(target).unwrap()
}

/// Requires exit code 2 and one message that names the file.
fn assert_refused(output: &Output, name: &str, what: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {said}");
    assert!(output.stdout.is_empty(), "{what}: standard output is for results");
    assert!(said.starts_with("error: ") && said.contains(name), "{what}: {said}");
    assert_eq!(said.matches("error: ").count(), 1, "{what}: one message\n{said}");
}

#[test]
fn truncated_bitcode_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = bitcode(&folder);
    let mut chance = Rng::with_seed(1);
    let random = (0..TRIES).map(|_| chance.usize(..whole.len()));
    for length in random.chain([4, 8, whole.len() - 4]) {
        let file = folder.path().join("part.bc");
        fs::write(&file, &whole[..length]).unwrap();
        assert_refused(&check(&file), "part.bc", &format!("{length} of {} bytes", whole.len()));
    }
}

/// Bitcode with a flipped bit may be valid, or absurd.
#[test]
fn altered_bitcode_is_answered_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = bitcode(&folder);
    let mut chance = Rng::with_seed(2);
    for _ in 0..TRIES {
        let (byte, bit) = (chance.usize(..whole.len()), chance.usize(..8));
        let mut bytes = whole.clone();
        bytes[byte] ^= 1 << bit;
        let file = folder.path().join("altered.bc");
        fs::write(&file, bytes).unwrap();
        let output = check(&file);
        let what = format!("bit {bit} of byte {byte}");
        assert!(matches!(output.status.code(), Some(0..=3)), "{what}: {output:?}");
        if output.status.code() == Some(2) {
            assert_refused(&output, "altered.bc", &what);
        }
    }
}

#[test]
fn flipped_sources_are_answered_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Rng::with_seed(3);
    for _ in 0..TRIES {
        let (byte, bit) = (chance.usize(..SOURCE.len()), chance.usize(..8));
        let mut bytes = SOURCE.as_bytes().to_vec();
        bytes[byte] ^= 1 << bit;
        let file = folder.path().join("flipped.c");
        fs::write(&file, bytes).unwrap();
        let output = check(&file);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0..=3)), "bit {bit} of {byte}: {output:?}");
        if output.status.code() == Some(2) {
            let message = said.lines().filter(|line| line.starts_with("error: ")).count();
            assert_eq!(message, 1, "bit {bit} of byte {byte}: one message of ours\n{said}");
        }
    }
}

/// Before clang 15, pointers had types. clang 15 and 16 can still write them.
#[test]
fn bitcode_of_an_old_clang_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (source, target) = (folder.path().join("old.c"), folder.path().join("old.bc"));
    fs::write(&source, SOURCE).unwrap();
    let compile = |clang: &str| {
        let mut command = Command::new(clang);
        command.args(["-Xclang", "-no-opaque-pointers", "-c", "-emit-llvm", "-o"]);
        command.args([&target, &source]).status().is_ok_and(|status| status.success())
    };
    assert!(["clang-15", "clang-16"].into_iter().any(compile), "./x test installs clang-15");
    let output = check(&target);
    assert_refused(&output, "old.bc", "typed pointers");
    assert!(String::from_utf8_lossy(&output.stderr).contains("too old"), "{output:?}");
}
