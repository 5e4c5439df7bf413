//! The story of a run of a native program, in the same form as that of the machine.
//!
//! The run is made again in a process of its own, step by step. Each step is told at the place of the
//! call that it begins with; what it does to threads and objects follows from the rows before and
//! after it. Values of variables are not known.

use std::fs::File;
use std::io::{self, Read, Seek};

use heddle_model::{
    Choice, Counterexample, LockMode, Place, PropertySet, Schedule, StepOutcome, SyncEvent,
    Temporal, ThreadId, TransitionSystem, Violation,
};
use heddle_trace::{
    Effect, Ending, FrameView, NativeRun, SourceText, Step, ThreadEnding, ThreadInfo, Trace,
    excerpts,
};
use heddle_vivo_protocol::{Operation, OperationKind, Row, Status};

use crate::findings;
use crate::path::Path;
use crate::runner::{LaunchError, Program};
use crate::system::NativeSystem;

/// A reason for which a run is not told.
#[derive(Debug, thiserror::Error)]
pub enum StoryError {
    /// The program cannot be run again.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// There is no file for its output.
    #[error("cannot keep the program's output: {0}")]
    Output(#[from] io::Error),
    /// The run goes elsewhere, or nothing goes wrong on it.
    #[error("the run does not show again what was found")]
    DoesNotShow,
    /// A step of the schedule cannot be made.
    #[error("step {0} of the path cannot be made: thread {1} is not there, or cannot go on")]
    NoStep(usize, ThreadId),
    /// Nothing goes wrong.
    #[error("nothing goes wrong on this path")]
    NothingWrong,
}

/// Tells the run that leads to a violation of a property.
///
/// # Errors
/// If the run cannot be made again, or does not show the violation.
pub fn tell(
    program: &Program,
    found: &Counterexample,
    properties: PropertySet,
    sources: &mut dyn SourceText,
) -> Result<Trace, StoryError> {
    let is_it = |other: &Violation| other.identity() == found.violation.identity();
    tell_run(program, &found.schedule, properties, &is_it, sources).map_err(|error| match error {
        StoryError::NoStep(..) | StoryError::NothingWrong => StoryError::DoesNotShow,
        error => error,
    })
}

/// Tells the run of a schedule, at whose end anything goes wrong.
///
/// # Errors
/// If the run cannot be made, or nothing goes wrong.
pub fn tell_path(
    program: &Program,
    schedule: &Schedule,
    properties: PropertySet,
    sources: &mut dyn SourceText,
) -> Result<Trace, StoryError> {
    tell_run(program, schedule, properties, &|_| true, sources)
}

fn tell_run(
    program: &Program,
    schedule: &Schedule,
    properties: PropertySet,
    is_it: &dyn Fn(&Violation) -> bool,
    sources: &mut dyn SourceText,
) -> Result<Trace, StoryError> {
    let mut output = Output { file: tempfile::tempfile()?, read: 0 };
    let mut system = NativeSystem::launch_with(program, properties, Some(&output.file))?;
    let mut told = Told { steps: Vec::new(), stacks: Vec::new() };
    let mut violations = Vec::new();
    let mut choices = Vec::new();
    told.note_stack(&mut system);
    for (at, &choice) in schedule.0.iter().enumerate() {
        system.choices(&mut choices);
        if !choices.contains(&choice) {
            let thread = choice.thread().unwrap_or(ThreadId::MAIN);
            return Err(StoryError::NoStep(at + 1, thread));
        }
        let before = system.rows().to_vec();
        let outcome = system.step(choice, &mut violations);
        let after = match outcome {
            StepOutcome::Continues => system.rows().to_vec(),
            _ => before.clone(),
        };
        told.note_stack(&mut system);
        let effects = effects(choice, &before, &after, &system);
        told.add(at, choice, &before, effects, output.news()?, &system, sources);
        if outcome != StepOutcome::Continues {
            break;
        }
    }
    system.choices(&mut choices);
    if violations.is_empty() {
        system.check_state(&choices, &mut violations);
    }
    if !violations.iter().any(is_it) {
        violations.extend(system.spin_deadlock().map(|found| found.violation));
    }
    let violation = violations.into_iter().find(is_it).ok_or(StoryError::NothingWrong)?;
    let rows = system.rows().to_vec();
    let mut line = |file: &str, number: u32| sources.line(file, "", number);
    Ok(Trace {
        excerpts: excerpts(&violation, &mut line),
        violation,
        threads: threads(&rows, &system),
        end: told.ending(&rows, &system, sources),
        steps: told.steps,
        schedule: schedule.clone(),
        lasso: None,
        native: Some(NativeRun {
            executable: program.path.to_string_lossy().into_owned(),
            arguments: program
                .arguments
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            path: Path(schedule.clone()).to_string(),
        }),
        inputs: None,
    })
}

/// The output of the program.
struct Output {
    file: File,
    /// Bytes that were told.
    read: u64,
}

impl Output {
    /// The text that has come since the last time.
    fn news(&mut self) -> io::Result<String> {
        // The program writes at its own end of the file, which it shares with this one.
        let end = self.file.stream_position()?;
        let mut bytes = Vec::new();
        self.file.seek(io::SeekFrom::Start(self.read))?;
        self.file.read_to_end(&mut bytes)?;
        self.read += bytes.len() as u64;
        self.file.seek(io::SeekFrom::Start(end.max(self.read)))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The steps that are told, and where threads stand.
struct Told {
    steps: Vec<Step>,
    /// Stacks of threads, by number, as places: the innermost first.
    stacks: Vec<Vec<Place>>,
}

impl Told {
    /// Takes note of the stack of the thread that has moved.
    fn note_stack(&mut self, system: &mut NativeSystem) {
        let last = system.last_thread();
        let places = system.stack(last);
        self.stacks.resize(self.stacks.len().max(last + 1), Vec::new());
        self.stacks[last] = places;
    }

    /// Adds a step, if there is something to tell of it.
    #[expect(clippy::too_many_arguments, reason = "all that a step is made of")]
    fn add(
        &mut self,
        at: usize,
        choice: Choice,
        before: &[Row],
        mut effects: Vec<Effect>,
        text: String,
        system: &NativeSystem,
        sources: &mut dyn SourceText,
    ) {
        let Some(thread) = choice.thread() else { return };
        if !text.is_empty() {
            effects.push(Effect::Output { stream: 1, text });
        }
        let operation = before[thread.index()].operation;
        if effects.is_empty() {
            return;
        }
        let place = place_of(&operation, system);
        let source = source_of(place.as_ref(), sources);
        let depth = self.stacks.get(thread.index()).map_or(0, Vec::len);
        self.steps.push(Step {
            thread,
            place,
            source,
            depth: depth as u32,
            enters: false,
            resumed: false,
            choice: at,
            left_out: 0,
            unfollowed: 0,
            effects,
        });
    }

    /// The end of the run.
    fn ending(&self, rows: &[Row], system: &NativeSystem, sources: &mut dyn SourceText) -> Ending {
        let threads = rows.iter().enumerate().map(|(number, row)| {
            let is_active = row.status == Status::Active;
            let places = self.stacks.get(number).filter(|_| is_active);
            let frames = places.into_iter().flatten().map(|place| FrameView {
                place: place.clone(),
                source: source_of(Some(place), sources),
                variables: Vec::new(),
            });
            let waits = (is_active && row.alternatives == 0)
                .then(|| findings::wait_of(row, number, rows, system.code()));
            ThreadEnding {
                thread: ThreadId(number as u32),
                not_started: is_active && row.operation.kind == OperationKind::Begin,
                exited: !is_active,
                waits,
                frames: frames.collect(),
            }
        });
        Ending { threads: threads.collect(), globals: Vec::new(), exit_code: None }
    }
}

/// The text of a place's line, trimmed.
fn source_of(place: Option<&Place>, sources: &mut dyn SourceText) -> String {
    let text = place.and_then(|place| sources.line(&place.file, "", place.line));
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// The place of an operation; that of a thread which begins is its function.
fn place_of(operation: &Operation, system: &NativeSystem) -> Option<Place> {
    let address = match operation.kind {
        OperationKind::Begin => operation.site + 1,
        _ => operation.site,
    };
    system.code().place_of_call(address)
}

/// All threads.
fn threads(rows: &[Row], system: &NativeSystem) -> Vec<ThreadInfo> {
    let info = |(number, row): (usize, &Row)| {
        let is_main = number == 0;
        let name = match is_main {
            true => "main".to_owned(),
            false => system.code().function_at(row.entry).unwrap_or_default(),
        };
        ThreadInfo {
            id: ThreadId(number as u32),
            name,
            creator: (!is_main).then_some(ThreadId(row.creator.into())),
            created: None,
        }
    };
    rows.iter().enumerate().map(info).collect()
}

/// The effects of a step, by the rows before and after it.
fn effects(choice: Choice, before: &[Row], after: &[Row], system: &NativeSystem) -> Vec<Effect> {
    let Some(row) = choice.thread().and_then(|thread| before.get(thread.index())) else {
        return Vec::new();
    };
    let Operation { kind, object: address, second, .. } = row.operation;
    let object = || system.code().object_at(address);
    let lock = |object: String, mode: LockMode| SyncEvent::Lock { object, mode };
    let event = match kind {
        OperationKind::Create => {
            let new = (before.len()..after.len()).map(|number| ThreadId(number as u32));
            return new.map(|thread| Effect::Created { thread }).collect();
        }
        OperationKind::Exit => return vec![Effect::Exited],
        OperationKind::EndProcess => return vec![Effect::Ended { code: None }],
        OperationKind::Choose => {
            return vec![Effect::Chose { value: choice.alternative }];
        }
        OperationKind::Join => SyncEvent::Join { thread: ThreadId(address as u32) },
        OperationKind::Lock | OperationKind::SpinLock => lock(object(), LockMode::Exclusive),
        OperationKind::WriteLock => lock(object(), LockMode::Writing),
        OperationKind::ReadLock => lock(object(), LockMode::Reading),
        OperationKind::Unlock | OperationKind::SpinUnlock | OperationKind::ReadWriteUnlock => {
            SyncEvent::Unlock { object: object() }
        }
        OperationKind::Wait => SyncEvent::Wait { object: object() },
        OperationKind::LockAgain => lock(object(), LockMode::Exclusive),
        OperationKind::Wake | OperationKind::TimedWake if row.is_woken => {
            lock(system.code().object_at(second), LockMode::Exclusive)
        }
        OperationKind::TimedWake if choice.alternative == 0 => {
            SyncEvent::TimeOut { object: object() }
        }
        OperationKind::Signal | OperationKind::Broadcast => {
            let woken = before.iter().zip(after).enumerate();
            let woken = woken.filter(|(_, (before, after))| !before.is_woken && after.is_woken);
            let events: Vec<Effect> = woken
                .map(|(number, _)| {
                    let thread = ThreadId(number as u32);
                    Effect::Sync(SyncEvent::Wake { object: object(), thread })
                })
                .collect();
            if !events.is_empty() {
                return events;
            }
            SyncEvent::SignalInVain { object: object() }
        }
        OperationKind::Take => SyncEvent::Take { object: object() },
        OperationKind::Post => SyncEvent::Post { object: object() },
        OperationKind::Arrive => SyncEvent::Arrive { object: object() },
        _ => return Vec::new(),
    };
    vec![Effect::Sync(event)]
}
