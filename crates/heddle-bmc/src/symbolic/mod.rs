//! Programs as terms: what threads do, symbolically.

pub(crate) mod execution_log;
pub(crate) mod executor;
pub(crate) mod flow;
pub(crate) mod learned;
pub(crate) mod memory;
pub(crate) mod names;
pub(crate) mod operation;
pub(crate) mod path;
pub(crate) mod unknowns;
pub(crate) mod value;
