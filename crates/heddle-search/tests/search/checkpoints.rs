//! A search that is interrupted and goes on comes to the same answer.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use heddle_model::{Limits, Verdict};
use heddle_search::{
    Bounds, CheckpointError, Checkpoints, Explorable, OnMemoryLimit, Options, Order, Reduction,
    Report, StopReason, Store, resume,
};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::common::{STORES, collecting, explore_together, kind};
use crate::toys::{
    Counters, Graph, GraphSystem, Philosophers, ThreadProgram, ThreadSystem, graphs, programs,
};

/// A directory, and a file in it.
fn scratch() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("search.checkpoint");
    (directory, file)
}

/// Options that write a checkpoint when a limit ends the search.
fn keeping(options: &Options, file: &Path) -> Options {
    let checkpoints =
        Checkpoints { file: file.to_owned(), every: Duration::MAX, identity: Vec::new() };
    Options { checkpoints: Some(checkpoints), ..options.clone() }
}

fn with_states(options: &Options, states: u64) -> Options {
    Options { limits: Limits { states: Some(states), ..options.limits }, ..options.clone() }
}

/// Goes on from a checkpoint with so many new systems.
fn go_on<S: Explorable + Clone + Send>(
    system: &S,
    workers: usize,
    options: &Options,
    file: &Path,
) -> Report {
    let mut systems = vec![system.clone(); workers];
    resume(file, &mut systems, options, &mut |_| {}).unwrap()
}

/// Explores with a limit that is raised each time it is reached; returns the last report,
/// and how often the search was interrupted. Workers are one more each time, up to
/// `workers`.
fn in_parts<S: Explorable + Clone + Send>(
    system: &S,
    workers: usize,
    options: &Options,
    part: u64,
) -> (Report, u32) {
    let (_directory, file) = scratch();
    let options = keeping(options, &file);
    let mut limit = part;
    let mut interruptions = 0;
    let mut report = explore_together(system, 1, &with_states(&options, limit));
    while report.stop == Some(StopReason::States) && report.checkpoint == Some(Ok(())) {
        assert!(file.exists());
        interruptions += 1;
        limit += part;
        let workers = workers.min(1 + interruptions as usize % 2);
        report = go_on(system, workers, &with_states(&options, limit), &file);
    }
    assert!(!file.exists(), "a search that is over leaves nothing");
    assert_eq!(report.checkpoint, None);
    (report, interruptions)
}

/// Figures that are the same however often a search in this order was interrupted.
fn essence(report: &Report, order: Order) -> (String, u64, u64, u64, u64, u64) {
    let verdict = match &report.verdict {
        Verdict::Violation(found) => {
            let mut bugs: Vec<String> =
                found.iter().map(|found| format!("{:?}", found.violation.kind())).collect();
            bugs.sort();
            format!("{bugs:?}")
        }
        // Which of several is met first depends on the order.
        Verdict::Unknown(unknown) => format!("{:?}", unknown.kind),
        verdict => format!("{verdict:?}"),
    };
    let stats = &report.stats;
    // States that are reached again at less cost are expanded again, as it happens.
    let (transitions, troubles) = match order {
        Order::Preemptions => (0, 0),
        _ => (stats.transitions, stats.failed_runs + stats.abandoned_runs + stats.unknown_steps),
    };
    (verdict, stats.states, transitions, stats.final_states, stats.deadlocks, troubles)
}

#[test]
fn every_order_and_store_goes_on_where_it_was() {
    for order in Order::ALL {
        for store in STORES {
            for (system, part) in
                [(Philosophers::new(4, true), 13), (Philosophers::new(4, false), 7)]
            {
                let options = Options { store, ..collecting(order) };
                let whole = explore_together(&system, 1, &options);
                for workers in [1, 2] {
                    let (parts, interruptions) = in_parts(&system, workers, &options, part);
                    assert!(interruptions >= 2, "{interruptions}");
                    if store.is_exact() || workers == 1 {
                        let label = format!("{order}, {store:?}, {workers} workers");
                        assert_eq!(essence(&parts, order), essence(&whole, order), "{label}");
                    }
                    assert_eq!(kind(&parts.verdict), kind(&whole.verdict));
                }
            }
        }
    }
}

