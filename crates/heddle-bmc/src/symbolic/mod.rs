//! Programs as terms: what threads do, symbolically.

pub(crate) mod value;
