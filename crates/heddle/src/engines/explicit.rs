//! The search through states, as the command line makes it.

use heddle_explicit::{Explicit, Options, Reduction};
use heddle_machine::Symmetry;
use heddle_model::UnknownKind;
use heddle_program::Program;
use heddle_search::{Bounds, OnMemoryLimit, Order, Store};

use super::Entry;
use crate::cli;
use crate::commands::checkpoint;
use crate::driver::OptLevel;
use crate::settings::{CheckSettings, SearchSettings};

/// The line of the engine.
pub(super) const ENTRY: Entry = Entry {
    name: "explicit",
    help: "State by state, through every interleaving that matters",
    option: "--engine explicit",
    takes: &[
        "--all-violations",
        "--invariant",
        "--ltl",
        "--prop",
        "--never",
        "--fair",
        "--emptiness",
        "--reduction",
        "--symmetry",
        "--order",
        "--seed",
        "--workers",
        "--store",
        "--bits",
        "--context-bound",
        "--superstep",
        "--minimize",
        "--on-memory-limit",
        "--states",
        "--depth",
        "--checkpoint",
        "--checkpoint-every",
        "--resume",
    ],
    is_common: true,
    hint: |kind| match kind {
        UnknownKind::Unsupported => Some(
            "heddle lacks this; it is not a bug of the program. The rest was explored, and nothing \
             else is wrong.",
        ),
        UnknownKind::OpenValue => Some(
            "Give the value (an initializer, heddle_choose(n), an assumption), let `--engine bmc` \
             have all values of an input, or ask for `--property default,uninitialized` to have \
             uninitialized values reported as bugs.",
        ),
        UnknownKind::Missing => Some(
            "Give the files that define it, too, or let functions that nobody defines return any \
             value (--undefined any). The rest was explored, and nothing else is wrong.",
        ),
        UnknownKind::NoFile
        | UnknownKind::UndefinedBehavior
        | UnknownKind::Refused
        | UnknownKind::Evaluation
        | UnknownKind::Limit
        | UnknownKind::Internal => None,
    },
    configure: |_| {
        Ok(Box::new(|settings, level, program| {
            Box::new(Explicit::new(options(settings, level, program)))
        }))
    },
};

/// The engine's own options.
fn options(settings: &CheckSettings, level: &OptLevel, program: &Program) -> Options {
    let SearchSettings {
        reduction,
        symmetry,
        order,
        seed: _,
        workers: _,
        store,
        bits,
        context_bound,
        superstep,
        minimize,
        on_memory_limit,
        depth,
    } = settings.search;
    Options {
        reduction: match reduction {
            cli::Reduction::None => Reduction::None,
            cli::Reduction::Tau => Reduction::Tau,
            cli::Reduction::Global => Reduction::Global,
            cli::Reduction::Superstep => Reduction::Superstep,
        },
        symmetry: match symmetry {
            cli::Symmetry::None => Symmetry::None,
            cli::Symmetry::Heap => Symmetry::Heap,
            cli::Symmetry::Threads => Symmetry::Threads,
            cli::Symmetry::Auto => Symmetry::Auto,
        },
        order: match order {
            cli::Order::Bfs => Order::BreadthFirst,
            cli::Order::Dfs => Order::DepthFirst,
            cli::Order::Best => Order::BestFirst,
            cli::Order::Random => Order::Random,
            cli::Order::Icb => Order::Preemptions,
        },
        store: match store {
            cli::Store::Exact => Store::Exact,
            cli::Store::Plain => Store::Plain,
            cli::Store::Hash64 => Store::Hash64,
            cli::Store::Bitstate => Store::Bitstate { bits },
        },
        bounds: Bounds { depth, preemptions: context_bound, superstep },
        on_memory_limit: match on_memory_limit {
            cli::OnMemoryLimit::Stop => OnMemoryLimit::Stop,
            cli::OnMemoryLimit::Bitstate => OnMemoryLimit::Bitstate,
        },
        minimize,
        is_nested: match settings.liveness.emptiness {
            cli::Emptiness::Scc => false,
            cli::Emptiness::Ndfs => true,
        },
        checkpoints: checkpoint::options(settings, level, program),
        resume: settings.checkpoints.as_ref().and_then(|checkpoints| checkpoints.resume.clone()),
    }
}
