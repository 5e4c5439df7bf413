//! Systems whose answers are known in closed form.

use heddle_model::{Bound, BoundKind, Property, Verdict};
use heddle_search::{Bounds, Options, Order};

use crate::common::{collecting, explore};
use crate::toys::{Counters, Graph, GraphSystem, Philosophers};

#[test]
fn counters_have_as_many_states_as_they_should() {
    for order in [Order::BreadthFirst, Order::DepthFirst, Order::BestFirst, Order::Random] {
        for (threads, top) in [(0, 5), (1, 0), (1, 7), (2, 9), (3, 4), (5, 3)] {
            let report = explore(&mut Counters::new(threads, top), &collecting(order));
            let (n, top) = (threads as u32, u64::from(top));
            assert_eq!(report.verdict, Verdict::Verified);
            assert_eq!(report.stats.states, (top + 1).pow(n));
            let others = (top + 1).pow(n.saturating_sub(1));
            assert_eq!(report.stats.transitions, u64::from(n) * top * others);
            assert_eq!(report.stats.final_states, 1);
            if order == Order::BreadthFirst {
                assert_eq!(report.stats.max_depth, u64::from(n) * top);
            }
            assert_eq!(report.stats.frontier, 0);
            assert_eq!(report.stop, None);
        }
    }
}

#[test]
fn philosophers_deadlock_when_each_holds_a_fork() {
    for number in 2..7 {
        let report = explore(&mut Philosophers::new(number, false), &Options::default());
        let Verdict::Violation(found) = report.verdict else { panic!("{:?}", report.verdict) };
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].violation.kind(), Property::Deadlock);
        assert_eq!(found[0].schedule.0.len(), number, "each takes one fork");

        let [bfs, dfs] = [Order::BreadthFirst, Order::DepthFirst]
            .map(|order| explore(&mut Philosophers::new(number, false), &collecting(order)).stats);
        assert_eq!(bfs.states, dfs.states);
        assert_eq!(bfs.transitions, dfs.transitions);
        assert_eq!((bfs.deadlocks, dfs.deadlocks), (1, 1));
    }
}

#[test]
fn philosophers_who_take_forks_in_order_do_not_deadlock() {
    for order in Order::ALL {
        let report = explore(&mut Philosophers::new(6, true), &collecting(order));
        assert_eq!(report.verdict, Verdict::Verified);
        assert_eq!(report.stats.final_states, 0);
    }
}

#[test]
fn very_deep_runs_do_not_overflow_the_stack() {
    let report = explore(&mut Counters::new(1, 2_000_000), &collecting(Order::DepthFirst));
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!(report.stats.max_depth, 2_000_000);
}

#[test]
fn a_state_cut_off_at_the_bound_is_explored_when_a_shorter_run_reaches_it() {
    // Depth-first search reaches 3 by 0-1-2-3, at the bound, and again by 0-3;
    // only from there is 4, and the bug beyond it, within the bound.
    let mut graph = Graph::plain(&[&[1, 3], &[2], &[3], &[4], &[5], &[]]);
    graph.0[5].bugs.push(1);
    for order in Order::ALL {
        for (depth, is_found) in [(2, false), (3, true), (4, true)] {
            let bounds = Bounds { depth: Some(depth), ..Bounds::default() };
            let options = Options { bounds, ..collecting(order) };
            let report = explore(&mut GraphSystem::new(&graph), &options);
            match report.verdict {
                Verdict::Violation(found) if is_found => {
                    assert_eq!(found[0].schedule.0.len(), 3);
                }
                Verdict::Bounded(bounds) if !is_found => {
                    assert_eq!(bounds, [Bound::of_runs(BoundKind::Steps, 2)]);
                }
                verdict => panic!("{order}, depth {depth}: {verdict:?}"),
            }
        }
    }
}

#[test]
fn two_runs_give_the_same_report() {
    for order in Order::ALL {
        let [one, other] = [(); 2].map(|()| {
            let mut report = explore(&mut Philosophers::new(5, false), &collecting(order));
            report.stats.seconds = 0.0;
            report
        });
        assert_eq!(one, other);
    }
}
