//! Limits end in an honest answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use heddle_model::{Choice, Limit, Limits, Supervisor, ThreadId, UnknownKind, Verdict};
use heddle_search::{Options, Order, Progress, Report, StopReason};

use crate::common::{collecting, explore, explore_together};
use crate::toys::{Counters, Edge, Effect, Graph, GraphSystem, Philosophers};

/// The limit because of which an answer is open.
fn limit(report: &Report) -> Limit {
    match report.verdict {
        Verdict::Stopped(limit) => limit,
        ref verdict => panic!("not a limit: {verdict:?}"),
    }
}

/// Practically endless.
fn endless() -> Counters {
    Counters::new(12, u32::MAX)
}

fn limited(order: Order, limits: Limits) -> Options {
    Options { limits, ..collecting(order) }
}

#[test]
fn a_time_limit_ends_in_time() {
    for order in Order::ALL {
        let time = Some(Duration::from_millis(150));
        let started = Instant::now();
        let report = explore(&mut endless(), &limited(order, Limits { time, ..Limits::default() }));
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert_eq!(report.stop, Some(StopReason::Time));
        assert_eq!(limit(&report), Limit::Time);
        assert!(report.stats.states > 1 && report.stats.frontier > 0);
        assert!(report.stats.seconds >= 0.15);
    }
}

#[test]
fn no_time_at_all_is_not_verified() {
    for order in Order::ALL {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let report = explore(&mut Counters::new(1, 1), &limited(order, limits));
        assert_eq!(limit(&report), Limit::Time);
    }
}

#[test]
fn a_memory_limit_is_kept_but_for_the_last_doubling() {
    for order in Order::ALL {
        let limits = Limits { memory: Some(3 << 20), ..Limits::default() };
        let report = explore(&mut endless(), &limited(order, limits));
        assert_eq!(report.stop, Some(StopReason::Memory));
        assert_eq!(limit(&report), Limit::Memory);
        let peak = report.stats.peak_bytes;
        assert!(peak > 3 << 20 && peak < 16 << 20, "{order}: {peak}");
    }
}

#[test]
fn a_limit_on_states_that_suffices_is_not_reached() {
    for order in Order::ALL.into_iter().filter(|order| *order != Order::Preemptions) {
        let all = 6 * 6;
        let limits = |states| Limits { states: Some(states), ..Limits::default() };
        let report = explore(&mut Counters::new(2, 5), &limited(order, limits(all)));
        assert_eq!(report.verdict, Verdict::Verified);
        let report = explore(&mut Counters::new(2, 5), &limited(order, limits(all - 1)));
        assert_eq!(report.stop, Some(StopReason::States));
        assert_eq!(limit(&report), Limit::States);
        assert_eq!(report.stats.states, 35);
    }
}

#[test]
fn a_violation_found_before_a_limit_counts() {
    let limits = Limits { states: Some(40), ..Limits::default() };
    let report = explore(
        &mut Philosophers::new(3, false),
        &Options { limits, ..collecting(Order::BreadthFirst) },
    );
    assert!(matches!(report.verdict, Verdict::Violation(_)));
    let limits = Limits { states: Some(4), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    assert_eq!(limit(&explore(&mut Philosophers::new(3, false), &options)), Limit::States);
}

/// Someone who ends a search, and lets one worker work at a time.
#[derive(Debug, Default)]
struct Boss {
    is_done: AtomicBool,
    asked: AtomicUsize,
}

impl Supervisor for Boss {
    fn is_cancelled(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    fn workers(&self) -> usize {
        // Now one, now all.
        self.asked.fetch_add(1, Ordering::Relaxed) / 100 % 2 * 4
    }
}

#[test]
fn workers_that_rest_lose_nothing() {
    for order in Order::ALL {
        let options = Options { order, ..Options::default() };
        let alone = explore(&mut Philosophers::new(5, true), &options);
        let supervisor: Option<Arc<dyn Supervisor>> = Some(Arc::new(Boss::default()));
        let options = Options { supervisor, ..options };
        let report = explore_together(&Philosophers::new(5, true), 4, &options);
        assert_eq!(report.verdict, Verdict::Verified, "{order}");
        assert_eq!(report.stats.states, alone.stats.states, "{order}");
    }
}

#[test]
fn cancelling_ends_the_search_and_progress_is_paced() {
    let boss = Arc::new(Boss::default());
    let options = Options { supervisor: Some(boss.clone()), ..Options::default() };
    let mut reports: Vec<Progress> = Vec::new();
    let started = Instant::now();
    let report = heddle_search::explore(&mut [endless()], &options, &mut |progress| {
        reports.push(*progress);
        boss.is_done.store(reports.len() == 3, Ordering::Relaxed);
    });
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(report.stop, Some(StopReason::Interrupted));
    assert_eq!(limit(&report), Limit::Cancelled);
    assert_eq!(reports.len(), 3);
    for pair in reports.windows(2) {
        assert!(pair[1].seconds - pair[0].seconds >= 0.099);
        assert!(pair[1].states > pair[0].states && pair[1].transitions > pair[0].transitions);
        assert!(pair[1].states_per_second > 0.0 && pair[1].frontier > 0);
    }
}

#[test]
fn a_limit_does_not_hide_what_no_limit_would_mend() {
    // 0 leads to 1, to itself by a step that is not possible, and on to 2.
    let mut graph = Graph::plain(&[&[1], &[2], &[]]);
    let choice = Choice::new(ThreadId(7), 3);
    let edge = |kind| Edge { choice, target: 0, effect: Effect::Unknown(kind), bugs: Vec::new() };
    graph.0[0].edges.push(edge(UnknownKind::Limit));
    let limits = Limits { states: Some(2), ..Limits::default() };
    let unlimited = explore(&mut GraphSystem::new(&graph), &collecting(Order::BreadthFirst));
    let Verdict::Unknown(unknown) = &unlimited.verdict else { panic!("{unlimited:?}") };
    assert_eq!((unknown.kind, &*unknown.reason), (UnknownKind::Limit, "not from node 0"));
    let report = explore(&mut GraphSystem::new(&graph), &limited(Order::BreadthFirst, limits));
    assert_eq!(limit(&report), Limit::States, "the wider limit is named");

    graph.0[1].edges.insert(0, edge(UnknownKind::OpenValue));
    graph.0[1].edges.sort_by_key(|edge| edge.choice);
    for order in Order::ALL {
        let report = explore(&mut GraphSystem::new(&graph), &collecting(order));
        let run = report.unknown.expect("a step was not made");
        assert_eq!(run.unknown.kind, UnknownKind::OpenValue);
        assert_eq!(run.schedule.0, [Choice::of(ThreadId(0)), choice]);
        assert_eq!(report.verdict, Verdict::Unknown(run.unknown));
        assert_eq!(report.stats.unknown_steps, 2);
    }
    graph.0[0].edges[1] = edge(UnknownKind::OpenValue);
    graph.0[0].edges.swap(0, 1);
    let report = explore(&mut GraphSystem::new(&graph), &limited(Order::BreadthFirst, limits));
    assert_eq!(report.stop, Some(StopReason::States));
    let Verdict::Unknown(unknown) = report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!(unknown.kind, UnknownKind::OpenValue);
}
