//! Accounts of engines: their ends.

use heddle_engine::{Refusal, Report, Statistics};

/// The account of an engine.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name of the engine.
    pub engine: &'static str,
    /// Its end.
    pub ending: Ending,
}

/// The end of an engine.
#[derive(Clone, Debug)]
pub enum Ending {
    /// Its answer is the one that counts.
    Answered,
    /// It does not take the question.
    Refused(Refusal),
    /// Another had answered before it was asked.
    NotAsked,
    /// Another answered while it was at work.
    Overtaken(Statistics),
    /// It ended by itself, with this report.
    Ended(Box<Report>),
    /// It could not begin, for this reason.
    Failed(String),
}
