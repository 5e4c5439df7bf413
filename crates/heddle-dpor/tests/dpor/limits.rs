//! Searches that end early, and say so.

use std::time::Duration;

use heddle_dpor::{Gap, Options, explore};
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
