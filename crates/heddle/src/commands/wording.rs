//! The wording of assumptions and figures.

use std::collections::BTreeSet;

use heddle_engine::{
    Assumption, Caveat, Extent, Harness, Matching, Metric, Refinement, Sample, SampleMethod,
    Statistics, StepEnd, ToldApart, Turns, VisitOrder,
};
use heddle_model::{Limits, Place, Property, PropertySet};
use indicatif::HumanCount;

use super::check::LevelReport;
use super::reason::{counted, reason, rounded_up, switches};
use super::text::in_a_line;

/// An assumption as a phrase; `bounds` is that of the verdict's bounds.
pub(super) fn assumption(assumption: &Assumption, bounds: &str) -> Vec<String> {
    vec![match assumption {
        Assumption::LookedFor(properties) => format!("looked for: {}", names(*properties)),
        Assumption::ExplicitSearch { extent, order, matching } => format!(
            "explicit search of {}, {}, {}",
            interleavings(*extent),
            visit_order(*order),
            storage(*matching)
        ),
        Assumption::StatelessSearch { extent } => format!(
            "stateless exploration of {}, one of each set that differ only in the order of steps \
             which do not notice each other (--engine stateless)",
            interleavings(*extent)
        ),
        Assumption::RunByRun { extent } => format!(
            "exploration of {} run by run, without those that differ from others, with no more \
             preemptions, only in the order of steps which do not notice each other (--engine \
             stateless, --context-bound)",
            interleavings(*extent)
        ),
        Assumption::Sampled(sample) => sampled(sample),
        Assumption::Steps(end) => step_end(*end).to_owned(),
        Assumption::RefutedLockAssumption => {
            "bytes of a lock are used as data, too, or a semaphore is posted at its maximum: giving \
             back locks is a step like any other, and threads are told apart"
                .to_owned()
        }
        Assumption::NarrowAddresses => {
            "32-bit addresses: an access more than 512 bytes outside its object may be taken for \
             one to a neighbour"
                .to_owned()
        }
        Assumption::Formula => {
            "bounded model checking: all runs and inputs as one formula (--engine bmc)".to_owned()
        }
        Assumption::OrderEncoding => {
            "any number of context switches: one order of all accesses to what threads share \
             (--encoding order)"
                .to_owned()
        }
        Assumption::SwitchesEncoding { bound, turns } => {
            let who = match turns {
                Turns::Robin => "threads take turns by number",
                Turns::Free => "any thread may go on after each",
            };
            format!("at most {}; {who} (--encoding switches)", switches((*bound).into()))
        }
        Assumption::Unrolled { rounds, limit, loops, is_enough } => {
            let how = match (limit, loops.is_empty()) {
                (Some(_), _) => " (--unwind)",
                (None, false) => " (--unwind-loop)",
                (None, true) => "",
            };
            let times = counted((*rounds).into(), "time");
            let enough = match is_enough {
                true => "; unwinding assertions show that this is enough",
                false => "",
            };
            format!("loops and recursion unrolled up to {times}{how}{enough}")
        }
        Assumption::CompiledAt(level) => format!("the program as clang compiles it at {level}"),
        Assumption::SequentialConsistency => {
            "sequentially consistent memory; a copy of a structure is one access".to_owned()
        }
        Assumption::WeakAtomics { count, places } => weak_atomics(*count, places),
        Assumption::OwnLibrary => {
            "heddle's C library: clocks stand still, rand is deterministic, getenv finds nothing"
                .to_owned()
        }
        Assumption::AnyResults(functions) => format!(
            "defined nowhere, so any value and no effect: {} (--undefined any)",
            functions.join(", ")
        ),
        Assumption::NativeCode => {
            "the program's own code on this machine, with its libraries; clocks and process numbers are heddle's".to_owned()
        }
        Assumption::OverflowWraps => "signed overflow wraps around".to_owned(),
        Assumption::MallocNeverFails => "malloc never fails".to_owned(),
        Assumption::AddressesAreFresh => {
            "malloc gives no address to which an old pointer is left".to_owned()
        }
        Assumption::NoSpuriousWakeups => "condition variables do not wake up spuriously".to_owned(),
        Assumption::Arguments(args) => format!("program arguments: {}", args.join(" ")),
        Assumption::Harness(harness) => return harness_phrases(harness),
        Assumption::Bounds => format!("bound: {bounds}"),
        Assumption::Formulas(formulas) => format!("formulas: {}", formulas.join(", ")),
        Assumption::Runs { is_fair: true } => {
            "formulas are about all fair runs: a thread that can move from some point on moves \
             again (--fair)"
                .to_owned()
        }
        Assumption::Runs { is_fair: false } => {
            "formulas are about all runs, unfair ones included".to_owned()
        }
        Assumption::InlinedCalls => {
            "in(...) does not see calls that the optimizer has inlined".to_owned()
        }
        Assumption::FineSteps(reason) => {
            format!("no coarser reduction was used, since {}", refinement(reason))
        }
        Assumption::OpenBranches(places) => open_branches(places),
        Assumption::Abstraction { unmatched, hashed } => abstraction(*unmatched, *hashed),
        Assumption::ThreadSymmetry => {
            "states that differ in which of several threads that are alike is where are one \
             (--symmetry)"
                .to_owned()
        }
        Assumption::ThreadsToldApart(reason) => told_apart(*reason),
    }]
}

