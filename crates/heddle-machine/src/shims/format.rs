//! `printf` formatting and `strtod`.

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;

impl Machine<'_> {
    pub(super) fn format(&mut self, _call: &Invocation) -> Result<ShimResult, Fault> {
        Err(Fault::Unsupported("printf".to_owned()))
    }

    pub(super) fn strtod(&mut self, _call: &Invocation) -> Result<ShimResult, Fault> {
        Err(Fault::Unsupported("strtod".to_owned()))
    }
}
