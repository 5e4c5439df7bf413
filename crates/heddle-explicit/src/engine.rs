//! The engine: a machine for each worker, a search over them, and checkers of its runs.

use std::sync::Arc;

use heddle_engine::{
    Answer, Assumption, Capabilities, Channel, Claim, Engine, EngineError, Estimate, Extent,
    Matching, Metric, NotedRace, Progress, Question, Statistics, Subject, ToldApart, Unlisted,
    VisitOrder,
};
use heddle_ltl::Emptiness;
use heddle_machine::{Abstraction, Machine, Symmetry};
use heddle_model::{Obstacle, Property, PropertySet, UnknownKind, Verdict};
use heddle_search::{Order, Report, StopReason, Store};

use crate::options::Options;
use crate::requirements::{Requirements, under_abstraction};

/// The properties that the machine and the search notice.
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
    // A run that throws cannot be followed, so none that is followed has one.
    Property::UncaughtException,
    Property::Unreachable,
    Property::Invariant,
    Property::Ltl,
    Property::Livelock,
    Property::Termination,
    Property::Crash,
    Property::LockMisuse,
];

/// The engine that explores states one by one.
#[derive(Clone, Debug)]
pub struct Explicit {
    options: Options,
}

impl Explicit {
    /// The engine with these options.
    pub fn new(options: Options) -> Explicit {
        Explicit { options }
    }

    /// The options of a search.
    fn search_options(
        &self,
        question: &Question,
        reduction: heddle_search::Reduction,
        requirements: Option<&Requirements>,
        channel: &Channel<'_>,
    ) -> heddle_search::Options {
        let Options {
            reduction: _,
            symmetry: _,
            order,
            store,
            bounds,
            on_memory_limit,
            minimize,
            is_nested: _,
            checkpoints,
            resume: _,
        } = &self.options;
        heddle_search::Options {
            order: *order,
            reduction,
            assumes: true,
            matches_threads: true,
            store: *store,
            bounds: *bounds,
            limits: question.limits,
            on_memory_limit: *on_memory_limit,
            seed: question.seed,
            stop_at_first: !question.all_violations,
            minimize: *minimize,
            supervisor: Some(Arc::clone(channel.supervisor())),
            runs: requirements.map(Requirements::runs),
            checkpoints: checkpoints.clone(),
        }
    }
}

