//! Counts the instructions of what a search does most: load a state, make a step, save the
//! state, look it up in the store.
//!
//! The programs are two of those that are compared with SPIN. Each is explored breadth-first
//! for a while, as a search does it; then the last part of that is made once more under
//! callgrind, which counts only inside of one function of [`measured`]: everything else is
//! outside of the count, the exploration and the other operations included.
//!
//! Counts of saving, of new rows and of strings have differed by up to a thousandth from run to
//! run, the others not at all. All depend on the versions of rustc, clang and the C library.
//!
//! `cargo bench` calls this with `--bench`, and the runner of gungraun calls it under valgrind.
//! Called otherwise, as by `cargo test --benches`, it does nothing.

mod bitcode;
mod harness;
mod measured;
mod report;
mod store;
mod walk;

use std::process::ExitCode;

/// Operations that each benchmark counts.
const OPERATIONS: usize = 1000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--gungraun-run") {
        harness::run();
    } else if arguments.iter().any(|argument| argument == "--bench") {
        bitcode::compile_all();
        harness::run();
        return report::print();
    }
    ExitCode::SUCCESS
}
