//! Supersteps find what steps find.

use std::collections::BTreeSet;

use heddle_model::{Choice, InternalId, Property, Verdict, Violation};
use heddle_search::{Bounds, Options, Order, Reduction, Report, preemptions};
use proptest::prelude::*;

use crate::common::{STORES, collecting, explore, explore_together, kind};
use crate::toys::{Counters, Instruction, Philosophers, ThreadProgram, ThreadSystem, programs};

/// Findings of a report, whatever the schedules.
fn found(report: &Report) -> BTreeSet<String> {
    let Verdict::Violation(found) = &report.verdict else { return BTreeSet::new() };
    let name = |violation: &Violation| {
        let places = violation.related.iter().map(|related| &related.place);
        let places = places.map(|place| format!("{} {}", place.file, place.line));
        let mut places: Vec<String> = places.collect();
        places.sort();
        format!("{}: {}", violation.kind(), places.join(", "))
    };
    found.iter().map(|counterexample| name(&counterexample.violation)).collect()
}

fn reduced(order: Order) -> Options {
    Options { reduction: Reduction::Supersteps, ..collecting(order) }
}

/// Every way to explore finds what steps, one after the other, find.
fn compare(program: &ThreadProgram) {
    let system = ThreadSystem::new(program);
    let plain = explore(&mut system.clone(), &collecting(Order::BreadthFirst));
    let expected = found(&plain);
    let mut states = BTreeSet::new();
    for order in Order::ALL {
        for workers in [1, 2] {
            let report = explore_together(&system, workers, &reduced(order));
            assert_eq!(found(&report), expected, "{order}, {workers}: {program:?}");
            assert_eq!(kind(&report.verdict), kind(&plain.verdict), "{order}, {workers}");
            // An order by preemptions tells states apart by who moved last.
            if order != Order::Preemptions {
                states.insert(report.stats.states);
            }
        }
    }
    assert_eq!(states.len(), 1, "{states:?}: {program:?}");
    assert!(*states.first().unwrap() <= plain.stats.states);
    for store in STORES {
        let options = Options { store, ..reduced(Order::DepthFirst) };
        assert_eq!(found(&explore(&mut system.clone(), &options)), expected, "{store:?}");
    }
    for superstep in [1, 2, 3] {
        let bounds = Bounds { superstep, ..Bounds::default() };
        let options = Options { bounds, ..reduced(Order::BreadthFirst) };
        assert_eq!(found(&explore(&mut system.clone(), &options)), expected, "{superstep}");
    }
}

/// Number of random programs to try.
fn cases() -> u32 {
    std::env::var("HEDDLE_TOY_COUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn random_programs_have_the_same_bugs(program in programs()) {
        compare(&program);
    }
}

#[test]
fn independent_threads_need_one_superstep_each() {
    let report = explore(&mut Counters::new(5, 40), &reduced(Order::BreadthFirst));
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!(report.stats.states, 1 << 5);
    assert_eq!(report.stats.final_states, 1);
}

#[test]
fn a_bound_cuts_supersteps_but_not_runs() {
    let bounds = Bounds { superstep: 10, ..Bounds::default() };
    let options = Options { bounds, ..reduced(Order::BreadthFirst) };
    let report = explore(&mut Counters::new(3, 40), &options);
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!(report.stats.states, 5 * 5 * 5);
}

#[test]
fn philosophers_put_both_forks_back_at_once() {
    for number in 2..8 {
        let explore = |reduction| {
            let options = Options { reduction, ..collecting(Order::BreadthFirst) };
            explore(&mut Philosophers::new(number, false), &options)
        };
        let (steps, supersteps) = (explore(Reduction::Steps), explore(Reduction::Supersteps));
        assert_eq!(kind(&supersteps.verdict), "violation");
        assert_eq!(supersteps.stats.deadlocks, 1);
        assert!(supersteps.stats.states <= 1 << number, "{number}: {:?}", supersteps.stats);
        assert!(supersteps.stats.states < steps.stats.states);
    }
}

/// The woken thread must be able to go first. In the paper's scheme, which has tables for
/// enabled threads only, the first thread would go on behind its unlock at once.
#[test]
fn a_step_that_unblocks_another_thread_ends_its_superstep() {
    use Instruction::{AssertIsNot, Load, Lock, Set, Store, TryLock, Unlock};
    let program = ThreadProgram {
        threads: vec![
            vec![Lock(0), Unlock(0), Set(1), Store(0)],
            vec![Lock(0), Load(0), AssertIsNot(0), Unlock(0)],
            // Keeps the unlock from being a left mover.
            vec![Set(0), TryLock(1)],
        ],
        last_waits: false,
        races: false,
    };
    let report = explore(&mut ThreadSystem::new(&program), &reduced(Order::BreadthFirst));
    assert_eq!(found(&report), BTreeSet::from(["assertion: thread 1 3".to_owned()]));
    compare(&program);
}

/// The assertion fails only after the internal action has emptied the buffer.
#[test]
fn internal_actions_are_part_of_runs_and_preempt_nobody() {
    use Instruction::{AssertIsNot, Delay, Load, Set};
    let program = ThreadProgram {
        threads: vec![vec![Set(1), Delay(0), Load(0), AssertIsNot(1)]],
        last_waits: false,
        races: false,
    };
    let mut system = ThreadSystem::new(&program);
    for reduction in [Reduction::Steps, Reduction::Supersteps] {
        for order in Order::ALL {
            let bounds = Bounds { preemptions: Some(0), ..Bounds::default() };
            let options = Options { reduction, bounds, ..collecting(order) };
            let report = explore(&mut system, &options);
            let Verdict::Violation(found) = report.verdict else { panic!("{:?}", report.verdict) };
            let schedule = &found[0].schedule;
            assert_eq!(schedule.0.len(), 5, "{order}: {schedule:?}");
            assert!(schedule.0.contains(&Choice::of(InternalId(0))), "{order}: {schedule:?}");
            assert_eq!(preemptions(&mut system, schedule), 0);
        }
    }
}

/// Both racing steps are inside of supersteps.
#[test]
fn races_inside_of_supersteps_are_found_and_can_be_replayed() {
    use Instruction::{Load, Store};
    let program = ThreadProgram {
        threads: vec![vec![Load(0), Load(1), Store(2)], vec![Load(1), Load(0), Store(2)]],
        last_waits: false,
        races: true,
    };
    let report = explore(&mut ThreadSystem::new(&program), &reduced(Order::BreadthFirst));
    assert_eq!(found(&report), BTreeSet::from(["data-race: thread 0 3, thread 1 3".to_owned()]));
    let Verdict::Violation(found) = report.verdict else { unreachable!("it has violations") };
    assert_eq!(found[0].violation.kind(), Property::DataRace);
    assert_eq!(found[0].schedule.0.len(), 4, "two steps of each");
}
