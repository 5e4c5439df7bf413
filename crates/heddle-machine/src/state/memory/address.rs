//! Addresses: the objects that pointers name.
//!
//! In a 64-bit program a pointer is an object's number above and an offset below,
//! so that integer casts, tag bits and alignment tricks work as on hardware. The
//! offset is biased: a pointer somewhat before its object still has the object's number.
//!
//! In a 32-bit program there is no room for both: objects get base addresses in
//! a space of 4 GiB, in which each owner has a region of its own, so that the order
//! in which threads allocate does not show.

use heddle_program::limits::LARGEST_OBJECT;

use super::Owner;

/// A pointer's bits.
pub(crate) type Address = u64;

/// The data model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Addressing {
    /// Object number above, offset below.
    Numbered,
    /// Base addresses.
    Flat,
}

/// Low half of a base pointer.
const BIAS: u64 = 0x1000_0000;
/// Bits of an object number that count an owner's objects.
const INDEX_BITS: u32 = 20;
/// In the numbered model, an owner that has no objects.
const NOWHERE: u64 = 0xfff0_0000_0000_0000;
/// Size of an owner's region in a 32-bit program.
const REGION: u64 = 0x0100_0000;
/// Start of the regions: nothing below is ever a valid address.
const FIRST_REGION: u64 = 0x0100_0000;

impl Addressing {
    /// Bytes of a `va_list`.
    pub(crate) fn va_list_bytes(self) -> u64 {
        match self {
            Addressing::Numbered => 24,
            Addressing::Flat => 4,
        }
    }

    /// Size of a pointer in bytes.
    pub(crate) fn pointer_bytes(self) -> usize {
        match self {
            Addressing::Numbered => 8,
            Addressing::Flat => 4,
        }
    }

    /// Most objects (64-bit) or bytes (32-bit) that one owner can have.
    pub(crate) fn capacity(self) -> u32 {
        match self {
            Addressing::Numbered => 1 << INDEX_BITS,
            Addressing::Flat => REGION as u32,
        }
    }

    /// Largest object.
    pub(crate) fn max_size(self) -> u64 {
        match self {
            Addressing::Numbered => LARGEST_OBJECT.into(),
            Addressing::Flat => REGION / 2,
        }
    }

    /// The base address of the object with `key` among the owner's: an index in
    /// the numbered model, an offset in the owner's region in the flat one.
    pub(crate) fn base(self, owner: Owner, key: u32) -> Address {
        let space = u64::from(owner.0);
        match self {
            Addressing::Numbered => (space << INDEX_BITS | u64::from(key)) << 32 | BIAS,
            Addressing::Flat => FIRST_REGION + space * REGION + u64::from(key),
        }
    }

    /// Splits an address into the owner and where in its space it points: the
    /// key and the offset in the numbered model; in the flat one, the position in the
    /// region (the table finds the object).
    #[inline]
    pub(crate) fn split(self, address: Address) -> (Owner, u32, i64) {
        match self {
            Addressing::Numbered => {
                let number = address >> 32;
                let owner = Owner((number >> INDEX_BITS) as u32);
                let key = number as u32 & ((1 << INDEX_BITS) - 1);
                (owner, key, (address & 0xffff_ffff) as i64 - BIAS as i64)
            }
            Addressing::Flat => {
                let from_first = address.wrapping_sub(FIRST_REGION);
                let owner = u32::try_from(from_first / REGION).unwrap_or(u32::MAX);
                (Owner(owner), (from_first % REGION) as u32, 0)
            }
        }
    }

    /// Address arithmetic, in the pointer's width.
    #[inline]
    pub(crate) fn add(self, base: Address, offset: u64) -> Address {
        match self {
            Addressing::Numbered => {
                let sum = base.wrapping_add(offset);
                // Out of the range of the object's number: that must not name another.
                if (sum ^ base) >> 32 != 0 && base >> 32 != 0 { sum | NOWHERE } else { sum }
            }
            Addressing::Flat => base.wrapping_add(offset) & 0xffff_ffff,
        }
    }

    /// True if there is room for so many owners.
    pub(crate) fn max_owners(self) -> u32 {
        match self {
            // The last one is nobody's.
            Addressing::Numbered => (1 << (32 - INDEX_BITS)) - 1,
            Addressing::Flat => ((1 << 32) / REGION) as u32 - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_splits_into_what_it_was_made_of() {
        let numbered = Addressing::Numbered;
        let base = numbered.base(Owner(3), 77);
        assert_eq!(numbered.split(base), (Owner(3), 77, 0));
        assert_eq!(numbered.split(base - 4), (Owner(3), 77, -4));
        assert_eq!(numbered.split(base + 4), (Owner(3), 77, 4));
        let flat = Addressing::Flat;
        assert_eq!(flat.split(flat.base(Owner(2), 64) + 5), (Owner(2), 69, 0));
        assert_eq!(flat.split(0).0, Owner(u32::MAX));
    }

    #[test]
    fn null_and_small_integers_name_no_owner_with_objects() {
        assert_eq!(Addressing::Numbered.split(0).0, Owner(0));
        assert_eq!(Addressing::Numbered.split(0).1, 0);
    }
}
