//! Addresses: what a pointer is made of, and where objects are put.
//!
//! In a 64-bit program they are the machine's: an object's number above, an offset below to which
//! [`BIAS`] is added, so that a pointer somewhat before its object still has the object's number.
//!
//! In a 32-bit program objects lie in a space of 4 GiB, in which each owner has a region, as in the
//! machine. Around each is a margin, whose addresses name the object, too. Nothing is put where
//! something else was before, so that a region may become full: margins shrink as it fills, and
//! what has no room there lies behind all regions.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use foldhash::fast::FixedState;
use heddle_program::limits::LARGEST_OBJECT;

use super::directory::ObjectInfo;

/// The low half of a base address in a 64-bit program.
pub(crate) const BIAS: u64 = 0x1000_0000;
/// Bits of an address below the object's number, there.
pub(crate) const OFFSET_BITS: u32 = 32;
/// Bits of a number below those that are all set in numbers that name no object.
pub(crate) const INDEX_BITS: u32 = 20;
/// The upper bits of addresses that name no object.
const NOWHERE: u64 = 0xfff0_0000_0000_0000;

/// Size of an owner's region in a 32-bit program.
const REGION: u64 = 0x0100_0000;
/// Addresses below it, and as many from the end of all on, are null or near it.
pub(super) const NEAR_NULL: u64 = REGION;
/// Number of regions.
const REGIONS: u64 = 140;
/// The end of the space for what has no room in its region.
const END: u64 = (1 << 32) - NEAR_NULL;
/// Least and most bytes of a margin.
const LEAST_MARGIN: u64 = 512;
const MOST_MARGIN: u64 = 32 << 10;
/// Most bytes before an object where it may be accessed: an address that is further away, the
/// machine may take for one in another object.
pub(super) const BEFORE: u64 = LEAST_MARGIN - 1;
/// The same behind the object.
pub(super) const BEHIND: u64 = LEAST_MARGIN;
/// Least alignment of objects in a 32-bit program.
const LEAST_ALIGNMENT: u64 = 16;

/// The owner of what comes to be with the program.
pub(crate) const STATIC: u32 = 1;

/// The data model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Addressing {
    /// Object number above, offset below: in 64-bit programs.
    #[default]
    Numbered,
    /// Base addresses: in 32-bit programs.
    Flat,
}

impl Addressing {
    /// The data model of a program whose pointers have so many bytes.
    pub(crate) fn of(pointer_bytes: u8) -> Addressing {
        if pointer_bytes == 4 { Addressing::Flat } else { Addressing::Numbered }
    }

    /// Bytes of a pointer.
    pub(crate) fn pointer_bytes(self) -> u32 {
        match self {
            Addressing::Numbered => 8,
            Addressing::Flat => 4,
        }
    }

    /// Most bytes of an object.
    pub(crate) fn largest_object(self) -> u32 {
        match self {
            Addressing::Numbered => LARGEST_OBJECT,
            Addressing::Flat => (REGION / 2) as u32,
        }
    }

    /// The sum of an address and an offset.
    pub(crate) fn add(self, base: u64, offset: u64) -> u64 {
        let sum = base.wrapping_add(offset);
        match self {
            // Out of the range of the object's number: that must not name another.
            Addressing::Numbered if (sum ^ base) >> OFFSET_BITS != 0 => sum | NOWHERE,
            Addressing::Numbered => sum,
            Addressing::Flat => sum & 0xffff_ffff,
        }
    }

    /// The addresses that name an object: those in it and near it.
    pub(super) fn window(self, info: &ObjectInfo) -> RangeInclusive<u64> {
        let ObjectInfo { base, size, margin, .. } = *info;
        match self {
            Addressing::Numbered => {
                let start = base >> OFFSET_BITS << OFFSET_BITS;
                start..=start | ((1 << OFFSET_BITS) - 1)
            }
            Addressing::Flat => {
                let margin = u64::from(margin);
                base + 1 - margin..=base + u64::from(size) + margin
            }
        }
    }
}

/// Place of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The address of its first byte.
    pub(crate) base: u64,
    /// Bytes on either side of it whose addresses name the object, in a 32-bit program.
    pub(crate) margin: u32,
}

/// The addresses that have been given to objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    addressing: Addressing,
    /// For each owner, its next number, or the end of what is used of its region.
    next: HashMap<u32, u64, FixedState>,
    /// Bytes behind all regions that are in use.
    behind: u64,
}

impl Placement {
    /// No addresses yet.
    pub(crate) fn new(addressing: Addressing) -> Placement {
        Placement { addressing, ..Placement::default() }
    }