impl Explicit {
    /// The assumption about the symmetry of threads, if it was used or asked for.
    fn thread_symmetry(
        &self,
        machine: &Machine<'_>,
        has_formulas: bool,
        report: &Report,
    ) -> Option<Assumption> {
        if report.has_symmetry_failed {
            return Some(Assumption::ThreadsToldApart(ToldApart::Refuted));
        }
        // It says that threads were told apart.
        if report.have_assumptions_failed {
            return None;
        }
        match self.options.symmetry {
            Symmetry::Unique | Symmetry::None | Symmetry::Heap => return None,
            Symmetry::Auto => {
                return machine.has_matched_threads().then_some(Assumption::ThreadSymmetry);
            }
            Symmetry::Threads => {}
        }
        Some(match machine.tells_threads_apart() {
            _ if has_formulas => Assumption::ThreadsToldApart(ToldApart::Formulas),
            None if machine.abstraction().is_none() => Assumption::ThreadSymmetry,
            None => Assumption::ThreadsToldApart(ToldApart::Abstraction),
            Some(reason) => Assumption::ThreadsToldApart(ToldApart::Machine(reason)),
        })
    }
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            properties: PROPERTIES,
            formulas: true,
            invariants: true,
            all_violations: true,
            states: true,
            wide_inputs: false,
            is_companion: false,
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
        let requirements = Requirements::of(question, &self.options, program);
        let requirements = requirements.map_err(EngineError::Question)?;
        let refined = requirements.as_ref().and_then(|all| all.reduction(self.options.reduction));
        let reduction = refined.map_or(self.options.reduction, |(reduction, _)| reduction);
        let (granularity, steps) = reduction.parts();
        let options = question.machine_options(granularity, program)?;
        // Formulas and fairness are about single threads.
        let symmetry = match self.options.symmetry {
            Symmetry::Threads | Symmetry::Auto if requirements.is_some() => Symmetry::Heap,
            symmetry => symmetry,
        };
        let propositions =
            requirements.as_ref().map_or_else(Vec::new, |all| all.propositions.clone());
        let options = heddle_machine::Options { symmetry, propositions, ..options };
        let mut machines = question.machines(&options, program)?;
        let search = self.search_options(question, steps, requirements.as_ref(), channel);
        let emptiness = match self.options.is_nested {
            false => Emptiness::Components,
            true => Emptiness::Nested(question.workers),
        };
        let checkers = requirements.as_ref().map(|all| all.checkers(emptiness));
        let mut checkers = checkers.transpose().map_err(EngineError::Question)?.unwrap_or_default();
        let noted_race = machines[0].noted_race();
        let mut tell = |progress: &heddle_search::Progress| {
            if noted_race.is_noted() {
                channel.lessons().note_race();
            }
            tell(channel, progress);
        };
        let report = match &self.options.resume {
            Some(file) => heddle_search::resume(file, &mut machines, &search, &mut tell)
                .map_err(EngineError::question)?,
            None => heddle_search::explore_runs(&mut machines, &search, &mut checkers, &mut tell),
        };
        let ends = report.verdict != Verdict::Verified || report.stats.final_states > 0;
        let vacuity = (!ends).then(|| heddle_engine::no_run_ends(&machines[0], program, &options));
        if report.stats.final_states > 0 {
            channel.lessons().note_ending();
        }
        let race = noted_race.get().map(NotedRace::Met);
        let machine = &machines[0];
        let claim = claim(&report, requirements.is_some() && machine.uses_abstraction());
        let claim = claim.without_unfollowed(&machine.unfollowed_threads());
        let mut method = vec![
            Assumption::ExplicitSearch {
                extent: extent(&report),
                order: visit_order(search.order),
                matching: matching(search.store, &report),
            },
            Assumption::Steps(reduction.step_end()),
        ];
        if report.have_assumptions_failed {
            method.push(Assumption::RefutedLockAssumption);
        }
        if program.target.pointer_bytes == 4 {
            method.push(Assumption::NarrowAddresses);
        }
        let mut assumptions = Vec::new();
        assumptions.extend(Assumption::open_branches(machine.open_branches()));
        if let Some(all) = &requirements {
            assumptions.extend(all.assumptions(question.is_optimized));
            if let Some((_, reason)) = refined {
                assumptions.push(Assumption::FineSteps(reason.clone()));
            }
        }
        assumptions.extend(machine.abstraction().map(|abstraction| {
            let Abstraction { unmatched, hashed } = abstraction;
            Assumption::Abstraction { unmatched, hashed }
        }));
        assumptions.extend(self.thread_symmetry(machine, requirements.is_some(), &report));
        // A run is made again thread by thread, whatever was matched.
        let symmetry = match options.symmetry {
            Symmetry::Auto => Symmetry::Heap,
            symmetry => symmetry,
        };
        Ok(Answer {
            claim,
            machine: heddle_machine::Options { symmetry, ..options },
            has_formulas: requirements.is_some(),
            propositions: requirements.map_or_else(Vec::new, |all| all.names),
            omission: report.omission,
            unlisted: unlisted(&report, question.all_violations),
            unsettled: PropertySet::EMPTY,
            method,
            assumptions,
            vacuity,
            race,
            statistics: statistics(&report),
            checkpoint: report.checkpoint,
        })
    }
}

