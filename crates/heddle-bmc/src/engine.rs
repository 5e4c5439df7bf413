//! Bounded model checking as an engine.

use std::sync::Arc;
use std::time::Instant;

use heddle_engine::{
    Answer, Assumption, Budget, Capabilities, Channel, Claim, Engine, EngineError, Metric,
    NotedRace, Progress, Question, Statistics, Subject,
};
use heddle_model::{Property, PropertySet};

use crate::check::check;
use crate::options::{Concurrency, Options, Unwind};
use crate::outcome::{self, Outcome, ProofNotes, Size};

/// The properties that the formula speaks of: neither those that are evaluated in states, nor
/// those of whole runs.
const PROPERTIES: &[Property] = &[
    Property::Assertion,
    Property::ErrorCall,
    Property::Deadlock,
    // A proof shows that all loops end, so that nobody can spin for ever. Within a bound on
    // rounds, nothing is known of it.
    Property::SpinDeadlock,
    Property::DataRace,
    Property::Memory,
    Property::Leak,
    Property::Uninitialized,
    Property::Overflow,
    Property::DivisionByZero,
    Property::UncaughtException,
    Property::Unreachable,
    Property::Crash,
    Property::LockMisuse,
];

/// The engine that makes one formula of all runs. It looks at the program with C models.
#[derive(Clone, Debug)]
pub struct Bmc {
    options: Options,
}

impl Bmc {
    /// The engine with these options.
    pub fn new(options: Options) -> Bmc {
        Bmc { options }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            properties: PROPERTIES,
            formulas: false,
            invariants: false,
            all_violations: false,
            states: false,
            wide_inputs: true,
            is_companion: false,
            pointer_bytes: &[4, 8],
        }
    }

    fn check(
        &mut self,
        subject: &Subject,
        question: &Question,
        channel: &mut Channel<'_>,
    ) -> Result<Answer, EngineError> {
        let machine = question.replay_options(subject.native());
        let machine = machine.map_err(EngineError::question)?;
        let program = subject.modelled()?;
        let started = Instant::now();
        let supervisor = Arc::clone(channel.supervisor());
        let budget = Arc::new(Budget::new(&question.limits, supervisor));
        let lessons = Arc::clone(channel.lessons());
        let mut tell = |progress: &outcome::Progress| {
            let outcome::Progress { unwind, size } = *progress;
            let Size { threads: _, events: _, terms: _, variables, clauses, conflicts } = size;
            let figures = [
                (Metric::Unwinding, u64::from(unwind)),
                (Metric::Variables, variables),
                (Metric::Clauses, clauses),
                (Metric::Conflicts, conflicts),
            ];
            let seconds = started.elapsed().as_secs_f64();
            channel.tell(&Progress { figures: &figures, seconds, estimate: None });
        };
        let outcome = check(program, question, &self.options, &budget, &lessons, &mut tell);
        let Outcome { claim, unwind, size, open_branches, notes } =
            outcome.map_err(EngineError::question)?;
        let ProofNotes { vacuity, race } = notes;
        let encoding = match self.options.concurrency {
            Concurrency::Order => Assumption::OrderEncoding,
            Concurrency::Switches { bound, turns } => Assumption::SwitchesEncoding { bound, turns },
        };
        let Unwind { limit, loops } = &self.options.unwind;
        let unrolled = Assumption::Unrolled {
            rounds: unwind,
            limit: *limit,
            loops: loops.clone(),
            is_enough: claim == Claim::Complete,
        };
        let seconds = started.elapsed().as_secs_f64();
        let statistics = Statistics { figures: figures(unwind, size), seconds };
        let mut method = vec![Assumption::Formula, encoding, unrolled];
        if program.target.pointer_bytes == 4 {
            method.push(Assumption::NarrowAddresses);
        }
        let race = race.map(NotedRace::Witness);
        let unsettled = PropertySet::EMPTY.with(Property::SpinDeadlock);
        let mut answer =
            Answer { method, vacuity, race, unsettled, ..Answer::new(claim, machine, statistics) };
        answer.assumptions.extend(Assumption::open_branches(open_branches));
        Ok(answer)
    }
}

fn figures(unwind: u32, size: Size) -> Vec<(Metric, u64)> {
    let Size { threads, events, terms, variables, clauses, conflicts } = size;
    vec![
        (Metric::Threads, threads.into()),
        (Metric::SharedEvents, events),
        (Metric::Terms, terms),
        (Metric::Unwinding, unwind.into()),
        (Metric::Variables, variables),
        (Metric::Clauses, clauses),
        (Metric::Conflicts, conflicts),
    ]
}
