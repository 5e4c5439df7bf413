//! The annotated programs of `tests/programs` and `examples`, one test each, and another one
//! for the symbolic engine.
//!
//! A program says in `//@` directives what is expected of it; see
//! [`directives`]. Each is checked as a user would. One with `output: native` must
//! also print what it prints natively, and one with `concurrent: yes` must get
//! the same verdict, and the same violations, in every way to search, and in
//! either order. One with `temporal: yes`, about infinite runs, must get the same verdict
//! under every reduction, by both algorithms, with one worker and two. One that uses the
//! heap must get its verdict without heap symmetry, too, and one that synchronizes its
//! violations with models in place of what the machine does natively. All of them must get
//! their verdict from the symbolic engine, too, or say why not; see [`programs::symbolic`].
//!
//! ```text
//! cargo test --test programs -- threads/      those with "threads/" in their path
//! cargo test --test programs -- symbolically  all of them, but only by the symbolic engine
//! ```

mod models;
mod programs {
    pub(crate) mod directives;
    pub(crate) mod modelled;
    pub(crate) mod native;
    pub(crate) mod symbolic;
    pub(crate) mod verdicts;
}
#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::programs::directives::Directives;
use crate::programs::{modelled, native, symbolic, verdicts};
use crate::support::root;

/// The folders of programs.
const FOLDERS: [&str; 2] = ["examples", "tests/programs"];
/// Words of programs that use the heap.
const ALLOCATES: [&str; 5] = ["alloc(", "strdup(", "new ", "std::", "thrd_create("];
/// Endings of the names of programs.
const SUFFIXES: [&str; 3] = [".c", ".cpp", ".i"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut paths = Vec::new();
    for folder in FOLDERS {
        find(folder, &mut paths);
    }
    paths.sort();
    assert!(!paths.is_empty(), "there are no programs");
    let mut trials = Vec::new();
    for path in paths {
        let (name, same) = (format!("{path} symbolically"), path.clone());
        trials.push(Trial::test(path.clone(), move || test(&path)));
        trials.push(Trial::test(name, move || test_symbolically(&same)));
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

fn test_symbolically(path: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join(Path::new(path)))?;
    Ok(symbolic::compare(path, &Directives::parse(&text)?)?)
}
