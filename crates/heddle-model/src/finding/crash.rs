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
    /// Another signal ended it.
    Signal {
        /// Its number.
        number: u32,
        /// The address that was accessed; zero if that is not known.
        address: u64,
    },
    /// It damaged its heap.
    Heap {
        /// The address of the block.
        address: u64,
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
            Crash::Signal { number, address } => {
                let name = signal_name(*number);
                write!(f, "the program crashed with {name}")?;
                match *number {
                    BUS | SEGMENT => write!(f, " at an access to address {address:#x}"),
                    _ => Ok(()),
                }
            }
            Crash::Heap { address } => write!(f, "the heap is damaged at address {address:#x}"),
        }
    }
}

/// `SIGBUS`.
const BUS: u32 = 7;
/// `SIGSEGV`.
const SEGMENT: u32 = 11;

/// The name of a signal, of those that a program brings upon itself.
fn signal_name(number: u32) -> String {
    match number {
        BUS => "SIGBUS".to_owned(),
        8 => "SIGFPE".to_owned(),
        SEGMENT => "SIGSEGV".to_owned(),
        _ => format!("signal {number}"),
    }
}