    /// A place for an object, if there is one.
    pub(crate) fn place(&mut self, owner: u32, size: u32, align: u32) -> Option<Place> {
        match self.addressing {
            Addressing::Numbered => {
                let key = self.next.entry(owner).or_default();
                if *key == 1 << INDEX_BITS {
                    return None;
                }
                let number = u64::from(owner) << INDEX_BITS | *key;
                *key += 1;
                Some(Place { base: number << OFFSET_BITS | BIAS, margin: 0 })
            }
            Addressing::Flat => {
                // In the machine, the first region is that of what comes to be with the program.
                let region = if owner == STATIC { 0 } else { u64::from(owner) };
                let (size, align) = (u64::from(size), u64::from(align).max(LEAST_ALIGNMENT));
                let room = Room { start: NEAR_NULL + region * REGION, size: REGION, share: 1 << 8 };
                let used = self.next.entry(owner).or_default();
                if region < REGIONS
                    && let Some(place) = room.place(used, size, align)
                {
                    return Some(place);
                }
                let start = NEAR_NULL + REGIONS * REGION;
                let room = Room { start, size: END - start, share: 1 << 15 };
                room.place(&mut self.behind, size, align)
            }
        }
    }
}

/// A part of the space of a 32-bit program.
struct Room {
    start: u64,
    size: u64,
    /// An object gets a margin of one part of so many of what is left.
    share: u64,
}

impl Room {
    /// Places an object behind all that is used.
    fn place(&self, used: &mut u64, size: u64, align: u64) -> Option<Place> {
        let margin = ((self.size - *used) / self.share).clamp(LEAST_MARGIN, MOST_MARGIN);
        let position = (*used + margin).next_multiple_of(align);
        let end = position + size + margin;
        if end > self.size {
            return None;
        }
        *used = end;
        Some(Place { base: self.start + position, margin: margin as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_32_bit_programs_lie_apart_in_the_regions_of_their_owners() {
        let mut placement = Placement::new(Addressing::Flat);
        let mut place = |owner, size, align| placement.place(owner, size, align).unwrap();
        let margin = MOST_MARGIN as u32;
        assert_eq!(place(STATIC, 5, 1), Place { base: 0x0100_8000, margin });
        assert_eq!(place(STATIC, 4, 64).base, 0x0101_8040);
        assert_eq!(place(3, 4, 4).base, 0x0400_8000);
        assert_eq!(place(STATIC, 4, 1).base, 0x0102_8050);
    }

    #[test]
    fn margins_shrink_as_a_region_fills() {
        let mut placement = Placement::new(Addressing::Flat);
        let (mut end, mut count, mut margin) = (0, 0, u64::MAX);
        loop {
            let place = placement.place(2, 8, 8).unwrap();
            if place.base > 0x0400_0000 {
                break;
            }
            assert!(u64::from(place.margin) <= margin && place.margin >= LEAST_MARGIN as u32);
            margin = place.margin.into();
            assert!(place.base - margin >= end);
            end = place.base + 8 + margin;
            count += 1;
        }
        assert!(count > 700, "{count} objects");
    }

    #[test]
    fn what_has_no_room_in_its_region_lies_behind_all_until_that_is_full() {
        let mut placement = Placement::new(Addressing::Flat);
        let largest = Addressing::Flat.largest_object();
        assert!(placement.place(2, largest, 1).unwrap().base < 0x0400_0000);
        let mut end = NEAR_NULL + REGIONS * REGION;
        let mut count = 0;
        while let Some(Place { base, margin }) = placement.place(2, largest, 1) {
            let margin = u64::from(margin);
            assert!(base - margin >= end);
            end = base + u64::from(largest) + margin;
            assert!(end <= END);
            count += 1;
        }
        assert!(count > 100, "{count} objects");
        // There is still room for small ones.
        assert!(placement.place(2, 4, 1).unwrap().base < 0x0400_0000);
    }

    #[test]
    fn sums_stay_in_the_width_of_pointers() {
        assert_eq!(Addressing::Flat.add(0x0100_0400, -1i64 as u64), 0x0100_03ff);
        assert_eq!(Addressing::Flat.add(0xffff_ffff, 2), 1);
        let base = 5 << OFFSET_BITS | BIAS;
        assert_eq!(Addressing::Numbered.add(base, 8), base + 8);
        assert_eq!(Addressing::Numbered.add(base, 1 << OFFSET_BITS) >> 52, 0xfff);
    }
}
