//! House checks.
fn main() {}
