//! Random graphs: both orders and both stores against a reference.

use std::collections::BTreeMap;

use heddle_model::{UnknownKind, Verdict, Violation};
use heddle_search::{
    ExactStore, Limits, Options, Order, PlainStore, Report, Stop, is_same_bug, replay,
};
use proptest::prelude::*;

use crate::common::{collecting, explore, explore_states, kind};
use crate::toys::{Expected, Graph, GraphSystem, bug, depth_first_numbers, graphs};

/// The number of a bug.
fn number(violation: &Violation) -> u8 {
    (0..=u8::MAX).find(|&n| is_same_bug(&bug(n, 0), violation)).expect("a bug of the graph")
}

/// The bugs that a report names, with the lengths of their schedules; each
/// schedule must lead to its bug.
fn bugs(graph: &Graph, report: &Report) -> BTreeMap<u8, u64> {
    let Verdict::Violation(found) = &report.verdict else { return BTreeMap::new() };
    let mut bugs = BTreeMap::new();
    for counterexample in found {
        let again = replay(&mut GraphSystem::new(graph), &counterexample.schedule).unwrap();
        assert!(again.contains(&counterexample.violation), "{counterexample:?} in {again:?}");
        let length = counterexample.schedule.0.len() as u64;
        let earlier = bugs.insert(number(&counterexample.violation), length);
        assert_eq!(earlier, None, "a bug should be reported once");
    }
    bugs
}

fn with_depth(order: Order, depth: Option<u64>) -> Options {
    Options { limits: Limits { depth, ..Limits::default() }, ..collecting(order) }
}

/// Everything that must be the same whatever the order, the store and the
/// number of times that a state is expanded.
fn check_against_reference(graph: &Graph, depth: Option<u64>) {
    let expected = Expected::of(graph, depth);
    let mut words: Vec<Vec<u32>> = expected.distances.keys().map(|&n| Graph::words(n)).collect();
    words.sort();
    for order in Order::ALL {
        let options = with_depth(order, depth);
        let mut system = GraphSystem::new(graph);
        let (report, mut states) = explore_states(&mut system, ExactStore::new(), &options);
        let (plain, plain_states) =
            explore_states(&mut GraphSystem::new(graph), PlainStore::new(), &options);
        assert_eq!(states, plain_states, "both stores give the same numbers");
        assert_eq!(report.verdict, plain.verdict);

        states.sort();
        assert_eq!(states, words, "{order}: the states that can be reached");
        assert_eq!(kind(&report.verdict), expected.verdict(), "{order}: {:?}", report.verdict);
        assert_eq!(report.stop, None);
        assert_eq!(report.stats.states, expected.distances.len() as u64);
        assert_eq!(report.stats.final_states, expected.final_states, "{order}");
        assert_eq!(report.stats.deadlocks, expected.deadlocks, "{order}");
        assert_eq!(report.unknown.is_some(), expected.unknown_steps > 0);

        let found = bugs(graph, &report);
        if order == Order::BreadthFirst || depth.is_some() {
            // A depth-first search under a bound ends up with least depths.
            assert_eq!(found, expected.bugs, "{order}: bugs and shortest schedules");
        } else {
            assert!(found.keys().eq(expected.bugs.keys()), "{found:?} {:?}", expected.bugs);
            assert!(found.iter().all(|(bug, length)| *length >= expected.bugs[bug]));
        }
        if order == Order::BreadthFirst || depth.is_none() {
            assert_eq!(report.stats.transitions, expected.transitions, "{order}");
            assert_eq!(report.stats.failed_runs, expected.failed_runs);
            assert_eq!(report.stats.abandoned_runs, expected.abandoned_runs);
            assert_eq!(report.stats.unknown_steps, expected.unknown_steps);
        }
        if order == Order::BreadthFirst {
            let deepest = *expected.distances.values().max().unwrap();
            assert_eq!(report.stats.max_depth, deepest);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn finds_what_the_reference_finds(graph in graphs(true)) {
        check_against_reference(&graph, None);
    }

    #[test]
    fn depth_bounds_agree_with_the_reference(graph in graphs(true), depth in 0u64..9) {
        check_against_reference(&graph, Some(depth));
    }

    #[test]
    fn depth_bounds_on_graphs_without_bugs(graph in graphs(false), depth in 0u64..9) {
        check_against_reference(&graph, Some(depth));
    }

    #[test]
    fn depth_first_search_meets_states_as_recursion_does(graph in graphs(false)) {
        let options = collecting(Order::DepthFirst);
        let (_, states) = explore_states(&mut GraphSystem::new(&graph), ExactStore::new(), &options);
        let expected: Vec<_> = depth_first_numbers(&graph).into_iter().map(Graph::words).collect();
        prop_assert_eq!(states, expected);
    }

    #[test]
    fn the_first_bug_of_breadth_first_search_is_the_nearest(graph in graphs(true)) {
        let expected = Expected::of(&graph, None);
        let report = explore(&mut GraphSystem::new(&graph), &Options::default());
        prop_assert_eq!(kind(&report.verdict), expected.verdict());
        if let Some(&nearest) = expected.bugs.values().min() {
            let found = bugs(&graph, &report);
            prop_assert_eq!(found.values().copied().collect::<Vec<_>>(), vec![nearest]);
            prop_assert_eq!(report.stop, Some(Stop::FirstViolation));
        }
    }

    #[test]
    fn a_limit_on_states_is_never_verified(graph in graphs(true), limit in 0u64..40) {
        let expected = Expected::of(&graph, None);
        let all = expected.distances.len() as u64;
        for order in Order::ALL {
            let limits = Limits { states: Some(limit), ..Limits::default() };
            let options = Options { limits, ..collecting(order) };
            let report = explore(&mut GraphSystem::new(&graph), &options);
            prop_assert_eq!(report.stats.states, all.min(limit));
            prop_assert!(bugs(&graph, &report).keys().all(|bug| expected.bugs.contains_key(bug)));
            if all <= limit {
                prop_assert_eq!(kind(&report.verdict), expected.verdict());
                prop_assert_eq!(report.stop, None);
                continue;
            }
            prop_assert_eq!(report.stop, Some(Stop::States));
            match report.verdict {
                Verdict::Violation(_) => {}
                Verdict::Unknown(unknown) => {
                    let is_limit = unknown.kind == UnknownKind::Limit;
                    prop_assert_eq!(is_limit, report.stats.unknown_steps == 0);
                }
                verdict => prop_assert!(false, "{:?}", verdict),
            }
        }
    }

    /// Each step at most one load, and one for a state without a step.
    #[test]
    fn loads_no_more_than_needed(graph in graphs(true)) {
        for order in Order::ALL {
            let mut system = GraphSystem::new(&graph);
            // The replay gate loads nothing.
            let report = explore(&mut system, &collecting(order));
            let stats = report.stats;
            let arrivals = stats.transitions
                - stats.failed_runs - stats.abandoned_runs - stats.unknown_steps;
            prop_assert_eq!(system.saves as u64, 1 + arrivals);
            let most = match order {
                Order::BreadthFirst => stats.transitions + stats.final_states,
                // A new state is loaded when it is discovered.
                Order::DepthFirst => stats.transitions,
            };
            prop_assert!(system.loads as u64 <= most, "{}: {} > {most}", order, system.loads);
        }
    }
}
