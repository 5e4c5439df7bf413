//! Ways to search, within this process.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use heddle_machine::{Granularity, Machine, Symmetry};
use heddle_model::{
    Counterexample, Limits, PropertySet, Temporal, TransitionSystem, Unknown, UnknownKind, Verdict,
    Violation,
};
use heddle_program::Program;
use heddle_replay::{Replay, Unobserved};
use heddle_search::{Options, Order, Reduction, Report, StopReason, Store, explore};

use crate::support::heddle::{Bug, Way};

/// Binary logarithm of a field of bits: some megabit, so that it costs no time, and so
/// few states that none is missed.
const BITS: u32 = 23;

/// Seconds after which a search is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Findings of a search.
pub(crate) struct Found {
    /// The verdict in a word.
    pub(crate) verdict: &'static str,
    /// The reason, if it is not a violation.
    pub(crate) reason: String,
    pub(crate) bugs: BTreeSet<Bug>,
    pub(crate) states: u64,
    pub(crate) transitions: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bugs = self.bugs.iter().map(Bug::to_string);
        let reasons: Vec<String> = bugs.chain([self.reason.clone()]).collect();
        write!(f, "{} ({})", self.verdict, reasons.join("; "))
    }
}

/// Searches in one way, on machines that have seen nothing yet; nothing, if there are too
/// many states.
pub(crate) fn search(
    program: &Program,
    properties: PropertySet,
    way: &Way,
    states: u64,
) -> Result<Option<Found>, String> {
    let (options, symmetry, workers) = options(way, states)?;
    let granularity = match way.reduction {
        "none" => Granularity::None,
        "tau" => Granularity::Tau,
        _ => Granularity::Global,
    };
    let of_machine = heddle_machine::Options {
        properties,
        granularity,
        symmetry,
        ..heddle_machine::Options::default()
    };
    let first = Machine::new(program, of_machine).map_err(|error| error.to_string())?;
    let mut machines = vec![first];
    while machines.len() < workers {
        let sibling = machines[0].sibling();
        machines.push(sibling);
    }
    let report = explore(&mut machines, &options, &mut |_| {});
    if let Verdict::Violation(found) = &report.verdict {
        found.iter().try_for_each(|found| replay(&mut machines[0], found))?;
    }
    read(report)
}

/// Replays the schedule of a counterexample, which has to show its violation: at its end, or in a cycle
/// that closes.
pub(crate) fn replay(machine: &mut Machine<'_>, found: &Counterexample) -> Result<(), String> {
    let Counterexample { violation, schedule, cycle } = found;
    let is_it = |other: &Violation| other.identity() == violation.identity();
    let is_there = match *cycle {
        None => {
            let again = heddle_replay::replay(machine, schedule);
            again.map_err(|error| error.to_string())?.iter().any(is_it)
        }
        Some(cycle) => {
            let (stem, round) = schedule.0.split_at(cycle);
            let mut replay = Replay::from_start(machine, Unobserved);
            replay.run(stem).map_err(|error| error.to_string())?;
            let (mut before, mut after) = (Vec::new(), Vec::new());
            replay.system().save(&mut before);
            let spins = replay.system().spin_deadlock().is_some_and(|it| is_it(&it.violation));
            replay.run(round).map_err(|error| error.to_string())?;
            replay.system().save(&mut after);
            spins && before == after
        }
    };
    is_there.then_some(()).ok_or_else(|| format!("'{}' does not replay", violation.finding))
}

/// The options of heddle's crates for a way to search, as on the command line.
fn options(way: &Way, states: u64) -> Result<(Options, Symmetry, usize), String> {
    let reduction = match way.reduction {
        "superstep" => Reduction::Supersteps,
        _ => Reduction::Steps,
    };
    let limits = Limits { time: Some(PATIENCE), states: Some(states), ..Limits::default() };
    let mut options = Options { reduction, limits, stop_at_first: false, ..Options::default() };
    let (mut symmetry, mut workers) = (Symmetry::Auto, 1);
    for pair in way.rest.chunks(2) {
        match *pair {
            ["--order", name] => {
                options.order = name.parse::<Order>().map_err(|error| error.to_string())?;
            }
            ["--store", "plain"] => options.store = Store::Plain,
            ["--store", "hash64"] => options.store = Store::Hash64,
            ["--store", "bitstate"] => options.store = Store::Bitstate { bits: BITS },
            ["--bits", _] => {}
            ["--symmetry", "none"] => symmetry = Symmetry::None,
            ["--symmetry", "heap"] => symmetry = Symmetry::Heap,
            ["--symmetry", "auto"] => symmetry = Symmetry::Auto,
            ["--symmetry", "threads"] => symmetry = Symmetry::Threads,
            ["--workers", count] => {
                workers = count.parse().map_err(|_| format!("{count} workers"))?;
            }
            ["--seed", seed] => options.seed = seed.parse().map_err(|_| format!("seed {seed}"))?,
            _ => return Err(format!("a way with {pair:?}")),
        }
    }
    Ok((options, symmetry, workers))
}

fn read(report: Report) -> Result<Option<Found>, String> {
    // Whatever else was found: heddle should not fail.
    if let Some(run) = &report.unknown
        && run.unknown.kind == UnknownKind::Internal
    {
        return Err(run.unknown.reason.clone());
    }
    if matches!(report.stop, Some(StopReason::States | StopReason::Time)) {
        return Ok(None);
    }
    let mut bugs = BTreeSet::new();
    let (verdict, reason) = match report.verdict {
        Verdict::Verified => ("verified", String::new()),
        Verdict::Bounded(bounds) => ("bounded", format!("{bounds:?}")),
        Verdict::Stopped(limit) => ("unknown", format!("{limit:?}")),
        Verdict::Unknown(Unknown { reason, .. }) => ("unknown", reason),
        Verdict::Violation(found) => {
            bugs.extend(found.iter().map(|found| Bug::of(&found.violation)));
            ("violation", String::new())
        }
    };
    let (states, transitions) = (report.stats.states, report.stats.transitions);
    Ok(Some(Found { verdict, reason, bugs, states, transitions }))
}
