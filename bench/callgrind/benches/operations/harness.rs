//! The benchmarks, and the main function of gungraun.

#![expect(
    clippy::exit,
    unreachable_pub,
    reason = "the macros of gungraun write public items, and end the process when a run fails"
)]

use gungraun::prelude::*;
use gungraun::{Callgrind, EntryPoint, EventKind};
use heddle_machine::Machine;

use crate::bitcode::Model;
use crate::store::{KnownRows, KnownStrings, NewRows};
use crate::walk::Walk;

/// Counts the instructions of a function of [`crate::measured`], and of what it calls.
fn count(function: &str) -> LibraryBenchmarkConfig {
    let entry = EntryPoint::Custom(format!("*::measured::{function}"));
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    callgrind.entry_point(entry).format([EventKind::Ir]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

#[library_benchmark(config = count("load_state"))]
#[bench::peterson(args = (Model::Peterson), setup = Walk::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = Walk::new)]
fn load(walk: Walk) -> Machine<'static> {
    walk.repeat()
}

#[library_benchmark(config = count("step"))]
#[bench::peterson(args = (Model::Peterson), setup = Walk::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = Walk::new)]
fn step(walk: Walk) -> Machine<'static> {
    walk.repeat()
}

#[library_benchmark(config = count("save_state"))]
#[bench::peterson(args = (Model::Peterson), setup = Walk::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = Walk::new)]
fn save(walk: Walk) -> Machine<'static> {
    walk.repeat()
}

#[library_benchmark(config = count("insert_row"))]
#[bench::peterson(args = (Model::Peterson), setup = KnownRows::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = KnownRows::new)]
fn known_row(rows: KnownRows) -> KnownRows {
    rows.insert()
}

#[library_benchmark(config = count("insert_row"))]
#[bench::peterson(args = (Model::Peterson), setup = NewRows::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = NewRows::new)]
fn new_row(rows: NewRows) -> NewRows {
    rows.insert()
}

#[library_benchmark(config = count("intern_bytes"))]
#[bench::peterson(args = (Model::Peterson), setup = KnownStrings::new)]
#[bench::philosophers(args = (Model::Philosophers), setup = KnownStrings::new)]
fn known_bytes(strings: KnownStrings) -> KnownStrings {
    strings.intern()
}

library_benchmark_group!(name = machine, benchmarks = [load, step, save]);
library_benchmark_group!(name = store, benchmarks = [known_row, new_row, known_bytes]);
main!(library_benchmark_groups = [machine, store]);

/// Runs all benchmarks, or the one that the arguments name.
pub(crate) fn run() {
    main();
}
