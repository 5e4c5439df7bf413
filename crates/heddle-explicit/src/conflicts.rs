//! Combinations of options and formulas that would make an answer wrong, or mean nothing.

use heddle_engine::Formulas;
use heddle_search::{OnMemoryLimit, Order, Store};

use crate::options::Options;

/// Options that do not go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Conflict {
    /// An option under which not all states and transitions are kept, beside formulas.
    #[error(
        "{option} does not go with temporal formulas, for which all states and transitions are \
         kept; leave it out, or leave out the formulas (those of the source with --property)"
    )]
    Formulas {
        /// The option.
        option: &'static str,
    },
    /// An option about formulas, where there are none.
    #[error(
        "{option} is about temporal formulas, and there are none: give one with --ltl, \
         --never, --property livelock or --property termination, or LTL(...) in the source"
    )]
    NoFormula {
        /// The option.
        option: &'static str,
    },
}

/// Refuses what is about formulas, where there are none.
pub(crate) fn without_formulas(formulas: &Formulas) -> Result<(), Conflict> {
    let Formulas { formulas: _, automata: _, definitions, is_fair } = formulas;
    let given = [(*is_fair, "--fair"), (!definitions.is_empty(), "--prop")];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Conflict::NoFormula { option }),
    }
}

/// Refuses what cannot be done while runs are looked at as a whole: their graph must have every
/// state and transition, and states are not told apart by what runs to them cost.
pub(crate) fn with_formulas(options: &Options) -> Result<(), Conflict> {
    let Options {
        reduction: _,
        symmetry: _,
        order,
        store,
        bounds,
        on_memory_limit,
        minimize: _,
        is_nested: _,
        checkpoints,
        resume,
    } = options;
    let given = [
        (bounds.preemptions.is_some(), "--context-bound"),
        (*order == Order::Preemptions, "--order icb"),
        (*store == Store::Hash64, "--store hash64"),
        (matches!(store, Store::Bitstate { .. }), "--store bitstate"),
        (*on_memory_limit == OnMemoryLimit::Bitstate, "--on-memory-limit bitstate"),
        (checkpoints.is_some() || resume.is_some(), "--checkpoint or --resume"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Conflict::Formulas { option }),
    }
}
