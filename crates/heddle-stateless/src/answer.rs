//! Answers made of what an exploration of executions reports.
//!
//! It is the same whatever system was explored: the machine here, and others elsewhere.

use heddle_dpor::{Gap, Report, Sampled, Sampling, Scheduler};
use heddle_engine::{
    Answer, Assumption, Channel, Claim, Estimate, Extent, Metric, Progress, Sample, SampleMethod,
    Statistics, Unlisted,
};
use heddle_model::{Bound, BoundKind, Obstacle, Property, PropertySet, Unknown, UnknownKind};

use crate::Options;

/// The answer that the report of an exploration with these options amounts to. On which machine its counterexamples
/// replay, if on one, is for the caller to say.
pub fn answer(report: &Report, options: &Options, all_violations: bool) -> Answer {
    let machine = heddle_machine::Options::default();
    let mut answer = Answer::new(options.claim(report), machine, statistics(report));
    answer.unlisted = options.unlisted(report, all_violations);
    let extent = extent(report);
    answer.method = vec![match (options.sample(report), options.preemptions) {
        (Some(sample), _) => Assumption::Sampled(sample),
        (None, Some(_)) => Assumption::RunByRun { extent },
        (None, None) => Assumption::StatelessSearch { extent },
    }];
    if options.preemptions.is_some() || options.sampling.is_some() {
        // Not all states around those of a loop are looked at.
        answer.unsettled = PropertySet::EMPTY.with(Property::SpinDeadlock);
    }
    answer
}

impl Options {
    /// The claim of an exploration.
    fn claim(&self, report: &Report) -> Claim {
        if !report.violations.is_empty() {
            return Claim::Counterexamples(report.violations.clone());
        }
        let bounds = self.bounds(report);
        match obstacle(report) {
            Some(obstacle) => Claim::Open(obstacle),
            // Within a bound on preemptions, spin deadlocks are not looked for.
            None if bounds.is_empty() && self.preemptions.is_none() => Claim::Complete,
            None => Claim::Within { bounds, obstacle: None },
        }
    }

    /// The sample that was made, if one was asked for. Where there is nothing to choose before the
    /// end, it is the one run that there is.
    fn sample(&self, report: &Report) -> Option<Sample> {
        let Sampling { scheduler, runs: _, seed } = self.sampling?;
        let method = match scheduler {
            Scheduler::Random => SampleMethod::Random,
            Scheduler::Pct { depth } => SampleMethod::Pct { depth },
            Scheduler::Pos => SampleMethod::Pos,
        };
        let alone = Sampled { runs: 1, actors: 1, steps: 1, counted: 1, ..Sampled::default() };
        let Sampled { runs, cut, actors: threads, steps, counted, has_alternatives } =
            report.sampled.unwrap_or(alone);
        Some(Sample { method, seed, runs, cut, threads, steps, counted, has_alternatives })
    }

    /// The bounds beyond which there are executions.
    fn bounds(&self, report: &Report) -> Vec<Bound> {
        if let Some(Sample { runs, .. }) = self.sample(report) {
            return vec![Bound::of_runs(BoundKind::SampledRuns, runs)];
        }
        let most = self.preemptions;
        most.into_iter().map(|most| Bound::of_runs(BoundKind::Preemptions, most.into())).collect()
    }

    /// The violations that an exploration may have left out.
    fn unlisted(&self, report: &Report, all_violations: bool) -> Unlisted {
        let obstacle = all_violations.then(|| obstacle(report)).flatten();
        let failure = report.unknown.as_ref().map(|run| &run.unknown);
        let failure = failure.filter(|unknown| unknown.kind == UnknownKind::Internal);
        let (bounds, unreplayed) = match all_violations {
            true => (self.bounds(report), Vec::new()),
            false => (Vec::new(), failure.cloned().into_iter().collect()),
        };
        Unlisted { bounds, obstacle, unreplayed }
    }
}

/// The first reason for which executions may be missing.
fn obstacle(report: &Report) -> Option<Obstacle> {
    let Report { unknown, limit, gaps, .. } = report;
    let unknown = unknown.as_ref().map(|run| Obstacle::from(run.unknown.clone()));
    let limit = limit.map(Obstacle::from);
    let mut open = gaps.iter().filter_map(|&gap| open(gap));
    unknown.or(limit).or_else(|| open.next().map(Obstacle::from))
}

/// A gap, as a reason for which the question stays open; none if it is what lies beyond a bound.
fn open(gap: Gap) -> Option<Unknown> {
    let reason = match gap {
        Gap::Depth => "some executions are longer than the bound on their steps",
        Gap::Cycle => {
            "some executions go round in a loop that changes what others see, and were not \
             followed any further; the explicit engine may"
        }
        Gap::Executions => "not all executions were explored",
        Gap::Promise => "there are too many executions, or too few threads",
        Gap::Orders => "a step waits for more events than are put into every order",
        Gap::Preemptions => return None,
    };
    Some(Unknown { kind: UnknownKind::Limit, reason: reason.to_owned(), place: None })
}

/// The part of all executions within the bounds that was explored.
fn extent(report: &Report) -> Extent {
    if report.is_ended_by_violation {
        Extent::UntilViolation
    } else if report.limit.is_some() || report.gaps.iter().any(|&gap| open(gap).is_some()) {
        Extent::UntilLimit
    } else {
        Extent::All
    }
}

/// Passes on the progress of an exploration.
pub fn tell(channel: &mut Channel<'_>, progress: &heddle_dpor::Progress) {
    let heddle_dpor::Progress { executions, expected, depth, executions_per_second, seconds } =
        *progress;
    let figures = [
        (Metric::Executions, executions),
        (Metric::ExpectedExecutions, expected as u64),
        (Metric::Depth, depth),
        (Metric::ExecutionsPerSecond, executions_per_second as u64),
    ];
    let done = (executions as f64 / expected.max(1.0)).clamp(0.0, 1.0);
    let estimate =
        (executions > 0).then(|| Estimate { done, seconds_left: seconds / done - seconds });
    channel.tell(&Progress { figures: &figures, seconds, estimate });
}

fn statistics(report: &Report) -> Statistics {
    let heddle_dpor::Statistics {
        executions,
        ended: _,
        blocked,
        steps,
        replayed_steps: _,
        depth,
        peak_bytes,
        seconds,
    } = report.statistics;
    let figures = vec![
        (Metric::Executions, executions),
        (Metric::BlockedExecutions, blocked),
        (Metric::Transitions, steps),
        (Metric::Depth, depth),
        (Metric::PeakMemory, peak_bytes),
    ];
    Statistics { figures, seconds }
}
