//! Programs as terms: what threads do, symbolically.

pub(crate) mod operation;
pub(crate) mod value;
