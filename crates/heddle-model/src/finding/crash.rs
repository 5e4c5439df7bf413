//! Ends of programs by a signal.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason why a program ends by a signal.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Crash {
    /// It called `abort`.
    Abort,
    /// It called `std::terminate`, while it handled no exception.
    Terminate,
    /// It executed a trap.
    Trap,
    /// It divided the least signed integer by -1, which traps.
    Division {
        /// The dividend.
        dividend: i64,
    },
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crash::Abort => f.write_str("the program aborted"),
            Crash::Terminate => f.write_str("the program called std::terminate"),
            Crash::Trap => f.write_str("the program trapped"),
            Crash::Division { dividend } => {
                write!(f, "division of {dividend} by -1 overflows, which traps")
            }
        }
    }
}
