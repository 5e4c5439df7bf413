//! The search: all workers, and what they have found together.

use std::time::Instant;

use heddle_model::{Reducible, Temporal};

use crate::Options;
use crate::budget::Budget;
use crate::crew::{Crew, PanicGuard};
use crate::explorer::Explorer;
use crate::report::{Progress, Report};

/// Explores all executions of a system, up to the order of independent steps, with as many workers
/// as there are systems: siblings, which can load each other's saved states, and are told at the
/// same time that [footprints are too small](Reducible::widen_lasting_footprints).
///
/// # Panics
/// If there is no system.
pub fn explore<S: Reducible + Temporal + Send>(
    systems: &mut [S],
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let started = Instant::now();
    let mut report = Report::default();
    loop {
        let crew = Crew::new(systems.len());
        report.join(explore_as_assumed(systems, options, &crew, started, progress));
        if !crew.must_begin_again() || report.is_ended_by_violation || report.limit.is_some() {
            return report;
        }
        // What was found stays true, and what it has cost.
        report.gaps.clear();
        (report.statistics.executions, report.statistics.blocked) = (0, 0);
    }
}

/// Explores, as long as footprints are not known to be too small.
fn explore_as_assumed<S: Reducible + Temporal + Send>(
    systems: &mut [S],
    options: &Options,
    crew: &Crew,
    started: Instant,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let (first, others) = systems.split_first_mut().expect("a search should have a system");
    let supervisor = options.supervisor.as_deref();
    let limits = options.limits;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(others)
            .map(|(worker, system)| {
                scope.spawn(move || {
                    let _guard = PanicGuard(crew);
                    let budget = Budget::new(limits, supervisor, None, started);
                    Explorer::new(worker, system, options, crew, budget).work()
                })
            })
            .collect();
        let _guard = PanicGuard(crew);
        let budget = Budget::new(limits, supervisor, Some(progress), started);
        let mut report = Explorer::new(0, first, options, crew, budget).work();
        for other in others {
            match other.join() {
                Ok(other) => report.join(other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        report
    })
}