/// The claim of a search. If what is the same state is the program's to say, runs as a whole
/// show nothing, but states and steps do.
fn claim(report: &Report, are_runs_void: bool) -> Claim {
    let claim = match report.verdict.clone() {
        Verdict::Verified => Claim::Complete,
        Verdict::Bounded(bounds) => Claim::Within { bounds, obstacle: None },
        Verdict::Violation(found) => Claim::Counterexamples(found),
        Verdict::Unknown(unknown) => Claim::Open(unknown.into()),
        Verdict::Stopped(limit) => Claim::Open(limit.into()),
    };
    if !are_runs_void {
        return claim;
    }
    if let Claim::Counterexamples(mut found) = claim {
        found.retain(|counterexample| counterexample.cycle.is_none());
        if !found.is_empty() {
            return Claim::Counterexamples(found);
        }
    }
    Claim::Open(under_abstraction())
}

/// The violations that a search may have left out.
fn unlisted(report: &Report, all_violations: bool) -> Unlisted {
    let unknown = report.unknown.as_ref().map(|run| &run.unknown);
    if !all_violations {
        // One was enough. But a failure of heddle's is told in any case.
        let failure = unknown.filter(|unknown| unknown.kind == UnknownKind::Internal);
        return Unlisted {
            unreplayed: failure.cloned().into_iter().collect(),
            ..Unlisted::default()
        };
    }
    let limit = report.limit.map(Obstacle::from);
    let obstacle = limit.or_else(|| unknown.cloned().map(Obstacle::from));
    Unlisted { bounds: report.bounds.clone(), obstacle, unreplayed: Vec::new() }
}

/// The part of all interleavings that a search has seen.
fn extent(report: &Report) -> Extent {
    match report.stop {
        None => Extent::All,
        Some(StopReason::FirstViolation) => Extent::UntilViolation,
        Some(
            StopReason::Time
            | StopReason::Memory
            | StopReason::States
            | StopReason::Interrupted
            | StopReason::Refuted,
        ) => Extent::UntilLimit,
    }
}

fn visit_order(order: Order) -> VisitOrder {
    match order {
        Order::BreadthFirst => VisitOrder::BreadthFirst,
        Order::DepthFirst => VisitOrder::DepthFirst,
        Order::BestFirst => VisitOrder::BestFirst,
        Order::Random => VisitOrder::Random,
        Order::Preemptions => VisitOrder::FewestPreemptions,
    }
}

fn matching(store: Store, report: &Report) -> Matching {
    match store {
        Store::Exact | Store::Plain if report.omission.is_none() => Matching::Exact,
        Store::Exact | Store::Plain => Matching::ExactThenBits,
        Store::Hash64 => Matching::Hash,
        Store::Bitstate { .. } => Matching::Bits,
    }
}

fn tell(channel: &mut Channel<'_>, progress: &heddle_search::Progress) {
    let heddle_search::Progress {
        states,
        transitions: _,
        frontier,
        depth,
        states_per_second,
        seconds,
        estimate,
    } = *progress;
    let figures = [
        (Metric::States, states),
        (Metric::Frontier, frontier),
        (Metric::Depth, depth),
        (Metric::StatesPerSecond, states_per_second as u64),
    ];
    let estimate = estimate.map(|estimate| {
        let heddle_search::Estimate { done, seconds_left } = estimate;
        Estimate { done, seconds_left }
    });
    channel.tell(&Progress { figures: &figures, seconds, estimate });
}

fn statistics(report: &Report) -> Statistics {
    let heddle_search::Statistics {
        states,
        transitions,
        max_depth,
        final_states,
        deadlocks: _,
        failed_runs: _,
        abandoned_runs: _,
        unknown_steps: _,
        frontier,
        peak_bytes,
        seconds,
    } = report.stats;
    let figures = vec![
        (Metric::States, states),
        (Metric::Transitions, transitions),
        (Metric::Depth, max_depth),
        (Metric::FinalStates, final_states),
        (Metric::Frontier, frontier),
        (Metric::CutStates, report.cut_states),
        (Metric::PeakMemory, peak_bytes),
    ];
    Statistics { figures, seconds }
}
