//! Long runs on which there is nothing to choose: the same answers, with few states.

use std::time::{Duration, Instant};

use heddle_model::{Choice, Limits, ThreadId, Verdict};
use heddle_search::{
    Bounds, Checkpoints, Options, Order, Reduction, Report, StopReason, Store, resume,
};

use crate::common::{collecting, explore, explore_together, kind};
use crate::toys::{End, Track};

/// Options under which there are stretches; each superstep is a step.
fn stretching(order: Order) -> Options {
    let bounds = Bounds { superstep: 1, ..Bounds::default() };
    Options { reduction: Reduction::Supersteps, bounds, ..collecting(order) }
}

/// The violations with the lengths of their runs, and the number of final states.
fn essence(report: &Report) -> (&'static str, Vec<(String, usize)>, u64) {
    let found = match &report.verdict {
        Verdict::Violation(found) => {
            found.iter().map(|one| (format!("{:?}", one.violation), one.schedule.0.len())).collect()
        }
        _ => Vec::new(),
    };
    (kind(&report.verdict), found, report.stats.final_states)
}

#[test]
fn every_end_is_the_same_as_step_by_step() {
    let ends = [End::Stops, End::Fails, End::IsWrong, End::Loops(0), End::Loops(40), End::Forks];
    for end in ends {
        for length in [63, 64, 65, 128, 130, 1090, 40_000] {
            for others in [0, 2] {
                let mut track = Track::new(length, end, others);
                let steps = explore(&mut track, &collecting(Order::BreadthFirst));
                assert_eq!(track.stretched, 0);
                for order in [Order::BreadthFirst, Order::DepthFirst, Order::Random] {
                    let report = explore(&mut track, &stretching(order));
                    let name = format!("{end:?} {length} {others} {order}");
                    assert_eq!(essence(&report).0, essence(&steps).0, "{name}");
                    assert_eq!(essence(&report).2, essence(&steps).2, "{name}");
                    if order == Order::BreadthFirst && others == 0 {
                        assert_eq!(essence(&report), essence(&steps), "{name}");
                    }
                    assert!(report.stats.states <= steps.stats.states, "{name}");
                }
            }
        }
    }
}

#[test]
fn few_states_of_a_long_run_are_stored() {
    let mut track = Track::new(10_000_000, End::Stops, 0);
    let report = explore(&mut track, &stretching(Order::BreadthFirst));
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!((report.stats.final_states, track.place()), (1, 10_000_000));
    assert!(report.stats.states < 3000, "{}", report.stats.states);
    assert!(track.stretched > 9_990_000);
}

#[test]
fn a_loop_is_recognized_about_as_soon_as_it_was_gone_through() {
    for (stem, cycle) in [(0, 3000), (5000, 1), (1_000_000, 7), (100, 65_536), (300_000, 99_991)] {
        let mut track = Track::new(stem + cycle, End::Loops(stem), 0);
        let report = explore(&mut track, &stretching(Order::BreadthFirst));
        assert_eq!(report.verdict, Verdict::Verified, "{stem} {cycle}");
        let most = 5 * u64::from(stem + cycle) + 1_000_000;
        assert!(track.stretched < most, "{stem} {cycle}: {}", track.stretched);
    }
}

#[test]
fn the_run_to_a_violation_is_found_again() {
    for end in [End::Fails, End::IsWrong, End::Forks] {
        for store in [Store::Exact, Store::Plain, Store::Hash64] {
            for workers in [1, 3] {
                let options = Options { store, ..stretching(Order::DepthFirst) };
                let report = explore_together(&Track::new(300_000, end, 0), workers, &options);
                let Verdict::Violation(found) = &report.verdict else { panic!("{report:?}") };
                let mut run = vec![Choice::of(ThreadId(0)); 300_000];
                run[299_999].alternative = u32::from(end == End::Forks);
                assert!(found[0].schedule.0 == run, "{end:?} {store:?}");
            }
        }
    }
}

#[test]
fn there_are_none_where_every_state_or_the_cost_of_runs_counts() {
    let bounded = |depth, preemptions| Bounds { depth, preemptions, superstep: 1 };
    let stretching = stretching(Order::BreadthFirst);
    let others = [
        Options { reduction: Reduction::Steps, ..stretching.clone() },
        Options { order: Order::Preemptions, ..stretching.clone() },
        Options { bounds: bounded(Some(5000), None), ..stretching.clone() },
        Options { bounds: bounded(None, Some(2)), ..stretching.clone() },
        Options { store: Store::Bitstate { bits: 22 }, ..stretching },
    ];
    for options in others {
        let mut track = Track::new(3000, End::Stops, 0);
        let report = explore(&mut track, &options);
        assert_eq!((report.stats.states, track.stretched), (3001, 0), "{options:?}");
    }
}

#[test]
fn a_limit_cuts_a_stretch_short() {
    let time = Some(Duration::from_millis(150));
    let limits = Limits { time, ..Limits::default() };
    for workers in [1, 2] {
        let options = Options { limits, ..stretching(Order::BreadthFirst) };
        let started = Instant::now();
        let report = explore_together(&Track::new(u32::MAX, End::Stops, 0), workers, &options);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert_eq!(report.stop, Some(StopReason::Time));
        assert!(report.stats.frontier > 0);
    }
    let limits = Limits { states: Some(100), ..Limits::default() };
    let options = Options { limits, ..stretching(Order::BreadthFirst) };
    let report = explore(&mut Track::new(1_000_000, End::Stops, 0), &options);
    assert_eq!((report.stop, report.stats.states), (Some(StopReason::States), 100));
}

#[test]
fn a_search_that_was_cut_short_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    for (part, every) in
        [(40, Duration::MAX), (300, Duration::MAX), (u64::MAX, Duration::from_millis(2))]
    {
        for end in [End::Fails, End::IsWrong, End::Loops(77), End::Stops] {
            let file = directory.path().join("stretch.checkpoint");
            let checkpoints = Checkpoints { file: file.clone(), every, identity: Vec::new() };
            let system = Track::new(150_000, end, 0);
            let all = explore(&mut system.clone(), &stretching(Order::BreadthFirst));
            let mut options =
                Options { checkpoints: Some(checkpoints), ..stretching(Order::BreadthFirst) };
            options.limits.states = part.checked_add(60);
            let mut report = explore(&mut system.clone(), &options);
            while report.stop == Some(StopReason::States) {
                options.limits.states = options.limits.states.map(|states| states + part);
                report = resume(&file, &mut [system.clone()], &options, &mut |_| {}).unwrap();
            }
            assert_eq!(essence(&report).0, essence(&all).0, "{part} {end:?}");
            assert_eq!(essence(&report).2, essence(&all).2, "{part} {end:?}");
        }
    }
}
