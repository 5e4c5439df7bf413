//! Ways to search, within this process.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use heddle_machine::{Granularity, Machine, Symmetry};
use heddle_model::{Place, Property, PropertySet, Unknown, UnknownKind, Verdict, Violation};
use heddle_program::Program;
use heddle_search::{Limits, Options, Order, Reduction, Report, Stop, Store, explore};

use crate::support::heddle::{Bug, Way};

/// Binary logarithm of a field of bits: some megabit, so that it costs no time, and so
/// few states that none is missed.
const BITS: u32 = 23;

/// Seconds after which a search is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a search has found.
pub(crate) struct Found {
    /// The verdict in a word.
    pub(crate) verdict: &'static str,
    /// Why, if it is not a violation.
    pub(crate) reason: String,
    pub(crate) bugs: BTreeSet<Bug>,
    pub(crate) states: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bugs = self.bugs.iter().map(Bug::to_string);
        let reasons: Vec<String> = bugs.chain([self.reason.clone()]).collect();
        write!(f, "{} ({})", self.verdict, reasons.join("; "))
    }
}

/// The program's machines, made when they are first needed.
pub(crate) struct Machines<'p> {
    program: &'p Program,
    properties: PropertySet,
    made: BTreeMap<(&'static str, &'static str), Vec<Machine<'p>>>,
}

impl<'p> Machines<'p> {
    /// No machines yet.
    pub(crate) fn new(program: &'p Program, properties: PropertySet) -> Machines<'p> {
        Machines { program, properties, made: BTreeMap::new() }
    }

    /// Searches in one way; nothing, if there are too many states.
    pub(crate) fn search(&mut self, way: &Way, states: u64) -> Result<Option<Found>, String> {
        let (options, symmetry, workers) = options(way, states)?;
        let granularity = match way.reduction {
            "none" => Granularity::None,
            "tau" => Granularity::Tau,
            _ => Granularity::Global,
        };
        let kind = (
            if granularity == Granularity::Global { "global" } else { way.reduction },
            match symmetry {
                Symmetry::None => "none",
                Symmetry::Heap => "heap",
                Symmetry::Threads => "threads",
            },
        );
        if !self.made.contains_key(&kind) {
            let machine_options = heddle_machine::Options {
                properties: self.properties,
                granularity,
                symmetry,
                ..heddle_machine::Options::default()
            };
            let machine =
                Machine::new(self.program, machine_options).map_err(|error| error.to_string())?;
            self.made.insert(kind, vec![machine]);
        }
        let machines = self.made.get_mut(&kind).expect("it was just made");
        while machines.len() < workers {
            let sibling = machines[0].sibling();
            machines.push(sibling);
        }
        read(explore(&mut machines[..workers], &options, &mut |_| {}))
    }
}

/// What a way means to heddle's crates: as on the command line.
fn options(way: &Way, states: u64) -> Result<(Options, Symmetry, usize), String> {
    let reduction = match way.reduction {
        "superstep" => Reduction::Supersteps,
        _ => Reduction::Steps,
    };
    let limits = Limits { time: Some(PATIENCE), memory: None, states: Some(states) };
    let mut options = Options { reduction, limits, stop_at_first: false, ..Options::default() };
    let (mut symmetry, mut workers) = (Symmetry::Heap, 1);
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
    if matches!(report.stop, Some(Stop::States | Stop::Time)) {
        return Ok(None);
    }
    let mut bugs = BTreeSet::new();
    let (verdict, reason) = match report.verdict {
        Verdict::Verified => ("verified", String::new()),
        Verdict::Bounded(reason) => ("bounded", reason),
        Verdict::Unknown(Unknown { reason, .. }) => ("unknown", reason),
        Verdict::Violation(found) => {
            bugs.extend(found.iter().map(|found| bug(&found.violation)));
            ("violation", String::new())
        }
    };
    Ok(Some(Found { verdict, reason, bugs, states: report.stats.states }))
}

/// The bug that a violation shows, as the command line tells it.
fn bug(violation: &Violation) -> Bug {
    let Violation { kind, detail, place, related, .. } = violation;
    let is_involved = matches!(kind, Property::DataRace | Property::Deadlock);
    let related = related.iter().map(|(_, place)| place).filter(|_| is_involved);
    let place_of = |place: &Place| format!("{}:{}", place.file, place.line);
    Bug {
        kind: kind.to_string(),
        detail: detail.clone(),
        places: place.iter().chain(related).map(place_of).collect(),
    }
}
