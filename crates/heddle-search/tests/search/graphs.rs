//! Random graphs: every order, with one worker and two, against a reference.

use std::collections::BTreeMap;

use heddle_model::{Limit, Limits, Verdict, Violation};
use heddle_replay::replay;
use heddle_search::{Bounds, Options, Order, Report, StopReason};
use proptest::prelude::*;

use crate::common::{collecting, explore, explore_together, kind};
use crate::toys::{Expected, Graph, GraphSystem, bug, graphs};

/// The number of a bug.
fn number(violation: &Violation) -> u8 {
    (0..=u8::MAX)
        .find(|&n| bug(n, 0).identity() == violation.identity())
        .expect("a bug of the graph")
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
    Options { bounds: Bounds { depth, ..Bounds::default() }, ..collecting(order) }
}

/// Everything that must be the same whatever the order, the number of workers and
/// the number of times that a state is expanded.
fn check_against_reference(graph: &Graph, depth: Option<u64>) {
    let expected = Expected::of(graph, depth);
    for (order, workers) in Order::ALL.into_iter().flat_map(|order| [(order, 1), (order, 2)]) {
        let options = with_depth(order, depth);
        let report = explore_together(&GraphSystem::new(graph), workers, &options);
        match (order, depth, expected.verdict()) {
            // Who moved last is part of its states: one may be cut where another is not.
            (Order::Preemptions, Some(_), "verified") => {
                assert!(["verified", "bounded"].contains(&kind(&report.verdict)));
            }
            (_, _, verdict) => assert_eq!(kind(&report.verdict), verdict, "{order}"),
        }
        assert_eq!(report.stop, None);
        assert_eq!(report.unknown.is_some(), expected.unknown_steps > 0);
        let found = bugs(graph, &report);
        assert!(found.keys().eq(expected.bugs.keys()), "{found:?} {:?}", expected.bugs);
        assert!(found.iter().all(|(bug, length)| *length >= expected.bugs[bug]));
        if order == Order::BreadthFirst {
            assert_eq!(found, expected.bugs, "bugs and shortest schedules");
        }
        // An order by preemptions tells states apart by who moved last.
        if order == Order::Preemptions {
            continue;
        }
        assert_eq!(report.stats.states, expected.distances.len() as u64);
        assert_eq!(report.stats.final_states, expected.final_states, "{order}");
        assert_eq!(report.stats.deadlocks, expected.deadlocks, "{order}");
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
    fn the_first_bug_of_breadth_first_search_is_the_nearest(graph in graphs(true)) {
        let expected = Expected::of(&graph, None);
        let report = explore(&mut GraphSystem::new(&graph), &Options::default());
        prop_assert_eq!(kind(&report.verdict), expected.verdict());
        if let Some(&nearest) = expected.bugs.values().min() {
            let found = bugs(&graph, &report);
            prop_assert_eq!(found.values().copied().collect::<Vec<_>>(), vec![nearest]);
        }
    }

    #[test]
    fn a_limit_on_states_is_never_verified(graph in graphs(true), limit in 0u64..40) {
        let expected = Expected::of(&graph, None);
        let all = expected.distances.len() as u64;
        for order in Order::ALL.into_iter().filter(|order| *order != Order::Preemptions) {
            let limits = Limits { states: Some(limit), ..Limits::default() };
            let options = Options { limits, ..collecting(order) };
            let report = explore(&mut GraphSystem::new(&graph), &options);
            prop_assert_eq!(report.stats.states, all.min(limit), "{}", order);
            prop_assert!(bugs(&graph, &report).keys().all(|bug| expected.bugs.contains_key(bug)));
            if all <= limit {
                prop_assert_eq!(kind(&report.verdict), expected.verdict());
                prop_assert_eq!(report.stop, None);
                continue;
            }
            prop_assert_eq!(report.stop, Some(StopReason::States));
            match report.verdict {
                Verdict::Violation(_) => {}
                Verdict::Stopped(limit) => {
                    prop_assert_eq!(limit, Limit::States);
                    prop_assert_eq!(report.stats.unknown_steps, 0);
                }
                Verdict::Unknown(_) => prop_assert!(report.stats.unknown_steps > 0),
                verdict => prop_assert!(false, "{:?}", verdict),
            }
        }
    }

    /// Without a bound, every state is expanded just once.
    #[test]
    fn states_are_expanded_once(graph in graphs(false)) {
        for order in [Order::BreadthFirst, Order::DepthFirst, Order::Random] {
            let mut system = GraphSystem::new(&graph);
            explore(&mut system, &collecting(order));
            prop_assert!(system.expansions.iter().all(|&times| times <= 1), "{}", order);
        }
    }
}
