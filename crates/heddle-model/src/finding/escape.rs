//! Exceptions that end the program.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The way in which an exception ends the program.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// No one catches it.
    Uncaught,
    /// It leaves a function that must not throw.
    Noexcept,
    /// The program calls `std::terminate` while it handles it.
    Terminate,
}

impl Escape {
    /// Writes the sentence about an exception of some type.
    pub(super) fn tell(self, exception: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Escape::Uncaught => write!(f, "uncaught exception of type {exception}"),
            Escape::Noexcept => {
                write!(f, "an exception of type {exception} leaves a function that must not throw")
            }
            Escape::Terminate => write!(
                f,
                "the program terminates while it handles an exception of type {exception}"
            ),
        }
    }
}