#[test]
fn bounds_and_costs_go_on_too() {
    let bounds = [
        Bounds { depth: Some(9), ..Bounds::default() },
        Bounds { preemptions: Some(1), ..Bounds::default() },
        Bounds { depth: Some(9), preemptions: Some(1), ..Bounds::default() },
    ];
    for order in Order::ALL {
        for bounds in bounds {
            for reduction in [Reduction::Steps, Reduction::Supersteps] {
                let options = Options { bounds, reduction, ..collecting(order) };
                let system = Philosophers::new(3, true);
                let whole = explore_together(&system, 1, &options);
                for workers in [1, 2] {
                    let (parts, _) = in_parts(&system, workers, &options, 11);
                    let label = format!("{order}, {bounds:?}, {reduction:?}, {workers}");
                    assert_eq!(parts.verdict, whole.verdict, "{label}");
                    assert_eq!(parts.stats.states, whole.stats.states, "{label}");
                }
            }
        }
    }
}

#[test]
fn a_search_with_an_overflow_goes_on() {
    let (_directory, file) = scratch();
    let system = Counters::new(4, 15);
    let exact = explore_together(&system, 1, &collecting(Order::BreadthFirst));
    let options = Options {
        limits: Limits { memory: Some(exact.stats.peak_bytes * 5 / 6), ..Limits::default() },
        on_memory_limit: OnMemoryLimit::Bitstate,
        ..collecting(Order::BreadthFirst)
    };
    let whole = explore_together(&system, 1, &options);
    let options = keeping(&options, &file);
    let report = explore_together(&system, 1, &with_states(&options, whole.stats.states - 500));
    assert_eq!((report.stop, report.checkpoint), (Some(StopReason::States), Some(Ok(()))));
    assert!(report.omission.is_some(), "it should have gone on in bits");
    let report = go_on(&system, 1, &options, &file);
    assert_eq!(report.stats.states, whole.stats.states);
    assert_eq!(report.omission, whole.omission);
    assert_eq!(report.verdict, whole.verdict);
}

#[test]
fn the_first_violation_is_as_short_as_without_an_interruption() {
    for order in [Order::BreadthFirst, Order::Preemptions] {
        let system = Philosophers::new(4, false);
        let options = Options { order, ..Options::default() };
        let length = |report: &Report| match &report.verdict {
            Verdict::Violation(found) => found[0].schedule.0.len(),
            verdict => panic!("{verdict:?}"),
        };
        let whole = explore_together(&system, 1, &options);
        for part in [2, 3, 7] {
            let (parts, interruptions) = in_parts(&system, 2, &options, part);
            assert!(interruptions > 0);
            assert_eq!(length(&parts), length(&whole));
        }
    }
}

#[test]
fn checkpoints_while_workers_are_busy_are_whole() {
    // One is written at every look, and the one before it is put aside: what would be left
    // if the process ended then.
    for order in Order::ALL {
        for workers in [1, 2, 3] {
            let (directory, file) = scratch();
            let checkpoints =
                Checkpoints { file: file.clone(), every: Duration::ZERO, identity: Vec::new() };
            let options = Options { checkpoints: Some(checkpoints), ..collecting(order) };
            let copy = directory.path().join("copy");
            let (last, aside) = (file.clone(), copy.clone());
            let put_aside = move || {
                if last.exists() {
                    std::fs::copy(&last, &aside).unwrap();
                }
            };
            let mut system = Counters::new(3, 14);
            let whole = explore_together(&system, 1, &collecting(order));
            system.on_checkpoint = Some(Arc::new(put_aside));
            let report = explore_together(&system, workers, &options);
            assert_eq!(essence(&report, order), essence(&whole, order));
            assert!(!file.exists(), "a search that is over leaves nothing");
            system.on_checkpoint = None;
            if workers > 1 && !copy.exists() {
                // The others were so fast that the first had no second look.
                continue;
            }
            let report = go_on(&system, workers, &options, &copy);
            assert_eq!(
                essence(&report, order),
                essence(&whole, order),
                "{order}, {workers} workers"
            );
            assert!(copy.exists(), "only the file for checkpoints is removed");
        }
    }
}

#[test]
fn figures_go_on() {
    let (_directory, file) = scratch();
    let options = keeping(&collecting(Order::BreadthFirst), &file);
    let system = Counters::new(3, 9);
    let before = explore_together(&system, 1, &with_states(&options, 200)).stats;
    let after = go_on(&system, 1, &with_states(&options, 400), &file).stats;
    assert!(after.states == 400 && after.transitions > before.transitions);
    assert!(after.max_depth > before.max_depth && after.peak_bytes >= before.peak_bytes);
}

/// The error that keeps a search with these options from going on.
fn refusal(options: &Options, file: &Path) -> String {
    let mut systems = [Counters::new(3, 9)];
    resume(file, &mut systems, options, &mut |_| {}).unwrap_err().to_string()
}

