//! The room where engines meet.
//!
//! An [`Engine`] takes a [`Subject`] (a program, as the machine runs it and as it is with C
//! models), a [`Question`] and a [`Channel`] for progress and cancelling. [`check`] asks it:
//!
//! 1. What the engine does not say that it takes ([`Capabilities`]) is refused by name. A
//!    property that can have no instance in the program is left out instead, if nobody asked for
//!    it by name.
//! 2. The engine runs on a thread of its own, with a stack on which calls of the program can
//!    nest.
//! 3. Its [`Answer`] is judged. Whatever it says of runs that go wrong is made again on the
//!    machine, and becomes a violation only if it shows there: the same bug at the end of a
//!    schedule, one that was asked for at the end of a witness. A claim has no form in which an
//!    engine that was stopped could call a program verified.
//!
//! Reports are data: bounds, limits, statistics and assumptions have a wording in the command
//! line only.

mod answer;
mod assumption;
mod atomics;
mod budget;
mod capabilities;
mod caveat;
mod channel;
mod engine;
mod figures;
mod formulas;
mod gate;
mod harness;
mod lessons;
mod machines;
mod names;
mod question;
mod stack;
mod subject;
mod vacuity;
mod witness;

pub use answer::{Answer, Claim, Report, Unlisted};
pub use assumption::{
    Assumption, Extent, Matching, Refinement, Sample, SampleMethod, StepEnd, ToldApart, Turns,
    VisitOrder,
};
pub use budget::Budget;
pub use capabilities::{Capabilities, Feature, Refusal};
pub use caveat::{Caveat, NotedRace};
pub use channel::{CancelToken, Channel, Estimate, Progress};
pub use engine::{Engine, EngineError, check};
pub use figures::{Metric, Statistics};
pub use formulas::{
    Automaton, FormulaOrigin, Formulas, NamedFormula, StatedFormula, source_constants,
};
pub use gate::{DoesNotReplay, replay_options, replay_witness};
pub use harness::{Harness, HarnessError, HarnessProblem, HarnessRole, ThreadStart};
pub use lessons::Lessons;
pub use names::{FindError, find_function, similar_names};
pub use question::{Question, World};
pub use subject::{ModelError, Subject};
pub use vacuity::no_run_ends;
pub use witness::{Turn, Witness};