fn refinement(reason: &Refinement) -> String {
    match reason {
        Refinement::Proposition(name) => format!("'{name}' may change at any step"),
        Refinement::Stuttering(formula) => {
            format!("'{formula}' tells apart how often something holds in a row")
        }
        Refinement::Automaton(file) => {
            format!("the automaton of {file} may tell apart how often something holds")
        }
    }
}

fn told_apart(reason: ToldApart) -> String {
    use heddle_machine::SymmetryObstacle as Machine;
    let reason = match reason {
        ToldApart::Refuted => {
            return "threads are told apart: something depends on the address of a thread's \
                    variable as a number, or on who owns a lock that was copied"
                .to_owned();
        }
        ToldApart::Formulas => "formulas are about single threads, and so is fairness",
        ToldApart::Abstraction => "the program has an abstraction",
        ToldApart::Machine(Machine::NotAskedFor) => "it was not asked for",
        ToldApart::Machine(Machine::NarrowAddresses) => "the program has 32-bit addresses",
        ToldApart::Machine(Machine::SingleRun) => "the program is run, not explored",
        ToldApart::Machine(Machine::OwnNumbers) => "threads may ask for their own numbers",
        ToldApart::Machine(Machine::Cancellation) => "threads may be cancelled",
        ToldApart::Machine(Machine::OwnInputs) => "each thread has inputs of its own",
    };
    format!("threads are told apart in spite of --symmetry threads: {reason}")
}

/// The assumptions of checks at several levels, each once, with the levels if not all have it.
pub(super) fn of_all_levels(reports: &[LevelReport], limits: &Limits) -> Vec<String> {
    let mut phrases: Vec<(String, Vec<String>)> =
        vec![("the program as clang compiles it at each level".to_owned(), Vec::new())];
    for told in reports {
        let bounds = reason(&told.report, limits).unwrap_or_default();
        let is_known = |one: &&Assumption| matches!(one, Assumption::CompiledAt(_));
        let new = told.report.assumptions.iter().filter(|one| !is_known(one));
        for phrase in new.flat_map(|one| assumption(one, &bounds)) {
            let level = told.level.to_string();
            match phrases.iter_mut().find(|(known, _)| *known == phrase) {
                Some((_, levels)) => levels.push(level),
                None => phrases.push((phrase, vec![level])),
            }
        }
    }
    let with_levels = |(phrase, levels): (String, Vec<String>)| match levels.len() {
        some if some == 0 || some == reports.len() => phrase,
        _ => format!("{phrase} ({})", levels.join(", ")),
    };
    phrases.into_iter().map(with_levels).collect()
}

fn interleavings(extent: Extent) -> &'static str {
    match extent {
        Extent::All => "all interleavings",
        Extent::UntilViolation => "interleavings up to a violation",
        Extent::UntilLimit => "some interleavings, until a limit was reached",
    }
}