#[test]
fn other_searches_are_refused_by_what_differs() {
    let (_directory, file) = scratch();
    let mut options = keeping(&collecting(Order::Random), &file);
    options.checkpoints.as_mut().unwrap().identity = vec![("the program".into(), "one".into())];
    explore_together(&Counters::new(3, 9), 1, &with_states(&options, 100));
    let bounds = Bounds { depth: Some(7), ..options.bounds };
    let mut other = options.clone();
    other.checkpoints.as_mut().unwrap().identity = vec![("the program".into(), "two".into())];
    let others = [
        (other, "the program was one, and is two now"),
        (Options { seed: 4, ..options.clone() }, "seed was 0, and is 4 now"),
        (Options { bounds, ..options.clone() }, "bound on steps was none, and is 7 now"),
        (Options { store: Store::Plain, ..options.clone() }, "store was exact, and is plain"),
        (Options { order: Order::BestFirst, ..options.clone() }, "order was random, and is best"),
        (Options { stop_at_first: true, ..options.clone() }, "all violations was yes"),
    ];
    for (other, difference) in others {
        let refusal = refusal(&other, &file);
        assert!(
            refusal.contains("is of another search") && refusal.contains(difference),
            "{refusal}"
        );
    }
    // Limits may differ.
    let limits = Limits { time: Some(Duration::from_secs(1000)), ..Limits::default() };
    let report = go_on(&Counters::new(3, 9), 2, &Options { limits, ..options }, &file);
    assert_eq!(report.verdict, Verdict::Verified);
}

#[test]
fn damaged_files_are_refused() {
    let (directory, file) = scratch();
    let options = keeping(&collecting(Order::BreadthFirst), &file);
    explore_together(&Counters::new(3, 9), 1, &with_states(&options, 100));
    let whole = std::fs::read(&file).unwrap();
    let damaged = directory.path().join("damaged");
    let mut systems = [Counters::new(3, 9)];
    for at in (0..whole.len()).step_by(whole.len() / 300) {
        let mut changed = whole.clone();
        changed[at] ^= 0x40;
        for bytes in [&changed[..], &whole[..at]] {
            std::fs::write(&damaged, bytes).unwrap();
            let error = resume(&damaged, &mut systems, &options, &mut |_| {}).unwrap_err();
            let is_right = match at {
                0..8 => matches!(error, CheckpointError::Foreign { .. }),
                8..12 => !matches!(error, CheckpointError::Foreign { .. }),
                _ => matches!(error, CheckpointError::Damaged { .. }),
            };
            assert!(is_right, "{at}: {error}");
        }
    }
    std::fs::write(&damaged, "int main(void) { return 0; }").unwrap();
    assert!(refusal(&options, &damaged).ends_with("is not a checkpoint of heddle"));
    let nowhere = refusal(&options, &directory.path().join("nowhere"));
    assert!(nowhere.starts_with("cannot read checkpoint"), "{nowhere}");
}

#[test]
fn what_cannot_be_written_is_told() {
    let (directory, _) = scratch();
    let file = directory.path().join("no such directory").join("file");
    let options = keeping(&collecting(Order::BreadthFirst), &file);
    let report = explore_together(&Counters::new(3, 9), 1, &with_states(&options, 100));
    assert!(matches!(report.checkpoint, Some(Err(_))), "{:?}", report.checkpoint);
    assert_eq!(report.stop, Some(StopReason::States));
}

fn graph_in_parts(graph: &Graph, order: Order, store: Store, part: u64) {
    let options = Options { store, ..collecting(order) };
    let system = GraphSystem::new(graph);
    let whole = explore_together(&system, 1, &options);
    for workers in [1, 2] {
        let (parts, _) = in_parts(&system, workers, &options, part);
        assert_eq!(kind(&parts.verdict), kind(&whole.verdict));
        assert_eq!(parts.stats.states, whole.stats.states);
        assert_eq!(essence(&parts, order), essence(&whole, order));
    }
}

fn program_in_parts(program: &ThreadProgram, order: Order, part: u64) {
    let options = Options { reduction: Reduction::Supersteps, ..collecting(order) };
    let system = ThreadSystem::new(program);
    let whole = explore_together(&system, 1, &options);
    let (parts, _) = in_parts(&system, 2, &options, part);
    assert_eq!(kind(&parts.verdict), kind(&whole.verdict));
    assert_eq!(parts.stats.states, whole.stats.states);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn graphs_in_parts_are_the_same(
        graph in graphs(true),
        order in prop::sample::select(&Order::ALL[..]),
        store in prop::sample::select(vec![Store::Exact, Store::Plain]),
        part in 1u64..7,
    ) {
        graph_in_parts(&graph, order, store, part);
    }

    #[test]
    fn programs_in_parts_are_the_same(
        program in programs(),
        order in prop::sample::select(&Order::ALL[..]),
        part in 1u64..20,
    ) {
        program_in_parts(&program, order, part);
    }
}
