//! Programs as terms: what threads do, symbolically.

#[cfg_attr(not(test), expect(dead_code, reason = "what executes threads is not here yet"))]
pub(crate) mod memory;
pub(crate) mod value;
