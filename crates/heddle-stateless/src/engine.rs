//! The engine: a machine, and an exploration of its executions.

use std::sync::Arc;

use heddle_dpor::{Promise, Sampling};
use heddle_engine::{
    Answer, Assumption, Capabilities, Channel, Engine, EngineError, NotedRace, Question, StepEnd,
    Subject,
};
use heddle_machine::{Granularity, Symmetry};
use heddle_model::Property;

use crate::answer::{answer, tell};

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
        let options = question.machine_options(Granularity::Global, program)?;
        // Footprints of different executions are compared.
        let options = heddle_machine::Options { symmetry: Symmetry::Unique, ..options };
        let mut machines = question.machines(&options, program)?;
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
        let mut answer = answer(&report, &self.options, question.all_violations);
        answer.machine = options;
        answer.claim = answer.claim.without_unfollowed(&machine.unfollowed_threads());
        answer.vacuity = vacuity;
        answer.race = noted_race.get().map(NotedRace::Met);
        answer.method.push(Assumption::Steps(StepEnd::SharedAccess));
        if program.target.pointer_bytes == 4 {
            answer.method.push(Assumption::NarrowAddresses);
        }
        answer.assumptions.extend(Assumption::open_branches(machine.open_branches()));
        Ok(answer)
    }
}
