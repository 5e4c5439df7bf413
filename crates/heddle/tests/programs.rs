//! The annotated programs of `tests/programs` and `examples`, one test each, others for the
//! symbolic and the stateless engine, and one for those that are asked if none is named.
//!
//! A program says in `//@` directives what is expected of it; see
//! [`directives`]. Each is checked as a user would. One with `output: native` must
//! also print what it prints natively, and one with `concurrent: yes` must get
//! the same verdict, and the same violations, in every way to search, and in
//! either order. One with `temporal: yes`, about infinite runs, must get the same verdict
//! under every reduction, by both algorithms, with one worker and two. One that uses the
//! heap must get its verdict without heap symmetry, too, and one that synchronizes its
//! violations with models in place of what the machine does natively. All of them must get
//! their verdict from the symbolic engine, too, or say why not; see [`programs::symbolic`]. Where
//! no engine is named, the answer must be that of the best; see [`programs::automatic`].
//! Witnesses of violations obey the rules of their formats, and are replayed.
//!
//! ```text
//! cargo test --test programs -- threads/      those with "threads/" in their path
//! cargo test --test programs -- symbolically  all of them, but only by the symbolic engine
//! cargo test --test programs -- 'by executions'  all of them, but only by the stateless engine
//! cargo test --test programs -- automatically  all of them, as a user would
//! cargo test --test programs -- 'as a witness'  all witnesses
//! ```

mod models;
mod programs {
    pub(crate) mod automatic;
    pub(crate) mod directives;
    pub(crate) mod modelled;
    pub(crate) mod native;
    pub(crate) mod stateless;
    pub(crate) mod symbolic;
    pub(crate) mod verdicts;
    pub(crate) mod witnesses;
}
#[expect(dead_code, reason = "other tests use the rest")]
mod support;
#[expect(dead_code, reason = "other tests use the rest")]
mod witness;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::programs::directives::Directives;
use crate::programs::{automatic, modelled, native, stateless, symbolic, verdicts, witnesses};
use crate::support::{compiler, root};

/// The folders of programs.
const FOLDERS: [&str; 2] = ["examples", "tests/programs"];
/// Words of programs that use the heap.
const ALLOCATES: [&str; 5] = ["alloc(", "strdup(", "new ", "std::", "thrd_create("];
/// Endings of the names of programs.
const SUFFIXES: [&str; 3] = [".c", ".cpp", ".i"];

/// A test of the program at a path.
type Test = fn(&str) -> Result<(), Failed>;

/// The tests of a program, by what is added to its name.
const TESTS: [(&str, Test); 4] = [
    ("", test),
    (" by executions", test_by_executions),
    (" symbolically", test_symbolically),
    (" automatically", test_automatically),
];

fn main() -> ExitCode {
    compiler::run(run)
}

fn run() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut paths = Vec::new();
    for folder in FOLDERS {
        find(folder, &mut paths);
    }
    paths.sort();
    assert!(!paths.is_empty(), "there are no programs");
    let mut trials = Vec::new();
    // Of a run of one test, the others need not be read.
    let is_wanted = |name: &str| {
        !arguments.exact || arguments.filter.as_deref().is_none_or(|filter| filter == name)
    };
    for path in paths {
        for (how, test) in TESTS {
            let same = path.clone();
            trials.push(Trial::test(format!("{path}{how}"), move || test(&same)));
        }
        let as_witness = format!("{path} as a witness");
        if is_wanted(&as_witness) && has_violation(&path) {
            trials.push(Trial::test(as_witness, move || test_witness(&path)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Adds the programs in a folder and those below, by their paths from the root.
fn find(folder: &str, paths: &mut Vec<String>) {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of programs");
    for entry in entries {
        let entry = entry.expect("an entry of a folder of programs");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if root().join(&path).is_dir() {
            find(&path, paths);
        } else if SUFFIXES.iter().any(|suffix| path.ends_with(suffix)) {
            paths.push(path);
        }
    }
}

fn test(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    let directives = Directives::parse(&text)?;
    if directives.is_temporal {
        verdicts::compare_temporal_ways(path, &directives)?;
    } else if directives.is_concurrent {
        verdicts::compare_all_ways(path, &directives)?;
    } else {
        verdicts::compare(path, &directives)?;
    }
    let is_searched = !symbolic::is_alone(&directives);
    if is_searched && ALLOCATES.iter().any(|word| text.contains(word)) {
        verdicts::compare_plainly(path, &directives)?;
    }
    if is_searched && modelled::is_compared(&text, &directives) {
        modelled::compare(path, &text, &directives)?;
    }
    if directives.is_native {
        native::compare(path, &directives)?;
    }
    Ok(())
}

fn test_by_executions(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    Ok(stateless::compare(path, &Directives::parse(&text)?)?)
}

fn test_automatically(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    Ok(automatic::compare(path, &Directives::parse(&text)?)?)
}

fn test_witness(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    let directives = Directives::parse(&text)?;
    Ok(witnesses::compare(path, &directives)?)
}

/// True if a violation of a program at one level is expected.
fn has_violation(path: &str) -> bool {
    let text = fs::read_to_string(root().join(Path::new(path))).unwrap_or_default();
    let directives = Directives::parse(&text);
    directives.is_ok_and(|directives| {
        let has_levels = directives.options.iter().any(|option| option == "--all-levels");
        directives.is_violation() && !has_levels
    })
}

fn test_symbolically(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    Ok(symbolic::compare(path, &Directives::parse(&text)?)?)
}
