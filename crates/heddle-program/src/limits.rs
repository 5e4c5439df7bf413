//! Limits of what programs may do in which all engines agree, and the wording of sizes.
//!
//! What only one engine has room for is said in that engine, by a name of its own.

use std::fmt;

/// The largest object in bytes: address arithmetic must not leave its 32 bits.
pub const LARGEST_OBJECT: u32 = 1 << 30;

/// Number of threads that have a number of their own. Only from then on is a number that a thread
/// had given to another one.
pub const OWN_NUMBERS: usize = 64;

/// A number of bytes, in the largest unit of which it is a multiple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bytes(bytes) = *self;
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        match units.iter().find(|(size, _)| bytes != 0 && bytes % size == 0) {
            Some((size, unit)) => write!(f, "{} {unit}", bytes / size),
            None => write!(f, "{bytes} bytes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_in_the_largest_unit_that_fits() {
        let said = [1 << 30, 16 << 20, 3 << 9, 4096, 0].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(said, ["1 GiB", "16 MiB", "1536 bytes", "4 KiB", "0 bytes"]);
    }
}
