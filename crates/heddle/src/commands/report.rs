//! The result of checking at one level, and what it rests on.

use heddle_bmc::{Concurrency, Reached, Size};
use heddle_machine::{Abstraction, Machine};
use heddle_model::{Property, PropertySet, Unknown, UnknownKind, Verdict};
use heddle_search::{Omission, Report, Statistics};
use heddle_trace::Trace;

use super::{Exit, program};
use crate::cli::{Order, Reduction, Store};
use crate::driver::OptLevel;
use crate::settings::{CheckSettings, HarnessSettings};

/// What checking a program at one level gave.
pub(super) struct Outcome {
    /// The level.
    pub(super) level: OptLevel,
    /// The verdict.
    pub(super) verdict: Verdict,
    /// What it took.
    pub(super) work: Work,
    /// The story of each violation, the first one first.
    pub(super) traces: Vec<Trace>,
    /// What the verdict rests on.
    pub(super) assumptions: Vec<String>,
    /// Whether runs were looked at as a whole.
    pub(super) has_formulas: bool,
}

/// What a verdict took.
pub(super) enum Work {
    /// A search through states.
    Search(SearchWork),
    /// A formula.
    Formula(FormulaWork),
}

/// What a search took.
pub(super) struct SearchWork {
    /// Its figures.
    pub(super) stats: Statistics,
    /// How likely it is that something was missed; none if it is impossible.
    pub(super) omission: Option<Omission>,
    /// Whether it can go on from a file.
    pub(super) can_go_on: bool,
}

/// What a formula took.
pub(super) struct FormulaWork {
    /// How interleavings became constraints.
    pub(super) concurrency: Concurrency,
    /// How often loops were unrolled.
    pub(super) unwind: u32,
    /// The bounds that were not shown to be enough.
    pub(super) reached: Vec<Reached>,
    /// How large it was.
    pub(super) size: Size,
    /// Wall-clock time.
    pub(super) seconds: f64,
}

impl Outcome {
    /// The exit code that belongs to the verdict.
    pub(super) fn exit(&self) -> Exit {
        match self.verdict {
            Verdict::Verified | Verdict::Bounded(_) => Exit::Fine,
            Verdict::Violation(_) => Exit::Violation,
            Verdict::Unknown(Unknown { kind: UnknownKind::Refused, .. }) => Exit::BadInput,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }

    /// The verdict's word.
    pub(super) fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Verified => "verified",
            Verdict::Bounded(_) => "bounded",
            Verdict::Violation(_) => "violation",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// What the verdict of a search rests on, a phrase each.
pub(super) fn assumptions(
    settings: &CheckSettings,
    reduction: Reduction,
    level: &OptLevel,
    report: &Report,
    is_32_bits: bool,
) -> Vec<String> {
    let order = match settings.search.order {
        Order::Bfs => "breadth-first",
        Order::Dfs => "depth-first",
        Order::Best => "best-first",
        Order::Random => "in random order",
        Order::Icb => "fewest preemptions first",
    };
    let storage = match settings.search.store {
        Store::Exact | Store::Plain if report.omission.is_none() => "exact storage",
        Store::Exact | Store::Plain => "exact storage, then bits",
        Store::Hash64 => "hashes of states stored",
        Store::Bitstate => "bits of states stored",
    };
    let steps = match reduction {
        Reduction::None => "every instruction is a step (--reduction none)",
        Reduction::Tau => "steps end at accesses to memory (--reduction tau)",
        Reduction::Global => "steps end at accesses to shared memory (--reduction global)",
        Reduction::Superstep => {
            "steps end where another thread could notice (--reduction superstep)"
        }
    };
    let properties = program::properties(&settings.machine, level);
    let mut list = vec![
        format!("looked for: {}", names(properties)),
        format!("explicit search of all interleavings, {order}, {storage}"),
        steps.to_owned(),
    ];
    if report.have_assumptions_failed {
        list.push(
            "bytes of a lock are used as data, too: giving back locks is a step like any other, \
             and threads are told apart"
                .to_owned(),
        );
    }
    if is_32_bits {
        list.push(
            "32-bit addresses: an access more than 512 bytes outside its object may be taken for \
             one to a neighbour"
                .to_owned(),
        );
    }
    list.extend(world(settings, level, &report.verdict));
    list
}

/// What a verdict rests on whoever looked, a phrase each.
pub(super) fn world(settings: &CheckSettings, level: &OptLevel, verdict: &Verdict) -> Vec<String> {
    let properties = program::properties(&settings.machine, level);
    let mut list = vec![
        format!("the program as clang compiles it at {level}"),
        "sequentially consistent memory; a copy of a structure is one access".to_owned(),
        "heddle's C library: clocks stand still, rand is deterministic, getenv finds nothing"
            .to_owned(),
    ];
    if !properties.contains(Property::Overflow) {
        list.push("signed overflow wraps around".to_owned());
    }
    if !settings.machine.malloc_may_fail {
        list.push("malloc never fails".to_owned());
    }
    list.push("malloc gives no address to which an old pointer is left".to_owned());
    if !settings.machine.spurious_wakeups {
        list.push("condition variables do not wake up spuriously".to_owned());
    }
    if !settings.machine.args.is_empty() {
        list.push(format!("program arguments: {}", settings.machine.args.join(" ")));
    }
    list.extend(harness(&settings.machine.harness));
    if let Verdict::Bounded(bound) = verdict {
        list.push(format!("bound: {bound}"));
    }
    list
}

/// What was run and evaluated from outside, if anything.
fn harness(settings: &HarnessSettings) -> Vec<String> {
    let HarnessSettings { init, threads, invariants } = settings;
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

/// What a verdict under the program's abstraction rests on.
pub(super) fn under_abstraction(abstraction: Abstraction) -> String {
    let Abstraction { unmatched, hashed } = abstraction;
    let part = |bytes: u64, how: &str| (bytes != 0).then(|| format!("{bytes} bytes {how}"));
    let parts = [part(unmatched, "not compared"), part(hashed, "compared by their hash only")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!(
        "states were matched through the program's abstraction ({}): what it hides was not compared",
        parts.join(", ")
    )
}

/// What became of the symmetry of threads that was asked for.
pub(super) fn symmetry_of_threads(machine: &Machine) -> String {
    let reason = match machine.tells_threads_apart() {
        None if machine.abstraction().is_none() => {
            return "states that differ in which of several threads is where are one: nothing \
                    depends on the address of a thread's variable as a number \
                    (--symmetry threads)"
                .to_owned();
        }
        None => "the program has an abstraction",
        Some(reason) => reason,
    };
    format!("threads are told apart in spite of --symmetry threads: {reason}")
}

/// The names of a set of properties, as far as they are checked.
pub(super) fn names(set: PropertySet) -> String {
    let checked = set.iter().filter(|property| {
        // Not checked by anything yet, and always true of what is.
        !matches!(property, Property::Ltl | Property::UncaughtException)
    });
    let names: Vec<&str> = checked.map(Property::name).collect();
    names.join(", ")
}
