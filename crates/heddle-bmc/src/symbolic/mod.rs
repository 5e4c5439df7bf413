//! Programs as terms: what threads do, symbolically.

pub(crate) mod flow;
pub(crate) mod value;
