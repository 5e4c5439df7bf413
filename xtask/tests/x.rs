//! `./x` on machines that lack something, played with stubs: a `PATH` that holds
//! nothing but a few standard tools and programs that only leave notes.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Tools that any machine has.
const TOOLS: [&str; 9] = ["bash", "cat", "chmod", "dirname", "env", "grep", "rm", "sed", "sh"];
/// Tools that a complete machine has beyond that.
const COMPLETE: [&str; 11] = [
    "cargo",
    "cc",
    "c++",
    "git",
    "python3",
    "gdb",
    "clang-15",
    "clang-16",
    "clang-19",
    "llvm-dis-15",
    "llvm-dis-16",
];

/// A machine with nothing but what it is given.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine { folder };
        std::fs::create_dir(machine.bin()).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        for tool in TOOLS {
            let mut places = std::env::split_paths(&path).map(|place| place.join(tool));
            let place = places.find(|place| place.exists()).unwrap();
            symlink(place, machine.bin().join(tool)).unwrap();
        }
        machine
    }

    /// A machine that can build heddle, if it has a clang.
    fn builder() -> Machine {
        Machine::new().with("cargo").with("cc").with("c++")
    }

    fn complete() -> Machine {
        COMPLETE.into_iter().chain(["llvm-dis-19"]).fold(Machine::new(), Machine::with)
    }

    fn bin(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    /// Adds a program.
    fn with(self, name: &str) -> Machine {
        let script = match name {
            // Installing a package brings the program of the same name.
            "apt-get" => {
                "echo \"apt-get $*\" >>\"$LOG\"\n\
                 for word; do case $word in clang-*)\n\
                 printf '#!/bin/sh\\necho clang version 19.1.7\\n' >\"$BIN/$word\"\n\
                 chmod +x \"$BIN/$word\" ;; esac; done"
            }
            "sudo" => "shift; exec \"$@\"",
            "clang" => "echo Debian clang version 14.0.6",
            "cargo" => "echo \"cargo $*\" >>\"$LOG\"",
            _ => "exit 0",
        };
        // Written by another process: a file that this one has open for writing
        // cannot be run by a test in another thread.
        let write = Command::new("sh")
            .args(["-c", "printf '%s\\n' \"$2\" >\"$1\" && chmod +x \"$1\"", "sh"])
            .arg(self.bin().join(name))
            .arg(format!("#!/bin/sh\n{script}"))
            .status();
        assert!(write.unwrap().success());
        self
    }

    fn without(self, name: &str) -> Machine {
        std::fs::remove_file(self.bin().join(name)).unwrap();
        self
    }

    /// Runs `./x`; gives the exit code, what it says, and what it did.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let log = self.folder.path().join("log");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../x");
        let Output { status, stderr, .. } = Command::new(script)
            .args(args)
            .env_clear()
            .env("PATH", self.bin())
            .env("HOME", self.folder.path())
            .env("BIN", self.bin())
            .env("LOG", &log)
            .output()
            .unwrap();
        let log = std::fs::read_to_string(log).unwrap_or_default();
        (status.code(), String::from_utf8(stderr).unwrap(), log)
    }
}

#[test]
fn a_complete_machine_is_left_alone() {
    let machine = Machine::complete().with("apt-get").with("sudo");
    let (code, _, log) = machine.run(&["check", "-O2", "a b.c", "--", "-m32"]);
    assert_eq!(code, Some(0));
    assert!(log.starts_with("cargo run") && log.ends_with("-- check -O2 a b.c -- -m32\n"), "{log}");
    let (code, said, log) = machine.run(&["test"]);
    assert_eq!(code, Some(0), "{said}");
    for part in ["fmt --all --check", "clippy", "doc", "xtask tidy", "test", "--doc"] {
        assert!(log.contains(part), "{part} in {log}");
    }
    assert!(!log.contains("apt-get"), "{log}");
}

#[test]
fn a_missing_clang_is_installed_for_a_check() {
    let machine = Machine::builder().with("apt-get").with("sudo");
    let (code, said, log) = machine.run(&["check", "a.c"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("x: no clang >= 15; installing clang-19"), "{said}");
    let steps: Vec<&str> = log.lines().collect();
    assert!(steps[0].contains("update") && steps[1].contains("install"), "{log}");
    assert!(steps[1].ends_with(" clang-19") && steps[2].starts_with("cargo run"), "{log}");
}

#[test]
fn a_missing_compiler_for_the_solver_is_installed_for_a_check() {
    let machine = Machine::builder().without("c++").with("clang-19").with("apt-get").with("sudo");
    let (code, said, log) = machine.run(&["check", "a.c"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("x: no C++ compiler, which the SAT solver needs; installing g++"),
        "{said}"
    );
    let installs: Vec<&str> = log.lines().filter(|line| line.contains(" install ")).collect();
    assert!(installs.len() == 1 && installs[0].ends_with(" g++"), "{log}");
}

#[test]
fn an_old_clang_does_not_count() {
    let machine = Machine::builder().with("clang").with("apt-get").with("sudo");
    assert!(machine.run(&["check", "a.c"]).2.contains(" clang-19\n"));
}

#[test]
fn what_the_tests_lack_is_installed_at_once() {
    let machine = Machine::complete().with("apt-get").with("sudo");
    let machine = machine.without("clang-16").without("llvm-dis-15");
    let (code, said, log) = machine.run(&["test"]);
    assert_eq!(code, Some(0), "{said}");
    let installs: Vec<&str> = log.lines().filter(|line| line.contains(" install ")).collect();
    assert_eq!(installs.len(), 1, "{log}");
    assert!(installs[0].ends_with(" llvm-15 clang-16"), "{log}");
}

#[test]
fn where_nothing_can_be_installed_it_says_what_to_install() {
    let (code, said, _) = Machine::builder().run(&["check", "a.c"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("There is no apt-get here") && said.contains("clang-19"), "{said}");
}

#[test]
fn a_missing_cargo_is_named_with_its_cure() {
    for command in ["check", "test", "fmt", "bench"] {
        let (code, said, log) = Machine::complete().without("cargo").run(&[command]);
        assert_eq!((code, log.as_str()), (Some(2), ""));
        assert!(said.contains("cargo is missing") && said.contains("rustup"), "{said}");
    }
}

#[test]
fn a_command_that_fails_ends_the_tests() {
    let machine = Machine::complete().without("cargo");
    let fails = "#!/bin/sh\ncase $1 in clippy) [ \"$2\" = --version ] ;; esac\n";
    let write = Command::new("sh")
        .args(["-c", "printf '%s' \"$2\" >\"$1\" && chmod +x \"$1\"", "sh"])
        .arg(machine.bin().join("cargo"))
        .arg(fails)
        .status();
    assert!(write.unwrap().success());
    let (code, said, _) = machine.run(&["test"]);
    assert_eq!(code, Some(1));
    assert!(said.trim_end().ends_with("-D warnings"), "{said}");
}

#[test]
fn an_unknown_command_is_answered_with_the_known_ones() {
    let (code, said, _) = Machine::new().run(&["chekc"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("check FILES...") && said.contains("no command 'chekc'"), "{said}");
}
