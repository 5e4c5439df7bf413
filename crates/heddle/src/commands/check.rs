//! `heddle check`: search at each level, then tell.

use std::io::{ErrorKind, Write};

use anyhow::Result;
use heddle_machine::{Machine, Symmetry};
use heddle_model::{Counterexample, Unknown, UnknownKind, Verdict};
use heddle_search::{Bounds, OnMemoryLimit, Progress, Reduction, Store};
use heddle_trace::{Propositions, Trace, TraceError};

use super::progress::Ticker;
use super::report::{
    Outcome, SearchWork, Work, assumptions, symmetry_of_threads, under_abstraction,
};
use super::sources::Files;
use super::{Exit, bmc, checkpoint, json, liveness, program, text};
use crate::cli;
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::{CheckSettings, EngineSettings, JsonTarget, Limits, SearchSettings};

/// Checks a program at the levels that the settings name.
pub(super) fn check(
    settings: &CheckSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    if let Some(checkpoints) = &settings.checkpoints {
        checkpoint::check_file(checkpoints)?;
    }
    let mut outcomes = Vec::new();
    for level in &settings.levels {
        outcomes.push(match &settings.engine {
            EngineSettings::Explicit => examine(settings, level, environment, err)?,
            EngineSettings::Bmc(bmc) => bmc::examine(settings, bmc, level, environment, err)?,
        });
    }
    match &settings.output.json {
        Some(JsonTarget::Stdout) => json::write(&outcomes, settings, out)?,
        target => {
            // A reader that has seen enough (`| head`) does not change the verdict.
            match text::write(&outcomes, settings, environment.width, out) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
                written => written?,
            }
            if let Some(JsonTarget::File(path)) = target {
                let mut file = json::create(path)?;
                json::write(&outcomes, settings, &mut file)?;
            }
        }
    }
    // The worst of all levels: a violation, then no answer.
    let exits: Vec<Exit> = outcomes.iter().map(Outcome::exit).collect();
    let order = [Exit::Violation, Exit::BadInput, Exit::Unknown];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Fine))
}

