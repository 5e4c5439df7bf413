//! Combinations of options and formulas that would make an answer wrong, or mean nothing.

use heddle_engine::Formulas;
use heddle_search::{OnMemoryLimit, Order, Store};

use crate::options::Options;

/// Options that do not go together. How a user spells them is for the command line to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Conflict {
    /// An option under which not all states and transitions are kept, beside formulas.
    #[error("{0:?} does not go with temporal formulas")]
    Formulas(PartialOption),
    /// An option about formulas, where there are none.
    #[error("{0:?} is about temporal formulas, and there are none")]
    NoFormula(FormulaOption),
}

/// An option under which not all states and transitions are kept, or not by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartialOption {
    /// A bound on preemptions.
    Preemptions,
    /// The order by preemptions.
    PreemptionOrder,
    /// A store of hashes.
    Hash64Store,
    /// A store of bits.
    BitstateStore,
    /// A store of bits from the limit on memory on.
    BitstateAtLimit,
    /// A checkpoint that is written or read.
    Checkpoint,
}

/// An option about formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormulaOption {
    /// Fairness.
    Fairness,
    /// A definition of a proposition.
    Definition,
}

/// Refuses what is about formulas, where there are none.
pub(crate) fn without_formulas(formulas: &Formulas) -> Result<(), Conflict> {
    let Formulas { formulas: _, automata: _, definitions, is_fair } = formulas;
    let given =
        [(*is_fair, FormulaOption::Fairness), (!definitions.is_empty(), FormulaOption::Definition)];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Conflict::NoFormula(option)),
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
        (bounds.preemptions.is_some(), PartialOption::Preemptions),
        (*order == Order::Preemptions, PartialOption::PreemptionOrder),
        (*store == Store::Hash64, PartialOption::Hash64Store),
        (matches!(store, Store::Bitstate { .. }), PartialOption::BitstateStore),
        (*on_memory_limit == OnMemoryLimit::Bitstate, PartialOption::BitstateAtLimit),
        (checkpoints.is_some() || resume.is_some(), PartialOption::Checkpoint),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Conflict::Formulas(option)),
    }
}
