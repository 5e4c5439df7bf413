//! `heddle run`: one schedule, as a plain interpreter.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use heddle_bitcode::Cancel;
use heddle_engine::{Budget, CancelToken};
use heddle_machine::{Event, ExitCode, Granularity, Machine, Recording};
use heddle_model::{Actor, Choice, Limit, StepOutcome, ThreadId, TransitionSystem};
use indicatif::HumanCount;

use super::explain::question_error;
use super::formats::{is_closed, unless_closed};
use super::progress::Ticker;
use super::reason::counted;
use super::{Exit, program, reason, text};
use crate::environment::Environment;
use crate::settings::RunSettings;

/// The time between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// Runs a program. The exit code is the program's own, if it comes to an end by itself.
pub(super) fn run(
    settings: &RunSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let budget = Budget::of_loading(&settings.limits, Arc::new(CancelToken::default()));
    let is_over = || budget.reached().is_some();
    let cancel = Cancel::new(&is_over);
    let loaded = program::load(&settings.program, &settings.level, environment, cancel, err);
    let program = match loaded {
        Err(error) => {
            let limit = budget.reached().filter(|_| program::is_given_up(&error)).ok_or(error)?;
            return give_up(limit, settings, err);
        }
        Ok(program) => program,
    };
    let properties = program::properties(&settings.machine, &settings.level)?;
    let world = &settings.machine.world;
    let options = world.machine_options(properties, Granularity::Run, &program);
    let options = options.map_err(question_error)?;
    let options = heddle_machine::Options { memory: settings.limits.memory, ..options };
    let mut machine = Machine::new(&program, options)?;
    machine.record(Recording::Output);
    let ticker = Ticker::new(environment.progress && !settings.is_quiet, &settings.limits);
    let started = Instant::now();
    let mut next_tick = TICK;
    let mut scheduler = Scheduler::new(settings.seed);
    let mut choices = Vec::new();
    let mut violations = Vec::new();
    let mut steps = 0u64;
    let ending = loop {
        machine.check_invariants(&mut violations);
        if !violations.is_empty() {
            break StepOutcome::Continues;
        }
        machine.choices(&mut choices);
        if choices.is_empty() {
            machine.check_state(&choices, &mut violations);
            break StepOutcome::Continues;
        }
        if let Some(limit) = budget.reached() {
            ticker.finish();
            return give_up(limit, settings, err);
        }
        let outcome = machine.step(scheduler.pick(&choices), &mut violations);
        steps += 1;
        let events = machine.take_events();
        if !events.is_empty() {
            let written = ticker.aside(|| pass_on(events, out, err));
            if written.as_ref().is_err_and(is_closed) {
                ticker.finish();
                writeln!(err, "unknown: nobody reads the program's output any more")?;
                return Ok(Exit::Unknown);
            }
            written?;
        }
        let elapsed = started.elapsed();
        if elapsed >= next_tick {
            next_tick = elapsed + TICK;
            ticker.show(elapsed, |limits| {
                let threads = counted(machine.thread_count() as u64, "thread");
                let count = HumanCount(machine.instructions());
                format!("{count} instructions, {threads}, {} s{limits}", elapsed.as_secs())
            });
        }
        if outcome != StepOutcome::Continues {
            break outcome;
        }
    };
    ticker.finish();
    unless_closed(out.flush().map_err(Into::into))?;
    let seconds = started.elapsed().as_secs_f64();
    if !settings.is_quiet {
        let instructions = machine.instructions();
        writeln!(
            err,
            "heddle: {instructions} instructions, {steps} steps, {} threads, {seconds:.3} s, {:.1} million instructions a second",
            machine.thread_count(),
            instructions as f64 / seconds / 1e6,
        )?;
    }
    if let Some(violation) = violations.first() {
        writeln!(err, "violation: {}", text::in_a_line(violation))?;
        return Ok(Exit::Violation);
    }
    if let StepOutcome::Unknown(unknown) = ending {
        let place = text::place(unknown.place.as_ref());
        writeln!(err, "unknown: {place}{}", unknown.reason)?;
        return Ok(Exit::Unknown);
    }
    match machine.exit_code() {
        None => Ok(Exit::Fine),
        Some(ExitCode::Known(code)) => Ok(Exit::Program(code as u8)),
        Some(ExitCode::Input) => {
            writeln!(err, "unknown: the exit code of the program is an input")?;
            Ok(Exit::Unknown)
        }
    }
}

/// Passes on what the program has written.
fn pass_on(events: Vec<Event>, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    for event in events {
        match event {
            Event::Output { stream: 2, bytes } => err.write_all(&bytes)?,
            Event::Output { bytes, .. } => out.write_all(&bytes)?,
            _ => {}
        }
    }
    Ok(())
}

/// Says which limit ended a run.
fn give_up(limit: Limit, settings: &RunSettings, err: &mut dyn Write) -> Result<Exit> {
    writeln!(err, "unknown: {}", reason::obstacle(&limit.into(), &settings.limits))?;
    Ok(Exit::Unknown)
}

/// Chooses who moves: in turn, or by chance.
struct Scheduler {
    /// The random numbers, if it is by chance.
    random: Option<fastrand::Rng>,
    last: Actor,
}

impl Scheduler {
    fn new(seed: Option<u64>) -> Scheduler {
        Scheduler { random: seed.map(fastrand::Rng::with_seed), last: ThreadId::MAIN.into() }
    }

    fn pick(&mut self, choices: &[Choice]) -> Choice {
        let chosen = match &mut self.random {
            Some(random) => choices[random.usize(..choices.len())],
            None => {
                let later = choices.iter().find(|choice| choice.actor() > self.last);
                *later.unwrap_or(&choices[0])
            }
        };
        self.last = chosen.actor();
        chosen
    }
}
