//! Bounded model checking, as the command line makes it.

use heddle_bmc::{Bmc, Concurrency, Options, Unwind};
use heddle_engine::Turns;
use heddle_model::UnknownKind;

use super::Entry;
use crate::cli::{CheckArgs, Encoding, EngineArgs, ThreadsOrder};
use crate::settings::SettingsError;

/// Most context switches of `--encoding switches`, if nothing else is said.
const DEFAULT_SWITCHES: u32 = 10;

/// The line of the engine.
pub(super) const ENTRY: Entry = Entry {
    name: "bmc",
    help: "All runs as one formula, for a SAT solver: inputs over the whole range of their types",
    option: "--engine bmc",
    takes: &[
        "--encoding",
        "--threads-order",
        "--unwind",
        "--unwind-loop",
        "--dump-cnf",
        "--context-bound",
    ],
    is_common: true,
    hint: |kind| match kind {
        UnknownKind::Unsupported => Some(
            "This engine lacks it; it is not a bug of the program. Nothing is known of the rest: \
             the explicit engine may know more.",
        ),
        UnknownKind::Missing => Some(
            "Give the files that define it, too, or let functions that nobody defines return any \
             value (--undefined any). Nothing is known of the rest.",
        ),
        UnknownKind::NoFile
        | UnknownKind::OpenValue
        | UnknownKind::UndefinedBehavior
        | UnknownKind::Refused
        | UnknownKind::Evaluation
        | UnknownKind::Limit
        | UnknownKind::Internal => None,
    },
    configure: |args| {
        let options = options(args)?;
        Ok(Box::new(move |_, _, _| Box::new(Bmc::new(options.clone()))))
    },
};

/// The engine's own options.
pub(super) fn options(args: &CheckArgs) -> Result<Options, SettingsError> {
    let idle = |flag, without| Err(SettingsError::Idle { flag, without });
    let EngineArgs { encoding, threads_order, unwind, unwind_loop, dump_cnf, .. } = &args.engine;
    let mut names: Vec<&String> = unwind_loop.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SettingsError::TwoLoopLimits(pair[0].clone()));
    }
    let bound = args.search.context_bound;
    let concurrency = match encoding.unwrap_or(Encoding::Order) {
        Encoding::Order if bound.is_some() => {
            return idle("--context-bound", "--encoding switches");
        }
        Encoding::Order if threads_order.is_some() => {
            return idle("--threads-order", "--encoding switches");
        }
        Encoding::Order => Concurrency::Order,
        Encoding::Switches if bound == Some(0) => return Err(SettingsError::NoSwitches),
        Encoding::Switches => Concurrency::Switches {
            bound: bound.unwrap_or(DEFAULT_SWITCHES),
            turns: match threads_order.unwrap_or(ThreadsOrder::Free) {
                ThreadsOrder::Robin => Turns::Robin,
                ThreadsOrder::Free => Turns::Free,
            },
        },
    };
    let unwind = Unwind { limit: *unwind, loops: unwind_loop.clone() };
    Ok(Options { concurrency, unwind, cnf: dump_cnf.clone() })
}
