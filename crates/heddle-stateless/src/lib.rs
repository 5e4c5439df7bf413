//! The exploration of executions as an engine.
//!
//! The machine runs the program, and `heddle-dpor` makes one execution of each Mazurkiewicz trace.
//! Nothing is stored but the execution under way: memory grows with its length, and with the
//! parts of states that were met, and time with the number of traces. It looks for all that is
//! wrong with a state or a step; runs as a whole are not looked at.
//!
//! What it cannot decide it says: executions that come back to a state after something was
//! changed are cut there, as are those that are too long, and then nothing is proved.

mod answer;
mod engine;

pub use answer::{answer, tell};
pub use engine::{Options, Stateless};
pub use heddle_dpor::{Sampling, Scheduler};