/// Atomic accesses that are stronger here than in the source.
fn weak_atomics(count: u64, places: &[String]) -> String {
    let (accesses, are) = match count {
        1 => ("atomic access", "is"),
        _ => ("atomic accesses", "are"),
    };
    let more = if (places.len() as u64) < count { ", ..." } else { "" };
    let places = match places.is_empty() {
        true => String::new(),
        false => format!(" ({}{more})", places.join(", ")),
    };
    format!(
        "{} {accesses} with a weaker order than memory_order_seq_cst {are} taken as sequentially \
         consistent, too{places}: what only a weaker order allows was not looked at",
        HumanCount(count)
    )
}

fn visit_order(order: VisitOrder) -> &'static str {
    match order {
        VisitOrder::BreadthFirst => "breadth-first",
        VisitOrder::DepthFirst => "depth-first",
        VisitOrder::BestFirst => "best-first",
        VisitOrder::Random => "in random order",
        VisitOrder::FewestPreemptions => "fewest preemptions first",
    }
}

fn storage(matching: Matching) -> &'static str {
    match matching {
        Matching::Exact => "exact storage",
        Matching::ExactThenBits => "exact storage, then bits",
        Matching::Hash => "hashes of states stored",
        Matching::Bits => "bits of states stored",
    }
}

fn step_end(end: StepEnd) -> &'static str {
    match end {
        StepEnd::Instruction => "every instruction is a step (--reduction none)",
        StepEnd::MemoryAccess => "steps end at accesses to memory (--reduction tau)",
        StepEnd::SharedAccess => "steps end at accesses to shared memory (--reduction global)",
        StepEnd::Noticeable => {
            "steps end where another thread could notice (--reduction superstep)"
        }
        StepEnd::ThreadCall => {
            "steps end at calls of the library of threads: threads access memory together only in \
             an order that these calls give them"
        }
        StepEnd::ThreadCallOrAccess => {
            "steps end at calls of the library of threads, and at accesses to memory of code that is \
             compiled for that"
        }
    }
}

/// The functions that were run and evaluated from outside, if any.
fn harness_phrases(harness: &Harness) -> Vec<String> {
    let Harness { init, threads, invariants } = harness;
    let mut list = Vec::new();
    if init.is_some() || !threads.is_empty() {
        let init = init.iter().map(|name| format!("{name} first"));
        let threads = threads.iter().map(|start| match start.argument {
            Some(argument) => format!("a thread for {}({argument})", start.function),
            None => format!("a thread for {}", start.function),
        });
        let all: Vec<String> = init.chain(threads).collect();
        list.push(format!("in place of main: {}", all.join(", ")));
    }
    if !invariants.is_empty() {
        list.push(format!("invariants: {}", invariants.join(", ")));
    }
    list
}

