//! A check of a native program: exploration, judgement, and the words for what it rests on.

use std::sync::Arc;

use heddle_dpor::UnknownRun;
use heddle_engine::{Assumption, Channel, Report, StepEnd};
use heddle_model::{Limits, Property, PropertySet, Schedule};
use heddle_stateless::Options;

use crate::runner::{LaunchError, Program};
use crate::system::NativeSystem;

/// The name under which answers are given.
pub const NAME: &str = "vivo";

/// Properties that can be looked for in a native program.
const PROPERTIES: &[Property] = &[
    Property::Assertion,
    Property::Deadlock,
    Property::SpinDeadlock,
    Property::DataRace,
    Property::Memory,
    Property::UncaughtException,
    Property::Crash,
    Property::LockMisuse,
];

/// A question about a native program.
#[derive(Clone, Debug)]
pub struct Question {
    /// The properties to look for.
    pub properties: PropertySet,
    /// True if all violations are wanted.
    pub all_violations: bool,
    /// Limits at which to give up.
    pub limits: Limits,
    /// Options of the exploration.
    pub options: Options,
}

/// A reason for which a question is refused.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The program cannot be run.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// Data races are asked for, and accesses are no steps.
    #[error(
        "data races cannot be seen: accesses to memory are steps only where the program is compiled \
         for that (give its sources)"
    )]
    Uninstrumented,
    /// A property is asked for by name that is not looked for.
    #[error("{0} is not looked for in native programs")]
    Property(Property),
}

impl Question {
    /// The properties that are looked for, of those that were asked for; `is_instrumented` if accesses
    /// are steps, and `named` are those that were asked for by name.
    ///
    /// # Errors
    /// If one that was asked for by name is not looked for.
    pub fn settle(&mut self, named: PropertySet, is_instrumented: bool) -> Result<(), CheckError> {
        if named.contains(Property::DataRace) && !is_instrumented {
            return Err(CheckError::Uninstrumented);
        }
        if let Some(property) = named.iter().find(|property| !PROPERTIES.contains(property)) {
            return Err(CheckError::Property(property));
        }
        let can = |property: &Property| {
            PROPERTIES.contains(property) && (*property != Property::DataRace || is_instrumented)
        };
        let looked_for = self.properties.iter().filter(can);
        self.properties = looked_for.fold(PropertySet::EMPTY, PropertySet::with);
        Ok(())
    }
}

/// Explores the executions of a program, and judges what was found by running it again.
///
/// # Errors
/// If the program cannot be run, or the question cannot be asked of it.
pub fn check(
    program: &Program,
    question: &Question,
    named: PropertySet,
    channel: &mut Channel<'_>,
) -> Result<Report, CheckError> {
    let mut question = question.clone();
    let mut system = NativeSystem::launch(program, question.properties)?;
    let is_instrumented = system.is_instrumented();
    question.settle(named, is_instrumented)?;
    system.look_for(question.properties);
    let search = heddle_dpor::Options {
        limits: question.limits,
        executions: None,
        depth: question.options.depth,
        preemptions: question.options.preemptions,
        sampling: question.options.sampling,
        stop_at_first: !question.all_violations,
        promise: None,
        supervisor: Some(Arc::clone(channel.supervisor())),
    };
    let mut tell = |progress: &heddle_dpor::Progress| heddle_stateless::tell(channel, progress);
    let mut systems = [system];
    let mut report = heddle_dpor::explore(&mut systems, &search, &mut tell);
    if let (None, Some(obstacle)) = (&report.unknown, systems[0].obstacle()) {
        // Whoever looked ahead has passed over it.
        let (unknown, schedule) = (obstacle.clone(), Schedule::default());
        report.unknown = Some(UnknownRun { unknown, schedule });
    }
    drop(systems);
    let mut answer = heddle_stateless::answer(&report, &question.options, question.all_violations);
    answer.method.push(Assumption::Steps(match is_instrumented {
        true => StepEnd::ThreadCallOrAccess,
        false => StepEnd::ThreadCall,
    }));
    let mut world = vec![
        Assumption::NativeCode,
        Assumption::SequentialConsistency,
        Assumption::MallocNeverFails,
        Assumption::NoSpuriousWakeups,
    ];
    if !program.arguments.is_empty() {
        let arguments = program.arguments.iter().map(|word| word.to_string_lossy().into_owned());
        world.push(Assumption::Arguments(arguments.collect()));
    }
    // In a process of its own: what depends on the other does not show again.
    let mut again = NativeSystem::launch(program, question.properties)?;
    Ok(answer.judge_on(NAME, question.properties, &mut again, world))
}
