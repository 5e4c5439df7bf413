//! `heddle check --engine bmc`: all runs as one formula.
//!
//! The engine's own word is not enough for a violation: it passes the [`gate`] first.

mod gate;
#[cfg(test)]
mod kit;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Result, bail};
use heddle_bmc::{Answer, Concurrency, Reached, Unwind, Witness};
use heddle_machine::{Granularity, Machine};
use heddle_model::{Property, PropertySet, Unknown, UnknownKind, Verdict};
use heddle_program::Program;
use heddle_trace::Trace;

use super::program::{self, Twofold};
use super::progress::Ticker;
use super::report::{FormulaWork, Outcome, Work};
use super::text::counted;
use super::{check, harness, liveness, report};
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::{BmcSettings, CheckSettings, MachineSettings};

/// Checks a program at one level.
pub(super) fn examine(
    settings: &CheckSettings,
    bmc: &BmcSettings,
    level: &OptLevel,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Outcome> {
    let Twofold { native, modelled } =
        program::load_twofold(&settings.program, level, environment, err)?;
    if liveness::plan(settings, &native)?.is_some() {
        bail!("the program has temporal formulas, which --engine bmc does not check; leave it out");
    }
    let machine_options = program::machine_options(
        &settings.machine,
        &settings.program,
        &native,
        level,
        Granularity::None,
    )?;
    let properties = properties(machine_options.properties);
    if properties == PropertySet::EMPTY {
        bail!("nothing is left to look for with --engine bmc");
    }
    let machine_options = heddle_machine::Options { properties, ..machine_options };
    let started = Instant::now();
    let options = heddle_bmc::Options {
        properties,
        concurrency: bmc.concurrency,
        unwind: bmc.unwind.clone(),
        malloc_may_fail: settings.machine.malloc_may_fail,
        spurious_wakeups: settings.machine.spurious_wakeups,
        args: machine_options.args.clone(),
        harness: harness_of(&settings.machine, &modelled)?,
        limits: heddle_bmc::Limits {
            // Time beyond what a clock can count is no limit.
            deadline: settings.limits.time.and_then(|time| started.checked_add(time)),
            memory: settings.limits.memory,
        },
        cnf: bmc.cnf.clone(),
    };
    let visible = environment.progress && !settings.output.quiet;
    let mut ticker = Ticker::for_formulas(visible, settings.limits.time);
    let interrupted = interrupt::flag();
    let answered = with_deep_stack(|| {
        heddle_bmc::check(&modelled, &options, &mut |progress| {
            ticker.tick_formula(progress, started.elapsed());
            !interrupted.load(Ordering::SeqCst)
        })
    })?;
    ticker.finish();
    let heddle_bmc::Report { answer, unwind, size } = answered?;
    let mut reached = Vec::new();
    let (verdict, traces) = match answer {
        Answer::Verified => (Verdict::Verified, Vec::new()),
        Answer::Bounded(bounds) => {
            let text =
                bounds.iter().map(|bound| bound_text(bound, bmc, unwind)).collect::<Vec<_>>();
            reached = bounds;
            (Verdict::Bounded(text.join("; ")), Vec::new())
        }
        Answer::Unknown(unknown) => (Verdict::Unknown(unknown), Vec::new()),
        Answer::Violation(witness) => {
            let options = gate::options(machine_options, &witness);
            pass_gate(&mut Machine::new(&native, options)?, &witness, settings)
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let mut assumptions = vec![
        format!("looked for: {}", report::names(properties)),
        "bounded model checking: all runs and inputs as one formula (--engine bmc)".to_owned(),
        switches_text(bmc.concurrency),
        unwind_text(unwind, &bmc.unwind, &verdict),
    ];
    assumptions.extend(report::world(settings, level, &verdict));
    let work = FormulaWork { concurrency: bmc.concurrency, unwind, reached, size, seconds };
    Ok(Outcome {
        level: level.clone(),
        verdict,
        work: Work::Formula(work),
        traces,
        assumptions,
        has_formulas: false,
    })
}

/// Calls a function on a stack on which calls of the program's can nest.
fn with_deep_stack<T: Send>(function: impl FnOnce() -> T + Send) -> Result<T> {
    /// Of which only what is used is memory.
    const STACK: usize = 1 << 30;
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, function)?;
        match thread.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What is run in a program without `main`; its functions have numbers of their own where
/// there are models.
fn harness_of(settings: &MachineSettings, modelled: &Program) -> Result<heddle_bmc::Harness> {
    let heddle_machine::Harness { init, threads } =
        harness::options(&settings.harness, modelled)?.harness;
    let threads = threads.iter().map(|thread| (thread.function, thread.argument)).collect();
    Ok(heddle_bmc::Harness { init, threads })
}

/// What the engine looks for: not what is evaluated in states, nor what speaks of whole runs.
fn properties(asked: PropertySet) -> PropertySet {
    [Property::Invariant, Property::Ltl, Property::UncaughtException]
        .into_iter()
        .fold(asked, PropertySet::without)
}

/// The verdict of a witness: a violation with its story if it can be made again, and else
/// no answer at all.
fn pass_gate(
    machine: &mut Machine<'_>,
    witness: &Witness,
    settings: &CheckSettings,
) -> (Verdict, Vec<Trace>) {
    let told = gate::replay(machine, witness).map_err(|error| error.to_string());
    let told = told.and_then(|found| {
        let traces = check::tell(machine, std::slice::from_ref(&found), &[], settings);
        traces.map(|traces| (found, traces)).map_err(|error| error.to_string())
    });
    match told {
        Ok((found, traces)) => (Verdict::Violation(vec![found]), traces),
        Err(reason) => {
            let unknown = Unknown { kind: UnknownKind::Internal, reason, place: None };
            (Verdict::Unknown(unknown), Vec::new())
        }
    }
}

/// A bound, and what to do about it.
fn bound_text(reached: &Reached, settings: &BmcSettings, unwind: u32) -> String {
    let Unwind { limit, loops } = &settings.unwind;
    match reached {
        Reached::Loop { name, rounds } => {
            let given = loops.iter().find(|(given, _)| given == name).map(|(_, limit)| *limit);
            let hint = match (given, limit) {
                (Some(given), _) if given == *rounds => " (raise --unwind-loop)",
                (None, Some(given)) if given == rounds => " (raise --unwind)",
                (None, None) if *rounds == unwind => " (--unwind K looks further)",
                // More is not looked at, whatever is asked.
                _ => "",
            };
            format!("at most {} of the loop {name}{hint}", counted((*rounds).into(), "round"))
        }
        Reached::Recursion { name, depth } => {
            let hint = match limit {
                Some(given) if given == depth => " (raise --unwind)",
                Some(_) => "",
                None => " (--unwind K looks further)",
            };
            format!("at most {} of {name} within itself{hint}", counted((*depth).into(), "call"))
        }
        Reached::Switches { bound } => {
            let switches = if *bound == 1 { "context switch" } else { "context switches" };
            format!("at most {bound} {switches} (raise --context-bound)")
        }
        Reached::Limit { reason } => format!("then {reason}"),
    }
}

fn switches_text(concurrency: Concurrency) -> String {
    use heddle_bmc::history::Turns;
    match concurrency {
        Concurrency::Order => {
            "any number of context switches: one order of all accesses to what threads share \
             (--encoding order)"
                .to_owned()
        }
        Concurrency::Switches { bound, turns } => {
            let who = match turns {
                Turns::Robin => "threads take turns by number",
                Turns::Free => "any thread may go on after each",
            };
            let switches = if bound == 1 { "context switch" } else { "context switches" };
            format!("at most {bound} {switches}; {who} (--encoding switches)")
        }
    }
}

fn unwind_text(rounds: u32, asked: &Unwind, verdict: &Verdict) -> String {
    let how = match (asked.limit, asked.loops.is_empty()) {
        (Some(_), _) => " (--unwind)",
        (None, false) => " (--unwind-loop)",
        (None, true) => "",
    };
    let up_to =
        format!("loops and recursion unrolled up to {}{how}", counted(rounds.into(), "time"));
    match verdict {
        Verdict::Verified => format!("{up_to}; unwinding assertions show that this is enough"),
        _ => up_to,
    }
}

#[cfg(test)]
mod tests;
