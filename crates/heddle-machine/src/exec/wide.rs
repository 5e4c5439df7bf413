//! Arithmetic wider than 64 bits, and the rarer float formats.

use heddle_program::WideId;

use crate::Machine;
use crate::fault::Fault;

impl Machine<'_> {
    pub(super) fn wide(&mut self, _t: usize, _id: WideId) -> Result<(), Fault> {
        Err(Fault::Unsupported("arithmetic on more than 64 bits".to_owned()))
    }
}