/// Searches the states of a program at one level.
fn examine(
    settings: &CheckSettings,
    level: &OptLevel,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Outcome> {
    let program = program::load(&settings.program, level, environment, err)?;
    let plan = liveness::plan(settings, &program)?;
    let refined = plan.as_ref().and_then(|plan| plan.reduction(settings.search.reduction));
    let reduction = refined.as_ref().map_or(settings.search.reduction, |(reduction, _)| *reduction);
    let (granularity, steps) = liveness::granularity(reduction);
    let options = program::machine_options(
        &settings.machine,
        &settings.program,
        &program,
        level,
        granularity,
    )?;
    let symmetry = match settings.search.symmetry {
        cli::Symmetry::None => Symmetry::None,
        cli::Symmetry::Heap => Symmetry::Heap,
        cli::Symmetry::Threads => Symmetry::Threads,
    };
    let symmetry = match symmetry {
        Symmetry::Threads if plan.is_some() => Symmetry::Heap,
        symmetry => symmetry,
    };
    let propositions = plan.as_ref().map_or_else(Vec::new, |plan| plan.propositions.clone());
    let options = heddle_machine::Options { symmetry, propositions, ..options };
    let machine = Machine::new(&program, options)?;
    let mut machines: Vec<Machine> =
        (1..settings.search.workers).map(|_| machine.sibling()).collect();
    machines.push(machine);
    let checkpoints = checkpoint::options(settings, level, &program);
    let is_fair = settings.liveness.is_fair;
    let runs = plan.as_ref().map(|_| heddle_search::Runs { is_fair });
    let search =
        heddle_search::Options { checkpoints, runs, reduction: steps, ..search_options(settings) };
    let mut auditors =
        plan.as_ref().map_or_else(|| Ok(Vec::new()), |plan| plan.auditors(settings))?;
    let mut ticker = Ticker::new(environment.progress && !settings.output.quiet, &search.limits);
    let progress = &mut |progress: &Progress| ticker.tick(progress);
    let resume = settings.checkpoints.as_ref().and_then(|checkpoints| checkpoints.resume.as_ref());
    let report = match resume {
        Some(file) => heddle_search::resume(file, &mut machines, &search, progress),
        None => Ok(heddle_search::explore_runs(&mut machines, &search, &mut auditors, progress)),
    };
    ticker.finish();
    let mut report = report?;
    if plan.is_some() && machines[0].uses_abstraction() {
        liveness::leave_out_runs(&mut report.verdict);
    }
    checkpoint::warn(&report, settings, err)?;
    let traces = match &report.verdict {
        Verdict::Violation(found) => {
            let names = plan.as_ref().map_or(&[][..], |plan| &plan.names);
            tell(&mut machines[0], found, names, settings)
        }
        _ => Ok(Vec::new()),
    };
    let traces = traces.unwrap_or_else(|error| {
        // Only what can be replayed is reported.
        let reason = error.to_string();
        report.verdict =
            Verdict::Unknown(Unknown { kind: UnknownKind::Internal, reason, place: None });
        Vec::new()
    });
    let is_32_bits = program.target.pointer_bytes == 4;
    let mut assumptions = assumptions(settings, reduction, level, &report, is_32_bits);
    if let Some(plan) = &plan {
        assumptions.extend(plan.assumptions(is_fair, *level != OptLevel::O0));
        if let Some((_, reason)) = &refined {
            assumptions.push(format!("no coarser reduction was used, since {reason}"));
        }
    }
    assumptions.extend(machines[0].abstraction().map(under_abstraction));
    if settings.search.symmetry == cli::Symmetry::Threads {
        assumptions.push(match &plan {
            Some(_) => "threads are told apart in spite of --symmetry threads: formulas are about \
                        single threads, and so is fairness"
                .to_owned(),
            None => symmetry_of_threads(&machines[0]),
        });
    }
    let has_formulas = plan.is_some();
    let work = Work::Search(SearchWork {
        stats: report.stats,
        omission: report.omission,
        can_go_on: report.checkpoint == Some(Ok(())),
    });
    let verdict = report.verdict;
    Ok(Outcome { level: level.clone(), verdict, work, traces, assumptions, has_formulas })
}

/// What the settings mean for the search.
fn search_options(settings: &CheckSettings) -> heddle_search::Options {
    let SearchSettings {
        reduction: _,
        symmetry: _,
        order,
        seed,
        workers: _,
        store,
        bits,
        context_bound,
        superstep,
        minimize,
        on_memory_limit,
    } = settings.search;
    let Limits { time, memory, states, depth } = settings.limits;
    heddle_search::Options {
        order: match order {
            cli::Order::Bfs => heddle_search::Order::BreadthFirst,
            cli::Order::Dfs => heddle_search::Order::DepthFirst,
            cli::Order::Best => heddle_search::Order::BestFirst,
            cli::Order::Random => heddle_search::Order::Random,
            cli::Order::Icb => heddle_search::Order::Preemptions,
        },
        reduction: Reduction::default(),
        assumes: true,
        store: match store {
            cli::Store::Exact => Store::Exact,
            cli::Store::Plain => Store::Plain,
            cli::Store::Hash64 => Store::Hash64,
            cli::Store::Bitstate => Store::Bitstate { bits },
        },
        bounds: Bounds { depth, preemptions: context_bound, superstep },
        limits: heddle_search::Limits { time, memory, states },
        on_memory_limit: match on_memory_limit {
            cli::OnMemoryLimit::Stop => OnMemoryLimit::Stop,
            cli::OnMemoryLimit::Bitstate => OnMemoryLimit::Bitstate,
        },
        runs: None,
        seed,
        stop_at_first: !settings.all_violations,
        minimize,
        cancel: Some(interrupt::flag()),
        checkpoints: None,
    }
}

/// The stories of counterexamples.
pub(super) fn tell(
    machine: &mut Machine,
    found: &[Counterexample],
    names: &[String],
    settings: &CheckSettings,
) -> Result<Vec<Trace>, TraceError> {
    let mut sources = Files::default();
    let story = |found| {
        let propositions = Propositions { names };
        let mut trace =
            heddle_trace::tell_counterexample(machine, found, propositions, &mut sources)?;
        trace.inputs = json::made_with(settings, machine.options());
        Ok(trace)
    };
    found.iter().map(story).collect()
}
