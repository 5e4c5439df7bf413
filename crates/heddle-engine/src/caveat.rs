//! Caveats: things that whoever reads that nothing is wrong should know beside.

use heddle_model::{Place, Violation};

use crate::Witness;

/// Something that makes a proof say less than it seems to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caveat {
    /// The program has a data race, which nobody asked for: undefined behaviour, while the
    /// engines look at sequentially consistent memory and at accesses that are not torn.
    DataRace(Violation),
    /// No run ends: each is cut by an assumption that it does not meet, or goes round for ever.
    NoRunEnds {
        /// Places of assumptions that are not met.
        assumptions: Vec<Place>,
        /// Places of a loop that a run goes round in for ever, one for each thread that does.
        loops: Vec<Place>,
    },
}

/// A data race that an engine has come across while nobody asked for races.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotedRace {
    /// The machine has met it.
    Met(Violation),
    /// A run has it, which is only believed when it has been replayed.
    Witness(Witness),
}
