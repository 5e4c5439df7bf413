//! Programs as terms: what threads do, symbolically.

pub(crate) mod flow;
#[allow(dead_code, unused_imports, reason = "what executes threads is not here yet")]
pub(crate) mod memory;
pub(crate) mod operation;
pub(crate) mod value;
