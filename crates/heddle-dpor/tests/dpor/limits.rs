//! Searches that end early, and say so.

use std::time::Duration;

use heddle_dpor::{Gap, Options, Promise, explore};
use heddle_model::{Limit, Limits, Supervisor};

use crate::toy::{Op, Toy};

fn counters(threads: usize, length: usize) -> Toy {
    Toy::new(vec![vec![Op::Add(0); length]; threads])
}

#[test]
fn a_bound_on_the_depth_is_no_proof() {
    let options = Options { depth: Some(3), ..Options::default() };
    let report = explore(&mut [counters(2, 2)], &options, &mut |_| {});
    assert!(!report.is_verified());
    assert!(report.gaps.contains(&Gap::Depth));
    let options = Options { depth: Some(5), ..Options::default() };
    assert!(explore(&mut [counters(2, 2)], &options, &mut |_| {}).is_verified());
}

#[test]
fn a_number_of_executions_is_no_proof() {
    let options = Options { executions: Some(3), ..Options::default() };
    let report = explore(&mut [counters(2, 2)], &options, &mut |_| {});
    assert_eq!(report.statistics.executions, 3);
    assert!(report.gaps.contains(&Gap::Executions) && !report.is_verified());
}

#[test]
fn time_ends_a_search() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let report = explore(&mut [counters(3, 3)], &options, &mut |_| {});
    assert_eq!(report.limit, Some(Limit::Time));
    assert!(!report.is_verified());
}

#[derive(Debug)]
struct Impatient;

impl Supervisor for Impatient {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_supervisor_ends_a_search() {
    let options =
        Options { supervisor: Some(std::sync::Arc::new(Impatient)), ..Options::default() };
    let report = explore(&mut [counters(3, 3)], &options, &mut |_| {});
    assert_eq!(report.limit, Some(Limit::Cancelled));
}

/// The search of threads that each add to the same counter a few times, with this promise.
fn promised(threads: usize, length: usize, promise: Promise) -> heddle_dpor::Report {
    let options = Options { promise: Some(promise), ..Options::default() };
    explore(&mut [counters(threads, length)], &options, &mut |_| {})
}

#[test]
fn a_search_with_too_few_actors_promises_nothing() {
    let promise = Promise { actors: 4, sample: 4, executions: 1 << 20 };
    let report = promised(3, 2, promise);
    assert!(report.gaps.contains(&Gap::Promise) && !report.is_verified());
    assert_eq!(report.statistics.executions, 1);
    let report = promised(4, 2, promise);
    assert!(report.is_verified(), "{report:?}");
    assert_eq!(report.statistics.executions, 2520);
}

#[test]
fn a_search_with_too_many_executions_promises_nothing() {
    // There are 10! / (2!)^5 orders.
    let promise = |executions| Promise { actors: 5, sample: 64, executions };
    let report = promised(5, 2, promise(1000));
    assert!(report.gaps.contains(&Gap::Promise) && !report.is_verified());
    assert!(report.statistics.executions <= 2048, "{report:?}");
    assert_eq!(promised(5, 2, promise(1 << 30)).statistics.executions, 113_400);
}
