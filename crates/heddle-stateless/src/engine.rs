//! The engine: a machine, and an exploration of its executions.

use std::sync::Arc;

use heddle_dpor::{Gap, Promise, Report, Sampled, Sampling, Scheduler};
use heddle_engine::{
    Answer, Assumption, Capabilities, Channel, Claim, Engine, EngineError, Estimate, Extent,
    Metric, NotedRace, Progress, Question, Sample, SampleMethod, Statistics, StepEnd, Subject,
    Unlisted,
};
use heddle_machine::{ALWAYS_HELD, Granularity, Machine, Symmetry};
use heddle_model::{Bound, BoundKind, Obstacle, Property, PropertySet, Unknown, UnknownKind};

/// The properties of states and steps.
const PROPERTIES: &[Property] = &[
    Property::Assertion,
    Property::ErrorCall,
    Property::Deadlock,
    Property::SpinDeadlock,
    Property::DataRace,
    Property::Memory,
    Property::Leak,
    Property::Uninitialized,
    Property::Overflow,
    Property::DivisionByZero,
    Property::UncaughtException,
    Property::Unreachable,
    Property::Invariant,
    Property::Crash,
    Property::LockMisuse,
];

/// Options that only this engine has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Most steps of an execution, from the first moment on at which there is something to choose.
    pub depth: Option<u64>,
    /// Most preemptions of an execution.
    pub preemptions: Option<u32>,
    /// The sample to make, if not all executions are to be explored.
    pub sampling: Option<Sampling>,
    /// True if it is asked beside others: it gives up where it promises less than they do.
    pub is_companion: bool,
}

/// The least that it has to promise beside others: with fewer threads, a search through states is
/// hardly ever slower, and more executions take too long.
const PROMISE: Promise = Promise { actors: 5, sample: 1 << 10, executions: 1 << 21 };

/// The engine that explores executions.
#[derive(Clone, Debug)]
pub struct Stateless {
    options: Options,
}

impl Stateless {
    /// The engine with these options.
    pub fn new(options: Options) -> Stateless {
        Stateless { options }
    }
}

impl Engine for Stateless {
    fn name(&self) -> &'static str {
        "stateless"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            properties: PROPERTIES,
            formulas: false,
            invariants: true,
            all_violations: true,
            states: false,
            wide_inputs: false,
            is_companion: self.options.is_companion,
            pointer_bytes: &[4, 8],
        }
    }

    /// The machine has stacks of its own for the program's calls.
    fn recurses(&self) -> bool {
        false
    }

    fn check(
        &mut self,
        subject: &Subject,
        question: &Question,
        channel: &mut Channel<'_>,
    ) -> Result<Answer, EngineError> {
        let program = subject.native();
        let world = &question.world;
        let options = world.machine_options(question.properties, Granularity::Global, program);
        let options = options.map_err(EngineError::question)?;
        let memory = question.limits.memory;
        let memory = memory.map(|most| (most / question.workers as u64).max(ALWAYS_HELD));
        // Footprints of different executions are compared.
        let options = heddle_machine::Options { symmetry: Symmetry::Unique, memory, ..options };
        // Races that nobody asked for are worth a line beside a proof.
        let notes_races = !question.properties.contains(Property::DataRace);
        let noting = heddle_machine::Options { notes_races, ..options.clone() };
        let machine = Machine::new(program, noting).map_err(EngineError::question)?;
        let mut machines: Vec<Machine> = (1..question.workers).map(|_| machine.sibling()).collect();
        machines.push(machine);
        let search = heddle_dpor::Options {
            limits: question.limits,
            executions: None,
            depth: self.options.depth,
            preemptions: self.options.preemptions,
            sampling: self.options.sampling,
            stop_at_first: !question.all_violations,
            promise: self.options.is_companion.then_some(PROMISE),
            supervisor: Some(Arc::clone(channel.supervisor())),
        };
        let noted_race = machines[0].noted_race();
        let mut tell = |progress: &heddle_dpor::Progress| {
            if noted_race.is_noted() {
                channel.lessons().note_race();
            }
            tell(channel, progress);
        };
        let report = heddle_dpor::explore(&mut machines, &search, &mut tell);
        let machine = &machines[0];
        let is_ended = report.statistics.ended > 0;
        if is_ended {
            channel.lessons().note_ending();
        }
        let is_vacuous = report.is_verified() && !is_ended;
        let vacuity = is_vacuous.then(|| heddle_engine::no_run_ends(machine, program, &options));
        let claim = self.claim(&report).without_unfollowed(&machine.unfollowed_threads());
        let mut answer = Answer::new(claim, options, statistics(&report));
        answer.vacuity = vacuity;
        answer.race = noted_race.get().map(NotedRace::Met);
        answer.unlisted = self.unlisted(&report, question.all_violations);
        let extent = extent(&report);
        answer.method = vec![
            match (self.sample(&report), self.options.preemptions) {
                (Some(sample), _) => Assumption::Sampled(sample),
                (None, Some(_)) => Assumption::RunByRun { extent },
                (None, None) => Assumption::StatelessSearch { extent },
            },
            Assumption::Steps(StepEnd::SharedAccess),
        ];
        if self.options.preemptions.is_some() || self.options.sampling.is_some() {
            // Not all states around those of a loop are looked at.
            answer.unsettled = PropertySet::EMPTY.with(Property::SpinDeadlock);
        }
        if program.target.pointer_bytes == 4 {
            answer.method.push(Assumption::NarrowAddresses);
        }
        answer.assumptions.extend(Assumption::open_branches(machine.open_branches()));
        Ok(answer)
    }
}

impl Stateless {
    /// The claim of an exploration.
    fn claim(&self, report: &Report) -> Claim {
        if !report.violations.is_empty() {
            return Claim::Counterexamples(report.violations.clone());
        }
        let bounds = self.bounds(report);
        match obstacle(report) {
            Some(obstacle) => Claim::Open(obstacle),
            None if bounds.is_empty() => Claim::Complete,
            None => Claim::Within { bounds, obstacle: None },
        }
    }

    /// The sample that was made, if one was asked for. Where there is nothing to choose before the
    /// end, it is the one run that there is.
    fn sample(&self, report: &Report) -> Option<Sample> {
        let Sampling { scheduler, runs: _, seed } = self.options.sampling?;
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
        let most = self.options.preemptions.filter(|_| report.gaps.contains(&Gap::Preemptions));
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

fn tell(channel: &mut Channel<'_>, progress: &heddle_dpor::Progress) {
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