fn abstraction(unmatched: u64, hashed: u64) -> String {
    let part = |bytes: u64, how: &str| (bytes != 0).then(|| format!("{bytes} bytes {how}"));
    let parts = [part(unmatched, "not compared"), part(hashed, "compared by their hash only")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!(
        "states were matched through the program's abstraction ({}): what it hides was not compared",
        parts.join(", ")
    )
}

/// The names of a set of properties.
pub(super) fn names(set: PropertySet) -> String {
    // Formulas are listed one by one.
    let checked = set.iter().filter(|property| *property != Property::Ltl);
    let names: Vec<&str> = checked.map(Property::name).collect();
    names.join(", ")
}

/// A figure as a phrase; none if it is for files only.
pub(super) fn figure(metric: Metric, figure: u64) -> Option<String> {
    let count = HumanCount(figure);
    Some(match metric {
        Metric::States => format!("{count} states"),
        Metric::Transitions => format!("{count} transitions"),
        Metric::Depth => format!("depth {count}"),
        Metric::Frontier => format!("{count} waiting"),
        Metric::StatesPerSecond => format!("{count} states/s"),
        Metric::Executions => counted(figure, "execution"),
        Metric::BlockedExecutions if figure == 0 => return None,
        Metric::BlockedExecutions => format!("{count} begun in vain or cut off"),
        Metric::ExpectedExecutions => format!("of about {count}"),
        Metric::ExecutionsPerSecond => format!("{count} executions/s"),
        Metric::Threads => counted(figure, "thread"),
        Metric::SharedEvents => counted(figure, "shared event"),
        Metric::Unwinding => format!("unwind {figure}"),
        Metric::Variables => counted(figure, "variable"),
        Metric::Clauses => counted(figure, "clause"),
        Metric::Conflicts => counted(figure, "conflict"),
        Metric::FinalStates | Metric::CutStates | Metric::Terms | Metric::PeakMemory => {
            return None;
        }
    })
}

/// The figures of a check that has ended, in a line.
pub(super) fn summary(statistics: &Statistics) -> String {
    let Statistics { figures, seconds } = statistics;
    // States that are left, and those that were cut, are in the verdict's reason.
    let shown = figures.iter().filter(|(metric, _)| *metric != Metric::Frontier);
    let mut parts: Vec<String> =
        shown.filter_map(|&(metric, value)| figure(metric, value)).collect();
    parts.push(format!("{seconds:.2} s"));
    parts.extend(
        statistics.get(Metric::PeakMemory).map(|bytes| format!("{:.1} MB", bytes as f64 / 1e6)),
    );
    parts.join(", ")
}

/// The line about a caveat.
pub(super) fn caveat(caveat: &Caveat) -> String {
    let places = |places: &[Place]| {
        let places: Vec<String> =
            places.iter().map(|at| format!("{}:{}", at.file, at.line)).collect();
        places.join(", ")
    };
    match caveat {
        Caveat::DataRace(race) => format!(
            "the program has a data race, which is undefined behaviour: {} (--property data-race \
             looks for all)",
            in_a_line(race)
        ),
        Caveat::NoRunEnds { assumptions, loops }
            if !assumptions.is_empty() && !loops.is_empty() =>
        {
            format!(
                "no run ends: each is cut by an assumption ({}) or goes round for ever ({})",
                places(assumptions),
                places(loops)
            )
        }
        Caveat::NoRunEnds { assumptions, loops: _ } if !assumptions.is_empty() => format!(
            "no run ends: each is cut by an assumption that it does not meet ({})",
            places(assumptions)
        ),
        Caveat::NoRunEnds { assumptions: _, loops } if !loops.is_empty() => {
            format!("no run ends: each goes round for ever ({})", places(loops))
        }
        Caveat::NoRunEnds { .. } => "no run ends".to_owned(),
    }
}

/// The phrase for branches that went several ways.
fn open_branches(places: &[Option<Place>]) -> String {
    let named: BTreeSet<String> =
        places.iter().flatten().map(|at| format!("{}:{}", at.file, at.line)).collect();
    let rest = places.iter().any(Option::is_none).then(|| "the C library".to_owned());
    let named: Vec<String> = named.into_iter().chain(rest).collect();
    format!(
        "branches on uninitialized values go both ways, and switches all ways ({})",
        named.join(", ")
    )
}

/// A random sample, and what it takes for its guarantee.
fn sampled(sample: &Sample) -> String {
    let Sample { method, seed, runs, cut, threads, steps, counted: with, has_alternatives } =
        sample;
    let (name, how) = match method {
        SampleMethod::Random => ("random", "any thread goes on at each step"),
        SampleMethod::Pct { .. } => ("pct", "threads have random priorities, with few changes"),
        SampleMethod::Pos => ("pos", "steps have random priorities"),
    };
    let mut text = format!(
        "a random sample of {}, in which {how} (--sample {name}, seed {seed})",
        counted(*runs, "run")
    );
    if *cut != 0 {
        text.push_str(&format!("; {cut} were cut off where they were too long"));
    }
    if let (SampleMethod::Pct { depth }, Some(chance)) = (method, sample.chance_of_missing()) {
        let values = match has_alternatives {
            true => ", and does not depend on values that are chosen",
            false => "",
        };
        let chance = rounded_up(chance);
        text.push_str(&format!(
            "; a bug of depth {depth} is missed with a chance of at most {chance}, by {with} of \
             the runs, if no run has more than {threads} threads and {steps} steps{values}"
        ));
    }
    text
}
