//! The exploration of executions, as the command line makes it.

use heddle_model::UnknownKind;
use heddle_stateless::{Options, Stateless};

use super::Entry;

/// Its name.
const NAME: &str = "stateless";

/// The line of the engine.
pub(super) const ENTRY: Entry = Entry {
    name: NAME,
    help: "Execution by execution, one of each set that differ only in the order of steps which do \
           not notice each other",
    option: "--engine stateless",
    takes: &["--all-violations", "--invariant", "--depth", "--context-bound", "--workers"],
    is_common: true,
    hint: |kind| match kind {
        UnknownKind::Unsupported => Some(
            "heddle lacks this; it is not a bug of the program. The rest was explored, and nothing \
             else is wrong.",
        ),
        UnknownKind::Missing => Some(
            "Give the files that define it, too, or let functions that nobody defines return any \
             value (--undefined any). The rest was explored, and nothing else is wrong.",
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
        let is_companion = args.engine.engine != NAME;
        Ok(Box::new(move |settings, _, _| {
            let (depth, preemptions) = (settings.search.depth, settings.search.context_bound);
            Box::new(Stateless::new(Options { depth, preemptions, is_companion }))
        }))
    },
};
